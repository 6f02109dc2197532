// SPDX-License-Identifier: MIT
//
// Small facts about bytes: (pointer, length) text, UTF-8, hex, RFC 4648 base32, RFC 3339.
// No locale anywhere: ctype.h answers differently under tr_TR, so it is not used.
#ifndef PITH_BASE_TEXT_H
#define PITH_BASE_TEXT_H

#include "pith.h"

#include <string.h>

static inline bool pith_text_equal(pith_text a, pith_text b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool pith_text_is(pith_text text, const char *c_string)
{
    // Names of fields are compared by the million, and nearly all differ in their first letter.
    if (text.n > 0 && text.p[0] != c_string[0])
        return false;
    return pith_text_equal(text, pith_text_of(c_string));
}

// Byte order, which for valid UTF-8 is code point order.
int pith_text_compare(pith_text a, pith_text b);
bool pith_text_starts(pith_text text, const char *prefix);
bool pith_text_ends(pith_text text, const char *suffix);
// False for an empty word.
bool pith_text_contains(pith_text text, pith_text word);

// Whether all of it is ASCII letters and digits and these marks; an empty text is.
bool pith_text_is_plain(pith_text text, const char *marks);

static inline bool pith_is_digit(char c)
{
    return c >= '0' && c <= '9';
}
static inline bool pith_is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}
static inline bool pith_is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}
static inline char pith_to_upper(char c)
{
    return pith_is_lower(c) ? (char)(c - 'a' + 'A') : c;
}
static inline char pith_to_lower(char c)
{
    return pith_is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

// The last `count` digits of a number, zeros before it; no NUL.
static inline void pith_put_digits(char *out, size_t count, unsigned number)
{
    for (; count > 0; number /= 10)
        out[--count] = (char)('0' + number % 10);
}

// Short texts put together without printf: field paths are made for every field that is read,
// and shown for few. Each function appends to room[0..*n), which has `size` bytes, and drops
// what does not fit; a NUL always follows.
static inline void pith_join(char *room, size_t size, size_t *n, pith_text more)
{
    size_t left = size - 1 - *n;
    size_t len = more.n < left ? more.n : left;
    if (len)
        memcpy(room + *n, more.p, len);
    *n += len;
    room[*n] = '\0';
}
void pith_join_number(char *room, size_t size, size_t *n, uint64_t number);
// "where.name", or "name" when where is empty. Returns room.
const char *pith_field_path(char *room, size_t size, const char *where, const char *name);
// "name[index]"
const char *pith_index_path(char *room, size_t size, const char *name, size_t index);

// The length of the well-formed UTF-8 sequence at p (Unicode Table 3-7: no overlong forms,
// no surrogates, nothing above U+10FFFF), its code point in *cp; 0 when it is ill-formed.
size_t pith_utf8_next(const char *p, const char *end, uint32_t *cp);
// Writes the code point (not a surrogate) as UTF-8; returns the length, 1 to 4.
size_t pith_utf8_put(uint32_t cp, char out[4]);

// Lower-case hex with a NUL: out holds 2 * len + 1 bytes.
void pith_hex(const uint8_t *bytes, size_t len, char *out);
// Exactly 2 * len lower-case hex digits; false otherwise.
bool pith_unhex(pith_text text, uint8_t *out, size_t len);

// The Pith suffix: the first 26 characters of the base32 of the whole digest. They carry
// 130 bits, so base32 of the first 16 bytes would differ in the last character.
void pith_base32_id(const uint8_t digest[PITH_DIGEST_LEN], char out[PITH_ID_LEN + 1]);
static inline bool pith_is_base32(char c)
{
    return pith_is_upper(c) || (c >= '2' && c <= '7');
}

// RFC 3339 in the one shape the protocol uses: YYYY-MM-DDThh:mm:ss[.f{1,9}]Z, a real date.
bool pith_is_timestamp(pith_text text);
// Order in time of two timestamps that passed pith_is_timestamp (byte order differs from it
// where only one has a fraction).
int pith_timestamp_compare(pith_text a, pith_text b);
// The year of a timestamp that passed pith_is_timestamp.
int pith_timestamp_year(pith_text text);

#endif
