// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"

enum { ARENA_MAX = 256 << 20, REPORT_MAX = 32 << 20 };

static const option_row options[] = {OPTION_ROWS_SOURCES, OPTION_ROWS_COMMON};

// Resolves one target and appends its report; returns its exit code.
static pith_exit resolve_one(const cli_args *args, const pith_sources *sources, const char *target,
                             pith_buf *out)
{
    pith_error err;
    pith_number number;
    pith_result *result = NULL;
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    pith_status status = PITH_MEMORY;
    err = (pith_error){.status = PITH_MEMORY, .message = "out of memory"};
    if (arena) {
        status = pith_number_parse((pith_text){target, strlen(target)}, &number, &err);
        if (status == PITH_OK)
            status = pith_resolve(arena, sources, pith_keyring_builtin(), &number, &result, &err);
    }
    pith_exit exit = pith_status_exit(status);
    if (status == PITH_OK) {
        exit = result->exit;
        if (args->json)
            pith_report_json(result, target, out);
        else if (!args->quiet || exit != PITH_EXIT_OK)
            pith_report_text(result, msg_colour(args), out);
    } else if (args->json) {
        pith_report_json_error(&err, target, out);
    } else {
        msg_error(&err);
    }
    pith_arena_free(arena);
    return exit;
}

static pith_exit run(const cli_args *args)
{
    pith_error err;
    pith_sources sources;
    const char **room = calloc(args->given_count + 1, sizeof *room);
    if (!room)
        return PITH_EXIT_INTERNAL;
    pith_buf out;
    pith_buf_init(&out, REPORT_MAX);
    pith_exit exit = PITH_EXIT_OK;
    if (args_sources(args, room, &sources, &err) != PITH_OK) {
        exit = usage_failure(args, &err);
        goto done;
    }
    if (args->operand_count == 0) {
        err = (pith_error){.status = PITH_USAGE, .message = "resolve needs a Pith Number"};
        exit = usage_failure(args, &err);
        goto done;
    }
    if (args->json)
        msg_json_open(&out, "resolve");
    for (size_t i = 0; i < args->operand_count; i++) {
        if (i > 0 && out.len > 0)
            pith_buf_puts(&out, args->json ? "," : "\n");
        exit = pith_exit_worse(exit, resolve_one(args, &sources, args->operands[i], &out));
    }
    if (args->json)
        msg_json_close(&out, exit);
    msg_out(&out);
done:
    pith_buf_free(&out);
    free(room);
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
