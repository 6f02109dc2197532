#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pith mint --snapshot over synthetic lines (LINES, by default a million) beside its floor, in turns,
# and its memory at a tenth of them and at all. The bar: 300,000 records a second on two processors,
# or 70 % of the floor.
#   BUILD=build/release sh tests/bench/mint.sh
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
: "${LINES:=1000000}" "${JOBS:=2}" "${TURNS:=3}"
"$BUILD/tests/bench_mint" lines "$LINES" >"$WORK/lines"
head -n $((LINES / 10)) "$WORK/lines" >"$WORK/tenth"
echo "$LINES lines, $(wc -c <"$WORK/lines") bytes, $JOBS threads"

now() { date +%s.%N; }
cpu() { # COMMAND: its output, and its seconds of user and system time in $WORK/cpu
    /usr/bin/time -f '%U %S' -o "$WORK/cpu" "$@"
}
turn=0
while [ $turn -lt "$TURNS" ]; do
    turn=$((turn + 1))
    floor=$(cpu "$BUILD/tests/bench_mint" floor "$WORK/lines" "$JOBS")
    floor="${floor%% *} $(cat "$WORK/cpu")"
    start=$(now)
    cpu "$BUILD/pith" mint --snapshot "$WORK/lines" -j "$JOBS" >/dev/null
    end=$(now)
    echo "$LINES $start $end $floor $(cat "$WORK/cpu")" | awk '{
        r = $1 / ($3 - $2)
        printf "pith %.0f records/s in %.2f s; floor %.0f; %.0f %% of it; ", r, $3 - $2, $4, 100 * r / $4
        printf "CPU time a record %.2f us, floor %.2f: %.0f %%\n", 1e6 * ($7 + $8) / $1,
            1e6 * ($5 + $6) / $1, 100 * ($5 + $6) / ($7 + $8) }'
done
figure "mint a number, two threads" pith pith "$(echo "$start $end" | awk -v n="$LINES" '{ print ($2 - $1) / n }')"
figure "mint a number, two threads" floor "hash and scan" "$(echo "${floor%% *}" | awk '{ print 1 / $1 }')"
for file in tenth lines; do
    /usr/bin/time -f "$file: %M KB at most" "$BUILD/pith" mint --snapshot "$WORK/$file" -j "$JOBS" \
        >/dev/null
done
