#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith doctor`: the cache in each state, papers without a number, packages of unknown version.
# shellcheck disable=SC2317 # `check` calls the functions
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3 pdflatex
cd "$WORK"
A=A5G5GAJ7DMCZDPVAMNFAYYAUOP
B=XHNNPWFNQ4ZPTVKFXVZADSBBOK
# row STATE CHECK TEXT: a line of the report
row() { grep -E "^$1 +$2 " out | grep -qF -e "$3"; }
"$PITH" mirror -q --from "$SRC/examples/paper/pith" site $A $B
mkdir paper
cp "$SRC/tex/pith.sty" paper
printf '%s\n' '\documentclass{article}\usepackage{pith}' "\\pithnumber{$A}" \
    '\begin{document}x\end{document}' >paper/main.tex
"$PITH" prepare -q --from site paper/main.tex

# ---- The cache ------------------------------------------------------------------------
PITH_CACHE_DIR=$WORK/cache
export PITH_CACHE_DIR
check "a cache that is not there yet" gives 0 "$PITH" doctor paper/main.tex
check "  comes when it is needed" row ok cache "$WORK/cache: will be made when it is needed"
check "  and not before" test ! -e cache
resolver
"$PITH" resolve -q $A $B
check "a cache with two numbers" gives 0 "$PITH" doctor paper/main.tex
check "  counts them" row ok cache "$WORK/cache: 2 numbers, "
if [ "$(id -u)" != 0 ]; then
    chmod a-w cache
    check "one that cannot be written" gives 3 "$PITH" doctor paper/main.tex
    check "  is said" row FAIL cache "cannot be written"
    chmod u+w cache
fi

# ---- The resolver ---------------------------------------------------------------------
kill "$SERVER"
wait "$SERVER" 2>/dev/null || true
check "a resolver that is gone" gives 3 "$PITH" doctor --online --timeout 2 paper/main.tex
check "  is said" row FAIL resolver "$PITH_RESOLVER"
unset PITH_RESOLVER

# ---- Papers ---------------------------------------------------------------------------
grep -v pithnumber paper/main.tex >paper/plain.tex
check "a paper without a number" gives 3 "$PITH" doctor paper/plain.tex
check "  is told" row FAIL paper "paper/plain.tex has no \\pithnumber"
check "  with the remedy" holds out "-> write"
check "a paper that is not there" fails "$PITH" doctor paper/none.tex

# ---- The package ----------------------------------------------------------------------
sed 's/{0\.[0-9.]*}/{9.9.9}/' "$SRC/tex/pith.sty" >paper/pith.sty
check "a package of another version" gives 0 "$PITH" doctor paper/main.tex
check "  is noted" row note package "9.9.9"
echo '% none' >paper/pith.sty
check "a package without one" gives 3 "$PITH" doctor paper/main.tex
check "  cannot be used" row FAIL package "does not tell its version"
finish
