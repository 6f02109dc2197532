// SPDX-License-Identifier: MIT
//
// From a result to the words of its badge, and on to the back end.
#include "out/badge.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "out/words.h"

pith_badge_state pith_badge_state_of(const pith_result *result)
{
    switch (pith_standing_of(result)) {
    case PITH_STANDING_VERIFIED:
        return result->exit == PITH_EXIT_INVALID ? PITH_BADGE_FAILED : PITH_BADGE_VERIFIED;
    case PITH_STANDING_HASH:
    case PITH_STANDING_KEY:
    case PITH_STANDING_RECEIPT:
        return result->exit == PITH_EXIT_INVALID ? PITH_BADGE_FAILED : PITH_BADGE_INTACT;
    case PITH_STANDING_OTHER:
    case PITH_STANDING_FAILED:
        break;
    }
    return PITH_BADGE_FAILED;
}

// ---- Words ----------------------------------------------------------------------------

// A growing text in the arena; `failed` once memory is short.
typedef struct facts_maker {
    pith_arena *arena;
    pith_badge_facts *facts;
    bool failed;
} facts_maker;

static pith_text keep(facts_maker *m, const pith_buf *text)
{
    const char *copy = pith_buf_ok(text) ? pith_alloc_copy(m->arena, text->data, text->len) : NULL;
    if (!copy) {
        m->failed = true;
        return (pith_text){"", 0};
    }
    return (pith_text){copy, text->len};
}

static void set_number(facts_maker *m, const pith_number *number, pith_buf *room)
{
    pith_badge_facts *f = m->facts;
    room->len = 0;
    if (number->year)
        pith_buf_printf(room, "pith:%04d:%s", number->year, number->id);
    else
        pith_buf_printf(room, "pith:%s", number->id);
    f->number = keep(m, room);
    if (m->failed)
        return;
    f->words.prefix = (pith_text){f->number.p, f->number.n - PITH_ID_LEN};
    f->words.id = (pith_text){f->number.p + f->words.prefix.n, PITH_ID_LEN};
    f->short_id = (pith_text){f->words.id.p, 8};
}

static void set_checked(facts_maker *m, const pith_result *r, pith_buf *room)
{
    char words[240];
    pith_badge_facts *f = m->facts;
    f->words.state = pith_badge_state_of(r);
    f->sentence = pith_text_of(pith_standing_sentence(pith_standing_of(r)));
    pith_verdict_words(r, words, sizeof words);
    room->len = 0;
    pith_buf_puts(room, words);
    f->words.verdict = keep(m, room);
    if (f->words.state == PITH_BADGE_FAILED)
        return; // what the documents say is not worth repeating
    f->title = r->title;
    // As pith.sty spells it.
    pith_source_words(r, words, sizeof words);
    room->len = 0;
    if (strncmp(words, "arxiv:", 6) == 0)
        memcpy(words, "arXiv:", 6);
    pith_buf_puts(room, words);
    f->words.source = keep(m, room);
    for (size_t row = 0; row < PITH_CLAIM_ROWS; row++) {
        const char *wording = pith_claim_wording(&r->claims, row);
        f->words.claims[row].wording = pith_text_of(wording ? wording : "");
        f->words.claims[row].positive = pith_claim_positive(&r->claims, row);
        f->words.claims[row].shown = pith_claim_backed(r, row);
    }
}

static void add_text(pith_buf *room, const char *before, pith_text text)
{
    if (!text.n)
        return;
    pith_buf_puts(room, before);
    pith_buf_add(room, text.p, text.n);
}

static void set_sentences(facts_maker *m, const pith_badge_options *options, pith_buf *room)
{
    static const char *const styles[] = {"line", "card", "full", "label", "text"};
    pith_badge_facts *f = m->facts;
    room->len = 0;
    add_text(room, "Pith Number ", f->number);
    add_text(room, " (", f->words.source);
    add_text(room, f->words.source.n ? ", " : " (", f->words.verdict);
    pith_buf_puts(room, ")");
    f->text = keep(m, room);
    room->len = 0;
    add_text(room, ": ", f->title);
    f->about = keep(m, room);
    room->len = 0;
    add_text(room, "", f->sentence);
    for (int shown = 1; shown >= 0; shown--) {
        const char *before = shown ? "; evidence: " : "; claimed: ";
        for (size_t row = 0; row < PITH_CLAIM_ROWS; row++) {
            if (f->words.claims[row].shown != (shown == 1) || !f->words.claims[row].wording.n)
                continue;
            add_text(room, before, f->words.claims[row].wording);
            before = ", ";
        }
    }
    add_text(room, ". Title: ", f->title);
    add_text(room, ". ", pith_text_of(f->words.url));
    f->description = keep(m, room);
    room->len = 0;
    add_text(room, "pith-", f->words.id);
    add_text(room, "-", pith_text_of(styles[options->style]));
    f->key = keep(m, room);
}

static pith_status make_facts(pith_arena *arena, const pith_result *result,
                              const pith_badge_options *options, pith_badge_facts *out,
                              pith_error *err)
{
    char url[80];
    pith_buf room;
    facts_maker m = {arena, out, false};
    *out = (pith_badge_facts){.words.state = PITH_BADGE_UNCHECKED};
    pith_buf_init(&room, SIZE_MAX);
    set_number(&m, &result->number, &room);
    pith_record_url(result, url, sizeof url);
    out->words.url = pith_alloc_copy(arena, url, strlen(url));
    if (options->unchecked) {
        out->words.verdict = pith_text_of(pith_unchecked_word());
        out->sentence = pith_text_of(pith_unchecked_sentence());
    } else {
        set_checked(&m, result, &room);
    }
    if (out->words.url)
        set_sentences(&m, options, &room);
    pith_buf_free(&room);
    return m.failed || !out->words.url ? pith_fail_memory(err) : PITH_OK;
}

// ---- The door -------------------------------------------------------------------------

static pith_status check_options(pith_badge_format format, const pith_badge_options *options,
                                 pith_error *err)
{
    const bool picture = format == PITH_BADGE_PDF || format == PITH_BADGE_PNG;
    const bool snippet = !picture && format != PITH_BADGE_SVG;
    if (format >= PITH_BADGE_FORMATS || options->style >= PITH_BADGE_STYLES)
        return pith_fail(err, PITH_USAGE, NULL, "no such format or style");
    if (picture && options->own_template.n)
        return pith_fail(err, PITH_USAGE, NULL, "PDF and PNG have no template");
    if (options->own_template.n > PITH_BADGE_TEMPLATE_MAX)
        return pith_fail(err, PITH_TOO_LARGE, NULL, "a template has at most %d bytes",
                         PITH_BADGE_TEMPLATE_MAX);
    if (options->image && !snippet)
        return pith_fail(err, PITH_USAGE, NULL, "only html, md and tex name a picture");
    if (options->dpi && format != PITH_BADGE_PNG)
        return pith_fail(err, PITH_USAGE, NULL, "only png has a resolution");
    if (options->dpi && (options->dpi < PITH_BADGE_DPI_MIN || options->dpi > PITH_BADGE_DPI_MAX))
        return pith_fail(err, PITH_USAGE, NULL, "a resolution is %d to %d dpi", PITH_BADGE_DPI_MIN,
                         PITH_BADGE_DPI_MAX);
    return PITH_OK;
}

pith_status pith_badge(pith_arena *arena, const pith_result *result, pith_badge_format format,
                       const pith_badge_options *options, pith_buf *out, pith_error *err)
{
    pith_badge_facts facts;
    pith_badge_layout *layout = pith_alloc(arena, sizeof *layout);
    const bool dark = options->theme == PITH_BADGE_DARK;
    if (!layout)
        return pith_fail_memory(err);
    pith_status status = check_options(format, options, err);
    if (status == PITH_OK)
        status = make_facts(arena, result, options, &facts, err);
    if (status == PITH_OK)
        status = pith_badge_lay_out(arena, &facts.words, options, layout, err);
    if (status != PITH_OK)
        return status;
    if (format == PITH_BADGE_PDF)
        status = pith_badge_pdf(&facts, layout, dark, out, err);
    else if (format == PITH_BADGE_PNG)
        status = pith_badge_png(arena, &facts, layout, dark,
                                options->dpi ? options->dpi : PITH_BADGE_DPI, out, err);
    else
        status = pith_badge_markup(arena, &facts, layout, format, options, out, err);
    if (status == PITH_OK && !pith_buf_ok(out))
        status = pith_fail_memory(err);
    return status;
}
