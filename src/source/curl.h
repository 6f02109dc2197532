// SPDX-License-Identifier: MIT
//
// libcurl, loaded when something is first fetched. With the thirty libraries that it needs for
// TLS, HTTP/2, LDAP and so on it takes 5 ms and 6 MB at the start of a program, and most runs of
// pith fetch nothing. Where there is no dlopen, -DPITH_LINK_CURL=ON links it as usual.
#ifndef PITH_SOURCE_CURL_H
#define PITH_SOURCE_CURL_H

#include "pith.h"

#include <curl/curl.h>

// What is used of it. CALL(easy_init)() is curl_easy_init().
#define PITH_CURL_TABLE(X)                                                                         \
    X(easy_cleanup)                                                                                \
    X(easy_getinfo)                                                                                \
    X(easy_header)                                                                                 \
    X(easy_init)                                                                                   \
    X(easy_setopt)                                                                                 \
    X(easy_strerror)                                                                               \
    X(free)                                                                                        \
    X(global_init)                                                                                 \
    X(multi_add_handle)                                                                            \
    X(multi_cleanup)                                                                               \
    X(multi_info_read)                                                                             \
    X(multi_init)                                                                                  \
    X(multi_perform)                                                                               \
    X(multi_poll)                                                                                  \
    X(multi_remove_handle)                                                                         \
    X(multi_setopt)                                                                                \
    X(slist_append)                                                                                \
    X(slist_free_all)                                                                              \
    X(url)                                                                                         \
    X(url_cleanup)                                                                                 \
    X(url_get)                                                                                     \
    X(url_set)                                                                                     \
    X(version_info)

#ifdef PITH_LINK_CURL
#define CALL(function) curl_##function // and its macros check the types of options
#else
#define CALL(function) pith_curl.function

typedef struct pith_curl_functions {
#define X(name)        __typeof__(&curl_##name) name; // NOLINT(bugprone-macro-parentheses)
    PITH_CURL_TABLE(X)
#undef X
} pith_curl_functions;

// Written once, by pith_curl_load, as the dynamic linker writes its own tables.
extern pith_curl_functions pith_curl;
#endif

// Loads and prepares libcurl; needed before any call. PITH_NETWORK_LIBRARY: there is none, or it
// is too old.
pith_status pith_curl_load(pith_error *err) PITH_CHECKED;

// A part of a URL in the arena. False: no memory. *part_of is NULL when there is none.
bool pith_url_part(pith_arena *arena, const char *text, CURLUPart part,
                   char **part_of) PITH_CHECKED;

#endif
