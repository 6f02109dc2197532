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
document() { # name, numbers...
  name=$1
  shift
  {
    printf '%s\n' '\documentclass{article}' '\usepackage[shell]{pith}' '\begin{document}'
    printf '\\pithnumber{%s}\n\n' "$@"
    printf '%s\n' '\end{document}'
  } >"$name.tex"
}
document one $ID
document two $ID $ID2
document 'a b&c' $ID

# calls ENGINE FILE EXPECTED-CALLS [option...]: a run that is well, and these calls
# shellcheck disable=SC2317 # called by check
calls() {
  engine=$1 file=$2 expected=$3
  shift 3
  : >"$WORK/calls"
  command "$engine" -interaction=nonstopmode -halt-on-error "$@" "$file" || return 1
  [ "$(tr '\n' ';' <"$WORK/calls")" = "$expected" ]
}
# shellcheck disable=SC2317 # called by check
silent() { ! grep -q 'runsystem\|system(' "$1"; }

for engine in pdflatex lualatex xelatex latex; do
  datafile "$(record $ID)" >pith-data.tex
  check "$engine: nothing is started with a fresh file" calls $engine one.tex '' -shell-escape
  check "$engine: the missing number starts it once" \
    calls $engine two.tex "tex $ID $ID2;" -shell-escape
  rm pith-data.tex
  check "$engine: a missing file starts it once" calls $engine one.tex "tex $ID;" -shell-escape
  check "$engine: whatever the job is called" calls $engine 'a b&c.tex' "tex $ID;" -shell-escape
  check "$engine: restricted: it isn't started" calls $engine one.tex '' -shell-restricted
  check "$engine: nor does the log speak of it" silent one.log
  check "$engine: forbidden: it isn't started" calls $engine one.tex '' -no-shell-escape
  check "$engine: nor does the log speak of it" silent one.log
done
finish
