#!/bin/sh
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016 # the inner shell expands
# --json on every path of every command: one document, the exit code of the run without it.
set -eu
# Many small files.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
"$PITH" keygen -q --key-id mine -o key.json --public ring.json
python3 -B "$SRC/tests/pdf/shapes.py" shapes
python3 - "$SRC/examples/paper/pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP/bundle.json" <<'END'
import hashlib, sys
magic = bytes.fromhex("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294")
digest = hashlib.sha256(open(sys.argv[1], "rb").read()).digest()
waiting = bytes.fromhex("0083dfe30d2ef90c8e") + b"\x19\x18" + b"https://cal.example.org/"
open("x.ots", "wb").write(magic + b"\x01\x08" + digest + waiting)
END
mkdir here && cd here
check "--json says what the run without it does, on every path" sh -c \
    'python3 -B "$1/tests/cli/json_paths.py" "$2" "$1/examples/paper/pith" ../key.json ../ring.json ../x.ots \
        ../shapes/table.pdf >&3' - "$SRC" "$PITH"
finish
