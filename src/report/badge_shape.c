// SPDX-License-Identifier: MIT
//
// Colours, boxes, words and marks of badges.
#include "report/badge.h"

#include "base/arena.h"

// ---- Colours --------------------------------------------------------------------------

// tests/unit/test_badge.c computes the contrast of every pair that a layout uses.
static const struct {
    const char *name;
    uint32_t light, dark;
} tones[PITH_TONES] = {
    [PITH_TONE_PAGE] = {"page", 0xFFFFFF, 0x0D1117},
    [PITH_TONE_PAPER] = {"paper", 0xFFFFFF, 0x1F2228},
    [PITH_TONE_LINE] = {"line", 0xC6C3BA, 0x4A505B},
    [PITH_TONE_INK] = {"ink", 0x1D1F24, 0xE8E6E1},
    [PITH_TONE_SOFT] = {"soft", 0x5B606B, 0xA9ADB6},
    [PITH_TONE_GOOD] = {"good", 0x1D6B3A, 0x8FD6A5},
    [PITH_TONE_GOOD_BOX] = {"good-box", 0xE3F1E6, 0x1C3325},
    [PITH_TONE_OPEN] = {"open", 0x7A4F00, 0xECC27A},
    [PITH_TONE_OPEN_BOX] = {"open-box", 0xF7ECD5, 0x382C14},
    [PITH_TONE_IDLE] = {"idle", 0x4C525D, 0xB9BEC8},
    [PITH_TONE_IDLE_BOX] = {"idle-box", 0xECEEF1, 0x2E333C},
    [PITH_TONE_BAD] = {"bad", 0xA3122A, 0xFFA3AD},
    [PITH_TONE_CODE_INK] = {"code-ink", 0x000000, 0x000000},
    [PITH_TONE_CODE_PAPER] = {"code-paper", 0xFFFFFF, 0xFFFFFF},
};

uint32_t pith_tone_rgb(pith_tone tone, bool dark)
{
    return dark ? tones[tone].dark : tones[tone].light;
}

const char *pith_tone_name(pith_tone tone)
{
    return tones[tone].name;
}

pith_tone pith_state_tone(pith_badge_state state)
{
    static const pith_tone by_state[] = {PITH_TONE_GOOD, PITH_TONE_OPEN, PITH_TONE_IDLE,
                                         PITH_TONE_BAD};
    return by_state[state];
}

pith_tone pith_state_box(pith_badge_state state)
{
    static const pith_tone by_state[] = {PITH_TONE_GOOD_BOX, PITH_TONE_OPEN_BOX, PITH_TONE_IDLE_BOX,
                                         PITH_TONE_BAD};
    return by_state[state];
}

// ---- Paths ----------------------------------------------------------------------------

static pith_shape *add_shape(pith_easel *easel, pith_shape_kind kind, pith_tone tone, pith_tone on)
{
    pith_badge_layout *layout = easel->layout;
    if (easel->failed || layout->count == PITH_BADGE_SHAPES) {
        easel->failed = true;
        return NULL;
    }
    pith_shape *shape = &layout->shapes[layout->count++];
    *shape = (pith_shape){.kind = kind, .tone = tone, .on = on};
    return shape;
}

typedef struct pen {
    pith_step steps[24];
    size_t count;
} pen;

static void move(pen *p, int32_t x, int32_t y)
{
    p->steps[p->count++] = (pith_step){PITH_STEP_MOVE, {x, y}};
}

static void line(pen *p, int32_t x, int32_t y)
{
    p->steps[p->count++] = (pith_step){PITH_STEP_LINE, {x, y}};
}

// A quarter of an ellipse from where the pen is to (x, y), leaving along x or along y. Control
// points at 4/3 (sqrt 2 - 1) of the radius keep within 0.03 % of the circle.
static void quarter(pen *p, int32_t x, int32_t y, bool along_x)
{
    const pith_step *last = &p->steps[p->count - 1];
    const int32_t *from = last->at + pith_step_length(last->kind) - 2;
    int32_t dx = (int32_t)((int64_t)(x - from[0]) * 5523 / 10000);
    int32_t dy = (int32_t)((int64_t)(y - from[1]) * 5523 / 10000);
    pith_step step = {PITH_STEP_CURVE, {0, 0, 0, 0, x, y}};
    step.at[0] = along_x ? from[0] + dx : from[0];
    step.at[1] = along_x ? from[1] : from[1] + dy;
    step.at[2] = along_x ? x : x - dx;
    step.at[3] = along_x ? y - dy : y;
    p->steps[p->count++] = step;
}

static void add_path(pith_easel *easel, const pen *p, pith_tone tone, pith_tone on)
{
    pith_step *steps = pith_alloc_array(easel->arena, p->count, sizeof *steps);
    pith_shape *shape = steps ? add_shape(easel, PITH_SHAPE_PATH, tone, on) : NULL;
    if (!shape) {
        easel->failed = true;
        return;
    }
    memcpy(steps, p->steps, p->count * sizeof *steps);
    shape->steps = steps;
    shape->count = p->count;
}

void pith_draw_box(pith_easel *easel, const pith_box *b, pith_tone tone)
{
    pen p = {.count = 0};
    int32_t r = b->radius;
    int32_t left = b->left_sharp ? 0 : r;
    int32_t right = b->x + b->w;
    int32_t bottom = b->y + b->h;
    move(&p, b->x + left, b->y);
    line(&p, right - r, b->y);
    if (r)
        quarter(&p, right, b->y + r, true);
    line(&p, right, bottom - r);
    if (r)
        quarter(&p, right - r, bottom, false);
    line(&p, b->x + left, bottom);
    if (left)
        quarter(&p, b->x, bottom - left, true);
    line(&p, b->x, b->y + left);
    if (left)
        quarter(&p, b->x + left, b->y, false);
    add_path(easel, &p, tone, PITH_TONE_PAGE);
}

// A whole circle, clockwise, or the other way round to cut a hole.
static void circle(pen *p, int32_t x, int32_t y, int32_t r, bool hole)
{
    int32_t side = hole ? -r : r;
    move(p, x, y - r);
    quarter(p, x + side, y, true);
    quarter(p, x, y + r, false);
    quarter(p, x - side, y, true);
    quarter(p, x, y - r, false);
}

// ---- Words ----------------------------------------------------------------------------

int32_t pith_run_width(const pith_type *type, pith_text text)
{
    return (int32_t)((int64_t)pith_badge_advance(type->weight, text) * type->size /
                     PITH_GLYPH_UNITS);
}

int32_t pith_draw_run(pith_easel *easel, int32_t x, int32_t y, const pith_type *type,
                      pith_text text)
{
    pith_shape *shape = add_shape(easel, PITH_SHAPE_RUN, type->tone, type->on);
    if (!shape)
        return x;
    shape->x = x;
    shape->y = y;
    shape->size = type->size;
    shape->weight = type->weight;
    shape->text = text;
    return x + pith_run_width(type, text);
}

// ---- Marks ----------------------------------------------------------------------------

// Points in hundredths of the radius around the centre.
static void polygon(pen *p, const int8_t (*points)[2], size_t count, int32_t x, int32_t y,
                    int32_t radius)
{
    for (size_t i = 0; i < count; i++) {
        int32_t px = x + points[i][0] * radius / 100;
        int32_t py = y + points[i][1] * radius / 100;
        if (i == 0)
            move(p, px, py);
        else
            line(p, px, py);
    }
}

static void mark_verified(pith_easel *easel, int32_t x, int32_t y, int32_t r, pith_tone on)
{
    static const int8_t tick[][2] = {{-50, -5}, {-33, -22}, {-12, -1},
                                     {34, -47}, {51, -30},  {-12, 34}};
    pen disc = {.count = 0};
    pen inner = {.count = 0};
    circle(&disc, x, y, r, false);
    add_path(easel, &disc, PITH_TONE_GOOD, on);
    polygon(&inner, tick, sizeof tick / sizeof *tick, x, y + r / 14, r);
    add_path(easel, &inner, on, PITH_TONE_GOOD);
}

static void ring(pith_easel *easel, int32_t x, int32_t y, int32_t r, int32_t width, pith_tone tone,
                 pith_tone on)
{
    pen p = {.count = 0};
    circle(&p, x, y, r, false);
    circle(&p, x, y, r - width, true);
    add_path(easel, &p, tone, on);
}

static void mark_intact(pith_easel *easel, int32_t x, int32_t y, int32_t r, pith_tone on)
{
    pen half = {.count = 0};
    int32_t inner = r * 62 / 100;
    ring(easel, x, y, r, r * 18 / 100, PITH_TONE_OPEN, on);
    move(&half, x, y + inner);
    quarter(&half, x - inner, y, true);
    quarter(&half, x, y - inner, false);
    add_path(easel, &half, PITH_TONE_OPEN, on);
}

static void mark_unchecked(pith_easel *easel, int32_t x, int32_t y, int32_t r, pith_tone on)
{
    const pith_text sign = {"?", 1};
    const pith_type type = {r * 135 / 100, PITH_WEIGHT_BOLD, PITH_TONE_IDLE, on};
    ring(easel, x, y, r, r * 18 / 100, PITH_TONE_IDLE, on);
    pith_draw_run(easel, x - pith_run_width(&type, sign) / 2,
                  y + type.size * PITH_GLYPH_CAPS / PITH_GLYPH_UNITS / 2, &type, sign);
}

static void mark_failed(pith_easel *easel, int32_t x, int32_t y, int32_t r, pith_tone tone,
                        pith_tone on)
{
    static const int8_t octagon[][2] = {{-41, -100}, {41, -100}, {100, -41}, {100, 41},
                                        {41, 100},   {-41, 100}, {-100, 41}, {-100, -41}};
    static const int8_t cross[][2] = {{-46, -30}, {-30, -46}, {0, -16},  {30, -46},
                                      {46, -30},  {16, 0},    {46, 30},  {30, 46},
                                      {0, 16},    {-30, 46},  {-46, 30}, {-16, 0}};
    pen outer = {.count = 0};
    pen inner = {.count = 0};
    polygon(&outer, octagon, sizeof octagon / sizeof *octagon, x, y, r);
    add_path(easel, &outer, tone, on);
    polygon(&inner, cross, sizeof cross / sizeof *cross, x, y, r);
    add_path(easel, &inner, on, tone);
}

void pith_draw_mark(pith_easel *easel, pith_badge_state state, int32_t x, int32_t y, int32_t radius,
                    pith_tone on)
{
    switch (state) {
    case PITH_BADGE_VERIFIED:
        mark_verified(easel, x, y, radius, on);
        break;
    case PITH_BADGE_INTACT:
        mark_intact(easel, x, y, radius, on);
        break;
    case PITH_BADGE_UNCHECKED:
        mark_unchecked(easel, x, y, radius, on);
        break;
    case PITH_BADGE_FAILED: // on its own colour, the mark is cut out of it
        mark_failed(easel, x, y, radius, on == PITH_TONE_BAD ? PITH_TONE_PAPER : PITH_TONE_BAD, on);
        break;
    }
}

void pith_draw_dot(pith_easel *easel, bool full, int32_t x, int32_t y, int32_t radius,
                   pith_tone tone, pith_tone on)
{
    pen disc = {.count = 0};
    if (!full) {
        ring(easel, x, y, radius, radius * 32 / 100, tone, on);
        return;
    }
    circle(&disc, x, y, radius, false);
    add_path(easel, &disc, tone, on);
}
