#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""judge.py BEFORE AFTER: both are folders with PDFs of the same names, AFTER those with a record.
Checks on the bytes what tools are too lenient for, then asks the tools. A line a file; exit 1
when anything does not hold."""
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as tree

NS = "https://pith.science/ns/1.0/"
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
EXTENSION = "{http://www.aiim.org/pdfa/ns/extension/}schemas"
SCHEMA_URI = "{http://www.aiim.org/pdfa/ns/schema#}namespaceURI"

before_dir, after_dir = map(pathlib.Path, sys.argv[1:3])


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout


def start(data):
    return int(re.findall(rb"startxref\s+(\d+)\s+%", data[-1100:])[-1])


def kind(data):
    at = start(data)
    if data[at:at + 4] == b"xref":
        return "table"
    assert re.match(rb"\d+ \d+ obj", data[at:at + 30]), "no section at startxref"
    return "stream"


def trailer_keys(data):
    at = start(data)
    text = data[data.index(b"trailer", at):] if data[at:at + 4] == b"xref" else data[at:]
    text = text[text.index(b"<<"):]
    depth, end = 0, 0
    for m in re.finditer(rb"<<|>>|\((?:\\.|[^\\()])*\)", text):
        depth += {b"<<": 1, b">>": -1}.get(m.group(), 0)
        if depth == 0:
            end = m.end()
            break
    top = re.sub(rb"\((?:\\.|[^\\()])*\)", b"", text[2:end])
    while re.search(rb"<<[^<>]*>>", top):
        top = re.sub(rb"<<[^<>]*>>", b"", top)
    return set(re.findall(rb"/(Root|Info|ID|Encrypt)\b", top))


def own_bytes(before, after):
    """What ISO 32000-1 7.5.4 to 7.5.8 demand of the update."""
    assert after.startswith(before), "the file is not a prefix"
    added = after[len(before):]
    assert kind(before) == kind(after), "another kind of section"
    assert added.endswith(b"%%EOF\n"), "no end"
    assert before[-1:] in b"\r\n" or added.startswith(b"\n"), "no line end before the update"
    assert start(after) >= len(before), "the section is not in the update"
    section = after[start(after):]
    previous = int(re.search(rb"/Prev (\d+)", section).group(1))
    assert previous == start(before), "/Prev leads elsewhere"
    assert trailer_keys(before) <= trailer_keys(after), "the trailer lost a key"
    assert b"/XRefStm" not in section, "/XRefStm was copied"
    numbers = []
    if kind(after) == "table":
        lines = section.split(b"\n")
        i = 1
        while lines[i] != b"trailer":
            first, count = map(int, lines[i].split(b" "))
            for k in range(count):
                entry = lines[i + 1 + k] + b"\n"
                assert re.fullmatch(rb"\d{10} \d{5} n \n", entry), "an entry is not 20 bytes"
                at = int(entry[:10])
                assert re.match(b"%d %d obj" % (first + k, int(entry[11:16])), after[at:]), \
                    "an entry leads elsewhere"
                numbers.append(first + k)
            i += 1 + count
    else:
        assert b"/Filter" not in section.split(b"stream")[0], "the section is filtered"
        index = list(map(int, re.search(rb"/Index \[([\d ]*)\]", section).group(1).split()))
        body = section[section.index(b"stream\n") + 7:]
        row = 0
        for first, count in zip(index[::2], index[1::2]):
            for k in range(count):
                e = body[11 * row:11 * row + 11]
                at, generation = int.from_bytes(e[1:9], "big"), int.from_bytes(e[9:], "big")
                assert e[0] == 1 and re.match(b"%d %d obj" % (first + k, generation), after[at:]), \
                    "a row leads elsewhere"
                numbers.append(first + k)
                row += 1
        assert int(re.match(rb"\d+", section).group()) in numbers, "it does not list itself"
    size = int(re.search(rb"/Size (\d+)", section).group(1))
    assert size > max(numbers), "/Size is too small"
    metadata = re.search(rb"<< /Type /Metadata /Subtype /XML /Length (\d+) >>\nstream\n", added)
    assert metadata, "no plain metadata stream"
    length = int(metadata.group(1))
    assert added[metadata.end() + length:].startswith(b"\nendstream"), "its length is wrong"
    return added[metadata.end():metadata.end() + length]


def foreign(packet):
    """Every property but ours, in order."""
    out = []

    def walk(element, path):
        if element.tag.startswith("{%s}" % NS):
            return
        if element.tag == EXTENSION:
            for entry in element.iter(RDF + "li"):
                if entry.findtext(SCHEMA_URI) not in (None, NS):
                    out.append((path, tree.tostring(entry)))
            return
        here = path + "/" + element.tag
        text = (element.text or "") if len(element) == 0 else (element.text or "").strip()
        if element.tag == "{http://ns.adobe.com/xap/1.0/}MetadataDate":
            text = "date"
        if element.tag != RDF + "Description" or len(element.attrib) > 1:
            out.append((here, text, sorted((k, v) for k, v in element.attrib.items()
                                           if not k.startswith("{%s}" % NS))))
        for child in element:
            walk(child, here)

    root = packet if packet.tag == RDF + "RDF" else packet.find(RDF + "RDF")
    for node in root:
        walk(node, "")
    return out


def packet_of(path):
    """The packet as Poppler finds it."""
    text = run("pdfinfo", "-meta", str(path))[1].strip()
    if text[:2] in (b"\xff\xfe", b"\xfe\xff", b"<"):  # Poppler stops at the first NUL
        text = run("mutool", "show", "-b", str(path), "trailer/Root/Metadata")[1]
        text = text.decode("utf-16" if text[0] > 127 else "utf-16-be").rstrip("\0").encode()
    return tree.fromstring(text) if text else None


def render(path):
    return hashlib.sha256(run("pdftoppm", "-r", "40", "-l", "3", str(path))[1]).hexdigest()


def exif(folder):
    """File -> set of warnings, in one start of exiftool."""
    if not shutil.which("exiftool"):
        return {}
    text = run("exiftool", "-validate", "-warning", "-error", "-a", "-json", "-G4", "-ext", "pdf",
               str(folder))[1]
    result = {}
    for item in json.loads(text or b"[]"):
        result[pathlib.Path(item["SourceFile"]).name] = {
            str(v) for k, v in item.items() if k.endswith(("Warning", "Error"))}
    return result


def judge(before_path, after_path):
    data = before_path.read_bytes()
    packet = own_bytes(data, after_path.read_bytes())
    ours = tree.fromstring(packet)
    seen = packet_of(after_path)
    assert seen is not None and tree.tostring(seen) == tree.tostring(ours), \
        "Poppler reads another packet"
    old = packet_of(before_path)
    if old is not None:
        assert foreign(old) == foreign(ours), "a property was lost or changed"
    assert run("qpdf", "--check", str(after_path))[0] <= run("qpdf", "--check",
                                                             str(before_path))[0], "qpdf --check"
    assert render(before_path) == render(after_path), "the pages look different"
    if shutil.which("mutool"):
        shown = run("mutool", "show", "-b", str(after_path), "trailer/Root/Metadata")[1]
        assert b":number>pith:" in shown, "MuPDF does not find the record"


warnings = exif(before_dir), exif(after_dir)
bad = 0
for path in sorted(after_dir.glob("*.pdf")):
    try:
        judge(before_dir / path.name, path)
        if path.stem == "metadata-default-namespace":  # exiftool knows rdf: by its prefix
            warnings[0][path.name] = warnings[1].get(path.name, set())
        new = warnings[1].get(path.name, set()) - warnings[0].get(path.name, set())
        assert not new, f"exiftool: {new}"
        print(f"ok - {path.stem}")
    except (AssertionError, AttributeError, ValueError, tree.ParseError) as problem:
        print(f"not ok - {path.stem}: {problem!r}")
        bad = 1
sys.exit(bad)
