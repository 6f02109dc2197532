// SPDX-License-Identifier: MIT
//
// Shared by the unit tests: cmocka, arenas, parsing of test data, a small random generator.
// Data of the project lies in TEST_DATA; larger vectors in TEST_VECTORS, where a test that
// finds nothing says SKIP loudly.
#ifndef PITH_TEST_VECTORS_H
#define PITH_TEST_VECTORS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "pith.h"
#include "json/canon.h"
#include "json/gate.h"
#include "json/view.h"

#define TEST_COUNT(array) (sizeof(array) / sizeof *(array))
// A string literal with its length, so that it may hold NUL bytes.
#define TEST_TEXT(literal)                                                                         \
    {                                                                                              \
        literal, sizeof(literal) - 1                                                               \
    }

static inline pith_arena *test_arena(void)
{
    pith_arena *arena = pith_arena_new((size_t)256 << 20);
    assert_non_null(arena);
    return arena;
}

// xorshift64: the same numbers everywhere; Python can repeat them.
static inline uint64_t test_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static inline size_t test_below(uint64_t *state, size_t limit)
{
    return (size_t)(test_random(state) >> 11) % limit;
}

static inline bool test_present(const char *path, const char *what)
{
    if (pith_path_kind_of(path) != PITH_PATH_NONE)
        return true;
    print_error("SKIP: %s not checked: %s is not there\n", what, path);
    return false;
}

static inline pith_text test_slurp(pith_arena *arena, const char *path)
{
    pith_text text = {0};
    pith_error err = {0};
    if (pith_file_read(arena, path, (size_t)64 << 20, &text, &err) != PITH_OK)
        fail_msg("%s: %s", path, err.message);
    return text;
}

// A copy in memory of exactly this size, so that ASan sees a read past its end.
static inline char *test_exact(const char *bytes, size_t len)
{
    char *copy = malloc(len ? len : 1);
    assert_non_null(copy);
    if (len)
        memcpy(copy, bytes, len);
    return copy;
}

static inline pith_view test_parse(pith_arena *arena, pith_text text)
{
    const pith_clean *clean = NULL;
    pith_view view = {0};
    pith_error err = {0};
    if (pith_gate(arena, text.p, text.n, &clean, &err) != PITH_OK ||
        pith_view_open(arena, clean, 0, 0, &view, &err) != PITH_OK)
        fail_msg("test data refused at %zu: %s", err.offset, err.message);
    return view;
}

// The next line of a text; false at its end.
static inline bool test_line(pith_text *rest, pith_text *line)
{
    if (rest->n == 0)
        return false;
    const char *end = memchr(rest->p, '\n', rest->n);
    size_t n = end ? (size_t)(end - rest->p) : rest->n;
    *line = (pith_text){rest->p, n};
    n += end ? 1 : 0;
    *rest = (pith_text){rest->p + n, rest->n - n};
    return true;
}

static inline pith_view test_member(pith_view view, const char *name)
{
    pith_view member = view;
    if (!pith_view_get(view, name, &member))
        fail_msg("test data lacks \"%s\"", name);
    return member;
}

static inline pith_text test_string(pith_view view, const char *name)
{
    pith_text text = {0};
    if (!pith_view_string(test_member(view, name), &text))
        fail_msg("test data: \"%s\" is not a string", name);
    return text;
}

static inline int64_t test_integer(pith_view view, const char *name)
{
    int64_t value = 0;
    if (!pith_view_integer(test_member(view, name), &value))
        fail_msg("test data: \"%s\" is not an integer", name);
    return value;
}

// The bytes of a hex string member; their number in *len.
static inline uint8_t *test_hex(pith_arena *arena, pith_view view, const char *name, size_t *len)
{
    pith_text hex = test_string(view, name);
    *len = hex.n / 2;
    uint8_t *bytes = pith_alloc(arena, *len);
    assert_non_null(bytes);
    if (!pith_unhex(hex, bytes, *len))
        fail_msg("test data: \"%s\" is not hex", name);
    return bytes;
}

#endif
