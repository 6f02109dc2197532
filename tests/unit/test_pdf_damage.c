// SPDX-License-Identifier: MIT
//
// Broken PDFs: every truncation of small ones, and random changes. LONG=1 makes many more.
#include "vectors.h"

#include "pdf_property.h"

static pith_arena *arena; // of the record
static pith_result *result;

static int load_record(void **state)
{
    (void)state;
    pith_error err;
    pith_text bytes;
    arena = test_arena();
    const char *path = TEST_EXAMPLES "/paper/pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP.json";
    if (pith_file_read(arena, path, 1 << 20, &bytes, &err) != PITH_OK)
        return -1;
    return pith_verify_bytes(arena, bytes, path, NULL, pith_keyring_builtin(), &result, &err) ==
                   PITH_OK
               ? 0
               : -1;
}

static int free_record(void **state)
{
    (void)state;
    pith_arena_free(arena);
    return 0;
}

static pith_text seed(pith_arena *a, const char *name)
{
    char path[400];
    snprintf(path, sizeof path, TEST_FUZZ "/corpus/pdf/%s", name);
    return test_slurp(a, path);
}

static const char *const seeds[] = {"table.pdf", "stream-catalog-packed.pdf", "hybrid.pdf"};

// A copy of exactly that size, so that a sanitizer sees every read behind it.
static bool check(pith_arena *a, const char *bytes, size_t size, const char *what, size_t which)
{
    pith_status status;
    char *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    const char *broken = pdf_property(a, (pith_text){copy, size}, result, &status);
    free(copy);
    pith_arena_reset(a);
    if (broken)
        fail_msg("%s %zu: %s", what, which, broken);
    return status == PITH_OK;
}

static void test_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(seeds); i++) {
        pith_arena *a = test_arena();
        pith_arena *scratch = test_arena();
        pith_text whole = seed(a, seeds[i]);
        assert_true(check(scratch, whole.p, whole.n, seeds[i], 0));
        pith_arena_free(scratch);
        pith_arena_free(a);
    }
}

static void test_truncations(void **state)
{
    (void)state;
    size_t accepted = 0;
    for (size_t i = 0; i < TEST_COUNT(seeds); i++) {
        pith_arena *a = test_arena();
        pith_arena *scratch = test_arena();
        pith_text whole = seed(a, seeds[i]);
        for (size_t n = 0; n < whole.n; n++)
            accepted += check(scratch, whole.p, n, seeds[i], n);
        pith_arena_free(scratch);
        pith_arena_free(a);
    }
    // Only without the last line end is it still a whole file: the one byte of %%EOF.
    assert_true(accepted <= TEST_COUNT(seeds));
}

static void change(char *bytes, size_t *n, uint64_t *random)
{
    size_t at = test_below(random, *n);
    size_t len = 1 + test_below(random, 40);
    if (len > *n - at)
        len = *n - at;
    switch (test_below(random, 4)) {
    case 0:
        bytes[at] = (char)test_random(random);
        break;
    case 1: // another digit, where the numbers are
        for (size_t i = at; i < *n; i++) {
            if (pith_is_digit(bytes[i])) {
                bytes[i] = (char)('0' + test_below(random, 10));
                break;
            }
        }
        break;
    case 2:
        memmove(bytes + at, bytes + at + len, *n - at - len);
        *n -= len;
        break;
    default: {
        size_t to = test_below(random, *n - len + 1);
        memmove(bytes + to, bytes + at, len);
        break;
    }
    }
}

static void test_mutations(void **state)
{
    (void)state;
    uint64_t random = 88172645463325252ULL;
    size_t rounds = getenv("LONG") ? 10000 : 1500;
    size_t accepted = 0;
    pith_arena *a = test_arena();
    pith_arena *scratch = test_arena();
    for (size_t round = 0; round < rounds; round++) {
        pith_text whole = seed(a, seeds[round % TEST_COUNT(seeds)]);
        char *bytes = malloc(whole.n);
        size_t n = whole.n;
        assert_non_null(bytes);
        memcpy(bytes, whole.p, n);
        for (size_t i = 1 + test_below(&random, 4); i > 0; i--)
            change(bytes, &n, &random);
        accepted += check(scratch, bytes, n, "mutation", round);
        free(bytes);
        pith_arena_reset(a);
    }
    // Most bytes are page content, which is not read at all.
    assert_in_range(accepted, rounds / 20, rounds * 19 / 20);
    pith_arena_free(scratch);
    pith_arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_whole),
                                       cmocka_unit_test(test_truncations),
                                       cmocka_unit_test(test_mutations)};
    return cmocka_run_group_tests(tests, load_record, free_record);
}
