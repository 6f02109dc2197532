// SPDX-License-Identifier: MIT
//
// What must hold for any bytes that are called a PDF, however broken: a refusal with a reason, or
// an update that can be read back, proves the bytes before it, and is replaced the next time.
#ifndef PITH_TEST_PDF_PROPERTY_H
#define PITH_TEST_PDF_PROPERTY_H

#include "base/text.h"
#include "pdf/embed.h"

#define HOLDS(property)                                                                            \
    do {                                                                                           \
        if (!(property))                                                                           \
            return #property;                                                                      \
    } while (0)

static inline const char *pdf_again(pith_arena *arena, const pith_input *in,
                                    const pith_pdf_embedding *how, const pith_pdf_written *before)
{
    pith_buf update;
    pith_error err;
    pith_pdf_written again;
    pith_buf_init(&update, SIZE_MAX);
    pith_status status = pith_pdf_embed_update(arena, in, how, &update, &again, &err);
    pith_buf_free(&update);
    HOLDS(status == PITH_OK);
    HOLDS(again.replaced);
    HOLDS(again.prefix == before->prefix);
    HOLDS(again.size == before->size);
    return NULL;
}

static inline const char *pdf_result(pith_arena *arena, pith_text bytes,
                                     const pith_pdf_embedding *how, const pith_pdf_written *written)
{
    pith_error err;
    pith_pdf before;
    pith_pdf after;
    pith_pdf_reading reading;
    pith_input in;
    pith_input_memory("result", bytes, &in);
    HOLDS(written->prefix <= bytes.n);
    HOLDS(pith_pdf_open(arena, &in, written->prefix, &before, &err) == PITH_OK);
    HOLDS(pith_pdf_open(arena, &in, bytes.n, &after, &err) == PITH_OK);
    HOLDS(after.section_count == before.section_count + 1);
    HOLDS(after.sections[0].is_stream == before.sections[0].is_stream);
    HOLDS(after.root == before.root);
    HOLDS(after.size >= before.size);
    HOLDS(pith_pdf_read_input(arena, &in, &reading, &err) == PITH_OK);
    HOLDS(strcmp(reading.number.id, how->result->number.id) == 0);
    HOLDS(pith_text_equal(reading.canonical, how->result->canonical));
    HOLDS(reading.prefix_holds && reading.is_last);
    HOLDS(reading.prefix_length == written->prefix);
    return pdf_again(arena, &in, how, written);
}

// NULL, or the property that does not hold. *status: whether it was refused, and why.
static inline const char *pdf_property(pith_arena *arena, pith_text bytes,
                                       const pith_result *result, pith_status *status)
{
    const pith_pdf_embedding how = {.path = "input", .result = result};
    pith_error err = {.status = PITH_OK};
    pith_pdf_written written;
    pith_pdf_reading reading;
    pith_input in;
    pith_buf whole;
    pith_input_memory("input", bytes, &in);
    pith_status read = pith_pdf_read_input(arena, &in, &reading, &err);
    HOLDS(read == PITH_OK || (err.status == read && err.message[0]));
    HOLDS(read == PITH_OK || pith_status_exit(read) == PITH_EXIT_MALFORMED);
    pith_buf_init(&whole, SIZE_MAX);
    *status = pith_pdf_embed_update(arena, &in, &how, &whole, &written, &err);
    if (*status != PITH_OK) {
        pith_buf_free(&whole);
        HOLDS(err.status == *status && err.message[0]);
        HOLDS(pith_status_exit(*status) == PITH_EXIT_MALFORMED);
        HOLDS(*pith_status_remedy(*status) || *status == PITH_TOO_LARGE);
        return NULL;
    }
    HOLDS(written.prefix <= bytes.n);
    char *joined = malloc((size_t)written.prefix + whole.len);
    HOLDS(joined);
    memcpy(joined, bytes.p, (size_t)written.prefix);
    memcpy(joined + written.prefix, whole.data, whole.len);
    const char *broken =
        pdf_result(arena, (pith_text){joined, (size_t)written.prefix + whole.len}, &how, &written);
    pith_buf_free(&whole);
    free(joined);
    return broken;
}

#endif
