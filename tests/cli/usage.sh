#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line itself: help, versions, mistakes.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
cd "$WORK"

check "--help goes to standard output" gives 0 "$PITH" --help
check "  and lists the commands" grep -q '^  resolve ' out
check "  and the exit codes" grep -q '^  70  internal' out
check "  within 80 columns" awk 'length > 80 {exit 1}' out
check "no command: help, exit 2" gives 2 "$PITH"
check "--version" gives 0 "$PITH" --version
check "  is one line" same "$(wc -l <out)" 1
check "-v --version names the libraries" gives 0 "$PITH" -v --version
for library in libcurl libsodium cJSON libqrencode; do
    check "  $library" grep -qi "^$library/" out
done
for command in $("$PITH" help | sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p'); do
    check "help $command" gives 0 "$PITH" help "$command"
    check "  same as $command --help" sh -c "\"$PITH\" $command --help | cmp - out"
    check "  within 80 columns" awk 'length > 80 {exit 1}' out
    check "  $command refuses an unknown option" gives 2 "$PITH" "$command" --no-such-option
    check "  $command refuses --quiet twice" gives 2 "$PITH" "$command" --quiet --quiet
    check "  $command refuses an abbreviation" gives 2 "$PITH" "$command" --jso
    check "  and suggests the whole name" holds err "--json"
done
# The sources of the manual pages, with roff's escapes undone.
for page in "${BUILD:-}"/docs/man1/*.1; do
    [ -f "$page" ] || continue
    check "$(basename "$page") within 80 columns" sh -c "sed 's/\\\\(../x/g; s/\\\\//g' \"\$0\" | awk 'length > 80 {exit 1}'" "$page"
done
check "an unknown command suggests a near one" gives 2 "$PITH" reslove
check "  resolve" holds err "the nearest is resolve"
check "a far one does not" gives 2 "$PITH" xyzzy
check "  no suggestion" fails holds err "nearest"
check "an unknown command is JSON where that is asked for" gives 2 "$PITH" xyzzy --json
check "  one object" python3 -c 'import json; json.load(open("out"))["results"][0]["findings"][0]["code"] == "usage" or exit(1)'
check "resolve without a number" gives 2 "$PITH" resolve
check "-- ends options" gives 2 "$PITH" resolve --from . -- --json
check "  and --json is then a number" holds err "--json"
check "an option without its value" gives 2 "$PITH" resolve --from
check "a switch with a value" gives 2 "$PITH" resolve --json=yes
check "a bad timeout" gives 2 "$PITH" resolve --timeout soon A5G5GAJ7DMCZDPVAMNFAYYAUOP
check "options that can't take effect" gives 2 "$PITH" resolve --from . --timeout 5 A5G5GAJ7DMCZDPVAMNFAYYAUOP
check "no HOME is no crash" gives 2 env -u HOME -u PATH "$PITH" resolve
finish
