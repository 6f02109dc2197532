#!/bin/sh
# SPDX-License-Identifier: MIT
# A record whose source is not arXiv: it is verified, cited and published like any other, and what
# only arXiv has is neither made up nor asked for.
# shellcheck disable=SC2317 # `check` calls the functions
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
N=$(
    python3 - <<'EOP'
import base64, hashlib, json
record = {"schema_version": "1.0", "source": {"kind": "zenodo", "id": "1234567", "version": 3},
          "metadata": {"title_canon_sha256": hashlib.sha256(b"a title").hexdigest(),
                       "abstract_canon_sha256": "0" * 64, "license": "CC-BY-4.0",
                       "primary_cat": "math.AG", "cross_cats_sorted": [],
                       "submitted_at": "2021-02-03T04:05:06Z"}}
digest = hashlib.sha256(json.dumps(record, sort_keys=True, separators=(",", ":")).encode()).digest()
number = base64.b32encode(digest).decode()[:26]
with open("record.json", "w") as out:
    json.dump({"pith_number": "pith:2021:" + number, "canonical_sha256": digest.hex(),
               "canonical_record": record, "paper": {"title": "A title"}}, out)
print(number)
EOP
)
URL=https://pith.science/pith/$N
cite() { gives 0 "$PITH" cite --from record.json --format "$1" "$N"; }
# plain FILE: nothing of arXiv's in it
plain() { ! grep -qi arxiv "$1"; }

check "it is verified" gives 0 "$PITH" verify record.json
check "  and its source named" holds out "zenodo:1234567v3, submitted 2021-02-03"
for format in bibtex biblatex csl-json text; do
    check "cite as $format" cite $format
    check "  names the record" holds out "$URL"
    check "  and no eprint" plain out
done
check "cite as text is one line" same "$(cat out)" "A title. 2021-02-03. pith:2021:$N. $URL"

printf '%s\n' '\documentclass{article}\title{A title}\begin{document}' "\\pithnumber{$N}" \
    '\end{document}' >main.tex
check "a paper that names it" gives 0 "$PITH" prepare --from record.json main.tex
check "  gets its source" holds pith-data.tex '\pithvalue{source}{zenodo:1234567v3}'
check "  and nothing of arXiv" plain pith-data.tex
for command in "check" "mint --next"; do
    # shellcheck disable=SC2086 # words
    check "$command knows arXiv's metadata only" gives 5 "$PITH" $command main.tex --from record.json
    check "  and says so" holds err "$N: its record is not of the known form"
done

check "it is mirrored" gives 0 "$PITH" mirror --from record.json site "$N"
check "  under the names that it has" same "$(cd site/alias && echo ./*)" \
    "./pith_short_12 ./pith_short_16 ./pith_short_8"
check "  with its source on the page" holds "site/pith/$N/index.html" "zenodo:1234567"
check "  which links to no source" fails holds "site/pith/$N/index.html" 'href="https://arxiv.org'
check "the mirror holds" gives 0 "$PITH" resolve --from site "$N"
check "no page of its source can be archived" gives 2 "$PITH" archive --find --page source \
    --from record.json "$N"
check "  as none is known" holds err "no page at its source that is known here"
finish
