// SPDX-License-Identifier: MIT
//
// Several resolvers that have to agree: what they give is joined.
#include "base/arena.h"
#include "base/err.h"
#include "resolve/batch.h"

// The valid events in a list of documents; false: they cannot be merged.
static bool count_events(pith_batch *b, const pith_raw *raws, pith_merge_counts *counts)
{
    size_t n = 0;
    const pith_merged *merged;
    pith_error ignored;
    for (const pith_raw *raw = raws; raw; raw = raw->next)
        n++;
    pith_text *documents = pith_alloc_array(b->arena, n, sizeof *documents);
    const char **origins = pith_alloc_array(b->arena, n, sizeof *origins);
    if (!documents || !origins)
        return false;
    n = 0;
    for (const pith_raw *raw = raws; raw; raw = raw->next, n++) {
        documents[n] = raw->bytes;
        origins[n] = raw->origin;
    }
    if (pith_merge(b->arena, documents, origins, n, b->keyring, &merged, &ignored) != PITH_OK)
        return false;
    pith_merged_count(merged, counts);
    return true;
}

// Says which resolvers left out events that others have: a mirror that drops events cannot be
// told from one that never had them, but the reader can be told. Only valid events count, as
// anybody can add others.
static void note_missing_events(pith_batch *b, pith_item *it, const pith_raw *all)
{
    pith_merge_counts whole;
    pith_merge_counts part;
    if (!count_events(b, all, &whole))
        return;
    // An event is one event, however many resolvers have it.
    it->result->valid_events = whole.valid;
    it->result->unverified_events = whole.unverified;
    it->result->invalid_events = whole.invalid;
    for (size_t r = 0; r < it->gave_count && whole.valid > 0; r++) {
        char message[120];
        const pith_cached *entry = &it->gave[r]->entry;
        pith_raw bundle = entry->documents[0];
        bundle.next = NULL;
        if (!bundle.bytes.p) {
            pith_result_note(b->arena, it->result, PITH_EVENTS_MISSING, entry->documents[1].origin,
                             "comes without a bundle, which the others have");
        } else if (count_events(b, &bundle, &part) && part.valid < whole.valid) {
            snprintf(message, sizeof message, "lacks %zu of %zu events that the others have",
                     whole.valid - part.valid, whole.valid);
            pith_result_note(b->arena, it->result, PITH_EVENTS_MISSING, bundle.origin, message);
        }
    }
}

// Each resolver of a quorum is judged by itself: one that lies is not heard, and named.
static void on_quorum_answer(void *context, const pith_answer *answer)
{
    pith_batch *b = context;
    pith_item *it = answer->owner;
    pith_result *result = NULL;
    pith_error error;
    if (answer->status != PITH_OK) {
        pith_batch_take_failure(b, it, answer);
        return;
    }
    pith_status status =
        pith_judge_raws(b->arena, answer->documents, &it->number, b->keyring, &result, &error);
    bool first = it->status == PITH_NOT_FOUND || it->status == PITH_OK;
    if (status != PITH_OK) {
        if (first) {
            it->status = status;
            it->error = error;
        }
    } else if (result->exit == PITH_EXIT_INVALID || result->exit == PITH_EXIT_MALFORMED) {
        if (first)
            it->status = pith_result_error(result, answer->documents->origin, &it->error);
    } else {
        it->gave[it->gave_count++] = answer;
    }
}

// Judges all that the resolvers gave for one number together.
static void judge_quorum(pith_batch *b, pith_item *it)
{
    size_t quorum = b->sources.quorum;
    pith_raw *all = NULL;
    pith_raw **tail = &all;
    if (it->gave_count < quorum) {
        char object[sizeof it->error.object];
        char reason[sizeof it->error.message];
        snprintf(object, sizeof object, "%s", it->error.object);
        snprintf(reason, sizeof reason, "%.200s", it->error.message);
        if (it->status == PITH_OK || (it->status == PITH_NOT_FOUND && it->gave_count > 0))
            it->status = PITH_NETWORK;
        (void)pith_fail(&it->error, it->status, object, "%s; %zu of %zu resolvers answered well",
                        reason, it->gave_count, quorum);
        return;
    }
    for (size_t r = 0; r < it->gave_count; r++) {
        *tail = it->gave[r]->documents;
        while (*tail)
            tail = &(*tail)->next;
    }
    it->status = PITH_NOT_FOUND;
    (void)pith_batch_judge(b, it, all);
    if (it->result)
        note_missing_events(b, it, all);
}

// Resolvers that do not answer well are replaced by later ones, if there are any.
pith_status pith_batch_ask_quorum(pith_batch *b)
{
    const pith_answered answered = {on_quorum_answer, b};
    size_t quorum = b->sources.quorum;
    size_t resolvers = pith_resolver_count(&b->sources);
    for (pith_item *it = b->items; it < b->items + b->count; it++) {
        it->gave = pith_alloc_array(b->arena, quorum, sizeof(pith_answer *));
        if (!it->gave)
            return pith_fail_memory(b->err);
    }
    for (size_t r = 0; r < resolvers; r++) {
        size_t n = 0;
        pith_answer *answers = pith_alloc_array(b->arena, b->count, sizeof *answers);
        if (!answers)
            return pith_fail_memory(b->err);
        for (pith_item *it = b->items; it < b->items + b->count; it++) {
            if (it->gave_count < quorum)
                answers[n++] = (pith_answer){.number = &it->number, .owner = it};
        }
        if (n == 0)
            break;
        pith_status status =
            pith_resolver_ask(b->arena, pith_batch_timed(b, resolvers - r),
                              pith_resolver_at(&b->sources, r), answers, n, &answered, b->err);
        if (status != PITH_OK)
            return status;
    }
    for (pith_item *it = b->items; it < b->items + b->count; it++)
        judge_quorum(b, it);
    return PITH_OK;
}
