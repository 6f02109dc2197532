// SPDX-License-Identifier: MIT
#include "base/unicode.h"

#include "base/text.h"

#include <errno.h>
#include <unicase.h>
#include <uninorm.h>
#include <unistring/version.h>

static bool take(uint8_t *bytes, size_t len, pith_buf *out)
{
    if (!bytes)
        return len == 0 && errno != ENOMEM;
    pith_buf_add(out, bytes, len);
    free(bytes);
    return pith_buf_ok(out);
}

bool pith_unicode_lower(pith_text text, pith_buf *out)
{
    size_t len = 0;
    errno = 0;
    // "" is no language, so that no Turkish or Lithuanian rule applies.
    uint8_t *lower = u8_tolower((const uint8_t *)text.p, text.n, "", NULL, NULL, &len);
    return take(lower, len, out);
}

static bool normalize(uninorm_t form, pith_text text, pith_buf *out)
{
    size_t len = 0;
    errno = 0;
    uint8_t *normal = u8_normalize(form, (const uint8_t *)text.p, text.n, NULL, &len);
    return take(normal, len, out);
}

bool pith_unicode_decompose(pith_text text, pith_buf *out)
{
    return normalize(UNINORM_NFD, text, out);
}

bool pith_unicode_compose(pith_text text, pith_buf *out)
{
    return normalize(UNINORM_NFC, text, out);
}

// The characters of bidirectional type WS, B or S, and those of category Zs (CPython,
// Tools/unicode/makeunicodedata.py). The list has not changed since Unicode 6.3.
bool pith_unicode_is_space(uint32_t cp)
{
    return cp == ' ' || (cp >= '\t' && cp <= '\r') || (cp >= 0x1C && cp <= 0x1F) || cp == 0x85 ||
           cp == 0xA0 || cp == 0x1680 || (cp >= 0x2000 && cp <= 0x200A) || cp == 0x2028 ||
           cp == 0x2029 || cp == 0x202F || cp == 0x205F || cp == 0x3000;
}

bool pith_unicode_is_valid(pith_text text)
{
    uint32_t cp;
    for (size_t i = 0; i < text.n;) {
        size_t n = pith_utf8_next(text.p + i, text.p + text.n, &cp);
        if (n == 0)
            return false;
        i += n;
    }
    return true;
}

void pith_unicode_library(char *out, size_t size)
{
    snprintf(out, size, "%d.%d.%d", _libunistring_version >> 16, _libunistring_version >> 8 & 0xFF,
             _libunistring_version & 0xFF);
}
