// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"
#include "cli/text.h"

enum { ARENA_MAX = 1 << 30, REPORT_MAX = 32 << 20 };

static const option_row options[] = {OPTION_ROW_KEYRING, OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    pith_arena *arena;
    pith_sources sources; // of which the cache alone is used
    cli_state state;
    pith_cache_item *items;
    size_t count;
    pith_buf out;
    pith_exit exit;
} job;

// ---- path, list, clear ----------------------------------------------------------------

static pith_status run_path(job *j, pith_error *err)
{
    (void)err;
    if (j->args->json) {
        pith_buf_puts(&j->out, "{\"exit\":0,\"path\":");
        pith_json_quote(text_of(j->sources.cache), &j->out);
        pith_buf_puts(&j->out, "}");
    } else {
        pith_buf_printf(&j->out, "%s\n", j->sources.cache);
    }
    return PITH_OK;
}

// The age in words: 59s, 59m, 47h, 12d.
static void put_age(const job *j, int64_t then, char *room, size_t size)
{
    static const struct {
        int64_t seconds;
        int64_t below;
        char unit;
    } units[] = {{1, 60, 's'}, {60, 3600, 'm'}, {3600, 48 * 3600, 'h'}, {86400, INT64_MAX, 'd'}};
    int64_t age = j->sources.now - then;
    size_t i = 0;
    if (then <= 0 || age < 0) {
        snprintf(room, size, "?");
        return;
    }
    while (age >= units[i].below)
        i++;
    snprintf(room, size, "%lld%c", (long long)(age / units[i].seconds), units[i].unit);
}

static pith_status run_list(job *j, pith_error *err)
{
    (void)err;
    for (size_t i = 0; i < j->count; i++) {
        const pith_cache_item *item = &j->items[i];
        char age[24];
        if (j->args->json) {
            pith_buf_printf(&j->out,
                            "%s{\"exit\":0,\"target\":\"%s\",\"bytes\":%lld,\"fetched_at\":%lld,"
                            "\"source\":",
                            i ? "," : "", item->id, (long long)item->bytes,
                            (long long)item->fetched_at);
            pith_json_quote(item->source, &j->out);
            pith_buf_puts(&j->out, "}");
            continue;
        }
        put_age(j, item->fetched_at, age, sizeof age);
        pith_buf_printf(&j->out, "%s %9lld %5s ", item->id, (long long)item->bytes, age);
        pith_terminal_escape(item->source.n ? item->source : text_of("?"), &j->out);
        pith_buf_puts(&j->out, "\n");
    }
    return PITH_OK;
}

static pith_status run_clear(job *j, pith_error *err)
{
    size_t removed;
    size_t left;
    pith_status status = pith_cache_clear(j->arena, j->sources.cache, &removed, &left, err);
    if (status != PITH_OK)
        return status;
    if (left > 0) {
        return pith_fail(err, PITH_IO_WRITE, j->sources.cache, "%zu %s could not be removed", left,
                         noun(left, "entry", "entries"));
    }
    if (j->args->json)
        pith_buf_printf(&j->out, "{\"exit\":0,\"removed\":%zu}", removed);
    else
        msg_note(j->args, "%s: %zu %s removed", j->sources.cache, removed,
                 noun(removed, "entry", "entries"));
    return PITH_OK;
}

// ---- verify ---------------------------------------------------------------------------

// Names that stood for records that have others, when the damaged records are gone.
static pith_status verify_names(job *j, size_t *dropped, pith_error *err)
{
    pith_status status = pith_cache_check_names(j->arena, j->sources.cache, dropped, err);
    if (status != PITH_OK || *dropped == 0)
        return status;
    pith_error wrong;
    status =
        pith_fail(&wrong, PITH_ALIAS_MISMATCH, j->sources.cache, "%zu %s another record; dropped",
                  *dropped, noun(*dropped, "name stood for", "names stood for"));
    j->exit = pith_exit_worse(j->exit, msg_report(j->args, "names", status, NULL, &wrong, &j->out));
    return PITH_OK;
}

// Each entry by its own number, with no network; resolving drops what is damaged.
static pith_status run_verify(job *j, pith_error *err)
{
    const pith_keyring *keyring;
    size_t damaged = 0;
    size_t checked = 0;
    size_t names = 0;
    pith_status status = args_keyring(j->args, j->arena, &keyring, err);
    for (size_t i = 0; i < j->count && status == PITH_OK; i++) {
        pith_arena *arena = pith_arena_new(ARENA_MAX);
        pith_result *result = NULL;
        pith_number number = {.year = 0};
        pith_error why = ERROR_MEMORY;
        pith_status found = PITH_MEMORY;
        memcpy(number.id, j->items[i].id, sizeof number.id);
        if (arena)
            found = pith_resolve(arena, &j->sources, keyring, &number, &result, &why);
        pith_exit exit = found == PITH_OK ? result->exit : pith_status_exit(found);
        if (found == PITH_NOT_FOUND) { // a killed process made its folder and no more
            pith_arena_free(arena);
            continue;
        }
        j->exit = pith_exit_worse(j->exit, exit);
        if (j->args->json) {
            pith_buf_puts(&j->out, checked ? "," : "");
            (void)msg_report(j->args, number.id, found, result, &why, &j->out);
        } else if (exit != PITH_EXIT_OK) {
            damaged += exit == PITH_EXIT_INVALID || exit == PITH_EXIT_MALFORMED;
            pith_buf_printf(&j->out, "%s\n", number.id);
            (void)msg_report(j->args, number.id, found, result, &why, &j->out);
        }
        checked++;
        pith_arena_free(arena);
    }
    if (status == PITH_OK)
        status = verify_names(j, &names, err);
    if (status == PITH_OK && !j->args->json)
        msg_note(j->args, "%zu %s checked, %zu damaged %s dropped", checked,
                 noun(checked, "entry", "entries"), damaged + names,
                 noun(damaged + names, "one", "ones"));
    return status;
}

// ---- The command ----------------------------------------------------------------------

typedef pith_status (*action)(job *j, pith_error *err);

static pith_status prepare(job *j, action *out, pith_error *err)
{
    static const struct {
        const char *name;
        action run;
    } actions[] = {
        {"path", run_path}, {"list", run_list}, {"verify", run_verify}, {"clear", run_clear}};
    const char *word = j->args->operand_count == 1 ? j->args->operands[0] : "";
    *out = NULL;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(word, actions[i].name) == 0)
            *out = actions[i].run;
    }
    if (!*out)
        return pith_fail(err, PITH_USAGE, "", "cache takes path, list, verify or clear");
    if (*out != run_verify && args_has(j->args, "keyring"))
        return pith_fail(err, PITH_USAGE, "", "--keyring goes with verify");
    pith_status status = args_sources(j->args, &j->state, &j->sources, err);
    if (status != PITH_OK)
        return status;
    j->sources.offline = true;
    if (!j->sources.cache) {
        return pith_fail(err, PITH_USAGE, "",
                         "there is no cache: PITH_CACHE_DIR is empty, or HOME is not set");
    }
    return pith_cache_list(j->arena, j->sources.cache, &j->items, &j->count, err);
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args, .arena = pith_arena_new(ARENA_MAX), .exit = PITH_EXIT_OK};
    pith_error err = ERROR_MEMORY;
    action what = NULL;
    pith_buf_init(&j.out, REPORT_MAX);
    pith_status status = j.arena ? prepare(&j, &what, &err) : PITH_MEMORY;
    msg_open(args, &j.out);
    if (status == PITH_OK)
        status = what(&j, &err);
    j.exit = msg_end(args, status, &err, j.exit, &j.out);
    pith_arena_free(j.arena);
    return j.exit;
}

const cli_command command_cache = {
    .name = "cache",
    .usage = "[options] path|list|verify|clear",
    .summary = "Show, check or empty the cache of documents",
    .detail = "list shows number, bytes, age and where it came from. verify checks every entry\n"
              "again without the network and drops what is damaged. The cache lies in\n"
              "$PITH_CACHE_DIR, or $XDG_CACHE_HOME/pith, or ~/.cache/pith; clear removes what\n"
              "pith has put there and nothing else.",
    .examples = "pith cache list\n"
                "pith cache verify",
    .options = options,
    .run = run,
};
