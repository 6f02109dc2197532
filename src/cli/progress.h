// SPDX-License-Identifier: MIT
//
// A line on a terminal that says how far the work is, once it takes more than a second; erased
// before anything else is printed.
#ifndef PITH_CLI_PROGRESS_H
#define PITH_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

typedef struct cli_progress {
    struct timespec start;
    double drawn; // seconds from the start
    size_t done;  // when it was drawn
    bool shown;
} cli_progress;

// False: nothing is to be shown, as standard error is no terminal or the user wants quiet.
bool progress_start(cli_progress *progress, bool quiet);
// `context` is a cli_progress. With done == total the line goes away.
void progress_show(void *context, size_t done, size_t total);

#endif
