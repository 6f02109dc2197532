#!/bin/sh
# SPDX-License-Identifier: MIT
# Badges in other people's documents: three TeX engines and LibreOffice take the PDF, the papers
# have embedded fonts only, and what the badge shows is there.
# shellcheck disable=SC2317 # check calls the functions
set -eu
# shellcheck source=tests/badge/lib.sh
. "$SRC/tests/badge/lib.sh"
need_pith
need pdflatex pdffonts pdftoppm qpdf zbarimg exiftool
cd "$WORK"
make_states >/dev/null 2>&1
badge verified --style full --qr -o "pith-A5G5GAJ7.pdf"
badge verified --style full --qr --format tex >badge.tex
badge own --style text --format tex >words.tex
cat >paper.tex <<'X'
\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{lmodern,graphicx,hyperref}
\begin{document}
A paper with a badge.

\input{badge}

\input{words}
\end{document}
X
# reads FILE.pdf: the code on its page is the address
reads() {
    pdftoppm -r 150 -png "$1" page
    [ "$(zbarimg -q --raw page-*1.png 2>/dev/null)" = "$URL" ]
}
# The last column but three of pdffonts says whether a font is embedded.
embedded() { pdffonts "$1" | awk 'NR > 2 && $(NF - 4) != "yes" {bad = 1} END {exit bad}'; }
links() { qpdf --qdf --object-streams=disable "$1" - | grep -acF "/URI ($2)" || true; }

for engine in pdflatex lualatex xelatex; do
    if ! command -v $engine >/dev/null; then
        echo "SKIP: no $engine"
        continue
    fi
    if [ $engine = lualatex ] && ! kpsewhich ifluatex.sty >/dev/null; then
        echo "SKIP: $engine has no packages"
        continue
    fi
    rm -f paper.pdf paper.aux page-*
    check "$engine takes the badge" $engine -interaction=nonstopmode -halt-on-error paper.tex
    if [ ! -s paper.pdf ]; then
        tail -n 20 paper.log >&3
        continue
    fi
    check "  sound" qpdf --check paper.pdf
    check "  only embedded fonts" embedded paper.pdf
    check "  the code decodes at 150 dpi" reads paper.pdf
    check "  the link of the snippet works, that of the badge is dropped by TeX" \
        same "$(links paper.pdf "$URL")" 1
    check "  the words have theirs" same "$(links paper.pdf "https://pith.science/pith/$SEED")" 1
    check "  nothing is too wide" fails grep -q '^Overfull' paper.log
    check "  a key name with an underscore is text" sh -c "pdftotext paper.pdf - | tr '\n' ' ' | sed 's/ﬁ/fi/g' | grep -qF 'verified with key my_key-2026'"
done

if command -v soffice >/dev/null; then
    badge verified --style full --qr -o lo.svg
    office() {
        timeout 120 soffice -env:UserInstallation="file://$WORK/office" --headless "$@" >/dev/null 2>&1
    }
    mkdir -p office-pdf office-svg
    check "LibreOffice opens the PDF" office --infilter=draw_pdf_import --convert-to pdf \
        --outdir office-pdf "pith-A5G5GAJ7.pdf"
    check "  and shows the code" reads office-pdf/pith-A5G5GAJ7.pdf
    check "LibreOffice opens the SVG" office --convert-to pdf --outdir office-svg lo.svg
    check "  and shows the code" reads office-svg/lo.pdf
else
    echo "SKIP: no LibreOffice"
fi
finish
