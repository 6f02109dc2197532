#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: coverage.sh [build | rest | REGEX]
# What part of the lines and branches of src/ the tests run, file by file, the most missing last, and
# as one line. Without argument all tests run, with REGEX those of ctest -R REGEX, with a build of its
# own in build/coverage, and the failure sweep with it.
#   build  only builds, and forgets what has run. $SWEEP=build/coverage/pith then makes the failure
#          sweep of another build's tests count here, so that it needs to run once.
#   rest   runs what is quick, without the sweep, and adds it to what has run; prints the one line
# Exit code 1: a test failed, which is named.
set -eu
cd "$(dirname "$0")/.."
command -v gcovr >/dev/null || {
    echo "coverage: needs gcovr" >&2
    exit 1
}
build=$PWD/build/coverage
if [ "${1:-}" != rest ]; then
    # Counters of threads are exact. The build runs pith, for its documents.
    [ ! -d "$build" ] || find "$build" -name "*.gcda" -delete
    cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_C_FLAGS="--coverage -fprofile-update=atomic" >/dev/null
    cmake --build "$build" --parallel 2 >/dev/null
    find "$build" -name "*.gcda" -delete
    [ "${1:-}" != build ] || exit 0
fi
SWEEP=$build/pith
export SWEEP
status=0
case ${1:-} in
# Those that mostly wait for TeX, for a disk, or for the same code thousands of times.
rest) set -- . '^(static|ship|tex|fault)\.|^fuzz.smoke|^cli.arxiv|^pdf.(crash|papers|rewriters|pdfa)|^evidence.chain|^paper.(projects|templates)|^badge.(gallery|include)' ;;
*) set -- "${1:-.}" '^(static|ship)\.' ;;
esac
ctest --test-dir "$build" -R "$1" -E "$2" -j 2 --output-on-failure >"$build/ctest.log" || {
    grep -E '^not ok|ERROR' "$build/ctest.log" | head -n 40
    sed -n '/tests failed/,$p' "$build/ctest.log"
    status=1
}
# Each branch counts, those of an enum's other values too. Docs are made by the build.
gcovr --root . --filter src/ --exclude src/cli/docs/ --object-directory "$build" -j 2 \
    --csv "$build/coverage.csv" "$build/CMakeFiles" >"$build/gcovr.log" 2>&1 || {
    tail -n 5 "$build/gcovr.log"
    exit 1
}
awk -F, 'NR > 1 { printf "%4d of %4d branches and %4d of %4d lines are missing  %s\n",
    $5 - $6, $5, $2 - $3, $2, $1 }' "$build/coverage.csv" | sort -n >"$build/files"
[ "$2" != '^(static|ship)\.' ] || cat "$build/files"
awk -F, 'NR > 1 { lines += $2; run += $3; branches += $5; taken += $6 } END {
    printf "coverage: %.1f %% of lines, %.1f %% of branches\n",
        100 * run / lines, 100 * taken / branches }' "$build/coverage.csv"
exit $status
