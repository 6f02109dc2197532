# SPDX-License-Identifier: MIT
"""Which papers there are: all combinations, those that cannot be had, and a small set of them
in which every pair still meets."""
import collections
import fnmatch
import itertools

import sources

# What makes a PDF: its letter and name in the manual, the runs of TeX before the last one, the last
# one, and what follows; {} is the job.
Engine = collections.namedtuple("Engine", "letter title first last after")
ENGINES = {
    "pdflatex": Engine("p", "pdf\\LaTeX", ["pdflatex", "-draftmode"], ["pdflatex"], []),
    "lualatex": Engine("l", "Lua\\LaTeX", ["lualatex", "--draftmode"], ["lualatex"], []),
    "xelatex": Engine("x", "Xe\\LaTeX", ["xelatex", "-no-pdf"], ["xelatex"], []),
    "dvips": Engine("d", "\\LaTeX{} and dvips", ["latex"], ["latex"],
                    [["dvips", "-R2", "-q", "-z", "{}.dvi"], ["ps2pdf", "{}.ps"]]),
    "dvipdfmx": Engine("m", "\\LaTeX{} and dvipdfmx", ["latex"], ["latex"],
                       [["dvipdfmx", "-q", "{}.dvi"]])}
Cell = collections.namedtuple("Cell", "engine klass meta form")

# Papers that cannot be had even without pith.sty: engines, classes and metadata as patterns, the
# reason, and what the failing run says. The first that fits counts; no reason: it can be had.
# Each is checked: the document without the package must fail, and for this reason.
UNSUPPORTED = (
    ("lualatex", "acmart*", "pdfx*", "pdfx fails in LuaTeX if the class has loaded hyperref",
     "Missing number"),
    ("lualatex", "beamer", "pdfx*", "pdfx fails in LuaTeX if the class has loaded hyperref",
     "Missing number"),
    ("xelatex", "*", "pdfx*", "pdfx knows no dates in XeTeX", "CreationDate"),
    ("dvi*", "*", "pdfx*", "pdfx uses primitives of PDF mode", "pdfTeX error"),
    ("pdflatex", "acmart*", "pdfx*", "acmart's hyperxmp and pdfx both write XMP", "two /Metadata"),
    ("xelatex", "*", "xmpincl", "xmpincl is for pdfTeX", "xmpincl Error"),
    ("dvi*", "*", "xmpincl", "xmpincl is for pdfTeX in PDF mode", "xmpincl Error"),
    ("*", "acmart*", "xmpincl", "acmart's hyperxmp and xmpincl both write XMP", "two /Metadata"),
    ("lualatex", "beamer", "xmpincl", None, None),  # beamer brings pdfTeX's names
    ("lualatex", "*", "xmpincl", "xmpincl is for pdfTeX", "Undefined control sequence"),
    ("dvipdfmx", "acmart*", "DocumentMetadata*", None, None),  # stops hyperxmp
    ("dvipdfmx", "acmart*", "*", "acmart's hyperxmp fails with dvipdfmx", "Missing $"),
    ("dvips", "revtex4-2", "DocumentMetadata a-2b", None, None),  # writes no output intent
    ("dvips", "*", "DocumentMetadata a-2b", "Ghostscript may not read the colour profile",
     "ps2pdf fails"),
)


def name(cell):
    """A name for files and tests."""
    return "-".join(part.replace(" ", "_") for part in cell)


def reason(cell):
    """Why the paper cannot be had and what its run says, or (None, None)."""
    for engines, classes, metas, why, says in UNSUPPORTED:
        if all(fnmatch.fnmatchcase(value, pattern) for value, pattern in
               zip(cell, (engines, classes, metas))):
            return why, says
    return None, None


def whole():
    """Every engine, class and metadata package; the places of the badge take turns."""
    forms = list(sources.FORMS)
    triples = itertools.product(ENGINES, sources.CLASSES, sources.METAS)
    return [Cell(*triple, forms[turn % len(forms)]) for turn, triple in enumerate(triples)]


def _pairs(cell):
    family = sources.CLASSES[cell.klass].family
    group = sources.METAS[cell.meta].group
    return {("engine", cell.engine, "class", cell.klass),
            ("engine", cell.engine, "meta", cell.meta),
            ("family", family, "group", group), ("form", cell.form, "family", family),
            ("form", cell.form, "engine", cell.engine), ("form", cell.form, "group", group)}


def covering():
    """Few cells in which meet: each engine and class variant, each engine and metadata variant,
    each class and kind of metadata, and each place of the badge and engine, class and kind of
    metadata; and, for each reason, engine and metadata variant, one that cannot be had."""
    every = [Cell(*four) for four in itertools.product(ENGINES, sources.CLASSES, sources.METAS,
                                                       sources.FORMS)]
    pool = {cell: _pairs(cell) for cell in every if reason(cell)[0] is None}
    left = set().union(*pool.values())
    chosen = []
    while left:
        best = max(pool, key=lambda cell: len(pool[cell] & left))
        chosen.append(best)
        left -= pool[best]
    missing = {(reason(cell), cell.engine, cell.meta): cell for cell in reversed(every)
               if cell not in pool}
    return sorted(chosen + list(missing.values()),
                  key=lambda cell: (list(ENGINES).index(cell.engine), cell))
