// SPDX-License-Identifier: MIT
//
// The badge as a PNG with alpha, its physical size and its words; the only file that uses libpng.
#include "out/badge.h"
#include "out/badge_raster.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/late.h"
#include "base/text.h"

#include <png.h>
#include <setjmp.h>

// What is used of it. CALL(write_row)() is png_write_row().
#define PITH_PNG_TABLE(X)                                                                          \
    X(png_, create_info_struct)                                                                    \
    X(png_, create_write_struct)                                                                   \
    X(png_, destroy_write_struct)                                                                  \
    X(png_, get_io_ptr)                                                                            \
    X(png_, get_libpng_ver)                                                                        \
    X(png_, longjmp)                                                                               \
    X(png_, set_IHDR)                                                                              \
    X(png_, set_longjmp_fn)                                                                        \
    X(png_, set_pHYs)                                                                              \
    X(png_, set_sRGB)                                                                              \
    X(png_, set_text)                                                                              \
    X(png_, set_write_fn)                                                                          \
    X(png_, write_end)                                                                             \
    X(png_, write_info)                                                                            \
    X(png_, write_row)

PITH_LATE_DECLARE(pith_png, PITH_PNG_TABLE);
PITH_LATE_DEFINE(pith_png, PITH_PNG_TABLE, PITH_PNG_SONAME);
#define CALL(function) PITH_LATE_CALL(pith_png, png_, function)

static void write_bytes(png_structp png, png_bytep bytes, size_t len)
{
    pith_buf_add(CALL(get_io_ptr)(png), bytes, len);
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

// libpng's own handlers print.
static void warn(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void fail(png_structp png, png_const_charp message)
{
    (void)message;
    CALL(longjmp)(png, 1);
}

enum { WORDS = 4 };

// tEXt is Latin-1 and these are ASCII. libpng wants them where it could write.
static bool make_words(pith_arena *arena, const pith_badge_facts *facts, png_text words[WORDS])
{
    const pith_text rows[WORDS][2] = {
        {pith_text_of("Title"), facts->text},
        {pith_text_of("Description"), facts->sentence},
        {pith_text_of("Source"), pith_text_of(facts->words.url)},
        {pith_text_of("Software"), pith_text_of("pith " PITH_VERSION)},
    };
    memset(words, 0, WORDS * sizeof *words);
    for (size_t i = 0; i < WORDS; i++) {
        words[i].compression = PNG_TEXT_COMPRESSION_NONE;
        words[i].key = pith_alloc_copy(arena, rows[i][0].p, rows[i][0].n);
        words[i].text = pith_alloc_copy(arena, rows[i][1].p, rows[i][1].n);
        if (!words[i].key || !words[i].text)
            return false;
    }
    return true;
}

// setjmp leaves locals that change after it undefined, so this has none.
static bool encode(png_structp png, png_infop info, const png_text words[WORDS],
                   const pith_bitmap *bitmap, int dpi, pith_buf *out)
{
    if (setjmp(*CALL(set_longjmp_fn)(png, longjmp, sizeof(jmp_buf))))
        return false;
    CALL(set_write_fn)(png, out, write_bytes, flush_nothing);
    CALL(set_IHDR)
    (png, info, (png_uint_32)bitmap->width, (png_uint_32)bitmap->height, 8,
     PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
     PNG_FILTER_TYPE_DEFAULT);
    CALL(set_sRGB)(png, info, PNG_sRGB_INTENT_RELATIVE);
    CALL(set_pHYs)
    (png, info, (png_uint_32)(dpi * 10000L / 254), (png_uint_32)(dpi * 10000L / 254),
     PNG_RESOLUTION_METER);
    CALL(set_text)(png, info, words, WORDS);
    CALL(write_info)(png, info);
    for (size_t y = 0; y < bitmap->height; y++)
        CALL(write_row)(png, bitmap->rgba + 4 * y * bitmap->width);
    CALL(write_end)(png, info);
    return true;
}

pith_status pith_badge_png(pith_arena *arena, const pith_badge_facts *facts,
                           const pith_badge_layout *layout, bool dark, int dpi, pith_buf *out,
                           pith_error *err)
{
    pith_bitmap bitmap;
    png_text words[WORDS];
    pith_status status = pith_late_load(&pith_png_library, err);
    if (status == PITH_OK)
        status = pith_badge_rasterise(arena, layout, dark, dpi, &bitmap, err);
    if (status != PITH_OK)
        return status;
    png_structp png = CALL(create_write_struct)(PNG_LIBPNG_VER_STRING, NULL, fail, warn);
    png_infop info = png ? CALL(create_info_struct)(png) : NULL;
    if (!info || !make_words(arena, facts, words))
        status = pith_fail_memory(err);
    else if (!encode(png, info, words, &bitmap, dpi, out))
        status = pith_fail(err, PITH_INTERNAL, NULL, "libpng cannot write the badge");
    if (png)
        CALL(destroy_write_struct)(&png, &info);
    return status;
}

pith_status pith_badge_png_library(char *out, size_t size, pith_error *err)
{
    pith_status status = pith_late_load(&pith_png_library, err);
    pith_late_version("libpng", status == PITH_OK ? CALL(get_libpng_ver)(NULL) : NULL, out, size);
    return status;
}
