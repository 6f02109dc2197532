// SPDX-License-Identifier: MIT
//
// A line of arXiv's metadata snapshot, or an object that a person wrote with the names of
// pith_metadata. Over the gate's tokens: a line is read in a few microseconds.
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "mint/mint.h"
#include "json/gate.h"

typedef struct reading {
    pith_arena *arena;
    const pith_clean *clean;
    pith_metadata *out;
    pith_error *err;
} reading;

static pith_status bad(const reading *r, uint32_t token, const char *name, const char *what)
{
    return pith_fail_at(r->err, PITH_METADATA_FORM, r->clean->tokens[token].start, "%s %s", name,
                        what);
}

// A string, or a number as it is spelled: an id like 1309.3740 must keep its zero.
static pith_status scalar(const reading *r, uint32_t token, const char *name, pith_text *out)
{
    const pith_token *t = &r->clean->tokens[token];
    if (t->kind == PITH_JSON_NUMBER) {
        *out = (pith_text){r->clean->bytes + t->start, t->end - t->start};
        return PITH_OK;
    }
    if (t->kind != PITH_JSON_STRING)
        return bad(r, token, name, "is not a string");
    return pith_token_text(r->arena, r->clean, token, out) ? PITH_OK : pith_fail_memory(r->err);
}

// A list of words as one text.
static pith_status words(const reading *r, uint32_t token, const char *name, pith_text *out)
{
    const pith_token *list = &r->clean->tokens[token];
    pith_buf joined;
    pith_buf_init(&joined, PITH_MAX_METADATA);
    pith_status status = PITH_OK;
    uint32_t item = token + 1;
    for (uint32_t i = 0; i < list->count && status == PITH_OK; i++) {
        pith_text word = {"", 0};
        status = scalar(r, item, name, &word);
        if (status == PITH_OK) {
            pith_buf_puts(&joined, " ");
            pith_buf_add(&joined, word.p, word.n);
        }
        item = r->clean->tokens[item].next;
    }
    const char *copy = pith_buf_ok(&joined)
                           ? pith_alloc_copy(r->arena, joined.data ? joined.data : "", joined.len)
                           : NULL;
    *out = (pith_text){copy, joined.len};
    pith_buf_free(&joined);
    return status == PITH_OK && !copy ? pith_fail_memory(r->err) : status;
}

static pith_status set(const reading *r, pith_field field, uint32_t token, const char *name)
{
    pith_text value = {"", 0};
    pith_status status = PITH_OK;
    pith_json_kind kind = r->clean->tokens[token].kind;
    if (kind == PITH_JSON_ARRAY && field == PITH_FIELD_CATEGORIES)
        status = words(r, token, name, &value);
    else if (kind != PITH_JSON_NULL) // no license, in the snapshot
        status = scalar(r, token, name, &value);
    else if (field != PITH_FIELD_LICENSE)
        return PITH_OK;
    return status == PITH_OK ? pith_metadata_put(r->arena, r->out, field, value, r->err) : status;
}

// [{"version":"v1","created":"Mon, 2 Apr 2007 19:18:42 GMT"},...] in the order of the versions.
static pith_status read_versions(const reading *r, uint32_t token)
{
    const pith_token *list = &r->clean->tokens[token];
    static const char name[] = "versions";
    if (list->kind != PITH_JSON_ARRAY || list->count == 0)
        return bad(r, token, name, "is not a list of versions");
    uint32_t item = token + 1;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t version = pith_token_member(r->clean, item, "version");
        uint32_t created = pith_token_member(r->clean, item, "created");
        if (!version || !created)
            return bad(r, item, name, "has an entry without version or created");
        pith_status status = set(r, PITH_FIELD_VERSION, version, name);
        if (status == PITH_OK && r->out->version != (int64_t)i + 1)
            return bad(r, item, name, "are not v1, v2, ... in this order");
        if (status == PITH_OK && i == 0)
            status = set(r, PITH_FIELD_SUBMITTED_AT, created, name);
        if (status != PITH_OK)
            return status;
        item = r->clean->tokens[item].next;
    }
    return PITH_OK;
}

// A slip in a name would leave its field out. What the snapshot has besides is passed over; in its
// lines, which have versions, everything is.
static pith_status check_names(const reading *r)
{
    static const char *const others[] = {"submitter", "authors",   "comments",       "journal-ref",
                                         "doi",       "report-no", "authors_parsed", "update_date"};
    char shown[40] = "";
    size_t n = 0;
    uint32_t at = 1;
    for (uint32_t i = 0; i < r->clean->tokens[0].count; i++) {
        bool known = false;
        for (int k = 0; k < PITH_FIELD_COUNT && !known; k++)
            known = pith_token_is(r->clean, at, pith_field_name((pith_field)k));
        for (size_t k = 0; k < sizeof others / sizeof *others && !known; k++)
            known = pith_token_is(r->clean, at, others[k]);
        const pith_token *name = &r->clean->tokens[at];
        if (!known) {
            pith_join(shown, sizeof shown, &n,
                      (pith_text){r->clean->bytes + name->start + 1, name->end - name->start - 2});
            return pith_fail_at(r->err, PITH_METADATA_FORM, name->start,
                                "`%s` is no name of a field", shown);
        }
        at = r->clean->tokens[at + 1].next;
    }
    return PITH_OK;
}

// In one pass: a snapshot has millions of lines. *versions: the token of that member, or 0.
static pith_status read_members(const reading *r, uint32_t *versions)
{
    pith_status status = PITH_OK;
    uint32_t at = 1;
    *versions = 0;
    for (uint32_t i = 0; i < r->clean->tokens[0].count && status == PITH_OK; i++) {
        pith_text name;
        int field = 0;
        if (!pith_token_text(r->arena, r->clean, at, &name))
            return pith_fail_memory(r->err);
        while (field < PITH_FIELD_COUNT && !pith_text_is(name, pith_field_name((pith_field)field)))
            field++;
        if (field < PITH_FIELD_COUNT)
            status = set(r, (pith_field)field, at + 1, pith_field_name((pith_field)field));
        else if (pith_text_is(name, "versions"))
            *versions = at + 1;
        at = r->clean->tokens[at + 1].next;
    }
    return status;
}

pith_status pith_mint_read_json(pith_arena *arena, pith_text bytes, pith_metadata *out,
                                pith_error *err)
{
    reading r = {.arena = arena, .out = out, .err = err};
    uint32_t versions;
    *out = (pith_metadata){0};
    pith_status status = pith_gate(arena, bytes.p, bytes.n, &r.clean, err);
    if (status != PITH_OK)
        return status;
    if (r.clean->tokens[0].kind != PITH_JSON_OBJECT)
        return bad(&r, 0, "the metadata", "is not an object");
    status = read_members(&r, &versions);
    if (status != PITH_OK)
        return status;
    return versions ? read_versions(&r, versions) : check_names(&r);
}
