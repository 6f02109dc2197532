// SPDX-License-Identifier: MIT
#include "base/lines.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { CHUNK = 256 << 10 };

pith_status pith_lines_open(pith_lines *lines, const char *path, size_t max, pith_error *err)
{
    *lines = (pith_lines){.path = path, .fd = STDIN_FILENO, .max = max};
    if (strcmp(path, "-") != 0)
        lines->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (lines->fd < 0)
        return pith_fail(err, PITH_IO_READ, path, "cannot be opened: %s", strerror(errno));
    lines->bytes = malloc(CHUNK);
    if (!lines->bytes) {
        pith_lines_close(lines);
        return pith_fail_memory(err);
    }
    return PITH_OK;
}

void pith_lines_close(pith_lines *lines)
{
    if (lines->fd > STDIN_FILENO)
        close(lines->fd);
    free(lines->bytes);
    *lines = (pith_lines){.fd = -1};
}

static pith_status fill(pith_lines *lines, pith_error *err)
{
    ssize_t n;
    do {
        n = read(lines->fd, lines->bytes, CHUNK);
    } while (n < 0 && errno == EINTR);
    if (n < 0)
        return pith_fail(err, PITH_IO_READ, lines->path, "cannot be read: %s", strerror(errno));
    lines->start = 0;
    lines->end = (size_t)n;
    lines->at_end = n == 0;
    return PITH_OK;
}

pith_status pith_lines_next(pith_lines *lines, pith_buf *out, bool *more, pith_error *err)
{
    bool any = false;
    bool too_long = false;
    out->len = 0;
    for (;;) {
        if (lines->start == lines->end) {
            pith_status status = lines->at_end ? PITH_OK : fill(lines, err);
            if (status != PITH_OK)
                return status;
            if (lines->at_end)
                break;
        }
        const char *from = lines->bytes + lines->start;
        size_t left = lines->end - lines->start;
        const char *stop = memchr(from, '\n', left);
        size_t n = stop ? (size_t)(stop - from) : left;
        any = true;
        too_long = too_long || n > lines->max - out->len;
        if (!too_long)
            pith_buf_add(out, from, n);
        lines->start += n + (stop ? 1 : 0);
        if (stop)
            break;
    }
    *more = any;
    if (too_long)
        return pith_fail(err, PITH_TOO_LARGE, lines->path, "has a line of more than %zu bytes",
                         lines->max);
    if (!pith_buf_ok(out))
        return pith_fail_memory(err);
    if (out->len > 0 && out->data[out->len - 1] == '\r')
        out->data[--out->len] = '\0';
    return PITH_OK;
}
