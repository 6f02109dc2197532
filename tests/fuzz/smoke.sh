#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Runs every fuzz target for a short while: all of them together take about 30 seconds. The
# short form is the same inputs each time (a seed, a count, no corpus of an earlier run), so that
# it judges the change and not its luck; finding new inputs is the long form's work.
#
#   SECONDS_EACH=600  this long each, with new inputs (LONG=1 is the same)
#   TARGETS="gate scan"  only these
#   FUZZ_DIR=DIR      builds and keeps what is found in DIR instead of $BUILD/fuzz: new inputs
#                     in DIR/corpus/NAME, failing ones in DIR/findings/NAME, logs in DIR/NAME.log
set -eu
: "${SRC:?set SRC to the top of the source tree}"
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"

skip() {
    echo "SKIP: $1: NOTHING WAS FUZZED"
    exit 77
}

command -v clang >/dev/null 2>&1 || skip "no clang"
command -v cmake >/dev/null 2>&1 || skip "no cmake"
printf '%s\n' '#include <stddef.h>' '#include <stdint.h>' \
    'int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { (void)d; (void)n; return 0; }' \
    >"$WORK/probe.c"
if ! { clang -fsanitize=fuzzer,address,undefined "$WORK/probe.c" -o "$WORK/probe" &&
    "$WORK/probe" -runs=1; } >/dev/null 2>&1; then
    skip "this clang has no working libFuzzer"
fi

# Under $BUILD the next run finds its objects and its corpus again.
if [ -z "${FUZZ_DIR:-}" ]; then
    if [ -n "${BUILD:-}" ]; then FUZZ_DIR=$BUILD/fuzz; else FUZZ_DIR=$WORK/fuzz; fi
fi
mkdir -p "$FUZZ_DIR"
if ! {
    cmake -S "$SRC" -B "$FUZZ_DIR/build" -DPITH_FUZZ=ON -DCMAKE_C_COMPILER=clang \
        -DCMAKE_BUILD_TYPE=RelWithDebInfo &&
        cmake --build "$FUZZ_DIR/build" --target fuzzers --parallel 2
} >"$FUZZ_DIR/build.log" 2>&1; then
    tail -n 20 "$FUZZ_DIR/build.log"
    not_ok "the fuzz targets build"
    finish
fi

if [ -z "${TARGETS:-}" ]; then
    TARGETS=$(cd "$SRC/tests/fuzz" && for file in fuzz_*.c; do
        file=${file#fuzz_}
        echo "${file%.c}"
    done)
fi
if [ -n "${LONG:-}" ]; then
    : "${SECONDS_EACH:=600}"
fi

# The dictionary and the largest input of a target.
options() {
    case $1 in
    gate | canon) echo "-dict=$SRC/tests/fuzz/json.dict -max_len=4096" ;;
    bundle | merge) echo "-dict=$SRC/tests/fuzz/pith.dict -max_len=8192" ;;
    texdata) echo "-dict=$SRC/tests/fuzz/json.dict -max_len=8192" ;;
    keyring) echo "-dict=$SRC/tests/fuzz/keys.dict -max_len=4096" ;;
    stream) echo "-dict=$SRC/tests/fuzz/pith.dict -max_len=2048" ;;
    number) echo "-dict=$SRC/tests/fuzz/number.dict -max_len=256" ;;
    pdf) echo "-dict=$SRC/tests/fuzz/pdf.dict -max_len=8192" ;;
    xmp) echo "-dict=$SRC/tests/fuzz/xmp.dict -max_len=8192" ;;
    scan) echo "-dict=$SRC/tests/fuzz/tex.dict -max_len=4096" ;;
    texread) echo "-dict=$SRC/tests/fuzz/texread.dict -max_len=8192" ;;
    ots) echo "-dict=$SRC/tests/fuzz/ots.dict -max_len=4096" ;;
    mint) echo "-dict=$SRC/tests/fuzz/tex.dict -max_len=4096" ;;
    *) echo "-max_len=4096" ;;
    esac
}

# About three seconds' worth of inputs.
runs() {
    case $1 in
    bundle | keyring) echo 15000 ;;
    canon | gate | number) echo 30000 ;;
    merge) echo 7000 ;;
    stream) echo 400 ;;
    texdata) echo 1700 ;;
    texread) echo 8000 ;;
    *) echo 4000 ;;
    esac
}

stat_of() {
    sed -n "s/^stat::$1: *//p" "$2"
}

for target in $TARGETS; do
    log=$FUZZ_DIR/$target.log
    mkdir -p "$FUZZ_DIR/corpus/$target" "$FUZZ_DIR/findings/$target" "$WORK/$target"
    if [ -n "${SECONDS_EACH:-}" ]; then
        how="-max_total_time=$SECONDS_EACH"
        found=$FUZZ_DIR/corpus/$target
        length="$SECONDS_EACH s"
    else
        how="-seed=1 -runs=$(runs "$target")"
        found=$WORK/$target
        length="$(runs "$target") runs"
    fi
    status=0
    # shellcheck disable=SC2046,SC2086 # options are words
    "$FUZZ_DIR/build/tests/fuzz/fuzz_$target" $how -timeout=20 \
        -rss_limit_mb=2048 -use_value_profile=1 -print_final_stats=1 \
        -artifact_prefix="$FUZZ_DIR/findings/$target/" $(options "$target") \
        "$found" "$SRC/tests/fuzz/corpus/$target" >"$log" 2>&1 || status=$?
    figures="$(stat_of number_of_executed_units "$log") inputs,"
    figures="$figures $(stat_of average_exec_per_sec "$log") a second,"
    figures="$figures$(sed -n 's/.*cov: \([0-9]*\) ft: \([0-9]*\).*/ \1 edges, \2 features/p' \
        "$log" | tail -n 1)"
    if [ "$status" = 0 ]; then
        ok "$target: $length without a finding: $figures"
    else
        not_ok "$target: finds something; the input is in $FUZZ_DIR/findings/$target"
        grep -m 5 -E 'does not hold|runtime error|ERROR|SUMMARY|Test unit' "$log" || tail "$log"
    fi
done
finish
