// SPDX-License-Identifier: MIT
//
// What is said of a proof: never more than was checked, and what was not.
#ifndef PITH_EVIDENCE_OTS_WORDS_H
#define PITH_EVIDENCE_OTS_WORDS_H

#include "evidence/headers.h"

typedef struct ots_said {
    const pith_ots_report *report;
    const pith_headers *headers;
    headers_kind kind;
    const headers_chain *chain;
    bool weak;     // a digest that two files can share
    bool partly;   // a digest of which only the bits of a number were compared
    bool untimely; // a block has the digest, but not at that time
    bool unknown;  // nothing but attestations of a kind that is not known here
} ots_said;

// Fills the words and the limit of a report. False: no memory.
bool pith_ots_put_words(pith_arena *arena, const ots_said *said, pith_ots_report *out) PITH_CHECKED;

// The day of a time in seconds since 1970, UTC.
void pith_ots_day(uint32_t time, char out[11]);
// The whole of it, as RFC 3339 has it.
void pith_ots_moment(uint32_t time, char out[21]);

#endif
