// SPDX-License-Identifier: MIT
#include "common.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

void fuzz_fail(const char *file, int line, const char *property)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, property);
    fflush(stderr);
    abort();
}

// ---- Memory ---------------------------------------------------------------------------

pith_arena *fuzz_arena(void)
{
    pith_arena *arena = pith_arena_new((size_t)256 << 20);
    MUST(arena != NULL);
    return arena;
}

pith_arena *fuzz_small_arena(const uint8_t *data, size_t size)
{
    uint32_t hash = 2166136261U;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * 16777619U;
    // Small limits more often than large ones.
    pith_arena *arena = pith_arena_new((hash >> 8) % (16U << (hash % 12)));
    MUST(arena != NULL);
    return arena;
}

bool fuzz_same_or_memory(pith_status with_enough, pith_status with_little)
{
    return with_little == with_enough || with_little == PITH_MEMORY;
}

pith_text fuzz_text(const uint8_t *data, size_t size)
{
    return (pith_text){(const char *)data, size};
}

bool fuzz_is_ascii(pith_text text)
{
    for (size_t i = 0; i < text.n; i++) {
        if ((unsigned char)text.p[i] >= 0x80)
            return false;
    }
    return true;
}

char *fuzz_c_string(pith_text text)
{
    char *copy = malloc(text.n + 1);
    MUST(copy != NULL);
    memcpy(copy, text.p, text.n);
    copy[text.n] = '\0';
    return copy;
}

pith_text fuzz_text_of_buf(const pith_buf *buf)
{
    return (pith_text){buf->data, buf->len};
}

bool fuzz_same(const pith_buf *a, const pith_buf *b)
{
    return pith_text_equal(fuzz_text_of_buf(a), fuzz_text_of_buf(b));
}

// ---- Keys and documents ---------------------------------------------------------------

static const char record[] =
    "{\"metadata\":{\"abstract_canon_sha256\":"
    "\"feb5356251581caeef4a4489732513ff6231809b1a6fae3725e02a06592dc532\","
    "\"cross_cats_sorted\":[],\"license\":\"http://creativecommons.org/licenses/by/4.0/\","
    "\"primary_cat\":\"cs.DC\",\"submitted_at\":\"2024-07-29T13:53:27Z\",\"title_canon_sha256\":"
    "\"1718908fb3fc165b3297c34daeedee3082060dede49c40e6c1080bd0c5d5a37f\"},"
    "\"schema_version\":\"1.0\",\"source\":{\"id\":\"2407.20018\",\"kind\":\"arxiv\","
    "\"version\":1}}";

static struct {
    pith_arena *arena;
    const pith_secret_key *keys[FUZZ_KEYS];
    const pith_keyring *keyring;
    pith_text bundle;
} fixed;

static void make_keys(void)
{
    static const struct {
        const char *name;
        const char *not_before;
        const char *not_after;
    } rows[FUZZ_KEYS] = {
        [FUZZ_KEY_A] = {"a", "", ""},
        [FUZZ_KEY_B] = {"b", "2026-01-01T00:00:00Z", ""},
        [FUZZ_KEY_OLD] = {"old", "", "2025-12-31T23:59:59Z"},
    };
    pith_error err;
    fixed.arena = fuzz_arena();
    fixed.keyring = pith_keyring_builtin();
    for (int i = 0; i < FUZZ_KEYS; i++) {
        uint8_t seed[PITH_SEED_LEN];
        memset(seed, 'a' + i, sizeof seed);
        const pith_signer signer = {.key_id = pith_text_of(rows[i].name),
                                    .not_before = pith_text_of(rows[i].not_before),
                                    .not_after = pith_text_of(rows[i].not_after)};
        MUST(pith_secret_key_new(fixed.arena, &signer, seed, &fixed.keys[i], &err) == PITH_OK);
        MUST(pith_secret_key_public(fixed.arena, fixed.keys[i], fixed.keyring, &fixed.keyring,
                                    &err) == PITH_OK);
    }
}

const pith_keyring *fuzz_keyring(void)
{
    if (!fixed.arena)
        make_keys();
    return fixed.keyring;
}

const pith_secret_key *fuzz_secret_key(enum fuzz_key which)
{
    (void)fuzz_keyring();
    return fixed.keys[which];
}

pith_text fuzz_record(void)
{
    return pith_text_of(record);
}

void fuzz_record_number(pith_number *out)
{
    char hex[65];
    pith_digest_words(record, sizeof record - 1, hex, out->id);
    out->year = 2024;
}

static pith_text add_event(const pith_secret_key *key, pith_text document, const pith_signed *event)
{
    pith_buf out;
    pith_error err;
    pith_buf_init(&out, SIZE_MAX);
    MUST(pith_sign_into_bundle(fixed.arena, key, document, "good bundle", event->event, &out,
                               &err) == PITH_OK);
    return fuzz_text_of_buf(&out); // for the rest of the process
}

pith_text fuzz_bundle(void)
{
    const pith_secret_key *key = fuzz_secret_key(FUZZ_KEY_A);
    pith_text time = pith_text_of("2026-05-18T00:00:00Z");
    pith_number subject;
    pith_signed event;
    pith_error err;
    if (fixed.bundle.p)
        return fixed.bundle;
    fuzz_record_number(&subject);
    MUST(pith_sign_receipt(fixed.arena, key, fuzz_record(), "record", time, &event, &err) ==
         PITH_OK);
    pith_text bundle = add_event(key, fuzz_record(), &event);
    MUST(pith_sign_event(fixed.arena, key, &subject, pith_text_of("citation"), (pith_text){"", 0},
                         pith_text_of("{\"cited\":\"A5G5GAJ7DMCZDPVAMNFAYYAUOP\","
                                      "\"relationship\":\"cites\"}"),
                         time, &event, &err) == PITH_OK);
    bundle = add_event(key, bundle, &event);
    MUST(pith_sign_event(fixed.arena, key, &subject, pith_text_of("graph_snapshot"),
                         (pith_text){"", 0}, pith_text_of("{\"references\":{\"count\":0}}"), time,
                         &event, &err) == PITH_OK);
    fixed.bundle = add_event(key, bundle, &event);
    return fixed.bundle;
}

// ---- Outputs --------------------------------------------------------------------------

static bool moves_the_cursor(uint32_t cp)
{
    return cp < 0x20 || (cp >= 0x7F && cp < 0xA0) || cp == 0x2028 || cp == 0x2029;
}

// Bidi_Control of UAX 9, and the byte order mark.
static bool reorders(uint32_t cp)
{
    return cp == 0x061C || cp == 0x200E || cp == 0x200F || (cp >= 0x202A && cp <= 0x202E) ||
           (cp >= 0x2066 && cp <= 0x2069) || cp == 0xFEFF;
}

bool fuzz_is_shown(pith_text text, bool lines)
{
    for (size_t i = 0; i < text.n;) {
        uint32_t cp;
        size_t n = pith_utf8_next(text.p + i, text.p + text.n, &cp);
        if (n == 0 || reorders(cp) || (moves_the_cursor(cp) && !(lines && cp == '\n')))
            return false;
        i += n;
    }
    return true;
}

void fuzz_check_json(pith_text json)
{
    pith_buf canonical;
    pith_error err;
    pith_arena *arena = fuzz_arena();
    if (json.n && json.p[json.n - 1] == '\n')
        json.n--;
    MUST(fuzz_is_shown(json, false));
    pith_buf_init(&canonical, SIZE_MAX);
    MUST(pith_canonical_form(arena, json, &canonical, &err) == PITH_OK);
    pith_buf_free(&canonical);
    pith_arena_free(arena);
}

void fuzz_check_reports(const pith_result *result)
{
    pith_buf out;
    pith_buf_init(&out, SIZE_MAX);
    pith_report_text(result, false, &out);
    MUST(pith_buf_ok(&out));
    MUST(fuzz_is_shown(fuzz_text_of_buf(&out), true));
    MUST(out.len > 0 && out.data[out.len - 1] == '\n');
    pith_buf_free(&out);
    pith_report_json(result, "target\033\"\xff", &out);
    MUST(pith_buf_ok(&out));
    fuzz_check_json(fuzz_text_of_buf(&out));
    pith_buf_free(&out);
    MUST(!result->trusted || result->is_signed);
    MUST(!result->is_signed || result->intact);
    MUST(result->number.year >= 0 && strlen(result->number.id) == PITH_ID_LEN);
}

void fuzz_check_error(const pith_error *err, pith_status status)
{
    pith_buf out;
    MUST(status != PITH_OK && status < PITH_STATUS_COUNT && err->status == status);
    MUST(status != PITH_INTERNAL);
    MUST(memchr(err->message, '\0', sizeof err->message) && err->message[0]);
    MUST(memchr(err->object, '\0', sizeof err->object));
    pith_buf_init(&out, SIZE_MAX);
    pith_report_json_error(err, "target", &out);
    MUST(pith_buf_ok(&out));
    fuzz_check_json(fuzz_text_of_buf(&out));
    pith_buf_free(&out);
}

void fuzz_check_canonical(pith_text document)
{
    pith_buf canonical;
    pith_error err;
    pith_arena *arena = fuzz_arena();
    pith_buf_init(&canonical, SIZE_MAX);
    MUST(pith_canonical_form(arena, document, &canonical, &err) == PITH_OK);
    if (document.n && document.p[document.n - 1] == '\n')
        document.n--;
    MUST(pith_text_equal(document, fuzz_text_of_buf(&canonical)));
    pith_buf_free(&canonical);
    pith_arena_free(arena);
}

// ---- Files ----------------------------------------------------------------------------

enum { FILES = 8, PATH_ROOM = 256 };

static struct {
    char folder[PATH_ROOM / 2];
    char paths[FILES][PATH_ROOM];
    size_t count;
} files;

static void remove_files(void)
{
    for (size_t i = 0; i < files.count; i++)
        (void)unlink(files.paths[i]);
    (void)rmdir(files.folder);
}

static void make_folder(void)
{
    const char *top = getenv("TMPDIR");
    if (access("/dev/shm", W_OK) == 0) // in memory
        top = "/dev/shm";
    snprintf(files.folder, sizeof files.folder, "%s/pith-fuzz-XXXXXX", top ? top : "/tmp");
    MUST(mkdtemp(files.folder) != NULL);
    MUST(atexit(remove_files) == 0);
}

const char *fuzz_file(const char *name, const void *bytes, size_t size)
{
    char path[PATH_ROOM];
    if (!files.folder[0])
        make_folder();
    snprintf(path, sizeof path, "%s/%s", files.folder, name);
    size_t i = 0;
    while (i < files.count && strcmp(files.paths[i], path) != 0)
        i++;
    MUST(i < FILES);
    memcpy(files.paths[i], path, sizeof path);
    files.count += i == files.count;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    MUST(fd >= 0);
    const char *p = bytes;
    while (size > 0) {
        ssize_t n = write(fd, p, size);
        MUST(n > 0);
        p += n;
        size -= (size_t)n;
    }
    MUST(close(fd) == 0);
    return files.paths[i];
}
