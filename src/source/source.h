// SPDX-License-Identifier: MIT
//
// Number -> bytes. Sources look for documents; they never look inside them.
#ifndef PITH_SOURCE_SOURCE_H
#define PITH_SOURCE_SOURCE_H

#include "pith.h"

typedef struct pith_raw {
    const char *origin; // path or URL
    pith_text bytes;
    bool by_name; // found under the number's own name, not just a file the user named
    struct pith_raw *next;
} pith_raw;

// Every document of this number in the files and folders of sources->from: files as they
// are, folders by the public URL pattern. *out may stay NULL: nothing there.
pith_status pith_source_files(pith_arena *arena, const pith_sources *sources,
                              const pith_number *number, pith_raw **out,
                              pith_error *err) PITH_CHECKED;

// What the alias index of a folder in sources->from says about a name: the text of
// alias/KIND/VALUE.json. Empty: no folder has one.
pith_status pith_source_alias_file(pith_arena *arena, const pith_sources *sources,
                                   const pith_target *target, pith_text *out, const char **origin,
                                   pith_error *err) PITH_CHECKED;

#endif
