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

#define TEMPORARY ".pith-" // and eight letters: a file that a killed process left

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

static bool write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        len -= (size_t)n;
    }
    return true;
}

// Replaces a file whole, but does not wait for the disk as pith_file_replace does: what a power
// cut loses is noticed when it is read.
static pith_status replace(pith_arena *arena, const char *path, pith_text bytes, pith_error *err)
{
    char *dir = pith_path_dir(arena, path);
    char *temp = dir ? pith_path_join(arena, dir, TEMPORARY "........") : NULL;
    uint8_t noise[8];
    if (!temp)
        return pith_fail_memory(err);
    if (getentropy(noise, sizeof noise) != 0)
        return pith_fail(err, PITH_IO_WRITE, path, "no random name: %s", strerror(errno));
    for (size_t i = 0; i < sizeof noise; i++)
        temp[strlen(temp) - sizeof noise + i] = (char)('a' + (noise[i] & 15));
    int fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool good = fd >= 0 && write_all(fd, bytes.p, bytes.n);
    int reason = errno;
    if (fd >= 0 && close(fd) != 0 && good) {
        reason = errno;
        good = false;
    }
    if (good && rename(temp, path) != 0) {
        reason = errno;
        good = false;
    }
    if (good)
        return PITH_OK;
    if (fd >= 0)
        unlink(temp);
    return pith_fail(err, PITH_IO_WRITE, path, "cannot be written: %s", strerror(reason));
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
    if (pith_file_read(arena, meta_path, MAX_META, &meta, err) != PITH_OK) {
        meta = (pith_text){0};
    } else {
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
        if (raw->bytes.p && !is_as_written(raw->bytes, meta_value(meta, hash_keys[i]))) {
            out->etag[i] = out->modified[i] = (pith_text){0};
            out->fetched_at = 0;
        }
    }
    return PITH_OK;
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
    if (!make_folders(arena, folder))
        return pith_fail(err, PITH_IO_WRITE, folder, "cannot be made: %s", strerror(errno));
    pith_buf meta;
    pith_status status = PITH_OK;
    pith_buf_init(&meta, MAX_META);
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
            status = replace(arena, path, raw->bytes, err);
        }
    }
    // Last: validators must not promise documents that are not there.
    if (status == PITH_OK && pith_buf_ok(&meta))
        status = replace(arena, meta_path, (pith_text){meta.data, meta.len}, err);
    pith_buf_free(&meta);
    return status;
}

// ---- Walking --------------------------------------------------------------------------

typedef struct names_seen {
    char **items;
    size_t count;
} names_seen;

// The names in a folder of the cache. A symbolic link to one is not followed.
static bool read_names(pith_arena *arena, const char *path, names_seen *out)
{
    size_t room = 0;
    *out = (names_seen){0};
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *d = fd < 0 ? NULL : fdopendir(fd);
    const struct dirent *item;
    if (!d) {
        if (fd >= 0)
            close(fd);
        return true; // an empty cache
    }
    bool good = true;
    while (good && (item = readdir(d)) != NULL) {
        if (strcmp(item->d_name, ".") == 0 || strcmp(item->d_name, "..") == 0)
            continue;
        if (out->count == room) {
            size_t more = room ? room * 2 : 16;
            void *items = pith_alloc_array(arena, more, sizeof *out->items);
            good = items != NULL;
            if (!good)
                break;
            if (room)
                memcpy(items, out->items, room * sizeof *out->items);
            out->items = items;
            room = more;
        }
        out->items[out->count] = pith_alloc_copy(arena, item->d_name, strlen(item->d_name));
        good = out->items[out->count++] != NULL;
    }
    closedir(d);
    return good;
}

static bool is_id(const char *name)
{
    for (size_t i = 0; i < PITH_ID_LEN; i++) {
        if (!pith_is_base32(name[i]))
            return false;
    }
    return name[PITH_ID_LEN] == '\0';
}

static bool is_temporary(const char *name)
{
    size_t n = strlen(TEMPORARY);
    return strncmp(name, TEMPORARY, n) == 0 && strlen(name) == n + 8;
}

static bool is_entry_file(const char *name)
{
    return strcmp(name, "meta") == 0 || strcmp(name, names[0]) == 0 ||
           strcmp(name, names[1]) == 0 || is_temporary(name);
}

// Measures an entry. A time in nanoseconds, as `used` is.
static bool measure(pith_arena *arena, const char *entry, int64_t *size, int64_t *used)
{
    names_seen files;
    if (!read_names(arena, entry, &files))
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
    names_seen seen;
    char *version = pith_path_join(arena, dir, "v1");
    *count = 0;
    if (!version || !read_names(arena, version, &seen))
        return pith_fail_memory(err);
    *out = pith_alloc_array(arena, seen.count + 1, sizeof **out);
    if (!*out)
        return pith_fail_memory(err);
    for (size_t i = 0; i < seen.count; i++) {
        pith_text meta = {0};
        pith_cache_item *item = &(*out)[*count];
        if (!is_id(seen.items[i]))
            continue;
        memcpy(item->id, seen.items[i], sizeof item->id);
        char *entry = pith_path_join(arena, version, item->id);
        char *path = entry ? pith_path_join(arena, entry, "meta") : NULL;
        if (!path || !measure(arena, entry, &item->bytes, &item->used))
            return pith_fail_memory(err);
        if (pith_file_read(arena, path, MAX_META, &meta, err) == PITH_OK) {
            item->fetched_at = meta_time(meta);
            item->source = meta_value(meta, "source");
        }
        ++*count;
    }
    qsort(*out, *count, sizeof **out, by_id);
    return PITH_OK;
}

void pith_cache_drop(pith_arena *arena, const char *dir, const char *id)
{
    names_seen files;
    char *entry = entry_dir(arena, dir, id);
    if (!entry || !read_names(arena, entry, &files))
        return;
    for (size_t i = 0; i < files.count; i++) {
        char *path = pith_path_join(arena, entry, files.items[i]);
        if (path && is_entry_file(files.items[i]))
            unlink(path);
    }
    rmdir(entry);
}

// Removes the files and folders of names below `path`: those that hold only numbers that no
// entry has, or, without items, all that look like ours. rmdir takes empty folders only.
// NOLINTNEXTLINE(misc-no-recursion): `depth` bounds it
static void drop_names(pith_arena *arena, const char *path, const pith_cache_item *items,
                       size_t count, int depth, size_t *removed)
{
    names_seen seen;
    if (!read_names(arena, path, &seen))
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
        bool ours = is_temporary(seen.items[i]);
        if (!ours && pith_file_read(arena, below, MAX_ALIAS_FILE, &text, &ignored) == PITH_OK) {
            pith_cache_item key = {0};
            ours = text.n > PITH_ID_LEN;
            for (size_t k = 0; ours && k + PITH_ID_LEN < text.n; k += PITH_ID_LEN + 1) {
                memcpy(key.id, text.p + k, PITH_ID_LEN);
                if (!is_id(key.id))
                    ours = k > 0 && text.p[k] == 'f'; // the line fetched-at
                else if (items && bsearch(&key, items, count, sizeof *items, by_id))
                    ours = false;
                if (text.p[k] == 'f')
                    break;
            }
        }
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

pith_status pith_cache_trim(pith_arena *arena, const char *dir, int64_t limit, pith_error *err)
{
    pith_cache_item *items;
    size_t count;
    size_t dropped = 0;
    size_t ignored = 0;
    int64_t total = 0;
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

pith_status pith_cache_clear(pith_arena *arena, const char *dir, size_t *entries, size_t *left,
                             pith_error *err)
{
    pith_cache_item *items;
    size_t aliases = 0;
    pith_status status = pith_cache_list(arena, dir, &items, entries, err);
    char *version = pith_path_join(arena, dir, "v1");
    if (status != PITH_OK || !version)
        return status != PITH_OK ? status : pith_fail_memory(err);
    for (size_t i = 0; i < *entries; i++)
        pith_cache_drop(arena, dir, items[i].id);
    drop_unused_names(arena, dir, NULL, 0, &aliases);
    rmdir(version);
    rmdir(dir);
    status = pith_cache_list(arena, dir, &items, left, err);
    *entries -= *left;
    return status;
}

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
    if (!path || pith_file_read(arena, path, MAX_ALIAS_FILE, &text, &ignored) != PITH_OK)
        return (pith_text){0};
    return text;
}

// Adds the entries whose number starts like a short form.
static bool add_entries(pith_arena *arena, const char *dir, const char *prefix, pith_buf *out)
{
    names_seen seen;
    char *version = pith_path_join(arena, dir, "v1");
    if (!version || !read_names(arena, version, &seen))
        return false;
    for (size_t i = 0; i < seen.count; i++) {
        if (is_id(seen.items[i]) && strncmp(seen.items[i], prefix, strlen(prefix)) == 0)
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
    *asked_at = meta_time(own);
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
    if (pith_file_read(arena, path, MAX_ALIAS_FILE, &known, err) != PITH_OK)
        known = (pith_text){0};
    bool listed = false;
    size_t n = 0;
    for (; n + PITH_ID_LEN < known.n && known.p[n + PITH_ID_LEN] == '\n'; n += PITH_ID_LEN + 1)
        listed = listed || memcmp(known.p + n, id, PITH_ID_LEN) == 0;
    if (listed && asked_at == 0)
        return PITH_OK;
    if (asked_at == 0)
        asked_at = meta_time(known);
    if (!make_folders(arena, folder))
        return pith_fail(err, PITH_IO_WRITE, folder, "cannot be made: %s", strerror(errno));
    pith_buf text;
    pith_buf_init(&text, MAX_ALIAS_FILE);
    pith_buf_add(&text, known.p, n);
    if (!listed)
        pith_buf_printf(&text, "%s\n", id);
    if (asked_at)
        pith_buf_printf(&text, "fetched-at %lld\n", (long long)asked_at);
    pith_status status = pith_buf_ok(&text)
                             ? replace(arena, path, (pith_text){text.data, text.len}, err)
                             : PITH_OK; // a name of two thousand records helps nobody
    pith_buf_free(&text);
    return status;
}
