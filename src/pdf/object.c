// SPDX-License-Identifier: MIT
#include "pdf/object.h"

#include "base/limits.h"

bool pith_pdf_is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\0';
}

bool pith_pdf_is_regular(char c)
{
    return !pith_pdf_is_space(c) && !memchr("()<>[]{}/%", c, 10);
}

void pith_pdf_skip_space(pith_pdf_cursor *at)
{
    while (at->p < at->end) {
        if (*at->p == '%') {
            while (at->p < at->end && *at->p != '\n' && *at->p != '\r')
                at->p++;
        } else if (pith_pdf_is_space(*at->p)) {
            at->p++;
        } else {
            break;
        }
    }
}

pith_pdf_step pith_pdf_take_word(pith_pdf_cursor *at, const char *word)
{
    pith_pdf_skip_space(at);
    size_t n = strlen(word);
    size_t have = (size_t)(at->end - at->p);
    if (memcmp(at->p, word, n < have ? n : have) != 0)
        return PITH_PDF_BAD;
    if (have <= n)
        return PITH_PDF_MORE;
    if (pith_pdf_is_regular(at->p[n]))
        return PITH_PDF_BAD;
    at->p += n;
    return PITH_PDF_GOOD;
}

pith_pdf_step pith_pdf_take_number(pith_pdf_cursor *at, uint64_t *out)
{
    pith_pdf_skip_space(at);
    const char *start = at->p;
    *out = 0;
    while (at->p < at->end && pith_is_digit(*at->p) && at->p - start < 19)
        *out = *out * 10 + (uint64_t)(*at->p++ - '0');
    if (at->p == at->end)
        return PITH_PDF_MORE;
    return at->p > start && !pith_pdf_is_regular(*at->p) ? PITH_PDF_GOOD : PITH_PDF_BAD;
}

// ---- One object -----------------------------------------------------------------------

// ( ... ) with nested parentheses and backslashes; the cursor stands on the first.
static pith_pdf_step skip_string(pith_pdf_cursor *at)
{
    size_t depth = 0;
    for (; at->p < at->end; at->p++) {
        if (*at->p == '\\') {
            if (++at->p == at->end)
                break;
        } else if (*at->p == '(') {
            depth++;
        } else if (*at->p == ')' && --depth == 0) {
            at->p++;
            return PITH_PDF_GOOD;
        }
    }
    return PITH_PDF_MORE;
}

static pith_pdf_step skip_hex(pith_pdf_cursor *at)
{
    for (at->p++; at->p < at->end; at->p++) {
        if (*at->p == '>') {
            at->p++;
            return PITH_PDF_GOOD;
        }
        if (!pith_pdf_is_space(*at->p) && !memchr("0123456789abcdefABCDEF", *at->p, 22))
            return PITH_PDF_BAD;
    }
    return PITH_PDF_MORE;
}

// A run of regular characters is a number, a word or, after a slash, a name.
static pith_pdf_step take_token(pith_pdf_cursor *at, pith_pdf_value *out)
{
    const char *start = at->p;
    if (*at->p == '/')
        at->p++;
    while (at->p < at->end && pith_pdf_is_regular(*at->p))
        at->p++;
    if (at->p == at->end)
        return PITH_PDF_MORE;
    out->raw = (pith_text){start, (size_t)(at->p - start)};
    if (*start == '/') {
        out->kind = PITH_PDF_NAME;
        return PITH_PDF_GOOD;
    }
    if (pith_text_is(out->raw, "true") || pith_text_is(out->raw, "false"))
        out->kind = PITH_PDF_BOOLEAN;
    else if (pith_text_is(out->raw, "null"))
        out->kind = PITH_PDF_NULL;
    else
        out->kind = PITH_PDF_INTEGER;
    if (out->kind != PITH_PDF_INTEGER)
        return PITH_PDF_GOOD;
    bool minus = *start == '-';
    size_t digits = 0;
    size_t points = 0;
    for (const char *p = start + (minus || *start == '+'); p < at->p; p++) {
        if (*p == '.')
            points++;
        else if (!pith_is_digit(*p))
            return PITH_PDF_BAD;
        else if (++digits <= 18 && points == 0)
            out->integer = out->integer * 10 + (*p - '0');
    }
    if (minus)
        out->integer = -out->integer;
    if (points || digits > 18)
        out->kind = PITH_PDF_REAL;
    return digits && points <= 1 ? PITH_PDF_GOOD : PITH_PDF_BAD;
}

// After an integer: the rest of `NUMBER GENERATION R`, if that is what it is.
static pith_pdf_step take_reference(pith_pdf_cursor *at, pith_pdf_value *out)
{
    pith_pdf_cursor ahead = *at;
    uint64_t generation;
    pith_pdf_step step = pith_pdf_take_number(&ahead, &generation);
    if (step == PITH_PDF_GOOD)
        step = pith_pdf_take_word(&ahead, "R");
    if (step != PITH_PDF_GOOD)
        return step == PITH_PDF_BAD ? PITH_PDF_GOOD : step;
    if (out->integer > UINT32_MAX || generation > UINT16_MAX)
        return PITH_PDF_BAD;
    out->kind = PITH_PDF_REF;
    out->number = (uint32_t)out->integer;
    out->generation = (uint32_t)generation;
    out->raw.n = (size_t)(ahead.p - out->raw.p);
    *at = ahead;
    return PITH_PDF_GOOD;
}

// What one byte opens or closes while a container is passed; no recursion, as depth is the
// file's choice. `open` is a stack of '[' and '<'.
typedef struct nesting {
    char open[PITH_MAX_PDF_DEPTH];
    size_t depth;
} nesting;

static pith_pdf_step pass_bracket(pith_pdf_cursor *at, nesting *in, bool *other)
{
    char c = *at->p;
    bool twice = at->end - at->p > 1 && at->p[1] == c;
    *other = false;
    if ((c == '<' || c == '>') && at->end - at->p < 2)
        return PITH_PDF_MORE;
    if (c == '[' || (c == '<' && twice)) {
        if (in->depth == PITH_MAX_PDF_DEPTH)
            return PITH_PDF_BAD;
        in->open[in->depth++] = c;
    } else if (c == ']' || c == '>') {
        if (in->depth == 0 || in->open[in->depth - 1] != (c == ']' ? '[' : '<') ||
            (c == '>' && !twice))
            return PITH_PDF_BAD;
        in->depth--;
    } else {
        *other = true;
        return PITH_PDF_GOOD;
    }
    at->p += c == '<' || c == '>' ? 2 : 1;
    return PITH_PDF_GOOD;
}

static pith_pdf_step take_scalar(pith_pdf_cursor *at, pith_pdf_value *out)
{
    pith_pdf_step step;
    *out = (pith_pdf_value){.kind = PITH_PDF_STRING, .raw = {at->p, 0}};
    if (*at->p == '(')
        step = skip_string(at);
    else if (*at->p == '<')
        step = skip_hex(at);
    else if (*at->p == '/' || pith_pdf_is_regular(*at->p))
        return take_token(at, out);
    else
        return PITH_PDF_BAD;
    out->raw.n = (size_t)(at->p - out->raw.p);
    return step;
}

pith_pdf_step pith_pdf_take_value(pith_pdf_cursor *at, pith_pdf_value *out)
{
    nesting in = {.depth = 0};
    pith_pdf_skip_space(at);
    const char *start = at->p;
    bool container = false;
    do {
        pith_pdf_skip_space(at);
        if (at->p == at->end)
            return PITH_PDF_MORE;
        bool other;
        pith_pdf_step step = pass_bracket(at, &in, &other);
        if (step == PITH_PDF_GOOD && other)
            step = take_scalar(at, out);
        if (step == PITH_PDF_GOOD && other && out->kind == PITH_PDF_INTEGER &&
            pith_is_digit(*out->raw.p))
            step = take_reference(at, out);
        if (step != PITH_PDF_GOOD)
            return step;
        container = container || in.depth > 0;
    } while (in.depth > 0);
    if (container)
        *out = (pith_pdf_value){.kind = *start == '[' ? PITH_PDF_ARRAY : PITH_PDF_DICT,
                                .raw = {start, (size_t)(at->p - start)}};
    return PITH_PDF_GOOD;
}

// ---- Containers -----------------------------------------------------------------------

pith_pdf_cursor pith_pdf_inside(const pith_pdf_value *container)
{
    static const char nothing[] = "]";
    size_t edge = container->kind == PITH_PDF_DICT ? 2 : 1;
    if (container->kind != PITH_PDF_DICT && container->kind != PITH_PDF_ARRAY)
        return (pith_pdf_cursor){nothing, nothing + 1};
    // One closing byte stays, so that the last token has an end.
    return (pith_pdf_cursor){container->raw.p + edge,
                             container->raw.p + container->raw.n - edge + 1};
}

bool pith_pdf_next(pith_pdf_cursor *at, pith_pdf_value *out)
{
    pith_pdf_skip_space(at);
    return at->p < at->end - 1 && pith_pdf_take_value(at, out) == PITH_PDF_GOOD;
}

bool pith_pdf_next_key(pith_pdf_cursor *at, pith_pdf_value *key, pith_pdf_value *out)
{
    return pith_pdf_next(at, key) && key->kind == PITH_PDF_NAME && pith_pdf_next(at, out);
}

bool pith_pdf_is_whole(const pith_pdf_value *dict)
{
    pith_pdf_value item;
    pith_pdf_cursor at = pith_pdf_inside(dict);
    bool is_key = true;
    for (; pith_pdf_next(&at, &item); is_key = !is_key) {
        if (is_key && item.kind != PITH_PDF_NAME)
            return false;
    }
    return dict->kind == PITH_PDF_DICT && is_key && at.p == at.end - 1;
}

static int hex_digit(char c)
{
    if (pith_is_digit(c))
        return c - '0';
    c = pith_to_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// The next byte of a name; false at its end.
static bool name_byte(pith_text name, size_t *i, char *out)
{
    if (*i >= name.n)
        return false;
    *out = name.p[(*i)++];
    if (*out == '#' && name.n - *i >= 2 && hex_digit(name.p[*i]) >= 0 &&
        hex_digit(name.p[*i + 1]) >= 0) {
        *out = (char)(hex_digit(name.p[*i]) * 16 + hex_digit(name.p[*i + 1]));
        *i += 2;
    }
    return true;
}

// Byte order of names, their escapes undone.
static int compare_names(pith_text a, pith_text b)
{
    size_t i = 0;
    size_t j = 0;
    for (;;) {
        char x = 0;
        char y = 0;
        bool more_a = name_byte(a, &i, &x);
        bool more_b = name_byte(b, &j, &y);
        if (!more_a || !more_b)
            return more_a - more_b;
        if (x != y)
            return (unsigned char)x < (unsigned char)y ? -1 : 1;
    }
}

bool pith_pdf_name_is(const pith_pdf_value *name, const char *text)
{
    return name->kind == PITH_PDF_NAME &&
           compare_names((pith_text){name->raw.p + 1, name->raw.n - 1}, pith_text_of(text)) == 0;
}

pith_pdf_value pith_pdf_get(const pith_pdf_value *dict, const char *name, size_t *times)
{
    pith_pdf_value found = {.kind = PITH_PDF_NULL};
    pith_pdf_value key;
    pith_pdf_value value;
    size_t count = 0;
    pith_pdf_cursor at = pith_pdf_inside(dict);
    while (dict->kind == PITH_PDF_DICT && pith_pdf_next_key(&at, &key, &value)) {
        if (pith_pdf_name_is(&key, name)) {
            found = value;
            count++;
        }
    }
    if (times)
        *times = count;
    return found;
}

static int compare_keys(const void *a, const void *b)
{
    const pith_text *x = a;
    const pith_text *y = b;
    int order = compare_names(*x, *y);
    return order ? order : x->p < y->p ? -1 : 1; // keys of one text
}

pith_text pith_pdf_duplicate(const pith_pdf_value *dict, bool *too_many)
{
    pith_text keys[PITH_MAX_PDF_KEYS];
    pith_pdf_value key;
    pith_pdf_value value;
    pith_pdf_cursor at = pith_pdf_inside(dict);
    size_t count = 0;
    *too_many = false;
    while (pith_pdf_next_key(&at, &key, &value)) {
        if (count == PITH_MAX_PDF_KEYS) {
            *too_many = true;
            return key.raw;
        }
        keys[count++] = key.raw;
    }
    if (count)
        qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < count; i++) {
        if (compare_names(keys[i - 1], keys[i]) == 0)
            return keys[i - 1];
    }
    return (pith_text){NULL, 0};
}

// ---- Strings --------------------------------------------------------------------------

typedef struct bytes {
    char *p;
    size_t n;
    size_t size;
} bytes;

static void put(bytes *out, char byte)
{
    if (out->n < out->size)
        out->p[out->n++] = byte;
}

// After a backslash: up to three octal digits, a letter, an end of line (nothing), or itself.
static const char *put_escape(const char *p, const char *end, bytes *out)
{
    static const char letters[] = "nrtbf";
    static const char values[] = "\n\r\t\b\f";
    const char *letter = memchr(letters, *p, sizeof letters - 1);
    char byte = letter ? values[letter - letters] : *p;
    if (*p >= '0' && *p <= '7') {
        int octal = 0;
        for (int i = 0; i < 3 && p < end && *p >= '0' && *p <= '7'; i++)
            octal = octal * 8 + (*p++ - '0');
        byte = (char)octal;
        p--;
    }
    if (*p == '\r')
        return p + (end - p > 1 && p[1] == '\n' ? 2 : 1);
    if (*p != '\n' || letter)
        put(out, byte);
    return p + 1;
}

size_t pith_pdf_string(const pith_pdf_value *string, char *room, size_t size)
{
    bytes out = {room, 0, size};
    if (string->kind != PITH_PDF_STRING || string->raw.n < 2)
        return 0;
    const char *p = string->raw.p + 1;
    const char *end = string->raw.p + string->raw.n - 1;
    if (*string->raw.p == '(') {
        while (p < end) {
            if (*p == '\\' && end - p > 1)
                p = put_escape(p + 1, end, &out);
            else
                put(&out, *p++);
        }
        return out.n;
    }
    int high = -1;
    for (; p <= end; p++) {
        int digit = p < end ? hex_digit(*p) : high >= 0 ? 0 : -1; // a missing last digit is 0
        if (digit >= 0 && high >= 0) {
            put(&out, (char)(high * 16 + digit));
            high = -1;
        } else if (digit >= 0) {
            high = digit;
        }
    }
    return out.n;
}
