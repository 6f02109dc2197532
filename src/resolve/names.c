// SPDX-License-Identifier: MIT
//
// Other names -> numbers, by whatever index is at hand. An index is a hint: the record that a
// name leads to has to give that name itself.
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "resolve/resolve.h"
#include "source/resolver.h"

enum { MAX_CANDIDATES = 64 };

typedef struct candidates {
    pith_number items[MAX_CANDIDATES];
    size_t count;
} candidates;

static void add_candidate(candidates *c, pith_text text)
{
    pith_number number;
    pith_error ignored;
    if (c->count == MAX_CANDIDATES || pith_number_parse(text, &number, &ignored) != PITH_OK)
        return;
    for (size_t i = 0; i < c->count; i++) {
        if (strcmp(c->items[i].id, number.id) == 0)
            return;
    }
    c->items[c->count++] = number;
}

// {"pith_numbers":[...]}: an alias index entry of a mirror.
static pith_status read_index(pith_arena *arena, pith_text bytes, const char *origin,
                              candidates *out, pith_error *err)
{
    const pith_clean *clean;
    pith_view root;
    pith_view list;
    pith_view item;
    pith_status status = pith_gate(arena, bytes.p, bytes.n, &clean, err);
    if (status == PITH_OK)
        status = pith_view_open(arena, clean, 0, 0, &root, err);
    if (status == PITH_OK)
        status = pith_need(root, "", "pith_numbers", PITH_JSON_ARRAY, &list, err);
    if (status != PITH_OK) {
        pith_error_name(err, origin);
        return status;
    }
    pith_text text;
    for (bool more = pith_view_first(list, &item); more; more = pith_view_next(&item)) {
        if (pith_view_string(item, &text))
            add_candidate(out, text);
    }
    return PITH_OK;
}

// Files that the user named one by one: those whose record has the name.
static pith_status search_files(pith_arena *arena, const pith_sources *sources,
                                const pith_target *target, candidates *out, pith_error *err)
{
    pith_raw *raws = NULL;
    const pith_number nobody = {.id = "AAAAAAAAAAAAAAAAAAAAAAAAAA"}; // folders have no such file
    pith_status status = pith_source_files(arena, sources, &nobody, &raws, err);
    for (const pith_raw *raw = raws; raw && status == PITH_OK; raw = raw->next) {
        pith_document document;
        status = pith_read_raw(arena, raw, &document, err);
        if (status != PITH_OK)
            break;
        const pith_record *record = &document.carriers[0].record;
        char room[160];
        pith_text alias =
            pith_record_alias(record, pith_text_of(target->alias_kind), room, sizeof room);
        if (pith_text_is(alias, target->alias_value))
            add_candidate(out, pith_text_of(record->id));
    }
    return status;
}

static pith_status search_from(pith_arena *arena, const pith_sources *sources,
                               const pith_target *target, candidates *out, pith_error *err)
{
    pith_text text = {0};
    const char *origin = "";
    pith_status status = pith_source_alias_file(arena, sources, target, &text, &origin, err);
    if (status == PITH_OK && text.n)
        status = read_index(arena, text, origin, out, err);
    if (status == PITH_OK)
        status = search_files(arena, sources, target, out, err);
    return status;
}

// What the cache knows of a name. *enough: no index need be asked. Records are not enough, since
// they do not know of other versions or other numbers that start alike.
static pith_status search_cache(pith_arena *arena, const pith_sources *sources,
                                const pith_target *target, candidates *out, bool *enough,
                                pith_error *err)
{
    enum { FRESH_SECONDS = 24 * 60 * 60 };
    pith_text text;
    int64_t asked_at = 0;
    pith_status status =
        pith_cache_read_alias(arena, sources->cache, target, &text, &asked_at, err);
    for (size_t i = 0; status == PITH_OK && i + PITH_ID_LEN < text.n; i += PITH_ID_LEN + 1) {
        if (text.p[i + PITH_ID_LEN] == '\n')
            add_candidate(out, (pith_text){text.p + i, PITH_ID_LEN});
    }
    int64_t age = sources->now - asked_at;
    *enough = sources->offline ||
              (out->count > 0 && !sources->refresh && age >= 0 && age < FRESH_SECONDS);
    return status;
}

// Keeps the answer of an index. A cache that cannot be written is no reason to fail.
static void keep(pith_arena *arena, const pith_sources *sources, const pith_target *target,
                 const candidates *found)
{
    pith_error ignored;
    for (size_t i = 0; sources->cache && i < found->count; i++) {
        if (pith_cache_write_alias(arena, sources->cache, target->alias_kind, target->alias_value,
                                   found->items[i].id, sources->now, &ignored) != PITH_OK)
            return;
    }
}

// The first resolver whose index knows the name; those that are down, lie or do not know it are
// passed over.
static pith_status search_resolvers(pith_arena *arena, const pith_sources *sources,
                                    const pith_target *target, candidates *out, pith_error *err)
{
    pith_status first = PITH_NOT_FOUND;
    pith_error first_error = {0};
    for (size_t i = 0; i < pith_resolver_count(sources); i++) {
        pith_text text;
        const char *origin;
        pith_status status = pith_resolver_ask_alias(arena, sources, pith_resolver_at(sources, i),
                                                     target, &text, &origin, err);
        if (status == PITH_OK)
            status = read_index(arena, text, origin, out, err);
        if (status == PITH_OK && out->count > 0) {
            keep(arena, sources, target, out);
            return PITH_OK;
        }
        if (first == PITH_NOT_FOUND && status != PITH_NOT_FOUND && status != PITH_OK) {
            first = status;
            first_error = *err;
        }
    }
    if (first == PITH_NOT_FOUND)
        return PITH_OK; // nobody knows the name
    *err = first_error;
    return first;
}

static pith_status search(pith_arena *arena, const pith_sources *sources, const pith_target *target,
                          candidates *out, pith_error *err)
{
    candidates known = {.count = 0};
    bool enough = false;
    if (sources->from_count)
        return search_from(arena, sources, target, out, err);
    pith_status status = PITH_OK;
    if (sources->cache)
        status = search_cache(arena, sources, target, &known, &enough, err);
    if (status == PITH_OK && !enough && !sources->offline)
        status = search_resolvers(arena, sources, target, out, err);
    // Rather what was known than nothing: the record itself has to agree in any case.
    if (out->count == 0 && known.count > 0) {
        *out = known;
        status = PITH_OK;
    }
    return status;
}

static pith_status ambiguous(const pith_target *target, const candidates *found, pith_error *err)
{
    char list[200];
    size_t n = 0;
    list[0] = '\0';
    for (size_t i = 0; i < found->count && i < 4; i++) {
        pith_join(list, sizeof list, &n, pith_text_of(i ? ", " : ""));
        pith_join(list, sizeof list, &n, pith_text_of(found->items[i].id));
    }
    return pith_fail(err, PITH_AMBIGUOUS, target->alias_value, "stands for %zu records: %s%s",
                     found->count, list, found->count > 4 ? ", ..." : "");
}

pith_status pith_name_look_up(pith_arena *arena, const pith_sources *sources,
                              const pith_target *target, pith_number *candidates_out, size_t *count,
                              pith_error *err)
{
    candidates *found = pith_alloc_array(arena, 1, sizeof *found);
    if (!found)
        return pith_fail_memory(err);
    pith_status status = search(arena, sources, target, found, err);
    if (status != PITH_OK)
        return status;
    if (found->count == 0)
        return pith_fail(err, PITH_NOT_FOUND, target->alias_value,
                         "cannot be looked up here: no index at hand knows this %s",
                         strncmp(target->alias_kind, "pith", 4) == 0 ? "short form"
                         : strcmp(target->alias_kind, "doi") == 0    ? "DOI"
                                                                     : "arXiv identifier");
    // Versions of one paper share the arXiv id and the DOI; prefixes are shared by accident.
    bool versions =
        strcmp(target->alias_kind, "arxiv") == 0 || strcmp(target->alias_kind, "doi") == 0;
    if (found->count > 1 && !versions)
        return ambiguous(target, found, err);
    if (found->count > *count)
        return ambiguous(target, found, err);
    memcpy(candidates_out, found->items, found->count * sizeof *found->items);
    *count = found->count;
    return PITH_OK;
}

bool pith_name_fits(const pith_target *target, const pith_result *result)
{
    pith_record record = {.source_kind = result->source_kind,
                          .source_id = result->source_id,
                          .source_version = result->source_version};
    char room[160];
    memcpy(record.id, result->number.id, sizeof record.id);
    return pith_text_is(
        pith_record_alias(&record, pith_text_of(target->alias_kind), room, sizeof room),
        target->alias_value);
}
