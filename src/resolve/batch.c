// SPDX-License-Identifier: MIT
//
// Each number goes through files, or cache and resolvers, until a good verdict is reached or
// nothing is left to ask.
#include "resolve/batch.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"

// A cached document older than this is asked for again, with its validators.
// One without a valid receipt sooner: somebody may have left the receipt out.
enum { FRESH_SECONDS = 24 * 60 * 60, FRESH_UNSIGNED_SECONDS = 10 * 60 };
static const int64_t CACHE_LIMIT = (int64_t)256 << 20;
#define NOWHERE "the resolver has no such number"

const pith_sources *pith_batch_timed(pith_batch *b, size_t parts)
{
    b->sources.timeout_ms = pith_deadline_share(&b->deadline, parts);
    return &b->sources;
}

// ---- Verdicts -------------------------------------------------------------------------

int pith_batch_strength(const pith_result *result)
{
    return !result || result->exit != PITH_EXIT_OK ? 0 : result->receipt == PITH_OK ? 2 : 1;
}

bool pith_batch_judge(pith_batch *b, pith_item *it, const pith_raw *raws)
{
    pith_result *result = NULL;
    pith_error error;
    pith_status status = pith_judge_raws(b->arena, raws, &it->number, b->keyring, &result, &error);
    if (status == PITH_OK &&
        (!it->result || pith_batch_strength(result) > pith_batch_strength(it->result))) {
        it->result = result;
        it->status = PITH_OK;
        it->done = pith_batch_strength(result) == 2;
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

static bool is_fresh(const pith_batch *b, const pith_item *it, int64_t seconds)
{
    if (b->sources.offline)
        return true;
    int64_t age = b->sources.now - it->known.fetched_at;
    return !b->sources.refresh && it->known.fetched_at > 0 && age >= 0 && age < seconds;
}

// Whether the documents are false or no documents, whatever the user asked for: another year or
// keyring than theirs does not make them so.
static bool is_damaged(const pith_batch *b, const pith_item *it, const pith_raw *raws)
{
    pith_number any_year = it->number;
    pith_result *result;
    pith_error ignored;
    any_year.year = 0;
    pith_status status = pith_judge_raws(b->arena, raws, &any_year, b->keyring, &result, &ignored);
    pith_exit exit = status == PITH_OK ? result->exit : pith_status_exit(status);
    return exit == PITH_EXIT_INVALID || exit == PITH_EXIT_MALFORMED;
}

static pith_status ask_cache(pith_batch *b, pith_item *it)
{
    pith_status status =
        pith_cache_read(b->arena, b->sources.cache, &it->number, &it->known, b->err);
    if (status != PITH_OK)
        return status;
    pith_raw *raws = pith_cached_list(&it->known);
    it->has_known = raws != NULL;
    if (!raws)
        return PITH_OK;
    bool fresh = is_fresh(b, it, FRESH_SECONDS);
    if (fresh) {
        (void)pith_batch_judge(b, it, raws);
        it->done = it->done ||
                   (pith_batch_strength(it->result) && is_fresh(b, it, FRESH_UNSIGNED_SECONDS));
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
static void keep(pith_batch *b, const pith_item *it, const pith_cached *entry)
{
    const char *dir = b->sources.cache;
    pith_error ignored;
    static const char *const kinds[] = {"arxiv", "arxiv_version"};
    if (!dir || pith_cache_write(b->arena, dir, &it->number, entry, &ignored) != PITH_OK)
        return;
    for (size_t i = 0; i < PITH_CACHE_DOCUMENTS; i++)
        b->kept += (int64_t)entry->documents[i].bytes.n;
    if (pith_batch_strength(it->result) < 2)
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
static size_t open_questions(pith_batch *b, pith_answer *answers)
{
    size_t n = 0;
    for (pith_item *it = b->items; it < b->items + b->count; it++) {
        if (!it->done)
            answers[n++] = (pith_answer){
                .number = &it->number, .owner = it, .known = it->has_known ? &it->known : NULL};
    }
    return n;
}

void pith_batch_take_failure(const pith_batch *b, pith_item *it, const pith_answer *answer)
{
    if (b->hints || it->result || (it->status != PITH_NOT_FOUND && it->status != PITH_OK))
        return;
    it->status = answer->status;
    it->error = answer->error;
}

static void on_answer(void *context, const pith_answer *answer)
{
    pith_batch *b = context;
    pith_item *it = answer->owner;
    if (answer->status != PITH_OK)
        pith_batch_take_failure(b, it, answer);
    else if (pith_batch_judge(b, it, answer->documents) && pith_batch_strength(it->result))
        keep(b, it, &answer->entry);
}

// Asks one resolver for what the ones before did not give. Answers are judged and kept while
// others travel.
static pith_status ask_one(pith_batch *b, const char *base, size_t left)
{
    const pith_answered answered = {on_answer, b};
    pith_answer *answers = pith_alloc_array(b->arena, b->count, sizeof *answers);
    if (!answers)
        return pith_fail_memory(b->err);
    size_t n = open_questions(b, answers);
    return n == 0 ? PITH_OK
                  : pith_resolver_ask(b->arena, pith_batch_timed(b, left), base, answers, n,
                                      &answered, b->err);
}

static bool is_open(const pith_batch *b)
{
    for (const pith_item *it = b->items; it < b->items + b->count; it++) {
        if (!it->done)
            return true;
    }
    return false;
}

// First signed answer wins, else the first that hashes.
static pith_status ask_in_turn(pith_batch *b)
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
    status =
        pith_mirrors_find(b->arena, pith_batch_timed(b, 2), mirrors, &count, &answered, b->err);
    b->hints = true;
    for (size_t i = 0; i < count && status == PITH_OK && is_open(b); i++)
        status = ask_one(b, mirrors[i], count - i);
    b->hints = false;
    for (pith_item *it = b->items; it < b->items + b->count && status == PITH_OK; it++) {
        size_t n = strlen(it->error.message);
        if (!it->result && n < sizeof it->error.message - 1)
            snprintf(it->error.message + n, sizeof it->error.message - n, "%s",
                     count      ? ", nor has a mirror it names"
                     : answered ? "; it names no other mirrors"
                                : "; nor does it tell its mirrors");
    }
    return status;
}

// A stale copy that holds is better than no answer, a false one or a weaker one, and says that it
// is stale.
static void fall_back(pith_batch *b, pith_item *it)
{
    if (it->done || !it->has_known)
        return;
    pith_status why = it->status;
    pith_error reason = it->error;
    if (it->result) {
        (void)pith_fail(&reason, PITH_NOT_FOUND, it->number.id, "the resolver gave %s",
                        pith_batch_strength(it->result) ? "it without a receipt"
                                                        : "what does not hold");
    }
    it->status = PITH_NOT_FOUND;
    if (pith_batch_judge(b, it, pith_cached_list(&it->known)) && pith_batch_strength(it->result)) {
        pith_result_note(b->arena, it->result, PITH_CACHE_STALE, reason.object, reason.message);
    } else if (!it->result || why != PITH_OK) {
        it->result = NULL;
        it->status = why;
        it->error = reason;
    }
}

// ---- The whole ------------------------------------------------------------------------

static pith_status ask_files(pith_batch *b, pith_item *it)
{
    pith_raw *raws = NULL;
    it->status = pith_source_files(b->arena, &b->sources, &it->number, &raws, &it->error);
    if (it->status == PITH_OK && raws)
        (void)pith_batch_judge(b, it, raws);
    else if (it->status == PITH_OK)
        it->status = pith_fail(&it->error, PITH_NOT_FOUND, it->number.id,
                               "no document for this number in --from");
    it->done = true;
    return PITH_OK;
}

pith_status pith_batch_run(pith_batch *b)
{
    pith_status status = PITH_OK;
    for (size_t i = 0; i < b->count && status == PITH_OK; i++) {
        pith_item *it = &b->items[i];
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
    status = b->sources.quorum > 1 ? pith_batch_ask_quorum(b) : ask_in_turn(b);
    for (size_t i = 0; i < b->count && status == PITH_OK; i++)
        fall_back(b, &b->items[i]);
    pith_error ignored;
    if (b->kept &&
        pith_cache_trim(b->arena, b->sources.cache, CACHE_LIMIT, b->kept, &ignored) != PITH_OK)
        return status; // too large is no reason to fail
    return status;
}
