// SPDX-License-Identifier: MIT
#include "source/resolver.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "source/fetch.h"

// The bundle has the events, the record document the title and the status words.
static const char *const endings[PITH_CACHE_DOCUMENTS] = {"/bundle.json", ".json"};

size_t pith_resolver_count(const pith_sources *sources)
{
    return sources->resolver_count ? sources->resolver_count : 1;
}

const char *pith_resolver_at(const pith_sources *sources, size_t index)
{
    return sources->resolver_count ? sources->resolvers[index] : "https://pith.science";
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

static pith_status prepare(pith_arena *arena, const pith_net *net, const char *base,
                           const pith_answer *answer, pith_request *requests, pith_error *err)
{
    for (size_t i = 0; i < PITH_CACHE_DOCUMENTS; i++) {
        char path[80];
        snprintf(path, sizeof path, "pith/%s%s", answer->number->id, endings[i]);
        requests[i] = (pith_request){.url = pith_fetch_url(arena, net, base, path, err),
                                     .max = PITH_MAX_DOCUMENT};
        if (!requests[i].url)
            return err->status;
        if (answer->known && answer->known->documents[i].bytes.p) {
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
static pith_status collect(pith_arena *arena, const pith_sources *sources,
                           const pith_request *requests, pith_answer *answer, pith_error *err)
{
    pith_raw **tail = &answer->documents;
    answer->documents = NULL;
    answer->entry = (pith_cached){.fetched_at = sources->now};
    answer->status = PITH_NOT_FOUND;
    for (size_t i = 0; i < PITH_CACHE_DOCUMENTS; i++) {
        const pith_request *request = &requests[i];
        if (request->status == PITH_NOT_FOUND)
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
        } else {
            answer->entry.etag[i] = text_or_empty(request->new_etag);
            answer->entry.modified[i] = text_or_empty(request->new_modified);
        }
        answer->entry.documents[i] = *raw;
        answer->status = PITH_OK;
        *tail = raw;
        tail = &raw->next;
    }
    if (answer->status == PITH_NOT_FOUND)
        answer->error = requests[0].error;
    return PITH_OK;
}

pith_status pith_resolver_ask(pith_arena *arena, const pith_sources *sources, const char *base,
                              pith_answer *answers, size_t count, pith_error *err)
{
    pith_net net = net_of(sources);
    pith_request *requests =
        pith_alloc_array(arena, count * PITH_CACHE_DOCUMENTS, sizeof *requests);
    if (!requests)
        return pith_fail_memory(err);
    pith_status status = PITH_OK;
    for (size_t i = 0; i < count && status == PITH_OK; i++)
        status = prepare(arena, &net, base, &answers[i], requests + i * PITH_CACHE_DOCUMENTS, err);
    if (status == PITH_OK)
        status = pith_fetch_all(arena, &net, requests, count * PITH_CACHE_DOCUMENTS, err);
    for (size_t i = 0; i < count && status == PITH_OK; i++)
        status = collect(arena, sources, requests + i * PITH_CACHE_DOCUMENTS, &answers[i], err);
    return status;
}

pith_status pith_resolver_ask_alias(pith_arena *arena, const pith_sources *sources,
                                    const char *base, const pith_target *target, pith_text *out,
                                    const char **origin, pith_error *err)
{
    enum { MAX_ALIAS = 64 << 10 };
    char path[160];
    pith_net net = net_of(sources);
    snprintf(path, sizeof path, "alias/%s/%s.json", target->alias_kind, target->alias_value);
    pith_request request = {.url = pith_fetch_url(arena, &net, base, path, err), .max = MAX_ALIAS};
    if (!request.url)
        return err->status;
    *origin = request.url;
    pith_status status = pith_fetch_all(arena, &net, &request, 1, err);
    if (status == PITH_OK && request.status != PITH_OK) {
        *err = request.error;
        return request.status;
    }
    *out = request.body;
    return status;
}
