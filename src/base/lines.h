// SPDX-License-Identifier: MIT
//
// Lines from a file or standard input, with a bound, in constant memory.
#ifndef PITH_BASE_LINES_H
#define PITH_BASE_LINES_H

#include "pith.h"

typedef struct pith_lines {
    const char *path;
    int fd;
    size_t max;  // longest line that is handed out
    char *bytes; // what was read and not yet handed out: [start, end)
    size_t start;
    size_t end;
    bool at_end;
} pith_lines;

pith_status pith_lines_open(pith_lines *lines, const char *path, size_t max,
                            pith_error *err) PITH_CHECKED;
void pith_lines_close(pith_lines *lines);

// Appends the next line, without its end (LF or CR LF), to *out, which is emptied first.
// *more is false at the end of the file. A line over max gives PITH_TOO_LARGE and is passed
// over: the next call goes on behind it.
pith_status pith_lines_next(pith_lines *lines, pith_buf *out, bool *more,
                            pith_error *err) PITH_CHECKED;

#endif
