#!/bin/sh
# SPDX-License-Identifier: MIT
# Killed between any two system calls, on a full disk, and with files of 5 and 10 GB: the target is
# the old file or the new one.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
# shellcheck source=tests/pdf/lib.sh
. "$SRC/tests/pdf/lib.sh"
need_pith
need python3 strace qpdf pdfinfo
cd "$WORK"
export ASAN_OPTIONS=detect_leaks=0 # which cannot work under strace
python3 "$SRC/tests/pdf/shapes.py" shapes
cp shapes/table.pdf paper.pdf
embed paper.pdf new.pdf
strace -o /dev/null true 2>/dev/null || {
    echo "SKIP: strace may not trace here"
    exit 77
}

# Over a record in place there is one state more: the new record behind bytes that nothing leads
# to. It is the new record all the same, on the author's bytes.
# shellcheck disable=SC2317 # called by sweep
is_new() {
    [ "$name" = "--in-place over a record" ] &&
        cmp -s -n "$(wc -c <paper.pdf)" paper.pdf target.pdf &&
        "$PITH" verify -q target.pdf >out 2>&1 && ! grep -q pdf-prefix-differs out &&
        qpdf --check target.pdf >/dev/null 2>&1 && pdfinfo -meta target.pdf >out 2>&1 &&
        grep -q "<pith:relation>current<" out
}

# sweep NAME OLD NEW COMMAND...: kills the command at each of its calls in turn.
calls=openat,pread64,read,write,pwrite64,copy_file_range,ftruncate,fsync,rename,close,unlink,lseek
sweep() {
    name=$1
    old=$2
    new=$3
    shift 3
    kills=0
    n=1
    while [ $n -lt 400 ]; do
        rm -f .pith-*
        cp "$old" target.pdf
        status=0
        strace -f -o /dev/null -e trace=$calls -e inject=$calls:signal=KILL:when=$n "$@" >/dev/null \
            2>&1 || status=$?
        cmp -s target.pdf "$old" || cmp -s target.pdf "$new" || is_new ||
            not_ok "$name: killed at call $n, the file is neither old nor new"
        [ $status != 0 ] || break
        kills=$((kills + 1))
        n=$((n + 1))
    done
    check "$name: old or new after each of $kills kills" test $kills -gt 20
    check "  and at last it is done" cmp target.pdf "$new"
}
sweep "-o the file itself" paper.pdf new.pdf \
    "$PITH" embed -q --from "$FROM" -o target.pdf target.pdf "$ID"
sweep "--in-place" paper.pdf new.pdf "$PITH" embed -q --from "$FROM" --in-place target.pdf "$ID"
embed paper.pdf earlier.pdf --relation earlier
sweep "--in-place over a record" earlier.pdf new.pdf \
    "$PITH" embed -q --from "$FROM" --in-place target.pdf "$ID"
sweep "strip --in-place" new.pdf paper.pdf "$PITH" strip -q --in-place target.pdf

# Without --no-sync the file and its name are on the disk before the program ends; with it nothing
# is waited for, which on ext4 costs more than all the rest.
# shellcheck disable=SC2317 # called by check
syncs() { # N COMMAND...
    want=$1
    shift
    cp new.pdf target.pdf
    strace -f -e trace=fsync,fdatasync,syncfs,sync -o trace "$@" >/dev/null 2>&1 || return 1
    same "$(grep -c sync trace)" "$want"
}
for command in "embed -q --from $FROM -o none.pdf paper.pdf $ID" "strip -q -o none.pdf target.pdf"; do
    rm -f none.pdf
    # shellcheck disable=SC2086 # words
    check "${command%% *} -o: the file and its folder are synced" syncs 2 "$PITH" $command
    rm -f none.pdf
    # shellcheck disable=SC2086 # words
    check "  with --no-sync nothing is" syncs 0 "$PITH" $command --no-sync
done
check "strip --in-place: the file is synced" syncs 1 "$PITH" strip -q --in-place target.pdf
check "  with --no-sync it is not" syncs 0 "$PITH" strip -q --in-place --no-sync target.pdf

# A disk that says it has written, and has not: what reads back otherwise is not kept.
length=$(($(wc -c <new.pdf) - $(wc -c <paper.pdf)))
for how in "-o target.pdf" --in-place "-o none.pdf"; do
    rm -f none.pdf
    cp paper.pdf target.pdf
    case $how in
    --in-place) call=pwrite64 when=1 ;;
    *) call="write" when=2 ;; # after the copy
    esac
    status=0
    # shellcheck disable=SC2086 # words
    strace -f -o /dev/null -e trace=$call -e inject=$call:retval=$length:when=$when \
        "$PITH" embed -q --from "$FROM" $how target.pdf "$ID" >/dev/null 2>err || status=$?
    check "$how, a write that wrote nothing: io" same "$status" 8
    check "  and why" holds err "reads back otherwise"
    check "  the file is untouched" cmp target.pdf paper.pdf
    check "  and nothing left" same "$(find . -name '.pith-*' -o -name none.pdf)" ""
done

# Each write fails once, for want of room.
for call in write pwrite64 copy_file_range fsync ftruncate rename; do
    for how in "-o target.pdf" --in-place "--in-place over"; do
        old=paper.pdf
        [ "$how" != "--in-place over" ] || old=earlier.pdf
        how=${how% over}
        for when in 1 2 3; do
            rm -f .pith-*
            cp $old target.pdf
            # shellcheck disable=SC2086 # words
            strace -f -o /dev/null -e trace=$call -e inject=$call:error=ENOSPC:when=$when \
                "$PITH" embed -q --from "$FROM" $how target.pdf "$ID" >/dev/null 2>err || true
            cmp -s target.pdf $old || cmp -s target.pdf new.pdf ||
                { name="--in-place over a record" && [ $call = ftruncate ] && is_new; } ||
                not_ok "$how, $call fails at $when, $old: the file is neither old nor new"
            [ -z "$(find . -name '.pith-*')" ] || not_ok "$how, $call fails: a file is left"
        done
    done
done
ok "no room: old or new, and nothing left over"

# A limit on the size of files that the result, or only its end, goes over.
blocks=$(($(wc -c <paper.pdf) / 512 + 2))
for how in "-o target.pdf" --in-place; do
    cp paper.pdf target.pdf
    # shellcheck disable=SC2016 # the inner shell's
    status=0
    # shellcheck disable=SC2086 # words
    (ulimit -f $blocks && exec "$PITH" embed -q --from "$FROM" $how target.pdf "$ID") >/dev/null 2>err ||
        status=$?
    check "$how over the limit of file sizes: io" same "$status" 8
    check "  the file is untouched" cmp target.pdf paper.pdf
    check "  nothing is left" same "$(find . -name '.pith-*')" ""
done

# A file system that is full.
mkdir small
trap 'umount small 2>/dev/null || true; cleanup' EXIT
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=16k none small 2>/dev/null; then
    # Its last page of memory has no room for the update.
    python3 "$SRC/tests/pdf/large.py" size-4000 full.pdf
    cp full.pdf small/target.pdf
    head -c 100000 /dev/zero >small/filler 2>/dev/null || true
    for how in "-o small/target.pdf" --in-place; do
        # shellcheck disable=SC2086 # words
        check "$how on a full disk: io" gives 8 "$PITH" embed --from "$FROM" $how small/target.pdf "$ID"
        check "  the file is untouched" cmp small/target.pdf full.pdf
    done
    umount small
else
    echo "SKIP: no file system of its own to fill"
fi

# Files with holes. Hashing 10 GB is for the long form.
hash=--no-hash
[ -z "${LONG:-}" ] || hash=
for kind in table-5g stream-10g; do
    if ! python3 "$SRC/tests/pdf/large.py" $kind large.pdf 2>/dev/null; then
        echo "SKIP: no room for a sparse file"
        rm -f large.pdf
        continue
    fi
    # shellcheck disable=SC2086 # a word or none
    check "$kind in place" "$PITH" embed -q --from "$FROM" $hash --in-place large.pdf "$ID"
    pdfinfo -meta large.pdf >meta 2>/dev/null || true
    check "  Poppler reads the record" holds meta "pith:2013:$ID"
    check "  qpdf finds nothing to mend" sh -c "qpdf --show-object=1 large.pdf >q 2>&1 && ! grep -i warn q"
    [ -z "${LONG:-}" ] || check "  verify" gives 0 "$PITH" verify large.pdf
    rm -f large.pdf
done
if python3 "$SRC/tests/pdf/large.py" table-10g large.pdf 2>/dev/null; then
    check "a table beyond ten digits is refused" gives 5 "$PITH" embed --from "$FROM" --no-hash \
        --in-place large.pdf "$ID"
    check "  and says why" holds err "cannot reach beyond"
fi
rm -f large.pdf
for kind in objects objects-packed; do
    python3 "$SRC/tests/pdf/large.py" $kind many.pdf
    check "210,000 objects: $kind" embed many.pdf many2.pdf
    check "  qpdf finds the record" sh -c \
        "qpdf --show-object=trailer many2.pdf >q 2>&1 && ! grep -i warn q"
    check "  verify" gives 0 "$PITH" verify many2.pdf
done
finish
