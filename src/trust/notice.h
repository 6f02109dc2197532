// SPDX-License-Identifier: MIT
//
// The rotation notice (this project's form; nothing public defines one):
//
//   {"notice_type":"pith_key_rotation","created_at":…,"old_key_id":…,"new_key":{…},
//    "signature":{"algorithm":"ed25519","key_id":…,"signature_b64":…}}
//
// Ed25519 by the old key over SHA-256 of the canonical form without `signature`. A key signs
// records and events as bare hashes too, so a notice has exactly these members: no record and
// no event can be read as one.
#ifndef PITH_TRUST_NOTICE_H
#define PITH_TRUST_NOTICE_H

#include "trust/keyring.h"

#define PITH_NOTICE_TYPE "pith_key_rotation"

typedef struct pith_notice {
    pith_text created_at;
    pith_text old_key_id;
    pith_key new_key;
    pith_text signature_key_id;
    pith_text signature_b64;
    uint8_t digest[PITH_DIGEST_LEN]; // what is signed
} pith_notice;

pith_status pith_notice_read(pith_arena *arena, const pith_clean *clean, pith_notice *out,
                             pith_error *err) PITH_CHECKED;

// PITH_OK: a key of the keyring announces the new one, within its period.
pith_status pith_notice_judge(const pith_notice *notice, const pith_keyring *keyring);

#endif
