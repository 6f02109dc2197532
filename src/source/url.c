// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/path.h"
#include "source/address.h"
#include "source/curl.h"
#include "source/fetch.h"

char *pith_fetch_url(pith_arena *arena, const pith_net *net, const char *base, const char *path,
                     pith_error *err)
{
    char *scheme = NULL;
    char *folder = NULL;
    char *text = NULL;
    char *result = NULL;
    base = base ? base : "https://pith.science";
    if (pith_curl_load(err) != PITH_OK)
        return NULL;
    CURLU *url = CALL(url)();
    CURLUcode code = CURLUE_OUT_OF_MEMORY;
    if (url && !(code = CALL(url_set)(url, CURLUPART_URL, base, CURLU_DISALLOW_USER)) &&
        !(code = CALL(url_get)(url, CURLUPART_SCHEME, &scheme, 0)))
        code = CALL(url_get)(url, CURLUPART_PATH, &folder, 0);
    if (path && !pith_is_checked_path(path)) {
        pith_fail(err, PITH_INTERNAL, path, "is no path that pith asks for");
    } else if (code == CURLUE_OUT_OF_MEMORY) {
        pith_fail_memory(err);
    } else if (code != CURLUE_OK || strlen(base) > PITH_MAX_URL || strpbrk(base, "?#")) {
        pith_fail(err, PITH_USAGE, base, "is not the URL of a server, as https://HOST[:PORT]");
    } else if (!pith_may_use_scheme(scheme, net->allow_private)) {
        pith_fail(err, PITH_USAGE, base, "is not an https:// URL; http:// needs --allow-private");
    } else {
        char *whole = path ? pith_path_join(arena, folder, path) : folder;
        if (whole && CALL(url_set)(url, CURLUPART_PATH, whole, 0) == CURLUE_OK &&
            CALL(url_get)(url, CURLUPART_URL, &text, 0) == CURLUE_OK)
            result = pith_alloc_copy(arena, text, strlen(text));
        if (!result)
            pith_fail_memory(err);
    }
    CALL(free)(scheme);
    CALL(free)(folder);
    CALL(free)(text);
    CALL(url_cleanup)(url);
    return result;
}

bool pith_url_part(pith_arena *arena, const char *text, CURLUPart part, char **part_of)
{
    CURLU *url = CALL(url)();
    char *value = NULL;
    CURLUcode code = CURLUE_OUT_OF_MEMORY;
    if (url && !(code = CALL(url_set)(url, CURLUPART_URL, text, CURLU_NON_SUPPORT_SCHEME)))
        code = CALL(url_get)(url, part, &value, CURLU_DEFAULT_PORT);
    *part_of = code == CURLUE_OK ? pith_alloc_copy(arena, value, strlen(value)) : NULL;
    CALL(free)(value);
    CALL(url_cleanup)(url);
    return code == CURLUE_OK ? *part_of != NULL : code != CURLUE_OUT_OF_MEMORY;
}
