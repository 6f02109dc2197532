// SPDX-License-Identifier: MIT
//
// The bytes of streams, by zlib; the only file that uses it. Stored or deflated bytes, the latter
// with a PNG predictor over single bytes, are all that cross-reference, object and metadata
// streams are written with.
#include "base/arena.h"
#include "base/err.h"
#include "pdf/pdf.h"

#include <zlib.h>

enum { CHUNK = 16 << 10, MAX_COLUMNS = 64 };

struct pith_pdf_decoder {
    const pith_pdf *pdf;
    pith_pdf_stream stream;
    uint64_t taken; // of the stored bytes
    z_stream z;
    bool inflating;
    bool at_end;
    uint8_t row[MAX_COLUMNS];
    size_t row_at; // how much of the row was given out
    unsigned char in[CHUNK];
};

pith_status pith_pdf_decode(const pith_pdf *pdf, const pith_pdf_stream *stream,
                            pith_pdf_decoder **out, pith_error *err)
{
    pith_pdf_decoder *d = calloc(1, sizeof *d);
    *out = d;
    if (!d)
        return pith_fail_memory(err);
    d->pdf = pdf;
    d->stream = *stream;
    d->row_at = stream->columns;
    if (stream->columns > MAX_COLUMNS)
        return pith_pdf_fail(pdf, err, PITH_PDF_FILTER, stream->at,
                             "a predictor over rows of %u bytes is not read", stream->columns);
    if (stream->deflated && inflateInit(&d->z) != Z_OK)
        return pith_fail_memory(err);
    d->inflating = stream->deflated;
    return PITH_OK;
}

void pith_pdf_decode_close(pith_pdf_decoder *d)
{
    if (d && d->inflating)
        (void)inflateEnd(&d->z);
    free(d);
}

static pith_status stored(pith_pdf_decoder *d, void *bytes, size_t len, size_t *got,
                          pith_error *err)
{
    uint64_t left = d->stream.len - d->taken;
    *got = left < len ? (size_t)left : len;
    pith_status status = pith_input_read(&d->pdf->in, d->stream.at + d->taken, bytes, *got, err);
    d->taken += *got;
    return status;
}

static pith_status inflated(pith_pdf_decoder *d, void *bytes, size_t len, size_t *got,
                            pith_error *err)
{
    d->z.next_out = bytes;
    d->z.avail_out = (uInt)len;
    while (d->z.avail_out > 0 && !d->at_end) {
        if (d->z.avail_in == 0) {
            size_t n;
            pith_status status = stored(d, d->in, sizeof d->in, &n, err);
            if (status != PITH_OK)
                return status;
            d->z.next_in = d->in;
            d->z.avail_in = (uInt)n;
        }
        int outcome = inflate(&d->z, Z_NO_FLUSH);
        d->at_end = outcome == Z_STREAM_END;
        if (outcome != Z_OK && !d->at_end)
            return pith_pdf_fail(d->pdf, err, PITH_PDF_OBJECT, d->stream.at,
                                 "the stream is not valid Flate data");
    }
    *got = len - d->z.avail_out;
    return PITH_OK;
}

static pith_status raw(pith_pdf_decoder *d, void *bytes, size_t len, size_t *got, pith_error *err)
{
    return d->inflating ? inflated(d, bytes, len, got, err) : stored(d, bytes, len, got, err);
}

static uint8_t paeth(uint8_t left, uint8_t above, uint8_t corner)
{
    int p = left + above - corner;
    int a = abs(p - left);
    int b = abs(p - above);
    int c = abs(p - corner);
    return a <= b && a <= c ? left : b <= c ? above : corner;
}

// One row of PNG filter type and bytes (PNG specification, clause 9.2), one byte a pixel.
static pith_status next_row(pith_pdf_decoder *d, size_t *got, pith_error *err)
{
    uint8_t line[MAX_COLUMNS + 1];
    size_t n = d->stream.columns;
    pith_status status = raw(d, line, n + 1, got, err);
    if (status != PITH_OK || *got == 0)
        return status;
    if (*got < n + 1 || line[0] > 4)
        return pith_pdf_fail(d->pdf, err, PITH_PDF_OBJECT, d->stream.at,
                             "the stream's predictor rows are broken");
    uint8_t left = 0;
    uint8_t corner = 0;
    for (size_t i = 0; i < n; i++) {
        uint8_t above = d->row[i];
        const uint8_t by[] = {0, left, above, (uint8_t)((left + above) / 2),
                              paeth(left, above, corner)};
        left = (uint8_t)(line[i + 1] + by[line[0]]);
        corner = above;
        d->row[i] = left;
    }
    d->row_at = 0;
    *got = n;
    return PITH_OK;
}

pith_status pith_pdf_decode_more(pith_pdf_decoder *d, void *bytes, size_t len, size_t *got,
                                 pith_error *err)
{
    if (!d->stream.columns)
        return raw(d, bytes, len, got, err);
    uint8_t *p = bytes;
    for (*got = 0; *got < len;) {
        if (d->row_at == d->stream.columns) {
            size_t n;
            pith_status status = next_row(d, &n, err);
            if (status != PITH_OK || n == 0)
                return status;
        }
        size_t n = d->stream.columns - d->row_at;
        if (n > len - *got)
            n = len - *got;
        memcpy(p + *got, d->row + d->row_at, n);
        d->row_at += n;
        *got += n;
    }
    return PITH_OK;
}

pith_status pith_pdf_decode_all(const pith_pdf *pdf, const pith_pdf_stream *stream, size_t max,
                                pith_text *out, pith_error *err)
{
    pith_buf buf;
    pith_pdf_decoder *d = NULL;
    pith_buf_init(&buf, max + 4);
    pith_status status = pith_pdf_decode(pdf, stream, &d, err);
    for (size_t got = 1; status == PITH_OK && d && got > 0;) {
        char chunk[CHUNK];
        status = pith_pdf_decode_more(d, chunk, sizeof chunk, &got, err);
        if (status == PITH_OK && buf.len + got > max)
            status = pith_pdf_fail(pdf, err, PITH_TOO_LARGE, stream->at,
                                   "a stream holds more than %zu bytes", max);
        if (status == PITH_OK)
            pith_buf_add(&buf, chunk, got);
    }
    pith_pdf_decode_close(d);
    if (status == PITH_OK) {
        size_t n = buf.len;
        pith_buf_puts(&buf, "\n]");
        char *copy = pith_buf_ok(&buf) ? pith_alloc_copy(pdf->arena, buf.data, buf.len) : NULL;
        if (copy)
            *out = (pith_text){copy, n};
        else
            status = pith_fail_memory(err);
    }
    pith_buf_free(&buf);
    return status;
}

const char *pith_pdf_library(void)
{
    return zlibVersion();
}
