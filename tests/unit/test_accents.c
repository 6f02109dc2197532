// SPDX-License-Identifier: MIT
//
// Accented letters from Unicode to TeX and back.
#include "fixture.h"

#include "paper/front.h"

static void test_put(void **state)
{
    (void)state;
    static const struct {
        const char *letter;
        const char *tex; // NULL: TeX has no usual way
    } cases[] = {
        {"é", "\\'e"},   {"À", "\\`A"},   {"ô", "\\^o"},   {"ñ", "\\~n"},   {"ā", "\\=a"},
        {"ă", "\\u{a}"}, {"ż", "\\.z"},   {"ü", "\\\"u"},  {"ů", "\\r{u}"}, {"ő", "\\H{o}"},
        {"š", "\\v{s}"}, {"ḥ", "\\d{h}"}, {"ç", "\\c{c}"}, {"ą", "\\k{a}"}, {"ḇ", "\\b{b}"},
        {"ø", "{\\o}"},  {"ß", "{\\ss}"}, {"—", "---"},    {"ﬁ", "fi"},     {"π", "$\\pi$"},
        {"ấ", NULL},                  // two marks
        {"ǻ", NULL},     {"ơ", NULL}, // a horn
        {"й", NULL},                  // not on a Latin letter
        {"中", NULL},    {"e", NULL},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        pith_buf out;
        pith_buf_init(&out, 64);
        bool done = pith_accent_put(pith_text_of(cases[i].letter), &out);
        assert_true(pith_buf_ok(&out));
        pith_text got = {out.data ? out.data : "", out.len};
        if (done != (cases[i].tex != NULL) || !pith_text_is(got, done ? cases[i].tex : ""))
            fail_msg("%s: %.*s", cases[i].letter, (int)got.n, got.p);
        pith_buf_free(&out);
    }
}

static void test_decode(void **state)
{
    (void)state;
    static const struct {
        const char *tex;
        const char *text;
    } cases[] = {
        {"", ""},
        {"plain", "plain"},
        // Each way to write one accent.
        {"caf\\'e", "café"},
        {"caf\\'{e}", "café"},
        {"caf{\\'e}", "café"},
        {"{\\'e}tude", "étude"},
        {"{\\'etude}", "{étude}"},
        {"na\\\"{\\i}ve", "naïve"},
        {"na\\\"\\i ve", "naï ve"},
        // A mark whose name is a letter needs braces or a space.
        {"\\v{s}", "š"},
        {"\\v s", "š"},
        {"{\\v s}", "š"},
        {"\\vs", "\\vs"},
        {"\\c{c}a", "ça"},
        {"\\'\\j", "j\xCC\x81"},
        // Letters that are commands.
        {"\\o", "ø"},
        {"{\\o}re", "øre"},
        {"\\o{}re", "øre"},
        {"\\o re", "øre"},
        {"stra\\ss e", "straße"},
        {"\\AA", "Å"},
        {"{\\L}\\'od\\'z", "Łódź"},
        // What is none stays as it is.
        {"\\'", "\\'"},
        {"\\'{", "\\'{"},
        {"\\'{e", "\\'{e"},
        {"\\'{ee}", "\\'{ee}"},
        {"\\'1", "\\'1"},
        {"\\'\\alpha", "\\'\\alpha"},
        {"\\alpha", "\\alpha"},
        {"\\", "\\"},
        {"a\\&b", "a\\&b"},
        // Composed as Unicode has it, or with a combining mark where it has no letter.
        {"\\'x", "x\xCC\x81"},
        {"e\xCC\x81", "é"},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        pith_buf out;
        pith_buf_init(&out, 64);
        size_t n = strlen(cases[i].tex);
        char *exact = test_exact(cases[i].tex, n);
        assert_true(pith_accent_decode((pith_text){exact, n}, &out));
        if (!pith_text_is((pith_text){out.data ? out.data : "", out.len}, cases[i].text))
            fail_msg("%s: %.*s", cases[i].tex, (int)out.len, out.data ? out.data : "");
        pith_buf_free(&out);
        free(exact);
    }
}

// What is written can be read.
static void test_round_trip(void **state)
{
    (void)state;
    size_t letters = 0;
    for (uint32_t cp = 0xC0; cp < 0x1F00; cp++) {
        char utf8[4];
        size_t n = pith_utf8_put(cp, utf8);
        pith_buf tex;
        pith_buf text;
        pith_buf_init(&tex, 64);
        pith_buf_init(&text, 64);
        // Math, and what has a plain form.
        if (pith_accent_put((pith_text){utf8, n}, &tex) && memchr("\\{", tex.data[0], 2)) {
            assert_true(pith_accent_decode((pith_text){tex.data, tex.len}, &text));
            if (text.len != n || memcmp(text.data, utf8, n) != 0)
                fail_msg("U+%04X: %.*s: %.*s", (unsigned)cp, (int)tex.len, tex.data, (int)text.len,
                         text.data);
            letters++;
        }
        pith_buf_free(&tex);
        pith_buf_free(&text);
    }
    assert_true(letters > 300);
    print_message("%zu letters\n", letters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_put), TEST(test_decode), TEST(test_round_trip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
