# SPDX-License-Identifier: MIT
"""Makes sample projects, one folder each, and a registry whose records they cite: key.json
and keyring.json come from `pith keygen`; records/ID.json are written here, to be signed.
Arguments: where, and the top of the source tree."""
import base64
import hashlib
import json
import pathlib
import sys

top = pathlib.Path(sys.argv[1])


def number(i):
    record = {"metadata": {
        "abstract_canon_sha256": hashlib.sha256(b"abstract %d" % i).hexdigest(),
        "cross_cats_sorted": [], "license": "http://creativecommons.org/licenses/by/4.0/",
        "primary_cat": "hep-ph", "submitted_at": "2024-01-15T09:53:20Z",
        "title_canon_sha256": hashlib.sha256(b"title %d" % i).hexdigest()},
        "schema_version": "1.0", "source": {"id": f"2401.{i + 1:05d}", "kind": "arxiv", "version": 1}}
    canonical = json.dumps(record, sort_keys=True, separators=(",", ":")).encode()
    name = base64.b32encode(hashlib.sha256(canonical).digest())[:26].decode()
    (top / "records").mkdir(exist_ok=True)
    (top / "records" / f"{name}.json").write_bytes(canonical)
    return name


A, B, C, D, E, F, G, H, I, J = map(number, range(10))
X = "XXXXXXXXXXXXXXXXXXXXXXXXXX"  # nothing may find this one
MAIN = {}  # project -> its main file
FLAGS = {}


def use(n):
    return "\\pithnumber{%s}" % n


def put(name, files, main="main.tex", flags=""):
    MAIN[name] = main
    FLAGS[name] = flags
    for path, text in files.items():
        file = top / name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def paper(body, preamble="", cls="\\documentclass{article}"):
    return "\n".join([cls, "\\usepackage{pith}", preamble, "\\begin{document}", body, "\\end{document}", X, ""])


put("single", {"main.tex": paper(use(A) + "\n% " + use(X) + "\n\\verb|" + use(X) + "|\n" + use(f"pith:2024:{B}")
                                 + "\\pithfield{%s}{year}\n" % C, use(D))})
put("many", {
    "main.tex": paper("\\input{intro}\\include{chapters/one}\\include{chapters/two}\\input chapters/three \n",
                      "\\input{macros}"),
    "macros.tex": "\\newcommand\\own[1]{\\textbf{#1}}\n" + use(A),
    "intro.tex": use(B) + "\\iffalse\\input{old}\\fi",
    "old.tex": use(X), "unused.tex": use(X),
    "chapters/one.tex": "One " + use(C) + "\\input{chapters/deep}",
    "chapters/deep.tex": use(D), "chapters/two.tex": "Two " + use(E), "chapters/three.tex": use(F)})
put("subfiles", {
    "main.tex": paper(use(A) + "\\subfile{parts/one}\\subfile{parts/two/two}" + use(E), "\\usepackage{subfiles}"),
    "parts/one.tex": "\\documentclass[../main]{subfiles}\n\\begin{document}\nOne " + use(B)
                     + "\\input{beside}\n\\end{document}\n" + use(X),
    "parts/beside.tex": use(C), "beside.tex": use(X),
    "parts/two/two.tex": "\\documentclass[../../main]{subfiles}\n\\begin{document}\nTwo " + use(D)
                         + "\\input{../beside}\\end{document}\n"})
put("subfile-alone", {
    "main.tex": paper(use(X) + "\\subfile{parts/one}", "\\usepackage{subfiles}\\input{setup}\n" + use(A)),
    "setup.tex": use(B),
    "parts/one.tex": "\\documentclass[../main]{subfiles}\n\\begin{document}\nOne " + use(C) + "\n\\end{document}\n"},
    "parts/one.tex")
put("import", {
    "main.tex": paper("\\import{ch/a/}{a}\\subimport{ch/b}{b}\\import*{ch/a/}{c.tex}\\input{d}", "\\usepackage{import}"),
    "ch/a/a.tex": use(A) + "\\input{inner}\\subimport{deep/}{e}", "ch/a/inner.tex": use(B), "inner.tex": use(X),
    "ch/a/deep/e.tex": use(C) + "\\input{f}", "ch/a/deep/f.tex": use(D), "ch/a/c.tex": use(E),
    "ch/b/b.tex": use(F) + "\\input{d}", "d.tex": use(G)})
put("standalone", {
    "main.tex": paper("\\input{figs/plot}\\includestandalone[mode=tex]{figs/other}" + use(C),
                      "\\usepackage{standalone}\\usepackage{tikz}"),
    "figs/plot.tex": "\\documentclass{standalone}\n\\usepackage{tikz}\\begin{document}\n\\tikz\\draw (0,0)--(1,1); "
                     + use(A) + "\n\\end{document}\n" + use(X),
    "figs/other.tex": "\\documentclass{standalone}\n\\begin{document}\nOther " + use(B) + "\n\\end{document}\n"})
put("revtex", {
    "main.tex": "\\documentclass[aps,prl,twocolumn]{revtex4-2}\n\\usepackage{pith}\n" + use(A)
                + "\n\\begin{document}\n\\title{T}\\author{A}\\affiliation{B}\\begin{abstract}a\\end{abstract}\\maketitle\n"
                + "Cited~\\cite{k1}.\\bibliography{refs}\n\\end{document}\n",
    "refs.bib": "@article{k1, author={A}, title={T}, journal={J}, year=2024, note={\\pithref*{%s}}, pith={%s}}\n" % (B, C)
                + "@article{k2, author={A}, title={T}, journal={J}, year=2024, note={\\pithref*{%s}}}\n" % X}, "main.tex", "bibtex")
put("biblatex", {
    "main.tex": paper("\\cite{k1}, \\textcite[see][12]{k2,k4}\\printbibliography " + use(D),
                      "\\usepackage[style=numeric]{biblatex}\n\\addbibresource{lit/refs.bib}"),
    "lit/refs.bib": "@article{k1, author={A}, title={T1}, journaltitle={J}, date={2024}, pith={pith:2024:%s}}\n" % A
                    + "@online{k2, author={B}, title={T2}, url={https://example.org}, date={2024}, pith=\"%s\"}\n" % B
                    + "@online{k3, author={C}, title={T3}, url={https://example.org}, date={2024}, pith={%s}}\n" % X
                    + "@online{k4, author={D}, title={T4}, date={2024}, eprint={%s}, eprinttype={pith}}\n" % C}, "main.tex", "biber")
put("acmart", {
    "main.tex": "\\documentclass[sigconf,natbib=false,nonacm]{acmart}\n\\usepackage{pith}\n"
                "\\RequirePackage[datamodel=acmdatamodel,style=acmnumeric]{biblatex}\n\\addbibresource{refs.bib}\n"
                "\\begin{document}\\title{T}\\author{A}\\affiliation{\\institution{B}\\country{C}}\n"
                "\\begin{abstract}a\\end{abstract}\\maketitle\nText " + use(A) + " \\cite{k1}.\\printbibliography\n\\end{document}\n",
    "refs.bib": "@article{k1, author={A}, title={T1}, journaltitle={J}, date={2024}, pith={%s}}\n" % B}, "main.tex", "biber")
put("beamer", {"main.tex": "\\documentclass{beamer}\n\\usepackage{pith}\n\\title{T}\n" + use(A)
               + "\\begin{document}\n\\begin{frame}[fragile]\\titlepage\n\\begin{verbatim}\n" + use(X)
               + "\n\\end{verbatim}\n\\end{frame}\n\\begin{frame}" + use(B) + "\\end{frame}\n\\end{document}\n"})
put("names", {
    "mein Aufsatz é.tex": paper("\\input{Kapitel eins}\\input{ü/zwei}"),
    "Kapitel eins.tex": use(A), "ü/zwei.tex": use(B)}, "mein Aufsatz é.tex")
put("macros", {
    "main.tex": paper("\\newcommand\\chapterfile[1]{\\input{ch-#1}}\\chapterfile{a}\\lstinputlisting{sample.tex}",
                      "\\usepackage{listings}"),
    "ch-a.tex": use(A), "sample.tex": use(X)}, "main.tex", "fls")
put("output", {"main.tex": paper("\\include{sub/part}" + use(B)), "sub/part.tex": use(A)}, "main.tex", "outdir")
put("subfolder", {
    "main.tex": paper("\\input{src/one}\\includegraphics[width=1cm]{plot}" + use(B),
                      "\\usepackage{graphicx}\\graphicspath{{src/fig/}}\\input{src/macros}"),
    "src/one.tex": use(A) + "\\input{src/deep/two}", "src/deep/two.tex": use(C), "src/macros.tex": "% nothing\n",
    "one.tex": use(X)})
put("minted", {
    "main.tex": paper("\\begin{minted}{c}\nint \\pithnumber{%s};\n\\end{minted}\n" % X + use(A),
                      "\\usepackage[finalizecache,cachedir=listings]{minted}")}, "main.tex", "minted")
put("tikz", {
    "main.tex": paper("\\begin{tikzpicture}\\draw (0,0)--(1,1);\\end{tikzpicture}" + use(A),
                      "\\usepackage{tikz}\\usetikzlibrary{external}\\tikzexternalize[prefix=figs/]"),
    "figs/README": "made by TikZ\n"}, "main.tex", "shell")
put("eps", {
    "main.tex": paper("\\includegraphics{plot}" + use(A), "\\usepackage{graphicx}"),
    "plot.eps": "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 20 20\n0 0 moveto 20 20 lineto stroke\nshowpage\n%%EOF\n",
}, "main.tex", "dvips")
(top / "subfolder/src/fig").mkdir()
(top / "subfolder/src/fig/plot.png").write_bytes((pathlib.Path(sys.argv[2]) / "examples/badge.png").read_bytes())
with open(top / "projects", "w", encoding="utf-8") as out:
    for name in MAIN:
        out.write(f"{name}:{FLAGS[name]}:{MAIN[name]}\n")
