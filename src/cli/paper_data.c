// SPDX-License-Identifier: MIT
#include "cli/paper_data.h"

enum { DATA_MAX = 64 << 20 };

// Fails only for want of memory: a record that cannot be read is one that does not hold.
static pith_status check_number(pith_arena *arena, const pith_keyring *keyring,
                                const pith_mention *mention, const pith_tex_record *records,
                                paper_data *out, pith_error *err)
{
    pith_result *result;
    const pith_number *number = &mention->number;
    size_t i = 0;
    while (i < out->records && strcmp(records[i].number.id, number->id) != 0)
        i++;
    out->missing = mention;
    if (i == out->records || !keyring)
        return PITH_OK;
    pith_status status = pith_verify_bytes(arena, records[i].document, PITH_TEX_DATA_NAME, number,
                                           keyring, &result, err);
    if (status == PITH_MEMORY)
        return status;
    if (status == PITH_OK && result->exit == PITH_EXIT_OK) {
        out->missing = NULL;
        if (records[i].relation == PITH_RELATION_PREDICTED && !out->predicted)
            out->predicted = result;
    } else if (status == PITH_OK && result->exit == PITH_EXIT_UNTRUSTED) {
        out->unknown_key = result->key_id;
    }
    return PITH_OK;
}

pith_status paper_data_check(pith_arena *arena, const pith_keyring *keyring, pith_text data,
                             const char *origin, const pith_mentions *mentions, paper_data *out,
                             pith_error *err)
{
    pith_tex_record *items;
    *out = (paper_data){.missing = NULL};
    pith_status status = pith_tex_data_read(arena, data, origin, &items, &out->records, err);
    for (size_t i = 0; i < mentions->count && status == PITH_OK && !out->missing; i++)
        status = check_number(arena, keyring, &mentions->items[i], items, out, err);
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
