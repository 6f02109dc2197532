// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"
#include "cli/operands.h"

enum { ARENA_MAX = 1 << 30, REPORT_MAX = 32 << 20 };

static const option_row options[] = {
    {"require", 0, false, "LIST", "exit 3 unless all of this is there: signed,trusted,..."},
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    cli_lookup lookup;
    unsigned require;
    pith_arena *arena;
    cli_operands names;
    pith_buf out;
} job;

static pith_status read_options(job *j, pith_error *err)
{
    const char *require = args_value(j->args, "require");
    pith_status status = args_lookup(j->args, j->arena, &j->lookup, err);
    if (status == PITH_OK && require)
        status = pith_require_parse(require, &j->require, err);
    if (status == PITH_OK && j->args->operand_count == 0)
        return pith_fail(err, PITH_USAGE, "", "resolve needs a Pith Number");
    return status;
}

// All operands at once: what is well-formed is looked for in one go.
static pith_status resolve_all(job *j, pith_error *err)
{
    pith_status status = operands_parse(j->args, &j->names, err);
    if (status != PITH_OK)
        return status;
    return pith_resolve_all(j->arena, &j->lookup.sources, j->lookup.keyring, j->names.targets,
                            j->names.count, j->names.results, j->names.errors, err);
}

static pith_exit report_one(void *context, size_t index)
{
    job *j = context;
    pith_result *result = j->names.results[index];
    pith_error *err = &j->names.errors[index];
    pith_status status = result ? PITH_OK : err->status;
    if (result)
        status = pith_result_require(j->arena, result, j->require, err);
    return msg_report(j->args, j->args->operands[index], status, result, err, &j->out);
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args, .arena = pith_arena_new(ARENA_MAX)};
    pith_error err = ERROR_MEMORY;
    pith_buf_init(&j.out, REPORT_MAX);
    pith_exit exit;
    if (j.arena && read_options(&j, &err) == PITH_OK && resolve_all(&j, &err) == PITH_OK)
        exit = msg_targets(args, report_one, &j, &j.out);
    else
        exit = msg_failure(args, &err);
    pith_buf_free(&j.out);
    operands_free(&j.names);
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
              "characters, arxiv:ID or a DOI of arXiv. A record without a receipt holds (exit\n"
              "0), for a hash proves a number by itself; --require asks for more: words of\n"
              "intact, signed, trusted, attested, anchored, stored and references, with commas\n"
              "between.",
    .examples = "pith resolve arxiv:1309.3741\n"
                "pith resolve --require trusted A5G5GAJ7DMCZDPVAMNFAYYAUOP\n"
                "pith resolve --json --offline A5G5GAJ7DMCZDPVAMNFAYYAUOP",
    .options = options,
    .run = run,
};
