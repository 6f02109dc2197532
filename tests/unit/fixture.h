// SPDX-License-Identifier: MIT
//
// An arena for each test of a file: TEST(name) in the table of tests.
#ifndef PITH_TEST_FIXTURE_H
#define PITH_TEST_FIXTURE_H

#include "vectors.h"

static pith_arena *arena;

static int open_arena(void **state)
{
    (void)state;
    arena = test_arena();
    return 0;
}

static int close_arena(void **state)
{
    (void)state;
    pith_arena_free(arena);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_arena, close_arena)

#endif
