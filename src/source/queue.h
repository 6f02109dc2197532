// SPDX-License-Identifier: MIT
//
// Who is fetched next: a lane for each host, and a list of those that wait for another try.
#ifndef PITH_SOURCE_QUEUE_H
#define PITH_SOURCE_QUEUE_H

#include "pith.h"
#include "source/deadline.h"

typedef struct pith_lane pith_lane;

// To be embedded as the first member of what is queued.
typedef struct pith_job {
    struct pith_job *next;
    pith_lane *lane;
    long ready_ms; // while it waits: when to go on
    bool active;
} pith_job;

// Jobs for one scheme, host and port. Until it is seen to speak HTTP/2, a host is given no
// more jobs than it may have connections, so that none waits inside libcurl with its clock
// running.
struct pith_lane {
    const char *name;
    size_t active;
    bool http2;
    pith_job *first; // not begun
    pith_job *last;
};

typedef struct pith_queue {
    pith_deadline deadline;
    size_t lane_jobs; // at a time
    size_t active;
    pith_job *waiting;
    pith_lane *lanes;
    size_t lane_count;
    size_t lane_max;
} pith_queue;

enum { PITH_QUEUE_CONNECTIONS = 64 };

// Room for `lanes` lanes and the start of the clock. False: no memory.
bool pith_queue_start(pith_arena *arena, pith_queue *q, size_t lanes, long total_ms,
                      size_t lane_jobs) PITH_CHECKED;
// The lane of the host in a URL, made when there is none. NULL: no memory.
pith_lane *pith_queue_lane(pith_arena *arena, pith_queue *q, const char *url);
// Adds the job to its lane, to be begun at once or from ready_ms on.
void pith_queue_add(pith_job *job);
void pith_queue_add_later(pith_queue *q, pith_job *job, long ready_ms);
// The next job to begin now, which is active from here on; NULL: none.
pith_job *pith_queue_next(pith_queue *q);
// The job is not active any more, if it was.
void pith_queue_end(pith_queue *q, pith_job *job);
// How long nothing can happen here: 1 ms to a moment.
long pith_queue_idle_ms(const pith_queue *q);

// The pause before the next try, after `tries` tries: doubled each time, and up to half of it
// more by a hash, so that a thousand requests that failed together do not come back together.
long pith_back_off(const char *url, int tries);

#endif
