// SPDX-License-Identifier: MIT
//
// Finds every \pithnumber of a LaTeX project without running TeX.
//
// TeX can only be imitated: macros are not expanded and conditionals not computed. Where the
// truth is out of reach the scan rather sees too much than too little, because a number
// that is looked up in vain costs a second and a missed one costs the badge. So:
//   - both branches of a conditional are read, except those of \iftrue and \iffalse, and
//     what ends a file (\endinput, \end{document}) counts only outside all others;
//   - all files of \include are read, whatever \includeonly says;
//   - \iffalse skips as TeX does: to its own \else or \fi, counting the conditionals TeX
//     has built in, those of LaTeX's kernel (\if@...) and those declared by \newif or \let
//     in a file read so far. Booleans declared by packages are not known and not counted.
// Not seen: numbers that only macros put together (\newcommand\mine[1]{\pithnumber{#1}}),
// files named by macros, files that TeX would find in another folder (TEXINPUTS), changes
// of category codes but those of the usual commands, ^^ notation.
#include "paper/scan.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/text.h"

// ---- Files ----------------------------------------------------------------------------

// File names looked up, with and without .tex.
enum { MAX_PATHS = 2 * PITH_MAX_TEX_FILES };

static bool ends_with(pith_text text, const char *end)
{
    size_t n = strlen(end);
    return text.n >= n && memcmp(text.p + text.n - n, end, n) == 0;
}

static pith_status open_path(pith_scan *s, const char *path)
{
    if (s->depth == PITH_MAX_TEX_DEPTH)
        return pith_fail(s->err, PITH_TOO_LARGE, path, "files are nested deeper than %d",
                         PITH_MAX_TEX_DEPTH);
    if (s->files_read++ == PITH_MAX_TEX_FILES)
        return pith_fail(s->err, PITH_TOO_LARGE, path, "the paper has more than %d files",
                         PITH_MAX_TEX_FILES);
    pith_scan_file *f = &s->files[s->depth];
    *f = (pith_scan_file){.arena = pith_arena_new(PITH_MAX_TEX_FILE + (64 << 10))};
    if (!f->arena)
        return pith_fail_memory(s->err);
    s->depth++;
    pith_text bytes;
    pith_status status = pith_file_read(f->arena, path, PITH_MAX_TEX_FILE, &bytes, s->err);
    if (status != PITH_OK)
        return status;
    pith_tex_start(&f->in, bytes);
    char *name = pith_alloc_copy(s->arena, path, strlen(path));
    if (!name)
        return pith_fail_memory(s->err);
    f->name = pith_text_of(name);
    if (s->depth > 1) { // category codes outlive the file that sets them
        const pith_tex *outer = &s->files[s->depth - 2].in;
        f->in.at_letter = outer->at_letter;
        f->in.expl = outer->expl;
    }
    return PITH_OK;
}

static void close_file(pith_scan *s)
{
    pith_scan_file *f = &s->files[--s->depth];
    if (s->depth > 0) {
        pith_tex *outer = &s->files[s->depth - 1].in;
        outer->at_letter = f->in.at_letter;
        outer->expl = f->in.expl;
    }
    pith_arena_free(f->arena);
}

// Reads the file if it is there and was not read before; *found says that it is there.
static pith_status try_path(pith_scan *s, pith_text name, const char *suffix, bool *found)
{
    bool absolute = name.n > 0 && name.p[0] == '/';
    size_t folder = absolute ? 0 : s->folder.n;
    size_t end = strlen(suffix);
    size_t len = folder + name.n + end;
    char *path = s->path;
    if (len >= sizeof s->path) // longer than any system takes
        return PITH_OK;
    if (folder)
        memcpy(path, s->folder.p, folder);
    memcpy(path + folder, name.p, name.n);
    memcpy(path + folder + name.n, suffix, end + 1);
    const size_t *known = pith_name_set_find(&s->paths, (pith_text){path, len});
    if (known) {
        *found = *known != 0;
        return PITH_OK;
    }
    if (s->paths.count == MAX_PATHS)
        return pith_fail(s->err, PITH_TOO_LARGE, path, "the paper names more than %d files",
                         PITH_MAX_TEX_FILES);
    // "-" would be standard input to pith_file_read.
    *found = strcmp(path, "-") != 0 && pith_path_kind_of(path) == PITH_PATH_FILE;
    if (!pith_name_set_add(&s->paths, (pith_text){path, len}, *found))
        return pith_fail_memory(s->err);
    return *found ? open_path(s, path) : PITH_OK;
}

// A file that is not beside the paper may be a typing error, or a package's own file: the user
// is told, and can tell.
static pith_status note_missing(pith_scan *s, const pith_scan_file *f, size_t line, pith_text name)
{
    enum { LISTED = sizeof s->missing / sizeof *s->missing };
    if (s->missing_count++ >= LISTED)
        return PITH_OK;
    size_t size = f->name.n + name.n + 32;
    char *text = pith_alloc(s->arena, size);
    if (!text)
        return pith_fail_memory(s->err);
    size_t n = 0;
    pith_join(text, size, &n, f->name);
    pith_join(text, size, &n, pith_text_of(":"));
    pith_join_number(text, size, &n, line);
    pith_join(text, size, &n, pith_text_of(": "));
    pith_join(text, size, &n, name);
    s->missing[s->missing_count - 1] = (pith_text){text, n};
    return PITH_OK;
}

// The name in s->text, as LaTeX looks it up: `a` is a.tex, then a; `a.tex` is itself first;
// \include knows .tex only. What is not there is TeX's to complain of, if it is not
// somewhere in its own folders.
static pith_status follow(pith_scan *s, const pith_scan_file *f, size_t line, pith_tex_kind kind)
{
    if (s->text.parameter || s->text.command || s->text.n > PITH_TEX_ARGUMENT)
        return PITH_OK;
    size_t n = 0;
    for (size_t i = 0; i < s->text.n; i++) { // quotes only protect blanks
        if (s->text.bytes[i] != '"')
            s->text.bytes[n++] = s->text.bytes[i];
    }
    pith_text name = {s->text.bytes, n};
    while (pith_text_starts(name, "./"))
        name = (pith_text){name.p + 2, name.n - 2};
    if (name.n == 0 || memchr(name.p, '\0', name.n) || ends_with(name, ".sty") ||
        ends_with(name, ".cls"))
        return PITH_OK;
    bool has_suffix = ends_with(name, ".tex");
    bool found = false;
    pith_status status = try_path(s, name, has_suffix ? "" : ".tex", &found);
    if (status == PITH_OK && !found && kind != PITH_TEX_INCLUDE)
        status = try_path(s, name, has_suffix ? ".tex" : "", &found);
    if (status == PITH_OK && !found)
        status = note_missing(s, f, line, name);
    return status;
}

static pith_status on_input(pith_scan *s, pith_scan_file *f, pith_tex_kind kind)
{
    if (!pith_tex_skip_space(&f->in))
        return PITH_OK;
    size_t line = pith_tex_line(&f->in, f->in.p);
    if (pith_tex_at(&f->in, '{')) {
        if (!pith_tex_argument(&f->in, '}', &s->text))
            return PITH_OK;
    } else if (kind == PITH_TEX_INPUT) {
        pith_tex_file_name(&f->in, &s->text);
    } else {
        return PITH_OK;
    }
    return follow(s, f, line, kind);
}

static void on_end(pith_scan *s, pith_scan_file *f)
{
    if (!pith_tex_skip_space(&f->in) || *f->in.p != '{' ||
        !pith_tex_argument(&f->in, '}', &s->text))
        return;
    if (f->conditionals > 0 || !pith_text_is(pith_tex_text_of(&s->text), "document"))
        return;
    // A subfile is a document of its own; any other \end{document} ends the paper.
    if (f->document && s->depth > 1)
        f->in.p = f->in.end;
    else
        s->ended = true;
}

static void on_endinput(pith_scan_file *f)
{
    if (f->conditionals > 0 || f->last_line)
        return;
    f->last_line = true;
    pith_tex rest = f->in;
    pith_tex_skip_line(&rest); // TeX still reads the line it is in
    f->in.end = rest.p;
}

// ---- The walk -------------------------------------------------------------------------

// Commands that act only where TeX executes.
static pith_status on_action(pith_scan *s, pith_scan_file *f, const pith_tex_row *row)
{
    switch (row->kind) {
    case PITH_TEX_UNLESS:
        pith_scan_unless(s, f);
        break;
    case PITH_TEX_ELSE:
        pith_scan_else(s, f);
        break;
    case PITH_TEX_FI:
        f->conditionals -= f->conditionals > 0;
        break;
    case PITH_TEX_BEGIN:
        pith_scan_begin(s, f);
        break;
    case PITH_TEX_END:
        on_end(s, f);
        break;
    case PITH_TEX_ENDINPUT:
        on_endinput(f);
        break;
    case PITH_TEX_VERB:
        pith_scan_verb(f);
        break;
    case PITH_TEX_CODE:
        pith_scan_code(f, row);
        break;
    case PITH_TEX_AT_LETTER:
        f->in.at_letter = row->n != 0;
        break;
    case PITH_TEX_EXPL:
        f->in.expl = row->n != 0;
        break;
    case PITH_TEX_SHORT_VERB:
        pith_scan_short_verb(s, f, row->n != 0);
        break;
    case PITH_TEX_NEW_VERBATIM:
        return pith_scan_new_verbatim(s, f);
    default:
        break;
    }
    return PITH_OK;
}

static pith_status on_let(pith_scan *s, pith_scan_file *f)
{
    pith_text name = pith_scan_name(&f->in);
    if (pith_tex_skip_space(&f->in))
        pith_tex_take(&f->in, '=');
    pith_text meaning = pith_scan_name(&f->in);
    if (pith_text_starts(name, "if") && pith_scan_is_conditional(s, meaning))
        return pith_scan_declare(s, &s->conditionals, name);
    return PITH_OK;
}

static void on_expandafter(pith_tex *in)
{
    if (!pith_tex_skip_space(in) || *in->p != '\\')
        return;
    const char *start = in->p;
    if (pith_tex_find(pith_tex_command(in))->kind != PITH_TEX_NUMBER)
        in->p = start;
}

static pith_status on_command(pith_scan *s, pith_scan_file *f)
{
    const char *start = f->in.p;
    pith_text name = pith_tex_command(&f->in);
    const pith_tex_row *row = pith_tex_find(name);
    switch (row->kind) {
    case PITH_TEX_OTHER:
        if (f->body == 0 && pith_scan_looks_conditional(s, &f->in, name))
            pith_scan_open_conditional(f, false);
        else if (f->in.expl && pith_text_starts(name, "cs_"))
            (void)pith_scan_name(&f->in); // \cs_new:Npn \pithnumber
        return PITH_OK;
    case PITH_TEX_NUMBER:
        return pith_scan_number(s, f, start);
    case PITH_TEX_INPUT:
    case PITH_TEX_INCLUDE:
    case PITH_TEX_FILE:
        return on_input(s, f, row->kind);
    case PITH_TEX_NAMES:
    case PITH_TEX_IF:
        for (unsigned i = 0; i < row->n; i++)
            (void)pith_scan_name(&f->in);
        if (row->kind == PITH_TEX_IF && f->body == 0)
            pith_scan_open_conditional(f, false);
        return PITH_OK;
    case PITH_TEX_IFTRUE:
    case PITH_TEX_IFFALSE:
        if (f->body == 0)
            pith_scan_truth(s, f, row->kind == PITH_TEX_IFTRUE);
        return PITH_OK;
    case PITH_TEX_EXPANDAFTER:
        on_expandafter(&f->in);
        return PITH_OK;
    case PITH_TEX_LET:
        return on_let(s, f);
    case PITH_TEX_NEWIF:
        return pith_scan_declare(s, &s->conditionals, pith_scan_name(&f->in));
    case PITH_TEX_DEF:
    case PITH_TEX_NEWCOMMAND:
    case PITH_TEX_NEWENVIRONMENT:
    case PITH_TEX_XPARSE:
    case PITH_TEX_XPARSE_ENVIRONMENT:
        pith_scan_definition(f, row->kind);
        return PITH_OK;
    default:
        return f->body == 0 ? on_action(s, f, row) : PITH_OK;
    }
}

static pith_status step(pith_scan *s, pith_scan_file *f)
{
    pith_tex *in = &f->in;
    while (in->p < in->end && !s->special[(unsigned char)*in->p])
        in->p++;
    if (in->p == in->end)
        return PITH_OK;
    switch (*in->p) {
    case '\\':
        return on_command(s, f);
    case '%':
        pith_tex_skip_comment(in);
        break;
    case '{':
        in->p++;
        f->body += f->body > 0;
        break;
    case '}':
        pith_scan_close_brace(f);
        break;
    default: // a short verb
        if (f->body == 0)
            pith_tex_skip_delimited(in);
        else
            in->p++;
        break;
    }
    return PITH_OK;
}

static pith_status walk(pith_scan *s)
{
    while (s->depth > 0 && !s->ended) {
        pith_scan_file *f = &s->files[s->depth - 1];
        if (f->in.p == f->in.end) {
            close_file(s);
            continue;
        }
        pith_status status = step(s, f);
        if (status != PITH_OK)
            return status;
    }
    return PITH_OK;
}

// One paper. What it declares ends with it; the numbers stay.
static pith_status scan_paper(pith_scan *s, const char *path)
{
    const char *slash = strrchr(path, '/');
    s->folder = (pith_text){path, slash ? (size_t)(slash - path) + 1 : 0};
    s->paths = s->conditionals = s->environments = (pith_name_set){.arena = s->arena};
    memset(s->short_verb, 0, sizeof s->short_verb);
    memset(s->special, 0, sizeof s->special);
    s->special['\\'] = s->special['%'] = s->special['{'] = s->special['}'] = true;
    s->files_read = 0;
    s->ended = false;
    pith_status status = pith_name_set_add(&s->paths, pith_text_of(path), true)
                             ? open_path(s, path)
                             : pith_fail_memory(s->err);
    if (status == PITH_OK)
        status = walk(s);
    while (s->depth > 0)
        close_file(s);
    return status;
}

pith_status pith_paper_scan(pith_arena *arena, const char *const *paths, size_t count,
                            pith_mentions *out, pith_error *err)
{
    *out = (pith_mentions){0};
    pith_scan *s = pith_alloc_array(arena, 1, sizeof *s);
    if (!s)
        return pith_fail_memory(err);
    s->arena = arena;
    s->err = err;
    s->ids.arena = arena;
    for (size_t i = 0; i < count; i++) {
        pith_status status = scan_paper(s, paths[i]);
        if (status != PITH_OK)
            return status;
    }
    *out = (pith_mentions){.items = s->items, .count = s->count, .missing_count = s->missing_count};
    memcpy(out->missing, s->missing, sizeof out->missing);
    return PITH_OK;
}
