#!/bin/sh
# SPDX-License-Identifier: MIT
# What becomes of a record when other programs rewrite the file: rewriters.tsv says it, and is
# tested here. RECORD: kept or lost, by `pith verify` offline. FILE: whether the author's file is
# still proved (whole), proved with changes after it (followed), or not (rewritten).
#
#   PRINT=1  prints the table as it is here
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
# shellcheck source=tests/pdf/lib.sh
. "$SRC/tests/pdf/lib.sh"
need_pith
need python3 qpdf gs pdflatex
cd "$WORK"
export PITH_CACHE_DIR="$WORK/cache"
python=python3
[ ! -x /usr/bin/python3 ] || python=/usr/bin/python3 # Debian's modules are Debian's Python's

printf '%s\n' '\documentclass{article}' '\begin{document}Text\newpage Two\end{document}' >paper.tex
pdflatex -interaction=batchmode paper.tex >/dev/null 2>&1
embed paper.pdf in.pdf
cat >stamp.py <<'P'
import pikepdf
# As arXiv stamps: a form on page 1 and a link, then a plain save.
pdf = pikepdf.open("in.pdf")
page = pdf.pages[0]
form = pdf.make_stream(b"BT ET")
form.Type, form.Subtype, form.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, [0, 0, 9, 9]
page.Resources.XObject = pikepdf.Dictionary(Stamp=form)
page.contents_add(pdf.make_stream(b"q /Stamp Do Q"))
page.Annots = pdf.make_indirect([pikepdf.Dictionary(
    Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[0, 0, 9, 9],
    A=pikepdf.Dictionary(S=pikepdf.Name.URI, URI="https://arxiv.org/abs/1309.3741"))])
pdf.save("out.pdf")
P
cat >metadata.py <<'P'
import pikepdf
pdf = pikepdf.open("in.pdf")
with pdf.open_metadata() as metadata:
    metadata["dc:title"] = "Other"
pdf.save("out.pdf")
P
printf '%s\n' '\documentclass{article}\usepackage{pdfpages}' \
    '\begin{document}\includepdf[pages=-]{in.pdf}\end{document}' >include.tex

# What follows `tool NAME NEEDED-COMMAND COMMAND...` writes out.pdf.
tool() {
    name=$1
    needed=$2
    shift 2
    line=$(grep "^$name	" "$SRC/tests/pdf/rewriters.tsv" || true)
    rm -f out.pdf
    if ! have "$needed" || ! "$@" >log 2>&1 </dev/null || [ ! -s out.pdf ]; then
        echo "SKIP: $name: no working $needed"
        return
    fi
    record=lost
    file=-
    if "$PITH" verify --offline out.pdf >report 2>&1; then
        record=kept
        file=rewritten
        if grep -q pdf-prefix-holds report; then file=whole; fi
        if grep -q "changed again" report; then file=followed; fi
    fi
    [ -z "${PRINT:-}" ] || printf '%s\t%s\t%s\n' "$name" "$record" "$file"
    check "$name: $record, $file" same "$(printf '%s' "$line" | cut -f 1-3)" "$name	$record	$file"
}

tool "copy" cp cp in.pdf out.pdf
tool "qpdf" qpdf qpdf in.pdf out.pdf
tool "qpdf --linearize (Overleaf)" qpdf qpdf --linearize --newline-before-endstream in.pdf out.pdf
tool "qpdf --object-streams=generate" qpdf qpdf --object-streams=generate in.pdf out.pdf
tool "qpdf --encrypt" qpdf qpdf --encrypt "" owner 256 -- in.pdf out.pdf
tool "qpdf --empty --pages" qpdf qpdf --empty --pages in.pdf -- out.pdf
tool "pikepdf save, with a stamp (arXiv)" "$python" "$python" stamp.py
tool "pikepdf, other metadata" "$python" "$python" metadata.py
tool "exiftool, other metadata" exiftool exiftool -q -Author=Me -o out.pdf in.pdf
tool "exiftool, other XMP" exiftool exiftool -q -XMP-dc:Title=Other -o out.pdf in.pdf
tool "mutool clean" mutool mutool clean in.pdf out.pdf
tool "mutool clean -gggz" mutool mutool clean -gggz in.pdf out.pdf
tool "mutool merge" mutool mutool merge -o out.pdf in.pdf in.pdf
tool "pdfseparate" pdfseparate pdfseparate -f 1 -l 1 in.pdf out.pdf
tool "pdfunite" pdfunite pdfunite in.pdf in.pdf out.pdf
tool "pdftocairo -pdf" pdftocairo pdftocairo -pdf in.pdf out.pdf
tool "Ghostscript pdfwrite" gs gs -q -sDEVICE=pdfwrite -o out.pdf in.pdf
if [ -n "$(kpsewhich pdfpages.sty)" ]; then
    tool "pdfpages in LaTeX" pdflatex pdflatex -interaction=batchmode -jobname=out include.tex
fi
finish
