// SPDX-License-Identifier: MIT
//
// Number -> the one bundle of all that the sources have of it.
#include "base/arena.h"
#include "base/err.h"
#include "resolve/resolve.h"
#include "source/cache.h"

// The cache where nothing newer is asked for, otherwise files or resolvers.
static pith_status gather(pith_arena *arena, const pith_sources *sources, const pith_number *number,
                          const pith_keyring *keyring, pith_raw **out, pith_error *err)
{
    pith_cached *known = NULL;
    *out = NULL;
    if (pith_sources_check(sources, err) != PITH_OK)
        return err->status;
    if (!sources->from_count && sources->cache && !sources->refresh) {
        known = pith_alloc_array(arena, 1, sizeof *known);
        if (!known)
            return pith_fail_memory(err);
        pith_status status = pith_cache_read(arena, sources->cache, number, known, err);
        if (status != PITH_OK)
            return status;
        *out = pith_cached_list(known);
    }
    return *out || sources->offline ? PITH_OK
                                    : pith_gather(arena, sources, number, keyring, out, err);
}

pith_status pith_resolve_bundle(pith_arena *arena, const pith_sources *sources,
                                const pith_keyring *keyring, const pith_number *number,
                                pith_buf *out, pith_error *err)
{
    size_t total = 0;
    size_t count = 0;
    pith_raw *raws;
    const pith_merged *merged;
    pith_status status = gather(arena, sources, number, keyring, &raws, err);
    if (status != PITH_OK)
        return status;
    for (const pith_raw *raw = raws; raw; raw = raw->next)
        total++;
    pith_text *bytes = pith_alloc_array(arena, total, sizeof *bytes);
    const char **origins = pith_alloc_array(arena, total, sizeof *origins);
    if (!bytes || !origins)
        return pith_fail_memory(err);
    for (const pith_raw *raw = raws; status == PITH_OK && raw; raw = raw->next) {
        pith_document document;
        status = pith_read_raw(arena, raw, &document, err);
        if (status != PITH_OK || document.is_state || !pith_document_is_about(&document, number))
            continue;
        bytes[count] = raw->bytes;
        origins[count++] = raw->origin;
    }
    if (status == PITH_OK && count == 0)
        status = pith_fail(err, PITH_NOT_FOUND, number->id, "no document of it was found");
    if (status == PITH_OK)
        status = pith_merge(arena, bytes, origins, count, keyring, &merged, err);
    return status == PITH_OK ? pith_merged_bundle(merged, out, err) : status;
}
