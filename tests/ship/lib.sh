# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced after tests/lib.sh by the tests of what is shipped.

# shellcheck disable=SC2016 # the inner shell expands
# Builds what is shipped, as a distribution does, in $SHIPPED, with
# libraries in $LIB; once for all scripts.
shipped() {
    need cmake cc pkg-config flock
    SHIPPED=${BUILD:?}/shipped
    mkdir -p "$SHIPPED"
    flock "$SHIPPED" sh -c 'cmake -S "$1" -B "$2" -DCMAKE_BUILD_TYPE=Release -DPITH_TESTS=OFF \
        -DCMAKE_INSTALL_PREFIX=/usr && cmake --build "$2" --parallel 2' \
        - "$SRC" "$SHIPPED" >"$WORK/shipped.log" 2>&1 || {
        tail -n 20 "$WORK/shipped.log"
        not_ok "a release build"
        finish
    }
    # shellcheck disable=SC2034 # for the caller
    LIB=$(sed -n 's/^CMAKE_INSTALL_LIBDIR:PATH=//p' "$SHIPPED/CMakeCache.txt")
}
