// SPDX-License-Identifier: MIT
//
// Fetching: which addresses are refused, which URLs are made, and many requests at once against
// a small server in a thread. Faults over TLS are in tests/net/faults.sh.
#include "source/address.h"
#include "source/fetch.h"
#include "source/queue.h"
#include "vectors.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

// ---- Addresses ------------------------------------------------------------------------

static bool is_private(const char *text)
{
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
        return pith_address_is_private((struct sockaddr *)&v4);
    assert_int_equal(inet_pton(AF_INET6, text, &v6.sin6_addr), 1);
    return pith_address_is_private((struct sockaddr *)&v6);
}

// First and last address of every block that is refused, then their neighbours outside.
static void test_addresses(void **state)
{
    (void)state;
    static const char *const refused[] = {
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
        "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255",
        "172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.255", "192.0.2.0", "192.0.2.255",
        "192.88.99.0", "192.88.99.255", "192.168.0.0", "192.168.255.255", "198.18.0.0",
        "198.19.255.255", "198.51.100.0", "198.51.100.255", "203.0.113.0", "203.0.113.255",
        "224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.255",
        // IPv6: unspecified, loopback, IPv4-compatible
        "::", "::1", "::8.8.8.8", "::ffff:0:8.8.8.8",
        // mapped, NAT64, 6to4
        "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::ffff:169.254.169.254", "64:ff9b::127.0.0.1",
        "64:ff9b::192.168.1.1", "2002:7f00:1::1", "2002:c0a8:101::", "64:ff9b:1::8.8.8.8",
        // discard, Teredo, benchmarking, ORCHID, documentation, segment routing
        "100::1", "2001::1", "2001:2::1", "2001:1ff:ffff::", "2001:db8::1", "2001:db8:ffff:ffff::1",
        "3fff::1", "3fff:fff:ffff::1", "5f00::1",
        // outside 2000::/3: ULA, link-local, site-local, multicast
        "1fff:ffff::1", "4000::", "fc00::1", "fd12:3456::1", "fdff:ffff::", "fe80::1", "febf::1",
        "fec0::1", "ff02::1", "ffff::"};
    static const char *const fine[] = {
        "1.0.0.0",         "9.255.255.255",   "11.0.0.0",         "100.63.255.255",
        "100.128.0.0",     "126.255.255.255", "128.0.0.0",        "169.253.255.255",
        "169.255.0.0",     "172.15.255.255",  "172.32.0.0",       "191.255.255.255",
        "192.0.1.0",       "192.0.3.0",       "192.88.98.255",    "192.88.100.0",
        "192.167.255.255", "192.169.0.0",     "198.17.255.255",   "198.20.0.0",
        "198.51.99.255",   "198.51.101.0",    "203.0.112.255",    "203.0.114.0",
        "223.255.255.255", "::ffff:8.8.8.8",  "64:ff9b::8.8.8.8", "2002:808:808::1",
        "2000::1",         "2001:200::1",     "2001:db7::1",      "2001:db9::1",
        "2606:4700::1",    "2a00:1450::1",    "3ffe::1",          "3fff:1000::1"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (!is_private(refused[i]))
            fail_msg("%s is not refused", refused[i]);
    }
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        if (is_private(fine[i]))
            fail_msg("%s is refused", fine[i]);
    }
    assert_true(pith_address_is_private(&(struct sockaddr){.sa_family = AF_UNIX}));
}

// ---- Words ----------------------------------------------------------------------------

static void test_words(void **state)
{
    (void)state;
    assert_true(pith_is_checked_path("pith/ABC/bundle.json"));
    assert_true(pith_is_checked_path(".well-known/pith/A/bundle.json"));
    assert_true(pith_is_checked_path("alias/hep-th/9901001v2.json"));
    static const char *const bad[] = {"",     "/a",  "a/",  "a//b", "..",       "a/..", "a/../b",
                                      ".",    "./a", "a?b", "a#b",  "a%2e",     "a b",  "a:b",
                                      "a\\b", "a@b", "a/.", "a..b", "\xC3\xA9", "a\nb"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (pith_is_checked_path(bad[i]))
            fail_msg("'%s' is taken for a checked path", bad[i]);
    }
    char text[PITH_MAX_VALIDATOR + 2];
    memset(text, 'a', sizeof text);
    text[PITH_MAX_VALIDATOR] = '\0';
    assert_true(pith_is_validator(text));
    text[PITH_MAX_VALIDATOR] = 'a';
    text[PITH_MAX_VALIDATOR + 1] = '\0';
    assert_false(pith_is_validator(text));
    assert_true(pith_is_validator("W/\"abc\""));
    assert_false(pith_is_validator(NULL));
    assert_false(pith_is_validator(""));
    assert_false(pith_is_validator("a\r\nX: y"));
    assert_false(pith_is_validator("\x7f"));
    assert_false(pith_is_validator("\xC3\xA9"));
    assert_true(pith_is_media_type("Application/JSON; charset=utf-8", "application/json"));
    assert_false(pith_is_media_type("application/jsonp", "application/json"));
    assert_false(pith_is_media_type("application", "application/json"));
}

static void test_back_off(void **state)
{
    (void)state;
    for (int tries = 1; tries < 100; tries++) {
        long delay = pith_back_off("https://a.example/x", tries);
        long least = tries < 6 ? 200L << (tries - 1) : 10000;
        assert_in_range(delay, least, least + least / 2);
        assert_int_equal(delay, pith_back_off("https://a.example/x", tries));
    }
    assert_true(pith_back_off("https://a.example/x", 1) != pith_back_off("https://a.example/y", 1));
}

// ---- URLs -----------------------------------------------------------------------------

static pith_arena *arena;
static pith_error error;

static const char *url_for(const char *base, bool allow_private)
{
    const pith_net net = {.allow_private = allow_private};
    return pith_fetch_url(arena, &net, base, "pith/ABC.json", &error);
}

static void test_urls(void **state)
{
    (void)state;
    assert_string_equal(url_for(NULL, false), "https://pith.science/pith/ABC.json");
    assert_string_equal(url_for("https://a.example", false), "https://a.example/pith/ABC.json");
    assert_string_equal(url_for("https://a.example/", false), "https://a.example/pith/ABC.json");
    assert_string_equal(url_for("https://a.example:8443/m/x/", false),
                        "https://a.example:8443/m/x/pith/ABC.json");
    assert_string_equal(url_for("https://[2606::1]:1/m", false),
                        "https://[2606::1]:1/m/pith/ABC.json");
    assert_string_equal(url_for("http://localhost:1", true), "http://localhost:1/pith/ABC.json");
    char longer[3000] = "https://a.example/";
    memset(longer + 18, 'a', sizeof longer - 19);
    longer[sizeof longer - 1] = '\0';
    const char *const bad[] = {
        "",
        "a.example",
        "http://a.example",
        "ftp://a.example",
        "file:///etc/passwd",
        "https://",
        "https://u@a.example",
        "https://u:p@a.example",
        "https://a.example?",
        "https://a.example/?q=1",
        "https://a.example/#f",
        "https://a.example:99999",
        "https://a b.example",
        "https://a.example/\r\nX: y",
        longer,
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (url_for(bad[i], false))
            fail_msg("'%s' is taken for a resolver", bad[i]);
        assert_int_equal(error.status, PITH_USAGE);
    }
    assert_null(pith_fetch_url(arena, &(pith_net){0}, NULL, "../x", &error));
}

// ---- A small server -------------------------------------------------------------------

static int listener;
static unsigned short port;
static pthread_t server;
static char heads[64][2048]; // of the last requests, by the order they came in
static _Atomic size_t asked; // requests so far

static bool has_header(const char *head, const char *line)
{
    return strstr(head, line) != NULL;
}

static const char *answer_to(const char *head)
{
    if (strncmp(head, "GET /cached ", 12) == 0)
        return has_header(head, "If-None-Match: \"v1\"\r\n") ? "304 Not Modified\r\nETag: \"v1\""
                                                             : "200 OK\r\nETag: \"v1\"";
    if (strncmp(head, "GET /odd-etag ", 14) == 0)
        return "200 OK\r\nETag: \"\xC3\xA9\"\r\nLast-Modified: Thu, 01 Jan 2026 00:00:00 GMT";
    if (strncmp(head, "GET /moved ", 11) == 0)
        return NULL;
    if (strncmp(head, "GET /none ", 10) == 0)
        return "404 Not Found";
    if (strncmp(head, "GET /busy ", 10) == 0)
        return "503 Busy";
    return "200 OK";
}

static void answer(int conn)
{
    char head[2048];
    size_t n = 0;
    while (n + 1 < sizeof head) {
        ssize_t got = recv(conn, head + n, sizeof head - 1 - n, 0);
        if (got <= 0)
            return;
        n += (size_t)got;
        head[n] = '\0';
        if (strstr(head, "\r\n\r\n"))
            break;
    }
    memcpy(heads[asked++ % 64], head, sizeof head);
    char text[512];
    const char *status = answer_to(head);
    if (status)
        snprintf(text, sizeof text,
                 "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
                 "Connection: close\r\n\r\n%s",
                 status, strncmp(status, "304", 3) == 0 ? 0 : 2,
                 strncmp(status, "304", 3) == 0 ? "" : "{}");
    else
        snprintf(text, sizeof text,
                 "HTTP/1.1 301 Moved\r\nLocation: http://localhost:%d/x\r\nContent-Length: 0\r\n"
                 "Connection: close\r\n\r\n",
                 port);
    (void)!send(conn, text, strlen(text), MSG_NOSIGNAL);
    shutdown(conn, SHUT_WR);
    (void)!recv(conn, head, sizeof head, 0);
}

static void *serve(void *unused)
{
    (void)unused;
    for (;;) {
        int conn = accept(listener, NULL, NULL);
        if (conn < 0)
            return NULL;
        answer(conn);
        close(conn);
    }
}

static int start(void **state)
{
    (void)state;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    arena = test_arena();
    listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, 64) != 0 || getsockname(listener, (struct sockaddr *)&address, &size) != 0)
        return -1;
    port = ntohs(address.sin_port);
    return pthread_create(&server, NULL, serve, NULL);
}

static int stop(void **state)
{
    (void)state;
    shutdown(listener, SHUT_RDWR);
    pthread_join(server, NULL);
    close(listener);
    pith_arena_free(arena);
    return 0;
}

// Takes the place of the C library's in this program. hang.test: a name server that does not
// answer. rebound.test: a public name with a private address.
extern int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                       struct addrinfo **out) __attribute__((visibility("default")));
extern void freeaddrinfo(struct addrinfo *list) __attribute__((visibility("default")));

static int looked_up;

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                struct addrinfo **out)
{
    looked_up++;
    if (name && strcmp(name, "hang.test") == 0) {
        sleep(4);
        return EAI_AGAIN;
    }
    struct addrinfo *one = calloc(1, sizeof *one + sizeof(struct sockaddr_in));
    if (!one)
        return EAI_MEMORY;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                  .sin_port =
                                      htons((uint16_t)strtol(service ? service : "0", NULL, 10))};
    *one = (struct addrinfo){.ai_family = AF_INET,
                             .ai_socktype = hints ? hints->ai_socktype : SOCK_STREAM,
                             .ai_addrlen = sizeof address,
                             .ai_addr = (struct sockaddr *)(one + 1)};
    memcpy(one + 1, &address, sizeof address);
    *out = one;
    return 0;
}

void freeaddrinfo(struct addrinfo *list)
{
    free(list);
}

static const char *at(const char *host, const char *path)
{
    char text[256];
    snprintf(text, sizeof text, "http://%s:%d/%s", host, port, path);
    return pith_alloc_copy(arena, text, strlen(text));
}

// ---- Fetching -------------------------------------------------------------------------

static const pith_net lab = {.allow_private = true, .timeout_ms = 5000};

static void fetch_one(const pith_net *net, pith_request *r)
{
    r->max = 100;
    assert_int_equal(pith_fetch_all(arena, net, r, 1, &error), PITH_OK);
}

static void test_validators(void **state)
{
    (void)state;
    pith_request first = {.url = at("127.0.0.1", "cached")};
    fetch_one(&lab, &first);
    assert_int_equal(first.status, PITH_OK);
    assert_false(first.not_modified);
    assert_true(pith_text_is(first.body, "{}"));
    assert_string_equal(first.new_etag, "\"v1\"");
    assert_null(first.new_modified);
    assert_null(first.host);
    pith_request again = {.url = first.url, .etag = first.new_etag};
    fetch_one(&lab, &again);
    assert_int_equal(again.status, PITH_OK);
    assert_true(again.not_modified);
    assert_int_equal(again.body.n, 0);
    assert_string_equal(again.new_etag, "\"v1\"");

    pith_request odd = {.url = at("127.0.0.1", "odd-etag"),
                        .accept = "application/ld+json",
                        .etag = "\"a\"\r\nX-Smuggled: 1",
                        .modified = "Thu, 01 Jan 2026 00:00:00 GMT"};
    fetch_one(&lab, &odd);
    assert_int_equal(odd.status, PITH_OK);
    assert_null(odd.new_etag);
    assert_string_equal(odd.new_modified, odd.modified);
    const char *head = heads[(asked - 1) % 64];
    assert_false(has_header(head, "If-None-Match"));
    assert_false(has_header(head, "Smuggled"));
    assert_true(has_header(head, "If-Modified-Since: Thu, 01 Jan 2026 00:00:00 GMT\r\n"));
    assert_true(has_header(head, "Accept: application/ld+json\r\n"));
    assert_true(has_header(head, "User-Agent: pith/" PITH_VERSION "\r\n"));
    assert_false(has_header(head, "Accept-Encoding"));
}

static void test_another_host(void **state)
{
    (void)state;
    pith_request r = {.url = at("127.0.0.1", "moved")};
    fetch_one(&lab, &r);
    assert_int_equal(r.status, PITH_OK);
    assert_string_equal(r.host, "localhost");
    pith_request same = {.url = at("localhost", "moved")};
    fetch_one(&lab, &same);
    assert_int_equal(same.status, PITH_OK);
    assert_null(same.host);
}

// Over https only, so nothing answers: what counts is that no connection was made.
static void test_private_address(void **state)
{
    (void)state;
    static const char *const hosts[] = {"rebound.test", "127.0.0.1", "[::ffff:127.0.0.1]",
                                        "2130706433",   "0x7f.1",    "localhost"};
    size_t before = asked;
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        char url[100];
        snprintf(url, sizeof url, "https://%s:%d/x", hosts[i], port);
        pith_request r = {.url = url};
        fetch_one(&(pith_net){.timeout_ms = 5000}, &r);
        assert_int_equal(r.status, PITH_NETWORK_REFUSED);
        assert_non_null(strstr(r.error.message, "--allow-private"));
    }
    pith_request plain = {.url = at("127.0.0.1", "x")};
    fetch_one(&(pith_net){.timeout_ms = 5000}, &plain);
    assert_int_equal(plain.status, PITH_NETWORK_REFUSED);
    assert_int_equal(asked, before);
}

static void note_progress(void *context, size_t done, size_t total)
{
    size_t *last = context;
    assert_true(done >= *last && done <= total);
    *last = done;
}

static void test_many(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    static pith_request requests[COUNT];
    size_t progress = 0;
    pith_net net = lab;
    net.progress = note_progress;
    net.context = &progress;
    for (size_t i = 0; i < COUNT; i++)
        requests[i] = (pith_request){.url = at("127.0.0.1", i % 3 ? "x" : "none"), .max = 100};
    requests[7].url = at("127.0.0.1", "busy");
    requests[8].url = "https://u:p@127.0.0.1/x";
    requests[10].max = 1;
    requests[11].max = 2;
    size_t before = asked;
    assert_int_equal(pith_fetch_all(arena, &net, requests, COUNT, &error), PITH_OK);
    for (size_t i = 0; i < COUNT; i++) {
        pith_status want = i % 3 ? PITH_OK : PITH_NOT_FOUND;
        if (i == 7)
            want = PITH_NETWORK;
        if (i == 8 || i == 10)
            want = PITH_NETWORK_REFUSED;
        assert_int_equal(requests[i].status, want);
        assert_int_equal(requests[i].body.n, want == PITH_OK ? 2 : 0);
    }
    assert_string_equal(requests[7].error.message, "the Pith resolver answered HTTP 503 (3 tries)");
    assert_int_equal(asked - before, COUNT - 1 + 2);
    assert_int_equal(progress, COUNT);
    progress = 0;
    assert_int_equal(pith_fetch_all(arena, &net, requests, 0, &error), PITH_OK);
}

static void test_no_retries(void **state)
{
    (void)state;
    size_t before = asked;
    pith_request r = {.url = at("127.0.0.1", "busy")};
    fetch_one(&(pith_net){.allow_private = true, .retries = -1}, &r);
    assert_int_equal(r.status, PITH_NETWORK);
    assert_int_equal(asked - before, 1);
}

static void test_slow_names(void **state)
{
    (void)state;
    pith_deadline clock;
    assert_true(pith_deadline_start(&clock, 1000));
    pith_request requests[2] = {{.url = "https://hang.test/x", .max = 100},
                                {.url = at("127.0.0.1", "x"), .max = 100}};
    assert_int_equal(pith_fetch_all(arena, &(pith_net){.allow_private = true, .timeout_ms = 500},
                                    requests, 2, &error),
                     PITH_OK);
    assert_in_range(pith_deadline_elapsed(&clock), 450, 2000);
    assert_int_equal(requests[0].status, PITH_NETWORK);
    assert_non_null(strstr(requests[0].error.message, "within 0.5 seconds of --timeout"));
    assert_int_equal(requests[1].status, PITH_OK);
    assert_true(looked_up > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),       cmocka_unit_test(test_words),
        cmocka_unit_test(test_back_off),        cmocka_unit_test(test_urls),
        cmocka_unit_test(test_validators),      cmocka_unit_test(test_another_host),
        cmocka_unit_test(test_private_address), cmocka_unit_test(test_many),
        cmocka_unit_test(test_no_retries),      cmocka_unit_test(test_slow_names),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
