// SPDX-License-Identifier: MIT
//
// The arena: memory of one operation, freed at once. Not for use by two threads at a time.
#ifndef PITH_BASE_ARENA_H
#define PITH_BASE_ARENA_H

#include "pith.h"

// `size` bytes, aligned for any type, not cleared. NULL: no memory or over the maximum.
void *pith_alloc(pith_arena *arena, size_t size) PITH_CHECKED;
// `count` elements of `size` bytes, cleared; the product is checked.
void *pith_alloc_array(pith_arena *arena, size_t count, size_t size) PITH_CHECKED;
// A copy with a NUL behind it.
char *pith_alloc_copy(pith_arena *arena, const char *bytes, size_t len) PITH_CHECKED;
// Calls release(object) when the arena is reset or freed. False: no memory, not recorded.
bool pith_arena_defer(pith_arena *arena, void (*release)(void *), void *object) PITH_CHECKED;

#endif
