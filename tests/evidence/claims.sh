#!/bin/sh
# SPDX-License-Identifier: MIT
# Author claims, citations and replications: signed, verified, listed, counted, withdrawn.
set -eu
# shellcheck source=tests/evidence/lib.sh
. "$SRC/tests/evidence/lib.sh"
# status FILE EXPRESSION: an expression of the result r
status() {
    "$PITH" status --json "$1" >status.json 2>err || true
    python3 -c 'import json,sys
r, = json.load(open("status.json"))["results"]
row = r.get("evidence", {})
events = r.get("evidence_events", [])
print(eval(sys.argv[1]))' "$2"
}
# payload KEY TYPE JSON: whether such an event can be signed; bundle.json gets it
# shellcheck disable=SC2317 # by `gives`
payload() {
    printf '%s' "$3" >payload.json
    "$PITH" sign event -q --key "$1.json" --date "2026-10-01T13:00:00Z" --type "$2" \
        --payload payload.json -o bundle.json bundle.json
}
start() {
    rm -f bundle.json
    "$PITH" sign receipt -q --key alice.json --date 2026-10-01T12:00:00Z -o bundle.json \
        "$EXAMPLES/$NUMBER.json"
}

# The eight public relationships.
start
second=10
for relationship in supports refutes extends uses_method depends_on replaces compares cites; do
    event bob $second citation '{"relationship":"'$relationship'","cited":"'$OTHER'"}'
    second=$((second + 1))
done
event bob $second citation '{"relationship":"cites","cited":"pith:2026:'$OTHER'"}'
check "each relationship is counted apart" same "$(status bundle.json 'r["citations"]')" \
    "{'supports': 1, 'refutes': 1, 'extends': 1, 'uses_method': 1, 'depends_on': 1, 'replaces': 1, 'compares': 1, 'cites': 2}"
check "  and in one sentence" same "$(status bundle.json 'row["citation"]["why"]')" \
    "9 signed: 1 supports, 1 refutes, 1 extends, 1 uses_method, 1 depends_on, 1 replaces, 1 compares, 2 cites"
for relationship in Supports contradicts "" "cites "; do
    check "'$relationship' is none" gives 1 payload bob citation '{"relationship":"'"$relationship"'","cited":"'$OTHER'"}'
done
check "what is cited has a number" gives 1 payload bob citation '{"relationship":"cites","cited":"1309.3741"}'

# Strong and weak claims.
start
check "without claims nobody has attested it" same "$(status bundle.json 'r["statuses"]["attested"]')" None
event alice 01 author_claim '{"claimant":"author@example.org","method":"email","strength":"weak"}'
event alice 02 author_claim '{"claimant":"https://x.com/a","method":"x","strength":"weak"}'
check "weak claims are counted" same "$(status bundle.json 'r["author_claims"]')" "{'strong': 0, 'weak': 2}"
check "  but do not attest" same "$(status bundle.json 'r["statuses"]["attested"]')" None
check "  nor meet --require" gives 3 "$PITH" verify --require attested bundle.json
check "  although the row is there" same "$(status bundle.json 'row["author_claim"]["state"]')" "checked here"
event alice 03 author_claim '{"claimant":"https://orcid.org/0000-0002-1825-0097","method":"orcid","strength":"strong"}'
check "a strong one does" same "$(status bundle.json 'r["statuses"]["attested"], r["author_claims"]')" \
    "(True, {'strong': 1, 'weak': 2})"
check "  and meets --require" gives 0 "$PITH" verify --require attested bundle.json
check "  with a key of the keyring only" gives 4 env PITH_KEYRING= "$PITH" verify --require attested bundle.json
check "  what it proves is said" holds status.json "who the claimant is their signer says"
check "a claim of middling strength is none" gives 1 payload alice author_claim '{"claimant":"a","method":"x","strength":"middling"}'

# Moderated states stay as they are.
start
for state in accepted rejected "under review" '\u001b[2Jodd'; do
    event bob $second replication '{"claim_id":"C1","report":"https://example.org/r","moderation":"'"$state"'","extra":{"n":[1,2.50]}}'
    second=$((second + 1))
done
check "a moderation is kept and shown" same "$(status bundle.json '[e["payload"]["moderation"] for e in events]')" \
    "['accepted', 'rejected', 'under review', '\\x1b[2Jodd']"
check "  with the rest of the payload" same "$(status bundle.json 'events[0]["payload"]["extra"]')" "{'n': [1, 2.5]}"
check "  it decides nothing" same "$(status bundle.json 'row["replication"]["state"], r["reports"]["replication"]')" "('checked here', 4)"
"$PITH" status --events bundle.json >out
check "  and moves no cursor" fails grep -q "$(printf '\033')" out
check "  in the list" holds out "replication rejected https://example.org/r C1"

# Withdrawal, by the same signer and not before.
start
event bob 01 citation '{"relationship":"supports","cited":"'$OTHER'"}'
event bob 02 citation '{"relationship":"refutes","cited":"'$OTHER'"}'
event alice 03 author_claim '{"claimant":"https://orcid.org/0000-0002-1825-0097","method":"orcid","strength":"strong"}'
cp bundle.json before.json
id() { status before.json 'events['"$1"']["event_id"]'; }
FIRST=$(id 0) CLAIM=$(id 2)
event alice 09 withdrawal '{"event_id":"'"$FIRST"'"}'
check "another signer withdraws nothing" same "$(status bundle.json 'row["citation"]["valid"], row["citation"]["withdrawn"]')" "(2, 0)"
event bob 00 withdrawal '{"event_id":"'"$FIRST"'"}'
check "nor does an earlier event" same "$(status bundle.json 'row["citation"]["valid"], row["citation"]["withdrawn"]')" "(2, 0)"
event bob 09 withdrawal '{"event_id":"'"$FIRST"'"}'
check "the signer does, later" same "$(status bundle.json 'row["citation"]["valid"], row["citation"]["withdrawn"]')" "(1, 1)"
check "  the other one stays" same "$(status bundle.json 'r["citations"]["supports"], r["citations"]["refutes"]')" "(0, 1)"
check "  the list says so" same "$(status bundle.json '[e["standing"] for e in events if e["event_type"] == "citation"]')" "['withdrawn', 'valid']"
check "  the words too" same "$(status bundle.json 'row["citation"]["why"]')" "1 signed: 1 refutes; 1 withdrawn"
check "the author claim still attests" gives 0 "$PITH" verify --require attested bundle.json
event alice 10 withdrawal '{"event_id":"'"$CLAIM"'"}'
check "  until it is withdrawn" gives 3 "$PITH" verify --require attested bundle.json
check "  and its row is open" same "$(status bundle.json 'row["author_claim"]["state"], row["author_claim"]["why"]')" "('open', 'no valid event; 1 withdrawn')"

# Keys that are not known, and events of them.
start
event mallory 05 author_claim '{"claimant":"m","method":"x","strength":"strong"}'
event mallory 06 citation '{"relationship":"cites","cited":"'$OTHER'"}'
check "a stranger's events cannot be checked" same "$(rows bundle.json)" \
    "timestamp=open archive=open author_claim=could_not_check citation=could_not_check replication=open bundle=could_not_check"
check "  and attest nothing" gives 3 "$PITH" verify --require attested bundle.json
check "  each says why" same "$(status bundle.json '{e["code"] for e in events}')" "{'key-unknown'}"

# The state of a merge has what the list has.
every_kind
"$PITH" merge -q bundle.json >state.json
check "list and state agree" python3 -c 'import json
listed = json.load(open("state.json"))["current"]
import subprocess, os
r, = json.loads(subprocess.run([os.environ["PITH"], "status", "--json", "bundle.json"], stdout=subprocess.PIPE).stdout)["results"]
got = sorted(e["event_id"] for e in r["evidence_events"] if e["standing"] == "valid")
want = sorted(e["event_id"] for k in ("anchors", "author_claims", "citations", "replications") for e in listed[k])
assert got == want and len(got) == 8, (got, want)'
finish
