#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith keys`: what is trusted, what a file holds, what a notice says, what a resolver serves.
# Nothing that is looked at becomes trusted.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
KEY=pith-v1-2026-05
PRINT=8d4b5ee74e4693bcd1df2446408b0d54

check "keys lists the built-in key" gives 0 "$PITH" keys
check "  by name" holds out "key         $KEY"
check "  with its public fingerprint" holds out "fingerprint $PRINT"
check "  and its origin" holds out "origin      built-in"
check "  within 80 columns" awk 'length > 80 {exit 1}' out
check "keys --json" gives 0 "$PITH" keys --json
check "  is JSON" python3 -c 'import json; r=json.load(open("out"))["results"][0]
assert r["key"]["fingerprint_sha256_hex"] == "8d4b5ee74e4693bcd1df2446408b0d54"
assert r["origin"] == "built-in" and r["exit"] == 0'
check "keys --as-keyring" gives 0 "$PITH" keys --as-keyring
cp out builtin.json
check "  can be read back" gives 0 "$PITH" keys --keyring builtin.json
check "  with its origin" holds out "origin      builtin.json"

"$PITH" keygen -q --key-id old-2026 -o old.key >old.json
"$PITH" keygen -q --key-id new-2027 --not-before 2027-01-01T00:00:00Z \
    --not-after 2028-01-01T00:00:00Z -o new.key >new.json
check "a period is shown" gives 0 "$PITH" keys --keyring new.json
check "  from and to" holds out "period      from 2027-01-01T00:00:00Z to 2028-01-01T00:00:00Z"

# Import: every public form of a key.
python3 - <<'X'
import json
key = json.load(open("builtin.json"))["keys"][0]
put = lambda name, value: json.dump(value, open(name, "w"))
put("single.json", key)
put("member.json", {"public_key": key, "notes": []})
put("manifest.json", {"manifest_type": "pith_mirror_manifest", "mirrors": [{"public_key": key}]})
put("twice.json", {"keys": [key, key]})
put("lie.json", dict(key, fingerprint_sha256_hex="0" * 32))
put("weak.json", dict(key, public_key_hex="01" + "0" * 62, public_key_b64="AQ" + "A" * 41 + "="))
put("upper.json", {"keys": [dict(key, public_key_hex=key["public_key_hex"].upper())]})
put("control.json", dict(key, key_id="\x1b[31mx"))
X
for form in single member manifest builtin; do
    check "--import of a $form" gives 0 "$PITH" keys --import $form.json
    check "  shows the key" holds out "fingerprint $PRINT"
    check "  and that it is not trusted" holds err "shown, not trusted"
    check "  as a keyring" gives 0 "$PITH" keys --import $form.json --as-keyring
    check "  which is the same" cmp out builtin.json
done
for bad in twice lie weak control; do
    check "--import refuses $bad" gives 5 "$PITH" keys --import $bad.json
    check "  without a control character" fails grep -q "$(printf '\033')" err
done
check "--import refuses a secret key" gives 5 "$PITH" keys --import old.key
check "  and says what it is" holds err "is a secret key"
check "--keyring refuses one as well" gives 5 "$PITH" keys --keyring old.key
check "  in the same words" holds err "is a secret key"
check "a keyring with hex in upper case" gives 5 "$PITH" keys --keyring upper.json
check "  is told how keys are written" holds err "keys[0] has no readable public key: 32 bytes as public_key_b64, or as public_key_hex in lower case"
check "--import of nothing" gives 8 "$PITH" keys --import none.json
check "--import from standard input" gives 0 sh -c "\"$PITH\" keys --import - <single.json"

# Notices.
check "sign notice" gives 0 "$PITH" sign notice --key old.key --new-key new.json \
    --date 2026-10-01T00:00:00Z -o notice.json
check "a notice by a trusted key is an announcement" gives 0 "$PITH" keys --notice notice.json --keyring old.json
check "  says so" holds out "announced, signed by the old key, which is trusted"
check "  names the old key" holds out "old key     old-2026"
check "  and the new one" holds out "key         new-2027"
check "  and does not trust it" holds out "trust       not trusted by this"
check "  within 80 columns" awk 'length > 80 {exit 1}' out
check "one by an unknown key" gives 4 "$PITH" keys --notice notice.json
check "  is not known" holds out "the old key is not trusted"
check "  --json" gives 4 "$PITH" keys --json --notice notice.json
check "    key-unknown" python3 -c 'import json; r=json.load(open("out"))["results"][0]
assert r["findings"][0]["code"] == "key-unknown" and r["announced"] is r["trusted"] is False'
sed 's/2026-10-01/2026-10-02/' notice.json >changed.json
check "a changed one is false" gives 1 "$PITH" keys --notice changed.json --keyring old.json
check "  and says so" holds out "false: the old key did not sign this"
check "a notice makes no key trusted" gives 0 "$PITH" keys --keyring old.json
check "  only the old one is listed" lines 1 out "key         "
check "a key that is in the keyring already" sh -c "python3 -c 'import json
a, b = (json.load(open(n))[\"keys\"] for n in (\"old.json\", \"new.json\"))
json.dump({\"keys\": a + b}, open(\"both.json\", \"w\"))'; \"$PITH\" keys --notice notice.json --keyring both.json >out"
check "  is said to be" holds out "trust       in the keyring already"
check "something else is no notice" gives 5 "$PITH" keys --notice single.json
check "a notice of two keys" gives 5 "$PITH" sign notice --key old.key --new-key both.json
check "a notice of itself" gives 5 "$PITH" sign notice --key old.key --new-key old.json

# Compare with a resolver, which is believed in nothing.
mkdir -p same manifest differs other empty html
cp single.json same/pith-signing-key.json
cp manifest.json manifest/pith-mirrors.json
python3 - <<'X'
import json
key = json.load(open("old.json"))["keys"][0]
json.dump({"public_key": dict(key, key_id="pith-v1-2026-05")}, open("differs/pith-signing-key.json", "w"))
json.dump(key, open("other/pith-signing-key.json", "w"))
json.dump({"hello": 1}, open("empty/pith-signing-key.json", "w"))
X
cat >serve.py <<'X'
import http.server, os
class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {".json": "application/json", "": "text/html"}
    def log_message(self, *args):
        pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
with open("port.new", "w") as f:
    f.write(str(server.server_address[1]))
os.rename("port.new", "port")
server.serve_forever()
X
service port python3 serve.py
base=http://127.0.0.1:$(cat port)
# shellcheck disable=SC2317 # called through check
compare() {
    want=$1 && shift
    gives "$want" "$PITH" keys --compare --allow-private --resolver "$@"
}
check "a resolver that serves the built-in key" compare 0 "$base/same"
check "  same" holds out "compared    same as the key in the keyring"
check "  from its URL" holds out "origin      $base/same/pith-signing-key.json"
check "one that serves a manifest only" compare 0 "$base/manifest"
check "  same" holds out "manifest/pith-mirrors.json"
check "another key under the trusted name" compare 1 "$base/differs"
check "  differs" holds out "compared    differs from the key of that name"
check "  --json" compare 1 "$base/differs" --json
check "    key-differs" holds out '"code":"key-differs"'
check "a key of another name" compare 4 "$base/other"
check "  another" holds out "compared    another key"
check "  the same under a keyring with it" compare 0 "$base/other" --keyring old.json
check "a document without a key" compare 5 "$base/empty"
check "no key document" compare 7 "$base/html"
check "  says which are missing" holds err "serves neither pith-signing-key.json nor pith-mirrors.json"
check "loopback needs --allow-private" gives 6 "$PITH" keys --compare --resolver "https://127.0.0.1:$(cat port)"
kill "$SERVER" && SERVICES=
sleep 0.2
check "a dead resolver" compare 6 "$base/same"

check "two things at once" gives 2 "$PITH" keys --compare --import single.json
check "an option without effect" gives 2 "$PITH" keys --resolver "$base"
check "--as-keyring with --notice" gives 2 "$PITH" keys --notice notice.json --as-keyring
check "--keyring with --import" gives 2 "$PITH" keys --import single.json --keyring old.json
check "operands" gives 2 "$PITH" keys old.json
for args in "" "--import none" "--import single.json" "--import single.json --as-keyring" "--compare --import x" \
    "--notice notice.json" "--keyring twice.json" "--import control.json"; do
    # shellcheck disable=SC2086 # words
    "$PITH" keys --json $args >out 2>err || true
    check "--json is JSON for: keys $args" python3 -m json.tool out
    check "  and standard error is empty" test ! -s err
done
finish
