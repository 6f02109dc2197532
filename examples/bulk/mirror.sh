#!/bin/sh
# SPDX-License-Identifier: MIT
#
# mirror.sh DIR NUMBERS.txt [JOBS] [-- OPTIONS]: mirrors the numbers of a list, one a line,
# into DIR with JOBS processes; OPTIONS go to each `pith mirror`. They take turns in DIR, so
# this pays where fetching takes the time. The exit code is the worst of all parts.
set -eu
[ $# -ge 2 ] || {
    echo "usage: mirror.sh DIR NUMBERS.txt [JOBS] [-- OPTIONS]" >&2
    exit 2
}
command -v parallel >/dev/null || {
    echo "mirror.sh: needs GNU parallel" >&2
    exit 2
}
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
dir=$1
list=$2
shift 2
jobs=100%
[ $# -eq 0 ] || [ "$1" = -- ] || {
    jobs=$1
    shift
}
[ $# -eq 0 ] || shift
codes=$(mktemp)
trap 'rm -f "$codes"' EXIT
# parallel hands the words to a shell again: --quote keeps them as they are.
parallel --will-cite --quote --keep-order --max-args "${CHUNK:-100}" --jobs "$jobs" --joblog "$codes" \
    "${PITH:-pith}" mirror "$@" -- "$dir" <"$list" || true
exec sh "$here/worst.sh" "$codes"
