# SPDX-License-Identifier: MIT
"""What a finished PDF is, read by programs that know nothing of Pith: its words and where they
stand, links, fonts, XMP, and the bytes of its catalog."""
import json
import re
import subprocess
import unicodedata
import xml.etree.ElementTree as ElementTree
import zlib
from html import unescape


def run(*command, ok=(0,)):
    """Output of a program; raises if its exit code is not one of `ok`."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                          timeout=120)
    if done.returncode not in ok:
        raise RuntimeError("%s: exit %d" % (" ".join(command[:2]), done.returncode))
    return done.stdout


class Word:
    """A word of a page in points from its top left corner."""

    def __init__(self, box, text):
        self.left, self.top, self.right, self.bottom = box
        self.text = text


def words(pdf):
    """One list of words for each page, by pdftotext; ligatures are letters."""
    pages = []
    for line in run("pdftotext", "-bbox", pdf, "-").decode("utf-8", "replace").splitlines():
        if "<page " in line:
            pages.append([])
        match = re.search(r'<word xMin="([-.\d]+)" yMin="([-.\d]+)" xMax="([-.\d]+)"'
                          r' yMax="([-.\d]+)">(.*)</word>', line)
        if match:
            pages[-1].append(Word([float(match.group(i)) for i in range(1, 5)],
                                  unicodedata.normalize("NFKC", unescape(match.group(5)))))
    return pages


def fonts(pdf):
    """Set of (name without subset tag, type, embedded), by pdffonts."""
    found = set()
    for line in run("pdffonts", pdf).decode("utf-8", "replace").splitlines()[2:]:
        kind = re.search(r"(Type 1C?|CID TrueType|CID Type 0C?|TrueType|Type 3)( \(OT\))? ", line)
        name = re.sub(r"^[A-Z]{6}\+", "", line[:36].strip())
        found.add((name, kind.group(1) if kind else "?", line.split()[-5]))
    return found


def links(pdf):
    """(page, target, rectangle) of each URI link, by qpdf."""
    found = []
    tree = json.loads(run("qpdf", "--json=1", "--json-key=objects", "--json-key=pages", pdf,
                          ok=(0, 3)))
    objects = tree["objects"]

    def follow(value):
        while isinstance(value, str) and value in objects:
            value = objects[value]
        return value
    for number, page in enumerate(tree["pages"], 1):
        for annotation in follow(follow(page["object"]).get("/Annots", [])) or []:
            annotation = follow(annotation)
            action = follow(annotation.get("/A", {})) or {}
            if "/URI" in action:
                found.append((number, follow(action["/URI"]), follow(annotation["/Rect"])))
    return found


# Properties that differ from run to run.
VOLATILE = re.compile(r"Date|ID$|ToolVersion|Producer|FileSize|FileName|Directory|FileModify|"
                      r"FileAccess|FileInode|XMPToolkit|BaseURL|Source(File)?$|SourceModified|"
                      r"NPages|Linearized|ByteCount|FileSize|Trapped|RenditionClass", re.I)


def properties(*pdfs):
    """For each PDF a dict from "group:name" to the list of values, by exiftool."""
    result = []
    for tree in json.loads(run("exiftool", "-j", "-G1", "-s", "-struct", "-api",
                               "Compact=NoPadding", *pdfs, ok=(0, 1))):
        result.append({name: [" ".join(part.split()) if isinstance(part, str) else part
                              for part in (value if isinstance(value, list) else [value])]
                       for name, value in tree.items()})  # Ghostscript breaks lines
    return result


def packets(data):
    """The XMP packets of all metadata streams of a PDF, decoded."""
    found = []
    for match in re.finditer(rb"<<((?:[^<>]|<[^<]|<<[^<>]*>>|>[^>])*)>>\s*stream\r?\n", data):
        if re.search(rb"/Subtype\s*/XML", match.group(1)):
            end = data.index(b"endstream", match.end())
            body = data[match.end():end]
            found.append(zlib.decompressobj().decompress(body)
                         if b"/FlateDecode" in match.group(1) else body)
    return found


def extension(packet, namespace):
    """Names of the namespace's properties that are used and that an extension schema of the
    packet describes (ISO 19005-2, 6.6.2.3.3)."""
    bare = re.sub(rb"<\?xpacket[^>]*\?>", b"", packet).strip(b"\0\xef\xbb\xbf \r\n")
    tree = ElementTree.fromstring(bare)
    rdf = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
    schema, prop = ("{http://www.aiim.org/pdfa/ns/%s#}" % name for name in ("schema", "property"))
    used, described = set(), set()
    for node in tree.iter(rdf + "Description"):
        for name in [child.tag for child in node] + list(node.attrib):
            if name.startswith("{%s}" % namespace):
                used.add(name.split("}")[1])
    for node in tree.iter():
        uri = node.find(schema + "namespaceURI")
        if uri is None or uri.text != namespace:
            continue
        for entry in node.iter():
            name = entry.find(prop + "name")
            if name is not None and all(entry.find(prop + part) is not None for part in
                                        ("valueType", "category", "description")):
                described.add(name.text)
    return used, described


def catalog_keys(data):
    """Keys of the document catalog as they stand in the file, also those given twice: readers
    disagree on which of two counts, so no reader can be asked."""
    texts = [re.sub(rb"stream\r?\n.*?endstream", b"stream endstream", data, flags=re.S)]
    for match in re.finditer(rb"/Type\s*/ObjStm.*?stream\r?\n(.*?)endstream", data, re.S):
        try:
            texts.append(zlib.decompressobj().decompress(match.group(1)))
        except zlib.error:
            texts.append(match.group(1))
    for text in texts:
        at = re.search(rb"/Type\s*/Catalog", text)
        if at:
            return _keys_around(text, at.start())
    raise RuntimeError("no catalog found")


def _keys_around(text, at):
    depth, start = 0, at
    while start > 0 and depth < 1:  # back to the << that opens the catalog
        start -= 1
        if text[start:start + 2] == b"<<":
            depth += 1
        elif text[start:start + 2] == b">>":
            depth -= 1
            start -= 1
    keys, depth, position = [], 0, start
    token = re.compile(rb"<<|>>|\[|\]|\((?:\\.|[^\\()])*\)|/[^\s/<>\[\]()]+|[^\s/<>\[\]()]+|<|>")
    expect_key = True
    for match in token.finditer(text, position):
        part = match.group(0)
        if part in (b"<<", b"["):
            depth += 1
        elif part in (b">>", b"]"):
            depth -= 1
            if depth == 0:
                return keys
        if depth == 1 and part.startswith(b"/"):
            if expect_key:
                keys.append(part.decode("latin-1"))
                expect_key = False
                continue
        if depth == 1:  # a value, whole or its last token: numbers of a reference do no harm
            expect_key = True
    return keys


def pages(pdf, dpi):
    """Each page as (width, rows of grey bytes), by pdftoppm."""
    data = run("pdftoppm", "-r", str(dpi), "-gray", pdf)
    result, at = [], 0
    while at < len(data):
        header = re.compile(rb"P5\s+(\d+)\s+(\d+)\s+255\s").match(data, at)
        width, height = int(header.group(1)), int(header.group(2))
        at = header.end()
        result.append((width, [data[at + i * width:at + (i + 1) * width] for i in range(height)]))
        at += width * height
    return result
