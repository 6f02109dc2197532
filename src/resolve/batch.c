// SPDX-License-Identifier: MIT
//
// Many targets at once: names are looked up, then each number goes through files, or cache and
// resolvers, until a good verdict is reached or nothing is left to ask.
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/text.h"
#include "resolve/resolve.h"
#include "source/deadline.h"
#include "source/resolver.h"

// A cached document older than this is asked for again, with its validators.
// One without a valid receipt sooner: somebody may have left the receipt out.
enum { FRESH_SECONDS = 24 * 60 * 60, FRESH_UNSIGNED_SECONDS = 10 * 60 };
static const int64_t CACHE_LIMIT = (int64_t)256 << 20;
#define NOWHERE "the resolver has no such number"

// One number on its way.
typedef struct item {
    pith_number number;
    size_t target;     // index of what the user asked for
    pith_cached known; // what the cache holds
    bool has_known;
    bool done;
    pith_result *result; // the best verdict so far
    pith_status status;  // why there is none
    pith_error error;
    const pith_answer **gave; // for a quorum: the good answers
    size_t gave_count;
} item;

typedef struct batch {
    pith_arena *arena;
    pith_sources sources; // with the time for what is asked next
    const pith_keyring *keyring;
    pith_deadline deadline;
    item *items;
    size_t count;
    int64_t kept; // new bytes in the cache
    bool hints;   // what is asked now was named by a stranger
    pith_error *err;
} batch;

static const pith_sources *timed(batch *b, size_t parts)
{
    b->sources.timeout_ms = pith_deadline_share(&b->deadline, parts);
    return &b->sources;
}

static bool good(const pith_result *result)
{
    return result->exit == PITH_EXIT_OK;
}

// ---- Verdicts -------------------------------------------------------------------------

// How much a verdict proves: 0: nothing, 1: the hash holds, 2: a key of the keyring says so as
// well. Who leaves the receipt out must not win over who has it.
static int strength(const pith_result *result)
{
    return !result || !good(result) ? 0 : result->receipt == PITH_OK ? 2 : 1;
}

// The verdict over these documents. A stronger one takes the place of what there is, which is
// told by true; of failures the first stays, because the preferred source caused it.
static bool judge(batch *b, item *it, const pith_raw *raws)
{
    pith_result *result = NULL;
    pith_error error;
    pith_status status = pith_judge_raws(b->arena, raws, &it->number, b->keyring, &result, &error);
    if (status == PITH_OK && (!it->result || strength(result) > strength(it->result))) {
        it->result = result;
        it->status = PITH_OK;
        it->done = strength(result) == 2;
        return true;
    }
    if (status != PITH_OK && !it->result &&
        (it->status == PITH_NOT_FOUND || it->status == PITH_OK)) {
        it->status = status;
        it->error = error;
    }
    return false;
}

// ---- Cache ----------------------------------------------------------------------------

static bool is_fresh(const batch *b, const item *it, int64_t seconds)
{
    if (b->sources.offline)
        return true;
    int64_t age = b->sources.now - it->known.fetched_at;
    return !b->sources.refresh && it->known.fetched_at > 0 && age >= 0 && age < seconds;
}

// Documents of a cache entry as a list.
static pith_raw *list_known(pith_cached *known)
{
    pith_raw *first = NULL;
    for (size_t i = PITH_CACHE_DOCUMENTS; i-- > 0;) {
        if (known->documents[i].bytes.p) {
            known->documents[i].next = first;
            first = &known->documents[i];
        }
    }
    return first;
}

// Whether the documents are false or no documents, whatever the user asked for: another year or
// keyring than theirs does not make them so.
static bool is_damaged(const batch *b, const item *it, const pith_raw *raws)
{
    pith_number any_year = it->number;
    pith_result *result;
    pith_error ignored;
    any_year.year = 0;
    pith_status status = pith_judge_raws(b->arena, raws, &any_year, b->keyring, &result, &ignored);
    pith_exit exit = status == PITH_OK ? result->exit : pith_status_exit(status);
    return exit == PITH_EXIT_INVALID || exit == PITH_EXIT_MALFORMED;
}

static pith_status ask_cache(batch *b, item *it)
{
    pith_status status =
        pith_cache_read(b->arena, b->sources.cache, &it->number, &it->known, b->err);
    if (status != PITH_OK)
        return status;
    pith_raw *raws = list_known(&it->known);
    it->has_known = raws != NULL;
    if (!raws)
        return PITH_OK;
    bool fresh = is_fresh(b, it, FRESH_SECONDS);
    if (fresh) {
        (void)judge(b, it, raws);
        it->done = it->done || (strength(it->result) && is_fresh(b, it, FRESH_UNSIGNED_SECONDS));
        if (it->done) {
            pith_cache_touch(b->arena, b->sources.cache, &it->number);
            return PITH_OK;
        }
    }
    // Damaged or poisoned: it must not stand in the way of a good answer, nor be what a resolver's
    // "not modified" is taken for.
    if (is_damaged(b, it, raws)) {
        pith_cache_drop(b->arena, b->sources.cache, it->number.id);
        it->has_known = false;
    }
    if (fresh && !b->sources.offline) {
        it->result = NULL;
        it->status = pith_fail(&it->error, PITH_NOT_FOUND, it->number.id, NOWHERE);
    }
    return PITH_OK;
}

// Keeps a good answer under its number and, when a trusted key vouches for the record, its arXiv
// names, from which the cache knows the other ones: anybody can make a record that claims a name.
// A cache that cannot be written is no reason to fail.
static void keep(batch *b, const item *it, const pith_cached *entry)
{
    const char *dir = b->sources.cache;
    pith_error ignored;
    static const char *const kinds[] = {"arxiv", "arxiv_version"};
    if (!dir || pith_cache_write(b->arena, dir, &it->number, entry, &ignored) != PITH_OK)
        return;
    for (size_t i = 0; i < PITH_CACHE_DOCUMENTS; i++)
        b->kept += (int64_t)entry->documents[i].bytes.n;
    if (strength(it->result) < 2)
        return;
    pith_record record = {.source_kind = it->result->source_kind,
                          .source_id = it->result->source_id,
                          .source_version = it->result->source_version};
    memcpy(record.id, it->number.id, sizeof record.id);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char value[160];
        if (pith_record_alias(&record, pith_text_of(kinds[i]), value, sizeof value).n > 0 &&
            pith_cache_add_alias(b->arena, dir, kinds[i], value, it->number.id, &ignored) !=
                PITH_OK)
            return;
    }
}

// ---- Resolvers ------------------------------------------------------------------------

// The numbers that are not done, as questions to one resolver.
static size_t open_questions(batch *b, pith_answer *answers)
{
    size_t n = 0;
    for (item *it = b->items; it < b->items + b->count; it++) {
        if (!it->done)
            answers[n++] =
                (pith_answer){.number = &it->number, .known = it->has_known ? &it->known : NULL};
    }
    return n;
}

// The item that an answer is about: its number is the item's first member.
static item *item_of(const pith_answer *answer)
{
    return (item *)(uintptr_t)answer->number;
}

static void take_failure(const batch *b, item *it, const pith_answer *answer)
{
    if (b->hints || it->result || (it->status != PITH_NOT_FOUND && it->status != PITH_OK))
        return;
    it->status = answer->status;
    it->error = answer->error;
}

static void on_answer(void *context, const pith_answer *answer)
{
    batch *b = context;
    item *it = item_of(answer);
    if (answer->status != PITH_OK)
        take_failure(b, it, answer);
    else if (judge(b, it, answer->documents) && strength(it->result))
        keep(b, it, &answer->entry);
}

// Asks one resolver for what the ones before did not give. Answers are judged and kept while
// others travel.
static pith_status ask_one(batch *b, const char *base, size_t left)
{
    const pith_answered answered = {on_answer, b};
    pith_answer *answers = pith_alloc_array(b->arena, b->count, sizeof *answers);
    if (!answers)
        return pith_fail_memory(b->err);
    size_t n = open_questions(b, answers);
    return n == 0
               ? PITH_OK
               : pith_resolver_ask(b->arena, timed(b, left), base, answers, n, &answered, b->err);
}

static bool is_open(const batch *b)
{
    for (const item *it = b->items; it < b->items + b->count; it++) {
        if (!it->done)
            return true;
    }
    return false;
}

// First signed answer wins, else the first that hashes.
static pith_status ask_in_turn(batch *b)
{
    const char *mirrors[PITH_MIRRORS_MAX];
    size_t resolvers = pith_resolver_count(&b->sources);
    size_t count = 0;
    size_t later = b->sources.use_mirrors ? 2 : 0;
    bool answered = false;
    pith_status status = PITH_OK;
    for (size_t r = 0; r < resolvers && status == PITH_OK; r++)
        status = ask_one(b, pith_resolver_at(&b->sources, r), resolvers - r + later);
    if (status != PITH_OK || !b->sources.use_mirrors || !is_open(b))
        return status;
    status = pith_mirrors_find(b->arena, timed(b, 2), mirrors, &count, &answered, b->err);
    b->hints = true;
    for (size_t i = 0; i < count && status == PITH_OK && is_open(b); i++)
        status = ask_one(b, mirrors[i], count - i);
    b->hints = false;
    for (item *it = b->items; it < b->items + b->count && status == PITH_OK; it++) {
        size_t n = strlen(it->error.message);
        if (!it->result && n < sizeof it->error.message - 1)
            snprintf(it->error.message + n, sizeof it->error.message - n, "%s",
                     count      ? ", nor has a mirror it names"
                     : answered ? "; it names no other mirrors"
                                : "; nor does it tell its mirrors");
    }
    return status;
}

// The valid events in a list of documents; false: they cannot be merged.
static bool count_events(batch *b, const pith_raw *raws, pith_merge_counts *counts)
{
    pith_text documents[64];
    const char *origins[64];
    size_t n = 0;
    const pith_merged *merged;
    pith_error ignored;
    for (const pith_raw *raw = raws; raw && n < 64; raw = raw->next, n++) {
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
static void note_missing_events(batch *b, item *it, const pith_raw *all)
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
    batch *b = context;
    item *it = item_of(answer);
    pith_result *result = NULL;
    pith_error error;
    if (answer->status != PITH_OK) {
        take_failure(b, it, answer);
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
static void judge_quorum(batch *b, item *it)
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
    (void)judge(b, it, all);
    if (it->result)
        note_missing_events(b, it, all);
}

// Resolvers that do not answer well are replaced by later ones, if there are any.
static pith_status ask_quorum(batch *b)
{
    const pith_answered answered = {on_quorum_answer, b};
    size_t quorum = b->sources.quorum;
    size_t resolvers = pith_resolver_count(&b->sources);
    for (item *it = b->items; it < b->items + b->count; it++) {
        it->gave = pith_alloc_array(b->arena, quorum, sizeof(pith_answer *));
        if (!it->gave)
            return pith_fail_memory(b->err);
    }
    for (size_t r = 0; r < resolvers; r++) {
        size_t n = 0;
        pith_answer *answers = pith_alloc_array(b->arena, b->count, sizeof *answers);
        if (!answers)
            return pith_fail_memory(b->err);
        for (item *it = b->items; it < b->items + b->count; it++) {
            if (it->gave_count < quorum)
                answers[n++] = (pith_answer){.number = &it->number};
        }
        if (n == 0)
            break;
        pith_status status =
            pith_resolver_ask(b->arena, timed(b, resolvers - r), pith_resolver_at(&b->sources, r),
                              answers, n, &answered, b->err);
        if (status != PITH_OK)
            return status;
    }
    for (item *it = b->items; it < b->items + b->count; it++)
        judge_quorum(b, it);
    return PITH_OK;
}

// A stale copy that holds is better than no answer, a false one or a weaker one, and says that it
// is stale.
static void fall_back(batch *b, item *it)
{
    if (it->done || !it->has_known)
        return;
    pith_status why = it->status;
    pith_error reason = it->error;
    if (it->result) {
        (void)pith_fail(&reason, PITH_NOT_FOUND, it->number.id, "the resolver gave %s",
                        strength(it->result) ? "it without a receipt" : "what does not hold");
    }
    it->status = PITH_NOT_FOUND;
    if (judge(b, it, list_known(&it->known)) && strength(it->result)) {
        pith_result_note(b->arena, it->result, PITH_CACHE_STALE, reason.object, reason.message);
    } else if (!it->result || why != PITH_OK) {
        it->result = NULL;
        it->status = why;
        it->error = reason;
    }
}

// ---- The whole ------------------------------------------------------------------------

static pith_status ask_files(batch *b, item *it)
{
    pith_raw *raws = NULL;
    it->status = pith_source_files(b->arena, &b->sources, &it->number, &raws, &it->error);
    if (it->status == PITH_OK && raws)
        (void)judge(b, it, raws);
    else if (it->status == PITH_OK)
        it->status = pith_fail(&it->error, PITH_NOT_FOUND, it->number.id,
                               "no document for this number in --from");
    it->done = true;
    return PITH_OK;
}

static pith_status ask_all(batch *b)
{
    pith_status status = PITH_OK;
    for (size_t i = 0; i < b->count && status == PITH_OK; i++) {
        item *it = &b->items[i];
        if (b->sources.from_count) {
            status = ask_files(b, it);
            continue;
        }
        it->status = pith_fail(
            &it->error, PITH_NOT_FOUND, it->number.id, "%s",
            b->sources.offline ? "is not in the cache; run once without --offline" : NOWHERE);
        if (b->sources.cache && (b->sources.quorum < 2 || b->sources.offline))
            status = ask_cache(b, it);
    }
    if (status != PITH_OK || b->sources.from_count || b->sources.offline)
        return status;
    status = b->sources.quorum > 1 ? ask_quorum(b) : ask_in_turn(b);
    for (size_t i = 0; i < b->count && status == PITH_OK; i++)
        fall_back(b, &b->items[i]);
    pith_error ignored;
    if (b->kept &&
        pith_cache_trim(b->arena, b->sources.cache, CACHE_LIMIT, b->kept, &ignored) != PITH_OK)
        return status; // too large is no reason to fail
    return status;
}

// ---- Names ----------------------------------------------------------------------------

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
static pith_status begin(batch *b, question *q)
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
            b->items[b->count++] = (item){.number = target->number, .target = i};
        }
    }
    return PITH_OK;
}

// Looks up the names that are not settled and adds an item for each number that one of them may
// stand for.
static pith_status add_names(batch *b, question *q)
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
    pith_status status = pith_names_look_up(b->arena, timed(b, 2), q->names, open, b->err);
    if (status != PITH_OK)
        return status;
    for (size_t i = 0; i < open; i++)
        total += q->names[i].count;
    item *items = pith_alloc_array(b->arena, total, sizeof *items);
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
            b->items[b->count++] = (item){.number = name->numbers[k], .target = target};
    }
    return PITH_OK;
}

// Whether `other` is a second answer, as good as `it`, to the same question. A short form's
// candidate that could not be had may be the one that was meant.
static bool is_rival(const pith_target *target, const item *it, const item *other)
{
    bool shared = pith_name_is_shared(target);
    if (other->target != it->target)
        return false;
    if (!other->result)
        return !shared && pith_status_exit(other->status) == PITH_EXIT_NETWORK;
    return strength(other->result) == strength(it->result) &&
           pith_name_fits(target, other->result) &&
           (!shared || other->result->source_version == it->result->source_version);
}

static void settle_rivals(batch *b, question *q, const item *it)
{
    const pith_target *target = &q->targets[it->target];
    pith_number rivals[PITH_NAME_CANDIDATES];
    size_t n = 0;
    for (const item *other = b->items; other < b->items + b->count; other++) {
        if (n < PITH_NAME_CANDIDATES && is_rival(target, it, other))
            rivals[n++] = other->number;
    }
    if (n < 2) // itself
        return;
    q->results[it->target] = NULL;
    q->final[it->target] = strength(it->result) == 2;
    (void)pith_name_ambiguous(target, rivals, n, &q->errors[it->target]);
}

// Of several versions the highest one stands for the name, of those that a key vouches for if
// there are any: anybody can make a record of version 999.
static bool is_better(const pith_result *a, const pith_result *than)
{
    if (strength(a) != strength(than))
        return strength(a) > strength(than);
    return a->source_version > than->source_version;
}

// Keeps what an index said of a name, as far as the records agree. Unless all of it could be
// looked at, the index is asked again the next time.
static void keep_name(batch *b, const question *q, size_t i)
{
    const pith_name *name = &q->names[i];
    pith_number numbers[PITH_NAME_CANDIDATES];
    pith_error ignored;
    size_t n = 0;
    bool whole = true;
    for (const item *it = b->items; it < b->items + b->count; it++) {
        if (it->target != q->whose[i])
            continue;
        if (!it->result && pith_status_exit(it->status) == PITH_EXIT_NETWORK)
            whole = false;
        if (it->result && good(it->result) && pith_name_fits(name->target, it->result) &&
            n < PITH_NAME_CANDIDATES)
            numbers[n++] = it->number;
    }
    if (n > 0 && pith_cache_set_alias(b->arena, b->sources.cache, name->target, numbers, n,
                                      whole ? b->sources.now : 0, &ignored) != PITH_OK)
        return; // a cache that cannot be written is no reason to fail
}

static void settle(batch *b, question *q)
{
    for (const item *it = b->items; it < b->items + b->count; it++) {
        const pith_target *target = &q->targets[it->target];
        pith_result **best = &q->results[it->target];
        pith_error *error = &q->errors[it->target];
        bool strong = strength(it->result) == 2;
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
            if (*target->alias_kind && good(it->result))
                settle_rivals(b, q, it);
        }
    }
    for (size_t i = 0; i < q->name_count; i++) {
        size_t target = q->whose[i];
        q->final[target] = q->final[target] || strength(q->results[target]) == 2;
    }
    for (size_t i = 0; b->sources.cache && i < q->name_count; i++) {
        if (q->names[i].from_index)
            keep_name(b, q, i);
    }
}

pith_status pith_resolve_all(pith_arena *arena, const pith_sources *sources,
                             const pith_keyring *keyring, const pith_target *targets, size_t count,
                             pith_result **results, pith_error *errors, pith_error *err)
{
    batch b = {.arena = arena, .sources = *sources, .keyring = keyring, .err = err};
    question q = {.targets = targets, .results = results, .errors = errors, .count = count};
    memset(results, 0, count * sizeof *results);
    if (!pith_deadline_start(&b.deadline, sources->timeout_ms > 0 ? sources->timeout_ms
                                                                  : PITH_DEFAULT_TIMEOUT_MS))
        return pith_fail(err, PITH_INTERNAL, NULL, "this system has no clock of ticks");
    pith_status status = begin(&b, &q);
    if (status == PITH_OK)
        status = add_names(&b, &q);
    // Once more for the names whose candidates did not have them, until no index is left.
    while (status == PITH_OK && b.count > 0) {
        status = ask_all(&b);
        if (status == PITH_OK)
            settle(&b, &q);
        b.count = 0;
        if (status == PITH_OK)
            status = add_names(&b, &q);
    }
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
