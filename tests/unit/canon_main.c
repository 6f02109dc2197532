// SPDX-License-Identifier: MIT
//
// For tests/cli/canon-python.sh: reads one JSON document per line and prints its canonical
// form, or "! code offset", one line each.
#include "stdin_lines.h"
#include "json/canon.h"

static bool answer(pith_arena *arena, pith_text line)
{
    // A copy of its own: a sanitizer then sees every read behind the document.
    char *exact = malloc(line.n ? line.n : 1);
    if (!exact)
        return false;
    memcpy(exact, line.p, line.n);
    const pith_clean *clean = NULL;
    pith_error err = {0};
    pith_buf out;
    pith_buf_init(&out, SIZE_MAX);
    if (pith_gate(arena, exact, line.n, &clean, &err) == PITH_OK)
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
    return each_line(answer);
}
