// SPDX-License-Identifier: MIT
#include "pdf/embed.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/text.h"
#include "pdf/update.h"
#include "trust/sha256.h"

enum { MAX_UPDATE = 2 * PITH_MAX_XMP + (64 << 20) };

typedef struct job {
    pith_arena *arena;
    const pith_pdf_embedding *how;
    pith_pdf_written *out;
    pith_input in;
    pith_pdf base; // the author's file, without our update
    pith_pdf_metadata metadata;
    pith_xmp_packet packet; // of the metadata
    uint8_t sha256[PITH_DIGEST_LEN];
    bool hashed;
    pith_text xmp; // the new packet
    pith_error *err;
} job;

// ---- The state to add to --------------------------------------------------------------

static pith_status read_state(job *j, pith_pdf *pdf)
{
    pith_status status = pith_pdf_read_metadata(pdf, &j->metadata, j->err);
    if (status == PITH_OK && j->metadata.there)
        status = pith_xmp_scan(j->arena, j->metadata.bytes, pdf->path, &j->packet, j->err);
    return status;
}

// The number of the record in the metadata, if it is another than the new one; else all zero.
static pith_number other_number(const job *j)
{
    pith_number number;
    pith_error ignored;
    pith_text text =
        j->metadata.there ? pith_xmp_get(&j->packet, PITH_XMP_NUMBER, NULL) : (pith_text){"", 0};
    if (text.n && pith_number_parse(text, &number, &ignored) == PITH_OK &&
        strcmp(number.id, j->how->result->number.id) != 0)
        return number;
    return (pith_number){.year = 0};
}

// An update of ours that ends the file, over bytes that have not changed since, is replaced:
// embedding again does not grow the file.
static pith_status find_base(job *j)
{
    pith_pdf whole;
    pith_pdf_prefix prefix = {.stated = false};
    pith_status status = pith_pdf_open(j->arena, &j->in, j->in.size, &whole, j->err);
    if (status == PITH_OK)
        status = read_state(j, &whole);
    if (status != PITH_OK)
        return status;
    if (j->metadata.there)
        pith_pdf_read_prefix(&j->packet, &prefix);
    status = PITH_PDF_NOT_CUT;
    if (prefix.hashed)
        status = pith_pdf_open_prefix(&whole, &prefix, &j->base, j->err);
    if (status != PITH_OK && status != PITH_PDF_NOT_CUT)
        return status;
    if (status == PITH_OK) {
        status = pith_pdf_hash(&j->in, prefix.length, j->sha256, j->err);
        if (status != PITH_OK)
            return status;
        j->hashed = memcmp(j->sha256, prefix.sha256, sizeof prefix.sha256) == 0;
    }
    if (!j->hashed) {
        j->base = whole;
        j->out->hidden = other_number(j);
        return PITH_OK;
    }
    j->out->replaced = true;
    j->out->other = other_number(j);
    status = read_state(j, &j->base);
    if (status == PITH_OK)
        j->out->hidden = other_number(j);
    return status;
}

static pith_status check_signatures(job *j)
{
    pith_pdf_signed found = PITH_PDF_UNSIGNED;
    pith_status status = pith_pdf_find_signatures(&j->base, &found, j->err);
    if (status != PITH_OK)
        return status;
    j->out->is_signed = found == PITH_PDF_IS_SIGNED;
    if (found == PITH_PDF_IS_CERTIFIED)
        return pith_fail(j->err, PITH_PDF_CERTIFIED, j->base.path, "is certified by its author");
    if (found == PITH_PDF_IS_SIGNED && !j->how->allow_signed)
        return pith_fail(j->err, PITH_PDF_SIGNED, j->base.path, "is signed");
    return PITH_OK;
}

// The linearization dictionary is the first object, within 1,024 bytes (annex F).
static pith_status look_for_linearization(job *j)
{
    char head[1024];
    static const char word[] = "/Linearized";
    size_t n = j->base.in.size < sizeof head ? (size_t)j->base.in.size : sizeof head;
    pith_status status = pith_input_read(&j->in, 0, head, n, j->err);
    for (size_t i = 0; status == PITH_OK && i + sizeof word - 1 <= n; i++) {
        if (memcmp(head + i, word, sizeof word - 1) == 0)
            j->out->linearized = true;
    }
    return status;
}

static pith_status check_attachment(const job *j)
{
    // PDF/A-1 forbids embedded files, PDF/A-2 all but PDF/A ones (ISO 19005-2 6.8), and so does
    // PDF/A-4 unless it is 4f.
    int part = j->metadata.there ? j->packet.pdfa_part : 0;
    bool allowed = part == 0 || part == 3 || (part == 4 && j->packet.pdfa_level == 'F');
    if (j->how->bundle.n && !allowed)
        return pith_fail(j->err, PITH_PDF_ATTACH_PDFA, j->base.path,
                         "is PDF/A-%d, which allows no such attachment", part);
    return PITH_OK;
}

// ---- The update -----------------------------------------------------------------------

static pith_status build(job *j, pith_buf *out)
{
    const pith_xmp_content content = {.result = j->how->result,
                                      .relation = j->how->relation,
                                      .prefix_length = j->base.in.size,
                                      .prefix_sha256 = j->hashed ? j->sha256 : NULL,
                                      .dc_identifier = j->how->dc_identifier};
    pith_status status = pith_xmp_merge(j->arena, j->metadata.there ? &j->packet : NULL, &content,
                                        j->how->date, &j->xmp, j->err);
    if (status != PITH_OK) {
        pith_error_name(j->err, j->base.path);
        return status;
    }
    return pith_pdf_update_build(&j->base, &j->metadata.object, j->xmp, j->how->bundle, out,
                                 j->err);
}

// ---- Writing --------------------------------------------------------------------------

static pith_text text_of(const pith_buf *buf)
{
    return (pith_text){buf->data, buf->len};
}

static void look(void *context, const void *bytes, size_t len)
{
    pith_sha256_more(context, bytes, len);
}

static pith_status check(const job *j, const pith_input *in, uint64_t size, pith_text tail)
{
    return pith_pdf_check_written(j->arena, in, size, tail, &j->xmp, j->err);
}

// A new file: the author's bytes, hashed as they pass, and the update.
static pith_status write_copy(job *j, pith_buf *update)
{
    pith_input written;
    pith_sha256_state state;
    pith_file_draft *draft = NULL;
    bool hash = !j->hashed && !j->how->no_hash;
    pith_sha256_start(&state);
    pith_status status = pith_file_begin(j->arena, j->how->output, &draft, j->err);
    if (status == PITH_OK)
        status = pith_file_draft_copy(draft, &j->in, j->base.in.size, hash ? look : NULL, &state,
                                      j->err);
    if (status == PITH_OK && hash) {
        pith_sha256_now(&state, j->sha256);
        j->hashed = true;
    }
    if (status == PITH_OK)
        status = build(j, update);
    if (status == PITH_OK)
        status = pith_file_draft_append(draft, update->data, update->len, j->err);
    if (status != PITH_OK)
        return status;
    pith_file_draft_input(draft, &written);
    status = check(j, &written, j->base.in.size + update->len, text_of(update));
    if (status == PITH_OK)
        status = pith_file_draft_end(draft, !j->how->no_sync, j->err);
    return status == PITH_OK ? pith_file_commit(draft, &j->out->written, j->err) : status;
}

static pith_status append(job *j, pith_text bytes)
{
    pith_error ignored;
    uint64_t size = j->in.size;
    pith_status status = pith_input_append(&j->in, bytes.p, bytes.n, !j->how->no_sync, j->err);
    if (status != PITH_OK)
        return status;
    status = check(j, &j->in, j->in.size, bytes);
    if (status != PITH_OK && pith_input_cut(&j->in, size, true, &ignored) != PITH_OK)
        return pith_fail(j->err, PITH_IO_WRITE, j->in.path,
                         "cannot be written nor cut back to its %llu bytes",
                         (unsigned long long)size);
    return status;
}

// Puts the update where the old one is, without another inode, so that owner and hard links stay,
// and without a moment in which the file is no PDF: the new one is appended first, its /Prev past
// the old one, which then is nobody's and can be written over; at last the end is cut off.
static pith_status replace(job *j, pith_text old, const pith_buf *update)
{
    pith_buf twice; // the update as it is behind the old one
    pith_error ignored;
    bool sync = !j->how->no_sync;
    uint64_t at = j->base.in.size;
    uint64_t end = j->in.size;
    pith_buf_init(&twice, SIZE_MAX);
    while (pith_buf_ok(&twice) && (twice.len < old.n || twice.len < update->len))
        pith_buf_puts(&twice, "\n");
    pith_status status = build(j, &twice);
    if (status == PITH_OK)
        status = append(j, (pith_text){twice.data + old.n, twice.len - old.n});
    pith_buf_free(&twice);
    if (status != PITH_OK)
        return status;
    status = pith_input_put(&j->in, at, update->data, update->len, sync, j->err);
    if (status == PITH_OK)
        status = check(j, &j->in, at + update->len, text_of(update));
    if (status == PITH_OK)
        return pith_input_cut(&j->in, at + update->len, sync, j->err);
    if (pith_input_put(&j->in, at, old.p, old.n, sync, &ignored) == PITH_OK)
        (void)!pith_input_cut(&j->in, end, sync, &ignored);
    return status;
}

static pith_status write_in_place(job *j, pith_buf *update)
{
    pith_status status = PITH_OK;
    pith_text old = {NULL, (size_t)(j->in.size - j->base.in.size)}; // read before, so not large
    if (!j->hashed && !j->how->no_hash) {
        status = pith_pdf_hash(&j->in, j->in.size, j->sha256, j->err);
        j->hashed = true;
    }
    if (status == PITH_OK)
        status = build(j, update);
    if (status != PITH_OK)
        return status;
    j->out->written = PITH_WRITTEN_NEW;
    if (old.n == 0)
        return append(j, text_of(update));
    char *bytes = pith_alloc(j->arena, old.n);
    if (!bytes)
        return pith_fail_memory(j->err);
    status = pith_input_read(&j->in, j->base.in.size, bytes, old.n, j->err);
    if (status != PITH_OK)
        return status;
    old.p = bytes;
    if (!pith_text_equal(old, text_of(update)))
        return replace(j, old, update);
    j->out->written = PITH_WRITTEN_SAME;
    return PITH_OK;
}

static pith_status check_state(job *j)
{
    pith_status status = find_base(j);
    if (status == PITH_OK)
        status = check_signatures(j);
    if (status == PITH_OK)
        status = look_for_linearization(j);
    return status == PITH_OK ? check_attachment(j) : status;
}

pith_status pith_pdf_embed_update(pith_arena *arena, const pith_input *in,
                                  const pith_pdf_embedding *how, pith_buf *update,
                                  pith_pdf_written *out, pith_error *err)
{
    job *j = pith_alloc_array(arena, 1, sizeof *j);
    if (!j)
        return pith_fail_memory(err);
    *j = (job){.arena = arena, .how = how, .out = out, .in = *in, .err = err};
    *out = (pith_pdf_written){.prefix = 0};
    pith_status status = check_state(j);
    if (status == PITH_OK && !j->hashed && !how->no_hash) {
        status = pith_pdf_hash(in, j->base.in.size, j->sha256, err);
        j->hashed = true;
    }
    if (status == PITH_OK)
        status = build(j, update);
    out->prefix = j->base.in.size;
    out->size = j->base.in.size + update->len;
    return status;
}

#define NOT_EMBEDDED "only a record that holds can be embedded"

static bool holds(const pith_pdf_embedding *how)
{
    return how->result->intact && how->result->exit == PITH_EXIT_OK;
}

pith_status pith_pdf_embed_buffer(pith_arena *arena, const pith_pdf_embedding *how, pith_buf *pdf,
                                  pith_error *err)
{
    pith_input in;
    pith_pdf_written written = {.prefix = 0};
    pith_buf update;
    if (!holds(how))
        return pith_fail(err, PITH_USAGE, how->path, NOT_EMBEDDED);
    pith_input_memory(how->path, (pith_text){pdf->data, pdf->len}, &in);
    pith_buf_init(&update, MAX_UPDATE);
    pith_status status = pith_pdf_embed_update(arena, &in, how, &update, &written, err);
    if (status == PITH_OK) {
        pdf->len = (size_t)written.prefix; // without an update that was there
        pith_buf_add(pdf, update.data, update.len);
    }
    if (status == PITH_OK && !pith_buf_ok(pdf))
        status = pith_fail_memory(err);
    pith_buf_free(&update);
    return status;
}

pith_status pith_pdf_embed(pith_arena *arena, const pith_pdf_embedding *how, pith_pdf_written *out,
                           pith_error *err)
{
    job *j = pith_alloc_array(arena, 1, sizeof *j);
    if (!j)
        return pith_fail_memory(err);
    *out = (pith_pdf_written){.prefix = 0};
    *j = (job){.arena = arena, .how = how, .out = out, .err = err};
    if (!holds(how))
        return pith_fail(err, PITH_USAGE, how->path, NOT_EMBEDDED);
    pith_status status = pith_input_open(how->path, !how->output, &j->in, err);
    if (status != PITH_OK)
        return status;
    pith_buf update;
    pith_buf_init(&update, MAX_UPDATE);
    status = check_state(j);
    if (status == PITH_OK)
        status = how->output ? write_copy(j, &update) : write_in_place(j, &update);
    out->prefix = j->base.in.size;
    out->size = j->base.in.size + update.len;
    pith_buf_free(&update);
    pith_input_close(&j->in);
    return status;
}
