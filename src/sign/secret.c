// SPDX-License-Identifier: MIT
//
// Secret keys in memory and in files. The seed lives in the pith_secret_key and, while a file
// is read or written, in one buffer that is wiped; cJSON, which copies what it reads, sees the
// document with the seed blotted out.
#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/text.h"
#include "sign/sign.h"
#include "json/member.h"

enum { SECRET_FILE_MAX = 16 << 10, MAX_SIGNER = 200 };

#define KEY_TYPE "pith_secret_key"

static void wipe_key(void *key)
{
    pith_wipe(((pith_secret_key *)key)->seed, PITH_SEED_LEN);
}

// The seed is wiped with the arena, whatever happens until then.
static pith_secret_key *make_room(pith_arena *arena)
{
    pith_secret_key *key = pith_alloc_array(arena, 1, sizeof *key);
    return key && pith_arena_defer(arena, wipe_key, key) ? key : NULL;
}

static bool is_signer_text(pith_text text)
{
    const char *end = text.p + text.n;
    for (const char *p = text.p; p < end;) {
        uint32_t cp;
        size_t n = pith_utf8_next(p, end, &cp);
        if (n == 0 || cp < 0x20 || (cp >= 0x7F && cp <= 0x9F))
            return false;
        p += n;
    }
    return text.n > 0 && text.n <= MAX_SIGNER;
}

static bool is_limit(pith_text text)
{
    return text.n == 0 || pith_is_timestamp(text);
}

// The rules for what stands beside the seed; the complaint names the member.
static pith_status check_fields(const pith_secret_key *key, pith_status refusal, pith_error *err)
{
    const pith_key from = {.not_before = key->key.not_before};
    const char *complaint = NULL;
    if (!pith_is_key_id(key->key.key_id))
        complaint = "key_id is not 1 to 64 of A-Z a-z 0-9 . _ -";
    else if (!is_signer_text(key->signer_id))
        complaint = "signer_id is not 1 to 200 bytes of plain text";
    else if (!is_signer_text(key->signer_type))
        complaint = "signer_type is not 1 to 200 bytes of plain text";
    else if (!is_limit(key->key.not_before))
        complaint = "not_before is not a UTC time like 2026-05-18T00:00:00Z";
    else if (!is_limit(key->key.not_after))
        complaint = "not_after is not a UTC time like 2026-05-18T00:00:00Z";
    else if (key->key.not_after.n && !pith_key_covers(&from, key->key.not_after))
        complaint = "not_after is before not_before";
    return complaint ? pith_fail(err, refusal, NULL, "%s", complaint) : PITH_OK;
}

static bool copy(pith_arena *arena, pith_text from, pith_text *to)
{
    const char *p = from.n ? pith_alloc_copy(arena, from.p, from.n) : "";
    *to = (pith_text){p, from.n};
    return p != NULL;
}

pith_status pith_secret_key_new(pith_arena *arena, const pith_signer *signer, const uint8_t *seed,
                                const pith_secret_key **out, pith_error *err)
{
    pith_status status = pith_crypto_init(err);
    if (status != PITH_OK)
        return status;
    pith_secret_key *key = make_room(arena);
    if (!key)
        return pith_fail_memory(err);
    pith_text id = signer->signer_id.n ? signer->signer_id : signer->key_id;
    pith_text type = signer->signer_type.n ? signer->signer_type : pith_text_of("pith_signer");
    if (!copy(arena, signer->key_id, &key->key.key_id) || !copy(arena, id, &key->signer_id) ||
        !copy(arena, type, &key->signer_type) ||
        !copy(arena, signer->not_before, &key->key.not_before) ||
        !copy(arena, signer->not_after, &key->key.not_after))
        return pith_fail_memory(err);
    status = check_fields(key, PITH_USAGE, err);
    if (status != PITH_OK)
        return status;
    if (seed)
        memcpy(key->seed, seed, sizeof key->seed);
    else
        pith_random(key->seed, sizeof key->seed);
    pith_ed25519_keypair(key->seed, key->key.bytes);
    *out = key;
    return PITH_OK;
}

// ---- Files ----------------------------------------------------------------------------

static void put_head(const pith_secret_key *key, pith_buf *out)
{
    pith_buf_puts(out, "{\"key_type\":\"" KEY_TYPE "\"");
    pith_json_member(out, ",", "key_id", key->key.key_id);
    pith_json_member(out, ",", "algorithm", pith_text_of("ed25519"));
    pith_buf_puts(out, ",\"secret_seed_b64\":\"");
}

static void put_tail(const pith_secret_key *key, pith_buf *out)
{
    pith_buf_puts(out, "\",\"public_key_b64\":\"");
    pith_base64_encode(key->key.bytes, sizeof key->key.bytes, out);
    pith_buf_puts(out, "\"");
    pith_json_member(out, ",", "signer_id", key->signer_id);
    pith_json_member(out, ",", "signer_type", key->signer_type);
    pith_key_period(&key->key, out);
    pith_buf_puts(out, "}\n");
}

pith_status pith_secret_key_create(const pith_secret_key *key, const char *path, pith_error *err)
{
    char file[SECRET_FILE_MAX];
    pith_buf head;
    pith_buf tail;
    pith_buf_init(&head, SECRET_FILE_MAX / 2 - PITH_SEED_TEXT);
    pith_buf_init(&tail, SECRET_FILE_MAX / 2);
    put_head(key, &head);
    put_tail(key, &tail);
    pith_status status = PITH_OK;
    if (pith_buf_ok(&head) && pith_buf_ok(&tail)) {
        size_t len = head.len;
        memcpy(file, head.data, len);
        pith_seed_encode(key->seed, file + len);
        len += PITH_SEED_TEXT - 1;
        memcpy(file + len, tail.data, tail.len);
        status = pith_file_create_private(path, file, len + tail.len, err);
        pith_wipe(file, sizeof file);
    } else {
        status = pith_fail_memory(err);
    }
    pith_buf_free(&head);
    pith_buf_free(&tail);
    return status;
}

// Moves the seed out of the text, which keeps its shape: letters stand where it stood.
static bool take_seed(char *text, const pith_clean *clean, uint8_t seed[PITH_SEED_LEN])
{
    uint32_t token = pith_token_member(clean, 0, "secret_seed_b64");
    const pith_token *t = &clean->tokens[token];
    if (!token || t->kind != PITH_JSON_STRING || t->escaped)
        return false;
    pith_text base64 = {text + t->start + 1, t->end - t->start - 2};
    bool good = pith_base64_decode(base64, seed, PITH_SEED_LEN);
    memset(text + t->start + 1, 'x', base64.n);
    return good;
}

static pith_status optional_text(pith_view view, const char *name, pith_text *out, pith_error *err)
{
    pith_view member;
    *out = (pith_text){"", 0};
    return pith_view_get(view, name, &member) ? pith_need_string(view, "", name, out, err)
                                              : PITH_OK;
}

static pith_status read_fields(pith_view view, pith_secret_key *key, pith_error *err)
{
    pith_text type = {0};
    pith_text algorithm;
    pith_text public_key;
    uint8_t stated[PITH_KEY_LEN];
    pith_status status = optional_text(view, "key_type", &type, err);
    if (status == PITH_OK && !pith_text_is(type, KEY_TYPE))
        return pith_fail(err, PITH_KEYRING, NULL, "is not a secret key file of pith keygen");
    if (status == PITH_OK)
        status = pith_need_string(view, "", "algorithm", &algorithm, err);
    if (status == PITH_OK)
        status = pith_need_string(view, "", "key_id", &key->key.key_id, err);
    if (status == PITH_OK)
        status = pith_need_string(view, "", "public_key_b64", &public_key, err);
    if (status == PITH_OK)
        status = pith_need_string(view, "", "signer_id", &key->signer_id, err);
    if (status == PITH_OK)
        status = pith_need_string(view, "", "signer_type", &key->signer_type, err);
    if (status == PITH_OK)
        status = optional_text(view, "not_before", &key->key.not_before, err);
    if (status == PITH_OK)
        status = optional_text(view, "not_after", &key->key.not_after, err);
    if (status == PITH_OK && !pith_text_is(algorithm, "ed25519"))
        return pith_fail(err, PITH_KEYRING, NULL, "is not an ed25519 key");
    if (status == PITH_OK)
        status = check_fields(key, PITH_KEYRING, err);
    if (status == PITH_OK && (!pith_base64_decode(public_key, stated, sizeof stated) ||
                              memcmp(stated, key->key.bytes, sizeof stated) != 0))
        return pith_fail(err, PITH_KEYRING, NULL,
                         "public_key_b64 is not the public key of secret_seed_b64");
    return status;
}

pith_status pith_secret_key_load(pith_arena *arena, const char *path, const pith_secret_key **out,
                                 pith_error *err)
{
    const pith_clean *clean;
    pith_view root = {0};
    size_t len = 0;
    pith_secret_key *key = make_room(arena);
    char *text = pith_alloc(arena, SECRET_FILE_MAX);
    if (!key || !text)
        return pith_fail_memory(err);
    pith_status status = pith_crypto_init(err);
    if (status == PITH_OK)
        status = pith_file_read_private(path, text, SECRET_FILE_MAX, &len, err);
    if (status == PITH_OK)
        status = pith_gate(arena, text, len, &clean, err);
    if (status == PITH_OK) {
        bool has_seed = take_seed(text, clean, key->seed);
        if (has_seed)
            pith_ed25519_keypair(key->seed, key->key.bytes);
        // Without a seed where it belongs, something else may hold it: nothing is decoded.
        status = has_seed
                     ? pith_view_open(arena, clean, 0, 0, &root, err)
                     : pith_fail(err, PITH_KEYRING, NULL,
                                 "has no secret_seed_b64 of 32 bytes: not a key of pith keygen");
    }
    if (status == PITH_OK)
        status = read_fields(root, key, err);
    pith_wipe(text, SECRET_FILE_MAX);
    if (status != PITH_OK)
        pith_error_name(err, path);
    else
        *out = key;
    return status;
}

// ---- The public half ------------------------------------------------------------------

pith_status pith_secret_key_public(pith_arena *arena, const pith_secret_key *key,
                                   const pith_keyring *base, const pith_keyring **out,
                                   pith_error *err)
{
    size_t count = base ? base->count : 0;
    pith_keyring *ring = pith_alloc_array(arena, 1, sizeof *ring);
    pith_key *keys = pith_alloc_array(arena, count + 1, sizeof *keys);
    if (!ring || !keys)
        return pith_fail_memory(err);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!pith_text_equal(base->keys[i].key_id, key->key.key_id))
            keys[kept++] = base->keys[i];
    }
    keys[kept++] = key->key;
    *ring = (pith_keyring){keys, kept};
    *out = ring;
    return PITH_OK;
}
