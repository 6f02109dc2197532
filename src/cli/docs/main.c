// SPDX-License-Identifier: MIT
//
// usage: pith-docs DATE DIR
// Writes DIR/man1/*.1 and DIR/completions/{bash,zsh,fish}; the folders are there.
#include "cli/docs/docs.h"
#include "cli/msg.h"

enum { PAGE_MAX = 1 << 20 };

// Frees the page.
static bool write_page(const char *dir, const char *name, pith_buf *page)
{
    char path[1024];
    pith_error err = {.status = PITH_MEMORY, .message = "the page is too large"};
    pith_written written;
    int n = snprintf(path, sizeof path, "%s/%s", dir, name);
    pith_status status = pith_buf_ok(page) && n > 0 && (size_t)n < sizeof path
                             ? pith_file_replace(path, page->data, page->len, &written, &err)
                             : PITH_MEMORY;
    if (status != PITH_OK)
        msg_error(&err);
    pith_buf_free(page);
    return status == PITH_OK;
}

static bool write_completion(const char *dir, const char *shell, void (*make)(pith_buf *out))
{
    char name[64];
    pith_buf page;
    pith_buf_init(&page, PAGE_MAX);
    make(&page);
    snprintf(name, sizeof name, "completions/%s", shell);
    return write_page(dir, name, &page);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return PITH_EXIT_USAGE;
    const char *date = argv[1];
    const char *dir = argv[2];
    pith_buf page;
    pith_buf_init(&page, PAGE_MAX);
    docs_man_overview(date, &page);
    bool good = write_page(dir, "man1/pith.1", &page);
    for (const cli_command *const *command = cli_commands; *command; command++) {
        char name[64];
        pith_buf_init(&page, PAGE_MAX);
        docs_man(*command, date, &page);
        snprintf(name, sizeof name, "man1/pith-%s.1", (*command)->name);
        good = write_page(dir, name, &page) && good;
    }
    good = write_completion(dir, "bash", docs_bash) && good;
    good = write_completion(dir, "zsh", docs_zsh) && good;
    good = write_completion(dir, "fish", docs_fish) && good;
    return good ? PITH_EXIT_OK : PITH_EXIT_IO;
}
