// SPDX-License-Identifier: MIT
//
// Filling a pith_error, beyond pith_fail and its like of pith.h.
#ifndef PITH_BASE_ERR_H
#define PITH_BASE_ERR_H

#include "pith.h"

pith_status pith_fail_at(pith_error *err, pith_status status, size_t offset, const char *format,
                         ...) PITH_PRINTF(4, 5);

#endif
