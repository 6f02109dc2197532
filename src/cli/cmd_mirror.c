// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/environment.h"
#include "cli/msg.h"
#include "cli/operands.h"
#include "cli/text.h"

enum { ARENA_MAX = 1 << 30, LIST_MAX = 256 << 20, TARGET_MAX = 200 };

static const option_row options[] = {
    {"list", 0, false, "FILE", "take more numbers from here, one a line (-: stdin)"},
    {"base-url", 0, false, "URL", "where the mirror will be served, for links"},
    OPTION_ROWS_RESOLVERS,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    cli_lookup lookup;
    pith_mirror *mirror;
    pith_arena *arena; // of one number
    pith_text list;
    char generated_at[32];
    size_t targets;
    size_t records;
    pith_exit exit;
    pith_buf out;
} job;

static void report_written(job *j, const char *target, const pith_result *result,
                           const pith_mirror_counts *before)
{
    pith_mirror_counts now;
    pith_mirror_count(j->mirror, &now);
    size_t written = now.written - before->written;
    size_t unchanged = now.unchanged - before->unchanged;
    j->records++;
    if (j->args->json) {
        pith_buf_puts(&j->out, "{\"target\":");
        pith_json_quote(text_of(target), &j->out);
        pith_buf_printf(&j->out,
                        ",\"exit\":0,\"number\":\"pith:%04d:%s\",\"written\":%zu,"
                        "\"unchanged\":%zu}",
                        result->number.year, result->number.id, written, unchanged);
    } else if (!j->args->quiet) {
        pith_buf_printf(&j->out, "pith:%04d:%s  %zu written, %zu unchanged\n", result->number.year,
                        result->number.id, written, unchanged);
    }
}

// The number that another name stands for.
static pith_status look_up(job *j, pith_target *name, pith_error *err)
{
    pith_result *result = NULL;
    pith_status status =
        operand_resolve(j->arena, &j->lookup.sources, j->lookup.keyring, name, &result, err);
    if (status == PITH_OK)
        name->number = result->number;
    return status;
}

// Mirrors one number and prints what came of it, so that a long list shows where it is.
static void mirror_target(job *j, const char *target)
{
    pith_target name;
    pith_mirror_counts before;
    pith_result *result = NULL;
    pith_error err;
    pith_mirror_count(j->mirror, &before);
    if (j->args->json && j->targets++ > 0)
        pith_buf_puts(&j->out, ",");
    pith_status status = pith_target_parse(text_of(target), &name, &err);
    if (status == PITH_OK && *name.alias_kind)
        status = look_up(j, &name, &err);
    if (status == PITH_OK)
        status =
            pith_mirror_add(j->arena, j->mirror, &j->lookup.sources, &name.number, &result, &err);
    if (status == PITH_OK && result && result->exit == PITH_EXIT_OK)
        report_written(j, target, result, &before);
    else
        j->exit =
            pith_exit_worse(j->exit, msg_report(j->args, target, status, result, &err, &j->out));
    msg_out(&j->out);
    j->out.len = 0;
    pith_arena_reset(j->arena);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void refuse_line(job *j, size_t line)
{
    pith_error err = {.status = PITH_NUMBER_SYNTAX};
    char target[40];
    snprintf(target, sizeof target, "line %zu", line);
    snprintf(err.object, sizeof err.object, "%.60s:%zu", args_value(j->args, "list"), line);
    snprintf(err.message, sizeof err.message, "is no number");
    if (j->args->json && j->targets++ > 0)
        pith_buf_puts(&j->out, ",");
    j->exit =
        pith_exit_worse(j->exit, msg_report(j->args, target, err.status, NULL, &err, &j->out));
}

// Lines of the list; empty ones and those that begin with # are passed over.
static void mirror_list(job *j)
{
    const char *p = j->list.p;
    const char *end = p + j->list.n;
    size_t line = 1;
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop)
            stop = end;
        const char *last = stop;
        while (p < last && is_blank(*p))
            p++;
        while (last > p && is_blank(last[-1]))
            last--;
        char target[TARGET_MAX];
        size_t n = (size_t)(last - p);
        if (n > 0 && *p != '#' && n < sizeof target && !memchr(p, '\0', n)) {
            memcpy(target, p, n);
            target[n] = '\0';
            mirror_target(j, target);
        } else if (n > 0 && *p != '#') {
            refuse_line(j, line);
        }
        line++;
        p = stop < end ? stop + 1 : end;
    }
}

static pith_status prepare(job *j, pith_arena *arena, pith_error *err)
{
    const cli_args *args = j->args;
    const char *list = args_value(args, "list");
    pith_status status = args_lookup(args, arena, &j->lookup, err);
    j->lookup.sources.cache = NULL; // a mirror has what its sources say now
    // The manifest has no time but this one: the same tree on any day.
    if (status == PITH_OK && !environment_date(j->generated_at, err))
        status = err->status;
    if (status == PITH_OK && (args->operand_count == 0 || (args->operand_count == 1 && !list)))
        return pith_fail(err, PITH_USAGE, "", "mirror needs a folder and Pith Numbers or --list");
    if (status == PITH_OK && strcmp(args->operands[0], "-") == 0)
        return pith_fail(err, PITH_USAGE, "-", "a mirror is a folder, no stream");
    if (status == PITH_OK && list)
        status = pith_file_read(arena, list, LIST_MAX, &j->list, err);
    if (status == PITH_OK)
        status = pith_mirror_open(arena, args->operands[0], args_value(args, "base-url"),
                                  j->lookup.keyring, &j->mirror, err);
    return status;
}

static void finish(job *j)
{
    pith_error err;
    pith_mirror_counts counts;
    const pith_text when = {j->generated_at, strlen(j->generated_at)};
    pith_status status = pith_mirror_finish(j->arena, j->mirror, when, &err);
    if (status != PITH_OK) {
        j->exit = pith_exit_worse(j->exit, pith_status_exit(status));
        if (j->args->json) {
            pith_buf_puts(&j->out, j->targets ? "," : "");
            pith_report_json_error(&err, j->args->operands[0], &j->out);
        } else {
            msg_error(&err);
        }
    }
    pith_mirror_count(j->mirror, &counts);
    if (!j->args->json)
        msg_note(j->args, "%zu %s; %zu %s written, %zu unchanged", j->records,
                 noun(j->records, "record", "records"), counts.written,
                 noun(counts.written, "file", "files"), counts.unchanged);
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args, .arena = pith_arena_new(ARENA_MAX)};
    pith_error err = ERROR_MEMORY;
    pith_arena *arena = pith_arena_new(ARENA_MAX); // of keyring, list and mirror
    pith_buf_init(&j.out, SIZE_MAX);
    msg_open(args, &j.out);
    pith_status status = arena && j.arena ? prepare(&j, arena, &err) : PITH_MEMORY;
    if (status == PITH_OK) {
        for (size_t i = 1; i < args->operand_count; i++)
            mirror_target(&j, args->operands[i]);
        mirror_list(&j);
        if (j.records > 0 || j.exit == PITH_EXIT_OK)
            finish(&j); // a run in which all failed changes no file
    }
    j.exit = msg_end(args, status, &err, j.exit, &j.out);
    pith_arena_free(j.arena);
    pith_arena_free(arena);
    return j.exit;
}

const cli_command command_mirror = {
    .name = "mirror",
    .usage = "[options] DIR NAME...",
    .summary = "Build or update a static tree that any web server can host",
    .detail = "Writes checked records only: bundle, record, state, events, page and an alias\n"
              "index for each. A number that does not verify is reported, and the others go\n"
              "on. Events already in DIR are never lost, and unchanged files not touched.\n"
              "Give the same --keyring and --base-url each time. --timeout holds for each\n"
              "number; the cache is left alone.",
    .examples = "pith mirror --base-url https://example.org/pith/ site arxiv:1309.3741\n"
                "pith mirror --list numbers.txt site",
    .options = options,
    .run = run,
};
