#!/bin/sh
# SPDX-License-Identifier: MIT
# What is made of each answer that an archive's index and its availability service can give.
# shellcheck disable=SC2317 # by check
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
N=A5G5GAJ7DMCZDPVAMNFAYYAUOP
PAGE=https://pith.science/pith/$N
R=$SRC/examples/paper/pith/$N.json
cat >server.py <<'EOP'
import http.server, pathlib
class Archive(http.server.BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass
    def do_GET(self):
        name = "cdx" if self.path.startswith("/cdx/search/cdx?") else "available"
        body = pathlib.Path(name).read_bytes()
        self.send_response(404 if body == b"404" else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Archive)
pathlib.Path("port.new").write_text(str(server.server_address[1]))
pathlib.Path("port.new").rename("port")
server.serve_forever()
EOP
service port python3 server.py
PITH_ARCHIVE=http://127.0.0.1:$(cat port)
PITH_ALLOW_PRIVATE=1
export PITH_ARCHIVE PITH_ALLOW_PRIVATE

# answers CODE CDX AVAILABLE: what --find makes of these two
answers() {
    printf '%s' "$2" >cdx
    printf '%s' "$3" >available
    gives "$1" "$PITH" archive --find --from "$R" "$N"
}
found() { grep -q "\"captured_at\": *\"$1\"" out; }
HEAD='["timestamp","original"]'
ROW="[\"20260901120000\",\"$PAGE\"]"
NONE='{"url":"x","archived_snapshots":{}}'
# closest AVAILABLE STATUS TIMESTAMP URL
closest() {
    printf '{"archived_snapshots":{"closest":{"available":%s,"status":%s,"timestamp":%s,"url":%s}}}' "$@"
}
CLOSEST=$(closest true '"200"' '"20260902130000"' "\"http://web.archive.org/web/20260902130000/$PAGE\"")

# ---- The index ------------------------------------------------------------------------
check "a capture" answers 0 "[$HEAD,$ROW]" "$NONE"
check "  of that time" found 2026-09-01T12:00:00Z
check "two: the newest" answers 0 "[$HEAD,[\"20250101000000\",\"$PAGE\"],$ROW]" "$NONE"
check "  of that time" found 2026-09-01T12:00:00Z
check "no capture" answers 3 "[]" "$NONE"
check "only the names of the columns" answers 3 "[$HEAD]" "$NONE"
check "  which is named" holds err "$PAGE: the archive lists no capture"
while IFS='|' read -r what cdx; do
    check "index: $what" answers 6 "$cdx" "$NONE"
    check "  is no answer of an archive" holds err "did not answer as the archive does"
done <<EOT
an object|{"rows":[]}
other columns|[["original","timestamp"],$ROW]
columns without a row's second cell|[$HEAD,["20260901120000"]]
a third cell|[$HEAD,["20260901120000","$PAGE","200"]]
a number as time|[$HEAD,[20260901120000,"$PAGE"]]
no page|[$HEAD,["20260901120000",null]]
a row that is an object|[$HEAD,{"a":"20260901120000","b":"$PAGE"}]
no JSON|not found
EOT
for stamp in 20260231120000 2026090112000 202609011200000 2026090112000x 99999999999999; do
    check "index: a capture of $stamp" answers 6 "[$HEAD,[\"$stamp\",\"$PAGE\"]]" "$NONE"
done
check "index: of another page" answers 6 "[$HEAD,[\"20260901120000\",\"$PAGE/x\"]]" "$NONE"
check "index: not there" answers 6 404 "$NONE"
check "  is said" holds err "the archive has no such service"

# ---- The availability service, where the index has nothing ----------------------------
check "the closest" answers 0 "[]" "$CLOSEST"
check "  of that time" found 2026-09-02T13:00:00Z
check "also where the index is not there" answers 0 404 "$CLOSEST"
check "the index comes first" answers 0 "[$HEAD,$ROW]" "$CLOSEST"
check "  of that time" found 2026-09-01T12:00:00Z
while IFS='|' read -r what available; do
    check "closest: $what" answers 3 "[]" "$available"
done <<EOT
no list of snapshots|{}
snapshots that are none|{"archived_snapshots":7}
not available|$(closest false '"200"' '"20260902130000"' '"http://web.archive.org/web/20260902130000/x"')
of an error page|$(closest true '"404"' '"20260902130000"' "\"http://web.archive.org/web/20260902130000/$PAGE\"")
a number as status|$(closest true 200 '"20260902130000"' "\"http://web.archive.org/web/20260902130000/$PAGE\"")
no time|$(closest true '"200"' null "\"http://web.archive.org/web/20260902130000/$PAGE\"")
no URL|$(closest true '"200"' '"20260902130000"' null)
a URL that is no capture's|$(closest true '"200"' '"20260902130000"' "\"$PAGE\"")
another page's|$(closest true '"200"' '"20260902130000"' '"http://web.archive.org/web/20260902130000/https://pith.science/"')
no JSON|<html>
EOT
finish
