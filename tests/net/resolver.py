# SPDX-License-Identifier: MIT
"""A resolver on loopback for tests: serves the folder `site`, and has a port that accepts and never
answers. Writes `ports`, two lines of shell, and what it is asked to `asked`."""
import functools
import http.server
import os
import socket


class Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = {".json": "application/json"}

    def log_message(self, *args):
        with open("asked", "a", encoding="ascii") as log:
            log.write(self.path + "\n")


files = http.server.ThreadingHTTPServer(("127.0.0.1", 0),
                                        functools.partial(Files, directory="site"))
stall = socket.socket()
stall.bind(("127.0.0.1", 0))
stall.listen(64)
with open("ports.new", "w", encoding="ascii") as out:
    out.write(f"site={files.server_address[1]}\nstall={stall.getsockname()[1]}\n")
os.rename("ports.new", "ports")
files.serve_forever()
