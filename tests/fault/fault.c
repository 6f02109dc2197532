// SPDX-License-Identifier: MIT
//
// Preloaded into pith: one call fails. Only calls that pith itself makes count, from the beginning
// of main to its end, and those of the libraries to malloc when asked for.
//   FAULT_KIND    alloc: malloc and its like of pith; any: of the libraries as well; io: the rest
//   FAULT_AT      which of them fails, from 1; 0: none
//   FAULT_ERRNO   what a failing call of kind io leaves in errno (default EIO)
//   FAULT_STICKY  set: all later ones fail too
//   FAULT_TRAP    set: SIGTRAP where it fails, for a debugger
//   FAULT_REPORT  a file: number of calls, name of the one that failed, blocks that pith has
//                 allocated and nobody freed, file descriptors opened and not closed
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *p, size_t size);
extern void __libc_free(void *p);

enum kind { KIND_NONE, KIND_ALLOC, KIND_ANY, KIND_IO };

static struct {
    enum kind kind;
    long at;
    bool sticky;
    bool trap;
    int error;
    uintptr_t from; // where pith's own code lies
    uintptr_t to;
    int fds; // open before main
} plan;
static atomic_bool armed;
static atomic_long calls;
static const char *_Atomic failed;

// ---- Blocks of pith's that live -------------------------------------------------------

enum { SLOTS = 1 << 20 };
static void *live[SLOTS]; // open addressing; a freed slot keeps TOMB
static atomic_long live_count;
static atomic_flag live_lock = ATOMIC_FLAG_INIT;
#define TOMB ((void *)1)

static size_t slot_of(const void *p)
{
    return (size_t)(((uintptr_t)p >> 4) * 0x9E3779B97F4A7C15u >> 44) & (SLOTS - 1);
}

static void remember(void *p)
{
    if (!p || !armed)
        return;
    while (atomic_flag_test_and_set(&live_lock)) {
    }
    size_t i = slot_of(p);
    while (live[i] && live[i] != TOMB)
        i = (i + 1) & (SLOTS - 1);
    live[i] = p;
    live_count++;
    atomic_flag_clear(&live_lock);
}

static bool forget(const void *p)
{
    bool found = false;
    if (!p || live_count == 0)
        return false;
    while (atomic_flag_test_and_set(&live_lock)) {
    }
    for (size_t i = slot_of(p); live[i]; i = (i + 1) & (SLOTS - 1)) {
        if (live[i] == p) {
            live[i] = TOMB;
            live_count--;
            found = true;
            break;
        }
    }
    atomic_flag_clear(&live_lock);
    return found;
}

// ---- Which call fails -----------------------------------------------------------------

static bool is_own(const void *caller)
{
    return (uintptr_t)caller >= plan.from && (uintptr_t)caller < plan.to;
}

static bool strikes(enum kind kind, const void *caller, const char *name)
{
    if (!armed || plan.kind == KIND_NONE)
        return false;
    bool counts = plan.kind == KIND_ANY ? kind == KIND_ALLOC : plan.kind == kind && is_own(caller);
    if (!counts)
        return false;
    long n = ++calls;
    if (plan.at == 0 || n < plan.at || (n > plan.at && !plan.sticky))
        return false;
    if (n == plan.at)
        failed = name;
    if (plan.trap)
        raise(SIGTRAP);
    errno = kind == KIND_ALLOC ? ENOMEM : plan.error;
    return true;
}

void *malloc(size_t size)
{
    if (strikes(KIND_ALLOC, __builtin_return_address(0), "malloc"))
        return NULL;
    void *p = __libc_malloc(size);
    if (is_own(__builtin_return_address(0)))
        remember(p);
    return p;
}

void *calloc(size_t count, size_t size)
{
    if (strikes(KIND_ALLOC, __builtin_return_address(0), "calloc"))
        return NULL;
    void *p = __libc_calloc(count, size);
    if (is_own(__builtin_return_address(0)))
        remember(p);
    return p;
}

void *realloc(void *old, size_t size)
{
    if (strikes(KIND_ALLOC, __builtin_return_address(0), "realloc"))
        return NULL;
    void *p = __libc_realloc(old, size);
    if (p || size == 0)
        (void)forget(old);
    if (is_own(__builtin_return_address(0)))
        remember(p);
    return p;
}

void free(void *p)
{
    (void)forget(p);
    __libc_free(p);
}

// ---- Calls to the system --------------------------------------------------------------

#define REAL(type, name, ...)                                                                      \
    static type (*real)(__VA_ARGS__);                                                              \
    if (!real)                                                                                     \
        *(void **)&real = dlsym(RTLD_NEXT, name);

#define FAULT(type, bad, name, params, args, ...)                                                  \
    type name params                                                                               \
    {                                                                                              \
        REAL(type, #name, __VA_ARGS__)                                                             \
        if (strikes(KIND_IO, __builtin_return_address(0), #name))                                  \
            return bad;                                                                            \
        return real args;                                                                          \
    }

FAULT(ssize_t, -1, read, (int fd, void *p, size_t n), (fd, p, n), int, void *, size_t)
FAULT(ssize_t, -1, pread, (int fd, void *p, size_t n, off_t o), (fd, p, n, o), int, void *, size_t,
      off_t)
FAULT(ssize_t, -1, write, (int fd, const void *p, size_t n), (fd, p, n), int, const void *, size_t)
FAULT(ssize_t, -1, pwrite, (int fd, const void *p, size_t n, off_t o), (fd, p, n, o), int,
      const void *, size_t, off_t)
FAULT(int, -1, fsync, (int fd), (fd), int)
FAULT(int, -1, ftruncate, (int fd, off_t n), (fd, n), int, off_t)
FAULT(int, -1, rename, (const char *a, const char *b), (a, b), const char *, const char *)
FAULT(int, -1, unlink, (const char *a), (a), const char *)
FAULT(int, -1, rmdir, (const char *a), (a), const char *)
FAULT(int, -1, remove, (const char *a), (a), const char *)
FAULT(int, -1, mkdir, (const char *a, mode_t m), (a, m), const char *, mode_t)
FAULT(char *, NULL, mkdtemp, (char *a), (a), char *)
FAULT(int, -1, stat, (const char *a, struct stat *s), (a, s), const char *, struct stat *)
FAULT(int, -1, lstat, (const char *a, struct stat *s), (a, s), const char *, struct stat *)
FAULT(int, -1, fstat, (int fd, struct stat *s), (fd, s), int, struct stat *)
FAULT(int, -1, fstatat, (int fd, const char *a, struct stat *s, int f), (fd, a, s, f), int,
      const char *, struct stat *, int)
FAULT(off_t, -1, lseek, (int fd, off_t o, int w), (fd, o, w), int, off_t, int)
FAULT(DIR *, NULL, opendir, (const char *a), (a), const char *)
FAULT(DIR *, NULL, fdopendir, (int fd), (fd), int)
FAULT(struct dirent *, NULL, readdir, (DIR * d), (d), DIR *)
FAULT(int, -1, fchmod, (int fd, mode_t m), (fd, m), int, mode_t)
FAULT(int, -1, fchdir, (int fd), (fd), int)
FAULT(int, -1, flock, (int fd, int op), (fd, op), int, int)
FAULT(int, -1, pipe, (int p[2]), (p), int[2])
FAULT(int, -1, access, (const char *a, int m), (a, m), const char *, int)
FAULT(int, -1, getentropy, (void *p, size_t n), (p, n), void *, size_t)
FAULT(int, -1, utimensat, (int fd, const char *a, const struct timespec t[2], int f), (fd, a, t, f),
      int, const char *, const struct timespec *, int)
FAULT(char *, NULL, realpath, (const char *a, char *b), (a, b), const char *, char *)
FAULT(size_t, 0, fwrite, (const void *p, size_t s, size_t n, FILE *f), (p, s, n, f), const void *,
      size_t, size_t, FILE *)
FAULT(int, EOF, fflush, (FILE * f), (f), FILE *)
FAULT(int, EAGAIN, pthread_create,
      (pthread_t * t, const pthread_attr_t *a, void *(*f)(void *), void *x), (t, a, f, x),
      pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
FAULT(int, EAGAIN, posix_spawnp,
      (pid_t * pid, const char *f, const posix_spawn_file_actions_t *x, const posix_spawnattr_t *a,
       char *const argv[], char *const env[]),
      (pid, f, x, a, argv, env), pid_t *, const char *, const posix_spawn_file_actions_t *,
      const posix_spawnattr_t *, char *const *, char *const *)

int open(const char *path, int flags, ...)
{
    REAL(int, "open", const char *, int, ...)
    if (strikes(KIND_IO, __builtin_return_address(0), "open"))
        return -1;
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
    va_end(list);
    return real(path, flags, mode);
}

int __open_2(const char *path, int flags)
{
    REAL(int, "open", const char *, int, ...)
    return strikes(KIND_IO, __builtin_return_address(0), "open") ? -1 : real(path, flags);
}

int openat(int fd, const char *path, int flags, ...)
{
    REAL(int, "openat", int, const char *, int, ...)
    if (strikes(KIND_IO, __builtin_return_address(0), "openat"))
        return -1;
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
    va_end(list);
    return real(fd, path, flags, mode);
}

int close(int fd) // the descriptor is gone all the same
{
    REAL(int, "close", int)
    bool fails = strikes(KIND_IO, __builtin_return_address(0), "close");
    int result = real(fd);
    if (fails)
        errno = plan.error;
    return fails ? -1 : result;
}

// ---- Before and after main ------------------------------------------------------------

static int open_descriptors(void)
{
    int count = 0;
    for (int fd = 0; fd < 256; fd++)
        count += fcntl(fd, F_GETFD) != -1;
    return count;
}

static int find_program(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_LOAD)
            continue;
        uintptr_t start = info->dlpi_addr + p->p_vaddr;
        if (!plan.from || start < plan.from)
            plan.from = start;
        if (start + p->p_memsz > plan.to)
            plan.to = start + p->p_memsz;
    }
    return 1; // the first is the program
}

static void read_plan(void)
{
    const char *kind = getenv("FAULT_KIND");
    const char *at = getenv("FAULT_AT");
    const char *error = getenv("FAULT_ERRNO");
    plan.kind = !kind                        ? KIND_NONE
                : strcmp(kind, "alloc") == 0 ? KIND_ALLOC
                : strcmp(kind, "any") == 0   ? KIND_ANY
                                             : KIND_IO;
    plan.at = at ? atol(at) : 0;
    plan.error = error ? atoi(error) : EIO;
    plan.sticky = getenv("FAULT_STICKY") != NULL;
    plan.trap = getenv("FAULT_TRAP") != NULL;
    dl_iterate_phdr(find_program, NULL);
    plan.fds = open_descriptors();
}

static int (*real_main)(int, char **, char **);

static int main_between(int argc, char **argv, char **env)
{
    const char *path = getenv("FAULT_REPORT");
    read_plan();
    armed = true;
    int status = real_main(argc, argv, env);
    armed = false;
    char line[160];
    const char *name = failed;
    int n = snprintf(line, sizeof line, "%ld %s %ld %d\n", (long)calls, name ? name : "-",
                     (long)live_count, open_descriptors() - plan.fds);
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (fd >= 0 && write(fd, line, (size_t)n) == n)
        close(fd);
    return status;
}

int __libc_start_main(int (*main_function)(int, char **, char **), int argc, char **argv,
                      void (*init)(void), void (*fini)(void), void (*end)(void), void *stack)
{
    REAL(int, "__libc_start_main", int (*)(int, char **, char **), int, char **, void (*)(void),
         void (*)(void), void (*)(void), void *)
    real_main = main_function;
    return real(main_between, argc, argv, init, fini, end, stack);
}
