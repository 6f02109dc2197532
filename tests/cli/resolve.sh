#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith resolve` on good, damaged and missing documents: words, codes, streams.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
cp -R "$SRC/examples/paper/pith" good
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
SEED=XHNNPWFNQ4ZPTVKFXVZADSBBOK

# damage FROM TO: the folder `bad` with one edit in every document of $ID
damage() {
    rm -rf bad
    mkdir -p bad/$ID
    sed "s|$1|$2|" good/$ID/bundle.json >bad/$ID/bundle.json
    fails cmp -s good/$ID/bundle.json bad/$ID/bundle.json || echo "no edit: $1" >&3
}
code() { python3 -c 'import json,sys; r=json.load(sys.stdin)["results"][0]
print(*sorted({f["code"] for f in r["findings"] if f["severity"]=="error"}))' <out; }

check "a signed record is verified" gives 0 "$PITH" resolve --from good $ID
check "  and says so" holds out "verdict   verified"
check "  and by whom" holds out "by pith-v1-2026-05"
check "a record without receipt is only intact" gives 0 "$PITH" resolve --from good $SEED
check "  and says so" holds out "hash verified, no receipt"
check "  which is enough for a number" fails holds out "warning"
check "  unless more is asked for" gives 3 "$PITH" resolve --require signed --from good $SEED
python3 -c 'import json
d = json.load(open("good/'$ID'.json")); del d["receipt"]; json.dump(d, open("unsigned.json", "w"))'
for name in arxiv:1309.3741 10.48550/arXiv.1309.3741 1309.3741v1 A5G5GAJ7; do
    check "a name of such a record: $name" gives 0 "$PITH" resolve --from unsigned.json "$name"
    check "  is nobody's word but the file's" holds out "warning   [receipt-missing]"
    check "  in JSON too" gives 0 "$PITH" resolve --json --from unsigned.json "$name"
    check "    as well" python3 -c 'import json
r, = json.load(open("out"))["results"]
assert r["exit"] == 0 and [f["code"] for f in r["findings"] if f["severity"] == "warning"] == ["receipt-missing"]'
done
check "a name of a signed record" gives 0 "$PITH" resolve --from good/$ID.json 1309.3741
check "  has more than that" fails holds out "warning"
for form in "pith:$ID" "pith:2013:$ID" a5g5gaj7dmczdpvamnfayyauop \
    "https://pith.science/pith/$ID"; do
    check "accepts $form" gives 0 "$PITH" resolve -q --from good "$form"
done
check "-q prints nothing" test ! -s out
check "a bundle file works as well" gives 0 "$PITH" resolve --from good/$ID/bundle.json $ID
check "and standard input" gives 0 sh -c "\"$PITH\" resolve --from - $ID <good/$ID.json"

# Five kinds of failure, each with its code; exit codes follow the table of `pith help`.
damage '"canonical_sha256": "074' '"canonical_sha256": "174'
check "a wrong hash exits with 1" gives 1 "$PITH" resolve --json --from bad $ID
check "  hash-mismatch" same "$(code)" hash-mismatch
damage '"pith_number": "pith:2013:A5G5' '"pith_number": "pith:2013:B5G5'
check "a wrong number exits with 1" gives 1 "$PITH" resolve --json --from bad $ID
check "  number-mismatch" sh -c "echo '$(code)' | grep -q number-mismatch"
damage 1DX9s52M 1DX9s52N
check "a bad signature exits with 1" gives 1 "$PITH" resolve --json --from bad $ID
check "  signature-invalid" same "$(code)" signature-invalid
damage pith-v1-2026-05 pith-v9-2031-01
check "an unknown key exits with 4" gives 4 "$PITH" resolve --json --from bad $ID
check "  key-unknown" same "$(code)" key-unknown
damage '"bundle_version": "1.0",' '"bundle_version": "1.0"'
check "unreadable JSON exits with 5" gives 5 "$PITH" resolve --json --from bad $ID
check "  json-syntax" same "$(code)" json-syntax
check "  without --json one line on standard error" gives 5 "$PITH" resolve --from bad $ID
check "  naming file and byte" grep -q "bundle.json: .* at byte [0-9]*; " err
check "  and only one" same "$(wc -l <err)" 1
check "another number exits with 1" gives 1 "$PITH" resolve --from good/$ID.json $SEED
check "a number nobody has exits with 7" gives 7 "$PITH" resolve --from good AAAAAAAAAAAAAAAAAAAAAAAAAA
check "a missing file exits with 8" gives 8 "$PITH" resolve --from no-such $ID
check "a mistyped number exits with 2" gives 2 "$PITH" resolve --from good X0NNPWFNQ4ZPTVKFXVZADSBBOK
check "  with a hint" holds err "is it the letter O?"
check "the worst of several wins" gives 2 "$PITH" resolve --from good $ID nonsense!
check "  and the good one is reported" holds out "verdict   verified"

# The output is one JSON document on every path.
for args in "--from good $ID $SEED" "--from no-such $ID" "--from good nonsense!" "" "--nonsense" \
    "--from good --resolver https://x.invalid $ID"; do
    # shellcheck disable=SC2086 # words
    "$PITH" resolve --json $args >out 2>err || true
    check "--json is JSON for: resolve $args" python3 -m json.tool out
    check "  and standard error is empty" test ! -s err
done

# Nothing a document says reaches the terminal raw.
sed 's|GoSam applications|\\u001b]0;owned\\u0007\\u202e\\u009b2J|; s|074dd3013f|074dd3013f|' \
    good/$ID.json >hostile.json
"$PITH" resolve --from hostile.json $ID >out 2>&1 || true
check "no control character reaches the terminal" python3 -c 'import sys
text = open("out", encoding="utf-8").read()
sys.exit(any(ord(c) < 32 and c != "\n" or 0x7f <= ord(c) < 0xa0 or c == "\u202e" for c in text))'
printf '{"canonical_record":1,"\033[2J":2}' >esc.json
check "nor from a file name" gives 5 "$PITH" resolve --from esc.json $ID
mv esc.json "$(printf 'a\033[31mb.json')"
"$PITH" resolve --from "$(printf 'a\033[31mb.json')" $ID >out 2>err || true
check "  escaped there" grep -qF 'a\u{1b}[31mb.json' err

check "no colour into a pipe" fails grep -q "$(printf '\033')" out
check "colour when asked" gives 0 "$PITH" resolve --color=always --from good $ID
check "  has colour" grep -q "$(printf '\033')" out
check "a full disk is noticed" gives 8 sh -c "\"$PITH\" resolve --from good $ID >/dev/full"
check "reports fit 80 columns" sh -c "\"$PITH\" resolve --from good $ID | awk 'length > 80 {exit 1}'"
finish
