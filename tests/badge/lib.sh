# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034 # the scripts use the variables
# Helpers of the badge tests, on top of tests/lib.sh; sourced by each script after `set -eu`.

: "${SRC:?set SRC to the top of the source tree}"
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"

ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
SEED=XHNNPWFNQ4ZPTVKFXVZADSBBOK
URL=https://pith.science/pith/$ID

# make_states: documents for every state of a badge, in folders of the working directory
make_states() {
    cp -R "$SRC/examples/paper/pith" verified
    chmod -R u+w verified
    for state in key failed positive; do
        mkdir $state
    done
    sed 's/pith-v1-2026-05/pith-v9-2031-01/' verified/$ID.json >key/$ID.json
    sed 's/"canonical_sha256": "074/"canonical_sha256": "174/' verified/$ID.json >failed/$ID.json
    sed '/_attested\|_anchored\|_verified"\|_resolved/s/false/true/' verified/$ID.json \
        >positive/$ID.json
    for state in key failed positive; do
        fails cmp -s verified/$ID.json $state/$ID.json || echo "no edit: $state" >&3
    done
    # What is trusted by a keyring of one's own only, is called so.
    "$PITH" keygen --key-id my_key-2026 -o secret.json >keyring.json
    mkdir own
    "$PITH" sign receipt --key secret.json verified/$SEED.json -o own/$SEED.json >/dev/null
}

# badge STATE options...: the badge of that state; its exit code is that of the state
badge() {
    state=$1
    shift
    case $state in
    verified | positive | key) "$PITH" badge -q --from "$state" "$@" $ID ;;
    failed) "$PITH" badge -q --from failed --allow-failed "$@" $ID ;;
    intact) "$PITH" badge -q --from verified "$@" $SEED ;;
    own) "$PITH" badge -q --from own --keyring keyring.json "$@" $SEED ;;
    unchecked) "$PITH" badge -q --unchecked "$@" $ID ;;
    esac
}

# exit_of STATE
exit_of() {
    case $1 in
    key) echo 4 ;;
    failed) echo 1 ;;
    *) echo 0 ;;
    esac
}

STATES="verified own intact key unchecked failed positive"
STYLES="line card full label text card-qr full-qr"

# style_options NAME: "card-qr" is a card with a code
style_options() {
    case $1 in
    *-qr) echo "--style ${1%-qr} --qr" ;;
    *) echo "--style $1" ;;
    esac
}
