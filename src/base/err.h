// SPDX-License-Identifier: MIT
//
// Filling a pith_error. Each helper returns the status it was given, so that a failing
// function can end with `return pith_fail(...)`.
#ifndef PITH_BASE_ERR_H
#define PITH_BASE_ERR_H

#include "pith.h"

pith_status pith_fail(pith_error *err, pith_status status, const char *object, const char *format,
                      ...) PITH_PRINTF(4, 5);
pith_status pith_fail_at(pith_error *err, pith_status status, size_t offset, const char *format,
                         ...) PITH_PRINTF(4, 5);
// The status for memory that could not be had.
pith_status pith_fail_memory(pith_error *err);
// Names the object of an error that was made where the name was not known.
void pith_error_name(pith_error *err, const char *object);

#endif
