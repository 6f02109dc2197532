// SPDX-License-Identifier: MIT
//
// Merging events that are really signed, which mutation alone never makes. The input is
//   {"events":[...],"source_aliases":[...]}
// of the record in common.c. An event that names a test key as its signer and has no signature
// gets one; "@" stands for the record's number and "@3" for the identity of the event 3.
#include "base/arena.h"
#include "common.h"
#include "merge/merge.h"
#include "sign/sign.h"
#include "json/canon.h"

enum { MAX_EVENTS = 8, ID = 7 + 2 * PITH_DIGEST_LEN + 1 };

typedef struct plan {
    pith_arena *arena;
    pith_text events[MAX_EVENTS];
    char ids[MAX_EVENTS][ID];
    size_t count;
    pith_text aliases;
    char number[48];
} plan;

static pith_text keep(pith_arena *arena, pith_buf *buf)
{
    MUST(pith_buf_ok(buf));
    const char *copy = pith_alloc_copy(arena, buf->data, buf->len);
    MUST(copy != NULL);
    pith_text text = {copy, buf->len};
    pith_buf_free(buf);
    return text;
}

// ---- Making events --------------------------------------------------------------------

static void put_meant(const plan *p, pith_text text, pith_buf *out)
{
    for (size_t i = 0; i < text.n; i++) {
        const char *at = text.p + i;
        size_t left = text.n - i;
        if (left >= 3 && memcmp(at, "\"@\"", 3) == 0) {
            pith_buf_printf(out, "\"%s\"", p->number);
            i += 2;
        } else if (left >= 4 && memcmp(at, "\"@", 2) == 0 && at[3] == '"' && at[2] >= '0' &&
                   (size_t)(at[2] - '0') < p->count) {
            pith_buf_printf(out, "\"%s\"", p->ids[at[2] - '0']);
            i += 3;
        } else {
            pith_buf_add(out, at, 1);
        }
    }
}

static const pith_secret_key *signer_of(pith_arena *arena, const pith_clean *clean)
{
    uint32_t signer = pith_token_member(clean, 0, "signer");
    uint32_t key_id = signer ? pith_token_member(clean, signer, "key_id") : 0;
    pith_text name;
    if (!key_id || clean->tokens[key_id].kind != PITH_JSON_STRING ||
        pith_token_member(clean, 0, "signature"))
        return NULL;
    MUST(pith_token_text(arena, clean, key_id, &name));
    return pith_text_is(name, "a")     ? fuzz_secret_key(FUZZ_KEY_A)
           : pith_text_is(name, "b")   ? fuzz_secret_key(FUZZ_KEY_B)
           : pith_text_is(name, "old") ? fuzz_secret_key(FUZZ_KEY_OLD)
                                       : NULL;
}

static pith_text sign(pith_arena *arena, const pith_clean *clean, const pith_event *event,
                      const pith_secret_key *key, const char *id)
{
    static const char *const outside[] = {"event_id", NULL};
    pith_buf out;
    pith_error err;
    pith_buf_init(&out, SIZE_MAX);
    pith_canon_without(clean, 0, outside, &out);
    MUST(pith_buf_ok(&out));
    out.len--; // the closing brace; a signer stands before it
    pith_buf_printf(&out, ",\"event_id\":\"%s\",\"signature\":", id);
    MUST(pith_sign_put(key, event->identity, &out, &err) == PITH_OK);
    pith_buf_puts(&out, "}");
    return keep(arena, &out);
}

static void add_event(plan *p, pith_text source)
{
    const pith_clean *clean;
    pith_event event;
    pith_error err;
    pith_buf meant;
    pith_buf_init(&meant, SIZE_MAX);
    put_meant(p, source, &meant);
    pith_text text = keep(p->arena, &meant);
    if (pith_gate(p->arena, text.p, text.n, &clean, &err) != PITH_OK)
        return; // what was meant made two names the same
    MUST(pith_event_read(p->arena, clean, 0, &event, &err) == PITH_OK);
    char *id = p->ids[p->count];
    memcpy(id, "sha256:", 8);
    pith_hex(event.identity, PITH_DIGEST_LEN, id + 7);
    const pith_secret_key *key = signer_of(p->arena, clean);
    p->events[p->count++] = key ? sign(p->arena, clean, &event, key, id) : text;
}

static pith_text canonical_at(pith_arena *arena, const pith_clean *clean, uint32_t token)
{
    pith_buf out;
    pith_buf_init(&out, SIZE_MAX);
    pith_canon(clean, token, &out);
    return keep(arena, &out);
}

static bool make_plan(plan *p, pith_text input)
{
    const pith_clean *clean;
    pith_number number;
    pith_error err;
    if (pith_gate(p->arena, input.p, input.n, &clean, &err) != PITH_OK)
        return false;
    fuzz_record_number(&number);
    snprintf(p->number, sizeof p->number, "pith:%04d:%s", number.year, number.id);
    uint32_t list = pith_token_member(clean, 0, "events");
    if (!list || clean->tokens[list].kind != PITH_JSON_ARRAY)
        return false;
    uint32_t token = list + 1;
    for (uint32_t i = 0; i < clean->tokens[list].count && p->count < MAX_EVENTS; i++) {
        add_event(p, canonical_at(p->arena, clean, token));
        token = clean->tokens[token].next;
    }
    uint32_t aliases = pith_token_member(clean, 0, "source_aliases");
    if (aliases)
        p->aliases = canonical_at(p->arena, clean, aliases);
    return true;
}

// ---- Merging --------------------------------------------------------------------------

// The bundle of the events in `mask`.
static pith_text document_of(plan *p, unsigned mask)
{
    pith_buf out;
    char hex[65];
    char id[PITH_ID_LEN + 1];
    const char *comma = "";
    pith_buf_init(&out, SIZE_MAX);
    pith_digest_words(fuzz_record().p, fuzz_record().n, hex, id);
    pith_buf_puts(&out, "{\"bundle_type\":\"pith_open_graph_bundle\",\"canonical_record\":");
    pith_buf_add(&out, fuzz_record().p, fuzz_record().n);
    pith_buf_printf(&out, ",\"canonical_sha256\":\"%s\",\"events\":[", hex);
    for (size_t i = 0; i < p->count; i++) {
        if (!(mask >> i & 1))
            continue;
        pith_buf_puts(&out, comma);
        pith_buf_add(&out, p->events[i].p, p->events[i].n);
        comma = ",";
    }
    pith_buf_printf(&out, "],\"pith_number\":\"%s\"", p->number);
    if (p->aliases.n) {
        pith_buf_puts(&out, ",\"source_aliases\":");
        pith_buf_add(&out, p->aliases.p, p->aliases.n);
    }
    pith_buf_puts(&out, "}");
    return keep(p->arena, &out);
}

typedef struct outcome {
    pith_text state;
    pith_text bundle;
    pith_merge_counts counts;
} outcome;

static pith_status merge(plan *p, const pith_text *documents, size_t count, outcome *out)
{
    static const char *const origins[] = {"first", "second", "third"};
    const pith_merged *merged;
    pith_error err;
    pith_buf state;
    pith_buf bundle;
    pith_status status =
        pith_merge(p->arena, documents, origins, count, fuzz_keyring(), &merged, &err);
    if (status != PITH_OK) {
        fuzz_check_error(&err, status);
        return status;
    }
    pith_buf_init(&state, SIZE_MAX);
    pith_buf_init(&bundle, SIZE_MAX);
    MUST(pith_merged_state(merged, &state, &err) == PITH_OK);
    MUST(pith_merged_bundle(merged, &bundle, &err) == PITH_OK);
    pith_merged_count(merged, &out->counts);
    out->state = keep(p->arena, &state);
    out->bundle = keep(p->arena, &bundle);
    return PITH_OK;
}

static void check_same(plan *p, const outcome *whole, const pith_text *documents, size_t count)
{
    outcome other;
    MUST(merge(p, documents, count, &other) == PITH_OK);
    MUST(pith_text_equal(whole->state, other.state));
    MUST(pith_text_equal(whole->bundle, other.bundle));
}

static void check_verdicts(plan *p, const outcome *whole)
{
    pith_result *result;
    pith_error err;
    MUST(pith_verify_bytes(p->arena, whole->bundle, "bundle", NULL, fuzz_keyring(), &result,
                           &err) == PITH_OK);
    fuzz_check_reports(result);
    MUST(result->intact || whole->counts.invalid > 0);
    MUST(result->valid_events == whole->counts.valid);
    MUST(result->unverified_events == whole->counts.unverified);
    MUST(result->invalid_events == whole->counts.invalid);
    MUST(pith_verify_bytes(p->arena, whole->state, "state", NULL, fuzz_keyring(), &result, &err) ==
         PITH_OK);
    MUST(result->intact);
    fuzz_check_reports(result);
}

static void check_merges(plan *p)
{
    unsigned all = (1U << p->count) - 1;
    outcome whole;
    outcome half;
    pith_text one = document_of(p, all);
    if (merge(p, &one, 1, &whole) != PITH_OK) // a false alias or record_created
        return;
    fuzz_check_canonical(whole.state);
    fuzz_check_canonical(whole.bundle);
    MUST(whole.counts.events <= p->count);
    MUST(whole.counts.events ==
         whole.counts.valid + whole.counts.invalid + whole.counts.unverified);
    const pith_text even = document_of(p, all & 0x55);
    const pith_text odd = document_of(p, all & 0xAA);
    check_same(p, &whole, &whole.bundle, 1);
    check_same(p, &whole, (const pith_text[]){odd, even}, 2);
    MUST(merge(p, &odd, 1, &half) == PITH_OK);
    check_same(p, &whole, (const pith_text[]){even, one, half.bundle}, 3);
    check_verdicts(p, &whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    plan p = {.arena = fuzz_arena()};
    (void)fuzz_keyring();
    if (make_plan(&p, fuzz_text(data, size)))
        check_merges(&p);
    pith_arena_free(p.arena);
    return 0;
}
