// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"

enum { ARENA_MAX = 16 << 20, OUTPUT_MAX = 1 << 20 };

static const option_row options[] = {
    {"key-id", 0, false, "ID", "name of the key, such as example-2026-10 (required)"},
    {"output", 'o', false, "FILE", "where the secret key goes (required)"},
    {"signer-id", 0, false, "NAME", "who signs, such as a domain (default: the key id)"},
    {"signer-type", 0, false, "WORD", "such as pith_registry (default pith_signer)"},
    {"not-before", 0, false, "TIME", "the key does not sign before this UTC time"},
    {"not-after", 0, false, "TIME", "nor after this one"},
    OPTION_ROWS_COMMON};

static pith_text value_of(const cli_args *args, const char *name)
{
    const char *value = args_value(args, name);
    return value ? (pith_text){value, strlen(value)} : (pith_text){"", 0};
}

static pith_status check(const cli_args *args, pith_error *err)
{
    *err = (pith_error){.status = PITH_USAGE};
    if (!args_has(args, "key-id"))
        snprintf(err->message, sizeof err->message, "keygen needs a name for the key: --key-id ID");
    else if (!args_has(args, "output"))
        snprintf(err->message, sizeof err->message, "keygen needs a file for the key: -o FILE");
    else if (args->operand_count > 0)
        snprintf(err->message, sizeof err->message, "keygen takes options only");
    else
        return PITH_OK;
    return err->status;
}

// Makes the key, writes the secret half and appends the public one.
static pith_status make(const cli_args *args, pith_arena *arena, const pith_keyring **ring,
                        pith_error *err)
{
    const pith_secret_key *key;
    const pith_signer signer = {.key_id = value_of(args, "key-id"),
                                .signer_id = value_of(args, "signer-id"),
                                .signer_type = value_of(args, "signer-type"),
                                .not_before = value_of(args, "not-before"),
                                .not_after = value_of(args, "not-after")};
    pith_status status = pith_secret_key_new(arena, &signer, NULL, &key, err);
    if (status == PITH_OK)
        status = pith_secret_key_public(arena, key, NULL, ring, err);
    if (status == PITH_OK)
        status = pith_secret_key_create(key, args_value(args, "output"), err);
    return status;
}

static pith_exit run(const cli_args *args)
{
    pith_error err;
    const pith_keyring *ring = NULL;
    pith_buf out;
    pith_buf_init(&out, OUTPUT_MAX);
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    pith_status status = check(args, &err);
    if (status == PITH_OK && !arena) {
        status = PITH_MEMORY;
        err = (pith_error){.status = PITH_MEMORY, .message = "out of memory"};
    }
    if (status == PITH_OK)
        status = make(args, arena, &ring, &err);
    pith_exit exit = pith_status_exit(status);
    if (status != PITH_OK) {
        msg_failure(args, &err);
    } else {
        const char *file = args_value(args, "output");
        if (args->json) {
            msg_json_open(&out, "keygen");
            pith_buf_puts(&out, "{\"target\":");
            pith_json_quote(value_of(args, "output"), &out);
            pith_buf_puts(&out, ",\"exit\":0,\"keyring\":");
        }
        pith_keyring_json(ring, &out);
        if (args->json) {
            pith_buf_puts(&out, ",\"findings\":[]}");
            msg_json_close(&out, exit);
        } else {
            pith_buf_puts(&out, "\n");
            msg_note(args, "%s: secret key written; keep it, and give out what is on stdout", file);
        }
        msg_out(&out);
    }
    pith_buf_free(&out);
    pith_arena_free(arena);
    return exit;
}

const cli_command command_keygen = {
    .name = "keygen",
    .usage = "--key-id ID -o FILE [options] >keyring.json",
    .summary = "Make a key to sign with; prints the public half as a keyring",
    .detail = "The secret half goes to FILE, which is created with mode 0600 and never\n"
              "overwritten. What is printed is a keyring: a reader who trusts the key gives\n"
              "it to --keyring.",
    .options = options,
    .run = run,
};
