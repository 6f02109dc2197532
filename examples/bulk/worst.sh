#!/bin/sh
# SPDX-License-Identifier: MIT
#
# worst.sh JOBLOG: exits with the worst code of a GNU parallel job log, by the order of
# `pith`: 70 > 2 > 1 > 5 > 4 > 8 > 6 > 7 > 3 > 0. Anything else, or a signal, counts as 70.
set -eu
exit "$(awk -F '\t' '
    BEGIN { split("0 3 7 6 8 4 5 1 2 70", order, " "); for (i in order) rank[order[i]] = i + 0 }
    NR > 1 { code = $7 + 0; if ($8 + 0 || !(code in rank)) code = 70
             if (rank[code] > rank[worst + 0]) worst = code }
    END { print worst + 0 }' "$1")"
