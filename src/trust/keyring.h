// SPDX-License-Identifier: MIT
//
// The keys this reader trusts. They come with the program or from a file the reader names,
// never from the resolver they vouch for.
#ifndef PITH_TRUST_KEYRING_H
#define PITH_TRUST_KEYRING_H

#include "json/view.h"

typedef struct pith_key {
    pith_text key_id;
    uint8_t bytes[PITH_KEY_LEN];
    pith_text not_before; // empty: no limit
    pith_text not_after;
} pith_key;

struct pith_keyring {
    const pith_key *keys;
    size_t count;
};

// The key of that name, or NULL. The name is the sender's choice: look up, then verify;
// never try keys until one fits.
const pith_key *pith_keyring_find(const pith_keyring *keyring, pith_text key_id);

// Whether the key may sign at that time (RFC 3339 text). A key with limits says no to an
// unknown time.
bool pith_key_covers(const pith_key *key, pith_text time);

// Reads one public key object: key_id, algorithm `ed25519`, public_key_b64 and/or
// public_key_hex, optionally not_before and not_after. Keys outside the prime-order subgroup
// are refused.
pith_status pith_key_read(pith_arena *arena, pith_view view, const char *where, pith_key *out,
                          pith_error *err) PITH_CHECKED;

// A key name as it may go to outputs: 1 to 64 of A-Za-z0-9._-
bool pith_is_key_id(pith_text text);

// The public fingerprint: the first 16 bytes of SHA-256(key) in hex (protocol.md section 7).
void pith_key_fingerprint(const uint8_t key[PITH_KEY_LEN], char out[33]);

// Appends `{` and the members of a public key object that say which key it is, in the order of the
// public manifest.
void pith_key_identity(const pith_key *key, pith_buf *out);
// Appends the members with the limits that the key has.
void pith_key_period(const pith_key *key, pith_buf *out);

// PITH_KEYRING for a secret key, which is no keyring and should lie in no one's way.
pith_status pith_keyring_public(const pith_clean *clean, pith_error *err) PITH_CHECKED;

#endif
