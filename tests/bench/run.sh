#!/bin/sh
# SPDX-License-Identifier: MIT
# All benchmarks of this folder, each figure beside its peer and its floor. Wants a release
# build: cmake --build BUILD --target bench. LONG=1 goes to a million events. Ends with the plot of
# the manual, BUILD/pith-doc-figures.tex, to be looked at and copied into tex/.
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
pith=$BUILD/pith
FIGURES=$WORK/figures
machine=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
date=$(date -u +%Y-%m-%d)
printf 'machine: %s, %s processors\ndate: %s\n\n' "${machine:=unknown}" "$(nproc)" "$date"
"$BUILD/tests/bench_verify" | tee rates

lines=20000
"$BUILD/tests/bench_verify" --ndjson $lines >bundles.ndjson
one=$(seconds "$pith" verify --ndjson -j1 --keyring keyring.json bundles.ndjson)
two=$(seconds "$pith" verify --ndjson -j2 --keyring keyring.json bundles.ndjson)
awk -v n=$lines -v a="$one" -v b="$two" 'BEGIN {
    printf "pith verify --ndjson -j1            %8.0f /s\n", n / a
    printf "pith verify --ndjson -j2            %8.0f /s  %.2f times one thread\n", n / b, a / b }'
task="check a signed record"
figure "$task" pith pith "$(awk -v s="$one" -v n=$lines 'BEGIN { print s / n }')"
figure "$task" floor Ed25519 "$(awk '/floor\)/ { for (i = 1; i < NF; i++)
    if ($(i + 1) == "/s") print 1 / $i }' rates)"
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
    figure "$task" peer "jq | python3, hash only" "$(awk -v s="$slow" 'BEGIN { print s / 50 }')"
fi
echo
"$BUILD/tests/bench_merge" "$([ "${LONG:-0}" = 1 ] && echo 1000000 || echo 100000)" | tee merges
task="merge a signed event"
figure "$task" pith pith "$(awk '{ s = $4 } END { print s / 1e6 }' merges)"
figure "$task" floor Ed25519 "$(awk '{ s = $6 } END { print s / 1e6 }' merges)"
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
sh "$here/tex.sh" || [ $? = 77 ]

echo
python3 "$here/plot.py" "$machine" "$date" <"$FIGURES" >"$BUILD/pith-doc-figures.tex"
echo "the manual's plot: $BUILD/pith-doc-figures.tex"
