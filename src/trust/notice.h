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

#define PITH_NOTICE_TYPE "pith_key_rotation"

#endif
