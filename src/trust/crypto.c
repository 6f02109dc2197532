// SPDX-License-Identifier: MIT
#include "trust/crypto.h"
#include "trust/sha256.h"

#include "base/err.h"
#include "base/text.h"

#include <sodium.h>
#include <stdatomic.h>

// Does this libsodium multiply the cofactor out? It then accepts the signature below: A is in
// the prime-order subgroup, R is off it by a point of order 8, and the equation holds times 8
// only. Releases up to 1.0.22 compare R byte for byte and refuse it.
static bool forgives_small_order(void)
{
    static const unsigned char a[32] = {0x8a, 0x88, 0xe3, 0xdd, 0x74, 0x09, 0xf1, 0x95,
                                        0xfd, 0x52, 0xdb, 0x2d, 0x3c, 0xba, 0x5d, 0x72,
                                        0xca, 0x67, 0x09, 0xbf, 0x1d, 0x94, 0x12, 0x1b,
                                        0xf3, 0x74, 0x88, 0x01, 0xb4, 0x0f, 0x6f, 0x5c};
    static const unsigned char signature[64] = {
        0xd6, 0x3c, 0x01, 0x22, 0x31, 0x47, 0x54, 0x1d, 0xf4, 0xe1, 0x70, 0x76, 0x3e,
        0x9e, 0x27, 0x88, 0xa8, 0xbf, 0x59, 0x71, 0xf5, 0x2a, 0x93, 0xc5, 0x82, 0x9d,
        0xbe, 0x6f, 0x5f, 0xf6, 0xbb, 0xa9, 0xc1, 0x15, 0xdc, 0x90, 0x5f, 0x5c, 0xb0,
        0x5d, 0x9f, 0x08, 0xb2, 0x10, 0xfa, 0x2a, 0xd6, 0xb5, 0x62, 0x82, 0xd5, 0xcc,
        0xa2, 0x9b, 0x17, 0x77, 0xd4, 0x61, 0xab, 0x34, 0x60, 0xee, 0x85, 0x0c};
    return crypto_sign_verify_detached(signature, (const unsigned char *)"pith", 4, a) == 0;
}

// A fact about the library, the same for every thread and caller: whether R needs a check of
// its own. Until pith_crypto_init has asked, the answer is the safe one.
static atomic_bool r_is_implied;

pith_status pith_crypto_init(pith_error *err)
{
    if (sodium_init() < 0)
        return pith_fail(err, PITH_INTERNAL, NULL, "libsodium cannot start");
    if (!atomic_load_explicit(&r_is_implied, memory_order_relaxed) && !forgives_small_order())
        atomic_store_explicit(&r_is_implied, true, memory_order_relaxed);
    return PITH_OK;
}

void pith_digest_words(const void *bytes, size_t len, char hex[65], char id[PITH_ID_LEN + 1])
{
    uint8_t digest[PITH_DIGEST_LEN];
    pith_sha256(bytes, len, digest);
    pith_hex(digest, sizeof digest, hex);
    pith_base32_id(digest, id);
}

bool pith_key_is_strong(const uint8_t key[PITH_KEY_LEN])
{
    return crypto_core_ed25519_is_valid_point(key) == 1;
}

bool pith_ed25519_verify(const uint8_t key[PITH_KEY_LEN], const void *message, size_t len,
                         const uint8_t signature[PITH_SIGNATURE_LEN])
{
    if (crypto_sign_verify_detached(signature, message, len, key) != 0)
        return false;
    // Where R was compared with the encoding of [S]B - [h]A, it is in the subgroup because A
    // and B are; a scalar multiplication, nearly as dear as the verification, is saved.
    return atomic_load_explicit(&r_is_implied, memory_order_relaxed) ||
           crypto_core_ed25519_is_valid_point(signature) == 1; // its first half is R
}

bool pith_base64_decode(pith_text text, uint8_t *out, size_t len)
{
    if (text.n != sodium_base64_ENCODED_LEN(len, sodium_base64_VARIANT_ORIGINAL) - 1)
        return false;
    // libsodium 1.0.18 takes some bytes from 0x80 on for letters, so it sees ASCII only.
    for (size_t i = 0; i < text.n; i++) {
        if ((unsigned char)text.p[i] >= 0x80)
            return false;
    }
    size_t got = 0;
    const char *end = NULL;
    return sodium_base642bin(out, len, text.p, text.n, NULL, &got, &end,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           got == len && end == text.p + text.n;
}

void pith_base64_encode(const void *bytes, size_t len, pith_buf *out)
{
    // Three bytes give four characters, so pieces of 3n bytes can be joined.
    enum { PIECE = 3 * 256 };
    const unsigned char *p = bytes;
    while (len > 0) {
        size_t n = len < PIECE ? len : PIECE;
        char text[PIECE / 3 * 4 + 1];
        sodium_bin2base64(text, sizeof text, p, n, sodium_base64_VARIANT_ORIGINAL);
        pith_buf_puts(out, text);
        p += n;
        len -= n;
    }
}

void pith_ed25519_keypair(const uint8_t seed[PITH_SEED_LEN], uint8_t public_key[PITH_KEY_LEN])
{
    unsigned char pair[crypto_sign_SECRETKEYBYTES];
    crypto_sign_seed_keypair(public_key, pair, seed);
    sodium_memzero(pair, sizeof pair);
}

void pith_ed25519_sign(const uint8_t seed[PITH_SEED_LEN], const void *message, size_t len,
                       uint8_t signature[PITH_SIGNATURE_LEN])
{
    // libsodium's secret key is the seed and the public key; the seed alone is what is kept,
    // so no signature can be made with a public key that is not its own.
    unsigned char public_key[crypto_sign_PUBLICKEYBYTES];
    unsigned char pair[crypto_sign_SECRETKEYBYTES];
    crypto_sign_seed_keypair(public_key, pair, seed);
    crypto_sign_detached(signature, NULL, message, len, pair);
    sodium_memzero(pair, sizeof pair);
}

void pith_seed_encode(const uint8_t seed[PITH_SEED_LEN], char out[PITH_SEED_TEXT])
{
    sodium_bin2base64(out, PITH_SEED_TEXT, seed, PITH_SEED_LEN, sodium_base64_VARIANT_ORIGINAL);
}

void pith_random(void *bytes, size_t len)
{
    randombytes_buf(bytes, len);
}

void pith_wipe(void *bytes, size_t len)
{
    sodium_memzero(bytes, len);
}

const char *pith_crypto_library(void)
{
    return sodium_version_string();
}
