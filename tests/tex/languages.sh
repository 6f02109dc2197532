#!/bin/sh
# SPDX-License-Identifier: MIT
# Beside languages that make punctuation active or put space before it: numbers are printed and
# linked letter for letter, in the text, a heading and bibliographies, and options are read.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need pdflatex lualatex xelatex pdftotext qpdf zbarimg pdftoppm kpsewhich biber
need_pith
for file in french.ldf ngermanb.ldf spanish.ldf turkish.ldf gloss-french.ldf biblatex.sty; do
  [ -n "$(kpsewhich $file)" ] || {
    echo "SKIP: needs $file"
    exit 77
  }
done
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
cp -R "$SRC/examples/paper/." "$WORK/"
cd "$WORK"
rm -f pith-data.tex
"$PITH" prepare -q --from pith main.tex
cat >r.bib <<X
@misc{one, author={A. One}, title={First}, year=2013, eprint={$ID}, eprinttype={pith}}
@misc{two, author={B. Two}, title={Second}, year=2014, pith={pith:2013:$ID}}
X

# text LANGUAGE BEGIN END: every command, with the signs that may be active around and in arguments
text() {
  cat <<X
$2\\section{$1: \\pithref{$ID}}
(\\pithnumber[qrsize=12mm,style=text]{pith:2013:$ID}); \\pithref{$ID}; \\pithref*{$ID}!
\\pithnumber[style=text]{https://pith.science/pith/$ID}? \\pithfield{$ID}{source}: "z

{\\pithsetup{statuses=true,link=https://example.org/p/}\\pithnumber<$ID>\\par}
$3
X
}
# read_back NAME WHOLE SAYINGS: what the document prints, and where it links
read_back() {
  say="$ENGINE, $1"
  pdftotext "$1.pdf" - | tr -d ' \n\f' >"$1.txt"
  qpdf --qdf --object-streams=disable "$1.pdf" "$1.qdf"
  check "$say: numbers letter for letter" same "$(grep -o "pith:2013:$ID" "$1.txt" | wc -l | tr -d ' ')" "$2"
  check "$say: what is said of them" same "$(grep -o '(arXiv:1309.3741v1,' "$1.txt" | wc -l | tr -d ' ')" "$3"
  check "$say: no link elsewhere" same "$(grep -ac '/URI (' "$1.qdf")" \
    "$(grep -ac "/URI (https://pith.science/pith/$ID)\|/URI (https://example.org/p/$ID)" "$1.qdf")"
  check "$say: links" [ "$(grep -ac "/URI (https://pith.science/pith/$ID)" "$1.qdf")" -ge $(($2 - $3)) ]
  check "$say: links where the option says" [ "$(grep -ac "/URI (https://example.org/p/$ID)" "$1.qdf")" -ge "$3" ]
}
many() { # NAME PREAMBLE BODY
  printf '%s\n' "\\documentclass[a4paper]{article}$2\\usepackage{pith}\\usepackage{hyperref}" \
    "\\begin{document}$3\\pithqr[qrsize=12mm]{$ID}" \
    "\\begin{thebibliography}{9}\\bibitem{x} C: Third; \\pithref*{$ID}!\\end{thebibliography}" \
    '\end{document}' >"$1.tex"
  check "$ENGINE, $1: compiles" latex "$1.tex"
  read_back "$1" 17 4 # 4 in each of 4 languages, and the bibliography's
  check "$say: short ones" same "$(grep -o 'pith:A5G5GAJ7' "$1.txt" | wc -l | tr -d ' ')" 8
  check "$say: fields" same "$(grep -o 'arxiv:1309.3741v1' "$1.txt" | wc -l | tr -d ' ')" 4
  check "$say: a bookmark" holds "$1.out" '\000p\000i\000t\000h\000:\000A\0005'
  check "$say: one QR code, which reads" same \
    "$(pdftoppm -r 200 -gray "$1.pdf" page && zbarimg -q --raw page*.pgm | tr '[:lower:]' '[:upper:]')" \
    "HTTPS://PITH.SCIENCE/PITH/$ID"
  rm -f page*
}
for ENGINE in pdflatex lualatex xelatex; do
  many babel '\usepackage[T1]{fontenc}\usepackage[turkish,spanish,ngerman,french]{babel}' \
    "$(for l in turkish spanish ngerman french; do text $l "\\selectlanguage{$l}" ''; done)"
  [ $ENGINE = pdflatex ] ||
    many polyglossia '\usepackage{polyglossia}\setdefaultlanguage{french}\setotherlanguages{german,spanish,turkish}' \
      "$(for l in french german spanish turkish; do text $l "\\begin{$l}" "\\end{$l}"; done)"
  printf '%s\n' '\documentclass[french]{article}\usepackage[T1]{fontenc}\usepackage{babel}\usepackage{pith}' \
    '\usepackage[backend=biber]{biblatex}\usepackage{hyperref}\addbibresource{r.bib}' \
    '\begin{document}\nocite{*}\printbibliography\end{document}' >bib.tex
  [ -e bib.bbl ] || check 'biblatex: first run and biber' sh -c "$ENGINE -interaction=batchmode bib && biber -q bib"
  check "$ENGINE, biblatex: compiles" latex bib.tex
  read_back bib 2 0
done
finish
