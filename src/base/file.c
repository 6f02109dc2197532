// SPDX-License-Identifier: MIT
#include "base/file.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

pith_path_kind pith_path_kind_of(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return PITH_PATH_NONE;
    if (S_ISDIR(st.st_mode))
        return PITH_PATH_DIR;
    return S_ISREG(st.st_mode) ? PITH_PATH_FILE : PITH_PATH_NONE;
}

bool pith_file_exists(const char *path)
{
    return pith_path_kind_of(path) != PITH_PATH_NONE;
}

static ssize_t read_some(int fd, void *bytes, size_t len)
{
    ssize_t n;
    do {
        n = read(fd, bytes, len);
    } while (n < 0 && errno == EINTR);
    return n;
}

static pith_status read_fd(pith_arena *arena, int fd, const char *path, size_t max, pith_text *out,
                           pith_error *err)
{
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    pith_status status = PITH_OK;
    char chunk[64 << 10];
    ssize_t n;
    while ((n = read_some(fd, chunk, sizeof chunk)) > 0) {
        if ((size_t)n > max - buf.len) {
            status = pith_fail(err, PITH_TOO_LARGE, path, "is larger than %zu bytes", max);
            break;
        }
        pith_buf_add(&buf, chunk, (size_t)n);
    }
    if (n < 0)
        status = pith_fail(err, PITH_IO_READ, path, "cannot be read: %s", strerror(errno));
    if (status == PITH_OK) {
        char *copy = pith_buf_ok(&buf) ? pith_alloc_copy(arena, buf.data, buf.len) : NULL;
        if (copy)
            *out = (pith_text){copy, buf.len};
        else
            status = pith_fail_memory(err);
    }
    pith_buf_free(&buf);
    return status;
}

pith_status pith_file_read(pith_arena *arena, const char *path, size_t max, pith_text *out,
                           pith_error *err)
{
    if (strcmp(path, "-") == 0)
        return read_fd(arena, STDIN_FILENO, "standard input", max, out, err);
    // O_NONBLOCK: opening a FIFO that nobody writes must not hang; it is refused below.
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return pith_fail(err, PITH_IO_READ, path, "cannot be opened: %s", strerror(errno));
    struct stat st;
    pith_status status;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        status = pith_fail(err, PITH_IO_READ, path, "is not a regular file");
    else
        status = read_fd(arena, fd, path, max, out, err);
    close(fd);
    return status;
}

char *pith_path_join(pith_arena *arena, const char *dir, const char *name)
{
    size_t d = strlen(dir);
    size_t n = strlen(name);
    char *path = pith_alloc(arena, d + n + 2);
    if (!path)
        return NULL;
    memcpy(path, dir, d);
    if (d && dir[d - 1] != '/')
        path[d++] = '/';
    memcpy(path + d, name, n + 1);
    return path;
}

char *pith_path_dir(pith_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return pith_alloc_copy(arena, ".", 1);
    return pith_alloc_copy(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

char *pith_path_beside(pith_arena *arena, const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    if (!slash) // a bare name stays bare
        return pith_alloc_copy(arena, name, strlen(name));
    char *dir = pith_path_dir(arena, path);
    return dir ? pith_path_join(arena, dir, name) : NULL;
}

bool pith_file_holds(const char *path, const void *bytes, size_t len)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
    if (fd < 0)
        return false;
    struct stat st;
    bool same = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (size_t)st.st_size == len;
    const char *want = bytes;
    char chunk[64 << 10];
    while (same && len > 0) {
        ssize_t n = read_some(fd, chunk, sizeof chunk);
        same = n > 0 && (size_t)n <= len && memcmp(chunk, want, (size_t)n) == 0;
        if (same) {
            want += n;
            len -= (size_t)n;
        }
    }
    close(fd);
    return same;
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

// Creates a file of an unguessable name beside the target. The kernel applies the umask;
// a file that is replaced hands down its mode.
static int create_beside(const char *path, char *temp)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint8_t noise[8];
    if (getentropy(noise, sizeof noise) != 0)
        return -1;
    char *end = temp + strlen(temp) - sizeof noise;
    for (size_t i = 0; i < sizeof noise; i++)
        end[i] = letters[noise[i] & 31];
    int fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    struct stat st;
    if (fd >= 0 && lstat(path, &st) == 0 && S_ISREG(st.st_mode))
        (void)fchmod(fd, st.st_mode & 0777); // a lost mode is no reason to lose the content
    return fd;
}

static void sync_dir(const char *dir)
{
    // Best effort: some file systems refuse to sync a folder, and the rename has happened.
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
}

pith_status pith_file_replace(const char *path, const void *bytes, size_t len, pith_written *out,
                              pith_error *err)
{
    if (pith_file_holds(path, bytes, len)) {
        *out = PITH_WRITTEN_SAME;
        return PITH_OK;
    }
    struct stat st;
    if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return pith_fail(err, PITH_IO_WRITE, path, "is a folder");
    pith_arena *arena = pith_arena_new(64 << 10);
    char *dir = arena ? pith_path_dir(arena, path) : NULL;
    char *temp = dir ? pith_path_join(arena, dir, ".pith-........") : NULL;
    pith_status status = PITH_OK;
    if (!temp) {
        status = pith_fail_memory(err);
        goto done;
    }
    int fd = create_beside(path, temp);
    if (fd < 0) {
        status = pith_fail(err, PITH_IO_WRITE, path, "cannot be written: %s", strerror(errno));
        goto done;
    }
    bool good = write_all(fd, bytes, len) && fsync(fd) == 0;
    int reason = errno;
    if (close(fd) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && rename(temp, path) != 0) {
        good = false;
        reason = errno;
    }
    if (good) {
        sync_dir(dir);
        *out = PITH_WRITTEN_NEW;
    } else {
        unlink(temp);
        status = pith_fail(err, PITH_IO_WRITE, path, "cannot be written: %s", strerror(reason));
    }
done:
    pith_arena_free(arena);
    return status;
}

// ---- Secrets --------------------------------------------------------------------------

pith_status pith_file_read_private(const char *path, char *room, size_t size, size_t *len,
                                   pith_error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return pith_fail(err, PITH_IO_READ, path, "cannot be opened: %s", strerror(errno));
    // Of the open file, so that no link and no exchange of files comes in between.
    struct stat st;
    pith_status status = PITH_OK;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        status = pith_fail(err, PITH_IO_READ, path, "is not a regular file");
    else if (st.st_mode & (S_IRWXG | S_IRWXO))
        status = pith_fail(err, PITH_KEY_MODE, path, "is open to others than its owner (mode %04o)",
                           (unsigned)(st.st_mode & 07777));
    *len = 0;
    ssize_t n = 1;
    while (status == PITH_OK && n > 0) {
        if (*len == size)
            status = pith_fail(err, PITH_TOO_LARGE, path, "is larger than %zu bytes", size - 1);
        else if ((n = read_some(fd, room + *len, size - *len)) < 0)
            status = pith_fail(err, PITH_IO_READ, path, "cannot be read: %s", strerror(errno));
        else
            *len += (size_t)n;
    }
    close(fd);
    return status;
}

pith_status pith_file_create_private(const char *path, const void *bytes, size_t len,
                                     pith_error *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0 && errno == EEXIST)
        return pith_fail(err, PITH_FILE_EXISTS, path, "exists already");
    if (fd < 0)
        return pith_fail(err, PITH_IO_WRITE, path, "cannot be written: %s", strerror(errno));
    // The umask can only have taken bits away; an inherited ACL is masked by this as well.
    bool good = fchmod(fd, 0600) == 0 && write_all(fd, bytes, len) && fsync(fd) == 0;
    int reason = errno;
    if (close(fd) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (!good) {
        unlink(path);
        return pith_fail(err, PITH_IO_WRITE, path, "cannot be written: %s", strerror(reason));
    }
    pith_arena *arena = pith_arena_new(64 << 10);
    const char *dir = arena ? pith_path_dir(arena, path) : NULL;
    if (dir)
        sync_dir(dir);
    pith_arena_free(arena);
    return PITH_OK;
}
