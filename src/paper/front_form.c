// SPDX-License-Identifier: MIT
//
// TeX source as arXiv's metadata has it (arXiv's help on metadata, "Title" and "Abstract"): ASCII,
// accents and $math$ in TeX, no formatting, no citations or footnotes, no commands of one's own.
#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/text.h"
#include "paper/front_macro.h"
#include "paper/front_table.h"

enum { MAX_LEVEL = 24, MAX_FORM = 256 << 10, MAX_STEPS = 20000 };

typedef struct form {
    const pith_front *front;
    unsigned keep;
    pith_buf out;
    bool math;
    bool removed; // a citation or footnote: no blank before the punctuation behind it
    bool xspace;  // a blank here, unless punctuation follows
    bool word;    // the last command of a macro's body was a word: no letter may follow it
    size_t steps; // so that macros that double each other come to an end
    pith_form_notes *notes;
    pith_error *err;
} form;

static pith_status convert(form *f, pith_text source, unsigned level);

static pith_status too_long(const form *f)
{
    return pith_fail(f->err, PITH_TOO_LARGE, NULL, "title or abstract is too long");
}

// ---- Characters -----------------------------------------------------------------------

static void put(form *f, pith_text text)
{
    if (text.n == 0)
        return;
    size_t n = f->out.len;
    bool ends = pith_tex_is_one_of(text.p[0], ".,;:!?)]");
    if (f->removed && ends && n > 0 && f->out.data[n - 1] == ' ')
        f->out.len--;
    if (f->xspace && !ends && !pith_tex_is_one_of(text.p[0], "'-/~ }"))
        pith_buf_puts(&f->out, " ");
    if (f->word && (pith_is_lower(text.p[0]) || pith_is_upper(text.p[0])))
        pith_buf_puts(&f->out, " ");
    f->removed = f->xspace = f->word = false;
    pith_buf_add(&f->out, text.p, text.n);
}

static void put_space(form *f)
{
    f->xspace = f->word = false;
    if (f->out.len > 0 && f->out.data[f->out.len - 1] != ' ')
        pith_buf_puts(&f->out, " ");
}

static void put_typed(form *f, pith_text name)
{
    put(f, (pith_text){name.p - 1, name.n + 1}); // with its backslash
}

static bool is_word(pith_text name)
{
    return name.n > 0 && (pith_is_lower(name.p[0]) || pith_is_upper(name.p[0]));
}

// The first command of its kind, in its field of the notes.
static void note(char field[40], pith_text name)
{
    size_t n = 0;
    if (field[0])
        return;
    pith_join(field, 40, &n, pith_text_of("\\"));
    pith_join(field, 40, &n, name);
}

// A letter beyond ASCII.
static void put_letter(form *f, pith_tex_lexer *in)
{
    uint32_t cp;
    char utf8[4];
    size_t n = pith_utf8_next(in->p, in->end, &cp);
    pith_text letter = {in->p, n ? n : 1};
    size_t taken = letter.n;
    if (f->front->latin1 && (unsigned char)*in->p >= 0xA0) { // below are controls
        n = taken = 1;
        letter = (pith_text){utf8, pith_utf8_put((unsigned char)*in->p, utf8)};
    }
    pith_buf tex;
    pith_buf_init(&tex, 64);
    if (f->math || (f->keep & PITH_FORM_LETTERS) || n == 0 || !pith_accent_put(letter, &tex))
        put(f, letter);
    else if (tex.len == 1 && tex.data[0] == ' ')
        put_space(f);
    else
        put(f, (pith_text){tex.data, tex.len});
    pith_buf_free(&tex);
    in->p += taken;
}

// ---- Arguments ------------------------------------------------------------------------

static void skip_options(pith_tex_lexer *in)
{
    pith_tex_lexer at = *in;
    while (pith_tex_skip_space(&at) && pith_tex_at(&at, '[') && pith_tex_skip_group(&at, ']'))
        in->p = at.p;
}

static void drop_arguments(pith_tex_lexer *in, unsigned n)
{
    pith_text unused;
    skip_options(in);
    for (unsigned i = 0; i < n; i++) {
        pith_tex_lexer at = *in;
        if (!pith_tex_skip_space(&at) || !pith_tex_at(&at, '{') ||
            !pith_tex_long_group(&at, &unused))
            return;
        in->p = at.p;
        skip_options(in);
    }
}

// ---- Commands -------------------------------------------------------------------------

static void put_accent(form *f, pith_tex_lexer *in, pith_text name)
{
    pith_text base;
    pith_tex_lexer at = *in;
    put_typed(f, name);
    if (!pith_macro_argument(&at, &base))
        return;
    bool braced = at.p[-1] == '}' && base.p > in->p && base.p[-1] == '{';
    if (braced)
        put(f, (pith_text){base.p - 1, base.n + 2});
    else if (is_word(name) && is_word(base))
        put_space(f), put(f, base);
    else
        put(f, base);
    in->p = at.p;
}

static void put_special(form *f, pith_tex_lexer *in, pith_text name)
{
    put_typed(f, name);
    if (!is_word(name))
        return;
    if (in->end - in->p > 1 && memcmp(in->p, "{}", 2) == 0) {
        put(f, (pith_text){in->p, 2});
        in->p += 2;
    } else if (in->p < in->end && pith_tex_is_one_of(*in->p, " \t\r\n")) {
        put_space(f);
    }
}

// NOLINTNEXTLINE(misc-no-recursion): see convert
static pith_status put_math(form *f, pith_tex_lexer *in, const char *script, unsigned level)
{
    pith_text inner;
    pith_status status = PITH_OK;
    bool outer = f->math;
    if (!pith_macro_argument(in, &inner))
        return PITH_OK;
    if (!outer)
        put(f, pith_text_of("$"));
    f->math = true;
    if (script) {
        put(f, pith_text_of(script));
        put(f, inner.n > 1 ? pith_text_of("{") : (pith_text){"", 0});
    }
    status = convert(f, inner, level + 1);
    if (script && inner.n > 1)
        put(f, pith_text_of("}"));
    f->math = outer;
    if (!outer)
        put(f, pith_text_of("$"));
    return status;
}

static void put_code(form *f, pith_tex_lexer *in, bool delimited)
{
    const char *start = in->p;
    if (!delimited) {
        if (!pith_tex_skip_space(in))
            return;
        start = in->p;
    }
    if (pith_tex_at(in, '{'))
        pith_tex_skip_raw_group(in);
    else
        pith_tex_skip_delimited(in);
    if (in->p - start >= 2)
        put(f, (pith_text){start + 1, (size_t)(in->p - start) - 2});
}

// What a false condition hides.
static void skip_false(pith_tex_lexer *in)
{
    size_t depth = 0;
    pith_text name;
    while (pith_tex_next_command(in, &name)) {
        if (depth == 0 && (pith_text_is(name, "else") || pith_text_is(name, "fi")))
            return;
        if (pith_text_is(name, "fi"))
            depth--;
        else if (pith_text_starts(name, "if") && !pith_text_is(name, "iff") &&
                 !pith_tex_at(in, '{')) // \ifthenelse{..}{..}{..} and its kin have no \fi
            depth++;
    }
}

// NOLINTNEXTLINE(misc-no-recursion): see convert
static pith_status read_input(form *f, pith_tex_lexer *in, unsigned level)
{
    pith_tex_text name;
    char path[2 * PITH_TEX_ARGUMENT];
    pith_text bytes;
    if (!pith_tex_skip_space(in))
        return PITH_OK;
    if (!pith_tex_at(in, '{'))
        pith_tex_file_name(in, &name);
    else if (!pith_tex_argument(in, '}', &name))
        return PITH_OK;
    pith_text text = pith_tex_text_of(&name);
    for (int suffix = 1; suffix >= 0; suffix--) {
        size_t n = 0;
        path[0] = '\0';
        pith_join(path, sizeof path, &n,
                  text.n && text.p[0] == '/' ? (pith_text){"", 0} : f->front->folder);
        pith_join(path, sizeof path, &n, text);
        if (suffix)
            pith_join(path, sizeof path, &n, pith_text_of(".tex"));
        if (pith_path_kind_of(path) != PITH_PATH_FILE)
            continue;
        pith_status status =
            pith_file_read(f->front->arena, path, PITH_MAX_TEX_FILE, &bytes, f->err);
        return status == PITH_OK ? convert(f, bytes, level + 1) : status;
    }
    note(f->notes->unknown, pith_text_of("input"));
    return PITH_OK;
}

static void begin_or_end(form *f, pith_tex_lexer *in, bool begin)
{
    static const char *const display[] = {"equation", "equation*", "displaymath", "math",
                                          "eqnarray", "eqnarray*", "align",       "align*",
                                          "gather",   "gather*",   "multline",    "multline*"};
    static const char *const gone[] = {"keywords", "keyword", "IEEEkeywords", "CCSXML",
                                       "comment",  "figure",  "table",        "classification"};
    pith_tex_text argument;
    if (!pith_tex_skip_space(in) || !pith_tex_at(in, '{') || !pith_tex_argument(in, '}', &argument))
        return;
    pith_text name = pith_tex_text_of(&argument);
    for (size_t i = 0; i < sizeof gone / sizeof *gone && begin; i++) {
        if (pith_text_is(name, gone[i]))
            pith_tex_skip_environment(in, name);
    }
    for (size_t i = 0; i < sizeof display / sizeof *display; i++) {
        if (!pith_text_is(name, display[i]))
            continue;
        if (i < 4) {
            put(f, pith_text_of(i == 3 ? "$" : "$$"));
        } else {
            put(f, pith_text_of(begin ? "\\begin{" : "\\end{"));
            put(f, name);
            put(f, pith_text_of("}"));
        }
        f->math = begin;
        return;
    }
    if (!f->math)
        put_space(f);
}

// NOLINTNEXTLINE(misc-no-recursion): see convert
static pith_status expand(form *f, pith_tex_lexer *in, pith_text name, bool *done, unsigned level)
{
    const pith_tex_macro *macro = pith_macro_find(f->front, name);
    pith_text arguments[PITH_MACRO_ARGUMENTS];
    pith_tex_lexer at = *in;
    *done = false;
    if (!macro || macro->opaque || (f->keep & PITH_FORM_MACROS) || level >= MAX_LEVEL)
        return PITH_OK;
    // What becomes of \keywords or \thanks does not change with how a paper prints them.
    if (macro->parameters && !f->math && pith_form_find(name).kind != FORM_UNKNOWN)
        return PITH_OK;
    if (!pith_macro_arguments(&at, macro, arguments)) {
        f->steps += (size_t)(at.p - in->p);
        return PITH_OK;
    }
    *done = true;
    note(f->notes->own, name);
    in->p = at.p;
    if (macro->parameters == 0) {
        pith_status status = convert(f, macro->body, level + 1);
        if (is_word(name) && !f->math)
            (void)pith_tex_skip_space(in); // as TeX does behind a word
        return status;
    }
    pith_buf body;
    pith_buf_init(&body, MAX_FORM);
    pith_macro_body(macro, arguments, &body);
    f->steps += body.len;
    pith_status status = pith_buf_ok(&body)
                             ? convert(f, (pith_text){body.data, body.len}, level + 1)
                         : body.full ? too_long(f)
                                     : pith_fail_memory(f->err);
    pith_buf_free(&body);
    return status;
}

static pith_status typed_unknown(form *f, pith_tex_lexer *in, pith_text name)
{
    put_typed(f, name);
    if (!(f->keep & PITH_FORM_MACROS) || !pith_macro_find(f->front, name))
        note(f->notes->unknown, name);
    pith_text group;
    while (pith_tex_at(in, '{') && pith_tex_long_group(in, &group))
        put(f, (pith_text){group.p - 1, group.n + 2});
    if (is_word(name) && in->p < in->end && pith_tex_is_one_of(*in->p, " \t\r\n"))
        put_space(f);
    return PITH_OK;
}

// Whether the row is to stay as it is typed.
static bool is_kept(const form *f, const pith_form_row *r)
{
    switch (r->kind) {
    case FORM_DROP:
    case FORM_SCRIPT:
    case FORM_CODE:
        return (f->keep & PITH_FORM_FONTS) != 0;
    case FORM_CITE:
        return (f->keep & PITH_FORM_CITATIONS) != 0;
    case FORM_TEXT:
        return (f->keep & PITH_FORM_ESCAPES) != 0;
    case FORM_SPACE:
        return (f->keep & PITH_FORM_ESCAPES) != 0 && !is_word(pith_text_of(r->name));
    default:
        return false;
    }
}

static void keep_typed(form *f, pith_tex_lexer *in, pith_text name, const pith_form_row *r)
{
    pith_text group;
    put_typed(f, name);
    if (r->kind == FORM_CITE || r->kind == FORM_CODE || r->kind == FORM_SCRIPT) {
        while (pith_tex_at(in, '{') && pith_tex_long_group(in, &group))
            put(f, (pith_text){group.p - 1, group.n + 2});
    }
}

// NOLINTNEXTLINE(misc-no-recursion): see convert
static pith_status in_text(form *f, pith_tex_lexer *in, pith_text name, const pith_form_row *r,
                           unsigned level)
{
    pith_text inner;
    switch (r->kind) {
    case FORM_DROP:
        if (is_word(name))
            (void)pith_tex_skip_space(in);
        break;
    case FORM_CITE:
    case FORM_GONE:
        if (pith_tex_at(in, '*'))
            in->p++;
        drop_arguments(in, r->n);
        f->removed = true;
        break;
    case FORM_TEXT:
        put(f, pith_text_of(r->text));
        if (is_word(name))
            (void)pith_tex_skip_space(in);
        break;
    case FORM_SPACE:
        pith_tex_take(in, '*');
        if (name.p[0] == '\\' || is_word(name))
            drop_arguments(in, r->n);
        put_space(f);
        break;
    case FORM_ACCENT:
        put_accent(f, in, name);
        break;
    case FORM_LETTER:
        put_special(f, in, name);
        break;
    case FORM_SECOND:
        skip_options(in);
        if (pith_text_is(name, "href") && pith_tex_at(in, '{'))
            pith_tex_skip_raw_group(in); // a % in it begins no comment
        else if (!pith_macro_argument(in, &inner))
            break;
        if (pith_macro_argument(in, &inner)) // the second one
            return convert(f, inner, level + 1);
        break;
    case FORM_CODE:
    case FORM_VERB:
        put_code(f, in, r->kind == FORM_VERB);
        break;
    case FORM_SCRIPT:
    case FORM_MATH:
        return put_math(f, in, r->text, level);
    case FORM_XSPACE:
        f->xspace = true;
        break;
    case FORM_INPUT:
        return read_input(f, in, level);
    case FORM_BEGIN:
    case FORM_END:
        begin_or_end(f, in, r->kind == FORM_BEGIN);
        break;
    case FORM_IFFALSE:
        skip_false(in);
        break;
    case FORM_UNKNOWN:
        return typed_unknown(f, in, name);
    }
    return PITH_OK;
}

// NOLINTNEXTLINE(misc-no-recursion): see convert
static pith_status in_math(form *f, pith_tex_lexer *in, pith_text name, const pith_form_row *r,
                           unsigned level)
{
    pith_text inner;
    if (r->kind == FORM_MATH)
        return put_math(f, in, NULL, level);
    if (r->kind == FORM_END || r->kind == FORM_BEGIN) {
        bool outer = f->math;
        pith_tex_lexer at = *in;
        pith_tex_text argument;
        begin_or_end(f, in, r->kind == FORM_BEGIN);
        if (f->math == outer && pith_tex_skip_space(&at) && pith_tex_at(&at, '{') &&
            pith_tex_argument(&at, '}', &argument)) { // \begin{pmatrix}
            put(f, r->kind == FORM_BEGIN ? pith_text_of("\\begin{") : pith_text_of("\\end{"));
            put(f, pith_tex_text_of(&argument));
            put(f, pith_text_of("}"));
        }
        return PITH_OK;
    }
    if (pith_text_is(name, "label")) {
        (void)pith_macro_argument(in, &inner);
        return PITH_OK;
    }
    if (pith_text_is(name, "nonumber") || pith_text_is(name, "notag") || r->kind == FORM_XSPACE)
        return PITH_OK;
    put_typed(f, name);
    if (!(f->keep & PITH_FORM_MACROS) && pith_macro_find(f->front, name))
        note(f->notes->unknown, name);
    if (is_word(name) && in->p < in->end && pith_tex_is_one_of(*in->p, " \t\r\n"))
        put_space(f);
    else if (is_word(name) && in->p == in->end)
        f->word = level > 0;
    return PITH_OK;
}

// NOLINTNEXTLINE(misc-no-recursion): see convert
static pith_status on_command(form *f, pith_tex_lexer *in, unsigned level)
{
    pith_text name = pith_tex_command(in);
    bool done = false;
    if (name.n == 0)
        return PITH_OK;
    if (pith_text_is(name, "(") || pith_text_is(name, ")") || pith_text_is(name, "[") ||
        pith_text_is(name, "]")) {
        bool inline_math = name.p[0] == '(' || name.p[0] == ')';
        put(f, pith_text_of(inline_math ? "$" : "$$"));
        f->math = name.p[0] == '(' || name.p[0] == '[';
        return PITH_OK;
    }
    pith_status status = expand(f, in, name, &done, level);
    if (done || status != PITH_OK)
        return status;
    const pith_form_row r = pith_form_find(name);
    if (f->math)
        return in_math(f, in, name, &r, level);
    if (is_kept(f, &r)) {
        keep_typed(f, in, name, &r);
        return PITH_OK;
    }
    return in_text(f, in, name, &r, level);
}

// ---- The walk -------------------------------------------------------------------------

// {\o} keeps its braces: without them the command would run into the next letter.
static bool is_braced_letter(const pith_tex_lexer *in, pith_text *out)
{
    pith_tex_lexer at = *in;
    at.p++;
    if (!pith_tex_at(&at, '\\'))
        return false;
    pith_text name = pith_tex_command(&at);
    if (!is_word(name) || pith_form_find(name).kind != FORM_LETTER || !pith_tex_at(&at, '}'))
        return false;
    *out = (pith_text){in->p, (size_t)(at.p + 1 - in->p)};
    return true;
}

static void on_brace(form *f, pith_tex_lexer *in)
{
    pith_text letter;
    if (*in->p == '{' && !f->math && is_braced_letter(in, &letter)) {
        put(f, letter);
        in->p += letter.n;
        return;
    }
    if (f->math || (f->keep & PITH_FORM_FONTS))
        put(f, (pith_text){in->p, 1});
    in->p++;
}

static void on_dollar(form *f, pith_tex_lexer *in)
{
    bool twice = in->end - in->p > 1 && in->p[1] == '$';
    put(f, (pith_text){in->p, twice ? 2 : 1});
    in->p += twice ? 2 : 1;
    f->math = !f->math;
}

// Depth is bounded by MAX_LEVEL, the whole by MAX_STEPS and MAX_FORM.
// NOLINTNEXTLINE(misc-no-recursion)
static pith_status convert(form *f, pith_text source, unsigned level)
{
    pith_tex_lexer in;
    pith_status status = PITH_OK;
    if (level > MAX_LEVEL)
        return pith_fail(f->err, PITH_TOO_LARGE, NULL,
                         "commands of the paper are nested too deeply");
    pith_tex_start(&in, source);
    while (in.p < in.end && status == PITH_OK) {
        if (f->out.len > MAX_FORM || ++f->steps > 50 * (size_t)MAX_STEPS)
            return too_long(f);
        char c = *in.p;
        if (c == '%') {
            pith_tex_skip_comment(&in);
            while (pith_tex_take(&in, ' ') || pith_tex_take(&in, '\t')) {
            }
        } else if (pith_tex_is_one_of(c, " \t\r\n") ||
                   (c == '~' && !f->math && !(f->keep & PITH_FORM_ESCAPES))) {
            put_space(f);
            in.p++;
        } else if (c == '\\') {
            status = on_command(f, &in, level);
        } else if (c == '{' || c == '}') {
            on_brace(f, &in);
        } else if (c == '$') {
            on_dollar(f, &in);
        } else if ((unsigned char)c >= 0x80) {
            put_letter(f, &in);
        } else {
            put(f, (pith_text){in.p++, 1});
        }
    }
    return status;
}

// What was put as typed may hold line ends.
static void collapse_spaces(pith_buf *out)
{
    size_t n = 0;
    for (size_t i = 0; i < out->len; i++) {
        bool space = pith_tex_is_one_of(out->data[i], " \t\r\n");
        if (space && (n == 0 || out->data[n - 1] == ' '))
            continue;
        out->data[n++] = space ? ' ' : out->data[i];
    }
    while (n > 0 && out->data[n - 1] == ' ')
        n--;
    out->len = n;
}

pith_status pith_front_form(const pith_front *front, pith_text source, unsigned form_bits,
                            pith_text *out, pith_form_notes *notes, pith_error *err)
{
    form f = {.front = front, .keep = form_bits, .notes = notes, .err = err};
    *notes = (pith_form_notes){0};
    pith_buf_init(&f.out, 4 * (size_t)MAX_FORM);
    pith_status status = convert(&f, source, 0);
    collapse_spaces(&f.out);
    const char *copy = NULL;
    if (status == PITH_OK && pith_buf_ok(&f.out))
        copy = pith_alloc_copy(front->arena, f.out.data ? f.out.data : "", f.out.len);
    *out = (pith_text){copy, f.out.len};
    pith_buf_free(&f.out);
    if (status != PITH_OK)
        return status;
    return copy ? PITH_OK : pith_fail_memory(err);
}
