// SPDX-License-Identifier: MIT
//
// The gate: what it lets through, what it refuses, with which code and at which byte.
#include "fixture.h"

#include "base/limits.h"

#include <dirent.h>

#define SUITE TEST_VECTORS "/third-party/jsontestsuite"

// ---- Token invariants -----------------------------------------------------------------

static void check_order(const pith_clean *clean, uint32_t object)
{
    const pith_token *t = &clean->tokens[object];
    pith_text before = {0};
    for (uint32_t i = 0; i < t->count; i++) {
        pith_text name;
        uint32_t token = clean->order[t->order + i];
        assert_true(token > object && token < t->next);
        assert_true(pith_token_text(arena, clean, token, &name));
        if (i > 0)
            assert_true(pith_text_compare(before, name) < 0);
        before = name;
    }
}

// Checks the value at `index` and all below it; returns the index behind it.
static uint32_t check_token(const pith_clean *clean, uint32_t index, size_t depth)
{
    assert_true(index < clean->count && depth <= PITH_MAX_DEPTH);
    const pith_token *t = &clean->tokens[index];
    const char *p = clean->bytes + t->start;
    assert_true(t->start < t->end && t->end <= clean->len);
    const char last = clean->bytes[t->end - 1];
    uint32_t next = index + 1;
    uint32_t at = t->start;
    switch ((pith_json_kind)t->kind) {
    case PITH_JSON_OBJECT:
    case PITH_JSON_ARRAY: {
        bool object = t->kind == PITH_JSON_OBJECT;
        assert_true(*p == (object ? '{' : '[') && last == (object ? '}' : ']'));
        for (uint32_t i = 0; i < t->count; i++) {
            if (object) {
                assert_int_equal(clean->tokens[next].kind, PITH_JSON_STRING);
                assert_true(clean->tokens[next].start > at);
                at = clean->tokens[next].end;
                next = check_token(clean, next, depth);
            }
            assert_true(clean->tokens[next].start > at || !object);
            assert_true(clean->tokens[next].start >= at);
            at = clean->tokens[next].end;
            next = check_token(clean, next, depth + 1);
        }
        assert_true(at < t->end);
        if (object)
            check_order(clean, index);
        break;
    }
    case PITH_JSON_STRING: {
        assert_true(*p == '"' && last == '"' && t->end - t->start >= 2);
        assert_int_equal(t->escaped, memchr(p, '\\', t->end - t->start) != NULL);
        pith_text text;
        assert_true(pith_token_text(arena, clean, index, &text));
        for (size_t i = 0; i < text.n;) {
            uint32_t cp = 0;
            size_t n = pith_utf8_next(text.p + i, text.p + text.n, &cp);
            assert_true(n > 0 && cp != 0);
            i += n;
        }
        break;
    }
    case PITH_JSON_NUMBER:
        assert_true((*p == '-' || pith_is_digit(*p)) && pith_is_digit(last));
        break;
    case PITH_JSON_NULL:
        assert_true(t->end - t->start == 4 && memcmp(p, "null", 4) == 0);
        break;
    case PITH_JSON_TRUE:
        assert_true(t->end - t->start == 4 && memcmp(p, "true", 4) == 0);
        break;
    case PITH_JSON_FALSE:
        assert_true(t->end - t->start == 5 && memcmp(p, "false", 5) == 0);
        break;
    }
    assert_int_equal(t->next, next);
    return next;
}

// Runs the gate over an exact copy and checks the tokens of what passes. The copy lives
// until the arena is reset.
static pith_status gate(const char *bytes, size_t len, const pith_clean **out, pith_error *err)
{
    char *exact = test_exact(bytes, len);
    assert_true(pith_arena_defer(arena, free, exact));
    *err = (pith_error){0};
    *out = NULL;
    pith_status status = pith_gate(arena, exact, len, out, err);
    if (status == PITH_OK) {
        assert_true((*out)->bytes == exact && (*out)->len == len);
        assert_int_equal(check_token(*out, 0, 0), (*out)->count);
    } else {
        assert_int_equal(err->status, status);
        assert_true(err->has_offset && err->offset <= len && err->message[0]);
    }
    return status;
}

// ---- The table ------------------------------------------------------------------------

#define OK(text)                                                                                   \
    {                                                                                              \
        TEST_TEXT(text), PITH_OK, 0                                                                \
    }
#define NO(text, code, offset)                                                                     \
    {                                                                                              \
        TEST_TEXT(text), PITH_JSON_##code, offset                                                  \
    }

static void each_document_of_the_table_gets_its_code_and_offset(void **state)
{
    (void)state;
    static const struct {
        pith_text bytes;
        pith_status status;
        size_t offset;
    } rows[] = {
        // accepted
        OK("{}"),
        OK("[]"),
        OK("\"\""),
        OK("null"),
        OK("true"),
        OK("false"),
        OK("0"),
        OK("-0"),
        OK("-0.0"),
        OK("1e-400"),
        OK("0e999999999999999999999"),
        OK("1.7976931348623157e308"),
        OK("1.7976931348623158079e308"), // rounds down to the largest double
        OK("123456789012345678901234567890"),
        OK("1E+2"),
        OK(" \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n"),
        OK("{ \"a\" : 1 , \"b\" : { } }"),
        OK("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\\uFFFF\""),
        OK("\"\x7F\""),
        OK("\"\xE2\x80\xA8\""),
        OK("\"\xEF\xBF\xBF\""), // a noncharacter is a character here
        OK("\"\xF4\x8F\xBF\xBF\""),
        OK("\"\xEF\xBB\xBF\""), // a BOM inside is text
        OK("\"\\ud83d\\ude00\\uD83D\\uDE00\\udbff\\udfff\\ud800\\udc00\""),
        OK("{\"\":0}"),
        OK("{\"a\":1,\"A\":2,\"\\u00e1\":3,\"a\\u0301\":4,\"aa\":5}"),
        OK("[{\"a\":1},{\"a\":1}]"),
        OK("{\"a\":{\"a\":{\"a\":1}}}"),
        // values
        NO("", SYNTAX, 0),
        NO(" ", SYNTAX, 1),
        NO("nul", SYNTAX, 0),
        NO("nulL", SYNTAX, 0),
        NO("True", SYNTAX, 0),
        NO("tru", SYNTAX, 0),
        NO("undefined", SYNTAX, 0),
        NO("'a'", SYNTAX, 0),
        NO("nullx", TRAILING, 4),
        NO("[truefalse]", SYNTAX, 5),
        NO("\f1", SYNTAX, 0),
        NO("\v1", SYNTAX, 0),
        NO("\xC2\xA0"
           "1",
           SYNTAX, 0),
        NO("/**/1", SYNTAX, 0),
        NO("1//", TRAILING, 1),
        NO("#1", SYNTAX, 0),
        // numbers
        NO("NaN", SYNTAX, 0),
        NO("Infinity", SYNTAX, 0),
        NO("-Infinity", SYNTAX, 1),
        NO("-", SYNTAX, 1),
        NO("-a", SYNTAX, 1),
        NO("--1", SYNTAX, 1),
        NO("+1", SYNTAX, 0),
        NO(".5", SYNTAX, 0),
        NO("-.5", SYNTAX, 1),
        NO("1.", SYNTAX, 2),
        NO("1.e1", SYNTAX, 2),
        NO("1e", SYNTAX, 2),
        NO("1e+", SYNTAX, 3),
        NO("1e+-1", SYNTAX, 3),
        NO("1e1.5", TRAILING, 3),
        NO("00", SYNTAX, 0),
        NO("01", SYNTAX, 0),
        NO("-01", SYNTAX, 1),
        NO("[012]", SYNTAX, 1),
        NO("0x10", TRAILING, 1),
        NO("1-2", TRAILING, 1),
        NO("1_000", TRAILING, 1),
        NO("1,5", TRAILING, 1),
        NO("\xD9\xA1", SYNTAX, 0), // an Arabic digit
        NO("1e400", RANGE, 0),
        NO("[1,-1e400]", RANGE, 3),
        NO("1.7976931348623159e308", RANGE, 0),
        NO("{\"a\":1e999999999999999999999999}", RANGE, 5),
        // arrays
        NO("[", SYNTAX, 1),
        NO("]", SYNTAX, 0),
        NO("[1", SYNTAX, 2),
        NO("[1,", SYNTAX, 3),
        NO("[1,]", SYNTAX, 3),
        NO("[,1]", SYNTAX, 1),
        NO("[1,,2]", SYNTAX, 3),
        NO("[1 2]", SYNTAX, 3),
        NO("[1:2]", SYNTAX, 2),
        NO("[}", SYNTAX, 1),
        NO("[1}", SYNTAX, 2),
        NO("[]]", TRAILING, 2),
        NO("[\"a\":1]", SYNTAX, 4),
        // objects
        NO("{", SYNTAX, 1),
        NO("}", SYNTAX, 0),
        NO("{\"a\"", SYNTAX, 4),
        NO("{\"a\"}", SYNTAX, 4),
        NO("{\"a\":", SYNTAX, 5),
        NO("{\"a\":}", SYNTAX, 5),
        NO("{\"a\" 1}", SYNTAX, 5),
        NO("{\"a\"::1}", SYNTAX, 5),
        NO("{\"a\",1}", SYNTAX, 4),
        NO("{a:1}", SYNTAX, 1),
        NO("{'a':1}", SYNTAX, 1),
        NO("{1:1}", SYNTAX, 1),
        NO("{null:1}", SYNTAX, 1),
        NO("{[]:1}", SYNTAX, 1),
        NO("{,}", SYNTAX, 1),
        NO("{\"a\":1", SYNTAX, 6),
        NO("{\"a\":1]", SYNTAX, 6),
        NO("{\"a\":1,}", SYNTAX, 7),
        NO("{\"a\":1 \"b\":2}", SYNTAX, 7),
        NO("{\"a\":1;\"b\":2}", SYNTAX, 6),
        // trailing data
        NO("{}{}", TRAILING, 2),
        NO("{} x", TRAILING, 3),
        NO("1 2", TRAILING, 2),
        NO("1,", TRAILING, 1),
        NO("\"a\"\"b\"", TRAILING, 3),
        NO("[]\n[]\n", TRAILING, 3),
        NO("{}\xEF\xBB\xBF", TRAILING, 2),
        // strings
        NO("\"", SYNTAX, 0),
        NO("[\"abc", SYNTAX, 1),
        NO("\"abc\\\"", SYNTAX, 0),
        NO("\"\\", SYNTAX, 1),
        NO("\"\\x41\"", SYNTAX, 1),
        NO("\"\\'\"", SYNTAX, 1),
        NO("\"\\a\"", SYNTAX, 1),
        NO("\"\\ \"", SYNTAX, 1),
        NO("\"\\U0041\"", SYNTAX, 1),
        NO("\"ab\\u", SYNTAX, 3),
        NO("\"\\u12\"", SYNTAX, 1),
        NO("\"\\u12G4\"", SYNTAX, 1),
        NO("\"\\u00zz\"", SYNTAX, 1),
        NO("\"\\u+041\"", SYNTAX, 1),
        NO("\"\\u 041\"", SYNTAX, 1),
        NO("\"\\uD8", SYNTAX, 1),
        NO("\"a\tb\"", SYNTAX, 2),
        NO("\"a\nb\"", SYNTAX, 2),
        NO("\"a\x1F\"", SYNTAX, 2),
        NO("{\"a\nb\":1}", SYNTAX, 3),
        // NUL, in every place
        NO("\0", NUL, 0),
        NO("\"a\0b\"", NUL, 2),
        NO("{\"a\0b\":1}", NUL, 3),
        NO("[\0]", NUL, 1),
        NO("[1\0]", NUL, 2),
        NO("[1,\0]", NUL, 3),
        NO("{\0}", NUL, 1),
        NO("{\"a\"\0:1}", NUL, 4),
        NO("{\"a\":1\0}", NUL, 6),
        NO("1\0", NUL, 1),
        NO("{}\0", NUL, 2),
        NO("\"\\u0000\"", NUL, 1),
        NO("\"ab\\u0000\"", NUL, 3),
        NO("{\"\\u0000\":1}", NUL, 2),
        // surrogates
        NO("\"\\ud800\"", SURROGATE, 1),
        NO("\"\\udc00\"", SURROGATE, 1),
        NO("\"\\uDFFF\"", SURROGATE, 1),
        NO("\"x\\ud800\\ud800\"", SURROGATE, 2),
        NO("\"\\ude00\\ud83d\"", SURROGATE, 1),
        NO("\"\\ud800x\"", SURROGATE, 1),
        NO("\"\\ud800\\n\"", SURROGATE, 1),
        NO("\"\\ud83d\\u0041\"", SURROGATE, 1),
        NO("\"\\ud83d\\ue000\"", SURROGATE, 1),
        NO("\"\\ud83d\\ude00\\ud83d\"", SURROGATE, 13),
        NO("{\"\\ud800\":1}", SURROGATE, 2),
        // UTF-8
        NO("\"\x80\"", UTF8, 1),
        NO("\"\xFF\"", UTF8, 1),
        NO("\"\xC0\xAF\"", UTF8, 1),
        NO("\"\xC1\xBF\"", UTF8, 1),
        NO("\"\xE0\x80\x80\"", UTF8, 1),
        NO("\"\xED\xA0\x80\"", UTF8, 1),
        NO("\"\xF4\x90\x80\x80\"", UTF8, 1),
        NO("\"ab\xE2\x82\"", UTF8, 3),
        NO("\"\xC3", UTF8, 1),
        NO("{\"\xFF\":1}", UTF8, 2),
        // byte order marks
        NO("\xEF\xBB\xBF{}", BOM, 0),
        NO("\xEF\xBB\xBF", BOM, 0),
        NO(" \xEF\xBB\xBF{}", SYNTAX, 1),
        NO("\xFF\xFE[\0]\0", SYNTAX, 0),
        NO("\xFE\xFF\0[\0]", SYNTAX, 0),
        // duplicate names, however they are spelled; the second one is named
        NO("{\"a\":1,\"a\":2}", DUPLICATE, 7),
        NO("{\"a\":1,\"a\":1}", DUPLICATE, 7),
        NO("{\"\":1,\"\":2}", DUPLICATE, 6),
        NO("{\"a\":1,\"\\u0061\":2}", DUPLICATE, 7),
        NO("{\"\\/\":1,\"/\":2}", DUPLICATE, 8),
        NO("{\"\xC3\xA9\":1,\"\\u00E9\":2}", DUPLICATE, 8),
        NO("{\"\\ud83d\\ude00\":1,\"\xF0\x9F\x98\x80\":2}", DUPLICATE, 18),
        NO("{\"a\":1,\"b\":1,\"a\":2}", DUPLICATE, 13),
        NO("[{\"x\":{\"a\":1,\"b\":2,\"a\":3}}]", DUPLICATE, 19),
        NO("{\"a\":{\"b\":1},\"a\":1}", DUPLICATE, 13),
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        const pith_clean *clean;
        pith_error err;
        pith_status status = gate(rows[i].bytes.p, rows[i].bytes.n, &clean, &err);
        if (status != rows[i].status || (status != PITH_OK && err.offset != rows[i].offset))
            fail_msg("row %zu (%s): %s at %zu, expected %s at %zu", i, rows[i].bytes.p,
                     pith_status_name(status), err.offset, pith_status_name(rows[i].status),
                     rows[i].offset);
    }
    print_message("%zu documents\n", TEST_COUNT(rows));
}

// ---- Limits ---------------------------------------------------------------------------

static char *repeat(const char *part, size_t count, const char *middle, const char *closing,
                    size_t *len)
{
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    for (size_t i = 0; i < count; i++)
        pith_buf_puts(&buf, part);
    pith_buf_puts(&buf, middle);
    for (size_t i = 0; i < count; i++)
        pith_buf_puts(&buf, closing);
    assert_true(pith_buf_ok(&buf));
    *len = buf.len;
    char *bytes = pith_alloc_copy(arena, buf.data, buf.len);
    assert_non_null(bytes);
    pith_buf_free(&buf);
    return bytes;
}

static void depth_64_is_accepted_and_65_refused(void **state)
{
    (void)state;
    static const struct {
        const char *part, *middle, *closing;
    } rows[] = {{"[", "", "]"}, {"[", "0", "]"}, {"{\"a\":", "0", "}"}, {" [ ", "{}", " ] "}};
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        const pith_clean *clean;
        pith_error err;
        size_t len;
        size_t inner = rows[i].middle[0] == '{' ? 1 : 0; // levels in the middle
        const char *text = repeat(rows[i].part, 64 - inner, rows[i].middle, rows[i].closing, &len);
        assert_int_equal(gate(text, len, &clean, &err), PITH_OK);
        text = repeat(rows[i].part, 65 - inner, rows[i].middle, rows[i].closing, &len);
        assert_int_equal(gate(text, len, &clean, &err), PITH_JSON_DEPTH);
        size_t step = strlen(rows[i].part);
        assert_int_equal(err.offset, inner ? 64 * step : 64 * step + (*rows[i].part == ' '));
        text = repeat(rows[i].part, 100000, "", "", &len);
        assert_int_equal(gate(text, len, &clean, &err), PITH_JSON_DEPTH);
    }
    // Depth is nesting, not the number of containers.
    size_t len;
    const pith_clean *clean;
    pith_error err;
    char *text = repeat("[],", 1000, "[]", "", &len);
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    pith_buf_printf(&buf, "[%s]", text);
    assert_int_equal(gate(buf.data, buf.len, &clean, &err), PITH_OK);
    pith_buf_free(&buf);
}

static void integers_of_4300_digits_are_accepted_and_of_4301_refused(void **state)
{
    (void)state;
    const pith_clean *clean;
    pith_error err;
    size_t len;
    for (int negative = 0; negative < 2; negative++) {
        const char *sign = negative ? "-" : "";
        pith_buf buf;
        pith_buf_init(&buf, SIZE_MAX);
        pith_buf_printf(&buf, "%s%s", sign, repeat("7", 4300, "", "", &len));
        assert_int_equal(gate(buf.data, buf.len, &clean, &err), PITH_OK);
        pith_buf_puts(&buf, "7");
        assert_int_equal(gate(buf.data, buf.len, &clean, &err), PITH_JSON_RANGE);
        assert_int_equal(err.offset, 0);
        pith_buf_free(&buf);
    }
    // A fraction is a double, and Python reads those at any length.
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    pith_buf_printf(&buf, "[0.%s", repeat("7", 10000, "", "", &len));
    pith_buf_printf(&buf, ",%se-9990]", repeat("7", 10000, "", "", &len));
    assert_int_equal(gate(buf.data, buf.len, &clean, &err), PITH_OK);
    pith_buf_free(&buf);
}

static void short_memory_is_reported_not_met_with_a_crash(void **state)
{
    (void)state;
    pith_text text = test_slurp(arena, TEST_DATA "/json/mixed.json");
    size_t refused = 0;
    for (size_t max = 0; max < 20000; max += 97) {
        pith_arena *small = pith_arena_new(max);
        assert_non_null(small);
        const pith_clean *clean = NULL;
        pith_error err = {0};
        pith_view view;
        pith_status status = pith_gate(small, text.p, text.n, &clean, &err);
        if (status == PITH_OK)
            status = pith_view_open(small, clean, 0, 0, &view, &err);
        assert_true(status == PITH_OK || status == PITH_MEMORY);
        refused += status == PITH_MEMORY;
        pith_arena_free(small);
    }
    assert_true(refused > 0 && refused < 200);
}

// ---- Random documents -----------------------------------------------------------------

static uint64_t seed;

static void put_random_string(pith_buf *out)
{
    static const char *const parts[] = {"a",
                                        "B",
                                        " ",
                                        "\\\"",
                                        "\\\\",
                                        "\\/",
                                        "\\n",
                                        "\\t",
                                        "\\b",
                                        "\\u0001",
                                        "\\u00e9",
                                        "\xC3\xA9",
                                        "\x7F",
                                        "e",
                                        "\xEF\xAC\xB3",
                                        "\\uFFFD",
                                        "\\u2028",
                                        ",",
                                        ":",
                                        "[",
                                        "{",
                                        "\\ud83d\\ude00",
                                        "}",
                                        "]",
                                        "\xF0\x9F\x98\x80"};
    pith_buf_puts(out, "\"");
    while (test_below(&seed, 4) != 0)
        pith_buf_puts(out, parts[test_below(&seed, TEST_COUNT(parts))]);
}

static void put_space(pith_buf *out)
{
    static const char *const spaces[] = {"", "", "", " ", "\n", "\t\r"};
    pith_buf_puts(out, spaces[test_below(&seed, TEST_COUNT(spaces))]);
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by depth
static void put_random_value(pith_buf *out, size_t depth)
{
    static const char *const scalars[] = {"null", "true", "false", "0",    "-0",     "-1.5e-7",
                                          "17",   "1E5",  "0.1",   "5e-5", "1e+300", "-0.0"};
    size_t kind = test_below(&seed, depth ? 5 : 2);
    put_space(out);
    if (kind == 0) {
        put_random_string(out);
        pith_buf_puts(out, "\"");
    } else if (kind == 1) {
        pith_buf_puts(out, scalars[test_below(&seed, TEST_COUNT(scalars))]);
    } else {
        bool object = kind != 2;
        size_t count = test_below(&seed, 20) == 0 ? test_below(&seed, 40) : test_below(&seed, 5);
        pith_buf_puts(out, object ? "{" : "[");
        for (size_t i = 0; i < count; i++) {
            pith_buf_puts(out, i ? "," : "");
            put_space(out);
            if (object) {
                put_random_string(out);
                pith_buf_printf(out, "%zu\"", i); // no two names are equal
                put_space(out);
                pith_buf_puts(out, ":");
            }
            put_random_value(out, depth - 1);
        }
        put_space(out);
        pith_buf_puts(out, object ? "}" : "]");
    }
    put_space(out);
}

static void random_document(pith_buf *out)
{
    pith_buf_init(out, SIZE_MAX);
    pith_buf_puts(out, "[");
    put_random_value(out, 4);
    pith_buf_puts(out, "]");
    assert_true(pith_buf_ok(out));
}

// Views walk cJSON's tree beside the tokens: both must tell the same.
// NOLINTNEXTLINE(misc-no-recursion): bounded by depth
static void check_view(pith_view view)
{
    pith_text text;
    pith_text decoded;
    if (pith_view_string(view, &text)) {
        assert_true(pith_token_text(arena, view.clean, view.token, &decoded));
        assert_true(pith_text_equal(text, decoded));
    }
    size_t count = 0;
    pith_view item;
    for (bool more = pith_view_first(view, &item); more; more = pith_view_next(&item)) {
        count++;
        if (pith_view_kind(view) == PITH_JSON_OBJECT) {
            pith_view found;
            assert_true(pith_token_text(arena, view.clean, item.token - 1, &decoded));
            assert_true(pith_text_equal(pith_view_name(item), decoded));
            assert_true(pith_view_get(view, decoded.n ? pith_view_name(item).p : "", &found));
            assert_int_equal(found.token, item.token);
        }
        check_view(item);
    }
    assert_int_equal(count, pith_view_count(view));
}

static void random_documents_pass_with_sound_tokens_and_views(void **state)
{
    (void)state;
    seed = 12345;
    for (int round = 0; round < 2000; round++) {
        pith_buf doc;
        random_document(&doc);
        const pith_clean *clean;
        pith_error err;
        pith_view view;
        if (gate(doc.data, doc.len, &clean, &err) != PITH_OK)
            fail_msg("%s at %zu: %s", err.message, err.offset, doc.data);
        assert_int_equal(pith_view_open(arena, clean, 0, 0, &view, &err), PITH_OK);
        check_view(view);
        pith_buf_free(&doc);
        pith_arena_reset(arena);
    }
}

static void a_hollow_list_reads_as_empty_and_opens_item_by_item(void **state)
{
    (void)state;
    static const char text[] = "{\"a\":[{\"x\":1},\"\\u0041\",[2,[3]],"
                               "1234567890123456789012345678901234567890123456789012345678901234567"
                               "8901234567890],\"b\":7, \"c\" : [ 1 ] }";
    const pith_clean *clean;
    pith_error err;
    pith_view root;
    assert_int_equal(gate(text, sizeof text - 1, &clean, &err), PITH_OK);
    uint32_t list = pith_token_member(clean, 0, "a");
    assert_true(list != 0 && clean->tokens[list].count == 4);
    assert_int_equal(pith_token_member(clean, 0, "d"), 0);
    assert_int_equal(pith_token_member(clean, list, "a"), 0); // no object
    assert_int_equal(pith_view_open(arena, clean, 0, list, &root, &err), PITH_OK);
    pith_view item;
    assert_false(pith_view_first(test_member(root, "a"), &item));
    assert_int_equal(test_integer(root, "b"), 7); // what follows is not shifted
    assert_int_equal(pith_view_count(test_member(root, "c")), 1);
    uint32_t token = list + 1;
    static const pith_json_kind kinds[] = {PITH_JSON_OBJECT, PITH_JSON_STRING, PITH_JSON_ARRAY,
                                           PITH_JSON_NUMBER};
    for (size_t i = 0; i < TEST_COUNT(kinds); i++) {
        assert_int_equal(pith_view_open(arena, clean, token, 0, &item, &err), PITH_OK);
        assert_int_equal(pith_view_kind(item), kinds[i]);
        check_view(item);
        token = clean->tokens[token].next;
    }
    assert_int_equal(token, clean->tokens[list].next);
    assert_true(pith_token_is(clean, list + 4, "A") && !pith_token_is(clean, list + 4, "AB") &&
                !pith_token_is(clean, list + 4, "") && !pith_token_is(clean, list, "A"));
}

static void every_truncation_of_a_container_is_refused(void **state)
{
    (void)state;
    seed = 777;
    size_t cuts = 0;
    for (int round = 0; round < 60; round++) {
        pith_buf doc;
        random_document(&doc);
        if (round == 0) {
            pith_text mixed = test_slurp(arena, TEST_DATA "/json/mixed.json");
            pith_buf_free(&doc);
            pith_buf_add(&doc, mixed.p, mixed.n - 1); // without its last newline
        }
        for (size_t cut = 0; cut < doc.len; cut++, cuts++) {
            const pith_clean *clean;
            pith_error err;
            pith_status status = gate(doc.data, cut, &clean, &err);
            if (status == PITH_OK || pith_status_exit(status) != PITH_EXIT_MALFORMED)
                fail_msg("%zu of %zu bytes: %s", cut, doc.len, pith_status_name(status));
            pith_arena_reset(arena);
        }
        pith_buf_free(&doc);
    }
    assert_true(cuts > 1000);
}

static void mutated_documents_are_refused_or_keep_every_promise(void **state)
{
    (void)state;
    seed = 31337;
    size_t passed = 0;
    for (int round = 0; round < 20000; round++) {
        static const char likely[] = "\"\\,:[]{}u0d8-.eE\n\x00\x80\xFF";
        pith_buf doc;
        random_document(&doc);
        for (size_t edits = 1 + test_below(&seed, 3); edits > 0; edits--) {
            size_t at = test_below(&seed, doc.len);
            switch (test_below(&seed, 4)) {
            case 0:
                doc.data[at] = likely[test_below(&seed, sizeof likely)];
                break;
            case 1:
                doc.data[at] = (char)test_below(&seed, 256);
                break;
            case 2: // a byte less
                memmove(doc.data + at, doc.data + at + 1, doc.len - at - 1);
                doc.len -= doc.len > 1;
                break;
            default: // a stretch repeated elsewhere
                memmove(doc.data + at, doc.data + test_below(&seed, at + 1),
                        test_below(&seed, doc.len - at + 1));
            }
        }
        const pith_clean *clean;
        const pith_clean *again;
        pith_error err;
        if (gate(doc.data, doc.len, &clean, &err) == PITH_OK) {
            pith_view view;
            pith_buf once;
            pith_buf twice;
            pith_buf_init(&once, SIZE_MAX);
            pith_buf_init(&twice, SIZE_MAX);
            passed++;
            assert_int_equal(pith_view_open(arena, clean, 0, 0, &view, &err), PITH_OK);
            check_view(view);
            pith_canon(clean, 0, &once);
            assert_true(pith_buf_ok(&once));
            assert_int_equal(gate(once.data, once.len, &again, &err), PITH_OK);
            assert_int_equal(again->count, clean->count);
            pith_canon(again, 0, &twice);
            assert_int_equal(once.len, twice.len);
            assert_memory_equal(once.data, twice.data, once.len);
            pith_buf_free(&once);
            pith_buf_free(&twice);
        }
        pith_buf_free(&doc);
        pith_arena_reset(arena);
    }
    assert_true(passed > 100 && passed < 19000);
}

static void objects_of_many_names_are_sorted_and_checked(void **state)
{
    (void)state;
    seed = 5;
    for (size_t count = 0; count < 300; count += 7) {
        for (int twice = 0; twice < 2; twice++) {
            pith_buf doc;
            pith_buf_init(&doc, SIZE_MAX);
            size_t last = 0;
            for (size_t i = 0; i < count; i++) {
                last = doc.len + 1;
                pith_buf_printf(&doc, "%c\"\\u%04x%zu\":%zu", i ? ',' : '{',
                                (unsigned)(0x100 + (i * 7919) % 251), i, i);
            }
            if (twice && count) {
                last = doc.len + 1;
                pith_buf_printf(&doc, ",\"\xC4\x80"
                                      "0\":1"); // U+0100 and 0, as the first
            }
            pith_buf_puts(&doc, count ? "}" : "{}");
            const pith_clean *clean;
            pith_error err;
            pith_status status = gate(doc.data, doc.len, &clean, &err);
            assert_int_equal(status, twice && count ? PITH_JSON_DUPLICATE : PITH_OK);
            if (status != PITH_OK)
                assert_int_equal(err.offset, last);
            pith_buf_free(&doc);
            pith_arena_reset(arena);
        }
    }
}

// ---- JSONTestSuite --------------------------------------------------------------------

// The four files every JSON parser must take and our profile does not.
static const struct {
    const char *file;
    pith_status status;
} outside_profile[] = {
    {"y_object_duplicated_key.json", PITH_JSON_DUPLICATE},
    {"y_object_duplicated_key_and_value.json", PITH_JSON_DUPLICATE},
    {"y_object_escaped_null_in_key.json", PITH_JSON_NUL},
    {"y_string_null_escape.json", PITH_JSON_NUL},
};

// Our verdict where RFC 8259 leaves it free. Accepted: numbers that Python turns into a
// finite double or an exact integer. Refused: what has no canonical form or no text.
static const struct {
    const char *file;
    pith_status status;
} free_cases[] = {
    {"i_number_double_huge_neg_exp.json", PITH_OK}, // 0.0
    {"i_number_huge_exp.json", PITH_JSON_RANGE},
    {"i_number_neg_int_huge_exp.json", PITH_JSON_RANGE},
    {"i_number_pos_double_huge_exp.json", PITH_JSON_RANGE},
    {"i_number_real_neg_overflow.json", PITH_JSON_RANGE},
    {"i_number_real_pos_overflow.json", PITH_JSON_RANGE},
    {"i_number_real_underflow.json", PITH_OK}, // 0.0
    {"i_number_too_big_neg_int.json", PITH_OK},
    {"i_number_too_big_pos_int.json", PITH_OK},
    {"i_number_very_big_negative_int.json", PITH_OK},
    {"i_object_key_lone_2nd_surrogate.json", PITH_JSON_SURROGATE},
    {"i_string_1st_surrogate_but_2nd_missing.json", PITH_JSON_SURROGATE},
    {"i_string_1st_valid_surrogate_2nd_invalid.json", PITH_JSON_SURROGATE},
    {"i_string_UTF-16LE_with_BOM.json", PITH_JSON_SYNTAX},
    {"i_string_UTF-8_invalid_sequence.json", PITH_JSON_UTF8},
    {"i_string_UTF8_surrogate_U+D800.json", PITH_JSON_UTF8},
    {"i_string_incomplete_surrogate_and_escape_valid.json", PITH_JSON_SURROGATE},
    {"i_string_incomplete_surrogate_pair.json", PITH_JSON_SURROGATE},
    {"i_string_incomplete_surrogates_escape_valid.json", PITH_JSON_SURROGATE},
    {"i_string_invalid_lonely_surrogate.json", PITH_JSON_SURROGATE},
    {"i_string_invalid_surrogate.json", PITH_JSON_SURROGATE},
    {"i_string_invalid_utf-8.json", PITH_JSON_UTF8},
    {"i_string_inverted_surrogates_U+1D11E.json", PITH_JSON_SURROGATE},
    {"i_string_iso_latin_1.json", PITH_JSON_UTF8},
    {"i_string_lone_second_surrogate.json", PITH_JSON_SURROGATE},
    {"i_string_lone_utf8_continuation_byte.json", PITH_JSON_UTF8},
    {"i_string_not_in_unicode_range.json", PITH_JSON_UTF8},
    {"i_string_overlong_sequence_2_bytes.json", PITH_JSON_UTF8},
    {"i_string_overlong_sequence_6_bytes.json", PITH_JSON_UTF8},
    {"i_string_overlong_sequence_6_bytes_null.json", PITH_JSON_UTF8},
    {"i_string_truncated-utf-8.json", PITH_JSON_UTF8},
    {"i_string_utf16BE_no_BOM.json", PITH_JSON_NUL},
    {"i_string_utf16LE_no_BOM.json", PITH_JSON_NUL},
    {"i_structure_500_nested_arrays.json", PITH_JSON_DEPTH},
    {"i_structure_UTF-8_BOM_empty_object.json", PITH_JSON_BOM},
};

static pith_status gate_file(const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, SUITE "/%s", name);
    pith_text text = test_slurp(arena, path);
    const pith_clean *clean;
    pith_error err;
    return gate(text.p, text.n, &clean, &err);
}

static void jsontestsuite_gets_the_written_down_verdicts(void **state)
{
    (void)state;
    if (!test_present(SUITE, "JSONTestSuite"))
        skip();
    size_t count[128] = {0};
    size_t outside = 0;
    DIR *dir = opendir(SUITE);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        const char *name = entry->d_name;
        if (name[0] == '.' || name[1] != '_')
            continue;
        count[name[0] & 127]++;
        if (name[0] == 'i')
            continue; // below, by the table
        pith_status status = gate_file(name);
        pith_status want = PITH_OK;
        for (size_t i = 0; i < TEST_COUNT(outside_profile); i++) {
            if (strcmp(name, outside_profile[i].file) == 0) {
                want = outside_profile[i].status;
                outside++;
            }
        }
        bool right = name[0] == 'y'
                         ? status == want
                         : status != PITH_OK && pith_status_exit(status) == PITH_EXIT_MALFORMED;
        if (!right)
            fail_msg("%s: %s", name, pith_status_name(status));
        pith_arena_reset(arena);
    }
    closedir(dir);
    for (size_t i = 0; i < TEST_COUNT(free_cases); i++) {
        pith_status status = gate_file(free_cases[i].file);
        if (status != free_cases[i].status)
            fail_msg("%s: %s, expected %s", free_cases[i].file, pith_status_name(status),
                     pith_status_name(free_cases[i].status));
    }
    assert_int_equal(count['y'], 95);
    assert_int_equal(count['n'], 188);
    assert_int_equal(count['i'], 35);
    assert_int_equal(outside, 4);
    assert_int_equal(TEST_COUNT(free_cases), 35);
    print_message("JSONTestSuite: 95 y (4 outside the profile), 188 n, 35 i\n");
}

// What ends a plain run, at each place of a string and with each length behind it.
static void every_byte_is_seen_wherever_it_stands_in_a_string(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        const char *means; // NULL: refused
    } rows[] = {{"\\n", "\n"},
                {"\\\\", "\\"},
                {"\\\"", "\""},
                {"\\u0041", "A"},
                {"\xC3\xA9", "\xC3\xA9"},
                {"\x7F", "\x7F"},
                {"\x1F", NULL},
                {"\n", NULL},
                {"\xFF", NULL},
                {"\\x", NULL}};
    for (size_t row = 0; row < TEST_COUNT(rows); row++) {
        for (size_t before = 0; before <= 40; before++) {
            for (size_t after = 0; after <= 20; after++) {
                const pith_clean *clean;
                pith_error err;
                pith_text value;
                char text[100];
                char want[100];
                int n = snprintf(text, sizeof text, "[\"%.*s%s%.*s\"]", (int)before,
                                 "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
                                 rows[row].bytes, (int)after, "01234567890123456789");
                pith_status status = gate(text, (size_t)n, &clean, &err);
                assert_int_equal(status == PITH_OK, rows[row].means != NULL);
                if (status != PITH_OK) {
                    assert_int_equal(err.offset, 2 + before);
                } else {
                    snprintf(want, sizeof want, "%.*s%s%.*s", (int)before,
                             "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
                             rows[row].means, (int)after, "01234567890123456789");
                    assert_true(pith_token_text(arena, clean, 1, &value));
                    assert_true(pith_text_is(value, want));
                }
                pith_arena_reset(arena);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_byte_is_seen_wherever_it_stands_in_a_string),
        TEST(each_document_of_the_table_gets_its_code_and_offset),
        TEST(depth_64_is_accepted_and_65_refused),
        TEST(integers_of_4300_digits_are_accepted_and_of_4301_refused),
        TEST(short_memory_is_reported_not_met_with_a_crash),
        TEST(random_documents_pass_with_sound_tokens_and_views),
        TEST(a_hollow_list_reads_as_empty_and_opens_item_by_item),
        TEST(every_truncation_of_a_container_is_refused),
        TEST(mutated_documents_are_refused_or_keep_every_promise),
        TEST(objects_of_many_names_are_sorted_and_checked),
        TEST(jsontestsuite_gets_the_written_down_verdicts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
