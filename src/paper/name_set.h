// SPDX-License-Identifier: MIT
//
// A small sorted set of names, each with a number. Not a hash table: its names come from
// hostile files, and its size is bounded.
#ifndef PITH_PAPER_NAME_SET_H
#define PITH_PAPER_NAME_SET_H

#include "pith.h"

typedef struct pith_name {
    pith_text key;
    size_t value;
} pith_name;

typedef struct pith_name_set {
    pith_arena *arena;
    pith_name *items;
    size_t count;
    size_t room;
} pith_name_set;

// The value stored with the key, or NULL. The pointer holds until the next add.
size_t *pith_name_set_find(const pith_name_set *set, pith_text key);
// Adds a copy of a key that is not there yet. False: no memory.
bool pith_name_set_add(pith_name_set *set, pith_text key, size_t value) PITH_CHECKED;

#endif
