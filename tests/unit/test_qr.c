// SPDX-License-Identifier: MIT
//
// The rectangles of a QR symbol against libqrencode's matrix itself.
#include "vectors.h"

#include "report/qr.h"

#include <qrencode.h>

static const char *const texts[] = {
    "https://pith.science/pith/XHNNPWFNQ4ZPTVKFXVZADSBBOK", // bytes are the smaller form
    "https://pith.science/pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP",
    "https://pith.science/pith/AAAAAAAAAAAAAAAAAAAAAAAAAA",
    "https://mirror.example/very/long/prefix/of/a/resolver/pith/XHNNPWFNQ4ZPTVKFXVZADSBBOK",
    "HTTPS://PITH.SCIENCE/PITH/XHNNPWFNQ4ZPTVKFXVZADSBBOK", // alphanumeric mode
    "pith:2024:XHNNPWFNQ4ZPTVKFXVZADSBBOK",
    "0123456789012345678901234567890123456789", // digits
    "x",
    "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0", // mixed modes do not pay
};

static QRcode *smallest(const char *text)
{
    QRcode *mixed = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1);
    QRcode *bytes = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
    assert_non_null(mixed);
    assert_non_null(bytes);
    QRcode *less = bytes->width < mixed->width ? bytes : mixed;
    QRcode_free(less == bytes ? mixed : bytes);
    return less;
}

static bool dark(const QRcode *code, int x, int y)
{
    return x >= 0 && y >= 0 && x < code->width && y < code->width &&
           (code->data[y * code->width + x] & 1);
}

static bool covers(const pith_qr_rect *r, int x, int y)
{
    return x >= r->x && y >= r->y && x < r->x + r->w && y < r->y + r->h;
}

static void check(const char *text)
{
    pith_arena *arena = test_arena();
    pith_qr qr;
    pith_qr again;
    pith_error err = {0};
    QRcode *code = smallest(text);
    assert_int_equal(pith_qr_make(arena, text, &qr, &err), PITH_OK);
    assert_int_equal(qr.size, code->width);
    for (size_t i = 0; i < qr.count; i++) {
        const pith_qr_rect *r = &qr.rects[i];
        assert_true(r->w > 0 && r->h > 0 && r->x + r->w <= qr.size && r->y + r->h <= qr.size);
        for (size_t j = 0; j < qr.count; j++) { // none within another
            const pith_qr_rect *o = &qr.rects[j];
            if (i != j && covers(o, r->x, r->y) && covers(o, r->x + r->w - 1, r->y + r->h - 1))
                fail_msg("%s: rectangle %zu lies within %zu", text, i, j);
        }
    }
    for (int y = 0; y < qr.size; y++) {
        for (int x = 0; x < qr.size; x++) {
            bool on = false;    // some rectangle covers it
            bool right = false; // one covers it and its neighbour to the right
            bool below = false;
            for (size_t i = 0; i < qr.count; i++) {
                bool here = covers(&qr.rects[i], x, y);
                on = on || here;
                right = right || (here && covers(&qr.rects[i], x + 1, y));
                below = below || (here && covers(&qr.rects[i], x, y + 1));
            }
            if (on != dark(code, x, y))
                fail_msg("%s: module %d,%d is wrong", text, x, y);
            if ((on && dark(code, x + 1, y) && !right) || (on && dark(code, x, y + 1) && !below))
                fail_msg("%s: a seam at %d,%d", text, x, y);
        }
    }
    assert_int_equal(pith_qr_make(arena, text, &again, &err), PITH_OK);
    assert_int_equal(again.count, qr.count);
    assert_memory_equal(again.rects, qr.rects, qr.count * sizeof *qr.rects);
    QRcode_free(code);
    pith_arena_free(arena);
}

static void rectangles_are_the_matrix_and_leave_no_seams(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(texts); i++)
        check(texts[i]);
}

static void record_urls_fit_version_4(void **state)
{
    (void)state;
    // 52 characters: 33 modules on a side at level M, whatever the letters of the number.
    uint64_t seed = 11;
    pith_arena *arena = test_arena();
    for (int round = 0; round < 100; round++) {
        char url[] = "https://pith.science/pith/XHNNPWFNQ4ZPTVKFXVZADSBBOK";
        for (size_t i = sizeof url - 1 - PITH_ID_LEN; i < sizeof url - 1; i++)
            url[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[test_below(&seed, 32)];
        pith_qr qr;
        pith_error err;
        assert_int_equal(pith_qr_make(arena, url, &qr, &err), PITH_OK);
        assert_true(qr.size <= 33);
        if (round < 10)
            check(url);
        pith_arena_reset(arena);
    }
    pith_arena_free(arena);
}

static void both_ways_of_encoding_are_taken_when_smaller(void **state)
{
    (void)state;
    size_t mixed_wins = 0;
    size_t bytes_win = 0;
    char text[90];
    for (size_t letters = 1; letters < 60; letters++) { // lower case, then capitals
        for (size_t capitals = 0; capitals < 28; capitals++) {
            memset(text, 'a', letters);
            memset(text + letters, 'A', capitals);
            text[letters + capitals] = '\0';
            QRcode *mixed = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1);
            QRcode *bytes = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
            assert_true(mixed && bytes);
            int order = (mixed->width > bytes->width) - (mixed->width < bytes->width);
            QRcode_free(mixed);
            QRcode_free(bytes);
            size_t *wins = order < 0 ? &mixed_wins : &bytes_win;
            if (order != 0 && (*wins)++ < 3)
                check(text);
        }
    }
    print_message("mixed modes smaller: %zu times; plain bytes: %zu times\n", mixed_wins,
                  bytes_win);
    assert_true(mixed_wins > 0);
}

static void large_symbols_work_and_too_long_texts_are_errors(void **state)
{
    (void)state;
    static char text[4000];
    pith_arena *arena = test_arena();
    pith_qr qr;
    pith_error err = {0};
    uint64_t seed = 17;
    for (size_t i = 0; i < sizeof text - 1; i++)
        text[i] = (char)('a' + test_below(&seed, 26));
    assert_int_equal(pith_qr_make(arena, text, &qr, &err), PITH_INTERNAL);
    text[2331] = '\0'; // what version 40 holds at level M
    assert_int_equal(pith_qr_make(arena, text, &qr, &err), PITH_OK);
    assert_int_equal(qr.size, 177);
    text[300] = '\0';
    check(text);
    pith_arena *small = pith_arena_new(100);
    assert_non_null(small);
    assert_int_equal(pith_qr_make(small, "x", &qr, &err), PITH_MEMORY);
    pith_arena_free(small);
    pith_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rectangles_are_the_matrix_and_leave_no_seams),
        cmocka_unit_test(record_urls_fit_version_4),
        cmocka_unit_test(both_ways_of_encoding_are_taken_when_smaller),
        cmocka_unit_test(large_symbols_work_and_too_long_texts_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
