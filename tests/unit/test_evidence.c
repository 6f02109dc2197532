// SPDX-License-Identifier: MIT
//
// The names of captures: which URL is one, and of which page.
#include "evidence/archive.h"
#include "vectors.h"

#define ID   "A5G5GAJ7DMCZDPVAMNFAYYAUOP"
#define PAGE "https://pith.science/pith/" ID
#define WEB  "https://web.archive.org/web/"

static const struct {
    pith_text url;
    const char *time; // NULL: no capture
    const char *host;
} names[] = {
    {TEST_TEXT(WEB "20260901120000/" PAGE), "2026-09-01T12:00:00Z", "web.archive.org"},
    {TEST_TEXT("http://127.0.0.1:80/web/20240229235959/http://a"), "2024-02-29T23:59:59Z",
     "127.0.0.1:80"},
    {TEST_TEXT(""), NULL, NULL},
    {TEST_TEXT(WEB), NULL, NULL},
    {TEST_TEXT(WEB "20260901120000"), NULL, NULL},
    {TEST_TEXT(WEB "20260901120000/"), NULL, NULL},
    {TEST_TEXT(WEB "20260901120000/https://"), NULL, NULL},
    {TEST_TEXT(WEB "20260901120000/ftp://a"), NULL, NULL},
    {TEST_TEXT(WEB "20260901120000id_/" PAGE), NULL, NULL},
    {TEST_TEXT(WEB "2026090112000/" PAGE), NULL, NULL},
    {TEST_TEXT(WEB "202609011200000/" PAGE), NULL, NULL},
    {TEST_TEXT(WEB "2026-09-01T12:0/" PAGE), NULL, NULL},
    {TEST_TEXT(WEB "20230229120000/" PAGE), NULL, NULL},
    {TEST_TEXT(WEB "20260901240000/" PAGE), NULL, NULL},
    {TEST_TEXT(WEB "*/" PAGE), NULL, NULL},
    {TEST_TEXT("https:///web/20260901120000/" PAGE), NULL, NULL},
    {TEST_TEXT("https://u@h/web/20260901120000/" PAGE), NULL, NULL},
    {TEST_TEXT("https://h/x/web/20260901120000/" PAGE), NULL, NULL},
    {TEST_TEXT("ftp://h/web/20260901120000/" PAGE), NULL, NULL},
    {TEST_TEXT("javascript:alert(1)"), NULL, NULL},
    {TEST_TEXT(WEB "20260901120000/https://a b"), NULL, NULL},
    {TEST_TEXT(WEB "20260901120000/https://a\nb"), NULL, NULL},
    {TEST_TEXT(WEB "20260901120000/https://a\0b"), NULL, NULL},
    {TEST_TEXT(WEB "20260901120000/https://a\"b"), NULL, NULL},
    {TEST_TEXT(WEB "20260901120000/https://\xC3\xA9"), NULL, NULL},
};

static void captures_have_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        pith_capture_name name;
        // In memory of just that size, so that a look too far is seen.
        char *exact = malloc(names[i].url.n + 1);
        assert_non_null(exact);
        memcpy(exact, names[i].url.p, names[i].url.n);
        bool is = pith_capture_read((pith_text){exact, names[i].url.n}, &name);
        if (is != (names[i].time != NULL))
            fail_msg("%s", names[i].url.p);
        if (is) {
            assert_string_equal(name.time, names[i].time);
            assert_int_equal(name.host.n, strlen(names[i].host));
            assert_memory_equal(name.host.p, names[i].host, name.host.n);
        }
        free(exact);
    }
}

static void every_prefix_is_read_safely(void **state)
{
    static const char url[] = WEB "20260901120000/" PAGE;
    (void)state;
    for (size_t n = 0; n < sizeof url; n++) {
        pith_capture_name name;
        char *exact = malloc(n + 1);
        assert_non_null(exact);
        memcpy(exact, url, n);
        bool is = pith_capture_read((pith_text){exact, n}, &name);
        assert_int_equal(is, n > strlen(WEB "20260901120000/https://") && n < sizeof url);
        free(exact);
    }
}

static void a_long_name_is_none(void **state)
{
    char url[1024];
    pith_capture_name name;
    (void)state;
    int n = snprintf(url, sizeof url, WEB "20260901120000/https://");
    memset(url + n, 'a', sizeof url - (size_t)n);
    assert_true(pith_capture_read((pith_text){url, 512}, &name));
    assert_false(pith_capture_read((pith_text){url, 513}, &name));
}

static const struct {
    const char *page;
    bool of_record;
} pages[] = {
    {PAGE, true},
    {PAGE "/", true},
    {"http://pith.science/pith/" ID, true},
    {"https://www.pith.science/pith/" ID, true},
    {"https://arxiv.org/abs/hep-lat/0305021v2", true},
    {"http://www.arxiv.org/abs/hep-lat/0305021v2/", true},
    {PAGE "//", false},
    {PAGE "X", false},
    {PAGE "/bundle.json", false},
    {PAGE "?x", false},
    {"https://pith.science/pith/" ID "#a", false},
    {"https://pith.science/pith/a5g5gaj7dmczdpvamnfayyauop", false},
    {"https://pith.science/pith/A5G5GAJ7", false},
    {"https://pith.science.example.org/pith/" ID, false},
    {"https://evil.example/https://pith.science/pith/" ID, false},
    {"https://www.www.pith.science/pith/" ID, false},
    {"https://PITH.SCIENCE/pith/" ID, false},
    {"https://arxiv.org/abs/hep-lat/0305021", false},
    {"https://arxiv.org/abs/hep-lat/0305021v1", false},
    {"https://arxiv.org/abs/hep-lat/0305021v21", false},
    {"https://arxiv.org/abs/hep-lat/03050211v2", false},
    {"https://arxiv.org/abs/v2", false},
    {"https://arxiv.org/pdf/hep-lat/0305021v2", false},
    {"pith.science/pith/" ID, false},
    {"", false},
};

static void pages_belong_to_records(void **state)
{
    pith_result result = {.number = {ID, 2003},
                          .source_kind = TEST_TEXT("arxiv"),
                          .source_id = TEST_TEXT("hep-lat/0305021"),
                          .source_version = 2};
    (void)state;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        pith_text page = {pages[i].page, strlen(pages[i].page)};
        if (pith_page_is_of(page, &result) != pages[i].of_record)
            fail_msg("%s", pages[i].page);
    }
    result.source_kind = (pith_text)TEST_TEXT("other");
    assert_false(
        pith_page_is_of((pith_text)TEST_TEXT("https://arxiv.org/abs/hep-lat/0305021v2"), &result));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(captures_have_names),
        cmocka_unit_test(every_prefix_is_read_safely),
        cmocka_unit_test(a_long_name_is_none),
        cmocka_unit_test(pages_belong_to_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
