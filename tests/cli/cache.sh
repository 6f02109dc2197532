#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith cache` and --offline: no socket, and nothing removed that is not the cache's.
# shellcheck disable=SC2317 # `check` calls the functions
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
OTHER=XHNNPWFNQ4ZPTVKFXVZADSBBOK
PITH_CACHE_DIR=$WORK/cache

fill() {
    for id in $ID $OTHER; do
        mkdir -p "cache/v1/$id" cache/v1/alias/arxiv
        cp "$SRC/examples/paper/pith/$id/bundle.json" "cache/v1/$id/"
        printf 'fetched-at 1\nsource https://example.org/\n' >"cache/v1/$id/meta"
    done
    printf '%s\n' $ID >cache/v1/alias/arxiv/1309.3741
    : >cache/v1/$ID/.pith-abcdefgh
}
check "path" gives 0 "$PITH" cache path
check "  is the folder" same "$(cat out)" "$WORK/cache"
check "  under XDG_CACHE_HOME" same /x/pith "$(env -u PITH_CACHE_DIR XDG_CACHE_HOME=/x "$PITH" cache path)"
check "an empty cache has no entries" gives 0 "$PITH" cache list
check "  none at all" test ! -s out
check "  and is not made by that" test ! -e cache
check "verify of nothing" gives 0 "$PITH" cache verify
check "clear of nothing" gives 0 "$PITH" cache clear
fill
check "list" gives 0 "$PITH" cache list
check "  has both" lines 2 out https://example.org/
check "list --json" gives 0 "$PITH" cache list --json
check "  is JSON" python3 -c 'import json; r = json.load(open("out"))["results"]
assert len(r) == 2 and r[0]["fetched_at"] == 1 and r[0]["bytes"] > 1000, r'
check "verify" gives 0 "$PITH" cache verify
check "  counts" holds err "2 entries checked"
for option in path list verify clear; do
    check "$option --json" sh -c "'$PITH' cache $option --json | python3 -m json.tool"
done
rm -rf cache
fill
head -c 300 cache/v1/$OTHER/bundle.json >x
cp x cache/v1/$OTHER/bundle.json
check "verify of a cut-off entry" gives 5 "$PITH" cache verify
check "  names it" holds out $OTHER
check "  drops it" test ! -e cache/v1/$OTHER
check "  and keeps the other" test -e cache/v1/$ID/bundle.json

# A name that stands for another record than the one that has it.
rm -rf cache
fill
mkdir -p cache/v1/alias/pith_short_8 cache/v1/alias/doi/10.48550
printf '%s\n' $OTHER >cache/v1/alias/arxiv/1309.3741
printf '%s\nfetched-at 5\n%s\n%s\n' $ID $OTHER $ID >cache/v1/alias/arxiv/1309.3741v1
printf 'fetched-at 5\n%s\n' $OTHER >cache/v1/alias/pith_short_8/A5G5GAJ7
printf 'fetched-at 5\n%s\n' $ID >cache/v1/alias/doi/10.48550/arxiv.1309.3741
printf '%s\n' AAAAAAAAAAAAAAAAAAAAAAAAAA >cache/v1/alias/arxiv/0704.0001
echo mine >cache/v1/alias/arxiv/notes
mv cache/v1/alias/arxiv/1309.3741v1 x && mkdir -p cache/v1/alias/arxiv_version && mv x cache/v1/alias/arxiv_version/1309.3741v1
cp -R cache poisoned
check "verify of a name that stands for another record" gives 1 "$PITH" cache verify
check "  says so" holds err "3 names stood for another record; dropped"
check "  and counts them" holds err "2 entries checked, 3 damaged ones dropped"
check "  drops the name" test ! -e cache/v1/alias/arxiv/1309.3741 -a ! -e cache/v1/alias/pith_short_8/A5G5GAJ7
check "  what is right of a name stays" same "$(tr '\n' ' ' <cache/v1/alias/arxiv_version/1309.3741v1)" \
    "$ID fetched-at 0 $ID "
check "  as do right names, and those of records that are not there" test -e cache/v1/alias/doi/10.48550/arxiv.1309.3741 \
    -a -e cache/v1/alias/arxiv/0704.0001
check "  and what is not the cache's" same "$(cat cache/v1/alias/arxiv/notes)" mine
check "  then all is well" gives 0 "$PITH" cache verify
check "  and the name is found by its record" gives 0 "$PITH" resolve --offline doi:10.48550/arXiv.1309.3741
rm -rf cache && mv poisoned cache
check "  --json is JSON" sh -c "'$PITH' cache verify --json >out; test \$? = 1 && python3 -m json.tool out"

# One entry is one entry.
rm -rf cache
fill
rm -r cache/v1/$OTHER
check "verify of one" gives 0 "$PITH" cache verify
check "  is said in the singular" holds err "1 entry checked, 0 damaged ones dropped"
check "clear of one" gives 0 "$PITH" cache clear
check "  too" holds err "1 entry removed"

# clear: what is not the cache's stays, also behind links.
fill
mkdir -p precious/$ID
echo mine >precious/$ID/meta
echo mine >precious/meta
echo mine >cache/v1/$OTHER/notes.txt
echo mine >cache/README
echo mine >cache/v1/alias/arxiv/notes
ln -s "$WORK/precious/$ID" cache/v1/AAAAAAAAAAAAAAAAAAAAAAAAAA
ln -s "$WORK/precious" cache/v1/alias/doi
ln -sf "$WORK/precious/meta" cache/v1/$ID/bundle.json
gives 8 "$PITH" cache clear || not_ok "clear says what it could not remove"
check "clear leaves foreign files" test -e cache/v1/$OTHER/notes.txt -a -e cache/README \
    -a -e cache/v1/alias/arxiv/notes
check "  and does not follow links" test -e precious/$ID/meta -a -e precious/meta
check "  but removes its own" test ! -e cache/v1/$ID -a ! -e cache/v1/$OTHER/bundle.json \
    -a ! -e cache/v1/alias/arxiv/1309.3741
rm -rf cache
fill
check "clear" gives 0 "$PITH" cache clear
check "  leaves no folder" test ! -e cache
check "clear with a word too many" gives 2 "$PITH" cache clear now
check "cache alone" gives 2 "$PITH" cache
check "no cache" env PITH_CACHE_DIR= sh -c "'$PITH' cache list; test \$? = 2"
check "help fits" sh -c "! '$PITH' help cache | grep -E '.{81}'"

# Offline.
fill
check "--offline" gives 0 "$PITH" resolve --offline $ID
check "  verified" holds out "verdict   verified"
check "  needs no resolver" gives 0 "$PITH" resolve --offline --quorum 2 $ID
rm -r cache/v1/$OTHER
check "--offline without an entry" gives 7 "$PITH" resolve --offline $OTHER
check "  says what to do" holds err "run once without --offline"
check "--offline with an unknown name" gives 7 "$PITH" resolve --offline arxiv:0704.0001
check "another year" gives 1 "$PITH" resolve --offline pith:2014:$ID
check "  costs no entry" test -e cache/v1/$ID/bundle.json
# Without a cache, a local file needs none.
bare() { env -u HOME -u XDG_CACHE_HOME PITH_CACHE_DIR= "$PITH" "$@"; }
RECORD=$SRC/examples/paper/pith/$ID
check "--offline without a cache: a file" gives 0 bare verify --offline "$RECORD.json"
check "  status of one" gives 0 bare status --offline "$RECORD/bundle.json"
check "  lines" gives 0 sh -c "tr -d '\n' <'$RECORD.json' | env -u HOME '$PITH' verify --offline --ndjson"
for command in resolve verify status cite badge; do
    check "  $command of a number" gives 2 bare $command --offline $ID
    check "    which says why" holds err "needs a cache, and neither HOME nor PITH_CACHE_DIR names one"
done
check "  a name" gives 2 bare resolve --json --offline arxiv:1309.3741
check "    which says why" holds out "needs a cache"
if unshare -rn true 2>/dev/null; then
    check "--offline without any network" gives 0 unshare -rn "$PITH" resolve --offline $ID
    check "  by name" gives 0 unshare -rn "$PITH" resolve --offline arxiv:1309.3741
else
    echo "SKIP: --offline without any network: needs unshare -rn"
fi
if strace -f -o trace true 2>/dev/null; then
    # LeakSanitizer cannot run under ptrace.
    check "--offline under strace" gives 0 env ASAN_OPTIONS=detect_leaks=0 \
        strace -f -e trace=network -o trace "$PITH" resolve --offline $ID
    check "  calls nothing of the network" fails grep -E "^[0-9 ]*[a-z]+\(" trace
else
    echo "SKIP: --offline without a socket call: needs strace"
fi
finish
