// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"
#include "cli/text.h"

enum { ARENA_MAX = 64 << 20, REPORT_MAX = 16 << 20, FILE_MAX = 1 << 20 };

static const option_row options[] = {
    OPTION_ROW_KEYRING,
    {"import", 0, false, "FILE", "check and show the keys of this file"},
    {"as-keyring", 0, false, NULL, "print the keys as a keyring for --keyring"},
    {"notice", 0, false, "FILE", "check and show a notice of key rotation"},
    {"compare", 0, false, NULL, "compare the keys with what a resolver serves"},
    {"resolver", 0, false, "URL", "ask this resolver (default https://pith.science)"},
    {"cacert", 0, false, "FILE", "trust the CAs in this PEM file for the resolver"},
    {"allow-private", 0, false, NULL, "permit a resolver on loopback or a private network"},
    {"timeout", 0, false, "SEC", "give up after this many seconds (default 20)"},
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    pith_arena *arena;
    const pith_keyring *keyring; // what the reader trusts
    const char *origin;          // where it comes from
    pith_buf out;
    pith_exit exit;
} job;

// ---- Words ----------------------------------------------------------------------------

static void put_line(pith_buf *out, const char *name, pith_text value)
{
    pith_buf_printf(out, "%-11s ", name);
    pith_terminal_escape(value, out);
    pith_buf_puts(out, "\n");
}

static void put_period(const pith_key_info *key, pith_buf *out)
{
    pith_buf_puts(out, "period      ");
    if (key->not_before.n == 0 && key->not_after.n == 0)
        pith_buf_puts(out, "no limits");
    if (key->not_before.n) {
        pith_buf_puts(out, "from ");
        pith_terminal_escape(key->not_before, out);
    }
    if (key->not_after.n) {
        pith_buf_puts(out, key->not_before.n ? " to " : "to ");
        pith_terminal_escape(key->not_after, out);
    }
    pith_buf_puts(out, "\n");
}

static void put_key(const pith_key_info *key, pith_buf *out)
{
    put_line(out, "key", key->key_id);
    put_line(out, "fingerprint", text_of(key->fingerprint));
    put_line(out, "public key", text_of(key->hex));
    put_period(key, out);
}

static void json_member(pith_buf *out, const char *comma, const char *name, pith_text value)
{
    pith_buf_printf(out, "%s\"%s\":", comma, name);
    if (value.n)
        pith_json_quote(value, out);
    else
        pith_buf_puts(out, "null");
}

static void json_key(const pith_key_info *key, pith_buf *out)
{
    json_member(out, "{", "key_id", key->key_id);
    json_member(out, ",", "algorithm", text_of("ed25519"));
    json_member(out, ",", "public_key_hex", text_of(key->hex));
    json_member(out, ",", "fingerprint_sha256_hex", text_of(key->fingerprint));
    json_member(out, ",", "not_before", key->not_before);
    json_member(out, ",", "not_after", key->not_after);
    pith_buf_puts(out, "}");
}

// Opens a result of the JSON report up to its findings; `code` other than PITH_OK is one.
static void json_result(job *j, const char *target, const char *origin, const pith_key_info *key)
{
    if (j->out.len && j->out.data[j->out.len - 1] == '}')
        pith_buf_puts(&j->out, ",");
    json_member(&j->out, "{", "target", text_of(target));
    json_member(&j->out, ",", "origin", text_of(origin));
    pith_buf_puts(&j->out, ",\"key\":");
    json_key(key, &j->out);
}

static void json_findings(job *j, pith_status code, const char *where, const char *message)
{
    pith_buf *out = &j->out;
    pith_buf_printf(out, ",\"exit\":%d,\"findings\":[", (int)pith_status_exit(code));
    if (code != PITH_OK) {
        json_member(out, "{", "code", text_of(pith_status_name(code)));
        json_member(out, ",", "severity", text_of("error"));
        json_member(out, ",", "where", text_of(where));
        json_member(out, ",", "message", text_of(message));
        json_member(out, ",", "remedy", text_of(pith_status_remedy(code)));
        pith_buf_puts(out, "}");
    }
    pith_buf_puts(out, "]}");
}

// ---- Lists ----------------------------------------------------------------------------

static void list(job *j, const pith_keyring *ring, const char *origin)
{
    for (size_t i = 0; i < pith_keyring_count(ring); i++) {
        pith_key_info key;
        pith_keyring_describe(ring, i, &key);
        if (j->args->json) {
            json_result(j, origin, origin, &key);
            json_findings(j, PITH_OK, "", "");
            continue;
        }
        pith_buf_puts(&j->out, i ? "\n" : "");
        put_key(&key, &j->out);
        put_line(&j->out, "origin", text_of(origin));
    }
}

static void show(job *j, const pith_keyring *ring, const char *origin)
{
    if (!args_has(j->args, "as-keyring")) {
        list(j, ring, origin);
        return;
    }
    if (j->args->json) {
        json_member(&j->out, "{", "target", text_of(origin));
        pith_buf_puts(&j->out, ",\"keyring\":");
    }
    pith_keyring_json(ring, &j->out);
    if (j->args->json)
        json_findings(j, PITH_OK, "", "");
    else
        pith_buf_puts(&j->out, "\n");
}

static pith_status run_list(job *j, pith_error *err)
{
    (void)err;
    show(j, j->keyring, j->origin);
    return PITH_OK;
}

static pith_status run_import(job *j, pith_error *err)
{
    const char *file = args_value(j->args, "import");
    const pith_keyring *ring;
    pith_text bytes;
    pith_status status = pith_file_read(j->arena, file, FILE_MAX, &bytes, err);
    if (status == PITH_OK)
        status = pith_keyring_import(j->arena, bytes, file, &ring, err);
    if (status != PITH_OK)
        return status;
    show(j, ring, file);
    if (!j->args->json)
        msg_note(j->args, "%s: shown, not trusted; --keyring trusts a file", file);
    return PITH_OK;
}

// ---- Notices --------------------------------------------------------------------------

// What the standing of a notice means for the reader.
static const char *notice_words(pith_status standing)
{
    switch (standing) {
    case PITH_OK:
        return "announced, signed by the old key, which is trusted";
    case PITH_KEY_UNKNOWN:
        return "not known: the old key is not trusted, so its signature says nothing";
    case PITH_KEY_PERIOD:
        return "signed by the old key, but outside the period in which that is trusted";
    default:
        return "false: the old key did not sign this";
    }
}

static const char *keyring_words(pith_status held)
{
    return held == PITH_OK ? "in the keyring already"
           : held == PITH_KEY_DIFFERS
               ? "NOT this one: the keyring has another key of that name"
               : "not trusted by this: it takes a new pith, or a keyring that you make";
}

static pith_status run_notice(job *j, pith_error *err)
{
    const char *file = args_value(j->args, "notice");
    pith_notice_info notice;
    pith_text bytes;
    pith_status status = pith_file_read(j->arena, file, FILE_MAX, &bytes, err);
    if (status == PITH_OK)
        status = pith_notice_check(j->arena, bytes, file, j->keyring, &notice, err);
    if (status != PITH_OK)
        return status;
    pith_status held = pith_keyring_compare(j->keyring, &notice.new_key);
    j->exit = pith_status_exit(notice.standing);
    if (j->args->json) {
        json_result(j, file, file, &notice.new_key);
        json_member(&j->out, ",", "old_key_id", notice.old_key_id);
        json_member(&j->out, ",", "created_at", notice.created_at);
        pith_buf_printf(&j->out, ",\"announced\":%s,\"trusted\":%s",
                        notice.standing == PITH_OK ? "true" : "false",
                        held == PITH_OK ? "true" : "false");
        json_findings(j, notice.standing, file, notice_words(notice.standing));
        return PITH_OK;
    }
    put_line(&j->out, "notice", text_of(notice_words(notice.standing)));
    put_line(&j->out, "old key", notice.old_key_id);
    put_line(&j->out, "signed at", notice.created_at);
    pith_buf_puts(&j->out, "\n");
    put_key(&notice.new_key, &j->out);
    put_line(&j->out, "trust", text_of(keyring_words(held)));
    return PITH_OK;
}

// ---- Comparing ------------------------------------------------------------------------

static const char *compare_words(pith_status held)
{
    return held == PITH_OK            ? "same as the key in the keyring"
           : held == PITH_KEY_DIFFERS ? "differs from the key of that name in the keyring"
                                      : "another key: none of that name is in the keyring";
}

static pith_status run_compare(job *j, pith_error *err)
{
    pith_sources sources;
    const pith_keyring *served;
    const char *url = "";
    cli_state state;
    pith_status status = args_sources(j->args, &state, &sources, err);
    if (status == PITH_OK)
        status = pith_keyring_fetch(j->arena, &sources, &served, &url, err);
    if (status != PITH_OK)
        return status;
    for (size_t i = 0; i < pith_keyring_count(served); i++) {
        pith_key_info key;
        pith_keyring_describe(served, i, &key);
        pith_status held = pith_keyring_compare(j->keyring, &key);
        j->exit = pith_exit_worse(j->exit, pith_status_exit(held));
        if (j->args->json) {
            json_result(j, url, url, &key);
            json_findings(j, held, url, compare_words(held));
            continue;
        }
        pith_buf_puts(&j->out, i ? "\n" : "");
        put_key(&key, &j->out);
        put_line(&j->out, "origin", text_of(url));
        put_line(&j->out, "compared", text_of(compare_words(held)));
    }
    return PITH_OK;
}

// ---- The command ----------------------------------------------------------------------

typedef pith_status (*mode)(job *j, pith_error *err);

// One thing at a time, and no option without effect.
static pith_status choose(const cli_args *args, mode *out, pith_error *err)
{
    static const struct {
        const char *option;
        const char *with; // the mode it belongs to
    } owned[] = {{"resolver", "compare"},
                 {"cacert", "compare"},
                 {"allow-private", "compare"},
                 {"timeout", "compare"},
                 {"as-keyring", "import or alone"}};
    const struct {
        const char *option;
        mode run;
    } modes[] = {{"import", run_import}, {"notice", run_notice}, {"compare", run_compare}};
    *out = run_list;
    size_t chosen = 0;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (args_has(args, modes[i].option)) {
            *out = modes[i].run;
            chosen++;
        }
    }
    if (chosen > 1)
        return pith_fail(err, PITH_USAGE, "", "keys takes one of --import, --notice and --compare");
    if (args->operand_count)
        return pith_fail(err, PITH_USAGE, "", "keys takes options only");
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
        bool allowed = *out == run_compare;
        if (strcmp(owned[i].option, "as-keyring") == 0)
            allowed = *out == run_list || *out == run_import;
        if (args_has(args, owned[i].option) && !allowed)
            return pith_fail(err, PITH_USAGE, "", "--%s goes with --%s", owned[i].option,
                             owned[i].with);
    }
    if (*out == run_import && args_has(args, "keyring"))
        return pith_fail(err, PITH_USAGE, "", "--keyring has no effect with --import");
    return PITH_OK;
}

static pith_exit run(const cli_args *args)
{
    const char *file = args_value(args, "keyring");
    job j = {.args = args,
             .arena = pith_arena_new(ARENA_MAX),
             .origin = file ? file : "built-in",
             .exit = PITH_EXIT_OK};
    pith_error err = ERROR_MEMORY;
    mode what = NULL;
    pith_buf_init(&j.out, REPORT_MAX);
    pith_status status = j.arena ? choose(args, &what, &err) : PITH_MEMORY;
    if (status == PITH_OK)
        status = args_keyring(args, j.arena, &j.keyring, &err);
    msg_open(args, &j.out);
    if (status == PITH_OK)
        status = what(&j, &err);
    if (args->quiet && !args->json && j.exit == PITH_EXIT_OK && !args_has(args, "as-keyring"))
        j.out.len = 0;
    j.exit = msg_end(args, status, &err, j.exit, &j.out);
    pith_arena_free(j.arena);
    return j.exit;
}

const cli_command command_keys = {
    .name = "keys",
    .usage = "[options]",
    .summary = "List the trusted keys, look at others, compare with a resolver",
    .detail = "A keyring is {\"keys\":[KEY...]}; each KEY has key_id, algorithm (ed25519),\n"
              "public_key_b64 or public_key_hex, and perhaps not_before and not_after. Keys\n"
              "from files, notices and resolvers are shown, never trusted by that.",
    .examples = "pith keys\n"
                "pith keys --compare\n"
                "pith keys --import key.pem --as-keyring >keyring.json",
    .options = options,
    .run = run,
};
