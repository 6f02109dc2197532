// SPDX-License-Identifier: MIT
//
// What a PDF says about itself, gathered from every place where writers leave it.
#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/finding.h"
#include "pdf/scan.h"
#include "trust/crypto.h"

enum { MAX_CLAIMS = 256, MAX_HOST = 80 };

static const pith_text NOWHERE = {"", 0};

typedef struct reading {
    pith_arena *arena;
    const char *path;
    pith_pdf_reading *out;
    pith_pdf_claim **tail;
    size_t claim_count;
    pith_pdf_bundles bundles;
    bool unreadable;     // an attached file
    size_t unread;       // packets not in use that say nothing, after the first
    uint64_t current_at; // of the metadata that the catalog names; 0: none
    uint64_t current_end;
    bool short_memory;
} reading;

static void find(reading *r, pith_status code, pith_severity severity, const char *format, ...)
    PITH_PRINTF(4, 5);

static void find(reading *r, pith_status code, pith_severity severity, const char *format, ...)
{
    char message[320];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (!pith_finding_add(r->arena, &r->out->findings, &r->out->exit, code, severity, r->path,
                          message))
        r->short_memory = true;
}

// ---- Claims ---------------------------------------------------------------------------

static void claim(reading *r, pith_pdf_place place, bool current, uint64_t offset,
                  const pith_number *number, pith_text host)
{
    for (pith_pdf_claim *c = r->out->claims; c; c = c->next) {
        if (c->place == place && strcmp(c->number.id, number->id) == 0 &&
            c->number.year == number->year && pith_text_equal(c->host, host)) {
            c->current = c->current || current;
            return;
        }
    }
    if (r->claim_count++ >= MAX_CLAIMS) // a review paper may link to many; the report says so
        return;
    pith_pdf_claim *c = pith_pdf_claim_new(r->arena, place, number);
    const char *copy = pith_alloc_copy(r->arena, host.p, host.n);
    if (!c || !copy) {
        r->short_memory = true;
        return;
    }
    c->current = current;
    c->offset = offset;
    c->host = (pith_text){copy, host.n};
    *r->tail = c;
    r->tail = &c->next;
}

// Other writers state `pith:...` or the address of a record among other identifiers, which do
// not look like either.
static bool read_number(pith_text text, bool ours, pith_number *out)
{
    pith_error ignored;
    bool marked = ours || pith_text_starts(text, "pith:") || pith_text_starts(text, "https://") ||
                  pith_text_starts(text, "http://");
    return marked && pith_number_parse(text, out, &ignored) == PITH_OK;
}

pith_pdf_claim *pith_pdf_claim_new(pith_arena *arena, pith_pdf_place place,
                                   const pith_number *number)
{
    pith_pdf_claim *c = pith_alloc(arena, sizeof *c);
    if (c)
        *c = (pith_pdf_claim){.place = place, .current = true, .number = *number};
    return c;
}

static size_t claim_values(reading *r, const pith_xmp_packet *packet, bool current, uint64_t at)
{
    size_t numbers = 0;
    for (const pith_xmp_value *v = packet->values; v; v = v->next) {
        pith_number number;
        pith_pdf_place place = v->property == PITH_XMP_NUMBER        ? PITH_PDF_PLACE_RECORD
                               : v->property == PITH_XMP_DC_RELATION ? PITH_PDF_PLACE_RELATION
                                                                     : PITH_PDF_PLACE_IDENTIFIER;
        bool stated = v->property == PITH_XMP_NUMBER || v->property >= PITH_XMP_COUNT;
        if (!stated)
            continue;
        if (!read_number(v->text, v->property == PITH_XMP_NUMBER, &number)) {
            if (v->property == PITH_XMP_NUMBER && (current || r->unread++ == 0))
                find(r, PITH_NUMBER_SYNTAX, current ? PITH_SEVERITY_ERROR : PITH_SEVERITY_WARNING,
                     "pith:number in the packet at byte %llu is no Pith Number",
                     (unsigned long long)at);
            continue;
        }
        claim(r, place, current, at, &number, NOWHERE);
        numbers++;
    }
    return numbers;
}

// ---- The packet in use ----------------------------------------------------------------

static pith_text without_space(reading *r, pith_text text)
{
    char *copy = pith_alloc(r->arena, text.n + 1);
    size_t n = 0;
    r->short_memory = r->short_memory || !copy;
    for (size_t i = 0; copy && i < text.n; i++) {
        if (!memchr(" \t\r\n", text.p[i], 4))
            copy[n++] = text.p[i];
    }
    return (pith_text){copy, copy ? n : 0};
}

static bool decode_record(reading *r, pith_text base64)
{
    pith_text text = without_space(r, base64);
    if (text.n == 0 || text.n % 4 != 0)
        return false;
    size_t len = text.n / 4 * 3 - (text.p[text.n - 1] == '=') - (text.p[text.n - 2] == '=');
    char *bytes = pith_alloc(r->arena, len + 1);
    r->short_memory = r->short_memory || !bytes;
    if (!bytes || !pith_base64_decode(text, (uint8_t *)bytes, len))
        return false;
    r->out->canonical = (pith_text){bytes, len};
    return true;
}

static void put_member(pith_buf *out, const char *name, pith_text value)
{
    if (!value.n)
        return;
    pith_buf_printf(out, ",\"%s\":", name);
    pith_json_quote(value, out);
}

// The properties as the document that they were taken from, to be checked like any other.
static void make_document(reading *r, const pith_xmp_packet *packet)
{
    pith_buf out;
    pith_text key_id = pith_xmp_get(packet, PITH_XMP_KEY_ID, NULL);
    pith_buf_init(&out, PITH_MAX_DOCUMENT);
    pith_buf_puts(&out, "{\"canonical_record\":");
    pith_buf_add(&out, r->out->canonical.p, r->out->canonical.n);
    put_member(&out, "canonical_sha256", pith_xmp_get(packet, PITH_XMP_CANONICAL_SHA256, NULL));
    put_member(&out, "pith_number", pith_xmp_get(packet, PITH_XMP_NUMBER, NULL));
    if (key_id.n) {
        pith_buf_puts(&out, ",\"receipt\":{\"kind\":\"pith_receipt\",\"algorithm\":\"ed25519\"");
        put_member(&out, "key_id", key_id);
        put_member(&out, "signed_at", pith_xmp_get(packet, PITH_XMP_SIGNED_AT, NULL));
        put_member(&out, "signature_b64",
                   without_space(r, pith_xmp_get(packet, PITH_XMP_SIGNATURE, NULL)));
        pith_buf_puts(&out, "}");
    }
    pith_buf_puts(&out, "}");
    char *copy = pith_buf_ok(&out) ? pith_alloc_copy(r->arena, out.data, out.len) : NULL;
    if (copy)
        r->out->record = (pith_text){copy, out.len};
    else
        r->short_memory = true;
    pith_buf_free(&out);
}

static void read_current(reading *r, const pith_xmp_packet *packet)
{
    pith_text base64 = pith_xmp_get(packet, PITH_XMP_CANONICAL_RECORD, NULL);
    r->out->packets += claim_values(r, packet, true, r->current_at) > 0;
    for (int i = 0; i < PITH_XMP_COUNT; i++) {
        bool conflict = false;
        if (i != PITH_XMP_STATUS)
            (void)pith_xmp_get(packet, i, &conflict);
        if (conflict)
            find(r, PITH_XMP_CONFLICT, PITH_SEVERITY_ERROR, "pith:%s has two different values",
                 pith_xmp_name((pith_xmp_property)i));
    }
    r->out->source = pith_xmp_get(packet, PITH_XMP_SOURCE, NULL);
    r->out->relation = pith_xmp_get(packet, PITH_XMP_RELATION, NULL);
    if (base64.n && !decode_record(r, base64))
        find(r, PITH_FIELD_VALUE, PITH_SEVERITY_ERROR, "pith:canonicalRecord is no base64");
    if (r->out->canonical.n)
        make_document(r, packet);
}

// ---- Attachment -----------------------------------------------------------------------

// What cannot be read is told of once; what this machine cannot do says nothing about the file.
static pith_status attachment(reading *r, pith_status status, pith_error *err)
{
    if (status == PITH_OK || pith_pdf_is_of_machine(status))
        return status;
    if (!r->unreadable)
        find(r, status, PITH_SEVERITY_WARNING, "the attached files cannot be read: %s",
             err->message);
    r->unreadable = true;
    return PITH_OK;
}

static pith_status on_file(void *context, pith_pdf *pdf, const pith_pdf_value *spec,
                           pith_error *err)
{
    reading *r = context;
    return attachment(r, pith_pdf_add_file(&r->bundles, pdf, spec, err), err);
}

// ---- All of it ------------------------------------------------------------------------

static pith_status on_packet(void *context, uint64_t offset, pith_text bytes, pith_error *err)
{
    reading *r = context;
    pith_error why;
    pith_xmp_packet packet;
    if (offset >= r->current_at && offset < r->current_end)
        return PITH_OK;
    pith_arena *arena = pith_arena_new((size_t)256 << 20);
    if (!arena)
        return pith_fail_memory(err);
    if (pith_xmp_scan(arena, bytes, r->path, &packet, &why) == PITH_OK)
        r->out->packets += claim_values(r, &packet, false, offset) > 0;
    else if (why.status == PITH_MEMORY)
        r->short_memory = true;
    else if (r->unread++ == 0)
        find(r, why.status, PITH_SEVERITY_INFO,
             "a packet at byte %llu, which is not in use, is not well-formed",
             (unsigned long long)offset);
    pith_arena_free(arena);
    return PITH_OK;
}

static void on_link(void *context, uint64_t offset, const pith_number *number, pith_text host)
{
    char name[MAX_HOST];
    size_t n = 0;
    for (; n < host.n && n < sizeof name; n++) { // what a host may be written with, in lower case
        char c = pith_to_lower(host.p[n]);
        name[n] = pith_is_digit(c) || pith_is_lower(c) || memchr(".-_[]", c, 5) ? c : '?';
    }
    host = (pith_text){name, n};
    claim(context, PITH_PDF_PLACE_LINK, true, offset, number,
          pith_text_is(host, "pith.science") ? NOWHERE : host);
}

static pith_status read_metadata(reading *r, pith_pdf *pdf, pith_pdf_prefix *prefix,
                                 pith_error *err)
{
    pith_pdf_metadata metadata;
    pith_xmp_packet packet;
    pith_error why;
    pith_status status = pith_pdf_read_metadata(pdf, &metadata, err);
    if (status != PITH_OK || !metadata.there)
        return status;
    pith_pdf_stream stream;
    status = pith_pdf_stream_of(pdf, &metadata.object, true, &stream, err);
    if (status != PITH_OK)
        return status;
    r->current_at = stream.at;
    r->current_end = stream.at + (stream.len ? stream.len : 1);
    if (pith_xmp_scan(r->arena, metadata.bytes, r->path, &packet, &why) == PITH_OK) {
        read_current(r, &packet);
        pith_pdf_read_prefix(&packet, prefix);
    } else if (why.status == PITH_MEMORY) {
        *err = why;
        return why.status;
    } else {
        find(r, why.status, PITH_SEVERITY_ERROR, "%s", why.message);
    }
    return PITH_OK;
}

// What the PDF is taken to be: the record's number, else the identifier's. A link says nothing
// about the file that it stands in: it may be a citation.
static void choose_number(pith_pdf_reading *out)
{
    static const pith_pdf_place order[] = {PITH_PDF_PLACE_RECORD, PITH_PDF_PLACE_IDENTIFIER};
    for (size_t i = 0; i < 2; i++) {
        for (const pith_pdf_claim *c = out->claims; c && !out->number.id[0]; c = c->next) {
            if (c->place == order[i] && c->current)
                out->number = c->number;
        }
    }
}

static pith_status read_all(reading *r, const pith_input *in, pith_error *err)
{
    pith_pdf pdf;
    pith_pdf before;
    pith_pdf_prefix prefix = {.stated = false};
    pith_status status = pith_pdf_open(r->arena, in, in->size, &pdf, err);
    if (status == PITH_OK)
        status = read_metadata(r, &pdf, &prefix, err);
    if (status != PITH_OK)
        return status;
    status = attachment(r, pith_pdf_find_bundles(&r->bundles, &pdf, err), err);
    if (status != PITH_OK)
        return status;
    status = pith_pdf_open_prefix(&pdf, &prefix, &before, err);
    if (status != PITH_OK && status != PITH_PDF_NOT_CUT)
        return status;
    r->out->is_last = status == PITH_OK;
    if (!r->out->is_last) {
        const char *message = pith_alloc_copy(r->arena, err->message, strlen(err->message));
        if (!message)
            return pith_fail_memory(err);
        r->out->not_last = pith_text_of(message);
    }
    r->out->prefix_stated = prefix.stated;
    r->out->prefix_length = prefix.length;
    r->out->prefix_hashed = prefix.hashed;
    pith_pdf_scan scan = {
        .pdf = &pdf, .packet = on_packet, .link = on_link, .file = on_file, .context = r};
    if (prefix.hashed && prefix.length <= in->size)
        scan.hash_to = prefix.length;
    status = pith_pdf_scan_all(&scan, err);
    r->out->bundles = r->bundles.first;
    r->out->prefix_holds =
        scan.hash_to && memcmp(scan.sha256, prefix.sha256, sizeof prefix.sha256) == 0;
    if (r->unread > 1)
        find(r, PITH_PDF_SCOPE, PITH_SEVERITY_INFO,
             "and %zu more packets that are not in use cannot be read", r->unread - 1);
    if (status == PITH_OK && (scan.partial || r->claim_count > MAX_CLAIMS))
        find(r, PITH_PDF_PARTLY_READ, PITH_SEVERITY_WARNING,
             "the file holds more than is looked at; some packets or links were not read");
    return status;
}

pith_status pith_pdf_is(const char *path, bool *is, pith_error *err)
{
    pith_input in;
    char start[5];
    size_t n = strlen(path);
    *is = false;
    if (pith_path_kind_of(path) != PITH_PATH_FILE)
        return PITH_OK;
    pith_status status = pith_input_open(path, false, &in, err);
    if (status != PITH_OK)
        return status;
    if (in.size >= sizeof start) {
        status = pith_input_read(&in, 0, start, sizeof start, err);
        *is = status == PITH_OK && memcmp(start, "%PDF-", sizeof start) == 0;
    }
    pith_input_close(&in);
    *is = *is || (n > 4 && strcmp(path + n - 4, ".pdf") == 0);
    return status;
}

pith_status pith_pdf_read_input(pith_arena *arena, const pith_input *in, pith_pdf_reading *out,
                                pith_error *err)
{
    *out = (pith_pdf_reading){.size = in->size, .exit = PITH_EXIT_OK};
    reading r = {.arena = arena,
                 .path = in->path,
                 .out = out,
                 .tail = &out->claims,
                 .bundles = {.arena = arena}};
    pith_status status = pith_crypto_init(err);
    if (status == PITH_OK)
        status = read_all(&r, in, err);
    if (status == PITH_OK && r.short_memory)
        status = pith_fail_memory(err);
    choose_number(out);
    return status;
}

pith_status pith_pdf_read(pith_arena *arena, const char *path, pith_pdf_reading *out,
                          pith_error *err)
{
    pith_input in;
    pith_status status = pith_input_open(path, false, &in, err);
    if (status != PITH_OK)
        return status;
    status = pith_pdf_read_input(arena, &in, out, err);
    pith_input_close(&in);
    return status;
}
