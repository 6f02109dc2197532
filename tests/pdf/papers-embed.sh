#!/bin/sh
# SPDX-License-Identifier: MIT
# PDFs as papers really come: from TeX engines, Ghostscript, Cairo, browsers, and rewriters.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
# shellcheck source=tests/pdf/lib.sh
. "$SRC/tests/pdf/lib.sh"
# shellcheck source=tests/pdf/papers.sh
. "$SRC/tests/pdf/papers.sh"
need_pith
need python3 qpdf pdfinfo pdftoppm pdflatex gs
cd "$WORK"
make_papers all

# Refused, and rightly: encrypted ones; those of pdfunite (Poppler 22), whose /Size is smaller
# than the numbers in use; of Ghostscript 10.00 at level 2.0, whose XMP is not well-formed. Newer
# versions may do better.
mkdir refused
mv all/encrypted-*.pdf all/united-*.pdf all/gs-2.0.pdf refused/ 2>/dev/null || true
for file in refused/*.pdf; do
    name=$(basename "$file" .pdf)
    cp "$file" in.pdf
    status=0
    "$PITH" embed --json --from "$FROM" --in-place in.pdf "$ID" >report 2>err || status=$?
    case $name:$status:$(code_of report 2>/dev/null || true) in
    encrypted-*:5:pdf-encrypted | united-*:5:pdf-size | gs-2.0:5:xmp-syntax)
        check "$name is refused and untouched" cmp "$file" in.pdf
        ;;
    united-*:0:* | gs-2.0:0:*) mv "$file" all/ ;;
    *) not_ok "$name: exit $status, $(cat report)" ;;
    esac
done

count=$(find all -name '*.pdf' | wc -l)
check "there are at least 60 ($count)" test "$count" -ge 60
round_trip all embedded
python3 "$SRC/tests/pdf/judge.py" all embedded || FAILED=1

# Two packages that each write metadata: readers take different ones.
cat >two.tex <<'T'
\documentclass{article}\usepackage{hyperxmp}\usepackage{hyperref}\pdfcatalog{/Metadata 1 0 R}
\begin{document}Text\end{document}
T
if pdflatex -interaction=batchmode two.tex >/dev/null 2>&1 && grep -aq /Metadata two.pdf; then
    qpdf --qdf --object-streams=disable two.pdf - 2>/dev/null | grep -ac /Metadata >out || true
    check "two packages that write metadata: refused" gives 5 "$PITH" embed --from "$FROM" \
        -o two-out.pdf two.pdf "$ID"
    check "  by name" holds err "the key /Metadata twice"
fi
finish
