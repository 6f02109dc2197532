// SPDX-License-Identifier: MIT
//
// arXiv identifiers as bibliographies write them. Sources: arXiv's identifier schemes
// (YYMM.NNNNN since 2007, archive/YYMMNNN before, where archive.SC/YYMMNNN is the same paper);
// protocol.md section 1 for the DOI.
#include "base/text.h"
#include "paper/bib.h"

static bool is_id_char(char c)
{
    return pith_is_digit(c) || pith_is_lower(c) || pith_is_upper(c) || c == '.' || c == '/' ||
           c == '-';
}

// Takes the subject class out of math.AG/0601001: the record has math/0601001.
static pith_text without_class(pith_text id, char *room, size_t size)
{
    const char *slash = memchr(id.p, '/', id.n);
    const char *dot = memchr(id.p, '.', id.n);
    if (!slash || !dot || dot > slash || !(pith_is_lower(id.p[0]) || pith_is_upper(id.p[0])))
        return id;
    size_t n = 0;
    pith_join(room, size, &n, (pith_text){id.p, (size_t)(dot - id.p)});
    pith_join(room, size, &n, (pith_text){slash, id.n - (size_t)(slash - id.p)});
    return (pith_text){room, n};
}

// The id at the start of text, followed by something that is no part of one.
static bool take_id(pith_text text, pith_target *out)
{
    enum { LONGEST = 60 };
    char room[LONGEST + 8];
    char name[LONGEST + 16];
    pith_error ignored;
    pith_text id = {text.p, 0};
    while (id.n < text.n && id.n <= LONGEST && is_id_char(id.p[id.n]))
        id.n++;
    if (id.n > LONGEST)
        return false;
    if (pith_text_ends(id, ".pdf"))
        id.n -= 4;
    while (id.n > 0 && pith_text_is((pith_text){id.p + id.n - 1, 1}, ".")) // ends a sentence
        id.n--;
    id = without_class(id, room, sizeof room);
    size_t n = 0;
    pith_join(name, sizeof name, &n, pith_text_of("arxiv:"));
    pith_join(name, sizeof name, &n, id);
    return pith_target_parse((pith_text){name, n}, out, &ignored) == PITH_OK &&
           pith_text_starts(pith_text_of(out->alias_kind), "arxiv");
}

// text.p[at..] against lower-case letters, without regard to case.
static bool is_at(pith_text text, size_t at, const char *lower)
{
    for (size_t i = 0; lower[i]; i++) {
        if (at + i >= text.n || pith_to_lower(text.p[at + i]) != lower[i])
            return false;
    }
    return true;
}

// Behind `arxiv`: what may stand before the id, and the id.
static bool take_behind(pith_text text, size_t at, pith_target *out)
{
    static const char *const exact[] = {".org/abs/", ".org/pdf/", "."};
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        size_t n = strlen(exact[i]);
        if (is_at(text, at, exact[i]))
            return take_id((pith_text){text.p + at + n, text.n - at - n}, out);
    }
    while (at < text.n && (text.p[at] == '}' || text.p[at] == ' ')) // {arXiv}:1309.3741
        at++;
    if (at == text.n || text.p[at] != ':')
        return false;
    at++;
    while (at < text.n && (text.p[at] == ' ' || text.p[at] == '{' || text.p[at] == '~' ||
                           text.p[at] == '\n' || text.p[at] == '\r'))
        at++;
    return take_id((pith_text){text.p + at, text.n - at}, out);
}

bool pith_arxiv_mentioned(pith_text text, pith_target *out)
{
    for (size_t i = 0; i + 5 < text.n; i++) {
        if (!is_at(text, i, "arxiv"))
            continue;
        // `arxiv.` is a name only in the DOI; elsewhere the host or the end of a sentence.
        bool doi = i >= 9 && memcmp(text.p + i - 9, "10.48550/", 9) == 0;
        bool host = is_at(text, i + 5, ".org/");
        if ((text.p[i + 5] != '.' || doi || host) && take_behind(text, i + 5, out))
            return true;
    }
    return false;
}

bool pith_arxiv_alone(pith_text text, pith_target *out)
{
    while (text.n > 0 && (text.p[0] == ' ' || text.p[0] == '\n' || text.p[0] == '\r'))
        text = (pith_text){text.p + 1, text.n - 1};
    if (is_at(text, 0, "arxiv"))
        return take_behind(text, 5, out);
    if (is_at(text, 0, "abs/")) // DBLP: volume = {abs/1309.3741}
        text = (pith_text){text.p + 4, text.n - 4};
    return take_id(text, out);
}
