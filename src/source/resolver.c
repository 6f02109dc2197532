// SPDX-License-Identifier: MIT
#include "source/resolver.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "source/fetch.h"

// The bundle has the events, the record document the title and the status words. What is not at
// the usual place may be at the other one that the public manifest and record page name
// (protocol.md sections 3 and 8).
enum { USUAL, ELSEWHERE };
static const struct {
    const char *before; // the number
    const char *behind;
} places[][PITH_CACHE_DOCUMENTS] = {
    [USUAL] = {{"pith/", "/bundle.json"}, {"pith/", ".json"}},
    [ELSEWHERE] = {{".well-known/pith/", "/bundle.json"}, {"pith/", ""}},
};

size_t pith_resolver_count(const pith_sources *sources)
{
    return sources->resolver_count ? sources->resolver_count : 1;
}

const char *pith_resolver_at(const pith_sources *sources, size_t index)
{
    return sources->resolver_count ? sources->resolvers[index] : "https://pith.science";
}

bool pith_resolver_deadline(const pith_sources *sources, pith_deadline *out)
{
    return pith_deadline_start(out, sources->timeout_ms > 0 ? sources->timeout_ms
                                                            : PITH_DEFAULT_TIMEOUT_MS);
}

static pith_net net_of(const pith_sources *sources)
{
    return (pith_net){.cacert = sources->cacert,
                      .allow_private = sources->allow_private,
                      .timeout_ms = sources->timeout_ms,
                      .progress = sources->progress,
                      .context = sources->progress_context};
}

static const char *c_string(pith_arena *arena, pith_text text)
{
    return text.n ? pith_alloc_copy(arena, text.p, text.n) : NULL;
}

static pith_status prepare(pith_arena *arena, const pith_net *net, const char *base, int place,
                           const pith_answer *answer, pith_request *requests, pith_error *err)
{
    for (size_t i = 0; i < PITH_CACHE_DOCUMENTS; i++) {
        char path[80];
        snprintf(path, sizeof path, "%s%s%s", places[place][i].before, answer->number->id,
                 places[place][i].behind);
        requests[i] = (pith_request){.url = pith_fetch_url(arena, net, base, path, err),
                                     .max = PITH_MAX_DOCUMENT,
                                     .accept = place == USUAL ? NULL : "application/ld+json"};
        if (!requests[i].url)
            return err->status;
        // Validators are promises about the usual place.
        if (place == USUAL && answer->known && answer->known->documents[i].bytes.p) {
            requests[i].etag = c_string(arena, answer->known->etag[i]);
            requests[i].modified = c_string(arena, answer->known->modified[i]);
        }
    }
    return PITH_OK;
}

static pith_text text_or_empty(const char *c)
{
    return c ? (pith_text){c, strlen(c)} : (pith_text){0};
}

// Turns the two requests of a number into its answer.
static pith_status collect(pith_arena *arena, const pith_sources *sources, int place,
                           const pith_request *requests, pith_answer *answer, pith_error *err)
{
    pith_raw **tail = &answer->documents;
    answer->documents = NULL;
    answer->entry = (pith_cached){.fetched_at = sources->now};
    answer->status = PITH_NOT_FOUND;
    for (size_t i = 0; i < PITH_CACHE_DOCUMENTS; i++) {
        const pith_request *request = &requests[i];
        // Elsewhere is a guess, and what a site says there of itself is no answer.
        if (request->status == PITH_NOT_FOUND || (place != USUAL && request->status != PITH_OK))
            continue;
        if (request->status != PITH_OK) {
            answer->status = request->status;
            answer->error = request->error;
            return PITH_OK;
        }
        pith_raw *raw = pith_alloc_array(arena, 1, sizeof *raw);
        if (!raw)
            return pith_fail_memory(err);
        *raw = (pith_raw){.origin = request->url, .bytes = request->body, .by_name = true};
        if (request->not_modified) { // then there was a known copy
            raw->bytes = answer->known->documents[i].bytes;
            answer->entry.etag[i] = answer->known->etag[i];
            answer->entry.modified[i] = answer->known->modified[i];
        } else if (place == USUAL) {
            answer->entry.etag[i] = text_or_empty(request->new_etag);
            answer->entry.modified[i] = text_or_empty(request->new_modified);
        }
        answer->entry.documents[i] = *raw;
        answer->status = PITH_OK;
        *tail = raw;
        tail = &raw->next;
    }
    if (answer->status == PITH_NOT_FOUND && place == USUAL)
        answer->error = requests[0].error;
    return PITH_OK;
}

// One round of questions.
typedef struct round {
    pith_arena *arena;
    const pith_sources *sources;
    const pith_answered *answered;
    int place;
    pith_request *requests; // PITH_CACHE_DOCUMENTS for each answer
    pith_answer **answers;
    uint8_t *open; // requests of each answer that are not done
    pith_status status;
    pith_error *err;
} round;

static void on_ended(void *context, const pith_request *request)
{
    round *r = context;
    size_t i = (size_t)(request - r->requests) / PITH_CACHE_DOCUMENTS;
    pith_answer *answer = r->answers[i];
    if (--r->open[i] > 0 || r->status != PITH_OK)
        return;
    r->status = collect(r->arena, r->sources, r->place, r->requests + i * PITH_CACHE_DOCUMENTS,
                        answer, r->err);
    bool last = r->place == ELSEWHERE || answer->status != PITH_NOT_FOUND;
    if (r->status == PITH_OK && last && r->answered)
        r->answered->call(r->answered->context, answer);
}

static pith_status ask(round *r, const char *base, size_t count)
{
    pith_net net = net_of(r->sources);
    net.ended = on_ended;
    net.ended_context = r;
    pith_status status = PITH_OK;
    for (size_t i = 0; i < count && status == PITH_OK; i++) {
        r->open[i] = PITH_CACHE_DOCUMENTS;
        status = prepare(r->arena, &net, base, r->place, r->answers[i],
                         r->requests + i * PITH_CACHE_DOCUMENTS, r->err);
    }
    if (status == PITH_OK)
        status = pith_fetch_all(r->arena, &net, r->requests, count * PITH_CACHE_DOCUMENTS, r->err);
    return status == PITH_OK ? r->status : status;
}

pith_status pith_resolver_ask(pith_arena *arena, const pith_sources *sources, const char *base,
                              pith_answer *answers, size_t count, const pith_answered *answered,
                              pith_error *err)
{
    pith_deadline deadline;
    pith_sources timed = *sources;
    round r = {.arena = arena, .sources = &timed, .answered = answered, .place = USUAL, .err = err};
    r.requests = pith_alloc_array(arena, count * PITH_CACHE_DOCUMENTS, sizeof *r.requests);
    r.answers = pith_alloc_array(arena, count, sizeof(pith_answer *));
    r.open = pith_alloc_array(arena, count, 1);
    if (!r.requests || !r.answers || !r.open || !pith_resolver_deadline(sources, &deadline))
        return pith_fail_memory(err);
    for (size_t i = 0; i < count; i++)
        r.answers[i] = &answers[i];
    pith_status status = ask(&r, base, count);
    size_t missing = 0;
    for (size_t i = 0; i < count && status == PITH_OK; i++) {
        if (answers[i].status == PITH_NOT_FOUND)
            r.answers[missing++] = &answers[i];
    }
    if (status != PITH_OK || missing == 0)
        return status;
    r.place = ELSEWHERE;
    timed.timeout_ms = pith_deadline_share(&deadline, 1);
    return ask(&r, base, missing);
}

pith_status pith_resolver_ask_aliases(pith_arena *arena, const pith_sources *sources,
                                      const char *base, pith_alias_answer *answers, size_t count,
                                      pith_error *err)
{
    enum { MAX_ALIAS = 64 << 10 };
    pith_net net = net_of(sources);
    pith_request *requests = pith_alloc_array(arena, count, sizeof *requests);
    if (!requests)
        return pith_fail_memory(err);
    for (size_t i = 0; i < count; i++) {
        char path[160];
        const pith_target *target = answers[i].target;
        snprintf(path, sizeof path, "alias/%s/%s.json", target->alias_kind, target->alias_value);
        answers[i].origin = pith_fetch_url(arena, &net, base, path, err);
        requests[i] = (pith_request){.url = answers[i].origin, .max = MAX_ALIAS};
        if (!answers[i].origin)
            return err->status;
    }
    pith_status status = pith_fetch_all(arena, &net, requests, count, err);
    for (size_t i = 0; i < count && status == PITH_OK; i++) {
        answers[i].status = requests[i].status;
        answers[i].error = requests[i].error;
        answers[i].body = requests[i].body;
    }
    return status;
}

pith_status pith_resolver_check_base(pith_arena *arena, const pith_sources *sources,
                                     const char *base, pith_error *err)
{
    pith_net net = net_of(sources);
    return pith_fetch_url(arena, &net, base, "x", err) ? PITH_OK : err->status;
}

pith_status pith_resolvers_check(pith_arena *arena, const pith_sources *sources, pith_error *err)
{
    pith_net net = net_of(sources);
    pith_status status = pith_net_check(&net, err);
    for (size_t i = 0; i < pith_resolver_count(sources) && status == PITH_OK; i++)
        status = pith_resolver_check_base(arena, sources, pith_resolver_at(sources, i), err);
    return status;
}

pith_status pith_resolver_fetch(pith_arena *arena, const pith_sources *sources, const char *base,
                                const char *path, size_t max, pith_text *body, const char **url,
                                pith_error *err)
{
    pith_net net = net_of(sources);
    pith_request request = {.max = max};
    *url = request.url = pith_fetch_url(arena, &net, base, path, err);
    if (!request.url)
        return err->status;
    pith_status status = pith_fetch_all(arena, &net, &request, 1, err);
    if (status != PITH_OK)
        return status;
    *body = request.body;
    *err = request.status == PITH_OK ? *err : request.error;
    return request.status;
}
