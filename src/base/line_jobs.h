// SPDX-License-Identifier: MIT
//
// A function over each line of a file or standard input, by several threads, with the answers in
// the order of the lines and in constant memory.
#ifndef PITH_BASE_LINE_JOBS_H
#define PITH_BASE_LINE_JOBS_H

#include "pith.h"

// One line on its way. `status` is that of reading it; then `error` says why.
typedef struct pith_line_job {
    size_t number; // from 1
    pith_status status;
    const pith_error *error;
    pith_text line;
    const char *target; // "origin:number"
} pith_line_job;

typedef struct pith_line_jobs {
    const char *path; // "-": standard input
    size_t max_line;
    size_t max_answer;
    size_t first; // lines before it are passed over; it is an error when these are not there; 0 or
                  // 1: none
    int jobs;     // 1 to PITH_LINE_JOBS_MAX threads
    // Appends the answer, without a line feed, from any thread. The arena is for this line alone;
    // NULL: no memory.
    pith_exit (*answer)(const void *context, pith_arena *arena, const pith_line_job *job,
                        pith_buf *out);
    const void *context;
    // Takes the answers of some lines, each with its line feed; false stops without an error.
    bool (*put)(void *context, const char *lines, size_t len);
    void *put_context;
} pith_line_jobs;

enum { PITH_LINE_JOBS_MAX = 256, PITH_LINE_TARGET = 300 };

// The target of a line; a path too long for it is cut off, the number never.
void pith_line_target(char out[PITH_LINE_TARGET], const char *path, size_t number);

// *exit: the worst of all answers.
pith_status pith_line_jobs_run(const pith_line_jobs *how, pith_exit *exit,
                               pith_error *err) PITH_CHECKED;

#endif
