// SPDX-License-Identifier: MIT
#include "json/gate.h"

#include "base/arena.h"
#include "base/block.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/sort.h"
#include "base/text.h"
#include "json/real.h"

typedef struct gate {
    const char *start;
    const char *p;
    const char *end;
    pith_token *tokens;
    uint32_t count;
    uint32_t *order;
    uint32_t order_used;
    uint32_t *scratch; // for sorting names
    bool equal;        // two that were compared are
    pith_arena *arena;
    pith_error *err;
    pith_clean *clean;
} gate;

static pith_status refuse(gate *g, pith_status status, const char *at, const char *what)
{
    if (status == PITH_JSON_SYNTAX && at < g->end && *at == '\0') {
        status = PITH_JSON_NUL;
        what = "NUL byte in the document";
    }
    return pith_fail_at(g->err, status, (size_t)(at - g->start), "%s", what);
}

static void skip_space(gate *g)
{
    while (g->p < g->end && (*g->p == ' ' || *g->p == '\n' || *g->p == '\r' || *g->p == '\t'))
        g->p++;
}

static pith_token *add_token(gate *g, pith_json_kind kind)
{
    pith_token *token = &g->tokens[g->count++];
    *token = (pith_token){.start = (uint32_t)(g->p - g->start), .kind = (uint8_t)kind};
    return token;
}

static void close_token(gate *g, pith_token *token)
{
    token->end = (uint32_t)(g->p - g->start);
    token->next = g->count;
}

// Four hex digits of a \u escape, or -1.
static int32_t unit_at(const char *p, const char *end)
{
    if (end - p < 4)
        return -1;
    int32_t unit = 0;
    for (int i = 0; i < 4; i++) {
        char c = pith_to_lower(p[i]);
        if (!pith_is_digit(c) && !(c >= 'a' && c <= 'f'))
            return -1;
        unit = unit * 16 + (pith_is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return unit;
}

// What a backslash and this letter mean, or 0.
static char short_escape(char c)
{
    switch (c) {
    case '"':
    case '\\':
    case '/':
        return c;
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return 0;
    }
}

// One escape: g->p is at the backslash. On success g->p is behind it.
static pith_status read_escape(gate *g)
{
    const char *at = g->p;
    if (g->end - at < 2)
        return refuse(g, PITH_JSON_SYNTAX, at, "string is cut off inside an escape");
    if (at[1] != 'u') {
        if (!short_escape(at[1]))
            return refuse(g, PITH_JSON_SYNTAX, at, "unknown escape in a string");
        g->p += 2;
        return PITH_OK;
    }
    int32_t unit = unit_at(at + 2, g->end);
    if (unit < 0)
        return refuse(g, PITH_JSON_SYNTAX, at, "\\u needs four hex digits");
    if (unit == 0)
        return refuse(g, PITH_JSON_NUL, at, "\\u0000 in a string");
    g->p += 6;
    if (unit < 0xD800 || unit > 0xDFFF)
        return PITH_OK;
    int32_t low = unit <= 0xDBFF && g->end - g->p >= 6 && g->p[0] == '\\' && g->p[1] == 'u'
                      ? unit_at(g->p + 2, g->end)
                      : -1;
    if (low < 0xDC00 || low > 0xDFFF)
        return refuse(g, PITH_JSON_SURROGATE, at, "half of a surrogate pair");
    g->p += 6;
    return PITH_OK;
}

// ASCII that stands for itself in a string.
static inline bool is_plain(char c)
{
    return c >= ' ' && c != '"' && c != '\\' && !((unsigned char)c & 0x80);
}

// The next byte that is_plain() refuses, or the end.
static inline const char *skip_plain(const char *p, const char *end)
{
    for (; end - p >= PITH_BLOCK; p += PITH_BLOCK) {
        pith_block block = pith_block_load(p);
        unsigned other = pith_block_less(block, ' ') | pith_block_equal(block, '"') |
                         pith_block_equal(block, '\\');
        if (other)
            return p + pith_block_first(other);
    }
    while (p < end && is_plain(*p))
        p++;
    return p;
}

static pith_status read_string(gate *g)
{
    pith_token *token = add_token(g, PITH_JSON_STRING);
    const char *open = g->p++;
    for (;;) {
        g->p = skip_plain(g->p, g->end);
        if (g->p == g->end || *g->p == '"')
            break;
        unsigned char c = (unsigned char)*g->p;
        if (c == '\\') {
            token->escaped = true;
            pith_status status = read_escape(g);
            if (status != PITH_OK)
                return status;
        } else if (c < 0x20) {
            return refuse(g, PITH_JSON_SYNTAX, g->p, "control character in a string");
        } else {
            uint32_t cp;
            size_t n = pith_utf8_next(g->p, g->end, &cp);
            if (n == 0)
                return refuse(g, PITH_JSON_UTF8, g->p, "bytes are not UTF-8");
            g->p += n;
        }
    }
    if (g->p == g->end)
        return refuse(g, PITH_JSON_SYNTAX, open, "string is not closed");
    g->p++;
    close_token(g, token);
    return PITH_OK;
}

static size_t skip_digits(gate *g)
{
    const char *from = g->p;
    while (g->p < g->end && pith_is_digit(*g->p))
        g->p++;
    return (size_t)(g->p - from);
}

static pith_status read_number(gate *g)
{
    pith_token *token = add_token(g, PITH_JSON_NUMBER);
    const char *from = g->p;
    if (*g->p == '-')
        g->p++;
    const char *first = g->p;
    size_t digits = skip_digits(g);
    if (digits == 0)
        return refuse(g, PITH_JSON_SYNTAX, g->p, "a digit is missing");
    if (digits > 1 && *first == '0')
        return refuse(g, PITH_JSON_SYNTAX, first, "a number starts with 0");
    if (g->p < g->end && *g->p == '.') {
        token->real = true;
        g->p++;
        if (skip_digits(g) == 0)
            return refuse(g, PITH_JSON_SYNTAX, g->p, "a digit is missing");
    }
    if (g->p < g->end && (*g->p == 'e' || *g->p == 'E')) {
        token->real = true;
        g->p++;
        if (g->p < g->end && (*g->p == '+' || *g->p == '-'))
            g->p++;
        if (skip_digits(g) == 0)
            return refuse(g, PITH_JSON_SYNTAX, g->p, "a digit is missing");
    }
    if (!token->real && digits > PITH_MAX_INTEGER_DIGITS)
        return refuse(g, PITH_JSON_RANGE, from, "integer has more than 4300 digits");
    double value;
    if (token->real && !pith_real_read((pith_text){from, (size_t)(g->p - from)}, &value))
        return refuse(g, PITH_JSON_RANGE, from, "number is beyond the range of a double");
    close_token(g, token);
    return PITH_OK;
}

static pith_status read_word(gate *g, const char *word, pith_json_kind kind)
{
    size_t n = strlen(word);
    if ((size_t)(g->end - g->p) < n || memcmp(g->p, word, n) != 0)
        return refuse(g, PITH_JSON_SYNTAX, g->p, "a JSON value is expected");
    pith_token *token = add_token(g, kind);
    g->p += n;
    close_token(g, token);
    return PITH_OK;
}

// A value that is not a container, or a refusal.
static pith_status read_scalar(gate *g)
{
    if (g->p == g->end)
        return refuse(g, PITH_JSON_SYNTAX, g->p, "the document is cut off");
    char c = *g->p;
    if (c == '"')
        return read_string(g);
    if (c == '-' || pith_is_digit(c))
        return read_number(g);
    switch (c) {
    case 't':
        return read_word(g, "true", PITH_JSON_TRUE);
    case 'f':
        return read_word(g, "false", PITH_JSON_FALSE);
    case 'n':
        return read_word(g, "null", PITH_JSON_NULL);
    default:
        return refuse(g, PITH_JSON_SYNTAX, g->p, "a JSON value is expected");
    }
}

// The next code point of a string the gate has passed, escapes decoded; p moves on.
static uint32_t next_char(const char **p, const char *end)
{
    const char *s = *p;
    uint32_t cp = 0;
    if (*s != '\\') {
        *p += pith_utf8_next(s, end, &cp);
        return cp;
    }
    if (s[1] != 'u') {
        *p += 2;
        return (unsigned char)short_escape(s[1]);
    }
    cp = (uint32_t)unit_at(s + 2, end);
    *p += 6;
    if (cp >= 0xD800 && cp <= 0xDFFF) { // the gate has seen that a low half follows
        cp = 0x10000 + ((cp - 0xD800) << 10) + ((uint32_t)unit_at(s + 8, end) - 0xDC00);
        *p += 6;
    }
    return cp;
}

size_t pith_token_decode(const pith_clean *clean, uint32_t token, char *out)
{
    const char *p = clean->bytes + clean->tokens[token].start + 1;
    const char *end = clean->bytes + clean->tokens[token].end - 1;
    size_t n = 0;
    while (p < end) {
        if (end - p >= PITH_BLOCK) { // what is decoded is never longer: all sixteen have room
            unsigned escapes = pith_block_equal(pith_block_load(p), '\\');
            unsigned plain = escapes ? pith_block_first(escapes) : PITH_BLOCK;
            memcpy(out + n, p, PITH_BLOCK);
            n += plain;
            p += plain;
            if (!escapes)
                continue;
        }
        if (*p != '\\') {
            out[n++] = *p++;
        } else if (p[1] != 'u') {
            out[n++] = short_escape(p[1]);
            p += 2;
        } else {
            n += pith_utf8_put(next_char(&p, end), out + n);
        }
    }
    return n;
}

bool pith_token_text(pith_arena *arena, const pith_clean *clean, uint32_t token, pith_text *out)
{
    const pith_token *t = &clean->tokens[token];
    size_t n = t->end - t->start - 2;
    if (!t->escaped) {
        *out = (pith_text){clean->bytes + t->start + 1, n};
        return true;
    }
    char *decoded = pith_alloc(arena, n); // an escape is never shorter than what it means
    if (!decoded)
        return false;
    *out = (pith_text){decoded, pith_token_decode(clean, token, decoded)};
    return true;
}

bool pith_token_is(const pith_clean *clean, uint32_t token, const char *value)
{
    const pith_token *t = &clean->tokens[token];
    if (t->kind != PITH_JSON_STRING)
        return false;
    const char *p = clean->bytes + t->start + 1;
    const char *end = clean->bytes + t->end - 1;
    if (!t->escaped)
        return pith_text_is((pith_text){p, (size_t)(end - p)}, value);
    for (; p < end && *value; value++) {
        if (next_char(&p, end) != (unsigned char)*value) // `value` is ASCII
            return false;
    }
    return p == end && !*value;
}

uint32_t pith_token_member(const pith_clean *clean, uint32_t object, const char *name)
{
    if (clean->tokens[object].kind != PITH_JSON_OBJECT)
        return 0;
    uint32_t at = object + 1;
    for (uint32_t i = 0; i < clean->tokens[object].count; i++) {
        if (pith_token_is(clean, at, name))
            return at + 1;
        at = clean->tokens[at + 1].next;
    }
    return 0;
}

bool pith_token_is_deeper(const pith_clean *clean, uint32_t token, size_t levels)
{
    uint32_t ends[PITH_MAX_DEPTH]; // of the containers still open
    size_t depth = 0;
    if (clean->depth <= levels)
        return false;
    for (uint32_t i = token; i < clean->tokens[token].next; i++) {
        const pith_token *t = &clean->tokens[i];
        while (depth > 0 && ends[depth - 1] <= i)
            depth--;
        if (t->kind != PITH_JSON_ARRAY && t->kind != PITH_JSON_OBJECT)
            continue;
        ends[depth++] = t->next;
        if (depth > levels)
            return true;
    }
    return false;
}

// Compares two names by code point. Escapes are decoded on the way, so that sorting
// hostile names needs no memory.
static int compare_escaped(pith_text a, pith_text b)
{
    const char *p = a.p;
    const char *q = b.p;
    while (p < a.p + a.n && q < b.p + b.n) {
        uint32_t cp = next_char(&p, a.p + a.n);
        uint32_t cq = next_char(&q, b.p + b.n);
        if (cp != cq)
            return cp < cq ? -1 : 1;
    }
    return (p < a.p + a.n) - (q < b.p + b.n);
}

static int compare_names(uint32_t a, uint32_t b, void *context)
{
    gate *g = context;
    const pith_token *x = &g->tokens[a];
    const pith_token *y = &g->tokens[b];
    const char *p = g->start + x->start + 1;
    const char *q = g->start + y->start + 1;
    bool escaped = x->escaped || y->escaped;
    // Nearly all differ in their first letter. A quote is none: then the name is empty.
    if (!escaped && *p != *q && *p != '"' && *q != '"')
        return (unsigned char)*p < (unsigned char)*q ? -1 : 1;
    pith_text tx = {p, x->end - x->start - 2};
    pith_text ty = {q, y->end - y->start - 2};
    int order = escaped ? compare_escaped(tx, ty) : pith_text_compare(tx, ty);
    g->equal = g->equal || order == 0;
    return order;
}

// Sorts the names of a finished object and refuses two equal ones.
static pith_status sort_names(gate *g, uint32_t object)
{
    pith_token *token = &g->tokens[object];
    uint32_t *names = g->order + g->order_used;
    token->order = g->order_used;
    uint32_t name = object + 1;
    for (uint32_t i = 0; i < token->count; i++) {
        names[i] = name;
        name = g->tokens[name + 1].next;
    }
    g->order_used += token->count;
    g->equal = false; // no order of two equal names is found without comparing them
    pith_sort_indices(names, token->count, g->scratch, compare_names, g);
    for (uint32_t i = 1; g->equal && i < token->count; i++) {
        if (compare_names(names[i - 1], names[i], g) == 0)
            return refuse(g, PITH_JSON_DUPLICATE, g->start + g->tokens[names[i]].start,
                          "a name stands twice in one object");
    }
    return PITH_OK;
}

// The name and colon of a member; g->p is then at the value.
static pith_status read_name(gate *g)
{
    skip_space(g);
    if (g->p == g->end || *g->p != '"')
        return refuse(g, PITH_JSON_SYNTAX, g->p, "a name in quotes is expected");
    pith_status status = read_string(g);
    if (status != PITH_OK)
        return status;
    skip_space(g);
    if (g->p == g->end || *g->p != ':')
        return refuse(g, PITH_JSON_SYNTAX, g->p, "a colon is expected");
    g->p++;
    skip_space(g);
    return PITH_OK;
}

// Reads one value without recursion: `open` holds the containers still open.
static pith_status read_value(gate *g)
{
    uint32_t open[PITH_MAX_DEPTH];
    size_t depth = 0;
    for (;;) {
        skip_space(g);
        char c = g->p < g->end ? *g->p : ' ';
        pith_status status;
        if (c == '{' || c == '[') {
            if (depth == PITH_MAX_DEPTH)
                return refuse(g, PITH_JSON_DEPTH, g->p, "more than 64 levels");
            open[depth++] = g->count;
            g->clean->depth = depth > g->clean->depth ? depth : g->clean->depth;
            add_token(g, c == '{' ? PITH_JSON_OBJECT : PITH_JSON_ARRAY);
            g->p++;
            skip_space(g);
            if (g->p == g->end || *g->p != (c == '{' ? '}' : ']')) {
                g->tokens[open[depth - 1]].count = 1;
                if (c == '{' && (status = read_name(g)) != PITH_OK)
                    return status;
                continue; // to the first value inside
            }
        } else if ((status = read_scalar(g)) != PITH_OK) {
            return status;
        }
        // A value is complete: close containers until one goes on.
        for (;;) {
            if (depth == 0)
                return PITH_OK;
            pith_token *container = &g->tokens[open[depth - 1]];
            bool object = container->kind == PITH_JSON_OBJECT;
            skip_space(g);
            char next = g->p < g->end ? *g->p : ' ';
            if (next == ',') {
                g->p++;
                container->count++;
                if (object && (status = read_name(g)) != PITH_OK)
                    return status;
                break;
            }
            if (next != (object ? '}' : ']'))
                return refuse(g, PITH_JSON_SYNTAX, g->p,
                              object ? "a comma or } is expected" : "a comma or ] is expected");
            g->p++;
            close_token(g, container);
            depth--;
            if (object && (status = sort_names(g, (uint32_t)(container - g->tokens))) != PITH_OK)
                return status;
        }
    }
}

// How many tokens and names there can be. Each token but the first has a separator or an
// opening bracket of its own before it; those inside strings only make the count generous.
static size_t token_limit(const char *bytes, size_t len, size_t *names)
{
    enum { SMALL = 16 << 10 };
    size_t tokens = 1;
    *names = 0;
    if (len < SMALL) {        // room costs less than counting
        *names = len / 4 + 1; // `"":0` and a comma
        // Two bytes a token, but one for each of the brackets that are still open.
        return len / 2 + PITH_MAX_DEPTH + 2;
    }
    for (size_t i = 0; i < len; i++) {
        char c = bytes[i];
        *names += c == ':';
        tokens += c == ',' || c == ':' || c == '[' || c == '{';
    }
    return tokens;
}

pith_status pith_gate(pith_arena *arena, const char *bytes, size_t len, const pith_clean **out,
                      pith_error *err)
{
    if (len >= UINT32_MAX / 2)
        return pith_fail(err, PITH_TOO_LARGE, NULL, "document of more than 2 GiB");
    gate g = {.start = bytes, .p = bytes, .end = bytes, .arena = arena, .err = err};
    if (len) // C allows no arithmetic on NULL
        g.end += len;
    if (len >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0)
        return refuse(&g, PITH_JSON_BOM, bytes, "byte order mark at the start");
    size_t names;
    size_t tokens = token_limit(bytes, len, &names);
    g.tokens = pith_alloc(arena, tokens * sizeof *g.tokens);
    g.order = pith_alloc(arena, (names + 1) * sizeof *g.order);
    g.scratch = pith_alloc(arena, (names + 1) * sizeof *g.scratch);
    g.clean = pith_alloc(arena, sizeof *g.clean);
    if (!g.tokens || !g.order || !g.scratch || !g.clean)
        return pith_fail_memory(err);
    *g.clean = (pith_clean){.bytes = bytes, .len = len, .tokens = g.tokens, .order = g.order};
    pith_status status = read_value(&g);
    if (status != PITH_OK)
        return status;
    skip_space(&g);
    if (g.p != g.end)
        return refuse(&g, *g.p ? PITH_JSON_TRAILING : PITH_JSON_NUL, g.p,
                      "something follows the document");
    g.clean->count = g.count;
    *out = g.clean;
    return PITH_OK;
}
