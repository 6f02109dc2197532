// SPDX-License-Identifier: MIT
//
// Eight bytes at once ("Bit Twiddling Hacks", determining if a word has a byte equal to n, or less
// than n). An answer may be true for a byte beside the one meant, but is never false for none: what
// says yes has to be looked at byte by byte.
#ifndef PITH_BASE_WORD_H
#define PITH_BASE_WORD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { PITH_WORD = sizeof(uint64_t) };
#define PITH_WORD_OF(byte) (UINT64_MAX / 255 * (byte))

static inline uint64_t pith_word_load(const char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

// A byte below `limit`, which is at most 128.
static inline bool pith_word_has_less(uint64_t word, unsigned char limit)
{
    return ((word - PITH_WORD_OF(limit)) & ~word & PITH_WORD_OF(0x80)) != 0;
}

static inline bool pith_word_has(uint64_t word, unsigned char byte)
{
    return pith_word_has_less(word ^ PITH_WORD_OF(byte), 1);
}

// A byte beyond ASCII.
static inline bool pith_word_has_high(uint64_t word)
{
    return (word & PITH_WORD_OF(0x80)) != 0;
}

#endif
