# SPDX-License-Identifier: MIT
"""What lib.sh calls figure, for the parts of a benchmark in Python."""
import os


def figure(task, kind, who, seconds):
    with open(os.environ["FIGURES"], "a", encoding="utf-8") as file:
        file.write(f"{task}\t{kind}\t{who}\t{seconds}\n")
