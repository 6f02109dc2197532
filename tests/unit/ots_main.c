// SPDX-License-Identifier: MIT
//
// For tests/evidence/ots_python.sh: reads lines of one proof, or of two with a space between, in
// hex. Prints each as it is written again (two: merged), or "! what is wrong", one line each.
#include "base/file.h"
#include "base/text.h"
#include "pith.h"

static pith_status read_hex(pith_arena *arena, pith_text hex, pith_ots **out, pith_error *err)
{
    uint8_t *bytes = malloc(hex.n / 2 + 1); // of its own: a sanitizer sees reads behind it
    *err = (pith_error){.status = PITH_USAGE, .message = "no hex"};
    pith_status status = PITH_USAGE;
    if (bytes && pith_unhex(hex, bytes, hex.n / 2))
        status = pith_ots_read(arena, (pith_text){(const char *)bytes, hex.n / 2}, "-", out, err);
    free(bytes);
    return status;
}

static bool answer(pith_arena *arena, pith_text line)
{
    pith_ots *proof;
    pith_ots *other;
    pith_error err;
    pith_buf out;
    const char *space = line.n ? memchr(line.p, ' ', line.n) : NULL;
    size_t first = space ? (size_t)(space - line.p) : line.n;
    pith_buf_init(&out, 1 << 20);
    pith_status status = read_hex(arena, (pith_text){line.p, first}, &proof, &err);
    if (status == PITH_OK && space) {
        status = read_hex(arena, (pith_text){space + 1, line.n - first - 1}, &other, &err);
        if (status == PITH_OK)
            status = pith_ots_merge(proof, other, &err);
    }
    if (status == PITH_OK)
        status = pith_ots_write(proof, &out, &err);
    if (status != PITH_OK)
        printf("! %s", err.message);
    for (size_t i = 0; i < out.len && status == PITH_OK; i++)
        printf("%02x", (unsigned char)out.data[i]);
    pith_buf_free(&out);
    return putchar('\n') == '\n';
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
        good = answer(arena, (pith_text){p, (size_t)(line_end - p)});
        p = line_end + 1;
        pith_arena_reset(arena);
    }
    pith_arena_free(arena);
    pith_arena_free(whole);
    return good && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
