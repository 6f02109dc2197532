// SPDX-License-Identifier: MIT
//
// The only functions of the program that print, but for the line of progress.h. Results go to
// standard output, everything else to standard error, and every foreign byte through the terminal
// escape.
#ifndef PITH_CLI_MSG_H
#define PITH_CLI_MSG_H

#include "cli/options.h"

// `pith: OBJECT: what; what to do` on standard error.
void msg_error(const pith_error *err);
// `pith: text` on standard error, unless --quiet.
void msg_note(const cli_args *args, const char *format, ...) PITH_PRINTF(2, 3);
// The noun behind a count: 1 record, 2 records.
const char *noun(size_t count, const char *one, const char *many);
// Writes to standard output. A failed write is remembered for msg_finish.
void msg_out(const pith_buf *buf);
// The same for bytes; false when they could not be written.
bool msg_bytes(const char *bytes, size_t len);
// Writes out what is left of it; false when anything was lost, now or before.
bool msg_flush(void);
// Flushes standard output; the exit code becomes PITH_EXIT_IO when anything was lost, or
// PITH_EXIT_INTERNAL for want of memory.
pith_exit msg_finish(pith_exit exit);

// Whether standard output wants colour: --color, NO_COLOR, TERM, a terminal.
bool msg_colour(const cli_args *args);

// Reports why a command did nothing, as JSON where that was asked for.
pith_exit msg_failure(const cli_args *args, const pith_error *err);

// The exit code of a command. One that had no memory to say why it failed is explained here.
pith_exit msg_explained(const cli_args *args, pith_exit exit);

// Reports one target to out (or its error to standard error), in JSON where that was asked
// for, with a comma behind another result; returns its exit code.
pith_exit msg_report(const cli_args *args, const char *target, pith_status status,
                     const pith_result *result, const pith_error *err, pith_buf *out);
// Runs `one` for every operand and prints what it put into out; the worst exit code.
pith_exit msg_targets(const cli_args *args, pith_exit (*one)(void *context, size_t index),
                      void *context, pith_buf *out);

// The JSON envelope around results; nothing where JSON was not asked for.
void msg_open(const cli_args *args, pith_buf *out);
void msg_close(const cli_args *args, pith_exit exit, pith_buf *out);
// The end of a command that fills one report between msg_open and here: prints it, or only says
// why it came to nothing. Frees the report; returns the exit code.
pith_exit msg_end(const cli_args *args, pith_status status, const pith_error *err, pith_exit exit,
                  pith_buf *out);

#endif
