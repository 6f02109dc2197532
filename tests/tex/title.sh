#!/bin/sh
# SPDX-License-Identifier: MIT
# \pithfield{..}{title} prints each printable ASCII character, in OT1 and T1.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need pdflatex pdftotext od
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP

hex() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n' | tr abcdef ABCDEF; }
# Typographic quotes are what TeX prints for ' and `, in OT1 also the ligatures
# of f; the rest must come back as it went in.
plain() {
  pdftotext -enc UTF-8 "$1" - | tr '\n\f' '  ' | tr -s ' ' |
    sed "s/’/'/g; s/‘/\`/g; s/ﬁ/fi/g; s/ﬂ/fl/g; s/ﬀ/ff/g; s/ *\$//"
}
titles() {
  cat <<'X'
A title
\ ^ % # $ & _ ~ { } < > | " all
a\b^c%d#e$f&g_h~i{j}k<l>m|n"o
100% sure of #1, R&D for $5 in a_b
left } over { braces } all } around
\input{canary} \write18{touch written} \openout
^^5cinput{canary} \end{document}
\csname par\endcsname \loop\iftrue\repeat
dashes - -- --- quotes '' `` ,, << >> ?` !` end
Ren\'e and Bra\v{c}evac: (a+b)*c=d/e; [f]@g.h
ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789
X
}
titles >list
echo "the canary sings" >canary.tex
for enc in OT1 T1; do
  n=0 fonts=
  [ $enc = OT1 ] || fonts='\usepackage{lmodern}'
  while IFS= read -r title; do
    n=$((n + 1))
    datafile "$(record $ID "$(hex "$title")")" >pith-data.tex
    # A wide page, so that no title is broken over lines.
    printf '%s\n' '\documentclass{article}' "\\usepackage[$enc]{fontenc}" \
      "$fonts" '\usepackage{pith}\pagestyle{empty}' \
      '\pdfpagewidth=2000pt \textwidth=1900pt' \
      "\\begin{document}\\noindent\\pithfield{$ID}{title}\\end{document}" >t.tex
    if latex t.tex -shell-escape && [ "$(plain t.pdf)" = "$title" ] &&
      [ "$(warnings t.log)" = 0 ]; then
      ok "$enc title $n: $title"
    else
      not_ok "$enc title $n: $title"
      plain t.pdf || :
    fi
  done <list
  check "$enc: no glyph is missing" fails grep -q 'Missing character' t.log
done
check "nothing was written" \
  same "$(echo *)" "canary.tex list pith-data.tex t.aux t.log t.pdf t.tex"
finish
