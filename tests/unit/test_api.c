// SPDX-License-Identifier: MIT
//
// The public interface as pith.h promises it, each function with usual, empty, short and absurd
// input: the status it names, an error that says the same, and no memory but the arena's. Every
// call is made again with arenas too small for it: then it fails with PITH_MEMORY, or as before.
#include "vectors.h"

#include <fcntl.h>
#include <unistd.h>

#define NUMBER     "A5G5GAJ7DMCZDPVAMNFAYYAUOP"
#define DOCUMENT   TEST_EXAMPLES "/paper/pith/" NUMBER ".json"
#define BUNDLE     TEST_EXAMPLES "/paper/pith/" NUMBER "/bundle.json"
#define PAPER      TEST_EXAMPLES "/paper/main.tex"
#define NONE       w.none // in a folder that is not there
#define MUST(call) assert_int_equal(call, PITH_OK)

// What usual input is made of.
static struct {
    pith_arena *arena;
    char dir[64];
    pith_text document, bundle, data;
    pith_number number;
    pith_result *result;
    const pith_keyring *keyring;
    const pith_secret_key *key;
    const pith_merged *merged;
    pith_ots *proof;
    pith_text proof_bytes;
    pith_signed receipt;
    pith_metadata metadata;
    pith_pdf_reading with, without; // of the PDFs below
    char with_pdf[96], without_pdf[96], spare[96], keyring_file[96], key_file[96], bib[96],
        none[96];
    pith_references references;
} w;

static const pith_text nothing = {NULL, 0};

// ---- Cases: pith_status name(arena, buffer, error) ------------------------------------

#define ARGS pith_arena *arena, pith_buf *out, pith_error *err
typedef pith_status call(ARGS);
// A case whose last expression is the call itself.
#define CASE(name, ...)                                                                            \
    static pith_status name(ARGS)                                                                  \
    {                                                                                              \
        (void)arena, (void)out, (void)err;                                                         \
        __VA_ARGS__                                                                                \
    }

CASE(number_empty, pith_number n; return pith_number_parse(nothing, &n, err);)
CASE(number_nul, pith_number n; return pith_number_parse((pith_text){"\0\0\0", 3}, &n, err);)
CASE(target_empty, pith_target t; return pith_target_parse(nothing, &t, err);)
CASE(target_short, pith_target t; return pith_target_parse(pith_text_of("A5G5GAJ7"), &t, err);)

CASE(keyring_none, const pith_keyring *k; return pith_keyring_load(arena, NONE, &k, err);)
CASE(keyring_dir, const pith_keyring *k; return pith_keyring_load(arena, w.dir, &k, err);)
CASE(keyring_file, const pith_keyring *k; return pith_keyring_load(arena, w.keyring_file, &k, err);)
CASE(keyring_secret, const pith_keyring *k; return pith_keyring_load(arena, w.key_file, &k, err);)
CASE(import_empty, const pith_keyring *k;
     return pith_keyring_import(arena, nothing, "empty", &k, err);)
CASE(import_wrong, const pith_keyring *k;
     return pith_keyring_import(arena, w.document, "a record", &k, err);)
CASE(notice_empty, pith_notice_info n;
     return pith_notice_check(arena, nothing, "empty", w.keyring, &n, err);)
CASE(notice, pith_text n; pith_notice_info info; const pith_keyring *next; pith_status status;
     pith_signer s = {.key_id = pith_text_of("next")}; const pith_secret_key *k;
     status = pith_secret_key_new(arena, &s, NULL, &k, err);
     if (status == PITH_OK) status = pith_secret_key_public(arena, k, NULL, &next, err);
     if (status == PITH_OK)
         status = pith_sign_notice(arena, w.key, next, pith_text_of("2026-06-01T00:00:00Z"), &n,
                                   err);
     return status != PITH_OK ? status
                              : pith_notice_check(arena, n, "notice", w.keyring, &info, err);)

CASE(verify_empty, pith_result *r;
     return pith_verify_bytes(arena, nothing, "empty", NULL, w.keyring, &r, err);)
// Nothing of it is read.
CASE(verify_huge, pith_result *r;
     return pith_verify_bytes(arena, (pith_text){"", SIZE_MAX}, "huge", NULL, w.keyring, &r, err);)
CASE(verify_other, pith_result *r;
     return pith_verify_bytes(arena, pith_text_of("[]"), "list", NULL, w.keyring, &r, err);)
CASE(verify, pith_result *r;
     return pith_verify_bytes(arena, w.document, "document", &w.number, w.keyring, &r, err);)

static pith_status resolve(pith_arena *arena, const char *from, size_t count, pith_error *err)
{
    pith_result *r;
    const pith_sources sources = {.from = &from, .from_count = count, .offline = true};
    return pith_resolve(arena, &sources, w.keyring, &w.number, &r, err);
}
CASE(resolve_file, return resolve(arena, DOCUMENT, 1, err);)
CASE(resolve_folder, return resolve(arena, TEST_EXAMPLES "/paper/pith", 1, err);)
CASE(resolve_none, return resolve(arena, NONE, 1, err);)
CASE(resolve_offline, return resolve(arena, NULL, 0, err);)
CASE(resolve_nothing, const pith_sources sources = {.offline = true};
     return pith_resolve_all(arena, &sources, w.keyring, NULL, 0, NULL, NULL, err);)
CASE(resolve_zero, const pith_sources sources = {.offline = true}; static const pith_target zero;
     pith_result * r; pith_error why = {.status = PITH_USAGE};
     pith_status status = pith_resolve_all(arena, &sources, w.keyring, &zero, 1, &r, &why, err);
     return status == PITH_OK && (r || why.status != PITH_USAGE) ? PITH_INTERNAL : status;)
CASE(resolve_bundle, const char *from = TEST_EXAMPLES "/paper/pith";
     const pith_sources sources = {.from = &from, .from_count = 1};
     return pith_resolve_bundle(arena, &sources, w.keyring, &w.number, out, err);)

CASE(require_empty, unsigned mask; return pith_require_parse("", &mask, err);)
CASE(require_comma, unsigned mask; return pith_require_parse("signed,", &mask, err);)
CASE(require_all, pith_result r = *w.result; unsigned all = ~0U;
     return pith_result_require(arena, &r, all, err);)
CASE(canon_empty, return pith_canonical_form(arena, nothing, out, err);)
CASE(canon, return pith_canonical_form(arena, w.document, out, err);)

CASE(merge_none, const pith_merged *m; return pith_merge(arena, NULL, NULL, 0, w.keyring, &m, err);)
CASE(merge_empty, const pith_merged *m; const char *origin = "empty";
     return pith_merge(arena, &nothing, &origin, 1, w.keyring, &m, err);)
CASE(merge_twice, const pith_merged *m; const char *const origins[] = {"a", "b"};
     const pith_text both[] = {w.bundle, w.document};
     return pith_merge(arena, both, origins, 2, w.keyring, &m, err);)
CASE(merged_state, return pith_merged_state(w.merged, out, err);)
CASE(merged_bundle, return pith_merged_bundle(w.merged, out, err);)
CASE(compare_empty, size_t a; size_t b;
     return pith_state_compare(arena, nothing, nothing, out, &a, &b, err);)
CASE(compare, size_t a; size_t b;
     return pith_state_compare(arena, w.bundle, w.document, out, &a, &b, err);)

CASE(key_unnamed, const pith_secret_key *k; const pith_signer s = {.key_id = nothing};
     return pith_secret_key_new(arena, &s, NULL, &k, err);)
CASE(key_none, const pith_secret_key *k; return pith_secret_key_load(arena, NONE, &k, err);)
CASE(key_load, const pith_secret_key *k; return pith_secret_key_load(arena, w.key_file, &k, err);)
CASE(key_wrong, const pith_secret_key *k; return pith_secret_key_load(arena, DOCUMENT, &k, err);)
CASE(key_there, return pith_secret_key_create(w.key, w.key_file, err);)
CASE(key_nowhere, return pith_secret_key_create(w.key, NONE, err);)
CASE(key_public, const pith_keyring *k;
     return pith_secret_key_public(arena, w.key, w.keyring, &k, err);)
CASE(sign_empty, pith_signed s;
     return pith_sign_receipt(arena, w.key, nothing, "empty", nothing, &s, err);)
CASE(sign_untimed, pith_signed s;
     return pith_sign_receipt(arena, w.key, w.document, "document", nothing, &s, err);)
CASE(sign, pith_signed s; return pith_sign_receipt(arena, w.key, w.document, "document",
                                                   pith_text_of("2026-06-01T00:00:00Z"), &s, err);)
CASE(event_empty, pith_signed s;
     return pith_sign_event(arena, w.key, &w.number, nothing, nothing, nothing, nothing, &s, err);)
CASE(bundle_empty, return pith_sign_into_bundle(arena, w.key, nothing, "empty", nothing, out, err);)
CASE(bundle_no_event,
     return pith_sign_into_bundle(arena, w.key, w.document, "document", nothing, out, err);)
CASE(bundle_signed,
     return pith_sign_into_bundle(arena, w.key, w.document, "document", w.receipt.event, out, err);)

CASE(scan_none, const char *path = NONE; pith_mentions m;
     return pith_paper_scan(arena, &path, 1, &m, err);)
CASE(scan_nothing, pith_mentions m; return pith_paper_scan(arena, NULL, 0, &m, err);)
CASE(scan, const char *path = PAPER; pith_mentions m;
     return pith_paper_scan(arena, &path, 1, &m, err);)
CASE(main_empty, const char *path; return pith_paper_main(arena, w.dir, &path, err);)
CASE(main_found, const char *path;
     return pith_paper_main(arena, TEST_EXAMPLES "/paper", &path, err);)
CASE(rule_nothing, return pith_make_rule("", NULL, 0, out, err);)
CASE(rule_empty, return pith_make_rule("target", &nothing, 1, out, err);)
CASE(rule_tab, char name[3] = {'a', '\t', 'b'}; const pith_text file = {name, 3};
     return pith_make_rule("target", &file, 1, out, err);)
CASE(text_none, pith_paper_text t; return pith_paper_text_read(arena, NONE, &t, err);)
CASE(text_paper, pith_paper_text t; return pith_paper_text_read(arena, PAPER, &t, err);)
CASE(collect_none, pith_upload u; return pith_upload_collect(arena, NONE, "main.tex", &u, err);)
// A name without room for ".tex", as pith_paper_main gives back any file it is given.
CASE(upload_short, pith_upload u = {.main = "x"}; pith_status status;
     status = pith_upload_put(arena, &u, "y", nothing, err);
     return status == PITH_OK ? pith_upload_used(arena, &u, nothing, err) : status;)
CASE(upload, pith_upload u; size_t outside;
     pith_status status = pith_upload_collect(arena, TEST_EXAMPLES "/paper", "main.tex", &u, err);
     if (status == PITH_OK)
         status = pith_upload_used(arena, &u, pith_text_of("INPUT main.tex\n"), err);
     if (status == PITH_OK)
         status = pith_upload_outside(arena, &u, pith_text_of("INPUT ../a\n"), "", &outside, err);
     if (status == PITH_OK) status = pith_upload_check(arena, &u, err);
     return status == PITH_OK ? pith_upload_pack(&u, out, err) : status;)
CASE(upload_nothing, pith_upload u = {.main = ""};
     pith_status status = pith_upload_check(arena, &u, err); (void)pith_upload_engine(&u);
     if (status == PITH_OK) status = pith_upload_used(arena, &u, nothing, err);
     return status == PITH_OK ? pith_upload_pack(&u, out, err) : status;)
CASE(refs_none, pith_references r; return pith_references_read(arena, "none/none.bib", &r, err);)
CASE(refs_kind, pith_references r; return pith_references_read(arena, "", &r, err);)
CASE(refs_edit, pith_number n[] = {w.number};
     return pith_references_edit(arena, &w.references, n, out, err);)
CASE(refs_diff, pith_number n[] = {w.number};
     return pith_references_diff(arena, &w.references, n, "a.bib", out, err);)

CASE(data_nothing, return pith_tex_data(arena, NULL, 0, PITH_RELATION_CURRENT, out, err);)
CASE(data_one, const pith_result *r = w.result;
     return pith_tex_data(arena, &r, 1, PITH_RELATION_EARLIER, out, err);)
CASE(data_empty, pith_tex_record *r; size_t n;
     return pith_tex_data_read(arena, nothing, "empty", &r, &n, err);)
CASE(data_read, pith_tex_record *r; size_t n;
     return pith_tex_data_read(arena, w.data, "data", &r, &n, err);)
CASE(place_none, pith_tex_place p; return pith_tex_place_open(NONE, NULL, &p, err);)
CASE(place, pith_tex_place p; pith_text t; pith_status status;
     status = pith_tex_place_open(w.dir, "", &p, err); if (status != PITH_OK) return status;
     status = pith_tex_place_read(arena, &p, &t, err); pith_tex_place_close(&p);
     pith_tex_place_close(&p); return status;)

CASE(metadata_none, pith_metadata *m; size_t n;
     return pith_metadata_read(arena, NONE, &m, &n, err);)
CASE(metadata_other, pith_metadata *m; size_t n;
     return pith_metadata_read(arena, PAPER, &m, &n, err);)
CASE(set_unknown, pith_metadata m = {.version = 0};
     return pith_metadata_set(arena, &m, "", nothing, err);)
CASE(set_empty, pith_metadata m = {.version = 0};
     return pith_metadata_set(arena, &m, "categories", nothing, err);)
CASE(mint_nothing, const pith_metadata m = {.version = 0}; pith_result * r;
     return pith_mint(arena, &m, &r, err);)
CASE(mint_version, pith_metadata m = w.metadata; m.version = INT64_MAX; pith_result * r;
     return pith_mint(arena, &m, &r, err);)
CASE(mint, pith_result *r; return pith_mint(arena, &w.metadata, &r, err);)
CASE(metadata_of, pith_metadata m; return pith_metadata_of(arena, w.result, &m, err);)
CASE(check_none, pith_check_field f[PITH_CHECK_FIELDS]; const pith_metadata m = {.version = 0};
     return pith_check_paper(arena, NONE, &m, NULL, w.result, f, err);)
CASE(check, pith_check_field f[PITH_CHECK_FIELDS]; const pith_metadata m = {.version = 0};
     return pith_check_paper(arena, PAPER, &m, NULL, w.result, f, err);)
static bool take(void *context, const char *line, size_t len)
{
    (void)line, (void)len;
    ++*(size_t *)context;
    return true;
}
CASE(stream_none, pith_exit e; size_t n = 0;
     const pith_stream s =
         {.path = NONE, .keyring = w.keyring, .jobs = 1, .put = take, .context = &n};
     return pith_verify_stream(&s, &e, err);)
CASE(stream_jobs, pith_exit e; size_t n = 0;
     const pith_stream s =
         {.path = DOCUMENT, .keyring = w.keyring, .jobs = 0, .put = take, .context = &n};
     return pith_verify_stream(&s, &e, err);)
CASE(minting_none, pith_exit e; size_t n = 0;
     const pith_minting m = {.path = NONE, .jobs = 1, .put = take, .context = &n};
     return pith_mint_stream(&m, &e, err);)
CASE(minting_jobs, pith_exit e; size_t n = 0;
     const pith_minting m = {.path = DOCUMENT, .jobs = -1, .put = take, .context = &n};
     return pith_mint_stream(&m, &e, err);)
CASE(output_none, pith_output *o; size_t first; pith_exit e;
     return pith_output_resume(NONE, "-", &o, &first, &e, err);)

CASE(file_none, pith_text t; return pith_file_read(arena, NONE, 10, &t, err);)
CASE(file_large, pith_text t; return pith_file_read(arena, DOCUMENT, 0, &t, err);)
CASE(file_unlimited, pith_text t; return pith_file_read(arena, DOCUMENT, SIZE_MAX, &t, err);)
CASE(file_folder, pith_text t; return pith_file_read(arena, w.dir, 10, &t, err);)
CASE(file_unnamed, pith_written x; return pith_file_replace("", "a", 1, &x, err);)
CASE(file_nothing, pith_written x; return pith_file_replace(w.spare, NULL, 0, &x, err);)
CASE(file_draft, pith_file_draft *d; pith_written x;
     pith_status status = pith_file_prepare(arena, w.spare, "b", 1, &d, err);
     return status == PITH_OK ? pith_file_commit(d, &x, err) : status;)
CASE(file_followed, const char *p; return pith_file_followed(arena, w.spare, &p, err);)

CASE(cache_list, pith_cache_item *i; size_t n; return pith_cache_list(arena, NONE, &i, &n, err);)
CASE(cache_clear, size_t n; size_t left; return pith_cache_clear(arena, NONE, &n, &left, err);)
CASE(cache_names, size_t n; return pith_cache_check_names(arena, NONE, &n, err);)
CASE(mirror_url, pith_mirror *m;
     return pith_mirror_open(arena, w.dir, "no url", w.keyring, &m, err);)
CASE(mirror_none, pith_cited_by c;
     return pith_mirror_cited_by(arena, NONE, w.keyring, &w.number, &c, err);)
CASE(mirror_cited, pith_cited_by c;
     return pith_mirror_cited_by(arena, TEST_EXAMPLES "/paper", w.keyring, &w.number, &c, err);)
CASE(cite, pith_status status = PITH_OK;
     for (int f = 0; f < PITH_CITE_FORMATS && status == PITH_OK; f++)
         status = pith_cite(arena, w.result, (pith_cite_format)f, out, err);
     return status;)
CASE(cite_format, return pith_cite(arena, w.result, PITH_CITE_FORMATS, out, err);)

CASE(
    badge, pith_status status = PITH_OK;
    for (int i = 0; i < PITH_BADGE_FORMATS * PITH_BADGE_STYLES && status == PITH_OK; i++) {
        const pith_badge_options o = {.style = (pith_badge_style)(i / PITH_BADGE_FORMATS)};
        const pith_badge_format f = (pith_badge_format)(i % PITH_BADGE_FORMATS);
        const bool words = o.style == PITH_BADGE_TEXT && (f <= PITH_BADGE_PNG);
        status = pith_badge(arena, w.result, f, &o, out, err);
        status = words && status == PITH_USAGE ? PITH_OK : status;
    } return status;)
CASE(badge_format, const pith_badge_options o = {.dpi = 0};
     return pith_badge(arena, w.result, PITH_BADGE_FORMATS, &o, out, err);)
CASE(badge_style, const pith_badge_options o = {.style = PITH_BADGE_STYLES};
     return pith_badge(arena, w.result, PITH_BADGE_SVG, &o, out, err);)
CASE(badge_dpi, const pith_badge_options o = {.dpi = -1};
     return pith_badge(arena, w.result, PITH_BADGE_PNG, &o, out, err);)
CASE(badge_level, const pith_badge_options o = {.style = PITH_BADGE_LABEL, .qr_level = 'X'};
     return pith_badge(arena, w.result, PITH_BADGE_SVG, &o, out, err);)
CASE(badge_unchecked, const pith_result r = {.number = w.number};
     const pith_badge_options o = {.unchecked = true};
     return pith_badge(arena, &r, PITH_BADGE_SVG, &o, out, err);)

CASE(pdf_none, pith_pdf_reading r; return pith_pdf_read(arena, NONE, &r, err);)
CASE(pdf_other, pith_pdf_reading r; return pith_pdf_read(arena, DOCUMENT, &r, err);)
CASE(pdf_read, pith_pdf_reading r; return pith_pdf_read(arena, w.with_pdf, &r, err);)
CASE(pdf_judge, pith_result *r;
     return pith_pdf_judge(arena, w.with_pdf, &w.with, NULL, w.keyring, &r, err);)
CASE(pdf_no_record, pith_result *r;
     return pith_pdf_judge(arena, w.without_pdf, &w.without, NULL, w.keyring, &r, err);)
CASE(pdf_embed_none, pith_pdf_written x;
     const pith_pdf_embedding how = {.path = NONE, .result = w.result};
     return pith_pdf_embed(arena, &how, &x, err);)
CASE(pdf_embed, pith_pdf_written x; const pith_pdf_embedding how = {.path = w.without_pdf,
                                                                    .output = w.spare,
                                                                    .result = w.result,
                                                                    .no_sync = true};
     return pith_pdf_embed(arena, &how, &x, err);)
CASE(pdf_buffer, const pith_pdf_embedding how = {.path = "empty", .result = w.result};
     return pith_pdf_embed_buffer(arena, &how, out, err);)
CASE(pdf_strip, pith_pdf_written x;
     return pith_pdf_strip(arena, w.without_pdf, w.spare, true, &x, err);)

CASE(ots_empty, pith_ots *p; return pith_ots_read(arena, nothing, "empty", &p, err);)
CASE(ots_read, pith_ots *p; return pith_ots_read(arena, w.proof_bytes, "proof", &p, err);)
CASE(ots_file, pith_ots *p; return pith_ots_new_file(arena, NONE, &p, err);)
CASE(ots_write_none, pith_ots *p; const uint8_t zero[PITH_DIGEST_LEN] = {0};
     pith_status status = pith_ots_new(arena, zero, &p, err);
     return status == PITH_OK ? pith_ots_write(p, out, err) : status;)
CASE(ots_write, return pith_ots_write(w.proof, out, err);)
CASE(ots_describe, pith_ots_info i; return pith_ots_describe(arena, w.proof, &i, err);)
CASE(ots_merge, pith_ots *p; const uint8_t zero[PITH_DIGEST_LEN] = {0};
     pith_status status = pith_ots_new(arena, zero, &p, err);
     return status == PITH_OK ? pith_ots_merge(p, w.proof, err) : status;)
CASE(ots_verify, pith_ots_report r; const pith_headers h = {.header = NULL};
     return pith_ots_verify(arena, w.proof, nothing, &h, &r, err);)
CASE(ots_header, pith_ots_report r; const pith_headers h = {.header = ""};
     return pith_ots_verify(arena, w.proof, nothing, &h, &r, err);)
CASE(ots_two, pith_ots_report r; const pith_headers h = {.header = "", .file = ""};
     return pith_ots_verify(arena, w.proof, nothing, &h, &r, err);)
CASE(ots_headers, pith_ots_report r; const pith_headers h = {.file = NONE};
     return pith_ots_verify(arena, w.proof, nothing, &h, &r, err);)
CASE(anchor_empty, pith_ots_report r; const pith_headers h = {.header = NULL};
     const pith_ots_subject s = {.digest = w.result->digest};
     return pith_anchor_verify(arena, nothing, &s, &h, &r, err);)
CASE(anchor_base64, pith_ots_report r; const pith_headers h = {.header = NULL};
     const pith_ots_subject s = {.digest = w.result->digest};
     return pith_anchor_verify(arena, pith_text_of("===="), &s, &h, &r, err);)
CASE(anchor_payload, pith_text t; return pith_anchor_payload(arena, w.proof, &t, err);)
CASE(submit_few, const char *url = "http://127.0.0.1:1";
     const pith_calendars c = {.urls = &url, .url_count = 1, .minimum = 2};
     pith_ots_submission s = {.proof = w.proof}; return pith_ots_submit(arena, &c, &s, 1, err);)
CASE(archive_no_page, pith_capture c; const pith_archive a = {.base = "http://127.0.0.1:1"};
     return pith_archive_find(arena, &a, w.result, "", NULL, &c, err);)
CASE(archive_no_keys, pith_capture c; const pith_archive a = {.base = "http://127.0.0.1:1"};
     return pith_archive_save(arena, &a, w.result, "https://pith.science/pith/" NUMBER, &c, err);)
CASE(evidence_none, pith_result r = *w.result; const pith_headers h = {.header = NULL};
     return pith_evidence_check_headers(arena, &h, &r, err);)

#define ROW(name, status)                                                                          \
    {                                                                                              \
#name, name, PITH_##status                                                                 \
    }
static const struct {
    const char *name;
    call *make;
    pith_status status;
} cases[] = {
    ROW(number_empty, NUMBER_SYNTAX),
    ROW(number_nul, NUMBER_SYNTAX),
    ROW(target_empty, NUMBER_SYNTAX),
    ROW(target_short, OK),
    ROW(keyring_none, IO_READ),
    ROW(keyring_dir, IO_READ),
    ROW(keyring_file, OK),
    ROW(keyring_secret, KEYRING),
    ROW(import_empty, JSON_SYNTAX),
    ROW(import_wrong, KEYRING),
    ROW(notice_empty, JSON_SYNTAX),
    ROW(notice, OK),
    ROW(verify_empty, JSON_SYNTAX),
    ROW(verify_huge, TOO_LARGE),
    ROW(verify_other, DOCUMENT_KIND),
    ROW(verify, OK),
    ROW(resolve_file, OK),
    ROW(resolve_folder, OK),
    ROW(resolve_none, IO_READ),
    ROW(resolve_offline, USAGE),
    ROW(resolve_nothing, OK),
    ROW(resolve_zero, OK),
    ROW(resolve_bundle, OK),
    ROW(require_empty, USAGE),
    ROW(require_comma, USAGE),
    ROW(require_all, OK),
    ROW(canon_empty, JSON_SYNTAX),
    ROW(canon, OK),
    ROW(merge_none, USAGE),
    ROW(merge_empty, JSON_SYNTAX),
    ROW(merge_twice, OK),
    ROW(merged_state, OK),
    ROW(merged_bundle, OK),
    ROW(compare_empty, JSON_SYNTAX),
    ROW(compare, OK),
    ROW(key_unnamed, USAGE),
    ROW(key_none, IO_READ),
    ROW(key_load, OK),
    ROW(key_wrong, KEY_MODE),
    ROW(key_there, FILE_EXISTS),
    ROW(key_nowhere, IO_WRITE),
    ROW(key_public, OK),
    ROW(sign_empty, USAGE),
    ROW(sign_untimed, USAGE),
    ROW(sign, OK),
    ROW(event_empty, USAGE),
    ROW(bundle_empty, JSON_SYNTAX),
    ROW(bundle_no_event, JSON_SYNTAX),
    ROW(bundle_signed, OK),
    ROW(scan_none, IO_READ),
    ROW(scan_nothing, OK),
    ROW(scan, OK),
    ROW(main_empty, USAGE),
    ROW(main_found, OK),
    ROW(rule_nothing, USAGE),
    ROW(rule_empty, USAGE),
    ROW(rule_tab, USAGE),
    ROW(text_none, IO_READ),
    ROW(text_paper, OK),
    ROW(collect_none, IO_READ),
    ROW(upload_short, OK),
    ROW(upload, OK),
    ROW(upload_nothing, OK),
    ROW(refs_none, IO_READ),
    ROW(refs_kind, USAGE),
    ROW(refs_edit, OK),
    ROW(refs_diff, OK),
    ROW(data_nothing, OK),
    ROW(data_one, OK),
    ROW(data_empty, DOCUMENT_KIND),
    ROW(data_read, OK),
    ROW(place_none, IO_WRITE),
    ROW(place, OK),
    ROW(metadata_none, IO_READ),
    ROW(metadata_other, METADATA_FORM),
    ROW(set_unknown, METADATA_FORM),
    ROW(set_empty, METADATA_FORM),
    ROW(mint_nothing, METADATA_MISSING),
    ROW(mint_version, METADATA_FORM),
    ROW(mint, OK),
    ROW(metadata_of, OK),
    ROW(check_none, IO_READ),
    ROW(check, OK),
    ROW(stream_none, IO_READ),
    ROW(stream_jobs, USAGE),
    ROW(minting_none, IO_READ),
    ROW(minting_jobs, USAGE),
    ROW(output_none, IO_WRITE),
    ROW(file_none, IO_READ),
    ROW(file_large, TOO_LARGE),
    ROW(file_unlimited, OK),
    ROW(file_folder, IO_READ),
    ROW(file_unnamed, IO_WRITE),
    ROW(file_nothing, OK),
    ROW(file_draft, OK),
    ROW(file_followed, OK),
    ROW(cache_list, OK),
    ROW(cache_clear, OK),
    ROW(cache_names, OK),
    ROW(mirror_url, USAGE),
    ROW(mirror_none, IO_READ),
    ROW(mirror_cited, OK),
    ROW(cite, OK),
    ROW(cite_format, USAGE),
    ROW(badge, OK),
    ROW(badge_format, USAGE),
    ROW(badge_style, USAGE),
    ROW(badge_dpi, USAGE),
    ROW(badge_level, USAGE),
    ROW(badge_unchecked, OK),
    ROW(pdf_none, IO_READ),
    ROW(pdf_other, PDF_HEADER),
    ROW(pdf_read, OK),
    ROW(pdf_judge, OK),
    ROW(pdf_no_record, PDF_NO_RECORD),
    ROW(pdf_embed_none, IO_WRITE),
    ROW(pdf_embed, OK),
    ROW(pdf_buffer, PDF_HEADER),
    ROW(pdf_strip, PDF_NO_RECORD),
    ROW(ots_empty, STAMP_SYNTAX),
    ROW(ots_read, OK),
    ROW(ots_file, IO_READ),
    ROW(ots_write_none, STAMP_SYNTAX),
    ROW(ots_write, OK),
    ROW(ots_describe, OK),
    ROW(ots_merge, STAMP_DIGEST),
    ROW(ots_verify, OK),
    ROW(ots_header, USAGE),
    ROW(ots_two, USAGE),
    ROW(ots_headers, IO_READ),
    ROW(anchor_empty, STAMP_SYNTAX),
    ROW(anchor_base64, STAMP_SYNTAX),
    ROW(anchor_payload, OK),
    ROW(submit_few, USAGE),
    ROW(archive_no_page, USAGE),
    ROW(archive_no_keys, USAGE),
    ROW(evidence_none, OK),
};

// ---- The world ------------------------------------------------------------------------

static void name(char *room, const char *file)
{
    size_t n = 0;
    pith_join(room, 96, &n, pith_text_of(w.dir));
    pith_join(room, 96, &n, pith_text_of(file));
}

static void keep(const char *path, const pith_buf *bytes)
{
    pith_written written;
    pith_error err = {0};
    assert_true(pith_buf_ok(bytes));
    MUST(pith_file_replace(path, bytes->data, bytes->len, &written, &err));
}

// 2 MiB are what any of the calls below puts out at most.
static pith_buf *buffer(void)
{
    static pith_buf buf;
    pith_buf_free(&buf);
    pith_buf_init(&buf, 2 << 20);
    return &buf;
}

static void make_files(pith_error *err)
{
    static const char bib[] = "@article{a, eprint = {1309.3741}, title = {x}}\n";
    const pith_badge_options options = {.style = PITH_BADGE_LINE};
    pith_buf *buf = buffer();
    MUST(pith_badge(w.arena, w.result, PITH_BADGE_PDF, &options, buf, err));
    name(w.with_pdf, "/with.pdf");
    name(w.without_pdf, "/without.pdf");
    name(w.spare, "/spare");
    name(w.keyring_file, "/keyring.json");
    name(w.key_file, "/key.json");
    name(w.bib, "/a.bib");
    name(w.none, "/none/file");
    keep(w.without_pdf, buf);
    const pith_pdf_embedding how = {.path = "badge", .result = w.result};
    MUST(pith_pdf_embed_buffer(w.arena, &how, buf, err));
    keep(w.with_pdf, buf);
    MUST(pith_pdf_read(w.arena, w.with_pdf, &w.with, err));
    MUST(pith_pdf_read(w.arena, w.without_pdf, &w.without, err));
    buf = buffer();
    pith_keyring_json(w.keyring, buf);
    keep(w.keyring_file, buf);
    MUST(pith_secret_key_create(w.key, w.key_file, err));
    buf = buffer();
    pith_buf_puts(buf, bib);
    keep(w.bib, buf);
    MUST(pith_references_read(w.arena, w.bib, &w.references, err));
    buf = buffer();
    const pith_result *result = w.result;
    MUST(pith_tex_data(w.arena, &result, 1, PITH_RELATION_CURRENT, buf, err));
    w.data = (pith_text){pith_alloc_copy(w.arena, buf->data, buf->len), buf->len};
    buffer();
}

static int open_world(void **state)
{
    // A proof that a calendar promises to complete: its attestation, and where it is.
    static const char calendar[] = "\x00\x83\xdf\xe3\x0d\x2e\xf9\x0c\x8e\x11\x10https://a.bc/def";
    static const uint8_t digest[PITH_DIGEST_LEN] = {1};
    static const char magic[] =
        "\x00OpenTimestamps\x00\x00Proof\x00\xbf\x89\xe2\xe8\x84\xe8\x92\x94"
        "\x01\x08";
    const char *const base = getenv("TMPDIR");
    const char *const origin = "bundle";
    const pith_signer signer = {.key_id = pith_text_of("test-key")};
    pith_error err = {0};
    (void)state;
    size_t n = 0;
    w.arena = test_arena();
    pith_join(w.dir, sizeof w.dir, &n, pith_text_of(base && strlen(base) < 40 ? base : "/tmp"));
    pith_join(w.dir, sizeof w.dir, &n, pith_text_of("/pith-test-XXXXXX"));
    assert_non_null(mkdtemp(w.dir));
    w.document = test_slurp(w.arena, DOCUMENT);
    w.bundle = test_slurp(w.arena, BUNDLE);
    MUST(pith_number_parse(pith_text_of(NUMBER), &w.number, &err));
    MUST(pith_verify_bytes(w.arena, w.document, "document", NULL, pith_keyring_builtin(), &w.result,
                           &err));
    MUST(pith_secret_key_new(w.arena, &signer, digest, &w.key, &err));
    MUST(pith_secret_key_public(w.arena, w.key, pith_keyring_builtin(), &w.keyring, &err));
    MUST(pith_merge(w.arena, &w.bundle, &origin, 1, w.keyring, &w.merged, &err));
    MUST(pith_sign_receipt(w.arena, w.key, w.document, "document",
                           pith_text_of("2026-06-01T00:00:00Z"), &w.receipt, &err));
    MUST(pith_metadata_of(w.arena, w.result, &w.metadata, &err));
    char *bytes = pith_alloc(w.arena, 200);
    assert_non_null(bytes);
    n = 0;
    pith_join(bytes, 200, &n, (pith_text){magic, sizeof magic - 1});
    pith_join(bytes, 200, &n, (pith_text){(const char *)digest, sizeof digest});
    pith_join(bytes, 200, &n, (pith_text){calendar, 9});
    pith_join(bytes, 200, &n, (pith_text)TEST_TEXT("\x11\x10"));
    pith_join(bytes, 200, &n, pith_text_of("https://a.bc/def"));
    w.proof_bytes = (pith_text){bytes, n};
    MUST(pith_ots_read(w.arena, w.proof_bytes, "proof", &w.proof, &err));
    make_files(&err);
    return 0;
}

static int close_world(void **state)
{
    const char *const made[] = {w.with_pdf,     w.without_pdf, w.spare,
                                w.keyring_file, w.key_file,    w.bib};
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(made); i++)
        (void)unlink(made[i]);
    pith_arena_free(w.arena);
    return rmdir(w.dir);
}

// ---- Tests ----------------------------------------------------------------------------

static pith_status run(size_t i, size_t memory, pith_buf *out)
{
    pith_arena *arena = pith_arena_new(memory);
    pith_error err = {.status = PITH_STATUS_COUNT};
    assert_non_null(arena);
    pith_status status = cases[i].make(arena, out, &err);
    if (status != PITH_OK && (err.status != status || !*err.message))
        fail_msg("%s returned %s, but the error is of %s: %s", cases[i].name,
                 pith_status_name(status), pith_status_name(err.status), err.message);
    pith_arena_free(arena);
    return status;
}

static void promised_status(void **state)
{
    size_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        pith_status status = run(i, (size_t)256 << 20, buffer());
        if (status == cases[i].status)
            continue;
        print_error("%s: %s, not %s\n", cases[i].name, pith_status_name(status),
                    pith_status_name(cases[i].status));
        wrong++;
    }
    buffer();
    assert_int_equal(wrong, 0);
}

static void small_arenas(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        for (size_t memory = 0; memory < (size_t)1 << 20; memory += 64 + memory / 3) {
            pith_status status = run(i, memory, buffer());
            if (status != cases[i].status && status != PITH_MEMORY)
                fail_msg("%s with %zu bytes: %s", cases[i].name, memory, pith_status_name(status));
        }
    }
    buffer();
}

// A buffer that is full is no success.
static void small_buffers(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        pith_buf whole;
        pith_buf_init(&whole, 2 << 20);
        size_t need = run(i, (size_t)256 << 20, &whole) == PITH_OK ? whole.len : 0;
        pith_buf_free(&whole);
        for (size_t max = 0; need && max <= need; max += 1 + max / 2) {
            pith_buf out;
            pith_buf_init(&out, max);
            pith_status status = run(i, (size_t)256 << 20, &out);
            if (status != PITH_MEMORY && status != PITH_TOO_LARGE)
                fail_msg("%s with room for %zu of %zu bytes: %s", cases[i].name, max, need,
                         pith_status_name(status));
            pith_buf_free(&out);
            if (need > 100000 && max > 1000)
                break;
        }
    }
}

// ---- What has no status ---------------------------------------------------------------

static void values_out_of_range(void **state)
{
    const pith_number number = w.number;
    const pith_result least = {.number = number};
    pith_evidence_row row;
    (void)state;
    assert_string_equal(pith_status_name((pith_status)-1), "internal");
    assert_string_equal(pith_status_remedy(PITH_STATUS_COUNT), pith_status_remedy(PITH_INTERNAL));
    assert_int_equal(pith_status_exit(PITH_STATUS_COUNT), PITH_EXIT_INTERNAL);
    assert_int_equal(pith_exit_worse((pith_exit)99, PITH_EXIT_OK), PITH_EXIT_INTERNAL);
    assert_string_equal(pith_relationship_name(PITH_RELATIONSHIP_CITES), "cites");
    assert_null(pith_relationship_name(PITH_RELATIONSHIPS));
    assert_null(pith_relationship_name((pith_relationship)-1));
    assert_string_equal(pith_ots_verdict_name(PITH_OTS_ANCHORED), "anchored");
    assert_string_equal(pith_ots_verdict_name((pith_ots_verdict)4), "unchecked");
    pith_evidence_row_of(&least, PITH_EVIDENCE_KINDS, &row);
    assert_int_equal(row.state, PITH_EVIDENCE_UNCHECKED);
    pith_evidence_row_of(w.result, PITH_EVIDENCE_KINDS, &row);
    assert_int_equal(row.state, PITH_EVIDENCE_OPEN);
    char value[PITH_ALIAS_SIZE];
    assert_null(pith_result_alias(w.result, SIZE_MAX, value));
    assert_non_null(pith_result_alias(&least, 0, value));
}

// The least that a verdict can be.
static void empty_reports(void **state)
{
    const pith_result least = {.number = w.number,
                               .source_kind = w.result->source_kind,
                               .source_id = w.result->source_id,
                               .submitted_at = w.result->submitted_at};
    const pith_error none = {.status = PITH_OK};
    pith_buf *out = buffer();
    (void)state;
    pith_report_text(&least, true, out);
    pith_evidence_text(&least, true, true, out);
    pith_evidence_json(&least, "", out);
    pith_report_json(&least, "", out);
    pith_report_json_error(&none, "", out);
    pith_report_json_finding(PITH_STATUS_COUNT, PITH_SEVERITY_INFO, nothing, nothing, out);
    pith_report_json_findings(NULL, out);
    pith_json_quote(nothing, out);
    pith_terminal_escape(nothing, out);
    pith_buf_add(out, NULL, 0);
    pith_buf_puts(out, "");
    pith_keyring_json(w.keyring, out);
    assert_true(pith_buf_ok(out));
    assert_int_equal(out->data[out->len], '\0');
    buffer();
}

static void nothing_at_all(void **state)
{
    char hex[65];
    char id[PITH_ID_LEN + 1];
    pith_error err = {.status = PITH_OK};
    (void)state;
    // FIPS 180-4's digest of no bytes.
    pith_digest_words(NULL, 0, hex, id);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    pith_error_about(&err, "");
    assert_string_equal(err.object, "");
    assert_false(pith_file_exists(""));
    assert_false(pith_file_exists(NONE));
    assert_false(pith_file_holds(NONE, NULL, 0));
    assert_false(pith_file_same("", ""));
    assert_false(pith_file_same("-", "-"));
    pith_file_remove(NONE);
    pith_file_abandon_all();
    pith_arena_free(NULL);
    pith_arena *arena = pith_arena_new(0);
    assert_non_null(arena);
    pith_arena_reset(arena);
    pith_arena_reset(arena);
    assert_null(pith_path_beside(arena, "a/b", "c"));
    assert_null(pith_archive_page(arena, w.result, true));
    pith_arena_free(arena);
    pith_buf none = {.data = NULL};
    pith_buf_puts(&none, "a"); // not initialised to a maximum
    assert_false(pith_buf_ok(&none));
    pith_buf_free(&none);
    pith_buf_free(&none);
}

// ---- One thing twice ------------------------------------------------------------------

static size_t count_findings(const pith_result *result)
{
    size_t n = 0;
    for (const pith_finding *f = result->findings; f; f = f->next)
        n++;
    return n;
}

// A reading is judged as often as its caller likes, and each verdict has its own findings.
static void judged_twice(void **state)
{
    static const uint8_t seed[PITH_SEED_LEN] = {9};
    const pith_signer signer = {.key_id = pith_text_of("other")};
    const pith_secret_key *other;
    const pith_keyring *foreign;
    pith_result *first;
    pith_result *second;
    pith_error err;
    pith_pdf_reading noted = w.with; // with a finding of its own
    pith_finding finding = {PITH_PDF_SCOPE, PITH_SEVERITY_INFO, nothing, nothing, NULL};
    (void)state;
    noted.findings = &finding;
    MUST(pith_secret_key_new(w.arena, &signer, seed, &other, &err));
    MUST(pith_secret_key_public(w.arena, other, NULL, &foreign, &err));
    MUST(pith_pdf_judge(w.arena, w.with_pdf, &noted, NULL, w.keyring, &first, &err));
    const size_t n = count_findings(first);
    MUST(pith_pdf_judge(w.arena, w.with_pdf, &noted, NULL, foreign, &second, &err));
    assert_int_equal(count_findings(first), n);
    assert_int_equal(first->exit, PITH_EXIT_OK);
    assert_int_equal(second->exit, PITH_EXIT_UNTRUSTED);
    assert_null(finding.next);
}

// However many documents there are, none is left out of the bundle.
static void many_documents(void **state)
{
    enum { COUNT = 70 };
    const char *from[COUNT];
    const pith_sources sources = {.from = from, .from_count = COUNT};
    pith_error err;
    pith_buf *out = buffer();
    (void)state;
    MUST(pith_sign_into_bundle(w.arena, w.key, w.document, "document", w.receipt.event, out, &err));
    keep(w.spare, out);
    for (size_t i = 0; i < COUNT; i++)
        from[i] = i + 1 < COUNT ? DOCUMENT : w.spare;
    out = buffer();
    MUST(pith_resolve_bundle(w.arena, &sources, w.keyring, &w.number, out, &err));
    assert_non_null(strstr(out->data, w.receipt.event_id));
    buffer();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(promised_status), cmocka_unit_test(small_arenas),
        cmocka_unit_test(small_buffers),   cmocka_unit_test(values_out_of_range),
        cmocka_unit_test(empty_reports),   cmocka_unit_test(nothing_at_all),
        cmocka_unit_test(judged_twice),    cmocka_unit_test(many_documents),
    };
    return cmocka_run_group_tests(tests, open_world, close_world);
}
