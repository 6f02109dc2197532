// SPDX-License-Identifier: MIT
//
// What resolvers serve: the record document and the bundle (protocol.md sections 4 and 5),
// or a bare canonical record. Reading gives what a document *states*; whether that is true
// is the business of verify/.
#ifndef PITH_MODEL_DOCUMENT_H
#define PITH_MODEL_DOCUMENT_H

#include "model/record.h"

// Absent optional fields are empty texts (p == NULL).
typedef struct pith_receipt {
    bool present;
    bool known_form; // kind, algorithm and signature field are the ones we know
    pith_text key_id;
    pith_text signed_at;
    pith_text signature_b64; // as written
} pith_receipt;

// One place in a document that carries the record: its top level, or an event.
typedef struct pith_carrier {
    const char *where; // "" or "events[0].payload"
    pith_record record;
    pith_text stated_sha256; // canonical_sha256 beside the record
    pith_receipt receipt;
} pith_carrier;

typedef struct pith_alias {
    pith_text kind;
    pith_text value;
} pith_alias;

typedef struct pith_subject {
    const char *where;
    pith_text number; // subject_pith_number of an event
} pith_subject;

typedef struct pith_document {
    const char *origin; // file or URL
    pith_text stated_number;
    pith_text stated_short;
    pith_carrier *carriers; // [0] is the top level
    size_t carrier_count;
    bool has_source; // a `source` beside the record
    pith_text source_kind;
    pith_text source_id;
    int64_t source_version;
    pith_alias *aliases;
    size_t alias_count;
    pith_subject *subjects;
    size_t subject_count;
    size_t unread_events; // events of types that are kept but not judged here
    pith_text title;      // claimed
    pith_claims claims;   // claimed
} pith_document;

pith_status pith_document_read(pith_arena *arena, pith_view root, const char *origin,
                               pith_document *out, pith_error *err) PITH_CHECKED;

#endif
