#!/bin/sh
# SPDX-License-Identifier: MIT
# Engine x class x metadata package: sample papers with the badge, each read back and compared
# with the same paper without. A small set in which every pair meets; with LONG=1 all of them.
# A second run does only what has changed. The table: BUILD/matrix/table.tsv.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need python3 pdflatex lualatex xelatex latex dvips dvipdfmx ps2pdf kpsewhich pdftotext pdftoppm \
    pdffonts pdfinfo qpdf exiftool zbarimg
need_pith
for file in scrartcl.cls memoir.cls amsart.cls revtex4-2.cls acmart.cls IEEEtran.cls llncs.cls \
    elsarticle.cls beamer.cls hyperxmp.sty pdfx.sty xmpincl.sty pdfmanagement-testphase.sty \
    lmodern.sty; do
    [ -n "$(kpsewhich $file)" ] || {
        echo "SKIP: needs $file"
        exit 77
    }
done
folder=${BUILD:?the build folder}/matrix
whole=
[ "${LONG:-0}" = 0 ] || whole=--whole

cp -R "$SRC/examples/paper/." "$WORK/"
(cd "$WORK" && rm -f pith-data.tex && "$PITH" prepare -q --from pith main.tex)
# shellcheck disable=SC2086 # none or one option
python3 "$SRC/tests/tex/matrix/matrix.py" "$folder" "$WORK/pith-data.tex" $whole \
    ${MATRIX_ONLY:+--only "$MATRIX_ONLY"} || FAILED=1
finish
