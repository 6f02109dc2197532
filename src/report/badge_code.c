// SPDX-License-Identifier: MIT
//
// The outline of a QR code. Neighbouring modules become one area, so no renderer shows seams;
// and no two areas overlap, so the picture is the same by the even-odd rule (which LibreOffice
// uses whatever a file says) as by the non-zero rule.
#include "report/badge.h"

#include "base/arena.h"
#include "base/err.h"

// Directions of an edge, each a quarter turn to the right of the one before.
enum { EAST, SOUTH, WEST, NORTH };
static const int step_x[] = {1, 0, -1, 0};
static const int step_y[] = {0, 1, 0, -1};

// One bit for each direction in which an edge leaves a corner. Edges have the dark to their right.
typedef struct tracer {
    uint8_t *edges; // (size + 1) x (size + 1)
    int corners;    // on a side
    pith_step *steps;
    size_t count;
} tracer;

static bool dark(const uint8_t *modules, int size, int x, int y)
{
    return x >= 0 && y >= 0 && x < size && y < size && modules[y * size + x];
}

static void collect_edges(tracer *t, const uint8_t *modules, int size)
{
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            if (!dark(modules, size, x, y))
                continue;
            uint8_t *corner = t->edges + y * t->corners + x;
            if (!dark(modules, size, x, y - 1))
                corner[0] |= 1 << EAST;
            if (!dark(modules, size, x + 1, y))
                corner[1] |= 1 << SOUTH;
            if (!dark(modules, size, x, y + 1))
                corner[t->corners + 1] |= 1 << WEST;
            if (!dark(modules, size, x - 1, y))
                corner[t->corners] |= 1 << NORTH;
        }
    }
}

// Goes round one contour, which begins with an edge to the east, and takes its edges away. Where
// two modules meet at a corner only, turning right keeps them apart.
static void trace(tracer *t, int x, int y)
{
    const int start_x = x;
    const int start_y = y;
    int direction = EAST;
    pith_step_kind kind = PITH_STEP_MOVE;
    do {
        t->steps[t->count++] = (pith_step){kind, {x, y}};
        kind = PITH_STEP_LINE;
        uint8_t *corner = t->edges + y * t->corners + x;
        do {
            *corner &= (uint8_t) ~(1U << direction);
            x += step_x[direction];
            y += step_y[direction];
            corner = t->edges + y * t->corners + x;
        } while (!(*corner & 1U << (direction + 1) % 4) && *corner & 1U << direction);
        const int right = (direction + 1) % 4;
        direction = (*corner & 1U << right) ? right : (direction + 3) % 4;
    } while (x != start_x || y != start_y);
}

pith_status pith_badge_trace(pith_arena *arena, const pith_qr *qr, const pith_step **steps,
                             size_t *count, pith_error *err)
{
    const int corners = qr->size + 1;
    const size_t cells = (size_t)corners * (size_t)corners;
    uint8_t *modules = pith_alloc_array(arena, cells, 1);
    // No more turns than two at each corner.
    tracer t = {.edges = pith_alloc_array(arena, cells, 1),
                .corners = corners,
                .steps = pith_alloc_array(arena, 2 * cells, sizeof *t.steps)};
    if (!modules || !t.edges || !t.steps)
        return pith_fail_memory(err);
    for (size_t i = 0; i < qr->count; i++) {
        const pith_qr_rect *r = &qr->rects[i];
        for (int y = r->y; y < r->y + r->h; y++) {
            for (int x = r->x; x < r->x + r->w; x++)
                modules[y * qr->size + x] = 1;
        }
    }
    collect_edges(&t, modules, qr->size);
    for (int y = 0; y < corners; y++) {
        for (int x = 0; x < corners; x++) {
            if (t.edges[y * corners + x] & 1 << EAST)
                trace(&t, x, y);
        }
    }
    *steps = t.steps;
    *count = t.count;
    return PITH_OK;
}
