// SPDX-License-Identifier: MIT
//
// The keys this reader trusts. They come with the program (or, later, from a file the
// reader names), never from the resolver they vouch for.
#ifndef PITH_TRUST_KEYRING_H
#define PITH_TRUST_KEYRING_H

#include "pith.h"

typedef struct pith_key {
    const char *key_id;
    uint8_t bytes[PITH_KEY_LEN];
} pith_key;

typedef struct pith_keyring {
    const pith_key *keys;
    size_t count;
} pith_keyring;

const pith_keyring *pith_keyring_builtin(void);

// The key of that name, or NULL. The name is the sender's choice: look up, then verify;
// never try keys until one fits.
const pith_key *pith_keyring_find(const pith_keyring *keyring, pith_text key_id);

// The public fingerprint: the first 16 bytes of SHA-256(key) in hex (protocol.md section 7).
void pith_key_fingerprint(const pith_key *key, char out[33]);

#endif
