// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "mint/mint.h"
#include "paper/bib.h"

// ---- Times ----------------------------------------------------------------------------

static bool take_number(pith_text *text, size_t most, unsigned *out)
{
    size_t n = 0;
    *out = 0;
    while (n < text->n && n < most && pith_is_digit(text->p[n]))
        *out = *out * 10 + (unsigned)(text->p[n++] - '0');
    *text = (pith_text){text->p + n, text->n - n};
    return n > 0;
}

static bool take(pith_text *text, const char *word)
{
    if (!pith_text_starts(*text, word))
        return false;
    size_t n = strlen(word);
    *text = (pith_text){text->p + n, text->n - n};
    return true;
}

static bool take_month(pith_text *text, unsigned *out)
{
    static const char *const months[] = {"Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ",
                                         "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec "};
    for (*out = 1; *out <= 12; ++*out) {
        if (take(text, months[*out - 1]))
            return true;
    }
    return false;
}

// "Mon, 2 Apr 2007 19:18:42 GMT"; arXiv writes no other zone.
static bool read_mail_date(pith_text text, char out[21])
{
    unsigned day, month, year, hour, minute, second;
    const char *comma = text.n > 3 && text.p[3] == ',' ? text.p + 4 : NULL;
    if (comma)
        text = (pith_text){comma, text.n - 4};
    while (take(&text, " ")) {
    }
    if (!take_number(&text, 2, &day) || !take(&text, " ") || !take_month(&text, &month) ||
        !take_number(&text, 4, &year) || year < 1000 || // RFC 5322 has four digits and no less
        !take(&text, " ") || !take_number(&text, 2, &hour) || !take(&text, ":") ||
        !take_number(&text, 2, &minute) || !take(&text, ":") || !take_number(&text, 2, &second))
        return false;
    if (!pith_text_is(text, " GMT") && !pith_text_is(text, " UTC") && !pith_text_is(text, " +0000"))
        return false;
    memcpy(out, "0000-00-00T00:00:00Z", 21); // no printf: this is done for each line of a snapshot
    pith_put_digits(out, 4, year);
    pith_put_digits(out + 5, 2, month);
    pith_put_digits(out + 8, 2, day);
    pith_put_digits(out + 11, 2, hour);
    pith_put_digits(out + 14, 2, minute);
    pith_put_digits(out + 17, 2, second);
    return true;
}

bool pith_mint_time(pith_text text, char out[21])
{
    while (text.n && memchr(" \t\r\n", text.p[0], 4))
        text = (pith_text){text.p + 1, text.n - 1};
    while (text.n && memchr(" \t\r\n", text.p[text.n - 1], 4))
        text.n--;
    if (text.n == 20) {
        memcpy(out, text.p, 20);
        out[20] = '\0';
    } else if (!read_mail_date(text, out)) {
        return false;
    }
    return pith_is_timestamp((pith_text){out, 20});
}

static unsigned two_digits(const char *p)
{
    return (unsigned)(p[0] - '0') * 10 + (unsigned)(p[1] - '0');
}

// YYMM.NNNN since April 2007, YYMM.NNNNN since January 2015, archive/YYMMNNN before (arXiv's
// "Understanding the arXiv identifier"). What is wrong with one that parses, or NULL.
static const char *id_problem(pith_text id)
{
    const char *slash = memchr(id.p, '/', id.n);
    const char *digits = slash ? slash + 1 : id.p;
    unsigned year = two_digits(digits);
    unsigned month = two_digits(digits + 2);
    unsigned both = year * 100 + month;
    if (month < 1 || month > 12)
        return "has a month that there is not: it begins with year and month, YYMM";
    if (slash)
        return year >= 91 || both <= 703 ? NULL : "is of a form that ended in March 2007";
    if (both < 704)
        return "is of a form that began in April 2007";
    size_t serial = id.n - 5;
    return both >= 1501 && serial != 5  ? "has fewer than the five digits that there are since 2015"
           : both < 1501 && serial != 4 ? "has more than the four digits that there were up to 2014"
                                        : NULL;
}

pith_mint_month pith_mint_compare_month(pith_text id, pith_text submitted_at)
{
    const char *t = submitted_at.p;
    for (size_t i = 0; i < 4; i++) { // the older ones: some were numbered anew, years later
        if (id.n < 5 || !pith_is_digit(id.p[i]) || id.p[4] != '.' || submitted_at.n != 20)
            return PITH_MONTH_FITS;
    }
    unsigned ours = (2000 + two_digits(id.p)) * 12 + two_digits(id.p + 2);
    unsigned theirs = (two_digits(t) * 100 + two_digits(t + 2)) * 12 + two_digits(t + 5);
    bool first_day = theirs == ours + 1 && two_digits(t + 8) == 1;
    return theirs > ours && !first_day ? PITH_MONTH_BEFORE
           : theirs + 1 < ours         ? PITH_MONTH_LATE
                                       : PITH_MONTH_FITS;
}

// ---- Categories -----------------------------------------------------------------------

// arXiv's archives, those closed since included, and whether a subject class stands behind one:
// arXiv's taxonomy (arxiv/taxonomy/definitions.py of arxiv-base). Three have got them later, and so
// stand without one in older papers.
typedef enum subjects { NO, LATER, YES } subjects;
static const struct {
    const char *name;
    subjects has;
} archives[] = {
    {"acc-phys", NO}, {"adap-org", NO},    {"alg-geom", NO}, {"ao-sci", NO},   {"astro-ph", LATER},
    {"atom-ph", NO},  {"bayes-an", NO},    {"chao-dyn", NO}, {"chem-ph", NO},  {"cmp-lg", NO},
    {"comp-gas", NO}, {"cond-mat", LATER}, {"cs", YES},      {"dg-ga", NO},    {"econ", YES},
    {"eess", YES},    {"funct-an", NO},    {"gr-qc", NO},    {"hep-ex", NO},   {"hep-lat", NO},
    {"hep-ph", NO},   {"hep-th", NO},      {"math", YES},    {"math-ph", NO},  {"mtrl-th", NO},
    {"nlin", YES},    {"nucl-ex", NO},     {"nucl-th", NO},  {"patt-sol", NO}, {"physics", YES},
    {"plasm-ph", NO}, {"q-alg", NO},       {"q-bio", LATER}, {"q-fin", YES},   {"quant-ph", NO},
    {"solv-int", NO}, {"stat", YES},       {"supr-con", NO}};

bool pith_mint_is_category(pith_text word)
{
    const char *dot = word.n ? memchr(word.p, '.', word.n) : NULL;
    const pith_text archive = {word.p, dot ? (size_t)(dot - word.p) : word.n};
    const pith_text subject = {dot, word.n - archive.n};
    size_t k = 0;
    while (k < sizeof archives / sizeof *archives && !pith_text_is(archive, archives[k].name))
        k++;
    if (k == sizeof archives / sizeof *archives || archives[k].has == (dot ? NO : YES) ||
        subject.n == 1 || subject.n > 20)
        return false;
    for (size_t i = 1; i < subject.n; i++) {
        char c = subject.p[i];
        if (!pith_is_lower(c) && !pith_is_upper(c) && c != '-')
            return false;
    }
    return true;
}

static bool is_separator(char c)
{
    return c == ' ' || c == ',' || c == '\t' || c == '\r' || c == '\n';
}

bool pith_mint_categories(pith_text text, pith_categories *out, pith_text *bad)
{
    out->count = 0;
    for (size_t i = 0; i < text.n;) {
        size_t start = i;
        while (i < text.n && !is_separator(text.p[i]))
            i++;
        pith_text word = {text.p + start, i - start};
        i += i < text.n;
        bool known = word.n == 0;
        for (size_t k = 0; k < out->count && !known; k++)
            known = pith_text_equal(out->items[k], word);
        if (known)
            continue;
        *bad = word;
        if (!pith_mint_is_category(word) || out->count == PITH_MINT_CATEGORIES)
            return false;
        out->items[out->count++] = word;
    }
    return true;
}

void pith_mint_sort_categories(pith_categories *categories)
{
    for (size_t i = 2; i < categories->count; i++) { // few: by insertion
        pith_text item = categories->items[i];
        size_t k = i;
        for (; k > 1 && pith_text_compare(categories->items[k - 1], item) > 0; k--)
            categories->items[k] = categories->items[k - 1];
        categories->items[k] = item;
    }
}

// ---- License --------------------------------------------------------------------------

bool pith_mint_is_license(pith_text text)
{
    if (text.n > 200 ||
        (text.n && !pith_text_starts(text, "http://") && !pith_text_starts(text, "https://")))
        return false;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (c <= ' ' || c >= 0x7F || c == '"' || c == '\\' || c == '<' || c == '>')
            return false;
    }
    return true;
}

// ---- By name --------------------------------------------------------------------------

static const char *const names[PITH_FIELD_COUNT] = {
    "id", "version", "title", "abstract", "categories", "license", "submitted_at"};

const char *pith_field_name(pith_field field)
{
    return names[field];
}

static pith_status bad_form(pith_error *err, pith_field field, const char *what)
{
    return pith_fail(err, PITH_METADATA_FORM, NULL, "%s %s", names[field], what);
}

static pith_status set_version(pith_metadata *m, pith_text value, pith_error *err)
{
    unsigned number;
    pith_text rest = value;
    (void)take(&rest, "v");
    if (!take_number(&rest, 4, &number) || rest.n || number == 0)
        return bad_form(err, PITH_FIELD_VERSION, PITH_MINT_VERSION_FORM);
    if (m->id_version && m->id_version != number)
        return bad_form(err, PITH_FIELD_VERSION, "is not the one that the id names");
    m->version = number;
    return PITH_OK;
}

// "1309.3741", "arXiv:1309.3741v2", "http://arxiv.org/abs/math/0601001v1", with or without a
// version.
static pith_status set_id(pith_arena *arena, pith_metadata *m, pith_text value, pith_error *err)
{
    pith_target target;
    bool url = pith_text_starts(value, "http");
    if (!(url ? pith_arxiv_mentioned(value, &target) : pith_arxiv_alone(value, &target)))
        return bad_form(err, PITH_FIELD_ID, "is not an arXiv identifier");
    pith_text id = pith_text_of(target.alias_value);
    if (pith_text_starts(id, "10.48550/arxiv."))
        id = (pith_text){id.p + 15, id.n - 15};
    pith_text version = {NULL, 0};
    const char *v = strcmp(target.alias_kind, "arxiv_version") == 0 ? strrchr(id.p, 'v') : NULL;
    if (v) {
        version = pith_text_of(v + 1);
        id.n = (size_t)(v - id.p);
    }
    const char *problem = id_problem(id);
    if (problem)
        return bad_form(err, PITH_FIELD_ID, problem);
    const char *copy = pith_alloc_copy(arena, id.p, id.n);
    if (!copy)
        return pith_fail_memory(err);
    m->id = (pith_text){copy, id.n};
    const int64_t before = m->version;
    m->id_version = 0;
    pith_status status = version.p ? set_version(m, version, err) : PITH_OK;
    if (status == PITH_OK && version.p && before && before != m->version)
        return bad_form(err, PITH_FIELD_VERSION, "is not the one that the id names");
    m->id_version = version.p ? m->version : 0;
    return status;
}

// Long enough for every paper, short enough to be one.
static pith_status check_text(pith_field field, pith_text value, size_t max, pith_error *err)
{
    if (value.n > max)
        return pith_fail(err, PITH_TOO_LARGE, NULL, "%s has more than %zu bytes", names[field],
                         max);
    return PITH_OK;
}

pith_status pith_metadata_put(pith_arena *arena, pith_metadata *m, pith_field field,
                              pith_text value, pith_error *err)
{
    if (!value.p)
        value.p = "";
    switch (field) {
    case PITH_FIELD_ID:
        return set_id(arena, m, value, err);
    case PITH_FIELD_VERSION:
        return set_version(m, value, err);
    case PITH_FIELD_TITLE:
        m->title = value;
        return check_text(field, value, PITH_MAX_TITLE, err);
    case PITH_FIELD_ABSTRACT:
        m->abstract = value;
        return check_text(field, value, PITH_MAX_ABSTRACT, err);
    case PITH_FIELD_CATEGORIES:
        m->categories = value;
        return PITH_OK;
    case PITH_FIELD_LICENSE:
        m->license = value;
        return PITH_OK;
    case PITH_FIELD_SUBMITTED_AT:
        m->submitted_at = value;
        return PITH_OK;
    case PITH_FIELD_COUNT:
        break;
    }
    return pith_fail(err, PITH_INTERNAL, NULL, "no such field");
}

// What a field holds is looked at when the record is made; here, too, to name the place.
static pith_status check_value(pith_field field, pith_text value, pith_error *err)
{
    char time[21];
    pith_categories categories;
    pith_text bad = {"", 0};
    if (field == PITH_FIELD_CATEGORIES &&
        (!pith_mint_categories(value, &categories, &bad) || categories.count == 0))
        return pith_fail(err, PITH_METADATA_FORM, NULL, "`%.*s` is no arXiv category",
                         (int)(bad.n < 40 ? bad.n : 40), bad.p);
    if (field == PITH_FIELD_LICENSE && !pith_mint_is_license(value))
        return bad_form(err, field, PITH_MINT_LICENSE_FORM);
    if (field == PITH_FIELD_SUBMITTED_AT && !pith_mint_time(value, time))
        return bad_form(err, field, PITH_MINT_TIME_FORM);
    return PITH_OK;
}

pith_status pith_metadata_set(pith_arena *arena, pith_metadata *metadata, const char *name,
                              pith_text value, pith_error *err)
{
    for (int i = 0; i < PITH_FIELD_COUNT; i++) {
        if (strcmp(name, names[i]) != 0)
            continue;
        pith_status status = check_value((pith_field)i, value, err);
        return status == PITH_OK ? pith_metadata_put(arena, metadata, (pith_field)i, value, err)
                                 : status;
    }
    return pith_fail(err, PITH_METADATA_FORM, NULL, "%s is no field of a record", name);
}
