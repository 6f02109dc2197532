// SPDX-License-Identifier: MIT
//
// The references of one file, whatever its form.
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/text.h"
#include "paper/bib.h"

pith_status pith_refs_add(pith_arena *arena, pith_references *refs, size_t *room,
                          const pith_reference *reference, pith_error *err)
{
    if (refs->count == PITH_MAX_REFERENCES)
        return pith_fail(err, PITH_TOO_LARGE, NULL, "has more than %d entries",
                         PITH_MAX_REFERENCES);
    if (refs->count == *room) {
        size_t more = *room ? *room * 2 : 64;
        pith_reference *items = pith_alloc_array(arena, more, sizeof *items);
        if (!items)
            return pith_fail_memory(err);
        if (refs->count)
            memcpy(items, refs->items, refs->count * sizeof *items);
        refs->items = items;
        *room = more;
    }
    refs->items[refs->count++] = *reference;
    return PITH_OK;
}

pith_status pith_refs_problem(pith_arena *arena, pith_references *refs, size_t line,
                              const char *what, pith_error *err)
{
    enum { LISTED = sizeof refs->problems / sizeof *refs->problems };
    char room[160];
    size_t n = 0;
    if (refs->problem_count++ >= LISTED)
        return PITH_OK;
    pith_join_number(room, sizeof room, &n, line);
    pith_join(room, sizeof room, &n, pith_text_of(": "));
    pith_join(room, sizeof room, &n, pith_text_of(what));
    char *text = pith_alloc_copy(arena, room, n);
    if (!text)
        return pith_fail_memory(err);
    refs->problems[refs->problem_count - 1] = (pith_text){text, n};
    return PITH_OK;
}

static bool ends_with(const char *path, const char *end)
{
    size_t n = strlen(path);
    size_t e = strlen(end);
    return n > e && strcmp(path + n - e, end) == 0;
}

pith_status pith_references_read(pith_arena *arena, const char *path, pith_references *out,
                                 pith_error *err)
{
    *out = (pith_references){.is_bib = ends_with(path, ".bib")};
    if (!out->is_bib && !ends_with(path, ".bbl") && !ends_with(path, ".tex"))
        return pith_fail(err, PITH_USAGE, path, "its name does not end in .bib, .bbl or .tex");
    pith_status status = pith_file_read(arena, path, PITH_MAX_BIB, &out->bytes, err);
    if (status == PITH_OK)
        status = out->is_bib ? pith_bib_read(arena, out, err) : pith_bbl_read(arena, out, err);
    if (status != PITH_OK)
        pith_error_name(err, path);
    return status;
}
