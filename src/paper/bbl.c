// SPDX-License-Identifier: MIT
//
// References as TeX gets them: \bibitem of BibTeX's styles or written by hand, \entry of biblatex.
#include "base/text.h"
#include "paper/bib.h"
#include "paper/tex_lexer.h"

// The key of \bibitem[label]{key} or \entry{key}, and where the next thing begins.
static bool take_key(pith_tex_lexer *in, pith_text *key)
{
    if (pith_tex_skip_space(in) && pith_tex_at(in, '[') && !pith_tex_skip_group(in, ']'))
        return false;
    if (!pith_tex_skip_space(in) || !pith_tex_take(in, '{'))
        return false;
    const char *start = in->p;
    while (in->p < in->end && *in->p != '}' && *in->p != '\n')
        in->p++;
    *key = (pith_text){start, (size_t)(in->p - start)};
    return pith_tex_take(in, '}');
}

// The number of a \pithnumber or \pithref in this piece.
static void find_number(pith_text piece, pith_reference *out)
{
    static const char *const names[] = {"pithref", "pithnumber"};
    pith_tex_lexer in;
    pith_text name;
    pith_error ignored;
    pith_tex_start(&in, piece);
    while (pith_tex_next_command(&in, &name)) {
        if (!pith_text_is(name, names[0]) && !pith_text_is(name, names[1]))
            continue;
        pith_tex_take(&in, '*');
        if (!pith_tex_take(&in, '{'))
            continue;
        const char *close = memchr(in.p, '}', (size_t)(in.end - in.p));
        size_t n = close ? (size_t)(close - in.p) : 0;
        out->has_field = true;
        if (pith_number_parse((pith_text){in.p, n}, &out->stated, &ignored) == PITH_OK)
            return;
        out->stated = (pith_number){0};
    }
}

// biblatex: \field{eprint}{ID}, or \verb{eprint} and a line \verb ID.
static bool find_eprint(pith_text piece, pith_target *out)
{
    static const char mark[] = "{eprint}";
    for (size_t i = 0; i + sizeof mark < piece.n; i++) {
        if (memcmp(piece.p + i, mark, sizeof mark - 1) != 0)
            continue;
        pith_text rest = {piece.p + i + sizeof mark - 1, piece.n - i - sizeof mark + 1};
        while (rest.n > 0 && (rest.p[0] == ' ' || rest.p[0] == '\n' || rest.p[0] == '\r'))
            rest = (pith_text){rest.p + 1, rest.n - 1};
        size_t skip = pith_text_starts(rest, "{") ? 1 : pith_text_starts(rest, "\\verb ") ? 6 : 0;
        return skip > 0 && pith_arxiv_alone((pith_text){rest.p + skip, rest.n - skip}, out);
    }
    return false;
}

// Whether the entry's eprint is another archive's.
static bool has_other_archive(pith_text piece)
{
    static const char mark[] = "{eprinttype}{";
    for (size_t i = 0; i + sizeof mark < piece.n; i++) {
        if (memcmp(piece.p + i, mark, sizeof mark - 1) != 0)
            continue;
        const char *type = piece.p + i + sizeof mark - 1;
        return pith_to_lower(type[0]) != 'a' || pith_to_lower(type[1]) != 'r';
    }
    return false;
}

static pith_status finish(pith_arena *arena, pith_references *refs, size_t *room,
                          pith_reference *reference, pith_text piece, pith_error *err)
{
    if (has_other_archive(piece) || !find_eprint(piece, &reference->name)) {
        if (!pith_arxiv_mentioned(piece, &reference->name))
            reference->name = (pith_target){0};
    }
    find_number(piece, reference);
    return pith_refs_add(arena, refs, room, reference, err);
}

pith_status pith_bbl_read(pith_arena *arena, pith_references *refs, pith_error *err)
{
    pith_tex_lexer in;
    pith_text name;
    pith_reference at = {0};
    const char *from = NULL; // the text of the reference at hand
    size_t room = 0;
    pith_status status = PITH_OK;
    pith_tex_start(&in, refs->bytes);
    while (status == PITH_OK && pith_tex_next_command(&in, &name)) {
        const char *start = name.p - 1;
        bool item = pith_text_is(name, "bibitem") || pith_text_is(name, "entry");
        bool end = pith_text_is(name, "end") || pith_text_is(name, "endentry");
        if (from && (item || end)) {
            status =
                finish(arena, refs, &room, &at, (pith_text){from, (size_t)(start - from)}, err);
            from = NULL;
        }
        if (!item)
            continue;
        at = (pith_reference){.line = pith_tex_line(&in, start)};
        if (take_key(&in, &at.key))
            from = in.p;
    }
    if (status == PITH_OK && from)
        status = finish(arena, refs, &room, &at, (pith_text){from, (size_t)(in.end - from)}, err);
    return status;
}
