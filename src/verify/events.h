// SPDX-License-Identifier: MIT
//
// The standing of an event, by the rules of src/merge/RULES.md.
#ifndef PITH_VERIFY_EVENTS_H
#define PITH_VERIFY_EVENTS_H

#include "model/document.h"
#include "model/event.h"
#include "trust/keyring.h"

// Ordered: of two copies of one event the better standing counts.
typedef enum pith_event_standing {
    PITH_EVENT_INVALID,    // a false statement; kept and counted, without influence
    PITH_EVENT_UNVERIFIED, // of a scheme or by a key this reader does not know
    PITH_EVENT_VALID
} pith_event_standing;

// The standing of a receipt over the record's digest; *code says why it is not valid.
pith_event_standing pith_receipt_judge(const pith_receipt *receipt, const pith_record *record,
                                       const pith_keyring *keyring, pith_status *code);

// Whether a record_created event is about this record and states its hash; *code says why not.
// Without that its receipt, which pith_receipt_judge judges, does not help.
bool pith_carrier_holds(const pith_carrier *carrier, const pith_number *subject,
                        const uint8_t digest[PITH_DIGEST_LEN], pith_status *code);

// The standing of an event that is not record_created, about the record of `id` and `year`.
pith_event_standing pith_event_judge(const pith_event *event, const pith_number *subject,
                                     const pith_keyring *keyring, pith_status *code,
                                     const char **why);

#endif
