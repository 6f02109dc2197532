// SPDX-License-Identifier: MIT
#include "cli/docs/docs.h"

// ---- Placeholders ---------------------------------------------------------------------

static void add_word(const char *word, size_t len, pith_buf *list)
{
    if (list->len)
        pith_buf_puts(list, " ");
    pith_buf_add(list, word, len);
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool starts(const char *word, size_t len, const char *name)
{
    size_t n = strlen(name);
    return len >= n && memcmp(word, name, n) == 0 && (len == n || !is_small(word[n] | 32));
}

static void add_alternative(const char *word, size_t len, docs_meaning *out, bool *any)
{
    static const char *const files[] = {"FILE", "PATH", "DIR", "TARGET", "DOCUMENT"};
    const char *dot = memchr(word, '.', len);
    if (is_small(*word) || (len == 1 && *word != '-' && word[1] == '|') ||
        (len == 1 && *word != '-' && out->words.len)) {
        add_word(word, len, &out->words);
        return;
    }
    if (dot) {
        out->files = true;
        add_word(dot + 1, len - (size_t)(dot + 1 - word), &out->suffixes);
        return;
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (starts(word, len, files[i])) {
            out->files = true;
            *any = *any || strcmp(files[i], "DIR") != 0; // folders are offered in any case
        }
    }
}

docs_meaning docs_meaning_of(const char *placeholder)
{
    enum { MOST = 4096 };
    docs_meaning out = {.files = false};
    bool any = false;
    bool value = false; // of an option, which has a row of its own
    pith_buf_init(&out.words, MOST);
    pith_buf_init(&out.suffixes, MOST);
    for (const char *p = placeholder; *p;) {
        size_t n = strcspn(p, " |[]");
        size_t len = n;
        while (len && p[len - 1] == '.') // FILE...
            len--;
        bool option = n > 2 && p[0] == '-' && p[1] == '-';
        if (len && !value && !option && strncmp(p, "options", n) != 0)
            add_alternative(p, len, &out, &any);
        value = option && p[n] == ' ';
        p += n;
        p += strspn(p, " |[]");
    }
    if (any)
        out.suffixes.len = 0;
    return out;
}

void docs_meaning_free(docs_meaning *meaning)
{
    pith_buf_free(&meaning->words);
    pith_buf_free(&meaning->suffixes);
}

static void put_list(const pith_buf *list, pith_buf *out)
{
    pith_buf_add(out, list->len ? list->data : "", list->len);
}

// Inside single quotes, with `quote` for a quote.
static void put_quoted(const char *text, const char *quote, pith_buf *out)
{
    for (const char *p = text; *p; p++) {
        if (*p == '\'')
            pith_buf_puts(out, quote);
        else
            pith_buf_add(out, p, 1);
    }
}

static void put_names(pith_buf *out)
{
    for (const cli_command *const *command = cli_commands; *command; command++)
        pith_buf_printf(out, "%s%s", command == cli_commands ? "" : " ", (*command)->name);
}

// ---- bash -----------------------------------------------------------------------------

static void bash_meaning(const docs_meaning *meaning, pith_buf *out)
{
    if (meaning->words.len) {
        pith_buf_puts(out, "_pith_words '");
        put_list(&meaning->words, out);
        pith_buf_puts(out, "'; ");
    }
    if (meaning->files) {
        pith_buf_puts(out, "_pith_files ");
        put_list(&meaning->suffixes, out);
        pith_buf_puts(out, "; ");
    }
    pith_buf_puts(out, "return ;;\n");
}

static void bash_command(const cli_command *command, pith_buf *out)
{
    pith_buf_printf(out, "    %s)\n        case $before in\n", command->name);
    for (const option_row *row = command->options; row->name; row++) {
        if (!row->value)
            continue;
        docs_meaning meaning = docs_meaning_of(row->value);
        pith_buf_printf(out, "        --%s", row->name);
        if (row->letter)
            pith_buf_printf(out, " | -%c", row->letter);
        pith_buf_puts(out, ") ");
        bash_meaning(&meaning, out);
        docs_meaning_free(&meaning);
    }
    pith_buf_puts(out, "        esac\n        case $typed in\n        -*) _pith_words '");
    for (const option_row *row = command->options; row->name; row++) {
        if (row->letter)
            pith_buf_printf(out, "-%c ", row->letter);
        pith_buf_printf(out, "--%s%s", row->name, row[1].name ? " " : "");
    }
    pith_buf_puts(out, "' ;;\n        *) ");
    docs_meaning meaning = docs_meaning_of(command->usage);
    bash_meaning(&meaning, out);
    docs_meaning_free(&meaning);
    pith_buf_puts(out, "        esac ;;\n");
}

void docs_bash(pith_buf *out)
{
    pith_buf_puts(out, "# Completion of pith(1) for bash.\n"
                       "_pith_words() {\n"
                       "    local word\n"
                       "    for word in $1; do\n"
                       "        [[ $word == \"$typed\"* ]] && COMPREPLY+=(\"$word\")\n"
                       "    done\n"
                       "}\n\n"
                       "# Files that end in one of the suffixes given, or any; and folders.\n"
                       "_pith_files() {\n"
                       "    local name suffix\n"
                       "    compopt -o filenames 2>/dev/null\n"
                       "    while IFS= read -r name; do\n"
                       "        [[ $# == 0 || -d $name ]] && COMPREPLY+=(\"$name\")\n"
                       "        for suffix in \"$@\"; do\n"
                       "            [[ $name == *.$suffix ]] && COMPREPLY+=(\"$name\")\n"
                       "        done\n"
                       "    done < <(compgen -f -- \"$typed\")\n"
                       "}\n\n"
                       "_pith() {\n"
                       "    local typed=${COMP_WORDS[COMP_CWORD]}\n"
                       "    local before=${COMP_WORDS[COMP_CWORD - 1]}\n"
                       "    local names='");
    put_names(out);
    pith_buf_puts(out, "'\n"
                       "    COMPREPLY=()\n"
                       "    # --option=value comes as three words.\n"
                       "    if [[ $typed == = ]]; then\n"
                       "        typed=\n"
                       "    elif [[ $before == = ]]; then\n"
                       "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
                       "    fi\n"
                       "    if [[ $COMP_CWORD == 1 ]]; then\n"
                       "        _pith_words \"$names help --help --version\"\n"
                       "        return\n"
                       "    fi\n"
                       "    case ${COMP_WORDS[1]} in\n"
                       "    help) _pith_words \"$names\" ;;\n");
    for (const cli_command *const *command = cli_commands; *command; command++)
        bash_command(*command, out);
    pith_buf_puts(out, "    esac\n}\ncomplete -F _pith pith\n");
}

// ---- zsh ------------------------------------------------------------------------------

// What _arguments completes with: after the last colon of a spec.
static void zsh_action(const docs_meaning *meaning, pith_buf *out)
{
    if (meaning->words.len && meaning->files) {
        pith_buf_puts(out, "{_alternative \"words\\:word\\:(");
        put_list(&meaning->words, out);
        pith_buf_puts(out, ")\" \"files\\:file\\:_files\"}");
    } else if (meaning->words.len) {
        pith_buf_puts(out, "(");
        put_list(&meaning->words, out);
        pith_buf_puts(out, ")");
    } else if (meaning->suffixes.len) {
        pith_buf_puts(out, "_files -g \"*.(");
        for (size_t i = 0; i < meaning->suffixes.len; i++)
            pith_buf_add(out, meaning->suffixes.data[i] == ' ' ? "|" : meaning->suffixes.data + i,
                         1);
        pith_buf_puts(out, ")(-.)\"");
    } else {
        pith_buf_puts(out, meaning->files ? "_files" : " ");
    }
}

// A description in brackets and single quotes.
static void zsh_help(const char *help, pith_buf *out)
{
    pith_buf_puts(out, "[");
    for (const char *p = help; *p; p++) {
        if (strchr("[]:\\", *p))
            pith_buf_puts(out, "\\");
        if (*p == '\'')
            pith_buf_puts(out, "'\\''");
        else
            pith_buf_add(out, p, 1);
    }
    pith_buf_puts(out, "]");
}

static void zsh_option(const option_row *row, bool letter, pith_buf *out)
{
    pith_buf_puts(out, " \\\n            '");
    if (row->repeats)
        pith_buf_puts(out, "*");
    else if (row->letter)
        pith_buf_printf(out, "(-%c --%s)", row->letter, row->name);
    if (letter)
        pith_buf_printf(out, "-%c%s", row->letter, row->value ? "+" : "");
    else
        pith_buf_printf(out, "--%s%s", row->name, row->value ? "=" : "");
    zsh_help(row->help, out);
    if (row->value) {
        docs_meaning meaning = docs_meaning_of(row->value);
        pith_buf_printf(out, ":%s:", row->name);
        zsh_action(&meaning, out);
        docs_meaning_free(&meaning);
    }
    pith_buf_puts(out, "'");
}

void docs_zsh(pith_buf *out)
{
    pith_buf_puts(out, "#compdef pith\n# Completion of pith(1) for zsh.\n"
                       "_pith() {\n"
                       "    local context state line curcontext=$curcontext\n"
                       "    local -a commands=(\n");
    for (const cli_command *const *command = cli_commands; *command; command++) {
        pith_buf_printf(out, "        '%s:", (*command)->name);
        put_quoted((*command)->summary, "'\\''", out);
        pith_buf_puts(out, "'\n");
    }
    pith_buf_puts(out, "        'help:Say more about a command'\n    )\n"
                       "    _arguments -C '(- *)--help[show the commands]' "
                       "'(- *)--version[show the version]' '1:command:->command' '*::word:->word'\n"
                       "    case $state in\n"
                       "    command) _describe command commands ;;\n"
                       "    word)\n"
                       "        curcontext=${curcontext%:*:*}:pith-$words[1]:\n"
                       "        case $words[1] in\n"
                       "        help) _describe command commands ;;\n");
    for (const cli_command *const *command = cli_commands; *command; command++) {
        pith_buf_printf(out, "        %s) _arguments -s -S", (*command)->name);
        for (const option_row *row = (*command)->options; row->name; row++) {
            zsh_option(row, false, out);
            if (row->letter)
                zsh_option(row, true, out);
        }
        docs_meaning meaning = docs_meaning_of((*command)->usage);
        pith_buf_puts(out, " \\\n            '*:what:");
        zsh_action(&meaning, out);
        pith_buf_puts(out, "' ;;\n");
        docs_meaning_free(&meaning);
    }
    pith_buf_puts(out, "        esac ;;\n    esac\n}\n_pith \"$@\"\n");
}

// ---- fish -----------------------------------------------------------------------------

static void fish_help(const char *help, pith_buf *out)
{
    pith_buf_puts(out, " -d '");
    for (const char *p = help; *p; p++) {
        if (*p == '\\')
            pith_buf_puts(out, "\\");
        put_quoted((char[]){*p, '\0'}, "\\'", out);
    }
    pith_buf_puts(out, "'\n");
}

static void fish_meaning(const docs_meaning *meaning, pith_buf *out)
{
    if (meaning->words.len) {
        pith_buf_puts(out, " -a '");
        put_list(&meaning->words, out);
        pith_buf_puts(out, "'");
    }
    if (meaning->suffixes.len) {
        pith_buf_puts(out, " -k -a '(");
        for (const char *p = meaning->suffixes.data, *end = p + meaning->suffixes.len; p < end;) {
            size_t n = 0;
            while (p + n < end && p[n] != ' ')
                n++;
            pith_buf_puts(out, "__fish_complete_suffix .");
            pith_buf_add(out, p, n);
            p += n + 1;
            pith_buf_puts(out, p < end ? "; " : "");
        }
        pith_buf_puts(out, ")'");
    }
}

static void fish_command(const cli_command *command, pith_buf *out)
{
    char when[96];
    snprintf(when, sizeof when, "complete -c pith -n '__fish_seen_subcommand_from %s'",
             command->name);
    for (const option_row *row = command->options; row->name; row++) {
        pith_buf_puts(out, when);
        if (row->letter)
            pith_buf_printf(out, " -s %c", row->letter);
        pith_buf_printf(out, " -l %s", row->name);
        if (row->value) {
            docs_meaning meaning = docs_meaning_of(row->value);
            pith_buf_puts(out, meaning.files ? " -r -F" : " -x");
            if (!meaning.files) // names of files come by themselves
                fish_meaning(&meaning, out);
            docs_meaning_free(&meaning);
        }
        fish_help(row->help, out);
    }
    docs_meaning meaning = docs_meaning_of(command->usage);
    if (meaning.words.len || meaning.files) {
        pith_buf_puts(out, when);
        pith_buf_puts(out, meaning.files && !meaning.suffixes.len ? " -F" : "");
        fish_meaning(&meaning, out);
        pith_buf_puts(out, "\n");
    }
    docs_meaning_free(&meaning);
}

void docs_fish(pith_buf *out)
{
    pith_buf_puts(out,
                  "# Completion of pith(1) for fish.\ncomplete -c pith -f\n"
                  "complete -c pith -n __fish_use_subcommand -l help -d 'Show the commands'\n"
                  "complete -c pith -n __fish_use_subcommand -l version -d 'Show the version'\n"
                  "complete -c pith -n __fish_use_subcommand -a help -d 'Say more about one'\n"
                  "complete -c pith -n '__fish_seen_subcommand_from help' -a '");
    put_names(out);
    pith_buf_puts(out, "'\n");
    for (const cli_command *const *command = cli_commands; *command; command++) {
        pith_buf_printf(out, "complete -c pith -n __fish_use_subcommand -a %s", (*command)->name);
        fish_help((*command)->summary, out);
        fish_command(*command, out);
    }
}
