// SPDX-License-Identifier: MIT
//
// Escapes for terminals and JSON. Both show what could move the cursor, recolour the screen
// or reorder the text: C0, DEL, C1, line separators and the bidi controls of UAX 9.
#include "base/text.h"
#include "out/words.h"

static bool is_treacherous(uint32_t cp)
{
    return cp < 0x20 || (cp >= 0x7F && cp <= 0x9F) || cp == 0x061C || cp == 0x200E ||
           cp == 0x200F || (cp >= 0x2028 && cp <= 0x202E) || (cp >= 0x2066 && cp <= 0x2069) ||
           cp == 0xFEFF;
}

void pith_terminal_escape(pith_text text, pith_buf *out)
{
    const char *end = text.n ? text.p + text.n : text.p; // which may be NULL then
    for (const char *p = text.p; p < end;) {
        uint32_t cp;
        size_t n = pith_utf8_next(p, end, &cp);
        if (n == 0) { // a file name may hold any bytes
            pith_buf_printf(out, "\\x%02x", (unsigned char)*p);
            n = 1;
        } else if (is_treacherous(cp)) {
            pith_buf_printf(out, "\\u{%x}", (unsigned)cp);
        } else {
            pith_buf_add(out, p, n);
        }
        p += n;
    }
}

void pith_json_quote(pith_text text, pith_buf *out)
{
    const char *end = text.n ? text.p + text.n : text.p; // which may be NULL then
    const char *done = text.p;
    pith_buf_puts(out, "\"");
    for (const char *p = text.p; p < end;) {
        uint32_t cp;
        size_t n = pith_utf8_next(p, end, &cp);
        if (n > 0 && cp != '"' && cp != '\\' && !is_treacherous(cp)) {
            p += n;
            continue;
        }
        pith_buf_add(out, done, (size_t)(p - done));
        if (n == 0) // not text: JSON has no bytes, so U+FFFD stands for each
            pith_buf_puts(out, "\\ufffd");
        else if (cp == '"' || cp == '\\')
            pith_buf_printf(out, "\\%c", (char)cp);
        else // all that are treacherous lie below U+10000
            pith_buf_printf(out, "\\u%04x", (unsigned)cp);
        p += n ? n : 1;
        done = p;
    }
    pith_buf_add(out, done, (size_t)(end - done));
    pith_buf_puts(out, "\"");
}

void pith_json_pass(pith_text json, pith_buf *out)
{
    const char *end = json.p + json.n;
    for (const char *p = json.p; p < end;) {
        uint32_t cp;
        size_t n = pith_utf8_next(p, end, &cp);
        if (n > 0 && is_treacherous(cp) && cp >= 0x20) // outside strings there is none of them
            pith_buf_printf(out, "\\u%04x", (unsigned)cp);
        else
            pith_buf_add(out, p, n > 0 ? n : 1);
        p += n > 0 ? n : 1;
    }
}
