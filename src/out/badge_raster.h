// SPDX-License-Identifier: MIT
//
// A badge as pixels: shapes filled with the exact area they cover of each pixel.
#ifndef PITH_OUT_BADGE_RASTER_H
#define PITH_OUT_BADGE_RASTER_H

#include "report/badge.h"

// A bitmap of red, green, blue, alpha in bytes, alpha not multiplied in.
typedef struct pith_bitmap {
    size_t width, height;
    uint8_t *rgba;
} pith_bitmap;

// Pixels on a side at most, and in all: 256 MiB of memory.
enum { PITH_BITMAP_SIDE = 32768, PITH_BITMAP_PIXELS = 64 << 20 };

// Draws the layout at a resolution. Modules of a QR code are whole pixels, so that they stay
// sharp; PITH_USAGE when not even two pixels are left for one.
pith_status pith_badge_rasterise(pith_arena *arena, const pith_badge_layout *layout, bool dark,
                                 int dpi, pith_bitmap *out, pith_error *err) PITH_CHECKED;

#endif
