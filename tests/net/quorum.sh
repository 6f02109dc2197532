#!/bin/sh
# SPDX-License-Identifier: MIT
# Several resolvers: the first good answer wins, and --quorum joins what all of them give.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
PATH=$PATH:/usr/sbin
need_pith
need nginx python3
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
SEED=XHNNPWFNQ4ZPTVKFXVZADSBBOK

for site in a b c; do gives 0 "$PITH" mirror --from "$SRC/examples/paper" $site $ID; done
mkdir -p fewer/pith/$ID other/pith/$ID liar/pith/$ID half noise/pith/$ID
python3 - $ID <<'X'
import json, sys
path = "a/pith/%s/bundle.json" % sys.argv[1]
bundle = json.load(open(path))
bundle["events"] = []
json.dump(bundle, open(path.replace("a/", "fewer/", 1), "w"))
X
cp "$SRC/examples/paper/pith/$SEED/bundle.json" other/pith/$ID/
sed 's/074dd/174dd/' a/pith/$ID/bundle.json >liar/pith/$ID/bundle.json
printf '{"a":' >noise/pith/$ID/bundle.json
# "dead" is a port that nobody listens on.
python3 - >ports <<'X'
import socket
names = "a b c fewer other liar half noise dead".split()
sockets = [socket.socket() for name in names]
for name, s in zip(names, sockets):
    s.bind(("127.0.0.1", 0))
    print("%s=http://127.0.0.1:%d" % (name, s.getsockname()[1]))
X
a='' b='' c='' fewer='' other='' liar='' half='' noise='' dead=''
# shellcheck source=/dev/null
. ./ports
{
    echo "daemon off; master_process off; pid $WORK/nginx.pid; error_log $WORK/error.log;"
    echo "events {}"
    echo "http { access_log off; types { application/json json; }"
    for t in client_body proxy fastcgi uwsgi scgi; do echo "${t}_temp_path $WORK/t_$t;"; done
    grep -v dead ports | sed "s|\\(.*\\)=http://\\(.*\\)|server { listen \\2; root $WORK/\\1; }|"
    echo "}"
} >nginx.conf
nginx -c "$WORK/nginx.conf" -p "$WORK" >nginx.out 2>&1 &
SERVICES=$!
tries=0
until python3 -c "import socket; socket.create_connection(('127.0.0.1', ${a##*:}), 1)" 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -lt 50 ] || { cat nginx.out error.log; exit 1; }
    sleep 0.1
done
# asks CODE QUORUM URL...: 0: no quorum
# shellcheck disable=SC2317 # called through check
asks() {
    want=$1
    [ "$2" = 0 ] && quorum='' || quorum="--quorum $2"
    shift 2
    words=
    for url in "$@"; do words="$words --resolver $url"; done
    # shellcheck disable=SC2086 # words
    gives "$want" "$PITH" resolve --allow-private --timeout 4 $quorum $words $ID
}

check "two equal mirrors" asks 0 2 "$a" "$b"
check "  no warning" fails grep -q warning out
check "three equal mirrors" asks 0 3 "$a" "$b" "$c"
check "  no warning" fails grep -q warning out
check "one that drops events" asks 0 2 "$a" "$fewer"
check "  is noticed" holds out "events-missing"
check "  and named" holds out "$fewer/pith/$ID"
check "  not the other" fails grep -qF "[events-missing] $a" out
check "  the events of the other count" holds out "1 valid"
check "  in any order" asks 0 2 "$fewer" "$a"
check "  as well" holds out "$fewer/pith/$ID"
check "one that serves another record" asks 1 2 "$a" "$other"
check "  in any order" asks 1 2 "$other" "$a"
check "one that lies" asks 1 2 "$a" "$liar"
check "  among three" asks 1 3 "$a" "$b" "$liar"
check "one that is cut off" asks 5 2 "$a" "$noise"
check "one that is down" asks 6 2 "$a" "$dead"
check "  is counted" holds err "1 of 2"
check "  in any order" asks 6 2 "$dead" "$a"
check "  as well" holds err "1 of 2"
check "one that has not got it" asks 6 2 "$a" "$half"
check "  is counted" holds err "1 of 2"
check "none that has it" asks 7 2 "$half" "$half"
check "a quorum of more than there are" asks 2 3 "$a" "$b"

for first in dead liar other noise half; do
    eval "url=\$$first"
    # shellcheck disable=SC2154 # set by eval
    check "without a quorum: $first, then a good one" asks 0 0 "$url" "$a"
    check "  which wins" holds out "1 valid"
done
check "two that lie" asks 1 0 "$liar" "$liar"
check "a dead one and one that lies" asks 1 0 "$dead" "$liar"

# Names: the index of one that is down or has none is passed over.
# shellcheck disable=SC2317 # called through check
name() {
    want=$1
    first=$2
    gives "$want" "$PITH" resolve --allow-private --timeout 4 --resolver "$first" --resolver "$a" \
        1309.3741
}
mkdir -p noise/alias/arxiv
printf '[1' >noise/alias/arxiv/1309.3741.json
for first in dead half noise; do
    eval "url=\$$first"
    check "a name: $first, then a good one" name 0 "$url"
done
finish
