// SPDX-License-Identifier: MIT
#include "json/canon.h"

#include "base/err.h"
#include "base/text.h"
#include "json/real.h"

static pith_text source_of(const pith_clean *clean, uint32_t token)
{
    const pith_token *t = &clean->tokens[token];
    return (pith_text){clean->bytes + t->start, t->end - t->start};
}

static void put_decoded(const char *p, size_t n, pith_buf *out)
{
    static const char from[] = "\b\f\n\r\t\"\\";
    static const char to[] = "bfnrt\"\\";
    pith_buf_puts(out, "\"");
    size_t done = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        if (c >= 0x20 && c != '"' && c != '\\')
            continue; // U+007F and all beyond ASCII stand as they are
        pith_buf_add(out, p + done, i - done);
        done = i + 1;
        const char *short_form = memchr(from, c, sizeof from - 1);
        if (short_form)
            pith_buf_printf(out, "\\%c", to[short_form - from]);
        else
            pith_buf_printf(out, "\\u%04x", c);
    }
    pith_buf_add(out, p + done, n - done);
    pith_buf_puts(out, "\"");
}

static void put_string(const pith_clean *clean, uint32_t token, pith_buf *out)
{
    pith_text source = source_of(clean, token);
    if (!clean->tokens[token].escaped) {
        pith_buf_add(out, source.p, source.n);
        return;
    }
    char *decoded = malloc(source.n);
    if (!decoded) {
        out->failed = true;
        return;
    }
    put_decoded(decoded, pith_token_decode(clean, token, decoded), out);
    free(decoded);
}

static void put_number(const pith_clean *clean, uint32_t token, pith_buf *out)
{
    pith_text source = source_of(clean, token);
    double value;
    if (!clean->tokens[token].real) {
        if (pith_text_is(source, "-0")) // an int in Python, and ints have no negative zero
            source = (pith_text){source.p + 1, 1};
        pith_buf_add(out, source.p, source.n);
    } else if (pith_real_read(source, &value)) {
        pith_real_print(value, out);
    } else {
        out->failed = true; // no memory: the gate has refused what does not fit
    }
}

static bool is_skipped(const pith_clean *clean, uint32_t name, const char *const *skip)
{
    for (; skip && *skip; skip++) {
        if (pith_token_is(clean, name, *skip)) // by meaning: "\u0061" is skipped as "a"
            return true;
    }
    return false;
}

// Recursion is bounded: the gate lets no more than PITH_MAX_DEPTH levels through.
// NOLINTNEXTLINE(misc-no-recursion)
void pith_canon_without(const pith_clean *clean, uint32_t token, const char *const *skip,
                        pith_buf *out)
{
    const pith_token *t = &clean->tokens[token];
    const char *comma = "";
    switch ((pith_json_kind)t->kind) {
    case PITH_JSON_OBJECT:
        pith_buf_puts(out, "{");
        for (uint32_t i = 0; i < t->count; i++) {
            uint32_t name = clean->order[t->order + i];
            if (is_skipped(clean, name, skip))
                continue;
            pith_buf_puts(out, comma);
            put_string(clean, name, out);
            pith_buf_puts(out, ":");
            pith_canon_without(clean, name + 1, NULL, out);
            comma = ",";
        }
        pith_buf_puts(out, "}");
        break;
    case PITH_JSON_ARRAY:
        pith_buf_puts(out, "[");
        for (uint32_t i = 0, item = token + 1; i < t->count; i++) {
            pith_buf_puts(out, comma);
            pith_canon_without(clean, item, NULL, out);
            item = clean->tokens[item].next;
            comma = ",";
        }
        pith_buf_puts(out, "]");
        break;
    case PITH_JSON_STRING:
        put_string(clean, token, out);
        break;
    case PITH_JSON_NUMBER:
        put_number(clean, token, out);
        break;
    case PITH_JSON_NULL:
    case PITH_JSON_TRUE:
    case PITH_JSON_FALSE: {
        pith_text word = source_of(clean, token);
        pith_buf_add(out, word.p, word.n);
        break;
    }
    }
}

void pith_canon(const pith_clean *clean, uint32_t token, pith_buf *out)
{
    pith_canon_without(clean, token, NULL, out);
}

pith_status pith_canonical_form(pith_arena *arena, pith_text bytes, pith_buf *out, pith_error *err)
{
    const pith_clean *clean;
    pith_status status = pith_gate(arena, bytes.p, bytes.n, &clean, err);
    if (status != PITH_OK)
        return status;
    pith_canon(clean, 0, out);
    return pith_buf_ok(out) ? PITH_OK : pith_fail_memory(err);
}
