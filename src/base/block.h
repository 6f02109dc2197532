// SPDX-License-Identifier: MIT
//
// Sixteen bytes looked at at once. An answer is a mask with bit i for byte i. With SSE2, which
// every x86-64 has, it costs two instructions; elsewhere a loop that a compiler may do better with.
#ifndef PITH_BASE_BLOCK_H
#define PITH_BASE_BLOCK_H

#include <string.h>

enum { PITH_BLOCK = 16 };

#if defined(__SSE2__) && !defined(PITH_BLOCK_PORTABLE)
#include <emmintrin.h>

typedef __m128i pith_block;

static inline pith_block pith_block_load(const char *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static inline unsigned pith_block_equal(pith_block block, char byte)
{
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8(byte)));
}

// Bytes below `limit` as signed ones: those beyond ASCII are.
static inline unsigned pith_block_less(pith_block block, signed char limit)
{
    return (unsigned)_mm_movemask_epi8(_mm_cmplt_epi8(block, _mm_set1_epi8(limit)));
}

#else

typedef struct pith_block {
    signed char bytes[PITH_BLOCK];
} pith_block;

static inline pith_block pith_block_load(const char *p)
{
    pith_block block;
    memcpy(&block, p, sizeof block);
    return block;
}

static inline unsigned pith_block_equal(pith_block block, char byte)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < PITH_BLOCK; i++)
        mask |= (unsigned)(block.bytes[i] == (signed char)byte) << i;
    return mask;
}

static inline unsigned pith_block_less(pith_block block, signed char limit)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < PITH_BLOCK; i++)
        mask |= (unsigned)(block.bytes[i] < limit) << i;
    return mask;
}

#endif

// The first byte of a mask that is not empty.
static inline unsigned pith_block_first(unsigned mask)
{
    return (unsigned)__builtin_ctz(mask);
}

#endif
