// SPDX-License-Identifier: MIT
//
// Many targets at once: names are looked up, numbers go through a batch, and each name gets the
// record that stands for it.
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "resolve/batch.h"

// What the caller asked for, and what came of it.
typedef struct question {
    const pith_target *targets;
    pith_result **results;
    pith_error *errors;
    size_t count;
    pith_name *names; // those that have to be looked up
    size_t *whose;    // the target of each
    bool *final;      // a target that no further index can change
    size_t name_count;
} question;

// Lists what is a number already, and the names.
static pith_status begin(pith_batch *b, question *q)
{
    b->items = pith_alloc_array(b->arena, q->count, sizeof *b->items);
    q->names = pith_alloc_array(b->arena, q->count, sizeof *q->names);
    q->whose = pith_alloc_array(b->arena, q->count, sizeof *q->whose);
    q->final = pith_alloc_array(b->arena, q->count, sizeof *q->final);
    if (!b->items || !q->names || !q->whose || !q->final)
        return pith_fail_memory(b->err);
    for (size_t i = 0; i < q->count; i++) {
        const pith_target *target = &q->targets[i];
        if (!*target->alias_kind && !*target->number.id)
            continue; // left out; errors[i] is the caller's
        q->errors[i] = (pith_error){.status = PITH_OK};
        if (*target->alias_kind) {
            q->names[q->name_count] = (pith_name){.target = target};
            q->whose[q->name_count++] = i;
        } else {
            b->items[b->count++] = (pith_item){.number = target->number, .target = i};
        }
    }
    return PITH_OK;
}

// Looks up the names that are not settled and adds an item for each number that one of them may
// stand for.
static pith_status add_names(pith_batch *b, question *q)
{
    size_t open = 0;
    size_t total = b->count;
    for (size_t i = 0; i < q->name_count; i++) {
        if (q->final[q->whose[i]])
            continue;
        q->names[open] = q->names[i];
        q->whose[open++] = q->whose[i];
    }
    q->name_count = open;
    if (open == 0)
        return PITH_OK;
    pith_status status =
        pith_names_look_up(b->arena, pith_batch_timed(b, 2), q->names, open, b->err);
    if (status != PITH_OK)
        return status;
    for (size_t i = 0; i < open; i++)
        total += q->names[i].count;
    pith_item *items = pith_alloc_array(b->arena, total, sizeof *items);
    if (!items)
        return pith_fail_memory(b->err);
    memcpy(items, b->items, b->count * sizeof *items);
    b->items = items;
    for (size_t i = 0; i < open; i++) {
        const pith_name *name = &q->names[i];
        size_t target = q->whose[i];
        if (name->count == 0 && !q->results[target] && q->errors[target].status == PITH_OK)
            q->errors[target] = name->error;
        for (size_t k = 0; k < name->count; k++)
            b->items[b->count++] = (pith_item){.number = name->numbers[k], .target = target};
    }
    return PITH_OK;
}

// Whether `other` is a second answer, as good as `it`, to the same question. A short form's
// candidate that could not be had may be the one that was meant.
static bool is_rival(const pith_target *target, const pith_item *it, const pith_item *other)
{
    bool shared = pith_name_is_shared(target);
    if (other->target != it->target)
        return false;
    if (!other->result)
        return !shared && pith_status_exit(other->status) == PITH_EXIT_NETWORK;
    return pith_batch_strength(other->result) == pith_batch_strength(it->result) &&
           pith_name_fits(target, other->result) &&
           (!shared || other->result->source_version == it->result->source_version);
}

static void settle_rivals(pith_batch *b, question *q, const pith_item *it)
{
    const pith_target *target = &q->targets[it->target];
    pith_number rivals[PITH_NAME_CANDIDATES];
    size_t n = 0;
    for (const pith_item *other = b->items; other < b->items + b->count; other++) {
        if (n < PITH_NAME_CANDIDATES && is_rival(target, it, other))
            rivals[n++] = other->number;
    }
    if (n < 2) // itself
        return;
    q->results[it->target] = NULL;
    q->final[it->target] = pith_batch_strength(it->result) == 2;
    (void)pith_name_ambiguous(target, rivals, n, &q->errors[it->target]);
}

// Of several versions the highest one stands for the name, of those that a key vouches for if
// there are any: anybody can make a record of version 999.
static bool is_better(const pith_result *a, const pith_result *than)
{
    if (pith_batch_strength(a) != pith_batch_strength(than))
        return pith_batch_strength(a) > pith_batch_strength(than);
    return a->source_version > than->source_version;
}

// Keeps what an index said of a name, as far as the records agree. Unless all of it could be
// looked at, the index is asked again the next time.
static void keep_name(pith_batch *b, const question *q, size_t i)
{
    const pith_name *name = &q->names[i];
    pith_number numbers[PITH_NAME_CANDIDATES];
    pith_error ignored;
    size_t n = 0;
    bool whole = true;
    for (const pith_item *it = b->items; it < b->items + b->count; it++) {
        if (it->target != q->whose[i])
            continue;
        if (!it->result && pith_status_exit(it->status) == PITH_EXIT_NETWORK)
            whole = false;
        if (pith_batch_strength(it->result) > 0 && pith_name_fits(name->target, it->result) &&
            n < PITH_NAME_CANDIDATES)
            numbers[n++] = it->number;
    }
    if (n > 0 && pith_cache_set_alias(b->arena, b->sources.cache, name->target, numbers, n,
                                      whole ? b->sources.now : 0, &ignored) != PITH_OK)
        return; // a cache that cannot be written is no reason to fail
}

static void settle(pith_batch *b, question *q)
{
    for (const pith_item *it = b->items; it < b->items + b->count; it++) {
        const pith_target *target = &q->targets[it->target];
        pith_result **best = &q->results[it->target];
        pith_error *error = &q->errors[it->target];
        bool strong = pith_batch_strength(it->result) == 2;
        if (q->final[it->target] || (error->status == PITH_AMBIGUOUS && !strong))
            continue;
        if (!it->result) {
            if (!*best)
                *error = it->error;
        } else if (*target->alias_kind && !pith_name_fits(target, it->result)) {
            if (!*best)
                (void)pith_fail(error, PITH_ALIAS_MISMATCH, target->alias_value,
                                "the index names %s, which has another name", it->number.id);
        } else if (!*best || is_better(it->result, *best)) {
            *best = it->result;
            if (*target->alias_kind && pith_batch_strength(it->result) > 0)
                settle_rivals(b, q, it);
        }
    }
    for (size_t i = 0; i < q->name_count; i++) {
        size_t target = q->whose[i];
        q->final[target] = q->final[target] || pith_batch_strength(q->results[target]) == 2;
    }
    for (size_t i = 0; b->sources.cache && i < q->name_count; i++) {
        if (q->names[i].from_index)
            keep_name(b, q, i);
    }
}

// A hash proves a number without a signature; which record a name stands for it does not.
static void note_unsigned(pith_arena *arena, const question *q)
{
    for (size_t i = 0; i < q->count; i++) {
        pith_result *result = q->results[i];
        if (result && *q->targets[i].alias_kind && pith_batch_strength(result) == 1)
            pith_result_note(arena, result, PITH_RECEIPT_MISSING, q->targets[i].alias_value,
                             "that this name means this record is the word of an index or file "
                             "alone: no trusted signature vouches for it");
    }
}

pith_status pith_resolve_all(pith_arena *arena, const pith_sources *sources,
                             const pith_keyring *keyring, const pith_target *targets, size_t count,
                             pith_result **results, pith_error *errors, pith_error *err)
{
    pith_batch b = {.arena = arena, .sources = *sources, .keyring = keyring, .err = err};
    question q = {.targets = targets, .results = results, .errors = errors, .count = count};
    if (count)
        memset(results, 0, count * sizeof *results);
    if (!pith_resolver_deadline(sources, &b.deadline))
        return pith_fail(err, PITH_INTERNAL, NULL, "this system has no clock of ticks");
    pith_status status = begin(&b, &q);
    if (status == PITH_OK && (b.count > 0 || q.name_count > 0))
        status = pith_sources_check(sources, err);
    if (status == PITH_OK)
        status = add_names(&b, &q);
    // Once more for the names whose candidates did not have them, until no index is left.
    while (status == PITH_OK && b.count > 0) {
        status = pith_batch_run(&b);
        if (status == PITH_OK)
            settle(&b, &q);
        b.count = 0;
        if (status == PITH_OK)
            status = add_names(&b, &q);
    }
    if (status == PITH_OK)
        note_unsigned(arena, &q);
    return status;
}

pith_status pith_resolve(pith_arena *arena, const pith_sources *sources,
                         const pith_keyring *keyring, const pith_number *number, pith_result **out,
                         pith_error *err)
{
    pith_target target = {.number = *number};
    pith_error why = {0};
    pith_status status = pith_resolve_all(arena, sources, keyring, &target, 1, out, &why, err);
    if (status == PITH_OK && !*out) {
        *err = why;
        status = why.status;
    }
    return status;
}
