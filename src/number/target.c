// SPDX-License-Identifier: MIT
//
// Other names of a record: short forms, arXiv ids, DOIs. Sources: protocol.md sections 1 and 5;
// arXiv's identifier schemes of 1991-2007 (archive/YYMMNNN) and since (YYMM.NNNNN).
#include "base/err.h"
#include "base/text.h"

// The text behind a prefix, compared without regard to case; an empty text if it is not there.
static pith_text behind(pith_text text, const char *lower)
{
    size_t n = strlen(lower);
    if (text.n < n)
        return (pith_text){0};
    for (size_t i = 0; i < n; i++) {
        if (pith_to_lower(text.p[i]) != lower[i])
            return (pith_text){0};
    }
    return (pith_text){text.p + n, text.n - n};
}

static size_t count_digits(pith_text text, size_t from)
{
    size_t n = 0;
    while (from + n < text.n && pith_is_digit(text.p[from + n]))
        n++;
    return n;
}

// The length of the arXiv id at the start of text, or 0.
static size_t arxiv_id_length(pith_text text)
{
    size_t digits = count_digits(text, 0);
    if (digits == 4 && text.n > 4 && text.p[4] == '.') {
        size_t serial = count_digits(text, 5);
        return serial == 4 || serial == 5 ? 5 + serial : 0;
    }
    size_t n = 0; // hep-lat/0305021, math.AG/0601001
    while (n < text.n && (pith_is_lower(text.p[n]) || pith_is_upper(text.p[n]) ||
                          text.p[n] == '-' || text.p[n] == '.'))
        n++;
    if (n < 2 || n > 20 || text.p[0] == '.' || n == text.n || text.p[n] != '/' ||
        count_digits(text, n + 1) != 7)
        return 0;
    return n + 8;
}

static void set_alias(pith_target *out, const char *kind, const char *prefix, pith_text value)
{
    size_t n = 0;
    pith_join(out->alias_kind, sizeof out->alias_kind, &n, pith_text_of(kind));
    n = 0;
    pith_join(out->alias_value, sizeof out->alias_value, &n, pith_text_of(prefix));
    pith_join(out->alias_value, sizeof out->alias_value, &n, value);
}

static pith_status bad_arxiv(pith_text text, pith_error *err)
{
    char object[80];
    snprintf(object, sizeof object, "%.*s", (int)(text.n < 70 ? text.n : 70), text.p);
    return pith_fail(err, PITH_NUMBER_SYNTAX, object, "is not an arXiv identifier");
}

static pith_status parse_arxiv(pith_text whole, pith_text id, pith_target *out, pith_error *err)
{
    size_t n = arxiv_id_length(id);
    if (n == 0)
        return bad_arxiv(whole, err);
    if (n == id.n) {
        set_alias(out, "arxiv", "", id);
        return PITH_OK;
    }
    size_t digits = count_digits(id, n + 1);
    if (id.p[n] != 'v' || digits == 0 || digits > 4 || n + 1 + digits != id.n || id.p[n + 1] == '0')
        return bad_arxiv(whole, err);
    set_alias(out, "arxiv_version", "", id);
    return PITH_OK;
}

static pith_status parse_doi(pith_text whole, pith_text id, pith_target *out, pith_error *err)
{
    if (arxiv_id_length(id) != id.n || id.n == 0)
        return bad_arxiv(whole, err);
    set_alias(out, "doi", "10.48550/arxiv.", id);
    return PITH_OK;
}

// 8, 12 or 16 base32 characters. A longer or shorter run is a mistyped number.
static bool parse_short(pith_text text, pith_target *out)
{
    static const char *const kinds[] = {"pith_short_8", "pith_short_12", "pith_short_16"};
    char value[17];
    if (text.n != 8 && text.n != 12 && text.n != 16)
        return false;
    for (size_t i = 0; i < text.n; i++) {
        value[i] = pith_to_upper(text.p[i]);
        if (!pith_is_base32(value[i]))
            return false;
    }
    set_alias(out, kinds[text.n / 4 - 2], "", (pith_text){value, text.n});
    return true;
}

pith_status pith_target_parse(pith_text text, pith_target *out, pith_error *err)
{
    static const char *const doi_prefixes[] = {"10.48550/arxiv.", "doi:10.48550/arxiv.",
                                               "https://doi.org/10.48550/arxiv."};
    static const char *const arxiv_prefixes[] = {"arxiv:", "https://arxiv.org/abs/"};
    *out = (pith_target){0};
    while (text.n > 0 && (text.p[0] == ' ' || text.p[0] == '\t')) // pasted with blanks
        text = (pith_text){text.p + 1, text.n - 1};
    while (text.n > 0 && (text.p[text.n - 1] == ' ' || text.p[text.n - 1] == '\t'))
        text.n--;
    // An arXiv id by itself is too short for a number, and is read by the million.
    pith_text bare = behind(text, "arxiv:");
    bare = bare.p ? bare : text;
    if (bare.n > 4 && bare.p[4] == '.' && arxiv_id_length(bare) == bare.n) {
        set_alias(out, "arxiv", "", bare);
        return PITH_OK;
    }
    // What reads as a number is that number, whatever host its URL names: arxiv.org's too.
    pith_status status = pith_number_parse(text, &out->number, err);
    if (status == PITH_OK)
        return PITH_OK;
    out->number = (pith_number){0};
    for (size_t i = 0; i < sizeof doi_prefixes / sizeof *doi_prefixes; i++) {
        pith_text id = behind(text, doi_prefixes[i]);
        if (id.p)
            return parse_doi(text, id, out, err);
    }
    for (size_t i = 0; i < sizeof arxiv_prefixes / sizeof *arxiv_prefixes; i++) {
        pith_text id = behind(text, arxiv_prefixes[i]);
        if (id.p)
            return parse_arxiv(text, id, out, err);
    }
    if (count_digits(text, 0) == 4 && text.n > 4 && text.p[4] == '.') // a bare arXiv id
        return parse_arxiv(text, text, out, err);
    pith_text rest = behind(text, "pith:");
    return parse_short(rest.p ? rest : text, out) ? PITH_OK : status;
}
