// SPDX-License-Identifier: MIT
#include "source/cache.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const names[PITH_CACHE_DOCUMENTS] = {"bundle.json", "record.json"};

enum { MAX_META = 4096, MAX_VALIDATOR = 256, MAX_ALIAS_FILE = 64 << 10 };

static char *entry_dir(pith_arena *arena, const char *dir, const char *id)
{
    char *version = pith_path_join(arena, dir, "v1");
    return version ? pith_path_join(arena, version, id) : NULL;
}

// Makes every folder of the path that is not there, readable by its owner alone.
static bool make_folders(pith_arena *arena, const char *path)
{
    char *copy = pith_alloc_copy(arena, path, strlen(path));
    if (!copy)
        return false;
    for (char *p = copy + 1;; p++) {
        if (*p != '/' && *p != '\0')
            continue;
        char end = *p;
        *p = '\0';
        if (mkdir(copy, 0700) != 0 && errno != EEXIST)
            return false;
        *p = end;
        if (end == '\0')
            return true;
    }
}

// ---- Validators -----------------------------------------------------------------------

// The value of a line `key value`, or an empty text.
static pith_text meta_value(pith_text meta, const char *key)
{
    size_t k = strlen(key);
    const char *p = meta.p;
    const char *end = meta.p + meta.n;
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop)
            break; // a line without its end was cut off
        if ((size_t)(stop - p) > k && memcmp(p, key, k) == 0 && p[k] == ' ' &&
            (size_t)(stop - p) - k - 1 <= MAX_VALIDATOR)
            return (pith_text){p + k + 1, (size_t)(stop - p) - k - 1};
        p = stop + 1;
    }
    return (pith_text){0};
}

static int64_t meta_time(pith_text meta)
{
    pith_text value = meta_value(meta, "fetched-at");
    int64_t time = 0;
    for (size_t i = 0; i < value.n && i < 15; i++) {
        if (!pith_is_digit(value.p[i]))
            return 0;
        time = time * 10 + (value.p[i] - '0');
    }
    return time;
}

static void put_validator(pith_buf *out, const char *key, pith_text value)
{
    for (size_t i = 0; i < value.n; i++) {
        if (value.p[i] < ' ' || value.p[i] > '~')
            return; // nothing that could end the line
    }
    if (value.n == 0 || value.n > MAX_VALIDATOR)
        return;
    pith_buf_printf(out, "%s ", key);
    pith_buf_add(out, value.p, value.n);
    pith_buf_puts(out, "\n");
}

static const char *const etag_keys[] = {"bundle-etag", "record-etag"};
static const char *const modified_keys[] = {"bundle-modified", "record-modified"};

// ---- Entries --------------------------------------------------------------------------

pith_status pith_cache_read(pith_arena *arena, const char *dir, const pith_number *number,
                            pith_cached *out, pith_error *err)
{
    pith_text meta;
    *out = (pith_cached){0};
    char *entry = entry_dir(arena, dir, number->id);
    char *meta_path = entry ? pith_path_join(arena, entry, "meta") : NULL;
    if (!meta_path)
        return pith_fail_memory(err);
    if (pith_file_read(arena, meta_path, MAX_META, &meta, err) == PITH_OK) {
        out->fetched_at = meta_time(meta);
        for (size_t i = 0; i < PITH_CACHE_DOCUMENTS; i++) {
            out->etag[i] = meta_value(meta, etag_keys[i]);
            out->modified[i] = meta_value(meta, modified_keys[i]);
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
    }
    return PITH_OK;
}

// The owner's folder of entries and what is in it.
typedef struct shelf {
    struct {
        char id[PITH_ID_LEN + 1];
        int64_t used; // time of `meta`, in nanoseconds
        int64_t size;
    } * entries;
    size_t count;
    int64_t total;
} shelf;

static bool is_id(const char *name)
{
    for (size_t i = 0; i < PITH_ID_LEN; i++) {
        if (!pith_is_base32(name[i]))
            return false;
    }
    return name[PITH_ID_LEN] == '\0';
}

static int64_t size_at(pith_arena *arena, const char *dir, const char *name, int64_t *used)
{
    struct stat st;
    char *path = pith_path_join(arena, dir, name);
    if (!path || lstat(path, &st) != 0)
        return 0;
    *used = (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
    return st.st_size;
}

static bool read_shelf(pith_arena *arena, const char *dir, shelf *out)
{
    size_t room = 0;
    char *version = pith_path_join(arena, dir, "v1");
    DIR *d = version ? opendir(version) : NULL;
    const struct dirent *item;
    *out = (shelf){0};
    if (!d)
        return version != NULL;
    bool good = true;
    while (good && (item = readdir(d)) != NULL) {
        if (!is_id(item->d_name))
            continue;
        if (out->count == room) {
            size_t more = room ? room * 2 : 256;
            void *entries = pith_alloc_array(arena, more, sizeof *out->entries);
            good = entries != NULL;
            if (!good)
                break;
            if (room)
                memcpy(entries, out->entries, room * sizeof *out->entries);
            out->entries = entries;
            room = more;
        }
        int64_t ignored;
        char *entry = pith_path_join(arena, version, item->d_name);
        good = entry != NULL;
        if (!good)
            break;
        memcpy(out->entries[out->count].id, item->d_name, PITH_ID_LEN + 1);
        out->entries[out->count].size =
            size_at(arena, entry, names[0], &ignored) + size_at(arena, entry, names[1], &ignored) +
            size_at(arena, entry, "meta", &out->entries[out->count].used);
        out->total += out->entries[out->count++].size;
    }
    closedir(d);
    return good;
}

void pith_cache_drop(pith_arena *arena, const char *dir, const char *id)
{
    static const char *const files[] = {"meta", "bundle.json", "record.json"};
    char *entry = entry_dir(arena, dir, id);
    for (size_t i = 0; entry && i < sizeof files / sizeof *files; i++) {
        char *path = pith_path_join(arena, entry, files[i]);
        if (path)
            unlink(path);
    }
    if (entry)
        rmdir(entry);
}

// Drops the longest unused entries, but never the one just written.
static void keep_within(pith_arena *arena, const char *dir, const char *id, int64_t limit)
{
    shelf s;
    if (!read_shelf(arena, dir, &s))
        return;
    while (s.total > limit && s.count > 1) {
        size_t oldest = s.count;
        for (size_t i = 0; i < s.count; i++) {
            if (strcmp(s.entries[i].id, id) != 0 &&
                (oldest == s.count || s.entries[i].used < s.entries[oldest].used))
                oldest = i;
        }
        if (oldest == s.count)
            return;
        pith_cache_drop(arena, dir, s.entries[oldest].id);
        s.total -= s.entries[oldest].size;
        s.entries[oldest] = s.entries[--s.count];
    }
}

pith_status pith_cache_write(pith_arena *arena, const char *dir, const pith_number *number,
                             const pith_cached *entry, int64_t limit, pith_error *err)
{
    pith_written written;
    char *folder = entry_dir(arena, dir, number->id);
    char *meta_path = folder ? pith_path_join(arena, folder, "meta") : NULL;
    if (!meta_path)
        return pith_fail_memory(err);
    if (!make_folders(arena, folder))
        return pith_fail(err, PITH_IO_WRITE, folder, "cannot be made: %s", strerror(errno));
    pith_buf meta;
    pith_status status = PITH_OK;
    pith_buf_init(&meta, MAX_META);
    pith_buf_printf(&meta, "fetched-at %lld\n", (long long)entry->fetched_at);
    for (size_t i = 0; i < PITH_CACHE_DOCUMENTS && status == PITH_OK; i++) {
        const pith_raw *raw = &entry->documents[i];
        char *path = pith_path_join(arena, folder, names[i]);
        if (!raw->bytes.p)
            continue;
        put_validator(&meta, etag_keys[i], entry->etag[i]);
        put_validator(&meta, modified_keys[i], entry->modified[i]);
        status = path ? pith_file_replace(path, raw->bytes.p, raw->bytes.n, &written, err)
                      : pith_fail_memory(err);
    }
    // Last: validators must not promise documents that are not there.
    if (status == PITH_OK)
        status = pith_file_replace(meta_path, meta.data, meta.len, &written, err);
    pith_buf_free(&meta);
    if (status == PITH_OK)
        keep_within(arena, dir, number->id, limit);
    return status;
}

void pith_cache_touch(pith_arena *arena, const char *dir, const pith_number *number)
{
    char *folder = entry_dir(arena, dir, number->id);
    char *meta = folder ? pith_path_join(arena, folder, "meta") : NULL;
    if (meta)
        (void)utimensat(AT_FDCWD, meta, NULL, AT_SYMLINK_NOFOLLOW);
}

// ---- Names ----------------------------------------------------------------------------

static char *alias_path(pith_arena *arena, const char *dir, const char *kind, const char *value)
{
    char *path = pith_path_join(arena, dir, "v1/alias");
    if (path)
        path = pith_path_join(arena, path, kind);
    return path ? pith_path_join(arena, path, value) : NULL;
}

pith_status pith_cache_read_alias(pith_arena *arena, const char *dir, const pith_target *target,
                                  pith_text *out, pith_error *err)
{
    char *path = alias_path(arena, dir, target->alias_kind, target->alias_value);
    if (!path)
        return pith_fail_memory(err);
    if (pith_file_read(arena, path, MAX_ALIAS_FILE, out, err) != PITH_OK)
        *out = (pith_text){0};
    return PITH_OK;
}

pith_status pith_cache_write_alias(pith_arena *arena, const char *dir, const char *kind,
                                   const char *value, const char *id, pith_error *err)
{
    pith_text known;
    pith_written written;
    char *path = alias_path(arena, dir, kind, value);
    char *folder = path ? pith_path_dir(arena, path) : NULL;
    if (!folder)
        return pith_fail_memory(err);
    if (!make_folders(arena, folder))
        return pith_fail(err, PITH_IO_WRITE, folder, "cannot be made: %s", strerror(errno));
    if (pith_file_read(arena, path, MAX_ALIAS_FILE, &known, err) != PITH_OK)
        known = (pith_text){0};
    for (size_t i = 0; i + PITH_ID_LEN < known.n; i += PITH_ID_LEN + 1) {
        if (memcmp(known.p + i, id, PITH_ID_LEN) == 0)
            return PITH_OK;
    }
    pith_buf text;
    pith_buf_init(&text, MAX_ALIAS_FILE);
    pith_buf_add(&text, known.p, known.n);
    pith_buf_printf(&text, "%s\n", id);
    pith_status status = pith_buf_ok(&text)
                             ? pith_file_replace(path, text.data, text.len, &written, err)
                             : PITH_OK; // a name of two thousand records helps nobody
    pith_buf_free(&text);
    return status;
}
