// SPDX-License-Identifier: MIT
//
// Where title and abstract stand. \title[short]{long} of the usual classes, \icmltitle; the
// environment abstract, \abstract{...} of JHEP, Springer and others, with five arguments in A&A.
#include "paper/front.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "paper/front_macro.h"
#include "paper/scan.h"

static bool keep(const pith_front *front, pith_text text, pith_text *out)
{
    const char *copy = pith_alloc_copy(front->arena, text.p, text.n);
    *out = (pith_text){copy, text.n};
    return copy != NULL; // the file's bytes go when it is closed
}

// ---- Title and abstract ---------------------------------------------------------------

static pith_status add(const pith_front *front, pith_text *list, size_t *count, pith_text text,
                       pith_error *err)
{
    if (*count == PITH_WORDINGS) // the last one is what TeX prints
        memmove(list, list + 1, --*count * sizeof *list);
    return keep(front, text, &list[(*count)++]) ? PITH_OK : pith_fail_memory(err);
}

// [short]{long}
static bool take_long(pith_tex_lexer *in, pith_text *out)
{
    if (pith_tex_skip_space(in))
        pith_tex_take(in, '*');
    pith_scan_skip_optional(in);
    return pith_tex_skip_space(in) && pith_tex_at(in, '{') && pith_tex_long_group(in, out);
}

static pith_status on_title(pith_front *front, pith_scan_file *f, bool *taken, pith_error *err)
{
    pith_tex_lexer in = f->in;
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
    pith_tex_lexer in = f->in;
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

// A URL may hold a %, which begins no comment there.
static void pass_over_code(pith_tex_lexer *in, pith_text command)
{
    bool url = pith_text_is(command, "url") || pith_text_is(command, "nolinkurl") ||
               pith_text_is(command, "path") || pith_text_is(command, "href");
    if (url && pith_tex_at(in, '{'))
        pith_tex_skip_raw_group(in);
}

static pith_status on_begin(pith_front *front, pith_scan_file *f, bool *taken, pith_error *err)
{
    static const char *const names[] = {"abstract", "abstract*", "Abstract", "abstracts"};
    pith_tex_lexer in = f->in;
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
        pass_over_code(&in, command);
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

// [options]{one,two}
static pith_status on_package(pith_front *front, pith_tex_lexer in, pith_error *err)
{
    static const char *const latin1[] = {"latin1", "latin9", "ansinew", "cp1252"};
    pith_tex_text list[2] = {{.n = 0}, {.n = 0}};
    if (pith_tex_skip_space(&in) && pith_tex_at(&in, '[') && !pith_tex_argument(&in, ']', &list[0]))
        return PITH_OK;
    if (!pith_tex_skip_space(&in) || !pith_tex_at(&in, '{') ||
        !pith_tex_argument(&in, '}', &list[1]))
        return PITH_OK;
    pith_status status = PITH_OK;
    const pith_text names = pith_tex_text_of(&list[1]);
    for (size_t i = 0; i < names.n && status == PITH_OK;) {
        while (i < names.n && pith_tex_is_one_of(names.p[i], ", "))
            i++;
        pith_text name = {names.p + i, 0};
        while (i < names.n && !pith_tex_is_one_of(names.p[i], ", "))
            i++;
        name.n = (size_t)(names.p + i - name.p);
        for (size_t k = 0; k < sizeof latin1 / sizeof *latin1; k++)
            front->latin1 = front->latin1 || (pith_text_is(name, "inputenc") &&
                                              pith_text_is(pith_tex_text_of(&list[0]), latin1[k]));
        if (name.n)
            status = pith_macro_package(front, name, err);
    }
    return status;
}

static pith_status visit(void *visitor, pith_scan_file *f, pith_text command, bool *taken,
                         pith_error *err)
{
    // Of the usual classes; ICML, AISTATS, MLSys; MDPI; INFORMS.
    static const char *const titles[] = {"title",      "icmltitle", "aistatstitle",
                                         "mlsystitle", "Title",     "TITLE"};
    pith_front *front = visitor;
    pith_tex_kind kind = pith_tex_find(command)->kind;
    if (kind == PITH_TEX_DEF || kind == PITH_TEX_NEWCOMMAND || kind == PITH_TEX_XPARSE)
        return pith_macro_define(front, f->in, command, kind, err);
    if (kind == PITH_TEX_PACKAGE)
        return on_package(front, f->in, err);
    if (pith_text_is(command, "DeclareMathOperator"))
        return pith_macro_operator(front, f->in, err);
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        if (pith_text_is(command, titles[i]))
            return on_title(front, f, taken, err);
    }
    if (pith_text_is(command, "abstract") || pith_text_is(command, "ABSTRACT"))
        return on_abstract(front, f, taken, err);
    if (pith_text_is(command, "begin"))
        return on_begin(front, f, taken, err);
    if (pith_text_is(command, "subtitle")) {
        pith_tex_lexer in = f->in;
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
                                pith_form_notes *notes, pith_error *err)
{
    pith_text more;
    pith_form_notes its;
    pith_status status = pith_front_form(front, front->subtitle, form, &more, &its, err);
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
    if (!notes->unknown[0])
        memcpy(notes->unknown, its.unknown, sizeof its.unknown);
    if (!notes->own[0])
        memcpy(notes->own, its.own, sizeof its.own);
    return PITH_OK;
}

// Behind the others; one that is there already moves there.
static void add_wording(pith_wordings *list, pith_text text, const pith_form_notes *notes)
{
    for (size_t i = 0; i < list->count; i++) {
        if (!pith_text_equal(list->texts[i], text))
            continue;
        list->count--;
        memmove(&list->texts[i], &list->texts[i + 1], (list->count - i) * sizeof *list->texts);
        memmove(&list->notes[i], &list->notes[i + 1], (list->count - i) * sizeof *list->notes);
        break;
    }
    list->texts[list->count] = text;
    list->notes[list->count++] = *notes;
}

pith_status pith_front_wordings(const pith_front *front, bool abstract, unsigned form,
                                pith_wordings *out, pith_error *err)
{
    const pith_text *list = abstract ? front->abstracts : front->titles;
    size_t count = abstract ? front->abstract_count : front->title_count;
    out->count = 0;
    for (size_t i = 0; i < count; i++) {
        pith_text text;
        pith_form_notes notes;
        pith_status status = pith_front_form(front, list[i], form, &text, &notes, err);
        if (status == PITH_OK && text.n && !abstract && front->subtitle.n)
            status = add_subtitle(front, form, &text, &notes, err);
        if (status != PITH_OK)
            return status;
        if (text.n)
            add_wording(out, text, &notes);
    }
    out->several = out->count > 1;
    if (out->several && !abstract && !front->conditional_title) {
        out->texts[0] = out->texts[out->count - 1];
        out->notes[0] = out->notes[out->count - 1];
        out->count = 1;
    }
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

// The one that holds, in the form that arXiv has. *why: what speaks against it, or why there is
// none.
static pith_status pick(const pith_front *front, bool abstract, pith_text *out, const char **why,
                        char unknown[40], char own[40], pith_error *err)
{
    pith_wordings list;
    pith_status status = pith_front_wordings(front, abstract, 0, &list, err);
    if (status != PITH_OK)
        return status;
    bool conditional = abstract ? front->conditional_abstract : front->conditional_title;
    *why = list.count == 0               ? "is not in the paper"
           : list.several && conditional ? "is there in several wordings, in a conditional"
           : list.count > 1              ? "is there in several wordings"
           : list.several ? "is there in several wordings, of which the last one is taken"
                          : NULL;
    if (list.count != 1)
        return PITH_OK;
    *out = list.texts[0];
    memcpy(unknown, list.notes[0].unknown, sizeof list.notes[0].unknown);
    memcpy(own, list.notes[0].own, sizeof list.notes[0].own);
    return PITH_OK;
}

pith_status pith_paper_text_read(pith_arena *arena, const char *path, pith_paper_text *out,
                                 pith_error *err)
{
    pith_front front;
    *out = (pith_paper_text){0};
    pith_status status = pith_front_read(arena, path, &front, err);
    if (status == PITH_OK)
        status = pick(&front, false, &out->title, &out->title_why, out->title_command,
                      out->title_own, err);
    if (status == PITH_OK)
        status = pick(&front, true, &out->abstract, &out->abstract_why, out->abstract_command,
                      out->abstract_own, err);
    return status;
}
