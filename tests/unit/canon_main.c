// SPDX-License-Identifier: MIT
//
// For tests/cli/canon-python.sh: reads one JSON document per line and prints its canonical
// form, or "! code offset", one line each.
#include "base/file.h"
#include "base/text.h"
#include "json/canon.h"

static bool answer(pith_arena *arena, const char *line, size_t len)
{
    // A copy of its own: a sanitizer then sees every read behind the document.
    char *exact = malloc(len ? len : 1);
    if (!exact)
        return false;
    if (len)
        memcpy(exact, line, len);
    const pith_clean *clean = NULL;
    pith_error err = {0};
    pith_buf out;
    pith_buf_init(&out, SIZE_MAX);
    if (pith_gate(arena, exact, len, &clean, &err) == PITH_OK)
        pith_canon(clean, 0, &out);
    else
        pith_buf_printf(&out, "! %s %zu", pith_status_name(err.status), err.offset);
    bool good = pith_buf_ok(&out) && fwrite(out.data, 1, out.len, stdout) == out.len &&
                putchar('\n') == '\n';
    pith_buf_free(&out);
    free(exact);
    return good;
}

int main(void)
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
        good = answer(arena, p, (size_t)(line_end - p));
        p = line_end + 1;
        pith_arena_reset(arena);
    }
    pith_arena_free(arena);
    pith_arena_free(whole);
    return good && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
