// SPDX-License-Identifier: MIT
#include "cli/dry_run.h"

#include "cli/program.h"

#include <errno.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

// arXiv gives a submission 595 s in all.
enum { RUN_SECONDS = 595, ASK_SECONDS = 10, OUTPUT_MAX = 4 << 20, LOG_MAX = 32 << 20 };

typedef struct place {
    char folder[256];
    char engine[1024];
    char unshare[1024]; // empty: without
} place;

static pith_status fail(pith_error *err, pith_status status, const char *object, const char *what)
{
    *err = (pith_error){.status = status};
    snprintf(err->object, sizeof err->object, "%.255s", object);
    snprintf(err->message, sizeof err->message, "%s", what);
    return status;
}

// ---- The folder -----------------------------------------------------------------------

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st;
    (void)kind;
    (void)where;
    (void)remove(path); // what stays, stays in the folder for temporary files
    return 0;
}

static void remove_folder(const char *folder)
{
    (void)nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static bool make_folders(char *path, size_t from)
{
    for (char *p = path + from; (p = strchr(p, '/')) != NULL; p++) {
        *p = '\0';
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *p = '/';
        if (!made)
            return false;
    }
    return true;
}

static pith_status fill_folder(const pith_upload *upload, const char *folder, pith_error *err)
{
    for (size_t i = 0; i < upload->count; i++) {
        const pith_upload_file *file = &upload->files[i];
        char path[2048];
        pith_written written;
        int n = snprintf(path, sizeof path, "%s/%s", folder, file->name.p);
        if (!file->used)
            continue;
        if (n < 0 || (size_t)n >= sizeof path || !make_folders(path, strlen(folder) + 1))
            return fail(err, PITH_IO_WRITE, path, "cannot be made");
        pith_status status = pith_file_replace(path, file->bytes.n ? file->bytes.p : "",
                                               file->bytes.n, &written, err);
        if (status != PITH_OK)
            return status;
    }
    return PITH_OK;
}

// ---- TeX ------------------------------------------------------------------------------

// The environment: nothing of the user's but where programs are.
static pith_status run_program(const place *at, const char *const *argv, int *code, pith_error *err)
{
    char path[4096];
    char home[300];
    const char *const environment[] = {
        path, home, "LC_ALL=C", "shell_escape=f", "openout_any=p", "max_print_line=2000", NULL};
    const char *sandboxed[16] = {at->unshare, "-r", "-n", "--"};
    size_t n = *at->unshare ? 4 : 0;
    pith_buf out;
    const char *usual = getenv("PATH");
    snprintf(path, sizeof path, "PATH=%s", usual ? usual : "");
    snprintf(home, sizeof home, "HOME=%s", at->folder);
    for (size_t i = 0; argv[i] && n < 15; i++)
        sandboxed[n++] = argv[i];
    const program_run run = {.path = sandboxed[0],
                             .argv = sandboxed,
                             .folder = at->folder,
                             .environment = environment,
                             .seconds = RUN_SECONDS};
    pith_buf_init(&out, OUTPUT_MAX);
    pith_status status = program_start(&run, &out, code, err);
    pith_buf_free(&out);
    return status;
}

static void find_sandbox(place *at)
{
    const char *const argv[] = {at->engine, "--version", NULL};
    pith_error ignored;
    int code = 1;
    if (program_find("unshare", at->unshare, sizeof at->unshare) &&
        run_program(at, argv, &code, &ignored) == PITH_OK && code == 0)
        return;
    *at->unshare = '\0';
}

// MAIN.SUFFIX; empty when there is none.
static pith_text read_product(pith_arena *arena, const place *at, const char *main,
                              const char *suffix)
{
    char path[1024];
    pith_text text;
    pith_error ignored;
    const char *dot = strrchr(main, '.');
    size_t stem = dot ? (size_t)(dot - main) : strlen(main);
    int n = snprintf(path, sizeof path, "%s/%s", at->folder, main);
    if (n < 0 || (size_t)n + 8 >= sizeof path)
        return (pith_text){"", 0};
    snprintf(path + (size_t)n - strlen(main) + stem, 8, "%s", suffix);
    if (pith_file_read(arena, path, LOG_MAX, &text, &ignored) != PITH_OK)
        return (pith_text){"", 0};
    return text;
}

static bool contains(pith_text text, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= text.n; i++) {
        if (text.p[i] == word[0] && memcmp(text.p + i, word, n) == 0)
            return true;
    }
    return false;
}

// The first line that -file-line-error or TeX itself marks as an error.
static pith_text first_error(pith_text log)
{
    for (size_t at = 0; at < log.n;) {
        const char *line = log.p + at;
        const char *end = memchr(line, '\n', log.n - at);
        size_t n = end ? (size_t)(end - line) : log.n - at;
        at += n + 1;
        bool marked = n > 2 && line[0] == '!' && line[1] == ' ';
        if (marked ||
            (n > 2 && line[0] == '.' && line[1] == '/' && contains((pith_text){line, n}, ": ") &&
             contains((pith_text){line, n}, ".tex:")))
            return (pith_text){line, n < 240 ? n : 240};
    }
    return (pith_text){"", 0};
}

static pith_status compile(pith_arena *arena, const place *at, const char *main, dry_run *run,
                           pith_error *err)
{
    // arXiv's own flags.
    const char *const argv[] = {
        at->engine,         "-interaction=batchmode", "-recorder", "-no-parse-first-line",
        "-file-line-error", "-no-shell-escape",       main,        NULL};
    pith_text before = {"", 0};
    pith_status status = PITH_OK;
    for (int i = 0; i < run->runs && status == PITH_OK; i++) {
        int code = 0;
        status = run_program(at, argv, &code, err);
        // The first run may fail for want of an .aux file; a later one may not.
        run->failed = status == PITH_OK && code != 0;
        const pith_text aux = read_product(arena, at, main, ".aux");
        bool same = i > 0 && aux.n == before.n && memcmp(aux.p, before.p, aux.n) == 0;
        before = aux;
        if (status == PITH_OK && ((run->failed && i > 0) || same))
            break;
    }
    if (status != PITH_OK)
        return status;
    run->log = read_product(arena, at, main, ".log");
    run->fls = read_product(arena, at, main, ".fls");
    run->wants_bbl = (contains(before, "\\bibdata{") || read_product(arena, at, main, ".bcf").n) &&
                     read_product(arena, at, main, ".bbl").n == 0;
    run->wants_shell = contains(run->log, "runsystem(") && contains(run->log, "disabled");
    run->problem = run->failed ? first_error(run->log) : (pith_text){"", 0};
    return PITH_OK;
}

pith_status dry_run_start(pith_arena *arena, const pith_upload *upload, const char *engine,
                          dry_run *run, pith_error *err)
{
    place at = {.unshare = ""};
    const char *base = getenv("TMPDIR");
    if (!program_find(engine, at.engine, sizeof at.engine))
        return fail(err, PITH_IO_READ, engine, "PATH has no such program, so nothing was compiled");
    int n = snprintf(at.folder, sizeof at.folder, "%s/pith-XXXXXX",
                     base && *base == '/' ? base : "/tmp");
    if (n < 0 || (size_t)n >= sizeof at.folder || !mkdtemp(at.folder))
        return fail(err, PITH_IO_WRITE, at.folder, "cannot be made");
    find_sandbox(&at);
    run->offline = *at.unshare != '\0';
    pith_status status = fill_folder(upload, at.folder, err);
    if (status == PITH_OK)
        status = compile(arena, &at, upload->main, run, err);
    remove_folder(at.folder);
    return status;
}
