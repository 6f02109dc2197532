// SPDX-License-Identifier: MIT
//
// Many documents, one a line.
#include "base/err.h"
#include "base/limits.h"
#include "base/line_jobs.h"
#include "trust/crypto.h"

static pith_exit check_line(const void *context, pith_arena *arena, const pith_line_job *job,
                            pith_buf *out)
{
    const pith_stream *stream = context;
    pith_error err;
    pith_result *result = NULL;
    pith_status status = job->status;
    if (status != PITH_OK)
        err = *job->error;
    else if (!arena)
        status = pith_fail_memory(&err);
    if (status == PITH_OK)
        status =
            pith_verify_bytes(arena, job->line, job->target, NULL, stream->keyring, &result, &err);
    if (status == PITH_OK)
        status = pith_result_require(arena, result, stream->require, &err);
    if (status == PITH_OK)
        pith_report_json(result, job->target, out);
    else
        pith_report_json_error(&err, job->target, out);
    return status == PITH_OK ? result->exit : pith_status_exit(status);
}

pith_status pith_verify_stream(const pith_stream *stream, pith_exit *exit, pith_error *err)
{
    const pith_line_jobs jobs = {.path = stream->path,
                                 .max_line = PITH_MAX_DOCUMENT,
                                 .max_answer = PITH_MAX_REPORT,
                                 .jobs = stream->jobs,
                                 .answer = check_line,
                                 .context = stream,
                                 .put = stream->put,
                                 .put_context = stream->context};
    *exit = PITH_EXIT_OK;
    pith_status status = pith_crypto_init(err); // before there are threads
    return status == PITH_OK ? pith_line_jobs_run(&jobs, exit, err) : status;
}
