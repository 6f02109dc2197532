// SPDX-License-Identifier: MIT
//
// Where things stand on a badge, one function for each style.
#include "report/badge.h"

#include "base/err.h"
#include "base/text.h"

enum {
    HAIRLINE = 50,
    RADIUS = 300,
    CODE_RADIUS = 150,
    TEXT_SIZE = 900,  // the number: nine points
    SMALL_SIZE = 800, // verdict and source
    TINY_SIZE = 700,  // statuses
    QR_SIDE = 4252,   // 15 mm; latex.md D2 has 12 mm as the least that decodes from a page
    QR_QUIET = 4,     // modules of quiet zone (ISO/IEC 18004)
    SHORT_ID = 8,
};

typedef struct canvas {
    pith_easel easel;
    const pith_badge_words *words;
    const pith_qr *qr;
    const pith_step *code; // its outline
    size_t code_steps;
} canvas;

// ---- Parts ----------------------------------------------------------------------------

static pith_type type_of(int32_t size, pith_weight weight, pith_tone tone, pith_tone on)
{
    return (pith_type){size, weight, tone, on};
}

static int32_t max(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

// The baseline that centres capitals on a height.
static int32_t baseline(int32_t middle, int32_t size)
{
    return middle + size * PITH_GLYPH_CAPS / PITH_GLYPH_UNITS / 2;
}

// Border and ground lie under everything, but their width is known last.
enum { FRAME_SHAPES = 2 };

static void leave_room_for_frame(canvas *c)
{
    c->easel.layout->count = FRAME_SHAPES;
}

static void draw_frame(canvas *c, int32_t width, int32_t height)
{
    pith_badge_layout *layout = c->easel.layout;
    size_t count = layout->count;
    layout->width = width;
    layout->height = height;
    layout->count = 0;
    pith_draw_box(&c->easel, &(pith_box){0, 0, width, height, RADIUS, false}, PITH_TONE_LINE);
    pith_draw_box(&c->easel,
                  &(pith_box){HAIRLINE, HAIRLINE, width - 2 * HAIRLINE, height - 2 * HAIRLINE,
                              RADIUS - HAIRLINE, false},
                  PITH_TONE_PAPER);
    layout->count = count;
}

// The number in two weights: prefix and identifier.
static int32_t draw_number(canvas *c, int32_t x, int32_t y, int32_t size, size_t digits,
                           pith_text prefix)
{
    const pith_type soft = type_of(size, PITH_WEIGHT_REGULAR, PITH_TONE_SOFT, PITH_TONE_PAPER);
    const pith_type strong = type_of(size, PITH_WEIGHT_BOLD, PITH_TONE_INK, PITH_TONE_PAPER);
    x = pith_draw_run(&c->easel, x, y, &soft, prefix);
    return pith_draw_run(&c->easel, x, y, &strong, (pith_text){c->words->id.p, digits});
}

static const pith_text short_prefix = {"pith:", 5};

static int32_t short_width(const canvas *c, int32_t size)
{
    const pith_type soft = type_of(size, PITH_WEIGHT_REGULAR, PITH_TONE_SOFT, PITH_TONE_PAPER);
    const pith_type strong = type_of(size, PITH_WEIGHT_BOLD, PITH_TONE_INK, PITH_TONE_PAPER);
    return pith_run_width(&soft, short_prefix) +
           pith_run_width(&strong, (pith_text){c->words->id.p, SHORT_ID});
}

// The verdict, and where the record comes from.
static int32_t draw_verdict(canvas *c, int32_t x, int32_t y, int32_t size)
{
    const pith_type strong =
        type_of(size, PITH_WEIGHT_BOLD, pith_state_tone(c->words->state), PITH_TONE_PAPER);
    const pith_type soft = type_of(size, PITH_WEIGHT_REGULAR, PITH_TONE_SOFT, PITH_TONE_PAPER);
    x = pith_draw_run(&c->easel, x, y, &strong, c->words->verdict);
    if (!c->words->source.n)
        return x;
    return pith_draw_run(&c->easel, x + size * 3 / 4, y, &soft, c->words->source);
}

static bool claims_anything(const pith_badge_words *words)
{
    for (size_t i = 0; i < 4; i++) {
        if (words->claims[i].wording.n)
            return true;
    }
    return false;
}

// The statuses that events decide, or those that only the resolver claims.
static int32_t draw_some(canvas *c, bool shown, int32_t x, int32_t y)
{
    const pith_type type = type_of(TINY_SIZE, PITH_WEIGHT_REGULAR, PITH_TONE_SOFT, PITH_TONE_PAPER);
    const int32_t dot = TINY_SIZE * 27 / 100;
    bool any = false;
    for (size_t i = 0; i < 4; i++) {
        pith_text wording = c->words->claims[i].wording;
        if (!wording.n || c->words->claims[i].shown != shown)
            continue;
        if (!any)
            x = pith_draw_run(&c->easel, x, y, &type,
                              pith_text_of(shown ? "evidence:" : "claimed:"));
        any = true;
        x += TINY_SIZE * 6 / 10 + dot;
        pith_draw_dot(&c->easel, c->words->claims[i].positive, x,
                      y - TINY_SIZE * PITH_GLYPH_CAPS / PITH_GLYPH_UNITS / 2, dot, PITH_TONE_SOFT,
                      PITH_TONE_PAPER);
        x = pith_draw_run(&c->easel, x + dot + TINY_SIZE / 3, y, &type, wording);
    }
    return x;
}

static int32_t draw_claims(canvas *c, int32_t x, int32_t y)
{
    const int32_t end = draw_some(c, true, x, y);
    return draw_some(c, false, end > x ? end + TINY_SIZE : x, y);
}

// The symbol with its quiet zone, from the corner (x, y); returns the side of both together.
static int32_t code_module(const canvas *c)
{
    return (QR_SIDE + c->qr->size - 1) / c->qr->size;
}

static int32_t code_side(const canvas *c)
{
    return code_module(c) * (c->qr->size + 2 * QR_QUIET);
}

static void draw_code(canvas *c, int32_t x, int32_t y)
{
    int32_t side = code_side(c);
    pith_badge_layout *layout = c->easel.layout;
    pith_draw_box(&c->easel, &(pith_box){x, y, side, side, CODE_RADIUS, false},
                  PITH_TONE_CODE_PAPER);
    if (layout->count == PITH_BADGE_SHAPES) {
        c->easel.failed = true;
        return;
    }
    layout->shapes[layout->count++] = (pith_shape){.kind = PITH_SHAPE_CODE,
                                                   .tone = PITH_TONE_CODE_INK,
                                                   .on = PITH_TONE_CODE_PAPER,
                                                   .steps = c->code,
                                                   .count = c->code_steps,
                                                   .x = x + QR_QUIET * code_module(c),
                                                   .y = y + QR_QUIET * code_module(c),
                                                   .size = code_module(c)};
}

// ---- Styles ---------------------------------------------------------------------------

static void lay_line(canvas *c)
{
    enum { HEIGHT = 1600, PAD = 550, MARK = 420 };
    const pith_badge_state state = c->words->state;
    const pith_tone box = pith_state_box(state);
    const bool solid = state == PITH_BADGE_FAILED;
    const int32_t y = baseline(HEIGHT / 2, TEXT_SIZE);
    const pith_type type =
        type_of(TEXT_SIZE, PITH_WEIGHT_BOLD, solid ? PITH_TONE_PAPER : pith_state_tone(state), box);
    leave_room_for_frame(c);
    int32_t x = draw_number(c, PAD, y, TEXT_SIZE, SHORT_ID, short_prefix) + PAD;
    int32_t words = x + PAD + 2 * MARK + 300;
    int32_t width = words + pith_run_width(&type, c->words->verdict) + PAD;
    pith_draw_box(&c->easel,
                  &(pith_box){x, HAIRLINE, width - HAIRLINE - x, HEIGHT - 2 * HAIRLINE,
                              RADIUS - HAIRLINE, true},
                  box);
    pith_draw_mark(&c->easel, state, x + PAD + MARK, HEIGHT / 2, MARK, box);
    pith_draw_run(&c->easel, words, y, &type, c->words->verdict);
    draw_frame(c, width, HEIGHT);
}

// The mark of a card fills a panel of the state's colour, and the rows stand beside it.
static void lay_card(canvas *c, bool claims)
{
    enum { PANEL = 3000, MARK = 880, PAD = 700 };
    const pith_badge_state state = c->words->state;
    const pith_tone box = pith_state_box(state);
    const int32_t height = claims ? 4500 : 3400;
    const int32_t x = PANEL + PAD;
    leave_room_for_frame(c);
    pith_draw_box(
        &c->easel,
        &(pith_box){HAIRLINE, HAIRLINE, PANEL, height - 2 * HAIRLINE, RADIUS - HAIRLINE, false},
        box);
    pith_draw_box(
        &c->easel,
        &(pith_box){PANEL - RADIUS, HAIRLINE, RADIUS + HAIRLINE, height - 2 * HAIRLINE, 0, false},
        box);
    pith_draw_mark(&c->easel, state, (PANEL + HAIRLINE) / 2, height / 2, MARK, box);
    int32_t right =
        draw_number(c, x, baseline(1080, TEXT_SIZE), TEXT_SIZE, PITH_ID_LEN, c->words->prefix);
    right = max(right, draw_verdict(c, x, baseline(2320, SMALL_SIZE), SMALL_SIZE));
    if (claims)
        right = max(right, draw_claims(c, x, baseline(3440, TINY_SIZE)));
    draw_frame(c, right + PAD, height);
}

// With a QR code this takes the place of the panel, and the mark stands before the verdict.
static void lay_card_with_code(canvas *c, bool claims)
{
    enum { EDGE = 350, PAD = 700, MARK = 480, GAP = 350 };
    const int32_t side = code_side(c);
    const int32_t height = side + 2 * EDGE;
    const int32_t x = EDGE + side + 550; // the quiet zone is some of the distance
    const int32_t rows = claims ? 4 : 3;
    int32_t y = height / 2 - (rows - 1) * 650;
    const pith_type caption =
        type_of(TINY_SIZE, PITH_WEIGHT_REGULAR, PITH_TONE_SOFT, PITH_TONE_PAPER);
    leave_room_for_frame(c);
    draw_code(c, EDGE, EDGE);
    int32_t right =
        pith_draw_run(&c->easel, x, baseline(y, TINY_SIZE), &caption, pith_text_of("Pith Number"));
    y += 1300;
    right = max(
        right, draw_number(c, x, baseline(y, TEXT_SIZE), TEXT_SIZE, PITH_ID_LEN, c->words->prefix));
    y += 1350;
    pith_draw_mark(&c->easel, c->words->state, x + MARK, y, MARK, PITH_TONE_PAPER);
    right = max(right, draw_verdict(c, x + 2 * MARK + GAP, baseline(y, SMALL_SIZE), SMALL_SIZE));
    y += 1250;
    if (claims)
        right = max(right, draw_claims(c, x, baseline(y, TINY_SIZE)));
    draw_frame(c, right + PAD, height);
}

// The verdict in one line, or in two where it has a comma.
static size_t split(pith_text verdict, pith_text lines[2])
{
    const char *comma = memchr(verdict.p, ',', verdict.n);
    lines[0] = verdict;
    if (!comma || (size_t)(comma - verdict.p) + 2 >= verdict.n)
        return 1;
    size_t head = (size_t)(comma - verdict.p) + 1;
    lines[0].n = head;
    lines[1] = (pith_text){verdict.p + head + 1, verdict.n - head - 1};
    return 2;
}

static void lay_label(canvas *c)
{
    enum { EDGE = 450, PAD = 600, MARK = 400, GAP = 260, LEAD = 1050 };
    pith_text lines[2];
    const size_t count = split(c->words->verdict, lines);
    const int32_t side = code_side(c);
    const pith_tone tone = pith_state_tone(c->words->state);
    const pith_type type = type_of(SMALL_SIZE, PITH_WEIGHT_BOLD, tone, PITH_TONE_PAPER);
    const int32_t indent = 2 * MARK + GAP;
    int32_t words = pith_run_width(&type, lines[0]);
    if (count == 2)
        words = max(words, pith_run_width(&type, lines[1]));
    const int32_t number = short_width(c, TEXT_SIZE);
    const int32_t width = max(max(side + 2 * EDGE, number + 2 * PAD), indent + words + 2 * PAD);
    const int32_t number_y = EDGE + side + 850;
    const int32_t verdict_y = number_y + 1250;
    const int32_t height = verdict_y + (int32_t)(count - 1) * LEAD + 950;
    leave_room_for_frame(c);
    draw_code(c, (width - side) / 2, EDGE);
    draw_number(c, (width - number) / 2, baseline(number_y, TEXT_SIZE), TEXT_SIZE, SHORT_ID,
                short_prefix);
    const int32_t x = (width - indent - words) / 2;
    pith_draw_mark(&c->easel, c->words->state, x + MARK, verdict_y, MARK, PITH_TONE_PAPER);
    for (size_t i = 0; i < count; i++)
        pith_draw_run(&c->easel, x + indent, baseline(verdict_y + (int32_t)i * LEAD, SMALL_SIZE),
                      &type, lines[i]);
    draw_frame(c, width, height);
}

// Bare words, as pith.sty writes them.
static void lay_text(canvas *c)
{
    enum { HEIGHT = 1300 };
    const pith_tone page = PITH_TONE_PAGE;
    const pith_type plain = type_of(TEXT_SIZE, PITH_WEIGHT_REGULAR, PITH_TONE_INK, page);
    const pith_type strong = type_of(TEXT_SIZE, PITH_WEIGHT_BOLD, PITH_TONE_INK, page);
    const pith_type verdict =
        type_of(TEXT_SIZE, PITH_WEIGHT_BOLD, pith_state_tone(c->words->state), page);
    const int32_t y = baseline(HEIGHT / 2, TEXT_SIZE);
    const int32_t space = pith_run_width(&plain, pith_text_of(" "));
    pith_easel *easel = &c->easel;
    int32_t x = pith_draw_run(easel, 0, y, &plain, pith_text_of("Pith Number")) + space;
    x = pith_draw_run(easel, x, y, &plain, c->words->prefix);
    x = pith_draw_run(easel, x, y, &strong, c->words->id) + space;
    x = pith_draw_run(easel, x, y, &plain, pith_text_of("("));
    if (c->words->source.n) {
        x = pith_draw_run(easel, x, y, &plain, c->words->source);
        x = pith_draw_run(easel, x, y, &plain, pith_text_of(",")) + space;
    }
    x = pith_draw_run(easel, x, y, &verdict, c->words->verdict);
    x = pith_draw_run(easel, x, y, &plain, pith_text_of(")"));
    easel->layout->width = x;
    easel->layout->height = HEIGHT;
}

pith_status pith_badge_lay_out(pith_arena *arena, const pith_badge_words *words,
                               const pith_badge_options *options, pith_badge_layout *out,
                               pith_error *err)
{
    const bool claims = options->style == PITH_BADGE_FULL && claims_anything(words);
    const bool code = options->style == PITH_BADGE_LABEL || options->qr;
    canvas c = {{arena, out, false}, words, &out->qr, NULL, 0};
    *out = (pith_badge_layout){.count = 0};
    if (options->qr && (options->style == PITH_BADGE_LINE || options->style == PITH_BADGE_TEXT))
        return pith_fail(err, PITH_USAGE, NULL, "a line of text has no room for a QR code");
    if (code) {
        pith_status status = pith_qr_make_level(
            arena, words->url, options->qr_level ? options->qr_level : 'M', &out->qr, err);
        if (status == PITH_OK)
            status = pith_badge_trace(arena, &out->qr, &c.code, &c.code_steps, err);
        if (status != PITH_OK)
            return status;
    }
    switch (options->style) {
    case PITH_BADGE_CARD:
    case PITH_BADGE_FULL:
        if (code)
            lay_card_with_code(&c, claims);
        else
            lay_card(&c, claims);
        break;
    case PITH_BADGE_LABEL:
        lay_label(&c);
        break;
    case PITH_BADGE_TEXT:
        lay_text(&c);
        break;
    default:
        lay_line(&c);
        break;
    }
    return c.easel.failed ? pith_fail_memory(err) : PITH_OK;
}
