#!/bin/sh
# SPDX-License-Identifier: MIT
# Several resolvers: the first good answer wins, and --quorum joins what all of them give.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
# shellcheck source=tests/net/lib.sh
. "$SRC/tests/net/lib.sh"
need_pith
need nginx python3
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
SEED=XHNNPWFNQ4ZPTVKFXVZADSBBOK

for site in a b c; do gives 0 "$PITH" mirror --from "$SRC/examples/paper" $site $ID; done
mkdir -p bare/pith known/.well-known/pith/$ID linked/pith main lying/alias/arxiv fewer/pith/$ID other/pith/$ID liar/pith/$ID half noise/pith/$ID
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
# Parts of the public pattern alone.
cp a/pith/$ID.json bare/pith/
cp a/pith/$ID/bundle.json known/.well-known/pith/$ID/
cp a/pith/$ID.json linked/pith/$ID
printf '{"pith_numbers":["%s"]}' $SEED >lying/alias/arxiv/1309.3741.json
cp -R other/pith lying/
# The same arXiv id and version once more, with another title.
cp -R a twin
python3 - $ID <<'X'
import base64, hashlib, json, os, sys
document = json.load(open("a/pith/%s.json" % sys.argv[1]))
record = document["canonical_record"]
record["metadata"]["title_canon_sha256"] = "0" * 64
raw = hashlib.sha256(json.dumps(record, sort_keys=True, separators=(",", ":")).encode()).digest()
number = base64.b32encode(raw).decode()[:26]
json.dump({"pith_number": "pith:2013:" + number, "canonical_record": record,
           "canonical_sha256": raw.hex()}, open("twin/pith/%s.json" % number, "w"))
for kind, value in ("arxiv", "1309.3741"), ("arxiv_version", "1309.3741v1"):
    path = "twin/alias/%s/%s.json" % (kind, value)
    index = json.load(open(path))
    index["pith_numbers"].append("pith:2013:" + number)
    json.dump(index, open(path, "w"))
X
# "dead" is a port that nobody listens on.
python3 - >ports <<'X'
import socket
names = "a b c bare known linked main lying twin fewer other liar half noise dead".split()
sockets = [socket.socket() for name in names]
for name, s in zip(names, sockets):
    s.bind(("127.0.0.1", 0))
    print("%s=http://127.0.0.1:%d" % (name, s.getsockname()[1]))
X
# shellcheck disable=SC2034 # some are read by eval only
a='' b='' c='' bare='' known='' linked='' main='' lying='' twin='' fewer='' other='' liar='' half='' noise='' dead=''
# shellcheck source=/dev/null
. ./ports
{
    echo "access_log off; types { application/json json; } default_type application/ld+json;"
    grep -v dead ports | sed "s|\\(.*\\)=http://\\(.*\\)|server { listen \\2; root $WORK/\\1; }|"
} >http.conf
serve "${a##*:}"
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
check "one without a bundle" asks 0 2 "$a" "$bare"
check "  is noticed" holds out "comes without a bundle"
check "  and named" holds out "$bare/pith/$ID.json"
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

check "a record document alone" asks 0 0 "$bare"
check "a bundle in the well-known place alone" asks 0 0 "$known"
check "a record page as JSON-LD alone" asks 0 0 "$linked"

# Mirrors named by a resolver are asked when that is wanted.
printf '{"manifest_type":"pith_mirror_manifest","mirrors":[{"base_url":"file:///etc"},{"base_url":7},
 {"base_url":"%s/"},{"base_url":"%s"},{"base_url":"%s"}]}' "$main" "$liar" "$a" >main/pith-mirrors.json
# shellcheck disable=SC2317 # called through check
mirrored() {
    want=$1
    shift
    gives "$want" env PITH_CACHE_DIR="$WORK/cache" "$PITH" resolve --allow-private --timeout 4 \
        --resolver "$main" "$@" "$ID"
}
check "a resolver that has not got it" mirrored 7
check "  names a mirror that has" mirrored 0 --mirrors
check "  it is the one that does not lie" holds out "verdict   verified"
rm -r main/pith-mirrors.json "cache/v1/$ID"
check "  which is remembered" mirrored 0 --mirrors
check "  for no other use" mirrored 7 --no-cache --mirrors
check "  until the cache is cleared" gives 0 env PITH_CACHE_DIR="$WORK/cache" "$PITH" cache clear
check "  of all" test ! -e cache
check "  and then it is unknown" mirrored 7 --mirrors

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
for first in dead half noise lying; do
    eval "url=\$$first"
    check "a name: $first, then a good one" name 0 "$url"
done
check "a name of two good records of one version" gives 2 "$PITH" resolve --allow-private \
    --resolver "$twin" 1309.3741
check "  names both" holds err "stands for 2 records: $ID, "
check "  with its version too" gives 2 "$PITH" resolve --allow-private --resolver "$twin" 1309.3741v1
check "  the others are resolved all the same" gives 2 "$PITH" resolve --allow-private \
    --resolver "$twin" 1309.3741 $ID 9999.99999 A5G5GAJ7
check "  each" lines 2 out "verdict   verified"
finish
