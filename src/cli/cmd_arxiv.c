// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/dry_run.h"
#include "cli/msg.h"
#include "cli/paper_data.h"
#include "cli/paper_pdf.h"
#include "cli/program.h"
#include "cli/text.h"

enum { ARENA_MAX = 1 << 30, OUTPUT_MAX = 256 << 20, STY_MAX = 4 << 20, ASK_SECONDS = 10 };
enum { RUNS = 5 }; // of TeX, as at arXiv

static const option_row options[] = {
    {"output", 'o', false, "FILE", "write the upload here, a .tar.gz"},
    {"anonymous", 0, false, NULL, "without the data file; no number may be in the PDF"},
    {"no-compile", 0, false, NULL, "take all files of the folder, and compile nothing"},
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    pith_arena *arena;
    const pith_keyring *keyring;
    const char *main; // path of the main file
    pith_mentions mentions;
    pith_upload upload;
    const char *engine;
    bool offline;
    bool hidden;          // pith.sty says that it shows no number
    size_t outside;       // files that are read, but not in the folder
    pith_result *verdict; // over the compiled PDF; NULL: none
    pith_buf out;
    pith_exit exit;
} job;

// ---- Findings -------------------------------------------------------------------------

// Errors decide; the rest is advice.
static void put_finding(job *j, const pith_finding *f, bool first)
{
    static const char *const words[] = {"note", "warn", "FAIL"};
    if (f->severity == PITH_SEVERITY_ERROR)
        j->exit = pith_exit_worse(j->exit, pith_status_exit(f->code));
    if (j->args->json) {
        pith_buf_puts(&j->out, first ? "" : ",");
        pith_report_json_finding(f->code, f->severity, f->where, f->message, &j->out);
        return;
    }
    if (j->args->quiet && f->severity != PITH_SEVERITY_ERROR)
        return;
    pith_buf_printf(&j->out, "%s  ", words[f->severity]);
    pith_terminal_escape(f->where, &j->out);
    pith_buf_puts(&j->out, ": ");
    pith_terminal_escape(f->message, &j->out);
    if (f->severity != PITH_SEVERITY_INFO && *pith_status_remedy(f->code))
        pith_buf_printf(&j->out, "\n      -> %s", pith_status_remedy(f->code));
    pith_buf_puts(&j->out, "\n");
}

static pith_status add_finding(job *j, pith_status code, pith_severity severity, const char *where,
                               const char *message, pith_error *err)
{
    return pith_upload_note(j->arena, &j->upload, code, severity, text_of(where), err, "%s",
                            message);
}

// ---- The package and its data ---------------------------------------------------------

// arXiv's TeX Live has no pith.sty, so it goes along.
static pith_status add_package(job *j, pith_error *err)
{
    char program[1024];
    char path[1024];
    char *folder = pith_path_beside(j->arena, j->main, ".");
    int code = 1;
    pith_text bytes;
    pith_buf out;
    if (pith_upload_find(&j->upload, "pith.sty"))
        return PITH_OK;
    pith_buf_init(&out, sizeof path - 1);
    const char *const argv[] = {"kpsewhich", "pith.sty", NULL};
    const program_run ask = {
        .path = program, .argv = argv, .folder = folder, .seconds = ASK_SECONDS};
    bool found = program_find("kpsewhich", program, sizeof program) &&
                 program_start(&ask, &out, &code, err) == PITH_OK && code == 0 && out.len;
    snprintf(path, sizeof path, "%s", found ? out.data : "");
    path[strcspn(path, "\r\n")] = '\0';
    pith_buf_free(&out);
    if (*path != '/')
        return pith_fail(err, PITH_IO_READ, "pith.sty",
                         "is neither beside the paper nor found by TeX: copy it there");
    pith_status status = pith_file_read(j->arena, path, STY_MAX, &bytes, err);
    return status == PITH_OK ? pith_upload_put(j->arena, &j->upload, "pith.sty", bytes, err)
                             : status;
}

// A number that was computed before the paper is posted: is it still that of the paper?
static pith_status check_predicted(job *j, const pith_result *predicted, pith_error *err)
{
    static const pith_metadata nothing = {.version = 0};
    pith_check_field fields[PITH_CHECK_FIELDS];
    char message[80];
    snprintf(message, sizeof message, "%s is predicted, for the version that is to be posted",
             predicted->number.id);
    pith_status status =
        add_finding(j, PITH_PREDICTED, PITH_SEVERITY_INFO, PITH_TEX_DATA_NAME, message, err);
    if (status == PITH_OK)
        status = pith_check_paper(j->arena, j->main, &nothing, NULL, predicted, fields, err);
    for (size_t i = 0; i < PITH_CHECK_FIELDS && status == PITH_OK; i++) {
        const pith_check_field *f = &fields[i];
        if (f->standing == PITH_CHECK_DIFFERS)
            status = pith_upload_note(
                j->arena, &j->upload, f->code, PITH_SEVERITY_ERROR, text_of(j->upload.main), err,
                "%s differs from that of %s: %s", f->name, predicted->number.id, f->cause.p);
    }
    return status;
}

// *problem: what is wrong with the data file, or NULL.
static pith_status data_problem(job *j, const char **problem, pith_error *err)
{
    const pith_upload_file *data = pith_upload_find(&j->upload, PITH_TEX_DATA_NAME);
    paper_data found;
    *problem = "is missing";
    if (!data)
        return PITH_OK;
    pith_status status = paper_data_check(j->arena, j->keyring, data->bytes, PITH_TEX_DATA_NAME,
                                          &j->mentions, &found, err);
    if (status == PITH_MEMORY)
        return status;
    *problem = status != PITH_OK     ? "is damaged, or of another version"
               : found.unknown_key.n ? "has a receipt by a key that the keyring has not, as with "
                                       "another --keyring than `pith prepare` had"
               : found.missing       ? "has not every number of the paper, with a record that holds"
                                     : NULL;
    return found.predicted && !*problem ? check_predicted(j, found.predicted, err) : PITH_OK;
}

static bool has_option(pith_text words)
{
    return text_contains(words, "anonymous") && !text_contains(words, "anonymous=false");
}

// \usepackage[anonymous]{pith} or \pithsetup{anonymous} in a source.
static bool asks_anonymity(pith_text source)
{
    for (size_t i = 0; i < source.n; i++) {
        const pith_text rest = {source.p + i, source.n - i};
        size_t from = i;
        if (text_starts(rest, "\\pithsetup{")) {
            const char *end = memchr(rest.p, '}', rest.n);
            if (end && has_option((pith_text){rest.p, (size_t)(end - rest.p)}))
                return true;
        }
        if (!text_starts(rest, "{pith}"))
            continue;
        while (from > 0 && source.p[from - 1] != '\\')
            from--;
        if (has_option((pith_text){source.p + from, i - from}))
            return true;
    }
    return false;
}

// The option in a source, or TeX's word that the class has asked for it: what the compiled PDF
// says is checked there, but what its pages show as mere text is not.
static bool is_anonymous(const job *j)
{
    for (size_t i = 0; i < j->upload.count; i++) {
        const pith_upload_file *file = &j->upload.files[i];
        const bool source = text_ends(file->name, ".tex") || text_ends(file->name, ".sty") ||
                            text_ends(file->name, ".cls");
        if (file->used && source && strcmp(file->name.p, "pith.sty") != 0 &&
            asks_anonymity(file->bytes))
            return true;
    }
    return j->hidden;
}

static pith_status check_data(job *j, pith_error *err)
{
    pith_status status = PITH_OK;
    if (!args_has(j->args, "anonymous")) {
        const char *problem = NULL;
        if (j->mentions.count)
            status = data_problem(j, &problem, err);
        return problem && status == PITH_OK ? add_finding(j, PITH_DATA_STALE, PITH_SEVERITY_ERROR,
                                                          PITH_TEX_DATA_NAME, problem, err)
                                            : status;
    }
    if (!is_anonymous(j))
        status = add_finding(j, PITH_UPLOAD_ANONYMOUS, PITH_SEVERITY_ERROR, j->upload.main,
                             "nothing in it asks pith.sty for an anonymous paper", err);
    if (status == PITH_OK && j->mentions.count)
        status =
            add_finding(j, PITH_UPLOAD_ANONYMOUS, PITH_SEVERITY_INFO, j->upload.main,
                        "the sources still name the number: whoever gets them can look it up", err);
    return status;
}

// Takes a file out, if it is there.
static void drop(job *j, const pith_upload_file *file)
{
    if (!file)
        return;
    size_t at = (size_t)(file - j->upload.files);
    memmove(j->upload.files + at, file + 1, (j->upload.count - at - 1) * sizeof *file);
    j->upload.count--;
}

// An earlier upload in the folder is no part of the next one; anything else that -o names there is
// the author's.
static pith_status spare_folder(job *j, const char *dir, pith_error *err)
{
    static const char archive[] = ".gz";
    const char *output = args_value(j->args, "output");
    for (size_t i = 0; output && i < j->upload.count; i++) {
        const pith_upload_file *file = &j->upload.files[i];
        char path[4096];
        int n = snprintf(path, sizeof path, "%s/%s", dir, file->name.p);
        if (n < 0 || (size_t)n >= sizeof path || !pith_file_same(output, path))
            continue;
        if (file->name.n < sizeof archive ||
            strcmp(file->name.p + file->name.n - sizeof archive + 1, archive) != 0)
            return pith_fail(err, PITH_USAGE, output,
                             "the upload would replace a file of the paper");
        drop(j, file);
        break;
    }
    return PITH_OK;
}

// Without compiling all files are taken; packed ones outside anc/ are earlier uploads, or nothing
// that arXiv would unpack.
static void leave_packed(job *j)
{
    static const char *const ends[] = {".tar.gz", ".tgz", ".tar", ".zip"};
    for (size_t i = 0; i < j->upload.count; i++) {
        pith_upload_file *file = &j->upload.files[i];
        bool packed = false;
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
            packed = packed || text_ends(file->name, ends[k]);
        }
        if (packed && !text_starts(file->name, "anc/"))
            file->used = false;
    }
}

// ---- Compiling ------------------------------------------------------------------------

static pith_status note_bbl(job *j, pith_error *err)
{
    const size_t stem = strlen(j->upload.main) - 4;
    const char *elsewhere = NULL;
    for (size_t i = 0; i < j->upload.count && !elsewhere; i++) {
        const pith_text name = j->upload.files[i].name;
        if (name.n > stem + 5 && name.p[name.n - stem - 5] == '/' &&
            memcmp(name.p + name.n - stem - 4, j->upload.main, stem) == 0 &&
            memcmp(name.p + name.n - 4, ".bbl", 4) == 0)
            elsewhere = name.p;
    }
    return pith_upload_note(j->arena, &j->upload, PITH_UPLOAD_BBL, PITH_SEVERITY_ERROR,
                            text_of(j->upload.main), err,
                            "cites, but there is no .bbl file beside it%s%s",
                            elsewhere ? "; copy it from " : "", elsewhere ? elsewhere : "");
}

// Where other files were read, the log may quote them, so it is not quoted.
static pith_status note_result(job *j, const dry_run *run, pith_error *err)
{
    const char *problem = *run->problem && !j->outside ? run->problem : "refuses the paper";
    pith_status status = PITH_OK;
    if (run->failed)
        status = pith_upload_note(j->arena, &j->upload, PITH_UPLOAD_COMPILE, PITH_SEVERITY_ERROR,
                                  text_of(j->upload.main), err, "%s: %s", j->engine, problem);
    if (status == PITH_OK && run->wants_bbl)
        status = note_bbl(j, err);
    if (status == PITH_OK && run->wants_shell)
        status = add_finding(j, PITH_UPLOAD_SHELL, PITH_SEVERITY_WARNING, j->upload.main,
                             "starts programs, which arXiv does not allow", err);
    return status;
}

static pith_status check_pdf(job *j, const dry_run *run, pith_error *err)
{
    const pith_upload_file *data = pith_upload_find(&j->upload, PITH_TEX_DATA_NAME);
    paper_pdf pdf = {.path = run->pdf,
                     .keyring = j->keyring,
                     .mentions = &j->mentions,
                     .data = data ? data->bytes : text_of(""),
                     .anonymous = args_has(j->args, "anonymous")};
    pith_status status = paper_pdf_check(j->arena, &pdf, &j->upload, err);
    j->verdict = pdf.result;
    return status;
}

// What a run says about the paper.
static pith_status take_result(job *j, const dry_run *run, pith_error *err)
{
    pith_status status = note_result(j, run, err);
    j->hidden = run->hidden;
    return status == PITH_OK && !run->failed ? check_pdf(j, run, err) : status;
}

// With all files, to see which are read; then, when those are not all or mean another engine, with
// those alone.
static pith_status compile(job *j, pith_error *err)
{
    dry_run made = {.runs = RUNS};
    j->engine = pith_upload_engine(&j->upload);
    pith_status status = dry_run_start(j->arena, &j->upload, j->engine, &made, err);
    j->offline = made.offline;
    if (status == PITH_OK)
        status = pith_upload_outside(j->arena, &j->upload, made.fls, made.trees, &j->outside, err);
    if (status == PITH_OK && !made.failed)
        status = pith_upload_used(j->arena, &j->upload, made.fls, err);
    const char *engine = pith_upload_engine(&j->upload);
    size_t used = 0;
    for (size_t i = 0; i < j->upload.count; i++)
        used += j->upload.files[i].used;
    bool is_whole = used == j->upload.count && strcmp(engine, j->engine) == 0;
    if (status == PITH_OK && (made.failed || is_whole))
        status = take_result(j, &made, err);
    bool again = status == PITH_OK && !made.failed && !is_whole;
    dry_run_end(&made);
    if (!again)
        return status;
    made = (dry_run){.runs = RUNS};
    j->engine = engine;
    status = dry_run_start(j->arena, &j->upload, j->engine, &made, err);
    if (status == PITH_OK)
        status = take_result(j, &made, err);
    dry_run_end(&made);
    return status;
}

// ---- The whole ------------------------------------------------------------------------

static pith_status check(job *j, pith_error *err)
{
    const char *dir;
    pith_status status = pith_paper_main(j->arena, j->args->operands[0], &j->main, err);
    if (status == PITH_OK)
        status = pith_paper_scan(j->arena, &j->main, 1, &j->mentions, err);
    if (status != PITH_OK)
        return status;
    dir = pith_path_beside(j->arena, j->main, ".");
    if (!dir)
        return pith_fail_memory(err);
    status = pith_upload_collect(j->arena, dir, j->main, &j->upload, err);
    if (status == PITH_OK)
        status = spare_folder(j, dir, err);
    if (status == PITH_OK && args_has(j->args, "anonymous")) // goes without
        drop(j, pith_upload_find(&j->upload, PITH_TEX_DATA_NAME));
    if (status == PITH_OK)
        status = add_package(j, err);
    if (status == PITH_OK && !args_has(j->args, "no-compile"))
        status = compile(j, err);
    else if (status == PITH_OK) {
        leave_packed(j);
        j->engine = pith_upload_engine(&j->upload);
    }
    if (status == PITH_OK)
        status = pith_upload_check(j->arena, &j->upload, err);
    if (status == PITH_OK)
        status = check_data(j, err);
    return status;
}

static const char *how_compiled(const job *j)
{
    for (const pith_finding *f = j->upload.findings; f; f = f->next) {
        if (f->code == PITH_UPLOAD_COMPILE)
            return ", does not compile";
    }
    return args_has(j->args, "no-compile") ? ", not compiled"
           : j->offline                    ? ", compiled without a network"
                                           : ", compiled";
}

static void count(const job *j, size_t *files, size_t *bytes)
{
    *files = *bytes = 0;
    for (size_t i = 0; i < j->upload.count; i++) {
        *files += j->upload.files[i].used;
        *bytes += j->upload.files[i].used ? j->upload.files[i].bytes.n : 0;
    }
}

// The findings, into the report: they decide whether there is an upload.
static void report(job *j)
{
    size_t files;
    size_t bytes;
    count(j, &files, &bytes);
    if (j->args->json) {
        pith_buf_puts(&j->out, "{\"target\":");
        pith_json_quote(text_of(j->main), &j->out);
        pith_buf_printf(&j->out, ",\"engine\":\"%s\",\"bytes\":%zu,\"offline\":%s,\"files\":[",
                        j->engine, bytes, j->offline ? "true" : "false");
        bool first = true;
        for (size_t i = 0; i < j->upload.count; i++) {
            if (!j->upload.files[i].used)
                continue;
            pith_buf_puts(&j->out, first ? "" : ",");
            pith_json_quote(j->upload.files[i].name, &j->out);
            first = false;
        }
        pith_buf_puts(&j->out, "],\"pdf\":");
        if (j->verdict)
            pith_report_json(j->verdict, j->main, &j->out);
        else
            pith_buf_puts(&j->out, "null");
        pith_buf_puts(&j->out, ",\"findings\":[");
    }
    for (const pith_finding *f = j->upload.findings; f; f = f->next)
        put_finding(j, f, f == j->upload.findings);
    if (j->args->json)
        pith_buf_printf(&j->out, "],\"exit\":%d}", (int)j->exit);
    else
        msg_note(j->args, "%s: %zu files, %zu bytes, %s%s", j->main, files, bytes, j->engine,
                 how_compiled(j));
}

static pith_status write_upload(job *j, pith_error *err)
{
    const char *output = args_value(j->args, "output");
    pith_written written = PITH_WRITTEN_SAME;
    pith_buf packed;
    if (!output || j->exit != PITH_EXIT_OK)
        return PITH_OK;
    pith_buf_init(&packed, OUTPUT_MAX);
    pith_status status = pith_upload_pack(&j->upload, &packed, err);
    if (status == PITH_OK)
        status = pith_file_replace(output, packed.data, packed.len, &written, err);
    if (status == PITH_OK && !j->args->json)
        msg_note(j->args, "%s: %s", output, written == PITH_WRITTEN_NEW ? "written" : "up to date");
    pith_buf_free(&packed);
    return status;
}

static pith_status do_all(job *j, pith_error *err)
{
    if (j->args->operand_count != 1)
        return pith_fail(err, PITH_USAGE, "", "arxiv needs one folder, or the paper's main file");
    const char *output = args_value(j->args, "output");
    if (output && strcmp(output, "-") == 0)
        return pith_fail(err, PITH_USAGE, "--output",
                         "takes a file: standard output has what was found");
    pith_status status = args_keyring(j->args, j->arena, &j->keyring, err);
    if (status == PITH_OK)
        status = check(j, err);
    if (status != PITH_OK)
        return status;
    report(j);
    return write_upload(j, err);
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args, .arena = pith_arena_new(ARENA_MAX), .engine = ""};
    pith_error err = ERROR_MEMORY;
    pith_buf_init(&j.out, OUTPUT_MAX);
    msg_open(args, &j.out);
    pith_status status = j.arena ? do_all(&j, &err) : PITH_MEMORY;
    j.exit = msg_end(args, status, &err, j.exit, &j.out);
    pith_arena_free(j.arena);
    return j.exit;
}

const cli_command command_arxiv = {
    .name = "arxiv",
    .usage = "[options] DIR|FILE.tex",
    .summary = "Check a paper's folder by arXiv's rules and pack the upload",
    .detail = "Compiles the paper in a clean folder, without shell escape, a network or your\n"
              "settings, by the engine that arXiv takes; keeps the files that TeX has read,\n"
              "and looks for what arXiv refuses, changes or throws away. The PDF is checked as\n"
              "by `pith verify`. With -o the files are packed when nothing is wrong; pith.sty\n"
              "goes along. The paper itself is not changed. Compiling runs the paper's own\n"
              "code, as TeX always does.",
    .examples = "pith arxiv .\n"
                "pith arxiv -o upload.tar.gz main.tex\n"
                "pith arxiv --anonymous -o blind.tar.gz .",
    .options = options,
    .run = run,
};
