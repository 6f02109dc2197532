#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The scanner against TeX itself: in each project of tests/data/scan the numbers that the
# scan finds must be those that pdfLaTeX executes, in the same order. A stub pith.sty
# makes TeX say them.
# Environment: SRC = top of the source tree, SCAN = the program of tests/unit/scan_main.c
# (or BUILD, the CMake folder in which it was made).
set -eu
: "${SRC:?set SRC to the top of the source tree}"
SCAN=${SCAN:-${BUILD:-}/tests/scan_main}

command -v pdflatex >/dev/null 2>&1 || {
  echo "SKIP: scan-against-tex needs pdflatex; the scanner was NOT compared with TeX"
  exit 77
}
[ -x "$SCAN" ] || {
  echo "SKIP: scan-against-tex needs the scan_main program (SCAN=$SCAN)"
  exit 77
}
for package in listings.sty fancyvrb.sty verbatim.sty shortvrb.sty hyperref.sty; do
  [ -n "$(kpsewhich "$package")" ] || {
    echo "SKIP: scan-against-tex needs the LaTeX package $package"
    exit 77
  }
done

WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
trap 'exit 1' HUP INT TERM

mkdir "$WORK/stub"
cat >"$WORK/stub/pith.sty" <<'STUB'
\ProvidesPackage{pith}
\NewDocumentCommand\pithnumber{s O{} d<>}
  {\IfNoValueTF{#3}{\pith@seen}{\pith@seen{#3}}}
\newcommand\pith@seen[1]{\typeout{PITH-SEEN \detokenize{#1}.}}
STUB
TEXINPUTS="$WORK/stub:"
max_print_line=2000
export TEXINPUTS max_print_line

failed=0
projects=0
for project in "$SRC"/tests/data/scan/*/; do
  name=$(basename "$project")
  projects=$((projects + 1))
  rm -rf "$WORK/paper"
  cp -R "$project" "$WORK/paper"
  cd "$WORK/paper"
  if ! pdflatex -interaction=nonstopmode -halt-on-error main.tex >"$WORK/log" 2>&1; then
    echo "not ok - $name: TeX refuses the project"
    tail -n 20 "$WORK/log"
    failed=1
    continue
  fi
  # Distinct, in the order of their first use; the 26 characters of any written form.
  LC_ALL=C sed -n 's/^.*PITH-SEEN \(.*\)\.$/\1/p' "$WORK/log" | tr -d ' ' |
    sed 's/.*[:/]//' | tr '[:lower:]' '[:upper:]' | awk '!seen[$0]++' >"$WORK/tex"
  if ! "$SCAN" main.tex >"$WORK/scan"; then
    echo "not ok - $name: the scan refuses the project"
    failed=1
  elif ! [ -s "$WORK/tex" ]; then
    echo "not ok - $name: TeX saw no number at all"
    failed=1
  elif diff "$WORK/tex" "$WORK/scan"; then
    echo "ok - $name: $(wc -l <"$WORK/tex" | tr -d ' ') numbers, as TeX sees them"
  else
    echo "not ok - $name: TeX (<) and the scan (>) differ"
    failed=1
  fi
done
[ "$projects" -gt 0 ] || failed=1
exit "$failed"
