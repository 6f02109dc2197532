// SPDX-License-Identifier: MIT
#include "base/late.h"

#include "base/err.h"

void pith_late_version(const char *name, const char *version, char *out, size_t size)
{
    snprintf(out, size, "%s%s%s", name, version ? "/" : " ",
             version ? version : "(cannot be used)");
}

#ifdef PITH_LINK_ALL

pith_status pith_late_load(pith_late *library, pith_error *err)
{
    (void)library, (void)err;
    return PITH_OK;
}

#else

#include <dlfcn.h>
#include <pthread.h>

static pith_status open_library(const pith_late *library, void **out, pith_error *err)
{
    char why[200] = "";
    *out = NULL;
    for (size_t i = 0; i < 2 && library->sonames[i] && !*out; i++) {
        *out = dlopen(library->sonames[i], RTLD_NOW | RTLD_LOCAL);
        const char *reason = *out ? NULL : dlerror();
        if (reason && !*why) // of the first, which is the one to install
            snprintf(why, sizeof why, "%s", reason);
    }
    if (*out)
        return PITH_OK;
    return *why ? pith_fail(err, PITH_LIBRARY, NULL, "%s", why)
                : pith_fail(err, PITH_LIBRARY, NULL, "%s cannot be loaded", library->sonames[0]);
}

static pith_status load(pith_late *library, pith_error *err)
{
    void *handle;
    pith_status status = open_library(library, &handle, err);
    for (size_t i = 0; status == PITH_OK && library->functions[i]; i++) {
        void *address = dlsym(handle, library->functions[i]);
        if (!address)
            status = pith_fail(err, PITH_LIBRARY, NULL, "%s has no %s", library->sonames[0],
                               library->functions[i]);
        // POSIX promises that an address of dlsym is one of a function; ISO C has no cast for it.
        memcpy((char *)library->pointers + i * sizeof address, &address, sizeof address);
    }
    library->loaded = status == PITH_OK;
    return status;
}

pith_status pith_late_load(pith_late *library, pith_error *err)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    if (pthread_mutex_lock(&one_at_a_time) != 0)
        return pith_fail(err, PITH_INTERNAL, NULL, "a lock cannot be taken");
    pith_status status = library->loaded ? PITH_OK : load(library, err);
    pthread_mutex_unlock(&one_at_a_time);
    return status;
}

#endif
