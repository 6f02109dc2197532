#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pith mint --snapshot over synthetic lines (LINES, by default a million) beside its floor, in turns,
# and its memory at a tenth of them and at all. The bar: 300,000 records a second on two processors,
# or 70 % of the floor.
#   BUILD=build/release sh tests/bench/mint.sh
set -eu
: "${BUILD:?the folder of a release build}" "${LINES:=1000000}" "${JOBS:=2}" "${TURNS:=3}"
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
"$BUILD/tests/bench_mint" lines "$LINES" >"$WORK/lines"
head -n $((LINES / 10)) "$WORK/lines" >"$WORK/tenth"
echo "$LINES lines, $(wc -c <"$WORK/lines") bytes, $JOBS threads"

now() { date +%s.%N; }
turn=0
while [ $turn -lt "$TURNS" ]; do
    turn=$((turn + 1))
    floor=$("$BUILD/tests/bench_mint" floor "$WORK/lines" "$JOBS")
    start=$(now)
    "$BUILD/pith" mint --snapshot "$WORK/lines" -j "$JOBS" >/dev/null
    end=$(now)
    awk -v n="$LINES" -v a="$start" -v b="$end" -v f="${floor%% *}" 'BEGIN {
        r = n / (b - a)
        printf "pith %.0f records/s in %.2f s; floor %.0f; %.0f %% of it\n", r, b - a, f, 100 * r / f }'
done
for file in tenth lines; do
    /usr/bin/time -f "$file: %M KB at most" "$BUILD/pith" mint --snapshot "$WORK/$file" -j "$JOBS" \
        >/dev/null
done
