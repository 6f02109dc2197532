// SPDX-License-Identifier: MIT
//
// A client with several threads: each does all that it can with what an installed pith.h declares,
// and all have to come to the same bytes as one that was alone.
//     threads DOCUMENTS PAPER METADATA.yaml NUMBER
#include <pith.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 2, ARENA = 256 << 20 };

static const char *const *args;
static pthread_barrier_t start;

static void must(int line, pith_status status, const pith_error *err)
{
    if (status == PITH_OK)
        return;
    fprintf(stderr, "line %d: %s: %s: %s\n", line, pith_status_name(status), err->object,
            err->message);
    exit(1);
}
#define MUST(call) must(__LINE__, call, &err)

static bool count(void *context, const char *line, size_t len)
{
    (void)line, (void)len;
    ++*(size_t *)context;
    return true;
}

// A record from its metadata, its badge in each format and what TeX reads of it: what loads
// libraries late.
static void mint(pith_arena *arena, pith_buf *out)
{
    pith_error err;
    pith_metadata *metadata;
    pith_result *result;
    size_t papers;
    MUST(pith_metadata_read(arena, args[2], &metadata, &papers, &err));
    MUST(pith_mint(arena, metadata, &result, &err));
    for (int format = 0; format < PITH_BADGE_FORMATS; format++) {
        const pith_badge_options options = {.style = PITH_BADGE_CARD, .qr = true};
        MUST(pith_badge(arena, result, (pith_badge_format)format, &options, out, &err));
    }
    const pith_result *results[] = {result};
    MUST(pith_tex_data(arena, results, 1, PITH_RELATION_CURRENT, out, &err));
}

// A number from a folder with a keyring of one's own, then signed with its key.
static void sign(pith_arena *arena, const pith_sources *sources, const pith_number *number,
                 pith_buf *out)
{
    static const uint8_t seed[PITH_SEED_LEN] = {7};
    const pith_signer signer = {.key_id = pith_text_of("mine")};
    const pith_secret_key *key;
    const pith_keyring *keyring;
    pith_error err;
    pith_result *result;
    pith_signed event;
    pith_buf bundle;
    MUST(pith_secret_key_new(arena, &signer, seed, &key, &err));
    MUST(pith_secret_key_public(arena, key, NULL, &keyring, &err));
    MUST(pith_resolve(arena, sources, keyring, number, &result, &err));
    MUST(result->exit == PITH_EXIT_UNTRUSTED ? PITH_OK : PITH_INTERNAL);
    pith_buf_init(&bundle, 4 << 20);
    MUST(pith_resolve_bundle(arena, sources, keyring, number, &bundle, &err));
    const pith_text document = {bundle.data, bundle.len};
    MUST(pith_sign_receipt(arena, key, document, "bundle", pith_text_of("2026-06-01T00:00:00Z"),
                           &event, &err));
    MUST(pith_sign_into_bundle(arena, key, document, "bundle", event.event, out, &err));
    pith_buf_free(&bundle);
    pith_report_text(result, true, out);
    pith_evidence_text(result, true, false, out);
    pith_report_json(result, "", out);
}

// A PDF with the record in it; a stream of documents, which has threads of its own; a resolver that
// is not there.
static void check(pith_arena *arena, const pith_sources *sources, const pith_number *number,
                  pith_buf *out)
{
    const char *const base = "http://127.0.0.1:9";
    const pith_badge_options options = {.style = PITH_BADGE_LINE};
    pith_pdf_embedding how = {.path = "badge.pdf"};
    pith_error err;
    pith_result *result;
    pith_mentions mentions;
    pith_exit worst;
    size_t lines = 0;
    pith_stream stream = {.path = "lines",
                          .keyring = pith_keyring_builtin(),
                          .jobs = 3,
                          .put = count,
                          .context = &lines};
    MUST(pith_resolve(arena, sources, pith_keyring_builtin(), number, &result, &err));
    how.result = result;
    pith_buf pdf;
    pith_buf_init(&pdf, 4 << 20);
    MUST(pith_badge(arena, result, PITH_BADGE_PDF, &options, &pdf, &err));
    MUST(pith_pdf_embed_buffer(arena, &how, &pdf, &err));
    pith_buf_add(out, pdf.data, pdf.len);
    pith_written written;
    MUST(pith_file_replace("shared.pdf", pdf.data, pdf.len, &written, &err));
    pith_buf_free(&pdf);
    pith_pdf_reading reading;
    MUST(pith_pdf_read(arena, "shared.pdf", &reading, &err));
    MUST(
        pith_pdf_judge(arena, "shared.pdf", &reading, NULL, pith_keyring_builtin(), &result, &err));
    pith_report_json(result, "", out);
    MUST(pith_verify_stream(&stream, &worst, &err));
    MUST(pith_paper_scan(arena, &args[1], 1, &mentions, &err));
    pith_buf_printf(out, "%d %zu %zu\n", (int)worst, lines, mentions.count);
    const pith_sources away = {
        .resolvers = &base, .resolver_count = 1, .cache = "cache", .allow_private = true};
    const pith_status status =
        pith_resolve(arena, &away, pith_keyring_builtin(), number, &result, &err);
    pith_buf_printf(out, "%s\n", pith_status_name(status));
    MUST(pith_libraries(out, &err));
}

static void work(char digest[65])
{
    char id[PITH_ID_LEN + 1];
    pith_error err;
    pith_number number;
    pith_buf out;
    const pith_sources sources = {.from = &args[0], .from_count = 1};
    pith_arena *arena = pith_arena_new(ARENA);
    if (!arena)
        exit(1);
    pith_buf_init(&out, 16 << 20);
    MUST(pith_number_parse(pith_text_of(args[3]), &number, &err));
    mint(arena, &out);
    sign(arena, &sources, &number, &out);
    check(arena, &sources, &number, &out);
    MUST(pith_buf_ok(&out) ? PITH_OK : PITH_MEMORY);
    pith_digest_words(out.data, out.len, digest, id);
    pith_buf_free(&out);
    pith_arena_free(arena);
}

static void *run(void *digest)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_barrier_wait(&start);
        work(digest);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    char alone[65];
    char digests[THREADS][65];
    pthread_t threads[THREADS];
    if (argc != 5 || pthread_barrier_init(&start, NULL, THREADS) != 0)
        return 2;
    args = (const char *const *)argv + 1;
    for (int i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, run, digests[i]) != 0)
            return 2;
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    work(alone); // last, so that nothing was loaded before
    for (int i = 0; i < THREADS; i++) {
        if (strcmp(digests[i], alone) != 0) {
            fprintf(stderr, "thread %d came to other bytes\n", i);
            return 1;
        }
    }
    return 0;
}
