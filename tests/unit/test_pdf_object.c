// SPDX-License-Identifier: MIT
//
// The syntax of PDF objects, one construct at a time.
#include "vectors.h"

#include "base/limits.h"
#include "pdf/object.h"

static pith_pdf_step take(const char *text, pith_pdf_value *out)
{
    pith_pdf_cursor at = {text, text + strlen(text)};
    return pith_pdf_take_value(&at, out);
}

static void test_values(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        pith_pdf_kind kind;
        const char *raw;
    } cases[] = {
        {"12 ]", PITH_PDF_INTEGER, "12"},
        {"+17/", PITH_PDF_INTEGER, "+17"},
        {"-5]", PITH_PDF_INTEGER, "-5"},
        {"4. ", PITH_PDF_REAL, "4."},
        {"-.002 ", PITH_PDF_REAL, "-.002"},
        {"1 0 R ", PITH_PDF_REF, "1 0 R"},
        {"1 0 R/", PITH_PDF_REF, "1 0 R"},
        {"1 0 Ring ", PITH_PDF_INTEGER, "1"},
        {"1 0 obj ", PITH_PDF_INTEGER, "1"},
        {"1 % c R\n 0 R ", PITH_PDF_REF, "1 % c R\n 0 R"},
        {"true ", PITH_PDF_BOOLEAN, "true"},
        {"null]", PITH_PDF_NULL, "null"},
        {"/Name ", PITH_PDF_NAME, "/Name"},
        {"/ ", PITH_PDF_NAME, "/"},
        {"(a(b)\\)c) ", PITH_PDF_STRING, "(a(b)\\)c)"},
        {"()", PITH_PDF_STRING, "()"},
        {"<48 65\n6c>", PITH_PDF_STRING, "<48 65\n6c>"},
        {"[1 0 R[2]<</a<b0>>>(])]", PITH_PDF_ARRAY, "[1 0 R[2]<</a<b0>>>(])]"},
        {"<</A/B/C<</D[>>]>>>>", PITH_PDF_DICT, NULL},
        {"<</A(>>)/B 1 0 R>>", PITH_PDF_DICT, "<</A(>>)/B 1 0 R>>"},
        {"<<%>>\n/A 1>>", PITH_PDF_DICT, "<<%>>\n/A 1>>"},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        pith_pdf_value value;
        pith_pdf_step step = take(cases[i].text, &value);
        assert_int_equal(step, cases[i].raw ? PITH_PDF_GOOD : PITH_PDF_BAD);
        if (!cases[i].raw)
            continue;
        assert_int_equal(value.kind, cases[i].kind);
        assert_true(pith_text_is(value.raw, cases[i].raw));
    }
}

// Every beginning of a good object asks for more, and none is taken for the whole.
static void test_beginnings(void **state)
{
    (void)state;
    static const char text[] = "<</A[1 0 R(x\\)y)<4865>/N true]/B<</C -1.5%c\n>>>>";
    pith_pdf_value value;
    for (size_t n = 0; n < sizeof text - 1; n++) {
        pith_pdf_cursor at = {text, text + n};
        assert_int_equal(pith_pdf_take_value(&at, &value), PITH_PDF_MORE);
    }
    assert_int_equal(take(text, &value), PITH_PDF_GOOD);
}

static void test_bad(void **state)
{
    (void)state;
    static const char *const cases[] = {
        ")",  ">>",      "]",   "}",      "<4g>",  "1.2.3 ",          "--1 ",      "abc ",
        "+ ", "<</A]>>", "[>>", "[<<]>>", "[1)] ", "4294967296 0 R ", "1 65536 R "};
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        pith_pdf_value value;
        assert_int_equal(take(cases[i], &value), PITH_PDF_BAD);
    }
}

static void test_depth(void **state)
{
    (void)state;
    char text[2 * PITH_MAX_PDF_DEPTH + 3];
    pith_pdf_value value;
    for (size_t depth = PITH_MAX_PDF_DEPTH; depth <= PITH_MAX_PDF_DEPTH + 1; depth++) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        text[2 * depth] = '\0';
        assert_int_equal(take(text, &value),
                         depth > PITH_MAX_PDF_DEPTH ? PITH_PDF_BAD : PITH_PDF_GOOD);
    }
}

static void test_dictionaries(void **state)
{
    (void)state;
    pith_pdf_value dict;
    bool too_many;
    size_t times;
    assert_int_equal(take("<</Size 5/Meta#64ata 7 1 R/Size 6>>", &dict), PITH_PDF_GOOD);
    pith_pdf_value value = pith_pdf_get(&dict, "Size", &times);
    assert_int_equal(times, 2);
    assert_int_equal(value.integer, 6);
    value = pith_pdf_get(&dict, "Metadata", &times);
    assert_int_equal(times, 1);
    assert_int_equal(value.kind, PITH_PDF_REF);
    assert_int_equal(value.number, 7);
    assert_int_equal(value.generation, 1);
    value = pith_pdf_get(&dict, "Siz", &times);
    assert_int_equal(times, 0);
    assert_int_equal(value.kind, PITH_PDF_NULL);
    assert_true(pith_text_is(pith_pdf_duplicate(&dict, &too_many), "/Size"));
    assert_true(pith_pdf_is_whole(&dict));
    assert_int_equal(take("<</A 1/B>>", &dict), PITH_PDF_GOOD);
    assert_false(pith_pdf_is_whole(&dict));
    assert_int_equal(take("<<1/A>>", &dict), PITH_PDF_GOOD);
    assert_false(pith_pdf_is_whole(&dict));
    assert_int_equal(take("<</A/A#20/B#/C#4>>", &dict), PITH_PDF_GOOD);
    assert_true(pith_pdf_is_whole(&dict));
    assert_int_equal(pith_pdf_duplicate(&dict, &too_many).n, 0);
    assert_int_equal(take("<</Metadata 1/#4deta#64ata 2>>", &dict), PITH_PDF_GOOD);
    assert_true(pith_pdf_duplicate(&dict, &too_many).n > 0);
}

static void test_strings(void **state)
{
    (void)state;
    static const struct {
        const char *raw;
        pith_text bytes;
    } cases[] = {
        {"(a\\nb\\(\\)\\\\)", TEST_TEXT("a\nb()\\")},
        {"(\\101\\60\\0611)", TEST_TEXT("A011")},
        {"(\\0)", TEST_TEXT("\0")},
        {"(a\\\nb\\\r\nc\\\rd)", TEST_TEXT("abcd")},
        {"(\\q)", TEST_TEXT("q")},
        {"<4142 4>", TEST_TEXT("AB@")},
        {"<>", TEST_TEXT("")},
        {"(pith-bundle.json)", TEST_TEXT("pith-bundle.json")},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        pith_pdf_value value;
        char out[100];
        size_t size = cases[i].bytes.n;
        assert_int_equal(take(cases[i].raw, &value), PITH_PDF_GOOD);
        assert_int_equal(pith_pdf_string(&value, out, sizeof out), size);
        assert_memory_equal(out, cases[i].bytes.p, size);
        if (size) { // no room for the last byte
            memset(out, '#', sizeof out);
            assert_int_equal(pith_pdf_string(&value, out, size - 1), size - 1);
            assert_int_equal(out[size - 1], '#');
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),       cmocka_unit_test(test_beginnings),
        cmocka_unit_test(test_bad),          cmocka_unit_test(test_depth),
        cmocka_unit_test(test_dictionaries), cmocka_unit_test(test_strings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
