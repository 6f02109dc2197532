// SPDX-License-Identifier: MIT
#include "base/path.h"

#include "base/arena.h"

char *pith_path_join(pith_arena *arena, const char *dir, const char *name)
{
    size_t d = strlen(dir);
    size_t n = strlen(name);
    char *path = pith_alloc(arena, d + n + 2);
    if (!path)
        return NULL;
    memcpy(path, dir, d);
    if (d && dir[d - 1] != '/')
        path[d++] = '/';
    memcpy(path + d, name, n + 1);
    return path;
}

char *pith_path_dir(pith_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return pith_alloc_copy(arena, ".", 1);
    return pith_alloc_copy(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

char *pith_path_beside(pith_arena *arena, const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    if (!slash) // a bare name stays bare
        return pith_alloc_copy(arena, name, strlen(name));
    char *dir = pith_path_dir(arena, path);
    return dir ? pith_path_join(arena, dir, name) : NULL;
}
