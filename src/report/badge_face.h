// SPDX-License-Identifier: MIT
//
// The letters of badges: outlines of printable ASCII in two weights, so that a badge looks the
// same in every format and embeds no font. badge_glyphs.py makes the table.
#ifndef PITH_REPORT_BADGE_FACE_H
#define PITH_REPORT_BADGE_FACE_H

#include "pith.h"

// Outlines are in 1/500 of the type size, y upwards from the baseline: a sixtieth of a millimetre
// in letters three centimetres high, and a tenth less to store than thousandths.
enum {
    PITH_GLYPH_UNITS = 500,
    PITH_GLYPH_CAPS = 364, // height of capitals
    PITH_GLYPH_FIRST = 32,
    PITH_GLYPH_LAST = 126
};

// One step of an outline. A contour begins with a move and ends, closed, where the next begins
// or the outline does. Filled by the non-zero rule.
typedef enum pith_step_kind { PITH_STEP_MOVE, PITH_STEP_LINE, PITH_STEP_CURVE } pith_step_kind;

typedef struct pith_step {
    pith_step_kind kind;
    int32_t at[6]; // x,y once, or thrice for a cubic Bezier curve; the last pair is the end
} pith_step;

// How many of `at` a kind uses.
static inline size_t pith_step_length(pith_step_kind kind)
{
    return kind == PITH_STEP_CURVE ? 6 : 2;
}

typedef struct pith_glyph {
    int16_t advance;
    int16_t count; // of the numbers of the outline: a kind and its coordinates for each step
    const int16_t *outline;
} pith_glyph;

typedef enum pith_weight { PITH_WEIGHT_REGULAR, PITH_WEIGHT_BOLD } pith_weight;

// By weight, from PITH_GLYPH_FIRST to PITH_GLYPH_LAST.
extern const pith_glyph *const pith_badge_faces[2];

// The glyph of a character; that of `?` for what the face lacks.
const pith_glyph *pith_badge_glyph(pith_weight weight, char c);
// Reads the step at *at and moves *at behind it; false at the end.
bool pith_glyph_next(const pith_glyph *glyph, size_t *at, pith_step *out);
// The sum of the advances, in units of the face.
int32_t pith_badge_advance(pith_weight weight, pith_text text);

#endif
