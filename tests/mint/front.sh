#!/bin/sh
# SPDX-License-Identifier: MIT
# Title and abstract from TeX sources, as arXiv's metadata would have them.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need python3
if python3 "$SRC/tests/mint/front.py" "$BUILD/tests/front_main"; then
    ok "titles and abstracts come out of their sources"
else
    not_ok "titles and abstracts come out of their sources"
fi
finish
