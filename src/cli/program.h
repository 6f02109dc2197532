// SPDX-License-Identifier: MIT
//
// The one place that starts programs: a known name, fixed arguments, no shell, a time limit.
#ifndef PITH_CLI_PROGRAM_H
#define PITH_CLI_PROGRAM_H

#include "pith.h"

// Finds an executable file of that name in the absolute folders of $PATH: never in the current
// one, where a paper could have put it. False: there is none.
bool program_find(const char *name, char *path, size_t size);

// Milliseconds of a clock that only goes forward.
int64_t program_ticks_ms(void);

typedef struct program_run {
    const char *path;               // absolute
    const char *const *argv;        // with argv[0], ends with NULL
    const char *folder;             // where it runs; NULL: here
    const char *const *environment; // NULL: ours
    int seconds;                    // then it and what it has started are killed
} program_run;

// Runs it with an empty standard input and waits for its end. Both its outputs are appended to
// `out`, as much of them as fits; the rest is read and dropped. *code is its exit code, 128 + N
// when signal N ended it. PITH_IO_READ: it could not be started, or not in time.
pith_status program_start(const program_run *run, pith_buf *out, int *code,
                          pith_error *err) PITH_CHECKED;

#endif
