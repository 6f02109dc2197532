// SPDX-License-Identifier: MIT
//
// What `pith stamp` says of a proof, as text or JSON.
#ifndef PITH_CLI_STAMP_REPORT_H
#define PITH_CLI_STAMP_REPORT_H

#include "cli/options.h"

typedef struct stamp_said {
    const char *target;            // as the user named it
    const char *path;              // of the proof
    bool compared;                 // with the digest of the target
    const pith_ots_info *info;     // of the proof
    const pith_ots_report *report; // of a verification, or NULL
    pith_text words;               // the verdict as a phrase
    pith_text calendars;           // how many answered; may be empty
    const pith_finding *findings;
    pith_exit exit;
} stamp_said;

void stamp_put(const cli_args *args, const stamp_said *said, pith_buf *out);

#endif
