// SPDX-License-Identifier: MIT
//
// \newcommand{\name}[n][default]{body}, \newcommand*\name{body}, \def\name#1#2{body}. No others:
// what \def delimits by characters, or xparse by letters, is known to be the paper's and that is
// all.
#include "paper/front_macro.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/text.h"
#include "paper/front_table.h"

enum { MAX_MACROS = 4096, MAX_PACKAGES = 64 };

static bool keep(const pith_front *front, pith_text *text)
{
    const char *copy = pith_alloc_copy(front->arena, text->p ? text->p : "", text->n);
    text->p = copy;
    return copy != NULL; // the file's bytes go when it is closed
}

static pith_status add(pith_front *front, pith_tex_macro macro, bool only_new, pith_error *err)
{
    const size_t *known = pith_name_set_find(&front->macro_names, macro.name);
    if ((known && only_new) || macro.name.n == 0 || (!known && front->macro_count == MAX_MACROS))
        return PITH_OK;
    if (!keep(front, &macro.name) || !keep(front, &macro.body) || !keep(front, &macro.first))
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

// #1#2...: how many. Anything between them delimits, as the end of a line does.
static void read_pattern(pith_tex_lexer *in, pith_tex_macro *macro)
{
    const char *start = in->p;
    while (in->p < in->end && *in->p != '{' && *in->p != '\n')
        in->p++;
    while (start < in->p && (*start == ' ' || *start == '\t'))
        start++;
    for (const char *p = start; p < in->p && !macro->opaque; p += 2) {
        macro->opaque = in->p - p < 2 || macro->parameters == PITH_MACRO_ARGUMENTS || p[0] != '#' ||
                        p[1] != (char)('1' + macro->parameters);
        macro->parameters++;
    }
}

// The text of [...]; false: there is none.
static bool take_option(pith_tex_lexer *in, pith_text *out)
{
    pith_tex_lexer at = *in;
    if (!pith_tex_skip_space(&at) || !pith_tex_at(&at, '['))
        return false;
    const char *start = at.p + 1;
    if (!pith_tex_skip_group(&at, ']'))
        return false;
    *out = (pith_text){start, (size_t)(at.p - 1 - start)};
    in->p = at.p;
    return true;
}

static void read_options(pith_tex_lexer *in, pith_tex_macro *macro)
{
    pith_text count;
    if (!take_option(in, &count))
        return;
    macro->opaque = count.n != 1 || count.p[0] < '0' || count.p[0] > '9';
    macro->parameters = macro->opaque ? 0 : (unsigned)(count.p[0] - '0');
    macro->optional = take_option(in, &macro->first);
    macro->opaque = macro->opaque || (macro->optional && macro->parameters == 0);
}

static bool is_letter(char c)
{
    return pith_is_lower(c) || pith_is_upper(c);
}

static bool has_letter_at(pith_text body)
{
    for (size_t i = 0; i < body.n; i++) {
        if (body.p[i] == '@' &&
            ((i > 0 && is_letter(body.p[i - 1])) || (i + 1 < body.n && is_letter(body.p[i + 1]))))
            return true;
    }
    return false;
}

// False: it is no definition.
static bool read_definition(pith_tex_lexer *in, pith_tex_kind kind, pith_tex_macro *macro)
{
    macro->opaque = kind == PITH_TEX_XPARSE;
    if (pith_tex_skip_space(in))
        pith_tex_take(in, '*');
    bool braced = pith_tex_skip_space(in) && pith_tex_take(in, '{');
    if (!pith_tex_skip_space(in) || *in->p != '\\')
        return false;
    macro->name = pith_tex_command(in);
    if (braced && (!pith_tex_skip_space(in) || !pith_tex_take(in, '}')))
        return false;
    if (kind == PITH_TEX_DEF)
        read_pattern(in, macro);
    else if (!macro->opaque)
        read_options(in, macro);
    return macro->opaque || (pith_tex_skip_space(in) && pith_tex_at(in, '{') &&
                             pith_tex_long_group(in, &macro->body));
}

static bool is_provided(pith_text command)
{
    return pith_text_starts(command, "provide") || pith_text_starts(command, "Provide");
}

pith_status pith_macro_define(pith_front *front, pith_tex_lexer in, pith_text command,
                              pith_tex_kind kind, pith_error *err)
{
    pith_tex_macro macro = {.parameters = 0};
    return read_definition(&in, kind, &macro) ? add(front, macro, is_provided(command), err)
                                              : PITH_OK;
}

pith_status pith_macro_operator(pith_front *front, pith_tex_lexer in, pith_error *err)
{
    pith_tex_macro macro = {.parameters = 0};
    pith_buf body;
    bool star = pith_tex_skip_space(&in) && pith_tex_take(&in, '*');
    if (!read_definition(&in, PITH_TEX_NEWCOMMAND, &macro) || macro.parameters || macro.opaque)
        return PITH_OK;
    pith_buf_init(&body, SIZE_MAX);
    pith_buf_puts(&body, star ? "\\operatorname*{" : "\\operatorname{");
    pith_buf_add(&body, macro.body.p, macro.body.n);
    pith_buf_puts(&body, "}");
    macro.body = (pith_text){body.data, body.len};
    pith_status status = pith_buf_ok(&body) ? add(front, macro, false, err) : pith_fail_memory(err);
    pith_buf_free(&body);
    return status;
}

pith_status pith_macro_package(pith_front *front, pith_text name, pith_error *err)
{
    char path[1024];
    size_t n = 0;
    pith_text bytes;
    pith_text command;
    pith_tex_lexer in;
    path[0] = '\0';
    pith_join(path, sizeof path, &n, front->folder);
    pith_join(path, sizeof path, &n, name);
    pith_join(path, sizeof path, &n, pith_text_of(".sty"));
    if (n + 1 == sizeof path || front->packages_read == MAX_PACKAGES ||
        pith_path_kind_of(path) != PITH_PATH_FILE)
        return PITH_OK;
    front->packages_read++;
    pith_status status = pith_file_read(front->arena, path, PITH_MAX_TEX_FILE, &bytes, err);
    if (status != PITH_OK)
        return status;
    pith_tex_start(&in, bytes);
    in.at_letter = true;
    while (status == PITH_OK && pith_tex_next_command(&in, &command)) {
        pith_tex_kind kind = pith_tex_find(command)->kind;
        pith_tex_macro macro = {.parameters = 0};
        if ((kind == PITH_TEX_DEF || kind == PITH_TEX_NEWCOMMAND) &&
            read_definition(&in, kind, &macro) && !memchr(macro.name.p, '@', macro.name.n) &&
            !has_letter_at(macro.body) && pith_form_find(macro.name).kind == FORM_UNKNOWN)
            status = add(front, macro, is_provided(command), err);
        else if (pith_text_is(command, "DeclareMathOperator"))
            status = pith_macro_operator(front, in, err);
    }
    return status;
}

bool pith_macro_argument(pith_tex_lexer *in, pith_text *out)
{
    if (!pith_tex_skip_space(in))
        return false;
    if (pith_tex_at(in, '{'))
        return pith_tex_long_group(in, out);
    uint32_t letter;
    size_t n = pith_utf8_next(in->p, in->end, &letter);
    *out = (pith_text){in->p, n ? n : 1};
    if (*in->p == '\\') {
        pith_text name = pith_tex_command(in);
        *out = (pith_text){name.p - 1, name.n + 1};
    } else {
        in->p += out->n;
    }
    return true;
}

bool pith_macro_arguments(pith_tex_lexer *in, const pith_tex_macro *macro,
                          pith_text out[PITH_MACRO_ARGUMENTS])
{
    unsigned i = 0;
    if (macro->optional) {
        out[i++] = macro->first;
        (void)take_option(in, &out[0]);
    }
    for (; i < macro->parameters; i++) {
        if (!pith_macro_argument(in, &out[i]))
            return false;
    }
    return true;
}

const pith_tex_macro *pith_macro_find(const pith_front *front, pith_text name)
{
    const size_t *known = pith_name_set_find(&front->macro_names, name);
    return known ? &front->macros[*known] : NULL;
}

// Tokens are put together as text: where \alpha would run into a letter, a blank keeps them apart.
static void put(pith_text text, pith_buf *out)
{
    enum { LONGEST = 64 }; // a command's name; so that many arguments cost no more than their bytes
    size_t n = out->len;
    while (n > 0 && out->len - n < LONGEST && is_letter(out->data[n - 1]))
        n--;
    bool word = n > 0 && n < out->len && out->data[n - 1] == '\\';
    if (text.n && word && is_letter(text.p[0]))
        pith_buf_puts(out, " ");
    pith_buf_add(out, text.p, text.n);
}

void pith_macro_body(const pith_tex_macro *macro, const pith_text arguments[PITH_MACRO_ARGUMENTS],
                     pith_buf *out)
{
    const char *p = macro->body.p;
    const char *end = p + macro->body.n;
    while (p < end && pith_buf_ok(out)) {
        const char *mark = memchr(p, '#', (size_t)(end - p));
        const char *stop = mark ? mark : end;
        bool escaped = stop > p && stop[-1] == '\\';
        put((pith_text){p, (size_t)(stop - p)}, out);
        p = stop;
        if (!mark)
            continue;
        unsigned which = end - p > 1 ? (unsigned)(unsigned char)p[1] - '1' : 0;
        bool argument = !escaped && end - p > 1 && which < macro->parameters;
        if (argument)
            put(arguments[which], out);
        else
            pith_buf_puts(out, "#");
        p += argument || (end - p > 1 && p[1] == '#' && !escaped) ? 2 : 1;
    }
}
