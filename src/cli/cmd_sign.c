// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"
#include "cli/text.h"

enum { ARENA_MAX = 1 << 30, DOCUMENT_MAX = 64 << 20, KEY_MAX = 1 << 20, OUTPUT_MAX = 192 << 20 };

static const option_row options[] = {
    {"key", 0, false, "FILE", "secret key of `pith keygen` (required)"},
    {"output", 'o', false, "FILE", "write here instead of standard output"},
    {"date", 0, false, "TIME", "UTC time of signing (default: now)"},
    {"type", 0, false, "TYPE", "event: author_claim, citation, anchor, ..."},
    {"payload", 0, false, "FILE", "event: what the type needs, as one JSON object"},
    {"target", 0, false, "WORD", "event: what it is about (default record, or graph)"},
    {"new-key", 0, false, "FILE", "notice: keyring with the one key that follows"},
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    pith_arena *arena;
    const pith_secret_key *key;
    pith_text date;
    const char *target;  // what --json calls the target
    const char *said_id; // the event_id; NULL for a notice
    pith_signed made;
    pith_buf result; // the bundle or notice
} job;

// What can be signed: the word, how many operands follow it, which options are its own.
typedef struct kind {
    const char *name;
    bool has_document;
    const char *needs[3];
    pith_status (*sign)(job *j, pith_error *err);
} kind;

// The file to write; NULL: standard output.
static const char *output_of(const cli_args *args)
{
    const char *output = args_value(args, "output");
    return output && strcmp(output, "-") != 0 ? output : NULL;
}

static pith_status into_bundle(job *j, pith_text document, pith_error *err)
{
    const char *output = output_of(j->args);
    j->said_id = j->made.event_id;
    // A bundle may be replaced by one that holds all of it; a record document holds other things.
    if (output && pith_file_same(output, j->target) && !strstr(document.p, "\"bundle_type\""))
        return pith_fail(err, PITH_USAGE, output, "the bundle would replace what is not a bundle");
    return pith_sign_into_bundle(j->arena, j->key, document, j->target, j->made.event, &j->result,
                                 err);
}

static pith_status sign_receipt(job *j, pith_error *err)
{
    pith_text document;
    pith_status status = pith_file_read(j->arena, j->target, DOCUMENT_MAX, &document, err);
    if (status == PITH_OK)
        status = pith_sign_receipt(j->arena, j->key, document, j->target, j->date, &j->made, err);
    return status == PITH_OK ? into_bundle(j, document, err) : status;
}

static pith_status sign_event(job *j, pith_error *err)
{
    pith_text document;
    pith_text payload;
    pith_number subject;
    const pith_merged *merged;
    const char *file = args_value(j->args, "payload");
    if (strcmp(file, "-") == 0 && strcmp(j->target, "-") == 0)
        return pith_fail(err, PITH_USAGE, "-",
                         "standard input cannot be both the payload and the bundle");
    pith_status status = pith_file_read(j->arena, j->target, DOCUMENT_MAX, &document, err);
    if (status == PITH_OK)
        status = pith_file_read(j->arena, file, DOCUMENT_MAX, &payload, err);
    if (status == PITH_OK) // the document holds, and says whom it is about
        status =
            pith_merge(j->arena, &document, &j->target, 1, pith_keyring_builtin(), &merged, err);
    if (status != PITH_OK)
        return status;
    pith_merged_number(merged, &subject);
    status =
        pith_sign_event(j->arena, j->key, &subject, text_of(args_value(j->args, "type")),
                        text_of(args_value(j->args, "target")), payload, j->date, &j->made, err);
    if (status != PITH_OK && status != PITH_USAGE)
        pith_error_name(err, file);
    return status == PITH_OK ? into_bundle(j, document, err) : status;
}

static pith_status sign_notice(job *j, pith_error *err)
{
    pith_text bytes;
    pith_text notice;
    const pith_keyring *successor;
    const char *file = args_value(j->args, "new-key");
    j->target = file;
    pith_status status = pith_file_read(j->arena, file, DOCUMENT_MAX, &bytes, err);
    if (status == PITH_OK)
        status = pith_keyring_import(j->arena, bytes, file, &successor, err);
    if (status == PITH_OK)
        status = pith_sign_notice(j->arena, j->key, successor, j->date, &notice, err);
    if (status != PITH_OK) {
        if (status != PITH_USAGE)
            pith_error_name(err, file);
        return status;
    }
    pith_buf_add(&j->result, notice.p, notice.n);
    pith_buf_puts(&j->result, "\n");
    return PITH_OK;
}

static const kind kinds[] = {
    {"receipt", true, {NULL}, sign_receipt},
    {"event", true, {"type", "payload", NULL}, sign_event},
    {"notice", false, {"new-key", NULL}, sign_notice},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *kind_name(size_t index, const void *context)
{
    (void)context;
    return index < KINDS ? kinds[index].name : NULL;
}

static const kind *find_kind(const char *name)
{
    for (size_t i = 0; i < KINDS; i++) {
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    }
    return NULL;
}

// An option that only one kind of signing has, given with another.
static pith_status check_strays(const cli_args *args, const kind *k, pith_error *err)
{
    static const struct {
        const char *option;
        const char *kind;
    } owners[] = {
        {"type", "event"}, {"payload", "event"}, {"target", "event"}, {"new-key", "notice"}};
    for (size_t i = 0; i < sizeof owners / sizeof *owners; i++) {
        if (args_has(args, owners[i].option) && strcmp(owners[i].kind, k->name) != 0)
            return pith_fail(err, PITH_USAGE, owners[i].option, "--%s belongs to `pith sign %s`",
                             owners[i].option, owners[i].kind);
    }
    return PITH_OK;
}

// The output may replace the bundle it extends, and no other input.
static pith_status check_output(const cli_args *args, pith_error *err)
{
    static const char *const inputs[][2] = {
        {"key", "secret key"}, {"payload", "payload"}, {"new-key", "new key"}};
    const char *output = output_of(args);
    for (size_t i = 0; output && i < sizeof inputs / sizeof *inputs; i++) {
        const char *input = args_value(args, inputs[i][0]);
        if (input && pith_file_same(output, input))
            return pith_fail(err, PITH_USAGE, output, "the output would replace the %s",
                             inputs[i][1]);
    }
    return PITH_OK;
}

static pith_status check(const cli_args *args, const kind **out, pith_error *err)
{
    const char *word = args->operand_count ? args->operands[0] : "";
    const kind *k = find_kind(word);
    *out = k;
    if (!k) {
        const char *near = *word ? nearest(word, kind_name, NULL) : NULL;
        return near ? pith_fail(err, PITH_USAGE, word, "cannot be signed; did you mean %s?", near)
                    : pith_fail(err, PITH_USAGE, word, "sign takes receipt, event or notice");
    }
    pith_status status = check_strays(args, k, err);
    if (status != PITH_OK)
        return status;
    if (!args_has(args, "key"))
        return pith_fail(err, PITH_USAGE, "", "sign needs a secret key: --key FILE");
    status = check_output(args, err);
    if (status != PITH_OK)
        return status;
    for (const char *const *need = k->needs; *need; need++) {
        if (!args_has(args, *need))
            return pith_fail(err, PITH_USAGE, "", "sign %s needs --%s", k->name, *need);
    }
    if (args->operand_count == (k->has_document ? 2u : 1u))
        return PITH_OK;
    return pith_fail(err, PITH_USAGE, "", "sign %s takes %s", k->name,
                     k->has_document ? "one document" : "no document");
}

static void report_json(const job *j, const char *output, pith_buf *out)
{
    msg_open(j->args, out);
    pith_buf_puts(out, "{\"target\":");
    pith_json_quote(text_of(j->target), out);
    pith_buf_puts(out, ",\"exit\":0,\"event_id\":");
    if (j->said_id)
        pith_json_quote(text_of(j->said_id), out);
    else
        pith_buf_puts(out, "null");
    pith_buf_puts(out, ",\"output\":");
    if (output) {
        pith_json_quote(text_of(output), out);
        pith_buf_puts(out, ",\"document\":null");
    } else {
        pith_buf_puts(out, "null,\"document\":");
        pith_buf_add(out, j->result.data, j->result.len - 1); // without its line feed
    }
    pith_buf_puts(out, ",\"findings\":[]}");
    msg_close(j->args, PITH_EXIT_OK, out);
}

static pith_status deliver(const job *j, pith_error *err)
{
    const char *output = output_of(j->args);
    pith_written written = PITH_WRITTEN_NEW;
    pith_buf out;
    if (output) {
        pith_status status =
            pith_file_replace(output, j->result.data, j->result.len, &written, err);
        if (status != PITH_OK)
            return status;
    }
    if (j->args->json) {
        pith_buf_init(&out, OUTPUT_MAX);
        report_json(j, output, &out);
        msg_out(&out);
        pith_buf_free(&out);
        return PITH_OK;
    }
    if (!output)
        msg_out(&j->result);
    msg_note(j->args, "%s%s%s%s", output ? output : "signed",
             !output                       ? ""
             : written == PITH_WRITTEN_NEW ? ": written"
                                           : ": up to date",
             j->said_id ? ": " : "", j->said_id ? j->said_id : "");
    return PITH_OK;
}

// The mode of a file matters only if it may hold a secret. One that is JSON without a seed is
// another file, and chmod would not help.
static pith_status load_key(job *j, pith_error *err)
{
    static const char seed[] = "secret_seed_b64";
    pith_text text;
    pith_error other;
    pith_buf form;
    const char *path = args_value(j->args, "key");
    pith_status status = pith_secret_key_load(j->arena, path, &j->key, err);
    if (status != PITH_KEY_MODE ||
        pith_file_read(j->arena, path, KEY_MAX, &text, &other) != PITH_OK || strstr(text.p, seed))
        return status;
    pith_buf_init(&form, OUTPUT_MAX);
    if (pith_canonical_form(j->arena, text, &form, &other) == PITH_OK) {
        pith_buf_add(&form, "", 1);
        if (pith_buf_ok(&form) && !strstr(form.data, seed)) { // however it was spelled
            status = pith_fail(err, PITH_KEYRING, path,
                               "has no secret_seed_b64: not a secret key of pith keygen");
        }
    }
    pith_buf_free(&form);
    return status;
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args, .arena = pith_arena_new(ARENA_MAX)};
    const kind *k = NULL;
    char room[32];
    pith_error err = ERROR_MEMORY;
    pith_buf_init(&j.result, OUTPUT_MAX);
    pith_status status = j.arena ? check(args, &k, &err) : PITH_MEMORY;
    if (status == PITH_OK && k) {
        j.date = args_date(args, room);
        j.target = k->has_document ? args->operands[1] : "";
        status = load_key(&j, &err);
    }
    if (status == PITH_OK && k)
        status = k->sign(&j, &err);
    if (status == PITH_OK)
        status = deliver(&j, &err);
    if (status != PITH_OK)
        msg_failure(args, &err);
    pith_buf_free(&j.result);
    pith_arena_free(j.arena);
    return pith_status_exit(status);
}

const cli_command command_sign = {
    .name = "sign",
    .usage = "receipt|event|notice --key FILE [options] [DOCUMENT]",
    .summary = "Sign the receipt of a record, an event, or the notice of a new key",
    .detail = "  receipt --key K RECORD|BUNDLE       a bundle with a receipt by K\n"
              "  event --key K --type T --payload P BUNDLE\n"
              "                                      the bundle with one more event\n"
              "  notice --key OLD --new-key KEYRING  the announcement of another key\n\n"
              "Types and what they need: graph_snapshot; author_claim (claimant, method,\n"
              "strength); citation (relationship, cited); replication, falsification,\n"
              "formal_bridge (claim_id, report); anchor (kind, proof); withdrawal (event_id).",
    .examples = "pith sign receipt --key secret.json record.json -o bundle.json\n"
                "pith sign event --key secret.json --type citation --payload p.json bundle.json",
    .options = options,
    .run = run,
};
