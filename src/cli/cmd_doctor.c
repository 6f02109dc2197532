// SPDX-License-Identifier: MIT
//
// Says what works here and what does not, with a remedy for each. It changes nothing; the network
// is left alone without --online. The only programs it starts are kpsewhich and the engines.
#include "cli/commands.h"
#include "cli/msg.h"
#include "cli/own_number.h"
#include "cli/paper_data.h"
#include "cli/program.h"
#include "cli/text.h"

#include <unistd.h>

enum { ARENA_MAX = 1 << 30, OUTPUT_MAX = 1 << 20, ASK_SECONDS = 10, FIRST_LINE = 200 };
enum { STY_MAX = 1 << 20, DATA_MAX = 32 << 20 };

static const option_row options[] = {
    {"online", 0, false, NULL, "ask the resolver, too"},
    {"resolver", 0, true, "URL", "that one, not https://pith.science"},
    {"cacert", 0, false, "FILE", "trust the CAs in this PEM file for the resolver"},
    {"allow-private", 0, false, NULL, "permit a resolver on loopback or a private network"},
    {"timeout", 0, false, "SEC", "give up after this many seconds (default 20)"},
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef enum state { GOOD, NOTE, BAD } state;

typedef struct job {
    const cli_args *args;
    pith_arena *arena;
    pith_sources sources;
    cli_state state;
    const pith_keyring *keyring;
    const char *paper; // or NULL
    char *folder;      // of the paper; NULL: here
    char kpsewhich[1024];
    pith_buf out;
    size_t rows;
    pith_exit exit;
} job;

// As much of the text as fits, as a C string; what shows it escapes it.
static const char *cut(pith_text text, char *room, size_t size)
{
    size_t n = text.n < size ? text.n : size - 1;
    if (n)
        memcpy(room, text.p, n);
    room[n] = '\0';
    return room;
}

// ---- Rows -----------------------------------------------------------------------------

static void put_row(job *j, state how, const char *check, const char *what, const char *remedy)
{
    static const char *const words[] = {"ok", "note", "FAIL"};
    static const char *const json[] = {"ok", "note", "fail"};
    if (how == BAD)
        j->exit = pith_exit_worse(j->exit, PITH_EXIT_INCOMPLETE);
    if (j->args->json) {
        pith_buf_printf(&j->out, "%s{\"exit\":%d,\"check\":\"%s\",\"state\":\"%s\",\"what\":",
                        j->rows++ ? "," : "", how == BAD ? PITH_EXIT_INCOMPLETE : PITH_EXIT_OK,
                        check, json[how]);
        pith_json_quote(text_of(what), &j->out);
        pith_buf_puts(&j->out, ",\"remedy\":");
        pith_json_quote(text_of(remedy), &j->out);
        pith_buf_puts(&j->out, "}");
        return;
    }
    if (j->args->quiet && how != BAD)
        return;
    pith_buf_printf(&j->out, "%-4s  %-9s ", words[how], check);
    pith_terminal_escape(text_of(what), &j->out);
    if (*remedy) {
        pith_buf_puts(&j->out, "\n                -> ");
        pith_terminal_escape(text_of(remedy), &j->out);
    }
    pith_buf_puts(&j->out, "\n");
}

static void put_error(job *j, const char *check, const pith_error *err)
{
    char what[sizeof err->object + sizeof err->message + 4];
    snprintf(what, sizeof what, "%s%s%s", err->object, *err->object ? ": " : "", err->message);
    put_row(j, BAD, check, what, pith_status_remedy(err->status));
}

static void row(job *j, state how, const char *check, const char *remedy, const char *format, ...)
    PITH_PRINTF(5, 6);

static void row(job *j, state how, const char *check, const char *remedy, const char *format, ...)
{
    char what[1500];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    put_row(j, how, check, what, remedy);
}

// ---- Programs -------------------------------------------------------------------------

// The first line that `program argument...` prints. False: it does not answer, or fails.
static bool first_line(job *j, const char *program, const char *argument, char *line, size_t size)
{
    const char *const argv[] = {program, argument, NULL};
    const program_run call = {
        .path = program, .argv = argv, .folder = j->folder, .seconds = ASK_SECONDS};
    pith_error err;
    pith_buf out;
    int code = 0;
    pith_buf_init(&out, 64 << 10);
    bool good = program_start(&call, &out, &code, &err) == PITH_OK && code == 0;
    size_t n = good && out.data ? strcspn(out.data, "\r\n") : 0;
    cut((pith_text){out.data, n}, line, size);
    pith_buf_free(&out);
    return good;
}

static void check_engines(job *j)
{
    static const char *const engines[] = {"pdflatex", "lualatex", "xelatex"};
    size_t found = 0;
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        char path[1024];
        char line[FIRST_LINE];
        if (!program_find(engines[i], path, sizeof path))
            continue;
        bool works = first_line(j, path, "--version", line, sizeof line);
        found += works;
        row(j, works ? GOOD : NOTE, "engine", works ? "" : "reinstall it, or use another one",
            "%s: %s", path, works ? line : "does not tell its version");
    }
    if (found == 0)
        row(j, BAD, "engine", "install TeX Live or MiKTeX, and put its programs into PATH",
            "PATH has no working pdflatex, lualatex or xelatex");
}

// A variable of texmf.cnf; empty when it has none.
static void kpse_variable(job *j, const char *name, char *value, size_t size)
{
    char option[64];
    snprintf(option, sizeof option, "-var-value=%s", name);
    if (!first_line(j, j->kpsewhich, option, value, size))
        *value = '\0';
}

// Whether `word` is in a list with commas between.
static bool is_listed(const char *list, const char *word)
{
    size_t len = strlen(word);
    while (*list) {
        size_t n = strcspn(list, ",");
        if (n == len && memcmp(list, word, n) == 0)
            return true;
        list += n + (list[n] == ',');
    }
    return false;
}

static void check_shell(job *j)
{
    char mode[FIRST_LINE];
    char list[4096];
    if (!*j->kpsewhich)
        return;
    kpse_variable(j, "shell_escape", mode, sizeof mode);
    kpse_variable(j, "shell_escape_commands", list, sizeof list);
    bool listed = is_listed(list, "pith-tex");
    const char *word = strcmp(mode, "p") == 0   ? "restricted"
                       : strcmp(mode, "t") == 0 ? "on for every program"
                       : strcmp(mode, "f") == 0 ? "off"
                                                : "unknown";
    // Nothing needs it: `pith prepare` runs before TeX.
    row(j, strcmp(mode, "t") == 0 ? NOTE : GOOD, "shell",
        strcmp(mode, "t") == 0 ? "let texmf.cnf say shell_escape = p: pith does not need more" : "",
        "shell escape is %s; shell_escape_commands %s pith-tex (not needed)", word,
        listed ? "has" : "has not");
}

// ---- The package ----------------------------------------------------------------------

// The version in \ProvidesExplPackage{pith}{DATE}{VERSION}.
static bool read_version(pith_text sty, char *version, size_t size)
{
    static const char mark[] = "\\ProvidesExplPackage{pith}{";
    const char *at = NULL;
    for (size_t i = 0; i + sizeof mark < sty.n && !at; i++) {
        if (memcmp(sty.p + i, mark, sizeof mark - 1) == 0)
            at = sty.p + i + sizeof mark - 1;
    }
    const char *end = sty.p + sty.n;
    at = at ? memchr(at, '{', (size_t)(end - at)) : NULL;
    const char *close = at ? memchr(at, '}', (size_t)(end - at)) : NULL;
    if (!close || (size_t)(close - at) > size)
        return false;
    cut((pith_text){at + 1, (size_t)(close - at - 1)}, version, size);
    return true;
}

// MAJOR.MINOR decide whether the data file of one is read by the other.
static bool fits(const char *version)
{
    const char *dot = strchr(PITH_VERSION, '.');
    size_t n = (size_t)(strchr(dot + 1, '.') - PITH_VERSION);
    return strncmp(version, PITH_VERSION, n) == 0 && (version[n] == '.' || version[n] == '\0');
}

static void check_package(job *j)
{
    static const char remedy[] =
        "copy tex/pith.sty beside the paper, or add its folder to TEXINPUTS";
    char path[1024];
    char version[40];
    pith_text sty;
    pith_error err;
    if (!*j->kpsewhich) {
        row(j, NOTE, "package", "look whether pith.sty stands beside the paper",
            "PATH has no kpsewhich, so that pith.sty cannot be looked for");
        return;
    }
    if (!first_line(j, j->kpsewhich, "pith.sty", path, sizeof path) || !*path) {
        row(j, BAD, "package", remedy, "TeX does not find pith.sty");
        return;
    }
    // kpsewhich answers as seen from where it ran.
    char *whole = path;
    if (j->paper && *path != '/')
        whole = pith_path_beside(j->arena, j->paper, path);
    if (!whole || pith_file_read(j->arena, whole, STY_MAX, &sty, &err) != PITH_OK)
        row(j, BAD, "package", remedy, "%s cannot be read", path);
    else if (!read_version(sty, version, sizeof version))
        row(j, BAD, "package", remedy, "%s does not tell its version", whole);
    else
        row(j, fits(version) ? GOOD : NOTE, "package",
            fits(version) ? "" : "use pith.sty and pith of one release", "%s: version %s", whole,
            version);
}

// ---- Folders --------------------------------------------------------------------------

static void check_output(job *j)
{
    static const char *const variables[] = {"TEXMF_OUTPUT_DIRECTORY", "TEXMFOUTPUT"};
    for (size_t i = 0; i < 2; i++) {
        const char *value = getenv(variables[i]);
        if (!value || !*value)
            continue;
        bool works = access(value, W_OK | X_OK) == 0;
        row(j, works ? GOOD : BAD, "output", works ? "" : "make that folder, or unset the variable",
            "%s=%s%s", variables[i], value, works ? "" : " cannot be written");
    }
}

static void check_cache(job *j)
{
    pith_cache_item *items;
    size_t count;
    pith_error err;
    int64_t bytes = 0;
    const char *dir = j->sources.cache;
    if (!dir) {
        row(j, NOTE, "cache", "set XDG_CACHE_HOME or PITH_CACHE_DIR to an absolute folder",
            "there is none: every run asks the network");
        return;
    }
    if (!pith_file_exists(dir)) {
        row(j, GOOD, "cache", "", "%s: will be made when it is needed", dir);
        return;
    }
    if (access(dir, R_OK | W_OK | X_OK) != 0) {
        row(j, BAD, "cache", "mend its rights, or set PITH_CACHE_DIR", "%s cannot be written", dir);
        return;
    }
    if (pith_cache_list(j->arena, dir, &items, &count, &err) != PITH_OK) {
        put_error(j, "cache", &err);
        return;
    }
    for (size_t i = 0; i < count; i++)
        bytes += items[i].bytes;
    row(j, GOOD, "cache", "", "%s: %zu %s, %lld KB", dir, count, noun(count, "number", "numbers"),
        (long long)(bytes / 1024));
}

// ---- Keys and resolvers ---------------------------------------------------------------

static void check_keyring(job *j)
{
    pith_error err;
    pith_key_info key;
    char name[80];
    const char *named = args_value(j->args, "keyring");
    const char *usual = getenv("PITH_KEYRING");
    const char *from = named ? named : usual && *usual ? usual : "built in";
    if (args_keyring(j->args, j->arena, &j->keyring, &err) != PITH_OK) {
        put_error(j, "keyring", &err);
        j->keyring = NULL;
        return;
    }
    size_t count = pith_keyring_count(j->keyring);
    if (count == 0)
        row(j, BAD, "keyring", "name a keyring with a key: see `pith help keys`", "%s: no key",
            from);
    for (size_t i = 0; i < count; i++) {
        pith_keyring_describe(j->keyring, i, &key);
        row(j, GOOD, "keyring", "", "%s: %s, fingerprint %s", from,
            cut(key.key_id, name, sizeof name), key.fingerprint);
    }
}

static const char *resolver_name(const job *j)
{
    return j->sources.resolver_count ? j->sources.resolvers[0] : "https://pith.science";
}

static void check_online(job *j)
{
    const pith_keyring *theirs;
    const char *url = "";
    pith_key_info key;
    char name[80];
    pith_error err;
    if (pith_keyring_fetch(j->arena, &j->sources, &theirs, &url, &err) != PITH_OK) {
        put_error(j, "resolver", &err);
        return;
    }
    row(j, GOOD, "resolver", "", "%s answers", url);
    for (size_t i = 0; j->keyring && i < pith_keyring_count(theirs); i++) {
        pith_keyring_describe(theirs, i, &key);
        pith_status standing = pith_keyring_compare(j->keyring, &key);
        if (standing == PITH_OK)
            continue;
        row(j, standing == PITH_KEY_DIFFERS ? BAD : NOTE, "resolver", pith_status_remedy(standing),
            "it signs with %s, which the keyring %s", cut(key.key_id, name, sizeof name),
            standing == PITH_KEY_DIFFERS ? "has with other bytes" : "does not have");
    }
}

static void check_resolvers(job *j)
{
    static const char *const proxies[] = {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"};
    pith_error err;
    if (args_sources(j->args, &j->state, &j->sources, &err) != PITH_OK ||
        pith_resolvers_check(j->arena, &j->sources, &err) != PITH_OK) {
        put_error(j, "resolver", &err);
        return;
    }
    for (size_t i = 0; i < sizeof proxies / sizeof *proxies; i++) {
        const char *value = getenv(proxies[i]);
        if (value && *value)
            row(j, NOTE, "resolver", "fetch elsewhere, and give the documents with --from",
                "%s is set, but pith uses no proxy", proxies[i]);
    }
    if (args_has(j->args, "online"))
        check_online(j);
    else
        row(j, GOOD, "resolver", "", "%s (not asked: see --online)", resolver_name(j));
}

// ---- The paper ------------------------------------------------------------------------

// Whether a data file shows of its records what they say: TeX takes its word for it. What sources
// say besides, the statuses, is in the file alone.
static bool shows_records(job *j, const char *path, pith_error *err)
{
    own_data own;
    pith_buf data;
    pith_buf_init(&data, DATA_MAX);
    pith_status status = own_data_read(j->arena, path, j->keyring, &own, err);
    if (status == PITH_OK)
        status = pith_tex_data_each(j->arena, (const pith_result *const *)own.results, own.count,
                                    own.relations, &data, err);
    bool same = status == PITH_OK && pith_buf_ok(&data) && paper_data_same(j->arena, path, &data);
    own_data_free(&own);
    pith_buf_free(&data);
    return same;
}

static void check_data(job *j, const pith_mentions *mentions)
{
    static const char remedy[] = "run `pith prepare` for the paper";
    char *path = pith_path_beside(j->arena, j->paper, PITH_TEX_DATA_NAME);
    char key[80];
    paper_data found;
    pith_text data;
    pith_error err;
    if (!path || !pith_file_exists(path)) {
        row(j, BAD, "data", remedy, "%s is missing: numbers are only linked", PITH_TEX_DATA_NAME);
        return;
    }
    pith_status status = pith_file_read(j->arena, path, DATA_MAX, &data, &err);
    if (status == PITH_OK)
        status = paper_data_check(j->arena, j->keyring, data, path, mentions, &found, &err);
    if (status == PITH_MEMORY || status == PITH_IO_READ)
        put_error(j, "data", &err);
    else if (status != PITH_OK)
        row(j, BAD, "data", remedy, "%s: %s", path, err.message);
    else if (!j->keyring)
        row(j, BAD, "data", "mend the keyring first",
            "%s: without keys its records cannot be checked", path);
    else if (found.missing && found.unknown_key.n)
        row(j, BAD, "data", "name the keyring that `pith prepare` had, with --keyring",
            "%s: whether %s holds cannot be told: the keyring has no key %s for its receipt", path,
            found.missing->number.id, cut(found.unknown_key, key, sizeof key));
    else if (found.missing)
        row(j, BAD, "data", remedy, "%s has no record of %s that holds", path,
            found.missing->number.id);
    else if (!shows_records(j, path, &err))
        row(j, BAD, "data", remedy, "%s: what it shows does not follow from its records", path);
    else
        row(j, GOOD, "data", "",
            "%s: %zu %s, all that the paper needs (sources not asked: see `pith prepare --check`)",
            path, found.records, noun(found.records, "record", "records"));
}

static void check_paper(job *j)
{
    pith_mentions mentions;
    pith_error err;
    if (pith_paper_scan(j->arena, &j->paper, 1, &mentions, &err) != PITH_OK) {
        put_error(j, "paper", &err);
        return;
    }
    if (mentions.count == 0) {
        row(j, BAD, "paper", pith_status_remedy(PITH_NO_MENTION), "%s has no \\pithnumber",
            j->paper);
        return;
    }
    row(j, GOOD, "paper", "", "%s: %zu %s", j->paper, mentions.count,
        noun(mentions.count, "number", "numbers"));
    check_data(j, &mentions);
}

// ---- The whole ------------------------------------------------------------------------

static void check_libraries(job *j)
{
    pith_buf lines;
    pith_error err;
    pith_buf_init(&lines, 64 << 10);
    pith_buf_puts(&lines, "pith " PITH_VERSION ", with ");
    pith_status status = pith_libraries(&lines, &err);
    if (pith_buf_ok(&lines)) {
        while (lines.len && lines.data[lines.len - 1] == '\n')
            lines.data[--lines.len] = '\0';
        for (size_t i = 0; i < lines.len; i++) {
            if (lines.data[i] == '\n')
                lines.data[i] = ' ';
        }
        put_row(j, GOOD, "pith", lines.data, "");
    }
    if (status != PITH_OK)
        put_error(j, err.status == PITH_NETWORK_LIBRARY ? "libcurl" : "library", &err);
    pith_buf_free(&lines);
}

static void check_all(job *j)
{
    if (!program_find("kpsewhich", j->kpsewhich, sizeof j->kpsewhich))
        *j->kpsewhich = '\0';
    check_libraries(j);
    check_engines(j);
    check_package(j);
    check_shell(j);
    check_output(j);
    check_keyring(j);
    check_resolvers(j);
    check_cache(j);
    if (j->paper)
        check_paper(j);
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args, .arena = pith_arena_new(ARENA_MAX)};
    pith_error err = ERROR_MEMORY;
    pith_buf_init(&j.out, OUTPUT_MAX);
    j.paper = args->operand_count ? args->operands[0] : NULL;
    if (args->operand_count > 1) {
        pith_fail(&err, PITH_USAGE, "", "doctor looks at one paper");
    } else if (j.paper && !pith_file_exists(j.paper)) {
        pith_fail(&err, PITH_IO_READ, j.paper, "there is no such file");
    } else if (j.arena) {
        j.folder = j.paper ? pith_path_beside(j.arena, j.paper, ".") : NULL;
        err.status = PITH_OK;
    }
    msg_open(args, &j.out);
    if (err.status == PITH_OK)
        check_all(&j);
    j.exit = msg_end(args, err.status, &err, j.exit, &j.out);
    pith_arena_free(j.arena);
    return j.exit;
}

const cli_command command_doctor = {
    .name = "doctor",
    .usage = "[options] [FILE.tex]",
    .summary = "Say what works here, with a remedy for what does not",
    .detail = "Looks at TeX's engines, pith.sty, shell escape, the output folder, the keyring,\n"
              "the resolver and the cache; with a paper also at its data file. Nothing is\n"
              "changed, and without --online nobody is asked. Exit 3 when something fails.",
    .examples = "pith doctor main.tex\n"
                "pith doctor --online",
    .options = options,
    .run = run,
};
