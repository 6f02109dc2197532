// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/mint.h"
#include "cli/msg.h"
#include "cli/text.h"

enum { ARENA_MAX = 1 << 30, REPORT_MAX = 64 << 20 };

static const option_row options[] = {
    OPTION_ROWS_METADATA,
    {"next", 0, false, "FILE.tex", "the paper's coming version: writes its pith-data.tex"},
    {"after", 0, false, "NAME", "with --next: its last posted version"},
    {"output", 'o', false, "FILE", "with --next: write FILE, not pith-data.tex"},
    {"dry-run", 'n', false, NULL, "with --next: write nothing"},
    {"snapshot", 0, false, "FILE", "one paper a line in, one JSON result a line out"},
    {"resume", 0, false, "FILE", "with --snapshot: add to FILE, from where it ends"},
    {"jobs", 'j', false, "N", "threads for --snapshot (default: one a processor)"},
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

// ---- What cmd_check.c and mint_next.c use too ------------------------------------------

static const struct {
    const char *option;
    const char *field;
} rows[] = {{"id", "id"},
            {"paper-version", "version"},
            {"title", "title"},
            {"abstract", "abstract"},
            {"categories", "categories"},
            {"license", "license"},
            {"submitted", "submitted_at"}};

pith_status mint_compute(pith_arena *arena, const pith_metadata *metadata, pith_result **out,
                         pith_error *err)
{
    pith_status status = pith_mint(arena, metadata, out, err);
    for (size_t i = 0; i < sizeof rows / sizeof *rows && status == PITH_METADATA_MISSING; i++) {
        size_t n = strlen(rows[i].field);
        if (strncmp(err->message, rows[i].field, n) != 0 || err->message[n] != ' ')
            continue;
        n = strlen(err->message);
        snprintf(err->message + n, sizeof err->message - n, " (--%s)", rows[i].option);
        break;
    }
    return status;
}

pith_status mint_options(const cli_args *args, pith_arena *arena, pith_metadata *metadata,
                         pith_error *err)
{
    pith_metadata given = {.version = 0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *value = args_value(args, rows[i].option);
        if (!value)
            continue;
        pith_status status = pith_metadata_set(arena, &given, rows[i].field, text_of(value), err);
        if (status == PITH_METADATA_FORM || status == PITH_TOO_LARGE) {
            snprintf(err->object, sizeof err->object, "--%s", rows[i].option);
            err->status = PITH_USAGE;
        }
        if (status != PITH_OK)
            return err->status;
    }
    const struct {
        pith_text from;
        pith_text *to;
    } texts[] = {{given.id, &metadata->id},
                 {given.title, &metadata->title},
                 {given.abstract, &metadata->abstract},
                 {given.categories, &metadata->categories},
                 {given.license, &metadata->license},
                 {given.submitted_at, &metadata->submitted_at}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i].from.p)
            *texts[i].to = texts[i].from;
    }
    if (given.version)
        metadata->version = given.version;
    return PITH_OK;
}

static void put_aliases_json(const pith_result *result, pith_buf *out)
{
    char value[PITH_ALIAS_SIZE];
    pith_buf_puts(out, ",\"aliases\":{");
    const char *kind;
    for (size_t i = 0; (kind = pith_result_alias(result, i, value)) != NULL; i++)
        pith_buf_printf(out, "%s\"%s\":\"%s\"", i ? "," : "", kind, value);
    pith_buf_puts(out, "}");
}

static void put_text(const pith_result *result, const char *relation, pith_buf *out)
{
    char hex[65];
    char id[PITH_ID_LEN + 1];
    char value[PITH_ALIAS_SIZE];
    const char *kind;
    pith_digest_words(result->canonical.p, result->canonical.n, hex, id);
    pith_buf_printf(out, "pith:%04d:%s\n", result->number.year, result->number.id);
    pith_buf_printf(out, "  %-9s computed from metadata%s%s; nobody was asked whether it is so\n",
                    relation ? relation : "computed", relation ? "," : "",
                    relation ? " not posted yet" : "");
    pith_buf_printf(out, "  %-9s %s\n", "sha256", hex);
    for (size_t i = 0; (kind = pith_result_alias(result, i, value)) != NULL; i++)
        pith_buf_printf(out, "  %-9s %-14s %s\n", i ? "" : "aliases", kind, value);
    pith_buf_printf(out, "  %-9s ", "record");
    pith_terminal_escape(result->canonical, out);
    pith_buf_puts(out, "\n");
    for (const pith_finding *f = result->findings; f; f = f->next) {
        pith_buf_printf(out, "  %-9s [%s] ", "warning", pith_status_name(f->code));
        pith_terminal_escape(f->where, out);
        pith_buf_puts(out, " ");
        pith_terminal_escape(f->message, out);
        pith_buf_printf(out, "; %s\n", pith_status_remedy(f->code));
    }
}

void mint_report(const cli_args *args, const char *target, const pith_result *result,
                 const char *relation, const char *more, pith_buf *out)
{
    if (!args->json) {
        if (args->quiet)
            pith_buf_printf(out, "pith:%04d:%s\n", result->number.year, result->number.id);
        else
            put_text(result, relation, out);
        return;
    }
    pith_report_json(result, target, out);
    if (!pith_buf_ok(out))
        return;
    out->len--; // into the object
    if (relation)
        pith_buf_printf(out, ",\"relation\":\"%s\"", relation);
    put_aliases_json(result, out);
    pith_buf_puts(out, ",\"canonical_record\":");
    pith_buf_add(out, result->canonical.p, result->canonical.n);
    pith_buf_puts(out, more);
    pith_buf_puts(out, "}");
}

// ---- Papers ---------------------------------------------------------------------------

typedef struct job {
    const cli_args *args;
    pith_buf out;
    size_t count; // reports so far
    pith_exit exit;
} job;

static void fail(job *j, const char *target, const pith_error *err)
{
    j->exit = pith_exit_worse(j->exit, pith_status_exit(err->status));
    if (!j->args->json) {
        msg_error(err);
        return;
    }
    pith_buf_puts(&j->out, j->count++ ? "," : "");
    pith_report_json_error(err, target, &j->out);
}

static void mint_one(job *j, pith_arena *arena, const char *target, pith_metadata *metadata)
{
    pith_result *result;
    pith_error err;
    pith_status status = mint_options(j->args, arena, metadata, &err);
    if (status == PITH_OK)
        status = mint_compute(arena, metadata, &result, &err);
    if (status != PITH_OK) {
        pith_error_name(&err, target);
        fail(j, target, &err);
        return;
    }
    j->exit = pith_exit_worse(j->exit, result->exit);
    if (j->count++)
        pith_buf_puts(&j->out, j->args->json ? "," : j->args->quiet ? "" : "\n");
    mint_report(j->args, target, result, NULL, "", &j->out);
}

static void mint_file(job *j, const char *path)
{
    pith_metadata *papers = NULL;
    pith_error err = ERROR_MEMORY;
    size_t count = 0;
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    if (!arena || pith_metadata_read(arena, path, &papers, &count, &err) != PITH_OK) {
        fail(j, path, &err);
        count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        char target[400];
        if (count > 1 && papers[i].id.p)
            snprintf(target, sizeof target, "%s:%s", path, papers[i].id.p);
        else
            snprintf(target, sizeof target, "%s", path);
        mint_one(j, arena, target, &papers[i]);
    }
    pith_arena_free(arena);
}

static pith_exit mint_papers(const cli_args *args)
{
    job j = {.args = args, .exit = PITH_EXIT_OK};
    pith_error err = ERROR_MEMORY;
    pith_status status = PITH_OK;
    pith_buf_init(&j.out, REPORT_MAX);
    msg_open(args, &j.out);
    for (size_t i = 0; i < args->operand_count; i++)
        mint_file(&j, args->operands[i]);
    if (args->operand_count == 0) {
        pith_metadata none = {.version = 0};
        pith_arena *arena = pith_arena_new(ARENA_MAX);
        if (arena)
            mint_one(&j, arena, "options", &none);
        else
            status = err.status;
        pith_arena_free(arena);
    }
    return msg_end(args, status, &err, j.exit, &j.out);
}

// ---- The snapshot ---------------------------------------------------------------------

static bool put_line(void *context, const char *line, size_t len)
{
    (void)context;
    return msg_bytes(line, len);
}

static bool add_line(void *context, const char *line, size_t len)
{
    return pith_output_add(context, line, len);
}

// The answers are in a file, so somebody has to say how they are.
static void report_answers(const cli_args *args, const char *path, pith_exit exit)
{
    if (!args->json) {
        if (exit != PITH_EXIT_OK)
            msg_note(args, "%s: has an answer with exit %d", path, (int)exit);
        return;
    }
    pith_buf out;
    pith_buf_init(&out, 1 << 20);
    msg_open(args, &out);
    pith_buf_puts(&out, "{\"target\":");
    pith_json_quote(text_of(path), &out);
    pith_buf_printf(&out, ",\"exit\":%d}", (int)exit);
    msg_close(args, exit, &out);
    msg_out(&out);
    pith_buf_free(&out);
}

static pith_exit mint_snapshot(const cli_args *args)
{
    pith_error err;
    pith_exit exit = PITH_EXIT_OK;
    pith_exit before = PITH_EXIT_OK; // of the answers that --resume finds
    const char *resume = args_value(args, "resume");
    pith_output *output = NULL;
    pith_minting minting = {.path = args_value(args, "snapshot"), .put = put_line};
    pith_status status = args_jobs(args, &minting.jobs, &err);
    if (status == PITH_OK && resume) {
        status = pith_output_resume(resume, minting.path, &output, &minting.first, &before, &err);
        minting.put = add_line;
        minting.context = output;
    }
    if (status == PITH_OK)
        status = pith_mint_stream(&minting, &exit, &err);
    pith_error last;
    pith_status closed = output ? pith_output_close(output, &last) : PITH_OK;
    if (status == PITH_OK && closed != PITH_OK) { // else the first failure is what led to it
        status = closed;
        err = last;
    }
    exit = pith_exit_worse(exit, before);
    if (status != PITH_OK)
        return pith_exit_worse(exit, msg_failure(args, &err));
    if (resume)
        report_answers(args, resume, exit);
    return exit;
}

// ---- The command ----------------------------------------------------------------------

static const char *misfit(const cli_args *args)
{
    static const char *const of_next[] = {"after", "output", "dry-run"};
    static const char *const of_snapshot[] = {"resume", "jobs"};
    static const char *const metadata[] = {"id",         "paper-version", "title",    "abstract",
                                           "categories", "license",       "submitted"};
    static const char *const files[] = {"next", "after", "snapshot", "resume"};
    static const char *const swallowed[] = {
        "--next takes the next word as its FILE.tex, and that is an option",
        "--after takes the next word as its NAME, and that is an option",
        "--snapshot takes the next word as its FILE, and that is an option",
        "--resume takes the next word as its FILE, and that is an option"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *value = args_value(args, files[i]);
        if (value && value[0] == '-' && value[1] == '-') // ./--x names a file
            return swallowed[i];
    }
    const char *resume = args_value(args, "resume");
    if (resume && strcmp(resume, "-") == 0)
        return "--resume needs a file to go on with, not standard output";
    bool next = args_has(args, "next");
    bool snapshot = args_has(args, "snapshot");
    for (size_t i = 0; i < sizeof of_next / sizeof *of_next; i++) {
        if (!next && args_has(args, of_next[i]))
            return "--after, --output and --dry-run need --next";
    }
    for (size_t i = 0; i < sizeof of_snapshot / sizeof *of_snapshot; i++) {
        if (!snapshot && args_has(args, of_snapshot[i]))
            return "--resume and --jobs need --snapshot";
    }
    bool given = false;
    for (size_t i = 0; i < sizeof metadata / sizeof *metadata; i++)
        given = given || args_has(args, metadata[i]);
    if (snapshot && (next || given || args->operand_count))
        return "--snapshot reads everything from its one file";
    if (next && args->operand_count)
        return "--next names the one paper";
    if (next &&
        (args_has(args, "id") || args_has(args, "paper-version") || args_has(args, "submitted")))
        return "--next takes identifier, version and time from the last version";
    if (!next && !snapshot && !given && !args->operand_count)
        return "mint needs a file with metadata, --id and so on, --next or --snapshot";
    return NULL;
}

static pith_exit run(const cli_args *args)
{
    pith_error err;
    const char *what = misfit(args);
    if (what) {
        pith_fail(&err, PITH_USAGE, "", "%s", what);
        return msg_failure(args, &err);
    }
    return args_has(args, "next")       ? mint_next(args)
           : args_has(args, "snapshot") ? mint_snapshot(args)
                                        : mint_papers(args);
}

const cli_command command_mint = {
    .name = "mint",
    .usage = "[options] [FILE...]",
    .summary = "Compute a paper's number from its metadata, also before it is posted",
    .detail = "A file is arXiv's Atom answer, OAI-PMH with arXivRaw, a line of the metadata\n"
              "snapshot, or JSON or YAML with id, version, title, abstract, categories, license\n"
              "and submitted_at; options win over it. Titles and abstracts are hashed as arXiv\n"
              "has them, in TeX: never copy them from a rendered page.\n"
              "\n"
              "Categories are like math.CO or hep-th, with blanks or commas between them. The\n"
              "time is like 2024-07-29T12:00:00Z or, as arXiv's list of versions has it,\n"
              "\"Mon, 29 Jul 2024 12:00:00 GMT\". The license is empty or a URL like\n"
              "http://creativecommons.org/licenses/by/4.0/.\n"
              "\n"
              "--next takes the last posted version from the sources, title and abstract from\n"
              "the paper, says what changes, and writes a data file marked as predicted.",
    .examples = "pith mint metadata.json\n"
                "pith mint --next main.tex\n"
                "pith mint --snapshot arxiv-metadata.json --resume numbers.ndjson",
    .options = options,
    .run = run,
};
