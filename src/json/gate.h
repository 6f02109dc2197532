// SPDX-License-Identifier: MIT
//
// The gate: the only door for JSON from outside. It accepts RFC 8259 and nothing looser,
// minus what would let two honest tools disagree: duplicate names, U+0000, lone
// surrogates, numbers without a canonical form, more than 64 levels.
//
// A pith_clean can be made here only. It keeps the source bytes (numbers keep their
// spelling) and a flat list of tokens in document order.
#ifndef PITH_JSON_GATE_H
#define PITH_JSON_GATE_H

#include "pith.h"

typedef enum pith_json_kind {
    PITH_JSON_NULL,
    PITH_JSON_FALSE,
    PITH_JSON_TRUE,
    PITH_JSON_NUMBER,
    PITH_JSON_STRING,
    PITH_JSON_ARRAY,
    PITH_JSON_OBJECT
} pith_json_kind;

// An object's tokens are followed by name, value, name, value...; an array's by its items.
typedef struct pith_token {
    uint32_t start; // byte range in the source, quotes and brackets included
    uint32_t end;
    uint32_t next;  // index of the first token behind this value
    uint32_t count; // members of an object, items of an array
    uint32_t order; // object: where its sorted names begin in pith_clean.order
    uint8_t kind;   // pith_json_kind
    bool escaped;   // string: holds a backslash escape
    bool real;      // number: has a fraction or an exponent
} pith_token;

typedef struct pith_clean {
    const char *bytes;
    size_t len;
    const pith_token *tokens; // [0] is the document
    size_t count;
    const uint32_t *order; // name tokens of each object, sorted by code point
    size_t depth;          // levels of the document
} pith_clean;

// Checks bytes[0..len), which must outlive the result. Any refusal names a byte offset.
pith_status pith_gate(pith_arena *arena, const char *bytes, size_t len, const pith_clean **out,
                      pith_error *err) PITH_CHECKED;

// The value of a string token: a slice of the source where it has no escapes, otherwise
// decoded into the arena. False: no memory.
bool pith_token_text(pith_arena *arena, const pith_clean *clean, uint32_t token,
                     pith_text *out) PITH_CHECKED;

// Decodes the escapes of a string token into out, which has room for its source length;
// returns the length.
size_t pith_token_decode(const pith_clean *clean, uint32_t token, char *out);

// The token of an object's member, or 0 when there is none or `object` is no object.
uint32_t pith_token_member(const pith_clean *clean, uint32_t object, const char *name);

// Whether the value has more than `levels` levels; a scalar has none.
bool pith_token_is_deeper(const pith_clean *clean, uint32_t token, size_t levels);

// Whether a token is the string `value`, however it is escaped.
bool pith_token_is(const pith_clean *clean, uint32_t token, const char *value);

#endif
