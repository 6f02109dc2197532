#!/bin/sh
# SPDX-License-Identifier: MIT
# The life of a bundle: keygen, receipt, every type of event, verification; and how secret
# keys are kept.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
EXAMPLES=$SRC/examples/paper/pith
ID=XHNNPWFNQ4ZPTVKFXVZADSBBOK
DATE=2026-10-01T12:00:00Z
mode() { python3 -c 'import os,sys; print(oct(os.stat(sys.argv[1]).st_mode & 0o7777))' "$1"; }
has_command() { "$PITH" help "$1" >/dev/null 2>&1; }

# Keys.
check "keygen makes a key" gives 0 "$PITH" keygen --key-id test-2026 --signer-id example.org \
    --signer-type pith_registry -o key.json
cp out ring.json
check "  with mode 0600" same "$(mode key.json)" 0o600
check "  and prints a keyring" python3 -c 'import base64,hashlib,json
k, = json.load(open("ring.json"))["keys"]
raw = base64.b64decode(k["public_key_b64"])
assert list(k) == ["key_id","algorithm","format","public_key_b64","public_key_hex","fingerprint_sha256_hex"]
assert raw.hex() == k["public_key_hex"] and k["format"] == "raw"
assert hashlib.sha256(raw).hexdigest()[:32] == k["fingerprint_sha256_hex"]'
check "  that --keyring takes" gives 0 "$PITH" keys --keyring ring.json
cp key.json before.json
check "an existing file is not overwritten" gives 8 "$PITH" keygen --key-id other -o key.json
check "  nothing is printed" test ! -s out
check "  the file stays" cmp key.json before.json
check "  and the message says what to do" holds err "exists already; choose another name"
for mask in 000 022 077 777; do
    rm -f masked.json
    check "mode 0600 under umask $mask" sh -c "umask $mask; \"$PITH\" keygen -q --key-id m -o masked.json >/dev/null 2>&1"
    check "  has it" same "$(mode masked.json)" 0o600
done
ln -s nowhere.json dangling.json
check "nor through a dangling link" gives 8 "$PITH" keygen --key-id other -o dangling.json
check "  nothing is made" test ! -e nowhere.json
check "keygen without a name" gives 2 "$PITH" keygen -o x.json
check "keygen without a file" gives 2 "$PITH" keygen --key-id x
check "a name with a space" gives 2 "$PITH" keygen --key-id 'a b' -o x.json
check "a period that is none" gives 2 "$PITH" keygen --key-id a --not-before 2026 -o x.json
check "  leaves no file" test ! -e x.json
check "two keys differ" fails cmp key.json masked.json
check "keygen --json" gives 0 "$PITH" keygen --json --key-id j -o j.json
check "  is JSON" python3 -c 'import json; r=json.load(open("out"))["results"][0]
assert r["target"] == "j.json" and r["keyring"]["keys"][0]["key_id"] == "j"'
check "  with an empty standard error" test ! -s err

check "keygen --public" gives 0 "$PITH" keygen --key-id p -o p.json --public p-ring.json
check "  prints nothing" test ! -s out
check "  says what to give out" holds err "give out p-ring.json"
check "  writes the keyring" gives 0 "$PITH" keys --keyring p-ring.json
cp p-ring.json before-ring.json
check "  again is refused" gives 8 "$PITH" keygen --key-id p -o p.json --public p-ring.json
check "  also with the secret gone" gives 8 sh -c "rm p.json; \"$PITH\" keygen --key-id p -o p.json --public p-ring.json"
check "  no secret is made" test ! -e p.json
check "  the keyring stays" cmp p-ring.json before-ring.json
check "  also if the secret is there" gives 8 "$PITH" keygen --key-id p -o key.json --public q-ring.json
check "  no keyring is made" test ! -e q-ring.json
check "  and nothing else" same "$(find . -name '.pith-*')" ""
check "both halves in one file" gives 2 "$PITH" keygen --key-id p -o p.json --public ./p.json
check "  makes none" test ! -e p.json
check "a public half that cannot be written" gives 8 "$PITH" keygen --key-id p -o p.json --public none/p.json
check "  leaves no secret" test ! -e p.json
if [ -e /dev/full ]; then
    for json in "" --json; do
        check "a public half that is lost $json" gives 8 sh -c "\"$PITH\" keygen $json --key-id p -o p.json >/dev/full"
        check "  leaves no secret" test ! -e p.json
        check "  and no success is claimed" fails holds err "secret key written"
        check "  the loss is told once" lines 1 err "standard output"
    done
    check "a public half in a file is not lost" gives 0 sh -c "\"$PITH\" keygen --key-id p -o p.json --public q.json >/dev/full"
    check "  with its secret" test -e p.json
    rm -f p.json q.json
fi
check "a pipe that nobody reads" sh -c "{ sleep 0.2; \"$PITH\" keygen -q --key-id p -o p.json; } | :"
check "  leaves no secret" test ! -e p.json

# Receipts: from a record document, a bare record and a bundle.
python3 - "$EXAMPLES/$ID.json" <<'X'
import json, sys
json.dump(json.load(open(sys.argv[1]))["canonical_record"], open("bare.json", "w"), indent=1)
X
for form in "$EXAMPLES/$ID.json" bare.json "$EXAMPLES/$ID/bundle.json" -; do
    check "sign receipt of ${form##*/}" gives 0 sh -c "\"$PITH\" sign receipt --key key.json \
        --date $DATE '$form' <bare.json"
    cp out bundle.json
    check "  gives a canonical bundle with a receipt and six aliases" python3 -c 'import json
text = open("bundle.json", encoding="utf-8").read()
b = json.loads(text)
form = json.dumps(b, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
assert text == form + "\n"
event, = b["events"]
r = event["payload"]["receipt"]
assert event["event_type"] == "record_created" and len(b["source_aliases"]) == 6
assert sorted(r) == ["algorithm", "key_id", "kind", "signature_b64", "signed_at"]
assert r["kind"] == "pith_receipt" and r["key_id"] == "test-2026"
assert r["signed_at"] == "2026-10-01T12:00:00Z"'
    check "  which the built-in keys do not trust" gives 4 "$PITH" resolve --from bundle.json $ID
    check "  key-unknown" holds out "key-unknown"
done
if has_command verify; then
    check "verify with the keyring" gives 0 "$PITH" verify --keyring ring.json bundle.json
    check "  verified by this key" holds out "test-2026"
    check "verify without it" gives 4 "$PITH" verify bundle.json
fi
check "-o writes a file" gives 0 "$PITH" sign receipt --key key.json --date $DATE bundle.json -o same.json
check "  with the same bytes" cmp same.json bundle.json
check "a new signing time is the clock's" gives 0 "$PITH" sign receipt --key key.json bare.json
check "  in whole seconds" python3 -c 'import datetime, json, re
t = json.load(open("out"))["events"][0]["created_at"]
assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", t)
d = datetime.datetime.fromisoformat(t[:-1]) - datetime.datetime.utcnow()
assert abs(d.total_seconds()) < 120'

# Every type of event.
cat >payloads.py <<'X'
import hashlib, json
items = [{"claim_id": "C1", "kind": "strongest_claim", "text": "Ren\u00e9"}]
form = json.dumps({"payload": items}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
payloads = {
    "graph_snapshot": {"claims": {"count": 1, "items": items,
        "snapshot_sha256": hashlib.sha256(form.encode()).hexdigest()}},
    "author_claim": {"claimant": "0000-0002-1825-0097", "method": "orcid", "strength": "strong"},
    "citation": {"relationship": "extends", "cited": "pith:2013:A5G5GAJ7DMCZDPVAMNFAYYAUOP"},
    "replication": {"claim_id": "C1", "report": "https://example.org/1"},
    "falsification": {"claim_id": "C1", "report": "https://example.org/2"},
    "formal_bridge": {"claim_id": "C1", "report": "https://example.org/3"},
    "anchor": {"kind": "opentimestamps", "proof": "AE9wZW5UaW1lc3RhbXBz"},
}
for name, value in payloads.items():
    json.dump(value, open(name + ".payload", "w"))
X
python3 payloads.py
made=1
for type in graph_snapshot author_claim citation replication falsification formal_bridge anchor; do
    check "sign event $type" gives 0 "$PITH" sign event --key key.json --type $type \
        --payload $type.payload --date $DATE bundle.json -o bundle.json
    made=$((made + 1))
    check "  is added" same "$(grep -o '"event_type":' bundle.json | wc -l)" $made
done
event_id=$(sed -n 's/.*\(sha256:[0-9a-f]*\)$/\1/p' err)
printf '{"event_id":"%s"}' "$event_id" >withdrawal.payload
check "sign event withdrawal of the last, from standard input" sh -c "\"$PITH\" sign event \
    --key key.json --type withdrawal --payload - --date $DATE bundle.json -o bundle.json <withdrawal.payload"
check "the same event again changes nothing" gives 0 "$PITH" sign event --key key.json \
    --type anchor --payload anchor.payload --date $DATE bundle.json -o bundle.json
check "  and says so" holds err "bundle.json: up to date: $event_id"
check "the whole bundle resolves" gives 4 "$PITH" resolve --from bundle.json $ID
if has_command verify; then
    check "and is verified with the keyring" gives 0 "$PITH" verify --keyring ring.json bundle.json
    sed 's/0000-0002-1825-0097/0000-0002-1825-0098/' bundle.json >bad.json
    check "a claim put into another's mouth is not" gives 1 "$PITH" verify --keyring ring.json bad.json
fi
if has_command merge; then
    "$PITH" merge --keyring ring.json -o state.json bundle.json >/dev/null 2>&1 || true
    check "its state counts nine valid events" python3 -c 'import json
s = json.load(open("state.json"))
assert s["valid_event_count"] == s["event_count"] == 9, s["valid_event_count"]
assert s["current"]["anchors"] == [] and len(s["current"]["replications"]) == 3'
fi

# Refusals.
check "a payload that does not fit" gives 1 "$PITH" sign event --key key.json --type citation \
    --payload anchor.payload bundle.json
check "  with the rule" holds err "a citation needs a public relationship"
check "  naming the file" holds err "anchor.payload"
printf '{"a":}' >broken.payload
check "a payload that is not JSON" gives 5 "$PITH" sign event --key key.json --type citation \
    --payload broken.payload bundle.json
check "  at its own byte" holds err "broken.payload: "
check "an unknown type" gives 2 "$PITH" sign event --key key.json --type cites \
    --payload anchor.payload bundle.json
check "  lists the known" holds err "formal_bridge"
check "a bad date" gives 2 "$PITH" sign receipt --key key.json --date yesterday bare.json
sed 's/"canonical_sha256":"b9d/"canonical_sha256":"c9d/' bundle.json >bad.json
check "a bundle that does not hold" gives 1 "$PITH" sign receipt --key key.json bad.json -o never.json
check "  leaves no file" test ! -e never.json
check "options of another kind" gives 2 "$PITH" sign receipt --key key.json --type anchor bare.json
check "a kind that is none" gives 2 "$PITH" sign recipt --key key.json bare.json
check "  is guessed" holds err "did you mean receipt?"
check "no key" gives 2 "$PITH" sign receipt bare.json
check "two inputs from one standard input" gives 2 "$PITH" sign event --key key.json --type anchor --payload - -
cp key.json kept.json && chmod 600 kept.json && mkdir dir && ln -s key.json soft.json && ln key.json hard.json
for path in key.json ./key.json dir/../key.json "$PWD/key.json" soft.json hard.json; do
    check "the key is not overwritten by -o $path" gives 2 "$PITH" sign receipt --key key.json bare.json -o "$path"
    check "  nor where it is a link" gives 2 "$PITH" sign receipt --key soft.json bare.json -o "$path"
done
check "  it stays" cmp key.json kept.json
check "  and so does its link" test -h soft.json
rm soft.json hard.json
check "nor is the payload" gives 2 "$PITH" sign event --key key.json --type anchor \
    --payload anchor.payload bundle.json -o ./anchor.payload
check "nor is the new keyring" gives 2 "$PITH" sign notice --key key.json --new-key ring.json -o ./ring.json
cp bare.json before-bare.json
check "nor is a record by a bundle" gives 2 "$PITH" sign receipt --key key.json bare.json -o ./bare.json
check "  it stays" cmp bare.json before-bare.json
chmod 644 ring.json
check "a loose keyring is told by its kind" gives 5 "$PITH" sign receipt --key ring.json bare.json
check "  not by its mode" fails holds err "chmod"
check "  but" holds err "ring.json: has no secret_seed_b64"
sed 's/secret_seed_b64/secret\\u005fseed_b64/' key.json >spelled.json && chmod 644 spelled.json
check "a seed in another spelling is a secret" gives 8 "$PITH" sign receipt --key spelled.json bare.json
echo "no JSON" >none.txt && chmod 644 none.txt
check "what is no JSON could be one" gives 8 "$PITH" sign receipt --key none.txt bare.json
check "a public keyring is no secret key" sh -c "chmod 600 ring.json && ! \"$PITH\" sign receipt --key ring.json bare.json"
"$PITH" keygen -q --key-id old --not-after 2026-01-01T00:00:00Z -o old.json >old-ring.json
check "a key signs in its period only" gives 2 "$PITH" sign receipt --key old.json --date $DATE bare.json
check "  and says which" holds err "not after 2026-01-01T00:00:00Z"
check "  and does before" gives 0 "$PITH" sign receipt --key old.json --date 2025-12-31T23:59:59Z bare.json

# Loose key files.
for loose in 640 604 644 660 666 620 602; do
    cp key.json loose.json && chmod $loose loose.json
    ln -sf loose.json link.json
    check "a key of mode $loose is refused" gives 8 "$PITH" sign receipt --key loose.json bare.json
    check "  with the remedy" holds err "chmod 600 FILE"
    check "  also behind a link" gives 8 "$PITH" sign receipt --key link.json bare.json
done
check "  key-file-mode" gives 8 "$PITH" sign receipt --json --key loose.json bare.json
check "    in the report" holds out '"code":"key-file-mode"'
chmod 400 loose.json
check "mode 400 will do" gives 0 "$PITH" sign receipt --key loose.json bare.json
sed 's/"public_key_b64":"[^"]*"/"public_key_b64":"stVStoiQhXFxp4s2pdzPNoqVNBMojDU\/fJ2db5S3CbM="/' \
    key.json >foreign.json && chmod 600 foreign.json
check "a public key of another seed" gives 5 "$PITH" sign receipt --key foreign.json bare.json

# The report, and the seed in no output whatever was asked.
check "--json with -o" gives 0 "$PITH" sign receipt --json --key key.json --date $DATE bare.json -o r.json
check "  is JSON" python3 -c 'import json; r=json.load(open("out"))["results"][0]
assert r["output"] == "r.json" and r["event_id"].startswith("sha256:") and r["document"] is None'
check "--json without" gives 0 "$PITH" sign receipt --json --key key.json --date $DATE bare.json
check "  holds the bundle" python3 -c 'import json; d=json.load(open("out"))["results"][0]["document"]
assert d == json.load(open("r.json"))'
for args in "" "event" "receipt --key none bare.json" "receipt --key key.json none.json"; do
    # shellcheck disable=SC2086 # words
    "$PITH" sign --json $args >out 2>err || true
    check "--json is JSON for: sign $args" python3 -m json.tool out
    check "  and standard error is empty" test ! -s err
done
python3 - >seeds <<'X'
import base64, json
for name in ("key.json", "old.json", "j.json", "masked.json"):
    text = json.load(open(name))["secret_seed_b64"]
    raw = base64.b64decode(text)
    assert len(raw) == 32
    print(text, raw.hex(), raw.hex().upper(), sep="\n")
X
for args in "sign receipt --key key.json bare.json" "sign receipt --json --key key.json bare.json" \
    "sign receipt --key foreign.json bare.json" "sign receipt --key loose.json bare.json" \
    "keys --import key.json" "keys --keyring key.json" "sign receipt --key key.json key.json" \
    "resolve --from key.json $ID" "keygen --key-id x -o key.json"; do
    # shellcheck disable=SC2086 # words
    "$PITH" $args >>shown 2>&1 || true
done
check "a seed is where it belongs" grep -qFf seeds key.json
check "no seed is ever shown" fails grep -qFf seeds shown bundle.json ring.json old-ring.json r.json state.json
finish
