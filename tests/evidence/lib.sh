# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Bundles with evidence for the tests here, which source this alone. $NUMBER is the record;
# ring.json has the keys of the registry, alice and bob.
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK" || exit
EXAMPLES=$SRC/examples/paper/pith
NUMBER=A5G5GAJ7DMCZDPVAMNFAYYAUOP
OTHER=XHNNPWFNQ4ZPTVKFXVZADSBBOK
PAGE=https://pith.science/pith/$NUMBER
CAPTURE=https://web.archive.org/web/20260901120000/$PAGE

"$PITH" keygen -q --key-id alice -o alice.json --public a.json
"$PITH" keygen -q --key-id bob -o bob.json --public b.json
"$PITH" keygen -q --key-id mallory -o mallory.json --public m.json
python3 -c 'import json
registry = {"key_id": "pith-v1-2026-05", "algorithm": "ed25519", "public_key_hex":
            "b2d552b68890857171a78b36a5dccf368a953413288c353f7c9d9d6f94b709b3"}
keys = [k for f in ("a.json", "b.json") for k in json.load(open(f))["keys"]]
json.dump({"keys": [registry] + keys}, open("ring.json", "w"))'
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
    proofs
    event alice 08 anchor "$(cat bitcoin.json)"
}

# proofs: payloads of timestamps: bitcoin.json, whose block has the digest as its merkle root, with
# that block in `header` (as much work as a test chain asks for); waiting.json; other.json, which is
# of another digest; false0.json to false19.json, which lead to no such block; and `early`, a
# header as `header` from two days before the submission, and `lazy`, one without work
proofs() {
    python3 - "$EXAMPLES/$NUMBER.json" <<'Y'
import base64, hashlib, json, struct, sys
digest = bytes.fromhex(json.load(open(sys.argv[1]))["canonical_sha256"])
magic = bytes.fromhex("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294")
bitcoin = bytes.fromhex("000588960d73d71901") + b"\x01\x05"
waiting = bytes.fromhex("0083dfe30d2ef90c8e") + b"\x19\x18" + b"https://cal.example.org/"
def event(name, attestation, of=digest):
    proof = base64.b64encode(magic + b"\x01\x08" + of + attestation).decode()
    json.dump({"kind": "opentimestamps", "proof": proof}, open(name, "w"))
event("bitcoin.json", bitcoin)
event("waiting.json", waiting)
event("other.json", bitcoin, hashlib.sha256(b"x").digest())
for n in range(20):
    event("false%d.json" % n, b"\xf0\x01%c\x08" % n + bitcoin)
for name, time in ("header", 1790000000), ("early", 1379238800 - 2 * 86400), ("lazy", 1790000000):
    for nonce in range(1 << 32):
        header = struct.pack("<i32s32sIII", 4, b"\1" * 32, digest, time, 0x207fffff, nonce)
        work = hashlib.sha256(hashlib.sha256(header).digest()).digest()[31] < 0x7f
        if work != (name == "lazy"):
            break
    print(header.hex(), file=open(name, "w"))
Y
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
    service port python3 "$SRC/tests/evidence/wayback.py"
    PITH_ARCHIVE=http://127.0.0.1:$(cat port)
    PITH_ALLOW_PRIVATE=1
    export PITH_ARCHIVE PITH_ALLOW_PRIVATE
}
