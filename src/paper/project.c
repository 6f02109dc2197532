// SPDX-License-Identifier: MIT
//
// A paper's folder: its main file, and what the data file depends on, for make.
#include "base/err.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"
#include "paper/name_set.h"
#include "paper/tex_commands.h"
#include "paper/tex_lexer.h"

#include <dirent.h>

// ---- The main file --------------------------------------------------------------------

// Whether the file begins a document that is no part of another one.
static pith_status begins_document(const char *path, bool *out, pith_error *err)
{
    pith_tex_lexer in;
    pith_text bytes;
    pith_text name;
    pith_tex_text class;
    *out = false;
    pith_arena *arena = pith_arena_new(PITH_MAX_TEX_FILE + (64 << 10));
    if (!arena)
        return pith_fail_memory(err);
    pith_status status = pith_file_read(arena, path, PITH_MAX_TEX_FILE, &bytes, err);
    if (status == PITH_OK)
        pith_tex_start(&in, bytes);
    while (status == PITH_OK && pith_tex_next_command(&in, &name)) {
        if (pith_tex_find(name)->kind != PITH_TEX_CLASS)
            continue;
        if (pith_tex_skip_space(&in) && pith_tex_at(&in, '['))
            (void)pith_tex_skip_group(&in, ']');
        *out = pith_tex_skip_space(&in) && pith_tex_at(&in, '{') &&
               pith_tex_argument(&in, '}', &class) &&
               !pith_text_is(pith_tex_text_of(&class), "subfiles") &&
               !pith_text_is(pith_tex_text_of(&class), "standalone");
        break;
    }
    pith_arena_free(arena);
    return status;
}

// The names of all .tex files of a folder, sorted.
static pith_status list_tex(const char *dir, pith_name_set *names, pith_error *err)
{
    pith_status status = PITH_OK;
    DIR *list = opendir(dir);
    if (!list)
        return pith_fail(err, PITH_IO_READ, dir, "cannot be listed");
    const struct dirent *entry;
    while ((entry = pith_folder_next(list, dir, &status, err)) != NULL) {
        size_t n = strlen(entry->d_name);
        if (n < 5 || entry->d_name[0] == '.' || strcmp(entry->d_name + n - 4, ".tex") != 0)
            continue;
        if (names->count == PITH_MAX_TEX_FILES)
            status = pith_fail(err, PITH_TOO_LARGE, dir, "has more than %d .tex files",
                               PITH_MAX_TEX_FILES);
        else if (!pith_name_set_add(names, (pith_text){entry->d_name, n}, 0))
            status = pith_fail_memory(err);
    }
    closedir(list);
    return status;
}

static pith_status ambiguous(const pith_name_set *found, const char *dir, pith_error *err)
{
    char list[200];
    size_t n = 0;
    list[0] = '\0';
    for (size_t i = 0; i < found->count && i < 4; i++) {
        pith_join(list, sizeof list, &n, pith_text_of(i ? ", " : ""));
        pith_join(list, sizeof list, &n, found->items[i].key);
    }
    return pith_fail(err, PITH_USAGE, dir, "has several papers, so name one of them: %s%s", list,
                     found->count > 4 ? ", ..." : "");
}

pith_status pith_paper_main(pith_arena *arena, const char *path, const char **out, pith_error *err)
{
    pith_name_set names = {.arena = arena};
    pith_name_set found = {.arena = arena};
    *out = path;
    if (strcmp(path, "-") == 0 || pith_path_kind_of(path) != PITH_PATH_DIR)
        return PITH_OK;
    pith_status status = list_tex(path, &names, err);
    for (size_t i = 0; i < names.count && status == PITH_OK; i++) {
        bool begins;
        const char *file = pith_path_join(arena, path, names.items[i].key.p);
        if (!file)
            return pith_fail_memory(err);
        if (pith_path_kind_of(file) != PITH_PATH_FILE)
            continue;
        status = begins_document(file, &begins, err);
        if (status == PITH_OK && begins && !pith_name_set_add(&found, names.items[i].key, 0))
            status = pith_fail_memory(err);
    }
    if (status != PITH_OK)
        return status;
    if (found.count == 0)
        return pith_fail(err, PITH_USAGE, path, "has no .tex file with a \\documentclass");
    const char *name = found.items[0].key.p;
    if (pith_name_set_find(&found, pith_text_of("main.tex")))
        name = "main.tex";
    else if (found.count > 1)
        return ambiguous(&found, path, err);
    *out = pith_path_join(arena, path, name);
    return *out ? PITH_OK : pith_fail_memory(err);
}

// ---- For make -------------------------------------------------------------------------

// A file name as make reads it (GNU make manual, 4.3 to 4.5; gcc's -M does the same): a $ is
// doubled, and a backslash stands before what would end or expand the name, and before the
// backslashes in front of that.
static void put_name(pith_text name, pith_buf *out)
{
    size_t backslashes = 0;
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        if (c == '$') {
            pith_buf_puts(out, "$");
        } else if (pith_tex_is_one_of(c, " #:*?[") || (c == '~' && i == 0)) {
            for (size_t k = 0; k <= backslashes; k++)
                pith_buf_puts(out, "\\");
        }
        backslashes = c == '\\' ? backslashes + 1 : 0;
        pith_buf_add(out, &c, 1);
    }
}

// No backslash helps before a tab, line end or semicolon; a first prerequisite with = would be a
// variable; nothing stands for an empty name.
static pith_status check_name(pith_text name, bool first, pith_error *err)
{
    static const char never[] = {'\t', '\n', '\r', ';'};
    char object[sizeof err->object] = "";
    size_t n = 0;
    bool bad = name.n == 0 || (first && memchr(name.p, '=', name.n));
    for (size_t i = 0; i < sizeof never && !bad; i++)
        bad = memchr(name.p, never[i], name.n);
    if (!bad)
        return PITH_OK;
    pith_join(object, sizeof object, &n, name);
    return pith_fail(err, PITH_USAGE, object, "make has no way to write this file's name");
}

pith_status pith_make_rule(const char *target, const pith_text *files, size_t count, pith_buf *out,
                           pith_error *err)
{
    const pith_text name = pith_text_of(target);
    pith_status status = check_name(name, true, err);
    for (size_t i = 0; i < count && status == PITH_OK; i++)
        status = check_name(files[i], i == 0, err);
    if (status != PITH_OK)
        return status;
    put_name(name, out);
    pith_buf_puts(out, ":");
    for (size_t i = 0; i < count; i++) {
        pith_buf_puts(out, " \\\n ");
        put_name(files[i], out);
    }
    pith_buf_puts(out, "\n");
    // A file that is gone is no error but a reason to run again.
    for (size_t i = 0; i < count; i++) {
        if (memchr(files[i].p, '%', files[i].n) || memchr(files[i].p, '=', files[i].n))
            continue; // as targets these would be a pattern, a variable
        pith_buf_puts(out, "\n");
        put_name(files[i], out);
        pith_buf_puts(out, ":\n");
    }
    return pith_buf_ok(out) ? PITH_OK : pith_fail_memory(err);
}
