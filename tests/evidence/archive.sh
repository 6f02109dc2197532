#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith archive`: captures that are asked for, found and read again, at an archive that may fail or
# lie in every way that its public forms allow.
set -eu
# shellcheck source=tests/evidence/lib.sh
. "$SRC/tests/evidence/lib.sh"
"$PITH" sign receipt -q --key alice.json --date 2026-10-01T12:00:00Z -o bundle.json \
    "$EXAMPLES/$NUMBER.json"
archive
WEB=$PITH_ARCHIVE/web
mode() { printf '%s\n' "$1" >mode; }
# shellcheck disable=SC2317 # by `gives`
with_keys() { env PITH_ARCHIVE_KEYS=access:secret "$@"; }
field() { python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["results"][0]'"$2"')' "$1"; }

# Finding.
check "nothing is archived yet" gives 3 "$PITH" archive --find bundle.json
check "  the message names the page" holds err "$PAGE: the archive lists no capture"
check "  nothing is printed" test ! -s out
check "  in JSON too" gives 3 "$PITH" archive --json --find bundle.json
check "    of its target" same "$(field out '["target"]')" bundle.json
check "    with its code" same "$(field out '["findings"][0]["code"]')" archive-none
check "a capture needs keys" gives 2 "$PITH" archive bundle.json
check "  in JSON with its target" gives 2 "$PITH" archive --json bundle.json
check "    as given" same "$(field out '["target"]')" bundle.json
check "a capture needs keys" gives 2 "$PITH" archive bundle.json
check "  and the message says which" holds err "PITH_ARCHIVE_KEYS=ACCESS:SECRET"
check "  nothing was asked of the archive" fails holds asked POST
printf '20260801000000 %s\n20260901120000 %s\n' "$PAGE" "$PAGE" >captures
check "the newest capture is found" gives 0 "$PITH" archive --find bundle.json
check "  as the payload of an event" python3 -c 'import json,sys
assert json.load(open("out")) == {"kind": "internet_archive", "captured_at": "2026-09-01T12:00:00Z",
    "page": sys.argv[1], "proof": sys.argv[2] + "/20260901120000/" + sys.argv[1]}' "$PAGE" "$WEB"
mv out payload.json
check "  which says that it is not signed" holds err "not signed"
check "  and can be" gives 0 "$PITH" sign event --key alice.json --date 2026-10-01T12:00:01Z \
    --type anchor --payload payload.json -o signed.json bundle.json
check "  a number does as well" gives 0 "$PITH" archive --find --from bundle.json $NUMBER
check "its page at the source is another one" gives 3 "$PITH" archive --find --page source bundle.json
check "  of that version" holds err "https://arxiv.org/abs/1309.3741v1"
printf '%s %s\n' 20260902000000 https://www.pith.science/pith/a5g5gaj7dmczdpvamnfayyauop >captures
check "the index folds letters: that is another page" gives 6 "$PITH" archive --find bundle.json

# Asking for one.
: >captures
check "a capture is asked for, waited for, signed" gives 0 with_keys "$PITH" archive \
    --key alice.json -o archived.json bundle.json
check "  the bundle has the event" same "$(rows archived.json)" \
    "timestamp=open archive=live author_claim=open citation=open replication=open bundle=checked_here"
check "  and its record" gives 0 "$PITH" verify --require signed,trusted archived.json
check "  the job was looked at twice" lines 2 asked "GET /save/status/"
check "  keys are in no message" fails grep -q secret err
check "  nor in a URL" fails grep -q secret asked
: >captures
mode lagging
check "an index that lags" gives 0 with_keys "$PITH" archive --json bundle.json
check "  availability has it already" same "$(field out '["capture"]["indexed"]')" True
mode blocked
check "a refusal" gives 6 with_keys "$PITH" archive bundle.json
check "  with the archive's code" holds err "error:blocked-url"
check "  and none of its words" fails grep -q "$(printf '\033')" err
mode ok
check "wrong keys" gives 6 env PITH_ARCHIVE_KEYS=a:b "$PITH" archive bundle.json
check "  are named as such" holds err "error:not-logged-in"
for keys in secret :secret access: 'access:sec ret' "$(printf 'a:b\nX-Header: 1')"; do
    check "keys that are none" gives 2 env PITH_ARCHIVE_KEYS="$keys" "$PITH" archive bundle.json
done
mode endless
check "a job that never ends" gives 3 with_keys "$PITH" archive --timeout 1 bundle.json
check "  is pending" holds err "has not finished"
mode job-other
check "a job that captured another page" gives 6 with_keys "$PITH" archive bundle.json
check "  is not taken" holds err "a capture of another page"
mode ok
check "a date before the capture" gives 2 with_keys "$PITH" archive --key alice.json \
    --date 2026-09-14T00:00:00Z bundle.json
check "  prints no event" test ! -s out

# Reading again.
check "--check asks the archive" gives 0 "$PITH" archive --check archived.json
check "  and says so" holds out "the archive has it"
check "  in JSON" gives 0 "$PITH" archive --json --check archived.json
check "    too" same "$(field out '["captures"][0]["there"]')" True
check "status --check does it" gives 0 "$PITH" status --check --require stored archived.json
check "  and says what was asked" holds out "has the capture of 2026-09-15T08:00:00Z"
check "status alone does not" gives 3 "$PITH" status --require stored archived.json
printf '20260915080000 %s/\n' "http://www.${PAGE#https://}" >captures
check "www, http and a slash at the end make no other page" gives 0 "$PITH" archive --check archived.json
mode twin
check "the record's page at the source is another page" gives 6 "$PITH" archive --check archived.json
check "  and said to be" holds out "a capture of another page"
check "  it is not stored" gives 6 "$PITH" status --check --require stored archived.json
check "  nor found" gives 6 "$PITH" archive --find bundle.json
check "  but by who asks for it" gives 0 "$PITH" archive --find --page source bundle.json
mode ok
: >captures
check "a capture that is gone" gives 3 "$PITH" archive --check archived.json
check "  is not stored" gives 3 "$PITH" status --check --require stored archived.json
"$PITH" status --check --json archived.json >out
check "  the row says why" holds out "the archive lists no capture"
check "  and nothing false was found" gives 0 "$PITH" status --check archived.json
printf '20260915080001 %s\n' "$PAGE" >captures
check "one of a second later is another one" gives 3 "$PITH" archive --check archived.json
check "no event, nothing to check" gives 3 "$PITH" archive --check bundle.json
cp asked before
check "an event of another archive" gives 3 env PITH_ARCHIVE=http://127.0.0.1:9 "$PITH" archive \
    --check archived.json
check "  decides nothing about where to connect" cmp asked before
check "  it says so" holds out "that one is not asked"

# anchor NAME PROOF: bundle NAME.json with a signed event of that proof
anchor() {
    printf '{"kind":"internet_archive","proof":"%s"}' "$2" >payload.json
    "$PITH" sign event -q --key alice.json --date 2026-10-01T12:00:01Z --type anchor \
        --payload payload.json -o "$1.json" bundle.json
}
printf '20260901120000 %sX\n20260901120000 %s\n' "$PAGE" "$PAGE" >captures
anchor other "$WEB/20260901120000/https://pith.science/pith/$OTHER"
check "a signed event about another page is false" gives 1 "$PITH" archive --check other.json
check "  by its own words" holds out "is a capture of another page"
check "  and counts for nothing" same "$(rows other.json)" \
    "timestamp=open archive=could_not_check author_claim=open citation=open replication=open bundle=checked_here"
anchor future "$WEB/20261001120002/$PAGE"
check "one captured after it was signed is false" gives 1 "$PITH" archive --check future.json
anchor odd "javascript:alert(1)"
check "one without any capture is false" gives 1 "$PITH" archive --check odd.json
anchor user "http://u:p@127.0.0.1/web/20260901120000/$PAGE"
check "one with a user in its URL is false" gives 1 "$PITH" archive --check user.json
anchor day "$WEB/20260231120000/$PAGE"
check "one of a day that is none is false" gives 1 "$PITH" archive --check day.json

anchor early "$WEB/20130915095319/$PAGE"
check "one captured before the submission is false" gives 1 "$PITH" archive --check early.json
check "  by its own words" holds out "before the submission, which is impossible"
for name in early future; do
    check "  and refuted ($name)" same "$(rows $name.json)" \
        "timestamp=open archive=refuted author_claim=open citation=open replication=open bundle=checked_here"
    check "  whoever is asked" gives 1 "$PITH" status --check $name.json
done
printf '20130915095319 %s\n' "$PAGE" >captures
check "an answer from before the submission" gives 6 "$PITH" archive --find bundle.json
check "  is none" holds err "from before the submission, 2013-09-15T09:53:19Z"
printf '20260901120000 %sX\n20260901120000 %s\n' "$PAGE" "$PAGE" >captures

# An archive that fails, or is none.
for trouble in 429 500 html garbage oversized redirect other future; do
    mode $trouble
    check "$trouble: nothing is found" gives 6 "$PITH" archive --timeout 1 --find bundle.json
    check "  and one line says so" same "$(wc -l <err)" 1
    check "$trouble: nothing is saved" gives 6 with_keys "$PITH" archive --timeout 1 bundle.json
    check "$trouble: nothing is checked" gives 6 "$PITH" archive --timeout 1 --check archived.json
done
mode 500
check "an archive that does not answer is a fault" gives 6 "$PITH" status --timeout 1 --check archived.json
check "  with its finding" holds out "[archive-network]"
mode html
check "the row of an archive that is none could not be checked" same "$(rows --check archived.json)" \
    "timestamp=open archive=could_not_check author_claim=open citation=open replication=open bundle=checked_here"
mode 429
"$PITH" archive --find bundle.json 2>err || true
check "429 says how long to wait" holds err "asks to wait 9999 seconds"
mode ok
check "no archive there" gives 6 env PITH_ARCHIVE=http://127.0.0.1:9 "$PITH" archive --find bundle.json
check "a private address needs permission" gives 6 env PITH_ALLOW_PRIVATE= \
    PITH_ARCHIVE="https://127.0.0.1:$(cat port)" "$PITH" archive --find bundle.json
check "http too" gives 2 env PITH_ALLOW_PRIVATE= "$PITH" archive --find bundle.json
for words in "--check --find" "--check --key alice.json" "--page abstract" "--date 2026-10-01T00:00:00Z" \
    "--archive file:///etc/passwd --find" "--offline"; do
    # shellcheck disable=SC2086 # words
    check "archive $words is refused" gives 2 "$PITH" archive $words bundle.json
done
check "archive --offline --from is refused" gives 2 "$PITH" archive --offline --from bundle.json $NUMBER
check "  for the right reason" holds err "the archive is asked over the network"
check "the secret key is not replaced" gives 2 with_keys "$PITH" archive --key alice.json -o alice.json bundle.json
cp bundle.json before
check "the document is not replaced by a payload" gives 2 "$PITH" archive --find -o bundle.json bundle.json
check "  nor touched" cmp before bundle.json
cp "$EXAMPLES/$NUMBER.json" record.json
check "nor a record document by a bundle" gives 2 with_keys "$PITH" archive --key alice.json -o record.json record.json
check "  nor touched" cmp "$EXAMPLES/$NUMBER.json" record.json
# What can fail here fails before a capture is asked for.
LATER=2099-01-01T00:00:00Z
: >asked
mkdir folder
refused() { check "$1" gives "$2" with_keys "$PITH" archive --key "$3" --date "$4" -o "$5" "$6"; }
refused "no key" 8 gone.json $LATER new.json bundle.json
refused "a key that others may read" 8 bundle.json $LATER new.json bundle.json
refused "a date in the past" 2 alice.json 2020-01-01T00:00:00Z new.json bundle.json
check "  of which it says why" holds err "would be later than the event"
refused "a date that is none" 2 alice.json tomorrow new.json bundle.json
refused "an output in no folder" 8 alice.json $LATER gone/new.json bundle.json
refused "a folder as output" 8 alice.json $LATER folder bundle.json
refused "a document that would be replaced" 2 alice.json $LATER record.json record.json
check "  is nothing that the archive hears of" test ! -s asked
check "  and leaves nothing behind" test -z "$(find . folder -name '*new.json*')"
check "a damaged record is not archived" gives 1 sh -c "sed 's/hep-ph/hep-th/' bundle.json >bad.json; \"$PITH\" archive --find bad.json"
finish
