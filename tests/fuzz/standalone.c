// SPDX-License-Identifier: MIT
//
// Replays a corpus without libFuzzer: replay_NAME FILE-OR-FOLDER...
#include "common.h"

#include <dirent.h>
#include <sys/stat.h>

static size_t replayed;

static bool replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    // Exactly as large as the file, so that a sanitizer sees every read behind it.
    uint8_t *bytes = NULL;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    bool good = size >= 0 && fseek(file, 0, SEEK_SET) == 0;
    if (good) {
        bytes = malloc(size > 0 ? (size_t)size : 1);
        good = bytes && fread(bytes, 1, (size_t)size, file) == (size_t)size;
    }
    fclose(file);
    if (good) {
        (void)LLVMFuzzerTestOneInput(bytes, (size_t)size);
        replayed++;
    }
    free(bytes);
    return good;
}

static bool replay(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder)
        return replay_file(path);
    bool good = true;
    const struct dirent *entry;
    while (good && (entry = readdir(folder)) != NULL) {
        char inside[1024];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        fprintf(stderr, "%s\n", inside); // the last one is the one that failed
        good = replay_file(inside);
    }
    closedir(folder);
    return good;
}

int main(int argc, char **argv)
{
    (void)LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (int i = 1; i < argc; i++) {
        if (!replay(argv[i])) {
            fprintf(stderr, "cannot read %s\n", argv[i]);
            return EXIT_FAILURE;
        }
    }
    printf("%zu inputs replayed\n", replayed);
    return replayed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
