// SPDX-License-Identifier: MIT
//
// Where a program that TeX started may write. TeX looks at the name it writes to (openout_any);
// here the name is fixed, so what is looked at is the folder and what has the name already.
#include "base/err.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static const int folder_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

// ---- The folder -----------------------------------------------------------------------

// What of an absolute path lies below the current folder; NULL: nothing.
static const char *below_here(const char *path)
{
    struct stat here;
    struct stat st;
    char part[PATH_MAX];
    size_t len = strlen(path);
    if (len >= sizeof part || stat(".", &here) != 0)
        return NULL;
    for (size_t i = 1; i <= len; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (stat(part, &st) == 0 && st.st_dev == here.st_dev && st.st_ino == here.st_ino)
            return path + i;
    }
    return NULL;
}

// Opens a folder step by step from the current one, following no link; -1 with errno, which is
// ELOOP for a link.
static int open_below(const char *path)
{
    int dir = openat(AT_FDCWD, ".", folder_flags);
    while (dir >= 0 && *(path += strspn(path, "/"))) {
        char step[NAME_MAX + 1];
        size_t len = strcspn(path, "/");
        int next = -1;
        errno = ENAMETOOLONG;
        if (len < sizeof step) {
            struct stat st;
            memcpy(step, path, len);
            step[len] = '\0';
            next = openat(dir, step, folder_flags | O_NOFOLLOW);
            // Systems disagree on errno for a link here.
            if (next < 0 && fstatat(dir, step, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
                S_ISLNK(st.st_mode))
                errno = ELOOP;
        }
        int reason = errno;
        close(dir);
        errno = reason;
        dir = next;
        path += len;
    }
    return dir;
}

// An archive of a paper, unpacked in the current folder, can hold links, and a build script the
// name of one: those are not followed. Links elsewhere belong to the user's system.
static int open_folder(const char *path)
{
    const char *below = *path == '/' ? below_here(path) : path;
    int dir = below ? open_below(below) : openat(AT_FDCWD, path, folder_flags);
    if (dir >= 0 && faccessat(dir, ".", W_OK | X_OK, AT_EACCESS) != 0) {
        int reason = errno;
        close(dir);
        errno = reason;
        dir = -1;
    }
    return dir;
}

static bool enter(const char *path, pith_tex_place *out)
{
    out->dir = open_folder(path);
    int reason = errno;
    snprintf(out->path, sizeof out->path, "%s%s%s", strcmp(path, ".") == 0 ? "" : path,
             strcmp(path, ".") == 0 ? "" : "/", PITH_TEX_DATA_NAME);
    errno = reason;
    return out->dir >= 0;
}

pith_status pith_tex_place_open(const char *output_directory, const char *texmfoutput,
                                pith_tex_place *out, pith_error *err)
{
    const char *first = output_directory && *output_directory ? output_directory : ".";
    if (enter(first, out))
        return PITH_OK;
    int reason = errno;
    if (reason != ELOOP && texmfoutput && *texmfoutput) {
        if (enter(texmfoutput, out))
            return PITH_OK;
        reason = errno;
        first = texmfoutput;
    }
    if (reason == ELOOP)
        return pith_fail(err, PITH_OUTPUT_REFUSED, first,
                         "leads through a symbolic link, which is not followed here; name the "
                         "folder itself");
    return pith_fail(err, PITH_IO_WRITE, out->path, "cannot be written: %s", strerror(reason));
}

void pith_tex_place_close(pith_tex_place *place)
{
    if (place->dir >= 0)
        close(place->dir);
    place->dir = -1;
}

// ---- What has the name already --------------------------------------------------------

// \pithdata{1}, whatever the version; version control may have given the line a CR.
static bool is_data_file(pith_text text)
{
    static const char head[] = "\\pithdata{";
    size_t i = sizeof head - 1;
    if (!pith_text_starts(text, head))
        return false;
    while (i < text.n && pith_is_digit(text.p[i]))
        i++;
    const pith_text rest = {text.p + i, text.n - i};
    return i >= sizeof head && (pith_text_starts(rest, "}\n") || pith_text_starts(rest, "}\r\n"));
}

static pith_status refuse(const pith_tex_place *place, const char *what, pith_error *err)
{
    return pith_fail(err, PITH_OUTPUT_REFUSED, place->path,
                     "%s, so it is not replaced; move it away", what);
}

pith_status pith_tex_place_read(pith_arena *arena, const pith_tex_place *place, pith_text *out,
                                pith_error *err)
{
    struct stat st;
    *out = (pith_text){"", 0};
    if (fstatat(place->dir, PITH_TEX_DATA_NAME, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? PITH_OK
                               : pith_fail(err, PITH_IO_READ, place->path,
                                           "cannot be looked at: %s", strerror(errno));
    if (S_ISLNK(st.st_mode))
        return refuse(place, "is a symbolic link", err);
    if (!S_ISREG(st.st_mode)) // to open a device or FIFO may do something already
        return refuse(place, "is not a regular file", err);
    int fd = openat(place->dir, PITH_TEX_DATA_NAME,
                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return pith_fail(err, PITH_IO_READ, place->path, "cannot be opened: %s", strerror(errno));
    pith_status status = PITH_OK;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        status = refuse(place, "is not a regular file", err);
    else
        status = pith_file_read_fd(arena, fd, place->path, PITH_MAX_TEX_DATA, out, err);
    close(fd);
    if (status == PITH_OK && !is_data_file(*out))
        status = refuse(place, "is not a file that pith has written", err);
    return status;
}
