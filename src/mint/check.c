// SPDX-License-Identifier: MIT
//
// A paper against its record, field by field.
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unicode.h"
#include "mint/compare.h"
#include "mint/mint.h"
#include "json/gate.h"

// ---- The record -----------------------------------------------------------------------

// PITH_METADATA_FORM, without an error: it is no string.
static pith_status string_text(pith_arena *arena, const pith_clean *clean, uint32_t token,
                               pith_text *out)
{
    if (token == 0 || clean->tokens[token].kind != PITH_JSON_STRING)
        return PITH_METADATA_FORM;
    return pith_token_text(arena, clean, token, out) ? PITH_OK : PITH_MEMORY;
}

static pith_status member_text(pith_arena *arena, const pith_clean *clean, uint32_t object,
                               const char *name, pith_text *out)
{
    return string_text(arena, clean, pith_token_member(clean, object, name), out);
}

// "primary cross cross", as metadata has them.
static pith_status join_categories(pith_arena *arena, const pith_clean *clean, uint32_t metadata,
                                   pith_text *out)
{
    pith_text word;
    pith_buf words;
    uint32_t list = pith_token_member(clean, metadata, "cross_cats_sorted");
    pith_status status = member_text(arena, clean, metadata, "primary_cat", &word);
    if (status == PITH_OK && (list == 0 || clean->tokens[list].kind != PITH_JSON_ARRAY))
        status = PITH_METADATA_FORM;
    if (status != PITH_OK)
        return status;
    pith_buf_init(&words, PITH_MAX_METADATA);
    pith_buf_add(&words, word.p, word.n);
    uint32_t item = list + 1;
    for (uint32_t i = 0; i < clean->tokens[list].count && status == PITH_OK; i++) {
        status = string_text(arena, clean, item, &word);
        if (status != PITH_OK)
            break;
        pith_buf_puts(&words, " ");
        pith_buf_add(&words, word.p, word.n);
        item = clean->tokens[item].next;
    }
    const char *copy = pith_buf_ok(&words) ? pith_alloc_copy(arena, words.data, words.len) : NULL;
    *out = (pith_text){copy, words.len};
    pith_buf_free(&words);
    return status == PITH_OK && !copy ? PITH_MEMORY : status;
}

pith_status pith_metadata_of(pith_arena *arena, const pith_result *result, pith_metadata *out,
                             pith_error *err)
{
    const pith_clean *clean;
    *out = (pith_metadata){.id = result->source_id,
                           .version = result->source_version,
                           .submitted_at = result->submitted_at};
    pith_status status = pith_gate(arena, result->canonical.p, result->canonical.n, &clean, err);
    if (status != PITH_OK)
        return status;
    uint32_t metadata = pith_token_member(clean, 0, "metadata");
    if (!pith_text_is(result->source_kind, "arxiv"))
        status = PITH_METADATA_FORM;
    if (status == PITH_OK)
        status = member_text(arena, clean, metadata, "title_canon_sha256", &out->title_sha256);
    if (status == PITH_OK)
        status =
            member_text(arena, clean, metadata, "abstract_canon_sha256", &out->abstract_sha256);
    if (status == PITH_OK)
        status = member_text(arena, clean, metadata, "license", &out->license);
    if (status == PITH_OK)
        status = join_categories(arena, clean, metadata, &out->categories);
    if (status == PITH_MEMORY)
        return pith_fail_memory(err);
    if (status != PITH_OK)
        return pith_fail(err, PITH_METADATA_FORM, result->number.id,
                         "its record is not of the known form");
    return PITH_OK;
}

// ---- Texts ----------------------------------------------------------------------------

static const char *form_name(unsigned form)
{
    switch (form) {
    case 0:
        return NULL;
    case PITH_FORM_FONTS:
        return "with its formatting commands, as typed";
    case PITH_FORM_CITATIONS:
        return "with its citations, as typed";
    case PITH_FORM_ESCAPES:
        return "with its escapes, as typed";
    case PITH_FORM_MACROS:
        return "with the paper's own commands, as typed";
    case PITH_FORM_LETTERS:
        return "with its letters beyond ASCII, as typed";
    default:
        return "with several things left as typed";
    }
}

// Forms and wordings of a source text: the one that TeX prints last comes first. *several: the
// paper has more wordings than one.
static pith_status add_forms(const pith_front *front, bool abstract, pith_candidates *list,
                             const char **why, bool *several, char command[40], pith_error *err)
{
    // Those that keep one thing come before those that keep several.
    static const unsigned first[] = {0,
                                     PITH_FORM_FONTS,
                                     PITH_FORM_CITATIONS,
                                     PITH_FORM_ESCAPES,
                                     PITH_FORM_MACROS,
                                     PITH_FORM_LETTERS};
    enum { FIRST = sizeof first / sizeof *first };
    for (unsigned i = 0; i < FIRST + PITH_FORMS; i++) {
        unsigned form = i < FIRST ? first[i] : i - FIRST;
        pith_wordings wordings;
        pith_status status = pith_front_wordings(front, abstract, form, &wordings, err);
        if (status != PITH_OK)
            return status;
        if (wordings.count == 0)
            break;
        if (i == 0 && wordings.count > 1 &&
            (abstract ? front->conditional_abstract : front->conditional_title)) {
            *why = "is there in several wordings, in a conditional";
            break;
        }
        if (i == 0)
            *several = wordings.several;
        for (size_t k = wordings.count; k-- > 0;) {
            if (i == 0 && !command[0])
                memcpy(command, wordings.notes[k].unknown, sizeof wordings.notes[k].unknown);
            pith_candidates_add(list, wordings.texts[k],
                                form                      ? form_name(form)
                                : !*several               ? NULL
                                : k + 1 == wordings.count ? "the last of several wordings"
                                                          : "one of several wordings");
        }
    }
    return PITH_OK;
}

// A comparison that fails while the text holds something that cannot be read off proves nothing.
static void doubt(pith_arena *arena, pith_check_field *field, bool several, const char *command)
{
    char sentence[120];
    bool plain = true;
    for (size_t i = 0; i < field->text.n; i++)
        plain = plain && ((field->text.p[i] >= ' ' && field->text.p[i] < 0x7F) ||
                          memchr("\t\n\r", field->text.p[i], 3)); // which the form collapses
    if (field->standing != PITH_CHECK_DIFFERS || (plain && !several && !command[0]))
        return;
    if (several)
        snprintf(sentence, sizeof sentence,
                 "is there in several wordings, and none of those printed has the record's hash");
    else if (command[0])
        snprintf(sentence, sizeof sentence, "has %s, which is not understood", command);
    else
        snprintf(sentence, sizeof sentence,
                 "is not plain ASCII, so it is not verifiable with certainty");
    const char *copy = pith_alloc_copy(arena, sentence, strlen(sentence));
    field->standing = PITH_CHECK_UNCLEAR;
    field->cause = pith_text_of(copy ? copy : "is not verifiable with certainty");
}

typedef struct checking {
    pith_arena *arena;
    const pith_metadata *stated;
    const pith_metadata *known;
    const pith_result *result;
    pith_metadata record;
    pith_front front;
    bool has_front;
    pith_text pdf_title;
    pith_check_field *out;
    pith_error *err;
} checking;

// The given text, or else the paper's, or else the one that is known. *why is set when there is
// none.
static pith_status find_text(const checking *c, bool abstract, pith_check_field *field,
                             pith_candidates *list, const char **why, bool *several,
                             char command[40])
{
    const pith_text given = abstract ? c->stated->abstract : c->stated->title;
    const pith_text known = abstract ? c->known->abstract : c->known->title;
    pith_status status = PITH_OK;
    *why = abstract ? "a PDF does not state its abstract" : "a PDF without a title";
    if (given.p) {
        field->origin = PITH_CHECK_OF_STATED;
        pith_candidates_add(list, given, NULL);
    } else if (c->has_front) {
        *why = "is not in the paper";
        status = add_forms(&c->front, abstract, list, why, several, command, c->err);
    } else if (!abstract && c->pdf_title.n) {
        pith_candidates_add(list, c->pdf_title, NULL);
    }
    if (status == PITH_OK && list->count == 0 && known.p &&
        !(c->has_front && pith_front_has(&c->front, abstract))) {
        field->origin = PITH_CHECK_OF_KNOWN;
        pith_candidates_add(list, known, NULL);
    }
    return status;
}

static pith_status check_text(checking *c, bool abstract)
{
    pith_check_field *field = &c->out[abstract ? PITH_CHECK_ABSTRACT : PITH_CHECK_TITLE];
    const pith_text hex = abstract ? c->record.abstract_sha256 : c->record.title_sha256;
    pith_candidates list = {.count = 0};
    uint8_t digest[PITH_DIGEST_LEN];
    char command[40] = "";
    const char *why;
    bool several = false;
    pith_status status = find_text(c, abstract, field, &list, &why, &several, command);
    if (status != PITH_OK)
        return status;
    if (list.count == 0) {
        field->standing = c->has_front ? PITH_CHECK_UNCLEAR : PITH_CHECK_UNSTATED;
        field->cause = pith_text_of(why);
        return PITH_OK;
    }
    for (size_t i = 0; i < list.count; i++) {
        if (!pith_unicode_is_valid(list.texts[i]))
            return pith_fail(c->err, PITH_METADATA_FORM, NULL, "%s is not UTF-8", field->name);
    }
    if (!pith_unhex(hex, digest, sizeof digest))
        return pith_fail(c->err, PITH_INTERNAL, NULL, "the record's hash is none");
    pith_text known = abstract ? (pith_text){"", 0} : c->result->title;
    const pith_text vocabulary = abstract ? c->result->title : c->out[PITH_CHECK_ABSTRACT].text;
    status = pith_compare_text(
        c->arena, &list, digest, known, vocabulary.p ? vocabulary : (pith_text){"", 0},
        field->origin == PITH_CHECK_OF_PAPER && !c->has_front, field, c->err);
    if (status == PITH_OK)
        doubt(c->arena, field, several, command);
    return status;
}

// ---- The other fields -----------------------------------------------------------------

static void differs(checking *c, pith_check_field *field, const char *what, pith_text theirs)
{
    size_t size = strlen(what) + theirs.n + 40;
    char *room = pith_alloc(c->arena, size);
    size_t n = 0;
    field->standing = PITH_CHECK_DIFFERS;
    field->cause = pith_text_of(what);
    if (!room)
        return;
    pith_join(room, size, &n, pith_text_of(what));
    pith_join(room, size, &n, pith_text_of("; the record has "));
    pith_join(room, size, &n, theirs.n ? theirs : pith_text_of("none"));
    field->cause = (pith_text){room, n};
}

static bool has(const pith_categories *list, pith_text word)
{
    for (size_t i = 0; i < list->count; i++) {
        if (pith_text_equal(list->items[i], word))
            return true;
    }
    return false;
}

static pith_status check_categories(checking *c, pith_check_field *field)
{
    pith_categories ours;
    pith_categories theirs;
    pith_text bad;
    if (!pith_mint_categories(field->text, &ours, &bad) || ours.count == 0)
        return pith_fail(c->err, PITH_METADATA_FORM, NULL, "categories are not arXiv categories");
    if (!pith_mint_categories(c->record.categories, &theirs, &bad) || theirs.count == 0) {
        differs(c, field, "not the record's", c->record.categories);
        return PITH_OK;
    }
    size_t common = 0;
    for (size_t i = 0; i < ours.count; i++)
        common += has(&theirs, ours.items[i]);
    bool same_set = common == ours.count && common == theirs.count;
    if (!same_set)
        differs(c, field,
                common == ours.count     ? "a cross-list less"
                : common == theirs.count ? "a cross-list more"
                                         : "other categories",
                c->record.categories);
    else if (!pith_text_equal(ours.items[0], theirs.items[0]))
        differs(c, field, "another primary category", c->record.categories);
    return PITH_OK;
}

// http for https, and back; a slash at the end or none.
static void check_license(checking *c, pith_check_field *field)
{
    pith_text a = field->text;
    pith_text b = c->record.license;
    if (pith_text_equal(a, b))
        return;
    pith_text ends[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        pith_text *t = &ends[i];
        size_t scheme = pith_text_starts(*t, "https://")  ? 8
                        : pith_text_starts(*t, "http://") ? 7
                                                          : 0;
        *t = (pith_text){t->p + scheme, t->n - scheme};
        if (t->n && t->p[t->n - 1] == '/')
            t->n--;
    }
    differs(c, field,
            pith_text_equal(ends[0], ends[1]) ? "the same in another spelling" : "another license",
            b);
}

static void check_version(checking *c, pith_check_field *field, int64_t ours)
{
    char number[24];
    size_t n = 0;
    pith_join_number(number, sizeof number, &n, (uint64_t)c->record.version);
    if (ours == c->record.version)
        return;
    differs(c, field, ours > c->record.version ? "a later version" : "an earlier version",
            (pith_text){number, n});
}

static pith_status check_submitted(checking *c, pith_check_field *field)
{
    char time[21];
    if (!pith_mint_time(field->text, time))
        return pith_fail(c->err, PITH_METADATA_FORM, NULL, "submitted_at " PITH_MINT_TIME_FORM);
    if (!pith_text_is(c->record.submitted_at, time))
        differs(c, field, "another time", c->record.submitted_at);
    return PITH_OK;
}

// Whether a field is stated or else known.
static bool supplied(pith_check_field *field, bool stated, bool known)
{
    field->origin = stated ? PITH_CHECK_OF_STATED : PITH_CHECK_OF_KNOWN;
    if (!stated && !known)
        field->standing = PITH_CHECK_UNSTATED;
    return stated || known;
}

static bool supplied_text(pith_check_field *field, pith_text stated, pith_text known)
{
    if (!supplied(field, stated.p != NULL, known.p != NULL))
        return false;
    field->text = stated.p ? stated : known;
    return true;
}

static pith_status check_fields(checking *c)
{
    pith_check_field *field = &c->out[PITH_CHECK_ABSTRACT + 1];
    const pith_metadata *a = c->stated;
    const pith_metadata *b = c->known;
    pith_status status = PITH_OK;
    if (supplied_text(&field[0], a->categories, b->categories))
        status = check_categories(c, &field[0]);
    if (supplied_text(&field[1], a->license, b->license))
        check_license(c, &field[1]);
    if (supplied(&field[2], a->version != 0, b->version != 0))
        check_version(c, &field[2], a->version ? a->version : b->version);
    if (supplied_text(&field[3], a->id, b->id) && !pith_text_equal(field[3].text, c->record.id))
        differs(c, &field[3], "another paper", c->record.id);
    if (status == PITH_OK && supplied_text(&field[4], a->submitted_at, b->submitted_at))
        status = check_submitted(c, &field[4]);
    return status;
}

pith_status pith_check_paper(pith_arena *arena, const char *path, const pith_metadata *stated,
                             const pith_metadata *known, const pith_result *result,
                             pith_check_field out[PITH_CHECK_FIELDS], pith_error *err)
{
    static const struct {
        const char *name;
        pith_status code;
    } names[PITH_CHECK_FIELDS] = {
        {"title", PITH_TITLE_DIFFERS},      {"abstract", PITH_ABSTRACT_DIFFERS},
        {"categories", PITH_FIELD_DIFFERS}, {"license", PITH_FIELD_DIFFERS},
        {"version", PITH_FIELD_DIFFERS},    {"id", PITH_FIELD_DIFFERS},
        {"submitted", PITH_FIELD_DIFFERS}};
    static const pith_metadata nothing = {.version = 0};
    checking c = {.arena = arena,
                  .stated = stated,
                  .known = known ? known : &nothing,
                  .result = result,
                  .out = out,
                  .err = err};
    for (size_t i = 0; i < PITH_CHECK_FIELDS; i++)
        out[i] = (pith_check_field){.name = names[i].name,
                                    .code = names[i].code,
                                    .standing = PITH_CHECK_SAME,
                                    .text = {"", 0},
                                    .cause = {"", 0}};
    pith_status status = pith_metadata_of(arena, result, &c.record, err);
    bool is_pdf = false;
    if (status == PITH_OK && path)
        status = pith_pdf_is(path, &is_pdf, err);
    if (status == PITH_OK && is_pdf)
        status = pith_pdf_title(arena, path, &c.pdf_title, err);
    else if (status == PITH_OK && path) {
        status = pith_front_read(arena, path, &c.front, err);
        c.has_front = true;
    }
    if (status == PITH_OK)
        status = check_text(&c, true);
    if (status == PITH_OK)
        status = check_text(&c, false);
    return status == PITH_OK ? check_fields(&c) : status;
}
