// SPDX-License-Identifier: MIT
//
// A file of any size that is read in places, and what may be added to its end.
#ifndef PITH_BASE_INPUT_H
#define PITH_BASE_INPUT_H

#include "pith.h"

typedef struct pith_input {
    const char *path;   // for messages; not owned
    const char *memory; // the bytes, when they are in memory; else NULL
    int fd;
    uint64_t size;
} pith_input;

// Opens a regular file, links followed. With `append` it may be added to, and no other process
// that asks in the same way has it meanwhile.
pith_status pith_input_open(const char *path, bool append, pith_input *out,
                            pith_error *err) PITH_CHECKED;
// Bytes in memory that look like a file; they have to live as long.
void pith_input_memory(const char *path, pith_text bytes, pith_input *out);
void pith_input_close(pith_input *in);

// Exactly these bytes; PITH_IO_READ when the file has become shorter.
pith_status pith_input_read(const pith_input *in, uint64_t offset, void *bytes, size_t len,
                            pith_error *err) PITH_CHECKED;

// Adds to the end, in one write where the system takes it at once. When that fails the file is
// cut back to what it was. With `sync` the bytes are on the disk on return.
pith_status pith_input_append(pith_input *in, const void *bytes, size_t len, bool sync,
                              pith_error *err) PITH_CHECKED;

// Writes over bytes that the file has, from the offset on. What a failure leaves there is open.
pith_status pith_input_put(pith_input *in, uint64_t offset, const void *bytes, size_t len,
                           bool sync, pith_error *err) PITH_CHECKED;

// Cuts the file to its first `size` bytes, in one step.
pith_status pith_input_cut(pith_input *in, uint64_t size, bool sync, pith_error *err) PITH_CHECKED;

#endif
