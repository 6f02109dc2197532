// SPDX-License-Identifier: MIT
//
// The verdict over what a PDF says about itself.
#include "base/arena.h"
#include "base/err.h"
#include "base/finding.h"
#include "base/text.h"
#include "out/words.h"

typedef struct judge {
    pith_arena *arena;
    const char *path;
    const pith_pdf_reading *reading;
    pith_result *result;
    bool short_memory;
} judge;

static void note(judge *j, pith_status code, pith_severity severity, const char *format, ...)
    PITH_PRINTF(4, 5);

static void note(judge *j, pith_status code, pith_severity severity, const char *format, ...)
{
    char message[320];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (!pith_finding_add(j->arena, &j->result->findings, &j->result->exit, code, severity, j->path,
                          message))
        j->short_memory = true;
}

// A link of a badge names this record and leads to its page. That it is named elsewhere, or
// others are named there, says nothing against the record; readers should know all the same.
static void check_links(judge *j)
{
    size_t others = 0;
    size_t elsewhere = 0;
    bool own = false;
    const pith_pdf_claim *other = NULL;
    const pith_pdf_claim *far = NULL;
    for (const pith_pdf_claim *c = j->reading->claims; c; c = c->next) {
        bool same = strcmp(c->number.id, j->result->number.id) == 0;
        if (c->place != PITH_PDF_PLACE_LINK)
            continue;
        if (c->host.n) {
            elsewhere++;
            far = far ? far : c;
        } else if (same) {
            own = true;
        } else {
            others++;
            other = c;
        }
    }
    if (other && !own) // a badge of another version, or only works that are cited
        note(j, PITH_PDF_NUMBER_DIFFERS, PITH_SEVERITY_WARNING,
             "links name %zu other number%s, %s for one, but none names this record", others,
             others == 1 ? "" : "s", other->number.id);
    if (elsewhere > 1)
        note(j, PITH_PDF_LINK_ELSEWHERE, PITH_SEVERITY_INFO,
             "a link to %s names %s, and %zu more go to other hosts or name others", far->host.p,
             far->number.id, elsewhere - 1);
    else if (far)
        note(j, PITH_PDF_LINK_ELSEWHERE, PITH_SEVERITY_INFO, "a link to %s names %s", far->host.p,
             far->number.id);
}

// A claim of the packet in use that names another number contradicts the record. A related work
// is another one, and an older packet is of an older version.
static void check_claims(judge *j)
{
    size_t unused = 0;
    for (const pith_pdf_claim *c = j->reading->claims; c; c = c->next) {
        bool same = strcmp(c->number.id, j->result->number.id) == 0;
        if (same && c->current && c->place == PITH_PDF_PLACE_IDENTIFIER && c->number.year &&
            c->number.year != j->result->number.year)
            note(j, PITH_YEAR_MISMATCH, PITH_SEVERITY_ERROR,
                 "the identifier has the year %d, the record %d", c->number.year,
                 j->result->number.year);
        else if (same && c->place == PITH_PDF_PLACE_QR)
            note(j, PITH_PDF_SCOPE, PITH_SEVERITY_INFO, "a QR code names this record");
        else if (same || c->place == PITH_PDF_PLACE_RELATION || c->place == PITH_PDF_PLACE_LINK)
            continue;
        else if (c->place == PITH_PDF_PLACE_QR)
            note(j, PITH_PDF_NUMBER_DIFFERS, PITH_SEVERITY_WARNING, "a QR code names %s",
                 c->number.id);
        else if (c->current)
            note(j, PITH_PDF_NUMBER_DIFFERS, PITH_SEVERITY_ERROR, "%s names %s instead",
                 c->place == PITH_PDF_PLACE_RECORD ? "the record" : "the identifier", c->number.id);
        else if (unused++ == 0)
            note(j, PITH_PDF_NUMBER_DIFFERS, PITH_SEVERITY_WARNING,
                 "a packet at byte %llu, which is not in use, names %s",
                 (unsigned long long)c->offset, c->number.id);
    }
    if (unused > 1)
        note(j, PITH_PDF_NUMBER_DIFFERS, PITH_SEVERITY_WARNING,
             "and %zu more places in packets that are not in use name other numbers", unused - 1);
    check_links(j);
}

static void check_fields(judge *j)
{
    char source[240];
    const pith_pdf_reading *r = j->reading;
    pith_source_words(j->result, source, sizeof source);
    if (r->source.n && !pith_text_is(r->source, source))
        note(j, PITH_SOURCE_MISMATCH, PITH_SEVERITY_ERROR,
             "pith:source is not that of the record, %s", source);
    if (r->relation.n && !pith_text_is(r->relation, "current")) {
        bool earlier = pith_text_is(r->relation, "earlier");
        bool predicted = pith_text_is(r->relation, "predicted");
        note(j,
             earlier     ? PITH_PDF_SCOPE
             : predicted ? PITH_PREDICTED
                         : PITH_FIELD_VALUE,
             PITH_SEVERITY_INFO, "the record is of %s of this text",
             earlier     ? "an earlier version"
             : predicted ? "a version predicted before it was filed"
                         : "an unknown version");
    }
}

static pith_claim claim_of(const pith_result *bundle, pith_evidence_kind kind, pith_claim bundled,
                           pith_claim said)
{
    return bundled == PITH_CLAIM_YES ? PITH_CLAIM_YES
           : bundle->evidence && bundle->evidence->rows[kind].state == PITH_EVIDENCE_REFUTED
               ? PITH_CLAIM_NO
               : said;
}

// The events in the file are evidence as those of any source are: for a status, and against what
// the packet says of it.
static void take_evidence(pith_result *result, const pith_result *bundle)
{
    const pith_claims *theirs = &bundle->claims;
    pith_claims *claims = &result->claims;
    if (result->evidence || !result->intact || !bundle->intact)
        return;
    result->evidence = bundle->evidence;
    result->documents = bundle->documents;
    result->document_count = bundle->document_count;
    result->valid_events = bundle->valid_events;
    result->unverified_events = bundle->unverified_events;
    result->invalid_events = bundle->invalid_events;
    claims->attested = claim_of(bundle, PITH_EVIDENCE_AUTHOR, theirs->attested, claims->attested);
    claims->anchored =
        claim_of(bundle, PITH_EVIDENCE_TIMESTAMP, theirs->anchored, claims->anchored);
    claims->stored = claim_of(bundle, PITH_EVIDENCE_ARCHIVE, theirs->stored, claims->stored);
}

static pith_status check_bundle(judge *j, pith_text bytes, const pith_keyring *keyring,
                                pith_error *err)
{
    pith_result *bundle = NULL;
    pith_error why = {.status = PITH_OK};
    pith_status status = pith_verify_bytes(j->arena, bytes, "attached bundle", &j->result->number,
                                           keyring, &bundle, &why);
    if (status == PITH_MEMORY) {
        *err = why;
        return status;
    }
    if (status != PITH_OK) {
        note(j, PITH_PDF_BUNDLE, PITH_SEVERITY_ERROR, "the attached bundle: %s", why.message);
        return PITH_OK;
    }
    take_evidence(j->result, bundle);
    const pith_finding *first = bundle->findings;
    while (first && first->severity != PITH_SEVERITY_ERROR)
        first = first->next;
    if (bundle->exit != PITH_EXIT_OK && first)
        note(j, bundle->exit == PITH_EXIT_INVALID ? PITH_PDF_BUNDLE : first->code,
             PITH_SEVERITY_ERROR, "the attached bundle: %.200s", first->message.p);
    else
        note(j, PITH_PDF_SCOPE, PITH_SEVERITY_INFO,
             "the attached bundle holds: %zu valid, %zu unverified, %zu invalid events",
             bundle->valid_events, bundle->unverified_events, bundle->invalid_events);
    return PITH_OK;
}

// Several are each checked; which of them readers find differs.
static pith_status check_bundles(judge *j, const pith_keyring *keyring, pith_error *err)
{
    size_t count = 0;
    pith_status status = PITH_OK;
    for (const pith_pdf_bundle *b = j->reading->bundles; b && status == PITH_OK; b = b->next) {
        count++;
        status = check_bundle(j, b->bytes, keyring, err);
    }
    if (count > 1)
        note(j, PITH_PDF_BUNDLE, PITH_SEVERITY_WARNING,
             "%zu different bundles are attached; each was checked", count);
    return status;
}

static void check_prefix(judge *j)
{
    const pith_pdf_reading *r = j->reading;
    unsigned long long length = (unsigned long long)r->prefix_length;
    if (!r->prefix_hashed)
        return;
    if (r->prefix_holds && r->is_last)
        note(j, PITH_PDF_PREFIX_HOLDS, PITH_SEVERITY_INFO,
             "the first %llu of its %llu bytes are the file that the record was added to", length,
             (unsigned long long)r->size);
    else if (r->prefix_holds)
        note(j, PITH_PDF_REWRITTEN, PITH_SEVERITY_WARNING,
             "the first %llu bytes are the file that the record was added to, but %.160s", length,
             r->not_last.p);
    else if (r->is_last)
        note(j, PITH_PDF_PREFIX, PITH_SEVERITY_ERROR,
             "the first %llu bytes are not those that the record was added to", length);
    else
        note(j, PITH_PDF_REWRITTEN, PITH_SEVERITY_WARNING,
             "the file was rewritten since the record was added: whether its pages are those of "
             "the author cannot be told");
}

// The document was made of the packet's bytes: what they smuggle in beside the record is not
// what hashes to the number.
static void check_canonical(judge *j)
{
    if (pith_text_equal(j->reading->canonical, j->result->canonical))
        return;
    j->result->intact = false;
    note(j, PITH_HASH_MISMATCH, PITH_SEVERITY_ERROR,
         "pith:canonicalRecord is not the canonical form of the record");
}

// With a record from elsewhere: the file's own document is checked too, and the worse one counts.
static pith_status check_own(judge *j, const pith_keyring *keyring, pith_error *err)
{
    pith_result *own = NULL;
    pith_error why = {.status = PITH_OK};
    if (!j->reading->record.n) {
        note(j, PITH_PDF_NO_RECORD, PITH_SEVERITY_ERROR,
             "the file itself holds no record, it only names the number of this one");
        return PITH_OK;
    }
    pith_status status = pith_verify_bytes(j->arena, j->reading->record, j->path,
                                           &j->reading->number, keyring, &own, &why);
    if (status == PITH_MEMORY) {
        *err = why;
        return status;
    }
    pith_exit here = status == PITH_OK ? own->exit : pith_status_exit(status);
    pith_result *r = j->result;
    r->intact = r->intact && own && own->intact;
    r->is_signed = r->is_signed && own && own->is_signed;
    r->trusted = r->trusted && own && own->trusted;
    if (here == r->exit)
        return PITH_OK;
    const pith_finding *first = own ? own->findings : NULL;
    while (first && first->severity != PITH_SEVERITY_ERROR)
        first = first->next;
    if (here == PITH_EXIT_OK)
        note(j, PITH_RECORD_CONFLICT, PITH_SEVERITY_WARNING,
             "the record in the file holds, but that of %.80s does not",
             r->origin.n ? r->origin.p : "the source");
    else
        note(j, first ? first->code : status, PITH_SEVERITY_ERROR,
             "the record in the file and that of the source disagree; in the file: %.160s",
             first ? first->message.p : why.message);
    r->exit = pith_exit_worse(r->exit, here);
    return PITH_OK;
}

// Copies: the reading may be judged again, by another keyring.
static pith_status take_findings(judge *j, pith_error *err)
{
    pith_finding **tail = &j->result->findings;
    while (*tail)
        tail = &(*tail)->next;
    for (const pith_finding *f = j->reading->findings; f; f = f->next) {
        pith_finding *copy = pith_alloc(j->arena, sizeof *copy);
        if (!copy)
            return pith_fail_memory(err);
        *copy = *f;
        copy->next = NULL;
        *tail = copy;
        tail = &copy->next;
    }
    j->result->exit = pith_exit_worse(j->result->exit, j->reading->exit);
    return PITH_OK;
}

pith_status pith_pdf_judge(pith_arena *arena, const char *path, const pith_pdf_reading *reading,
                           pith_result *elsewhere, const pith_keyring *keyring, pith_result **out,
                           pith_error *err)
{
    judge j = {.arena = arena, .path = path, .reading = reading, .result = elsewhere};
    if (!elsewhere && !reading->record.n)
        return pith_fail(err, PITH_PDF_NO_RECORD, path, "holds no record");
    pith_status status = elsewhere ? check_own(&j, keyring, err)
                                   : pith_verify_bytes(arena, reading->record, path,
                                                       &reading->number, keyring, &j.result, err);
    if (status != PITH_OK)
        return status;
    if (reading->canonical.n)
        check_canonical(&j);
    status = take_findings(&j, err);
    if (status != PITH_OK)
        return status;
    check_claims(&j);
    check_fields(&j);
    status = check_bundles(&j, keyring, err);
    check_prefix(&j);
    note(&j, PITH_PDF_SCOPE, PITH_SEVERITY_INFO,
         "the record is of the work it names; what the pages show was not compared with it");
    if (status == PITH_OK && j.short_memory)
        status = pith_fail_memory(err);
    if (status == PITH_OK)
        *out = j.result;
    return status;
}
