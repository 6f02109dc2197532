// SPDX-License-Identifier: MIT
//
// What a program that TeX started writes: into which folder, over which file, and what of the
// data file that is there it may keep.
#include "vectors.h"

#include "base/path.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static pith_arena *arena;
static char *dir;
static int home;

static int enter_dir(void **state)
{
    (void)state;
    arena = test_arena();
    const char *base = getenv("TMPDIR");
    dir = pith_path_join(arena, base && *base ? base : "/tmp", "pith-test-XXXXXX");
    home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return home >= 0 && dir && mkdtemp(dir) && chdir(dir) == 0 ? 0 : -1;
}

static int leave_dir(void **state)
{
    (void)state;
    static const char *const made[] = {"pith-data.tex", "out/pith-data.tex",
                                       "link",          "dangling",
                                       "out/deep/link", "out/deep/inner",
                                       "out/deep",      "out",
                                       "file",          "fifo",
                                       "lock/below",    "lock",
                                       "foreign"};
    chmod("lock", 0700);
    for (size_t i = 0; i < TEST_COUNT(made); i++)
        (void)remove(made[i]);
    int left = fchdir(home) == 0 ? rmdir(dir) : -1;
    close(home);
    pith_arena_free(arena);
    return left;
}

static void put(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
}

static const char *absolute(const char *path)
{
    char *joined = pith_path_join(arena, dir, path);
    assert_non_null(joined);
    return joined;
}

// ---- The folder -----------------------------------------------------------------------

static void check_place(const char *output_directory, const char *texmfoutput, pith_status status,
                        const char *folder, const char *path)
{
    pith_tex_place place = {.dir = -1};
    pith_error err = {0};
    struct stat got;
    struct stat want;
    pith_status was = pith_tex_place_open(output_directory, texmfoutput, &place, &err);
    if (was != status)
        fail_msg("%s, %s: %s %s", output_directory ? output_directory : "NULL",
                 texmfoutput ? texmfoutput : "NULL", pith_status_name(was), err.message);
    if (status == PITH_OK) {
        assert_int_equal(fstat(place.dir, &got), 0);
        assert_int_equal(stat(folder, &want), 0);
        assert_true(got.st_dev == want.st_dev && got.st_ino == want.st_ino);
        if (path)
            assert_string_equal(place.path, path);
    } else {
        assert_int_equal(err.status, status);
        assert_true(err.object[0] && err.message[0]);
        assert_int_equal(place.dir, -1);
    }
    pith_tex_place_close(&place);
    assert_int_equal(place.dir, -1);
}

static void make_tree(void)
{
    assert_int_equal(mkdir("out", 0700), 0);
    assert_int_equal(mkdir("out/deep", 0700), 0);
    assert_int_equal(symlink("out", "link"), 0);
    assert_int_equal(symlink("nowhere", "dangling"), 0);
    assert_int_equal(symlink("..", "out/deep/link"), 0);
    put("file", "");
    assert_int_equal(mkfifo("fifo", 0600), 0);
}

static void the_folder_is_the_one_tex_writes_to(void **state)
{
    (void)state;
    make_tree();
    check_place(NULL, NULL, PITH_OK, ".", "pith-data.tex");
    check_place("", "", PITH_OK, ".", "pith-data.tex");
    check_place(NULL, "out", PITH_OK, ".", "pith-data.tex");
    check_place("out", NULL, PITH_OK, "out", "out/pith-data.tex");
    check_place("./out/", NULL, PITH_OK, "out", NULL);
    check_place("out//deep", NULL, PITH_OK, "out/deep", NULL);
    check_place("out/deep/../..", NULL, PITH_OK, ".", NULL);
    check_place("..", NULL, PITH_OK, "..", "../pith-data.tex");
    check_place(absolute("out"), NULL, PITH_OK, "out", NULL);
    check_place("/", NULL, access("/", W_OK) == 0 ? PITH_OK : PITH_IO_WRITE, "/", NULL);
    check_place("nowhere", NULL, PITH_IO_WRITE, NULL, NULL);
    check_place("nowhere", "out", PITH_OK, "out", "out/pith-data.tex");
    check_place("nowhere", absolute("out"), PITH_OK, "out", NULL);
    check_place("nowhere", "neither", PITH_IO_WRITE, NULL, NULL);
    check_place("file", NULL, PITH_IO_WRITE, NULL, NULL);
    check_place("fifo", NULL, PITH_IO_WRITE, NULL, NULL); // and does not hang
    check_place("file/out", NULL, PITH_IO_WRITE, NULL, NULL);
}

static void links_that_an_archive_can_hold_are_not_followed(void **state)
{
    (void)state;
    make_tree();
    check_place("link", NULL, PITH_OUTPUT_REFUSED, NULL, NULL);
    check_place("link/", NULL, PITH_OUTPUT_REFUSED, NULL, NULL);
    check_place("link/deep", NULL, PITH_OUTPUT_REFUSED, NULL, NULL);
    check_place("./link", NULL, PITH_OUTPUT_REFUSED, NULL, NULL);
    check_place("out/deep/link", NULL, PITH_OUTPUT_REFUSED, NULL, NULL);
    check_place("dangling", NULL, PITH_OUTPUT_REFUSED, NULL, NULL);
    check_place(absolute("link"), NULL, PITH_OUTPUT_REFUSED, NULL, NULL);
    check_place(absolute("link/deep"), NULL, PITH_OUTPUT_REFUSED, NULL, NULL);
    // A link is refused, not gone around.
    check_place("link", "out", PITH_OUTPUT_REFUSED, NULL, NULL);
    check_place("nowhere", "link", PITH_OUTPUT_REFUSED, NULL, NULL);
    // Above the current folder it is the user's.
    assert_int_equal(chdir("out/deep"), 0);
    check_place(absolute("link"), NULL, PITH_OK, absolute("out"), NULL);
    check_place(absolute("link/deep"), NULL, PITH_OK, ".", NULL);
    // ... and below it again not, by whichever way one came.
    check_place(absolute("link/deep/link"), NULL, PITH_OUTPUT_REFUSED, NULL, NULL);
    check_place("../../link", NULL, PITH_OUTPUT_REFUSED, NULL, NULL);
    assert_int_equal(chdir(dir), 0);
}

static void long_paths_are_refused(void **state)
{
    (void)state;
    char path[6000];
    memset(path, 'a', sizeof path);
    path[300] = '\0';
    check_place(path, NULL, PITH_IO_WRITE, NULL, NULL);
    path[300] = 'a';
    path[sizeof path - 1] = '\0';
    check_place(path, NULL, PITH_IO_WRITE, NULL, NULL);
    path[0] = '/';
    check_place(path, NULL, PITH_IO_WRITE, NULL, NULL);
}

static void where_nothing_can_be_written_texmfoutput_counts(void **state)
{
    (void)state;
    if (geteuid() == 0) { // cli.tex does this as another user
        print_message("root may write everywhere\n");
        return;
    }
    make_tree();
    assert_int_equal(mkdir("lock", 0500), 0);
    check_place("lock", NULL, PITH_IO_WRITE, NULL, NULL);
    check_place("lock", "out", PITH_OK, "out", NULL);
}

// ---- The file that is there -----------------------------------------------------------

static pith_status read_place(pith_text *present)
{
    pith_tex_place place;
    pith_error err = {0};
    assert_int_equal(pith_tex_place_open(NULL, NULL, &place, &err), PITH_OK);
    pith_status status = pith_tex_place_read(arena, &place, present, &err);
    pith_tex_place_close(&place);
    if (status != PITH_OK)
        assert_string_equal(err.object, "pith-data.tex");
    return status;
}

static void only_a_data_file_may_be_replaced(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool ours;
    } rows[] = {
        {"\\pithdata{1}\n\\pithenddata{1}\n", true},
        {"\\pithdata{1}\r\n\\pithenddata{1}\r\n", true},
        {"\\pithdata{12}\n", true}, // of a later version; replacing it is refused elsewhere
        {"", false},
        {"\n", false},
        {"\\pithdata{1}", false},
        {"\\pithdata{}\n", false},
        {"\\pithdata{1", false},
        {"\\pithdata{x}\n", false},
        {"\\pithdata{1} \n", false},
        {" \\pithdata{1}\n", false},
        {"\\pithdata{1}\\input\n", false},
        {"\\documentclass{article}\n", false},
        {"\xEF\xBB\xBF\\pithdata{1}\n", false},
    };
    pith_text present;
    assert_int_equal(read_place(&present), PITH_OK);
    assert_int_equal(present.n, 0);
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        put("pith-data.tex", rows[i].text);
        if (read_place(&present) != (rows[i].ours ? PITH_OK : PITH_OUTPUT_REFUSED))
            fail_msg("row %zu", i);
        if (rows[i].ours)
            assert_true(pith_text_is(present, rows[i].text));
    }
}

static void nothing_but_a_regular_file_may_be_replaced(void **state)
{
    (void)state;
    pith_text present;
    put("foreign", "\\pithdata{1}\n");
    assert_int_equal(symlink("foreign", "pith-data.tex"), 0);
    assert_int_equal(read_place(&present), PITH_OUTPUT_REFUSED);
    assert_int_equal(unlink("pith-data.tex"), 0);
    assert_int_equal(symlink("nowhere", "pith-data.tex"), 0);
    assert_int_equal(read_place(&present), PITH_OUTPUT_REFUSED);
    assert_int_equal(unlink("pith-data.tex"), 0);
    assert_int_equal(mkdir("pith-data.tex", 0700), 0);
    assert_int_equal(read_place(&present), PITH_OUTPUT_REFUSED);
    assert_int_equal(rmdir("pith-data.tex"), 0);
    assert_int_equal(mkfifo("pith-data.tex", 0600), 0); // and does not hang
    assert_int_equal(read_place(&present), PITH_OUTPUT_REFUSED);
    assert_int_equal(unlink("pith-data.tex"), 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "pith-data.tex"};
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_true(s >= 0 && bind(s, (struct sockaddr *)&address, sizeof address) == 0);
    close(s);
    assert_int_equal(read_place(&present), PITH_OUTPUT_REFUSED);
}

// ---- Reading a data file back ---------------------------------------------------------

static const char *const examples[] = {"/paper/pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP",
                                       "/paper/pith/XHNNPWFNQ4ZPTVKFXVZADSBBOK"};

// The data file of the examples, with titles and claims, as `pith prepare` makes it.
static pith_text make_data(pith_relation relation)
{
    const char *from = TEST_EXAMPLES "/paper/pith";
    const pith_sources sources = {.from = &from, .from_count = 1};
    const pith_result *results[TEST_COUNT(examples)];
    pith_error err = {0};
    pith_buf out;
    for (size_t i = 0; i < TEST_COUNT(examples); i++) {
        pith_number number;
        pith_result *result;
        assert_int_equal(
            pith_number_parse(pith_text_of(strrchr(examples[i], '/') + 1), &number, &err), PITH_OK);
        assert_int_equal(
            pith_resolve(arena, &sources, pith_keyring_builtin(), &number, &result, &err), PITH_OK);
        results[i] = result;
    }
    pith_buf_init(&out, SIZE_MAX);
    assert_int_equal(pith_tex_data(arena, results, TEST_COUNT(examples), relation, &out, &err),
                     PITH_OK);
    char *copy = pith_alloc_copy(arena, out.data, out.len);
    assert_non_null(copy);
    pith_text data = {copy, out.len};
    pith_buf_free(&out);
    return data;
}

// Reads, checks and writes again; false when a step refuses.
static bool rewrite(pith_arena *room, pith_text data, pith_buf *out)
{
    pith_tex_record *records;
    size_t count;
    pith_error err = {0};
    const pith_result *results[8];
    if (pith_tex_data_read(room, data, "data", &records, &count, &err) != PITH_OK)
        return false;
    assert_true(count <= TEST_COUNT(results));
    for (size_t i = 0; i < count; i++) {
        pith_result *result;
        if (pith_verify_bytes(room, records[i].document, "data", &records[i].number,
                              pith_keyring_builtin(), &result, &err) != PITH_OK ||
            result->exit != PITH_EXIT_OK)
            return false;
        results[i] = result;
    }
    return pith_tex_data(room, results, count, count ? records[0].relation : PITH_RELATION_CURRENT,
                         out, &err) == PITH_OK;
}

static void what_was_written_reads_back_the_same(void **state)
{
    (void)state;
    for (pith_relation r = PITH_RELATION_CURRENT; r <= PITH_RELATION_PREDICTED; r++) {
        pith_text data = make_data(r);
        pith_buf out;
        pith_buf_init(&out, SIZE_MAX);
        assert_true(rewrite(arena, data, &out));
        assert_true(pith_text_equal((pith_text){out.data, out.len}, data));
        pith_buf_free(&out);
        // Also after version control has given the lines a CR.
        pith_buf crlf;
        pith_buf_init(&crlf, SIZE_MAX);
        pith_buf_init(&out, SIZE_MAX);
        for (size_t i = 0; i < data.n; i++)
            pith_buf_add(&crlf, data.p[i] == '\n' ? "\r\n" : data.p + i, data.p[i] == '\n' ? 2 : 1);
        assert_true(rewrite(arena, (pith_text){crlf.data, crlf.len}, &out));
        assert_true(pith_text_equal((pith_text){out.data, out.len}, data));
        pith_buf_free(&crlf);
        pith_buf_free(&out);
    }
}

// The line of the data that has the byte, and whether its content is proved by nothing: claims,
// the time a signer claims, the author's word. A title that does not fit is left out.
static bool is_unproved(pith_text data, size_t at)
{
    static const char *const names[] = {"{relation}", "{signedAt}", "{status}", "{title}"};
    while (at > 0 && data.p[at - 1] != '\n')
        at--;
    pith_text line = {data.p + at, data.n - at};
    for (size_t i = 0; i < TEST_COUNT(names); i++) {
        char start[40];
        snprintf(start, sizeof start, "\\pithvalue%s", names[i]);
        if (pith_text_starts(line, start))
            return true;
    }
    return false;
}

static void a_changed_byte_is_refused_or_repaired(void **state)
{
    (void)state;
    pith_text data = make_data(PITH_RELATION_CURRENT);
    char *bad = pith_alloc_copy(arena, data.p, data.n);
    pith_arena *room = test_arena();
    size_t repaired = 0;
    size_t refused = 0;
    assert_non_null(bad);
    for (size_t i = 0; i < data.n; i += data.p[i] == ',' || pith_is_digit(data.p[i]) ? 5 : 1) {
        pith_buf out;
        pith_buf_init(&out, SIZE_MAX);
        bad[i] = (char)(bad[i] ^ 1);
        if (!rewrite(room, (pith_text){bad, data.n}, &out))
            refused++;
        else if (pith_text_equal((pith_text){out.data, out.len}, data))
            repaired++;
        else if (!is_unproved(data, i))
            fail_msg("byte %zu makes another file", i);
        bad[i] = data.p[i];
        pith_buf_free(&out);
        pith_arena_reset(room);
    }
    pith_arena_free(room);
    assert_true(refused > 500 && repaired > 500);
}

static void a_cut_file_is_refused(void **state)
{
    (void)state;
    pith_text data = make_data(PITH_RELATION_CURRENT);
    for (size_t n = 0; n < data.n - 1; n += n < 200 || n + 200 > data.n ? 1 : 37) {
        pith_buf out;
        pith_buf_init(&out, SIZE_MAX);
        char *exact = malloc(n + 1); // so that reading too far is seen
        assert_non_null(exact);
        memcpy(exact, data.p, n);
        if (rewrite(arena, (pith_text){exact, n}, &out))
            fail_msg("%zu of %zu bytes are taken for a data file", n, data.n);
        free(exact);
        pith_buf_free(&out);
    }
}

static void odd_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        pith_status status;
    } rows[] = {
        {"\\pithdata{1}\n\\pithenddata{1}\n", PITH_OK},
        {"", PITH_DOCUMENT_KIND},
        {"\\pithdata{2}\n\\pithenddata{2}\n", PITH_DOCUMENT_KIND},
        {"\\pithdata{1}\n\\pithenddata{2}\n", PITH_FIELD_VALUE},
        {"\\pithdata{1}\n\\pithenddata{1}\nmore\n", PITH_FIELD_VALUE},
        {"\\pithdata{1}\n\n\\pithenddata{1}\n", PITH_FIELD_VALUE},
        {"\\pithdata{1}\n\\pithrecord{A5G5GAJ7DMCZDPVAMNFAYYAUO}\n", PITH_FIELD_VALUE},
        {"\\pithdata{1}\n\\pithrecord{a5g5gaj7dmczdpvamnfayyauop}\n", PITH_FIELD_VALUE},
        {"\\pithdata{1}\n\\pithrecord{A5G5GAJ7DMCZDPVAMNFAYYAUOP}\n"
         "\\pithendrecord{A5G5GAJ7DMCZDPVAMNFAYYAUOP}\n\\pithenddata{1}\n",
         PITH_FIELD_VALUE},
        {"\\pithdata{1}\n\\pithrecord{A5G5GAJ7DMCZDPVAMNFAYYAUOP}\n"
         "\\pithvalue{relation}{current}\n\\pithvalue{relation}{current}\n",
         PITH_FIELD_VALUE},
        {"\\pithdata{1}\n\\pithrecord{A5G5GAJ7DMCZDPVAMNFAYYAUOP}\n"
         "\\pithvalue{relation}{current}\n\\pithvalue{canonicalRecord}{e30=}\n"
         "\\pithendrecord{A5G5GAJ7DMCZDPVAMNFAYYAUOP}\n\\pithenddata{1}\n",
         PITH_FIELD_VALUE}, // {} has another hash
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        pith_tex_record *records;
        size_t count;
        pith_error err = {0};
        pith_status status =
            pith_tex_data_read(arena, pith_text_of(rows[i].text), "data", &records, &count, &err);
        if (status != rows[i].status)
            fail_msg("row %zu: %s %s", i, pith_status_name(status), err.message);
    }
    // A record twice, which pith.sty refuses.
    pith_text data = make_data(PITH_RELATION_CURRENT);
    static const char end[] = "\\pithenddata{1}\n";
    static const char start[] = "\\pithdata{1}\n";
    pith_buf twice;
    pith_tex_record *records;
    size_t count;
    pith_error err = {0};
    pith_buf_init(&twice, SIZE_MAX);
    pith_buf_add(&twice, data.p, data.n - strlen(end));
    pith_buf_add(&twice, data.p + strlen(start), data.n - strlen(start));
    assert_int_equal(pith_tex_data_read(arena, (pith_text){twice.data, twice.len}, "data", &records,
                                        &count, &err),
                     PITH_FIELD_VALUE);
    pith_buf_free(&twice);
}

int main(void)
{
#define IN_DIR(f) cmocka_unit_test_setup_teardown(f, enter_dir, leave_dir)
    const struct CMUnitTest tests[] = {
        IN_DIR(the_folder_is_the_one_tex_writes_to),
        IN_DIR(links_that_an_archive_can_hold_are_not_followed),
        IN_DIR(long_paths_are_refused),
        IN_DIR(where_nothing_can_be_written_texmfoutput_counts),
        IN_DIR(only_a_data_file_may_be_replaced),
        IN_DIR(nothing_but_a_regular_file_may_be_replaced),
        IN_DIR(what_was_written_reads_back_the_same),
        IN_DIR(a_changed_byte_is_refused_or_repaired),
        IN_DIR(a_cut_file_is_refused),
        IN_DIR(odd_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
