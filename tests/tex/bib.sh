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

# In narrow columns the number is broken over lines: without a hyphen, an overfull line or a part
# that is not linked.
need python3 pdfinfo
for word in a the that another furthermore notwithstanding; do
  echo "@article{$word, author={A. One and B. Two}, title={The title of $word paper on sets},
journal={Journal of $word}, volume={3}, pages={1--9}, year=2013, note={\\pithref*{$ID}}}"
done >narrow.bib
sed 's/note={\\pithref\*{\(.*\)}}}/pith={\1}}/' narrow.bib >narrowbl.bib
narrow() { # NAME CLASS PREAMBLE BIBLIOGRAPHY PROGRAM: six numbers, how many of them over lines
  printf '%s\n' "\\documentclass$2\\usepackage{pith}$3" '\begin{document}\nocite{*}' "$4" '\end{document}' >"$1.tex"
  check "$1: first run" latex "$1.tex"
  check "$1: $5" "$5" "$1"
  latex "$1.tex" || :
  check "$1: last run" latex "$1.tex"
  check "$1: no overfull line" fails grep -q '^Overfull' "$1.log"
  check "$1: six numbers, whole and linked, most over lines" sh -c \
    "python3 -B '$SRC/tests/tex/matrix/linked.py' '$1.pdf' pith:2013:$ID $ID | grep '^6, [4-6] over lines'"
}
narrow columns '[twocolumn]{article}' '' '\bibliographystyle{plain}\bibliography{narrow}' bibtex
narrow columnshref '[twocolumn]{article}' '\usepackage{hyperref}' '\bibliographystyle{plain}\bibliography{narrow}' bibtex
narrow columnsbl '[twocolumn]{article}' '\usepackage[backend=biber]{biblatex}\usepackage{hyperref}\addbibresource{narrowbl.bib}' \
  '\printbibliography' biber
if [ -n "$(kpsewhich revtex4-2.cls)" ]; then
  narrow revtex '[prl,twocolumn]{revtex4-2}' '' '\bibliography{narrow}' bibtex
  narrow revtexhref '[prl,twocolumn]{revtex4-2}' '\usepackage{hyperref}' '\bibliography{narrow}' bibtex
fi
finish
