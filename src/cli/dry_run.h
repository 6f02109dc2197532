// SPDX-License-Identifier: MIT
//
// Compiles an upload as arXiv would: in a clean folder, without shell escape, settings of the user
// or, where the system lets us, a network.
#ifndef PITH_CLI_DRY_RUN_H
#define PITH_CLI_DRY_RUN_H

#include "pith.h"

typedef struct dry_run {
    int runs;          // of TeX, at most
    bool failed;       // TeX has refused the paper
    bool offline;      // there was no network
    bool wants_bbl;    // there are citations, but no .bbl file
    bool wants_shell;  // something asked for a program, in vain
    pith_text fls;     // what TeX has read
    pith_text log;     // of the last run
    pith_text problem; // the line of the log that says what is wrong, if it failed
} dry_run;

// Runs the engine over the files used. PITH_IO_READ: there is no such engine, or it does not end.
pith_status dry_run_start(pith_arena *arena, const pith_upload *upload, const char *engine,
                          dry_run *run, pith_error *err) PITH_CHECKED;

#endif
