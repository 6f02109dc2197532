// SPDX-License-Identifier: MIT
#include "cli/options.h"

#include <strings.h>
#include <unistd.h>

#include "cli/environment.h"
#include "cli/text.h"

static size_t min3(size_t a, size_t b, size_t c)
{
    size_t m = a < b ? a : b;
    return m < c ? m : c;
}

// Levenshtein distance of two short words.
static size_t distance(const char *a, const char *b)
{
    enum { MAX = 32 };
    size_t row[MAX + 1];
    size_t n = strlen(b);
    if (n > MAX || strlen(a) > MAX)
        return MAX;
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t above = row[j];
            row[j] = min3(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[n];
}

const char *nearest(const char *typed, const char *(*candidate)(size_t index, const void *context),
                    const void *context)
{
    const char *best = NULL;
    size_t best_distance = strlen(typed) / 2 + 1;
    const char *name;
    for (size_t i = 0; (name = candidate(i, context)) != NULL; i++) {
        size_t d = distance(typed, name);
        if (d < best_distance) {
            best = name;
            best_distance = d;
        }
    }
    return best;
}

static const char *option_name(size_t index, const void *context)
{
    const option_row *rows = context;
    return rows[index].name;
}

static const option_row *find_row(const cli_command *command, const char *name, size_t len)
{
    for (const option_row *row = command->options; row->name; row++) {
        if (strlen(row->name) == len && memcmp(row->name, name, len) == 0)
            return row;
    }
    return NULL;
}

static const option_row *find_letter(const cli_command *command, char letter)
{
    for (const option_row *row = command->options; row->name; row++) {
        if (row->letter && row->letter == letter)
            return row;
    }
    return NULL;
}

static bool add_option(cli_args *out, const option_row *row, const char *value, pith_error *err)
{
    for (size_t i = 0; i < out->given_count && !row->repeats; i++) {
        if (out->given[i].row == row) {
            pith_fail(err, PITH_USAGE, row->name, "--%s is given twice", row->name);
            return false;
        }
    }
    out->given[out->given_count].row = row;
    out->given[out->given_count++].value = value;
    return true;
}

// --name, --name=value or --name value; *i moves over a value taken from the next word.
static bool read_long(cli_args *out, int argc, char **argv, int *i, pith_error *err)
{
    const char *name = argv[*i] + 2;
    const char *equals = strchr(name, '=');
    size_t len = equals ? (size_t)(equals - name) : strlen(name);
    const option_row *row = find_row(out->command, name, len);
    if (!row) {
        char typed[64];
        snprintf(typed, sizeof typed, "%.*s", (int)len, name);
        const char *near = nearest(typed, option_name, out->command->options);
        if (near)
            pith_fail(err, PITH_USAGE, argv[*i], "unknown option; did you mean --%s?", near);
        else
            pith_fail(err, PITH_USAGE, argv[*i], "unknown option");
        return false;
    }
    if (!row->value && equals) {
        pith_fail(err, PITH_USAGE, argv[*i], "--%s takes no value", row->name);
        return false;
    }
    const char *value = equals ? equals + 1 : NULL;
    if (row->value && !value) {
        if (*i + 1 >= argc) {
            pith_fail(err, PITH_USAGE, argv[*i], "--%s needs a value: %s", row->name, row->value);
            return false;
        }
        value = argv[++*i];
    }
    return add_option(out, row, value, err);
}

// -q, or -oFILE, or -o FILE; switches may be bundled.
static bool read_short(cli_args *out, int argc, char **argv, int *i, pith_error *err)
{
    const char *word = argv[*i];
    for (const char *p = word + 1; *p; p++) {
        const option_row *row = find_letter(out->command, *p);
        if (!row) {
            pith_fail(err, PITH_USAGE, word, "unknown option");
            return false;
        }
        const char *value = NULL;
        if (row->value) {
            value = p[1] ? p + 1 : *i + 1 < argc ? argv[++*i] : NULL;
            if (!value) {
                pith_fail(err, PITH_USAGE, word, "-%c needs a value: %s", row->letter, row->value);
                return false;
            }
        }
        if (!add_option(out, row, value, err))
            return false;
        if (value)
            break;
    }
    return true;
}

static bool read_common(cli_args *out, pith_error *err)
{
    const char *colour = args_value(out, "color");
    out->json = args_has(out, "json");
    out->quiet = args_has(out, "quiet");
    out->colour_always = colour && strcmp(colour, "always") == 0;
    out->colour_never = colour && strcmp(colour, "never") == 0;
    if (colour && !out->colour_always && !out->colour_never && strcmp(colour, "auto") != 0) {
        pith_fail(err, PITH_USAGE, colour, "--color takes auto, always or never");
        return false;
    }
    return true;
}

pith_status args_parse(const cli_command *command, int argc, char **argv, cli_args *out,
                       pith_error *err)
{
    // Bundled switches can outnumber the words, but not the letters.
    size_t letters = 1;
    for (int i = 0; i < argc; i++)
        letters += strlen(argv[i]);
    *out = (cli_args){.command = command,
                      .operands = calloc((size_t)argc + 1, sizeof *out->operands),
                      .given = calloc(letters, sizeof *out->given),
                      .places = calloc(letters, sizeof *out->places)};
    if (!out->operands || !out->given || !out->places)
        return pith_fail_memory(err);
    bool options = true;
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        bool good = true;
        if (options && strcmp(word, "--") == 0)
            options = false;
        else if (options && word[0] == '-' && word[1] == '-')
            good = read_long(out, argc, argv, &i, err);
        else if (options && word[0] == '-' && word[1])
            good = read_short(out, argc, argv, &i, err);
        else
            out->operands[out->operand_count++] = word;
        if (!good)
            return err->status;
    }
    return read_common(out, err) ? PITH_OK : err->status;
}

void args_free(cli_args *args)
{
    free(args->operands);
    free(args->given);
    free(args->places);
}

bool args_has(const cli_args *args, const char *name)
{
    for (size_t i = 0; i < args->given_count; i++) {
        if (strcmp(args->given[i].row->name, name) == 0)
            return true;
    }
    return false;
}

const char *args_value(const cli_args *args, const char *name)
{
    for (size_t i = 0; i < args->given_count; i++) {
        if (strcmp(args->given[i].row->name, name) == 0)
            return args->given[i].value;
    }
    return NULL;
}

size_t args_values(const cli_args *args, const char *name, const char **values)
{
    size_t count = 0;
    for (size_t i = 0; i < args->given_count; i++) {
        if (strcmp(args->given[i].row->name, name) == 0)
            values[count++] = args->given[i].value;
    }
    return count;
}

// $PITH_CACHE_DIR, $XDG_CACHE_HOME/pith or ~/.cache/pith; relative values of the last two are
// ignored, as the XDG specification says. Without any, or with an empty PITH_CACHE_DIR, there is no
// cache.
static const char *cache_path(char *room, size_t size, pith_error *err)
{
    static const struct {
        const char *variable;
        const char *below;
    } places[] = {{"PITH_CACHE_DIR", ""}, {"XDG_CACHE_HOME", "/pith"}, {"HOME", "/.cache/pith"}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *base = getenv(places[i].variable);
        if (i == 0 && base && *base == '\0')
            return NULL;
        if (i == 0 && base && base[0] != '/') {
            pith_fail(err, PITH_USAGE, "PITH_CACHE_DIR", "is not an absolute path");
            return NULL;
        }
        if (!base || base[0] != '/')
            continue;
        int n = snprintf(room, size, "%s%s", base, places[i].below);
        return n > 0 && (size_t)n < size ? room : NULL;
    }
    return NULL;
}

static bool read_count(const cli_args *args, const char *name, long max, long *out, pith_error *err)
{
    const char *text = args_value(args, name);
    if (!text)
        return true;
    char *end;
    *out = strtol(text, &end, 10);
    if (*text != '\0' && *end == '\0' && *out >= 1 && *out <= max)
        return true;
    pith_fail(err, PITH_USAGE, text, "--%s takes a whole number from 1 to %ld", name, max);
    return false;
}

static bool is_missing(const char *option, const char *path, const char *what, pith_error *err)
{
    char object[sizeof err->object + 1]; // one more, so that a cut is seen
    snprintf(object, sizeof object, "%s %s", option, path);
    pith_fail(err, PITH_IO_READ, object, "there is no such %s", what);
    return false;
}

// Options that cannot take effect together.
static bool fits_together(const cli_args *args, const pith_sources *sources, pith_error *err)
{
    static const char *const network[] = {"resolver", "mirrors",       "quorum",
                                          "refresh",  "no-cache",      "offline",
                                          "cacert",   "allow-private", "timeout"};
    enum { NETWORK = sizeof network / sizeof *network, OF_ALL = 4 };
    for (size_t i = 0; i < NETWORK - (args->command->asks_others ? OF_ALL : 0); i++) {
        if (sources->from_count && args_has(args, network[i])) {
            pith_fail(err, PITH_USAGE, network[i],
                      "--%s has no effect with --from, which uses no network", network[i]);
            return false;
        }
    }
    bool no_cache = args_has(args, "no-cache");
    if (sources->offline && !sources->from_count && (sources->refresh || no_cache)) {
        pith_fail(err, PITH_USAGE, "--offline",
                  no_cache ? "--no-cache contradicts it" : "--refresh contradicts it");
        return false;
    }
    if (sources->quorum > 1 && sources->use_mirrors) {
        pith_fail(err, PITH_USAGE, "--mirrors", "has no effect with --quorum");
        return false;
    }
    const char *cacert = args_value(args, "cacert"); // that of the environment may not be needed
    if (cacert && !pith_file_exists(cacert))
        return is_missing("--cacert", cacert, "file", err);
    for (size_t i = 0; i < sources->from_count; i++) {
        if (strcmp(sources->from[i], "-") == 0 || pith_file_exists(sources->from[i]))
            continue;
        return is_missing("--from", sources->from[i], "file or folder", err);
    }
    return true;
}

static size_t without_slash(const char *url)
{
    size_t n = strlen(url);
    while (n > 0 && url[n - 1] == '/')
        n--;
    return n;
}

// A quorum of resolvers, each a different one.
static bool are_enough(const pith_sources *sources, pith_error *err)
{
    if (sources->quorum < 2 || sources->from_count || sources->offline)
        return true;
    for (size_t i = 0; i < sources->resolver_count; i++) {
        for (size_t k = 0; k < i; k++) {
            const char *a = sources->resolvers[i];
            const char *b = sources->resolvers[k];
            size_t n = without_slash(a);
            if (n == without_slash(b) && strncasecmp(a, b, n) == 0) {
                pith_fail(err, PITH_USAGE, a, "is named twice, which makes no quorum");
                return false;
            }
        }
    }
    if (sources->quorum <= sources->resolver_count)
        return true;
    pith_fail(err, PITH_USAGE, "--quorum", "%zu needs as many --resolver", sources->quorum);
    return false;
}

pith_status args_sources(const cli_args *args, cli_state *state, pith_sources *out, pith_error *err)
{
    long quorum = 0;
    long seconds = 0;
    size_t from_count = args_values(args, "from", args->places);
    const char **resolvers = args->places + from_count;
    *out = (pith_sources){.from = args->places,
                          .from_count = from_count,
                          .resolvers = resolvers,
                          .resolver_count = args_values(args, "resolver", resolvers),
                          .use_mirrors = args_has(args, "mirrors"),
                          .offline = args_has(args, "offline"),
                          .refresh = args_has(args, "refresh"),
                          .now = (int64_t)time(NULL),
                          .cacert = args_value(args, "cacert"),
                          .allow_private = args_has(args, "allow-private")};
    *err = (pith_error){.status = PITH_OK};
    if (!args_has(args, "no-cache"))
        out->cache = cache_path(state->cache, sizeof state->cache, err);
    if (err->status != PITH_OK)
        return err->status;
    if (!read_count(args, "quorum", 16, &quorum, err) ||
        !read_count(args, "timeout", 3600, &seconds, err) || !environment_sources(out, err))
        return err->status;
    out->quorum = (size_t)quorum;
    if (!fits_together(args, out, err) || !are_enough(out, err))
        return err->status;
    out->timeout_ms = seconds * 1000;
    if (progress_start(&state->progress, args->quiet)) {
        out->progress = progress_show;
        out->progress_context = &state->progress;
    }
    return PITH_OK;
}

pith_status args_keyring(const cli_args *args, pith_arena *arena, const pith_keyring **out,
                         pith_error *err)
{
    const char *path = args_value(args, "keyring");
    const char *usual = getenv("PITH_KEYRING");
    if (!path && usual && *usual)
        path = usual;
    if (path)
        return pith_keyring_load(arena, path, out, err);
    *out = pith_keyring_builtin();
    return PITH_OK;
}

pith_status args_lookup(const cli_args *args, pith_arena *arena, cli_lookup *out, pith_error *err)
{
    pith_status status = args_sources(args, &out->state, &out->sources, err);
    return status == PITH_OK ? args_keyring(args, arena, &out->keyring, err) : status;
}

pith_text args_moment(time_t seconds, char room[32])
{
    struct tm t;
    if (!gmtime_r(&seconds, &t))
        return (pith_text){"", 0};
    int n = snprintf(room, 32, "%04d-%02d-%02dT%02d:%02d:%02dZ", t.tm_year + 1900, t.tm_mon + 1,
                     t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec);
    return (pith_text){room, n > 0 && n < 32 ? (size_t)n : 0};
}

pith_text args_date(const cli_args *args, char room[32])
{
    const char *date = args_value(args, "date");
    return date ? text_of(date) : args_moment(time(NULL), room);
}

pith_status args_jobs(const cli_args *args, int *out, pith_error *err)
{
    enum { MAX_JOBS = 256 };
    long jobs = sysconf(_SC_NPROCESSORS_ONLN);
    jobs = jobs < 1 ? 1 : jobs > MAX_JOBS ? MAX_JOBS : jobs;
    if (!read_count(args, "jobs", MAX_JOBS, &jobs, err))
        return err->status;
    *out = (int)jobs;
    return PITH_OK;
}

// Where the explanations begin; below their option, where that is too long.
enum { HELP_COLUMN = 22 };
#define HELP_NEXT_LINE "\n                         "

void command_help(const cli_command *command, pith_buf *out)
{
    pith_buf_printf(out, "usage: pith %s %s\n\n%s.\n", command->name, command->usage,
                    command->summary);
    if (command->detail)
        pith_buf_printf(out, "\n%s\n", command->detail);
    pith_buf_puts(out, "\nexamples:\n");
    for (const char *p = command->examples; *p;) {
        size_t n = strcspn(p, "\n");
        pith_buf_printf(out, "  %.*s\n", (int)n, p);
        p += n + (p[n] == '\n');
    }
    pith_buf_puts(out, "\noptions:\n");
    for (const option_row *row = command->options; row->name; row++) {
        char left[80];
        char letter[8] = "    ";
        if (row->letter)
            snprintf(letter, sizeof letter, "-%c, ", row->letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, row->name, row->value ? " " : "",
                 row->value ? row->value : "");
        bool fits = strlen(left) <= HELP_COLUMN;
        pith_buf_printf(out, "  %-*s%s%s%s\n", fits ? HELP_COLUMN : 0, left,
                        fits ? " " : HELP_NEXT_LINE, row->help,
                        row->repeats ? " (repeatable)" : "");
    }
}
