#!/bin/sh
# SPDX-License-Identifier: MIT
# \usepackage[shell]{pith}: the helper is started only if a number lacks data and the engine runs
# every command; with fixed words and the number alone on its command line. A canary stands in
# for the helper and writes down how it was called.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need pdflatex lualatex xelatex latex
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
ID2=XHNNPWFNQ4ZPTVKFXVZADSBBOK

mkdir "$WORK/bin" "$WORK/doc"
cat >"$WORK/bin/pith" <<X
#!/bin/sh
printf '%s\n' "\$*" >>"$WORK/calls"
X
chmod +x "$WORK/bin/pith"
PATH="$WORK/bin:$PATH"
export PATH
cd "$WORK/doc"
document() { # name, place, numbers...
  name=$1
  body=$([ "$2" = preamble ] || printf 'x')
  shift 2
  {
    printf '%s\n' '\documentclass{article}' '\usepackage[shell]{pith}' '\title{T}\author{A}'
    [ -n "$body" ] || printf '\\pithnumber{%s}\n' "$@"
    printf '%s\n' '\begin{document}\maketitle'
    [ -z "$body" ] || printf '\\pithnumber{%s}\n\n' "$@"
    printf '%s\n' '\end{document}'
  } >"$name.tex"
}
document one preamble $ID
document two preamble $ID $ID2
document text body $ID
document 'a b&c' preamble $ID

# calls ENGINE FILE EXPECTED-CALLS [option...]: a run that is well, and these calls
# shellcheck disable=SC2317 # called by check
calls() {
  engine=$1 file=$2 expected=$3
  shift 3
  : >"$WORK/calls"
  command "$engine" -interaction=nonstopmode -halt-on-error "$@" "$file" || return 1
  [ "$(tr '\n' ';' <"$WORK/calls")" = "$expected" ]
}
# shellcheck disable=SC2317
silent() { ! grep -q 'runsystem\|system(' "$1"; }

for engine in pdflatex lualatex xelatex latex; do
  rm -f ./*.aux
  datafile "$(record $ID)" >pith-data.tex
  for run in first second; do
    check "$engine: with a fresh file nothing is started, $run run" \
      calls $engine one.tex '' -shell-escape
    check "$engine: nor for a number in the text, $run run" calls $engine text.tex '' -shell-escape
  done
  check "$engine: a number that lacks starts it once, with all" \
    calls $engine two.tex "tex $ID $ID2;" -shell-escape
  rm pith-data.tex
  check "$engine: a file that lacks starts it once" \
    calls $engine one.tex "tex $ID;" -shell-escape
  check "$engine: so it does for the text's numbers, known from the run before" \
    calls $engine text.tex "tex $ID;" -shell-escape
  check "$engine: whatever the job is called" calls $engine 'a b&c.tex' "tex $ID;" -shell-escape
  for name in one text; do
    check "$engine: restricted, it isn't started ($name)" \
      calls $engine $name.tex '' -shell-restricted
    check "$engine: nor does the log speak of it ($name)" silent $name.log
    check "$engine: forbidden, it isn't started ($name)" \
      calls $engine $name.tex '' -no-shell-escape
    check "$engine: nor does the log speak of it ($name)" silent $name.log
  done
  # An .aux file is anybody's: what isn't a number goes on no command line.
  for bad in "$ID;touch\${IFS}x" 'a b' "$(printf %s $ID | tr "[:upper:]" "[:lower:]")" "\string\$ID" \
    "\ifnum1=1 $ID\fi"; do
    printf '%s\n' '\relax' "\gdef\pith@needed{$bad}" >text.aux
    : >"$WORK/calls"
    "$engine" -interaction=nonstopmode -shell-escape text.tex >/dev/null 2>&1 || :
    check "$engine: not from the .aux file: $bad" fails grep -v "^tex $ID\$" "$WORK/calls"
  done
done
finish
