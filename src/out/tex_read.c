// SPDX-License-Identifier: MIT
//
// Reading a TeX data file back, as documents: what a file states is checked like anything else
// that states it. Fields that follow from the record are not looked at.
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/text.h"
#include "out/tex.h"
#include "out/words.h"
#include "trust/crypto.h"

typedef struct reader {
    pith_arena *arena;
    pith_text rest;
    size_t line; // the one read last, from 1
    const char *origin;
    pith_error *err;
} reader;

static const char *const fields[] = {"relation", "keyId",  "signedAt",        "signature",
                                     "title",    "status", "canonicalRecord", "signed"};
enum { RELATION, KEY_ID, SIGNED_AT, SIGNATURE, TITLE, STATUS, RECORD, SIGNED, FIELDS };

typedef struct block {
    pith_text values[FIELDS]; // p == NULL: absent; of STATUS the last line
    char claims[160];         // members of verification_status
} block;

static pith_status bad(const reader *r, const char *what)
{
    return pith_fail(r->err, PITH_FIELD_VALUE, r->origin, "line %zu %s", r->line, what);
}

// ---- Lines ----------------------------------------------------------------------------

static pith_text next_line(reader *r)
{
    const char *end = r->rest.n ? memchr(r->rest.p, '\n', r->rest.n) : NULL;
    size_t len = end ? (size_t)(end - r->rest.p) : r->rest.n;
    pith_text line = {r->rest.p, len};
    r->rest = (pith_text){r->rest.p + len + (end ? 1 : 0), r->rest.n - len - (end ? 1 : 0)};
    r->line++;
    if (line.n && line.p[line.n - 1] == '\r')
        line.n--;
    return line;
}

// `before`, what is between, `after`; false: the text is not so.
static bool between(pith_text text, const char *before, const char *after, pith_text *out)
{
    size_t b = strlen(before);
    size_t a = strlen(after);
    if (text.n < a + b || !pith_text_starts(text, before) ||
        memcmp(text.p + text.n - a, after, a) != 0)
        return false;
    *out = (pith_text){text.p + b, text.n - a - b};
    return true;
}

static bool is_plain(pith_text value)
{
    return value.n > 0 && value.n <= PITH_MAX_TEX_VALUE && pith_text_is_plain(value, "+/=:.-_,;");
}

// \pithvalue{NAME}{VALUE}
static bool split_value(pith_text line, pith_text *name, pith_text *value)
{
    pith_text both;
    if (!between(line, "\\pithvalue{", "}", &both))
        return false;
    const char *brace = both.n ? memchr(both.p, '}', both.n) : NULL;
    if (!brace)
        return false;
    *name = (pith_text){both.p, (size_t)(brace - both.p)};
    return between((pith_text){brace, both.n - name->n}, "}{", "", value) && is_plain(*name) &&
           is_plain(*value);
}

// ---- Fields ---------------------------------------------------------------------------

// "anchored:no" is "externally_anchored":false; what is not known is left out.
static bool add_claim(block *b, pith_text words)
{
    static const struct {
        const char *words;
        const char *member;
    } known[] = {{"attested:yes", "\"author_attested\":true"},
                 {"attested:no", "\"author_attested\":false"},
                 {"anchored:yes", "\"externally_anchored\":true"},
                 {"anchored:no", "\"externally_anchored\":false"},
                 {"stored:yes", "\"storage_verified\":true"},
                 {"stored:no", "\"storage_verified\":false"},
                 {"references:resolved", "\"references_resolved\":true"},
                 {"references:pending", "\"references_resolved\":false"},
                 {"attested:unknown", ""},
                 {"anchored:unknown", ""},
                 {"stored:unknown", ""},
                 {"references:unknown", ""}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t len = strlen(b->claims);
        if (!pith_text_is(words, known[i].words))
            continue;
        if (*known[i].member)
            snprintf(b->claims + len, sizeof b->claims - len, "%s%s", len ? "," : "",
                     known[i].member);
        return true; // what a cut list gives is not JSON
    }
    return false;
}

static pith_status take_value(reader *r, block *b, pith_text line)
{
    pith_text name;
    pith_text value;
    if (!split_value(line, &name, &value))
        return bad(r, "is not \\pithvalue{NAME}{VALUE}");
    for (size_t i = 0; i < FIELDS; i++) {
        if (!pith_text_is(name, fields[i]))
            continue;
        if (i == STATUS ? !add_claim(b, value) : b->values[i].p != NULL)
            return bad(r, "has a value that is not expected there");
        b->values[i] = value;
    }
    return PITH_OK;
}

static bool read_relation(pith_text word, pith_relation *out)
{
    static const pith_relation all[] = {PITH_RELATION_CURRENT, PITH_RELATION_EARLIER,
                                        PITH_RELATION_PREDICTED};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (pith_text_is(word, pith_relation_word(all[i]))) {
            *out = all[i];
            return true;
        }
    }
    return false;
}

static pith_status decode_base64(const reader *r, pith_text text, pith_text *out)
{
    static const char what[] = "ends a record without its canonical bytes";
    if (text.n < 4 || text.n % 4)
        return bad(r, what);
    size_t padding = text.p[text.n - 2] == '=' ? 2 : text.p[text.n - 1] == '=' ? 1 : 0;
    size_t len = text.n / 4 * 3 - padding;
    char *bytes = pith_alloc(r->arena, len + 1);
    if (!bytes)
        return pith_fail_memory(r->err);
    *out = (pith_text){bytes, len};
    return pith_base64_decode(text, (uint8_t *)bytes, len) ? PITH_OK : bad(r, what);
}

static int hex_digit(char c)
{
    return pith_is_digit(c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static pith_status decode_hex(const reader *r, pith_text text, pith_text *out)
{
    char *bytes = pith_alloc(r->arena, text.n / 2 + 1);
    if (!bytes)
        return pith_fail_memory(r->err);
    *out = (pith_text){bytes, text.n / 2};
    for (size_t i = 0; i + 1 < text.n; i += 2) {
        int high = hex_digit(text.p[i]);
        int low = hex_digit(text.p[i + 1]);
        if (high < 0 || low < 0 || high > 7) // titles in data files are ASCII
            return bad(r, "ends a record whose title is not hex");
        bytes[i / 2] = (char)(high * 16 + low);
    }
    return text.n % 2 == 0 ? PITH_OK : bad(r, "ends a record whose title is not hex");
}

// ---- Documents ------------------------------------------------------------------------

static void put_member(pith_buf *out, const char *before, pith_text value)
{
    pith_buf_puts(out, before);
    pith_json_quote(value, out);
}

static void put_receipt(const block *b, pith_text record, const char *hex, const char *id,
                        pith_buf *out)
{
    pith_buf_printf(out,
                    "{\"event_type\":\"record_created\",\"subject_pith_number\":\"pith:%s\","
                    "\"target\":\"record\",\"payload\":{\"canonical_sha256\":\"%s\","
                    "\"canonical_record\":",
                    id, hex);
    pith_buf_add(out, record.p, record.n);
    pith_buf_puts(out, ",\"receipt\":{\"kind\":\"pith_receipt\",\"algorithm\":\"ed25519\"");
    put_member(out, ",\"key_id\":", b->values[KEY_ID]);
    put_member(out, ",\"signed_at\":", b->values[SIGNED_AT]);
    put_member(out, ",\"signature_b64\":", b->values[SIGNATURE]);
    pith_buf_puts(out, "}}}");
}

static pith_status make_document(reader *r, const block *b, pith_tex_record *out)
{
    pith_text record = {0};
    pith_text title = {0};
    char hex[2 * PITH_DIGEST_LEN + 1];
    char id[PITH_ID_LEN + 1];
    if (!read_relation(b->values[RELATION], &out->relation))
        return bad(r, "ends a record without its relation");
    pith_status status = decode_base64(r, b->values[RECORD], &record);
    if (status == PITH_OK && b->values[TITLE].p)
        status = decode_hex(r, b->values[TITLE], &title);
    if (status != PITH_OK)
        return status;
    pith_digest_words(record.p, record.n, hex, id);
    if (strcmp(id, out->number.id) != 0) // from here on the bytes can be nothing but the record
        return bad(r, "ends a record that does not hash to its number");
    bool is_signed = pith_text_is(b->values[SIGNED], "yes");
    if (!is_signed && !pith_text_is(b->values[SIGNED], "no"))
        return bad(r, "ends a record that does not say whether it is signed");
    if (is_signed && (!b->values[KEY_ID].p || !b->values[SIGNED_AT].p || !b->values[SIGNATURE].p))
        return bad(r, "ends a signed record without its signature");
    pith_buf json;
    pith_buf_init(&json, PITH_MAX_DOCUMENT);
    pith_buf_printf(&json, "{\"canonical_sha256\":\"%s\",\"canonical_record\":", hex);
    pith_buf_add(&json, record.p, record.n);
    pith_buf_printf(&json, ",\"verification_status\":{%s}", b->claims);
    if (title.n) {
        put_member(&json, ",\"paper\":{\"title\":", title);
        pith_buf_puts(&json, "}");
    }
    pith_buf_puts(&json, ",\"events\":[");
    if (is_signed)
        put_receipt(b, record, hex, id, &json);
    pith_buf_puts(&json, "]}");
    char *copy = pith_buf_ok(&json) ? pith_alloc_copy(r->arena, json.data, json.len) : NULL;
    out->document = (pith_text){copy, json.len};
    pith_buf_free(&json);
    return copy ? PITH_OK : pith_fail_memory(r->err);
}

static bool is_id(pith_text text)
{
    for (size_t i = 0; i < text.n; i++) {
        if (!pith_is_base32(text.p[i]))
            return false;
    }
    return text.n == PITH_ID_LEN;
}

static pith_status read_record(reader *r, pith_text id, pith_tex_record *out)
{
    block b = {0};
    char end[64];
    memcpy(out->number.id, id.p, id.n);
    snprintf(end, sizeof end, "\\pithendrecord{%s}", out->number.id);
    while (r->rest.n) {
        pith_text line = next_line(r);
        if (pith_text_is(line, end))
            return make_document(r, &b, out);
        pith_status status = take_value(r, &b, line);
        if (status != PITH_OK)
            return status;
    }
    return bad(r, "is the last one, inside a record");
}

static bool is_there(const pith_tex_record *records, size_t count, pith_text id)
{
    for (size_t i = 0; i < count; i++) {
        if (pith_text_is(id, records[i].number.id))
            return true;
    }
    return false;
}

pith_status pith_tex_data_read(pith_arena *arena, pith_text data, const char *origin,
                               pith_tex_record **out, size_t *count, pith_error *err)
{
    reader r = {arena, data.n ? data : pith_text_of(""), 0, origin, err};
    pith_text version;
    pith_status status = pith_crypto_init(err);
    if (status != PITH_OK)
        return status;
    char one[8];
    snprintf(one, sizeof one, "%d", PITH_TEX_DATA_VERSION);
    if (!between(next_line(&r), "\\pithdata{", "}", &version) || !pith_text_is(version, one))
        return pith_fail(err, PITH_DOCUMENT_KIND, origin, "line 1 is not \\pithdata{%s}", one);
    // A record takes more than its first and last line.
    size_t room = data.n / (2 * PITH_ID_LEN) + 1;
    *out =
        pith_alloc_array(arena, room < PITH_MAX_MENTIONS ? room : PITH_MAX_MENTIONS, sizeof **out);
    if (!*out)
        return pith_fail_memory(err);
    for (*count = 0; r.rest.n; ++*count) {
        pith_text line = next_line(&r);
        pith_text id;
        if (between(line, "\\pithenddata{", "}", &version))
            return pith_text_is(version, one) && r.rest.n == 0
                       ? PITH_OK
                       : bad(&r, "is not the end that it should be");
        if (!between(line, "\\pithrecord{", "}", &id) || !is_id(id))
            return bad(&r, "is not \\pithrecord{ID}");
        if (*count == PITH_MAX_MENTIONS || is_there(*out, *count, id))
            return bad(&r, "begins one record too many");
        status = read_record(&r, id, &(*out)[*count]);
        if (status != PITH_OK)
            return status;
    }
    return bad(&r, "is the last one, but not the end of a data file");
}
