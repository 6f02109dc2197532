// SPDX-License-Identifier: MIT
#include "source/cache_files.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/path.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEMPORARY ".pith-" // and eight letters

bool pith_cache_make_folders(pith_arena *arena, const char *path)
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

pith_status pith_cache_replace(pith_arena *arena, const char *path, pith_text bytes,
                               pith_error *err)
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

bool pith_cache_read_names(pith_arena *arena, const char *path, pith_names_seen *out)
{
    size_t room = 0;
    *out = (pith_names_seen){0};
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

bool pith_cache_is_id(const char *name)
{
    for (size_t i = 0; i < PITH_ID_LEN; i++) {
        if (!pith_is_base32(name[i]))
            return false;
    }
    return name[PITH_ID_LEN] == '\0';
}

bool pith_cache_is_temporary(const char *name)
{
    size_t n = strlen(TEMPORARY);
    return strncmp(name, TEMPORARY, n) == 0 && strlen(name) == n + 8;
}

pith_text pith_cache_meta_value(pith_text meta, const char *key)
{
    size_t k = strlen(key);
    const char *p = meta.p;
    const char *end = meta.p + meta.n;
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop)
            break; // a line without its end was cut off
        if ((size_t)(stop - p) > k && memcmp(p, key, k) == 0 && p[k] == ' ' &&
            (size_t)(stop - p) - k - 1 <= PITH_CACHE_MAX_VALIDATOR)
            return (pith_text){p + k + 1, (size_t)(stop - p) - k - 1};
        p = stop + 1;
    }
    return (pith_text){0};
}

int64_t pith_cache_digits(pith_text text)
{
    int64_t value = 0;
    for (size_t i = 0; i < text.n && i < 15; i++) {
        if (!pith_is_digit(text.p[i]))
            return 0;
        value = value * 10 + (text.p[i] - '0');
    }
    return value;
}

int64_t pith_cache_meta_time(pith_text meta)
{
    return pith_cache_digits(pith_cache_meta_value(meta, "fetched-at"));
}
