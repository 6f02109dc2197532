// SPDX-License-Identifier: MIT
//
// libcurl, loaded when something is first fetched. With the thirty libraries that it needs for
// TLS, HTTP/2, LDAP and so on it takes 5 ms and 6 MB at the start of a program, and most runs of
// pith fetch nothing.
#ifndef PITH_SOURCE_CURL_H
#define PITH_SOURCE_CURL_H

#include "base/late.h"

#include <curl/curl.h>

// What is used of it. CALL(easy_init)() is curl_easy_init().
#define PITH_CURL_TABLE(X)                                                                         \
    X(curl_, easy_cleanup)                                                                         \
    X(curl_, easy_getinfo)                                                                         \
    X(curl_, easy_header)                                                                          \
    X(curl_, easy_init)                                                                            \
    X(curl_, easy_setopt)                                                                          \
    X(curl_, easy_strerror)                                                                        \
    X(curl_, free)                                                                                 \
    X(curl_, global_init)                                                                          \
    X(curl_, multi_add_handle)                                                                     \
    X(curl_, multi_cleanup)                                                                        \
    X(curl_, multi_info_read)                                                                      \
    X(curl_, multi_init)                                                                           \
    X(curl_, multi_perform)                                                                        \
    X(curl_, multi_poll)                                                                           \
    X(curl_, multi_remove_handle)                                                                  \
    X(curl_, multi_setopt)                                                                         \
    X(curl_, slist_append)                                                                         \
    X(curl_, slist_free_all)                                                                       \
    X(curl_, url)                                                                                  \
    X(curl_, url_cleanup)                                                                          \
    X(curl_, url_get)                                                                              \
    X(curl_, url_set)                                                                              \
    X(curl_, version_info)

PITH_LATE_DECLARE(pith_curl, PITH_CURL_TABLE);
#define CALL(function) PITH_LATE_CALL(pith_curl, curl_, function)

// Loads and prepares libcurl; needed before any call. PITH_NETWORK_LIBRARY: there is none, or it
// is too old.
pith_status pith_curl_load(pith_error *err) PITH_CHECKED;

// A part of a URL in the arena. False: no memory. *part_of is NULL when there is none.
bool pith_url_part(pith_arena *arena, const char *text, CURLUPart part,
                   char **part_of) PITH_CHECKED;

#endif
