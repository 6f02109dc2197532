// SPDX-License-Identifier: MIT
//
// The folder a mirror lives in. Every name inside it is checked before it is used, folders are
// made on the way, and a symbolic link anywhere below the top is refused: what is written stays
// inside, whoever prepared the folder.
#ifndef PITH_MIRROR_TREE_H
#define PITH_MIRROR_TREE_H

#include "pith.h"

#include <dirent.h>

typedef struct pith_tree {
    const char *dir;
    DIR *handle; // NULL: there is no such folder yet
    bool made;   // the folder, here
    size_t written;
    size_t unchanged;
} pith_tree;

// Opens the folder. One that is not there is made by the first lock (its parent is not), and
// closing takes it away again should nothing have been written.
pith_status pith_tree_open(const char *dir, pith_tree *out, pith_error *err) PITH_CHECKED;
void pith_tree_close(pith_tree *tree);

// One writer at a time, of any process: what is there is read, joined and replaced. The lock
// goes with the process, however it ends.
pith_status pith_tree_lock(pith_tree *tree, pith_error *err) PITH_CHECKED;
void pith_tree_unlock(pith_tree *tree);

// Whether every part of name is 1 to 200 of A-Za-z0-9._- without a dot at its start
// (`.well-known` apart), and no folder is called like a file (.json, .jsonld, .html).
bool pith_tree_name(const char *name);

// out->p == NULL: there is no such file.
pith_status pith_tree_read(pith_arena *arena, const pith_tree *tree, const char *name, size_t max,
                           pith_text *out, pith_error *err) PITH_CHECKED;
// Replaces the file in one step, or leaves it untouched when it holds these bytes.
pith_status pith_tree_write(pith_arena *arena, pith_tree *tree, const char *name,
                            const pith_buf *bytes, pith_error *err) PITH_CHECKED;

typedef struct pith_tree_ids {
    char (*ids)[PITH_ID_LEN + 1]; // sorted
    size_t count;
    size_t odd; // numbers whose bundle.json is no file: a link, a pipe, a folder
    pith_error first_odd;
} pith_tree_ids;

// The numbers that have a bundle in the tree.
pith_status pith_tree_list(pith_arena *arena, const pith_tree *tree, pith_tree_ids *out,
                           pith_error *err) PITH_CHECKED;

#endif
