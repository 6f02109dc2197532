// SPDX-License-Identifier: MIT
#include "base/err.h"

#include <string.h>

static const struct {
    const char *name;
    pith_exit exit;
    const char *remedy;
} statuses[PITH_STATUS_COUNT] = {
#define X(symbol, name, exit, remedy) [PITH_##symbol] = {name, PITH_EXIT_##exit, remedy},
    PITH_STATUS_TABLE(X)
#undef X
};

static pith_status known(pith_status status)
{
    return (unsigned)status < PITH_STATUS_COUNT ? status : PITH_INTERNAL;
}

const char *pith_status_name(pith_status status)
{
    return statuses[known(status)].name;
}

const char *pith_status_remedy(pith_status status)
{
    return statuses[known(status)].remedy;
}

pith_exit pith_status_exit(pith_status status)
{
    return statuses[known(status)].exit;
}

pith_exit pith_exit_worse(pith_exit a, pith_exit b)
{
    // A false statement outranks everything but a bug or a command that was never
    // understood; then what could not be read, judged, reached or found.
    static const pith_exit order[] = {
        PITH_EXIT_INTERNAL,  PITH_EXIT_USAGE,     PITH_EXIT_INVALID,
        PITH_EXIT_MALFORMED, PITH_EXIT_UNTRUSTED, PITH_EXIT_IO,
        PITH_EXIT_NETWORK,   PITH_EXIT_NOT_FOUND, PITH_EXIT_INCOMPLETE};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        if (a == order[i] || b == order[i])
            return order[i];
    }
    return a == PITH_EXIT_OK && b == PITH_EXIT_OK ? PITH_EXIT_OK : PITH_EXIT_INTERNAL;
}

static void fill(pith_error *err, pith_status status, const char *object, const char *format,
                 va_list args) PITH_PRINTF(4, 0);

// A name that is too long loses its end, between two characters, and says so.
static void copy(char *room, size_t size, const char *text)
{
    static const char mark[] = "...";
    size_t n = strlen(text);
    const size_t most = size - sizeof mark;
    if (n < size) {
        memcpy(room, text, n + 1);
        return;
    }
    for (n = most; n > most - 3 && ((unsigned char)text[n] & 0xC0) == 0x80;)
        n--;
    memcpy(room, text, n);
    memcpy(room + n, mark, sizeof mark);
}

void pith_error_about(pith_error *err, const char *object)
{
    copy(err->object, sizeof err->object, object);
}

static void fill(pith_error *err, pith_status status, const char *object, const char *format,
                 va_list args)
{
    *err = (pith_error){.status = status};
    if (object)
        pith_error_about(err, object);
    vsnprintf(err->message, sizeof err->message, format, args);
}

pith_status pith_fail(pith_error *err, pith_status status, const char *object, const char *format,
                      ...)
{
    va_list args;
    va_start(args, format);
    fill(err, status, object, format, args);
    va_end(args);
    return status;
}

pith_status pith_fail_at(pith_error *err, pith_status status, size_t offset, const char *format,
                         ...)
{
    va_list args;
    va_start(args, format);
    fill(err, status, NULL, format, args);
    va_end(args);
    err->has_offset = true;
    err->offset = offset;
    return status;
}

pith_status pith_fail_memory(pith_error *err)
{
    return pith_fail(err, PITH_MEMORY, NULL, "out of memory");
}

void pith_error_name(pith_error *err, const char *object)
{
    if (err->object[0] == '\0')
        pith_error_about(err, object);
}
