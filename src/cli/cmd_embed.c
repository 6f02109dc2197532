// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/environment.h"
#include "cli/msg.h"
#include "cli/operands.h"
#include "cli/text.h"

enum { ARENA_MAX = 1 << 30, BUNDLE_MAX = 4 << 20 };

static const option_row options[] = {
    {"output", 'o', false, "FILE", "write this file; it may be the PDF itself"},
    {"in-place", 0, false, NULL, "add to the PDF where it is: fast for large files"},
    {"attach", 0, false, NULL, "attach the bundle as a file, too"},
    {"also", 0, false, "PROPERTY", "dc:identifier: state the number there, too"},
    {"relation", 0, false, "current|earlier", "which text the record is of"},
    {"allow-signed", 0, false, NULL, "add to a signed PDF: viewers will warn"},
    {"no-hash", 0, false, NULL, "do not record the hash that strip needs"},
    {"no-sync", 0, false, NULL, "do not wait until the disk has the file"},
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    pith_arena *arena;
    cli_lookup lookup;
    pith_pdf_embedding how;
    pith_buf bundle;
    char date[32];
} job;

static pith_status read_words(job *j, pith_error *err)
{
    const char *also = args_value(j->args, "also");
    const char *relation = args_value(j->args, "relation");
    const char *output = args_value(j->args, "output");
    if (j->args->operand_count != 2)
        return pith_fail(err, PITH_USAGE, "", "embed needs a PDF and a number");
    if (!output == !args_has(j->args, "in-place"))
        return pith_fail(err, PITH_USAGE, "", "say where to: -o FILE or --in-place");
    if (output && strcmp(output, "-") == 0)
        return pith_fail(err, PITH_USAGE, output, "a PDF is not written to standard output");
    if (also && strcmp(also, "dc:identifier") != 0)
        return pith_fail(err, PITH_USAGE, also, "--also takes dc:identifier");
    if (relation && strcmp(relation, "earlier") != 0 && strcmp(relation, "current") != 0)
        return pith_fail(err, PITH_USAGE, relation, "--relation takes current or earlier");
    j->how = (pith_pdf_embedding){.path = j->args->operands[0],
                                  .output = output,
                                  .relation = relation && strcmp(relation, "earlier") == 0
                                                  ? PITH_RELATION_EARLIER
                                                  : PITH_RELATION_CURRENT,
                                  .dc_identifier = also != NULL,
                                  .allow_signed = args_has(j->args, "allow-signed"),
                                  .no_hash = args_has(j->args, "no-hash"),
                                  .no_sync = args_has(j->args, "no-sync")};
    return PITH_OK;
}

// SOURCE_DATE_EPOCH as the value of an xmp:MetadataDate: with a zone and without fraction, which
// validators refuse. Without it there is no clock in the output, so the date stays.
static pith_status read_date(job *j, pith_error *err)
{
    if (!environment_date(j->date, err))
        return err->status;
    j->how.date = text_of(j->date);
    return PITH_OK;
}

static pith_status find_record(job *j, pith_result **result, pith_error *err)
{
    pith_target target;
    const char *number = j->args->operands[1];
    pith_status status = pith_target_parse(text_of(number), &target, err);
    if (status == PITH_OK)
        status =
            operand_resolve(j->arena, &j->lookup.sources, j->lookup.keyring, &target, result, err);
    if (status != PITH_OK || !args_has(j->args, "attach") || (*result)->exit != PITH_EXIT_OK)
        return status;
    status = pith_resolve_bundle(j->arena, &j->lookup.sources, j->lookup.keyring,
                                 &(*result)->number, &j->bundle, err);
    j->how.bundle = (pith_text){j->bundle.data, j->bundle.len};
    return status;
}

static void report(const job *j, const pith_pdf_written *w)
{
    const char *path = j->how.output ? j->how.output : j->how.path;
    if (w->linearized)
        msg_note(j->args, "%s: is no longer optimised for loading page by page", path);
    if (w->is_signed)
        msg_note(j->args, "%s: viewers will report that it was changed after signing", path);
    if (w->other.id[0])
        msg_note(j->args, "%s: the record of another number, %s, was replaced", path, w->other.id);
    if (w->hidden.id[0])
        msg_note(j->args, "%s: the record of another number, %s, is hidden, but still in the file",
                 path, w->hidden.id);
    msg_note(j->args, "%s: %s; the first %llu of its %llu bytes are the PDF as it was", path,
             w->written == PITH_WRITTEN_SAME ? "up to date"
             : w->replaced                   ? "record replaced"
                                             : "record embedded",
             (unsigned long long)w->prefix, (unsigned long long)w->size);
}

static pith_exit embed(job *j)
{
    pith_error err;
    pith_buf out;
    pith_result *result = NULL;
    pith_pdf_written written = {.prefix = 0};
    pith_buf_init(&out, 64 << 20);
    pith_status status = find_record(j, &result, &err);
    if (status == PITH_OK && result && result->exit == PITH_EXIT_OK) {
        j->how.result = result;
        status = pith_pdf_embed(j->arena, &j->how, &written, &err);
    }
    msg_open(j->args, &out);
    pith_exit exit = msg_report(j->args, j->how.path, status, result, &err, &out);
    msg_close(j->args, exit, &out);
    msg_out(&out);
    if (status == PITH_OK && exit == PITH_EXIT_OK)
        report(j, &written);
    else if (status == PITH_OK)
        msg_note(j->args, "%s: nothing was written, as the record does not hold", j->how.path);
    pith_buf_free(&out);
    return exit;
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args, .arena = pith_arena_new(ARENA_MAX)};
    pith_error err = ERROR_MEMORY;
    pith_buf_init(&j.bundle, BUNDLE_MAX);
    pith_status status = j.arena ? args_lookup(args, j.arena, &j.lookup, &err) : PITH_MEMORY;
    if (status == PITH_OK)
        status = read_words(&j, &err);
    if (status == PITH_OK)
        status = read_date(&j, &err);
    pith_exit exit = status == PITH_OK ? embed(&j) : msg_failure(args, &err);
    pith_buf_free(&j.bundle);
    pith_arena_free(j.arena);
    return exit;
}

const cli_command command_embed = {
    .name = "embed",
    .usage = "[options] FILE.pdf NAME",
    .summary = "Put a checked record into a PDF, which keeps every byte it had",
    .detail = "Resolves the number as prepare does and adds the record, its receipt and the\n"
              "hash of the PDF as XMP properties in one incremental update. Embedding again\n"
              "replaces that update. What cannot be added to safely is refused and stays as it\n"
              "is: encrypted, certified, signed or damaged files, and broken metadata.",
    .examples = "pith embed -o stamped.pdf paper.pdf A5G5GAJ7DMCZDPVAMNFAYYAUOP\n"
                "pith embed --in-place --attach paper.pdf A5G5GAJ7DMCZDPVAMNFAYYAUOP",
    .options = options,
    .run = run,
};
