// SPDX-License-Identifier: MIT
#include "base/text.h"

int pith_text_compare(pith_text a, pith_text b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int order = n ? memcmp(a.p, b.p, n) : 0;
    if (order != 0)
        return order;
    return (a.n > b.n) - (a.n < b.n);
}

bool pith_text_starts(pith_text text, const char *prefix)
{
    size_t n = strlen(prefix);
    return text.n >= n && memcmp(text.p, prefix, n) == 0;
}

bool pith_text_ends(pith_text text, const char *suffix)
{
    size_t n = strlen(suffix);
    return text.n >= n && memcmp(text.p + text.n - n, suffix, n) == 0;
}

bool pith_text_is_plain(pith_text text, const char *marks)
{
    const size_t n = strlen(marks);
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (!pith_is_digit(c) && !pith_is_upper(c) && !pith_is_lower(c) && !memchr(marks, c, n))
            return false;
    }
    return true;
}

bool pith_text_contains(pith_text text, pith_text word)
{
    if (word.n == 0 || text.n < word.n)
        return false;
    const char *p = text.p;
    const char *last = text.p + text.n - word.n;
    while (p <= last && (p = memchr(p, word.p[0], (size_t)(last - p) + 1)) != NULL) {
        if (memcmp(p, word.p, word.n) == 0)
            return true;
        p++;
    }
    return false;
}

void pith_join_number(char *room, size_t size, size_t *n, uint64_t number)
{
    char digits[20];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    pith_join(room, size, n, (pith_text){digits + first, sizeof digits - first});
}

const char *pith_field_path(char *room, size_t size, const char *where, const char *name)
{
    size_t n = 0;
    pith_join(room, size, &n, pith_text_of(where));
    if (n)
        pith_join(room, size, &n, pith_text_of("."));
    pith_join(room, size, &n, pith_text_of(name));
    return room;
}

const char *pith_index_path(char *room, size_t size, const char *name, size_t index)
{
    size_t n = 0;
    pith_join(room, size, &n, pith_text_of(name));
    pith_join(room, size, &n, pith_text_of("["));
    pith_join_number(room, size, &n, index);
    pith_join(room, size, &n, pith_text_of("]"));
    return room;
}

size_t pith_utf8_next(const char *p, const char *end, uint32_t *cp)
{
    if (p >= end)
        return 0;
    const unsigned char *s = (const unsigned char *)p;
    size_t left = (size_t)(end - p);
    unsigned first = s[0];
    if (first < 0x80) {
        *cp = first;
        return 1;
    }
    // The second byte's range depends on the first; that is all that rules out overlong
    // forms (E0, F0), surrogates (ED) and values above U+10FFFF (F4).
    unsigned low = 0x80;
    unsigned high = 0xBF;
    size_t len;
    if (first >= 0xC2 && first <= 0xDF) {
        len = 2;
        *cp = first & 0x1F;
    } else if (first >= 0xE0 && first <= 0xEF) {
        len = 3;
        *cp = first & 0x0F;
        if (first == 0xE0)
            low = 0xA0;
        if (first == 0xED)
            high = 0x9F;
    } else if (first >= 0xF0 && first <= 0xF4) {
        len = 4;
        *cp = first & 0x07;
        if (first == 0xF0)
            low = 0x90;
        if (first == 0xF4)
            high = 0x8F;
    } else {
        return 0;
    }
    if (left < len)
        return 0;
    for (size_t i = 1; i < len; i++) {
        if (s[i] < low || s[i] > high)
            return 0;
        *cp = *cp << 6 | (s[i] & 0x3F);
        low = 0x80;
        high = 0xBF;
    }
    return len;
}

size_t pith_utf8_put(uint32_t cp, char out[4])
{
    if (cp < 0x80) {
        out[0] = (char)cp;
        return 1;
    }
    size_t len = cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
    static const unsigned lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = len - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (cp & 0x3F));
        cp >>= 6;
    }
    out[0] = (char)(lead[len] | cp);
    return len;
}

static char hex_of(unsigned digit)
{
    return (char)('0' + digit + (digit > 9 ? 'a' - '9' - 1 : 0));
}

void pith_hex(const uint8_t *restrict bytes, size_t len, char *restrict out)
{
    for (size_t i = 0; i < len; i++) { // by sums and no table: compilers do many at once
        out[2 * i] = hex_of(bytes[i] >> 4);
        out[2 * i + 1] = hex_of(bytes[i] & 15);
    }
    out[2 * len] = '\0';
}

static int hex_digit(char c)
{
    if (pith_is_digit(c))
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool pith_unhex(pith_text text, uint8_t *out, size_t len)
{
    if (text.n != 2 * len)
        return false;
    for (size_t i = 0; i < len; i++) {
        int high = hex_digit(text.p[2 * i]);
        int low = hex_digit(text.p[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

void pith_base32_id(const uint8_t digest[PITH_DIGEST_LEN], char out[PITH_ID_LEN + 1])
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    for (size_t i = 0; i < PITH_ID_LEN; i++) {
        size_t bit = i * 5;
        unsigned pair = (unsigned)digest[bit / 8] << 8 | digest[bit / 8 + 1];
        out[i] = alphabet[pair >> (11 - bit % 8) & 31];
    }
    out[PITH_ID_LEN] = '\0';
}

static int number_at(pith_text text, size_t at, size_t digits)
{
    int value = 0;
    for (size_t i = 0; i < digits; i++) {
        if (!pith_is_digit(text.p[at + i]))
            return -1;
        value = value * 10 + (text.p[at + i] - '0');
    }
    return value;
}

bool pith_is_timestamp(pith_text text)
{
    static const char shape[] = "dddd-dd-ddTdd:dd:dd";
    const size_t whole = sizeof shape - 1;
    if (text.n < whole + 1 || text.p[text.n - 1] != 'Z')
        return false;
    for (size_t i = 0; i < whole; i++) {
        if (shape[i] == 'd' ? !pith_is_digit(text.p[i]) : text.p[i] != shape[i])
            return false;
    }
    size_t fraction = text.n - 1 - whole;
    if (fraction) {
        if (fraction < 2 || fraction > 10 || text.p[whole] != '.')
            return false;
        for (size_t i = 1; i < fraction; i++) {
            if (!pith_is_digit(text.p[whole + i]))
                return false;
        }
    }
    int year = number_at(text, 0, 4);
    int month = number_at(text, 5, 2);
    int day = number_at(text, 8, 2);
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year < 1 || month < 1 || month > 12 || day < 1)
        return false;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    int last = days[month - 1] + (month == 2 && leap ? 1 : 0);
    // RFC 3339 allows second 60; no document seen uses it and a receipt never needs it.
    return day <= last && number_at(text, 11, 2) <= 23 && number_at(text, 14, 2) <= 59 &&
           number_at(text, 17, 2) <= 59;
}

int pith_timestamp_year(pith_text text)
{
    return number_at(text, 0, 4);
}

// Fractions make times of one second differ in length, but not in order: '.' < 'Z', and
// among fractions digit order is time order.
int pith_timestamp_compare(pith_text a, pith_text b)
{
    size_t whole = 19;
    int order = memcmp(a.p, b.p, whole);
    if (order != 0)
        return order;
    for (size_t i = whole; i < a.n - 1 || i < b.n - 1; i++) {
        char x = i < a.n - 1 ? a.p[i] : '0';
        char y = i < b.n - 1 ? b.p[i] : '0';
        if (x == '.' || y == '.') // one has no fraction: the point itself decides nothing
            continue;
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}
