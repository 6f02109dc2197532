// SPDX-License-Identifier: MIT
//
// OpenTimestamps proofs: the example files of the reference client, every limit of the format, and
// what damage does; headers of blocks and the work in them; whom a proof may make us ask.
#include "base/limits.h"
#include "evidence/bitcoin.h"
#include "evidence/calendar.h"
#include "evidence/digest.h"
#include "evidence/ots.h"
#include "evidence/ots_words.h"
#include "fixture.h"
#include "trust/crypto.h"

#define EXAMPLES TEST_VECTORS "/third-party/opentimestamps/"

#define MAGIC "\x00OpenTimestamps\x00\x00Proof\x00\xbf\x89\xe2\xe8\x84\xe8\x92\x94"
#define DIGEST                                                                                     \
    "\xe3\xb0\xc4\x42\x98\xfc\x1c\x14\x9a\xfb\xf4\xc8\x99\x6f\xb9\x24"                             \
    "\x27\xae\x41\xe4\x64\x9b\x93\x4c\xa4\x95\x99\x1b\x78\x52\xb8\x55"
#define HEAD    MAGIC "\x01\x08" DIGEST
#define BITCOIN "\x00\x05\x88\x96\x0d\x73\xd7\x19\x01"
#define PENDING "\x00\x83\xdf\xe3\x0d\x2e\xf9\x0c\x8e"
#define UNKNOWN "\x00\x01\x02\x03\x04\x05\x06\x07\x08"
#define BLOCK_5 BITCOIN "\x01\x05"

enum { HEAD_LEN = 31 + 2 + 32 };

static pith_status read_exact(pith_text bytes, pith_ots **out, pith_error *err)
{
    char *exact = test_exact(bytes.p, bytes.n);
    pith_status status = pith_ots_read(arena, (pith_text){exact, bytes.n}, "proof", out, err);
    free(exact);
    return status;
}

// ---- Example files --------------------------------------------------------------------

typedef struct example {
    const char *file;
    const char *algorithm;
    size_t bitcoin, waiting, other;
    uint64_t height;  // of its one Bitcoin attestation
    const char *root; // as displayed; may be cut
    size_t depth;     // of it; 0: not stated
} example;

static const example examples[] = {
    {"hello-world.txt.ots", "sha256", 1, 0, 0, 358391,
     "8a1b66ecb7cbd07d8139a7e7d7f2c41aab1f5009b8364aaf61d03ad245e47e00", 38},
    {"bad-stamp.txt.ots", "sha256", 1, 0, 0, 358391, "1bb49db8", 0},
    {"empty.ots", "sha256", 1, 0, 0, 129405, "db29fdc2", 0},
    {"bitcoin.pdf.ots", "sha1", 1, 0, 0, 465751, "", 100},
    {"gdp2q25-2nd.pdf.ots", "sha256", 1, 0, 0, 912095, "", 0},
    {"incomplete.txt.ots", "sha256", 0, 1, 0, 0, "", 0},
    {"two-calendars.txt.ots", "sha256", 0, 2, 0, 0, "", 0},
    {"merkle1.txt.ots", "sha256", 0, 2, 0, 0, "", 0},
    {"merkle2.txt.ots", "sha256", 0, 2, 0, 0, "", 0},
    {"merkle3.txt.ots", "sha256", 0, 2, 0, 0, "", 0},
    {"sha1/a-or-b.ots", "sha1", 1, 3, 0, 466906, "", 0},
    {"unknown-notary.txt.ots", "sha256", 0, 0, 1, 0, "", 0},
    {"known-and-unknown-notary.txt.ots", "sha256", 0, 1, 1, 0, "", 0},
    {"different-blockchains.txt.ots", "sha256", 1, 2, 1, 455605, "", 0}};

static size_t depth_of_block(const ots_node *node)
{
    for (const ots_mark *mark = node->marks; mark; mark = mark->next) {
        if (mark->is.kind == PITH_OTS_BITCOIN)
            return 1;
    }
    for (const ots_edge *edge = node->edges; edge; edge = edge->next) {
        size_t depth = depth_of_block(&edge->to);
        if (depth)
            return depth + 1;
    }
    return 0;
}

static void check_example(const example *e)
{
    char path[512];
    char root[65];
    pith_ots *proof;
    pith_ots_info info;
    pith_error err;
    pith_buf again;
    size_t counts[3] = {0};
    snprintf(path, sizeof path, EXAMPLES "%s", e->file);
    pith_text bytes = test_slurp(arena, path);
    if (read_exact(bytes, &proof, &err) != PITH_OK)
        fail_msg("%s: %s", e->file, err.message);
    assert_int_equal(pith_ots_describe(arena, proof, &info, &err), PITH_OK);
    assert_string_equal(info.algorithm, e->algorithm);
    for (size_t i = 0; i < info.count; i++) {
        const pith_ots_attestation *a = &info.attestations[i];
        counts[a->kind]++;
        if (a->kind != PITH_OTS_BITCOIN)
            continue;
        assert_int_equal(a->height, e->height);
        assert_int_equal(a->message.n, 32);
        pith_bitcoin_show_hash((const uint8_t *)a->message.p, root);
        assert_memory_equal(root, e->root, strlen(e->root));
    }
    assert_int_equal(counts[PITH_OTS_BITCOIN], e->bitcoin);
    assert_int_equal(counts[PITH_OTS_WAITING], e->waiting);
    assert_int_equal(counts[PITH_OTS_OTHER], e->other);
    if (e->depth)
        assert_int_equal(depth_of_block(&proof->root) - 1, e->depth);
    pith_buf_init(&again, PITH_MAX_OTS);
    assert_int_equal(pith_ots_write(proof, &again, &err), PITH_OK);
    assert_int_equal(again.len, bytes.n);
    assert_memory_equal(again.data, bytes.p, bytes.n);
    pith_buf_free(&again);
}

static void test_examples(void **state)
{
    (void)state;
    if (!test_present(EXAMPLES, "the example proofs"))
        return;
    for (size_t i = 0; i < TEST_COUNT(examples); i++)
        check_example(&examples[i]);
}

static void test_invalid_examples(void **state)
{
    (void)state;
    static const char *const names[] = {"bad-major-version.ots", "exceeds-max-msg-length.ots",
                                        "invalid-file-digest-type.ots"};
    if (!test_present(EXAMPLES, "the invalid example proofs"))
        return;
    for (size_t i = 0; i < TEST_COUNT(names); i++) {
        char path[512];
        pith_ots *proof;
        pith_error err;
        snprintf(path, sizeof path, EXAMPLES "invalid/%s", names[i]);
        assert_int_equal(read_exact(test_slurp(arena, path), &proof, &err), PITH_STAMP_SYNTAX);
    }
}

static void test_truncations(void **state)
{
    (void)state;
    if (!test_present(EXAMPLES, "truncated proofs"))
        return;
    for (size_t i = 0; i < TEST_COUNT(examples); i++) {
        char path[512];
        snprintf(path, sizeof path, EXAMPLES "%s", examples[i].file);
        pith_text bytes = test_slurp(arena, path);
        for (size_t n = 0; n < bytes.n; n++) {
            pith_ots *proof;
            pith_error err;
            if (read_exact((pith_text){bytes.p, n}, &proof, &err) != PITH_STAMP_SYNTAX)
                fail_msg("%s is read from its first %zu bytes", examples[i].file, n);
            assert_true(err.has_offset && err.offset <= n);
        }
        pith_arena_reset(arena);
    }
}

// What is read after damage is written and read again as the same, and judged without harm.
static void check_damaged(pith_text bytes)
{
    pith_ots *proof;
    pith_ots *again;
    pith_ots_report report;
    pith_error err;
    pith_buf first;
    pith_buf second;
    pith_status status = read_exact(bytes, &proof, &err);
    if (status != PITH_OK) {
        assert_true(status == PITH_STAMP_SYNTAX || status == PITH_TOO_LARGE);
        return;
    }
    pith_buf_init(&first, PITH_MAX_OTS);
    pith_buf_init(&second, PITH_MAX_OTS);
    assert_int_equal(pith_ots_write(proof, &first, &err), PITH_OK);
    assert_int_equal(read_exact((pith_text){first.data, first.len}, &again, &err), PITH_OK);
    assert_int_equal(pith_ots_write(again, &second, &err), PITH_OK);
    assert_int_equal(first.len, second.len);
    assert_memory_equal(first.data, second.data, first.len);
    assert_int_equal(pith_ots_verify(arena, proof, (pith_text){0}, NULL, &report, &err), PITH_OK);
    assert_true(report.verdict != PITH_OTS_ANCHORED && report.exit != PITH_EXIT_OK);
    pith_buf_free(&first);
    pith_buf_free(&second);
}

static void test_mutations(void **state)
{
    (void)state;
    enum { MUTATIONS = 10000 };
    uint64_t random = 20150510;
    if (!test_present(EXAMPLES, "mutated proofs"))
        return;
    pith_arena *files = test_arena();
    pith_text bytes[TEST_COUNT(examples)];
    for (size_t i = 0; i < TEST_COUNT(examples); i++) {
        char path[512];
        snprintf(path, sizeof path, EXAMPLES "%s", examples[i].file);
        bytes[i] = test_slurp(files, path);
    }
    for (int n = 0; n < MUTATIONS; n++) {
        pith_text from = bytes[test_below(&random, TEST_COUNT(examples))];
        char *copy = test_exact(from.p, from.n);
        for (size_t k = test_below(&random, 4) + 1; k > 0; k--) {
            // Behind the magic, where there is something to read.
            size_t at = 31 + test_below(&random, from.n - 31);
            uint64_t bit = (uint64_t)1 << test_below(&random, 8);
            uint64_t byte =
                test_below(&random, 2) ? test_below(&random, 256) : (uint8_t)copy[at] ^ bit;
            copy[at] = (char)byte;
        }
        check_damaged((pith_text){copy, from.n});
        free(copy);
        pith_arena_reset(arena);
    }
    pith_arena_free(files);
}

// ---- Limits of the format -------------------------------------------------------------

typedef struct form {
    const char *what;
    pith_text bytes;
    pith_status status;
    size_t offset; // of an error; 0: not stated
} form;

static const form forms[] = {
    {"a block", TEST_TEXT(HEAD BLOCK_5), PITH_OK, 0},
    {"nothing", TEST_TEXT(""), PITH_STAMP_SYNTAX, 0},
    {"other magic", TEST_TEXT("\x01OpenTimestamps"), PITH_STAMP_SYNTAX, 0},
    {"version 0", TEST_TEXT(MAGIC "\x00\x08" DIGEST BLOCK_5), PITH_STAMP_SYNTAX, 31},
    {"version 2", TEST_TEXT(MAGIC "\x02\x08" DIGEST BLOCK_5), PITH_STAMP_SYNTAX, 31},
    {"version 1 in two bytes", TEST_TEXT(MAGIC "\x81\x00\x08" DIGEST BLOCK_5), PITH_STAMP_SYNTAX,
     32},
    {"an operation for the file that is no hash", TEST_TEXT(MAGIC "\x01\xf2" DIGEST BLOCK_5),
     PITH_STAMP_SYNTAX, 32},
    {"no timestamp", TEST_TEXT(HEAD), PITH_STAMP_SYNTAX, HEAD_LEN},
    {"a fork and no last item", TEST_TEXT(HEAD "\xff" BLOCK_5), PITH_STAMP_SYNTAX, 0},
    {"a fork of a fork", TEST_TEXT(HEAD "\xff\xff" BLOCK_5 BLOCK_5), PITH_STAMP_SYNTAX,
     HEAD_LEN + 1},
    {"two attestations", TEST_TEXT(HEAD "\xff" BLOCK_5 BITCOIN "\x01\x06"), PITH_OK, 0},
    {"the same twice", TEST_TEXT(HEAD "\xff" BLOCK_5 BLOCK_5), PITH_OK, 0},
    {"a byte too many", TEST_TEXT(HEAD BLOCK_5 "\x00"), PITH_STAMP_SYNTAX, HEAD_LEN + 11},
    {"an unknown operation", TEST_TEXT(HEAD "\x09" BLOCK_5), PITH_STAMP_SYNTAX, HEAD_LEN},
    {"every operation", TEST_TEXT(HEAD "\x02\x03\x08\x67\xf0\x01x\xf1\x01y\xf2\xf3" BLOCK_5),
     PITH_OK, 0},
    {"an append of nothing", TEST_TEXT(HEAD "\xf0\x00" BLOCK_5), PITH_STAMP_SYNTAX, HEAD_LEN + 1},
    {"a height of 64 bits", TEST_TEXT(HEAD BITCOIN "\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
     PITH_OK, 0},
    {"of 65 bits", TEST_TEXT(HEAD BITCOIN "\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"),
     PITH_STAMP_SYNTAX, 0},
    {"of 70 bits", TEST_TEXT(HEAD BITCOIN "\x0b\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
     PITH_STAMP_SYNTAX, 0},
    {"a height with a zero too many", TEST_TEXT(HEAD BITCOIN "\x02\x80\x00"), PITH_STAMP_SYNTAX, 0},
    {"a block without height", TEST_TEXT(HEAD BITCOIN "\x00"), PITH_STAMP_SYNTAX, 0},
    {"a block that says more", TEST_TEXT(HEAD BITCOIN "\x02\x05\x05"), PITH_STAMP_SYNTAX, 0},
    {"a Litecoin block that says more",
     TEST_TEXT(HEAD "\x00\x06\x86\x9a\x0d\x73\xd7\x1b\x45\x02\x05\x05"), PITH_STAMP_SYNTAX, 0},
    {"an Ethereum block", TEST_TEXT(HEAD "\x00\x30\xfe\x80\x87\xb5\xc7\xea\xd7\x01\x05"), PITH_OK,
     0},
    {"something unknown, of any content", TEST_TEXT(HEAD UNKNOWN "\x03\xff\x00\x0a"), PITH_OK, 0},
    {"cut off inside it", TEST_TEXT(HEAD UNKNOWN "\x03\xff\x00"), PITH_STAMP_SYNTAX, 0},
    {"longer than one may be", TEST_TEXT(HEAD UNKNOWN "\x81\x40"), PITH_STAMP_SYNTAX, HEAD_LEN + 9},
    {"a calendar", TEST_TEXT(HEAD PENDING "\x0c\x0bhttps://a:1"), PITH_OK, 0},
    {"a calendar with a query", TEST_TEXT(HEAD PENDING "\x0c\x0bhttps://a?1"), PITH_STAMP_SYNTAX,
     0},
    {"with a user", TEST_TEXT(HEAD PENDING "\x0c\x0bhttps://a@b"), PITH_STAMP_SYNTAX, 0},
    {"with a space", TEST_TEXT(HEAD PENDING "\x0c\x0bhttps://a b"), PITH_STAMP_SYNTAX, 0},
    {"with a NUL", TEST_TEXT(HEAD PENDING "\x0c\x0bhttps://a\0b"), PITH_STAMP_SYNTAX, 0},
    {"with a line feed", TEST_TEXT(HEAD PENDING "\x0c\x0bhttps://a\nb"), PITH_STAMP_SYNTAX, 0},
    {"with a percent sign", TEST_TEXT(HEAD PENDING "\x0c\x0bhttps://a%b"), PITH_STAMP_SYNTAX, 0},
    {"with an escape",
     TEST_TEXT(HEAD PENDING "\x0c\x0bhttps://a\x1b"
                            "b"),
     PITH_STAMP_SYNTAX, 0},
    {"shorter than its payload", TEST_TEXT(HEAD PENDING "\x0d\x0bhttps://a:1x"), PITH_STAMP_SYNTAX,
     0},
    {"longer than its payload", TEST_TEXT(HEAD PENDING "\x0b\x0bhttps://a:1"), PITH_STAMP_SYNTAX,
     0}};

static void test_forms(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(forms); i++) {
        pith_ots *proof;
        pith_error err = {0};
        pith_status status = read_exact(forms[i].bytes, &proof, &err);
        if (status != forms[i].status)
            fail_msg("%s: %s", forms[i].what, status == PITH_OK ? "is read" : err.message);
        if (forms[i].offset && err.offset != forms[i].offset)
            fail_msg("%s: at %zu, not %zu", forms[i].what, err.offset, forms[i].offset);
    }
}

// HEAD, `count` times `step`, and the end.
static pith_status read_steps(size_t count, pith_text step, pith_text end)
{
    pith_buf bytes;
    pith_ots *proof;
    pith_error err;
    pith_buf_init(&bytes, SIZE_MAX);
    pith_buf_add(&bytes, HEAD, HEAD_LEN);
    for (size_t i = 0; i < count; i++)
        pith_buf_add(&bytes, step.p, step.n);
    pith_buf_add(&bytes, end.p, end.n);
    pith_status status = read_exact((pith_text){bytes.data, bytes.len}, &proof, &err);
    pith_buf_free(&bytes);
    return status;
}

static void test_limits(void **state)
{
    (void)state;
    static const pith_text sha256 = TEST_TEXT("\x08");
    static const pith_text block = TEST_TEXT(BLOCK_5);
    static const pith_text hexlify = TEST_TEXT("\xf3");
    assert_int_equal(read_steps(255, sha256, block), PITH_OK);
    assert_int_equal(read_steps(256, sha256, block), PITH_STAMP_SYNTAX);
    // 32 bytes doubled 7 times are 4096.
    assert_int_equal(read_steps(7, hexlify, block), PITH_OK);
    assert_int_equal(read_steps(8, hexlify, block), PITH_STAMP_SYNTAX);
    char append[4 + 4096] = "\xf0\xe0\x1f"; // 4064, which makes 4096
    memset(append + 3, 'x', 4065);
    assert_int_equal(read_steps(1, (pith_text){append, 3 + 4064}, block), PITH_OK);
    append[1] = '\xe1';
    assert_int_equal(read_steps(1, (pith_text){append, 3 + 4065}, block), PITH_STAMP_SYNTAX);
    append[0] = '\xf1';
    assert_int_equal(read_steps(1, (pith_text){append, 3 + 4065}, block), PITH_STAMP_SYNTAX);
    char uri[16 + 1001] = PENDING "\xea\x07\xe8\x07"; // 1000 in 1002
    memset(uri + 13, 'u', 1001);
    assert_int_equal(read_steps(0, sha256, (pith_text){uri, 13 + 1000}), PITH_OK);
    uri[9] = '\xeb';
    uri[11] = '\xe9';
    assert_int_equal(read_steps(0, sha256, (pith_text){uri, 13 + 1001}), PITH_STAMP_SYNTAX);
}

// A short file whose messages fill megabytes: 4000 forks of a message of 2 KiB.
static void test_bomb(void **state)
{
    (void)state;
    pith_buf bytes;
    pith_ots *proof;
    pith_error err;
    pith_buf_init(&bytes, SIZE_MAX);
    pith_buf_add(&bytes, HEAD "\xf3\xf3\xf3\xf3\xf3\xf3", HEAD_LEN + 6);
    for (int i = 0; i < 4000; i++) {
        uint8_t step[] = {0xFF, 0xF0, 0x02, (uint8_t)i, (uint8_t)(i >> 8)};
        pith_buf_add(&bytes, step, sizeof step);
        pith_buf_add(&bytes, BLOCK_5, 11);
    }
    pith_buf_add(&bytes, BLOCK_5, 11);
    assert_int_equal(read_exact((pith_text){bytes.data, bytes.len}, &proof, &err), PITH_TOO_LARGE);
    pith_buf_free(&bytes);
    pith_buf_init(&bytes, SIZE_MAX);
    for (int i = 0; i < PITH_MAX_OTS + 1; i++)
        pith_buf_add(&bytes, "", 1);
    assert_int_equal(read_exact((pith_text){bytes.data, bytes.len}, &proof, &err), PITH_TOO_LARGE);
    pith_buf_free(&bytes);
}

// ---- Adding up ------------------------------------------------------------------------

static pith_ots *read_good(pith_text bytes)
{
    pith_ots *proof = NULL;
    pith_error err;
    if (read_exact(bytes, &proof, &err) != PITH_OK)
        fail_msg("%s", err.message);
    return proof;
}

static void write_good(const pith_ots *proof, pith_buf *out)
{
    pith_error err;
    pith_buf_init(out, PITH_MAX_OTS);
    assert_int_equal(pith_ots_write(proof, out, &err), PITH_OK);
}

static void test_merge(void **state)
{
    (void)state;
    static const pith_text a = TEST_TEXT(HEAD "\xff\xf0\x01"
                                              "a" BLOCK_5 PENDING "\x03\x02"
                                              "bb");
    static const pith_text b = TEST_TEXT(HEAD "\xff\xf0\x01"
                                              "a" PENDING "\x04\x03"
                                              "aaa"
                                              "\x08" BLOCK_5);
    // Attestations before operations, addresses by their letters, not by their lengths.
    static const pith_text both = TEST_TEXT(HEAD "\xff" PENDING "\x03\x02"
                                                 "bb"
                                                 "\xff\x08" BLOCK_5 "\xf0\x01"
                                                 "a"
                                                 "\xff" BLOCK_5 PENDING "\x04\x03"
                                                 "aaa");
    static const pith_text other = TEST_TEXT(MAGIC "\x01\x67" DIGEST BLOCK_5);
    pith_error err;
    pith_buf out;
    for (int turned = 0; turned < 2; turned++) {
        pith_ots *proof = read_good(turned ? b : a);
        assert_int_equal(pith_ots_merge(proof, read_good(turned ? a : b), &err), PITH_OK);
        assert_int_equal(pith_ots_merge(proof, read_good(turned ? b : a), &err), PITH_OK);
        assert_int_equal(pith_ots_merge(proof, proof, &err), PITH_OK);
        write_good(proof, &out);
        assert_int_equal(out.len, both.n);
        assert_memory_equal(out.data, both.p, both.n);
        pith_buf_free(&out);
        assert_int_equal(pith_ots_merge(proof, read_good(other), &err), PITH_STAMP_DIGEST);
    }
}

// A calendar hangs no timestamp below a node that nobody could read again.
static void test_graft(void **state)
{
    (void)state;
    static const pith_text block = TEST_TEXT(BLOCK_5);
    static const pith_text step = TEST_TEXT("\x08" BLOCK_5);
    static const pith_text message = TEST_TEXT("m");
    pith_ots answer;
    pith_error err;
    assert_int_equal(pith_ots_read_timestamp(arena, block, message, 255, &answer, &err), PITH_OK);
    assert_int_equal(pith_ots_read_timestamp(arena, step, message, 254, &answer, &err), PITH_OK);
    assert_int_equal(pith_ots_read_timestamp(arena, step, message, 255, &answer, &err),
                     PITH_STAMP_SYNTAX);
    pith_ots *proof = read_good((pith_text){HEAD BLOCK_5, HEAD_LEN + 11});
    bool more;
    answer.size = PITH_MAX_OTS;
    assert_int_equal(pith_ots_graft(proof, &proof->root, &answer, &more, &err), PITH_TOO_LARGE);
    uint8_t digest[PITH_DIGEST_LEN] = {0};
    pith_buf out;
    pith_buf_init(&out, 1000);
    assert_int_equal(pith_ots_new(arena, digest, &proof, &err), PITH_OK);
    assert_int_equal(pith_ots_write(proof, &out, &err), PITH_STAMP_SYNTAX);
    pith_buf_free(&out);
}

// ---- Hash functions -------------------------------------------------------------------

static void test_digests(void **state)
{
    (void)state;
    static const struct {
        uint8_t function;
        const char *empty;
        const char *million; // "a" a million times: many blocks
    } rows[] = {{OTS_SHA1, "da39a3ee5e6b4b0d3255bfef95601890afd80709",
                 "34aa973cd4c4daa4f61eeb2bdbad27316534016f"},
                {OTS_RIPEMD160, "9c1185a5c5e9fc54612808977ee8f548b2258d31",
                 "52783243c1697bdbe16d37f97f68f08325dc1528"},
                {OTS_SHA256, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                 "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
                {OTS_KECCAK256, "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
                 "fadae6b49f129bbb812be8407b7b2894f34aecf6dbd1f9b0f0c7e9853098fc96"}};
    enum { MILLION = 1000000 };
    char *many = malloc(MILLION);
    assert_non_null(many);
    memset(many, 'a', MILLION);
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        uint8_t digest[32];
        char hex[65];
        size_t len = pith_ots_digest_len(rows[i].function);
        pith_ots_digest(rows[i].function, (pith_text){"", 0}, digest);
        pith_hex(digest, len, hex);
        assert_string_equal(hex, rows[i].empty);
        pith_ots_digest(rows[i].function, (pith_text){many, MILLION}, digest);
        pith_hex(digest, len, hex);
        assert_string_equal(hex, rows[i].million);
    }
    free(many);
}

// ---- Headers --------------------------------------------------------------------------

#define GENESIS                                                                                    \
    "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac7" \
    "2c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c"

static void read_header(const char *hex, uint32_t bits, bool regtest, bitcoin_header *out)
{
    uint8_t bytes[BITCOIN_HEADER];
    assert_true(pith_unhex(pith_text_of(hex), bytes, sizeof bytes));
    for (int i = 0; i < 4 && bits; i++)
        bytes[72 + i] = (uint8_t)(bits >> (8 * i));
    pith_bitcoin_read_header(bytes, regtest, out);
}

static void test_header(void **state)
{
    (void)state;
    bitcoin_header h;
    char hex[65];
    char day[11];
    read_header(GENESIS, 0, false, &h);
    pith_bitcoin_show_hash(h.hash, hex);
    assert_string_equal(hex, "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f");
    pith_bitcoin_show_hash(h.root, hex);
    assert_string_equal(hex, "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b");
    assert_int_equal(h.time, 1231006505);
    assert_int_equal(h.work, 32);
    assert_true(h.has_work);
    pith_ots_day(h.time, day);
    assert_string_equal(day, "2009-01-03");
    // A bit less than it has, and more than it has.
    static const struct {
        uint32_t bits;
        bool regtest;
        bool holds;
    } rows[] = {{0x1d00ffff, true, true},   {0x1d010000, false, false}, {0x1d010000, true, false},
                {0x1c00ffff, false, false}, {0x207fffff, false, false}, {0x20800000, true, false},
                {0x21007fff, true, true},   {0x2200007f, true, true},   {0x22007fff, true, false},
                {0x21ffff00, true, false},  {0xff123456, true, false},  {0x1d80ffff, true, false},
                {0x1d800000, true, false},  {0x01003456, true, false},  {0x03000000, true, false},
                {0x1e7fffff, false, false}};
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        // Other bits make another hash, which meets the easy targets for one nonce in two.
        bool holds = false;
        for (int nonce = 0; nonce < 64; nonce++) {
            char header[] = GENESIS;
            snprintf(header + 158, 3, "%02x", rows[i].bits == 0x1d00ffff ? 0x7c : nonce);
            read_header(header, rows[i].bits, rows[i].regtest, &h);
            holds = holds || h.has_work;
        }
        if (holds != rows[i].holds)
            fail_msg("bits %08x", rows[i].bits);
    }
}

static void test_days(void **state)
{
    (void)state;
    static const struct {
        uint32_t time;
        const char *day;
    } rows[] = {{0, "1970-01-01"},          {86399, "1970-01-01"},      {86400, "1970-01-02"},
                {951782400, "2000-02-29"},  {951868800, "2000-03-01"},  {1709164800, "2024-02-29"},
                {1735689599, "2024-12-31"}, {1735689600, "2025-01-01"}, {4107542399, "2100-02-28"},
                {4107542400, "2100-03-01"}, {4294967295, "2106-02-07"}};
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        char day[11];
        pith_ots_day(rows[i].time, day);
        assert_string_equal(day, rows[i].day);
    }
}

// ---- Whom to ask ----------------------------------------------------------------------

static void test_hosts(void **state)
{
    (void)state;
    static const char *const urls[] = {"http://127.0.0.1:8000/", "https://ots.example.org"};
    static const pith_calendars usual = {0};
    static const pith_calendars own = {.urls = urls, .url_count = 2};
    static const struct {
        const char *uri;
        bool usual, own;
    } rows[] = {{"https://alice.btc.calendar.opentimestamps.org", true, true},
                {"https://bob.btc.calendar.opentimestamps.org/", true, true},
                {"https://finney.calendar.eternitywall.com", true, true},
                {"https://btc.calendar.catallaxy.com", true, true},
                {"https://a.pool.opentimestamps.org", true, false},
                {"http://127.0.0.1:8000", false, true},
                {"http://127.0.0.1:8000/", false, true},
                {"http://127.0.0.1:8001", false, false},
                {"https://127.0.0.1:8000", false, false},
                {"https://ots.example.org/", false, true},
                {"https://ots.example.org//", false, false},
                {"http://alice.btc.calendar.opentimestamps.org", false, false},
                {"HTTPS://alice.btc.calendar.opentimestamps.org", false, false},
                {"https://calendar.opentimestamps.org", false, false},
                {"https://.calendar.opentimestamps.org", false, false},
                {"https://a..calendar.opentimestamps.org", false, false},
                {"https://-.calendar.opentimestamps.org", false, false},
                {"https://evilcalendar.opentimestamps.org", false, false},
                {"https://evil.org/.calendar.opentimestamps.org", false, false},
                {"https://evil.org/a.calendar.opentimestamps.org", false, false},
                {"https://evil.org:443.calendar.opentimestamps.org", false, false},
                {"https://evil.org:.calendar.opentimestamps.org", false, false},
                {"https://alice.btc.calendar.opentimestamps.org.evil.org", false, false},
                {"https://alice.btc.calendar.opentimestamps.org:8443", false, false},
                {"https://alice.btc.calendar.opentimestamps.org/path", false, false},
                {"https://alice_x.calendar.opentimestamps.org", false, false},
                {"https://", false, false},
                {"https:", false, false},
                {"/", false, false},
                {"", false, false}};
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        if (pith_ots_may_ask(&usual, pith_text_of(rows[i].uri)) != rows[i].usual ||
            pith_ots_may_ask(&own, pith_text_of(rows[i].uri)) != rows[i].own)
            fail_msg("%s", rows[i].uri);
    }
}

// ---- Verdicts -------------------------------------------------------------------------

// A proof that the digest is the merkle root of block 0 itself, so that its header can tell.
static const uint8_t genesis_root[32] = {
    0x3b, 0xa3, 0xed, 0xfd, 0x7a, 0x7b, 0x12, 0xb2, 0x7a, 0xc7, 0x2c, 0x3e, 0x67, 0x76, 0x8f, 0x61,
    0x7f, 0xc8, 0x1b, 0xc3, 0x88, 0x8a, 0x51, 0x32, 0x3a, 0x9f, 0xb8, 0xaa, 0x4b, 0x1e, 0x5e, 0x4a};

static pith_ots *proof_of_genesis(uint8_t function, pith_text timestamp)
{
    pith_buf bytes;
    pith_buf_init(&bytes, PITH_MAX_OTS);
    pith_buf_add(&bytes, MAGIC "\x01", 32);
    pith_buf_add(&bytes, &function, 1);
    pith_buf_add(&bytes, genesis_root, sizeof genesis_root);
    pith_buf_add(&bytes, timestamp.p, timestamp.n);
    pith_ots *proof = read_good((pith_text){bytes.data, bytes.len});
    pith_buf_free(&bytes);
    return proof;
}

static bool has_finding(const pith_ots_report *report, pith_status code, pith_severity severity)
{
    for (const pith_finding *f = report->findings; f; f = f->next) {
        if (f->code == code && f->severity == severity)
            return true;
    }
    return false;
}

static void test_verdicts(void **state)
{
    (void)state;
    static const pith_headers header = {.header = GENESIS};
    static const pith_text here = TEST_TEXT(BITCOIN "\x01\x00");
    static const pith_text further = TEST_TEXT("\x08" BITCOIN "\x01\x00");
    static const pith_text waits = TEST_TEXT("\xff" PENDING "\x02\x01"
                                             "a"
                                             "\x08" BITCOIN "\x01\x00");
    static const pith_text longer = TEST_TEXT("\xf0\x01x" BITCOIN "\x01\x00");
    static const pith_text one_of_two = TEST_TEXT("\xff" BITCOIN "\x01\x00"
                                                  "\x08" BITCOIN "\x01\x07");
    const struct {
        pith_text timestamp;
        pith_ots_verdict verdict;
        pith_exit exit;
        pith_status finding;
        pith_severity severity;
    } rows[] = {
        {here, PITH_OTS_ANCHORED, PITH_EXIT_OK, PITH_OK, PITH_SEVERITY_INFO},
        {further, PITH_OTS_FALSE, PITH_EXIT_INVALID, PITH_STAMP_BLOCK, PITH_SEVERITY_ERROR},
        {waits, PITH_OTS_FALSE, PITH_EXIT_INVALID, PITH_STAMP_PENDING, PITH_SEVERITY_WARNING},
        {longer, PITH_OTS_FALSE, PITH_EXIT_INVALID, PITH_STAMP_BLOCK, PITH_SEVERITY_ERROR},
        {one_of_two, PITH_OTS_ANCHORED, PITH_EXIT_OK, PITH_STAMP_UNCHECKED, PITH_SEVERITY_INFO}};
    pith_ots_report report;
    pith_error err;
    const pith_text digest = {(const char *)genesis_root, sizeof genesis_root};
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        pith_ots *proof = proof_of_genesis(OTS_SHA256, rows[i].timestamp);
        assert_int_equal(pith_ots_verify(arena, proof, digest, &header, &report, &err), PITH_OK);
        assert_int_equal(report.verdict, rows[i].verdict);
        assert_int_equal(report.exit, rows[i].exit);
        assert_true(!rows[i].finding || has_finding(&report, rows[i].finding, rows[i].severity));
        assert_int_equal(report.limit.n > 0, report.verdict == PITH_OTS_ANCHORED);
    }
    pith_ots *proof = proof_of_genesis(OTS_SHA256, here);
    assert_int_equal(pith_ots_verify(arena, proof, (pith_text){DIGEST, 32}, &header, &report, &err),
                     PITH_OK);
    assert_int_equal(report.verdict, PITH_OTS_FALSE);
    assert_true(has_finding(&report, PITH_STAMP_DIGEST, PITH_SEVERITY_ERROR));
    assert_int_equal(report.height, 0);
    pith_headers two = header;
    two.file = "x";
    assert_int_equal(pith_ots_verify(arena, proof, digest, &two, &report, &err), PITH_USAGE);
}

// More to say than is said: the verdict and the exit code do not depend on it.
static void test_many(void **state)
{
    (void)state;
    static const pith_headers header = {.header = GENESIS};
    for (int blocks = 1; blocks <= 100; blocks += 99) {
        pith_buf bytes;
        pith_ots_report report;
        pith_error err;
        size_t count = 0;
        pith_buf_init(&bytes, PITH_MAX_OTS);
        for (uint8_t i = 0; i < 100; i++) {
            const uint8_t uri[] = {2, 1, (uint8_t)('A' + i % 26)};
            pith_buf_add(&bytes, "\xff\xf0\x01", 3);
            pith_buf_add(&bytes, &i, 1);
            pith_buf_add(&bytes, PENDING, 9);
            pith_buf_add(&bytes, uri, 3);
        }
        for (uint8_t i = 0; i < blocks; i++) {
            pith_buf_add(&bytes, i + 1 < blocks ? "\xff\xf1\x01x\x08" : "\xf1\x01y\x08",
                         i + 1 < blocks ? 5 : 4);
            pith_buf_add(&bytes, BITCOIN "\x01", 10);
            pith_buf_add(&bytes, &i, 1);
        }
        pith_ots *proof = proof_of_genesis(OTS_SHA256, (pith_text){bytes.data, bytes.len});
        pith_buf_free(&bytes);
        assert_int_equal(pith_ots_verify(arena, proof, (pith_text){0}, &header, &report, &err),
                         PITH_OK);
        assert_int_equal(report.verdict, PITH_OTS_FALSE);
        assert_int_equal(report.exit, PITH_EXIT_INVALID);
        assert_true(has_finding(&report, PITH_STAMP_BLOCK, PITH_SEVERITY_ERROR));
        for (const pith_finding *f = report.findings; f; f = f->next)
            count++;
        assert_in_range(count, 2, 32);
    }
}

static void test_number(void **state)
{
    (void)state;
    static const pith_text here = TEST_TEXT(BITCOIN "\x01\x00");
    pith_number number = {0};
    const pith_error why = {.status = PITH_OK};
    pith_ots_report report;
    pith_error err;
    pith_base32_id(genesis_root, number.id);
    pith_ots *proof = proof_of_genesis(OTS_SHA256, here);
    assert_int_equal(pith_ots_verify_number(arena, proof, &number, &why, NULL, &report, &err),
                     PITH_OK);
    assert_int_equal(report.verdict, PITH_OTS_UNCHECKED);
    proof = proof_of_genesis(OTS_KECCAK256, here); // the same 32 bytes, of something else
    assert_int_equal(pith_ots_verify_number(arena, proof, &number, &why, NULL, &report, &err),
                     PITH_OK);
    assert_int_equal(report.verdict, PITH_OTS_FALSE);
    number.id[25] = number.id[25] == 'A' ? 'B' : 'A';
    proof = proof_of_genesis(OTS_SHA256, here);
    assert_int_equal(pith_ots_verify_number(arena, proof, &number, &why, NULL, &report, &err),
                     PITH_OK);
    assert_int_equal(report.verdict, PITH_OTS_FALSE);
}

static void test_anchor(void **state)
{
    (void)state;
    static const pith_headers header = {.header = GENESIS};
    static const pith_text here = TEST_TEXT(BITCOIN "\x01\x00");
    pith_ots_report report;
    pith_error err;
    pith_text payload;
    static const char before[] = "{\"kind\":\"opentimestamps\",\"proof\":\"";
    pith_ots *proof = proof_of_genesis(OTS_SHA256, here);
    assert_int_equal(pith_crypto_init(&err), PITH_OK);
    assert_int_equal(pith_anchor_payload(arena, proof, &payload, &err), PITH_OK);
    assert_memory_equal(payload.p, before, strlen(before));
    pith_text base64 = {payload.p + strlen(before), payload.n - strlen(before) - 2};
    const pith_ots_subject genesis = {.digest = genesis_root};
    const pith_ots_subject another = {.digest = (const uint8_t *)DIGEST};
    assert_int_equal(pith_anchor_verify(arena, base64, &genesis, &header, &report, &err), PITH_OK);
    assert_int_equal(report.verdict, PITH_OTS_ANCHORED);
    assert_int_equal(pith_anchor_verify(arena, base64, &another, &header, &report, &err), PITH_OK);
    assert_int_equal(report.verdict, PITH_OTS_FALSE);
    proof = proof_of_genesis(OTS_KECCAK256, here);
    assert_int_equal(pith_anchor_payload(arena, proof, &payload, &err), PITH_OK);
    pith_text other = {payload.p + strlen(before), payload.n - strlen(before) - 2};
    assert_int_equal(pith_anchor_verify(arena, other, &genesis, &header, &report, &err), PITH_OK);
    assert_int_equal(report.verdict, PITH_OTS_FALSE);
    static const char *const bad[] = {"",     "=",    "==",   "===",   "====",  "A===",
                                      "AAAA", "AA==", "AAA=", "AAAAA", "AAA\n", "\xff\xff\xff\xff"};
    for (size_t i = 0; i < TEST_COUNT(bad); i++)
        assert_int_equal(
            pith_anchor_verify(arena, pith_text_of(bad[i]), &genesis, NULL, &report, &err),
            PITH_STAMP_SYNTAX);
    assert_int_equal(pith_anchor_verify(arena, (pith_text){base64.p, base64.n - 1}, &genesis, NULL,
                                        &report, &err),
                     PITH_STAMP_SYNTAX);
}

// ---- The table ------------------------------------------------------------------------

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_examples),    TEST(test_invalid_examples),
                                       TEST(test_truncations), TEST(test_mutations),
                                       TEST(test_forms),       TEST(test_limits),
                                       TEST(test_bomb),        TEST(test_merge),
                                       TEST(test_graft),       TEST(test_digests),
                                       TEST(test_header),      TEST(test_days),
                                       TEST(test_hosts),       TEST(test_verdicts),
                                       TEST(test_number),      TEST(test_many),
                                       TEST(test_anchor)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
