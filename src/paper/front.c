// SPDX-License-Identifier: MIT
//
// Where title and abstract stand. \title[short]{long} of the usual classes, \icmltitle; the
// environment abstract, \abstract{...} of JHEP, Springer and others, with five arguments in A&A.
#include "paper/front.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "paper/scan.h"

enum { MAX_MACROS = 4096, LISTED = 8 };

static bool keep(const pith_front *front, pith_text text, pith_text *out)
{
    const char *copy = pith_alloc_copy(front->arena, text.p, text.n);
    *out = (pith_text){copy, text.n};
    return copy != NULL; // the file's bytes go when it is closed
}

// ---- Macros ---------------------------------------------------------------------------

static pith_status add_macro(pith_front *front, pith_text name, pith_text body, bool parameters,
                             bool only_new, pith_error *err)
{
    const size_t *known = pith_name_set_find(&front->macro_names, name);
    pith_tex_macro macro = {.has_parameters = parameters};
    if ((known && only_new) || name.n == 0 || (!known && front->macro_count == MAX_MACROS))
        return PITH_OK;
    if (!keep(front, name, &macro.name) || !keep(front, body, &macro.body))
        return pith_fail_memory(err);
    if (known) {
        front->macros[*known] = macro;
        return PITH_OK;
    }
    if (front->macro_count == front->macro_room) {
        size_t room = front->macro_room ? 2 * front->macro_room : 64;
        pith_tex_macro *macros = pith_alloc_array(front->arena, room, sizeof *macros);
        if (!macros)
            return pith_fail_memory(err);
        if (front->macro_count)
            memcpy(macros, front->macros, front->macro_count * sizeof *macros);
        front->macros = macros;
        front->macro_room = room;
    }
    if (!pith_name_set_add(&front->macro_names, macro.name, front->macro_count))
        return pith_fail_memory(err);
    front->macros[front->macro_count++] = macro;
    return PITH_OK;
}

// \newcommand{\name}[n][default]{body}, \newcommand*\name{body}, \def\name#1{body}. A copy of the
// place: the scan passes over the definition itself.
static pith_status read_definition(pith_front *front, pith_tex in, pith_text command, bool def,
                                   pith_error *err)
{
    bool parameters = false;
    pith_text body;
    if (pith_tex_skip_space(&in))
        pith_tex_take(&in, '*');
    bool braced = pith_tex_skip_space(&in) && pith_tex_take(&in, '{');
    if (!pith_tex_skip_space(&in) || *in.p != '\\')
        return PITH_OK;
    pith_text name = pith_tex_command(&in);
    if (braced && (!pith_tex_skip_space(&in) || !pith_tex_take(&in, '}')))
        return PITH_OK;
    if (def) {
        const char *start = in.p;
        while (in.p < in.end && *in.p != '{' && *in.p != '\n')
            in.p++;
        for (const char *p = start; p < in.p; p++)
            parameters = parameters || (*p != ' ' && *p != '\t');
    } else if (pith_tex_skip_space(&in) && pith_tex_at(&in, '[')) {
        parameters = true;
        pith_scan_skip_optional(&in);
        pith_scan_skip_optional(&in);
    }
    if (!pith_tex_skip_space(&in) || !pith_tex_at(&in, '{') || !pith_tex_long_group(&in, &body))
        return PITH_OK;
    return add_macro(front, name, body, parameters, pith_text_starts(command, "provide"), err);
}

// ---- Title and abstract ---------------------------------------------------------------

static pith_status add(const pith_front *front, pith_text *list, size_t *count, pith_text text,
                       pith_error *err)
{
    if (*count == LISTED) // the last one is what TeX prints
        memmove(list, list + 1, --*count * sizeof *list);
    return keep(front, text, &list[(*count)++]) ? PITH_OK : pith_fail_memory(err);
}

// [short]{long}
static bool take_long(pith_tex *in, pith_text *out)
{
    if (pith_tex_skip_space(in))
        pith_tex_take(in, '*');
    pith_scan_skip_optional(in);
    return pith_tex_skip_space(in) && pith_tex_at(in, '{') && pith_tex_long_group(in, out);
}

static pith_status on_title(pith_front *front, pith_scan_file *f, bool *taken, pith_error *err)
{
    pith_tex in = f->in;
    pith_text text;
    if (!take_long(&in, &text))
        return PITH_OK;
    f->in.p = in.p;
    *taken = true;
    front->conditional_title = front->conditional_title || f->conditionals > 0;
    return add(front, front->titles, &front->title_count, text, err);
}

// \abstract{...}, and further arguments that follow it without a blank line between.
static pith_status on_abstract(pith_front *front, pith_scan_file *f, bool *taken, pith_error *err)
{
    pith_tex in = f->in;
    pith_text text;
    if (!pith_tex_skip_space(&in) || !pith_tex_at(&in, '{'))
        return PITH_OK;
    pith_buf all;
    pith_buf_init(&all, PITH_MAX_TEX_FILE + 64);
    const char *end = NULL;
    while (pith_tex_skip_space(&in) && pith_tex_at(&in, '{') && pith_tex_long_group(&in, &text)) {
        pith_buf_puts(&all, "\n");
        pith_buf_add(&all, text.p, text.n);
        end = in.p;
    }
    pith_status status = PITH_OK;
    if (end) {
        f->in.p = end;
        *taken = true;
        front->conditional_abstract = front->conditional_abstract || f->conditionals > 0;
        status = pith_buf_ok(&all) ? add(front, front->abstracts, &front->abstract_count,
                                         (pith_text){all.data, all.len}, err)
                                   : pith_fail_memory(err);
    }
    pith_buf_free(&all);
    return status;
}

static pith_status on_begin(pith_front *front, pith_scan_file *f, bool *taken, pith_error *err)
{
    static const char *const names[] = {"abstract", "abstract*", "Abstract", "abstracts"};
    pith_tex in = f->in;
    pith_tex_text name;
    pith_text command;
    bool known = false;
    if (!pith_tex_skip_space(&in) || !pith_tex_at(&in, '{') || !pith_tex_argument(&in, '}', &name))
        return PITH_OK;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        known = known || pith_text_is(pith_tex_text_of(&name), names[i]);
    if (!known)
        return PITH_OK;
    const char *start = in.p;
    while (pith_tex_next_command(&in, &command)) {
        const char *end = command.p - 1;
        pith_tex_text ended;
        if (!pith_text_is(command, "end") || !pith_tex_skip_space(&in) || !pith_tex_at(&in, '{') ||
            !pith_tex_argument(&in, '}', &ended) ||
            !pith_text_equal(pith_tex_text_of(&ended), pith_tex_text_of(&name)))
            continue;
        f->in.p = in.p;
        *taken = true;
        front->conditional_abstract = front->conditional_abstract || f->conditionals > 0;
        return add(front, front->abstracts, &front->abstract_count,
                   (pith_text){start, (size_t)(end - start)}, err);
    }
    return PITH_OK;
}

static pith_status visit(void *visitor, pith_scan_file *f, pith_text command, bool *taken,
                         pith_error *err)
{
    pith_front *front = visitor;
    pith_tex_kind kind = pith_tex_find(command)->kind;
    if (kind == PITH_TEX_DEF || kind == PITH_TEX_NEWCOMMAND)
        return read_definition(front, f->in, command, kind == PITH_TEX_DEF, err);
    if (pith_text_is(command, "title") || pith_text_is(command, "icmltitle"))
        return on_title(front, f, taken, err);
    if (pith_text_is(command, "abstract"))
        return on_abstract(front, f, taken, err);
    if (pith_text_is(command, "begin"))
        return on_begin(front, f, taken, err);
    if (pith_text_is(command, "subtitle")) {
        pith_tex in = f->in;
        pith_text text;
        if (take_long(&in, &text) && !keep(front, text, &front->subtitle))
            return pith_fail_memory(err);
    }
    return PITH_OK;
}

pith_status pith_front_read(pith_arena *arena, const char *path, pith_front *out, pith_error *err)
{
    const char *slash = strrchr(path, '/');
    *out = (pith_front){.arena = arena,
                        .folder = {path, slash ? (size_t)(slash - path) + 1 : 0},
                        .macro_names = {.arena = arena}};
    return pith_scan_visit(arena, path, visit, out, err);
}

// ---- Which one holds ------------------------------------------------------------------

static pith_status add_subtitle(const pith_front *front, unsigned form, pith_text *title,
                                char command[40], pith_error *err)
{
    pith_text more;
    char other[40];
    pith_status status =
        pith_front_form(front, front->subtitle, form, &more, command[0] ? other : command, err);
    if (status != PITH_OK || more.n == 0)
        return status;
    size_t size = title->n + more.n + 3;
    char *room = pith_alloc(front->arena, size);
    size_t n = 0;
    if (!room)
        return pith_fail_memory(err);
    pith_join(room, size, &n, *title);
    pith_join(room, size, &n, pith_text_of(": ")); // as arXiv joins the two
    pith_join(room, size, &n, more);
    *title = (pith_text){room, n};
    return PITH_OK;
}

pith_status pith_front_pick(const pith_front *front, bool abstract, unsigned form, pith_text *out,
                            const char **why, char command[40], pith_error *err)
{
    const pith_text *list = abstract ? front->abstracts : front->titles;
    size_t count = abstract ? front->abstract_count : front->title_count;
    bool conditional = abstract ? front->conditional_abstract : front->conditional_title;
    pith_text found = {NULL, 0};
    command[0] = '\0';
    *out = found;
    *why = "is not in the paper";
    for (size_t i = 0; i < count; i++) {
        pith_text text;
        char its[40];
        pith_status status = pith_front_form(front, list[i], form, &text, its, err);
        if (status != PITH_OK)
            return status;
        if (text.n == 0)
            continue;
        if (found.p && conditional && !pith_text_equal(found, text)) {
            *why = "is there in several wordings, in a conditional";
            command[0] = '\0';
            return PITH_OK;
        }
        found = text; // TeX prints the last one
        memcpy(command, its, sizeof its);
    }
    if (found.p && !abstract && front->subtitle.n) {
        pith_status status = add_subtitle(front, form, &found, command, err);
        if (status != PITH_OK)
            return status;
    }
    *out = found;
    return PITH_OK;
}

bool pith_front_has(const pith_front *front, bool abstract)
{
    const pith_text *list = abstract ? front->abstracts : front->titles;
    size_t count = abstract ? front->abstract_count : front->title_count;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < list[i].n; k++) {
            if (!memchr(" \t\r\n", list[i].p[k], 4))
                return true;
        }
    }
    return false;
}

pith_status pith_paper_text_read(pith_arena *arena, const char *path, pith_paper_text *out,
                                 pith_error *err)
{
    pith_front front;
    *out = (pith_paper_text){0};
    pith_status status = pith_front_read(arena, path, &front, err);
    if (status == PITH_OK)
        status = pith_front_pick(&front, false, 0, &out->title, &out->title_why, out->title_command,
                                 err);
    if (status == PITH_OK)
        status = pith_front_pick(&front, true, 0, &out->abstract, &out->abstract_why,
                                 out->abstract_command, err);
    return status;
}
