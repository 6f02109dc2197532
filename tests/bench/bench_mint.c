// SPDX-License-Identifier: MIT
//
// bench_mint lines N           N synthetic lines of the metadata snapshot, on standard output
// bench_mint floor FILE JOBS   the least that minting them costs: each line read, its JSON scanned
//                              byte by byte, title, abstract and a record of 411 bytes hashed, by
//                              threads that share the file by its bytes; prints records a second
#include "bench.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const words[] = {"we",       "study",         "the",   "flow",      "of",
                                    "$x^2$",    "Poincar\\\\'e", "maps",  "on",        "compact",
                                    "surfaces", "and",           "show",  "recurrent", "almost",
                                    "all",      "bounds",        "Theory"};

static void put_words(pith_buf *out, uint64_t *seed, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        *seed = *seed * 6364136223846793005U + 1442695040888963407U;
        pith_buf_puts(out, i ? (i % 12 ? " " : "\\n  ") : "");
        pith_buf_puts(out, words[(*seed >> 33) % (sizeof words / sizeof *words)]);
    }
}

// Much like a real line: title of 70 characters, abstract of about 1,000, authors, two versions.
static void put_lines(size_t count)
{
    pith_buf out;
    uint64_t seed = 1;
    pith_buf_init(&out, SIZE_MAX);
    for (size_t i = 0; i < count; i++) {
        pith_buf_printf(&out,
                        "{\"id\":\"0704.%04zu\",\"submitter\":\"A. Person\",\"authors\":\"A. "
                        "Person, B. Q. Someone, C. Nobody\",\"title\":\"",
                        1 + i % 9999);
        put_words(&out, &seed, 12);
        pith_buf_puts(&out, "\",\"comments\":\"12 pages, 3 figures\",\"journal-ref\":null,\"doi\":"
                            "null,\"report-no\":null,\"categories\":\"math.DS math.CA cs.DM\","
                            "\"license\":\"http://arxiv.org/licenses/nonexclusive-distrib/1.0/\","
                            "\"abstract\":\"  ");
        put_words(&out, &seed, 150);
        pith_buf_puts(&out, "\\n\",\"versions\":[{\"version\":\"v1\",\"created\":\"Mon, 2 Apr 2007 "
                            "19:18:42 GMT\"},{\"version\":\"v2\",\"created\":\"Tue, 24 Jul 2008 "
                            "20:10:27 GMT\"}],\"update_date\":\"2008-11-26\",\"authors_parsed\":[["
                            "\"Person\",\"A.\",\"\"],[\"Someone\",\"B. Q.\",\"\"],[\"Nobody\","
                            "\"C.\",\"\"]]}\n");
        if (out.len > (1 << 20) || i + 1 == count) {
            fwrite(out.data, 1, out.len, stdout);
            out.len = 0;
        }
    }
    pith_buf_free(&out);
}

typedef struct part {
    const char *p;
    const char *end;
    size_t records;
    uint8_t sum; // so that nothing is left out
} part;

// Strings and braces, escapes passed over: what any reader has to tell apart.
static size_t scan(const char *p, size_t n)
{
    size_t tokens = 0;
    bool inside = false;
    for (size_t i = 0; i < n; i++) {
        char c = p[i];
        if (inside) {
            if (c == '\\')
                i++;
            else if (c == '"')
                inside = false;
        } else if (c == '"') {
            inside = true;
            tokens++;
        } else if (c == '{' || c == '[' || c == ',') {
            tokens++;
        }
    }
    return tokens;
}

static void hash_member(const char *line, size_t n, const char *name, part *out)
{
    uint8_t digest[32];
    size_t len = strlen(name);
    const char *at = line;
    while ((at = memchr(at, '"', (size_t)(line + n - at))) != NULL &&
           ((size_t)(line + n - at) < len || memcmp(at, name, len) != 0))
        at++;
    if (!at)
        return;
    at += len;
    const char *end = at;
    while (end < line + n && *end != '"')
        end += *end == '\\' ? 2 : 1;
    pith_sha256(at, (size_t)(end - at), digest);
    out->sum ^= digest[0];
}

static void *floor_part(void *context)
{
    part *w = context;
    uint8_t digest[32];
    for (const char *p = w->p; p < w->end;) {
        const char *stop = memchr(p, '\n', (size_t)(w->end - p));
        size_t n = stop ? (size_t)(stop - p) : (size_t)(w->end - p);
        w->sum ^= (uint8_t)scan(p, n);
        hash_member(p, n, "\"title\":\"", w);
        hash_member(p, n, "\"abstract\":\"", w);
        pith_sha256(p, n < 411 ? n : 411, digest);
        w->sum ^= digest[0];
        w->records++;
        p += n + 1;
    }
    return NULL;
}

static int floor_of(const char *path, int jobs)
{
    struct stat file;
    pthread_t threads[64];
    part parts[64];
    int fd = open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &file) != 0 || jobs < 1 || jobs > 64)
        return 1;
    size_t size = (size_t)file.st_size;
    const char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED)
        return 1;
    double start = bench_now();
    const char *from = bytes;
    for (int i = 0; i < jobs; i++) {
        const char *to = bytes + size / (size_t)jobs * (size_t)(i + 1);
        to = i + 1 == jobs ? bytes + size
                           : (const char *)memchr(to, '\n', (size_t)(bytes + size - to)) + 1;
        parts[i] = (part){from, to, 0, 0};
        from = to;
        if (pthread_create(&threads[i], NULL, floor_part, &parts[i]) != 0)
            return 1;
    }
    size_t records = 0;
    uint8_t sum = 0;
    for (int i = 0; i < jobs; i++) {
        pthread_join(threads[i], NULL);
        records += parts[i].records;
        sum ^= parts[i].sum;
    }
    double seconds = bench_now() - start;
    printf("%.0f %.2f %u\n", (double)records / seconds, seconds, sum);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "lines") == 0)
        put_lines(strtoul(argv[2], NULL, 10));
    else if (argc == 4 && strcmp(argv[1], "floor") == 0)
        return floor_of(argv[2], (int)strtol(argv[3], NULL, 10));
    else
        return 2;
    return 0;
}
