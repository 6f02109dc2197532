// SPDX-License-Identifier: MIT
#include "source/cache.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"
#include "source/cache_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define ADDED "v1/added"

static const char *const names[PITH_CACHE_DOCUMENTS] = {"bundle.json", "record.json"};

static char *entry_dir(pith_arena *arena, const char *dir, const char *id)
{
    char *version = pith_path_join(arena, dir, PITH_CACHE_VERSION);
    return version ? pith_path_join(arena, version, id) : NULL;
}

// ---- Validators -----------------------------------------------------------------------

static void put_validator(pith_buf *out, const char *key, pith_text value)
{
    for (size_t i = 0; i < value.n; i++) {
        if (value.p[i] < ' ' || value.p[i] > '~')
            return; // nothing that could end the line
    }
    if (value.n == 0 || value.n > PITH_CACHE_MAX_VALIDATOR)
        return;
    pith_buf_printf(out, "%s ", key);
    pith_buf_add(out, value.p, value.n);
    pith_buf_puts(out, "\n");
}

static const char *const etag_keys[] = {"bundle-etag", "record-etag"};
static const char *const modified_keys[] = {"bundle-modified", "record-modified"};
static const char *const hash_keys[] = {"bundle-sha256", "record-sha256"};

// ---- Entries --------------------------------------------------------------------------

// Whether the document is the one that `meta` speaks of. Another one comes from a damaged disk, a
// killed process or a writer beside us; without this its validators would vouch for it.
static bool is_as_written(pith_text bytes, pith_text hash)
{
    char hex[65];
    char id[PITH_ID_LEN + 1];
    pith_digest_words(bytes.p, bytes.n, hex, id);
    return pith_text_is(hash, hex);
}

pith_status pith_cache_read(pith_arena *arena, const char *dir, const pith_number *number,
                            pith_cached *out, pith_error *err)
{
    pith_text meta = {0};
    *out = (pith_cached){0};
    char *entry = entry_dir(arena, dir, number->id);
    char *meta_path = entry ? pith_path_join(arena, entry, "meta") : NULL;
    if (!meta_path)
        return pith_fail_memory(err);
    if (pith_file_read(arena, meta_path, PITH_CACHE_MAX_META, &meta, err) != PITH_OK) {
        meta = (pith_text){0};
    } else {
        out->fetched_at = pith_cache_meta_time(meta);
        for (size_t i = 0; i < PITH_CACHE_DOCUMENTS; i++) {
            out->etag[i] = pith_cache_meta_value(meta, etag_keys[i]);
            out->modified[i] = pith_cache_meta_value(meta, modified_keys[i]);
        }
    }
    for (size_t i = 0; i < PITH_CACHE_DOCUMENTS; i++) {
        pith_raw *raw = &out->documents[i];
        char *path = pith_path_join(arena, entry, names[i]);
        if (!path)
            return pith_fail_memory(err);
        if (pith_file_read(arena, path, PITH_MAX_DOCUMENT, &raw->bytes, err) != PITH_OK)
            raw->bytes = (pith_text){0};
        raw->origin = path;
        raw->by_name = true;
        // Also when it is gone: then there was one.
        pith_text hash = pith_cache_meta_value(meta, hash_keys[i]);
        if (raw->bytes.p ? !is_as_written(raw->bytes, hash) : hash.n > 0) {
            out->etag[i] = out->modified[i] = (pith_text){0};
            out->fetched_at = 0;
        }
    }
    return PITH_OK;
}

pith_raw *pith_cached_list(pith_cached *entry)
{
    pith_raw *first = NULL;
    for (size_t i = PITH_CACHE_DOCUMENTS; i-- > 0;) {
        if (entry->documents[i].bytes.p) {
            entry->documents[i].next = first;
            first = &entry->documents[i];
        }
    }
    return first;
}

void pith_cache_touch(pith_arena *arena, const char *dir, const pith_number *number)
{
    char *folder = entry_dir(arena, dir, number->id);
    char *meta = folder ? pith_path_join(arena, folder, "meta") : NULL;
    if (meta)
        (void)utimensat(AT_FDCWD, meta, NULL, AT_SYMLINK_NOFOLLOW);
}

pith_status pith_cache_write(pith_arena *arena, const char *dir, const pith_number *number,
                             const pith_cached *entry, pith_error *err)
{
    char *folder = entry_dir(arena, dir, number->id);
    char *meta_path = folder ? pith_path_join(arena, folder, "meta") : NULL;
    if (!meta_path)
        return pith_fail_memory(err);
    if (!pith_cache_make_folders(arena, folder))
        return pith_fail(err, PITH_IO_WRITE, folder, "cannot be made: %s", strerror(errno));
    pith_buf meta;
    pith_status status = PITH_OK;
    pith_buf_init(&meta, PITH_CACHE_MAX_META);
    pith_buf_printf(&meta, "fetched-at %lld\n", (long long)entry->fetched_at);
    for (size_t i = 0; i < PITH_CACHE_DOCUMENTS && status == PITH_OK; i++) {
        const pith_raw *raw = &entry->documents[i];
        char hex[65];
        char id[PITH_ID_LEN + 1];
        char *path = pith_path_join(arena, folder, names[i]);
        if (!path) {
            status = pith_fail_memory(err);
        } else if (!raw->bytes.p) {
            unlink(path); // of an earlier answer
        } else {
            pith_digest_words(raw->bytes.p, raw->bytes.n, hex, id);
            put_validator(&meta, hash_keys[i], pith_text_of(hex));
            put_validator(&meta, etag_keys[i], entry->etag[i]);
            put_validator(&meta, modified_keys[i], entry->modified[i]);
            if (raw->origin)
                put_validator(&meta, "source", pith_text_of(raw->origin));
            status = pith_cache_replace(arena, path, raw->bytes, err);
        }
    }
    // Last: validators must not promise documents that are not there.
    if (status == PITH_OK && pith_buf_ok(&meta))
        status = pith_cache_replace(arena, meta_path, (pith_text){meta.data, meta.len}, err);
    pith_buf_free(&meta);
    return status;
}

// ---- Walking --------------------------------------------------------------------------

static bool is_entry_file(const char *name)
{
    return strcmp(name, "meta") == 0 || strcmp(name, names[0]) == 0 ||
           strcmp(name, names[1]) == 0 || pith_cache_is_temporary(name);
}

// Measures an entry. A time in nanoseconds, as `used` is.
static bool measure(pith_arena *arena, const char *entry, int64_t *size, int64_t *used)
{
    pith_names_seen files;
    if (!pith_cache_read_names(arena, entry, &files))
        return false;
    for (size_t i = 0; i < files.count; i++) {
        struct stat st;
        char *path = pith_path_join(arena, entry, files.items[i]);
        if (!path)
            return false;
        if (!is_entry_file(files.items[i]) || lstat(path, &st) != 0)
            continue;
        *size += st.st_size;
        if (strcmp(files.items[i], "meta") == 0)
            *used = (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
    }
    return true;
}

static int by_id(const void *a, const void *b)
{
    return strcmp(((const pith_cache_item *)a)->id, ((const pith_cache_item *)b)->id);
}

static int by_use(const void *a, const void *b)
{
    const pith_cache_item *x = a;
    const pith_cache_item *y = b;
    return x->used != y->used ? (x->used < y->used ? -1 : 1) : by_id(a, b);
}

pith_status pith_cache_list(pith_arena *arena, const char *dir, pith_cache_item **out,
                            size_t *count, pith_error *err)
{
    pith_names_seen seen;
    char *version = pith_path_join(arena, dir, PITH_CACHE_VERSION);
    *count = 0;
    if (!version || !pith_cache_read_names(arena, version, &seen))
        return pith_fail_memory(err);
    *out = pith_alloc_array(arena, seen.count + 1, sizeof **out);
    if (!*out)
        return pith_fail_memory(err);
    for (size_t i = 0; i < seen.count; i++) {
        pith_text meta = {0};
        pith_cache_item *item = &(*out)[*count];
        if (!pith_cache_is_id(seen.items[i]))
            continue;
        memcpy(item->id, seen.items[i], sizeof item->id);
        char *entry = pith_path_join(arena, version, item->id);
        char *path = entry ? pith_path_join(arena, entry, "meta") : NULL;
        if (!path || !measure(arena, entry, &item->bytes, &item->used))
            return pith_fail_memory(err);
        if (pith_file_read(arena, path, PITH_CACHE_MAX_META, &meta, err) == PITH_OK) {
            item->fetched_at = pith_cache_meta_time(meta);
            item->source = pith_cache_meta_value(meta, "source");
        }
        ++*count;
    }
    qsort(*out, *count, sizeof **out, by_id);
    return PITH_OK;
}

void pith_cache_drop(pith_arena *arena, const char *dir, const char *id)
{
    pith_names_seen files;
    char *entry = entry_dir(arena, dir, id);
    if (!entry || !pith_cache_read_names(arena, entry, &files))
        return;
    for (size_t i = 0; i < files.count; i++) {
        char *path = pith_path_join(arena, entry, files.items[i]);
        if (path && is_entry_file(files.items[i]))
            unlink(path);
    }
    rmdir(entry);
}

// Whether a file is a list of numbers, none of which is among the items (if there are any).
static bool is_unused_alias(pith_text text, const pith_cache_item *items, size_t count)
{
    static const char stamp[] = "fetched-at ";
    const char *end = text.p + text.n;
    bool listed = false;
    for (const char *line = text.p; line < end;) {
        pith_cache_item key = {0};
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            return false;
        size_t n = (size_t)(stop - line);
        bool stamped = n > strlen(stamp) && memcmp(line, stamp, strlen(stamp)) == 0;
        if (n == PITH_ID_LEN)
            memcpy(key.id, line, n);
        if (!stamped && !pith_cache_is_id(key.id))
            return false;
        if (!stamped && items && bsearch(&key, items, count, sizeof *items, by_id))
            return false;
        listed = true;
        line = stop + 1;
    }
    return listed;
}

// Removes the files and folders of names below `path`: those that hold only numbers that no
// entry has, or, without items, all that look like ours. rmdir takes empty folders only.
// NOLINTNEXTLINE(misc-no-recursion): `depth` bounds it
static void drop_names(pith_arena *arena, const char *path, const pith_cache_item *items,
                       size_t count, int depth, size_t *removed)
{
    pith_names_seen seen;
    if (!pith_cache_read_names(arena, path, &seen))
        return;
    for (size_t i = 0; i < seen.count; i++) {
        struct stat st;
        pith_text text;
        pith_error ignored;
        char *below = pith_path_join(arena, path, seen.items[i]);
        if (!below || lstat(below, &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode) && depth > 0)
            drop_names(arena, below, items, count, depth - 1, removed);
        if (!S_ISREG(st.st_mode))
            continue;
        bool ours = pith_cache_is_temporary(seen.items[i]);
        if (!ours && pith_file_read(arena, below, PITH_CACHE_MAX_ALIAS, &text, &ignored) == PITH_OK)
            ours = is_unused_alias(text, items, count);
        if (ours && unlink(below) == 0)
            ++*removed;
    }
    rmdir(path);
}

static void drop_unused_names(pith_arena *arena, const char *dir, const pith_cache_item *items,
                              size_t count, size_t *removed)
{
    char *path = pith_path_join(arena, dir, "v1/alias");
    if (path) // alias, kind, archive of an old arXiv id or prefix of a DOI, archive
        drop_names(arena, path, items, count, 3, removed);
}

// Whether enough has been added for a look at all of the cache. The count is kept in the file
// v1/added; that writers beside each other may lose a little of it does no harm.
static bool is_time_to_measure(pith_arena *arena, const char *dir, int64_t limit, int64_t added)
{
    pith_text text;
    pith_error ignored;
    char digits[24];
    int64_t before = 0;
    char *path = pith_path_join(arena, dir, ADDED);
    if (!path || added < 0)
        return true;
    if (pith_file_read(arena, path, sizeof digits, &text, &ignored) == PITH_OK)
        before = pith_cache_digits(text);
    bool enough = before + added > limit / 16;
    snprintf(digits, sizeof digits, "%lld", enough ? 0 : (long long)(before + added));
    return pith_cache_replace(arena, path, pith_text_of(digits), &ignored) != PITH_OK || enough;
}

pith_status pith_cache_trim(pith_arena *arena, const char *dir, int64_t limit, int64_t added,
                            pith_error *err)
{
    pith_cache_item *items;
    size_t count;
    size_t dropped = 0;
    size_t ignored = 0;
    int64_t total = 0;
    if (!is_time_to_measure(arena, dir, limit, added))
        return PITH_OK;
    pith_status status = pith_cache_list(arena, dir, &items, &count, err);
    if (status != PITH_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        total += items[i].bytes;
    if (total <= limit)
        return PITH_OK;
    qsort(items, count, sizeof *items, by_use);
    // Down to nine tenths, so that the next answers do not trim again.
    for (; dropped < count && total > limit - limit / 10; dropped++) {
        pith_cache_drop(arena, dir, items[dropped].id);
        total -= items[dropped].bytes;
    }
    items += dropped;
    qsort(items, count - dropped, sizeof *items, by_id);
    drop_unused_names(arena, dir, items, count - dropped, &ignored);
    return PITH_OK;
}

// The files of documents by URL: 64 hex digits.
static void drop_urls(pith_arena *arena, const char *version)
{
    pith_names_seen seen;
    char *folder = pith_path_join(arena, version, "url");
    if (!folder || !pith_cache_read_names(arena, folder, &seen))
        return;
    for (size_t i = 0; i < seen.count; i++) {
        const char *name = seen.items[i];
        char *path = pith_path_join(arena, folder, name);
        bool ours = strlen(name) == 64 && strspn(name, "0123456789abcdef") == 64;
        if (path && (ours || pith_cache_is_temporary(name)))
            unlink(path);
    }
    rmdir(folder);
}

static void drop_count(pith_arena *arena, const char *dir)
{
    char *path = pith_path_join(arena, dir, ADDED);
    if (path)
        unlink(path);
}

pith_status pith_cache_clear(pith_arena *arena, const char *dir, size_t *entries, size_t *left,
                             pith_error *err)
{
    pith_cache_item *items;
    size_t aliases = 0;
    pith_status status = pith_cache_list(arena, dir, &items, entries, err);
    char *version = pith_path_join(arena, dir, PITH_CACHE_VERSION);
    if (status != PITH_OK || !version)
        return status != PITH_OK ? status : pith_fail_memory(err);
    for (size_t i = 0; i < *entries; i++)
        pith_cache_drop(arena, dir, items[i].id);
    drop_unused_names(arena, dir, NULL, 0, &aliases);
    drop_urls(arena, version);
    drop_count(arena, dir);
    char *folder =
        pith_path_join(arena, dir, "v1"); // rmdir does not take a path that ends in a dot
    if (folder)
        rmdir(folder);
    rmdir(dir);
    status = pith_cache_list(arena, dir, &items, left, err);
    *entries -= *left;
    return status;
}
