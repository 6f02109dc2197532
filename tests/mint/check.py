#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check.py PITH: papers that differ from their record in one thing, and the cause that `pith check`
must name; then that --next computes the number that this file computes by itself."""
import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile

PITH = os.path.abspath(sys.argv[1])
ABSTRACT = ("We study the recurrence of flows on compact surfaces. Our main results show that "
            "almost all of them are recurrent, and that the set of exceptions has measure zero. "
            "A new method for 50% of all cases is given.")


def canon(text):
    return hashlib.sha256(" ".join(text.split()).lower().encode()).hexdigest()


def record(title="T", abstract=ABSTRACT, version=1, categories=("math.DS", "math.CA", "math.GT"),
           license_="http://creativecommons.org/licenses/by/4.0/"):
    return {"metadata": {"abstract_canon_sha256": canon(abstract),
                         "cross_cats_sorted": sorted(categories[1:]), "license": license_,
                         "primary_cat": categories[0], "submitted_at": "2024-02-01T10:00:00Z",
                         "title_canon_sha256": canon(title)},
            "schema_version": "1.0", "source": {"id": "2402.00001", "kind": "arxiv",
                                                "version": version}}


def id_of(rec):
    text = json.dumps(rec, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return base64.b32encode(hashlib.sha256(text.encode()).digest()).decode()[:26]


def source(rec, title, abstract):
    return ("\\documentclass{article}\\usepackage{pith}\n\\title{%s}\n\\pithnumber{%s}\n"
            "\\begin{document}\\maketitle\n\\begin{abstract}\n%s\n\\end{abstract}\n\\end{document}\n"
            % (title, id_of(rec), abstract))


def run(folder, *words):
    env = dict(os.environ, PITH_CACHE_DIR="")
    done = subprocess.run([PITH, *words], cwd=folder, env=env, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
        out.write(text)


# name: what the record has, what the paper has (title or abstract), exit, what the cause contains
TEX = ABSTRACT.replace("%", "\\%")
TITLES = {
    "same": ("A Title", "A Title", 0, ""),
    "case does not matter": ("A title", "A TITLE", 0, ""),
    "white space does not matter": ("A title", "A \\\\\n  title", 0, ""),
    "formatting kept": (r"On \emph{C}", r"On \emph{C}", 0, "formatting"),
    "formatting dropped": ("On C", r"On \emph{C}", 0, ""),
    "accent spelled": (r"Poincar\'{e} maps", r"Poincar\'e maps", 1, "accents"),
    "accent in a group": (r"Poincar{\'e} maps", r"Poincar\'e maps", 1, "accents"),
    "accent as a letter": ("Poincar\u00e9 maps", r"Poincar\'e maps", 1,
                           "accents: TeX in the paper, letters in the record"),
    "accent left out": ("Poincare maps", r"Poincar\'e maps", 1, "accents: the record has none"),
    "letters in both": ("Poincar\u00e9 maps", "Poincar\u00e9 maps", 0, "letters beyond ASCII"),
    "letter in the paper": (r"Poincar\'e maps", "Poincar\u00e9 maps", 0, ""),
    "quotes": ('On "X"', "On ``X''", 1, "quotation marks"),
    "dashes": ("A-B", "A---B", 1, "dashes"),
    "math": ("The Lp norm", "The $Lp$ norm", 1, "math"),
    "white space": ("A data base", "A database", 1, "white space: \"database\" in the paper, \"data base\""),
    "letter": ("Analysing maps", "Analyzing maps", 1, '"analyzing" in the paper, "analysing"'),
    "word more": ("The maps of it", "The new maps of it", 1, "new"),
    "word less": ("The new maps of it", "The maps of it", 1, "new"),
    "word other": ("Maps for it", "Maps of it", 1, '"of" in the paper, "for" in the record'),
    "words swapped": ("Maps and Flows", "Flows and Maps", 1, "no single change"),
    "neighbours swapped": ("Hidden maps here", "Maps hidden here", 1, "maps hidden"),
    "point": ("Maps.", "Maps", 1, "maps."),
    "another": ("Something else", "A title of nothing", 1, "no single change"),
}
ABSTRACTS = {
    "same": (ABSTRACT, TEX, 0, ""),
    "escape kept": (TEX, TEX, 0, "escapes"),
    "citation kept": (ABSTRACT + r" \cite{a}", TEX + r" \cite{a}", 0, "citations"),
    "citation dropped": (ABSTRACT, TEX.replace(" is given.", r"~\cite{a} is given."), 0, ""),
    "one letter": (ABSTRACT, TEX.replace("results", "result"), 1,
                   '"result" in the paper, "results" in the record'),
    "one word": (ABSTRACT, TEX.replace("almost all", "all"), 1, "almost"),
    "a word of the paper": (ABSTRACT, TEX.replace("of flows", "of surfaces"), 1,
                            "no single change"),
    "a common word": (ABSTRACT, TEX.replace("main results", "special results"), 1,
                      '"special" in the paper, "main" in the record'),
    "rewritten": (ABSTRACT, "We do something else.", 1, "no single change"),
    "missing": (ABSTRACT, None, 3, "not in the paper"),
    "a command": (ABSTRACT, r"\unknown{x} and more", 3, r"\unknown"),
}


def check(name, rec, title, abstract, field, code, cause, problems, more=()):
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "r.json", json.dumps({"canonical_record": rec}))
        text = source(rec, title, abstract or "")
        write(folder, "main.tex", text)
        got, out, err = run(folder, "check", "--json", "--from", "r.json", *more, "main.tex")
        try:
            answer = json.loads(out)["results"][0]["fields"][field]
        except (ValueError, KeyError):
            answer = {"cause": out + err}
        if got != code or cause not in answer["cause"] or (not cause and answer["cause"]):
            problems.append("%s: exit %d, %s" % (name, got, json.dumps(answer)))


def check_next(problems):
    with tempfile.TemporaryDirectory() as folder:
        first = record("One", ABSTRACT)
        write(folder, "r.json", json.dumps({"canonical_record": first,
                                            "paper": {"title": "One"}}))
        write(folder, "main.tex", source(first, r"Two \emph{Things}", TEX + " More."))
        second = record("Two Things", ABSTRACT + " More.", 2)
        code, out, err = run(folder, "mint", "--json", "--next", "main.tex", "--from", "r.json")
        result = json.loads(out)["results"][0]
        changed = sorted(c["field"] for c in result["changes"])
        if code or result["id"] != id_of(second) or result["relation"] != "predicted" or \
                result["canonical_record"] != second or changed != ["abstract", "title", "version"]:
            problems.append("--next: %s %s" % (out, err))
        # With the new number in the paper it comes out again, and a further change starts from v1.
        write(folder, "main.tex", source(second, "Two Things", TEX + " More."))
        code, out, err = run(folder, "mint", "--json", "--next", "main.tex", "--from", "r.json")
        if code or json.loads(out)["results"][0]["id"] != id_of(second):
            problems.append("--next again: %s %s" % (out, err))
        code, out, err = run(folder, "check", "main.tex")
        if code or "(predicted)" not in out:
            problems.append("check of a prediction: %s %s" % (out, err))
        write(folder, "main.tex", source(second, "Three Things", TEX + " More."))
        third = record("Three Things", ABSTRACT + " More.", 2)
        code, out, err = run(folder, "mint", "--json", "--next", "main.tex", "--from", "r.json")
        if code or json.loads(out)["results"][0]["id"] != id_of(third):
            problems.append("--next once more: %s %s" % (out, err))
        with open(os.path.join(folder, "pith-data.tex"), encoding="ascii") as data:
            data = data.read()
        if data.count("\\pithrecord{") != 2 or id_of(second) in data or \
                "{relation}{predicted}" not in data or "{relation}{earlier}" not in data:
            problems.append("data file: %s" % data[:400])


# --metadata says what arXiv has, and does not replace what the paper says.
def check_metadata(problems):
    arxiv = {"id": "2402.00001", "version": 1, "title": "T", "abstract": ABSTRACT,
             "categories": "math.DS math.CA math.GT", "submitted_at": "2024-02-01T10:00:00Z",
             "license": "http://creativecommons.org/licenses/by/4.0/"}
    rec = record()
    bare = ("\\documentclass{article}\n\\pithnumber{%s}\n\\begin{document}\\end{document}\n"
            % id_of(rec))
    unclear = source(rec, "T", TEX).replace("\\title{T}", "\\iffoo\\title{T}\\else\\title{U}\\fi")
    # paper, metadata, exit, standing and origin of title and submitted
    cases = [
        ("the same", source(rec, "T", TEX), {}, 0, ("same", "paper"), ("same", "metadata")),
        ("another title", source(rec, "U", TEX), {}, 1, ("differs", "paper"), ("same", "metadata")),
        ("no texts", bare, {}, 0, ("same", "metadata"), ("same", "metadata")),
        ("another time", source(rec, "T", TEX), {"submitted_at": "2024-02-02T10:00:00Z"}, 1,
         ("same", "paper"), ("differs", "metadata")),
        ("no telling", unclear, {}, 3, ("unclear", "paper"), ("same", "metadata")),
    ]
    for name, text, other, code, title, submitted in cases:
        with tempfile.TemporaryDirectory() as folder:
            write(folder, "r.json", json.dumps({"canonical_record": rec}))
            write(folder, "arxiv.json", json.dumps({**arxiv, **other}))
            write(folder, "main.tex", text)
            words = ["check", "--from", "r.json", "--metadata", "arxiv.json", "main.tex"]
            got, out, err = run(folder, *words, "--json")
            try:
                fields = json.loads(out)["results"][0]["fields"]
                seen = [(fields[f]["standing"], fields[f]["origin"]) for f in ("title", "submitted")]
            except (ValueError, KeyError):
                seen = out + err
            if got != code or seen != [title, submitted]:
                problems.append("--metadata, %s: exit %d, %s" % (name, got, seen))
            code, out, err = run(folder, *words)
            if "license     same, from arxiv.json" not in out:
                problems.append("--metadata, %s: %s%s" % (name, out, err))


def main():
    problems = []
    for name, (theirs, ours, code, cause) in TITLES.items():
        check("title: " + name, record(theirs), ours, TEX, "title", code, cause, problems)
    for name, (theirs, ours, code, cause) in ABSTRACTS.items():
        check("abstract: " + name, record("T", theirs), "T", ours, "abstract", code, cause, problems)
    fields = [
        ("categories", 0, "", ["--categories", "math.DS math.GT math.CA"]),
        ("categories", 1, "another primary", ["--categories", "math.CA math.GT math.DS"]),
        ("categories", 1, "a cross-list less", ["--categories", "math.DS math.CA"]),
        ("categories", 1, "a cross-list more", ["--categories", "math.DS math.CA math.GT cs.DM"]),
        ("license", 1, "another spelling", ["--license", "https://creativecommons.org/licenses/by/4.0"]),
        ("license", 1, "another license", ["--license", ""]),
        ("version", 1, "a later version", ["--paper-version", "2"]),
        ("version", 0, "", ["--paper-version", "1"]),
        ("title", 1, "words", ["--title", "U"]),
        ("id", 0, "", ["--id", "arXiv:2402.00001v1"]),
        ("id", 1, "another paper; the record has 2402.00001", ["--id", "2402.00002"]),
        ("version", 1, "a later version", ["--id", "2402.00001v2"]),
        ("submitted", 0, "", ["--submitted", "Thu, 1 Feb 2024 10:00:00 GMT"]),
        ("submitted", 1, "another time; the record has 2024-02-01T10:00:00Z",
         ["--submitted", "2024-02-01T10:00:01Z"]),
    ]
    for field, code, cause, more in fields:
        check("%s %s" % (field, more), record(), "T", TEX, field, code, cause, problems, more)
    check_metadata(problems)
    check_next(problems)
    for problem in problems:
        print("not ok - " + problem)
    count = len(TITLES) + len(ABSTRACTS) + len(fields)
    print("# %d comparisons, %d problems" % (count, len(problems)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
