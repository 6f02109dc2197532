// SPDX-License-Identifier: MIT
//
// A stable merge sort of indices with a context pointer, which qsort has not: n log n for
// every input, so hostile data cannot slow it down.
#ifndef PITH_BASE_SORT_H
#define PITH_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

// Sorts items[0..count). scratch has room for count entries.
void pith_sort_indices(uint32_t *items, size_t count, uint32_t *scratch,
                       int (*compare)(uint32_t a, uint32_t b, void *context), void *context);

#endif
