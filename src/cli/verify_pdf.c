// SPDX-License-Identifier: MIT
#include "cli/verify_pdf.h"

#include "cli/operands.h"
#include "cli/page_qr.h"
#include "cli/text.h"

static pith_status read_qr(const cli_args *args, pith_arena *arena, const char *path,
                           pith_pdf_reading *reading, pith_error *err)
{
    const char *pages = args_value(args, "qr");
    if (!pages)
        return PITH_OK;
    char *end;
    long n = strtol(pages, &end, 10);
    if (*pages == '\0' || *end != '\0' || n < 1 || n > PAGE_QR_MAX)
        return pith_fail(err, PITH_USAGE, pages,
                         "--qr takes the number of pages to look at, 1 to 100");
    return page_qr_read(arena, path, (int)n, reading, err);
}

// Nothing says what the file is. What is wrong with a packet says more than that it is missing.
static pith_status no_number(const char *path, const pith_pdf_reading *reading, pith_error *err)
{
    size_t links = 0;
    const pith_pdf_claim *link = NULL;
    for (const pith_finding *f = reading->findings; f; f = f->next) {
        if (f->severity == PITH_SEVERITY_ERROR)
            return pith_fail(err, f->code, path, "%s", f->message.p);
    }
    for (const pith_pdf_claim *c = reading->claims; c; c = c->next) {
        if (c->place != PITH_PDF_PLACE_LINK)
            continue;
        link = c;
        links++;
    }
    if (!link)
        return pith_fail(err, PITH_PDF_NO_RECORD, path, "names no Pith Number as its own");
    return pith_fail(err, PITH_PDF_NO_RECORD, path, "has no record; its links name %s%s%s%s",
                     link->number.id, link->host.n ? " at " : "", link->host.p,
                     links > 1 ? " and others" : "");
}

pith_status verify_pdf(const cli_args *args, pith_arena *arena, const char *path,
                       const pith_sources *sources, const pith_keyring *keyring,
                       pith_result **result, pith_error *err)
{
    pith_pdf_reading reading;
    pith_result *elsewhere = NULL;
    pith_status status = pith_pdf_read(arena, path, &reading, err);
    if (status == PITH_OK)
        status = read_qr(args, arena, path, &reading, err);
    if (status != PITH_OK)
        return status;
    if (!reading.number.id[0])
        return no_number(path, &reading, err);
    if (!reading.record.n || args_has(args, "online"))
        status = operand_resolve(arena, sources, keyring, &(pith_target){.number = reading.number},
                                 &elsewhere, err);
    if (status == PITH_OK)
        return pith_pdf_judge(arena, path, &reading, elsewhere, keyring, result, err);
    // What is false in the file outranks that a source could not be asked.
    pith_error why;
    pith_exit exit = pith_status_exit(status);
    if (status != PITH_MEMORY && reading.record.n &&
        pith_pdf_judge(arena, path, &reading, NULL, keyring, result, &why) == PITH_OK &&
        (*result)->exit != exit && pith_exit_worse((*result)->exit, exit) != exit)
        return PITH_OK;
    *result = NULL;
    return status;
}

pith_status verify_target(const cli_args *args, pith_arena *arena, const char *target,
                          const pith_sources *sources, const pith_keyring *keyring,
                          pith_result **result, pith_error *err)
{
    pith_target name;
    pith_text bytes;
    bool is_pdf;
    pith_status status = pith_pdf_is(target, &is_pdf, err);
    if (status != PITH_OK)
        return status;
    if (is_pdf)
        return verify_pdf(args, arena, target, sources, keyring, result, err);
    if (strcmp(target, "-") == 0 || operand_is_file(target)) {
        status = pith_file_read(arena, target, VERIFY_DOCUMENT_MAX, &bytes, err);
        return status == PITH_OK
                   ? pith_verify_bytes(arena, bytes, target, NULL, keyring, result, err)
                   : status;
    }
    status = pith_target_parse(text_of(target), &name, err);
    return status == PITH_OK ? operand_resolve(arena, sources, keyring, &name, result, err)
                             : status;
}
