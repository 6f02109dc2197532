// SPDX-License-Identifier: MIT
#include "base/limits.h"
#include "base/text.h"
#include "verify/verify.h"

pith_status pith_title_check(pith_arena *arena, pith_text title, pith_text sha256, pith_text *shown)
{
    uint8_t digest[PITH_DIGEST_LEN];
    char hex[2 * PITH_DIGEST_LEN + 1];
    pith_text collapsed;
    bool plain;
    // Which rule folds other letters is not public, so nothing is claimed about them; control
    // characters that are not white space have no place in a title.
    if (title.n > PITH_MAX_TITLE ||
        !pith_canon_text_digest(arena, title, digest, &collapsed, &plain) || !plain)
        return PITH_TITLE_UNCERTAIN;
    pith_hex(digest, sizeof digest, hex);
    if (!pith_text_is(sha256, hex))
        return PITH_TITLE_MISMATCH;
    *shown = collapsed;
    return PITH_OK;
}
