// SPDX-License-Identifier: MIT
//
// The QR symbol as rectangles, by libqrencode; the only file that uses it.
#ifndef PITH_REPORT_QR_H
#define PITH_REPORT_QR_H

#include "pith.h"

// A dark rectangle in modules from the top left corner.
typedef struct pith_qr_rect {
    uint8_t x, y, w, h;
} pith_qr_rect;

typedef struct pith_qr {
    int size; // modules on a side, without the quiet zone of 4
    pith_qr_rect *rects;
    size_t count;
} pith_qr;

// The smallest symbol for this ASCII text at error level M. The rectangles overlap so that
// any two neighbouring dark modules share one: renderers then show no seams.
pith_status pith_qr_make(pith_arena *arena, const char *text, pith_qr *out,
                         pith_error *err) PITH_CHECKED;
// The same at the error level 'L', 'M', 'Q' or 'H'; PITH_USAGE for another.
pith_status pith_qr_make_level(pith_arena *arena, const char *text, char level_name, pith_qr *out,
                               pith_error *err) PITH_CHECKED;

// For pith_libraries.
pith_status pith_qr_library(char *out, size_t size, pith_error *err) PITH_CHECKED;

#endif
