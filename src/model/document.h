// SPDX-License-Identifier: MIT
//
// What resolvers serve: the record document, the bundle and the state (protocol.md sections 4
// to 6), or a bare canonical record. Reading gives what a document *states*; whether that is true
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
    const char *where; // "", "current" or "events[0].payload"
    bool is_event;
    pith_text subject; // subject_pith_number of the event
    pith_record record;
    pith_text stated_sha256; // canonical_sha256 beside the record
    pith_receipt receipt;
} pith_carrier;

typedef struct pith_alias {
    pith_text kind;
    pith_text value;
    pith_text created_at; // empty when absent
} pith_alias;

typedef struct pith_document {
    const char *origin; // file or URL
    pith_text stated_number;
    pith_text stated_short;
    bool is_state;
    pith_carrier *carriers; // [0] is the top level
    size_t carrier_count;
    bool has_source; // a `source` beside the record
    pith_text source_kind;
    pith_text source_id;
    int64_t source_version;
    pith_alias *aliases;
    size_t alias_count;
    const pith_clean *clean;
    uint32_t events;    // token of the list of events; 0: there is none
    pith_text title;    // claimed
    pith_claims claims; // claimed
} pith_document;

// Whether an event is a record_created event, read as a carrier.
bool pith_event_carries_record(const pith_clean *clean, uint32_t event);

// Events other than record_created are left to verify/events.h.
pith_status pith_document_read(pith_arena *arena, const pith_clean *clean, const char *origin,
                               pith_document *out, pith_error *err) PITH_CHECKED;

#endif
