// SPDX-License-Identifier: MIT
//
// The cache beside its entries: what names stood for, and documents by URL.
#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "source/cache.h"
#include "source/cache_files.h"

#include <errno.h>

// ---- Names ----------------------------------------------------------------------------

static char *alias_path(pith_arena *arena, const char *dir, const char *kind, const char *value)
{
    char *path = pith_path_join(arena, dir, "v1/alias");
    if (path)
        path = pith_path_join(arena, path, kind);
    return path ? pith_path_join(arena, path, value) : NULL;
}

static pith_text read_alias(pith_arena *arena, const char *dir, const char *kind, const char *value)
{
    pith_text text;
    pith_error ignored;
    char *path = alias_path(arena, dir, kind, value);
    if (!path || pith_file_read(arena, path, PITH_CACHE_MAX_ALIAS, &text, &ignored) != PITH_OK)
        return (pith_text){0};
    return text;
}

// Adds the entries whose number starts like a short form.
static bool add_entries(pith_arena *arena, const char *dir, const char *prefix, pith_buf *out)
{
    pith_names_seen seen;
    char *version = pith_path_join(arena, dir, PITH_CACHE_VERSION);
    if (!version || !pith_cache_read_names(arena, version, &seen))
        return false;
    for (size_t i = 0; i < seen.count; i++) {
        if (pith_cache_is_id(seen.items[i]) && strncmp(seen.items[i], prefix, strlen(prefix)) == 0)
            pith_buf_printf(out, "%s\n", seen.items[i]);
    }
    return true;
}

// An alias file: the numbers of records that gave the name, the line fetched-at, then the numbers
// of the index that was asked then.
typedef struct alias_parts {
    pith_text records;
    pith_text index;
    int64_t asked_at; // 0: no index was
} alias_parts;

static size_t count_number_bytes(pith_text text)
{
    size_t n = 0;
    while (n + PITH_ID_LEN < text.n && text.p[n + PITH_ID_LEN] == '\n')
        n += PITH_ID_LEN + 1;
    return n;
}

static alias_parts split(pith_text text)
{
    alias_parts parts = {.records = {text.p, count_number_bytes(text)},
                         .asked_at = pith_cache_meta_time(text)};
    const char *line = text.n ? text.p + parts.records.n : NULL;
    const char *end = line ? memchr(line, '\n', text.n - parts.records.n) : NULL;
    if (end) {
        pith_text rest = {end + 1, (size_t)(text.p + text.n - end) - 1};
        parts.index = (pith_text){rest.p, count_number_bytes(rest)};
    }
    return parts;
}

static void add_numbers(alias_parts parts, pith_buf *out)
{
    pith_buf_add(out, parts.records.p, parts.records.n);
    pith_buf_add(out, parts.index.p, parts.index.n);
}

// Records are kept under their arXiv id and version; the other names follow from the number and
// the id.
pith_status pith_cache_read_alias(pith_arena *arena, const char *dir, const pith_target *target,
                                  pith_text *out, int64_t *asked_at, pith_error *err)
{
    static const char doi_prefix[] = "10.48550/arxiv.";
    const char *kind = target->alias_kind;
    const char *value = target->alias_value;
    alias_parts own = split(read_alias(arena, dir, kind, value));
    pith_buf text;
    bool good = true;
    pith_buf_init(&text, SIZE_MAX);
    add_numbers(own, &text);
    *asked_at = own.asked_at;
    if (strncmp(kind, "pith_short_", 11) == 0) {
        good = add_entries(arena, dir, value, &text);
    } else if (strcmp(kind, "doi") == 0) {
        add_numbers(split(read_alias(arena, dir, "arxiv", value + strlen(doi_prefix))), &text);
    }
    char *copy = good && pith_buf_ok(&text) ? pith_alloc_copy(arena, text.data, text.len) : NULL;
    *out = (pith_text){copy, text.len};
    pith_buf_free(&text);
    return copy ? PITH_OK : pith_fail_memory(err);
}

static pith_status write_alias(pith_arena *arena, const char *dir, const char *kind,
                               const char *value, const alias_parts *parts, pith_error *err)
{
    char *path = alias_path(arena, dir, kind, value);
    char *folder = path ? pith_path_dir(arena, path) : NULL;
    if (!folder)
        return pith_fail_memory(err);
    if (!pith_cache_make_folders(arena, folder))
        return pith_fail(err, PITH_IO_WRITE, folder, "cannot be made: %s", strerror(errno));
    pith_buf text;
    pith_buf_init(&text, PITH_CACHE_MAX_ALIAS);
    pith_buf_add(&text, parts->records.p, parts->records.n);
    if (parts->asked_at || parts->index.n)
        pith_buf_printf(&text, "fetched-at %lld\n", (long long)parts->asked_at);
    pith_buf_add(&text, parts->index.p, parts->index.n);
    pith_status status =
        pith_buf_ok(&text) ? pith_cache_replace(arena, path, (pith_text){text.data, text.len}, err)
                           : PITH_OK; // a name of two thousand records helps nobody
    pith_buf_free(&text);
    return status;
}

pith_status pith_cache_add_alias(pith_arena *arena, const char *dir, const char *kind,
                                 const char *value, const char *id, pith_error *err)
{
    alias_parts parts = split(read_alias(arena, dir, kind, value));
    for (size_t n = 0; parts.records.p && n < parts.records.n; n += PITH_ID_LEN + 1) {
        if (memcmp(parts.records.p + n, id, PITH_ID_LEN) == 0)
            return PITH_OK;
    }
    pith_buf records;
    pith_buf_init(&records, PITH_CACHE_MAX_ALIAS);
    pith_buf_add(&records, parts.records.p, parts.records.n);
    pith_buf_printf(&records, "%s\n", id);
    parts.records = (pith_text){records.data, records.len};
    pith_status status =
        pith_buf_ok(&records) ? write_alias(arena, dir, kind, value, &parts, err) : PITH_OK;
    pith_buf_free(&records);
    return status;
}

pith_status pith_cache_set_alias(pith_arena *arena, const char *dir, const pith_target *target,
                                 const pith_number *numbers, size_t count, int64_t asked_at,
                                 pith_error *err)
{
    alias_parts parts = split(read_alias(arena, dir, target->alias_kind, target->alias_value));
    pith_buf index;
    pith_buf_init(&index, PITH_CACHE_MAX_ALIAS);
    for (size_t i = 0; i < count; i++)
        pith_buf_printf(&index, "%s\n", numbers[i].id);
    parts.index = (pith_text){index.data, index.len};
    parts.asked_at = asked_at;
    pith_status status = pith_buf_ok(&index) ? write_alias(arena, dir, target->alias_kind,
                                                           target->alias_value, &parts, err)
                                             : PITH_OK;
    pith_buf_free(&index);
    return status;
}

// ---- Names that do not fit ------------------------------------------------------------

typedef struct filter {
    pith_arena *arena; // of folders
    pith_arena *file;  // of one file
    const char *dir;
    pith_cache_fits *fits;
    void *context;
    size_t *dropped;
    pith_error *err;
} filter;

static void keep_fitting(filter *f, const char *kind, const char *value, pith_text *numbers,
                         pith_buf *out)
{
    for (size_t i = 0; i < numbers->n; i += PITH_ID_LEN + 1) {
        char id[PITH_ID_LEN + 1];
        memcpy(id, numbers->p + i, PITH_ID_LEN);
        id[PITH_ID_LEN] = '\0';
        if (!pith_cache_is_id(id) || f->fits(f->context, kind, value, id))
            pith_buf_add(out, numbers->p + i, PITH_ID_LEN + 1);
        else
            ++*f->dropped;
    }
    *numbers = (pith_text){out->data, out->len};
}

static pith_status filter_file(filter *f, const char *path, const char *kind, const char *value)
{
    const size_t before = *f->dropped;
    pith_error ignored;
    pith_text text;
    pith_buf records;
    pith_buf index;
    pith_status status = PITH_OK;
    if (pith_file_read(f->file, path, PITH_CACHE_MAX_ALIAS, &text, &ignored) != PITH_OK)
        return PITH_OK;
    alias_parts parts = split(text);
    pith_buf_init(&records, PITH_CACHE_MAX_ALIAS);
    pith_buf_init(&index, PITH_CACHE_MAX_ALIAS);
    keep_fitting(f, kind, value, &parts.records, &records);
    const size_t of_records = *f->dropped;
    keep_fitting(f, kind, value, &parts.index, &index);
    if (*f->dropped > of_records)
        parts.asked_at = 0; // that index is to be asked again
    if (!pith_buf_ok(&records) || !pith_buf_ok(&index))
        status = pith_fail_memory(f->err);
    else if (*f->dropped > before && records.len + index.len == 0)
        pith_file_remove(path);
    else if (*f->dropped > before)
        status = write_alias(f->file, f->dir, kind, value, &parts, f->err);
    pith_buf_free(&records);
    pith_buf_free(&index);
    return status;
}

// `value`: the path below the kind; NULL while there is none.
// NOLINTNEXTLINE(misc-no-recursion): `depth` bounds it
static pith_status filter_folder(filter *f, const char *folder, const char *kind, const char *value,
                                 int depth)
{
    pith_names_seen seen;
    pith_status status = PITH_OK;
    if (!pith_cache_read_names(f->arena, folder, &seen))
        return pith_fail_memory(f->err);
    for (size_t i = 0; i < seen.count && status == PITH_OK; i++) {
        const char *name = seen.items[i];
        const char *path = pith_path_join(f->arena, folder, name);
        const char *below = value ? pith_path_join(f->arena, value, name) : name;
        if (!path || !below)
            return pith_fail_memory(f->err);
        if (pith_cache_is_temporary(name))
            continue;
        if (pith_path_kind_of(path) == PITH_PATH_DIR && depth > 0)
            status = filter_folder(f, path, kind ? kind : name, kind ? below : NULL, depth - 1);
        else if (pith_path_kind_of(path) == PITH_PATH_FILE && kind)
            status = filter_file(f, path, kind, below);
        pith_arena_reset(f->file);
    }
    return status;
}

pith_status pith_cache_filter_names(pith_arena *arena, const char *dir, pith_cache_fits *fits,
                                    void *context, size_t *dropped, pith_error *err)
{
    enum { FILE_ROOM = 8 << 20, DEPTH = 3 }; // kind, prefix of a DOI, archive of an old arXiv id
    const char *folder = pith_path_join(arena, dir, "v1/alias");
    pith_arena *file = pith_arena_new(FILE_ROOM);
    filter f = {arena, file, dir, fits, context, dropped, err};
    *dropped = 0;
    pith_status status =
        folder && file ? filter_folder(&f, folder, NULL, NULL, DEPTH) : pith_fail_memory(err);
    pith_arena_free(file);
    return status;
}

// ---- Documents by URL -----------------------------------------------------------------

static char *url_path(pith_arena *arena, const char *dir, const char *url)
{
    char hex[65];
    char id[PITH_ID_LEN + 1];
    char *path = pith_path_join(arena, dir, "v1/url");
    pith_digest_words(url, strlen(url), hex, id);
    return path ? pith_path_join(arena, path, hex) : NULL;
}

pith_status pith_cache_read_url(pith_arena *arena, const char *dir, const char *url, size_t max,
                                pith_text *out, pith_error *err)
{
    char *path = url_path(arena, dir, url);
    if (!path)
        return pith_fail_memory(err);
    if (pith_file_read(arena, path, max, out, err) != PITH_OK)
        *out = (pith_text){0};
    return PITH_OK;
}

pith_status pith_cache_write_url(pith_arena *arena, const char *dir, const char *url,
                                 pith_text bytes, pith_error *err)
{
    char *path = url_path(arena, dir, url);
    char *folder = path ? pith_path_dir(arena, path) : NULL;
    if (!folder)
        return pith_fail_memory(err);
    if (!pith_cache_make_folders(arena, folder))
        return pith_fail(err, PITH_IO_WRITE, folder, "cannot be made: %s", strerror(errno));
    return pith_cache_replace(arena, path, bytes, err);
}
