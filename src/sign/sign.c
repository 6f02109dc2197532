// SPDX-License-Identifier: MIT
//
// Receipts, events and notices, by src/merge/RULES.md and trust/notice.h.
#include "sign/sign.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "trust/notice.h"
#include "trust/sha256.h"
#include "verify/verify.h"
#include "json/canon.h"
#include "json/member.h"

// ---- Parts ----------------------------------------------------------------------------

// Whether `time` is one at which the key may sign; says why not (PITH_USAGE).
static pith_status check_time(const pith_secret_key *key, pith_text time, pith_error *err)
{
    if (!pith_is_timestamp(time))
        return pith_fail(err, PITH_USAGE, NULL, "the date is not a UTC time like %s",
                         "2026-05-18T00:00:00Z");
    if (!pith_key_covers(&key->key, time))
        return pith_fail(err, PITH_USAGE, NULL, "the key %s may not sign at that date%s%s%s%s",
                         key->key.key_id.p, key->key.not_before.n ? "; not before " : "",
                         key->key.not_before.n ? key->key.not_before.p : "",
                         key->key.not_after.n ? "; not after " : "",
                         key->key.not_after.n ? key->key.not_after.p : "");
    return PITH_OK;
}

static pith_status sign_digest(const pith_secret_key *key, const uint8_t digest[PITH_DIGEST_LEN],
                               pith_buf *base64, pith_error *err)
{
    uint8_t signature[PITH_SIGNATURE_LEN];
    pith_ed25519_sign(key->seed, digest, PITH_DIGEST_LEN, signature);
    // A signature gone wrong by a fault can give the seed away.
    if (!pith_ed25519_verify(key->key.bytes, digest, PITH_DIGEST_LEN, signature))
        return pith_fail(err, PITH_INTERNAL, NULL, "the signature just made does not verify");
    pith_base64_encode(signature, sizeof signature, base64);
    return PITH_OK;
}

pith_status pith_sign_put(const pith_secret_key *key, const uint8_t digest[PITH_DIGEST_LEN],
                          pith_buf *out, pith_error *err)
{
    pith_buf_puts(out, "{\"algorithm\":\"ed25519\"");
    pith_json_member(out, ",", "key_id", key->key.key_id);
    pith_buf_puts(out, ",\"signature_b64\":\"");
    pith_status status = sign_digest(key, digest, out, err);
    pith_buf_puts(out, "\"}");
    return status;
}

// The canonical form of the JSON in a buffer, kept in the arena; frees the buffer.
static pith_status keep(pith_arena *arena, pith_buf *json, pith_text *out, pith_error *err)
{
    pith_buf canonical;
    pith_buf_init(&canonical, SIZE_MAX);
    pith_status status = PITH_OK;
    if (!pith_buf_ok(json))
        status = pith_fail_memory(err);
    else
        status = pith_canonical_form(arena, (pith_text){json->data, json->len}, &canonical, err);
    if (status == PITH_OK) {
        const char *copy = pith_alloc_copy(arena, canonical.data, canonical.len);
        *out = (pith_text){copy, canonical.len};
        status = copy ? PITH_OK : pith_fail_memory(err);
    }
    pith_buf_free(&canonical);
    pith_buf_free(json);
    return status;
}

// `,"signer":{...},"subject_pith_number":...` and the rest of the envelope.
static void put_envelope(const pith_secret_key *key, const pith_number *subject, pith_text type,
                         pith_text target, pith_text time, pith_buf *out)
{
    char fingerprint[33];
    char number[48];
    pith_key_fingerprint(key->key.bytes, fingerprint);
    snprintf(number, sizeof number, "pith:%04d:%s", subject->year, subject->id);
    pith_json_member(out, "{", "created_at", time);
    pith_json_member(out, ",", "event_type", type);
    pith_json_member(out, ",\"signer\":{", "key_id", key->key.key_id);
    pith_json_member(out, ",", "public_key_fingerprint", pith_text_of(fingerprint));
    pith_json_member(out, ",", "signer_id", key->signer_id);
    pith_json_member(out, ",", "signer_type", key->signer_type);
    pith_json_member(out, "},", "subject_pith_number", pith_text_of(number));
    pith_json_member(out, ",", "target", target);
}

// The event without its identity, read as any other event is.
static pith_status read_draft(pith_arena *arena, pith_buf *json, pith_text *draft, pith_event *out,
                              pith_error *err)
{
    const pith_clean *clean;
    pith_status status = keep(arena, json, draft, err);
    if (status == PITH_OK)
        status = pith_gate(arena, draft->p, draft->n, &clean, err);
    if (status == PITH_OK)
        status = pith_event_read(arena, clean, 0, out, err);
    return status;
}

// Adds event_id and, unless the receipt is the proof, the signature.
static pith_status finish_event(pith_arena *arena, const pith_secret_key *key, pith_text draft,
                                const pith_event *event, bool sign, pith_signed *out,
                                pith_error *err)
{
    char hex[2 * PITH_DIGEST_LEN + 1];
    pith_buf json;
    pith_buf_init(&json, SIZE_MAX);
    pith_hex(event->identity, PITH_DIGEST_LEN, hex);
    snprintf(out->event_id, sizeof out->event_id, "sha256:%s", hex);
    pith_buf_add(&json, draft.p, draft.n - 1);
    pith_json_member(&json, ",", "event_id", pith_text_of(out->event_id));
    pith_status status = PITH_OK;
    if (sign) {
        pith_buf_puts(&json, ",\"signature\":");
        status = pith_sign_put(key, event->identity, &json, err);
    }
    pith_buf_puts(&json, "}");
    if (status == PITH_OK)
        return keep(arena, &json, &out->event, err);
    pith_buf_free(&json);
    return status;
}

// ---- Receipts -------------------------------------------------------------------------

// The record of a document that holds in itself. The receipt signs the bare hash of the
// record, as events and notices are signed by theirs: a "record" with members of its own
// could be one of those in disguise.
static pith_status read_record(pith_arena *arena, pith_text bytes, const char *origin,
                               pith_record *out, pith_error *err)
{
    static const pith_keyring nobody = {0};
    const pith_clean *clean;
    const pith_clean *record;
    pith_document document;
    pith_result *result;
    pith_status status = pith_gate(arena, bytes.p, bytes.n, &clean, err);
    if (status == PITH_OK && pith_token_member(clean, 0, "state_type"))
        status = pith_fail(err, PITH_DOCUMENT_KIND, origin, "is a state, not what it is made of");
    if (status == PITH_OK)
        status = pith_document_read(arena, clean, origin, &document, err);
    if (status == PITH_OK)
        status = pith_verify_record(arena, &document, &nobody, &result, err);
    if (status == PITH_OK) {
        for (const pith_finding *f = result->findings; f && !result->intact; f = f->next) {
            if (f->severity == PITH_SEVERITY_ERROR &&
                pith_status_exit(f->code) == PITH_EXIT_INVALID)
                return pith_fail(err, f->code, origin, "%s", f->message.p);
        }
        *out = document.carriers[0].record;
        status = pith_gate(arena, out->canonical.p, out->canonical.n, &record, err);
    }
    if (status == PITH_OK && record->tokens[0].count != 3)
        status = pith_fail(err, PITH_FIELD_VALUE, origin,
                           "canonical_record has more than metadata, schema_version and source");
    if (status != PITH_OK)
        pith_error_name(err, origin);
    return status;
}

pith_status pith_sign_receipt(pith_arena *arena, const pith_secret_key *key, pith_text document,
                              const char *origin, pith_text time, pith_signed *out, pith_error *err)
{
    pith_record record = {0};
    pith_event event;
    pith_text draft;
    char hex[2 * PITH_DIGEST_LEN + 1];
    pith_status status = check_time(key, time, err);
    if (status == PITH_OK)
        status = read_record(arena, document, origin, &record, err);
    if (status != PITH_OK)
        return status;
    pith_number subject = {.year = record.year};
    memcpy(subject.id, record.id, sizeof subject.id);
    pith_hex(record.digest, sizeof record.digest, hex);
    pith_buf json;
    pith_buf_init(&json, SIZE_MAX);
    put_envelope(key, &subject, pith_text_of("record_created"), pith_text_of("record"), time,
                 &json);
    pith_buf_puts(&json, ",\"payload\":{\"canonical_record\":");
    pith_buf_add(&json, record.canonical.p, record.canonical.n);
    pith_json_member(&json, ",", "canonical_sha256", pith_text_of(hex));
    pith_buf_puts(&json, ",\"receipt\":{\"kind\":\"pith_receipt\",\"algorithm\":\"ed25519\"");
    pith_json_member(&json, ",", "key_id", key->key.key_id);
    pith_json_member(&json, ",", "signed_at", time);
    pith_buf_puts(&json, ",\"signature_b64\":\"");
    status = sign_digest(key, record.digest, &json, err);
    pith_buf_puts(&json, "\"}}}");
    if (status != PITH_OK) {
        pith_buf_free(&json);
        return status;
    }
    status = read_draft(arena, &json, &draft, &event, err);
    if (status == PITH_OK)
        status = finish_event(arena, key, draft, &event, false, out, err);
    return status;
}

// ---- Events ---------------------------------------------------------------------------

static pith_status check_type(pith_text name, pith_event_type *out, pith_error *err)
{
    *out = pith_event_type_of(name);
    if (*out != PITH_EVENT_OTHER)
        return PITH_OK;
    char known[200] = "";
    size_t n = 0;
    for (int type = PITH_EVENT_OTHER + 1; type < PITH_EVENT_TYPES && n < sizeof known; type++)
        n += (size_t)snprintf(known + n, sizeof known - n, "%s%s", n ? ", " : "",
                              pith_event_type_name((pith_event_type)type));
    return pith_fail(err, PITH_USAGE, NULL, "no such event type; there are %s", known);
}

pith_status pith_sign_event(pith_arena *arena, const pith_secret_key *key,
                            const pith_number *subject, pith_text type, pith_text target,
                            pith_text payload, pith_text time, pith_signed *out, pith_error *err)
{
    const pith_clean *clean;
    pith_event_type known;
    pith_event event;
    pith_text draft;
    const char *why = "";
    pith_status status = check_type(type, &known, err);
    if (status == PITH_OK)
        status = check_time(key, time, err);
    if (status == PITH_OK) // by itself first: its offsets are the caller's
        status = pith_gate(arena, payload.p, payload.n, &clean, err);
    if (status == PITH_OK && clean->tokens[0].kind != PITH_JSON_OBJECT)
        status = pith_fail(err, PITH_EVENT_PAYLOAD, NULL, "the payload is not an object");
    if (status != PITH_OK)
        return status;
    if (target.n == 0)
        target = pith_text_of(known == PITH_EVENT_GRAPH_SNAPSHOT ? "graph" : "record");
    pith_buf json;
    pith_buf_init(&json, SIZE_MAX);
    put_envelope(key, subject, type, target, time, &json);
    pith_buf_printf(&json, ",\"payload\":{\"%s\":", pith_event_type_name(known));
    pith_canon(clean, 0, &json);
    pith_buf_puts(&json, "}}");
    status = read_draft(arena, &json, &draft, &event, err);
    if (status == PITH_OK && !pith_event_payload_fits(known, &event, &why))
        status = pith_fail(err, PITH_EVENT_PAYLOAD, NULL, "%s", why);
    if (status == PITH_OK)
        status = finish_event(arena, key, draft, &event, true, out, err);
    return status;
}

// ---- Notices --------------------------------------------------------------------------

pith_status pith_sign_notice(pith_arena *arena, const pith_secret_key *key,
                             const pith_keyring *successor, pith_text time, pith_text *notice,
                             pith_error *err)
{
    pith_status status = check_time(key, time, err);
    if (status != PITH_OK)
        return status;
    if (successor->count != 1)
        return pith_fail(err, PITH_KEYRING, NULL, "holds %zu keys; a notice announces one",
                         successor->count);
    const pith_key *new_key = &successor->keys[0];
    if (pith_text_equal(new_key->key_id, key->key.key_id))
        return pith_fail(err, PITH_KEYRING, NULL, "the new key has the key_id of the old one");
    if (memcmp(new_key->bytes, key->key.bytes, PITH_KEY_LEN) == 0)
        return pith_fail(err, PITH_KEYRING, NULL, "the new key is the old one");
    pith_buf json;
    pith_text draft;
    pith_buf_init(&json, SIZE_MAX);
    pith_json_member(&json, "{", "notice_type", pith_text_of(PITH_NOTICE_TYPE));
    pith_json_member(&json, ",", "created_at", time);
    pith_json_member(&json, ",", "old_key_id", key->key.key_id);
    pith_buf_puts(&json, ",\"new_key\":");
    pith_key_put(new_key, &json);
    pith_buf_puts(&json, "}");
    status = keep(arena, &json, &draft, err);
    if (status != PITH_OK)
        return status;
    uint8_t digest[PITH_DIGEST_LEN];
    pith_sha256(draft.p, draft.n, digest);
    pith_buf_init(&json, SIZE_MAX);
    pith_buf_add(&json, draft.p, draft.n - 1);
    pith_buf_puts(&json, ",\"signature\":");
    status = pith_sign_put(key, digest, &json, err);
    pith_buf_puts(&json, "}");
    if (status == PITH_OK)
        return keep(arena, &json, notice, err);
    pith_buf_free(&json);
    return status;
}
