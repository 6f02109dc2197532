// SPDX-License-Identifier: MIT
#include "cli/error.h"

static void fill(pith_error *err, pith_status status, const char *object, const char *format,
                 va_list args) PITH_PRINTF(4, 0);

static void fill(pith_error *err, pith_status status, const char *object, const char *format,
                 va_list args)
{
    *err = (pith_error){.status = status};
    pith_error_about(err, object);
    vsnprintf(err->message, sizeof err->message, format, args);
}

pith_status error_set(pith_error *err, pith_status status, const char *object, const char *format,
                      ...)
{
    va_list args;
    va_start(args, format);
    fill(err, status, object, format, args);
    va_end(args);
    return status;
}

pith_status error_usage(pith_error *err, const char *object, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(err, PITH_USAGE, object, format, args);
    va_end(args);
    return PITH_USAGE;
}

pith_status error_memory(pith_error *err)
{
    return error_set(err, PITH_MEMORY, "", "out of memory");
}

void error_name(pith_error *err, const char *object)
{
    if (err->object[0] == '\0')
        pith_error_about(err, object);
}
