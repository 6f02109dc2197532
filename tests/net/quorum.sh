#!/bin/sh
# SPDX-License-Identifier: MIT
# Several resolvers: the first good answer wins, and --quorum joins what all of them give.
set -eu
# shellcheck source=tests/net/lib.sh
. "$SRC/tests/net/lib.sh"
need nginx
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
# Such records anybody can make: twin and high name the true one as well, two do not.
cp -R a twin && cp -R a high && cp -R a two && cp -R a year && cp -R a junk
python3 - $ID <<'X'
import base64, hashlib, json, sys
def forge(site, version=1, fill="0", keep=True):
    document = json.load(open("a/pith/%s.json" % sys.argv[1]))
    record = document["canonical_record"]
    record["metadata"]["title_canon_sha256"] = fill * 64
    record["source"]["version"] = version
    raw = hashlib.sha256(json.dumps(record, sort_keys=True, separators=(",", ":")).encode()).digest()
    number = base64.b32encode(raw).decode()[:26]
    json.dump({"pith_number": "pith:2013:" + number, "canonical_record": record,
               "canonical_sha256": raw.hex()}, open("%s/pith/%s.json" % (site, number), "w"))
    for kind, value in ("arxiv", "1309.3741"), ("arxiv_version", "1309.3741v1"):
        path = "%s/alias/%s/%s.json" % (site, kind, value)
        index = json.load(open(path))
        index["pith_numbers"] = index["pith_numbers"] * keep + ["pith:2013:" + number]
        json.dump(index, open(path, "w"))
    return number
forge("twin")
open("forged", "w").write(forge("high", version=999))
forge("two", keep=False)
forge("two", fill="1")
path = "year/alias/arxiv/1309.3741.json"
index = json.load(open(path))
index["pith_numbers"] = ["pith:1999:" + sys.argv[1]]
json.dump(index, open(path, "w"))
path = "junk/pith/%s/bundle.json" % sys.argv[1]
bundle = json.load(open(path))
bundle["events"].append({})
json.dump(bundle, open(path, "w"))
X
# "dead" is a port that nobody listens on.
python3 - >ports <<'X'
import socket
names = "a b c bare known linked main lying twin high two year junk fewer other liar half noise dead".split()
sockets = [socket.socket() for name in names]
for name, s in zip(names, sockets):
    s.bind(("127.0.0.1", 0))
    print("%s=http://127.0.0.1:%d" % (name, s.getsockname()[1]))
X
# shellcheck disable=SC2034 # some are read by eval only
a='' b='' c='' bare='' known='' linked='' main='' lying='' twin='' high='' two='' year='' junk='' fewer='' other='' liar='' half='' noise='' dead=''
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
check "  one event is one event" holds out "1 valid"
check "one that adds junk" asks 0 2 "$a" "$junk"
check "  does not blame the others" fails holds out events-missing
check "one named twice" asks 2 2 "$a" "$a"
check "  is no quorum" holds err "named twice"
check "  nor with a slash" asks 2 2 "$a" "$a/"
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
check "  is named" holds err "$liar/pith/$ID"
check "  with the count" holds err "1 of 2 resolvers answered well"
check "  a third takes its place" asks 0 2 "$liar" "$a" "$b"
check "  also that of one that is down" asks 0 2 "$a" "$dead" "$b"
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
check "none that has it" asks 7 2 "$half" "$main"
check "a quorum of more than there are" asks 2 3 "$a" "$b"

for first in dead liar other noise half fewer; do
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
for first in dead half noise lying year two; do
    eval "url=\$$first"
    check "a name: $first, then a good one" name 0 "$url"
done
check "a name of two unsigned records of one version" gives 2 "$PITH" resolve --allow-private \
    --resolver "$two" 1309.3741
check "  names both" holds err "stands for 2 records: "
check "  with its version too" gives 2 "$PITH" resolve --allow-private --resolver "$two" 1309.3741v1
check "  the others are resolved all the same" gives 2 "$PITH" resolve --allow-private \
    --resolver "$two" 1309.3741 $ID 9999.99999 A5G5GAJ7
check "  each" lines 2 out "verdict   verified"
for site in twin high; do
    eval "url=\$$site"
    check "$site: an unsigned record does not win over a signed one" gives 0 "$PITH" resolve \
        --allow-private --resolver "$url" 1309.3741
    check "  which is verified" holds out "verdict   verified"
done

# What one resolver said does not outlive a better answer.
# shellcheck disable=SC2317 # called through check
cached() {
    want=$1
    shift
    gives "$want" env PITH_CACHE_DIR="$WORK/cache2" "$PITH" resolve --allow-private "$@"
}
check "a forged record that was asked for by its number" cached 0 --resolver "$high" "$(cat forged)"
check "  does not take the name" cached 7 --offline 1309.3741
check "  nor later" cached 0 --resolver "$a" 1309.3741
check "  from the cache" cached 0 --offline 1309.3741
check "  either" holds out "verdict   verified"
rm -r cache2
check "a receipt left out" cached 0 --resolver "$fewer" $ID
check "  is asked for again soon" python3 - "cache2/v1/$ID/meta" <<'X'
import re, sys
text = open(sys.argv[1]).read()
open(sys.argv[1], "w").write(re.sub(r"fetched-at (\d+)", lambda m: "fetched-at %d" % (int(m[1]) - 700), text))
X
check "  and found" cached 0 --resolver "$a" --require signed $ID
check "  and stays" cached 0 --resolver "$fewer" --refresh --require signed $ID
check "  with a warning" holds out cache-stale
check "what an index said falsely" cached 0 --resolver "$lying" --resolver "$a" 1309.3741
check "  is not kept" fails grep -rq $SEED cache2/v1/alias
finish
