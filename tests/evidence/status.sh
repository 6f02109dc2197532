#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith status`: what is there, what was checked, and why not.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
# shellcheck source=tests/evidence/lib.sh
. "$SRC/tests/evidence/lib.sh"
export PITH_KEYRING=
OPEN="timestamp=open archive=open author_claim=open citation=open replication=open"
check "a record alone has no evidence" same "$(rows "$EXAMPLES/$NUMBER.json")" "$OPEN bundle=open"
check "  which is no fault" gives 0 "$PITH" status --from "$EXAMPLES" $NUMBER
check "  each row is called as on the record page" python3 -c 'import re
rows = re.findall(r"^  ([A-Za-z ]+?)  +(open|live|checked here|could not check)$", open("out").read(), re.M)
assert [r[0] for r in rows] == ["Bitcoin timestamp", "archive capture", "author claim",
    "signed citation", "replication", "graph bundle"], rows'
check "  its bundle is there" same "$(rows --from "$EXAMPLES" $NUMBER)" "$OPEN bundle=checked_here"

# What a resolver claims and nothing backs is its word, and said to be.
python3 -c 'import json,sys
d = json.load(open(sys.argv[1]))
d["verification_status"] |= {"author_attested": True, "externally_anchored": True, "storage_verified": True}
json.dump(d, open("claims.json", "w"))' "$EXAMPLES/$NUMBER.json"
check "a resolver can claim" same "$(rows claims.json)" \
    "timestamp=live archive=live author_claim=live citation=open replication=open bundle=open"
check "  it says so of each" same "$(grep -o 'claimed by the resolver, and no valid event backs it' rows.json | wc -l)" 3
for word in attested anchored stored; do
    check "  --require $word is not met" gives 3 "$PITH" status --require $word claims.json
done

# Events by keys of the keyring.
export PITH_KEYRING="$WORK/ring.json"
every_kind
ALL="timestamp=live archive=live author_claim=checked_here citation=checked_here replication=checked_here bundle=checked_here"
check "every kind of evidence" same "$(rows bundle.json)" "$ALL"
check "  and an intact record" gives 0 "$PITH" status --require intact,signed,trusted,attested bundle.json
check "  by another keyring nothing is valid" same "$(PITH_KEYRING=m.json; export PITH_KEYRING; rows bundle.json)" \
    "timestamp=could_not_check archive=could_not_check author_claim=could_not_check citation=could_not_check replication=could_not_check bundle=could_not_check"
check "    which the row explains" grep -q '0 valid, .*; unverified: of a form or by a key that is not known here' rows.json
check "  a state has no events" same "$("$PITH" merge bundle.json 2>/dev/null >state.json; rows state.json)" "$OPEN bundle=open"
check "  with the record document" same "$(rows --from bundle.json --from "$EXAMPLES/$NUMBER.json" $NUMBER)" "$ALL"
"$PITH" resolve --json --from bundle.json --from claims.json $NUMBER >resolved.json
check "events outrank claims" python3 -c 'import json
r, = json.load(open("resolved.json"))["results"]
assert r["statuses"] == {"attested": True, "anchored": True, "stored": True, "references": "pending"}, r["statuses"]
assert r["evidence"]["author_claim"]["state"] == "checked here"'
"$PITH" resolve --from bundle.json --from claims.json $NUMBER >resolved
check "  what is claimed and what is proved are told apart" holds resolved "claimed   refs pending (unchecked)"
check "  in words" holds resolved "evidence  author claim checked here: 1 strong, 1 weak"

check "every event is listed" gives 0 "$PITH" status --events bundle.json
check "  as many as the row counts" same "$(sed -n '/^events/,$p' out | grep -c sha256:)" \
    "$(sed -n 's/^ *\([0-9]*\) valid, 0 unverified, 0 invalid.*/\1/p' out)"
check "  the first of them with the record" holds out "valid      record_created"

check "a bundle without evidence" gives 0 "$PITH" status --events --from "$EXAMPLES" $NUMBER
check "  has the events that its row counts" holds out "of the record or its graph; none is evidence"

# A timestamp, down to the block.
stamped() {
    "$PITH" sign receipt -q --key alice.json --date 2026-10-01T12:00:00Z -o stamped.json "$EXAMPLES/$NUMBER.json"
    "$PITH" sign event -q --key alice.json --date 2026-10-01T12:00:01Z --type anchor --payload "$1" -o stamped.json stamped.json
}
row() { rows "$@" | sed 's/ .*//'; }
stamped bitcoin.json
check "a proof without a header is live" same "$(row stamped.json)" timestamp=live
check "  not anchored for --require" gives 3 "$PITH" status --require anchored stamped.json
check "with its header it is checked" same "$(row --header "$(cat header)" --network regtest stamped.json)" timestamp=checked_here
check "  and anchored" gives 0 "$PITH" status --require anchored --header "$(cat header)" --network regtest stamped.json
check "  by little work only for a test chain" same "$(row --header "$(cat header)" stamped.json)" timestamp=could_not_check
check "  which is not anchored, and a fault" gives 1 "$PITH" status --require anchored --header "$(cat header)" stamped.json
other=$(sed 's/^\(.\{72\}\)../\100/' header)
check "another header proves nothing" fails same "$(row --header "$other" --network regtest stamped.json)" timestamp=checked_here
check "  and is not anchored" gives 1 "$PITH" status --require anchored --header "$other" --network regtest stamped.json
check "  the row says why" holds out "the work that its bits ask for"
check "a server that does not answer" gives 6 env PITH_ALLOW_PRIVATE=1 "$PITH" status --esplora http://127.0.0.1:9 stamped.json
check "  leaves the row unchecked, with the reason" holds out "names a Bitcoin block that could not be checked"
check "  and the finding" holds out "[stamp-network]"
check "no header at all" gives 2 "$PITH" status --header xyz stamped.json
stamped waiting.json
check "a proof that waits could not be checked" same "$(row stamped.json)" timestamp=could_not_check
stamped other.json
check "nor one of something else" same "$(row --header "$(cat header)" --network regtest stamped.json)" timestamp=could_not_check
check "  which anchors nothing" same "$("$PITH" status --json stamped.json | python3 -c 'import json,sys; print(json.load(sys.stdin)["results"][0]["statuses"]["anchored"])')" None

# Usage, and what is printed where.
check "status needs a target" gives 2 "$PITH" status
check "--archive without --check" gives 2 "$PITH" status --archive https://example.org bundle.json
check "--events with --json" gives 2 "$PITH" status --events --json bundle.json
check "--header and --esplora" gives 2 "$PITH" status --header 00 --esplora https://example.org bundle.json
check "an unknown word of --require" gives 2 "$PITH" status --require cited bundle.json
check "another number than asked for" gives 1 "$PITH" status --from bundle.json $OTHER
check "  has no evidence by this one's events" same "$(rows --from bundle.json $OTHER)" \
    "timestamp=could_not_check archive=could_not_check author_claim=could_not_check citation=could_not_check replication=could_not_check bundle=could_not_check"
sed 's/hep-ph/hep-th/' bundle.json >damaged.json
check "a damaged record has none" same "$(rows damaged.json)" "$(rows --from bundle.json $OTHER)"
check "no such number" gives 7 "$PITH" status --from "$EXAMPLES" AAAAAAAAAAAAAAAAAAAAAAAAAA
check "  in JSON" gives 7 "$PITH" status --json --from "$EXAMPLES" AAAAAAAAAAAAAAAAAAAAAAAAAA
check "    too" python3 -c 'import json; assert json.load(open("out"))["exit"] == 7'
check "two targets, two lists" gives 0 "$PITH" status --json bundle.json stamped.json
check "  in one object" python3 -c 'import json; assert len(json.load(open("out"))["results"]) == 2'
check "--quiet prints nothing" gives 0 "$PITH" status -q bundle.json
check "  at all" same "$(cat out err)" ""
check "colour is off in a pipe" fails grep -q "$(printf '\033')" out
"$PITH" status --color always bundle.json >out
check "  and on where it is wanted" grep -q "$(printf '\033')" out
finish
