#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: sweep.py PITH SHIM EXAMPLES STRIDE

Runs each command of pith again and again, with one call failing each time (tests/fault/fault.c):
every allocation of pith's own, every STRIDE-th of the libraries, every call to the system. Then:
no crash; exit 70 for memory, 8 for the system, or what it would be without the fault and then with
the same output; a reason on standard error; nothing allocated and kept; no descriptor left open; each
file is as it was or as the whole run leaves it, and there is no other.

Runs in an empty folder, which it fills. PITH_RESOLVER may name a resolver of the examples.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

pith, shim, examples, stride = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), int(sys.argv[4])
A = "A5G5GAJ7DMCZDPVAMNFAYYAUOP"
B = "XHNNPWFNQ4ZPTVKFXVZADSBBOK"
FROM = ["--from", "r"]
here = pathlib.Path.cwd()
problems = []
counts = {"alloc": 0, "any": 0, "io": 0}

# Exit codes of a run that met a fault, besides the one it has without: a bar of what is allowed.
ALLOWED = {"alloc": {70}, "any": {70, 8}, "io": {8, 70}}

# name, command line. The folder has: r (documents), paper (main.tex), main.pdf, done.pdf (embedded),
# refs.bib, key.json and keyring.json, tree (a mirror), cache (filled), up (an upload).
SCENARIOS = [
    ("resolve", ["resolve", *FROM, A, B]),
    ("resolve-net", ["resolve", "--no-cache", A, B]),
    ("resolve-cache", ["resolve", A]),
    ("verify", ["verify", f"r/{A}.json", f"r/{A}/bundle.json"]),
    ("verify-pdf", ["verify", "done.pdf"]),
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
    ("strip", ["strip", "done.pdf", "-o", "out.pdf"]),
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
    ("help", ["help", "verify"]),
]
# Exit codes besides: what failed for want of memory or by the disk is taken for a fault of the
# file, and said so. To be mended where it says it; then these rows go.
EXTRA = {
    "verify-pdf": {5},  # a PDF that cannot be opened at first is read as JSON
    "verify-lines": {5},  # a report without memory "is too long"
    "strip": {3},  # pith_pdf_open_prefix: "its first bytes are no whole PDF"
    "strip-in-place": {3},
    "resolve-net": {2},  # libcurl's parser of URLs: "is not the URL of a resolver"
    "refs-net": {2},
    "tex": {2},
    "arxiv": {3},  # the check of pith-data.tex: "is damaged"
}
ANOTHER_OUTPUT = {
    "verify-pdf",  # pith_pdf_open_prefix again: a warning that is not due
    "cache-list",  # an entry that cannot be read is none
    "mirror-again",  # counts the files written, and one that cannot be compared is written
}
# Files that say what went well, when not all did.
PARTIAL = {"mirror": {"fresh/index.html"}}
# Standard output and files that differ in each run: secret keys, signatures' times, paths.
RANDOM = {"keygen": {"s.json", "p.json", None}, "doctor": {None}, "sign-receipt": {"signed.json"}}
# What names a temporary file until it is whole.
TEMPORARY = re.compile(r"(^|/)\.pith-|\.part$|~$")


def fail(problem):
    print("not ok - " + problem, flush=True)
    problems.append(problem)


def run(name, folder, argv, **fault):
    """Exit code, standard output and error, report of the shim."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("FAULT_")}
    report = folder.with_suffix(".report")
    report.unlink(missing_ok=True)
    env.update({k: str(v) for k, v in fault.items()}, FAULT_REPORT=str(report), LC_ALL="C",
               PITH_CACHE_DIR=str(folder / "cache"), TMPDIR=str(folder), LD_PRELOAD=shim)
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


def setup():
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
    do("keygen", "-q", "--key-id", "mine", "-o", "key.json", "--public", "keyring.json")
    do("mirror", "-q", *FROM, "tree", A)
    lines = b"".join(json.dumps(json.loads((base / f"r/{n}/bundle.json").read_bytes())).encode() + b"\n"
                     for n in (A, B))
    (base / "bundles.ndjson").write_bytes(lines * 4)
    (base / "refs.bib").write_text("@article{one, eprint = {1309.3741}, archivePrefix = {arXiv}}\n")
    (base / "citation.json").write_text(json.dumps({"relationship": "cites", "cited": f"pith:2024:{B}"}))
    (base / "badges").mkdir()
    if os.environ.get("PITH_RESOLVER"):
        do("resolve", "-q", A, B)
    return base


def judge(name, kind, n, base, want, folder):
    """One run with call n failing, against the run without a fault."""
    argv, code, out, files = want
    shutil.copytree(base, folder, symlinks=True)
    got, got_out, got_err, report = run(name, folder, argv, FAULT_KIND=kind, FAULT_AT=n)
    what = f"{name}: {kind} {n} ({report[1] if report else '?'})"
    bad = []
    if got is None:
        bad.append("hangs")
    elif got < 0 or report is None:
        bad.append(f"dies of signal {-got}")
    else:
        random = RANDOM.get(name, set())
        if got != code and got not in ALLOWED[kind] | EXTRA.get(name, set()):
            bad.append(f"exit {got} instead of {code}: {got_err.decode(errors='replace').strip()}")
        if got == code and got_out != out and None not in random and name not in ANOTHER_OUTPUT:
            bad.append(f"exit {got} as without the fault, but another output")
        if got not in (code, 0) and not got_err and b'"findings"' not in got_out:
            bad.append(f"exit {got} without a reason")
        if report[2] != "0":
            bad.append(f"{report[2]} blocks leak")
        if report[3] != "0":
            bad.append(f"{report[3]} descriptors leak")
        now = content(folder)
        before = base_files
        for file in sorted(set(now) | set(before) | set(files)):
            if got != 0 and file in PARTIAL.get(name, set()):
                continue
            if file.startswith("cache/") or (file in random and file not in before):
                continue  # a cache entry has the time of its making
            if now.get(file) not in (before.get(file), files.get(file)):
                bad.append(f"{file} is neither old nor new")
            elif got == 0 and now.get(file) != files.get(file) and not TEMPORARY.search(file):
                bad.append(f"exit 0, but {file} is not what it should be")
        left = [f for f in now if TEMPORARY.search(f)]
        if left and report[1] not in ("unlink", "remove", "rmdir"):
            bad.append(f"left over: {left}")
    shutil.rmtree(folder)
    return [f"{what}: {b}" for b in bad]


def sweep(name, argv, base, pool):
    folder = here / f"plain-{name}"
    totals = {}
    for kind in counts:
        shutil.copytree(base, folder, symlinks=True)
        code, out, err, report = run(name, folder, argv, FAULT_KIND=kind, FAULT_AT=0)
        if report is None or code is None or code < 0:
            fail(f"{name}: does not run: {code} {err}")
            return
        if report[2:] != ["0", "0"]:
            fail(f"{name}: leaks blocks, descriptors: {report[2:]}")
        totals[kind] = int(report[0])
        want = (argv, code, out, content(folder))
        shutil.rmtree(folder)
    print(f"# {name}: exit {want[1]}, {totals}", flush=True)
    if code not in (0, 3):
        fail(f"{name}: exit {code}: {err.decode(errors='replace')}")
        return
    jobs = []
    for kind, total in totals.items():
        step = stride if kind == "any" else max(1, stride // 8)
        for n in range(1 + (len(name) % step), total + 1, step):
            counts[kind] += 1
            jobs.append(pool.submit(judge, name, kind, n, base, want, here / f"{name}-{kind}-{n}"))
    for job in jobs:
        for problem in job.result():
            fail(problem)


base = setup()
base_files = content(base)
overview = subprocess.run([pith, "help"], capture_output=True, text=True, check=True).stdout
commands = re.findall(r"^  ([a-z]+) +[A-Z]", overview, flags=re.M)
for command in commands:
    if not any(argv[0] == command for _, argv in SCENARIOS):
        print(f"# no scenario of its own: {command}")
        SCENARIOS.append((f"{command}-help", [command, "--help"]))
only = os.environ.get("ONLY")
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for name, argv in SCENARIOS:
        if only and not re.search(only, name):
            continue
        if (name.endswith("-net") or name in ("tex", "resolve-cache")) and not os.environ.get("PITH_RESOLVER"):
            print(f"# no resolver: {name} is left out")
            continue
        sweep(name, argv, base, pool)
print(f"# {len(commands)} commands; failed: {counts['alloc']} allocations of pith's, {counts['any']} of all, "
      f"{counts['io']} calls to the system; {len(problems)} problems")
sys.exit(1 if problems else 0)
