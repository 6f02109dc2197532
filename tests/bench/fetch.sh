#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetching 1,000 numbers over TLS with 50 ms of added round trip, beside the ideal for the number
# of requests in flight and beside a loop of curl; and a cache hit beside `pith --version`.
# The records are minted here, unsigned. Run by run.sh, or alone with BUILD set.
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
PATH=$PATH:/usr/sbin
need nginx openssl python3 curl
pith=$BUILD/pith
count=1000
streams=100 # of one HTTP/2 connection: src/source/queue.c
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out ca.pem \
    -days 2 -subj "/CN=localhost" -addext "subjectAltName=DNS:localhost" 2>/dev/null

cat >mint.py <<'X'
import base64, hashlib, json, os, socket, sys

for i in range(int(sys.argv[1])):
    def digest(what):
        return hashlib.sha256(b"%s %d" % (what, i)).hexdigest()
    source = {"kind": "arxiv", "id": "2401.%05d" % i, "version": 1}
    record = {"schema_version": "1.0", "source": source, "metadata": {
        "abstract_canon_sha256": digest(b"abstract"), "title_canon_sha256": digest(b"title"),
        "cross_cats_sorted": [], "license": "none", "primary_cat": "cs.DL",
        "submitted_at": "2024-01-%02dT12:00:00Z" % (i % 28 + 1)}}
    canon = json.dumps(record, sort_keys=True, separators=(",", ":")).encode()
    raw = hashlib.sha256(canon).digest()
    number = base64.b32encode(raw).decode()[:26]
    full = "pith:2024:" + number
    event = {"event_type": "record_created", "subject_pith_number": full, "target": "record",
             "payload": {"canonical_record": record, "canonical_sha256": raw.hex()}}
    bundle = {"bundle_type": "pith_open_graph_bundle", "bundle_version": "1.0",
              "pith_number": full, "canonical_record": record, "canonical_sha256": raw.hex(),
              "source": source, "source_aliases": [], "events": [event]}
    document = {"pith_number": full, "canonical_record": record, "canonical_sha256": raw.hex()}
    os.makedirs("www/pith/" + number)
    with open("www/pith/%s/bundle.json" % number, "w") as f:
        json.dump(bundle, f)
    with open("www/pith/%s.json" % number, "w") as f:
        json.dump(document, f)
    print(number)
with open("ports", "w") as f:
    a, b = socket.socket(), socket.socket()
    a.bind(("127.0.0.1", 0))
    b.bind(("127.0.0.1", 0))
    f.write("%d %d\n" % (a.getsockname()[1], b.getsockname()[1]))
X
python3 mint.py $count >numbers
read -r port slow <ports

# Every byte takes 25 ms longer, each way, in order; bandwidth is left alone.
cat >delay.py <<'X'
import asyncio, sys
listen, target = int(sys.argv[1]), int(sys.argv[2])

async def pump(reader, writer):
    loop, queue = asyncio.get_running_loop(), asyncio.Queue()
    async def put():
        while True:
            due, data = await queue.get()
            await asyncio.sleep(max(0, due - loop.time()))
            if not data:
                break
            writer.write(data)
        writer.close()
    task = asyncio.create_task(put())
    try:
        while data := await reader.read(1 << 16):
            queue.put_nowait((loop.time() + 0.025, data))
    except ConnectionError:
        pass
    queue.put_nowait((loop.time() + 0.025, b""))
    await asyncio.gather(task, return_exceptions=True)

async def one(reader, writer):
    back, forth = await asyncio.open_connection("127.0.0.1", target)
    await asyncio.gather(pump(reader, forth), pump(back, writer), return_exceptions=True)

async def main():
    server = await asyncio.start_server(one, "127.0.0.1", listen)
    await server.serve_forever()
asyncio.run(main())
X
# serve HTTP2: "http2" or nothing
serve() {
    cat >nginx.conf <<X
daemon off; master_process off; pid $WORK/nginx.pid; error_log $WORK/error.log;
events {}
http {
  access_log off; keepalive_requests 10000;
  client_body_temp_path $WORK/t1; proxy_temp_path $WORK/t2; fastcgi_temp_path $WORK/t3;
  uwsgi_temp_path $WORK/t4; scgi_temp_path $WORK/t5;
  types { application/json json; }
  server {
    listen 127.0.0.1:$port ssl $1;
    ssl_certificate $WORK/ca.pem; ssl_certificate_key $WORK/key.pem;
    root $WORK/www;
  }
}
X
    nginx -c "$WORK/nginx.conf" -p "$WORK" >nginx.out 2>&1 &
    nginx=$!
    SERVICES="$nginx $proxy"
    tries=0
    until curl -s --cacert ca.pem -o /dev/null "https://localhost:$slow/"; do
        tries=$((tries + 1))
        [ $tries -lt 50 ] || {
            cat nginx.out error.log >&2
            exit 1
        }
        sleep 0.1
    done
}
# A benchmark of what fails is none.
sure() {
    "$@" >out 2>err || {
        tail -n 3 out err >&2
        exit 1
    }
}
PITH_CACHE_DIR=$WORK/cache
export PITH_CACHE_DIR
base=https://localhost:$slow
resolve() {
    sure xargs "$pith" resolve -q --timeout 50 --cacert ca.pem --allow-private --resolver "$base" "$@" <numbers
}
serial() {
    head -n 50 numbers | while read -r number; do
        curl -fsS --cacert ca.pem -o one "$base/pith/$number/bundle.json"
        curl -fsS --cacert ca.pem -o two "$base/pith/$number.json"
    done
}
# ideal IN-FLIGHT: the seconds of a handshake and then all requests in rounds
ideal() {
    awk -v n="$1" -v r=$((2 * count)) 'BEGIN { print 0.05 + 0.05 * int((r + n - 1) / n) }'
}
# line NAME SECONDS IN-FLIGHT
line() {
    awk -v name="$1" -v s="$2" -v n="$3" -v ideal="$(ideal "$3")" 'BEGIN {
        printf "%-42s %6.2f s  ideal for %d in flight %.2f s: %.2f times\n", name, s, n, ideal,
            s / ideal }'
}
python3 delay.py "$slow" "$port" 2>delay.err &
proxy=$!
SERVICES=$proxy
echo "$count numbers, 2 documents each, 50 ms round trip, TLS"
serve http2
two=$(seconds resolve --no-cache)
line "pith resolve, HTTP/2" "$two" "$streams"
fill=$(seconds resolve)
line "  and filling the cache" "$fill" "$streams"
again=$(seconds resolve --refresh)
line "  and asking again (304)" "$again" "$streams"
hits=$(seconds resolve)
printf '%-42s %6.2f s\n' "  all $count from the cache" "$hits"
loop=$(seconds serial)
awk -v s="$loop" -v two="$two" -v n=$count 'BEGIN {
    printf "%-42s %6.2f s  scaled from 50 numbers; pith is %.0f times faster\n",
        "curl, one after the other", s * n / 50, s * n / 50 / two }'
task="resolve 1,000 numbers, 50 ms away"
figure "$task" pith pith "$two"
figure "$task" floor "ideal" "$(ideal $streams)"
figure "$task" peer "serial curl" "$(awk -v s="$loop" -v n=$count 'BEGIN { print s * n / 50 }')"
kill "$nginx"
wait "$nginx" 2>/dev/null || true
serve ""
line "pith resolve, HTTP/1.1" "$(seconds resolve --no-cache)" 8

number=$(head -n 1 numbers)
fifty() {
    i=0
    while [ $i -lt 50 ]; do
        sure "$@"
        i=$((i + 1))
    done
}
none=$(seconds fifty "$pith" --version)
hit=$(seconds fifty "$pith" resolve --offline "$number")
online=$(seconds fifty "$pith" resolve "$number")
awk -v a="$none" -v b="$hit" -v c="$online" 'BEGIN {
    printf "%-42s %6.2f ms\n", "pith --version (mean of 50)", a * 20
    printf "%-42s %6.2f ms  %.2f times\n", "cache hit, --offline", b * 20, b / a
    printf "%-42s %6.2f ms  %.2f times\n", "cache hit", c * 20, c / a }'
task="resolve one number from the cache"
figure "$task" pith pith "$(awk -v s="$hit" 'BEGIN { print s / 50 }')"
figure "$task" floor "pith --version" "$(awk -v s="$none" 'BEGIN { print s / 50 }')"
