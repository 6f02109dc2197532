#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: coverage.sh [REGEX]
# Builds with gcov, runs the tests (or those of ctest -R REGEX) and prints what part of the lines and
# branches of src/ they have run, file by file, the worst first. The failure sweep runs with this
# build. As long as the suite itself takes; needs gcovr. The build stays in build/coverage.
set -eu
cd "$(dirname "$0")/.."
command -v gcovr >/dev/null || {
    echo "coverage: needs gcovr" >&2
    exit 1
}
build=$PWD/build/coverage
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=--coverage >/dev/null
cmake --build "$build" --parallel 2 >/dev/null
find "$build" -name '*.gcda' -delete
SWEEP=$build/pith
export SWEEP
ctest --test-dir "$build" -R "${1:-.}" -E 'static|ship' -j 2 >"$build/ctest.log" || {
    sed -n '/tests failed/,$p' "$build/ctest.log"
}
# Docs are made by the build; what cannot be reached (an enum's other values) stays counted.
gcovr --root . --filter src/ --exclude src/cli/docs/ --object-directory "$build" \
    --gcov-ignore-parse-errors --csv "$build/coverage.csv" --print-summary "$build" >"$build/summary"
awk -F, 'NR > 1 && $2 > 0 { printf "%5.1f %% of %4d lines %5.1f %% of %4d branches  %s\n",
    100 * $3 / $2, $2, $6 ? 100 * $6 / ($5 ? $5 : 1) : 0, $5, $1 }' "$build/coverage.csv" | sort -n
grep -E '^(lines|branches)' "$build/summary"
