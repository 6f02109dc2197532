#!/bin/sh
# SPDX-License-Identifier: MIT
# The conformance cases, and that their independent generator makes these bytes.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
python3 -I "$SRC/tests/conformance/run.py" "$PITH" || FAILED=1
if python3 -I "$SRC/tests/conformance/make.py" --check; then
    ok "make.py makes these cases byte for byte"
else
    not_ok "make.py makes these cases byte for byte"
fi
count=$(find "$SRC/tests/conformance" -name cmd | wc -l)
refusals=$(find "$SRC/tests/conformance" -path '*_fail/cmd' | wc -l)
check "there are 60 cases or more ($count)" test "$count" -ge 60
check "40 of them or more are refusals ($refusals)" test "$refusals" -ge 40
finish
