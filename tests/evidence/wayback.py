# SPDX-License-Identifier: MIT
"""An archive on loopback for tests, in the public forms of the Wayback Machine: CDX, availability,
Save Page Now 2. The file `mode` says how it misbehaves, `captures` holds what it has (TIMESTAMP
URL lines); what it is asked goes to `asked`, its port to `port`."""
import http.server
import json
import os
import pathlib
import time
import urllib.parse

KEYS = "LOW access:secret"
jobs = {}


def read(name):
    path = pathlib.Path(name)
    return path.read_text("ascii") if path.exists() else ""


def captures(url, first="0", last="9"):
    """Those of the page, http or https, with or without www and a slash at the end, in any case: as the
    index's keys."""
    def key(u):
        return u.lower().split("://", 1)[-1].removeprefix("www.").rstrip("/")
    rows = [line.split() for line in read("captures").splitlines()]
    return [r for r in rows if key(r[1]) == key(url) and first <= r[0] and r[0][:len(last)] <= last]


class Archive(http.server.BaseHTTPRequestHandler):
    def log_message(self, *args):
        with open("asked", "a", encoding="ascii") as log:
            log.write("%s %s\n" % (self.command, self.path))

    def send(self, body, code=200, kind="application/json", **headers):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def misbehave(self, url):
        mode = read("mode").strip()
        if mode == "slow":
            time.sleep(0.6)
            return False
        if mode == "429":
            self.send({}, 429, Retry_After="9999")
        elif mode == "500":
            self.send({}, 500)
        elif mode == "html":
            self.send(b"<html>log in</html>", kind="text/html")
        elif mode == "garbage":
            self.send({"archived_snapshots": 7, "job_id": "../../x", "rows": [[1]]})
        elif mode == "oversized":
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            try:
                for _ in range(4096):
                    self.wfile.write(b"[" + b" " * 4096)
            except OSError:
                pass
        elif mode == "redirect":
            self.send(b"", 302, Location="http://localhost:%d%s" % (PORT, self.path + "&second=1"))
        elif mode == "twin":  # the page of the same record at the source
            self.answer(url, [["20260915080000", "https://arxiv.org/abs/1309.3741v1"]])
        elif mode in ("other", "future"):
            stamp = "20990101000000" if mode == "future" else "20260901120000"
            page = url if mode == "future" else url + "X"
            self.answer(url, [[stamp, page]])
        else:
            return False
        return True

    def answer(self, url, rows):
        if self.path.startswith("/cdx/"):
            self.send([["timestamp", "original"]] + rows[-1:] if rows else [])
        elif rows:
            self.send({"url": url, "archived_snapshots": {"closest": {
                "available": True, "status": "200", "timestamp": rows[-1][0],
                "url": "http://web.archive.org/web/%s/%s" % tuple(rows[-1])}}})
        else:
            self.send({"url": url, "archived_snapshots": {}})

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(parts.query))
        url = query.get("url", "")
        if "second" not in query and self.misbehave(url):
            return
        if parts.path.startswith("/save/status/"):
            self.look_at_job(parts.path.rsplit("/", 1)[1])
        elif parts.path == "/cdx/search/cdx":
            want = {"output": "json", "fl": "timestamp,original", "filter": "statuscode:200",
                    "limit": "-1"}
            if any(query.get(k) != v for k, v in want.items()):
                self.send({}, 400)
            elif read("mode").strip() == "lagging":
                self.answer(url, [])
            else:
                self.answer(url, captures(url, query.get("from", "0"), query.get("to", "9")))
        elif parts.path == "/wayback/available":
            self.answer(url, captures(url))
        else:
            self.send({}, 404)

    def do_POST(self):
        form = dict(urllib.parse.parse_qsl(
            self.rfile.read(int(self.headers["Content-Length"])).decode("ascii")))
        if self.misbehave(form.get("url", "")):
            return
        if self.headers.get("Authorization") != KEYS:
            self.send({"message": "\x1b[31mlog in", "status": "error",
                       "status_ext": "error:not-logged-in"}, 200)
        elif self.path == "/save":
            name = "spn2-%d" % len(jobs)
            jobs[name] = [form["url"], 0]
            self.send({"url": form["url"], "job_id": name})
        else:
            self.send({}, 404)

    def look_at_job(self, name):
        mode = read("mode").strip()
        if self.headers.get("Authorization") != KEYS or name not in jobs:
            self.send({}, 404)
            return
        url, looks = jobs[name]
        jobs[name][1] += 1
        if mode == "blocked":
            self.send({"job_id": name, "status": "error", "status_ext": "error:blocked-url",
                       "message": "\x1b[2Jgone"})
        elif mode == "endless" or looks == 0:
            self.send({"job_id": name, "status": "pending", "resources": []})
        else:
            with open("captures", "a", encoding="ascii") as out:
                out.write("20260915080000 %s\n" % url)
            self.send({"job_id": name, "status": "success", "timestamp": "20260915080000",
                       "original_url": url + ("X" if mode == "job-other" else ""),
                       "resources": [url]})


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Archive)
PORT = server.server_address[1]
with open("port.new", "w", encoding="ascii") as out:
    out.write(str(PORT))
os.rename("port.new", "port")
server.serve_forever()
