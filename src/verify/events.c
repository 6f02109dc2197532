// SPDX-License-Identifier: MIT
#include "verify/events.h"

#include "base/limits.h"
#include "base/text.h"
#include "trust/crypto.h"

// One signature over a 32-byte digest, by a key that must be known and in its period.
static pith_event_standing judge_signature(const pith_keyring *keyring, pith_text key_id,
                                           pith_text signature_b64, pith_text time,
                                           const uint8_t digest[PITH_DIGEST_LEN], pith_status *code)
{
    uint8_t signature[PITH_SIGNATURE_LEN];
    const pith_key *key = pith_keyring_find(keyring, key_id);
    if (!key) {
        *code = PITH_KEY_UNKNOWN;
        return PITH_EVENT_UNVERIFIED;
    }
    if (!pith_base64_decode(signature_b64, signature, sizeof signature) ||
        !pith_ed25519_verify(key->bytes, digest, PITH_DIGEST_LEN, signature)) {
        *code = PITH_SIGNATURE_INVALID;
        return PITH_EVENT_INVALID;
    }
    if (!pith_key_covers(key, time)) {
        *code = PITH_KEY_PERIOD;
        return PITH_EVENT_UNVERIFIED;
    }
    *code = PITH_OK;
    return PITH_EVENT_VALID;
}

pith_event_standing pith_receipt_judge(const pith_receipt *receipt, const pith_record *record,
                                       const pith_keyring *keyring, pith_status *code)
{
    if (!receipt->present || !receipt->known_form) {
        *code = receipt->present ? PITH_RECEIPT_FORM : PITH_RECEIPT_MISSING;
        return PITH_EVENT_UNVERIFIED;
    }
    // The message is the 32 raw bytes of the hash (protocol.md section 7).
    return judge_signature(keyring, receipt->key_id, receipt->signature_b64, receipt->signed_at,
                           record->digest, code);
}

// Whether a subject_pith_number names this record.
static bool names(pith_text text, const pith_number *subject)
{
    char full[PITH_ID_LEN + 16];
    snprintf(full, sizeof full, "pith:%04d:%s", subject->year, subject->id);
    return pith_text_is(text, full); // one spelling, or two tools would judge differently
}

bool pith_carrier_holds(const pith_carrier *carrier, const pith_number *subject,
                        const uint8_t digest[PITH_DIGEST_LEN], pith_status *code)
{
    char hex[2 * PITH_DIGEST_LEN + 1];
    pith_hex(carrier->record.digest, PITH_DIGEST_LEN, hex);
    if (!names(carrier->subject, subject))
        *code = PITH_SUBJECT_MISMATCH;
    else if (memcmp(carrier->record.digest, digest, PITH_DIGEST_LEN) != 0)
        *code = PITH_RECORD_CONFLICT;
    else if (!pith_text_is(carrier->stated_sha256, hex))
        *code = PITH_HASH_MISMATCH;
    else
        *code = PITH_OK;
    return *code == PITH_OK;
}

static bool id_recomputes(const pith_event *event)
{
    char id[7 + 2 * PITH_DIGEST_LEN + 1] = "sha256:";
    pith_hex(event->identity, PITH_DIGEST_LEN, id + 7);
    return pith_text_is(event->event_id, id);
}

// What is wrong with the envelope of an event that has a signature, or NULL.
static const char *envelope_fault(const pith_event *event, pith_status *code)
{
    *code = PITH_EVENT_ID_MISMATCH;
    if (!id_recomputes(event))
        return "does not hash to its event_id";
    *code = PITH_EVENT_PAYLOAD;
    if (!event->created_at.p || !pith_is_timestamp(event->created_at))
        return "has no created_at";
    if (!event->target.p)
        return "has no target";
    *code = PITH_SIGNATURE_INVALID;
    if (!pith_text_equal(event->signer_key_id, event->signature_key_id))
        return "names one key as signer and another in its signature";
    return NULL;
}

// What is wrong with an event although its signature holds, or NULL.
static const char *signed_fault(const pith_event *event, const pith_key *key, pith_status *code)
{
    char fingerprint[33];
    pith_view member;
    pith_key_fingerprint(key->bytes, fingerprint);
    *code = PITH_SIGNATURE_INVALID;
    if (event->signer_fingerprint.p && !pith_text_is(event->signer_fingerprint, fingerprint))
        return "states the fingerprint of another key";
    *code = PITH_EVENT_PAYLOAD;
    if (pith_view_get(event->view, "schema_version", &member))
        return "has a member of records, so that its signature could pass for a receipt";
    if (pith_token_is_deeper(event->view.clean, event->view.token, PITH_MAX_PART_DEPTH))
        return "is nested so deep that no state could hold it";
    return NULL;
}

pith_event_standing pith_event_judge(const pith_event *event, const pith_number *subject,
                                     const pith_keyring *keyring, pith_status *code,
                                     const char **why)
{
    *why = "";
    if (!names(event->subject, subject)) {
        *code = PITH_SUBJECT_MISMATCH;
        *why = "is about another record";
        return PITH_EVENT_INVALID;
    }
    if (!event->is_signed) {
        *code = PITH_EVENT_SCHEME;
        *why = "has no signature of a form that this program knows";
        return PITH_EVENT_UNVERIFIED;
    }
    *why = envelope_fault(event, code);
    if (*why)
        return PITH_EVENT_INVALID;
    pith_event_standing standing =
        judge_signature(keyring, event->signature_key_id, event->signature_b64, event->created_at,
                        event->identity, code);
    if (standing != PITH_EVENT_VALID) {
        *why = *code == PITH_SIGNATURE_INVALID ? "is not signed by the key it names"
               : *code == PITH_KEY_UNKNOWN     ? "names a key that is not in the keyring"
                                               : "was signed outside the period of its key";
        return standing;
    }
    *why = signed_fault(event, pith_keyring_find(keyring, event->signature_key_id), code);
    if (*why)
        return PITH_EVENT_INVALID;
    pith_event_type type = pith_event_type_of(event->type);
    if (type == PITH_EVENT_OTHER) {
        *code = PITH_EVENT_TYPE;
        *why = "is of a type that this program does not know";
        return PITH_EVENT_UNVERIFIED;
    }
    *code = PITH_EVENT_PAYLOAD;
    if (!pith_event_payload_fits(type, event, why))
        return PITH_EVENT_INVALID;
    *code = PITH_OK;
    *why = "";
    return PITH_EVENT_VALID;
}
