// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"
#include "cli/own_number.h"
#include "cli/paper_data.h"
#include "cli/text.h"

enum { ARENA_MAX = 1 << 30, OUTPUT_MAX = 64 << 20 };

static const option_row options[] = {
    {"output", 'o', false, "FILE", "instead of pith-data.tex beside the paper"},
    {"relation", 0, false, "current|earlier", "how the numbers relate to this text"},
    {"deps", 0, false, "FILE", "also write what the data file depends on, for make"},
    {"check", 0, false, NULL, "write nothing; exit 3 when the file is out of date"},
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    pith_arena *arena;
    const char **papers; // the main files
    cli_lookup lookup;
    pith_relation relation;
    pith_mentions mentions;
    own_data old;          // what the data file has
    pith_result **results; // of the numbers that reached a verdict; room for one more
    pith_relation *relations;
    size_t count; // of the records to write
    pith_buf report;
    pith_exit exit;
} job;

static void fail(job *j, const pith_error *err, const char *target)
{
    pith_exit exit = msg_report(j->args, target, err->status, NULL, err, &j->report);
    j->exit = pith_exit_worse(j->exit, exit);
}

static bool scan(job *j)
{
    pith_error err;
    const char *first = j->papers[0];
    if (pith_paper_scan(j->arena, j->papers, j->args->operand_count, &j->mentions, &err) !=
        PITH_OK) {
        fail(j, &err, first);
        return false;
    }
    for (size_t i = 0; i < j->mentions.missing_count && i < 8 && !j->args->json; i++)
        msg_note(j->args, "%s: is not beside the paper, so not looked at",
                 j->mentions.missing[i].p);
    if (j->mentions.count > 0)
        return true;
    pith_fail(&err, PITH_NO_MENTION, first, "has no \\pithnumber");
    fail(j, &err, first);
    return false;
}

// Where the paper mentions a number: what went wrong has to be mended there.
static void name_place(const pith_mention *mention, pith_error *err)
{
    char what[sizeof err->message];
    snprintf(what, sizeof what, "%.64s%s%.200s", err->object, *err->object ? ": " : "",
             err->message);
    memcpy(err->message, what, sizeof what);
    snprintf(err->object, sizeof err->object, "%.*s:%zu", (int)mention->file.n, mention->file.p,
             mention->line);
}

static void report_one(job *j, const pith_mention *mention, const pith_result *result)
{
    if (!j->args->json && j->report.len)
        pith_buf_puts(&j->report, "\n");
    pith_exit exit = msg_report(j->args, mention->number.id, PITH_OK, result, NULL, &j->report);
    j->exit = pith_exit_worse(j->exit, exit);
    if (result->exit != PITH_EXIT_OK && !j->args->json) {
        pith_error err;
        pith_fail(&err, PITH_MENTION_FAILS, "", "%s does not hold as it is written here",
                  mention->number.id);
        name_place(mention, &err);
        msg_error(&err);
    }
}

// A number that no source has yet, but the data file: it was computed for a version that is to be
// posted, and computing it again, which own_data_read did, needs no source.
static bool keep_predicted(job *j, size_t index, const pith_error *err)
{
    const pith_mention *mention = &j->mentions.items[index];
    size_t i = own_data_find(&j->old, mention->number.id);
    if (err->status != PITH_NOT_FOUND || i == j->old.count ||
        j->old.relations[i] != PITH_RELATION_PREDICTED)
        return false;
    j->results[index] = j->old.results[i];
    j->relations[index] = PITH_RELATION_PREDICTED;
    report_one(j, mention, j->results[index]);
    if (!j->args->json)
        msg_note(j->args, "%s: still predicted; run `pith prepare` again once it is posted",
                 mention->number.id);
    return true;
}

// The version that a predicted one follows stays for the next `pith mint --next`.
static void keep_before(job *j)
{
    size_t which = 0;
    while (which < j->count && j->relations[which] != PITH_RELATION_PREDICTED)
        which++;
    if (which == j->count)
        return;
    size_t i = own_data_before(&j->old, j->results[which]);
    if (i == j->old.count)
        return;
    const char *id = j->old.results[i]->number.id;
    for (size_t k = 0; k < j->count; k++) {
        if (strcmp(j->results[k]->number.id, id) != 0)
            continue;
        j->relations[k] = PITH_RELATION_EARLIER;
        return;
    }
    j->results[j->count] = j->old.results[i];
    j->relations[j->count++] = PITH_RELATION_EARLIER;
}

static void resolve_all(job *j)
{
    pith_error err = ERROR_MEMORY;
    size_t count = j->mentions.count;
    pith_target *targets = calloc(count, sizeof *targets);
    pith_error *errors = calloc(count, sizeof *errors);
    pith_status status = PITH_MEMORY;
    if (targets && errors) {
        for (size_t i = 0; i < count; i++)
            targets[i].number = j->mentions.items[i].number;
        status = pith_resolve_all(j->arena, &j->lookup.sources, j->lookup.keyring, targets, count,
                                  j->results, errors, &err);
    }
    if (status != PITH_OK)
        fail(j, &err, "");
    for (size_t i = 0; i < count && status == PITH_OK; i++) {
        const pith_mention *mention = &j->mentions.items[i];
        j->relations[i] = j->relation;
        if (j->results[i]) {
            report_one(j, mention, j->results[i]);
        } else if (!keep_predicted(j, i, &errors[i])) {
            name_place(mention, &errors[i]);
            fail(j, &errors[i], mention->number.id);
        }
    }
    free(targets);
    free(errors);
}

static const char *output_path(const job *j)
{
    const char *path = args_value(j->args, "output");
    return path ? path : pith_path_beside(j->arena, j->papers[0], PITH_TEX_DATA_NAME);
}

// Neither file must replace the paper or a part of it.
static bool spares_paper(job *j, const char *path, const char *what)
{
    pith_error err;
    bool hit = false;
    for (size_t i = 0; path && i < j->args->operand_count && !hit; i++)
        hit = pith_file_same(path, j->papers[i]);
    for (size_t i = 0; path && i < j->mentions.file_count && !hit; i++)
        hit = pith_file_same(path, j->mentions.files[i].p);
    if (hit)
        pith_fail(&err, PITH_USAGE, path, "the %s would replace the paper", what);
    else if (path && strcmp(path, "-") == 0)
        pith_fail(&err, PITH_USAGE, path, "the %s cannot be standard output", what);
    else
        return true;
    fail(j, &err, path);
    return false;
}

// What a change of makes the data file stale: the paper, its bibliographies, the keyring, and
// what --from names.
static pith_status make_deps(job *j, const char *data, pith_buf *out, pith_error *err)
{
    const char *keyring = args_value(j->args, "keyring");
    size_t count = j->mentions.file_count;
    pith_text *files = calloc(count + j->lookup.sources.from_count + 1, sizeof *files);
    if (!files) {
        return pith_fail_memory(err);
    }
    memcpy(files, j->mentions.files, count * sizeof *files);
    if (keyring)
        files[count++] = text_of(keyring);
    for (size_t i = 0; i < j->lookup.sources.from_count; i++) {
        const char *from = j->lookup.sources.from[i];
        if (strcmp(from, "-") != 0)
            files[count++] = text_of(from);
    }
    pith_status status = pith_make_rule(data, files, count, out, err);
    free(files);
    return status;
}

// Both files change, or neither does.
static pith_status replace_both(job *j, const char *path, const pith_buf *data,
                                pith_written *written, pith_error *err)
{
    const char *deps = args_value(j->args, "deps");
    pith_file_draft *drafts[2] = {NULL, NULL};
    pith_written ignored;
    pith_buf rule;
    pith_buf_init(&rule, OUTPUT_MAX);
    pith_status status = deps ? make_deps(j, path, &rule, err) : PITH_OK;
    if (status == PITH_OK && deps)
        status = pith_file_prepare(j->arena, deps, rule.data, rule.len, &drafts[1], err);
    if (status == PITH_OK)
        status = pith_file_prepare(j->arena, path, data->data, data->len, &drafts[0], err);
    if (status == PITH_OK && drafts[0])
        status = pith_file_commit(drafts[0], written, err);
    if (status == PITH_OK && drafts[1])
        status = pith_file_commit(drafts[1], &ignored, err);
    pith_buf_free(&rule);
    return status;
}

static void write_data(job *j)
{
    pith_error err;
    pith_buf data;
    pith_buf_init(&data, OUTPUT_MAX);
    const char *path = output_path(j);
    keep_before(j);
    pith_status status = path ? pith_tex_data_each(j->arena, (const pith_result *const *)j->results,
                                                   j->count, j->relations, &data, &err)
                              : PITH_MEMORY;
    if (!path)
        pith_fail_memory(&err);
    pith_written written = PITH_WRITTEN_SAME;
    if (status == PITH_OK && args_has(j->args, "check")) {
        if (!paper_data_same(j->arena, path, &data)) {
            status = pith_fail(&err, PITH_DATA_STALE, path, "is missing or out of date");
        }
    } else if (status == PITH_OK) {
        status = replace_both(j, path, &data, &written, &err);
    }
    if (status != PITH_OK)
        fail(j, &err, path ? path : "");
    else if (!j->args->json)
        msg_note(j->args, "%s: %zu %s, %s", path, j->mentions.count,
                 noun(j->mentions.count, "number", "numbers"),
                 written == PITH_WRITTEN_NEW ? "written" : "up to date");
    pith_buf_free(&data);
}

// Each operand, or the main file in it.
static pith_status find_papers(job *j, pith_error *err)
{
    size_t count = j->args->operand_count;
    j->papers = calloc(count + 1, sizeof *j->papers);
    pith_status status = j->papers ? PITH_OK : pith_fail_memory(err);
    for (size_t i = 0; i < count && status == PITH_OK; i++)
        status = pith_paper_main(j->arena, j->args->operands[i], &j->papers[i], err);
    return status;
}

static pith_status read_options(job *j, pith_error *err)
{
    pith_status status = args_sources(j->args, &j->lookup.state, &j->lookup.sources, err);
    const char *relation = args_value(j->args, "relation");
    if (status == PITH_OK)
        status = args_keyring(j->args, j->arena, &j->lookup.keyring, err);
    if (status != PITH_OK)
        return status;
    if (j->args->operand_count == 0)
        return pith_fail(err, PITH_USAGE, "",
                         "prepare needs the paper's main .tex file, or its folder");
    if (args_has(j->args, "check") && args_has(j->args, "deps"))
        return pith_fail(err, PITH_USAGE, "", "--check writes nothing, so --deps has no use");
    if (relation && strcmp(relation, "earlier") == 0)
        j->relation = PITH_RELATION_EARLIER;
    else if (relation && strcmp(relation, "current") != 0)
        return pith_fail(err, PITH_USAGE, relation, "--relation takes current or earlier");
    return find_papers(j, err);
}

// The whole, once it is known what is asked for.
static void prepare(job *j)
{
    pith_error ignored; // a file that does not hold is written anew, or refused then
    if (!scan(j) || !spares_paper(j, output_path(j), "data file") ||
        !spares_paper(j, args_value(j->args, "deps"), "file for make"))
        return;
    const char *path = output_path(j);
    j->count = j->mentions.count;
    j->results = calloc(j->count + 1, sizeof *j->results);
    j->relations = calloc(j->count + 1, sizeof *j->relations);
    if (!j->results || !j->relations || !path) {
        pith_error err = ERROR_MEMORY;
        fail(j, &err, "");
        return;
    }
    if (own_data_read(j->arena, path, j->lookup.keyring, &j->old, &ignored) != PITH_OK)
        own_data_free(&j->old);
    resolve_all(j);
    if (!j->args->json) { // the evidence first, then what was done with it
        msg_out(&j->report);
        j->report.len = 0;
    }
    if (j->exit == PITH_EXIT_OK) // one bad number, and the old file stays
        write_data(j);
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args, .arena = pith_arena_new(ARENA_MAX), .exit = PITH_EXIT_OK};
    pith_error err = ERROR_MEMORY;
    pith_buf_init(&j.report, OUTPUT_MAX);
    pith_status status = j.arena ? read_options(&j, &err) : PITH_MEMORY;
    msg_open(args, &j.report);
    if (status == PITH_OK)
        prepare(&j);
    j.exit = msg_end(args, status, &err, j.exit, &j.report);
    own_data_free(&j.old);
    free(j.results);
    free(j.relations);
    free(j.papers);
    pith_arena_free(j.arena);
    return j.exit;
}

const cli_command command_prepare = {
    .name = "prepare",
    .usage = "[options] FILE.tex|DIR...",
    .summary = "Check every \\pithnumber of a paper and write pith-data.tex for it",
    .detail =
        "Reads the paper through \\input, \\import, \\subfile and so on (with biblatex, also\n"
        "the entries it cites), resolves each number and writes what pith.sty shows. In\n"
        "a folder it takes the file with the \\documentclass. When a number fails, nothing\n"
        "is written and an old data file stays as it is. When nothing changed, the file\n"
        "is not touched. A number that `pith mint --next` predicted stays as it is until\n"
        "a source has it: run prepare again once the version is posted.",
    .examples = "pith prepare main.tex\n"
                "pith prepare --check --from records main.tex\n"
                "pith prepare --deps main.d main.tex",
    .options = options,
    .run = run,
};
