// SPDX-License-Identifier: MIT
#include "cli/stamp_verify.h"

#include "cli/text.h"

enum { DOCUMENT_MAX = 64 << 20 };

static pith_status verify_record(const stamp_means *m, const pith_ots *proof,
                                 const pith_result *result, pith_ots_report *report,
                                 stamp_compared *with, pith_error *err)
{
    *with = STAMP_RECORD;
    const pith_ots_subject subject = {.digest = result->digest, .not_before = result->submitted_at};
    return pith_ots_verify_record(m->arena, proof, &subject, m->headers, report, err);
}

static pith_status verify_name(const stamp_means *m, const char *of, const pith_ots *proof,
                               pith_ots_report *report, stamp_compared *with, pith_error *err)
{
    pith_target name;
    pith_result *result = NULL;
    pith_error why = {.status = PITH_OK};
    pith_status status = pith_target_parse(text_of(of), &name, err);
    const bool full = status == PITH_OK && !name.alias_kind[0];
    *with = STAMP_NUMBER;
    if (full)
        status = pith_ots_verify_number(m->arena, proof, &name.number, &why, NULL, report, err);
    if (status == PITH_OK && full && report->verdict == PITH_OTS_FALSE)
        return PITH_OK;
    if (status == PITH_OK)
        status = pith_resolve_all(m->arena, m->sources, m->keyring, &name, 1, &result, &why, err);
    if (status != PITH_OK)
        return status;
    if (result && (!result->intact || result->asked_other))
        return pith_result_error(result, of, err);
    if (result)
        return verify_record(m, proof, result, report, with, err);
    if (full)
        return pith_ots_verify_number(m->arena, proof, &name.number, &why, m->headers, report, err);
    *err = why;
    return why.status;
}

// The record that a file holds, if it is a document whose record holds; else *out is NULL.
static pith_status record_of(const stamp_means *m, const char *path, pith_result **out,
                             pith_error *err)
{
    pith_text bytes;
    *out = NULL;
    pith_status status = pith_file_read(m->arena, path, DOCUMENT_MAX, &bytes, err);
    if (status == PITH_OK)
        status = pith_verify_bytes(m->arena, bytes, path, NULL, m->keyring, out, err);
    if (status == PITH_OK && !(*out)->intact)
        *out = NULL;
    return status == PITH_MEMORY ? status : PITH_OK;
}

// A stamp is of the bytes of a file, or of the record in it, as `pith stamp NUMBER` makes it.
static pith_status verify_file(const stamp_means *m, const char *of, const pith_ots *proof,
                               pith_ots_report *report, stamp_compared *with, pith_error *err)
{
    uint8_t digest[PITH_DIGEST_LEN];
    size_t len = 0;
    pith_ots_info info;
    pith_result *result = NULL;
    *with = STAMP_FILE;
    pith_status status = pith_ots_hash_file(proof, of, digest, &len, err);
    if (status == PITH_OK)
        status = pith_ots_describe(m->arena, proof, &info, err);
    if (status == PITH_OK && memcmp(digest, info.digest.p, len) != 0)
        status = record_of(m, of, &result, err);
    if (status != PITH_OK)
        return status;
    if (result)
        return verify_record(m, proof, result, report, with, err);
    return pith_ots_verify(m->arena, proof, (pith_text){(const char *)digest, len}, m->headers,
                           report, err);
}

pith_status stamp_verify(const stamp_means *means, const char *of, bool is_file,
                         const pith_ots *proof, pith_ots_report *report, stamp_compared *with,
                         pith_error *err)
{
    *with = STAMP_NOTHING;
    if (!of)
        return pith_ots_verify(means->arena, proof, (pith_text){NULL, 0}, means->headers, report,
                               err);
    return is_file ? verify_file(means, of, proof, report, with, err)
                   : verify_name(means, of, proof, report, with, err);
}
