#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith mirror`: the same tree from the same documents, nothing unchecked in it, nothing lost
# from it, nothing outside it, and whole at every moment.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
unset SOURCE_DATE_EPOCH
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
SEED=XHNNPWFNQ4ZPTVKFXVZADSBBOK
cp -R "$SRC/examples/paper/pith" good
chmod -R u+w good

# Every JSON file of a tree parses, every Pith document in it verifies, and what is derived
# says what the bundle says.
cat >check_tree.py <<'Y'
import json, pathlib, subprocess, sys
top, pith, keys = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
def bad(*words):
    print(*words, file=sys.stderr)
    sys.exit(1)
for path in top.rglob("*.json*"):
    value = json.loads(path.read_bytes())
    if path.parts[len(top.parts)] == "alias":
        for number in value["pith_numbers"]:
            if not (top / "pith" / number[-26:] / "bundle.json").is_file():
                bad(path, "names", number)
documents = [p for p in top.glob("pith/*.json*")] + [p for p in top.rglob("bundle.json")] + \
    [p for p in top.rglob("state.json")]
for path in documents:
    if subprocess.run([pith, "verify", "-q", *keys, str(path)],
                      stdout=subprocess.DEVNULL).returncode not in (0, 3):
        bad(path, "does not verify")
    whole = path.parent.name == path.stem  # a record document beside its folder
    if whole and not path.stem.isupper():
        bad(path)
Y
whole() { python3 check_tree.py "$1" "$PITH"; }
# tree DIR: names, bytes and times of all files
tree() { (cd "$1" && find . -type f -printf '%p %T@ %i\n' | LC_ALL=C sort); }

check "two records are mirrored" gives 0 "$PITH" mirror --from good one $ID $SEED
check "  each with 14 files" lines 2 out "14 written, 0 unchanged"
check "  whose every document verifies" whole one
check "  the record document with its own bytes" cmp good/$ID.json one/pith/$ID.json
check "  the schema" python3 -c "import json
s = json.load(open('one/schemas/pith-number/v1.json')); d = json.load(open('one/pith/$ID.json'))
assert set(s['required']) <= set(d)"
check "  the graph, which is the state's current object" python3 -c "import json
assert json.load(open('one/pith/$ID/graph.json')) == json.load(open('one/pith/$ID/state.json'))['current']"
check "  the events of the bundle" python3 -c "import json
e = json.load(open('one/pith/$ID/events.json'))
assert list(e) == ['pith_number', 'events']
assert e['events'] == json.load(open('one/pith/$ID/bundle.json'))['events'] != []"
check "  the list" holds one/index.html "/pith/$SEED/"
tree one >before
check "a second run" gives 0 "$PITH" mirror --from good one $ID $SEED
check "  writes nothing" lines 2 out "0 written, 14 unchanged"
tree one >after
check "  and touches nothing" cmp before after
check "the other order" gives 0 "$PITH" mirror --from good two $SEED $ID
check "  gives the same bytes" diff -r one two
check "in two steps, from a list" sh -c "printf '# all\n\n  $SEED\r\npith:2013:$ID\n' |
    \"$PITH\" mirror --from good --list - three"
check "  as well" diff -r one three
check "from the mirror itself" gives 0 "$PITH" mirror --from one one $ID $SEED
tree one >after
check "  nothing is touched" cmp before after
check "--json is JSON" sh -c "\"$PITH\" mirror --json --from good one $ID nonsense $SEED |
    python3 -m json.tool"
check "SOURCE_DATE_EPOCH dates the manifest" sh -c "SOURCE_DATE_EPOCH=86400 \"$PITH\" mirror -q \
    --from good two $ID && grep -qF '\"generated_at\":\"1970-01-02T00:00:00Z\"' two/pith-mirrors.json"
check "one that is no number" gives 2 env SOURCE_DATE_EPOCH=abc "$PITH" mirror --from good two $ID
check "  is named" holds err "SOURCE_DATE_EPOCH: is not a number of seconds since 1970"
check "a mirror is no stream" gives 2 "$PITH" mirror --from good - $ID
check "  nor a folder of that name" test ! -e ./-
check "without it no file has a time of its own" fails grep -rq generated_at one
check "--base-url is in manifest and page" gives 0 "$PITH" mirror --base-url https://m.example/p/ \
    --from good two $ID
check "  in the manifest" holds two/pith-mirrors.json '"https://m.example/p/pith/{suffix}/bundle.json"'
check "  in the recipe" holds two/pith/$ID/index.html "curl -fsS https://m.example/p/pith/$ID.json"
# shellcheck disable=SC2016 # meant as it stands
for url in 'https://x/$(id)' 'javascript:alert(1)' 'https://a b' "https://x/'" https:// ''; do
    check "--base-url '$url' is refused" gives 2 "$PITH" mirror --base-url "$url" --from good x $ID
done
check "--offline has nothing to mirror" gives 2 "$PITH" mirror --offline x $ID
check "  which is no option of it" holds err "unknown option"
for word in offline refresh no-cache; do
    check "  nor has its help --$word" fails sh -c "'$PITH' help mirror | grep -e --$word"
done
check "no number is a usage error" gives 2 "$PITH" mirror one
check "a run in which all failed" gives 2 "$PITH" mirror --from good none foo
check "  makes no folder" test ! -e none
sed 's|"canonical_sha256": "074|"canonical_sha256": "174|' good/$ID/bundle.json >false.json
check "  nor does a document that does not hold" gives 1 "$PITH" mirror --from false.json none $ID
check "  make one" test ! -e none
check "  nor a number that nobody has" gives 7 "$PITH" mirror --from good none AAAAAAAAAAAAAAAAAAAAAAAAAA
check "  make one" test ! -e none
tree one >before
check "where there is a tree" gives 2 "$PITH" mirror --from good one foo
tree one >after
check "  a failed run changes no file" cmp before after
check "one that holds beside one that does not" gives 2 "$PITH" mirror --from good none foo $ID
check "  is written" test -f none/pith/$ID/bundle.json
check "the help fits 80 columns" sh -c "\"$PITH\" help mirror | awk 'length > 80 {exit 1}'"

# Only what verifies is written, and the others go on.
rm -rf bad
cp -R good bad
sed 's|"canonical_sha256": "074|"canonical_sha256": "174|' good/$ID/bundle.json >bad/$ID/bundle.json
check "a damaged document is reported" gives 1 "$PITH" mirror --from bad four $ID $SEED
check "  by its code" holds out hash-mismatch
check "  and not written" fails sh -c "find four -path '*$ID*' | grep ."
check "  nor indexed" test ! -e four/alias/arxiv/1309.3741.json
check "  the other one is" test -f four/pith/$SEED/bundle.json
tree one >before
check "a damaged document does not harm a mirror" gives 1 "$PITH" mirror --from bad one $ID
tree one >after
check "  at all" cmp before after
check "a number nobody has" gives 7 "$PITH" mirror --from good five AAAAAAAAAAAAAAAAAAAAAAAAAA
check "a key outside the keyring" sh -c "printf '{\"keys\":[]}' >none.json; ! \"$PITH\" mirror -q \
    --keyring none.json --from good five $ID; ! find five -path '*$ID*' | grep ."

# A damaged copy may have events that nobody else has: it is named, and stays.
cp -R one torn
printf '{"events":' >torn/pith/$ID/bundle.json
tree torn >before
check "a damaged copy in the mirror" gives 5 "$PITH" mirror --from good torn $ID
check "  is named with its folder" holds err "pith: torn/pith/$ID/bundle.json: "
check "  and what to do" holds err "restore that file"
tree torn >after
check "  and stays as it was" cmp before after

# No event is ever lost.
python3 - <<'Y'
import json
bundle = json.load(open("good/A5G5GAJ7DMCZDPVAMNFAYYAUOP/bundle.json"))
event = {"event_type": "note", "subject_pith_number": bundle["pith_number"], "target": "record",
         "created_at": "2026-06-01T00:00:00Z", "payload": {"text": "kept, but not interpreted"}}
bundle["events"].append(event)
json.dump(bundle, open("rich.json", "w"))
event["payload"] = {"text": "another"}
json.dump(bundle, open("other.json", "w"))
Y
cp -R one rich
check "a bundle with one more event" gives 0 "$PITH" mirror --from rich.json rich $ID
check "  and another with another" gives 0 "$PITH" mirror --from other.json rich $ID
check "  then the poor one" gives 0 "$PITH" mirror --from good rich $ID
check "  all three events are there" python3 -c "import json
assert len(json.load(open('rich/pith/$ID/bundle.json'))['events']) == 3
assert len(json.load(open('rich/pith/$ID/events.json'))['events']) == 3
assert json.load(open('rich/pith/$ID/state.json'))['event_count'] == 3"
check "  the title as well" holds rich/pith/$ID/index.html "GoSam"
check "  whole" whole rich
check "  in any order" sh -c "\"$PITH\" mirror -q --from other.json --from good other $ID
    \"$PITH\" mirror -q --from rich.json other $ID; \"$PITH\" mirror -q --from good other $SEED
    diff -r rich other"
mkdir alone
cp good/$ID/bundle.json alone/bundle.json
check "a bundle alone" gives 0 "$PITH" mirror --from alone/bundle.json minimal $ID
check "  makes a record document that verifies" gives 0 "$PITH" verify minimal/pith/$ID.json
check "  signed" holds out "by pith-v1-2026-05"
check "  and without invented facts" python3 -c "import json
d = json.load(open('minimal/pith/$ID.json'))
assert not {'paper', 'verification_status', 'attestation_state'} & set(d)
assert list(d)[:7] == ['record_type', 'schema_url', 'pith_number', 'short_pith_number',
                       'schema_version', 'canonical_sha256', 'source']"
check "  the page says so" holds minimal/pith/$ID/index.html "attested:unknown"
check "  and shows no title" holds minimal/pith/$ID/index.html "No title is shown"
check "the real one replaces it" gives 0 "$PITH" mirror --from good minimal $ID
check "  " cmp good/$ID.json minimal/pith/$ID.json

mkdir -p titled
sed 's/GoSam applications/Another title/' good/$ID.json >titled/$ID.json
check "a title that is not the record's" gives 0 "$PITH" mirror --from titled untitled $ID
check "  is not shown" fails grep -q "Another title" untitled/pith/$ID/index.html
check "  and does not replace the true one" sh -c "cp -R one kept; \"$PITH\" mirror -q --from titled \
    kept $ID; grep -q 'GoSam' kept/pith/$ID/index.html"
# A flood of events must not make the copy unreadable for others.
python3 - <<'Y'
import json
bundle = json.load(open("rich.json"))
event = bundle["events"][-1]
bundle["events"] += [{**event, "payload": {"text": f"{i:0200}"}} for i in range(9000)]
json.dump(bundle, open("flood1.json", "w"))
bundle["events"] = bundle["events"][:2] + [{**event, "payload": {"text": f"{i:0201}"}} for i in range(9000)]
json.dump(bundle, open("flood2.json", "w"))
Y
check "many events are kept" gives 0 "$PITH" mirror --from flood1.json flood $ID
tree flood >before
check "too many are refused" gives 5 "$PITH" mirror --from flood2.json flood $ID
check "  with a reason" holds err "readers refuse"
tree flood >after
check "  and the copy stays as it was" cmp before after

# Nothing leaves the folder.
mkdir outside
for link in pith pith/$ID alias alias/doi .well-known/pith schemas; do
    rm -rf linked outside/*
    mkdir -p "linked/$(dirname "$link")"
    ln -s "$WORK/outside" "linked/$link"
    check "a link for $link is refused" gives 8 "$PITH" mirror --from good linked $ID
    check "  and nothing went through it" fails sh -c "ls -A outside | grep ."
done
for link in pith/$ID/bundle.json pith/$ID.json alias/arxiv/1309.3741.json index.html; do
    rm -rf linked outside/*
    cp -R one linked
    cp good/$ID.json outside/victim
    ln -sf "$WORK/outside/victim" "linked/$link"
    check "a link for $link is refused" gives 8 "$PITH" mirror --from good linked $ID
    check "  and its target untouched" cmp good/$ID.json outside/victim
done
check "the mirror itself may be a link" sh -c "ln -s one entry; \"$PITH\" mirror -q --from good entry $ID"

# Records are made by anyone: ids, titles and categories are foreign text.
cat >forge.py <<'Y'
import base64, hashlib, json, os, sys
def forge(folder, source_id, **more):
    title = more.pop("title", "t")
    canon = " ".join(title.split()).lower()
    record = {"metadata": {"abstract_canon_sha256": "0" * 64, "cross_cats_sorted": [],
                           "license": "", "primary_cat": "cs.CR",
                           "submitted_at": "2020-01-01T00:00:00Z",
                           "title_canon_sha256": hashlib.sha256(canon.encode()).hexdigest(), **more},
              "schema_version": "1.0", "source": {"id": source_id, "kind": "arxiv", "version": 1}}
    digest = hashlib.sha256(json.dumps(record, sort_keys=True, separators=(",", ":"),
                                       ensure_ascii=False).encode())
    suffix = base64.b32encode(digest.digest())[:26].decode()
    os.makedirs(folder, exist_ok=True)
    json.dump({"record_type": "pith_number_record", "pith_number": "pith:2020:" + suffix,
               "canonical_sha256": digest.hexdigest(), "canonical_record": record,
               "paper": {"title": title}}, open(f"{folder}/{suffix}.json", "w"))
    print(suffix)
if sys.argv[1] == "id":
    forge("forged", sys.argv[2])
else:
    evil = "</title><script>alert(1)</script><b onclick='x'>&amp;{{id}}\"</b>"
    forge("forged", "2001.00001", title=evil, primary_cat=evil + "\u202e\u0007",
          cross_cats_sorted=["<img src=x onerror=y>"], license="javascript:alert(1)")
Y
for id in ../../x .. a/../b a//b /x x/ .git/config x.json/y a/./b; do
    forged=$(python3 forge.py id "$id")
    check "the source id $id" gives 5 "$PITH" mirror --from forged hostile "$forged"
    check "  is refused before anything is written" fails sh -c "find hostile -path '*$forged*' | grep ."
done
forged=$(python3 forge.py id hep-th/0702219)
check "an old id" gives 0 "$PITH" mirror --from forged hostile "$forged"
check "  has its folder" holds hostile/alias/arxiv/hep-th/0702219.json "$forged"
check "  under the DOI too" holds hostile/alias/doi/10.48550/arxiv.hep-th/0702219.json "$forged"
second=$(python3 - <<'Y'
import sys
sys.argv = ["forge.py", "id", "hep-th/0702219"]
source = open("forge.py").read().split("if sys.argv")[0]
exec(source)
forge("forged", "hep-th/0702219", license="x")
Y
)
check "a second record of that id" gives 0 "$PITH" mirror --from forged hostile "$second"
check "  stands beside the first, sorted" python3 -c "import json
numbers = json.load(open('hostile/alias/arxiv/hep-th/0702219.json'))['pith_numbers']
assert numbers == sorted(['pith:2020:$forged', 'pith:2020:$second'])"
forged=$(python3 forge.py text)
check "a hostile title" gives 0 "$PITH" mirror --from forged hostile "$forged"
cat >page.py <<'Y'
import html.parser, sys
text = open(sys.argv[1], encoding="utf-8").read()
tags, attributes = set(), set()
class Reader(html.parser.HTMLParser):
    def handle_starttag(self, tag, attrs):
        tags.add(tag)
        attributes.update(name for name, _ in attrs)
        for name, value in attrs:
            if name == "href" and not value.startswith(("/", "https://")):
                sys.exit(value)
Reader().feed(text)
if tags & {"script", "img", "b", "iframe"} or any(a.startswith("on") for a in attributes):
    sys.exit(str(tags))
if any(ord(c) < 32 and c != "\n" or c == "\u202e" for c in text):
    sys.exit("control character")
if "{{" in text.replace("{{id}}", ""):
    sys.exit("placeholder")
Y
check "  stays text on the page" python3 page.py "hostile/pith/$forged/index.html"
check "  and is there" holds "hostile/pith/$forged/index.html" "&lt;script&gt;alert(1)&lt;/script&gt;"
check "  a placeholder in it is no placeholder" holds "hostile/pith/$forged/index.html" "&amp;amp;{{id}}&quot;"
check "  the direction mark is shown" holds "hostile/pith/$forged/index.html" 'u{202e}'
check "  whole" whole hostile

# Killed at any moment, the tree is whole, and the next run completes it. First at moments
# spread over a run, then exactly at each rename, where strace can do that.
cat >killer.py <<'Y'
import subprocess, sys, time
started = time.monotonic()
numbers = ["A5G5GAJ7DMCZDPVAMNFAYYAUOP", "XHNNPWFNQ4ZPTVKFXVZADSBBOK"]
subprocess.run(sys.argv[2:] + ["timed"] + numbers, check=True)
whole = time.monotonic() - started
kills = 0
for step in range(int(sys.argv[1])):
    process = subprocess.Popen(sys.argv[2:] + [f"killed{step // 4}"] + numbers)
    try:
        process.wait(whole * (step + 1) / int(sys.argv[1]))
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        kills += 1
print(kills)
Y
kills=$(python3 killer.py 32 "$PITH" mirror -q --from good --from rich.json)
check "runs are killed at all times ($kills of 32)" test "$kills" -gt 5
for dir in killed*; do
    [ ! -d "$dir" ] || check "  $dir is whole, $(find "$dir" -type f | wc -l) files" whole "$dir"
done
if ! strace -o /dev/null true 2>/dev/null; then
    echo "SKIP: a kill at each single rename: needs a working strace"
else
    step=1
    stride=${LONG:+1}
    until ASAN_OPTIONS=detect_leaks=0 strace -f -o /dev/null -e trace=rename \
        -e inject=rename:signal=KILL:when=$step "$PITH" mirror -q --from good --from rich.json \
        "at$step" $ID $SEED 2>/dev/null; do
        whole "at$step" || not_ok "killed at rename $step, the tree is not whole"
        step=$((step + ${stride:-3}))
        [ $step -lt 100 ] || break
    done
    check "killed at renames 1 to $((step - ${stride:-3})), the tree is whole" test $step -gt 30
    check "  and not killed behind the last" test $step -lt 100
fi
rm -rf killed
# One that was stopped early, if any was.
cp -R killed2 killed 2>/dev/null || mkdir killed
check "the next run completes the tree" gives 0 "$PITH" mirror --from good --from rich.json killed $ID $SEED
check "  whole" whole killed
find killed -name '.pith-*' -delete
"$PITH" mirror -q --from good --from rich.json fresh $ID $SEED
check "  and the same as one made at once" diff -r killed fresh

# Two writers at a time.
rm -rf busy
for _ in 1 2 3 4; do
    "$PITH" mirror -q --from rich.json busy $ID &
    "$PITH" mirror -q --from other.json --from good busy $ID $SEED &
done
wait
check "eight writers at once lose nothing" python3 -c "import json
assert len(json.load(open('busy/pith/$ID/bundle.json'))['events']) == 3"
check "  whole" whole busy
# examples/bulk, with GNU parallel run for real.
if command -v parallel >/dev/null 2>&1; then
    export PARALLEL_HOME="$WORK/parallel" PITH
    mkdir -p parallel
    python3 - "$SRC/tests/data/records.jsonl" "good/$ID/bundle.json" <<'Y'
import json, sys
signed = json.dumps(json.load(open(sys.argv[2])))
lines = [json.dumps(json.loads(line)["canonical_record"]) for line in open(sys.argv[1])]
open("all.ndjson", "w").write("\n".join((lines + [signed]) * 20) + "\n")
Y
    "$PITH" verify --ndjson all.ndjson >serial.ndjson
    check "bulk: records are verified in parallel" gives 0 env BLOCK=64k \
        sh "$SRC/examples/bulk/verify.sh" all.ndjson 4
    # Only the line numbers of the parts differ.
    check "  in order, with the same reports" python3 -c "
import json
def strip(path):
    return [{**json.loads(l), 'target': 0, 'findings': 0} for l in open(path)]
assert strip('out') == strip('serial.ndjson') != []"
    { cat all.ndjson; sed 's/"canonical_sha256": "0/"canonical_sha256": "1/' all.ndjson; } >wrong.ndjson
    check "  a wrong hash ends in 1" gives 1 env BLOCK=64k sh "$SRC/examples/bulk/verify.sh" wrong.ndjson 4
    printf '%s\n' $ID $SEED >numbers.txt
    check "bulk: a mirror by several processes" gives 0 env CHUNK=1 \
        sh "$SRC/examples/bulk/mirror.sh" bulk numbers.txt 2 -- --from good
    check "  is the same tree" diff -r one bulk
    echo AAAAAAAAAAAAAAAAAAAAAAAAAA >>numbers.txt
    check "  with a number nobody has it ends in 7" gives 7 env CHUNK=1 \
        sh "$SRC/examples/bulk/mirror.sh" bulk numbers.txt 2 -- --from good
else
    echo "SKIP: examples/bulk: needs GNU parallel"
fi
check "a folder that cannot be made" gives 8 "$PITH" mirror --from good /proc/nowhere/x $ID
finish
