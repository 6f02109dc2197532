// SPDX-License-Identifier: MIT
//
// How long a piece of work has gone on, and how long it still may.
#ifndef PITH_SOURCE_DEADLINE_H
#define PITH_SOURCE_DEADLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

typedef struct pith_deadline {
    clock_t start;
    long ticks; // of the clock, per second
    long total_ms;
} pith_deadline;

// False: this system has no such clock.
bool pith_deadline_start(pith_deadline *d, long total_ms);
// Milliseconds since the start.
long pith_deadline_elapsed(const pith_deadline *d);
// Milliseconds that are left; 0 or less: none.
long pith_deadline_left(const pith_deadline *d);
// An equal part of what is left for each of those that may still be asked, 1 at least: who never
// answers does not use up the time of the next one.
long pith_deadline_share(const pith_deadline *d, size_t parts);

static inline long pith_clamp(long value, long low, long high)
{
    return value < low ? low : value > high ? high : value;
}

#endif
