// SPDX-License-Identifier: MIT
//
// Keys from elsewhere: keyrings, key documents, mirror lists, rotation notices and secret
// keys. What is accepted can be shown and written, and is read as the same again.
#include "common.h"
#include "trust/keyring.h"
#include "json/gate.h"

static void check_infos(const pith_keyring *keyring)
{
    for (size_t i = 0; i < pith_keyring_count(keyring); i++) {
        pith_key_info info;
        uint8_t bytes[PITH_KEY_LEN];
        pith_keyring_describe(keyring, i, &info);
        MUST(pith_is_key_id(info.key_id) && fuzz_is_shown(info.key_id, false));
        MUST(pith_unhex(pith_text_of(info.hex), bytes, sizeof bytes));
        MUST(strlen(info.fingerprint) == 32);
        MUST(info.not_before.n == 0 || pith_is_timestamp(info.not_before));
        MUST(info.not_after.n == 0 || pith_is_timestamp(info.not_after));
        MUST(pith_keyring_compare(keyring, &info) == PITH_OK);
    }
}

// The keyring as a document is read as the same keyring by both readers.
static void check_round_trip(pith_arena *arena, const pith_keyring *keyring)
{
    pith_buf first;
    pith_buf second;
    const pith_keyring *again;
    const pith_keyring *loaded;
    pith_error err;
    pith_buf_init(&first, SIZE_MAX);
    pith_buf_init(&second, SIZE_MAX);
    pith_keyring_json(keyring, &first);
    MUST(pith_buf_ok(&first));
    MUST(pith_keyring_import(arena, fuzz_text_of_buf(&first), "again", &again, &err) == PITH_OK);
    pith_keyring_json(again, &second);
    MUST(fuzz_same(&first, &second));
    pith_buf_free(&second);
    const char *path = fuzz_file("keyring", first.data, first.len);
    MUST(pith_keyring_load(arena, path, &loaded, &err) == PITH_OK);
    pith_keyring_json(loaded, &second);
    MUST(fuzz_same(&first, &second));
    pith_buf_free(&first);
    pith_buf_free(&second);
}

// A test key announces the new key: the notice holds, unless it may not be made at all.
static void check_announcement(pith_arena *arena, const pith_keyring *keyring)
{
    pith_text notice;
    pith_notice_info info;
    pith_error err;
    pith_status status = pith_sign_notice(arena, fuzz_secret_key(FUZZ_KEY_A), keyring,
                                          pith_text_of("2026-05-18T00:00:00Z"), &notice, &err);
    if (status != PITH_OK) {
        MUST(status == PITH_KEYRING);
        fuzz_check_error(&err, status);
        return;
    }
    MUST(pith_notice_check(arena, notice, "notice", fuzz_keyring(), &info, &err) == PITH_OK);
    MUST(info.standing == PITH_OK);
    MUST(pith_keyring_compare(keyring, &info.new_key) == PITH_OK);
}

static pith_status check_import(pith_arena *arena, pith_text input)
{
    const pith_keyring *keyring;
    pith_error err;
    pith_status status = pith_keyring_import(arena, input, "input\033", &keyring, &err);
    if (status == PITH_OK) {
        MUST(pith_keyring_count(keyring) > 0);
        check_infos(keyring);
        check_round_trip(arena, keyring);
        check_announcement(arena, keyring);
    } else {
        fuzz_check_error(&err, status);
    }
    return status;
}

static void check_notice(pith_arena *arena, pith_text input)
{
    pith_notice_info info;
    pith_error err;
    pith_status status = pith_notice_check(arena, input, "input", fuzz_keyring(), &info, &err);
    if (status != PITH_OK) {
        fuzz_check_error(&err, status);
        return;
    }
    MUST(info.standing == PITH_OK || info.standing == PITH_KEY_UNKNOWN ||
         info.standing == PITH_KEY_PERIOD || info.standing == PITH_SIGNATURE_INVALID);
    MUST(pith_is_timestamp(info.created_at) && pith_is_key_id(info.old_key_id));
    MUST(!pith_text_equal(info.old_key_id, info.new_key.key_id));
}

// As a file: a keyring to trust, or a secret key.
static void check_files(pith_arena *arena, pith_text input)
{
    const pith_keyring *keyring;
    const pith_secret_key *key;
    pith_error err;
    const char *path = fuzz_file("input", input.p, input.n);
    pith_status status = pith_keyring_load(arena, path, &keyring, &err);
    if (status == PITH_OK)
        check_infos(keyring);
    else
        fuzz_check_error(&err, status);
    status = pith_secret_key_load(arena, path, &key, &err);
    if (status == PITH_OK) {
        MUST(pith_secret_key_public(arena, key, NULL, &keyring, &err) == PITH_OK);
        MUST(pith_keyring_count(keyring) == 1);
        check_infos(keyring);
        check_round_trip(arena, keyring);
    } else {
        fuzz_check_error(&err, status);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pith_arena *arena = fuzz_arena();
    pith_text input = fuzz_text(data, size);
    const pith_keyring *keyring;
    const pith_clean *clean;
    pith_error err;
    (void)fuzz_keyring();
    pith_status status = check_import(arena, input);
    check_notice(arena, input);
    if (pith_gate(arena, input.p, input.n, &clean, &err) == PITH_OK)
        check_files(arena, input);
    pith_arena_free(arena);
    arena = fuzz_small_arena(data, size);
    MUST(fuzz_same_or_memory(status, pith_keyring_import(arena, input, "input", &keyring, &err)));
    pith_arena_free(arena);
    return 0;
}
