// SPDX-License-Identifier: MIT
//
// SHA-256, base64, Ed25519 under the strict rule, the built-in key.
#include "fixture.h"

#include "trust/crypto.h"
#include "trust/keyring.h"
#include "trust/sha256.h"

#define WYCHEPROOF TEST_VECTORS "/third-party/wycheproof-ed25519.json"
#define SPECCHECK  TEST_VECTORS "/third-party/ed25519-speccheck.json"

// The whole rule: the key as it is checked when read, then the signature.
static bool verify(const uint8_t *key, const void *message, size_t len, const uint8_t *signature)
{
    return pith_key_is_strong(key) && pith_ed25519_verify(key, message, len, signature);
}

// ---- SHA-256 --------------------------------------------------------------------------

static void sha256_gives_the_published_digests(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    uint8_t digest[PITH_DIGEST_LEN];
    char hex[2 * PITH_DIGEST_LEN + 1];
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        pith_sha256(rows[i][0], strlen(rows[i][0]), digest);
        pith_hex(digest, sizeof digest, hex);
        assert_string_equal(hex, rows[i][1]);
    }
    char *million = pith_alloc(arena, 1000000);
    assert_non_null(million);
    memset(million, 'a', 1000000);
    pith_sha256(million, 1000000, digest);
    pith_hex(digest, sizeof digest, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// ---- base64 ---------------------------------------------------------------------------

static void base64_has_one_spelling_per_value(void **state)
{
    (void)state;
    static const struct {
        pith_text text;
        size_t len;
        bool good;
    } rows[] = {
        {TEST_TEXT(""), 0, true},         {TEST_TEXT("Zg=="), 1, true},
        {TEST_TEXT("Zm8="), 2, true},     {TEST_TEXT("Zm9v"), 3, true},
        {TEST_TEXT("Zm9vYg=="), 4, true}, {TEST_TEXT("Zm9vYmE="), 5, true},
        {TEST_TEXT("Zm9vYmFy"), 6, true}, {TEST_TEXT("+/+/"), 3, true},
        {TEST_TEXT("Zm9v"), 2, false}, // another length than asked for
        {TEST_TEXT("Zm9v"), 4, false},    {TEST_TEXT("Zm8="), 1, false},
        {TEST_TEXT("Zm8="), 3, false},    {TEST_TEXT("Zg"), 1, false}, // padding left out
        {TEST_TEXT("Zg="), 1, false},     {TEST_TEXT("Zm8"), 2, false},
        {TEST_TEXT("Zg==="), 1, false}, // too much of it
        {TEST_TEXT("Zm8=="), 2, false},   {TEST_TEXT("Zm9v===="), 3, false},
        {TEST_TEXT("Z=g="), 1, false},    {TEST_TEXT("=Zg="), 1, false},
        {TEST_TEXT("Zh=="), 1, false}, // stray bits behind the last byte
        {TEST_TEXT("Zv=="), 1, false},    {TEST_TEXT("Zm9="), 2, false},
        {TEST_TEXT("-_-_"), 3, false}, // the URL alphabet
        {TEST_TEXT("Zm 9v"), 3, false},   {TEST_TEXT(" Zm9v"), 3, false},
        {TEST_TEXT("Zm9v "), 3, false},   {TEST_TEXT("Zm9v\n"), 3, false},
        {TEST_TEXT("Zm\n="), 2, false},   {TEST_TEXT("Zm\r\n"), 2, false},
        {TEST_TEXT(" Zg="), 2, false}, // white space in place of a character
        {TEST_TEXT("Zg= "), 2, false},    {TEST_TEXT("Zg =="), 1, false},
        {TEST_TEXT("Zm9\0"), 3, false},   {TEST_TEXT("Zm9v\0"), 3, false},
        {TEST_TEXT("Zm9\xC3"), 3, false}, {TEST_TEXT("Zm9!"), 3, false},
        {TEST_TEXT("===="), 1, false},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        uint8_t *out = malloc(rows[i].len ? rows[i].len : 1); // exact, for ASan
        char *exact = test_exact(rows[i].text.p, rows[i].text.n);
        assert_non_null(out);
        bool good = pith_base64_decode((pith_text){exact, rows[i].text.n}, out, rows[i].len);
        if (good != rows[i].good)
            fail_msg("\"%s\" as %zu bytes: %s", rows[i].text.p, rows[i].len,
                     good ? "accepted" : "refused");
        if (good && rows[i].len && rows[i].text.p[0] == 'Z')
            assert_memory_equal(out, "foobar", rows[i].len);
        free(exact);
        free(out);
    }
}

static void base64_reads_back_every_length_and_no_changed_character(void **state)
{
    (void)state;
    uint64_t seed = 3;
    uint8_t bytes[2000];
    uint8_t back[2000];
    for (size_t len = 0; len <= sizeof bytes; len += len < 100 ? 1 : 257) {
        for (size_t i = 0; i < len; i++)
            bytes[i] = (uint8_t)test_random(&seed);
        pith_buf text;
        pith_buf_init(&text, SIZE_MAX);
        pith_base64_encode(bytes, len, &text);
        assert_true(pith_buf_ok(&text));
        assert_int_equal(text.len, (len + 2) / 3 * 4);
        assert_true(
            pith_base64_decode((pith_text){text.len ? text.data : "", text.len}, back, len));
        assert_memory_equal(bytes, back, len);
        // One signature, one spelling: any other character is no or another value.
        for (size_t i = 0; i < text.len && len <= 66; i++) {
            char before = text.data[i];
            for (int c = 0; c < 256; c++) {
                if ((char)c == before)
                    continue;
                text.data[i] = (char)c;
                if (pith_base64_decode((pith_text){text.data, text.len}, back, len))
                    assert_memory_not_equal(bytes, back, len);
            }
            text.data[i] = before;
        }
        pith_buf_free(&text);
    }
}

// ---- Ed25519: other people's vectors --------------------------------------------------

static void wycheproof_gives_151_right_verdicts_of_151(void **state)
{
    (void)state;
    if (!test_present(WYCHEPROOF, "Wycheproof Ed25519"))
        skip();
    pith_view root = test_parse(arena, test_slurp(arena, WYCHEPROOF));
    pith_view groups = test_member(root, "testGroups");
    pith_view group;
    size_t count = 0;
    size_t valid = 0;
    for (bool more = pith_view_first(groups, &group); more; more = pith_view_next(&group)) {
        size_t key_len;
        uint8_t *key = test_hex(arena, test_member(group, "publicKey"), "pk", &key_len);
        assert_int_equal(key_len, PITH_KEY_LEN);
        pith_view test;
        pith_view tests = test_member(group, "tests");
        for (bool next = pith_view_first(tests, &test); next; next = pith_view_next(&test)) {
            size_t message_len;
            size_t signature_len;
            const uint8_t *message = test_hex(arena, test, "msg", &message_len);
            const uint8_t *signature = test_hex(arena, test, "sig", &signature_len);
            // A length other than 64 is stopped by the base64 decoder; see its tests.
            bool good =
                signature_len == PITH_SIGNATURE_LEN && verify(key, message, message_len, signature);
            if (good != pith_text_is(test_string(test, "result"), "valid"))
                fail_msg("tcId %lld: %s", (long long)test_integer(test, "tcId"),
                         good ? "accepted" : "refused");
            count++;
            valid += good;
        }
    }
    assert_int_equal(count, 151);
    assert_int_equal(valid, 88);
    print_message("Wycheproof: 151 of 151 right, 88 valid\n");
}

static void speccheck_gets_0_of_12_accepted(void **state)
{
    (void)state;
    if (!test_present(SPECCHECK, "ed25519-speccheck"))
        skip();
    pith_view root = test_parse(arena, test_slurp(arena, SPECCHECK));
    pith_view test;
    size_t count = 0;
    for (bool more = pith_view_first(root, &test); more; more = pith_view_next(&test)) {
        size_t key_len;
        size_t message_len;
        size_t signature_len;
        const uint8_t *key = test_hex(arena, test, "pub_key", &key_len);
        const uint8_t *message = test_hex(arena, test, "message", &message_len);
        const uint8_t *signature = test_hex(arena, test, "signature", &signature_len);
        assert_int_equal(key_len, PITH_KEY_LEN);
        assert_int_equal(signature_len, PITH_SIGNATURE_LEN);
        if (verify(key, message, message_len, signature))
            fail_msg("case %zu is accepted", count);
        count++;
    }
    assert_int_equal(count, 12);
}

// ---- Ed25519: the registry's signatures -----------------------------------------------

typedef struct signed_digest {
    uint8_t key[PITH_KEY_LEN];
    uint8_t digest[PITH_DIGEST_LEN];
    uint8_t signature[PITH_SIGNATURE_LEN];
} signed_digest;

static size_t load_signatures(signed_digest *out, size_t most)
{
    pith_text rest = test_slurp(arena, TEST_DATA "/signatures.jsonl");
    pith_text line = {0};
    size_t count = 0;
    while (count < most && test_line(&rest, &line)) {
        pith_view view = test_parse(arena, line);
        const pith_key *key =
            pith_keyring_find(pith_keyring_builtin(), test_string(view, "key_id"));
        signed_digest *s = &out[count++];
        assert_non_null(key);
        memcpy(s->key, key->bytes, sizeof s->key);
        assert_true(pith_unhex(test_string(view, "canonical_sha256"), s->digest, sizeof s->digest));
        assert_true(pith_base64_decode(test_string(view, "signature_b64"), s->signature,
                                       sizeof s->signature));
    }
    return count;
}

static bool holds(const signed_digest *s)
{
    return verify(s->key, s->digest, sizeof s->digest, s->signature);
}

static void public_signatures_verify_over_the_raw_digest_and_nothing_else(void **state)
{
    (void)state;
    signed_digest all[7];
    size_t count = load_signatures(all, TEST_COUNT(all));
    assert_int_equal(count, 7);
    for (size_t i = 0; i < count; i++) {
        const signed_digest *s = &all[i];
        char hex[2 * PITH_DIGEST_LEN + 1];
        uint8_t longer[PITH_DIGEST_LEN + 1] = {0};
        pith_hex(s->digest, sizeof s->digest, hex);
        memcpy(longer, s->digest, sizeof s->digest);
        assert_true(holds(s));
        assert_false(verify(s->key, hex, 64, s->signature));
        assert_false(verify(s->key, s->digest, 31, s->signature));
        assert_false(verify(s->key, longer, sizeof longer, s->signature));
        assert_false(verify(s->key, "", 0, s->signature));
        assert_false(verify(s->key, all[(i + 1) % count].digest, PITH_DIGEST_LEN, s->signature));
        assert_false(verify(s->key, s->digest, PITH_DIGEST_LEN, all[(i + 1) % count].signature));
    }
}

static void each_flipped_bit_of_key_digest_or_signature_is_refused(void **state)
{
    (void)state;
    signed_digest all[7];
    size_t count = load_signatures(all, TEST_COUNT(all));
    for (size_t i = 0; i < count; i++) {
        uint8_t *bytes = (uint8_t *)&all[i]; // key, digest, signature: 128 bytes
        _Static_assert(sizeof all[i] == 128, "no padding");
        // Every bit of the first, every 13th of the others.
        for (size_t bit = i; bit < 8 * sizeof all[i]; bit += i == 0 ? 1 : 13) {
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
            if (holds(&all[i]))
                fail_msg("signature %zu still holds with bit %zu flipped", i, bit);
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        assert_true(holds(&all[i]));
    }
}

static void a_signature_has_no_second_form(void **state)
{
    (void)state;
    // The order of the base point, little-endian: S + L satisfies the equation as well.
    static const uint8_t order[32] = {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58,
                                      0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
                                      0,    0,    0,    0,    0,    0,    0,    0,
                                      0,    0,    0,    0,    0,    0,    0,    0x10};
    signed_digest all[7];
    size_t count = load_signatures(all, TEST_COUNT(all));
    for (size_t i = 0; i < count; i++) {
        for (int times = 0; times < 8; times++) {
            unsigned carry = 0;
            for (size_t b = 0; b < 32; b++) {
                carry += (unsigned)all[i].signature[32 + b] + order[b];
                all[i].signature[32 + b] = (uint8_t)carry;
                carry >>= 8;
            }
            if (carry)
                break; // no longer fits in 32 bytes
            assert_false(holds(&all[i]));
        }
    }
}

static void keys_and_points_that_prove_nothing_are_refused(void **state)
{
    (void)state;
    static const char *const weak[] = {
        // small order: neutral element, orders 2, 4, 8, and other spellings of them
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        // not canonical: p, p + 1
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        // not on the curve
        "0200000000000000000000000000000000000000000000000000000000000000",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    };
    signed_digest s[7];
    load_signatures(s, TEST_COUNT(s));
    assert_true(pith_key_is_strong(s[0].key));
    for (size_t i = 0; i < TEST_COUNT(weak); i++) {
        uint8_t point[32];
        assert_true(pith_unhex(pith_text_of(weak[i]), point, sizeof point));
        if (pith_key_is_strong(point))
            fail_msg("the key %s is taken", weak[i]);
        // as R, with any S: with S = 0 the equation would hold for a weak key
        uint8_t signature[64] = {0};
        memcpy(signature, point, 32);
        assert_false(pith_ed25519_verify(s[0].key, s[0].digest, 32, signature));
        assert_false(pith_ed25519_verify(point, s[0].digest, 32, signature));
        memcpy(signature + 32, s[0].signature + 32, 32);
        assert_false(pith_ed25519_verify(s[0].key, s[0].digest, 32, signature));
    }
}

// ---- The built-in key -----------------------------------------------------------------

static void built_in_key_is_found_by_its_exact_name_only(void **state)
{
    (void)state;
    const pith_keyring *ring = pith_keyring_builtin();
    const pith_key *key = pith_keyring_find(ring, pith_text_of("pith-v1-2026-05"));
    char text[65];
    assert_non_null(key);
    pith_key_fingerprint(key->bytes, text);
    assert_string_equal(text, "8d4b5ee74e4693bcd1df2446408b0d54");
    pith_hex(key->bytes, sizeof key->bytes, text);
    assert_string_equal(text, "b2d552b68890857171a78b36a5dccf368a953413288c353f7c9d9d6f94b709b3");
    uint8_t bytes[PITH_KEY_LEN];
    assert_true(pith_base64_decode(pith_text_of("stVStoiQhXFxp4s2pdzPNoqVNBMojDU/fJ2db5S3CbM="),
                                   bytes, sizeof bytes));
    assert_memory_equal(bytes, key->bytes, sizeof bytes);
    assert_true(pith_key_is_strong(key->bytes));
    static const pith_text others[] = {
        TEST_TEXT(""),
        TEST_TEXT("pith-v1-2026-0"),
        TEST_TEXT("pith-v1-2026-055"),
        TEST_TEXT("PITH-V1-2026-05"),
        TEST_TEXT("pith-v1-2026-05\0"),
        TEST_TEXT(" pith-v1-2026-05"),
        TEST_TEXT("pith-v1-2026-06"),
    };
    for (size_t i = 0; i < TEST_COUNT(others); i++)
        assert_null(pith_keyring_find(ring, others[i]));
}

int main(void)
{
    pith_error err;
    if (pith_crypto_init(&err) != PITH_OK || pith_crypto_init(&err) != PITH_OK) // twice is fine
        return EXIT_FAILURE;
    const struct CMUnitTest tests[] = {
        TEST(sha256_gives_the_published_digests),
        TEST(base64_has_one_spelling_per_value),
        TEST(base64_reads_back_every_length_and_no_changed_character),
        TEST(wycheproof_gives_151_right_verdicts_of_151),
        TEST(speccheck_gets_0_of_12_accepted),
        TEST(public_signatures_verify_over_the_raw_digest_and_nothing_else),
        TEST(each_flipped_bit_of_key_digest_or_signature_is_refused),
        TEST(a_signature_has_no_second_form),
        TEST(keys_and_points_that_prove_nothing_are_refused),
        TEST(built_in_key_is_found_by_its_exact_name_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
