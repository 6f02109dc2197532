// SPDX-License-Identifier: MIT
//
// The only command that TeX itself ever starts, so the one whose command line a hostile document
// may choose. tex/pith-doc-security.tex says what it can and cannot do, and relies on this file.
#include "cli/commands.h"
#include "cli/msg.h"

#include <errno.h>
#include <unistd.h>

enum {
    ARENA_MAX = 1 << 30,
    OUTPUT_MAX = 64 << 20,
    MAX_NUMBERS = 4096, // as many as one data file holds
    // A person waits for the TeX run. The resolvers have the first; the second ends the program
    // whatever it waits for: a file system, a lock, a name server.
    RESOLVE_MS = 8000,
    WHOLE_SECONDS = 10
};

static const option_row options[] = {OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    pith_arena *arena;
    cli_lookup lookup;
    pith_tex_place place;
    pith_target *targets; // distinct numbers
    size_t count;
    pith_result **results; // NULL or with exit 0
    pith_buf report;
    pith_exit exit;
} job;

// ---- Saying what happened -------------------------------------------------------------

static void fail(job *j, const pith_error *err, const char *target)
{
    pith_exit exit = msg_report(j->args, target, err->status, NULL, err, &j->report);
    j->exit = pith_exit_worse(j->exit, exit);
}

// One line stands for the report of a number that does not hold.
static void say_verdict(const pith_result *result, const char *id)
{
    pith_error err;
    (void)pith_result_error(result, id, &err);
    msg_error(&err);
}

static void report_one(job *j, size_t i, const pith_error *err)
{
    const char *id = j->targets[i].number.id;
    pith_result *result = j->results[i];
    if (!result) {
        fail(j, err, id);
        return;
    }
    j->exit = pith_exit_worse(j->exit, result->exit);
    if (j->args->json)
        (void)msg_report(j->args, id, PITH_OK, result, NULL, &j->report);
    else if (result->exit != PITH_EXIT_OK)
        say_verdict(result, id);
    if (result->exit != PITH_EXIT_OK)
        j->results[i] = NULL;
}

// ---- Numbers --------------------------------------------------------------------------

// 26 characters and no other form: nothing else can be on the command line, whatever TeX and a
// shell made of it.
static bool is_number(const char *word)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    return strlen(word) == PITH_ID_LEN && strspn(word, alphabet) == PITH_ID_LEN;
}

static pith_status read_numbers(job *j, pith_error *err)
{
    const cli_args *args = j->args;
    if (args->operand_count == 0 || args->operand_count > MAX_NUMBERS)
        return pith_fail(err, PITH_USAGE, "", "tex needs 1 to %d numbers", MAX_NUMBERS);
    for (size_t i = 0; i < args->operand_count; i++) {
        const char *word = args->operands[i];
        bool known = false;
        if (!is_number(word))
            return pith_fail(err, PITH_USAGE, word,
                             "tex takes a number as 26 capital letters and digits only");
        for (size_t k = 0; k < j->count && !known; k++)
            known = strcmp(j->targets[k].number.id, word) == 0;
        if (!known)
            snprintf(j->targets[j->count++].number.id, PITH_ID_LEN + 1, "%s", word);
    }
    return PITH_OK;
}

static void resolve_all(job *j)
{
    pith_error err = ERROR_MEMORY;
    pith_error *errors = calloc(j->count, sizeof *errors);
    pith_status status = PITH_MEMORY;
    if (errors)
        status = pith_resolve_all(j->arena, &j->lookup.sources, j->lookup.keyring, j->targets,
                                  j->count, j->results, errors, &err);
    if (status != PITH_OK)
        fail(j, &err, "");
    for (size_t i = 0; i < j->count; i++) {
        if (status == PITH_OK)
            report_one(j, i, &errors[i]);
        else
            j->results[i] = NULL;
    }
    free(errors);
}

// ---- The file -------------------------------------------------------------------------

static pith_result *result_for(const job *j, const char *id)
{
    for (size_t i = 0; i < j->count; i++) {
        if (j->results[i] && strcmp(j->targets[i].number.id, id) == 0)
            return j->results[i];
    }
    return NULL;
}

static pith_status refuse(const job *j, const char *what, const char *id, pith_error *err)
{
    return pith_fail(err, PITH_OUTPUT_REFUSED, j->place.path,
                     "%s%s, so the file stays as it is; run `pith prepare`", what, id);
}

// The records that are there already. TeX may know only some of the paper's numbers (\includeonly),
// and one that cannot be looked up today was good yesterday, so none is taken out; but each is
// checked again, offline, because the file may have come with the paper. Of a file that pith.sty
// refuses as a whole nothing is kept.
static pith_status keep_old(job *j, const pith_result **list, size_t *count,
                            const pith_tex_record *old, size_t old_count, pith_error *err)
{
    for (size_t i = 0; i < old_count; i++) {
        pith_result *result = result_for(j, old[i].number.id);
        if (!result && (pith_verify_bytes(j->arena, old[i].document, j->place.path, &old[i].number,
                                          j->lookup.keyring, &result, err) != PITH_OK ||
                        result->exit != PITH_EXIT_OK))
            return refuse(j, "has a record that cannot be checked here: ", old[i].number.id, err);
        list[(*count)++] = result;
    }
    return PITH_OK;
}

static bool is_old(const pith_tex_record *old, size_t old_count, const char *id)
{
    for (size_t i = 0; i < old_count; i++) {
        if (strcmp(old[i].number.id, id) == 0)
            return true;
    }
    return false;
}

static pith_status put_data(job *j, pith_buf *data, size_t *count, pith_error *err)
{
    pith_text present;
    pith_tex_record *old = NULL;
    size_t old_count = 0;
    pith_status status = pith_tex_place_read(j->arena, &j->place, &present, err);
    if (status != PITH_OK)
        return status;
    status = present.n ? pith_tex_data_read(j->arena, present, j->place.path, &old, &old_count, err)
                       : PITH_OK;
    if (status == PITH_DOCUMENT_KIND)
        return refuse(j, "was written by another version of pith", "", err);
    if (status == PITH_FIELD_VALUE)
        old_count = 0;
    else if (status != PITH_OK)
        return status;
    const pith_result **list = calloc(old_count + j->count, sizeof *list);
    if (!list) {
        return pith_fail_memory(err);
    }
    status = keep_old(j, list, count, old, old_count, err);
    for (size_t i = 0; i < j->count; i++) {
        if (j->results[i] && !is_old(old, old_count, j->targets[i].number.id))
            list[(*count)++] = j->results[i];
    }
    // What a number has to do with the text is not for TeX to say: `pith prepare` was told.
    pith_relation relation = old_count ? old[0].relation : PITH_RELATION_CURRENT;
    if (status == PITH_OK)
        status = pith_tex_data(j->arena, list, *count, relation, data, err);
    free(list);
    return status;
}

static pith_status replace(job *j, const pith_buf *data, pith_written *written, pith_error *err)
{
    // The folder that was looked at is the one written to, whatever its path means by now.
    if (fchdir(j->place.dir) == 0)
        return pith_file_replace(PITH_TEX_DATA_NAME, data->data, data->len, written, err);
    return pith_fail(err, PITH_IO_WRITE, j->place.path, "cannot be written: %s", strerror(errno));
}

static void write_data(job *j)
{
    pith_error err;
    pith_buf data;
    pith_written written = PITH_WRITTEN_SAME;
    size_t count = 0;
    size_t good = 0;
    for (size_t i = 0; i < j->count; i++)
        good += j->results[i] != NULL;
    if (good == 0)
        return;
    pith_buf_init(&data, OUTPUT_MAX);
    pith_status status = put_data(j, &data, &count, &err);
    if (status == PITH_OK)
        status = replace(j, &data, &written, &err);
    if (status != PITH_OK)
        fail(j, &err, j->place.path);
    else if (!j->args->json)
        msg_note(j->args, "%s: %zu %s, %s", j->place.path, count, noun(count, "number", "numbers"),
                 written == PITH_WRITTEN_NEW ? "written" : "up to date");
    pith_buf_free(&data);
}

// ---- The whole ------------------------------------------------------------------------

// All that can be refused before anybody is asked.
static pith_status begin(job *j, pith_error *err)
{
    pith_text present;
    pith_status status = read_numbers(j, err);
    if (status == PITH_OK)
        status = args_lookup(j->args, j->arena, &j->lookup, err);
    if (status == PITH_OK)
        status = pith_tex_place_open(getenv("TEXMF_OUTPUT_DIRECTORY"), getenv("TEXMFOUTPUT"),
                                     &j->place, err);
    if (status == PITH_OK)
        status = pith_tex_place_read(j->arena, &j->place, &present, err);
    j->lookup.sources.timeout_ms = RESOLVE_MS;
    j->lookup.sources.progress = NULL; // the terminal is TeX's
    return status;
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args,
             .arena = pith_arena_new(ARENA_MAX),
             .targets = calloc(args->operand_count + 1, sizeof *j.targets),
             .results = calloc(args->operand_count + 1, sizeof(pith_result *)),
             .place = {.dir = -1},
             .exit = PITH_EXIT_OK};
    pith_error err = ERROR_MEMORY;
    alarm(WHOLE_SECONDS);
    pith_buf_init(&j.report, OUTPUT_MAX);
    pith_status status = j.arena && j.targets && j.results ? begin(&j, &err) : PITH_MEMORY;
    msg_open(args, &j.report);
    if (status == PITH_OK) {
        resolve_all(&j);
        write_data(&j);
    }
    j.exit = msg_end(args, status, &err, j.exit, &j.report);
    pith_tex_place_close(&j.place);
    free(j.targets);
    free(j.results);
    pith_arena_free(j.arena);
    return j.exit;
}

const cli_command command_tex = {
    .name = "tex",
    .usage = "[options] NUMBER...",
    .summary = "Write pith-data.tex for given numbers: the command that TeX may start",
    .detail = "Takes a number as 26 characters and in no other form, and writes one file:\n"
              "pith-data.tex, where TeX itself would, which is in $TEXMF_OUTPUT_DIRECTORY, or\n"
              "here, or else in $TEXMFOUTPUT. What holds is added to what is there; a number\n"
              "that fails is left as it was, and one line says why. Ends after 10 seconds.\n"
              "\n"
              "No option chooses a resolver; for all commands $PITH_RESOLVER does, with\n"
              "$PITH_CACERT, $PITH_ALLOW_PRIVATE=1 and $PITH_KEYRING, as --resolver and so on.\n"
              "Under the name pith-tex this program does nothing else but this command.",
    .examples = "pith tex A5G5GAJ7DMCZDPVAMNFAYYAUOP",
    .options = options,
    .run = run,
};
