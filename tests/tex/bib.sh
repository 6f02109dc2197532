#!/bin/sh
# SPDX-License-Identifier: MIT
# Pith Numbers in bibliographies: biblatex fields, and BibTeX notes.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need pdflatex pdftotext qpdf biber bibtex kpsewhich
[ -n "$(kpsewhich biblatex.sty)" ] || {
  echo "SKIP: needs biblatex"
  exit 77
}
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
ID2=XHNNPWFNQ4ZPTVKFXVZADSBBOK
URL=https://pith.science/pith
datafile "$(record $ID)" >pith-data.tex
cat >r.bib <<X
@article{one, author={A. One}, title={First}, journal={J}, year=2013, eprint={1309.3741}, eprinttype={arxiv}, pith={$ID}}
@misc{two, author={B. Two}, title={Second}, year=2014, eprint={pith:2013:$ID}, eprinttype={pith}}
@article{three, author={C. Three}, title={Third}, journal={J}, year=2015, pith={$ID2}, note={A note}}
@misc{four, author={D. Four}, title={Fourth}, year=2016, note={\\pithref*{$ID}}}
@misc{five, author={E. Five}, title={Fifth}, year=2017}
X
biblatex() { # NAME PREAMBLE
  printf '%s\n' '\documentclass{article}' "$2" '\addbibresource{r.bib}\begin{document}\nocite{*}' \
    '\printbibliography\end{document}' >"$1.tex"
  check "$1: first run" latex "$1.tex"
  check "$1: biber" biber -q "$1"
  check "$1: second run" latex "$1.tex"
  text_of "$1.pdf" | tr -d ' ' >"$1.txt"
  qpdf --qdf --object-streams=disable "$1.pdf" "$1.qdf"
}
for way in '\usepackage{pith}\usepackage[backend=biber]{biblatex}\usepackage{hyperref}' \
  '\usepackage[backend=biber,style=authoryear]{biblatex}\usepackage{pith}'; do
  biblatex bl "$way"
  check "$way: beside another eprint" holds bl.txt "arXiv:1309.3741.pith:2013:$ID"
  check "$way: as the eprint" grep -q "Second\..*pith:2013:$ID" bl.txt
  check "$way: after a note" holds bl.txt "Anote.pith:$ID2"
  check "$way: in a note" grep -q "Fourth\..*pith:2013:$ID" bl.txt
  check "$way: four numbers and no more" same "$(grep -o 'pith:[0-9]*:*[A-Z2-7]\{26\}' bl.txt | wc -l | tr -d ' ')" 4
  check "$way: they link" same "$(grep -ac "($URL/" bl.qdf)" "$(grep -ac "($URL/\($ID\|$ID2\))" bl.qdf)"
  check "$way: to the cited records" grep -aq "($URL/$ID2)" bl.qdf
  check "$way: no overfull box" fails grep -q '^Overfull' bl.log
done
biblatex hidden '\usepackage[anonymous]{pith}\usepackage[backend=biber]{biblatex}'
check "hidden: nothing" fails grep -qi 'pith\|A5G5\|XHNN' hidden.txt
check "hidden: no link" fails grep -aq "($URL" hidden.qdf

printf '%s\n' '\documentclass{article}\usepackage{pith}\begin{document}\nocite{*}' \
  '\bibliographystyle{plain}\bibliography{r}\end{document}' >bt.tex
check "bibtex: first run" latex bt.tex
check "bibtex: it runs" bibtex -terse bt
check "bibtex: second run" latex bt.tex
text_of bt.pdf | tr -d ' ' >bt.txt
check "bibtex: the note's number" holds bt.txt "pith:2013:$ID."
finish
