#!/bin/sh
# SPDX-License-Identifier: MIT
#
# verify.sh RECORDS.ndjson [JOBS]: checks one JSON document a line with JOBS processes and
# prints one report a line, in the order of the input. The exit code is the worst of all parts.
set -eu
[ $# -ge 1 ] || {
    echo "usage: verify.sh RECORDS.ndjson [JOBS]" >&2
    exit 2
}
command -v parallel >/dev/null || {
    echo "verify.sh: needs GNU parallel" >&2
    exit 2
}
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
codes=$(mktemp)
trap 'rm -f "$codes"' EXIT
# Blocks end at line ends. The job log has the exit code of each part in column 7.
parallel --will-cite --pipe --keep-order --block "${BLOCK:-10M}" --jobs "${2:-100%}" --joblog "$codes" \
    "${PITH:-pith}" verify --ndjson - <"$1" || true
exec sh "$here/worst.sh" "$codes"
