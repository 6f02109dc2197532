// SPDX-License-Identifier: MIT
#include "paper/tex_lexer.h"

#include "base/text.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

// web2c ends a line at LF, CR or CRLF.
static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

void pith_tex_start(pith_tex_lexer *in, pith_text file)
{
    const char *begin = file.p ? file.p : ""; // C adds nothing to a null pointer, not even 0
    *in = (pith_tex_lexer){
        .begin = begin, .p = begin, .end = begin + file.n, .counted = begin, .line = 1};
}

size_t pith_tex_line(pith_tex_lexer *in, const char *at)
{
    for (; in->counted < at; in->counted++) {
        bool crlf = *in->counted == '\r' && in->counted + 1 < in->end && in->counted[1] == '\n';
        in->line += is_line_end(*in->counted) && !crlf;
    }
    return in->line;
}

bool pith_tex_take(pith_tex_lexer *in, char c)
{
    if (!pith_tex_at(in, c))
        return false;
    in->p++;
    return true;
}

void pith_tex_skip_line(pith_tex_lexer *in)
{
    while (in->p < in->end && !is_line_end(*in->p))
        in->p++;
}

static void skip_line_end(pith_tex_lexer *in)
{
    pith_tex_take(in, '\r');
    pith_tex_take(in, '\n');
}

void pith_tex_skip_comment(pith_tex_lexer *in)
{
    pith_tex_skip_line(in);
    skip_line_end(in);
}

bool pith_tex_skip_space(pith_tex_lexer *in)
{
    bool fresh = false; // nothing but blanks on this line so far
    while (in->p < in->end) {
        if (is_blank(*in->p)) {
            in->p++;
        } else if (*in->p == '%') {
            pith_tex_skip_comment(in);
            fresh = true;
        } else if (is_line_end(*in->p)) {
            if (fresh)
                return false;
            skip_line_end(in);
            fresh = true;
        } else {
            return true;
        }
    }
    return false;
}

static bool is_letter(const pith_tex_lexer *in, char c)
{
    return pith_is_upper(c) || pith_is_lower(c) || (c == '@' && in->at_letter) ||
           ((c == '_' || c == ':') && in->expl);
}

pith_text pith_tex_command(pith_tex_lexer *in)
{
    const char *name = ++in->p;
    while (in->p < in->end && is_letter(in, *in->p))
        in->p++;
    if (in->p == name && in->p < in->end)
        in->p++; // a control symbol: one character of any kind
    return (pith_text){name, (size_t)(in->p - name)};
}

bool pith_tex_next_command(pith_tex_lexer *in, pith_text *name)
{
    while (in->p < in->end) {
        if (*in->p == '%') {
            pith_tex_skip_comment(in);
        } else if (*in->p == '\\') {
            *name = pith_tex_command(in);
            return true;
        } else {
            in->p++;
        }
    }
    return false;
}

static void keep(pith_tex_text *out, char c)
{
    if (out->n < PITH_TEX_ARGUMENT)
        out->bytes[out->n] = c;
    out->n++;
}

bool pith_tex_argument(pith_tex_lexer *in, char close, pith_tex_text *out)
{
    size_t depth = 0;
    bool space = false; // white space is held back until something follows it
    out->n = 0;
    out->parameter = out->command = false;
    in->p++;
    while (in->p < in->end) {
        char c = *in->p;
        if (is_blank(c) || is_line_end(c) || c == '%') {
            space = space || c != '%';
            if (!pith_tex_skip_space(in))
                return false;
            continue;
        }
        in->p++;
        if (c == close && depth == 0)
            return true;
        if (c == '}' && depth-- == 0)
            return false;
        depth += c == '{';
        if (space && out->n > 0)
            keep(out, ' ');
        space = false;
        keep(out, c);
        out->parameter = out->parameter || c == '#';
        if (c == '\\') {
            out->command = true;
            if (in->p < in->end && !is_line_end(*in->p))
                keep(out, *in->p++);
        }
    }
    return false;
}

bool pith_tex_skip_group(pith_tex_lexer *in, char close)
{
    size_t depth = 0;
    in->p++;
    while (in->p < in->end) {
        char c = *in->p;
        if (is_blank(c) || is_line_end(c) || c == '%') {
            if (!pith_tex_skip_space(in))
                return false;
            continue;
        }
        in->p++;
        if (c == close && depth == 0)
            return true;
        if (c == '}' && depth-- == 0)
            return false;
        depth += c == '{';
        if (c == '\\' && in->p < in->end)
            in->p++;
    }
    return false;
}

bool pith_tex_long_group(pith_tex_lexer *in, pith_text *inner)
{
    size_t depth = 0;
    const char *start = ++in->p;
    while (in->p < in->end) {
        char c = *in->p;
        if (c == '%') {
            pith_tex_skip_comment(in);
            continue;
        }
        in->p++;
        if (c == '}' && depth-- == 0) {
            *inner = (pith_text){start, (size_t)(in->p - 1 - start)};
            return true;
        }
        depth += c == '{';
        if (c == '\\' && in->p < in->end)
            in->p++;
    }
    return false;
}

void pith_tex_file_name(pith_tex_lexer *in, pith_tex_text *out)
{
    bool quoted = false;
    out->n = 0;
    out->parameter = out->command = false;
    for (; in->p < in->end && !is_line_end(*in->p); in->p++) {
        char c = *in->p;
        if (pith_tex_is_one_of(c, "\\{}%#") || (is_blank(c) && !quoted))
            return;
        quoted = quoted != (c == '"');
        keep(out, c);
    }
}

void pith_tex_skip_delimited(pith_tex_lexer *in)
{
    if (in->p == in->end || is_line_end(*in->p))
        return;
    char delimiter = *in->p++;
    while (in->p < in->end && !is_line_end(*in->p)) {
        if (*in->p++ == delimiter)
            return;
    }
}

void pith_tex_skip_raw_group(pith_tex_lexer *in)
{
    size_t depth = 0;
    bool fresh = false;
    while (in->p < in->end) {
        char c = *in->p;
        if (is_line_end(c)) {
            if (fresh)
                return; // no such argument reaches over an empty line
            skip_line_end(in);
            fresh = true;
            continue;
        }
        in->p++;
        fresh = fresh && is_blank(c);
        depth += c == '{';
        if (c == '}' && --depth == 0)
            return;
    }
}

void pith_tex_skip_environment(pith_tex_lexer *in, pith_text name)
{
    while ((in->p = memchr(in->p, '\\', (size_t)(in->end - in->p))) != NULL) {
        pith_tex_lexer at = *in;
        if ((size_t)(at.end - at.p) < 4 || memcmp(at.p, "\\end", 4) != 0) {
            in->p++;
            continue;
        }
        at.p += 4;
        while (at.p < at.end && is_blank(*at.p)) // the package verbatim allows them
            at.p++;
        in->p = at.p;
        if (pith_tex_take(&at, '{') && (size_t)(at.end - at.p) > name.n &&
            memcmp(at.p, name.p, name.n) == 0 && at.p[name.n] == '}') {
            in->p = at.p + name.n + 1;
            return;
        }
    }
    in->p = in->end;
}
