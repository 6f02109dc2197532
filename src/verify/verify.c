// SPDX-License-Identifier: MIT
#include "verify/verify.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "trust/crypto.h"

// How much of a document to check.
typedef enum extent { RECORD_ONLY, EVENTS_WARN, EVENTS_FAIL } extent;

enum { MAX_NOTES = 100 };

typedef struct check {
    pith_arena *arena;
    pith_result *result;
    pith_finding **tail;
    const pith_keyring *keyring;
    const pith_document *document; // the one being checked
    extent how;
    size_t notes;        // findings so far; those beyond MAX_NOTES are counted but not kept
    bool in_events;      // what is wrong is wrong with one event
    bool asking;         // comparing with what the user asked for, not with what a document states
    bool bad_receipt;    // a receipt by a known key does not hold
    pith_finding *doubt; // the last receipt that could not be judged
    bool out_of_memory;
} check;

static pith_finding *note(check *c, pith_status code, pith_severity severity, const char *field,
                          const char *format, ...) PITH_PRINTF(5, 6);

// Adds a finding; NULL when memory is short, which the end of the check reports.
static pith_finding *note(check *c, pith_status code, pith_severity severity, const char *field,
                          const char *format, ...)
{
    pith_exit code_exit = pith_status_exit(code);
    if (severity == PITH_SEVERITY_ERROR) {
        c->result->exit = pith_exit_worse(c->result->exit, code_exit);
        if (c->asking) // the documents are not to blame, if they hold
            c->result->asked_other = c->result->intact;
        // A bad signature or event says nothing about the record; other false statements do.
        if (code_exit == PITH_EXIT_INVALID && code != PITH_SIGNATURE_INVALID && !c->in_events)
            c->result->intact = false;
    }
    if (c->notes++ >= MAX_NOTES) // hostile documents can be wrong in a million places
        return NULL;
    char message[400];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(message, sizeof message, format, args);
    va_end(args);
    char where[400];
    int w = snprintf(where, sizeof where, "%s%s%s", c->document->origin, *field ? ": " : "", field);
    size_t message_len = n < 0 ? 0 : (size_t)n < sizeof message ? (size_t)n : sizeof message - 1;
    size_t where_len = w < 0 ? 0 : (size_t)w < sizeof where ? (size_t)w : sizeof where - 1;
    pith_finding *finding = pith_alloc(c->arena, sizeof *finding);
    char *m = pith_alloc_copy(c->arena, message, message_len);
    char *f = pith_alloc_copy(c->arena, where, where_len);
    if (!finding || !m || !f) {
        c->out_of_memory = true;
        return NULL;
    }
    *finding = (pith_finding){code, severity, {f, where_len}, {m, message_len}, NULL};
    *c->tail = finding;
    c->tail = &finding->next;
    return finding;
}

static void count_event(pith_result *result, pith_event_standing standing)
{
    if (standing == PITH_EVENT_VALID)
        result->valid_events++;
    else if (standing == PITH_EVENT_UNVERIFIED)
        result->unverified_events++;
    else
        result->invalid_events++;
}

static void check_hash(check *c, const pith_carrier *carrier)
{
    if (!carrier->stated_sha256.p)
        return;
    char hex[2 * PITH_DIGEST_LEN + 1];
    pith_hex(carrier->record.digest, PITH_DIGEST_LEN, hex);
    char field[160];
    if (!pith_text_is(carrier->stated_sha256, hex))
        note(c, PITH_HASH_MISMATCH, PITH_SEVERITY_ERROR,
             pith_field_path(field, sizeof field, carrier->where, "canonical_sha256"),
             "the record hashes to %s, which is not what is stated", hex);
}

// A number that was asked for or stated against the one the record gives.
static void check_number(check *c, const pith_number *number, const char *field, pith_status code)
{
    const pith_number *is = &c->result->number;
    if (strcmp(number->id, is->id) != 0)
        note(c, code, PITH_SEVERITY_ERROR, field, "%s %s, but the record gives %s",
             *field ? "states" : "asked for", number->id, is->id);
    else if (number->year && number->year != is->year)
        note(c, PITH_YEAR_MISMATCH, PITH_SEVERITY_ERROR, field,
             "%s the year %d, but the record was submitted in %d", *field ? "states" : "asked for",
             number->year, is->year);
}

static void check_stated(check *c, pith_text stated, const char *field, pith_status code)
{
    pith_number number;
    pith_error error;
    if (pith_number_parse(stated, &number, &error) == PITH_OK)
        check_number(c, &number, field, code);
    else
        note(c, code, PITH_SEVERITY_ERROR, field, "is not a Pith Number; the record gives %s",
             c->result->number.id);
}

static void check_short(check *c)
{
    pith_text stated = c->document->stated_short;
    char want[16];
    size_t n = 0;
    pith_join(want, sizeof want, &n, pith_text_of("pith:"));
    pith_join(want, sizeof want, &n, (pith_text){c->result->number.id, 8});
    if (stated.p && !pith_text_is(stated, want))
        note(c, PITH_NUMBER_MISMATCH, PITH_SEVERITY_ERROR, "short_pith_number",
             "is not %s, the short form of this record", want);
}

// A dozen findings of a kind say enough; a hostile list could fill the report.
static void check_aliases(check *c, const pith_record *record)
{
    for (size_t i = 0; i < c->document->alias_count; i++) {
        const pith_alias *alias = &c->document->aliases[i];
        char room[160];
        char field[60];
        pith_index_path(field, sizeof field, "source_aliases", i);
        pith_text want = pith_record_alias(record, alias->kind, room, sizeof room);
        if (want.n == 0)
            note(c, PITH_ALIAS_MISMATCH, PITH_SEVERITY_INFO, field,
                 "an alias of a kind that this program does not know; not checked");
        else if (!pith_text_equal(want, alias->value))
            note(c, PITH_ALIAS_MISMATCH, PITH_SEVERITY_ERROR, field,
                 "is not %s, which the record gives", room);
    }
}

static void check_source(check *c, const pith_record *record)
{
    const pith_document *d = c->document;
    if (d->has_source && (!pith_text_equal(d->source_kind, record->source_kind) ||
                          !pith_text_equal(d->source_id, record->source_id) ||
                          d->source_version != record->source_version))
        note(c, PITH_SOURCE_MISMATCH, PITH_SEVERITY_ERROR, "source",
             "differs from the source in the record");
}

static void check_receipt(check *c, const pith_carrier *carrier)
{
    const pith_receipt *receipt = &carrier->receipt;
    pith_result *result = c->result;
    char field[160];
    pith_status code;
    pith_field_path(field, sizeof field, carrier->where, "receipt");
    pith_event_standing standing = pith_receipt_judge(receipt, &carrier->record, c->keyring, &code);
    pith_status unused;
    if (carrier->is_event && !pith_carrier_holds(carrier, &result->number, result->digest, &unused))
        count_event(result, PITH_EVENT_INVALID);
    else if (carrier->is_event)
        count_event(result, standing);
    if (receipt->present && receipt->known_form && !result->is_signed)
        result->key_id = receipt->key_id;
    if (code == PITH_OK || (code == PITH_KEY_PERIOD && !result->trusted)) {
        const pith_key *key = pith_keyring_find(c->keyring, receipt->key_id);
        result->is_signed = true;
        result->trusted = code == PITH_OK;
        result->receipt = code;
        result->key_id = receipt->key_id;
        result->signed_at = receipt->signed_at;
        result->signature_b64 = receipt->signature_b64;
        memcpy(result->key, key->bytes, sizeof result->key);
    }
    if (code == PITH_SIGNATURE_INVALID) {
        c->bad_receipt = true;
        note(c, code, PITH_SEVERITY_ERROR, field,
             "the signature is not one by the named key over this record");
    } else if (code != PITH_OK && code != PITH_RECEIPT_MISSING) {
        if (!result->is_signed)
            result->receipt = code;
        c->doubt = note(c, code, PITH_SEVERITY_WARNING, field, "%s",
                        code == PITH_RECEIPT_FORM
                            ? "is not an ed25519 pith_receipt with key_id, signed_at and "
                              "signature_b64"
                        : code == PITH_KEY_UNKNOWN
                            ? "names a key that is not in the keyring; its signature cannot be "
                              "checked"
                            : "was signed outside the period in which the keyring trusts the key");
    }
}

// Of several receipts one good one is enough, unless another is false.
static void settle_receipts(check *c)
{
    pith_result *result = c->result;
    if (c->bad_receipt) {
        result->receipt = PITH_SIGNATURE_INVALID;
        result->is_signed = result->trusted = false;
    } else if (!result->trusted && c->doubt) {
        c->doubt->severity = PITH_SEVERITY_ERROR;
        result->exit = pith_exit_worse(result->exit, pith_status_exit(c->doubt->code));
    }
}

// Events other than record_created. Each is read into memory of its own, so that a bundle of
// a million events costs no more than one.
static void check_events(check *c)
{
    enum { SCRATCH = 64 << 20, NOTES = 12 };
    const pith_clean *clean = c->document->clean;
    if (!c->document->events || c->how == RECORD_ONLY)
        return;
    pith_arena *scratch = pith_arena_new(SCRATCH);
    uint32_t token = c->document->events + 1;
    size_t count = clean->tokens[c->document->events].count;
    c->in_events = true;
    size_t notes = 0;
    for (size_t i = 0; i < count && !c->out_of_memory; i++, token = clean->tokens[token].next) {
        pith_event event;
        pith_error err;
        pith_status code;
        const char *why;
        char field[40];
        if (pith_event_carries_record(clean, token))
            continue;
        if (!scratch || pith_event_read(scratch, clean, token, &event, &err) != PITH_OK) {
            c->out_of_memory = true;
            break;
        }
        pith_event_standing standing =
            pith_event_judge(&event, &c->result->number, c->keyring, &code, &why);
        count_event(c->result, standing);
        pith_index_path(field, sizeof field, "events", i);
        if (standing == PITH_EVENT_INVALID && c->how == EVENTS_FAIL)
            note(c, code, PITH_SEVERITY_ERROR, field, "%s", why);
        else if (standing != PITH_EVENT_VALID && notes++ < NOTES)
            note(c, code,
                 standing == PITH_EVENT_INVALID ? PITH_SEVERITY_WARNING : PITH_SEVERITY_INFO, field,
                 "%s", why);
        pith_arena_reset(scratch);
    }
    c->in_events = false;
    pith_arena_free(scratch);
}

static void check_title(check *c, const pith_record *record)
{
    pith_text title = c->document->title;
    pith_text shown = {0};
    if (!title.p)
        return;
    pith_status status = pith_title_check(c->arena, title, record->title_sha256, &shown);
    if (status == PITH_OK)
        c->result->title = shown;
    else if (status == PITH_TITLE_MISMATCH)
        note(c, status, PITH_SEVERITY_WARNING, "paper.title",
             "is not the title that the record hashes");
    else
        note(c, status, PITH_SEVERITY_INFO, "paper.title",
             "is not plain ASCII or too long, so it cannot be verified with certainty");
}

static pith_claim join_claim(pith_claim a, pith_claim b)
{
    return a == PITH_CLAIM_UNKNOWN ? b : a;
}

static void check_document(check *c, const pith_document *document, const pith_record *record)
{
    c->document = document;
    // A merge judges the events itself.
    size_t carriers = c->how == RECORD_ONLY ? 1 : document->carrier_count;
    for (size_t i = 0; i < carriers; i++) {
        const pith_carrier *carrier = &document->carriers[i];
        char field[160];
        check_hash(c, carrier);
        if (memcmp(carrier->record.digest, record->digest, PITH_DIGEST_LEN) != 0)
            note(c, PITH_RECORD_CONFLICT, PITH_SEVERITY_ERROR,
                 pith_field_path(field, sizeof field, carrier->where, "canonical_record"),
                 "differs from the record found first");
        check_receipt(c, carrier);
        if (carrier->subject.p)
            check_stated(c, carrier->subject, carrier->where, PITH_SUBJECT_MISMATCH);
    }
    if (document->stated_number.p)
        check_stated(c, document->stated_number, "pith_number", PITH_NUMBER_MISMATCH);
    check_short(c);
    if (document->is_state)
        note(c, PITH_STATE_UNPROVEN, PITH_SEVERITY_INFO, "current",
             "a state is a summary: its counts and lists follow from bundles only");
    check_events(c);
    check_aliases(c, record);
    check_source(c, record);
    check_title(c, record);
    pith_claims *claims = &c->result->claims;
    claims->attested = join_claim(claims->attested, document->claims.attested);
    claims->anchored = join_claim(claims->anchored, document->claims.anchored);
    claims->stored = join_claim(claims->stored, document->claims.stored);
    claims->references = join_claim(claims->references, document->claims.references);
}

static pith_status verify(pith_arena *arena, const pith_document *documents, size_t count,
                          const pith_number *wanted, const pith_keyring *keyring, extent how,
                          pith_result **out, pith_error *err)
{
    pith_status status = pith_crypto_init(err);
    if (status != PITH_OK)
        return status;
    const pith_record *record = &documents[0].carriers[0].record;
    pith_result *result = pith_alloc_array(arena, 1, sizeof *result);
    if (!result)
        return pith_fail_memory(err);
    *result = (pith_result){.canonical = record->canonical,
                            .source_kind = record->source_kind,
                            .source_id = record->source_id,
                            .source_version = record->source_version,
                            .submitted_at = record->submitted_at,
                            .origin = pith_text_of(documents[0].origin),
                            .intact = true,
                            .receipt = PITH_RECEIPT_MISSING,
                            .exit = PITH_EXIT_OK};
    memcpy(result->digest, record->digest, sizeof result->digest);
    memcpy(result->number.id, record->id, sizeof record->id);
    result->number.year = record->year;

    check c = {.arena = arena,
               .result = result,
               .tail = &result->findings,
               .keyring = keyring,
               .how = how};
    for (size_t i = 0; i < count; i++)
        check_document(&c, &documents[i], record);
    settle_receipts(&c);
    // Last, because a damaged record misses the number too, and the damage is the better news.
    c.document = &documents[0];
    c.asking = true;
    if (wanted)
        check_number(&c, wanted, "", PITH_NUMBER_MISMATCH);
    if (result->receipt == PITH_RECEIPT_MISSING)
        note(&c, PITH_RECEIPT_MISSING, PITH_SEVERITY_INFO, "receipt",
             "none was found: the hash is verified, a signature is not");
    if (c.out_of_memory)
        return pith_fail_memory(err);
    // One false statement, and nothing that stood beside it is vouched for; nor is a record that
    // nobody asked for.
    bool same = !wanted || strcmp(wanted->id, result->number.id) == 0;
    if (!result->intact && !(result->asked_other && same))
        result->is_signed = result->trusted = false;
    *out = result;
    return PITH_OK;
}

pith_status pith_verify_documents(pith_arena *arena, const pith_document *documents, size_t count,
                                  const pith_number *wanted, const pith_keyring *keyring,
                                  bool strict, pith_result **out, pith_error *err)
{
    return verify(arena, documents, count, wanted, keyring, strict ? EVENTS_FAIL : EVENTS_WARN, out,
                  err);
}

pith_status pith_verify_record(pith_arena *arena, const pith_document *document,
                               const pith_keyring *keyring, pith_result **out, pith_error *err)
{
    return verify(arena, document, 1, NULL, keyring, RECORD_ONLY, out, err);
}
