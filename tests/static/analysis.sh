#!/bin/sh
# SPDX-License-Identifier: MIT
# clang-tidy and cppcheck find nothing; clang and gcc compile all sources without a warning,
# optimised as well; with gcc libcurl is linked, and its macros check the types of options. LONG=1:
# gcc's analyzer finds nothing either.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need clang clang-tidy cppcheck
cd "$SRC"
if find src -name '*.c' | sort | xargs -P 2 -n 4 clang-tidy --quiet -p "$BUILD" \
    >"$WORK/tidy" 2>/dev/null; then
    ok "clang-tidy finds nothing"
else
    not_ok "clang-tidy finds nothing"
    grep -A 2 'error:' "$WORK/tidy"
fi
if cppcheck --quiet --std=c11 --enable=warning,style,performance,portability --inline-suppr \
    --suppress=missingIncludeSystem --suppress=unusedStructMember --suppress=constParameterCallback --suppress=variableScope --suppress=knownConditionTrueFalse \
    --error-exitcode=1 -j 2 -I src src >"$WORK/cppcheck" 2>&1; then
    ok "cppcheck finds nothing"
else
    not_ok "cppcheck finds nothing"
    cat "$WORK/cppcheck"
fi
if [ "${LONG:-0}" = 1 ]; then
    if cmake -S . -B "$WORK/analyzer" -DCMAKE_C_COMPILER=gcc -DCMAKE_BUILD_TYPE=Debug -DPITH_TESTS=OFF \
        -DCMAKE_C_FLAGS="-fanalyzer -Werror" >"$WORK/log" 2>&1 &&
        cmake --build "$WORK/analyzer" --parallel 2 -- -k >>"$WORK/log" 2>&1; then
        ok "gcc -fanalyzer finds nothing"
    else
        not_ok "gcc -fanalyzer finds nothing"
        grep 'Wanalyzer' "$WORK/log"
    fi
fi
for compiler in clang gcc; do
    if cmake -S . -B "$WORK/$compiler" -DCMAKE_C_COMPILER=$compiler -DCMAKE_BUILD_TYPE=Release \
        -DPITH_LINK_ALL="$([ $compiler = gcc ] && echo ON || echo OFF)" \
        -DPITH_WERROR=ON >"$WORK/log" 2>&1 &&
        cmake --build "$WORK/$compiler" --parallel 2 >>"$WORK/log" 2>&1; then
        ok "release build with $compiler"
    else
        not_ok "release build with $compiler"
        tail -n 20 "$WORK/log"
    fi
done
finish
