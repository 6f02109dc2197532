// SPDX-License-Identifier: MIT
//
// HTTPS by libcurl; the only file that uses it. Everything that comes back is hostile.
#ifndef PITH_SOURCE_FETCH_H
#define PITH_SOURCE_FETCH_H

#include "pith.h"

// GET base + path, where path is made of a checked number and fixed words. Refused: other
// protocols than https (http only together with allow_private), private and loopback
// addresses on any hop unless allow_private, bodies over max, content that is not JSON.
// PITH_NOT_FOUND for 404 and 410; *url names what was asked, for messages.
pith_status pith_fetch_json(pith_arena *arena, const pith_sources *sources, const char *path,
                            size_t max, pith_text *body, const char **url,
                            pith_error *err) PITH_CHECKED;

// For pith_libraries.
const char *pith_fetch_library(void);

#endif
