// SPDX-License-Identifier: MIT
#include "mirror/tree.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"

#include <errno.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PART_MAX = 200 };

pith_status pith_tree_open(const char *dir, pith_tree *out, pith_error *err)
{
    *out = (pith_tree){.dir = dir};
    out->handle = opendir(dir);
    if (!out->handle && errno != ENOENT)
        return pith_fail(err, PITH_IO_READ, dir, "cannot be opened: %s", strerror(errno));
    return PITH_OK;
}

static pith_status make_folder(pith_tree *tree, pith_error *err)
{
    tree->made = mkdir(tree->dir, 0777) == 0;
    if (!tree->made && errno != EEXIST)
        return pith_fail(err, PITH_IO_WRITE, tree->dir, "cannot be made: %s", strerror(errno));
    tree->handle = opendir(tree->dir);
    if (!tree->handle)
        return pith_fail(err, PITH_IO_READ, tree->dir, "cannot be opened: %s", strerror(errno));
    return PITH_OK;
}

void pith_tree_close(pith_tree *tree)
{
    if (tree->handle)
        closedir(tree->handle);
    tree->handle = NULL;
    if (tree->made && tree->written == 0)
        (void)rmdir(tree->dir); // takes an empty folder only
}

// Waits for writers beside us, but not for one that never ends: anybody who may read the folder
// can lock it.
pith_status pith_tree_lock(pith_tree *tree, pith_error *err)
{
    enum { PAUSE_MS = 20, PATIENCE_MS = 60000 };
    const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
    pith_status status = tree->handle ? PITH_OK : make_folder(tree, err);
    if (!tree->handle)
        return status;
    for (int waited = 0;; waited += PAUSE_MS) {
        if (flock(dirfd(tree->handle), LOCK_EX | LOCK_NB) == 0)
            return PITH_OK;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return pith_fail(err, PITH_IO_WRITE, tree->dir, "cannot be locked: %s",
                             strerror(errno));
        if (waited >= PATIENCE_MS)
            return pith_fail(err, PITH_IO_WRITE, tree->dir,
                             "has been locked by another program for a minute");
        (void)nanosleep(&pause, NULL);
    }
}

void pith_tree_unlock(pith_tree *tree)
{
    (void)flock(dirfd(tree->handle), LOCK_UN);
}

// ---- Names ----------------------------------------------------------------------------

// A folder named like a file could stand where another record's file belongs.
static bool is_part(pith_text part, bool folder)
{
    if (part.n == 0 || part.n > PART_MAX)
        return false;
    if (part.p[0] == '.' && !pith_text_is(part, ".well-known"))
        return false;
    if (folder && (pith_text_ends(part, ".json") || pith_text_ends(part, ".jsonld") ||
                   pith_text_ends(part, ".html")))
        return false;
    return pith_text_is_plain(part, "._-");
}

bool pith_tree_name(const char *name)
{
    for (;;) {
        size_t len = strcspn(name, "/");
        if (!is_part((pith_text){name, len}, name[len] == '/'))
            return false;
        if (name[len] == '\0')
            return true;
        name += len + 1;
    }
}

typedef enum part_kind { PART_NONE, PART_FILE, PART_FOLDER, PART_OTHER, PART_UNKNOWN } part_kind;

static part_kind kind_of(const char *path)
{
    struct stat st;
    if (lstat(path, &st) != 0)
        return errno == ENOENT ? PART_NONE : PART_UNKNOWN;
    if (S_ISDIR(st.st_mode))
        return PART_FOLDER;
    return S_ISREG(st.st_mode) ? PART_FILE : PART_OTHER;
}

static pith_status refuse(const char *path, part_kind kind, pith_error *err)
{
    if (kind == PART_UNKNOWN)
        return pith_fail(err, PITH_IO_READ, path, "cannot be looked at: %s", strerror(errno));
    return pith_fail(err, PITH_IO_WRITE, path, "%s",
                     kind == PART_OTHER
                         ? "is a symbolic link or a device, and a mirror follows none"
                     : kind == PART_FILE ? "is a file where a folder belongs"
                                         : "is a folder where a file belongs");
}

// The path of a name below the top, each part looked at. With `make` missing folders are made.
// *there: the file exists.
static pith_status walk(pith_arena *arena, const pith_tree *tree, const char *name, bool make,
                        char **path, bool *there, pith_error *err)
{
    *there = false;
    if (!pith_tree_name(name))
        return pith_fail(err, PITH_FIELD_VALUE, name, "cannot be a file name in a mirror");
    *path = pith_path_join(arena, tree->dir, name);
    if (!*path)
        return pith_fail_memory(err);
    char *part = *path + strlen(*path) - strlen(name);
    for (char *slash; (slash = strchr(part, '/')) != NULL; part = slash + 1) {
        *slash = '\0';
        part_kind kind = kind_of(*path);
        if (kind == PART_NONE && !make) {
            *slash = '/';
            return PITH_OK;
        }
        if (kind == PART_NONE && mkdir(*path, 0777) != 0 && errno != EEXIST)
            return pith_fail(err, PITH_IO_WRITE, *path, "cannot be made: %s", strerror(errno));
        if (kind == PART_NONE)
            kind = kind_of(*path);
        if (kind != PART_FOLDER)
            return refuse(*path, kind, err);
        *slash = '/';
    }
    part_kind kind = kind_of(*path);
    *there = kind == PART_FILE;
    return kind == PART_FILE || kind == PART_NONE ? PITH_OK : refuse(*path, kind, err);
}

// ---- Files ----------------------------------------------------------------------------

pith_status pith_tree_read(pith_arena *arena, const pith_tree *tree, const char *name, size_t max,
                           pith_text *out, pith_error *err)
{
    char *path;
    bool there;
    *out = (pith_text){NULL, 0};
    pith_status status = walk(arena, tree, name, false, &path, &there, err);
    if (status == PITH_OK && there)
        status = pith_file_read(arena, path, max, out, err);
    return status;
}

pith_status pith_tree_write(pith_arena *arena, pith_tree *tree, const char *name,
                            const pith_buf *bytes, pith_error *err)
{
    char *path;
    bool there;
    pith_written written;
    if (!pith_buf_ok(bytes))
        return pith_fail_memory(err);
    pith_status status = walk(arena, tree, name, true, &path, &there, err);
    if (status == PITH_OK)
        status = pith_file_replace(path, bytes->data, bytes->len, &written, err);
    if (status != PITH_OK)
        return status;
    if (written == PITH_WRITTEN_NEW)
        tree->written++;
    else
        tree->unchanged++;
    return PITH_OK;
}

// ---- All numbers ----------------------------------------------------------------------

static bool is_id(const char *name)
{
    if (strlen(name) != PITH_ID_LEN)
        return false;
    for (; *name; name++) {
        if (!pith_is_base32(*name))
            return false;
    }
    return true;
}

static int compare_ids(const void *a, const void *b)
{
    return memcmp(a, b, PITH_ID_LEN);
}

static pith_status collect(pith_arena *arena, const pith_tree *tree, DIR *list, pith_tree_ids *out,
                           pith_error *err)
{
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    pith_arena *scratch = pith_arena_new(1 << 20);
    pith_status status = scratch ? PITH_OK : pith_fail_memory(err);
    for (struct dirent *entry; (entry = pith_folder_next(list, "pith", &status, err)) != NULL;) {
        char name[PITH_ID_LEN + 32];
        if (!is_id(entry->d_name))
            continue;
        snprintf(name, sizeof name, "pith/%.26s/bundle.json", entry->d_name);
        char *path;
        bool there;
        pith_status looked = walk(scratch, tree, name, false, &path, &there, err);
        if (looked == PITH_OK && there)
            pith_buf_add(&buf, entry->d_name, PITH_ID_LEN + 1);
        else if (looked == PITH_MEMORY || looked == PITH_IO_READ)
            status = looked; // what is no file is no part of the mirror, but this may be one
        else if (looked != PITH_OK && out->odd++ == 0)
            out->first_odd = *err;
        pith_arena_reset(scratch);
    }
    out->count = buf.len / (PITH_ID_LEN + 1);
    out->ids = pith_alloc_array(arena, out->count + 1, sizeof *out->ids);
    if (status == PITH_OK && !(pith_buf_ok(&buf) && out->ids))
        status = pith_fail_memory(err);
    if (status == PITH_OK && buf.data && out->ids) {
        memcpy(out->ids, buf.data, buf.len);
        qsort(out->ids, out->count, sizeof *out->ids, compare_ids);
    }
    pith_arena_free(scratch);
    pith_buf_free(&buf);
    return status;
}

pith_status pith_tree_list(pith_arena *arena, const pith_tree *tree, pith_tree_ids *out,
                           pith_error *err)
{
    *out = (pith_tree_ids){0};
    char *path = pith_path_join(arena, tree->dir, "pith");
    if (!path)
        return pith_fail_memory(err);
    part_kind kind = kind_of(path);
    if (kind == PART_NONE)
        return PITH_OK;
    if (kind != PART_FOLDER)
        return refuse(path, kind, err);
    DIR *list = opendir(path);
    if (!list)
        return pith_fail(err, PITH_IO_READ, path, "cannot be read: %s", strerror(errno));
    pith_status status = collect(arena, tree, list, out, err);
    closedir(list);
    return status;
}
