// SPDX-License-Identifier: MIT
#include "mint/mint.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unicode.h"
#include "model/record.h"
#include "trust/sha256.h"
#include "verify/verify.h"

static pith_status missing(pith_error *err, pith_field field)
{
    return pith_fail(err, PITH_METADATA_MISSING, NULL, "%s is not given", pith_field_name(field));
}

// What stands in a record: checked, so that its canonical form needs no escapes.
typedef struct parts {
    char title[2 * PITH_DIGEST_LEN + 1];
    char abstract[2 * PITH_DIGEST_LEN + 1];
    char submitted_at[21];
    pith_categories categories;
} parts;

// A hash as 64 hex digits: of the text, or the one that is known without its text.
static pith_status hash_text(pith_arena *arena, pith_field field, pith_text text, pith_text known,
                             char *hex, pith_text *collapsed, bool *plain, pith_error *err)
{
    uint8_t digest[PITH_DIGEST_LEN];
    *plain = true;
    *collapsed = (pith_text){"", 0};
    if (!text.p && known.p) {
        if (!pith_unhex(known, digest, sizeof digest))
            return pith_fail(err, PITH_METADATA_FORM, NULL, "the hash of %s is not 64 hex digits",
                             pith_field_name(field));
        memcpy(hex, known.p, known.n);
        hex[known.n] = '\0';
        return PITH_OK;
    }
    if (!text.p)
        return missing(err, field);
    if (!pith_canon_text_digest(arena, text, digest, collapsed, plain))
        return pith_fail_memory(err);
    if (!*plain && !pith_unicode_is_valid(text))
        return pith_fail(err, PITH_METADATA_FORM, NULL, "%s is not UTF-8", pith_field_name(field));
    if (collapsed->n == 0)
        return missing(err, field);
    pith_hex(digest, sizeof digest, hex);
    return PITH_OK;
}

static pith_status read_categories(const pith_metadata *m, parts *p, pith_error *err)
{
    pith_text bad;
    if (!m->categories.p)
        return missing(err, PITH_FIELD_CATEGORIES);
    if (!pith_mint_categories(m->categories, &p->categories, &bad)) {
        char shown[40];
        size_t n = 0;
        shown[0] = '\0';
        pith_join(shown, sizeof shown, &n, bad);
        return pith_fail(err, PITH_METADATA_FORM, NULL, "categories: `%s` is no arXiv category",
                         shown);
    }
    if (p->categories.count == 0)
        return missing(err, PITH_FIELD_CATEGORIES);
    pith_mint_sort_categories(&p->categories);
    return PITH_OK;
}

static pith_status read_parts(pith_arena *arena, const pith_metadata *m, parts *p, pith_minted *out,
                              pith_error *err)
{
    pith_text unused;
    if (!m->id.p)
        return missing(err, PITH_FIELD_ID);
    if (m->version < 1)
        return missing(err, PITH_FIELD_VERSION);
    pith_status status = hash_text(arena, PITH_FIELD_TITLE, m->title, m->title_sha256, p->title,
                                   &out->title, &out->title_plain, err);
    if (status == PITH_OK)
        status = hash_text(arena, PITH_FIELD_ABSTRACT, m->abstract, m->abstract_sha256, p->abstract,
                           &unused, &out->abstract_plain, err);
    if (status == PITH_OK)
        status = read_categories(m, p, err);
    if (status != PITH_OK)
        return status;
    if (!m->license.p)
        return missing(err, PITH_FIELD_LICENSE);
    if (!pith_mint_is_license(m->license))
        return pith_fail(err, PITH_METADATA_FORM, NULL, "license " PITH_MINT_LICENSE_FORM);
    if (!m->submitted_at.p)
        return missing(err, PITH_FIELD_SUBMITTED_AT);
    if (!pith_mint_time(m->submitted_at, p->submitted_at))
        return pith_fail(err, PITH_METADATA_FORM, NULL, "submitted_at " PITH_MINT_TIME_FORM);
    pith_mint_month month = pith_mint_compare_month(m->id, (pith_text){p->submitted_at, 20});
    out->late = month == PITH_MONTH_LATE;
    if (month == PITH_MONTH_BEFORE)
        return pith_fail(err, PITH_METADATA_FORM, NULL,
                         "submitted_at is later than the month in the id");
    return PITH_OK;
}

// Every part has passed checks that leave nothing to escape, and the keys are written in their
// order; the test compares with the canonical form of src/json.
static bool put_canonical(pith_arena *arena, const pith_metadata *m, const parts *p, pith_text *out)
{
    enum { FRAME = 512 };
    size_t size = FRAME + m->license.n + m->id.n + m->categories.n + 3 * PITH_MINT_CATEGORIES;
    char *room = pith_alloc(arena, size);
    size_t n = 0;
    if (!room)
        return false;
#define JOIN(text) pith_join(room, size, &n, text)
#define WORD(text) JOIN(pith_text_of(text))
    WORD("{\"metadata\":{\"abstract_canon_sha256\":\"");
    JOIN(((pith_text){p->abstract, sizeof p->abstract - 1}));
    WORD("\",\"cross_cats_sorted\":[");
    for (size_t i = 1; i < p->categories.count; i++) {
        WORD(i > 1 ? ",\"" : "\"");
        JOIN(p->categories.items[i]);
        WORD("\"");
    }
    WORD("],\"license\":\"");
    JOIN(m->license);
    WORD("\",\"primary_cat\":\"");
    JOIN(p->categories.items[0]);
    WORD("\",\"submitted_at\":\"");
    JOIN(((pith_text){p->submitted_at, sizeof p->submitted_at - 1}));
    WORD("\",\"title_canon_sha256\":\"");
    JOIN(((pith_text){p->title, sizeof p->title - 1}));
    WORD("\"},\"schema_version\":\"1.0\",\"source\":{\"id\":\"");
    JOIN(m->id);
    WORD("\",\"kind\":\"arxiv\",\"version\":");
    pith_join_number(room, size, &n, (uint64_t)m->version);
    WORD("}}");
#undef JOIN
#undef WORD
    *out = (pith_text){room, n};
    return true;
}

pith_status pith_mint_record(pith_arena *arena, const pith_metadata *metadata, pith_minted *out,
                             pith_error *err)
{
    parts p = {.title = ""};
    *out = (pith_minted){0};
    pith_status status = read_parts(arena, metadata, &p, out, err);
    if (status != PITH_OK)
        return status;
    if (!put_canonical(arena, metadata, &p, &out->canonical))
        return pith_fail_memory(err);
    pith_sha256(out->canonical.p, out->canonical.n, out->digest);
    pith_base32_id(out->digest, out->number.id);
    out->number.year = pith_timestamp_year((pith_text){p.submitted_at, 20});
    return PITH_OK;
}

// ---- As a result ----------------------------------------------------------------------

static void note_doubt(pith_arena *arena, pith_result *result, const char *where, const char *what)
{
    result->exit = pith_exit_worse(result->exit, PITH_EXIT_INCOMPLETE);
    pith_result_note(arena, result, PITH_METADATA_UNCERTAIN, where, what);
}

// Who uses the library may have filled these fields by hand, not by pith_metadata_set.
static pith_status check_source(pith_arena *arena, const pith_metadata *m, pith_error *err)
{
    pith_metadata own = {0};
    if (!m->id.p)
        return missing(err, PITH_FIELD_ID);
    pith_status status = pith_metadata_put(arena, &own, PITH_FIELD_ID, m->id, err);
    if (status == PITH_OK && (own.id_version || !pith_text_equal(own.id, m->id)))
        status = pith_fail(err, PITH_METADATA_FORM, NULL, "id is not an arXiv identifier alone");
    if (status == PITH_OK && m->version > PITH_MINT_VERSION_MAX)
        status = pith_fail(err, PITH_METADATA_FORM, NULL, "version " PITH_MINT_VERSION_FORM);
    return status;
}

pith_status pith_mint(pith_arena *arena, const pith_metadata *metadata, pith_result **out,
                      pith_error *err)
{
    pith_minted minted;
    pith_buf document;
    char hex[2 * PITH_DIGEST_LEN + 1];
    pith_status status = check_source(arena, metadata, err);
    if (status == PITH_OK)
        status = pith_mint_record(arena, metadata, &minted, err);
    if (status != PITH_OK)
        return status;
    pith_hex(minted.digest, sizeof minted.digest, hex);
    pith_buf_init(&document, PITH_MAX_DOCUMENT);
    pith_buf_printf(&document, "{\"canonical_sha256\":\"%s\",\"canonical_record\":", hex);
    pith_buf_add(&document, minted.canonical.p, minted.canonical.n);
    if (minted.title.n && minted.title_plain) {
        pith_buf_puts(&document, ",\"paper\":{\"title\":");
        pith_json_quote(minted.title, &document);
        pith_buf_puts(&document, "}");
    }
    pith_buf_puts(&document, "}");
    const char *copy =
        pith_buf_ok(&document) ? pith_alloc_copy(arena, document.data, document.len) : NULL;
    // Through the door that every document takes, so that what is shown was checked.
    status = copy ? pith_verify_bytes(arena, (pith_text){copy, document.len}, "metadata",
                                      &minted.number, pith_keyring_builtin(), out, err)
                  : pith_fail_memory(err);
    pith_buf_free(&document);
    if (status != PITH_OK)
        return status;
    (*out)->findings = NULL; // that nothing signs it goes without saying
    if ((*out)->exit != PITH_EXIT_OK)
        return pith_fail(err, PITH_INTERNAL, minted.number.id, "the record does not hold");
    static const char not_plain[] = "is not plain ASCII: its hash, and so the number, is not "
                                    "verifiable with certainty";
    if (!minted.title_plain)
        note_doubt(arena, *out, "title", not_plain);
    if (!minted.abstract_plain)
        note_doubt(arena, *out, "abstract", not_plain);
    if (minted.late)
        note_doubt(arena, *out, "submitted_at", PITH_MINT_LATE);
    return PITH_OK;
}

const char *pith_result_alias(const pith_result *result, size_t row, char value[PITH_ALIAS_SIZE])
{
    static const char *const kinds[] = {"arxiv",         "arxiv_version", "doi",
                                        "pith_short_12", "pith_short_16", "pith_short_8"};
    pith_record record = {.source_kind = result->source_kind,
                          .source_id = result->source_id,
                          .source_version = result->source_version};
    if (row >= sizeof kinds / sizeof *kinds)
        return NULL;
    memcpy(record.id, result->number.id, sizeof record.id);
    (void)pith_record_alias(&record, pith_text_of(kinds[row]), value, PITH_ALIAS_SIZE);
    return kinds[row];
}
