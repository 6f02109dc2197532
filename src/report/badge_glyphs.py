#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes badge_glyphs.c: the outlines of printable ASCII in two weights of Inter.

    apt-get install fonts-inter python3-fonttools
    /usr/bin/python3 src/report/badge_glyphs.py > src/report/badge_glyphs.c

The outlines are a modified version of the font and stay under its licence (LICENSE, 3).
"""

from fontTools.misc.transform import Scale
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

FOLDER = "/usr/share/fonts/opentype/inter/"
UNITS = 500  # to the em, as badge_face.h says
FACES = [("regular", "Inter-Medium.otf"), ("bold", "Inter-SemiBold.otf")]
WORDS = {"moveTo": "M", "lineTo": "L", "curveTo": "C"}


def outline(glyphs, name, scale):
    pen = RecordingPen()
    glyphs[name].draw(TransformPen(pen, Scale(scale)))
    parts = []
    for kind, points in pen.value:
        if kind == "closePath":
            continue  # a contour ends where the next begins
        parts.append(WORDS[kind])
        parts += [str(round(c)) for point in points for c in point]
    return ",".join(parts)


def face(name, file):
    font = TTFont(FOLDER + file)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    scale = UNITS / font["head"].unitsPerEm
    shapes = [(c, glyphs[names[c]].width, outline(glyphs, names[c], scale)) for c in range(32, 127)]
    print(f"\nstatic const int16_t {name}_outlines[] = {{")
    for code, _, shape in shapes:
        if shape:
            print(f"    {shape}, // {chr(code)}" if chr(code) != "\\" else f"    {shape}, // backslash")
    print(f"}};\n\nstatic const pith_glyph {name}[] = {{")
    at, cells = 0, []
    for _, width, shape in shapes:
        count = shape.count(",") + 1 if shape else 0
        cells.append(f"{{{round(width * scale)}, {count}, {name}_outlines + {at}}},")
        at += count
    for i in range(0, len(cells), 3):
        print("    " + " ".join(cells[i:i + 3]))
    print("};")



print("""// SPDX-License-Identifier: OFL-1.1
// Made by badge_glyphs.py from the Inter typeface, copyright 2016-2022 The Inter Project
// Authors (https://github.com/rsms/inter); LICENSE has the terms. Not to be edited.
#include "report/badge_face.h"

// clang-format off
enum { M = PITH_STEP_MOVE, L = PITH_STEP_LINE, C = PITH_STEP_CURVE };""")
for row in FACES:
    face(*row)
print("""
const pith_glyph *const pith_badge_faces[] = {regular, bold};""")
