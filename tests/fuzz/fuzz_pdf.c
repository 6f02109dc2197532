// SPDX-License-Identifier: MIT
//
// Any bytes as a PDF: see tests/unit/pdf_property.h for what must hold.
#include "common.h"

#include "../unit/pdf_property.h"

static const pith_result *embedded(void)
{
    static pith_arena *arena; // lives on
    static pith_result *result;
    pith_error err;
    if (!result) {
        arena = pith_arena_new((size_t)16 << 20);
        MUST(arena != NULL);
        MUST(pith_verify_bytes(arena, fuzz_bundle(), "bundle", NULL, fuzz_keyring(), &result,
                               &err) == PITH_OK);
        MUST(result->exit == PITH_EXIT_OK);
    }
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pith_status enough;
    pith_status little = PITH_OK;
    pith_arena *arena = fuzz_arena();
    const char *broken = pdf_property(arena, fuzz_text(data, size), embedded(), &enough);
    if (broken)
        fuzz_fail(__FILE__, __LINE__, broken);
    pith_arena_free(arena);

    const pith_pdf_embedding how = {.path = "input", .result = embedded()};
    pith_buf update;
    pith_error err;
    pith_pdf_written written;
    pith_input in;
    pith_input_memory("input", fuzz_text(data, size), &in);
    pith_buf_init(&update, SIZE_MAX);
    arena = fuzz_small_arena(data, size);
    little = pith_pdf_embed_update(arena, &in, &how, &update, &written, &err);
    MUST(fuzz_same_or_memory(enough, little));
    pith_buf_free(&update);
    pith_arena_free(arena);
    return 0;
}
