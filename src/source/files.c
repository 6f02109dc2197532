// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/path.h"
#include "source/source.h"

// Where a folder may hold a number's documents: flat, or laid out like the public site, so
// that a mirrored tree works as it is (protocol.md section 3). The bundle first: it has the
// events. %s is the 26 characters, which pith_number_parse has checked.
static const char *const places[] = {
    "pith/%s/bundle.json", "%s/bundle.json", ".well-known/pith/%s/bundle.json",
    "pith/%s.json",        "%s.json",
};

static pith_status add_file(pith_arena *arena, const char *path, bool by_name, pith_raw ***tail,
                            pith_error *err)
{
    pith_raw *raw = pith_alloc_array(arena, 1, sizeof *raw);
    char *origin = pith_alloc_copy(arena, path, strlen(path));
    if (!raw || !origin)
        return pith_fail_memory(err);
    raw->origin = origin;
    raw->by_name = by_name;
    pith_status status = pith_file_read(arena, path, PITH_MAX_DOCUMENT, &raw->bytes, err);
    if (status != PITH_OK)
        return status;
    **tail = raw;
    *tail = &raw->next;
    return PITH_OK;
}

static pith_status add_folder(pith_arena *arena, const char *dir, const char *id, pith_raw ***tail,
                              pith_error *err)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char name[80];
        const char *gap = strstr(places[i], "%s");
        snprintf(name, sizeof name, "%.*s%s%s", (int)(gap - places[i]), places[i], id, gap + 2);
        char *path = pith_path_join(arena, dir, name);
        if (!path)
            return pith_fail_memory(err);
        if (pith_path_kind_of(path) != PITH_PATH_FILE)
            continue;
        pith_status status = add_file(arena, path, true, tail, err);
        if (status != PITH_OK)
            return status;
    }
    return PITH_OK;
}

pith_status pith_source_files(pith_arena *arena, const pith_sources *sources,
                              const pith_number *number, pith_raw **out, pith_error *err)
{
    pith_raw **tail = out;
    *out = NULL;
    for (size_t i = 0; i < sources->from_count; i++) {
        const char *path = sources->from[i];
        pith_status status;
        if (strcmp(path, "-") != 0 && pith_path_kind_of(path) == PITH_PATH_DIR)
            status = add_folder(arena, path, number->id, &tail, err);
        else
            status = add_file(arena, path, false, &tail, err);
        if (status != PITH_OK)
            return status;
    }
    return PITH_OK;
}

pith_status pith_source_alias_file(pith_arena *arena, const pith_sources *sources,
                                   const pith_target *target, pith_text *out, const char **origin,
                                   pith_error *err)
{
    enum { MAX_ALIAS = 64 << 10 };
    char name[160];
    *out = (pith_text){0};
    snprintf(name, sizeof name, "alias/%s/%s.json", target->alias_kind, target->alias_value);
    for (size_t i = 0; i < sources->from_count; i++) {
        char *path = pith_path_join(arena, sources->from[i], name);
        if (!path)
            return pith_fail_memory(err);
        if (pith_path_kind_of(path) != PITH_PATH_FILE)
            continue;
        *origin = path;
        return pith_file_read(arena, path, MAX_ALIAS, out, err);
    }
    return PITH_OK;
}
