// SPDX-License-Identifier: MIT
#include "cli/paper_data.h"

static bool has_record(pith_arena *arena, const pith_keyring *keyring, const pith_number *number,
                       const pith_tex_record *records, size_t count)
{
    pith_result *result;
    pith_error err;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(records[i].number.id, number->id) == 0)
            return keyring &&
                   pith_verify_bytes(arena, records[i].document, PITH_TEX_DATA_NAME, number,
                                     keyring, &result, &err) == PITH_OK &&
                   result->exit == PITH_EXIT_OK;
    }
    return false;
}

pith_status paper_data_check(pith_arena *arena, const pith_keyring *keyring, pith_text data,
                             const char *origin, const pith_mentions *mentions,
                             const pith_mention **missing, size_t *records, pith_error *err)
{
    pith_tex_record *items;
    *missing = NULL;
    pith_status status = pith_tex_data_read(arena, data, origin, &items, records, err);
    for (size_t i = 0; i < mentions->count && status == PITH_OK && !*missing; i++) {
        if (!has_record(arena, keyring, &mentions->items[i].number, items, *records))
            *missing = &mentions->items[i];
    }
    return status;
}
