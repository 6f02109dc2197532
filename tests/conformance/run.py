#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py PROGRAM [CASE...]: runs the cases with a program that speaks the protocol of
README.md; one line a case, then the counts. Exit 1 if any case differs."""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LOUD = ("error", "warning")


def run(program, words, folder):
    done = subprocess.run([program, *words], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    return done.returncode, done.stdout, done.stderr


def codes(result, severities):
    return sorted(f["code"] for f in result.get("findings", []) if f["severity"] in severities)


def found(result):
    """The fields of one result that an expectation can name."""
    signed = result.get("signed")
    fields = {k: result.get(k) for k in ("intact", "trusted", "number", "title", "equal", "id",
                                             "verdict")}
    fields["signed"] = signed["key_id"] if signed else None
    fields["sha256"] = result.get("canonical_sha256", result.get("sha256"))
    fields["rows"] = {k: v["state"] for k, v in result.get("evidence", {}).items()}
    fields["statuses"] = {k: v for k, v in result.get("statuses", {}).items() if k != "references"}
    fields["citation"] = result.get("citation")
    fields["codes"] = codes(result, LOUD)
    fields["info"] = codes(result, ("info",))
    fields["counts"] = {k: v for k, v in result.items() if k.endswith("event_count")
                        or k == "equivocation_count"}
    return fields


def compare_bytes(problems, folder, name, got):
    want = folder / name
    if want.exists() and want.read_bytes() != got:
        problems.append("%s: got %r" % (name, got[:4000]))


def compare_lines(problems, expect, out):
    results = [json.loads(line) for line in out.splitlines()]
    got = [{"exit": r["exit"], "codes": codes(r, LOUD)} for r in results]
    if got != expect["lines"]:
        problems.append("lines: got %s" % json.dumps(got))


def check(program, folder):
    problems = []
    words = (folder / "cmd").read_text().split()
    expect = json.loads((folder / "expect.json").read_text())
    code, out, err = run(program, words, folder)
    if code != expect["exit"]:
        problems.append("exit: got %d %s" % (code, err.decode("utf-8", "replace")[:2000]))
    if "lines" in expect:
        compare_lines(problems, expect, out)
        return problems
    results = json.loads(out)["results"]
    fields = found(results[0]) if len(results) == 1 else {}
    for name, want in expect.items():
        got = fields.get(name)
        if name == "info":
            same = got is not None and set(want) <= set(got)
        else:
            same = name == "exit" or got == want
        if not same:
            problems.append("%s: got %s instead of %s" % (name, json.dumps(got), json.dumps(want)))
    plain = [w for w in words if w != "--json"]
    if (folder / "expect-canon.json").exists():
        compare_bytes(problems, folder, "expect-canon.json", run(program, plain, folder)[1])
    if (folder / "expect-state.json").exists():
        with tempfile.TemporaryDirectory() as work:
            merged = os.path.join(work, "merged.json")
            compare_bytes(problems, folder, "expect-state.json",
                          run(program, [*plain, "--bundle", merged], folder)[1])
            if os.path.exists(merged):
                compare_bytes(problems, folder, "expect-bundle.json",
                              pathlib.Path(merged).read_bytes())
    return problems


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    names = sys.argv[2:] or sorted(p.parent.name for p in HERE.glob("*/cmd"))
    failed = []

    def one(name):
        try:
            return check(program, HERE / name)
        except Exception as error:  # whatever it is, it is this case's
            return ["%s: %s" % (type(error).__name__, error)]

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(one, names))
    for name, problems in zip(names, answers):
        print("%s - %s" % ("not ok" if problems else "ok", name))
        for problem in problems:
            print("#   " + problem)
        if problems:
            failed.append(name)
    refusals = sum(name.endswith("_fail") for name in names)
    print("# %d cases, %d of them refusals: %d as expected, %d not"
          % (len(names), refusals, len(names) - len(failed), len(failed)))
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
