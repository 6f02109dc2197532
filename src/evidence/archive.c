// SPDX-License-Identifier: MIT
//
// What is asked of the archive, and what of its answers is believed: an answer about another page,
// another time or the future is none.
#include "evidence/archive.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "source/deadline.h"
#include "source/fetch.h"
#include "json/view.h"

#include <time.h>

enum {
    ANSWER_MAX = 64 << 10,
    JOB_MAX = 1 << 20, // it lists every picture and script of the page
    TIMEOUT_MS = 120 * 1000,
    FIRST_PAUSE_MS = 500,
    LAST_PAUSE_MS = 5000,
    DAY = 24 * 3600,
};

// What an answer has to be about.
typedef struct asked {
    const pith_archive *archive;
    const pith_result *result;
    const char *page;
} asked;

static const char default_base[] = "https://web.archive.org";

static const char *base_of(const pith_archive *archive)
{
    return archive->base ? archive->base : default_base;
}

static pith_net net_of(const pith_archive *archive, const pith_deadline *deadline)
{
    const long left = pith_deadline_left(deadline);
    return (pith_net){.cacert = archive->cacert,
                      .allow_private = archive->allow_private,
                      .timeout_ms = left > 1 ? left : 1};
}

static bool start(const pith_archive *archive, pith_deadline *out)
{
    return pith_deadline_start(out, archive->timeout_ms > 0 ? archive->timeout_ms : TIMEOUT_MS);
}

// ---- What is asked --------------------------------------------------------------------

// RFC 3986 section 2.3: everything else is escaped.
static void put_escaped(const char *text, pith_buf *out)
{
    for (; *text; text++) {
        const char c = *text;
        if (pith_is_digit(c) || pith_is_upper(c) || pith_is_lower(c) || strchr("-._~", c))
            pith_buf_add(out, text, 1);
        else
            pith_buf_printf(out, "%%%02X", (unsigned char)c);
    }
}

static const char *keep(pith_arena *arena, pith_buf *buf)
{
    const char *copy = pith_buf_ok(buf) ? pith_alloc_copy(arena, buf->data, buf->len) : NULL;
    pith_buf_free(buf);
    return copy;
}

// BASE/PATH?url=PAGE&more
static pith_status question(pith_arena *arena, const pith_net *net, const char *base,
                            const char *path, const char *page, const char *more, pith_request *out,
                            pith_error *err)
{
    pith_buf url;
    const char *start_of = pith_fetch_url(arena, net, base, path, err);
    if (!start_of)
        return err->status;
    pith_buf_init(&url, SIZE_MAX);
    pith_buf_printf(&url, "%s?url=", start_of);
    put_escaped(page, &url);
    pith_buf_puts(&url, more);
    *out = (pith_request){.url = keep(arena, &url), .max = ANSWER_MAX, .peer = "Wayback Machine"};
    return out->url ? PITH_OK : pith_fail_memory(err);
}

// "2026-09-01T12:00:00Z" -> "20260901120000"
static void stamp_of(const char *time, char stamp[16])
{
    size_t n = 0;
    for (; *time && n < 14; time++) {
        if (pith_is_digit(*time))
            stamp[n++] = *time;
    }
    stamp[n] = '\0';
}

const char *pith_archive_page(pith_arena *arena, const pith_result *result, bool source)
{
    pith_buf page;
    pith_buf_init(&page, SIZE_MAX);
    if (!source) {
        pith_buf_printf(&page, "https://pith.science/pith/%s", result->number.id);
    } else if (pith_text_is(result->source_kind, "arxiv")) {
        pith_buf_puts(&page, "https://arxiv.org/abs/");
        pith_buf_add(&page, result->source_id.p, result->source_id.n);
        pith_buf_printf(&page, "v%lld", (long long)result->source_version);
    } else {
        return NULL;
    }
    return keep(arena, &page);
}

// ---- What is answered -----------------------------------------------------------------

// A page's URL without what the archive's index does not tell apart: the scheme, www and a slash at
// the end.
static pith_text bare(const char *page)
{
    const char *start_of = strstr(page, "://");
    pith_text text = pith_text_of(start_of ? start_of + 3 : page);
    if (pith_text_starts(text, "www."))
        text = (pith_text){text.p + 4, text.n - 4};
    if (text.n && text.p[text.n - 1] == '/')
        text.n--;
    return text;
}

// A capture that an answer names, as ours: the URL is made here, of our base and what was checked.
static pith_status accept(pith_arena *arena, const asked *about, pith_text stamp, pith_text page,
                          pith_capture *out, pith_error *err)
{
    pith_buf url;
    pith_capture_name name;
    char latest[32];
    struct tm t;
    const time_t limit = (time_t)(about->archive->now + DAY);
    const char *base = base_of(about->archive);
    size_t n = strlen(base);
    while (n > 0 && base[n - 1] == '/')
        n--;
    pith_buf_init(&url, SIZE_MAX);
    pith_buf_add(&url, base, n);
    pith_buf_puts(&url, "/web/");
    pith_buf_add(&url, stamp.p, stamp.n);
    pith_buf_puts(&url, "/");
    const size_t before_page = url.len;
    pith_buf_add(&url, page.p, page.n);
    out->url = keep(arena, &url);
    if (!out->url)
        return pith_fail_memory(err);
    out->page = out->url + before_page;
    if (!pith_capture_read(pith_text_of(out->url), &name) || stamp.n != 14)
        return pith_fail(err, PITH_ARCHIVE_ANSWER, base, "names a capture that cannot be one");
    if (!pith_page_is_of(pith_text_of(out->page), about->result) ||
        !pith_text_equal(bare(out->page), bare(about->page)))
        return pith_fail(err, PITH_ARCHIVE_ANSWER, base, "answered with a capture of another page");
    memcpy(out->time, name.time, sizeof out->time);
    if (!gmtime_r(&limit, &t) || strftime(latest, sizeof latest, "%Y-%m-%dT%H:%M:%SZ", &t) == 0 ||
        strcmp(out->time, latest) > 0)
        return pith_fail(err, PITH_ARCHIVE_ANSWER, base,
                         "answered with a capture of the future, %s", out->time);
    if (pith_timestamp_compare(pith_text_of(out->time), about->result->submitted_at) < 0)
        return pith_fail(err, PITH_ARCHIVE_ANSWER, base,
                         "answered with a capture from before the submission, %s", out->time);
    return PITH_OK;
}

static bool string_at(pith_view object, const char *name, pith_text *out)
{
    pith_view member;
    *out = (pith_text){"", 0};
    return pith_view_get(object, name, &member) && pith_view_string(member, out);
}

static pith_status open_answer(pith_arena *arena, const pith_request *request, pith_view *out,
                               pith_error *err)
{
    const pith_clean *clean;
    pith_status status = pith_gate(arena, request->body.p, request->body.n, &clean, err);
    if (status == PITH_OK)
        status = pith_view_open(arena, clean, 0, 0, out, err);
    if (status == PITH_OK || status == PITH_MEMORY)
        return status;
    return pith_fail(err, PITH_ARCHIVE_ANSWER, request->url, "did not answer as the archive does");
}

// A list of lists, the first of which names the columns; of none there is not even that. The last
// row is the newest. fl= asked for timestamp and original, in this order.
static pith_status read_cdx(pith_arena *arena, const asked *about, const pith_request *request,
                            pith_capture *out, pith_error *err)
{
    pith_view list = {0};
    pith_view row;
    pith_view cell;
    size_t rows = 0;
    pith_text words[2] = {{"", 0}, {"", 0}};
    pith_status status = open_answer(arena, request, &list, err);
    if (status != PITH_OK)
        return status;
    bool good = pith_view_kind(list) == PITH_JSON_ARRAY;
    for (bool more = good && pith_view_first(list, &row); more; more = pith_view_next(&row)) {
        size_t n = 0;
        for (bool next = pith_view_first(row, &cell); next; next = pith_view_next(&cell)) {
            if (n < 2 && !pith_view_string(cell, &words[n]))
                good = false;
            n++;
        }
        good = good && n == 2 && pith_view_kind(row) == PITH_JSON_ARRAY;
        if (rows++ == 0)
            good =
                good && pith_text_is(words[0], "timestamp") && pith_text_is(words[1], "original");
    }
    if (!good)
        return pith_fail(err, PITH_ARCHIVE_ANSWER, request->url,
                         "did not answer as the archive does");
    if (rows < 2)
        return pith_fail(err, PITH_ARCHIVE_NONE, request->url, "the archive lists no capture");
    return accept(arena, about, words[0], words[1], out, err);
}

// {"archived_snapshots":{"closest":{"available":true,"url":...,"timestamp":...,"status":"200"}}},
// or an empty object there.
static pith_status read_available(pith_arena *arena, const asked *about,
                                  const pith_request *request, pith_capture *out, pith_error *err)
{
    pith_view root = {0};
    pith_view snapshots;
    pith_view closest;
    pith_view member;
    pith_text url;
    pith_text stamp;
    pith_text http;
    pith_capture_name name;
    bool available = false;
    pith_status status = open_answer(arena, request, &root, err);
    if (status != PITH_OK)
        return status;
    if (!pith_view_get(root, "archived_snapshots", &snapshots))
        return pith_fail(err, PITH_ARCHIVE_ANSWER, request->url,
                         "did not answer as the archive does");
    if (!pith_view_get(snapshots, "closest", &closest) ||
        !pith_view_get(closest, "available", &member) || !pith_view_bool(member, &available) ||
        !available || !string_at(closest, "status", &http) || !pith_text_is(http, "200"))
        return pith_fail(err, PITH_ARCHIVE_NONE, request->url, "the archive has no capture");
    if (!string_at(closest, "url", &url) || !string_at(closest, "timestamp", &stamp) ||
        !pith_capture_read(url, &name))
        return pith_fail(err, PITH_ARCHIVE_ANSWER, request->url,
                         "did not answer as the archive does");
    return accept(arena, about, stamp, name.page, out, err);
}

// What came of one request, before its body is read.
static pith_status answered(const pith_request *request, pith_error *err)
{
    if (request->status == PITH_MEMORY || request->status == PITH_USAGE ||
        request->status == PITH_IO_READ) {
        *err = request->error;
        return request->status;
    }
    if (request->status == PITH_NOT_FOUND)
        return pith_fail(err, PITH_ARCHIVE_ANSWER, request->url, "the archive has no such service");
    if (request->status != PITH_OK) {
        *err = request->error;
        return err->status =
                   request->status == PITH_NETWORK ? PITH_ARCHIVE_NETWORK : request->status;
    }
    if (request->host)
        return pith_fail(err, PITH_NETWORK_REFUSED, request->url, "redirects to another host, %s",
                         request->host);
    return PITH_OK;
}

pith_status pith_archive_find(pith_arena *arena, const pith_archive *archive,
                              const pith_result *result, const char *page, const char *time,
                              pith_capture *out, pith_error *err)
{
    const asked about = {archive, result, page};
    pith_deadline deadline;
    pith_request requests[2];
    char cdx[160];
    char near[64] = "";
    char stamp[16] = "";
    if (!start(archive, &deadline))
        return pith_fail_memory(err);
    const pith_net net = net_of(archive, &deadline);
    const char *available = archive->available ? archive->available
                            : archive->base    ? archive->base
                                               : "https://archive.org";
    if (time) {
        stamp_of(time, stamp);
        snprintf(near, sizeof near, "&timestamp=%s", stamp);
    }
    // A negative limit gives the last ones.
    snprintf(cdx, sizeof cdx,
             "&output=json&fl=timestamp,original&filter=statuscode:200&limit=-1%s%s%s%s",
             time ? "&from=" : "", stamp, time ? "&to=" : "", stamp);
    pith_status status =
        question(arena, &net, base_of(archive), "cdx/search/cdx", page, cdx, &requests[0], err);
    if (status == PITH_OK)
        status =
            question(arena, &net, available, "wayback/available", page, near, &requests[1], err);
    if (status == PITH_OK)
        status = pith_fetch_all(arena, &net, requests, 2, err);
    if (status != PITH_OK)
        return status;
    // The index knows all captures; availability one, and sometimes sooner.
    *out = (pith_capture){.indexed = true};
    pith_error second = {.status = PITH_OK};
    status = answered(&requests[0], err);
    if (status == PITH_OK)
        status = read_cdx(arena, &about, &requests[0], out, err);
    if (status == PITH_OK && time && strcmp(out->time, time) != 0)
        status = pith_fail(err, PITH_ARCHIVE_ANSWER, base_of(archive),
                           "answered with a capture of %s, not of %s", out->time, time);
    if (status == PITH_OK || status == PITH_MEMORY)
        return status;
    pith_status other = answered(&requests[1], &second);
    if (other == PITH_OK)
        other = read_available(arena, &about, &requests[1], out, &second);
    // Of another time is the closest there is.
    if (other == PITH_OK && (!time || strcmp(out->time, time) == 0))
        return PITH_OK;
    pith_error_about(err, status == PITH_ARCHIVE_NONE ? page : base_of(archive));
    return status;
}

// ---- Save Page Now --------------------------------------------------------------------

static pith_status check_keys(const char *keys, pith_error *err)
{
    const char *colon = keys ? strchr(keys, ':') : NULL;
    size_t n = keys ? strlen(keys) : 0;
    bool good = colon && colon != keys && colon[1] != '\0' && n <= 200;
    for (size_t i = 0; good && i < n; i++)
        good = keys[i] > ' ' && keys[i] <= '~';
    if (good)
        return PITH_OK;
    return pith_fail(err, PITH_USAGE, NULL,
                     keys ? "the archive's keys are not of the form ACCESS:SECRET"
                          : "asking for a capture needs the keys of an archive.org account");
}

static bool is_job(pith_text id)
{
    return id.n > 0 && id.n <= 100 && pith_text_is_plain(id, "-_");
}

// What the archive says when it will not: its stable code, made of plain words, and no more.
static pith_status refused(pith_view answer, const char *url, pith_error *err)
{
    pith_text code;
    char word[64];
    size_t n = 0;
    (void)string_at(answer, "status_ext", &code);
    for (; n < code.n && n + 1 < sizeof word; n++) {
        char c = code.p[n];
        word[n] = (char)(pith_is_lower(c) || pith_is_digit(c) || c == ':' || c == '-' ? c : '_');
    }
    word[n] = '\0';
    return pith_fail(err, PITH_ARCHIVE_NETWORK, url, "the archive refuses the capture: %s",
                     n ? word : "it does not say why");
}

// One look at the job. *done when it has ended well.
static pith_status look_at_job(pith_arena *arena, const asked *about, pith_request *request,
                               const pith_net *net, bool *done, pith_capture *out, pith_error *err)
{
    pith_view answer = {0};
    pith_text state;
    pith_text stamp;
    pith_text page;
    pith_status status = pith_fetch_all(arena, net, request, 1, err);
    if (status == PITH_OK)
        status = answered(request, err);
    if (status == PITH_OK)
        status = open_answer(arena, request, &answer, err);
    if (status != PITH_OK)
        return status;
    *done = string_at(answer, "status", &state) && pith_text_is(state, "success");
    if (*done) {
        if (!string_at(answer, "timestamp", &stamp) || !string_at(answer, "original_url", &page))
            return pith_fail(err, PITH_ARCHIVE_ANSWER, request->url,
                             "did not answer as the archive does");
        return accept(arena, about, stamp, page, out, err);
    }
    return pith_text_is(state, "pending") ? PITH_OK : refused(answer, request->url, err);
}

static pith_status wait_for(pith_arena *arena, const asked *about, pith_request *request,
                            const pith_deadline *deadline, pith_capture *out, pith_error *err)
{
    bool done = false;
    for (long pause = FIRST_PAUSE_MS; !done; pause = pith_clamp(2 * pause, 1, LAST_PAUSE_MS)) {
        const struct timespec t = {pause / 1000, pause % 1000 * 1000000};
        if (pith_deadline_left(deadline) <= pause)
            return pith_fail(err, PITH_ARCHIVE_PENDING, request->url,
                             "the archive has not finished the capture");
        (void)nanosleep(&t, NULL); // a signal makes it a shorter pause
        const pith_net net = net_of(about->archive, deadline);
        pith_status status = look_at_job(arena, about, request, &net, &done, out, err);
        if (status != PITH_OK)
            return status;
    }
    return PITH_OK;
}

pith_status pith_archive_save(pith_arena *arena, const pith_archive *archive,
                              const pith_result *result, const char *page, pith_capture *out,
                              pith_error *err)
{
    const asked about = {archive, result, page};
    pith_deadline deadline;
    pith_view answer = {0};
    pith_text job;
    pith_buf form;
    char authorization[256];
    char path[160];
    pith_status status = check_keys(archive->keys, err);
    if (status != PITH_OK)
        return status;
    if (!start(archive, &deadline))
        return pith_fail_memory(err);
    pith_net net = net_of(archive, &deadline);
    net.retries = -1; // the archive counts captures
    snprintf(authorization, sizeof authorization, "LOW %s", archive->keys);
    pith_buf_init(&form, SIZE_MAX);
    pith_buf_puts(&form, "url=");
    put_escaped(page, &form);
    const char *post = keep(arena, &form);
    pith_request request = {.url = pith_fetch_url(arena, &net, base_of(archive), "save", err),
                            .max = ANSWER_MAX,
                            .accept = "application/json",
                            .peer = "Wayback Machine",
                            .post = post ? pith_text_of(post) : (pith_text){0},
                            .authorization = authorization};
    if (!request.url)
        return err->status;
    status = post ? pith_fetch_all(arena, &net, &request, 1, err) : pith_fail_memory(err);
    if (status == PITH_OK)
        status = answered(&request, err);
    if (status == PITH_OK)
        status = open_answer(arena, &request, &answer, err);
    if (status != PITH_OK)
        return status;
    if (!string_at(answer, "job_id", &job))
        return refused(answer, request.url, err);
    if (!is_job(job))
        return pith_fail(err, PITH_ARCHIVE_ANSWER, request.url, "names a job that cannot be one");
    size_t n = 0;
    pith_join(path, sizeof path, &n, pith_text_of("save/status/"));
    pith_join(path, sizeof path, &n, job);
    request = (pith_request){.url = pith_fetch_url(arena, &net, base_of(archive), path, err),
                             .max = JOB_MAX,
                             .accept = "application/json",
                             .peer = "Wayback Machine",
                             .authorization = authorization};
    *out = (pith_capture){.indexed = false};
    return request.url ? wait_for(arena, &about, &request, &deadline, out, err) : err->status;
}

// ---- Events ---------------------------------------------------------------------------

// Whether the event names a capture of the archive that is asked: http or https is one to it.
static bool is_ours(pith_text host, const char *base)
{
    const char *p = strstr(base, "://");
    p = p ? p + 3 : base;
    return pith_text_equal(host, (pith_text){p, strcspn(p, "/")});
}

pith_status pith_archive_check(pith_arena *arena, const pith_archive *archive,
                               const pith_result *result, const pith_evidence_event *event,
                               pith_capture *out, pith_error *err)
{
    pith_capture_name name;
    bool impossible;
    const char *fault = pith_capture_fault(event, result, &name, &impossible);
    if (fault)
        return pith_fail(err, PITH_ARCHIVE_CLAIM, event->id, "what the event names %s", fault);
    if (!is_ours(name.host, base_of(archive)))
        return pith_fail(err, PITH_ARCHIVE_OTHER, event->id,
                         "is about another archive than %s, and that one is not asked",
                         base_of(archive));
    const char *page = pith_alloc_copy(arena, name.page.p, name.page.n);
    return page ? pith_archive_find(arena, archive, result, page, name.time, out, err)
                : pith_fail_memory(err);
}

pith_status pith_archive_payload(pith_arena *arena, const pith_capture *capture, pith_text *out,
                                 pith_error *err)
{
    pith_buf json;
    pith_buf_init(&json, SIZE_MAX);
    pith_buf_printf(
        &json, "{\"captured_at\":\"%s\",\"kind\":\"internet_archive\",\"page\":", capture->time);
    pith_json_quote(pith_text_of(capture->page), &json);
    pith_buf_puts(&json, ",\"proof\":");
    pith_json_quote(pith_text_of(capture->url), &json);
    pith_buf_puts(&json, "}");
    const char *text = keep(arena, &json);
    if (!text)
        return pith_fail_memory(err);
    *out = pith_text_of(text);
    return PITH_OK;
}
