// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"

enum { ARENA_MAX = 1 << 30, REPORT_MAX = 32 << 20 };

static const option_row options[] = {
    {"require", 0, false, "LIST", "exit 3 unless all of this is there: signed,trusted,..."},
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    pith_sources sources;
    cli_state state;
    const pith_keyring *keyring;
    unsigned require;
    pith_arena *arena;
    // One for each operand:
    pith_target *targets;
    pith_result **results;
    pith_error *errors;
    pith_buf out;
} job;

static pith_status read_options(job *j, const char **room, pith_error *err)
{
    const char *require = args_value(j->args, "require");
    pith_status status = args_sources(j->args, room, &j->state, &j->sources, err);
    if (status == PITH_OK)
        status = args_keyring(j->args, j->arena, &j->keyring, err);
    if (status == PITH_OK && require)
        status = pith_require_parse(require, &j->require, err);
    if (status != PITH_OK || j->args->operand_count > 0)
        return status;
    *err = (pith_error){.status = PITH_USAGE, .message = "resolve needs a Pith Number"};
    return err->status;
}

// All operands at once: what is well-formed is looked for in one go.
static pith_status resolve_all(job *j, pith_error *err)
{
    size_t count = j->args->operand_count;
    for (size_t i = 0; i < count; i++) {
        const char *text = j->args->operands[i];
        if (pith_target_parse((pith_text){text, strlen(text)}, &j->targets[i], &j->errors[i]) !=
            PITH_OK)
            j->targets[i] = (pith_target){0}; // left out; the error says why
    }
    return pith_resolve_all(j->arena, &j->sources, j->keyring, j->targets, count, j->results,
                            j->errors, err);
}

static pith_exit report_one(void *context, size_t index)
{
    job *j = context;
    pith_result *result = j->results[index];
    pith_error *err = &j->errors[index];
    pith_status status = result ? PITH_OK : err->status;
    if (result)
        status = pith_result_require(j->arena, result, j->require, err);
    return msg_report(j->args, j->args->operands[index], status, result, err, &j->out);
}

static pith_exit run(const cli_args *args)
{
    size_t count = args->operand_count + 1;
    job j = {.args = args,
             .arena = pith_arena_new(ARENA_MAX),
             .targets = calloc(count, sizeof *j.targets),
             .results = calloc(count, sizeof *j.results),
             .errors = calloc(count, sizeof *j.errors)};
    pith_error err = {.status = PITH_MEMORY, .message = "out of memory"};
    const char **room = calloc(2 * args->given_count + 1, sizeof *room);
    pith_buf_init(&j.out, REPORT_MAX);
    pith_exit exit;
    if (j.arena && room && j.targets && j.results && j.errors &&
        read_options(&j, room, &err) == PITH_OK && resolve_all(&j, &err) == PITH_OK)
        exit = msg_targets(args, report_one, &j, &j.out);
    else
        exit = msg_failure(args, &err);
    pith_buf_free(&j.out);
    free(room);
    free(j.targets);
    free(j.results);
    free(j.errors);
    pith_arena_free(j.arena);
    return exit;
}

const cli_command command_resolve = {
    .name = "resolve",
    .usage = "[options] NAME...",
    .summary = "Find the record of a Pith Number and check that it holds",
    .detail = "The record is hashed again, its number, aliases and year are compared, and the\n"
              "receipt is checked against the keys that come with pith. A name is a number\n"
              "(26 characters, pith:YEAR:those, a record URL), its first 8, 12 or 16\n"
              "characters, arxiv:ID or a DOI of arXiv.",
    .options = options,
    .run = run,
};
