// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"

enum { BUNDLE_MAX = 1 << 30, ARENA_MAX_SHIFT = 36 };

static const option_row options[] = {
    {"output", 'o', false, "FILE", "write the state there instead of standard output"},
    {"bundle", 0, false, "FILE", "write the merged bundle there"},
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    pith_arena *arena;
    pith_text *documents;
    pith_buf state;
    pith_buf bundle;
    const pith_merged *merged;
} job;

static pith_status merge_all(job *j, pith_error *err)
{
    const cli_args *args = j->args;
    const pith_keyring *keyring;
    pith_status status = args_keyring(args, j->arena, &keyring, err);
    for (size_t i = 0; i < args->operand_count && status == PITH_OK; i++)
        status = pith_file_read(j->arena, args->operands[i], BUNDLE_MAX, &j->documents[i], err);
    if (status == PITH_OK)
        status = pith_merge(j->arena, j->documents, args->operands, args->operand_count, keyring,
                            &j->merged, err);
    if (status == PITH_OK)
        status = pith_merged_state(j->merged, &j->state, err);
    if (status == PITH_OK && args_has(args, "bundle"))
        status = pith_merged_bundle(j->merged, &j->bundle, err);
    return status;
}

// Both files are complete in memory before the first is touched.
static pith_status write_files(job *j, pith_error *err)
{
    const char *output = args_value(j->args, "output");
    const char *bundle = args_value(j->args, "bundle");
    pith_written written;
    pith_status status = PITH_OK;
    if (bundle)
        status = pith_file_replace(bundle, j->bundle.data, j->bundle.len, &written, err);
    if (status == PITH_OK && output)
        status = pith_file_replace(output, j->state.data, j->state.len, &written, err);
    return status;
}

static void report(job *j)
{
    pith_merge_counts counts;
    pith_number number;
    pith_merged_count(j->merged, &counts);
    pith_merged_number(j->merged, &number);
    if (j->args->json) {
        pith_buf out;
        pith_buf_init(&out, SIZE_MAX);
        msg_json_open(&out, "merge");
        pith_buf_printf(&out,
                        "{\"exit\":0,\"number\":\"pith:%04d:%s\",\"event_count\":%zu,"
                        "\"valid_event_count\":%zu,\"unverified_event_count\":%zu,"
                        "\"invalid_event_count\":%zu,\"equivocation_count\":%zu",
                        number.year, number.id, counts.events, counts.valid, counts.unverified,
                        counts.invalid, counts.equivocations);
        if (!args_has(j->args, "output")) {
            pith_buf_puts(&out, ",\"state\":");
            pith_buf_add(&out, j->state.data, j->state.len - 1);
        }
        pith_buf_puts(&out, "}");
        msg_json_close(&out, PITH_EXIT_OK);
        msg_out(&out);
        pith_buf_free(&out);
        return;
    }
    if (!args_has(j->args, "output"))
        msg_out(&j->state);
    msg_note(j->args,
             "pith:%04d:%s: %zu events, %zu valid, %zu unverified, %zu invalid, "
             "%zu equivocations",
             number.year, number.id, counts.events, counts.valid, counts.unverified, counts.invalid,
             counts.equivocations);
}

static pith_exit run(const cli_args *args)
{
    pith_error err = {.status = PITH_USAGE, .message = "merge needs at least one bundle"};
    if (args->operand_count == 0)
        return msg_failure(args, &err);
    job j = {.args = args,
             .arena = pith_arena_new((size_t)1 << ARENA_MAX_SHIFT),
             .documents = calloc(args->operand_count, sizeof *j.documents)};
    pith_buf_init(&j.state, SIZE_MAX);
    pith_buf_init(&j.bundle, SIZE_MAX);
    pith_status status = PITH_MEMORY;
    err = (pith_error){.status = PITH_MEMORY, .message = "out of memory"};
    if (j.arena && j.documents)
        status = merge_all(&j, &err);
    if (status == PITH_OK)
        status = write_files(&j, &err);
    if (status == PITH_OK)
        report(&j);
    else
        msg_failure(args, &err);
    pith_buf_free(&j.state);
    pith_buf_free(&j.bundle);
    free(j.documents);
    pith_arena_free(j.arena);
    return pith_status_exit(status);
}

const cli_command command_merge = {
    .name = "merge",
    .usage = "[options] BUNDLE.json...",
    .summary = "Merge bundles of one record into one state and one bundle",
    .detail = "The result depends on the set of events and the keyring alone: any order, any\n"
              "duplication, any machine gives the same bytes. Invalid events are kept and\n"
              "counted, but change nothing that is current.",
    .options = options,
    .run = run,
};
