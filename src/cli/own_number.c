// SPDX-License-Identifier: MIT
#include "cli/own_number.h"

#include "cli/operands.h"
#include "cli/text.h"

enum { DATA_MAX = 32 << 20 };

pith_status own_data_read(pith_arena *arena, const char *path, const pith_keyring *keyring,
                          own_data *out, pith_error *err)
{
    pith_text bytes;
    pith_tex_record *records;
    size_t count = 0;
    *out = (own_data){.path = path};
    if (!pith_file_exists(path))
        return PITH_OK;
    pith_status status = pith_file_read(arena, path, DATA_MAX, &bytes, err);
    if (status == PITH_OK)
        status = pith_tex_data_read(arena, bytes, path, &records, &count, err);
    if (status != PITH_OK || count == 0)
        return status;
    out->results = calloc(count, sizeof *out->results);
    out->relations = calloc(count, sizeof *out->relations);
    if (!out->results || !out->relations) {
        return pith_fail_memory(err);
    }
    for (size_t i = 0; i < count; i++) {
        pith_error ignored;
        pith_result *result;
        if (pith_verify_bytes(arena, records[i].document, path, &records[i].number, keyring,
                              &result, &ignored) != PITH_OK ||
            result->exit != PITH_EXIT_OK) {
            if (!out->left_out[0])
                snprintf(out->left_out, sizeof out->left_out, "%s", records[i].number.id);
            continue;
        }
        out->results[out->count] = result;
        out->relations[out->count++] = records[i].relation;
    }
    return PITH_OK;
}

void own_data_free(own_data *data)
{
    free(data->results);
    free(data->relations);
    *data = (own_data){.count = 0};
}

size_t own_data_find(const own_data *data, const char *id)
{
    size_t i = 0;
    while (i < data->count && strcmp(data->results[i]->number.id, id) != 0)
        i++;
    return i;
}

size_t own_data_before(const own_data *data, const pith_result *predicted)
{
    size_t i = 0;
    for (; i < data->count; i++) {
        const pith_result *r = data->results[i];
        if (text_equal(r->source_id, predicted->source_id) &&
            r->source_version == predicted->source_version - 1)
            break;
    }
    return i;
}

pith_status own_number(pith_arena *arena, const char *path, pith_number *out, size_t *others,
                       pith_error *err)
{
    pith_mentions mentions;
    pith_status status = pith_paper_scan(arena, &path, 1, &mentions, err);
    if (status != PITH_OK)
        return status;
    if (mentions.count == 0) {
        return pith_fail(err, PITH_NO_MENTION, path, "gives no number");
    }
    *out = mentions.items[0].number;
    *others = mentions.count - 1;
    return PITH_OK;
}

pith_status own_resolve(pith_arena *arena, const pith_sources *sources, const pith_keyring *keyring,
                        const pith_target *target, const char *name, pith_result **out,
                        pith_error *err)
{
    pith_status status = operand_resolve(arena, sources, keyring, target, out, err);
    if (status != PITH_OK)
        return status;
    return (*out)->exit == PITH_EXIT_OK ? PITH_OK : pith_result_error(*out, name, err);
}
