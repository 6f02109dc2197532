// SPDX-License-Identifier: MIT
//
// Mirrors by the manifest of a resolver (protocol.md section 8).
#include "base/arena.h"
#include "base/err.h"
#include "resolve/resolve.h"
#include "source/resolver.h"

enum { MAX_MANIFEST = 64 << 10, MAX_BASE = 200 };

typedef struct finding {
    pith_arena *arena;
    const pith_sources *sources;
    const char **bases;
    size_t count;
} finding;

static bool is_known(const finding *f, const char *base)
{
    for (size_t i = 0; i < f->count; i++) {
        if (strcmp(f->bases[i], base) == 0)
            return true;
    }
    for (size_t i = 0; i < pith_resolver_count(f->sources); i++) {
        if (strcmp(pith_resolver_at(f->sources, i), base) == 0)
            return true;
    }
    return false;
}

static pith_status add(finding *f, pith_text text, pith_error *err)
{
    while (text.n > 0 && text.p[text.n - 1] == '/')
        text.n--;
    if (text.n == 0 || text.n > MAX_BASE || memchr(text.p, '\0', text.n))
        return PITH_OK;
    const char *base = pith_alloc_copy(f->arena, text.p, text.n);
    if (!base)
        return pith_fail_memory(err);
    if (f->count == PITH_MIRRORS_MAX || is_known(f, base))
        return PITH_OK;
    pith_status status = pith_resolver_check_base(f->arena, f->sources, base, err);
    if (status == PITH_OK)
        f->bases[f->count++] = base;
    return status == PITH_USAGE ? PITH_OK : status;
}

// {"mirrors":[{"base_url":...},...]}. What cannot be read names no mirrors.
static pith_status read_manifest(finding *f, pith_text bytes, pith_error *err)
{
    const pith_clean *clean;
    pith_view root;
    pith_view list;
    pith_view mirror;
    pith_text text;
    pith_error ignored;
    pith_status status = pith_gate(f->arena, bytes.p, bytes.n, &clean, err);
    if (status == PITH_OK)
        status = pith_view_open(f->arena, clean, 0, 0, &root, err);
    if (status == PITH_OK)
        status = pith_need(root, "", "mirrors", PITH_JSON_ARRAY, &list, err);
    if (status != PITH_OK)
        return status == PITH_MEMORY ? status : PITH_OK;
    for (bool more = pith_view_first(list, &mirror); more && status == PITH_OK;
         more = pith_view_next(&mirror)) {
        if (pith_need_string(mirror, "", "base_url", &text, &ignored) == PITH_OK)
            status = add(f, text, err);
    }
    return status;
}

// Keeps a new manifest, or gives the one that was kept: mirrors are wanted most when the
// resolver is down.
static pith_status remember(pith_arena *arena, const pith_sources *sources, const char *url,
                            bool is_new, pith_text *bytes, pith_error *err)
{
    pith_error ignored; // a cache that cannot be written is no reason to fail
    if (!sources->cache)
        return PITH_OK;
    if (!is_new)
        return pith_cache_read_url(arena, sources->cache, url, MAX_MANIFEST, bytes, err);
    return pith_cache_write_url(arena, sources->cache, url, *bytes, &ignored) == PITH_MEMORY
               ? pith_fail_memory(err)
               : PITH_OK;
}

pith_status pith_mirrors_find(pith_arena *arena, const pith_sources *sources,
                              const char *bases[PITH_MIRRORS_MAX], size_t *count, bool *answered,
                              pith_error *err)
{
    finding f = {.arena = arena, .sources = sources, .bases = bases};
    pith_status status = PITH_OK;
    pith_sources timed = *sources;
    pith_deadline deadline;
    size_t resolvers = pith_resolver_count(sources);
    if (!pith_resolver_deadline(sources, &deadline))
        return pith_fail_memory(err);
    *answered = false;
    for (size_t i = 0; i < resolvers && status == PITH_OK; i++) {
        timed.timeout_ms = pith_deadline_share(&deadline, resolvers - i);
        const char *url;
        pith_text bytes = {0};
        status = pith_resolver_fetch(arena, &timed, pith_resolver_at(sources, i),
                                     "pith-mirrors.json", MAX_MANIFEST, &bytes, &url, err);
        if (status == PITH_MEMORY || status == PITH_USAGE)
            return status;
        status = remember(arena, sources, url, status == PITH_OK, &bytes, err);
        if (status == PITH_OK && bytes.n) {
            *answered = true;
            status = read_manifest(&f, bytes, err);
        }
    }
    *count = f.count;
    return status;
}
