// SPDX-License-Identifier: MIT
//
// What anchors name: the two rows of the completeness list that a signature alone does not settle.
#ifndef PITH_EVIDENCE_ANCHORS_H
#define PITH_EVIDENCE_ANCHORS_H

#include "pith.h"

// Fill state and words of a row that has valid events; of several events the best counts.
// `archive`, `headers` NULL: what can be told without asking anybody.
pith_status pith_weigh_captures(pith_arena *arena, const pith_archive *archive,
                                const pith_result *result, pith_evidence *evidence,
                                pith_error *err) PITH_CHECKED;
pith_status pith_weigh_timestamps(pith_arena *arena, const pith_headers *headers,
                                  const pith_result *result, pith_evidence *evidence,
                                  pith_error *err) PITH_CHECKED;

// Appends what else there is in a row: "; 1 withdrawn; 2 invalid".
void pith_evidence_rest(pith_evidence_row *row);

#endif
