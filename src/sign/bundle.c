// SPDX-License-Identifier: MIT
//
// A signed event and a document -> a bundle. The event goes into a bundle of its own, and the
// merge does the rest: it checks the document, unites, orders and writes.
#include "base/err.h"
#include "base/text.h"
#include "merge/merge.h"
#include "model/document.h"
#include "json/canon.h"

// A record_created event without a receipt says nothing that one with a receipt does not.
static bool is_superseded(const pith_clean *clean, uint32_t event)
{
    uint32_t payload = pith_token_member(clean, event, "payload");
    return pith_event_carries_record(clean, event) && payload &&
           !pith_token_member(clean, payload, "receipt");
}

// The document without the events that a new receipt supersedes.
static void put_rest(const pith_document *document, pith_buf *out)
{
    static const char *const events[] = {"events", NULL};
    const pith_clean *clean = document->clean;
    uint32_t token = document->events + 1;
    uint32_t count = document->events ? clean->tokens[document->events].count : 0;
    const char *comma = "";
    pith_canon_without(clean, 0, events, out);
    if (!pith_buf_ok(out))
        return;
    out->len--; // its closing brace: a document has a record, so a comma may follow
    pith_buf_puts(out, ",\"events\":[");
    for (uint32_t i = 0; i < count; i++, token = clean->tokens[token].next) {
        if (is_superseded(clean, token))
            continue;
        pith_buf_puts(out, comma);
        pith_canon(clean, token, out);
        comma = ",";
    }
    pith_buf_puts(out, "]}");
}

static void put_aliases(const pith_record *record, pith_text time, pith_buf *out)
{
    static const char *const kinds[] = {"arxiv",         "arxiv_version", "doi",
                                        "pith_short_12", "pith_short_16", "pith_short_8"};
    const char *comma = "";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char room[160];
        pith_text value = pith_record_alias(record, pith_text_of(kinds[i]), room, sizeof room);
        if (value.n == 0)
            continue;
        pith_buf_printf(out, "%s{\"alias_kind\":\"%s\",\"alias_value\":", comma, kinds[i]);
        pith_json_quote(value, out);
        pith_buf_puts(out, ",\"created_at\":");
        pith_json_quote(time, out);
        pith_buf_puts(out, "}");
        comma = ",";
    }
}

// The smallest bundle that holds the event; with aliases when the document is no bundle and
// so has none that belong to one.
static void put_carrier(const pith_record *record, bool aliases, pith_text event, pith_text time,
                        pith_buf *out)
{
    char hex[2 * PITH_DIGEST_LEN + 1];
    pith_hex(record->digest, sizeof record->digest, hex);
    pith_buf_puts(out, "{\"bundle_type\":\"pith_open_graph_bundle\",\"canonical_record\":");
    pith_buf_add(out, record->canonical.p, record->canonical.n);
    pith_buf_printf(out, ",\"canonical_sha256\":\"%s\",\"source_aliases\":[", hex);
    if (aliases)
        put_aliases(record, time, out);
    pith_buf_puts(out, "],\"events\":[");
    pith_buf_add(out, event.p, event.n);
    pith_buf_puts(out, "]}");
}

static bool has_valid(const pith_merged *merged, const uint8_t identity[PITH_DIGEST_LEN])
{
    for (size_t i = 0; i < merged->count; i++) {
        if (memcmp(merged->events[i].identity, identity, PITH_DIGEST_LEN) == 0)
            return merged->events[i].standing == PITH_EVENT_VALID;
    }
    return false;
}

pith_status pith_sign_into_bundle(pith_arena *arena, const pith_secret_key *key, pith_text document,
                                  const char *origin, pith_text event, pith_buf *out,
                                  pith_error *err)
{
    const pith_clean *clean;
    const pith_clean *added;
    const pith_keyring *keyring;
    const pith_merged *merged = NULL;
    pith_document read;
    pith_event what;
    pith_buf rest;
    pith_buf carrier;
    pith_buf_init(&rest, SIZE_MAX);
    pith_buf_init(&carrier, SIZE_MAX);
    pith_status status = pith_gate(arena, document.p, document.n, &clean, err);
    if (status == PITH_OK && pith_token_member(clean, 0, "state_type"))
        status = pith_fail(err, PITH_DOCUMENT_KIND, origin, "is a state, not what it is made of");
    if (status == PITH_OK)
        status = pith_document_read(arena, clean, origin, &read, err);
    if (status != PITH_OK) {
        pith_error_name(err, origin);
        goto done;
    }
    status = pith_gate(arena, event.p, event.n, &added, err);
    if (status == PITH_OK)
        status = pith_event_read(arena, added, 0, &what, err);
    // The built-in keys too, so that of two copies of a registry's event the good one stays.
    if (status == PITH_OK)
        status = pith_secret_key_public(arena, key, pith_keyring_builtin(), &keyring, err);
    if (status != PITH_OK)
        goto done;
    if (pith_event_carries_record(added, 0) && read.events) {
        put_rest(&read, &rest);
        document = (pith_text){rest.data, rest.len};
    }
    put_carrier(&read.carriers[0].record, !pith_token_member(clean, 0, "bundle_type"), event,
                what.created_at, &carrier);
    if (!pith_buf_ok(&rest) || !pith_buf_ok(&carrier)) {
        status = pith_fail_memory(err);
        goto done;
    }
    const pith_text both[] = {document, {carrier.data, carrier.len}};
    const char *const names[] = {origin, "the new event"};
    status = pith_merge(arena, both, names, 2, keyring, &merged, err);
    if (status == PITH_OK && !has_valid(merged, what.identity))
        status = pith_fail(err, PITH_SIGNATURE_INVALID, "the new event",
                           "is not a valid event of this key about this record");
    if (status == PITH_OK)
        status = pith_merged_bundle(merged, out, err);
done:
    pith_buf_free(&rest);
    pith_buf_free(&carrier);
    return status;
}
