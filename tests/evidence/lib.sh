# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Bundles with evidence for the tests here; sourced after tests/lib.sh, in $WORK. $NUMBER is the
# record, ring.json has the keys alice and bob.
EXAMPLES=$SRC/examples/paper/pith
NUMBER=A5G5GAJ7DMCZDPVAMNFAYYAUOP
OTHER=XHNNPWFNQ4ZPTVKFXVZADSBBOK
PAGE=https://pith.science/pith/$NUMBER
CAPTURE=https://web.archive.org/web/20260901120000/$PAGE

"$PITH" keygen -q --key-id alice -o alice.json --public a.json
"$PITH" keygen -q --key-id bob -o bob.json --public b.json
"$PITH" keygen -q --key-id mallory -o mallory.json --public m.json
python3 -c 'import json
builtin = {"keys": []}
keys = [k for f in ("a.json", "b.json") for k in json.load(open(f))["keys"]]
json.dump({"keys": keys}, open("ring.json", "w"))'
export PITH_KEYRING="$WORK/ring.json"

# event KEY TIME TYPE PAYLOAD: adds one event to bundle.json
event() {
    printf '%s' "$4" >payload.json
    "$PITH" sign event -q --key "$1.json" --date "2026-10-01T12:00:$2Z" --type "$3" \
        --payload payload.json -o bundle.json bundle.json
}

# every_kind: bundle.json, with a receipt and an event of every kind
every_kind() {
    "$PITH" sign receipt -q --key alice.json --date 2026-10-01T12:00:00Z -o bundle.json \
        "$EXAMPLES/$NUMBER.json"
    event alice 01 author_claim '{"claimant":"https://orcid.org/0000-0002-1825-0097","method":"orcid","strength":"strong"}'
    event alice 02 author_claim '{"claimant":"author@example.org","method":"email","strength":"weak"}'
    event bob 03 citation '{"relationship":"extends","cited":"pith:2026:'$OTHER'"}'
    event bob 04 replication '{"claim_id":"C1","report":"https://example.org/r1","moderation":"accepted"}'
    event bob 05 falsification '{"claim_id":"C2","report":"https://example.org/r2"}'
    event bob 06 formal_bridge '{"claim_id":"C1","report":"https://example.org/lean"}'
    event alice 07 anchor '{"kind":"internet_archive","proof":"'"$CAPTURE"'"}'
    event alice 08 anchor '{"kind":"opentimestamps","proof":"AE9wZW5UaW1lc3RhbXBz"}'
}

# rows FILE...: the state of each row, one line
rows() {
    "$PITH" status --json "$@" >rows.json || true
    python3 -c 'import json
(r,) = json.load(open("rows.json"))["results"]
print(" ".join("%s=%s" % (k, v["state"].replace(" ", "_")) for k, v in r["evidence"].items()))'
}

# archive: starts tests/evidence/wayback.py here, as the archive of all runs of pith
archive() {
    python3 "$SRC/tests/evidence/wayback.py" 2>archive.log &
    SERVICES="${SERVICES:+$SERVICES }$!"
    tries=0
    until [ -f port ]; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || { cat archive.log >&2; exit 1; }
        sleep 0.1
    done
    PITH_ARCHIVE=http://127.0.0.1:$(cat port)
    PITH_ALLOW_PRIVATE=1
    export PITH_ARCHIVE PITH_ALLOW_PRIVATE
}
