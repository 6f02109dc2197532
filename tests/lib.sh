# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Helpers of all test scripts; sourced after `set -eu`. Each check prints one line; a script
# ends with `finish`. Environment: SRC = top of the source tree, PITH = the pith program.

: "${SRC:?set SRC to the top of the source tree}"
FAILED=0
# No test reads or leaves anything in the user's cache; those about the cache name their own.
PITH_CACHE_DIR=
export PITH_CACHE_DIR
unset PITH_RESOLVER PITH_CACERT PITH_ALLOW_PRIVATE PITH_KEYRING TEXMF_OUTPUT_DIRECTORY TEXMFOUTPUT
WORK=$(mktemp -d)
# Services a script starts append their process ids here.
SERVICES=
cleanup() {
    # shellcheck disable=SC2086 # process ids are words
    [ -z "$SERVICES" ] || kill $SERVICES 2>/dev/null || true
    rm -rf "$WORK"
}
trap cleanup EXIT
trap 'exit 1' HUP INT TERM

need() {
    for tool in "$@"; do
        command -v "$tool" >/dev/null 2>&1 || {
            echo "SKIP: needs $tool"
            exit 77
        }
    done
}

need_pith() {
    [ -x "${PITH:-/nonexistent}" ] || {
        echo "SKIP: needs the pith program (PITH=${PITH:-})"
        exit 77
    }
}

ok() { printf 'ok - %s\n' "$1"; }
not_ok() {
    printf 'not ok - %s\n' "$1"
    FAILED=1
}

# check "what must hold" command...
check() {
    sentence=$1
    shift
    if "$@" >/dev/null 2>&1; then
        ok "$sentence"
    else
        not_ok "$sentence"
    fi
}

# True if the command fails.
fails() { ! "$@"; }

# gives CODE command...: the command's exit code; its output goes to $WORK/out and /err
gives() {
    want=$1
    shift
    got=0
    "$@" >"$WORK/out" 2>"$WORK/err" || got=$?
    [ "$got" = "$want" ] || {
        echo "# exit $got instead of $want: $*" >&3
        cat "$WORK/out" "$WORK/err" >&3
        return 1
    }
}
exec 3>&2

# same A B: equal strings
same() { [ "$1" = "$2" ]; }

# holds FILE TEXT: a fixed string in a file
holds() { grep -qF -e "$2" "$1"; }

# lines N FILE TEXT: N lines of the file have the fixed string
lines() { [ "$(grep -acF -e "$3" "$2")" = "$1" ]; }

# service FILE command...: starts it here; it serves when it has made the file. $SERVER is its
# process.
service() {
    made=$1
    shift
    rm -f "$made"
    "$@" 2>"$made.log" &
    SERVER=$!
    SERVICES="$SERVICES $SERVER"
    tries=0
    until [ -f "$made" ]; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || { cat "$made.log" >&2; exit 1; }
        sleep 0.1
    done
}

# Starts tests/net/resolver.py here, as the resolver of all runs of pith.
resolver() {
    : >asked
    service ports python3 "$SRC/tests/net/resolver.py"
    site='' stall=''
    # shellcheck source=/dev/null
    . ./ports
    PITH_RESOLVER=http://127.0.0.1:$site
    PITH_ALLOW_PRIVATE=1
    export PITH_RESOLVER PITH_ALLOW_PRIVATE stall
}

finish() { exit "$FAILED"; }
