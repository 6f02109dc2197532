// SPDX-License-Identifier: MIT
//
// Definitions, conditionals and verbatim text: where a command is written but not executed.
#include "base/err.h"
#include "base/text.h"
#include "paper/scan.h"

enum {
    CONDITIONALS = 64, // open ones of which it is known whether they are \iftrue
    MAX_DECLARED = 4096,
};

// ---- Definitions ----------------------------------------------------------------------

// The next token, if it is a command or a plain character: it is named, not executed.
pith_text pith_scan_name(pith_tex_lexer *in)
{
    if (!pith_tex_skip_space(in))
        return (pith_text){"", 0};
    if (*in->p == '\\')
        return pith_tex_command(in);
    if (*in->p != '{' && *in->p != '}')
        in->p++;
    return (pith_text){"", 0};
}

void pith_scan_skip_optional(pith_tex_lexer *in)
{
    if (pith_tex_skip_space(in) && pith_tex_at(in, '['))
        (void)pith_tex_skip_group(in, ']'); // one that is not closed is TeX's to refuse
}

void pith_scan_skip_braced(pith_tex_lexer *in)
{
    if (pith_tex_skip_space(in) && pith_tex_at(in, '{'))
        (void)pith_tex_skip_group(in, '}');
}

static void enter_body(pith_scan_file *f, bool second)
{
    if (!pith_tex_skip_space(&f->in) || !pith_tex_take(&f->in, '{'))
        return;
    if (f->body == 0)
        f->second_body = second;
    f->body++;
}

void pith_scan_close_brace(pith_scan_file *f)
{
    f->in.p++;
    if (f->body == 0 || --f->body > 0 || !f->second_body)
        return;
    enter_body(f, false);
}

void pith_scan_definition(pith_scan_file *f, pith_tex_kind kind)
{
    pith_tex_lexer *in = &f->in;
    if (kind == PITH_TEX_DEF) {
        (void)pith_scan_name(in);
        while (in->p < in->end && *in->p != '{') { // the parameter text
            if (*in->p == '%')
                pith_tex_skip_comment(in);
            else if (*in->p == '\\')
                (void)pith_tex_command(in);
            else
                in->p++;
        }
        enter_body(f, false);
        return;
    }
    if (pith_tex_skip_space(in))
        pith_tex_take(in, '*');
    if (pith_tex_skip_space(in) && pith_tex_at(in, '{'))
        pith_scan_skip_braced(in);
    else
        (void)pith_scan_name(in);
    if (kind == PITH_TEX_NEWCOMMAND || kind == PITH_TEX_NEWENVIRONMENT) {
        pith_scan_skip_optional(in);
        pith_scan_skip_optional(in);
    } else {
        pith_scan_skip_braced(in);
    }
    enter_body(f, kind == PITH_TEX_NEWENVIRONMENT || kind == PITH_TEX_XPARSE_ENVIRONMENT);
}

pith_status pith_scan_declare(pith_scan *s, pith_name_set *set, pith_text name)
{
    if (name.n == 0 || set->count == MAX_DECLARED || pith_name_set_find(set, name))
        return PITH_OK;
    return pith_name_set_add(set, name, 0) ? PITH_OK : pith_fail_memory(s->err);
}

// ---- Conditionals ---------------------------------------------------------------------

bool pith_scan_is_conditional(const pith_scan *s, pith_text name)
{
    switch (pith_tex_find(name)->kind) {
    case PITH_TEX_IF:
    case PITH_TEX_IFTRUE:
    case PITH_TEX_IFFALSE:
        return true;
    default:
        return pith_text_starts(name, "if@") || pith_name_set_find(&s->conditionals, name);
    }
}

// A name that only looks like a conditional: \ifblank{..}{..}{..} and its kin take
// arguments and have no \fi.
bool pith_scan_looks_conditional(const pith_scan *s, const pith_tex_lexer *in, pith_text name)
{
    if (pith_scan_is_conditional(s, name))
        return true;
    return pith_text_starts(name, "if") && !pith_text_starts(name, "ifdef") &&
           !pith_text_is(name, "iff") && !pith_text_is(name, "ifundef") && !pith_tex_at(in, '{');
}

void pith_scan_open_conditional(pith_scan_file *f, bool is_true)
{
    if (f->conditionals < CONDITIONALS) {
        uint64_t bit = (uint64_t)1 << f->conditionals;
        f->is_true = is_true ? f->is_true | bit : f->is_true & ~bit;
    }
    f->conditionals++;
}

// Skips what a false condition hides. True: up to its \else. Comments still count; braces
// and verbatim text mean nothing here.
static bool skip_branch(const pith_scan *s, pith_tex_lexer *in)
{
    size_t depth = 0;
    pith_text name;
    while (pith_tex_next_command(in, &name)) {
        pith_tex_kind kind = pith_tex_find(name)->kind;
        if (depth == 0 && (kind == PITH_TEX_ELSE || kind == PITH_TEX_FI))
            return kind == PITH_TEX_ELSE;
        if (kind == PITH_TEX_FI)
            depth--;
        else if (pith_scan_is_conditional(s, name))
            depth++;
    }
    return false;
}

void pith_scan_truth(const pith_scan *s, pith_scan_file *f, bool is_true)
{
    if (is_true)
        pith_scan_open_conditional(f, true);
    else if (skip_branch(s, &f->in))
        pith_scan_open_conditional(f, false); // the \else branch is read, up to its \fi
}

void pith_scan_else(const pith_scan *s, pith_scan_file *f)
{
    size_t top = f->conditionals - 1;
    if (f->conditionals == 0 || top >= CONDITIONALS || !(f->is_true >> top & 1))
        return;
    while (skip_branch(s, &f->in)) {
        // a second \else is TeX's to refuse
    }
    f->conditionals--;
}

void pith_scan_unless(const pith_scan *s, pith_scan_file *f)
{
    pith_tex_lexer *in = &f->in;
    if (!pith_tex_skip_space(in) || *in->p != '\\')
        return;
    const char *start = in->p;
    pith_tex_kind kind = pith_tex_find(pith_tex_command(in))->kind;
    if (kind == PITH_TEX_IFTRUE || kind == PITH_TEX_IFFALSE)
        pith_scan_truth(s, f, kind == PITH_TEX_IFFALSE);
    else
        in->p = start;
}

// ---- Verbatim text --------------------------------------------------------------------

void pith_scan_code(pith_scan_file *f, const pith_tex_row *row)
{
    pith_tex_lexer *in = &f->in;
    if (pith_tex_skip_space(in))
        pith_tex_take(in, '*');
    pith_scan_skip_optional(in);
    for (unsigned i = 0; i < row->n; i++)
        pith_scan_skip_braced(in);
    if (!pith_tex_skip_space(in))
        return;
    if (*in->p == '{')
        pith_tex_skip_raw_group(in);
    else if (!pith_is_lower(pith_to_lower(*in->p)) && !pith_tex_is_one_of(*in->p, "\\(}"))
        pith_tex_skip_delimited(in); // a letter or ( follows \path of TikZ
}

void pith_scan_verb(pith_scan_file *f)
{
    pith_tex_lexer *in = &f->in;
    while (pith_tex_take(in, ' ') || pith_tex_take(in, '\t')) {
    }
    pith_tex_take(in, '*');
    pith_tex_skip_delimited(in);
}

// \MakeShortVerb{\|}, \MakeShortVerb*\|, \lstMakeShortInline[options]|
void pith_scan_short_verb(pith_scan *s, pith_scan_file *f, bool on)
{
    pith_tex_lexer *in = &f->in;
    if (pith_tex_skip_space(in))
        pith_tex_take(in, '*');
    pith_scan_skip_optional(in);
    if (!pith_tex_skip_space(in))
        return;
    pith_tex_take(in, '{');
    pith_tex_take(in, '\\');
    if (in->p == in->end || pith_tex_is_one_of(*in->p, "\\%{} \t\r\n"))
        return;
    s->short_verb[(unsigned char)*in->p] = on;
    s->special[(unsigned char)*in->p] = on;
    in->p++;
}

pith_status pith_scan_new_verbatim(pith_scan *s, pith_scan_file *f)
{
    pith_scan_skip_optional(&f->in);
    if (!pith_tex_at(&f->in, '{') || !pith_tex_argument(&f->in, '}', &s->text))
        return PITH_OK;
    return pith_scan_declare(s, &s->environments, pith_tex_text_of(&s->text));
}

void pith_scan_begin(pith_scan *s, pith_scan_file *f)
{
    if (!pith_tex_skip_space(&f->in) || *f->in.p != '{' ||
        !pith_tex_argument(&f->in, '}', &s->text))
        return;
    pith_text name = pith_tex_text_of(&s->text);
    if (pith_text_is(name, "document") && f->preamble)
        f->in.p = f->in.end;
    else if (pith_text_is(name, "document"))
        f->document = true;
    else if (pith_tex_is_verbatim(name) || pith_name_set_find(&s->environments, name))
        pith_tex_skip_environment(&f->in, name);
}
