// SPDX-License-Identifier: MIT
#include "trust/notice.h"

#include "base/err.h"
#include "base/text.h"
#include "trust/crypto.h"
#include "trust/keyring.h"
#include "trust/sha256.h"
#include "json/canon.h"

// The notice has these members, and the notice without the last one is what is signed.
static const char *const members[] = {"notice_type", "created_at", "old_key_id",
                                      "new_key",     "signature",  NULL};

typedef struct notice {
    pith_text created_at;
    pith_text old_key_id;
    pith_key new_key;
    pith_text signature_key_id;
    pith_text signature_b64;
    uint8_t digest[PITH_DIGEST_LEN]; // what is signed
} notice;

static pith_status refuse_others(pith_view root, pith_error *err)
{
    pith_view member;
    for (bool more = pith_view_first(root, &member); more; more = pith_view_next(&member)) {
        const char *const *name = members;
        while (*name && !pith_text_is(pith_view_name(member), *name))
            name++;
        if (!*name)
            return pith_fail(err, PITH_FIELD_VALUE, NULL, "%.80s is no member of a rotation notice",
                             pith_view_name(member).p);
    }
    return PITH_OK;
}

static pith_status read_signature(pith_view root, notice *out, pith_error *err)
{
    pith_view signature;
    pith_text algorithm = {0};
    const char *where = "signature";
    pith_status status = pith_need(root, "", where, PITH_JSON_OBJECT, &signature, err);
    if (status == PITH_OK)
        status = pith_need_string(signature, where, "algorithm", &algorithm, err);
    if (status == PITH_OK)
        status = pith_need_string(signature, where, "key_id", &out->signature_key_id, err);
    if (status == PITH_OK)
        status = pith_need_string(signature, where, "signature_b64", &out->signature_b64, err);
    if (status == PITH_OK && !pith_text_is(algorithm, "ed25519"))
        return pith_fail(err, PITH_FIELD_VALUE, NULL, "signature.algorithm is not ed25519");
    return status;
}

static pith_status read_members(pith_arena *arena, pith_view root, notice *out, pith_error *err)
{
    pith_text type;
    pith_view key;
    pith_status status = pith_need_string(root, "", "notice_type", &type, err);
    if (status == PITH_OK && !pith_text_is(type, PITH_NOTICE_TYPE))
        return pith_fail(err, PITH_FIELD_VALUE, NULL, "notice_type is not " PITH_NOTICE_TYPE);
    if (status == PITH_OK)
        status = refuse_others(root, err);
    if (status == PITH_OK)
        status = pith_need_string(root, "", "created_at", &out->created_at, err);
    if (status == PITH_OK)
        status = pith_need_string(root, "", "old_key_id", &out->old_key_id, err);
    if (status == PITH_OK)
        status = pith_need(root, "", "new_key", PITH_JSON_OBJECT, &key, err);
    if (status == PITH_OK)
        status = pith_key_read(arena, key, "new_key", &out->new_key, err);
    if (status == PITH_OK)
        status = read_signature(root, out, err);
    if (status != PITH_OK)
        return status;
    if (!pith_is_timestamp(out->created_at))
        return pith_fail(err, PITH_FIELD_VALUE, NULL, "created_at is not a UTC time");
    if (!pith_is_key_id(out->old_key_id))
        return pith_fail(err, PITH_FIELD_VALUE, NULL, "old_key_id is not a plain word");
    if (pith_text_equal(out->old_key_id, out->new_key.key_id))
        return pith_fail(err, PITH_FIELD_VALUE, NULL, "new_key has the key_id of the old key");
    return PITH_OK;
}

static pith_status read_notice(pith_arena *arena, const pith_clean *clean, notice *out,
                               pith_error *err)
{
    static const char *const outside[] = {"signature", NULL};
    pith_view root;
    *out = (notice){0};
    pith_status status = pith_view_open(arena, clean, 0, 0, &root, err);
    if (status == PITH_OK)
        status = read_members(arena, root, out, err);
    if (status != PITH_OK)
        return status;
    pith_buf signed_form;
    pith_buf_init(&signed_form, SIZE_MAX);
    pith_canon_without(clean, 0, outside, &signed_form);
    if (pith_buf_ok(&signed_form))
        pith_sha256(signed_form.data, signed_form.len, out->digest);
    else
        status = pith_fail_memory(err);
    pith_buf_free(&signed_form);
    return status;
}

// PITH_OK: a key of the keyring announces the new one, within its period.
static pith_status judge(const notice *said, const pith_keyring *keyring)
{
    uint8_t signature[PITH_SIGNATURE_LEN];
    if (!pith_text_equal(said->signature_key_id, said->old_key_id))
        return PITH_SIGNATURE_INVALID;
    const pith_key *key = pith_keyring_find(keyring, said->old_key_id);
    if (!key)
        return PITH_KEY_UNKNOWN;
    if (!pith_base64_decode(said->signature_b64, signature, sizeof signature) ||
        !pith_ed25519_verify(key->bytes, said->digest, sizeof said->digest, signature))
        return PITH_SIGNATURE_INVALID;
    return pith_key_covers(key, said->created_at) ? PITH_OK : PITH_KEY_PERIOD;
}

pith_status pith_notice_check(pith_arena *arena, pith_text bytes, const char *origin,
                              const pith_keyring *keyring, pith_notice_info *out, pith_error *err)
{
    const pith_clean *clean;
    notice said;
    pith_status status = pith_crypto_init(err);
    if (status == PITH_OK)
        status = pith_gate(arena, bytes.p, bytes.n, &clean, err);
    if (status == PITH_OK)
        status = read_notice(arena, clean, &said, err);
    if (status != PITH_OK) {
        pith_error_name(err, origin);
        return status;
    }
    *out = (pith_notice_info){.created_at = said.created_at, .old_key_id = said.old_key_id};
    const pith_keyring announced = {&said.new_key, 1};
    pith_keyring_describe(&announced, 0, &out->new_key);
    out->standing = judge(&said, keyring);
    return PITH_OK;
}
