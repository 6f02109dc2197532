// SPDX-License-Identifier: MIT
//
// Many targets at once: names are looked up, then each number goes through files, or cache and
// resolvers, until a good verdict is reached or nothing is left to ask.
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "resolve/resolve.h"
#include "source/resolver.h"

// A cached document older than this is asked for again, with its validators.
enum { FRESH_SECONDS = 24 * 60 * 60, VERSIONS = 16 };
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
} item;

typedef struct batch {
    pith_arena *arena;
    const pith_sources *sources;
    const pith_keyring *keyring;
    item *items;
    size_t count;
    bool kept; // something new in the cache
    pith_error *err;
} batch;

static bool good(const pith_result *result)
{
    return result->exit == PITH_EXIT_OK;
}

// ---- Verdicts -------------------------------------------------------------------------

// The verdict over these documents; keeps the first failure, because it is the one that the
// preferred source caused.
static void judge(batch *b, item *it, const pith_raw *raws)
{
    pith_result *result = NULL;
    pith_error error;
    pith_status status = pith_judge_raws(b->arena, raws, &it->number, b->keyring, &result, &error);
    if (status == PITH_OK && good(result)) {
        it->result = result;
        it->status = PITH_OK;
        it->done = true;
    } else if (status == PITH_OK && !it->result) {
        it->result = result;
        it->status = PITH_OK;
    } else if (status != PITH_OK && !it->result &&
               (it->status == PITH_NOT_FOUND || it->status == PITH_OK)) {
        it->status = status;
        it->error = error;
    }
}

// ---- Cache ----------------------------------------------------------------------------

static bool is_fresh(const batch *b, const item *it)
{
    if (b->sources->offline)
        return true;
    int64_t age = b->sources->now - it->known.fetched_at;
    return it->known.fetched_at > 0 && age >= 0 && age < FRESH_SECONDS;
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
        pith_cache_read(b->arena, b->sources->cache, &it->number, &it->known, b->err);
    if (status != PITH_OK)
        return status;
    pith_raw *raws = list_known(&it->known);
    it->has_known = raws != NULL;
    if (!raws)
        return PITH_OK;
    bool enough = b->sources->offline || (!b->sources->refresh && is_fresh(b, it));
    if (enough) {
        judge(b, it, raws);
        if (it->done) {
            pith_cache_touch(b->arena, b->sources->cache, &it->number);
            return PITH_OK;
        }
    }
    // Damaged or poisoned: it must not stand in the way of a good answer, nor be what a resolver's
    // "not modified" is taken for.
    if (is_damaged(b, it, raws)) {
        pith_cache_drop(b->arena, b->sources->cache, it->number.id);
        it->has_known = false;
    }
    if (enough && !b->sources->offline) {
        it->result = NULL;
        it->status = pith_fail(&it->error, PITH_NOT_FOUND, it->number.id, NOWHERE);
    }
    return PITH_OK;
}

// Keeps a good answer under its number and its names. A cache that cannot be written is no
// reason to fail.
static void keep(batch *b, const item *it, const pith_cached *entry)
{
    static const char *const kinds[] = {"arxiv",         "arxiv_version", "doi",
                                        "pith_short_12", "pith_short_16", "pith_short_8"};
    const char *dir = b->sources->cache;
    pith_error ignored;
    if (!dir || pith_cache_write(b->arena, dir, &it->number, entry, &ignored) != PITH_OK)
        return;
    b->kept = true;
    pith_record record = {.source_kind = it->result->source_kind,
                          .source_id = it->result->source_id,
                          .source_version = it->result->source_version};
    memcpy(record.id, it->number.id, sizeof record.id);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char value[160];
        if (pith_record_alias(&record, pith_text_of(kinds[i]), value, sizeof value).n == 0)
            continue;
        if (pith_cache_write_alias(b->arena, dir, kinds[i], value, it->number.id, 0, &ignored) !=
            PITH_OK)
            return;
    }
}

// ---- Resolvers ------------------------------------------------------------------------

// The numbers that are not done, as questions to one resolver; `which` says whose each is.
static size_t open_questions(batch *b, pith_answer *answers, size_t *which)
{
    size_t n = 0;
    for (size_t i = 0; i < b->count; i++) {
        item *it = &b->items[i];
        if (it->done)
            continue;
        which[n] = i;
        answers[n++] =
            (pith_answer){.number = &it->number, .known = it->has_known ? &it->known : NULL};
    }
    return n;
}

static void take_failure(item *it, const pith_answer *answer)
{
    if (it->result || (it->status != PITH_NOT_FOUND && it->status != PITH_OK))
        return;
    it->status = answer->status;
    it->error = answer->error;
}

// First good answer wins: each resolver is asked for what the ones before did not give.
static pith_status ask_in_turn(batch *b)
{
    pith_answer *answers = pith_alloc_array(b->arena, b->count, sizeof *answers);
    size_t *which = pith_alloc_array(b->arena, b->count, sizeof *which);
    if (!answers || !which)
        return pith_fail_memory(b->err);
    for (size_t r = 0; r < pith_resolver_count(b->sources); r++) {
        size_t n = open_questions(b, answers, which);
        if (n == 0)
            return PITH_OK;
        pith_status status = pith_resolver_ask(b->arena, b->sources,
                                               pith_resolver_at(b->sources, r), answers, n, b->err);
        if (status != PITH_OK)
            return status;
        for (size_t i = 0; i < n; i++) {
            item *it = &b->items[which[i]];
            if (answers[i].status != PITH_OK) {
                take_failure(it, &answers[i]);
                continue;
            }
            judge(b, it, answers[i].documents);
            if (it->done)
                keep(b, it, &answers[i].entry);
        }
    }
    return PITH_OK;
}

// Says which resolvers left out events that others have: a mirror that drops events cannot be
// told from one that never had them, but the reader can be told.
static void note_missing_events(batch *b, item *it, const pith_raw *all)
{
    pith_text documents[64];
    const char *origins[64];
    size_t n = 0;
    const pith_merged *merged;
    pith_merge_counts whole;
    pith_error ignored;
    for (const pith_raw *raw = all; raw && n < 64; raw = raw->next, n++) {
        documents[n] = raw->bytes;
        origins[n] = raw->origin;
    }
    if (pith_merge(b->arena, documents, origins, n, b->keyring, &merged, &ignored) != PITH_OK)
        return;
    pith_merged_count(merged, &whole);
    for (size_t i = 0; i < n; i++) {
        pith_merge_counts part;
        size_t len = strlen(origins[i]);
        bool bundle = len > 12 && strcmp(origins[i] + len - 12, "/bundle.json") == 0;
        if (!bundle || pith_merge(b->arena, &documents[i], &origins[i], 1, b->keyring, &merged,
                                  &ignored) != PITH_OK)
            continue;
        pith_merged_count(merged, &part);
        if (part.events < whole.events) {
            char message[120];
            snprintf(message, sizeof message, "lacks %zu of %zu events that the others have",
                     whole.events - part.events, whole.events);
            pith_result_note(b->arena, it->result, PITH_EVENTS_MISSING, origins[i], message);
        }
    }
}

// Asks `quorum` resolvers and judges all that they give together.
static pith_status ask_quorum(batch *b)
{
    size_t quorum = b->sources->quorum;
    pith_answer *answers = pith_alloc_array(b->arena, b->count * quorum, sizeof *answers);
    size_t *which = pith_alloc_array(b->arena, b->count, sizeof *which);
    if (!answers || !which)
        return pith_fail_memory(b->err);
    if (quorum > pith_resolver_count(b->sources))
        return pith_fail(b->err, PITH_USAGE, NULL, "--quorum %zu needs as many --resolver", quorum);
    size_t n = 0;
    for (size_t r = 0; r < quorum; r++) {
        n = open_questions(b, answers + r * b->count, which);
        for (size_t i = 0; i < n; i++)
            answers[r * b->count + i].known = NULL;
        pith_status status =
            n == 0 ? PITH_OK
                   : pith_resolver_ask(b->arena, b->sources, pith_resolver_at(b->sources, r),
                                       answers + r * b->count, n, b->err);
        if (status != PITH_OK)
            return status;
    }
    for (size_t i = 0; i < n; i++) {
        item *it = &b->items[which[i]];
        pith_raw *all = NULL;
        pith_raw **tail = &all;
        size_t answered = 0;
        for (size_t r = 0; r < quorum; r++) {
            const pith_answer *answer = &answers[r * b->count + i];
            if (answer->status != PITH_OK) {
                take_failure(it, answer);
                continue;
            }
            answered++;
            *tail = answer->documents;
            while (*tail)
                tail = &(*tail)->next;
        }
        if (answered < quorum) {
            char reason[sizeof it->error.message];
            snprintf(reason, sizeof reason, "%.200s", it->error.message);
            it->status =
                it->status == PITH_NOT_FOUND && answered == 0 ? PITH_NOT_FOUND : PITH_NETWORK;
            (void)pith_fail(&it->error, it->status, it->number.id,
                            "%zu of %zu resolvers answered: %s", answered, quorum, reason);
            continue;
        }
        judge(b, it, all);
        if (it->result)
            note_missing_events(b, it, all);
    }
    return PITH_OK;
}

// A stale copy is better than no answer, and says that it is stale.
static void fall_back(batch *b, item *it)
{
    if (it->done || it->result || !it->has_known ||
        pith_status_exit(it->status) != PITH_EXIT_NETWORK)
        return;
    pith_status why = it->status;
    pith_error reason = it->error;
    it->status = PITH_NOT_FOUND;
    judge(b, it, list_known(&it->known));
    if (it->result)
        pith_result_note(b->arena, it->result, PITH_CACHE_STALE, reason.object, reason.message);
    else {
        it->status = why;
        it->error = reason;
    }
}

// ---- The whole ------------------------------------------------------------------------

static pith_status ask_files(batch *b, item *it)
{
    pith_raw *raws = NULL;
    it->status = pith_source_files(b->arena, b->sources, &it->number, &raws, &it->error);
    if (it->status == PITH_OK && raws)
        judge(b, it, raws);
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
        if (b->sources->from_count) {
            status = ask_files(b, it);
            continue;
        }
        it->status = pith_fail(
            &it->error, PITH_NOT_FOUND, it->number.id, "%s",
            b->sources->offline ? "is not in the cache; run once without --offline" : NOWHERE);
        if (b->sources->cache && (b->sources->quorum < 2 || b->sources->offline))
            status = ask_cache(b, it);
    }
    if (status != PITH_OK || b->sources->from_count || b->sources->offline)
        return status;
    status = b->sources->quorum > 1 ? ask_quorum(b) : ask_in_turn(b);
    for (size_t i = 0; i < b->count && status == PITH_OK; i++)
        fall_back(b, &b->items[i]);
    pith_error ignored;
    if (b->kept && pith_cache_trim(b->arena, b->sources->cache, CACHE_LIMIT, &ignored) != PITH_OK)
        return status; // too large is no reason to fail
    return status;
}

// Fills the items: one a full number, or one for each version a name may mean.
static pith_status list_items(batch *b, const pith_target *targets, size_t count,
                              pith_error *errors)
{
    b->items = pith_alloc_array(b->arena, count * VERSIONS, sizeof *b->items);
    if (!b->items)
        return pith_fail_memory(b->err);
    for (size_t i = 0; i < count; i++) {
        pith_number found[VERSIONS];
        size_t n = VERSIONS;
        if (!*targets[i].alias_kind && !*targets[i].number.id)
            continue; // left out; errors[i] is the caller's
        errors[i] = (pith_error){.status = PITH_OK};
        if (!*targets[i].alias_kind) {
            found[0] = targets[i].number;
            n = 1;
        } else if (pith_name_look_up(b->arena, b->sources, &targets[i], found, &n, &errors[i]) !=
                   PITH_OK) {
            n = 0;
        }
        for (size_t k = 0; k < n; k++)
            b->items[b->count++] = (item){.number = found[k], .target = i};
    }
    return PITH_OK;
}

// Of several versions the highest one stands for the name.
static bool is_better(const pith_result *a, const pith_result *than)
{
    if (good(a) != good(than))
        return good(a);
    return a->source_version > than->source_version;
}

pith_status pith_resolve_all(pith_arena *arena, const pith_sources *sources,
                             const pith_keyring *keyring, const pith_target *targets, size_t count,
                             pith_result **results, pith_error *errors, pith_error *err)
{
    batch b = {.arena = arena, .sources = sources, .keyring = keyring, .err = err};
    memset(results, 0, count * sizeof *results);
    pith_status status = list_items(&b, targets, count, errors);
    if (status == PITH_OK && b.count > 0)
        status = ask_all(&b);
    if (status != PITH_OK)
        return status;
    for (size_t i = 0; i < b.count; i++) {
        const item *it = &b.items[i];
        const pith_target *target = &targets[it->target];
        pith_result **best = &results[it->target];
        if (!it->result) {
            if (!*best)
                errors[it->target] = it->error;
        } else if (*target->alias_kind && !pith_name_fits(target, it->result)) {
            if (!*best)
                (void)pith_fail(&errors[it->target], PITH_ALIAS_MISMATCH, target->alias_value,
                                "the index names %s, which has another name", it->number.id);
        } else if (!*best || is_better(it->result, *best)) {
            *best = it->result;
        }
    }
    return PITH_OK;
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
