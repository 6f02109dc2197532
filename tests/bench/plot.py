# SPDX-License-Identifier: MIT
"""usage: plot.py MACHINE DATE <FIGURES >pith-doc-figures.tex

The manual's plot of what the benchmarks measured. FIGURES has a line per figure, separated by tabs:
task, kind (pith, floor or peer), who, seconds. A row per task; the axis is logarithmic.
"""
import math
import sys

LEFT, WIDTH = 50, 104  # mm: the tasks' names, the plot
ROW, LINE, LETTER = 7.5, 2.7, 1.0  # mm: a row, a line of names below it, a letter of such a name
UNITS = {-6: "1\\,µs", -5: "10\\,µs", -4: "100\\,µs", -3: "1\\,ms", -2: "10\\,ms", -1: "100\\,ms",
         0: "1\\,s", 1: "10\\,s", 2: "100\\,s", 3: "1000\\,s"}
MARKS = {"pith": "\\textcolor{blue!60!black}{\\circle*{2}}", "peer": "\\circle{1.6}", "floor": "\\line(0,1){2.4}"}


def tex(text):
    return "".join({"|": "\\textbar{}", "_": "\\_", "%": "\\%", "&": "\\&", "#": "\\#", "-": "{-}"}.get(c, c) for c in text)


def read(lines):
    tasks = {}
    for line in lines:
        task, kind, who, seconds = line.rstrip("\n").split("\t")
        tasks.setdefault(task, []).append((float(seconds), kind, who))
    return tasks


def levels(marks):
    """The line below the row, from 0, on which each name stands free of the others."""
    ends = []
    for x, _, who in marks:
        half = (len(who) * LETTER + 0.5) / 2
        level = next((n for n, end in enumerate(ends) if end <= x - half), len(ends))
        ends[level:level + 1] = [x + half]
        yield level


def main():
    machine, date = sys.argv[1:]
    tasks = read(sys.stdin)
    every = [seconds for figures in tasks.values() for seconds, _, _ in figures]
    low, high = math.floor(math.log10(min(every))), math.ceil(math.log10(max(every)))
    decade = WIDTH / (high - low)
    out, y = [], 0.0
    for task, figures in tasks.items():
        marks = [(LEFT + decade * (math.log10(seconds) - low), kind, who)
                 for seconds, kind, who in sorted(figures)]
        out.append(f"\\put(0,{y:.1f}){{\\makebox(0,0)[l]{{\\small {tex(task)}}}}}")
        out.append(f"\\put({marks[0][0]:.1f},{y:.1f}){{\\line(1,0){{{marks[-1][0] - marks[0][0]:.1f}}}}}")
        named = [mark for mark in marks if mark[1] != "pith"]
        depth = 0
        for (x, _, who), level in zip(named, levels(named)):
            depth = max(depth, level + 1)
            out.append(f"\\put({x:.1f},{y - 3 - LINE * level:.1f}){{\\makebox(0,0){{\\tiny {tex(who)}}}}}")
        for x, kind, _ in marks:
            down = 1.2 if kind == "floor" else 0
            white = f"\\put({x:.1f},{y:.1f}){{\\textcolor{{white}}{{\\circle*{{1.6}}}}}}" if kind == "peer" else ""
            out.append(f"{white}\\put({x:.1f},{y - down:.1f}){{{MARKS[kind]}}}")
        y -= ROW + LINE * max(0, depth - 1)
    y += 2
    for power in range(low, high + 1):
        x = LEFT + decade * (power - low)
        out.insert(0, f"\\put({x:.1f},{y:.1f}){{\\textcolor{{black!15}}{{\\line(0,1){{{4 - y:.1f}}}}}}}"
                      f"\\put({x:.1f},{y - 3:.1f}){{\\makebox(0,0){{\\scriptsize {UNITS[power]}}}}}")
    height = 9 - y
    print("%% Made by tests/bench/plot.py: do not edit.\n"
          f"%% {machine}, {date}\n"
          "\\begingroup\\setlength\\unitlength{1mm}\\linethickness{.5pt}%\n"
          f"\\begin{{picture}}({LEFT + WIDTH},{height:.1f})(0,{y - 5:.1f})")
    print("\n".join(out))
    print("\\end{picture}\\par\\endgroup\n"
          f"Filled: pith. Open: other programs. Bar: the floor named below it. {tex(machine)}, {date}.")


if __name__ == "__main__":
    main()
