// SPDX-License-Identifier: MIT
//
// What anchors name: the two rows of the completeness list that a signature alone does not settle.
#ifndef PITH_EVIDENCE_ANCHORS_H
#define PITH_EVIDENCE_ANCHORS_H

#include "pith.h"

// Fill state and words of a row that has valid events, by what can be told without asking anybody;
// of several events the best counts.
pith_status pith_weigh_captures(pith_arena *arena, const pith_result *result,
                                pith_evidence *evidence, pith_error *err) PITH_CHECKED;
pith_status pith_weigh_timestamps(pith_arena *arena, const pith_result *result,
                                  pith_evidence *evidence, pith_error *err) PITH_CHECKED;

// Appends what else there is in a row: "; 1 withdrawn; 2 invalid".
void pith_evidence_rest(pith_evidence_row *row);
// Appends to what a row says, as far as there is room.
void pith_evidence_say(pith_evidence_row *row, const char *format, ...) PITH_PRINTF(2, 3);

// A status by its row; `said`: what the resolver claims, which counts where no event decides.
pith_claim pith_evidence_claim(const pith_evidence_row *row, pith_claim said);

#endif
