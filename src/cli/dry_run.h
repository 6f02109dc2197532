// SPDX-License-Identifier: MIT
//
// Compiles an upload as arXiv would: in a clean folder, without shell escape, settings of the user
// or, where the system lets us, a network.
#ifndef PITH_CLI_DRY_RUN_H
#define PITH_CLI_DRY_RUN_H

#include "pith.h"

typedef struct dry_run {
    int runs;          // of TeX, at most
    bool failed;       // TeX, or dvips or ps2pdf after it, has refused the paper
    bool offline;      // there was no network
    bool wants_bbl;    // there are citations, but no .bbl file
    bool hidden;       // pith.sty says that the class asks for an anonymous paper
    bool wants_shell;  // something asked for a program, in vain
    char problem[240]; // the line of the log that says what is wrong, if it failed
    pith_text fls;     // what was read: lines as of -recorder; until dry_run_end
    char pdf[1024];    // the compiled paper, until dry_run_end
    char folder[256];  // where all that is; empty: nowhere
    char trees[4096];  // TeX's own folders, with colons between; empty: not known
    pith_buf read;
    pith_buf said; // by dvips, then ps2pdf
} dry_run;

// Runs the engine over the files used; with "latex", dvips and ps2pdf too. PITH_IO_READ: there is
// no such program, or it does not end. Whatever it returns, dry_run_end comes after it.
pith_status dry_run_start(pith_arena *arena, const pith_upload *upload, const char *engine,
                          dry_run *run, pith_error *err) PITH_CHECKED;
// Removes what dry_run_start has made.
void dry_run_end(dry_run *run);

#endif
