#!/bin/sh
# SPDX-License-Identifier: MIT
# Badges: 1,000 in one process, beside one process start of pith and of a program that does
# nothing, and one badge by the command.
set -eu
: "${BUILD:?the build folder}"
: "${SRC:=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}"
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
export PITH_CACHE_DIR=
echo "process that does nothing: /bin/true      $(median /bin/true) ms"
echo "process start: pith --version             $(median "$BUILD/pith" --version) ms"
for format in svg pdf; do
    echo "pith badge --format $format, from a folder  $(median "$BUILD/pith" \
        badge --format $format --from "$SRC/examples/paper/pith" $number) ms"
done
