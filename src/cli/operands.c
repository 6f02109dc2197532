// SPDX-License-Identifier: MIT
#include "cli/operands.h"

#include "cli/text.h"

pith_status operands_parse(const cli_args *args, cli_operands *out, pith_error *err)
{
    size_t count = args->operand_count;
    *out = (cli_operands){.count = count,
                          .targets = calloc(count + 1, sizeof *out->targets),
                          .results = calloc(count + 1, sizeof(pith_result *)),
                          .errors = calloc(count + 1, sizeof *out->errors)};
    if (!out->targets || !out->results || !out->errors) {
        return pith_fail_memory(err);
    }
    for (size_t i = 0; i < count; i++) {
        const char *text = args->operands[i];
        if (pith_target_parse(text_of(text), &out->targets[i], &out->errors[i]) != PITH_OK)
            out->targets[i] = (pith_target){0};
    }
    return PITH_OK;
}

void operands_free(cli_operands *operands)
{
    free(operands->targets);
    free(operands->results);
    free(operands->errors);
}

bool operand_is_file(const char *name)
{
    return pith_file_exists(name) ||
           (strchr(name, '.') && !strchr(name, ':') && strncmp(name, "10.", 3) != 0);
}

pith_status operand_resolve(pith_arena *arena, const pith_sources *sources,
                            const pith_keyring *keyring, const pith_target *target,
                            pith_result **out, pith_error *err)
{
    pith_error why;
    pith_status status = pith_resolve_all(arena, sources, keyring, target, 1, out, &why, err);
    if (status != PITH_OK || *out)
        return status;
    *err = why;
    return why.status;
}
