#!/bin/sh
# SPDX-License-Identifier: MIT
# The installed tree: everything is in its place, another project finds the library by pkg-config
# and by CMake, shared and static, also after the tree has been moved; nothing but pith_* is
# exported; the program and TeX work from it.
# shellcheck disable=SC2016,SC2317 # inner shells expand; some functions are named indirectly
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
# shellcheck source=tests/ship/lib.sh
. "$SRC/tests/ship/lib.sh"
need nm kpsewhich
shipped
cd "$WORK"
unset CMAKE_PREFIX_PATH PKG_CONFIG_PATH CFLAGS LDFLAGS

check "cmake --install under DESTDIR" env DESTDIR="$WORK/stage" cmake --install "$SHIPPED"
mv stage/usr moved
check "  writes nowhere else" same "$(find stage -mindepth 1)" ""
tree=$WORK/moved
for file in bin/pith bin/pith-tex "$LIB/libpith.a" "$LIB/libpith.so" include/pith.h \
    "$LIB/pkgconfig/pith.pc" "$LIB"/cmake/pith/pithConfig.cmake "$LIB"/cmake/pith/pithConfigVersion.cmake \
    share/man/man1/pith.1 share/man/man1/pith-verify.1 share/bash-completion/completions/pith \
    share/zsh/site-functions/_pith share/fish/vendor_completions.d/pith.fish \
    share/texmf/tex/latex/pith/pith.sty share/pith/templates/badge.svg \
    share/pith/templates/paper/Makefile; do
    check "installed: $file" test -s "$tree/$file"
done
check "no path of the build is in a file" fails grep -rlF -e "$SHIPPED" -e "$SRC" "$tree"
check "the program runs" gives 0 "$tree/bin/pith" verify "$SRC"/examples/paper/pith/*.json
check "pith-tex is pith tex" gives 2 "$tree/bin/pith-tex" verify
check "TeX finds the package" same \
    "$(TEXMFHOME=$tree/share/texmf kpsewhich pith.sty)" "$tree/share/texmf/tex/latex/pith/pith.sty"

# ---- Symbols

nm -D --defined-only "$tree/$LIB/libpith.so" | awk '{print $3}' | sort >exported
check "the shared library exports pith_* alone" fails grep -v '^pith_' exported
check "  all that the header declares" sh -c '
    sed "s://.*::" "$1" | tr "\n" " " | grep -oE "PITH_API [^;(#]*\(" |
        grep -oE "pith_[a-z0-9_]+\($" | tr -d "(" | sort >declared
    test "$(wc -l <declared)" -gt 80 && cmp declared exported' - "$tree/include/pith.h"
check "the archive's symbols begin with pith_ as well" fails sh -c \
    'nm -g --defined-only "$1" | awk "NF == 3 {print \$3}" | grep -v "^pith_"' - "$tree/$LIB/libpith.a"

# ---- Consumers

cat >consumer.c <<'EOF'
#include <pith.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    pith_error err = {PITH_OK};
    pith_text bytes;
    pith_arena *arena = pith_arena_new(1 << 24);
    pith_number number;
    if (argc != 3 || !arena || pith_file_read(arena, argv[1], 1 << 20, &bytes, &err) != PITH_OK)
        return 1;
    if (pith_number_parse((pith_text){argv[2], strlen(argv[2])}, &number, &err) != PITH_OK)
        return 2;
    printf("%s %s %zu\n", pith_version(), number.id, bytes.n);
    pith_arena_free(arena);
    return 0;
}
EOF
record=$SRC/examples/paper/pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP.json
version=$(sed -n 's/^#define PITH_VERSION "\(.*\)"/\1/p' "$SRC/src/pith.h")
expected="$version A5G5GAJ7DMCZDPVAMNFAYYAUOP $(wc -c <"$record" | tr -d ' ')"
consumes() { [ "$(LD_LIBRARY_PATH=$tree/$LIB "$1" "$record" A5G5GAJ7DMCZDPVAMNFAYYAUOP)" = "$expected" ]; }

PKG_CONFIG_PATH=$tree/$LIB/pkgconfig
export PKG_CONFIG_PATH
check "pkg-config knows the version" same "$(pkg-config --modversion pith)" "$version"
# shellcheck disable=SC2046 # words
check "pkg-config, shared" cc -Wall -Werror consumer.c $(pkg-config --cflags --libs pith) -o by-pc
check "  runs" consumes ./by-pc
check "  with the library" sh -c "LD_LIBRARY_PATH=$tree/$LIB ldd by-pc | grep -q moved/.*libpith.so"
# From C++, whose words pith.h may not use as names. clang++ comes with clang.
cxx=$(command -v g++ || command -v clang++ || true)
if [ -n "$cxx" ]; then
    # shellcheck disable=SC2046 # words
    check "a C++ program" "$cxx" -x c++ -std=c++17 -Wall -Werror consumer.c \
        $(pkg-config --cflags --libs pith) -o by-cxx
    check "  runs" consumes ./by-cxx
else
    echo "SKIP: pith.h from C++: needs g++ or clang++"
fi
# What --static adds for libcurl has to be there as archives, which no distribution has whole.
# shellcheck disable=SC2046 # words
check "pkg-config, static" cc -Wall -Werror consumer.c $(pkg-config --cflags pith) \
    -L"$tree/$LIB" -l:libpith.a $(sed -n 's/^Libs.private: //p' "$tree/$LIB/pkgconfig/pith.pc") \
    $(pkg-config --libs $(pkg-config --print-requires-private pith)) -o by-pc-static
check "  runs" consumes ./by-pc-static
check "  without the library" sh -c "! ldd by-pc-static | grep -q libpith"

mkdir consumer
cat >consumer/CMakeLists.txt <<EOF
cmake_minimum_required(VERSION 3.21)
project(consumer LANGUAGES C)
find_package(pith $version REQUIRED COMPONENTS static)
add_executable(shared ../consumer.c)
target_link_libraries(shared PRIVATE pith::pith)
add_executable(static ../consumer.c)
target_link_libraries(static PRIVATE pith::static)
EOF
check "find_package" cmake -S consumer -B by-cmake -DCMAKE_PREFIX_PATH="$tree"
check "  builds" cmake --build by-cmake
check "  shared runs" consumes by-cmake/shared
check "  static runs" consumes by-cmake/static
check "  static needs no libpith" sh -c "! ldd by-cmake/static | grep -q libpith"
sed -i 's/ REQUIRED COMPONENTS static/ REQUIRED/; /static/d' consumer/CMakeLists.txt
check "shared alone asks for no other library" cmake -S consumer -B by-cmake2 \
    -DCMAKE_PREFIX_PATH="$tree" -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON
sed -i "s/pith $version/pith 9.1/" consumer/CMakeLists.txt
check "another version is refused" fails cmake -S consumer -B by-cmake3 -DCMAKE_PREFIX_PATH="$tree"
finish
