#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith prepare` for a paper of 300 files and 2 MB, about 500 pages, with the record in the cache
# folder of --from. Beside it: TeX's own kpsewhich, started once, and `cat` of all files.
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
python3 - <<'X'
import pathlib
text = ("Lorem ipsum \\emph{dolor} sit amet $a_{i}^{2} = \\frac{1}{2}$, see \\cite{key%d} and "
        "Figure~\\ref{fig:%d}. %% a comment\n")
names = []
for i in range(300):
    path = pathlib.Path(f"ch{i // 30}/s{i}.tex")
    path.parent.mkdir(exist_ok=True)
    path.write_text("\\section{S}\n" + "".join(text % (k, k) for k in range(60)))
    names.append(str(path))
pathlib.Path("main.tex").write_text(
    "\\documentclass{book}\\usepackage{pith}\n\\pithnumber{A5G5GAJ7DMCZDPVAMNFAYYAUOP}\n\\begin{document}\n"
    + "".join(f"\\input{{{n}}}\n" for n in names) + "\\end{document}\n")
X
first=$(seconds "$BUILD/pith" prepare -q --from "$SRC/examples/paper/pith" main.tex)
again=$(seconds "$BUILD/pith" prepare -q --from "$SRC/examples/paper/pith" main.tex)
floor=$(seconds sh -c 'cat main.tex ch*/*.tex')
start=$(seconds "$BUILD/pith" --version)
echo "pith prepare, 300 files, $(cat main.tex ch*/*.tex | wc -c) bytes: first $first s, again $again s"
echo "  cat of the files $floor s, pith --version $start s"
task="prepare a paper of 300 files"
figure "$task" pith pith "$again"
figure "$task" floor cat "$floor"
