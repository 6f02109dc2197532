// SPDX-License-Identifier: MIT
//
// Documents kept between runs, one folder a number:
//
//     DIR/v1/<26 characters>/bundle.json, record.json   as they were served
//     DIR/v1/<26 characters>/meta                       when, whence, hashes, validators
//     DIR/v1/alias/<kind>/<value>                       the numbers a name stood for: of a record
//                                                       its arXiv id and version, of an index
//                                                       any name
//     DIR/v1/url/<SHA-256>                              a document by the hash of its URL
//
// The cache is not trusted: everything read from it goes through gate and verify like
// anything else, and an entry that fails is dropped. Any file may be missing at any time;
// writers replace whole files, so readers beside them see old or new ones.
#ifndef PITH_SOURCE_CACHE_H
#define PITH_SOURCE_CACHE_H

#include "source/source.h"

enum { PITH_CACHE_DOCUMENTS = 2 }; // 0: the bundle, 1: the record document

typedef struct pith_cached {
    pith_raw documents[PITH_CACHE_DOCUMENTS]; // bytes.p is NULL where there is none
    pith_text etag[PITH_CACHE_DOCUMENTS];     // empty when unknown
    pith_text modified[PITH_CACHE_DOCUMENTS];
    int64_t fetched_at; // seconds since 1970; 0: unknown
} pith_cached;

// What there is of a number. A cache that cannot be read is an empty cache.
pith_status pith_cache_read(pith_arena *arena, const char *dir, const pith_number *number,
                            pith_cached *out, pith_error *err) PITH_CHECKED;

// Its documents, linked to each other; NULL: none.
pith_raw *pith_cached_list(pith_cached *entry);

// Keeps an entry in place of the one there is.
pith_status pith_cache_write(pith_arena *arena, const char *dir, const pith_number *number,
                             const pith_cached *entry, pith_error *err) PITH_CHECKED;

// Drops the longest unused entries beyond limit bytes, and the names that led to them only. The
// cache is measured when a sixteenth of the limit has been added since it was measured last;
// `added` are the bytes added now, negative: measure.
pith_status pith_cache_trim(pith_arena *arena, const char *dir, int64_t limit, int64_t added,
                            pith_error *err) PITH_CHECKED;

// Marks an entry as used now, for the order in which entries are dropped.
void pith_cache_touch(pith_arena *arena, const char *dir, const pith_number *number);
void pith_cache_drop(pith_arena *arena, const char *dir, const char *id);

// The numbers (26 characters each, one a line) that a name stood for; empty: unknown. *asked_at
// is when an index said so last; 0: records did, which do not know of each other.
pith_status pith_cache_read_alias(pith_arena *arena, const char *dir, const pith_target *target,
                                  pith_text *out, int64_t *asked_at, pith_error *err) PITH_CHECKED;
// A record has the name.
pith_status pith_cache_add_alias(pith_arena *arena, const char *dir, const char *kind,
                                 const char *value, const char *id, pith_error *err) PITH_CHECKED;
// What an index says, in place of what one said before. asked_at 0: ask again the next time.
pith_status pith_cache_set_alias(pith_arena *arena, const char *dir, const pith_target *target,
                                 const pith_number *numbers, size_t count, int64_t asked_at,
                                 pith_error *err) PITH_CHECKED;

// Whether a record has a name.
typedef bool pith_cache_fits(void *context, const char *kind, const char *value, const char *id);
// Takes the numbers out of all names that they do not fit. *dropped: how many.
pith_status pith_cache_filter_names(pith_arena *arena, const char *dir, pith_cache_fits *fits,
                                    void *context, size_t *dropped, pith_error *err) PITH_CHECKED;

// One more document, under the URL it came from: pith-mirrors.json. *out is empty: unknown.
pith_status pith_cache_read_url(pith_arena *arena, const char *dir, const char *url, size_t max,
                                pith_text *out, pith_error *err) PITH_CHECKED;
pith_status pith_cache_write_url(pith_arena *arena, const char *dir, const char *url,
                                 pith_text bytes, pith_error *err) PITH_CHECKED;

#endif
