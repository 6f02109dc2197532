#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: json_paths.py PITH EXAMPLES KEY RING PROOF PDF

Runs each command with each word of it replaced by what it cannot use, cut off behind each word, and
with options that are wrong; once as it is, once with --json. With --json there is exactly one JSON
document on standard output and nothing on standard error; its exit, that of the program, and that
without --json are one, and one that `pith help` lists; the same files are there afterwards, none of
them temporary; and no control character is printed.

Runs in an empty folder.
"""
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys

pith, examples, key, ring, proof, pdf = sys.argv[1:]
ID = "A5G5GAJ7DMCZDPVAMNFAYYAUOP"
problems = []
os.environ["PITH_RESOLVER"] = "nobody"  # no URL: nobody is asked
CODES = {0, 1, 2, 3, 4, 5, 6, 7, 8}
ODD = ["missing.json", "dir", "", "a\nb\x1b[2J.tex", "junk"]
COMMANDS = """
resolve --from rec ID
verify b.json
verify p.pdf
verify --against st.json b.json
prepare --from rec m.tex
badge --from rec --format svg -o o.svg ID
embed --from rec -o o.pdf p.pdf ID
strip -o o.pdf p.pdf
merge -o o.json b.json
mint meta.json
mint --next m.tex --from rec
mint --snapshot meta.json --resume o
check --from rec m.tex
arxiv --no-compile -o o.tar.gz .
refs --from rec -i x.bib
mirror --from rec site ID
stamp --upgrade x.ots
stamp --verify x.ots b.json
status b.json
cite --from rec ID
cite --cited-by site --from rec ID
keys --import ring.json
keygen --key-id k -o o.json --public pub.json
sign receipt --key key.json -o o.json r.json
sign event --key key.json --type author_claim --payload meta.json -o o.json b.json
cache list
canon r.json
"""
META = {"id": "2407.20018", "version": 1, "title": "T", "abstract": "A", "categories": "cs.LG", "license": "",
        "submitted_at": "2024-07-29T13:45:00Z"}


def fill(folder):
    folder.mkdir()
    (folder / "dir").mkdir()
    (folder / "rec").symlink_to(examples)
    for source, name in ((f"{examples}/{ID}/bundle.json", "b.json"), (f"{examples}/{ID}.json", "r.json"),
                         (pdf, "p.pdf"), (key, "key.json"), (ring, "ring.json"), (proof, "x.ots")):
        shutil.copy(source, folder / name)
    (folder / "key.json").chmod(0o600)
    (folder / "m.tex").write_text("\\documentclass{article}\\title{T}\\pithnumber{%s}\n" % ID)
    (folder / "x.bib").write_text("@misc{a, eprint={1309.3741}}\n")
    (folder / "meta.json").write_text(json.dumps(META))
    (folder / "junk").write_bytes(b"\0\xff\x1b[2Jjunk\n")


def run(argv, folder):
    fill(folder)
    got = subprocess.run([pith, *argv], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    files = sorted(os.path.join(top, name).removeprefix(str(folder))
                   for top, folders, names in os.walk(folder) for name in folders + names)
    shutil.rmtree(folder)
    return got, files


def faults(plain, found, argv, files, found_files):
    if plain.returncode not in CODES:
        yield f"exit {plain.returncode}: {plain.stderr!r}"
    if plain.returncode != found.returncode:
        yield f"exit {plain.returncode}, with --json {found.returncode}: {plain.stderr!r} {found.stdout!r}"
    if plain.returncode and not plain.stderr and not plain.stdout:
        yield "fails without a word"
    if files != found_files or any("/.pith-" in name for name in files):
        yield f"files: {files} {found_files}"
    if found.returncode and found.stderr:
        yield f"standard error: {found.stderr!r}"
    for text in (plain.stdout, plain.stderr, found.stdout, found.stderr):
        if b"\x1b" in text or b"\0" in text or b"Sanitizer" in text or b"runtime error" in text:
            yield f"prints {text!r}"
    try:
        document = json.loads(found.stdout)
        if (document["schema"], document["command"], document["exit"]) != \
                ("pith-cli/1", argv[0], found.returncode):
            yield f"says {document}"
        if found.returncode and not document["results"]:
            yield "fails without a result"
    except (ValueError, KeyError) as error:
        yield f"is not one document ({error}): {found.stdout!r}"


def look(job):
    number, argv = job
    folder = pathlib.Path.cwd() / f"run{number}"
    plain, files = run(argv, folder)
    found, found_files = run([argv[0], "--json", *argv[1:]], folder)
    return [f"{argv}: {fault}" for fault in faults(plain, found, argv, files, found_files)]


def cases():
    for line in COMMANDS.split("\n"):
        words = [ID if word == "ID" else word for word in line.split()]
        for n in range(1, len(words) + 1):
            if words[n - 1] != "meta.json" or "--resume" not in words:  # that prints answers
                yield words[:n]
        for wrong in (["--nonsense"], ["--color", "sometimes"], ["--keyring"], ["--", "--json"]):
            if words:
                yield words + wrong
        for n in range(1, len(words)):
            if not words[n].startswith("-"):
                for odd in ODD:
                    yield words[:n] + [odd] + words[n + 1:]


every = list(enumerate(cases()))
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for found in pool.map(look, every):
        problems += found
for problem in problems:
    print(problem)
print(f"# {len(every)} command lines")
sys.exit(bool(problems))
