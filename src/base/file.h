// SPDX-License-Identifier: MIT
//
// The one door to the file system. What programs need of it is in pith.h; here are paths and
// files that hold secrets.
#ifndef PITH_BASE_FILE_H
#define PITH_BASE_FILE_H

#include "base/input.h"
#include "pith.h"

#include <dirent.h>

typedef enum pith_path_kind { PITH_PATH_NONE, PITH_PATH_FILE, PITH_PATH_DIR } pith_path_kind;

// What is at the path, symbolic links followed. PITH_PATH_NONE also for sockets and such;
// PITH_PATH_FILE also where it cannot be told: opening it says why.
pith_path_kind pith_path_kind_of(const char *path);

// The next entry of the open folder at `path`; NULL at its end, and when *status is or becomes a
// failure. An end that is none would pass for an answer.
struct dirent *pith_folder_next(DIR *folder, const char *path, pith_status *status,
                                pith_error *err);

// The rest of an open file, at most max bytes, with a NUL behind it; `path` is for messages.
pith_status pith_file_read_fd(pith_arena *arena, int fd, const char *path, size_t max,
                              pith_text *out, pith_error *err) PITH_CHECKED;

// Reads a file that holds a secret, symbolic links followed, into room for `size` bytes and
// nowhere else. PITH_KEY_MODE when group or others may read, write or run it.
pith_status pith_file_read_private(const char *path, char *room, size_t size, size_t *len,
                                   pith_error *err) PITH_CHECKED;
// Creates a file of mode 0600, whatever the umask. PITH_FILE_EXISTS when anything has that
// name, a dangling link included; on failure, and after pith_file_abandon_all meanwhile, no file
// is left.
pith_status pith_file_create_private(const char *path, const void *bytes, size_t len,
                                     pith_error *err) PITH_CHECKED;

// A pith_file_draft that is filled in pieces: begin, copy, append, end, then pith_file_commit.
pith_status pith_file_begin(pith_arena *arena, const char *path, pith_file_draft **out,
                            pith_error *err) PITH_CHECKED;
// Appends the first `len` bytes of a file; `look` (or NULL) sees them pass. Without it and as
// the first piece the kernel copies, sharing blocks where the file system can.
pith_status pith_file_draft_copy(pith_file_draft *draft, const pith_input *from, uint64_t len,
                                 void (*look)(void *context, const void *bytes, size_t len),
                                 void *context, pith_error *err) PITH_CHECKED;
pith_status pith_file_draft_append(pith_file_draft *draft, const void *bytes, size_t len,
                                   pith_error *err) PITH_CHECKED;
// What the file system has of it, until the end: to be read, not to be closed.
void pith_file_draft_input(const pith_file_draft *draft, pith_input *out);
// Nothing will be committed when the target has this content already. Without `sync` a power
// cut may lose the content, or the new name.
pith_status pith_file_draft_end(pith_file_draft *draft, bool sync, pith_error *err) PITH_CHECKED;

#endif
