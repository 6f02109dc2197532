// SPDX-License-Identifier: MIT
//
// Files of a paper: where LaTeX, import, subfiles and standalone look for them.
#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/text.h"
#include "paper/scan.h"

// File names looked up, with and without .tex.
enum { MAX_PATHS = 2 * PITH_MAX_TEX_FILES, MAX_FLS = 8 << 20 };

static const pith_text no_folder = {"", 0};

// ---- Opening and closing --------------------------------------------------------------

pith_status pith_scan_note_file(pith_scan *s, pith_text path)
{
    if (pith_name_set_find(&s->read, path))
        return PITH_OK;
    return pith_name_set_add(&s->read, path, 0) ? PITH_OK : pith_fail_memory(s->err);
}

pith_status pith_scan_open(pith_scan *s, const char *path)
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
    f->imports = no_folder;
    if (s->depth > 1) { // category codes outlive the file that sets them
        const pith_scan_file *outer = &s->files[s->depth - 2];
        f->in.at_letter = outer->in.at_letter;
        f->in.expl = outer->in.expl;
        f->imports = outer->imports;
    }
    return pith_scan_note_file(s, f->name);
}

void pith_scan_close(pith_scan *s)
{
    pith_scan_file *f = &s->files[--s->depth];
    if (s->depth > 0) {
        pith_tex_lexer *outer = &s->files[s->depth - 1].in;
        outer->at_letter = f->in.at_letter;
        outer->expl = f->in.expl;
    }
    pith_arena_free(f->arena);
}

// ---- Paths ----------------------------------------------------------------------------

static bool is_absolute(pith_text name)
{
    return name.n > 0 && name.p[0] == '/';
}

bool pith_scan_join(pith_scan *s, pith_text dir, pith_text name, const char *suffix)
{
    const pith_text parts[] = {s->folder, dir, name, pith_text_of(suffix)};
    size_t n = 0;
    for (size_t i = is_absolute(name) ? 2 : is_absolute(dir) ? 1 : 0; i < 4; i++) {
        if (parts[i].n >= sizeof s->path - n)
            return false;
        if (parts[i].n)
            memcpy(s->path + n, parts[i].p, parts[i].n);
        n += parts[i].n;
    }
    s->path[n] = '\0';
    return true;
}

// "-" would be standard input to pith_file_read.
static bool is_file(const char *path)
{
    return strcmp(path, "-") != 0 && pith_path_kind_of(path) == PITH_PATH_FILE;
}

// Reads the file s->path if it is there and was not read before; *found says that it is there.
static pith_status try_path(pith_scan *s, bool *found)
{
    const pith_text path = pith_text_of(s->path);
    const size_t *known = pith_name_set_find(&s->paths, path);
    if (known) {
        *found = *known != 0;
        return PITH_OK;
    }
    if (s->paths.count == MAX_PATHS)
        return pith_fail(s->err, PITH_TOO_LARGE, s->path, "the paper names more than %d files",
                         PITH_MAX_TEX_FILES);
    *found = is_file(s->path);
    if (!pith_name_set_add(&s->paths, path, *found))
        return pith_fail_memory(s->err);
    return *found ? pith_scan_open(s, s->path) : PITH_OK;
}

// A file that is not beside the paper may be a typing error, or a package's own file: the user
// is told, and can tell.
pith_status pith_scan_missing(pith_scan *s, const pith_scan_file *f, size_t line, pith_text name)
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

// The name as LaTeX looks it up: `a` is a.tex, then a; `a.tex` is itself first; \include knows
// .tex only.
static pith_status try_name(pith_scan *s, pith_text dir, pith_text name, pith_tex_kind kind,
                            bool *found)
{
    bool has_suffix = pith_text_ends(name, ".tex");
    pith_status status = PITH_OK;
    if (pith_scan_join(s, dir, name, has_suffix ? "" : ".tex"))
        status = try_path(s, found);
    if (status == PITH_OK && !*found && kind != PITH_TEX_INCLUDE &&
        pith_scan_join(s, dir, name, has_suffix ? ".tex" : ""))
        status = try_path(s, found);
    return status;
}

// A file name in s->text, without its quotes, which only protect blanks. Empty: it is none that
// can be followed.
static pith_text name_at_hand(pith_scan *s)
{
    if (s->text.parameter || s->text.command || s->text.n > PITH_TEX_ARGUMENT)
        return no_folder;
    size_t n = 0;
    for (size_t i = 0; i < s->text.n; i++) {
        if (s->text.bytes[i] != '"')
            s->text.bytes[n++] = s->text.bytes[i];
    }
    pith_text name = {s->text.bytes, n};
    while (pith_text_starts(name, "./"))
        name = (pith_text){name.p + 2, name.n - 2};
    return n > 0 && memchr(name.p, '\0', name.n) ? no_folder : name;
}

// Keeps s->path, should a list of TeX's name it, from being taken for a part of the paper.
static pith_status set_aside(pith_scan *s)
{
    const pith_text path = pith_text_of(s->path);
    if (s->listed.count == MAX_PATHS || pith_name_set_find(&s->listed, path))
        return PITH_OK;
    return pith_name_set_add(&s->listed, path, 0) ? PITH_OK : pith_fail_memory(s->err);
}

// Looks in `imports`, which the file then has too, and where TeX was started. What is not there
// is TeX's to complain of, if it is not somewhere in its own folders.
static pith_status follow(pith_scan *s, const pith_scan_file *f, size_t line, pith_tex_kind kind,
                          pith_text imports, pith_text name)
{
    size_t depth = s->depth;
    bool found = false;
    if (name.n == 0 || pith_text_ends(name, ".sty") || pith_text_ends(name, ".cls"))
        return PITH_OK;
    pith_status status = try_name(s, imports, name, kind, &found);
    if (status == PITH_OK && !found && imports.n)
        status = try_name(s, no_folder, name, kind, &found);
    else if (status == PITH_OK && imports.n && // TeX opens that one, too, but does not read it
             pith_scan_join(s, no_folder, name, pith_text_ends(name, ".tex") ? "" : ".tex"))
        status = set_aside(s);
    if (status == PITH_OK && !found)
        status = pith_scan_missing(s, f, line, name);
    if (status == PITH_OK && s->depth > depth)
        s->files[depth].imports = imports;
    return status;
}

// ---- Commands -------------------------------------------------------------------------

pith_status pith_scan_input(pith_scan *s, pith_scan_file *f, pith_tex_kind kind)
{
    if (kind == PITH_TEX_FILE)
        pith_scan_skip_optional(&f->in);
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
    return follow(s, f, line, kind, f->imports, name_at_hand(s));
}

// `outer` and `dir` as one folder, with a slash behind it. Its p is NULL: no memory.
static pith_text folder_of(pith_scan *s, pith_text outer, pith_text dir)
{
    if (is_absolute(dir))
        outer = no_folder;
    size_t size = outer.n + dir.n + 2;
    size_t n = 0;
    char *text = pith_alloc(s->arena, size);
    if (!text)
        return (pith_text){0};
    text[0] = '\0';
    pith_join(text, size, &n, outer);
    pith_join(text, size, &n, dir);
    if (n > 0 && text[n - 1] != '/')
        pith_join(text, size, &n, pith_text_of("/"));
    return (pith_text){text, n};
}

// Cuts the last part of a path off and returns it.
static pith_text cut_name(pith_text *path)
{
    size_t n = path->n;
    while (n > 0 && path->p[n - 1] != '/')
        n--;
    pith_text name = {path->p + n, path->n - n};
    path->n = n;
    return name;
}

pith_status pith_scan_import(pith_scan *s, pith_scan_file *f, pith_tex_kind kind)
{
    pith_tex_lexer *in = &f->in;
    pith_text outer = kind == PITH_TEX_IMPORT ? no_folder : f->imports;
    if (pith_tex_skip_space(in))
        pith_tex_take(in, '*');
    if (!pith_tex_skip_space(in) || !pith_tex_at(in, '{'))
        return PITH_OK;
    size_t line = pith_tex_line(in, in->p);
    if (!pith_tex_argument(in, '}', &s->text))
        return PITH_OK;
    pith_text dir = name_at_hand(s);
    if (kind == PITH_TEX_SUBFILE) {
        pith_text name = cut_name(&dir);
        dir = folder_of(s, outer, dir);
        return dir.p ? follow(s, f, line, kind, dir, name) : pith_fail_memory(s->err);
    }
    bool unknown = s->text.command || s->text.parameter;
    dir = folder_of(s, outer, dir); // before the second argument takes its place
    if (!dir.p)
        return pith_fail_memory(s->err);
    if (!pith_tex_skip_space(in) || !pith_tex_at(in, '{') ||
        !pith_tex_argument(in, '}', &s->text) || unknown)
        return PITH_OK;
    return follow(s, f, line, kind, dir, name_at_hand(s));
}

pith_status pith_scan_open_preamble(pith_scan *s, pith_text name)
{
    size_t depth = s->depth;
    bool found = false;
    pith_text file = cut_name(&name);
    const pith_text dir = folder_of(s, no_folder, name);
    if (!dir.p)
        return pith_fail_memory(s->err);
    pith_status status = file.n ? try_name(s, dir, file, PITH_TEX_SUBFILE, &found) : PITH_OK;
    if (status == PITH_OK && s->depth > depth) {
        s->files[depth].preamble = true;
        s->files[depth].imports = dir;
    }
    return status;
}

pith_status pith_scan_listing(pith_scan *s, pith_scan_file *f, unsigned groups)
{
    pith_scan_skip_optional(&f->in);
    for (unsigned i = 0; i < groups; i++)
        pith_scan_skip_braced(&f->in);
    if (!pith_tex_skip_space(&f->in) || !pith_tex_at(&f->in, '{'))
        return PITH_OK;
    if (!pith_tex_argument(&f->in, '}', &s->text))
        return PITH_OK;
    const pith_text name = name_at_hand(s);
    if (name.n == 0 || !pith_scan_join(s, f->imports, name, ""))
        return PITH_OK;
    return set_aside(s);
}

// ---- Files that TeX left --------------------------------------------------------------

// MAIN.SUFFIX in s->path. False: there is no such file.
static bool is_beside(pith_scan *s, const char *suffix)
{
    pith_text stem = {s->main.p + s->folder.n, s->main.n - s->folder.n};
    if (pith_text_ends(stem, ".tex"))
        stem.n -= 4;
    return pith_scan_join(s, no_folder, stem, suffix) && is_file(s->path);
}

pith_status pith_scan_open_bbl(pith_scan *s)
{
    bool found;
    return is_beside(s, ".bbl") ? try_path(s, &found) : PITH_OK;
}

// The next line `INPUT name` whose name ends in .tex and does not lead into TeX's own folders.
static pith_text next_input(pith_text list, size_t *at)
{
    while (*at < list.n) {
        const char *line = list.p + *at;
        const char *end = memchr(line, '\n', list.n - *at);
        size_t n = end ? (size_t)(end - line) : list.n - *at;
        *at += n + 1;
        if (n > 0 && line[n - 1] == '\r')
            n--;
        pith_text name = {line + 6, n < 6 ? 0 : n - 6};
        if (name.n == 0 || memcmp(line, "INPUT ", 6) != 0)
            continue;
        while (pith_text_starts(name, "./"))
            name = (pith_text){name.p + 2, name.n - 2};
        if (pith_text_ends(name, ".tex") && !is_absolute(name) && !memchr(name.p, '\0', name.n) &&
            !pith_text_ends(name, PITH_TEX_DATA_NAME))
            return name;
    }
    return no_folder;
}

pith_status pith_scan_next_recorded(pith_scan *s, size_t *at, bool *found)
{
    *found = false;
    if (*at == 0) {
        s->fls = no_folder;
        if (!is_beside(s, ".fls"))
            return PITH_OK;
        pith_status status = pith_file_read(s->arena, s->path, MAX_FLS, &s->fls, s->err);
        if (status != PITH_OK)
            return status;
    }
    for (;;) {
        const pith_text name = next_input(s->fls, at);
        if (name.n == 0)
            return PITH_OK;
        bool there = false;
        if (!pith_scan_join(s, no_folder, name, "") ||
            pith_name_set_find(&s->listed, pith_text_of(s->path)))
            continue;
        pith_status status = try_path(s, &there);
        if (status != PITH_OK || s->depth > 0) {
            *found = true;
            return status;
        }
    }
}
