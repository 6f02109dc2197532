// SPDX-License-Identifier: MIT
//
// XMP packets: what they say about Pith Numbers, and how one is changed without touching a byte
// of anything else. Nothing is serialised again: pieces are cut out and put in at offsets that
// Expat reports, and the result is parsed and compared.
#ifndef PITH_PDF_XMP_H
#define PITH_PDF_XMP_H

#include "base/limits.h"
#include "out/xmp.h"

// Who states a value: our property (0 to PITH_XMP_COUNT - 1) or one of these.
enum {
    PITH_XMP_DC_IDENTIFIER = PITH_XMP_COUNT,
    PITH_XMP_XMP_IDENTIFIER,
    PITH_XMP_DC_RELATION,
    PITH_XMP_STATED // how many there are
};

typedef struct pith_xmp_value {
    int property;
    pith_text text; // valid UTF-8
    struct pith_xmp_value *next;
} pith_xmp_value;

// A piece to cut out, and what stands there instead.
typedef struct pith_xmp_edit {
    size_t at;
    size_t len;
    pith_text text;
} pith_xmp_edit;

// A place where something can be put in: before an end tag, or in `<name/>`, which then has to
// become `<name>` and `</name>`.
typedef struct pith_xmp_slot {
    bool there;
    bool closed; // <name/>, which ends at `at`
    size_t at;
    pith_text name; // of a closed one, with its prefix
} pith_xmp_slot;

typedef struct pith_xmp_packet {
    pith_text bytes; // UTF-8
    pith_xmp_value *values;
    pith_xmp_value **tail;
    size_t value_count;
    pith_text about;      // the value of rdf:about with its quotes
    bool identifier;      // dc:identifier is there and is no Pith Number
    bool our_identifier;  // dc:identifier is a Pith Number
    int pdfa_part;        // of pdfaid:part; 0: none
    char pdfa_level;      // the letter of pdfaid:conformance; NUL: none
    pith_xmp_slot rdf;    // where a Description goes
    pith_xmp_slot bag;    // where a schema entry goes, beside those of others
    pith_xmp_edit *edits; // that cut out all that is ours, in order
    size_t edit_count;
    pith_xmp_edit date; // the value of xmp:MetadataDate; len 0: none
    pith_text rest;     // everything else as a sequence of events
} pith_xmp_packet;

// Reads a packet, UTF-8 or UTF-16. Failures name `origin`.
pith_status pith_xmp_scan(pith_arena *arena, pith_text bytes, const char *origin,
                          pith_xmp_packet *out, pith_error *err) PITH_CHECKED;

// UTF-16 with a byte order mark or an ASCII first character as UTF-8; other bytes as they are.
pith_status pith_xmp_utf8(pith_arena *arena, pith_text bytes, const char *origin, pith_text *out,
                          pith_error *err) PITH_CHECKED;

// The packet with what is ours replaced by `content`. `old` NULL: a new packet. An empty `date`
// leaves xmp:MetadataDate alone.
pith_status pith_xmp_merge(pith_arena *arena, const pith_xmp_packet *old,
                           const pith_xmp_content *content, pith_text date, pith_text *out,
                           pith_error *err) PITH_CHECKED;

// The one value of a property; empty: none. *conflict: there are two different ones.
pith_text pith_xmp_get(const pith_xmp_packet *packet, int property, bool *conflict);

// For pith_libraries.
const char *pith_xmp_library(void);

#endif
