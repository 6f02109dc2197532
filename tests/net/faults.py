# SPDX-License-Identifier: MIT
"""A server with faults, for faults.sh. Its TLS port answers /FAULT/... as FAULT says; others
are silent, hold bad certificates, or stand for a proxy. Prints one `name=port` line for each
and logs each request head to requests.log in the working folder."""
import email.utils
import gzip
import socket
import ssl
import sys
import threading
import time

www = sys.argv[1]
seen = {}
lock = threading.Lock()
ports = {}
JSON = "Content-Type: application/json\r\n"


def log(text):
    with lock, open("requests.log", "a", encoding="utf-8") as file:
        file.write(text + "\n")


def count(path):
    with lock:
        seen[path] = seen.get(path, 0) + 1
        return seen[path]


def body_of(rest):
    try:
        with open(www + rest, "rb") as file:
            return file.read()
    except OSError:
        return None


def endless(conn, chunk, pause=0.0):
    while True:
        conn.sendall(chunk)
        if pause:
            time.sleep(pause)


def fault(name, path, rest, conn):
    def send(status, headers="", body=b"", length=None):
        length = len(body) if length is None else length
        head = f"HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
        conn.sendall(head.encode() + body)

    def stream(headers=JSON):
        conn.sendall(f"HTTP/1.1 200 OK\r\nConnection: close\r\n{headers}\r\n".encode())

    def good(headers=JSON):
        body = body_of(rest)
        send("404 Not Found") if body is None else send("200 OK", headers, body)

    times = count(path)
    moved = {"to-file": "file:///etc/hostname", "to-ftp": "ftp://localhost/x",
             "to-http": f"http://localhost:{ports['http']}/good{rest}",
             "to-user": f"https://u:p@localhost:{ports['https']}/good{rest}",
             "to-host": f"https://127.0.0.1:{ports['https']}/good{rest}",
             "to-junk": "https://\x1b[31m/",
             "to-relative": f"../../../good{rest}", "loop": path}
    if name in moved:
        send("302 Found", f"Location: {moved[name]}\r\n")
    elif name == "hops":
        step = int(rest[1])
        here = f"/hops/{step - 1}{rest[2:]}" if step > 1 else "/good" + rest[2:]
        send("307 Temporary Redirect", f"Location: {here}\r\n")
    elif name == "twice-500":
        send("500 Oops") if times <= 2 else good()
    elif name == "cut-once":
        send("200 OK", JSON, b"{", 5000) if times == 1 else good()
    elif name == "wait-1":
        send("429 Slow down", "Retry-After: 1\r\n") if times == 1 else good()
    elif name == "wait-date":
        date = email.utils.formatdate(time.time() + 2, usegmt=True)
        send("503 Later", f"Retry-After: {date}\r\n") if times == 1 else good()
    elif name == "wait-again":
        send("429 Slow down", "Retry-After: 1\r\n")
    elif name == "wait-hour":
        send("429 Slow down", "Retry-After: 3600\r\n")
    elif name == "busy":
        send("503 Busy")
    elif name == "forbidden":
        send("403 Forbidden")
    elif name == "truncated":
        send("200 OK", JSON, b'{"a":', 5000)
    elif name == "type":
        send("200 OK", "Content-Type: application/jsonp\r\n", b"{}")
    elif name == "ld":
        good("Content-Type: Application/LD+JSON; profile=x\r\n")
    elif name == "endless":
        stream()
        endless(conn, b" " * 65536)
    elif name == "endless-404":
        conn.sendall(b"HTTP/1.1 404 Not Found\r\n\r\n")
        endless(conn, b" " * 65536)
    elif name == "headers":
        conn.sendall(b"HTTP/1.1 200 OK\r\n")
        endless(conn, b"X-More: " + b"y" * 1000 + b"\r\n")
    elif name == "drip":
        stream()
        endless(conn, b" ", 1)
    elif name == "drip-headers":
        conn.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        endless(conn, b"y", 1)
    elif name == "bomb":
        send("200 OK", JSON + "Content-Encoding: gzip\r\n", gzip.compress(b" " * (200 << 20), 9))
    elif name == "bomb-unsaid":
        send("200 OK", JSON, gzip.compress(b" " * (1 << 20), 9))
    elif name == "bomb-chunked":
        send("200 OK", JSON + "Content-Encoding: gzip, gzip\r\n", b"\x1f\x8b")
    elif name == "nul":
        send("200 OK", JSON, b'{"a":"\x00"}')
    elif name == "not-modified":
        conn.sendall(b"HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")
    elif name == "no-answer":
        pass
    elif name == "old-http":
        conn.sendall(b'{"no":"headers"}')
    elif name == "good":
        good()
    else:
        send("404 Not Found")


def serve(conn, context):
    try:
        if context:
            conn = context.wrap_socket(conn, server_side=True)
        head = b""
        while b"\r\n\r\n" not in head and len(head) < 65536:
            more = conn.recv(4096)
            if not more:
                return
            head += more
        log(head.decode("latin-1"))
        path = head.split()[1].decode("latin-1")
        name, _, rest = path[1:].partition("/")
        fault(name, path, "/" + rest, conn)
        if context:
            conn.unwrap()
    except (OSError, ValueError, IndexError):
        pass
    finally:
        conn.close()


def accept(listener, handler):
    while True:
        conn, _ = listener.accept()
        threading.Thread(target=handler, args=(conn,), daemon=True).start()


def tls(certificate):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, "key.pem")
    return lambda conn: serve(conn, context)


def silent(conn):
    log("silent")
    time.sleep(3600)
    conn.close()


def proxy(conn):
    log("PROXY USED")
    conn.close()


handlers = {"https": tls("cert.pem"), "http": lambda conn: serve(conn, None), "silent": silent,
            "proxy": proxy, "expired": tls("expired.pem"), "wrong": tls("wrong.pem")}
for key, handle in handlers.items():
    sock = socket.create_server(("127.0.0.1", 0), backlog=64)
    ports[key] = sock.getsockname()[1]
    threading.Thread(target=accept, args=(sock, handle), daemon=True).start()
for key, port in ports.items():
    print(f"{key}={port}")
print("ready=1", flush=True)
threading.Event().wait()
