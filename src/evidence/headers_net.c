// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/text.h"
#include "evidence/headers.h"
#include "source/deadline.h"
#include "source/fetch.h"
#include "trust/crypto.h"
#include "json/view.h"

enum { MAX_ANSWER = 64 << 10, HASH_HEX = 64, HEADER_HEX = 2 * BITCOIN_HEADER };

enum { MAX_AUTH = 512 };

typedef struct talk {
    pith_arena *arena;
    const pith_headers *headers;
    const char *base;
    pith_net net;
    pith_deadline deadline;
    const char *auth; // user:password, or NULL
    headers_lookup *lookups;
    char (*hashes)[HASH_HEX + 1]; // as displayed; "": not known
    size_t count;
} talk;

// Everything that is no answer to the question, whoever's fault it is.
static void fail(headers_lookup *lookup, const char *where, const char *what)
{
    lookup->status = pith_fail(&lookup->error, PITH_STAMP_NETWORK, where, "%s", what);
}

static pith_status start(talk *t, pith_arena *arena, const pith_headers *headers, const char *base,
                         headers_lookup *lookups, size_t count, pith_error *err)
{
    long ms = headers->timeout_ms > 0 ? headers->timeout_ms : PITH_DEFAULT_TIMEOUT_MS;
    *t = (talk){.arena = arena,
                .headers = headers,
                .base = base,
                .net = {.cacert = headers->cacert, .allow_private = headers->allow_private},
                .lookups = lookups,
                .hashes = pith_alloc_array(arena, count + 1, sizeof *t->hashes),
                .count = count};
    for (size_t i = 0; i < count; i++)
        fail(&lookups[i], base, "does not answer what it was asked");
    return t->hashes && pith_deadline_start(&t->deadline, ms) ? PITH_OK : pith_fail_memory(err);
}

static void fail_missing(headers_lookup *lookup, const char *where)
{
    lookup->status = pith_fail(&lookup->error, PITH_STAMP_UNCHECKED, where, "knows no block %llu",
                               (unsigned long long)lookup->height);
}

static pith_text trim_end(pith_text text)
{
    while (text.n && (text.p[text.n - 1] == '\n' || text.p[text.n - 1] == '\r'))
        text.n--;
    return text;
}

static void take_hash(talk *t, size_t i, const char *where, pith_text text)
{
    uint8_t bytes[32];
    if (pith_bitcoin_parse_hash(text, bytes))
        memcpy(t->hashes[i], text.p, HASH_HEX);
    else
        fail(&t->lookups[i], where, "answers with something that is no hash of a block");
}

static void take_header(talk *t, size_t i, const char *where, pith_text text)
{
    headers_lookup *lookup = &t->lookups[i];
    uint8_t bytes[BITCOIN_HEADER];
    char hash[HASH_HEX + 1];
    if (!pith_unhex(text, bytes, sizeof bytes)) {
        fail(lookup, where, "answers with something that is no header of a block");
        return;
    }
    pith_bitcoin_read_header(bytes, t->headers->regtest, &lookup->header);
    pith_bitcoin_show_hash(lookup->header.hash, hash);
    if (strcmp(hash, t->hashes[i]) != 0)
        fail(lookup, where, "answers with another block than it was asked for");
    else if (!lookup->header.has_work)
        lookup->status =
            pith_fail(&lookup->error, PITH_STAMP_WORK, where,
                      "answers with a header that has not the work that it has to have");
    else
        lookup->status = PITH_OK;
}

// ---- Esplora --------------------------------------------------------------------------

// GET /block-height/HEIGHT gives a hash, GET /block/HASH/header a header in hex, both as text.
static pith_status ask_esplora(talk *t, bool headers, pith_error *err)
{
    pith_request *requests = pith_alloc_array(t->arena, t->count, sizeof *requests);
    size_t *which = pith_alloc_array(t->arena, t->count, sizeof *which);
    size_t asked = 0;
    if (!requests || !which)
        return pith_fail_memory(err);
    for (size_t i = 0; i < t->count; i++) {
        char path[100];
        if (headers && !*t->hashes[i])
            continue;
        if (headers)
            snprintf(path, sizeof path, "block/%s/header", t->hashes[i]);
        else
            snprintf(path, sizeof path, "block-height/%llu",
                     (unsigned long long)t->lookups[i].height);
        which[asked] = i;
        requests[asked] =
            (pith_request){.url = pith_fetch_url(t->arena, &t->net, t->base, path, err),
                           .max = MAX_ANSWER,
                           .accept = "text/plain",
                           .peer = "Esplora server",
                           .any_type = true,
                           .stay = true};
        if (!requests[asked++].url)
            return err->status;
    }
    t->net.timeout_ms = pith_deadline_share(&t->deadline, headers ? 1 : 2);
    pith_status status = asked ? pith_fetch_all(t->arena, &t->net, requests, asked, err) : PITH_OK;
    for (size_t k = 0; k < asked && status == PITH_OK; k++) {
        const pith_request *r = &requests[k];
        if (r->status == PITH_NOT_FOUND)
            fail_missing(&t->lookups[which[k]], t->base);
        else if (r->status != PITH_OK)
            fail(&t->lookups[which[k]], r->error.object, r->error.message);
        else
            (headers ? take_header : take_hash)(t, which[k], r->url, trim_end(r->body));
    }
    return status;
}

pith_status pith_headers_esplora(pith_arena *arena, const pith_headers *headers,
                                 headers_lookup *lookups, size_t count, pith_error *err)
{
    talk t;
    pith_status status = start(&t, arena, headers, headers->esplora, lookups, count, err);
    if (status == PITH_OK)
        status = ask_esplora(&t, false, err);
    return status == PITH_OK ? ask_esplora(&t, true, err) : status;
}

// ---- Bitcoin Core ---------------------------------------------------------------------

// http goes to this very machine only, unless private addresses are permitted: the password
// travels with the question.
static bool is_loopback(const char *url)
{
    static const char *const names[] = {"http://127.0.0.1", "http://[::1]", "http://localhost"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(names[i]);
        if (strncmp(url, names[i], n) == 0 && (url[n] == '\0' || url[n] == ':' || url[n] == '/'))
            return true;
    }
    return false;
}

// One batch of JSON-RPC calls: a node answers those with 200 even where single ones fail.
static bool put_calls(const talk *t, bool headers, pith_buf *out)
{
    size_t calls = 0;
    for (size_t i = 0; i < t->count; i++) {
        if (headers && !*t->hashes[i])
            continue;
        pith_buf_puts(out, calls++ ? "," : "[");
        pith_buf_printf(out, "{\"jsonrpc\":\"1.0\",\"id\":%zu,\"method\":", i);
        if (headers)
            pith_buf_printf(out, "\"getblockheader\",\"params\":[\"%s\",false]}", t->hashes[i]);
        else
            pith_buf_printf(out, "\"getblockhash\",\"params\":[%llu]}",
                            (unsigned long long)t->lookups[i].height);
    }
    pith_buf_puts(out, "]");
    return calls > 0;
}

static void take_result(talk *t, bool headers, pith_view item)
{
    pith_view field;
    pith_text text;
    int64_t id = -1;
    if (!pith_view_get(item, "id", &field) || !pith_view_integer(field, &id) || id < 0 ||
        (uint64_t)id >= t->count || (headers && !*t->hashes[id]))
        return;
    if (pith_view_get(item, "result", &field) && pith_view_string(field, &text))
        (headers ? take_header : take_hash)(t, (size_t)id, t->base, text);
    else
        fail_missing(&t->lookups[id], t->base);
}

static pith_status take_results(talk *t, bool headers, pith_text body)
{
    const pith_clean *clean;
    pith_view view;
    pith_view item;
    pith_error ignored = {0};
    if (pith_gate(t->arena, body.p, body.n, &clean, &ignored) != PITH_OK ||
        pith_view_open(t->arena, clean, 0, 0, &view, &ignored) != PITH_OK ||
        pith_view_kind(view) != PITH_JSON_ARRAY)
        return ignored.status == PITH_MEMORY ? PITH_MEMORY : PITH_OK;
    for (bool more = pith_view_first(view, &item); more; more = pith_view_next(&item))
        take_result(t, headers, item);
    return PITH_OK;
}

static pith_status ask_node(talk *t, bool headers, pith_error *err)
{
    pith_buf calls;
    pith_buf_init(&calls, MAX_ANSWER);
    if (!put_calls(t, headers, &calls) || !pith_buf_ok(&calls)) {
        bool empty = pith_buf_ok(&calls);
        pith_buf_free(&calls);
        return empty ? PITH_OK : pith_fail_memory(err);
    }
    pith_request request = {.url = pith_fetch_url(t->arena, &t->net, t->base, NULL, err),
                            .max = MAX_ANSWER,
                            .peer = "Bitcoin node",
                            .post = {calls.data, calls.len},
                            .auth = t->auth};
    t->net.timeout_ms = pith_deadline_share(&t->deadline, headers ? 1 : 2);
    pith_status status =
        request.url ? pith_fetch_all(t->arena, &t->net, &request, 1, err) : err->status;
    pith_buf_free(&calls);
    if (status != PITH_OK)
        return status;
    if (request.status == PITH_OK)
        return take_results(t, headers, request.body) == PITH_OK ? PITH_OK : pith_fail_memory(err);
    for (size_t i = 0; i < t->count; i++) {
        if (!headers || *t->hashes[i])
            fail(&t->lookups[i], request.error.object, request.error.message);
    }
    return PITH_OK;
}

// user:password on one line, into `room`; nothing else would reach the node as it is.
static pith_status read_auth(const pith_headers *headers, char room[MAX_AUTH], const char **out,
                             pith_error *err)
{
    const char *name = headers->rpc_auth_file ? headers->rpc_auth_file : "PITH_RPC_AUTH";
    size_t len = headers->rpc_auth ? strlen(headers->rpc_auth) : 0;
    *out = NULL;
    if (headers->rpc_auth_file) {
        pith_status status =
            pith_file_read_private(headers->rpc_auth_file, room, MAX_AUTH - 1, &len, err);
        if (status != PITH_OK)
            return status;
    } else if (len == 0) {
        return PITH_OK;
    } else if (len < MAX_AUTH) {
        memcpy(room, headers->rpc_auth, len);
    }
    while (len && len < MAX_AUTH && (room[len - 1] == '\n' || room[len - 1] == '\r'))
        len--;
    if (len == 0 || len >= MAX_AUTH || !memchr(room, ':', len) || memchr(room, '\n', len) ||
        memchr(room, '\0', len))
        return pith_fail(err, PITH_USAGE, name, "is not user:password on one line");
    room[len] = '\0';
    *out = room;
    return PITH_OK;
}

pith_status pith_headers_node(pith_arena *arena, const pith_headers *headers,
                              headers_lookup *lookups, size_t count, pith_error *err)
{
    talk t;
    char room[MAX_AUTH];
    pith_status status = start(&t, arena, headers, headers->rpc, lookups, count, err);
    t.net.allow_private = t.net.allow_private || is_loopback(headers->rpc);
    if (status == PITH_OK)
        status = read_auth(headers, room, &t.auth, err);
    if (status == PITH_OK)
        status = ask_node(&t, false, err);
    if (status == PITH_OK)
        status = ask_node(&t, true, err);
    pith_wipe(room, sizeof room);
    return status;
}
