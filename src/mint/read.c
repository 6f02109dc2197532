// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "mint/mint.h"

static pith_status read_one(pith_arena *arena, pith_text bytes, char first, pith_metadata **out,
                            pith_error *err)
{
    *out = pith_alloc_array(arena, 1, sizeof **out);
    if (!*out)
        return pith_fail_memory(err);
    return first == '{' ? pith_mint_read_json(arena, bytes, *out, err)
                        : pith_mint_read_yaml(arena, bytes, *out, err);
}

pith_status pith_metadata_read(pith_arena *arena, const char *path, pith_metadata **out,
                               size_t *count, pith_error *err)
{
    pith_text bytes;
    pith_status status = pith_file_read(arena, path, PITH_MAX_METADATA, &bytes, err);
    if (status != PITH_OK)
        return status;
    size_t at = 0;
    if (bytes.n >= 3 && memcmp(bytes.p, "\xEF\xBB\xBF", 3) == 0) // a byte order mark says nothing
        bytes = (pith_text){bytes.p + 3, bytes.n - 3};
    else if (bytes.n >= 2 &&
             (memcmp(bytes.p, "\xFE\xFF", 2) == 0 || memcmp(bytes.p, "\xFF\xFE", 2) == 0))
        return pith_fail(err, PITH_METADATA_FORM, path, "is in UTF-16: save it in UTF-8");
    while (at < bytes.n && memchr(" \t\r\n", bytes.p[at], 4))
        at++;
    char first = at < bytes.n ? bytes.p[at] : '\0';
    *count = 1;
    status = first == '<' ? pith_mint_read_xml(arena, bytes, out, count, err)
                          : read_one(arena, bytes, first, out, err);
    if (status != PITH_OK)
        pith_error_name(err, path);
    return status;
}
