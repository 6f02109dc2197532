// SPDX-License-Identifier: MIT
//
// A file of answers that grows, and that a later run goes on with.
#include "base/err.h"
#include "base/file.h"
#include "base/input.h"
#include "base/text.h"

enum { PENDING = 1 << 20, TAIL = 128 << 10 }; // no answer is longer than half of the tail

struct pith_output {
    pith_input in;
    pith_buf pending;
    pith_status status;
    pith_error err;
};

// The N of `{"target":"PATH:N",` at the start of an answer; 0: it is none.
static size_t line_of(pith_text answer)
{
    static const char start[] = "{\"target\":\"";
    const char *end = NULL;
    if (!pith_text_starts(answer, start))
        return 0;
    for (const char *p = answer.p + sizeof start - 1; p < answer.p + answer.n && !end; p++) {
        if (*p == '\\')
            p++;
        else if (*p == '"')
            end = p;
    }
    size_t number = 0;
    size_t factor = 1;
    for (const char *p = end; p && p > answer.p && pith_is_digit(p[-1]) && factor < SIZE_MAX / 100;
         p--, factor *= 10)
        number += factor * (size_t)(p[-1] - '0');
    return number;
}

// Where the file's whole answers end, and the number of the last one.
static pith_status find_end(const pith_input *in, uint64_t *end, size_t *number, pith_error *err)
{
    size_t n = in->size < TAIL ? (size_t)in->size : TAIL;
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
    *number = stop ? line_of((pith_text){tail + start, stop - start}) : 0;
    *end = in->size - (n - stop);
    // A file that only has the beginning of its first answer ends where it begins.
    static const char start_of_all[] = "{\"target\":";
    size_t known = n < sizeof start_of_all - 1 ? n : sizeof start_of_all - 1;
    bool ours = *number > 0 || (stop == 0 && n < TAIL && memcmp(tail, start_of_all, known) == 0);
    free(tail);
    if (status == PITH_OK && !ours)
        status = pith_fail(err, PITH_METADATA_FORM, in->path,
                           "does not end with answers of this command");
    return status;
}

static pith_status resume(const char *path, pith_output *out, size_t *first, pith_error *err)
{
    uint64_t end = 0;
    size_t number = 0;
    pith_written ignored;
    pith_status status = PITH_OK;
    if (pith_path_kind_of(path) == PITH_PATH_NONE)
        status = pith_file_replace(path, "", 0, &ignored, err);
    if (status == PITH_OK)
        status = pith_input_open(path, true, &out->in, err);
    if (status != PITH_OK)
        return status;
    status = find_end(&out->in, &end, &number, err);
    if (status == PITH_OK && end < out->in.size) // an answer that was cut off
        status = pith_input_cut(&out->in, end, false, err);
    if (status != PITH_OK)
        pith_input_close(&out->in);
    *first = number + 1;
    return status;
}

pith_status pith_output_resume(const char *path, pith_output **out, size_t *first, pith_error *err)
{
    pith_output *output = calloc(1, sizeof *output);
    if (!output)
        return pith_fail_memory(err);
    pith_buf_init(&output->pending, 4 * (size_t)PENDING);
    pith_status status = resume(path, output, first, err);
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
