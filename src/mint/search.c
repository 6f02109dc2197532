// SPDX-License-Identifier: MIT
//
// The record has a hash only, so a text near to the paper's can be found, not computed: every
// single edit is hashed. What is before the edit is hashed once.
#include "base/arena.h"
#include "base/limits.h"
#include "base/text.h"
#include "mint/compare.h"
#include "trust/sha256.h"

enum { LONGEST = 2500, WORDS = 1200, VOCABULARY = 800 };

bool pith_search_try(pith_search *s, pith_text text)
{
    uint8_t digest[PITH_DIGEST_LEN];
    pith_sha256(text.p, text.n, digest);
    if (memcmp(digest, s->digest, sizeof digest) != 0 || text.n > s->size)
        return false;
    memmove(s->room, text.p, text.n);
    s->n = text.n;
    return true;
}

// The text with bytes [from, to) replaced; `before` has hashed those up to `from`.
static bool try_edit(pith_search *s, const pith_sha256_state *before, pith_text text, size_t from,
                     size_t to, pith_text by, pith_text by_more)
{
    uint8_t digest[PITH_DIGEST_LEN];
    pith_sha256_state state = *before;
    if (by.n)
        pith_sha256_more(&state, by.p, by.n);
    if (by_more.n)
        pith_sha256_more(&state, by_more.p, by_more.n);
    if (to < text.n)
        pith_sha256_more(&state, text.p + to, text.n - to);
    pith_sha256_now(&state, digest);
    if (memcmp(digest, s->digest, sizeof digest) != 0)
        return false;
    s->n = 0;
    const pith_text parts[] = {{text.p, from}, by, by_more, {text.p + to, text.n - to}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].n > s->size - s->n)
            return false;
        if (parts[i].n)
            memcpy(s->room + s->n, parts[i].p, parts[i].n);
        s->n += parts[i].n;
    }
    return true;
}

static const pith_text none = {"", 0};

// ---- Characters -----------------------------------------------------------------------

static bool is_typed(char c)
{
    return c >= ' ' && c < 0x7F && !pith_is_upper(c); // canonical texts are lower-case
}

static bool edit_characters(pith_search *s, pith_text text)
{
    pith_sha256_state before;
    pith_sha256_start(&before);
    for (size_t i = 0; i <= text.n; i++) {
        if (i < text.n && try_edit(s, &before, text, i, i + 1, none, none))
            return true;
        if (i + 1 < text.n) { // two that changed places
            const char swapped[2] = {text.p[i + 1], text.p[i]};
            if (try_edit(s, &before, text, i, i + 2, (pith_text){swapped, 2}, none))
                return true;
        }
        for (int c = ' '; c < 0x7F; c++) {
            const char typed = (char)c;
            if (!is_typed(typed))
                continue;
            if (try_edit(s, &before, text, i, i, (pith_text){&typed, 1}, none) ||
                (i < text.n && try_edit(s, &before, text, i, i + 1, (pith_text){&typed, 1}, none)))
                return true;
        }
        if (i < text.n)
            pith_sha256_more(&before, text.p + i, 1);
    }
    return false;
}

// ---- Words ----------------------------------------------------------------------------

// Those that come and go most easily.
static const char common[] =
    "a an the this that these those its our their we it is are was were be been being has have had "
    "do "
    "does of in on for from to with by at as and or but not no nor via under over into between "
    "among within "
    "without towards toward across along through during after before until since against about "
    "above below "
    "using based on new novel some all any both also then than can may might must will would could "
    "should "
    "which who whose where when while whether such more most less least much many few several "
    "various other "
    "another same different each every one two three first second third last only just even still "
    "already "
    "often always never almost nearly mainly mostly usually generally recently previously "
    "currently finally "
    "further furthermore moreover however therefore thus hence here there instead rather quite "
    "very highly "
    "fully partially strongly weakly well better best good large larger small smaller high higher "
    "low lower "
    "strong weak general special simple complex full partial local global main key important "
    "significant "
    "possible necessary sufficient optimal efficient effective robust accurate fast free finite "
    "infinite "
    "show shows shown prove proves proved proven present presents presented propose proposes "
    "proposed study "
    "studies studied consider considers considered introduce introduces introduced investigate "
    "investigated "
    "develop developed demonstrate demonstrates demonstrated find found obtain obtained derive "
    "derived give "
    "gives given provide provides provided use uses used describe described discuss discussed "
    "analyze "
    "analyzed analyse analysed establish established construct constructed apply applied extend "
    "extended "
    "improve improved compute computed determine determined estimate estimated observe observed "
    "report "
    "reported review reviewed explore explored examine examined compare compared "
    "result results method methods approach approaches model models problem problems system "
    "systems theory "
    "theorem theorems paper work article data analysis algorithm algorithms framework technique "
    "techniques "
    "case cases class classes function functions set sets number numbers time space order term "
    "terms value "
    "values property properties structure structures group groups field fields state states "
    "process "
    "processes equation equations solution solutions condition conditions example examples "
    "experiments "
    "performance evidence conjecture proof bound bounds rate";

static size_t split(pith_text text, pith_text *words, size_t room)
{
    size_t count = 0;
    for (size_t i = 0; i < text.n && count < room;) {
        size_t start = i;
        while (i < text.n && text.p[i] != ' ')
            i++;
        if (i > start)
            words[count++] = (pith_text){text.p + start, i - start};
        i++;
    }
    return count;
}

static size_t distinct(pith_text *words, size_t count, size_t from, size_t room)
{
    size_t kept = from;
    for (size_t i = from; i < count && kept < room; i++) {
        bool known = false;
        for (size_t k = 0; k < kept && !known; k++)
            known = pith_text_equal(words[k], words[i]);
        if (!known)
            words[kept++] = words[i];
    }
    return kept;
}

// At a word: gone, swapped with the next, replaced, or with another one before it.
static bool edit_word(pith_search *s, const pith_sha256_state *before, pith_text text,
                      const pith_text *word, const pith_text *next, const pith_text *vocabulary,
                      size_t count)
{
    static const pith_text blank = {" ", 1};
    size_t from = (size_t)(word->p - text.p);
    size_t to = from + word->n;
    size_t past = to < text.n ? to + 1 : to; // the blank behind it
    if (try_edit(s, before, text, from, past, none, none))
        return true;
    if (next) {
        char swapped[2 * PITH_MAX_WORD + 1];
        size_t n = word->n + next->n + 1;
        if (n <= sizeof swapped) {
            memcpy(swapped, next->p, next->n);
            swapped[next->n] = ' ';
            memcpy(swapped + next->n + 1, word->p, word->n);
            if (try_edit(s, before, text, from, from + n, (pith_text){swapped, n}, none))
                return true;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (try_edit(s, before, text, from, to, vocabulary[i], none) ||
            try_edit(s, before, text, from, from, vocabulary[i], blank))
            return true;
    }
    return false;
}

static bool edit_words(pith_search *s, pith_text text, pith_text more)
{
    pith_text *words = pith_alloc_array(s->arena, 2 * WORDS + VOCABULARY, sizeof *words);
    if (!words) {
        s->short_of_memory = true;
        return false;
    }
    size_t count = split(text, words, WORDS);
    pith_text *vocabulary = words + WORDS;
    size_t known = split((pith_text){common, sizeof common - 1}, vocabulary, VOCABULARY);
    size_t all = known + split(more, vocabulary + known, WORDS - known);
    all = distinct(vocabulary, all, known, VOCABULARY);
    pith_sha256_state before;
    pith_sha256_start(&before);
    size_t hashed = 0;
    for (size_t i = 0; i < count; i++) {
        size_t from = (size_t)(words[i].p - text.p);
        pith_sha256_more(&before, text.p + hashed, from - hashed);
        hashed = from;
        if (edit_word(s, &before, text, &words[i], i + 1 < count ? &words[i + 1] : NULL, vocabulary,
                      all))
            return true;
    }
    // A word more at the end, or the last one gone with the blank before it.
    if (count && words[count - 1].p > text.p &&
        pith_search_try(s, (pith_text){text.p, (size_t)(words[count - 1].p - 1 - text.p)}))
        return true;
    return false;
}

bool pith_search_edits(pith_search *s, pith_text text, pith_text vocabulary)
{
    if (text.n > LONGEST)
        return false;
    return edit_words(s, text, vocabulary) || edit_characters(s, text);
}
