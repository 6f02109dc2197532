// SPDX-License-Identifier: MIT
//
// Every bound the library keeps, each with its reason.
#ifndef PITH_BASE_LIMITS_H
#define PITH_BASE_LIMITS_H

enum {
    // JSON nesting. Records use 3 levels, states about 10; Python stops near 1,000.
    PITH_MAX_DEPTH = 64,
    // The same of a record or event, so that every bundle and state that holds it can be read:
    // four levels stand around the record in a record_created event of a bundle.
    PITH_MAX_PART_DEPTH = PITH_MAX_DEPTH - 4,
    // Digits of an integer: Python refuses to read or print longer ones.
    PITH_MAX_INTEGER_DIGITS = 4300,
    // One JSON document from the network or a single-record file.
    PITH_MAX_DOCUMENT = 4 << 20,
    // Everything one call fetches, unless the caller says otherwise.
    PITH_DEFAULT_TIMEOUT_MS = 20000,
    // One TeX source file: the longest books stay under 3 MB a file.
    PITH_MAX_TEX_FILE = 8 << 20,
    // Files one paper may pull in, and how deep.
    PITH_MAX_TEX_FILES = 4096,
    PITH_MAX_TEX_DEPTH = 40,
    // Numbers in one paper: a bibliography of cited records included.
    PITH_MAX_MENTIONS = 4096,
    // One bibliography file, and what it may list.
    PITH_MAX_BIB = 32 << 20,
    PITH_MAX_REFERENCES = 16384,
    // What goes to arXiv: its own limit is 50 MB.
    PITH_MAX_UPLOAD = 64 << 20,
    // Outputs.
    PITH_MAX_TEX_DATA = 32 << 20,
    PITH_MAX_TEX_VALUE = 8192, // pith.sty refuses longer ones
    PITH_MAX_REPORT = 32 << 20,
    // Names and identifiers inside documents.
    PITH_MAX_KEY_ID = 64,
    PITH_MAX_SOURCE_KIND = 20,
    PITH_MAX_SOURCE_ID = 80,
    PITH_MAX_TITLE = 1000,
};

#endif
