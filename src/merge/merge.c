// SPDX-License-Identifier: MIT
#include "merge/merge.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/sort.h"
#include "base/text.h"
#include "verify/verify.h"
#include "json/canon.h"

// The events while they are gathered.
typedef struct gather {
    pith_arena *arena;   // what stays
    pith_arena *scratch; // one event
    const pith_keyring *keyring;
    pith_merged *merged;
    pith_number subject;
    size_t room;
    pith_error *err;
} gather;

static bool keep(pith_arena *arena, pith_text text, pith_text *out)
{
    if (text.n == 0) {
        *out = (pith_text){"", 0};
        return true;
    }
    char *copy = pith_alloc_copy(arena, text.p, text.n);
    *out = (pith_text){copy, text.n};
    return copy != NULL;
}

static bool make_room(gather *g)
{
    pith_merged *m = g->merged;
    if (m->count < g->room)
        return true;
    if (m->count >= UINT32_MAX / 4)
        return false;
    // Doubling in the arena wastes at most as much as it keeps.
    size_t room = g->room ? g->room * 2 : 64;
    pith_merged_event *events = pith_alloc(g->arena, room * sizeof *events);
    if (!events)
        return false;
    if (m->count)
        memcpy(events, m->events, m->count * sizeof *events);
    m->events = events;
    g->room = room;
    return true;
}

static bool keep_canonical(gather *g, const pith_clean *clean, uint32_t token, pith_text *out)
{
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    pith_canon(clean, token, &buf);
    bool good = pith_buf_ok(&buf) && keep(g->arena, (pith_text){buf.data, buf.len}, out);
    pith_buf_free(&buf);
    return good;
}

static pith_status add_event(gather *g, const pith_document *document, uint32_t token,
                             const pith_carrier **next_carrier)
{
    pith_event event;
    pith_status code;
    const char *why;
    pith_status status = pith_event_read(g->scratch, document->clean, token, &event, g->err);
    if (status != PITH_OK)
        return status;
    if (!make_room(g))
        return pith_fail_memory(g->err);
    pith_merged_event *e = &g->merged->events[g->merged->count];
    *e = (pith_merged_event){.type = (uint8_t)pith_event_type_of(event.type)};
    e->carries_record = pith_event_carries_record(document->clean, token);
    if (e->carries_record) {
        const pith_carrier *carrier = (*next_carrier)++;
        e->standing = PITH_EVENT_INVALID;
        if (pith_carrier_holds(carrier, &g->subject, g->merged->record.digest, &code))
            e->standing =
                (uint8_t)pith_receipt_judge(&carrier->receipt, &carrier->record, g->keyring, &code);
    } else {
        e->standing = (uint8_t)pith_event_judge(&event, &g->subject, g->keyring, &code, &why);
    }
    e->code = (uint16_t)code;
    memcpy(e->identity, event.identity, sizeof e->identity);
    if (!keep_canonical(g, document->clean, token, &e->canonical) ||
        !keep(g->arena, event.created_at, &e->created_at) ||
        !keep(g->arena, event.signature_key_id, &e->key_id) ||
        !keep(g->arena, event.target, &e->target))
        return pith_fail_memory(g->err);
    g->merged->count++;
    pith_arena_reset(g->scratch);
    return PITH_OK;
}

static pith_status add_events(gather *g, const pith_document *document)
{
    const pith_carrier *next_carrier = document->carriers + 1;
    uint32_t token = document->events + 1;
    uint32_t count = document->events ? document->clean->tokens[document->events].count : 0;
    for (uint32_t i = 0; i < count; i++, token = document->clean->tokens[token].next) {
        pith_status status = add_event(g, document, token, &next_carrier);
        if (status != PITH_OK)
            return status;
    }
    return PITH_OK;
}

// ---- Aliases --------------------------------------------------------------------------

static pith_merged_alias *find_alias(pith_merged *m, pith_text kind)
{
    for (size_t i = 0; i < m->alias_count; i++) {
        if (pith_text_equal(m->aliases[i].kind, kind))
            return &m->aliases[i];
    }
    return NULL;
}

// Earlier, or the same moment in the spelling whose bytes are less: no order of reading decides.
static bool is_earlier(pith_text a, pith_text than)
{
    int order = pith_timestamp_compare(a, than);
    return order < 0 || (order == 0 && pith_text_compare(a, than) < 0);
}

// Keeps the aliases that the record itself gives; their values were checked with the document.
static bool add_aliases(gather *g, const pith_document *document)
{
    pith_merged *m = g->merged;
    for (size_t i = 0; i < document->alias_count; i++) {
        const pith_alias *alias = &document->aliases[i];
        char room[160];
        if (pith_record_alias(&m->record, alias->kind, room, sizeof room).n == 0)
            continue;
        pith_merged_alias *known = find_alias(m, alias->kind);
        if (!known) {
            known = &m->aliases[m->alias_count++];
            if (!keep(g->arena, alias->kind, &known->kind) ||
                !keep(g->arena, alias->value, &known->value) ||
                !keep(g->arena, alias->created_at, &known->created_at))
                return false;
        } else if (alias->created_at.n &&
                   (known->created_at.n == 0 || is_earlier(alias->created_at, known->created_at))) {
            if (!keep(g->arena, alias->created_at, &known->created_at))
                return false;
        }
    }
    return true;
}

static void sort_aliases(pith_merged *m)
{
    for (size_t i = 1; i < m->alias_count; i++) {
        pith_merged_alias alias = m->aliases[i];
        size_t j = i;
        for (; j > 0 && pith_text_compare(m->aliases[j - 1].kind, alias.kind) > 0; j--)
            m->aliases[j] = m->aliases[j - 1];
        m->aliases[j] = alias;
    }
}

// ---- Union and order ------------------------------------------------------------------

static int compare_copies(uint32_t a, uint32_t b, void *context)
{
    const pith_merged_event *x = (const pith_merged_event *)context + a;
    const pith_merged_event *y = (const pith_merged_event *)context + b;
    int order = memcmp(x->identity, y->identity, sizeof x->identity);
    if (order != 0)
        return order;
    if (x->standing != y->standing)
        return x->standing > y->standing ? -1 : 1;
    return pith_text_compare(x->canonical, y->canonical);
}

static int compare_order(uint32_t a, uint32_t b, void *context)
{
    const pith_merged_event *x = (const pith_merged_event *)context + a;
    const pith_merged_event *y = (const pith_merged_event *)context + b;
    int order = pith_text_compare(x->created_at, y->created_at);
    return order != 0 ? order : memcmp(x->identity, y->identity, sizeof x->identity);
}

// One copy of each event, in order.
static pith_status unite(gather *g)
{
    pith_merged *m = g->merged;
    uint32_t *index = pith_alloc(g->arena, (m->count + 1) * sizeof *index);
    uint32_t *room = pith_alloc(g->arena, (m->count + 1) * sizeof *room);
    pith_merged_event *ordered = pith_alloc(g->arena, (m->count + 1) * sizeof *ordered);
    if (!index || !room || !ordered)
        return pith_fail_memory(g->err);
    for (size_t i = 0; i < m->count; i++)
        index[i] = (uint32_t)i;
    pith_sort_indices(index, m->count, room, compare_copies, m->events);
    size_t distinct = 0;
    for (size_t i = 0; i < m->count; i++) {
        if (distinct == 0 || memcmp(m->events[index[i]].identity,
                                    m->events[index[distinct - 1]].identity, PITH_DIGEST_LEN) != 0)
            index[distinct++] = index[i];
    }
    pith_sort_indices(index, distinct, room, compare_order, m->events);
    for (size_t i = 0; i < distinct; i++)
        ordered[i] = m->events[index[i]];
    m->events = ordered;
    m->count = distinct;
    return PITH_OK;
}

static int compare_claims(uint32_t a, uint32_t b, void *context)
{
    const pith_merged_event *x = (const pith_merged_event *)context + a;
    const pith_merged_event *y = (const pith_merged_event *)context + b;
    int order = pith_timestamp_compare(x->created_at, y->created_at); // valid events have one
    if (order == 0)
        order = pith_text_compare(x->key_id, y->key_id);
    return order != 0 ? order : pith_text_compare(x->target, y->target);
}

// Counts, and makes valid events current unless they equivocate.
static pith_status settle(gather *g)
{
    pith_merged *m = g->merged;
    uint32_t *snapshots = pith_alloc(g->arena, (m->count + 1) * sizeof *snapshots);
    uint32_t *room = pith_alloc(g->arena, (m->count + 1) * sizeof *room);
    size_t snapshot_count = 0;
    if (!snapshots || !room)
        return pith_fail_memory(g->err);
    for (size_t i = 0; i < m->count; i++) {
        pith_merged_event *e = &m->events[i];
        e->current = e->standing == PITH_EVENT_VALID;
        m->valid += e->standing == PITH_EVENT_VALID;
        m->unverified += e->standing == PITH_EVENT_UNVERIFIED;
        m->invalid += e->standing == PITH_EVENT_INVALID;
        if (e->current && e->type == PITH_EVENT_GRAPH_SNAPSHOT)
            snapshots[snapshot_count++] = (uint32_t)i;
    }
    pith_sort_indices(snapshots, snapshot_count, room, compare_claims, m->events);
    // The sort is stable: within a claim the events keep their order.
    for (size_t i = 1; i < snapshot_count; i++) {
        pith_merged_event *before = &m->events[snapshots[i - 1]];
        pith_merged_event *event = &m->events[snapshots[i]];
        if (compare_claims(snapshots[i - 1], snapshots[i], m->events) != 0)
            continue;
        before->next = snapshots[i];
        before->leads = before->current; // nobody has linked to it
        m->equivocations += before->leads;
        before->current = false;
        event->current = false;
    }
    return PITH_OK;
}

// ---- Withdrawals ----------------------------------------------------------------------

static int compare_identities(uint32_t a, uint32_t b, void *context)
{
    const pith_merged_event *x = (const pith_merged_event *)context + a;
    const pith_merged_event *y = (const pith_merged_event *)context + b;
    return memcmp(x->identity, y->identity, sizeof x->identity);
}

static const uint32_t *find_identity(const pith_merged *m, const uint32_t *index, size_t count,
                                     const uint8_t identity[PITH_DIGEST_LEN])
{
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        int order = memcmp(m->events[index[middle]].identity, identity, PITH_DIGEST_LEN);
        if (order == 0)
            return &index[middle];
        if (order < 0)
            low = middle + 1;
        else
            count = middle;
    }
    return NULL;
}

// The identity that a valid withdrawal names.
static bool withdrawn_identity(gather *g, const pith_merged_event *withdrawal,
                               uint8_t out[PITH_DIGEST_LEN])
{
    const pith_clean *clean;
    if (pith_gate(g->scratch, withdrawal->canonical.p, withdrawal->canonical.n, &clean, g->err) !=
        PITH_OK)
        return false;
    uint32_t payload = pith_token_member(clean, 0, "payload");
    uint32_t body = pith_token_member(clean, payload, "withdrawal");
    uint32_t id = pith_token_member(clean, body, "event_id");
    pith_text text;
    bool good = pith_token_text(g->scratch, clean, id, &text) && text.n == 71 &&
                pith_unhex((pith_text){text.p + 7, 64}, out, PITH_DIGEST_LEN);
    pith_arena_reset(g->scratch);
    return good;
}

static pith_status withdraw(gather *g)
{
    pith_merged *m = g->merged;
    size_t withdrawals = 0;
    for (size_t i = 0; i < m->count; i++)
        withdrawals += m->events[i].current && m->events[i].type == PITH_EVENT_WITHDRAWAL;
    if (withdrawals == 0)
        return PITH_OK;
    uint32_t *index = pith_alloc(g->arena, m->count * sizeof *index);
    uint32_t *room = pith_alloc(g->arena, m->count * sizeof *room);
    if (!index || !room)
        return pith_fail_memory(g->err);
    for (size_t i = 0; i < m->count; i++)
        index[i] = (uint32_t)i;
    pith_sort_indices(index, m->count, room, compare_identities, m->events);
    for (size_t i = 0; i < m->count; i++) {
        const pith_merged_event *w = &m->events[i];
        uint8_t identity[PITH_DIGEST_LEN];
        if (w->standing != PITH_EVENT_VALID || w->type != PITH_EVENT_WITHDRAWAL)
            continue;
        if (!withdrawn_identity(g, w, identity))
            return pith_fail_memory(g->err);
        const uint32_t *found = find_identity(m, index, m->count, identity);
        pith_merged_event *target = found ? &m->events[*found] : NULL;
        if (target && target->current && target->type != PITH_EVENT_WITHDRAWAL &&
            pith_text_equal(target->key_id, w->key_id) &&
            pith_timestamp_compare(target->created_at, w->created_at) <= 0)
            target->current = false;
    }
    return PITH_OK;
}

// ---- The whole ------------------------------------------------------------------------

static pith_status add_document(gather *g, pith_text bytes, const char *origin, bool first)
{
    const pith_clean *clean;
    pith_document document;
    pith_result *result;
    pith_status status = pith_gate(g->arena, bytes.p, bytes.n, &clean, g->err);
    if (status == PITH_OK)
        status = pith_document_read(g->arena, clean, origin, &document, g->err);
    if (status == PITH_OK && document.is_state)
        status = pith_fail(g->err, PITH_DOCUMENT_KIND, origin,
                           "is a state, which has lost its events; merge the bundles");
    if (status == PITH_OK) // events are judged below; here only what stands beside them
        status = pith_verify_record(g->arena, &document, g->keyring, &result, g->err);
    if (status != PITH_OK) {
        pith_error_name(g->err, origin);
        return status;
    }
    if (!result->intact) {
        for (const pith_finding *f = result->findings; f; f = f->next) {
            if (f->severity == PITH_SEVERITY_ERROR && f->code != PITH_SIGNATURE_INVALID &&
                pith_status_exit(f->code) == PITH_EXIT_INVALID)
                return pith_fail(g->err, f->code, origin, "%s", f->message.p);
        }
    }
    const pith_record *record = &document.carriers[0].record;
    if (first) {
        g->merged->record = *record;
        memcpy(g->subject.id, record->id, sizeof g->subject.id);
        g->subject.year = record->year;
    } else if (memcmp(g->merged->record.digest, record->digest, PITH_DIGEST_LEN) != 0) {
        return pith_fail(g->err, PITH_RECORD_CONFLICT, origin, "is about %s, not about %s",
                         record->id, g->subject.id);
    }
    if (!add_aliases(g, &document))
        return pith_fail_memory(g->err);
    return add_events(g, &document);
}

pith_status pith_merge(pith_arena *arena, const pith_text *documents, const char *const *origins,
                       size_t count, const pith_keyring *keyring, const pith_merged **out,
                       pith_error *err)
{
    enum { SCRATCH = 64 << 20, ALIAS_KINDS = 6 };
    gather g = {.arena = arena, .keyring = keyring, .err = err};
    if (count == 0)
        return pith_fail(err, PITH_USAGE, NULL, "there is no document to merge");
    pith_merged_alias *aliases = pith_alloc_array(arena, ALIAS_KINDS, sizeof *aliases);
    g.merged = pith_alloc_array(arena, 1, sizeof *g.merged);
    g.scratch = pith_arena_new(SCRATCH);
    if (!g.merged || !g.scratch || !aliases) {
        pith_arena_free(g.scratch);
        return pith_fail_memory(err);
    }
    g.merged->aliases = aliases;
    pith_status status = PITH_OK;
    for (size_t i = 0; i < count && status == PITH_OK; i++)
        status = add_document(&g, documents[i], origins[i], i == 0);
    if (status == PITH_OK)
        status = unite(&g);
    if (status == PITH_OK)
        status = settle(&g);
    if (status == PITH_OK)
        status = withdraw(&g);
    if (status == PITH_OK) {
        sort_aliases(g.merged);
        *out = g.merged;
    }
    pith_arena_free(g.scratch);
    return status;
}

void pith_merged_count(const pith_merged *merged, pith_merge_counts *out)
{
    *out = (pith_merge_counts){merged->count, merged->valid, merged->unverified, merged->invalid,
                               merged->equivocations};
}

void pith_merged_number(const pith_merged *merged, pith_number *out)
{
    memcpy(out->id, merged->record.id, sizeof out->id);
    out->year = merged->record.year;
}
