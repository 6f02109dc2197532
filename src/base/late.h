// SPDX-License-Identifier: MIT
//
// Libraries that few runs need are loaded by the first call that does: each takes time and memory
// at the start of a program. -DPITH_LINK_ALL=ON links them as usual, where there is no dlopen.
//
// A library has one X-macro table of the functions that are used of it, as rows of
// X(prefix, name). Written once, by pith_late_load, its pointers are as the dynamic linker's own.
#ifndef PITH_BASE_LATE_H
#define PITH_BASE_LATE_H

#include "pith.h"

typedef struct pith_late {
    const char *sonames[2];       // the first that is there; the second may be NULL
    const char *const *functions; // NULL ends
    void *pointers;               // as many, in that order
    bool loaded;
} pith_late;

// Needed before any call. PITH_LIBRARY: it is not there or lacks a function, which the message
// says; the next call tries again. Once loaded, it stays until the program ends.
pith_status pith_late_load(pith_late *library, pith_error *err) PITH_CHECKED;

// "NAME/VERSION", or that it cannot be used when the version is NULL: for pith_libraries.
void pith_late_version(const char *name, const char *version, char *out, size_t size);

// PITH_LATE_DECLARE(id, TABLE) and, in one file, PITH_LATE_DEFINE(id, TABLE, soname, ...), after
// which PITH_LATE_CALL(id, prefix, name)(...) calls prefix##name, and id##_library is to load.
#ifdef PITH_LINK_ALL
#define PITH_LATE_DECLARE(id, TABLE)     extern pith_late id##_library
#define PITH_LATE_DEFINE(id, TABLE, ...) pith_late id##_library = {.loaded = true}
#define PITH_LATE_CALL(id, prefix, name) prefix##name // macros of it check types
#else
// NOLINTBEGIN(bugprone-macro-parentheses): these are names that are declared
#define PITH_LATE_POINTER(prefix, name) __typeof__(&prefix##name) name;
#define PITH_LATE_NAME(prefix, name)    #prefix #name,
#define PITH_LATE_DECLARE(id, TABLE)                                                               \
    extern struct id##_functions {                                                                 \
        TABLE(PITH_LATE_POINTER)                                                                   \
    } id;                                                                                          \
    extern pith_late id##_library
#define PITH_LATE_DEFINE(id, TABLE, ...)                                                           \
    struct id##_functions id;                                                                      \
    static const char *const id##_names[] = {TABLE(PITH_LATE_NAME) NULL};                          \
    pith_late id##_library = {{__VA_ARGS__}, id##_names, &id, false}
#define PITH_LATE_CALL(id, prefix, name) id.name
// NOLINTEND(bugprone-macro-parentheses)
#endif

#endif
