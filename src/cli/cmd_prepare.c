// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"

enum { ARENA_MAX = 1 << 30, OUTPUT_MAX = 64 << 20 };

static const option_row options[] = {
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    {"output", 'o', false, "FILE", "instead of pith-data.tex beside the paper"},
    {"relation", 0, false, "WORD", "how the numbers relate to this text: current or earlier"},
    {"check", 0, false, NULL, "write nothing; exit 3 when the file is out of date"},
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    pith_arena *arena;
    pith_sources sources;
    cli_state state;
    const pith_keyring *keyring;
    pith_relation relation;
    pith_mentions mentions;
    pith_result **results; // of the numbers that reached a verdict
    pith_buf report;
    pith_exit exit;
} job;

static void fail(job *j, const pith_error *err, const char *target)
{
    j->exit = pith_exit_worse(j->exit, pith_status_exit(err->status));
    if (!j->args->json) {
        msg_error(err);
        return;
    }
    if (j->report.data && j->report.data[j->report.len - 1] == '}')
        pith_buf_puts(&j->report, ",");
    pith_report_json_error(err, target, &j->report);
}

static bool scan(job *j)
{
    pith_error err;
    const char *first = j->args->operands[0];
    if (pith_paper_scan(j->arena, j->args->operands, j->args->operand_count, &j->mentions, &err) !=
        PITH_OK) {
        fail(j, &err, first);
        return false;
    }
    for (size_t i = 0; i < j->mentions.missing_count && i < 8 && !j->args->json; i++)
        msg_note(j->args, "%s: is not beside the paper, so not looked at",
                 j->mentions.missing[i].p);
    if (j->mentions.count > 0)
        return true;
    err = (pith_error){.status = PITH_NO_MENTION, .message = "has no \\pithnumber"};
    snprintf(err.object, sizeof err.object, "%s", first);
    fail(j, &err, first);
    return false;
}

// Where the paper mentions a number: what went wrong has to be mended there.
static void name_place(const pith_mention *mention, pith_error *err)
{
    char what[sizeof err->message];
    snprintf(what, sizeof what, "%.64s%s%.200s", err->object, *err->object ? ": " : "",
             err->message);
    memcpy(err->message, what, sizeof what);
    snprintf(err->object, sizeof err->object, "%.*s:%zu", (int)mention->file.n, mention->file.p,
             mention->line);
}

static void report_one(job *j, const pith_mention *mention, const pith_result *result)
{
    j->exit = pith_exit_worse(j->exit, result->exit);
    if (j->args->json) {
        if (j->report.data && j->report.data[j->report.len - 1] == '}')
            pith_buf_puts(&j->report, ",");
        pith_report_json(result, mention->number.id, &j->report);
    } else if (result->exit != PITH_EXIT_OK || !j->args->quiet) {
        pith_buf_puts(&j->report, j->report.len ? "\n" : "");
        pith_report_text(result, msg_colour(j->args), &j->report);
    }
    if (result->exit != PITH_EXIT_OK && !j->args->json) {
        pith_error err = {.status = PITH_MENTION_FAILS};
        snprintf(err.message, sizeof err.message, "%s does not hold as it is written here",
                 mention->number.id);
        name_place(mention, &err);
        msg_error(&err);
    }
}

static void resolve_all(job *j)
{
    pith_error err = {.status = PITH_MEMORY, .message = "out of memory"};
    size_t count = j->mentions.count;
    pith_target *targets = calloc(count, sizeof *targets);
    pith_error *errors = calloc(count, sizeof *errors);
    pith_status status = PITH_MEMORY;
    if (targets && errors) {
        for (size_t i = 0; i < count; i++)
            targets[i].number = j->mentions.items[i].number;
        status = pith_resolve_all(j->arena, &j->sources, j->keyring, targets, count, j->results,
                                  errors, &err);
    }
    if (status != PITH_OK)
        fail(j, &err, "");
    for (size_t i = 0; i < count && status == PITH_OK; i++) {
        const pith_mention *mention = &j->mentions.items[i];
        if (j->results[i]) {
            report_one(j, mention, j->results[i]);
        } else {
            name_place(mention, &errors[i]);
            fail(j, &errors[i], mention->number.id);
        }
    }
    free(targets);
    free(errors);
}

static const char *output_path(const job *j)
{
    const char *path = args_value(j->args, "output");
    return path ? path : pith_path_beside(j->arena, j->args->operands[0], "pith-data.tex");
}

// The data file must not replace the paper, nor a part of it where a number stands.
static bool spares_paper(job *j)
{
    pith_error err = {.status = PITH_USAGE};
    const char *path = output_path(j);
    bool hit = false;
    for (size_t i = 0; path && i < j->args->operand_count && !hit; i++)
        hit = pith_file_same(path, j->args->operands[i]);
    for (size_t i = 0; path && i < j->mentions.count && !hit; i++) {
        char file[1024];
        const pith_text name = j->mentions.items[i].file;
        int n = snprintf(file, sizeof file, "%.*s", (int)name.n, name.p);
        hit = n > 0 && (size_t)n < sizeof file && pith_file_same(path, file);
    }
    if (hit)
        snprintf(err.message, sizeof err.message, "the data file would replace the paper");
    else if (path && strcmp(path, "-") == 0)
        snprintf(err.message, sizeof err.message, "the data file cannot be standard output");
    else
        return true;
    snprintf(err.object, sizeof err.object, "%s", path);
    fail(j, &err, path);
    return false;
}

static void write_data(job *j)
{
    pith_error err;
    pith_buf data;
    pith_buf_init(&data, OUTPUT_MAX);
    const char *path = output_path(j);
    pith_status status = path ? pith_tex_data(j->arena, (const pith_result *const *)j->results,
                                              j->mentions.count, j->relation, &data, &err)
                              : PITH_MEMORY;
    if (!path)
        err = (pith_error){.status = PITH_MEMORY, .message = "out of memory"};
    pith_written written = PITH_WRITTEN_SAME;
    if (status == PITH_OK && args_has(j->args, "check")) {
        if (!pith_file_holds(path, data.data, data.len)) {
            err = (pith_error){.status = PITH_DATA_STALE};
            snprintf(err.object, sizeof err.object, "%s", path);
            snprintf(err.message, sizeof err.message, "is missing or out of date");
            status = err.status;
        }
    } else if (status == PITH_OK) {
        status = pith_file_replace(path, data.data, data.len, &written, &err);
    }
    if (status != PITH_OK)
        fail(j, &err, path ? path : "");
    else if (!j->args->json)
        msg_note(j->args, "%s: %zu number%s, %s", path, j->mentions.count,
                 j->mentions.count == 1 ? "" : "s",
                 written == PITH_WRITTEN_NEW ? "written" : "up to date");
    pith_buf_free(&data);
}

static pith_status read_options(job *j, const char **room, pith_error *err)
{
    pith_status status = args_sources(j->args, room, &j->state, &j->sources, err);
    const char *relation = args_value(j->args, "relation");
    if (status == PITH_OK)
        status = args_keyring(j->args, j->arena, &j->keyring, err);
    if (status != PITH_OK)
        return status;
    *err = (pith_error){.status = PITH_USAGE};
    if (j->args->operand_count == 0) {
        snprintf(err->message, sizeof err->message, "prepare needs the paper's main .tex file");
        return err->status;
    }
    if (relation && strcmp(relation, "earlier") == 0) {
        j->relation = PITH_RELATION_EARLIER;
    } else if (relation && strcmp(relation, "current") != 0) {
        snprintf(err->object, sizeof err->object, "%s", relation);
        snprintf(err->message, sizeof err->message, "--relation takes current or earlier");
        return err->status;
    }
    return PITH_OK;
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args, .arena = pith_arena_new(ARENA_MAX), .exit = PITH_EXIT_OK};
    const char **room = calloc(2 * args->given_count + 1, sizeof *room);
    pith_error err;
    pith_buf_init(&j.report, OUTPUT_MAX);
    if (!j.arena || !room) {
        j.exit = PITH_EXIT_INTERNAL;
        goto done;
    }
    if (read_options(&j, room, &err) != PITH_OK) {
        j.exit = msg_failure(args, &err);
        goto done;
    }
    if (args->json)
        msg_json_open(&j.report, "prepare");
    if (scan(&j) && spares_paper(&j)) {
        j.results = calloc(j.mentions.count, sizeof *j.results);
        if (j.results) {
            resolve_all(&j);
            if (!args->json) { // the evidence first, then what was done with it
                msg_out(&j.report);
                j.report.len = 0;
            }
            if (j.exit == PITH_EXIT_OK) // one bad number, and the old file stays
                write_data(&j);
        } else {
            j.exit = PITH_EXIT_INTERNAL;
        }
    }
    if (args->json)
        msg_json_close(&j.report, j.exit);
    msg_out(&j.report);
done:
    free(j.results);
    free(room);
    pith_buf_free(&j.report);
    pith_arena_free(j.arena);
    return j.exit;
}

const cli_command command_prepare = {
    .name = "prepare",
    .usage = "[options] FILE.tex...",
    .summary = "Check every \\pithnumber of a paper and write pith-data.tex for it",
    .detail = "Reads the paper through \\input and \\include, resolves each number and writes\n"
              "what pith.sty shows. When a number fails, nothing is written and an old data\n"
              "file stays as it is. When nothing changed, the file is not touched.",
    .options = options,
    .run = run,
};
