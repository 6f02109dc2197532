// SPDX-License-Identifier: MIT
//
// What becomes of a command in title or abstract: for front_form.c alone.
#ifndef PITH_PAPER_FRONT_TABLE_H
#define PITH_PAPER_FRONT_TABLE_H

#include "pith.h"

typedef enum pith_form_kind {
    FORM_UNKNOWN,
    FORM_DROP,   // the command alone: what follows in braces stays
    FORM_GONE,   // with its [options] and n groups
    FORM_CITE,   // the same, and the blank before it
    FORM_TEXT,   // stands for these characters
    FORM_SPACE,  // white space
    FORM_ACCENT, // stays, with what it is put on
    FORM_LETTER, // stays
    FORM_SECOND, // of two groups
    FORM_CODE,   // {verbatim}
    FORM_VERB,   // a delimiter
    FORM_SCRIPT, // super- or subscript outside math
    FORM_MATH,   // its group is math
    FORM_XSPACE,
    FORM_INPUT,
    FORM_BEGIN,
    FORM_END,
    FORM_IFFALSE
} pith_form_kind;

typedef struct pith_form_row {
    const char *name;
    pith_form_kind kind;
    unsigned n;
    const char *text;
} pith_form_row;

// The row of a command; FORM_UNKNOWN for one that is in no table.
pith_form_row pith_form_find(pith_text name);

#endif
