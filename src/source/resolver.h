// SPDX-License-Identifier: MIT
//
// One resolver, many numbers: its bundles and record documents in one batch of requests.
#ifndef PITH_SOURCE_RESOLVER_H
#define PITH_SOURCE_RESOLVER_H

#include "source/cache.h"
#include "source/deadline.h"

// What a resolver gave for one number. PITH_OK: documents is not empty, and `entry` is what a
// cache should keep. PITH_NOT_FOUND: it has nothing. Otherwise error says what went wrong.
typedef struct pith_answer {
    const pith_number *number; // in
    void *owner;               // the caller's
    const pith_cached *known;  // in: a cached copy to revalidate, or NULL
    pith_status status;
    pith_error error;
    pith_raw *documents;
    pith_cached entry;
} pith_answer;

// What is told of an answer as soon as it is complete, while others are on their way.
typedef struct pith_answered {
    void (*call)(void *context, const pith_answer *answer);
    void *context;
} pith_answered;

// Asks the resolver at `base` for all answers at once. `answered` may be NULL.
pith_status pith_resolver_ask(pith_arena *arena, const pith_sources *sources, const char *base,
                              pith_answer *answers, size_t count, const pith_answered *answered,
                              pith_error *err) PITH_CHECKED;

// One entry of a resolver's alias index, at most 64 KiB.
typedef struct pith_alias_answer {
    const pith_target *target; // in: the name
    const char *origin;        // the URL that was asked
    pith_status status;
    pith_error error;
    pith_text body;
} pith_alias_answer;

// Asks the index of the resolver at `base` for all names at once.
pith_status pith_resolver_ask_aliases(pith_arena *arena, const pith_sources *sources,
                                      const char *base, pith_alias_answer *answers, size_t count,
                                      pith_error *err) PITH_CHECKED;

// One document of a resolver. *url names what was asked, for messages.
pith_status pith_resolver_fetch(pith_arena *arena, const pith_sources *sources, const char *base,
                                const char *path, size_t max, pith_text *body, const char **url,
                                pith_error *err) PITH_CHECKED;
// Whether a URL found in a document can be the base of a resolver: PITH_USAGE when it cannot.
pith_status pith_resolver_check_base(pith_arena *arena, const pith_sources *sources,
                                     const char *base, pith_error *err) PITH_CHECKED;

// Starts the clock of what may take sources->timeout_ms. False: this system has no such clock.
bool pith_resolver_deadline(const pith_sources *sources, pith_deadline *out);

// The i-th resolver of the sources: the default one when none is named.
size_t pith_resolver_count(const pith_sources *sources);
const char *pith_resolver_at(const pith_sources *sources, size_t index);

#endif
