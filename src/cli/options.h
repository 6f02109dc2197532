// SPDX-License-Identifier: MIT
//
// One table per command feeds parsing, --help, the manual page and the completions of shells.
#ifndef PITH_CLI_OPTIONS_H
#define PITH_CLI_OPTIONS_H

#include "cli/progress.h"
#include "pith.h"

typedef struct option_row {
    const char *name;  // long name without dashes; NULL ends a table
    char letter;       // short form, or 0
    bool repeats;      // may be given more than once
    const char *value; // what --help calls it (see docs/docs.h); NULL for a switch
    const char *help;
} option_row;

// A file name `-` means the same in all commands: read, it is standard input; written, it is
// standard output where the command can put one document there, and elsewhere it is refused
// (PITH_USAGE): no command makes a file of that name. A file that is named as output takes the
// place of a link of that name; one that is edited where it is (--in-place, --resume, a proof that
// is added to) is what the link leads to (pith_file_followed).

// Rows that most commands share.
#define OPTION_ROWS_COMMON                                                                         \
    {"json", 0, false, NULL, "print one JSON object, also for errors"},                            \
        {"quiet", 'q', false, NULL, "print nothing but errors"},                                   \
        {"color", 0, false, "auto|always|never", "colours, on a terminal (default auto)"},         \
        {"help", 'h', false, NULL, "show this help"},                                              \
    {                                                                                              \
        NULL, 0, false, NULL, NULL                                                                 \
    }

// Where records come from, without the cache.
#define OPTION_ROWS_RESOLVERS                                                                      \
    {"from", 0, true, "PATH", "read documents here, not from the network"},                        \
        {"resolver", 0, true, "URL", "ask this one, not https://pith.science"},                    \
        {"mirrors", 0, false, NULL, "then ask the mirrors that the resolver names"},               \
        {"quorum", 0, false, "N", "ask N resolvers and join what they give"},                      \
        {"cacert", 0, false, "FILE", "trust the CAs in this PEM file for the resolver"},           \
        {"allow-private", 0, false, NULL, "permit a resolver on loopback or a private network"},   \
    {                                                                                              \
        "timeout", 0, false, "SEC", "give up after this many seconds (default 20)"                 \
    }

#define OPTION_ROWS_SOURCES                                                                        \
    OPTION_ROWS_RESOLVERS, {"offline", 0, false, NULL, "no network: the cache, or nothing"},       \
        {"refresh", 0, false, NULL, "ask the resolvers even if the cache is fresh"},               \
    {                                                                                              \
        "no-cache", 0, false, NULL, "neither read nor write the cache"                             \
    }

// The keys to trust; read by args_keyring.
#define OPTION_ROW_KEYRING                                                                         \
    {                                                                                              \
        "keyring", 0, false, "FILE", "trust the keys in this file, not the built-in ones"          \
    }

// A limit of memory in bytes, or all that a machine of 32 bits has.
#define CLI_MEMORY(bytes) ((size_t)((bytes) < SIZE_MAX ? (bytes) : SIZE_MAX))

// The error that a command starts with, which allocates before it does anything else.
#define ERROR_MEMORY                                                                               \
    {                                                                                              \
        .status = PITH_MEMORY, .message = "out of memory"                                          \
    }

struct cli_command;

// A parsed command line. `values` holds all option values, in the order given.
typedef struct cli_args {
    const struct cli_command *command;
    const char **operands;
    size_t operand_count;
    struct {
        const option_row *row;
        const char *value; // NULL for a switch
    } * given;
    size_t given_count;
    const char **places; // what args_sources found: values of --from, then of --resolver
    bool json;
    bool quiet;
    bool colour_always;
    bool colour_never;
} cli_args;

typedef struct cli_command {
    const char *name;
    const char *usage;    // what follows the name in the usage line
    const char *summary;  // one line for `pith help`
    const char *detail;   // a short paragraph, or NULL
    const char *examples; // command lines
    const option_row *options;
    pith_exit (*run)(const cli_args *args);
    bool asks_others; // than resolvers: what is said of the network matters beside --from
} cli_command;

// Fills *out; on failure says what is wrong in *err (PITH_USAGE).
pith_status args_parse(const cli_command *command, int argc, char **argv, cli_args *out,
                       pith_error *err);
void args_free(cli_args *args);

bool args_has(const cli_args *args, const char *name);
// The value of an option that may be given once; NULL when it was not.
const char *args_value(const cli_args *args, const char *name);
// All values of a repeating option; returns how many were put into values (room for
// args->given_count).
size_t args_values(const cli_args *args, const char *name, const char **values);

// What the sources of a command point to: it has to outlive them.
typedef struct cli_state {
    char cache[1024]; // where the cache lies, when there is one
    cli_progress progress;
} cli_state;

// Fills *out from the source options, the environment (the cache) and the clock (its age). It
// lasts as long as args and *state.
pith_status args_sources(const cli_args *args, cli_state *state, pith_sources *out,
                         pith_error *err);

// The keyring of --keyring or $PITH_KEYRING, or the built-in one.
pith_status args_keyring(const cli_args *args, pith_arena *arena, const pith_keyring **out,
                         pith_error *err);

// The value of --date, or now in UTC and whole seconds, for which there is room.
pith_text args_date(const cli_args *args, char room[32]);
// A time in seconds since 1970, as created_at is written; empty: it has no year.
pith_text args_moment(time_t seconds, char room[32]);
// The threads of --jobs: without it, one a processor.
pith_status args_jobs(const cli_args *args, int *out, pith_error *err);

// Where a command looks records up, and whom it trusts.
typedef struct cli_lookup {
    pith_sources sources;
    cli_state state;
    const pith_keyring *keyring; // lives in the arena of args_lookup
} cli_lookup;

// args_sources and args_keyring, in this order.
pith_status args_lookup(const cli_args *args, pith_arena *arena, cli_lookup *out, pith_error *err);

void command_help(const cli_command *command, pith_buf *out);

// The candidate nearest to what was typed, if it is near enough to be meant; else NULL.
const char *nearest(const char *typed, const char *(*candidate)(size_t index, const void *context),
                    const void *context);

#endif
