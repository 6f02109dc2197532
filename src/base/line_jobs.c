// SPDX-License-Identifier: MIT
//
// Read a batch, answer it with all threads while the one before is written, and so on. The
// threads live as long as the run: starting one costs as much as many lines.
#include "base/line_jobs.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/lines.h"
#include "base/text.h"

#include <pthread.h>
#include <stdatomic.h>

// A batch ends with its lines or its bytes, so that its memory has a bound however long they are.
enum {
    LINES_PER_JOB = 128,
    LINE_ARENA = 256 << 20,
    BATCH_BYTES = 16 << 20,
    KEPT_BYTES = 64 << 10, // a buffer that grew beyond is given back behind its batch
    PIECE = 8              // lines that a worker takes at once
};

typedef struct item {
    size_t number;
    pith_status status;
    pith_error error;
    pith_buf line;
    pith_buf answer;
    pith_exit exit;
} item;

typedef struct batch {
    item *items;
    size_t count;
    atomic_size_t next; // item that a free worker takes
} batch;

typedef struct run {
    const pith_line_jobs *how;
    size_t room;      // items of a batch
    batch batches[2]; // one is answered while the other is written and filled
    pthread_mutex_t lock;
    pthread_cond_t begin;
    pthread_cond_t end;
    batch *current;
    size_t round;   // counts the batches handed to the workers
    size_t working; // workers that are not done with it
    bool over;
    int workers;
    pthread_t threads[PITH_LINE_JOBS_MAX];
} run;

// ---- The threads ----------------------------------------------------------------------

void pith_line_target(char out[PITH_LINE_TARGET], const char *path, size_t number)
{
    size_t n = 0;
    pith_join(out, PITH_LINE_TARGET - 24, &n, pith_text_of(path));
    pith_join(out, PITH_LINE_TARGET, &n, pith_text_of(":"));
    pith_join_number(out, PITH_LINE_TARGET, &n, number);
}

static void answer(const run *r, item *it, pith_arena *arena)
{
    char target[PITH_LINE_TARGET];
    const pith_line_jobs *how = r->how;
    pith_line_target(target, how->path, it->number);
    pith_line_job job = {.number = it->number,
                         .status = it->status,
                         .error = it->error,
                         .line = {it->line.data ? it->line.data : "", it->line.len},
                         .target = target};
    it->answer.len = 0;
    it->exit = how->answer(how->context, arena, &job, &it->answer);
    if (!pith_buf_ok(&it->answer)) { // the lines behind this one shall be answered all the same
        bool full = it->answer.full;
        pith_buf_init(&it->answer, how->max_answer);
        job.status = full ? pith_fail(&job.error, PITH_TOO_LARGE, target,
                                      "the report is too long to be written")
                          : pith_fail_memory(&job.error);
        it->exit = how->answer(how->context, arena, &job, &it->answer);
    }
    pith_buf_puts(&it->answer, "\n");
    if (arena)
        pith_arena_reset(arena);
}

static void work_on(const run *r, batch *b, pith_arena *arena)
{
    size_t i;
    while ((i = atomic_fetch_add(&b->next, PIECE)) < b->count) {
        for (size_t end = i + PIECE; i < end && i < b->count; i++)
            answer(r, &b->items[i], arena);
    }
}

static void *work(void *context)
{
    run *r = context;
    pith_arena *arena = pith_arena_new(LINE_ARENA);
    size_t seen = 0;
    (void)pthread_mutex_lock(&r->lock);
    for (;;) {
        while (r->round == seen && !r->over)
            (void)pthread_cond_wait(&r->begin, &r->lock);
        if (r->round == seen)
            break;
        seen = r->round;
        batch *b = r->current;
        (void)pthread_mutex_unlock(&r->lock);
        work_on(r, b, arena);
        (void)pthread_mutex_lock(&r->lock);
        if (--r->working == 0)
            (void)pthread_cond_signal(&r->end);
    }
    (void)pthread_mutex_unlock(&r->lock);
    pith_arena_free(arena);
    return NULL;
}

static void start_batch(run *r, batch *b)
{
    atomic_store(&b->next, 0);
    (void)pthread_mutex_lock(&r->lock);
    r->current = b;
    r->working = (size_t)r->workers;
    r->round++;
    (void)pthread_cond_broadcast(&r->begin);
    (void)pthread_mutex_unlock(&r->lock);
}

// This thread helps, so nothing is lost when no other could be started.
static void finish_batch(run *r, batch *b, pith_arena *arena)
{
    work_on(r, b, arena);
    (void)pthread_mutex_lock(&r->lock);
    while (r->working > 0)
        (void)pthread_cond_wait(&r->end, &r->lock);
    (void)pthread_mutex_unlock(&r->lock);
}

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

static void shrink(pith_buf *buf)
{
    if (buf->cap > KEPT_BYTES)
        pith_buf_free(buf);
}

static pith_status read_batch(run *r, batch *b, pith_lines *lines, size_t *line_number, bool *more,
                              pith_error *err)
{
    b->count = 0;
    size_t bytes = 0;
    while (b->count < r->room && bytes < BATCH_BYTES) {
        item *it = &b->items[b->count];
        shrink(&it->line);
        shrink(&it->answer);
        it->status = pith_lines_next(lines, &it->line, more, &it->error);
        if (it->status != PITH_OK && it->status != PITH_TOO_LARGE) {
            *err = it->error;
            return it->status;
        }
        if (!*more)
            return PITH_OK;
        it->number = ++*line_number;
        bytes += it->line.len;
        if (it->number < r->how->first)
            bytes = 0;
        else if (it->line.len > 0 || it->status != PITH_OK) // empty lines are no documents
            b->count++;
    }
    return PITH_OK;
}

static bool write_batch(const run *r, const batch *b, pith_exit *exit)
{
    for (size_t i = 0; i < b->count; i++) {
        const item *it = &b->items[i];
        *exit = pith_exit_worse(*exit, it->exit);
        if (!r->how->put(r->how->put_context, it->answer.data, it->answer.len))
            return false;
    }
    return true;
}

static pith_status run_all(run *r, pith_lines *lines, pith_exit *exit, pith_error *err)
{
    size_t line_number = 0;
    bool more = true;
    bool go_on = true;
    pith_arena *arena = pith_arena_new(LINE_ARENA);
    batch *now = &r->batches[0];
    batch *other = &r->batches[1];
    pith_status status = read_batch(r, now, lines, &line_number, &more, err);
    while (status == PITH_OK && now->count > 0 && go_on) {
        start_batch(r, now);
        go_on = write_batch(r, other, exit);
        if (go_on && more)
            status = read_batch(r, other, lines, &line_number, &more, err);
        else
            other->count = 0;
        finish_batch(r, now, arena);
        batch *done = now;
        now = other;
        other = done;
    }
    // What was answered before the input broke off is written all the same.
    if (go_on)
        (void)write_batch(r, other, exit);
    pith_arena_free(arena);
    return status;
}

// ---- The whole ------------------------------------------------------------------------

static bool make_batches(run *r)
{
    for (size_t k = 0; k < 2; k++) {
        r->batches[k].items = calloc(r->room, sizeof *r->batches[k].items);
        for (size_t i = 0; i < r->room && r->batches[k].items; i++) {
            pith_buf_init(&r->batches[k].items[i].line, r->how->max_line + 2);
            pith_buf_init(&r->batches[k].items[i].answer, r->how->max_answer);
        }
    }
    return r->batches[0].items && r->batches[1].items;
}

static void free_batches(run *r)
{
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < r->room && r->batches[k].items; i++) {
            pith_buf_free(&r->batches[k].items[i].line);
            pith_buf_free(&r->batches[k].items[i].answer);
        }
        free(r->batches[k].items);
    }
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
               .room = (size_t)how->jobs * LINES_PER_JOB,
               .lock = PTHREAD_MUTEX_INITIALIZER,
               .begin = PTHREAD_COND_INITIALIZER,
               .end = PTHREAD_COND_INITIALIZER};
    if (make_batches(r)) {
        start_threads(r);
        status = run_all(r, &lines, exit, err);
        end_threads(r);
    } else {
        status = pith_fail_memory(err);
    }
    free_batches(r);
    free(r);
    pith_lines_close(&lines);
    return status;
}
