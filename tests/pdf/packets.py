#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""packets.py OUT PACKET...: a PDF with these packets, each `name=FILE`. name: current (the one
the catalog names), deflated (the same, compressed), old (superseded by an update), unused (no
object refers to it), unused-deflated, link=TEXT (a link), link-packed=TEXT (in an object stream),
and link-HOW=TEXT with HOW one of FORMS; attach=FILE (in the tree of attached files), attach-uf=FILE
(there under another name, its own only in /UF), attach-af=FILE (in /AF alone), attach-annot=FILE (by an
annotation), attach-annot-packed=FILE (by one in an object stream, with all that it says)."""
import sys
import zlib

out_path, *parts = sys.argv[1:]
out = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
rows = {0: (0, 0, 65535)}


def put(number, body):
    rows[number] = (1, len(out), 0)
    out.extend(b"%d 0 obj\n%s\nendobj\n" % (number, body))


def stream(number, data, deflate, entries=b"/Type/Metadata/Subtype/XML"):
    if deflate:
        data, entries = zlib.compress(data), entries + b"/Filter/FlateDecode"
    put(number, b"<<%s/Length %d>>stream\n%s\nendstream" % (entries, len(data), data))


# How a link can be spelled: key and string, the escapes of names, the type of its object stream.
FORMS = {
    "link": lambda t: b"/URI(%s)" % t,
    "link-packed": lambda t: b"/URI(%s)" % t,
    "link-hex": lambda t: b"/URI <%s>" % t.hex(" ").encode(),
    "link-octal": lambda t: b"/URI(%s)" % b"".join(b"\\%03o" % c for c in t),
    "link-split": lambda t: b"/URI % a comment\n(" + t[:9] + b"\\\r\n" + t[9:] + b")",
    "link-name": lambda t: b"/#55R#49(%s)" % t,
    "link-percent": lambda t: b"/URI(%s)" % t.replace(b"/pith/", b"/%70ith%2f"),
    "link-indirect": lambda t: b"/URI 99 0 R",
    "link-packed-name": lambda t: b"/U#52I<%s>" % t.hex().encode(),
}

annots, number, metadata = [], 10, b""
tree, associated = b"", b""
for part in parts:
    name, value = part.split("=", 1)
    if name.startswith("link"):
        link = b"<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI%s>>>>" % FORMS[name](
            value.encode())
        annots.append(number)
        if name == "link-indirect":
            put(99, b"(%s)" % value.encode())
        if not name.startswith("link-packed"):
            put(number, link)
        else:
            kind = b"ObjStm" if name == "link-packed" else b"O#62j#53tm"
            stream(number + 1, b"%d 0 %s " % (number, link), True,
                   b"/Type/%s/N 1/First %d" % (kind, len(b"%d 0 " % number)))
            rows[number] = (2, number + 1, 0)
        number += 2
        continue
    with open(value, "rb") as file:
        data = file.read()
    if name.startswith("attach"):
        stream(number, data, True, b"/Type/EmbeddedFile")
        wide = "pith-bundle.json".encode("utf-16-be").hex().encode()
        if "annot" in name:
            spec = b"%d 0 R" % (number + 1)
            own = b"<</Type/Filespec/F(pith-bundle.json)/EF<</F %d 0 R>>>>" % number
            if name == "attach-annot":
                put(number + 1, own)
            else:
                spec = own
            annot = b"<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/F#53 %s>>" % spec
            annots.append(number + 2)
            if name == "attach-annot":
                put(number + 2, annot)
            else:
                stream(number + 3, b"%d 0 %s " % (number + 2, annot), True,
                       b"/Type/ObjStm/N 1/First %d" % len(b"%d 0 " % (number + 2)))
                rows[number + 2] = (2, number + 3, 0)
            number += 4
            continue
        own = b"/F(x)/UF<FEFF%s>/EF<</UF %d 0 R>>" % (wide, number) if name == "attach-uf" \
            else b"/F(pith-bundle.json)/EF<</F %d 0 R>>" % number
        put(number + 1, b"<</Type/Filespec%s>>" % own)
        if name == "attach-af":
            associated += b"%d 0 R " % (number + 1)
        else:
            tree += b"(%s)%d 0 R " % (b"x" if name == "attach-uf" else b"pith-bundle.json",
                                      number + 1)
        number += 2
        continue
    if name in ("old", "current", "deflated"):
        stream(5, data, name == "deflated")
        metadata = b"/Metadata 5 0 R"
    else:
        stream(number, data, name == "unused-deflated")
        number += 1
if tree or associated:
    metadata += b"/AF[%s]/Names<</EmbeddedFiles<</Names[%s]>>>>" % (associated, tree)
put(1, b"<</Type/Catalog/Pages 2 0 R%s>>" % metadata)
put(2, b"<</Type/Pages/Kids[3 0 R]/Count 1>>")
put(3, b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>/Annots[%s]>>"
    % b" ".join(b"%d 0 R" % n for n in annots))
number = max([number] + [n + 1 for n in rows])
at = len(out)
rows[number] = (1, at, 0)
data = b"".join(rows.get(n, (0, 0, 0))[0].to_bytes(1, "big") +
                rows.get(n, (0, 0, 0))[1].to_bytes(4, "big") +
                rows.get(n, (0, 0, 0))[2].to_bytes(2, "big") for n in range(number + 1))
stream(number, data, True, b"/Type/XRef/Size %d/W[1 4 2]/Root 1 0 R" % (number + 1))
out += b"startxref\n%d\n%%%%EOF\n" % at
with open(out_path, "wb") as file:
    file.write(out)
