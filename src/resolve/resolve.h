// SPDX-License-Identifier: MIT
//
// What the steps of resolving share with other composers (mirror/).
#ifndef PITH_RESOLVE_RESOLVE_H
#define PITH_RESOLVE_RESOLVE_H

#include "source/source.h"
#include "verify/verify.h"

// The documents of a number: from the files of `sources`, unread; or from its resolvers, one after
// the other until as many as the quorum gave what holds and one of them a receipt by a key of the
// keyring. The cache is left alone. *out may be NULL: there are none.
pith_status pith_gather(pith_arena *arena, const pith_sources *sources, const pith_number *number,
                        const pith_keyring *keyring, pith_raw **out, pith_error *err) PITH_CHECKED;

// Whether there is anybody to ask. PITH_USAGE: no cache, and nothing else is permitted.
pith_status pith_sources_check(const pith_sources *sources, pith_error *err) PITH_CHECKED;

// Gate and model of one gathered document.
pith_status pith_read_raw(pith_arena *arena, const pith_raw *raw, pith_document *out,
                          pith_error *err) PITH_CHECKED;

// Whether a document states the number or holds its record.
bool pith_document_is_about(const pith_document *document, const pith_number *number);

// The verdict over gathered documents; PITH_NOT_FOUND when none of them is about the number.
pith_status pith_judge_raws(pith_arena *arena, const pith_raw *raws, const pith_number *number,
                            const pith_keyring *keyring, pith_result **out,
                            pith_error *err) PITH_CHECKED;

enum { PITH_NAME_CANDIDATES = 64 };

// A name on its way to numbers. Start with all zero but the target.
typedef struct pith_name {
    const pith_target *target;
    bool asked_here;                           // files or cache were looked at
    size_t next;                               // the resolver whose index is asked next
    pith_number numbers[PITH_NAME_CANDIDATES]; // what the last look-up found
    size_t count;
    bool from_index;  // by a resolver's index, just now
    pith_error error; // why it found none
} pith_name;

// Goes on looking up names: in the files of `sources`, or in the cache, then in the index of one
// resolver after the other, until each name has candidates or nobody is left to ask. An index is
// a hint: the record that a name leads to has to give that name itself. Call it again for the
// names whose candidates turned out not to have them. All of it takes sources->timeout_ms at most.
// Fails only for want of memory and such.
pith_status pith_names_look_up(pith_arena *arena, const pith_sources *sources, pith_name *names,
                               size_t count, pith_error *err) PITH_CHECKED;
// Whether the record really has the name.
bool pith_name_fits(const pith_target *target, const pith_result *result);
// Whether several records may have the name: versions of one paper share arXiv id and DOI.
bool pith_name_is_shared(const pith_target *target);
// Fails with PITH_AMBIGUOUS, naming the first few of the numbers.
pith_status pith_name_ambiguous(const pith_target *target, const pith_number *numbers, size_t count,
                                pith_error *err);

enum { PITH_MIRRORS_MAX = 8 };
// The base URLs of mirrors that a resolver names in its pith-mirrors.json, now or when it last
// answered, besides the resolvers themselves. They are hints: what a mirror gives is checked like
// anything else. *count is 0 when there are none; *answered is false when no resolver has said.
pith_status pith_mirrors_find(pith_arena *arena, const pith_sources *sources,
                              const char *bases[PITH_MIRRORS_MAX], size_t *count, bool *answered,
                              pith_error *err) PITH_CHECKED;

#endif
