#!/bin/sh
# SPDX-License-Identifier: MIT
# Badges: 1,000 in one process, beside one process start of pith and of a program that does
# nothing, and one badge by the command.
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
"$BUILD/tests/bench_badge"
# median COMMAND...: of 101 runs, in milliseconds
median() {
    for _ in $(seq 101); do
        start=$(date +%s%N)
        "$@" >/dev/null 2>&1
        echo $(($(date +%s%N) - start))
    done | sort -n | sed -n 51p | awk '{printf "%.2f", $1 / 1e6}'
}
number=A5G5GAJ7DMCZDPVAMNFAYYAUOP
floor=$(median /bin/true)
task="draw a badge"
figure "$task" floor /bin/true "${floor}e-3"
echo "process that does nothing: /bin/true      $floor ms"
echo "process start: pith --version             $(median "$BUILD/pith" --version) ms"
for format in svg pdf; do
    took=$(median "$BUILD/pith" \
        badge --format $format --from "$SRC/examples/paper/pith" $number)
    echo "pith badge --format $format, from a folder  $took ms"
    [ $format != svg ] || figure "$task" pith pith "${took}e-3"
done
