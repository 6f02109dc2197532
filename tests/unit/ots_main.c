// SPDX-License-Identifier: MIT
//
// For tests/evidence/ots_python.sh: reads lines of one proof, or of two with a space between, in
// hex. Prints each as it is written again (two: merged), or "! what is wrong", one line each.
#include "base/text.h"
#include "stdin_lines.h"

static pith_status read_hex(pith_arena *arena, pith_text hex, pith_ots **out, pith_error *err)
{
    // A copy of its own: a sanitizer then sees every read behind the proof.
    uint8_t *bytes = malloc(hex.n > 1 ? hex.n / 2 : 1);
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
    return each_line(answer);
}
