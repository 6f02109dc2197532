// SPDX-License-Identifier: MIT
#include "cli/verify_pdf.h"

#include "cli/page_qr.h"

static pith_status fail(pith_error *err, pith_status status, const char *path, const char *message)
{
    *err = (pith_error){.status = status};
    snprintf(err->object, sizeof err->object, "%s", path);
    snprintf(err->message, sizeof err->message, "%s", message);
    return status;
}

static pith_status read_qr(const cli_args *args, pith_arena *arena, const char *path,
                           pith_pdf_reading *reading, pith_error *err)
{
    const char *pages = args_value(args, "qr");
    if (!pages)
        return PITH_OK;
    char *end;
    long n = strtol(pages, &end, 10);
    if (*pages == '\0' || *end != '\0' || n < 1 || n > PAGE_QR_MAX)
        return fail(err, PITH_USAGE, pages, "--qr takes the number of pages to look at, 1 to 100");
    return page_qr_read(arena, path, (int)n, reading, err);
}

// The verdict over the record that the sources have.
static pith_status ask(pith_arena *arena, const pith_sources *sources, const pith_keyring *keyring,
                       const pith_number *number, pith_result **result, pith_error *err)
{
    pith_error why = {.status = PITH_OK};
    pith_target target = {.number = *number};
    pith_status status = pith_resolve_all(arena, sources, keyring, &target, 1, result, &why, err);
    if (status == PITH_OK && !*result) {
        *err = why;
        status = why.status;
    }
    return status;
}

pith_status verify_pdf(const cli_args *args, pith_arena *arena, const char *path,
                       const pith_sources *sources, const pith_keyring *keyring,
                       pith_result **result, pith_error *err)
{
    pith_pdf_reading reading;
    pith_status status = pith_pdf_read(arena, path, &reading, err);
    if (status == PITH_OK)
        status = read_qr(args, arena, path, &reading, err);
    if (status != PITH_OK)
        return status;
    if (!reading.number.id[0]) { // what is wrong with the packet says more than that it is missing
        const pith_finding *first = reading.findings;
        while (first && first->severity != PITH_SEVERITY_ERROR)
            first = first->next;
        return first ? fail(err, first->code, path, first->message.p)
                     : fail(err, PITH_PDF_NO_RECORD, path, "names no Pith Number, or several");
    }
    if (!reading.record.n || args_has(args, "online"))
        status = ask(arena, sources, keyring, &reading.number, result, err);
    return status == PITH_OK ? pith_pdf_judge(arena, path, &reading, keyring, result, err) : status;
}
