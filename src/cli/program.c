// SPDX-License-Identifier: MIT
#include "cli/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool program_find(const char *name, char *path, size_t size)
{
    const char *rest = getenv("PATH");
    struct stat st;
    while (rest && *rest) {
        size_t n = strcspn(rest, ":");
        if (*rest == '/' && n + strlen(name) + 2 <= size) {
            memcpy(path, rest, n);
            snprintf(path + n, size - n, "/%s", name);
            if (stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0)
                return true;
        }
        rest += n + (rest[n] == ':');
    }
    return false;
}

int64_t program_ticks_ms(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static pith_status not_started(pith_error *err, const char *path, int reason)
{
    return pith_fail(err, PITH_IO_READ, path, "cannot be started: %s", strerror(reason));
}

// Starts the program as the leader of its own process group, with the pipe as its outputs.
static int spawn(const program_run *run, int output, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t how;
    sigset_t none;
    sigset_t usual;
    int reason = posix_spawn_file_actions_init(&actions);
    if (reason != 0)
        return reason;
    if ((reason = posix_spawnattr_init(&how)) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return reason;
    }
    sigemptyset(&none);
    sigemptyset(&usual); // what pith itself ignores
    sigaddset(&usual, SIGXFSZ);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                       POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setsigdefault(&how, &usual);
    reason = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (reason == 0)
        reason = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (reason == 0)
        reason = posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    if (reason == 0 && run->folder)
        reason = posix_spawn_file_actions_addchdir_np(&actions, run->folder);
    if (reason == 0)
        reason = posix_spawn(child, run->path, &actions, &how, (char *const *)run->argv,
                             run->environment ? (char *const *)run->environment : environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&actions);
    return reason;
}

// Reads until the pipe is closed. False: the time is over.
static bool read_all(int input, int64_t end, pith_buf *out)
{
    char chunk[4096];
    for (;;) {
        int64_t left = end - program_ticks_ms();
        struct pollfd ready = {.fd = input, .events = POLLIN};
        if (left <= 0)
            return false;
        int got = poll(&ready, 1, left > 1000 ? 1000 : (int)left);
        if (got < 0 && errno != EINTR)
            return false;
        if (got <= 0)
            continue;
        ssize_t n = read(input, chunk, sizeof chunk);
        if (n == 0)
            return true;
        if (n < 0 && errno != EINTR)
            return false;
        if (n > 0 && out->len + (size_t)n < out->max)
            pith_buf_add(out, chunk, (size_t)n);
    }
}

// Waits for its end; a program may close its outputs and go on.
static bool wait_for(pid_t child, int64_t end, int *status)
{
    for (;;) {
        pid_t got = waitpid(child, status, WNOHANG);
        if (got == child)
            return true;
        if (got < 0 && errno != EINTR)
            return false;
        if (program_ticks_ms() >= end)
            return false;
        (void)poll(NULL, 0, 5);
    }
}

pith_status program_start(const program_run *run, pith_buf *out, int *code, pith_error *err)
{
    int ends[2];
    pid_t child;
    int status = 0;
    int64_t end = program_ticks_ms() + (int64_t)run->seconds * 1000;
    if (pipe(ends) != 0)
        return not_started(err, run->path, errno);
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    int reason = spawn(run, ends[1], &child);
    close(ends[1]);
    if (reason != 0) {
        close(ends[0]);
        return not_started(err, run->path, reason);
    }
    bool ended = read_all(ends[0], end, out) && wait_for(child, end, &status);
    close(ends[0]);
    if (!ended) {
        (void)kill(-child, SIGKILL);
        (void)waitpid(child, &status, 0);
        return pith_fail(err, PITH_IO_READ, run->path, "has not ended in time");
    }
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return PITH_OK;
}
