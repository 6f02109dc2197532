// SPDX-License-Identifier: MIT
#include "cli/paper_data.h"

enum { DATA_MAX = 64 << 20 };

// Fails only for want of memory: a record that cannot be read is one that does not hold.
static pith_status has_record(pith_arena *arena, const pith_keyring *keyring,
                              const pith_number *number, const pith_tex_record *records,
                              size_t count, bool *has, pith_result **predicted, pith_error *err)
{
    pith_result *result;
    size_t i = 0;
    *has = false;
    while (i < count && strcmp(records[i].number.id, number->id) != 0)
        i++;
    if (i == count || !keyring)
        return PITH_OK;
    pith_status status = pith_verify_bytes(arena, records[i].document, PITH_TEX_DATA_NAME, number,
                                           keyring, &result, err);
    *has = status == PITH_OK && result->exit == PITH_EXIT_OK;
    if (*has && records[i].relation == PITH_RELATION_PREDICTED && !*predicted)
        *predicted = result;
    return status == PITH_MEMORY ? status : PITH_OK;
}

pith_status paper_data_check(pith_arena *arena, const pith_keyring *keyring, pith_text data,
                             const char *origin, const pith_mentions *mentions,
                             const pith_mention **missing, size_t *records, pith_result **predicted,
                             pith_error *err)
{
    pith_tex_record *items;
    *missing = NULL;
    *predicted = NULL;
    pith_status status = pith_tex_data_read(arena, data, origin, &items, records, err);
    for (size_t i = 0; i < mentions->count && status == PITH_OK && !*missing; i++) {
        bool has;
        status = has_record(arena, keyring, &mentions->items[i].number, items, *records, &has,
                            predicted, err);
        if (status == PITH_OK && !has)
            *missing = &mentions->items[i];
    }
    return status;
}

bool paper_data_same(pith_arena *arena, const char *path, const pith_buf *data)
{
    pith_text text;
    pith_error ignored;
    size_t at = 0;
    if (pith_file_holds(path, data->data, data->len))
        return true;
    if (strcmp(path, "-") == 0 || !pith_file_exists(path) ||
        pith_file_read(arena, path, DATA_MAX, &text, &ignored) != PITH_OK)
        return false;
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '\r' && i + 1 < text.n && text.p[i + 1] == '\n')
            continue;
        if (at == data->len || text.p[i] != data->data[at++])
            return false;
    }
    return at == data->len;
}
