#!/bin/sh
# SPDX-License-Identifier: MIT
# Beside each package that writes XMP there is one packet, which has the Pith
# Number, what that package says, and the description of the namespace where
# PDF/A wants it; in every engine.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need pdflatex lualatex xelatex latex dvips ps2pdf dvipdfmx pdfinfo pdftotext qpdf exiftool xmllint kpsewhich
for file in hyperxmp.sty pdfx.sty xmpincl.sty pdfmanagement-testphase.sty scrartcl.cls memoir.cls amsart.cls beamer.cls; do
  [ -n "$(kpsewhich "$file")" ] || {
    echo "SKIP: needs $file"
    exit 77
  }
done
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
NUMBER=pith:2013:$ID
datafile "$(record $ID)" >pith-data.tex
cat >mine.xmp <<'X'
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:source>somewhere (else) \ é</dc:source></rdf:Description>
</rdf:RDF></x:xmpmeta>
X

# doc NAME BEFORE-CLASS PREAMBLE [CLASS-OPTION]: the source of a document of two pages
doc() {
  printf '%s\n' "$2" "\documentclass[${4:-}]{article}" "$3" '\title{A Title}\author{Ann Author}' \
    '\begin{document}\maketitle Text.\newpage More.\end{document}' >"$1.tex"
  printf '%s\n' '\Title{X (with) parens, \"a, & more}' '\Author{Ann Author\sep Bo Other}' \
    '\Doi{10.1/2}' >"$1.xmpdata"
}
# make ENGINE NAME: compiled twice, with NAME.xmp, NAME.qdf and NAME.flat
make() {
  engine=$1 file=$2
  rm -f "$file.aux" "$file.pdf"
  for run in 1 2; do
    case $engine in
      dvips | dvipdfmx) command latex -interaction=nonstopmode "$file.tex" >out 2>&1 || : ;;
      *) "$engine" -interaction=nonstopmode "$file.tex" >out 2>&1 || : ;;
    esac
    # XeTeX: pdfx has an error of its own (CreationDate) in each document.
    grep '^!' out | grep -v 'pdfx Error: CreationDate' && not_ok "$engine, $file: run $run"
  done
  case $engine in
    dvips) dvips -R2 -q "$file.dvi" -o "$file.ps" && ps2pdf "$file.ps" "$file.pdf" ;;
    dvipdfmx) dvipdfmx -q "$file.dvi" >/dev/null 2>&1 ;;
  esac
  pdfinfo -meta "$file.pdf" >"$file.xmp"
  pdfinfo "$file.pdf" >"$file.info"
  qpdf --qdf --object-streams=disable "$file.pdf" "$file.qdf"
  exiftool -a -G1 -s "$file.pdf" >"$file.exif"
  log_of "$file.log" >"$file.flat"
}
packet() { # ENGINE NAME: one packet and no more, well-formed
  what="$1, $2"
  check "$what: one /Metadata" lines 1 "$2.qdf" '/Metadata '
  check "$what: one packet" same "$(grep -ac '<?xpacket begin' "$2.qdf")" 1
  check "$what: well-formed" xmllint --noout "$2.xmp"
  check "$what: exiftool has no warning" fails grep -qi '\[ExifTool\].*Warning' "$2.exif"
  check "$what: two pages" grep -q '^Pages: *2$' "$2.info"
}
joined() { # ENGINE NAME SCHEMAS [IDENTIFIER]
  make "$1" "$2"
  packet "$1" "$2"
  check "$1, $2: the number, once" same "$(grep -o '<pith:number>[^<]*' "$2.xmp")" "<pith:number>$NUMBER"
  check "$1, $2: the number in plain text" lines 1 "$2.pdf" "<pith:number>$NUMBER<"
  check "$1, $2: the status" holds "$2.xmp" '<rdf:li>references:pending'
  check "$1, $2: dc:identifier" grep -q "XMP-dc.*Identifier *: ${4:-$NUMBER}\$" "$2.exif"
  check "$1, $2: $3 descriptions of the namespace" \
    same "$(grep -c '<pdfaSchema:prefix>pith<' "$2.xmp" || :)" "$3"
  if [ "$3" = 1 ]; then
    check "$1, $2: one list of such" lines 1 "$2.xmp" '<pdfaExtension:schemas'
    for name in number canonicalSha256 canonicalRecord keyId signature signedAt resolver \
      source relation status; do
      check "$1, $2: it describes $name" holds "$2.xmp" "<pdfaProperty:name>$name<"
    done
  fi
  check "$1, $2: no warning" same "$(warnings "$2.log")" 0
}

N="\\pithnumber{$ID}"
doc alone '' "\\usepackage{pith}$N"
doc hyperref '' "\\usepackage{pith}\\usepackage{hyperref}$N"
doc mx '' "\\usepackage[driver=dvipdfmx]{pith}$N"
doc mxclass '' "\\usepackage{pith}$N" dvipdfmx
doc hyperxmp1 '' "\\usepackage{pith}\\usepackage{hyperxmp}\\usepackage[pdfusetitle]{hyperref}$N"
doc hyperxmp2 '' "\\usepackage[pdfusetitle]{hyperref}\\usepackage{hyperxmp}\\usepackage{pith}$N"
doc hyperxmp3 '' "\\usepackage[pdfa]{hyperref}\\usepackage{hyperxmp}\\usepackage{pith}$N
\\hypersetup{pdfapart=2,pdfaconformance=B,pdftitle=A Title,pdfidentifier=doi:10.1/2}"
for kind in 1b 2b 3u; do doc "pdfx$kind" '' "\\usepackage{pith}\\usepackage[a-$kind]{pdfx}$N"; done
doc management '\RequirePackage{pdfmanagement-testphase}\DocumentMetadata{}' "\\usepackage{pith}$N"
doc standard '\RequirePackage{pdfmanagement-testphase}\DocumentMetadata{pdfstandard=A-2b}' \
  "\\usepackage{hyperref}\\hypersetup{pdftitle=A Title}\\usepackage{pith}$N"
doc identifier '\RequirePackage{pdfmanagement-testphase}\DocumentMetadata{}' \
  "\\usepackage[pdfusetitle]{hyperref}\\hypersetup{pdfidentifier=doi:10.1/2}\\usepackage{pith}$N"
doc xmpincl1 '' "\\usepackage{pith}\\usepackage{xmpincl}\\includexmp{mine}$N"
doc xmpincl2 '' "\\usepackage{xmpincl}\\usepackage{pith}$N\\includexmp{mine}"

joined dvipdfmx mx 0
joined dvipdfmx mxclass 0
for engine in pdflatex lualatex xelatex dvips; do
  joined "$engine" alone 0
  check "$engine, alone: no output intent" fails holds alone.qdf /OutputIntents
  joined "$engine" hyperref 0
done
for engine in pdflatex lualatex xelatex; do
  joined "$engine" hyperxmp1 1
  check "$engine, hyperxmp1: its title" grep -q 'XMP-dc.*Title *: A Title' hyperxmp1.exif
  joined "$engine" hyperxmp2 1
  check "$engine, hyperxmp2: its title" grep -q 'XMP-dc.*Title *: A Title' hyperxmp2.exif
  joined "$engine" hyperxmp3 1 doi:10.1/2
  check "$engine, hyperxmp3: its standard" holds hyperxmp3.xmp '<pdfaid:conformance>B<'
  for kind in 1b 2b 3u; do
    joined "$engine" "pdfx$kind" 1 doi:10.1/2
    check "$engine, pdfx$kind: its title" \
      grep -q 'XMP-dc.*Title *: X (with) parens, ä, & more' "pdfx$kind.exif"
    check "$engine, pdfx$kind: its authors" grep -q 'Creator *: Ann Author, Bo Other' "pdfx$kind.exif"
    check "$engine, pdfx$kind: its standard" holds "pdfx$kind.xmp" "<pdfaid:part>${kind%?}<"
  done
  joined "$engine" management 1
  joined "$engine" standard 1
  check "$engine, standard: its title" grep -q 'XMP-dc.*Title.*: A Title' standard.exif
  check "$engine, standard: the standard" holds standard.xmp '<pdfaid:part>2<'
  joined "$engine" identifier 1 doi:10.1/2
done
for file in xmpincl1 xmpincl2; do
  joined pdflatex "$file" 1
  check "$file: what the file says" grep -q 'Source *: somewhere (else) \\ é$' "$file.exif"
done
# What stands in a class's own slot of the title is no metadata.
for class in scrartcl memoir amsart beamer; do
  body='\maketitle Text.\newpage More.'
  [ $class != beamer ] || body='\begin{frame}\titlepage\end{frame}\begin{frame}x\end{frame}'
  for order in hyperref,hyperxmp hyperxmp,hyperref; do
    printf '%s\n' "\\documentclass{$class}\\usepackage[qr]{pith}\\usepackage{$order}$N" \
      '\title{A Title}\author{Ann Author}' "\\begin{document}$body\\end{document}" >slot.tex
    joined pdflatex slot 1
    check "$class, $order: nothing that is no text" fails holds slot.flat 'not allowed in a PDF string'
    check "$class, $order: no publisher" fails holds slot.xmp dc:publisher
    pdftotext slot.pdf slot.txt
    check "$class, $order: the badge" holds slot.txt 'Pith Number'
  done
done
# The last page is out before the document ends.
printf '%s\n' '\RequirePackage{pdfmanagement-testphase}\DocumentMetadata{}' \
  "\\documentclass{article}\\usepackage{pith}$N\\title{T}\\begin{document}\\maketitle Text.\\newpage More.\\clearpage\\end{document}" >clear.tex
joined pdflatex clear 1
# hyperxmp's pdfmark; gs compresses the packet.
make dvips hyperxmp2
packet dvips hyperxmp2
check "dvips, hyperxmp2: the number" holds hyperxmp2.xmp "<pith:number>$NUMBER<"

printf '%s\n' '\documentclass[dvipdfmx]{article}\usepackage{hyperref}\usepackage{hyperxmp}' \
  "\\usepackage{pith}$N\\hypersetup{pdftitle=A Title}\\title{T}\\begin{document}" \
  '\maketitle Text.\newpage More.\end{document}' >mxhyperxmp.tex
joined dvipdfmx mxhyperxmp 1
check "mxhyperxmp: its title" grep -q 'XMP-dc.*Title *: A Title' mxhyperxmp.exif

# What was written before cannot be joined any more: that's said, with what to do.
doc late1 '' "\\usepackage[a-1b]{pdfx}\\usepackage{pith}$N"
doc late2 '' "\\usepackage{xmpincl}\\includexmp{mine}\\usepackage{pith}$N"
sed 's/\\pithnumber{[A-Z2-7]*}//; s/Text\./&\\pithnumber{'$ID'}/' late1.tex >late3.tex
cp late1.xmpdata late3.xmpdata
for name in late1 late2 late3; do
  make pdflatex "$name"
  packet pdflatex "$name"
  check "$name: one warning" same "$(warnings $name.log)" 1
  check "$name: it says what to do" holds $name.flat 'pith embed FILE.pdf'
  check "$name: no number" fails holds $name.xmp pith
done
check "late2: what the file says" grep -q 'Source *: somewhere (else)' late2.exif

# Without the number the others' packets are as ever.
for way in anonymous xmp=false; do
  for engine in pdflatex lualatex xelatex; do
    for writer in '[a-1b]{pdfx}' '[pdfusetitle]{hyperref}\usepackage{hyperxmp}'; do
      doc without '' "\\usepackage[$way]{pith}\\usepackage$writer$N"
      make "$engine" without
      packet "$engine" without
      check "$engine, $way, $writer: no number" fails holds without.xmp pith
      check "$engine, $way, $writer: the author" holds without.xmp 'Ann Author'
    done
  done
done

# The own number is the starred one of the text, also where it must be known on
# the first page.
printf '%s\n' '\documentclass{article}\usepackage{pith}\begin{document}Text.\newpage' \
  "\\pithnumber{XHNNPWFNQ4ZPTVKFXVZADSBBOK}\\newpage\\pithnumber*{$ID}Text.\\end{document}" >star.tex
for engine in pdflatex lualatex xelatex dvips; do
  make "$engine" star
  check "$engine, star: the starred number" \
    same "$(grep -o '<pith:number>[^<]*' star.xmp)" "<pith:number>$NUMBER"
  check "$engine, star: three pages" grep -q '^Pages: *3$' star.info
  check "$engine, star: one /Metadata" lines 1 star.qdf '/Metadata '
done

# What the run before named is named only as long as it's there.
for engine in xelatex dvipdfmx; do
  printf '%s\n' '\documentclass{article}\usepackage{pith}\begin{document}x\newpage y\end{document}' >stale.tex
  make $engine stale
  for own in "\\gdef\\pith@own{$ID}" "\\gdef\\pith@own#1{$ID}" "\\gdef\\pith@own{$ID }" '\let\pith@own\relax'; do
    printf '%s\n' '\relax' "$own" >stale.aux
    for run in 1 2; do
      case $engine in
        xelatex) xelatex -interaction=nonstopmode stale.tex >out 2>&1 || : ;;
        *) command latex -interaction=nonstopmode stale.tex >out 2>&1 && dvipdfmx -q stale.dvi >/dev/null 2>&1 ;;
      esac
      check "$engine, $own, run $run: no error" fails grep -q '^!' out
    done
    check "$engine, $own: forgotten" fails grep -q 'pith@own' stale.aux
    pdfinfo -meta stale.pdf >stale.xmp 2>/dev/null || :
    check "$engine, $own: not in the XMP" fails grep -q "$ID" stale.xmp
  done
done

# dvips: a link that the page's end breaks, with links in the head and the foot.
OTHER=XHNNPWFNQ4ZPTVKFXVZADSBBOK
printf '%s\n' '\documentclass{article}\usepackage{pith}\clubpenalty=0 \widowpenalty=0 \makeatletter' \
  "\\def\\@oddhead{\\pithref{$OTHER}}\\let\\@oddfoot\\@oddhead\\makeatother\\begin{document}" \
  '\vspace*{\dimexpr\textheight-\baselineskip}' '' "\\noindent\\hspace*{.7\\textwidth}\\pithref*{$ID} foo" \
  '\end{document}' >pages.tex
command latex -interaction=nonstopmode pages.tex >out 2>&1 || not_ok "pages: compiles"
dvips -q pages.dvi -o pages.ps && ps2pdf pages.ps pages.pdf
qpdf --qdf --object-streams=disable pages.pdf pages.qdf
pages=$(pdfinfo pages.pdf | sed -n 's/^Pages: *//p')
check "pages: both parts of the link" lines 2 pages.qdf "/URI (https://pith.science/pith/$ID)"
check "pages: one link in each head and foot" lines $((2 * pages)) pages.qdf "/URI (https://pith.science/pith/$OTHER)"
finish
