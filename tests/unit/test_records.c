// SPDX-License-Identifier: MIT
//
// Real records and the registry's real signatures: number, hash, year, aliases, title,
// receipt; and every near miss refused. The project has 12 records of its own; the larger
// set of 116 is read when it is there.
#include "fixture.h"

#include "base/path.h"

#include "model/document.h"
#include "trust/crypto.h"
#include "verify/verify.h"

#include <sys/stat.h>
#include <unistd.h>

#define OWN_RECORDS    TEST_DATA "/records.jsonl"
#define OWN_SIGNATURES TEST_DATA "/signatures.jsonl"
#define ALL_RECORDS    TEST_VECTORS "/records.jsonl"
#define ALL_SIGNATURES TEST_VECTORS "/signatures.jsonl"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

// ---- Judging --------------------------------------------------------------------------

static pith_status read_document(pith_text text, pith_document *out)
{
    const pith_clean *clean = NULL;
    pith_error err = {0};
    pith_status status = pith_gate(arena, text.p, text.n, &clean, &err);
    return status == PITH_OK ? pith_document_read(arena, clean, "test", out, &err) : status;
}

static const pith_result *verdict(const pith_document *document, const pith_number *wanted)
{
    pith_result *result = NULL;
    pith_error err = {0};
    if (pith_verify_documents(arena, document, 1, wanted, pith_keyring_builtin(), true, &result,
                              &err) != PITH_OK)
        fail_msg("no verdict: %s", err.message);
    return result;
}

static bool has(const pith_result *result, pith_status code)
{
    for (const pith_finding *f = result->findings; f; f = f->next) {
        if (f->code == code && f->severity == PITH_SEVERITY_ERROR)
            return true;
    }
    return false;
}

static pith_number number_of(pith_text text)
{
    pith_number number;
    pith_error err;
    if (pith_number_parse(text, &number, &err) != PITH_OK)
        fail_msg("test data: %s", err.message);
    return number;
}

static pith_text source_of(pith_view view)
{
    const pith_token *t = &view.clean->tokens[view.token];
    return (pith_text){view.clean->bytes + t->start, t->end - t->start};
}

// A record document as a resolver serves it, from a line of test data. `receipt`: more
// members, each with a comma before it.
static pith_text document_of(pith_view line, const char *number, const char *receipt)
{
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    pith_text record = source_of(test_member(line, "canonical_record"));
    pith_text hash = test_string(line, "canonical_sha256");
    pith_buf_printf(&buf, "{\"canonical_sha256\":\"%.*s\",\"canonical_record\":", (int)hash.n,
                    hash.p);
    pith_buf_add(&buf, record.p, record.n);
    pith_buf_printf(&buf, ",\"pith_number\":\"%s\",\"short_pith_number\":\"pith:%.8s\"", number,
                    strrchr(number, ':') + 1);
    pith_view aliases;
    if (pith_view_get(line, "aliases", &aliases)) {
        pith_view alias;
        const char *comma = "";
        pith_buf_puts(&buf, ",\"source_aliases\":[");
        for (bool more = pith_view_first(aliases, &alias); more; more = pith_view_next(&alias)) {
            pith_text value = source_of(alias);
            pith_buf_printf(&buf, "%s{\"alias_kind\":\"%s\",\"alias_value\":%.*s}", comma,
                            pith_view_name(alias).p, (int)value.n, value.p);
            comma = ",";
        }
        pith_buf_puts(&buf, "]");
    }
    pith_view title;
    if (pith_view_get(line, "title", &title) && pith_view_kind(title) == PITH_JSON_STRING) {
        pith_text value = source_of(title);
        pith_buf_printf(&buf, ",\"paper\":{\"title\":%.*s}", (int)value.n, value.p);
    }
    pith_buf_printf(&buf, "%s}", receipt);
    assert_true(pith_buf_ok(&buf));
    char *copy = pith_alloc_copy(arena, buf.data, buf.len);
    assert_non_null(copy);
    pith_text text = {copy, buf.len};
    pith_buf_free(&buf);
    return text;
}

// ---- One record -----------------------------------------------------------------------

static size_t check_aliases(pith_view line, const pith_record *record)
{
    pith_view aliases = test_member(line, "aliases");
    pith_view alias;
    size_t count = 0;
    for (bool more = pith_view_first(aliases, &alias); more; more = pith_view_next(&alias)) {
        char room[160];
        pith_text stated;
        assert_true(pith_view_string(alias, &stated));
        pith_text got = pith_record_alias(record, pith_view_name(alias), room, sizeof room);
        if (!pith_text_equal(got, stated))
            fail_msg("alias %s gives %.*s", pith_view_name(alias).p, (int)got.n, got.p);
        count++;
    }
    char room[160];
    assert_int_equal(pith_record_alias(record, pith_text_of("isbn"), room, sizeof room).n, 0);
    return count;
}

// Each number that differs in one character, at each place, is another number.
static void check_near_misses(const pith_document *document, const char *id, uint64_t *seed)
{
    for (size_t at = 0; at < PITH_ID_LEN; at++) {
        pith_number wanted = {0};
        memcpy(wanted.id, id, sizeof wanted.id);
        while (wanted.id[at] == id[at])
            wanted.id[at] = alphabet[test_below(seed, 32)];
        const pith_result *result = verdict(document, &wanted);
        if (result->exit != PITH_EXIT_INVALID || result->intact ||
            !has(result, PITH_NUMBER_MISMATCH))
            fail_msg("%s is taken for %s", wanted.id, id);
    }
}

static void check_record(pith_view line, uint64_t *seed)
{
    pith_text id = test_string(line, "pith");
    int year = (int)test_integer(line, "year");
    char number[60];
    snprintf(number, sizeof number, "pith:%d:%.*s", year, (int)id.n, id.p);
    pith_text text = document_of(line, number, "");
    pith_document document = {0};
    assert_int_equal(read_document(text, &document), PITH_OK);
    const pith_record *record = &document.carriers[0].record;

    char hex[2 * PITH_DIGEST_LEN + 1];
    pith_hex(record->digest, PITH_DIGEST_LEN, hex);
    assert_true(pith_text_is(test_string(line, "canonical_sha256"), hex));
    assert_true(pith_text_is(id, record->id));
    assert_int_equal(record->year, year);
    assert_int_equal(check_aliases(line, record), 6);

    pith_number wanted = number_of(pith_text_of(number));
    const pith_result *result = verdict(&document, &wanted);
    assert_int_equal(result->exit, PITH_EXIT_OK);
    assert_true(result->intact && !result->is_signed && !result->trusted);
    assert_string_equal(result->number.id, record->id);
    assert_int_equal(result->number.year, year);
    pith_view title;
    pith_text stated;
    if (pith_view_get(line, "title", &title) && pith_view_string(title, &stated))
        assert_true(pith_text_equal(result->title, stated)); // it hashes to the record

    check_near_misses(&document, record->id, seed);
    wanted.year = year - 1;
    assert_true(has(verdict(&document, &wanted), PITH_YEAR_MISMATCH));

    // The same lies stated by the document itself.
    wanted.year = 0;
    char *lie = strrchr(number, ':') + 1;
    lie[25] = lie[25] == 'A' ? 'B' : 'A';
    assert_int_equal(read_document(document_of(line, number, ""), &document), PITH_OK);
    result = verdict(&document, &wanted);
    assert_true(result->exit == PITH_EXIT_INVALID && has(result, PITH_NUMBER_MISMATCH));
}

static size_t check_records(const char *path)
{
    pith_text rest = test_slurp(arena, path);
    pith_text line = {0};
    size_t count = 0;
    uint64_t seed = 20240729;
    pith_arena *file = arena; // keeps the lines
    for (; test_line(&rest, &line); count++) {
        arena = test_arena();
        check_record(test_parse(arena, line), &seed);
        pith_arena_free(arena);
    }
    arena = file;
    return count;
}

static void own_records_give_number_hash_year_and_aliases(void **state)
{
    (void)state;
    assert_int_equal(check_records(OWN_RECORDS), 12);
}

static void all_116_records_give_number_hash_year_and_aliases(void **state)
{
    (void)state;
    if (!test_present(ALL_RECORDS, "the full set of 116 records"))
        skip();
    assert_int_equal(check_records(ALL_RECORDS), 116);
    print_message("116 of 116 records, 26 near misses each\n");
}

// ---- Signatures -----------------------------------------------------------------------

static size_t check_signatures(const char *path)
{
    pith_text rest = test_slurp(arena, path);
    pith_text line = {0};
    uint8_t before[PITH_DIGEST_LEN] = {0};
    size_t count = 0;
    for (; test_line(&rest, &line); count++) {
        pith_view view = test_parse(arena, line);
        uint8_t digest[PITH_DIGEST_LEN];
        uint8_t signature[PITH_SIGNATURE_LEN];
        char id[PITH_ID_LEN + 1];
        pith_text hex = test_string(view, "canonical_sha256");
        const pith_key *key =
            pith_keyring_find(pith_keyring_builtin(), test_string(view, "key_id"));
        assert_non_null(key);
        assert_true(pith_unhex(hex, digest, sizeof digest));
        assert_true(
            pith_base64_decode(test_string(view, "signature_b64"), signature, sizeof signature));
        pith_base32_id(digest, id);
        assert_true(pith_text_is(test_string(view, "pith"), id));
        assert_true(pith_ed25519_verify(key->bytes, digest, 32, signature));
        assert_false(pith_ed25519_verify(key->bytes, hex.p, 64, signature));
        assert_false(pith_ed25519_verify(key->bytes, digest, 31, signature));
        assert_false(pith_ed25519_verify(key->bytes, before, 32, signature));
        memcpy(before, digest, sizeof before);
    }
    return count;
}

static void own_signatures_verify_over_the_32_raw_bytes_only(void **state)
{
    (void)state;
    assert_int_equal(check_signatures(OWN_SIGNATURES), 7);
}

static void all_public_signatures_verify_over_the_32_raw_bytes_only(void **state)
{
    (void)state;
    if (!test_present(ALL_SIGNATURES, "the shared set of 6 signatures"))
        skip();
    assert_int_equal(check_signatures(ALL_SIGNATURES), 6);
}

// ---- The one record whose signature is public -----------------------------------------

static pith_view signed_line(void)
{
    pith_text rest = test_slurp(arena, OWN_SIGNATURES);
    pith_text line = {0};
    pith_view record;
    while (test_line(&rest, &line)) {
        pith_view view = test_parse(arena, line);
        if (pith_view_get(view, "canonical_record", &record))
            return view;
    }
    fail_msg("no signed record in " OWN_SIGNATURES);
    return (pith_view){0};
}

static pith_text signed_document(pith_text signature, const char *key_id)
{
    char receipt[400];
    snprintf(receipt, sizeof receipt,
             ",\"receipt\":{\"kind\":\"pith_receipt\",\"key_id\":\"%s\",\"algorithm\":\"ed25519\","
             "\"signed_at\":\"2026-05-18T01:47:41.701845Z\",\"signature_b64\":\"%.*s\"}",
             key_id, (int)signature.n, signature.p);
    return document_of(signed_line(), "pith:2013:A5G5GAJ7DMCZDPVAMNFAYYAUOP", receipt);
}

static void the_signed_record_is_intact_signed_and_trusted(void **state)
{
    (void)state;
    pith_view line = signed_line();
    pith_text signature = test_string(line, "signature_b64");
    pith_number wanted = number_of(test_string(line, "pith"));
    pith_document document = {0};
    assert_int_equal(read_document(signed_document(signature, "pith-v1-2026-05"), &document),
                     PITH_OK);
    const pith_result *result = verdict(&document, &wanted);
    assert_int_equal(result->exit, PITH_EXIT_OK);
    assert_true(result->intact && result->is_signed && result->trusted);
    assert_true(pith_text_is(result->key_id, "pith-v1-2026-05"));
    char fingerprint[33];
    pith_key_fingerprint(result->key, fingerprint);
    assert_string_equal(fingerprint, "8d4b5ee74e4693bcd1df2446408b0d54");
    assert_true(pith_text_is(result->title, "GoSam applications for automated NLO calculations"));
    assert_true(pith_text_is(result->source_id, "1309.3741") && result->source_version == 1);

    // An unknown key is not a bad signature.
    assert_int_equal(read_document(signed_document(signature, "pith-v9"), &document), PITH_OK);
    result = verdict(&document, &wanted);
    assert_int_equal(result->exit, PITH_EXIT_UNTRUSTED);
    assert_true(result->intact && !result->is_signed && !result->trusted);
    assert_true(has(result, PITH_KEY_UNKNOWN) && !has(result, PITH_SIGNATURE_INVALID));

    // A signature over another record is a bad one, and one that is not base64 as well.
    pith_text rest = test_slurp(arena, OWN_SIGNATURES);
    pith_text first = {0};
    assert_true(test_line(&rest, &first));
    const pith_text bad[] = {test_string(test_parse(arena, first), "signature_b64"),
                             {signature.p, 87},
                             {signature.p, 86},
                             TEST_TEXT("")};
    for (size_t i = 0; i < TEST_COUNT(bad); i++) {
        assert_int_equal(read_document(signed_document(bad[i], "pith-v1-2026-05"), &document),
                         PITH_OK);
        result = verdict(&document, &wanted);
        assert_int_equal(result->exit, PITH_EXIT_INVALID);
        assert_true(result->intact && !result->is_signed && !result->trusted);
        assert_true(has(result, PITH_SIGNATURE_INVALID));
    }
}

// Changes each byte of the stretch in some ways; nothing may be called good afterwards.
static size_t damage(pith_text document, const char *from, const char *to, bool any_case,
                     const pith_number *wanted)
{
    static const unsigned char masks[] = {0x01, 0x20, 0x80, 0xFF};
    size_t tried = 0;
    char *bytes = pith_alloc_copy(arena, document.p, document.n);
    assert_non_null(bytes);
    const char *start = strstr(document.p, from);
    assert_non_null(start);
    start += strlen(from);
    const char *end = strstr(start, to);
    assert_non_null(end);
    for (size_t at = (size_t)(start - document.p); at < (size_t)(end - document.p); at++) {
        for (size_t m = 0; m < TEST_COUNT(masks); m++, tried++) {
            if (any_case && masks[m] == 0x20)
                continue; // the same number: its letters may be typed in any case
            pith_document read = {0};
            pith_arena *outer = arena;
            arena = test_arena();
            bytes[at] = (char)((unsigned char)document.p[at] ^ masks[m]);
            pith_status status = read_document((pith_text){bytes, document.n}, &read);
            if (status == PITH_OK) {
                const pith_result *result = verdict(&read, wanted);
                if (result->exit == PITH_EXIT_OK || (result->intact && result->trusted))
                    fail_msg("byte %zu ^ %02x goes unseen", at, masks[m]);
            } else if (pith_status_exit(status) != PITH_EXIT_MALFORMED) {
                fail_msg("byte %zu ^ %02x: %s", at, masks[m], pith_status_name(status));
            }
            pith_arena_free(arena);
            arena = outer;
        }
        bytes[at] = document.p[at];
    }
    return tried;
}

static void one_changed_byte_in_record_hash_or_signature_is_seen(void **state)
{
    (void)state;
    pith_view line = signed_line();
    pith_number wanted = number_of(test_string(line, "pith"));
    pith_text document = signed_document(test_string(line, "signature_b64"), "pith-v1-2026-05");
    size_t tried = damage(document, "\"canonical_sha256\":\"", "\"", false, &wanted);
    tried += damage(document, "\"signature_b64\":\"", "\"", false, &wanted);
    tried += damage(document, "\"algorithm\":\"", "\"", false, &wanted);
    tried += damage(document, "\"key_id\":\"", "\"", false, &wanted);
    tried += damage(document, "\"pith_number\":\"pith:", "\"", true, &wanted);
    tried += damage(document, "\"short_pith_number\":\"", "\"", false, &wanted);
    // Inside the record each name and each value counts; white space outside strings does
    // not, so the canonical bytes take the place of the pretty ones.
    pith_document read = {0};
    assert_int_equal(read_document(document, &read), PITH_OK);
    pith_text canonical = read.carriers[0].record.canonical;
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    const char *record = strstr(document.p, "\"canonical_record\":");
    assert_non_null(record);
    record += strlen("\"canonical_record\":");
    const char *behind = strstr(record, ",\"pith_number\"");
    assert_non_null(behind);
    pith_buf_add(&buf, document.p, (size_t)(record - document.p));
    pith_buf_add(&buf, canonical.p, canonical.n);
    pith_buf_puts(&buf, behind);
    tried += damage((pith_text){buf.data, buf.len}, "\"canonical_record\":", ",\"pith_number\"",
                    false, &wanted);
    pith_buf_free(&buf);
    print_message("%zu changed bytes\n", tried);
    assert_true(tried > 4 * 500);
}

// ---- From files -----------------------------------------------------------------------

static void resolving_from_a_file_refuses_each_number_with_one_letter_changed(void **state)
{
    (void)state;
    pith_text rest = test_slurp(arena, OWN_RECORDS);
    pith_text line = {0};
    assert_true(test_line(&rest, &line));
    pith_view view = test_parse(arena, line);
    const char *id = test_string(view, "pith").p;
    char number[60];
    snprintf(number, sizeof number, "pith:%d:%s", (int)test_integer(view, "year"), id);
    pith_text text = document_of(view, number, "");

    const char *base = getenv("TMPDIR");
    char *dir = pith_path_join(arena, base && *base ? base : "/tmp", "pith-test-XXXXXX");
    assert_true(dir && mkdtemp(dir));
    char *path = pith_path_join(arena, dir, "record.json");
    pith_written written;
    pith_error err = {0};
    assert_int_equal(pith_file_replace(path, text.p, text.n, &written, &err), PITH_OK);

    const char *const from[] = {path};
    pith_sources sources = {.from = from, .from_count = 1};
    pith_number wanted = number_of(pith_text_of(number));
    pith_result *result = NULL;
    pith_status status =
        pith_resolve(arena, &sources, pith_keyring_builtin(), &wanted, &result, &err);
    assert_int_equal(status, PITH_OK);
    assert_int_equal(result->exit, PITH_EXIT_OK);
    for (size_t at = 0; at < PITH_ID_LEN; at++) {
        wanted.id[at] = id[at] == 'A' ? 'B' : 'A';
        status = pith_resolve(arena, &sources, pith_keyring_builtin(), &wanted, &result, &err);
        assert_int_equal(status, PITH_OK);
        assert_int_equal(result->exit, PITH_EXIT_INVALID);
        assert_true(has(result, PITH_NUMBER_MISMATCH));
        wanted.id[at] = id[at];
    }
    // Under the name of a number in a folder, the file is about that number or wrong.
    const char *const folder[] = {dir};
    sources.from = folder;
    status = pith_resolve(arena, &sources, pith_keyring_builtin(), &wanted, &result, &err);
    assert_int_equal(status, PITH_NOT_FOUND);
    wanted.id[25] = 'A';
    char name[40];
    snprintf(name, sizeof name, "%s.json", wanted.id);
    char *named = pith_path_join(arena, dir, name);
    assert_int_equal(rename(path, named), 0);
    status = pith_resolve(arena, &sources, pith_keyring_builtin(), &wanted, &result, &err);
    assert_int_equal(status, PITH_OK);
    assert_int_equal(result->exit, PITH_EXIT_INVALID);
    assert_int_equal(unlink(named), 0);
    assert_int_equal(rmdir(dir), 0);
}

int main(void)
{
    pith_error err;
    if (pith_crypto_init(&err) != PITH_OK)
        return EXIT_FAILURE;
    const struct CMUnitTest tests[] = {
        TEST(own_records_give_number_hash_year_and_aliases),
        TEST(all_116_records_give_number_hash_year_and_aliases),
        TEST(own_signatures_verify_over_the_32_raw_bytes_only),
        TEST(all_public_signatures_verify_over_the_32_raw_bytes_only),
        TEST(the_signed_record_is_intact_signed_and_trusted),
        TEST(one_changed_byte_in_record_hash_or_signature_is_seen),
        TEST(resolving_from_a_file_refuses_each_number_with_one_letter_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
