// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"

#include <unistd.h>

enum { INPUT_MAX = 1 << 30, ARENA_MAX_SHIFT = 34 };

static const option_row options[] = {
    {"sha256", 0, false, NULL, "print the SHA-256 of the canonical form instead"},
    {"number", 0, false, NULL, "print the 26 characters that the SHA-256 gives"},
    OPTION_ROWS_COMMON};

// The canonical bytes go out as they are, without a line feed, so that they can be hashed; a
// person at a terminal sees them escaped.
static void put_bytes(const pith_buf *form)
{
    if (!isatty(STDOUT_FILENO)) {
        msg_out(form);
        return;
    }
    pith_buf shown;
    pith_buf_init(&shown, SIZE_MAX);
    pith_terminal_escape((pith_text){form->data, form->len}, &shown);
    pith_buf_puts(&shown, "\n");
    msg_out(&shown);
    pith_buf_free(&shown);
}

static void put_words(const cli_args *args, const pith_buf *form)
{
    char hex[65];
    char id[PITH_ID_LEN + 1];
    pith_buf out;
    pith_digest_words(form->data, form->len, hex, id);
    pith_buf_init(&out, SIZE_MAX);
    if (args->json) {
        msg_open(args, &out);
        pith_buf_printf(&out, "{\"exit\":0,\"sha256\":\"%s\",\"id\":\"%s\",\"canonical\":", hex,
                        id);
        pith_json_quote((pith_text){form->data, form->len}, &out);
        pith_buf_puts(&out, "}");
        msg_close(args, PITH_EXIT_OK, &out);
    } else {
        if (args_has(args, "sha256"))
            pith_buf_printf(&out, "%s\n", hex);
        if (args_has(args, "number"))
            pith_buf_printf(&out, "%s\n", id);
    }
    msg_out(&out);
    pith_buf_free(&out);
}

static pith_exit run(const cli_args *args)
{
    pith_error err = ERROR_MEMORY;
    if (args->operand_count != 1) {
        pith_fail(&err, PITH_USAGE, "", "canon takes one file, or - for standard input");
        return msg_failure(args, &err);
    }
    pith_text bytes;
    pith_buf form;
    pith_arena *arena = pith_arena_new(CLI_MEMORY(1ULL << ARENA_MAX_SHIFT));
    const char *path = args->operands[0];
    pith_buf_init(&form, SIZE_MAX);
    pith_status status = PITH_MEMORY;
    if (arena)
        status = pith_file_read(arena, path, INPUT_MAX, &bytes, &err);
    if (status == PITH_OK)
        status = pith_canonical_form(arena, bytes, &form, &err);
    if (status != PITH_OK) {
        pith_error_name(&err, path);
        msg_failure(args, &err);
    } else if (args->json || args_has(args, "sha256") || args_has(args, "number")) {
        put_words(args, &form);
    } else {
        put_bytes(&form);
    }
    pith_buf_free(&form);
    pith_arena_free(arena);
    return pith_status_exit(status);
}

const cli_command command_canon = {
    .name = "canon",
    .usage = "[options] FILE|-",
    .summary = "Print the canonical form of a JSON document, its hash or its number",
    .detail = "The bytes are those of Python's json.dumps with sorted keys, no spaces and\n"
              "ensure_ascii=False: what a Pith Number hashes. Input that two honest tools could\n"
              "read differently is refused with its byte offset.",
    .examples = "pith canon --number record.json\n"
                "pith canon - <record.json | sha256sum",
    .options = options,
    .run = run,
};
