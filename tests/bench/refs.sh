#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith refs` with 2,000 entries, all of which a local mirror of 100,000 records has.
# Every record that is found is checked as a whole. Beside it: the same look-ups as nothing but
# file reads, in one Python process.
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
"$BUILD/pith" keygen -q --key-id bench-2026 -o secret.json >keyring.json
python3 "$here/refs_mirror.py" 100000 2000 >sign.list
while IFS=' ' read -r record id; do
    "$BUILD/pith" sign receipt -q --key secret.json --date 2026-06-01T00:00:00Z "$record" \
        -o "m/pith/$id/bundle.json"
done <sign.list
cold=$(seconds "$BUILD/pith" refs -q --keyring keyring.json --from m -o out.bib refs.bib)
found=$(grep -c 'pith *=' out.bib)
warm=$(seconds "$BUILD/pith" refs -q --keyring keyring.json --from m -o out.bib refs.bib)
floor=$(seconds python3 -c '
import re
for line in open("refs.bib"):
    m = re.search(r"eprint = \{(.*?)\}", line)
    if not m: continue
    i = re.search(rb"[A-Z2-7]{26}", open("m/alias/arxiv/%s.json" % m[1], "rb").read())[0].decode()
    open("m/pith/%s/bundle.json" % i, "rb").read()')
echo "pith refs, 2,000 entries, mirror of 100,000 records, $found found:"
echo "  first run ${cold} s, again ${warm} s; only the file reads, in Python: ${floor} s"
task="look up 2,000 entries of a .bib"
figure "$task" pith pith "$warm"
figure "$task" floor "file reads" "$floor"
