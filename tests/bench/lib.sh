# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by the benchmarks of this folder that are scripts: an empty folder to work in, no cache,
# and `here`, the folder of the scripts. BUILD is the folder of a release build. What is measured is
# added to the file FIGURES as well, for plot.py.
set -eu
BUILD=$(CDPATH='' cd "${BUILD:?the build folder}" && pwd)
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
SRC=$(CDPATH='' cd "$here/../.." && pwd)
: "${FIGURES:=/dev/null}"
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
cd "$WORK"
PYTHONDONTWRITEBYTECODE=1
export BUILD SRC FIGURES PYTHONDONTWRITEBYTECODE

# The seconds that a command takes, which prints to nowhere.
seconds() {
    start=$(date +%s%N)
    "$@" >/dev/null
    echo "$(($(date +%s%N) - start))" | awk '{printf "%.3f", $1 / 1e9}'
}

# figure TASK KIND WHO SECONDS: KIND is pith, floor or peer. In Python: figures.py.
figure() { printf '%s\t%s\t%s\t%s\n' "$@" >>"$FIGURES"; }
