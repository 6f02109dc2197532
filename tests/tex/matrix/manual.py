# SPDX-License-Identifier: MIT
"""The table of the matrix for the manual.

usage: manual.py NAME=TABLE.tsv... >tex/pith-doc-matrix.tex
NAME is what the TeX Live is called. A table with the classes as rows, the metadata packages as
columns and a letter for each engine in each cell; below, the reasons why papers cannot be had."""
import collections
import csv
import sys

from cells import ENGINES

WHOLE = 500  # papers: more are not the small set
LEVELS = {"full": "\\bfseries %s", "identifier": "\\itshape %s", "none": "%s"}


def escape(text):
    for char, name in (("\\", "\\textbackslash{}"), ("_", "\\_"), ("&", "\\&"), ("%", "\\%"),
                       ("#", "\\#"), ("$", "\\$"), ("^", "\\textasciicircum{}")):
        text = text.replace(char, name)
    return text


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return rows


def cell(rows):
    """Letters of the engines for which the paper was made, in the face that says the XMP."""
    letters = []
    for engine, (letter, *_) in ENGINES.items():
        good = [row for row in rows if row["engine"] == engine and row["result"] == "good"]
        if good:
            letters.append("{" + LEVELS[good[0]["XMP"]] % letter + "}")
        elif any(row["engine"] == engine and row["result"].startswith("FAULT") for row in rows):
            letters.append(letter + "!")
        elif any(row["engine"] == engine for row in rows):
            letters.append("\\textperiodcentered")
    return "".join(letters)


def table(name, rows):
    classes = list(dict.fromkeys(row["class"] for row in rows))
    order = ("none", "hyperref", "hyperxmp first", "hyperxmp last", "pdfx a-1b", "pdfx a-2b",
             "pdfx a-3u", "xmpincl", "DocumentMetadata", "DocumentMetadata a-2b")
    heads = ["\\shortstack{%s}" % escape(meta).replace(" ", "\\\\").replace("Document",
                                                                          "Document\\\\")
             for meta in order]
    cells = collections.defaultdict(list)
    for row in rows:
        cells[row["class"], row["metadata"]].append(row)
    good = sum(row["result"] == "good" for row in rows)
    bad = sum(row["result"].startswith("FAULT") for row in rows)
    letters = ", ".join("%s~%s" % engine[:2] for engine in ENGINES.values())
    print("\\begin{table}[tp]\\centering\\scriptsize\\setlength\\tabcolsep{2.5pt}")
    print("\\begin{tabular}{l*{%d}{c}}\\toprule" % len(order))
    print("class & " + " & ".join(heads) + " \\\\ \\midrule")
    for klass in sorted(classes, key=str.lower):
        print(escape(klass) + " & " + " & ".join(cell(cells[klass, meta]) for meta in order)
              + " \\\\")
    print("\\bottomrule\\end{tabular}")
    print("\\caption{%s: %d papers with the badge, compared with the same papers without. "
          "%s; \\textbf{bold}: all properties in the XMP, \\textit{italic}: the identifier, "
          "upright: none and a warning that says so; a dot: the paper cannot be had, with or "
          "without the badge%s%s.}" % (escape(name), good, letters,
                                       "; ! has a fault (%d)" % bad if bad else
                                       "; none has a fault", "" if len(rows) > WHOLE else
                                       "; blank: not among them, in which every pair meets"))
    print("\\end{table}")


def reasons(name, rows):
    seen = collections.OrderedDict()
    for row in rows:
        if row["result"].startswith("not to be had: "):
            why = row["result"].split(": ", 1)[1]
            seen.setdefault(why, {})[row["engine"]] = None
    if seen:
        print("\\par Papers that fail with or without the badge, with %s:\n\\begin{itemize}"
              % escape(name))
        for why, engines in seen.items():
            print("\\item %s (%s)" % (escape(why), ", ".join(engines)))
        print("\\end{itemize}")


def main():
    print("%% Made by tests/tex/matrix/manual.py from the tables of the matrix; do not edit.")
    for argument in sys.argv[1:]:
        name, path = argument.split("=", 1)
        rows = read(path)
        table(name, rows)
        reasons(name, rows)


if __name__ == "__main__":
    main()
