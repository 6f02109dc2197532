#!/bin/sh
# SPDX-License-Identifier: MIT
# Cache and names with a real server: what is asked, what is not, and what damage does.
set -eu
# shellcheck source=tests/net/lib.sh
. "$SRC/tests/net/lib.sh"
need nginx openssl
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
PITH_CACHE_DIR=$WORK/cache
entry=$PITH_CACHE_DIR/v1/$ID

certify DNS:localhost
gives 0 "$PITH" mirror --from "$SRC/examples/paper" www $ID XHNNPWFNQ4ZPTVKFXVZADSBBOK
port=$(free_port)
cat >http.conf <<X
access_log $WORK/access.log;
types { application/json json; }
server {
  listen 127.0.0.1:$port ssl http2;
  ssl_certificate $WORK/cert.pem; ssl_certificate_key $WORK/key.pem;
  root $WORK/www;
  location /pith/A5G5GAJ7AAAA { return 500; }
}
X
serve "$port"
# shellcheck disable=SC2317 # called through check
resolve() {
    want=$1
    shift
    gives "$want" "$PITH" resolve --cacert ca.pem --allow-private --timeout 5 \
        --resolver "https://localhost:$port" "$@"
}
# asked N: requests since the last call
asked() {
    sleep 0.1
    n=$(wc -l <access.log)
    cp access.log seen.log
    : >access.log
    [ "$n" = "$1" ] || { echo "# $n requests, not $1" >&3; cat seen.log >&3; return 1; }
}
# ages SECONDS: makes the entry that much older
ages() { python3 - "$entry/meta" "$1" <<'Y'
import re, sys
text = open(sys.argv[1]).read()
open(sys.argv[1], "w").write(re.sub(r"fetched-at (\d+)",
    lambda m: "fetched-at %d" % (int(m[1]) - int(sys.argv[2])), text))
Y
}

check "the first time asks" resolve 0 $ID
check "  for two documents" asked 2
check "  and keeps them" test -s "$entry/bundle.json" -a -s "$entry/record.json" -a -s "$entry/meta"
check "  with nothing half-written" sh -c "! find '$PITH_CACHE_DIR' -name '.pith-*' | grep ."
check "  in folders of the owner's alone" sh -c "! find '$PITH_CACHE_DIR' -type d ! -perm 700 | grep ."
check "the second time" resolve 0 $ID
check "  says the same" holds out GoSam
check "  and asks nothing" asked 0
check "--no-cache asks" resolve 0 --no-cache $ID
check "  indeed" asked 2
check "--refresh asks" resolve 0 --refresh $ID
check "  for two" asked 2
check "  with their ETags: 304" lines 2 seen.log '" 304 '
ages 90000
check "an entry of yesterday is asked for" resolve 0 $ID
check "  again" asked 2
check "  with its ETags" lines 2 seen.log '" 304 '
check "  and is fresh then" resolve 0 $ID
check "  so nothing is asked" asked 0
ages -90000
check "an entry from the future is asked for" resolve 0 $ID
check "  again" asked 2

# Damage: cut off, bytes changed, another record, no meta, nonsense.
for damage in cut changed other nometa nonsense title; do
    resolve 0 --refresh $ID
    asked 2 || true
    case $damage in
    cut) head -c 700 "$entry/bundle.json" >x ;;
    changed) sed 's/074dd/174dd/' "$entry/bundle.json" >x ;;
    other) cp "$SRC/examples/paper/pith/XHNNPWFNQ4ZPTVKFXVZADSBBOK/bundle.json" x ;;
    nonsense) head -c 500 /dev/urandom >x ;;
    nometa) cp "$entry/bundle.json" x; rm "$entry/meta" ;;
    title) sed 's/GoSam/GoSpam/' "$entry/record.json" >"$entry/x"; mv "$entry/x" "$entry/record.json"
        cp "$entry/bundle.json" x ;;
    esac
    cp x "$entry/bundle.json"
    check "damage: $damage" resolve 0 $ID
    check "  is noticed" asked 2
    check "  and mended" resolve 0 $ID
    check "  for good" asked 0
    check "  with the title" holds out GoSam
done
sed -i 's/074dd/174dd/' "$entry/bundle.json"
ages 90000
check "a poisoned entry of yesterday is not what 304 means" resolve 0 $ID
check "  no validator was sent" asked 2
check "  200" lines 2 seen.log '" 200 '
sed -i 's/074dd/174dd/' "$entry/bundle.json"
check "verify names the damaged entry" gives 1 "$PITH" cache verify
check "  by its number" holds out $ID
check "  and drops it" test ! -e "$entry"
resolve 0 $ID
check "a year that is wrong" resolve 1 pith:2014:$ID
check "  does not cost the entry" test -s "$entry/bundle.json"
asked 4 || true

rm "$entry/record.json"
: >access.log
check "a document that is gone" resolve 0 $ID
check "  is asked for" asked 2
check "  and there again" test -s "$entry/record.json"
rm "$entry/record.json"
check "  verify is content with the rest" gives 0 "$PITH" cache verify
resolve 0 $ID
ages 90000
mv www/pith/$ID kept && cp -R www/pith/XHNNPWFNQ4ZPTVKFXVZADSBBOK www/pith/$ID
check "an old copy that holds is better than a lie" resolve 0 $ID
check "  with a warning" holds out "cache-stale"
rm -r "www/pith/$ID" && mv kept "www/pith/$ID"
mkdir elsewhere && mv "$PITH_CACHE_DIR/v1" elsewhere/v1 && ln -s ../elsewhere/v1 "$PITH_CACHE_DIR/v1"
check "a cache behind a link" resolve 0 $ID
check "  is listed" gives 0 "$PITH" cache list
check "  with its entry" holds out $ID
check "  and cleared" gives 0 "$PITH" cache clear
check "  of it" gives 7 "$PITH" resolve --offline $ID
check "a cache of a relative path is refused" gives 2 env PITH_CACHE_DIR=rel "$PITH" resolve $ID

# Names.
rm -rf "$PITH_CACHE_DIR"
: >access.log
for name in arxiv:1309.3741 arXiv:1309.3741v1 1309.3741 1309.3741v1 10.48550/arXiv.1309.3741 \
    doi:10.48550/arXiv.1309.3741 https://doi.org/10.48550/arXiv.1309.3741 A5G5GAJ7 a5g5gaj7 \
    A5G5GAJ7DMCZ A5G5GAJ7DMCZDPVA pith:A5G5GAJ7; do
    check "--from: $name" gives 0 "$PITH" resolve --from www "$name"
    check "resolver: $name" resolve 0 --no-cache "$name"
    check "  shows the full number" holds out "pith:2013:$ID"
    check "cache: $name" resolve 0 "$name"
    : >access.log
    check "  asked again" resolve 0 "$name"
    check "  asks nothing" asked 0
    check "offline: $name" gives 0 "$PITH" resolve --offline "$name"
done
check "a name nobody knows" resolve 7 arxiv:9999.99999
check "  says so" holds err "arXiv identifier"
check "a version nobody knows" resolve 7 arxiv:1309.3741v7
rm -rf "$PITH_CACHE_DIR"
resolve 0 $ID
check "a record does not vouch for being the only version" resolve 0 arxiv:1309.3741
check "  so the index is asked" holds access.log /alias/arxiv/1309.3741.json
cp www/alias/pith_short_8/A5G5GAJ7.json good.json
sed "s/\"pith:2013:$ID\"/&,\"pith:2013:A5G5GAJ7AAAAAAAAAAAAAAAAAA\"/" good.json >www/alias/pith_short_8/A5G5GAJ7.json
check "an ambiguous short form" resolve 2 --no-cache A5G5GAJ7
check "  names both" holds err A5G5GAJ7AAAAAAAAAAAAAAAAAA
sed "s/\"pith:2013:$ID\"/&,\"pith:2013:A5G5GAJ7BBBBBBBBBBBBBBBBBB\"/" good.json >www/alias/pith_short_8/A5G5GAJ7.json
check "one of two that there is" resolve 0 --no-cache A5G5GAJ7
sed "s/$ID/XHNNPWFNQ4ZPTVKFXVZADSBBOK/" good.json >www/alias/pith_short_8/A5G5GAJ7.json
check "an index that names a number of another beginning" resolve 7 --no-cache A5G5GAJ7
cp www/alias/arxiv/1309.3741.json good2.json
sed "s/$ID/XHNNPWFNQ4ZPTVKFXVZADSBBOK/" good2.json >www/alias/arxiv/1309.3741.json
check "an index that names another record" resolve 1 --no-cache 1309.3741
check "  is refused" holds err "which has another name"
cp good2.json www/alias/arxiv/1309.3741.json
printf '[1' >www/alias/pith_short_8/A5G5GAJ7.json
check "an index that is no JSON" resolve 5 --no-cache A5G5GAJ7
cp good.json www/alias/pith_short_8/A5G5GAJ7.json

# Writers beside each other, and killed ones.
rm -rf "$PITH_CACHE_DIR"
pids=
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    "$PITH" resolve -q --cacert ca.pem --allow-private --resolver "https://localhost:$port" \
        --refresh $ID >"out.$i" 2>&1 &
    pids="$pids $!"
done
bad=0
for pid in $pids; do wait "$pid" || bad=$((bad + 1)); done
check "20 writers at once" same 0 "$bad"
check "  leave a good entry" gives 0 "$PITH" cache verify
check "  and nothing half-written" sh -c "! find '$PITH_CACHE_DIR' -name '.pith-*' | grep ."
i=0
while [ $i -lt 25 ]; do
    "$PITH" resolve -q --cacert ca.pem --allow-private --resolver "https://localhost:$port" \
        --refresh $ID >/dev/null 2>&1 &
    pid=$!
    sleep "0.0$((i * 4 % 10))$((i % 7))"
    kill -9 "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    i=$((i + 1))
done
check "killed 25 times, the cache holds" gives 0 "$PITH" cache verify
check "  and serves" resolve 0 $ID

rm -rf "$PITH_CACHE_DIR/v1/$ID" && mkdir "$PITH_CACHE_DIR/v1/$ID"
check "a folder without documents is no entry" gives 0 "$PITH" cache verify
check "  nor counted" holds err "0 entries checked"

# Killed at each call that changes a file: filling, then replacing.
changing=write,openat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir
if strace -o /dev/null true 2>/dev/null; then
    for how in "" --refresh; do
        step=1
        stride=${LONG:+1}
        [ -n "$how" ] || rm -rf "$PITH_CACHE_DIR"
        until ASAN_OPTIONS=detect_leaks=0 strace -f -o /dev/null -e trace=$changing \
            -e inject=$changing:signal=KILL:when=$step "$PITH" resolve -q $how --cacert ca.pem \
            --allow-private --resolver "https://localhost:$port" $ID 2>/dev/null; do
            gives 0 "$PITH" cache verify || not_ok "killed at call $step, the cache does not hold"
            [ -n "$how" ] || rm -rf "$PITH_CACHE_DIR"
            step=$((step + ${stride:-5}))
            [ $step -lt 1000 ] || break
        done
        check "killed at calls 1 to $((step - ${stride:-5})), the cache holds" test $step -gt 30
        check "  and not killed behind the last" test $step -lt 1000
        check "  and serves" resolve 0 $ID
        check "  with nothing half-written that counts" gives 0 "$PITH" cache verify
    done
    check "a full disk is no failure" env ASAN_OPTIONS=detect_leaks=0 strace -f -o /dev/null \
        -e inject=rename:error=ENOSPC "$PITH" resolve -q --refresh --cacert ca.pem --allow-private --resolver "https://localhost:$port" $ID
else
    echo "SKIP: a kill at each single call: needs a working strace"
fi

# A cache that cannot be written; root may write anything, so a file stands in its way.
: >blocked
check "a cache that cannot be made is no failure" env PITH_CACHE_DIR="$WORK/blocked/cache" \
    "$PITH" resolve --cacert ca.pem --allow-private --resolver "https://localhost:$port" $ID
chmod -R a-w "$PITH_CACHE_DIR"
check "nor one that may only be read" resolve 0 $ID
check "  even to refresh it" resolve 0 --refresh $ID
chmod -R u+w "$PITH_CACHE_DIR"

# No server.
kill "$SERVER"
wait "$SERVER" 2>/dev/null || true
SERVICES=
check "without a server a fresh entry does" resolve 0 $ID
ages 90000
check "and an old one" resolve 0 $ID
check "  with a warning" holds out "cache-stale"
check "--no-cache does not" resolve 6 --no-cache $ID
finish
