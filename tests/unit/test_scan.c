// SPDX-License-Identifier: MIT
//
// What pith_paper_scan finds in a paper. Most tests are rows: the source text, and the
// numbers as one letter each (a number is that letter 26 times) or an error.
// tests/tex/scan-against-tex.sh asks TeX itself about the projects in tests/data/scan.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/limits.h"
#include "base/text.h"

#include <dirent.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define A      "AAAAAAAAAAAAAAAAAAAAAAAAAA"
#define B      "BBBBBBBBBBBBBBBBBBBBBBBBBB"
#define C      "CCCCCCCCCCCCCCCCCCCCCCCCCC"
#define N      "NNNNNNNNNNNNNNNNNNNNNNNNNN" // must not be found
#define USE(x) "\\pithnumber{" x "}"

typedef struct row {
    const char *source;
    const char *found; // letters; NULL: an error
    const char *says;  // part of the error's message
} row;

static char folder[64];
static char path[256];

static const char *in_folder(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void put_bytes(const char *name, const void *bytes, size_t n)
{
    FILE *file = fopen(in_folder(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

static void put(const char *name, const char *text)
{
    put_bytes(name, text, strlen(text));
}

static void make_folder(const char *name)
{
    (void)mkdir(in_folder(name), 0777);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/scan-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_tree(const char *name)
{
    DIR *dir = opendir(name);
    if (!dir)
        return unlink(name);
    struct dirent *entry;
    while ((entry = readdir(dir)) != NULL) {
        char inner[512];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(inner, sizeof inner, "%s/%s", name, entry->d_name);
        struct stat st;
        if (lstat(inner, &st) == 0 && S_ISDIR(st.st_mode))
            remove_tree(inner);
        else
            (void)unlink(inner);
    }
    closedir(dir);
    return rmdir(name);
}

static int tear_down(void **state)
{
    (void)state;
    return remove_tree(folder);
}

// The scan of main.tex; the caller frees the arena.
static pith_status scan(pith_arena **arena, pith_mentions *found, pith_error *err)
{
    *arena = pith_arena_new((size_t)64 << 20);
    assert_non_null(*arena);
    return pith_paper_scan(*arena, (const char *[]){in_folder("main.tex")}, 1, found, err);
}

static void letters_of(const pith_mentions *found, char *out, size_t room)
{
    assert_true(found->count < room);
    for (size_t i = 0; i < found->count; i++)
        out[i] = found->items[i].number.id[0];
    out[found->count] = '\0';
}

static void check_main(const char *label, const char *letters)
{
    pith_arena *arena;
    pith_mentions found;
    pith_error err;
    char got[64];
    pith_status status = scan(&arena, &found, &err);
    if (status != PITH_OK)
        fail_msg("%s: %s: %s", label, err.object, err.message);
    letters_of(&found, got, sizeof got);
    if (strcmp(got, letters) != 0)
        fail_msg("found \"%s\" instead of \"%s\" in: %s", got, letters, label);
    pith_arena_free(arena);
}

static void check_error(const char *label, pith_status wanted, const char *object, const char *says)
{
    pith_arena *arena;
    pith_mentions found;
    pith_error err;
    pith_status status = scan(&arena, &found, &err);
    if (status != wanted)
        fail_msg("status %s instead of %s for: %s", pith_status_name(status),
                 pith_status_name(wanted), label);
    if (!strstr(err.object, object) || !strstr(err.message, says))
        fail_msg("\"%s\", \"%s\" for: %s", err.object, err.message, label);
    assert_int_equal(found.count, 0);
    pith_arena_free(arena);
}

static void check_rows(const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put("main.tex", rows[i].source);
        if (rows[i].found)
            check_main(rows[i].source, rows[i].found);
        else
            check_error(rows[i].source, PITH_NUMBER_SYNTAX, "main.tex:", rows[i].says);
    }
}

#define CHECK(...)                                                                                 \
    do {                                                                                           \
        static const row rows[] = {__VA_ARGS__};                                                   \
        check_rows(rows, sizeof rows / sizeof *rows);                                              \
    } while (0)

static void every_way_to_write_the_command_is_read(void **state)
{
    (void)state;
    CHECK({"", "", 0}, {USE(A), "A", 0}, {"x" USE(B) USE(A) "y", "BA", 0},
          {"\\pithnumber<" A ">", "A", 0}, {"\\pithnumber*{" A "}", "A", 0},
          {"\\pithnumber * {" A "}", "A", 0}, {"\\pithnumber[qr=true]{" A "}", "A", 0},
          {"\\pithnumber[x={]}, y] <" A ">", "A", 0}, {"\\pithnumber {" A "}", "A", 0},
          {"\\pithnumber\n{" A "}", "A", 0}, {"\\pithnumber\r\n\t{" A "}", "A", 0},
          {"\\pithnumber%\n{" A "}", "A", 0}, {"\\pithnumber % } \n  % { \n {" A "}", "A", 0},
          {"\\pithnumber{ " A "\n}", "A", 0}, {"\\pithref{" A "}\\pithref*{" B "}", "AB", 0},
          {"\\pithqr[qrsize=9mm]{" A "}", "A", 0},
          {"\\pithfield{" A "}{title}\\pithrawfield{" B "}{year}", "AB", 0},
          {"\\pithnumber{% no }\n  AAAAAAAAAAAAA%x\n  AAAAAAAAAAAAA%y\n}", "A", 0},
          {"\\pithnumber{aaaaaaaaaaaaaaaaaaaaaaaaaa}", "A", 0},
          {"\\pithnumber{pith:2013:" A "}", "A", 0},
          {"\\pithnumber{https://pith.science/pith/" A "}", "A", 0},
          {USE(A) USE(B) USE(A), "AB", 0}, {"{\\footnote{" USE(A) "}}", "A", 0},
          {"\\protect" USE(A) "\\noexpand" USE(B), "AB", 0});
}

static void what_only_looks_like_the_command_is_not(void **state)
{
    (void)state;
    CHECK({"\\pithnumbers{" N "}\\pithnumberfoo{" N "}", "", 0}, {"\\\\pithnumber{" N "}", "", 0},
          {"\\\\\\pithnumber{" A "}", "A", 0},
          {"\\string\\pithnumber \\meaning\\pithnumber \\show\\pithnumber", "", 0},
          {"\\makeatletter\\pithnumber@x{" N "}\\makeatother", "", 0},
          {"\\ExplSyntaxOn\\pithnumber_x:n{" N "}\\cs_new:Npn\\pithnumber #1{}", "", 0},
          {"pithnumber{" N "}", "", 0}, {"\\robustify{\\pithnumber}\\robustify\\pithnumber", "", 0},
          {"\\", "", 0}, {"\\pith", "", 0});
}

static void definitions_of_and_with_the_command_are_not_uses(void **state)
{
    (void)state;
    CHECK(
        {"\\newcommand{\\x}[1]{\\pithnumber{#1}}" USE(A), "A", 0},
        {"\\newcommand{\\x}[2][d]{\\pithnumber[#1]<#2>}", "", 0},
        {"\\newcommand{\\x}{" USE(A) "}", "A", 0}, {"\\newcommand\\x{\\pithnumber}", "", 0},
        {"\\providecommand\\pithnumber[1]{}", "", 0},
        {"\\providecommand*{\\pithnumber}[1]{}" USE(A), "A", 0},
        {"\\renewcommand{\\pithnumber}[1]{\\texttt{#1}}", "", 0},
        {"\\DeclareRobustCommand\\pithnumber[1]{#1}", "", 0},
        {"\\NewDocumentCommand \\pithnumber { O{} d<> m } {x}", "", 0},
        {"\\NewDocumentCommand{\\pithnumber}{m}{#1}" USE(A), "A", 0},
        {"\\def\\pithnumber#1{(#1)}", "", 0}, {"\\gdef \\pithnumber #1.{}" USE(A), "A", 0},
        {"\\let\\pithnumber\\relax", "", 0}, {"\\let\\x=\\pithnumber" USE(A), "A", 0},
        {"\\ifdefined\\pithnumber\\else x\\fi", "", 0},
        {"\\ifx\\pithnumber\\undefined\\def\\pithnumber#1{}\\fi" USE(A), "A", 0},
        {"\\ifx\\undefined\\pithnumber\\fi", "", 0},
        {"\\expandafter\\pithnumber\\expandafter{\\x}", "", 0},
        {"\\newcommand\\x{\\iffalse}" USE(A) "\\def\\y{\\end{document}\\endinput}" USE(B), "AB", 0},
        {"\\newenvironment{e}[1]{\\begin{comment}}{\\end{comment}}" USE(A), "A", 0},
        {"\\newcommand{\\x}{\\begin{verbatim}}" USE(A), "A", 0},
        {"\\newcommand{\\x}{\\verb|}" USE(A) "|", "A", 0},
        {"\\newenvironment{e}{" USE(A) "}{\\verb" USE(B) "}\\verb|" USE(N) "|", "AB", 0});
}

static void comments_are_not_read(void **state)
{
    (void)state;
    CHECK({"%" USE(N), "", 0}, {"%" USE(N) "\n" USE(A), "A", 0}, {"\\%" USE(A), "A", 0},
          {"\\\\%" USE(N), "", 0}, {"%" USE(N) "\r" USE(A) "\r\n%" USE(N) "\r\n" USE(B), "AB", 0},
          {"% \\begin{verbatim}\n" USE(A), "A", 0}, {"% \\iffalse\n" USE(A), "A", 0},
          {"x%", "", 0});
}

static void verbatim_text_is_not_read(void **state)
{
    (void)state;
    CHECK({"\\verb|" USE(N) "|" USE(A), "A", 0}, {"\\verb|%|" USE(A), "A", 0},
          {"\\verb*!" USE(N) "%!" USE(A), "A", 0}, {"\\verb\\a\\" USE(A), "A", 0},
          {"\\verb|" USE(N) "\n" USE(A) "|", "A", 0}, {"\\verb", "", 0}, {"\\verb*", "", 0},
          {"\\verbx|" USE(A) "|", "A", 0}, {"\\lstinline|" USE(N) "%|" USE(A), "A", 0},
          {"\\lstinline{" USE(N) "%}" USE(A), "A", 0},
          {"\\lstinline[language=C]!" USE(N) "!" USE(A), "A", 0},
          {"\\mintinline{tex}{" USE(N) "}" USE(A), "A", 0},
          {"\\mintinline[x]{tex}|" USE(N) "%|" USE(A), "A", 0},
          {"\\url{a%20b}" USE(A) "\\href{b%}{" USE(B) "}", "AB", 0},
          {"\\url{" USE(N) "\n\n" USE(A), "A", 0}, {"\\path (0,0) -- (1,1); " USE(A), "A", 0},
          {"\\MakeShortVerb{\\|}|" USE(N) "%|" USE(A) "\\DeleteShortVerb\\||" USE(B), "AB", 0},
          {"\\lstMakeShortInline[x]!!" USE(N) "!" USE(A), "A", 0});
    static const char *const names[] = {"verbatim", "verbatim*", "Verbatim",     "lstlisting",
                                        "minted",   "comment",   "filecontents", "filecontents*"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "\\begin{%s}[x]{y}\n" USE(N) "%%\\end{other}\\end{}\\end\n\\\\end{%s}" USE(
                     A) " \\begin {%s}%%\n" USE(N) "\\end {%s}" USE(B) "\\begin{%s}" USE(N),
                 names[i], names[i], names[i], names[i], names[i]);
        put("main.tex", text);
        check_main(names[i], "AB");
    }
    CHECK({"\\begin{verbatim}\\end{verbatim*}" USE(N) "\\end{verbatim}" USE(A), "A", 0},
          {"\\begin{itemize}" USE(A) "\\end{itemize}", "A", 0},
          {"\\lstnewenvironment{c}{}{}\\begin{c}" USE(N) "\\end{c}" USE(A), "A", 0},
          {"\\DefineVerbatimEnvironment{c}{Verbatim}{}\\begin{c}" USE(N) "\\end{c}" USE(A), "A", 0},
          {"\\begin", "", 0}, {"\\begin{verbatim", "", 0});
}

static void skipped_branches_are_not_read(void **state)
{
    (void)state;
    CHECK(
        {"\\iffalse " USE(N) "\\fi " USE(A), "A", 0},
        {"\\iffalse " USE(N) "\\else " USE(A) "\\fi " USE(B), "AB", 0},
        {"\\iftrue " USE(A) "\\else " USE(N) "\\fi " USE(B), "AB", 0},
        {"\\iffalse\\ifx\\a\\b " USE(N) "\\else\\fi " USE(N) "\\fi " USE(A), "A", 0},
        {"\\newif\\ifx@ \\newif\\ifdraft\\iffalse\\ifdraft\\fi " USE(N) "\\fi " USE(A), "A", 0},
        {"\\let\\ifmine=\\iffalse\\iffalse\\ifmine\\fi " USE(N) "\\fi " USE(A), "A", 0},
        {"\\iffalse\\iff\\ifthenelse " USE(N) "\\fi " USE(A), "A", 0},
        {"\\iffalse %\\fi\n" USE(N) "\\verb|%\\fi|\n" USE(N) "\\fi" USE(A), "A", 0},
        {"\\iffalse\\begin{verbatim}\\fi" USE(A) "\\iffalse\\end{verbatim}\\fi", "A", 0},
        {"\\iffalse" USE(N), "", 0}, {"\\unless\\iffalse " USE(A) "\\else " USE(N) "\\fi", "A", 0},
        {"\\unless\\iftrue " USE(N) "\\fi" USE(A), "A", 0}, {"\\fi\\else\\fi" USE(A), "A", 0},
        {"\\ifnum1=1 " USE(A) "\\else " USE(B) "\\fi", "AB", 0},
        {"\\iftrue\\ifmine " USE(A) "\\else " USE(B) "\\fi\\else " USE(N) "\\fi " USE(C), "ABC", 0},
        {"\\iftrue\\ifblank{x}{" USE(A) "}{}\\else " USE(N) "\\fi " USE(B), "AB", 0},
        {"\\iftrue$a\\iff b$\\else" USE(N) "\\fi" USE(A), "A", 0});
}

static void nothing_is_read_behind_the_end(void **state)
{
    (void)state;
    CHECK({"\\begin{document}" USE(A) "\\end{document}\\pithnumber{junk} " USE(N), "A", 0},
          {USE(A) "\\end {document} " USE(N), "A", 0},
          {USE(A) "\\endinput " USE(B) "\n" USE(N), "AB", 0},
          {"\\ifx\\a\\b\\endinput\\fi\n" USE(A), "A", 0},
          {"\\iffalse\\end{document}\\fi" USE(A), "A", 0},
          {"\\verb|\\end{document}|" USE(A), "A", 0}, {"%\\end{document}\n" USE(A), "A", 0},
          {"\\enddocument" USE(A), "A", 0});
}

static void what_is_not_a_number_is_refused_with_a_hint(void **state)
{
    (void)state;
    CHECK({"\\pithnumber{}", 0, "0 characters where 26"}, {"\\pithnumber{ABC}", 0, "3 characters"},
          {"\\pithnumber{0AAAAAAAAAAAAAAAAAAAAAAAAA}", 0, "is it the letter O?"},
          {"\\pithnumber{{" A "}}", 0, "'{'"}, {"\\pithnumber{\\x}", 0, "'\\'"},
          {"\\pithnumber{\xFC\x01}", 0,
           "\\pithnumber{?"
           "?}: character 1"},
          {"\\pithnumber{AAAAAAAAAAAAA AAAAAAAAAAAAA}", 0, "character 14"},
          {"\\pithnumber{\\#" A "}", 0, ""}, {"\\pithnumber{" A, 0, "} is missing"},
          {"\\pithnumber{" A "\n\n}", 0, "} is missing"},
          {"\\pithnumber<" A "}", 0, "> is missing"}, {"\\pithnumber[x{" A "}", 0, "] is missing"},
          {"\\pithnumber", 0, "not followed by"}, {"\\pithnumber " A, 0, "not followed by"},
          {"\\pithnumber\n\n{" A "}", 0, "not followed"}, {"\\pithnumber\\x", 0, "not followed"},
          {"a}\\pithnumber}", 0, "not followed"}, {"\\pithnumber@x", 0, "not followed"},
          {"\\pithnumber{pith:0000:" A "}", 0, "no year 0000"});
    put("main.tex", "\r\n%\r\rx\n\n\n  \\pithnumber%\n{BAD}");
    check_error("line", PITH_NUMBER_SYNTAX, "/main.tex:7", "3 characters where 26 are needed");
}

static void places_and_years_are_told(void **state)
{
    (void)state;
    put("main.tex", "% \n" USE(A) "\n\\pithnumber{pith:2013:" A "}\r\n\\input{a}");
    put("a.tex", "\n\n" USE(B) USE(A) "\\pithnumber{pith:2013:" A "}");
    pith_arena *arena;
    pith_mentions found;
    pith_error err;
    assert_int_equal(scan(&arena, &found, &err), PITH_OK);
    assert_int_equal(found.count, 2);
    assert_int_equal(found.items[0].number.year, 2013);
    assert_int_equal(found.items[0].line, 2);
    assert_true(pith_text_is(found.items[0].file, in_folder("main.tex")));
    assert_string_equal(found.items[1].number.id, B);
    assert_int_equal(found.items[1].number.year, 0);
    assert_int_equal(found.items[1].line, 3);
    assert_true(pith_text_is(found.items[1].file, in_folder("a.tex")));
    pith_arena_free(arena);
    put("a.tex", "\n\\pithnumber{pith:2014:" A "}");
    check_error("years", PITH_NUMBER_SYNTAX, "/main.tex:3 and ", "2013");
    check_error("years", PITH_NUMBER_SYNTAX, "/a.tex:2", "2014");
}

static void files_are_found_as_latex_finds_them(void **state)
{
    (void)state;
    make_folder("sub");
    make_folder("d.tex");
    put("a.tex", USE(A) "\\input{b}\\input sub/c ");
    put("a", USE(N));
    put("b", USE(B));
    put("sub/c.tex", USE(C) "\\input{b}\\input{rel}");
    put("sub/rel.tex", USE(N));
    put("d", "\\pithnumber{DDDDDDDDDDDDDDDDDDDDDDDDDD}");
    put("e f.tex", "\\pithnumber{EEEEEEEEEEEEEEEEEEEEEEEEEE}");
    put("x.sty", USE(N));
    put("-", USE(C));
    CHECK({"\\input{a}", "ABC", 0}, {"\\input a", "ABC", 0}, {"\\input a%\n", "ABC", 0},
          {"\\input\n{a}", "ABC", 0}, {"\\input{ ./a.tex }", "ABC", 0}, {"\\input a\\x", "ABC", 0},
          {"\\include{a}", "ABC", 0}, {"\\include{a.tex}", "ABC", 0}, {"\\include{b}", "", 0},
          {"\\@input{a}", "", 0}, {"\\makeatletter\\@input{a}", "ABC", 0},
          {"\\subfile{a}\\InputIfFileExists{d}{}{}", "ABCD", 0}, {"\\input{b}", "B", 0},
          {"\\input{d}", "D", 0}, {"\\input{e f}", "E", 0}, {"\\input\"e f\" ", "E", 0},
          {"\\input{\"e f\"}", "E", 0}, {"\\input{sub}\\input{nowhere}\\input{}\\input", "", 0},
          {"\\input{x.sty}\\input{/dev/null}\\input{-}\\input{#1}\\input{\\x a}", "C", 0},
          {"\\input{main}\\input{main.tex}\\input{./main}" USE(A), "A", 0},
          {"\\input{a}\\input{a}\\input{a.tex}", "ABC", 0}, {"\\input{sub/../b}", "B", 0},
          {"%\\input{a}\n\\verb|\\input{a}|\\iffalse\\input{a}\\fi", "", 0},
          {"\\newcommand{\\x}[1]{\\input{#1}}\\inputx{a}", "", 0});
    char text[256];
    snprintf(text, sizeof text, "\\input{%s/b}", folder);
    put("main.tex", text);
    check_main("absolute", "B");
}

static void a_file_ends_what_it_has_begun(void **state)
{
    (void)state;
    put("main.tex", "\\input{v}" USE(A) "\\input{f}" USE(B) "\\input{e}" USE(C));
    put("v.tex", "\\begin{verbatim}" USE(N));
    put("f.tex", "\\iffalse" USE(N));
    put("e.tex", "\\endinput\n" USE(N));
    check_main("open ends", "ABC");
    put("main.tex", "\\begin{document}\\subfile{s}" USE(B) "\\input{e}" USE(N));
    put("s.tex", "\\begin{document}" USE(A) "\\end{document}" USE(N));
    put("e.tex", "\\end{document}" USE(N));
    check_main("a subfile is a document of its own", "AB");
    put("main.tex", "\\input{m}\\pithnumber@x{}");
    put("m.tex", "\\makeatletter");
    check_main("category codes outlive their file", "");
}

static void loops_and_depths_end(void **state)
{
    (void)state;
    put("main.tex", USE(A) "\\input{a}\\input{b}");
    put("a.tex", "\\input{b}" USE(B));
    put("b.tex", "\\input{a}\\input{main}\\input{b}" USE(C));
    check_main("a inputs b inputs a", "ACB");
    char name[32];
    char text[64];
    for (int i = 0; i <= PITH_MAX_TEX_DEPTH; i++) {
        snprintf(name, sizeof name, "n%d.tex", i);
        snprintf(text, sizeof text, "\\input{n%d}", i + 1);
        put(name, text);
    }
    put("main.tex", "\\input{n0}");
    check_error("depth", PITH_TOO_LARGE, "/n39.tex", "nested deeper than 40");
    put("n38.tex", USE(A));
    check_main("depth 40", "A");
}

static void what_cannot_be_read_is_told(void **state)
{
    (void)state;
    (void)unlink(in_folder("main.tex"));
    check_error("missing", PITH_IO_READ, "main.tex", "");
    make_folder("main.tex");
    check_error("folder", PITH_IO_READ, "main.tex", "not a regular file");
    assert_int_equal(rmdir(in_folder("main.tex")), 0);
}

// Processor seconds for this many bytes of one piece over and over.
static double seconds_for(const char *piece, char *bytes, size_t size)
{
    pith_arena *arena;
    pith_mentions found;
    pith_error err;
    size_t n = strlen(piece);
    for (size_t at = 0; at < size; at++)
        bytes[at] = piece[at % n];
    put_bytes("main.tex", bytes, size);
    clock_t start = clock();
    (void)!scan(&arena, &found, &err);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    pith_arena_free(arena);
    return seconds;
}

// None may take more than linear time: 64 times as much takes 64 times as long, and as long again
// for what a busy machine adds; quadratic time would be 4,096 times as long.
static void large_garbage_takes_linear_time(void **state)
{
    (void)state;
    static const char *const pieces[] = {"{",
                                         "}",
                                         "\\",
                                         "%",
                                         "\\verb|",
                                         "\\verb",
                                         "\\url{",
                                         "\\iffalse ",
                                         "\\iftrue ",
                                         "\\else",
                                         "\\ifx",
                                         "\\begin{verbatim}",
                                         "\\begin{",
                                         "\\end",
                                         "\\end{verbatim",
                                         "\\newcommand\\x[",
                                         "\\def\\x",
                                         "\\def\\x{",
                                         "\\input{",
                                         "\\input x",
                                         "\\newif\\ifa",
                                         "\\lstinline[",
                                         "|",
                                         "\\let",
                                         "\\unless",
                                         "\\MakeShortVerb|",
                                         "\n",
                                         " ",
                                         "\\pithnumber#",
                                         "\\pithnumber{#}",
                                         "\\newcommand\\x{\\pithnumber",
                                         "\\endinput",
                                         USE(A),
                                         "\\begin{verbatim}\\end",
                                         "\\expandafter",
                                         "\\string",
                                         "\\newcommand"};
    size_t size = PITH_MAX_TEX_FILE;
    char *bytes = malloc(size);
    assert_non_null(bytes);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        double few = seconds_for(pieces[i], bytes, size / 64);
        double all = seconds_for(pieces[i], bytes, size);
        if (all > 128 * few + 1)
            fail_msg("%.4f s for 128 KB of %s, %.1f s for 8 MB", few, pieces[i], all);
    }
    free(bytes);
    put("main.tex", "");
    assert_int_equal(truncate(in_folder("main.tex"), PITH_MAX_TEX_FILE + 1), 0);
    check_error("one byte too many", PITH_TOO_LARGE, "main.tex", "larger than");
    put("main.tex", "");
}

static void bounds_on_files_and_numbers_hold(void **state)
{
    (void)state;
    FILE *file = fopen(in_folder("main.tex"), "wb");
    assert_non_null(file);
    for (int i = 0; i <= PITH_MAX_TEX_FILES; i++)
        fprintf(file, "\\input{no%d}", i);
    assert_int_equal(fclose(file), 0);
    check_error("files", PITH_TOO_LARGE, "no", "names more than 4096 files");
    file = fopen(in_folder("main.tex"), "wb");
    assert_non_null(file);
    for (int i = 0; i <= PITH_MAX_MENTIONS; i++)
        fprintf(file, "\\pithnumber{AAAAAAAAAAAAAAAAAAAAAA%c%c%c%c}", 'A' + i / 4096 % 16,
                'A' + i / 256 % 16, 'A' + i / 16 % 16, 'A' + i % 16);
    assert_int_equal(fclose(file), 0);
    check_error("numbers", PITH_TOO_LARGE, "", "more than 4096 numbers");
}

// Any bytes, among them many of the words that mean something: no crash, no hang.
static void random_bytes_do_no_harm(void **state)
{
    (void)state;
    static const char *const words[] = {"\\pithnumber",
                                        "\\begin{",
                                        "verbatim}",
                                        "\\end{",
                                        "\\if",
                                        "\\iffalse ",
                                        "\\fi ",
                                        "\\else ",
                                        "\\newcommand",
                                        "\\def\\x",
                                        "\\newenvironment",
                                        "\\verb",
                                        "\\url",
                                        "\\mintinline",
                                        "\\input",
                                        "main",
                                        "\\let\\ifa",
                                        "\\iftrue",
                                        "\\unless",
                                        "#",
                                        A,
                                        "{",
                                        "}",
                                        "[",
                                        "]",
                                        "<",
                                        ">",
                                        "%",
                                        "\n",
                                        "\r",
                                        "\\",
                                        "|",
                                        "\\MakeShortVerb",
                                        "\\endinput"};
    uint64_t seed = 88172645463325252U; // xorshift64: the same bytes in every run
    for (int round = 0; round < 3000; round++) {
        char bytes[600];
        size_t n = 0;
        while (n < 500) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            if (seed >> 61 == 0) {
                bytes[n++] = (char)(seed >> 8);
                continue;
            }
            const char *word = words[(seed >> 16) % (sizeof words / sizeof *words)];
            memcpy(bytes + n, word, strlen(word));
            n += strlen(word);
        }
        put_bytes("main.tex", bytes, n);
        pith_arena *arena;
        pith_mentions found;
        pith_error err;
        (void)!scan(&arena, &found, &err);
        pith_arena_free(arena);
    }
}

static void too_little_memory_is_an_error(void **state)
{
    (void)state;
    put("main.tex", USE(A) "\\newif\\ifa\\input{a}" USE(B));
    put("a.tex", USE(C));
    for (size_t max = 0; max < 64 << 10; max += 256) {
        pith_arena *arena = pith_arena_new(max);
        pith_mentions found;
        pith_error err;
        assert_non_null(arena);
        pith_status status =
            pith_paper_scan(arena, (const char *[]){in_folder("main.tex")}, 1, &found, &err);
        assert_true(status == PITH_OK ? found.count == 3 : status == PITH_MEMORY);
        pith_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_to_write_the_command_is_read),
        cmocka_unit_test(what_only_looks_like_the_command_is_not),
        cmocka_unit_test(definitions_of_and_with_the_command_are_not_uses),
        cmocka_unit_test(comments_are_not_read),
        cmocka_unit_test(verbatim_text_is_not_read),
        cmocka_unit_test(skipped_branches_are_not_read),
        cmocka_unit_test(nothing_is_read_behind_the_end),
        cmocka_unit_test(what_is_not_a_number_is_refused_with_a_hint),
        cmocka_unit_test(places_and_years_are_told),
        cmocka_unit_test(files_are_found_as_latex_finds_them),
        cmocka_unit_test(a_file_ends_what_it_has_begun),
        cmocka_unit_test(loops_and_depths_end),
        cmocka_unit_test(what_cannot_be_read_is_told),
        cmocka_unit_test(large_garbage_takes_linear_time),
        cmocka_unit_test(bounds_on_files_and_numbers_hold),
        cmocka_unit_test(random_bytes_do_no_harm),
        cmocka_unit_test(too_little_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
