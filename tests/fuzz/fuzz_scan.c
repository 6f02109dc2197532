// SPDX-License-Identifier: MIT
//
// Scanning TeX. The input is the main file and, behind lines of only `%%%%`, a.tex and b.tex for
// \input, main.fls as TeX would have left it, and refs.bib. What comes out is well formed, and the
// same for lines that end in CR LF, for a line feed more at the end, and when the paper is given
// twice.
#include "common.h"

enum { PARTS = 5 };

static const char separator[] = "\n%%%%\n";

// Cuts the next part off.
static pith_text next_part(pith_text *rest)
{
    size_t n = sizeof separator - 1;
    for (size_t i = 0; i + n <= rest->n; i++) {
        if (memcmp(rest->p + i, separator, n) == 0) {
            pith_text part = {rest->p, i};
            *rest = (pith_text){rest->p + i + n, rest->n - i - n};
            return part;
        }
    }
    pith_text part = *rest;
    *rest = (pith_text){"", 0};
    return part;
}

static size_t lines_of(pith_text text)
{
    size_t lines = 1;
    for (size_t i = 0; i < text.n; i++)
        lines += text.p[i] == '\n' || text.p[i] == '\r';
    return lines;
}

// ---- Rewriting ------------------------------------------------------------------------

static void put_crlf(pith_text text, pith_buf *out)
{
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '\n')
            pith_buf_puts(out, "\r");
        pith_buf_add(out, text.p + i, 1);
    }
}

static const char *write_parts(const pith_text *parts, bool crlf, bool more)
{
    static const char *const names[PARTS] = {"main.tex", "a.tex", "b.tex", "main.fls", "refs.bib"};
    const char *path = NULL;
    for (size_t i = PARTS; i-- > 0;) {
        pith_buf out;
        pith_buf_init(&out, SIZE_MAX);
        if (crlf)
            put_crlf(parts[i], &out);
        else
            pith_buf_add(&out, parts[i].p, parts[i].n);
        if (more)
            pith_buf_puts(&out, "\n");
        MUST(pith_buf_ok(&out));
        path = fuzz_file(names[i], out.data, out.len);
        pith_buf_free(&out);
    }
    return path;
}

// ---- The target -----------------------------------------------------------------------

static void check_mentions(const pith_mentions *found, const pith_text *parts)
{
    size_t most = 1;
    for (size_t i = 0; i < PARTS; i++)
        most = lines_of(parts[i]) > most ? lines_of(parts[i]) : most;
    for (size_t i = 0; i < found->count; i++) {
        const pith_mention *m = &found->items[i];
        pith_number again;
        pith_error err;
        MUST(pith_number_parse(pith_text_of(m->number.id), &again, &err) == PITH_OK);
        MUST(strcmp(again.id, m->number.id) == 0);
        MUST(m->number.year >= 0 && m->number.year <= 9999);
        MUST(m->line >= 1 && m->line <= most);
        MUST(m->file.n > 4); // .tex, .bib, or what the list of files names
        for (size_t k = 0; k < i; k++)
            MUST(strcmp(found->items[k].number.id, m->number.id) != 0);
    }
}

static bool same_mentions(const pith_mentions *a, const pith_mentions *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = memcmp(&a->items[i].number, &b->items[i].number, sizeof a->items[i].number) == 0 &&
               a->items[i].line == b->items[i].line &&
               pith_text_equal(a->items[i].file, b->items[i].file);
    return same;
}

static void check_again(pith_arena *arena, const char *path, size_t times, pith_status status,
                        const pith_mentions *found)
{
    const char *const paths[] = {path, path};
    pith_mentions again;
    pith_error err;
    MUST(pith_paper_scan(arena, paths, times, &again, &err) == status);
    MUST(status != PITH_OK || same_mentions(found, &again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pith_arena *arena = fuzz_arena();
    pith_text rest = fuzz_text(data, size);
    pith_text parts[PARTS];
    pith_mentions found;
    pith_error err;
    for (size_t i = 0; i < PARTS; i++)
        parts[i] = next_part(&rest);
    const char *path = write_parts(parts, false, false);
    pith_status status = pith_paper_scan(arena, &path, 1, &found, &err);
    if (status == PITH_OK) {
        check_mentions(&found, parts);
        check_again(arena, path, 2, status, &found);
    } else {
        MUST(status == PITH_NUMBER_SYNTAX || status == PITH_TOO_LARGE);
        fuzz_check_error(&err, status);
    }
    pith_arena *small = fuzz_small_arena(data, size);
    pith_mentions little;
    MUST(fuzz_same_or_memory(status, pith_paper_scan(small, &path, 1, &little, &err)));
    pith_arena_free(small);
    if (size > 0 && !memchr(data, '\r', size))
        check_again(arena, write_parts(parts, true, false), 1, status, &found);
    if (status == PITH_OK)
        check_again(arena, write_parts(parts, false, true), 1, status, &found);
    pith_arena_free(arena);
    return 0;
}
