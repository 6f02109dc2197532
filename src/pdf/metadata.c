// SPDX-License-Identifier: MIT
//
// The metadata stream of the document, and the state of the file before our update.
#include "base/err.h"
#include "base/text.h"
#include "pdf/embed.h"
#include "pdf/update.h"
#include "trust/sha256.h"

pith_status pith_pdf_read_metadata(pith_pdf *pdf, pith_pdf_metadata *out, pith_error *err)
{
    pith_pdf_stream stream;
    *out = (pith_pdf_metadata){.there = false};
    pith_pdf_value value = pith_pdf_get(&pdf->catalog, "Metadata", NULL);
    if (value.kind == PITH_PDF_NULL)
        return PITH_OK;
    if (value.kind != PITH_PDF_REF)
        return pith_fail(err, PITH_PDF_OBJECT, pdf->path, "/Metadata is no reference to a stream");
    pith_status status = pith_pdf_load(pdf, value.number, value.generation, &out->object, err);
    if (status != PITH_OK)
        return status;
    if (!out->object.present || out->object.value.kind == PITH_PDF_NULL) {
        out->object.present = false;
        return PITH_OK;
    }
    if (!out->object.is_stream)
        return pith_fail(err, PITH_PDF_OBJECT, pdf->path, "/Metadata is no reference to a stream");
    // Of what a table hides (clause 7.5.8.4) readers see different states.
    if (out->object.hidden)
        return pith_pdf_fail(pdf, err, PITH_PDF_XREF, pdf->startxref,
                             "the cross-reference table hides the metadata");
    status = pith_pdf_check_keys(pdf, &out->object.value, "the metadata", err);
    // Bytes of another kind, say of a page, keep their number.
    pith_pdf_value type = pith_pdf_get(&out->object.value, "Type", NULL);
    pith_pdf_value subtype = pith_pdf_get(&out->object.value, "Subtype", NULL);
    if (!pith_pdf_name_is(&type, "Metadata") && !pith_pdf_name_is(&subtype, "XML"))
        out->object.present = false;
    if (status == PITH_OK)
        status = pith_pdf_stream_of(pdf, &out->object, true, &stream, err);
    if (status == PITH_OK)
        status = pith_pdf_decode_all(pdf, &stream, PITH_MAX_XMP, &out->bytes, err);
    if (status != PITH_OK)
        return status;
    for (size_t i = 0; i < out->bytes.n && !out->there; i++)
        out->there = !memchr(" \t\r\n", out->bytes.p[i], 4);
    return PITH_OK;
}

void pith_pdf_read_prefix(const pith_xmp_packet *packet, pith_pdf_prefix *out)
{
    pith_text length = pith_xmp_get(packet, PITH_XMP_PREFIX_LENGTH, NULL);
    pith_text sha256 = pith_xmp_get(packet, PITH_XMP_PREFIX_SHA256, NULL);
    *out = (pith_pdf_prefix){.stated = length.n > 0 && length.n <= 18};
    for (size_t i = 0; i < length.n && out->stated; i++) {
        out->stated = pith_is_digit(length.p[i]);
        out->length = out->length * 10 + (uint64_t)(length.p[i] - '0');
    }
    out->hashed = out->stated && pith_unhex(sha256, out->sha256, sizeof out->sha256);
}

// The bundle that the update attached: its stream got the first free number.
static pith_status read_attached(pith_pdf *pdf, uint32_t number, pith_text *out, pith_error *err)
{
    pith_pdf_object object;
    pith_pdf_stream stream;
    *out = (pith_text){NULL, 0};
    pith_status status = pith_pdf_load(pdf, number, 0, &object, err);
    pith_pdf_value type = pith_pdf_get(&object.value, "Type", NULL);
    if (status != PITH_OK || !object.is_stream || !pith_pdf_name_is(&type, "EmbeddedFile"))
        return status;
    status = pith_pdf_stream_of(pdf, &object, false, &stream, err);
    return status == PITH_OK ? pith_pdf_decode_all(pdf, &stream, PITH_MAX_DOCUMENT, out, err)
                             : status;
}

// Whether the bytes behind the base are what embedding the metadata and the attachment that the
// file has gives. An update that changes a page too, or the catalog, comes out otherwise.
static pith_status check_update(pith_pdf *pdf, pith_pdf *base, bool *same, pith_error *err)
{
    pith_pdf_metadata now;
    pith_pdf_metadata before;
    pith_text bundle = {NULL, 0};
    pith_buf update;
    uint64_t len = pdf->in.size - base->in.size;
    pith_buf_init(&update, SIZE_MAX);
    pith_status status = pith_pdf_read_metadata(pdf, &now, err);
    if (status == PITH_OK)
        status = pith_pdf_read_metadata(base, &before, err);
    if (status == PITH_OK)
        status = read_attached(pdf, base->size + !before.object.present, &bundle, err);
    if (status == PITH_OK)
        status = pith_pdf_update_build(base, &before.object, now.bytes, bundle, &update, err);
    bool fits = status == PITH_OK && update.len == len;
    char *bytes = fits ? malloc(update.len + 1) : NULL;
    if (bytes)
        status = pith_input_read(&pdf->in, base->in.size, bytes, update.len, err);
    else if (fits)
        status = pith_fail_memory(err);
    *same = status == PITH_OK && bytes && memcmp(bytes, update.data, update.len) == 0;
    free(bytes);
    pith_buf_free(&update);
    return status;
}

bool pith_pdf_is_of_machine(pith_status status)
{
    pith_exit exit = pith_status_exit(status);
    return exit == PITH_EXIT_IO || exit == PITH_EXIT_INTERNAL;
}

pith_status pith_pdf_open_prefix(pith_pdf *pdf, const pith_pdf_prefix *prefix, pith_pdf *out,
                                 pith_error *err)
{
    pith_pdf_value prev = pith_pdf_get(&pdf->trailer, "Prev", NULL);
    if (!prefix->stated)
        return pith_fail(err, PITH_PDF_NOT_CUT, pdf->path,
                         "the record was written when the file was made, not added to it");
    if (prefix->length >= pdf->in.size || pdf->startxref < prefix->length)
        return pith_fail(err, PITH_PDF_NOT_CUT, pdf->path,
                         "the file was rewritten after the record was added");
    pith_status status = pith_pdf_open(pdf->arena, &pdf->in, prefix->length, out, err);
    if (pith_pdf_is_of_machine(status))
        return status;
    if (status != PITH_OK)
        return pith_fail(err, PITH_PDF_NOT_CUT, pdf->path, "its first %llu bytes are no whole PDF",
                         (unsigned long long)prefix->length);
    if (prev.kind != PITH_PDF_INTEGER || (uint64_t)prev.integer != out->startxref)
        return pith_fail(err, PITH_PDF_NOT_CUT, pdf->path,
                         "the file was changed again after the record was added");
    bool same = false;
    status = check_update(pdf, out, &same, err);
    if (pith_pdf_is_of_machine(status))
        return status;
    if (status != PITH_OK || !same)
        return pith_fail(err, PITH_PDF_NOT_CUT, pdf->path,
                         "the update with the record changes other objects too");
    return PITH_OK;
}

pith_status pith_pdf_hash(const pith_input *in, uint64_t len, uint8_t out[PITH_DIGEST_LEN],
                          pith_error *err)
{
    char chunk[16 << 10]; // a thread may have little stack
    pith_sha256_state state;
    pith_status status = PITH_OK;
    pith_sha256_start(&state);
    for (uint64_t at = 0; at < len && status == PITH_OK; at += sizeof chunk) {
        size_t n = len - at < sizeof chunk ? (size_t)(len - at) : sizeof chunk;
        status = pith_input_read(in, at, chunk, n, err);
        if (status == PITH_OK)
            pith_sha256_more(&state, chunk, n);
    }
    pith_sha256_now(&state, out);
    return status;
}

static bool ends_in(const pith_input *in, uint64_t size, pith_text tail)
{
    char chunk[16 << 10];
    pith_error ignored;
    bool same = size <= in->size && tail.n <= size;
    for (size_t at = 0; same && at < tail.n; at += sizeof chunk) {
        size_t n = tail.n - at < sizeof chunk ? tail.n - at : sizeof chunk;
        same = pith_input_read(in, size - tail.n + at, chunk, n, &ignored) == PITH_OK &&
               memcmp(chunk, tail.p + at, n) == 0;
    }
    return same;
}

pith_status pith_pdf_check_written(pith_arena *arena, const pith_input *written, uint64_t size,
                                   pith_text tail, const pith_text *xmp, pith_error *err)
{
    pith_pdf pdf;
    pith_pdf_metadata metadata;
    bool good = ends_in(written, size, tail);
    pith_status status = good ? pith_pdf_open(arena, written, size, &pdf, err) : PITH_OK;
    if (good && xmp && status == PITH_OK) {
        status = pith_pdf_read_metadata(&pdf, &metadata, err);
        good = status == PITH_OK && pith_text_equal(metadata.bytes, *xmp);
    }
    if (status == PITH_MEMORY)
        return status;
    return good && status == PITH_OK ? PITH_OK
                                     : pith_fail(err, PITH_IO_WRITE, written->path,
                                                 "cannot be written: it reads back otherwise");
}
