// SPDX-License-Identifier: MIT
//
// The badge as a PDF page by libharu; the only file that uses it. Letters are outlines: libharu
// embeds no base font, and its subset of a whole font outweighs the badge tenfold. Neither its
// PDF/A nor its XMP code is used (it writes malformed XML), and no date is set: without one the
// bytes depend on nothing but the badge.
#include "out/badge.h"

#include "base/err.h"
#include "base/late.h"

#include <hpdf.h>

// What is used of it. CALL(New)() is HPDF_New().
#define PITH_HPDF_TABLE(X)                                                                         \
    X(HPDF_, AddPage)                                                                              \
    X(HPDF_, Free)                                                                                 \
    X(HPDF_, GetError)                                                                             \
    X(HPDF_, GetVersion)                                                                           \
    X(HPDF_, LinkAnnot_SetBorderStyle)                                                             \
    X(HPDF_, New)                                                                                  \
    X(HPDF_, Page_Concat)                                                                          \
    X(HPDF_, Page_CreateURILinkAnnot)                                                              \
    X(HPDF_, Page_CurveTo)                                                                         \
    X(HPDF_, Page_Fill)                                                                            \
    X(HPDF_, Page_GRestore)                                                                        \
    X(HPDF_, Page_GSave)                                                                           \
    X(HPDF_, Page_LineTo)                                                                          \
    X(HPDF_, Page_MoveTo)                                                                          \
    X(HPDF_, Page_Rectangle)                                                                       \
    X(HPDF_, Page_SetHeight)                                                                       \
    X(HPDF_, Page_SetRGBFill)                                                                      \
    X(HPDF_, Page_SetWidth)                                                                        \
    X(HPDF_, ReadFromStream)                                                                       \
    X(HPDF_, ResetStream)                                                                          \
    X(HPDF_, SaveToStream)                                                                         \
    X(HPDF_, SetCompressionMode)                                                                   \
    X(HPDF_, SetInfoAttr)

PITH_LATE_DECLARE(pith_hpdf, PITH_HPDF_TABLE);
PITH_LATE_DEFINE(pith_hpdf, PITH_HPDF_TABLE, PITH_HPDF_SONAME);
#define CALL(function) PITH_LATE_CALL(pith_hpdf, HPDF_, function)

static HPDF_REAL points(int32_t length)
{
    return (HPDF_REAL)length / PITH_BADGE_POINT;
}

static void put_step(HPDF_Page page, const pith_step *step)
{
    // Whole numbers: the shortest to write, and libharu writes fractions with float's noise.
    HPDF_REAL at[6] = {0};
    size_t length = pith_step_length(step->kind);
    for (size_t i = 0; i < length; i++)
        at[i] = (HPDF_REAL)step->at[i];
    if (step->kind == PITH_STEP_MOVE)
        CALL(Page_MoveTo)(page, at[0], at[1]);
    else if (step->kind == PITH_STEP_LINE)
        CALL(Page_LineTo)(page, at[0], at[1]);
    else
        CALL(Page_CurveTo)(page, at[0], at[1], at[2], at[3], at[4], at[5]);
}

// Every letter in coordinates of its own, so that compression finds it again.
static void put_run(HPDF_Page page, const pith_shape *shape, int32_t height)
{
    const HPDF_REAL scale = points(shape->size) / PITH_GLYPH_UNITS;
    pith_step step;
    int32_t advance = 0;
    CALL(Page_Concat)(page, scale, 0, 0, scale, points(shape->x), points(height - shape->y));
    for (size_t i = 0; i < shape->text.n; i++) {
        const pith_glyph *glyph = pith_badge_glyph(shape->weight, shape->text.p[i]);
        if (glyph->count && advance) {
            CALL(Page_Concat)(page, 1, 0, 0, 1, (HPDF_REAL)advance, 0);
            advance = 0;
        }
        for (size_t at = 0; pith_glyph_next(glyph, &at, &step);)
            put_step(page, &step);
        if (glyph->count)
            CALL(Page_Fill)(page);
        advance += glyph->advance;
    }
}

// Whether a contour of four steps is a rectangle as `re` draws it: first to the right, then down.
static bool is_rectangle(const pith_step *step, size_t left)
{
    if (left < 4 || (left > 4 && step[4].kind != PITH_STEP_MOVE))
        return false;
    for (size_t i = 1; i < 4; i++) {
        if (step[i].kind != PITH_STEP_LINE)
            return false;
    }
    return step[1].at[1] == step[0].at[1] && step[2].at[0] == step[1].at[0] &&
           step[3].at[1] == step[2].at[1] && step[3].at[0] == step[0].at[0] &&
           step[1].at[0] > step[0].at[0] && step[2].at[1] > step[1].at[1];
}

// A code is in modules, everything else in the units of the layout.
static void put_path(HPDF_Page page, const pith_shape *shape, int32_t height)
{
    const bool code = shape->kind == PITH_SHAPE_CODE;
    const HPDF_REAL scale = points(code ? shape->size : 1);
    CALL(Page_Concat)
    (page, scale, 0, 0, -scale, code ? points(shape->x) : 0,
     points(code ? height - shape->y : height));
    for (size_t i = 0; i < shape->count; i++) {
        const pith_step *step = &shape->steps[i];
        if (step->kind == PITH_STEP_MOVE && is_rectangle(step, shape->count - i)) {
            CALL(Page_Rectangle)
            (page, (HPDF_REAL)step[0].at[0], (HPDF_REAL)step[0].at[1],
             (HPDF_REAL)(step[1].at[0] - step[0].at[0]),
             (HPDF_REAL)(step[2].at[1] - step[1].at[1]));
            i += 3;
        } else {
            put_step(page, step);
        }
    }
    CALL(Page_Fill)(page);
}

static void put_colour(HPDF_Page page, uint32_t rgb)
{
    // Three decimals tell 256 steps apart.
    HPDF_REAL part[3];
    for (int i = 0; i < 3; i++) {
        uint32_t thousandths = ((rgb >> (16 - 8 * i) & 0xFF) * 1000 + 127) / 255;
        part[i] = (HPDF_REAL)thousandths / 1000;
    }
    CALL(Page_SetRGBFill)(page, part[0], part[1], part[2]);
}

static void draw(HPDF_Page page, const pith_badge_layout *layout, bool dark)
{
    for (size_t i = 0; i < layout->count; i++) {
        const pith_shape *shape = &layout->shapes[i];
        CALL(Page_GSave)(page);
        put_colour(page, pith_tone_rgb(shape->tone, dark));
        if (shape->kind == PITH_SHAPE_RUN)
            put_run(page, shape, layout->height);
        else
            put_path(page, shape, layout->height);
        CALL(Page_GRestore)(page);
    }
}

static void put_facts(HPDF_Doc doc, HPDF_Page page, const pith_badge_facts *facts,
                      const pith_badge_layout *layout)
{
    // Ends of strings: the facts are copies with a NUL behind them, and ASCII.
    const HPDF_Rect whole = {0, 0, points(layout->width), points(layout->height)};
    CALL(SetInfoAttr)(doc, HPDF_INFO_TITLE, facts->text.p);
    CALL(SetInfoAttr)(doc, HPDF_INFO_SUBJECT, facts->sentence.p);
    CALL(SetInfoAttr)(doc, HPDF_INFO_CREATOR, "pith " PITH_VERSION);
    HPDF_Annotation link = CALL(Page_CreateURILinkAnnot)(page, whole, facts->words.url);
    if (link)
        CALL(LinkAnnot_SetBorderStyle)(link, 0, 0, 0);
}

static pith_status save(HPDF_Doc doc, pith_buf *out, pith_error *err)
{
    HPDF_BYTE room[4096];
    CALL(SaveToStream)(doc);
    CALL(ResetStream)(doc);
    for (;;) {
        HPDF_UINT32 n = sizeof room;
        HPDF_STATUS status = CALL(ReadFromStream)(doc, room, &n);
        if (n > 0)
            pith_buf_add(out, room, n);
        if (status == HPDF_STREAM_EOF || (status == HPDF_OK && n == 0))
            return PITH_OK;
        if (status != HPDF_OK)
            return pith_fail(err, PITH_INTERNAL, NULL, "libharu cannot write the badge: 0x%lx",
                             (unsigned long)status);
    }
}

pith_status pith_badge_pdf(const pith_badge_facts *facts, const pith_badge_layout *layout,
                           bool dark, pith_buf *out, pith_error *err)
{
    pith_status status = pith_late_load(&pith_hpdf_library, err);
    if (status != PITH_OK)
        return status;
    HPDF_Doc doc = CALL(New)(NULL, NULL);
    if (!doc)
        return pith_fail_memory(err);
    CALL(SetCompressionMode)(doc, HPDF_COMP_ALL);
    HPDF_Page page = CALL(AddPage)(doc);
    if (page) {
        CALL(Page_SetWidth)(page, points(layout->width));
        CALL(Page_SetHeight)(page, points(layout->height));
        draw(page, layout, dark);
        put_facts(doc, page, facts, layout);
    }
    // libharu keeps its first error, and each call after it fails.
    HPDF_STATUS error = CALL(GetError)(doc);
    if (error != HPDF_OK)
        status = pith_fail(err, PITH_INTERNAL, NULL, "libharu cannot draw the badge: 0x%lx",
                           (unsigned long)error);
    else
        status = save(doc, out, err);
    CALL(Free)(doc);
    return status;
}

pith_status pith_badge_pdf_library(char *out, size_t size, pith_error *err)
{
    pith_status status = pith_late_load(&pith_hpdf_library, err);
    pith_late_version("libharu", status == PITH_OK ? CALL(GetVersion)() : NULL, out, size);
    return status;
}
