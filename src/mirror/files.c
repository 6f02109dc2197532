// SPDX-License-Identifier: MIT
//
// The files of one record.
#include "base/err.h"
#include "base/text.h"
#include "mirror/mirror.h"
#include "out/html.h"
#include "json/canon.h"
#include "json/member.h"

// One file being made: name and bytes.
typedef struct maker {
    pith_arena *arena;
    pith_mirror *mirror;
    const pith_mirror_record *record;
    const char *id;
    pith_buf out;
    pith_error *err;
} maker;

// Writes what was made to a name with the 26 characters between `before` and `after`.
static pith_status put(maker *m, const char *before, const char *after)
{
    char name[PITH_ID_LEN + 64];
    snprintf(name, sizeof name, "%s%s%s", before, m->id, after);
    pith_status status = pith_tree_write(m->arena, &m->mirror->tree, name, &m->out, m->err);
    m->out.len = 0;
    return status;
}

static pith_status put_bytes(maker *m, pith_text bytes, const char *before, const char *after)
{
    pith_buf_add(&m->out, bytes.p, bytes.n);
    return put(m, before, after);
}

// Appends one member of a JSON document in canonical form.
static pith_status add_member(maker *m, pith_text json, const char *name)
{
    const pith_clean *clean;
    pith_status status = pith_gate(m->arena, json.p, json.n, &clean, m->err);
    if (status != PITH_OK)
        return status;
    uint32_t token = pith_token_member(clean, 0, name);
    if (!token)
        return pith_fail(m->err, PITH_INTERNAL, name, "is missing in what was merged");
    pith_canon(clean, token, &m->out);
    return PITH_OK;
}

static void add_number(pith_buf *out, const pith_number *number)
{
    pith_buf_printf(out, "\"pith:%04d:%s\"", number->year, number->id);
}

// state.json, and from it graph.json. What the registry's "Graph JSON" holds is not public:
// here it is the state's `current` object, a choice of this project.
static pith_status put_state(maker *m)
{
    pith_buf state;
    pith_buf_init(&state, SIZE_MAX);
    pith_status status = pith_merged_state(m->record->merged, &state, m->err);
    if (status == PITH_OK)
        status = put_bytes(m, (pith_text){state.data, state.len}, "pith/", "/state.json");
    if (status == PITH_OK)
        status = add_member(m, (pith_text){state.data, state.len}, "current");
    if (status == PITH_OK) {
        pith_buf_puts(&m->out, "\n");
        status = put(m, "pith/", "/graph.json");
    }
    pith_buf_free(&state);
    return status;
}

// The body of the registry's "Events JSON" is not public either.
static pith_status put_events(maker *m)
{
    pith_buf_puts(&m->out, "{\"pith_number\":");
    add_number(&m->out, &m->record->result->number);
    pith_buf_puts(&m->out, ",\"events\":");
    pith_status status = add_member(m, m->record->bundle, "events");
    pith_buf_puts(&m->out, "}\n");
    return status == PITH_OK ? put(m, "pith/", "/events.json") : status;
}

static void add_digest(pith_buf *out, const pith_result *result)
{
    char hex[2 * PITH_DIGEST_LEN + 1];
    pith_hex(result->digest, sizeof result->digest, hex);
    pith_buf_printf(out, "\"canonical_sha256\":\"%s\"", hex);
}

// What `Accept: application/ld+json` gives. Only canonical_record is known to be in it.
static pith_status put_linked_data(maker *m)
{
    pith_buf_puts(&m->out, "{\"canonical_record\":");
    pith_buf_add(&m->out, m->record->result->canonical.p, m->record->result->canonical.n);
    pith_buf_puts(&m->out, ",");
    add_digest(&m->out, m->record->result);
    pith_buf_puts(&m->out, "}\n");
    return put(m, "pith/", ".jsonld");
}

static pith_status put_page(maker *m)
{
    pith_status status = pith_html_record(m->arena, m->record->result, m->record->merged,
                                          m->mirror->base, &m->out, m->err);
    return status == PITH_OK ? put(m, "pith/", "/index.html") : status;
}

pith_status pith_mirror_write(pith_arena *arena, pith_mirror *mirror,
                              const pith_mirror_record *record, pith_error *err)
{
    maker m = {.arena = arena,
               .mirror = mirror,
               .record = record,
               .id = record->result->number.id,
               .err = err};
    pith_buf_init(&m.out, SIZE_MAX);
    pith_status status = put_bytes(&m, record->bundle, "pith/", "/bundle.json");
    if (status == PITH_OK)
        status = put_bytes(&m, record->bundle, ".well-known/pith/", "/bundle.json");
    if (status == PITH_OK)
        status = put_bytes(&m, record->document, "pith/", ".json");
    if (status == PITH_OK)
        status = put_state(&m);
    if (status == PITH_OK)
        status = put_events(&m);
    if (status == PITH_OK)
        status = put_linked_data(&m);
    if (status == PITH_OK)
        status = put_page(&m);
    pith_buf_free(&m.out);
    return status;
}

// ---- A record document of one's own ---------------------------------------------------

// Members in the order of protocol.md section 4. What the bundle does not prove is left out:
// attestation_state, title, authors, abstract and verification_status.
void pith_mirror_document(const pith_result *r, pith_buf *out)
{
    pith_buf_puts(out, "{\"record_type\":\"pith_number_record\",\"schema_url\":"
                       "\"https://pith.science/schemas/pith-number/v1.json\",\"pith_number\":");
    add_number(out, &r->number);
    pith_buf_printf(out, ",\"short_pith_number\":\"pith:%.8s\",\"schema_version\":\"1.0\",",
                    r->number.id);
    add_digest(out, r);
    pith_json_member(out, ",\"source\":{", "kind", r->source_kind);
    pith_json_member(out, ",", "id", r->source_id);
    pith_buf_printf(out, ",\"version\":%lld},\"canonical_record\":", (long long)r->source_version);
    pith_buf_add(out, r->canonical.p, r->canonical.n);
    if (r->is_signed) {
        pith_buf_puts(out, ",\"receipt\":{\"kind\":\"pith_receipt\"");
        pith_json_member(out, ",", "key_id", r->key_id);
        pith_buf_puts(out, ",\"algorithm\":\"ed25519\"");
        pith_json_member(out, ",", "signed_at", r->signed_at);
        pith_json_member(out, ",", "signature_b64", r->signature_b64);
        pith_buf_puts(out, "}");
    }
    pith_buf_puts(out, "}\n");
}
