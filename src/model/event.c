// SPDX-License-Identifier: MIT
#include "model/event.h"

#include "base/err.h"
#include "base/text.h"
#include "trust/sha256.h"
#include "json/canon.h"

static const char *const type_names[] = {"",
#define X(symbol, name) name,
                                         PITH_EVENT_TYPE_TABLE(X)
#undef X
};

pith_event_type pith_event_type_of(pith_text name)
{
    for (int type = PITH_EVENT_TYPES - 1; type > PITH_EVENT_OTHER; type--) {
        if (pith_text_is(name, type_names[type]))
            return (pith_event_type)type;
    }
    return PITH_EVENT_OTHER;
}

const char *pith_event_type_name(pith_event_type type)
{
    return type_names[type];
}

static pith_text string_at(pith_view view, const char *name)
{
    pith_view member;
    pith_text text = {0};
    if (pith_view_get(view, name, &member))
        (void)pith_view_string(member, &text);
    return text;
}

static void read_signature(pith_view event, pith_event *out)
{
    pith_view signature;
    if (!pith_view_get(event, "signature", &signature))
        return;
    out->signature_key_id = string_at(signature, "key_id");
    out->signature_b64 = string_at(signature, "signature_b64");
    out->is_signed = pith_text_is(string_at(signature, "algorithm"), "ed25519") &&
                     out->signature_key_id.p && out->signature_b64.p;
}

pith_status pith_event_read(pith_arena *arena, const pith_clean *clean, uint32_t token,
                            pith_event *out, pith_error *err)
{
    static const char *const outside[] = {"event_id", "signature", NULL};
    *out = (pith_event){0};
    pith_buf signed_form;
    pith_buf_init(&signed_form, SIZE_MAX);
    pith_canon_without(clean, token, outside, &signed_form);
    bool good = pith_buf_ok(&signed_form);
    if (good)
        pith_sha256(signed_form.data, signed_form.len, out->identity);
    pith_buf_free(&signed_form);
    if (!good)
        return pith_fail_memory(err);

    pith_status status = pith_view_open(arena, clean, token, 0, &out->view, err);
    if (status != PITH_OK)
        return status;
    pith_view signer;
    out->type = string_at(out->view, "event_type");
    out->subject = string_at(out->view, "subject_pith_number");
    out->target = string_at(out->view, "target");
    out->created_at = string_at(out->view, "created_at");
    out->event_id = string_at(out->view, "event_id");
    if (pith_view_get(out->view, "signer", &signer)) {
        out->signer_key_id = string_at(signer, "key_id");
        out->signer_fingerprint = string_at(signer, "public_key_fingerprint");
    }
    read_signature(out->view, out);
    out->has_payload = pith_view_get(out->view, "payload", &out->payload) &&
                       pith_view_kind(out->payload) == PITH_JSON_OBJECT;
    return PITH_OK;
}

// ---- Payloads -------------------------------------------------------------------------

static bool one_of(pith_text text, const char *const *words)
{
    for (; *words; words++) {
        if (pith_text_is(text, *words))
            return true;
    }
    return false;
}

// SHA-256 of the canonical form of {"payload": items} (protocol.md section 6: tested for the
// empty list, inferred for others).
static bool snapshot_hash_fits(pith_view section)
{
    pith_view items;
    pith_view member;
    pith_text stated = string_at(section, "snapshot_sha256");
    if (!pith_view_get(section, "snapshot_sha256", &member) ||
        !pith_view_get(section, "items", &items))
        return true; // nothing to compare: counts alone are the signer's word
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    pith_buf_puts(&buf, "{\"payload\":");
    pith_canon(items.clean, items.token, &buf);
    pith_buf_puts(&buf, "}");
    uint8_t digest[PITH_DIGEST_LEN];
    char hex[2 * PITH_DIGEST_LEN + 1] = "";
    if (pith_buf_ok(&buf)) {
        pith_sha256(buf.data, buf.len, digest);
        pith_hex(digest, sizeof digest, hex);
    }
    pith_buf_free(&buf);
    return pith_text_is(stated, hex);
}

static bool snapshot_fits(pith_view snapshot, const char **why)
{
    pith_view section;
    for (bool more = pith_view_first(snapshot, &section); more; more = pith_view_next(&section)) {
        if (pith_view_kind(section) == PITH_JSON_OBJECT && !snapshot_hash_fits(section)) {
            *why = "a snapshot_sha256 does not match its items";
            return false;
        }
    }
    return true;
}

// Protocol.md section 9.
static const char *const relationships[] = {
#define X(symbol, name) name,
    PITH_RELATIONSHIP_TABLE(X)
#undef X
        NULL};

const char *pith_relationship_name(pith_relationship relationship)
{
    return (unsigned)relationship < PITH_RELATIONSHIPS ? relationships[relationship] : NULL;
}

static bool citation_fits(pith_view citation, const char **why)
{
    pith_number cited;
    pith_error err;
    *why = "a citation needs a public relationship and a cited Pith Number";
    return one_of(string_at(citation, "relationship"), relationships) &&
           pith_number_parse(string_at(citation, "cited"), &cited, &err) == PITH_OK;
}

static bool claim_fits(pith_view claim, const char **why)
{
    static const char *const methods[] = {"orcid", "apple", "x", "email", NULL};
    static const char *const strengths[] = {"strong", "weak", NULL};
    *why = "an author claim needs a claimant, a method (orcid, apple, x, email) and a strength";
    return string_at(claim, "claimant").n > 0 && one_of(string_at(claim, "method"), methods) &&
           one_of(string_at(claim, "strength"), strengths);
}

static bool anchor_fits(pith_view anchor, const char **why)
{
    static const char *const kinds[] = {"opentimestamps", "internet_archive", NULL};
    *why = "an anchor needs a kind (opentimestamps, internet_archive) and its proof";
    return one_of(string_at(anchor, "kind"), kinds) && string_at(anchor, "proof").n > 0;
}

static bool report_fits(pith_view report, const char **why)
{
    *why = "a replication, falsification or formal bridge needs a claim_id and a report";
    return string_at(report, "claim_id").n > 0 && string_at(report, "report").n > 0;
}

static bool withdrawal_fits(pith_view withdrawal, const char **why)
{
    uint8_t digest[PITH_DIGEST_LEN];
    pith_text id = string_at(withdrawal, "event_id");
    *why = "a withdrawal needs the event_id it withdraws";
    return id.n == 71 && pith_text_starts(id, "sha256:") &&
           pith_unhex((pith_text){id.p + 7, 64}, digest, sizeof digest);
}

bool pith_event_payload_fits(pith_event_type type, const pith_event *event, const char **why)
{
    pith_view body;
    *why = "the payload has no object named like the event type";
    if (!event->has_payload || !pith_view_get(event->payload, type_names[type], &body) ||
        pith_view_kind(body) != PITH_JSON_OBJECT)
        return false;
    switch (type) {
    case PITH_EVENT_GRAPH_SNAPSHOT:
        return snapshot_fits(body, why);
    case PITH_EVENT_AUTHOR_CLAIM:
        return claim_fits(body, why);
    case PITH_EVENT_CITATION:
        return citation_fits(body, why);
    case PITH_EVENT_REPLICATION:
    case PITH_EVENT_FALSIFICATION:
    case PITH_EVENT_FORMAL_BRIDGE:
        return report_fits(body, why);
    case PITH_EVENT_ANCHOR:
        return anchor_fits(body, why);
    case PITH_EVENT_WITHDRAWAL:
        return withdrawal_fits(body, why);
    case PITH_EVENT_OTHER:
    case PITH_EVENT_TYPES:
        break;
    }
    return false;
}
