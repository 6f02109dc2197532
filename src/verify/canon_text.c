// SPDX-License-Identifier: MIT
//
// canon(s) = lower(" ".join(s.split())), the text whose hash a record holds (appendix of
// protocol.md). Proved for printable ASCII; beyond it Python's rules are followed, and nothing
// public says whether the registry does the same.
#include "base/arena.h"
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

bool pith_canon_collapse(pith_arena *arena, pith_text text, pith_text *out, bool *plain)
{
    char *room = pith_alloc(arena, text.n + 1);
    const char *end = text.p + text.n;
    size_t n = 0;
    unsigned char odd = 0; // set by what is no printable ASCII character
    if (!room)
        return false;
    for (const char *p = text.p; p < end;) {
        unsigned char c = (unsigned char)*p;
        if (c > ' ' && c < 0x7F) {
            room[n++] = *p++;
            continue;
        }
        size_t space = space_length(p, end);
        odd |= c >= 0x7F || space == 0;
        if (space == 0) {
            room[n++] = *p++;
            continue;
        }
        if (n > 0 && room[n - 1] != ' ')
            room[n++] = ' ';
        p += space;
    }
    if (n > 0 && room[n - 1] == ' ')
        n--;
    *out = (pith_text){room, n};
    *plain = odd == 0;
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
