// SPDX-License-Identifier: MIT
//
// XMP packets: what is merged has the new record and everything else as it was; merging again
// changes nothing, and values that come out are text.
#include "common.h"

#include "pdf/xmp.h"

static pith_result *record(void)
{
    static pith_arena *arena; // lives on
    static pith_result *result;
    pith_error err;
    if (!result) {
        arena = pith_arena_new((size_t)16 << 20);
        MUST(arena != NULL);
        MUST(pith_verify_bytes(arena, fuzz_bundle(), "bundle", NULL, fuzz_keyring(), &result,
                               &err) == PITH_OK);
    }
    return result;
}

static void check_values(const pith_xmp_packet *packet)
{
    size_t count = 0;
    for (const pith_xmp_value *v = packet->values; v; v = v->next, count++) {
        MUST(v->property >= 0 && v->property < PITH_XMP_STATED);
        const char *end = v->text.p + v->text.n;
        for (const char *p = v->text.p; p < end;) {
            uint32_t cp;
            size_t n = pith_utf8_next(p, end, &cp);
            MUST(n > 0);
            p += n;
        }
    }
    MUST(count == packet->value_count);
    for (size_t i = 0; i < packet->edit_count; i++) {
        MUST(packet->edits[i].at + packet->edits[i].len <= packet->bytes.n);
        MUST(i == 0 || packet->edits[i - 1].at + packet->edits[i - 1].len <= packet->edits[i].at);
    }
}

static void check_merge(pith_arena *arena, const pith_xmp_packet *packet, uint8_t choice)
{
    pith_error err;
    pith_text merged;
    pith_text again;
    pith_xmp_packet now;
    bool conflict = false;
    const pith_xmp_content content = {
        .result = record(), .prefix_length = choice, .dc_identifier = choice & 1};
    const pith_text date = choice & 2 ? pith_text_of("2026-01-02T03:04:05Z") : pith_text_of("");
    pith_status status = pith_xmp_merge(arena, packet, &content, date, &merged, &err);
    if (status != PITH_OK) {
        MUST(status == PITH_XMP_TAKEN || status == PITH_XMP_FORM || status == PITH_TOO_LARGE);
        return;
    }
    MUST(pith_xmp_scan(arena, merged, "merged", &now, &err) == PITH_OK);
    check_values(&now);
    MUST(pith_text_equal(now.rest, packet->rest));
    MUST(now.pdfa_part == packet->pdfa_part);
    MUST(pith_xmp_get(&now, PITH_XMP_NUMBER, &conflict).n > PITH_ID_LEN && !conflict);
    MUST(pith_xmp_merge(arena, &now, &content, date, &again, &err) == PITH_OK);
    MUST(pith_text_equal(merged, again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pith_error err;
    pith_xmp_packet packet;
    pith_arena *arena = fuzz_arena();
    pith_text bytes = fuzz_text(data, size);
    pith_status status = pith_xmp_scan(arena, bytes, "packet", &packet, &err);
    if (status == PITH_OK) {
        check_values(&packet);
        check_merge(arena, &packet, size ? data[size - 1] : 0);
    } else {
        fuzz_check_error(&err, status);
        MUST(pith_status_exit(status) == PITH_EXIT_MALFORMED);
    }
    pith_arena *small = fuzz_small_arena(data, size);
    MUST(fuzz_same_or_memory(status, pith_xmp_scan(small, bytes, "packet", &packet, &err)));
    pith_arena_free(small);
    pith_arena_free(arena);
    return 0;
}
