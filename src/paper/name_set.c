// SPDX-License-Identifier: MIT
#include "paper/name_set.h"

#include "base/arena.h"
#include "base/text.h"

// The index of the first item that is not below the key.
static size_t lower_bound(const pith_name_set *set, pith_text key)
{
    size_t low = 0;
    size_t high = set->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pith_text_compare(set->items[middle].key, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t *pith_name_set_find(const pith_name_set *set, pith_text key)
{
    size_t at = lower_bound(set, key);
    if (at == set->count || !pith_text_equal(set->items[at].key, key))
        return NULL;
    return &set->items[at].value;
}

bool pith_name_set_add(pith_name_set *set, pith_text key, size_t value)
{
    if (set->count == set->room) {
        size_t room = set->room ? set->room * 2 : 16;
        pith_name *items = pith_alloc_array(set->arena, room, sizeof *items);
        if (!items)
            return false;
        if (set->count)
            memcpy(items, set->items, set->count * sizeof *items);
        set->items = items;
        set->room = room;
    }
    char *copy = pith_alloc_copy(set->arena, key.p, key.n);
    if (!copy)
        return false;
    size_t at = lower_bound(set, key);
    memmove(set->items + at + 1, set->items + at, (set->count - at) * sizeof *set->items);
    set->items[at] = (pith_name){{copy, key.n}, value};
    set->count++;
    return true;
}
