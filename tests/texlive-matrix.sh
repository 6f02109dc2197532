#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The matrix of tests/tex/matrix.sh with other TeX Lives: those of the next Debian and of the
# rolling one, each in a folder made by debootstrap from the mirror that apt uses here. Wants
# root, and 2 GB for each. What was made stays: a second run does only what has changed.
#
#   PITH=build/dev/pith sh tests/texlive-matrix.sh [FOLDER [SUITE...]]
#
# FOLDER (build/texlive) gets SUITE/, the tree of that Debian, and SUITE.tsv, the table.
# LONG=1 runs the whole matrix.
set -eu
root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
# shellcheck source=.ci/setup.sh
. "$root/.ci/setup.sh"
: "${PITH:=$root/build/dev/pith}"
folder=${1:-$root/build/texlive}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- trixie sid
for tool in debootstrap apt-get chroot; do
    command -v $tool >/dev/null || {
        echo "SKIP: needs $tool"
        exit 77
    }
done
[ "$(id -u)" = 0 ] || {
    echo "SKIP: debootstrap and chroot need root"
    exit 77
}
whole=
[ "${LONG:-0}" = 0 ] || whole=--whole
mkdir -p "$folder"
folder=$(CDPATH='' cd "$folder" && pwd)
# shellcheck disable=SC2016 # apt's own variable
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' |
    sort -u | head -n 1)
[ -n "$mirror" ] || {
    echo "SKIP: apt knows no Debian mirror"
    exit 77
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cp -R "$root/examples/paper/." "$work"
(cd "$work" && rm -f pith-data.tex && "$PITH" prepare -q --from pith main.tex)

# Programs that read the papers back, from the same list as the tests here.
readers="poppler-utils qpdf libimage-exiftool-perl zbar-tools python3"
for suite in "$@"; do
    tree=$folder/$suite
    if [ ! -x "$tree/usr/bin/apt-get" ]; then
        debootstrap --variant=minbase "$suite" "$tree" "$mirror" >"$folder/$suite.log" 2>&1 || {
            tail -n 5 "$folder/$suite.log" >&2
            echo "pith: debootstrap of $suite failed" >&2
            exit 1
        }
    fi
    # shellcheck disable=SC2046,SC2086 # package names are words
    [ -x "$tree/usr/bin/exiftool" ] ||
        chroot "$tree" env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get install -y \
            --no-install-recommends $(debian_packages tex) $(debian_packages texmatrix) $readers \
            >>"$folder/$suite.log" 2>&1 || {
        tail -n 5 "$folder/$suite.log" >&2
        echo "pith: installing TeX Live of $suite failed" >&2
        exit 1
    }
    mkdir -p "$tree/pith/tests/tex"
    rm -rf "$tree/pith/tex" "$tree/pith/tests/tex/matrix"
    cp -R "$root/tex" "$tree/pith/tex"
    cp -R "$root/tests/tex/matrix" "$tree/pith/tests/tex/matrix"
    cp "$work/pith-data.tex" "$tree/pith/pith-data.tex"
    echo "== $suite: $(chroot "$tree" pdftex --version | head -n 1)"
    # shellcheck disable=SC2086 # none or one option
    chroot "$tree" env LC_ALL=C.UTF-8 HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        python3 -B /pith/tests/tex/matrix/matrix.py /pith/matrix /pith/pith-data.tex --lenient \
        $whole ${MATRIX_ONLY:+--only "$MATRIX_ONLY"} \
        >"$folder/$suite.out" || status=1
    grep -v '^ok' "$folder/$suite.out" || :
    cp "$tree/pith/matrix/table.tsv" "$folder/$suite.tsv"
done
exit "${status:-0}"
