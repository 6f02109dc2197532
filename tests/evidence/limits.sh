#!/bin/sh
# SPDX-License-Identifier: MIT
# How many anchors `pith status` asks about, and for how long: a flood of them holds nobody up, and
# no key keeps those of another from being asked about.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
# shellcheck source=tests/evidence/lib.sh
. "$SRC/tests/evidence/lib.sh"
proofs
archive
"$PITH" sign receipt -q --key alice.json --date 2026-10-01T12:00:00Z -o start.json \
    "$EXAMPLES/$NUMBER.json"
# anchors BUNDLE KEY FIRST LAST: one for each second, with the payload of `payload SECOND`
anchors() {
    second=$3
    while [ "$second" -le "$4" ]; do
        payload "$second" >payload.json
        "$PITH" sign event -q --key "$2.json" --type anchor --payload payload.json -o "$1" \
            --date "$(printf '2026-10-01T13:%02d:%02dZ' $((second / 60)) $((second % 60)))" "$1"
        second=$((second + 1))
    done
}
why() { python3 -c 'import json, sys
print(json.load(open("rows.json"))["results"][0]["evidence"][sys.argv[1]]["why"])' "$1"; }

# Captures: 65 that the archive does not have.
payload() {
    printf '{"kind":"internet_archive","proof":"%s/web/2026090112%02d%02d/%s"}' \
        "$PITH_ARCHIVE" $(($1 / 60)) $(($1 % 60)) "$PAGE"
}
cp start.json many.json
anchors many.json alice 1 65
rows --check many.json >state
check "of 65 captures by one key" grep -q "archive=could_not_check" state
check "  64 are asked for" lines 64 asked "GET /cdx/"
check "  and the last is told" grep -qF "; 1 not asked about: too many" rows.json
anchors many.json bob 119 119
echo "20260901120159 $PAGE" >captures
: >asked
rows --check many.json >state
check "one by another key is asked about as well" grep -q "archive=checked_here" state
cp start.json few.json
: >captures
anchors few.json alice 1 5
echo slow >mode
: >asked
start=$(date +%s)
rows --check --timeout 1 few.json >state
check "an archive that is slow" test $(($(date +%s) - start)) -lt 10
check "  is asked while there is time" test "$(grep -c "GET /cdx/" asked)" -lt 4
check "  and what that leaves out is told" grep -q "not asked about: too many, or no time left" rows.json
check "  and not checked" grep -q "archive=could_not_check" state

# Timestamps: 65 that lead to another block than the one at hand, and a true one behind them.
payload() {
    if [ "$1" -lt 66 ]; then cat "false$(($1 % 20)).json"; else cat bitcoin.json; fi
}
cp start.json many.json
anchors many.json alice 1 66
rows --header "$(cat header)" --network regtest many.json >state
check "of 66 timestamps by one key" grep -q "timestamp=could_not_check" state
check "  64 are looked at" same "$(why timestamp)" \
    "nobody was asked about it; the best of 66; 64 refuted; 2 not asked about: too many, or no time left"
anchors many.json bob 66 66
rows --header "$(cat header)" --network regtest many.json >state
check "another key's is checked" grep -q "timestamp=checked_here" state
finish
