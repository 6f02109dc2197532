// SPDX-License-Identifier: MIT
//
// Ed25519 and base64 by libsodium; the only file that uses it.
#ifndef PITH_TRUST_CRYPTO_H
#define PITH_TRUST_CRYPTO_H

#include "pith.h"

// Prepares libsodium; call before anything else here. Safe to repeat and from any thread.
pith_status pith_crypto_init(pith_error *err) PITH_CHECKED;

// The strict rule that every libsodium answers alike (hazards: releases up to 1.0.22 compare
// R byte for byte, later ones multiply the cofactor out): A and R must lie in the subgroup
// of prime order, then RFC 8032 verification with S < L.
//
// A is a property of the key and is checked once, when a key is read: every key handed to
// pith_ed25519_verify must have passed pith_key_is_strong.
bool pith_key_is_strong(const uint8_t key[PITH_KEY_LEN]);
bool pith_ed25519_verify(const uint8_t key[PITH_KEY_LEN], const void *message, size_t len,
                         const uint8_t signature[PITH_SIGNATURE_LEN]);

// Strict base64 (RFC 4648 section 4): padding required, no white space, no stray bits,
// exactly len bytes. One value has one spelling.
bool pith_base64_decode(pith_text text, uint8_t *out, size_t len);
void pith_base64_encode(const void *bytes, size_t len, pith_buf *out);

// The key pair of a seed, and a signature by it (RFC 8032, so the same each time).
void pith_ed25519_keypair(const uint8_t seed[PITH_SEED_LEN], uint8_t public_key[PITH_KEY_LEN]);
void pith_ed25519_sign(const uint8_t seed[PITH_SEED_LEN], const void *message, size_t len,
                       uint8_t signature[PITH_SIGNATURE_LEN]);

// The base64 of a seed, written nowhere else.
enum { PITH_SEED_TEXT = 45 }; // with its NUL
void pith_seed_encode(const uint8_t seed[PITH_SEED_LEN], char out[PITH_SEED_TEXT]);

// Unpredictable bytes of the system, and zeros that the compiler may not leave out.
void pith_random(void *bytes, size_t len);
void pith_wipe(void *bytes, size_t len);

// For pith_libraries.
const char *pith_crypto_library(void);

#endif
