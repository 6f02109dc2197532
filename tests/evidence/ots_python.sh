#!/bin/sh
# SPDX-License-Identifier: MIT
# Proofs against the Python library of OpenTimestamps (Debian: python3-opentimestamps): what one
# writes the other reads, in both directions, with the same bytes; merging and damage too.
# COUNT random proofs (400; LONG=1: 20000) of SEED.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need curl
cd "$WORK"
PYTHON=
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import opentimestamps, bitcoin' 2>/dev/null; then
        PYTHON=$python
        break
    fi
done
[ -n "$PYTHON" ] || {
    echo "SKIP: no python3-opentimestamps: NO PROOF WAS COMPARED WITH THE REFERENCE"
    exit 77
}
PYTHONDONTWRITEBYTECODE=1
PITH_ALLOW_PRIVATE=1
export PYTHONDONTWRITEBYTECODE PITH_ALLOW_PRIVATE
reference() { "$PYTHON" "$SRC/tests/evidence/reference.py" "$@"; }

if [ -n "${LONG:-}" ]; then : "${COUNT:=20000}"; fi
set --
for file in "${VECTORS:-$SRC/../shared/vectors}"/third-party/opentimestamps/*.ots; do
    [ ! -f "$file" ] || set -- "$@" "$file"
done
if reference trees "${BUILD:?is the build folder}/tests/ots_main" "${COUNT:-400}" "${SEED:-1}" "$@" >result 2>&1; then
    ok "$(cat result)"
else
    not_ok "the reference library and pith agree"
    tail -n 5 result
fi

# ---- Through calendars ------------------------------------------------------------------

service port "$PYTHON" "$SRC/tests/evidence/servers.py"
BASE=http://127.0.0.1:$(cat port)
echo ours >ours.txt
echo theirs >theirs.txt
check "pith stamps" gives 0 "$PITH" stamp --calendar "$BASE/cal" --calendar "$BASE/cal2" ours.txt
check "the reference client stamps" reference stamp theirs.txt "$BASE/cal/" theirs.txt.ots
check "pith finds it pending" gives 3 "$PITH" stamp --verify theirs.txt.ots
curl -fsS "$BASE/mine" >/dev/null
curl -fsS "$BASE/headers" >headers
check "pith upgrades both" gives 0 "$PITH" stamp --upgrade --calendar "$BASE/cal" --calendar "$BASE/cal2" ours.txt.ots theirs.txt.ots
for file in ours.txt theirs.txt; do
    check "$file holds for the reference client" reference check $file $file.ots headers
    check "  and for pith" gives 0 "$PITH" stamp --verify --network regtest --headers headers $file.ots
done
check "of another file it holds for neither" fails reference check theirs.txt ours.txt.ots headers
check "  of the two" gives 1 "$PITH" stamp --verify --network regtest --headers headers ours.txt.ots theirs.txt
finish
