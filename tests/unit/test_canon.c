// SPDX-License-Identifier: MIT
//
// The canonical form. Every expected value here was printed by Python 3.11; the comparison
// with a live Python is tests/cli/canon-python.sh.
#include "fixture.h"

#include "trust/crypto.h"
#include "trust/sha256.h"
#include "json/real.h"

#include <math.h>

// The canonical form of a document, in the arena, or the name of the refusal.
static const char *canon_without(pith_text text, const char *const *skip)
{
    const pith_clean *clean = NULL;
    pith_error err = {0};
    pith_status status = pith_gate(arena, text.p, text.n, &clean, &err);
    if (status != PITH_OK)
        return pith_status_name(status);
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    pith_canon_without(clean, 0, skip, &buf);
    assert_true(pith_buf_ok(&buf));
    const char *copy = pith_alloc_copy(arena, buf.data, buf.len);
    assert_non_null(copy);
    pith_buf_free(&buf);
    return copy;
}

static const char *canon(pith_text text)
{
    return canon_without(text, NULL);
}

static void check(const char *document, const char *expected)
{
    const char *got = canon(pith_text_of(document));
    if (strcmp(got, expected) != 0)
        fail_msg("%s gives %s, Python says %s", document, got, expected);
}

static void numbers_come_out_as_python_prints_them(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"0", "0"},
        {"-0", "0"},
        {"-0.0", "-0.0"},
        {"0.0", "0.0"},
        {"0e5", "0.0"},
        {"-0e-5", "-0.0"},
        {"0E+999999", "0.0"},
        {"1.0", "1.0"},
        {"-1.0", "-1.0"},
        {"1.50", "1.5"},
        {"1E0", "1.0"},
        {"1e5", "100000.0"},
        {"1e15", "1000000000000000.0"},
        {"1e16", "1e+16"},
        {"1e17", "1e+17"},
        {"1e18", "1e+18"},
        {"1e19", "1e+19"},
        {"1e20", "1e+20"},
        {"1e21", "1e+21"},
        {"1e22", "1e+22"},
        {"1e23", "1e+23"},
        {"1e-4", "0.0001"},
        {"0.0001", "0.0001"},
        {"1e-5", "1e-05"},
        {"0.00001", "1e-05"},
        {"1e-6", "1e-06"},
        {"1e-7", "1e-07"},
        {"1.5e-4", "0.00015"},
        {"0.000123456789", "0.000123456789"},
        {"0.00012345678901234567", "0.00012345678901234567"},
        {"9007199254740992", "9007199254740992"},
        {"9007199254740993", "9007199254740993"},
        {"9007199254740993.0", "9007199254740992.0"},
        {"-9007199254740993", "-9007199254740993"},
        {"1000000000000000", "1000000000000000"},
        {"1000000000000000.0", "1000000000000000.0"},
        {"123456789012345678901234567890", "123456789012345678901234567890"},
        {"-123456789012345678901234567890", "-123456789012345678901234567890"},
        {"123456789012345678.0", "1.2345678901234568e+17"},
        {"5.684341886080802e-14", "5.684341886080802e-14"},
        {"5.6843418860808015e-14", "5.684341886080802e-14"},
        {"9.5367431640625e-07", "9.5367431640625e-07"},
        {"5e-324", "5e-324"},
        {"4.9e-324", "5e-324"},
        {"2.4703282292062328e-324", "5e-324"},
        {"2e-324", "0.0"},
        {"1e-400", "0.0"},
        {"-1e-400", "-0.0"},
        {"2.2250738585072014e-308", "2.2250738585072014e-308"},
        {"2.2250738585072011e-308", "2.225073858507201e-308"},
        {"1.7976931348623157e308", "1.7976931348623157e+308"},
        {"1.7976931348623158079e308", "1.7976931348623157e+308"},
        {"0.1", "0.1"},
        {"0.2", "0.2"},
        {"0.30000000000000004", "0.30000000000000004"},
        {"100.0", "100.0"},
        {"12345.678", "12345.678"},
        {"9999999999999998.0", "9999999999999998.0"},
        {"999999999999999.9", "999999999999999.9"},
        {"9999999999999999.0", "1e+16"},
        {"99999999999999999.0", "1e+17"},
        {"2097301275268457.5", "2097301275268457.5"},
        {"562949953421312.25", "562949953421312.2"},
        {"562949953421312.75", "562949953421312.8"},
        {"1125899906842624.125", "1125899906842624.0"},
        {"1125899906842624.25", "1125899906842624.2"},
        {"1125899906842624.75", "1125899906842624.8"},
        {"1.0000000000000002", "1.0000000000000002"},
        {"0.99999999999999989", "0.9999999999999999"},
        {"8.41e21", "8.41e+21"},
        {"2.0e-3", "0.002"},
        {"9.313225746154785e-10", "9.313225746154785e-10"},
        {"1e+05", "100000.0"},
        {"1.10e+02", "110.0"},
        {"123e-3", "0.123"},
        {"5e-5", "5e-05"},
        {"299792458.0", "299792458.0"},
        {"6.02214076e23", "6.02214076e+23"},
        {"1.1e16", "1.1e+16"},
        {"12345678901234567.0", "1.2345678901234568e+16"},
        {"144115188075855870.0", "1.4411518807585587e+17"},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++)
        check(rows[i][0], rows[i][1]);
    print_message("%zu numbers\n", TEST_COUNT(rows));
}

static void strings_come_out_as_python_prints_them(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"\"\"", "\"\""},
        {"\"\\/\"", "\"/\""},
        {"\"\\\"\\\\\"", "\"\\\"\\\\\""},
        {"\"\\b\\f\\n\\r\\t\"", "\"\\b\\f\\n\\r\\t\""},
        {"\"\\u0008\\u000C\\u000a\\u000D\\u0009\"", "\"\\b\\f\\n\\r\\t\""},
        {"\"\\u0001\\u000b\\u000E\\u001F\"", "\"\\u0001\\u000b\\u000e\\u001f\""},
        {"\"\\u0020\\u0022\\u005C\\u002f\"", "\" \\\"\\\\/\""},
        {"\"\\u007f\x7F\"", "\"\x7F\x7F\""},
        {"\"\\u0080\\u00e9\\u07FF\\u0800\"", "\"\xC2\x80\xC3\xA9\xDF\xBF\xE0\xA0\x80\""},
        {"\"\\u2028\\u2029\"", "\"\xE2\x80\xA8\xE2\x80\xA9\""},
        {"\"\\uFEFF\\uffff\\ud7ff\\ue000\"",
         "\"\xEF\xBB\xBF\xEF\xBF\xBF\xED\x9F\xBF\xEE\x80\x80\""},
        {"\"\\ud83d\\ude00\\uDBFF\\uDFFF\\ud800\\udc00\"",
         "\"\xF0\x9F\x98\x80\xF4\x8F\xBF\xBF\xF0\x90\x80\x80\""},
        {"\"\\u005cu0041\"", "\"\\\\u0041\""}, // a backslash, then plain letters
        {"\"\\\\u0041\"", "\"\\\\u0041\""},
        {"\"<>&'\"", "\"<>&'\""},                             // no escaping for HTML
        {"\"e\xCC\x81 \xC3\xA9\"", "\"e\xCC\x81 \xC3\xA9\""}, // no normal form either
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++)
        check(rows[i][0], rows[i][1]);
}

static void names_are_sorted_by_code_point(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"{ }", "{}"},
        {"[ ]", "[]"},
        {" [ 1 , [ ] , { } , null , true , false ] ", "[1,[],{},null,true,false]"},
        {"{\"b\":1,\"a\":2}", "{\"a\":2,\"b\":1}"},
        {"{\"source\":1,\"metadata\":2,\"schema_version\":3}",
         "{\"metadata\":2,\"schema_version\":3,\"source\":1}"},
        // UTF-16 order, as in RFC 8785, is the other way round
        {"{\"\xF0\x9F\x98\x80\":1,\"\xEF\xAC\xB3\":2}",
         "{\"\xEF\xAC\xB3\":2,\"\xF0\x9F\x98\x80\":1}"},
        {"{\"\\ud83d\\ude00\":1,\"\\ufb33\":2}", "{\"\xEF\xAC\xB3\":2,\"\xF0\x9F\x98\x80\":1}"},
        {"{\"\\ud83d\\ude00\":1,\"\xEF\xAC\xB3\":2}",
         "{\"\xEF\xAC\xB3\":2,\"\xF0\x9F\x98\x80\":1}"},
        {"{\"a\":1,\"\":2,\"A\":3,\"aa\":4,\"\\u0001\":5,\"~\":6}",
         "{\"\":2,\"\\u0001\":5,\"A\":3,\"a\":1,\"aa\":4,\"~\":6}"},
        {"{\"\xC3\xA9\":1,\"e\xCC\x81\":2,\"f\":3}", "{\"e\xCC\x81\":2,\"f\":3,\"\xC3\xA9\":1}"},
        // by value, not by spelling: \n is below the letter a though \ is above B
        {"{\"a\":1,\"\\n\":2,\"B\":3,\"\\\"\":4}", "{\"\\n\":2,\"\\\"\":4,\"B\":3,\"a\":1}"},
        {"{\"10\":1,\"9\":2,\"1\":3}", "{\"1\":3,\"10\":1,\"9\":2}"},
        {"{\"b\":{\"d\":[{\"f\":1,\"e\":2}],\"c\":3},\"a\":4}",
         "{\"a\":4,\"b\":{\"c\":3,\"d\":[{\"e\":2,\"f\":1}]}}"},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++)
        check(rows[i][0], rows[i][1]);
    pith_text mixed = test_slurp(arena, TEST_DATA "/json/mixed.json");
    pith_text expected = test_slurp(arena, TEST_DATA "/json/mixed.canon");
    assert_string_equal(canon(mixed), expected.p);
}

static void documents_without_a_python_hash_are_refused(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"1e400", "json-number-range"},
        {"NaN", "json-syntax"},
        {"Infinity", "json-syntax"},
        {"\"\\ud800\"", "json-lone-surrogate"},
        {"{\"a\":1,\"a\":1}", "json-duplicate-name"},
        {"\xEF\xBB\xBF{}", "json-bom"},
        {"\"\xE9\"", "json-bad-utf8"},
        {"{} {}", "json-trailing-data"},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++)
        check(rows[i][0], rows[i][1]);
}

static void members_are_left_out_by_name_at_the_top_only(void **state)
{
    (void)state;
    static const char *const skip[] = {"signature", "event_id", NULL};
    static const char *const rows[][2] = {
        {"{\"a\":1,\"signature\":2,\"event_id\":3}", "{\"a\":1}"},
        {"{\"signature\":2}", "{}"},
        {"{\"signature\":2,\"z\":{\"signature\":3}}", "{\"z\":{\"signature\":3}}"},
        {"{\"Signature\":1,\"signatur\":2,\"signatures\":3}",
         "{\"Signature\":1,\"signatur\":2,\"signatures\":3}"},
        // the name, however it is spelled: its meaning is what counts
        {"{\"a\":1,\"\\u0073ignature\":2}", "{\"a\":1}"},
        {"{\"a\":1,\"event\\u005Fid\":2}", "{\"a\":1}"},
        {"{\"a\":1,\"signature\\n\":2}", "{\"a\":1,\"signature\\n\":2}"},
        {"[\"signature\"]", "[\"signature\"]"},
        {"\"signature\"", "\"signature\""},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        const char *got = canon_without(pith_text_of(rows[i][0]), skip);
        if (strcmp(got, rows[i][1]) != 0)
            fail_msg("%s gives %s", rows[i][0], got);
    }
    static const char *const none[] = {NULL};
    assert_string_equal(canon_without(pith_text_of("{\"b\":1,\"a\":2}"), none),
                        "{\"a\":2,\"b\":1}");
}

// ---- Many doubles, by the SHA-256 of what Python prints -------------------------------

typedef struct series {
    pith_buf lines;
} series;

// Adds a double's text as a line and checks that it reads back to the same double.
static void add(series *s, double value)
{
    pith_buf text;
    pith_buf_init(&text, SIZE_MAX);
    pith_real_print(value, &text);
    assert_true(pith_buf_ok(&text));
    double back = 0;
    assert_true(pith_real_read((pith_text){text.data, text.len}, &back));
    if (memcmp(&back, &value, sizeof value) != 0)
        fail_msg("%a is printed as %s", value, text.data);
    pith_buf_printf(&s->lines, "%s%s", s->lines.len ? "\n" : "", text.data);
    pith_buf_free(&text);
}

static void finish(series *s, const char *name, const char *expected)
{
    uint8_t digest[PITH_DIGEST_LEN];
    char hex[2 * PITH_DIGEST_LEN + 1];
    assert_true(pith_buf_ok(&s->lines));
    pith_sha256(s->lines.data, s->lines.len, digest);
    pith_hex(digest, sizeof digest, hex);
    pith_buf_free(&s->lines);
    if (strcmp(hex, expected) != 0)
        fail_msg("%s: not what Python prints", name);
}

static series start(void)
{
    series s;
    pith_buf_init(&s.lines, SIZE_MAX);
    return s;
}

static void all_powers_of_two_and_their_neighbours_match_python(void **state)
{
    (void)state;
    series at = start();
    series below = start();
    series above = start();
    for (int k = -1074; k < 1024; k++) {
        add(&at, ldexp(1, k));
        add(&below, nextafter(ldexp(1, k), 0));
        add(&above, nextafter(ldexp(1, k), INFINITY));
    }
    finish(&at, "2**k", "a808b634668c792b03aeb662cf8fb6f77d1c07cb0c601710c9c1f2dc43ccc994");
    finish(&below, "below 2**k",
           "0787e29095fc4c63a4219f207d17e48f71b8ef6c4f9695be8604080459c17f13");
    finish(&above, "above 2**k",
           "24521f9e6369d7bdb1d58ab8298d1280a68967908b61a86d2043d8aa6e0e3c7c");
}

static void all_powers_of_ten_and_their_neighbours_match_python(void **state)
{
    (void)state;
    series at = start();
    series below = start();
    series above = start();
    for (int k = -323; k <= 308; k++) {
        char text[16];
        double value = 0;
        int n = snprintf(text, sizeof text, "1e%d", k);
        assert_true(pith_real_read((pith_text){text, (size_t)n}, &value));
        add(&at, value);
        add(&below, nextafter(value, 0));
        add(&above, nextafter(value, INFINITY));
    }
    finish(&at, "10**k", "8145203d4e016b901d9342a57f46e2a856967383ba07528bcd2da98472564e67");
    finish(&below, "below 10**k",
           "1cfd6d48f9ab94ce8a287295850b1f2665295c7f23da62c443ea64a1aaa18c98");
    finish(&above, "above 10**k",
           "f5ac477384d32ace4ea468189d7c62ca1f71c3fb64712b86a21a1ae392a08e60");
}

static void twenty_thousand_random_doubles_and_ties_match_python(void **state)
{
    (void)state;
    uint64_t seed = 88172645463325252;
    series s = start();
    for (int count = 0; count < 20000;) {
        uint64_t bits = test_random(&seed);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) {
            add(&s, value);
            count++;
        }
    }
    finish(&s, "random", "3dea527857056916c4b6c4520558405a3f3fa21c78f7c8a273d6a255f40cc2d8");
    // Quarters below 2**51: often midway between two decimals of one digit less.
    s = start();
    for (int count = 0; count < 20000; count++)
        add(&s, (double)(test_random(&seed) >> 11) / 4);
    finish(&s, "ties", "0e0ce880afa6f2e09caec12a726877b9c0c4d35793607ba21239ee289e96206b");
}

static void a_decimal_comma_in_the_locale_changes_nothing(void **state)
{
    (void)state;
    static const char *const names[] = {"fr_FR.UTF-8", "fr_FR.utf8", "fr_FR",       "de_DE.UTF-8",
                                        "de_DE.utf8",  "de_DE",      "tr_TR.UTF-8", "pt_BR.UTF-8"};
    locale_t comma = (locale_t)0;
    for (size_t i = 0; i < TEST_COUNT(names) && !comma; i++)
        comma = newlocale(LC_ALL_MASK, names[i], (locale_t)0);
    if (!comma) {
        print_error("SKIP: decimal comma not checked: no locale such as fr_FR.UTF-8 here\n");
        skip();
    }
    locale_t before = uselocale(comma);
    char text[16];
    snprintf(text, sizeof text, "%.1f", 0.5);
    double value = 0;
    bool read = pith_real_read(pith_text_of("1.25"), &value);
    const char *got = canon(pith_text_of("[0.5,1.5e-7,1e22,{\"I\":1,\"i\":2,\"\xC4\xB0\":3}]"));
    int64_t version = 0;
    pith_view view = test_parse(arena, pith_text_of("{\"version\":3,\"x\":1.5}"));
    version = test_integer(view, "version");
    bool same = uselocale((locale_t)0) == comma; // the caller's locale is put back
    uselocale(before);
    freelocale(comma);
    assert_string_equal(text, "0,5"); // the locale was in force
    assert_true(read && value > 1.2 && value < 1.3);
    assert_string_equal(got, "[0.5,1.5e-07,1e+22,{\"I\":1,\"i\":2,\"\xC4\xB0\":3}]");
    assert_int_equal(version, 3);
    assert_true(same);
}

static void reals_beyond_a_double_are_not_read(void **state)
{
    (void)state;
    double value;
    assert_false(pith_real_read(pith_text_of("1e309"), &value));
    assert_false(pith_real_read(pith_text_of("-1e309"), &value));
    assert_true(pith_real_read(pith_text_of("1e-999"), &value));
    assert_true(value == 0 && !signbit(value));
    assert_true(pith_real_read(pith_text_of("-1e-999"), &value));
    assert_true(value == 0 && signbit(value));
}

static void integers_are_read_exactly_or_not_at_all(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool good;
        int64_t value;
    } rows[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"1", true, 1},
        {"-17", true, -17},
        {"9007199254740992", true, INT64_C(9007199254740992)},
        {"-9007199254740992", true, -INT64_C(9007199254740992)},
        {"9007199254740993", false, 0},
        {"-9007199254740993", false, 0},
        {"99999999999999999", false, 0},
        {"18446744073709551617", false, 0},
        {"1.0", false, 0},
        {"1e0", false, 0},
        {"1e400000", false, 0},
        {"\"1\"", false, 0},
        {"true", false, 0},
        {"null", false, 0},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        const pith_clean *clean = NULL;
        pith_error err;
        pith_view view;
        int64_t value = 0;
        bool good = pith_gate(arena, rows[i].text, strlen(rows[i].text), &clean, &err) == PITH_OK &&
                    pith_view_open(arena, clean, 0, 0, &view, &err) == PITH_OK &&
                    pith_view_integer(view, &value);
        if (good != rows[i].good || (good && value != rows[i].value))
            fail_msg("%s", rows[i].text);
    }
    // cJSON alone refuses literals of 64 characters and more.
    pith_view view =
        test_parse(arena, pith_text_of("{\"long\":1234567890123456789012345678901234567890"
                                       "123456789012345678901234567890,\"after\":7}"));
    assert_int_equal(test_integer(view, "after"), 7);
}

int main(void)
{
    pith_error err;
    if (pith_crypto_init(&err) != PITH_OK)
        return EXIT_FAILURE;
    const struct CMUnitTest tests[] = {
        TEST(numbers_come_out_as_python_prints_them),
        TEST(strings_come_out_as_python_prints_them),
        TEST(names_are_sorted_by_code_point),
        TEST(documents_without_a_python_hash_are_refused),
        TEST(members_are_left_out_by_name_at_the_top_only),
        TEST(all_powers_of_two_and_their_neighbours_match_python),
        TEST(all_powers_of_ten_and_their_neighbours_match_python),
        TEST(twenty_thousand_random_doubles_and_ties_match_python),
        TEST(a_decimal_comma_in_the_locale_changes_nothing),
        TEST(reals_beyond_a_double_are_not_read),
        TEST(integers_are_read_exactly_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
