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
// changes of category codes but those of the usual commands, ^^ notation. Files named by macros
// are known from the .fls file of an earlier run, if there is one.
#include "paper/scan.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"

// ---- The end of a file -----------------------------------------------------------------

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
    pith_tex_lexer rest = f->in;
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
    case PITH_TEX_LISTING:
        return pith_scan_listing(s, f, row->n);
    case PITH_TEX_CLASS:
    case PITH_TEX_PACKAGE:
        return pith_scan_class(s, f, row->kind);
    case PITH_TEX_BIBLIOGRAPHY:
    case PITH_TEX_RESOURCE:
        return pith_scan_bibliography(s, f, row->kind);
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

static void on_expandafter(pith_tex_lexer *in)
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
    bool taken = false;
    if (s->visit && f->body == 0) {
        pith_status status = s->visit(s->visitor, f, name, &taken, s->err);
        if (status != PITH_OK || taken)
            return status;
    }
    switch (row->kind) {
    case PITH_TEX_OTHER:
        if (f->body == 0 && pith_scan_looks_conditional(s, &f->in, name))
            pith_scan_open_conditional(f, false);
        else if (f->in.expl && pith_text_starts(name, "cs_"))
            (void)pith_scan_name(&f->in); // \cs_new:Npn \pithnumber
        else if (f->body == 0)
            return pith_scan_citation(s, f, name);
        return PITH_OK;
    case PITH_TEX_NUMBER:
        return pith_scan_number(s, f, start);
    case PITH_TEX_INPUT:
    case PITH_TEX_INCLUDE:
    case PITH_TEX_FILE:
        return pith_scan_input(s, f, row->kind);
    case PITH_TEX_IMPORT:
    case PITH_TEX_SUBIMPORT:
    case PITH_TEX_SUBFILE:
        return pith_scan_import(s, f, row->kind);
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
    pith_tex_lexer *in = &f->in;
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
            pith_scan_close(s);
            continue;
        }
        pith_status status = step(s, f);
        if (status != PITH_OK)
            return status;
    }
    return PITH_OK;
}

// The files that an earlier run of TeX has read, besides those that the walk has seen.
static pith_status scan_recorded(pith_scan *s)
{
    pith_status status = PITH_OK;
    size_t at = 0;
    bool found = true;
    while (status == PITH_OK && found) {
        status = pith_scan_next_recorded(s, &at, &found);
        s->ended = false;
        if (status == PITH_OK && found)
            status = walk(s);
    }
    return status;
}

// One paper. What it declares ends with it; the numbers stay.
static pith_status scan_paper(pith_scan *s, const char *path)
{
    const char *slash = strrchr(path, '/');
    s->folder = (pith_text){path, slash ? (size_t)(slash - path) + 1 : 0};
    s->main = pith_text_of(path);
    s->paths = s->conditionals = s->environments = (pith_name_set){.arena = s->arena};
    s->cited = s->bibliographies = s->listed = (pith_name_set){.arena = s->arena};
    s->biblatex = s->cites_all = false;
    memset(s->short_verb, 0, sizeof s->short_verb);
    memset(s->special, 0, sizeof s->special);
    s->special['\\'] = s->special['%'] = s->special['{'] = s->special['}'] = true;
    s->files_read = 0;
    s->ended = false;
    pith_status status = pith_name_set_add(&s->paths, pith_text_of(path), true)
                             ? pith_scan_open(s, path)
                             : pith_fail_memory(s->err);
    if (status == PITH_OK)
        status = walk(s);
    if (status == PITH_OK)
        status = scan_recorded(s);
    if (status == PITH_OK && s->biblatex)
        status = pith_scan_entries(s);
    while (s->depth > 0)
        pith_scan_close(s);
    return status;
}

pith_status pith_scan_visit(pith_arena *arena, const char *path,
                            pith_status (*visit)(void *visitor, pith_scan_file *f,
                                                 pith_text command, bool *taken, pith_error *err),
                            void *visitor, pith_error *err)
{
    pith_scan *s = pith_alloc_array(arena, 1, sizeof *s);
    if (!s)
        return pith_fail_memory(err);
    s->arena = arena;
    s->err = err;
    s->visit = visit;
    s->visitor = visitor;
    s->ids.arena = s->read.arena = arena;
    return scan_paper(s, path);
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
    s->ids.arena = s->read.arena = arena;
    for (size_t i = 0; i < count; i++) {
        pith_status status = scan_paper(s, paths[i]);
        if (status != PITH_OK)
            return status;
    }
    *out = (pith_mentions){.items = s->items,
                           .count = s->count,
                           .files = pith_alloc_array(arena, s->read.count, sizeof *out->files),
                           .file_count = s->read.count,
                           .missing_count = s->missing_count};
    if (!out->files)
        return pith_fail_memory(err);
    for (size_t i = 0; i < s->read.count; i++)
        out->files[i] = s->read.items[i].key;
    memcpy(out->missing, s->missing, sizeof out->missing);
    return PITH_OK;
}
