// SPDX-License-Identifier: MIT
#include "base/sort.h"

#include <string.h>

// Depth is log2 of the count: 32 at most.
// NOLINTNEXTLINE(misc-no-recursion)
void pith_sort_indices(uint32_t *items, size_t count, uint32_t *scratch,
                       int (*compare)(uint32_t a, uint32_t b, void *context), void *context)
{
    if (count <= 12) { // most JSON objects: insertion sort needs no second array
        for (size_t i = 1; i < count; i++) {
            uint32_t item = items[i];
            size_t j = i;
            for (; j > 0 && compare(items[j - 1], item, context) > 0; j--)
                items[j] = items[j - 1];
            items[j] = item;
        }
        return;
    }
    size_t half = count / 2;
    pith_sort_indices(items, half, scratch, compare, context);
    pith_sort_indices(items + half, count - half, scratch, compare, context);
    memcpy(scratch, items, half * sizeof *items);
    size_t left = 0;
    size_t right = half;
    for (size_t out = 0; left < half; out++) {
        if (right < count && compare(items[right], scratch[left], context) < 0)
            items[out] = items[right++];
        else
            items[out] = scratch[left++];
    }
}
