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
[ -f "$build/CMakeCache.txt" ] ||
    cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DPITH_TESTS=OFF >"${TMPDIR:-/tmp}/pith-cmake.$$" || {
        cat "${TMPDIR:-/tmp}/pith-cmake.$$" >&2
        exit 1
    }
rm -f "${TMPDIR:-/tmp}/pith-cmake.$$"
cmake --build "$build" --parallel 2 -- --no-print-directory >build/build.log 2>&1 || {
    cat build/build.log >&2
    exit 1
}

paper=build/example
mkdir -p "$paper"
cp -R examples/paper/main.tex examples/paper/pith tex/pith.sty "$paper/"

# From here on nothing needs a network: the bundles lie beside the paper.
"$build/pith" prepare --from "$paper/pith" "$paper/main.tex"
cd "$paper"
for _ in first second; do
    pdflatex -no-shell-escape -interaction=nonstopmode -halt-on-error main.tex >pdflatex.out || {
        cat pdflatex.out >&2
        exit 1
    }
done
echo
echo "paper: $root/$paper/main.pdf"
