// SPDX-License-Identifier: MIT
//
// The arena of the fuzz targets: every allocation is a block of its own and starts as garbage,
// so that AddressSanitizer sees a read one byte behind it, which blocks would hide, and so
// that a forgotten initialisation changes what the targets compare.
#include "base/arena.h"

typedef struct node {
    struct node *next;
    void *bytes;
    size_t size;
} node;

typedef struct deferred {
    struct deferred *next;
    void (*release)(void *);
    void *object;
} deferred;

struct pith_arena {
    node *nodes;
    deferred *deferred;
    size_t left;
    size_t max;
};

pith_arena *pith_arena_new(size_t max)
{
    pith_arena *arena = malloc(sizeof *arena);
    if (arena)
        *arena = (pith_arena){.left = max, .max = max};
    return arena;
}

void pith_arena_reset(pith_arena *arena)
{
    while (arena->deferred) {
        deferred *d = arena->deferred;
        arena->deferred = d->next;
        d->release(d->object);
        free(d);
    }
    while (arena->nodes) {
        node *n = arena->nodes;
        arena->nodes = n->next;
        free(n->bytes);
        free(n);
    }
    arena->left = arena->max;
}

void pith_arena_free(pith_arena *arena)
{
    if (!arena)
        return;
    pith_arena_reset(arena);
    free(arena);
}

void *pith_alloc(pith_arena *arena, size_t size)
{
    if (size > arena->left)
        return NULL;
    node *n = malloc(sizeof *n);
    void *bytes = malloc(size);
    if (!n || !bytes) {
        free(n);
        free(bytes);
        return NULL;
    }
    memset(bytes, 0xA5, size);
    *n = (node){arena->nodes, bytes, size};
    arena->nodes = n;
    arena->left -= size;
    return bytes;
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
    char *copy = len < SIZE_MAX ? pith_alloc(arena, len + 1) : NULL;
    if (!copy)
        return NULL;
    if (len)
        memcpy(copy, bytes, len);
    copy[len] = '\0';
    return copy;
}

bool pith_arena_defer(pith_arena *arena, void (*release)(void *), void *object)
{
    deferred *d = arena->left >= sizeof *d ? malloc(sizeof *d) : NULL;
    if (!d)
        return false;
    arena->left -= sizeof *d;
    *d = (deferred){arena->deferred, release, object};
    arena->deferred = d;
    return true;
}
