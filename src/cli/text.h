// SPDX-License-Identifier: MIT
//
// Small facts about text for the commands, which see of the library pith.h alone.
#ifndef PITH_CLI_TEXT_H
#define PITH_CLI_TEXT_H

#include "pith.h"

#include <string.h>

// An option that was not given, NULL, is an empty text.
static inline pith_text text_of(const char *c_string)
{
    return c_string ? (pith_text){c_string, strlen(c_string)} : (pith_text){"", 0};
}

static inline bool text_equal(pith_text a, pith_text b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool text_starts(pith_text text, const char *start)
{
    size_t n = strlen(start);
    return text.n >= n && memcmp(text.p, start, n) == 0;
}

static inline bool text_ends(pith_text text, const char *end)
{
    size_t n = strlen(end);
    return text.n >= n && memcmp(text.p + text.n - n, end, n) == 0;
}

static inline bool text_contains(pith_text text, const char *word)
{
    for (; text.n > 0; text.p++, text.n--) {
        if (text_starts(text, word))
            return true;
    }
    return false;
}

#endif
