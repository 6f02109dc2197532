// SPDX-License-Identifier: MIT
//
// Numbers on their way through files, cache and resolvers, for the files of resolving alone.
#ifndef PITH_RESOLVE_BATCH_H
#define PITH_RESOLVE_BATCH_H

#include "resolve/resolve.h"
#include "source/resolver.h"

// One number on its way.
typedef struct pith_item {
    pith_number number;
    size_t target;     // index of what the user asked for
    pith_cached known; // what the cache holds
    bool has_known;
    bool done;
    pith_result *result; // the best verdict so far
    pith_status status;  // why there is none
    pith_error error;
    const pith_answer **gave; // for a quorum: the good answers
    size_t gave_count;
} pith_item;

typedef struct pith_batch {
    pith_arena *arena;
    pith_sources sources; // with the time for what is asked next
    const pith_keyring *keyring;
    pith_deadline deadline;
    pith_item *items;
    size_t count;
    int64_t kept; // new bytes in the cache
    bool hints;   // what is asked now was named by a stranger
    pith_error *err;
} pith_batch;

// How much a verdict proves: 0: nothing, 1: the hash holds, 2: a key of the keyring says so as
// well. Who leaves the receipt out must not win over who has it.
int pith_batch_strength(const pith_result *result);
// The verdict over these documents. A stronger one takes the place of what there is, which is
// told by true; of failures the first stays, because the preferred source caused it.
bool pith_batch_judge(pith_batch *b, pith_item *it, const pith_raw *raws);
// The sources with an equal part of the time that is left.
const pith_sources *pith_batch_timed(pith_batch *b, size_t parts);
// Keeps why there was no answer, if it is the first reason.
void pith_batch_take_failure(const pith_batch *b, pith_item *it, const pith_answer *answer);

// Takes all items through files, or cache and resolvers, as far as they go.
pith_status pith_batch_run(pith_batch *b);
// The same for resolvers of a quorum: joins what they give.
pith_status pith_batch_ask_quorum(pith_batch *b);

#endif
