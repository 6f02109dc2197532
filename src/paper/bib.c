// SPDX-License-Identifier: MIT
//
// BibTeX data files, read without changing a byte. Source: bibtex.web (sections 83 to 104 and
// 235 to 270): entries in braces or parentheses; values of strings, braces, numbers and macros
// joined by #; braces balance, a backslash protects none; a bad entry is left at the place of
// the mistake and the next @ is looked for. As biber does and BibTeX does not, a % between fields
// starts a comment, and the braces of @comment{...} are a unit.
//
// Every function only moves forward: reading is linear, whatever the bytes are.
#include "paper/bib.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "paper/name_set.h"

enum { MAX_MACROS = 4096, MAX_MACRO = 256 };

typedef struct value {
    char bytes[PITH_BIB_VALUE];
    size_t n;
} value;

typedef struct bib {
    pith_arena *arena;
    pith_error *err;
    pith_references *refs;
    size_t room;
    const char *begin;
    const char *p;
    const char *end;
    const char *counted; // line ends up to here are in `line`
    size_t line;
    char close;           // of the entry at hand
    pith_name_set macros; // value: index in texts
    pith_text *texts;     // of the macros
    value value;
} bib;

// The entry at hand.
typedef struct entry {
    pith_reference reference;
    pith_bib_rank rank;
    pith_target eprint;
    bool has_eprint;
    bool other_archive; // and it is not arXiv's
    bool pith_archive;  // and it is a Pith Number, as biblatex has it with pith.sty
    pith_number number;
    unsigned seen; // bits: the rows of `fields` that have been used
} entry;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t line_at(bib *b, const char *at)
{
    for (; b->counted < at; b->counted++)
        b->line += *b->counted == '\n';
    return b->line;
}

static void skip_blank(bib *b)
{
    while (b->p < b->end && (is_blank(*b->p) || *b->p == '%')) {
        if (*b->p == '%') {
            while (b->p < b->end && *b->p != '\n' && *b->p != '\r')
                b->p++;
        } else {
            b->p++;
        }
    }
}

static bool take(bib *b, char c)
{
    if (b->p == b->end || *b->p != c)
        return false;
    b->p++;
    return true;
}

// bibtex.web's legal_id_char.
static bool is_id_char(char c)
{
    return (unsigned char)c > ' ' && c != 127 && !memchr("\"#%'(),={}", c, 10);
}

static pith_text take_id(bib *b)
{
    const char *start = b->p;
    while (b->p < b->end && is_id_char(*b->p))
        b->p++;
    return (pith_text){start, (size_t)(b->p - start)};
}

static bool is_word(pith_text text, const char *lower)
{
    size_t i = 0;
    for (; i < text.n && lower[i]; i++) {
        if (pith_to_lower(text.p[i]) != lower[i])
            return false;
    }
    return i == text.n && !lower[i];
}

static void keep(value *v, char c)
{
    if (v->n < sizeof v->bytes)
        v->bytes[v->n++] = c;
}

// ---- Values ---------------------------------------------------------------------------

// At { or ": behind the balanced text. False: the file ends first.
static bool take_delimited(bib *b)
{
    bool quoted = *b->p++ == '"';
    size_t depth = 0;
    for (; b->p < b->end; b->p++) {
        char c = *b->p;
        if (depth == 0 && c == (quoted ? '"' : '}')) {
            b->p++;
            return true;
        }
        if (c == '{')
            depth++;
        else if (c == '}' && depth > 0)
            depth--;
        else
            keep(&b->value, c);
    }
    return false;
}

static pith_text fold(pith_text name, char room[MAX_MACRO])
{
    size_t n = name.n < MAX_MACRO ? name.n : MAX_MACRO;
    for (size_t i = 0; i < n; i++)
        room[i] = pith_to_lower(name.p[i]);
    return (pith_text){room, n};
}

static void put_macro(bib *b, pith_text name)
{
    char room[MAX_MACRO];
    const size_t *known = pith_name_set_find(&b->macros, fold(name, room));
    for (size_t i = 0; known && i < b->texts[*known].n; i++)
        keep(&b->value, b->texts[*known].p[i]);
}

typedef enum outcome { GOOD, BAD, CUT } outcome; // CUT: the file ends within the entry

// The value behind `name =`, into b->value. *end: behind its last piece.
static outcome take_value(bib *b, const char **end)
{
    b->value.n = 0;
    do {
        skip_blank(b);
        if (b->p == b->end)
            return CUT;
        if (*b->p == '{' || *b->p == '"') {
            if (!take_delimited(b))
                return CUT;
        } else {
            pith_text word = take_id(b); // a number or a macro
            if (word.n == 0)
                return BAD;
            if (!pith_is_digit(word.p[0]))
                put_macro(b, word);
            for (size_t i = 0; pith_is_digit(word.p[0]) && i < word.n; i++)
                keep(&b->value, word.p[i]);
        }
        *end = b->p;
        skip_blank(b);
    } while (take(b, '#'));
    return GOOD;
}

// ---- Fields ---------------------------------------------------------------------------

static void rank_name(entry *e, pith_bib_rank rank, const pith_target *name)
{
    if (rank <= e->rank)
        return;
    e->rank = rank;
    e->reference.name = *name;
}

typedef enum field_use {
    USE_NAME, // it may name the paper
    USE_PITH,
    USE_EPRINT,
    USE_ARCHIVE
} field_use;

static const struct {
    const char *name;
    field_use use;
    pith_bib_rank rank;
} fields[] = {{"pith", USE_PITH, PITH_BIB_NONE},
              {"eprint", USE_EPRINT, PITH_BIB_NONE},
              {"archiveprefix", USE_ARCHIVE, PITH_BIB_NONE},
              {"eprinttype", USE_ARCHIVE, PITH_BIB_NONE},
              {"doi", USE_NAME, PITH_BIB_DOI},
              {"url", USE_NAME, PITH_BIB_URL},
              {"ee", USE_NAME, PITH_BIB_URL},
              {"link", USE_NAME, PITH_BIB_URL},
              {"note", USE_NAME, PITH_BIB_REMARK},
              {"journal", USE_NAME, PITH_BIB_REMARK},
              {"number", USE_NAME, PITH_BIB_REMARK},
              {"journaltitle", USE_NAME, PITH_BIB_REMARK},
              {"howpublished", USE_NAME, PITH_BIB_REMARK},
              {"addendum", USE_NAME, PITH_BIB_REMARK},
              {"volume", USE_NAME, PITH_BIB_REMARK}};
enum { FIELDS = sizeof fields / sizeof *fields };

static void use_number(pith_text text, pith_number *out)
{
    pith_error ignored;
    if (pith_number_parse(text, out, &ignored) != PITH_OK)
        *out = (pith_number){0};
}

static void use_name(entry *e, size_t which, pith_text text)
{
    pith_target target;
    bool abs = strcmp(fields[which].name, "volume") == 0 && pith_text_starts(text, "abs/");
    if (abs ? pith_arxiv_alone(text, &target) : pith_arxiv_mentioned(text, &target))
        rank_name(e, fields[which].rank, &target);
}

// Of two fields of one name BibTeX takes the first, whatever their case.
static void on_field(bib *b, entry *e, pith_text name)
{
    const pith_text text = {b->value.bytes, b->value.n};
    size_t which = 0;
    while (which < FIELDS && !is_word(name, fields[which].name))
        which++;
    if (which == FIELDS || (e->seen & 1U << which))
        return;
    e->seen |= 1U << which;
    switch (fields[which].use) {
    case USE_PITH:
        e->reference.has_field = true;
        use_number(text, &e->reference.stated);
        break;
    case USE_EPRINT:
        e->has_eprint = pith_arxiv_alone(text, &e->eprint);
        use_number(text, &e->number);
        break;
    case USE_ARCHIVE:
        e->other_archive = text.n > 0 && !is_word(text, "arxiv");
        e->pith_archive = is_word(text, "pith");
        break;
    case USE_NAME:
        use_name(e, which, text);
        break;
    }
}

// Fields up to the end of the entry. Their places are kept for adding one.
static outcome take_fields(bib *b, entry *e)
{
    for (;;) {
        skip_blank(b);
        if (b->p == b->end)
            return CUT;
        if (take(b, b->close))
            return GOOD;
        pith_text name = take_id(b);
        skip_blank(b);
        if (b->p == b->end)
            return CUT;
        if (name.n == 0 || !take(b, '='))
            return BAD;
        const char *end = NULL;
        outcome taken = take_value(b, &end);
        if (taken != GOOD)
            return taken;
        on_field(b, e, name);
        e->reference.field = (size_t)(name.p - b->begin);
        e->reference.field_end = (size_t)(end - b->begin);
        if (take(b, b->close))
            return GOOD;
        if (b->p == b->end)
            return CUT;
        if (!take(b, ','))
            return BAD;
    }
}

static pith_status on_entry(bib *b, const char *start, outcome *out)
{
    static const entry none;
    entry e = none;
    // The key may hold what a field name may not, the close of the other bracket included.
    const char *key = b->p;
    while (b->p < b->end && *b->p != ',' && !is_blank(*b->p) && !(b->close == '}' && *b->p == '}'))
        b->p++;
    e.reference.key = (pith_text){key, (size_t)(b->p - key)};
    e.reference.line = line_at(b, start);
    skip_blank(b);
    if (b->p == b->end)
        *out = CUT;
    else if (take(b, b->close))
        *out = GOOD;
    else
        *out = take(b, ',') ? take_fields(b, &e) : BAD;
    if (*out != GOOD)
        return PITH_OK;
    if (e.has_eprint && !e.other_archive)
        rank_name(&e, PITH_BIB_EPRINT, &e.eprint);
    if (e.pith_archive && !e.reference.has_field) {
        e.reference.has_field = true;
        e.reference.stated = e.number;
    }
    return pith_refs_add(b->arena, b->refs, &b->room, &e.reference, b->err);
}

// ---- Commands -------------------------------------------------------------------------

static pith_status on_string(bib *b, outcome *out)
{
    char room[MAX_MACRO];
    const char *end = NULL;
    skip_blank(b);
    pith_text name = take_id(b);
    skip_blank(b);
    *out = b->p == b->end ? CUT : name.n > 0 && take(b, '=') ? take_value(b, &end) : BAD;
    if (*out == GOOD)
        *out = b->p == b->end ? CUT : take(b, b->close) ? GOOD : BAD;
    if (*out != GOOD || name.n > MAX_MACRO)
        return PITH_OK;
    name = fold(name, room);
    size_t *known = pith_name_set_find(&b->macros, name);
    size_t at = known ? *known : b->macros.count;
    if (at == MAX_MACROS)
        return PITH_OK;
    if (!b->texts)
        b->texts = pith_alloc_array(b->arena, MAX_MACROS, sizeof *b->texts);
    size_t n = b->value.n < MAX_MACRO ? b->value.n : MAX_MACRO;
    char *copy = b->texts ? pith_alloc_copy(b->arena, b->value.bytes, n) : NULL;
    if (!copy || (!known && !pith_name_set_add(&b->macros, name, at)))
        return pith_fail_memory(b->err);
    b->texts[at] = (pith_text){copy, n};
    return PITH_OK;
}

// Behind the @ of a command: its name, its bracket, and what that holds.
static pith_status on_command(bib *b, outcome *out)
{
    const char *start = b->p;
    const char *end = NULL;
    *out = GOOD;
    skip_blank(b);
    pith_text type = take_id(b);
    skip_blank(b);
    if (is_word(type, "comment")) {
        b->value.n = 0;
        if (b->p < b->end && *b->p == '{' && !take_delimited(b))
            *out = CUT;
        return PITH_OK;
    }
    // An @ in what stands between the entries, as in a mail address, means nothing.
    if (type.n == 0 || b->p == b->end || (*b->p != '{' && *b->p != '('))
        return PITH_OK;
    b->close = *b->p++ == '{' ? '}' : ')';
    if (is_word(type, "string"))
        return on_string(b, out);
    if (is_word(type, "preamble")) {
        *out = take_value(b, &end);
        if (*out == GOOD)
            *out = b->p == b->end ? CUT : take(b, b->close) ? GOOD : BAD;
        return PITH_OK;
    }
    skip_blank(b);
    return on_entry(b, start, out);
}

pith_status pith_bib_read(pith_arena *arena, pith_references *refs, pith_error *err)
{
    bib *b = pith_alloc_array(arena, 1, sizeof *b);
    if (!b)
        return pith_fail_memory(err);
    b->arena = arena;
    b->err = err;
    b->refs = refs;
    b->begin = b->p = b->counted = refs->bytes.p;
    b->end = refs->bytes.p + refs->bytes.n;
    b->line = 1;
    b->macros.arena = arena;
    pith_status status = PITH_OK;
    while (status == PITH_OK && (b->p = memchr(b->p, '@', (size_t)(b->end - b->p))) != NULL) {
        outcome out;
        const char *start = b->p++;
        status = on_command(b, &out);
        if (status != PITH_OK || out == GOOD)
            continue;
        status = pith_refs_problem(arena, refs, line_at(b, start),
                                   out == CUT ? "this entry has no end: a brace or quote is missing"
                                              : "this entry cannot be read and is passed over",
                                   err);
        refs->cut = refs->cut || out == CUT;
        if (out == CUT)
            break;
    }
    return status;
}
