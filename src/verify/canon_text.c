// SPDX-License-Identifier: MIT
//
// canon(s) = lower(" ".join(s.split())), the text whose hash a record holds (appendix of
// protocol.md). Proved for printable ASCII; beyond it Python's rules are followed, and nothing
// public says whether the registry does the same.
#include "base/arena.h"
#include "base/text.h"
#include "base/unicode.h"
#include "base/word.h"
#include "trust/sha256.h"
#include "verify/verify.h"

static bool is_ascii_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
}

// The length of the white space at p, or 0. Bytes that are no UTF-8 are none.
static size_t space_length(const char *p, const char *end)
{
    uint32_t cp;
    if ((unsigned char)*p < 0x80)
        return is_ascii_space(*p);
    size_t n = pith_utf8_next(p, end, &cp);
    return n > 0 && pith_unicode_is_space(cp) ? n : 0;
}

// Whether the text is printable ASCII and line ends, as nearly all is. Without a way out of the
// loop, so that compilers look at sixteen bytes at once.
static bool is_usual(pith_text text)
{
    unsigned unusual = 0;
    for (size_t i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.p[i];
        unusual |= (unsigned)((unsigned char)(c - ' ') >= 0x7F - ' ') &
                   (unsigned)((unsigned char)(c - '\t') > '\r' - '\t');
    }
    return unusual == 0;
}

// Whether a block of usual text, with a byte before it, holds nothing to collapse: no line end,
// and no two blanks side by side.
static bool is_collapsed(const char *p)
{
    uint64_t word = pith_word_load(p);
    uint64_t before = pith_word_load(p - 1);
    uint64_t blanks = (word ^ PITH_WORD_OF(' ')) | (before ^ PITH_WORD_OF(' '));
    return !pith_word_has(blanks, 0) && !pith_word_has_less(word, ' ') &&
           !pith_word_has_less(before, ' ');
}

// The same as collapse(), for usual text: blocks in which nothing changes are copied as they are.
static size_t collapse_usual(pith_text text, char *room)
{
    size_t n = 0;
    bool space = true; // before the text
    for (size_t i = 0; i < text.n;) {
        if (i > 0 && text.n - i >= PITH_WORD && is_collapsed(text.p + i)) {
            memcpy(room + n, text.p + i, PITH_WORD);
            n += PITH_WORD;
            i += PITH_WORD;
            space = text.p[i - 1] == ' ';
            continue;
        }
        for (size_t end = text.n - i < PITH_WORD ? text.n : i + PITH_WORD; i < end; i++) {
            bool now = (unsigned char)text.p[i] <= ' ';
            room[n] = now ? ' ' : text.p[i];
            n += !(now & space);
            space = now;
        }
    }
    return n;
}

static size_t collapse(pith_text text, char *room, bool *plain)
{
    const char *end = text.p + text.n;
    size_t n = 0;
    for (const char *p = text.p; p < end;) {
        size_t space = space_length(p, end);
        *plain = *plain && (space == 1 || (*p > ' ' && *p < 0x7F));
        if (space == 0)
            room[n++] = *p++;
        else if (n > 0 && room[n - 1] != ' ')
            room[n++] = ' ';
        p += space;
    }
    return n;
}

bool pith_canon_collapse(pith_arena *arena, pith_text text, pith_text *out, bool *plain)
{
    char *room = pith_alloc(arena, text.n + 1);
    if (!room)
        return false;
    *plain = true;
    size_t n = is_usual(text) ? collapse_usual(text, room) : collapse(text, room, plain);
    if (n > 0 && room[n - 1] == ' ')
        n--;
    *out = (pith_text){room, n};
    return true;
}

bool pith_canon_lower(pith_arena *arena, pith_text collapsed, bool plain, pith_text *out)
{
    if (plain) {
        char *room = pith_alloc(arena, collapsed.n + 1);
        if (!room)
            return false;
        for (size_t i = 0; i < collapsed.n; i++)
            room[i] = pith_to_lower(collapsed.p[i]);
        *out = (pith_text){room, collapsed.n};
        return true;
    }
    pith_buf lower;
    pith_buf_init(&lower, SIZE_MAX);
    bool good = pith_unicode_lower(collapsed, &lower);
    char *copy = good ? pith_alloc_copy(arena, lower.data ? lower.data : "", lower.len) : NULL;
    *out = (pith_text){copy, lower.len};
    pith_buf_free(&lower);
    return copy != NULL;
}

bool pith_canon_text_digest(pith_arena *arena, pith_text text, uint8_t digest[PITH_DIGEST_LEN],
                            pith_text *collapsed, bool *plain)
{
    pith_text lower;
    if (!pith_canon_collapse(arena, text, collapsed, plain) ||
        !pith_canon_lower(arena, *collapsed, *plain, &lower))
        return false;
    pith_sha256(lower.p, lower.n, digest);
    return true;
}
