// SPDX-License-Identifier: MIT
//
// Timestamp proofs: as a file, as the answer of a calendar, as the base64 of an event, and block
// headers. What is read is written and read as the same again, and is never anchored without a
// header.
#include "base/limits.h"
#include "common.h"
#include "evidence/ots.h"
#include "trust/crypto.h"

static void write(const pith_ots *proof, pith_buf *out)
{
    pith_error err;
    pith_buf_init(out, PITH_MAX_OTS);
    MUST(pith_ots_write(proof, out, &err) == PITH_OK);
}

static void check_info(const pith_ots_info *info)
{
    MUST(info->count > 0 && (info->digest.n == 20 || info->digest.n == 32));
    for (size_t i = 0; i < info->count; i++) {
        const pith_ots_attestation *a = &info->attestations[i];
        MUST(a->message.n > 0 && a->message.n <= PITH_MAX_OTS_MESSAGE);
        MUST(a->kind != PITH_OTS_WAITING ||
             (a->uri.n <= PITH_MAX_OTS_URI && pith_ots_is_uri(a->uri)));
    }
}

static void check_report(const pith_ots_report *report)
{
    MUST(report->verdict != PITH_OTS_ANCHORED && report->exit != PITH_EXIT_OK);
    MUST(report->height == 0 && report->time == 0 && !*report->block && !*report->day);
    MUST(report->words.n > 0 && report->limit.n == 0);
    for (const pith_finding *f = report->findings; f; f = f->next)
        MUST(fuzz_is_shown(f->message, false));
}

// Written, read and written once more; added to itself.
static void check_round_trip(pith_arena *arena, pith_ots *proof)
{
    pith_buf first;
    pith_buf second;
    pith_ots *again;
    pith_error err;
    write(proof, &first);
    MUST(first.len <= proof->size);
    MUST(pith_ots_read(arena, fuzz_text_of_buf(&first), "again", &again, &err) == PITH_OK);
    MUST(again->messages <= proof->messages);
    pith_status status = pith_ots_merge(proof, again, &err);
    MUST(status == PITH_OK || status == PITH_TOO_LARGE);
    write(proof, &second);
    MUST(fuzz_same(&first, &second));
    pith_buf_free(&second);
    write(again, &second);
    MUST(fuzz_same(&first, &second));
    pith_buf_free(&first);
    pith_buf_free(&second);
}

// What a calendar sent about a message can be added to a proof of it.
static void check_answer(pith_arena *arena, pith_text input)
{
    static const uint8_t digest[PITH_DIGEST_LEN] = {1, 2, 3};
    static const pith_text message = {(const char *)digest, sizeof digest};
    pith_ots answer;
    pith_ots *proof;
    pith_error err;
    bool more;
    pith_status status = pith_ots_read_timestamp(arena, input, message, 250, &answer, &err);
    if (status != PITH_OK) {
        fuzz_check_error(&err, status);
        return;
    }
    MUST(pith_ots_new(arena, digest, &proof, &err) == PITH_OK);
    status = pith_ots_graft(proof, &proof->root, &answer, &more, &err);
    MUST(status == PITH_OK || status == PITH_TOO_LARGE);
    if (status == PITH_OK)
        check_round_trip(arena, proof);
}

static void check_event(pith_arena *arena, pith_text input)
{
    static const uint8_t digest[PITH_DIGEST_LEN] = {1, 2, 3};
    static const pith_ots_subject subject = {
        digest, {"2013-09-15T09:53:20Z", 20}, {"2026-10-01T12:00:00.5Z", 22}};
    pith_ots_report report;
    pith_error err;
    pith_buf base64;
    MUST(pith_crypto_init(&err) == PITH_OK);
    pith_buf_init(&base64, SIZE_MAX);
    pith_base64_encode(input.p, input.n, &base64);
    const pith_text texts[] = {input, fuzz_text_of_buf(&base64)};
    for (size_t i = 0; i < 2; i++) {
        pith_status status = pith_anchor_verify(arena, texts[i], &subject, NULL, &report, &err);
        if (status == PITH_OK)
            check_report(&report);
        else
            fuzz_check_error(&err, status);
    }
    pith_buf_free(&base64);
}

// As headers: whatever they are, they prove nothing of a digest that they do not hold.
static void check_headers(pith_arena *arena, pith_text input)
{
    static const uint8_t digest[PITH_DIGEST_LEN] = {1, 2, 3};
    static const char block[] = "\x00\x05\x88\x96\x0d\x73\xd7\x19\x01\x01\x00";
    const pith_text message = {(const char *)digest, sizeof digest};
    pith_ots proof;
    pith_ots_report report;
    pith_error err;
    MUST(pith_ots_read_timestamp(arena, (pith_text){block, 11}, message, 0, &proof, &err) ==
         PITH_OK);
    proof.function = 0x08;
    const pith_headers headers = {.file = fuzz_file("headers", input.p, input.n), .regtest = true};
    pith_status status = pith_ots_verify(arena, &proof, message, &headers, &report, &err);
    if (status == PITH_OK)
        check_report(&report);
    else
        fuzz_check_error(&err, status);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pith_arena *arena = fuzz_arena();
    pith_text input = fuzz_text(data, size);
    pith_ots *proof;
    pith_ots_info info;
    pith_ots_report report;
    pith_error err;
    pith_status status = pith_ots_read(arena, input, "input\033", &proof, &err);
    if (status == PITH_OK) {
        MUST(pith_ots_describe(arena, proof, &info, &err) == PITH_OK);
        check_info(&info);
        MUST(pith_ots_verify(arena, proof, (pith_text){0}, NULL, &report, &err) == PITH_OK);
        check_report(&report);
        check_round_trip(arena, proof);
    } else {
        fuzz_check_error(&err, status);
    }
    check_answer(arena, input);
    check_event(arena, input);
    if (size % 80 == 0)
        check_headers(arena, input);
    pith_arena_free(arena);
    arena = fuzz_small_arena(data, size);
    MUST(fuzz_same_or_memory(status, pith_ots_read(arena, input, "input", &proof, &err)));
    pith_arena_free(arena);
    return 0;
}
