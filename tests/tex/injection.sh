#!/bin/sh
# SPDX-License-Identifier: MIT
# What hostile text in a data file tries, in each engine with -shell-escape: every document
# builds, shows neither canary nor secret, and writes and runs nothing. The long lists of
# hostile-data.sh and hostile-title.sh are for pdfLaTeX; here they run in the other engines.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need pdflatex lualatex xelatex pdftotext python3
need_pith
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
PITH_TEST_SECRET=theenvironmentsings
export PITH_TEST_SECRET

# A `pdflatex' that is another engine; ENGINE tells which, where it matters.
for engine in lualatex xelatex; do
  mkdir -p "$WORK/bin/$engine"
  printf '#!/bin/sh\nexec %s "$@"\n' "$engine" >"$WORK/bin/$engine/pdflatex"
  chmod +x "$WORK/bin/$engine/pdflatex"
  for list in hostile-data hostile-title; do
    code=0
    ENGINE=$engine PATH="$WORK/bin/$engine:$PATH" sh "$SRC/tests/tex/$list.sh" \
      >"$WORK/report" 2>&1 || code=$?
    check "$engine: all of $list" same "$code" 0
    grep '^not ok' "$WORK/report" | sed "s/^/# $engine: /; 5q" || :
  done
done

# One document for each text, which stands where the title should, and as a line at the end.
mkdir "$WORK/cases"
cd "$WORK/cases"
echo 'thecanarysings' >canary.tex
record $ID >good
cat >texts <<'X'
\input{@/canary.tex}
^^5cinput{@/canary.tex}
^^5c^^69nput{@/canary.tex}
^^^^005cinput{@/canary.tex}
\newwrite\w\immediate\openout\w=written.tex \immediate\write\w{x}\immediate\closeout\w
\immediate\write18{touch written.tex}
\directlua{io.open("written.tex", "w"):close()}
\directlua{tex.sprint(os.getenv("PITH_TEST_SECRET"))}
\directlua{os.execute("touch written.tex")}
a % b<LF>\input{@/canary.tex}
a % b<CR>\input{@/canary.tex}
a % b<FF>\input{@/canary.tex}
a }<LF>\input{@/canary.tex}{
\loop\iftrue\repeat
\def\x{\x}\x
\end{document}
\csname @@input\endcsname @/canary.tex
100% sure
a } b
a#1b
<NUL>a
<FF FE>
X
python3 - <<'X'
import os
bytes_of = {"@": os.getcwd(), "<LF>": "\n", "<CR>": "\r", "<FF>": "\f", "<NUL>": "\0",
            "<FF FE>": "\xff\xfe"}
for number, text in enumerate(open("texts").read().splitlines(), 1):
    for name, value in bytes_of.items():
        if not (name == "@" and "@@" in text):
            text = text.replace(name, value)
    open("%d.raw" % number, "wb").write(text.encode("latin-1"))
X
n=$(wc -l <texts | tr -d ' ')
document() { # what is said before the number
  printf '%s\n' '\documentclass{article}' "$1" '\begin{document}' \
    "\\pithnumber{$ID} end" '\end{document}'
}
document '\usepackage[qr]{pith}' >paper.tex
# Reading the file as TeX is what the texts are made for: this shows that they bite.
document '\def\pithdata#1{}\let\pithrecord\pithdata\let\pithendrecord\pithdata
\let\pithenddata\pithdata\def\pithvalue#1#2{#2}\def\pithnumber#1{\input{pith-data}}' >naive.tex

run() { # engine, document
  rm -f "$2.pdf" written.tex
  timeout 60 "$1" -shell-escape -interaction=nonstopmode -halt-on-error "$2.tex" >/dev/null 2>&1
}
# The texts that read, write or run something where the whole language is at hand.
# (LuaTeX has no \write18, the others no \directlua.)
bites() {
  if [ "$2" = lualatex ]; then
    [ "$1" -le 9 ] && [ "$1" != 6 ]
  else
    [ "$1" -le 6 ]
  fi
}
# shellcheck disable=SC2317 # called by check
quiet() { # engine
  pdftotext paper.pdf paper.txt
  tr -d ' \n\f' <paper.txt >paper.flat
  [ ! -e written.tex ] && [ "$(echo *)" = "$files" ] && holds paper.flat "PithNumberpith:$ID" &&
    ! grep -q sings paper.flat && ! grep -aq "$PITH_TEST_SECRET" paper.log paper.pdf &&
    ! grep -q 'runsystem\|(.*canary.tex' paper.log
}

touch naive.aux naive.log naive.pdf paper.aux paper.flat paper.log paper.pdf paper.txt pith-data.tex
files=$(echo *)
for engine in pdflatex lualatex xelatex; do
  i=0
  while [ $i -lt "$n" ]; do
    i=$((i + 1))
    what="$engine: $(sed -n "${i}p" texts)"
    for place in title line; do
      {
        printf '%s\n' '\pithdata{1}'
        if [ $place = title ]; then
          sed '/{qrsize}/,$d' good
          printf '\\pithvalue{title}{'
          cat $i.raw
          echo '}'
          sed -n '/{qrsize}/,$p' good
        else
          cat good $i.raw
          echo
        fi
        printf '%s\n' '\pithenddata{1}'
      } >pith-data.tex
      check "$what, as $place: builds" run $engine paper
      check "$what, as $place: does nothing" quiet
    done
    if bites $i $engine; then
      { printf '%s\n' '\pithdata{1}'; cat $i.raw; } >pith-data.tex
      run $engine naive || :
      [ -e written.tex ] || pdftotext naive.pdf - 2>/dev/null | grep -q sings ||
        case $(sed -n "${i}p" texts) in
        ^^^^*) [ $engine = pdflatex ] ;; # four carets are for the other engines
        *) false ;;
        esac || not_ok "$what: read as TeX it does something"
      rm -f written.tex
      touch naive.pdf
    fi
  done
done
finish
