#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Builds pith, checks the example paper's two Pith Numbers offline and compiles the paper.
set -eu
root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
cd "$root"
# shellcheck source=.ci/setup.sh
. "$root/.ci/setup.sh"
need build tex

build=build/release
log=$(mktemp)
trap 'rm -f "$log"' EXIT
configure() { cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DPITH_TESTS=OFF >"$log" 2>&1; }
echo "building pith ..."
if ! configure; then
    # What a failed or moved build left behind must not stand in the way.
    rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"
    configure || {
        cat "$log" >&2
        exit 1
    }
fi
cmake --build "$build" --parallel 2 >"$log" 2>&1 || {
    cat "$log" >&2
    exit 1
}

paper=build/example
mkdir -p "$paper"
cp -R examples/paper/main.tex examples/paper/pith tex/pith.sty "$paper/"

# From here on nothing needs a network: the bundles lie beside the paper.
"$build/pith" prepare --from "$paper/pith" "$paper/main.tex"
cd "$paper"
echo "compiling the paper ..."
for _ in first second; do
    pdflatex -no-shell-escape -interaction=nonstopmode -halt-on-error main.tex >pdflatex.out || {
        cat pdflatex.out >&2
        exit 1
    }
done
echo
echo "paper: $root/$paper/main.pdf"
