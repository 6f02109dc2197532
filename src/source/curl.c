// SPDX-License-Identifier: MIT
#include "source/curl.h"

#include "base/err.h"
#include "source/fetch.h"

#include <pthread.h>

// Before 7.85 the options that keep redirects on https are unknown, and that would go unnoticed:
// the version that pith was built with says nothing about the one that is loaded.
enum { OLDEST = 0x075500 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[320]; // why libcurl cannot be used; empty: it can

// The second is Debian's other build of the same interface.
PITH_LATE_DEFINE(pith_curl, PITH_CURL_TABLE, "libcurl.so.4", "libcurl-gnutls.so.4");

static void load(void)
{
    pith_error err;
    if (pith_late_load(&pith_curl_library, &err) != PITH_OK) {
        snprintf(failure, sizeof failure, "%s", err.message);
        return;
    }
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
