// SPDX-License-Identifier: MIT
//
// A static copy of records, built from checked documents only. Files of one record, in the
// order in which they are written, so that a stop anywhere leaves a tree that verifies:
//
//     pith/ID/bundle.json               merged with the copy that is there: no event is lost
//     .well-known/pith/ID/bundle.json   the same bytes
//     pith/ID.json                      the record document
//     pith/ID/state.json, events.json, graph.json, pith/ID.jsonld, pith/ID/index.html
//     alias/KIND/VALUE.json             last: it names what is there already
//
// The last bundle, the record document and the keyring decide every byte of the others.
#ifndef PITH_MIRROR_MIRROR_H
#define PITH_MIRROR_MIRROR_H

#include "merge/merge.h"
#include "mirror/tree.h"
#include "verify/verify.h"

struct pith_mirror {
    pith_tree tree;
    const pith_keyring *keyring;
    const char *base; // URL without a slash at its end, or ""
};

// What is known of one number once its documents are joined.
typedef struct pith_mirror_record {
    const pith_result *result;
    const pith_merged *merged;
    pith_text bundle;
    pith_text document;
} pith_mirror_record;

// Writes all files of the record but the alias index. Alias names are to be checked before.
pith_status pith_mirror_write(pith_arena *arena, pith_mirror *mirror,
                              const pith_mirror_record *record, pith_error *err) PITH_CHECKED;

// The record document of a record for which none was found: what its bundle proves, no more.
void pith_mirror_document(const pith_result *result, pith_buf *out);

// Whether every alias of the record can be a file name.
pith_status pith_mirror_alias_check(const pith_record *record, pith_error *err) PITH_CHECKED;
// Adds the number to the files of its aliases.
pith_status pith_mirror_alias_write(pith_arena *arena, pith_mirror *mirror,
                                    const pith_record *record, pith_error *err) PITH_CHECKED;

#endif
