// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/msg.h"
#include "cli/operands.h"
#include "cli/text.h"

#include <strings.h>
#include <unistd.h>

enum {
    ARENA_MAX = 1 << 30,
    REPORT_MAX = 32 << 20,
    BADGE_MAX = 256 << 20,
    TEMPLATE_MAX = 256 << 10
};

static const option_row options[] = {
    {"output", 'o', false, "FILE", "instead of standard output; a folder, with / at its end"},
    {"format", 0, false, "svg|pdf|png|html|md|tex", "default: as FILE ends, or svg"},
    {"style", 0, false, "line|card|full|label|text", "default line"},
    {"qr", 0, false, NULL, "a QR code of the record page, beside a card or full"},
    {"qr-level", 0, false, "L|M|Q|H", "error correction of the QR code (default M)"},
    {"theme", 0, false, "light|dark|auto", "auto: as the reader's screen"},
    {"dpi", 0, false, "N", "pixels an inch of a png (default 192)"},
    {"image", 0, false, "URL", "where html, md and tex find the picture"},
    {"template", 0, false, "FILE", "for svg, html, md, tex: like those in templates/badge*"},
    {"unchecked", 0, false, NULL, "look nothing up: a badge that says `not verified`"},
    {"allow-failed", 0, false, NULL, "also draw a badge that says `FAILED`"},
    OPTION_ROWS_SOURCES,
    OPTION_ROW_KEYRING,
    OPTION_ROWS_COMMON};

typedef struct job {
    const cli_args *args;
    cli_lookup lookup;
    pith_badge_format format;
    pith_badge_options how;
    const char *output; // NULL: standard output
    bool folder;
    pith_arena *arena;
    pith_arena *desk; // of one badge
    cli_operands names;
    pith_result *unchecked; // one for each name: of those that nobody looked up
    pith_buf report;
} job;

// ---- Options --------------------------------------------------------------------------

// The index of a word in a list; count when it is not there.
static size_t index_of(const char *word, const char *const *names, size_t count)
{
    size_t i = 0;
    while (i < count && strcmp(word, names[i]) != 0)
        i++;
    return i;
}

static const char *const formats[] = {
#define X(symbol, name) name,
    PITH_BADGE_FORMAT_TABLE(X)
#undef X
};
static const char *const styles[] = {"line", "card", "full", "label", "text"};
static const char *const themes[] = {"auto", "light", "dark"};

// By --format, or by what follows the last dot of the file's name.
static pith_status choose_format(job *j, pith_error *err)
{
    const char *name = args_value(j->args, "format");
    const char *dot = j->output && !j->folder ? strrchr(j->output, '.') : NULL;
    size_t found = PITH_BADGE_SVG;
    if (name) {
        found = index_of(name, formats, PITH_BADGE_FORMATS);
        if (found == PITH_BADGE_FORMATS)
            return pith_fail(err, PITH_USAGE, name,
                             "--format takes svg, pdf, png, html, md or tex");
    } else if (j->output && !j->folder) {
        for (found = 0; found < PITH_BADGE_FORMATS; found++) {
            if (dot && strcasecmp(dot + 1, formats[found]) == 0)
                break;
        }
        if (found == PITH_BADGE_FORMATS)
            return pith_fail(err, PITH_USAGE, j->output,
                             "name the format with --format, or end the file in .svg, "
                             ".pdf, .png, .html, .md or .tex");
    }
    j->format = (pith_badge_format)found;
    return PITH_OK;
}

static pith_status read_words(job *j, pith_error *err)
{
    const char *style = args_value(j->args, "style");
    const char *theme = args_value(j->args, "theme");
    const char *level = args_value(j->args, "qr-level");
    size_t found = style ? index_of(style, styles, PITH_BADGE_STYLES) : PITH_BADGE_LINE;
    if (found == PITH_BADGE_STYLES)
        return pith_fail(err, PITH_USAGE, style, "--style takes line, card, full, label or text");
    j->how.style = (pith_badge_style)found;
    found = theme ? index_of(theme, themes, 3) : PITH_BADGE_AUTO;
    if (found == 3)
        return pith_fail(err, PITH_USAGE, theme, "--theme takes auto, light or dark");
    j->how.theme = (pith_badge_theme)found;
    j->how.qr = args_has(j->args, "qr");
    if (!level)
        return PITH_OK;
    if (strlen(level) != 1)
        return pith_fail(err, PITH_USAGE, level, "--qr-level takes L, M, Q or H");
    if (!j->how.qr && j->how.style != PITH_BADGE_LABEL)
        return pith_fail(err, PITH_USAGE, "--qr-level", "has no effect without --qr");
    j->how.qr_level = *level;
    return PITH_OK;
}

static pith_status read_dpi(job *j, pith_error *err)
{
    const char *text = args_value(j->args, "dpi");
    if (!text)
        return PITH_OK;
    char *end;
    long dpi = strtol(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || dpi < PITH_BADGE_DPI_MIN || dpi > PITH_BADGE_DPI_MAX)
        return pith_fail(err, PITH_USAGE, text, "--dpi takes a whole number from 36 to 2400");
    j->how.dpi = (int)dpi;
    return PITH_OK;
}

static pith_status read_template(job *j, pith_error *err)
{
    const char *path = args_value(j->args, "template");
    if (!path)
        return PITH_OK;
    pith_status status = pith_file_read(j->arena, path, TEMPLATE_MAX, &j->how.own_template, err);
    if (status == PITH_OK && j->how.own_template.n == 0)
        return pith_fail(err, PITH_USAGE, path, "is empty");
    return status;
}

static pith_status choose_output(job *j, pith_error *err)
{
    const char *path = args_value(j->args, "output");
    j->output = path && strcmp(path, "-") == 0 ? NULL : path;
    size_t n = j->output ? strlen(j->output) : 0;
    j->folder = n > 0 && j->output[n - 1] == '/';
    if (j->args->operand_count > 1 && !j->folder)
        return pith_fail(err, PITH_USAGE, "", "several badges need a folder: -o FOLDER/");
    if (j->args->json && !j->output)
        return pith_fail(err, PITH_USAGE, "",
                         "--json needs -o FILE: standard output holds one thing");
    return PITH_OK;
}

static pith_status read_options(job *j, pith_error *err)
{
    if (j->args->operand_count == 0)
        return pith_fail(err, PITH_USAGE, "", "badge needs a Pith Number");
    pith_status status = args_lookup(j->args, j->arena, &j->lookup, err);
    if (status == PITH_OK)
        status = choose_output(j, err);
    if (status == PITH_OK)
        status = choose_format(j, err);
    if (status == PITH_OK)
        status = read_words(j, err);
    if (status == PITH_OK)
        status = read_dpi(j, err);
    if (status == PITH_OK)
        status = read_template(j, err);
    if (status != PITH_OK)
        return status;
    j->how.image = args_value(j->args, "image");
    j->how.unchecked = args_has(j->args, "unchecked");
    if (j->how.unchecked && (j->lookup.sources.from_count || j->lookup.sources.resolver_count))
        return pith_fail(err, PITH_USAGE, "--unchecked",
                         "looks nothing up, so no source is needed");
    if (!j->output && isatty(STDOUT_FILENO) &&
        (j->format == PITH_BADGE_PDF || j->format == PITH_BADGE_PNG))
        return pith_fail(err, PITH_USAGE, formats[j->format], "is not for a terminal; use -o FILE");
    return PITH_OK;
}

// ---- Work -----------------------------------------------------------------------------

// A result that holds nothing but its number.
static void take_unchecked(job *j, size_t i)
{
    if (*j->names.targets[i].alias_kind) {
        pith_fail(&j->names.errors[i], PITH_USAGE, j->args->operands[i],
                  "without looking it up, give the full number");
        return;
    }
    if (!*j->names.targets[i].number.id)
        return;
    j->unchecked[i].number = j->names.targets[i].number;
    j->names.results[i] = &j->unchecked[i];
}

static pith_status find_all(job *j, pith_error *err)
{
    pith_status status = operands_parse(j->args, &j->names, err);
    if (status != PITH_OK)
        return status;
    if (!j->how.unchecked)
        return pith_resolve_all(j->arena, &j->lookup.sources, j->lookup.keyring, j->names.targets,
                                j->names.count, j->names.results, j->names.errors, err);
    for (size_t i = 0; i < j->names.count; i++)
        take_unchecked(j, i);
    return PITH_OK;
}

// Why there is no badge: the first check that failed.
static pith_status explain(const pith_result *result, pith_error *err)
{
    pith_fail(err, PITH_HASH_MISMATCH, result->number.id,
              "fails, so there is no badge (--allow-failed draws one)");
    for (const pith_finding *f = result->findings; f; f = f->next) {
        if (f->severity != PITH_SEVERITY_ERROR)
            continue;
        err->status = f->code;
        pith_buf text;
        pith_buf_init(&text, sizeof err->message - 1);
        pith_buf_puts(&text, "no badge (--allow-failed draws one): ");
        pith_buf_add(&text, f->message.p, f->message.n);
        if (pith_buf_ok(&text))
            snprintf(err->message, sizeof err->message, "%s", text.data);
        pith_buf_free(&text);
        break;
    }
    return err->status;
}

static pith_status put(job *j, const pith_result *result, const pith_buf *badge, pith_error *err)
{
    char path[4096];
    pith_written written = PITH_WRITTEN_NEW;
    if (!j->output) {
        msg_out(badge);
        return PITH_OK;
    }
    int n = j->folder ? snprintf(path, sizeof path, "%s%s.%s", j->output, result->number.id,
                                 formats[j->format])
                      : snprintf(path, sizeof path, "%s", j->output);
    if (n < 0 || (size_t)n >= sizeof path)
        return pith_fail(err, PITH_USAGE, j->output, "the name is too long");
    pith_status status = pith_file_replace(path, badge->data, badge->len, &written, err);
    if (status == PITH_OK && !j->args->json)
        msg_note(j->args, "%s: %s, %zu bytes", path,
                 written == PITH_WRITTEN_NEW ? "written" : "up to date", badge->len);
    return status;
}

// The badge as a PDF carries the record, as a paper does.
static pith_status embed(job *j, const pith_result *result, pith_buf *badge, pith_error *err)
{
    const pith_pdf_embedding how = {.path = "the badge", .result = result};
    if (j->format != PITH_BADGE_PDF || j->how.unchecked || result->exit != PITH_EXIT_OK)
        return PITH_OK;
    return pith_pdf_embed_buffer(j->desk, &how, badge, err);
}

static pith_status draw_one(job *j, const pith_result *result, pith_error *err)
{
    pith_buf badge;
    pith_buf_init(&badge, BADGE_MAX);
    pith_arena_reset(j->desk);
    pith_status status = pith_badge(j->desk, result, j->format, &j->how, &badge, err);
    if (status == PITH_OK)
        status = embed(j, result, &badge, err);
    if (status == PITH_OK)
        status = put(j, result, &badge, err);
    pith_buf_free(&badge);
    return status;
}

// What a report can say where nothing was looked up: the number.
static void put_unchecked(job *j, size_t index)
{
    pith_buf_puts(&j->report, "{\"target\":");
    pith_json_quote(text_of(j->args->operands[index]), &j->report);
    pith_buf_printf(&j->report, ",\"exit\":0,\"id\":\"%s\",\"checked\":false}",
                    j->names.results[index]->number.id);
}

// The badge goes where it was asked for; --json reports what it rests on.
static pith_exit badge_one(void *context, size_t index)
{
    job *j = context;
    const pith_result *result = j->names.results[index];
    pith_error *err = &j->names.errors[index];
    pith_status status = result ? PITH_OK : err->status;
    const bool failed =
        result && !j->how.unchecked && pith_badge_state_of(result) == PITH_BADGE_FAILED;
    if (failed && !args_has(j->args, "allow-failed") && !j->args->json)
        status = explain(result, err);
    else if (result && (!failed || args_has(j->args, "allow-failed")))
        status = draw_one(j, result, err);
    if (result && status == PITH_OK && (!j->args->json || j->how.unchecked)) {
        if (j->args->json)
            put_unchecked(j, index);
        return result->exit;
    }
    return msg_report(j->args, j->args->operands[index], status, result, err, &j->report);
}

// What must not be overwritten: what the badge is made from.
static pith_status spare_inputs(const job *j, pith_error *err)
{
    const char *template = args_value(j->args, "template");
    const char *keyring = args_value(j->args, "keyring");
    if (!j->output || j->folder)
        return PITH_OK;
    bool hit = (template && pith_file_same(j->output, template)) ||
               (keyring && pith_file_same(j->output, keyring));
    for (size_t i = 0; i < j->lookup.sources.from_count && !hit; i++)
        hit = pith_file_same(j->output, j->lookup.sources.from[i]);
    return hit ? pith_fail(err, PITH_USAGE, j->output,
                           "the badge would replace what it is made from")
               : PITH_OK;
}

static pith_exit run(const cli_args *args)
{
    job j = {.args = args,
             .arena = pith_arena_new(ARENA_MAX),
             .desk = pith_arena_new(ARENA_MAX),
             .unchecked = calloc(args->operand_count + 1, sizeof *j.unchecked)};
    pith_error err = ERROR_MEMORY;
    pith_buf_init(&j.report, REPORT_MAX);
    pith_exit exit;
    if (j.arena && j.desk && j.unchecked && read_options(&j, &err) == PITH_OK &&
        spare_inputs(&j, &err) == PITH_OK && find_all(&j, &err) == PITH_OK)
        exit = msg_targets(args, badge_one, &j, &j.report);
    else
        exit = msg_failure(args, &err);
    pith_buf_free(&j.report);
    operands_free(&j.names);
    free(j.unchecked);
    pith_arena_free(j.desk);
    pith_arena_free(j.arena);
    return exit;
}

const cli_command command_badge = {
    .name = "badge",
    .usage = "[options] NAME...",
    .summary = "Draw a badge that says what was checked",
    .detail = "Resolves the number as `pith resolve` does and draws what holds: verified, or\n"
              "intact with no receipt or an unknown key (exit 4). When a check fails, nothing\n"
              "is written (exit 1). The same evidence gives the same bytes.\n\n"
              "A template is text with placeholders, which are escaped for its format:\n"
              "  {{number}} {{id}} {{short}} {{verdict}} {{sentence}} {{source}} {{text}}\n"
              "  {{url}} {{image}} {{width}} {{height}}\n"
              "  {{attested}} {{anchored}} {{stored}} {{references}}\n"
              "  but in tex:  {{title}} {{about}} {{description}}\n"
              "  html:        {{svg}}\n"
              "  svg:         {{shapes}} {{style}} {{viewbox}} {{key}}",
    .examples = "pith badge -o badge.svg A5G5GAJ7DMCZDPVAMNFAYYAUOP\n"
                "pith badge --style card --qr -o badge.png A5G5GAJ7DMCZDPVAMNFAYYAUOP",
    .options = options,
    .run = run,
};
