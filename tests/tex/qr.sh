#!/bin/sh
# SPDX-License-Identifier: MIT
# The QR code at 12 mm: scanned from a 300-dpi render in colour and in grey, and without seams
# between its modules at 72 to 600 dpi, by two renderers, from each engine.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need pdflatex lualatex xelatex latex dvips dvipdfmx ps2pdf pdftoppm mutool zbarimg python3
need_pith
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
URL=https://pith.science/pith/$ID

cp -R "$SRC/examples/paper/." "$WORK/"
cd "$WORK"
rm -f pith-data.tex
check "pith prepare writes the data file" "$PITH" prepare --from pith main.tex

# Two places for one code: the second makes other pixels of the same edges.
paper() { # name, driver option
  printf '%s\n' "\\documentclass[$2]{article}" '\usepackage[qr,qrsize=12mm]{pith}' \
    '\begin{document}' "\\pithnumber{$ID}" '\end{document}' >"$1.tex"
}
# shellcheck disable=SC2317 # called by check, like those below
tex() { command "$1" -interaction=nonstopmode -halt-on-error "$2.tex"; }
for engine in pdflatex lualatex xelatex; do
  paper $engine a4paper
  check "$engine: compiles" tex $engine $engine
done
paper dvips a4paper
check "dvips: compiles" tex latex dvips
check "dvips: PostScript" dvips -R2 -q -z dvips.dvi
check "dvips: PDF" ps2pdf dvips.ps
paper dvipdfmx a4paper,dvipdfmx
check "dvipdfmx: compiles" tex latex dvipdfmx
check "dvipdfmx: PDF" dvipdfmx -q dvipdfmx.dvi

# The same code as one rule for each module, side by side: these show seams, in MuPDF at each
# resolution, which is what the test must find.
python3 - <<'X'
import re
boxes = re.findall(r"(\d+),(\d+),(\d+),(\d+);",
                   "".join(re.findall(r"^\\pithvalue\{qr\}\{(.*)\}$",
                                      open("pith-data.tex").read().split("\\pithendrecord")[0],
                                      re.M)))
size = 12 / 25.4 * 72.27 / 33
with open("separate.tex", "w") as out:
    out.write("\\documentclass[a4paper]{article}\\begin{document}\\setlength\\unitlength{%.5fpt}\n"
              "\\begin{picture}(33,33)\n" % size)
    for x, y, w, h in (map(int, box) for box in boxes):
        for i in range(w):
            for j in range(h):
                out.write("\\put(%d,%d){\\rule{\\unitlength}{\\unitlength}}%%\n"
                          % (x + i, 32 - y - j))
    out.write("\\end{picture}\\end{document}\n")
X
check "separate: compiles" tex pdflatex separate

# shellcheck disable=SC2317
scan() { # file, renderer option
  pdftoppm -r 300 ${2:+"$2"} -png -singlefile "$1.pdf" "scan-$1"
  [ "$(zbarimg -q --raw "scan-$1.png")" = "$URL" ]
}
# shellcheck disable=SC2317
draw() { # renderer, dpi, name: a grey picture NAME.pgm
  case $1 in
  poppler) pdftoppm -r "$2" -gray -singlefile "$3.pdf" "$3" ;;
  mupdf) mutool draw -q -r "$2" -c gray -F pgm -o "$3.pgm" "$3.pdf" 1 ;;
  esac
}
driver() { [ "$1" != dvips ] || echo 600; } # pixels an inch, its default
# Pixels wholly within dark modules, or within light ones, must be black, or white.
# shellcheck disable=SC2317
seamless() { # renderer, dpi, name
  draw "$@" && python3 "$SRC/tests/tex/matrix/seams.py" "$3.pgm" pith-data.tex "$2" 12 ${4:+"$4"}
}
for name in pdflatex lualatex xelatex dvips dvipdfmx; do
  check "$name: scanned at 12 mm and 300 dpi in colour" scan $name ''
  check "$name: scanned at 12 mm and 300 dpi in grey" scan $name -gray
done
for dpi in 72 96 150 200 300 600; do
  for renderer in poppler mupdf; do
    for name in pdflatex lualatex xelatex dvips dvipdfmx; do
      check "$name: no seams at $dpi dpi, $renderer" seamless $renderer $dpi $name "$(driver $name)"
    done
  done
  check "separate modules: seams are found at $dpi dpi" fails seamless mupdf $dpi separate
done
finish
