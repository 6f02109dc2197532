// SPDX-License-Identifier: MIT
//
// Reading references: shared by the files bib*.c and refs*.c and no others.
#ifndef PITH_PAPER_BIB_H
#define PITH_PAPER_BIB_H

#include "pith.h"

// What one field gives, macros put in and braces left out, cut at this length.
enum { PITH_BIB_VALUE = 4096 };

// How well a field names the paper that the entry is about: the best one counts.
typedef enum pith_bib_rank {
    PITH_BIB_NONE,
    PITH_BIB_REMARK, // note, journal, ...: a text that mentions an arXiv id
    PITH_BIB_URL,
    PITH_BIB_DOI,
    PITH_BIB_EPRINT
} pith_bib_rank;

// The arXiv id or arXiv DOI that a text mentions first: arXiv:ID, arxiv.org/abs/ID,
// arxiv.org/pdf/ID, 10.48550/arXiv.ID. False: none.
bool pith_arxiv_mentioned(pith_text text, pith_target *out);
// The text as a whole as an arXiv id, with or without `arXiv:`. False: it is none.
bool pith_arxiv_alone(pith_text text, pith_target *out);

// Reads a .bib file into `refs`, whose bytes are set, up to the first entry that has no end.
pith_status pith_bib_read(pith_arena *arena, pith_references *refs, pith_error *err) PITH_CHECKED;
// Reads the \bibitem and \entry of a .bbl or .tex file.
pith_status pith_bbl_read(pith_arena *arena, pith_references *refs, pith_error *err) PITH_CHECKED;

// Appends an entry. PITH_TOO_LARGE beyond PITH_MAX_REFERENCES.
pith_status pith_refs_add(pith_arena *arena, pith_references *refs, size_t *room,
                          const pith_reference *reference, pith_error *err) PITH_CHECKED;
// Notes what is wrong at a line, for the user.
pith_status pith_refs_problem(pith_arena *arena, pith_references *refs, size_t line,
                              const char *what, pith_error *err) PITH_CHECKED;

#endif
