# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by the benchmarks of this folder that are scripts: an empty folder to work in, no cache,
# and `here`, the folder of the scripts. BUILD is the folder of a release build. Where FIGURES names
# a file, what is measured is written there as well, for plot.py.
set -eu
: "${BUILD:?the build folder}"
# shellcheck disable=SC2034 # for those that source this
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
cd "$WORK"
PITH_CACHE_DIR=
export PITH_CACHE_DIR

# The seconds that a command takes, which prints to nowhere.
seconds() {
    start=$(date +%s%N)
    "$@" >/dev/null
    echo "$(($(date +%s%N) - start))" | awk '{printf "%.3f", $1 / 1e9}'
}

# figure TASK KIND WHO SECONDS: KIND is pith, floor or peer.
figure() {
    [ -z "${FIGURES:-}" ] || printf '%s\t%s\t%s\t%s\n' "$@" >>"$FIGURES"
}
