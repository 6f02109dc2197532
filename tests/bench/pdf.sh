#!/bin/sh
# SPDX-License-Identifier: MIT
# Embedding into PDFs, and reading back, beside cp, other tools and `openssl dgst`: all in one
# run, on the same files, warm. Wants a release build. RUNS=7 is the number of runs of each.
#
#   library: the work alone (tests/bench/bench_embed.c); pith: the whole program.
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
need python3 pdflatex qpdf openssl

paper() { # NAME, preamble, body
    printf '%s\n' '\documentclass{article}' "$2" '\begin{document}' "$3" '\end{document}' >"$1.tex"
    pdflatex -interaction=batchmode "$1.tex" >/dev/null 2>&1 || true
    [ -s "$1.pdf" ] || echo "SKIP: $1.pdf" >&2
}
paper small '\usepackage{lmodern}' 'Text \(x^2\) \section{One} \textbf{more} \textit{text}'
paper hyper '\usepackage{hyperxmp}\usepackage[pdftitle=T,pdfauthor=A]{hyperref}' 'Text'
paper big '\newcount\n\def\t{The quick brown fox jumps over the lazy dog. }\def\x{\t\t\t\t\t\t\t\t}' \
    '\loop\x\x\x\x\par\x\x\x\par\advance\n1 \ifnum\n<9000\repeat'
qpdf --object-streams=generate small.pdf objstm.pdf
qpdf --linearize small.pdf lin.pdf
qpdf --object-streams=disable big.pdf big-classic.pdf
python3 "$SRC/tests/pdf/large.py" images huge-img.pdf
ten="big.pdf big.pdf big.pdf big.pdf big.pdf big.pdf big.pdf big.pdf big.pdf big.pdf"
# shellcheck disable=SC2086 # words
qpdf --empty --pages $ten -- huge-obj.pdf
rm -f ./*.tex ./*.log ./*.aux
python3 "$here/pdf_table.py"
