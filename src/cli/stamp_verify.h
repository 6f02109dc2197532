// SPDX-License-Identifier: MIT
//
// What the digest of a stamp is compared with.
#ifndef PITH_CLI_STAMP_VERIFY_H
#define PITH_CLI_STAMP_VERIFY_H

#include "cli/stamp_report.h"

// Where records and headers come from.
typedef struct stamp_means {
    pith_arena *arena;
    const pith_sources *sources;
    const pith_keyring *keyring;
    const pith_headers *headers;
} stamp_means;

// Verifies a proof for a file, for a record by its name, or (`of` NULL) for its digest alone.
// *with: what the digest was compared with. The record of a number is asked for only when the
// digest can be its own.
pith_status stamp_verify(const stamp_means *means, const char *of, bool is_file,
                         const pith_ots *proof, pith_ots_report *report, stamp_compared *with,
                         pith_error *err);

#endif
