#!/bin/sh
# SPDX-License-Identifier: MIT
# What every command may do to files: nothing that is not a regular file is replaced, no input is
# lost, a failed run changes no file, and one that is told to end leaves none behind.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
ID=XHNNPWFNQ4ZPTVKFXVZADSBBOK
DATE=2026-10-01T12:00:00Z
cp -R "$SRC/examples/paper/pith" pith
cp "pith/$ID.json" record.json
cp "pith/$ID/bundle.json" plain.json
"$PITH" keygen -q --key-id test -o key.json >ring.json
"$PITH" sign receipt -q --key key.json --date $DATE plain.json -o a.json
printf '{"kind":"opentimestamps","proof":"AE9w"}' >anchor.payload
"$PITH" sign event -q --key key.json --type anchor --payload anchor.payload --date $DATE a.json -o b.json
printf '%s\n' '\documentclass{article}' '\begin{document}' '\input{sub}' '\end{document}' >main.tex
printf '%s\n' "\\pithnumber{$ID}" >sub.tex
"$PITH" merge -q a.json b.json --bundle ab.json -o state.json
# shellcheck disable=SC2317 # called through check
no_litter() { [ -z "$(find . -name '.pith-*')" ]; }
# shellcheck disable=SC2317 # called through check
merge() { "$PITH" merge -q "$@"; }

# What is not a regular file stays what it is.
python3 - <<'X'
import os, socket, stat
os.mkfifo("fifo")
socket.socket(socket.AF_UNIX).bind("socket")
try:
    os.mknod("null", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
except PermissionError:
    pass
X
kinds="fifo socket"
if [ -c null ]; then kinds="$kinds null"; else echo "# no device is made here: only FIFO and socket"; fi
for kind in $kinds; do
    was=$(stat -c %F "$kind")
    ln -sf "$kind" link
    for path in "$kind" link; do
        check "merge -o $path is refused" gives 8 timeout 20 "$PITH" merge a.json -o "$path"
        check "  and says why" holds err "$path: is not a regular file"
        check "merge --bundle $path" gives 8 timeout 20 "$PITH" merge a.json --bundle "$path"
        check "  prints no state" test ! -s out
        check "sign -o $path" gives 8 timeout 20 "$PITH" sign receipt --key key.json a.json -o "$path"
        check "prepare -o $path" gives 8 timeout 20 "$PITH" prepare --from pith -o "$path" main.tex
        check "prepare --check -o $path" gives 3 timeout 20 "$PITH" prepare --check --from pith -o "$path" main.tex
    done
    check "  a $was it was and is" same "$(stat -c %F "$kind")" "$was"
    check "  behind its link" same "$(readlink link)" "$kind"
done
rm -f link
ln -s /proc/self/fd/1 stream
check "a link to standard output is refused" gives 8 merge a.json -o stream
check "  and stays" same "$(readlink stream)" /proc/self/fd/1
ln -s state.json link
cp state.json before
check "a link to a file is replaced" gives 0 merge b.json -o link
check "  by a file" test ! -h link
check "  the other file stays" cmp state.json before
rm -f link stream
check "all that leaves nothing" no_litter

# "-" is standard output.
check "merge -o -" gives 0 merge -o - a.json b.json
check "  prints the state" cmp out state.json
check "merge --bundle -" gives 0 merge --bundle - -o s.json a.json b.json
check "  prints the bundle" cmp out ab.json
check "  and writes the state" cmp s.json state.json
check "merge --bundle - with the state there too" gives 2 merge --bundle - a.json
check "  or -o -" gives 2 merge --bundle - -o - a.json
check "  or the report" gives 2 merge --json --bundle - -o s.json a.json
check "merge --json -o -" gives 0 merge --json -o - a.json b.json
check "  has the state" python3 -c 'import json
assert json.load(open("out"))["results"][0]["state"] == json.load(open("state.json"))'
check "sign -o -" gives 0 "$PITH" sign receipt --key key.json --date $DATE plain.json -o -
check "  prints the bundle" cmp out a.json
check "sign --json -o -" gives 0 "$PITH" sign receipt --json --key key.json --date $DATE plain.json -o -
check "  has it" python3 -c 'import json; r = json.load(open("out"))["results"][0]
assert r["output"] is None and r["document"] == json.load(open("a.json"))'
check "prepare -o - is refused" gives 2 "$PITH" prepare --from pith -o - main.tex
check "keygen -o - is refused" gives 2 "$PITH" keygen --key-id x -o -
check "  prints no key" test ! -s out
check "keygen --public -" gives 0 "$PITH" keygen --key-id dash -o dash.key --public -
check "  prints the keyring" holds out '"key_id":"dash"'
check "no file is called -" test ! -e ./-

# No input is lost.
ln -s a.json link.json && ln a.json hard.json && mkdir -p sub && cp a.json a.kept
for path in a.json ./a.json sub/../a.json "$PWD/a.json" link.json hard.json; do
    check "merge A -o $path is refused" gives 2 merge b.json a.json -o "$path"
    check "  before anything is read" holds err "would replace a bundle"
done
check "  the bundle stays" cmp a.json a.kept
check "  and its link" test -h link.json
rm -f link.json hard.json
check "merge A --bundle A is fine" gives 0 merge a.json b.json --bundle ./a.json -o s.json
check "  it holds all" cmp a.json ab.json
cp a.kept a.json
check "merge RECORD --bundle RECORD is not" gives 2 merge record.json a.json --bundle ./record.json
check "  the record stays" cmp record.json "pith/$ID.json"
check "the state and the bundle in one file" gives 2 merge a.json -o s.json --bundle ./s.json
check "  also a new one" gives 2 merge a.json -o new.json --bundle sub/../new.json
check "  which is not made" test ! -e new.json
check "merge -o KEYRING" gives 2 merge a.json --keyring ring.json -o ./ring.json
check "merge --bundle KEYRING" gives 2 merge a.json --keyring ring.json --bundle ./ring.json
for path in main.tex ./main.tex sub.tex sub/../sub.tex "$PWD/main.tex"; do
    cp main.tex main.kept && cp sub.tex sub.kept
    check "prepare -o $path is refused" gives 2 "$PITH" prepare --from pith -o "$path" main.tex
    check "  and says why" holds err "would replace the paper"
    check "  the paper stays" sh -c "cmp main.tex main.kept && cmp sub.tex sub.kept"
done
cp sub.tex pith-data.tex
check "prepare PAPER named pith-data.tex" gives 2 "$PITH" prepare --from pith pith-data.tex
check "  stays" cmp sub.tex pith-data.tex
check "  in JSON" gives 2 "$PITH" prepare --json --from pith -o main.tex main.tex
check "    is JSON" python3 -m json.tool out
rm pith-data.tex

# A failed run changes no file.
cp a.json kept.json && cp plain.json ok.json
# shellcheck disable=SC2317 # called through check
old() { cmp plain.json ok.json && no_litter; }
check "a state that cannot be written" gives 8 merge a.json --bundle ok.json -o none/x
check "  leaves the bundle" old
check "a bundle that cannot be written" gives 8 merge a.json -o ok.json --bundle none/x
check "  leaves the state" old
check "  in JSON too" gives 8 merge --json a.json -o ok.json --bundle sub
check "  as it was" old
if [ -e /dev/full ]; then
    check "a state that standard output loses" gives 8 sh -c "\"$PITH\" merge a.json --bundle ok.json >/dev/full"
    check "  leaves the bundle" old
    check "  is told once" lines 1 err "standard output"
    check "  with a remedy that is about it" holds err "cannot be written; check the disk, or the program"
    check "  and nothing is praised" fails holds err valid
fi
check "a pipe that nobody reads" sh -c "{ sleep 0.2; \"$PITH\" merge a.json --bundle ok.json; } | :"
check "  leaves the bundle" old
check "a limit on the size of files" gives 8 sh -c "ulimit -f 1; exec \"$PITH\" merge ab.json --bundle ok.json"
check "  leaves the bundle" old

# A run that is told to end leaves nothing behind. fsync is slowed, so that it is told then.
cat >kill.py <<'X'
import glob, os, random, signal, subprocess, sys, time
pith, how, slow = sys.argv[1], sys.argv[2], len(sys.argv) > 3
signals = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
runs = [
    ["merge", "-q", "a.json", "--bundle", "ok.json", "-o", "never.json"],
    ["sign", "receipt", "-q", "--key", "key.json", "a.json", "-o", "ok.json"],
    ["prepare", "-q", "--from", "pith", "main.tex"],
    ["keygen", "-q", "--key-id", "k", "-o", "never.key", "--public", "never.ring"],
    ["keygen", "-q", "--key-id", "k", "-o", "never.key"],
]
env = dict(os.environ)
if slow:
    env["LD_PRELOAD"] = sys.argv[3]
    env["ASAN_OPTIONS"] = "verify_asan_link_order=0:" + env.get("ASAN_OPTIONS", "")
made = ["never.json", "never.key", "never.ring", "pith-data.tex"]
before = open("ok.json").read()

def start(run, action):
    def prepare():
        for s in signals:
            signal.signal(s, action)
    return subprocess.Popen([pith] + run, env=env, preexec_fn=prepare, stdout=subprocess.DEVNULL)

def unfinished():
    return glob.glob(".pith-*") + [p for p in made if p == "never.key" and os.path.exists(p)]

def clear():
    for p in made:
        if os.path.exists(p):
            os.unlink(p)
    open("ok.json", "w").write(before)

if how == "ends":  # at a moment that is known
    for run in runs:
        for s in signals:
            for syncs in (1, 2):
                env["SYNCS"] = str(syncs)
                if os.path.exists("sync"):
                    os.unlink("sync")
                p = start(run, signal.SIG_DFL)
                for _ in range(1000):
                    if os.path.exists("sync") or p.poll() is not None:
                        break
                    time.sleep(0.01)
                if p.poll() is not None:  # it has fewer
                    assert syncs > 1 and p.returncode == 0, run
                    clear()
                    continue
                # The second of some is that of a folder: one more file may be complete by then.
                there = set(glob.glob("*")) if syncs > 1 else None
                assert syncs > 1 or unfinished(), (run, "no file was under way")
                p.send_signal(s)
                assert p.wait(20) == -s, (run, s, p.returncode)
                assert not glob.glob(".pith-*"), (run, s, syncs)
                if syncs == 1 or run[0] == "merge":
                    assert not any(map(os.path.exists, made)), (run, s, syncs)
                    assert open("ok.json").read() == before, (run, s, syncs)
                clear()
elif how == "ignores":  # as under nohup
    env["SYNCS"] = "0"
    p = start(runs[0], signal.SIG_IGN)
    time.sleep(0.05)
    for s in signals:
        p.send_signal(s)
    assert p.wait(20) == 0, p.returncode
    assert os.path.exists("never.json")
    clear()
else:  # at any moment
    for i in range(60):
        run, s = runs[i % len(runs)], random.choice(signals)
        p = start(run, signal.SIG_DFL)
        time.sleep(random.random() * 0.05)
        p.send_signal(s)
        code = p.wait(20)
        assert code in (0, -s), (run, code)
        assert not glob.glob(".pith-*"), (run, s)
        clear()
X
check "a run ended at any moment leaves nothing" python3 kill.py "$PITH" random
if command -v cc >/dev/null 2>&1; then
    cat >slow.c <<'X'
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int fsync(int fd);
int fsync(int fd)
{
    static int count;
    const char *which = getenv("SYNCS");
    (void)fd;
    if (!which || ++count != *which - '0')
        return 0;
    close(open("sync", O_WRONLY | O_CREAT, 0600));
    sleep(10);
    return 0;
}
X
    cc -shared -fPIC -o slow.so slow.c
    check "a run ended while it writes leaves nothing" python3 kill.py "$PITH" ends "$WORK/slow.so"
    check "a run that ignores signals goes on" python3 kill.py "$PITH" ignores "$WORK/slow.so"
else
    echo "# no cc: no run is ended while it writes"
fi
finish
