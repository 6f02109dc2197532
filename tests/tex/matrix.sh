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
python3 -B "$SRC/tests/tex/matrix/matrix.py" "$folder" "$WORK/pith-data.tex" $whole \
    ${MATRIX_ONLY:+--only "$MATRIX_ONLY"} || FAILED=1

# That it finds what it is for: packages with one fault each.
finds() { # fault, code at the end of the package
  mkdir -p "$WORK/package"
  sed '/^.endinput *$/,$d' "$SRC/tex/pith.sty" >"$WORK/package/pith.sty"
  printf '%s\n' '\ExplSyntaxOff' "$2" '\endinput' >>"$WORK/package/pith.sty"
  python3 -B "$SRC/tests/tex/matrix/matrix.py" "$WORK/faulty" "$WORK/pith-data.tex" \
      --package "$WORK/package" --only pdflatex-article-none-body >"$WORK/report" || :
  check "found: $1" holds "$WORK/report" "$1"
}
finds 'catalog has a key twice' '\AtEndDocument{\pdfcatalog{/Metadata 1 0 R}}'
finds '/OutputIntents changed' '\AtEndDocument{\pdfcatalog{/OutputIntents[]}}'
finds 'log: Overfull' '\AtEndDocument{\setbox0\hbox to 1pt{wide}}'
finds 'pages instead of 3' '\AtEndDocument{\clearpage\null\clearpage}'
finds 'unequal shifts' '\AddToHook{cmd/section/before}{\vspace{9pt}}'
finds 'is not where it was' '\AddToHook{cmd/section/before}{\leftskip2pt}'
finds 'looks different' '\AddToHook{shipout/foreground}{\put(1in,-9in){\rule{2pt}{2pt}}}'
finds 'links: []' '\pithsetup{link=none}'
finds 'XMP: none, wanted full' '\pithsetup{xmp=false}'
finds 'badge reads' '\pithsetup{style=text}'
finds 'Type 3' '\pdfmapline{-ecrm1000}\AtEndDocument{{\usefont{T1}{cmr}{m}{n}x}}'
finish
