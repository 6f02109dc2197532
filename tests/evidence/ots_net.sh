#!/bin/sh
# SPDX-License-Identifier: MIT
# Stamping, upgrading and verifying with calendars, an Esplora server and a Bitcoin node on
# loopback, good ones and faulty ones.
# shellcheck disable=SC2317 # functions that `check` calls
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3 curl
cd "$WORK"
unset PITH_RPC_AUTH
PITH_ALLOW_PRIVATE=1
export PITH_ALLOW_PRIVATE
: >asked
service port env PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/evidence/servers.py"
BASE=http://127.0.0.1:$(cat port)
mine() { curl -fsS "$BASE/mine" >/dev/null; }
words() { holds out "$1"; }
# stamp CALENDARS FILE...: the calendars by their names
stamp() {
    names=$1
    shift
    set -- "$@"
    for name in $names; do set -- --calendar "$BASE/$name" "$@"; done
    "$PITH" stamp --timeout 2 "$@"
}
upgrade() { stamp "$@" --upgrade; }
verify() { "$PITH" stamp --timeout 2 --verify --network regtest "$@"; }
# No source is asked for the record.
of_number() {
    PITH_CACHE_DIR=$WORK/none "$PITH" stamp --verify --offline --network regtest \
        A5G5GAJ7DMCZDPVAMNFAYYAUOP.ots "$1"
}
json() {
    python3 -c 'import json, sys
d = json.load(open("out"))
r = d["results"][0]
sys.exit(not eval(sys.argv[1]))' "$1"
}

# ---- Stamping ---------------------------------------------------------------------------

echo paper >paper.txt
check "two calendars attest a file" gives 0 stamp "cal cal2" paper.txt
check "  pending" words "verdict     stamped (pending)"
check "  beside it" test -f paper.txt.ots
check "  each got the digest alone" lines 2 asked "/digest 32 - application/vnd.opentimestamps.v1"
cp paper.txt.ots first
check "the same again" gives 0 stamp "cal2 cal" paper.txt
check "  gives the same bytes" cmp paper.txt.ots first
touch -t 200101010000 paper.txt.ots
stamp "cal cal2" paper.txt >out
check "  and does not touch the file" test first -nt paper.txt.ots
check "a third calendar is added" gives 0 stamp "cal3" paper.txt
check "  so three are pending" gives 3 verify --json paper.txt.ots
check "  in one proof" json "len(r['attestations']) == 3 and r['verdict'] == 'pending'"
for i in 1 2 3; do echo "$i" >"many$i"; done
: >asked
check "several files at once" gives 0 stamp "cal cal2" many1 many2 many3
check "  each has its proof" test -f many1.ots -a -f many2.ots -a -f many3.ots
check "  by six questions" lines 6 asked /digest
check "-o names the proof" gives 0 stamp "cal cal2" -o named.ots paper.txt
check "  there" test -f named.ots
check "one good file of two" gives 8 stamp "cal cal2" many1 gone.txt
check "  is stamped still" words "many1.ots"
check "JSON" gives 0 stamp "cal cal2" --json paper.txt
check "  has calendars and commitments" json "r['proof'] == 'paper.txt.ots' and all(a['kind'] == 'pending' and len(a['commitment']) == 64 for a in r['attestations'])"

# What a calendar may do wrong: with two good ones it is a warning, and without it is a failure.
# The faulty one is asked last: without TLS, libcurl opens no second connection to a host before the
# first one has answered.
for fault in big flood slow redirect cut longer page broken busy empty unknown; do
    echo $fault >$fault.txt
    check "a calendar with a fault ($fault)" gives 0 stamp "$fault cal cal2" $fault.txt
    check "  is a warning" words "warning     $BASE/$fault: "
    check "  without foreign bytes" fails grep -q "$(printf '\033')" out
    check "  and not in the proof" fails grep -q "/$fault" $fault.txt.ots
done
check "one calendar alone is too few" gives 3 stamp "cal cut" cut.txt
check "  but what it said is kept" words "attested by $BASE/cal"
check "with --minimum 1 it is enough" gives 0 stamp "cal cut" --minimum 1 cut.txt
rm -f cut.txt.ots
check "no calendar" gives 6 stamp "cut page" cut.txt
check "  leaves no proof" test ! -e cut.txt.ots
check "more than there are" gives 2 stamp "cal" --minimum 2 cut.txt
check "one calendar twice is one" gives 2 "$PITH" stamp --calendar "$BASE/cal" --calendar "$BASE/cal/" cut.txt
check "  and is told" holds err "is named twice"
check "a folder that is not there" gives 8 stamp "cal cal2" -o none/x.ots paper.txt
check "  is told" holds err "none/x.ots"
check "a calendar that names a stranger" gives 0 stamp "cal stranger" cut.txt
check "  is told" words "https://evil.example.org"
cp paper.txt.ots before
check "no answer to one that has a proof" gives 6 stamp cut paper.txt
check "  leaves it alone" cmp before paper.txt.ots
echo junk >junk.ots
check "a file that is no proof is kept" gives 8 stamp cal -o junk.ots paper.txt
check "  as it is" same "$(cat junk.ots)" junk
check "so is the proof of something else" gives 8 stamp cal -o many1.ots paper.txt
check "  with a word" holds err "the proof of another digest"
mkdir folder.ots
check "and a folder" gives 8 stamp cal -o folder.ots paper.txt
mkdir shelf
cp paper.txt.ots shelf/kept.ots
ln -s shelf/kept.ots link.ots
check "a link to a proof is added to" gives 0 stamp "cal4" -o link.ots paper.txt
check "  where it leads" fails cmp shelf/kept.ots paper.txt.ots
check "  and stays a link" same "$(readlink link.ots)" shelf/kept.ots
ln -s nowhere/x.ots dangling.ots
: >asked
check "a link that leads nowhere" gives 8 stamp "cal cal2" -o dangling.ots paper.txt
check "  is told" holds err "leads nowhere"
check "  before anybody is asked" test ! -s asked
check "  and stays" same "$(readlink dangling.ots)" nowhere/x.ots
check "standard output is no place for a proof" gives 2 stamp "cal cal2" -o - paper.txt
check "standard input has no name" gives 2 stamp "cal cal2" -
check "  for upgrading either" gives 2 upgrade cal -
echo same >twice
check "one file under two names" gives 0 stamp "cal cal2" --json twice ./twice
check "  has one proof" gives 3 verify --json twice.ots
check "  with two calendars" json "len(r['attestations']) == 2 and r['compared']"
check "a calendar on loopback needs leave" gives 2 env -u PITH_ALLOW_PRIVATE "$PITH" stamp --calendar "$BASE/cal" paper.txt
check "--offline stamps nothing" gives 2 stamp cal --offline paper.txt
RECORD=$SRC/examples/paper/pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP.json
check "a number needs its record" gives 0 stamp "cal cal2" --from "$RECORD" A5G5GAJ7DMCZDPVAMNFAYYAUOP
check "  and is stamped by its canonical SHA-256" test -f A5G5GAJ7DMCZDPVAMNFAYYAUOP.ots
python3 -c 'import json, sys
record = json.load(open(sys.argv[1]))["canonical_record"]
print(json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False), end="")' \
    "$RECORD" >canonical
check "  as the canonical bytes are" gives 3 verify A5G5GAJ7DMCZDPVAMNFAYYAUOP.ots canonical
check "  the number is enough to tell" gives 3 of_number A5G5GAJ7DMCZDPVAMNFAYYAUOP
check "  in its full form" gives 3 of_number pith:2013:A5G5GAJ7DMCZDPVAMNFAYYAUOP
check "  or as its address" gives 3 of_number https://pith.science/pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP
check "    which can be stamped" gives 0 stamp "cal cal2" --from "$RECORD" https://pith.science/pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP
check "  another is not" gives 1 of_number 2MUFJOH3E5VSNFSA3YXTX57MCJ
mkdir nothing
check "a number that no source has" gives 7 stamp "cal cal2" --from nothing 2MUFJOH3E5VSNFSA3YXTX57MCJ
check "a typing mistake" gives 2 stamp "cal cal2" --from . A5G5GAJ7DMCZDPVAMNFAYYAUO0

# ---- Upgrading --------------------------------------------------------------------------

cp paper.txt.ots pending
check "nothing is there yet" gives 3 upgrade "cal cal2 cal3" paper.txt.ots
check "  as each calendar says" words "$BASE/cal: does not know more yet"
check "  in our words" fails holds out "Pending confirmation"
check "  and the proof is as it was" cmp paper.txt.ots pending
: >asked
check "a proof from elsewhere chooses no host" gives 3 "$PITH" stamp --upgrade paper.txt.ots
check "  so nobody is asked" test ! -s asked
check "  and it is told" words "is not among the calendars"
mine
check "a block is there" gives 0 upgrade "cal cal2 cal3" paper.txt.ots
check "  which nobody has checked" words "stamped (names a Bitcoin block; --verify checks it)"
check "  nothing waits any more" words "3 knew more, 0 still waiting"
: >asked
check "again" gives 0 upgrade "cal cal2 cal3" paper.txt.ots
check "  nobody is asked" test ! -s asked
cp pending shelf/paper.ots && ln -s shelf/paper.ots up.ots
check "a link" gives 0 upgrade "cal cal2 cal3" up.ots
check "  stays one" test -L up.ots
check "  to the proof that is upgraded" cmp shelf/paper.ots paper.txt.ots
cp pending shelf/paper.ots
check "  also named by -o" gives 0 upgrade "cal cal2 cal3" -o up.ots pending
check "  is added to" sh -c "test -L up.ots && cmp shelf/paper.ots paper.txt.ots"
check "what was there is there still" gives 0 stamp "cal cal2 cal3" paper.txt
check "  with blocks and calendars" gives 3 verify --json paper.txt.ots
check "  three of each" json "sorted(a['kind'] for a in r['attestations']) == ['bitcoin'] * 3 + ['pending'] * 3"
check "-o leaves the old one" gives 0 upgrade "cal cal2" -o upgraded.ots named.ots
check "  and writes there" test -f upgraded.ots
for fault in cut longer page flood; do
    # The calendar "cal" has it, and the proof waits for the faulty one that says the same.
    echo "later $fault" >later
    stamp cal --minimum 1 -o unused.ots later >/dev/null
    rm -f unused.ots
    python3 - "$BASE/$fault" "$SRC" <<'PY'
import sys
sys.path.insert(0, sys.argv[2] + "/tests/evidence")
sys.dont_write_bytecode = True
import chain
digest = chain.sha256(open("later", "rb").read())
ops = b"\xf0" + chain.varbytes(b"cal") + b"\x08"
open("later.ots", "wb").write(chain.proof(digest, ops + chain.pending(sys.argv[1])))
PY
    mine
    cp later.ots before
    check "a calendar that upgrades with a fault ($fault)" gives 6 upgrade $fault later.ots
    check "  changes nothing" cmp later.ots before
done
for odd in endless false deep; do
    echo "$odd" >odd
    rm -f odd.ots
    stamp "$odd cal" odd >/dev/null
    cp odd.ots $odd.ots
done
check "a calendar that only ever promises" gives 3 upgrade endless endless.ots
check "  is asked four times at most" test "$(grep -c endless/timestamp asked)" -le 4
check "a block out of the air" gives 0 upgrade false false.ots
check "  does not hold" gives 1 verify --esplora "$BASE/esplora" false.ots
check "  as is said" words "false (no block has what the proof needs)"
check "a path too long to be read again" gives 6 upgrade deep deep.ots
check "  is not added" gives 3 verify deep.ots odd
check "no proof" gives 5 upgrade cal paper.txt
check "no file" gives 8 upgrade cal gone.ots

# ---- Verifying --------------------------------------------------------------------------

curl -fsS "$BASE/headers" >chain.headers
printf '__cookie__:secret\n' >cookie
chmod 600 cookie
node() { verify --rpc "$BASE/node" --rpc-auth cookie "$@"; }
check "an Esplora server" gives 0 verify --esplora "$BASE/esplora" paper.txt.ots
check "  whose view it is" words "anchored (checked here against the view that $BASE/esplora has of the chain)"
check "  and whose word" words "which is the server's"
check "a Bitcoin node" gives 0 node paper.txt.ots
check "  whose it is" words "anchored (checked here against the node at $BASE/node)"
check "  without leave for private addresses" gives 0 env -u PITH_ALLOW_PRIVATE "$PITH" stamp --verify --network regtest --rpc "$BASE/node" --rpc-auth cookie paper.txt.ots
check "the chain as a file" gives 0 verify --headers chain.headers paper.txt.ots
for how in "--esplora $BASE/esplora" "--rpc $BASE/node --rpc-auth cookie" "--headers chain.headers"; do
    # shellcheck disable=SC2086 # words
    verify --json $how paper.txt.ots | sed 's/.*\("block":{[^}]*}\).*/\1/'
done >blocks
check "all three agree" same "$(sort -u blocks | wc -l)" 1
check "user:password from the environment" gives 0 env PITH_RPC_AUTH=__cookie__:secret "$PITH" stamp --verify --network regtest --rpc "$BASE/node" paper.txt.ots
check "a wrong one" gives 6 env PITH_RPC_AUTH=__cookie__:sesame "$PITH" stamp --verify --rpc "$BASE/node" paper.txt.ots
check "  is told" words "HTTP 401"
check "  and not shown" fails grep -q sesame out err
check "none" gives 6 verify --rpc "$BASE/node" paper.txt.ots
check "no password in it" gives 2 env PITH_RPC_AUTH=secret "$PITH" stamp --verify --rpc "$BASE/node" paper.txt.ots
check "  which is not shown" fails grep -q secret out err
chmod 644 cookie
check "a cookie that others can read" gives 8 node paper.txt.ots
chmod 600 cookie
check "a server with another block" gives 1 verify --esplora "$BASE/liar" paper.txt.ots
check "  has other roots" words "has the merkle root"
check "a node with another block" gives 1 verify --rpc "$BASE/liar" --rpc-auth cookie paper.txt.ots
check "a server whose blocks have no work" gives 1 verify --esplora "$BASE/lazy" paper.txt.ots
check "  proves nothing" words "has not the work"
check "so for a node" gives 1 verify --rpc "$BASE/lazy" --rpc-auth cookie paper.txt.ots
for fault in mixed short page empty flood slow redirect; do
    check "a server with a fault ($fault)" gives 6 verify --esplora "$BASE/$fault" paper.txt.ots
    check "  proves nothing" words "was not checked"
    check "  without foreign bytes" fails grep -q "$(printf '\033')" out
done
for fault in nodeids nodeobject nodebad page empty flood redirect; do
    check "a node with a fault ($fault)" gives 6 verify --rpc "$BASE/$fault" --rpc-auth cookie paper.txt.ots
    check "  proves nothing" words "was not checked"
done
python3 - "$SRC" <<'PY'
import sys
sys.path.insert(0, sys.argv[1] + "/tests/evidence")
sys.dont_write_bytecode = True
import chain
digest = chain.sha256(open("paper.txt", "rb").read())
open("future.ots", "wb").write(chain.proof(digest, chain.bitcoin(2 ** 31 - 1)))
many = b"".join(b"\xff" + chain.bitcoin(n) for n in range(1000, 1100)) + chain.bitcoin(5000)
open("many.ots", "wb").write(chain.proof(digest, many))
PY
check "a block that is not there yet" gives 3 verify --esplora "$BASE/esplora" future.ots paper.txt
check "  by the server" words "knows no block 2147483647"
check "  by the node" gives 3 node future.ots paper.txt
check "  in its words" words "knows no block 2147483647"
python3 - "$SRC" <<'PY'
import sys
sys.path.insert(0, sys.argv[1] + "/tests/evidence")
sys.dont_write_bytecode = True
import chain
digest = chain.sha256(open("paper.txt", "rb").read())
open("never.ots", "wb").write(chain.proof(digest, chain.bitcoin(2 ** 31)))
PY
check "a block that can never be there" gives 1 verify --esplora "$BASE/esplora" never.ots paper.txt
check "  is called that" words "block 2147483648: Bitcoin can have no such block"
: >asked
check "a hundred blocks" gives 3 "$PITH" stamp --timeout 20 --verify --network regtest --esplora "$BASE/esplora" many.ots paper.txt
check "  make sixteen questions" lines 16 asked block-height
check "nobody there" gives 6 verify --esplora http://127.0.0.1:1 paper.txt.ots
check "Esplora on loopback needs leave" gives 2 env -u PITH_ALLOW_PRIVATE "$PITH" stamp --verify --esplora "$BASE/esplora" paper.txt.ots
check "a node elsewhere needs https" gives 2 env -u PITH_ALLOW_PRIVATE "$PITH" stamp --verify --rpc http://example.org:8332 --rpc-auth cookie paper.txt.ots
check "  whatever its name begins with" gives 2 env -u PITH_ALLOW_PRIVATE "$PITH" stamp --verify --rpc http://localhost.example.org --rpc-auth cookie paper.txt.ots
check "  or holds" gives 2 env -u PITH_ALLOW_PRIVATE "$PITH" stamp --verify --rpc http://127.0.0.1:8332@example.org --rpc-auth cookie paper.txt.ots
: >asked
check "a proof of another file" gives 1 verify --esplora "$BASE/esplora" paper.txt.ots many1
check "  asks nobody" test ! -s asked
finish
