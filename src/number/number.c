// SPDX-License-Identifier: MIT
//
// The written forms of a Pith Number. Sources: protocol.md sections 1 and 3.
#include "base/err.h"
#include "base/text.h"

static pith_text after(pith_text text, size_t n)
{
    return (pith_text){text.p + n, text.n - n};
}

static bool starts_nocase(pith_text text, const char *lower)
{
    size_t n = strlen(lower);
    if (text.n < n)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (pith_to_lower(text.p[i]) != lower[i])
            return false;
    }
    return true;
}

// `https://HOST/pith/ID`, also with a slash behind it: what a badge links to and what people paste.
// The host is not looked at: the number is what gets checked.
static pith_text strip_url(pith_text text)
{
    if (!starts_nocase(text, "https://") && !starts_nocase(text, "http://"))
        return text;
    for (size_t i = text.n; i >= 6; i--) {
        if (memcmp(text.p + i - 6, "/pith/", 6) != 0)
            continue;
        text = after(text, i);
        if (text.n > 0 && text.p[text.n - 1] == '/')
            text.n--;
        break;
    }
    return text;
}

static const char *hint_for(char c)
{
    switch (c) {
    case '0':
        return "; 0 is not used, is it the letter O?";
    case '1':
        return "; 1 is not used, is it the letter I?";
    case '8':
        return "; 8 is not used, is it the letter B?";
    case '9':
        return "; 9 is not used, is it the letter G?";
    default:
        return "";
    }
}

static pith_status bad(pith_error *err, pith_text text, const char *format, ...) PITH_PRINTF(3, 4);

static pith_status bad(pith_error *err, pith_text text, const char *format, ...)
{
    char message[200];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    char object[80];
    snprintf(object, sizeof object, "%.*s", (int)(text.n < 70 ? text.n : 70), text.p);
    return pith_fail(err, PITH_NUMBER_SYNTAX, object, "%s", message);
}

pith_status pith_number_parse(pith_text text, pith_number *out, pith_error *err)
{
    pith_text whole = text;
    pith_number number = {0};
    text = strip_url(text);
    if (starts_nocase(text, "pith:")) {
        text = after(text, 5);
        const char *colon = text.n ? memchr(text.p, ':', text.n) : NULL;
        if (colon) {
            if (colon - text.p != 4)
                return bad(err, whole, "the year between the colons is not four digits");
            for (size_t i = 0; i < 4; i++) {
                if (!pith_is_digit(text.p[i]))
                    return bad(err, whole, "the year between the colons is not four digits");
                number.year = number.year * 10 + (text.p[i] - '0');
            }
            if (number.year == 0)
                return bad(err, whole, "there is no year 0000");
            text = after(text, 5);
        }
    }
    for (size_t i = 0; i < text.n; i++) {
        char c = pith_to_upper(text.p[i]);
        if (!pith_is_base32(c)) {
            if ((unsigned char)c > ' ' && (unsigned char)c < 0x7F)
                return bad(err, whole, "character %zu, '%c', is not in A-Z, 2-7%s", i + 1,
                           text.p[i], hint_for(c));
            return bad(err, whole, "character %zu is not in A-Z, 2-7", i + 1);
        }
        if (i < PITH_ID_LEN)
            number.id[i] = c;
    }
    if (text.n != PITH_ID_LEN)
        return bad(err, whole, "%zu characters where 26 are needed", text.n);
    *out = number;
    return PITH_OK;
}
