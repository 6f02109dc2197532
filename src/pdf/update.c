// SPDX-License-Identifier: MIT
#include "pdf/update.h"

#include "base/err.h"
#include "trust/sha256.h"

static const uint64_t MAX_TABLE_OFFSET = 9999999999; // ten digits
enum { MAX_OBJECT = 8388607 };                       // ISO 32000-1 annex C: readers stop there

pith_status pith_pdf_update_start(pith_pdf *base, pith_buf *out, pith_pdf_update *update,
                                  pith_error *err)
{
    char last;
    *update = (pith_pdf_update){.base = base, .out = out, .next = base->size};
    pith_status status = pith_input_read(&base->in, base->in.size - 1, &last, 1, err);
    if (status == PITH_OK && last != '\n' && last != '\r')
        pith_buf_puts(out, "\n");
    return status;
}

void pith_pdf_update_open(pith_pdf_update *u, uint32_t number, uint32_t generation)
{
    size_t i = u->count++; // in the order of their numbers
    for (; i > 0 && u->objects[i - 1].number > number; i--)
        u->objects[i] = u->objects[i - 1];
    u->objects[i].number = number;
    u->objects[i].generation = generation;
    u->objects[i].offset = u->base->in.size + u->out->len;
    if (u->next <= number)
        u->next = number + 1;
    pith_buf_printf(u->out, "%u %u obj\n", number, generation);
}

void pith_pdf_update_close(pith_pdf_update *u)
{
    pith_buf_puts(u->out, "\nendobj\n");
}

void pith_pdf_update_stream(pith_pdf_update *u, uint32_t number, uint32_t generation,
                            const char *entries, pith_text bytes)
{
    pith_pdf_update_open(u, number, generation);
    pith_buf_printf(u->out, "<< %s /Length %zu >>\nstream\n", entries, bytes.n);
    pith_buf_add(u->out, bytes.p, bytes.n);
    pith_buf_puts(u->out, "\nendstream");
    pith_pdf_update_close(u);
}

void pith_pdf_update_catalog(pith_pdf_update *u, const pith_pdf_change *changes, size_t count)
{
    const pith_text *raw = &u->base->catalog.raw;
    pith_pdf_value key;
    pith_pdf_value value;
    pith_pdf_cursor at = pith_pdf_inside(&u->base->catalog);
    const char *done = raw->p;
    pith_pdf_update_open(u, u->base->root, u->base->root_generation);
    while (pith_pdf_next_key(&at, &key, &value)) {
        bool changed = false;
        for (size_t i = 0; i < count; i++)
            changed = changed || pith_pdf_name_is(&key, changes[i].key);
        if (changed) {
            pith_buf_add(u->out, done, (size_t)(key.raw.p - done));
            done = value.raw.p + value.raw.n;
        }
    }
    pith_buf_add(u->out, done, (size_t)(raw->p + raw->n - 2 - done)); // 2: its >>
    for (size_t i = 0; i < count; i++) {
        if (changes[i].value.n == 0)
            continue;
        pith_buf_printf(u->out, "\n/%s ", changes[i].key);
        pith_buf_add(u->out, changes[i].value.p, changes[i].value.n);
    }
    pith_buf_puts(u->out, "\n>>");
    pith_pdf_update_close(u);
}

// ---- The section ----------------------------------------------------------------------

// The first identifier stays; the second is new for each version of the file (clause 14.4), here
// the hash of what is appended, so that the same input gives the same bytes.
static void put_id(pith_pdf_update *u, const pith_pdf_value *id)
{
    pith_pdf_value first;
    pith_pdf_cursor at = pith_pdf_inside(id);
    if (id->kind != PITH_PDF_ARRAY || !pith_pdf_next(&at, &first) ||
        first.kind != PITH_PDF_STRING) {
        pith_buf_add(u->out, id->raw.p, id->raw.n);
        return;
    }
    uint8_t digest[PITH_DIGEST_LEN];
    char hex[33];
    pith_sha256(u->out->data, u->out->len, digest);
    pith_hex(digest, 16, hex);
    pith_buf_puts(u->out, "[");
    pith_buf_add(u->out, first.raw.p, first.raw.n);
    pith_buf_printf(u->out, " <%s>]", hex);
}

// Every key of the trailer before but those that describe its own section or file.
static void put_trailer_keys(pith_pdf_update *u)
{
    static const char *const own[] = {"Size",    "Prev",         "XRefStm", "Type",        "W",
                                      "Index",   "Length",       "Filter",  "DecodeParms", "F",
                                      "FFilter", "FDecodeParms", "DL"};
    pith_pdf_value key;
    pith_pdf_value value;
    pith_pdf_cursor at = pith_pdf_inside(&u->base->trailer);
    while (pith_pdf_next_key(&at, &key, &value)) {
        bool skip = false;
        for (size_t i = 0; i < sizeof own / sizeof *own; i++)
            skip = skip || pith_pdf_name_is(&key, own[i]);
        if (skip)
            continue;
        pith_buf_puts(u->out, " ");
        pith_buf_add(u->out, key.raw.p, key.raw.n);
        pith_buf_puts(u->out, " ");
        if (pith_pdf_name_is(&key, "ID"))
            put_id(u, &value);
        else
            pith_buf_add(u->out, value.raw.p, value.raw.n);
    }
    pith_buf_printf(u->out, " /Prev %llu", (unsigned long long)u->base->startxref);
}

// How many objects from i on have consecutive numbers.
static size_t run_from(const pith_pdf_update *u, size_t i)
{
    size_t n = 1;
    while (i + n < u->count && u->objects[i + n].number == u->objects[i].number + n)
        n++;
    return n;
}

static void put_table(pith_pdf_update *u)
{
    pith_buf_puts(u->out, "xref\n");
    for (size_t i = 0; i < u->count;) {
        size_t n = run_from(u, i);
        pith_buf_printf(u->out, "%u %zu\n", u->objects[i].number, n);
        for (; n > 0; n--, i++)
            pith_buf_printf(u->out, "%010llu %05u n \n", (unsigned long long)u->objects[i].offset,
                            u->objects[i].generation);
    }
    pith_buf_printf(u->out, "trailer\n<< /Size %u", u->next);
    put_trailer_keys(u);
    pith_buf_puts(u->out, " >>\n");
}

// Rows of type, offset and generation in 1, 8 and 2 bytes, neither filtered nor predicted.
static void put_rows(pith_pdf_update *u)
{
    for (size_t i = 0; i < u->count; i++) {
        unsigned char row[11] = {1};
        for (size_t b = 0; b < 8; b++)
            row[1 + b] = (unsigned char)(u->objects[i].offset >> (56 - 8 * b));
        row[9] = (unsigned char)(u->objects[i].generation >> 8);
        row[10] = (unsigned char)u->objects[i].generation;
        pith_buf_add(u->out, row, sizeof row);
    }
}

static void put_stream(pith_pdf_update *u)
{
    pith_pdf_update_open(u, u->next, 0); // lists itself
    pith_buf_printf(u->out, "<< /Type /XRef /Size %u", u->next);
    put_trailer_keys(u);
    pith_buf_puts(u->out, " /W [1 8 2] /Index [");
    for (size_t i = 0; i < u->count;) {
        size_t n = run_from(u, i);
        pith_buf_printf(u->out, " %u %zu", u->objects[i].number, n);
        i += n;
    }
    pith_buf_printf(u->out, " ] /Length %zu >>\nstream\n", 11 * u->count);
    put_rows(u);
    pith_buf_puts(u->out, "\nendstream");
    pith_pdf_update_close(u);
}

pith_status pith_pdf_update_finish(pith_pdf_update *u, pith_error *err)
{
    bool stream = u->base->sections[0].is_stream;
    uint64_t at = u->base->in.size + u->out->len;
    if (!pith_buf_ok(u->out))
        return pith_fail_memory(err);
    if (u->next - (stream ? 0 : 1) > MAX_OBJECT)
        return pith_fail(err, PITH_PDF_SIZE, u->base->path,
                         "its /Size of %u leaves no object numbers that all readers take",
                         u->base->size);
    if (!stream && at > MAX_TABLE_OFFSET)
        return pith_fail(err, PITH_PDF_TABLE_OFFSET, u->base->path,
                         "has a cross-reference table, which cannot reach beyond %llu bytes",
                         (unsigned long long)MAX_TABLE_OFFSET);
    if (stream)
        put_stream(u);
    else
        put_table(u);
    pith_buf_printf(u->out, "startxref\n%llu\n%%%%EOF\n", (unsigned long long)at);
    return pith_buf_ok(u->out) ? PITH_OK : pith_fail_memory(err);
}
