// SPDX-License-Identifier: MIT
#include "evidence/headers.h"

#include "base/err.h"
#include "base/input.h"
#include "base/text.h"

pith_status pith_headers_kind_of(const pith_headers *headers, headers_kind *out, pith_error *err)
{
    const char *const sources[] = {NULL, headers->header, headers->file, headers->rpc,
                                   headers->esplora};
    *out = HEADERS_NONE;
    for (int kind = HEADERS_ONE; kind <= HEADERS_ESPLORA; kind++) {
        if (sources[kind] && *out != HEADERS_NONE)
            return pith_fail(err, PITH_USAGE, NULL, "headers come from one source, not two");
        if (sources[kind])
            *out = (headers_kind)kind;
    }
    return PITH_OK;
}

pith_status pith_headers_one(const pith_headers *headers, headers_lookup *out, pith_error *err)
{
    uint8_t bytes[BITCOIN_HEADER];
    if (!pith_unhex(pith_text_of(headers->header), bytes, sizeof bytes))
        return pith_fail(err, PITH_USAGE, headers->header,
                         "is no header of a block: 160 hex digits in lower case");
    *out = (headers_lookup){.status = PITH_OK};
    pith_bitcoin_read_header(bytes, headers->regtest, &out->header);
    if (!out->header.has_work)
        out->status =
            pith_fail(&out->error, PITH_STAMP_WORK, "the header given",
                      "has not the work that its bits ask for, or they ask for too little");
    return PITH_OK;
}

// ---- A file ---------------------------------------------------------------------------

typedef struct scan {
    const pith_headers *headers;
    headers_lookup *lookups;
    size_t count;
    uint64_t height; // of the next header
    uint8_t last[32];
    uint8_t checkpoint[32];
    bool passed; // the checkpoint
    headers_chain *chain;
    pith_error *err;
} scan;

static pith_status bad_header(scan *s, const char *what)
{
    char where[40];
    uint64_t index = s->height - s->headers->first_height;
    snprintf(where, sizeof where, "block %llu", (unsigned long long)s->height);
    pith_status status = pith_fail_at(s->err, PITH_STAMP_HEADERS, (size_t)index * BITCOIN_HEADER,
                                      "%s %s", where, what);
    pith_error_name(s->err, s->headers->file);
    return status;
}

static pith_status see_header(scan *s, const uint8_t *bytes)
{
    bitcoin_header header;
    pith_bitcoin_read_header(bytes, s->headers->regtest, &header);
    if (!header.has_work)
        return bad_header(s, "has not the work that its bits ask for, or they ask for too little");
    if (s->height > s->headers->first_height && memcmp(header.previous, s->last, 32) != 0)
        return bad_header(s, "does not follow the block before it");
    const char *misplaced = pith_bitcoin_misplaced(&header, s->height, s->headers->regtest);
    if (misplaced) {
        char what[160];
        snprintf(what, sizeof what, "%s; --first-height says the height of the first header",
                 misplaced);
        return bad_header(s, what);
    }
    if (s->headers->checkpoint && memcmp(header.hash, s->checkpoint, 32) == 0) {
        s->passed = true;
        s->chain->checkpoint = s->height;
    }
    for (size_t i = 0; i < s->count; i++) {
        if (s->lookups[i].height == s->height) {
            s->lookups[i].status = PITH_OK;
            s->lookups[i].header = header;
        }
    }
    memcpy(s->last, header.hash, 32);
    s->chain->last = s->height++;
    return PITH_OK;
}

static pith_status see_file(scan *s, const pith_input *in)
{
    enum { PIECE = 200 * BITCOIN_HEADER };
    uint8_t piece[PIECE];
    for (uint64_t at = 0; at < in->size;) {
        size_t len = in->size - at < PIECE ? (size_t)(in->size - at) : PIECE;
        pith_status status = pith_input_read(in, at, piece, len, s->err);
        for (size_t i = 0; i < len && status == PITH_OK; i += BITCOIN_HEADER)
            status = see_header(s, piece + i);
        if (status != PITH_OK)
            return status;
        at += len;
    }
    return PITH_OK;
}

pith_status pith_headers_file(const pith_headers *headers, headers_lookup *lookups, size_t count,
                              headers_chain *chain, pith_error *err)
{
    pith_input in;
    scan s = {.headers = headers,
              .lookups = lookups,
              .count = count,
              .height = headers->first_height,
              .chain = chain,
              .err = err};
    *chain = (headers_chain){0};
    if (headers->checkpoint &&
        !pith_bitcoin_parse_hash(pith_text_of(headers->checkpoint), s.checkpoint))
        return pith_fail(err, PITH_USAGE, headers->checkpoint,
                         "is no hash of a block: 64 hex digits in lower case");
    pith_status status = pith_input_open(headers->file, false, &in, err);
    if (status != PITH_OK)
        return status;
    if (in.size == 0 || in.size % BITCOIN_HEADER || in.size / BITCOIN_HEADER > INT32_MAX ||
        headers->first_height > INT32_MAX)
        status = pith_fail(err, PITH_STAMP_HEADERS, headers->file,
                           "holds %llu bytes, which is no number of headers",
                           (unsigned long long)in.size);
    for (size_t i = 0; i < count; i++)
        lookups[i].status = pith_fail(&lookups[i].error, PITH_STAMP_UNCHECKED, headers->file,
                                      "has no block %llu", (unsigned long long)lookups[i].height);
    if (status == PITH_OK)
        status = see_file(&s, &in);
    pith_input_close(&in);
    if (status == PITH_OK && headers->checkpoint && !s.passed)
        status = pith_fail(err, PITH_STAMP_HEADERS, headers->file, "does not hold the checkpoint");
    return status;
}
