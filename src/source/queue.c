// SPDX-License-Identifier: MIT
#include "source/queue.h"

#include "base/arena.h"

enum {
    STREAMS = 100, // of one HTTP/2 connection; what libcurl assumes too
    MOMENT_MS = 200,
    FIRST_DELAY_MS = 200,
    MAX_DELAY_MS = 10000,
};

bool pith_queue_start(pith_arena *arena, pith_queue *q, size_t lanes, long total_ms,
                      size_t lane_jobs)
{
    *q = (pith_queue){.lane_jobs = lane_jobs,
                      .lanes = pith_alloc_array(arena, lanes, sizeof *q->lanes),
                      .lane_max = lanes};
    return q->lanes && pith_deadline_start(&q->deadline, total_ms);
}

pith_lane *pith_queue_lane(pith_arena *arena, pith_queue *q, const char *url)
{
    // What stands before the third slash.
    const char *start = strstr(url, "://");
    size_t n = start ? (size_t)(start + 3 - url) : 0;
    n += strcspn(url + n, "/?#");
    for (size_t i = 0; i < q->lane_count; i++) {
        if (strncmp(q->lanes[i].name, url, n) == 0 && q->lanes[i].name[n] == '\0')
            return &q->lanes[i];
    }
    const char *name = pith_alloc_copy(arena, url, n);
    if (!name || q->lane_count == q->lane_max)
        return NULL;
    q->lanes[q->lane_count] = (pith_lane){.name = name};
    return &q->lanes[q->lane_count++];
}

void pith_queue_add(pith_job *job)
{
    pith_lane *lane = job->lane;
    job->next = NULL;
    if (lane->first)
        lane->last->next = job;
    else
        lane->first = job;
    lane->last = job;
}

void pith_queue_add_later(pith_queue *q, pith_job *job, long ready_ms)
{
    job->ready_ms = ready_ms;
    job->next = q->waiting;
    q->waiting = job;
}

static bool has_room(const pith_queue *q, const pith_lane *lane)
{
    if (lane->http2)
        return lane->active < STREAMS;
    return lane->active < q->lane_jobs && q->active < PITH_QUEUE_CONNECTIONS;
}

pith_job *pith_queue_next(pith_queue *q)
{
    long now = pith_deadline_elapsed(&q->deadline);
    for (pith_job **link = &q->waiting; *link;) {
        pith_job *job = *link;
        if (job->ready_ms <= now) {
            *link = job->next;
            pith_queue_add(job);
        } else {
            link = &job->next;
        }
    }
    for (pith_lane *lane = q->lanes; lane < q->lanes + q->lane_count; lane++) {
        pith_job *job = lane->first;
        if (job && has_room(q, lane)) {
            lane->first = job->next;
            lane->active++;
            q->active++;
            job->active = true;
            return job;
        }
    }
    return NULL;
}

void pith_queue_end(pith_queue *q, pith_job *job)
{
    if (!job->active)
        return;
    job->active = false;
    job->lane->active--;
    q->active--;
}

long pith_queue_idle_ms(const pith_queue *q)
{
    long now = pith_deadline_elapsed(&q->deadline);
    long idle = pith_clamp(q->deadline.total_ms - now, 1, MOMENT_MS);
    for (const pith_job *job = q->waiting; job; job = job->next)
        idle = pith_clamp(job->ready_ms - now, 1, idle);
    return idle;
}

long pith_back_off(const char *url, int tries)
{
    uint32_t hash = 2166136261U;
    for (const char *p = url; *p; p++)
        hash = (hash ^ (uint8_t)*p) * 16777619U;
    hash = (hash ^ (uint32_t)tries) * 16777619U;
    long delay = MAX_DELAY_MS;
    if (tries < 6)
        delay = (long)FIRST_DELAY_MS << (tries - 1);
    return delay + (long)(hash >> 8) % (delay / 2);
}
