// SPDX-License-Identifier: MIT
//
// The coming version of a paper: the last record, with the title and abstract that the paper has
// now. submitted_at stays: it is that of version 1 (protocol.md section 1).
#include "cli/mint.h"
#include "cli/msg.h"
#include "cli/own_number.h"
#include "cli/text.h"

enum { ARENA_MAX = 1 << 30, OUTPUT_MAX = 64 << 20 };

typedef struct job {
    const cli_args *args;
    pith_arena *arena;
    cli_lookup lookup;
    const char *paper;
    const char *data_path;
    own_data old;
    bool mentioned; // the paper gives the number that comes out
    pith_number mention;
    pith_result *last;
    pith_metadata before;
    pith_metadata after;
    pith_result *next;
    char doubts[2][160]; // about the title and the abstract; or ""
    pith_buf changes;    // for people, or as members of the JSON object
    bool changed;
} job;

// ---- The last version -----------------------------------------------------------------

static pith_status resolve_name(job *j, const char *name, pith_error *err)
{
    pith_target target;
    pith_status status = pith_target_parse(text_of(name), &target, err);
    return status == PITH_OK ? own_resolve(j->arena, &j->lookup.sources, j->lookup.keyring, &target,
                                           name, &j->last, err)
                             : status;
}

// The paper has the predicted number already: what it was predicted from is the version before,
// which the data file has kept.
static pith_status before_predicted(job *j, const pith_result *predicted, pith_error *err)
{
    char name[160];
    size_t i = own_data_before(&j->old, predicted);
    if (i < j->old.count) {
        j->last = j->old.results[i];
        return PITH_OK;
    }
    snprintf(name, sizeof name, "arxiv:%sv%lld", predicted->source_id.p,
             (long long)predicted->source_version - 1);
    return resolve_name(j, name, err);
}

static pith_status find_last(job *j, pith_error *err)
{
    const char *after = args_value(j->args, "after");
    size_t others = 0;
    pith_error why;
    pith_status status = own_number(j->arena, j->paper, &j->mention, &others, &why);
    if (after)
        return resolve_name(j, after, err);
    if (status != PITH_OK) {
        *err = why;
        return status;
    }
    if (others)
        msg_note(j->args, "%s: gives %zu more number%s; the first one is taken for the paper's",
                 j->paper, others, others == 1 ? "" : "s");
    size_t i = own_data_find(&j->old, j->mention.id);
    if (i < j->old.count && j->old.relations[i] == PITH_RELATION_PREDICTED)
        return before_predicted(j, j->old.results[i], err);
    const pith_target target = {.number = j->mention};
    status = own_resolve(j->arena, &j->lookup.sources, j->lookup.keyring, &target, j->mention.id,
                         &j->last, err);
    // The record in the data file was checked; it is only not known whether there is news of it.
    if (status != PITH_OK && i < j->old.count && pith_status_exit(status) == PITH_EXIT_NETWORK) {
        msg_note(j->args, "%s: %s; going on with the record in %s", err->object, err->message,
                 j->data_path);
        j->last = j->old.results[i];
        return PITH_OK;
    }
    return status;
}

// ---- The coming one -------------------------------------------------------------------

// What the source gives for one of the two texts.
typedef struct source {
    pith_text form; // p is NULL: `why` says why
    const char *why;
    const char *command;
    const char *own;
} source;

// What there is to say of a text that was taken from the source.
static void note_doubt(job *j, const pith_check_field *now, const source *of)
{
    char *doubt = j->doubts[now->code == PITH_ABSTRACT_DIFFERS];
    if (of->why)
        snprintf(doubt, sizeof j->doubts[0], "%s", of->why);
    else if (of->own[0])
        snprintf(doubt, sizeof j->doubts[0],
                 "has %s, the paper's own command, in place of which stands its definition",
                 of->own);
    if (doubt[0] && !j->args->json)
        msg_note(j->args, "%s: its %s %s; --%s gives another wording", j->paper, now->name, doubt,
                 now->name);
}

// A text of the paper: as it was, when some form or spelling of it hashes to the last record, for
// arXiv offers the old one for the new version; else in the form of arXiv's metadata, when that
// can be told.
static pith_status take_text(job *j, const pith_check_field *now, pith_text given, const source *of,
                             pith_text *text, pith_text *sha256, pith_text old, pith_error *err)
{
    const bool same = now->standing == PITH_CHECK_SAME || (now->spelling && !given.p);
    *sha256 = same ? old : (pith_text){NULL, 0};
    *text = same ? (pith_text){NULL, 0} : given;
    if (given.p || (same && of->form.p))
        return PITH_OK;
    if (!of->form.p)
        return pith_fail(err, PITH_PAPER_TEXT, j->paper, "its %s %s", now->name, of->why);
    if (of->command[0])
        return pith_fail(err, PITH_PAPER_TEXT, j->paper, "its %s has %s, which is not understood",
                         now->name, of->command);
    note_doubt(j, now, of);
    *text = of->form;
    return PITH_OK;
}

static pith_status read_paper(job *j, pith_check_field fields[PITH_CHECK_FIELDS], pith_error *err)
{
    pith_paper_text text;
    pith_metadata given = {.version = 0};
    pith_status status = mint_options(j->args, j->arena, &given, err);
    if (status == PITH_OK)
        status = pith_paper_text_read(j->arena, j->paper, &text, err);
    if (status == PITH_OK)
        status = pith_metadata_of(j->arena, j->last, &j->before, err);
    if (status == PITH_OK)
        status = pith_check_paper(j->arena, j->paper, &given, NULL, j->last, fields, err);
    if (status != PITH_OK && !err->object[0])
        pith_error_about(err, j->paper);
    if (status != PITH_OK)
        return status;
    j->after = j->before;
    j->after.version++;
    if (given.categories.p)
        j->after.categories = given.categories;
    if (given.license.p)
        j->after.license = given.license;
    const source title = {text.title, text.title_why, text.title_command, text.title_own};
    const source abstract = {text.abstract, text.abstract_why, text.abstract_command,
                             text.abstract_own};
    status = take_text(j, &fields[PITH_CHECK_TITLE], given.title, &title, &j->after.title,
                       &j->after.title_sha256, j->before.title_sha256, err);
    if (status == PITH_OK)
        status = take_text(j, &fields[PITH_CHECK_ABSTRACT], given.abstract, &abstract,
                           &j->after.abstract, &j->after.abstract_sha256, j->before.abstract_sha256,
                           err);
    return status;
}

// ---- What changes ---------------------------------------------------------------------

// `from` may be unknown (p is NULL): a record has hashes only.
static void put_change(job *j, const char *name, pith_text from, pith_text to, pith_text cause,
                       const char *doubt)
{
    pith_buf *out = &j->changes;
    if (j->args->json) {
        pith_buf_printf(out, "%s{\"field\":\"%s\",\"from\":", j->changed ? "," : "", name);
        if (from.p)
            pith_json_quote(from, out);
        else
            pith_buf_puts(out, "null");
        pith_buf_puts(out, ",\"to\":");
        pith_json_quote(to, out);
        pith_buf_puts(out, ",\"cause\":");
        pith_json_quote(cause, out);
        if (doubt[0]) {
            pith_buf_puts(out, ",\"doubt\":");
            pith_json_quote(text_of(doubt), out);
        }
        pith_buf_puts(out, "}");
        j->changed = true;
        return;
    }
    j->changed = true;
    pith_buf_printf(out, "  %-11s changes%s", name, cause.n ? ": " : "");
    pith_terminal_escape(cause, out);
    pith_buf_puts(out, "\n");
    if (from.p) {
        pith_buf_puts(out, "    - ");
        pith_terminal_escape(from, out);
        pith_buf_puts(out, "\n");
    }
    pith_buf_puts(out, "    + ");
    pith_terminal_escape(to, out);
    pith_buf_puts(out, "\n");
}

static void put_changes(job *j, const pith_check_field fields[PITH_CHECK_FIELDS])
{
    static const pith_text unknown = {NULL, 0};
    static const pith_text nothing = {"", 0};
    char versions[2][24];
    for (int i = 0; i < 2; i++)
        snprintf(versions[i], sizeof versions[i], "%lld",
                 (long long)(i ? j->after.version : j->before.version));
    if (j->after.title.p)
        put_change(j, "title", j->last->title.n ? j->last->title : unknown, j->after.title,
                   fields[PITH_CHECK_TITLE].cause, j->doubts[0]);
    if (j->after.abstract.p)
        put_change(j, "abstract", unknown, j->after.abstract, fields[PITH_CHECK_ABSTRACT].cause,
                   j->doubts[1]);
    if (!text_equal(j->before.categories, j->after.categories))
        put_change(j, "categories", j->before.categories, j->after.categories, nothing, "");
    if (!text_equal(j->before.license, j->after.license))
        put_change(j, "license", j->before.license, j->after.license, nothing, "");
    put_change(j, "version", text_of(versions[0]), text_of(versions[1]), nothing, "");
}

// ---- The data file --------------------------------------------------------------------

// Room for each number of the paper and of the old file, and for two more.
typedef struct listing {
    const pith_result **results;
    pith_relation *relations;
    size_t count;
} listing;

static void put(listing *l, const pith_result *result, pith_relation relation)
{
    for (size_t i = 0; i < l->count; i++) {
        if (strcmp(l->results[i]->number.id, result->number.id) == 0)
            return;
    }
    l->results[l->count] = result;
    l->relations[l->count++] = relation;
}

// An earlier prediction of this paper, which the new one takes the place of.
static bool is_replaced(const job *j, size_t old)
{
    return old < j->old.count && j->old.relations[old] == PITH_RELATION_PREDICTED &&
           text_equal(j->old.results[old]->source_id, j->next->source_id);
}

static bool is(const pith_result *result, const char *id)
{
    return strcmp(result->number.id, id) == 0;
}

// The other numbers of the paper that the old file does not have. One that fails is left to
// `pith prepare`, which names its place.
static pith_status resolve_others(const job *j, const pith_mentions *mentions,
                                  pith_result **results, pith_error *err)
{
    for (size_t i = 0; i < mentions->count; i++) {
        const pith_target target = {.number = mentions->items[i].number};
        const char *id = target.number.id;
        pith_error why;
        if (is(j->last, id) || is(j->next, id) || own_data_find(&j->old, id) < j->old.count)
            continue;
        if (own_resolve(j->arena, &j->lookup.sources, j->lookup.keyring, &target, id, &results[i],
                        &why) == PITH_OK)
            continue;
        results[i] = NULL;
        if (why.status == PITH_MEMORY) {
            *err = why;
            return why.status;
        }
        if (!j->args->json)
            msg_note(j->args, "%s: %s; left out", id, why.message);
    }
    return PITH_OK;
}

// In the order of the paper, as `pith prepare` has it: it then finds nothing to change. What else
// is there stays, but for earlier predictions of this paper; the last version becomes an earlier
// one.
static void list_records(const job *j, const pith_mentions *mentions, pith_result *const *others,
                         listing *l)
{
    bool has_next = false;
    for (size_t i = 0; i < mentions->count; i++)
        has_next = has_next || is(j->next, mentions->items[i].number.id);
    for (size_t i = 0; i < mentions->count; i++) {
        const char *id = mentions->items[i].number.id;
        size_t old = own_data_find(&j->old, id);
        bool own = is(j->last, id) || is_replaced(j, old);
        if (is(j->next, id) || (own && !has_next))
            put(l, j->next, PITH_RELATION_PREDICTED);
        else if (is(j->last, id))
            put(l, j->last, PITH_RELATION_EARLIER);
        else if (old < j->old.count && !own)
            put(l, j->old.results[old], j->old.relations[old]);
        else if (others[i])
            put(l, others[i], PITH_RELATION_CURRENT);
    }
    for (size_t i = 0; i < j->old.count; i++) {
        const char *id = j->old.results[i]->number.id;
        if (!is(j->last, id) && !is(j->next, id) && !is_replaced(j, i))
            put(l, j->old.results[i], j->old.relations[i]);
    }
    put(l, j->next, PITH_RELATION_PREDICTED);
    put(l, j->last, PITH_RELATION_EARLIER);
}

static pith_status put_data(const job *j, pith_buf *data, pith_error *err)
{
    pith_mentions mentions;
    pith_status status = pith_paper_scan(j->arena, &j->paper, 1, &mentions, err);
    if (status != PITH_OK)
        return status;
    size_t room = mentions.count + j->old.count + 2;
    listing l = {.results = calloc(room, sizeof *l.results),
                 .relations = calloc(room, sizeof *l.relations)};
    pith_result **others = calloc(room, sizeof *others);
    if (l.results && l.relations && others)
        status = resolve_others(j, &mentions, others, err);
    else
        status = pith_fail_memory(err);
    if (status == PITH_OK && others) {
        list_records(j, &mentions, others, &l);
        status = pith_tex_data_each(j->arena, l.results, l.count, l.relations, data, err);
    }
    free(l.results);
    free(l.relations);
    free(others);
    return status;
}

static pith_status write_data(const job *j, pith_error *err)
{
    pith_buf data;
    pith_written written = PITH_WRITTEN_SAME;
    if (args_has(j->args, "dry-run"))
        return PITH_OK;
    if (pith_file_same(j->data_path, j->paper))
        return pith_fail(err, PITH_USAGE, j->data_path, "is the paper itself");
    if (j->old.left_out[0]) { // it would be lost
        return pith_fail(err, PITH_OUTPUT_REFUSED, j->data_path,
                         "has a record that cannot be checked here: %s, so the file stays as it "
                         "is; run `pith prepare`",
                         j->old.left_out);
    }
    pith_buf_init(&data, OUTPUT_MAX);
    pith_status status = put_data(j, &data, err);
    if (status == PITH_OK)
        status = pith_file_replace(j->data_path, data.data, data.len, &written, err);
    pith_buf_free(&data);
    if (status == PITH_OK && !j->args->json)
        msg_note(j->args, "%s: %s", j->data_path,
                 written == PITH_WRITTEN_NEW ? "written" : "up to date");
    return status;
}

// ---- The whole ------------------------------------------------------------------------

static pith_status begin(job *j, pith_error *err)
{
    const char *output = args_value(j->args, "output");
    pith_status status = args_lookup(j->args, j->arena, &j->lookup, err);
    if (status == PITH_OK)
        status = pith_paper_main(j->arena, args_value(j->args, "next"), &j->paper, err);
    bool is_pdf = false;
    if (status == PITH_OK)
        status = pith_pdf_is(j->paper, &is_pdf, err);
    if (status != PITH_OK)
        return status;
    if (is_pdf)
        return pith_fail(err, PITH_USAGE, j->paper, "--next reads the source, not the PDF");
    const char *beside = pith_path_beside(j->arena, j->paper, PITH_TEX_DATA_NAME);
    j->data_path = output ? output : beside;
    if (!beside)
        return pith_fail_memory(err);
    return own_data_read(j->arena, j->data_path, j->lookup.keyring, &j->old, err);
}

static pith_status mint(job *j, pith_error *err)
{
    pith_check_field fields[PITH_CHECK_FIELDS];
    pith_status status = find_last(j, err);
    if (status == PITH_OK)
        status = read_paper(j, fields, err);
    if (status == PITH_OK)
        status = mint_compute(j->arena, &j->after, &j->next, err);
    pith_metadata as_minted;
    if (status == PITH_OK)
        status = pith_metadata_of(j->arena, j->next, &as_minted, err);
    if (status != PITH_OK)
        return status;
    j->after.categories = as_minted.categories; // in the record's order
    j->mentioned = strcmp(j->mention.id, j->next->number.id) == 0;
    put_changes(j, fields);
    return write_data(j, err);
}

static void report(job *j)
{
    pith_buf out;
    pith_buf more;
    pith_buf_init(&out, OUTPUT_MAX);
    pith_buf_init(&more, OUTPUT_MAX);
    msg_open(j->args, &out);
    if (j->args->json) {
        pith_buf_printf(&more, ",\"after\":\"pith:%04d:%s\",\"changes\":[", j->last->number.year,
                        j->last->number.id);
        pith_buf_add(&more, j->changes.data, j->changes.len);
        pith_buf_puts(&more, "]");
    }
    mint_report(j->args, j->paper, j->next, "predicted", more.data ? more.data : "", &out);
    msg_close(j->args, j->next->exit, &out);
    if (!j->args->json && !j->args->quiet)
        pith_buf_add(&out, j->changes.data, j->changes.len);
    out.failed = out.failed || !pith_buf_ok(&j->changes) || !pith_buf_ok(&more);
    msg_out(&out);
    if (!j->args->json && !j->mentioned)
        msg_note(j->args, "%s: now write \\pithnumber{%s} there", j->paper, j->next->number.id);
    pith_buf_free(&out);
    pith_buf_free(&more);
}

pith_exit mint_next(const cli_args *args)
{
    job j = {.args = args, .arena = pith_arena_new(ARENA_MAX)};
    pith_error err = ERROR_MEMORY;
    pith_buf_init(&j.changes, OUTPUT_MAX);
    pith_status status = j.arena ? begin(&j, &err) : PITH_MEMORY;
    if (status == PITH_OK)
        status = mint(&j, &err);
    pith_exit exit = PITH_EXIT_OK;
    if (status == PITH_OK) {
        report(&j);
        exit = j.next->exit;
    } else {
        exit = msg_failure(args, &err);
    }
    own_data_free(&j.old);
    pith_buf_free(&j.changes);
    pith_arena_free(j.arena);
    return exit;
}
