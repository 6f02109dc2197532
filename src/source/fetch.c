// SPDX-License-Identifier: MIT
#include "source/fetch.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

enum { DEFAULT_TIMEOUT_MS = 20000, CONNECT_TIMEOUT_MS = 10000, MAX_REDIRECTS = 3 };

typedef struct transfer {
    pith_buf body;
    bool too_large;
    bool allow_private;
    bool refused_address;
} transfer;

// ---- Addresses ------------------------------------------------------------------------

// Networks a public name must not lead to (RFC 6890 and the cloud metadata address, which
// lies in link-local). Bytes, prefix length.
static const struct {
    uint8_t net[4];
    int bits;
} private4[] = {
    {{0, 0, 0, 0}, 8},      {{10, 0, 0, 0}, 8},    {{100, 64, 0, 0}, 10},   {{127, 0, 0, 0}, 8},
    {{169, 254, 0, 0}, 16}, {{172, 16, 0, 0}, 12}, {{192, 0, 0, 0}, 24},    {{192, 0, 2, 0}, 24},
    {{192, 168, 0, 0}, 16}, {{198, 18, 0, 0}, 15}, {{198, 51, 100, 0}, 24}, {{203, 0, 113, 0}, 24},
    {{224, 0, 0, 0}, 3},
};

static bool in_network(const uint8_t *address, const uint8_t *net, int bits)
{
    int whole = bits / 8;
    if (memcmp(address, net, (size_t)whole) != 0)
        return false;
    int rest = bits % 8;
    return rest == 0 || (address[whole] ^ net[whole]) >> (8 - rest) == 0;
}

static bool is_private4(const uint8_t address[4])
{
    for (size_t i = 0; i < sizeof private4 / sizeof *private4; i++) {
        if (in_network(address, private4[i].net, private4[i].bits))
            return true;
    }
    return false;
}

static bool is_private6(const uint8_t a[16])
{
    static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF}; // ::ffff:0:0/96
    static const uint8_t nat64[12] = {0x00, 0x64, 0xFF, 0x9B};    // 64:ff9b::/96
    static const uint8_t zero[15] = {0};
    if (memcmp(a, mapped, 12) == 0 || memcmp(a, nat64, 12) == 0)
        return is_private4(a + 12);
    if (memcmp(a, zero, 12) == 0) // ::, ::1 and the old IPv4-compatible block
        return true;
    if (a[0] == 0x20 && a[1] == 0x02) // 6to4 carries an IPv4 address
        return is_private4(a + 2);
    // Only 2000::/3 is global unicast; 2001::/32 (Teredo) and 2001:db8::/32 are not.
    return a[0] >> 5 != 1 || (a[0] == 0x20 && a[1] == 0x01 &&
                              ((a[2] == 0 && a[3] == 0) || (a[2] == 0x0D && a[3] == 0xB8)));
}

static bool is_private(const struct sockaddr *address)
{
    // Copied: libcurl's storage is not promised to be aligned for the wider types.
    if (address->sa_family == AF_INET) {
        struct sockaddr_in v4;
        memcpy(&v4, address, sizeof v4);
        return is_private4((const uint8_t *)&v4.sin_addr);
    }
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 v6;
        memcpy(&v6, address, sizeof v6);
        return is_private6((const uint8_t *)&v6.sin6_addr);
    }
    return true;
}

// Sees the resolved address of every hop, so redirects and DNS rebinding pass here too.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    transfer *t = context;
    if (purpose != CURLSOCKTYPE_IPCXN || (!t->allow_private && is_private(&address->addr))) {
        t->refused_address = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype, address->protocol);
}

// ---- Transfer -------------------------------------------------------------------------

// libcurl 7.88 ignores its own size limit when no length is announced, so bytes are counted
// here: the buffer has a maximum.
static size_t receive(char *bytes, size_t size, size_t count, void *context)
{
    transfer *t = context;
    size_t len = size * count; // size is 1, says libcurl
    if (len >= t->body.max - t->body.len) {
        t->too_large = true;
        return 0;
    }
    pith_buf_add(&t->body, bytes, len);
    return pith_buf_ok(&t->body) ? len : 0;
}

// The URL, or NULL with err filled. The base is the user's; libcurl parses it.
static char *build_url(pith_arena *arena, const pith_sources *sources, const char *path,
                       pith_error *err)
{
    const char *base = sources->resolver ? sources->resolver : "https://pith.science";
    CURLU *url = curl_url();
    char *scheme = NULL;
    char *folder = NULL;
    char *text = NULL;
    char *result = NULL;
    if (!url || curl_url_set(url, CURLUPART_URL, base, CURLU_DISALLOW_USER) != CURLUE_OK ||
        curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) != CURLUE_OK ||
        curl_url_get(url, CURLUPART_PATH, &folder, 0) != CURLUE_OK) {
        pith_fail(err, PITH_USAGE, base, "is not the URL of a resolver");
        goto done;
    }
    if (strcmp(scheme, "https") != 0 && !(sources->allow_private && strcmp(scheme, "http") == 0)) {
        pith_fail(err, PITH_USAGE, base, "is not an https:// URL");
        goto done;
    }
    char *whole = pith_path_join(arena, folder, path);
    if (whole && curl_url_set(url, CURLUPART_PATH, whole, 0) == CURLUE_OK &&
        curl_url_set(url, CURLUPART_QUERY, NULL, 0) == CURLUE_OK &&
        curl_url_set(url, CURLUPART_FRAGMENT, NULL, 0) == CURLUE_OK &&
        curl_url_get(url, CURLUPART_URL, &text, 0) == CURLUE_OK)
        result = pith_alloc_copy(arena, text, strlen(text));
    if (!result)
        pith_fail_memory(err);
done:
    curl_free(scheme);
    curl_free(folder);
    curl_free(text);
    curl_url_cleanup(url);
    return result;
}

// The status of a finished transfer; the HTTP code decides before the body is looked at.
static pith_status judge(CURL *curl, CURLcode code, const transfer *t, const char *url,
                         const char *curl_message, pith_error *err)
{
    if (t->refused_address)
        return pith_fail(err, PITH_NETWORK_REFUSED, url,
                         "leads to a private or loopback address; --allow-private permits that");
    if (t->too_large)
        return pith_fail(err, PITH_NETWORK_REFUSED, url, "sent more than %zu bytes", t->body.max);
    if (code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_TOO_MANY_REDIRECTS)
        return pith_fail(err, PITH_NETWORK_REFUSED, url, "redirects where pith does not follow");
    if (code != CURLE_OK)
        return pith_fail(err, PITH_NETWORK, url, "%s",
                         *curl_message ? curl_message : curl_easy_strerror(code));
    long http = 0;
    const char *type = NULL;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &http);
    curl_easy_getinfo(curl, CURLINFO_CONTENT_TYPE, &type);
    if (http == 404 || http == 410)
        return pith_fail(err, PITH_NOT_FOUND, url, "the resolver has no such number");
    if (http != 200)
        return pith_fail(err, PITH_NETWORK, url, "the resolver answered HTTP %ld", http);
    // A captive portal's page must not read as a broken document.
    if (!type || (strncmp(type, "application/json", 16) != 0 &&
                  strncmp(type, "application/ld+json", 19) != 0))
        return pith_fail(err, PITH_NETWORK, url, "did not answer with JSON: not a Pith resolver?");
    return PITH_OK;
}

static void set_options(CURL *curl, const pith_sources *sources, const char *url, transfer *t,
                        char *message)
{
    const char *protocols = sources->allow_private ? "https,http" : "https";
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, protocols);
    curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, protocols);
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(curl, CURLOPT_MAXREDIRS, (long)MAX_REDIRECTS);
    // With a proxy the address check would see the proxy only.
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(curl, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    curl_easy_setopt(curl, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "pith/" PITH_VERSION);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_TIMEOUT_MS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS,
                     sources->timeout_ms > 0 ? sources->timeout_ms : (long)DEFAULT_TIMEOUT_MS);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, t);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, t);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, message);
    if (sources->cacert)
        curl_easy_setopt(curl, CURLOPT_CAINFO, sources->cacert);
    // No CURLOPT_ACCEPT_ENCODING: nothing is unpacked, so nothing can explode.
}

pith_status pith_fetch_json(pith_arena *arena, const pith_sources *sources, const char *path,
                            size_t max, pith_text *body, const char **url, pith_error *err)
{
    char *target = build_url(arena, sources, path, err);
    if (!target)
        return err->status;
    *url = target;
    transfer t = {.allow_private = sources->allow_private};
    pith_buf_init(&t.body, max + 1);
    char message[CURL_ERROR_SIZE] = "";
    pith_status status;
    CURL *curl = curl_easy_init();
    if (curl) {
        set_options(curl, sources, target, &t, message);
        status = judge(curl, curl_easy_perform(curl), &t, target, message, err);
        curl_easy_cleanup(curl);
    } else {
        status = pith_fail_memory(err);
    }
    if (status == PITH_OK) {
        char *copy = pith_alloc_copy(arena, t.body.data, t.body.len);
        if (copy)
            *body = (pith_text){copy, t.body.len};
        else
            status = pith_fail_memory(err);
    }
    pith_buf_free(&t.body);
    return status;
}

const char *pith_fetch_library(void)
{
    return curl_version();
}
