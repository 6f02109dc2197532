#!/bin/sh
# SPDX-License-Identifier: MIT
# All benchmarks of this folder, each figure beside its peer and its floor. Wants a release
# build: cmake --build BUILD --target bench. LONG=1 goes to a million events.
set -eu
: "${BUILD:?the build folder}"
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
cd "$(mktemp -d)"
pith=$BUILD/pith
[ ! -r /proc/cpuinfo ] || sed -n 's/^model name[^:]*: /machine: /p' /proc/cpuinfo | head -n 1
echo "date: $(date -u +%Y-%m-%d)"
echo
"$BUILD/tests/bench_verify"

lines=20000
"$BUILD/tests/bench_verify" --ndjson $lines >bundles.ndjson
seconds() {
    start=$(date +%s%N)
    "$@" >/dev/null
    echo "$(($(date +%s%N) - start))" | awk '{printf "%.3f", $1 / 1e9}'
}
one=$(seconds "$pith" verify --ndjson -j1 --keyring keyring.json bundles.ndjson)
two=$(seconds "$pith" verify --ndjson -j2 --keyring keyring.json bundles.ndjson)
awk -v n=$lines -v a="$one" -v b="$two" 'BEGIN {
    printf "pith verify --ndjson -j1            %8.0f /s\n", n / a
    printf "pith verify --ndjson -j2            %8.0f /s  %.2f times one thread\n", n / b, a / b }'
if command -v jq >/dev/null && command -v python3 >/dev/null; then
    # The recipe on the public record pages: hash one record with jq and python3.
    head -n 50 bundles.ndjson >fifty
    recipe() {
        while IFS= read -r line; do
            printf '%s' "$line" | jq -c .canonical_record | python3 -c 'import sys, json, hashlib
print(hashlib.sha256(json.dumps(json.load(sys.stdin), sort_keys=True, separators=(",", ":"),
ensure_ascii=False).encode()).hexdigest())'
        done <fifty
    }
    slow=$(seconds recipe)
    awk -v n=$lines -v a="$one" -v s="$slow" 'BEGIN {
        printf "jq | python3, hash only, no signature  %5.1f /s  pith is %.0f times faster\n",
            50 / s, (n / a) / (50 / s) }'
fi
echo
"$BUILD/tests/bench_merge" "$([ "${LONG:-0}" = 1 ] && echo 1000000 || echo 100000)"
rm -f bundles.ndjson keyring.json fifty
echo
sh "$here/prepare.sh"
echo
sh "$here/refs.sh"
echo
sh "$here/fetch.sh" || [ $? = 77 ]
echo
sh "$here/badge.sh"
echo
LINES=$([ "${LONG:-0}" = 1 ] && echo 1000000 || echo 200000) sh "$here/mint.sh"
echo
sh "$here/pdf.sh" || [ $? = 77 ]
echo
PITH=$pith sh "$here/tex.sh" || [ $? = 77 ]
