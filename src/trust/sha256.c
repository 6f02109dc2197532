// SPDX-License-Identifier: MIT
#include "trust/sha256.h"

#include <nettle/sha2.h>
#include <nettle/version.h>

_Static_assert(sizeof(struct sha256_ctx) <= sizeof(pith_sha256_state), "room for Nettle's state");
_Static_assert(SHA256_DIGEST_SIZE == PITH_DIGEST_LEN, "SHA-256 is 32 bytes");

void pith_sha256(const void *bytes, size_t len, uint8_t out[PITH_DIGEST_LEN])
{
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, len, bytes);
    sha256_digest(&context, PITH_DIGEST_LEN, out);
}

void pith_sha256_start(pith_sha256_state *state)
{
    struct sha256_ctx context;
    sha256_init(&context);
    memcpy(state, &context, sizeof context);
}

void pith_sha256_more(pith_sha256_state *state, const void *bytes, size_t len)
{
    struct sha256_ctx context;
    memcpy(&context, state, sizeof context);
    sha256_update(&context, len, bytes);
    memcpy(state, &context, sizeof context);
}

void pith_sha256_now(const pith_sha256_state *state, uint8_t out[PITH_DIGEST_LEN])
{
    struct sha256_ctx context; // digesting would start it anew
    memcpy(&context, state, sizeof context);
    sha256_digest(&context, PITH_DIGEST_LEN, out);
}

void pith_sha256_library(char *out, size_t size)
{
    snprintf(out, size, "%d.%d", nettle_version_major(), nettle_version_minor());
}
