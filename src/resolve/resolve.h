// SPDX-License-Identifier: MIT
//
// What the steps of resolving share with other composers (mirror/).
#ifndef PITH_RESOLVE_RESOLVE_H
#define PITH_RESOLVE_RESOLVE_H

#include "source/source.h"
#include "verify/verify.h"

// The documents of a number, unread and unchecked, from the files of `sources` or the first
// resolver that has any; the cache is left alone. *out may be NULL: there are none.
pith_status pith_gather(pith_arena *arena, const pith_sources *sources, const pith_number *number,
                        pith_raw **out, pith_error *err) PITH_CHECKED;

// Gate and model of one gathered document.
pith_status pith_read_raw(pith_arena *arena, const pith_raw *raw, pith_document *out,
                          pith_error *err) PITH_CHECKED;

// Whether a document states the number or holds its record.
bool pith_document_is_about(const pith_document *document, const pith_number *number);

// The verdict over gathered documents; PITH_NOT_FOUND when none of them is about the number.
pith_status pith_judge_raws(pith_arena *arena, const pith_raw *raws, const pith_number *number,
                            const pith_keyring *keyring, pith_result **out,
                            pith_error *err) PITH_CHECKED;

// The numbers that a name may stand for, by the indices at hand: several only for an arXiv id
// or DOI, whose versions have numbers of their own. *count is the room, then how many there are.
pith_status pith_name_look_up(pith_arena *arena, const pith_sources *sources,
                              const pith_target *target, pith_number *candidates, size_t *count,
                              pith_error *err) PITH_CHECKED;
// Whether the record really has the name.
bool pith_name_fits(const pith_target *target, const pith_result *result);

#endif
