// SPDX-License-Identifier: MIT
#include "evidence/calendar.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/finding.h"
#include "base/limits.h"
#include "base/text.h"
#include "evidence/ots.h"
#include "source/deadline.h"
#include "source/fetch.h"

enum {
    DEFAULT_MINIMUM = 2,
    MAX_ROUNDS = 4,      // of an upgrade: an answer may wait for another calendar
    MAX_QUESTIONS = 32,  // of one round
    MAX_COMMITMENT = 64, // bytes of a message that a calendar is asked about
};

// The calendars of the reference client.
static const char *const usual[] = {
    "https://a.pool.opentimestamps.org", "https://b.pool.opentimestamps.org",
    "https://a.pool.eternitywall.com", "https://ots.btc.catallaxy.com"};

// The hosts below which a proof may name calendars, as in the reference client.
static const char *const known_hosts[] = {".calendar.opentimestamps.org",
                                          ".calendar.eternitywall.com", ".calendar.catallaxy.com"};

static const char *const *urls_of(const pith_calendars *calendars, size_t *count)
{
    *count = calendars->url_count ? calendars->url_count : sizeof usual / sizeof *usual;
    return calendars->url_count ? calendars->urls : usual;
}

static pith_net net_of(const pith_calendars *calendars, long timeout_ms)
{
    return (pith_net){.cacert = calendars->cacert,
                      .allow_private = calendars->allow_private,
                      .timeout_ms = timeout_ms};
}

// ---- Whom a proof may name ------------------------------------------------------------

static pith_text without_slash(pith_text text)
{
    if (text.n && text.p[text.n - 1] == '/')
        text.n--;
    return text;
}

// Lower-case labels with single dots between them: no user, no port, no path, no other address.
static bool is_host(pith_text host)
{
    char before = '.';
    for (size_t i = 0; i < host.n; i++) {
        char c = host.p[i];
        bool inside = pith_is_lower(c) || pith_is_digit(c) || (c == '-' && before != '.');
        if (!inside && (c != '.' || before == '.'))
            return false;
        before = c;
    }
    return before != '.';
}

bool pith_ots_may_ask(const pith_calendars *calendars, pith_text uri)
{
    size_t count;
    const char *const *urls = urls_of(calendars, &count);
    pith_text base = without_slash(uri);
    for (size_t i = 0; i < count; i++) {
        if (pith_text_equal(base, without_slash(pith_text_of(urls[i]))))
            return true;
    }
    static const char scheme[] = "https://";
    if (!pith_text_starts(base, scheme))
        return false;
    pith_text host = {base.p + strlen(scheme), base.n - strlen(scheme)};
    for (size_t i = 0; i < sizeof known_hosts / sizeof *known_hosts; i++) {
        size_t n = strlen(known_hosts[i]);
        if (host.n > n && memcmp(host.p + host.n - n, known_hosts[i], n) == 0)
            return is_host(host);
    }
    return false;
}

// ---- Answers --------------------------------------------------------------------------

// One question, and what its answer belongs to.
typedef struct question {
    pith_ots_submission *item;
    ots_node *node;
    size_t depth; // of the node
    const char *calendar;
} question;

static pith_status note(pith_arena *arena, pith_ots_submission *item, pith_status code,
                        pith_severity severity, const char *where, const char *message,
                        pith_error *err)
{
    pith_exit ignored = PITH_EXIT_OK;
    return pith_finding_add(arena, &item->findings, &ignored, code, severity, where, message)
               ? PITH_OK
               : pith_fail_memory(err);
}

// The first calendar below the node that may not be asked, or NULL.
// NOLINTNEXTLINE(misc-no-recursion): PITH_MAX_OTS_DEPTH bounds it
static const ots_mark *find_stranger(const pith_calendars *calendars, const ots_node *node)
{
    const ots_mark *found = NULL;
    for (const ots_mark *mark = node->marks; mark; mark = mark->next) {
        if (mark->is.kind == PITH_OTS_WAITING && !pith_ots_may_ask(calendars, mark->is.uri))
            return mark;
    }
    for (const ots_edge *edge = node->edges; edge && !found; edge = edge->next)
        found = find_stranger(calendars, &edge->to);
    return found;
}

// The host that a proof will wait for is the answer's choice; upgrading may not follow it.
static pith_status note_stranger(pith_arena *arena, const pith_calendars *calendars,
                                 const ots_node *node, const question *q, pith_error *err)
{
    char message[300];
    const ots_mark *mark = find_stranger(calendars, node);
    if (!mark)
        return PITH_OK;
    snprintf(message, sizeof message,
             "attests by another calendar, which pith asks only when told to: %.*s",
             (int)(mark->is.uri.n < 200 ? mark->is.uri.n : 200), mark->is.uri.p);
    return note(arena, q->item, PITH_STAMP_CALENDAR, PITH_SEVERITY_WARNING, q->calendar, message,
                err);
}

typedef enum answer_kind { NO_ANSWER, KNOWN_ANSWER, NEW_ANSWER } answer_kind;

// Adds one answer to its proof; a bad one is a finding.
static pith_status take(pith_arena *arena, const pith_calendars *calendars, const question *q,
                        const pith_request *request, answer_kind *kind, pith_error *err)
{
    pith_ots answer;
    pith_error why = request->error;
    pith_status status = request->status;
    bool more = false;
    *kind = NO_ANSWER;
    if (status == PITH_OK)
        status = pith_ots_read_timestamp(arena, request->body, q->node->message, q->depth, &answer,
                                         &why);
    if (status == PITH_OK)
        status = pith_ots_graft(q->item->proof, q->node, &answer, &more, &why);
    if (status == PITH_OK) {
        *kind = more ? NEW_ANSWER : KNOWN_ANSWER;
        return note_stranger(arena, calendars, &answer.root, q, err);
    }
    if (status == PITH_MEMORY)
        return pith_fail_memory(err);
    if (status == PITH_NOT_FOUND)
        return note(arena, q->item, PITH_STAMP_PENDING, PITH_SEVERITY_WARNING, q->calendar,
                    "does not know more yet", err);
    char message[400];
    snprintf(message, sizeof message, "%s%s",
             request->status == PITH_OK ? "sent no timestamp: " : "", why.message);
    return note(arena, q->item, PITH_STAMP_NETWORK, PITH_SEVERITY_WARNING, q->calendar, message,
                err);
}

static pith_request request_of(const char *url)
{
    return (pith_request){.url = url,
                          .max = PITH_MAX_OTS_ANSWER,
                          .accept = "application/vnd.opentimestamps.v1",
                          .peer = "calendar",
                          .any_type = true,
                          .stay = true};
}

// ---- Stamping -------------------------------------------------------------------------

static pith_status judge_submission(pith_arena *arena, pith_ots_submission *item, size_t wanted,
                                    size_t asked, pith_error *err)
{
    char message[120];
    item->exit = item->answered >= wanted ? PITH_EXIT_OK
                 : item->answered         ? PITH_EXIT_INCOMPLETE
                                          : PITH_EXIT_NETWORK;
    if (item->exit == PITH_EXIT_OK)
        return PITH_OK;
    snprintf(message, sizeof message, "%zu of %zu calendars attest it, and %zu are wanted",
             item->answered, asked, wanted);
    return note(arena, item, item->answered ? PITH_STAMP_CALENDARS : PITH_STAMP_NETWORK,
                PITH_SEVERITY_ERROR, "", message, err);
}

pith_status pith_ots_submit(pith_arena *arena, const pith_calendars *calendars,
                            pith_ots_submission *items, size_t count, pith_error *err)
{
    size_t n;
    const char *const *urls = urls_of(calendars, &n);
    const pith_net net = net_of(calendars, calendars->timeout_ms);
    size_t wanted = calendars->minimum ? calendars->minimum : DEFAULT_MINIMUM;
    if (calendars->minimum == 0 && wanted > n)
        wanted = n;
    if (wanted > n)
        return pith_fail(err, PITH_USAGE, NULL, "%zu calendars cannot attest what %zu are asked",
                         wanted, n);
    for (size_t i = 1; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            if (pith_text_equal(without_slash(pith_text_of(urls[i])),
                                without_slash(pith_text_of(urls[k]))))
                return pith_fail(err, PITH_USAGE, urls[i], "is named twice, and counts once");
        }
    }
    if (count >= SIZE_MAX / n)
        return pith_fail_memory(err);
    pith_request *requests = pith_alloc_array(arena, count * n + 1, sizeof *requests);
    if (!requests)
        return pith_fail_memory(err);
    for (size_t i = 0; i < count * n; i++) {
        requests[i] = request_of(pith_fetch_url(arena, &net, urls[i % n], "digest", err));
        requests[i].post = items[i / n].proof->root.message;
        if (!requests[i].url)
            return err->status;
    }
    pith_status status = pith_fetch_all(arena, &net, requests, count * n, err);
    for (size_t i = 0; i < count * n && status == PITH_OK; i++) {
        pith_ots_submission *item = &items[i / n];
        const question q = {item, &item->proof->root, 0, urls[i % n]};
        answer_kind kind;
        if (i % n == 0) {
            item->answered = item->waiting = 0;
            item->findings = NULL;
        }
        status = take(arena, calendars, &q, &requests[i], &kind, err);
        item->answered += kind != NO_ANSWER;
        if (status == PITH_OK && i % n == n - 1)
            status = judge_submission(arena, item, wanted, n, err);
    }
    return status;
}

// ---- Upgrading ------------------------------------------------------------------------

typedef struct upgrade {
    pith_arena *arena;
    const pith_calendars *calendars;
    pith_net net;
    pith_ots_submission *item;
    question questions[MAX_QUESTIONS];
    pith_request requests[MAX_QUESTIONS];
    size_t count;
    pith_error *err;
} upgrade;

static pith_status add_question(upgrade *u, ots_node *node, size_t depth, ots_mark *mark)
{
    char path[sizeof "timestamp/" + 2 * MAX_COMMITMENT] = "timestamp/";
    const char *uri = pith_alloc_copy(u->arena, mark->is.uri.p, mark->is.uri.n);
    if (!uri)
        return pith_fail_memory(u->err);
    mark->asked = true;
    if (!pith_ots_may_ask(u->calendars, mark->is.uri))
        return note(u->arena, u->item, PITH_STAMP_CALENDAR, PITH_SEVERITY_WARNING, uri,
                    "is not among the calendars that pith asks by itself", u->err);
    if (node->message.n > MAX_COMMITMENT)
        return note(u->arena, u->item, PITH_STAMP_CALENDAR, PITH_SEVERITY_WARNING, uri,
                    "was not asked: no calendar makes messages of that length", u->err);
    pith_hex((const uint8_t *)node->message.p, node->message.n, path + strlen(path));
    const char *url = pith_fetch_url(u->arena, &u->net, uri, path, u->err);
    if (!url)
        return u->err->status;
    u->questions[u->count] = (question){u->item, node, depth, uri};
    u->requests[u->count++] = request_of(url);
    return PITH_OK;
}

// What waits for a calendar that was not asked yet, and has no block already.
// NOLINTNEXTLINE(misc-no-recursion): PITH_MAX_OTS_DEPTH bounds it
static pith_status collect(upgrade *u, ots_node *node, size_t depth)
{
    pith_status status = PITH_OK;
    for (ots_mark *mark = node->marks; mark && status == PITH_OK; mark = mark->next) {
        if (mark->is.kind == PITH_OTS_WAITING && !mark->asked && u->count < MAX_QUESTIONS &&
            !pith_ots_has_block(node))
            status = add_question(u, node, depth, mark);
    }
    for (ots_edge *edge = node->edges; edge && status == PITH_OK; edge = edge->next)
        status = collect(u, &edge->to, depth + 1);
    return status;
}

// NOLINTNEXTLINE(misc-no-recursion): PITH_MAX_OTS_DEPTH bounds it
static void count_waiting(const ots_node *node, size_t *count)
{
    bool done = pith_ots_has_block(node);
    for (const ots_mark *mark = node->marks; mark && !done; mark = mark->next)
        *count += mark->is.kind == PITH_OTS_WAITING;
    for (const ots_edge *edge = node->edges; edge; edge = edge->next)
        count_waiting(&edge->to, count);
}

// The worst of what kept every calendar silent, unless a block is there already.
static void judge_upgrade(pith_ots_submission *item)
{
    bool unreached = false;
    for (const pith_finding *f = item->findings; f; f = f->next)
        unreached = unreached || f->code == PITH_STAMP_NETWORK;
    item->exit = pith_ots_has_block(&item->proof->root) ? PITH_EXIT_OK
                 : unreached && item->answered == 0     ? PITH_EXIT_NETWORK
                                                        : PITH_EXIT_INCOMPLETE;
}

pith_status pith_ots_upgrade(pith_arena *arena, const pith_calendars *calendars,
                             pith_ots_submission *item, pith_error *err)
{
    pith_deadline deadline;
    upgrade *u = pith_alloc_array(arena, 1, sizeof *u);
    long ms = calendars->timeout_ms > 0 ? calendars->timeout_ms : PITH_DEFAULT_TIMEOUT_MS;
    item->answered = item->waiting = 0;
    item->findings = NULL;
    if (!u || !pith_deadline_start(&deadline, ms))
        return pith_fail_memory(err);
    u->arena = arena;
    u->calendars = calendars;
    u->item = item;
    u->err = err;
    pith_status status = PITH_OK;
    for (int round = 0; round < MAX_ROUNDS && status == PITH_OK; round++) {
        u->count = 0;
        u->net = net_of(calendars, pith_deadline_share(&deadline, 1));
        status = collect(u, &item->proof->root, 0);
        if (status != PITH_OK || u->count == 0)
            break;
        status = pith_fetch_all(arena, &u->net, u->requests, u->count, err);
        for (size_t i = 0; i < u->count && status == PITH_OK; i++) {
            answer_kind kind;
            status = take(arena, calendars, &u->questions[i], &u->requests[i], &kind, err);
            item->answered += kind == NEW_ANSWER;
        }
    }
    count_waiting(&item->proof->root, &item->waiting);
    judge_upgrade(item);
    return status;
}
