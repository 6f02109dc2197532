#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: environment.py PITH EXAMPLES [WRAPPED]
Every command in odd locales and time zones, and with little stack: the same bytes. With WRAPPED, a program that runs pith
under something that looks for faults, that one instead: the same bytes as well."""
import pathlib
import shutil
import sys

from scenarios import RANDOM, all_scenarios, content, run, setup

pith, examples = sys.argv[1], pathlib.Path(sys.argv[2])
wrapped = sys.argv[3] if len(sys.argv) > 3 else None
here = pathlib.Path.cwd()
# Odd ways to write numbers, fold letters and count hours; LOCPATH has the locales.
ENVIRONMENTS = [
    {"LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati"},
    {"LC_ALL": "de_DE", "TZ": "Etc/GMT+12"},
    {"LC_ALL": "fr_FR.UTF-8", "TZ": "America/St_Johns", "LANG": "tr_TR.UTF-8"},
    {"LC_ALL": "none_SUCH", "TZ": "::", "COLUMNS": "1", "TERM": "dumb", "HOME": "/nonexistent"},
]
# The stack that some systems give to a thread.
little = here / "little.sh"
little.write_text(f'#!/bin/sh\nulimit -s 128\nexec "{pith}" "$@"\n')
little.chmod(0o755)
others = [(wrapped, {})] if wrapped else [*((pith, e) for e in ENVIRONMENTS), (str(little), {})]
base = setup(pith, examples, here)
runs = problems = 0
for name, argv in all_scenarios(pith):
    plain = None
    for number, (program, environment) in enumerate([(pith, {}), *others]):
        folder = here / "run"
        shutil.copytree(base, folder, symlinks=True)
        code, out, err, _ = run(program, folder, argv, **environment)
        files = content(folder)
        shutil.rmtree(folder)
        random = RANDOM.get(name, set())
        files = {f: b for f, b in files.items() if f not in random and not f.startswith("cache/")}
        got = (code, None if None in random else out, files)
        if number == 0:
            plain = got
            continue
        runs += 1
        if got != plain:
            what = [f for f in {**files, **plain[2]} if files.get(f) != plain[2].get(f)]
            print(f"not ok - {name} with {environment or program}: exit {code}, {what or 'another output'}")
            if wrapped:
                print(err.decode(errors="replace")[:2000])
            problems += 1
print(f"# {runs} runs, {problems} differ")
sys.exit(1 if problems else 0)
