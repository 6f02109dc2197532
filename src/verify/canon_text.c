// SPDX-License-Identifier: MIT
//
// canon(s) = lower(" ".join(s.split())), the text whose hash a record holds (appendix of
// protocol.md). Proved for printable ASCII; beyond it Python's rules are followed, and nothing
// public says whether the registry does the same.
#include "base/arena.h"
#include "base/block.h"
#include "base/text.h"
#include "base/unicode.h"
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

// The same as collapse(), for printable ASCII and white space, as nearly all is: blocks in which
// nothing changes are copied as they are. False: something else is in the text.
static bool collapse_usual(pith_text text, char *room, size_t *n)
{
    const char *p = text.p;
    const char *end = text.p + text.n;
    char *out = room;
    while (p < end) {
        if (end - p >= PITH_BLOCK) {
            pith_block block = pith_block_load(p);
            unsigned blanks = pith_block_equal(block, ' ');
            unsigned before = blanks << 1 | (out == room || out[-1] == ' ');
            unsigned other =
                (blanks & before) | pith_block_less(block, ' ') | pith_block_equal(block, 0x7F);
            unsigned same = other ? pith_block_first(other) : PITH_BLOCK;
            memcpy(out, p, PITH_BLOCK); // has room: what is collapsed is never longer
            out += same;
            p += same;
            if (!other)
                continue;
        }
        if (*p > ' ' && *p < 0x7F) {
            *out++ = *p++;
            continue;
        }
        if (!is_ascii_space(*p))
            return false;
        if (out > room && out[-1] != ' ')
            *out++ = ' ';
        while (p < end && is_ascii_space(*p))
            p++;
    }
    *n = (size_t)(out - room);
    return true;
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
    size_t n;
    if (!collapse_usual(text, room, &n))
        n = collapse(text, room, plain);
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
