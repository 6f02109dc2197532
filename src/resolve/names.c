// SPDX-License-Identifier: MIT
//
// Other names -> numbers, by whatever index is at hand.
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "resolve/resolve.h"
#include "source/resolver.h"

enum { FRESH_SECONDS = 24 * 60 * 60 };

static bool add_candidate(pith_name *name, pith_text text)
{
    pith_number number;
    pith_error ignored;
    const pith_target *target = name->target;
    if (pith_number_parse(text, &number, &ignored) != PITH_OK)
        return true;
    number.year = 0; // an index is not asked for it
    if (strncmp(target->alias_kind, "pith_short_", 11) == 0 &&
        strncmp(number.id, target->alias_value, strlen(target->alias_value)) != 0)
        return true;
    for (size_t i = 0; i < name->count; i++) {
        if (strcmp(name->numbers[i].id, number.id) == 0)
            return true;
    }
    if (name->count == PITH_NAME_CANDIDATES)
        return false;
    name->numbers[name->count++] = number;
    return true;
}

// A name that an index gives too many records: what is left out might be the one that is meant.
static pith_status too_many(pith_name *name)
{
    name->count = 0;
    return pith_fail(&name->error, PITH_AMBIGUOUS, name->target->alias_value,
                     "stands for more than %d records", PITH_NAME_CANDIDATES);
}

// {"pith_numbers":[...]}: an alias index entry of a mirror.
static pith_status read_index(pith_arena *arena, pith_text bytes, const char *origin,
                              pith_name *name)
{
    const pith_clean *clean;
    pith_view root;
    pith_view list;
    pith_view item;
    pith_error *err = &name->error;
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
        if (pith_view_string(item, &text) && !add_candidate(name, text))
            return too_many(name);
    }
    return PITH_OK;
}

// Files that the user named one by one: those whose record has the name.
static pith_status search_files(pith_arena *arena, const pith_sources *sources, pith_name *name)
{
    pith_raw *raws = NULL;
    const pith_number nobody = {.id = "AAAAAAAAAAAAAAAAAAAAAAAAAA"}; // folders have no such file
    pith_status status = pith_source_files(arena, sources, &nobody, &raws, &name->error);
    for (const pith_raw *raw = raws; raw && status == PITH_OK; raw = raw->next) {
        pith_document document;
        status = pith_read_raw(arena, raw, &document, &name->error);
        if (status != PITH_OK)
            break;
        const pith_record *record = &document.carriers[0].record;
        char room[160];
        pith_text alias =
            pith_record_alias(record, pith_text_of(name->target->alias_kind), room, sizeof room);
        if (pith_text_is(alias, name->target->alias_value) &&
            !add_candidate(name, pith_text_of(record->id)))
            status = too_many(name);
    }
    return status;
}

static pith_status search_from(pith_arena *arena, const pith_sources *sources, pith_name *name)
{
    pith_text text = {0};
    const char *origin = "";
    pith_status status =
        pith_source_alias_file(arena, sources, name->target, &text, &origin, &name->error);
    if (status == PITH_OK && text.n)
        status = read_index(arena, text, origin, name);
    if (status == PITH_OK)
        status = search_files(arena, sources, name);
    return status;
}

// What the cache knows of a name. True: no index need be asked. Records are not enough, since
// they do not know of other versions or other numbers that start alike.
static bool search_cache(pith_arena *arena, const pith_sources *sources, pith_name *name)
{
    pith_text text;
    int64_t asked_at = 0;
    if (pith_cache_read_alias(arena, sources->cache, name->target, &text, &asked_at,
                              &name->error) != PITH_OK)
        return false; // a cache that cannot be read is an empty cache
    for (size_t i = 0; i + PITH_ID_LEN < text.n; i += PITH_ID_LEN + 1) {
        if (!add_candidate(name, (pith_text){text.p + i, PITH_ID_LEN}))
            break;
    }
    int64_t age = sources->now - asked_at;
    return sources->offline ||
           (name->count > 0 && !sources->refresh && age >= 0 && age < FRESH_SECONDS);
}

// Asks one resolver's index for the names that have no candidates yet. What is down, lies or
// does not know a name is passed over; the first trouble is kept, since the preferred resolver
// caused it.
static pith_status ask_index(pith_arena *arena, const pith_sources *sources, size_t resolver,
                             pith_name **names, size_t count, pith_error *err)
{
    pith_alias_answer *answers = pith_alloc_array(arena, count, sizeof *answers);
    if (!answers)
        return pith_fail_memory(err);
    for (size_t i = 0; i < count; i++)
        answers[i] = (pith_alias_answer){.target = names[i]->target};
    pith_status status = pith_resolver_ask_aliases(
        arena, sources, pith_resolver_at(sources, resolver), answers, count, err);
    if (status != PITH_OK)
        return status;
    for (size_t i = 0; i < count; i++) {
        pith_name *name = names[i];
        pith_error before = name->error;
        name->next = resolver + 1;
        if (answers[i].status == PITH_OK)
            (void)read_index(arena, answers[i].body, answers[i].origin, name);
        else if (answers[i].status != PITH_NOT_FOUND)
            name->error = answers[i].error;
        name->from_index = name->count > 0;
        if (name->count == 0 && before.status != PITH_OK)
            name->error = before; // the preferred resolver caused it
    }
    return PITH_OK;
}

static pith_status ask_indices(pith_arena *arena, const pith_sources *sources, pith_name *names,
                               size_t count, pith_error *err)
{
    pith_sources timed = *sources;
    pith_deadline deadline;
    size_t resolvers = pith_resolver_count(sources);
    pith_name **open = pith_alloc_array(arena, count, sizeof(pith_name *));
    if (!open || !pith_resolver_deadline(sources, &deadline))
        return pith_fail_memory(err);
    for (size_t r = 0; r < resolvers; r++) {
        timed.timeout_ms = pith_deadline_share(&deadline, resolvers - r);
        size_t n = 0;
        for (size_t i = 0; i < count; i++) {
            if (names[i].next <= r && names[i].count == 0)
                open[n++] = &names[i];
        }
        pith_status status = n ? ask_index(arena, &timed, r, open, n, err) : PITH_OK;
        if (status != PITH_OK)
            return status;
    }
    return PITH_OK;
}

static void say_unknown(pith_name *name)
{
    const char *kind = name->target->alias_kind;
    if (name->count > 0 || name->error.status != PITH_OK)
        return;
    (void)pith_fail(&name->error, PITH_NOT_FOUND, name->target->alias_value,
                    "cannot be looked up here: no index at hand knows this %s",
                    strncmp(kind, "pith", 4) == 0 ? "short form"
                    : strcmp(kind, "doi") == 0    ? "DOI"
                                                  : "arXiv identifier");
}

pith_status pith_names_look_up(pith_arena *arena, const pith_sources *sources, pith_name *names,
                               size_t count, pith_error *err)
{
    pith_name *known = pith_alloc_array(arena, count, sizeof *known);
    if (!known)
        return pith_fail_memory(err);
    for (size_t i = 0; i < count; i++) {
        pith_name *name = &names[i];
        bool first = !name->asked_here;
        bool enough = false;
        name->asked_here = true;
        name->count = 0;
        name->from_index = false;
        name->error = (pith_error){.status = PITH_OK};
        if (first && sources->from_count)
            (void)search_from(arena, sources, name);
        else if (first && sources->cache)
            enough = search_cache(arena, sources, name);
        known[i] = *name;
        if (!enough && !sources->from_count)
            name->count = 0;
    }
    pith_status status = PITH_OK;
    if (!sources->from_count && !sources->offline)
        status = ask_indices(arena, sources, names, count, err);
    for (size_t i = 0; i < count && status == PITH_OK; i++) {
        pith_name *name = &names[i];
        if (name->count == 0 && known[i].count > 0) {
            // Rather what was known than nothing: the record itself has to agree in any case.
            memcpy(name->numbers, known[i].numbers, sizeof name->numbers);
            name->count = known[i].count;
        }
        say_unknown(name);
    }
    return status;
}

bool pith_name_is_shared(const pith_target *target)
{
    return strcmp(target->alias_kind, "arxiv") == 0 || strcmp(target->alias_kind, "doi") == 0;
}

pith_status pith_name_ambiguous(const pith_target *target, const pith_number *numbers, size_t count,
                                pith_error *err)
{
    char list[200];
    size_t n = 0;
    list[0] = '\0';
    for (size_t i = 0; i < count && i < 4; i++) {
        pith_join(list, sizeof list, &n, pith_text_of(i ? ", " : ""));
        pith_join(list, sizeof list, &n, pith_text_of(numbers[i].id));
    }
    return pith_fail(err, PITH_AMBIGUOUS, target->alias_value, "stands for %zu records: %s%s",
                     count, list, count > 4 ? ", ..." : "");
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

typedef struct cached {
    pith_arena *arena; // of one record
    const char *dir;
} cached;

// A record that is not in the cache, or cannot be read, contradicts nothing.
static bool record_fits(void *context, const char *kind, const char *value, const char *id)
{
    cached *c = context;
    char room[160];
    pith_number number = {0};
    pith_cached entry;
    pith_error ignored;
    bool fits = true;
    if (strncmp(kind, "pith_short_", 11) == 0)
        return strncmp(id, value, strlen(value)) == 0;
    memcpy(number.id, id, sizeof number.id);
    if (pith_cache_read(c->arena, c->dir, &number, &entry, &ignored) == PITH_OK) {
        for (const pith_raw *raw = pith_cached_list(&entry); raw; raw = raw->next) {
            pith_document document;
            if (pith_read_raw(c->arena, raw, &document, &ignored) != PITH_OK)
                continue;
            const pith_record *record = &document.carriers[0].record;
            if (strcmp(record->id, id) == 0)
                fits = pith_text_is(
                    pith_record_alias(record, pith_text_of(kind), room, sizeof room), value);
        }
    }
    pith_arena_reset(c->arena);
    return fits;
}

pith_status pith_cache_check_names(pith_arena *arena, const char *dir, size_t *dropped,
                                   pith_error *err)
{
    enum { RECORD_ROOM = 256 << 20 };
    cached c = {pith_arena_new(RECORD_ROOM), dir};
    *dropped = 0;
    pith_status status = c.arena
                             ? pith_cache_filter_names(arena, dir, record_fits, &c, dropped, err)
                             : pith_fail_memory(err);
    pith_arena_free(c.arena);
    return status;
}
