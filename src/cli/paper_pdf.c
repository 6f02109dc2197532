// SPDX-License-Identifier: MIT
#include "cli/paper_pdf.h"

typedef struct check {
    pith_arena *arena;
    paper_pdf *pdf;
    pith_upload *upload;
    pith_text where;
    pith_error *err;
} check;

static bool is_mentioned(const check *c, const pith_number *number)
{
    for (size_t i = 0; i < c->pdf->mentions->count; i++) {
        if (strcmp(c->pdf->mentions->items[i].number.id, number->id) == 0)
            return true;
    }
    return false;
}

// Two places of the metadata that name one number are one thing to mend.
static bool is_said(const pith_pdf_reading *reading, const pith_pdf_claim *claim)
{
    const bool link = claim->place == PITH_PDF_PLACE_LINK;
    for (const pith_pdf_claim *c = reading->claims; c != claim; c = c->next) {
        if (c->place != PITH_PDF_PLACE_RELATION && (c->place == PITH_PDF_PLACE_LINK) == link &&
            strcmp(c->number.id, claim->number.id) == 0)
            return true;
    }
    return false;
}

// Links and metadata that name a number of the sources, or another one.
static pith_status check_claims(const check *c, const pith_pdf_reading *reading)
{
    pith_status status = PITH_OK;
    for (const pith_pdf_claim *claim = reading->claims; claim && status == PITH_OK;
         claim = claim->next) {
        bool known = is_mentioned(c, &claim->number);
        bool link = claim->place == PITH_PDF_PLACE_LINK;
        const char *what = link ? "a link" : "its metadata";
        if (claim->place == PITH_PDF_PLACE_RELATION || known != c->pdf->anonymous ||
            is_said(reading, claim))
            continue;
        if (known)
            status = pith_upload_note(c->arena, c->upload, PITH_UPLOAD_ANONYMOUS,
                                      PITH_SEVERITY_ERROR, c->where, c->err,
                                      "%s names %s all the same", what, claim->number.id);
        else
            status = pith_upload_note(
                c->arena, c->upload, PITH_PDF_NUMBER_DIFFERS,
                link ? PITH_SEVERITY_WARNING : PITH_SEVERITY_ERROR, c->where, c->err,
                "%s names %s, which no \\pithnumber of the paper does", what, claim->number.id);
    }
    return status;
}

// The record of the data file, for a PDF that names the number but holds no record itself.
static pith_status take_record(check *c, const pith_number *number)
{
    pith_tex_record *records;
    size_t count;
    pith_error ignored; // what is missing in the data file, or wrong with it, is said elsewhere
    if (pith_tex_data_read(c->arena, c->pdf->data, PITH_TEX_DATA_NAME, &records, &count,
                           &ignored) != PITH_OK)
        count = 0;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(records[i].number.id, number->id) != 0)
            continue;
        return pith_verify_bytes(c->arena, records[i].document, PITH_TEX_DATA_NAME, number,
                                 c->pdf->keyring, &c->pdf->result, c->err);
    }
    return PITH_OK;
}

// No metadata name a number. Cited works are only linked; a paper with a number of its own that
// shows nothing of it does not do what its author asked for.
static pith_status check_silence(const check *c, const pith_pdf_reading *reading)
{
    for (const pith_pdf_claim *claim = reading->claims; claim; claim = claim->next) {
        if (claim->place == PITH_PDF_PLACE_LINK && is_mentioned(c, &claim->number))
            return PITH_OK;
    }
    return pith_upload_note(c->arena, c->upload, PITH_PDF_NO_RECORD, PITH_SEVERITY_ERROR, c->where,
                            c->err,
                            "neither links nor metadata name a number of the paper; if that is "
                            "meant, see --anonymous");
}

static pith_status take_findings(const check *c)
{
    const pith_result *result = c->pdf->result;
    pith_exit said = PITH_EXIT_OK;
    pith_status status = PITH_OK;
    for (const pith_finding *f = result->findings; f && status == PITH_OK; f = f->next) {
        if (f->severity == PITH_SEVERITY_INFO)
            continue;
        pith_severity severity = f->severity;
        // The record of the data file stands in for it.
        if (f->code == PITH_PDF_NO_RECORD)
            severity = PITH_SEVERITY_WARNING;
        if (severity == PITH_SEVERITY_ERROR)
            said = pith_exit_worse(said, pith_status_exit(f->code));
        status = pith_upload_note(c->arena, c->upload, f->code, severity, c->where, c->err, "%s",
                                  f->message.p);
    }
    if (status == PITH_OK && said == PITH_EXIT_OK)
        status = pith_upload_note(c->arena, c->upload, PITH_PDF_SCOPE, PITH_SEVERITY_INFO, c->where,
                                  c->err, "names pith:%04d:%s, which is intact%s",
                                  result->number.year, result->number.id,
                                  result->trusted     ? ", signed and trusted"
                                  : result->is_signed ? " and signed"
                                                      : "; it has no receipt");
    return status;
}

static pith_status judge(check *c, const pith_pdf_reading *reading)
{
    pith_status status = PITH_OK;
    if (!reading->record.n)
        status = take_record(c, &reading->number);
    if (status != PITH_OK || (!reading->record.n && !c->pdf->result))
        return status;
    status = pith_pdf_judge(c->arena, c->where.p, reading, c->pdf->result, c->pdf->keyring,
                            &c->pdf->result, c->err);
    return status == PITH_OK ? take_findings(c) : status;
}

pith_status paper_pdf_check(pith_arena *arena, paper_pdf *pdf, pith_upload *upload, pith_error *err)
{
    const char *slash = strrchr(pdf->path, '/');
    const char *name = slash ? slash + 1 : pdf->path;
    pith_pdf_reading reading;
    check c = {arena, pdf, upload, {name, strlen(name)}, err};
    pdf->result = NULL;
    pith_status status = pith_pdf_read(arena, pdf->path, &reading, err);
    if (status == PITH_OK)
        status = check_claims(&c, &reading);
    if (status == PITH_OK && !pdf->anonymous && reading.number.id[0])
        status = judge(&c, &reading);
    else if (status == PITH_OK && !pdf->anonymous && pdf->mentions->count)
        status = check_silence(&c, &reading);
    if (status == PITH_OK || status == PITH_MEMORY)
        return status;
    // A PDF that cannot be read, or a record that cannot: a finding like others.
    pith_error why = *err;
    return pith_upload_note(arena, upload, why.status, PITH_SEVERITY_ERROR, c.where, err, "%s",
                            why.message);
}
