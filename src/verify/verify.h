// SPDX-License-Identifier: MIT
//
// Checks what documents state against what their bytes give. Bad evidence is a finding,
// never an error; no clock, no network, no locale.
#ifndef PITH_VERIFY_VERIFY_H
#define PITH_VERIFY_VERIFY_H

#include "model/document.h"
#include "verify/events.h"

// The verdict over all documents found for one number. `wanted` is the number asked for, or
// NULL. An invalid event in a bundle is a warning, or with `strict` an error: it says nothing
// against the record, but a bundle that is to be verified as a whole fails by it.
pith_status pith_verify_documents(pith_arena *arena, const pith_document *documents, size_t count,
                                  const pith_number *wanted, const pith_keyring *keyring,
                                  bool strict, pith_result **out, pith_error *err) PITH_CHECKED;

// The same for one document, its events left out: what a merge needs to know before it judges
// the events itself.
pith_status pith_verify_record(pith_arena *arena, const pith_document *document,
                               const pith_keyring *keyring, pith_result **out,
                               pith_error *err) PITH_CHECKED;

// Adds a warning that does not change the verdict. Short memory loses it.
void pith_result_note(pith_arena *arena, pith_result *result, pith_status code, const char *where,
                      const char *message);

// " ".join(text.split()) as Python does it, in the arena. *plain: nothing but printable ASCII and
// white space, for which the rule is proved. False, here and below: no memory.
bool pith_canon_collapse(pith_arena *arena, pith_text text, pith_text *out,
                         bool *plain) PITH_CHECKED;
// lower() of that.
bool pith_canon_lower(pith_arena *arena, pith_text collapsed, bool plain,
                      pith_text *out) PITH_CHECKED;
// Both, and the SHA-256 of it: title_canon_sha256 or abstract_canon_sha256. Valid UTF-8 only.
bool pith_canon_text_digest(pith_arena *arena, pith_text text, uint8_t digest[PITH_DIGEST_LEN],
                            pith_text *collapsed, bool *plain) PITH_CHECKED;

// canon(title) = lower-case, white space collapsed, ends trimmed; hashes as UTF-8 (appendix
// of protocol.md, proved for ASCII). PITH_OK: it is the title of the record, and *shown has
// it with its white space collapsed. Otherwise PITH_TITLE_MISMATCH or PITH_TITLE_UNCERTAIN.
pith_status pith_title_check(pith_arena *arena, pith_text title, pith_text sha256,
                             pith_text *shown) PITH_CHECKED;

#endif
