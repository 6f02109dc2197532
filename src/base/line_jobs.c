// SPDX-License-Identifier: MIT
//
// A ring of groups of lines. This thread fills them, writes what is answered, in order, and answers
// some itself whenever there is nothing else for it to do; the others answer. The threads live as
// long as the run: starting one costs as much as many lines.
#include "base/line_jobs.h"

#include "base/err.h"
#include "base/lines.h"
#include "base/text.h"

#include <pthread.h>

// The ring has a bound in lines and in bytes, so that its memory has one however long they are.
enum {
    GROUP_LINES = 16,
    GROUP_BYTES = 1 << 20,
    GROUPS_PER_JOB = 8,
    RING_BYTES = 32 << 20,
    LINE_ARENA = 256 << 20,
    KEPT_BYTES = 64 << 10 // a buffer that grew beyond is given back with its answer
};

typedef struct item {
    size_t number;
    pith_status status;
    pith_error error;
    pith_buf line;
    pith_buf answer;
    pith_exit exit;
} item;

typedef struct group {
    item items[GROUP_LINES];
    size_t count;
    size_t bytes;
    bool answered;
} group;

// Groups are counted from the start of the run; number n lives in ring[n % size].
typedef struct run {
    const pith_line_jobs *how;
    group *ring;
    size_t size;
    size_t bytes;   // in the ring
    size_t written; // this and `bytes` are the first thread's alone
    pthread_mutex_t lock;
    pthread_cond_t begin;
    pthread_cond_t end;
    size_t filled;
    size_t taken;
    bool over;
    int workers;
    pthread_t threads[PITH_LINE_JOBS_MAX];
} run;

// ---- Answering ------------------------------------------------------------------------

void pith_line_target(char out[PITH_LINE_TARGET], const char *path, size_t number)
{
    size_t n = 0;
    pith_join(out, PITH_LINE_TARGET - 24, &n, pith_text_of(path));
    pith_join(out, PITH_LINE_TARGET, &n, pith_text_of(":"));
    pith_join_number(out, PITH_LINE_TARGET, &n, number);
}

static void answer(const pith_line_jobs *how, item *it, pith_arena *arena)
{
    char target[PITH_LINE_TARGET];
    pith_line_target(target, how->path, it->number);
    pith_line_job job = {.number = it->number,
                         .status = it->status,
                         .error = &it->error,
                         .line = {it->line.data ? it->line.data : "", it->line.len},
                         .target = target};
    it->answer.len = 0;
    it->exit = how->answer(how->context, arena, &job, &it->answer);
    if (!pith_buf_ok(&it->answer)) { // the lines behind this one shall be answered all the same
        bool full = it->answer.full;
        pith_buf_init(&it->answer, how->max_answer);
        job.status = full ? pith_fail(&it->error, PITH_TOO_LARGE, target,
                                      "the report is too long to be written")
                          : pith_fail_memory(&it->error);
        it->exit = how->answer(how->context, arena, &job, &it->answer);
    }
    pith_buf_puts(&it->answer, "\n");
    if (arena)
        pith_arena_reset(arena);
}

// Answers the next group, if there is one; `wait` for it. False: there was none.
static bool answer_group(run *r, pith_arena *arena, bool wait)
{
    (void)pthread_mutex_lock(&r->lock);
    if (!wait) // the first thread is done with filling: waking the others for each group costs more
        (void)pthread_cond_broadcast(&r->begin);
    while (wait && r->taken == r->filled && !r->over)
        (void)pthread_cond_wait(&r->begin, &r->lock);
    group *g = r->taken < r->filled && !r->over ? &r->ring[r->taken++ % r->size] : NULL;
    (void)pthread_mutex_unlock(&r->lock);
    if (!g)
        return false;
    for (size_t i = 0; i < g->count; i++)
        answer(r->how, &g->items[i], arena);
    (void)pthread_mutex_lock(&r->lock);
    g->answered = true;
    (void)pthread_cond_signal(&r->end);
    (void)pthread_mutex_unlock(&r->lock);
    return true;
}

static void *work(void *context)
{
    run *r = context;
    pith_arena *arena = pith_arena_new(LINE_ARENA);
    while (answer_group(r, arena, true)) {
    }
    pith_arena_free(arena);
    return NULL;
}

// This thread helps, so nothing is lost when no other could be started.
static void start_threads(run *r)
{
    while (r->workers + 1 < r->how->jobs &&
           pthread_create(&r->threads[r->workers], NULL, work, r) == 0)
        r->workers++;
}

static void end_threads(run *r)
{
    (void)pthread_mutex_lock(&r->lock);
    r->over = true;
    (void)pthread_cond_broadcast(&r->begin);
    (void)pthread_mutex_unlock(&r->lock);
    for (int i = 0; i < r->workers; i++)
        (void)pthread_join(r->threads[i], NULL);
}

// ---- Reading and writing --------------------------------------------------------------

static pith_status read_group(run *r, pith_lines *lines, size_t *line_number, bool *more,
                              pith_error *err)
{
    group *g = &r->ring[r->filled % r->size];
    g->count = 0;
    g->bytes = 0;
    g->answered = false;
    pith_status status = PITH_OK;
    while (*more && status == PITH_OK && g->count < GROUP_LINES && g->bytes < GROUP_BYTES) {
        item *it = &g->items[g->count];
        it->status = pith_lines_next(lines, &it->line, more, &it->error);
        if (it->status != PITH_OK && it->status != PITH_TOO_LARGE) {
            *err = it->error;
            status = it->status;
            *more = false;
        } else if (*more) {
            it->number = ++*line_number;
            // Empty lines are no documents.
            if (it->number >= r->how->first && (it->line.len > 0 || it->status != PITH_OK)) {
                g->bytes += it->line.len;
                g->count++;
            }
        }
    }
    if (g->count > 0) {
        r->bytes += g->bytes;
        (void)pthread_mutex_lock(&r->lock);
        r->filled++;
        (void)pthread_mutex_unlock(&r->lock);
    }
    return status;
}

static void shrink(pith_buf *buf)
{
    if (buf->cap > KEPT_BYTES)
        pith_buf_free(buf);
}

static bool write_group(run *r, pith_exit *exit)
{
    group *g = &r->ring[r->written++ % r->size];
    bool go_on = true;
    for (size_t i = 0; i < g->count && go_on; i++) {
        item *it = &g->items[i];
        *exit = pith_exit_worse(*exit, it->exit);
        go_on = r->how->put(r->how->put_context, it->answer.data, it->answer.len);
        shrink(&it->line);
        shrink(&it->answer);
    }
    r->bytes -= g->bytes;
    return go_on;
}

// Whether the oldest group that is not written is answered; `wait` until it is.
static bool is_answered(run *r, bool wait)
{
    const group *g = &r->ring[r->written % r->size];
    (void)pthread_mutex_lock(&r->lock);
    while (wait && !g->answered)
        (void)pthread_cond_wait(&r->end, &r->lock);
    bool answered = g->answered;
    (void)pthread_mutex_unlock(&r->lock);
    return answered;
}

// What was answered before the input broke off is written all the same.
static pith_status run_all(run *r, pith_lines *lines, pith_exit *exit, pith_error *err)
{
    size_t line_number = 0;
    bool more = true;
    bool go_on = true;
    pith_status status = PITH_OK;
    pith_arena *arena = pith_arena_new(LINE_ARENA);
    while (go_on && (more || r->written < r->filled)) {
        if (r->written < r->filled && is_answered(r, false))
            go_on = write_group(r, exit);
        else if (more && r->filled - r->written < r->size && r->bytes < RING_BYTES)
            status = read_group(r, lines, &line_number, &more, err);
        else if (!answer_group(r, arena, false))
            (void)is_answered(r, true);
    }
    pith_arena_free(arena);
    if (status == PITH_OK && !more && line_number + 1 < r->how->first)
        status = pith_fail(err, PITH_METADATA_FORM, r->how->path,
                           "has %zu lines, and %zu have been answered: it is another file",
                           line_number, r->how->first - 1);
    return status;
}

// ---- The whole ------------------------------------------------------------------------

static bool make_ring(run *r)
{
    r->ring = calloc(r->size, sizeof *r->ring);
    for (size_t i = 0; r->ring && i < r->size * GROUP_LINES; i++) {
        item *it = &r->ring[i / GROUP_LINES].items[i % GROUP_LINES];
        pith_buf_init(&it->line, r->how->max_line + 2);
        pith_buf_init(&it->answer, r->how->max_answer);
    }
    return r->ring != NULL;
}

static void free_ring(run *r)
{
    for (size_t i = 0; r->ring && i < r->size * GROUP_LINES; i++) {
        item *it = &r->ring[i / GROUP_LINES].items[i % GROUP_LINES];
        pith_buf_free(&it->line);
        pith_buf_free(&it->answer);
    }
    free(r->ring);
}

pith_status pith_line_jobs_run(const pith_line_jobs *how, pith_exit *exit, pith_error *err)
{
    pith_lines lines;
    *exit = PITH_EXIT_OK;
    if (how->jobs < 1 || how->jobs > PITH_LINE_JOBS_MAX)
        return pith_fail(err, PITH_USAGE, NULL, "the number of threads must be 1 to 256");
    pith_status status = pith_lines_open(&lines, how->path, how->max_line, err);
    if (status != PITH_OK)
        return status;
    run *r = calloc(1, sizeof *r);
    if (!r) {
        pith_lines_close(&lines);
        return pith_fail_memory(err);
    }
    *r = (run){.how = how,
               .size = (size_t)how->jobs * GROUPS_PER_JOB,
               .lock = PTHREAD_MUTEX_INITIALIZER,
               .begin = PTHREAD_COND_INITIALIZER,
               .end = PTHREAD_COND_INITIALIZER};
    if (make_ring(r)) {
        start_threads(r);
        status = run_all(r, &lines, exit, err);
        end_threads(r);
    } else {
        status = pith_fail_memory(err);
    }
    free_ring(r);
    free(r);
    pith_lines_close(&lines);
    return status;
}
