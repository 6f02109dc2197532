#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith resolve` over real TLS: nginx on a free loopback port with a throw-away CA.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
PATH=$PATH:/usr/sbin
need_pith
need nginx openssl python3
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem \
    -days 2 -subj "/CN=test CA" 2>/dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out req.pem \
    -subj "/CN=localhost" 2>/dev/null
printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\n' >ext
openssl x509 -req -in req.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile ext \
    -out cert.pem 2>/dev/null

mkdir -p www && cp -R "$SRC/examples/paper/pith" www/pith
port=$(python3 -c 'import socket; s=socket.socket(); s.bind(("127.0.0.1",0)); print(s.getsockname()[1])')
plain=$(python3 -c 'import socket; s=socket.socket(); s.bind(("127.0.0.1",0)); print(s.getsockname()[1])')
cat >nginx.conf <<X
daemon off; master_process off; pid $WORK/nginx.pid; error_log $WORK/error.log;
events {}
http {
  access_log $WORK/access.log;
  client_body_temp_path $WORK/t1; proxy_temp_path $WORK/t2; fastcgi_temp_path $WORK/t3;
  uwsgi_temp_path $WORK/t4; scgi_temp_path $WORK/t5;
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
}
X
nginx -c "$WORK/nginx.conf" -p "$WORK" >nginx.out 2>&1 &
SERVICES=$!
tries=0
until python3 -c "import socket; socket.create_connection(('127.0.0.1', $port), 1)" 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -lt 50 ] || { cat nginx.out error.log; exit 1; }
    sleep 0.1
done
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
kill "$SERVICES"; SERVICES=
sleep 0.2
check "a dead resolver" resolve 6 "$base"
finish
