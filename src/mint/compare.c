// SPDX-License-Identifier: MIT
#include "mint/compare.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "base/unicode.h"
#include "verify/verify.h"

void pith_candidates_add(pith_candidates *list, pith_text text, const char *name)
{
    for (size_t i = 0; i < list->count; i++) {
        if (pith_text_equal(list->texts[i], text))
            return;
    }
    if (!text.p || list->count == PITH_CANDIDATES)
        return;
    list->texts[list->count] = text;
    list->names[list->count++] = name;
}

// ---- What turns a text into another ---------------------------------------------------

// Appends `text` with each `from` as `to`.
static void replace(pith_text text, const char *from, const char *to, pith_buf *out)
{
    size_t n = strlen(from);
    for (size_t i = 0; i < text.n;) {
        if (i + n <= text.n && memcmp(text.p + i, from, n) == 0) {
            pith_buf_puts(out, to);
            i += n;
        } else {
            pith_buf_add(out, text.p + i++, 1);
        }
    }
}

static void decode_accents(pith_text text, pith_buf *out)
{
    (void)pith_accent_decode(text, out);
}

// Letters as TeX accents, in the spelling \'e.
static void encode_accents(pith_text text, pith_buf *out)
{
    for (size_t i = 0; i < text.n;) {
        uint32_t cp;
        size_t n = pith_utf8_next(text.p + i, text.p + text.n, &cp);
        pith_text letter = {text.p + i, n ? n : 1};
        if (letter.n == 1 || !pith_accent_put(letter, out))
            pith_buf_add(out, letter.p, letter.n);
        i += letter.n;
    }
}

static void accents_one_way(pith_text text, pith_buf *out)
{
    pith_buf letters;
    pith_buf_init(&letters, SIZE_MAX);
    if (pith_accent_decode(text, &letters))
        encode_accents((pith_text){letters.data, letters.len}, out);
    pith_buf_free(&letters);
}

// \'e as {\'e} or as \'{e}.
static void spell_accents(pith_text text, bool grouped, pith_buf *out)
{
    for (size_t i = 0; i < text.n; i++) {
        bool accent = i + 2 < text.n && text.p[i] == '\\' && memchr("'`^\"~=.", text.p[i + 1], 7) &&
                      (pith_is_lower(text.p[i + 2]) || pith_is_upper(text.p[i + 2]));
        if (!accent) {
            pith_buf_add(out, text.p + i, 1);
            continue;
        }
        pith_buf_printf(out, grouped ? "{\\%c%c}" : "\\%c{%c}", text.p[i + 1], text.p[i + 2]);
        i += 2;
    }
}

static void accents_braced(pith_text text, pith_buf *out)
{
    spell_accents(text, false, out);
}

static void accents_grouped(pith_text text, pith_buf *out)
{
    spell_accents(text, true, out);
}

// Letters without their accents.
static void drop_accents(pith_text text, pith_buf *out)
{
    pith_buf letters;
    pith_buf parts;
    pith_buf_init(&letters, SIZE_MAX);
    pith_buf_init(&parts, SIZE_MAX);
    if (pith_accent_decode(text, &letters) &&
        pith_unicode_decompose((pith_text){letters.data, letters.len}, &parts)) {
        for (size_t i = 0; i < parts.len; i++) {
            unsigned char c = (unsigned char)parts.data[i];
            if (c == 0xCC || c == 0xCD)
                i++; // U+0300 to U+037F
            else
                pith_buf_add(out, parts.data + i, 1);
        }
    }
    pith_buf_free(&letters);
    pith_buf_free(&parts);
}

static void drop_characters(pith_text text, const char *set, pith_buf *out)
{
    for (size_t i = 0; i < text.n; i++) {
        if (!strchr(set, text.p[i]))
            pith_buf_add(out, text.p + i, 1);
    }
}

static void straight_quotes(pith_text text, pith_buf *out)
{
    pith_buf half;
    pith_buf_init(&half, SIZE_MAX);
    replace(text, "``", "\"", &half);
    replace((pith_text){half.data ? half.data : "", half.len}, "''", "\"", out);
    out->failed = out->failed || !pith_buf_ok(&half);
    pith_buf_free(&half);
}

static void one_hyphen(pith_text text, pith_buf *out)
{
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] != '-' || i == 0 || text.p[i - 1] != '-')
            pith_buf_add(out, text.p + i, 1);
    }
}

static void two_hyphens(pith_text text, pith_buf *out)
{
    replace(text, "---", "--", out);
}

static void three_hyphens(pith_text text, pith_buf *out)
{
    for (size_t i = 0; i < text.n; i++) {
        pith_buf_add(out, text.p + i, 1);
        if (i + 1 < text.n && text.p[i] == '-' && text.p[i + 1] == '-' &&
            (i == 0 || text.p[i - 1] != '-') && (i + 2 == text.n || text.p[i + 2] != '-'))
            pith_buf_puts(out, "-");
    }
}

static void no_braces(pith_text text, pith_buf *out)
{
    drop_characters(text, "{}", out);
}

static void no_dollars(pith_text text, pith_buf *out)
{
    drop_characters(text, "$", out);
}

static void no_spaces(pith_text text, pith_buf *out)
{
    drop_characters(text, " ", out);
}

static void escaped(pith_text text, pith_buf *out)
{
    for (size_t i = 0; i < text.n; i++) {
        if (memchr("%&#_", text.p[i], 4) && (i == 0 || text.p[i - 1] != '\\'))
            pith_buf_puts(out, "\\");
        pith_buf_add(out, text.p + i, 1);
    }
}

static void not_escaped(pith_text text, pith_buf *out)
{
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] != '\\' || i + 1 == text.n || !memchr("%&#_", text.p[i + 1], 4))
            pith_buf_add(out, text.p + i, 1);
    }
}

static const struct {
    const char *cause;
    void (*change)(pith_text text, pith_buf *out);
    bool spelling; // the words stay what they are
} changes[] = {
    {"accents: TeX in the paper, letters in the record", decode_accents, true},
    {"accents: letters in the paper, TeX in the record", encode_accents, true},
    {"accents: the same, spelled in another way", accents_one_way, true},
    {"accents: the record has them with braces, as \\'{e}", accents_braced, true},
    {"accents: the record has them in braces, as {\\'e}", accents_grouped, true},
    {"accents: the record has none", drop_accents, false},
    {"quotation marks: `` and '' in the paper, \" in the record", straight_quotes, true},
    {"dashes: the record has a single hyphen", one_hyphen, true},
    {"dashes: the record has -- for ---", two_hyphens, true},
    {"dashes: the record has --- for --", three_hyphens, true},
    {"braces: the record has none", no_braces, true},
    {"math: the record has no $", no_dollars, true},
    {"white space: the record has none", no_spaces, false},
    {"escapes: the record has \\%, \\&, \\# or \\_", escaped, true},
    {"escapes: the record has %, &, # or _", not_escaped, true},
};
enum { CHANGES = sizeof changes / sizeof *changes };

// ---- Trying ---------------------------------------------------------------------------

typedef struct trial {
    pith_arena *arena;
    pith_search search;
    pith_text changed[CHANGES + 1]; // of the candidate at hand; p NULL: no change
    pith_check_field *out;
    pith_error *err;
} trial;

static bool canonical(trial *t, pith_text text, pith_text *out)
{
    bool plain;
    pith_text collapsed;
    if (pith_canon_collapse(t->arena, text, &collapsed, &plain) &&
        pith_canon_lower(t->arena, collapsed, plain, out))
        return true;
    t->search.short_of_memory = true;
    return false;
}

static bool try_text(trial *t, pith_text text)
{
    pith_text lower;
    return canonical(t, text, &lower) && pith_search_try(&t->search, lower);
}

static void say(trial *t, const char *format, ...) PITH_PRINTF(2, 3);

static void say(trial *t, const char *format, ...)
{
    char sentence[700];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    size_t len = n < 0 ? 0 : (size_t)n < sizeof sentence ? (size_t)n : sizeof sentence - 1;
    const char *copy = pith_alloc_copy(t->arena, sentence, len);
    t->search.short_of_memory = t->search.short_of_memory || !copy;
    t->out->cause = (pith_text){copy ? copy : "", copy ? len : 0};
}

static pith_text change(trial *t, size_t which, pith_text text)
{
    pith_buf out;
    pith_buf_init(&out, SIZE_MAX);
    changes[which].change(text, &out);
    pith_text changed = {NULL, 0};
    if (!pith_buf_ok(&out)) {
        t->search.short_of_memory = true;
    } else if (!pith_text_equal(text, (pith_text){out.data, out.len})) {
        changed =
            (pith_text){pith_alloc_copy(t->arena, out.data ? out.data : "", out.len), out.len};
        t->search.short_of_memory = t->search.short_of_memory || !changed.p;
    }
    pith_buf_free(&out);
    return changed;
}

// A text as it is, without one of the steps of canon().
static bool try_raw(trial *t, pith_text text)
{
    pith_text collapsed;
    bool plain;
    if (!pith_canon_collapse(t->arena, text, &collapsed, &plain)) {
        t->search.short_of_memory = true;
        return false;
    }
    if (pith_search_try(&t->search, collapsed)) {
        say(t, "case: the record was made from the text with its capitals");
        return true;
    }
    if (pith_search_try(&t->search, text)) {
        say(t, "white space: the record was made from the text as it is");
        return true;
    }
    return false;
}

static bool try_changes(trial *t, pith_text text)
{
    if (try_raw(t, text))
        return true;
    for (size_t i = 0; i < CHANGES; i++) {
        t->changed[i] = change(t, i, text);
        if (t->changed[i].p && try_text(t, t->changed[i])) {
            say(t, "%s", changes[i].cause);
            t->out->spelling = changes[i].spelling;
            return true;
        }
    }
    enum { LONGEST_FOR_TWO = 8 << 10 }; // two changes at once are some hundred texts
    for (size_t i = 0; i < CHANGES && text.n <= LONGEST_FOR_TWO; i++) {
        for (size_t k = 0; k < CHANGES && t->changed[i].p; k++) {
            pith_text both = k == i ? (pith_text){NULL, 0} : change(t, k, t->changed[i]);
            if (both.p && try_text(t, both)) {
                say(t, "%s; %s", changes[i].cause, changes[k].cause);
                t->out->spelling = changes[i].spelling && changes[k].spelling;
                return true;
            }
        }
    }
    return false;
}

// As much as fits, with or without its blanks.
static void copy_to(pith_text text, bool blanks, char *room, size_t size)
{
    size_t n = 0;
    room[0] = '\0';
    for (size_t i = 0; i < text.n; i++) {
        if (blanks || text.p[i] != ' ')
            pith_join(room, size, &n, (pith_text){text.p + i, 1});
    }
}

// The words in which two texts differ, as a sentence.
static void say_difference(trial *t, pith_text ours, pith_text theirs)
{
    size_t start = 0;
    size_t least = ours.n < theirs.n ? ours.n : theirs.n;
    while (start < least && ours.p[start] == theirs.p[start])
        start++;
    size_t end = 0;
    while (end < least - start && ours.p[ours.n - 1 - end] == theirs.p[theirs.n - 1 - end])
        end++;
    while (start > 0 && ours.p[start - 1] != ' ')
        start--;
    while (end > 0 && ours.p[ours.n - end] != ' ')
        end--;
    pith_text a = {ours.p + start, ours.n - end - start};
    pith_text b = {theirs.p + start, theirs.n - end - start};
    char bare[2][200];
    char shown[2][200];
    copy_to(a, false, bare[0], sizeof bare[0]);
    copy_to(b, false, bare[1], sizeof bare[1]);
    copy_to(a, true, shown[0], sizeof shown[0]);
    copy_to(b, true, shown[1], sizeof shown[1]);
    bool white = strcmp(bare[0], bare[1]) == 0 && a.n != b.n;
    say(t, "%s: \"%s\" in the paper, \"%s\" in the record", white ? "white space" : "words",
        shown[0], shown[1]);
}

static pith_status settle(trial *t, pith_check_standing standing)
{
    t->out->standing = standing;
    return t->search.short_of_memory ? pith_fail_memory(t->err) : PITH_OK;
}

// None of the candidates is it: what is near to them?
static pith_status look_near(trial *t, const pith_candidates *candidates, pith_text known,
                             pith_text vocabulary, bool rendered)
{
    enum { SEARCHED = 4 }; // those that keep one thing as typed, at most
    pith_text ours;
    pith_text theirs;
    if (!canonical(t, t->out->text, &ours) || !canonical(t, vocabulary, &vocabulary))
        return pith_fail_memory(t->err);
    for (size_t i = 0; i < known.n && rendered; i++) {
        if (!memchr("$\\{}", known.p[i], 4))
            continue;
        say(t, "a PDF shows it without its TeX, so it cannot be hashed");
        return settle(t, PITH_CHECK_UNCLEAR);
    }
    if (known.n && canonical(t, known, &theirs)) {
        say_difference(t, ours, theirs);
        return settle(t, PITH_CHECK_DIFFERS);
    }
    for (size_t i = 0; i < candidates->count && i < SEARCHED; i++) {
        if (!canonical(t, candidates->texts[i], &ours))
            return pith_fail_memory(t->err);
        if (!pith_search_edits(&t->search, ours, vocabulary))
            continue;
        say_difference(t, ours, (pith_text){t->search.room, t->search.n});
        return settle(t, PITH_CHECK_DIFFERS);
    }
    say(t, rendered
               ? "nothing near to it gives the record's hash, and a PDF shows it without its TeX"
               : "more than one word, or nothing near: no single change gives the record's hash");
    return settle(t, rendered ? PITH_CHECK_UNCLEAR : PITH_CHECK_DIFFERS);
}

pith_status pith_compare_text(pith_arena *arena, const pith_candidates *candidates,
                              const uint8_t digest[PITH_DIGEST_LEN], pith_text known,
                              pith_text vocabulary, bool rendered, pith_check_field *out,
                              pith_error *err)
{
    trial t = {.arena = arena, .out = out, .err = err};
    size_t longest = 0;
    for (size_t i = 0; i < candidates->count; i++)
        longest = candidates->texts[i].n > longest ? candidates->texts[i].n : longest;
    t.search = (pith_search){.arena = arena, .digest = digest, .size = 4 * longest + 1024};
    t.search.room = pith_alloc(arena, t.search.size);
    if (!t.search.room)
        return pith_fail_memory(err);
    for (size_t i = 0; i < candidates->count; i++) {
        if (!try_text(&t, candidates->texts[i]))
            continue;
        out->text = candidates->texts[i];
        if (candidates->names[i])
            say(&t, "%s", candidates->names[i]);
        return settle(&t, PITH_CHECK_SAME);
    }
    out->text = candidates->texts[0];
    for (size_t i = 0; i < candidates->count; i++) {
        if (try_changes(&t, candidates->texts[i]))
            return settle(&t, rendered && out->spelling ? PITH_CHECK_SAME : PITH_CHECK_DIFFERS);
    }
    return look_near(&t, candidates, known, vocabulary, rendered);
}
