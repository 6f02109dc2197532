// SPDX-License-Identifier: MIT
#include "pith.h"

void pith_buf_init(pith_buf *buf, size_t max)
{
    *buf = (pith_buf){.max = max};
}

void pith_buf_free(pith_buf *buf)
{
    free(buf->data);
    *buf = (pith_buf){.max = buf->max};
}

bool pith_buf_ok(const pith_buf *buf)
{
    return !buf->failed;
}

static bool reserve(pith_buf *buf, size_t more)
{
    if (buf->failed)
        return false;
    // One byte stays free for a NUL, so that data is always a C string too.
    bool full = more >= buf->max || buf->len >= buf->max - more;
    if (!full) {
        size_t need = buf->len + more + 1;
        if (need <= buf->cap)
            return true;
        size_t cap = buf->cap ? buf->cap : 1024;
        while (cap < need)
            cap = cap > buf->max / 2 ? buf->max : cap * 2;
        char *data = realloc(buf->data, cap);
        if (data) {
            buf->data = data;
            buf->cap = cap;
            return true;
        }
    }
    pith_buf_free(buf);
    buf->failed = true;
    buf->full = full;
    return false;
}

void pith_buf_add(pith_buf *buf, const void *bytes, size_t len)
{
    if (!reserve(buf, len))
        return;
    if (len)
        memcpy(buf->data + buf->len, bytes, len);
    buf->len += len;
    buf->data[buf->len] = '\0';
}

void pith_buf_puts(pith_buf *buf, const char *text)
{
    pith_buf_add(buf, text, strlen(text));
}

void pith_buf_printf(pith_buf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    if (n >= 0 && reserve(buf, (size_t)n)) {
        vsnprintf(buf->data + buf->len, (size_t)n + 1, format, again);
        buf->len += (size_t)n;
    } else if (n < 0) {
        pith_buf_free(buf);
        buf->failed = true;
    }
    va_end(again);
    va_end(args);
}
