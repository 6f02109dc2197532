#!/bin/sh
# SPDX-License-Identifier: MIT
# Papers asked for by another name than the number: files that are named one by one, alias indices
# that lie, and what is known when no resolver answers.
# shellcheck disable=SC2016,SC2317 # the inner shell expands; check runs the functions
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need python3
need_pith
A=A5G5GAJ7DMCZDPVAMNFAYYAUOP
B=XHNNPWFNQ4ZPTVKFXVZADSBBOK
R=$SRC/examples/paper/pith
cd "$WORK"

# resolves ID argument...: the paper is found, and is that one
resolves() {
    id=$1
    shift
    gives 0 "$PITH" resolve "$@" && holds out ":$id" && [ "$(grep -c '^pith:' out)" = 1 ]
}

# ---- Files named one by one -----------------------------------------------------------
for name in arxiv:1309.3741 arXiv:1309.3741v1 1309.3741 10.48550/arXiv.1309.3741 A5G5GAJ7 A5G5GAJ7DMCZ; do
    check "$name, in files" resolves $A --from "$R/$B.json" --from "$R/$A.json" "$name"
done
check "a version that no file has" gives 7 "$PITH" resolve --from "$R/$A.json" arxiv:1309.3741v2
check "  is named" holds err "1309.3741v2"
echo broken >broken.json
check "a file that is none" gives 5 "$PITH" resolve --from broken.json --from "$R/$A.json" 1309.3741
check "  is named" holds err "broken.json"

# ---- Alias indices --------------------------------------------------------------------
"$PITH" mirror -q --from "$R" site $A $B
index=site/alias/arxiv/1309.3741.json
check "the index of a mirror" resolves $A --from site 1309.3741
# answers CODE TEXT...: with this list in the index
answers() {
    code=$1
    printf '{"alias_kind":"arxiv","alias_value":"1309.3741","pith_numbers":%s}' "$2" >"$index"
    gives "$code" "$PITH" resolve --from site 1309.3741
}
check "one that names a record twice" answers 0 "[\"pith:2013:$A\",\"$A\"]"
check "  gives it once" lines 1 out "pith:2013:$A"
check "one with what is no number" answers 0 "[\"\",7,null,\"pith:2013:$A\",\"A5G5\"]"
check "  gives the number" holds out "pith:2013:$A"
check "one that names another paper" answers 1 "[\"pith:2024:$B\"]"
check "  is found out" holds err "$B, which has another name"
check "one that names another paper as well" answers 0 "[\"pith:2013:$A\",\"pith:2024:$B\"]"
check "  is not believed" sh -c 'grep -q "$1" out && ! grep -q "$2" out' - $A $B
check "no list" answers 5 "{}"
check "  is told" holds err "$index: pith_numbers"
check "an empty list" answers 7 "[]"
many=$(python3 -c "print(','.join('\"' + 'A' * 24 + a + b + '\"' for a in 'ABCDEFGH' for b in 'ABCDEFGHI')) ")
check "a list of 72" answers 2 "[$many]"
check "  is too long" holds err "stands for more than 64 records"

# ---- No resolver answers --------------------------------------------------------------
"$PITH" mirror -q --from "$R" site $A $B
PITH_CACHE_DIR=$WORK/cache
export PITH_CACHE_DIR
resolver
check "from a resolver" resolves $A 1309.3741
kill "$SERVER"
wait "$SERVER" 2>/dev/null || true
check "from the cache" resolves $A 1309.3741
check "what is known stands in for what cannot be asked" resolves $A --refresh --timeout 2 1309.3741
check "  and what is not, does not" gives 6 "$PITH" resolve --timeout 2 2407.20018
finish
