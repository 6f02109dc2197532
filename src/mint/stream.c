// SPDX-License-Identifier: MIT
//
// The metadata snapshot: millions of papers, one a line, each with its answer. An answer has the
// record, so `pith verify --ndjson` can check it.
#include "base/err.h"
#include "base/line_jobs.h"
#include "base/text.h"
#include "mint/mint.h"

enum { LONGEST_ANSWER = 64 << 10 };

static void put(pith_buf *out, const char *before, pith_text value)
{
    pith_buf_puts(out, before);
    pith_buf_add(out, value.p, value.n);
}

static void put_finding(pith_buf *out, const char **comma, const char *where, const char *what)
{
    pith_buf_puts(out, *comma);
    pith_report_json_finding(PITH_METADATA_UNCERTAIN, PITH_SEVERITY_WARNING, pith_text_of(where),
                             pith_text_of(what), out);
    *comma = ",";
}

// No printf: this is written some hundred thousand times a second. What is not quoted has passed
// the checks of mint.c.
static void put_answer(const pith_line_job *job, const pith_metadata *m, const pith_minted *minted,
                       pith_exit exit, pith_buf *out)
{
    char number[10 + PITH_ID_LEN + 1] = "pith:0000:";
    char hex[2 * PITH_DIGEST_LEN + 1];
    char version[24];
    size_t v = 0;
    pith_hex(minted->digest, sizeof minted->digest, hex);
    pith_put_digits(number + 5, 4, (unsigned)minted->number.year);
    memcpy(number + 10, minted->number.id, PITH_ID_LEN);
    pith_join_number(version, sizeof version, &v, (uint64_t)m->version);
    pith_buf_puts(out, "{\"target\":");
    pith_json_quote(pith_text_of(job->target), out);
    put(out,
        exit == PITH_EXIT_OK ? ",\"exit\":0,\"pith_number\":\"" : ",\"exit\":3,\"pith_number\":\"",
        (pith_text){number, sizeof number - 1});
    put(out, "\",\"canonical_sha256\":\"", (pith_text){hex, sizeof hex - 1});
    put(out, "\",\"source\":{\"kind\":\"arxiv\",\"id\":\"", m->id);
    put(out, "\",\"version\":", (pith_text){version, v});
    put(out, "},\"canonical_record\":", minted->canonical);
    pith_buf_puts(out, ",\"findings\":[");
    const char *comma = "";
    if (!minted->title_plain)
        put_finding(out, &comma, "title", "is not plain ASCII");
    if (!minted->abstract_plain)
        put_finding(out, &comma, "abstract", "is not plain ASCII");
    if (minted->late)
        put_finding(out, &comma, "submitted_at", PITH_MINT_LATE);
    pith_buf_puts(out, "]}");
}

static pith_exit mint_line(const void *context, pith_arena *arena, const pith_line_job *job,
                           pith_buf *out)
{
    pith_error err;
    pith_metadata metadata;
    pith_minted minted;
    pith_status status = job->status;
    (void)context;
    if (status != PITH_OK)
        err = *job->error;
    else if (!arena)
        status = pith_fail_memory(&err);
    if (status == PITH_OK)
        status = pith_mint_read_json(arena, job->line, &metadata, &err);
    if (status == PITH_OK)
        status = pith_mint_record(arena, &metadata, &minted, &err);
    if (status != PITH_OK) {
        pith_report_json_error(&err, job->target, out);
        return pith_status_exit(status);
    }
    bool certain = minted.title_plain && minted.abstract_plain && !minted.late;
    pith_exit exit = certain ? PITH_EXIT_OK : PITH_EXIT_INCOMPLETE;
    put_answer(job, &metadata, &minted, exit, out);
    return exit;
}

pith_status pith_mint_stream(const pith_minting *minting, pith_exit *exit, pith_error *err)
{
    const pith_line_jobs jobs = {.path = minting->path,
                                 .max_line = PITH_MAX_DOCUMENT,
                                 .max_answer = LONGEST_ANSWER,
                                 .first = minting->first,
                                 .jobs = minting->jobs,
                                 .answer = mint_line,
                                 .put = minting->put,
                                 .put_context = minting->context};
    return pith_line_jobs_run(&jobs, exit, err);
}
