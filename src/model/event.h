// SPDX-License-Identifier: MIT
//
// One event of a bundle. The public envelope is only partly known (protocol.md sections 5
// and 6); src/merge/RULES.md states what this project adds: identity and signature.
#ifndef PITH_MODEL_EVENT_H
#define PITH_MODEL_EVENT_H

#include "model/record.h"

// Absent texts have p == NULL.
typedef struct pith_event {
    uint8_t identity[PITH_DIGEST_LEN]; // SHA-256 of the canonical form without id and signature
    pith_view view;
    pith_text type;
    pith_text subject;
    pith_text target;
    pith_text created_at;
    pith_text event_id;
    pith_text signer_key_id;
    pith_text signer_fingerprint; // public_key_fingerprint
    bool is_signed;               // has a `signature` of the form this program knows
    pith_text signature_key_id;
    pith_text signature_b64;
    bool has_payload;
    pith_view payload;
} pith_event;

// The event types this program knows beside record_created.
#define PITH_EVENT_TYPE_TABLE(X)                                                                   \
    X(GRAPH_SNAPSHOT, "graph_snapshot")                                                            \
    X(AUTHOR_CLAIM, "author_claim")                                                                \
    X(CITATION, "citation")                                                                        \
    X(REPLICATION, "replication")                                                                  \
    X(FALSIFICATION, "falsification")                                                              \
    X(FORMAL_BRIDGE, "formal_bridge")                                                              \
    X(ANCHOR, "anchor")                                                                            \
    X(WITHDRAWAL, "withdrawal")
typedef enum pith_event_type {
    PITH_EVENT_OTHER,
#define X(symbol, name) PITH_EVENT_##symbol,
    PITH_EVENT_TYPE_TABLE(X)
#undef X
        PITH_EVENT_TYPES
} pith_event_type;

pith_event_type pith_event_type_of(pith_text name);
const char *pith_event_type_name(pith_event_type type);

// Reads the event at `token`. Never fails for its content: what is missing or of another kind
// stays absent, and judging says so. PITH_MEMORY otherwise.
pith_status pith_event_read(pith_arena *arena, const pith_clean *clean, uint32_t token,
                            pith_event *out, pith_error *err) PITH_CHECKED;

// Whether the payload has the members its type needs, with the right kinds, and the snapshot
// hashes inside match their items. *why says what is wrong.
bool pith_event_payload_fits(pith_event_type type, const pith_event *event, const char **why);

#endif
