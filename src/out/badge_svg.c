// SPDX-License-Identifier: MIT
//
// Shapes as SVG 1.1 paths. Colours are presentation attributes, so that readers without CSS
// show the light scheme; a style sheet, which beats them, holds the dark one.
#include "out/badge.h"

void pith_badge_points(int32_t length, pith_buf *out)
{
    int32_t rest = length % PITH_BADGE_POINT;
    pith_buf_printf(out, "%d", (int)(length / PITH_BADGE_POINT));
    if (rest % 10)
        pith_buf_printf(out, ".%02d", (int)rest);
    else if (rest)
        pith_buf_printf(out, ".%d", (int)(rest / 10));
}

// Writes path data, relative and with the short forms: a third shorter than the plain one.
typedef struct path_writer {
    pith_buf *out;
    int32_t x, y; // where the pen is
    char last;    // the command before; 0 at the start
    int32_t dx;   // added to every x
} path_writer;

static void put_number(path_writer *w, int32_t number, bool first)
{
    if (!first && number >= 0)
        pith_buf_puts(w->out, " ");
    pith_buf_printf(w->out, "%d", (int)number);
}

static void put_command(path_writer *w, char command, const int32_t *numbers, size_t count)
{
    bool again = w->last == command && command != 'm';
    if (!again)
        pith_buf_add(w->out, &command, 1);
    for (size_t i = 0; i < count; i++)
        put_number(w, numbers[i], i == 0 && !again);
    w->last = command;
}

static void put_step(path_writer *w, const pith_step *step)
{
    int32_t by[6] = {0};
    size_t length = pith_step_length(step->kind);
    for (size_t i = 0; i < length; i += 2) {
        by[i] = step->at[i] + w->dx - w->x;
        by[i + 1] = step->at[i + 1] - w->y;
    }
    w->x += by[length - 2];
    w->y += by[length - 1];
    if (step->kind == PITH_STEP_CURVE)
        put_command(w, 'c', by, 6);
    else if (step->kind == PITH_STEP_MOVE)
        put_command(w, 'm', by, 2);
    else if (by[1] == 0)
        put_command(w, 'h', by, 1);
    else if (by[0] == 0)
        put_command(w, 'v', by + 1, 1);
    else
        put_command(w, 'l', by, 2);
}

static void open_path(const pith_shape *shape, pith_badge_theme theme, pith_buf *out)
{
    pith_buf_puts(out, "<path");
    if (theme == PITH_BADGE_AUTO)
        pith_buf_printf(out, " class=\"pith-%s\"", pith_tone_name(shape->tone));
    pith_buf_printf(out, " fill=\"#%06x\"",
                    (unsigned)pith_tone_rgb(shape->tone, theme == PITH_BADGE_DARK));
}

// All letters of a run are one path, in units of the face.
static void put_run(const pith_shape *shape, pith_buf *out)
{
    path_writer w = {.out = out};
    pith_step step;
    const int scale = (int)(shape->size * 1000 / PITH_GLYPH_UNITS); // in thousandths
    pith_buf_printf(out, " transform=\"matrix(%d.%03d 0 0 -%d.%03d %d %d)\" d=\"", scale / 1000,
                    scale % 1000, scale / 1000, scale % 1000, (int)shape->x, (int)shape->y);
    for (size_t i = 0; i < shape->text.n; i++) {
        const pith_glyph *glyph = pith_badge_glyph(shape->weight, shape->text.p[i]);
        for (size_t at = 0; pith_glyph_next(glyph, &at, &step);)
            put_step(&w, &step);
        w.dx += glyph->advance;
    }
}

// A code is in modules, everything else in the units of the layout.
static void put_path(const pith_shape *shape, pith_buf *out)
{
    path_writer w = {.out = out};
    if (shape->kind == PITH_SHAPE_CODE)
        pith_buf_printf(out, " transform=\"matrix(%d 0 0 %d %d %d)\"", (int)shape->size,
                        (int)shape->size, (int)shape->x, (int)shape->y);
    pith_buf_puts(out, " d=\"");
    for (size_t i = 0; i < shape->count; i++)
        put_step(&w, &shape->steps[i]);
}

void pith_badge_svg_shapes(const pith_badge_layout *layout, pith_badge_theme theme, pith_buf *out)
{
    for (size_t i = 0; i < layout->count; i++) {
        const pith_shape *shape = &layout->shapes[i];
        open_path(shape, theme, out);
        if (shape->kind == PITH_SHAPE_RUN)
            put_run(shape, out);
        else
            put_path(shape, out);
        pith_buf_puts(out, "\"/>\n");
    }
}

void pith_badge_svg_style(const pith_badge_layout *layout, pith_badge_theme theme, pith_buf *out)
{
    bool used[PITH_TONES] = {false};
    if (theme != PITH_BADGE_AUTO)
        return;
    for (size_t i = 0; i < layout->count; i++)
        used[layout->shapes[i].tone] = true;
    pith_buf_puts(out, "<style>@media (prefers-color-scheme:dark){");
    for (size_t tone = 0; tone < PITH_TONES; tone++) {
        uint32_t dark = pith_tone_rgb((pith_tone)tone, true);
        if (used[tone] && dark != pith_tone_rgb((pith_tone)tone, false))
            pith_buf_printf(out, "[class=pith-%s]{fill:#%06x}", pith_tone_name((pith_tone)tone),
                            (unsigned)dark);
    }
    pith_buf_puts(out, "}</style>\n");
}
