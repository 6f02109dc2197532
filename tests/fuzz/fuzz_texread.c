// SPDX-License-Identifier: MIT
//
// Reading a TeX data file that came from elsewhere. What is accepted is, once checked, written
// as a file that reads back the same, for the number that it was read for.
#include "common.h"

// Writes the records that hold; false when there are none.
static bool write_again(pith_arena *arena, const pith_tex_record *records, size_t count,
                        pith_buf *out)
{
    enum { MOST = 64 };
    const pith_result *results[MOST];
    size_t n = 0;
    pith_error err;
    for (size_t i = 0; i < count && n < MOST; i++) {
        pith_result *result;
        pith_status status = pith_verify_bytes(arena, records[i].document, "input",
                                               &records[i].number, fuzz_keyring(), &result, &err);
        if (status != PITH_OK) {
            fuzz_check_error(&err, status);
            continue;
        }
        fuzz_check_reports(result);
        // The reader compares hash and number itself.
        MUST(result->intact && strcmp(result->number.id, records[i].number.id) == 0);
        if (result->exit == PITH_EXIT_OK)
            results[n++] = result;
    }
    return n > 0 && pith_tex_data(arena, results, n, records[0].relation, out, &err) == PITH_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pith_arena *arena = fuzz_arena();
    pith_arena *small = fuzz_small_arena(data, size);
    pith_tex_record *records;
    size_t count;
    pith_error err;
    pith_buf first;
    pith_buf second;
    pith_status status =
        pith_tex_data_read(arena, fuzz_text(data, size), "input", &records, &count, &err);
    if (status != PITH_OK)
        fuzz_check_error(&err, status);
    pith_tex_record *few;
    size_t few_count;
    MUST(fuzz_same_or_memory(
        status, pith_tex_data_read(small, fuzz_text(data, size), "input", &few, &few_count, &err)));
    pith_buf_init(&first, SIZE_MAX);
    pith_buf_init(&second, SIZE_MAX);
    if (status == PITH_OK && write_again(arena, records, count, &first)) {
        MUST(pith_tex_data_read(arena, fuzz_text_of_buf(&first), "again", &records, &count, &err) ==
             PITH_OK);
        MUST(write_again(arena, records, count, &second));
        MUST(fuzz_same(&first, &second));
    }
    pith_buf_free(&first);
    pith_buf_free(&second);
    pith_arena_free(small);
    pith_arena_free(arena);
    return 0;
}
