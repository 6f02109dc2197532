#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""large.py KIND FILE: a PDF that is large in one way, its holes not written.
table-5g, table-10g, stream-10g: a table or stream beyond that many bytes.
size-N: of N bytes, all there. objects, objects-packed: 210,000 objects. images: 100 pages of 2 MB noise each."""
import os
import random
import sys
import zlib

kind, path = sys.argv[1:3]
GAP = {"table-5g": 5_000_000_000, "table-10g": 10_000_000_000, "stream-10g": 10_000_000_000}
offsets = {}


def put(out, number, body):
    offsets[number] = out.tell()
    out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))


def stream(entries, data):
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (entries, len(data), data)


def table(out, size):
    at = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % size)
    out.write(b"".join(b"%010d 00000 n \n" % offsets[n] for n in range(1, size)))
    out.write(b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, at))


def xref_stream(out, number, packed):
    at = out.tell()
    offsets[number] = at
    rows = b""
    for n in range(number + 1):
        if n in packed:
            rows += b"\x02" + packed[n][0].to_bytes(8, "big") + packed[n][1].to_bytes(2, "big")
        elif n in offsets:
            rows += b"\x01" + offsets[n].to_bytes(8, "big") + b"\0\0"
        else:
            rows += bytes(11)
    rows = b"".join(b"\x02" + bytes((a - b) & 255 for a, b in
                                    zip(rows[i:i + 11], rows[i - 11:i] if i else bytes(11)))
                    for i in range(0, len(rows), 11))
    put(out, number, stream(b"/Type/XRef/Size %d/W[1 8 2]/Root 1 0 R/Filter/FlateDecode/DecodeParms"
                            b"<</Predictor 12/Columns 11>>" % (number + 1), zlib.compress(rows)))
    out.write(b"startxref\n%d\n%%%%EOF\n" % at)


with open(path, "wb") as out:
    out.write(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
    if kind in GAP:
        put(out, 1, b"<</Type/Catalog/Pages 2 0 R>>")
        put(out, 2, b"<</Type/Pages/Kids[3 0 R]/Count 1>>")
        put(out, 3, b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>/Contents 4 0 R>>")
        offsets[4] = out.tell()
        out.write(b"4 0 obj\n<</Length %d>>stream\n" % GAP[kind])
        out.seek(GAP[kind], os.SEEK_CUR)
        out.write(b"\nendstream\nendobj\n")
        if kind.startswith("table"):
            table(out, 5)
        else:
            xref_stream(out, 5, {})
    elif kind.startswith("size-"):
        put(out, 1, b"<</Type/Catalog/Pages 2 0 R>>")
        put(out, 2, b"<</Type/Pages/Kids[3 0 R]/Count 1>>")
        put(out, 3, b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>/Contents 4 0 R>>")
        put(out, 4, stream(b"", b" " * (int(kind[5:]) - 520)))
        table(out, 5)
    elif kind == "images":
        count = 100
        random.seed(1)
        put(out, 1, b"<</Type/Catalog/Pages 2 0 R>>")
        kids = b" ".join(b"%d 0 R" % (3 + 3 * i) for i in range(count))
        put(out, 2, b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count))
        for i in range(count):
            page = 3 + 3 * i
            put(out, page, b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents %d 0 R"
                           b"/Resources<</XObject<</I %d 0 R>>>>>>" % (page + 1, page + 2))
            put(out, page + 1, stream(b"", b"99 0 0 99 0 0 cm /I Do"))
            put(out, page + 2, stream(b"/Type/XObject/Subtype/Image/Width 1024/Height 2048"
                                      b"/ColorSpace/DeviceGray/BitsPerComponent 8",
                                      random.randbytes(1024 * 2048)))
        table(out, 3 + 3 * count)
    else:
        count = 210_000
        body = b"<</Type/Annot/Subtype/Text/Rect[0 0 1 1]/Contents(note)/Padding[1 2 3 4 5 6 7 8 9]>>"
        first = {1: b"<</Type/Catalog/Pages 2 0 R>>", 2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
                 3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>>>"}
        if kind == "objects":
            for n in range(1, count):
                put(out, n, first.get(n, body))
            table(out, count)
        else:
            packed = {}
            container = count
            for start in range(1, count, 100):
                numbers = range(start, min(start + 100, count))
                head, data = b"", b""
                for i, n in enumerate(numbers):
                    head += b"%d %d " % (n, len(data))
                    data += first.get(n, body) + b" "
                    packed[n] = (container, i)
                put(out, container, stream(b"/Type/ObjStm/N %d/First %d/Filter/FlateDecode"
                                           % (len(numbers), len(head)), zlib.compress(head + data)))
                container += 1
            xref_stream(out, container, packed)
