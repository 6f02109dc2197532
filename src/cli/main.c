// SPDX-License-Identifier: MIT
//
// pith: puts a Pith Number into a LaTeX paper and proves it. This file finds the command;
// each command is one cmd_*.c; all logic is in libpith.
#include "cli/commands.h"
#include "cli/msg.h"

#include <signal.h>

static const char *command_name(size_t index, const void *context)
{
    (void)context;
    return cli_commands[index] ? cli_commands[index]->name : NULL;
}

static const cli_command *find_command(const char *name)
{
    for (const cli_command *const *command = cli_commands; *command; command++) {
        if (strcmp((*command)->name, name) == 0)
            return *command;
    }
    return NULL;
}

static void put_overview(pith_buf *out)
{
    pith_buf_puts(out, "usage: pith COMMAND [options] ...\n\n");
    for (const cli_command *const *command = cli_commands; *command; command++)
        pith_buf_printf(out, "  %-8s %s\n", (*command)->name, (*command)->summary);
    pith_buf_puts(out, "\n`pith help COMMAND` says more. Exit codes:\n\n");
#define X(symbol, value, name, meaning)                                                            \
    pith_buf_printf(out, "  %2d  %-10s %s\n", value, name, meaning);
    PITH_EXIT_TABLE(X)
#undef X
}

static void put_version(pith_buf *out, bool libraries)
{
    pith_buf_printf(out, "pith %s\n", pith_version());
    pith_error ignored; // the text says so
    if (libraries)
        pith_libraries(out, &ignored);
}

static pith_exit print(const pith_buf *buf)
{
    msg_out(buf);
    return PITH_EXIT_OK;
}

static bool wants_json(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--json") == 0)
            return true;
    }
    return false;
}

static pith_exit unknown_command(const char *typed, int argc, char **argv)
{
    const cli_command none = {.name = typed};
    const cli_args args = {.command = &none, .json = wants_json(argc, argv)};
    pith_error err;
    const char *near = nearest(typed, command_name, NULL);
    if (near)
        pith_fail(&err, PITH_USAGE, typed, "no such command; the nearest is %s", near);
    else
        pith_fail(&err, PITH_USAGE, typed, "no such command");
    if (args.json)
        return msg_failure(&args, &err);
    msg_error(&err);
    return PITH_EXIT_USAGE;
}

static pith_exit run_command(const cli_command *command, int argc, char **argv)
{
    cli_args args;
    pith_error err;
    pith_exit exit;
    if (args_parse(command, argc, argv, &args, &err) != PITH_OK) {
        args.json = wants_json(argc, argv); // parsing may have stopped before it
        exit = msg_failure(&args, &err);
    } else if (args_has(&args, "help")) {
        pith_buf out;
        pith_buf_init(&out, 64 << 10);
        command_help(command, &out);
        exit = print(&out);
        pith_buf_free(&out);
    } else {
        exit = msg_explained(&args, command->run(&args));
    }
    args_free(&args);
    return exit;
}

// TeX Live's shell_escape_commands lists programs by name, and a document chooses what follows the
// name. So the name that may be listed is one that leads to `pith tex` alone, as r-mpost does.
static bool is_restricted(const char *program)
{
    const char *slash = strrchr(program, '/');
    return strcmp(slash ? slash + 1 : program, "pith-tex") == 0;
}

static pith_exit dispatch(int argc, char **argv, pith_buf *out)
{
    const char *word = argc > 1 ? argv[1] : "help";
    if (strcmp(word, "--version") == 0) {
        put_version(out, false);
        return print(out);
    }
    if (argc > 0 && is_restricted(argv[0]))
        return run_command(&command_tex, argc - 1, argv + 1);
    const cli_command *command = find_command(word);
    if (command)
        return run_command(command, argc - 2, argv + 2);
    if (strcmp(word, "-v") == 0 && argc > 2 && strcmp(argv[2], "--version") == 0) {
        put_version(out, true);
        return print(out);
    }
    if (strcmp(word, "help") != 0 && strcmp(word, "--help") != 0 && strcmp(word, "-h") != 0)
        return unknown_command(word, argc, argv);
    if (argc > 2) {
        command = find_command(argv[2]);
        if (!command)
            return unknown_command(argv[2], argc, argv);
        command_help(command, out);
    } else {
        put_overview(out);
    }
    print(out);
    return argc > 1 ? PITH_EXIT_OK : PITH_EXIT_USAGE;
}

// Removes unfinished files; then the signal, held back until this returns, does what it does
// without a handler.
static void end_by(int number)
{
    pith_file_abandon_all();
    raise(number);
}

static void handle_signals(void)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGXCPU, SIGALRM};
    struct sigaction before;
    struct sigaction action = {.sa_flags = (int)SA_RESETHAND};
    action.sa_handler = end_by;
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        // What the caller has ignored, as nohup does, stays ignored.
        if (sigaction(ends[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(ends[i], &action, NULL);
    }
    signal(SIGXFSZ, SIG_IGN); // a file over the limit is a write that fails
}

int main(int argc, char **argv)
{
    handle_signals();
    pith_buf out;
    pith_buf_init(&out, 64 << 10);
    pith_exit exit = msg_finish(dispatch(argc, argv, &out));
    pith_buf_free(&out);
    return (int)exit;
}
