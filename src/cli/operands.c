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
        *err = (pith_error){.status = PITH_MEMORY, .message = "out of memory"};
        return err->status;
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
