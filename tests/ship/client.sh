#!/bin/sh
# SPDX-License-Identifier: MIT
# What others build on the installed library: pith.h compiles by itself as C and C++ of every age;
# its example and examples/verify.c say what holds, under failing allocations too; threads do not
# disturb each other. LONG=1: with ThreadSanitizer in the library.
# shellcheck disable=SC2046,SC2086,SC2317 # flags are words; sweep is named indirectly
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
# shellcheck source=tests/ship/lib.sh
. "$SRC/tests/ship/lib.sh"
need_pith
shipped
cd "$WORK"
unset CMAKE_PREFIX_PATH PKG_CONFIG_PATH CFLAGS LDFLAGS LD_LIBRARY_PATH
DESTDIR=$WORK/stage cmake --install "$SHIPPED" >/dev/null
tree=$WORK/stage/usr
export PKG_CONFIG_PATH="$tree/$LIB/pkgconfig"
shared="$(pkg-config --cflags --libs pith) -Wl,-rpath,$tree/$LIB"
static="$(pkg-config --cflags pith) $tree/$LIB/libpith.a
    $(sed -n 's/^Libs.private: //p' "$PKG_CONFIG_PATH/pith.pc")
    $(pkg-config --libs $(pkg-config --print-requires-private pith))"

# ---- The header by itself

echo '#include <pith.h>' >alone.c
for dialect in gcc:c11 gcc:c17 gcc:c2x g++:c++11 g++:c++20 \
    clang:c11 clang:c17 clang:c2x clang++:c++11 clang++:c++20; do
    compiler=${dialect%%:*}
    case $compiler in *++) language=c++ ;; *) language=c ;; esac
    if command -v "$compiler" >/dev/null; then
        check "pith.h alone: $compiler -std=${dialect#*:}" "$compiler" -x "$language" \
            -std="${dialect#*:}" -Wall -Wextra -Wshadow -Wundef -pedantic -Werror \
            -DX=0 -fsyntax-only -I"$tree/include" alone.c
    else
        echo "SKIP: pith.h with $dialect: needs $compiler"
    fi
done

# ---- Clients

folder=$SRC/examples/paper/pith
number=A5G5GAJ7DMCZDPVAMNFAYYAUOP
sed 's/"hep-ph"/"hep-th"/' "$folder/$number.json" >changed.json
"$PITH" badge "$number" --from "$folder" -o record.pdf -q
"$PITH" strip record.pdf -o plain.pdf -q
"$PITH" keygen --key-id other -o secret.json --public other.json -q
printf 'no \033[31mJSON' >wrong.json

sed -n '/^\/\/ Memory/q; s,^//     ,,p' "$tree/include/pith.h" >head.c
check "the example of pith.h: some lines" test "$(wc -l <head.c)" -gt 15
check "  compiles" cc -std=c11 -Wall -Wextra -pedantic -Werror head.c $shared -o head
check "  0 for a record that holds" gives 0 ./head "$folder/$number.json"
check "  1 for one that does not" gives 1 ./head changed.json
check "  5 for what is none" gives 5 ./head wrong.json
check "  2 for nothing" gives 2 ./head
check "  8 for no file" gives 8 ./head nowhere

for how in "cc -std=c11 shared" "cc -std=c11 static" "g++ -std=c++11 shared"; do
    compiler=${how%% *}
    command -v "$compiler" >/dev/null || continue
    case $how in *static) flags=$static ;; *) flags=$shared ;; esac
    case $compiler in g++) language="-x c++" ;; *) language="-x c" ;; esac
    standard=${how#* }
    check "examples/verify.c: $how" "$compiler" "${standard% *}" -Wall -Wextra -pedantic -Werror \
        $language "$SRC/examples/verify.c" -x none $flags -o verify
    check "  a document" gives 0 ./verify "$folder/$number.json"
    check "    is told" holds out "pith:2013:$number intact, signed, trusted"
    check "  a PDF" gives 0 ./verify record.pdf
    check "    is told" holds out "[pdf-prefix-holds]"
    check "  another keyring" gives 4 ./verify record.pdf other.json
    check "    is told" holds out "[key-unknown]"
    check "  a PDF without a record" gives 3 ./verify plain.pdf
    check "    is told" holds err "holds no record"
    check "  a changed record" gives 1 ./verify changed.json
    check "  no JSON" gives 5 ./verify wrong.json
    check "  a secret key is no keyring" gives 5 ./verify record.pdf secret.json
    check "  usage" gives 2 ./verify
    [ "$how" != "cc -std=c11 static" ] || mv verify verify-static
done

# Every allocation fails once: 70, and no block is left.
check "the fault library" cc -shared -fPIC -O1 -w "$SRC/tests/fault/fault.c" -o fault.so -ldl
sweep() {
    n=1
    while :; do
        got=0
        FAULT_KIND=alloc FAULT_AT=$n FAULT_REPORT=report LD_PRELOAD=./fault.so \
            ./verify-static "$@" >/dev/null 2>&1 || got=$?
        read -r _ name blocks fds <report
        [ "$name" != - ] || break
        [ "$got $blocks $fds" = "70 0 0" ] || {
            echo "# allocation $n: exit $got, $blocks blocks, $fds descriptors" >&3
            return 1
        }
        n=$((n + 1))
    done
    [ "$got" = 0 ] && [ "$n" -gt 5 ]
}
check "every allocation fails once: a document" sweep "$folder/$number.json"
check "every allocation fails once: a PDF" sweep record.pdf

# ---- Threads

cat >paper.yaml <<'END'
id: "1309.3741"
version: 1
title: A title
abstract: An abstract.
categories: math.CA
license: ""
submitted_at: 2013-09-15T09:53:20Z
END
for _ in 1 2 3 4 5; do
    tr -d '\n' <"$folder/$number.json"
    echo
done >lines
check "a client with threads" cc -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -Wall -Wextra -Werror \
    "$SRC/tests/ship/threads.c" $static -o threads
check "  comes to the same in each" ./threads "$folder" "$SRC/examples/paper/main.tex" paper.yaml $number
if [ -n "${LONG:-}" ]; then
    check "the library with ThreadSanitizer" cmake -S "$SRC" -B tsan -DPITH_TESTS=OFF \
        -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_FLAGS=-fsanitize=thread
    check "  builds" cmake --build tsan --parallel 2 --target pith
    check "  and the client" cc -std=c11 -D_POSIX_C_SOURCE=200809L -g -fsanitize=thread -w \
        "$SRC/tests/ship/threads.c" tsan/libpith.a $static -o threads
    check "  no race" setarch -R ./threads "$folder" "$SRC/examples/paper/main.tex" paper.yaml $number
fi
finish
