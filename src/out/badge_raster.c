// SPDX-License-Identifier: MIT
#include "out/badge_raster.h"

#include "base/arena.h"
#include "base/err.h"

#include <math.h>

// The signed area that an outline covers is collected edge by edge: each edge adds, in the cells
// it passes, the change of coverage from the cell to its left. A running sum along the row then
// gives the coverage itself. Exact for outlines that do not overlap themselves; those of badges
// (letters, boxes, marks) do not, and QR codes are drawn as whole pixels.
typedef struct canvas {
    pith_bitmap *bitmap;
    double scale;       // pixels of a unit of the layout
    float *cells;       // (width + 2) * height changes of coverage
    size_t stride;      // width + 2
    size_t top, bottom; // rows that have been touched
} canvas;

typedef struct point {
    double x, y;
} point;

// Not fmin and fmax: nothing else needs libm, which takes as much memory as the badge's code.
static double least(double a, double b)
{
    return a < b ? a : b;
}

static double largest(double a, double b)
{
    return a > b ? a : b;
}

// One edge within one row; x may be anywhere, what lies left of the bitmap counts in column 0.
static void add_in_row(canvas *c, size_t row, point a, point b, double direction)
{
    const double limit = (double)c->bitmap->width;
    float *cells = c->cells + row * c->stride;
    double height = (b.y - a.y) * direction;
    double left = least(largest(least(a.x, b.x), 0), limit);
    double right = least(largest(largest(a.x, b.x), 0), limit);
    size_t first = (size_t)left;
    size_t last = (size_t)right;
    if (first == last) { // one cell: the mean distance from its right side is covered
        double inside = 1 - ((left + right) / 2 - (double)first);
        cells[first] += (float)(height * inside);
        cells[first + 1] += (float)(height * (1 - inside));
        return;
    }
    double slope = height / (right - left);
    double covered = 0; // of this row, by the cells so far
    double before = 0;
    for (size_t i = first; i <= last; i++) {
        double from = largest(left, (double)i);
        double to = least(right, (double)i + 1);
        double part = (to - from) * slope;
        double inside = covered + part * (1 - ((from + to) / 2 - (double)i));
        cells[i] += (float)(inside - before);
        before = inside;
        covered += part;
    }
    cells[last + 1] += (float)(covered - before);
}

static void add_edge(canvas *c, point a, point b)
{
    const double limit = (double)c->bitmap->height;
    double direction = 1;
    if (a.y == b.y)
        return;
    if (a.y > b.y) {
        point swap = a;
        a = b;
        b = swap;
        direction = -1;
    }
    if (b.y <= 0 || a.y >= limit)
        return;
    double slope = (b.x - a.x) / (b.y - a.y);
    double y = largest(a.y, 0);
    double end = least(b.y, limit);
    size_t row = (size_t)y;
    if (row < c->top)
        c->top = row;
    for (; row < c->bitmap->height && y < end; row++) {
        double next = least(end, (double)row + 1);
        add_in_row(c, row, (point){a.x + (y - a.y) * slope, y},
                   (point){a.x + (next - a.y) * slope, next}, direction);
        y = next;
    }
    if (row > c->bottom)
        c->bottom = row;
}

// A curve as chords, short enough that none strays a twentieth of a pixel.
static void add_curve(canvas *c, point a, point b, point p, point d)
{
    double bend = fabs(a.x - 2 * b.x + p.x) + fabs(a.y - 2 * b.y + p.y) +
                  fabs(b.x - 2 * p.x + d.x) + fabs(b.y - 2 * p.y + d.y);
    int count = 2;
    while (count < 200 && count * count < bend * 8)
        count++;
    point from = a;
    for (int i = 1; i <= count; i++) {
        double t = (double)i / count;
        double s = 1 - t;
        point to = {s * s * s * a.x + 3 * s * s * t * b.x + 3 * s * t * t * p.x + t * t * t * d.x,
                    s * s * s * a.y + 3 * s * s * t * b.y + 3 * s * t * t * p.y + t * t * t * d.y};
        add_edge(c, from, to);
        from = to;
    }
}

// Where the numbers of steps lie on the bitmap.
typedef struct frame {
    double scale_x, scale_y, x, y;
} frame;

typedef struct outline {
    canvas *canvas;
    frame frame;
    point start, at; // of the contour
} outline;

static point place(const frame *f, const int32_t *at)
{
    return (point){f->x + at[0] * f->scale_x, f->y + at[1] * f->scale_y};
}

static void add_step(outline *o, const pith_step *step)
{
    if (step->kind == PITH_STEP_MOVE) {
        add_edge(o->canvas, o->at, o->start);
        o->start = o->at = place(&o->frame, step->at);
    } else if (step->kind == PITH_STEP_LINE) {
        point to = place(&o->frame, step->at);
        add_edge(o->canvas, o->at, to);
        o->at = to;
    } else {
        point to = place(&o->frame, step->at + 4);
        add_curve(o->canvas, o->at, place(&o->frame, step->at), place(&o->frame, step->at + 2), to);
        o->at = to;
    }
}

// ---- Pixels ---------------------------------------------------------------------------

// Lays a colour over a pixel (Porter and Duff's `over`).
static void blend(uint8_t *pixel, uint32_t rgb, uint32_t cover)
{
    uint32_t old = pixel[3] * (255 - cover); // in 1/255
    uint32_t sum = cover * 255 + old;
    if (sum == 0)
        return;
    for (unsigned i = 0; i < 3; i++) {
        uint32_t new = rgb >> (16 - 8 * i) & 0xFF;
        pixel[i] = (uint8_t)((new *cover * 255 + pixel[i] * old + sum / 2) / sum);
    }
    pixel[3] = (uint8_t)((sum + 127) / 255);
}

// Turns the collected changes into colour, and clears them for the next shape.
static void fill(canvas *c, uint32_t rgb)
{
    for (size_t row = c->top; row < c->bottom; row++) {
        float *cells = c->cells + row * c->stride;
        float sum = 0;
        for (size_t x = 0; x < c->bitmap->width; x++) {
            sum += cells[x];
            float cover = fabsf(sum) < 1 ? fabsf(sum) : 1;
            uint32_t alpha = (uint32_t)(cover * 255 + 0.5F);
            if (alpha)
                blend(c->bitmap->rgba + 4 * (row * c->bitmap->width + x), rgb, alpha);
        }
        memset(cells, 0, c->stride * sizeof *cells);
    }
    c->top = c->bitmap->height;
    c->bottom = 0;
}

static void draw_path(canvas *c, const pith_shape *shape, uint32_t rgb)
{
    outline o = {.canvas = c, .frame = {c->scale, c->scale, 0, 0}};
    for (size_t i = 0; i < shape->count; i++)
        add_step(&o, &shape->steps[i]);
    add_edge(c, o.at, o.start);
    fill(c, rgb);
}

static void draw_run(canvas *c, const pith_shape *shape, uint32_t rgb)
{
    const double scale = c->scale * shape->size / PITH_GLYPH_UNITS;
    outline o = {.canvas = c, .frame = {scale, -scale, shape->x * c->scale, shape->y * c->scale}};
    pith_step step;
    for (size_t i = 0; i < shape->text.n; i++) {
        const pith_glyph *glyph = pith_badge_glyph(shape->weight, shape->text.p[i]);
        for (size_t at = 0; pith_glyph_next(glyph, &at, &step);)
            add_step(&o, &step);
        o.frame.x += glyph->advance * scale;
    }
    add_edge(c, o.at, o.start);
    fill(c, rgb);
}

static void draw_code(canvas *c, const pith_shape *shape, const pith_qr *qr, size_t module,
                      uint32_t rgb)
{
    // In the middle of the room that the layout leaves for symbol and quiet zone.
    double room = (double)shape->size * qr->size * c->scale;
    double slack = (room - (double)module * qr->size) / 2;
    size_t x0 = (size_t)(shape->x * c->scale + slack + 0.5);
    size_t y0 = (size_t)(shape->y * c->scale + slack + 0.5);
    for (size_t i = 0; i < qr->count; i++) {
        const pith_qr_rect *r = &qr->rects[i];
        for (size_t y = y0 + r->y * module; y < y0 + (size_t)(r->y + r->h) * module; y++) {
            for (size_t x = x0 + r->x * module; x < x0 + (size_t)(r->x + r->w) * module; x++) {
                if (x < c->bitmap->width && y < c->bitmap->height)
                    blend(c->bitmap->rgba + 4 * (y * c->bitmap->width + x), rgb, 255);
            }
        }
    }
}

// Rounded up, but for the noise of the multiplication.
static uint64_t pixels(int32_t length, double scale)
{
    double exact = length * scale - 1e-9;
    uint64_t whole = exact > 0 ? (uint64_t)exact : 0;
    return (double)whole < exact ? whole + 1 : whole;
}

static pith_status make_bitmap(pith_arena *arena, const pith_badge_layout *layout, canvas *c,
                               pith_error *err)
{
    uint64_t width = pixels(layout->width, c->scale);
    uint64_t height = pixels(layout->height, c->scale);
    if (width > PITH_BITMAP_SIDE || height > PITH_BITMAP_SIDE ||
        width * height > PITH_BITMAP_PIXELS)
        return pith_fail(err, PITH_TOO_LARGE, NULL, "the picture would have %llu x %llu pixels",
                         (unsigned long long)width, (unsigned long long)height);
    c->bitmap->width = (size_t)width;
    c->bitmap->height = (size_t)height;
    c->stride = c->bitmap->width + 2;
    c->top = c->bitmap->height;
    c->bitmap->rgba = pith_alloc_array(arena, c->bitmap->width * c->bitmap->height, 4);
    c->cells = pith_alloc_array(arena, c->stride * c->bitmap->height, sizeof *c->cells);
    return c->bitmap->rgba && c->cells ? PITH_OK : pith_fail_memory(err);
}

pith_status pith_badge_rasterise(pith_arena *arena, const pith_badge_layout *layout, bool dark,
                                 int dpi, pith_bitmap *out, pith_error *err)
{
    canvas c = {.bitmap = out, .scale = (double)dpi / (72 * PITH_BADGE_POINT)};
    pith_status status = make_bitmap(arena, layout, &c, err);
    for (size_t i = 0; i < layout->count && status == PITH_OK; i++) {
        const pith_shape *shape = &layout->shapes[i];
        uint32_t rgb = pith_tone_rgb(shape->tone, dark);
        size_t module = (size_t)(shape->size * c.scale + 0.1);
        if (shape->kind == PITH_SHAPE_PATH)
            draw_path(&c, shape, rgb);
        else if (shape->kind == PITH_SHAPE_RUN)
            draw_run(&c, shape, rgb);
        else if (module >= 2)
            draw_code(&c, shape, &layout->qr, module, rgb);
        else
            status = pith_fail(err, PITH_USAGE, NULL, "a QR code needs at least %d dpi",
                               2 * 72 * PITH_BADGE_POINT / (int)shape->size + 1);
    }
    return status;
}
