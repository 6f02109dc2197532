// SPDX-License-Identifier: MIT
//
// Number -> checked result: the one place that composes source, gate, model and verify.
#include "resolve/resolve.h"

#include "base/arena.h"
#include "base/err.h"
#include "evidence/claims.h"
#include "source/resolver.h"
#include "json/gate.h"

pith_status pith_read_raw(pith_arena *arena, const pith_raw *raw, pith_document *out,
                          pith_error *err)
{
    const pith_clean *clean;
    pith_status status = pith_gate(arena, raw->bytes.p, raw->bytes.n, &clean, err);
    if (status == PITH_OK)
        status = pith_document_read(arena, clean, raw->origin, out, err);
    if (status != PITH_OK)
        pith_error_name(err, raw->origin);
    return status;
}

pith_status pith_sources_check(const pith_sources *sources, pith_error *err)
{
    if (!sources->offline || sources->from_count || sources->cache)
        return PITH_OK;
    return pith_fail(err, PITH_USAGE, "--offline",
                     "needs a cache, and neither HOME nor PITH_CACHE_DIR names one");
}

bool pith_document_is_about(const pith_document *document, const pith_number *number)
{
    pith_number stated;
    pith_error error;
    if (strcmp(document->carriers[0].record.id, number->id) == 0)
        return true;
    return document->stated_number.p &&
           pith_number_parse(document->stated_number, &stated, &error) == PITH_OK &&
           strcmp(stated.id, number->id) == 0;
}

// Reads the raw documents. Files that the user named one by one may be about other numbers
// of the same command; those are left out, unless there is just one file.
static pith_status read_all(pith_arena *arena, const pith_raw *raws, const pith_number *number,
                            pith_document **out, size_t *count, pith_error *err)
{
    size_t total = 0;
    for (const pith_raw *raw = raws; raw; raw = raw->next)
        total++;
    *out = pith_alloc_array(arena, total, sizeof **out);
    if (!*out)
        return pith_fail_memory(err);
    *count = 0;
    for (const pith_raw *raw = raws; raw; raw = raw->next) {
        pith_document *document = &(*out)[*count];
        pith_status status = pith_read_raw(arena, raw, document, err);
        if (status != PITH_OK)
            return status;
        if (raw->by_name || total == 1 || pith_document_is_about(document, number))
            ++*count;
    }
    return PITH_OK;
}

pith_status pith_judge_raws(pith_arena *arena, const pith_raw *raws, const pith_number *number,
                            const pith_keyring *keyring, pith_result **out, pith_error *err)
{
    pith_document *documents = NULL;
    size_t count = 0;
    pith_status status = read_all(arena, raws, number, &documents, &count, err);
    if (status != PITH_OK)
        return status;
    if (count == 0)
        return pith_fail(err, PITH_NOT_FOUND, number->id, "no document given is about this number");
    status = pith_verify_documents(arena, documents, count, number, keyring, false, out, err);
    return status == PITH_OK ? pith_evidence_gather(arena, documents, count, keyring, *out, err)
                             : status;
}

// What one resolver gives, if it holds; *strong when a trusted key vouches for it.
static pith_status gather_one(pith_arena *arena, const pith_sources *sources, const char *base,
                              const pith_number *number, const pith_keyring *keyring,
                              pith_raw **out, bool *strong, pith_error *err)
{
    pith_answer answer = {.number = number};
    pith_result *result = NULL;
    *out = NULL;
    pith_status status = pith_resolver_ask(arena, sources, base, &answer, 1, NULL, err);
    if (status != PITH_OK)
        return status;
    if (answer.status != PITH_OK) {
        *err = answer.error;
        return answer.status;
    }
    status = pith_judge_raws(arena, answer.documents, number, keyring, &result, err);
    if (status != PITH_OK || !result)
        return status;
    *strong = *strong || (result->exit == PITH_EXIT_OK && result->receipt == PITH_OK);
    if (result->exit == PITH_EXIT_INVALID || result->exit == PITH_EXIT_MALFORMED)
        return pith_result_error(result, answer.documents->origin, err);
    *out = answer.documents;
    return PITH_OK;
}

pith_status pith_gather(pith_arena *arena, const pith_sources *sources, const pith_number *number,
                        const pith_keyring *keyring, pith_raw **out, pith_error *err)
{
    if (sources->from_count)
        return pith_source_files(arena, sources, number, out, err);
    pith_sources timed = *sources;
    pith_deadline deadline;
    pith_error first = {.status = PITH_NOT_FOUND};
    size_t resolvers = pith_resolver_count(sources);
    size_t want = sources->quorum > 1 ? sources->quorum : 1;
    size_t answers = 0;
    bool strong = false;
    if (!pith_resolver_deadline(sources, &deadline))
        return pith_fail_memory(err);
    *out = NULL;
    for (size_t i = 0; i < resolvers && (answers < want || !strong); i++) {
        timed.timeout_ms = pith_deadline_share(&deadline, resolvers - i);
        pith_status status = gather_one(arena, &timed, pith_resolver_at(sources, i), number,
                                        keyring, out, &strong, err);
        if (status == PITH_MEMORY || status == PITH_USAGE)
            return status;
        if (status == PITH_OK)
            answers++;
        else if (first.status == PITH_NOT_FOUND && status != PITH_NOT_FOUND)
            first = *err;
        while (*out)
            out = &(*out)->next;
    }
    if (answers >= want || (answers == 0 && first.status == PITH_NOT_FOUND))
        return PITH_OK;
    if (first.status != PITH_NOT_FOUND) {
        *err = first;
        return first.status;
    }
    return pith_fail(err, PITH_NETWORK, number->id, "%zu of %zu resolvers have it", answers, want);
}

pith_status pith_verify_bytes(pith_arena *arena, pith_text bytes, const char *origin,
                              const pith_number *wanted, const pith_keyring *keyring,
                              pith_result **out, pith_error *err)
{
    const pith_raw raw = {.origin = origin, .bytes = bytes};
    pith_document document;
    pith_status status = pith_read_raw(arena, &raw, &document, err);
    if (status == PITH_OK)
        status = pith_verify_documents(arena, &document, 1, wanted, keyring, true, out, err);
    return status == PITH_OK ? pith_evidence_gather(arena, &document, 1, keyring, *out, err)
                             : status;
}
