// SPDX-License-Identifier: MIT
//
// A PDF as its newest trailer gives it (ISO 32000-1 clause 7.5): the chain of cross-reference
// sections and single objects looked up in it. Strict: what readers would have to guess is
// refused. Nothing is repaired, and only what is asked for is read.
#ifndef PITH_PDF_PDF_H
#define PITH_PDF_PDF_H

#include "base/input.h"
#include "base/limits.h"
#include "pdf/object.h"

// Consecutive object numbers of a section.
typedef struct pith_pdf_range {
    uint32_t first;
    uint32_t count;
    uint64_t at; // table: offset of the first entry; stream: index of its row
} pith_pdf_range;

// The bytes of a stream object, as stored.
typedef struct pith_pdf_stream {
    uint64_t at;
    uint64_t len;
    bool deflated;
    uint32_t columns; // of the PNG predictor; 0: none
} pith_pdf_stream;

typedef struct pith_pdf_section {
    uint64_t at;
    bool is_stream; // a cross-reference stream, not a table
    pith_pdf_value trailer;
    pith_pdf_range *ranges;
    size_t range_count;
    uint32_t number; // of the stream itself
    pith_pdf_stream data;
    pith_text rows; // decoded, when they are few enough to keep
    uint8_t widths[3];
} pith_pdf_section;

typedef struct pith_pdf {
    const char *path;
    pith_input in; // a copy; `size` may be cut to an earlier state of the file
    pith_arena *arena;
    bool passing;  // the arena ends before the sections do: nothing of it may stay with them
    uint64_t work; // bytes read and decoded to find values, which scanning limits
    uint64_t startxref;
    pith_pdf_section *sections; // in the order of lookup
    size_t section_count;
    size_t range_count;
    pith_pdf_value trailer; // the newest
    uint32_t size;          // above all object numbers in use or promised by any /Size
    uint32_t root;
    uint32_t root_generation;
    pith_pdf_value catalog;
    bool hidden;         // of what was found last: see pith_pdf_object
    uint64_t objects_at; // the object stream that was read last; 0: none
    pith_text objects;
    size_t objects_first;
    size_t objects_count;
} pith_pdf;

typedef struct pith_pdf_object {
    uint32_t number;
    uint32_t generation;
    bool present; // false: free, absent, or of another generation
    bool is_stream;
    bool hidden; // a table calls it free, the stream beside the table has it
    pith_pdf_value value;
    uint64_t data_at; // of a stream: where its bytes start
} pith_pdf_object;

// Reads header, end, all sections and the catalog of the first `size` bytes of the input.
pith_status pith_pdf_open(pith_arena *arena, const pith_input *in, uint64_t size, pith_pdf *out,
                          pith_error *err) PITH_CHECKED;

pith_status pith_pdf_load(pith_pdf *pdf, uint32_t number, uint32_t generation, pith_pdf_object *out,
                          pith_error *err) PITH_CHECKED;
// The value itself or, for a reference, what it leads to. A reference to nothing is null.
pith_status pith_pdf_resolve(pith_pdf *pdf, const pith_pdf_value *value, pith_pdf_value *out,
                             pith_error *err) PITH_CHECKED;
// pith_pdf_resolve(pith_pdf_get())
pith_status pith_pdf_look_up(pith_pdf *pdf, const pith_pdf_value *dict, const char *key,
                             pith_pdf_value *out, pith_error *err) PITH_CHECKED;

// ---- Pieces of the above, and what scanning needs -------------------------------------

pith_status pith_pdf_fail(const pith_pdf *pdf, pith_error *err, pith_status status, uint64_t offset,
                          const char *format, ...) PITH_PRINTF(5, 6);

// What runs over bytes of the file from some offset on: GOOD ends it, MORE asks for more bytes.
typedef pith_pdf_step pith_pdf_parse(pith_pdf_cursor *at, void *context);

// Runs `parse` over the bytes at the offset, with more and more of them. *passed: how many it
// took. Anything that it left in `context` points into the arena.
pith_status pith_pdf_parse_at(pith_pdf *pdf, uint64_t offset, pith_pdf_parse *parse, void *context,
                              const char *what, uint64_t *passed, pith_error *err) PITH_CHECKED;

// Whether each key of the dictionary stands there once, and there are not too many to tell.
pith_status pith_pdf_check_keys(const pith_pdf *pdf, const pith_pdf_value *dict, const char *what,
                                pith_error *err) PITH_CHECKED;

// Follows the chain; fills sections, trailer, size.
pith_status pith_pdf_read_sections(pith_pdf *pdf, pith_error *err) PITH_CHECKED;
// Where an object is, as in the row of a cross-reference stream. *kind 0: free or absent; 1: at
// the offset *where, with this generation; 2: in the object stream *where, *generation being
// its index there.
pith_status pith_pdf_find(pith_pdf *pdf, uint32_t number, int *kind, uint64_t *where,
                          uint32_t *generation, pith_error *err) PITH_CHECKED;

// Reads `NUMBER GENERATION obj` and its value at an offset.
pith_status pith_pdf_object_at(pith_pdf *pdf, uint64_t offset, pith_pdf_object *out,
                               pith_error *err) PITH_CHECKED;
// Where the bytes of a stream object are and how they are stored. With `lookup` a /Length that is
// a reference is followed.
pith_status pith_pdf_stream_of(pith_pdf *pdf, const pith_pdf_object *object, bool lookup,
                               pith_pdf_stream *out, pith_error *err) PITH_CHECKED;

// ---- Decoding -------------------------------------------------------------------------

typedef struct pith_pdf_decoder pith_pdf_decoder;

// Decodes in pieces. It has to be closed, also after an error.
pith_status pith_pdf_decode(const pith_pdf *pdf, const pith_pdf_stream *stream,
                            pith_pdf_decoder **out, pith_error *err) PITH_CHECKED;
// Exactly `len` bytes, or fewer at the end: *got.
pith_status pith_pdf_decode_more(pith_pdf_decoder *decoder, void *bytes, size_t len, size_t *got,
                                 pith_error *err) PITH_CHECKED;
void pith_pdf_decode_close(pith_pdf_decoder *decoder);
// The whole of it, at most max bytes, in the arena. Behind it stand a line feed and a bracket, so
// that whatever syntax ends there, a number too, is seen to end.
pith_status pith_pdf_decode_all(const pith_pdf *pdf, const pith_pdf_stream *stream, size_t max,
                                pith_text *out, pith_error *err) PITH_CHECKED;

// For pith_libraries.
const char *pith_pdf_library(void);

#endif
