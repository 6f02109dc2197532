#!/bin/sh
# SPDX-License-Identifier: MIT
# Within soul's and ulem's commands, which take their text apart, a number stays whole and linked.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need pdflatex lualatex xelatex pdftotext qpdf kpsewhich
for file in soul.sty ulem.sty xcolor.sty; do
  [ -n "$(kpsewhich $file)" ] || {
    echo "SKIP: needs $file"
    exit 77
  }
done
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
URL=https://pith.science/pith/$ID
datafile "$(record $ID 476F)" >pith-data.tex
doc() { # NAME PACKAGES-BEFORE PACKAGES-AFTER: every command within each of the others
  {
    printf '%s\n' "\\documentclass{article}$2\\usepackage{pith}$3\\begin{document}\\raggedright"
    for command in $COMMANDS; do
      cat <<X
$command{a1 \\pithref{$ID} b1}; $command{a2 \\pithref*{$ID} b2}; $command{\\pithnumber[style=text]{$ID}}
$command{a3 \\pithnumber*{$ID} b3}; $command{a4 \\pithqr{$ID} b4}; $command{a5 \\pithfield{$ID}{year}, b5};
$command{a6 \\pithrawfield{$ID}{year} b6}

X
    done
    printf '%s\n' '\end{document}'
  } >"$1.tex"
  check "$ENGINE, $1: compiles" latex "$1.tex"
  pdftotext "$1.pdf" - | tr -d ' \n\f' >"$1.txt"
  qpdf --qdf --object-streams=disable "$1.pdf" "$1.qdf"
}
count() { grep -o "$2" "$1" | wc -l | tr -d ' '; }
for ENGINE in pdflatex lualatex xelatex; do
  COMMANDS='\ul \hl \st \so \caps'
  for way in before after; do
    soul='\usepackage{xcolor,soul}\usepackage{hyperref}'
    if [ $way = before ]; then doc $way "$soul" ''; else doc $way '' "$soul"; fi
    for want in 'a1pith:A5G5GAJ7b1' "a2pith:2013:${ID}b2" ";pith:2013:$ID" 'a3b3' 'a4b4' 'a52013,b5' 'a62013b6'; do
      check "$ENGINE, soul $way: $want" same "$(count $way.txt "$want")" 5
    done
    check "$ENGINE, soul $way: links" [ "$(grep -ac "/URI ($URL)" $way.qdf)" -ge 15 ]
  done
  doc hidden '\usepackage{xcolor,soul}' '\pithsetup{anonymous}'
  check "$ENGINE, soul, anonymous: nothing" fails grep -qi 'pith\|2013' hidden.txt
  COMMANDS='\uline \sout'
  doc ulem '\usepackage[normalem]{ulem}' '\usepackage{hyperref}'
  for want in 'a1pith:A5G5GAJ7b1' "a2pith:2013:${ID}b2" 'a3b3' 'a4b4' 'a52013,b5' 'a62013b6'; do
    check "$ENGINE, ulem: $want" same "$(count ulem.txt "$want")" 2
  done
  check "$ENGINE, ulem: links" [ "$(grep -ac "/URI ($URL)" ulem.qdf)" -ge 6 ]
done
finish
