// SPDX-License-Identifier: MIT
//
// Facts about bytes: UTF-8, hex, base32, timestamps, sorting, arena and buffer.
#include "vectors.h"

#include "base/block.h"
#include "base/sort.h"

// ---- UTF-8 ----------------------------------------------------------------------------

// Unicode 15.0, Table 3-7, row by row: ranges of each byte.
static const struct {
    size_t length;
    unsigned low[4], high[4];
} table_3_7[] = {
    {1, {0x00}, {0x7F}},
    {2, {0xC2, 0x80}, {0xDF, 0xBF}},
    {3, {0xE0, 0xA0, 0x80}, {0xE0, 0xBF, 0xBF}},
    {3, {0xE1, 0x80, 0x80}, {0xEC, 0xBF, 0xBF}},
    {3, {0xED, 0x80, 0x80}, {0xED, 0x9F, 0xBF}},
    {3, {0xEE, 0x80, 0x80}, {0xEF, 0xBF, 0xBF}},
    {4, {0xF0, 0x90, 0x80, 0x80}, {0xF0, 0xBF, 0xBF, 0xBF}},
    {4, {0xF1, 0x80, 0x80, 0x80}, {0xF3, 0xBF, 0xBF, 0xBF}},
    {4, {0xF4, 0x80, 0x80, 0x80}, {0xF4, 0x8F, 0xBF, 0xBF}},
};

static size_t length_by_table(const char *bytes, size_t n)
{
    for (size_t row = 0; row < TEST_COUNT(table_3_7); row++) {
        size_t length = table_3_7[row].length;
        bool fits = n >= length;
        for (size_t i = 0; fits && i < length; i++) {
            unsigned byte = (unsigned char)bytes[i];
            fits = byte >= table_3_7[row].low[i] && byte <= table_3_7[row].high[i];
        }
        if (fits)
            return length;
    }
    return 0;
}

static void utf8_follows_table_3_7_for_every_pair_of_first_bytes(void **state)
{
    (void)state;
    static const unsigned tails[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F,
                                     0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xF4, 0xFF};
    for (unsigned pair = 0; pair < 0x10000; pair++) {
        for (size_t tail = 0; tail < TEST_COUNT(tails) * TEST_COUNT(tails); tail++) {
            const char bytes[4] = {(char)(pair >> 8), (char)(pair & 0xFF),
                                   (char)tails[tail / TEST_COUNT(tails)],
                                   (char)tails[tail % TEST_COUNT(tails)]};
            uint32_t cp = 0;
            size_t got = pith_utf8_next(bytes, bytes + 4, &cp);
            if (got != length_by_table(bytes, 4))
                fail_msg("%04x %02x %02x gives %zu", pair, (unsigned char)bytes[2],
                         (unsigned char)bytes[3], got);
        }
    }
}

static void utf8_reads_back_every_code_point_and_no_prefix_of_it(void **state)
{
    (void)state;
    for (uint32_t cp = 0; cp <= 0x10FFFF; cp++) {
        char bytes[4];
        uint32_t back = 0;
        size_t n = pith_utf8_put(cp, bytes);
        bool surrogate = cp >= 0xD800 && cp <= 0xDFFF;
        size_t got = pith_utf8_next(bytes, bytes + n, &back);
        if (got != (surrogate ? 0 : n) || (!surrogate && back != cp))
            fail_msg("U+%04X: length %zu, read as %zu, U+%04X", (unsigned)cp, n, got,
                     (unsigned)back);
        for (size_t cut = 0; cut < n; cut++) {
            if (pith_utf8_next(bytes, bytes + cut, &back) != 0)
                fail_msg("U+%04X: %zu of %zu bytes are taken for a whole", (unsigned)cp, cut, n);
        }
    }
}

static void utf8_refuses_famous_bad_sequences(void **state)
{
    (void)state;
    static const struct {
        pith_text bytes;
    } rows[] = {
        {TEST_TEXT("\x80")},
        {TEST_TEXT("\xBF")},
        {TEST_TEXT("\xC0\x80")},                 // NUL in two bytes
        {TEST_TEXT("\xC0\xAF")},                 // slash in two
        {TEST_TEXT("\xC1\xBF")},                 //
        {TEST_TEXT("\xE0\x80\xAF")},             // slash in three
        {TEST_TEXT("\xE0\x9F\xBF")},             //
        {TEST_TEXT("\xED\xA0\x80")},             // U+D800
        {TEST_TEXT("\xED\xBF\xBF")},             // U+DFFF
        {TEST_TEXT("\xF0\x80\x80\xAF")},         // slash in four
        {TEST_TEXT("\xF0\x8F\xBF\xBF")},         //
        {TEST_TEXT("\xF4\x90\x80\x80")},         // U+110000
        {TEST_TEXT("\xF5\x80\x80\x80")},         //
        {TEST_TEXT("\xF8\x88\x80\x80\x80")},     // five bytes
        {TEST_TEXT("\xFC\x84\x80\x80\x80\x80")}, // six
        {TEST_TEXT("\xFE")},
        {TEST_TEXT("\xFF")},
        {TEST_TEXT("\xE2\x82")},
        {TEST_TEXT("\xE2\x82\x41")},
        {TEST_TEXT("\xF0\x9F\x98")},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        uint32_t cp = 0;
        char *exact = test_exact(rows[i].bytes.p, rows[i].bytes.n);
        if (pith_utf8_next(exact, exact + rows[i].bytes.n, &cp) != 0)
            fail_msg("row %zu is accepted", i);
        free(exact);
    }
}

static void text_compares_by_code_point(void **state)
{
    (void)state;
    // In rising order; UTF-16 would put the last two the other way round.
    static const char *const rising[] = {"",
                                         "\x01",
                                         "A",
                                         "AB",
                                         "B",
                                         "a",
                                         "\x7F",
                                         "\xC2\x80",
                                         "e\xCC\x81\x01",
                                         "\xC3\xA9",
                                         "\xED\x9F\xBF",
                                         "\xEF\xAC\xB3",
                                         "\xF0\x9F\x98\x80"};
    static const size_t order[] = {0, 1, 2, 3, 4, 5, 8, 6, 7, 9, 10, 11, 12};
    for (size_t i = 0; i < TEST_COUNT(order); i++) {
        for (size_t j = 0; j < TEST_COUNT(order); j++) {
            int got =
                pith_text_compare(pith_text_of(rising[order[i]]), pith_text_of(rising[order[j]]));
            if ((got > 0) - (got < 0) != (i > j) - (i < j))
                fail_msg("entries %zu and %zu", i, j);
        }
    }
    assert_true(pith_text_starts(pith_text_of("pith:2012:X"), "pith:"));
    assert_false(pith_text_starts(pith_text_of("pit"), "pith:"));
    assert_true(pith_text_starts(pith_text_of(""), ""));
    assert_true(pith_text_ends(pith_text_of("a.tex"), ".tex"));
    assert_true(pith_text_ends(pith_text_of(".tex"), ".tex"));
    assert_false(pith_text_ends(pith_text_of("tex"), ".tex"));
    assert_true(pith_text_is_plain(pith_text_of("azAZ09._"), "._"));
    assert_true(pith_text_is_plain(pith_text_of(""), ""));
    assert_false(pith_text_is_plain(pith_text_of("a-b"), "._"));
    assert_false(pith_text_is_plain(pith_text_of("\xC3\xA4"), "._"));
    assert_false(pith_text_is_plain((pith_text){"a\0b", 3}, "._")); // strchr would find it
    assert_true(pith_text_equal((pith_text){NULL, 0}, pith_text_of("")));
    assert_false(pith_text_is((pith_text){"a\0b", 3}, "a"));
}

// ---- hex and base32 -------------------------------------------------------------------

static void hex_is_lower_case_both_ways_and_of_exact_length(void **state)
{
    (void)state;
    uint8_t all[256];
    uint8_t back[256];
    char text[513];
    for (size_t i = 0; i < 256; i++)
        all[i] = (uint8_t)i;
    pith_hex(all, 256, text);
    assert_int_equal(strlen(text), 512);
    assert_memory_equal(text, "000102030405060708090a0b0c0d0e0f10", 34);
    assert_true(pith_unhex((pith_text){text, 512}, back, 256));
    assert_memory_equal(all, back, 256);
    pith_hex(all, 0, text);
    assert_string_equal(text, "");
    assert_true(pith_unhex(pith_text_of(""), back, 0));
    static const char *const bad[] = {"",   "0",  "000", "0000", "0G", "G0",
                                      "AB", "aB", "0x",  " 0",   "0 ", "+1",
                                      "-1", "0/", "0:",  "0`",   "0@", "\xC3\xA9"};
    for (size_t i = 0; i < TEST_COUNT(bad); i++) {
        if (pith_unhex(pith_text_of(bad[i]), back, 1))
            fail_msg("\"%s\" is taken for one byte", bad[i]);
    }
    assert_false(pith_unhex((pith_text){"0\0", 2}, back, 1));
}

static void base32_id_is_cut_from_the_whole_digest_not_from_16_bytes(void **state)
{
    (void)state;
    uint8_t digest[PITH_DIGEST_LEN];
    char id[PITH_ID_LEN + 1];
    assert_true(
        pith_unhex(pith_text_of("b9dad7d8ad8732f9d545bd7201c82172bb6a11af285fbf7fc9d821627eadc140"),
                   digest, sizeof digest));
    pith_base32_id(digest, id);
    // The first 16 bytes alone would be padded with zero bits and end in ...SBBOI.
    assert_string_equal(id, "XHNNPWFNQ4ZPTVKFXVZADSBBOK");
    // The last character holds bits 125-129: three of byte 15 and two of byte 16.
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    for (unsigned byte16 = 0; byte16 < 256; byte16++) {
        digest[16] = (uint8_t)byte16;
        pith_base32_id(digest, id);
        assert_int_equal(id[25], alphabet[(digest[15] & 7u) << 2 | byte16 >> 6]);
    }
}

static void base32_id_agrees_with_a_bit_by_bit_reference(void **state)
{
    (void)state;
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    uint64_t seed = 42;
    for (int round = 0; round < 1000; round++) {
        uint8_t digest[PITH_DIGEST_LEN];
        for (size_t i = 0; i < sizeof digest; i++)
            digest[i] = (uint8_t)(test_random(&seed) >> 20);
        char want[PITH_ID_LEN + 1] = {0};
        for (size_t i = 0; i < PITH_ID_LEN; i++) {
            unsigned value = 0;
            for (size_t bit = 5 * i; bit < 5 * i + 5; bit++)
                value = value << 1 | ((unsigned)digest[bit / 8] >> (7 - bit % 8) & 1);
            want[i] = alphabet[value];
        }
        char got[PITH_ID_LEN + 1];
        pith_base32_id(digest, got);
        assert_string_equal(got, want);
    }
    for (int c = 0; c < 256; c++)
        assert_int_equal(pith_is_base32((char)c), c != 0 && strchr(alphabet, c) != NULL);
}

// ---- Timestamps -----------------------------------------------------------------------

static void timestamps_have_one_shape_and_are_real_dates(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int year; // -1: not a timestamp
    } rows[] = {
        {"2013-09-15T09:53:20Z", 2013},
        {"2026-05-18T01:47:41.701845Z", 2026},
        {"2016-12-31T23:59:59Z", 2016},
        {"0001-01-01T00:00:00Z", 1},
        {"9999-12-31T23:59:59.999999999Z", 9999},
        {"2024-02-29T00:00:00Z", 2024},
        {"2000-02-29T00:00:00Z", 2000},
        {"2400-02-29T00:00:00Z", 2400},
        {"2024-04-30T00:00:00Z", 2024},
        {"2024-01-31T00:00:00.0Z", 2024},
        {"2023-02-29T00:00:00Z", -1},
        {"1900-02-29T00:00:00Z", -1},
        {"2100-02-29T00:00:00Z", -1},
        {"2024-02-30T00:00:00Z", -1},
        {"2024-04-31T00:00:00Z", -1},
        {"2024-06-31T00:00:00Z", -1},
        {"2024-09-31T00:00:00Z", -1},
        {"2024-11-31T00:00:00Z", -1},
        {"2024-01-32T00:00:00Z", -1},
        {"2024-00-01T00:00:00Z", -1},
        {"2024-13-01T00:00:00Z", -1},
        {"2024-01-00T00:00:00Z", -1},
        {"2024-01-01T24:00:00Z", -1},
        {"2024-01-01T00:60:00Z", -1},
        {"2024-01-01T00:00:60Z", -1}, // leap seconds are not used here
        {"2024-01-01T00:00:00", -1},
        {"2024-01-01T00:00:00z", -1},
        {"2024-01-01t00:00:00Z", -1},
        {"2024-01-01 00:00:00Z", -1},
        {"2024-01-01T00:00:00+00:00", -1},
        {"2024-01-01T00:00:00.Z", -1},
        {"2024-01-01T00:00:00.1234567890Z", -1},
        {"2024-01-01T00:00:00,5Z", -1},
        {"2024-01-01T00:00:00.5ZZ", -1},
        {"2024-01-01T00:00:00.-5Z", -1},
        {"2024-1-01T00:00:00Z", -1},
        {"24-01-01T00:00:00Z", -1},
        {"02024-01-01T00:00:00Z", -1},
        {" 2024-01-01T00:00:00Z", -1},
        {"2024-01-01T00:00:00Z ", -1},
        {"2024/01/01T00:00:00Z", -1},
        {"-024-01-01T00:00:00Z", -1},
        {"2024-01-01T00:00Z", -1},
        {"2024-01-01", -1},
        {"\xD9\xA2"
         "24-01-01T00:00:00Z",
         -1}, // an Arabic digit
        {"Z", -1},
        {"", -1},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        size_t n = strlen(rows[i].text);
        char *exact = test_exact(rows[i].text, n);
        bool good = pith_is_timestamp((pith_text){exact, n});
        if (good != (rows[i].year >= 0))
            fail_msg("%s: %s", rows[i].text, good ? "accepted" : "refused");
        if (good)
            assert_int_equal(pith_timestamp_year((pith_text){exact, n}), rows[i].year);
        free(exact);
    }
    assert_false(pith_is_timestamp((pith_text){"2024-01-01T00:00:00\0Z", 21}));
}

// ---- Sorting --------------------------------------------------------------------------

typedef struct keys {
    const uint32_t *values;
    size_t compared;
} keys;

static int compare_keys(uint32_t a, uint32_t b, void *context)
{
    keys *k = context;
    k->compared++;
    return (k->values[a] > k->values[b]) - (k->values[a] < k->values[b]);
}

static void sort_is_stable_and_right_for_every_length_and_spread_of_keys(void **state)
{
    (void)state;
    enum { MOST = 300 };
    uint64_t seed = 7;
    uint32_t values[MOST];
    for (size_t count = 0; count <= MOST; count++) {
        for (size_t spread = 1; spread <= 1000; spread *= 10) {
            uint32_t *items = malloc((count + 1) * sizeof *items);
            uint32_t *scratch = malloc((count + 1) * sizeof *scratch);
            assert_non_null(items);
            assert_non_null(scratch);
            for (size_t i = 0; i < count; i++) {
                values[i] = (uint32_t)test_below(&seed, spread);
                items[i] = (uint32_t)i;
            }
            items[count] = scratch[count] = 0xDEADBEEF;
            pith_sort_indices(items, count, scratch, compare_keys, &(keys){values, 0});
            bool seen[MOST] = {false};
            for (size_t i = 0; i < count; i++) {
                assert_true(items[i] < count && !seen[items[i]]); // a permutation
                seen[items[i]] = true;
                // Stability: entries came in rising order, so ties must rise too.
                if (i > 0 &&
                    (values[items[i - 1]] > values[items[i]] ||
                     (values[items[i - 1]] == values[items[i]] && items[i - 1] > items[i])))
                    fail_msg("%zu keys below %zu: wrong at %zu", count, spread, i);
            }
            assert_true(items[count] == 0xDEADBEEF && scratch[count] == 0xDEADBEEF);
            free(items);
            free(scratch);
        }
    }
}

static void sort_stays_n_log_n_for_rising_falling_and_equal_keys(void **state)
{
    (void)state;
    enum { COUNT = 1 << 16 };
    uint32_t *values = malloc(COUNT * sizeof *values);
    uint32_t *items = malloc(COUNT * sizeof *items);
    uint32_t *scratch = malloc(COUNT * sizeof *scratch);
    assert_true(values && items && scratch);
    for (int shape = 0; shape < 4; shape++) {
        for (uint32_t i = 0; i < COUNT; i++) {
            const uint32_t shapes[] = {i, COUNT - i, 1, i % 2 ? i : COUNT - i};
            values[i] = shapes[shape];
            items[i] = i;
        }
        keys k = {values, 0};
        pith_sort_indices(items, COUNT, scratch, compare_keys, &k);
        for (size_t i = 1; i < COUNT; i++)
            assert_true(values[items[i - 1]] <= values[items[i]]);
        assert_true(k.compared < (size_t)COUNT * 20);
    }
    free(values);
    free(items);
    free(scratch);
}

// ---- Memory ---------------------------------------------------------------------------

static void count_release(void *object)
{
    ++*(int *)object;
}

static void arena_keeps_its_maximum_and_releases_what_was_deferred(void **state)
{
    (void)state;
    int released = 0;
    pith_arena *arena = pith_arena_new(1000);
    assert_non_null(arena);
    assert_null(pith_alloc(arena, 1001));
    assert_null(pith_alloc(arena, SIZE_MAX));
    assert_null(pith_alloc_array(arena, SIZE_MAX / 2, 4));
    char *copy = pith_alloc_copy(arena, "abc", 3);
    assert_string_equal(copy, "abc");
    int *zero = pith_alloc_array(arena, 10, sizeof *zero);
    assert_non_null(zero);
    for (int i = 0; i < 10; i++)
        assert_int_equal(zero[i], 0);
    assert_int_equal((uintptr_t)zero % _Alignof(max_align_t), 0);
    assert_true(pith_arena_defer(arena, count_release, &released));
    pith_arena_reset(arena);
    assert_int_equal(released, 1);
    assert_non_null(pith_alloc(arena, 500)); // room again
    assert_true(pith_arena_defer(arena, count_release, &released));
    pith_arena_free(arena);
    assert_int_equal(released, 2);
    pith_arena_free(NULL);
}

static void buffer_keeps_its_maximum_and_stays_failed(void **state)
{
    (void)state;
    pith_buf buf;
    pith_buf_init(&buf, 10);
    pith_buf_puts(&buf, "12345");
    pith_buf_printf(&buf, "%d", 6789);
    assert_true(pith_buf_ok(&buf));
    assert_string_equal(buf.data, "123456789");
    pith_buf_puts(&buf, "");
    assert_true(pith_buf_ok(&buf));
    pith_buf_puts(&buf, "x"); // the NUL would be the eleventh
    assert_false(pith_buf_ok(&buf));
    pith_buf_puts(&buf, "y");
    assert_false(pith_buf_ok(&buf));
    assert_int_equal(buf.len, 0);
    pith_buf_free(&buf);
    pith_buf_init(&buf, SIZE_MAX);
    for (int i = 0; i < 10000; i++)
        pith_buf_printf(&buf, "%05d", i);
    assert_true(pith_buf_ok(&buf));
    assert_int_equal(buf.len, 50000);
    assert_memory_equal(buf.data + 5 * 1234, "01234", 5);
    pith_buf_free(&buf);
}

static void worse_exit_code_follows_the_published_order(void **state)
{
    (void)state;
    static const pith_exit falling[] = {70, 2, 1, 5, 4, 8, 6, 7, 3, 0};
    for (size_t i = 0; i < TEST_COUNT(falling); i++) {
        for (size_t j = 0; j < TEST_COUNT(falling); j++)
            assert_int_equal(pith_exit_worse(falling[i], falling[j]), falling[i < j ? i : j]);
    }
    for (unsigned s = 0; s < PITH_STATUS_COUNT; s++) {
        assert_true(pith_status_name((pith_status)s)[0] != '\0');
        assert_non_null(pith_status_remedy((pith_status)s));
    }
    assert_string_equal(pith_status_name(PITH_STATUS_COUNT), "internal");
}

// Each byte at each place, beside bytes of every other kind; with and without SSE2 (two programs).
static void block_masks_say_what_a_loop_over_the_bytes_says(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int round = 0; round < 20000; round++) {
        static const char likely[] = " \t\n\"\\az~\x1F\x7F\x80\xFF";
        char bytes[PITH_BLOCK];
        for (size_t i = 0; i < PITH_BLOCK; i++)
            bytes[i] =
                round % 2 ? likely[test_below(&seed, sizeof likely)] : (char)test_below(&seed, 256);
        char byte = bytes[test_below(&seed, PITH_BLOCK)];
        signed char limit = (signed char)test_below(&seed, 128);
        unsigned equal = 0;
        unsigned less = 0;
        for (unsigned i = 0; i < PITH_BLOCK; i++) {
            equal |= (unsigned)(bytes[i] == byte) << i;
            less |= (unsigned)((unsigned char)bytes[i] >= 0x80 || bytes[i] < limit) << i;
        }
        pith_block block = pith_block_load(bytes);
        assert_int_equal(pith_block_equal(block, byte), equal);
        assert_int_equal(pith_block_less(block, limit), less);
        unsigned first = pith_block_first(equal);
        assert_true(bytes[first] == byte && !memchr(bytes, byte, first));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_masks_say_what_a_loop_over_the_bytes_says),
        cmocka_unit_test(utf8_follows_table_3_7_for_every_pair_of_first_bytes),
        cmocka_unit_test(utf8_reads_back_every_code_point_and_no_prefix_of_it),
        cmocka_unit_test(utf8_refuses_famous_bad_sequences),
        cmocka_unit_test(text_compares_by_code_point),
        cmocka_unit_test(hex_is_lower_case_both_ways_and_of_exact_length),
        cmocka_unit_test(base32_id_is_cut_from_the_whole_digest_not_from_16_bytes),
        cmocka_unit_test(base32_id_agrees_with_a_bit_by_bit_reference),
        cmocka_unit_test(timestamps_have_one_shape_and_are_real_dates),
        cmocka_unit_test(sort_is_stable_and_right_for_every_length_and_spread_of_keys),
        cmocka_unit_test(sort_stays_n_log_n_for_rising_falling_and_equal_keys),
        cmocka_unit_test(arena_keeps_its_maximum_and_releases_what_was_deferred),
        cmocka_unit_test(buffer_keeps_its_maximum_and_stays_failed),
        cmocka_unit_test(worse_exit_code_follows_the_published_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
