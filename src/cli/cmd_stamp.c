// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/environment.h"
#include "cli/msg.h"
#include "cli/operands.h"
#include "cli/stamp_report.h"
#include "cli/stamp_verify.h"
#include "cli/text.h"

enum {
    ARENA_MAX = 1 << 30,
    REPORT_MAX = 256 << 20,
    PROOF_MAX = 64 << 10,
    DOCUMENT_MAX = 16 << 20,
    MAX_TARGETS = 1024
};

static const option_row options[] = {
    {"output", 'o', false, "FILE", "write the proof here"},
    {"upgrade", 0, false, NULL, "ask the calendars of these proofs for Bitcoin blocks"},
    {"verify", 0, false, NULL, "check a proof, for a file or number if one follows"},
    {"calendar", 0, true, "URL", "ask this one, not the public ones"},
    {"minimum", 'm', false, "N", "calendars that have to answer (default 2)"},
    {"header", 0, false, "HEX", "verify: the header of the block, which you vouch for"},
    {"headers", 0, false, "FILE", "verify: raw headers of 80 bytes, in order"},
    {"first-height", 0, false, "N", "block number of the first one (default 0)"},
    {"checkpoint", 0, false, "HASH", "a block among them that you vouch for"},
    {"rpc", 0, false, "URL", "verify: ask this Bitcoin Core node"},
    {"rpc-auth", 0, false, "FILE", "its .cookie, or a file with user:password"},
    {"esplora", 0, false, "URL", "verify: ask this Esplora server"},
    {"network", 0, false, "main|regtest", "the work a header needs (default main)"},
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef enum mode { STAMP, UPGRADE, VERIFY } mode;

// What is stamped, upgraded or verified.
typedef struct target {
    const char *name;
    const char *path; // of the proof
    pith_target number;
    bool is_number;
    pith_error error; // why nothing came of it
} target;

typedef struct job {
    const cli_args *args;
    mode mode;
    pith_arena *arena;
    cli_lookup lookup;
    pith_calendars calendars;
    pith_headers headers;
    target *targets;
    pith_ots_submission *items;
    size_t count;
    pith_buf out;
    pith_exit exit;
} job;

// ---- Proofs and where they lie --------------------------------------------------------

static char *path_of(pith_arena *arena, const char *stem)
{
    pith_buf room;
    pith_buf_init(&room, 1 << 20);
    pith_buf_printf(&room, "%s.ots", stem);
    pith_buf_add(&room, "", 1);
    // A path beside nothing is the path itself.
    char *path = pith_buf_ok(&room) ? pith_path_beside(arena, "", room.data) : NULL;
    pith_buf_free(&room);
    return path;
}

static pith_status read_proof(job *j, const char *path, pith_ots **out, pith_error *err)
{
    pith_text bytes;
    pith_status status = pith_file_read(j->arena, path, PROOF_MAX, &bytes, err);
    return status == PITH_OK ? pith_ots_read(j->arena, bytes, path, out, err) : status;
}

static pith_status add_existing(job *j, const char *path, pith_ots *proof, pith_error *err)
{
    pith_ots *old = NULL;
    pith_status status = pith_file_followed(j->arena, path, &path, err);
    if (status != PITH_OK || !pith_file_exists(path))
        return status;
    status = read_proof(j, path, &old, err);
    if (status == PITH_STAMP_SYNTAX || status == PITH_TOO_LARGE)
        return pith_fail(err, PITH_STAMP_EXISTS, path, "is there already, and is no proof");
    if (status == PITH_OK)
        status = pith_ots_merge(proof, old, err);
    if (status == PITH_STAMP_DIGEST)
        return pith_fail(err, PITH_STAMP_EXISTS, path,
                         "is there already, and is the proof of another digest");
    return status;
}

// Writes no less than what is there: another run, or another target of this one, may have added
// to it while the calendars were asked. What a link leads to is added to, so it stays a link.
static pith_status write_proof(job *j, const char *path, pith_ots *proof, pith_error *err)
{
    pith_buf bytes;
    pith_written written;
    pith_buf_init(&bytes, PROOF_MAX);
    pith_status status = pith_file_followed(j->arena, path, &path, err);
    if (status == PITH_OK)
        status = add_existing(j, path, proof, err);
    if (status == PITH_OK)
        status = pith_ots_write(proof, &bytes, err);
    if (status == PITH_OK)
        status = pith_file_replace(path, bytes.data, bytes.len, &written, err);
    pith_buf_free(&bytes);
    return status;
}

// ---- Reports --------------------------------------------------------------------------

static void put_failure(job *j, const target *t, const pith_error *err)
{
    j->exit = pith_exit_worse(j->exit, pith_status_exit(err->status));
    if (!j->args->json) {
        msg_error(err);
        return;
    }
    if (j->out.len && j->out.data[j->out.len - 1] == '}')
        pith_buf_puts(&j->out, ",");
    pith_report_json_error(err, t->name, &j->out);
}

static void put_report(job *j, stamp_said *said)
{
    if (j->out.len && (!j->args->json || j->out.data[j->out.len - 1] == '}'))
        pith_buf_puts(&j->out, j->args->json ? "," : "\n");
    stamp_put(j->args, said, &j->out);
    j->exit = pith_exit_worse(j->exit, said->exit);
}

// What can be said of a proof that nobody has checked.
static const char *words_of(const pith_ots_info *info)
{
    for (size_t i = 0; i < info->count; i++) {
        if (info->attestations[i].kind == PITH_OTS_BITCOIN)
            return "stamped (names a Bitcoin block; --verify checks it)";
    }
    return info->count ? "stamped (pending)" : "not stamped";
}

static pith_status put_item(job *j, const target *t, const pith_ots_submission *item,
                            pith_error *err)
{
    pith_ots_info info;
    char calendars[80] = "";
    pith_status status = pith_ots_describe(j->arena, item->proof, &info, err);
    if (status != PITH_OK)
        return status;
    if (j->mode == STAMP)
        snprintf(calendars, sizeof calendars, "%zu attest it", item->answered);
    else
        snprintf(calendars, sizeof calendars, "%zu knew more, %zu still waiting", item->answered,
                 item->waiting);
    stamp_said said = {.target = t->name,
                       .path = t->path,
                       .compared = j->mode != STAMP ? STAMP_NOTHING
                                   : t->is_number   ? STAMP_RECORD
                                                    : STAMP_FILE,
                       .info = &info,
                       .words = text_of(words_of(&info)),
                       .calendars = text_of(calendars),
                       .findings = item->findings,
                       .exit = item->exit};
    put_report(j, &said);
    return PITH_OK;
}

// ---- Stamping -------------------------------------------------------------------------

// Finds the digest of every number, all at once; the arrays have room for each target.
static pith_status resolve_into(job *j, pith_target *names, pith_result **results,
                                pith_error *errors, pith_error *err)
{
    bool any = false;
    pith_status status = PITH_OK;
    for (size_t i = 0; i < j->count; i++) {
        if (j->targets[i].is_number && j->targets[i].error.status == PITH_OK) {
            names[i] = j->targets[i].number;
            any = true;
        }
    }
    if (any)
        status = pith_resolve_all(j->arena, &j->lookup.sources, j->lookup.keyring, names, j->count,
                                  results, errors, err);
    for (size_t i = 0; i < j->count && status == PITH_OK; i++) {
        target *t = &j->targets[i];
        if (!t->is_number || t->error.status != PITH_OK)
            continue;
        if (!results[i])
            t->error = errors[i];
        else if (!results[i]->intact || results[i]->asked_other)
            (void)pith_result_error(results[i], t->name, &t->error);
        else
            status = pith_ots_new(j->arena, results[i]->digest, &j->items[i].proof, err);
        if (results[i] && !t->path)
            t->path = path_of(j->arena, results[i]->number.id);
    }
    return status;
}

static pith_status resolve(job *j, pith_error *err)
{
    pith_target *names = calloc(j->count + 1, sizeof *names);
    pith_result **results = calloc(j->count + 1, sizeof *results);
    pith_error *errors = calloc(j->count + 1, sizeof *errors);
    pith_status status;
    if (names && results && errors)
        status = resolve_into(j, names, results, errors, err);
    else
        status = pith_fail_memory(err);
    free(names);
    free(results);
    free(errors);
    return status;
}

static pith_status prepare_stamp(job *j, pith_error *err)
{
    const char *output = args_value(j->args, "output");
    for (size_t i = 0; i < j->count; i++) {
        target *t = &j->targets[i];
        t->path = output;
        if (!operand_is_file(t->name)) {
            t->is_number = true;
            t->error.status = pith_target_parse(text_of(t->name), &t->number, &t->error);
            continue;
        }
        t->path = output ? output : path_of(j->arena, t->name);
        if (!t->path)
            return pith_fail_memory(err);
        t->error.status = pith_ots_new_file(j->arena, t->name, &j->items[i].proof, &t->error);
    }
    pith_status status = resolve(j, err);
    for (size_t i = 0; i < j->count && status == PITH_OK; i++) {
        target *t = &j->targets[i];
        if (t->error.status == PITH_OK)
            (void)add_existing(j, t->path, j->items[i].proof, &t->error);
    }
    return status;
}

// Takes those that failed out of both lists, once they are reported.
static void drop_failed(job *j)
{
    size_t kept = 0;
    for (size_t i = 0; i < j->count; i++) {
        if (j->targets[i].error.status != PITH_OK) {
            put_failure(j, &j->targets[i], &j->targets[i].error);
            continue;
        }
        j->targets[kept] = j->targets[i];
        j->items[kept++] = j->items[i];
    }
    j->count = kept;
}

static pith_status run_stamp(job *j, pith_error *err)
{
    pith_status status = prepare_stamp(j, err);
    if (status != PITH_OK)
        return status;
    drop_failed(j);
    if (j->count)
        status = pith_ots_submit(j->arena, &j->calendars, j->items, j->count, err);
    for (size_t i = 0; i < j->count && status == PITH_OK; i++) {
        target *t = &j->targets[i];
        if (j->items[i].answered)
            (void)write_proof(j, t->path, j->items[i].proof, &t->error);
        if (t->error.status != PITH_OK)
            put_failure(j, t, &t->error);
        else
            status = put_item(j, t, &j->items[i], err);
    }
    return status;
}

// ---- Upgrading ------------------------------------------------------------------------

static pith_status run_upgrade(job *j, pith_error *err)
{
    const char *output = args_value(j->args, "output");
    pith_status status = PITH_OK;
    for (size_t i = 0; i < j->count && status == PITH_OK; i++) {
        target *t = &j->targets[i];
        pith_ots_submission *item = &j->items[i];
        t->path = output ? output : t->name;
        if (read_proof(j, t->name, &item->proof, &t->error) == PITH_OK && output &&
            !pith_file_same(output, t->name))
            (void)add_existing(j, output, item->proof, &t->error);
        if (t->error.status == PITH_OK)
            status = pith_ots_upgrade(j->arena, &j->calendars, item, err);
        if (status == PITH_OK && t->error.status == PITH_OK && (item->answered || output))
            (void)write_proof(j, t->path, item->proof, &t->error);
        if (status == PITH_OK && t->error.status != PITH_OK)
            put_failure(j, t, &t->error);
        else if (status == PITH_OK)
            status = put_item(j, t, item, err);
    }
    return status;
}

// ---- Verifying ------------------------------------------------------------------------

// What the proof is of, when nobody says: the file beside it, NAME for NAME.ots, or NULL.
static pith_status beside(pith_arena *arena, const char *path, const char **of, pith_error *err)
{
    size_t n = strlen(path);
    *of = NULL;
    if (n <= 4 || strcmp(path + n - 4, ".ots") != 0)
        return PITH_OK;
    char *stem = pith_path_beside(arena, "", path);
    if (!stem)
        return pith_fail_memory(err);
    stem[n - 4] = '\0';
    *of = pith_file_exists(stem) ? stem : NULL;
    return PITH_OK;
}

static pith_status run_verify(job *j, pith_error *err)
{
    target *t = &j->targets[0];
    pith_ots *proof = NULL;
    pith_ots_info info;
    pith_ots_report report;
    stamp_compared with;
    const char *of = j->count > 1 ? j->targets[1].name : NULL;
    pith_status status = of ? PITH_OK : beside(j->arena, t->name, &of, err);
    if (status == PITH_OK)
        status = read_proof(j, t->name, &proof, err);
    if (status == PITH_OK)
        status = pith_ots_describe(j->arena, proof, &info, err);
    const stamp_means means = {j->arena, &j->lookup.sources, j->lookup.keyring, &j->headers};
    if (status == PITH_OK)
        status = stamp_verify(&means, of, of && operand_is_file(of), proof, &report, &with, err);
    if (status != PITH_OK) {
        put_failure(j, t, err);
        return PITH_OK;
    }
    stamp_said said = {.target = of ? of : t->name,
                       .path = t->name,
                       .compared = with,
                       .info = &info,
                       .report = &report,
                       .words = report.words,
                       .calendars = {"", 0},
                       .findings = report.findings,
                       .exit = report.exit};
    put_report(j, &said);
    return PITH_OK;
}

// ---- Options --------------------------------------------------------------------------

// Options that have an effect in some modes only.
static pith_status check_modes(const cli_args *args, mode m, pith_error *err)
{
    enum { S = 1 << STAMP, U = 1 << UPGRADE, V = 1 << VERIFY };
    static const struct {
        const char *name;
        int modes;
    } rows[] = {{"output", S | U},   {"calendar", S | U}, {"minimum", S},    {"header", V},
                {"headers", V},      {"first-height", V}, {"checkpoint", V}, {"rpc", V},
                {"rpc-auth", V},     {"esplora", V},      {"network", V},    {"from", S | V},
                {"resolver", S | V}, {"mirrors", S | V},  {"quorum", S | V}, {"offline", V},
                {"refresh", S | V},  {"no-cache", S | V}, {"keyring", S | V}};
    const bool of_name = args->operand_count > 1 && !operand_is_file(args->operands[1]);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!args_has(args, rows[i].name))
            continue;
        const char *why = !(rows[i].modes & 1 << m) ? (m == STAMP     ? "without --verify"
                                                       : m == UPGRADE ? "with --upgrade"
                                                                      : "with --verify")
                          : m == VERIFY && rows[i].modes == (S | V) && !of_name
                              ? "with --verify, unless a number follows the proof"
                              : NULL;
        if (why)
            return pith_fail(err, PITH_USAGE, rows[i].name, "has no effect %s", why);
    }
    return PITH_OK;
}

static bool read_number(const cli_args *args, const char *name, unsigned long long max,
                        unsigned long long *out, pith_error *err)
{
    const char *text = args_value(args, name);
    char *end = NULL;
    if (!text)
        return true;
    *out = *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
    if (end && *end == '\0' && *out <= max)
        return true;
    pith_fail(err, PITH_USAGE, text, "--%s takes a whole number up to %llu", name, max);
    return false;
}

static pith_status read_headers(job *j, pith_error *err)
{
    const cli_args *args = j->args;
    const char *network = args_value(args, "network");
    unsigned long long first = 0;
    pith_headers *h = &j->headers;
    *h = (pith_headers){.header = args_value(args, "header"),
                        .file = args_value(args, "headers"),
                        .checkpoint = args_value(args, "checkpoint"),
                        .rpc = args_value(args, "rpc"),
                        .rpc_auth = getenv("PITH_RPC_AUTH"), // other users see a command line
                        .rpc_auth_file = args_value(args, "rpc-auth"),
                        .esplora = args_value(args, "esplora"),
                        .regtest = network && strcmp(network, "regtest") == 0,
                        .cacert = j->calendars.cacert,
                        .allow_private = j->calendars.allow_private,
                        .timeout_ms = j->lookup.sources.timeout_ms};
    if (network && !h->regtest && strcmp(network, "main") != 0)
        return pith_fail(err, PITH_USAGE, network, "--network is main or regtest");
    if (!read_number(args, "first-height", INT32_MAX, &first, err))
        return err->status;
    h->first_height = first;
    if (!h->file && (h->checkpoint || args_has(args, "first-height")))
        return pith_fail(err, PITH_USAGE, h->checkpoint ? "--checkpoint" : "--first-height",
                         "has no effect without --headers");
    if (!h->rpc && args_has(args, "rpc-auth"))
        return pith_fail(err, PITH_USAGE, "--rpc-auth", "has no effect without --rpc");
    if (args_has(args, "offline") && (h->rpc || h->esplora))
        return pith_fail(err, PITH_USAGE, "--offline", "--rpc and --esplora contradict it");
    return PITH_OK;
}

static pith_status read_calendars(job *j, const char **urls, pith_error *err)
{
    // What is said of the network in the environment holds for servers of any kind.
    pith_sources usual = {.cacert = j->lookup.sources.cacert,
                          .allow_private = j->lookup.sources.allow_private};
    unsigned long long minimum = 0;
    if (!environment_sources(&usual, err) ||
        !read_number(j->args, "minimum", MAX_TARGETS, &minimum, err))
        return err->status;
    if (args_has(j->args, "minimum") && minimum == 0)
        return pith_fail(err, PITH_USAGE, "--minimum", "takes a whole number from 1");
    j->calendars = (pith_calendars){.urls = urls,
                                    .url_count = args_values(j->args, "calendar", urls),
                                    .minimum = (size_t)minimum,
                                    .cacert = usual.cacert,
                                    .allow_private = usual.allow_private,
                                    .timeout_ms = j->lookup.sources.timeout_ms};
    return PITH_OK;
}

static pith_status read_options(job *j, const char **urls, pith_error *err)
{
    const cli_args *args = j->args;
    size_t n = args->operand_count;
    if (args_has(args, "upgrade") && args_has(args, "verify"))
        return pith_fail(err, PITH_USAGE, "", "stamp takes one of --upgrade and --verify");
    j->mode = args_has(args, "upgrade") ? UPGRADE : args_has(args, "verify") ? VERIFY : STAMP;
    pith_status status = check_modes(args, j->mode, err);
    if (status == PITH_OK)
        status = args_sources(args, &j->lookup.state, &j->lookup.sources, err);
    if (status == PITH_OK)
        status = read_calendars(j, urls, err);
    if (status == PITH_OK)
        status = read_headers(j, err);
    if (status != PITH_OK)
        return status;
    if (n == 0)
        return pith_fail(err, PITH_USAGE, "",
                         j->mode == STAMP ? "stamp needs a number or a file"
                                          : "stamp needs a file with a proof");
    if (j->mode == VERIFY && n > 2)
        return pith_fail(err, PITH_USAGE, "",
                         "--verify takes a proof, and the file or number that it is of");
    for (size_t i = 0; i < n && j->mode != VERIFY; i++) {
        if (strcmp(args->operands[i], "-") == 0)
            return pith_fail(err, PITH_USAGE, "-",
                             "a proof belongs to a file: standard input has no name");
    }
    const char *output = args_value(args, "output");
    if (output && strcmp(output, "-") == 0)
        return pith_fail(err, PITH_USAGE, "--output",
                         "takes a file: a proof that is there is added to");
    if (output && n > 1)
        return pith_fail(err, PITH_USAGE, "--output", "takes one proof");
    if (n > MAX_TARGETS)
        return pith_fail(err, PITH_USAGE, "", "stamp takes at most 1024 targets");
    return PITH_OK;
}

// ---- The command ----------------------------------------------------------------------

static pith_status start(job *j, const char **urls, pith_error *err)
{
    j->targets = calloc(j->args->operand_count + 1, sizeof *j->targets);
    j->items = calloc(j->args->operand_count + 1, sizeof *j->items);
    j->count = j->args->operand_count;
    if (!j->arena || !urls || !j->targets || !j->items)
        return pith_fail_memory(err);
    for (size_t i = 0; i < j->count; i++)
        j->targets[i].name = j->args->operands[i];
    pith_status status = read_options(j, urls, err);
    return status == PITH_OK ? args_keyring(j->args, j->arena, &j->lookup.keyring, err) : status;
}

static pith_exit run(const cli_args *args)
{
    static pith_status (*const modes[])(job *, pith_error *) = {run_stamp, run_upgrade, run_verify};
    job j = {.args = args, .arena = pith_arena_new(ARENA_MAX), .exit = PITH_EXIT_OK};
    const char **urls = calloc(args->given_count + 1, sizeof *urls);
    pith_error err;
    pith_buf_init(&j.out, REPORT_MAX);
    pith_status status = start(&j, urls, &err);
    msg_open(args, &j.out);
    if (status == PITH_OK)
        status = modes[j.mode](&j, &err);
    j.exit = msg_end(args, status, &err, j.exit, &j.out);
    free(j.targets);
    free(j.items);
    free(urls);
    pith_arena_free(j.arena);
    return j.exit;
}

const cli_command command_stamp = {
    .name = "stamp",
    .usage = "[options] NAME|FILE...|PROOF...",
    .summary = "Stamp records and files in Bitcoin by OpenTimestamps; verify stamps",
    .detail = "Calendars get the SHA-256 of the file, or of the record's canonical bytes, and\n"
              "promise to put it into a Bitcoin block: the proof is FILE.ots or NUMBER.ots. A\n"
              "proof that is there is added to. Some hours later, --upgrade PROOF... fetches\n"
              "the rest. --verify PROOF [NAME|FILE] compares the digest with that of the file\n"
              "or of its record, walks to the merkle root of a block and holds it against a\n"
              "header from --header, --headers, --rpc or --esplora, whose proof of work is\n"
              "checked. PITH_RPC_AUTH can hold user:password.",
    .examples = "pith stamp paper.pdf\n"
                "pith stamp --upgrade paper.pdf.ots\n"
                "pith stamp --verify paper.pdf.ots paper.pdf --rpc http://127.0.0.1:8332",
    .options = options,
    .run = run,
    .asks_others = true,
};
