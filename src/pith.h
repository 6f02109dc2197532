// SPDX-License-Identifier: MIT
//
// pith.h: the public interface of libpith, which turns a Pith Number into a checked record and the
// checked record into the strings a paper shows. It never prints, exits, or reads the clock, argv
// or the environment; the program `pith` does those things. A whole client, whose exit code is the
// verdict over one document (examples/verify.c is a longer one):
//
//     #include <pith.h>
//
//     int main(int argc, char **argv)
//     {
//         pith_error err;
//         pith_text bytes;
//         pith_result *result;
//         pith_arena *arena = pith_arena_new(64 << 20); // NULL is for pith_arena_free alone
//         pith_status status = !arena     ? PITH_MEMORY
//                              : argc < 2 ? PITH_USAGE
//                                         : pith_file_read(arena, argv[1], 4 << 20, &bytes, &err);
//         if (status == PITH_OK)
//             status = pith_verify_bytes(arena, bytes, argv[1], NULL, pith_keyring_builtin(),
//                                        &result, &err);
//         int code = status == PITH_OK ? result->exit : pith_status_exit(status);
//         pith_arena_free(arena);
//         return code;
//     }
//
// Memory.  What a call returns lives in the arena it was given and dies with it; nothing is freed
//          one by one. What a call is given (text, names, keyrings, results, options) is not copied
//          but pointed to: it has to live as long as what was made from it. Only pith_buf,
//          pith_tex_place and pith_output stand outside an arena; each has its own end.
// Errors.  A pith_status other than PITH_OK means that nothing was returned: then the pith_error is
//          filled, and out-parameters and what was appended to a buffer mean nothing. With PITH_OK
//          the pith_error means nothing. Bad evidence is not an error: it is a finding in the
//          verdict. A comment names the statuses that a caller is likely to tell apart. Any call
//          may fail with PITH_MEMORY (none left, or more than the arena or buffer may have) or
//          PITH_INTERNAL; one that reads JSON with PITH_JSON_*, PITH_FIELD_* or PITH_TOO_LARGE, one
//          that opens files with PITH_IO_READ or PITH_IO_WRITE, one that uses the network with
//          PITH_NETWORK*, PITH_NOT_FOUND or, for a URL that is none, PITH_USAGE. PITH_LIBRARY: a
//          library that is loaded when first needed is missing.
// NULL.    No pointer may be NULL unless its comment says so, but for arrays of no items and texts
//          of no bytes. Enums passed in are values of their type, if not said otherwise.
// Threads. Calls may run at the same time as long as they share no arena, buffer or other object
//          that is not const. The locale changes the system's words in messages alone. Global state
//          is that of pith_file_abandon_all, and cJSON's pointer to its last error, which nothing
//          reads.
// Text.    pith_text is foreign text: (pointer, length), valid UTF-8 once it passed the gate, not
//          NUL-terminated by promise. It reaches an output only through that output's escape.
// Options. Structs that a caller fills are set to zero first: zero is the default of every member.
// Versions. Before 1.0 a minor version may change anything here, and the shared library's name
//          (SOVERSION) has both numbers; a patch changes neither struct nor value. The names of
//          statuses (pith_status_name) stay; the values of the enum do not.
//
// protocol.md is what is public about Pith; files named src/... state rules of this project, and
// are in the source of this version.
#ifndef PITH_H
#define PITH_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PITH_VERSION "0.2.0"

#if defined(__GNUC__)
#define PITH_API               __attribute__((visibility("default")))
#define PITH_CHECKED           __attribute__((warn_unused_result))
#define PITH_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define PITH_API
#define PITH_CHECKED
#define PITH_PRINTF(fmt, args)
#endif

// ---- Exit codes and status codes ------------------------------------------------------

// Exit codes of the program; 1 is a verdict, everything above is trouble.
#define PITH_EXIT_TABLE(X)                                                                         \
    X(OK, 0, "ok", "everything asked for was checked and holds")                                   \
    X(INVALID, 1, "invalid", "a check failed: hash, number, signature, state mismatch")            \
    X(USAGE, 2, "usage", "bad option or number")                                                   \
    X(INCOMPLETE, 3, "incomplete",                                                                 \
      "nothing is false, but evidence asked for is missing or pending")                            \
    X(UNTRUSTED, 4, "untrusted", "signed by a key outside the keyring")                            \
    X(MALFORMED, 5, "malformed", "not a record, bundle, proof, PDF")                               \
    X(NETWORK, 6, "network", "DNS, TLS, time-out, 5xx, 429")                                       \
    X(NOT_FOUND, 7, "not found", "no such number")                                                 \
    X(IO, 8, "io", "cannot read, write, no space")                                                 \
    X(INTERNAL, 70, "internal", "a bug")

typedef enum pith_exit {
#define PITH_ROW(symbol, value, name, meaning) PITH_EXIT_##symbol = (value),
    PITH_EXIT_TABLE(PITH_ROW)
#undef PITH_ROW
} pith_exit;

// One row per code: symbol, stable name (the `code` of JSON findings), exit code, remedy.
// An empty remedy means that the message says all there is to do.
#define PITH_STATUS_TABLE(X)                                                                       \
    X(OK, "ok", OK, "")                                                                            \
    /* what a report says besides: never a returned status */                                      \
    X(PDF_SCOPE, "pdf-scope", OK, "")                                                              \
    X(PDF_LINK_ELSEWHERE, "pdf-link-elsewhere", OK, "")                                            \
    X(PDF_PREFIX_HOLDS, "pdf-prefix-holds", OK, "")                                                \
    /* what the caller typed */                                                                    \
    X(USAGE, "usage", USAGE, "see `pith help`")                                                    \
    X(NUMBER_SYNTAX, "number-syntax", USAGE,                                                       \
      "a Pith Number is 26 letters A-Z and digits 2-7, or pith:YEAR:those")                        \
    X(METADATA_MISSING, "metadata-missing", USAGE, "give it as an option, or in a file")           \
    X(AMBIGUOUS, "ambiguous", USAGE, "give the full number")                                       \
    /* a check failed */                                                                           \
    X(MENTION_FAILS, "mention-fails", INVALID, "the report says why; mend the number there")       \
    X(REFERENCE_MISMATCH, "reference-mismatch", INVALID, "mend the field, or take it out")         \
    X(UPLOAD_NAME, "upload-name", INVALID, "rename it, and what names it in the paper")            \
    X(UPLOAD_CONFLICT, "upload-conflict", INVALID, "rename one of the two files")                  \
    X(UPLOAD_KIND, "upload-kind", INVALID, "leave it out, or replace it")                          \
    X(UPLOAD_PLACE, "upload-place", INVALID, "move it, and what names it in the paper")            \
    X(UPLOAD_COMPILER, "upload-compiler", INVALID, "name pdflatex, latex or xelatex")              \
    X(UPLOAD_COMPILE, "upload-compile", INVALID, "mend the paper; its own log says more")          \
    X(UPLOAD_ANONYMOUS, "upload-anonymous", INVALID, "write \\usepackage[anonymous]{pith}")        \
    X(UPLOAD_BBL, "upload-bbl", INVALID, "run bibtex or biber, and keep the .bbl file")            \
    X(UPLOAD_SHELL, "upload-shell", INCOMPLETE, "make what they make beforehand, and keep it")     \
    X(UPLOAD_UNUSED, "upload-unused", INCOMPLETE, "")                                              \
    X(UPLOAD_ENGINE, "upload-engine", INCOMPLETE,                                                  \
      "convert the figures to one kind, or name it in 00README")                                   \
    X(HASH_MISMATCH, "hash-mismatch", INVALID, "fetch the document again from another source")     \
    X(NUMBER_MISMATCH, "number-mismatch", INVALID,                                                 \
      "check the number, or fetch the document again")                                             \
    X(TITLE_DIFFERS, "title-differs", INVALID, "mend the title, or mint the next version")         \
    X(ABSTRACT_DIFFERS, "abstract-differs", INVALID,                                               \
      "mend the abstract, or mint the next version")                                               \
    X(FIELD_DIFFERS, "field-differs", INVALID, "compare with arXiv's page of that version")        \
    X(YEAR_MISMATCH, "year-mismatch", INVALID, "use the year of submitted_at")                     \
    X(ALIAS_MISMATCH, "alias-mismatch", INVALID, "fetch the document again from another source")   \
    X(SUBJECT_MISMATCH, "subject-mismatch", INVALID, "an event belongs to another record")         \
    X(SOURCE_MISMATCH, "source-mismatch", INVALID, "fetch the document again from another source") \
    X(RECORD_CONFLICT, "record-conflict", INVALID,                                                 \
      "give documents of one record only, or fetch them again")                                    \
    X(SIGNATURE_INVALID, "signature-invalid", INVALID,                                             \
      "fetch the document again; if it stays bad, tell the registry")                              \
    X(EVENT_ID_MISMATCH, "event-id-mismatch", INVALID,                                             \
      "the event was changed after it was signed")                                                 \
    X(EVENT_PAYLOAD, "event-payload", INVALID, "the event does not fit its type")                  \
    X(STATE_MISMATCH, "state-mismatch", INVALID, "merge the bundles again and compare")            \
    X(STAMP_DIGEST, "stamp-digest", INVALID, "name the file or number that the proof is for")      \
    X(STAMP_BLOCK, "stamp-block", INVALID, "ask another source of headers; else stamp anew")       \
    X(STAMP_WORK, "stamp-work", INVALID, "ask another source of headers")                          \
    X(STAMP_TIME, "stamp-time", INVALID, "one of the two times is false: ask the signer")          \
    X(ARCHIVE_CLAIM, "archive-claim", INVALID, "believe no capture by it; ask its signer")         \
    X(KEY_DIFFERS, "key-differs", INVALID, "believe nothing signed with it; ask the registry")     \
    /* signed, but by whom? */                                                                     \
    X(KEY_PERIOD, "key-outside-period", UNTRUSTED, "update pith, or name a keyring with the key")  \
    X(KEY_UNKNOWN, "key-unknown", UNTRUSTED, "update pith, or name a keyring that holds the key")  \
    /* nothing false, something missing */                                                         \
    X(RECEIPT_FORM, "receipt-unknown-form", INCOMPLETE, "update pith, or ask another resolver")    \
    X(RECEIPT_MISSING, "receipt-missing", INCOMPLETE, "ask a resolver for the signed bundle")      \
    X(EVIDENCE_MISSING, "evidence-missing", INCOMPLETE, "ask for less, or for a better source")    \
    X(STATE_UNPROVEN, "state-unproven", INCOMPLETE, "merge the bundles and use --against")         \
    X(EVENT_SCHEME, "event-unknown-scheme", INCOMPLETE, "the event is kept, but proves nothing")   \
    X(EVENT_TYPE, "event-unknown-type", INCOMPLETE, "the event is kept, but not interpreted")      \
    X(CACHE_STALE, "cache-stale", INCOMPLETE, "run again when the network is back")                \
    X(EVENTS_MISSING, "events-missing", INCOMPLETE, "merge the bundles of all resolvers")          \
    X(TITLE_MISMATCH, "title-mismatch", INCOMPLETE, "the title is left out of every output")       \
    X(TITLE_UNCERTAIN, "title-uncertain", INCOMPLETE, "the title is left out of every output")     \
    X(METADATA_UNCERTAIN, "metadata-uncertain", INCOMPLETE,                                        \
      "write it in ASCII TeX, as arXiv does")                                                      \
    X(PAPER_TEXT, "paper-text", INCOMPLETE, "give it with --title or --abstract")                  \
    X(XMP_CONFLICT, "xmp-conflict", INVALID, "believe none of them; ask the author")               \
    X(PDF_NUMBER_DIFFERS, "pdf-number-differs", INVALID, "ask the author which one is meant")      \
    X(PDF_BUNDLE, "pdf-bundle", INVALID, "the attached bundle does not hold")                      \
    X(PDF_PREFIX, "pdf-prefix-differs", INVALID,                                                   \
      "the file was changed after the record was added")                                           \
    X(XMP_TAKEN, "xmp-taken", INVALID, "leave out --also: what is there is kept")                  \
    X(PDF_NO_RECORD, "pdf-no-record", INCOMPLETE, "`pith embed` puts a record into a PDF")         \
    X(PDF_REWRITTEN, "pdf-rewritten", INCOMPLETE, "compare it with the file that the author has")  \
    X(QR_TOOLS, "qr-tools", INCOMPLETE, "install poppler-utils and zbar-tools, or leave out --qr") \
    X(PDF_PARTLY_READ, "pdf-partly-read", INCOMPLETE, "")                                          \
    X(PDF_NOT_CUT, "pdf-not-cut", INCOMPLETE,                                                      \
      "`exiftool -XMP= FILE`, then `qpdf FILE OUT`, gives a file without any XMP")                 \
    X(STAMP_PENDING, "stamp-pending", INCOMPLETE, "`pith stamp --upgrade` in some hours")          \
    X(STAMP_UNCHECKED, "stamp-unchecked", INCOMPLETE,                                              \
      "give headers: --header, --headers, --rpc or --esplora")                                     \
    X(STAMP_NUMBER_ONLY, "stamp-number-only", INCOMPLETE,                                          \
      "name the record's file, or its place with --from")                                          \
    X(STAMP_OTHER, "stamp-other", INCOMPLETE, "ask a tool that knows it")                          \
    X(STAMP_WEAK, "stamp-weak-digest", INCOMPLETE, "stamp the file anew: pith uses SHA-256")       \
    X(STAMP_CALENDAR, "stamp-calendar", INCOMPLETE, "--calendar URL permits it")                   \
    X(STAMP_CALENDARS, "stamp-calendars", INCOMPLETE, "stamp again later: answers are added up")   \
    X(ARCHIVE_NONE, "archive-none", INCOMPLETE, "captures can take hours to show; ask again then") \
    X(ARCHIVE_OTHER, "archive-other", INCOMPLETE, "--archive URL asks another one")                \
    X(ARCHIVE_PENDING, "archive-pending", INCOMPLETE, "`pith archive --find` in some minutes")     \
    X(NO_MENTION, "no-pithnumber", INCOMPLETE, "write \\pithnumber{26 characters} in the paper")   \
    X(REFS_PENDING, "refs-pending", INCOMPLETE, "their records may come later; ask again then")    \
    X(PREDICTED, "predicted", INCOMPLETE, "try again once it is posted")                           \
    X(DATA_STALE, "data-stale", INCOMPLETE, "run `pith prepare` for the paper")                    \
    /* not what it should be */                                                                    \
    X(JSON_SYNTAX, "json-syntax", MALFORMED, "is this a JSON document?")                           \
    X(JSON_TRAILING, "json-trailing-data", MALFORMED, "one JSON document is expected")             \
    X(JSON_DUPLICATE, "json-duplicate-name", MALFORMED, "each name may stand once in an object")   \
    X(JSON_UTF8, "json-bad-utf8", MALFORMED, "JSON is UTF-8")                                      \
    X(JSON_BOM, "json-bom", MALFORMED, "remove the byte order mark")                               \
    X(JSON_NUL, "json-nul", MALFORMED, "U+0000 is refused everywhere")                             \
    X(JSON_SURROGATE, "json-lone-surrogate", MALFORMED, "\\uD800-\\uDFFF must come in pairs")      \
    X(JSON_RANGE, "json-number-range", MALFORMED, "the number has no canonical form")              \
    X(JSON_DEPTH, "json-depth", MALFORMED, "at most 64 levels are accepted")                       \
    X(FIELD_MISSING, "field-missing", MALFORMED, "is this a Pith document?")                       \
    X(FIELD_TYPE, "field-type", MALFORMED, "is this a Pith document?")                             \
    X(FIELD_VALUE, "field-value", MALFORMED, "is this a Pith document?")                           \
    X(TEMPLATE, "template", MALFORMED, "see the files named badge* in templates/")                 \
    X(BIB_SYNTAX, "bib-syntax", MALFORMED, "mend the entry there; nothing was changed")            \
    X(KEYRING, "keyring", MALFORMED, "see `pith help keys` for the form of a keyring")             \
    X(PDF_HEADER, "pdf-header", MALFORMED, "is it a PDF? `qpdf IN OUT` mends a damaged one")       \
    X(PDF_TAIL, "pdf-no-startxref", MALFORMED, "`qpdf IN OUT` mends a damaged file")               \
    X(PDF_XREF, "pdf-xref", MALFORMED, "`qpdf IN OUT` mends a damaged file")                       \
    X(PDF_XREF_ENTRY, "pdf-xref-entry", MALFORMED, "`qpdf IN OUT` mends a damaged file")           \
    X(PDF_SIZE, "pdf-size", MALFORMED, "`qpdf IN OUT` mends a damaged file")                       \
    X(PDF_OBJECT, "pdf-object", MALFORMED, "`qpdf IN OUT` mends a damaged file")                   \
    X(PDF_DUPLICATE_KEY, "pdf-duplicate-key", MALFORMED,                                           \
      "readers disagree which one holds; `qpdf IN OUT` keeps the last")                            \
    X(PDF_FILTER, "pdf-filter", MALFORMED, "`qpdf --recompress-flate IN OUT` stores it plainly")   \
    X(PDF_ENCRYPTED, "pdf-encrypted", MALFORMED, "use the file as it was before encryption")       \
    X(PDF_CERTIFIED, "pdf-certified", MALFORMED, "use the file as it was before certification")    \
    X(PDF_SIGNED, "pdf-signed", MALFORMED,                                                         \
      "embed first and sign then; --allow-signed keeps the signature valid, but viewers warn")     \
    X(PDF_TABLE_OFFSET, "pdf-table-offset", MALFORMED,                                             \
      "`qpdf --object-streams=generate IN OUT` gives it a cross-reference stream")                 \
    X(PDF_NAME_TREE, "pdf-name-tree", MALFORMED, "embed without --attach")                         \
    X(PDF_ATTACH_PDFA, "pdf-attach-pdfa", MALFORMED, "embed without --attach")                     \
    X(XMP_SYNTAX, "xmp-syntax", MALFORMED, "mend the metadata where the PDF is made")              \
    X(XMP_DTD, "xmp-dtd", MALFORMED, "mend the metadata where the PDF is made")                    \
    X(XMP_ENCODING, "xmp-encoding", MALFORMED, "mend the metadata where the PDF is made")          \
    X(XMP_FORM, "xmp-form", MALFORMED, "mend the metadata where the PDF is made")                  \
    X(STAMP_SYNTAX, "stamp-syntax", MALFORMED, "is this an OpenTimestamps proof?")                 \
    X(STAMP_HEADERS, "stamp-headers", MALFORMED, "headers of blocks are 80 bytes each")            \
    X(DOCUMENT_KIND, "document-kind", MALFORMED,                                                   \
      "a Pith document, or the data file of this version of pith, is expected")                    \
    X(METADATA_FORM, "metadata-form", MALFORMED, "`pith help mint` says what can be read")         \
    X(TOO_LARGE, "too-large", MALFORMED, "")                                                       \
    /* the network */                                                                              \
    X(NETWORK, "network", NETWORK, "try again, or use --from with a saved bundle")                 \
    X(ARCHIVE_NETWORK, "archive-network", NETWORK, "try again later")                              \
    X(ARCHIVE_ANSWER, "archive-answer", NETWORK, "is it the Internet Archive? see --archive")      \
    X(STAMP_NETWORK, "stamp-network", NETWORK, "try again later, or ask another server")           \
    X(NETWORK_REFUSED, "network-refused", NETWORK, "")                                             \
    X(NETWORK_LIBRARY, "network-library", NETWORK, "install libcurl 7.85 or later, or use --from") \
    X(NOT_FOUND, "not-found", NOT_FOUND, "check the number, or name another source")               \
    /* this machine */                                                                             \
    X(IO_READ, "io-read", IO, "check that the file exists and may be read")                        \
    X(IO_WRITE, "io-write", IO, "check that the folder may be written and has room")               \
    X(IO_STDOUT, "io-stdout", IO, "check the disk, or the program, that the output goes to")       \
    X(FILE_EXISTS, "file-exists", IO, "choose another name; keys are never overwritten")           \
    X(STAMP_EXISTS, "stamp-exists", IO, "choose another name with -o")                             \
    X(LIBRARY, "library", IO, "install that library, or build pith with -DPITH_LINK_ALL=ON")       \
    X(OUTPUT_REFUSED, "output-refused", IO, "")                                                    \
    X(MIRROR_COPY, "mirror-copy", MALFORMED,                                                       \
      "restore that file; or move it away, without the events that it alone has, and run again")   \
    X(KEY_MODE, "key-file-mode", IO, "chmod 600 FILE")                                             \
    X(MEMORY, "out-of-memory", INTERNAL, "the input needs more memory than is allowed")            \
    X(INTERNAL, "internal", INTERNAL, "this is a bug; please report it")

typedef enum pith_status {
#define PITH_ROW(symbol, name, exit, remedy) PITH_##symbol,
    PITH_STATUS_TABLE(PITH_ROW)
#undef PITH_ROW
        PITH_STATUS_COUNT
} pith_status;

// The columns of a row; of PITH_INTERNAL for a value that is none. Never NULL, never freed.
PITH_API const char *pith_status_name(pith_status status);
PITH_API const char *pith_status_remedy(pith_status status);
PITH_API pith_exit pith_status_exit(pith_status status);

// The worse of two exit codes, by the order 70 > 2 > 1 > 5 > 4 > 8 > 6 > 7 > 3 > 0; what is none of
// them counts as 70.
PITH_API pith_exit pith_exit_worse(pith_exit a, pith_exit b);

// What went wrong: "`object`: `message`". Both may hold foreign bytes: escape them before showing
// them (pith_terminal_escape).
typedef struct pith_error {
    pith_status status; // the one returned
    bool has_offset;
    size_t offset;     // of bytes, into the input
    char object[256];  // the thing: file, URL, field path; or ""
    char message[320]; // one sentence, without its stop
} pith_error;

// Sets `object`; of a name that is too long the end is replaced by three dots.
PITH_API void pith_error_about(pith_error *err, const char *object);
// The same for an error that was made where the name was not known: `object` only if it is empty.
PITH_API void pith_error_name(pith_error *err, const char *object);
// Fills an error, without an offset. `object` is what it is about, or NULL. Returns the status, so
// that what fails can end with `return pith_fail(...)`.
PITH_API pith_status pith_fail(pith_error *err, pith_status status, const char *object,
                               const char *format, ...) PITH_PRINTF(4, 5);
// The same for memory that could not be had: PITH_MEMORY.
PITH_API pith_status pith_fail_memory(pith_error *err);

// ---- Memory ---------------------------------------------------------------------------

typedef struct pith_arena pith_arena;

// An arena that hands out at most `max` bytes, which bounds what hostile input can make a call use;
// NULL when memory is short. It grows as needed, from nothing.
PITH_API pith_arena *pith_arena_new(size_t max) PITH_CHECKED;
// Frees the arena and all that lives in it, and wipes secret keys. NULL is fine.
PITH_API void pith_arena_free(pith_arena *arena);
// The same, but the arena stays, with some memory for the next round.
PITH_API void pith_arena_reset(pith_arena *arena);

// A growing byte buffer with a maximum. Once an append fails (limit or memory) it stays failed, and
// what it holds means nothing; check pith_buf_ok once at the end. What a call appends comes behind
// what is there.
typedef struct pith_buf {
    char *data; // NULL before the first append; then with a NUL behind data[len - 1]
    size_t len;
    size_t cap;
    size_t max; // of cap, so one more than len can be
    bool failed;
    bool full; // that was because of max
} pith_buf;

// An empty buffer; SIZE_MAX: no maximum. A pith_buf of zeros takes nothing.
PITH_API void pith_buf_init(pith_buf *buf, size_t max);
// Back to empty, with the same maximum and no memory. Freeing twice is fine.
PITH_API void pith_buf_free(pith_buf *buf);
PITH_API bool pith_buf_ok(const pith_buf *buf);
PITH_API void pith_buf_add(pith_buf *buf, const void *bytes, size_t len);
PITH_API void pith_buf_puts(pith_buf *buf, const char *text);
PITH_API void pith_buf_printf(pith_buf *buf, const char *format, ...) PITH_PRINTF(2, 3);

typedef struct pith_text {
    const char *p; // may be NULL when n is 0
    size_t n;      // bytes
} pith_text;

// The bytes of a C string, without its NUL.
static inline pith_text pith_text_of(const char *string)
{
    const pith_text text = {string, strlen(string)};
    return text;
}

// ---- Numbers --------------------------------------------------------------------------

enum { PITH_ID_LEN = 26 };

// A Pith Number (protocol.md section 1).
typedef struct pith_number {
    char id[PITH_ID_LEN + 1]; // A-Z, 2-7, and a NUL; or "": none
    int year;                 // 1 to 9999; 0: not given
} pith_number;

// Reads 26 characters in any case, `pith:ID`, `pith:YEAR:ID` or a record URL ending in
// `/pith/ID`. No I/O. PITH_NUMBER_SYNTAX with a typing hint otherwise.
PITH_API pith_status pith_number_parse(pith_text text, pith_number *out,
                                       pith_error *err) PITH_CHECKED;

// What a user may type for a record: a number, or another name that some index must turn into
// one. `alias_kind` is one of the public kinds (arxiv, arxiv_version, doi, pith_short_8/12/16),
// or "" for a full number.
typedef struct pith_target {
    pith_number number; // with an alias only its year counts, and may be 0
    char alias_kind[16];
    char alias_value[100]; // in the spelling of source_aliases; safe as a path
} pith_target;

// Reads every form of pith_number_parse, 8, 12 or 16 first characters, `arxiv:ID[vN]`, and the
// DOI `10.48550/arxiv.ID` (also with doi: or https://doi.org/ before it). No I/O.
PITH_API pith_status pith_target_parse(pith_text text, pith_target *out,
                                       pith_error *err) PITH_CHECKED;

// ---- Findings and verdict -------------------------------------------------------------

typedef enum pith_severity {
    PITH_SEVERITY_INFO,
    PITH_SEVERITY_WARNING,
    PITH_SEVERITY_ERROR
} pith_severity;

// One thing that was found while checking. `where` names the document and field; it and `message`
// may hold foreign bytes, and have a NUL behind them.
typedef struct pith_finding {
    pith_status code;
    pith_severity severity;
    pith_text where;
    pith_text message;
    struct pith_finding *next;
} pith_finding;

// What a resolver claims about further evidence. Nothing signed backs these words.
typedef enum pith_claim { PITH_CLAIM_UNKNOWN, PITH_CLAIM_NO, PITH_CLAIM_YES } pith_claim;

typedef struct pith_claims {
    pith_claim attested;
    pith_claim anchored;
    pith_claim stored;
    pith_claim references; // YES: resolved, NO: pending
} pith_claims;

enum { PITH_DIGEST_LEN = 32, PITH_SIGNATURE_LEN = 64, PITH_KEY_LEN = 32 };

// ---- Evidence -------------------------------------------------------------------------

// The rows of the record page's completeness list (protocol.md section 9), in its order: what the
// JSON calls it, and what people do.
#define PITH_EVIDENCE_TABLE(X)                                                                     \
    X(TIMESTAMP, "timestamp", "Bitcoin timestamp")                                                 \
    X(ARCHIVE, "archive", "archive capture")                                                       \
    X(AUTHOR, "author_claim", "author claim")                                                      \
    X(CITATION, "citation", "signed citation")                                                     \
    X(REPLICATION, "replication", "replication")                                                   \
    X(BUNDLE, "bundle", "graph bundle")
typedef enum pith_evidence_kind {
#define PITH_ROW(symbol, name, label) PITH_EVIDENCE_##symbol,
    PITH_EVIDENCE_TABLE(PITH_ROW)
#undef PITH_ROW
        PITH_EVIDENCE_KINDS
} pith_evidence_kind;

// The first two words are those of the record page.
typedef enum pith_evidence_state {
    PITH_EVIDENCE_OPEN,      // there is none
    PITH_EVIDENCE_LIVE,      // a valid event, or the resolver, says so; what it names was not read
    PITH_EVIDENCE_CHECKED,   // all that there is to check was checked by this call
    PITH_EVIDENCE_UNCHECKED, // there is something, and it could not be checked
    PITH_EVIDENCE_REFUTED    // there is something, it was checked, and it is false
} pith_evidence_state;

// The eight public relationships of a citation.
#define PITH_RELATIONSHIP_TABLE(X)                                                                 \
    X(SUPPORTS, "supports")                                                                        \
    X(REFUTES, "refutes")                                                                          \
    X(EXTENDS, "extends")                                                                          \
    X(USES_METHOD, "uses_method")                                                                  \
    X(DEPENDS_ON, "depends_on")                                                                    \
    X(REPLACES, "replaces")                                                                        \
    X(COMPARES, "compares")                                                                        \
    X(CITES, "cites")
typedef enum pith_relationship {
#define PITH_ROW(symbol, name) PITH_RELATIONSHIP_##symbol,
    PITH_RELATIONSHIP_TABLE(PITH_ROW)
#undef PITH_ROW
        PITH_RELATIONSHIPS
} pith_relationship;
// NULL for what is none.
PITH_API const char *pith_relationship_name(pith_relationship relationship);

// What an event is worth, by src/merge/RULES.md.
typedef enum pith_evidence_standing {
    PITH_EVIDENCE_VALID,
    PITH_EVIDENCE_WITHDRAWN,  // valid, but its signer took it back, or it equivocates
    PITH_EVIDENCE_UNVERIFIED, // of a form or by a key that is not known here
    PITH_EVIDENCE_INVALID
} pith_evidence_standing;

// One event of the documents, record_created apart. Texts are the signer's; empty: there is none.
typedef struct pith_evidence_event {
    pith_evidence_kind kind; // PITH_EVIDENCE_KINDS: of no row
    pith_evidence_standing standing;
    pith_status code; // why it is unverified or invalid
    char id[7 + 2 * PITH_DIGEST_LEN + 1];
    pith_text type;
    pith_text created_at;
    pith_text key_id;
    pith_text body;   // the object in its payload that is named as the type, canonical JSON
    pith_text manner; // method, relationship, or kind of an anchor
    pith_text object; // claimant, cited number, claim_id, proof, or event_id withdrawn
    pith_text word;   // strength of an author claim; moderation of a replication
    struct pith_evidence_event *next;
} pith_evidence_event;

typedef struct pith_evidence_row {
    pith_evidence_state state;
    size_t valid, withdrawn, unverified, invalid; // events
    size_t refuted;                               // of the valid ones
    size_t not_asked; // of the valid ones, about which nobody was asked, being too many
    const struct pith_ots_report *proof; // TIMESTAMP: of the one that counts, once it leads to a
                                         // block that was checked; else NULL
    char why[400];
} pith_evidence_row;

typedef struct pith_evidence {
    pith_evidence_row rows[PITH_EVIDENCE_KINDS];
    size_t strong_claims, weak_claims;        // valid author claims
    size_t relationships[PITH_RELATIONSHIPS]; // valid citations of each
    size_t replications, falsifications, formal_bridges;
    pith_claims said;            // by the resolver, before events were looked at
    pith_evidence_event *events; // in the order of the merge
} pith_evidence;

struct pith_result;
// One row: what the events of a result give, or else what its resolver claims. OPEN for
// PITH_EVIDENCE_KINDS.
PITH_API void pith_evidence_row_of(const struct pith_result *result, pith_evidence_kind kind,
                                   pith_evidence_row *out);

// ---- Results --------------------------------------------------------------------------

// The checked record and what the checks gave; these functions alone make one. "Verified" is
// intact, signed and trusted; `exit` sums up the findings, 0 when all that was checked holds.
typedef struct pith_result {
    pith_number number;              // with the year of submitted_at
    uint8_t digest[PITH_DIGEST_LEN]; // SHA-256 of the canonical bytes
    pith_text canonical;             // the canonical bytes themselves
    pith_text source_kind;           // "arxiv"
    pith_text source_id;             // "1309.3741"
    int64_t source_version;          // 1
    pith_text submitted_at;          // "2013-09-15T09:53:20Z"
    pith_text title;                 // only when it hashes to the record; else empty
    pith_text origin;                // where the documents came from, for humans
    bool intact;                     // all hashes and identities hold
    bool is_signed;                  // a receipt verified under the named key
    bool trusted;                    // that key is in the keyring
    bool asked_other;                // it is not, or not in that year, what was asked for
    pith_status receipt;             // PITH_OK, or why it is not (PITH_RECEIPT_MISSING, ...)
    pith_text key_id;                // of the receipt; empty without one
    pith_text signed_at;             // the signer's claim
    pith_text signature_b64;         // strict base64, so the one spelling of its bytes
    uint8_t key[PITH_KEY_LEN];       // the public key; valid when is_signed
    size_t valid_events;             // of the bundle; see src/merge/RULES.md
    size_t unverified_events;
    size_t invalid_events;
    pith_claims claims; // those that valid events back are true, those that they refute are not
    pith_evidence *evidence;               // NULL: no event of the documents is evidence
    pith_evidence_event *events;           // with pith_result_list_events, all of them
    const struct pith_document *documents; // what was judged, for that
    size_t document_count;
    pith_finding *findings; // in the order they were found
    pith_exit exit;         // the worst of the findings that are errors
} pith_result;

// ---- Keys -----------------------------------------------------------------------------

// The keys a reader trusts. Immutable, so threads may share one.
typedef struct pith_keyring pith_keyring;

// The registry's keys that this version knows (protocol.md section 7); static.
PITH_API const pith_keyring *pith_keyring_builtin(void);
// Reads {"keys":[{"key_id","algorithm":"ed25519","public_key_b64" or "public_key_hex",
// "not_before","not_after"}]}, of at most 4 MiB. It does not hold the built-in keys unless it names
// them. PITH_KEYRING says what is wrong with a key, and refuses the file of a secret one.
PITH_API pith_status pith_keyring_load(pith_arena *arena, const char *path,
                                       const pith_keyring **out, pith_error *err) PITH_CHECKED;

typedef struct pith_key_info {
    pith_text key_id;
    pith_text not_before; // empty: no limit
    pith_text not_after;
    char hex[2 * PITH_KEY_LEN + 1];
    char fingerprint[33]; // first 16 bytes of SHA-256(key), hex
} pith_key_info;

PITH_API size_t pith_keyring_count(const pith_keyring *keyring);
// The key of an index below that count.
PITH_API void pith_keyring_describe(const pith_keyring *keyring, size_t index, pith_key_info *out);

// ---- Resolving ------------------------------------------------------------------------

// Where documents come from. With `from` set nothing touches the network; otherwise the cache
// is asked first, if there is one, then the resolvers in their order. All zero: the public
// resolver, without a cache.
typedef struct pith_sources {
    const char *const *from; // files, or folders of ID.json and ID/bundle.json; tried in order
    size_t from_count;
    const char *const *resolvers; // base URLs; none: https://pith.science
    size_t resolver_count;
    bool use_mirrors;   // then ask the mirrors that a resolver's pith-mirrors.json names
    size_t quorum;      // ask that many resolvers and join what they give; 0 or 1: first good one
    const char *cache;  // folder, made when needed; or NULL
    int64_t now;        // seconds since 1970, by which cached documents are fresh for a day
    bool offline;       // no socket: the cache, or nothing; PITH_USAGE when neither is there
    bool refresh;       // ask the resolvers even when the cache is fresh
    const char *cacert; // PEM file of the CA to trust instead of the system's, or NULL
    bool allow_private; // permit loopback and private addresses, and http:// there
    long timeout_ms;    // total time for all numbers of a call; 0: 20 s
    void (*progress)(void *context, size_t done, size_t total); // or NULL; from the calling thread
    void *progress_context;
} pith_sources;

// Finds, reads and checks every document for each target. For target i, results[i] is set when
// a verdict was reached, good or bad (read its `exit`); otherwise it is NULL and errors[i] says
// why: PITH_NOT_FOUND, PITH_AMBIGUOUS, PITH_ALIAS_MISMATCH, PITH_DOCUMENT_KIND, no answer. Both
// have `count` items. A target that is all zero is passed over and its error left alone. Other
// names than full numbers are looked up first; what a name leads to must be a record that really
// has that name. The status is about the whole: a URL that cannot be asked, a cache that cannot be
// read, memory.
PITH_API pith_status pith_resolve_all(pith_arena *arena, const pith_sources *sources,
                                      const pith_keyring *keyring, const pith_target *targets,
                                      size_t count, pith_result **results, pith_error *errors,
                                      pith_error *err) PITH_CHECKED;

// Whether the resolvers can be asked at all, as far as that can be told without asking: their URLs
// (PITH_USAGE) and the file of CAs (PITH_IO_READ).
PITH_API pith_status pith_resolvers_check(pith_arena *arena, const pith_sources *sources,
                                          pith_error *err) PITH_CHECKED;

// The same as pith_resolve_all for one full number: PITH_OK when a verdict was reached, otherwise
// the status of errors[0].
PITH_API pith_status pith_resolve(pith_arena *arena, const pith_sources *sources,
                                  const pith_keyring *keyring, const pith_number *number,
                                  pith_result **out, pith_error *err) PITH_CHECKED;

// Appends the bundle of a number: every document that the sources have of it but states, joined as
// pith_merge does, with its statuses. PITH_NOT_FOUND: there is none.
PITH_API pith_status pith_resolve_bundle(pith_arena *arena, const pith_sources *sources,
                                         const pith_keyring *keyring, const pith_number *number,
                                         pith_buf *out, pith_error *err) PITH_CHECKED;

// ---- Checking documents ---------------------------------------------------------------

// Checks one document in memory: a record document, bundle, state or bare record. `wanted` is
// the number it must be about, or NULL; `origin` names the document in findings. An invalid event
// is an error here, not a warning. PITH_DOCUMENT_KIND for JSON that is nothing of this.
PITH_API pith_status pith_verify_bytes(pith_arena *arena, pith_text bytes, const char *origin,
                                       const pith_number *wanted, const pith_keyring *keyring,
                                       pith_result **out, pith_error *err) PITH_CHECKED;

// Evidence a caller can insist on. "attested" needs a valid strong author claim; "anchored" and
// "stored" need a row that was checked, which reading documents alone does not do; "references" is
// a claim that no check backs, so insisting on it is never met.
enum {
    PITH_REQUIRE_INTACT = 1,
    PITH_REQUIRE_SIGNED = 2,
    PITH_REQUIRE_TRUSTED = 4,
    PITH_REQUIRE_ATTESTED = 8,
    PITH_REQUIRE_ANCHORED = 16,
    PITH_REQUIRE_STORED = 32,
    PITH_REQUIRE_REFERENCES = 64
};
// Reads a list like "signed,trusted" into a mask. PITH_USAGE for another word, or none.
PITH_API pith_status pith_require_parse(const char *list, unsigned *mask,
                                        pith_error *err) PITH_CHECKED;
// Adds a finding (exit 3) for each required piece of evidence that is missing. PITH_OK then, too.
PITH_API pith_status pith_result_require(pith_arena *arena, pith_result *result, unsigned mask,
                                         pith_error *err) PITH_CHECKED;
// Why a result with an exit other than 0 has it, as an error about `object`: the first finding of
// that exit. Returns its code.
PITH_API pith_status pith_result_error(const pith_result *result, const char *object,
                                       pith_error *err);

// Checks one JSON document a line, in constant memory, with `jobs` threads (1 to 256; else
// PITH_USAGE). For each line, in order and in the calling thread, `put` gets one line of JSON (the
// result with its `target` "path:N"), which is gone when it returns; returning false stops, with
// PITH_OK. *exit is the worst exit code of all, set also when reading broke off.
typedef struct pith_stream {
    const char *path; // "-": standard input
    const pith_keyring *keyring;
    unsigned require; // a mask of PITH_REQUIRE_*
    int jobs;
    bool (*put)(void *context, const char *line, size_t len);
    void *context;
} pith_stream;
PITH_API pith_status pith_verify_stream(const pith_stream *stream, pith_exit *exit,
                                        pith_error *err) PITH_CHECKED;

// Appends the canonical form of a JSON document: as Python's json.dumps(sort_keys=True,
// separators=(",", ":"), ensure_ascii=False) prints it (protocol.md section 2).
PITH_API pith_status pith_canonical_form(pith_arena *arena, pith_text bytes, pith_buf *out,
                                         pith_error *err) PITH_CHECKED;
// SHA-256 as 64 hex digits, and the Pith suffix the digest gives.
PITH_API void pith_digest_words(const void *bytes, size_t len, char hex[65],
                                char id[PITH_ID_LEN + 1]);

// ---- Merging --------------------------------------------------------------------------

// The events of several bundles of one record; see src/merge/RULES.md.
typedef struct pith_merged pith_merged;

// Joins `count` documents, origins[i] being the name of the i-th in errors. Fails, naming the
// document, when its own record does not hold (PITH_HASH_MISMATCH...), is another record
// (PITH_RECORD_CONFLICT) or is a state (PITH_DOCUMENT_KIND). PITH_USAGE when there is none.
PITH_API pith_status pith_merge(pith_arena *arena, const pith_text *documents,
                                const char *const *origins, size_t count,
                                const pith_keyring *keyring, const pith_merged **out,
                                pith_error *err) PITH_CHECKED;

typedef struct pith_merge_counts {
    size_t events, valid, unverified, invalid, equivocations;
} pith_merge_counts;

PITH_API void pith_merged_count(const pith_merged *merged, pith_merge_counts *out);
PITH_API void pith_merged_number(const pith_merged *merged, pith_number *out);
// Append the state and the merged bundle: canonical JSON and a line feed.
PITH_API pith_status pith_merged_state(const pith_merged *merged, pith_buf *out,
                                       pith_error *err) PITH_CHECKED;
PITH_API pith_status pith_merged_bundle(const pith_merged *merged, pith_buf *out,
                                        pith_error *err) PITH_CHECKED;

// Compares two states; appends one line `path: what` per difference and counts them. *firm
// counts those that no unverified event can explain: record, number, aliases.
// With `ours`, members that only this project writes may be absent from `theirs`.
PITH_API pith_status pith_state_compare(pith_arena *arena, pith_text ours, pith_text theirs,
                                        pith_buf *differences, size_t *count, size_t *firm,
                                        pith_error *err) PITH_CHECKED;

// ---- Signing --------------------------------------------------------------------------

// A secret key with the name it signs under. The seed is wiped when the arena dies.
typedef struct pith_secret_key pith_secret_key;

typedef struct pith_signer {
    pith_text key_id;      // 1 to 64 of A-Za-z0-9._-
    pith_text signer_id;   // empty: the key_id
    pith_text signer_type; // empty: pith_signer
    pith_text not_before;  // empty: no limit
    pith_text not_after;
} pith_signer;

enum { PITH_SEED_LEN = 32 };

// Makes a key from a seed of PITH_SEED_LEN bytes, which is copied, as is the signer; NULL: from the
// system's random source. PITH_USAGE for a signer that is not as above.
PITH_API pith_status pith_secret_key_new(pith_arena *arena, const pith_signer *signer,
                                         const uint8_t *seed, const pith_secret_key **out,
                                         pith_error *err) PITH_CHECKED;
// Writes a new file of mode 0600, whatever the umask, and waits for the disk; PITH_FILE_EXISTS when
// there is one.
PITH_API pith_status pith_secret_key_create(const pith_secret_key *key, const char *path,
                                            pith_error *err) PITH_CHECKED;
// Reads such a file; PITH_KEY_MODE when group or others may use it.
PITH_API pith_status pith_secret_key_load(pith_arena *arena, const char *path,
                                          const pith_secret_key **out,
                                          pith_error *err) PITH_CHECKED;
// `base` (or NULL: no keys) and the public half of the key, which replaces one of its name.
PITH_API pith_status pith_secret_key_public(pith_arena *arena, const pith_secret_key *key,
                                            const pith_keyring *base, const pith_keyring **out,
                                            pith_error *err) PITH_CHECKED;

// A signed event: canonical JSON, and `sha256:` with the hex of its identity.
typedef struct pith_signed {
    pith_text event;
    char event_id[7 + 2 * PITH_DIGEST_LEN + 1];
} pith_signed;

// The record_created event that carries the key's receipt for the record of a document.
// `time` (like 2026-05-18T00:00:00Z) is created_at and signed_at; PITH_USAGE when it is none, or
// not within the key's period. Statuses for a document that does not hold as of pith_merge. Here as
// below, nothing is returned that does not verify.
PITH_API pith_status pith_sign_receipt(pith_arena *arena, const pith_secret_key *key,
                                       pith_text document, const char *origin, pith_text time,
                                       pith_signed *out, pith_error *err) PITH_CHECKED;
// An event of another type; src/merge/RULES.md lists them, PITH_USAGE for one that is not there.
// `payload` is the inner object; PITH_EVENT_PAYLOAD when it does not fit the type. An empty target:
// `graph` for snapshots, otherwise `record`.
PITH_API pith_status pith_sign_event(pith_arena *arena, const pith_secret_key *key,
                                     const pith_number *subject, pith_text type, pith_text target,
                                     pith_text payload, pith_text time, pith_signed *out,
                                     pith_error *err) PITH_CHECKED;
// Appends the bundle of a document with an event of this key added, as pith_merged_bundle gives it.
// A record document or bare record becomes a bundle with every alias the record gives.
// PITH_SIGNATURE_INVALID: it is no valid event of this key about this record.
PITH_API pith_status pith_sign_into_bundle(pith_arena *arena, const pith_secret_key *key,
                                           pith_text document, const char *origin, pith_text event,
                                           pith_buf *out, pith_error *err) PITH_CHECKED;

// ---- Keys from elsewhere --------------------------------------------------------------

// Reads a keyring, one public key object, a document with a `public_key` member, or a mirror
// manifest, whose entries have one. What it holds is to be looked at; nothing here trusts it.
PITH_API pith_status pith_keyring_import(pith_arena *arena, pith_text bytes, const char *origin,
                                         const pith_keyring **out, pith_error *err) PITH_CHECKED;
// The same from the first resolver's pith-signing-key.json, or else its pith-mirrors.json (`from`
// and the cache are not used). *url: which of them, in the arena.
PITH_API pith_status pith_keyring_fetch(pith_arena *arena, const pith_sources *sources,
                                        const pith_keyring **out, const char **url,
                                        pith_error *err) PITH_CHECKED;
// Appends the keys as a keyring document that pith_keyring_load reads.
PITH_API void pith_keyring_json(const pith_keyring *keyring, pith_buf *out);
// PITH_OK: the keyring holds this key. PITH_KEY_DIFFERS: another one of this name.
// PITH_KEY_UNKNOWN: none of this name.
PITH_API pith_status pith_keyring_compare(const pith_keyring *keyring, const pith_key_info *key);

// A rotation notice: the old key announces a new one. It never makes the new one trusted.
typedef struct pith_notice_info {
    pith_text created_at;
    pith_text old_key_id;
    pith_key_info new_key;
    // PITH_OK: signed by a key of the keyring, in its period. PITH_KEY_UNKNOWN,
    // PITH_KEY_PERIOD, PITH_SIGNATURE_INVALID: it is not.
    pith_status standing;
} pith_notice_info;

// Reads a notice and judges it; one that is not good is PITH_OK with another `standing`.
// PITH_KEYRING, PITH_FIELD_*: it is no notice.
PITH_API pith_status pith_notice_check(pith_arena *arena, pith_text bytes, const char *origin,
                                       const pith_keyring *keyring, pith_notice_info *out,
                                       pith_error *err) PITH_CHECKED;
// The notice in which `key` announces the one key of `successor`; PITH_KEYRING when there is not
// one, or it is the same. `time` as in pith_sign_receipt.
PITH_API pith_status pith_sign_notice(pith_arena *arena, const pith_secret_key *key,
                                      const pith_keyring *successor, pith_text time,
                                      pith_text *notice, pith_error *err) PITH_CHECKED;

// ---- Papers ---------------------------------------------------------------------------

// One use of \pithnumber in a source file.
typedef struct pith_mention {
    pith_number number;
    pith_text file;
    size_t line; // from 1
} pith_mention;

typedef struct pith_mentions {
    pith_mention *items; // distinct numbers in reading order
    size_t count;
    pith_text *files; // all that was read, by name; each is a C string too
    size_t file_count;
    pith_text missing[8]; // "FILE:LINE: NAME" of files that are not beside the paper
    size_t missing_count; // all of them; the first eight are listed
} pith_mentions;

// Reads papers, each given by its main file, as TeX would find them (\input, \import, \subfile, ...
// and what the .fls file of an earlier run names; comments, verbatim and text after \end{document}
// ignored) and lists the numbers given to \pithnumber and its kin. With biblatex, those in the
// field `pith` of the entries that are cited, too. PITH_IO_READ for a main file, PITH_NUMBER_SYNTAX
// naming the place of what is no number, PITH_TOO_LARGE beyond the bounds of src/base/limits.h.
PITH_API pith_status pith_paper_scan(pith_arena *arena, const char *const *paths, size_t count,
                                     pith_mentions *out, pith_error *err) PITH_CHECKED;

// The main file of a paper: `path` itself or, in a folder, the one .tex file with a \documentclass
// that is no subfile; of several, main.tex. A path that is no folder is not looked at. PITH_USAGE
// when there is none, or no telling which.
PITH_API pith_status pith_paper_main(pith_arena *arena, const char *path, const char **out,
                                     pith_error *err) PITH_CHECKED;
// Appends a rule for make: the target depends on the files, each of which may be gone. PITH_USAGE
// for a name that make cannot express.
PITH_API pith_status pith_make_rule(const char *target, const pith_text *files, size_t count,
                                    pith_buf *out, pith_error *err) PITH_CHECKED;

// ---- Uploads to arXiv -----------------------------------------------------------------

// One file of a paper's folder.
typedef struct pith_upload_file {
    pith_text name; // from the folder on, with /; a C string too
    pith_text bytes;
    bool used;      // it belongs to the upload
    bool mentioned; // arXiv can see that, without running TeX
} pith_upload_file;

// What goes to arXiv from a paper's folder.
typedef struct pith_upload {
    const char *main;        // name of the main file
    pith_upload_file *files; // in byte order of their names
    size_t count;
    size_t room;
    bool use_known; // `used` is what TeX has read; before, every file is taken as used
    pith_finding *findings;
} pith_upload;

// Reads all files of a folder but hidden ones, symbolic links, secret keys and what TeX has made,
// and marks them as used. `main` is a path from pith_paper_main. PITH_IO_READ; PITH_TOO_LARGE for
// more than a paper's folder has.
PITH_API pith_status pith_upload_collect(pith_arena *arena, const char *dir, const char *main,
                                         pith_upload *out, pith_error *err) PITH_CHECKED;
// The file of that name, or NULL; good until a file is added.
PITH_API pith_upload_file *pith_upload_find(const pith_upload *upload, const char *name);
// Adds a file, or gives one that is there these bytes; marks it as used.
PITH_API pith_status pith_upload_put(pith_arena *arena, pith_upload *upload, const char *name,
                                     pith_text bytes, pith_error *err) PITH_CHECKED;
// Adds a finding about a file of the upload; its text is copied.
PITH_API pith_status pith_upload_note(pith_arena *arena, pith_upload *upload, pith_status code,
                                      pith_severity severity, pith_text where, pith_error *err,
                                      const char *format, ...) PITH_PRINTF(7, 8) PITH_CHECKED;
// Takes as used what TeX has read, by its .fls file, and what arXiv wants besides: the .bbl of the
// main file, 00README, anc/, and pith.sty with its data file.
PITH_API pith_status pith_upload_used(pith_arena *arena, pith_upload *upload, pith_text fls,
                                      pith_error *err) PITH_CHECKED;
// Looks in a .fls file for what TeX has read that is neither in the folder nor in TeX's trees
// (folders with colons between). Each such file is a finding; *count: how many there are.
PITH_API pith_status pith_upload_outside(pith_arena *arena, pith_upload *upload, pith_text fls,
                                         const char *trees, size_t *count,
                                         pith_error *err) PITH_CHECKED;
// Looks for what arXiv refuses, changes or throws away, among the files that are used;
// src/paper/upload_check.c states the rules.
PITH_API pith_status pith_upload_check(pith_arena *arena, pith_upload *upload,
                                       pith_error *err) PITH_CHECKED;
// "pdflatex", "latex" (with dvips and ps2pdf) or "xelatex": what arXiv will run, going by 00README,
// packages and the figures that the sources name. Static.
PITH_API const char *pith_upload_engine(const pith_upload *upload);
// Appends a .tar.gz of the files used. The same files give the same bytes, everywhere and always.
// PITH_UPLOAD_NAME for a name that tar (POSIX ustar) has no room for.
PITH_API pith_status pith_upload_pack(const pith_upload *upload, pith_buf *out,
                                      pith_error *err) PITH_CHECKED;

// ---- Bibliographies -------------------------------------------------------------------

// One entry of a bibliography.
typedef struct pith_reference {
    pith_text key;      // as it stands there, so foreign bytes
    size_t line;        // from 1
    pith_target name;   // its arXiv id or arXiv DOI; all zero: it gives none
    bool has_field;     // it has a field `pith` (in TeX: a \pithref or \pithnumber)
    pith_number stated; // the number there; all zero: it has none, or it is no number
    size_t field;       // of a .bib entry's last field: byte offset of its name,
    size_t field_end;   // and behind its value; both 0: no field
} pith_reference;

typedef struct pith_references {
    pith_text bytes; // of the file
    bool is_bib;     // BibTeX data; otherwise what TeX reads
    bool cut;        // an entry of it has no end, and what follows was not read
    pith_reference *items;
    size_t count;
    pith_text problems[8]; // "LINE: what" of entries that cannot be read
    size_t problem_count;  // all of them; the first eight are listed
} pith_references;

// Reads FILE.bib, FILE.bbl or FILE.tex (\bibitem), by the end of its name. The arXiv id of an
// entry is that of its eprint, doi, url (ee, link), or a remark (note, journal, volume, ...), in
// this order of preference. PITH_USAGE for another end, PITH_TOO_LARGE beyond 32 MiB. An entry that
// cannot be read is a problem in *out, no failure.
PITH_API pith_status pith_references_read(pith_arena *arena, const char *path, pith_references *out,
                                          pith_error *err) PITH_CHECKED;
// Appends the .bib file with a field `pith` behind the last one of each entry i that has none and
// whose numbers[i] is not all zero (`numbers` has as many items as the references). No other byte
// changes; style and line ends are the neighbours'.
PITH_API pith_status pith_references_edit(pith_arena *arena, const pith_references *references,
                                          const pith_number *numbers, pith_buf *out,
                                          pith_error *err) PITH_CHECKED;
// The same as a unified diff, which `patch -p0` applies to `path`; empty: no change.
PITH_API pith_status pith_references_diff(pith_arena *arena, const pith_references *references,
                                          const pith_number *numbers, const char *path,
                                          pith_buf *out, pith_error *err) PITH_CHECKED;

// ---- TeX data files -------------------------------------------------------------------

// How a record stands to the text that carries it.
typedef enum pith_relation {
    PITH_RELATION_CURRENT,  // it is of this text
    PITH_RELATION_EARLIER,  // of an earlier version
    PITH_RELATION_PREDICTED // of this text, before it is filed
} pith_relation;

// Appends the TeX data file for these results, in this order. Pure ASCII, no clock: the same
// results give the same bytes. `tex/pith.sty` reads it; src/out/tex.h states the grammar.
// PITH_FIELD_VALUE, PITH_TOO_LARGE: a value that TeX cannot be given. PITH_LIBRARY: libqrencode.
PITH_API pith_status pith_tex_data(pith_arena *arena, const pith_result *const *results,
                                   size_t count, pith_relation relation, pith_buf *out,
                                   pith_error *err) PITH_CHECKED;

// The same with a relation for each result.
PITH_API pith_status pith_tex_data_each(pith_arena *arena, const pith_result *const *results,
                                        size_t count, const pith_relation *relations, pith_buf *out,
                                        pith_error *err) PITH_CHECKED;

// A record of a data file, as a document for pith_verify_bytes; until that has looked at it,
// nothing is known of it but its form.
typedef struct pith_tex_record {
    pith_number number;
    pith_relation relation;
    pith_text document;
} pith_tex_record;

// Reads a data file. PITH_DOCUMENT_KIND when its first line is not the one this version writes;
// PITH_FIELD_VALUE, naming the line, when it is damaged.
PITH_API pith_status pith_tex_data_read(pith_arena *arena, pith_text data, const char *origin,
                                        pith_tex_record **out, size_t *count,
                                        pith_error *err) PITH_CHECKED;

#define PITH_TEX_DATA_NAME "pith-data.tex"

// The folder in which a program that TeX started writes PITH_TEX_DATA_NAME and nothing else.
typedef struct pith_tex_place {
    int dir;        // open, for fchdir; -1 once it is closed
    char path[256]; // of the file, for messages
} pith_tex_place;

// Opens the folder TeX itself would write to: TEXMF_OUTPUT_DIRECTORY or, when that is NULL or
// empty, the current folder; and where that cannot be written, TEXMFOUTPUT. From the current
// folder on, no symbolic link is followed: PITH_OUTPUT_REFUSED. PITH_IO_WRITE: there is none.
PITH_API pith_status pith_tex_place_open(const char *output_directory, const char *texmfoutput,
                                         pith_tex_place *out, pith_error *err) PITH_CHECKED;
// Closing twice is fine.
PITH_API void pith_tex_place_close(pith_tex_place *place);
// The data file that is there, or an empty text. PITH_OUTPUT_REFUSED for anything else of that
// name: a link, a folder or device, or a file whose first line is not that of a data file.
PITH_API pith_status pith_tex_place_read(pith_arena *arena, const pith_tex_place *place,
                                         pith_text *out, pith_error *err) PITH_CHECKED;

// ---- Minting --------------------------------------------------------------------------

// What a record is made of (protocol.md section 2). A text whose pointer is NULL is not given.
typedef struct pith_metadata {
    pith_text id;    // "1309.3741", without a version
    int64_t version; // from 1; 0: not given
    pith_text title; // in arXiv's TeX, as are the abstract's letters
    pith_text abstract;
    pith_text title_sha256; // instead of a title that is not given: its hash, 64 hex digits
    pith_text abstract_sha256;
    pith_text categories;   // "math.CA math-ph": the primary one first
    pith_text license;      // a URL, or empty: the paper has none
    pith_text submitted_at; // of version 1, like 2013-09-15T09:53:20Z
    int64_t id_version;     // the one that the identifier was given with; 0: none
} pith_metadata;

// Reads the metadata of papers from a file or "-": arXiv's Atom answer, OAI-PMH with arXivRaw, one
// line of the metadata snapshot, or a JSON or YAML file with the names above. PITH_METADATA_FORM
// when it is none of them; PITH_TOO_LARGE beyond 32 MiB or 8,192 papers; PITH_LIBRARY: libyaml.
PITH_API pith_status pith_metadata_read(pith_arena *arena, const char *path, pith_metadata **out,
                                        size_t *count, pith_error *err) PITH_CHECKED;
// Sets the field of that name; the text has to live as long. PITH_METADATA_FORM for a name that
// there is not, or a value that it cannot have.
PITH_API pith_status pith_metadata_set(pith_arena *arena, pith_metadata *metadata, const char *name,
                                       pith_text value, pith_error *err) PITH_CHECKED;
// The record of the metadata, its hash and number, as a result without a receipt. Its exit is 3
// when a text is not printable ASCII: then nothing public says how the registry hashes it.
// PITH_METADATA_MISSING, PITH_METADATA_FORM: the first field that is missing or can't be.
PITH_API pith_status pith_mint(pith_arena *arena, const pith_metadata *metadata, pith_result **out,
                               pith_error *err) PITH_CHECKED;
// The aliases that a record has from itself, by row, in the order of protocol.md section 5: puts
// the value into the room given and returns the kind, which is static. NULL: there are no more
// rows.
enum { PITH_ALIAS_SIZE = 160 };
PITH_API const char *pith_result_alias(const pith_result *result, size_t row,
                                       char value[PITH_ALIAS_SIZE]);

// Title and abstract of a paper's source in the form that arXiv's metadata has: ASCII, accents and
// $math$ in TeX, no formatting, citations, footnotes or commands of the paper's own.
typedef struct pith_paper_text {
    pith_text title;        // p is NULL: there is none, or no telling which; then title_why says so
    const char *title_why;  // else what speaks against it, or NULL
    char title_command[40]; // the first command that stands in it as it is typed; or ""
    char title_own[40];     // the first of the paper's own in place of which stands its definition
    pith_text abstract;
    const char *abstract_why;
    char abstract_command[40];
    char abstract_own[40];
} pith_paper_text;
// Reads them from a paper, given by its main file; a text that it does not have is no failure.
// PITH_IO_READ, PITH_TOO_LARGE as pith_paper_scan.
PITH_API pith_status pith_paper_text_read(pith_arena *arena, const char *path, pith_paper_text *out,
                                          pith_error *err) PITH_CHECKED;

// The metadata of a result's record: texts as their hashes.
PITH_API pith_status pith_metadata_of(pith_arena *arena, const pith_result *result,
                                      pith_metadata *out, pith_error *err) PITH_CHECKED;

// How a field of a paper stands to that of a record.
typedef enum pith_check_standing {
    PITH_CHECK_SAME,
    PITH_CHECK_DIFFERS,
    PITH_CHECK_UNSTATED, // the paper does not say it
    PITH_CHECK_UNCLEAR   // it does, but it cannot be read off with certainty
} pith_check_standing;

// Where what is compared was taken from.
typedef enum pith_check_origin {
    PITH_CHECK_OF_PAPER,
    PITH_CHECK_OF_STATED,
    PITH_CHECK_OF_KNOWN
} pith_check_origin;

typedef struct pith_check_field {
    const char *name; // static
    pith_status code; // of a finding about it
    pith_check_standing standing;
    bool spelling;   // of DIFFERS: the same words, in another spelling of TeX
    pith_text text;  // the paper's; of SAME, in the form that the record hashes
    pith_text cause; // the nearest one of a difference; for SAME, what is unusual about the form
    pith_check_origin origin; // of text
} pith_check_field;

// Title, abstract, categories, license, version, id, submitted, in this order.
enum { PITH_CHECK_TITLE, PITH_CHECK_ABSTRACT, PITH_CHECK_FIELDS = 7 };

// Compares a paper, a .tex file (see pith_paper_main) or a PDF, with a record. A PDF states its
// title only. What `stated` has wins over what the paper says of itself; what `known`, which may be
// NULL, has takes the place of what neither says. Statuses of pith_paper_text_read or
// pith_pdf_read.
PITH_API pith_status pith_check_paper(pith_arena *arena, const char *path,
                                      const pith_metadata *stated, const pith_metadata *known,
                                      const pith_result *result,
                                      pith_check_field out[PITH_CHECK_FIELDS],
                                      pith_error *err) PITH_CHECKED;

// Mints from the metadata snapshot, one JSON object a line, in constant memory; `jobs`, `put` and
// *exit are as those of pith_verify_stream. PITH_METADATA_FORM: the file ends before line `first`.
typedef struct pith_minting {
    const char *path; // "-": standard input
    size_t first;     // the first line to answer, from 1; 0: the same
    int jobs;         // threads, 1 to 256
    bool (*put)(void *context, const char *line, size_t len);
    void *context;
} pith_minting;
PITH_API pith_status pith_mint_stream(const pith_minting *minting, pith_exit *exit,
                                      pith_error *err) PITH_CHECKED;
// A file of answers about the snapshot of that name (pith_minting's path). *first is the line
// behind its last whole answer, 1 for an empty or new file; what was cut off behind that answer is
// removed; *exit is the worst of the answers that stay. PITH_METADATA_FORM, with the file as it
// was, when it ends with anything else. No other process that asks in this way has it meanwhile:
// PITH_IO_WRITE. It lives until pith_output_close.
typedef struct pith_output pith_output;
PITH_API pith_status pith_output_resume(const char *path, const char *snapshot, pith_output **out,
                                        size_t *first, pith_exit *exit,
                                        pith_error *err) PITH_CHECKED;
// Adds to its end, if not at once; false when that has failed, and pith_output_close says why.
PITH_API bool pith_output_add(pith_output *output, const char *bytes, size_t len);
// Writes what is left and frees it, in any case. A PITH_OK says that all was written.
PITH_API pith_status pith_output_close(pith_output *output, pith_error *err) PITH_CHECKED;

// ---- Files ----------------------------------------------------------------------------

// SAME: the file had these bytes already and was not touched.
typedef enum pith_written { PITH_WRITTEN_NEW, PITH_WRITTEN_SAME } pith_written;

// The whole file (or standard input for "-"), at most max bytes, with a NUL behind it.
// PITH_IO_READ for what cannot be read, PITH_TOO_LARGE beyond max.
PITH_API pith_status pith_file_read(pith_arena *arena, const char *path, size_t max, pith_text *out,
                                    pith_error *err) PITH_CHECKED;
// Whether there is a regular file or folder of that name.
PITH_API bool pith_file_exists(const char *path);

// Replaces the file in one step, which is on the disk then, or leaves it untouched when it holds
// these bytes already. A new file has the mode that the umask gives, others keep theirs. On failure
// the old file is as it was. A link is itself replaced; PITH_IO_WRITE for what is neither a regular
// file nor a link to one or to a folder, and for /dev/stdout and its like.
PITH_API pith_status pith_file_replace(const char *path, const void *bytes, size_t len,
                                       pith_written *out, pith_error *err) PITH_CHECKED;
// The file that an edit in place has to replace: the path itself, or what it leads to if it is a
// link, in the arena.
// PITH_IO_WRITE for a link that leads nowhere.
PITH_API pith_status pith_file_followed(pith_arena *arena, const char *path, const char **out,
                                        pith_error *err) PITH_CHECKED;
// For a signal handler that ends the program: removes unfinished files. Async-signal-safe.
PITH_API void pith_file_abandon_all(void);

// Whether two paths lead to one file, links followed, or, where there is no file yet, would make
// one. False for "-".
PITH_API bool pith_file_same(const char *path_a, const char *path_b);

// pith_file_replace in two steps, for files that change together or not at all: what can be
// expected to fail (no folder, no right, no room) fails in the first, which touches no file but
// makes a temporary one. That goes with the arena unless the draft is committed before. A draft is
// committed once.
typedef struct pith_file_draft pith_file_draft;

PITH_API pith_status pith_file_prepare(pith_arena *arena, const char *path, const void *bytes,
                                       size_t len, pith_file_draft **out,
                                       pith_error *err) PITH_CHECKED;
PITH_API pith_status pith_file_commit(pith_file_draft *draft, pith_written *out,
                                      pith_error *err) PITH_CHECKED;

// Removes a file that the caller has made; none is fine, and a failure is not told.
PITH_API void pith_file_remove(const char *path);

// Whether the file exists and holds exactly these bytes.
PITH_API bool pith_file_holds(const char *path, const void *bytes, size_t len);

// "dir/name" with the folder of `path`: where a file beside it belongs. NULL: no memory.
PITH_API char *pith_path_beside(pith_arena *arena, const char *path, const char *name);

// ---- Cache ----------------------------------------------------------------------------

// One number in the cache folder of pith_sources.
typedef struct pith_cache_item {
    char id[PITH_ID_LEN + 1];
    int64_t bytes;
    int64_t fetched_at; // seconds since 1970; 0: unknown
    int64_t used;       // nanoseconds since 1970
    pith_text source;   // where it came from, unchecked; may be empty
} pith_cache_item;

// All entries in the order of their numbers; none when there is no such folder, or it cannot be
// read.
PITH_API pith_status pith_cache_list(pith_arena *arena, const char *dir, pith_cache_item **out,
                                     size_t *count, pith_error *err) PITH_CHECKED;
// Removes what a cache has made, and no more. *entries: how many numbers went; *left: how many
// could not be removed.
PITH_API pith_status pith_cache_clear(pith_arena *arena, const char *dir, size_t *entries,
                                      size_t *left, pith_error *err) PITH_CHECKED;
// Judges what names stand for in the cache by the records in it: numbers whose record has another
// name are taken out. *dropped: how many.
PITH_API pith_status pith_cache_check_names(pith_arena *arena, const char *dir, size_t *dropped,
                                            pith_error *err) PITH_CHECKED;

// ---- Mirrors --------------------------------------------------------------------------

// A static tree of checked documents that any web server can host; src/mirror/mirror.h lists
// its files. Several processes may update one tree.
typedef struct pith_mirror pith_mirror;

// Opens the folder, which the first record makes if need be. `base_url` (or NULL) is where it will
// be served; PITH_USAGE for one that is not plain. It is closed with the arena.
PITH_API pith_status pith_mirror_open(pith_arena *arena, const char *dir, const char *base_url,
                                      const pith_keyring *keyring, pith_mirror **out,
                                      pith_error *err) PITH_CHECKED;
// Finds and checks the documents of a number, joins them with what the tree has, and writes.
// PITH_OK means a verdict, as in pith_resolve; nothing was written unless its exit is 0. PITH_USAGE
// for a source that is offline: no mirror is made from the cache. PITH_MIRROR_COPY when the tree's
// own copy is damaged.
PITH_API pith_status pith_mirror_add(pith_arena *arena, pith_mirror *mirror,
                                     const pith_sources *sources, const pith_number *number,
                                     pith_result **out, pith_error *err) PITH_CHECKED;
// Writes manifest, keys, schema and the list of records. An empty `generated_at` is left out;
// PITH_USAGE when it is no UTC time.
PITH_API pith_status pith_mirror_finish(pith_arena *arena, pith_mirror *mirror,
                                        pith_text generated_at, pith_error *err) PITH_CHECKED;

typedef struct pith_mirror_counts {
    size_t written, unchanged; // files, since the mirror was opened
} pith_mirror_counts;

PITH_API void pith_mirror_count(const pith_mirror *mirror, pith_mirror_counts *out);

// A valid citation of a record in the bundle of another one.
typedef struct pith_citing {
    pith_number number;     // of the record that cites
    pith_text relationship; // one of PITH_RELATIONSHIP_TABLE
    pith_text key_id;
    pith_text created_at;
    char event_id[7 + 2 * PITH_DIGEST_LEN + 1];
    struct pith_citing *next;
} pith_citing;

typedef struct pith_cited_by {
    pith_citing *first; // by number, then in the order of the merge
    size_t count;
    size_t other_year; // valid citations that name the number with a year that is not its own; not
                       // listed
    size_t unverified; // citations of another form or by a key outside the keyring; not listed
    size_t records;    // bundles in the mirror
    size_t damaged;    // of them, those that do not hold and were passed over
    pith_error first_damage;
} pith_cited_by;

// Reads the bundles in a folder that `pith mirror` made (pith/ID/bundle.json) and judges their
// events anew. `number` has its year. What a record says of itself is no citation. The folder is
// not changed. PITH_IO_READ when it holds no bundle: an answer from there would say nothing.
PITH_API pith_status pith_mirror_cited_by(pith_arena *arena, const char *dir,
                                          const pith_keyring *keyring, const pith_number *number,
                                          pith_cited_by *out, pith_error *err) PITH_CHECKED;

// ---- Citing ---------------------------------------------------------------------------

#define PITH_CITE_FORMAT_TABLE(X)                                                                  \
    X(BIBTEX, "bibtex")                                                                            \
    X(BIBLATEX, "biblatex")                                                                        \
    X(CSL_JSON, "csl-json")                                                                        \
    X(TEXT, "text")
typedef enum pith_cite_format {
#define PITH_ROW(symbol, name) PITH_CITE_##symbol,
    PITH_CITE_FORMAT_TABLE(PITH_ROW)
#undef PITH_ROW
        PITH_CITE_FORMATS
} pith_cite_format;

// Appends a record as an entry of a bibliography, for CSL-JSON as one item of its array. The title
// is there only if result->title is; there are no authors, as the record names none. PITH_USAGE for
// a format that is none.
PITH_API pith_status pith_cite(pith_arena *arena, const pith_result *result,
                               pith_cite_format format, pith_buf *out,
                               pith_error *err) PITH_CHECKED;

// ---- Badges ---------------------------------------------------------------------------

// What a badge claims. They differ in colour, in shape and in words.
typedef enum pith_badge_state {
    PITH_BADGE_VERIFIED,  // intact, signed and trusted
    PITH_BADGE_INTACT,    // intact; no receipt, or none by a key of the keyring
    PITH_BADGE_UNCHECKED, // nobody looked: never from a result
    PITH_BADGE_FAILED     // a check failed, or the record is not the one asked for
} pith_badge_state;

PITH_API pith_badge_state pith_badge_state_of(const pith_result *result);

// The value, its name, and what it is.
#define PITH_BADGE_FORMAT_TABLE(X)                                                                 \
    X(SVG, "svg")                                                                                  \
    X(PDF, "pdf")                                                                                  \
    X(PNG, "png")                                                                                  \
    X(HTML, "html")                                                                                \
    X(MD, "md")                                                                                    \
    X(TEX, "tex")
typedef enum pith_badge_format {
#define PITH_ROW(symbol, name) PITH_BADGE_##symbol,
    PITH_BADGE_FORMAT_TABLE(PITH_ROW)
#undef PITH_ROW
        PITH_BADGE_FORMATS
} pith_badge_format;

typedef enum pith_badge_style {
    PITH_BADGE_LINE,  // short number and verdict on one line
    PITH_BADGE_CARD,  // full number; verdict and source
    PITH_BADGE_FULL,  // and the four statuses, by events or by the resolver's word
    PITH_BADGE_LABEL, // a QR code with short number and verdict below
    PITH_BADGE_TEXT,  // words only; in html, md and tex a link instead of a picture
    PITH_BADGE_STYLES
} pith_badge_style;

typedef enum pith_badge_theme {
    PITH_BADGE_AUTO, // svg and html follow the reader's colour scheme; the others are light
    PITH_BADGE_LIGHT,
    PITH_BADGE_DARK
} pith_badge_theme;

enum { PITH_BADGE_DPI_MIN = 36, PITH_BADGE_DPI_MAX = 2400 };

// All zero: a line, without QR code, by the reader's colour scheme, 192 dpi.
typedef struct pith_badge_options {
    pith_badge_style style;
    bool qr;       // a QR code of the record page beside the words of CARD and FULL
    char qr_level; // error correction: 'L', 'M', 'Q' or 'H'; 0: M
    pith_badge_theme theme;
    int dpi;                // png: pixels for an inch; 0: 192
    bool unchecked;         // only the number of the result is set: PITH_BADGE_UNCHECKED
    const char *image;      // html, md, tex: where the picture is. NULL: html holds the picture,
                            // the others name pith-SHORT.svg and pith-SHORT.pdf
    pith_text own_template; // svg, html, md, tex: not the file of templates/; empty: that one
} pith_badge_options;

// Appends the badge of a result: the same bytes for the same result and options. PITH_USAGE for
// options that do not fit, format and style out of range among them; PITH_TEMPLATE for a template
// that names what there is not; PITH_TOO_LARGE for too many pixels; PITH_LIBRARY: libqrencode,
// libpng, libharu.
PITH_API pith_status pith_badge(pith_arena *arena, const pith_result *result,
                                pith_badge_format format, const pith_badge_options *options,
                                pith_buf *out, pith_error *err) PITH_CHECKED;

// ---- PDF ------------------------------------------------------------------------------

// How a record goes into a PDF: as XMP properties (src/out/xmp.h) in one incremental update, so
// that the author's file is the beginning of the result, byte for byte.
typedef struct pith_pdf_embedding {
    const char *path;
    const char *output; // may be the path itself; NULL: add to the file where it is
    const pith_result *result;
    pith_relation relation;
    pith_text bundle;   // attached as a file; empty: none
    pith_text date;     // the value for an xmp:MetadataDate that is there; empty: it stays
    bool dc_identifier; // state the number in dc:identifier too, unless it is taken
    bool allow_signed;  // add to a signed file: the signature holds, but viewers report a change
    bool no_hash;       // do not record the SHA-256 of the author's file
    bool no_sync;       // do not wait until the disk has it
} pith_pdf_embedding;

typedef struct pith_pdf_written {
    uint64_t prefix;    // bytes of the author's file
    uint64_t size;      // of the result
    bool replaced;      // an update of ours was there; after stripping: a record or bundle still is
    pith_number other;  // of the record that was replaced, if it was another one; else all zero
    pith_number hidden; // of one that readers no longer see, but that is still among the bytes
    bool linearized;    // readers no longer use it: the first page may come up later over a network
    bool is_signed;
    bool partly_read; // after stripping: not all was searched for records from before ours
    pith_written written;
} pith_pdf_written;

// Embeds a record that holds (exit 0, else PITH_USAGE). Refuses what it cannot add to safely
// (PITH_PDF_*, PITH_XMP_*): then, as after any failure, the file is as it was. An update by an
// earlier call is replaced. In place the update is one write; a process killed in the middle of
// that call may leave a part of it. Over an earlier update it is two and a cut, between which the
// file is a PDF with the new record and some bytes more; inode, owner and hard links stay. What was
// written is read again before it counts.
PITH_API pith_status pith_pdf_embed(pith_arena *arena, const pith_pdf_embedding *how,
                                    pith_pdf_written *out, pith_error *err) PITH_CHECKED;
// The same for a whole PDF in memory, to which the update is appended; how->path names it in
// messages, output is not used. On failure the PDF is as it was, but for PITH_MEMORY.
PITH_API pith_status pith_pdf_embed_buffer(pith_arena *arena, const pith_pdf_embedding *how,
                                           pith_buf *pdf, pith_error *err) PITH_CHECKED;
// Cuts our update off again, when its record proves that the author's file is before it and no
// other update of ours is in that; PITH_PDF_NOT_CUT says why it cannot be done, PITH_PDF_NO_RECORD
// that there is none. `output`: as in pith_pdf_embedding.
PITH_API pith_status pith_pdf_strip(pith_arena *arena, const char *path, const char *output,
                                    bool no_sync, pith_pdf_written *out,
                                    pith_error *err) PITH_CHECKED;

// Where a PDF names a Pith Number.
typedef enum pith_pdf_place {
    PITH_PDF_PLACE_RECORD,     // our XMP properties
    PITH_PDF_PLACE_IDENTIFIER, // dc:identifier or xmp:Identifier
    PITH_PDF_PLACE_RELATION,   // dc:relation, which may name any related work
    PITH_PDF_PLACE_LINK,       // the target of a link, as of a badge
    PITH_PDF_PLACE_QR          // a QR code on a page; pith_pdf_read does not look for it
} pith_pdf_place;

typedef struct pith_pdf_claim {
    pith_pdf_place place;
    bool current;    // stated by the packet that readers use, or by a link
    uint64_t offset; // of the packet or link
    pith_number number;
    pith_text host; // of a link to another host than pith.science (a C string too); else empty
    struct pith_pdf_claim *next;
} pith_pdf_claim;

// A claim found outside the library, in the arena; NULL: no memory.
PITH_API pith_pdf_claim *pith_pdf_claim_new(pith_arena *arena, pith_pdf_place place,
                                            const pith_number *number);

// Whether there is such a file and it starts as a PDF does, or is called one. PITH_IO_READ: it is
// there, but cannot be read.
PITH_API pith_status pith_pdf_is(const char *path, bool *is, pith_error *err) PITH_CHECKED;

// A file that is attached under the name of our bundle.
typedef struct pith_pdf_bundle {
    pith_text bytes;
    struct pith_pdf_bundle *next;
} pith_pdf_bundle;

// What a PDF says about itself. Nothing of it is proved.
typedef struct pith_pdf_reading {
    uint64_t size;
    pith_pdf_claim *claims; // each place and number once, in the order of the file
    size_t packets;         // XMP packets that name a number
    pith_number number;     // what the PDF is taken to be; empty: only links name any
    pith_text canonical;    // canonical bytes of the record in the packet; empty: none
    pith_text record;       // the packet as a record document (JSON); empty: it has no record
    pith_text source;       // as the packet states them
    pith_text relation;
    pith_pdf_bundle *bundles; // attached, each content once
    bool prefix_stated;       // the length of the author's file is stated
    bool prefix_hashed;       // and its hash
    bool prefix_holds;        // which is that of the first bytes
    bool is_last;             // our update is the last change of the file
    pith_text not_last;       // if it is not: why
    uint64_t prefix_length;
    pith_finding *findings;
    pith_exit exit; // of the findings
} pith_pdf_reading;

// Reads every packet in the file, links, attachment, and hashes what the packet names as the
// author's file. Fails (PITH_PDF_*) for what is no PDF, or one that readers would read differently.
// Needs no keyring and no network.
PITH_API pith_status pith_pdf_read(pith_arena *arena, const char *path, pith_pdf_reading *out,
                                   pith_error *err) PITH_CHECKED;
// The verdict: over the record in the PDF, PITH_PDF_NO_RECORD when it holds none; or else over
// `elsewhere` (or NULL), the result of reading->number from another source: what the PDF states is
// held against it, and *out is `elsewhere`, with the findings added.
PITH_API pith_status pith_pdf_judge(pith_arena *arena, const char *path,
                                    const pith_pdf_reading *reading, pith_result *elsewhere,
                                    const pith_keyring *keyring, pith_result **out,
                                    pith_error *err) PITH_CHECKED;

// ---- Timestamps -----------------------------------------------------------------------

// An OpenTimestamps proof: the digest of a file, or the SHA-256 of the canonical bytes of a record,
// and the operations that lead from it to what attests it.
typedef struct pith_ots pith_ots;

typedef enum pith_ots_kind {
    PITH_OTS_BITCOIN, // the message is the merkle root of a Bitcoin block
    PITH_OTS_WAITING, // a calendar promises to know more later
    PITH_OTS_OTHER    // another chain, or nothing this version knows
} pith_ots_kind;

typedef struct pith_ots_attestation {
    pith_ots_kind kind;
    uint8_t tag[8];
    uint64_t height;   // BITCOIN: of the block, as the proof says
    pith_text uri;     // WAITING: of the calendar; A-Za-z0-9-._/: only
    pith_text message; // what is attested: bytes, 1 to 4096
} pith_ots_attestation;

typedef struct pith_ots_info {
    const char *algorithm; // of the digest: sha1, ripemd160, sha256 or keccak256
    pith_text digest;      // bytes: 20 or 32
    const pith_ots_attestation *attestations;
    size_t count; // 1 or more, except before the first calendar answered
} pith_ots_info;

// Reads a detached proof (an .ots file), of at most 64 KiB. PITH_STAMP_SYNTAX names the offset.
PITH_API pith_status pith_ots_read(pith_arena *arena, pith_text bytes, const char *origin,
                                   pith_ots **out, pith_error *err) PITH_CHECKED;
// A proof of a SHA-256 digest that nothing attests yet; the digest is copied.
PITH_API pith_status pith_ots_new(pith_arena *arena, const uint8_t digest[PITH_DIGEST_LEN],
                                  pith_ots **out, pith_error *err) PITH_CHECKED;
// The same of the SHA-256 of a file.
PITH_API pith_status pith_ots_new_file(pith_arena *arena, const char *path, pith_ots **out,
                                       pith_error *err) PITH_CHECKED;
// Its digest, and what attests it, in the order of pith_ots_write.
PITH_API pith_status pith_ots_describe(pith_arena *arena, const pith_ots *proof, pith_ots_info *out,
                                       pith_error *err) PITH_CHECKED;
// Adds what `other` has and `proof` has not. PITH_STAMP_DIGEST: they are of different digests.
PITH_API pith_status pith_ots_merge(pith_ots *proof, const pith_ots *other,
                                    pith_error *err) PITH_CHECKED;
// Appends the one serialisation of the proof: equal proofs give equal bytes. PITH_STAMP_SYNTAX for
// a proof without attestations, which has none.
PITH_API pith_status pith_ots_write(const pith_ots *proof, pith_buf *out,
                                    pith_error *err) PITH_CHECKED;
// The digest of a file by the algorithm of the proof; `out` has room for 32 bytes.
PITH_API pith_status pith_ots_hash_file(const pith_ots *proof, const char *path, uint8_t *out,
                                        size_t *len, pith_error *err) PITH_CHECKED;

// Where headers of Bitcoin blocks come from: at most one of `header`, `file`, `rpc` and `esplora`.
// All zero: nowhere, and a Bitcoin attestation stays unchecked.
typedef struct pith_headers {
    const char *header;    // 160 hex digits: the one header the caller vouches for
    const char *file;      // raw headers of 80 bytes each, in the order of the chain
    uint64_t first_height; // of the first one in the file
    const char
        *checkpoint; // hash, as displayed, of a block in the file that the caller trusts; or NULL
    const char *rpc; // base URL of a Bitcoin Core node
    const char *rpc_auth; // "user:password", or NULL
    // A file with that on one line, as bitcoind's .cookie, or NULL; PITH_KEY_MODE when others may
    // read it.
    const char *rpc_auth_file;
    const char *esplora; // base URL of an Esplora server
    bool regtest;        // the lowest difficulty is that of test chains
    const char *cacert;  // these three as in pith_sources
    bool allow_private;
    long timeout_ms;
} pith_headers;

typedef enum pith_ots_verdict {
    PITH_OTS_FALSE,     // the digest is another one, or no block named can be one that has it
    PITH_OTS_PENDING,   // only calendars, or what this version does not know, attest it
    PITH_OTS_UNCHECKED, // it names Bitcoin blocks, and no header of them was at hand
    PITH_OTS_ANCHORED   // it leads to the merkle root of a header that has its proof of work
} pith_ots_verdict;

// PITH_OTS_ANCHORED gives "anchored", and so on: "false", "pending", "unchecked" (also for what is
// none of them).
PITH_API const char *pith_ots_verdict_name(pith_ots_verdict verdict);

typedef struct pith_ots_report {
    pith_ots_verdict verdict;
    // Of the earliest block that holds; empty and 0 unless ANCHORED:
    uint64_t height; // as the proof says; nothing in a single header confirms it
    unsigned work;   // log2 of the hashes it takes to find one such header
    int64_t time;    // seconds since 1970, by the miner's clock: hours off at worst
    char day[11];    // of that time, YYYY-MM-DD, UTC
    char block[65];  // its hash, as displayed
    bool regtest;    // by the rules of a test chain, whose blocks cost next to nothing
    pith_text words; // the verdict as a phrase: "anchored (checked here against ...)"
    pith_text limit; // what was not checked, as a sentence; may be empty
    pith_finding *findings;
    pith_exit exit; // 0 anchored, 1 false, 3 pending or unchecked, 6 when no source answered
} pith_ots_report;

// The network that the block is of: "main" or "regtest".
PITH_API const char *pith_ots_network(const pith_ots_report *report);

// Checks a proof for a digest (empty: for the one it states). A digest that is shorter than
// 32 bytes may belong to two files, so the best verdict for it is UNCHECKED. Fails only for a
// source of headers that cannot be used at all: PITH_USAGE, PITH_IO_READ, PITH_STAMP_HEADERS.
PITH_API pith_status pith_ots_verify(pith_arena *arena, const pith_ots *proof, pith_text digest,
                                     const pith_headers *headers, pith_ots_report *out,
                                     pith_error *err) PITH_CHECKED;
// A record that a proof is to be of, and the times between which a block can have it. A miner's
// clock is at most two hours ahead (nodes refuse more) and, as blocks have to be later than the
// median of the eleven before, hours behind: a day is allowed.
typedef struct pith_ots_subject {
    const uint8_t *digest; // SHA-256 of its canonical bytes
    pith_text not_before;  // the submission that it states; empty: not known
    pith_text not_after;   // when what carries the proof was signed; empty: not known
} pith_ots_subject;

// The same for a record: the proof has to be of a SHA-256, and of this one. A block from before
// the record or after the proof proves nothing: PITH_STAMP_TIME.
PITH_API pith_status pith_ots_verify_record(pith_arena *arena, const pith_ots *proof,
                                            const pith_ots_subject *subject,
                                            const pith_headers *headers, pith_ots_report *out,
                                            pith_error *err) PITH_CHECKED;
// The same for a record that is not at hand, by its number. That is 130 of the 256 bits, too few
// to tell two records apart that someone made to share them: the best verdict is UNCHECKED.
// `why`: why it is not at hand; what is worse than that there is none of it is a finding too.
PITH_API pith_status pith_ots_verify_number(pith_arena *arena, const pith_ots *proof,
                                            const pith_number *number, const pith_error *why,
                                            const pith_headers *headers, pith_ots_report *out,
                                            pith_error *err) PITH_CHECKED;

// An `anchor` event of kind `opentimestamps` has as `proof` the base64 of a detached proof of the
// record's canonical SHA-256. Checks the `proof` of one; PITH_STAMP_SYNTAX when it is none.
PITH_API pith_status pith_anchor_verify(pith_arena *arena, pith_text proof,
                                        const pith_ots_subject *subject,
                                        const pith_headers *headers, pith_ots_report *out,
                                        pith_error *err) PITH_CHECKED;
// The payload of such an event, for pith_sign_event.
PITH_API pith_status pith_anchor_payload(pith_arena *arena, const pith_ots *proof, pith_text *out,
                                         pith_error *err) PITH_CHECKED;

// Calendars: who is asked to timestamp, and whom a proof may name to be asked again.
typedef struct pith_calendars {
    const char *const *urls; // none: the public ones
    size_t url_count;
    size_t minimum; // that have to answer; 0: 2, or all when there are fewer
    const char *cacert;
    bool allow_private;
    long timeout_ms;
} pith_calendars;

typedef struct pith_ots_submission {
    pith_ots *proof;        // in: what the answers are added to
    size_t answered;        // calendars that attest it, or know more now
    size_t waiting;         // upgrading: attestations that still wait
    pith_finding *findings; // why the others do not
    pith_exit exit;         // 0; 3 when fewer answered than wanted; 6 when none did
} pith_ots_submission;

// Asks every calendar for every proof, all at once. The digest goes as it is: it is public, so
// no nonce hides it, and the same digest asks the same question. PITH_USAGE when a calendar is
// named twice, or there are fewer than have to answer.
PITH_API pith_status pith_ots_submit(pith_arena *arena, const pith_calendars *calendars,
                                     pith_ots_submission *items, size_t count,
                                     pith_error *err) PITH_CHECKED;
// Asks the calendars that a proof waits for. A proof from elsewhere chooses no host: asked are
// those of `calendars`, and https hosts under calendar.opentimestamps.org, .eternitywall.com and
// .catallaxy.com. What comes back is added, never checked: pith_ots_verify does that.
PITH_API pith_status pith_ots_upgrade(pith_arena *arena, const pith_calendars *calendars,
                                      pith_ots_submission *item, pith_error *err) PITH_CHECKED;

// ---- Archive captures -----------------------------------------------------------------

// The Internet Archive's Wayback Machine, or what answers as it does. Its forms are public:
// availability (archive.org/help/wayback_api.php), CDX (github.com/internetarchive/wayback,
// wayback-cdx-server) and Save Page Now 2, whose description is a draft.
typedef struct pith_archive {
    const char *base;      // NULL: https://web.archive.org
    const char *available; // of the availability API; NULL: `base`, if that is named, or
                           // https://archive.org
    const char *keys;      // "ACCESS:SECRET" of an account, for captures; or NULL
    const char *cacert;    // these three as in pith_sources; 0: 120 s
    bool allow_private;
    long timeout_ms;
    int64_t now; // seconds since 1970: nothing is captured later than a day after it
} pith_archive;

// A capture of a page of a record.
typedef struct pith_capture {
    const char *url;  // BASE/web/YYYYMMDDhhmmss/PAGE
    const char *page; // what was captured
    char time[24];    // YYYY-MM-DDThh:mm:ssZ
    bool indexed;     // the archive's index lists it; else only the job that made it says so
} pith_capture;

// The page of a record that is captured: its record page or, with `source`, its page at arXiv.
// NULL: no memory, or no page there.
PITH_API const char *pith_archive_page(pith_arena *arena, const pith_result *result, bool source);
// The newest capture of the page, or the one of `time` (NULL: any), as CDX or availability answer.
// PITH_ARCHIVE_NONE: there is none. PITH_ARCHIVE_NETWORK, PITH_ARCHIVE_ANSWER: nobody knows.
PITH_API pith_status pith_archive_find(pith_arena *arena, const pith_archive *archive,
                                       const pith_result *result, const char *page,
                                       const char *time, pith_capture *out,
                                       pith_error *err) PITH_CHECKED;
// Asks for a capture now, which needs keys, and waits for it. PITH_ARCHIVE_PENDING: not done in
// time. PITH_ARCHIVE_NETWORK with the archive's own code when it refuses.
PITH_API pith_status pith_archive_save(pith_arena *arena, const pith_archive *archive,
                                       const pith_result *result, const char *page,
                                       pith_capture *out, pith_error *err) PITH_CHECKED;
// Reads again what an event of kind `internet_archive` names. PITH_ARCHIVE_CLAIM: it names no
// capture of this record, or one after the event. PITH_ARCHIVE_OTHER: one of another archive, which
// is not asked: no event decides where pith connects to.
PITH_API pith_status pith_archive_check(pith_arena *arena, const pith_archive *archive,
                                        const pith_result *result, const pith_evidence_event *event,
                                        pith_capture *out, pith_error *err) PITH_CHECKED;
// The payload of such an event, for pith_sign_event.
PITH_API pith_status pith_archive_payload(pith_arena *arena, const pith_capture *capture,
                                          pith_text *out, pith_error *err) PITH_CHECKED;
// Checks the captures that valid events of a result name, until one is there; its row and the
// status "stored" say what came of it.
PITH_API pith_status pith_evidence_check_archive(pith_arena *arena, const pith_archive *archive,
                                                 pith_result *result, pith_error *err) PITH_CHECKED;
// The same for OpenTimestamps proofs, against headers of Bitcoin blocks.
PITH_API pith_status pith_evidence_check_headers(pith_arena *arena, const pith_headers *headers,
                                                 pith_result *result, pith_error *err) PITH_CHECKED;

// Fills result->events with the events of the documents, in the order of the merge. Results do not
// come with them: a merge costs more than a verdict. Those of a record that is not intact stay out.
PITH_API pith_status pith_result_list_events(pith_arena *arena, const pith_keyring *keyring,
                                             pith_result *result, pith_error *err) PITH_CHECKED;

// ---- Reports --------------------------------------------------------------------------

// All of these append to a buffer; pith_buf_ok tells whether they could. JSON is of the schema
// "pith-cli/1".

// The report of one result as plain text lines of at most 80 columns where the data allow
// it. Control and bidi characters of foreign text come out as \u{...}. `colour`: with the escape
// sequences of a terminal.
PITH_API void pith_report_text(const pith_result *result, bool colour, pith_buf *out);

// The completeness list of one result, with `events` its events too; and as a `results` entry,
// always with those that are not about the record itself. Both list result->events.
PITH_API void pith_evidence_text(const pith_result *result, bool events, bool colour,
                                 pith_buf *out);
PITH_API void pith_evidence_json(const pith_result *result, const char *target, pith_buf *out);

// The `results` entry of the JSON report for one target.
PITH_API void pith_report_json(const pith_result *result, const char *target, pith_buf *out);
// The same for a target that reached no verdict.
PITH_API void pith_report_json_error(const pith_error *err, const char *target, pith_buf *out);
// One finding, as it stands in the list of a result.
PITH_API void pith_report_json_finding(pith_status code, pith_severity severity, pith_text where,
                                       pith_text message, pith_buf *out);
// The items of such a list, from the first on, with commas between.
PITH_API void pith_report_json_findings(const pith_finding *first, pith_buf *out);
// The block that a proof leads to: "block":{...}, or "block":null unless it is ANCHORED.
PITH_API void pith_report_json_block(const pith_ots_report *report, pith_buf *out);
// Text as a JSON string, quotes included.
PITH_API void pith_json_quote(pith_text text, pith_buf *out);
// Text made safe for a terminal: control and bidi characters, and bytes that are no UTF-8, as
// escapes.
PITH_API void pith_terminal_escape(pith_text text, pith_buf *out);

// ---- The library ----------------------------------------------------------------------

// PITH_VERSION of the library that runs; static. The soname makes it one of the same minor version.
PITH_API const char *pith_version(void);
// Appends names and versions of the libraries in use, one per line, also when it fails: with
// PITH_LIBRARY or PITH_NETWORK_LIBRARY, about the first that cannot be used.
PITH_API pith_status pith_libraries(pith_buf *out, pith_error *err);

#ifdef __cplusplus
}
#endif

#endif
