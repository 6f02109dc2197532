// SPDX-License-Identifier: MIT
#include "cli/environment.h"

static bool bad(pith_error *err, const char *variable, const char *what)
{
    pith_fail(err, PITH_USAGE, variable, "%s", what);
    return false;
}

// The URLs last as long as the environment does.
static bool split_urls(const char *urls, pith_sources *out, pith_error *err)
{
    enum { MOST = 16 };
    static char room[2048];
    static const char *resolvers[MOST];
    if (strlen(urls) >= sizeof room)
        return bad(err, "PITH_RESOLVER", "is too long");
    memcpy(room, urls, strlen(urls) + 1);
    for (char *p = room; *(p += strspn(p, " "));) {
        if (out->resolver_count == MOST)
            return bad(err, "PITH_RESOLVER", "names more than 16 resolvers");
        resolvers[out->resolver_count++] = p;
        p += strcspn(p, " ");
        if (*p)
            *p++ = '\0';
    }
    if (out->resolver_count)
        out->resolvers = resolvers;
    return true;
}

bool environment_sources(pith_sources *out, pith_error *err)
{
    const char *urls = getenv("PITH_RESOLVER");
    const char *cacert = getenv("PITH_CACERT");
    const char *private = getenv("PITH_ALLOW_PRIVATE");
    if (out->from_count || out->resolver_count)
        return true;
    if (private && *private && strcmp(private, "1") != 0)
        return bad(err, "PITH_ALLOW_PRIVATE", "is either 1 or not set");
    out->allow_private = out->allow_private || (private && *private);
    if (!out->cacert && cacert && *cacert)
        out->cacert = cacert;
    return !urls || split_urls(urls, out, err);
}

bool environment_date(char date[32], pith_error *err)
{
    enum { ROOM = 32 };
    static const long long last = 253402300799; // of the year 9999
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    *date = '\0';
    if (!epoch || !*epoch)
        return true;
    char *end;
    long long seconds = strtoll(epoch, &end, 10);
    time_t moment = (time_t)seconds;
    struct tm utc;
    if (*end || seconds < 0 || seconds > last || !gmtime_r(&moment, &utc))
        return bad(err, "SOURCE_DATE_EPOCH", "is not a number of seconds since 1970");
    return strftime(date, ROOM, "%Y-%m-%dT%H:%M:%SZ", &utc) > 0;
}
