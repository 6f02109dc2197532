// SPDX-License-Identifier: MIT
//
// Bundles of one record -> one set of judged events, by RULES.md. A pure function of the set
// of events and the keyring.
#ifndef PITH_MERGE_MERGE_H
#define PITH_MERGE_MERGE_H

#include "verify/events.h"

// One distinct event. Texts point into `canonical` or the arena.
typedef struct pith_merged_event {
    uint8_t identity[PITH_DIGEST_LEN];
    pith_text canonical; // the whole event
    pith_text created_at;
    pith_text key_id; // of its signature
    pith_text target;
    uint8_t type; // pith_event_type
    bool carries_record;
    uint8_t standing; // pith_event_standing
    bool current;     // valid, not withdrawn, not part of an equivocation
    uint16_t code;    // pith_status: why it is not valid
    bool leads;       // the first of an equivocation
    uint32_t next;    // index of the next one of the same equivocation, or 0
} pith_merged_event;

typedef struct pith_merged_alias {
    pith_text kind;
    pith_text value;
    pith_text created_at; // may be empty
} pith_merged_alias;

struct pith_merged {
    pith_record record;
    pith_merged_event *events; // in order
    size_t count;
    pith_merged_alias *aliases;
    size_t alias_count;
    size_t valid, unverified, invalid;
    size_t equivocations; // groups
};

#endif
