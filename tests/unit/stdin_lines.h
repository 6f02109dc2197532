// SPDX-License-Identifier: MIT
//
// For programs that scripts drive: one answer on standard output for each line of standard input.
#ifndef PITH_TEST_STDIN_LINES_H
#define PITH_TEST_STDIN_LINES_H

#include "base/file.h"

// The arena is for this line alone; false ends the program as failed.
typedef bool (*answer_line)(pith_arena *arena, pith_text line);

static inline int each_line(answer_line answer)
{
    pith_arena *whole = pith_arena_new((size_t)1 << 30);
    pith_arena *arena = pith_arena_new((size_t)256 << 20);
    pith_text input = {0};
    pith_error err = {0};
    bool good =
        whole && arena && pith_file_read(whole, "-", (size_t)512 << 20, &input, &err) == PITH_OK;
    const char *p = input.p;
    const char *end = p + input.n;
    while (good && p < end) {
        const char *line_end = memchr(p, '\n', (size_t)(end - p));
        if (!line_end)
            line_end = end;
        good = answer(arena, (pith_text){p, (size_t)(line_end - p)});
        p = line_end + 1;
        pith_arena_reset(arena);
    }
    pith_arena_free(arena);
    pith_arena_free(whole);
    return good && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
