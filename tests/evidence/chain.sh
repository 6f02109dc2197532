#!/bin/sh
# SPDX-License-Identifier: MIT
# Every kind of evidence, from the signature to the PDF: sign, merge, mirror, resolve, badge, TeX
# data, XMP, verify. Then each event is damaged in turn: its row changes, no other one does, and
# every output says what the rows say.
# shellcheck disable=SC2317 # functions are called by check
set -eu
# shellcheck source=tests/evidence/lib.sh
. "$SRC/tests/evidence/lib.sh"
need qpdf
python3 "$SRC/tests/pdf/shapes.py" shapes
every_kind
mkdir site
resolver
PITH_CACHE_DIR=

# rows_of FILE: the rows of a --json report, sorted, one a line, without that of the bundle
cat >rows_of.py <<'Y'
import json, sys
(r,) = json.load(open(sys.argv[1]))["results"]
for name, row in sorted(r["evidence"].items()):
    if name != "bundle":
        print(name, json.dumps(row, sort_keys=True))
Y
rows_of() { python3 rows_of.py "$1"; }
# words FILE: the statuses of a --json report, as badges call them
words() {
    python3 -c 'import json,sys
r, = json.load(open(sys.argv[1]))["results"]
print(", ".join(("" if r["statuses"][s] else "not ") + s for s in ("attested", "anchored", "stored")))' "$1"
}
# said NAME: whether the badge says of each status what it is, and whose word that is
said() {
    python3 - "$1.status" "$1.svg" <<'Y'
import json, re, sys
r, = json.load(open(sys.argv[1]))["results"]
shown = {"attested": r["author_claims"]["strong"] > 0}
for status, row in ("anchored", "timestamp"), ("stored", "archive"):
    row = r["evidence"][row]
    shown[status] = row["valid"] > 0 and row["state"] != "could not check"
words = {s: ("" if r["statuses"][s] else "not ") + s for s in shown if r["statuses"][s] is not None}
svg = open(sys.argv[2]).read()
for heading, wanted in ("evidence", True), ("claimed", False):
    said = re.search("; %s: ([^.;]*)" % heading, svg)
    said = [w for w in said.group(1).split(", ") if w[:4] != "refs"] if said else []
    assert said == [words[s] for s in words if shown[s] == wanted], (heading, said)
Y
}
# labels NAME: whether the page of the mirror has the same words
labels() {
    for word in attested anchored stored; do
        case "$(words "$1.status")" in
        *"not $word"*) grep -qF ">not $word<" "$1.html" || return 1 ;;
        *) grep -qF ">$word<" "$1.html" || return 1 ;;
        esac
    done
}
# pairs FILE: the same as the TeX data file and XMP spell them
pairs() {
    python3 -c 'import json,sys
r, = json.load(open(sys.argv[1]))["results"]
print(" ".join(s + ":" + ("yes" if r["statuses"][s] else "no") for s in ("attested", "anchored", "stored")))' "$1"
}
found_in() {
    for pair in $2; do
        grep -aqF -e "$pair" "$1" || return 1
    done
}

# chain BUNDLE: all outputs into files of the same name with other ends
chain() {
    base=${1%.bundle}
    rm -rf site/pith site/alias pith-data.tex
    "$PITH" merge -q --bundle "$base.merged" "$1" >"$base.state" || return 1
    "$PITH" mirror -q --from "$base.merged" --from "$EXAMPLES/$NUMBER.json" site $NUMBER || return 1
    cp site/pith/$NUMBER/index.html "$base.html"
    "$PITH" resolve --json $NUMBER >"$base.resolved" || return 1
    "$PITH" status --json $NUMBER >"$base.status" || return 1
    "$PITH" badge -q --style full --format svg -o "$base.svg" $NUMBER || return 1
    "$PITH" tex -q $NUMBER || return 1
    mv pith-data.tex "$base.tex"
    "$PITH" embed -q --no-sync --attach -o "$base.pdf" shapes/table.pdf $NUMBER || return 1
    "$PITH" verify --json "$base.pdf" >"$base.verified" || [ $? = 1 ]
}
# outputs NAME: whether they agree with the rows of the mirror
outputs() {
    rows_of "$1.status" >"$1.rows"
    rows_of "$1.verified" | cmp -s - "$1.rows" || return 1
    rows_of "$1.resolved" | cmp -s - "$1.rows" || return 1
    said "$1" || return 1
    labels "$1" || return 1
    found_in "$1.tex" "$(pairs "$1.status")" || return 1
    found_in "$1.pdf" "$(pairs "$1.status")" || return 1
    [ "$(words "$1.status")" = "$(words "$1.verified")" ]
}

cp bundle.json good.bundle
check "every kind of evidence goes the whole way" chain good.bundle
check "  and every output says so" outputs good
check "  the rows" same "$(rows good.bundle)" \
    "timestamp=live archive=live author_claim=checked_here citation=checked_here replication=checked_here bundle=checked_here"
check "  the words" same "$(words good.status)" "attested, anchored, stored"
check "  the PDF alone shows it" gives 0 "$PITH" verify --require signed,trusted,attested good.pdf
check "  and its timestamp can be checked to the block" gives 0 "$PITH" status \
    --require anchored --header "$(cat header)" --network regtest good.pdf

# damage N HOW: N.bundle, whose Nth event of evidence is damaged, and the name of its row
cat >damage.py <<'Y'
import base64, json, sys
n, how, out = int(sys.argv[1]), sys.argv[2], sys.argv[3]
bundle = json.load(open("good.bundle"))
event = [e for e in bundle["events"] if e["event_type"] != "record_created"][n]
kind = event["event_type"]
body = event["payload"][kind]
row = {"author_claim": "author_claim", "citation": "citation", "anchor":
       "archive" if body.get("kind") == "internet_archive" else "timestamp"}.get(kind, "replication")
if how == "payload":
    key = sorted(k for k in body if k != "kind")[0]
    body[key] = body[key][:-1] + ("A" if body[key][-1] != "A" else "B")
elif how == "signature":
    raw = bytearray(base64.b64decode(event["signature"]["signature_b64"]))
    raw[40] ^= 1
    event["signature"]["signature_b64"] = base64.b64encode(bytes(raw)).decode()
elif how == "time":
    event["created_at"] = event["created_at"].replace("2026", "2025")
elif how == "id":
    event["event_id"] = event["event_id"][:-1] + ("0" if event["event_id"][-1] != "0" else "1")
json.dump(bundle, open(out, "w"))
print(row)
Y
# others_same NAME ROW: no row but ROW differs from the good ones, and that one does
others_same() {
    grep -v "^$2 " good.rows >others
    grep -v "^$2 " "$1.rows" | cmp -s - others || return 1
    ! cmp -s "$1.rows" good.rows
}
EVENTS=8
n=0
while [ $n -lt $EVENTS ]; do
    row=$(python3 damage.py $n payload damaged.bundle)
    check "event $n damaged: it still goes the whole way" chain damaged.bundle
    check "  every output says what the rows say" outputs damaged
    check "  its row, $row, changes, and no other" others_same damaged "$row"
    check "  the PDF as a whole does not hold" holds damaged.verified '"code":"pdf-bundle","severity":"error"'
    case ${LONG:-}$((n % 3)) in
    0) hows=signature ;;
    1) hows="time" ;;
    2) hows=id ;;
    *) hows="signature time id" ;;
    esac
    for how in $hows; do
        python3 damage.py $n "$how" damaged.json >row
        "$PITH" status --json damaged.json >damaged.status 2>/dev/null || true
        rows_of damaged.status >damaged.rows
        check "  by its $how too" others_same damaged "$row"
    done
    n=$((n + 1))
done
python3 damage.py 2 signature damaged.json >row
"$PITH" status --json --from damaged.json --from good.bundle --from "$EXAMPLES/$NUMBER.json" $NUMBER >damaged.status
rows_of damaged.status >damaged.rows
check "a good copy makes up for a damaged one" cmp damaged.rows good.rows
python3 damage.py 0 payload damaged.bundle >row
chain damaged.bundle
check "without its strong claim it is not attested" same "$(words damaged.status)" "not attested, anchored, stored"
finish
