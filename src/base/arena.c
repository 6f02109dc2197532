// SPDX-License-Identifier: MIT
#include "base/arena.h"

struct block {
    struct block *next;
    size_t used;
    size_t size;
    max_align_t bytes[];
};

struct deferred {
    struct deferred *next;
    void (*release)(void *);
    void *object;
};

struct pith_arena {
    struct block *blocks; // newest first
    struct deferred *deferred;
    size_t total;
    size_t max;
};

enum { FIRST_BLOCK = 16 << 10 };

static struct block *add_block(pith_arena *arena, size_t size)
{
    if (size > arena->max - arena->total)
        return NULL;
    struct block *block = malloc(sizeof *block + size);
    if (!block)
        return NULL;
    *block = (struct block){.next = arena->blocks, .size = size};
    arena->blocks = block;
    arena->total += size;
    return block;
}

pith_arena *pith_arena_new(size_t max)
{
    pith_arena *arena = malloc(sizeof *arena);
    if (arena)
        *arena = (pith_arena){.max = max};
    return arena;
}

static void run_deferred(pith_arena *arena)
{
    while (arena->deferred) {
        struct deferred *d = arena->deferred;
        arena->deferred = d->next; // before the call: the entry lives in the arena
        d->release(d->object);
    }
}

void pith_arena_reset(pith_arena *arena)
{
    run_deferred(arena);
    if (!arena->blocks)
        return;
    // The newest block is the largest: the next round may need no other.
    struct block *older = arena->blocks->next;
    while (older) {
        struct block *next = older->next;
        arena->total -= older->size;
        free(older);
        older = next;
    }
    arena->blocks->next = NULL;
    arena->blocks->used = 0;
}

void pith_arena_free(pith_arena *arena)
{
    if (!arena)
        return;
    pith_arena_reset(arena);
    free(arena->blocks);
    free(arena);
}

void *pith_alloc(pith_arena *arena, size_t size)
{
    const size_t align = sizeof(max_align_t);
    if (size > SIZE_MAX - align)
        return NULL;
    size = (size + align - 1) / align * align;
    struct block *block = arena->blocks;
    if (!block || size > block->size - block->used) {
        // Blocks double, so that a large document costs few of them.
        size_t want = block ? block->size : FIRST_BLOCK / 2;
        want = want > SIZE_MAX / 2 ? want : want * 2;
        if (want > arena->max - arena->total)
            want = arena->max - arena->total;
        if (want < size)
            want = size;
        block = add_block(arena, want);
        if (!block)
            return NULL;
    }
    void *p = (char *)block->bytes + block->used;
    block->used += size;
    return p;
}

void *pith_alloc_array(pith_arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    void *p = pith_alloc(arena, count * size);
    if (p)
        memset(p, 0, count * size);
    return p;
}

char *pith_alloc_copy(pith_arena *arena, const char *bytes, size_t len)
{
    if (len == SIZE_MAX)
        return NULL;
    char *copy = pith_alloc(arena, len + 1);
    if (!copy)
        return NULL;
    if (len)
        memcpy(copy, bytes, len);
    copy[len] = '\0';
    return copy;
}

bool pith_arena_defer(pith_arena *arena, void (*release)(void *), void *object)
{
    struct deferred *d = pith_alloc(arena, sizeof *d);
    if (!d)
        return false;
    *d = (struct deferred){arena->deferred, release, object};
    arena->deferred = d;
    return true;
}
