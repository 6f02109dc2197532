#!/bin/sh
# SPDX-License-Identifier: MIT
# A tree made by `pith mirror`, served by nginx with templates/nginx.conf: resolving from it,
# content negotiation, headers, and the record page in a browser.
set -eu
# shellcheck source=tests/net/lib.sh
. "$SRC/tests/net/lib.sh"
need nginx curl
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
SEED=XHNNPWFNQ4ZPTVKFXVZADSBBOK
HASH=074dd3013f1b0591bea0634a0c601473d25b810e2951eb7819593f6a25e28d05

port=$(free_port)
base=http://127.0.0.1:$port
check "a mirror is built" gives 0 "$PITH" mirror --base-url "$base/" --from "$SRC/examples/paper" \
    tree $ID $SEED
sed -e "s|listen 80;.*|listen 127.0.0.1:$port;|" -e '/listen \[::\]/d' \
    -e "s|root /srv/pith;.*|root $WORK/tree;|" "$SRC/templates/nginx.conf" >site.conf
echo "access_log off; include $WORK/site.conf;" >http.conf
serve "$port"

check "a number is resolved from the mirror" gives 0 "$PITH" resolve --allow-private \
    --resolver "$base" $ID
check "  verified" holds out "verdict   verified"
check "  with its title" holds out "GoSam"
check "and one without a receipt" gives 0 "$PITH" resolve --allow-private --resolver "$base" $SEED
check "a mirror of the mirror" gives 0 "$PITH" mirror --base-url "$base" --allow-private \
    --resolver "$base" copy $ID $SEED
check "  is the same tree" diff -r tree copy
check "its keys can be read" gives 0 "$PITH" keys --compare --allow-private --resolver "$base"

check "a quorum of two addresses" gives 0 "$PITH" mirror --base-url "$base" --allow-private \
    --quorum 2 --resolver "$base" --resolver "http://localhost:$port" copy $ID
check "  is joined, with nothing new" holds out "0 written, 14 unchanged"

# get ACCEPT PATH: the answer to $WORK/body, its headers to $WORK/head
get() {
    curl -sS -H "Accept: $1" -D headers -o body "$base$2"
    tr -d '\r' <headers >head.lf
}
# shellcheck disable=SC2317 # called through check
has() { grep -qix -e "$1" head.lf; }
get application/ld+json /pith/$ID
check "Accept: application/ld+json gives JSON-LD" has "content-type: application/ld+json"
check "  whose record hashes to the number" same "$HASH" "$(python3 -c "
import hashlib, json
record = json.load(open('body'))['canonical_record']
print(hashlib.sha256(json.dumps(record, sort_keys=True, separators=(',', ':'),
                                ensure_ascii=False).encode()).hexdigest())")"
check "  and varies by Accept" has "vary: accept"
get application/json /pith/$ID
check "Accept: application/json gives the record document" has "content-type: application/json"
check "  its own bytes" cmp body "$SRC/examples/paper/pith/$ID.json"
get "text/html,application/xhtml+xml,*/*;q=0.8" /pith/$ID
check "a browser gets the page" has "content-type: text/html; charset=utf-8"
get "*/*" /pith/$ID/
check "and curl as well" has "content-type: text/html; charset=utf-8"
for header in "content-security-policy: default-src 'none'; style-src 'unsafe-inline'.*" \
    "x-content-type-options: nosniff" "cache-control: public, max-age=300.*" "etag: .*" \
    "last-modified: .*" "referrer-policy: no-referrer"; do
    check "  $header" has "$header"
done
get "*/*" /pith/$ID/bundle.json
check "the bundle is application/json" has "content-type: application/json"
check "  open to other sites" has "access-control-allow-origin: \*"
curl -sS -H "Accept-Encoding: gzip" -D head.gz -o /dev/null "$base/pith/$ID/bundle.json"
check "  never compressed" fails grep -qi content-encoding head.gz
etag=$(sed -n 's/^etag: //Ip' head.lf)
check "  304 for its ETag" same 304 "$(curl -sS -o /dev/null -w '%{http_code}' \
    -H "If-None-Match: $etag" "$base/pith/$ID/bundle.json")"
get "*/*" /.well-known/pith/$ID/bundle.json
check "the well-known address has it too" cmp body tree/pith/$ID/bundle.json
get "*/*" /alias/doi/10.48550/arxiv.1309.3741.json
check "an alias leads to the number" holds body "pith:2013:$ID"
get "*/*" /pith/AAAAAAAAAAAAAAAAAAAAAAAAAA.json
check "a missing document is a 404" grep -q "^HTTP/1.1 404" headers
check "  in JSON" python3 -m json.tool body
check "  and says so" has "content-type: application/json"
check "resolve knows it for not found" gives 7 "$PITH" resolve --allow-private \
    --resolver "$base" AAAAAAAAAAAAAAAAAAAAAAAAAA
get "*/*" /pith/
check "no folder is listed" grep -q "^HTTP/1.1 40[34]" headers
touch tree/pith/.pith-abcdefgh
get "*/*" /pith/.pith-abcdefgh
check "files being written are not served" grep -q "^HTTP/1.1 404" headers
check "POST is refused" same 405 "$(curl -sS -o /dev/null -w '%{http_code}' -d x "$base/")"

# The recipes of the page, run as they stand there.
python3 - <<'Y' >recipes
import html, re
page = open("tree/pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP/index.html", encoding="utf-8").read()
for block in re.findall(r"<pre[^>]*>(curl .*?)</pre>", page, re.S):
    print(html.unescape(block))
Y
check "the page has two recipes" lines 2 recipes "curl -fsS $base/"
sed -n 2p recipes >recipe.sh
check "the Python recipe prints hash and number" same "$HASH $ID" "$(sh recipe.sh)"
mkdir bin && ln -s "$PITH" bin/pith
sed -n 1p recipes >recipe.sh
check "the pith recipe verifies" env PATH="$WORK/bin:$PATH" sh recipe.sh

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ]; then
    echo "SKIP: the page in a browser: needs chromium"
    finish
fi
# browse ARGUMENTS: one page, in a profile of its own
browse() {
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync \
        --disable-dev-shm-usage --user-data-dir="$WORK/profile" "$@" 2>browser.err
}
browse --dump-dom "$base/pith/$ID" >dom || true
for text in "pith:2013:$ID" "pith:A5G5GAJ7" "GoSam applications for automated NLO calculations" \
    "not attested" "not anchored" "not stored" "refs pending" "hash, signature and key hold" \
    "\\pithnumber{$ID}" "\\usepackage{pith}" "pith verify -" "pith-v1-2026-05" "$HASH" \
    "10.48550/arxiv.1309.3741"; do
    check "the page shows: $text" holds dom "$text"
done
check "  without a script" fails grep -qi "<script" dom
SHOTS=${SHOTS:-$WORK}
browse --hide-scrollbars --window-size=900,1900 --screenshot="$SHOTS/light.png" \
    "$base/pith/$ID" >/dev/null || true
browse --hide-scrollbars --window-size=900,1900 --blink-settings=preferredColorScheme=0 \
    --screenshot="$SHOTS/dark.png" "$base/pith/$ID" >/dev/null || true
browse --hide-scrollbars --window-size=500,1900 --screenshot="$SHOTS/small.png" \
    "$base/pith/$SEED" >/dev/null || true
for shot in light dark small; do
    check "a screenshot: $shot" test -s "$SHOTS/$shot.png"
done
check "light and dark differ" fails cmp -s "$SHOTS/light.png" "$SHOTS/dark.png"
finish
