// SPDX-License-Identifier: MIT
//
// The hash functions of OpenTimestamps.
#ifndef PITH_EVIDENCE_DIGEST_H
#define PITH_EVIDENCE_DIGEST_H

#include "pith.h"

// The numbers these have in a proof.
enum { OTS_SHA1 = 0x02, OTS_RIPEMD160 = 0x03, OTS_SHA256 = 0x08, OTS_KECCAK256 = 0x67 };

// The name of a hash function, or NULL: the number is not that of one.
const char *pith_ots_digest_name(uint8_t function);
// 20 or 32.
size_t pith_ots_digest_len(uint8_t function);
// `out` has room for pith_ots_digest_len bytes.
void pith_ots_digest(uint8_t function, pith_text message, uint8_t *out);
pith_status pith_ots_digest_file(uint8_t function, const char *path, uint8_t *out,
                                 pith_error *err) PITH_CHECKED;

#endif
