// SPDX-License-Identifier: MIT
//
// Badges before any format: contrast, room, marks; what the back ends must never do.
#include "base/arena.h"
#include "base/text.h"
#include "out/badge.h"
#include "out/badge_raster.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { ARENA_MAX = 256 << 20 };

static const char id[] = "A5G5GAJ7DMCZDPVAMNFAYYAUOP";

static pith_badge_words words_of(pith_badge_state state)
{
    static const char *const verdicts[] = {"verified", "hash verified, key not trusted",
                                           "not verified", "FAILED"};
    pith_badge_words w = {.state = state,
                          .prefix = pith_text_of("pith:2013:"),
                          .id = pith_text_of(id),
                          .verdict = pith_text_of(verdicts[state]),
                          .source = pith_text_of("arXiv:1309.3741v1"),
                          .url = "https://pith.science/pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP"};
    static const char *const claims[] = {"not attested", "anchored", "not stored", "refs pending"};
    for (size_t i = 0; i < 4; i++) {
        w.claims[i].wording = pith_text_of(claims[i]);
        w.claims[i].positive = i == 1;
    }
    return w;
}

static void lay_out(pith_arena *arena, pith_badge_state state, const pith_badge_options *options,
                    pith_badge_layout *out)
{
    // Static: shapes point into the words.
    static pith_badge_words words[4];
    pith_error err = {0};
    words[state] = words_of(state);
    assert_int_equal(pith_badge_lay_out(arena, &words[state], options, out, &err), PITH_OK);
}

// Every state in every style that there is, with and without a code.
static void for_each_layout(void (*look)(const pith_badge_layout *layout, pith_badge_state state,
                                         const pith_badge_options *options))
{
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    pith_badge_layout layout;
    for (int style = 0; style < PITH_BADGE_STYLES; style++) {
        for (int state = 0; state < 4; state++) {
            for (int qr = 0; qr < 2; qr++) {
                const pith_badge_options options = {.style = (pith_badge_style)style,
                                                    .qr = qr == 1};
                if (qr && (style == PITH_BADGE_LINE || style == PITH_BADGE_TEXT))
                    continue;
                lay_out(arena, (pith_badge_state)state, &options, &layout);
                look(&layout, (pith_badge_state)state, &options);
            }
        }
    }
    pith_arena_free(arena);
}

// ---- Contrast -------------------------------------------------------------------------

// WCAG 2.1, relative luminance.
static double luminance(uint32_t rgb)
{
    static const double weight[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double c = (rgb >> (16 - 8 * i) & 0xFF) / 255.0;
        sum += weight[i] * (c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(uint32_t a, uint32_t b)
{
    double light = fmax(luminance(a), luminance(b));
    double dark = fmin(luminance(a), luminance(b));
    return (light + 0.05) / (dark + 0.05);
}

static void test_contrast_formula(void **state)
{
    (void)state;
    assert_true(fabs(contrast(0x000000, 0xFFFFFF) - 21) < 1e-9);
    assert_true(fabs(contrast(0x777777, 0xFFFFFF) - 4.48) < 0.01); // the textbook near miss
}

static bool is_ground(pith_tone tone)
{
    return tone == PITH_TONE_PAPER || tone == PITH_TONE_LINE || tone == PITH_TONE_GOOD_BOX ||
           tone == PITH_TONE_OPEN_BOX || tone == PITH_TONE_IDLE_BOX || tone == PITH_TONE_CODE_PAPER;
}

static void look_at_contrast(const pith_badge_layout *layout, pith_badge_state state,
                             const pith_badge_options *options)
{
    (void)state;
    (void)options;
    for (size_t i = 0; i < layout->count; i++) {
        const pith_shape *shape = &layout->shapes[i];
        // A box names no ground; a mark does, unless it is the page's own.
        if (shape->kind == PITH_SHAPE_PATH && shape->on == PITH_TONE_PAGE)
            continue;
        for (int dark = 0; dark < 2; dark++) {
            double found =
                contrast(pith_tone_rgb(shape->tone, dark), pith_tone_rgb(shape->on, dark));
            if (found < 4.5)
                fail_msg("%s on %s, %s: %.2f", pith_tone_name(shape->tone),
                         pith_tone_name(shape->on), dark ? "dark" : "light", found);
        }
    }
}

static void test_contrast(void **state)
{
    (void)state;
    for_each_layout(look_at_contrast);
}

// What a run says it stands on is what was drawn beneath it.
static bool covers(const pith_shape *box, int32_t x, int32_t y)
{
    int32_t left = INT32_MAX;
    int32_t right = INT32_MIN;
    int32_t top = INT32_MAX;
    int32_t bottom = INT32_MIN;
    for (size_t i = 0; i < box->count; i++) {
        const int32_t *end = box->steps[i].at + pith_step_length(box->steps[i].kind) - 2;
        left = end[0] < left ? end[0] : left;
        right = end[0] > right ? end[0] : right;
        top = end[1] < top ? end[1] : top;
        bottom = end[1] > bottom ? end[1] : bottom;
    }
    return left <= x && x <= right && top <= y && y <= bottom;
}

static void look_at_grounds(const pith_badge_layout *layout, pith_badge_state state,
                            const pith_badge_options *options)
{
    (void)state;
    (void)options;
    for (size_t i = 0; i < layout->count; i++) {
        const pith_shape *run = &layout->shapes[i];
        if (run->kind != PITH_SHAPE_RUN)
            continue;
        pith_tone ground = PITH_TONE_PAGE;
        for (size_t k = 0; k < i; k++) {
            const pith_shape *shape = &layout->shapes[k];
            bool box = shape->kind == PITH_SHAPE_PATH &&
                       (is_ground(shape->tone) || shape->tone == PITH_TONE_BAD) &&
                       shape->on == PITH_TONE_PAGE;
            if (box && covers(shape, run->x, run->y - 100))
                ground = shape->tone;
        }
        assert_string_equal(pith_tone_name(ground), pith_tone_name(run->on));
    }
}

static void test_grounds(void **state)
{
    (void)state;
    for_each_layout(look_at_grounds);
}

// ---- Room -----------------------------------------------------------------------------

static void look_at_room(const pith_badge_layout *layout, pith_badge_state state,
                         const pith_badge_options *options)
{
    bool verdict = false;
    size_t codes = 0;
    for (size_t i = 0; i < layout->count; i++) {
        const pith_shape *shape = &layout->shapes[i];
        for (size_t k = 0; k < shape->count; k++) {
            for (size_t n = 0; n < pith_step_length(shape->steps[k].kind); n += 2) {
                assert_in_range(shape->steps[k].at[n], 0, layout->width);
                assert_in_range(shape->steps[k].at[n + 1], 0, layout->height);
            }
        }
        if (shape->kind == PITH_SHAPE_RUN) {
            const pith_type type = {shape->size, shape->weight, shape->tone, shape->on};
            assert_in_range(shape->x, 0, layout->width);
            assert_in_range(shape->x + pith_run_width(&type, shape->text), 0, layout->width);
            assert_in_range(shape->y, shape->size / 2, layout->height - shape->size / 5);
            verdict = verdict || shape->text.p == words_of(state).verdict.p;
        }
        if (shape->kind == PITH_SHAPE_CODE) {
            int32_t quiet = 4 * shape->size;
            int32_t side = layout->qr.size * shape->size;
            codes++;
            assert_true(side >= 4252); // 15 mm
            assert_in_range(shape->x, quiet, layout->width - quiet - side);
            assert_in_range(shape->y, quiet, layout->height - quiet - side);
        }
    }
    assert_true(verdict);
    assert_int_equal(codes, options->qr || options->style == PITH_BADGE_LABEL ? 1 : 0);
}

static void test_room(void **state)
{
    (void)state;
    for_each_layout(look_at_room);
}

// A key name of the longest kind, and a verdict with a comma at its end.
static void test_long_words(void **state)
{
    (void)state;
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    pith_badge_layout layout;
    pith_error err = {0};
    char verdict[90];
    memset(verdict, 'W', sizeof verdict);
    for (int style = 0; style < PITH_BADGE_STYLES; style++) {
        const pith_badge_options options = {.style = (pith_badge_style)style};
        pith_badge_words words = words_of(PITH_BADGE_VERIFIED);
        words.verdict = (pith_text){verdict, sizeof verdict};
        assert_int_equal(pith_badge_lay_out(arena, &words, &options, &layout, &err), PITH_OK);
        assert_true(layout.width > 90 * 500);
        words.verdict = pith_text_of("odd,");
        assert_int_equal(pith_badge_lay_out(arena, &words, &options, &layout, &err), PITH_OK);
    }
    pith_arena_free(arena);
}

// ---- Pixels ---------------------------------------------------------------------------

static double darkness(const pith_bitmap *bitmap)
{
    double sum = 0;
    for (size_t i = 0; i < bitmap->width * bitmap->height; i++)
        sum += bitmap->rgba[4 * i + 3] / 255.0;
    return sum;
}

static void draw_circle(pith_arena *arena, int32_t radius, pith_badge_layout *layout)
{
    *layout = (pith_badge_layout){.width = 2 * radius + 77, .height = 2 * radius + 59};
    pith_easel easel = {arena, layout, false};
    pith_draw_dot(&easel, true, radius + 31, radius + 23, radius, PITH_TONE_INK, PITH_TONE_PAPER);
    assert_false(easel.failed);
}

// The areas are those of geometry, wherever the shape lies on the grid.
static void test_areas(void **state)
{
    (void)state;
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    pith_badge_layout layout;
    pith_bitmap bitmap;
    pith_error err = {0};
    for (int32_t radius = 150; radius < 3000; radius += 731) {
        draw_circle(arena, radius, &layout);
        assert_int_equal(pith_badge_rasterise(arena, &layout, false, 144, &bitmap, &err), PITH_OK);
        double pixels = radius * 144 / 7200.0;
        double want = 3.14159265 * pixels * pixels;
        assert_true(fabs(darkness(&bitmap) - want) < 0.02 * want);
    }
    layout = (pith_badge_layout){.width = 1000, .height = 1000};
    pith_easel easel = {arena, &layout, false};
    pith_draw_box(&easel, &(pith_box){133, 217, 311, 429, 0, false}, PITH_TONE_INK);
    assert_int_equal(pith_badge_rasterise(arena, &layout, false, 72, &bitmap, &err), PITH_OK);
    assert_true(fabs(darkness(&bitmap) - 3.11 * 4.29) < 0.05);
    pith_arena_free(arena);
}

// The outline of a code fills its modules, by either fill rule: areas add up, none overlap.
static void test_code_outline(void **state)
{
    (void)state;
    static const char levels[] = "LMQH";
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    pith_error err = {0};
    for (size_t k = 0; k < 4; k++) {
        pith_qr qr;
        const pith_step *steps;
        size_t count;
        assert_int_equal(
            pith_qr_make_level(arena, words_of(PITH_BADGE_VERIFIED).url, levels[k], &qr, &err),
            PITH_OK);
        assert_int_equal(pith_badge_trace(arena, &qr, &steps, &count, &err), PITH_OK);
        pith_step *scaled = pith_alloc_array(arena, count, sizeof *scaled);
        assert_non_null(scaled);
        for (size_t i = 0; i < count; i++) {
            scaled[i] = steps[i];
            scaled[i].at[0] *= 100;
            scaled[i].at[1] *= 100;
        }
        pith_badge_layout layout = {.width = qr.size * 100, .height = qr.size * 100, .count = 1};
        layout.shapes[0] = (pith_shape){
            .kind = PITH_SHAPE_PATH, .tone = PITH_TONE_CODE_INK, .steps = scaled, .count = count};
        pith_bitmap bitmap;
        assert_int_equal(pith_badge_rasterise(arena, &layout, false, 72, &bitmap, &err), PITH_OK);
        size_t modules = 0;
        for (int y = 0; y < qr.size; y++) {
            for (int x = 0; x < qr.size; x++) {
                bool dark = false;
                for (size_t i = 0; i < qr.count && !dark; i++) {
                    const pith_qr_rect *r = &qr.rects[i];
                    dark = r->x <= x && x < r->x + r->w && r->y <= y && y < r->y + r->h;
                }
                modules += dark;
                assert_int_equal(bitmap.rgba[4 * (y * qr.size + x) + 3], dark ? 255 : 0);
            }
        }
        int64_t twice = 0; // the shoelace formula, contour by contour
        size_t start = 0;
        for (size_t i = 0; i < count; i++) {
            bool last = i + 1 == count || steps[i + 1].kind == PITH_STEP_MOVE;
            const int32_t *a = steps[i].at;
            const int32_t *b = steps[last ? start : i + 1].at;
            twice += (int64_t)a[0] * b[1] - (int64_t)b[0] * a[1];
            start = last ? i + 1 : start;
        }
        assert_int_equal(twice, 2 * modules);
    }
    pith_arena_free(arena);
}

// In grey and at nine points, marks of different states still differ in a tenth of their pixels.
static void test_marks_differ(void **state)
{
    (void)state;
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    pith_bitmap maps[4];
    pith_badge_layout layout;
    pith_error err = {0};
    for (int i = 0; i < 4; i++) {
        layout = (pith_badge_layout){.width = 900, .height = 900};
        pith_easel easel = {arena, &layout, false};
        pith_draw_box(&easel, &(pith_box){0, 0, 900, 900, 0, false}, PITH_TONE_PAPER);
        pith_draw_mark(&easel, (pith_badge_state)i, 450, 450, 420, PITH_TONE_PAPER);
        assert_int_equal(pith_badge_rasterise(arena, &layout, false, 300, &maps[i], &err), PITH_OK);
    }
    for (int a = 0; a < 4; a++) {
        for (int b = 0; b < a; b++) {
            size_t count = maps[a].width * maps[a].height;
            size_t differing = 0;
            for (size_t i = 0; i < count; i++) {
                double grey[2];
                for (int k = 0; k < 2; k++) {
                    const uint8_t *p = maps[k ? a : b].rgba + 4 * i;
                    grey[k] = 0.3 * p[0] + 0.59 * p[1] + 0.11 * p[2];
                }
                differing += fabs(grey[0] - grey[1]) > 64;
            }
            if (differing * 10 < count)
                fail_msg("marks %d and %d differ in %zu of %zu pixels", b, a, differing, count);
        }
    }
    pith_arena_free(arena);
}

// ---- The door -------------------------------------------------------------------------

static pith_result a_result(const char *title)
{
    pith_result r = {.number = {.year = 2013},
                     .source_kind = pith_text_of("arxiv"),
                     .source_id = pith_text_of("1309.3741"),
                     .source_version = 1,
                     .title = pith_text_of(title),
                     .intact = true,
                     .receipt = PITH_RECEIPT_MISSING};
    memcpy(r.number.id, id, sizeof id);
    return r;
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        pith_badge_format format;
        pith_badge_options options;
        pith_status status;
    } cases[] = {
        {PITH_BADGE_SVG, {.qr = true}, PITH_USAGE},
        {PITH_BADGE_SVG, {.style = PITH_BADGE_TEXT, .qr = true}, PITH_USAGE},
        {PITH_BADGE_SVG, {.style = PITH_BADGE_LABEL, .qr_level = 'X'}, PITH_USAGE},
        {PITH_BADGE_SVG, {.dpi = 100}, PITH_USAGE},
        {PITH_BADGE_PNG, {.dpi = 35}, PITH_USAGE},
        {PITH_BADGE_PNG, {.dpi = 2401}, PITH_USAGE},
        {PITH_BADGE_PNG, {.style = PITH_BADGE_LABEL, .dpi = 96}, PITH_USAGE},
        {PITH_BADGE_PDF, {.image = "x.pdf"}, PITH_USAGE},
        {PITH_BADGE_PDF, {.own_template = {"x", 1}}, PITH_USAGE},
        {PITH_BADGE_MD, {.image = ""}, PITH_USAGE},
        {PITH_BADGE_MD, {.image = "a\nb"}, PITH_USAGE},
        {PITH_BADGE_HTML, {.image = "\xFF"}, PITH_USAGE},
        {PITH_BADGE_TEX, {.image = "a}b"}, PITH_USAGE},
        {PITH_BADGE_SVG, {.own_template = {"{{nothing}}", 11}}, PITH_TEMPLATE},
        {PITH_BADGE_TEX, {.own_template = {"{{title}}", 9}}, PITH_TEMPLATE},
        {PITH_BADGE_MD, {.own_template = {"{{shapes}}", 10}}, PITH_TEMPLATE},
        {PITH_BADGE_FORMATS, {.style = PITH_BADGE_LINE}, PITH_USAGE},
        {PITH_BADGE_SVG, {.style = PITH_BADGE_STYLES}, PITH_USAGE},
    };
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    pith_result result = a_result("");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pith_buf out;
        pith_error err = {0};
        pith_buf_init(&out, 1 << 20);
        pith_status status =
            pith_badge(arena, &result, cases[i].format, &cases[i].options, &out, &err);
        if (status != cases[i].status)
            fail_msg("case %zu: %s", i, pith_status_name(status));
        assert_true(err.message[0]);
        pith_buf_free(&out);
    }
    pith_arena_free(arena);
}

static char *badge_of(pith_arena *arena, const char *title, pith_badge_format format,
                      const char *template)
{
    pith_buf out;
    pith_error err = {0};
    pith_result result = a_result(title);
    const pith_badge_options options = {.own_template = pith_text_of(template)};
    pith_buf_init(&out, 1 << 20);
    assert_int_equal(pith_badge(arena, &result, format, &options, &out, &err), PITH_OK);
    pith_buf_puts(&out, "");
    char *copy = pith_alloc_copy(arena, out.data, out.len);
    pith_buf_free(&out);
    return copy;
}

static void test_escapes(void **state)
{
    (void)state;
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    const char *title = "<a href='x'>&\"\x01\xE2\x80\xAE\xEF\xBF\xBE](y)\n{{id}}";
    assert_string_equal(badge_of(arena, title, PITH_BADGE_SVG, "{{title}}"),
                        "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\\u{1}\\u{202e}\\u{fffe}](y)\\u{a}"
                        "{{id}}");
    assert_string_equal(badge_of(arena, title, PITH_BADGE_MD, "{{title}}"),
                        "\\<a href\\=\\'x\\'\\>\\&\\\"\\\\u\\{1\\}\\\\u\\{202e\\}\xEF\xBF\xBE\\]"
                        "\\(y\\)\\\\u\\{a\\}\\{\\{id\\}\\}");
    assert_string_equal(badge_of(arena, "", PITH_BADGE_TEX, "{{{id}}}{{ id }}{{{short}}{{"),
                        "{A5G5GAJ7DMCZDPVAMNFAYYAUOP}{{ id }}{A5G5GAJ7{{");
    pith_arena_free(arena);
}

// Nothing of the title gets into PDF or PNG, and the picture is the same without it.
static void test_no_title_in_pictures(void **state)
{
    (void)state;
    static const pith_badge_format formats[] = {PITH_BADGE_PDF, PITH_BADGE_PNG, PITH_BADGE_TEX};
    pith_arena *arena = pith_arena_new(ARENA_MAX);
    for (size_t i = 0; i < 3; i++) {
        pith_buf out[2];
        pith_error err = {0};
        for (int k = 0; k < 2; k++) {
            pith_result result = a_result(k ? "\xF0\x9F\x92\xA9 <script>" : "");
            const pith_badge_options options = {.style = PITH_BADGE_FULL};
            pith_buf_init(&out[k], 1 << 20);
            assert_int_equal(pith_badge(arena, &result, formats[i], &options, &out[k], &err),
                             PITH_OK);
        }
        assert_int_equal(out[0].len, out[1].len);
        assert_memory_equal(out[0].data, out[1].data, out[0].len);
        pith_buf_free(&out[0]);
        pith_buf_free(&out[1]);
    }
    pith_arena_free(arena);
}

static void test_states(void **state)
{
    (void)state;
    pith_result r = a_result("");
    assert_int_equal(pith_badge_state_of(&r), PITH_BADGE_INTACT);
    r.receipt = PITH_KEY_UNKNOWN;
    assert_int_equal(pith_badge_state_of(&r), PITH_BADGE_INTACT);
    r.receipt = PITH_SIGNATURE_INVALID;
    r.exit = PITH_EXIT_INVALID;
    assert_int_equal(pith_badge_state_of(&r), PITH_BADGE_FAILED);
    r.receipt = PITH_OK;
    assert_int_equal(pith_badge_state_of(&r), PITH_BADGE_FAILED);
    r.exit = PITH_EXIT_OK;
    assert_int_equal(pith_badge_state_of(&r), PITH_BADGE_VERIFIED);
    r.asked_other = true;
    assert_int_equal(pith_badge_state_of(&r), PITH_BADGE_FAILED);
    r.asked_other = false;
    r.intact = false;
    assert_int_equal(pith_badge_state_of(&r), PITH_BADGE_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contrast_formula),
        cmocka_unit_test(test_contrast),
        cmocka_unit_test(test_grounds),
        cmocka_unit_test(test_room),
        cmocka_unit_test(test_long_words),
        cmocka_unit_test(test_areas),
        cmocka_unit_test(test_code_outline),
        cmocka_unit_test(test_marks_differ),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_no_title_in_pictures),
        cmocka_unit_test(test_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
