// SPDX-License-Identifier: MIT
//
// The TeX data file: for every record that is accepted it keeps to the grammar in
// src/out/tex.h, byte by byte. The input is lines: kind, id, version, submitted_at, claims,
// signed_at, title (to the end); the document around them is made here, with true hashes, and
// signed when signed_at is a time.
#include "common.h"

enum { LINES = 6 };

// ---- The grammar ----------------------------------------------------------------------

static bool skip(pith_text *text, const char *word)
{
    if (!pith_text_starts(*text, word))
        return false;
    *text = (pith_text){text->p + strlen(word), text->n - strlen(word)};
    return true;
}

static bool in_value(char c)
{
    return pith_is_digit(c) || pith_is_upper(c) || pith_is_lower(c) || (c && strchr("+/=:.-_", c));
}

// `{...}` of characters that `good` accepts; at most 8192.
static pith_text group(pith_text *text, bool (*good)(char))
{
    MUST(skip(text, "{"));
    pith_text inside = {text->p, 0};
    while (inside.n < text->n && good(text->p[inside.n]))
        inside.n++;
    *text = (pith_text){text->p + inside.n, text->n - inside.n};
    MUST(skip(text, "}"));
    MUST(inside.n > 0 && inside.n <= 8192);
    return inside;
}

static bool in_rects(char c)
{
    return pith_is_digit(c) || c == ',' || c == ';';
}

static bool in_hex(char c)
{
    return pith_is_digit(c) || (c >= 'A' && c <= 'F');
}

static void check_value(pith_text *text)
{
    static const char *const known[] = {
        "number",          "short",    "year",     "source",    "relation",
        "intact",          "signed",   "trusted",  "keyId",     "status",
        "title",           "signedAt", "resolver", "signature", "canonicalSha256",
        "canonicalRecord", "qr",       "qrsize"};
    pith_text name = group(text, in_value);
    size_t i = 0;
    while (i < sizeof known / sizeof *known && !pith_text_is(name, known[i]))
        i++;
    MUST(i < sizeof known / sizeof *known);
    pith_text value = group(text, pith_text_is(name, "qr")      ? in_rects
                                  : pith_text_is(name, "title") ? in_hex
                                                                : in_value);
    MUST(!pith_text_is(name, "title") || value.n % 2 == 0);
    MUST(skip(text, "\n"));
}

static void check_tex_data(pith_text text, const char *id)
{
    char line[64];
    MUST(skip(&text, "\\pithdata{1}\n"));
    snprintf(line, sizeof line, "\\pithrecord{%s}\n", id);
    MUST(skip(&text, line));
    while (skip(&text, "\\pithvalue"))
        check_value(&text);
    snprintf(line, sizeof line, "\\pithendrecord{%s}\n", id);
    MUST(skip(&text, line));
    MUST(skip(&text, "\\pithenddata{1}\n"));
    MUST(text.n == 0);
}

// ---- The document ---------------------------------------------------------------------

static pith_text next_line(pith_text *rest)
{
    const char *end = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;
    pith_text line = {rest->p, end ? (size_t)(end - rest->p) : rest->n};
    size_t used = line.n + (end ? 1 : 0);
    *rest = (pith_text){rest->p + used, rest->n - used};
    return line;
}

// Lower case, white space collapsed, ends trimmed: what a registry hashes of an ASCII title.
static void title_hash(pith_text title, char hex[65])
{
    char id[PITH_ID_LEN + 1];
    char *canonical = malloc(title.n + 1);
    size_t n = 0;
    MUST(canonical != NULL);
    for (size_t i = 0; i < title.n; i++) {
        char c = pith_to_lower(title.p[i]);
        bool space = c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
        if (!space)
            canonical[n++] = c;
        else if (n > 0 && canonical[n - 1] != ' ')
            canonical[n++] = ' ';
    }
    while (n > 0 && canonical[n - 1] == ' ')
        n--;
    pith_digest_words(canonical, n, hex, id);
    free(canonical);
}

static void put_member(pith_buf *out, const char *before, pith_text value)
{
    pith_buf_puts(out, before);
    pith_json_quote(value, out);
}

static void put_record(const pith_text *lines, pith_text title, pith_buf *out)
{
    char hex[65];
    title_hash(title, hex);
    pith_buf_puts(out, "{\"metadata\":{\"cross_cats_sorted\":[]");
    put_member(out, ",\"abstract_canon_sha256\":", pith_text_of(hex));
    put_member(out, ",\"license\":", title);
    put_member(out, ",\"primary_cat\":", lines[1]);
    put_member(out, ",\"submitted_at\":", lines[3]);
    put_member(out, ",\"title_canon_sha256\":", pith_text_of(hex));
    pith_buf_puts(out, "},\"schema_version\":\"1.0\",\"source\":{");
    put_member(out, "\"id\":", lines[1]);
    put_member(out, ",\"kind\":", lines[0]);
    pith_buf_puts(out, ",\"version\":");
    pith_buf_add(out, lines[2].p, lines[2].n); // as it is: any JSON
    pith_buf_puts(out, "}}");
}

// A record document with the title; `event` (or nothing) carries the receipt.
static void put_document(const pith_text *lines, pith_text title, pith_text event, pith_buf *out)
{
    static const char *const claims[] = {"author_attested", "externally_anchored",
                                         "storage_verified", "references_resolved"};
    pith_buf_puts(out, "{\"canonical_record\":");
    put_record(lines, title, out);
    pith_buf_puts(out, ",\"events\":[");
    pith_buf_add(out, event.p, event.n);
    put_member(out, "],\"paper\":{\"title\":", title);
    pith_buf_puts(out, "},\"verification_status\":{");
    for (size_t i = 0; i < 4; i++) {
        char c = i < lines[4].n ? lines[4].p[i] : ' ';
        pith_buf_printf(out, "%s\"%s\":%s", i ? "," : "", claims[i],
                        c == '1'   ? "true"
                        : c == '0' ? "false"
                                   : "null");
    }
    pith_buf_puts(out, "}}");
}

static void check(pith_arena *arena, pith_text document, bool is_signed)
{
    pith_result *result;
    pith_error err;
    pith_buf out;
    pith_status status =
        pith_verify_bytes(arena, document, "input", NULL, fuzz_keyring(), &result, &err);
    if (status != PITH_OK) {
        fuzz_check_error(&err, status);
        return;
    }
    MUST(result->intact && result->is_signed == is_signed);
    fuzz_check_reports(result);
    pith_buf_init(&out, SIZE_MAX);
    const pith_result *const results[] = {result};
    status = pith_tex_data(arena, results, 1, PITH_RELATION_CURRENT, &out, &err);
    if (status == PITH_OK)
        check_tex_data(fuzz_text_of_buf(&out), result->number.id);
    else
        MUST(status == PITH_TOO_LARGE); // a record of more than 6 kB
    pith_buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pith_arena *arena = fuzz_arena();
    pith_text rest = fuzz_text(data, size);
    pith_text lines[LINES];
    pith_signed receipt = {0};
    pith_error err;
    pith_buf document;
    (void)fuzz_keyring();
    for (size_t i = 0; i < LINES; i++)
        lines[i] = next_line(&rest);
    pith_buf_init(&document, SIZE_MAX);
    put_document(lines, rest, (pith_text){"", 0}, &document);
    check(arena, fuzz_text_of_buf(&document), false);
    if (pith_is_timestamp(lines[5]) &&
        pith_sign_receipt(arena, fuzz_secret_key(FUZZ_KEY_A), fuzz_text_of_buf(&document), "input",
                          lines[5], &receipt, &err) == PITH_OK) {
        pith_buf_free(&document);
        put_document(lines, rest, receipt.event, &document);
        check(arena, fuzz_text_of_buf(&document), true);
    }
    pith_buf_free(&document);
    pith_arena_free(arena);
    return 0;
}
