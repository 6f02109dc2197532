// SPDX-License-Identifier: MIT
#include "cli/dry_run.h"

#include "cli/program.h"
#include "cli/text.h"

#include <errno.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

// arXiv gives a submission 595 s in all.
enum { RUN_SECONDS = 595, OUTPUT_MAX = 4 << 20, LOG_MAX = 32 << 20 };

typedef struct place {
    pith_arena *arena;
    char paper[300]; // the folder that TeX runs in
    char home[300];
    char path[4096];    // "PATH=..."
    char unshare[1024]; // empty: without
    const char *main;
    int64_t end; // in ms
} place;

// ---- The folder -----------------------------------------------------------------------

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st;
    (void)kind;
    (void)where;
    (void)remove(path); // what stays, stays in the folder for temporary files
    return 0;
}

void dry_run_end(dry_run *run)
{
    if (*run->folder)
        (void)nftw(run->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    *run->folder = '\0';
    pith_buf_free(&run->read);
    pith_buf_free(&run->said);
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

static pith_status fill_folder(const pith_upload *upload, const place *at, pith_error *err)
{
    for (size_t i = 0; i < upload->count; i++) {
        const pith_upload_file *file = &upload->files[i];
        char path[2048];
        pith_written written;
        int n = snprintf(path, sizeof path, "%s/%s", at->paper, file->name.p);
        if (!file->used)
            continue;
        if (n < 0 || (size_t)n >= sizeof path || !make_folders(path, strlen(at->paper) + 1))
            return pith_fail(err, PITH_IO_WRITE, file->name.p,
                             "cannot be copied into a clean folder");
        pith_status status = pith_file_replace(path, file->bytes.n ? file->bytes.p : "",
                                               file->bytes.n, &written, err);
        if (status != PITH_OK)
            return status;
    }
    return PITH_OK;
}

// Of $PATH the absolute folders: a relative one would lead into the paper's.
static void find_path(place *at)
{
    const char *rest = getenv("PATH");
    size_t n = (size_t)snprintf(at->path, sizeof at->path, "PATH=");
    for (; rest && *rest; rest += strspn(rest, ":")) {
        size_t len = strcspn(rest, ":");
        if (*rest == '/' && n + len + 2 < sizeof at->path) {
            memcpy(at->path + n, rest, len);
            memcpy(at->path + n + len, ":", 2);
            n += len + 1;
        }
        rest += len;
    }
    at->path[n - 1] = n > 5 ? '\0' : '='; // the last colon would be the current folder
}

// ---- Programs -------------------------------------------------------------------------

// Runs argv[0], with nothing of the user's but where programs are. HOME is an empty folder beside
// the paper: a tree `texmf` in the paper's own would be the user's, and its mktex.cnf and
// dvipdfmx.cfg say what TeX's helpers start. arXiv has no local tree.
static pith_status run_program(const place *at, const char *const *argv, pith_buf *out, int *code,
                               pith_error *err)
{
    char path[1024];
    char home[320];
    char local[330];
    const char *const environment[] = {
        at->path, home, local, "LC_ALL=C", "shell_escape=f", "openout_any=p", "max_print_line=2000",
        NULL};
    enum { WORDS = 16 };
    const char *sandboxed[WORDS];
    size_t n = 0;
    int64_t left = (at->end - program_ticks_ms()) / 1000;
    if (!program_find(argv[0], path, sizeof path))
        return pith_fail(err, PITH_IO_READ, argv[0],
                         "PATH has no such program, so nothing was compiled");
    snprintf(home, sizeof home, "HOME=%s", at->home);
    snprintf(local, sizeof local, "TEXMFLOCAL=%s", at->home);
    if (*at->unshare) {
        static const char *const namespace[] = {"-r", "-n", "--"};
        sandboxed[n++] = at->unshare;
        for (size_t i = 0; i < sizeof namespace / sizeof *namespace; i++)
            sandboxed[n++] = namespace[i];
    }
    sandboxed[n++] = path;
    for (size_t i = 1; argv[i] && n < WORDS - 1; i++)
        sandboxed[n++] = argv[i];
    sandboxed[n] = NULL;
    const program_run run = {.path = sandboxed[0],
                             .argv = sandboxed,
                             .folder = at->paper,
                             .environment = environment,
                             .seconds = left > 0 ? (int)left : 0};
    pith_status status = program_start(&run, out, code, err);
    if (status != PITH_OK) // not unshare
        pith_error_about(err, argv[0]);
    return status;
}

// The folders that TeX's own files are in, and whether it can be kept from the network.
static pith_status find_surroundings(place *at, dry_run *run, pith_error *err)
{
    const char *const argv[] = {"kpsewhich", "-expand-path=$TEXMF", NULL};
    pith_error ignored;
    pith_buf out;
    int code = 1;
    pith_status status = PITH_OK;
    pith_buf_init(&out, sizeof run->trees - 1);
    run->offline = program_find("unshare", at->unshare, sizeof at->unshare) &&
                   run_program(at, argv, &out, &code, &ignored) == PITH_OK && code == 0;
    if (!run->offline) {
        *at->unshare = '\0';
        out.len = 0;
        status = run_program(at, argv, &out, &code, err);
        if (code != 0)
            out.len = 0;
    }
    if (status == PITH_OK && out.len) {
        out.data[strcspn(out.data, "\r\n")] = '\0';
        snprintf(run->trees, sizeof run->trees, "%s:%s", out.data, run->folder);
    }
    pith_buf_free(&out);
    // Without them nobody could tell what the paper reads of the user's.
    return status != PITH_OK || *run->trees
               ? status
               : pith_fail(err, PITH_IO_READ, argv[0],
                           "does not say where TeX's own files are, so nothing was compiled");
}

// Where TeX puts MAIN.SUFFIX; MAIN always ends in four characters, .tex.
static bool product_path(const place *at, const char *suffix, char *path, size_t size)
{
    int n = snprintf(path, size, "%s/%s", at->paper, at->main);
    if (n < 4 || (size_t)n >= size || (size_t)n - 4 + strlen(suffix) >= size)
        return false;
    memcpy(path + n - 4, suffix, strlen(suffix) + 1);
    return true;
}

// MAIN.SUFFIX; empty when there is none.
static pith_text read_product(const place *at, const char *suffix)
{
    char path[1024];
    pith_text text;
    pith_error ignored;
    if (!product_path(at, suffix, path, sizeof path) ||
        pith_file_read(at->arena, path, LOG_MAX, &text, &ignored) != PITH_OK)
        return (pith_text){"", 0};
    return text;
}

// ---- What they say --------------------------------------------------------------------

static pith_text next_line(pith_text *rest)
{
    const char *end = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;
    pith_text line = {rest->p, end ? (size_t)(end - rest->p) : rest->n};
    size_t gone = line.n + (end != NULL);
    *rest = (pith_text){rest->p + gone, rest->n - gone};
    return line;
}

// FILE:LINE: what, as -file-line-error has it.
static bool has_place(pith_text line)
{
    const char *colon =
        line.n && (line.p[0] == '.' || line.p[0] == '/') ? memchr(line.p, ':', line.n) : NULL;
    size_t at = colon ? (size_t)(colon - line.p) + 1 : line.n;
    size_t digits = at;
    while (digits < line.n && line.p[digits] >= '0' && line.p[digits] <= '9')
        digits++;
    return digits > at && digits + 1 < line.n && line.p[digits] == ':' && line.p[digits + 1] == ' ';
}

// As much of a line as fits.
static void take_line(pith_text line, dry_run *run)
{
    size_t n = line.n < sizeof run->problem ? line.n : sizeof run->problem - 1;
    if (n)
        memcpy(run->problem, line.p, n);
    run->problem[n] = '\0';
}

// The first line that -file-line-error or TeX itself marks as an error.
static void take_error(pith_text log, dry_run *run)
{
    while (log.n) {
        pith_text line = next_line(&log);
        if (has_place(line) || (line.n > 2 && line.p[0] == '!' && line.p[1] == ' ')) {
            take_line(line, run);
            return;
        }
    }
}

// The message `anonymous` of pith.sty, whose lines LaTeX breaks anywhere.
static bool says_anonymous(pith_text log)
{
    static const char more[] = "(pith)";
    bool found = false;
    while (log.n && !found) {
        pith_buf words;
        pith_text line = next_line(&log);
        if (!text_starts(line, "Package pith Info: "))
            continue;
        pith_buf_init(&words, 4096);
        pith_buf_add(&words, line.p, line.n);
        while (text_starts(log, more)) {
            line = next_line(&log);
            size_t skip = sizeof more - 1;
            while (skip < line.n && line.p[skip] == ' ')
                skip++;
            pith_buf_puts(&words, " ");
            pith_buf_add(&words, line.p + skip, line.n - skip);
        }
        found = text_contains((pith_text){words.data, words.len}, "asks for an anonymous document");
        pith_buf_free(&words);
    }
    return found;
}

// The same of dvips and ghostscript, or else their first line.
static void take_complaint(pith_text output, dry_run *run)
{
    pith_text rest = output;
    take_line(next_line(&output), run);
    while (rest.n) {
        pith_text line = next_line(&rest);
        if (text_contains(line, "Error") || text_contains(line, "dvips: ")) {
            take_line(line, run);
            return;
        }
    }
}

// What dvips says it has read, <NAME>, becomes lines of run->fls.
static void add_read(dry_run *run)
{
    pith_text output = {run->said.data, run->said.len};
    pith_buf_add(&run->read, run->fls.p, run->fls.n);
    while (output.n) {
        pith_text line = next_line(&output);
        for (const char *p = line.p, *end = line.p + line.n, *close; p < end; p = close + 1) {
            const char *open = memchr(p, '<', (size_t)(end - p));
            close = open ? memchr(open, '>', (size_t)(end - open)) : NULL;
            if (!close)
                break;
            pith_buf_puts(&run->read, "INPUT ");
            pith_buf_add(&run->read, open + 1, (size_t)(close - open) - 1);
            pith_buf_puts(&run->read, "\n");
        }
    }
    if (pith_buf_ok(&run->read))
        run->fls = (pith_text){run->read.data, run->read.len};
}

// ---- Compiling ------------------------------------------------------------------------

static pith_status run_tex(const place *at, const char *engine, dry_run *run, pith_error *err)
{
    // arXiv's own flags. With ./ no name is an option, a format or TeX code.
    char main[1024];
    const char *const argv[] = {engine,
                                "-interaction=batchmode",
                                "-recorder",
                                "-no-parse-first-line",
                                "-file-line-error",
                                "-no-shell-escape",
                                main,
                                NULL};
    pith_text before = {"", 0};
    pith_status status = PITH_OK;
    snprintf(main, sizeof main, "./%s", at->main);
    for (int i = 0; i < run->runs && status == PITH_OK; i++) {
        int code = 0;
        pith_buf out;
        pith_buf_init(&out, OUTPUT_MAX);
        status = run_program(at, argv, &out, &code, err);
        pith_buf_free(&out);
        // The first run may fail for want of an .aux file; a later one may not.
        run->failed = status == PITH_OK && code != 0;
        const pith_text aux = read_product(at, ".aux");
        bool same = i > 0 && text_equal(aux, before);
        before = aux;
        if (status == PITH_OK && ((run->failed && i > 0) || same))
            break;
    }
    if (status != PITH_OK)
        return status;
    const pith_text log = read_product(at, ".log");
    run->fls = read_product(at, ".fls");
    run->wants_bbl = (text_contains(before, "\\bibdata{") || read_product(at, ".bcf").n) &&
                     read_product(at, ".bbl").n == 0;
    run->hidden = says_anonymous(log);
    run->wants_shell = text_contains(log, "runsystem(") && text_contains(log, "disabled");
    if (run->failed)
        take_error(log, run);
    return PITH_OK;
}

// One step from DVI to PDF.
static pith_status convert(const place *at, const char *const *argv, dry_run *run, pith_error *err)
{
    int code = 0;
    run->said.len = 0;
    pith_status status = run_program(at, argv, &run->said, &code, err);
    run->failed = status == PITH_OK && code != 0;
    if (run->failed)
        take_complaint((pith_text){run->said.data, run->said.len}, run);
    return status;
}

// With arXiv's flags for dvips, but for -q: it is to say what it reads. -R2: no programs and no
// files from elsewhere; -dSAFER is the same for Ghostscript, whose newer versions need no word.
static pith_status make_pdf(const place *at, dry_run *run, pith_error *err)
{
    char dvi[1024];
    char ps[1024];
    const char *const dvips[] = {"dvips", "-R2", "-z", "-o", ps, dvi, NULL};
    const char *const ps2pdf[] = {"ps2pdf", "-dSAFER", ps, run->pdf, NULL};
    if (!product_path(at, ".dvi", dvi, sizeof dvi) || !product_path(at, ".ps", ps, sizeof ps))
        return pith_fail(err, PITH_IO_WRITE, at->main, "is too long a name");
    pith_status status = convert(at, dvips, run, err);
    if (status != PITH_OK || run->failed)
        return status;
    add_read(run);
    return convert(at, ps2pdf, run, err);
}

static pith_status make_place(place *at, dry_run *run, pith_error *err)
{
    const char *base = getenv("TMPDIR");
    int n = snprintf(run->folder, sizeof run->folder, "%s/pith-XXXXXX",
                     base && *base == '/' ? base : "/tmp");
    if (n < 0 || (size_t)n >= sizeof run->folder || !mkdtemp(run->folder)) {
        char name[sizeof run->folder];
        memcpy(name, run->folder, sizeof name);
        *run->folder = '\0';
        return pith_fail(err, PITH_IO_WRITE, name, "cannot be made");
    }
    snprintf(at->paper, sizeof at->paper, "%s/paper", run->folder);
    snprintf(at->home, sizeof at->home, "%s/home", run->folder);
    if (mkdir(at->paper, 0700) != 0 || mkdir(at->home, 0700) != 0 ||
        !product_path(at, ".pdf", run->pdf, sizeof run->pdf))
        return pith_fail(err, PITH_IO_WRITE, run->folder, "cannot be used");
    return PITH_OK;
}

pith_status dry_run_start(pith_arena *arena, const pith_upload *upload, const char *engine,
                          dry_run *run, pith_error *err)
{
    place at = {.arena = arena, .main = upload->main};
    at.end = program_ticks_ms() + (int64_t)RUN_SECONDS * 1000;
    pith_buf_init(&run->read, LOG_MAX);
    pith_buf_init(&run->said, OUTPUT_MAX);
    pith_status status = make_place(&at, run, err);
    if (status == PITH_OK)
        status = fill_folder(upload, &at, err);
    if (status != PITH_OK)
        return status;
    find_path(&at);
    status = find_surroundings(&at, run, err);
    if (status == PITH_OK)
        status = run_tex(&at, engine, run, err);
    if (status == PITH_OK && !run->failed && strcmp(engine, "latex") == 0)
        status = make_pdf(&at, run, err);
    if (status == PITH_OK && !run->failed && !pith_file_exists(run->pdf)) {
        run->failed = true;
        snprintf(run->problem, sizeof run->problem, "makes no pages");
    }
    return status;
}
