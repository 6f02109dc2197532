// SPDX-License-Identifier: MIT
//
// A checked record as an entry of a bibliography. The record names no authors, and the list that
// resolvers give is neither in order nor proved (protocol.md section 4): there are none here.
#include "base/err.h"
#include "base/text.h"
#include "json/view.h"

typedef struct cite {
    const pith_result *result;
    pith_buf *out;
    char source[PITH_ID_LEN + 120]; // "1309.3741v1"
    char primary[40];               // "math.CO"; empty: unknown, or no plain word
    char url[240];
    bool arxiv;
} cite;

static pith_status prepare(pith_arena *arena, cite *c, pith_error *err)
{
    const pith_clean *clean;
    pith_text primary = {"", 0};
    const pith_result *r = c->result;
    pith_status status = pith_gate(arena, r->canonical.p, r->canonical.n, &clean, err);
    if (status != PITH_OK)
        return status;
    uint32_t metadata = pith_token_member(clean, 0, "metadata");
    uint32_t token = metadata ? pith_token_member(clean, metadata, "primary_cat") : 0;
    if (token && !pith_token_text(arena, clean, token, &primary))
        return pith_fail_memory(err);
    size_t n = 0;
    while (n < primary.n && n + 1 < sizeof c->primary &&
           (pith_is_upper(primary.p[n]) || pith_is_lower(primary.p[n]) || primary.p[n] == '.' ||
            primary.p[n] == '-'))
        n++;
    if (n == primary.n && n > 0)
        memcpy(c->primary, primary.p, n); // cleared before
    c->arxiv = pith_text_is(r->source_kind, "arxiv");
    // The model has checked source and time: plain ASCII, of limited length.
    size_t m = 0;
    char version[24];
    snprintf(version, sizeof version, "v%lld", (long long)r->source_version);
    pith_join(c->source, sizeof c->source, &m, r->source_id);
    pith_join(c->source, sizeof c->source, &m, pith_text_of(version));
    if (c->arxiv)
        snprintf(c->url, sizeof c->url, "https://arxiv.org/abs/%s", c->source);
    else
        snprintf(c->url, sizeof c->url, "https://pith.science/pith/%s", r->number.id);
    return PITH_OK;
}

// ---- TeX ------------------------------------------------------------------------------
//
// arXiv's titles are TeX, and so is whatever an attacker puts there. What is known to be harmless
// stays TeX: accents, some letters, plain math. All else is shown as it is spelled. Braces come in
// pairs only, because BibTeX counts them without regard to backslashes.

static bool is_letter(char c)
{
    return pith_is_upper(c) || pith_is_lower(c);
}

// The control word behind a backslash at p, if it is one of the list: its length, else 0.
static size_t word_of(const char *p, const char *end, const char *const *words)
{
    size_t n = 0;
    while (p + n < end && is_letter(p[n]))
        n++;
    for (; n > 0 && *words; words++) {
        if (pith_text_is((pith_text){p, n}, *words))
            return n;
    }
    return 0;
}

// What an accent stands over, at p: a letter, \i or \j, bare or in braces. Its length, or 0.
static size_t base_of(const char *p, const char *end, pith_text *base)
{
    static const char *const dotless[] = {"i", "j", NULL};
    const bool braced = p < end && *p == '{';
    const char *q = p + braced;
    size_t n = 0;
    if (q < end && is_letter(*q))
        n = 1;
    else if (q < end && *q == '\\')
        n = word_of(q + 1, end, dotless) ? 2 : 0;
    *base = (pith_text){q, n};
    if (n == 0 || (braced && (q + n >= end || q[n] != '}')))
        return 0;
    return n + 2 * (size_t)braced;
}

// \'e, \'{e}, \c{c}, \c c, \o: the length of what was read at p and appended, or 0.
static size_t put_accent(const char *p, const char *end, pith_buf *out)
{
    static const char *const letters[] = {"ss", "o",  "O",  "l",  "L", "ae", "AE",
                                          "oe", "OE", "aa", "AA", "i", "j",  NULL};
    pith_text base;
    if (end - p < 2 || *p != '\\')
        return 0;
    size_t n = word_of(p + 1, end, letters);
    if (n > 0) {
        pith_buf_puts(out, "{");
        pith_buf_add(out, p, n + 1);
        pith_buf_puts(out, "}");
        n++;
        if (p + n < end && p[n] == ' ') // it ends the word
            return n + 1;
        return end - p >= (ptrdiff_t)n + 2 && memcmp(p + n, "{}", 2) == 0 ? n + 2 : n;
    }
    const char *q = p + 2;
    if (strchr("cvuHkrdb", p[1])) {
        if (q < end && *q == ' ')
            q++;
        else if (q >= end || *q != '{')
            return 0;
    } else if (!strchr("'`^\"~=.", p[1])) {
        return 0;
    }
    n = base_of(q, end, &base);
    if (n == 0)
        return 0;
    pith_buf_puts(out, "{");
    pith_buf_add(out, p, 2);
    pith_buf_puts(out, "{");
    pith_buf_add(out, base.p, base.n);
    pith_buf_puts(out, "}}");
    return (size_t)(q - p) + n;
}

// One letter, digit, Greek letter, or a group of them in braces, inside math.
static size_t math_unit(const char *p, const char *end)
{
    static const char *const words[] = {
        "alpha", "beta",   "gamma",  "delta", "epsilon", "zeta",  "eta",   "theta",
        "iota",  "kappa",  "lambda", "mu",    "nu",      "xi",    "pi",    "rho",
        "sigma", "tau",    "phi",    "chi",   "psi",     "omega", "Gamma", "Delta",
        "Theta", "Lambda", "Xi",     "Pi",    "Sigma",   "Phi",   "Psi",   "Omega",
        "infty", "ell",    "times",  "to",    NULL};
    if (p >= end)
        return 0;
    if (is_letter(*p) || pith_is_digit(*p))
        return 1;
    if (*p == '\\') {
        size_t n = word_of(p + 1, end, words);
        return n ? n + 1 : 0;
    }
    if (*p != '{')
        return 0;
    size_t n = 1;
    while (p + n < end && (is_letter(p[n]) || pith_is_digit(p[n]) || strchr("+-=, ", p[n])))
        n++;
    return n > 1 && p + n < end && p[n] == '}' ? n + 1 : 0;
}

// $...$ of units and signs, each with at most one script: the length, or 0. A second script may be
// an error, and TeX does not see the blanks before it.
static size_t math_of(const char *p, const char *end)
{
    const char *q = p + 1;
    bool scripted = false;
    while (q < end && *q != '$') {
        const bool script = *q == '_' || *q == '^'; // over nothing, too, as in CO$_2$
        size_t n = math_unit(q + script, end);
        if (n == 0 && !script && strchr("+-=/(),.<>*! ", *q))
            n = 1;
        if (n == 0 || (script && scripted))
            return 0;
        if (*q != ' ')
            scripted = script;
        q += n + script;
    }
    return q < end && q > p + 1 ? (size_t)(q - p) + 1 : 0;
}

static void put_tex_char(char c, pith_buf *out)
{
    switch (c) {
    case '\\':
        pith_buf_puts(out, "\\textbackslash{}");
        break;
    case '{':
        pith_buf_puts(out, "\\textbraceleft{}");
        break;
    case '}':
        pith_buf_puts(out, "\\textbraceright{}");
        break;
    case '~':
        pith_buf_puts(out, "\\textasciitilde{}");
        break;
    case '^':
        pith_buf_puts(out, "\\textasciicircum{}");
        break;
    case '<':
        pith_buf_puts(out, "\\textless{}");
        break;
    case '>':
        pith_buf_puts(out, "\\textgreater{}");
        break;
    case '|':
        pith_buf_puts(out, "\\textbar{}");
        break;
    case '$':
    case '%':
    case '#':
    case '&':
    case '_':
        pith_buf_puts(out, "\\");
        // fall through
    default:
        pith_buf_add(out, &c, 1);
    }
}

static void put_tex(pith_text title, pith_buf *out)
{
    const char *end = title.p + title.n;
    for (const char *p = title.p; p < end;) {
        size_t n = put_accent(p, end, out);
        if (n == 0 && *p == '$') {
            n = math_of(p, end);
            pith_buf_add(out, p, n);
        }
        if (n == 0 && *p == '{' && p + 1 < end && p[1] == '\\') { // {\'e}
            const size_t before = out->len;
            n = put_accent(p + 1, end, out);
            if (n > 0 && p + 1 + n < end && p[1 + n] == '}') {
                n += 2;
            } else if (n > 0) {
                out->len = before;
                n = 0;
            }
        }
        if (n == 0) {
            put_tex_char(*p, out);
            n = 1;
        }
        p += n;
    }
}

static void put_field(cite *c, const char *name, const char *value)
{
    pith_buf_printf(c->out, ",\n  %-13s = {%s}", name, value);
}

static void put_common(cite *c)
{
    char number[PITH_ID_LEN + 16];
    snprintf(number, sizeof number, "pith:%04d:%s", c->result->number.year, c->result->number.id);
    put_field(c, "url", c->url);
    put_field(c, "note", number);
    put_field(c, "pith", c->result->number.id); // as `pith refs` writes it
    pith_buf_puts(c->out, "\n}\n");
}

// A second pair of braces keeps styles from changing the case of what was hashed.
static void put_head(cite *c, const char *type)
{
    pith_buf_printf(c->out, "@%s{pith:%.8s", type, c->result->number.id);
    if (c->result->title.n == 0)
        return;
    pith_buf_printf(c->out, ",\n  %-13s = {{", "title");
    put_tex(c->result->title, c->out);
    pith_buf_puts(c->out, "}}");
}

// The names of arXiv's own export: eprint, archivePrefix, primaryClass.
static void put_bibtex(cite *c)
{
    static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";
    const char *date = c->result->submitted_at.p; // YYYY-MM-...
    int month = (date[5] - '0') * 10 + date[6] - '0';
    char year[8];
    snprintf(year, sizeof year, "%.4s", date);
    put_head(c, "misc");
    char key[24];
    snprintf(key, sizeof key, "pith:%.8s", c->result->number.id);
    put_field(c, "key", key); // what styles sort by where there is no author
    put_field(c, "year", year);
    pith_buf_printf(c->out, ",\n  %-13s = %.3s", "month", months + (month - 1) * 3);
    if (c->arxiv) {
        put_field(c, "eprint", c->source);
        put_field(c, "archivePrefix", "arXiv");
        if (c->primary[0])
            put_field(c, "primaryClass", c->primary);
    }
    put_common(c);
}

static void put_biblatex(cite *c)
{
    char date[16];
    snprintf(date, sizeof date, "%.10s", c->result->submitted_at.p);
    put_head(c, "online");
    put_field(c, "date", date);
    if (c->arxiv) {
        put_field(c, "eprint", c->source);
        put_field(c, "eprinttype", "arxiv");
        if (c->primary[0])
            put_field(c, "eprintclass", c->primary);
    }
    put_common(c);
}

// ---- The others -----------------------------------------------------------------------

static void put_csl(cite *c)
{
    const pith_result *r = c->result;
    const char *d = r->submitted_at.p;
    pith_buf_printf(c->out, "{\"id\":\"pith:%.8s\",\"type\":\"article\"", r->number.id);
    if (r->title.n) {
        pith_buf_puts(c->out, ",\"title\":");
        pith_json_quote(r->title, c->out);
    }
    pith_buf_printf(c->out, ",\"issued\":{\"date-parts\":[[%d,%d,%d]]}", r->number.year,
                    (d[5] - '0') * 10 + d[6] - '0', (d[8] - '0') * 10 + d[9] - '0');
    if (c->arxiv)
        pith_buf_printf(c->out, ",\"publisher\":\"arXiv\",\"number\":\"arXiv:%s\"", c->source);
    pith_buf_printf(c->out, ",\"URL\":\"%s\",\"note\":\"pith:%04d:%s\"}", c->url, r->number.year,
                    r->number.id);
}

static void put_text(cite *c)
{
    const pith_result *r = c->result;
    char date[16];
    snprintf(date, sizeof date, "%.10s", r->submitted_at.p);
    if (r->title.n) {
        pith_terminal_escape(r->title, c->out);
        pith_buf_puts(c->out, strchr(".?!", r->title.p[r->title.n - 1]) ? " " : ". ");
    }
    if (c->arxiv)
        pith_buf_printf(c->out, "arXiv:%s%s%s%s, %s. ", c->source, c->primary[0] ? " [" : "",
                        c->primary, c->primary[0] ? "]" : "", date);
    else
        pith_buf_printf(c->out, "%s. ", date);
    pith_buf_printf(c->out, "pith:%04d:%s. https://pith.science/pith/%s\n", r->number.year,
                    r->number.id, r->number.id);
}

pith_status pith_cite(pith_arena *arena, const pith_result *result, pith_cite_format format,
                      pith_buf *out, pith_error *err)
{
    static void (*const writers[PITH_CITE_FORMATS])(cite *) = {
        [PITH_CITE_BIBTEX] = put_bibtex,
        [PITH_CITE_BIBLATEX] = put_biblatex,
        [PITH_CITE_CSL_JSON] = put_csl,
        [PITH_CITE_TEXT] = put_text,
    };
    cite c = {.result = result, .out = out};
    if ((unsigned)format >= PITH_CITE_FORMATS)
        return pith_fail(err, PITH_USAGE, NULL, "no such format");
    pith_status status = prepare(arena, &c, err);
    if (status != PITH_OK)
        return status;
    writers[format](&c);
    return pith_buf_ok(out) ? PITH_OK : pith_fail_memory(err);
}
