// SPDX-License-Identifier: MIT
#include "report/qr.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/late.h"

#include <qrencode.h>

// What is used of it. CALL(free)() is QRcode_free().
#define PITH_QRENCODE_TABLE(X)                                                                     \
    X(QRcode_, APIVersionString)                                                                   \
    X(QRcode_, encodeString)                                                                       \
    X(QRcode_, encodeString8bit)                                                                   \
    X(QRcode_, free)

PITH_LATE_DECLARE(pith_qrencode, PITH_QRENCODE_TABLE);
PITH_LATE_DEFINE(pith_qrencode, PITH_QRENCODE_TABLE, PITH_QRENCODE_SONAME);
#define CALL(function) PITH_LATE_CALL(pith_qrencode, QRcode_, function)

static bool dark(const QRcode *code, int x, int y)
{
    return code->data[y * code->width + x] & 1; // bit 0 is the module
}

// A run of dark modules along a row (dx = 1) or column (dy = 1) from (x, y).
static int run_length(const QRcode *code, int x, int y, int dx, int dy)
{
    int n = 0;
    while (x < code->width && y < code->width && dark(code, x, y)) {
        n++;
        x += dx;
        y += dy;
    }
    return n;
}

static bool contains(const pith_qr_rect *a, const pith_qr_rect *b)
{
    return a->x <= b->x && a->y <= b->y && a->x + a->w >= b->x + b->w && a->y + a->h >= b->y + b->h;
}

// Grows a run over the following lines as long as each has dark modules all along it.
static pith_qr_rect grow(const QRcode *code, int x, int y, int length, bool row)
{
    int thick = 1;
    for (;; thick++) {
        int nx = row ? x : x + thick;
        int ny = row ? y + thick : y;
        if (nx >= code->width || ny >= code->width ||
            run_length(code, nx, ny, row ? 1 : 0, row ? 0 : 1) < length)
            break;
    }
    return (pith_qr_rect){(uint8_t)x, (uint8_t)y, (uint8_t)(row ? length : thick),
                          (uint8_t)(row ? thick : length)};
}

// Adds a rectangle unless another covers it, and drops those that it covers.
static void add_rect(pith_qr *qr, pith_qr_rect rect)
{
    size_t kept = 0;
    for (size_t i = 0; i < qr->count; i++) {
        if (contains(&qr->rects[i], &rect))
            return; // nothing was dropped: what rect covers, this one would cover too
        if (!contains(&rect, &qr->rects[i]))
            qr->rects[kept++] = qr->rects[i];
    }
    qr->rects[kept] = rect;
    qr->count = kept + 1;
}

// Every maximal run, along rows and along columns, lies within one rectangle.
static void cover(const QRcode *code, pith_qr *qr)
{
    for (int y = 0; y < code->width; y++) {
        for (int x = 0; x < code->width; x++) {
            if (dark(code, x, y) && (x == 0 || !dark(code, x - 1, y)))
                add_rect(qr, grow(code, x, y, run_length(code, x, y, 1, 0), true));
        }
    }
    for (int x = 0; x < code->width; x++) {
        for (int y = 0; y < code->width; y++) {
            if (dark(code, x, y) && (y == 0 || !dark(code, x, y - 1)))
                add_rect(qr, grow(code, x, y, run_length(code, x, y, 0, 1), false));
        }
    }
}

pith_status pith_qr_make(pith_arena *arena, const char *text, pith_qr *out, pith_error *err)
{
    return pith_qr_make_level(arena, text, 'M', out, err);
}

pith_status pith_qr_make_level(pith_arena *arena, const char *text, char level_name, pith_qr *out,
                               pith_error *err)
{
    QRecLevel level = QR_ECLEVEL_M;
    if (level_name == 'L')
        level = QR_ECLEVEL_L;
    else if (level_name == 'Q')
        level = QR_ECLEVEL_Q;
    else if (level_name == 'H')
        level = QR_ECLEVEL_H;
    else if (level_name != 'M')
        return pith_fail(err, PITH_USAGE, NULL, "a QR code has the error level L, M, Q or H");
    pith_status status = pith_late_load(&pith_qrencode_library, err);
    if (status != PITH_OK)
        return status;
    // Mixed modes usually win, but can come out larger than plain bytes; take the smaller.
    // Case-sensitive both times: without that libqrencode would upper-case the text.
    QRcode *code = CALL(encodeString)(text, 0, level, QR_MODE_8, 1);
    QRcode *bytes = CALL(encodeString8bit)(text, 0, level);
    if (code && bytes && bytes->width < code->width) {
        QRcode *smaller = bytes;
        bytes = code;
        code = smaller;
    }
    CALL(free)(bytes);
    if (!code)
        return pith_fail(err, PITH_INTERNAL, NULL, "libqrencode cannot encode the URL");
    size_t modules = (size_t)code->width * (size_t)code->width;
    *out = (pith_qr){.size = code->width,
                     .rects = pith_alloc_array(arena, modules, sizeof *out->rects)};
    if (out->rects)
        cover(code, out);
    CALL(free)(code);
    return out->rects ? PITH_OK : pith_fail_memory(err);
}

pith_status pith_qr_library(char *out, size_t size, pith_error *err)
{
    pith_status status = pith_late_load(&pith_qrencode_library, err);
    pith_late_version("libqrencode", status == PITH_OK ? CALL(APIVersionString)() : NULL, out,
                      size);
    return status;
}
