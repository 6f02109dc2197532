// SPDX-License-Identifier: MIT
//
// The signing side against the judging side: what is signed here is valid there, and one
// changed character later it is not.
#include "fixture.h"

#include "base/path.h"

#include <sys/stat.h>
#include <unistd.h>

#include "sign/sign.h"
#include "trust/crypto.h"

#define DATE "2026-10-01T12:00:00Z"

static const char *const record_file = TEST_EXAMPLES "/paper/pith/XHNNPWFNQ4ZPTVKFXVZADSBBOK.json";
static const char *const unsigned_bundle =
    TEST_EXAMPLES "/paper/pith/XHNNPWFNQ4ZPTVKFXVZADSBBOK/bundle.json";
static const char *const signed_bundle =
    TEST_EXAMPLES "/paper/pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP/bundle.json";

static char folder[] = "/tmp/pith-sign-XXXXXX";

static const pith_secret_key *make_key(const char *id, uint8_t first)
{
    const pith_secret_key *key = NULL;
    pith_error err = {0};
    uint8_t seed[PITH_SEED_LEN] = {first};
    const pith_signer signer = {.key_id = pith_text_of(id),
                                .signer_id = pith_text_of("example.org"),
                                .signer_type = pith_text_of("pith_registry")};
    if (pith_secret_key_new(arena, &signer, seed, &key, &err) != PITH_OK)
        fail_msg("%s", err.message);
    return key;
}

static const pith_keyring *ring_of(const pith_secret_key *key)
{
    const pith_keyring *ring = NULL;
    pith_error err;
    assert_int_equal(pith_secret_key_public(arena, key, NULL, &ring, &err), PITH_OK);
    return ring;
}

static const char *path_of(const char *name)
{
    char *path = pith_path_join(arena, folder, name);
    assert_non_null(path);
    return path;
}

// text with its first `from` replaced.
static pith_text edit(pith_text text, const char *from, const char *to)
{
    const char *at = strstr(text.p, from);
    if (!at)
        fail_msg("no %s to edit", from);
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    pith_buf_add(&buf, text.p, (size_t)(at - text.p));
    pith_buf_puts(&buf, to);
    pith_buf_puts(&buf, at + strlen(from));
    char *copy = pith_alloc_copy(arena, buf.data, buf.len);
    pith_text result = {copy, buf.len};
    pith_buf_free(&buf);
    return result;
}

static pith_text into_bundle(const pith_secret_key *key, pith_text document, pith_text event)
{
    pith_buf out;
    pith_error err;
    pith_buf_init(&out, SIZE_MAX);
    if (pith_sign_into_bundle(arena, key, document, "test", event, &out, &err) != PITH_OK)
        fail_msg("%s: %s", err.object, err.message);
    char *copy = pith_alloc_copy(arena, out.data, out.len);
    pith_text result = {copy, out.len};
    pith_buf_free(&out);
    return result;
}

static pith_text receipt_bundle(const pith_secret_key *key, pith_text document)
{
    pith_signed made;
    pith_error err;
    if (pith_sign_receipt(arena, key, document, "test", pith_text_of(DATE), &made, &err) != PITH_OK)
        fail_msg("%s: %s", err.object, err.message);
    return into_bundle(key, document, made.event);
}

static pith_merge_counts count(pith_text bundle, const pith_keyring *ring)
{
    const pith_merged *merged;
    const char *origin = "test";
    pith_merge_counts counts;
    pith_error err;
    if (pith_merge(arena, &bundle, &origin, 1, ring, &merged, &err) != PITH_OK)
        fail_msg("%s: %s", err.object, err.message);
    pith_merged_count(merged, &counts);
    return counts;
}

// ---- Primitives -----------------------------------------------------------------------

static void the_vectors_of_rfc_8032_are_met(void **state)
{
    (void)state;
    // Section 7.1: TEST 1, 2, 3 and SHA(abc).
    static const struct {
        const char *seed, *key, *message, *signature;
    } rows[] = {
        {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
         "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
         "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701"
         "cf9b46bd25bf5f0595bbe24655141438e7a100b"},
        {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
         "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
         "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d"
         "0f11d8c387b2eaeb4302aeeb00d291612bb0c00"},
        {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
         "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
         "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f7609"
         "84dc6594a7c15e9716ed28dc027beceea1ec40a"},
        {"833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
         "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
         "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a"
         "3feebbd454d4423643ce80e2a9ac94fa54ca49f",
         "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66"
         "431e0303dca179c138ac17ad9bef1177331a704"},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        uint8_t seed[PITH_SEED_LEN], key[PITH_KEY_LEN], message[64];
        uint8_t signature[PITH_SIGNATURE_LEN];
        char hex[2 * PITH_SIGNATURE_LEN + 1];
        size_t len = strlen(rows[i].message) / 2;
        assert_true(pith_unhex(pith_text_of(rows[i].seed), seed, sizeof seed));
        assert_true(pith_unhex(pith_text_of(rows[i].message), message, len));
        pith_ed25519_keypair(seed, key);
        pith_hex(key, sizeof key, hex);
        assert_string_equal(hex, rows[i].key);
        pith_ed25519_sign(seed, message, len, signature);
        pith_hex(signature, sizeof signature, hex);
        assert_string_equal(hex, rows[i].signature);
        assert_true(pith_key_is_strong(key) && pith_ed25519_verify(key, message, len, signature));
    }
}

static void random_keys_differ_and_wiping_wipes(void **state)
{
    (void)state;
    static const uint8_t zeros[PITH_SEED_LEN];
    const pith_signer signer = {.key_id = pith_text_of("k")};
    const pith_secret_key *a;
    const pith_secret_key *b;
    pith_error err;
    assert_int_equal(pith_secret_key_new(arena, &signer, NULL, &a, &err), PITH_OK);
    assert_int_equal(pith_secret_key_new(arena, &signer, NULL, &b, &err), PITH_OK);
    assert_memory_not_equal(a->seed, b->seed, PITH_SEED_LEN);
    assert_memory_not_equal(a->seed, zeros, PITH_SEED_LEN);
    assert_true(pith_text_is(a->signer_id, "k") && pith_text_is(a->signer_type, "pith_signer"));
    uint8_t copy[PITH_SEED_LEN];
    memcpy(copy, a->seed, sizeof copy);
    pith_wipe(copy, sizeof copy);
    assert_memory_equal(copy, zeros, sizeof copy);
}

static void the_seed_is_gone_when_the_arena_is_reset(void **state)
{
    (void)state;
    static const uint8_t zeros[PITH_SEED_LEN];
    // The first block outlives a reset, so the key can be looked at.
    const pith_secret_key *key = make_key("k", 7);
    assert_memory_not_equal(key->seed, zeros, PITH_SEED_LEN);
    pith_arena_reset(arena);
    assert_memory_equal(key->seed, zeros, PITH_SEED_LEN);
}

static void bad_names_and_periods_are_refused(void **state)
{
    (void)state;
    static const struct {
        pith_signer signer;
        const char *complaint;
    } rows[] = {
        {{.key_id = TEST_TEXT("")}, "key_id"},
        {{.key_id = TEST_TEXT("a b")}, "key_id"},
        {{.key_id = TEST_TEXT("k"), .signer_id = TEST_TEXT("a\nb")}, "signer_id"},
        {{.key_id = TEST_TEXT("k"), .signer_id = TEST_TEXT("a\xFF")}, "signer_id"},
        {{.key_id = TEST_TEXT("k"), .signer_type = TEST_TEXT("\xC2\x9B")}, "signer_type"},
        {{.key_id = TEST_TEXT("k"), .not_before = TEST_TEXT("2026-10-01")}, "not_before"},
        {{.key_id = TEST_TEXT("k"), .not_after = TEST_TEXT("2026-02-30T00:00:00Z")}, "not_after"},
        {{.key_id = TEST_TEXT("k"),
          .not_before = TEST_TEXT("2026-10-02T00:00:00Z"),
          .not_after = TEST_TEXT("2026-10-01T00:00:00Z")},
         "before not_before"},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        const pith_secret_key *key = NULL;
        pith_error err;
        assert_int_equal(pith_secret_key_new(arena, &rows[i].signer, NULL, &key, &err), PITH_USAGE);
        assert_non_null(strstr(err.message, rows[i].complaint));
        assert_null(key);
    }
}

// ---- Files ----------------------------------------------------------------------------

static mode_t mode_of(const char *path)
{
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    return st.st_mode & 07777;
}

static void a_secret_file_is_private_under_any_umask_and_never_replaced(void **state)
{
    (void)state;
    static const mode_t masks[] = {0, 022, 077, 0777};
    const pith_secret_key *key = make_key("file", 1);
    const pith_secret_key *back;
    pith_error err;
    for (size_t i = 0; i < TEST_COUNT(masks); i++) {
        const char *path = path_of("umask.json");
        mode_t old = umask(masks[i]);
        pith_status status = pith_secret_key_create(key, path, &err);
        umask(old);
        assert_int_equal(status, PITH_OK);
        assert_int_equal(mode_of(path), 0600);
        pith_text before = test_slurp(arena, path);
        assert_int_equal(pith_secret_key_create(make_key("other", 2), path, &err),
                         PITH_FILE_EXISTS);
        assert_true(pith_text_equal(before, test_slurp(arena, path)));
        assert_int_equal(pith_secret_key_load(arena, path, &back, &err), PITH_OK);
        assert_memory_equal(back->seed, key->seed, PITH_SEED_LEN);
        assert_memory_equal(back->key.bytes, key->key.bytes, PITH_KEY_LEN);
        assert_true(pith_text_is(back->key.key_id, "file"));
        assert_true(pith_text_is(back->signer_id, "example.org"));
        assert_int_equal(remove(path), 0);
    }
    const char *dangling = path_of("dangling.json");
    assert_int_equal(symlink("nowhere.json", dangling), 0);
    assert_int_equal(pith_secret_key_create(key, dangling, &err), PITH_FILE_EXISTS);
    assert_int_equal(pith_path_kind_of(path_of("nowhere.json")), PITH_PATH_NONE);
    assert_int_equal(pith_secret_key_create(key, path_of("no/such/folder"), &err), PITH_IO_WRITE);
}

static void a_loose_file_is_refused_also_behind_a_link(void **state)
{
    (void)state;
    static const struct {
        mode_t mode;
        pith_status status;
    } rows[] = {{0600, PITH_OK},       {0400, PITH_OK},       {0640, PITH_KEY_MODE},
                {0604, PITH_KEY_MODE}, {0620, PITH_KEY_MODE}, {0602, PITH_KEY_MODE},
                {0644, PITH_KEY_MODE}, {0610, PITH_KEY_MODE}, {0777, PITH_KEY_MODE}};
    const pith_secret_key *key;
    const char *path = path_of("loose.json");
    const char *link = path_of("link.json");
    pith_error err;
    assert_int_equal(pith_secret_key_create(make_key("loose", 3), path, &err), PITH_OK);
    assert_int_equal(symlink("loose.json", link), 0);
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        assert_int_equal(chmod(path, rows[i].mode), 0);
        assert_int_equal(pith_secret_key_load(arena, path, &key, &err), rows[i].status);
        assert_int_equal(pith_secret_key_load(arena, link, &key, &err), rows[i].status);
    }
    assert_string_equal(pith_status_remedy(PITH_KEY_MODE), "chmod 600 FILE");
    assert_int_equal(pith_status_exit(PITH_KEY_MODE), PITH_EXIT_IO);
    assert_int_equal(pith_secret_key_load(arena, folder, &key, &err), PITH_IO_READ);
    assert_int_equal(pith_secret_key_load(arena, path_of("none"), &key, &err), PITH_IO_READ);
}

static void put_private(const char *path, pith_text text)
{
    pith_error err;
    (void)remove(path);
    assert_int_equal(pith_file_create_private(path, text.p, text.n, &err), PITH_OK);
}

static void a_damaged_secret_file_is_refused_without_showing_it(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to;
        pith_status status;
    } rows[] = {
        {"\"public_key_b64\":\"", "\"public_key_b64\":\"AAAA", PITH_KEYRING},
        {"secret_seed_b64\":\"A", "secret_seed_b64\":\"B", PITH_KEYRING}, // another seed
        {"secret_seed_b64\":\"A", "secret_seed_b64\":\"", PITH_KEYRING},
        {"secret_seed_b64\":\"A", "secret_seed_b64\":\"\\u0041", PITH_KEYRING},
        {"\"secret_seed_b64\"", "\"secret_seed\"", PITH_KEYRING},
        {"\"ed25519\"", "\"ed448\"", PITH_KEYRING},
        {"pith_secret_key", "pith_public_key", PITH_KEYRING},
        {"\"key_id\":\"broken\"", "\"key_id\":\"bro ken\"", PITH_KEYRING},
        {"\"key_id\":\"broken\",", "", PITH_FIELD_MISSING},
        {"\"example.org\"", "7", PITH_FIELD_TYPE},
        {"\"signer_id\"", "\"not_before\":\"soon\",\"signer_id\"", PITH_KEYRING},
        {"\"signer_id\"", "\"key_id\":\"b\",\"signer_id\"", PITH_JSON_DUPLICATE},
        {"}", "", PITH_JSON_SYNTAX},
    };
    const char *path = path_of("broken.json");
    const pith_secret_key *key = make_key("broken", 1);
    pith_error err;
    char seed[PITH_SEED_TEXT];
    pith_seed_encode(key->seed, seed);
    (void)remove(path);
    assert_int_equal(pith_secret_key_create(key, path, &err), PITH_OK);
    pith_text good = test_slurp(arena, path);
    assert_non_null(strstr(good.p, seed));
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        const pith_secret_key *back = NULL;
        put_private(path, edit(good, rows[i].from, rows[i].to));
        pith_status status = pith_secret_key_load(arena, path, &back, &err);
        if (status != rows[i].status)
            fail_msg("%s: %s %s", rows[i].to, pith_status_name(status), err.message);
        assert_null(back);
        assert_string_equal(err.object, path);
        assert_null(strstr(err.message, "AAAAA"));
    }
    char *large = pith_alloc_array(arena, 1, 20000);
    memset(large, ' ', 20000);
    put_private(path, (pith_text){large, 20000});
    assert_int_equal(pith_secret_key_load(arena, path, &key, &err), PITH_TOO_LARGE);
}

// ---- Receipts -------------------------------------------------------------------------

static void a_receipt_makes_every_form_of_a_record_a_valid_bundle(void **state)
{
    (void)state;
    const pith_secret_key *key = make_key("test-2026", 4);
    const pith_keyring *ring = ring_of(key);
    pith_text record = test_slurp(arena, record_file);
    pith_result *result;
    pith_error err;
    assert_int_equal(pith_verify_bytes(arena, record, "r", NULL, ring, &result, &err), PITH_OK);
    const pith_text forms[] = {record, result->canonical, test_slurp(arena, unsigned_bundle)};
    for (size_t i = 0; i < TEST_COUNT(forms); i++) {
        pith_text bundle = receipt_bundle(key, forms[i]);
        assert_int_equal(pith_verify_bytes(arena, bundle, "b", NULL, ring, &result, &err), PITH_OK);
        assert_int_equal(result->exit, PITH_EXIT_OK);
        assert_true(result->intact && result->is_signed && result->trusted);
        assert_true(pith_text_is(result->key_id, "test-2026"));
        assert_true(pith_text_is(result->signed_at, DATE));
        assert_int_equal(count(bundle, ring).events, 1); // it took the place of the unsigned one
        assert_int_equal(count(bundle, ring).valid, 1);
        assert_int_equal(count(bundle, pith_keyring_builtin()).unverified, 1);
        size_t aliases = 0;
        for (const char *p = bundle.p; (p = strstr(p, "\"alias_kind\"")) != NULL; p++)
            aliases++;
        assert_int_equal(aliases, 6);
        // Signing again at the same time changes nothing.
        pith_text again = receipt_bundle(key, bundle);
        assert_true(pith_text_equal(bundle, again));
    }
}

static void a_receipt_by_someone_else_stays(void **state)
{
    (void)state;
    const pith_secret_key *key = make_key("test-2026", 4);
    const pith_keyring *both;
    pith_error err;
    assert_int_equal(pith_secret_key_public(arena, key, pith_keyring_builtin(), &both, &err),
                     PITH_OK);
    pith_text bundle = receipt_bundle(key, test_slurp(arena, signed_bundle));
    assert_int_equal(count(bundle, both).valid, 2);
    assert_int_equal(count(bundle, pith_keyring_builtin()).valid, 1);
    assert_int_equal(count(bundle, ring_of(key)).valid, 1);
}

static void a_changed_receipt_is_invalid(void **state)
{
    (void)state;
    const pith_secret_key *key = make_key("test-2026", 4);
    const pith_keyring *ring = ring_of(key);
    pith_text bundle = receipt_bundle(key, test_slurp(arena, record_file));
    const char *at = strstr(bundle.p, "\"signature_b64\":\"") + strlen("\"signature_b64\":\"");
    for (size_t i = 0; i < 86; i++) {
        char *copy = pith_alloc_copy(arena, bundle.p, bundle.n);
        size_t place = (size_t)(at - bundle.p) + i;
        copy[place] = copy[place] == 'A' ? 'B' : 'A';
        assert_int_equal(count((pith_text){copy, bundle.n}, ring).invalid, 1);
    }
    assert_int_equal(count(edit(bundle, "signature_b64", "signature_b65"), ring).unverified, 1);
    // The key of that name is another one.
    assert_int_equal(count(bundle, ring_of(make_key("test-2026", 5))).invalid, 1);
}

static void what_does_not_hold_is_not_signed(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to;
        pith_status status;
    } rows[] = {
        {"\"canonical_sha256\": \"b9d", "\"canonical_sha256\": \"c9d", PITH_HASH_MISMATCH},
        {"pith:2024:XHNN", "pith:2024:YHNN", PITH_NUMBER_MISMATCH},
        {"pith:2024:XHNN", "pith:2023:XHNN", PITH_YEAR_MISMATCH},
        {"\"canonical_record\"", "\"canonical_recora\"", PITH_DOCUMENT_KIND},
        {"\"version\": 1", "\"version\": 2", PITH_SOURCE_MISMATCH},
    };
    const pith_secret_key *key = make_key("k", 1);
    pith_text record = test_slurp(arena, record_file);
    pith_signed made;
    pith_error err;
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        pith_text bad = edit(record, rows[i].from, rows[i].to);
        pith_status status =
            pith_sign_receipt(arena, key, bad, "bad.json", pith_text_of(DATE), &made, &err);
        if (status != rows[i].status)
            fail_msg("%s: %s", rows[i].to, pith_status_name(status));
        assert_string_equal(err.object, "bad.json");
    }
}

static void a_record_that_doubles_as_something_else_is_not_signed(void **state)
{
    (void)state;
    // Receipts, events and notices sign bare hashes: this record would be a notice as well.
    static const char *const extra[] = {"{\"notice_type\":\"pith_key_rotation\",",
                                        "{\"event_type\":\"anchor\",", "{\"anything\":null,"};
    const pith_secret_key *key = make_key("k", 1);
    pith_result *result;
    pith_signed made;
    pith_error err;
    assert_int_equal(pith_verify_bytes(arena, test_slurp(arena, record_file), "r", NULL,
                                       pith_keyring_builtin(), &result, &err),
                     PITH_OK);
    for (size_t i = 0; i < TEST_COUNT(extra); i++) {
        pith_text doubled = edit(result->canonical, "{", extra[i]);
        assert_int_equal(
            pith_sign_receipt(arena, key, doubled, "bad", pith_text_of(DATE), &made, &err),
            PITH_FIELD_VALUE);
    }
}

static void keys_sign_within_their_period_only(void **state)
{
    (void)state;
    static const struct {
        const char *time;
        pith_status status;
    } rows[] = {{"2026-01-01T00:00:00Z", PITH_OK},      {"2026-12-31T23:59:59Z", PITH_OK},
                {"2026-06-01T00:00:00.5Z", PITH_OK},    {"2025-12-31T23:59:59Z", PITH_USAGE},
                {"2027-01-01T00:00:00Z", PITH_USAGE},   {"2026-06-01", PITH_USAGE},
                {"2026-06-01T00:00:00+01", PITH_USAGE}, {"", PITH_USAGE}};
    const pith_signer signer = {.key_id = TEST_TEXT("k"),
                                .not_before = TEST_TEXT("2026-01-01T00:00:00Z"),
                                .not_after = TEST_TEXT("2026-12-31T23:59:59Z")};
    const pith_secret_key *key;
    const pith_number subject = {"XHNNPWFNQ4ZPTVKFXVZADSBBOK", 2024};
    pith_signed made;
    pith_text notice;
    pith_error err;
    assert_int_equal(pith_secret_key_new(arena, &signer, NULL, &key, &err), PITH_OK);
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        pith_text time = pith_text_of(rows[i].time);
        assert_int_equal(
            pith_sign_receipt(arena, key, test_slurp(arena, record_file), "r", time, &made, &err),
            rows[i].status);
        assert_int_equal(pith_sign_event(arena, key, &subject, pith_text_of("graph_snapshot"),
                                         (pith_text){"", 0}, pith_text_of("{}"), time, &made, &err),
                         rows[i].status);
        assert_int_equal(
            pith_sign_notice(arena, key, ring_of(make_key("new", 9)), time, &notice, &err),
            rows[i].status);
    }
}

// ---- Events ---------------------------------------------------------------------------

#define SOME_ID "sha256:258153158e38e3291e3d48162225fcdb2d5a3ed65a07baac614ab91432fd4f57"

// One of each type: a payload that fits, and one that does not with the rule it breaks.
static const struct {
    const char *type, *good, *from, *to, *bad, *why;
} types[] = {
    {"graph_snapshot",
     "{\"claims\":{\"count\":0,\"items\":[],\"snapshot_sha256\":"
     "\"258153158e38e3291e3d48162225fcdb2d5a3ed65a07baac614ab91432fd4f57\"},\"n\":1e2}",
     "\"n\":100.0", "\"n\":101.0", "{\"claims\":{\"items\":[1],\"snapshot_sha256\":\"\"}}",
     "snapshot_sha256"},
    {"author_claim", "{\"claimant\":\"Ren\\u00e9\",\"method\":\"orcid\",\"strength\":\"weak\"}",
     "\"weak\"", "\"strong\"", "{\"claimant\":\"x\",\"method\":\"fax\",\"strength\":\"weak\"}",
     "claimant"},
    {"citation", "{\"relationship\":\"cites\",\"cited\":\"A5G5GAJ7DMCZDPVAMNFAYYAUOP\"}",
     "\"cites\"", "\"refutes\"", "{\"relationship\":\"likes\",\"cited\":\"A5G5GAJ7DMCZ\"}",
     "relationship"},
    {"replication", "{\"claim_id\":\"C1\",\"report\":\"https://example.org/r\"}", "\"C1\"",
     "\"C2\"", "{\"claim_id\":\"C1\"}", "report"},
    {"falsification", "{\"claim_id\":\"C1\",\"report\":\"no\"}", "\"C1\"", "\"C2\"",
     "{\"report\":\"x\"}", "claim_id"},
    {"formal_bridge", "{\"claim_id\":\"C1\",\"report\":\"lean\"}", "\"C1\"", "\"C2\"", "{}",
     "claim_id"},
    {"anchor", "{\"kind\":\"opentimestamps\",\"proof\":\"AAAA\"}", "\"AAAA\"", "\"AAAB\"",
     "{\"kind\":\"tweet\",\"proof\":\"x\"}", "kind"},
    {"withdrawal", "{\"event_id\":\"" SOME_ID "\"}", "sha256:2581", "sha256:2582",
     "{\"event_id\":\"sha256:12\"}", "event_id"},
};

static void every_type_of_event_is_valid_and_not_when_touched(void **state)
{
    (void)state;
    const pith_secret_key *key = make_key("test-2026", 4);
    const pith_keyring *ring = ring_of(key);
    pith_text bundle = receipt_bundle(key, test_slurp(arena, record_file));
    const pith_number subject = {"XHNNPWFNQ4ZPTVKFXVZADSBBOK", 2024};
    pith_error err;
    for (size_t i = 0; i < TEST_COUNT(types); i++) {
        pith_signed made;
        if (pith_sign_event(arena, key, &subject, pith_text_of(types[i].type), (pith_text){"", 0},
                            pith_text_of(types[i].good), pith_text_of(DATE), &made,
                            &err) != PITH_OK)
            fail_msg("%s: %s", types[i].type, err.message);
        pith_text with = into_bundle(key, bundle, made.event);
        assert_non_null(strstr(with.p, made.event.p)); // it stands there as it was made
        pith_merge_counts counts = count(with, ring);
        if (counts.events != 2 || counts.valid != 2)
            fail_msg("%s: %zu events, %zu valid", types[i].type, counts.events, counts.valid);
        assert_int_equal(count(with, pith_keyring_builtin()).unverified, 2);
        // The same event once more changes nothing.
        assert_true(pith_text_equal(with, into_bundle(key, with, made.event)));
        const char *const touched[][2] = {
            {types[i].from, types[i].to},
            {"\"created_at\":\"2026-10", "\"created_at\":\"2026-09"},
            {"\"event_id\":\"sha256:", "\"event_id\":\"sha256:0"},
            {"\"event_type\":\"", "\"event_type\":\"x"},
            {"\"signature_b64\":\"", "\"signature_b64\":\"A"},
            {"\"signer_id\":\"example.org\"", "\"signer_id\":\"example.net\""},
            {"\"target\":\"", "\"target\":\"x"},
            {"\"subject_pith_number\":\"pith:2024:", "\"subject_pith_number\":\"pith:2023:"},
            {"\"signer_type\":", "\"more\":0,\"signer_type\":"},
        };
        for (size_t k = 0; k < TEST_COUNT(touched); k++) {
            pith_text bad =
                edit(with, made.event.p, edit(made.event, touched[k][0], touched[k][1]).p);
            if (count(bad, ring).invalid != 1)
                fail_msg("%s with %s is not invalid", types[i].type, touched[k][1]);
        }
    }
}

static void all_types_live_in_one_bundle_and_a_withdrawal_withdraws(void **state)
{
    (void)state;
    const pith_secret_key *key = make_key("test-2026", 4);
    const pith_keyring *ring = ring_of(key);
    const pith_number subject = {"XHNNPWFNQ4ZPTVKFXVZADSBBOK", 2024};
    pith_text bundle = receipt_bundle(key, test_slurp(arena, record_file));
    pith_signed made;
    pith_error err;
    for (size_t i = 0; i + 1 < TEST_COUNT(types); i++) { // the anchor is the last
        assert_int_equal(pith_sign_event(arena, key, &subject, pith_text_of(types[i].type),
                                         pith_text_of("record"), pith_text_of(types[i].good),
                                         pith_text_of(DATE), &made, &err),
                         PITH_OK);
        bundle = into_bundle(key, bundle, made.event);
    }
    char payload[120];
    snprintf(payload, sizeof payload, "{\"event_id\":\"%s\"}", made.event_id);
    assert_int_equal(pith_sign_event(arena, key, &subject, pith_text_of("withdrawal"),
                                     (pith_text){"", 0}, pith_text_of(payload), pith_text_of(DATE),
                                     &made, &err),
                     PITH_OK);
    bundle = into_bundle(key, bundle, made.event);
    pith_merge_counts counts = count(bundle, ring);
    assert_int_equal(counts.events, 9);
    assert_int_equal(counts.valid, 9);
    const pith_merged *merged;
    const char *origin = "b";
    pith_buf out;
    pith_buf_init(&out, SIZE_MAX);
    assert_int_equal(pith_merge(arena, &bundle, &origin, 1, ring, &merged, &err), PITH_OK);
    assert_int_equal(pith_merged_state(merged, &out, &err), PITH_OK);
    assert_non_null(strstr(out.data, "\"anchors\":[]"));
    assert_null(strstr(out.data, "\"author_claims\":[]"));
    pith_buf_free(&out);
}

static void payloads_that_do_not_fit_are_refused_with_the_rule(void **state)
{
    (void)state;
    const pith_secret_key *key = make_key("k", 1);
    const pith_number subject = {"XHNNPWFNQ4ZPTVKFXVZADSBBOK", 2024};
    const pith_text none = {"", 0};
    const pith_text date = TEST_TEXT(DATE);
    pith_signed made;
    pith_error err;
    for (size_t i = 0; i < TEST_COUNT(types); i++) {
        pith_text type = pith_text_of(types[i].type);
        assert_int_equal(pith_sign_event(arena, key, &subject, type, none,
                                         pith_text_of(types[i].bad), date, &made, &err),
                         PITH_EVENT_PAYLOAD);
        if (!strstr(err.message, types[i].why))
            fail_msg("%s: %s", types[i].type, err.message);
        assert_int_equal(pith_sign_event(arena, key, &subject, type, none, pith_text_of("[]"), date,
                                         &made, &err),
                         PITH_EVENT_PAYLOAD);
        assert_int_equal(pith_sign_event(arena, key, &subject, type, none, pith_text_of("{\"a\":}"),
                                         date, &made, &err),
                         PITH_JSON_SYNTAX);
        assert_int_equal(err.offset, 5); // of the payload, not of the event around it
    }
    static const char *const unknown[] = {"", "record_created", "citations", "graph"};
    for (size_t i = 0; i < TEST_COUNT(unknown); i++) {
        assert_int_equal(pith_sign_event(arena, key, &subject, pith_text_of(unknown[i]), none,
                                         pith_text_of("{}"), date, &made, &err),
                         PITH_USAGE);
        assert_non_null(strstr(err.message, "author_claim"));
    }
}

static void only_own_valid_events_enter_a_bundle(void **state)
{
    (void)state;
    const pith_secret_key *key = make_key("k", 1);
    const pith_number other = {"A5G5GAJ7DMCZDPVAMNFAYYAUOP", 2013};
    const pith_number subject = {"XHNNPWFNQ4ZPTVKFXVZADSBBOK", 2024};
    const pith_text none = {"", 0};
    pith_text record = test_slurp(arena, record_file);
    pith_signed made;
    pith_buf out;
    pith_error err;
    pith_buf_init(&out, SIZE_MAX);
    assert_int_equal(pith_sign_event(arena, key, &other, pith_text_of("anchor"), none,
                                     pith_text_of(types[6].good), pith_text_of(DATE), &made, &err),
                     PITH_OK);
    assert_int_equal(pith_sign_into_bundle(arena, key, record, "r", made.event, &out, &err),
                     PITH_SIGNATURE_INVALID);
    assert_int_equal(pith_sign_event(arena, key, &subject, pith_text_of("anchor"), none,
                                     pith_text_of(types[6].good), pith_text_of(DATE), &made, &err),
                     PITH_OK);
    assert_int_equal(
        pith_sign_into_bundle(arena, make_key("k", 2), record, "r", made.event, &out, &err),
        PITH_SIGNATURE_INVALID);
    assert_int_equal(out.len, 0);
    assert_int_equal(pith_sign_into_bundle(arena, key, record, "r",
                                           edit(made.event, "AAAA", "AAAB"), &out, &err),
                     PITH_SIGNATURE_INVALID);
    pith_text state_file = pith_text_of("{\"state_type\":\"x\"}");
    assert_int_equal(pith_sign_into_bundle(arena, key, state_file, "s", made.event, &out, &err),
                     PITH_DOCUMENT_KIND);
    pith_buf_free(&out);
}

// ---- Notices --------------------------------------------------------------------------

static pith_status check_notice(pith_text notice, const pith_keyring *ring)
{
    pith_notice_info info;
    pith_error err;
    pith_status status = pith_notice_check(arena, notice, "n", ring, &info, &err);
    return status == PITH_OK ? info.standing : status;
}

static void a_notice_announces_and_does_not_make_trusted(void **state)
{
    (void)state;
    const pith_secret_key *old = make_key("old-2026", 1);
    const pith_secret_key *new = make_key("new-2027", 2);
    const pith_keyring *ring = ring_of(old);
    pith_notice_info info;
    pith_text notice;
    pith_error err;
    assert_int_equal(pith_sign_notice(arena, old, ring_of(new), pith_text_of(DATE), &notice, &err),
                     PITH_OK);
    assert_int_equal(pith_notice_check(arena, notice, "n", ring, &info, &err), PITH_OK);
    assert_int_equal(info.standing, PITH_OK);
    assert_true(pith_text_is(info.old_key_id, "old-2026"));
    assert_true(pith_text_is(info.created_at, DATE));
    assert_true(pith_text_is(info.new_key.key_id, "new-2027"));
    assert_int_equal(pith_keyring_compare(ring, &info.new_key), PITH_KEY_UNKNOWN);
    assert_int_equal(pith_keyring_compare(ring_of(new), &info.new_key), PITH_OK);
    assert_int_equal(pith_keyring_compare(ring_of(make_key("new-2027", 3)), &info.new_key),
                     PITH_KEY_DIFFERS);
    assert_int_equal(check_notice(notice, pith_keyring_builtin()), PITH_KEY_UNKNOWN);
    assert_int_equal(check_notice(notice, ring_of(make_key("old-2026", 3))),
                     PITH_SIGNATURE_INVALID);
    static const struct {
        const char *from, *to;
        pith_status status;
    } rows[] = {
        {"\"created_at\":\"2026", "\"created_at\":\"2025", PITH_SIGNATURE_INVALID},
        {"\"key_id\":\"new-2027", "\"key_id\":\"new-2028", PITH_SIGNATURE_INVALID},
        {"\"format\":\"raw\"", "\"format\":\"der\"", PITH_SIGNATURE_INVALID},
        {"\"signature_b64\":\"", "\"signature_b64\":\"A", PITH_SIGNATURE_INVALID},
        {"\"key_id\":\"old-2026\"", "\"key_id\":\"new-2027\"", PITH_SIGNATURE_INVALID},
        {"\"old_key_id\":\"old-2026\"", "\"old_key_id\":\"oldest\"", PITH_SIGNATURE_INVALID},
        {"\"old_key_id\":\"old-2026\"", "\"old_key_id\":\"new-2027\"", PITH_FIELD_VALUE},
        {"\"old_key_id\":\"old-2026\"", "\"old_key_id\":\"\"", PITH_FIELD_VALUE},
        {"{", "{\"event_type\":\"anchor\",", PITH_FIELD_VALUE},
        {"{", "{\"schema_version\":\"1.0\",", PITH_FIELD_VALUE},
        {"pith_key_rotation", "pith_mirror_manifest", PITH_FIELD_VALUE},
        {"\"notice_type\"", "\"notice\"", PITH_FIELD_MISSING},
        {"\"new_key\"", "\"newer_key\"", PITH_FIELD_VALUE},
        {"\"public_key_hex\":\"", "\"public_key_hex\":\"00", PITH_KEYRING},
        {"\"created_at\":\"2026-10", "\"created_at\":\"2026-13", PITH_FIELD_VALUE},
        {"\"algorithm\":\"ed25519\",\"key_id\"", "\"algorithm\":\"ed448\",\"key_id\"",
         PITH_FIELD_VALUE},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        pith_status status = check_notice(edit(notice, rows[i].from, rows[i].to), ring);
        if (status != rows[i].status)
            fail_msg("%s: %s", rows[i].to, pith_status_name(status));
    }
}

static void notices_name_one_other_key_and_hold_in_the_period(void **state)
{
    (void)state;
    const pith_secret_key *old = make_key("old", 1);
    const pith_keyring *two;
    pith_text notice;
    pith_error err;
    const pith_text date = TEST_TEXT(DATE);
    assert_int_equal(pith_secret_key_public(arena, old, pith_keyring_builtin(), &two, &err),
                     PITH_OK);
    const pith_keyring *const bad[] = {ring_of(old), ring_of(make_key("old", 2)),
                                       ring_of(make_key("new", 1)), two};
    for (size_t i = 0; i < TEST_COUNT(bad); i++)
        assert_int_equal(pith_sign_notice(arena, old, bad[i], date, &notice, &err), PITH_KEYRING);
    assert_int_equal(pith_sign_notice(arena, old, ring_of(make_key("new", 2)), date, &notice, &err),
                     PITH_OK);
    pith_key key = old->key;
    key.not_after = pith_text_of("2026-09-30T00:00:00Z");
    const pith_keyring expired = {&key, 1};
    assert_int_equal(check_notice(notice, &expired), PITH_KEY_PERIOD);
}

// ---- Keys from elsewhere --------------------------------------------------------------

#define KEY_OBJECT                                                                                 \
    "{\"key_id\":\"pith-v1-2026-05\",\"algorithm\":\"ed25519\",\"public_key_b64\":"                \
    "\"stVStoiQhXFxp4s2pdzPNoqVNBMojDU/fJ2db5S3CbM=\",\"fingerprint_sha256_hex\":"                 \
    "\"8d4b5ee74e4693bcd1df2446408b0d54\",\"rotates_at\":null}"
#define OTHER_KEY                                                                                  \
    "{\"key_id\":\"pith-v1-2026-05\",\"algorithm\":\"ed25519\",\"public_key_hex\":"                \
    "\"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a\"}"

static void public_keys_are_read_from_every_form(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        pith_status status;
    } rows[] = {
        {KEY_OBJECT, PITH_OK},
        {"{\"public_key\":" KEY_OBJECT "}", PITH_OK},
        {"{\"keys\":[" KEY_OBJECT "]}", PITH_OK},
        {"{\"manifest_type\":\"pith_mirror_manifest\",\"mirrors\":[{\"public_key\":" KEY_OBJECT
         "},{},{\"public_key\":" KEY_OBJECT "}]}",
         PITH_OK},
        {"{\"mirrors\":[{\"public_key\":" KEY_OBJECT "},{\"public_key\":" OTHER_KEY "}]}",
         PITH_KEYRING},
        {"{\"mirrors\":[]}", PITH_KEYRING},
        {"{\"keys\":[" KEY_OBJECT "," KEY_OBJECT "]}", PITH_KEYRING},
        {"{\"keys\":[]}", PITH_KEYRING},
        {"{\"keys\":{}}", PITH_FIELD_TYPE},
        {"{\"keys\":[7]}", PITH_FIELD_MISSING},
        {"{\"public_key\":\"x\"}", PITH_FIELD_MISSING},
        {"{}", PITH_KEYRING},
        {"[]", PITH_KEYRING},
        {"7", PITH_KEYRING},
        {"{\"key_id\":\"a\"}", PITH_FIELD_MISSING},
        {"{\"key_id\":\"a\",\"secret_seed_b64\":\"\"}", PITH_KEYRING},
        {"{", PITH_JSON_SYNTAX},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        const pith_keyring *ring;
        pith_error err;
        pith_status status =
            pith_keyring_import(arena, pith_text_of(rows[i].text), "k.json", &ring, &err);
        if (status != rows[i].status)
            fail_msg("%s: %s", rows[i].text, pith_status_name(status));
        if (status != PITH_OK) {
            assert_string_equal(err.object, "k.json");
            continue;
        }
        pith_key_info key;
        assert_int_equal(pith_keyring_count(ring), 1);
        pith_keyring_describe(ring, 0, &key);
        assert_int_equal(pith_keyring_compare(pith_keyring_builtin(), &key), PITH_OK);
    }
    pith_text wrong = edit(pith_text_of(KEY_OBJECT), "8d4b", "8d4c");
    const pith_keyring *ring;
    pith_error err;
    assert_int_equal(pith_keyring_import(arena, wrong, "k", &ring, &err), PITH_KEYRING);
    assert_non_null(strstr(err.message, "8d4b5ee74e4693bcd1df2446408b0d54"));
}

static void a_keyring_written_is_a_keyring_read(void **state)
{
    (void)state;
    const pith_signer signer = {.key_id = TEST_TEXT("limited"),
                                .not_before = TEST_TEXT("2026-01-01T00:00:00Z"),
                                .not_after = TEST_TEXT("2026-12-31T23:59:59Z")};
    const pith_secret_key *key;
    const pith_keyring *ring;
    const pith_keyring *back;
    pith_error err;
    pith_buf out;
    pith_written written;
    assert_int_equal(pith_secret_key_new(arena, &signer, NULL, &key, &err), PITH_OK);
    assert_int_equal(pith_secret_key_public(arena, key, pith_keyring_builtin(), &ring, &err),
                     PITH_OK);
    pith_buf_init(&out, SIZE_MAX);
    pith_keyring_json(ring, &out);
    const char *path = path_of("ring.json");
    assert_int_equal(pith_file_replace(path, out.data, out.len, &written, &err), PITH_OK);
    assert_int_equal(pith_keyring_load(arena, path, &back, &err), PITH_OK);
    assert_int_equal(pith_keyring_count(back), 2);
    for (size_t i = 0; i < 2; i++) {
        pith_key_info a;
        pith_key_info b;
        pith_keyring_describe(ring, i, &a);
        pith_keyring_describe(back, i, &b);
        assert_true(pith_text_equal(a.key_id, b.key_id));
        assert_true(pith_text_equal(a.not_before, b.not_before));
        assert_true(pith_text_equal(a.not_after, b.not_after));
        assert_string_equal(a.hex, b.hex);
    }
    pith_buf_free(&out);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"umask.json", "dangling.json", "loose.json",
                                        "link.json",  "broken.json",   "ring.json"};
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(names); i++) {
        char path[200];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)remove(path);
    }
    return rmdir(folder);
}

int main(void)
{
    pith_error err;
    if (pith_crypto_init(&err) != PITH_OK)
        return EXIT_FAILURE;
    const struct CMUnitTest tests[] = {
        TEST(the_vectors_of_rfc_8032_are_met),
        TEST(random_keys_differ_and_wiping_wipes),
        TEST(the_seed_is_gone_when_the_arena_is_reset),
        TEST(bad_names_and_periods_are_refused),
        TEST(a_secret_file_is_private_under_any_umask_and_never_replaced),
        TEST(a_loose_file_is_refused_also_behind_a_link),
        TEST(a_damaged_secret_file_is_refused_without_showing_it),
        TEST(a_receipt_makes_every_form_of_a_record_a_valid_bundle),
        TEST(a_receipt_by_someone_else_stays),
        TEST(a_changed_receipt_is_invalid),
        TEST(what_does_not_hold_is_not_signed),
        TEST(a_record_that_doubles_as_something_else_is_not_signed),
        TEST(keys_sign_within_their_period_only),
        TEST(every_type_of_event_is_valid_and_not_when_touched),
        TEST(all_types_live_in_one_bundle_and_a_withdrawal_withdraws),
        TEST(payloads_that_do_not_fit_are_refused_with_the_rule),
        TEST(only_own_valid_events_enter_a_bundle),
        TEST(a_notice_announces_and_does_not_make_trusted),
        TEST(notices_name_one_other_key_and_hold_in_the_period),
        TEST(public_keys_are_read_from_every_form),
        TEST(a_keyring_written_is_a_keyring_read),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
