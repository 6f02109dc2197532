#!/bin/sh
# SPDX-License-Identifier: MIT
# The C sources are as clang-format makes them; the shell scripts satisfy shellcheck.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need clang-format shellcheck
cd "$SRC"
for file in $(find src tests -name '*.[ch]' | sort); do
    clang-format --dry-run -Werror "$file" 2>"$WORK/err" || {
        not_ok "format of $file"
        head -n 3 "$WORK/err"
    }
done
ok "clang-format has looked at all C files"
for script in .ci/setup.sh $(find examples tests -name '*.sh' | sort); do
    shellcheck -x "$script" || not_ok "shellcheck of $script"
done
ok "shellcheck has looked at all scripts"
finish
