// SPDX-License-Identifier: MIT
#include "model/record.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/text.h"
#include "trust/sha256.h"
#include "json/canon.h"

static pith_status bad_value(pith_error *err, const char *where, const char *name,
                             const char *expected)
{
    return pith_fail(err, PITH_FIELD_VALUE, NULL, "%s.%s is not %s", where, name, expected);
}

static pith_status need_sha256(pith_view view, const char *where, const char *name, pith_text *out,
                               pith_error *err)
{
    uint8_t bytes[PITH_DIGEST_LEN];
    pith_status status = pith_need_string(view, where, name, out, err);
    if (status == PITH_OK && !pith_unhex(*out, bytes, sizeof bytes))
        return bad_value(err, where, name, "64 lower-case hex digits");
    return status;
}

// Source ids go into URLs, TeX and XMP, so their alphabet is kept to what all of these carry
// as it is. Every public id fits (protocol.md section 2).
static bool is_source_word(pith_text text, size_t max)
{
    return text.n > 0 && text.n <= max && pith_text_is_plain(text, "._/-");
}

static pith_status read_metadata(pith_view record, const char *where, pith_record *out,
                                 pith_error *err)
{
    char path[160];
    pith_field_path(path, sizeof path, where, "metadata");
    pith_view metadata;
    pith_view categories;
    pith_text unused;
    pith_status status = pith_need(record, where, "metadata", PITH_JSON_OBJECT, &metadata, err);
    if (status == PITH_OK)
        status = need_sha256(metadata, path, "abstract_canon_sha256", &unused, err);
    if (status == PITH_OK)
        status = need_sha256(metadata, path, "title_canon_sha256", &out->title_sha256, err);
    if (status == PITH_OK)
        status = pith_need(metadata, path, "cross_cats_sorted", PITH_JSON_ARRAY, &categories, err);
    if (status == PITH_OK)
        status = pith_need_string(metadata, path, "license", &unused, err);
    if (status == PITH_OK)
        status = pith_need_string(metadata, path, "primary_cat", &unused, err);
    if (status == PITH_OK)
        status = pith_need_string(metadata, path, "submitted_at", &out->submitted_at, err);
    if (status != PITH_OK)
        return status;
    if (!pith_is_timestamp(out->submitted_at))
        return bad_value(err, path, "submitted_at", "a UTC time like 2024-07-29T12:00:00Z");
    out->year = pith_timestamp_year(out->submitted_at);
    return PITH_OK;
}

static pith_status read_source(pith_view record, const char *where, pith_record *out,
                               pith_error *err)
{
    char path[160];
    pith_field_path(path, sizeof path, where, "source");
    pith_view source;
    pith_view version;
    pith_status status = pith_need(record, where, "source", PITH_JSON_OBJECT, &source, err);
    if (status == PITH_OK)
        status = pith_need_string(source, path, "kind", &out->source_kind, err);
    if (status == PITH_OK)
        status = pith_need_string(source, path, "id", &out->source_id, err);
    if (status == PITH_OK)
        status = pith_need(source, path, "version", PITH_JSON_NUMBER, &version, err);
    if (status != PITH_OK)
        return status;
    if (!is_source_word(out->source_kind, PITH_MAX_SOURCE_KIND))
        return bad_value(err, path, "kind", "a plain word");
    if (!is_source_word(out->source_id, PITH_MAX_SOURCE_ID))
        return bad_value(err, path, "id", "made of letters, digits and . _ / - only");
    if (!pith_view_integer(version, &out->source_version) || out->source_version < 1)
        return bad_value(err, path, "version", "a whole number from 1 on");
    return PITH_OK;
}

// `known`, or NULL, is the same record read elsewhere in the document: usually equal, which
// saves the hashing.
static pith_status hash_record(pith_arena *arena, pith_view view, const pith_record *known,
                               pith_record *out, pith_error *err)
{
    pith_buf buf;
    pith_buf_init(&buf, PITH_MAX_DOCUMENT * (size_t)2);
    pith_canon(view.clean, view.token, &buf);
    char *copy = pith_buf_ok(&buf) ? pith_alloc_copy(arena, buf.data, buf.len) : NULL;
    if (copy) {
        out->canonical = (pith_text){copy, buf.len};
        if (known && pith_text_equal(known->canonical, out->canonical))
            memcpy(out->digest, known->digest, sizeof out->digest);
        else
            pith_sha256(copy, buf.len, out->digest);
        pith_base32_id(out->digest, out->id);
    }
    pith_buf_free(&buf);
    return copy ? PITH_OK : pith_fail_memory(err);
}

pith_status pith_record_read(pith_arena *arena, pith_view view, const char *where,
                             const pith_record *known, pith_record *out, pith_error *err)
{
    *out = (pith_record){0};
    pith_text schema;
    pith_view member;
    // Receipts, events and notices are signed alike, over 32 bytes of hash: what could be read
    // as both has to be neither.
    if (pith_view_get(view, "event_type", &member) || pith_view_get(view, "notice_type", &member))
        return pith_fail(err, PITH_FIELD_VALUE, NULL, "%s has a member of events or notices",
                         where);
    if (pith_token_is_deeper(view.clean, view.token, PITH_MAX_PART_DEPTH))
        return pith_fail(err, PITH_JSON_DEPTH, NULL, "%s has more than %d levels", where,
                         PITH_MAX_PART_DEPTH);
    pith_status status = pith_need_string(view, where, "schema_version", &schema, err);
    if (status == PITH_OK && !pith_text_is(schema, "1.0"))
        return bad_value(err, where, "schema_version", "1.0, the only version this program knows");
    if (status == PITH_OK)
        status = read_metadata(view, where, out, err);
    if (status == PITH_OK)
        status = read_source(view, where, out, err);
    if (status == PITH_OK)
        status = hash_record(arena, view, known, out, err);
    return status;
}

pith_text pith_record_alias(const pith_record *record, pith_text kind, char *room, size_t size)
{
    static const struct {
        const char *kind;
        size_t length;
    } prefixes[] = {{"pith_short_8", 8}, {"pith_short_12", 12}, {"pith_short_16", 16}};
    size_t n = 0;
    room[0] = '\0';
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (pith_text_is(kind, prefixes[i].kind))
            pith_join(room, size, &n, (pith_text){record->id, prefixes[i].length});
    }
    if (!pith_text_is(record->source_kind, "arxiv"))
        return (pith_text){room, n};
    bool doi = pith_text_is(kind, "doi");
    bool version = pith_text_is(kind, "arxiv_version");
    if (!doi && !version && !pith_text_is(kind, "arxiv"))
        return (pith_text){room, n};
    if (doi)
        pith_join(room, size, &n, pith_text_of("10.48550/arxiv."));
    pith_join(room, size, &n, record->source_id);
    if (version) {
        pith_join(room, size, &n, pith_text_of("v"));
        pith_join_number(room, size, &n, (uint64_t)record->source_version);
    }
    return (pith_text){room, n};
}
