// SPDX-License-Identifier: MIT
//
// HTML escapes and templates, and the folder of a mirror. What `pith mirror` does as a whole is
// in tests/cli/mirror.sh.
#include "fixture.h"

#include "base/path.h"

#include "mirror/mirror.h"
#include "out/html.h"

#include <sys/stat.h>
#include <unistd.h>

// ---- HTML -----------------------------------------------------------------------------

static void escapes(void **state)
{
    (void)state;
    static const struct {
        pith_text raw;
        const char *html;
    } rows[] = {
        {TEST_TEXT(""), ""},
        {TEST_TEXT("plain"), "plain"},
        {TEST_TEXT("<b a='x' c=\"y\">&lt;</b>"),
         "&lt;b a=&#39;x&#39; c=&quot;y&quot;&gt;&amp;lt;&lt;/b&gt;"},
        {TEST_TEXT("a\nb\tc\x1b[2J"), "a\\u{a}b\\u{9}c\\u{1b}[2J"},
        {TEST_TEXT("\xE2\x80\xAE<"), "\\u{202e}&lt;"},
        {TEST_TEXT("nul\0nul"), "nul\\u{0}nul"},
        {TEST_TEXT("\xFF\xC3"), "\\xff\\xc3"},
        {TEST_TEXT("\xC3\xA9"), "\xC3\xA9"},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        char *exact = test_exact(rows[i].raw.p, rows[i].raw.n);
        pith_html html = pith_html_escape(arena, (pith_text){exact, rows[i].raw.n});
        assert_non_null(html.inert.p);
        assert_int_equal(html.inert.n, strlen(rows[i].html));
        assert_memory_equal(html.inert.p, rows[i].html, html.inert.n);
        free(exact);
    }
}

static pith_status filled(pith_html_scope *scope, const char *template, const char *want)
{
    pith_buf out;
    pith_error err = {0};
    pith_buf_init(&out, SIZE_MAX);
    char *exact = test_exact(template, strlen(template));
    pith_status status = pith_html_fill(scope, (pith_text){exact, strlen(template)}, &out, &err);
    if (want) {
        assert_int_equal(status, PITH_OK);
        assert_int_equal(out.len, strlen(want));
        if (out.len)
            assert_memory_equal(out.data, want, out.len);
    }
    free(exact);
    pith_buf_free(&out);
    return status;
}

static void templates(void **state)
{
    (void)state;
    pith_html_scope *page = pith_html_open(arena, NULL, NULL);
    pith_html_text(page, "x", pith_text_of("<{{y}}>"));
    pith_html_text(page, "y", pith_text_of("why"));
    for (int i = 0; i < 2; i++)
        pith_html_text(pith_html_open(arena, page, "row"), "n", pith_text_of(i ? "2" : "1"));
    pith_html_text(pith_html_open(arena, page, "other"), "y", pith_text_of("inner"));
    filled(page, "", "");
    filled(page, "no tag {x} { }", "no tag {x} { }");
    filled(page, "{{x}}{{y}}", "&lt;{{y}}&gt;why"); // values are not read again
    filled(page, "a{{#row}}{{n}}{{y}},{{/row}}b", "a1why,2why,b");
    filled(page, "{{#row}}\n<i>{{n}}\n{{/row}}\nend\n", "<i>1\n<i>2\nend\n");
    filled(page, "{{#other}}{{y}}{{/other}}{{y}}", "innerwhy");
    filled(page, "{{#none}}{{unset}}{{/none}}", "");
    filled(page, "open {{x", "open {{x");
    assert_int_equal(filled(page, "{{unset}}", NULL), PITH_INTERNAL);
    assert_int_equal(filled(page, "{{n}}", NULL), PITH_INTERNAL);
    assert_int_equal(filled(page, "{{#row}}{{n}}", NULL), PITH_INTERNAL);
    assert_int_equal(filled(page, "{{/row}}", NULL), PITH_INTERNAL);
}

static void memory_runs_out(void **state)
{
    (void)state;
    for (size_t max = 0; max < 2048; max += 64) {
        pith_arena *small = pith_arena_new(max);
        pith_html_scope *page = small ? pith_html_open(small, NULL, NULL) : NULL;
        for (int i = 0; i < 20 && page; i++)
            pith_html_text(pith_html_open(small, page, "row"), "n", pith_text_of("text"));
        if (small)
            assert_int_not_equal(filled(page, "{{#row}}{{n}}{{/row}}", NULL), PITH_OK);
        pith_arena_free(small);
    }
}

// ---- Names and folders ----------------------------------------------------------------

static void names(void **state)
{
    (void)state;
    static const char *const good[] = {"index.html", "pith/AAAA/bundle.json",
                                       ".well-known/pith/A/bundle.json",
                                       "alias/doi/10.48550/arxiv.hep-th/0702219.json", "a-b_c.d"};
    static const char *const bad[] = {
        "",         "/",          "/a",         "a/",           "a//b",     ".",
        "..",       "../a",       "a/..",       "a/../b",       ".hidden",  "a/.b",
        "a b",      "a\\b",       "a\nb",       "a:b",          "\xC3\xA9", "x.json/y",
        "x.html/y", "x.jsonld/y", ".well-know", ".well-known2", "a/./b",    "~"};
    for (size_t i = 0; i < TEST_COUNT(good); i++)
        assert_true(pith_tree_name(good[i]));
    for (size_t i = 0; i < TEST_COUNT(bad); i++)
        assert_false(pith_tree_name(bad[i]));
    char long_name[300];
    memset(long_name, 'a', sizeof long_name);
    long_name[201] = '\0';
    assert_false(pith_tree_name(long_name));
    long_name[200] = '\0';
    assert_true(pith_tree_name(long_name));
}

static void folders(void **state)
{
    (void)state;
    const char *base = getenv("TMPDIR");
    char *dir = pith_path_join(arena, base && *base ? base : "/tmp", "pith-mirror-XXXXXX");
    pith_tree tree;
    pith_error err;
    pith_text text;
    pith_buf bytes;
    assert_non_null(mkdtemp(dir));
    pith_buf_init(&bytes, SIZE_MAX);
    pith_buf_puts(&bytes, "x");
    assert_int_equal(pith_tree_open(dir, &tree, &err), PITH_OK);
    assert_int_equal(pith_tree_lock(&tree, &err), PITH_OK);
    assert_int_equal(pith_tree_read(arena, &tree, "a/b.json", 9, &text, &err), PITH_OK);
    assert_null(text.p);
    assert_int_equal(pith_tree_write(arena, &tree, "a/b.json", &bytes, &err), PITH_OK);
    assert_int_equal(pith_tree_write(arena, &tree, "a/b.json", &bytes, &err), PITH_OK);
    assert_int_equal(tree.written, 1);
    assert_int_equal(tree.unchanged, 1);
    assert_int_equal(pith_tree_read(arena, &tree, "a/b.json", 9, &text, &err), PITH_OK);
    assert_int_equal(text.n, 1);
    assert_int_equal(pith_tree_write(arena, &tree, "a", &bytes, &err), PITH_IO_WRITE);
    assert_int_equal(pith_tree_write(arena, &tree, "../a", &bytes, &err), PITH_FIELD_VALUE);

    char *link = pith_path_join(arena, dir, "a/link.json");
    char *loop = pith_path_join(arena, dir, "loop");
    char *file = pith_path_join(arena, dir, "a/b.json");
    char *folder = pith_path_join(arena, dir, "a");
    assert_int_equal(symlink("b.json", link), 0);
    assert_int_equal(symlink(".", loop), 0);
    assert_int_equal(pith_tree_read(arena, &tree, "a/link.json", 9, &text, &err), PITH_IO_WRITE);
    assert_int_equal(pith_tree_write(arena, &tree, "a/link.json", &bytes, &err), PITH_IO_WRITE);
    assert_int_equal(pith_tree_write(arena, &tree, "loop/x.json", &bytes, &err), PITH_IO_WRITE);
    assert_int_equal(tree.written, 1);

    pith_tree_unlock(&tree);
    pith_tree_close(&tree);
    pith_buf_free(&bytes);
    assert_int_equal(unlink(link) | unlink(loop) | unlink(file) | rmdir(folder) | rmdir(dir), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(escapes), TEST(templates), TEST(memory_runs_out), TEST(names), TEST(folders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
