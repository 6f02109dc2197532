#!/bin/sh
# SPDX-License-Identifier: MIT
# Libraries are loaded by what needs them, and by nothing else; one that cannot be used is refused.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need cc ldd strace
cd "$WORK"
export ASAN_OPTIONS=detect_leaks=0 # which cannot work under strace
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
FROM=$SRC/examples/paper/pith
if ldd "$PITH" | grep -q libcurl; then
    echo "SKIP: libcurl is linked (PITH_LINK_ALL)"
    exit 77
fi
strace -o /dev/null true 2>/dev/null || {
    echo "SKIP: strace may not trace here"
    exit 77
}

# opens COMMAND...: which of these libraries were looked for
# shellcheck disable=SC2317 # called by check
opens() {
    strace -f -e trace=openat -o trace "$@" >out 2>&1 || true
    grep -oE 'lib(curl|hpdf|png|qrencode|yaml)[^"/]*' trace | sort -u >opened
    test -s opened
}
python3 "$SRC/tests/pdf/shapes.py" shapes
check "resolve --from: none" fails opens "$PITH" resolve --from "$FROM" $ID
check "embed --from: none" fails opens "$PITH" embed --from "$FROM" -o out.pdf shapes/table.pdf $ID
check "verify: none" fails opens "$PITH" verify out.pdf
check "strip: none" fails opens "$PITH" strip -o bare.pdf out.pdf
check "badge without a picture: none" fails opens "$PITH" badge --from "$FROM" -o b.svg $ID
check "--version: none" fails opens "$PITH" --version
check "a fetch: libcurl is loaded" opens "$PITH" resolve --resolver https://localhost:9 $ID
check "  and used" grep -q localhost out
check "a badge as PDF: libharu" opens "$PITH" badge --from "$FROM" -o b.pdf $ID
hpdf=$(grep hpdf opened)
check "a badge with a code as PNG: two" opens "$PITH" badge --style card --qr --from "$FROM" -o b.png $ID
png=$(grep png opened)
qrencode=$(grep qrencode opened)
check "  and no other" same "$(cat opened)" "$png
$qrencode"
printf 'title: A\n' >meta.yaml
check "YAML: libyaml" opens "$PITH" mint meta.yaml
yaml=$(cat opened)

# Before what the system has, the linker looks into a folder that the test names.
mkdir lib
# shellcheck disable=SC2317 # called by check
unusable() { gives 6 env LD_LIBRARY_PATH="$WORK/lib" "$PITH" resolve "$ID"; }
echo "no library" >lib/libcurl.so.4
cp lib/libcurl.so.4 lib/libcurl-gnutls.so.4
check "a libcurl that is none: exit 6" unusable
check "  and why" holds err "libcurl.so.4"
check "  with a remedy" holds err "install libcurl 7.85"
check "  but what fetches nothing works" gives 0 env LD_LIBRARY_PATH="$WORK/lib" \
    "$PITH" resolve --from "$FROM" $ID
check "  -v --version says so" gives 0 env LD_LIBRARY_PATH="$WORK/lib" "$PITH" -v --version
check "    in one word" holds out "libcurl (cannot be used)"
check "  doctor finds it" gives 3 env LD_LIBRARY_PATH="$WORK/lib" "$PITH" doctor
check "    with the reason" grep -E '^FAIL +libcurl +.*libcurl\.so\.4' out
check "    and the remedy" holds out "install libcurl 7.85"
check "    which it does not otherwise" sh -c "'$PITH' doctor | grep -c '^FAIL *libcurl' | grep -qx 0"

# The others, each where it is needed, and only there.
# shellcheck disable=SC2317 # called by check
broken() { # SONAME COMMAND...
    rm -rf lib/* broken.*
    case $1 in lib*.so*) echo "no library" >"lib/$1" ;; *) return 1 ;; esac
    shift
    gives 8 env LD_LIBRARY_PATH="$WORK/lib" "$PITH" "$@"
}
for row in "$hpdf badge --from $FROM -o broken.pdf $ID" "$png badge --from $FROM -o broken.png $ID" \
    "$qrencode badge --style card --qr --from $FROM -o broken.svg $ID" "$yaml mint meta.yaml"; do
    # shellcheck disable=SC2086 # words
    check "a ${row%% *} that is none: exit 8" broken $row
    check "  and why" holds err "${row%% *}"
    check "  with a remedy" holds err "install that library"
    check "  nothing is written" test ! -e broken.pdf -a ! -e broken.png -a ! -e broken.svg
    check "  -v --version says so" gives 0 env LD_LIBRARY_PATH="$WORK/lib" "$PITH" -v --version
    check "    in one word" holds out "(cannot be used)"
    check "  doctor finds it" gives 3 env LD_LIBRARY_PATH="$WORK/lib" "$PITH" doctor
    check "    with the reason" grep -E "^FAIL +library +.*${row%% *}" out
done
rm -rf lib/*

printf '%s\n' 'int curl_easy_init(void) { return 0; }' >empty.c
cc -shared -fPIC -o lib/libcurl.so.4 empty.c
check "a libcurl that lacks functions: exit 6" unusable
check "  and which" holds err "libcurl.so.4 has no curl_"

# All functions, but of a version that ignores what keeps redirects on https.
{
    echo '#include <stddef.h>'
    echo 'static const struct { int age; const char *version; unsigned num; } old ='
    echo '    {9, "7.84.0", 0x075400};'
    echo 'const void *curl_version_info(int now) { (void)now; return &old; }'
    sed -n 's/^    X(curl_, \([a-z_]*\)).*/\1/p' "$SRC/src/source/curl.h" | grep -vx version_info |
        sed 's/.*/int curl_&(void) { return 0; }/'
} >old.c
cc -shared -fPIC -o lib/libcurl.so.4 old.c
check "an old libcurl: exit 6" unusable
check "  and its version" holds err "libcurl 7.84.0 is too old"
finish
