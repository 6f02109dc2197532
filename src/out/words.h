// SPDX-License-Identifier: MIT
//
// The words that outputs share, so that a fact reads the same in a terminal, in JSON, in a
// TeX data file and in XMP. Every result is plain ASCII.
#ifndef PITH_OUT_WORDS_H
#define PITH_OUT_WORDS_H

#include "pith.h"

// What the badge says, from strongest to weakest.
typedef enum pith_standing {
    PITH_STANDING_VERIFIED, // intact, signed, trusted
    PITH_STANDING_HASH,     // intact, no receipt
    PITH_STANDING_KEY,      // intact, receipt by a key outside the keyring
    PITH_STANDING_RECEIPT,  // intact, but the receipt is bad or of unknown form
    PITH_STANDING_OTHER,    // holds, but is not what was asked for
    PITH_STANDING_FAILED    // a false statement about the record
} pith_standing;

pith_standing pith_standing_of(const pith_result *result);
// One or two words, and a sentence that says what was checked.
const char *pith_standing_word(pith_standing standing);
const char *pith_standing_sentence(pith_standing standing);
// "yes": trusted by the keys that come with pith; "own": by the reader's keyring only, and so
// the key is named; "no".
const char *pith_trust_word(const pith_result *result);
// The word of the standing as badges show it: "verified", "verified with key NAME", ...
void pith_verdict_words(const pith_result *result, char *out, size_t size);
// The same for a number that nobody has looked up.
const char *pith_unchecked_word(void);
const char *pith_unchecked_sentence(void);

// "https://pith.science/pith/ID": what badges, links and QR codes point to.
void pith_record_url(const pith_result *result, char *out, size_t size);
// "arxiv:1309.3741v1"
void pith_source_words(const pith_result *result, char *out, size_t size);

const char *pith_yes_no(bool value);
const char *pith_relation_word(pith_relation relation);

// The four public statuses, by row: "attested:no", "references:pending", ...
enum { PITH_CLAIM_ROWS = 4 };
void pith_claim_words(const pith_claims *claims, size_t row, char *out, size_t size);
// The public wording of a row: "not attested", "refs pending"; NULL when nothing is known.
const char *pith_claim_wording(const pith_claims *claims, size_t row);
bool pith_claim_positive(const pith_claims *claims, size_t row);
// Whether valid events decide a row, for or against it, and not only the resolver's word.
bool pith_claim_backed(const pith_result *result, size_t row);

// A row of the completeness list: its name in JSON, what it is called, and the word of its state:
// "open", "live", "checked here", "could not check", "refuted".
const char *pith_evidence_name(pith_evidence_kind kind);
const char *pith_evidence_label(pith_evidence_kind kind);
const char *pith_evidence_word(pith_evidence_state state);
const char *pith_evidence_standing_word(pith_evidence_standing standing);

// Appends JSON that has passed the gate, what pith_json_quote would escape in a string escaped.
void pith_json_pass(pith_text json, pith_buf *out);

#endif
