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
    // A resolver's URL, and where a redirect leads.
    PITH_MAX_URL = 2048,
    // Everything one call fetches, unless the caller says otherwise.
    PITH_DEFAULT_TIMEOUT_MS = 20000,
    // Bytes that an event takes on average, at least: signature and identity alone have 220. More
    // events than that in a document are there to make work.
    PITH_MIN_EVENT = 64,
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
    PITH_MAX_PAPER_FOLDER = 512 << 20, // all files beside a paper, which may be of other things
    // Outputs.
    PITH_MAX_TEX_DATA = 32 << 20,
    PITH_MAX_TEX_VALUE = 8192, // pith.sty refuses longer ones
    PITH_MAX_REPORT = 32 << 20,
    // PDF: nesting of objects (writers stay below 10), keys of one dictionary that is checked
    // for doubles, sections in a chain (each is one saved change), ranges in all sections.
    PITH_MAX_PDF_DEPTH = 100,
    PITH_MAX_PDF_KEYS = 1024,
    PITH_MAX_PDF_SECTIONS = 1024,
    PITH_MAX_PDF_RANGES = 1 << 16,
    // The text of one object, that of all objects in one object stream, and the highest object
    // number: Acrobat stops at 8,388,607, the format at 10 digits.
    PITH_MAX_PDF_OBJECT = 4 << 20,
    PITH_MAX_PDF_OBJECTS = 32 << 20,
    PITH_MAX_PDF_NUMBER = 0x7FFFFFF0,
    // One XMP packet (the longest seen has 100 KB), its nesting, its edits.
    PITH_MAX_XMP = 16 << 20,
    PITH_MAX_XMP_DEPTH = 100,
    PITH_MAX_XMP_EDITS = 4096,
    // OpenTimestamps: one proof (the longest seen has 2 KB), and what a calendar answers: the
    // reference client reads as much. Messages of all steps together: a short file can name
    // long ones many times. The rest are limits of the format.
    PITH_MAX_OTS = 64 << 10,
    PITH_MAX_OTS_ANSWER = 10000,
    PITH_MAX_OTS_MESSAGES = 4 << 20,
    PITH_MAX_OTS_DEPTH = 255, // operations in a row
    PITH_MAX_OTS_MESSAGE = 4096,
    PITH_MAX_OTS_PAYLOAD = 8192,
    PITH_MAX_OTS_URI = 1000,
    // Names and identifiers inside documents.
    PITH_MAX_KEY_ID = 64,
    PITH_MAX_SOURCE_KIND = 20,
    PITH_MAX_SOURCE_ID = 80,
    PITH_MAX_TITLE = 1000,
    // Metadata: arXiv's own limit for an abstract is 1,920 characters, older ones are longer. One
    // answer of arXiv's API has at most 2,000 papers, one of OAI-PMH 1,000.
    PITH_MAX_ABSTRACT = 64 << 10,
    PITH_MAX_WORD = 256, // of a title or abstract, where words are exchanged
    PITH_MAX_METADATA = 32 << 20,
    PITH_MAX_PAPERS = 8192,
    PITH_MAX_XML_DEPTH = 64,
    PITH_MAX_YAML = 256 << 10,
};

#endif
