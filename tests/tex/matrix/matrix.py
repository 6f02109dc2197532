# SPDX-License-Identifier: MIT
"""Compiles the papers of cells.py with and without the badge, compares, and writes a table.

usage: matrix.py FOLDER PITH-DATA [--whole] [--only PATTERN] [--jobs N] [--package FOLDER]
FOLDER keeps what was made: a second run does only what has changed. One line for each paper goes
to FOLDER/table.tsv; the exit code is 1 if a paper has a fault."""
import argparse
import concurrent.futures
import fnmatch
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading

import cells
import compare
import readback
import sources

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(HERE, "..", "..", "..", "tex")
# Dates and identifiers are the same in both papers of a pair.
ENVIRONMENT = dict(os.environ, SOURCE_DATE_EPOCH="1777593600", FORCE_SOURCE_DATE="1",
                   max_print_line="1000")
TEX = ["-interaction=nonstopmode", "-halt-on-error", "-recorder", "-no-shell-escape"]


def call(folder, command):
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=False,
                          timeout=180)
    return done.returncode


def build(folder, engine, job, runs):
    """Compiles JOB.tex; returns None, or what went wrong."""
    how = cells.ENGINES[engine]
    steps = [how.first + TEX + [job]] * (runs - 1) + [how.last + TEX + [job]]
    steps += [[part.format(job) for part in step] for step in how.after]
    for step in steps:
        if call(folder, step) != 0:
            return "%s fails: %s" % (step[0], first_error(os.path.join(folder, job + ".log")))
    if not os.path.exists(os.path.join(folder, job + ".pdf")):
        return "no PDF"
    return None


def first_error(log):
    try:
        with open(log, "rb") as file:
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return "no log"
    match = re.search(r"^(! .*|.*:\d+: .*)$", text, re.M)
    return re.sub(r"\s+", " ", match.group(1))[:100] if match else "no message"


class Runner:
    def __init__(self, options):
        self.options = options
        self.guard, self.locks = threading.Lock(), {}
        self.record = compare.read_data(options.data)
        self.state = self._digest([os.path.join(options.package, "pith.sty"), options.data]
                                  + [os.path.join(HERE, name) for name in sorted(os.listdir(HERE))
                                     if name.endswith((".py", ".sty"))])
        version = subprocess.run(["pdftex", "--version"], stdout=subprocess.PIPE, check=True)
        self.base = self._digest([os.path.join(HERE, "pithproceedings.sty")]) + hashlib.sha256(
            version.stdout).hexdigest()
        self.state += self.base + str(options.whole) + str(options.strict) + str(options.bare)

    @staticmethod
    def _digest(paths):
        total = hashlib.sha256()
        for path in paths:
            with open(path, "rb") as file:
                total.update(file.read())
        return total.hexdigest()

    def prepare(self, folder, cell, job, form):
        source = sources.paper(cell.engine, cell.klass, cell.meta, form)
        for name, text in ((job + ".tex", source), (job + ".xmpdata", sources.XMPDATA),
                           ("theirs.xmp", sources.THEIRS)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        return source

    def bare(self, folder, cell):
        """The paper without the badge: None, or why it can't be had. Kept from run to run."""
        source = self.prepare(folder, cell, "bare", None)
        stamp = hashlib.sha256((source + self.base).encode()).hexdigest()
        saved = read_json(os.path.join(folder, "bare.json"))
        if saved.get("stamp") == stamp:
            return saved["fault"]
        clean(folder, "bare")
        fault = build(folder, cell.engine, "bare", 2)
        if fault is None:
            with open(os.path.join(folder, "bare.pdf"), "rb") as file:
                if readback.catalog_keys(file.read()).count("/Metadata") > 1:
                    fault = "two /Metadata"
        write_json(os.path.join(folder, "bare.json"), {"stamp": stamp, "fault": fault})
        return fault

    def cell(self, cell):
        """Result of one paper: a dict with faults, and what the table says."""
        folder = os.path.join(self.options.folder, cells.name(cell[:3]))
        os.makedirs(folder, exist_ok=True)
        job = cells.name(cell[3:])
        done = os.path.join(folder, job + ".json")
        result = read_json(done)
        if result.get("state") != self.state:
            with self.guard:
                lock = self.locks.setdefault(folder, threading.Lock())
            with lock:
                fault = self.bare(folder, cell)
            result = dict(self.judge(folder, cell, job, fault), state=self.state, cell=list(cell))
            write_json(done, result)
        return result

    def judge(self, folder, cell, job, fault):
        declared, says = cells.reason(cell)
        if fault is not None and not self.options.strict:
            return {"faults": [], "xmp": "-", "unsupported": fault}
        if fault is not None and declared is None:
            return {"faults": ["without the badge: " + fault], "xmp": "-"}
        if fault is not None and says not in fault:
            return {"faults": ["not to be had, but because: " + fault], "xmp": "-"}
        if fault is not None:
            return {"faults": [], "xmp": "-", "unsupported": declared}
        if declared is not None and self.options.strict:
            return {"faults": ["said not to be had (%s), but it is" % declared], "xmp": "-"}
        if self.options.bare:
            return {"faults": [], "xmp": "-"}
        clean(folder, job)
        self.prepare(folder, cell, job, cell.form)
        shutil.copy(self.options.data, os.path.join(folder, "pith-data.tex"))
        if not self.options.whole:
            # The bare paper's references: the badge must not need another run.
            for name in os.listdir(folder):
                if re.match(r"bare\.(aux|out|nav|snm|toc)$", name):
                    shutil.copy(os.path.join(folder, name), os.path.join(folder, job + name[4:]))
        fault = build(folder, cell.engine, job, 2 if self.options.whole else 1)
        if fault is not None:
            return {"faults": [fault], "xmp": "-"}
        comparison = compare.Comparison(cell, compare.Paper(folder, "bare"),
                                        compare.Paper(folder, job), self.record)
        return {"faults": comparison.run(), "xmp": comparison.xmp,
                "writer": comparison.ours.writer()}


def clean(folder, job):
    """Removes what an earlier run of a paper left."""
    for name in os.listdir(folder):
        if name.startswith(job + ".") and not name.endswith((".tex", ".xmpdata", ".json")):
            os.remove(os.path.join(folder, name))


def read_json(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def write_json(path, value):
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(value, file)
    os.replace(path + ".new", path)


def table_line(result):
    if result["faults"]:
        verdict = "FAULT: " + "; ".join(result["faults"])
    elif "unsupported" in result:
        verdict = "not to be had: " + result["unsupported"]
    else:
        verdict = "good"
    return "\t".join(result["cell"] + [result["xmp"], verdict])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("data")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--only", default="*")
    parser.add_argument("--package", default=PACKAGE, help="folder of pith.sty")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--lenient", dest="strict", action="store_false",
                        help="another TeX Live: what can be had is seen, not known")
    parser.add_argument("--bare", action="store_true", help="only the papers without the badge")
    options = parser.parse_args()
    options.folder = os.path.abspath(options.folder)
    options.data = os.path.abspath(options.data)
    ENVIRONMENT["TEXINPUTS"] = ".:%s:%s:" % (os.path.abspath(options.package), HERE)
    os.makedirs(options.folder, exist_ok=True)
    chosen = [cell for cell in (cells.whole() if options.whole else cells.covering())
              if fnmatch.fnmatch(cells.name(cell), options.only)]
    runner = Runner(options)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = []
        for result in pool.map(runner.cell, chosen):
            results.append(result)
            line = table_line(result)
            state = "not ok" if result["faults"] else "ok"
            print("%s - %s" % (state, line.replace("\t", " | ")), flush=True)
    with open(os.path.join(options.folder, "table.tsv"), "w", encoding="utf-8") as file:
        file.write("engine\tclass\tmetadata\tplace\tXMP\tresult\n")
        for result in results:
            file.write(table_line(result) + "\n")
    bad = sum(bool(result["faults"]) for result in results)
    print("# %d papers: %d good, %d not to be had, %d with faults" % (
        len(results), len(results) - bad - sum("unsupported" in r for r in results),
        sum("unsupported" in r for r in results), bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
