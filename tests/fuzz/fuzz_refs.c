// SPDX-License-Identifier: MIT
//
// Reading bibliographies and adding fields. With a number for every entry that can take one:
// the new file without what was added is the old one, it reads as the same entries with those
// numbers, and adding once more changes nothing.
#include "common.h"

static const char id[] = "A5G5GAJ7DMCZDPVAMNFAYYAUOP";

static pith_number *number_for_all(size_t count)
{
    pith_number *numbers = calloc(count + 1, sizeof *numbers);
    MUST(numbers != NULL);
    for (size_t i = 0; i < count; i++) {
        memcpy(numbers[i].id, id, sizeof id);
        numbers[i].year = i % 2 ? 2013 : 0;
    }
    return numbers;
}

// Whether `now` is `old` with bytes put in.
static bool is_extended(pith_text old, pith_text now)
{
    size_t at = 0;
    for (size_t i = 0; i < now.n && at < old.n; i++)
        at += now.p[i] == old.p[at];
    return at == old.n;
}

static void check_refs(const pith_references *refs)
{
    size_t before = 0;
    for (size_t i = 0; i < refs->count; i++) {
        const pith_reference *r = &refs->items[i];
        pith_target again;
        pith_error err;
        MUST(r->key.p >= refs->bytes.p && r->key.p + r->key.n <= refs->bytes.p + refs->bytes.n);
        MUST(r->line >= 1 && r->field_end <= refs->bytes.n && r->field <= r->field_end);
        MUST(r->field_end == 0 || r->field >= before);
        before = r->field_end ? r->field_end : before;
        if (*r->name.alias_kind) {
            char name[120];
            bool doi = strcmp(r->name.alias_kind, "doi") == 0;
            snprintf(name, sizeof name, "%s%s", doi ? "" : "arxiv:", r->name.alias_value);
            MUST(pith_target_parse(pith_text_of(name), &again, &err) == PITH_OK);
            MUST(strcmp(again.alias_value, r->name.alias_value) == 0);
        }
        MUST(!*r->stated.id || r->has_field);
    }
}

static void check_edit(pith_arena *arena, const pith_references *refs)
{
    pith_number *numbers = number_for_all(refs->count);
    pith_references again;
    pith_error err;
    pith_buf now;
    pith_buf diff;
    pith_buf_init(&now, SIZE_MAX);
    pith_buf_init(&diff, SIZE_MAX);
    MUST(pith_references_edit(arena, refs, numbers, &now, &err) == PITH_OK);
    MUST(pith_references_diff(arena, refs, numbers, "in.bib", &diff, &err) == PITH_OK);
    const pith_text text = fuzz_text_of_buf(&now);
    MUST(is_extended(refs->bytes, text));
    MUST((diff.len > 0) == (text.n > refs->bytes.n));
    const char *path = fuzz_file("again.bib", text.n ? text.p : "", text.n);
    MUST(pith_references_read(arena, path, &again, &err) == PITH_OK);
    MUST(again.count == refs->count && again.cut == refs->cut);
    for (size_t i = 0; i < again.count; i++) {
        const pith_reference *r = &refs->items[i];
        const pith_reference *a = &again.items[i];
        bool added = !r->has_field && r->field_end;
        MUST(pith_text_equal(r->key, a->key));
        MUST(memcmp(&r->name, &a->name, sizeof r->name) == 0);
        MUST(a->has_field == (r->has_field || added));
        MUST(strcmp(a->stated.id, added ? id : r->stated.id) == 0);
    }
    pith_buf twice;
    pith_buf_init(&twice, SIZE_MAX);
    MUST(pith_references_edit(arena, &again, numbers, &twice, &err) == PITH_OK);
    MUST(fuzz_same(&now, &twice));
    pith_buf_free(&twice);
    pith_buf_free(&now);
    pith_buf_free(&diff);
    free(numbers);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"in.bib", "in.bbl"};
    for (size_t i = 0; i < 2; i++) {
        pith_arena *arena = fuzz_arena();
        pith_references refs;
        pith_references little;
        pith_error err;
        const char *path = fuzz_file(names[i], size ? (const void *)data : "", size);
        pith_status status = pith_references_read(arena, path, &refs, &err);
        MUST(status == PITH_OK || status == PITH_TOO_LARGE);
        if (status == PITH_OK) {
            check_refs(&refs);
            if (refs.is_bib)
                check_edit(arena, &refs);
        }
        pith_arena *small = fuzz_small_arena(data, size);
        MUST(fuzz_same_or_memory(status, pith_references_read(small, path, &little, &err)));
        pith_arena_free(small);
        pith_arena_free(arena);
    }
    return 0;
}
