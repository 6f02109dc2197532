// SPDX-License-Identifier: MIT
#include "base/err.h"
#include "base/file.h"
#include "pdf/scan.h"

enum { PACKET_MAX = 256 << 20 };

// The file as it was before our update, if the recorded hash proves that it is.
static pith_status find_prefix(pith_arena *arena, const pith_input *in, pith_pdf *base,
                               pith_error *err)
{
    pith_pdf pdf;
    pith_pdf_metadata metadata = {.there = false};
    pith_xmp_packet packet;
    pith_pdf_prefix prefix;
    uint8_t sha256[PITH_DIGEST_LEN];
    pith_status status = pith_pdf_open(arena, in, in->size, &pdf, err);
    if (status == PITH_OK)
        status = pith_pdf_read_metadata(&pdf, &metadata, err);
    if (status == PITH_OK && metadata.there)
        status = pith_xmp_scan(arena, metadata.bytes, in->path, &packet, err);
    if (status != PITH_OK)
        return status;
    if (!metadata.there || !pith_xmp_get(&packet, PITH_XMP_NUMBER, NULL).n)
        return pith_fail(err, PITH_PDF_NO_RECORD, in->path, "has no Pith record");
    pith_pdf_read_prefix(&packet, &prefix);
    status = pith_pdf_open_prefix(&pdf, &prefix, base, err);
    if (status != PITH_OK)
        return status;
    if (!prefix.hashed)
        return pith_fail(err, PITH_PDF_NOT_CUT, in->path,
                         "the record does not say what the file was before it");
    status = pith_pdf_hash(in, prefix.length, sha256, err);
    if (status == PITH_OK && memcmp(sha256, prefix.sha256, sizeof sha256) != 0)
        return pith_fail(err, PITH_PDF_PREFIX, in->path,
                         "the first %llu bytes are not those that the record was added to",
                         (unsigned long long)prefix.length);
    return status;
}

typedef struct search {
    pith_number found; // embedded before; all zero: none was
    pith_pdf_bundles bundles;
    bool unread; // an attached file
} search;

// The number of a record that an earlier embedding added; one of pith.sty names no prefix.
static pith_status on_packet(void *context, uint64_t offset, pith_text bytes, pith_error *err)
{
    pith_number *found = &((search *)context)->found;
    pith_xmp_packet packet;
    pith_pdf_prefix prefix;
    pith_error why;
    (void)offset;
    pith_arena *arena = pith_arena_new(PACKET_MAX);
    if (!arena)
        return pith_fail_memory(err);
    pith_status status = pith_xmp_scan(arena, bytes, "", &packet, &why);
    if (status == PITH_OK) {
        pith_pdf_read_prefix(&packet, &prefix);
        if (prefix.stated && !found->id[0] &&
            pith_number_parse(pith_xmp_get(&packet, PITH_XMP_NUMBER, NULL), found, &why) != PITH_OK)
            *found = (pith_number){.year = 0};
    }
    pith_arena_free(arena);
    return status == PITH_MEMORY ? pith_fail_memory(err) : PITH_OK;
}

static void on_link(void *context, uint64_t offset, const pith_number *number, pith_text host)
{
    (void)context, (void)offset, (void)number, (void)host;
}

static pith_status has_record(pith_arena *arena, pith_pdf *pdf, bool *out, pith_error *err)
{
    pith_error why;
    pith_pdf_metadata metadata;
    pith_xmp_packet packet;
    *out = false;
    pith_status status = pith_pdf_read_metadata(pdf, &metadata, &why);
    if (status == PITH_OK && metadata.there)
        status = pith_xmp_scan(arena, metadata.bytes, pdf->path, &packet, &why);
    if (status == PITH_OK && metadata.there)
        *out = pith_xmp_get(&packet, PITH_XMP_NUMBER, NULL).n > 0;
    if (!pith_pdf_is_of_machine(status))
        return PITH_OK; // no reader would find one
    *err = why;
    return status;
}

static pith_status on_file(void *context, pith_pdf *pdf, const pith_pdf_value *spec,
                           pith_error *err)
{
    search *s = context;
    pith_status status = pith_pdf_add_file(&s->bundles, pdf, spec, err);
    s->unread = s->unread || status != PITH_OK;
    return pith_pdf_is_of_machine(status) ? status : PITH_OK;
}

// An update that could not be replaced is below the one that is cut off, in use again or hidden:
// what is left would pass for a PDF without a record. *out: whether the author's own file has a
// record or bundle as well, as pith.sty writes them, and whether all was searched.
static pith_status search_below(pith_arena *arena, pith_pdf *base, pith_pdf_written *out,
                                pith_error *err)
{
    search s = {.bundles = {.arena = arena}};
    pith_pdf_scan scan = {
        .pdf = base, .packet = on_packet, .link = on_link, .file = on_file, .context = &s};
    pith_status status = pith_pdf_scan_all(&scan, err);
    if (status == PITH_OK && s.found.id[0])
        return pith_fail(err, PITH_PDF_NOT_CUT, base->path,
                         "the record of %s, which was embedded before, would still be in it",
                         s.found.id);
    if (status == PITH_OK)
        status = pith_pdf_find_bundles(&s.bundles, base, err);
    s.unread = s.unread || status != PITH_OK;
    if (status != PITH_OK && !pith_pdf_is_of_machine(status))
        status = PITH_OK;
    if (status == PITH_OK)
        status = has_record(arena, base, &out->replaced, err);
    out->replaced = out->replaced || s.bundles.first;
    out->partly_read = scan.partial || s.unread;
    return status;
}

static pith_status write_copy(pith_arena *arena, const pith_input *in, uint64_t size,
                              const char *path, bool sync, pith_written *out, pith_error *err)
{
    pith_input written;
    pith_file_draft *draft = NULL;
    pith_status status = pith_file_begin(arena, path, &draft, err);
    if (status == PITH_OK)
        status = pith_file_draft_copy(draft, in, size, NULL, NULL, err);
    if (status != PITH_OK)
        return status;
    pith_file_draft_input(draft, &written);
    status = pith_pdf_check_written(arena, &written, size, (pith_text){"", 0}, NULL, err);
    if (status == PITH_OK)
        status = pith_file_draft_end(draft, sync, err);
    return status == PITH_OK ? pith_file_commit(draft, out, err) : status;
}

pith_status pith_pdf_strip(pith_arena *arena, const char *path, const char *output, bool no_sync,
                           pith_pdf_written *out, pith_error *err)
{
    pith_input in;
    pith_pdf base;
    *out = (pith_pdf_written){.prefix = 0};
    pith_status status = pith_input_open(path, !output, &in, err);
    if (status != PITH_OK)
        return status;
    status = find_prefix(arena, &in, &base, err);
    if (status == PITH_OK)
        status = search_below(arena, &base, out, err);
    if (status == PITH_OK && output) {
        status = write_copy(arena, &in, base.in.size, output, !no_sync, &out->written, err);
    } else if (status == PITH_OK) {
        status = pith_input_cut(&in, base.in.size, !no_sync, err);
        out->written = PITH_WRITTEN_NEW;
    }
    if (status == PITH_OK)
        out->prefix = out->size = base.in.size;
    pith_input_close(&in);
    return status;
}
