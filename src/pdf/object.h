// SPDX-License-Identifier: MIT
//
// The syntax of PDF objects (ISO 32000-1 clause 7.3) over bytes in memory, without any file.
#ifndef PITH_PDF_OBJECT_H
#define PITH_PDF_OBJECT_H

#include "base/text.h"

typedef enum pith_pdf_kind {
    PITH_PDF_NULL, // also what is absent
    PITH_PDF_BOOLEAN,
    PITH_PDF_INTEGER,
    PITH_PDF_REAL,
    PITH_PDF_STRING, // raw: with its delimiters
    PITH_PDF_NAME,   // raw: with its slash
    PITH_PDF_ARRAY,
    PITH_PDF_DICT,
    PITH_PDF_REF
} pith_pdf_kind;

typedef struct pith_pdf_value {
    pith_pdf_kind kind;
    pith_text raw;   // the whole of it, as it is spelled
    int64_t integer; // of an integer
    uint32_t number; // of a reference
    uint32_t generation;
} pith_pdf_value;

// What a step over the bytes gave. MORE: they end before the object does, so more of the file is
// needed; where there is no more, it is as bad as BAD.
typedef enum pith_pdf_step { PITH_PDF_GOOD, PITH_PDF_MORE, PITH_PDF_BAD } pith_pdf_step;

typedef struct pith_pdf_cursor {
    const char *p;
    const char *end;
} pith_pdf_cursor;

bool pith_pdf_is_space(char c);
bool pith_pdf_is_regular(char c);

// Passes white space and comments.
void pith_pdf_skip_space(pith_pdf_cursor *at);
// Passes white space and this word, which must end there; MORE and BAD leave the cursor anywhere.
pith_pdf_step pith_pdf_take_word(pith_pdf_cursor *at, const char *word);
// Passes white space and an unsigned number of at most 19 digits.
pith_pdf_step pith_pdf_take_number(pith_pdf_cursor *at, uint64_t *out);
// Passes white space and one object.
pith_pdf_step pith_pdf_take_value(pith_pdf_cursor *at, pith_pdf_value *out);

// Passes the next element of an array or the next key and value of a dictionary, of whose raw
// text the cursor came. False at the end. The text must have been taken whole before.
pith_pdf_cursor pith_pdf_inside(const pith_pdf_value *container);
bool pith_pdf_next(pith_pdf_cursor *at, pith_pdf_value *out);
bool pith_pdf_next_key(pith_pdf_cursor *at, pith_pdf_value *key, pith_pdf_value *out);

// Whether a dictionary is keys and values to its end: only then may something be put in.
bool pith_pdf_is_whole(const pith_pdf_value *dict);

// The value of a key; NULL kind when there is none. *times (or NULL): how often it stands there.
// The last one is given, as most readers take it.
pith_pdf_value pith_pdf_get(const pith_pdf_value *dict, const char *key, size_t *times);
// Whether a name is this one, its #xx escapes undone.
bool pith_pdf_name_is(const pith_pdf_value *name, const char *text);
// A key that stands twice, as it is first spelled; empty: none does. *too_many: the key is only the
// first beyond PITH_MAX_PDF_KEYS, and nothing was compared.
pith_text pith_pdf_duplicate(const pith_pdf_value *dict, bool *too_many);

// The first bytes of a string, its escapes undone, at most `size`: how many there are. All fit
// where the raw text does.
size_t pith_pdf_string(const pith_pdf_value *string, char *room, size_t size);

#endif
