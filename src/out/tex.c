// SPDX-License-Identifier: MIT
#include "out/tex.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/text.h"
#include "out/words.h"
#include "report/qr.h"
#include "trust/crypto.h"

enum { LONGEST_RECTS = 255 - sizeof "177,177,177,177;" }; // pith.sty takes 255 a line

bool pith_tex_word(pith_text text, pith_tex *out)
{
    if (!pith_text_is_plain(text, "+/=:.-_"))
        return false;
    *out = (pith_tex){text};
    return true;
}

// Any bytes, as upper-case hex; false: no memory.
static bool to_hex(pith_arena *arena, pith_text text, pith_tex *out)
{
    char *hex = text.n < SIZE_MAX / 2 ? pith_alloc(arena, 2 * text.n + 1) : NULL;
    if (!hex)
        return false;
    pith_hex((const uint8_t *)text.p, text.n, hex);
    for (size_t i = 0; i < 2 * text.n; i++)
        hex[i] = pith_to_upper(hex[i]);
    *out = (pith_tex){{hex, 2 * text.n}};
    return true;
}

static void put_value(pith_buf *out, const char *name, pith_tex value)
{
    pith_buf_printf(out, "\\pithvalue{%s}{", name);
    pith_buf_add(out, value.inert.p, value.inert.n);
    pith_buf_puts(out, "}\n");
}

// A value that must be in the alphabet; anything else is a hole in the model, not bad luck.
static pith_status put_word(pith_buf *out, const char *name, pith_text text, pith_error *err)
{
    pith_tex value;
    if (text.n > PITH_MAX_TEX_VALUE)
        return pith_fail(err, PITH_TOO_LARGE, NULL, "%s is too long for a TeX data file", name);
    if (!pith_tex_word(text, &value))
        return pith_fail(err, PITH_FIELD_VALUE, NULL,
                         "%s has characters that TeX data may not hold", name);
    put_value(out, name, value);
    return PITH_OK;
}

static pith_status put_base64(pith_buf *out, const char *name, const void *bytes, size_t len,
                              pith_error *err)
{
    pith_buf text;
    pith_buf_init(&text, SIZE_MAX);
    pith_base64_encode(bytes, len, &text);
    pith_status status = pith_buf_ok(&text)
                             ? put_word(out, name, (pith_text){text.data, text.len}, err)
                             : pith_fail_memory(err);
    pith_buf_free(&text);
    return status;
}

static pith_status put_identity(pith_buf *out, const pith_result *r, pith_relation relation,
                                pith_error *err)
{
    char number[48];
    char year[8];
    char source[240];
    snprintf(number, sizeof number, "pith:%04d:%s", r->number.year, r->number.id);
    snprintf(year, sizeof year, "%04d", r->number.year);
    pith_source_words(r, source, sizeof source);
    const struct {
        const char *name;
        pith_text value;
    } fields[] = {
        {"number", pith_text_of(number)},
        {"short", {r->number.id, 8}},
        {"year", pith_text_of(year)},
        {"source", pith_text_of(source)},
        {"relation", pith_text_of(pith_relation_word(relation))},
        {"intact", pith_text_of(pith_yes_no(r->intact))},
        {"signed", pith_text_of(pith_yes_no(r->is_signed))},
        {"trusted", pith_text_of(pith_trust_word(r))},
    };
    pith_status status = PITH_OK;
    for (size_t i = 0; i < sizeof fields / sizeof *fields && status == PITH_OK; i++)
        status = put_word(out, fields[i].name, fields[i].value, err);
    return status;
}

static pith_status put_proof(pith_buf *out, const pith_result *r, pith_error *err)
{
    pith_status status = PITH_OK;
    if (r->is_signed) {
        status = put_word(out, "keyId", r->key_id, err);
        if (status == PITH_OK)
            status = put_word(out, "signedAt", r->signed_at, err);
        if (status == PITH_OK)
            status = put_word(out, "signature", r->signature_b64, err);
    }
    for (size_t i = 0; i < PITH_CLAIM_ROWS && status == PITH_OK; i++) {
        char words[40];
        pith_claim_words(&r->claims, i, words, sizeof words);
        status = put_word(out, "status", pith_text_of(words), err);
    }
    char hex[2 * PITH_DIGEST_LEN + 1];
    pith_hex(r->digest, sizeof r->digest, hex);
    if (status == PITH_OK)
        status = put_word(out, "canonicalSha256", pith_text_of(hex), err);
    if (status == PITH_OK)
        status = put_base64(out, "canonicalRecord", r->canonical.p, r->canonical.n, err);
    return status;
}

static pith_status put_picture(pith_arena *arena, pith_buf *out, const char *url, pith_error *err)
{
    pith_qr qr;
    pith_status status = pith_qr_make(arena, url, &qr, err);
    if (status != PITH_OK)
        return status;
    pith_buf_printf(out, "\\pithvalue{qrsize}{%d}\n", qr.size);
    for (size_t i = 0; i < qr.count;) {
        pith_buf_puts(out, "\\pithvalue{qr}{");
        size_t start = out->len;
        do {
            const pith_qr_rect *rect = &qr.rects[i++];
            pith_buf_printf(out, "%u,%u,%u,%u;", rect->x, rect->y, rect->w, rect->h);
        } while (i < qr.count && out->len - start <= LONGEST_RECTS);
        pith_buf_puts(out, "}\n");
    }
    return PITH_OK;
}

static pith_status put_record(pith_arena *arena, pith_buf *out, const pith_result *r,
                              pith_relation relation, pith_error *err)
{
    char url[80];
    pith_tex title;
    pith_record_url(r, url, sizeof url);
    pith_buf_printf(out, "\\pithrecord{%s}\n", r->number.id);
    pith_status status = put_identity(out, r, relation, err);
    if (status == PITH_OK)
        status = put_proof(out, r, err);
    if (status == PITH_OK)
        status = put_word(out, "resolver", pith_text_of(url), err);
    if (status == PITH_OK && r->title.n) {
        if (!to_hex(arena, r->title, &title))
            return pith_fail_memory(err);
        put_value(out, "title", title);
    }
    if (status == PITH_OK)
        status = put_picture(arena, out, url, err);
    pith_buf_printf(out, "\\pithendrecord{%s}\n", r->number.id);
    return status;
}

pith_status pith_tex_data_each(pith_arena *arena, const pith_result *const *results, size_t count,
                               const pith_relation *relations, pith_buf *out, pith_error *err)
{
    pith_buf_printf(out, "\\pithdata{%d}\n", PITH_TEX_DATA_VERSION);
    for (size_t i = 0; i < count; i++) {
        pith_status status = put_record(arena, out, results[i], relations[i], err);
        if (status != PITH_OK)
            return status;
    }
    pith_buf_printf(out, "\\pithenddata{%d}\n", PITH_TEX_DATA_VERSION);
    return pith_buf_ok(out) ? PITH_OK : pith_fail_memory(err);
}

pith_status pith_tex_data(pith_arena *arena, const pith_result *const *results, size_t count,
                          pith_relation relation, pith_buf *out, pith_error *err)
{
    pith_relation *relations = pith_alloc_array(arena, count + 1, sizeof *relations);
    if (!relations)
        return pith_fail_memory(err);
    for (size_t i = 0; i < count; i++)
        relations[i] = relation;
    return pith_tex_data_each(arena, results, count, relations, out, err);
}
