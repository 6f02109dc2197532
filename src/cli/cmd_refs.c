// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"
#include "cli/text.h"

#include <unistd.h>

enum { ARENA_MAX = 1 << 30, OUTPUT_MAX = 256 << 20, SHOWN_ERRORS = 8 };

static const option_row options[] = {
    {"output", 'o', false, "FILE", "write the .bib file with the numbers here"},
    {"in-place", 'i', false, NULL, "write them into the .bib files themselves"},
    {"dry-run", 'n', false, NULL, "print what -i would change, as a unified diff"},
    {"keep-going", 'k', false, NULL, "write what was found though other entries failed"},
    {"require", 0, false, "LIST", "of records; `references`: exit 3 while any is pending"},
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

// What came of one entry.
typedef enum outcome {
    UNNAMED,  // it gives no arXiv id or DOI
    PENDING,  // it does, but no source has a record of that name
    RESOLVED, // its record holds
    FAILED    // it is not known, or a check failed
} outcome;

typedef struct tally {
    size_t of[FAILED + 1];
} tally;

typedef struct job {
    const cli_args *args;
    pith_arena *arena;
    cli_lookup lookup;
    unsigned require;
    size_t errors_shown;
    pith_buf out;
    pith_exit exit; // of all files
    // One file:
    const char *path;
    pith_references refs;
    pith_target *targets;
    pith_result **results;
    pith_error *errors;
    pith_number *numbers; // what is to be written
    outcome *outcomes;
    pith_exit file_exit;
} job;

// ---- One entry ------------------------------------------------------------------------

// Errors of one cause, as a dead network, can be as many as there are entries.
static void say(job *j, const pith_error *err)
{
    if (!j->args->json && j->errors_shown++ < SHOWN_ERRORS)
        msg_error(err);
}

static void fail_entry(job *j, size_t i, const pith_error *why)
{
    pith_error err = *why;
    j->outcomes[i] = FAILED;
    j->file_exit = pith_exit_worse(j->file_exit, pith_status_exit(err.status));
    snprintf(err.message, sizeof err.message, "%.64s%s%.200s", why->object,
             *why->object ? ": " : "", why->message);
    snprintf(err.object, sizeof err.object, "%.200s:%zu", j->path, j->refs.items[i].line);
    j->errors[i] = err;
    say(j, &err);
}

// The finding that made the verdict what it is.
static void fail_verdict(job *j, size_t i, const pith_result *result)
{
    pith_error err;
    (void)pith_result_error(result, result->number.id, &err);
    fail_entry(j, i, &err);
}

// Whether an entry that states a number is about that record: versions may differ.
static bool is_same_paper(const pith_target *name, const pith_result *result)
{
    if (!*name->alias_kind)
        return true;
    const char *id = name->alias_value;
    if (strcmp(name->alias_kind, "doi") == 0)
        id += strlen("10.48550/arxiv.");
    size_t len = strlen(id);
    if (strcmp(name->alias_kind, "arxiv_version") == 0)
        len = (size_t)(strrchr(id, 'v') - id);
    return text_equal(result->source_id, (pith_text){id, len});
}

static void judge(job *j, size_t i)
{
    const pith_reference *r = &j->refs.items[i];
    pith_result *result = j->results[i];
    pith_error err;
    if (r->has_field && !*r->stated.id) {
        pith_fail(&err, PITH_NUMBER_SYNTAX, "", "its field pith is no number");
        fail_entry(j, i, &err);
    } else if (!*j->targets[i].alias_kind && !*j->targets[i].number.id) {
        j->outcomes[i] = UNNAMED;
    } else if (!result && j->errors[i].status == PITH_NOT_FOUND && !r->has_field) {
        j->outcomes[i] = PENDING;
    } else if (!result) {
        err = j->errors[i];
        fail_entry(j, i, &err);
    } else if (pith_result_require(j->arena, result,
                                   j->require & ~(unsigned)PITH_REQUIRE_REFERENCES,
                                   &err) != PITH_OK) {
        fail_entry(j, i, &err);
    } else if (result->exit != PITH_EXIT_OK) {
        fail_verdict(j, i, result);
    } else if (!is_same_paper(&r->name, result)) {
        pith_fail(&err, PITH_REFERENCE_MISMATCH, "",
                  "its field pith is the number of another paper than %.80s", r->name.alias_value);
        fail_entry(j, i, &err);
    } else {
        j->outcomes[i] = RESOLVED;
        j->numbers[i] = result->number;
    }
}

// ---- Reporting ------------------------------------------------------------------------

static void put_name(const pith_target *name, pith_buf *out)
{
    if (!*name->alias_kind)
        return;
    pith_buf_puts(out, strcmp(name->alias_kind, "doi") == 0 ? "doi:" : "arxiv:");
    pith_terminal_escape(text_of(name->alias_value), out);
}

static void put_number(const pith_number *number, pith_buf *out)
{
    pith_buf_printf(out, "pith:%04d:%s", number->year, number->id);
}

static void put_entry(job *j, size_t i)
{
    static const char *const words[] = {"no arXiv id or DOI", "pending", "", "failed"};
    const pith_reference *r = &j->refs.items[i];
    pith_terminal_escape(r->key, &j->out);
    pith_buf_puts(&j->out, "  ");
    if (j->outcomes[i] == RESOLVED)
        put_number(&j->numbers[i], &j->out);
    else
        pith_buf_puts(&j->out, words[j->outcomes[i]]);
    if (j->outcomes[i] != UNNAMED && *r->name.alias_kind) {
        pith_buf_puts(&j->out, "  ");
        put_name(&r->name, &j->out);
    }
    pith_buf_puts(&j->out, "\n");
}

static void put_entry_json(job *j, size_t i)
{
    static const char *const words[] = {"unnamed", "pending", "resolved", "failed"};
    const pith_reference *r = &j->refs.items[i];
    pith_buf name;
    pith_buf_init(&name, 512);
    put_name(&r->name, &name);
    pith_buf_puts(&j->out, i ? ",{\"key\":" : "{\"key\":");
    pith_json_quote(r->key, &j->out);
    pith_buf_printf(&j->out, ",\"line\":%zu,\"name\":", r->line);
    if (name.len)
        pith_json_quote((pith_text){name.data, name.len}, &j->out);
    else
        pith_buf_puts(&j->out, "null");
    pith_buf_printf(&j->out, ",\"outcome\":\"%s\",\"number\":", words[j->outcomes[i]]);
    pith_buf_puts(&j->out, j->outcomes[i] == RESOLVED ? "\"" : "null");
    if (j->outcomes[i] == RESOLVED) {
        put_number(&j->numbers[i], &j->out);
        pith_buf_puts(&j->out, "\"");
    }
    if (j->outcomes[i] == FAILED) {
        pith_buf_puts(&j->out, ",\"finding\":");
        pith_report_json_finding(j->errors[i].status, PITH_SEVERITY_ERROR,
                                 text_of(j->errors[i].object), text_of(j->errors[i].message),
                                 &j->out);
    }
    pith_buf_puts(&j->out, "}");
    pith_buf_free(&name);
}

static tally count(const job *j)
{
    tally t = {0};
    for (size_t i = 0; i < j->refs.count; i++)
        t.of[j->outcomes[i]]++;
    return t;
}

static const char *references_word(const tally *t)
{
    if (t->of[PENDING] + t->of[FAILED] > 0)
        return "pending";
    return t->of[RESOLVED] > 0 ? "resolved" : "none";
}

// The public page counts what it has extracted and resolved, and says `refs pending` or
// `refs resolved` (protocol.md section 9); where no entry can be looked up, none is.
static void put_summary(job *j, const tally *t, pith_buf *out)
{
    pith_terminal_escape(text_of(j->path), out);
    pith_buf_printf(out, ": %zu extracted, %zu resolved, %zu pending", j->refs.count,
                    t->of[RESOLVED], t->of[PENDING]);
    if (t->of[FAILED])
        pith_buf_printf(out, ", %zu failed", t->of[FAILED]);
    if (t->of[UNNAMED])
        pith_buf_printf(out, ", %zu without arXiv id or DOI", t->of[UNNAMED]);
    pith_buf_printf(out, "; refs %s\n", references_word(t));
}

static void report(job *j, const tally *t)
{
    if (j->args->json) {
        pith_buf_puts(&j->out, "{\"target\":");
        pith_json_quote(text_of(j->path), &j->out);
        pith_buf_printf(&j->out,
                        ",\"exit\":%d,\"extracted\":%zu,\"resolved\":%zu,\"pending\":%zu,"
                        "\"failed\":%zu,\"unnamed\":%zu,\"references\":\"%s\",\"entries\":[",
                        (int)j->file_exit, j->refs.count, t->of[RESOLVED], t->of[PENDING],
                        t->of[FAILED], t->of[UNNAMED], references_word(t));
        for (size_t i = 0; i < j->refs.count; i++)
            put_entry_json(j, i);
        pith_buf_puts(&j->out, "]}");
        return;
    }
    if (j->errors_shown > SHOWN_ERRORS)
        msg_note(j->args, "%zu more %s failed", j->errors_shown - SHOWN_ERRORS,
                 noun(j->errors_shown - SHOWN_ERRORS, "entry", "entries"));
    if (j->args->quiet)
        return;
    for (size_t i = 0; i < j->refs.count; i++)
        put_entry(j, i);
    put_summary(j, t, &j->out);
}

// ---- Writing --------------------------------------------------------------------------

// A diff shows the file as it is, and a terminal is no place for the bytes of any file.
static void put_diff(job *j, const pith_buf *diff)
{
    if (!isatty(STDOUT_FILENO)) {
        pith_buf_add(&j->out, diff->data, diff->len);
        return;
    }
    for (size_t at = 0; at < diff->len;) {
        const char *end = memchr(diff->data + at, '\n', diff->len - at);
        size_t n = end ? (size_t)(end - diff->data) - at : diff->len - at;
        pith_terminal_escape((pith_text){diff->data + at, n}, &j->out);
        pith_buf_puts(&j->out, "\n");
        at += n + 1;
    }
}

static pith_status write_file(job *j, const char *path, pith_error *err)
{
    pith_buf text;
    pith_written written = PITH_WRITTEN_SAME;
    pith_buf_init(&text, OUTPUT_MAX);
    pith_status status = pith_references_edit(j->arena, &j->refs, j->numbers, &text, err);
    if (status == PITH_OK)
        status = pith_file_replace(path, text.data ? text.data : "", text.len, &written, err);
    if (status == PITH_OK && !j->args->json)
        msg_note(j->args, "%s: %s", path,
                 written == PITH_WRITTEN_NEW ? "written" : "nothing to add");
    pith_buf_free(&text);
    return status;
}

static pith_status show_diff(job *j, pith_error *err)
{
    pith_buf diff;
    pith_buf_init(&diff, OUTPUT_MAX);
    pith_status status = pith_references_diff(j->arena, &j->refs, j->numbers, j->path, &diff, err);
    if (status == PITH_OK)
        put_diff(j, &diff);
    pith_buf_free(&diff);
    return status;
}

static pith_status write_numbers(job *j, pith_error *err)
{
    const char *output = args_value(j->args, "output");
    if (j->file_exit != PITH_EXIT_OK && !args_has(j->args, "keep-going"))
        return PITH_OK; // a failed run changes no file
    if (j->refs.cut)
        return PITH_OK;
    if (output)
        return write_file(j, output, err);
    if (!args_has(j->args, "in-place"))
        return PITH_OK;
    const char *path; // a link to a library that is shared stays one
    pith_status status = pith_file_followed(j->arena, j->path, &path, err);
    return status == PITH_OK ? write_file(j, path, err) : status;
}

// ---- One file -------------------------------------------------------------------------

static bool make_room(job *j, pith_error *err)
{
    size_t n = j->refs.count + 1;
    j->targets = calloc(n, sizeof *j->targets);
    j->results = calloc(n, sizeof *j->results);
    j->errors = calloc(n, sizeof *j->errors);
    j->numbers = calloc(n, sizeof *j->numbers);
    j->outcomes = calloc(n, sizeof *j->outcomes);
    if (j->targets && j->results && j->errors && j->numbers && j->outcomes)
        return true;
    pith_fail_memory(err);
    return false;
}

static void free_room(job *j)
{
    free(j->targets);
    free(j->results);
    free(j->errors);
    free(j->numbers);
    free(j->outcomes);
    j->targets = NULL;
    j->results = NULL;
    j->errors = NULL;
    j->numbers = NULL;
    j->outcomes = NULL;
}

static void say_problems(job *j)
{
    for (size_t i = 0; i < j->refs.problem_count && i < 8 && !j->args->json; i++)
        msg_note(j->args, "%s:%s", j->path, j->refs.problems[i].p);
    if (!j->refs.cut)
        return;
    pith_error err;
    size_t last = j->refs.problem_count < 8 ? j->refs.problem_count : 8;
    pith_fail(&err, PITH_BIB_SYNTAX, j->path, "%s",
              j->refs.problem_count > 8 ? "an entry has no end" : j->refs.problems[last - 1].p);
    j->file_exit = pith_exit_worse(j->file_exit, PITH_EXIT_MALFORMED);
    if (!j->args->json)
        msg_error(&err);
}

static pith_status resolve_file(job *j, pith_error *err)
{
    for (size_t i = 0; i < j->refs.count; i++) {
        const pith_reference *r = &j->refs.items[i];
        if (*r->stated.id)
            j->targets[i].number = r->stated;
        else if (!r->has_field)
            j->targets[i] = r->name;
    }
    pith_status status = PITH_OK;
    if (j->refs.count)
        status = pith_resolve_all(j->arena, &j->lookup.sources, j->lookup.keyring, j->targets,
                                  j->refs.count, j->results, j->errors, err);
    for (size_t i = 0; i < j->refs.count && status == PITH_OK; i++)
        judge(j, i);
    return status;
}

static pith_status do_file(job *j, pith_error *err)
{
    pith_status status = pith_references_read(j->arena, j->path, &j->refs, err);
    if (status == PITH_OK && !j->refs.is_bib &&
        (args_has(j->args, "in-place") || args_has(j->args, "output") ||
         args_has(j->args, "dry-run"))) {
        return pith_fail(err, PITH_USAGE, j->path, "numbers can be added to .bib files only");
    }
    if (status != PITH_OK)
        return status;
    if (!make_room(j, err))
        return err->status;
    say_problems(j);
    status = resolve_file(j, err);
    if (status != PITH_OK)
        return status;
    const tally t = count(j);
    if (t.of[PENDING] && (j->require & PITH_REQUIRE_REFERENCES)) {
        pith_error pending;
        pith_fail(&pending, PITH_REFS_PENDING, j->path, "%zu %s pending", t.of[PENDING],
                  noun(t.of[PENDING], "number is", "numbers are"));
        say(j, &pending);
        j->file_exit = pith_exit_worse(j->file_exit, PITH_EXIT_INCOMPLETE);
    }
    if (args_has(j->args, "dry-run"))
        return j->refs.cut ? PITH_OK : show_diff(j, err);
    status = write_numbers(j, err);
    if (status == PITH_OK)
        report(j, &t);
    return status;
}

static pith_exit one_file(void *context, size_t index)
{
    job *j = context;
    pith_error err;
    j->path = j->args->operands[index];
    j->file_exit = PITH_EXIT_OK;
    j->errors_shown = 0;
    if (do_file(j, &err) != PITH_OK) {
        pith_exit exit = msg_report(j->args, j->path, err.status, NULL, &err, &j->out);
        j->file_exit = pith_exit_worse(j->file_exit, exit);
    }
    free_room(j);
    pith_arena_reset(j->arena);
    return j->file_exit;
}

static pith_status read_options(job *j, pith_error *err)
{
    const cli_args *args = j->args;
    const char *require = args_value(args, "require");
    int ways = args_has(args, "output") + args_has(args, "in-place") + args_has(args, "dry-run");
    pith_status status = args_sources(args, &j->lookup.state, &j->lookup.sources, err);
    if (status == PITH_OK && require)
        status = pith_require_parse(require, &j->require, err);
    if (status != PITH_OK)
        return status;
    if (args->operand_count == 0)
        return pith_fail(err, PITH_USAGE, "", "refs needs a .bib, .bbl or .tex file");
    if (args_has(args, "output") && strcmp(args_value(args, "output"), "-") == 0)
        return pith_fail(err, PITH_USAGE, "",
                         "standard output has the report; give -o a file, or see --dry-run");
    if (ways > 1)
        return pith_fail(err, PITH_USAGE, "", "-o, -i and --dry-run exclude each other");
    if (args_has(args, "output") && args->operand_count > 1)
        return pith_fail(err, PITH_USAGE, "", "-o takes one file; use -i for several");
    if (args_has(args, "dry-run") && args->json)
        return pith_fail(err, PITH_USAGE, "", "a diff is no JSON: leave out one of the two");
    return PITH_OK;
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args, .arena = pith_arena_new(ARENA_MAX)};
    pith_arena *keys = pith_arena_new(ARENA_MAX);
    pith_error err = ERROR_MEMORY;
    pith_exit exit;
    pith_buf_init(&j.out, OUTPUT_MAX);
    if (j.arena && keys && read_options(&j, &err) == PITH_OK &&
        args_keyring(args, keys, &j.lookup.keyring, &err) == PITH_OK)
        exit = msg_targets(args, one_file, &j, &j.out);
    else
        exit = msg_failure(args, &err);
    pith_buf_free(&j.out);
    pith_arena_free(keys);
    pith_arena_free(j.arena);
    return exit;
}

const cli_command command_refs = {
    .name = "refs",
    .usage = "[options] FILE.bib|FILE.bbl|FILE.tex...",
    .summary = "Find the Pith Numbers of cited papers and add them to a .bib file",
    .detail = "An entry is looked up by its arXiv id or arXiv DOI, as its eprint, doi, url or a\n"
              "note gives it. Numbers whose record holds become a field `pith` behind the\n"
              "entry's last one; nothing else in the file changes. An entry that has the field\n"
              "keeps it, and it is checked. A number that no source has yet is pending, which\n"
              "is no error.",
    .examples = "pith refs main.tex\n"
                "pith refs --dry-run refs.bib\n"
                "pith refs --in-place refs.bib",
    .options = options,
    .run = run,
};
