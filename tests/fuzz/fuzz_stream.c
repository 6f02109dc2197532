// SPDX-License-Identifier: MIT
//
// Documents one a line. Whatever the lines hold, each that is not empty gets one line of JSON,
// in order, the same for one thread as for several, and no line keeps another from its answer.
#include "common.h"

typedef struct answers {
    pith_buf text;
    size_t count;
} answers;

static bool put(void *context, const char *line, size_t len)
{
    answers *a = context;
    MUST(len > 1 && line[len - 1] == '\n');
    fuzz_check_json((pith_text){line, len});
    pith_buf_add(&a->text, line, len);
    a->count++;
    return true;
}

static size_t lines_with_text(pith_text text)
{
    size_t count = 0;
    while (text.n > 0) {
        const char *stop = memchr(text.p, '\n', text.n);
        size_t n = stop ? (size_t)(stop - text.p) : text.n;
        count += n > 0 && !(n == 1 && text.p[0] == '\r');
        n += stop ? 1 : 0;
        text = (pith_text){text.p + n, text.n - n};
    }
    return count;
}

static pith_exit run(const char *path, int jobs, answers *out)
{
    const pith_stream stream = {.path = path,
                                .keyring = fuzz_keyring(),
                                .require = PITH_REQUIRE_INTACT,
                                .jobs = jobs,
                                .put = put,
                                .context = out};
    pith_exit exit = PITH_EXIT_INTERNAL;
    pith_error err;
    *out = (answers){0};
    pith_buf_init(&out->text, SIZE_MAX);
    MUST(pith_verify_stream(&stream, &exit, &err) == PITH_OK);
    return exit;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    answers alone;
    answers together;
    const char *path = fuzz_file("lines", data, size);
    pith_exit exit = run(path, 1, &alone);
    MUST(alone.count == lines_with_text(fuzz_text(data, size)));
    MUST(alone.count > 0 || exit == PITH_EXIT_OK);
    if (alone.count > 1) {
        MUST(run(path, 2, &together) == exit);
        MUST(fuzz_same(&alone.text, &together.text));
        pith_buf_free(&together.text);
    }
    pith_buf_free(&alone.text);
    return 0;
}
