// SPDX-License-Identifier: MIT
#include "source/deadline.h"

#include <sys/times.h>
#include <unistd.h>

// Ticks since an arbitrary point: the library can tell how long it waits, not what day it is.
static clock_t ticks_now(void)
{
    struct tms unused;
    return times(&unused);
}

bool pith_deadline_start(pith_deadline *d, long total_ms)
{
    *d = (pith_deadline){ticks_now(), sysconf(_SC_CLK_TCK), total_ms};
    return d->ticks > 0;
}

long pith_deadline_elapsed(const pith_deadline *d)
{
    return (long)(ticks_now() - d->start) * 1000 / d->ticks;
}

long pith_deadline_left(const pith_deadline *d)
{
    return d->total_ms - pith_deadline_elapsed(d);
}

long pith_deadline_share(const pith_deadline *d, size_t parts)
{
    return pith_clamp(pith_deadline_left(d) / (long)parts, 1, d->total_ms);
}
