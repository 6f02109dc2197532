#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""forge.py BASE EMBEDDED: one update on BASE with all objects of EMBEDDED's update and a change
that is not the record's: forged-page.pdf (the content of a page), forged-pages.pdf (/Pages of the
catalog), forged-root.pdf (another catalog)."""
import re
import sys

base, whole = (open(path, "rb").read() for path in sys.argv[1:3])
tail = whole[len(base):]
objects = {int(m.group(1)): m.group(0)
           for m in re.finditer(rb"(\d+) 0 obj\n.*?endobj\n", tail, re.S)}
trailer = re.search(rb"trailer\n<<(.*) >>\nstartxref", tail, re.S).group(1)
free = max(objects) + 2
content = b"1 0 0 rg 20 20 60 60 re f"


def forge(kind, changes, keys=trailer):
    out, rows = bytearray(base), b""
    for number, body in sorted({**objects, **changes}.items()):
        rows += b"%d 1\n%010d 00000 n \n" % (number, len(out))
        out += body
    at = len(out)
    keys = re.sub(rb"/Size \d+", b"/Size %d" % (free + 4), keys)
    out += b"xref\n" + rows + b"trailer\n<<" + keys + b" >>\nstartxref\n%d\n%%%%EOF\n" % at
    with open(f"forged-{kind}.pdf", "wb") as file:
        file.write(out)


forge("page", {4: b"4 0 obj\n<</Length %d>>stream\n%s\nendstream\nendobj\n" % (
    len(content), content)})
catalog = objects[1]
forge("pages", {
    1: catalog.replace(b"/Pages 2 0 R", b"/Pages %d 0 R" % free),
    free: b"%d 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n" % free})
forge("root", {free: catalog.replace(b"1 0 obj", b"%d 0 obj" % free, 1)},
      trailer.replace(b"/Root 1 0 R", b"/Root %d 0 R" % free))
