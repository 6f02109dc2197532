// SPDX-License-Identifier: MIT
//
// Checks a PDF or a Pith document with libpith, offline, and says what holds:
//     cc verify.c $(pkg-config --cflags --libs pith) -o verify
//     ./verify FILE.pdf|FILE.json [KEYRING.json]
#include <pith.h>
#include <stdio.h>

// The verdict over a file, whatever kind it is of. All that it refers to lives in the arena.
static pith_status verify(pith_arena *arena, const char *path, const pith_keyring *keyring,
                          pith_result **out, pith_error *err)
{
    bool is_pdf;
    pith_status status = pith_pdf_is(path, &is_pdf, err);
    if (status == PITH_OK && is_pdf) {
        pith_pdf_reading reading;
        status = pith_pdf_read(arena, path, &reading, err);
        if (status == PITH_OK)
            status = pith_pdf_judge(arena, path, &reading, NULL, keyring, out, err);
    } else if (status == PITH_OK) {
        pith_text bytes;
        status = pith_file_read(arena, path, 4 << 20, &bytes, err);
        if (status == PITH_OK)
            status = pith_verify_bytes(arena, bytes, path, NULL, keyring, out, err);
    }
    return status;
}

int main(int argc, char **argv)
{
    pith_error err;
    pith_result *result;
    const pith_keyring *keyring = pith_keyring_builtin();
    pith_status status = PITH_OK;
    pith_arena *arena = pith_arena_new(256 << 20); // bytes that a hostile file can make it use
    pith_buf out;
    pith_exit code;
    if (!arena || argc < 2 || argc > 3) {
        fprintf(stderr, arena ? "usage: verify FILE [KEYRING]\n" : "verify: out of memory\n");
        pith_arena_free(arena);
        return arena ? PITH_EXIT_USAGE : PITH_EXIT_INTERNAL;
    }
    pith_buf_init(&out, 1 << 20);
    if (argc == 3)
        status = pith_keyring_load(arena, argv[2], &keyring, &err);
    if (status == PITH_OK)
        status = verify(arena, argv[1], keyring, &result, &err);
    if (status == PITH_OK) { // there is a verdict, which may be a bad one
        pith_buf_printf(&out, "pith:%04d:%s %s, %s, %s\n", result->number.year, result->number.id,
                        result->intact ? "intact" : "not intact",
                        result->is_signed ? "signed" : "not signed",
                        result->trusted ? "trusted" : "not trusted");
        for (const pith_finding *f = result->findings; f; f = f->next) {
            pith_terminal_escape(f->where, &out); // foreign text, which may hold control characters
            pith_buf_puts(&out, ": ");
            pith_terminal_escape(f->message, &out);
            pith_buf_printf(&out, " [%s]\n", pith_status_name(f->code));
        }
        code = result->exit;
    } else {
        pith_terminal_escape(pith_text_of(err.object), &out);
        pith_buf_puts(&out, *err.object ? ": " : "");
        pith_terminal_escape(pith_text_of(err.message), &out);
        pith_buf_printf(&out, "\n%s\n", pith_status_remedy(status));
        code = pith_status_exit(status);
    }
    if (pith_buf_ok(&out))
        fwrite(out.data, 1, out.len, status == PITH_OK ? stdout : stderr);
    else
        code = PITH_EXIT_INTERNAL;
    pith_buf_free(&out);
    pith_arena_free(arena);
    return code;
}
