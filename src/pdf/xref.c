// SPDX-License-Identifier: MIT
//
// Cross-reference sections: tables (ISO 32000-1 clause 7.5.4), streams (7.5.8), and tables with a
// stream beside them (7.5.8.4). A section is read for its ranges only; entries are read one by
// one when they are looked up, so that a file of 200,000 objects costs no more than one of ten.
#include "base/arena.h"
#include "base/err.h"
#include "pdf/pdf.h"

enum { ENTRY = 20, MAX_KEPT = 512 << 10 };

static pith_status broken(const pith_pdf *pdf, pith_error *err, uint64_t at, const char *what)
{
    return pith_pdf_fail(pdf, err, PITH_PDF_XREF, at, "%s", what);
}

// ---- Ranges ---------------------------------------------------------------------------

// Room for ranges grows by doubling; what it leaves behind stays in the arena.
static pith_status add_range(pith_pdf *pdf, pith_pdf_section *s, uint64_t first, uint64_t count,
                             uint64_t at, pith_error *err)
{
    if (first > PITH_MAX_PDF_NUMBER || count > PITH_MAX_PDF_NUMBER - first)
        return broken(pdf, err, s->at, "a cross-reference section has impossible object numbers");
    if (pdf->range_count++ == PITH_MAX_PDF_RANGES)
        return pith_pdf_fail(pdf, err, PITH_TOO_LARGE, s->at,
                             "the cross-reference sections have too many parts");
    if ((s->range_count & (s->range_count - 1)) == 0) {
        pith_pdf_range *more =
            pith_alloc_array(pdf->arena, s->range_count ? 2 * s->range_count : 1, sizeof *more);
        if (!more)
            return pith_fail_memory(err);
        if (s->range_count)
            memcpy(more, s->ranges, s->range_count * sizeof *more);
        s->ranges = more;
    }
    s->ranges[s->range_count++] = (pith_pdf_range){(uint32_t)first, (uint32_t)count, at};
    return PITH_OK;
}

// ---- Tables ---------------------------------------------------------------------------

typedef struct entry {
    uint64_t offset;
    uint32_t generation;
    bool in_use;
} entry;

// `nnnnnnnnnn ggggg n` and two bytes of line end: exactly 20 bytes.
static pith_status read_entry(const pith_pdf *pdf, uint64_t at, entry *out, pith_error *err)
{
    char e[ENTRY];
    pith_status status = pith_input_read(&pdf->in, at, e, sizeof e, err);
    if (status != PITH_OK)
        return status;
    bool good =
        e[10] == ' ' && e[16] == ' ' && (e[17] == 'n' || e[17] == 'f') &&
        ((e[18] == ' ' && (e[19] == '\r' || e[19] == '\n')) || (e[18] == '\r' && e[19] == '\n'));
    *out = (entry){.in_use = e[17] == 'n'};
    for (size_t i = 0; i < 16; i++) {
        good = good && (i == 10 || pith_is_digit(e[i]));
        if (i < 10)
            out->offset = out->offset * 10 + (uint64_t)(e[i] - '0');
        else if (i > 10)
            out->generation = out->generation * 10 + (uint32_t)(e[i] - '0');
    }
    if (!good)
        return pith_pdf_fail(pdf, err, PITH_PDF_XREF_ENTRY, at,
                             "the cross-reference entries are not of 20 bytes each");
    return PITH_OK;
}

// `FIRST COUNT` and the end of the line, or `trailer`, which is left where it is.
typedef struct heading {
    uint64_t first;
    uint64_t count;
    uint64_t next; // offset behind it
    bool is_trailer;
} heading;

static pith_status read_heading(const pith_pdf *pdf, uint64_t at, heading *out, pith_error *err)
{
    char line[64];
    size_t n = pdf->in.size - at < sizeof line ? (size_t)(pdf->in.size - at) : sizeof line;
    pith_status status = pith_input_read(&pdf->in, at, line, n, err);
    if (status != PITH_OK)
        return status;
    pith_pdf_cursor cursor = {line, line + n};
    pith_pdf_skip_space(&cursor);
    out->next = at + (uint64_t)(cursor.p - line);
    out->is_trailer = cursor.end - cursor.p > 7 && memcmp(cursor.p, "trailer", 7) == 0;
    if (out->is_trailer)
        return PITH_OK;
    if (pith_pdf_take_number(&cursor, &out->first) != PITH_PDF_GOOD ||
        pith_pdf_take_number(&cursor, &out->count) != PITH_PDF_GOOD)
        return broken(pdf, err, at, "the cross-reference table is broken");
    while (cursor.p < cursor.end && *cursor.p == ' ')
        cursor.p++;
    if (cursor.end - cursor.p < 2 || (*cursor.p != '\r' && *cursor.p != '\n'))
        return broken(pdf, err, at, "the cross-reference table is broken");
    cursor.p += cursor.p[0] == '\r' && cursor.p[1] == '\n' ? 2 : 1;
    out->next = at + (uint64_t)(cursor.p - line);
    return PITH_OK;
}

static pith_pdf_step parse_trailer(pith_pdf_cursor *at, void *context)
{
    pith_pdf_value *trailer = context;
    pith_pdf_step step = pith_pdf_take_word(at, "trailer");
    if (step == PITH_PDF_GOOD)
        step = pith_pdf_take_value(at, trailer);
    return step == PITH_PDF_GOOD && trailer->kind != PITH_PDF_DICT ? PITH_PDF_BAD : step;
}

static pith_status read_table(pith_pdf *pdf, pith_pdf_section *s, pith_error *err)
{
    uint64_t at = s->at + 4; // the word xref
    for (;;) {
        heading h;
        entry e;
        pith_status status = read_heading(pdf, at, &h, err);
        if (status == PITH_OK && h.is_trailer)
            return pith_pdf_parse_at(pdf, h.next, parse_trailer, &s->trailer, "the trailer", NULL,
                                     err);
        if (status == PITH_OK && h.count > (pdf->in.size - h.next) / ENTRY)
            status = broken(pdf, err, at, "the cross-reference table is longer than the file");
        if (status == PITH_OK && h.count) // those between have the form of their neighbours
            status = read_entry(pdf, h.next, &e, err);
        if (status == PITH_OK && h.count)
            status = read_entry(pdf, h.next + (h.count - 1) * ENTRY, &e, err);
        if (status == PITH_OK)
            status = add_range(pdf, s, h.first, h.count, h.next, err);
        if (status != PITH_OK)
            return status;
        at = h.next + h.count * ENTRY;
    }
}

// ---- Streams --------------------------------------------------------------------------

static pith_status read_widths(const pith_pdf *pdf, pith_pdf_section *s, pith_error *err)
{
    pith_pdf_value width;
    pith_pdf_value list = pith_pdf_get(&s->trailer, "W", NULL);
    pith_pdf_cursor at = pith_pdf_inside(&list);
    size_t count = 0;
    for (; pith_pdf_next(&at, &width); count++) {
        if (count == 3 || width.kind != PITH_PDF_INTEGER || width.integer < 0 || width.integer > 8)
            return broken(pdf, err, s->at, "the cross-reference stream has a bad /W");
        s->widths[count] = (uint8_t)width.integer;
    }
    if (count < 3 || s->widths[1] == 0)
        return broken(pdf, err, s->at, "the cross-reference stream has a bad /W");
    return PITH_OK;
}

static pith_status read_stream_ranges(pith_pdf *pdf, pith_pdf_section *s, pith_error *err)
{
    pith_pdf_value list = pith_pdf_get(&s->trailer, "Index", NULL);
    pith_pdf_value size = pith_pdf_get(&s->trailer, "Size", NULL);
    if (list.kind == PITH_PDF_NULL && size.kind == PITH_PDF_INTEGER && size.integer > 0)
        return add_range(pdf, s, 0, (uint64_t)size.integer, 0, err);
    pith_pdf_value first;
    pith_pdf_value count;
    pith_pdf_cursor at = pith_pdf_inside(&list);
    for (uint64_t row = 0; pith_pdf_next(&at, &first);) {
        if (!pith_pdf_next(&at, &count) || first.kind != PITH_PDF_INTEGER || first.integer < 0 ||
            count.kind != PITH_PDF_INTEGER || count.integer < 0)
            return broken(pdf, err, s->at, "the cross-reference stream has a bad /Index");
        pith_status status =
            add_range(pdf, s, (uint64_t)first.integer, (uint64_t)count.integer, row, err);
        if (status != PITH_OK)
            return status;
        row += (uint64_t)count.integer;
    }
    return PITH_OK;
}

static pith_status read_stream(pith_pdf *pdf, pith_pdf_section *s, pith_error *err)
{
    pith_pdf_object object;
    pith_status status = pith_pdf_object_at(pdf, s->at, &object, err);
    if (status != PITH_OK)
        return status;
    s->trailer = object.value;
    s->number = object.number;
    s->is_stream = true;
    pith_pdf_value type = pith_pdf_get(&s->trailer, "Type", NULL);
    if (!object.is_stream || !pith_pdf_name_is(&type, "XRef"))
        return broken(pdf, err, s->at, "there is no cross-reference section");
    status = pith_pdf_stream_of(pdf, &object, false, &s->data, err);
    if (status == PITH_OK)
        status = read_widths(pdf, s, err);
    return status == PITH_OK ? read_stream_ranges(pdf, s, err) : status;
}

static void take_row(const pith_pdf_section *s, const char *p, uint64_t out[3])
{
    for (size_t i = 0; i < 3; i++) {
        out[i] = i == 0 && s->widths[0] == 0; // a missing type means 1
        for (size_t n = s->widths[i]; n > 0; n--)
            out[i] = out[i] << 8 | (uint8_t)*p++;
    }
}

// Several objects are looked up in turn, so the rows of most files are decoded once and kept.
static pith_status keep_rows(pith_pdf *pdf, pith_pdf_section *s, size_t width, pith_error *err)
{
    uint64_t rows = 0;
    for (size_t i = 0; i < s->range_count; i++)
        rows += s->ranges[i].count;
    if (s->rows.p || pdf->passing || rows == 0 || rows > MAX_KEPT / width)
        return PITH_OK;
    pith_status status = pith_pdf_decode_all(pdf, &s->data, MAX_KEPT, &s->rows, err);
    return status == PITH_TOO_LARGE ? PITH_OK : status; // more than is listed: no harm
}

// Decodes as far as the row.
static pith_status read_row(pith_pdf *pdf, pith_pdf_section *s, uint64_t row, uint64_t out[3],
                            pith_error *err)
{
    char chunk[16 << 10];
    size_t width = (size_t)s->widths[0] + s->widths[1] + s->widths[2];
    uint64_t skip = row * width;
    size_t got = 1;
    pith_pdf_decoder *decoder;
    pith_status status = keep_rows(pdf, s, width, err);
    if (status != PITH_OK)
        return status;
    if (s->rows.p && skip + width <= s->rows.n) {
        take_row(s, s->rows.p + skip, out);
        return PITH_OK;
    }
    pdf->work += skip + width;
    status = pith_pdf_decode(pdf, &s->data, &decoder, err);
    while (status == PITH_OK && skip > 0 && got > 0) {
        status = pith_pdf_decode_more(decoder, chunk,
                                      skip < sizeof chunk ? (size_t)skip : sizeof chunk, &got, err);
        skip -= got;
    }
    if (status == PITH_OK && skip == 0)
        status = pith_pdf_decode_more(decoder, chunk, width, &got, err);
    pith_pdf_decode_close(decoder);
    if (status == PITH_OK && (skip > 0 || got < width))
        status = broken(pdf, err, s->at, "the cross-reference stream ends too early");
    if (status != PITH_OK)
        return status;
    take_row(s, chunk, out);
    return PITH_OK;
}

// ---- The chain ------------------------------------------------------------------------

static bool seen(const pith_pdf *pdf, uint64_t at)
{
    for (size_t i = 0; i < pdf->section_count; i++) {
        if (pdf->sections[i].at == at)
            return true;
    }
    return false;
}

// Reads the section at the offset and puts it last in the order of lookup.
static pith_status add_section(pith_pdf *pdf, uint64_t at, pith_pdf_section **out, pith_error *err)
{
    char start[5];
    if (seen(pdf, at))
        return broken(pdf, err, at, "the chain of cross-reference sections runs in a circle");
    if (pdf->section_count == PITH_MAX_PDF_SECTIONS)
        return pith_pdf_fail(pdf, err, PITH_TOO_LARGE, at,
                             "the file has more than %d cross-reference sections",
                             PITH_MAX_PDF_SECTIONS);
    pith_pdf_section *s = &pdf->sections[pdf->section_count++];
    *s = (pith_pdf_section){.at = at};
    *out = s;
    if (at > pdf->in.size - sizeof start) // the size was checked to be larger
        return broken(pdf, err, at, "there is no cross-reference section");
    pith_status status = pith_input_read(&pdf->in, at, start, sizeof start, err);
    if (status != PITH_OK)
        return status;
    if (memcmp(start, "xref", 4) == 0 && pith_pdf_is_space(start[4]))
        status = read_table(pdf, s, err);
    else if (pith_is_digit(start[0]))
        status = read_stream(pdf, s, err);
    else
        return broken(pdf, err, at, "there is no cross-reference section");
    if (status == PITH_OK && !pith_pdf_is_whole(&s->trailer))
        return broken(pdf, err, at, "a trailer is broken");
    return status == PITH_OK ? pith_pdf_check_keys(pdf, &s->trailer, "a trailer", err) : status;
}

// An offset in a trailer; false: there is none.
static pith_status take_offset(const pith_pdf *pdf, const pith_pdf_section *s, const char *key,
                               uint64_t *out, bool *has, pith_error *err)
{
    pith_pdf_value value = pith_pdf_get(&s->trailer, key, NULL);
    *has = value.kind != PITH_PDF_NULL;
    if (*has && (value.kind != PITH_PDF_INTEGER || value.integer < 0))
        return pith_pdf_fail(pdf, err, PITH_PDF_XREF, s->at, "a trailer has a bad /%s", key);
    *out = *has ? (uint64_t)value.integer : 0;
    return PITH_OK;
}

static pith_status read_chain(pith_pdf *pdf, pith_error *err)
{
    uint64_t at = pdf->startxref;
    for (bool more = true; more;) {
        pith_pdf_section *s = NULL;
        pith_pdf_section *beside = NULL;
        uint64_t hybrid = 0;
        bool is_hybrid = false;
        pith_status status = add_section(pdf, at, &s, err);
        if (status == PITH_OK && s && !s->is_stream)
            status = take_offset(pdf, s, "XRefStm", &hybrid, &is_hybrid, err);
        if (status == PITH_OK && is_hybrid)
            status = add_section(pdf, hybrid, &beside, err);
        if (status == PITH_OK && beside && !beside->is_stream)
            status = broken(pdf, err, hybrid, "/XRefStm leads to no cross-reference stream");
        if (status == PITH_OK && s)
            status = take_offset(pdf, s, "Prev", &at, &more, err);
        if (status != PITH_OK)
            return status;
        more = more && at != 0; // some write 0 where nothing is before
    }
    return PITH_OK;
}

static pith_status read_size(pith_pdf *pdf, pith_error *err)
{
    uint32_t newest = 0;
    for (size_t i = 0; i < pdf->section_count; i++) {
        const pith_pdf_section *s = &pdf->sections[i];
        pith_pdf_value size = pith_pdf_get(&s->trailer, "Size", NULL);
        if (size.kind != PITH_PDF_INTEGER || size.integer < 1 || size.integer > PITH_MAX_PDF_NUMBER)
            return pith_pdf_fail(pdf, err, PITH_PDF_SIZE, s->at, "a trailer has no valid /Size");
        if (i == 0)
            newest = (uint32_t)size.integer;
        for (size_t r = 0; r < s->range_count; r++) {
            // Readers take what lies beyond the newest /Size for absent; a larger one would
            // bring it back.
            if (s->ranges[r].first + s->ranges[r].count > newest)
                return pith_pdf_fail(pdf, err, PITH_PDF_SIZE, s->at,
                                     "/Size is smaller than the object numbers in use");
        }
        if (pdf->size < (uint32_t)size.integer)
            pdf->size = (uint32_t)size.integer;
        if (pdf->size < s->number + 1) // a stream that does not list itself
            pdf->size = s->number + 1;
    }
    return PITH_OK;
}

pith_status pith_pdf_read_sections(pith_pdf *pdf, pith_error *err)
{
    // Not cleared: pages of it that no section needs are never touched.
    pdf->sections = pith_alloc(pdf->arena, PITH_MAX_PDF_SECTIONS * sizeof *pdf->sections);
    if (!pdf->sections)
        return pith_fail_memory(err);
    pith_status status = read_chain(pdf, err);
    if (status != PITH_OK)
        return status;
    pdf->trailer = pdf->sections[0].trailer;
    return read_size(pdf, err);
}

// ---- Lookup ---------------------------------------------------------------------------

static const pith_pdf_range *range_of(const pith_pdf_section *s, uint32_t number)
{
    for (size_t i = 0; i < s->range_count; i++) {
        if (number >= s->ranges[i].first && number - s->ranges[i].first < s->ranges[i].count)
            return &s->ranges[i];
    }
    return NULL;
}

static pith_status find_in(pith_pdf *pdf, pith_pdf_section *s, const pith_pdf_range *range,
                           uint32_t number, int *kind, uint64_t *where, uint32_t *generation,
                           pith_error *err)
{
    uint64_t row[3];
    entry e;
    pith_status status;
    if (s->is_stream) {
        status = read_row(pdf, s, range->at + (number - range->first), row, err);
        if (status != PITH_OK)
            return status;
        *kind = row[0] == 1 || row[0] == 2 ? (int)row[0] : 0; // other types stand for null
        *where = row[1];
        *generation = row[2] > UINT32_MAX ? UINT32_MAX : (uint32_t)row[2];
        return PITH_OK;
    }
    status = read_entry(pdf, range->at + (uint64_t)(number - range->first) * ENTRY, &e, err);
    if (status != PITH_OK)
        return status;
    *kind = e.in_use ? 1 : 0;
    *where = e.offset;
    *generation = e.generation;
    return PITH_OK;
}

pith_status pith_pdf_find(pith_pdf *pdf, uint32_t number, int *kind, uint64_t *where,
                          uint32_t *generation, pith_error *err)
{
    *kind = 0;
    *where = 0;
    pdf->hidden = false;
    for (size_t i = 0; i < pdf->section_count; i++) {
        pith_pdf_section *s = &pdf->sections[i];
        const pith_pdf_range *range = range_of(s, number);
        if (!range)
            continue;
        pith_status status = find_in(pdf, s, range, number, kind, where, generation, err);
        // A table calls free what only the stream beside it has (clause 7.5.8.4).
        pith_pdf_value hybrid = pith_pdf_get(&s->trailer, "XRefStm", NULL);
        if (status == PITH_OK && *kind == 0 && !s->is_stream && hybrid.kind == PITH_PDF_INTEGER &&
            (range = range_of(s + 1, number)) != NULL) {
            status = find_in(pdf, s + 1, range, number, kind, where, generation, err);
            pdf->hidden = *kind != 0;
        }
        return status;
    }
    return PITH_OK;
}
