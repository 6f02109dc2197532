// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"
#include "cli/text.h"
#include "cli/verify_pdf.h"

enum { ARENA_MAX_SHIFT = 36 };

static const option_row options[] = {
    {"require", 0, false, "LIST", "exit 3 unless all of this is there: signed,trusted,..."},
    {"against", 0, false, "STATE.json", "merge the bundles and compare with this state"},
    {"ndjson", 0, false, NULL, "one document a line in, one JSON result a line out"},
    {"jobs", 'j', false, "N", "threads for --ndjson (default: one a processor)"},
    OPTION_ROWS_PDF,
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    cli_lookup lookup;
    unsigned require;
    pith_buf out;
} job;

static pith_exit verify_one(void *context, size_t index)
{
    job *j = context;
    const char *target = j->args->operands[index];
    pith_result *result = NULL;
    pith_error err = ERROR_MEMORY;
    pith_arena *arena = pith_arena_new(CLI_MEMORY(1ULL << ARENA_MAX_SHIFT));
    pith_status status = PITH_MEMORY;
    if (arena)
        status = verify_target(j->args, arena, target, &j->lookup.sources, j->lookup.keyring,
                               &result, &err);
    if (status == PITH_OK)
        status = pith_result_require(arena, result, j->require, &err);
    pith_exit exit = msg_report(j->args, target, status, result, &err, &j->out);
    pith_arena_free(arena);
    return exit;
}

// ---- --ndjson -------------------------------------------------------------------------

static bool put_line(void *context, const char *line, size_t len)
{
    (void)context;
    return msg_bytes(line, len);
}

static pith_exit verify_lines(job *j)
{
    pith_error err;
    pith_exit worst = PITH_EXIT_OK;
    int threads;
    if (args_jobs(j->args, &threads, &err) != PITH_OK)
        return msg_failure(j->args, &err);
    const char *const standard_input = "-";
    const char *const *paths = j->args->operand_count ? j->args->operands : &standard_input;
    size_t count = j->args->operand_count ? j->args->operand_count : 1;
    for (size_t i = 0; i < count; i++) {
        pith_exit exit;
        pith_stream stream = {.path = paths[i],
                              .keyring = j->lookup.keyring,
                              .require = j->require,
                              .jobs = threads,
                              .put = put_line};
        if (pith_verify_stream(&stream, &exit, &err) != PITH_OK)
            exit = msg_failure(j->args, &err);
        worst = pith_exit_worse(worst, exit);
    }
    return worst;
}

// ---- --against ------------------------------------------------------------------------

// Bundle(s) -> state, compared with a state from elsewhere.
static pith_status compare(job *j, pith_arena *arena, pith_text *documents, size_t *differences,
                           size_t *firm, pith_merge_counts *counts, pith_error *err)
{
    pith_text theirs;
    pith_buf state;
    const cli_args *args = j->args;
    const pith_merged *merged;
    const char *path = args_value(args, "against");
    pith_buf_init(&state, SIZE_MAX);
    pith_status status = pith_file_read(arena, path, VERIFY_DOCUMENT_MAX, &theirs, err);
    for (size_t i = 0; i < args->operand_count && status == PITH_OK; i++)
        status = pith_file_read(arena, args->operands[i], VERIFY_DOCUMENT_MAX, &documents[i], err);
    if (status == PITH_OK)
        status = pith_merge(arena, documents, args->operands, args->operand_count,
                            j->lookup.keyring, &merged, err);
    if (status == PITH_OK)
        status = pith_merged_state(merged, &state, err);
    if (status == PITH_OK) {
        pith_merged_count(merged, counts);
        status = pith_state_compare(arena, (pith_text){state.data, state.len}, theirs, &j->out,
                                    differences, firm, err);
        if (status != PITH_OK && err->object[0] == '\0')
            pith_error_about(err, path);
    }
    pith_buf_free(&state);
    return status;
}

static pith_exit verify_against(job *j)
{
    size_t differences = 0;
    size_t firm = 0;
    pith_merge_counts counts;
    pith_error err = ERROR_MEMORY;
    pith_arena *arena = pith_arena_new(CLI_MEMORY(1ULL << ARENA_MAX_SHIFT));
    pith_text *documents = calloc(j->args->operand_count + 1, sizeof *documents);
    pith_status status = PITH_MEMORY;
    if (arena && documents)
        status = compare(j, arena, documents, &differences, &firm, &counts, &err);
    free(documents);
    pith_arena_free(arena);
    if (status != PITH_OK)
        return msg_failure(j->args, &err);
    // Where events could not be judged here, a difference is no proof of a lie.
    pith_exit exit = differences == 0                     ? PITH_EXIT_OK
                     : firm == 0 && counts.unverified > 0 ? PITH_EXIT_INCOMPLETE
                                                          : PITH_EXIT_INVALID;
    if (!j->args->json) {
        if (!j->args->quiet || differences)
            msg_out(&j->out);
        msg_note(j->args, "%s: %zu %s, %zu unverified %s", args_value(j->args, "against"),
                 differences, noun(differences, "difference", "differences"), counts.unverified,
                 noun(counts.unverified, "event", "events"));
        return exit;
    }
    pith_buf json;
    pith_buf_init(&json, SIZE_MAX);
    msg_open(j->args, &json);
    pith_buf_printf(&json,
                    "{\"exit\":%d,\"equal\":%s,\"unverified_event_count\":%zu,\"differences\":",
                    (int)exit, differences ? "false" : "true", counts.unverified);
    pith_json_quote((pith_text){j->out.data, j->out.len}, &json);
    if (differences) {
        const char *path = args_value(j->args, "against");
        char message[80];
        int n = snprintf(message, sizeof message, "%zu difference%s from what the documents give",
                         differences, differences == 1 ? "" : "s");
        pith_buf_puts(&json, ",\"findings\":[");
        pith_report_json_finding(PITH_STATE_MISMATCH,
                                 exit == PITH_EXIT_INVALID ? PITH_SEVERITY_ERROR
                                                           : PITH_SEVERITY_WARNING,
                                 text_of(path), (pith_text){message, (size_t)n}, &json);
        pith_buf_puts(&json, "]");
    }
    pith_buf_puts(&json, "}");
    msg_close(j->args, exit, &json);
    msg_out(&json);
    pith_buf_free(&json);
    return exit;
}

// ---- The command ----------------------------------------------------------------------

static pith_status read_options(job *j, pith_arena *arena, pith_error *err)
{
    const cli_args *args = j->args;
    const char *require = args_value(args, "require");
    bool lines = args_has(args, "ndjson");
    pith_status status = args_lookup(args, arena, &j->lookup, err);
    if (status == PITH_OK && require)
        status = pith_require_parse(require, &j->require, err);
    if (status != PITH_OK)
        return status;
    const char *what = NULL;
    if (args->operand_count == 0 && !lines)
        what = "verify needs a number, a file, or - for standard input";
    else if (args_has(args, "jobs") && !lines)
        what = "--jobs has no effect without --ndjson";
    else if (lines && args_has(args, "against"))
        what = "--against compares bundles, --ndjson reads lines: one of the two";
    else if (require && args_has(args, "against"))
        what = "--require has no effect with --against";
    return what ? pith_fail(err, PITH_USAGE, "", "%s", what) : PITH_OK;
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args};
    pith_error err = ERROR_MEMORY;
    pith_arena *arena = pith_arena_new((size_t)1 << 26); // of the keyring
    pith_buf_init(&j.out, SIZE_MAX);
    pith_exit exit;
    if (!arena || read_options(&j, arena, &err) != PITH_OK)
        exit = msg_failure(args, &err);
    else if (args_has(args, "ndjson"))
        exit = verify_lines(&j);
    else if (args_has(args, "against"))
        exit = verify_against(&j);
    else
        exit = msg_targets(args, verify_one, &j, &j.out);
    pith_buf_free(&j.out);
    pith_arena_free(arena);
    return exit;
}

const cli_command command_verify = {
    .name = "verify",
    .usage = "[options] TARGET...",
    .summary = "Check numbers, record documents, bundles, states and PDFs as a whole",
    .detail = "A target is a file, - or a Pith Number. Everything a document states is checked:\n"
              "hashes, number, year, aliases, receipt, and each event's identity, signature and\n"
              "payload. A local file is checked without any network. `pith help resolve` has\n"
              "the words of --require.",
    .examples = "pith verify paper.pdf\n"
                "pith verify --require signed,trusted bundle.json\n"
                "pith verify --ndjson - <records.ndjson",
    .options = options,
    .run = run,
};
