// SPDX-License-Identifier: MIT
//
// The folder of the cache: what is kept, what is dropped. What a run does with it is in
// tests/net/cache.sh.
#include "vectors.h"

#include "source/cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static pith_arena *arena;
static char dir[] = "/tmp/pith-test-XXXXXX";

static int open_arena(void **state)
{
    (void)state;
    arena = test_arena();
    memcpy(dir + strlen(dir) - 6, "XXXXXX", 6);
    return mkdtemp(dir) ? 0 : -1;
}

static int close_arena(void **state)
{
    (void)state;
    pith_error err;
    size_t entries;
    size_t left;
    assert_int_equal(pith_cache_clear(arena, dir, &entries, &left, &err), PITH_OK);
    assert_int_equal(left, 0);
    assert_int_equal(access(dir, F_OK), -1); // with nothing foreign in it, it goes
    pith_arena_free(arena);
    return 0;
}

static pith_number number_of(char first)
{
    pith_number number = {.year = 0};
    memset(number.id, 'A', PITH_ID_LEN);
    number.id[0] = first;
    return number;
}

// An entry of `size` bytes, last used at second `used`.
static void put(char first, size_t size, int64_t used)
{
    pith_error err;
    pith_number number = number_of(first);
    char *bytes = pith_alloc_array(arena, 1, size);
    pith_cached entry = {.fetched_at = 1000,
                         .documents[0] = {.bytes = {bytes, size}, .origin = "https://a.example/"},
                         .etag[0] = TEST_TEXT("\"v1\"")};
    assert_non_null(bytes);
    assert_int_equal(pith_cache_write(arena, dir, &number, &entry, &err), PITH_OK);
    char path[128];
    snprintf(path, sizeof path, "%s/v1/%s/meta", dir, number.id);
    const struct timespec times[2] = {{.tv_sec = used}, {.tv_sec = used}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static size_t count_entries(void)
{
    pith_cache_item *items;
    pith_error err;
    size_t count;
    assert_int_equal(pith_cache_list(arena, dir, &items, &count, &err), PITH_OK);
    return count;
}

static void round_trip(void **state)
{
    (void)state;
    pith_error err;
    pith_cached known;
    pith_number number = number_of('B');
    put('B', 100, 5);
    assert_int_equal(pith_cache_read(arena, dir, &number, &known, &err), PITH_OK);
    assert_int_equal(known.documents[0].bytes.n, 100);
    assert_null(known.documents[1].bytes.p);
    assert_int_equal(known.fetched_at, 1000);
    assert_true(pith_text_is(known.etag[0], "\"v1\""));
    number = number_of('C');
    assert_int_equal(pith_cache_read(arena, dir, &number, &known, &err), PITH_OK);
    assert_null(known.documents[0].bytes.p);
}

static void other_bytes_have_no_validators(void **state)
{
    (void)state;
    pith_error err;
    pith_cached known;
    pith_number number = number_of('B');
    char path[128];
    put('B', 100, 5);
    snprintf(path, sizeof path, "%s/v1/%s/bundle.json", dir, number.id);
    assert_int_equal(truncate(path, 50), 0);
    assert_int_equal(pith_cache_read(arena, dir, &number, &known, &err), PITH_OK);
    assert_int_equal(known.documents[0].bytes.n, 50);
    assert_int_equal(known.etag[0].n, 0);
    assert_int_equal(known.fetched_at, 0);
}

static void a_document_that_is_no_more(void **state)
{
    (void)state;
    pith_error err;
    pith_cached known;
    pith_number number = number_of('B');
    pith_cached entry = {.fetched_at = 1000, .documents[1].bytes = TEST_TEXT("{}")};
    put('B', 100, 5);
    assert_int_equal(pith_cache_write(arena, dir, &number, &entry, &err), PITH_OK);
    assert_int_equal(pith_cache_read(arena, dir, &number, &known, &err), PITH_OK);
    assert_null(known.documents[0].bytes.p);
    assert_int_equal(known.documents[1].bytes.n, 2);
}

static void the_longest_unused_go(void **state)
{
    (void)state;
    pith_error err;
    pith_cached known;
    pith_target target;
    pith_text ids;
    int64_t asked_at;
    put('A', 1000, 30);
    put('B', 1000, 10);
    put('C', 1000, 20);
    pith_number oldest = number_of('B');
    assert_int_equal(pith_cache_trim(arena, dir, 1 << 20, -1, &err), PITH_OK);
    assert_int_equal(count_entries(), 3);
    assert_int_equal(pith_target_parse(pith_text_of("arxiv:hep-th/9901001"), &target, &err),
                     PITH_OK);
    assert_int_equal(pith_cache_set_alias(arena, dir, &target, &oldest, 1, 7, &err), PITH_OK);
    assert_int_equal(pith_cache_read_alias(arena, dir, &target, &ids, &asked_at, &err), PITH_OK);
    assert_int_equal(asked_at, 7);
    assert_memory_equal(ids.p, oldest.id, PITH_ID_LEN);

    assert_int_equal(pith_cache_trim(arena, dir, 3000, -1, &err), PITH_OK); // meta counts as well
    assert_int_equal(count_entries(), 2);
    assert_int_equal(pith_cache_read(arena, dir, &oldest, &known, &err), PITH_OK);
    assert_null(known.documents[0].bytes.p);
    assert_int_equal(pith_cache_read_alias(arena, dir, &target, &ids, &asked_at, &err), PITH_OK);
    assert_int_equal(ids.n, 0); // nor a name that leads nowhere

    pith_number used = number_of('C');
    pith_cache_touch(arena, dir, &used);
    assert_int_equal(pith_cache_trim(arena, dir, 1500, -1, &err), PITH_OK);
    assert_int_equal(count_entries(), 1);
    assert_int_equal(pith_cache_read(arena, dir, &used, &known, &err), PITH_OK);
    assert_non_null(known.documents[0].bytes.p);
}

static void names_keep_their_numbers(void **state)
{
    (void)state;
    pith_error err;
    pith_target target;
    pith_text ids;
    int64_t asked_at;
    const pith_number numbers[] = {number_of('B'), number_of('C'), number_of('D')};
    assert_int_equal(pith_target_parse(pith_text_of("1309.3741"), &target, &err), PITH_OK);
    for (int i = 0; i < 4; i++)
        assert_int_equal(
            pith_cache_add_alias(arena, dir, "arxiv", "1309.3741", numbers[i % 2].id, &err),
            PITH_OK);
    assert_int_equal(pith_cache_read_alias(arena, dir, &target, &ids, &asked_at, &err), PITH_OK);
    assert_int_equal(ids.n, 2 * (PITH_ID_LEN + 1));
    assert_int_equal(asked_at, 0);
    // An index takes the place of an index, not of records.
    for (int i = 0; i < 3; i++)
        assert_int_equal(pith_cache_set_alias(arena, dir, &target, &numbers[i], 1, 9, &err),
                         PITH_OK);
    assert_int_equal(pith_cache_add_alias(arena, dir, "arxiv", "1309.3741", numbers[0].id, &err),
                     PITH_OK);
    assert_int_equal(pith_cache_read_alias(arena, dir, &target, &ids, &asked_at, &err), PITH_OK);
    assert_int_equal(asked_at, 9);
    assert_int_equal(ids.n, 3 * (PITH_ID_LEN + 1));
    for (size_t i = 0; i < 3; i++)
        assert_memory_equal(ids.p + i * (PITH_ID_LEN + 1), numbers[i].id, PITH_ID_LEN);
}

static void the_cache_is_measured_now_and_then(void **state)
{
    (void)state;
    pith_error err;
    put('A', 1000, 30);
    put('B', 1000, 10);
    assert_int_equal(pith_cache_trim(arena, dir, 1600, 60, &err), PITH_OK);
    assert_int_equal(count_entries(), 2);
    assert_int_equal(pith_cache_trim(arena, dir, 1600, 60, &err), PITH_OK); // 120 of 100
    assert_int_equal(count_entries(), 1);
    put('B', 1000, 10);
    assert_int_equal(pith_cache_trim(arena, dir, 1600, 60, &err), PITH_OK); // begins anew
    assert_int_equal(count_entries(), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(round_trip, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(other_bytes_have_no_validators, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(a_document_that_is_no_more, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(the_longest_unused_go, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(names_keep_their_numbers, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(the_cache_is_measured_now_and_then, open_arena,
                                        close_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
