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
import pathlib
import re
import shutil
import sys

from scenarios import RANDOM, all_scenarios, content, run, setup

pith, shim, examples, stride = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), int(sys.argv[4])
here = pathlib.Path.cwd()
problems = []
counts = {"alloc": 0, "any": 0, "io": 0}

# Exit codes of a run that met a fault, besides the one it has without: a bar of what is allowed.
ALLOWED = {"alloc": {70}, "any": {70, 8}, "io": {8, 70}}

ANOTHER_OUTPUT = {
    "mirror-again",  # counts the files written, and one that cannot be compared is written
}
# Files that say what went well, when not all did, or that have it: --resume adds the rest.
PARTIAL = {"mirror": {"fresh/index.html"}, "mint-snapshot": {"minted.ndjson"}}
# What names a temporary file until it is whole.
TEMPORARY = re.compile(r"(^|/)\.pith-|\.part$|~$")


def fail(problem):
    print("not ok - " + problem, flush=True)
    problems.append(problem)


def judge(name, kind, n, base, want, folder):
    """One run with call n failing, against the run without a fault."""
    argv, code, out, files = want
    shutil.copytree(base, folder, symlinks=True)
    got, got_out, got_err, report = run(pith, folder, argv, LD_PRELOAD=shim, FAULT_KIND=kind,
                                        FAULT_AT=n)
    what = f"{name}: {kind} {n} ({report[1] if report else '?'})"
    bad = []
    if got is None:
        bad.append("hangs")
    elif got < 0 or report is None:
        bad.append(f"dies of signal {-got}")
    else:
        random = RANDOM.get(name, set())
        if got != code and got not in ALLOWED[kind]:
            bad.append(f"exit {got} instead of {code}: {got_err.decode(errors='replace').strip()}")
        said = code != 0 and got_err  # a verdict, and that standard output could not be written
        if got == code and got_out != out and not said and None not in random and \
                name not in ANOTHER_OUTPUT:
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
        code, out, err, report = run(pith, folder, argv, LD_PRELOAD=shim, FAULT_KIND=kind,
                                     FAULT_AT=0)
        if report is None or code is None or code < 0:
            fail(f"{name}: does not run: {code} {err}")
            return
        if report[2:] != ["0", "0"]:
            fail(f"{name}: leaks blocks, descriptors: {report[2:]}")
        totals[kind] = int(report[0])
        want = (argv, code, out, content(folder))
        shutil.rmtree(folder)
    print(f"# {name}: exit {want[1]}, {totals}", flush=True)
    if code not in (0, 1, 3):
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


base = setup(pith, examples, here)
base_files = content(base)
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for name, argv in all_scenarios(pith):
        sweep(name, argv, base, pool)
print(f"# failed: {counts['alloc']} allocations of pith's, {counts['any']} of all, "
      f"{counts['io']} calls to the system; {len(problems)} problems")
sys.exit(1 if problems else 0)
