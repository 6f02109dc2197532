// SPDX-License-Identifier: MIT
//
// From the metadata of a paper to its record, by the rules of protocol.md section 2 and appendix.
#ifndef PITH_MINT_MINT_H
#define PITH_MINT_MINT_H

#include "base/limits.h"
#include "pith.h"

// A record in the making. What it points to lives in the arena.
typedef struct pith_minted {
    pith_number number; // with its year
    uint8_t digest[PITH_DIGEST_LEN];
    pith_text canonical;
    pith_text title; // white space collapsed; empty when only its hash was given
    bool title_plain;
    bool abstract_plain; // printable ASCII, for which the hash is proved
    bool late;           // PITH_MONTH_LATE
} pith_minted;

// PITH_METADATA_MISSING names the first field that is not given, PITH_METADATA_FORM one that no
// record can have.
pith_status pith_mint_record(pith_arena *arena, const pith_metadata *metadata, pith_minted *out,
                             pith_error *err) PITH_CHECKED;

// ---- fields.c: what the fields of a record may hold

// `RFC 5322` date of arXivRaw and the snapshot ("Mon, 2 Apr 2007 19:18:42 GMT"), or a UTC time
// as records have it, as `YYYY-MM-DDThh:mm:ssZ`. False: it is neither.
bool pith_mint_time(pith_text text, char out[21]) PITH_CHECKED;

// How the month in an arXiv identifier stands to the time of version 1. Papers that were held
// before they were announced have a later month; an earlier one there cannot be, but for the hours
// by which arXiv's clock is behind UTC.
typedef enum pith_mint_month {
    PITH_MONTH_FITS,
    PITH_MONTH_LATE,
    PITH_MONTH_BEFORE
} pith_mint_month;
pith_mint_month pith_mint_compare_month(pith_text id, pith_text submitted_at);

// The categories in a text, in their order, without repetition: at most PITH_MINT_CATEGORIES.
enum { PITH_MINT_CATEGORIES = 32 };
typedef struct pith_categories {
    pith_text items[PITH_MINT_CATEGORIES];
    size_t count;
} pith_categories;
// Takes blanks and commas between them. `bad` gets the first word that is no arXiv category.
bool pith_mint_categories(pith_text text, pith_categories *out, pith_text *bad) PITH_CHECKED;
// Whether a word is archive.SUBJECT, or an arXiv archive without subject classes.
bool pith_mint_is_category(pith_text word);
// Sorts all but the first: cross_cats_sorted is in byte order.
void pith_mint_sort_categories(pith_categories *categories);

// What is said of a value that is none.
#define PITH_MINT_VERSION_FORM "is not a whole number from 1 to 9999"
#define PITH_MINT_LATE         "is more than a month before that of the id, as of a paper that was held"
enum { PITH_MINT_VERSION_MAX = 9999 };
#define PITH_MINT_TIME_FORM    "is not a UTC time like 2024-07-29T12:00:00Z"
#define PITH_MINT_LICENSE_FORM "is neither empty nor a plain http:// or https:// URL"

// Whether a text can be a record's license: empty, or a URL of printable ASCII.
bool pith_mint_is_license(pith_text text);

// ---- read*.c: metadata as arXiv gives it

// A line of the snapshot, or an object with the names of pith_metadata.
pith_status pith_mint_read_json(pith_arena *arena, pith_text bytes, pith_metadata *out,
                                pith_error *err) PITH_CHECKED;
pith_status pith_mint_read_yaml(pith_arena *arena, pith_text bytes, pith_metadata *out,
                                pith_error *err) PITH_CHECKED;
// Atom or OAI-PMH: any number of papers.
pith_status pith_mint_read_xml(pith_arena *arena, pith_text bytes, pith_metadata **out,
                               size_t *count, pith_error *err) PITH_CHECKED;

// Sets the field of that name, as a small file names them; false when there is none.
typedef enum pith_field {
    PITH_FIELD_ID,
    PITH_FIELD_VERSION,
    PITH_FIELD_TITLE,
    PITH_FIELD_ABSTRACT,
    PITH_FIELD_CATEGORIES,
    PITH_FIELD_LICENSE,
    PITH_FIELD_SUBMITTED_AT,
    PITH_FIELD_COUNT
} pith_field;
const char *pith_field_name(pith_field field);
// PITH_METADATA_FORM when the field cannot hold that.
pith_status pith_metadata_put(pith_arena *arena, pith_metadata *metadata, pith_field field,
                              pith_text value, pith_error *err) PITH_CHECKED;

// For pith_libraries.
pith_status pith_mint_library(char *out, size_t size, pith_error *err) PITH_CHECKED;

#endif
