// SPDX-License-Identifier: MIT
#include "evidence/digest.h"

#include "base/err.h"
#include "base/input.h"
#include "trust/sha256.h"

#include <nettle/ripemd160.h>
#include <nettle/sha1.h>
#include <nettle/sha3.h>

// Keccak as it was before FIPS 202 gave SHA-3 another padding; Nettle has the permutation.
typedef struct keccak {
    struct sha3_state state;
    size_t used; // bytes of the block
} keccak;

typedef union digest {
    struct sha1_ctx sha1;
    struct ripemd160_ctx ripemd160;
    pith_sha256_state sha256;
    keccak keccak;
} digest;

enum { KECCAK_BLOCK = 136 }; // 1600 - 2 * 256 bits

static void keccak_byte(keccak *k, uint8_t byte, size_t at)
{
    k->state.a[at / 8] ^= (uint64_t)byte << (8 * (at % 8));
}

static void keccak_more(keccak *k, const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        keccak_byte(k, bytes[i], k->used++);
        if (k->used == KECCAK_BLOCK) {
            sha3_permute(&k->state);
            k->used = 0;
        }
    }
}

static void keccak_end(keccak *k, uint8_t *out)
{
    keccak_byte(k, 0x01, k->used);
    keccak_byte(k, 0x80, KECCAK_BLOCK - 1);
    sha3_permute(&k->state);
    for (size_t i = 0; i < 32; i++)
        out[i] = (uint8_t)(k->state.a[i / 8] >> (8 * (i % 8)));
}

static void start(digest *d, uint8_t function)
{
    memset(d, 0, sizeof *d); // which is where Keccak begins
    if (function == OTS_SHA1)
        sha1_init(&d->sha1);
    else if (function == OTS_RIPEMD160)
        ripemd160_init(&d->ripemd160);
    else if (function == OTS_SHA256)
        pith_sha256_start(&d->sha256);
}

static void more(digest *d, uint8_t function, const void *bytes, size_t len)
{
    if (function == OTS_SHA1)
        sha1_update(&d->sha1, len, bytes);
    else if (function == OTS_RIPEMD160)
        ripemd160_update(&d->ripemd160, len, bytes);
    else if (function == OTS_SHA256)
        pith_sha256_more(&d->sha256, bytes, len);
    else
        keccak_more(&d->keccak, bytes, len);
}

static void end(digest *d, uint8_t function, uint8_t *out)
{
    if (function == OTS_SHA1)
        sha1_digest(&d->sha1, SHA1_DIGEST_SIZE, out);
    else if (function == OTS_RIPEMD160)
        ripemd160_digest(&d->ripemd160, RIPEMD160_DIGEST_SIZE, out);
    else if (function == OTS_SHA256)
        pith_sha256_now(&d->sha256, out);
    else
        keccak_end(&d->keccak, out);
}

const char *pith_ots_digest_name(uint8_t function)
{
    return function == OTS_SHA1        ? "sha1"
           : function == OTS_RIPEMD160 ? "ripemd160"
           : function == OTS_SHA256    ? "sha256"
           : function == OTS_KECCAK256 ? "keccak256"
                                       : NULL;
}

size_t pith_ots_digest_len(uint8_t function)
{
    return function == OTS_SHA1 || function == OTS_RIPEMD160 ? 20 : 32;
}

void pith_ots_digest(uint8_t function, pith_text message, uint8_t *out)
{
    digest d;
    start(&d, function);
    more(&d, function, message.p, message.n);
    end(&d, function, out);
}

pith_status pith_ots_digest_file(uint8_t function, const char *path, uint8_t *out, pith_error *err)
{
    enum { PIECE = 64 << 10 };
    digest d;
    pith_input in;
    char *piece = malloc(PIECE);
    if (!piece)
        return pith_fail_memory(err);
    pith_status status = pith_input_open(path, false, &in, err);
    if (status != PITH_OK) {
        free(piece);
        return status;
    }
    start(&d, function);
    for (uint64_t at = 0; at < in.size && status == PITH_OK;) {
        size_t len = in.size - at < PIECE ? (size_t)(in.size - at) : PIECE;
        status = pith_input_read(&in, at, piece, len, err);
        if (status == PITH_OK)
            more(&d, function, piece, len);
        at += len;
    }
    end(&d, function, out);
    pith_input_close(&in);
    free(piece);
    return status;
}
