// SPDX-License-Identifier: MIT
//
// The written forms of a Pith Number.
#include "vectors.h"

#define SEED "XHNNPWFNQ4ZPTVKFXVZADSBBOK"

static pith_status parse(pith_text text, pith_number *number, pith_error *err)
{
    char *exact = test_exact(text.p, text.n);
    memset(number, 0x55, sizeof *number);
    *err = (pith_error){0};
    pith_status status = pith_number_parse((pith_text){exact, text.n}, number, err);
    free(exact);
    return status;
}

static void every_written_form_gives_the_same_number(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int year;
    } rows[] = {
        {SEED, 0},
        {"xhnnpwfnq4zptvkfxvzadsbbok", 0},
        {"XhNnPwFnQ4zPtVkFxVzAdSbBoK", 0},
        {"pith:" SEED, 0},
        {"PITH:" SEED, 0},
        {"Pith:xhnnpwfnq4zptvkfxvzadsbbok", 0},
        {"pith:2024:" SEED, 2024},
        {"pith:0001:" SEED, 1},
        {"pith:9999:" SEED, 9999},
        {"PITH:2012:xhnnpwfnq4zptvkfxvzadsbbok", 2012},
        {"https://pith.science/pith/" SEED, 0},
        {"https://pith.science/pith/" SEED "/", 0},
        {"HTTPS://PITH.SCIENCE/pith/" SEED, 0},
        {"http://localhost:8080/pith/" SEED, 0},
        {"https://mirror.example/a/pith/b/pith/" SEED, 0},
        {"https://pith.science/pith/xhnnpwfnq4zptvkfxvzadsbbok", 0},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        pith_number number;
        pith_error err;
        if (parse(pith_text_of(rows[i].text), &number, &err) != PITH_OK)
            fail_msg("%s: %s", rows[i].text, err.message);
        assert_string_equal(number.id, SEED);
        assert_int_equal(number.year, rows[i].year);
    }
}

static void all_32_letters_are_numbers_and_no_other_byte_is(void **state)
{
    (void)state;
    for (size_t at = 0; at < PITH_ID_LEN; at++) {
        for (unsigned c = 0; c < 256; c++) {
            char text[] = SEED;
            text[at] = (char)c;
            bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            bool good = letter || (c >= '2' && c <= '7');
            pith_number number;
            pith_error err;
            pith_status status = parse((pith_text){text, PITH_ID_LEN}, &number, &err);
            if (status != (good ? PITH_OK : PITH_NUMBER_SYNTAX))
                fail_msg("byte %02x at %zu: %s", c, at, pith_status_name(status));
            if (good)
                assert_int_equal(number.id[at], c >= 'a' ? c - 'a' + 'A' : c);
        }
    }
}

static void typing_slips_get_a_hint(void **state)
{
    (void)state;
    static const struct {
        char typed;
        const char *hint;
    } rows[] = {{'0', "letter O"}, {'1', "letter I"}, {'8', "letter B"}, {'9', "letter G"}};
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        char text[] = SEED;
        text[5] = rows[i].typed;
        pith_number number;
        pith_error err;
        assert_int_equal(parse(pith_text_of(text), &number, &err), PITH_NUMBER_SYNTAX);
        if (!strstr(err.message, rows[i].hint) || !strstr(err.message, "character 6"))
            fail_msg("'%c' gives: %s", rows[i].typed, err.message);
    }
}

static void everything_else_is_refused_without_touching_the_result(void **state)
{
    (void)state;
    static const struct {
        pith_text text;
        const char *says; // part of the message
    } rows[] = {
        {TEST_TEXT(""), "0 characters"},
        {TEST_TEXT("XHNNPWFNQ4ZPTVKFXVZADSBBO"), "25 characters"},
        {TEST_TEXT(SEED "K"), "27 characters"},
        {TEST_TEXT("XHNNPWFN"), "8 characters"}, // short forms name no record
        {TEST_TEXT("pith:XHNNPWFN"), "8 characters"},
        {TEST_TEXT("pith:"), "0 characters"},
        {TEST_TEXT("pith:2024"), "'0'"},
        {TEST_TEXT("pith:2024:"), "0 characters"},
        {TEST_TEXT("pith:0000:" SEED), "year"},
        {TEST_TEXT("pith:20x4:" SEED), "year"},
        {TEST_TEXT("pith:-024:" SEED), "year"},
        {TEST_TEXT("pith:+024:" SEED), "year"},
        {TEST_TEXT("pith: 024:" SEED), "year"},
        {TEST_TEXT("pith:224:" SEED), "year"},
        {TEST_TEXT("pith:02024:" SEED), "year"},
        {TEST_TEXT("pith::" SEED), "year"},
        {TEST_TEXT("pith:2024:2024:" SEED), "'0'"},
        {TEST_TEXT("pith:pith:" SEED), "year"},
        {TEST_TEXT("2024:" SEED), "'0'"},
        {TEST_TEXT("arxiv:" SEED), "':'"},
        {TEST_TEXT(" " SEED), "character 1 is not"},
        {TEST_TEXT(SEED " "), "character 27 is not"},
        {TEST_TEXT(SEED "\n"), "character 27 is not"},
        {TEST_TEXT("XHNNPWFN\0"
                   "4ZPTVKFXVZADSBBOK"),
         "character 9 is not"},
        {TEST_TEXT(SEED "\0"), "character 27 is not"},
        {TEST_TEXT("\0" SEED), "character 1 is not"},
        {TEST_TEXT("XHNNPWFNQ4ZPTVKFXVZADSBB\xC3\x96"), "character 25 is not"},
        {TEST_TEXT("\xEF\xBC\xB8HNNPWFNQ4ZPTVKFXVZADSBBOK"), "character 1 is not"},  // wide X
        {TEST_TEXT("XHNNPWFNQ4ZPTVKFXVZADSBBO\xE2\x84\xAA"), "character 26 is not"}, // Kelvin
        {TEST_TEXT("XHNNPWFN-Q4ZPTVKFXVZADSBBOK"), "'-'"},
        {TEST_TEXT("XHNNPWFNQ4ZPTVKFXVZADSBBOK======"), "'='"},
        {TEST_TEXT("<" SEED ">"), "'<'"},
        {TEST_TEXT("https://pith.science/pith/"), "0 characters"},
        {TEST_TEXT("https://pith.science/paper/" SEED), "':'"},
        {TEST_TEXT("https://pith.science/pith/" SEED "//"), "'/'"},
        {TEST_TEXT("https://pith.science/pith/" SEED "?x=1"), "'?'"},
        {TEST_TEXT("https://pith.science/pith/" SEED "/bundle.json"), "'/'"},
        {TEST_TEXT("ftp://pith.science/pith/" SEED), "':'"},
        {TEST_TEXT("http://"), "':'"},
        {TEST_TEXT("/pith/" SEED), "'/'"},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        pith_number number;
        pith_number before;
        pith_error err;
        memset(&before, 0x55, sizeof before);
        pith_status status = parse(rows[i].text, &number, &err);
        if (status != PITH_NUMBER_SYNTAX || !strstr(err.message, rows[i].says))
            fail_msg("row %zu: %s: %s", i, pith_status_name(status), err.message);
        assert_memory_equal(&number, &before, sizeof number);
        assert_int_equal(err.status, PITH_NUMBER_SYNTAX);
    }
}

static void every_length_but_26_is_refused_with_the_length_named(void **state)
{
    (void)state;
    char letters[300];
    memset(letters, 'A', sizeof letters);
    for (size_t n = 0; n < sizeof letters; n++) {
        pith_number number;
        pith_error err;
        char says[40];
        snprintf(says, sizeof says, "%zu characters", n);
        pith_status status = parse((pith_text){letters, n}, &number, &err);
        assert_int_equal(status, n == 26 ? PITH_OK : PITH_NUMBER_SYNTAX);
        assert_true(n == 26 || strstr(err.message, says) == err.message);
    }
}

static void random_bytes_never_crash_the_parser(void **state)
{
    (void)state;
    static const char *const parts[] = {"pith:", "https://", "/pith/", "2024",
                                        ":",     SEED,       "\0",     "\xFF"};
    uint64_t seed = 99;
    for (int round = 0; round < 20000; round++) {
        char text[200];
        size_t n = 0;
        while (n < 150 && test_below(&seed, 6) != 0) {
            const char *part = parts[test_below(&seed, TEST_COUNT(parts))];
            size_t len = *part ? test_below(&seed, strlen(part)) + 1 : 1;
            memcpy(text + n, part, len);
            n += len;
        }
        pith_number number;
        pith_error err;
        if (parse((pith_text){text, n}, &number, &err) == PITH_OK)
            assert_int_equal(strlen(number.id), PITH_ID_LEN);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_written_form_gives_the_same_number),
        cmocka_unit_test(all_32_letters_are_numbers_and_no_other_byte_is),
        cmocka_unit_test(typing_slips_get_a_hint),
        cmocka_unit_test(everything_else_is_refused_without_touching_the_result),
        cmocka_unit_test(every_length_but_26_is_refused_with_the_length_named),
        cmocka_unit_test(random_bytes_never_crash_the_parser),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
