#!/bin/sh
# SPDX-License-Identifier: MIT
# Hand-made PDFs of every shape that embed has to handle or refuse (tests/pdf/shapes.py).
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
# shellcheck source=tests/pdf/lib.sh
. "$SRC/tests/pdf/lib.sh"
need_pith
need python3 qpdf pdfinfo pdftoppm
cd "$WORK"
mkdir good
python3 "$SRC/tests/pdf/shapes.py" all

refused=0
while read -r name expected; do
    if [ "$expected" = ok ]; then
        cp "all/$name.pdf" good/
        continue
    fi
    refused=$((refused + 1))
    cp "all/$name.pdf" in.pdf
    status=0
    "$PITH" embed --json --from "$FROM" --in-place in.pdf "$ID" >report 2>err || status=$?
    code=$(code_of report || true)
    [ "$code" = "$expected" ] || not_ok "$name: $code instead of $expected"
    [ "$status" = 5 ] || not_ok "$name: exit $status"
    cmp -s "all/$name.pdf" in.pdf || not_ok "$name: the file was touched"
    "$PITH" embed --from "$FROM" -o out.pdf in.pdf "$ID" >out 2>err || true
    [ ! -e out.pdf ] || not_ok "$name: something was written"
    # One line: what, where, and what to do next.
    if [ "$(wc -l <err)" != 1 ] || ! grep -q '^pith: in.pdf: .' err ||
        { ! grep -q '; .' err && [ "$code" != too-large ]; }; then
        not_ok "$name: $(cat err)"
    fi
done <all/list
ok "$refused shapes are refused, each for its reason"

round_trip good embedded
ok "$(find embedded -name '*.pdf' | wc -l) shapes go through embed, strip and verify"
python3 "$SRC/tests/pdf/judge.py" good embedded || FAILED=1

check "a signed file is added to on request" gives 0 "$PITH" embed --from "$FROM" --allow-signed \
    -o signed.pdf all/signed.pdf "$ID"
check "  with a warning" holds err "changed after signing"
check "  its bytes kept" cmp -n "$(wc -c <all/signed.pdf)" all/signed.pdf signed.pdf
check "a certified one is not" gives 5 "$PITH" embed --from "$FROM" --allow-signed \
    -o certified.pdf all/certified.pdf "$ID"
for name in duplicate-metadata encrypted junk-before metadata-malformed \
    duplicate-catalog-key-kept duplicate-metadata-key hybrid-metadata-hidden trailer-many-keys; do
    check "verify fails for $name" gives 5 "$PITH" verify "all/$name.pdf"
done
finish
