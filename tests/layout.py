#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the shape of src/: includes point one way, each third-party library has one file,
some names have one home or none, files and functions stay short."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
src = root / "src"

# What each folder may include, besides itself, base/ and pith.h (design: one direction).
LOWER = {
    "base": [],
    "number": [],
    "json": [],
    "source": [],
    "trust": ["json"],
    "model": ["trust", "json", "number"],
    "verify": ["model", "trust", "json", "number"],
    "merge": ["verify", "model", "trust", "json", "number"],
    "sign": ["merge", "verify", "model", "trust", "json", "number", "source"],
    "report": ["merge", "verify", "model", "trust", "json", "number"],
    "evidence": ["source", "merge", "verify", "model", "trust", "json", "number"],
    "resolve": ["evidence", "source", "verify", "model", "trust", "json", "number", "merge"],
    "paper": ["number"],
    "out": ["report", "merge", "verify", "model", "trust", "json", "number", "source"],
    "pdf": ["out", "report", "merge", "verify", "model", "trust", "json", "number", "resolve",
            "source"],
    "mint": ["paper", "pdf", "out", "report", "source", "verify", "model", "trust", "json", "number"],
    "mirror": ["resolve", "evidence", "merge", "out", "verify", "model", "trust", "json", "number",
               "source", "report"],
    "cli": [],
}

# Third-party header -> the file that may include it.
HOMES = {
    r"cjson/": "json/view.c",
    r"sodium\.h": "trust/crypto.c",
    r"curl/": "source/curl.h",
    r"dlfcn\.h": "base/late.c",
    r"qrencode\.h": "report/qr.c",
    r"hpdf\.h": "out/badge_pdf.c",
    r"png\.h": "out/badge_png.c",
    r"expat\.h": "base/expat.h",
    r"yaml\.h": "mint/read_yaml.c",
    r"uni(case|norm|string/)": "base/unicode.c",
    r"zlib\.h": "pdf/stream.c",
    r"nettle/(sha2|version)": "trust/sha256.c",
    r"nettle/(?!sha2|version)": "evidence/digest.c",
}

# Name -> files that may use it (a prefix is enough).
NAMES = {
    r"\bstrtod\b": ["json/real.c"],
    r"\b(printf|puts|putchar|fprintf|fputs|perror)\s*\(": ["cli/progress.c"],
    r"\bfwrite\s*\(": ["cli/msg.c"],
    r"\bexit\s*\(": [],
    r"\babort\s*\(": [],
    r"\bassert\s*\(": [],
    r"\bgetenv\s*\(": ["cli/"],
    r"\b(time|clock_gettime|gettimeofday)\s*\(": ["cli/"],
    r"\bcJSON_GetObjectItem\s*\(": [],
    r"\bCURL\w*\b": ["source/curl.", "source/fetch.c", "source/url.c"],
    r"\b(open|rename|unlink|fopen)\s*\(": ["base/file.c", "base/input.c", "base/lines.c",
                                                "source/cache.c", "source/cache_files.c"],
    r"\b(isalpha|isdigit|isspace|isalnum|toupper|tolower)\s*\(": [],
}

MAX_FILE = 600
MAX_FUNCTION = 70
# Exceptions, each with its reason.
LONG = {"pith.h": "the one public header, mostly its documentation"}
# Files under a licence of their own (LICENSE says which).
LICENCES = {"report/badge_glyphs.c": "OFL-1.1"}

problems = []


def code_of(text):
    """The text without comments and string contents, line structure kept."""
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group().count("\n"), text, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)
    return re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text)


def check_functions(name, code):
    start = None
    for number, line in enumerate(code.split("\n"), 1):
        if line == "{":
            start = number
        elif line == "}" and start:
            if number - start + 1 > MAX_FUNCTION and name not in LONG:
                problems.append(f"{name}:{start}: function of {number - start + 1} lines")
            start = None


for path in sorted(src.rglob("*.[ch]")):
    name = path.relative_to(src).as_posix()
    folder = name.split("/")[0]
    text = path.read_text(encoding="utf-8")
    code = code_of(text)
    licence = LICENCES.get(name, "MIT")
    if not text.startswith(f"// SPDX-License-Identifier: {licence}\n"):
        problems.append(f"{name}: no licence line")
    if text.count("\n") > MAX_FILE and name not in LONG:
        problems.append(f"{name}: {text.count(chr(10))} lines")
    for header in re.findall(r'^#include "([^"]+)"', text, flags=re.M):
        target = header.split("/")[0]
        if header == "pith.h" or target == folder or (target == "base" and folder != "cli"):
            continue
        if target not in LOWER.get(folder, []):
            problems.append(f"{name}: includes {header}, which is not below {folder}/")
    for header in re.findall(r"^#include <([^>]+)>", text, flags=re.M):
        for pattern, home in HOMES.items():
            if re.match(pattern, header) and name not in (home if isinstance(home, tuple)
                                                          else (home,)):
                problems.append(f"{name}: includes <{header}>, whose home is {home}")
    for pattern, homes in NAMES.items():
        match = re.search(pattern, code)
        if match and not any(name.startswith(home) for home in homes):
            problems.append(f"{name}: uses {match.group()}")
    if folder in ("out", "cli") and re.search(r"%\.\*s", text) and name not in (
        "out/words.c", "cli/options.c", "cli/cmd_prepare.c"):  # into what msg_error escapes
        problems.append(f"{name}: prints counted text without an escape")
    check_functions(name, code)

for problem in problems:
    print("src/" + problem)
print(f"{len(problems)} problems")
sys.exit(1 if problems else 0)
