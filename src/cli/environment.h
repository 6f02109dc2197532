// SPDX-License-Identifier: MIT
#ifndef PITH_CLI_ENVIRONMENT_H
#define PITH_CLI_ENVIRONMENT_H

#include "pith.h"

// What the program reads in the environment, for pith(1): name and meaning.
#define CLI_ENVIRONMENT_TABLE(X)                                                                   \
    X("PITH_CACHE_DIR", "where answers are cached: an absolute folder; empty: nowhere")            \
    X("XDG_CACHE_HOME", "the cache is its folder pith, without PITH_CACHE_DIR")                    \
    X("HOME", "the cache is its folder .cache/pith, without the two above")                        \
    X("PITH_RESOLVER", "URLs of the resolvers to ask, with spaces between, as --resolver")         \
    X("PITH_CACERT", "a PEM file with the CAs to trust for them, as --cacert")                     \
    X("PITH_ALLOW_PRIVATE", "1 permits resolvers on private networks, as --allow-private")         \
    X("PITH_KEYRING", "a file with the keys to trust, as --keyring")                               \
    X("PITH_ARCHIVE", "the URL of an archive to ask, not the Wayback Machine")                     \
    X("PITH_ARCHIVE_KEYS", "the keys of an account there, for pith archive")                       \
    X("PITH_RPC_AUTH", "user:password of a Bitcoin Core node, for pith stamp")                     \
    X("SOURCE_DATE_EPOCH", "the time that outputs bear, in seconds since 1970")                    \
    X("NO_COLOR", "no colours when it is set to anything, unless --color=always")                  \
    X("TERM", "no colours and no progress line when it is dumb")                                   \
    X("TEXMF_OUTPUT_DIRECTORY", "where pith tex writes, as TeX set it for -output-directory")      \
    X("TEXMFOUTPUT", "where pith tex writes when the folder of the paper cannot be written")       \
    X("TMPDIR", "where pith arxiv compiles the upload")                                            \
    X("PATH", "where TeX and the programs that read QR codes are looked for")

// $PITH_RESOLVER (URLs with spaces between), $PITH_CACERT and $PITH_ALLOW_PRIVATE=1: the resolvers
// of all commands, `pith tex` included, which has no options for them. They are one setting, so
// --resolver puts all three out of force, as --from does. False: a value is bad (PITH_USAGE).
bool environment_sources(pith_sources *out, pith_error *err);

// SOURCE_DATE_EPOCH as YYYY-MM-DDTHH:MM:SSZ; empty when it is not set. False: it is no number of
// seconds (PITH_USAGE).
bool environment_date(char date[32], pith_error *err);

#endif
