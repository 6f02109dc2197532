#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith verify --ndjson`: one result a line, in order, whatever the number of threads, in
# constant memory.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
python3 - "$SRC/examples/paper/pith" <<'X'
import json, sys
root = sys.argv[1]
good = json.dumps(json.load(open(root + "/A5G5GAJ7DMCZDPVAMNFAYYAUOP/bundle.json")))
seed = json.dumps(json.load(open(root + "/XHNNPWFNQ4ZPTVKFXVZADSBBOK.json")))
bad = good.replace('"version": 1', '"version": 2')
with open("lines", "w") as f:
    for i in range(700):
        f.write((good, seed)[i % 2] + "\n")
with open("mixed", "w") as f:
    f.write("\r\n".join([good, "", bad, "{", '{"a":1}', seed]))
with open("huge", "w") as f:
    f.write(good + "\n" + " " * (5 << 20) + "\n" + seed + "\n")
X

check "700 good lines" gives 0 "$PITH" verify --ndjson -j 2 lines
check "  700 results" same "$(wc -l <out)" 700
cp out two
check "one thread" gives 0 "$PITH" verify --ndjson -j 1 lines
check "  says the same, in the same order" cmp out two
check "standard input" gives 0 sh -c "\"$PITH\" verify --ndjson -j 5 <lines"
check "  as well" sh -c "sed 's/\"-:/\"lines:/g' out | cmp - two"
check "each line is JSON with its number and origin" python3 - <<'X'
import json
ids = ["A5G5GAJ7DMCZDPVAMNFAYYAUOP", "XHNNPWFNQ4ZPTVKFXVZADSBBOK"]
for i, line in enumerate(open("two")):
    r = json.loads(line)
    assert r["id"] == ids[i % 2] and r["target"] == "lines:%d" % (i + 1) and r["exit"] == 0
X
check "bad lines do not stop the others" gives 1 "$PITH" verify --ndjson -j 3 mixed
check "  each has its exit code; an empty line has no result" python3 - <<'X'
import json
got = [(r["target"], r["exit"]) for r in map(json.loads, open("out"))]
assert got == [("mixed:1", 0), ("mixed:3", 1), ("mixed:4", 5), ("mixed:5", 5), ("mixed:6", 0)], got
X
check "a line that is too long is passed over" gives 5 "$PITH" verify --ndjson huge
check "  the lines around it are not" python3 - <<'X'
import json
got = [(r["target"], r["exit"]) for r in map(json.loads, open("out"))]
assert got == [("huge:1", 0), ("huge:2", 5), ("huge:3", 0)], got
X
check "--require is applied to each" gives 3 "$PITH" verify --ndjson --require signed lines
check "an empty input is no error" gives 0 sh -c "\"$PITH\" verify --ndjson </dev/null"
check "a missing file" gives 8 "$PITH" verify --ndjson nowhere
check "no threads" gives 2 "$PITH" verify --ndjson -j 0 lines
check "-j alone" gives 2 "$PITH" verify -j 2 lines
check "a closed pipe ends it" sh -c "\"$PITH\" verify --ndjson lines | head -n 1 | grep -q A5G5"

# Memory must not grow with the input. (Sanitizers keep freed memory back, so the measure is
# the growth from 700 to 7,000 lines, with quarantine off.)
if [ -r /proc/self/status ]; then
    for _ in 1 2 3 4 5 6 7 8 9 10; do cat lines; done >many
    peak() {
        ASAN_OPTIONS=quarantine_size_mb=0 python3 - "$PITH" "$1" <<'X'
import resource, subprocess, sys
subprocess.run([sys.argv[1], "verify", "--ndjson", "-j", "2", sys.argv[2]], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
X
    }
    small=$(peak lines)
    large=$(peak many)
    echo "# peak memory: $small KiB for 700 lines, $large KiB for 7,000"
    check "memory is constant" test "$large" -lt $((small + small / 4 + 4096))
fi
finish
