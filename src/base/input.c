// SPDX-License-Identifier: MIT
#include "base/input.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

pith_status pith_input_open(const char *path, bool append, pith_input *out, pith_error *err)
{
    *out = (pith_input){.path = path, .fd = -1};
    // O_NONBLOCK: opening a FIFO that nobody writes must not hang; it is refused below.
    int flags = O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (append ? O_RDWR : O_RDONLY);
    out->fd = open(path, flags);
    pith_status failure = append ? PITH_IO_WRITE : PITH_IO_READ;
    if (out->fd < 0)
        return pith_fail(err, failure, path, "cannot be opened: %s", strerror(errno));
    struct stat st;
    pith_status status = PITH_OK;
    if (fstat(out->fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size < 0)
        status = pith_fail(err, PITH_IO_READ, path, "is not a regular file");
    else if (append && flock(out->fd, LOCK_EX | LOCK_NB) != 0)
        status = pith_fail(err, PITH_IO_WRITE, path, "is being written by another process");
    else
        out->size = (uint64_t)st.st_size;
    if (status != PITH_OK)
        pith_input_close(out);
    return status;
}

void pith_input_memory(const char *path, pith_text bytes, pith_input *out)
{
    *out = (pith_input){.path = path, .memory = bytes.p, .fd = -1, .size = bytes.n};
}

void pith_input_close(pith_input *in)
{
    if (in->fd >= 0)
        close(in->fd); // and the lock goes
    in->fd = -1;
}

pith_status pith_input_read(const pith_input *in, uint64_t offset, void *bytes, size_t len,
                            pith_error *err)
{
    if (offset > in->size || len > in->size - offset)
        return pith_fail(err, PITH_IO_READ, in->path, "ends too early");
    if (in->memory) {
        if (len)
            memcpy(bytes, in->memory + offset, len);
        return PITH_OK;
    }
    char *p = bytes;
    while (len > 0) {
        ssize_t n = pread(in->fd, p, len, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return pith_fail(err, PITH_IO_READ, in->path, "cannot be read: %s", strerror(errno));
        if (n == 0)
            return pith_fail(err, PITH_IO_READ, in->path, "has become shorter meanwhile");
        p += n;
        offset += (uint64_t)n;
        len -= (size_t)n;
    }
    return PITH_OK;
}

static int put_all(const pith_input *in, uint64_t offset, const char *p, size_t len, bool sync)
{
    while (len > 0) {
        ssize_t n = pwrite(in->fd, p, len, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0 ? EIO : errno;
        p += n;
        offset += (uint64_t)n;
        len -= (size_t)n;
    }
    return !sync || fsync(in->fd) == 0 ? 0 : errno;
}

static int append_all(const pith_input *in, const char *p, size_t len, bool sync)
{
    struct stat st;
    if (fstat(in->fd, &st) != 0)
        return errno;
    if ((uint64_t)st.st_size != in->size)
        return EAGAIN; // another writer that does not lock
    return put_all(in, in->size, p, len, sync);
}

pith_status pith_input_append(pith_input *in, const void *bytes, size_t len, bool sync,
                              pith_error *err)
{
    int reason = append_all(in, bytes, len, sync);
    if (reason == 0) {
        in->size += len;
        return PITH_OK;
    }
    // EAGAIN: the file is another's as well, and nothing of ours is in it.
    if (reason != EAGAIN && ftruncate(in->fd, (off_t)in->size) != 0)
        return pith_fail(err, PITH_IO_WRITE, in->path,
                         "cannot be written (%s) nor cut back to its %llu bytes", strerror(reason),
                         (unsigned long long)in->size);
    return pith_fail(err, PITH_IO_WRITE, in->path, "cannot be written: %s",
                     reason == EAGAIN ? "another process writes to it" : strerror(reason));
}

pith_status pith_input_put(pith_input *in, uint64_t offset, const void *bytes, size_t len,
                           bool sync, pith_error *err)
{
    int reason = put_all(in, offset, bytes, len, sync);
    return reason == 0
               ? PITH_OK
               : pith_fail(err, PITH_IO_WRITE, in->path, "cannot be written: %s", strerror(reason));
}

pith_status pith_input_cut(pith_input *in, uint64_t size, bool sync, pith_error *err)
{
    if (ftruncate(in->fd, (off_t)size) != 0 || (sync && fsync(in->fd) != 0))
        return pith_fail(err, PITH_IO_WRITE, in->path, "cannot be written: %s", strerror(errno));
    in->size = size;
    return PITH_OK;
}
