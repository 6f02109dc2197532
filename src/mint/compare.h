// SPDX-License-Identifier: MIT
//
// Does a text of a paper hash to what a record has, and if not, what is the nearest text that does?
#ifndef PITH_MINT_COMPARE_H
#define PITH_MINT_COMPARE_H

#include "paper/front.h"
#include "pith.h"

enum { PITH_CANDIDATES = PITH_FORMS + PITH_WORDINGS };

// Texts that the paper may mean, the most likely one first, and what each is called.
typedef struct pith_candidates {
    pith_text texts[PITH_CANDIDATES];
    const char *names[PITH_CANDIDATES]; // NULL: as it should be
    size_t count;
} pith_candidates;

// Adds a text unless it is there.
void pith_candidates_add(pith_candidates *list, pith_text text, const char *name);

// Tries the candidates, then what turns one into the other, then what changes one word or
// character. `known` is the record's text, when it is known, or empty; `vocabulary` a text whose
// words may have taken another's place. `rendered`: the candidate is what a reader sees, where
// accents are letters and math is gone. out->standing, ->spelling, ->text and ->cause are set.
pith_status pith_compare_text(pith_arena *arena, const pith_candidates *candidates,
                              const uint8_t digest[PITH_DIGEST_LEN], pith_text known,
                              pith_text vocabulary, bool rendered, pith_check_field *out,
                              pith_error *err) PITH_CHECKED;

// ---- search.c: single edits of a canonical text

typedef struct pith_search {
    pith_arena *arena;
    const uint8_t *digest;
    char *room; // for an edited text
    size_t size;
    size_t n; // of the text found
    bool short_of_memory;
} pith_search;

// Whether the text, taken as canonical, has the digest; then it is kept in room.
bool pith_search_try(pith_search *s, pith_text text);
// One character or word more, less or other. True: room has the text.
bool pith_search_edits(pith_search *s, pith_text text, pith_text vocabulary);

// ---- pdf_title.c

// The title that a PDF states, in dc:title or else in its information dictionary; p is NULL: none.
pith_status pith_pdf_title(pith_arena *arena, const char *path, pith_text *out,
                           pith_error *err) PITH_CHECKED;

#endif
