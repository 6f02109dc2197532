// SPDX-License-Identifier: MIT
//
// arXiv's Atom answer (its API User's Manual, "Details of Atom Results Returned") and OAI-PMH with
// metadataPrefix=arXivRaw (http://arxiv.org/OAI/arXivRaw.xsd).
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "mint/mint.h"
#include "mint/xml.h"

#define ATOM  "http://www.w3.org/2005/Atom"
#define ARXIV "http://arxiv.org/schemas/atom"
#define OAI   "http://www.openarchives.org/OAI/2.0/"
#define RAW   "http://arxiv.org/OAI/arXivRaw/"

typedef struct reading {
    pith_arena *arena;
    pith_metadata *items;
    size_t count;
    size_t room;
    bool raw;         // the paper at hand is arXivRaw
    size_t depth;     // of the paper's element; 0: outside
    pith_buf words;   // its categories, the primary first
    int64_t version;  // of the <version> at hand
    char primary[40]; // of an Atom entry
    bool seen[PITH_FIELD_COUNT];
} reading;

static pith_metadata *paper(const reading *r)
{
    return &r->items[r->count - 1];
}

static pith_status keep(reading *r, pith_field field, pith_text text, pith_error *err)
{
    if (!text.p)
        return pith_fail(err, PITH_METADATA_FORM, NULL, "%s has an element within its text",
                         pith_field_name(field));
    if (r->seen[field] && field != PITH_FIELD_VERSION) // arXivRaw lists all versions
        return pith_fail(err, PITH_METADATA_FORM, NULL, "%s stands twice", pith_field_name(field));
    r->seen[field] = true;
    const char *copy = pith_alloc_copy(r->arena, text.p, text.n);
    if (!copy)
        return pith_fail_memory(err);
    return pith_metadata_put(r->arena, paper(r), field, (pith_text){copy, text.n}, err);
}

static pith_status begin_paper(reading *r, bool raw, size_t depth, pith_error *err)
{
    if (r->depth)
        return pith_fail(err, PITH_METADATA_FORM, NULL, "a paper stands within a paper");
    if (r->count == r->room) {
        size_t room = r->room ? 2 * r->room : 16;
        if (room > PITH_MAX_PAPERS)
            return pith_fail(err, PITH_TOO_LARGE, NULL, "has more than %d papers", PITH_MAX_PAPERS);
        pith_metadata *items = pith_alloc_array(r->arena, room, sizeof *items);
        if (!items)
            return pith_fail_memory(err);
        if (r->count)
            memcpy(items, r->items, r->count * sizeof *items);
        r->items = items;
        r->room = room;
    }
    r->items[r->count++] = (pith_metadata){0};
    r->raw = raw;
    r->depth = depth;
    r->words.len = 0;
    r->primary[0] = '\0';
    memset(r->seen, 0, sizeof r->seen);
    return PITH_OK;
}

// ---- Atom -----------------------------------------------------------------------------

// The list also has ACM and MSC classes, which are no categories of a record.
static pith_status add_category(reading *r, const char *term, pith_error *err)
{
    if (!term || !pith_mint_is_category(pith_text_of(term)))
        return PITH_OK;
    pith_buf_puts(&r->words, " ");
    pith_buf_puts(&r->words, term);
    return pith_buf_ok(&r->words) ? PITH_OK : pith_fail_memory(err);
}

static pith_status start_in_entry(reading *r, const pith_xml_name *name,
                                  const char *const *attributes, pith_error *err)
{
    const char *term = pith_xml_attribute(attributes, "term");
    const bool primary = pith_xml_is(name, ARXIV, "primary_category") && term;
    if (primary && r->primary[0])
        return pith_fail(err, PITH_METADATA_FORM, NULL, "primary_category stands twice");
    if (primary)
        snprintf(r->primary, sizeof r->primary, "%s", term);
    return pith_xml_is(name, ATOM, "category") ? add_category(r, term, err) : PITH_OK;
}

static pith_status end_in_entry(reading *r, const pith_xml_name *name, pith_text text,
                                pith_error *err)
{
    if (pith_xml_is(name, ATOM, "id")) {
        if (pith_text_starts(text, "http://arxiv.org/api/errors") ||
            pith_text_starts(text, "https://arxiv.org/api/errors"))
            return pith_fail(err, PITH_METADATA_FORM, NULL, "arXiv answered with an error");
        return keep(r, PITH_FIELD_ID, text, err);
    }
    if (pith_xml_is(name, ATOM, "title"))
        return keep(r, PITH_FIELD_TITLE, text, err);
    if (pith_xml_is(name, ATOM, "summary"))
        return keep(r, PITH_FIELD_ABSTRACT, text, err);
    if (pith_xml_is(name, ATOM, "published")) // <updated> is that of the version
        return keep(r, PITH_FIELD_SUBMITTED_AT, text, err);
    return PITH_OK;
}

static pith_status end_entry(reading *r, pith_error *err)
{
    pith_buf words;
    pith_buf_init(&words, PITH_MAX_METADATA);
    pith_buf_puts(&words, r->primary);
    pith_buf_add(&words, r->words.data ? r->words.data : "", r->words.len);
    pith_status status = PITH_OK;
    if (!pith_buf_ok(&words) || !pith_buf_ok(&r->words))
        status = pith_fail_memory(err);
    else if (words.len && r->primary[0]) // which one is primary is not to be guessed
        status = keep(r, PITH_FIELD_CATEGORIES, (pith_text){words.data, words.len}, err);
    pith_buf_free(&words);
    return status;
}

// ---- arXivRaw -------------------------------------------------------------------------

static pith_status start_in_raw(reading *r, const pith_xml_name *name,
                                const char *const *attributes, pith_error *err)
{
    const char *version = pith_xml_attribute(attributes, "version");
    if (!pith_xml_is(name, RAW, "version") || !version)
        return PITH_OK;
    int64_t last = paper(r)->version;
    pith_status status = keep(r, PITH_FIELD_VERSION, pith_text_of(version), err);
    r->version = paper(r)->version;
    if (last > r->version)
        paper(r)->version = last;
    return status;
}

static pith_status end_in_raw(reading *r, const pith_xml_name *name, size_t depth, pith_text text,
                              pith_error *err)
{
    static const struct {
        const char *name;
        pith_field field;
    } fields[] = {{"id", PITH_FIELD_ID},
                  {"title", PITH_FIELD_TITLE},
                  {"abstract", PITH_FIELD_ABSTRACT},
                  {"categories", PITH_FIELD_CATEGORIES},
                  {"license", PITH_FIELD_LICENSE}};
    if (depth == r->depth + 2 && r->version == 1 && pith_xml_is(name, RAW, "date"))
        return keep(r, PITH_FIELD_SUBMITTED_AT, text, err);
    for (size_t i = 0; i < sizeof fields / sizeof *fields && depth == r->depth + 1; i++) {
        if (pith_xml_is(name, RAW, fields[i].name))
            return keep(r, fields[i].field, text, err);
    }
    return PITH_OK;
}

// ---- Both -----------------------------------------------------------------------------

static pith_status on_start(void *context, const pith_xml_name *name, size_t depth,
                            const char *const *attributes, pith_error *err)
{
    reading *r = context;
    if (pith_xml_is(name, ATOM, "entry"))
        return begin_paper(r, false, depth, err);
    if (pith_xml_is(name, RAW, "arXivRaw"))
        return begin_paper(r, true, depth, err);
    if (!r->depth || depth != r->depth + 1)
        return PITH_OK;
    r->version = 0;
    return r->raw ? start_in_raw(r, name, attributes, err)
                  : start_in_entry(r, name, attributes, err);
}

static pith_status on_end(void *context, const pith_xml_name *name, size_t depth, pith_text text,
                          pith_error *err)
{
    reading *r = context;
    if (pith_xml_is(name, OAI, "error"))
        return pith_fail(err, PITH_METADATA_FORM, NULL, "arXiv answered with an error");
    if (!r->depth)
        return PITH_OK;
    if (depth > r->depth)
        return r->raw                  ? end_in_raw(r, name, depth, text, err)
               : depth == r->depth + 1 ? end_in_entry(r, name, text, err)
                                       : PITH_OK;
    r->depth = 0;
    if (!r->raw)
        return end_entry(r, err);
    if (!paper(r)->license.p) // arXivRaw leaves out what a paper has not
        paper(r)->license = (pith_text){"", 0};
    return PITH_OK;
}

pith_status pith_mint_read_xml(pith_arena *arena, pith_text bytes, pith_metadata **out,
                               size_t *count, pith_error *err)
{
    reading r = {.arena = arena};
    const pith_xml_handler handler = {on_start, on_end, &r};
    pith_buf_init(&r.words, PITH_MAX_METADATA);
    pith_status status = pith_xml_read(bytes, &handler, err);
    pith_buf_free(&r.words);
    if (status == PITH_OK && r.count == 0)
        status = pith_fail(err, PITH_METADATA_FORM, NULL,
                           "has neither an Atom entry nor an arXivRaw record");
    *out = r.items;
    *count = r.count;
    return status;
}
