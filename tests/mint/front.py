#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""front.py FRONT_MAIN: titles and abstracts of TeX sources, and what arXiv's metadata would have:
its help asks for ASCII, TeX accents and $math$, no formatting commands, no macros of one's own, no
citations, footnotes or line breaks. The right-hand sides were written from that, by hand.

A case: name, source (or preamble, body), title or None, abstract or None, further files."""
import json
import os
import subprocess
import sys
import tempfile

CLASS = r"\documentclass{article}" + "\n"


def title(text, want, preamble=""):
    return (CLASS + preamble + "\\title{" + text + "}\n\\begin{document}\\maketitle\\end{document}\n",
            want, None)


def abstract(text, want, preamble=""):
    return (CLASS + preamble + "\\begin{document}\n\\begin{abstract}\n" + text +
            "\n\\end{abstract}\nText.\n\\end{document}\n", None, want)


CASES = {
    # ---- Classes: where the two stand ----
    "article": (CLASS + r"""\title{On Nothing}\author{A}
\begin{document}\maketitle
\begin{abstract}
We do nothing.
\end{abstract}
\end{document}""", "On Nothing", "We do nothing."),
    "amsart": (r"""\documentclass{amsart}
\title[Short]{A long title}
\author{A}
\begin{document}
\begin{abstract}Nothing.\end{abstract}
\maketitle\end{document}""", "A long title", "Nothing."),
    "revtex": (r"""\documentclass[prl]{revtex4-2}
\begin{document}
\preprint{X-1}
\title{Bosons\\ and fermions}
\author{A}\affiliation{B}
\begin{abstract}
Bosons.
\end{abstract}
\pacs{1}\maketitle\end{document}""", "Bosons and fermions", "Bosons."),
    "llncs": (r"""\documentclass{llncs}
\begin{document}
\title{A Proof\thanks{Supported by B.}}
\titlerunning{Proof}
\author{A\inst{1}}
\maketitle
\begin{abstract}
We prove it.
\keywords{proof \and theorem}
\end{abstract}\end{document}""", "A Proof", "We prove it."),
    "elsarticle": (r"""\documentclass{elsarticle}
\begin{document}
\begin{frontmatter}
\title{A Model\tnoteref{t1}}
\tnotetext[t1]{Note.}
\begin{abstract}
A model.
\end{abstract}
\begin{keyword} a \sep b \end{keyword}
\end{frontmatter}\end{document}""", "A Model", "A model."),
    "acmart": (r"""\documentclass[sigconf]{acmart}
\begin{document}
\title{Systems}
\subtitle{A Survey}
\author{A}
\begin{abstract}
Systems are surveyed.
\end{abstract}
\begin{CCSXML}<x>1</x>\end{CCSXML}
\maketitle\end{document}""", "Systems: A Survey", "Systems are surveyed."),
    "jhep": (r"""\documentclass{article}\usepackage{jheppub}
\title{\boldmath Strings at $\alpha'$}
\abstract{We study
strings.

And branes.}
\begin{document}\maketitle\end{document}""", "Strings at $\\alpha'$",
             "We study strings. And branes."),
    "aa": (r"""\documentclass{aa}
\begin{document}
\title{Stars}
\abstract
  % context heading (optional)
  {Stars shine.}
  % aims
  {We look.}
  {With eyes.}
  {They shine.}
  {}
\end{document}""", "Stars", "Stars shine. We look. With eyes. They shine."),
    "ieee": (r"""\documentclass{IEEEtran}
\begin{document}
\title{Radio\\{\large Part II}}
\IEEEtitleabstractindextext{%
\begin{abstract}
Radio waves.
\end{abstract}
\begin{IEEEkeywords}x\end{IEEEkeywords}}
\end{document}""", "Radio Part II", "Radio waves."),
    "icml": (r"""\documentclass{article}\begin{document}
\twocolumn[\icmltitle{Learning to Learn}]
\begin{abstract} Learning. \end{abstract}\end{document}""", "Learning to Learn", "Learning."),
    "commented-out": (CLASS + r"""%\title{Old}
\title{New}
\begin{document}
%\begin{abstract} Old. \end{abstract}
\begin{abstract} New. \end{abstract}
\end{document}""", "New", "New."),
    "iffalse": (CLASS + r"""\title{New}
\iffalse \title{Old} \fi
\begin{document}\begin{abstract}New.\iffalse Old.\fi\end{abstract}\end{document}""",
                "New", "New."),
    "iffalse-nested": title(r"A \iffalse x $a\iff b$ \ifthenelse{p}{q}{r} \ifx ab c\fi y\fi B", "A B"),
    "last-title": (CLASS + r"\title{One}\title{Two}\begin{document}\maketitle\end{document}",
                   "Two", None),
    "two-wordings": (CLASS + r"""\newif\ifshort
\ifshort\title{One}\else\title{Two}\fi
\begin{document}\maketitle\end{document}""", None, None),
    "same-in-both": (CLASS + r"""\newif\ifshort
\ifshort\title{One}\else\title{\textbf{One}}\fi
\begin{document}\maketitle\end{document}""", "One", None),
    "inside-a-definition": (CLASS + r"""\newcommand{\mytitle}{\title{No}}
\title{Yes}\begin{document}\maketitle\end{document}""", "Yes", None),
    "verbatim": (CLASS + r"""\title{Yes}\begin{document}
\begin{verbatim}
\title{No}
\end{verbatim}
\end{document}""", "Yes", None),
    "input-files": (CLASS + r"""\input{front}
\begin{document}\begin{abstract}\input{parts/abstract}\end{abstract}\end{document}""",
                    "From a file", "The abstract is a file.",
                    {"front.tex": r"\title{From a file}",
                     "parts/abstract.tex": "The abstract is a file. % not this\n"}),
    "input-environment": (CLASS + r"\title{T}\begin{document}\input{abs}\end{document}", "T",
                          "All of it.", {"abs.tex": "\\begin{abstract}\nAll of it.\n\\end{abstract}"}),
    "nothing": (CLASS + r"\begin{document}Text.\end{document}", None, None),

    # ---- Accents stay, in TeX ----
    "acute": title(r"Poincar\'e recurrence", r"Poincar\'e recurrence"),
    "acute-braced": title(r"Poincar{\'e} recurrence", r"Poincar\'e recurrence"),
    "umlaut-argument": title(r"Schr\"{o}dinger operators", r"Schr\"{o}dinger operators"),
    "hacek": title(r"\v{C}ech and Erd\H{o}s", r"\v{C}ech and Erd\H{o}s"),
    "slashed-o": title(r"J{\o}rgensen and S\o rensen", r"J{\o}rgensen and S\o rensen"),
    "sharp-s": title(r"Stra\ss{}e", r"Stra\ss{}e"),
    "dotless": title(r"na\"{\i}ve", r"na\"{\i}ve"),
    "utf8": title("Poincar\u00e9 and Erd\u0151s", r"Poincar\'e and Erd\H{o}s"),
    "utf8-letters": title("J\u00f8rgensen \u2013 \u201cx\u201d", r"J{\o}rgensen -- ``x''"),
    "utf8-decomposed": title("Schro\u0308dinger", "Schro\u0308dinger"),

    # ---- Math stays ----
    "math": title(r"The $L^p$ norm of CO$_2$", r"The $L^p$ norm of CO$_2$"),
    "math-case": title(r"$U(N)$ and $\Delta_k$", r"$U(N)$ and $\Delta_k$"),
    "math-parens": title(r"On \(x\)", r"On $x$"),
    "math-macro": title(r"Maps of $\R^n$ and $\Lam x$", r"Maps of $\mathbb{R}^n$ and $\Lambda x$",
                        r"\newcommand{\R}{\mathbb{R}}\def\Lam{\Lambda}"),
    "math-macro-script": title(r"$\Lam_1$", r"$\Lambda_1$", r"\newcommand\Lam{\Lambda}"),
    "ensuremath": title(r"At \Lamb", r"At $\Lambda$", r"\newcommand{\Lamb}{\ensuremath{\Lambda}}"),
    "display": abstract("We show\n\\begin{equation}\\label{e}\n E = mc^2\n\\end{equation}\nhere.",
                        "We show $$ E = mc^2 $$ here."),
    "matrix": abstract(r"Let $M = \begin{pmatrix}a & b\end{pmatrix}$.",
                       r"Let $M = \begin{pmatrix}a & b\end{pmatrix}$."),
    "numbers": abstract("\\begin{align}a &= b \\nonumber\\label{x}\n\\end{align}",
                        r"\begin{align}a &= b \end{align}"),
    "brackets": abstract(r"Thus \[ a<b \] holds.", "Thus $$ a<b $$ holds."),
    "comment-in-math": abstract("$a+ % b\n c$", "$a+ c$"),
    "text-in-math": abstract(r"$x_{\text{max}}$", r"$x_{\text{max}}$"),
    "sub-superscript": title(r"H\textsubscript{2}O at 10\textsuperscript{12} K",
                             r"H$_2$O at 10$^{12}$ K"),

    # ---- Formatting goes ----
    "emph": abstract(r"An \emph{important \textbf{result}} here.", "An important result here."),
    "old-fonts": abstract(r"{\bf Context.} {\em We} show {\it that}.", "Context. We show that."),
    "size": title(r"\Large\bfseries Big \\[2mm] \normalsize small", "Big small"),
    "protect-braces": title(r"The {NASA} {P}ython", "The NASA Python"),
    "line-breaks": title("One\\\\two\\newline three\\linebreak[4] four", "One two three four"),
    "tie": abstract(r"Theorem~1 of Dr.\ X, i.e.\ this, 10\,km.",
                    "Theorem 1 of Dr. X, i.e. this, 10 km."),
    "hyphenation": abstract(r"data\-base, of\/ten", "database, often"),
    "list": abstract("We\n\\begin{itemize}\\item do\n\\item show\n\\end{itemize}", "We do show"),
    "paragraphs": abstract("One.\n\nTwo.\\par Three.", "One. Two. Three."),
    "noindent": abstract(r"\noindent We \vspace{2mm}do.", "We do."),
    "color": abstract(r"\textcolor{red}{Red} text", "Red text"),

    # ---- Citations, notes, links ----
    "cite": abstract(r"As shown~\cite{a,b}, and in \citep[p.~2]{c} too.", "As shown, and in too."),
    "footnote": abstract("We do.\\footnote{Code: \\url{http://x.y/z}.} It works.",
                         "We do. It works."),
    "thanks": title(r"Title\thanks{Funded.} more\footnotemark[1]", "Title more"),
    "url": abstract(r"Code: \url{https://a.b/c_d%e}.", "Code: https://a.b/c_d%e."),
    "href": abstract(r"See \href{https://a.b/c}{our page}.", "See our page."),
    "texorpdfstring": title(r"The \texorpdfstring{$\alpha$-Ray}{alpha-Ray} Case",
                            "The alpha-Ray Case"),
    "label": title(r"\label{t}Title", "Title"),

    # ---- Characters ----
    "escapes": abstract(r"50\% of R\&D in a\_b \#1", "50% of R&D in a_b #1"),
    "dollar": abstract(r"It costs \$5 or $5$.", r"It costs \$5 or $5$."),
    "logos": abstract(r"\LaTeX{} and \TeX\ are free\dots", "LaTeX and TeX are free..."),
    "quotes-dashes": title(r"``Quotes'' -- and --- dashes", "``Quotes'' -- and --- dashes"),

    # ---- Odd sources ----
    "byte-order-mark": ("\ufeff" + title("Hello", None)[0], "Hello", None),
    "cr-lf": (abstract("One\ntwo\n\nthree % c\nfour", None)[0].replace("\n", "\r\n"), None,
              "One two three four"),
    "latin-1": (title("Poincar\u00e9 maps", None, r"\usepackage[latin1]{inputenc}")[0]
                .encode("latin-1"), r"Poincar\'e maps", None),
    "url-percent": abstract(r"At \url{http://a.b/x%20y}, \href{http://c.d/%7Ee}{here}. Yes.",
                            "At http://a.b/x%20y, here. Yes."),
    "url-percent-last": (CLASS + r"\begin{document}\begin{abstract}See \url{x%y}.\end{abstract}"
                         "\n\\end{document}", None, "See x%y."),
    "beamer": (r"""\documentclass{beamer}
\title[Short]{My \alert{Talk}}\subtitle{Sub}
\begin{document}\frame{\titlepage}\begin{frame}\frametitle{X}\end{frame}\end{document}""",
               "My Talk: Sub", None),
    "mdpi": (r"\documentclass{mdpi}\Title{Things}\abstract{Yes.}\begin{document}\end{document}",
             "Things", "Yes."),
    "input-chain": (CLASS + r"\input{a}\begin{document}\end{document}", "Deep", None,
                    {"a.tex": r"\input b ", "b.tex": r"\input{sub/c.tex}",
                     "sub/c.tex": r"\title{Deep}"}),
    "include": (CLASS + r"\begin{document}\include{fm}\end{document}", "Inc", None,
                {"fm.tex": r"\title{Inc}\maketitle"}),
    "import": (CLASS + r"\usepackage{import}\import{sec/}{front}\begin{document}\end{document}",
               "Imp", None, {"sec/front.tex": r"\title{Imp}"}),
    "comment-environment": (CLASS + "\\begin{document}\n\\begin{comment}\n\\title{No}\n"
                            "\\end{comment}\n\\title{Yes}\\end{document}", "Yes", None),
    "after-the-end": (CLASS + r"\title{A}\begin{document}\end{document}\title{B}", "A", None),
    "lettrine": abstract(r"\lettrine{W}{e} do.", "We do."),
    "boxes": title(r"\includegraphics[height=1cm]{logo} \raisebox{-1pt}{Foo} Bar", "Foo Bar"),
    "space-factor": abstract(r"e.g.\@ this by NASA\@. Yes.", "e.g. this by NASA. Yes."),
    "operator": title(r"On $\Tr A$", r"On $\operatorname{Tr} A$",
                      r"\DeclareMathOperator{\Tr}{Tr}"),
    "own-package": (CLASS + r"\usepackage{amsmath, my}\title{Maps of $\RR{2}$\thanks{x}}"
                    r"\begin{document}\maketitle\end{document}", r"Maps of $\mathbb{R}^{2}$", None,
                    {"my.sty": r"\newcommand{\RR}[1]{\mathbb{R}^{#1}}\def\thanks#1{[#1]}"
                               r"\def\maketitle{\title{No}}"}),

    # ---- Macros of the paper ----
    "macro": abstract(r"\name{} is \name, \name\ too.", "SuperNet is SuperNet, SuperNet too.",
                      r"\newcommand{\name}{SuperNet}"),
    "macro-formatted": title(r"\tool: A Tool", "SuperNet: A Tool",
                             r"\newcommand*\tool{\textsc{SuperNet}\xspace}"),
    "xspace": abstract(r"\tool is (\tool) good", "SuperNet is (SuperNet) good",
                       r"\newcommand{\tool}{SuperNet\xspace}"),
    "macro-nested": title(r"\bb", "one two", r"\newcommand{\bb}{one \cc}\def\cc{two}"),
    "macro-renewed": title(r"\bb", "two", r"\newcommand{\bb}{one}\renewcommand{\bb}{two}"),
    "argument": title(r"Maps of $\R{n}$ and $\norm x$", r"Maps of $\mathbb{R}^{n}$ and $\|x\|$",
                      r"\newcommand{\R}[1]{\mathbb{R}^{#1}}\newcommand\norm[1]{\|#1\|}"),
    "argument-text": abstract(r"\hl{Great} \term{Net}s in \hl {space} x.", "Great Nets in space x.",
                              r"\newcommand{\hl}[1]{\textbf{#1}}\def\term#1{\emph{#1}}"),
    "two-arguments": title(r"$\br{a}{b}$", r"$\langle a|b\rangle$",
                           r"\newcommand{\br}[2]{\langle #1|#2\rangle}"),
    "def-two": title(r"$\br ab$", r"$\langle a,b\rangle$", r"\def\br#1#2{\langle #1,#2\rangle}"),
    "optional": title(r"$\p$ and $\p[q]$", r"$x^2$ and $x^q$", r"\newcommand{\p}[1][2]{x^#1}"),
    "optional-and-more": title(r"$\p{y}$ and $\p[3]{y}$", r"$y^{2}$ and $y^{3}$",
                               r"\newcommand{\p}[2][2]{#2^{#1}}"),
    "argument-command": title(r"$\vec\alpha$ $\w\beta b$", r"$\mathbf{\alpha}$ $\beta x b$",
                              r"\renewcommand{\vec}[1]{\mathbf{#1}}\newcommand{\w}[1]{#1x}"),
    "argument-before-letter": title(r"$\w{x}$", r"$\alpha x$", r"\newcommand{\w}[1]{\alpha#1}"),
    "argument-nested": title(r"\oo{\ii{x}}", "ab x ba", r"\newcommand{\oo}[1]{a#1a}"
                             r"\newcommand{\ii}[1]{b #1 b}"),
    "argument-in-argument": title(r"\oo{x}", "b x b", r"\newcommand{\ii}[1]{b #1 b}"
                                  r"\newcommand{\oo}[1]{\ii{#1}}"),
    "argument-hash": title(r"\oo{x}", "a# x", r"\newcommand{\oo}[1]{a\# #1}"),
    "argument-utf8": title("\\hl \u00e9t\u00e9", "\\'et\\'e", r"\newcommand{\hl}[1]{\textbf{#1}}"),
    "argument-note": abstract(r"We\nb{check this} do.", "We do.", r"\newcommand{\nb}[1]{\footnote{#1}}"),
    "argument-gone": abstract(r"We\nb{check this} do.", "We do.", r"\newcommand{\nb}[1]{}"),
    "argument-of-the-known": abstract(r"We do.\keywords{a, b} Yes\thanks{x}.", "We do. Yes.",
                                      r"\newcommand{\keywords}[1]{\textbf{Keywords} #1}"
                                      r"\renewcommand{\thanks}[1]{[#1]}"),
    "two-abstracts": (CLASS + r"""\title{T}\begin{document}
\begin{abstract}English.\end{abstract}
\begin{abstract}Deutsch.\end{abstract}
\end{document}""", "T", None),
    "same-abstract-twice": (CLASS + r"""\title{T}\begin{document}
\begin{abstract}English.\end{abstract}
\begin{abstract}\emph{English}.\end{abstract}
\end{document}""", "T", "English."),
    "macro-loop": (CLASS + r"\def\x{\x}\title{\x}\begin{document}\maketitle\end{document}",
                   r"\x", None),
    "argument-loop": title(r"\x{a}", r"\x{a}", r"\newcommand{\x}[1]{\x{#1}}"),
    "delimited": title(r"$\x a.$", r"$\x a.$", r"\def\x#1.{#1}"),
    "xparse": title(r"$\x{a}$", r"$\x{a}$", r"\NewDocumentCommand{\x}{m}{#1}"),
    "argument-missing": title(r"We \x", r"We \x", r"\newcommand{\x}[1]{#1}"),
}
# Those in which a command stands as it is typed, which has to be said.
TYPED = {"macro-loop", "argument-loop", "delimited", "xparse", "argument-missing"}


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, case in CASES.items():
            here = os.path.join(folder, name)
            os.mkdir(here)
            files = dict(case[3] if len(case) > 3 else {}, **{"main.tex": case[0]})
            for file, text in files.items():
                path = os.path.join(here, file)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as out:
                    out.write(text if isinstance(text, bytes) else text.encode())
            paths.append(os.path.join(here, "main.tex"))
        lines = subprocess.run([sys.argv[1], *paths], stdout=subprocess.PIPE,
                               check=True).stdout.decode().splitlines()
    for (name, case), line in zip(CASES.items(), lines):
        got = json.loads(line)
        want = {"title": case[1], "abstract": case[2]}
        bad = {k: got[k] for k in want if got[k] != want[k]}
        typed = bool(got["title_command"] or got["abstract_command"])
        if bad or typed != (name in TYPED):
            failed += 1
            print("not ok - %s\n#   got  %s\n#   want %s" % (name, json.dumps(got), json.dumps(want)))
    print("# %d sources, %d as expected" % (len(CASES), len(CASES) - failed))
    return 1 if failed or len(lines) != len(CASES) else 0


if __name__ == "__main__":
    sys.exit(main())
