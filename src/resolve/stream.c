// SPDX-License-Identifier: MIT
//
// Many documents, one a line: read a batch, check it with all threads, write it in order.
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/text.h"
#include "trust/crypto.h"

#include <pthread.h>
#include <stdatomic.h>

// A batch ends with its lines or its bytes, so that its memory has a bound however long they are.
enum { LINES_PER_JOB = 128, MAX_JOBS = 256, LINE_ARENA = 256 << 20, BATCH_BYTES = 16 << 20 };

// One line and its answer. Buffers are reused from batch to batch.
typedef struct item {
    size_t number; // of the line, from 1
    pith_status status;
    pith_error error; // when the line could not be read
    pith_buf line;
    pith_buf answer;
    pith_exit exit;
} item;

typedef struct batch {
    const pith_stream *stream;
    item *items;
    size_t count;
    size_t room;
    atomic_size_t next; // item that a free worker takes
} batch;

static void check_item(const batch *b, item *it, pith_arena *arena)
{
    pith_error err = it->error;
    pith_result *result = NULL;
    char target[300];
    snprintf(target, sizeof target, "%s:%zu", b->stream->path, it->number);
    pith_status status = it->status;
    if (status == PITH_OK && !arena)
        status = pith_fail_memory(&err);
    if (status == PITH_OK)
        status = pith_verify_bytes(arena, (pith_text){it->line.data, it->line.len}, target, NULL,
                                   b->stream->keyring, &result, &err);
    if (status == PITH_OK)
        status = pith_result_require(arena, result, b->stream->require, &err);
    it->answer.len = 0;
    if (status == PITH_OK)
        pith_report_json(result, target, &it->answer);
    else
        pith_report_json_error(&err, target, &it->answer);
    it->exit = status == PITH_OK ? result->exit : pith_status_exit(status);
    if (!pith_buf_ok(&it->answer)) { // the lines behind this one shall be answered all the same
        pith_buf_init(&it->answer, PITH_MAX_REPORT);
        status = pith_fail(&err, PITH_TOO_LARGE, target, "the report is too long to be written");
        pith_report_json_error(&err, target, &it->answer);
        it->exit = pith_exit_worse(it->exit, pith_status_exit(status));
    }
    pith_buf_puts(&it->answer, "\n");
    if (arena)
        pith_arena_reset(arena);
}

static void *work(void *context)
{
    batch *b = context;
    pith_arena *arena = pith_arena_new(LINE_ARENA);
    size_t i;
    while ((i = atomic_fetch_add(&b->next, 1)) < b->count)
        check_item(b, &b->items[i], arena);
    pith_arena_free(arena);
    return NULL;
}

static pith_status read_batch(batch *b, pith_lines *lines, size_t *line_number, bool *more,
                              pith_error *err)
{
    b->count = 0;
    size_t bytes = 0;
    while (b->count < b->room && bytes < BATCH_BYTES) {
        item *it = &b->items[b->count];
        it->status = pith_lines_next(lines, &it->line, more, &it->error);
        if (it->status != PITH_OK && it->status != PITH_TOO_LARGE) {
            *err = it->error;
            return it->status;
        }
        if (!*more)
            return PITH_OK;
        it->number = ++*line_number;
        bytes += it->line.len;
        if (it->line.len > 0 || it->status != PITH_OK) // empty lines are no documents
            b->count++;
    }
    return PITH_OK;
}

// Runs the batch on all threads; this one works too, so nothing is lost when no other starts.
static void run_batch(batch *b)
{
    pthread_t threads[MAX_JOBS];
    int started = 0;
    atomic_store(&b->next, 0);
    while (started + 1 < b->stream->jobs && (size_t)started + 1 < b->count &&
           pthread_create(&threads[started], NULL, work, b) == 0)
        started++;
    work(b);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

static pith_status run(batch *b, pith_lines *lines, pith_exit *exit, pith_error *err)
{
    size_t line_number = 0;
    bool more = true;
    while (more) {
        pith_status status = read_batch(b, lines, &line_number, &more, err);
        if (status != PITH_OK)
            return status;
        run_batch(b);
        for (size_t i = 0; i < b->count; i++) {
            const item *it = &b->items[i];
            *exit = pith_exit_worse(*exit, it->exit);
            if (!b->stream->put(b->stream->context, it->answer.data, it->answer.len))
                return PITH_OK;
        }
    }
    return PITH_OK;
}

pith_status pith_verify_stream(const pith_stream *stream, pith_exit *exit, pith_error *err)
{
    pith_lines lines;
    batch b = {.stream = stream, .room = (size_t)stream->jobs * LINES_PER_JOB};
    *exit = PITH_EXIT_OK;
    if (stream->jobs < 1 || stream->jobs > MAX_JOBS)
        return pith_fail(err, PITH_USAGE, NULL, "the number of threads must be 1 to 256");
    pith_status status = pith_crypto_init(err); // before there are threads
    if (status == PITH_OK)
        status = pith_lines_open(&lines, stream->path, PITH_MAX_DOCUMENT, err);
    if (status != PITH_OK)
        return status;
    b.items = calloc(b.room, sizeof *b.items);
    if (b.items) {
        for (size_t i = 0; i < b.room; i++) {
            pith_buf_init(&b.items[i].line, PITH_MAX_DOCUMENT + 2);
            pith_buf_init(&b.items[i].answer, PITH_MAX_REPORT);
        }
        status = run(&b, &lines, exit, err);
        for (size_t i = 0; i < b.room; i++) {
            pith_buf_free(&b.items[i].line);
            pith_buf_free(&b.items[i].answer);
        }
    } else {
        status = pith_fail_memory(err);
    }
    free(b.items);
    pith_lines_close(&lines);
    return status;
}
