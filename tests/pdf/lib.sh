# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What the tests of embed, strip and verify share.
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
# shellcheck disable=SC2034 # of the scripts
OTHER=XHNNPWFNQ4ZPTVKFXVZADSBBOK
FROM=$SRC/examples/paper/pith
unset SOURCE_DATE_EPOCH

have() { command -v "$1" >/dev/null 2>&1; }

# embed IN OUT [option...]
embed() {
    in=$1
    out=$2
    shift 2
    "$PITH" embed --quiet --from "$FROM" "$@" -o "$out" -- "$in" "$ID"
}

# The code of the first finding of a --json report.
code_of() {
    python3 -c 'import json,sys
print(json.load(open(sys.argv[1]))["results"][0]["findings"][0]["code"])' "$1"
}

# Every file of folder $1 through embed into folder $2, back by strip, and read by verify.
round_trip() {
    mkdir -p "$2"
    for file in "$1"/*.pdf; do
        name=$(basename "$file")
        if ! embed "$file" "$2/$name" --no-sync 2>err; then
            not_ok "$name is embedded: $(cat err)"
            continue
        fi
        if ! "$PITH" strip --quiet --no-sync -o back.pdf "$2/$name" 2>err ||
            ! cmp -s "$file" back.pdf; then
            not_ok "$name comes back by strip: $(cat err)"
        fi
        "$PITH" verify --quiet "$2/$name" >out 2>&1 || not_ok "$name is verified: $(cat out)"
    done
}
