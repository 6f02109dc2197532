#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes PDFs of every shape that embedding has to handle or refuse, byte by byte: what no tool
would write, too. shapes.py FOLDER makes FOLDER/NAME.pdf and FOLDER/list, whose lines are
NAME and `ok` or the status code that the file is refused with."""
import pathlib
import sys
import zlib

XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Ein &lt;Titel&gt; ü</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""
CONTENT = b"0 0 1 rg 20 20 60 60 re f"


class Pdf:
    """Objects and one or more sections. What a shape needs otherwise is changed in it."""

    def __init__(self, eol=b"\n", header=b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"):
        self.eol = eol
        self.out = bytearray(header)
        self.offsets = {}
        self.generations = {}
        self.packed = {}
        self.startxref = 0

    def add(self, number, body, generation=0):
        self.offsets[number] = len(self.out)
        self.generations[number] = generation
        e = self.eol
        self.out += b"%d %d obj" % (number, generation) + e + body + e + b"endobj" + e

    def stream(self, number, entries, data, generation=0, length=None):
        size = b"%d" % len(data) if length is None else length
        self.add(number, b"<<" + entries + b"/Length " + size + b">>" + b"stream\n" + data +
                 b"\nendstream", generation)

    def pack(self, number, objects, deflate=True, n=None, first=None, filtered=None):
        """An object stream of {number: body}."""
        head, body = b"", b""
        for index, (o, text) in enumerate(objects.items()):
            head += b"%d %d " % (o, len(body))
            body += text + b" "
            self.packed[o] = (number, index)
        data = zlib.compress(head + body) if deflate else head + body
        self.stream(number, b"/Type/ObjStm/N %d/First %d%s" % (
            len(objects) if n is None else n, len(head) if first is None else first,
            filtered or (b"/Filter/FlateDecode" if deflate else b"")), data)

    def table(self, trailer, entry_end=b" \n", numbers=None, extra_free=()):
        e = self.eol
        self.startxref = len(self.out)
        entries = {0: (0, 65535, b"f")}
        for o, at in self.offsets.items():
            entries[o] = (at, self.generations[o], b"n")
        for o in extra_free:
            entries[o] = (0, 0, b"f")
        if numbers is not None:
            entries = {o: v for o, v in entries.items() if o in numbers}
        self.out += b"xref" + e
        todo = sorted(entries)
        while todo:
            run = [todo.pop(0)]
            while todo and todo[0] == run[-1] + 1:
                run.append(todo.pop(0))
            self.out += b"%d %d" % (run[0], len(run)) + e
            for o in run:
                self.out += b"%010d %05d %s" % entries[o] + entry_end
        self.out += b"trailer" + e + b"<<" + trailer + b">>" + e
        self.end()

    def xref_stream(self, number, trailer, lists_itself=True, size=None, predictor=False,
                    numbers=None, end=True, widths=(1, 4, 2), deflate=True):
        at = len(self.out)
        self.startxref = at
        rows = {0: (0, 0, 65535)}
        for o, offset in self.offsets.items():
            rows[o] = (1, offset, self.generations[o])
        for o, (container, index) in self.packed.items():
            rows[o] = (2, container, index)
        if lists_itself:
            rows[number] = (1, at, 0)
        if numbers is not None:
            rows = {o: v for o, v in rows.items() if o in numbers}
        index, data, previous = b"", b"", None
        todo = sorted(rows)
        width = sum(widths)
        last = bytes(width)
        while todo:
            run = [todo.pop(0)]
            while todo and todo[0] == run[-1] + 1:
                run.append(todo.pop(0))
            index += b"%d %d " % (run[0], len(run))
            for o in run:
                row = b"".join(v.to_bytes(w, "big") for v, w in zip(rows[o], widths))
                data += b"\x02" + bytes((a - b) & 255 for a, b in zip(row, last)) \
                    if predictor else row
                last = row
        size = max(list(rows) + [number]) + 1 if size is None else size
        parms = b"/DecodeParms<</Predictor 12/Columns %d>>" % width if predictor else b""
        if deflate:
            data, parms = zlib.compress(data), parms + b"/Filter/FlateDecode"
        self.stream(number, b"/Type/XRef/Size %d/W[%d %d %d]/Index[%s]" % (
            (size,) + widths + (index,)) + parms + trailer, data)
        if end:
            self.end()

    def end(self, text=None):
        e = self.eol
        self.out += b"startxref" + e + b"%d" % self.startxref + e + b"%%EOF" + e

    def bytes(self):
        return bytes(self.out)


def pages(p, catalog=b"", metadata=None, generation=0, filtered=False, catalog_text=None):
    """Objects 1 catalog, 2 pages, 3 page, 4 content, 5 metadata."""
    if metadata is not None:
        catalog += b"/Metadata 5 %d R" % generation
    if catalog_text is None:
        catalog_text = b"<</Type/Catalog/Pages 2 0 R" + catalog + b">>"
    p.catalog = catalog_text
    p.add(2, b"<</Type/Pages/Kids[3 0 R]/Count 1>>")
    p.add(3, b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<<>>>>")
    p.stream(4, b"", CONTENT)
    if metadata is not None:
        entries = b"/Type/Metadata/Subtype/XML" + (b"/Filter/FlateDecode" if filtered else b"")
        p.stream(5, entries, zlib.compress(metadata) if filtered else metadata, generation)


def simple(trailer=b"/ID[<0123456789ABCDEF0123456789ABCDEF><00>]", size=6, metadata=True,
           table=None, **more):
    """The plain file: a table, and XMP."""
    p = Pdf(**{k: more.pop(k) for k in ("eol", "header") if k in more})
    text = XMP.encode() if metadata is True else metadata
    if metadata is None or metadata is False:
        text = None
    pages(p, metadata=text, **more)
    p.add(1, p.catalog)
    p.table(b"/Size %d/Root 1 0 R" % size + trailer, **(table or {}))
    return p


shapes = {}


def shape(name, expected, data):
    assert name not in shapes, name
    shapes[name] = (expected, data.bytes() if isinstance(data, Pdf) else bytes(data))


def with_stream(packed=True, **more):
    p = Pdf()
    pages(p, metadata=XMP.encode())
    if packed:
        p.pack(6, {1: p.catalog})
    else:
        p.add(1, p.catalog)
    p.xref_stream(7, b"/Root 1 0 R/ID[(ab\\)c)(x)]", **more)
    return p


def hybrid(hidden=False):
    """What old Acrobat and Word write: the table calls free what only the stream has."""
    p = Pdf()
    pages(p, catalog=b"/Outlines 8 0 R", metadata=XMP.encode())
    inside = {8: b"<</Type/Outlines/Count 0>>"}
    if hidden:  # MuPDF takes such a file for empty, Poppler rebuilds its table, qpdf reads it
        inside[1] = p.catalog
    else:
        p.add(1, p.catalog)
    p.pack(6, inside)
    p.xref_stream(7, b"/Root 1 0 R", numbers=tuple(inside), end=False)
    beside = p.startxref
    p.table(b"/Size 9/Root 1 0 R/XRefStm %d" % beside, extra_free=tuple(inside))
    return p


def hybrid_metadata():
    """The table calls the metadata free, the stream beside it has it."""
    p = Pdf()
    pages(p, metadata=XMP.encode())
    p.add(1, p.catalog)
    p.xref_stream(7, b"/Root 1 0 R", numbers=(5,), end=False)
    del p.offsets[5]
    p.table(b"/Size 8/Root 1 0 R/XRefStm %d" % p.startxref, extra_free=(5,))
    return p


def updated(first, changes, trailer=b"", size=6):
    """A table update on top of a table."""
    p = Pdf(header=b"")
    p.out = bytearray(first.bytes())
    for number, body in changes.items():
        p.add(number, body)
    p.table(b"/Size %d/Root 1 0 R/Prev %d" % (size, first.startxref) + trailer,
            numbers=set(changes))
    return p


# ---- Handled --------------------------------------------------------------------------
shape("table", "ok", simple())
shape("table-crlf", "ok", simple(eol=b"\r\n", table={"entry_end": b"\r\n"}))
shape("table-cr", "ok", simple(eol=b"\r", table={"entry_end": b" \r"}))
shape("no-final-newline", "ok", simple().bytes().rstrip(b"\n"))
shape("no-id", "ok", simple(trailer=b""))
shape("no-metadata", "ok", simple(metadata=None))
shape("metadata-null", "ok", simple(metadata=None, catalog=b"/Metadata null"))
shape("metadata-dangling", "ok", simple(metadata=None, catalog=b"/Metadata 99 0 R"))
shape("metadata-free", "ok", simple(metadata=None, catalog=b"/Metadata 5 0 R",
                                    table={"extra_free": (5,)}))
shape("metadata-generation-1", "ok", simple(generation=1))
shape("metadata-empty", "ok", simple(metadata=b""))
shape("metadata-blank", "ok", simple(metadata=b" \n "))
shape("metadata-deflated", "ok", simple(filtered=True))
shape("metadata-utf16", "ok", simple(metadata=XMP.encode("utf-16")))
shape("metadata-utf16be", "ok", simple(metadata=XMP.lstrip("\ufeff").encode("utf-16-be")))
shape("metadata-self-closing", "ok", simple(metadata=(
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF '
    b'xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>')))
shape("metadata-bare-rdf", "ok", simple(metadata=(
    b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    b'<rdf:Description rdf:about="" a:b="c" xmlns:a="http://example.org/"/></rdf:RDF>')))
shape("metadata-default-namespace", "ok", simple(metadata=(
    b'<RDF xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    b'<Description a:b="c" xmlns:a="http://example.org/"/></RDF>')))
shape("metadata-uuid", "ok", simple(metadata=XMP.replace(
    'rdf:about=""', "rdf:about='uuid:1234'").encode()))
shape("metadata-foreign-pith", "ok", simple(metadata=XMP.replace(
    "<dc:title>", '<pith:number xmlns:pith="http://example.org/">7</pith:number><dc:title>'
).encode()))
shape("metadata-nasty", "ok", simple(metadata=(pathlib.Path(__file__).parent /
                                               "nasty.xmp").read_bytes()))
shape("stream", "ok", with_stream(packed=False))
shape("stream-catalog-packed", "ok", with_stream())
shape("stream-predictor", "ok", with_stream(predictor=True))
shape("stream-not-listed", "ok", with_stream(lists_itself=False))
shape("stream-not-listed-size", "ok", with_stream(lists_itself=False, size=7))
shape("stream-plain", "ok", with_stream(deflate=False))
shape("stream-wide", "ok", with_stream(widths=(2, 8, 3)))
shape("hybrid", "ok", hybrid())
shape("updated", "ok", updated(simple(), {3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 90]"
                                             b"/Contents 4 0 R/Resources<<>>>>"}))
shape("updated-metadata-removed", "ok", updated(simple(), {1: b"<</Type/Catalog/Pages 2 0 R>>"}))
chain = simple()
for i in range(60):
    chain = updated(chain, {4: b"<</Length 2>>stream\nq \nendstream"})
shape("updated-60-times", "ok", chain)
shape("size-too-large", "ok", simple(size=4000))
shape("junk-after-eof", "ok", simple().bytes() + b"\r\n" * 400)
shape("two-startxref-near", "ok", updated(simple(), {}))
shape("length-indirect", "ok", (lambda p: (
    pages(p, metadata=None, catalog=b"/Metadata 5 0 R"),
    p.stream(5, b"/Type/Metadata/Subtype/XML", XMP.encode(), length=b"8 0 R"),
    p.add(8, b"%d" % len(XMP.encode())), p.add(1, p.catalog),
    p.table(b"/Size 9/Root 1 0 R"), p)[-1])(Pdf()))
shape("catalog-comments", "ok", simple(metadata=None, catalog_text=(
    b"<< /Type /Catalog % a comment >> with an end\n/Pages 2 0 R % and one more\n>>")))
shape("catalog-escaped-names", "ok", simple(metadata=None, catalog_text=(
    b"<</#54ype/#43atalog/Pages 2 0 R/Meta#64ata null>>")))
shape("catalog-strings", "ok", simple(metadata=None, catalog=(
    b"/Lang(de\\)\\(>>)/PieceInfo<</a[<</b(()())>>]/c<3E3E>>>")))
shape("empty-signature-field", "ok", simple(catalog=(
    b"/AcroForm<</Fields[<</FT/Sig/T(s)>>]/SigFlags 0>>")))
shape("version-2", "ok", simple(header=b"%PDF-2.0\n"))
shape("binary-name-tree", "ok", simple(catalog=(
    b"/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(a)>>(z)<</Type/Filespec/F(z)>>]>>>>")))

shape("prev-zero", "ok", simple(trailer=b"/Prev 0"))
shape("startxref-comment", "ok", simple().bytes().replace(b"\n%%EOF", b" % here\n% and here\n%%EOF"))
shape("catalog-without-type", "ok", simple(catalog_text=b"<</Pages 2 0 R/Metadata 5 0 R>>"))
shape("metadata-nul-padded", "ok", simple(metadata=XMP.encode() + bytes(500)))
shape("metadata-utf16-nul-padded", "ok", simple(metadata=XMP.encode("utf-16") + bytes(500)))
# The blank end of the page's content is no place for metadata, whatever the catalog says.
blank = Pdf()
blank.add(1, b"<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>")
blank.add(2, b"<</Type/Pages/Kids[3 0 R]/Count 1>>")
blank.add(3, b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents[4 0 R 5 0 R]/Resources<<>>>>")
blank.stream(4, b"", CONTENT)
blank.stream(5, b"", b" \n")
blank.table(b"/Size 6/Root 1 0 R")
shape("metadata-is-content", "ok", blank)
untyped = Pdf()
pages(untyped, catalog=b"/Metadata 5 0 R")
untyped.stream(5, b"", XMP.encode())
untyped.add(1, untyped.catalog)
untyped.table(b"/Size 6/Root 1 0 R")
shape("metadata-untyped", "ok", untyped)
SCHEMA = """<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"><pdfaid:part>2</pdfaid:part>
<pdfaExtension:schemas><rdf:%s><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Other</pdfaSchema:schema><pdfaSchema:prefix>o</pdfaSchema:prefix>
<pdfaSchema:namespaceURI>http://example.org/</pdfaSchema:namespaceURI>
</rdf:li></rdf:%s></pdfaExtension:schemas></rdf:Description></rdf:RDF>"""
for container in "Bag", "Seq":
    shape("metadata-schemas-" + container.lower(), "ok", simple(metadata=XMP.replace(
        "</rdf:RDF>", SCHEMA % (container, container)).encode()))

# A link in an object stream whose /Length only an older section, not used before, leads to.
old = Pdf()
pages(old)
old.pack(6, {1: old.catalog})
old.xref_stream(7, b"/Root 1 0 R")
packed = zlib.compress(b"20 0 <</A<</S/URI/URI(https://pith.science/pith/"
                       b"XHNNPWFNQ4ZPTVKFXVZADSBBOK)>>>>")
old.stream(9, b"/Type/ObjStm/N 1/First 5/Filter/FlateDecode", packed, length=b"10 0 R")
old.stream(11, b"/Type/ObjStm/N 1/First 5/Filter/FlateDecode", packed, length=b"10 0 R")
old.add(10, b"%d" % len(packed))
old.add(12, b"<</Type/Catalog/Pages 2 0 R>>")
old.xref_stream(13, b"/Root 12 0 R/Prev %d" % old.startxref, numbers=(9, 10, 11))
newest = old.startxref
old.add(12, b"<</Type/Catalog/Pages 2 0 R>>")
old.xref_stream(14, b"/Root 12 0 R/Prev %d" % newest, numbers=(12, 14))
shape("length-in-older-section", "ok", old)

# ---- Refused --------------------------------------------------------------------------
plain = simple().bytes()
at = simple().startxref
shape("empty", "pdf-header", b"")
shape("text", "pdf-header", b"Dear reader, this is no PDF at all, although it is called one. " * 3)
shape("junk-before", "pdf-header", b"\n" + plain)
shape("no-startxref", "pdf-no-startxref", plain[:plain.rindex(b"startxref")])
shape("no-eof", "pdf-no-startxref", plain.replace(b"%%EOF", b""))
shape("junk-3k", "pdf-no-startxref", plain + b"\n" * 3000)
shape("nul-5k", "pdf-no-startxref", plain + bytes(5000))
shape("startxref-off-by-3", "pdf-xref", plain.replace(b"startxref\n%d" % at,
                                                     b"startxref\n%d" % (at + 3)))
shape("startxref-zero", "pdf-xref", plain.replace(b"startxref\n%d" % at, b"startxref\n0"))
shape("startxref-beyond", "pdf-xref", plain.replace(b"startxref\n%d" % at, b"startxref\n99999999"))
shape("startxref-huge", "pdf-no-startxref", plain.replace(
    b"startxref\n%d" % at, b"startxref\n99999999999999999999"))
shape("entries-19-bytes", "pdf-xref-entry", simple(table={"entry_end": b"\n"}))
shape("size-too-small", "pdf-size", simple(size=3))
shape("size-missing", "pdf-size", plain.replace(b"/Size 6", b""))
shape("stream-size-too-small", "pdf-size", with_stream(size=4))
shape("prev-loop", "pdf-xref", simple(trailer=b"/Prev %d" % at))
shape("prev-off-by-1", "pdf-xref", updated(simple(), {}, trailer=b"").bytes().replace(
    b"/Prev %d" % at, b"/Prev %d" % (at - 1)))
shape("duplicate-metadata", "pdf-duplicate-key", simple(metadata=None, catalog=(
    b"/Metadata 4 0 R/Metadata 5 0 R")))
shape("duplicate-metadata-escaped", "pdf-duplicate-key", simple(metadata=None, catalog=(
    b"/Metadata 4 0 R/Meta#64ata 5 0 R")))
shape("duplicate-trailer-key", "pdf-duplicate-key", simple(trailer=b"/Root 3 0 R"))
shape("duplicate-catalog-key", "pdf-duplicate-key", simple(metadata=None, catalog=(
    b"/Lang(a)/Lang(b)")))
shape("duplicate-catalog-key-kept", "pdf-duplicate-key", simple(catalog=b"/Lang(a)/Lang(b)"))
shape("duplicate-metadata-key", "pdf-duplicate-key", (lambda p: (
    pages(p, metadata=None, catalog=b"/Metadata 5 0 R"),
    p.stream(5, b"/Type/Metadata/Subtype/XML/Subtype/XML", XMP.encode()), p.add(1, p.catalog),
    p.table(b"/Size 6/Root 1 0 R"), p)[-1])(Pdf()))
shape("encrypted", "pdf-encrypted", simple(trailer=(
    b"/Encrypt<</Filter/Standard/V 1/R 2/O(" + b"o" * 32 + b")/U(" + b"u" * 32 + b")/P -4>>")))
shape("certified", "pdf-certified", simple(catalog=(
    b"/Perms<</DocMDP<</Type/Sig/Reference[<</TransformMethod/DocMDP"
    b"/TransformParams<</P 1>>>>]>>>>")))
shape("certified-without-perms", "pdf-certified", simple(catalog=(
    b"/AcroForm<</SigFlags 3/Fields[<</FT/Sig/V<</Type/Sig/ByteRange[0 1 2 3]"
    b"/Reference[<</TransformMethod/DocMDP>>]>>>>]>>")))
shape("usage-rights", "pdf-certified", simple(catalog=b"/Perms<</UR3<</Type/Sig>>>>"))
shape("signed", "pdf-signed", simple(catalog=b"/AcroForm<</SigFlags 3/Fields[]>>"))
shape("signed-flags-elsewhere", "pdf-signed", (lambda p: (
    pages(p, catalog=b"/AcroForm<</SigFlags 8 0 R/Fields[]>>"),
    p.pack(6, {1: p.catalog, 8: b"3"}), p.xref_stream(7, b"/Root 1 0 R"), p)[-1])(Pdf()))
shape("signed-without-flags", "pdf-signed", simple(catalog=(
    b"/AcroForm<</Fields[<</T(f)/FT/Sig/Kids[<</V<</Type/Sig/ByteRange[0 1 2 3]>>>>]>>]>>")))
shape("hybrid-catalog-hidden", "pdf-xref", hybrid(hidden=True))
shape("hybrid-metadata-hidden", "pdf-xref", hybrid_metadata())
shape("size-no-room", "pdf-size", simple(metadata=None, size=8388608))
shape("size-no-room-for-stream", "pdf-size", with_stream(size=8388608))
shape("size-room", "ok", simple(size=8388607))
shape("trailer-many-keys", "too-large", simple(trailer=b"".join(b"/K%x 0" % i
                                                               for i in range(200000))))
shape("root-missing", "pdf-xref", plain.replace(b"/Root 1 0 R", b"           "))
shape("root-direct", "pdf-xref", plain.replace(b"/Root 1 0 R", b"/Root <<>>  "))
shape("root-not-catalog", "pdf-object", plain.replace(b"/Root 1 0 R", b"/Root 2 0 R"))
shape("root-free", "pdf-object", simple(table={"numbers": (0, 2, 3, 4, 5)}))
shape("root-elsewhere", "pdf-object", plain.replace(
    b"%010d 00000 n" % simple().offsets[1], b"%010d 00000 n" % simple().offsets[2]))
shape("catalog-broken", "pdf-object", simple(metadata=None, catalog_text=b"<</Type/Catalog/Pages"))
shape("catalog-odd", "pdf-object", simple(metadata=None, catalog=b"/Key"))
shape("trailer-odd", "pdf-xref", simple(trailer=b"/Key"))
shape("catalog-deep", "pdf-object", simple(metadata=None, catalog=b"/X" + b"[" * 200 + b"]" * 200))
shape("metadata-direct", "pdf-object", simple(metadata=None, catalog=b"/Metadata<<>>"))
shape("metadata-page", "pdf-object", simple(metadata=None, catalog=b"/Metadata 3 0 R"))
shape("metadata-wrong-length", "pdf-object", plain.replace(
    b"/Length %d" % len(XMP.encode()), b"/Length %d" % (len(XMP.encode()) - 5)))
shape("metadata-bad-flate", "pdf-object", (lambda p: (
    pages(p, metadata=None, catalog=b"/Metadata 5 0 R"),
    p.stream(5, b"/Filter/FlateDecode", b"not deflated"), p.add(1, p.catalog),
    p.table(b"/Size 6/Root 1 0 R"), p)[-1])(Pdf()))
shape("metadata-ascii-hex", "pdf-filter", (lambda p: (
    pages(p, metadata=None, catalog=b"/Metadata 5 0 R"),
    p.stream(5, b"/Filter/ASCIIHexDecode", XMP.encode().hex().encode() + b">"),
    p.add(1, p.catalog), p.table(b"/Size 6/Root 1 0 R"), p)[-1])(Pdf()))
shape("metadata-malformed", "xmp-syntax", simple(metadata=XMP.replace("&lt;", "A & B <").encode()))
shape("metadata-cut-off", "xmp-syntax", simple(metadata=XMP[:300].encode()))
shape("metadata-latin1", "xmp-syntax", simple(metadata=XMP.replace("\ufeff", "").encode("latin-1")))
shape("metadata-declares-latin1", "xmp-encoding", simple(metadata=(
    b'<?xml version="1.0" encoding="iso-8859-1"?><x/>')))
shape("metadata-utf32", "xmp-encoding", simple(metadata=XMP.encode("utf-32")))
shape("metadata-utf16-odd", "xmp-encoding", simple(metadata=XMP.encode("utf-16") + b"x"))
shape("metadata-dtd", "xmp-dtd", simple(metadata=(
    b'<!DOCTYPE x [<!ENTITY a "b">]><x:xmpmeta xmlns:x="adobe:ns:meta/"/>')))
shape("metadata-no-rdf", "xmp-form", simple(metadata=b"<a/>"))
shape("metadata-two-rdf", "xmp-form", simple(metadata=(
    b'<x><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>'
    b'<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x>')))
shape("metadata-deep", "xmp-form", simple(metadata=b"<a>" * 200 + b"</a>" * 200))
shape("object-stream-in-itself", "pdf-object", (lambda p: (
    pages(p), p.pack(6, {1: p.catalog}), p.packed.update({6: (6, 0)}), p.offsets.pop(6),
    p.xref_stream(7, b"/Root 1 0 R"), p)[-1])(Pdf()))
shape("object-stream-first", "pdf-object", (lambda p: (
    pages(p), p.pack(6, {1: p.catalog}, first=9999), p.xref_stream(7, b"/Root 1 0 R"),
    p)[-1])(Pdf()))
shape("object-stream-n", "pdf-object", (lambda p: (
    pages(p), p.pack(6, {1: p.catalog}, n=0), p.xref_stream(7, b"/Root 1 0 R"), p)[-1])(Pdf()))
shape("object-stream-filter-elsewhere", "pdf-filter", (lambda p: (
    pages(p), p.pack(6, {1: p.catalog}, filtered=b"/Filter 8 0 R"),
    p.pack(8, {8: b"/FlateDecode"}, filtered=b"/Filter 8 0 R"),
    p.xref_stream(7, b"/Root 1 0 R"), p)[-1])(Pdf()))
shape("stream-bad-w", "pdf-xref", with_stream(deflate=False).bytes().replace(b"/W[1 4 2]",
                                                                            b"/W[1 9 2]"))
shape("table-broken", "pdf-xref", plain.replace(b"xref\n0 6", b"xref\n0 x"))
shape("table-longer-than-file", "pdf-xref", plain.replace(b"xref\n0 6", b"xref\n0 999999"))
chain = simple(metadata=None)
for i in range(1025):
    chain = updated(chain, {})
shape("chain-too-long", "too-large", chain)

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
with open(folder / "list", "w", encoding="ascii") as listing:
    for name, (expected, data) in shapes.items():
        (folder / (name + ".pdf")).write_bytes(data)
        listing.write(f"{name} {expected}\n")
