#!/bin/sh
# SPDX-License-Identifier: MIT
# Memory and the system fail, at each call in turn, in every command. LONG=1: at each of those of the
# libraries as well.
# shellcheck disable=SC2016 # the inner shell expands
set -eu
# Thousands of files, each with its fsync.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
# shellcheck source=tests/ship/lib.sh
. "$SRC/tests/ship/lib.sh"
# shellcheck source=tests/fault/lib.sh
. "$SRC/tests/fault/lib.sh"
need python3 cc
cd "$WORK"
echo 'int main(void) { return 0; }' | cc -xc - -o probe
ldd probe | grep -q 'libc\.so\.6' || {
    echo "SKIP: needs glibc"
    exit 77
}
shipped
cc -std=gnu17 -O1 -fPIC -shared -fno-builtin -o fault.so "$SRC/tests/fault/fault.c" -ldl
PITH=${SWEEP:-$SHIPPED/pith}
sweep_folder
cd sweep
stride=${STRIDE:-64}
[ "${LONG:-0}" != 1 ] || stride=1
check "every command keeps its word when a call fails" sh -c \
    'python3 -B "$1"/tests/fault/sweep.py "$2" "$3" "$1/examples" "$4" >&3' - "$SRC" "$PITH" "$WORK/fault.so" "$stride"
finish
