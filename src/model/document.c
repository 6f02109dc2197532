// SPDX-License-Identifier: MIT
#include "model/document.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/text.h"

// A member that may be absent but must be a string if present.
static pith_status optional_string(pith_view view, const char *where, const char *name,
                                   pith_text *out, pith_error *err)
{
    pith_view member;
    if (!pith_view_get(view, name, &member))
        return PITH_OK;
    return pith_need_string(view, where, name, out, err);
}

// The keys behind signed_at are not public; `signature_b64` is what the key document calls
// the signature. A receipt without it is kept as one of unknown form.
static pith_status read_receipt(pith_view payload, const char *where, pith_receipt *out,
                                pith_error *err)
{
    pith_view receipt;
    if (!pith_view_get(payload, "receipt", &receipt))
        return PITH_OK;
    char path[120];
    pith_field_path(path, sizeof path, where, "receipt");
    pith_text kind = {0};
    pith_text algorithm = {0};
    pith_status status = pith_need(payload, where, "receipt", PITH_JSON_OBJECT, &receipt, err);
    if (status == PITH_OK)
        status = optional_string(receipt, path, "kind", &kind, err);
    if (status == PITH_OK)
        status = optional_string(receipt, path, "algorithm", &algorithm, err);
    if (status == PITH_OK)
        status = optional_string(receipt, path, "signature_b64", &out->signature_b64, err);
    if (status == PITH_OK)
        status = optional_string(receipt, path, "key_id", &out->key_id, err);
    if (status == PITH_OK)
        status = optional_string(receipt, path, "signed_at", &out->signed_at, err);
    if (status != PITH_OK)
        return status;
    out->present = true;
    out->known_form = pith_text_is(kind, "pith_receipt") && pith_text_is(algorithm, "ed25519") &&
                      out->signature_b64.p && out->key_id.p && out->signed_at.p;
    if (out->signed_at.p && !pith_is_timestamp(out->signed_at))
        return pith_fail(err, PITH_FIELD_VALUE, NULL, "%s.signed_at is not a UTC time", path);
    return PITH_OK;
}

static pith_status read_carrier(pith_arena *arena, pith_view view, const char *where,
                                const pith_record *known, pith_carrier *out, pith_error *err)
{
    out->where = where;
    char path[120];
    pith_field_path(path, sizeof path, where, "canonical_record");
    pith_view record;
    pith_status status = pith_need(view, where, "canonical_record", PITH_JSON_OBJECT, &record, err);
    if (status == PITH_OK)
        status = pith_record_read(arena, record, path, known, &out->record, err);
    // Documents of a stated type always carry the hash; what content negotiation gives is
    // only known to carry the record.
    pith_view member;
    bool typed = strncmp(where, "events", 6) == 0 || pith_view_get(view, "bundle_type", &member) ||
                 pith_view_get(view, "record_type", &member);
    if (status == PITH_OK)
        status = typed ? pith_need_string(view, where, "canonical_sha256", &out->stated_sha256, err)
                       : optional_string(view, where, "canonical_sha256", &out->stated_sha256, err);
    if (status == PITH_OK)
        status = read_receipt(view, where, &out->receipt, err);
    return status;
}

static pith_status read_aliases(pith_arena *arena, pith_view root, pith_document *out,
                                pith_error *err)
{
    pith_view list;
    if (!pith_view_get(root, "source_aliases", &list))
        return PITH_OK;
    pith_status status = pith_need(root, "", "source_aliases", PITH_JSON_ARRAY, &list, err);
    if (status != PITH_OK)
        return status;
    out->aliases = pith_alloc_array(arena, pith_view_count(list), sizeof *out->aliases);
    if (!out->aliases)
        return pith_fail_memory(err);
    pith_view item;
    for (bool more = pith_view_first(list, &item); more; more = pith_view_next(&item)) {
        char where[60];
        pith_index_path(where, sizeof where, "source_aliases", out->alias_count);
        pith_alias *alias = &out->aliases[out->alias_count++];
        status = pith_need_string(item, where, "alias_kind", &alias->kind, err);
        if (status == PITH_OK)
            status = pith_need_string(item, where, "alias_value", &alias->value, err);
        if (status == PITH_OK)
            status = optional_string(item, where, "created_at", &alias->created_at, err);
        if (status == PITH_OK && alias->created_at.p && !pith_is_timestamp(alias->created_at))
            status =
                pith_fail(err, PITH_FIELD_VALUE, NULL, "%s.created_at is not a UTC time", where);
        if (status != PITH_OK)
            return status;
    }
    return PITH_OK;
}

static pith_status read_event(pith_arena *arena, const pith_clean *clean, uint32_t token,
                              size_t index, const pith_record *known, pith_carrier *out,
                              pith_error *err)
{
    enum { PATH = 60 };
    pith_view event;
    pith_view payload;
    char where[40];
    char *path = pith_alloc(arena, PATH);
    if (!path)
        return pith_fail_memory(err);
    pith_index_path(where, sizeof where, "events", index);
    pith_field_path(path, PATH, where, "payload");
    out->is_event = true;
    pith_status status = pith_view_open(arena, clean, token, 0, &event, err);
    if (status == PITH_OK)
        status = optional_string(event, where, "subject_pith_number", &out->subject, err);
    if (status == PITH_OK)
        status = pith_need(event, where, "payload", PITH_JSON_OBJECT, &payload, err);
    if (status == PITH_OK)
        status = read_carrier(arena, payload, path, known, out, err);
    return status;
}

bool pith_event_carries_record(const pith_clean *clean, uint32_t event)
{
    uint32_t type = pith_token_member(clean, event, "event_type");
    return type && pith_token_is(clean, type, "record_created");
}

// The carriers: the top level, then the record_created events.
static pith_status read_carriers(pith_arena *arena, pith_view top, const char *where,
                                 pith_document *out, pith_error *err)
{
    const pith_clean *clean = out->clean;
    size_t count = 0;
    size_t carriers = 1;
    uint32_t event = out->events + 1;
    if (out->events) {
        count = clean->tokens[out->events].count;
        for (size_t i = 0; i < count; i++, event = clean->tokens[event].next)
            carriers += pith_event_carries_record(clean, event);
    }
    out->carriers = pith_alloc_array(arena, carriers, sizeof *out->carriers);
    if (!out->carriers)
        return pith_fail_memory(err);
    out->carrier_count = 1;
    pith_status status = read_carrier(arena, top, where, NULL, &out->carriers[0], err);
    event = out->events + 1;
    for (size_t i = 0; i < count && status == PITH_OK; i++, event = clean->tokens[event].next) {
        if (!pith_event_carries_record(clean, event))
            continue;
        status = read_event(arena, clean, event, i, &out->carriers[0].record,
                            &out->carriers[out->carrier_count++], err);
    }
    return status;
}

static pith_status read_stated_source(pith_view root, pith_document *out, pith_error *err)
{
    pith_view source;
    if (!pith_view_get(root, "source", &source))
        return PITH_OK;
    pith_view version;
    pith_status status = pith_need(root, "", "source", PITH_JSON_OBJECT, &source, err);
    if (status == PITH_OK)
        status = pith_need_string(source, "source", "kind", &out->source_kind, err);
    if (status == PITH_OK)
        status = pith_need_string(source, "source", "id", &out->source_id, err);
    if (status == PITH_OK)
        status = pith_need(source, "source", "version", PITH_JSON_NUMBER, &version, err);
    if (status != PITH_OK)
        return status;
    if (!pith_view_integer(version, &out->source_version))
        out->source_version = 0; // never a version: it will not match
    out->has_source = true;
    return PITH_OK;
}

static pith_claim claim(pith_view status, const char *name)
{
    pith_view member;
    bool value;
    if (!pith_view_get(status, name, &member) || !pith_view_bool(member, &value))
        return PITH_CLAIM_UNKNOWN;
    return value ? PITH_CLAIM_YES : PITH_CLAIM_NO;
}

static void read_claims(pith_view root, pith_document *out)
{
    pith_view view;
    if (pith_view_get(root, "verification_status", &view))
        out->claims = (pith_claims){.attested = claim(view, "author_attested"),
                                    .anchored = claim(view, "externally_anchored"),
                                    .stored = claim(view, "storage_verified"),
                                    .references = claim(view, "references_resolved")};
    pith_view title;
    if (pith_view_get(root, "paper", &view) && pith_view_get(view, "title", &title))
        (void)pith_view_string(title, &out->title);
}

// `{metadata, schema_version, source}` alone: the record is the whole document, and a member
// `events` would be part of it.
static bool is_bare_record(const pith_clean *clean)
{
    return pith_token_member(clean, 0, "metadata") &&
           pith_token_member(clean, 0, "schema_version") &&
           !pith_token_member(clean, 0, "canonical_record");
}

static pith_status read_bare_record(pith_arena *arena, pith_view root, pith_document *out,
                                    pith_error *err)
{
    out->carriers = pith_alloc_array(arena, 1, sizeof *out->carriers);
    if (!out->carriers)
        return pith_fail_memory(err);
    out->carrier_count = 1;
    out->carriers[0].where = "";
    return pith_record_read(arena, root, "record", NULL, &out->carriers[0].record, err);
}

// The top level of a state is its `current` object.
static pith_status read_state(pith_arena *arena, pith_view root, pith_document *out,
                              pith_error *err)
{
    pith_view current;
    out->is_state = true;
    pith_status status = pith_need(root, "", "current", PITH_JSON_OBJECT, &current, err);
    if (status == PITH_OK)
        status = read_carriers(arena, current, "current", out, err);
    if (status == PITH_OK && !out->carriers[0].stated_sha256.p)
        status =
            optional_string(root, "", "canonical_sha256", &out->carriers[0].stated_sha256, err);
    if (status == PITH_OK)
        status = optional_string(root, "", "short_pith_number", &out->stated_short, err);
    if (status == PITH_OK)
        status = optional_string(root, "", "pith_number", &out->stated_number, err);
    if (status == PITH_OK)
        status = read_aliases(arena, current, out, err);
    return status;
}

static pith_status read_document(pith_arena *arena, pith_view root, pith_document *out,
                                 pith_error *err)
{
    pith_view member;
    if (is_bare_record(out->clean))
        return read_bare_record(arena, root, out, err);
    if (pith_view_get(root, "state_type", &member)) {
        // What could be read as a bundle too has two faces, and readers might take either.
        static const char *const others[] = {"canonical_record", "bundle_type", "record_type",
                                             "events"};
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            if (pith_view_get(root, others[i], &member))
                return pith_fail(err, PITH_DOCUMENT_KIND, NULL, "is a state, but has a member %s",
                                 others[i]);
        }
        return read_state(arena, root, out, err);
    }
    if (!pith_view_get(root, "canonical_record", &member))
        return pith_fail(err, PITH_DOCUMENT_KIND, NULL,
                         "is JSON, but has no canonical_record: not a Pith document");
    pith_status status = read_carriers(arena, root, "", out, err);
    if (status == PITH_OK)
        status = optional_string(root, "", "pith_number", &out->stated_number, err);
    if (status == PITH_OK)
        status = optional_string(root, "", "short_pith_number", &out->stated_short, err);
    if (status == PITH_OK)
        status = read_stated_source(root, out, err);
    if (status == PITH_OK)
        status = read_aliases(arena, root, out, err);
    if (status == PITH_OK)
        read_claims(root, out);
    return status;
}

pith_status pith_document_read(pith_arena *arena, const pith_clean *clean, const char *origin,
                               pith_document *out, pith_error *err)
{
    pith_view root;
    *out = (pith_document){.origin = origin, .clean = clean};
    out->events = is_bare_record(clean) ? 0 : pith_token_member(clean, 0, "events");
    if (out->events && clean->tokens[out->events].kind != PITH_JSON_ARRAY)
        return pith_fail(err, PITH_FIELD_TYPE, origin, "events is not an array");
    if (out->events && clean->tokens[out->events].count > 64 + clean->len / PITH_MIN_EVENT)
        return pith_fail(err, PITH_FIELD_VALUE, origin, "has more events than its bytes can hold");
    pith_status status = pith_view_open(arena, clean, 0, out->events, &root, err);
    if (status == PITH_OK)
        status = read_document(arena, root, out, err);
    if (status != PITH_OK)
        pith_error_name(err, origin);
    return status;
}
