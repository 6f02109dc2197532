// SPDX-License-Identifier: MIT
#include "base/file.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/path.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#endif

// ---- Unfinished files -----------------------------------------------------------------

// The names of files that are there only until their content is complete, for a program that is
// told to end. This is the library's one piece of global mutable state: a signal handler is given
// nothing, so it can find nothing else. Lock-free atomics are what C lets a handler read. A slot
// belongs to one thread from claim to release, or to the handler that finds it SLOT_LIVE.
enum { SLOTS = 16, SLOT_PATH = 4096 };
enum { CHUNK = 16 << 10 }; // on the stack, of which a thread may have little

enum { SLOT_FREE, SLOT_FILLING, SLOT_LIVE, SLOT_GONE };

static struct {
    atomic_int state;
    char path[SLOT_PATH];
} unfinished[SLOTS];

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler reads these");

// A slot for the path, or -1 when none is free: then the file is made all the same.
static int claim(const char *path)
{
    size_t len = strlen(path);
    for (int i = 0; i < SLOTS && len < SLOT_PATH; i++) {
        int expected = SLOT_FREE;
        if (atomic_compare_exchange_strong(&unfinished[i].state, &expected, SLOT_FILLING)) {
            memcpy(unfinished[i].path, path, len + 1);
            return i;
        }
    }
    return -1;
}

static void move(int slot, int from, int to)
{
    if (slot >= 0) // a handler may have been first
        (void)atomic_compare_exchange_strong(&unfinished[slot].state, &from, to);
}

void pith_file_abandon_all(void)
{
    int reason = errno;
    for (int i = 0; i < SLOTS; i++) {
        int expected = SLOT_LIVE;
        if (atomic_compare_exchange_strong(&unfinished[i].state, &expected, SLOT_GONE))
            unlink(unfinished[i].path);
    }
    errno = reason;
}

// ---- Reading --------------------------------------------------------------------------

pith_path_kind pith_path_kind_of(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0) {
        bool absent =
            errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG || errno == ELOOP;
        return absent ? PITH_PATH_NONE : PITH_PATH_FILE;
    }
    if (S_ISDIR(st.st_mode))
        return PITH_PATH_DIR;
    return S_ISREG(st.st_mode) ? PITH_PATH_FILE : PITH_PATH_NONE;
}

struct dirent *pith_folder_next(DIR *folder, const char *path, pith_status *status, pith_error *err)
{
    if (*status != PITH_OK)
        return NULL;
    errno = 0;
    struct dirent *entry = readdir(folder);
    if (!entry && errno != 0)
        *status = pith_fail(err, PITH_IO_READ, path, "cannot be listed: %s", strerror(errno));
    return entry;
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

pith_status pith_file_read_fd(pith_arena *arena, int fd, const char *path, size_t max,
                              pith_text *out, pith_error *err)
{
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    pith_status status = PITH_OK;
    char chunk[CHUNK];
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
        return pith_file_read_fd(arena, STDIN_FILENO, "standard input", max, out, err);
    // O_NONBLOCK: opening a FIFO that nobody writes must not hang; it is refused below.
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return pith_fail(err, PITH_IO_READ, path, "cannot be opened: %s", strerror(errno));
    struct stat st;
    pith_status status;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        status = pith_fail(err, PITH_IO_READ, path, "is not a regular file");
    else
        status = pith_file_read_fd(arena, fd, path, max, out, err);
    close(fd);
    return status;
}

// ---- Comparing ------------------------------------------------------------------------

static bool stat_folder(const char *path, struct stat *st)
{
    char dir[SLOT_PATH];
    const char *slash = strrchr(path, '/');
    size_t len = slash ? (size_t)(slash - path) + 1 : 1;
    if (len >= sizeof dir)
        return false;
    memcpy(dir, slash ? path : ".", len);
    dir[len] = '\0';
    return stat(dir, st) == 0;
}

bool pith_file_same(const char *a, const char *b)
{
    struct stat x;
    struct stat y;
    if (strcmp(a, "-") == 0 || strcmp(b, "-") == 0)
        return false;
    bool has_a = stat(a, &x) == 0;
    bool has_b = stat(b, &y) == 0;
    if (!has_a && !has_b) { // no file yet: one name in one folder
        const char *slash_a = strrchr(a, '/');
        const char *slash_b = strrchr(b, '/');
        const char *name = slash_a ? slash_a + 1 : a;
        has_a = *name && strcmp(name, slash_b ? slash_b + 1 : b) == 0 && stat_folder(a, &x);
        has_b = has_a && stat_folder(b, &y);
    }
    return has_a && has_b && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

// ---- Replacing ------------------------------------------------------------------------

bool pith_file_holds(const char *path, const void *bytes, size_t len)
{
    struct stat st;
    if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return false; // to open a device or FIFO may do something already
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
    if (fd < 0)
        return false;
    bool same = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (size_t)st.st_size == len;
    const char *want = bytes;
    char chunk[CHUNK];
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

pith_status pith_file_followed(pith_arena *arena, const char *path, const char **out,
                               pith_error *err)
{
    struct stat st;
    *out = path;
    if (lstat(path, &st) != 0 || !S_ISLNK(st.st_mode))
        return PITH_OK;
    char *target = realpath(path, NULL);
    if (!target)
        return pith_fail(err, PITH_IO_WRITE, path, "is a link that leads nowhere: %s",
                         strerror(errno));
    *out = pith_alloc_copy(arena, target, strlen(target));
    free(target);
    return *out ? PITH_OK : pith_fail_memory(err);
}

static bool write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = EIO;
        if (n <= 0)
            return false;
        bytes += n;
        len -= (size_t)n;
    }
    return true;
}

struct pith_file_draft {
    const char *path; // what is replaced
    const char *dir;
    char *temp;
    int slot;
    int fd;    // of temp while it is filled; -1 afterwards
    bool made; // temp is there; false from the start when nothing has to be written
    bool sync; // content and name are to be on the disk, not only in its cache
};

// Makes an unguessable name beside the target, known to a handler before the file is there.
static bool name_beside(pith_file_draft *draft)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint8_t noise[8];
    if (getentropy(noise, sizeof noise) != 0)
        return false;
    char *end = draft->temp + strlen(draft->temp) - sizeof noise;
    for (size_t i = 0; i < sizeof noise; i++)
        end[i] = letters[noise[i] & 31];
    draft->slot = claim(draft->temp);
    move(draft->slot, SLOT_FILLING, SLOT_LIVE);
    return true;
}

// The kernel applies the umask; a file that is replaced hands down its mode.
static int create_beside(const char *path, const char *temp)
{
    int fd = open(temp, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    struct stat st;
    if (fd >= 0 && lstat(path, &st) == 0 && S_ISREG(st.st_mode))
        (void)fchmod(fd, st.st_mode & 0777); // a lost mode is no reason to lose the content
    return fd;
}

// Closes the file, whose content is on the disk, with `sync`, when this returns 0; else errno.
static int finish(int fd, const void *bytes, size_t len, bool sync)
{
    int reason = write_all(fd, bytes, len) && (!sync || fsync(fd) == 0) ? 0 : errno;
    if (close(fd) != 0 && reason == 0)
        reason = errno;
    return reason;
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

// Whether a link leads to one of the standard streams, as /dev/stdout does.
static bool is_stream(const struct stat *st)
{
    struct stat stream;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fstat(fd, &stream) == 0 && stream.st_dev == st->st_dev && stream.st_ino == st->st_ino)
            return true;
    }
    return false;
}

// Only a regular file or a link may lose its name to a new file.
static pith_status check_target(const char *path, pith_error *err)
{
    struct stat st;
    if (lstat(path, &st) != 0) // that nothing can be made there shows later
        return PITH_OK;
    if (S_ISDIR(st.st_mode))
        return pith_fail(err, PITH_IO_WRITE, path, "is a folder");
    if (!S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode))
        return pith_fail(err, PITH_IO_WRITE, path, "is not a regular file");
    if (!S_ISLNK(st.st_mode) || stat(path, &st) != 0 || S_ISDIR(st.st_mode))
        return PITH_OK;
    if (!S_ISREG(st.st_mode) || is_stream(&st))
        return pith_fail(err, PITH_IO_WRITE, path, "is not a regular file, nor a link to one");
    return PITH_OK;
}

static void abandon(void *object)
{
    pith_file_draft *draft = object;
    if (draft->fd >= 0)
        close(draft->fd);
    draft->fd = -1;
    if (draft->made && draft->temp)
        unlink(draft->temp);
    draft->made = false;
    move(draft->slot, SLOT_LIVE, SLOT_FREE);
    draft->slot = -1;
}

// A draft of nothing, or an empty temporary file beside the target.
static pith_status new_draft(pith_arena *arena, const char *path, bool wanted,
                             pith_file_draft **out, pith_error *err)
{
    pith_file_draft *draft = pith_alloc_array(arena, 1, sizeof *draft);
    if (!draft)
        return pith_fail_memory(err);
    *out = draft;
    draft->slot = draft->fd = -1;
    if (!wanted)
        return PITH_OK;
    draft->path = pith_alloc_copy(arena, path, strlen(path));
    draft->dir = pith_path_dir(arena, path);
    draft->temp = draft->dir ? pith_path_join(arena, draft->dir, ".pith-........") : NULL;
    if (!draft->path || !draft->temp || !pith_arena_defer(arena, abandon, draft))
        return pith_fail_memory(err);
    draft->fd = name_beside(draft) ? create_beside(path, draft->temp) : -1;
    draft->made = draft->fd >= 0;
    int reason = errno;
    if (draft->made)
        return PITH_OK;
    abandon(draft);
    return pith_fail(err, PITH_IO_WRITE, path, "cannot be written: %s", strerror(reason));
}

static pith_status finish_draft(pith_file_draft *draft, const void *bytes, size_t len, bool sync,
                                pith_error *err)
{
    int fd = draft->fd;
    draft->fd = -1;
    draft->sync = sync;
    int reason = finish(fd, bytes, len, sync);
    if (reason == 0)
        return PITH_OK;
    abandon(draft);
    return pith_fail(err, PITH_IO_WRITE, draft->path, "cannot be written: %s", strerror(reason));
}

pith_status pith_file_prepare(pith_arena *arena, const char *path, const void *bytes, size_t len,
                              pith_file_draft **out, pith_error *err)
{
    pith_status status = check_target(path, err);
    pith_file_draft *draft = NULL;
    if (status == PITH_OK)
        status = new_draft(arena, path, !pith_file_holds(path, bytes, len), &draft, err);
    if (status == PITH_OK && draft && draft->made)
        status = finish_draft(draft, bytes, len, true, err);
    *out = draft;
    return status;
}

pith_status pith_file_begin(pith_arena *arena, const char *path, pith_file_draft **out,
                            pith_error *err)
{
    pith_status status = check_target(path, err);
    return status == PITH_OK ? new_draft(arena, path, true, out, err) : status;
}

// Lets the kernel copy: without any copying where the file system can share blocks. Returns how
// much is done, which may be nothing.
static uint64_t copy_inside(int to, int from, uint64_t len)
{
#ifdef __linux__
    if (ioctl(to, FICLONE, from) == 0 && ftruncate(to, (off_t)len) == 0 &&
        lseek(to, 0, SEEK_END) == (off_t)len)
        return len;
    loff_t at = 0;
    while ((uint64_t)at < len) { // the wrapper needs _GNU_SOURCE, which changes other functions
        size_t more = len - (uint64_t)at < 1 << 30 ? (size_t)(len - (uint64_t)at) : 1 << 30;
        if (syscall(SYS_copy_file_range, from, &at, to, NULL, more, 0U) <= 0)
            break;
    }
    return (uint64_t)at;
#else
    (void)to, (void)from, (void)len;
    return 0;
#endif
}

pith_status pith_file_draft_append(pith_file_draft *draft, const void *bytes, size_t len,
                                   pith_error *err)
{
    if (write_all(draft->fd, bytes, len))
        return PITH_OK;
    return pith_fail(err, PITH_IO_WRITE, draft->path, "cannot be written: %s", strerror(errno));
}

pith_status pith_file_draft_copy(pith_file_draft *draft, const pith_input *from, uint64_t len,
                                 void (*look)(void *context, const void *bytes, size_t len),
                                 void *context, pith_error *err)
{
    char chunk[CHUNK];
    pith_status status = PITH_OK;
    uint64_t done = look || from->fd < 0 ? 0 : copy_inside(draft->fd, from->fd, len);
    while (done < len && status == PITH_OK) {
        size_t n = len - done < sizeof chunk ? (size_t)(len - done) : sizeof chunk;
        status = pith_input_read(from, done, chunk, n, err);
        if (status == PITH_OK)
            status = pith_file_draft_append(draft, chunk, n, err);
        if (status == PITH_OK && look)
            look(context, chunk, n);
        done += n;
    }
    return status;
}

void pith_file_draft_input(const pith_file_draft *draft, pith_input *out)
{
    struct stat st;
    *out = (pith_input){.path = draft->path, .fd = draft->fd};
    out->size = fstat(draft->fd, &st) == 0 ? (uint64_t)st.st_size : 0;
}

// Whether the target holds already what the draft has.
static bool is_same(const pith_file_draft *draft)
{
    pith_input a;
    pith_input b;
    pith_error ignored;
    struct stat st;
    if (lstat(draft->path, &st) != 0 || !S_ISREG(st.st_mode) ||
        pith_input_open(draft->path, false, &b, &ignored) != PITH_OK)
        return false;
    pith_file_draft_input(draft, &a);
    bool same = a.size == b.size;
    char chunk_a[CHUNK / 2];
    char chunk_b[CHUNK / 2];
    for (uint64_t at = 0; same && at < a.size; at += sizeof chunk_a) {
        size_t n = a.size - at < sizeof chunk_a ? (size_t)(a.size - at) : sizeof chunk_a;
        same = pith_input_read(&a, at, chunk_a, n, &ignored) == PITH_OK &&
               pith_input_read(&b, at, chunk_b, n, &ignored) == PITH_OK &&
               memcmp(chunk_a, chunk_b, n) == 0;
    }
    pith_input_close(&b);
    return same;
}

pith_status pith_file_draft_end(pith_file_draft *draft, bool sync, pith_error *err)
{
    if (is_same(draft)) {
        abandon(draft);
        return PITH_OK;
    }
    return finish_draft(draft, NULL, 0, sync, err);
}

pith_status pith_file_commit(pith_file_draft *draft, pith_written *out, pith_error *err)
{
    *out = PITH_WRITTEN_SAME;
    if (!draft->made)
        return PITH_OK;
    int reason = rename(draft->temp, draft->path) == 0 ? 0 : errno;
    draft->made = reason != 0;
    abandon(draft);
    if (reason != 0)
        return pith_fail(err, PITH_IO_WRITE, draft->path, "cannot be written: %s",
                         strerror(reason));
    if (draft->sync)
        sync_dir(draft->dir);
    *out = PITH_WRITTEN_NEW;
    return PITH_OK;
}

pith_status pith_file_replace(const char *path, const void *bytes, size_t len, pith_written *out,
                              pith_error *err)
{
    pith_file_draft *draft = NULL;
    pith_arena *arena = pith_arena_new(64 << 10);
    if (!arena)
        return pith_fail_memory(err);
    pith_status status = pith_file_prepare(arena, path, bytes, len, &draft, err);
    if (status == PITH_OK && draft)
        status = pith_file_commit(draft, out, err);
    pith_arena_free(arena);
    return status;
}

void pith_file_remove(const char *path)
{
    unlink(path);
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

// Creates the file, with its name in a slot. Another's file of that name must not be unlinked, so
// a handler may know the name only once the file is ours, and is kept waiting until then.
static int create_exclusive(const char *path, int *slot)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    *slot = claim(path);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    int reason = errno;
    move(*slot, SLOT_FILLING, fd >= 0 ? SLOT_LIVE : SLOT_FREE);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return fd;
}

pith_status pith_file_create_private(const char *path, const void *bytes, size_t len,
                                     pith_error *err)
{
    int slot;
    int fd = create_exclusive(path, &slot);
    if (fd < 0 && errno == EEXIST)
        return pith_fail(err, PITH_FILE_EXISTS, path, "exists already");
    if (fd < 0)
        return pith_fail(err, PITH_IO_WRITE, path, "cannot be written: %s", strerror(errno));
    // The umask can only have taken bits away; an inherited ACL is masked by this as well.
    int reason = fchmod(fd, 0600) == 0 ? 0 : errno;
    int outcome = finish(fd, bytes, reason == 0 ? len : 0, true);
    if (reason == 0)
        reason = outcome;
    if (reason != 0)
        unlink(path);
    move(slot, SLOT_LIVE, SLOT_FREE);
    if (reason != 0)
        return pith_fail(err, PITH_IO_WRITE, path, "cannot be written: %s", strerror(reason));
    pith_arena *arena = pith_arena_new(64 << 10);
    const char *dir = arena ? pith_path_dir(arena, path) : NULL;
    if (dir)
        sync_dir(dir);
    pith_arena_free(arena);
    return PITH_OK;
}
