#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith resolve` from a resolver with faults: each ends in time, with its exit code and a
# message of one line. The faults are those of tests/net/faults.py.
# shellcheck disable=SC2317 # functions called through check
set -eu
# shellcheck source=tests/net/lib.sh
. "$SRC/tests/net/lib.sh"
need openssl timeout
export XDG_CACHE_HOME="$WORK/cache" # emptied before each fetch: a copy would hide the fault
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP

certify DNS:localhost,IP:127.0.0.1
certificate expired.pem DNS:localhost -days -1
certificate wrong.pem DNS:elsewhere.example -days 2

: >ports
python3 "$SRC/tests/net/faults.py" "$SRC/examples/paper" >ports 2>python.err &
SERVICES=$!
tries=0
until grep -q ready ports; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || { cat python.err; exit 1; }
    sleep 0.1
done
port() { sed -n "s/^$1=//p" ports; }
base=https://localhost:$(port https)

# from CODE URL SECONDS [option...]: resolves the number from there within the time
from() {
    code=$1 url=$2 seconds=$3
    shift 3
    rm -rf "$XDG_CACHE_HOME"
    gives "$code" timeout "$seconds" "$PITH" resolve --cacert ca.pem --allow-private \
        --resolver "$url" "$@" "$ID" && one_line
}
# Success has no message; a failure has one line without control characters.
one_line() {
    [ "$code" = 0 ] || { [ "$(wc -l <err)" = 1 ] && ! LC_ALL=C grep -q '[^ -~]' err; }
}
# The fault NAME gives CODE and a message with TEXT.
fault() {
    check "$1: exit $2" from "$2" "$base/$1" 10
    [ -z "${3:-}" ] || check "  says: $3" holds err "$3"
}
# asked N FAULT: there were N requests for the bundle
asked() { lines "$1" requests.log "GET /$2/pith/$ID/bundle.json"; }

fault good 0
fault ld 0
fault unknown-number 7 "no such number"
fault twice-500 0
fault cut-once 0
fault wait-1 0
check "  waited for" asked 2 wait-1
fault wait-date 0
fault wait-again 6 "HTTP 429 and asks to wait 1 second"
check "  Retry-After is heeded once" asked 2 wait-again
fault wait-hour 6 "asks to wait 3600 seconds"
check "  not tried again" asked 1 wait-hour
fault busy 6 "HTTP 503 (3 tries)"
check "  tried three times" asked 3 busy
fault forbidden 6 "HTTP 403"
check "  not tried again" asked 1 forbidden
fault truncated 6 "(3 tries)"
fault type 6 "not a Pith resolver"
fault not-modified 6 "HTTP 304"
fault no-answer 6 "(3 tries)"
fault old-http 6
fault nul 5 "byte 6"

fault to-relative 0
fault to-host 0
fault hops/3 0
fault hops/4 6 "more than 3 times"
fault loop 6 "more than 3 times"
fault to-file 6 "redirects to file:///etc/hostname"
fault to-ftp 6 "redirects to ftp://localhost"
fault to-http 6 "redirects to http://localhost"
fault to-user 6 "not a URL that pith follows"
fault to-junk 6

fault endless 6 "sent more than 4194304 bytes"
fault endless-404 7
fault headers 6 "bytes of headers"
fault bomb 6 "compressed"
fault bomb-chunked 6 "compressed"
fault bomb-unsaid 5
check "a bomb is not unpacked: 200 MB stay 200 kB" python3 - "$PITH" "$base/bomb" $ID <<'P'
import resource, subprocess, sys
pith, base, number = sys.argv[1:]
subprocess.run([pith, "resolve", "--cacert", "ca.pem", "--allow-private", "--resolver", base, number],
               capture_output=True)
sys.exit(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss > 150 << 10)
P

check "one byte a second ends with the deadline" from 6 "$base/drip" 3 --timeout 2
check "  says so" holds err "within 2.0 seconds"
check "one that stalls leaves time for the next" from 0 "$base/drip" 4 --timeout 3 --resolver "$base/good"
check "headers of one byte a second too" from 6 "$base/drip-headers" 3 --timeout 2
silent="--resolver https://127.0.0.1:$(port silent)" # words
# shellcheck disable=SC2086
for more in "" "--mirrors"; do
    check "four that never answer share the time: a number $more" from 6 "https://localhost:$(port silent)" 4 \
        --timeout 3 $silent/a $silent/b $silent/c $more
    check "  and a name" gives 6 timeout 4 "$PITH" resolve --cacert ca.pem --allow-private --timeout 3 \
        $silent/a $silent/b $silent/c $more 1309.3741
done
check "a server that never answers TLS too" from 6 "https://localhost:$(port silent)" 3 --timeout 2
check "  says so" grep -Eq 'within (1[.][5-9]|2[.]0) seconds' err
check "nor HTTP" from 6 "http://localhost:$(port silent)" 3 --timeout 2
check "waiting never goes past the deadline" from 6 "$base/wait-again" 2 --timeout 1
check "a failure before keeps its reason" from 6 "$base/busy" 2 --timeout 1
check "  named" holds err "HTTP 503"

# Work of more than a second is shown on a terminal, and the line goes away again.
cat >terminal.py <<'P'
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.environ["TERM"] = "xterm"
    os.dup2(os.open("terminal.out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.execvp(sys.argv[1], sys.argv[1:])
screen = b""
try:
    while data := os.read(fd, 4096):
        screen += data
except OSError:
    pass  # its end
os.waitpid(pid, 0)
open("screen", "wb").write(screen)
P
shown() {
    rm -rf "$XDG_CACHE_HOME"
    python3 terminal.py "$PITH" resolve --cacert ca.pem --allow-private --timeout 2 "$@" "$ID"
}
shown --resolver "$base/drip"
check "progress is shown on a terminal" holds screen "pith: 0 of 2 documents fetched"
check "  erased before the message" grep -q "$(printf 'fetched\r\033\\[Kpith: http')" screen
shown --resolver "$base/good"
check "  not for what takes no time" fails holds screen fetched
shown --resolver "$base/drip" --quiet
check "  nor with --quiet" fails holds screen fetched
check "one that only drips, without a terminal" from 6 "$base/drip" 4 --timeout 2
check "  shows one line" same 1 "$(wc -l <err)"

check "an expired certificate" from 6 "https://localhost:$(port expired)" 5
check "  named" holds err "expired"
check "a certificate for another name" from 6 "https://localhost:$(port wrong)" 5
check "  named" grep -q "does not match\|no alternative certificate" err
free=$(free_port)
rm -rf "$XDG_CACHE_HOME"
check "a file of CAs that is none" gives 8 "$PITH" resolve --cacert req.pem --allow-private \
    --resolver "$base/good" $ID
check "  named" holds err "req.pem"
check "nobody there" from 6 "https://localhost:$free" 5
check "  tried three times" holds err "(3 tries)"
# A server that would answer well, if only it were asked by TLS 1.1.
mkdir -p old/pith/$ID
for name in .json /bundle.json; do
    { printf 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n'
      cat "$SRC/examples/paper/pith/$ID$name"; } >old/pith/$ID$name
done
(cd old && exec openssl s_server -accept "127.0.0.1:$free" -cert ../cert.pem -key ../key.pem \
    -tls1_1 -HTTP -cipher ALL:@SECLEVEL=0 >../s_server.out 2>&1) &
SERVICES="$SERVICES $!"
sleep 0.5
check "TLS 1.1 is spoken there" sh -c "openssl s_client -connect localhost:$free -tls1_1 \
    -cipher ALL:@SECLEVEL=0 </dev/null | grep -q 'Protocol.*TLSv1.1'"
check "  but not by pith" from 6 "https://localhost:$free" 5
check "  as it says" holds err "protocol"

rm -rf "$XDG_CACHE_HOME"
proxied=http://localhost:$(port proxy)
check "proxies of the environment are not used" env http_proxy="$proxied" https_proxy="$proxied" \
    HTTPS_PROXY="$proxied" ALL_PROXY="$proxied" all_proxy="$proxied" \
    "$PITH" resolve --cacert ca.pem --allow-private --resolver "$base/good" $ID
check "  not even asked" fails holds requests.log "PROXY USED"
rm -rf "$XDG_CACHE_HOME"
mkdir home
echo "machine localhost login me password secret" >home/.netrc
chmod 600 home/.netrc
check "a password in .netrc" env HOME="$WORK/home" NETRC="$WORK/home/.netrc" \
    "$PITH" resolve --cacert ca.pem --allow-private --resolver "$base/good" $ID
check "  is not sent" fails grep -qi '^authorization:' requests.log
check "no body is asked to be compressed" fails grep -qi '^accept-encoding:' requests.log
check "no cookies" fails grep -qi '^cookie:' requests.log
finish
