// SPDX-License-Identifier: MIT
#include "pdf/pdf.h"

#include "base/arena.h"
#include "base/err.h"

// Readers look for the end in the last 1,024 bytes; what is further away is not found by all.
enum { TAIL = 1024, FIRST_WINDOW = 2048, MAX_HOPS = 8 };

pith_status pith_pdf_fail(const pith_pdf *pdf, pith_error *err, pith_status status, uint64_t offset,
                          const char *format, ...)
{
    char message[sizeof err->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    (void)pith_fail_at(err, status, (size_t)offset, "%s", message);
    pith_error_name(err, pdf->path);
    return status;
}

pith_status pith_pdf_parse_at(pith_pdf *pdf, uint64_t offset, pith_pdf_parse *parse, void *context,
                              const char *what, uint64_t *passed, pith_error *err)
{
    if (offset >= pdf->in.size)
        return pith_pdf_fail(pdf, err, PITH_PDF_OBJECT, offset, "%s lies behind the end", what);
    uint64_t left = pdf->in.size - offset;
    for (size_t n = FIRST_WINDOW;; n *= 4) {
        bool last = n >= left;
        size_t have = last ? (size_t)left : n;
        char *bytes = pith_alloc(pdf->arena, have + 1);
        if (!bytes)
            return pith_fail_memory(err);
        pdf->work += have;
        pith_status status = pith_input_read(&pdf->in, offset, bytes, have, err);
        if (status != PITH_OK)
            return status;
        bytes[have] = '\n'; // an end for the last word of the file
        pith_pdf_cursor at = {bytes, bytes + have + (last ? 1 : 0)};
        pith_pdf_step step = parse(&at, context);
        if (step == PITH_PDF_GOOD) {
            if (passed)
                *passed = (uint64_t)(at.p - bytes);
            return PITH_OK;
        }
        if (step == PITH_PDF_BAD || last)
            return pith_pdf_fail(pdf, err, PITH_PDF_OBJECT, offset + (uint64_t)(at.p - bytes),
                                 "%s is broken", what);
        if (n >= PITH_MAX_PDF_OBJECT)
            return pith_pdf_fail(pdf, err, PITH_TOO_LARGE, offset, "%s has more than %d bytes",
                                 what, PITH_MAX_PDF_OBJECT);
    }
}

pith_status pith_pdf_check_keys(const pith_pdf *pdf, const pith_pdf_value *dict, const char *what,
                                pith_error *err)
{
    bool too_many;
    pith_text key = pith_pdf_duplicate(dict, &too_many);
    if (key.n && too_many)
        return pith_fail(err, PITH_TOO_LARGE, pdf->path, "%s has more than %d keys", what,
                         PITH_MAX_PDF_KEYS);
    if (key.n)
        return pith_fail(err, PITH_PDF_DUPLICATE_KEY, pdf->path, "%s has the key %.*s twice", what,
                         key.n < 40 ? (int)key.n : 40, key.p);
    return PITH_OK;
}

// ---- Objects --------------------------------------------------------------------------

// `NUMBER GENERATION obj`, a value, and what says whether it is a stream.
static pith_pdf_step parse_object(pith_pdf_cursor *at, void *context)
{
    pith_pdf_object *o = context;
    const char *start = at->p;
    uint64_t number;
    uint64_t generation = 0;
    pith_pdf_step step = pith_pdf_take_number(at, &number);
    if (step == PITH_PDF_GOOD)
        step = pith_pdf_take_number(at, &generation);
    if (step == PITH_PDF_GOOD)
        step = pith_pdf_take_word(at, "obj");
    if (step == PITH_PDF_GOOD)
        step = pith_pdf_take_value(at, &o->value);
    if (step != PITH_PDF_GOOD)
        return step;
    if (number > PITH_MAX_PDF_NUMBER || generation > UINT16_MAX)
        return PITH_PDF_BAD;
    o->number = (uint32_t)number;
    o->generation = (uint32_t)generation;
    o->present = true;
    pith_pdf_cursor ahead = *at;
    step = pith_pdf_take_word(&ahead, "endobj");
    if (step != PITH_PDF_BAD)
        return step;
    // `stream` and CR LF or LF (ISO 32000-1 clause 7.3.8.1).
    step = pith_pdf_take_word(at, "stream");
    if (step != PITH_PDF_GOOD)
        return step;
    if (at->end - at->p < 2)
        return PITH_PDF_MORE;
    if (*at->p == '\r')
        at->p++;
    if (*at->p != '\n' || o->value.kind != PITH_PDF_DICT)
        return PITH_PDF_BAD;
    at->p++;
    o->is_stream = true;
    o->data_at = (uint64_t)(at->p - start);
    return PITH_PDF_GOOD;
}

pith_status pith_pdf_object_at(pith_pdf *pdf, uint64_t offset, pith_pdf_object *out,
                               pith_error *err)
{
    *out = (pith_pdf_object){.present = false};
    pith_status status = pith_pdf_parse_at(pdf, offset, parse_object, out, "an object", NULL, err);
    out->data_at += offset;
    return status;
}

// ---- Streams --------------------------------------------------------------------------

static pith_status bad_filter(const pith_pdf *pdf, const pith_pdf_object *o, pith_error *err)
{
    return pith_pdf_fail(pdf, err, PITH_PDF_FILTER, o->data_at,
                         "object %u is stored in a way that is not read here", o->number);
}

// The one element of an array of one, in which filters and their parameters may stand.
static bool unwrap(pith_pdf_value *value)
{
    if (value->kind != PITH_PDF_ARRAY)
        return true;
    pith_pdf_value more;
    pith_pdf_cursor at = pith_pdf_inside(value);
    if (!pith_pdf_next(&at, value))
        *value = (pith_pdf_value){.kind = PITH_PDF_NULL};
    return !pith_pdf_next(&at, &more);
}

static bool is_integer(const pith_pdf_value *value, int64_t expected)
{
    return value->kind == PITH_PDF_NULL ||
           (value->kind == PITH_PDF_INTEGER && value->integer == expected);
}

// References are not followed: an object stream's filter could lead into another one, and so on.
static pith_status read_filter(const pith_pdf *pdf, const pith_pdf_object *o, pith_pdf_stream *out,
                               pith_error *err)
{
    pith_pdf_value filter = pith_pdf_get(&o->value, "Filter", NULL);
    pith_pdf_value parms = pith_pdf_get(&o->value, "DecodeParms", NULL);
    pith_pdf_value external = pith_pdf_get(&o->value, "F", NULL);
    if (!unwrap(&filter) || !unwrap(&parms) || external.kind != PITH_PDF_NULL ||
        (parms.kind != PITH_PDF_NULL && parms.kind != PITH_PDF_DICT))
        return bad_filter(pdf, o, err);
    if (filter.kind == PITH_PDF_NULL)
        return PITH_OK;
    if (!pith_pdf_name_is(&filter, "FlateDecode"))
        return bad_filter(pdf, o, err);
    out->deflated = true;
    pith_pdf_value predictor = pith_pdf_get(&parms, "Predictor", NULL);
    if (is_integer(&predictor, 1))
        return PITH_OK;
    pith_pdf_value colours = pith_pdf_get(&parms, "Colors", NULL);
    pith_pdf_value bits = pith_pdf_get(&parms, "BitsPerComponent", NULL);
    pith_pdf_value columns = pith_pdf_get(&parms, "Columns", NULL);
    if (predictor.kind != PITH_PDF_INTEGER || predictor.integer < 10 || predictor.integer > 15 ||
        !is_integer(&colours, 1) || !is_integer(&bits, 8) || columns.kind != PITH_PDF_INTEGER ||
        columns.integer < 1 || columns.integer > UINT32_MAX)
        return bad_filter(pdf, o, err);
    out->columns = (uint32_t)columns.integer;
    return PITH_OK;
}

static pith_status check_end(pith_pdf *pdf, const pith_pdf_object *o, const pith_pdf_stream *s,
                             pith_error *err)
{
    char end[16];
    uint64_t left = pdf->in.size - s->at - s->len;
    size_t n = left < sizeof end ? (size_t)left : sizeof end;
    pith_status status = pith_input_read(&pdf->in, s->at + s->len, end, n, err);
    if (status != PITH_OK)
        return status;
    size_t i = 0;
    while (i < n && i < 3 && pith_pdf_is_space(end[i]))
        i++;
    if (n - i < 9 || memcmp(end + i, "endstream", 9) != 0)
        return pith_pdf_fail(pdf, err, PITH_PDF_OBJECT, o->data_at,
                             "object %u is not as long as it says", o->number);
    return PITH_OK;
}

pith_status pith_pdf_stream_of(pith_pdf *pdf, const pith_pdf_object *o, bool lookup,
                               pith_pdf_stream *out, pith_error *err)
{
    pith_pdf_value length = pith_pdf_get(&o->value, "Length", NULL);
    *out = (pith_pdf_stream){.at = o->data_at};
    if (length.kind == PITH_PDF_REF && lookup) {
        // Not from an object stream, whose own length might lead here again.
        pith_pdf_object target;
        int kind;
        uint64_t where;
        uint32_t generation;
        pith_status status = pith_pdf_find(pdf, length.number, &kind, &where, &generation, err);
        if (status != PITH_OK)
            return status;
        if (kind == 1) {
            status = pith_pdf_object_at(pdf, where, &target, err);
            if (status != PITH_OK)
                return status;
            if (target.number == length.number)
                length = target.value;
        }
    }
    if (length.kind != PITH_PDF_INTEGER || length.integer < 0 ||
        (uint64_t)length.integer > pdf->in.size - o->data_at)
        return pith_pdf_fail(pdf, err, PITH_PDF_OBJECT, o->data_at,
                             "object %u has no valid /Length", o->number);
    out->len = (uint64_t)length.integer;
    pith_status status = check_end(pdf, o, out, err);
    return status == PITH_OK ? read_filter(pdf, o, out, err) : status;
}

// ---- Object streams -------------------------------------------------------------------

static pith_status no_object_stream(const pith_pdf *pdf, uint32_t number, pith_error *err)
{
    return pith_fail(err, PITH_PDF_OBJECT, pdf->path, "object %u is no valid object stream",
                     number);
}

// Decodes the object stream, unless it is the one that was read last.
static pith_status open_objects(pith_pdf *pdf, uint64_t number, pith_error *err)
{
    int kind;
    uint64_t at;
    uint32_t generation;
    pith_pdf_object o;
    pith_pdf_stream stream;
    if (number > PITH_MAX_PDF_NUMBER)
        return no_object_stream(pdf, UINT32_MAX, err);
    pith_status status = pith_pdf_find(pdf, (uint32_t)number, &kind, &at, &generation, err);
    if (status != PITH_OK)
        return status;
    if (kind != 1)
        return no_object_stream(pdf, (uint32_t)number, err);
    if (pdf->objects_at == at)
        return PITH_OK;
    status = pith_pdf_object_at(pdf, at, &o, err);
    if (status != PITH_OK)
        return status;
    pith_pdf_value type = pith_pdf_get(&o.value, "Type", NULL);
    pith_pdf_value count = pith_pdf_get(&o.value, "N", NULL);
    pith_pdf_value first = pith_pdf_get(&o.value, "First", NULL);
    if (!o.is_stream || o.number != number || !pith_pdf_name_is(&type, "ObjStm") ||
        count.kind != PITH_PDF_INTEGER || count.integer < 0 || first.kind != PITH_PDF_INTEGER ||
        first.integer < 0)
        return no_object_stream(pdf, (uint32_t)number, err);
    status = pith_pdf_stream_of(pdf, &o, true, &stream, err);
    if (status == PITH_OK)
        status = pith_pdf_decode_all(pdf, &stream, PITH_MAX_PDF_OBJECTS, &pdf->objects, err);
    pdf->work += status == PITH_OK ? pdf->objects.n : PITH_MAX_PDF_OBJECTS; // at worst
    if (status != PITH_OK)
        return status;
    if ((uint64_t)first.integer > pdf->objects.n || (uint64_t)count.integer > pdf->objects.n)
        return no_object_stream(pdf, (uint32_t)number, err);
    pdf->objects_at = at;
    pdf->objects_first = (size_t)first.integer;
    pdf->objects_count = (size_t)count.integer;
    return PITH_OK;
}

// The stream starts with pairs of object number and offset (clause 7.5.7).
static pith_status load_from_stream(pith_pdf *pdf, uint64_t container, uint32_t index,
                                    pith_pdf_object *out, pith_error *err)
{
    uint64_t number = 0;
    uint64_t offset = 0;
    pith_status status = open_objects(pdf, container, err);
    if (status != PITH_OK)
        return status;
    const char *end = pdf->objects.p + pdf->objects.n + 2; // see pith_pdf_decode_all
    pith_pdf_cursor at = {pdf->objects.p, pdf->objects.p + pdf->objects_first + 1};
    bool good = index < pdf->objects_count;
    for (uint32_t i = 0; good && i <= index; i++)
        good = pith_pdf_take_number(&at, &number) == PITH_PDF_GOOD &&
               pith_pdf_take_number(&at, &offset) == PITH_PDF_GOOD;
    if (!good || number != out->number || offset > pdf->objects.n - pdf->objects_first)
        return pith_fail(err, PITH_PDF_OBJECT, pdf->path,
                         "object %u is not where its object stream says", out->number);
    at = (pith_pdf_cursor){pdf->objects.p + pdf->objects_first + offset, end};
    if (pith_pdf_take_value(&at, &out->value) != PITH_PDF_GOOD)
        return pith_fail(err, PITH_PDF_OBJECT, pdf->path, "object %u is broken", out->number);
    out->present = true;
    return PITH_OK;
}

pith_status pith_pdf_load(pith_pdf *pdf, uint32_t number, uint32_t generation, pith_pdf_object *out,
                          pith_error *err)
{
    int kind;
    uint64_t where;
    uint32_t second;
    *out = (pith_pdf_object){.number = number, .generation = generation};
    pith_status status = pith_pdf_find(pdf, number, &kind, &where, &second, err);
    if (status != PITH_OK || kind == 0)
        return status;
    bool hidden = out->hidden = pdf->hidden;
    if (kind == 2)
        return generation == 0 ? load_from_stream(pdf, where, second, out, err) : PITH_OK;
    if (second != generation)
        return PITH_OK;
    status = pith_pdf_object_at(pdf, where, out, err);
    out->hidden = hidden;
    if (status == PITH_OK && (out->number != number || out->generation != generation))
        return pith_pdf_fail(pdf, err, PITH_PDF_OBJECT, where, "object %u is not there", number);
    return status;
}

pith_status pith_pdf_resolve(pith_pdf *pdf, const pith_pdf_value *value, pith_pdf_value *out,
                             pith_error *err)
{
    *out = *value;
    for (int hops = 0; out->kind == PITH_PDF_REF; hops++) {
        pith_pdf_object object;
        if (hops == MAX_HOPS)
            return pith_fail(err, PITH_PDF_OBJECT, pdf->path, "references run in a circle");
        pith_status status = pith_pdf_load(pdf, out->number, out->generation, &object, err);
        if (status != PITH_OK)
            return status;
        *out = object.value; // null when it is absent
    }
    return PITH_OK;
}

pith_status pith_pdf_look_up(pith_pdf *pdf, const pith_pdf_value *dict, const char *key,
                             pith_pdf_value *out, pith_error *err)
{
    pith_pdf_value value = pith_pdf_get(dict, key, NULL);
    return pith_pdf_resolve(pdf, &value, out, err);
}

// ---- Opening --------------------------------------------------------------------------

static pith_status read_header(const pith_pdf *pdf, pith_error *err)
{
    char start[8];
    if (pdf->in.size < 64) // shorter than any file with a trailer
        return pith_fail(err, PITH_PDF_HEADER, pdf->path, "is too short for a PDF");
    pith_status status = pith_input_read(&pdf->in, 0, start, sizeof start, err);
    if (status != PITH_OK)
        return status;
    if (memcmp(start, "%PDF-", 5) != 0 || !pith_is_digit(start[5]) || start[6] != '.' ||
        !pith_is_digit(start[7]))
        return pith_fail(err, PITH_PDF_HEADER, pdf->path, "does not start with %%PDF-");
    return PITH_OK;
}

// Whether the next line that is not blank nor another comment is %%EOF.
static bool ends_file(pith_pdf_cursor *at)
{
    while (at->p < at->end) {
        if (at->end - at->p >= 5 && memcmp(at->p, "%%EOF", 5) == 0)
            return true;
        if (*at->p == '%') {
            while (at->p < at->end && *at->p != '\n' && *at->p != '\r')
                at->p++;
        } else if (!pith_pdf_is_space(*at->p++)) {
            return false;
        }
    }
    return false;
}

// The last `startxref NUMBER %%EOF` of the file.
static pith_status read_tail(pith_pdf *pdf, pith_error *err)
{
    char tail[TAIL + 1];
    size_t n = pdf->in.size < TAIL ? (size_t)pdf->in.size : TAIL;
    pith_status status = pith_input_read(&pdf->in, pdf->in.size - n, tail, n, err);
    if (status != PITH_OK)
        return status;
    tail[n] = '\n';
    static const char word[] = "startxref";
    enum { WORD = sizeof word - 1 };
    for (size_t i = n; i-- > 0;) {
        if (n - i < WORD || memcmp(tail + i, word, WORD) != 0)
            continue;
        pith_pdf_cursor at = {tail + i + WORD, tail + n + 1};
        if (pith_pdf_take_number(&at, &pdf->startxref) != PITH_PDF_GOOD)
            break;
        if (ends_file(&at))
            return PITH_OK;
        break;
    }
    return pith_fail(err, PITH_PDF_TAIL, pdf->path,
                     "has no startxref and %%%%EOF in its last %d bytes", TAIL);
}

static pith_status check_encryption(const pith_pdf *pdf, pith_error *err)
{
    for (size_t i = 0; i < pdf->section_count; i++) {
        pith_pdf_value encrypt = pith_pdf_get(&pdf->sections[i].trailer, "Encrypt", NULL);
        if (encrypt.kind != PITH_PDF_NULL)
            return pith_fail(err, PITH_PDF_ENCRYPTED, pdf->path, "is encrypted");
    }
    return PITH_OK;
}

static pith_status read_catalog(pith_pdf *pdf, pith_error *err)
{
    pith_pdf_object object;
    pith_pdf_value root = pith_pdf_get(&pdf->trailer, "Root", NULL);
    if (root.kind != PITH_PDF_REF)
        return pith_pdf_fail(pdf, err, PITH_PDF_XREF, pdf->startxref, "the trailer has no /Root");
    pdf->root = root.number;
    pdf->root_generation = root.generation;
    pith_status status = pith_pdf_load(pdf, root.number, root.generation, &object, err);
    if (status != PITH_OK)
        return status;
    // The catalog may not be hidden (clause 7.5.8.4), and of such files readers see different ones.
    if (object.hidden)
        return pith_pdf_fail(pdf, err, PITH_PDF_XREF, pdf->startxref,
                             "the cross-reference table hides the document catalog");
    pith_pdf_value type = pith_pdf_get(&object.value, "Type", NULL);
    pith_pdf_value pages = pith_pdf_get(&object.value, "Pages", NULL);
    bool named = type.kind == PITH_PDF_NULL ? pages.kind == PITH_PDF_REF // some leave it out
                                            : pith_pdf_name_is(&type, "Catalog");
    if (object.is_stream || object.value.kind != PITH_PDF_DICT || !named)
        return pith_fail(err, PITH_PDF_OBJECT, pdf->path, "object %u is not the document catalog",
                         root.number);
    if (!pith_pdf_is_whole(&object.value))
        return pith_fail(err, PITH_PDF_OBJECT, pdf->path, "the document catalog is broken");
    // The raw text may lie in the cached object stream, which stays in the arena.
    pdf->catalog = object.value;
    return pith_pdf_check_keys(pdf, &pdf->catalog, "the document catalog", err);
}

pith_status pith_pdf_open(pith_arena *arena, const pith_input *in, uint64_t size, pith_pdf *out,
                          pith_error *err)
{
    *out = (pith_pdf){.path = in->path, .in = *in, .arena = arena};
    out->in.size = size;
    pith_status status = read_header(out, err);
    if (status == PITH_OK)
        status = read_tail(out, err);
    if (status == PITH_OK)
        status = pith_pdf_read_sections(out, err);
    if (status == PITH_OK)
        status = check_encryption(out, err);
    return status == PITH_OK ? read_catalog(out, err) : status;
}
