// SPDX-License-Identifier: MIT
//
// scan_main FILE.tex: prints what pith_paper_scan finds, one 26-character number per line.
// tests/tex/scan-against-tex.sh compares it with what TeX sees.
#include "pith.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 2)
        return PITH_EXIT_USAGE;
    pith_arena *arena = pith_arena_new((size_t)64 << 20);
    if (!arena)
        return PITH_EXIT_INTERNAL;
    pith_mentions found;
    pith_error err;
    pith_status status = pith_paper_scan(arena, (const char *const *)argv + 1, 1, &found, &err);
    if (status == PITH_OK) {
        for (size_t i = 0; i < found.count; i++)
            printf("%s\n", found.items[i].number.id);
    } else {
        fprintf(stderr, "%s: %s (%s)\n", err.object, err.message, pith_status_name(status));
    }
    pith_arena_free(arena);
    return (int)pith_status_exit(status);
}
