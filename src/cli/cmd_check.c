// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/mint.h"
#include "cli/msg.h"
#include "cli/own_number.h"
#include "cli/text.h"

enum { ARENA_MAX = 1 << 30, REPORT_MAX = 16 << 20 };

static const option_row options[] = {
    {"number", 0, false, "NAME", "the number to check against, not the one in the paper"},
    {"metadata", 0, false, "FILE", "what arXiv has; `pith help mint` lists the forms"},
    OPTION_ROWS_METADATA,
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    cli_lookup lookup;
    pith_buf out;
} job;

// One paper on its way.
typedef struct paper {
    pith_arena *arena;
    const char *target;
    const char *path;
    size_t others;        // further numbers in it
    pith_metadata stated; // options
    pith_metadata known;  // --metadata
    pith_result *result;
    pith_relation relation;
    bool is_pdf;
    pith_check_field fields[PITH_CHECK_FIELDS];
} paper;

// ---- The record -----------------------------------------------------------------------

static pith_status record_of_pdf(const job *j, paper *p, pith_error *err)
{
    pith_pdf_reading reading;
    pith_status status = pith_pdf_read(p->arena, p->path, &reading, err);
    if (status != PITH_OK)
        return status;
    pith_number number = reading.number;
    for (const pith_pdf_claim *c = reading.claims; c && !number.id[0]; c = c->next) {
        if (c->place == PITH_PDF_PLACE_LINK)
            number = c->number;
    }
    if (!number.id[0])
        return pith_fail(err, PITH_PDF_NO_RECORD, p->path, "names no Pith Number");
    if (reading.record.n) {
        status = pith_verify_bytes(p->arena, reading.record, p->path, &number, j->lookup.keyring,
                                   &p->result, err);
        if (status == PITH_OK && p->result->exit != PITH_EXIT_OK)
            return pith_result_error(p->result, p->path, err);
        return status;
    }
    const pith_target target = {.number = number};
    return own_resolve(p->arena, &j->lookup.sources, j->lookup.keyring, &target, number.id,
                       &p->result, err);
}

// The record in the data file is as good as any; asking is for those who say where.
static pith_status record_of_tex(const job *j, paper *p, pith_error *err)
{
    pith_number number;
    own_data data = {.count = 0};
    pith_error ignored;
    pith_status status = own_number(p->arena, p->path, &number, &p->others, err);
    if (status != PITH_OK)
        return status;
    const char *path = pith_path_beside(p->arena, p->path, PITH_TEX_DATA_NAME);
    bool asked = j->lookup.sources.from_count || j->lookup.sources.resolver_count ||
                 j->lookup.sources.refresh;
    if (!asked && path &&
        own_data_read(p->arena, path, j->lookup.keyring, &data, &ignored) != PITH_OK)
        own_data_free(&data); // `pith prepare` says what is wrong with it
    size_t i = own_data_find(&data, number.id);
    if (i < data.count) {
        p->result = data.results[i];
        p->relation = data.relations[i];
    }
    own_data_free(&data);
    if (p->result)
        return PITH_OK;
    const pith_target target = {.number = number};
    return own_resolve(p->arena, &j->lookup.sources, j->lookup.keyring, &target, number.id,
                       &p->result, err);
}

static pith_status find_record(const job *j, paper *p, pith_error *err)
{
    const char *name = args_value(j->args, "number");
    pith_target target;
    pith_status status = pith_pdf_is(p->path, &p->is_pdf, err);
    if (status != PITH_OK)
        return status;
    if (!name)
        return p->is_pdf ? record_of_pdf(j, p, err) : record_of_tex(j, p, err);
    status = pith_target_parse(text_of(name), &target, err);
    return status == PITH_OK ? own_resolve(p->arena, &j->lookup.sources, j->lookup.keyring, &target,
                                           name, &p->result, err)
                             : status;
}

static pith_status read_stated(const job *j, paper *p, pith_error *err)
{
    const char *path = args_value(j->args, "metadata");
    pith_metadata *items;
    size_t count;
    pith_status status = PITH_OK;
    if (path)
        status = pith_metadata_read(p->arena, path, &items, &count, err);
    if (status == PITH_OK && path && count != 1)
        return pith_fail(err, PITH_METADATA_FORM, path, "is about several papers");
    if (status == PITH_OK && path)
        p->known = items[0];
    return status == PITH_OK ? mint_options(j->args, p->arena, &p->stated, err) : status;
}

// ---- The report -----------------------------------------------------------------------

static pith_exit verdict(const paper *p)
{
    pith_exit exit = PITH_EXIT_OK;
    for (size_t i = 0; i < PITH_CHECK_FIELDS; i++) {
        if (p->fields[i].standing == PITH_CHECK_DIFFERS)
            exit = pith_exit_worse(exit, pith_status_exit(p->fields[i].code));
        else if (p->fields[i].standing == PITH_CHECK_UNCLEAR)
            exit = pith_exit_worse(exit, PITH_EXIT_INCOMPLETE);
    }
    return exit;
}

static const char *const standings[] = {"same", "differs", "not-stated", "unclear"};
static const char *const words[] = {"same", "differs", "not stated", "cannot be told"};
static const char *const origins[] = {"paper", "option", "metadata"};

// A title and an abstract are the paper's, if nothing else is said.
static void put_origin(const job *j, const pith_check_field *field, pith_buf *out)
{
    if (field->standing == PITH_CHECK_UNSTATED || field->origin == PITH_CHECK_OF_PAPER)
        return;
    pith_buf_puts(out, ", from ");
    if (field->origin == PITH_CHECK_OF_KNOWN) {
        const char *path = args_value(j->args, "metadata");
        pith_terminal_escape(text_of(path), out);
    } else {
        pith_buf_puts(out, "an option");
    }
}

static void put_json(const paper *p, pith_exit exit, pith_buf *out)
{
    static const char *const relations[] = {"current", "earlier", "predicted"};
    const pith_result *r = p->result;
    pith_buf_puts(out, "{\"target\":");
    pith_json_quote(text_of(p->target), out);
    pith_buf_printf(out,
                    ",\"exit\":%d,\"number\":\"pith:%04d:%s\",\"id\":\"%s\",\"relation\":\"%s\"",
                    (int)exit, r->number.year, r->number.id, r->number.id, relations[p->relation]);
    pith_buf_puts(out, ",\"source\":{\"kind\":");
    pith_json_quote(r->source_kind, out);
    pith_buf_puts(out, ",\"id\":");
    pith_json_quote(r->source_id, out);
    pith_buf_printf(out, ",\"version\":%lld},\"fields\":{", (long long)r->source_version);
    for (size_t i = 0; i < PITH_CHECK_FIELDS; i++) {
        const pith_check_field *f = &p->fields[i];
        pith_buf_printf(out, "%s\"%s\":{\"standing\":\"%s\",\"text\":", i ? "," : "", f->name,
                        standings[f->standing]);
        pith_json_quote(f->text, out);
        pith_buf_puts(out, ",\"cause\":");
        pith_json_quote(f->cause, out);
        pith_buf_puts(out, ",\"origin\":");
        if (f->standing == PITH_CHECK_UNSTATED)
            pith_buf_puts(out, "null}");
        else
            pith_buf_printf(out, "\"%s\"}", origins[f->origin]);
    }
    pith_buf_puts(out,
                  p->is_pdf ? "},\"pages_compared\":false,\"findings\":[" : "},\"findings\":[");
    const char *comma = "";
    for (size_t i = 0; i < PITH_CHECK_FIELDS; i++) {
        const pith_check_field *f = &p->fields[i];
        if (f->standing != PITH_CHECK_DIFFERS && f->standing != PITH_CHECK_UNCLEAR)
            continue;
        bool bad = f->standing == PITH_CHECK_DIFFERS;
        pith_buf_puts(out, comma);
        pith_report_json_finding(bad ? f->code : PITH_PAPER_TEXT,
                                 bad ? PITH_SEVERITY_ERROR : PITH_SEVERITY_WARNING,
                                 text_of(f->name), f->cause, out);
        comma = ",";
    }
    pith_buf_puts(out, "]}");
}

static void put_text(const job *j, const paper *p, pith_exit exit, pith_buf *out)
{
    const pith_result *r = p->result;
    if (j->args->quiet && exit == PITH_EXIT_OK)
        return;
    pith_terminal_escape(text_of(p->target), out);
    pith_buf_printf(out, ": pith:%04d:%s%s, ", r->number.year, r->number.id,
                    p->relation == PITH_RELATION_PREDICTED ? " (predicted)" : "");
    pith_terminal_escape(r->source_kind, out);
    pith_buf_puts(out, ":");
    pith_terminal_escape(r->source_id, out);
    pith_buf_printf(out, "v%lld\n", (long long)r->source_version);
    for (size_t i = 0; i < PITH_CHECK_FIELDS; i++) {
        const pith_check_field *f = &p->fields[i];
        pith_buf_printf(out, "  %-11s %s", f->name, words[f->standing]);
        put_origin(j, f, out);
        if (f->cause.n) {
            pith_buf_puts(out, f->standing == PITH_CHECK_SAME ? ", " : ": ");
            pith_terminal_escape(f->cause, out);
        }
        pith_buf_puts(out, "\n");
    }
    if (p->is_pdf && !j->args->quiet)
        pith_buf_puts(out,
                      "  (the title is the one that the PDF's metadata states; what its pages show "
                      "was not\n  compared)\n");
    if (p->others && !j->args->quiet)
        pith_buf_printf(out, "  (%zu more number%s in the paper; --number chooses another)\n",
                        p->others, p->others == 1 ? "" : "s");
}

static pith_status check(const job *j, paper *p, pith_error *err)
{
    pith_status status = pith_paper_main(p->arena, p->target, &p->path, err);
    if (status == PITH_OK && !pith_file_exists(p->path))
        return pith_fail(err, PITH_IO_READ, p->path, "there is no such regular file");
    if (status == PITH_OK)
        status = read_stated(j, p, err);
    if (status == PITH_OK)
        status = find_record(j, p, err);
    if (status == PITH_OK)
        status =
            pith_check_paper(p->arena, p->path, &p->stated, &p->known, p->result, p->fields, err);
    return status;
}

static pith_exit check_one(void *context, size_t index)
{
    job *j = context;
    const char *target = j->args->operands[index];
    paper p = {.arena = pith_arena_new(ARENA_MAX), .target = target};
    pith_error err = ERROR_MEMORY;
    pith_status status = p.arena ? check(j, &p, &err) : PITH_MEMORY;
    pith_exit exit;
    if (status != PITH_OK) {
        pith_error_name(&err, target);
        exit = msg_report(j->args, target, status, NULL, &err, &j->out);
    } else {
        exit = verdict(&p);
        if (j->args->json)
            put_json(&p, exit, &j->out);
        else
            put_text(j, &p, exit, &j->out);
    }
    pith_arena_free(p.arena);
    return exit;
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args};
    pith_error err = ERROR_MEMORY;
    pith_arena *arena = pith_arena_new((size_t)1 << 26); // of the keyring
    pith_buf_init(&j.out, REPORT_MAX);
    pith_status status = arena ? args_lookup(args, arena, &j.lookup, &err) : PITH_MEMORY;
    if (status == PITH_OK && args->operand_count == 0)
        status =
            pith_fail(&err, PITH_USAGE, "", "check needs a paper: its .tex file, folder or PDF");
    pith_exit exit =
        status == PITH_OK ? msg_targets(args, check_one, &j, &j.out) : msg_failure(args, &err);
    pith_buf_free(&j.out);
    pith_arena_free(arena);
    return exit;
}

const cli_command command_check = {
    .name = "check",
    .usage = "[options] FILE.tex|DIR|FILE.pdf...",
    .summary = "Say whether a paper still matches the number printed in it",
    .detail = "Title and abstract of the source, or the title of the PDF, are hashed as the\n"
              "record has them; for one that differs the nearest cause is looked for. What a\n"
              "paper does not say of itself, as categories and license, is compared when\n"
              "--metadata or an option gives it; --title and --abstract are compared instead\n"
              "of the paper's. The record is that of the PDF or of\n"
              "pith-data.tex, or comes from the sources.",
    .examples = "pith check main.tex paper.pdf\n"
                "pith check --number arxiv:2407.20018v2 main.tex",
    .options = options,
    .run = run,
};
