#!/bin/sh
# SPDX-License-Identifier: MIT
# Verifying timestamps without a network: example files, headers from the command line and from
# files, with real proof of work.
# shellcheck disable=SC2317 # functions that `check` calls
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
python3 "$SRC/tests/evidence/chain.py" chain .
# shellcheck disable=SC2034 # some are for reading
header='' hash='' early='' late='' root='' lazy='' unrelated=''
# shellcheck source=/dev/null
. ./facts
unset PITH_RPC_AUTH

verify() { "$PITH" stamp --verify --network regtest "$@"; }
words() { holds out "$1"; }

# ---- One header -------------------------------------------------------------------------

check "a header with the merkle root proves it" gives 0 verify --header "$header" paper.txt.ots
check "  said to be checked against that header" words "anchored (checked here against the header given)"
check "  with the day" words "existed by  2023-11-15 UTC"
check "  and the block" words "57 of the regtest network, $hash"
check "  and what was not checked" words "Not checked: that the header is block 57"
check "  of the file beside it" words "of          paper.txt"
check "the same of a file that is named" gives 0 verify --header "$header" paper.txt.ots paper.txt
check "--quiet says nothing" gives 0 verify -q --header "$header" paper.txt.ots
check "  indeed" test ! -s out
check "another file" gives 1 verify --header "$header" paper.txt.ots other.txt
check "  is told" words "false (the proof is of something else)"
check "a missing file" gives 8 verify --header "$header" paper.txt.ots gone.txt
check "a header of another block" gives 1 verify --header "$unrelated" paper.txt.ots
check "  is told, with both roots" words "for block 57 the proof needs $root"
check "a header without its work" gives 1 verify --header "$lazy" paper.txt.ots
check "  proves nothing" fails words "anchored"
check "  and is told" words "has not the work"
check "work of a test chain is none in Bitcoin" gives 1 "$PITH" stamp --verify --header "$header" paper.txt.ots
check "  and is told" words "has not the work"
check "a root in the order it is displayed in" gives 1 verify --header "$header" reversed.ots paper.txt
check "no header: unchecked" gives 3 verify paper.txt.ots
check "  with what to look for by hand" words "block 57 was not looked at; its merkle root has to be $root"
mv paper.txt kept
check "a proof of no file at hand" gives 0 verify --header "$header" paper.txt.ots
check "  is one of a digest alone" words "of          a digest alone: no file or record was held against it"
mv kept paper.txt
check "a proof from standard input" sh -c "'$PITH' stamp --verify --network regtest --header $header - paper.txt <paper.txt.ots"
check "one of two blocks is enough" gives 0 verify --header "$header" both.ots paper.txt
check "  with the other one as a note" words "note        block 58 was not looked at"
check "and calendars that wait are notes" words "note        waits for the calendar https://alice"
for bad in "${header%?}" "${header}00" "$(echo "$header" | tr a-f A-F)" '' x; do
    check "a header of ${#bad} characters is a mistake" gives 2 verify --header "$bad" paper.txt.ots
done

# ---- A file of headers ------------------------------------------------------------------

check "a chain of headers proves it" gives 0 verify --headers all.headers paper.txt.ots
check "  as far as it goes" words "Not checked: that these headers are the chain with the most work; 62 follow"
check "  and that it costs nothing" words "By the rules of a test chain, whose blocks anybody makes at any time."
check "  whose network is named" words "57 of the regtest network"
check "a part of it, with its first height" gives 0 verify --headers from50.headers --first-height 50 paper.txt.ots
check "  which nothing confirms" words "Taken as given: the first header is block 50."
check "the first block somewhere else" gives 5 verify --headers all.headers --first-height 5 paper.txt.ots
check "  is told" holds err "block 5 is the first one of a chain, whose height is 0"
check "another one as the first" gives 5 verify --headers from50.headers paper.txt.ots
check "  is told" holds err "block 0 has a block before it"
check "with another first height" gives 1 verify --headers from50.headers --first-height 49 paper.txt.ots
check "  the block has another root" words "block 57 has the merkle root"
check "its last block" gives 0 verify --headers until57.headers paper.txt.ots
check "  has none above" words "; 0 follow"
check "one block short" gives 3 verify --headers until56.headers paper.txt.ots
check "  is told" words "has no block 57"
check "a fork with another root" gives 1 verify --headers forked.headers paper.txt.ots
check "a checkpoint above" gives 0 verify --headers all.headers --checkpoint "$late" paper.txt.ots
check "  is all that is taken as given" words "Taken as given: the checkpoint, block 100"
check "a checkpoint below" gives 0 verify --headers all.headers --checkpoint "$early" paper.txt.ots
check "  says nothing of what follows it" words "Not checked: that the headers after the checkpoint"
check "a checkpoint elsewhere" gives 5 verify --headers until57.headers --checkpoint "$late" paper.txt.ots
check "  is told" holds err "does not hold the checkpoint"
for bad in gap swapped nowork odd none; do
    check "headers with a fault ($bad) are refused" gives 5 verify --headers $bad.headers paper.txt.ots
    check "  by name" holds err "$bad.headers"
done
check "  and place" gives 5 verify --headers gap.headers paper.txt.ots
check "  of the block" holds err "block 30 does not follow the block before it at byte 2400"
check "main has another first block" gives 5 "$PITH" stamp --verify --headers all.headers paper.txt.ots
# The first block of Bitcoin.
python3 - "$SRC/tests/evidence" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import chain
root = bytes.fromhex("4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b")[::-1]
header = bytes.fromhex("01000000" + "00" * 32) + root + bytes.fromhex("29ab5f49ffff001d1dac2b7c")
open("genesis.headers", "wb").write(header)
open("genesis", "w").write(header.hex())
open("at0.ots", "wb").write(chain.proof(root, chain.bitcoin(0)))
open("at840000.ots", "wb").write(chain.proof(root, chain.bitcoin(840000)))
END
main() { "$PITH" stamp --verify "$@"; }
check "Bitcoin's first block" gives 0 main --headers genesis.headers at0.ots
check "  is of the main network" words "0 of the main network, 000000000019d668"
check "  is no block 840000" gives 5 main --headers genesis.headers --first-height 840000 at840000.ots
check "    by name" holds err "block 840000 is the first one of a chain"
check "  nor if it is vouched for" gives 1 main --header "$(cat genesis)" at840000.ots
check "    by name" words "block 840000: its header is the first one of a chain"
check "  as which it holds at 0" gives 0 main --header "$(cat genesis)" at0.ots
check "heights have 31 bits" gives 2 main --headers genesis.headers --first-height 2147483648 at0.ots
check "no such file" gives 8 verify --headers gone paper.txt.ots

# ---- The example files of the reference client ------------------------------------------

EXAMPLES=${VECTORS:-$SRC/../shared/vectors}/third-party/opentimestamps
if [ -d "$EXAMPLES" ]; then
    good=8a1b66ecb7cbd07d8139a7e7d7f2c41aab1f5009b8364aaf61d03ad245e47e00
    made=$(python3 "$SRC/tests/evidence/chain.py" header $good 1432827678)
    check "hello-world.txt leads to the root of its block" gives 0 verify --header "$made" "$EXAMPLES/hello-world.txt.ots"
    check "  block 358391" words "358391"
    check "bad-stamp.txt does not" gives 1 verify --header "$made" "$EXAMPLES/bad-stamp.txt.ots"
    for name in incomplete.txt two-calendars.txt merkle1.txt merkle2.txt merkle3.txt \
        known-and-unknown-notary.txt; do
        check "$name is pending" gives 3 verify "$EXAMPLES/$name.ots"
        check "  in so many words" words "stamped (pending)"
    done
    for name in hello-world.txt bad-stamp.txt empty gdp2q25-2nd.pdf different-blockchains.txt; do
        check "$name is unchecked" gives 3 verify "$EXAMPLES/$name.ots"
        check "  in so many words" words "was not checked"
    done
    made=$(python3 "$SRC/tests/evidence/chain.py" header \
        40c9303a5cb0a8c4b2676f4c6b101d37f83e9413f3856f356849bfb9438a7c26)
    check "a SHA-1 digest in a block" gives 3 verify --header "$made" "$EXAMPLES/sha1/a-or-b.ots"
    check "  is no proof of one file" words "no proof of one file"
    check "an unknown attestation is reported" gives 3 verify "$EXAMPLES/unknown-notary.txt.ots"
    check "  by its tag" words "0102030405060708"
    check "  and nothing waits for a calendar" words "not checked (nothing but attestations of a kind unknown here)"
    for name in bad-major-version exceeds-max-msg-length invalid-file-digest-type; do
        check "$name is refused" gives 5 verify "$EXAMPLES/invalid/$name.ots"
        check "  with a place" holds err "at byte"
    done
else
    echo "SKIP: the example proofs are not there: $EXAMPLES"
fi

# ---- Mistakes ---------------------------------------------------------------------------

check "no proof at all" gives 5 verify paper.txt
check "no operand" gives 2 verify
check "three operands" gives 2 verify paper.txt.ots paper.txt paper.txt
check "two sources of headers" gives 2 verify --header "$header" --headers all.headers paper.txt.ots
check "--checkpoint alone" gives 2 verify --checkpoint "$late" paper.txt.ots
check "--first-height alone" gives 2 verify --first-height 5 paper.txt.ots
check "--rpc-auth alone" gives 2 verify --rpc-auth x paper.txt.ots
check "a bad height" gives 2 verify --headers all.headers --first-height x paper.txt.ots
check "a negative one" gives 2 verify --headers all.headers --first-height -1 paper.txt.ots
check "a bad network" gives 2 "$PITH" stamp --verify --network test paper.txt.ots
check "--header without --verify" gives 2 "$PITH" stamp --header "$header" paper.txt
check "--verify with --upgrade" gives 2 "$PITH" stamp --verify --upgrade paper.txt.ots
check "--from without a number" gives 2 verify --from . paper.txt.ots
check "--offline with --esplora" gives 2 verify --offline --esplora https://example.org paper.txt.ots
check "a number of another record" gives 1 verify --header "$header" paper.txt.ots A5G5GAJ7DMCZDPVAMNFAYYAUOP
check "no number" gives 2 verify --header "$header" paper.txt.ots A5G5

# ---- The stamp of a record --------------------------------------------------------------

records=$SRC/examples/paper/pith
number=A5G5GAJ7DMCZDPVAMNFAYYAUOP
python3 - "$SRC/tests/evidence" "$("$PITH" resolve --from "$records" --json $number)" <<'END'
import json, pathlib, sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import chain
def put(name, digest):
    pathlib.Path(name + ".ots").write_bytes(chain.proof(digest, chain.bitcoin(0)))
    pathlib.Path(name + ".header").write_text(chain.header(digest).hex())
record = bytes.fromhex(json.loads(sys.argv[2])["results"][0]["canonical_sha256"])
put("record", record)
put("near", record[:17] + bytes(15))  # the 130 bits of the number, and no more
END
of() { PITH_CACHE_DIR=$WORK/cache "$PITH" stamp --verify --network regtest --header "$(cat "$1.header")" "$1.ots" "$2" --offline; }
from() { "$PITH" stamp --verify --network regtest --header "$(cat "$1.header")" "$1.ots" "$2" --from "$records"; }
check "the stamp of a record that is at hand" gives 0 from record $number
check "  is held against its canonical bytes" words "of          $number (the record's canonical bytes)"
check "a digest of which only the number agrees" gives 1 from near $number
check "  is told" words "the proof is of another record"
for name in record near; do
    check "a record that is not at hand ($name)" gives 3 of $name $number
    check "  is not compared" words "the first 130 bits are the number's; the record was not there to compare the rest"
    check "  and nothing is anchored" fails words "anchored"
done
# A block can have a record from its submission on, by a clock that may be a day behind.
late() { "$PITH" stamp --verify --network regtest --header "$(cat "$1")" --from "$records" record.ots "$number"; }
python3 - "$SRC/tests/evidence" "$(od -An -tx1 -v record.ots | tr -d ' \n')" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import chain
digest = bytes.fromhex(sys.argv[2])[33:65]
submitted = 1379238800  # 2013-09-15T09:53:20Z
for name, time in ("day", submitted - 86400), ("second", submitted - 86401), ("zero", 0):
    open(name + ".header", "w").write(chain.header(digest, time=time).hex())
END
check "a block a day before the submission" gives 0 late day.header
for name in second zero; do
    check "  and earlier ($name) is impossible" gives 1 late $name.header
    check "    in so many words" words "false (the block that has it is of an impossible time)"
    check "    with the times" words "before the record was submitted, which is impossible"
done
check "a record whose resolver cannot be reached" gives 6 "$PITH" stamp --verify --no-cache \
    --allow-private --timeout 2 --resolver http://127.0.0.1:1 --network regtest \
    --header "$(cat record.header)" record.ots $number
check "  is not compared either" words "the first 130 bits are the number's"
check "  and that is why" words "error       "
check "another record is false all the same" gives 1 "$PITH" stamp --verify --no-cache \
    --allow-private --timeout 2 --resolver http://127.0.0.1:1 record.ots XHNNPWFNQ4ZPTVKFXVZADSBBOK
check "--offline has an effect beside --from" gives 0 "$PITH" stamp --verify --offline --from "$records" \
    --network regtest --header "$(cat record.header)" record.ots $number
check "  and forbids a server" gives 2 "$PITH" stamp --verify --offline --from "$records" \
    --esplora https://example.org record.ots $number
check "    for that reason" holds err "contradict it"
check "a record that is not at hand" gives 3 "$PITH" stamp --verify --network regtest --from . \
    --header "$(cat record.header)" record.ots pith:1999:$number
check "  says that the year was not compared either" words "the record was not there to compare the rest and the year 1999"
check "  if one was given" sh -c "'$PITH' stamp --verify --from . record.ots $number | grep -c 'the year' | grep -qx 0"
check "a year that is not the record's" gives 1 from record pith:1999:$number
check "  is told" holds err "1999"
check "a file with the record" gives 0 of record "$records/$number.json"
check "  is compared by its record" words "$number.json (the record's canonical bytes)"
check "  unless it is another one" gives 1 of near "$records/$number.json"
check "a file by its bytes" gives 0 verify --header "$header" paper.txt.ots paper.txt
check "  is so in words" words "paper.txt (the bytes of the file)"

# ---- JSON -------------------------------------------------------------------------------

json() {
    python3 -c 'import json, sys
r = json.load(open("out"))
assert r["schema"] == "pith-cli/1" and r["command"] == "stamp"
r = r["results"][0]
sys.exit(not eval(sys.argv[1]))' "$1"
}
check "JSON of a proof" gives 0 verify --json --header "$header" paper.txt.ots
check "  with the block" json "r['block'] == {'height': 57, 'hash': '$hash', 'time': 1700034200, 'day': '2023-11-15', 'work_bits': 1, 'network': 'regtest'}"
check "  the verdict" json "r['verdict'] == 'anchored' and r['exit'] == 0 and r['findings'] == []"
check "  the attestation" json "r['attestations'] == [{'kind': 'bitcoin', 'height': 57, 'merkle_root': '$root'}]"
check "  the target and the limit" json "r['target'] == 'paper.txt' and r['proof'] == 'paper.txt.ots' and 'Not checked' in r['limit']"
check "JSON of a wrong one" gives 1 verify --json --header "$unrelated" paper.txt.ots
check "  has no block" json "r['block'] is None and r['verdict'] == 'false' and r['findings'][0]['code'] == 'stamp-block'"
check "JSON of what is no proof" gives 5 verify --json paper.txt
check "  says so" json "r['exit'] == 5"
check "JSON of a mistake" gives 2 verify --json --header x paper.txt.ots
check "no socket is made without a server" sh -c "command -v unshare >/dev/null || exit 0
    unshare -rn true 2>/dev/null || exit 0
    unshare -rn '$PITH' stamp --verify --network regtest --header $header paper.txt.ots"
finish
