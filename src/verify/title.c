// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "base/limits.h"
#include "base/text.h"
#include "trust/sha256.h"
#include "verify/verify.h"

// What Python's str.split() takes for white space within ASCII.
static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
}

pith_status pith_title_check(pith_arena *arena, pith_text title, pith_text sha256, pith_text *shown)
{
    if (title.n > PITH_MAX_TITLE)
        return PITH_TITLE_UNCERTAIN;
    char *clean = pith_alloc(arena, title.n + 1);
    char lower[PITH_MAX_TITLE + 1];
    if (!clean)
        return PITH_TITLE_UNCERTAIN;
    size_t n = 0;
    for (size_t i = 0; i < title.n; i++) {
        char c = title.p[i];
        // Which rule folds other letters is not public, so nothing is claimed about them;
        // control characters that are not white space have no place in a title.
        if ((unsigned char)c >= 0x7F || (!is_space(c) && c < ' '))
            return PITH_TITLE_UNCERTAIN;
        if (is_space(c) && (n == 0 || clean[n - 1] == ' '))
            continue;
        clean[n] = is_space(c) ? ' ' : c;
        lower[n] = pith_to_lower(clean[n]);
        n++;
    }
    if (n > 0 && clean[n - 1] == ' ')
        n--;
    uint8_t digest[PITH_DIGEST_LEN];
    char hex[2 * PITH_DIGEST_LEN + 1];
    pith_sha256(lower, n, digest);
    pith_hex(digest, sizeof digest, hex);
    if (!pith_text_is(sha256, hex))
        return PITH_TITLE_MISMATCH;
    *shown = (pith_text){clean, n};
    return PITH_OK;
}
