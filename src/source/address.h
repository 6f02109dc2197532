// SPDX-License-Identifier: MIT
//
// Checks of what is asked, of whom, and of the words that travel with it.
#ifndef PITH_SOURCE_ADDRESS_H
#define PITH_SOURCE_ADDRESS_H

#include <stdbool.h>

struct sockaddr;

// Loopback, private, link-local (cloud metadata), shared, multicast, reserved and documentation
// addresses, in every IPv6 form that carries an IPv4 one too; other families.
bool pith_address_is_private(const struct sockaddr *address);

// https, or http where private addresses are permitted.
bool pith_may_use_scheme(const char *scheme, bool allow_private);

// Segments of letters, digits, ".", "_" and "-", none of them empty, "." or "..".
bool pith_is_checked_path(const char *path);

enum { PITH_MAX_VALIDATOR = 256 };

// Short printable ASCII: what one server gave must not add lines to the next request.
// NULL and "" are none.
bool pith_is_validator(const char *text);

// Whether the value of a Content-Type is this type (in lower case), parameters aside.
bool pith_is_media_type(const char *value, const char *type);

#endif
