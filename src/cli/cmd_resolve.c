// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"

enum { ARENA_MAX = 256 << 20, REPORT_MAX = 32 << 20 };

static const option_row options[] = {
    {"require", 0, false, "LIST", "exit 3 unless all of this is there: signed,trusted,..."},
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    pith_sources sources;
    const pith_keyring *keyring;
    unsigned require;
    pith_buf out;
} job;

// Resolves one target and appends its report; returns its exit code.
static pith_exit resolve_target(void *context, const char *target)
{
    job *j = context;
    pith_number number;
    pith_result *result = NULL;
    pith_error err = {.status = PITH_MEMORY, .message = "out of memory"};
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    pith_status status = PITH_MEMORY;
    if (arena)
        status = pith_number_parse((pith_text){target, strlen(target)}, &number, &err);
    if (status == PITH_OK)
        status = pith_resolve(arena, &j->sources, j->keyring, &number, &result, &err);
    if (status == PITH_OK)
        status = pith_result_require(arena, result, j->require, &err);
    pith_exit exit = msg_report(j->args, target, status, result, &err, &j->out);
    pith_arena_free(arena);
    return exit;
}

static pith_status read_options(job *j, const char **room, pith_arena *arena, pith_error *err)
{
    const char *require = args_value(j->args, "require");
    pith_status status = args_sources(j->args, room, &j->sources, err);
    if (status == PITH_OK)
        status = args_keyring(j->args, arena, &j->keyring, err);
    if (status == PITH_OK && require)
        status = pith_require_parse(require, &j->require, err);
    if (status != PITH_OK || j->args->operand_count > 0)
        return status;
    *err = (pith_error){.status = PITH_USAGE, .message = "resolve needs a Pith Number"};
    return err->status;
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args};
    pith_error err = {.status = PITH_MEMORY, .message = "out of memory"};
    pith_arena *arena = pith_arena_new(ARENA_MAX); // of the keyring
    const char **room = calloc(args->given_count + 1, sizeof *room);
    pith_buf_init(&j.out, REPORT_MAX);
    pith_exit exit;
    if (arena && room && read_options(&j, room, arena, &err) == PITH_OK)
        exit = msg_targets(args, resolve_target, &j, &j.out);
    else
        exit = msg_failure(args, &err);
    pith_buf_free(&j.out);
    free(room);
    pith_arena_free(arena);
    return exit;
}

const cli_command command_resolve = {
    .name = "resolve",
    .usage = "[options] NUMBER...",
    .summary = "Find the record of a Pith Number and check that it holds",
    .detail = "The record is hashed again, its number, aliases and year are compared, and the\n"
              "receipt is checked against the keys that come with pith. A number is 26\n"
              "characters, pith:YEAR:those, or a record URL.",
    .options = options,
    .run = run,
};
