// SPDX-License-Identifier: MIT
//
// front_main FILE.tex...: title and abstract of each as a JSON object on a line, for front.py.
#include "base/text.h"
#include "pith.h"

static void put(pith_buf *out, const char *before, pith_text text)
{
    pith_buf_puts(out, before);
    if (text.p)
        pith_json_quote(text, out);
    else
        pith_buf_puts(out, "null");
}

int main(int argc, char **argv)
{
    pith_buf out;
    pith_buf_init(&out, SIZE_MAX);
    for (int i = 1; i < argc; i++) {
        pith_paper_text text;
        pith_error err;
        pith_arena *arena = pith_arena_new((size_t)256 << 20);
        if (!arena || pith_paper_text_read(arena, argv[i], &text, &err) != PITH_OK)
            return 1;
        put(&out, "{\"title\":", text.title);
        put(&out, ",\"abstract\":", text.abstract);
        put(&out, ",\"title_command\":", pith_text_of(text.title_command));
        put(&out, ",\"abstract_command\":", pith_text_of(text.abstract_command));
        pith_buf_puts(&out, "}\n");
        pith_arena_free(arena);
    }
    fwrite(out.data, 1, out.len, stdout);
    pith_buf_free(&out);
    return 0;
}
