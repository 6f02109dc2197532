# SPDX-License-Identifier: MIT
"""One or more runs of each command of pith, in a folder that has all they need: for the sweeps of
this folder. PITH, EXAMPLES and the folder `here`, which has main.pdf, come from sweep.py and
environment.py; PITH_RESOLVER may name a resolver of the examples."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

A = "A5G5GAJ7DMCZDPVAMNFAYYAUOP"
B = "XHNNPWFNQ4ZPTVKFXVZADSBBOK"
FROM = ["--from", "r"]

# name, command line. The folder has: r (documents), paper (main.tex), main.pdf, done.pdf (embedded),
# attached.pdf (with the bundle), refs.bib, key.json and keyring.json, tree (a mirror), cache (filled),
# up (an upload), paper.txt with its timestamp.
SCENARIOS = [
    ("resolve", ["resolve", *FROM, A, B]),
    ("resolve-net", ["resolve", "--no-cache", A, B]),
    ("resolve-cache", ["resolve", A]),
    ("verify", ["verify", f"r/{A}.json", f"r/{A}/bundle.json"]),
    ("verify-pdf", ["verify", "done.pdf"]),
    ("verify-attached", ["verify", "attached.pdf"]),
    ("verify-lines", ["verify", "--ndjson", "-j2", "bundles.ndjson"]),
    ("prepare", ["prepare", *FROM, "--deps", "paper/deps", "paper/main.tex"]),
    ("prepare-json", ["prepare", "--json", *FROM, "paper"]),
    ("tex", ["tex", A, B]),
    ("badge-svg", ["badge", *FROM, "--style", "card", "--qr", A, "-o", "b.svg"]),
    ("badge-png", ["badge", *FROM, "--style", "full", "--qr", A, "-o", "b.png"]),
    ("badge-pdf", ["badge", *FROM, "--style", "full", "--qr", A, "-o", "b.pdf"]),
    ("badge-html", ["badge", *FROM, A, B, "--format", "html", "-o", "badges/"]),
    ("embed", ["embed", *FROM, "main.pdf", A, "-o", "out.pdf"]),
    ("embed-attach", ["embed", *FROM, "--attach", "main.pdf", A, "-o", "main.pdf"]),
    ("embed-in-place", ["embed", *FROM, "--in-place", "main.pdf", A]),
    ("embed-again", ["embed", *FROM, "--in-place", "done.pdf", A]),
    ("strip", ["strip", "done.pdf", "-o", "out.pdf"]),
    ("strip-attached", ["strip", "attached.pdf", "-o", "attached.pdf"]),
    ("strip-in-place", ["strip", "--in-place", "done.pdf"]),
    ("arxiv", ["arxiv", "--no-compile", "up", "-o", "up.tar.gz"]),
    ("refs", ["refs", "--from", "tree", "refs.bib", "-i"]),
    ("refs-net", ["refs", "--no-cache", "refs.bib", "-n"]),
    ("merge", ["merge", f"r/{A}/bundle.json", "-o", "state.json", "--bundle", "merged.json"]),
    ("canon", ["canon", f"r/{A}.json"]),
    ("keys", ["keys", "--keyring", "keyring.json"]),
    ("keys-import", ["keys", "--import", "keyring.json", "--as-keyring"]),
    ("keygen", ["keygen", "--key-id", "other", "-o", "s.json", "--public", "p.json"]),
    ("sign-receipt", ["sign", "receipt", "--key", "key.json", f"r/{A}.json", "-o", "signed.json"]),
    ("sign-event", ["sign", "event", "--key", "key.json", "--type", "citation", "--payload",
                    "citation.json", "--date", "2026-11-30T00:00:00Z", f"r/{A}/bundle.json"]),
    ("mirror", ["mirror", *FROM, "fresh", A, B]),
    ("mirror-again", ["mirror", *FROM, "tree", A, B]),
    ("cache-list", ["cache", "list"]),
    ("cache-verify", ["cache", "verify"]),
    ("cache-clear", ["cache", "clear"]),
    ("doctor", ["doctor", "paper/main.tex"]),
    ("mint", ["mint", "meta.json"]),
    ("mint-json", ["mint", "--json", "--title", "A title", "--id", "2304.01373v2", "--abstract",
                   "An abstract.", "--categories", "cs.CL", "--license", "", "--submitted",
                   "2023-04-03T20:58:15Z"]),
    ("mint-xml", ["mint", "--license", "", "meta.xml"]),
    ("mint-yaml", ["mint", "meta.yaml"]),
    ("mint-snapshot", ["mint", "--snapshot", "snapshot.ndjson", "-j2", "--resume", "minted.ndjson"]),
    ("mint-next", ["mint", "--next", "next/main.tex", *FROM]),
    ("check", ["check", *FROM, "paper"]),
    ("check-metadata", ["check", *FROM, "--number", A, "--metadata", "meta.yaml", "done.pdf"]),
    ("status", ["status", f"r/{A}/bundle.json"]),
    ("cite", ["cite", *FROM, A]),
    ("archive", ["archive", "--check", f"r/{A}/bundle.json"]),
    ("archive-json", ["archive", "--json", "--check", f"r/{A}/bundle.json"]),
    ("stamp", ["stamp", "--verify", "--network", "regtest", "--headers", "all.headers",
               "paper.txt.ots"]),
    ("help", ["help", "verify"]),
]
# Standard output and files that differ in each run: secret keys, signatures' times, paths.
RANDOM = {"keygen": {"s.json", "p.json", None}, "doctor": {None}, "cache-list": {None}, "sign-receipt": {"signed.json"}}


def run(pith, folder, argv, **more):
    """Exit code, standard output and error, report of the shim if one is preloaded."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("FAULT_")}
    report = folder.with_suffix(".report")
    report.unlink(missing_ok=True)
    env.update({"LC_ALL": "C", "FAULT_REPORT": str(report), "TMPDIR": str(folder),
                "PITH_CACHE_DIR": str(folder / "cache"), **{k: str(v) for k, v in more.items()}})
    try:
        done = subprocess.run([pith, *argv], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None, b"", b"", None
    words = report.read_text(encoding="ascii").split() if report.exists() else None
    return done.returncode, done.stdout.replace(str(folder).encode(), b"."), done.stderr, words


def content(folder):
    files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_dir():
            files[name] = path.read_bytes()
    return files


def setup(pith, examples, here):
    """The folder that each run gets a copy of."""
    base = here / "base"
    base.mkdir()
    env = {**os.environ, "PITH_CACHE_DIR": str(base / "cache")}

    def do(*argv):
        subprocess.run([pith, *argv], cwd=base, env=env, check=True, stdout=subprocess.PIPE)

    shutil.copytree(examples / "paper/pith", base / "r")
    (base / "paper").mkdir()
    shutil.copy(examples / "paper/main.tex", base / "paper")
    do("prepare", "-q", *FROM, "paper/main.tex")
    data = (base / "paper/pith-data.tex").read_bytes()
    (base / "up").mkdir()
    shutil.copy(examples / "paper/main.tex", base / "up")
    (base / "up/pith-data.tex").write_bytes(data)
    shutil.copy(examples.parent / "tex/pith.sty", base / "up")
    (base / "paper/pith-data.tex").write_bytes(data[:-20] + b"old\n")
    shutil.copy(here / "main.pdf", base)
    do("embed", "-q", *FROM, "main.pdf", A, "-o", "done.pdf")
    do("embed", "-q", *FROM, "--attach", "main.pdf", A, "-o", "attached.pdf")
    do("keygen", "-q", "--key-id", "mine", "-o", "key.json", "--public", "keyring.json")
    do("mirror", "-q", *FROM, "tree", A)
    lines = b"".join(json.dumps(json.loads((base / f"r/{n}/bundle.json").read_bytes())).encode() + b"\n"
                     for n in (A, B))
    (base / "bundles.ndjson").write_bytes(lines * 4)
    (base / "refs.bib").write_text("@article{one, eprint = {1309.3741}, archivePrefix = {arXiv}}\n")
    (base / "citation.json").write_text(json.dumps({"relationship": "cites", "cited": f"pith:2024:{B}"}))
    (base / "meta.json").write_text(json.dumps({
        "id": "2304.01373", "version": 2, "title": "A title", "abstract": "An abstract of it.",
        "categories": "cs.CL", "license": "http://creativecommons.org/licenses/by/4.0/",
        "submitted_at": "2023-04-03T20:58:15Z"}))
    shutil.copy(examples.parent / "tests/mint/two.xml", base / "meta.xml")
    (base / "meta.yaml").write_text("""\
id: "2304.01373"
version: 2
title: >
  A title
abstract: An abstract of it.
categories: [cs.CL, cs.LG]
license: http://creativecommons.org/licenses/by/4.0/
submitted_at: "2023-04-03T20:58:15Z"
""")
    (base / "snapshot.ndjson").write_text(json.dumps({
        "id": "2304.01373", "title": "A title", "abstract": "  An abstract.\n", "categories": "cs.CL",
        "license": None, "versions": [
            {"version": "v1", "created": "Mon, 3 Apr 2023 20:58:15 GMT"}]}) + "\n")
    (base / "next").mkdir()
    (base / "next/main.tex").write_text(
        "\\documentclass{article}\\title{Another \\'etude}\\begin{document}\\maketitle"
        f"\\pithnumber{{{A}}}\\begin{{abstract}}Another abstract.\\end{{abstract}}\\end{{document}}\n")
    (base / "badges").mkdir()
    chain = here / "chain"
    chain.mkdir()
    subprocess.run([sys.executable, "-B", examples.parent / "tests/evidence/chain.py", "chain", "."],
                   cwd=chain, check=True, stdout=subprocess.PIPE)
    for name in ("all.headers", "paper.txt", "paper.txt.ots"):
        shutil.copy(chain / name, base)
    if os.environ.get("PITH_RESOLVER"):
        do("resolve", "-q", A, B)
    return base



def all_scenarios(pith):
    """Those above, and for a command without one its help: said, so that it is seen."""
    overview = subprocess.run([pith, "help"], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^  ([a-z]+) +[A-Z]", overview, flags=re.M)
    scenarios = [s for s in SCENARIOS if s[1][0] in commands or s[1][0] == "help"]
    for command in commands:
        if not any(argv[0] == command for _, argv in SCENARIOS):
            print(f"# no scenario of its own: {command}")
            scenarios.append((f"{command}-help", [command, "--help"]))
    if not os.environ.get("PITH_RESOLVER"):
        print("# no resolver: what asks one is left out")
        scenarios = [s for s in scenarios if not s[0].endswith("-net") and
                     s[0] not in ("tex", "resolve-cache")]
    only = os.environ.get("ONLY")
    return [s for s in scenarios if not only or re.search(only, s[0])]
