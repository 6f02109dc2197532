// SPDX-License-Identifier: MIT
#include "trust/keyring.h"

#include "base/text.h"
#include "trust/crypto.h"

// protocol.md section 7; base64 stVStoiQhXFxp4s2pdzPNoqVNBMojDU/fJ2db5S3CbM=,
// fingerprint 8d4b5ee74e4693bcd1df2446408b0d54.
static const pith_key builtin_keys[] = {
    {"pith-v1-2026-05", {0xb2, 0xd5, 0x52, 0xb6, 0x88, 0x90, 0x85, 0x71, 0x71, 0xa7, 0x8b,
                         0x36, 0xa5, 0xdc, 0xcf, 0x36, 0x8a, 0x95, 0x34, 0x13, 0x28, 0x8c,
                         0x35, 0x3f, 0x7c, 0x9d, 0x9d, 0x6f, 0x94, 0xb7, 0x09, 0xb3}},
};

const pith_keyring *pith_keyring_builtin(void)
{
    static const pith_keyring builtin = {builtin_keys, sizeof builtin_keys / sizeof *builtin_keys};
    return &builtin;
}

const pith_key *pith_keyring_find(const pith_keyring *keyring, pith_text key_id)
{
    for (size_t i = 0; i < keyring->count; i++) {
        if (pith_text_is(key_id, keyring->keys[i].key_id))
            return &keyring->keys[i];
    }
    return NULL;
}

void pith_key_fingerprint(const pith_key *key, char out[33])
{
    uint8_t digest[PITH_DIGEST_LEN];
    pith_sha256(key->bytes, sizeof key->bytes, digest);
    pith_hex(digest, 16, out);
}
