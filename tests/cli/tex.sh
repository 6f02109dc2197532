#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith tex`: what it takes, where it writes, what it never replaces, whom it asks and how long.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3 strace
cd "$WORK"
A=A5G5GAJ7DMCZDPVAMNFAYYAUOP
S=XHNNPWFNQ4ZPTVKFXVZADSBBOK
NONE=AAAAAAAAAAAAAAAAAAAAAAAAAA
WRONG=BBBBBBBBBBBBBBBBBBBBBBBBBB
mkdir site && cp -R "$SRC/examples/paper/pith" site/pith
# Another record under this number, with a title that would write on a terminal.
mkdir site/pith/$WRONG
sed 's/"bundle_version": *"1.0"/&,"paper":{"title":"\\u001b]0;x\\u0007\\r\\n"}/' \
    site/pith/$S/bundle.json >site/pith/$WRONG/bundle.json

resolver

# tex CODE word...: `pith tex` from here
# shellcheck disable=SC2317 # called through check
tex() {
    want=$1
    shift
    gives "$want" "$PITH" tex "$@"
}
numbers() { sed -n 's/^.pithrecord{\(.*\)}/\1/p' pith-data.tex | tr '\n' ' '; }
# clean FILE [LINES]: printable ASCII, that many lines
# shellcheck disable=SC2317 # called through check
clean() { ! LC_ALL=C grep -q '[^ -~]' "$1" && [ "$(wc -l <"$1")" = "${2:-1}" ]; }
temporary() { find "$WORK" -name '.pith-*'; }

# ---- What it takes ------------------------------------------------------------------

for word in a5g5gaj7dmczdpvamnfayyauop pith:$A pith:2013:$A https://pith.science/pith/$A \
    A5G5GAJ7 ${A}Q A5G5GAJ7DMCZDPVAMNFAYYAUO 05G5GAJ7DMCZDPVAMNFAYYAUOP arxiv:1309.3741 '' ' ' - \
    " $A" "$A " ../pith-data.tex "$A;touch x" "\$(touch x)" "A5G5GAJ7DMCZDPVAMNFAYYAUO
" "A5G5GAJ7DMCZDPVAMNFAYYAUÄ"; do
    check "refuses '$(printf %s "$word" | tr '\n' ' ')'" tex 2 $A -- "$word"
    check "  in one line" same "$(wc -l <err)" 1
done
for option in "--resolver=$PITH_RESOLVER" --from=site/pith -o --output=x.tex --offline --refresh \
    --no-cache --cacert=x --allow-private --timeout=60 --keyring=x --quorum=2 --relation=earlier; do
    check "has no ${option%%=*}" tex 2 "$option" $A
done
check "needs a number" tex 2
# shellcheck disable=SC2046 # words
check "refuses more numbers than a file holds" tex 2 $(yes $A | head -n 4097)
check "nobody was asked for any of this" test ! -s asked
check "  and nothing written" test ! -e pith-data.tex

# ---- What it writes -----------------------------------------------------------------

printf '%s\n' "\\pithnumber{$S}\\pithnumber{$A}" >paper.tex
check "prepare, for comparison" gives 0 "$PITH" prepare -o prepared.tex paper.tex
check "writes the file" tex 0 $S $A
check "  the same as prepare" cmp prepared.tex pith-data.tex
check "  one line says so" same "$(cat err)" "pith: pith-data.tex: 2 numbers, written"
check "  nothing on standard output" test ! -s out
touch -d '2001-01-01' pith-data.tex
for order in "$S $A" "$A $S" "$A" "$S $S $A"; do
    # shellcheck disable=SC2086 # words
    check "asked for $order" tex 0 $order
    check "  nothing to do" holds err "2 numbers, up to date"
done
check "  the file is untouched" test prepared.tex -nt pith-data.tex
rm pith-data.tex
tex 0 $A && cp pith-data.tex one.tex
check "a new number" tex 0 $S
check "  comes behind those that are there" same "$(numbers)" "$A $S "
cp one.tex pith-data.tex
check "a number nobody has" tex 7 $NONE
check "  changes nothing" cmp one.tex pith-data.tex
check "  and is named" holds err $NONE
check "beside a good one" tex 7 $NONE $S
check "  the good one is written" same "$(numbers)" "$A $S "
check "  one line each" clean err 2
cp one.tex pith-data.tex
check "a resolver that gives another record" tex 1 $WRONG $S
check "  the good one is written" same "$(numbers)" "$A $S "
check "  in clean lines, one each" clean err 2
rm pith-data.tex
check "nothing good" tex 7 $NONE
check "  makes no file" test ! -e pith-data.tex
check "--json" tex 7 --json $A $NONE
check "  is one object" python3 -c 'import json
d = json.load(open("out"))
assert [r["exit"] for r in d["results"]] == [0, 7] and d["exit"] == 7'
check "  and the file is written" cmp one.tex pith-data.tex
check "--quiet" tex 0 --quiet $S
check "  says nothing" test ! -s err

# ---- What is there already ----------------------------------------------------------

gives 0 "$PITH" prepare --relation earlier -o earlier.tex paper.tex
sed "/pithrecord{$A}/,/pithendrecord/d" earlier.tex >pith-data.tex
check "the relation to the text" tex 0 $A
check "  stays as prepare was told" cmp earlier.tex pith-data.tex
sed 's/$/\r/' one.tex >pith-data.tex
check "a file that version control gave CRs" tex 0 $S
check "  is read" same "$(numbers)" "$A $S "
sed '/^.pithenddata.*/d' one.tex >pith-data.tex
check "a damaged file" tex 0 $S
check "  is replaced" same "$(numbers)" "$S "
sed '/canonicalRecord/s/eyJt/eyJu/' one.tex >pith-data.tex
check "a record that is not the number's" tex 0 $S
check "  is not kept" same "$(numbers)" "$S "
sed '/{signature}/s/{1D/{1E/' one.tex >pith-data.tex && cp pith-data.tex forged.tex
check "  (the signature is another one)" fails cmp -s one.tex forged.tex
check "a record that cannot be checked" tex 8 $S
check "  is left, with all that is there" cmp forged.tex pith-data.tex
check "  and named" holds err $A
check "  unless it is asked for" tex 0 $A
check "  and replaced by a good one" cmp one.tex pith-data.tex
sed 's/data{1}/data{2}/' one.tex >pith-data.tex && cp pith-data.tex later.tex
check "a file of a later version" tex 8 $S
check "  stays" cmp later.tex pith-data.tex
rm pith-data.tex

# ---- What is in the way -------------------------------------------------------------

# refuses SENTENCE: exit 8, one line, nobody asked, nothing left behind
refuses() {
    : >asked
    check "$1" tex 8 $A
    check "  one clean line" clean err
    check "  nobody is asked" test ! -s asked
    check "  nothing is left behind" same "$(temporary)" ""
}
echo mine >foreign && cp foreign pith-data.tex
refuses "a file that is not ours"
check "  stays" cmp foreign pith-data.tex
: >pith-data.tex
refuses "an empty file"
ln -f foreign pith-data.tex
refuses "a hard link to a file that is not ours"
check "  stays" cmp foreign pith-data.tex
rm pith-data.tex && cp one.tex other.tex
ln -s other.tex pith-data.tex
refuses "a symbolic link, to a data file even"
check "  is not followed" cmp one.tex other.tex
check "  nor replaced" test -L pith-data.tex
ln -sf nowhere pith-data.tex
refuses "a dangling link"
check "  makes nothing where it leads" test ! -e nowhere
rm pith-data.tex && mkdir pith-data.tex
refuses "a folder"
rmdir pith-data.tex && mkfifo pith-data.tex
refuses "a FIFO"
rm pith-data.tex
if mknod pith-data.tex c 1 3 2>/dev/null; then
    refuses "a device"
    rm pith-data.tex
fi
ln other.tex pith-data.tex
check "a hard link to a data file" tex 0 $S
check "  is parted from it" cmp one.tex other.tex
check "  and written" same "$(numbers)" "$A $S "
rm -f pith-data.tex

# ---- Where it writes ----------------------------------------------------------------

# in_dir CODE DIRECTORY [FILE]: with TEXMF_OUTPUT_DIRECTORY it makes this file and no other
# shellcheck disable=SC2317 # called through check
in_dir() {
    gives "$1" env TEXMF_OUTPUT_DIRECTORY="$2" "$PITH" tex "$A" || return 1
    made=$(find "$WORK" -name pith-data.tex | wc -l)
    if [ "$1" = 0 ]; then
        cmp -s "$WORK/one.tex" "$3" && rm "$3" && [ "$made" = 1 ]
    else
        [ "$made" = 0 ]
    fi
}
mkdir -p paper/out/deep "paper/a b" beside && cd paper
ln -s ../beside link && ln -s / out/root && ln -s nowhere dangling
check "no output directory" in_dir 0 "" pith-data.tex
check "a relative one" in_dir 0 out out/pith-data.tex
check "with a slash" in_dir 0 ./out/ out/pith-data.tex
check "a deep one" in_dir 0 out/deep out/deep/pith-data.tex
check "with a space" in_dir 0 "a b" "a b/pith-data.tex"
check "with .." in_dir 0 ../beside ../beside/pith-data.tex
check "with .. inside" in_dir 0 out/../../beside ../beside/pith-data.tex
check "an absolute one" in_dir 0 "$WORK/beside" ../beside/pith-data.tex
check "an absolute one below here" in_dir 0 "$PWD/out" out/pith-data.tex
check "one that is missing" in_dir 8 missing
check "one that is a file" in_dir 8 ../one.tex
check "one that is a link" in_dir 8 link
check "  which is said" holds ../err "link: leads through a symbolic link"
check "one through a link" in_dir 8 out/root/tmp
check "one that is a link, absolute" in_dir 8 "$PWD/link"
check "one that dangles" in_dir 8 dangling
check "one with a line feed" in_dir 8 "x
\\input{y}"
check "  in one clean line" clean ../err
check "a missing one, and TEXMFOUTPUT" env TEXMFOUTPUT="$WORK/beside" \
    TEXMF_OUTPUT_DIRECTORY=missing "$PITH" tex $A
check "  is used" cmp ../one.tex ../beside/pith-data.tex
rm -f ../beside/pith-data.tex
check "one that is good, and TEXMFOUTPUT" env TEXMFOUTPUT="$WORK/beside" \
    TEXMF_OUTPUT_DIRECTORY=out "$PITH" tex $A
check "  is not used" test ! -e ../beside/pith-data.tex
cd ..
rm -f paper/out/pith-data.tex

# What TeX's own rule (openout_any=p) refuses is never written; what it lets pass may be refused.
if command -v kpsewhich >/dev/null; then
    check "TeX would write this name" kpsewhich --safe-out-name=pith-data.tex
    check "  in an output directory" kpsewhich --safe-out-name=out/pith-data.tex
    check "  in TEXMFOUTPUT" env TEXMFOUTPUT=/x kpsewhich --safe-out-name=/x/pith-data.tex
    check "  and through a link, where pith does not" kpsewhich --safe-out-name=link/pith-data.tex
    for name in ../pith-data.tex /pith-data.tex .hidden/pith-data.tex .pith-data.tex; do
        check "$name, which it would not" fails kpsewhich --safe-out-name=$name
        check "  cannot be named" tex 2 $A $name
    done
else
    echo "SKIP: kpsewhich is not there to compare with"
fi

# A read-only folder; root ignores permissions, so as somebody else.
as_nobody=
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    as_nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
fi
if [ "$(id -u)" != 0 ] || [ -n "$as_nobody" ]; then
    chmod 755 . && mkdir bin && cp "$PITH" bin/pith && mkdir -m 777 ro spare && chmod 777 ro spare
    chmod 555 beside
    cd ro
    # ro_tex CODE SETTING
    # shellcheck disable=SC2317,SC2086 # called through check; words
    ro_tex() { gives "$1" env "$2" $as_nobody "$WORK/bin/pith" tex $A; }
    chmod 555 .
    check "a read-only folder" ro_tex 8 TEXMFOUTPUT=
    check "  says so" holds ../err "pith-data.tex: cannot be written: Permission denied"
    check "a read-only folder, and TEXMFOUTPUT" ro_tex 0 TEXMFOUTPUT="$WORK/spare"
    check "  is used" cmp ../one.tex ../spare/pith-data.tex
    check "  and named" holds ../err "$WORK/spare/pith-data.tex: 1 number, written"
    check "a read-only TEXMFOUTPUT as well" ro_tex 8 TEXMFOUTPUT="$WORK/beside"
    chmod 777 .
    rm -f ../spare/pith-data.tex
    check "a folder that can be written" ro_tex 0 TEXMFOUTPUT="$WORK/spare"
    check "  is used" cmp ../one.tex pith-data.tex
    check "  not TEXMFOUTPUT" test ! -e ../spare/pith-data.tex
    chmod 000 pith-data.tex
    check "a file that cannot be read" ro_tex 8 TEXMFOUTPUT=
    cd ..
    rm -f ro/pith-data.tex
else
    echo "SKIP: root without setpriv cannot see a read-only folder"
fi

# ---- Whom it asks -------------------------------------------------------------------

calls=execve,execveat,fork,vfork,connect,openat,open,creat,rename,renameat,renameat2,link,linkat
calls=$calls,symlink,symlinkat,unlink,unlinkat,mkdir,mkdirat,rmdir,chmod,fchmodat,truncate,mknod
calls=$calls,mknodat,chdir,fchdir
if strace -f -o trace true 2>/dev/null; then
    rm -f pith-data.tex
    check "under strace" gives 0 env ASAN_OPTIONS=detect_leaks=0 \
        strace -f -o trace -s 200 -e trace=$calls "$PITH" tex $A
    check "  it starts no program" lines 1 trace exec
    check "  nor a process" fails grep -q ' v\?fork(' trace
    grep 'connect(' trace >connects || true
    check "  it connects" test -s connects
    check "  to the resolver alone" fails grep -v \
        "sin_port=htons($site), sin_addr=inet_addr(\"127.0.0.1\")" connects
    # In the order of the calls: a temporary file is made and gets the name. That is all.
    grep -E 'O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|rename|link|mkdir|rmdir|chmod|truncate|mknod|creat\(' \
        trace | grep -vE '/dev/(null|tty|urandom)|/proc/|\.gcda"' | sed 's/^[0-9]* *//' >changes || true
    name='"\./\.pith-[a-z2-7]{8}"'
    check "  it makes one file" grep -qE \
        "^openat\(AT_FDCWD, $name, O_RDWR\|O_CREAT\|O_EXCL\|O_NOFOLLOW\|O_CLOEXEC, 0666\) = " changes
    check "  and gives it its name" grep -qE "^rename\($name, \"pith-data.tex\"\) = 0" changes
    check "  and that is all" same "$(wc -l <changes)" 2
    check "  it reads nothing beside the paper but its file" same "$(sed -n \
        's/.*openat([^,]*, "\([^/"][^"]*\)".*/\1/p' trace |
        grep -vE '^(\.|pith-data\.tex|\./\.pith-.*)$')" ""
else
    echo "SKIP: no program started, and nobody else asked: needs a working strace"
fi

check "a resolver that is no URL" gives 2 env PITH_RESOLVER=ftp://x "$PITH" tex $S
check "PITH_ALLOW_PRIVATE is 1" gives 2 env PITH_ALLOW_PRIVATE=yes "$PITH" tex $S
check "  or nothing: no private address" gives 6 env PITH_ALLOW_PRIVATE= \
    PITH_RESOLVER="https://127.0.0.1:$site" "$PITH" tex $S
check "a resolver that is down, then one that is not" gives 0 env \
    PITH_RESOLVER="http://127.0.0.1:1  $PITH_RESOLVER " "$PITH" tex $S
check "for other commands too" gives 0 "$PITH" resolve $S
check "  unless they are told" gives 6 \
    "$PITH" resolve --allow-private --resolver http://127.0.0.1:1 $S
check "  and then without the private addresses" gives 2 \
    "$PITH" resolve --resolver "$PITH_RESOLVER" $S
printf '{"keys":[]}' >nobody.json
check "a keyring for all commands" gives 4 env PITH_KEYRING=nobody.json "$PITH" resolve $A
check "  and for this one" gives 4 env PITH_KEYRING=nobody.json "$PITH" tex $A

# ---- How long -----------------------------------------------------------------------

rm -f pith-data.tex
check "a resolver that never answers" gives 6 timeout 12 env \
    PITH_RESOLVER="http://127.0.0.1:$stall" "$PITH" tex $A $S
check "  one line each" clean err 2
check "  no file" test ! -e pith-data.tex
cp one.tex pith-data.tex
mkfifo ca.pem
check "a FIFO of certificates, which never ends, is refused" gives 8 timeout 15 env PITH_CACERT=ca.pem \
    PITH_RESOLVER="https://127.0.0.1:$site" "$PITH" tex $S
check "  the old file is there" cmp one.tex pith-data.tex
if strace -o /dev/null true 2>/dev/null; then
    ASAN_OPTIONS=detect_leaks=0 strace -o alarm.out -e trace=alarm,setitimer "$PITH" tex $S 2>/dev/null || true
    check "whatever else never ends is ended by a signal" grep -q 'alarm(10)\|tv_sec=10' alarm.out
else
    echo "SKIP: the alarm: needs a working strace"
fi
check "  and nothing else" same "$(temporary)" ""

# ---- Without a network --------------------------------------------------------------

rm -f pith-data.tex
PITH_CACHE_DIR=$WORK/cache
check "a run that fills the cache" tex 0 $A
rm -f pith-data.tex && : >asked
check "the next one" tex 0 $A
check "  asks nobody" test ! -s asked
check "  and writes the same" cmp one.tex pith-data.tex
kill "$SERVER"
wait "$SERVER" 2>/dev/null || true
check "with the resolver gone" tex 6 $A $S
check "  what the file has stays" cmp one.tex pith-data.tex
PITH_CACHE_DIR=
check "without cache and resolver" tex 6 $A $S
check "  too" cmp one.tex pith-data.tex
rm -f pith-data.tex
if unshare -n true 2>/dev/null; then
    check "without any network" gives 6 unshare -n "$PITH" tex $A
    check "  from the cache" gives 0 env PITH_CACHE_DIR="$WORK/cache" unshare -n "$PITH" tex $A
    check "  the same" cmp one.tex pith-data.tex
else
    echo "SKIP: without any network: needs unshare -n"
fi

# ---- pith-tex -----------------------------------------------------------------------

resolver
ln -s "$PITH" pith-tex
rm -f pith-data.tex
check "pith-tex" gives 0 ./pith-tex $A
check "  does the same" cmp one.tex pith-data.tex
for command in keygen prepare help tex cache mirror resolve -v --offline; do
    check "  has no $command" gives 2 ./pith-tex $command
done
check "  tells its version" gives 0 ./pith-tex --version
check "  and its help" gives 0 ./pith-tex --help
finish
