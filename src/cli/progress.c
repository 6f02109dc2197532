// SPDX-License-Identifier: MIT
#include "cli/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static double seconds_since(const struct timespec *start)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

bool progress_start(cli_progress *progress, bool quiet)
{
    const char *term = getenv("TERM");
    *progress = (cli_progress){.shown = false};
    return !quiet && isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0 &&
           clock_gettime(CLOCK_MONOTONIC, &progress->start) == 0;
}

void progress_show(void *context, size_t done, size_t total)
{
    static const double quiet = 1.0; // seconds before the first line, and then between two
    static const double pause = 0.1;
    cli_progress *progress = context;
    double now = seconds_since(&progress->start);
    if (done >= total) {
        if (progress->shown)
            fputs("\r\033[K", stderr);
        progress->shown = false;
    } else if (now > quiet && now > progress->drawn + pause &&
               (!progress->shown || done != progress->done)) {
        // A line that wraps could not be erased.
        char line[80];
        struct winsize size = {.ws_col = 80};
        (void)ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
        snprintf(line, sizeof line, "pith: %zu of %zu documents fetched", done, total);
        if (size.ws_col > 0 && size.ws_col <= sizeof line)
            line[size.ws_col - 1] = '\0';
        fprintf(stderr, "\r\033[K%s", line);
        progress->shown = true;
        progress->done = done;
        progress->drawn = now;
    }
}
