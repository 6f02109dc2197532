# SPDX-License-Identifier: MIT
"""Which papers there are: all combinations, those that cannot be had, and a small set of them
in which every pair still meets."""
import collections
import itertools

import sources

ENGINES = ("pdflatex", "lualatex", "xelatex", "dvips", "dvipdfmx")
Cell = collections.namedtuple("Cell", "engine klass meta form")

# (engines, classes, metadata, reason): the paper cannot be had even without pith.sty. Each is
# checked: the document without the package must fail.
UNSUPPORTED = ()


def name(cell):
    """A name for files and tests."""
    return "-".join(part.replace(" ", "_") for part in cell)


def reason(cell):
    """Why the paper cannot be had, or None."""
    for engines, classes, metas, why in UNSUPPORTED:
        if (cell.engine in engines.split("|") or engines == "*") and (
                classes == "*" or any(cell.klass.startswith(c) for c in classes.split("|"))) and (
                any(cell.meta.startswith(m) for m in metas.split("|"))):
            return why
    return None


def whole():
    """Every engine, class and metadata package; the places of the badge take turns."""
    forms = list(sources.FORMS)
    triples = itertools.product(ENGINES, sources.CLASSES, sources.METAS)
    return [Cell(*triple, forms[turn % len(forms)]) for turn, triple in enumerate(triples)]


def _pairs(cell):
    family = sources.CLASSES[cell.klass].family
    group = sources.METAS[cell.meta].group
    return {("engine", cell.engine, "class", cell.klass), ("engine", cell.engine, "meta", cell.meta),
            ("family", family, "group", group), ("form", cell.form, "family", family),
            ("form", cell.form, "engine", cell.engine), ("form", cell.form, "group", group)}


def covering():
    """Few cells in which meet: each engine and class variant, each engine and metadata variant,
    each class and kind of metadata, and each place of the badge and engine, class and kind of
    metadata. Pairs that only occur in unsupported cells are met in one of those."""
    every = [Cell(*four) for four in itertools.product(ENGINES, sources.CLASSES, sources.METAS,
                                                       sources.FORMS)]
    chosen = []
    open_pairs = {}
    for supported in (True, False):  # what can be had first
        pool = {cell: _pairs(cell) for cell in every if (reason(cell) is None) == supported}
        left = set().union(*pool.values()) if pool else set()
        left -= set().union(*open_pairs.values()) if open_pairs else set()
        if not supported:  # one cell for each reason, engine and metadata is enough
            seen = set()
            for cell in pool:
                key = (reason(cell), cell.engine, cell.meta)
                if key not in seen:
                    seen.add(key)
                    chosen.append(cell)
            break
        while left:
            best = max(pool, key=lambda cell: len(pool[cell] & left))
            chosen.append(best)
            left -= pool[best]
        open_pairs = {cell: _pairs(cell) for cell in chosen}
    return sorted(chosen, key=lambda cell: (ENGINES.index(cell.engine), cell))
