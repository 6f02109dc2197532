# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Makes PDFs with the programs that papers come from. make_papers FOLDER; what a program that is
# not installed would have made is named on standard error. Run in a scratch folder.

# Debian's own Python has Debian's modules, whatever else comes first on PATH.
debian_python=python3
[ ! -x /usr/bin/python3 ] || debian_python=/usr/bin/python3

# paper NAME COMMAND...: the command writes NAME.pdf in the scratch folder.
paper() {
    paper_name=$1
    shift
    rm -f "$paper_name.pdf"
    if ! have "$1"; then
        echo "SKIP: $paper_name: no $1" >&3
    elif "$@" >paper.log 2>&1 </dev/null && [ -s "$paper_name.pdf" ]; then
        cp "$paper_name.pdf" "$papers/"
    else
        echo "SKIP: $paper_name: $1 did not make it" >&3
    fi
}

tex() { paper "$2" "$1" -interaction=batchmode -jobname="$2" "$3"; }

# from NAME COMMAND...: from each of three different papers.
from() {
    from_name=$1
    shift
    for base in pdftex hyperxmp gs; do
        [ -s "$papers/$base.pdf" ] || continue
        cp "$papers/$base.pdf" base.pdf
        paper "$from_name-$base" sh -c "$(printf '%s' "$*" | sed "s/OUT/$from_name-$base.pdf/g")"
    done
}

write_sources() {
    cat >article.tex <<'T'
\documentclass{article}
\usepackage{graphicx}
\title{A title}\author{A. Author}
\begin{document}\maketitle\section{One} Text $x^2$.\newpage\section{Two}\rule{1cm}{2cm}\end{document}
T
    sed 's/\\title/\\usepackage[pdftitle={T},colorlinks]{hyperref}\\title/' article.tex >hyperref.tex
    sed 's/\\title/\\usepackage{hyperxmp}\\usepackage[pdftitle={Ü \\_ \\& <x>},pdfauthor={A, B},pdfidentifier={info:doi\/10.1\/2},pdfkeywords={a, b}]{hyperref}\\title/' \
        article.tex >hyperxmp.tex
    { printf '%s\n' '\pdfobjcompresslevel=0\pdfminorversion=4'; cat hyperref.tex; } >table.tex
    { printf '%s\n' '\pdfobjcompresslevel=3'; cat hyperxmp.tex; } >packed.tex
    { printf '%s\n' '\pdfcompresslevel=0'; cat hyperref.tex; } >plain.tex
    { printf '%s\n' '\pdfsuppressptexinfo=-1\pdftrailerid{}'; cat article.tex; } >no-id.tex
    sed 's/\\title/\\usepackage[a-1b]{pdfx}\\title/' article.tex >pdfa1.tex
    sed 's/\\title/\\usepackage[a-2b]{pdfx}\\title/' article.tex >pdfa2.tex
    sed 's/\\title/\\usepackage[a-3b]{pdfx}\\title/' article.tex >pdfa3.tex
    for name in pdfa1 pdfa2 pdfa3; do
        printf '%s\n' '\Title{A title}' '\Author{A. Author}' '\Keywords{a\sep b}' >$name.xmpdata
    done
    { printf '%s\n' '\DocumentMetadata{}'; cat hyperref.tex; } >l3pdfmeta.tex
    sed 's/\\title/\\usepackage{qrcode}\\title/; s/Text/\\qrcode{https:\/\/pith.science\/pith\/A5G5GAJ7DMCZDPVAMNFAYYAUOP}/' \
        article.tex >qr.tex
    cat >drawing.svg <<'T'
<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="50" height="30" fill="red"/>
<text x="5" y="50">Text</text></svg>
T
    echo '<title>A page</title><h1>Heading</h1><p>Text <a href="https://example.org/">link</a>' >page.html
    cat >forms.ps <<'T'
%!PS
[ /Title (Title) /Author (A) /DOCINFO pdfmark
/Helvetica findfont 20 scalefont setfont 50 50 moveto (Text) show showpage
T
}

make_papers() {
    papers=$1
    mkdir -p "$papers"
    write_sources
    # Engines and packages.
    tex pdflatex pdftex article.tex
    tex pdflatex hyperref hyperref.tex
    tex pdflatex hyperxmp hyperxmp.tex
    tex pdflatex table table.tex
    tex pdflatex packed packed.tex
    tex pdflatex plain plain.tex
    tex pdflatex no-id no-id.tex
    tex pdflatex pdfa1 pdfa1.tex
    tex pdflatex pdfa2 pdfa2.tex
    tex pdflatex pdfa3 pdfa3.tex
    tex pdflatex l3pdfmeta l3pdfmeta.tex
    tex pdflatex qr qr.tex
    tex lualatex luatex article.tex
    tex lualatex luatex-hyperxmp hyperxmp.tex
    tex xelatex xetex article.tex
    tex xelatex xetex-hyperref hyperref.tex
    if have latex && latex -interaction=batchmode -jobname=dvi article.tex >/dev/null 2>&1; then
        paper dvips sh -c 'dvips -q -o dvi.ps dvi.dvi && ps2pdf dvi.ps dvips.pdf'
        paper dvips-14 sh -c 'dvips -q -o dvi.ps dvi.dvi && ps2pdf14 dvi.ps dvips-14.pdf'
        paper dvipdfmx dvipdfmx -q -o dvipdfmx.pdf dvi.dvi
    fi
    # Ghostscript, Cairo, Skia, an office.
    for version in 1.3 1.4 1.5 1.7 2.0; do
        paper gs-$version gs -q -sDEVICE=pdfwrite -dCompatibilityLevel=$version \
            -o gs-$version.pdf forms.ps
    done
    paper gs gs -q -sDEVICE=pdfwrite -o gs.pdf forms.ps
    paper gs-pdfa gs -q -sDEVICE=pdfwrite -dPDFA=2 -dPDFACompatibilityPolicy=1 -o gs-pdfa.pdf forms.ps
    paper cairo rsvg-convert -f pdf -o cairo.pdf drawing.svg
    echo 'import cairo, sys; s = cairo.PDFSurface(sys.argv[1], 90, 90); s.set_metadata(0, "T")
s.restrict_to_version(cairo.PDFVersion.VERSION_1_4); cairo.Context(s).paint(); s.finish()' >draw.py
    paper cairo-14 "$debian_python" draw.py cairo-14.pdf
    paper skia chromium --headless --no-sandbox --disable-gpu --print-to-pdf=skia.pdf page.html
    paper office soffice --headless --convert-to pdf:writer_pdf_Export --outdir office page.html
    # What rewrites and adds to them.
    from pdftocairo pdftocairo -pdf base.pdf OUT
    from linearized qpdf --linearize base.pdf OUT
    from objects-packed qpdf --object-streams=generate base.pdf OUT
    from objects-plain qpdf --object-streams=disable base.pdf OUT
    from uncompressed qpdf --stream-data=uncompress base.pdf OUT
    from qdf qpdf --qdf base.pdf OUT
    from overleaf qpdf --linearize --newline-before-endstream base.pdf OUT
    from version-2 qpdf --min-version=2.0 --deterministic-id base.pdf OUT
    from first-page qpdf --empty --pages base.pdf 1 -- OUT
    from encrypted qpdf --encrypt '""' owner 256 -- base.pdf OUT
    from mutool mutool clean base.pdf OUT
    from mutool-tight mutool clean -gggz base.pdf OUT
    from mutool-merged mutool merge -o OUT base.pdf base.pdf
    from united pdfunite base.pdf base.pdf OUT
    from separated pdfseparate -f 1 -l 1 base.pdf OUT
    from exiftool exiftool -q -XMP-dc:Title=Other -o OUT base.pdf
    from exiftool-twice 'exiftool -q -XMP-dc:Title=Other -o twice.pdf base.pdf && exiftool -q -Author=Me -o OUT twice.pdf; rm -f twice.pdf'
    echo 'import pikepdf, sys; pikepdf.open("base.pdf").save(sys.argv[1])' >save.py
    from pikepdf $debian_python save.py OUT
}
