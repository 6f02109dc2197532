// SPDX-License-Identifier: MIT
#include "source/address.h"

#include "base/text.h"

#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

typedef struct network {
    uint8_t net[16];
    int bits;
} network;

// RFC 6890 and its registry.
static const network private4[] = {
    {{0}, 8},
    {{10}, 8},
    {{100, 64}, 10},
    {{127}, 8},
    {{169, 254}, 16},
    {{172, 16}, 12},
    {{192, 0, 0}, 24},
    {{192, 0, 2}, 24},
    {{192, 168}, 16},
    {{192, 88, 99}, 24},
    {{198, 18}, 15},
    {{198, 51, 100}, 24},
    {{203, 0, 113}, 24},
    {{224}, 3},
};

// Forms that carry an IPv4 address, and where it begins: mapped, NAT64, 6to4.
static const struct {
    network outer;
    size_t at;
} carriers[] = {
    {{{[10] = 0xFF, [11] = 0xFF}, 96}, 12},
    {{{0x00, 0x64, 0xFF, 0x9B}, 96}, 12},
    {{{0x20, 0x02}, 16}, 2},
};

// Global unicast is 2000::/3 without the protocol assignments (Teredo, benchmarking, ORCHID)
// and the two blocks for documentation.
static const network global6 = {{0x20}, 3};
static const network not_global6[] = {
    {{0x20, 0x01}, 23},
    {{0x20, 0x01, 0x0D, 0xB8}, 32},
    {{0x3F, 0xFF}, 20},
};

static bool in_network(const uint8_t *address, const network *n)
{
    int whole = n->bits / 8;
    int rest = n->bits % 8;
    if (memcmp(address, n->net, (size_t)whole) != 0)
        return false;
    return rest == 0 || (address[whole] ^ n->net[whole]) >> (8 - rest) == 0;
}

static bool is_private4(const uint8_t *address)
{
    for (size_t i = 0; i < sizeof private4 / sizeof *private4; i++) {
        if (in_network(address, &private4[i]))
            return true;
    }
    return false;
}

static bool is_private6(const uint8_t *address)
{
    for (size_t i = 0; i < sizeof carriers / sizeof *carriers; i++) {
        if (in_network(address, &carriers[i].outer))
            return is_private4(address + carriers[i].at);
    }
    for (size_t i = 0; i < sizeof not_global6 / sizeof *not_global6; i++) {
        if (in_network(address, &not_global6[i]))
            return true;
    }
    return !in_network(address, &global6);
}

bool pith_address_is_private(const struct sockaddr *address)
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

bool pith_may_use_scheme(const char *scheme, bool allow_private)
{
    return strcmp(scheme, "https") == 0 || (allow_private && strcmp(scheme, "http") == 0);
}

bool pith_is_checked_path(const char *path)
{
    char before = '/';
    for (const char *p = path; *p; before = *p++) {
        bool word =
            pith_is_digit(*p) || pith_is_upper(*p) || pith_is_lower(*p) || *p == '-' || *p == '_';
        if (*p == '/' ? before == '/' || before == '.' : !word && (*p != '.' || before == '.'))
            return false;
    }
    return before != '/' && before != '.';
}

bool pith_is_validator(const char *text)
{
    size_t n = 0;
    for (; text && text[n]; n++) {
        if (n == PITH_MAX_VALIDATOR || text[n] < ' ' || text[n] > '~')
            return false;
    }
    return n > 0;
}

bool pith_is_media_type(const char *value, const char *type)
{
    size_t n = strlen(type);
    for (size_t i = 0; i < n; i++) {
        if (pith_to_lower(value[i]) != type[i])
            return false;
    }
    return value[n] == '\0' || value[n] == ';' || value[n] == ' ' || value[n] == '\t';
}
