// SPDX-License-Identifier: MIT
#include "evidence/claims.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "evidence/anchors.h"
#include "merge/merge.h"
#include "verify/verify.h"

// ---- Events ---------------------------------------------------------------------------

// The members of a payload that a reader wants to see, by RULES.md section 2. A type without a row
// is no evidence.
static const struct {
    pith_evidence_kind kind;
    const char *manner;
    const char *object;
    const char *word;
} shapes[PITH_EVENT_TYPES] = {
    [PITH_EVENT_AUTHOR_CLAIM] = {PITH_EVIDENCE_AUTHOR, "method", "claimant", "strength"},
    [PITH_EVENT_CITATION] = {PITH_EVIDENCE_CITATION, "relationship", "cited", NULL},
    [PITH_EVENT_REPLICATION] = {PITH_EVIDENCE_REPLICATION, "report", "claim_id", "moderation"},
    [PITH_EVENT_FALSIFICATION] = {PITH_EVIDENCE_REPLICATION, "report", "claim_id", "moderation"},
    [PITH_EVENT_FORMAL_BRIDGE] = {PITH_EVIDENCE_REPLICATION, "report", "claim_id", "moderation"},
    [PITH_EVENT_ANCHOR] = {PITH_EVIDENCE_KINDS, "kind", "proof", NULL}, // its kind decides
    [PITH_EVENT_WITHDRAWAL] = {PITH_EVIDENCE_KINDS, NULL, "event_id", NULL},
};

// A string member, in the arena; empty without one.
static bool read_member(pith_arena *arena, const pith_clean *clean, uint32_t object,
                        const char *name, pith_text *out)
{
    uint32_t token = name ? pith_token_member(clean, object, name) : 0;
    *out = (pith_text){"", 0};
    return !token || clean->tokens[token].kind != PITH_JSON_STRING ||
           pith_token_text(arena, clean, token, out);
}

static pith_evidence_kind kind_of(uint8_t type, pith_text manner)
{
    if (type != PITH_EVENT_ANCHOR)
        return shapes[type].object ? shapes[type].kind : PITH_EVIDENCE_KINDS;
    return pith_text_is(manner, "opentimestamps")     ? PITH_EVIDENCE_TIMESTAMP
           : pith_text_is(manner, "internet_archive") ? PITH_EVIDENCE_ARCHIVE
                                                      : PITH_EVIDENCE_KINDS;
}

static pith_evidence_standing standing_of(const pith_merged_event *event)
{
    return event->standing == PITH_EVENT_INVALID      ? PITH_EVIDENCE_INVALID
           : event->standing == PITH_EVENT_UNVERIFIED ? PITH_EVIDENCE_UNVERIFIED
           : event->current                           ? PITH_EVIDENCE_VALID
                                                      : PITH_EVIDENCE_WITHDRAWN;
}

static bool read_event(pith_arena *arena, pith_arena *scratch, const pith_merged_event *from,
                       pith_evidence_event *out, pith_error *err)
{
    const pith_clean *clean;
    if (pith_gate(scratch, from->canonical.p, from->canonical.n, &clean, err) != PITH_OK ||
        !read_member(arena, clean, 0, "event_type", &out->type))
        return false;
    uint32_t payload = pith_token_member(clean, 0, "payload");
    uint32_t body = pith_token_member(clean, payload, pith_event_type_name(from->type));
    body = payload && clean->tokens[body].kind == PITH_JSON_OBJECT ? body : 0;
    if (body) { // it is a part of the canonical bytes, so it is canonical itself
        const pith_token *token = &clean->tokens[body];
        out->body = (pith_text){clean->bytes + token->start, token->end - token->start};
        if (!read_member(arena, clean, body, shapes[from->type].manner, &out->manner) ||
            !read_member(arena, clean, body, shapes[from->type].object, &out->object) ||
            !read_member(arena, clean, body, shapes[from->type].word, &out->word))
            return false;
    }
    memcpy(out->id, "sha256:", 7);
    pith_hex(from->identity, PITH_DIGEST_LEN, out->id + 7);
    out->created_at = from->created_at;
    out->key_id = from->key_id;
    out->standing = standing_of(from);
    out->code = (pith_status)from->code;
    out->kind = kind_of(from->type, out->manner);
    return true;
}

pith_status pith_evidence_list(pith_arena *arena, const pith_merged *merged,
                               pith_evidence_event **out, pith_error *err)
{
    enum { SCRATCH = 64 << 20 };
    pith_arena *scratch = pith_arena_new(SCRATCH);
    pith_evidence_event **tail = out;
    bool good = scratch != NULL;
    *out = NULL;
    for (size_t i = 0; i < merged->count && good; i++) {
        pith_evidence_event *event = pith_alloc_array(arena, 1, sizeof *event);
        good = event && read_event(arena, scratch, &merged->events[i], event, err);
        if (!good)
            break;
        *tail = event;
        tail = &event->next;
        pith_arena_reset(scratch);
    }
    pith_arena_free(scratch);
    return good ? PITH_OK : pith_fail_memory(err);
}

// ---- Rows -----------------------------------------------------------------------------

void pith_evidence_say(pith_evidence_row *row, const char *format, ...)
{
    va_list args;
    size_t n = strlen(row->why);
    va_start(args, format);
    vsnprintf(row->why + n, sizeof row->why - n, format, args);
    va_end(args);
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

static void count_event(pith_evidence *e, const pith_evidence_event *event)
{
    if (event->kind == PITH_EVIDENCE_KINDS)
        return;
    pith_evidence_row *row = &e->rows[event->kind];
    row->withdrawn += event->standing == PITH_EVIDENCE_WITHDRAWN;
    row->unverified += event->standing == PITH_EVIDENCE_UNVERIFIED;
    row->invalid += event->standing == PITH_EVIDENCE_INVALID;
    if (event->standing != PITH_EVIDENCE_VALID)
        return;
    row->valid++;
    switch (event->kind) {
    case PITH_EVIDENCE_AUTHOR:
        e->strong_claims += pith_text_is(event->word, "strong");
        e->weak_claims += pith_text_is(event->word, "weak");
        break;
    case PITH_EVIDENCE_CITATION:
        for (int r = 0; r < PITH_RELATIONSHIPS; r++)
            e->relationships[r] +=
                pith_text_is(event->manner, pith_relationship_name((pith_relationship)r));
        break;
    case PITH_EVIDENCE_REPLICATION:
        e->replications += pith_text_is(event->type, "replication");
        e->falsifications += pith_text_is(event->type, "falsification");
        e->formal_bridges += pith_text_is(event->type, "formal_bridge");
        break;
    case PITH_EVIDENCE_TIMESTAMP:
    case PITH_EVIDENCE_ARCHIVE:
    case PITH_EVIDENCE_BUNDLE:
    case PITH_EVIDENCE_KINDS:
        break;
    }
}

// What the valid events of a row say, whose signatures are all there is to check of them.
static void word_row(const pith_evidence *e, pith_evidence_kind kind, pith_evidence_row *row)
{
    const char *comma = ": ";
    row->state = PITH_EVIDENCE_CHECKED;
    switch (kind) {
    case PITH_EVIDENCE_AUTHOR:
        pith_evidence_say(
            row, "%zu strong, %zu weak; signatures hold, who the claimant is their signer says",
            e->strong_claims, e->weak_claims);
        break;
    case PITH_EVIDENCE_CITATION:
        pith_evidence_say(row, "%zu signed", row->valid);
        for (int r = 0; r < PITH_RELATIONSHIPS; r++) {
            if (e->relationships[r] == 0)
                continue;
            pith_evidence_say(row, "%s%zu %s", comma, e->relationships[r],
                              pith_relationship_name((pith_relationship)r));
            comma = ", ";
        }
        break;
    case PITH_EVIDENCE_REPLICATION:
        pith_evidence_say(
            row,
            "%zu replication%s, %zu falsification%s, %zu formal bridge%s; signatures hold, "
            "the reports were not read",
            e->replications, plural(e->replications), e->falsifications, plural(e->falsifications),
            e->formal_bridges, plural(e->formal_bridges));
        break;
    case PITH_EVIDENCE_TIMESTAMP:
    case PITH_EVIDENCE_ARCHIVE:
    case PITH_EVIDENCE_BUNDLE:
    case PITH_EVIDENCE_KINDS:
        break;
    }
    pith_evidence_rest(row);
}

static pith_status settle_row(pith_arena *arena, pith_evidence *e, pith_evidence_kind kind,
                              const pith_result *result, pith_error *err)
{
    pith_evidence_row *row = &e->rows[kind];
    if (row->valid && kind == PITH_EVIDENCE_TIMESTAMP)
        return pith_weigh_timestamps(arena, result, e, err);
    if (row->valid && kind == PITH_EVIDENCE_ARCHIVE)
        return pith_weigh_captures(arena, result, e, err);
    if (row->valid) {
        word_row(e, kind, row);
        return PITH_OK;
    }
    row->state = row->unverified ? PITH_EVIDENCE_UNCHECKED : PITH_EVIDENCE_OPEN;
    pith_evidence_say(row, "%s",
                      row->unverified ? "of a form or by a key that is not known here"
                                      : "no valid event");
    pith_evidence_rest(row);
    return PITH_OK;
}

static void settle_claims(pith_evidence *e, pith_claims *claims)
{
    e->said = *claims;
    if (e->strong_claims)
        claims->attested = PITH_CLAIM_YES;
    claims->anchored = pith_evidence_claim(&e->rows[PITH_EVIDENCE_TIMESTAMP], claims->anchored);
    claims->stored = pith_evidence_claim(&e->rows[PITH_EVIDENCE_ARCHIVE], claims->stored);
}

// ---- The whole ------------------------------------------------------------------------

static bool is_evidence(const pith_clean *clean, uint32_t event)
{
    uint32_t type = pith_token_member(clean, event, "event_type");
    for (int t = PITH_EVENT_AUTHOR_CLAIM; type && t <= PITH_EVENT_ANCHOR; t++) {
        if (pith_token_is(clean, type, pith_event_type_name((pith_event_type)t)))
            return true;
    }
    return false;
}

static bool has_evidence(const pith_document *document)
{
    const pith_clean *clean = document->clean;
    uint32_t token = document->events + 1;
    uint32_t count = document->events ? clean->tokens[document->events].count : 0;
    for (uint32_t i = 0; i < count; i++, token = clean->tokens[token].next) {
        if (is_evidence(clean, token))
            return true;
    }
    return false;
}

static pith_status merge(pith_arena *arena, const pith_document *documents, size_t count,
                         const pith_keyring *keyring, const pith_merged **out, pith_error *err)
{
    pith_text *bytes = pith_alloc_array(arena, count, sizeof *bytes);
    const char **origins = pith_alloc_array(arena, count, sizeof *origins);
    size_t n = 0;
    if (!bytes || !origins)
        return pith_fail_memory(err);
    for (size_t i = 0; i < count; i++) {
        if (documents[i].is_state)
            continue; // it has no events
        bytes[n] = (pith_text){documents[i].clean->bytes, documents[i].clean->len};
        origins[n++] = documents[i].origin;
    }
    *out = NULL;
    return n ? pith_merge(arena, bytes, origins, n, keyring, out, err) : PITH_OK;
}

pith_status pith_evidence_gather(pith_arena *arena, const pith_document *documents, size_t count,
                                 const pith_keyring *keyring, pith_result *result, pith_error *err)
{
    bool any = false;
    const pith_merged *merged = NULL;
    for (size_t i = 0; i < count && !any; i++)
        any = has_evidence(&documents[i]);
    if (!result->intact) // nothing that stands beside it is about it
        result->claims = (pith_claims){0};
    if (!result->intact)
        return PITH_OK;
    pith_document *copy = pith_alloc_array(arena, count, sizeof *copy);
    if (!copy)
        return pith_fail_memory(err);
    memcpy(copy, documents, count * sizeof *copy);
    result->documents = copy;
    result->document_count = count;
    if (!any)
        return PITH_OK;
    pith_evidence *e = pith_alloc_array(arena, 1, sizeof *e);
    if (!e)
        return pith_fail_memory(err);
    pith_status status = merge(arena, documents, count, keyring, &merged, err);
    if (status == PITH_OK && merged)
        status = pith_evidence_list(arena, merged, &e->events, err);
    if (status == PITH_MEMORY) { // of a flood of events; what was judged stands without them
        result->document_count = 0;
        pith_result_note(arena, result, PITH_TOO_LARGE, "events",
                         "there are too many of them to be listed: none counts as evidence");
        return PITH_OK;
    }
    if (status != PITH_OK)
        return status;
    for (const pith_evidence_event *event = e->events; event; event = event->next)
        count_event(e, event);
    for (int kind = 0; kind < PITH_EVIDENCE_BUNDLE && status == PITH_OK; kind++)
        status = settle_row(arena, e, (pith_evidence_kind)kind, result, err);
    if (status != PITH_OK)
        return status;
    settle_claims(e, &result->claims);
    result->evidence = e;
    return PITH_OK;
}

pith_status pith_result_list_events(pith_arena *arena, const pith_keyring *keyring,
                                    pith_result *result, pith_error *err)
{
    const pith_merged *merged = NULL;
    if (result->evidence || result->document_count == 0) {
        result->events = result->evidence ? result->evidence->events : NULL;
        return PITH_OK;
    }
    pith_status status =
        merge(arena, result->documents, result->document_count, keyring, &merged, err);
    return status == PITH_OK && merged ? pith_evidence_list(arena, merged, &result->events, err)
                                       : status;
}

static bool is_said(const pith_result *result, pith_evidence_kind kind)
{
    const pith_claims *said = result->evidence ? &result->evidence->said : &result->claims;
    return (kind == PITH_EVIDENCE_TIMESTAMP ? said->anchored
            : kind == PITH_EVIDENCE_ARCHIVE ? said->stored
            : kind == PITH_EVIDENCE_AUTHOR  ? said->attested
                                            : PITH_CLAIM_UNKNOWN) == PITH_CLAIM_YES;
}

void pith_evidence_row_of(const pith_result *result, pith_evidence_kind kind,
                          pith_evidence_row *out)
{
    size_t events = result->valid_events + result->unverified_events + result->invalid_events;
    *out = (pith_evidence_row){.state = PITH_EVIDENCE_OPEN};
    if (!result->intact) { // nothing that stands beside it is evidence for anything
        out->state = PITH_EVIDENCE_UNCHECKED;
        pith_evidence_say(out, result->asked_other
                                   ? "the record is not the one that was asked for"
                                   : "the record does not hold, so no event was looked at");
        return;
    }
    if (kind == PITH_EVIDENCE_BUNDLE) {
        out->valid = result->valid_events;
        out->unverified = result->unverified_events;
        out->invalid = result->invalid_events;
        // An invalid event was judged; one whose form or key is unknown was not.
        out->state = !events           ? PITH_EVIDENCE_OPEN
                     : out->unverified ? PITH_EVIDENCE_UNCHECKED
                                       : PITH_EVIDENCE_CHECKED;
        if (events)
            pith_evidence_say(out, "%zu valid, %zu unverified, %zu invalid event%s%s", out->valid,
                              out->unverified, out->invalid, plural(out->invalid),
                              out->unverified
                                  ? "; unverified: of a form or by a key that is not known here"
                                  : "");
        else
            pith_evidence_say(out, "no bundle with events was found");
        return;
    }
    if (result->evidence)
        *out = result->evidence->rows[kind];
    else
        pith_evidence_say(out, "no event of this kind");
    if (!is_said(result, kind))
        return;
    if (out->state == PITH_EVIDENCE_OPEN) {
        out->state = PITH_EVIDENCE_LIVE;
        out->why[0] = '\0';
        pith_evidence_say(out, "claimed by the resolver, and no valid event backs it");
        pith_evidence_rest(out);
    } else if (out->state == PITH_EVIDENCE_REFUTED) {
        pith_evidence_say(out, "; the resolver claims otherwise");
    } else if (out->state == PITH_EVIDENCE_UNCHECKED) {
        pith_evidence_say(out, "; the resolver claims it");
    }
}
