#!/bin/sh
# SPDX-License-Identifier: MIT
# What \pithnumber with its QR code adds to a pdfLaTeX run of a 20-page paper whose data file is
# there, beside the paper as it was (the floor) and with the same code by qrcode.sty (the peer).
# Rounds of one run each, in turns, as a busy machine slows all alike; differences are taken
# within a round. Where valgrind is there, instructions are counted as well. LONG=1 takes 40 rounds.
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
need pdflatex kpsewhich python3
[ -n "$(kpsewhich qrcode.sty)" ] || {
    echo "SKIP: needs qrcode.sty"
    exit 77
}
cp -R "$SRC/examples/paper/pith" .
echo '\pithnumber{A5G5GAJ7DMCZDPVAMNFAYYAUOP}' >number.tex
"$BUILD/pith" prepare -q --from pith number.tex
TEXINPUTS="$SRC/tex:"
ROUNDS=12
[ "${LONG:-0}" = 0 ] || ROUNDS=40
export TEXINPUTS ROUNDS
python3 "$here/tex_table.py"
