// SPDX-License-Identifier: MIT
//
// The cache beside its entries: what names stood for, and documents by URL.
#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
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
    char *version = pith_path_join(arena, dir, "v1");
    if (!version || !pith_cache_read_names(arena, version, &seen))
        return false;
    for (size_t i = 0; i < seen.count; i++) {
        if (pith_cache_is_id(seen.items[i]) && strncmp(seen.items[i], prefix, strlen(prefix)) == 0)
            pith_buf_printf(out, "%s\n", seen.items[i]);
    }
    return true;
}

// The numbers of an alias file, without the line that says when an index was asked.
static void add_numbers(pith_text text, pith_buf *out)
{
    size_t n = 0;
    while (n + PITH_ID_LEN < text.n && text.p[n + PITH_ID_LEN] == '\n')
        n += PITH_ID_LEN + 1;
    pith_buf_add(out, text.p, n);
}

// Records are kept under their arXiv id and version; the other names follow from the number and
// the id.
pith_status pith_cache_read_alias(pith_arena *arena, const char *dir, const pith_target *target,
                                  pith_text *out, int64_t *asked_at, pith_error *err)
{
    static const char doi_prefix[] = "10.48550/arxiv.";
    const char *kind = target->alias_kind;
    const char *value = target->alias_value;
    pith_text own = read_alias(arena, dir, kind, value);
    pith_buf text;
    bool good = true;
    pith_buf_init(&text, SIZE_MAX);
    add_numbers(own, &text);
    *asked_at = pith_cache_meta_time(own);
    if (strncmp(kind, "pith_short_", 11) == 0) {
        good = add_entries(arena, dir, value, &text);
    } else if (strcmp(kind, "doi") == 0) {
        add_numbers(read_alias(arena, dir, "arxiv", value + strlen(doi_prefix)), &text);
    }
    char *copy = good && pith_buf_ok(&text) ? pith_alloc_copy(arena, text.data, text.len) : NULL;
    *out = (pith_text){copy, text.len};
    pith_buf_free(&text);
    return copy ? PITH_OK : pith_fail_memory(err);
}

pith_status pith_cache_write_alias(pith_arena *arena, const char *dir, const char *kind,
                                   const char *value, const char *id, int64_t asked_at,
                                   pith_error *err)
{
    pith_text known;
    char *path = alias_path(arena, dir, kind, value);
    char *folder = path ? pith_path_dir(arena, path) : NULL;
    if (!folder)
        return pith_fail_memory(err);
    if (pith_file_read(arena, path, PITH_CACHE_MAX_ALIAS, &known, err) != PITH_OK)
        known = (pith_text){0};
    bool listed = false;
    size_t n = 0;
    for (; n + PITH_ID_LEN < known.n && known.p[n + PITH_ID_LEN] == '\n'; n += PITH_ID_LEN + 1)
        listed = listed || memcmp(known.p + n, id, PITH_ID_LEN) == 0;
    if (listed && asked_at == 0)
        return PITH_OK;
    if (asked_at == 0)
        asked_at = pith_cache_meta_time(known);
    if (!pith_cache_make_folders(arena, folder))
        return pith_fail(err, PITH_IO_WRITE, folder, "cannot be made: %s", strerror(errno));
    pith_buf text;
    pith_buf_init(&text, PITH_CACHE_MAX_ALIAS);
    pith_buf_add(&text, known.p, n);
    if (!listed)
        pith_buf_printf(&text, "%s\n", id);
    if (asked_at)
        pith_buf_printf(&text, "fetched-at %lld\n", (long long)asked_at);
    pith_status status =
        pith_buf_ok(&text) ? pith_cache_replace(arena, path, (pith_text){text.data, text.len}, err)
                           : PITH_OK; // a name of two thousand records helps nobody
    pith_buf_free(&text);
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
