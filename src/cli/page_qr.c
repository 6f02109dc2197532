// SPDX-License-Identifier: MIT
//
// The one place where other programs are started, and only when the user asks for it: a renderer
// is far more code than all else that touches the file, so its run is the user's decision. No
// shell: two fixed argument lists, joined by a pipe. The library starts nothing.
#include "cli/page_qr.h"

#include "cli/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { RENDER_SECONDS = 60, OUTPUT_MAX = 64 << 10 };

// Starts a program found on PATH with these ends; -1 is /dev/null.
static int start(char *const argv[], int in, int out, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return ENOMEM;
    int error = in >= 0 ? posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO)
                        : posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                                           O_RDONLY, 0);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (error == 0)
        error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (error == 0)
        error = posix_spawnp(pid, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static void close_all(int *fds, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
        fds[i] = -1;
    }
}

// Pipes that children get only through the actions above.
static bool make_pipes(int fds[4])
{
    if (pipe(fds) != 0 || pipe(fds + 2) != 0)
        return false;
    for (size_t i = 0; i < 4; i++) {
        if (fcntl(fds[i], F_SETFD, FD_CLOEXEC) != 0)
            return false;
    }
    return true;
}

// What comes, until the end; false when nothing comes for too long.
static bool drain(int fd, pith_buf *out)
{
    char chunk[4096];
    for (;;) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        int ready = poll(&wait, 1, RENDER_SECONDS * 1000);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return false;
        ssize_t n = read(fd, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0;
        pith_buf_add(out, chunk, (size_t)n);
    }
}

// Renders one page and decodes its codes, a line each. *status: that of the renderer.
static bool read_page(const char *path, int page, pith_buf *out, int *status)
{
    char number[16];
    char file[4096];
    int fds[4] = {-1, -1, -1, -1};
    pid_t render = -1;
    pid_t decode = -1;
    snprintf(number, sizeof number, "%d", page);
    int n = snprintf(file, sizeof file, "%s%s", *path == '-' ? "./" : "", path);
    char *renderer[] = {"pdftoppm", "-r", "150",  "-gray", "-singlefile", "-f",
                        number,     "-l", number, file,    NULL};
    char *decoder[] = {"zbarimg",         "-q",    "--raw", "--nodbus", "-Sdisable",
                       "-Sqrcode.enable", "PNM:-", NULL};
    bool good = n > 0 && (size_t)n < sizeof file && make_pipes(fds) &&
                start(renderer, -1, fds[1], &render) == 0 &&
                start(decoder, fds[0], fds[3], &decode) == 0;
    close_all(fds, 2);
    close_all(fds + 3, 1);
    bool ended = good && drain(fds[2], out);
    if (!ended) {
        if (render > 0)
            kill(render, SIGKILL);
        if (decode > 0)
            kill(decode, SIGKILL);
    }
    *status = -1;
    if (render > 0)
        (void)waitpid(render, status, 0);
    if (decode > 0)
        (void)waitpid(decode, NULL, 0);
    close_all(fds, 4);
    return ended && WIFEXITED(*status) && WEXITSTATUS(*status) != 127;
}

// Appends what a line of the decoder says, if it is the address of a record.
static bool add_claim(pith_arena *arena, pith_text line, pith_pdf_reading *reading)
{
    pith_number number;
    pith_error ignored;
    pith_pdf_claim **tail = &reading->claims;
    if (!text_starts(line, "http") || pith_number_parse(line, &number, &ignored) != PITH_OK)
        return true;
    for (; *tail; tail = &(*tail)->next) {
        if ((*tail)->place == PITH_PDF_PLACE_QR && strcmp((*tail)->number.id, number.id) == 0)
            return true;
    }
    *tail = pith_pdf_claim_new(arena, PITH_PDF_PLACE_QR, &number);
    return *tail != NULL;
}

pith_status page_qr_read(pith_arena *arena, const char *path, int pages, pith_pdf_reading *reading,
                         pith_error *err)
{
    pith_buf out;
    int status = 0;
    bool memory = true;
    pith_buf_init(&out, OUTPUT_MAX);
    for (int page = 1; page <= pages; page++) {
        if (!read_page(path, page, &out, &status) && page == 1) {
            pith_buf_free(&out);
            return pith_fail(err, PITH_QR_TOOLS, path,
                             "pdftoppm and zbarimg could not read its pages");
        }
        if (status != 0) // there are no more pages
            break;
    }
    for (size_t at = 0; pith_buf_ok(&out) && at < out.len && memory;) {
        const char *end = memchr(out.data + at, '\n', out.len - at);
        size_t n = end ? (size_t)(end - out.data) - at : out.len - at;
        memory = add_claim(arena, (pith_text){out.data + at, n}, reading);
        at += n + 1;
    }
    pith_buf_free(&out);
    if (memory)
        return PITH_OK;
    return pith_fail_memory(err);
}
