#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith resolve` over real TLS: nginx on a free loopback port with a throw-away CA.
set -eu
# shellcheck source=tests/net/lib.sh
. "$SRC/tests/net/lib.sh"
need nginx openssl
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP

certify DNS:localhost,IP:127.0.0.1
mkdir -p www && cp -R "$SRC/examples/paper/pith" www/pith
port=$(free_port)
plain=$(free_port)
cat >http.conf <<X
access_log $WORK/access.log;
types { application/json json; text/html html; }
server { listen 127.0.0.1:$plain; root $WORK/www; }
server {
  listen 127.0.0.1:$port ssl http2;
  ssl_certificate $WORK/cert.pem; ssl_certificate_key $WORK/key.pem;
  root $WORK/www;
  location /html/ { types {} default_type text/html; return 200 "<html>sign in</html>"; }
  location /file/ { return 302 file:///etc/hostname; }
  location /loop/ { return 302 \$request_uri; }
  location /plain/ { return 302 http://127.0.0.1:$plain\$request_uri; }
  location /busy/ { return 503; }
  location /big/ { default_type application/json; alias $WORK/big/; }
}
X
serve "$port"
base=https://localhost:$port
trusting="--cacert ca.pem --allow-private"
# shellcheck disable=SC2086,SC2317 # words; called through check
resolve() { gives "$1" "$PITH" resolve $trusting --resolver "$2" $ID; }

check "a number is resolved over TLS" resolve 0 "$base"
check "  verified" holds out "verdict   verified"
check "  with the title of the record document" holds out "GoSam"
check "  by HTTP/2" holds access.log "HTTP/2.0\" 200"
check "an unknown CA is refused" gives 6 "$PITH" resolve --allow-private --resolver "$base" $ID
check "a loopback address needs --allow-private" gives 6 "$PITH" resolve --cacert ca.pem \
    --resolver "$base" $ID
check "  and the message says so" holds err "--allow-private"
check "an IPv6 loopback too" gives 6 "$PITH" resolve --resolver "https://[::1]:$port" $ID
check "  refused as private" holds err "private or loopback"
check "and one written as IPv4 in IPv6" gives 6 "$PITH" resolve --resolver "https://[::ffff:127.0.0.1]:$port" $ID
check "  refused as private" holds err "private or loopback"
check "http:// is refused" gives 2 "$PITH" resolve --resolver "http://localhost:$plain" $ID
check "  unless private is allowed" resolve 0 "http://localhost:$plain"
check "ftp:// is refused" gives 2 "$PITH" resolve --resolver "ftp://localhost" $ID
check "a user in the URL is refused" gives 2 "$PITH" resolve --resolver "https://u:p@localhost" $ID
check "a page instead of JSON" resolve 6 "$base/html"
check "  is no resolver" holds err "not a Pith resolver"
check "a redirect to file://" resolve 6 "$base/file"
check "a redirect loop" resolve 6 "$base/loop"
check "503" resolve 6 "$base/busy"
check "  named" holds err "HTTP 503"
mkdir -p big/pith/$ID
head -c 5000000 /dev/zero >big/pith/$ID/bundle.json
check "an answer of 5 MB" resolve 6 "$base/big"
check "  is cut off" holds err "sent more than"
# shellcheck disable=SC2086 # words
check "a number it does not have" gives 7 "$PITH" resolve $trusting --resolver "$base" AAAAAAAAAAAAAAAAAAAAAAAAAA
sed -i 's/074dd/174dd/' www/pith/$ID/bundle.json
check "a lying resolver" resolve 1 "$base"
kill "$SERVER"; SERVICES=
sleep 0.2
check "a dead resolver" resolve 6 "$base"
finish
