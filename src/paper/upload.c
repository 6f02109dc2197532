// SPDX-License-Identifier: MIT
//
// The files of a paper's folder, and which of them the paper is made of.
#include "paper/upload.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"
#include "paper/name_set.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

enum { MAX_DEPTH = 16 };

// ---- Names ----------------------------------------------------------------------------

pith_text pith_upload_base(pith_text name)
{
    size_t n = name.n;
    while (n > 0 && name.p[n - 1] != '/')
        n--;
    return (pith_text){name.p + n, name.n - n};
}

pith_text pith_upload_suffix(pith_text name)
{
    pith_text base = pith_upload_base(name);
    for (size_t i = base.n; i-- > 1;) {
        if (base.p[i] == '.')
            return (pith_text){base.p + i, base.n - i};
    }
    return (pith_text){"", 0};
}

bool pith_upload_is_one_of(pith_text text, const char *const *words)
{
    for (; *words; words++) {
        if (pith_text_is(text, *words))
            return true;
    }
    return false;
}

pith_status pith_upload_note(pith_arena *arena, pith_upload *upload, pith_status code,
                             pith_severity severity, pith_text where, pith_error *err,
                             const char *format, ...)
{
    char message[320];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    pith_finding *finding = pith_alloc_array(arena, 1, sizeof *finding);
    char *what = pith_alloc_copy(arena, message, strlen(message));
    char *place = pith_alloc_copy(arena, where.p, where.n);
    if (!finding || !what || !place)
        return pith_fail_memory(err);
    *finding = (pith_finding){.code = code,
                              .severity = severity,
                              .where = {place, where.n},
                              .message = pith_text_of(what)};
    pith_finding **tail = &upload->findings;
    while (*tail)
        tail = &(*tail)->next;
    *tail = finding;
    return PITH_OK;
}

// What TeX and its companions make anew each time.
static bool is_product(pith_text name, pith_text main)
{
    static const char *const suffixes[] = {".aux", ".log", ".out",         ".toc", ".lof", ".lot",
                                           ".blg", ".fls", ".bcf",         ".nav", ".snm", ".vrb",
                                           ".xdv", ".dvi", ".fdb_latexmk", NULL};
    static const char *const ends[] = {".run.xml", ".synctex.gz"};
    pith_text suffix = pith_upload_suffix(name);
    size_t stem = main.n > 4 ? main.n - 4 : main.n;
    bool result = (pith_text_is(suffix, ".pdf") || pith_text_is(suffix, ".ps")) &&
                  name.n == stem + suffix.n && memcmp(name.p, main.p, stem) == 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t n = strlen(ends[i]);
        result = result || (name.n > n && memcmp(name.p + name.n - n, ends[i], n) == 0);
    }
    return result || pith_upload_is_one_of(suffix, suffixes);
}

// What signs in somebody's name: that of `pith keygen`, or one of the tools that write PEM.
static bool is_secret_key(pith_text bytes)
{
    enum { LARGEST = 1 << 16 };
    if (bytes.n > LARGEST)
        return false;
    if (pith_text_starts(bytes, "-----BEGIN ")) {
        const char *end = memchr(bytes.p, '\n', bytes.n);
        return pith_text_contains((pith_text){bytes.p, end ? (size_t)(end - bytes.p) : bytes.n},
                                  pith_text_of("PRIVATE KEY"));
    }
    return pith_text_starts(bytes, "{") &&
           pith_text_contains(bytes, pith_text_of("\"pith_secret_key\""));
}

// ---- The folder -----------------------------------------------------------------------

// Names of files below dir, prefix in front; folders wait in `folders`, so that nothing recurses.
static pith_status list_folder(pith_arena *arena, const char *dir, pith_text prefix,
                               pith_upload *upload, pith_name_set *names, pith_name_set *folders,
                               pith_error *err)
{
    pith_status status = PITH_OK;
    char *path = pith_path_join(arena, dir, prefix.p);
    DIR *list = path ? opendir(path) : NULL;
    if (!list)
        return path ? pith_fail(err, PITH_IO_READ, path, "cannot be listed")
                    : pith_fail_memory(err);
    const struct dirent *entry;
    while ((entry = pith_folder_next(list, path, &status, err)) != NULL) {
        struct stat st;
        char room[1024];
        int n = snprintf(room, sizeof room, "%s%s", prefix.p, entry->d_name);
        if (entry->d_name[0] == '.')
            continue;
        if (n < 0 || (size_t)n >= sizeof room - 1) {
            status = pith_fail(err, PITH_TOO_LARGE, path, "has a name that is too long");
            break;
        }
        char *whole = pith_path_join(arena, dir, room);
        if (!whole) {
            status = pith_fail_memory(err);
            break;
        }
        if (lstat(whole, &st) != 0) {
            if (errno == ENOENT) // gone since the folder was read
                continue;
            status =
                pith_fail(err, PITH_IO_READ, whole, "cannot be looked at: %s", strerror(errno));
            break;
        }
        if (S_ISDIR(st.st_mode)) {
            room[n++] = '/';
            room[n] = '\0';
        }
        bool big = S_ISREG(st.st_mode) && st.st_size > PITH_MAX_UPLOAD;
        pith_name_set *set = S_ISDIR(st.st_mode)           ? folders
                             : S_ISREG(st.st_mode) && !big ? names
                                                           : NULL;
        if (set && set->count == PITH_MAX_TEX_FILES)
            status = pith_fail(err, PITH_TOO_LARGE, dir,
                               "has more than %d files; keep those that are not the paper's "
                               "elsewhere",
                               PITH_MAX_TEX_FILES);
        else if (big)
            status = pith_upload_note(
                arena, upload, PITH_UPLOAD_UNUSED, PITH_SEVERITY_WARNING, pith_text_of(room), err,
                "has more than %d MB, so it is left out", PITH_MAX_UPLOAD >> 20);
        else if (set && !pith_name_set_add(set, (pith_text){room, (size_t)n}, 0))
            status = pith_fail_memory(err);
        else if (S_ISLNK(st.st_mode))
            status =
                pith_upload_note(arena, upload, PITH_UPLOAD_UNUSED, PITH_SEVERITY_WARNING,
                                 pith_text_of(whole), err, "is a symbolic link, so it is left out");
    }
    closedir(list);
    return status;
}

static size_t depth_of(pith_text name)
{
    size_t n = 0;
    for (size_t i = 0; i < name.n; i++)
        n += name.p[i] == '/';
    return n;
}

static pith_status list_all(pith_arena *arena, const char *dir, pith_upload *upload,
                            pith_name_set *names, pith_error *err)
{
    pith_name_set folders = {.arena = arena};
    pith_name_set done = {.arena = arena};
    pith_status status = list_folder(arena, dir, pith_text_of(""), upload, names, &folders, err);
    for (bool more = true; more && status == PITH_OK;) {
        more = false;
        for (size_t i = 0; i < folders.count && status == PITH_OK; i++) {
            const pith_text folder = folders.items[i].key;
            if (pith_name_set_find(&done, folder) || depth_of(folder) > MAX_DEPTH)
                continue;
            more = true;
            if (!pith_name_set_add(&done, folder, 0))
                return pith_fail_memory(err);
            status = list_folder(arena, dir, folder, upload, names, &folders, err);
            break; // the list has changed
        }
    }
    return status;
}

pith_upload_file *pith_upload_find(const pith_upload *upload, const char *name)
{
    for (size_t i = 0; i < upload->count; i++) {
        if (pith_text_is(upload->files[i].name, name))
            return &upload->files[i];
    }
    return NULL;
}

pith_status pith_upload_put(pith_arena *arena, pith_upload *upload, const char *name,
                            pith_text bytes, pith_error *err)
{
    pith_upload_file *known = pith_upload_find(upload, name);
    if (known) {
        known->bytes = bytes;
        known->used = true;
        return PITH_OK;
    }
    if (upload->count == upload->room) {
        size_t room = upload->room ? 2 * upload->room : 64;
        pith_upload_file *files = pith_alloc_array(arena, room, sizeof *files);
        if (!files)
            return pith_fail_memory(err);
        if (upload->count)
            memcpy(files, upload->files, upload->count * sizeof *files);
        upload->files = files;
        upload->room = room;
    }
    char *copy = pith_alloc_copy(arena, name, strlen(name));
    if (!copy)
        return pith_fail_memory(err);
    size_t at = upload->count++;
    for (; at > 0 && pith_text_compare(upload->files[at - 1].name, pith_text_of(copy)) > 0; at--)
        upload->files[at] = upload->files[at - 1];
    upload->files[at] =
        (pith_upload_file){.name = pith_text_of(copy), .bytes = bytes, .used = true};
    return PITH_OK;
}

pith_status pith_upload_collect(pith_arena *arena, const char *dir, const char *main,
                                pith_upload *out, pith_error *err)
{
    pith_name_set names = {.arena = arena};
    const pith_text base = pith_upload_base(pith_text_of(main));
    size_t total = 0;
    *out = (pith_upload){.main = base.p};
    pith_status status = list_all(arena, dir, out, &names, err);
    for (size_t i = 0; i < names.count && status == PITH_OK; i++) {
        const pith_text name = names.items[i].key;
        pith_text bytes;
        if (is_product(name, base))
            continue;
        const char *path = pith_path_join(arena, dir, name.p);
        if (!path)
            return pith_fail_memory(err);
        status = pith_file_read(arena, path, PITH_MAX_PAPER_FOLDER - total, &bytes, err);
        if (status == PITH_TOO_LARGE)
            return pith_fail(err, status, dir,
                             "has more than %d MB; keep files that are not the paper's elsewhere",
                             PITH_MAX_PAPER_FOLDER >> 20);
        if (status != PITH_OK)
            return status;
        total += bytes.n;
        // arXiv gives the files away as they are.
        status = is_secret_key(bytes)
                     ? pith_upload_note(arena, out, PITH_UPLOAD_UNUSED, PITH_SEVERITY_WARNING, name,
                                        err, "is a secret key, so it is left out")
                     : pith_upload_put(arena, out, name.p, bytes, err);
    }
    return status;
}

// ---- What is used ---------------------------------------------------------------------

static bool is_wanted(const pith_upload *upload, pith_text name)
{
    const pith_text main = pith_text_of(upload->main);
    const size_t stem = main.n - pith_upload_suffix(main).n;
    bool bbl = name.n == stem + 4 && memcmp(name.p, main.p, stem) == 0 &&
               memcmp(name.p + stem, ".bbl", 4) == 0;
    return bbl || pith_text_starts(name, "00README") || pith_text_starts(name, "anc/") ||
           pith_text_is(name, "pith.sty") || pith_text_is(name, PITH_TEX_DATA_NAME);
}

// The name without empty parts, `.` and `part/..`, as TeX writes them into its list: a/./b//../c.
// A name that leads out of the folder stays outside.
static void clean_name(char *name)
{
    size_t n = 0;
    for (const char *p = name; *p;) {
        size_t len = strcspn(p, "/");
        bool up = len == 2 && memcmp(p, "..", 2) == 0;
        size_t last = n;
        while (last > 0 && name[last - 1] != '/')
            last--;
        bool can = n > 0 && !(n - last == 2 && memcmp(name + last, "..", 2) == 0);
        if (up && can) {
            n = last > 0 ? last - 1 : 0;
        } else if (len > 0 && !(len == 1 && *p == '.')) {
            if (n > 0)
                name[n++] = '/';
            memmove(name + n, p, len);
            n += len;
        }
        p += len + (p[len] == '/');
    }
    name[n] = '\0';
}

// Takes the next name that TeX has read off the list, with room for what clean_name does.
static pith_status next_input(pith_arena *arena, pith_text *fls, char **name, pith_error *err)
{
    *name = NULL;
    while (fls->n && !*name) {
        const char *end = memchr(fls->p, '\n', fls->n);
        const pith_text line = {fls->p, end ? (size_t)(end - fls->p) : fls->n};
        *fls = (pith_text){fls->p + line.n + (end != NULL), fls->n - line.n - (end != NULL)};
        if (line.n < 7 || memcmp(line.p, "INPUT ", 6) != 0)
            continue;
        *name = pith_alloc_copy(arena, line.p + 6, line.n - 6);
        if (!*name)
            return pith_fail_memory(err);
        clean_name(**name == '/' ? *name + 1 : *name);
    }
    return PITH_OK;
}

// Whether a clean absolute name is in one of the folders, which have colons between.
static bool is_below(const char *name, const char *folders)
{
    while (*folders) {
        size_t n = strcspn(folders, ":");
        if (n > 0 && strncmp(name, folders, n) == 0 && (name[n] == '/' || folders[n - 1] == '/'))
            return true;
        folders += n + (folders[n] == ':');
    }
    return false;
}

// TeX's own files outside its trees: its settings, and what packages look for to know the system.
static bool is_of_system(const char *name)
{
    const pith_text text = pith_text_of(name);
    return pith_text_is(pith_upload_base(text), "texmf.cnf") || pith_text_is(text, "/dev/null");
}

pith_status pith_upload_outside(pith_arena *arena, pith_upload *upload, pith_text fls,
                                const char *trees, size_t *count, pith_error *err)
{
    pith_name_set known = {.arena = arena};
    char *name;
    pith_status status = next_input(arena, &fls, &name, err);
    for (; name && status == PITH_OK; status = next_input(arena, &fls, &name, err)) {
        bool up = strncmp(name, "../", 3) == 0;
        bool outside = up || (*name == '/' && !is_below(name, trees) && !is_of_system(name));
        if (!outside || pith_name_set_find(&known, pith_text_of(name)))
            continue;
        if (!pith_name_set_add(&known, pith_text_of(name), 0))
            return pith_fail_memory(err);
        status = pith_upload_note(arena, upload, PITH_UPLOAD_PLACE, PITH_SEVERITY_ERROR,
                                  pith_text_of(name), err,
                                  "is read by the paper, but not in its folder");
        if (status != PITH_OK)
            return status;
    }
    *count = known.count;
    return status;
}

pith_status pith_upload_used(pith_arena *arena, pith_upload *upload, pith_text fls, pith_error *err)
{
    upload->use_known = true;
    for (size_t i = 0; i < upload->count; i++) {
        upload->files[i].mentioned = false;
        upload->files[i].used = is_wanted(upload, upload->files[i].name);
    }
    char *name;
    pith_status status = next_input(arena, &fls, &name, err);
    for (; name && status == PITH_OK; status = next_input(arena, &fls, &name, err)) {
        pith_upload_file *file = pith_upload_find(upload, name);
        if (!file)
            continue;
        if (pith_text_starts(file->name, "anc/") && !file->mentioned)
            status = pith_upload_note(arena, upload, PITH_UPLOAD_PLACE, PITH_SEVERITY_ERROR,
                                      file->name, err, "anc/ is not there while arXiv runs TeX");
        if (status != PITH_OK)
            return status;
        file->used = file->mentioned = true; // TeX lists what it opens twice, twice
    }
    return status;
}
