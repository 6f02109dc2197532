// SPDX-License-Identifier: MIT
//
// The badge as shapes on a plane, before any file format. Every back end draws the same list,
// in its order, each shape over those before it.
//
// Lengths are hundredths of a PostScript point (1/7200 inch), x to the right and y downwards
// from the top left corner: whole numbers, so that no format needs a rounding of its own.
#ifndef PITH_REPORT_BADGE_H
#define PITH_REPORT_BADGE_H

#include "report/badge_face.h"
#include "report/qr.h"

enum { PITH_BADGE_POINT = 100 };

// What a colour is for. PAGE is what lies around the badge: nothing is drawn in it. A QR code is
// dark on light in both schemes, since many scanners read no other.
typedef enum pith_tone {
    PITH_TONE_PAGE,
    PITH_TONE_PAPER,
    PITH_TONE_LINE, // hairlines; carries no meaning
    PITH_TONE_INK,
    PITH_TONE_SOFT,
    PITH_TONE_GOOD,
    PITH_TONE_GOOD_BOX,
    PITH_TONE_OPEN,
    PITH_TONE_OPEN_BOX,
    PITH_TONE_IDLE,
    PITH_TONE_IDLE_BOX,
    PITH_TONE_BAD,
    PITH_TONE_CODE_INK,
    PITH_TONE_CODE_PAPER,
    PITH_TONES
} pith_tone;

// 0xRRGGBB, sRGB, in the light or the dark scheme.
uint32_t pith_tone_rgb(pith_tone tone, bool dark);
// A short name for style sheets: "ink".
const char *pith_tone_name(pith_tone tone);

typedef enum pith_shape_kind { PITH_SHAPE_PATH, PITH_SHAPE_RUN, PITH_SHAPE_CODE } pith_shape_kind;

typedef struct pith_shape {
    pith_shape_kind kind;
    pith_tone tone;
    pith_tone on;           // what lies beneath, for PITH_SHAPE_RUN and marks
    const pith_step *steps; // PATH: the outline; CODE: that of its dark modules, in modules
    size_t count;           // its steps
    int32_t x, y;           // RUN: start of the baseline; CODE: corner of the symbol
    int32_t size;           // RUN: type size; CODE: side of a module
    pith_weight weight;     // RUN
    pith_text text;         // RUN: printable ASCII
} pith_shape;

enum { PITH_BADGE_SHAPES = 48 };

typedef struct pith_badge_layout {
    int32_t width, height;
    pith_qr qr; // of the shape of kind CODE, if there is one
    size_t count;
    pith_shape shapes[PITH_BADGE_SHAPES];
} pith_badge_layout;

// The words of a badge, all in printable ASCII.
typedef struct pith_badge_words {
    pith_badge_state state;
    pith_text prefix;  // "pith:2013:"
    pith_text id;      // 26 characters
    pith_text verdict; // "verified"
    pith_text source;  // "arXiv:1309.3741v1", or empty
    struct {
        pith_text wording; // "not attested"; empty: nothing is claimed
        bool positive;
        bool shown; // by events that were checked; else the resolver's word
    } claims[4];
    const char *url; // what the QR code holds
} pith_badge_words;

// Lays the badge out. Everything lives in the arena or in `words`.
pith_status pith_badge_lay_out(pith_arena *arena, const pith_badge_words *words,
                               const pith_badge_options *options, pith_badge_layout *out,
                               pith_error *err) PITH_CHECKED;

// The outline of the dark modules, in modules; see PITH_SHAPE_CODE.
pith_status pith_badge_trace(pith_arena *arena, const pith_qr *qr, const pith_step **steps,
                             size_t *count, pith_error *err) PITH_CHECKED;

// ---- For the layouts only -------------------------------------------------------------

// Shapes are put in through these. Without memory or room, `failed` says so.
typedef struct pith_easel {
    pith_arena *arena;
    pith_badge_layout *layout;
    bool failed;
} pith_easel;

// A rectangle with rounded corners; radius 0 gives sharp ones, `left_sharp` two of them.
typedef struct pith_box {
    int32_t x, y, w, h, radius;
    bool left_sharp;
} pith_box;
void pith_draw_box(pith_easel *easel, const pith_box *box, pith_tone tone);
// Words from x on the baseline y; returns where they end.
typedef struct pith_type {
    int32_t size;
    pith_weight weight;
    pith_tone tone, on;
} pith_type;
int32_t pith_draw_run(pith_easel *easel, int32_t x, int32_t y, const pith_type *type,
                      pith_text text);
int32_t pith_run_width(const pith_type *type, pith_text text);
// The mark of a state around a centre: a disc with a tick, a half-filled ring, a ring with a
// question mark, an octagon with a cross. Each differs from the others without its colour.
void pith_draw_mark(pith_easel *easel, pith_badge_state state, int32_t x, int32_t y, int32_t radius,
                    pith_tone on);
// A dot for a claim: full when positive, else a ring.
void pith_draw_dot(pith_easel *easel, bool full, int32_t x, int32_t y, int32_t radius,
                   pith_tone tone, pith_tone on);
pith_tone pith_state_tone(pith_badge_state state);
pith_tone pith_state_box(pith_badge_state state);

#endif
