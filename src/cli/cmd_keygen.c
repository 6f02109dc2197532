// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"
#include "cli/text.h"

#include <signal.h>

enum { ARENA_MAX = 16 << 20, OUTPUT_MAX = 1 << 20 };

static const option_row options[] = {
    {"key-id", 0, false, "ID", "name of the key, such as example-2026-10 (required)"},
    {"output", 'o', false, "FILE", "where the secret key goes (required)"},
    {"public", 0, false, "FILE", "where the keyring goes: a new file, not standard output"},
    {"signer-id", 0, false, "NAME", "who signs, such as a domain (default: the key id)"},
    {"signer-type", 0, false, "WORD", "such as pith_registry (default pith_signer)"},
    {"not-before", 0, false, "TIME", "the key does not sign before this UTC time"},
    {"not-after", 0, false, "TIME", "nor after this one"},
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    pith_arena *arena;
    const char *secret;      // file of the secret key
    const char *public_file; // file of the keyring; NULL: standard output
    const pith_secret_key *key;
    const pith_keyring *ring;
    pith_buf out;
} job;

static pith_status read_options(job *j, pith_error *err)
{
    const cli_args *args = j->args;
    j->secret = args_value(args, "output");
    j->public_file = args_value(args, "public");
    if (j->public_file && strcmp(j->public_file, "-") == 0)
        j->public_file = NULL;
    if (!args_has(args, "key-id"))
        return pith_fail(err, PITH_USAGE, "", "keygen needs a name for the key: --key-id ID");
    if (!j->secret)
        return pith_fail(err, PITH_USAGE, "", "keygen needs a file for the key: -o FILE");
    if (strcmp(j->secret, "-") == 0)
        return pith_fail(err, PITH_USAGE, "", "the secret key needs a file: -o FILE");
    if (args->operand_count > 0)
        return pith_fail(err, PITH_USAGE, "", "keygen takes options only");
    if (j->public_file && pith_file_same(j->secret, j->public_file))
        return pith_fail(err, PITH_USAGE, "", "the two halves of a key need two files");
    return PITH_OK;
}

static pith_status make_key(job *j, pith_error *err)
{
    const cli_args *args = j->args;
    const pith_signer signer = {.key_id = text_of(args_value(args, "key-id")),
                                .signer_id = text_of(args_value(args, "signer-id")),
                                .signer_type = text_of(args_value(args, "signer-type")),
                                .not_before = text_of(args_value(args, "not-before")),
                                .not_after = text_of(args_value(args, "not-after"))};
    pith_status status = pith_secret_key_new(j->arena, &signer, NULL, &j->key, err);
    return status == PITH_OK ? pith_secret_key_public(j->arena, j->key, NULL, &j->ring, err)
                             : status;
}

static pith_status draft_public(job *j, pith_file_draft **out, pith_error *err)
{
    pith_buf text;
    if (pith_file_exists(j->public_file)) {
        return pith_fail(err, PITH_FILE_EXISTS, j->public_file, "exists already");
    }
    pith_buf_init(&text, OUTPUT_MAX);
    pith_keyring_json(j->ring, &text);
    pith_buf_puts(&text, "\n");
    pith_fail_memory(err);
    pith_status status = PITH_MEMORY;
    if (pith_buf_ok(&text))
        status = pith_file_prepare(j->arena, j->public_file, text.data, text.len, out, err);
    pith_buf_free(&text);
    return status;
}

// The secret half comes first, for its name may be taken; without a public half it does not stay.
static pith_status write_files(job *j, pith_error *err)
{
    pith_file_draft *draft = NULL;
    pith_written written;
    pith_status status = PITH_OK;
    if (j->public_file)
        status = draft_public(j, &draft, err);
    if (status == PITH_OK)
        status = pith_secret_key_create(j->key, j->secret, err);
    if (status == PITH_OK && draft) {
        status = pith_file_commit(draft, &written, err);
        if (status != PITH_OK)
            pith_file_remove(j->secret);
    }
    return status;
}

// False when standard output is lost, which msg_finish will say.
static bool print(job *j)
{
    if (j->args->json) {
        msg_open(j->args, &j->out);
        pith_buf_puts(&j->out, "{\"target\":");
        pith_json_quote(text_of(args_value(j->args, "output")), &j->out);
        pith_buf_puts(&j->out, ",\"exit\":0,\"keyring\":");
        pith_keyring_json(j->ring, &j->out);
        pith_buf_puts(&j->out, ",\"findings\":[]}");
        msg_close(j->args, PITH_EXIT_OK, &j->out);
    } else if (!j->public_file) {
        pith_keyring_json(j->ring, &j->out);
        pith_buf_puts(&j->out, "\n");
    }
    msg_out(&j->out);
    return msg_flush();
}

static pith_exit tell(job *j)
{
    if (!print(j)) {
        if (!j->public_file) {
            pith_file_remove(j->secret);
            msg_note(j->args, "%s: removed, for its public half is lost", j->secret);
        }
        return PITH_EXIT_IO;
    }
    if (!j->args->json)
        msg_note(j->args, "%s: secret key written; keep it, and give out %s", j->secret,
                 j->public_file ? j->public_file : "what is on stdout");
    return PITH_EXIT_OK;
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args, .arena = pith_arena_new(ARENA_MAX)};
    pith_error err;
    pith_buf_init(&j.out, OUTPUT_MAX);
    signal(SIGPIPE, SIG_IGN); // a closed pipe too is a public half that is lost
    pith_status status = read_options(&j, &err);
    if (status == PITH_OK && !j.arena) {
        status = PITH_MEMORY;
        pith_fail_memory(&err);
    }
    if (status == PITH_OK)
        status = make_key(&j, &err);
    if (status == PITH_OK)
        status = write_files(&j, &err);
    pith_exit exit = status == PITH_OK ? tell(&j) : msg_failure(args, &err);
    pith_buf_free(&j.out);
    pith_arena_free(j.arena);
    return exit;
}

const cli_command command_keygen = {
    .name = "keygen",
    .usage = "--key-id ID -o FILE --public KEYRING.json [options]",
    .summary = "Make a key to sign with; its public half is a keyring",
    .detail = "The secret half goes to FILE, which is created with mode 0600 and never\n"
              "overwritten. The public half is a keyring, printed or put into the file of\n"
              "--public: a reader who trusts the key gives it to --keyring. Better --public\n"
              "than >FILE: the shell empties FILE even when keygen then refuses to make a key.",
    .examples = "pith keygen --key-id mine-2026 -o secret.json --public keyring.json",
    .options = options,
    .run = run,
};
