// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"
#include "cli/text.h"

enum { ARENA_MAX = 1 << 30 };

#define PARTLY "holds more than is looked at: records from before this one may still be in it"

static const option_row options[] = {
    {"output", 'o', false, "FILE", "write this file; it may be the PDF itself"},
    {"in-place", 0, false, NULL, "cut the PDF where it is"},
    {"no-sync", 0, false, NULL, "do not wait until the disk has the file"},
    OPTION_ROWS_COMMON};

static pith_exit fail(const cli_args *args, const char *message)
{
    pith_error err;
    pith_fail(&err, PITH_USAGE, "", "%s", message);
    return msg_failure(args, &err);
}

static void report(const cli_args *args, const char *path, const pith_pdf_written *w)
{
    if (args->json) {
        pith_buf out;
        pith_buf_init(&out, 64 << 10);
        msg_open(args, &out);
        pith_buf_puts(&out, "{\"target\":");
        pith_json_quote(text_of(args->operands[0]), &out);
        pith_buf_printf(&out, ",\"exit\":0,\"bytes\":%llu,\"record_left\":%s,\"findings\":[",
                        (unsigned long long)w->size, w->replaced ? "true" : "false");
        if (w->partly_read)
            pith_report_json_finding(PITH_PDF_PARTLY_READ, PITH_SEVERITY_WARNING, text_of(path),
                                     (pith_text){PARTLY, sizeof PARTLY - 1}, &out);
        pith_buf_puts(&out, "]}");
        msg_close(args, PITH_EXIT_OK, &out);
        msg_out(&out);
        pith_buf_free(&out);
        return;
    }
    msg_note(args, "%s: is the PDF as it was before the record was added, %llu bytes", path,
             (unsigned long long)w->size);
    if (w->replaced)
        msg_note(args, "%s: still holds a record, from when the file was made", path);
    if (w->partly_read)
        msg_note(args, "%s: " PARTLY, path);
}

static pith_exit run(const cli_args *args)
{
    const char *output = args_value(args, "output");
    if (args->operand_count != 1)
        return fail(args, "strip needs a PDF");
    if (!output == !args_has(args, "in-place"))
        return fail(args, "say where to: -o FILE or --in-place");
    if (output && strcmp(output, "-") == 0)
        return fail(args, "a PDF is not written to standard output");
    pith_error err = ERROR_MEMORY;
    pith_pdf_written written;
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    pith_status status = arena ? pith_pdf_strip(arena, args->operands[0], output,
                                                args_has(args, "no-sync"), &written, &err)
                               : PITH_MEMORY;
    pith_arena_free(arena);
    if (status != PITH_OK)
        return msg_failure(args, &err);
    report(args, output ? output : args->operands[0], &written);
    return PITH_EXIT_OK;
}

const cli_command command_strip = {
    .name = "strip",
    .usage = "[options] FILE.pdf",
    .summary = "Take an embedded record out of a PDF again, for double-blind review",
    .detail = "Cuts off what embed added, when the hash in the record proves that the PDF\n"
              "before it is the author's. Otherwise it says why not, and writes nothing.",
    .examples = "pith strip -o paper.pdf stamped.pdf",
    .options = options,
    .run = run,
};
