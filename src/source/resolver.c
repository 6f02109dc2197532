// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "source/fetch.h"
#include "source/source.h"

pith_status pith_source_resolver(pith_arena *arena, const pith_sources *sources,
                                 const pith_number *number, pith_raw **out, pith_error *err)
{
    // The bundle has the events, the record document the title and the status words.
    static const char *const endings[] = {"/bundle.json", ".json"};
    pith_raw **tail = out;
    *out = NULL;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char path[80];
        snprintf(path, sizeof path, "pith/%s%s", number->id, endings[i]);
        pith_raw *raw = pith_alloc_array(arena, 1, sizeof *raw);
        if (!raw)
            return pith_fail_memory(err);
        raw->by_name = true;
        pith_status status = pith_fetch_json(arena, sources, path, PITH_MAX_DOCUMENT, &raw->bytes,
                                             &raw->origin, err);
        if (status == PITH_NOT_FOUND)
            continue;
        if (status != PITH_OK)
            return status;
        *tail = raw;
        tail = &raw->next;
    }
    return PITH_OK;
}
