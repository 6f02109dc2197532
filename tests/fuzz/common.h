// SPDX-License-Identifier: MIT
//
// What all fuzz targets share. A target is one file fuzz_NAME.c with LLVMFuzzerTestOneInput;
// it runs under libFuzzer (-DPITH_FUZZ=ON) or replays its corpus under standalone.c.
#ifndef PITH_FUZZ_COMMON_H
#define PITH_FUZZ_COMMON_H

#include "base/text.h"
#include "pith.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// A property: says which one failed and aborts, so that every engine sees a crash.
#define MUST(property)                                                                             \
    do {                                                                                           \
        if (!(property))                                                                           \
            fuzz_fail(__FILE__, __LINE__, #property);                                              \
    } while (0)
_Noreturn void fuzz_fail(const char *file, int line, const char *property);

// An arena for one input, and one that is too small for most: its size follows from the
// input, so that running out of memory is tried at every allocation.
pith_arena *fuzz_arena(void);
pith_arena *fuzz_small_arena(const uint8_t *data, size_t size);
// With too little memory a call may give what it gives with enough of it, or say so.
bool fuzz_same_or_memory(pith_status with_enough, pith_status with_little);

pith_text fuzz_text(const uint8_t *data, size_t size);
bool fuzz_is_ascii(pith_text text);
char *fuzz_c_string(pith_text text); // to be freed
pith_text fuzz_text_of_buf(const pith_buf *buf);
bool fuzz_same(const pith_buf *a, const pith_buf *b);

// The built-in key and the test keys `a`, `b` and `old`, which ends with 2025.
enum fuzz_key { FUZZ_KEY_A, FUZZ_KEY_B, FUZZ_KEY_OLD, FUZZ_KEYS };
const pith_keyring *fuzz_keyring(void);
const pith_secret_key *fuzz_secret_key(enum fuzz_key which);

// The canonical record of all seeds, its number, and a bundle of it with a receipt and
// two events.
pith_text fuzz_record(void);
void fuzz_record_number(pith_number *out);
pith_text fuzz_bundle(void);

// Whether text may be shown: well-formed UTF-8 without control or bidi characters.
bool fuzz_is_shown(pith_text text, bool lines);
// One line of JSON that may be shown.
void fuzz_check_json(pith_text json);
// The reports of a result or an error hold nothing but that.
void fuzz_check_reports(const pith_result *result);
void fuzz_check_error(const pith_error *err, pith_status status);
// The document is in canonical form but for a last line feed.
void fuzz_check_canonical(pith_text document);

// A file of that name in a folder of this process; returns its path. The folder goes away
// with the process.
const char *fuzz_file(const char *name, const void *bytes, size_t size);

#endif
