// SPDX-License-Identifier: MIT
//
// Hashes and numbers from text, against public records: the titles of 10 of the project's
// own, of 73 when the larger set is there, and 5 abstracts.
#include "fixture.h"

#include "mint/mint.h"
#include "trust/sha256.h"
#include "verify/verify.h"

static bool next_object(pith_text *rest, pith_view *out)
{
    pith_text line;
    while (test_line(rest, &line)) {
        if (line.n == 0)
            continue;
        *out = test_parse(arena, line);
        return true;
    }
    return false;
}

// The categories of a record as arXiv lists them.
static pith_text categories_of(pith_view metadata)
{
    pith_buf words;
    pith_buf_init(&words, 4096);
    pith_text primary = test_string(metadata, "primary_cat");
    pith_buf_add(&words, primary.p, primary.n);
    pith_view item;
    bool more = pith_view_first(test_member(metadata, "cross_cats_sorted"), &item);
    for (; more; more = pith_view_next(&item)) {
        pith_text word;
        assert_true(pith_view_string(item, &word));
        pith_buf_puts(&words, " ");
        pith_buf_add(&words, word.p, word.n);
    }
    char *copy = pith_alloc_copy(arena, words.data, words.len);
    assert_non_null(copy);
    pith_text text = {copy, words.len};
    pith_buf_free(&words);
    return text;
}

static pith_metadata metadata_of(pith_view line)
{
    pith_view record = test_member(line, "canonical_record");
    pith_view metadata = test_member(record, "metadata");
    pith_view source = test_member(record, "source");
    return (pith_metadata){.id = test_string(source, "id"),
                           .version = test_integer(source, "version"),
                           .title = test_string(line, "title"),
                           .abstract_sha256 = test_string(metadata, "abstract_canon_sha256"),
                           .categories = categories_of(metadata),
                           .license = test_string(metadata, "license"),
                           .submitted_at = test_string(metadata, "submitted_at")};
}

// The title is hashed, the abstract's hash is taken over: the record has to come out as a whole.
static size_t check_records(const char *path)
{
    pith_text rest = test_slurp(arena, path);
    pith_view line;
    size_t count = 0;
    while (next_object(&rest, &line)) {
        pith_view title;
        if (!pith_view_get(line, "title", &title) || pith_view_kind(title) != PITH_JSON_STRING)
            continue;
        pith_metadata metadata = metadata_of(line);
        pith_minted minted;
        pith_result *result;
        pith_error err;
        assert_int_equal(pith_mint_record(arena, &metadata, &minted, &err), PITH_OK);
        char hex[65];
        pith_hex(minted.digest, sizeof minted.digest, hex);
        if (!pith_text_is(test_string(line, "canonical_sha256"), hex))
            fail_msg("%s: another hash", metadata.title.p);
        pith_text number = test_string(line, "pith");
        if (number.n == PITH_ID_LEN)
            assert_true(pith_text_is(number, minted.number.id));
        // What mint.c writes by hand is what the canonical form gives.
        pith_buf form;
        pith_buf_init(&form, PITH_MAX_DOCUMENT);
        assert_int_equal(pith_canonical_form(arena, minted.canonical, &form, &err), PITH_OK);
        assert_true(pith_text_equal(minted.canonical, (pith_text){form.data, form.len}));
        pith_buf_free(&form);
        assert_int_equal(pith_mint(arena, &metadata, &result, &err), PITH_OK);
        assert_int_equal(result->exit, PITH_EXIT_OK);
        assert_int_equal(result->number.year, minted.number.year);
        assert_true(result->title.n > 0);
        count++;
    }
    return count;
}

// A caller may fill the fields by hand.
static void fields_that_no_record_has(void **state)
{
    static const struct {
        const char *id;
        int64_t version;
    } rows[] = {{"99", 1},
                {"1309.3741v2", 1},
                {"1309.3741v2", 2},
                {"arXiv:1309.3741", 1},
                {"../../etc/passwd", 1},
                {"1309.3741\",\"ka\":\"x", 1},
                {"1309.3741", 10000},
                {"1309.3741", INT64_MAX}};
    pith_metadata metadata = {.title = pith_text_of("T"),
                              .abstract = pith_text_of("A"),
                              .categories = pith_text_of("math.CO"),
                              .license = pith_text_of(""),
                              .submitted_at = pith_text_of("2013-09-15T00:00:00Z"),
                              .id = pith_text_of("1309.3741"),
                              .version = 1};
    pith_result *result;
    pith_error err;
    (void)state;
    assert_int_equal(pith_mint(arena, &metadata, &result, &err), PITH_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        metadata.id = pith_text_of(rows[i].id);
        metadata.version = rows[i].version;
        assert_int_equal(pith_mint(arena, &metadata, &result, &err), PITH_METADATA_FORM);
    }
}

static void own_records(void **state)
{
    (void)state;
    assert_int_equal(check_records(TEST_DATA "/records.jsonl"), 10);
}

static void all_records(void **state)
{
    (void)state;
    const char *path = TEST_VECTORS "/records.jsonl";
    if (test_present(path, "73 titles"))
        assert_int_equal(check_records(path), 73);
}

static void abstracts(void **state)
{
    (void)state;
    const char *path = TEST_VECTORS "/abstracts.jsonl";
    if (!test_present(path, "public abstracts"))
        return;
    pith_text rest = test_slurp(arena, path);
    pith_view line;
    size_t count = 0;
    while (next_object(&rest, &line)) {
        uint8_t digest[PITH_DIGEST_LEN];
        char hex[65];
        pith_text collapsed;
        bool plain;
        assert_true(pith_canon_text_digest(arena, test_string(line, "abstract"), digest, &collapsed,
                                           &plain));
        pith_hex(digest, sizeof digest, hex);
        assert_true(plain);
        assert_true(pith_text_is(test_string(line, "abstract_canon_sha256"), hex));
        count++;
    }
    assert_true(count >= 5);
}

// canon(s) byte by byte, for ASCII.
static size_t canon_slowly(const char *p, size_t n, char *out)
{
    size_t len = 0;
    for (size_t i = 0; i < n; i++) {
        bool space =
            p[i] == ' ' || (p[i] >= '\t' && p[i] <= '\r') || (p[i] >= 0x1C && p[i] <= 0x1F);
        if (!space)
            out[len++] = pith_to_lower(p[i]);
        else if (len > 0 && out[len - 1] != ' ')
            out[len++] = ' ';
    }
    return len > 0 && out[len - 1] == ' ' ? len - 1 : len;
}

static void ascii_of_every_length_is_collapsed_as_by_hand(void **state)
{
    (void)state;
    uint64_t seed = 9;
    for (int round = 0; round < 20000; round++) {
        static const char likely[] = "  \n\tAbz~\x1C\x7F\x01";
        char text[100];
        char want[100];
        pith_text collapsed;
        bool plain;
        uint8_t digest[PITH_DIGEST_LEN];
        uint8_t right[PITH_DIGEST_LEN];
        size_t n = test_below(&seed, sizeof text);
        bool odd = false;
        for (size_t i = 0; i < n; i++) {
            text[i] = test_below(&seed, 4) ? (char)('A' + test_below(&seed, 26))
                                           : likely[test_below(&seed, sizeof likely - 1)];
            odd = odd || text[i] == 0x7F || text[i] == 1;
        }
        pith_sha256(want, canon_slowly(text, n, want), right);
        char *exact = test_exact(text, n);
        assert_true(
            pith_canon_text_digest(arena, (pith_text){exact, n}, digest, &collapsed, &plain));
        free(exact);
        assert_memory_equal(digest, right, sizeof digest);
        assert_int_equal(plain, !odd);
        pith_arena_reset(arena);
    }
}

static void times(void **state)
{
    (void)state;
    static const struct {
        const char *given;
        const char *want; // NULL: refused
    } rows[] = {{"Mon, 2 Apr 2007 19:18:42 GMT", "2007-04-02T19:18:42Z"},
                {"Sat, 29 Feb 2020 00:00:00 GMT", "2020-02-29T00:00:00Z"},
                {" 2024-07-29T12:00:00Z\n", "2024-07-29T12:00:00Z"},
                {"2 Apr 2007 19:18:42 UTC", "2007-04-02T19:18:42Z"},
                {"Sun, 29 Feb 2021 00:00:00 GMT", NULL},
                {"Mon, 2 Apr 2007 19:18:42 EST", NULL},
                {"Mon, 2 Apr 2007 19:18:42", NULL},
                {"Mon, 2 Apx 2007 19:18:42 GMT", NULL},
                {"2024-07-29T12:00:00.5Z", NULL},
                {"2024-07-29", NULL},
                {"", NULL}};
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        char out[21];
        bool good = pith_mint_time(pith_text_of(rows[i].given), out);
        if (good != (rows[i].want != NULL) || (good && strcmp(out, rows[i].want) != 0))
            fail_msg("%s", rows[i].given);
    }
}

static void categories(void **state)
{
    (void)state;
    static const char *const good[] = {"math.CO",  "hep-th",   "cond-mat.stat-mech",
                                       "chao-dyn", "q-bio.PE", "physics.data-an"};
    static const char *const bad[] = {"",        "I.2.7",    "68T05", "math.",
                                      "Math.CO", "math.C O", "arxiv", "math.C\"O"};
    for (size_t i = 0; i < TEST_COUNT(good); i++)
        assert_true(pith_mint_is_category(pith_text_of(good[i])));
    for (size_t i = 0; i < TEST_COUNT(bad); i++)
        assert_false(pith_mint_is_category(pith_text_of(bad[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(fields_that_no_record_has),
                                       TEST(own_records),
                                       TEST(all_records),
                                       TEST(abstracts),
                                       TEST(ascii_of_every_length_is_collapsed_as_by_hand),
                                       TEST(times),
                                       TEST(categories)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
