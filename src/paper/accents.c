// SPDX-License-Identifier: MIT
//
// Letters with accents, between TeX (The TeXbook, chapter 9 and appendix B; LaTeX's T1 names) and
// Unicode.
#include "base/text.h"
#include "base/unicode.h"
#include "paper/front.h"
#include "paper/tex_lexer.h"

static const struct {
    char name;
    const char *mark; // U+03xx
} accents[] = {{'`', "\xCC\x80"}, {'\'', "\xCC\x81"}, {'^', "\xCC\x82"}, {'~', "\xCC\x83"},
               {'=', "\xCC\x84"}, {'u', "\xCC\x86"},  {'.', "\xCC\x87"}, {'"', "\xCC\x88"},
               {'r', "\xCC\x8A"}, {'H', "\xCC\x8B"},  {'v', "\xCC\x8C"}, {'d', "\xCC\xA3"},
               {'c', "\xCC\xA7"}, {'k', "\xCC\xA8"},  {'b', "\xCC\xB1"}};
enum { ACCENTS = sizeof accents / sizeof *accents };

static const struct {
    const char *letter;
    const char *tex;
} others[] = {{"\xC3\xA5", "{\\aa}"},    {"\xC3\x85", "{\\AA}"},     {"\xC3\xB8", "{\\o}"},
              {"\xC3\x98", "{\\O}"},     {"\xC3\x9F", "{\\ss}"},     {"\xC3\xA6", "{\\ae}"},
              {"\xC3\x86", "{\\AE}"},    {"\xC5\x93", "{\\oe}"},     {"\xC5\x92", "{\\OE}"},
              {"\xC5\x82", "{\\l}"},     {"\xC5\x81", "{\\L}"},      {"\xC4\xB1", "{\\i}"},
              {"\xC4\x91", "{\\dj}"},    {"\xC4\x90", "{\\DJ}"},     {"\xC3\xB0", "{\\dh}"},
              {"\xC3\xBE", "{\\th}"},    {"\xE2\x80\x93", "--"},     {"\xE2\x80\x94", "---"},
              {"\xE2\x80\x98", "`"},     {"\xE2\x80\x99", "'"},      {"\xE2\x80\x9C", "``"},
              {"\xE2\x80\x9D", "''"},    {"\xE2\x80\xA6", "..."},    {"\xC2\xA0", " "},
              {"\xE2\x80\x89", " "},     {"\xE2\x80\xAF", " "},      {"\xE2\x80\x90", "-"},
              {"\xE2\x80\x91", "-"},     {"\xE2\x88\x92", "-"},      {"\xC2\xAD", ""},
              {"\xC3\x97", "$\\times$"}, {"\xC2\xB1", "$\\pm$"},     {"\xEF\xAC\x80", "ff"},
              {"\xEF\xAC\x81", "fi"},    {"\xEF\xAC\x82", "fl"},     {"\xEF\xAC\x83", "ffi"},
              {"\xEF\xAC\x84", "ffl"},   {"\xE2\x82\x82", "$_2$"},   {"\xC2\xB2", "$^2$"},
              {"\xC2\xB3", "$^3$"},      {"\xC2\xAE", "(R)"},        {"\xE2\x84\xA2", "(TM)"},
              {"\xCE\xB1", "$\\alpha$"}, {"\xCE\xB2", "$\\beta$"},   {"\xCE\xB3", "$\\gamma$"},
              {"\xCE\xB4", "$\\delta$"}, {"\xCE\xBB", "$\\lambda$"}, {"\xCE\xBC", "$\\mu$"},
              {"\xCF\x80", "$\\pi$"},    {"\xCF\x83", "$\\sigma$"},  {"\xE2\x88\x9E", "$\\infty$"}};
enum { OTHERS = sizeof others / sizeof *others };

static void put_accented(char base, char name, pith_buf *out)
{
    bool word = pith_is_lower(name) || pith_is_upper(name);
    pith_buf_printf(out, word ? "\\%c{%c}" : "\\%c%c", name, base);
}

bool pith_accent_put(pith_text letter, pith_buf *out)
{
    pith_buf parts;
    for (size_t i = 0; i < OTHERS; i++) {
        if (pith_text_is(letter, others[i].letter)) {
            pith_buf_puts(out, others[i].tex);
            return true;
        }
    }
    pith_buf_init(&parts, 64);
    bool done = false;
    // One letter and one mark; of more, TeX has no usual form.
    if (pith_unicode_decompose(letter, &parts) && parts.len == 3 &&
        (pith_is_lower(parts.data[0]) || pith_is_upper(parts.data[0]))) {
        for (size_t i = 0; i < ACCENTS && !done; i++) {
            done = memcmp(parts.data + 1, accents[i].mark, 2) == 0;
            if (done)
                put_accented(parts.data[0], accents[i].name, out);
        }
    }
    pith_buf_free(&parts);
    return done;
}

// ---- From TeX -------------------------------------------------------------------------

static const char *mark_of(pith_text name)
{
    for (size_t i = 0; i < ACCENTS && name.n == 1; i++) {
        if (accents[i].name == name.p[0])
            return accents[i].mark;
    }
    return NULL;
}

static const char *letter_of(pith_text name)
{
    for (size_t i = 0; i < OTHERS; i++) {
        size_t n = strlen(others[i].tex);
        if (others[i].tex[0] == '{' && n == name.n + 3 &&
            memcmp(others[i].tex + 2, name.p, name.n) == 0)
            return others[i].letter;
    }
    return NULL;
}

// The letter behind an accent: e, {e}, \i, {\i}. False: there is none that can be taken.
static bool take_base(pith_tex_lexer *in, char *base)
{
    pith_tex_lexer at = *in;
    bool word = pith_is_lower(at.p[-1]) || pith_is_upper(at.p[-1]);
    while (word && pith_tex_take(&at, ' ')) {
    }
    bool braced = pith_tex_take(&at, '{');
    bool dotless = pith_tex_take(&at, '\\');
    if (at.p == at.end || !(pith_is_lower(*at.p) || pith_is_upper(*at.p)) ||
        (dotless && *at.p != 'i' && *at.p != 'j') || (word && !braced && at.p == in->p))
        return false;
    *base = *at.p++;
    if (braced && !pith_tex_take(&at, '}'))
        return false;
    in->p = at.p;
    return true;
}

static void decode_command(pith_tex_lexer *in, pith_buf *out)
{
    const char *start = in->p;
    pith_text name = pith_tex_command(in);
    const char *mark = mark_of(name);
    const char *letter = letter_of(name);
    char base;
    if (mark && take_base(in, &base)) {
        pith_buf_add(out, &base, 1);
        pith_buf_puts(out, mark);
        if (out->len > 3 && out->data[out->len - 4] == '{' && pith_tex_take(in, '}')) {
            memmove(out->data + out->len - 4, out->data + out->len - 3, 3); // {\'e}
            out->len--;
        }
        return;
    }
    if (!letter) {
        pith_buf_add(out, start, (size_t)(in->p - start));
        return;
    }
    if (out->len && out->data[out->len - 1] == '{' && pith_tex_take(in, '}'))
        out->len--; // {\o}
    else if (in->end - in->p > 1 && memcmp(in->p, "{}", 2) == 0)
        in->p += 2;
    else
        while (pith_tex_take(in, ' ')) {
        }
    pith_buf_puts(out, letter);
}

bool pith_accent_decode(pith_text text, pith_buf *out)
{
    pith_tex_lexer in;
    pith_buf raw;
    pith_buf_init(&raw, SIZE_MAX);
    pith_tex_start(&in, text);
    while (in.p < in.end) {
        if (*in.p == '\\')
            decode_command(&in, &raw);
        else
            pith_buf_add(&raw, in.p++, 1);
    }
    bool good = pith_buf_ok(&raw) && pith_unicode_compose((pith_text){raw.data, raw.len}, out);
    pith_buf_free(&raw);
    return good;
}
