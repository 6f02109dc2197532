#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Builds everything with ASan and UBSan, runs the whole suite and ends with one line of
# counts. LONG=1 runs the long forms of the slow suites.
set -eu
root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
cd "$root"
# shellcheck source=.ci/setup.sh
. "$root/.ci/setup.sh"
need build tex texmatrix test pdf ship lint

cmake --preset dev >build.log.$$ 2>&1 || {
    cat build.log.$$ >&2
    rm -f build.log.$$
    exit 1
}
rm -f build.log.$$
cmake --build --preset dev --parallel 2
# The failure sweep runs once, with the build that counts what is run.
sh tests/coverage.sh build
SWEEP=$root/build/coverage/pith
export SWEEP

# Locales with a decimal comma and a dotless i, for the tests that must not care.
mkdir -p build/dev/locale
for locale in tr_TR fr_FR; do
    [ -d build/dev/locale/$locale.UTF-8 ] ||
        localedef -i $locale -f UTF-8 "build/dev/locale/$locale.UTF-8" >/dev/null 2>&1 ||
        echo "SKIP: no $locale locale"
done

report=build/dev/ctest.xml
status=0
ctest --preset dev --output-junit "$root/$report" || status=$?
covered=0
sh tests/coverage.sh rest || covered=1 status=1

count() {
    sed -n "s/.*<testsuite.* $1=\"\([0-9]*\)\".*/\1/p; s/^[[:space:]]*$1=\"\([0-9]*\)\".*/\1/p" "$report" | head -n 1
}
total=$(($(count tests) + 1))
failed=$(($(count failures) + covered))
skipped=$(count skipped)
if [ "$skipped" -gt 0 ]; then
    echo "skipped:"
    sed -n 's/.*<testcase name="\([^"]*\)".*status="notrun".*/  \1/p' "$report"
fi
echo "$((total - failed - skipped)) passed, $failed failed, $skipped skipped"
exit "$status"
