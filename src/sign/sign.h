// SPDX-License-Identifier: MIT
//
// The signing side: what a registry or an author does. Everything made here is judged by the
// code that judges other people's documents before it is handed out.
#ifndef PITH_SIGN_SIGN_H
#define PITH_SIGN_SIGN_H

#include "trust/crypto.h"
#include "trust/keyring.h"

struct pith_secret_key {
    pith_key key; // the public half and its period
    pith_text signer_id;
    pith_text signer_type;
    uint8_t seed[PITH_SEED_LEN];
};

// Appends a public key object, in the members and their order of the public manifest.
void pith_key_put(const pith_key *key, pith_buf *out);

// Appends {"algorithm","key_id","signature_b64"} over a digest; PITH_INTERNAL when the signature
// does not verify, as after a fault of the machine.
pith_status pith_sign_put(const pith_secret_key *key, const uint8_t digest[PITH_DIGEST_LEN],
                          pith_buf *out, pith_error *err) PITH_CHECKED;

#endif
