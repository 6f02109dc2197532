// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"
#include "cli/text.h"
#include "cli/verify_pdf.h"

enum { ARENA_MAX = 1 << 30, REPORT_MAX = 64 << 20 };

static const option_row options[] = {
    {"format", 0, false, "bibtex|biblatex|csl-json|text", "default bibtex"},
    {"cited-by", 0, false, "DIR", "list what cites it in this folder of `pith mirror`"},
    OPTION_ROWS_PDF,
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    cli_lookup lookup;
    pith_cite_format format;
    const char *mirror; // or NULL
    size_t other_year;  // the same that name it with another year
    pith_error damage;  // the first bundle of the folder that could not be read
    size_t unverified;  // citations of the record at hand
    size_t cited;       // records that went into a list of CSL-JSON
    pith_buf list;
    pith_buf out;
} job;

static const char *format_name(size_t index, const void *context)
{
    static const char *const names[] = {
#define X(symbol, name) name,
        PITH_CITE_FORMAT_TABLE(X)
#undef X
    };
    (void)context;
    return index < PITH_CITE_FORMATS ? names[index] : NULL;
}

static pith_status read_format(job *j, pith_error *err)
{
    const char *word = args_value(j->args, "format");
    for (size_t i = 0; word && i < PITH_CITE_FORMATS; i++) {
        if (strcmp(word, format_name(i, NULL)) != 0)
            continue;
        j->format = (pith_cite_format)i;
        return PITH_OK;
    }
    if (!word)
        return PITH_OK;
    const char *near = nearest(word, format_name, NULL);
    return near ? pith_fail(err, PITH_USAGE, word, "is no --format; did you mean %s?", near)
                : pith_fail(err, PITH_USAGE, word,
                            "--format takes bibtex, biblatex, csl-json or text");
}

static pith_status read_options(job *j, pith_arena *arena, pith_error *err)
{
    pith_status status = args_lookup(j->args, arena, &j->lookup, err);
    if (status == PITH_OK)
        status = read_format(j, err);
    if (status != PITH_OK)
        return status;
    j->mirror = args_value(j->args, "cited-by");
    if (j->args->operand_count == 0)
        return pith_fail(err, PITH_USAGE, "", "cite needs a Pith Number, a record or a PDF");
    if (j->mirror && args_has(j->args, "format"))
        return pith_fail(err, PITH_USAGE, "--format",
                         "has no effect with --cited-by, which lists numbers");
    return PITH_OK;
}

// ---- Cited by -------------------------------------------------------------------------

static void put_citing_json(const pith_citing *c, pith_buf *out)
{
    pith_buf_printf(out, "{\"number\":\"pith:%04d:%s\",\"relationship\":", c->number.year,
                    c->number.id);
    pith_json_quote(c->relationship, out);
    pith_buf_puts(out, ",\"key_id\":");
    pith_json_quote(c->key_id, out);
    pith_buf_puts(out, ",\"created_at\":");
    pith_json_quote(c->created_at, out);
    pith_buf_printf(out, ",\"event_id\":\"%s\"}", c->event_id);
}

static void put_citing_text(const pith_citing *c, pith_buf *out)
{
    pith_buf_printf(out, "pith:%04d:%s ", c->number.year, c->number.id);
    pith_terminal_escape(c->relationship, out);
    pith_buf_puts(out, ", by ");
    pith_terminal_escape(c->key_id, out);
    pith_buf_puts(out, " at ");
    pith_terminal_escape(c->created_at, out);
    pith_buf_puts(out, "\n");
}

static pith_status cited_by(job *j, pith_arena *arena, const pith_result *result, pith_exit *exit,
                            pith_buf *out, pith_error *err)
{
    pith_cited_by found;
    pith_status status =
        pith_mirror_cited_by(arena, j->mirror, j->lookup.keyring, &result->number, &found, err);
    if (status != PITH_OK)
        return status;
    j->unverified = found.unverified;
    j->other_year = found.other_year;
    j->damage = found.first_damage;
    for (const pith_citing *c = found.first; c; c = c->next) {
        if (!j->args->json)
            put_citing_text(c, out);
        else
            put_citing_json(c, out);
        pith_buf_puts(out, j->args->json && c->next ? "," : "");
    }
    if (found.damaged > 0) { // what could not be read may cite it too
        *exit = pith_exit_worse(*exit, PITH_EXIT_INCOMPLETE);
        if (!j->args->json)
            msg_error(&found.first_damage);
    }
    if (!j->args->json)
        msg_note(j->args, "%s: %zu %s in the bundles of %zu %s in %s%s", result->number.id,
                 found.count, noun(found.count, "citation", "citations"), found.records,
                 noun(found.records, "record", "records"), j->mirror,
                 found.damaged ? "; some could not be read" : "");
    if (found.other_year > 0 && !j->args->json)
        msg_note(j->args, "%s: %zu more not listed: they name it with another year than its own",
                 result->number.id, found.other_year);
    if (found.unverified > 0 && !j->args->json)
        msg_note(j->args,
                 "%s: %zu more not listed: of a form or by a key that is not known here; --keyring "
                 "names keys to trust",
                 result->number.id, found.unverified);
    return PITH_OK;
}

// ---- The entry ------------------------------------------------------------------------

// What the exit code is about.
static void put_findings(const job *j, const pith_result *result, pith_buf *out)
{
    const pith_error *damage = &j->damage;
    pith_report_json_findings(result->findings, out);
    if (damage->status == PITH_OK)
        return;
    pith_buf_puts(out, result->findings ? "," : "");
    pith_report_json_finding(damage->status, PITH_SEVERITY_ERROR, text_of(damage->object),
                             text_of(damage->message), out);
}

static void put_json(const job *j, const char *target, const pith_result *result,
                     const pith_buf *text, pith_exit exit, pith_buf *out)
{
    pith_buf_puts(out, "{\"target\":");
    pith_json_quote(text_of(target), out);
    pith_buf_printf(out, ",\"exit\":%d,\"number\":\"pith:%04d:%s\",\"title\":", (int)exit,
                    result->number.year, result->number.id);
    if (result->title.n)
        pith_json_quote(result->title, out);
    else
        pith_buf_puts(out, "null");
    if (j->mirror) {
        pith_buf_puts(out, ",\"cited_by\":[");
        pith_buf_add(out, text->data, text->len);
        pith_buf_printf(out,
                        "],\"unverified_citation_count\":%zu,\"other_year_citation_count\":%zu",
                        j->unverified, j->other_year);
    } else {
        pith_buf_printf(out, ",\"format\":\"%s\",\"citation\":", format_name(j->format, NULL));
        pith_json_quote((pith_text){text->data, text->len}, out);
    }
    pith_buf_puts(out, ",\"findings\":[");
    put_findings(j, result, out);
    pith_buf_puts(out, "]}");
}

// A PDF may hold the record of a version that is to be posted. What a source gave is there.
static bool is_predicted(const job *j, const pith_result *result)
{
    const pith_finding *f = result->findings;
    while (f && f->code != PITH_PREDICTED)
        f = f->next;
    return f && !args_has(j->args, "online");
}

// The record of an operand: the folder that is searched has it as a rule, so that it is looked for
// there before anybody is asked, unless the user says where records are.
static pith_status find(job *j, pith_arena *arena, const char *target, pith_result **result,
                        pith_error *err)
{
    if (j->mirror && j->lookup.sources.from_count == 0) {
        pith_sources here = j->lookup.sources;
        here.from = &j->mirror;
        here.from_count = 1;
        pith_status status =
            verify_target(j->args, arena, target, &here, j->lookup.keyring, result, err);
        if (status == PITH_OK && (*result)->intact)
            return status;
    }
    return verify_target(j->args, arena, target, &j->lookup.sources, j->lookup.keyring, result,
                         err);
}

// What is false is not cited, nor what cannot be looked up yet; a record whose key is unknown is,
// and the exit code says so.
static pith_status cite(job *j, pith_arena *arena, const char *target, pith_exit *exit,
                        pith_error *err)
{
    pith_result *result = NULL;
    pith_buf text;
    pith_status status = find(j, arena, target, &result, err);
    if (status == PITH_OK && !result->intact)
        status = pith_result_error(result, target, err);
    if (status == PITH_OK && is_predicted(j, result)) {
        status = PITH_PREDICTED;
        pith_fail(err, status, target, "%s is predicted, not posted", result->number.id);
    }
    if (status != PITH_OK)
        return status;
    *exit = result->exit;
    pith_buf_init(&text, REPORT_MAX);
    const bool json = j->args->json;
    const bool list = !json && !j->mirror && j->format == PITH_CITE_CSL_JSON;
    if (j->mirror)
        status = cited_by(j, arena, result, exit, &text, err);
    else
        status = pith_cite(arena, result, j->format, &text, err);
    if (status == PITH_OK && json) {
        put_json(j, target, result, &text, *exit, &j->out);
    } else if (status == PITH_OK) {
        if (list)
            pith_buf_puts(&j->list, j->cited++ ? ",\n" : "[");
        pith_buf_add(list ? &j->list : &j->out, text.data, text.len);
        if (result->title.n == 0 && !j->mirror)
            msg_note(j->args, "%s: no source gives a title that hashes to the record; left out",
                     result->number.id);
        if (result->exit != PITH_EXIT_OK) {
            pith_result_error(result, target, err);
            msg_error(err);
        }
    }
    pith_buf_free(&text);
    return status;
}

static pith_exit cite_one(void *context, size_t index)
{
    job *j = context;
    pith_exit exit = PITH_EXIT_OK;
    const char *target = j->args->operands[index];
    pith_error err = ERROR_MEMORY;
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    pith_status status = arena ? cite(j, arena, target, &exit, &err) : PITH_MEMORY;
    if (status != PITH_OK)
        exit = msg_report(j->args, target, status, NULL, &err, &j->out);
    pith_arena_free(arena);
    return exit;
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args};
    pith_error err = ERROR_MEMORY;
    pith_arena *arena = pith_arena_new((size_t)1 << 26); // of the keyring
    pith_buf_init(&j.out, REPORT_MAX);
    pith_buf_init(&j.list, REPORT_MAX);
    pith_exit exit = PITH_EXIT_OK;
    if (arena && read_options(&j, arena, &err) == PITH_OK) {
        exit = msg_targets(args, cite_one, &j, &j.out);
        if (j.cited) {
            pith_buf_puts(&j.list, "]\n");
            msg_out(&j.list);
        }
    } else {
        exit = msg_failure(args, &err);
    }
    pith_buf_free(&j.list);
    pith_buf_free(&j.out);
    pith_arena_free(arena);
    return exit;
}

const cli_command command_cite = {
    .name = "cite",
    .usage = "[options] NAME|FILE...",
    .summary = "Print a record as an entry of a bibliography, or list what cites it",
    .detail = "The title is there when a source gives one that hashes to the record. There are\n"
              "no authors: the record names none. --cited-by judges the bundles of a mirror\n"
              "folder again and lists the records with a valid citation of this one.",
    .examples = "pith cite --format biblatex A5G5GAJ7DMCZDPVAMNFAYYAUOP\n"
                "pith cite --cited-by site A5G5GAJ7DMCZDPVAMNFAYYAUOP",
    .options = options,
    .run = run,
};
