// SPDX-License-Identifier: MIT
#include "cli/archive_args.h"
#include "cli/commands.h"
#include "cli/msg.h"
#include "cli/text.h"
#include "cli/verify_pdf.h"

enum { ARENA_MAX = 1 << 30, OUTPUT_MAX = 192 << 20 };

static const option_row options[] = {
    {"find", 0, false, NULL, "look for the newest capture, and ask for none"},
    {"check", 0, false, NULL, "read again what the record's events name"},
    {"page", 0, false, "record|source", "which page: the record's (default), or arXiv's"},
    {"key", 0, false, "FILE", "sign the event with this key of `pith keygen`"},
    {"date", 0, false, "TIME", "UTC time of signing (default: now)"},
    {"output", 'o', false, "FILE", "write here instead of standard output"},
    OPTION_ROW_ARCHIVE,
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    cli_lookup lookup;
    pith_archive archive;
    pith_arena *arena;
    const char *target;
    const char *output; // NULL: standard output
    const char *page;
    pith_result *result;
    pith_capture capture;
    pith_text payload;
    const pith_secret_key *key; // NULL: nothing is signed
    pith_text bundle;           // what the event goes into
    pith_signed made;           // with a key
    pith_buf resolved;          // the bundle of a number
    pith_buf made_of;           // the payload or the bundle, and a line feed
} job;

static pith_status check_options(job *j, pith_error *err)
{
    static const char *const makes[] = {"find", "page", "key", "date", "output"};
    const cli_args *args = j->args;
    const char *page = args_value(args, "page");
    const char *output = args_value(args, "output");
    const char *key = args_value(args, "key");
    if (args->operand_count != 1)
        return pith_fail(err, PITH_USAGE, "", "archive takes one Pith Number or bundle");
    for (size_t i = 0; args_has(args, "check") && i < sizeof makes / sizeof *makes; i++) {
        if (args_has(args, makes[i]))
            return pith_fail(err, PITH_USAGE, makes[i], "--%s has no effect with --check",
                             makes[i]);
    }
    if (page && strcmp(page, "record") != 0 && strcmp(page, "source") != 0)
        return pith_fail(err, PITH_USAGE, page, "--page takes record or source");
    if (args_has(args, "date") && !key)
        return pith_fail(err, PITH_USAGE, "--date", "has no effect without --key");
    if (j->lookup.sources.offline)
        return pith_fail(err, PITH_USAGE, "--offline", "the archive is asked over the network");
    j->target = args->operands[0];
    j->output = output && strcmp(output, "-") != 0 ? output : NULL;
    if (j->output && key && pith_file_same(j->output, key))
        return pith_fail(err, PITH_USAGE, j->output, "the output would replace the secret key");
    if (j->output && !key && pith_file_same(j->output, j->target))
        return pith_fail(err, PITH_USAGE, j->output,
                         "the payload of an event would replace the document");
    return PITH_OK;
}

static pith_status prepare(job *j, pith_error *err)
{
    pith_status status = args_lookup(j->args, j->arena, &j->lookup, err);
    if (status == PITH_OK)
        status = check_options(j, err);
    if (status == PITH_OK)
        status = args_archive(j->args, &j->lookup.sources, &j->archive, err);
    if (status != PITH_OK)
        return status;
    status = verify_target(j->args, j->arena, j->target, &j->lookup.sources, j->lookup.keyring,
                           &j->result, err);
    return status == PITH_OK && !j->result->intact ? pith_result_error(j->result, j->target, err)
                                                   : status;
}

// ---- --check --------------------------------------------------------------------------

static void put_text(const pith_evidence_event *event, const char *words, pith_buf *out)
{
    pith_buf_printf(out, "%s\n  ", event->id);
    pith_terminal_escape(event->object, out);
    pith_buf_puts(out, "\n  ");
    pith_terminal_escape(text_of(words), out);
    pith_buf_puts(out, "\n");
}

static void put_item(const pith_evidence_event *event, bool there, pith_buf *out)
{
    pith_buf_printf(out, "%s{\"event_id\":\"%s\",\"url\":", out->len ? "," : "", event->id);
    pith_json_quote(event->object, out);
    pith_buf_printf(out, ",\"there\":%s}", there ? "true" : "false");
}

static void put_finding(pith_status code, const char *where, const char *message, pith_buf *out)
{
    pith_buf_puts(out, out->len ? "," : "");
    pith_report_json_finding(code, PITH_SEVERITY_ERROR, text_of(where), text_of(message), out);
}

// Each event that names a capture; why not goes into findings.
static pith_exit check(job *j, pith_buf *items, pith_buf *findings)
{
    static const char none[] = "no valid event names a capture";
    pith_exit exit = PITH_EXIT_OK;
    pith_error err = {.status = PITH_OK};
    const pith_evidence_event *event = j->result->evidence ? j->result->evidence->events : NULL;
    for (; event; event = event->next) {
        pith_capture capture;
        if (event->kind != PITH_EVIDENCE_ARCHIVE || event->standing != PITH_EVIDENCE_VALID)
            continue;
        pith_status status =
            pith_archive_check(j->arena, &j->archive, j->result, event, &capture, &err);
        exit = pith_exit_worse(exit, pith_status_exit(status));
        if (j->args->json)
            put_item(event, status == PITH_OK, items);
        else
            put_text(event, status == PITH_OK ? "the archive has it" : err.message, items);
        if (status != PITH_OK)
            put_finding(status, event->id, err.message, findings);
    }
    if (items->len > 0)
        return exit;
    put_finding(PITH_ARCHIVE_NONE, j->target, none, findings);
    if (!j->args->json)
        msg_note(j->args, "%s: %s", j->target, none);
    return PITH_EXIT_INCOMPLETE;
}

static pith_exit run_check(job *j)
{
    pith_buf items;
    pith_buf findings;
    pith_buf out;
    pith_buf_init(&items, OUTPUT_MAX);
    pith_buf_init(&findings, OUTPUT_MAX);
    pith_buf_init(&out, OUTPUT_MAX);
    pith_exit exit = check(j, &items, &findings);
    if (j->args->json) {
        msg_open(j->args, &out);
        pith_buf_puts(&out, "{\"target\":");
        pith_json_quote(text_of(j->target), &out);
        pith_buf_printf(&out, ",\"exit\":%d,\"number\":\"pith:%04d:%s\",\"captures\":[", (int)exit,
                        j->result->number.year, j->result->number.id);
        pith_buf_add(&out, items.data, items.len);
        pith_buf_puts(&out, "],\"findings\":[");
        pith_buf_add(&out, findings.data, findings.len);
        pith_buf_puts(&out, "]}");
        msg_close(j->args, exit, &out);
        out.failed = out.failed || !pith_buf_ok(&items) || !pith_buf_ok(&findings);
        msg_out(&out);
    } else if (!j->args->quiet || exit != PITH_EXIT_OK) {
        msg_out(&items);
    }
    pith_buf_free(&items);
    pith_buf_free(&findings);
    pith_buf_free(&out);
    return exit;
}

// ---- A new event ----------------------------------------------------------------------

static pith_status find_or_save(job *j, pith_error *err)
{
    if (args_has(j->args, "find"))
        return pith_archive_find(j->arena, &j->archive, j->result, j->page, NULL, &j->capture, err);
    pith_status status =
        pith_archive_save(j->arena, &j->archive, j->result, j->page, &j->capture, err);
    if (status == PITH_USAGE && !j->archive.keys)
        snprintf(err->message, sizeof err->message,
                 "a capture needs an account: PITH_ARCHIVE_KEYS=ACCESS:SECRET, from "
                 "https://archive.org/account/s3.php; --find needs none");
    if (status != PITH_OK)
        return status;
    // The job is the archive's word; the index is what others will find, sooner or later.
    pith_capture seen;
    pith_error later;
    j->capture.indexed = pith_archive_find(j->arena, &j->archive, j->result, j->capture.page,
                                           j->capture.time, &seen, &later) == PITH_OK;
    return PITH_OK;
}

// The bundle that the event goes into: a file as it is, or all that is known of a number.
static pith_status read_bundle(job *j, pith_text *out, pith_error *err)
{
    bool is_pdf;
    pith_status status = pith_pdf_is(j->target, &is_pdf, err);
    if (status != PITH_OK)
        return status;
    if (is_pdf)
        return pith_fail(err, PITH_USAGE, j->target, "an event goes into a bundle, not into a PDF");
    if (strcmp(j->target, "-") == 0)
        return pith_fail(err, PITH_USAGE, "-", "--key needs a bundle that can be read twice");
    if (pith_file_exists(j->target))
        return pith_file_read(j->arena, j->target, VERIFY_DOCUMENT_MAX, out, err);
    status = pith_resolve_bundle(j->arena, &j->lookup.sources, j->lookup.keyring,
                                 &j->result->number, &j->resolved, err);
    *out = (pith_text){j->resolved.data, j->resolved.len};
    return status;
}

static pith_status sign(job *j, pith_error *err)
{
    char room[32];
    const pith_text date = args_date(j->args, room);
    if (date.n >= 19 && strncmp(j->capture.time, date.p, 19) > 0) {
        return pith_fail(err, PITH_USAGE, "--date",
                         "the capture, of %s, would be later than the event", j->capture.time);
    }
    pith_status status = pith_sign_event(j->arena, j->key, &j->result->number, text_of("anchor"),
                                         text_of(""), j->payload, date, &j->made, err);
    if (status == PITH_OK)
        status = pith_sign_into_bundle(j->arena, j->key, j->bundle, j->target, j->made.event,
                                       &j->made_of, err);
    return status;
}

// The payload, or the bundle with its event.
static pith_status compose(job *j, pith_error *err)
{
    j->made_of.len = 0;
    pith_status status = pith_archive_payload(j->arena, &j->capture, &j->payload, err);
    if (status != PITH_OK)
        return status;
    if (j->key)
        return sign(j, err);
    pith_buf_add(&j->made_of, j->payload.p, j->payload.n);
    pith_buf_puts(&j->made_of, "\n");
    return PITH_OK;
}

static pith_status read_key(job *j, pith_error *err)
{
    const char *key = args_value(j->args, "key");
    if (!key)
        return PITH_OK;
    pith_status status = pith_secret_key_load(j->arena, key, &j->key, err);
    if (status == PITH_OK)
        status = read_bundle(j, &j->bundle, err);
    if (status == PITH_OK && j->output && pith_file_same(j->output, j->target) &&
        !strstr(j->bundle.p, "\"bundle_type\"")) // as `pith sign` does
        status =
            pith_fail(err, PITH_USAGE, j->output, "the bundle would replace what is not a bundle");
    return status;
}

// Everything but the archive's part, with a capture of about now, or of long ago where one is
// looked for: what can fail here has to fail before anybody is asked for a capture, which cannot
// be taken back.
static pith_status rehearse(job *j, pith_error *err)
{
    enum { CLOCKS_DIFFER = 3600 };
    char room[32];
    const char *word = args_value(j->args, "page");
    j->page = pith_archive_page(j->arena, j->result, word && strcmp(word, "source") == 0);
    if (!j->page)
        return pith_fail(err, PITH_USAGE, "--page",
                         "the record has no page at its source that is known here");
    j->capture = (pith_capture){
        .url = j->page, .page = j->page, .time = "1970-01-01T00:00:00Z", .indexed = false};
    const pith_text recently = args_moment((time_t)j->archive.now - CLOCKS_DIFFER, room);
    if (!args_has(j->args, "find") && recently.n > 0 && recently.n < sizeof j->capture.time)
        memcpy(j->capture.time, recently.p, recently.n + 1);
    pith_status status = read_key(j, err);
    if (status == PITH_OK)
        status = compose(j, err);
    if (status != PITH_OK || !j->output)
        return status;
    pith_arena *arena = pith_arena_new(1 << 20); // whose end is that of the draft
    pith_file_draft *draft;
    pith_fail_memory(err);
    status = arena
                 ? pith_file_prepare(arena, j->output, j->made_of.data, j->made_of.len, &draft, err)
                 : PITH_MEMORY;
    pith_arena_free(arena);
    return status;
}

static void put_json(const job *j, pith_buf *out)
{
    msg_open(j->args, out);
    pith_buf_puts(out, "{\"target\":");
    pith_json_quote(text_of(j->target), out);
    pith_buf_printf(out, ",\"exit\":0,\"number\":\"pith:%04d:%s\",\"capture\":{\"url\":",
                    j->result->number.year, j->result->number.id);
    pith_json_quote(text_of(j->capture.url), out);
    pith_buf_puts(out, ",\"page\":");
    pith_json_quote(text_of(j->capture.page), out);
    pith_buf_printf(out, ",\"captured_at\":\"%s\",\"indexed\":%s},\"payload\":", j->capture.time,
                    j->capture.indexed ? "true" : "false");
    pith_buf_add(out, j->payload.p, j->payload.n);
    pith_buf_puts(out, ",\"event_id\":");
    pith_json_quote(text_of(j->made.event_id), out);
    pith_buf_puts(out, ",\"output\":");
    pith_json_quote(text_of(j->output ? j->output : "-"), out);
    pith_buf_puts(out, ",\"document\":");
    if (!j->output && j->made_of.len > 0)
        pith_buf_add(out, j->made_of.data, j->made_of.len - 1); // without its line feed
    else
        pith_buf_puts(out, "null");
    pith_buf_puts(out, ",\"findings\":[]}");
    msg_close(j->args, PITH_EXIT_OK, out);
}

static pith_status deliver(const job *j, pith_error *err)
{
    pith_written written;
    if (j->output) {
        pith_status status =
            pith_file_replace(j->output, j->made_of.data, j->made_of.len, &written, err);
        if (status != PITH_OK)
            return status;
    }
    if (j->args->json) {
        pith_buf out;
        pith_buf_init(&out, OUTPUT_MAX);
        put_json(j, &out);
        msg_out(&out);
        pith_buf_free(&out);
        return PITH_OK;
    }
    if (!j->output)
        msg_out(&j->made_of);
    msg_note(j->args, "captured %s: %s%s", j->capture.time, j->capture.url,
             j->capture.indexed ? "" : "; the index does not list it yet");
    if (!j->made.event_id[0])
        msg_note(j->args, "not signed: `pith sign event --type anchor --payload FILE BUNDLE` does");
    return PITH_OK;
}

static pith_status make(job *j, pith_error *err)
{
    pith_status status = rehearse(j, err);
    if (status == PITH_OK)
        status = find_or_save(j, err);
    if (status == PITH_OK)
        status = compose(j, err);
    return status == PITH_OK ? deliver(j, err) : status;
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args, .arena = pith_arena_new(ARENA_MAX)};
    pith_error err = ERROR_MEMORY;
    pith_buf_init(&j.resolved, OUTPUT_MAX);
    pith_buf_init(&j.made_of, OUTPUT_MAX);
    pith_status status = j.arena ? prepare(&j, &err) : PITH_MEMORY;
    pith_exit exit = PITH_EXIT_OK;
    if (status == PITH_OK && args_has(args, "check"))
        exit = run_check(&j);
    else if (status == PITH_OK)
        status = make(&j, &err);
    if (status != PITH_OK)
        exit = msg_failure(args, &err);
    pith_buf_free(&j.resolved);
    pith_buf_free(&j.made_of);
    pith_arena_free(j.arena);
    return exit;
}

const cli_command command_archive = {
    .name = "archive",
    .usage = "[options] NAME|BUNDLE",
    .summary = "Have the Internet Archive capture a record's page, and check captures",
    .detail = "Asks for a capture of the record page (Save Page Now, which needs the keys of an\n"
              "account in PITH_ARCHIVE_KEYS) and prints what an `anchor` event says of it; with\n"
              "--key, the bundle with that event. --check asks the archive for the captures\n"
              "that a record's valid events name. $PITH_ARCHIVE is another archive.",
    .examples = "pith archive --find A5G5GAJ7DMCZDPVAMNFAYYAUOP\n"
                "pith archive --key secret.json -o bundle.json bundle.json",
    .options = options,
    .run = run,
    .asks_others = true,
};
