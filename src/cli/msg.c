// SPDX-License-Identifier: MIT
#include "cli/msg.h"

#include "cli/text.h"

#include <unistd.h>

enum { MAX_MESSAGE = 64 << 10 };

// Whether anything has been reported that went wrong.
static bool said;

static const pith_error out_of_memory = ERROR_MEMORY;

static void put_stderr(pith_buf *line)
{
    pith_buf_puts(line, "\n");
    (void)fflush(stdout); // so that a terminal shows both streams in order; msg_finish looks again
    if (pith_buf_ok(line))
        (void)fwrite(line->data, 1, line->len, stderr);
    pith_buf_free(line);
}

// With a command the remedy is its help.
static void put_error(const pith_error *err, const char *command)
{
    pith_buf line;
    const char *remedy = pith_status_remedy(err->status);
    pith_buf_init(&line, MAX_MESSAGE);
    pith_buf_puts(&line, "pith: ");
    if (err->object[0]) {
        pith_terminal_escape(text_of(err->object), &line);
        pith_buf_puts(&line, ": ");
    }
    pith_terminal_escape(text_of(err->message), &line);
    if (err->has_offset)
        pith_buf_printf(&line, " at byte %zu", err->offset);
    if (command)
        pith_buf_printf(&line, "; see `pith help %s`", command);
    else if (*remedy)
        pith_buf_printf(&line, "; %s", remedy);
    put_stderr(&line);
    said = true;
}

void msg_error(const pith_error *err)
{
    put_error(err, NULL);
}

void msg_note(const cli_args *args, const char *format, ...)
{
    if (args->quiet)
        return;
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    pith_buf line;
    pith_buf_init(&line, MAX_MESSAGE);
    pith_buf_puts(&line, "pith: ");
    pith_terminal_escape(text_of(text), &line);
    put_stderr(&line);
}

const char *noun(size_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

static bool printed;
static bool lost_output;
static bool lost_memory; // or what was to be put out was too large

bool msg_bytes(const char *bytes, size_t len)
{
    printed = printed || len > 0;
    if (len > 0 && fwrite(bytes, 1, len, stdout) != len)
        lost_output = true;
    return !lost_output;
}

void msg_out(const pith_buf *buf)
{
    if (!pith_buf_ok(buf))
        lost_memory = true;
    else
        (void)msg_bytes(buf->data, buf->len);
}

bool msg_flush(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        lost_output = true;
    return !lost_output && !lost_memory;
}

pith_exit msg_finish(pith_exit exit)
{
    if (lost_memory) {
        put_error(&out_of_memory, NULL);
        exit = pith_exit_worse(exit, PITH_EXIT_INTERNAL);
    }
    (void)msg_flush();
    if (lost_output) {
        pith_error err;
        pith_fail(&err, PITH_IO_STDOUT, "standard output", "cannot be written");
        msg_error(&err);
        return pith_exit_worse(exit, PITH_EXIT_IO);
    }
    return exit;
}

bool msg_colour(const cli_args *args)
{
    if (args->colour_always || args->colour_never)
        return args->colour_always;
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

void msg_open(const cli_args *args, pith_buf *out)
{
    if (!args->json)
        return;
    pith_buf_puts(out, "{\"schema\":\"pith-cli/1\",\"command\":");
    pith_json_quote(text_of(args->command->name), out);
    pith_buf_puts(out, ",\"results\":[");
}

void msg_close(const cli_args *args, pith_exit exit, pith_buf *out)
{
    if (args->json)
        pith_buf_printf(out, "],\"exit\":%d}\n", (int)exit);
}

pith_exit msg_end(const cli_args *args, pith_status status, const pith_error *err, pith_exit exit,
                  pith_buf *out)
{
    if (status != PITH_OK) {
        exit = msg_failure(args, err);
    } else {
        msg_close(args, exit, out);
        msg_out(out);
    }
    pith_buf_free(out);
    return exit;
}

pith_exit msg_failure(const cli_args *args, const pith_error *err)
{
    pith_exit exit = pith_status_exit(err->status);
    if (!args->json) {
        put_error(err, err->status == PITH_USAGE ? args->command->name : NULL);
        return exit;
    }
    pith_buf out;
    pith_buf_init(&out, MAX_MESSAGE);
    msg_open(args, &out);
    // Of several targets it is about none, or about what they need.
    pith_report_json_error(err, args->operand_count == 1 ? args->operands[0] : "", &out);
    msg_close(args, exit, &out);
    msg_out(&out);
    pith_buf_free(&out);
    return exit;
}

pith_exit msg_explained(const cli_args *args, pith_exit exit)
{
    bool known = said || (args->json && printed) || lost_memory;
    return exit == PITH_EXIT_INTERNAL && !known ? msg_failure(args, &out_of_memory) : exit;
}

pith_exit msg_report(const cli_args *args, const char *target, pith_status status,
                     const pith_result *result, const pith_error *err, pith_buf *out)
{
    if (args->json && out->len && out->data[out->len - 1] == '}')
        pith_buf_puts(out, ",");
    if (status != PITH_OK) {
        if (args->json)
            pith_report_json_error(err, target, out);
        else
            msg_error(err);
        return pith_status_exit(status);
    }
    if (args->json)
        pith_report_json(result, target, out);
    else if (!args->quiet || result->exit != PITH_EXIT_OK)
        pith_report_text(result, msg_colour(args), out);
    return result->exit;
}

pith_exit msg_targets(const cli_args *args, pith_exit (*one)(void *context, size_t index),
                      void *context, pith_buf *out)
{
    pith_exit exit = PITH_EXIT_OK;
    msg_open(args, out);
    for (size_t i = 0; i < args->operand_count; i++) {
        if (i > 0 && out->len > 0)
            pith_buf_puts(out, args->json ? "," : "\n");
        exit = pith_exit_worse(exit, one(context, i));
    }
    msg_close(args, exit, out);
    msg_out(out);
    return exit;
}
