// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"

enum { BUNDLE_MAX = 1 << 30, ARENA_MAX_SHIFT = 36 };

static const option_row options[] = {
    {"output", 'o', false, "FILE", "write the state there instead of standard output"},
    {"bundle", 0, false, "FILE", "write the merged bundle there (-: standard output)"},
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    pith_arena *arena;
    const char *output; // file of the state; NULL: standard output
    const char *bundle; // file of the bundle; NULL: none
    bool bundle_out;    // the bundle goes to standard output
    pith_text *documents;
    pith_buf state;
    pith_buf merged_bundle;
    const pith_merged *merged;
} job;

static bool same(const char *a, const char *b)
{
    return a && b && pith_file_same(a, b);
}

static pith_status read_options(job *j, pith_error *err)
{
    const cli_args *args = j->args;
    const char *keyring = args_value(args, "keyring");
    j->output = args_value(args, "output");
    j->bundle = args_value(args, "bundle");
    if (args->operand_count == 0)
        return pith_fail(err, PITH_USAGE, "", "merge needs at least one bundle");
    if (j->output && strcmp(j->output, "-") == 0)
        j->output = NULL;
    if (j->bundle && strcmp(j->bundle, "-") == 0) {
        j->bundle = NULL;
        j->bundle_out = true;
    }
    if (j->bundle_out && (!j->output || args->json))
        return pith_fail(err, PITH_USAGE, "--bundle",
                         "standard output has room for one; give a file");
    if (same(j->output, j->bundle))
        return pith_fail(err, PITH_USAGE, j->bundle, "the state and the bundle cannot be one file");
    if (same(j->output, keyring) || same(j->bundle, keyring))
        return pith_fail(err, PITH_USAGE, keyring, "the output would replace the keyring");
    for (size_t i = 0; i < args->operand_count; i++) {
        if (same(j->output, args->operands[i]))
            return pith_fail(err, PITH_USAGE, j->output,
                             "the state would replace a bundle that is merged");
    }
    return PITH_OK;
}

// A bundle may be replaced by one that holds all of it; a record document holds other things.
static pith_status check_documents(const job *j, pith_error *err)
{
    for (size_t i = 0; i < j->args->operand_count; i++) {
        if (same(j->bundle, j->args->operands[i]) && !strstr(j->documents[i].p, "\"bundle_type\""))
            return pith_fail(err, PITH_USAGE, j->bundle,
                             "the bundle would replace what is not a bundle");
    }
    return PITH_OK;
}

static pith_status merge_all(job *j, pith_error *err)
{
    const cli_args *args = j->args;
    const pith_keyring *keyring;
    pith_status status = args_keyring(args, j->arena, &keyring, err);
    for (size_t i = 0; i < args->operand_count && status == PITH_OK; i++)
        status = pith_file_read(j->arena, args->operands[i], BUNDLE_MAX, &j->documents[i], err);
    if (status == PITH_OK)
        status = check_documents(j, err);
    if (status == PITH_OK)
        status = pith_merge(j->arena, j->documents, args->operands, args->operand_count, keyring,
                            &j->merged, err);
    if (status == PITH_OK)
        status = pith_merged_state(j->merged, &j->state, err);
    if (status == PITH_OK && (j->bundle || j->bundle_out))
        status = pith_merged_bundle(j->merged, &j->merged_bundle, err);
    return status;
}

// What is asked for on standard output, with nothing left in between: false when it is lost,
// which msg_finish will say.
static bool print(const job *j)
{
    if (!j->output)
        msg_out(&j->state);
    if (j->bundle_out)
        msg_out(&j->merged_bundle);
    return msg_flush();
}

// Both files, or none: neither has its name before both are on the disk and standard output is
// out. The report of --json comes later, for it says that all is done.
static pith_status write_files(job *j, bool *lost, pith_error *err)
{
    pith_file_draft *state = NULL;
    pith_file_draft *bundle = NULL;
    pith_written written;
    pith_status status = PITH_OK;
    if (j->output)
        status = pith_file_prepare(j->arena, j->output, j->state.data, j->state.len, &state, err);
    if (status == PITH_OK && j->bundle)
        status = pith_file_prepare(j->arena, j->bundle, j->merged_bundle.data, j->merged_bundle.len,
                                   &bundle, err);
    *lost = status == PITH_OK && !j->args->json && !print(j);
    if (*lost)
        return PITH_OK;
    if (status == PITH_OK && j->bundle)
        status = pith_file_commit(bundle, &written, err);
    if (status == PITH_OK && j->output)
        status = pith_file_commit(state, &written, err);
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
        msg_open(j->args, &out);
        pith_buf_printf(&out,
                        "{\"exit\":0,\"number\":\"pith:%04d:%s\",\"event_count\":%zu,"
                        "\"valid_event_count\":%zu,\"unverified_event_count\":%zu,"
                        "\"invalid_event_count\":%zu,\"equivocation_count\":%zu",
                        number.year, number.id, counts.events, counts.valid, counts.unverified,
                        counts.invalid, counts.equivocations);
        if (!j->output) {
            pith_buf_puts(&out, ",\"state\":");
            pith_buf_add(&out, j->state.data, j->state.len - 1);
        }
        pith_buf_puts(&out, "}");
        msg_close(j->args, PITH_EXIT_OK, &out);
        msg_out(&out);
        pith_buf_free(&out);
        return;
    }
    msg_note(j->args, "pith:%04d:%s: %zu %s, %zu valid, %zu unverified, %zu invalid, %zu %s",
             number.year, number.id, counts.events, noun(counts.events, "event", "events"),
             counts.valid, counts.unverified, counts.invalid, counts.equivocations,
             noun(counts.equivocations, "equivocation", "equivocations"));
}

static pith_exit run(const cli_args *args)
{
    bool lost = false;
    pith_error err;
    job j = {.args = args};
    if (read_options(&j, &err) != PITH_OK)
        return msg_failure(args, &err);
    j.arena = pith_arena_new(CLI_MEMORY(1ULL << ARENA_MAX_SHIFT));
    j.documents = calloc(args->operand_count, sizeof *j.documents);
    pith_buf_init(&j.state, SIZE_MAX);
    pith_buf_init(&j.merged_bundle, SIZE_MAX);
    pith_status status = PITH_MEMORY;
    pith_fail_memory(&err);
    if (j.arena && j.documents)
        status = merge_all(&j, &err);
    if (status == PITH_OK)
        status = write_files(&j, &lost, &err);
    if (status != PITH_OK)
        msg_failure(args, &err);
    else if (!lost)
        report(&j);
    pith_buf_free(&j.state);
    pith_buf_free(&j.merged_bundle);
    free(j.documents);
    pith_arena_free(j.arena);
    return lost ? PITH_EXIT_IO : pith_status_exit(status);
}

const cli_command command_merge = {
    .name = "merge",
    .usage = "[options] BUNDLE.json...",
    .summary = "Merge bundles of one record into one state and one bundle",
    .detail = "The result depends on the set of events and the keyring alone: any order, any\n"
              "duplication, any machine gives the same bytes. Invalid events are kept and\n"
              "counted, but change nothing that is current.\n\n"
              "Both files are written, or neither. FILE may be - for standard output; the\n"
              "bundle may replace one that is merged, the state may not.",
    .examples = "pith merge -o state.json --bundle all.json one.json two.json",
    .options = options,
    .run = run,
};
