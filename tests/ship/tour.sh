#!/bin/sh
# SPDX-License-Identifier: MIT
# What README.md has a newcomer type works as it stands there, and prints what it says. LONG=1:
# from a checkout that nothing has been built in.
# shellcheck disable=SC2016,SC2317 # inner shells expand; some functions are named indirectly
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need git pdflatex kpsewhich pdftotext
git -C "$SRC" -c safe.directory='*' rev-parse >/dev/null 2>&1 || {
    echo "SKIP: needs a checkout"
    exit 77
}
cd "$WORK"
HOME=$WORK
export HOME
unset TEXINPUTS PITH_KEYRING PITH_RESOLVER

# The indented lines of README.md after the first line that has $1, up to the next other one.
block() {
    awk -v start="$1" 'index($0, start) {seen = 1; next}
        seen && /^    / {print substr($0, 5); shown = 1; next}
        shown && NF {exit}' "$SRC/README.md"
}

mkdir checkout
git -C "$SRC" -c safe.directory='*' ls-files -z examples tex src CMakeLists.txt CMakePresets.json \
    templates packaging tests/CMakeLists.txt .ci | (cd "$SRC" && xargs -0 tar -cf -) | tar -xf - -C checkout
cd checkout
block 'From a fresh checkout' >tour
check "the tour has its lines" test "$(wc -l <tour)" -ge 8
first=$(sed -n '1s/  *#.*//p' tour)
check "it begins with examples/run.sh" same "$first" "sh examples/run.sh"
if [ "${LONG:-0}" = 1 ]; then
    check "  which builds and compiles" sh -c "$first"
else
    # All but the build, which makes a program like the one under test.
    mkdir -p build/release
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$PITH" >build/release/pith
    chmod +x build/release/pith
    { echo 'set -eu; root=$PWD; build=build/release' && sed -n '/^paper=/,$p' examples/run.sh; } >run.sh
    check "  which compiles the paper" sh run.sh
fi
sed 1d tour >rest.sh
check "the other lines, as they are typed" sh -e rest.sh
cd build/example
check "  the PDF has its badge" sh -c 'pdftotext main.pdf - | grep -q "verified"'
PATH=$WORK/checkout/build/release:$PATH
check "  the forged record is refused" gives 1 pith verify forged.json
check "  a badge" test -s badge.svg
check "  an upload" test -s upload.tar.gz
cd ../..
block '`pith verify main.pdf` prints' >expected
(cd build/example && pith verify main.pdf) >printed
check "pith verify prints what README shows" cmp expected printed

mkdir registry
cd registry
block 'OAI-PMH `arXivRaw`, JSON or YAML, as' >metadata.json
check "the example of metadata is minted" pith mint metadata.json
block "A registry of one's own" >registry.sh
check "the registry has its lines" test "$(wc -l <registry.sh)" -ge 5
id=$(pith mint --json metadata.json | sed 's/.*"id":"\([A-Z2-7]\{26\}\)".*/\1/')
printf '%s\n' '\documentclass{article}\usepackage{pith}' "\\pithnumber{$id}" \
    '\begin{document}x\end{document}' >main.tex
check "from key to badge, as it is typed" sh -e registry.sh
check "  verified by one's own key" grep -qxF '\pithvalue{trusted}{own}' pith-data.tex
finish
