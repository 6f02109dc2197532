// SPDX-License-Identifier: MIT
#include "source/curl.h"

#include "base/err.h"
#include "source/fetch.h"

#include <pthread.h>
#ifndef PITH_LINK_CURL
#include <dlfcn.h>
#endif

// Before 7.85 the options that keep redirects on https are unknown, and that would go unnoticed:
// the version that pith was built with says nothing about the one that is loaded.
enum { OLDEST = 0x075500 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[200]; // why libcurl cannot be used; empty: it can

#ifndef PITH_LINK_CURL

pith_curl_functions pith_curl;

static void *open_library(void)
{
#ifdef __APPLE__
    static const char *const names[] = {"libcurl.4.dylib"};
#else
    // The second is Debian's other build of the same interface.
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        const char *reason = library ? NULL : dlerror();
        if (reason && !*failure)
            snprintf(failure, sizeof failure, "%s", reason);
    }
    if (library)
        *failure = '\0';
    else if (!*failure)
        snprintf(failure, sizeof failure, "libcurl cannot be loaded");
    return library;
}

// POSIX promises that an address of dlsym is one of a function; ISO C has no cast for it.
static void find(void *library, const char *name, void *function, size_t size)
{
    void *address = dlsym(library, name);
    memcpy(function, &address, size);
    if (!address)
        snprintf(failure, sizeof failure, "libcurl has no %s", name);
}

static void find_functions(void)
{
    void *library = open_library(); // stays until the program ends
    if (!library)
        return;
#define X(name) find(library, "curl_" #name, &pith_curl.name, sizeof pith_curl.name);
    PITH_CURL_TABLE(X)
#undef X
}

#else

static void find_functions(void) {}

#endif

static void load(void)
{
    find_functions();
    if (*failure)
        return;
    const curl_version_info_data *info = CALL(version_info)(CURLVERSION_NOW);
    if (!info || info->version_num < OLDEST)
        snprintf(failure, sizeof failure, "libcurl %.20s is too old", info ? info->version : "");
    else if (CALL(global_init)(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        snprintf(failure, sizeof failure, "libcurl cannot be prepared");
}

pith_status pith_curl_load(pith_error *err)
{
    if (pthread_once(&once, load) != 0)
        return pith_fail_memory(err);
    return *failure ? pith_fail(err, PITH_NETWORK_LIBRARY, NULL, "%s", failure) : PITH_OK;
}

// Not curl_version: it wakes libldap, which looks up the name of this machine.
pith_status pith_fetch_library(char *out, size_t size, pith_error *err)
{
    const curl_version_info_data *info = NULL;
    pith_status status = pith_curl_load(err);
    if (status == PITH_OK)
        info = CALL(version_info)(CURLVERSION_NOW);
    if (info)
        snprintf(out, size, "libcurl/%s %s", info->version,
                 info->ssl_version ? info->ssl_version : "without TLS");
    else
        snprintf(out, size, "libcurl (cannot be used)");
    return status;
}
