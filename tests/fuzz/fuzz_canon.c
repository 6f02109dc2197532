// SPDX-License-Identifier: MIT
//
// The canonical form against a reader of its own, which shares no code with the library:
//   - it has Python's shape: no white space, sorted names, the least escapes, repr of floats;
//   - it means what the document means: a hash of the value, blind to spelling and order, is
//     the same for both;
//   - without one member it means what the document means without it.
#include "common.h"
#include "json/canon.h"

typedef struct reader {
    const char *p;
    const char *end;
    bool canonical; // insist on the shape
    const char *name;
    size_t name_len;
    uint64_t name_value; // what the member `name` of the top level adds
    int depth;
} reader;

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 29);
}

static void skip_space(reader *r)
{
    const char *from = r->p;
    while (r->p < r->end && strchr(" \t\r\n", *r->p) && *r->p)
        r->p++;
    MUST(!r->canonical || r->p == from);
}

static char take(reader *r)
{
    MUST(r->p < r->end);
    return *r->p++;
}

static bool take_if(reader *r, char c)
{
    if (r->p == r->end || *r->p != c)
        return false;
    r->p++;
    return true;
}

// ---- Strings --------------------------------------------------------------------------

static unsigned hex4(reader *r)
{
    unsigned unit = 0;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = strchr(digits, take(r));
        MUST(digit != NULL);
        MUST(!r->canonical || digit - digits < 16);
        unit = unit * 16 + (unsigned)((digit - digits) % 16);
    }
    return unit;
}

static size_t put_utf8(unsigned long cp, char *out)
{
    if (cp < 0x80) {
        out[0] = (char)cp;
        return 1;
    }
    if (cp < 0x800) {
        out[0] = (char)(0xC0 | cp >> 6);
        out[1] = (char)(0x80 | (cp & 0x3F));
        return 2;
    }
    if (cp < 0x10000) {
        out[0] = (char)(0xE0 | cp >> 12);
        out[1] = (char)(0x80 | (cp >> 6 & 0x3F));
        out[2] = (char)(0x80 | (cp & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | cp >> 18);
    out[1] = (char)(0x80 | (cp >> 12 & 0x3F));
    out[2] = (char)(0x80 | (cp >> 6 & 0x3F));
    out[3] = (char)(0x80 | (cp & 0x3F));
    return 4;
}

static size_t read_escape(reader *r, char *out)
{
    static const char names[] = "\"\\/bfnrt";
    static const char values[] = "\"\\/\b\f\n\r\t";
    char c = take(r);
    if (c != 'u') {
        const char *name = strchr(names, c);
        MUST(c && name);
        MUST(!r->canonical || c != '/');
        out[0] = values[name - names];
        return 1;
    }
    unsigned long cp = hex4(r);
    if (cp >= 0xD800 && cp < 0xDC00) {
        MUST(take(r) == '\\' && take(r) == 'u');
        unsigned low = hex4(r);
        MUST(low >= 0xDC00 && low < 0xE000);
        cp = 0x10000 + ((cp - 0xD800) << 10) + (low - 0xDC00);
    }
    // Python writes \u only for controls that have no letter.
    MUST(!r->canonical || (cp < 0x20 && !strchr(values, (char)cp)));
    return put_utf8(cp, out);
}

// Decodes into `out`, which has room for the rest of the document; returns the length.
static size_t read_string(reader *r, char *out)
{
    size_t n = 0;
    MUST(take(r) == '"');
    while (!take_if(r, '"')) {
        char c = take(r);
        if (c == '\\') {
            n += read_escape(r, out + n);
        } else {
            MUST((unsigned char)c >= 0x20);
            out[n++] = c;
        }
    }
    MUST(!memchr(out, '\0', n));
    return n;
}

static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = mix(hash, (unsigned char)bytes[i]);
    return mix(hash, n);
}

// ---- Numbers --------------------------------------------------------------------------

// The fewest digits that read back, by trial.
static int fewest_digits(double value)
{
    for (int digits = 1; digits < 17; digits++) {
        char text[64];
        snprintf(text, sizeof text, "%.*e", digits - 1, value);
        if (strtod(text, NULL) == value)
            return digits;
    }
    return 17;
}

// The shape of repr: digits of the mantissa without zeros at either end are as few as can be.
static void check_repr(const char *text, double value)
{
    const char *exponent = strchr(text, 'e');
    const char *point = strchr(text, '.');
    const char *p = text + (text[0] == '-');
    char digits[400] = "";
    size_t n = 0;
    MUST(!strchr(text, 'E') && !strstr(text, "e0") && (point || exponent));
    if (exponent) {
        int power = abs((int)strtol(exponent + 1, NULL, 10));
        char expected[16];
        snprintf(expected, sizeof expected, "e%c%02d", exponent[1], power);
        MUST(strcmp(exponent, expected) == 0);
        MUST(p[0] >= '1' && p[0] <= '9' && (p[1] == '.' || p[1] == 'e'));
        MUST(exponent[1] == '-' ? power > 4 : power >= 16);
        MUST(exponent[-1] != '0' || exponent == p + 1);
        MUST(exponent[-1] != '.');
    } else {
        MUST(point > p && point[1]);
        MUST(p[0] != '0' || p[1] == '.');
        MUST(text[strlen(text) - 1] != '0' || strcmp(point, ".0") == 0);
        MUST(value == 0 || (value < 0 ? -value : value) >= 1e-4);
        MUST(value < 1e16 && value > -1e16);
    }
    for (; *p && *p != 'e'; p++) {
        if (*p != '.' && (n > 0 || *p != '0'))
            digits[n++] = *p;
    }
    while (n > 0 && digits[n - 1] == '0')
        n--;
    if (value != 0)
        MUST((int)n <= fewest_digits(value));
}

static uint64_t read_number(reader *r)
{
    const char *from = r->p;
    bool real = false;
    while (r->p < r->end && *r->p && strchr("+-.eE0123456789", *r->p)) {
        real = real || strchr(".eE", *r->p);
        r->p++;
    }
    size_t n = (size_t)(r->p - from);
    MUST(n > 0);
    if (!real) {
        if (n == 2 && memcmp(from, "-0", 2) == 0) { // an int, and ints have one zero
            MUST(!r->canonical);
            return hash_bytes('i', "0", 1);
        }
        return hash_bytes('i', from, n);
    }
    char *text = malloc(n + 1);
    MUST(text != NULL);
    memcpy(text, from, n);
    text[n] = '\0';
    double value = strtod(text, NULL);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (r->canonical)
        check_repr(text, value);
    free(text);
    return mix('r', bits);
}

// ---- Values ---------------------------------------------------------------------------

static uint64_t read_value(reader *r);

static bool goes_on(reader *r, char close)
{
    skip_space(r);
    if (take_if(r, close))
        return false;
    MUST(take(r) == ',');
    return true;
}

// The sum of the members: their order does not matter.
static uint64_t read_object(reader *r)
{
    uint64_t sum = 'o';
    char *before = NULL;
    size_t before_len = 0;
    skip_space(r);
    bool more = !take_if(r, '}');
    while (more) {
        skip_space(r);
        char *name = malloc((size_t)(r->end - r->p) + 4);
        MUST(name != NULL);
        size_t n = read_string(r, name);
        if (r->canonical && before) {
            size_t least = n < before_len ? n : before_len;
            int order = memcmp(before, name, least);
            MUST(order < 0 || (order == 0 && before_len < n));
        }
        skip_space(r);
        MUST(take(r) == ':');
        uint64_t member = mix(hash_bytes('n', name, n), read_value(r));
        if (r->depth == 1 && r->name && n == r->name_len && memcmp(name, r->name, n) == 0)
            r->name_value = member;
        sum += member;
        free(before);
        before = name;
        before_len = n;
        more = goes_on(r, '}');
    }
    free(before);
    return sum; // not mixed: a member can be taken off
}

static uint64_t read_array(reader *r)
{
    uint64_t hash = 'a';
    skip_space(r);
    for (bool more = !take_if(r, ']'); more; more = goes_on(r, ']'))
        hash = mix(hash, read_value(r));
    return mix(hash, 'e');
}

static uint64_t read_value(reader *r)
{
    uint64_t hash;
    skip_space(r);
    MUST(r->p < r->end);
    switch (*r->p) {
    case '{':
        r->p++;
        r->depth++;
        hash = read_object(r);
        r->depth--;
        return r->depth ? mix(hash, 'O') : hash;
    case '[':
        r->p++;
        r->depth++;
        hash = read_array(r);
        r->depth--;
        return hash;
    case '"': {
        char *text = malloc((size_t)(r->end - r->p) + 4);
        MUST(text != NULL);
        hash = hash_bytes('s', text, read_string(r, text));
        free(text);
        return hash;
    }
    case 't':
    case 'f':
    case 'n':
        hash = mix('w', (unsigned char)*r->p);
        r->p += *r->p == 'f' ? 5 : 4;
        MUST(r->p <= r->end);
        return hash;
    default:
        return read_number(r);
    }
}

static uint64_t read_document(reader *r, pith_text text, bool canonical)
{
    r->p = text.p;
    r->end = text.p + text.n;
    r->canonical = canonical;
    r->depth = 0;
    uint64_t hash = read_value(r);
    skip_space(r);
    MUST(r->p == r->end);
    return hash;
}

// ---- The target -----------------------------------------------------------------------

// Without the member whose name comes in the middle.
static void check_without(pith_arena *arena, const pith_clean *clean)
{
    const pith_token *top = &clean->tokens[0];
    reader whole = {0};
    reader rest = {0};
    pith_text name;
    if (top->kind != PITH_JSON_OBJECT || top->count == 0)
        return;
    MUST(pith_token_text(arena, clean, clean->order[top->order + top->count / 2], &name));
    if (!fuzz_is_ascii(name)) // members are left out by ASCII words only
        return;
    char *skip = fuzz_c_string(name);
    const char *const names[] = {skip, NULL};
    pith_buf out;
    pith_buf_init(&out, SIZE_MAX);
    pith_canon_without(clean, 0, names, &out);
    MUST(pith_buf_ok(&out));
    whole.name = skip;
    whole.name_len = name.n;
    uint64_t sum = read_document(&whole, (pith_text){clean->bytes, clean->len}, false);
    MUST(read_document(&rest, fuzz_text_of_buf(&out), true) == sum - whole.name_value);
    pith_buf_free(&out);
    free(skip);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pith_arena *arena = fuzz_arena();
    pith_text text = fuzz_text(data, size);
    const pith_clean *clean;
    pith_buf out;
    pith_error err;
    pith_buf_init(&out, SIZE_MAX);
    pith_status status = pith_canonical_form(arena, text, &out, &err);
    if (status == PITH_OK) {
        reader a = {0};
        reader b = {0};
        MUST(read_document(&a, text, false) == read_document(&b, fuzz_text_of_buf(&out), true));
        MUST(pith_gate(arena, text.p, text.n, &clean, &err) == PITH_OK);
        check_without(arena, clean);
        // A document differs from its canonical form in no value, and a state from itself.
        size_t differences = 1;
        size_t firm = 0;
        pith_buf list;
        pith_buf_init(&list, SIZE_MAX);
        MUST(pith_state_compare(arena, text, fuzz_text_of_buf(&out), &list, &differences, &firm,
                                &err) == PITH_OK);
        MUST(differences == 0 && list.len == 0);
        pith_buf_free(&list);
    }
    pith_buf_free(&out);
    pith_arena_free(arena);
    return 0;
}
