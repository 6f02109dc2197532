// SPDX-License-Identifier: MIT
//
// A file of answers that grows, and that a later run goes on with.
#include "base/err.h"
#include "base/file.h"
#include "base/input.h"
#include "base/line_jobs.h"
#include "base/lines.h"
#include "base/text.h"

enum { PENDING = 1 << 20, TAIL = 128 << 10, LONGEST = TAIL / 2 }; // no answer is longer

struct pith_output {
    pith_input in;
    pith_buf pending;
    pith_status status;
    pith_error err;
};

// How the answer about a line of the snapshot begins: {"target":"PATH:N"
static bool put_begin(const char *snapshot, size_t number, pith_buf *out)
{
    char target[PITH_LINE_TARGET];
    pith_line_target(target, snapshot, number);
    out->len = 0;
    pith_buf_puts(out, "{\"target\":");
    pith_json_quote(pith_text_of(target), out);
    return pith_buf_ok(out);
}

// The quote that ends the target of an answer, or NULL.
static const char *target_end(pith_text answer)
{
    static const char start[] = "{\"target\":\"";
    if (!pith_text_starts(answer, start))
        return NULL;
    for (const char *p = answer.p + sizeof start - 1; p < answer.p + answer.n; p++) {
        if (*p == '\\')
            p++;
        else if (*p == '"')
            return p;
    }
    return NULL;
}

// The N that the target of an answer ends with; 0: it is none. The rest is not looked at.
static size_t line_of(pith_text answer)
{
    size_t number = 0;
    size_t factor = 1;
    for (const char *p = target_end(answer);
         p && p > answer.p && pith_is_digit(p[-1]) && factor < SIZE_MAX / 100; p--, factor *= 10)
        number += factor * (size_t)(p[-1] - '0');
    return number;
}

// "exit":N, which follows the target; OK where there is none.
static pith_exit exit_of(pith_text answer)
{
    static const char before[] = ",\"exit\":";
    const char *end = target_end(answer);
    const char *stop = answer.p + answer.n;
    unsigned exit = 0;
    if (!end || !pith_text_starts((pith_text){end + 1, (size_t)(stop - end - 1)}, before))
        return PITH_EXIT_OK;
    for (const char *p = end + sizeof before; p < stop && pith_is_digit(*p) && exit < 100; p++)
        exit = exit * 10 + (unsigned)(*p - '0');
    return (pith_exit)exit;
}

// The worst of the answers that are there: a later run says how the whole file stands.
static pith_status worst_exit(const char *path, pith_exit *exit, pith_error *err)
{
    pith_lines lines;
    pith_buf line;
    bool more = true;
    *exit = PITH_EXIT_OK;
    pith_status status = pith_lines_open(&lines, path, LONGEST, err);
    if (status != PITH_OK)
        return status;
    pith_buf_init(&line, LONGEST + 2);
    while (more && status == PITH_OK) {
        status = pith_lines_next(&lines, &line, &more, err);
        if (status == PITH_OK && more && line.len)
            *exit = pith_exit_worse(*exit, exit_of((pith_text){line.data, line.len}));
    }
    pith_buf_free(&line);
    pith_lines_close(&lines);
    return status;
}

// Whether the tail of a file is one of answers about the snapshot: `last`, its last whole line, is
// that of *number (empty: there is none, and 0), and `rest` as much of the next one as was written.
static pith_status check_tail(const char *snapshot, pith_text last, pith_text rest, size_t *number,
                              bool *ours, pith_error *err)
{
    pith_buf begin;
    pith_buf_init(&begin, SIZE_MAX);
    *number = line_of(last);
    *ours = last.n == 0;
    bool ok = put_begin(snapshot, *number, &begin);
    if (ok && last.n)
        *ours = *number > 0 && last.n > begin.len && memcmp(last.p, begin.data, begin.len) == 0;
    ok = ok && put_begin(snapshot, *number + 1, &begin);
    if (ok && rest.n)
        *ours = *ours && memcmp(rest.p, begin.data, rest.n < begin.len ? rest.n : begin.len) == 0;
    pith_buf_free(&begin);
    return ok ? PITH_OK : pith_fail_memory(err);
}

// Where the file's whole answers end, and the number of the last one.
static pith_status find_end(const pith_input *in, const char *snapshot, uint64_t *end,
                            size_t *number, pith_error *err)
{
    size_t n = in->size < TAIL ? (size_t)in->size : TAIL;
    bool ours = false;
    char *tail = malloc(TAIL);
    if (!tail)
        return pith_fail_memory(err);
    pith_status status = pith_input_read(in, in->size - n, tail, n, err);
    size_t stop = status == PITH_OK ? n : 0; // behind the last line feed
    while (stop > 0 && tail[stop - 1] != '\n')
        stop--;
    size_t start = stop ? stop - 1 : 0; // of the last whole answer
    while (start > 0 && tail[start - 1] != '\n')
        start--;
    *end = in->size - (n - stop);
    if (status == PITH_OK)
        status = check_tail(snapshot, (pith_text){tail + start, stop - start},
                            (pith_text){tail + stop, n - stop}, number, &ours, err);
    free(tail);
    // No answer is so long that it does not end in the tail.
    if (status == PITH_OK && (!ours || (stop == 0 && in->size > n)))
        status = pith_fail(err, PITH_METADATA_FORM, in->path,
                           "does not end with answers of this command about %s", snapshot);
    return status;
}

// An empty file, but not in the place of a link: one that leads nowhere may do so for a while only,
// as to a disk that is not mounted, and would hide the answers that are there.
static pith_status start_file(const char *path, pith_error *err)
{
    pith_written ignored;
    pith_arena *arena = pith_arena_new(64 << 10);
    pith_status status =
        arena ? pith_file_followed(arena, path, &path, err) : pith_fail_memory(err);
    if (status == PITH_OK)
        status = pith_file_replace(path, "", 0, &ignored, err);
    pith_arena_free(arena);
    return status;
}

static pith_status resume(const char *path, const char *snapshot, pith_output *out, size_t *first,
                          pith_exit *exit, pith_error *err)
{
    uint64_t end = 0;
    size_t number = 0;
    pith_status status = PITH_OK;
    if (strcmp(snapshot, "-") != 0 && pith_path_kind_of(snapshot) == PITH_PATH_NONE)
        return pith_fail(err, PITH_IO_READ, snapshot, "there is no such file");
    if (pith_path_kind_of(path) == PITH_PATH_NONE)
        status = start_file(path, err);
    if (status == PITH_OK)
        status = pith_input_open(path, true, &out->in, err);
    if (status != PITH_OK)
        return status;
    status = find_end(&out->in, snapshot, &end, &number, err);
    if (status == PITH_OK && end < out->in.size) // an answer that was cut off
        status = pith_input_cut(&out->in, end, false, err);
    if (status == PITH_OK)
        status = worst_exit(path, exit, err);
    if (status != PITH_OK)
        pith_input_close(&out->in);
    *first = number + 1;
    return status;
}

pith_status pith_output_resume(const char *path, const char *snapshot, pith_output **out,
                               size_t *first, pith_exit *exit, pith_error *err)
{
    pith_output *output = calloc(1, sizeof *output);
    if (!output)
        return pith_fail_memory(err);
    pith_buf_init(&output->pending, 4 * (size_t)PENDING);
    pith_status status = resume(path, snapshot, output, first, exit, err);
    if (status != PITH_OK) {
        free(output);
        return status;
    }
    *out = output;
    return PITH_OK;
}

static bool flush(pith_output *output)
{
    if (output->status == PITH_OK && !pith_buf_ok(&output->pending))
        output->status = pith_fail_memory(&output->err);
    if (output->status == PITH_OK)
        output->status = pith_input_append(&output->in, output->pending.data, output->pending.len,
                                           false, &output->err);
    output->pending.len = 0;
    return output->status == PITH_OK;
}

bool pith_output_add(pith_output *output, const char *bytes, size_t len)
{
    pith_buf_add(&output->pending, bytes, len);
    return output->pending.len < PENDING ? output->status == PITH_OK : flush(output);
}

pith_status pith_output_close(pith_output *output, pith_error *err)
{
    if (output->pending.len || !pith_buf_ok(&output->pending))
        (void)flush(output);
    pith_status status = output->status;
    if (status != PITH_OK)
        *err = output->err;
    pith_buf_free(&output->pending);
    pith_input_close(&output->in);
    free(output);
    return status;
}
