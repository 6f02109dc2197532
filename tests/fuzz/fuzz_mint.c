// SPDX-License-Identifier: MIT
//
// Metadata of any kind, and the TeX of a title or abstract. What is read gives a record that holds
// or a refusal; what TeX gives is shown text, and giving it once more changes nothing of its hash
// form's length beyond bounds. The first byte chooses.
#include "common.h"

static void check_metadata(pith_arena *arena, const char *path)
{
    pith_metadata *papers = NULL;
    size_t count = 0;
    pith_error err = {.status = PITH_OK};
    pith_status status = pith_metadata_read(arena, path, &papers, &count, &err);
    if (status != PITH_OK) {
        fuzz_check_error(&err, status);
        return;
    }
    MUST(count > 0);
    for (size_t i = 0; i < count; i++) {
        pith_result *result;
        // What is missing is filled in, so that the rest is judged.
        if (!papers[i].license.p)
            papers[i].license = pith_text_of("");
        if (!papers[i].abstract.p)
            papers[i].abstract = pith_text_of("A");
        if (!papers[i].categories.p)
            papers[i].categories = pith_text_of("math.CO");
        if (!papers[i].version)
            papers[i].version = 1;
        status = pith_mint(arena, &papers[i], &result, &err);
        if (status != PITH_OK) {
            fuzz_check_error(&err, status);
            continue;
        }
        MUST(result->intact &&
             (result->exit == PITH_EXIT_OK || result->exit == PITH_EXIT_INCOMPLETE));
        MUST(result->exit != PITH_EXIT_OK || result->title.n > 0);
        fuzz_check_canonical(result->canonical);
        fuzz_check_reports(result);
        pith_metadata again;
        pith_result *same;
        MUST(pith_metadata_of(arena, result, &again, &err) == PITH_OK);
        MUST(pith_mint(arena, &again, &same, &err) == PITH_OK);
        MUST(strcmp(same->number.id, result->number.id) == 0);
    }
}

static void check_source(pith_arena *arena, const char *path)
{
    pith_paper_text text;
    pith_error err = {.status = PITH_OK};
    pith_status status = pith_paper_text_read(arena, path, &text, &err);
    if (status != PITH_OK) {
        fuzz_check_error(&err, status);
        return;
    }
    MUST(text.title.p || text.title_why);
    MUST(text.abstract.p || text.abstract_why);
    const pith_text both[] = {text.title, text.abstract};
    for (size_t i = 0; i < 2; i++) {
        for (size_t k = 0; k + 1 < both[i].n && both[i].p; k++) // no white space but single blanks
            MUST(both[i].p[k] != '\n');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    bool tex = data[0] % 2;
    pith_arena *arena = fuzz_arena();
    pith_arena *small = fuzz_small_arena(data, size);
    const char *path = fuzz_file(tex ? "main.tex" : "paper", data + 1, size - 1);
    if (tex)
        check_source(arena, path);
    else
        check_metadata(arena, path);
    pith_error err;
    pith_metadata *papers;
    pith_paper_text text;
    size_t count;
    if (tex) {
        pith_status enough = pith_paper_text_read(arena, path, &text, &err);
        MUST(fuzz_same_or_memory(enough, pith_paper_text_read(small, path, &text, &err)));
    } else {
        pith_status enough = pith_metadata_read(arena, path, &papers, &count, &err);
        MUST(fuzz_same_or_memory(enough, pith_metadata_read(small, path, &papers, &count, &err)));
    }
    pith_arena_free(small);
    pith_arena_free(arena);
    return 0;
}
