// SPDX-License-Identifier: MIT
//
// One resolver, many numbers: its bundles and record documents in one batch of requests.
#ifndef PITH_SOURCE_RESOLVER_H
#define PITH_SOURCE_RESOLVER_H

#include "source/cache.h"

// What a resolver gave for one number. PITH_OK: documents is not empty, and `entry` is what a
// cache should keep. PITH_NOT_FOUND: it has nothing. Otherwise error says what went wrong.
typedef struct pith_answer {
    const pith_number *number; // in
    const pith_cached *known;  // in: a cached copy to revalidate, or NULL
    pith_status status;
    pith_error error;
    pith_raw *documents;
    pith_cached entry;
} pith_answer;

// Asks the resolver at `base` for all answers at once.
pith_status pith_resolver_ask(pith_arena *arena, const pith_sources *sources, const char *base,
                              pith_answer *answers, size_t count, pith_error *err) PITH_CHECKED;

// The resolver's alias index entry for a name, at most 64 KiB.
pith_status pith_resolver_ask_alias(pith_arena *arena, const pith_sources *sources,
                                    const char *base, const pith_target *target, pith_text *out,
                                    const char **origin, pith_error *err) PITH_CHECKED;

// The i-th resolver of the sources: the default one when none is named.
size_t pith_resolver_count(const pith_sources *sources);
const char *pith_resolver_at(const pith_sources *sources, size_t index);

#endif
