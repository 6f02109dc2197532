// SPDX-License-Identifier: MIT
//
// The events of documents -> the rows of the completeness list. Which event counts is decided by
// the merge (src/merge/RULES.md), what a row says by section 6 there.
#ifndef PITH_EVIDENCE_CLAIMS_H
#define PITH_EVIDENCE_CLAIMS_H

#include "model/document.h"

// Fills result->evidence from the events of documents that were verified together, and makes the
// claims true that valid events back. Documents without such events cost a look at their types; a
// result that is not intact gets nothing.
pith_status pith_evidence_gather(pith_arena *arena, const pith_document *documents, size_t count,
                                 const pith_keyring *keyring, pith_result *result,
                                 pith_error *err) PITH_CHECKED;

// The events of a merge, in its order. Not settled into rows.
pith_status pith_evidence_list(pith_arena *arena, const pith_merged *merged,
                               pith_evidence_event **out, pith_error *err) PITH_CHECKED;

#endif
