// SPDX-License-Identifier: MIT
//
// Files and folders of the cache, for the files of the cache alone.
#ifndef PITH_SOURCE_CACHE_FILES_H
#define PITH_SOURCE_CACHE_FILES_H

#include "pith.h"

// With the dot: should v1 be a link, then all that reads, writes, lists and clears follows it.
#define PITH_CACHE_VERSION "v1/."

enum {
    PITH_CACHE_MAX_META = 4096,
    PITH_CACHE_MAX_VALIDATOR = 256,
    PITH_CACHE_MAX_ALIAS = 64 << 10
};

typedef struct pith_names_seen {
    char **items;
    size_t count;
} pith_names_seen;

// Makes every folder of the path that is not there, readable by its owner alone.
bool pith_cache_make_folders(pith_arena *arena, const char *path);
// Replaces a file whole, but does not wait for the disk as pith_file_replace does: what a power
// cut loses is noticed when it is read.
pith_status pith_cache_replace(pith_arena *arena, const char *path, pith_text bytes,
                               pith_error *err) PITH_CHECKED;
// The names in a folder of the cache; none when it cannot be read. A symbolic link to one is not
// followed. False: no memory.
bool pith_cache_read_names(pith_arena *arena, const char *path, pith_names_seen *out);
// 26 characters of base32.
bool pith_cache_is_id(const char *name);
// A file that a killed process left.
bool pith_cache_is_temporary(const char *name);
// The value of a line `key value`, or an empty text.
pith_text pith_cache_meta_value(pith_text meta, const char *key);
// The number that a text is, of at most 15 digits; 0: it is none.
int64_t pith_cache_digits(pith_text text);
// The time in the line fetched-at; 0: there is none.
int64_t pith_cache_meta_time(pith_text meta);

#endif
