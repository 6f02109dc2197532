// SPDX-License-Identifier: MIT
#include "source/fetch.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/text.h"
#include "source/address.h"
#include "source/curl.h"
#include "source/queue.h"

#include <sys/socket.h>

enum {
    MAX_TIMEOUT_MS = 24 * 3600 * 1000,
    MAX_CONNECT_MS = 10000, // a third to a half of the deadline is left for another try
    MIN_CONNECT_MS = 3000,
    MAX_STALL_S = 15, // a try that stays under STALL_RATE bytes a second this long is given up
    MIN_STALL_S = 5,
    STALL_RATE = 100,
    DEFAULT_RETRIES = 2,
    MAX_REDIRECTS = 3,
    DEFAULT_CONNECTIONS = 8,
    MAX_HEADERS = 65536, // bytes of all header lines of one answer
    MAX_DISCARD = 65536, // bytes of the body of an answer that is an error anyway
};

typedef struct fetch {
    pith_arena *arena;
    const pith_net *net;
    CURLM *multi;
    pith_queue queue;
    int retries;
    size_t done;
    size_t count;
} fetch;

typedef struct transfer {
    pith_job job;
    fetch *fetch;
    pith_request *request;
    const char *url; // of the present hop
    CURL *curl;
    struct curl_slist *headers;
    pith_buf body;
    size_t discarded;
    size_t header_bytes;
    long retry_ms; // when the server wants the next try; 0: it did not say
    int tries;
    int hops;
    bool heeded; // a Retry-After
    bool finished;
    bool too_large;
    bool refused_address;
    char message[CURL_ERROR_SIZE];
} transfer;

// ---- What libcurl calls ---------------------------------------------------------------

// Sees the resolved address of every hop, so redirects and DNS rebinding pass here too.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    transfer *t = context;
    if (purpose != CURLSOCKTYPE_IPCXN ||
        (!t->fetch->net->allow_private && pith_address_is_private(&address->addr))) {
        t->refused_address = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype, address->protocol);
}

static size_t receive_header(char *bytes, size_t size, size_t count, void *context)
{
    transfer *t = context;
    (void)bytes;
    t->header_bytes += size * count;
    return t->header_bytes > MAX_HEADERS ? 0 : size * count;
}

// libcurl 7.88 ignores its own size limit when no length is announced, so bytes are counted here.
static size_t receive(char *bytes, size_t size, size_t count, void *context)
{
    transfer *t = context;
    size_t len = size * count; // size is 1, says libcurl
    long http = 0;
    CALL(easy_getinfo)(t->curl, CURLINFO_RESPONSE_CODE, &http);
    if (http != 200) {
        t->discarded += len;
        return t->discarded > MAX_DISCARD ? 0 : len;
    }
    if (len > t->request->max - t->body.len) {
        t->too_large = true;
        return 0;
    }
    pith_buf_add(&t->body, bytes, len);
    return pith_buf_ok(&t->body) ? len : 0;
}

// ---- Beginning a try ------------------------------------------------------------------

static bool add_header(transfer *t, const char *name, const char *value)
{
    char line[PITH_MAX_VALIDATOR + 32];
    if (!pith_is_validator(value))
        return true;
    snprintf(line, sizeof line, "%s: %s", name, value);
    struct curl_slist *longer = CALL(slist_append)(t->headers, line);
    if (longer)
        t->headers = longer;
    return longer != NULL;
}

static bool make_headers(transfer *t)
{
    const pith_request *r = t->request;
    const char *accept = r->accept ? r->accept : "application/json, application/ld+json;q=0.9";
    return t->headers ||
           (add_header(t, "Accept", accept) && add_header(t, "Authorization", r->authorization) &&
            add_header(t, "If-None-Match", r->etag) &&
            add_header(t, "If-Modified-Since", r->modified));
}

// libcurl copies a text, and keeps what it had where it has no memory for that: the proxy of the
// environment, for one.
#define SET(option, value)                                                                         \
    (good = (CALL(easy_setopt)(curl, option, value) != CURLE_OUT_OF_MEMORY) && good)

static bool set_security(CURL *curl, const pith_net *net)
{
    bool good = true;
    const char *protocols = net->allow_private ? "https,http" : "https";
    SET(CURLOPT_PROTOCOLS_STR, protocols);
    SET(CURLOPT_REDIR_PROTOCOLS_STR, protocols);
    SET(CURLOPT_FOLLOWLOCATION, 0L); // follow() looks at each hop
    // Proxies named in the environment are not used: with one, the address check would see the
    // proxy's address only, and a name could lead anywhere in the proxy's network.
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    SET(CURLOPT_UNRESTRICTED_AUTH, 0L);
    // No CURLOPT_ACCEPT_ENCODING: nothing is unpacked, so nothing can explode. No cookies,
    // HSTS, Alt-Svc or DoH either: all are off unless asked for.
    if (net->cacert)
        SET(CURLOPT_CAINFO, net->cacert);
    return good;
}

static bool set_options(transfer *t)
{
    const fetch *f = t->fetch;
    CURL *curl = t->curl;
    long left = pith_deadline_left(&f->queue.deadline);
    long connect = pith_clamp(f->queue.deadline.total_ms / 2, MIN_CONNECT_MS, MAX_CONNECT_MS);
    long stall = pith_clamp(f->queue.deadline.total_ms / 2000, MIN_STALL_S, MAX_STALL_S);
    bool good = set_security(curl, f->net);
    SET(CURLOPT_URL, t->url);
    SET(CURLOPT_PRIVATE, t);
    SET(CURLOPT_HTTPHEADER, t->headers);
    SET(CURLOPT_USERPWD, t->request->auth); // Basic; NULL: none
    if (t->request->post.n) {
        SET(CURLOPT_POSTFIELDSIZE, (long)t->request->post.n);
        SET(CURLOPT_POSTFIELDS, t->request->post.p); // is not copied
    }
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    SET(CURLOPT_PIPEWAIT, 1L);
    SET(CURLOPT_USERAGENT, "pith/" PITH_VERSION);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_TIMEOUT_MS, left > 1 ? left : 1L);
    SET(CURLOPT_CONNECTTIMEOUT_MS, connect);
    SET(CURLOPT_LOW_SPEED_LIMIT, (long)STALL_RATE);
    SET(CURLOPT_LOW_SPEED_TIME, stall);
#if LIBCURL_VERSION_NUM >= 0x075700
    // Otherwise giving up waits for the thread in which getaddrinfo hangs.
    SET(CURLOPT_QUICK_EXIT, 1L);
#endif
    SET(CURLOPT_HEADERFUNCTION, receive_header);
    SET(CURLOPT_HEADERDATA, t);
    SET(CURLOPT_WRITEFUNCTION, receive);
    SET(CURLOPT_WRITEDATA, t);
    SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    SET(CURLOPT_OPENSOCKETDATA, t);
    SET(CURLOPT_ERRORBUFFER, t->message);
    return good;
}
#undef SET

static bool begin_try(transfer *t)
{
    t->tries++;
    t->discarded = t->header_bytes = 0;
    t->too_large = t->refused_address = false;
    t->message[0] = '\0';
    pith_buf_init(&t->body, t->request->max + 1); // one for the NUL
    t->curl = CALL(easy_init)();
    return t->curl && make_headers(t) && set_options(t) &&
           CALL(multi_add_handle)(t->fetch->multi, t->curl) == CURLM_OK;
}

// Frees what one try holds.
static void end_try(transfer *t)
{
    pith_queue_end(&t->fetch->queue, &t->job);
    CALL(multi_remove_handle)(t->fetch->multi, t->curl); // both do nothing for NULL
    CALL(easy_cleanup)(t->curl);
    t->curl = NULL;
    pith_buf_free(&t->body);
}

// ---- Judging a finished try -----------------------------------------------------------

typedef enum outcome { DONE, AGAIN, FOLLOW } outcome;

static outcome fail(transfer *t, pith_status status, const char *format, ...) PITH_PRINTF(3, 4);

static outcome fail(transfer *t, pith_status status, const char *format, ...)
{
    va_list args;
    char message[sizeof t->request->error.message];
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    t->request->status = pith_fail(&t->request->error, status, t->url, "%s", message);
    return DONE;
}

static outcome fail_memory(transfer *t)
{
    t->request->status = pith_fail_memory(&t->request->error);
    return DONE;
}

static outcome fail_deadline(transfer *t)
{
    long ms = t->fetch->queue.deadline.total_ms;
    return fail(t, PITH_NETWORK, "no full answer within %ld.%ld seconds of --timeout", ms / 1000,
                ms % 1000 / 100);
}

// The value of a header in the arena; NULL when there is none that may be kept.
static const char *header_of(const transfer *t, const char *name)
{
    struct curl_header *header;
    if (CALL(easy_header)(t->curl, name, 0, CURLH_HEADER, -1, &header) != CURLHE_OK ||
        !pith_is_validator(header->value))
        return NULL;
    return pith_alloc_copy(t->fetch->arena, header->value, strlen(header->value));
}

static outcome accept_answer(transfer *t)
{
    pith_request *r = t->request;
    const char *type = NULL;
    CALL(easy_getinfo)(t->curl, CURLINFO_CONTENT_TYPE, &type);
    // A captive portal's page must not read as a broken document.
    if (!r->any_type && !(type && (pith_is_media_type(type, "application/json") ||
                                   pith_is_media_type(type, "application/ld+json"))))
        return fail(t, PITH_NETWORK, "did not answer with JSON: not a %s?", r->peer);
    const char *coding = header_of(t, "Content-Encoding");
    if (coding && strcmp(coding, "identity") != 0)
        return fail(t, PITH_NETWORK, "sent a compressed body, which pith does not ask for");
    char *copy = pith_alloc_copy(t->fetch->arena, t->body.data, t->body.len);
    if (!copy)
        return fail_memory(t);
    r->body = (pith_text){copy, t->body.len};
    r->status = PITH_OK;
    return DONE;
}

static outcome busy(transfer *t, long http)
{
    curl_off_t wait = 0;
    CALL(easy_getinfo)(t->curl, CURLINFO_RETRY_AFTER, &wait); // seconds, from a date too
    fail(t, PITH_NETWORK, "the %s answered HTTP %ld", t->request->peer, http);
    if (wait <= 0)
        return AGAIN;
    t->retry_ms = pith_deadline_elapsed(&t->fetch->queue.deadline) +
                  (long)(wait < MAX_TIMEOUT_MS / 1000 ? wait * 1000 : MAX_TIMEOUT_MS);
    if (t->heeded || t->retry_ms >= t->fetch->queue.deadline.total_ms)
        return fail(t, PITH_NETWORK, "the %s answered HTTP %ld and asks to wait %lld seconds",
                    t->request->peer, http, (long long)wait);
    t->heeded = true;
    return AGAIN;
}

// The HTTP code decides before the body is looked at.
static outcome judge_http(transfer *t)
{
    long http = 0;
    pith_request *r = t->request;
    CALL(easy_getinfo)(t->curl, CURLINFO_RESPONSE_CODE, &http);
    if (http == 200)
        return accept_answer(t);
    if ((http >= 301 && http <= 303) || http == 307 || http == 308)
        return FOLLOW;
    if (http == 304 && (pith_is_validator(r->etag) || pith_is_validator(r->modified))) {
        r->not_modified = true;
        r->status = PITH_OK;
        return DONE;
    }
    if (http == 404 || http == 410)
        return fail(t, PITH_NOT_FOUND, "the resolver has no such number");
    if (http == 429 || http == 500 || (http >= 502 && http <= 504))
        return busy(t, http);
    return fail(t, PITH_NETWORK, "the %s answered HTTP %ld", t->request->peer, http);
}

static outcome judge(transfer *t, CURLcode code)
{
    outcome next = AGAIN;
    long connections = 0;
    CALL(easy_getinfo)(t->curl, CURLINFO_NUM_CONNECTS, &connections);
    if (code == CURLE_OK || t->discarded > MAX_DISCARD)
        return judge_http(t);
    if (t->too_large)
        return fail(t, PITH_NETWORK_REFUSED, "sent more than %zu bytes", t->request->max);
    if (t->header_bytes > MAX_HEADERS)
        return fail(t, PITH_NETWORK_REFUSED, "sent more than %d bytes of headers", MAX_HEADERS);
    if (t->refused_address && code == CURLE_COULDNT_CONNECT)
        return fail(t, PITH_NETWORK_REFUSED,
                    t->hops
                        ? "redirects to a private or loopback address"
                        : "leads to a private or loopback address; --allow-private permits that");
    switch (code) {
    case CURLE_OUT_OF_MEMORY:
    case CURLE_WRITE_ERROR: // the body would not fit into memory
        return fail_memory(t);
    case CURLE_UNSUPPORTED_PROTOCOL: // the URL's, before anything is sent, or the server's
        if (connections > 0)
            return fail(t, PITH_NETWORK, "does not speak HTTP: not a %s?", t->request->peer);
        // fall through
    case CURLE_URL_MALFORMAT:
    case CURLE_LOGIN_DENIED: // a user in a URL
        return fail(t, PITH_NETWORK_REFUSED, "is not a URL that pith follows");
    case CURLE_SSL_CACERT_BADFILE:
        t->url = t->fetch->net->cacert ? t->fetch->net->cacert : "the CAs of the system";
        return fail(t, PITH_IO_READ, "cannot be read as PEM file of CAs");
    case CURLE_OPERATION_TIMEDOUT:
        if (pith_deadline_elapsed(&t->fetch->queue.deadline) + 20 >=
            t->fetch->queue.deadline.total_ms)
            return fail_deadline(t);
        break;
    case CURLE_PARTIAL_FILE:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
        break;
    default: // TLS among them
        next = DONE;
    }
    fail(t, PITH_NETWORK, "%s", *t->message ? t->message : CALL(easy_strerror)(code));
    return next;
}

// ---- Between tries --------------------------------------------------------------------

// Ends a request for good; its status and error are set.
static void finish(transfer *t)
{
    pith_request *r = t->request;
    if (r->status == PITH_OK && t->hops > 0) {
        char *host[2]; // asked, answered
        if (!pith_url_part(t->fetch->arena, r->url, CURLUPART_HOST, &host[0]) ||
            !pith_url_part(t->fetch->arena, t->url, CURLUPART_HOST, &host[1]))
            fail_memory(t);
        else if (host[0] && host[1] && strcmp(host[0], host[1]) != 0)
            r->host = host[1];
    }
    end_try(t);
    CALL(slist_free_all)(t->headers);
    t->headers = NULL;
    t->finished = true;
    t->fetch->done++;
    if (t->fetch->net->ended)
        t->fetch->net->ended(t->fetch->net->ended_context, r);
}

// Goes where a redirect leads, if pith does.
static outcome follow(transfer *t)
{
    fetch *f = t->fetch;
    char *location = NULL;
    CALL(easy_getinfo)(t->curl, CURLINFO_REDIRECT_URL, &location);
    char *scheme = NULL;
    if (location && !pith_url_part(f->arena, location, CURLUPART_SCHEME, &scheme))
        return fail_memory(t);
    if (!scheme || strlen(location) > PITH_MAX_URL || t->request->stay ||
        !pith_may_use_scheme(scheme, f->net->allow_private) ||
        (strcmp(scheme, "http") == 0 && strncmp(t->url, "https:", 6) == 0))
        return fail(t, PITH_NETWORK_REFUSED, "redirects to %s, where pith does not follow",
                    location ? location : "nowhere");
    if (++t->hops > MAX_REDIRECTS)
        return fail(t, PITH_NETWORK_REFUSED, "redirects more than %d times", MAX_REDIRECTS);
    char *next = pith_alloc_copy(f->arena, location, strlen(location));
    pith_lane *lane = next ? pith_queue_lane(f->arena, &f->queue, next) : NULL;
    if (!lane)
        return fail_memory(t);
    end_try(t);
    t->tries--;
    t->url = next;
    t->job.lane = lane;
    pith_queue_add(&t->job);
    return FOLLOW;
}

static outcome try_again(transfer *t)
{
    fetch *f = t->fetch;
    if (t->tries > f->retries) {
        char *message = t->request->error.message;
        size_t n = strlen(message);
        if (t->tries > 1)
            snprintf(message + n, sizeof t->request->error.message - n, " (%d tries)", t->tries);
        return DONE;
    }
    long pause = pith_back_off(t->url, t->tries);
    long ready = t->retry_ms ? t->retry_ms : pith_deadline_elapsed(&f->queue.deadline) + pause;
    if (ready >= f->queue.deadline.total_ms)
        return DONE;
    end_try(t);
    pith_queue_add_later(&f->queue, &t->job, ready);
    return AGAIN;
}

static void conclude(transfer *t, CURLcode code)
{
    long version = 0;
    CALL(easy_getinfo)(t->curl, CURLINFO_HTTP_VERSION, &version);
    if (version == CURL_HTTP_VERSION_2_0)
        t->job.lane->http2 = true;
    t->retry_ms = 0;
    outcome next = judge(t, code);
    if (next == DONE && t->request->status == PITH_OK) {
        t->request->new_etag = header_of(t, "ETag");
        t->request->new_modified = header_of(t, "Last-Modified");
    }
    next = next == FOLLOW ? follow(t) : next == AGAIN ? try_again(t) : next;
    if (next == DONE)
        finish(t);
}

// ---- The loop -------------------------------------------------------------------------

// Begins what can be begun now.
static void begin(fetch *f)
{
    for (pith_job *job = pith_queue_next(&f->queue); job; job = pith_queue_next(&f->queue)) {
        transfer *t = (transfer *)job; // its first member
        if (begin_try(t))
            continue;
        fail_memory(t);
        finish(t);
    }
}

static pith_status run(fetch *f, pith_error *err)
{
    while (f->done < f->count &&
           pith_deadline_elapsed(&f->queue.deadline) < f->queue.deadline.total_ms) {
        int running;
        int left;
        bool moved = false;
        begin(f);
        if (CALL(multi_perform)(f->multi, &running) != CURLM_OK)
            return pith_fail(err, PITH_INTERNAL, NULL, "libcurl lost its way");
        for (CURLMsg *m = CALL(multi_info_read)(f->multi, &left); m;
             m = CALL(multi_info_read)(f->multi, &left)) {
            transfer *t = NULL;
            CURLcode code = m->data.result; // conclude() ends the life of *m
            CALL(easy_getinfo)(m->easy_handle, CURLINFO_PRIVATE, (char **)&t);
            moved = true;
            conclude(t, code);
        }
        if (f->net->progress)
            f->net->progress(f->net->context, f->done, f->count);
        if (!moved) // otherwise there may be something to begin at once
            CALL(multi_poll)(f->multi, NULL, 0, (int)pith_queue_idle_ms(&f->queue), NULL);
    }
    return PITH_OK;
}

static pith_status prepare(fetch *f, transfer *transfers, pith_request *requests, pith_error *err)
{
    for (size_t i = 0; i < f->count; i++) {
        pith_request *r = &requests[i];
        transfer *t = &transfers[i];
        r->status = PITH_OK;
        r->peer = r->peer ? r->peer : "Pith resolver";
        r->stay = r->stay || r->post.n || r->auth || r->authorization;
        r->body = (pith_text){"", 0};
        r->new_etag = r->new_modified = r->host = NULL;
        r->not_modified = false;
        *t = (transfer){.fetch = f,
                        .request = r,
                        .url = r->url,
                        .job.lane = pith_queue_lane(f->arena, &f->queue, r->url)};
        if (!t->job.lane)
            return pith_fail_memory(err);
        pith_queue_add(&t->job);
    }
    f->multi = CALL(multi_init)();
    if (!f->multi)
        return pith_fail_memory(err);
    CALL(multi_setopt)(f->multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
    CALL(multi_setopt)(f->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)f->queue.lane_jobs);
    CALL(multi_setopt)(f->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, (long)PITH_QUEUE_CONNECTIONS);
    return PITH_OK;
}

pith_status pith_net_check(const pith_net *net, pith_error *err)
{
    if (net->cacert && pith_path_kind_of(net->cacert) != PITH_PATH_FILE)
        return pith_fail(err, PITH_IO_READ, net->cacert, "is no file with CAs");
    return PITH_OK;
}

pith_status pith_fetch_all(pith_arena *arena, const pith_net *net, pith_request *requests,
                           size_t count, pith_error *err)
{
    long total_ms = net->timeout_ms > 0 ? net->timeout_ms : PITH_DEFAULT_TIMEOUT_MS;
    long connections = net->host_connections > 0 ? net->host_connections : DEFAULT_CONNECTIONS;
    fetch f = {.arena = arena,
               .net = net,
               .retries = net->retries == 0 ? DEFAULT_RETRIES : net->retries,
               .count = count};
    // Each request and each hop may lead to one more host.
    transfer *transfers = pith_alloc_array(arena, count, sizeof *transfers);
    if (!transfers || count > SIZE_MAX / (MAX_REDIRECTS + 1) ||
        !pith_queue_start(arena, &f.queue, count * (MAX_REDIRECTS + 1),
                          pith_clamp(total_ms, 1, MAX_TIMEOUT_MS),
                          (size_t)pith_clamp(connections, 1, PITH_QUEUE_CONNECTIONS)))
        return pith_fail_memory(err);
    pith_status status = pith_curl_load(err);
    if (status == PITH_OK)
        status = pith_net_check(net, err);
    if (status != PITH_OK)
        return status;
    status = prepare(&f, transfers, requests, err);
    if (status == PITH_OK)
        status = run(&f, err);
    for (size_t i = 0; i < count; i++) {
        transfer *t = &transfers[i];
        if (t->finished || !t->fetch)
            continue;
        // What failed before and waited for another try keeps its reason.
        if (requests[i].status == PITH_OK)
            fail_deadline(t);
        finish(t);
    }
    if (net->progress)
        net->progress(net->context, f.done, count);
    CALL(multi_cleanup)(f.multi); // does nothing for NULL
    return status;
}
