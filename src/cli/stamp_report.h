// SPDX-License-Identifier: MIT
//
// What `pith stamp` says of a proof, as text or JSON.
#ifndef PITH_CLI_STAMP_REPORT_H
#define PITH_CLI_STAMP_REPORT_H

#include "cli/options.h"

// What the digest of a proof was compared with.
typedef enum stamp_compared {
    STAMP_NOTHING,
    STAMP_NUMBER, // 130 bits of it, or fewer than agree
    STAMP_RECORD, // the SHA-256 of a record's canonical bytes
    STAMP_FILE    // the bytes of a file
} stamp_compared;

typedef struct stamp_said {
    const char *target;            // as the user named it
    const char *path;              // of the proof
    stamp_compared compared;       // the digest, with what of the target
    const pith_ots_info *info;     // of the proof
    const pith_ots_report *report; // of a verification, or NULL
    pith_text words;               // the verdict as a phrase
    pith_text calendars;           // how many answered; may be empty
    const pith_finding *findings;
    pith_exit exit;
} stamp_said;

void stamp_put(const cli_args *args, const stamp_said *said, pith_buf *out);

#endif
