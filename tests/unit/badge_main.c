// SPDX-License-Identifier: MIT
//
// badge_main FORMAT: for each title on standard input, ended by a NUL, the badge of one record
// with that title, ended by a NUL. Titles need not be such as pith would verify.
#include "base/text.h"
#include "pith.h"

enum { INPUT_MAX = 1 << 20 };

static pith_result result_of(pith_text title)
{
    pith_result r = {.number = {"A5G5GAJ7DMCZDPVAMNFAYYAUOP", 2013},
                     .source_kind = pith_text_of("arxiv"),
                     .source_id = pith_text_of("1309.3741"),
                     .source_version = 1,
                     .title = title,
                     .intact = true,
                     .receipt = PITH_RECEIPT_MISSING};
    return r;
}

static bool put_badge(pith_arena *arena, pith_text title, pith_badge_format format)
{
    pith_buf out;
    pith_error err;
    const pith_badge_options options = {.image = format == PITH_BADGE_HTML ? "badge.svg" : NULL};
    const pith_result result = result_of(title);
    pith_buf_init(&out, 1 << 20);
    pith_status status = pith_badge(arena, &result, format, &options, &out, &err);
    if (status == PITH_OK)
        status = fwrite(out.data, 1, out.len, stdout) == out.len && fputc(0, stdout) == 0
                     ? PITH_OK
                     : PITH_IO_WRITE;
    pith_buf_free(&out);
    return status == PITH_OK;
}

int main(int argc, char **argv)
{
    static char input[INPUT_MAX];
    static const char *const names[] = {
#define X(symbol, name) name,
        PITH_BADGE_FORMAT_TABLE(X)
#undef X
    };
    size_t format = 0;
    while (argc == 2 && format < PITH_BADGE_FORMATS && strcmp(argv[1], names[format]) != 0)
        format++;
    if (argc != 2 || format == PITH_BADGE_FORMATS)
        return 2;
    size_t n = fread(input, 1, sizeof input, stdin);
    const char *end = input + n;
    for (const char *p = input; p < end;) {
        pith_arena *arena = pith_arena_new(1 << 24);
        const char *stop = memchr(p, 0, (size_t)(end - p));
        bool fine = arena && stop &&
                    put_badge(arena, (pith_text){p, (size_t)(stop - p)}, (pith_badge_format)format);
        pith_arena_free(arena);
        if (!fine)
            return 1;
        p = stop + 1;
    }
    return 0;
}
