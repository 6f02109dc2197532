// SPDX-License-Identifier: MIT
//
// What the verdict says of whole, damaged and lying documents. Built from the example's
// bundle, whose receipt is a real one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "model/document.h"
#include "verify/verify.h"

static const char *const signed_id = "A5G5GAJ7DMCZDPVAMNFAYYAUOP";
static const char *const signed_bundle =
    TEST_EXAMPLES "/paper/pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP/bundle.json";
static const char *const unsigned_bundle =
    TEST_EXAMPLES "/paper/pith/XHNNPWFNQ4ZPTVKFXVZADSBBOK/bundle.json";

// The outcome of judging one document: the exit code the program would give.
typedef struct outcome {
    pith_exit exit;
    pith_status first; // code of the first error finding, or of the refusal
    bool intact, is_signed, trusted;
} outcome;

static outcome judge(pith_arena *arena, const char *bytes, size_t len, const char *id)
{
    pith_error err;
    const pith_clean *clean;
    pith_document document;
    pith_number wanted;
    pith_result *result;
    assert_int_equal(pith_number_parse(pith_text_of(id), &wanted, &err), PITH_OK);
    pith_status status = pith_gate(arena, bytes, len, &clean, &err);
    if (status == PITH_OK)
        status = pith_document_read(arena, clean, "test", &document, &err);
    if (status == PITH_OK)
        status = pith_verify_documents(arena, &document, 1, &wanted, pith_keyring_builtin(), false,
                                       &result, &err);
    if (status != PITH_OK)
        return (outcome){.exit = pith_status_exit(status), .first = status};
    outcome o = {result->exit, PITH_OK, result->intact, result->is_signed, result->trusted};
    for (const pith_finding *f = result->findings; f && o.first == PITH_OK; f = f->next) {
        if (f->severity == PITH_SEVERITY_ERROR)
            o.first = f->code;
    }
    return o;
}

static pith_text load(pith_arena *arena, const char *path)
{
    pith_error err;
    pith_text text;
    assert_int_equal(pith_file_read(arena, path, 1 << 20, &text, &err), PITH_OK);
    return text;
}

// A copy of text with the first `from` replaced by `to`; the caller frees it.
static pith_buf edit(pith_text text, const char *from, const char *to)
{
    const char *at = strstr(text.p, from);
    assert_non_null(at);
    pith_buf buf;
    pith_buf_init(&buf, 1 << 20);
    pith_buf_add(&buf, text.p, (size_t)(at - text.p));
    pith_buf_puts(&buf, to);
    pith_buf_puts(&buf, at + strlen(from));
    assert_true(pith_buf_ok(&buf));
    return buf;
}

static void a_real_signed_bundle_is_intact_signed_and_trusted(void **state)
{
    (void)state;
    pith_arena *arena = pith_arena_new(SIZE_MAX);
    pith_text text = load(arena, signed_bundle);
    outcome o = judge(arena, text.p, text.n, signed_id);
    assert_int_equal(o.exit, PITH_EXIT_OK);
    assert_true(o.intact && o.is_signed && o.trusted);
    pith_arena_free(arena);
}

static void a_bundle_without_receipt_is_intact_and_nothing_more(void **state)
{
    (void)state;
    pith_arena *arena = pith_arena_new(SIZE_MAX);
    pith_text text = load(arena, unsigned_bundle);
    outcome o = judge(arena, text.p, text.n, "XHNNPWFNQ4ZPTVKFXVZADSBBOK");
    assert_int_equal(o.exit, PITH_EXIT_OK);
    assert_true(o.intact && !o.is_signed && !o.trusted);
    pith_arena_free(arena);
}

// One edit of the signed bundle and what it must lead to.
static const struct {
    const char *from;
    const char *to;
    pith_exit exit;
    pith_status code;
} edits[] = {
    {"\"canonical_sha256\": \"074", "\"canonical_sha256\": \"174", PITH_EXIT_INVALID,
     PITH_HASH_MISMATCH},
    {"\"canonical_sha256\": \"074", "\"canonical_sha256\": \"", PITH_EXIT_INVALID,
     PITH_HASH_MISMATCH},
    {"\"pith_number\": \"pith:2013:A5", "\"pith_number\": \"pith:2013:B5", PITH_EXIT_INVALID,
     PITH_NUMBER_MISMATCH},
    {"\"pith_number\": \"pith:2013:A5", "\"pith_number\": \"pith:2014:A5", PITH_EXIT_INVALID,
     PITH_YEAR_MISMATCH},
    {"\"short_pith_number\": \"pith:A5", "\"short_pith_number\": \"pith:B5", PITH_EXIT_INVALID,
     PITH_NUMBER_MISMATCH},
    {"\"subject_pith_number\": \"pith:2013:A5", "\"subject_pith_number\": \"pith:2013:B5",
     PITH_EXIT_INVALID, PITH_SUBJECT_MISMATCH},
    {"\"alias_value\": \"1309.3741v1\"", "\"alias_value\": \"1309.3741v2\"", PITH_EXIT_INVALID,
     PITH_ALIAS_MISMATCH},
    {"\"alias_value\": \"A5G5GAJ7DMCZ\"", "\"alias_value\": \"A5G5GAJ7DMCA\"", PITH_EXIT_INVALID,
     PITH_ALIAS_MISMATCH},
    {"1DX9s52M", "1DX9s52N", PITH_EXIT_INVALID, PITH_SIGNATURE_INVALID},
    {"LuDA==", "LuDA=", PITH_EXIT_INVALID, PITH_SIGNATURE_INVALID},
    {"LuDA==", "LuDB==", PITH_EXIT_INVALID, PITH_SIGNATURE_INVALID}, // same 64 bytes, loosely read
    {"\"key_id\": \"pith-v1-2026-05\"", "\"key_id\": \"pith-v1-2027-01\"", PITH_EXIT_UNTRUSTED,
     PITH_KEY_UNKNOWN},
    {"\"algorithm\": \"ed25519\"", "\"algorithm\": \"ed448\"", PITH_EXIT_INCOMPLETE,
     PITH_RECEIPT_FORM},
    {"\"signature_b64\"", "\"signature_b65\"", PITH_EXIT_INCOMPLETE, PITH_RECEIPT_FORM},
    {"\"signed_at\": \"2026-05-18T", "\"signed_at\": \"2026-02-30T", PITH_EXIT_MALFORMED,
     PITH_FIELD_VALUE},
    {"\"version\": 1", "\"version\": 2", PITH_EXIT_INVALID, PITH_HASH_MISMATCH},
    {"\"version\": 1", "\"version\": 0", PITH_EXIT_MALFORMED, PITH_FIELD_VALUE},
    {"\"version\": 1", "\"version\": 1.0", PITH_EXIT_MALFORMED, PITH_FIELD_VALUE},
    {"\"id\": \"1309.3741\"", "\"id\": \"1309.3741}\"", PITH_EXIT_MALFORMED, PITH_FIELD_VALUE},
    {"\"schema_version\": \"1.0\"", "\"schema_version\": \"2.0\"", PITH_EXIT_MALFORMED,
     PITH_FIELD_VALUE},
    {"\"license\"", "\"licence\"", PITH_EXIT_MALFORMED, PITH_FIELD_MISSING},
    {"\"canonical_record\"", "\"canonical_recora\"", PITH_EXIT_MALFORMED, PITH_DOCUMENT_KIND},
    {"\"canonical_sha256\"", "\"canonical_sha257\"", PITH_EXIT_MALFORMED, PITH_FIELD_MISSING},
    {"\"cross_cats_sorted\": []", "\"cross_cats_sorted\": {}", PITH_EXIT_MALFORMED,
     PITH_FIELD_TYPE},
    {"\"bundle_version\"", "\"bundle_type\"", PITH_EXIT_MALFORMED, PITH_JSON_DUPLICATE},
};

static void each_false_statement_has_its_own_code(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        pith_arena *arena = pith_arena_new(SIZE_MAX);
        pith_buf text = edit(load(arena, signed_bundle), edits[i].from, edits[i].to);
        outcome o = judge(arena, text.data, text.len, signed_id);
        if (o.exit != edits[i].exit || o.first != edits[i].code)
            fail_msg("%s -> %s: exit %d, %s", edits[i].from, edits[i].to, (int)o.exit,
                     pith_status_name(o.first));
        assert_false(o.trusted); // no edited document of this table may pass for verified
        pith_buf_free(&text);
        pith_arena_free(arena);
    }
}

// Flips every bit of the bytes between two marks, at each place they occur.
static size_t flip_all(const char *open, const char *close)
{
    pith_arena *keep = pith_arena_new(SIZE_MAX);
    pith_text text = load(keep, signed_bundle);
    pith_arena *arena = pith_arena_new(SIZE_MAX);
    char *bytes = (char *)(uintptr_t)text.p;
    size_t flips = 0;
    for (char *at = strstr(bytes, open); at; at = strstr(at + 1, open)) {
        char *end = strstr(at, close);
        assert_non_null(end);
        for (char *p = at; p < end; p++) {
            for (int bit = 0; bit < 8; bit++) {
                char before = *p;
                *p = (char)(before ^ 1 << bit);
                outcome o = judge(arena, bytes, text.n, signed_id);
                if (o.exit == PITH_EXIT_OK)
                    fail_msg("bit %d of byte %zu, '%c' -> '%c', is not noticed", bit,
                             (size_t)(p - bytes), before, *p);
                *p = before;
                pith_arena_reset(arena);
                flips++;
            }
        }
    }
    pith_arena_free(arena);
    pith_arena_free(keep);
    return flips;
}

static void one_flipped_bit_in_the_record_is_never_accepted(void **state)
{
    (void)state;
    assert_true(flip_all("\"canonical_record\"", "\"canonical_sha256\"") > 8000);
}

static void one_flipped_bit_in_the_hash_is_never_accepted(void **state)
{
    (void)state;
    assert_true(flip_all("\"canonical_sha256\"", ",") > 1000);
}

static void one_flipped_bit_in_the_signature_is_never_accepted(void **state)
{
    (void)state;
    assert_true(flip_all("\"signature_b64\"", "\n") > 800);
}

static void another_number_than_the_one_asked_for_is_refused(void **state)
{
    (void)state;
    pith_arena *arena = pith_arena_new(SIZE_MAX);
    pith_text text = load(arena, signed_bundle);
    for (size_t i = 0; i < PITH_ID_LEN; i++) {
        char id[PITH_ID_LEN + 1];
        memcpy(id, signed_id, sizeof id);
        id[i] = id[i] == 'A' ? 'B' : 'A';
        outcome o = judge(arena, text.p, text.n, id);
        assert_int_equal(o.exit, PITH_EXIT_INVALID);
        assert_int_equal(o.first, PITH_NUMBER_MISMATCH);
        assert_false(o.is_signed);
    }
    outcome year = judge(arena, text.p, text.n, "pith:2014:A5G5GAJ7DMCZDPVAMNFAYYAUOP");
    assert_int_equal(year.first, PITH_YEAR_MISMATCH);
    pith_arena_free(arena);
}

static void a_title_counts_only_when_it_hashes_to_the_record(void **state)
{
    (void)state;
    pith_arena *arena = pith_arena_new(SIZE_MAX);
    pith_text shown = {0};
    // From the public records: GoSam.
    pith_text hash =
        pith_text_of("cf9e2dd2c3b8be712ce63b6a7fca21ff063c942d7dd218c7b13af58a84d6b90e");
    assert_int_equal(
        pith_title_check(arena,
                         pith_text_of(" GoSam  applications\n for automated NLO calculations "),
                         hash, &shown),
        PITH_OK);
    assert_true(pith_text_is(shown, "GoSam applications for automated NLO calculations"));
    assert_int_equal(pith_title_check(arena, pith_text_of("GoSam"), hash, &shown),
                     PITH_TITLE_MISMATCH);
    assert_int_equal(pith_title_check(arena, pith_text_of("Go\xC3\xA4m"), hash, &shown),
                     PITH_TITLE_UNCERTAIN);
    assert_int_equal(pith_title_check(arena, pith_text_of("Go\x1b[2Jm"), hash, &shown),
                     PITH_TITLE_UNCERTAIN);
    assert_int_equal(pith_title_check(arena, pith_text_of(""), hash, &shown), PITH_TITLE_MISMATCH);
    pith_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_real_signed_bundle_is_intact_signed_and_trusted),
        cmocka_unit_test(a_bundle_without_receipt_is_intact_and_nothing_more),
        cmocka_unit_test(each_false_statement_has_its_own_code),
        cmocka_unit_test(one_flipped_bit_in_the_record_is_never_accepted),
        cmocka_unit_test(one_flipped_bit_in_the_hash_is_never_accepted),
        cmocka_unit_test(one_flipped_bit_in_the_signature_is_never_accepted),
        cmocka_unit_test(another_number_than_the_one_asked_for_is_refused),
        cmocka_unit_test(a_title_counts_only_when_it_hashes_to_the_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
