// SPDX-License-Identifier: MIT
#include "cli/docs/docs.h"
#include "cli/environment.h"

// ---- Text -----------------------------------------------------------------------------

// What groff and mandoc would not print as it stands (groff_char(7)).
static void put_char(char c, pith_buf *out)
{
    static const struct {
        char plain;
        const char *roff;
    } rows[] = {{'\\', "\\e"},   {'-', "\\-"},   {'`', "\\(ga"},
                {'\'', "\\(aq"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].plain == c) {
            pith_buf_puts(out, rows[i].roff);
            return;
        }
    }
    pith_buf_add(out, &c, 1);
}

// A word or line of text; \& keeps a first . or ' from being a request.
static void put_text(const char *text, size_t len, pith_buf *out)
{
    if (len && *text == '.')
        pith_buf_puts(out, "\\&");
    for (size_t i = 0; i < len; i++)
        put_char(text[i], out);
}

// Filled text: one word after the other, a new line after each sentence, as mdoc(7) wants it.
static void put_filled(const char *text, size_t len, pith_buf *out)
{
    enum { WIDTH = 70 };
    size_t column = 0;
    for (size_t i = 0; i < len;) {
        size_t n = strcspn(text + i, " \n");
        if (n > len - i)
            n = len - i;
        if (n && column)
            pith_buf_puts(out, " ");
        put_text(text + i, n, out);
        column += n + 1;
        i += n;
        bool ends = n && strchr(".?!", text[i - 1]) && i < len;
        while (i < len && (text[i] == ' ' || text[i] == '\n'))
            i++;
        if (column > 1 && (ends || column > WIDTH || i == len)) {
            pith_buf_puts(out, "\n");
            column = 0;
        }
    }
}

static size_t line_end(const char *text)
{
    return strcspn(text, "\n");
}

// Paragraphs as the help has them: filled, or as they stand where they are indented.
static void put_detail(const char *text, pith_buf *out)
{
    while (*text) {
        bool literal = *text == ' ';
        const char *end = text;
        while (*end && *end != '\n' && (*end == ' ') == literal)
            end += line_end(end) + (end[line_end(end)] == '\n');
        if (!literal) {
            pith_buf_puts(out, ".Pp\n");
            put_filled(text, (size_t)(end - text), out);
        } else {
            pith_buf_puts(out, ".Bd -literal\n");
            for (const char *line = text; line < end; line += line_end(line) + 1) {
                put_text(line, line_end(line), out);
                pith_buf_puts(out, "\n");
                if (!line[line_end(line)])
                    break;
            }
            pith_buf_puts(out, ".Ed\n");
        }
        text = end;
        while (*text == '\n')
            text++;
    }
}

// An argument of a macro: one word.
static void put_argument(const char *word, size_t len, pith_buf *out)
{
    pith_buf_puts(out, "\"");
    put_text(word, len, out);
    pith_buf_puts(out, "\"");
}

// ---- Parts of a page ------------------------------------------------------------------

static void put_head(const char *name, const char *purpose, const char *date, pith_buf *out)
{
    static const char *const months[] = {"January",   "February", "March",    "April",
                                         "May",       "June",     "July",     "August",
                                         "September", "October",  "November", "December"};
    long year = strtol(date, NULL, 10);
    long month = strlen(date) == 10 ? strtol(date + 5, NULL, 10) : 0;
    long day = month ? strtol(date + 8, NULL, 10) : 0;
    pith_buf_puts(out, ".\\\" Made by pith-docs from the tables of the program.\n");
    pith_buf_printf(out, ".Dd %s %ld, %ld\n", months[month >= 1 && month <= 12 ? month - 1 : 0],
                    day, year);
    pith_buf_puts(out, ".Dt ");
    for (const char *p = name; *p; p++) {
        char c = *p >= 'a' && *p <= 'z' ? (char)(*p - 'a' + 'A') : *p;
        pith_buf_add(out, &c, 1);
    }
    pith_buf_printf(out, " 1\n.Os \"pith %s\"\n.Sh NAME\n.Nm %s\n.Nd ", PITH_VERSION, name);
    put_filled(purpose, strlen(purpose), out);
}

static void put_exits(pith_buf *out)
{
    pith_buf_puts(out, ".Sh EXIT STATUS\n.Bl -tag -width Ds\n");
#define X(symbol, value, name, meaning)                                                            \
    pith_buf_printf(out, ".It %d\n%s: ", value, name);                                             \
    put_filled(meaning, strlen(meaning), out);
    PITH_EXIT_TABLE(X)
#undef X
    pith_buf_puts(out, ".El\n");
}

static void put_examples(const char *lines, pith_buf *out)
{
    pith_buf_puts(out, ".Sh EXAMPLES\n.Bd -literal -offset indent\n");
    for (const char *line = lines; *line;) {
        size_t n = line_end(line);
        put_text(line, n, out);
        pith_buf_puts(out, "\n");
        line += n + (line[n] == '\n');
    }
    pith_buf_puts(out, ".Ed\n");
}

// "[options] --key FILE FILE.tex|DIR..." after the name.
static void put_synopsis(const cli_command *command, pith_buf *out)
{
    pith_buf_puts(out, ".Sh SYNOPSIS\n.Nm pith");
    pith_buf_printf(out, " Cm %s\n", command->name);
    for (const char *p = command->usage; *p; p += strspn(p, " ")) {
        size_t n = strcspn(p, " ");
        if (strncmp(p, "--", 2) == 0) {
            pith_buf_puts(out, ".Fl ");
            put_argument(p + 1, n - 1, out);
        } else if (*p == '[' && p[n - 1] == ']') {
            pith_buf_puts(out, ".Op Ar ");
            put_argument(p + 1, n - 2, out);
        } else {
            pith_buf_puts(out, ".Ar ");
            put_argument(p, n, out);
        }
        pith_buf_puts(out, "\n");
        p += n;
    }
}

static void put_options(const cli_command *command, pith_buf *out)
{
    pith_buf_puts(out, ".Sh OPTIONS\n.Bl -tag -width Ds\n");
    for (const option_row *row = command->options; row->name; row++) {
        pith_buf_puts(out, ".It ");
        if (row->letter)
            pith_buf_printf(out, "Fl %c , ", row->letter);
        pith_buf_puts(out, "Fl ");
        pith_buf_puts(out, "\\-");
        put_text(row->name, strlen(row->name), out);
        if (row->value) {
            pith_buf_puts(out, " Ar ");
            put_argument(row->value, strlen(row->value), out);
        }
        pith_buf_puts(out, "\n");
        put_filled(row->help, strlen(row->help), out);
        if (row->repeats)
            pith_buf_puts(out, "(repeatable)\n");
    }
    pith_buf_puts(out, ".El\n");
}

// ---- Pages ----------------------------------------------------------------------------

void docs_man(const cli_command *command, const char *date, pith_buf *out)
{
    char name[64];
    snprintf(name, sizeof name, "pith-%s", command->name);
    put_head(name, command->summary, date, out);
    put_synopsis(command, out);
    pith_buf_puts(out, ".Sh DESCRIPTION\n");
    put_filled(command->summary, strlen(command->summary), out);
    out->len -= out->len > 0; // the end of the line, after the full stop
    pith_buf_puts(out, ".\n");
    if (command->detail)
        put_detail(command->detail, out);
    put_options(command, out);
    pith_buf_puts(out, ".Sh ENVIRONMENT\nSee\n.Xr pith 1 .\n");
    put_exits(out);
    put_examples(command->examples, out);
    pith_buf_puts(out, ".Sh SEE ALSO\n.Xr pith 1\n");
}

// In the order of the alphabet, as mdoc(7) wants it.
static void put_see_also(pith_buf *out)
{
    const char *last = "";
    const char *next;
    pith_buf_puts(out, ".Sh SEE ALSO\n");
    do {
        next = NULL;
        for (const cli_command *const *command = cli_commands; *command; command++) {
            const char *name = (*command)->name;
            if (strcmp(name, last) > 0 && (!next || strcmp(name, next) < 0))
                next = name;
        }
        if (next) {
            pith_buf_printf(out, "%s.Xr pith-%s 1", *last ? " ,\n" : "", next);
            last = next;
        }
    } while (next);
    pith_buf_puts(out, "\n");
}

void docs_man_overview(const char *date, pith_buf *out)
{
    put_head("pith", "put a Pith Number into a LaTeX paper and prove it", date, out);
    pith_buf_puts(out, ".Sh SYNOPSIS\n.Nm\n.Ar command\n.Op Ar options\n.Ar ...\n"
                       ".Nm\n.Cm help\n.Op Ar command\n"
                       ".Nm\n.Op Fl v\n.Fl \\-version\n.Sh DESCRIPTION\n"
                       "Results go to standard output, everything else to standard error.\n"
                       "A verdict depends on the bytes checked and on the keyring alone.\n"
                       "With\n.Fl v ,\n.Fl \\-version\nnames the libraries in use as well.\n"
                       ".Sh COMMANDS\n.Bl -tag -width Ds\n");
    for (const cli_command *const *command = cli_commands; *command; command++) {
        pith_buf_printf(out, ".It Xr pith-%s 1\n", (*command)->name);
        put_filled((*command)->summary, strlen((*command)->summary), out);
    }
    pith_buf_puts(out, ".El\n.Sh ENVIRONMENT\n.Bl -tag -width Ds\n");
#define X(name, meaning)                                                                           \
    pith_buf_puts(out, ".It Ev " name "\n");                                                       \
    put_filled(meaning, strlen(meaning), out);
    CLI_ENVIRONMENT_TABLE(X)
#undef X
    pith_buf_puts(out, ".El\n");
    put_exits(out);
    put_see_also(out);
}
