// SPDX-License-Identifier: MIT
#include "cli/archive_args.h"
#include "cli/commands.h"
#include "cli/msg.h"
#include "cli/verify_pdf.h"

enum { ARENA_MAX = 1 << 30, REPORT_MAX = 64 << 20 };

static const option_row options[] = {
    {"check", 0, false, NULL, "ask the archive for the captures that events name"},
    {"header", 0, false, "HEX", "hold timestamps against this header of a Bitcoin block"},
    {"esplora", 0, false, "URL", "hold them against headers from this Esplora server"},
    {"network", 0, false, "main|regtest", "the work that header needs (default main)"},
    OPTION_ROW_ARCHIVE,
    {"events", 0, false, NULL, "list the events of the bundle, with what became of each"},
    {"require", 0, false, "LIST", "exit 3 unless all of this is there: attested,stored,..."},
    OPTION_ROWS_PDF,
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    cli_lookup lookup;
    unsigned require;
    pith_archive archive;
    pith_headers headers;
    pith_buf out;
} job;

static pith_status read_options(job *j, pith_arena *arena, pith_error *err)
{
    const char *require = args_value(j->args, "require");
    pith_status status = args_lookup(j->args, arena, &j->lookup, err);
    if (status == PITH_OK && require)
        status = pith_require_parse(require, &j->require, err);
    if (status == PITH_OK)
        status = args_archive(j->args, &j->lookup.sources, &j->archive, err);
    if (status != PITH_OK)
        return status;
    const char *network = args_value(j->args, "network");
    j->headers = (pith_headers){.header = args_value(j->args, "header"),
                                .esplora = args_value(j->args, "esplora"),
                                .regtest = network && strcmp(network, "regtest") == 0,
                                .cacert = j->archive.cacert,
                                .allow_private = j->archive.allow_private,
                                .timeout_ms = j->lookup.sources.timeout_ms};
    const char *what = NULL;
    if (j->args->operand_count == 0)
        what = "status needs a Pith Number, a bundle or a PDF";
    else if (args_has(j->args, "archive") && !args_has(j->args, "check"))
        what = "--archive has no effect without --check";
    else if (network && strcmp(network, "main") != 0 && !j->headers.regtest)
        what = "--network is main or regtest";
    else if (network && !j->headers.header && !j->headers.esplora)
        what = "--network has no effect without --header or --esplora";
    else if (j->headers.header && j->headers.esplora)
        what = "--header and --esplora: one of the two";
    else if (j->lookup.sources.offline && (args_has(j->args, "check") || j->headers.esplora))
        what = "--check and --esplora contradict --offline";
    else if (args_has(j->args, "events") && j->args->json)
        what = "--events has no effect with --json, which lists them";
    return what ? pith_fail(err, PITH_USAGE, "", "%s", what) : PITH_OK;
}

// What anchors name, where that was asked for.
static pith_status look_further(job *j, pith_arena *arena, pith_result *result, pith_error *err)
{
    pith_status status = PITH_OK;
    if (args_has(j->args, "check"))
        status = pith_evidence_check_archive(arena, &j->archive, result, err);
    if (status == PITH_OK && (j->headers.header || j->headers.esplora))
        status = pith_evidence_check_headers(arena, &j->headers, result, err);
    return status;
}

static pith_exit report_one(void *context, size_t index)
{
    job *j = context;
    const char *target = j->args->operands[index];
    pith_result *result = NULL;
    pith_error err = ERROR_MEMORY;
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    pith_status status = PITH_MEMORY;
    if (arena)
        status = verify_target(j->args, arena, target, &j->lookup.sources, j->lookup.keyring,
                               &result, &err);
    if (status == PITH_OK && (j->args->json || args_has(j->args, "events")))
        status = pith_result_list_events(arena, j->lookup.keyring, result, &err);
    if (status == PITH_OK)
        status = look_further(j, arena, result, &err);
    if (status == PITH_OK)
        status = pith_result_require(arena, result, j->require, &err);
    pith_exit exit;
    if (status != PITH_OK) {
        exit = msg_report(j->args, target, status, NULL, &err, &j->out);
    } else {
        exit = result->exit;
        if (j->args->json)
            pith_evidence_json(result, target, &j->out);
        else if (!j->args->quiet || exit != PITH_EXIT_OK)
            pith_evidence_text(result, args_has(j->args, "events"), msg_colour(j->args), &j->out);
    }
    pith_arena_free(arena);
    return exit;
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args};
    pith_error err = ERROR_MEMORY;
    pith_arena *arena = pith_arena_new((size_t)1 << 26); // of the keyring
    pith_buf_init(&j.out, REPORT_MAX);
    pith_exit exit = PITH_EXIT_OK;
    if (arena && read_options(&j, arena, &err) == PITH_OK)
        exit = msg_targets(args, report_one, &j, &j.out);
    else
        exit = msg_failure(args, &err);
    pith_buf_free(&j.out);
    pith_arena_free(arena);
    return exit;
}

const cli_command command_status = {
    .name = "status",
    .usage = "[options] NAME|FILE...",
    .summary = "Show which evidence a record has, and what of it was checked",
    .detail = "The rows are those of the record page: Bitcoin timestamp, archive capture,\n"
              "author claim, signed citation, replication, graph bundle. Each is\n"
              "  open             there is no valid event of this kind\n"
              "  live             a signed event or the resolver says so\n"
              "  checked here     and all that there is to check was checked\n"
              "  could not check  there is something that this reader cannot judge\n"
              "  refuted          there is something, and it is false\n"
              "A file is a bundle, or a PDF with one attached. `pith help resolve` has the\n"
              "words of --require.",
    .examples = "pith status paper.pdf\n"
                "pith status --check --require attested A5G5GAJ7DMCZDPVAMNFAYYAUOP",
    .options = options,
    .run = run,
    .asks_others = true,
};
