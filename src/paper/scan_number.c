// SPDX-License-Identifier: MIT
//
// What stands behind \pithnumber, and the list of what was found.
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "paper/scan.h"

pith_status pith_scan_mention(pith_scan *s, const pith_number *number, pith_scan_place at)
{
    const size_t *known = pith_name_set_find(&s->ids, (pith_text){number->id, PITH_ID_LEN});
    if (known) {
        pith_mention *item = &s->items[*known];
        if (number->year == 0 || number->year == item->number.year)
            return PITH_OK;
        if (item->number.year == 0) {
            item->number.year = number->year;
            s->years[*known] = at;
            return PITH_OK;
        }
        pith_scan_place first = s->years[*known];
        char object[256];
        snprintf(object, sizeof object, "%.*s:%zu and %.*s:%zu", (int)first.file.n, first.file.p,
                 first.line, (int)at.file.n, at.file.p, at.line);
        return pith_fail(s->err, PITH_NUMBER_SYNTAX, object,
                         "%s is given with the year %04d and with the year %04d", number->id,
                         item->number.year, number->year);
    }
    if (s->count == PITH_MAX_MENTIONS)
        return pith_fail(s->err, PITH_TOO_LARGE, NULL, "the paper gives more than %d numbers",
                         PITH_MAX_MENTIONS);
    if (s->count == s->room) {
        size_t room = s->room ? s->room * 2 : 8;
        pith_mention *items = pith_alloc_array(s->arena, room, sizeof *items);
        pith_scan_place *years = pith_alloc_array(s->arena, room, sizeof *years);
        if (!items || !years)
            return pith_fail_memory(s->err);
        if (s->count) {
            memcpy(items, s->items, s->count * sizeof *items);
            memcpy(years, s->years, s->count * sizeof *years);
        }
        s->items = items;
        s->years = years;
        s->room = room;
    }
    if (!pith_name_set_add(&s->ids, (pith_text){number->id, PITH_ID_LEN}, s->count))
        return pith_fail_memory(s->err);
    s->items[s->count] = (pith_mention){*number, at.file, at.line};
    s->years[s->count++] = at;
    return PITH_OK;
}

pith_status pith_scan_refuse(pith_scan *s, pith_status status, pith_scan_place at,
                             const char *message)
{
    char object[256];
    snprintf(object, sizeof object, "%.*s:%zu", (int)at.file.n, at.file.p, at.line);
    return pith_fail(s->err, status, object, "%s", message);
}

// What fits of the argument, as ASCII: its bytes may be of any encoding.
static void show(pith_text text, char *out, size_t room)
{
    size_t n = 0;
    for (; n < text.n && n < room - 1; n++) {
        char c = text.p[n];
        if (c < ' ' || c > '~')
            c = '?';
        out[n] = c;
    }
    out[n] = '\0';
}

static pith_status take_number(pith_scan *s, pith_scan_place at)
{
    if (s->text.parameter) // the number comes from elsewhere
        return PITH_OK;
    pith_number number;
    pith_text text = pith_tex_text_of(&s->text);
    pith_error why;
    if (pith_number_parse(text, &number, &why) == PITH_OK)
        return pith_scan_mention(s, &number, at);
    char shown[48];
    show(text, shown, sizeof shown);
    char message[400]; // cut to what an error holds
    snprintf(message, sizeof message, "\\pithnumber{%s}: %s", shown, why.message);
    return pith_scan_refuse(s, PITH_NUMBER_SYNTAX, at, message);
}

// Behind \pithnumber, which starts at `start`: *, [options], then {number} or <number>.
pith_status pith_scan_number(pith_scan *s, pith_scan_file *f, const char *start)
{
    pith_tex_lexer *in = &f->in;
    pith_scan_place at = {f->name, pith_tex_line(in, start)};
    bool more = pith_tex_skip_space(in);
    bool named = more && pith_tex_at(in, '}') && start > in->begin &&
                 start[-1] == '{'; // \robustify{\pithnumber}
    if (more && pith_tex_take(in, '*'))
        more = pith_tex_skip_space(in);
    if (more && pith_tex_at(in, '[')) {
        if (!pith_tex_skip_group(in, ']'))
            return pith_scan_refuse(s, PITH_NUMBER_SYNTAX, at, "\\pithnumber[: the ] is missing");
        more = pith_tex_skip_space(in);
    }
    if (more && (pith_tex_at(in, '{') || pith_tex_at(in, '<'))) {
        char close = *in->p == '{' ? '}' : '>';
        if (pith_tex_argument(in, close, &s->text))
            return take_number(s, at);
        return pith_scan_refuse(s, PITH_NUMBER_SYNTAX, at,
                                close == '}' ? "\\pithnumber{: the } is missing"
                                             : "\\pithnumber<: the > is missing");
    }
    // In the body of a macro the number may come later.
    if (named || f->body > 0)
        return PITH_OK;
    return pith_scan_refuse(s, PITH_NUMBER_SYNTAX, at, "\\pithnumber is not followed by {number}");
}
