// SPDX-License-Identifier: MIT
#include "report/badge_face.h"

const pith_glyph *pith_badge_glyph(pith_weight weight, char c)
{
    if (c < PITH_GLYPH_FIRST || c > PITH_GLYPH_LAST)
        c = '?';
    return &pith_badge_faces[weight][c - PITH_GLYPH_FIRST];
}

bool pith_glyph_next(const pith_glyph *glyph, size_t *at, pith_step *out)
{
    if (*at >= (size_t)glyph->count)
        return false;
    out->kind = (pith_step_kind)glyph->outline[(*at)++];
    size_t length = pith_step_length(out->kind);
    for (size_t i = 0; i < length; i++)
        out->at[i] = glyph->outline[(*at)++];
    return true;
}

int32_t pith_badge_advance(pith_weight weight, pith_text text)
{
    int32_t sum = 0;
    for (size_t i = 0; i < text.n; i++)
        sum += pith_badge_glyph(weight, text.p[i])->advance;
    return sum;
}
