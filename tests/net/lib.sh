# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# A web server for the tests here, which source this alone.
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK" || exit
PATH=$PATH:/usr/sbin

# free_port: one that nobody listens on
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# certify NAME...: ca.pem, and key.pem with cert.pem for these names (DNS:x, IP:y)
certify() {
    new_key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
    # shellcheck disable=SC2086 # words
    openssl req -x509 $new_key -keyout ca.key -out ca.pem -days 2 -subj "/CN=test CA" 2>/dev/null
    # shellcheck disable=SC2086 # words
    openssl req $new_key -keyout key.pem -out req.pem -subj "/CN=test" 2>/dev/null
    certificate cert.pem "$1" -days 2
}
# certificate FILE NAMES [option...]: one more for that key
certificate() {
    printf 'subjectAltName=%s\n' "$2" >ext
    name=$1
    shift 2
    openssl x509 -req -in req.pem -CA ca.pem -CAkey ca.key -CAcreateserial -extfile ext "$@" \
        -out "$name" 2>/dev/null
}

# serve PORT: nginx with what stands in http.conf, until it listens on the port
serve() {
    {
        echo "daemon off; master_process off; pid $WORK/nginx.pid; error_log $WORK/error.log;"
        echo "events {}"
        echo "http {"
        for kind in client_body proxy fastcgi uwsgi scgi; do
            echo "  ${kind}_temp_path $WORK/t_$kind;"
        done
        cat http.conf
        echo "}"
    } >nginx.conf
    nginx -c "$WORK/nginx.conf" -p "$WORK" >nginx.out 2>&1 &
    SERVER=$!
    SERVICES="$SERVICES $SERVER"
    tries=0
    until python3 -c "import socket; socket.create_connection(('127.0.0.1', $1), 1)" 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 50 ] || {
            cat nginx.out error.log
            exit 1
        }
        sleep 0.1
    done
}
