# SPDX-License-Identifier: MIT
"""Calendars, an Esplora server and a Bitcoin node on loopback, good ones and faulty ones: the first
part of a path says which. Writes `port`, and what it is asked to `asked`.

A calendar keeps what it is sent until GET /mine, which puts all of it into a new block with real
work; the answers to /timestamp/ come from there.
"""
import base64
import http.server
import json
import os
import threading
import time

import chain

AUTH = "Basic " + base64.b64encode(b"__cookie__:secret").decode()
lock = threading.Lock()
blocks = [chain.header(chain.sha256(b"first"))]
waiting = []  # commitments
upgrades = {}  # commitment -> timestamp


def uri(name):
    return f"http://127.0.0.1:{server.server_address[1]}/{name}"


def add_block(root):
    blocks.append(chain.header(root, chain.sha256d(blocks[-1]), 1700000000 + 600 * len(blocks)))


def mine():
    for commitment in waiting:
        others = [c for c in waiting if c != commitment]
        ops, root = chain.path_to_root(commitment, others + [b"nonce"])
        upgrades[commitment] = ops + chain.bitcoin(len(blocks))
        add_block(root)
    waiting.clear()


def by_hash(text):
    return next((b for b in blocks if chain.shown(chain.sha256d(b)) == text), None)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def give(self, body, code=200, kind="application/octet-stream", headers=()):
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def endless(self, piece, pause):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        while True:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            time.sleep(pause)

    def faulty(self, name, own):
        """Answers for faults that any server may have; False: none of that name."""
        if name == "big":
            self.give(b"\xff" * 10001)
        elif name == "flood":
            self.endless(b"\xff" * 4096, 0)
        elif name == "slow":
            self.endless(b"\xff", 1)
        elif name == "redirect":
            self.give(b"", 302, headers=[("Location", uri("cal/" + self.path.split("/", 2)[2]))])
        elif name == "cut":
            self.give(own[:-1])
        elif name == "longer":
            self.give(own + b"\x00")
        elif name == "page":
            self.give(b"<html>\x1b]0;hello\x07 please log in", kind="text/html")
        elif name == "broken":
            self.give(b"<b>sorry</b>", 500)
        elif name == "busy":
            self.give(b"", 503)
        elif name == "empty":
            self.give(b"")
        else:
            return False
        return True

    # ---- Calendars

    def submit(self, name, digest):
        with lock:
            commitment = chain.sha256(digest + name.encode())
            ops = b"\xf0" + chain.varbytes(name.encode()) + b"\x08"
            if commitment not in upgrades and commitment not in waiting:
                waiting.append(commitment)
        own = ops + chain.pending(uri(name))
        if name == "stranger":
            self.give(ops + chain.pending("https://evil.example.org"))
        elif name == "unknown":
            self.give(ops + b"\x09" + chain.pending(uri(name)))
        elif not self.faulty(name, own):
            self.give(own)

    def timestamp(self, name, commitment):
        with lock:
            own = upgrades.get(commitment)
        if name == "endless":  # each answer waits for another one
            self.give(b"\xf0" + chain.varbytes(b"%f" % time.time()) + b"\x08" + chain.pending(uri(name)))
        elif name == "false":
            self.give(b"\x08" + chain.bitcoin(1))
        elif name == "deep":
            self.give(b"\x08" * 255 + chain.bitcoin(1))
        elif own is None:
            self.give(b"Pending confirmation in \x1b[2JBitcoin blockchain", 404, "text/plain")
        elif not self.faulty(name, own):
            self.give(own)

    # ---- Headers

    def block_of(self, name, height):
        """The block a server has at a height: the liar's own, for others the chain's."""
        if name == "liar":
            return chain.header(chain.sha256(b"lie"), chain.sha256d(blocks[height - 1]))
        if name == "lazy":
            return chain.header(blocks[height][36:68], mined=False)
        return blocks[height]

    def esplora(self, name, parts):
        what = parts[0]
        if self.faulty(name, b"00"):
            return
        if what == "block-height":
            height = int(parts[1])
            if height >= len(blocks):
                self.give(b"Block not found", 404, "text/plain")
            else:
                block = self.block_of(name, height)
                self.give(chain.shown(chain.sha256d(block)).encode(), kind="text/plain")
            return
        made = [self.block_of(name, h) for h in range(1, len(blocks))]
        block = next((b for b in made if chain.shown(chain.sha256d(b)) == parts[1]), None)
        if block is None:
            self.give(b"Block not found", 404, "text/plain")
        elif name == "mixed":
            self.give(blocks[0].hex().encode(), kind="text/plain")
        elif name == "short":
            self.give(block[:-1].hex().encode(), kind="text/plain")
        else:
            self.give(block.hex().encode() + b"\n", kind="text/plain")

    def node(self, name, calls):
        answers = []
        for call in calls:
            result, error = None, None
            if call["method"] == "getblockhash":
                height = call["params"][0]
                if height < len(blocks):
                    result = chain.shown(chain.sha256d(self.block_of(name, height)))
                else:
                    error = {"code": -8, "message": "Block height out of range"}
            elif call["method"] == "getblockheader" and call["params"][1] is False:
                made = [self.block_of(name, h) for h in range(1, len(blocks))]
                result = next((b.hex() for b in made
                               if chain.shown(chain.sha256d(b)) == call["params"][0]), None)
            answers.append({"result": result, "error": error, "id": call["id"]})
        if name == "nodeids":
            answers = [{**a, "id": a["id"] + 7} for a in answers] + [{"id": "x"}, 5, None]
        body = json.dumps(answers[::-1]).encode()
        if name == "nodeobject":
            body = json.dumps(answers[0]).encode()
        if name == "nodebad":
            body = body[:-2]
        self.give(body, kind="application/json")

    # ---- Requests

    def do_GET(self):
        with lock, open("asked", "a", encoding="ascii") as log:
            log.write(f"GET {self.path}\n")
        name, *parts = self.path.strip("/").split("/")
        if name == "mine":
            with lock:
                mine()
            self.give(b"%d" % len(blocks))
        elif name == "headers":
            self.give(b"".join(blocks))
        elif parts and parts[0] == "timestamp":
            self.timestamp(name, bytes.fromhex(parts[1]))
        elif parts:
            self.esplora(name, parts)
        else:
            self.give(b"", 404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with lock, open("asked", "a", encoding="ascii") as log:
            log.write(f"POST {self.path} {len(body)} {self.headers.get('Authorization', '-')}"
                      f" {self.headers.get('Accept')}\n")
        name, *parts = self.path.strip("/").split("/")
        if parts and parts[0] == "digest" and len(body) == 32:
            self.submit(name, body)
        elif self.headers.get("Authorization") != AUTH:
            self.give(b"", 401)
        elif not self.faulty(name, b"[]"):
            self.node(name, json.loads(body))


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *args):
        pass  # a client that has had enough


server = Server(("127.0.0.1", 0), Handler)
with open("port.new", "w", encoding="ascii") as out:
    out.write(f"{server.server_address[1]}\n")
os.rename("port.new", "port")
server.serve_forever()
