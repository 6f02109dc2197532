// SPDX-License-Identifier: MIT
//
// Paths as text. Nothing here looks at the file system. pith_path_beside is in pith.h.
#ifndef PITH_BASE_PATH_H
#define PITH_BASE_PATH_H

#include "pith.h"

// "dir/name" in the arena; NULL when memory is short.
char *pith_path_join(pith_arena *arena, const char *dir, const char *name);
// The folder part of a path: "." for a bare name.
char *pith_path_dir(pith_arena *arena, const char *path);

#endif
