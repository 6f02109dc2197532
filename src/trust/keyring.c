// SPDX-License-Identifier: MIT
#include "trust/keyring.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/text.h"
#include "trust/crypto.h"
#include "trust/sha256.h"
#include "json/member.h"

// protocol.md section 7; base64 stVStoiQhXFxp4s2pdzPNoqVNBMojDU/fJ2db5S3CbM=,
// fingerprint 8d4b5ee74e4693bcd1df2446408b0d54.
static const pith_key builtin_keys[] = {
    {.key_id = {"pith-v1-2026-05", 15},
     .bytes = {0xb2, 0xd5, 0x52, 0xb6, 0x88, 0x90, 0x85, 0x71, 0x71, 0xa7, 0x8b,
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
        if (pith_text_equal(key_id, keyring->keys[i].key_id))
            return &keyring->keys[i];
    }
    return NULL;
}

bool pith_key_covers(const pith_key *key, pith_text time)
{
    if (key->not_before.n == 0 && key->not_after.n == 0)
        return true;
    if (!pith_is_timestamp(time))
        return false;
    return (key->not_before.n == 0 || pith_timestamp_compare(key->not_before, time) <= 0) &&
           (key->not_after.n == 0 || pith_timestamp_compare(time, key->not_after) <= 0);
}

static pith_status read_limit(pith_view view, const char *where, const char *name, pith_text *out,
                              pith_error *err)
{
    pith_view member;
    *out = (pith_text){0};
    if (!pith_view_get(view, name, &member) || pith_view_kind(member) == PITH_JSON_NULL)
        return PITH_OK;
    if (!pith_view_string(member, out) || !pith_is_timestamp(*out))
        return pith_fail(err, PITH_KEYRING, NULL, "%s.%s is not a UTC time", where, name);
    return PITH_OK;
}

static pith_status read_bytes(pith_view view, const char *where, pith_key *out, pith_error *err)
{
    pith_view member;
    pith_text base64 = {0};
    pith_text hex = {0};
    uint8_t other[PITH_KEY_LEN];
    if (pith_view_get(view, "public_key_b64", &member))
        (void)pith_view_string(member, &base64);
    if (pith_view_get(view, "public_key_hex", &member))
        (void)pith_view_string(member, &hex);
    bool good = base64.p ? pith_base64_decode(base64, out->bytes, PITH_KEY_LEN)
                         : pith_unhex(hex, out->bytes, PITH_KEY_LEN);
    if (good && base64.p && hex.p)
        good = pith_unhex(hex, other, PITH_KEY_LEN) && memcmp(other, out->bytes, sizeof other) == 0;
    if (!good)
        return pith_fail(err, PITH_KEYRING, NULL,
                         "%s has no readable public key: 32 bytes as public_key_b64, or as "
                         "public_key_hex in lower case",
                         where);
    char fingerprint[33];
    pith_text stated = {0};
    pith_key_fingerprint(out->bytes, fingerprint);
    if (pith_view_get(view, "fingerprint_sha256_hex", &member) &&
        (!pith_view_string(member, &stated) || !pith_text_is(stated, fingerprint)))
        return pith_fail(err, PITH_KEYRING, NULL, "%s states a fingerprint that is not %s", where,
                         fingerprint);
    if (!pith_key_is_strong(out->bytes))
        return pith_fail(err, PITH_KEYRING, NULL, "%s is a key that proves nothing", where);
    return PITH_OK;
}

pith_status pith_key_read(pith_arena *arena, pith_view view, const char *where, pith_key *out,
                          pith_error *err)
{
    pith_text algorithm;
    (void)arena;
    *out = (pith_key){0};
    pith_status status = pith_need_string(view, where, "key_id", &out->key_id, err);
    if (status == PITH_OK)
        status = pith_need_string(view, where, "algorithm", &algorithm, err);
    if (status != PITH_OK)
        return status;
    if (!pith_text_is(algorithm, "ed25519"))
        return pith_fail(err, PITH_KEYRING, NULL, "%s is not an ed25519 key", where);
    if (!pith_is_key_id(out->key_id))
        return pith_fail(err, PITH_KEYRING, NULL, "%s.key_id is not a plain word", where);
    status = read_bytes(view, where, out, err);
    if (status == PITH_OK)
        status = read_limit(view, where, "not_before", &out->not_before, err);
    if (status == PITH_OK)
        status = read_limit(view, where, "not_after", &out->not_after, err);
    return status;
}

bool pith_is_key_id(pith_text text)
{
    return text.n > 0 && text.n <= PITH_MAX_KEY_ID && pith_text_is_plain(text, "._-");
}

static pith_status read_keys(pith_arena *arena, pith_view list, pith_keyring *ring, pith_error *err)
{
    pith_key *keys = pith_alloc_array(arena, pith_view_count(list), sizeof *keys);
    if (!keys)
        return pith_fail_memory(err);
    ring->keys = keys;
    pith_view item;
    for (bool more = pith_view_first(list, &item); more; more = pith_view_next(&item)) {
        char where[40];
        snprintf(where, sizeof where, "keys[%zu]", ring->count);
        pith_status status = pith_key_read(arena, item, where, &keys[ring->count], err);
        if (status != PITH_OK)
            return status;
        if (pith_keyring_find(ring, keys[ring->count].key_id))
            return pith_fail(err, PITH_KEYRING, NULL, "%s.key_id stands twice", where);
        ring->count++;
    }
    return PITH_OK;
}

pith_status pith_keyring_public(const pith_clean *clean, pith_error *err)
{
    if (!pith_token_member(clean, 0, "secret_seed_b64"))
        return PITH_OK;
    return pith_fail(err, PITH_KEYRING, NULL,
                     "is a secret key; its public half is what `pith keygen` printed");
}

pith_status pith_keyring_load(pith_arena *arena, const char *path, const pith_keyring **out,
                              pith_error *err)
{
    pith_text text;
    const pith_clean *clean;
    pith_view root;
    pith_view keys;
    pith_keyring *ring = pith_alloc_array(arena, 1, sizeof *ring);
    if (!ring)
        return pith_fail_memory(err);
    pith_status status = pith_crypto_init(err);
    if (status == PITH_OK)
        status = pith_file_read(arena, path, PITH_MAX_DOCUMENT, &text, err);
    if (status == PITH_OK)
        status = pith_gate(arena, text.p, text.n, &clean, err);
    if (status == PITH_OK)
        status = pith_keyring_public(clean, err);
    if (status == PITH_OK)
        status = pith_view_open(arena, clean, 0, 0, &root, err);
    if (status == PITH_OK)
        status = pith_need(root, "", "keys", PITH_JSON_ARRAY, &keys, err);
    if (status == PITH_OK)
        status = read_keys(arena, keys, ring, err);
    if (status != PITH_OK)
        pith_error_name(err, path);
    else
        *out = ring;
    return status;
}

size_t pith_keyring_count(const pith_keyring *keyring)
{
    return keyring->count;
}

void pith_keyring_describe(const pith_keyring *keyring, size_t index, pith_key_info *out)
{
    const pith_key *key = &keyring->keys[index];
    *out = (pith_key_info){
        .key_id = key->key_id, .not_before = key->not_before, .not_after = key->not_after};
    pith_hex(key->bytes, sizeof key->bytes, out->hex);
    pith_key_fingerprint(key->bytes, out->fingerprint);
}

void pith_key_fingerprint(const uint8_t key[PITH_KEY_LEN], char out[33])
{
    uint8_t digest[PITH_DIGEST_LEN];
    pith_sha256(key, PITH_KEY_LEN, digest);
    pith_hex(digest, 16, out);
}

void pith_key_identity(const pith_key *key, pith_buf *out)
{
    char hex[2 * PITH_KEY_LEN + 1];
    char fingerprint[33];
    pith_hex(key->bytes, sizeof key->bytes, hex);
    pith_key_fingerprint(key->bytes, fingerprint);
    pith_json_member(out, "{", "key_id", key->key_id);
    pith_buf_puts(out, ",\"algorithm\":\"ed25519\",\"format\":\"raw\",\"public_key_b64\":\"");
    pith_base64_encode(key->bytes, sizeof key->bytes, out);
    pith_buf_puts(out, "\"");
    pith_json_member(out, ",", "public_key_hex", pith_text_of(hex));
    pith_json_member(out, ",", "fingerprint_sha256_hex", pith_text_of(fingerprint));
}

void pith_key_period(const pith_key *key, pith_buf *out)
{
    if (key->not_before.n)
        pith_json_member(out, ",", "not_before", key->not_before);
    if (key->not_after.n)
        pith_json_member(out, ",", "not_after", key->not_after);
}
