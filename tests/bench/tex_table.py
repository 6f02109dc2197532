# SPDX-License-Identifier: MIT
"""The tables of tex.sh, in rounds of one run each."""
import os
import re
import resource
import shutil
import statistics
import subprocess
import time

from figures import figure

NUMBER = "A5G5GAJ7DMCZDPVAMNFAYYAUOP"
URL = "https://pith.science/pith/" + NUMBER
CODE = "\\qrcode[height=15mm]{%s}\n\n" % URL
KINDS = {
    "floor: the paper alone": ("", ""),
    "pith.sty loaded": ("\\usepackage{pith}", ""),
    "pith.sty, badge": ("\\usepackage{pith}", "\\pithnumber{%s}" % NUMBER),
    "pith.sty, badge and QR": ("\\usepackage[qr]{pith}", "\\pithnumber{%s}" % NUMBER),
    "qrcode.sty, first run": ("\\usepackage[forget]{qrcode}", CODE),
    "qrcode.sty, from its cache": ("\\usepackage{qrcode}", CODE),
}
text = []
for section in range(1, 20):
    text.append("\\section{Section %d}\\label{s%d}" % (section, section))
    for paragraph in range(4):
        text.append(" ".join(
            "Sentence %d of paragraph %d says that $x_{%d}^2 + y_{%d} \\le \\sqrt{z}$ holds where "
            "section~\\ref{s%d} shows it, and \\emph{not} otherwise~\\cite{a%d}."
            % (n, paragraph, n, section, section % 19 + 1, n % 9) for n in range(7)) + "\n")
    text.append("\\begin{equation}\\sum_{i=1}^{n} a_i = \\int_0^1 f(t)\\,dt\\label{e%d}"
                "\\end{equation}" % section)
text.append("\\begin{thebibliography}{9}%s\\end{thebibliography}"
            % "".join("\\bibitem{a%d} A. Author, A title, 20%02d." % (n, n) for n in range(9)))


def run(job):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(["pdflatex", "-interaction=batchmode", "-halt-on-error", job], check=True,
                   stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            time.monotonic() - start)


for number, (load, badge) in enumerate(KINDS.values()):
    with open("job%d.tex" % number, "w", encoding="ascii") as file:
        file.write("\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern}"
                   "\\usepackage{amsmath,amssymb,amsthm,graphicx,xcolor,booktabs,microtype}"
                   "\\usepackage[numbers]{natbib}\n%s\n\\usepackage{hyperref}\n"
                   "\\title{A Paper}\\author{An Author}\\begin{document}\\maketitle\n%s\n%s"
                   "\\end{document}\n" % (load, badge, "\n".join(text)))
    run("job%d" % number)
    run("job%d" % number)
with open("job0.log", encoding="latin-1") as file:
    pages = file.read().split("Output written on job0.pdf (")[1].split(" page")[0]
rounds = int(os.environ["ROUNDS"])
seen = [[run("job%d" % number) for number in range(len(KINDS))] for _ in range(rounds)]
floor = statistics.median(row[0][0] for row in seen)
print("a run of pdfLaTeX, %s pages, %d rounds; medians of CPU seconds (wall)" % (pages, rounds))
added = {}
for number, kind in enumerate(KINDS):
    extra = statistics.median(row[number][0] - row[0][0] for row in seen)
    added[kind] = extra
    print("%-28s %7.3f (%.3f)   adds %+7.1f ms  %+6.1f %%" % (
        kind, statistics.median(row[number][0] for row in seen),
        statistics.median(row[number][1] for row in seen), 1000 * extra, 100 * extra / floor))
ours = added["pith.sty, badge and QR"]
print("of what qrcode.sty adds in seconds: %.2f in its first run, %.2f from its cache" % (
    ours / added["qrcode.sty, first run"], ours / added["qrcode.sty, from its cache"]))

for kind, who, what in (("pith", "pith.sty", "pith.sty, badge and QR"),
                        ("peer", "qrcode.sty", "qrcode.sty, first run"),
                        ("peer", "cached", "qrcode.sty, from its cache")):
    if added[what] > 0:
        figure("badge and QR, a run of pdfLaTeX", kind, who, added[what])

# Instructions are the same on a busy machine.
if shutil.which("valgrind"):
    count = {}
    for number, kind in enumerate(KINDS):
        done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                               "pdflatex", "-interaction=batchmode", "job%d" % number],
                              check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        count[kind] = int(re.search(rb"Collected : (\d+)", done.stderr).group(1)) / 1e6
    floor = count["floor: the paper alone"]
    for kind, total in count.items():
        print("%-28s %7.0f million instructions   adds %+6.0f  %+6.1f %%" % (
            kind, total, total - floor, 100 * (total - floor) / floor))
    ours = count["pith.sty, badge and QR"] - floor
    print("of what qrcode.sty adds in instructions: %.2f in its first run, %.2f from its cache" % (
        ours / (count["qrcode.sty, first run"] - floor),
        ours / (count["qrcode.sty, from its cache"] - floor)))
