// SPDX-License-Identifier: MIT
//
// Filling a pith_error. Each function returns the status it was given, so that a failing one can
// end with `return error_set(...)`.
#ifndef PITH_CLI_ERROR_H
#define PITH_CLI_ERROR_H

#include "pith.h"

// What a command starts with, which allocates before it does anything else.
#define ERROR_MEMORY                                                                               \
    {                                                                                              \
        .status = PITH_MEMORY, .message = "out of memory"                                          \
    }

// `object` is what it is about, or empty.
pith_status error_set(pith_error *err, pith_status status, const char *object, const char *format,
                      ...) PITH_PRINTF(4, 5);
// PITH_USAGE
pith_status error_usage(pith_error *err, const char *object, const char *format, ...)
    PITH_PRINTF(3, 4);
pith_status error_memory(pith_error *err);
// Says what it is about, unless it does.
void error_name(pith_error *err, const char *object);

#endif
