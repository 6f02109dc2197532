// SPDX-License-Identifier: MIT
//
// The canonical record: the object whose hash is the number (protocol.md section 2).
#ifndef PITH_MODEL_RECORD_H
#define PITH_MODEL_RECORD_H

#include "json/view.h"

typedef struct pith_record {
    pith_text canonical;             // its canonical bytes
    uint8_t digest[PITH_DIGEST_LEN]; // their SHA-256
    char id[PITH_ID_LEN + 1];        // the suffix computed from the digest
    int year;                        // of submitted_at
    pith_text submitted_at;
    pith_text title_sha256; // title_canon_sha256, 64 hex digits
    pith_text source_kind;
    pith_text source_id;
    int64_t source_version;
} pith_record;

// Reads and hashes the object at view. `where` is its path, for messages; `known` another copy
// of the record, already hashed, or NULL.
pith_status pith_record_read(pith_arena *arena, pith_view view, const char *where,
                             const pith_record *known, pith_record *out,
                             pith_error *err) PITH_CHECKED;

// The alias_value the rules give for an alias_kind (protocol.md section 5), for example
// `arxiv_version` -> `1309.3741v1`; empty text for kinds this program does not know.
pith_text pith_record_alias(const pith_record *record, pith_text kind, char *room, size_t size);

#endif
