#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith status`: what is there, what was checked, and why not.
set -eu
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
check "  of a record that holds" python3 -c 'import json
d = json.load(open("claims.json"))
d["canonical_sha256"] = "0" * 64
json.dump(d, open("false-claims.json", "w"))'
check "    and of no other" same "$("$PITH" status --json false-claims.json | python3 -c 'import json,sys
print(set(json.load(sys.stdin)["results"][0]["statuses"].values()))')" "{None}"
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
check "  has the events that its row counts" lines 1 out sha256:
check "  by name" holds out "valid      record_created"
check "  and not those of a record that is another" gives 1 "$PITH" status --events --from "$EXAMPLES" \
    pith:1999:$NUMBER
check "  for which none stands" lines 0 out sha256:
check "a record document has none" gives 0 "$PITH" status --events "$EXAMPLES/$NUMBER.json"
check "  nor has a state" sh -c "'$PITH' merge -q -o state.json '$EXAMPLES/$NUMBER/bundle.json' &&
    '$PITH' status --events state.json"

# A timestamp, down to the block.
python3 -c 'import base64,json
open("stamped.ots", "wb").write(base64.b64decode(json.load(open("bitcoin.json"))["proof"]))'
stamped() { # PAYLOAD...
    seconds=0
    "$PITH" sign receipt -q --key alice.json --date 2026-10-01T12:00:00Z -o stamped.json "$EXAMPLES/$NUMBER.json"
    for payload in "$@"; do
        seconds=$((seconds + 1))
        "$PITH" sign event -q --key alice.json --date "2026-10-01T12:01:$(printf %02d $seconds)Z" --type anchor --payload "$payload" -o stamped.json stamped.json
    done
}
# anchored FILE...: the status
anchored() { "$PITH" status --json "$@" | python3 -c 'import json,sys; print(json.load(sys.stdin)["results"][0]["statuses"]["anchored"])'; }
row() { rows "$@" | sed 's/ .*//'; }
stamped bitcoin.json
check "a proof without a header is live" same "$(row stamped.json)" timestamp=live
check "  not anchored for --require" gives 3 "$PITH" status --require anchored stamped.json
check "with its header it is checked" same "$(row --header "$(cat header)" --network regtest stamped.json)" timestamp=checked_here
check "  and anchored" gives 0 "$PITH" status --require anchored --header "$(cat header)" --network regtest stamped.json
check "    by which day" holds out "existed by 2026-09-21 UTC, by a clock that may be hours off"
check "    in which block" holds out "block 5 of the regtest network, "
check "    and within which limits" holds out "Not checked: that the header is block 5"
"$PITH" status --json --header "$(cat header)" --network regtest stamped.json >rows.json
"$PITH" stamp --verify --json --header "$(cat header)" --network regtest stamped.ots "$EXAMPLES/$NUMBER.json" >stamp.json
check "  as \`stamp --verify\` has it" python3 -c 'import json
row = json.load(open("rows.json"))["results"][0]["evidence"]["timestamp"]
own = json.load(open("stamp.json"))["results"][0]
assert row["block"] == own["block"] and row["block"]["network"] == "regtest", row
assert row["limit"] == own["limit"] and "test chain" in row["limit"], row
assert row["why"] == own["words"], row'
check "  by little work only for a test chain" same "$(row --header "$(cat header)" stamped.json)" timestamp=could_not_check
check "  which is not anchored, and a fault" gives 1 "$PITH" status --require anchored --header "$(cat header)" stamped.json
other=$(sed 's/^\(.\{72\}\)../\100/' header)
check "another header proves nothing" fails same "$(row --header "$other" --network regtest stamped.json)" timestamp=checked_here
check "  and is not anchored" gives 1 "$PITH" status --require anchored --header "$other" --network regtest stamped.json
check "  the finding names its event" grep -q "error .*\[stamp-.*\] sha256:" out
check "one without work" gives 1 "$PITH" status --require anchored --header "$(cat lazy)" --network regtest stamped.json
check "  is told" holds out "the work that its bits ask for"
check "a server that does not answer" gives 6 env PITH_ALLOW_PRIVATE=1 "$PITH" status --esplora http://127.0.0.1:9 stamped.json
check "  leaves the row unchecked, with the reason" holds out "names a Bitcoin block that could not be checked"
check "  and the finding" holds out "[stamp-network]"
check "no header at all" gives 2 "$PITH" status --header xyz stamped.json
stamped waiting.json
check "a proof that waits could not be checked" same "$(row stamped.json)" timestamp=could_not_check
stamped other.json
check "one of something else is refuted" same "$(row --header "$(cat header)" --network regtest stamped.json)" timestamp=refuted
check "  which needs no header" same "$(row stamped.json)" timestamp=refuted
check "  with the reason" holds rows.json "false (the proof is of something else)"
check "  and anchors nothing" same "$(anchored stamped.json)" False
check "  whatever the resolver claims" same "$(anchored --from stamped.json --from claims.json $NUMBER)" False
row --from stamped.json --from claims.json $NUMBER >/dev/null
check "    beside it" holds rows.json "; the resolver claims otherwise"
"$PITH" badge -q --style full --format svg --from stamped.json --from claims.json -o said.svg $NUMBER
check "    also on a badge" holds said.svg "; evidence: not anchored; claimed: attested, stored"
python3 -B "$SRC/tests/pdf/shapes.py" shapes
"$PITH" embed -q --attach --from "$EXAMPLES" -o plain.pdf shapes/table.pdf $NUMBER
check "the events that a PDF has attached" gives 0 "$PITH" status --events plain.pdf
check "  are listed" holds out "valid      record_created"
"$PITH" embed -q --attach --from stamped.json -o said.pdf shapes/table.pdf $NUMBER
python3 - <<'END' # what the packet says is changed, in its own length
data = open("said.pdf", "rb").read()
said, other = b"anchored:no</rdf:li>\n", b"anchored:yes</rdf:li>"
assert data.count(said) == 1
open("said.pdf", "wb").write(data.replace(said, other))
END
check "    nor in a PDF, whatever its packet says" same "$("$PITH" verify --json said.pdf |
    python3 -c 'import json,sys; print(json.load(sys.stdin)["results"][0]["statuses"]["anchored"])')" False
stamped bitcoin.json
check "a block from before the submission is impossible" same "$(row --header "$(cat early)" --network regtest stamped.json)" timestamp=refuted
check "  and a fault" gives 1 "$PITH" status --header "$(cat early)" --network regtest stamped.json
check "  in so many words" holds rows.json "2013-09-13T09:53:20Z, before the record was submitted, which is impossible"
check "  and not anchored, whatever the resolver claims" same "$(anchored --header "$(cat early)" --network regtest --from stamped.json --from claims.json $NUMBER)" False
# created_at of the anchor: 2026-10-01T12:01:01Z
python3 - "$SRC/tests/evidence" <<'END'
import json, sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import chain
digest = bytes.fromhex(open("header").read())[36:68]
for name, time in ("within", 1790856061 + 7200), ("beyond", 1790856061 + 7201):
    open(name, "w").write(chain.header(digest, b"\1" * 32, time).hex())
END
check "a block two hours after its event" same "$(row --header "$(cat within)" --network regtest stamped.json)" timestamp=checked_here
check "  and a second more is impossible" same "$(row --header "$(cat beyond)" --network regtest stamped.json)" timestamp=refuted
check "  in so many words" holds rows.json "after the proof was signed, which is impossible"
# A flood of false ones hides no true one.
stamped false0.json false1.json false2.json false3.json false4.json false5.json false6.json false7.json false8.json \
    false9.json false10.json false11.json false12.json false13.json false14.json false15.json false16.json bitcoin.json
check "one of eighteen holds" same "$(row --header "$(cat header)" --network regtest stamped.json)" timestamp=checked_here
check "  and the others are counted" holds rows.json "the best of 18; 17 refuted"
stamped other.json waiting.json
check "one of something else and one that waits" same "$(row stamped.json)" timestamp=could_not_check
check "  are told apart" holds rows.json "the best of 2; 1 refuted"

# Usage, and what is printed where.
check "status needs a target" gives 2 "$PITH" status
check "--archive without --check" gives 2 "$PITH" status --archive https://example.org bundle.json
check "--events with --json" gives 2 "$PITH" status --events --json bundle.json
for words in --check "--esplora https://example.org"; do
    # shellcheck disable=SC2086 # words
    check "$words with --offline" gives 2 "$PITH" status --offline $words bundle.json
    # shellcheck disable=SC2086 # words
    check "  also with --from" gives 2 "$PITH" status --offline --from "$EXAMPLES" $words $NUMBER
    check "    which is told" holds err "contradict --offline"
done
check "--offline with --from and a header" gives 0 "$PITH" status --offline --from bundle.json \
    --header "$(cat header)" --network regtest $NUMBER
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
for odd in "" x; do # the cut is between two characters, whichever byte it would fall on
    long=$odd$(python3 -c 'print("gone/" + "\u00e9" * 200)')
    check "a name that is too long ($odd)" gives 8 "$PITH" status "$long/bundle.json"
    check "  is cut between two characters" iconv -f utf-8 -t utf-8 err
    check "  as text" fails holds err '\x'
    check "  and says so" grep -q "é\.\.\.: " err
done
check "two targets, two lists" gives 0 "$PITH" status --json bundle.json stamped.json
check "  in one object" python3 -c 'import json; assert len(json.load(open("out"))["results"]) == 2'
check "--quiet prints nothing" gives 0 "$PITH" status -q bundle.json
check "  at all" same "$(cat out err)" ""
check "colour is off in a pipe" fails grep -q "$(printf '\033')" out
"$PITH" status --color always bundle.json >out
check "  and on where it is wanted" grep -q "$(printf '\033')" out
finish
