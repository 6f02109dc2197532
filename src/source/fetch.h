// SPDX-License-Identifier: MIT
//
// HTTPS by libcurl; fetch.c is the only file that calls it. Everything that comes back is
// hostile: it is bounded in bytes and in time, and it never chooses where pith connects to on
// a private network.
#ifndef PITH_SOURCE_FETCH_H
#define PITH_SOURCE_FETCH_H

#include "pith.h"

struct pith_request;

// How to fetch. All zero is a good default. Threads: a pith_net may be shared.
typedef struct pith_net {
    const char *cacert;   // PEM file of the CA to trust instead of the system's, or NULL
    bool allow_private;   // permit http, and loopback and private addresses
    long timeout_ms;      // for everything one call does; 0: 20 s
    int retries;          // of one request, after the first try; 0: 2, negative: none
    int host_connections; // to one host at a time; 0: 8
    // Called whenever a request is done, a few times a second meanwhile and at the end, or NULL.
    void (*progress)(void *context, size_t done, size_t total);
    void *context;
    // Called with each request when it is done, while others go on, or NULL: what it does takes
    // the time in which answers travel.
    void (*ended)(void *context, const struct pith_request *request);
    void *ended_context;
} pith_net;

// One document to fetch, and what came of it.
typedef struct pith_request {
    const char *url;      // from pith_fetch_url
    size_t max;           // bytes of the body that are accepted
    const char *accept;   // media types to ask for; NULL: JSON of either name
    const char *etag;     // validators of a cached copy, or NULL; odd ones are not sent
    const char *modified; // ...
    const char *peer;     // who is asked, for messages; NULL becomes "Pith resolver"
    bool any_type;        // an answer need not be JSON
    bool stay;            // follow no redirect; becomes true with one of these:
    // A POST of these bytes, or empty; "user:password", or NULL; the value of an
    // Authorization header, short and printable, or NULL.
    pith_text post;
    const char *auth;
    const char *authorization;
    // Out, in the arena of the call:
    pith_status status;
    pith_error error;
    pith_text body;
    const char *new_etag; // NULL: none, or one that cannot be sent back safely
    const char *new_modified;
    bool not_modified; // the cached copy is current: PITH_OK without a body
    const char *host;  // the host that answered, when redirects led to another one; or NULL
} pith_request;

// base + "/" + path. The base is the user's and is parsed; NULL: https://pith.science. The path
// is made of checked words: segments of letters, digits, ".", "_" and "-". NULL with PITH_USAGE
// in err for a base that is not https (http only with allow_private), or has a user, a query or
// a fragment. A path of NULL: the base alone.
char *pith_fetch_url(pith_arena *arena, const pith_net *net, const char *base, const char *path,
                     pith_error *err) PITH_CHECKED;

// Whether the file of CAs is one: libcurl would wait for ever for a FIFO. PITH_IO_READ.
pith_status pith_net_check(const pith_net *net, pith_error *err) PITH_CHECKED;

// GETs (or POSTs) all requests at once. PITH_OK: each request has its own status, good or bad:
//   PITH_NOT_FOUND        404 and 410
//   PITH_NETWORK          trouble that may pass: no connection, TLS, time, 429, 5xx, no JSON
//   PITH_NETWORK_REFUSED  what pith will not do: a private address, a redirect to elsewhere than
//                         https (http only with allow_private, never from https), over max
// Anything else: no memory, or no libcurl (PITH_NETWORK_LIBRARY). Failed connections, stalls, 429,
// 500, 502, 503 and 504 are tried again within the deadline, Retry-After (once) being heeded when
// it fits.
pith_status pith_fetch_all(pith_arena *arena, const pith_net *net, pith_request *requests,
                           size_t count, pith_error *err) PITH_CHECKED;

// For pith_libraries.
pith_status pith_fetch_library(char *out, size_t size, pith_error *err) PITH_CHECKED;

#endif
