// SPDX-License-Identifier: MIT
//
// The URL of a capture, read without asking anybody.
#include "base/text.h"
#include "evidence/archive.h"

enum { MAX_URL = 512, STAMP = 14 };

static bool take(pith_text *text, const char *prefix)
{
    size_t n = strlen(prefix);
    if (!pith_text_starts(*text, prefix))
        return false;
    *text = (pith_text){text->p + n, text->n - n};
    return true;
}

static bool take_scheme(pith_text *text)
{
    return take(text, "https://") || take(text, "http://");
}

// YYYYMMDDhhmmss/
static bool take_stamp(pith_text *text, char time[24])
{
    const char *p = text->p;
    if (text->n <= STAMP || p[STAMP] != '/')
        return false;
    snprintf(time, 24, "%.4s-%.2s-%.2sT%.2s:%.2s:%.2sZ", p, p + 4, p + 6, p + 8, p + 10, p + 12);
    *text = (pith_text){p + STAMP + 1, text->n - STAMP - 1};
    return pith_is_timestamp(pith_text_of(time));
}

bool pith_capture_read(pith_text url, pith_capture_name *out)
{
    pith_text rest = url;
    *out = (pith_capture_name){0};
    for (size_t i = 0; i < url.n; i++) {
        if (url.p[i] <= ' ' || url.p[i] > '~' || strchr("\"<>\\^`{|}", url.p[i]))
            return false; // RFC 3986 section 2: never in a URL
    }
    if (url.n > MAX_URL || !take_scheme(&rest))
        return false;
    const char *slash = memchr(rest.p, '/', rest.n);
    if (!slash || slash == rest.p || memchr(rest.p, '@', (size_t)(slash - rest.p)))
        return false;
    out->host = (pith_text){rest.p, (size_t)(slash - rest.p)};
    rest = (pith_text){slash, rest.n - out->host.n};
    if (!take(&rest, "/web/") || !take_stamp(&rest, out->time))
        return false;
    out->page = rest;
    return take_scheme(&rest) && rest.n > 0;
}

bool pith_page_is_of(pith_text page, const pith_result *result)
{
    char version[24];
    if (!take_scheme(&page))
        return false;
    (void)take(&page, "www.");
    if (take(&page, "pith.science/pith/")) {
        if (!take(&page, result->number.id))
            return false;
    } else if (take(&page, "arxiv.org/abs/") && pith_text_is(result->source_kind, "arxiv")) {
        snprintf(version, sizeof version, "v%lld", (long long)result->source_version);
        if (page.n < result->source_id.n ||
            memcmp(page.p, result->source_id.p, result->source_id.n) != 0)
            return false;
        page = (pith_text){page.p + result->source_id.n, page.n - result->source_id.n};
        if (!take(&page, version))
            return false;
    } else {
        return false;
    }
    return page.n == 0 || pith_text_is(page, "/");
}

// An event that says more in `page` and `captured_at` than its URL does not lie in them unseen:
// nobody reads them.
const char *pith_capture_fault(const pith_evidence_event *event, const pith_result *result,
                               pith_capture_name *name, bool *impossible)
{
    *impossible = false;
    if (!pith_capture_read(event->object, name))
        return "is not the URL of a capture";
    if (!pith_page_is_of(name->page, result))
        return "is a capture of another page";
    const pith_text time = pith_text_of(name->time);
    *impossible = true;
    if (pith_timestamp_compare(time, event->created_at) > 0)
        return "is a capture of a time after the event, which is impossible";
    // The first version's time, which pages of later ones have behind them too.
    if (pith_timestamp_compare(time, result->submitted_at) < 0)
        return "is a capture of a time before the submission, which is impossible";
    *impossible = false;
    return NULL;
}
