// SPDX-License-Identifier: MIT
//
// SHA-256 by Nettle; the only file that uses it. Files of hundreds of
// megabytes are hashed here, so the processor's SHA instructions count: Nettle uses them (as
// OpenSSL does, which takes a millisecond more to start), libsodium does not.
#ifndef PITH_TRUST_SHA256_H
#define PITH_TRUST_SHA256_H

#include "pith.h"

void pith_sha256(const void *bytes, size_t len, uint8_t out[PITH_DIGEST_LEN]);

// The same of what comes in pieces.
typedef struct pith_sha256_state {
    uint64_t room[16]; // Nettle's struct sha256_ctx; checked where it is used
} pith_sha256_state;

void pith_sha256_start(pith_sha256_state *state);
void pith_sha256_more(pith_sha256_state *state, const void *bytes, size_t len);
// The digest of what came so far; more may follow.
void pith_sha256_now(const pith_sha256_state *state, uint8_t out[PITH_DIGEST_LEN]);

// For pith_libraries.
void pith_sha256_library(char *out, size_t size);

#endif
