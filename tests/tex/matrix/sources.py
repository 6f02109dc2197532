# SPDX-License-Identifier: MIT
"""The sample papers: one source for each class, metadata package and place of the badge.

A paper has a title page or block, text before and after a column break, a footnote, and a last
page of its own, so that anything the badge moves shows. `paper()` makes it with the badge or,
all else equal, without."""
import collections

ID = "A5G5GAJ7DMCZDPVAMNFAYYAUOP"
URL = "https://pith.science/pith/" + ID
# Nobody's work: what must survive in the other writer's properties.
TITLE = "A Sample of Sets & Séries"
AUTHOR = "Ada Lovelace"

Class = collections.namedtuple("Class", "family name options front")


def _plain(badge, abstract=True):
    body = ("\\begin{abstract}An abstract of few words, which stands for the real one."
            "\\end{abstract}\n")
    return ("\\title{A Short Paper on Sets}\\author{Ada Lovelace}\\date{1 May 2026}\n",
            "\\maketitle\n" + badge + (body if abstract else ""))


def _titlepage(badge):
    head, front = _plain("")
    return head, front + badge


def _chapters(badge):
    head, front = _plain("", abstract=False)
    return head, front + "\\chapter{A chapter}\n" + badge


def _amsart(badge):
    return ("\\title{A Short Paper on Sets}\\author{Ada Lovelace}\\address{A Street, A Town}\n"
            "\\date{1 May 2026}\n",
            "\\begin{abstract}An abstract of few words.\\end{abstract}\n\\maketitle\n" + badge)


def _revtex(badge):
    return ("", "\\title{A Short Paper on Sets}\\author{Ada Lovelace}\\affiliation{A University}\n"
            "\\date{1 May 2026}\\begin{abstract}An abstract of few words.\\end{abstract}\n"
            "\\maketitle\n" + badge)


def _acmart(badge):
    return ("\\setcopyright{none}\\acmYear{2026}\\acmDOI{10.1145/1.2}\\acmISBN{}\n"
            "\\title{A Short Paper on Sets}\\author{Ada Lovelace}\\email{ada@example.org}\n"
            "\\affiliation{\\institution{A University}\\city{A Town}\\country{UK}}\n",
            "\\begin{abstract}An abstract of few words.\\end{abstract}\n\\keywords{sets}\n"
            "\\maketitle\n" + badge)


def _ieee(badge):
    return ("\\title{A Short Paper on Sets}\\author{\\IEEEauthorblockN{Ada Lovelace}"
            "\\IEEEauthorblockA{A University}}\n",
            "\\maketitle\n" + badge + "\\begin{abstract}An abstract of few words.\\end{abstract}\n")


def _llncs(badge):
    return ("\\title{A Short Paper on Sets}\\author{Ada Lovelace}\\institute{A University}\n",
            "\\maketitle\n" + badge + "\\begin{abstract}An abstract of few words.\\end{abstract}\n")


def _elsarticle(badge):
    return ("", "\\begin{frontmatter}\\title{A Short Paper on Sets}\\author{Ada Lovelace}\n"
            "\\affiliation{organization={A University}}\n"
            "\\begin{abstract}An abstract of few words.\\end{abstract}\\end{frontmatter}\n" + badge)


def _beamer(badge):
    return ("\\title{A Short Talk on Sets}\\author{Ada Lovelace}\\date{1 May 2026}\n",
            "\\begin{frame}\\titlepage " + badge + "\\end{frame}\n")


CLASSES = {
    "article": Class("article", "article", "", _plain),
    "article twocolumn": Class("article", "article", "twocolumn", _plain),
    "article titlepage": Class("article", "article", "titlepage", _titlepage),
    "report": Class("report", "report", "", _chapters),
    "book": Class("book", "book", "", _chapters),
    "scrartcl": Class("scrartcl", "scrartcl", "", _plain),
    "memoir": Class("memoir", "memoir", "article", _plain),
    "amsart": Class("amsart", "amsart", "", _amsart),
    "revtex4-2": Class("revtex4-2", "revtex4-2", "prl,twocolumn", _revtex),
    "acmart sigconf": Class("acmart", "acmart", "sigconf,nonacm", _acmart),
    "acmart acmsmall": Class("acmart", "acmart", "acmsmall,nonacm", _acmart),
    "IEEEtran conference": Class("IEEEtran", "IEEEtran", "conference", _ieee),
    "IEEEtran journal": Class("IEEEtran", "IEEEtran", "journal", _ieee),
    "llncs": Class("llncs", "llncs", "", _llncs),
    "elsarticle preprint": Class("elsarticle", "elsarticle", "preprint", _elsarticle),
    "elsarticle final": Class("elsarticle", "elsarticle", "final,5p,twocolumn", _elsarticle),
    "beamer": Class("beamer", "beamer", "", _beamer),
    "proceedings style": Class("style", "article", "", _plain),
}

# What a metadata package puts before the class, before pith.sty and after it.
Meta = collections.namedtuple("Meta", "group first before after standard")
_FIELDS = ("\\hypersetup{pdftitle={A Sample of Sets \\& S\\'eries},"
           "pdfauthor={Ada Lovelace},pdfkeywords={sets}}\n")
_HYPERXMP = "\\usepackage{hyperref}\\usepackage{hyperxmp}\n" + _FIELDS
_MANAGED = "\\usepackage{hyperref}\n" + _FIELDS
METAS = {
    "none": Meta("none", "", "", "", ""),
    "hyperref": Meta("hyperref", "", "", "\\usepackage{hyperref}\n" + _FIELDS, ""),
    "hyperxmp first": Meta("hyperxmp", "", _HYPERXMP, "", ""),
    "hyperxmp last": Meta("hyperxmp last", "", "", _HYPERXMP, ""),
    "pdfx a-1b": Meta("pdfx", "", "\\usepackage[a-1b]{pdfx}\n", "", "1B"),
    "pdfx a-2b": Meta("pdfx", "", "", "\\usepackage[a-2b]{pdfx}\n", "2B"),
    "pdfx a-3u": Meta("pdfx", "", "\\usepackage[a-3u]{pdfx}\n", "", "3U"),
    "xmpincl": Meta("xmpincl", "", "\\usepackage{xmpincl}\\includexmp{theirs}\n", "", ""),
    "DocumentMetadata": Meta("DocumentMetadata", "@", "", _MANAGED, ""),
    "DocumentMetadata a-2b": Meta("DocumentMetadata a", "@pdfstandard=a-2b", _MANAGED, "", "2B"),
}

XMPDATA = ("\\Title{A Sample of Sets & Séries}\n\\Author{Ada Lovelace}\n\\Keywords{sets}\n"
           "\\Language{en-GB}\n\\Org{A University}\n")
THEIRS = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:creator><rdf:Seq><rdf:li>Ada Lovelace</rdf:li></rdf:Seq></dc:creator>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>
"""

# Place of the badge -> options of the number, whether it stands in the body.
Form = collections.namedtuple("Form", "options body flow qr")
FORMS = {
    "body": Form("", True, True, False),
    "body QR": Form("qr", True, True, True),
    "title": Form("", False, True, False),
    "title QR": Form("qr", False, True, True),
    "margin": Form("placement=margin", False, False, False),
    "footer": Form("placement=footer", False, False, False),
    "corner": Form("placement=corner", False, False, False),
}

_TEXT = """\\section{Sets}
A set is a well-defined collection of things\\footnote{Or of nothing.}, and every element of it
is in it once. We write $a \\in A$ where $a$ is in $A$; two sets are equal if their elements are.
\\begin{equation} |A \\cup B| = |A| + |B| - |A \\cap B| \\end{equation}
The union of two finite sets is finite, and so is each subset of a finite set.

\\newpage
Infinite sets are another matter, as the next paragraph does not show. There are as many even
numbers as there are numbers, which surprises only once.
\\clearpage
\\section{Functions}
A function takes each element of a set to one element of another.
\\begin{itemize}\\item One-to-one: no two go to the same.\\item Onto: none is left out.\\end{itemize}
"""
_FRAMES = """\\begin{frame}{Sets}A set is a collection of things.\\end{frame}
\\begin{frame}{Functions}A function takes each element of a set to one of another.\\end{frame}
"""


def paper(engine, klass, meta, form):
    """The source of one paper; `form` None leaves out the package and the number."""
    cls, metadata = CLASSES[klass], METAS[meta]
    place = FORMS.get(form)
    number = badge = ""
    if place:
        number = "\\pithnumber" + ("[%s]" % place.options if place.options else "") + "{%s}" % ID
        badge = "\n%s\n\n" % number if place.body else ""
    options = [cls.options] if cls.options else []
    first = metadata.first
    if first.startswith("@"):
        keys = [first[1:]] if first[1:] else []
        if engine == "dvipdfmx":
            keys.append("backend=dvipdfmx")
        first = "\\DocumentMetadata{%s}\n" % ",".join(keys)
    if engine == "dvipdfmx":
        options.append("dvipdfmx")
    head, front = cls.front(badge)
    fonts = "\\usepackage[T1]{fontenc}\n" if engine in ("pdflatex", "dvips", "dvipdfmx") else ""
    return (first + "\\documentclass[%s]{%s}\n" % (",".join(options), cls.name) + fonts
            + "\\usepackage{lmodern}\n"
            + ("\\usepackage{pithproceedings}\n" if cls.family == "style" else "")
            + metadata.before + ("\\usepackage{pith}\n" if place else "") + metadata.after
            + (number + "\n" if place and not place.body else "") + head + "\\begin{document}\n"
            + front + (_FRAMES if cls.family == "beamer" else _TEXT) + "\\end{document}\n")
