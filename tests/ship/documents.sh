#!/bin/sh
# SPDX-License-Identifier: MIT
# CONTRIBUTING, SECURITY, CHANGELOG and README tell the truth: each path and each test they name is
# there, the tour has every folder of the code, and the changelog has the version.
# shellcheck disable=SC2016 # backquotes are Markdown's
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need git
cd "$SRC"
# What stands between backquotes.
quoted() { grep -o '`[^`]*`' "$1" | tr -d '`' | sort -u; }

for file in CONTRIBUTING.md SECURITY.md README.md; do
    quoted "$file" | grep -E '^(src|tex|tests|templates|packaging|examples|\.ci)(/[A-Za-z0-9_.*-]+)*/?$' \
        >"$WORK/paths" || true
    check "$file names paths" test -s "$WORK/paths"
    while read -r path; do
        # shellcheck disable=SC2086 # a pattern
        case $path in
        *\**) ls $path >/dev/null 2>&1 || not_ok "$file names $path, which is not there" ;;
        *X* | *NAME*) ;;
        *) [ -e "$path" ] || not_ok "$file names $path, which is not there" ;;
        esac
    done <"$WORK/paths"
    quoted "$file" | grep -E '^(unit|cli|net|pdf|tex|badge|paper|fuzz|fault|ship|static|mint|evidence)\.[a-z0-9_-]+$' \
        >"$WORK/tests" || true
    while read -r name; do
        area=${name%%.*}
        stem=${name#*.}
        case $area in
        unit) [ -e "tests/unit/$stem.c" ] ;;
        *) [ -e "tests/$area/$stem.sh" ] ;;
        esac || not_ok "$file names the test $name, which is not there"
    done <"$WORK/tests"
    ok "$file: its paths and tests are there"
done
for folder in src/*/; do
    check "the tour has ${folder%/}" holds CONTRIBUTING.md "| \`${folder%/}\` |"
done
for name in ENGINES PITH_BADGE_FORMAT_TABLE PITH_EVENT_TYPE_TABLE '__pith_find_driver:' template_of put_value; do
    check "CONTRIBUTING names $name" holds CONTRIBUTING.md "$name"
    check "  which is there" grep -rqF "$name" tests/tex/matrix/cells.py src tex/pith.sty
done
version=$(sed -n 's/^#define PITH_VERSION "\(.*\)"/\1/p' src/pith.h)
date=$(sed -n 's/^.ProvidesExplPackage{pith}{\([0-9-]*\)}.*/\1/p' tex/pith.sty)
check "CHANGELOG has the version and its date" holds CHANGELOG.md "## [$version] - $date"
"$PITH" help | sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p' >"$WORK/commands"
sed -n '/^## All commands/,/^## /p' README.md >"$WORK/table"
while read -r command; do
    check "README has pith $command" grep -qE "^\|.*\`(pith )?$command( |\`)" "$WORK/table"
    check "  and the manual" holds tex/pith-doc.tex "\\texttt{pith $command} &"
done <"$WORK/commands"
finish
