#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes every case of this folder, independently of the program that is tested.

    make.py            write the cases
    make.py --check    compare them with what is here; exit 1 if they differ

Nothing but the standard library: Ed25519 follows RFC 8032 section 5.1, canonical forms are
those of json.dumps, and the merge follows src/merge/RULES.md. Slow, short and plain.
"""
import base64
import copy
import hashlib
import json
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # which -I leaves out
sys.dont_write_bytecode = True
from stamp_cases import stamp_cases  # noqa: E402

# ---- Ed25519 --------------------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n, p):
    sum_ = (0, 1, 1, 0)
    while n:
        if n & 1:
            sum_ = add(sum_, p)
        p = add(p, p)
        n >>= 1
    return sum_


def x_of(y, sign):
    """The x of a point, or None."""
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P:
        x = x * ROOT % P
    if (x * x - x2) % P:
        return None
    return P - x if x & 1 != sign and x else x


def point(y, sign):
    x = x_of(y, sign)
    return x, y, 1, x * y % P


def encode(p):
    z = pow(p[2], P - 2, P)
    x, y = p[0] * z % P, p[1] * z % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = point(4 * pow(5, P - 2, P) % P, 0)
ORDER2 = (0, P - 1, 1, 0)
NEUTRAL = encode((0, 1, 1, 0))


def find_order8():
    y = 2
    while True:
        if x_of(y, 0) is not None:
            p = times(L, point(y, 0))
            if encode(times(4, p)) == encode(ORDER2):
                return p
        y += 1


ORDER8 = find_order8()


def number_of(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


class Key:
    def __init__(self, key_id, word=None):
        seed = hashlib.sha256(b"pith conformance " + (word or key_id).encode()).digest()
        h = hashlib.sha512(seed).digest()
        self.key_id = key_id
        self.a = int.from_bytes(h[:32], "little") & (1 << 254) - 8 | 1 << 254
        self.prefix = h[32:]
        self.public = encode(times(self.a, BASE))
        self.fingerprint = hashlib.sha256(self.public).digest()[:16].hex()

    def finish(self, r_bytes, r, message):
        s = (r + number_of(r_bytes, self.public, message) * self.a) % L
        return r_bytes + s.to_bytes(32, "little")

    def sign(self, message, other_nonce=b""):
        r = number_of(self.prefix, other_nonce, message) % L
        return self.finish(encode(times(r, BASE)), r, message)

    def entry(self, **limits):
        return {"key_id": self.key_id, "algorithm": "ed25519",
                "public_key_b64": b64(self.public), **limits}


def decode(data):
    """A point of prime order, or None (this is what the strict rule adds)."""
    y, sign = int.from_bytes(data, "little") & (1 << 255) - 1, data[31] >> 7
    if y >= P or x_of(y, sign) is None:
        return None
    p = point(y, sign)
    return p if encode(p) == data and encode(times(L, p)) == NEUTRAL != data else None


def verify(public, message, signature):
    s = int.from_bytes(signature[32:], "little")
    a, r = decode(public), decode(signature[:32])
    if a is None or r is None or s >= L:
        return False
    h = number_of(signature[:32], public, message) % L
    return encode(times(s, BASE)) == encode(add(r, times(h, a)))


def b64(data):
    return base64.b64encode(data).decode()


# ---- Canonical form, records, events --------------------------------------------------

def canon(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(data):
    return hashlib.sha256(data).digest()


def digest_of(record):
    return sha256(canon(record))


def id_of(record):
    return base64.b32encode(digest_of(record)).decode()[:26]


def number(record):
    return "pith:%s:%s" % (record["metadata"]["submitted_at"][:4], id_of(record))


TITLE = "Conformance of  Pith tools"


def make_record(source_id="2601.00046", version=1, **metadata):
    return {
        "source": {"id": source_id, "kind": "arxiv", "version": version},
        "metadata": {
            "license": "",
            "primary_cat": "cs.DL",
            "submitted_at": "2026-01-05T17:00:01Z",
            "cross_cats_sorted": [],
            "title_canon_sha256": sha256(b"conformance of pith tools").hex(),
            "abstract_canon_sha256": sha256(b"an abstract").hex(),
            **metadata,
        },
        "schema_version": "1.0",
    }


RECORD = make_record()
OTHER = make_record("2601.00045")
ID = id_of(RECORD)
assert ID != base64.b32encode(digest_of(RECORD)[:16]).decode()[:26]  # the mistake shows
NUMBER = number(RECORD)

ALPHA = Key("alpha")
BETA = Key("beta")
EDGE = Key("edge")  # has a period
GAMMA = Key("gamma")  # in no keyring
START, END = "2026-02-01T00:00:00.500Z", "2026-03-01T00:00:00Z"
KEYS = {"keys": [ALPHA.entry(), BETA.entry(), EDGE.entry(not_before=START, not_after=END)]}
TIME = "2026-02-10T12:00:00Z"
LATER = "2026-02-10T12:00:01Z"


def receipt(key=ALPHA, record=RECORD, signed_at=TIME, signature=None, **changes):
    signature = key.sign(digest_of(record)) if signature is None else signature
    return {"kind": "pith_receipt", "key_id": key.key_id, "algorithm": "ed25519",
            "signed_at": signed_at,
            "signature_b64": signature if isinstance(signature, str) else b64(signature),
            **changes}


def created(record=RECORD, proof=None, **changes):
    payload = {"canonical_record": record, "canonical_sha256": digest_of(record).hex()}
    if proof:
        payload["receipt"] = proof
    return {"event_type": "record_created", "subject_pith_number": number(record),
            "target": "record", "payload": payload, **changes}


def aliases(record=RECORD, time="2026-02-10T12:00:00Z"):
    source, suffix = record["source"], id_of(record)
    values = {"arxiv": source["id"], "arxiv_version": "%sv%d" % (source["id"], source["version"]),
              "doi": "10.48550/arxiv." + source["id"], "pith_short_12": suffix[:12],
              "pith_short_16": suffix[:16], "pith_short_8": suffix[:8]}
    return [{"alias_kind": k, "alias_value": v, "created_at": time} for k, v in values.items()]


def bundle(*events, record=RECORD, **changes):
    """A short bundle, to keep the folder small."""
    return {"bundle_type": "pith_open_graph_bundle", "bundle_version": "1.0",
            "canonical_record": record,
            "canonical_sha256": digest_of(record).hex(), "events": list(events), **changes}


def full(*events, record=RECORD, **changes):
    """A bundle as resolvers serve it; with no events given, one with a good receipt."""
    return bundle(*(events or [created(record, receipt(record=record))]), record=record,
                  pith_number=number(record), short_pith_number="pith:" + id_of(record)[:8],
                  source=record["source"],
                  **{"source_aliases": aliases(record), **changes})


def signed(proof=None, record=RECORD):
    """A short document with a receipt."""
    return {"record_type": "pith_number_record", "canonical_record": record,
            "canonical_sha256": digest_of(record).hex(),
            "receipt": proof or receipt(record=record)}


def identity(event):
    if isinstance(event, dict):
        event = {k: v for k, v in event.items() if k not in ("event_id", "signature")}
    return sha256(canon(event))


def seal(event, key=ALPHA, message=None, **signature):
    """Adds event_id and signature."""
    event = copy.deepcopy(event)
    digest = identity(event)
    event["event_id"] = "sha256:" + digest.hex()
    event["signature"] = {"algorithm": "ed25519", "key_id": key.key_id,
                          "signature_b64": b64(key.sign(message or digest)), **signature}
    return event


def signer(key):
    return {"key_id": key.key_id}


def full_signer(key):
    return {"key_id": key.key_id, "signer_id": key.key_id + ".example",
            "signer_type": "pith_registry",
            "public_key_fingerprint": key.fingerprint}


def plain(kind, body, key=ALPHA, time=TIME, target="record", **changes):
    event = {"event_type": kind, "subject_pith_number": NUMBER, "target": target,
             "payload": {kind: body}, "created_at": time, "signer": signer(key), **changes}
    return {k: v for k, v in event.items() if v is not None}


def event(kind, body, key=ALPHA, **changes):
    return seal(plain(kind, body, key, **changes), key)


def section(*items):
    return {"count": len(items), "items": list(items),
            "snapshot_sha256": sha256(canon({"payload": list(items)})).hex()}


CLAIM = {"claim_id": "C1", "kind": "strongest_claim", "text": "Naïve – 1 < 2", "weight": 0.5}
BODIES = {
    "graph_snapshot": {"builder_version": "b1", "claims": section(CLAIM), "anchors": section(),
                       "author_claims": {"count": 0, "snapshot_sha256": "0" * 64}},
    "author_claim": {"claimant": "0000-0002-1825-0097", "method": "orcid", "strength": "strong"},
    "citation": {"relationship": "supports", "cited": number(OTHER)},
    "replication": {"claim_id": "C1", "report": "https://example.org/report"},
    "falsification": {"claim_id": "C1", "report": "https://example.org/report"},
    "formal_bridge": {"claim_id": "C1", "report": "theorem c1 : True"},
    "anchor": {"kind": "opentimestamps", "proof": "AE9wZW5UaW1lc3RhbXBz"},
    "withdrawal": {"event_id": "sha256:" + "0" * 64},
}


def good(kind="citation", **changes):
    return event(kind, BODIES[kind], **changes)


def snapshot(version, **changes):
    return event("graph_snapshot", {"builder_version": version, "claims": section()},
                 target=changes.pop("target", "graph"), **changes)


def withdrawal(of, key=ALPHA, time=LATER):
    return event("withdrawal", {"event_id": "sha256:" + identity(of).hex()}, key, time=time)


# ---- The rules of src/merge/RULES.md --------------------------------------------------

INVALID, UNVERIFIED, VALID = 0, 1, 2
PERIODS = {"edge": (START, END)}
RING = {k.key_id: k for k in (ALPHA, BETA, EDGE)}
LISTS = {"anchors": ["anchor"], "author_claims": ["author_claim"], "citations": ["citation"],
         "graph_snapshots": ["graph_snapshot"],
         "replications": ["replication", "falsification", "formal_bridge"]}


def moment(time):
    """Seconds and fraction, comparable."""
    whole, _, fraction = time[:-1].partition(".")
    return whole, fraction.ljust(9, "0")


def is_time(text):
    return isinstance(text, str) and len(text) >= 20 and text[10] == "T" and text[-1] == "Z"


def judge_signature(key_id, signature_b64, time, message):
    if key_id not in RING:
        return UNVERIFIED, "key-unknown"
    try:
        signature = base64.b64decode(signature_b64, validate=True)
    except ValueError:
        return INVALID, "signature-invalid"
    if b64(signature) != signature_b64 or len(signature) != 64 or \
            not verify(RING[key_id].public, message, signature):
        return INVALID, "signature-invalid"
    low, high = PERIODS.get(key_id, ("0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"))
    if not moment(low) <= moment(time) <= moment(high):
        return UNVERIFIED, "key-outside-period"
    return VALID, "ok"


def judge_created(e):
    payload = e["payload"]
    if e["subject_pith_number"] != NUMBER:
        return INVALID, "subject-mismatch"
    if canon(payload["canonical_record"]) != canon(RECORD):
        return INVALID, "record-conflict"
    if payload["canonical_sha256"] != digest_of(RECORD).hex():
        return INVALID, "hash-mismatch"
    proof = payload.get("receipt")
    if not proof:
        return UNVERIFIED, "receipt-missing"
    if (proof.get("kind"), proof.get("algorithm")) != ("pith_receipt", "ed25519"):
        return UNVERIFIED, "receipt-unknown-form"
    return judge_signature(proof["key_id"], proof["signature_b64"], proof["signed_at"],
                           digest_of(RECORD))


def fits(kind, body):
    if not isinstance(body, dict):
        return False
    text = {k: v for k, v in body.items() if isinstance(v, str) and v}
    if kind == "graph_snapshot":
        return all(canon(s["snapshot_sha256"]) == canon(section(*s["items"])["snapshot_sha256"])
                   for s in body.values()
                   if isinstance(s, dict) and "items" in s and "snapshot_sha256" in s)
    if kind == "author_claim":
        return "claimant" in text and text.get("method") in ("orcid", "apple", "x", "email") \
            and text.get("strength") in ("strong", "weak")
    if kind == "citation":
        return text.get("relationship") in (
            "supports", "refutes", "extends", "uses_method", "depends_on", "replaces",
            "compares", "cites") and text.get("cited") == number(OTHER)
    if kind == "anchor":
        return text.get("kind") in ("opentimestamps", "internet_archive") and "proof" in text
    if kind == "withdrawal":
        return bool(re.fullmatch("sha256:[0-9a-f]{64}", text.get("event_id", "")))
    return "claim_id" in text and "report" in text


def judge(e):
    if not isinstance(e, dict):
        return INVALID, "subject-mismatch"
    if e.get("event_type") == "record_created":
        return judge_created(e)
    if e.get("subject_pith_number") != NUMBER:
        return INVALID, "subject-mismatch"
    signature = e.get("signature")
    if not isinstance(signature, dict) or signature.get("algorithm") != "ed25519":
        return UNVERIFIED, "event-unknown-scheme"
    if e.get("event_id") != "sha256:" + identity(e).hex():
        return INVALID, "event-id-mismatch"
    if not is_time(e.get("created_at")) or not isinstance(e.get("target"), str):
        return INVALID, "event-payload"
    if e.get("signer", {}).get("key_id") != signature["key_id"]:
        return INVALID, "signature-invalid"
    standing, code = judge_signature(signature["key_id"], signature["signature_b64"],
                                     e["created_at"], identity(e))
    if standing != VALID:
        return standing, code
    key = RING[signature["key_id"]]
    if e["signer"].get("public_key_fingerprint", key.fingerprint) != key.fingerprint:
        return INVALID, "signature-invalid"
    if "schema_version" in e or levels(e) > 60:
        return INVALID, "event-payload"
    kind = e["event_type"]
    if kind not in BODIES:
        return UNVERIFIED, "event-unknown-type"
    payload = e.get("payload")
    if not isinstance(payload, dict) or not fits(kind, payload.get(kind)):
        return INVALID, "event-payload"
    return VALID, "ok"


def levels(value):
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(levels, inner), default=0) if isinstance(value, (dict, list)) else 0


def time_of(e):
    time = e.get("created_at") if isinstance(e, dict) else None
    return time if isinstance(time, str) else ""


def withdrawn(events, judged):
    """Identities that valid withdrawals take out of what is current."""
    out = set()
    for w in events:
        if judged[identity(w)][0] != VALID or w["event_type"] != "withdrawal":
            continue
        for e in events:
            if "sha256:" + identity(e).hex() == w["payload"]["withdrawal"]["event_id"] and \
                    judged[identity(e)][0] == VALID and e["event_type"] != "withdrawal" and \
                    e.get("signer", {}).get("key_id") == w["signer"]["key_id"] and \
                    moment(e["created_at"]) <= moment(w["created_at"]):
                out.add(identity(e))
    return out


def merge_aliases(bundles):
    known = {a["alias_kind"]: a["alias_value"] for a in aliases()}
    merged = {}
    for b in bundles:
        for a in b.get("source_aliases", []):
            if a["alias_kind"] in known:
                merged.setdefault(a["alias_kind"], []).extend(
                    [a["created_at"]] if "created_at" in a else [])
    return [{"alias_kind": k, "alias_value": known[k],
             **({"created_at": min(times_, key=lambda t: (moment(t), t))} if times_ else {})}
            for k, times_ in sorted(merged.items())]


def merge(*bundles):
    """The state and the merged bundle."""
    copies = {}
    for b in bundles:
        for e in b.get("events", []):
            copies.setdefault(identity(e), []).append(e)
    best = [min(c, key=lambda e: (-judge(e)[0], canon(e))) for c in copies.values()]
    events = sorted(best, key=lambda e: (time_of(e).encode(), identity(e)))
    judged = {identity(e): judge(e) for e in events}
    valid = [e for e in events if judged[identity(e)][0] == VALID]
    groups = {}
    for e in valid:
        if e["event_type"] == "graph_snapshot":
            claim = (moment(e["created_at"]), e["signer"]["key_id"], e.get("target"))
            groups.setdefault(claim, []).append("sha256:" + identity(e).hex())
    groups = [g for g in groups.values() if len(g) > 1]
    out = withdrawn(events, judged) | {bytes.fromhex(i[7:]) for g in groups for i in g}
    current = {"canonical_record": RECORD, "source_aliases": merge_aliases(bundles)}
    for name, kinds in LISTS.items():
        hidden = {"subject_pith_number", "signature"}
        if name == "graph_snapshots":
            hidden.add("event_type")
        current[name] = [{k: v for k, v in e.items() if k not in hidden} for e in valid
                         if e["event_type"] in kinds and identity(e) not in out]

    def reasons(standing):
        return [{"code": judged[identity(e)][1], "event_id": "sha256:" + identity(e).hex()}
                for e in events if judged[identity(e)][0] == standing]

    state = {
        "state_type": "pith_open_graph_state", "state_version": "1.0", "pith_number": NUMBER,
        "merge_version": "pith-open-graph-merge-v1", "event_count": len(events),
        "valid_event_count": len(valid), "invalid_event_count": len(reasons(INVALID)),
        "unverified_event_count": len(reasons(UNVERIFIED)),
        "equivocation_count": len(groups), "equivocations": groups, "current": current,
        "invalid_events": reasons(INVALID), "unverified_events": reasons(UNVERIFIED)}
    whole = full(source_aliases=current["source_aliases"])
    whole["events"] = events
    return state, whole


# ---- Cases ----------------------------------------------------------------------------

CASES = {}


def lines_of(content):
    """JSON with one member of the document a line, and one event a line."""
    def joined(open_, items, close):
        return open_ + ",\n ".join(items) + close

    def line(value):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)

    if not isinstance(content, dict):
        return line(content)
    return joined("{", ["%s: %s" % (line(k), joined("[", map(line, v), "]") if k == "events"
                                    and isinstance(v, list) else line(v))
                        for k, v in content.items()], "}")


def to_bytes(content):
    if isinstance(content, str):
        return content.encode()
    if isinstance(content, bytes):
        return content
    return (lines_of(content) + "\n").encode()


def case(name, cmd, files, **expect):
    assert name not in CASES, name
    assert name.endswith("_fail") == (expect["exit"] != 0), name
    files = {k: to_bytes(v) for k, v in files.items()}
    expect["codes"] = sorted(expect.get("codes", []))
    files["cmd"] = cmd.encode() + b"\n"
    files["expect.json"] = to_bytes(expect)
    CASES[name] = files


def verifies(name, document, exit_=0, codes=(), keys=None, options="", **expect):
    """One document that `verify` judges."""
    files = {"doc.json": document}
    if keys is not None:
        files["keys.json"] = keys
    case(name, "verify --json --keyring %skeys.json %sdoc.json" % (
        "../" if keys is None else "", options), files, exit=exit_,
        codes=list(codes), **expect)


TRUSTED = {"intact": True, "signed": "alpha", "trusted": True}
UNSIGNED = {"intact": True, "signed": None, "trusted": False}


def edit(document, path, value):
    """A copy with one member changed; value None takes it out."""
    document = json.loads(json.dumps(document))  # deepcopy would keep shared parts shared
    at = document
    for step in path[:-1]:
        at = at[step]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return document


def record_cases():
    whole = full()
    verifies("bundle-signed", whole, number=NUMBER, sha256=digest_of(RECORD).hex(), **TRUSTED)
    verifies("bundle-no-receipt", full(created()), info=["receipt-missing"], **UNSIGNED)
    verifies("bundle-no-events", bundle(), info=["receipt-missing"], **UNSIGNED)
    verifies("record-bare", RECORD, number=NUMBER, info=["receipt-missing"], **UNSIGNED)
    document = {"record_type": "pith_number_record", "pith_number": NUMBER,
                "short_pith_number": "pith:" + ID[:8], "schema_version": "1.0",
                "canonical_sha256": digest_of(RECORD).hex(), "source": RECORD["source"],
                "paper": {"title": TITLE}, "canonical_record": RECORD, "receipt": receipt()}
    verifies("record-document", document, title="Conformance of Pith tools", **TRUSTED)
    verifies("record-document-other-title", edit(document, ["paper", "title"], "Another"),
             codes=["title-mismatch"], title=None, **TRUSTED)
    verifies("record-canonical-bytes", canon(whole), **TRUSTED)
    verifies("record-escaped-names", json.dumps(whole).replace(
        '"canonical_record"', '"canonical\\u005frecord"').replace("/", "\\/"), **TRUSTED)
    wide = make_record("hep-th/0702219", 12, cross_cats_sorted=["math-ph", "math.CA"],
                       submitted_at="1999-12-31T23:59:59Z",
                       license="é\u2028\U0001F600\x7f", extra=[1e2, -0.0, 1e-7, 10**30, None])
    verifies("record-wide", json.dumps(full(record=wide)), number=number(wide),
             sha256=digest_of(wide).hex(), **TRUSTED)
    verifies("record-60-levels", edit(RECORD, ["metadata", "x"], nested(58)), **UNSIGNED)
    verifies("alias-unknown-kind", edit(whole, ["source_aliases"], aliases() + [
        {"alias_kind": "ads", "alias_value": "2026arXiv260100046X"}]),
        info=["alias-mismatch"], **TRUSTED)
    verifies("alias-fewer", edit(whole, ["source_aliases"], aliases()[:2]), **TRUSTED)

    lies = {
        "hash-wrong": (["canonical_sha256"], "0" * 64, "hash-mismatch"),
        "hash-upper-case": (["canonical_sha256"], digest_of(RECORD).hex().upper(),
                            "hash-mismatch"),
        "hash-wrong-in-event": (["events", 0, "payload", "canonical_sha256"], "0" * 64,
                                "hash-mismatch"),
        "number-wrong": (["pith_number"], number(OTHER), "number-mismatch"),
        "number-16-byte-base32": (["pith_number"], "pith:2026:" + base64.b32encode(
            digest_of(RECORD)[:16]).decode()[:26], "number-mismatch"),
        "number-unreadable": (["pith_number"], "pith:2026:" + ID[:25], "number-mismatch"),
        "number-short-wrong": (["short_pith_number"], "pith:" + ID[:7], "number-mismatch"),
        "year-wrong": (["pith_number"], "pith:2025:" + ID, "year-mismatch"),
        "alias-arxiv-wrong": (["source_aliases", 0, "alias_value"], "2601.00045",
                              "alias-mismatch"),
        "alias-version-wrong": (["source_aliases", 1, "alias_value"], "2601.00046v2",
                                "alias-mismatch"),
        "alias-doi-wrong": (["source_aliases", 2, "alias_value"], "10.48550/arXiv.2601.00046",
                            "alias-mismatch"),
        "alias-short-12-wrong": (["source_aliases", 3, "alias_value"], ID[:11] + "7",
                                 "alias-mismatch"),
        "alias-short-16-wrong": (["source_aliases", 4, "alias_value"], ID[:15],
                                 "alias-mismatch"),
        "alias-short-8-wrong": (["source_aliases", 5, "alias_value"], ID[:8].lower(),
                                "alias-mismatch"),
        "source-id-wrong": (["source", "id"], "2601.00045", "source-mismatch"),
        "source-version-wrong": (["source", "version"], 2, "source-mismatch"),
        "source-kind-wrong": (["source", "kind"], "doi", "source-mismatch"),
        "subject-of-record-created-wrong": (["events", 0, "subject_pith_number"],
                                            number(OTHER), "subject-mismatch"),
    }
    for name, (path, value, code) in lies.items():
        known = {path[0]: whole[path[0]]}
        if path[0] == "source_aliases":
            known = {path[0]: aliases()[:path[1] + 1]}
        short = {**signed(), **known} if path[0] != "events" else bundle(*whole["events"])
        verifies(name + "_fail", edit(short, path, value), 1, [code], intact=False, signed=None,
                 trusted=False)
    changed = edit(whole, ["canonical_record", "metadata", "title_canon_sha256"], "0" * 64)
    verifies("record-changed_fail", changed, 1,
             ["hash-mismatch", "number-mismatch", "number-mismatch", "alias-mismatch",
              "alias-mismatch", "alias-mismatch", "record-conflict", "subject-mismatch"],
             intact=False, signed=None, trusted=False)

    record = ["canonical_record"]
    broken = {
        "schema-version-unknown": (record + ["schema_version"], "2.0", "field-value"),
        "record-with-event-type": (record + ["event_type"], "x", "field-value"),
        "record-61-levels": (record + ["metadata", "x"], nested(59), "json-depth"),
        "submitted-at-year-0": (record + ["metadata", "submitted_at"], "0000-01-05T17:00:01Z",
                                "field-value"),
        "license-missing": (record + ["metadata", "license"], None, "field-missing"),
        "submitted-at-no-such-day": (record + ["metadata", "submitted_at"],
                                     "2026-02-30T00:00:00Z", "field-value"),
        "submitted-at-with-offset": (record + ["metadata", "submitted_at"],
                                     "2026-01-05T17:00:01+00:00", "field-value"),
        "version-zero": (record + ["source", "version"], 0, "field-value"),
        "version-float": (record + ["source", "version"], 1.0, "field-value"),
        "version-string": (record + ["source", "version"], "1", "field-type"),
        "source-id-brace": (record + ["source", "id"], "2601.00046}", "field-value"),
        "title-hash-upper-case": (record + ["metadata", "title_canon_sha256"], "A" * 64,
                                  "field-value"),
        "categories-object": (record + ["metadata", "cross_cats_sorted"], {}, "field-type"),
        "record-is-a-list": (record, [], "field-type"),
        "record-missing": (record, None, "document-kind"),
        "hash-missing": (["canonical_sha256"], None, "field-missing"),
        "aliases-object": (["source_aliases"], {}, "field-type"),
        "alias-time-bad": (["source_aliases", 0, "created_at"], "yesterday", "field-value"),
        "events-object": (["events"], {}, "field-type"),
        "events-string": (["events"], "none", "field-type"),
        "events-number": (["events"], 0, "field-type"),
        "events-true": (["events"], True, "field-type"),
        "record-created-without-record": (["events", 0, "payload", "canonical_record"], None,
                                          "field-missing"),
        "receipt-signed-at-bad": (["events", 0, "payload", "receipt", "signed_at"],
                                  "2026-02-30T00:00:00Z", "field-value"),
        "receipt-is-a-string": (["events", 0, "payload", "receipt"], "x", "field-type"),
    }
    for name, (path, value, code) in broken.items():
        short = {**signed(), "source_aliases": aliases()[:1]}
        if path[0] == "events":
            short = bundle(*whole["events"])
        verifies(name + "_fail", edit(short, path, value), 5, [code])
    verifies("events-null_fail", json.dumps(bundle()).replace(
        '"events": []', '"events": null'), 5, ["field-type"])
    verifies("document-is-a-list_fail", [], 5, ["document-kind"])
    verifies("document-is-a-number_fail", "26", 5, ["document-kind"])
    verifies("document-empty-object_fail", {}, 5, ["document-kind"])

    inputs = {"doc.json": whole}
    case("asked-for-this-number", "verify --json --keyring ../keys.json --from doc.json " + ID,
         inputs, exit=0, **TRUSTED)
    case("asked-for-other-number_fail",
         "verify --json --keyring ../keys.json --from doc.json " + id_of(OTHER), inputs, exit=1,
         codes=["number-mismatch"], intact=False)
    case("asked-for-other-year_fail",
         "verify --json --keyring ../keys.json --from doc.json pith:2025:" + ID, inputs, exit=1,
         codes=["year-mismatch"], intact=False)
    case("asked-for-no-number_fail",
         "verify --json --keyring ../keys.json --from doc.json %s0" % ID[:25], inputs, exit=2,
         codes=["number-syntax"])
    case("file-missing_fail", "verify --json --keyring ../keys.json missing.json", inputs, exit=8,
         codes=["io-read"])
    case("nothing-to-verify_fail", "verify --json --keyring ../keys.json", inputs, exit=2,
         codes=["usage"])


def receipt_cases():
    def one(name, proof, exit_=1, codes=("signature-invalid",), **expect):
        verifies(name, signed(proof), exit_, codes, **expect)

    digest = digest_of(RECORD)
    signature = ALPHA.sign(digest)
    text = b64(signature)
    flipped = bytearray(signature)
    flipped[3] ^= 16
    flipped_s = bytearray(signature)
    flipped_s[40] ^= 1
    s = int.from_bytes(signature[32:], "little")
    bad = {
        "flipped-bit-r": bytes(flipped),
        "flipped-bit-s": bytes(flipped_s),
        "wrong-key": BETA.sign(digest),
        "over-hex-text": ALPHA.sign(digest.hex().encode()),
        "over-canonical-bytes": ALPHA.sign(canon(RECORD)),
        "over-other-record": ALPHA.sign(digest_of(OTHER)),
        "s-plus-l": signature[:32] + (s + L).to_bytes(32, "little"),
        "all-zero": bytes(64),
        "63-bytes": signature[:63],
        "65-bytes": signature + b"\0",
        # R of small order, with the S that makes S*B = R + h*A true.
        "r-identity": ALPHA.finish(NEUTRAL, 0, digest),
        "r-identity-not-canonical": ALPHA.finish((P + 1).to_bytes(32, "little"), 0, digest),
        # True only after multiplying by the cofactor.
        "r-order-2": ALPHA.finish(encode(ORDER2), 0, digest),
        "r-order-8": ALPHA.finish(encode(ORDER8), 0, digest),
        "r-mixed-order": ALPHA.finish(encode(add(times(7, BASE), ORDER8)), 7, digest),
        "r-not-canonical": ALPHA.finish((P + 3).to_bytes(32, "little"), 0, digest),
        "base64-no-padding": text.rstrip("="),
        "base64-url-alphabet": b64(beautiful(digest)).replace("+", "-").replace("/", "_"),
        "base64-line-feed": text[:44] + "\n" + text[44:],
        "base64-space-at-end": text + " ",
        "base64-stray-bits": text[:85] + chr(ord(text[85]) + 1) + "==",
        "base64-empty": "",
        "hex": signature.hex(),
    }
    assert base64.b64decode(bad["base64-stray-bits"]) == signature
    for name, value in bad.items():
        one("receipt-%s_fail" % name, receipt(signature=value), intact=True, signed=None,
            trusted=False)
    one("receipt-other-nonce", receipt(signature=ALPHA.sign(digest, b"again")), 0, [], **TRUSTED)
    one("receipt-extra-members", receipt(note="hello", counter=1e3), 0, [], **TRUSTED)
    one("receipt-unknown-key_fail", receipt(GAMMA), 4, ["key-unknown"], intact=True, signed=None,
        trusted=False)
    one("receipt-key-id-other-case_fail", receipt(key_id="Alpha"), 4, ["key-unknown"])
    for name, change in {"kind": {"kind": "pith_receipt_v2"}, "algorithm": {"algorithm": "ed448"},
                         "algorithm-case": {"algorithm": "Ed25519"}}.items():
        one("receipt-unknown-%s_fail" % name, receipt(**change), 3, ["receipt-unknown-form"],
            **UNSIGNED)
    for name in ("signature_b64", "key_id", "signed_at"):
        one("receipt-without-%s_fail" % name.replace("_", "-"), edit(receipt(), [name], None), 3,
            ["receipt-unknown-form"], **UNSIGNED)

    inside = {"intact": True, "signed": "edge", "trusted": True}
    for name, time in {
            "at-start": START, "at-start-short": "2026-02-01T00:00:00.5Z",
            "inside": TIME, "at-end": END,
            "at-end-fraction": "2026-03-01T00:00:00.000Z",
            "just-before-end": "2026-02-28T23:59:59.999999999Z"}.items():
        one("period-" + name, receipt(EDGE, signed_at=time), 0, [], **inside)
    for name, time in {
            "just-before-start": "2026-02-01T00:00:00.499999999Z",
            "whole-second-before-start": "2026-02-01T00:00:00Z",
            "just-after-end": "2026-03-01T00:00:00.000000001Z",
            "tenth-after-end": "2026-03-01T00:00:00.1Z",
            "long-after": "2027-01-01T00:00:00Z"}.items():
        one("period-%s_fail" % name, receipt(EDGE, signed_at=time), 4, ["key-outside-period"],
            intact=True, signed="edge", trusted=False)
    one("period-outside-and-bad-signature_fail",
        receipt(EDGE, signed_at="2027-01-01T00:00:00Z", signature=signature), signed=None)

    two = {"good": receipt(), "other-good": receipt(BETA), "unknown": receipt(GAMMA),
           "bad": receipt(signature=bytes(flipped)), "form": receipt(kind="x"),
           "expired": receipt(EDGE, signed_at="2027-01-01T00:00:00Z")}

    def both(first, second, exit_, codes, **expect):
        verifies("receipts-%s-and-%s%s" % (first, second, "_fail" if exit_ else ""),
                 bundle(created(proof=two[first]), created(proof=two[second])), exit_, codes,
                 **expect)

    both("good", "unknown", 0, ["key-unknown"], **TRUSTED)
    both("unknown", "good", 0, ["key-unknown"], **TRUSTED)
    both("good", "form", 0, ["receipt-unknown-form"], **TRUSTED)
    both("good", "expired", 0, ["key-outside-period"], **TRUSTED)
    both("expired", "good", 0, ["key-outside-period"], **TRUSTED)
    both("good", "other-good", 0, [], intact=True, trusted=True)
    both("good", "bad", 1, ["signature-invalid"], intact=True, signed=None, trusted=False)
    both("bad", "good", 1, ["signature-invalid"], intact=True, signed=None, trusted=False)
    both("unknown", "bad", 1, ["key-unknown", "signature-invalid"], signed=None, trusted=False)

    required = {"signed": (bundle(created()), 3, []), "trusted": (bundle(created()), 3, []),
                "attested": (signed(), 3, []), "anchored": (signed(), 3, []),
                "intact,signed,trusted": (signed(), 0, [])}
    for word, (document, exit_, codes) in required.items():
        name = "require-" + word.replace(",", "-") + ("_fail" if exit_ else "")
        verifies(name, document, exit_, codes + ["evidence-missing"] * (exit_ == 3),
                 options="--require %s " % word)
    verifies("require-trusted-of-unknown-key_fail", signed(receipt(GAMMA)), 4,
             ["key-unknown", "evidence-missing"], options="--require trusted ")
    verifies("require-unknown-word_fail", signed(), 2, ["usage"], options="--require notarised ")


def beautiful(digest):
    """A valid signature whose base64 has + or /."""
    nonce = 0
    while True:
        signature = ALPHA.sign(digest, b"%d" % nonce)
        if "+" in b64(signature) or "/" in b64(signature):
            return signature
        nonce += 1


def keyring_cases():
    def ring(*entries):
        return {"keys": list(entries)}

    def hexed(key, **more):
        return {"key_id": key.key_id, "algorithm": "ed25519",
                "public_key_hex": key.public.hex(), **more}

    whole = signed()
    fine = {
        "hex": ring(hexed(ALPHA)),
        "both-forms": ring(ALPHA.entry(public_key_hex=ALPHA.public.hex())),
        "null-limits": ring(ALPHA.entry(not_before=None, not_after=None)),
        "fingerprint": ring(ALPHA.entry(fingerprint_sha256_hex=ALPHA.fingerprint)),
        "extra-members": {"keys": [ALPHA.entry(fingerprint="x")], "note": "hello"},
    }
    for name, keys in fine.items():
        verifies("keyring-" + name, whole, keys=keys, **TRUSTED)
    b, raw = ALPHA.entry(), ALPHA.public

    def with_key(data):
        return ring({**b, "public_key_b64": b64(data)})

    not_on_curve = next(y for y in range(2, 99) if x_of(y, 0) is None)
    bad = {
        "duplicate-id": (ring(b, {**BETA.entry(), "key_id": "alpha"}), "keyring"),
        "same-entry-twice": (ring(b, b), "keyring"),
        "base64-no-padding": (ring({**b, "public_key_b64": b64(raw).rstrip("=")}), "keyring"),
        "base64-space": (ring({**b, "public_key_b64": " " + b64(raw)}), "keyring"),
        "hex-upper-case": (ring({**hexed(ALPHA), "public_key_hex": raw.hex().upper()}),
                           "keyring"),
        "forms-differ": (ring({**b, "public_key_hex": BETA.public.hex()}), "keyring"),
        "no-key": (ring({"key_id": "alpha", "algorithm": "ed25519"}), "keyring"),
        "wrong-algorithm": (ring({**b, "algorithm": "ed448"}), "keyring"),
        "31-bytes": (with_key(raw[:31]), "keyring"),
        "33-bytes": (with_key(raw + b"\0"), "keyring"),
        "key-identity": (with_key(NEUTRAL), "keyring"),
        "key-order-2": (with_key(encode(ORDER2)), "keyring"),
        "key-order-4": (with_key(encode(times(2, ORDER8))), "keyring"),
        "key-order-8": (with_key(encode(ORDER8)), "keyring"),
        "key-mixed-order": (with_key(encode(add(times(ALPHA.a, BASE), ORDER8))), "keyring"),
        "key-not-canonical": (with_key((P + 3).to_bytes(32, "little")), "keyring"),
        "key-not-on-curve": (with_key(not_on_curve.to_bytes(32, "little")), "keyring"),
        "key-id-with-space": (ring({**b, "key_id": "al pha"}), "keyring"),
        "key-id-empty": (ring({**b, "key_id": ""}), "keyring"),
        "fingerprint-of-other-key": (
            ring(ALPHA.entry(fingerprint_sha256_hex=BETA.fingerprint)), "keyring"),
        "period-bad": (ring({**b, "not_before": "2026"}), "keyring"),
        "key-id-missing": (ring(edit(b, ["key_id"], None)), "field-missing"),
        "keys-missing": ({}, "field-missing"),
        "keys-object": ({"keys": {}}, "field-type"),
        "not-json": ("alpha " + b64(raw) + "\n", "json-syntax"),
        "duplicate-name": ('{"keys":[],"keys":[]}', "json-duplicate-name"),
    }
    for name, (keys, code) in bad.items():
        verifies("keyring-%s_fail" % name, whole, 5, [code], keys=keys)
    verifies("keyring-empty_fail", whole, 4, ["key-unknown"], keys=ring())
    case("keyring-missing_fail", "verify --json --keyring keys.json doc.json",
         {"doc.json": whole}, exit=8, codes=["io-read"])


# name -> (event, its code). Bodies that break one rule each.
def bad_payloads():
    changes = {
        "graph_snapshot": {
            "wrong-hash": {"claims": {"items": [CLAIM], "snapshot_sha256": "0" * 64}},
            "hash-of-empty": {"claims": {"items": [CLAIM],
                                         "snapshot_sha256": section()["snapshot_sha256"]}},
            "hash-of-bare-list": {"claims": {"items": [CLAIM],
                                             "snapshot_sha256": sha256(canon([CLAIM])).hex()}},
            "hash-is-a-number": {"claims": {"items": [], "snapshot_sha256": 5}}},
        "author_claim": {"no-claimant": {"claimant": None}, "method": {"method": "phone"},
                         "strength": {"strength": "Strong"}},
        "citation": {"relationship": {"relationship": "praises"},
                     "cited": {"cited": "10.48550/arxiv.2601.00046"}},
        "replication": {"no-claim-id": {"claim_id": None}, "no-report": {"report": None}},
        "falsification": {"report-a-number": {"report": 1}},
        "formal_bridge": {"no-report": {"report": None}},
        "anchor": {"kind": {"kind": "blockchain"}, "no-proof": {"proof": None}},
        "withdrawal": {"no-event-id": {"event_id": None}, "bare-hash": {"event_id": "0" * 64},
                       "upper-case": {"event_id": "sha256:" + "A" * 64}},
    }
    out = {}
    for kind, rows in changes.items():
        for name, change in rows.items():
            body = {k: v for k, v in {**BODIES[kind], **change}.items() if v is not None}
            out["%s-%s" % (kind.replace("_", "-"), name)] = event(kind, body)
    out["other-name"] = event("citation", None, payload={"body": BODIES["citation"]})
    out["name-of-other-type"] = event("replication", None, payload={
        "falsification": BODIES["falsification"]})
    out["payload-a-list"] = event("citation", None, payload=[BODIES["citation"]])
    out["payload-missing"] = seal(edit(plain("citation", {}), ["payload"], None))
    out["body-a-list"] = event("citation", [BODIES["citation"]])
    out["body-null"] = event("anchor", None)
    return out


def nested(depth):
    return [] if depth == 1 else [nested(depth - 1)]


def bad_events():
    fine = good()
    digest = identity(fine)
    signature = base64.b64decode(fine["signature"]["signature_b64"])
    s_plus_l = signature[:32] + (int.from_bytes(signature[32:], "little") + L).to_bytes(
        32, "little")
    forged = edit(fine, ["payload", "citation", "relationship"], "refutes")
    mixed = seal(plain("citation", BODIES["citation"], ALPHA), BETA)
    value = ["signature", "signature_b64"]
    return {
        "id-mismatch": (edit(fine, ["event_id"], "sha256:" + "0" * 64), "event-id-mismatch"),
        "id-missing": (edit(fine, ["event_id"], None), "event-id-mismatch"),
        "id-upper-case": (edit(fine, ["event_id"], "sha256:" + digest.hex().upper()),
                          "event-id-mismatch"),
        "changed-after-signing": (forged, "event-id-mismatch"),
        "member-added-after-signing": ({**fine, "note": ""}, "event-id-mismatch"),
        "changed-with-new-id": (edit(forged, ["event_id"], "sha256:" + identity(forged).hex()),
                                "signature-invalid"),
        "signature-by-other-key": (edit(fine, value, b64(BETA.sign(digest))),
                                   "signature-invalid"),
        "signature-over-hex": (edit(fine, value, b64(ALPHA.sign(digest.hex().encode()))),
                               "signature-invalid"),
        "signature-s-plus-l": (edit(fine, value, b64(s_plus_l)), "signature-invalid"),
        "signature-r-identity": (edit(fine, value, b64(ALPHA.finish(
            NEUTRAL, 0, digest))), "signature-invalid"),
        "signature-no-padding": (edit(fine, value, b64(signature).rstrip("=")),
                                 "signature-invalid"),
        "signer-other-key": (mixed, "signature-invalid"),
        "signer-missing": (seal(plain("citation", BODIES["citation"], signer=None)),
                           "signature-invalid"),
        "created-at-missing": (good(time=None), "event-payload"),
        "created-at-bad": (good(time="2026-02-10"), "event-payload"),
        "target-missing": (good(target=None), "event-payload"),
        "target-a-number": (good(target=1), "event-payload"),
        "fingerprint-of-other-key": (good(signer={**signer(ALPHA), "public_key_fingerprint":
                                                  BETA.fingerprint}), "signature-invalid"),
        "schema-version": (good(schema_version="1.0"), "event-payload"),
        "61-levels": (event("anchor", {**BODIES["anchor"], "n": nested(58)}), "event-payload"),
        "subject-other": (good(subject_pith_number=number(OTHER)), "subject-mismatch"),
        "subject-other-year": (good(subject_pith_number="pith:2025:" + ID), "subject-mismatch"),
        "subject-missing": (good(subject_pith_number=None), "subject-mismatch"),
        "subject-other-unsigned": (plain("citation", {}, subject_pith_number=number(OTHER)),
                                   "subject-mismatch"),
        "not-an-object": (17, "subject-mismatch"),
    }


def unverified_events():
    fine = good()
    return {
        "unsigned": (plain("citation", BODIES["citation"]), "event-unknown-scheme"),
        "unsigned-with-id": (edit(fine, ["signature"], None), "event-unknown-scheme"),
        "unknown-algorithm": (edit(fine, ["signature", "algorithm"], "ed448"),
                              "event-unknown-scheme"),
        "signature-a-string": (edit(fine, ["signature"], "x"), "event-unknown-scheme"),
        "unknown-key": (good(key=GAMMA), "key-unknown"),
        "before-period": (good(key=EDGE, time="2026-02-01T00:00:00.4Z"), "key-outside-period"),
        "after-period": (good(key=EDGE, time="2026-03-01T00:00:00.1Z"), "key-outside-period"),
        "unknown-type": (event("endorsement", {"by": "x"}), "event-unknown-type"),
        "type-other-case": (event("Citation", BODIES["citation"]), "event-unknown-type"),
    }


def event_cases():
    verifies("event-every-type", bundle(*map(good, BODIES)), **UNSIGNED)
    verifies("event-all-relationships", bundle(*[
        event("citation", {"relationship": w, "cited": number(OTHER)}) for w in (
            "supports", "refutes", "extends", "uses_method", "depends_on", "replaces", "compares",
            "cites")]), **UNSIGNED)
    verifies("event-signature-inside-payload", bundle(event("anchor", {
        **BODIES["anchor"], "signature": {"event_id": 1}, "event_id": "x"})), **UNSIGNED)
    odd = {**BODIES["anchor"], "n": [10**40, 1e16, 1e-5, -0.0, 0.1, 5e-324], "Ω": "\x7f\u2028é"}
    verifies("event-wide-payload", json.dumps(bundle(event("anchor", odd))), **UNSIGNED)
    deep = event("anchor", {**BODIES["anchor"], "n": nested(57)})
    assert levels(deep) == 60
    verifies("event-60-levels", bundle(deep), **UNSIGNED)
    verifies("event-in-period", bundle(good(key=EDGE, time="2026-02-01T00:00:00.5Z")),
             **UNSIGNED)
    for name, e in bad_payloads().items():
        assert judge(e) == (INVALID, "event-payload"), name
        verifies("payload-%s_fail" % name, bundle(e), 1, ["event-payload"])
    for name, (e, code) in bad_events().items():
        assert judge(e) == (INVALID, code), name
        verifies("event-%s_fail" % name, bundle(e), 1, [code])
    for name, (e, code) in unverified_events().items():
        assert judge(e) == (UNVERIFIED, code), name
        if name in ("unsigned", "unknown-key", "after-period", "unknown-type"):
            verifies("event-" + name, bundle(e), info=[code], **UNSIGNED)
    verifies("events-good-and-bad_fail", bundle(good("anchor"), bad_events()[
        "id-mismatch"][0], good("replication")), 1, ["event-id-mismatch"])


def merges(name, *bundles, texts=None, with_bundle=False):
    """Bundles b0.json b1.json..., given as data; texts replaces how some are written."""
    state, whole = merge(*bundles)
    files = {"b%d.json" % i: b for i, b in enumerate(bundles)}
    names = " ".join(files)
    files.update(texts or {})
    files["expect-state.json"] = canon(state) + b"\n"
    if with_bundle:
        files["expect-bundle.json"] = canon(whole) + b"\n"
    case("merge-" + name, "merge --json --keyring ../keys.json " + names, files, exit=0,
         counts={k: state[k] for k in (
             "event_count", "valid_event_count", "unverified_event_count", "invalid_event_count",
             "equivocation_count")})
    return state


def refuses(name, exit_, code, *documents):
    files = {"b%d.json" % i: d for i, d in enumerate(documents)}
    case("merge-%s_fail" % name, "merge --json --keyring ../keys.json " + " ".join(files),
         {**files}, exit=exit_, codes=[code])


def at(second, fraction=""):
    return "2026-02-10T12:00:%02d%sZ" % (second, fraction)


def reordered(value):
    """The same value with its names in the opposite order."""
    if isinstance(value, dict):
        return {k: reordered(value[k]) for k in sorted(value, reverse=True)}
    return [reordered(v) for v in value] if isinstance(value, list) else value


def merge_cases():
    first = created(proof=receipt())
    every = [first] + [good(kind, key=key, time=at(i), signer=full_signer(key))
                       for i, (kind, key) in enumerate(zip(BODIES, [ALPHA, BETA] * 4))]
    whole = merges("one-bundle", full(*every), with_bundle=True)
    assert whole["valid_event_count"] == 9
    some = [every[2], snapshot("b1", key=BETA), good()]
    a, b, c = full(*some[:2]), bundle(*some[1:]), bundle(some[0], some[2])
    whole = merges("three-abc", a, b, c)
    assert merges("three-cab", c, a, b) == whole
    assert merges("duplicates", b, bundle(*some[1:3], *some[2:0:-1])) == merge(b)[0]
    assert merges("of-merged", merge(a, b)[1], merge(b, c)[1]) == whole
    merges("no-events", bundle(), with_bundle=True)

    float_event = event("anchor", {**BODIES["anchor"], "n": [100.0, 0.1], "é/": "\U0001F600"})
    twins = bundle(float_event)
    merges("twins-by-formatting", twins, twins, texts={
        "b1.json": json.dumps(reordered(twins), indent=1).replace("100.0", "1E+2").replace(
            "0.1", "1.0e-1").replace("/", "\\/")})

    # Copies of one event.
    fine = good("anchor")
    flipped = edit(fine, ["signature", "signature_b64"], b64(bytes(64)))
    wrong_id = edit(fine, ["event_id"], "sha256:" + "f" * 64)
    unsigned = edit(fine, ["signature"], None)
    again = edit(fine, ["signature", "signature_b64"], b64(ALPHA.sign(identity(fine), b"again")))
    alone = merge(bundle(fine))[0]
    assert merges("copy-bad-signature", bundle(fine), bundle(flipped)) == alone
    assert merges("copy-unsigned", bundle(unsigned, fine, flipped), with_bundle=True) == alone
    merges("copy-unsigned-before-bad", bundle(flipped), bundle(unsigned),
           with_bundle=True)
    merges("copy-two-bad", bundle(flipped, wrong_id))
    merges("copy-two-good", bundle(fine), bundle(again), with_bundle=True)
    merges("copy-of-record-created", bundle({**first, "event_id": "x"}), bundle(first),
           with_bundle=True)

    # Standing in lists.
    merges("invalid-events", bundle(fine, *[e for e, _ in bad_events().values()]))
    merges("unverified-events", bundle(fine, *[e for e, _ in unverified_events().values()]))
    merges("order", bundle(
        good(time=at(2)), good(time=at(1, ".5")), good(time=at(1)), good("anchor", time=at(1)),
        plain("citation", {}, time=None), plain("anchor", {}, time=at(0, ".25"))))
    merges("receipts-bad", bundle(*[created(proof=proof) for proof in (
        receipt(), None, receipt(signature=bytes(64)), receipt(GAMMA), receipt(kind="x"),
        receipt(EDGE, signed_at="2027-01-01T00:00:00Z"))]))
    merges("record-created-other-subject", bundle(
        first, {**first, "subject_pith_number": number(OTHER)}))
    merges("record-created-other-record", bundle(first, {
        **created(OTHER, receipt(record=OTHER)), "subject_pith_number": NUMBER}))
    merges("record-created-wrong-hash", bundle(
        first, edit(first, ["payload", "canonical_sha256"], "0" * 64)))

    # Equivocation.
    s1, s2, s3 = (snapshot("b%d" % i) for i in range(3))
    two = merges("equivocation-of-two", bundle(s1), bundle(s2))
    assert two["equivocation_count"] == 1 and not two["current"]["graph_snapshots"]
    merges("equivocation-of-three", bundle(s3, s1), bundle(s2))
    spelt = merges("equivocation-time-spelt-otherwise", bundle(
        s1, snapshot("b1", time=at(0, ".00"))))
    assert spelt["equivocation_count"] == 1
    merges("equivocation-two-at-one-time", bundle(
        s1, s2, snapshot("c1", key=BETA), snapshot("c2", key=BETA),
        snapshot("d1", target="other"), snapshot("d2", target="other")))
    for name, other in {"other-target": snapshot("b1", target="other"),
                        "other-time": snapshot("b1", time=LATER),
                        "bad-copy": edit(s2, ["signature", "signature_b64"], b64(bytes(64))),
                        }.items():
        state = merges("no-equivocation-" + name, bundle(s1, other))
        assert state["equivocation_count"] == 0 and state["current"]["graph_snapshots"]
    merges("equivocation-withdrawn", bundle(s1, s2, withdrawal(s1)))

    # Withdrawal.
    rows = {
        "withdrawal": ([fine, withdrawal(fine)], 0),
        "withdrawal-of-snapshot": ([s1, fine, withdrawal(s1)], 1),
        "withdrawal-other-key": ([fine, withdrawal(fine, BETA)], 1),
        "withdrawal-same-time": ([fine, withdrawal(fine, time=TIME)], 0),
        "withdrawal-earlier": ([fine, withdrawal(fine, time="2026-02-10T11:59:59Z")], 1),
        "withdrawal-later-by-a-fraction": ([fine, withdrawal(fine, time=at(0, ".5"))], 0),
        "withdrawal-same-time-fraction": ([fine, withdrawal(fine, time=at(0, ".000"))], 0),
        "withdrawal-of-withdrawal": ([fine, withdrawal(fine),
                                      withdrawal(withdrawal(fine), time=at(9))], 0),
        "withdrawal-of-bad-copy": ([flipped, withdrawal(fine)], 0),
    }
    for name, (events, left) in rows.items():
        state = merges(name, bundle(*events))
        assert len(state["current"]["anchors"]) == left, name
    half = good("anchor", time=at(0, ".5"))
    state = merges("withdrawal-earlier-by-a-fraction", bundle(
        half, withdrawal(half, time=TIME)))
    assert state["current"]["anchors"]

    # Aliases.
    early, late = aliases(time="2026-01-01T00:00:00Z"), aliases(time="2026-02-01T00:00:00Z")
    timeless = [{k: v for k, v in a.items() if k != "created_at"} for a in early]
    merges("aliases-least-time", bundle(source_aliases=late[2:] + early[:1]),
           bundle(source_aliases=early[1:4] + late[:1]), with_bundle=True)
    spelt = [aliases(time=at(0, f))[:1] for f in (".5", "", ".0", ".000")]
    forth = merges("aliases-fractions", *[bundle(source_aliases=a) for a in spelt])
    assert forth == merges("aliases-fractions-reversed", *[
        bundle(source_aliases=a) for a in reversed(spelt)])
    merges("aliases-none", bundle(source_aliases=[]), bundle())
    merges("aliases-without-time", bundle(source_aliases=timeless[:3]),
           bundle(source_aliases=late[2:]))
    unknown = {"alias_kind": "ads", "alias_value": "2026arXiv260100046X"}
    merges("aliases-unknown-kind", bundle(source_aliases=[unknown] + late[::-1]))

    # Refusals.
    whole = bundle(source=RECORD["source"], pith_number=NUMBER,
                   short_pith_number="pith:" + ID[:8], source_aliases=aliases()[:1])
    refuses("hash-wrong", 1, "hash-mismatch", edit(whole, ["canonical_sha256"], "0" * 64))
    refuses("number-wrong", 1, "number-mismatch", edit(whole, ["pith_number"], number(OTHER)))
    refuses("year-wrong", 1, "year-mismatch", edit(whole, ["pith_number"], "pith:2025:" + ID))
    refuses("short-wrong", 1, "number-mismatch", edit(whole, ["short_pith_number"], "pith:A"))
    refuses("source-wrong", 1, "source-mismatch", edit(whole, ["source", "version"], 2))
    wrong = edit(whole, ["source_aliases", 0, "alias_value"], "2601.00045")
    refuses("alias-wrong", 1, "alias-mismatch", wrong)
    refuses("alias-wrong-in-second", 1, "alias-mismatch", whole, wrong)
    refuses("alias-wrong-unknown-key", 1, "alias-mismatch",
            {**wrong, "events": [created(proof=receipt(GAMMA))]})
    refuses("alias-wrong-unknown-form", 1, "alias-mismatch",
            {**wrong, "events": [created(proof=receipt(kind="x"))]})
    refuses("alias-wrong-bad-receipt", 1, "alias-mismatch",
            {**wrong, "events": [created(proof=receipt(signature=bytes(64)))]})
    refuses("two-records", 1, "record-conflict", whole, signed(record=OTHER))
    refuses("broken-json", 5, "json-syntax", whole, b"{")
    refuses("duplicate-name-in-event", 5, "json-duplicate-name", json.dumps(bundle(
        first, fine)).replace('"target"', '"target": "", "target"', 1))
    refuses("not-a-document", 5, "document-kind", whole, {"a": 1})
    refuses("events-null", 5, "field-type",
            json.dumps(bundle()).replace('"events": []', '"events": null'))
    refuses("nothing", 2, "usage")
    case("merge-file-missing_fail", "merge --json --keyring ../keys.json b0.json missing.json",
         {"b0.json": whole}, exit=8, codes=["io-read"])
    case("merge-keyring-bad_fail", "merge --json --keyring keys.json b0.json",
         {"b0.json": whole, "keys.json": {"keys": [ALPHA.entry(), ALPHA.entry()]}}, exit=5,
         codes=["keyring"])


def state_cases():
    whole = bundle(good("anchor"), snapshot("b1"), source_aliases=aliases()[:2])
    state = merge(whole)[0]
    ours = ("unverified_event_count", "invalid_events", "unverified_events", "equivocations")
    lists = ("anchors", "author_claims", "citations", "replications")
    seen = {k: v for k, v in state.items() if k not in ours}
    seen["current"] = {k: v for k, v in seen["current"].items() if k not in lists}
    verifies("state", state, info=["state-unproven"], number=NUMBER, **UNSIGNED)
    verifies("state-of-seen-members", seen, info=["state-unproven"], **UNSIGNED)
    verifies("state-number-wrong_fail", edit(state, ["pith_number"], number(OTHER)), 1,
             ["number-mismatch"], intact=False)
    verifies("state-alias-wrong_fail", edit(
        state, ["current", "source_aliases", 0, "alias_value"], "x"), 1, ["alias-mismatch"],
        intact=False)
    verifies("state-hash-wrong_fail", {**state, "canonical_sha256": "0" * 64}, 1,
             ["hash-mismatch"], intact=False)
    verifies("state-short-wrong_fail", {**state, "short_pith_number": "pith:A"}, 1,
             ["number-mismatch"], intact=False)
    verifies("state-and-bundle_fail", {**state, **whole}, 5, ["document-kind"])
    verifies("state-with-events_fail", {**state, "events": []}, 5, ["document-kind"])
    refuses("state", 5, "document-kind", whole, state)
    verifies("state-no-current_fail", edit(state, ["current"], None), 5, ["field-missing"])
    verifies("state-require-signed_fail", state, 3, ["evidence-missing"],
             options="--require signed ")

    def against(name, other, exit_=0, documents=(whole,), **expect):
        files = {"b%d.json" % i: d for i, d in enumerate(documents)}
        if expect.get("equal") is False:
            expect["codes"] = ["state-mismatch"]
        case("against-" + name, "verify --json --keyring ../keys.json --against their.json "
             + " ".join(files), {**files, "their.json": other}, exit=exit_,
             **expect)

    against("same", state, equal=True)
    against("other-format", json.dumps(reordered(state), indent=2).replace("/", "\\/"), equal=True)
    against("of-seen-members", seen, equal=True)
    against("two-bundles", state, equal=True,
            documents=(bundle(good("anchor"), source_aliases=aliases()[:1]), bundle(
                snapshot("b1"), source_aliases=aliases()[1:2])))
    doubtful = (bundle(good("anchor"), good(key=GAMMA), source_aliases=aliases()[:2]),)
    against("with-unverified", merge(*doubtful)[0], equal=True, documents=doubtful)
    for name, path, value in (
            ("count", ["event_count"], 4), ("count-as-float", ["event_count"], 2.0),
            
            ("alias-missing", ["current", "source_aliases"], aliases()[:1]),
            
            ("snapshot-changed", ["current", "graph_snapshots", 0, "payload"], {}),
            ("own-list-changed", ["current", "anchors"], []),
            
            ("seen-member-missing", ["valid_event_count"], None),
            ("member-added", ["note"], "x")):
        against("other-%s_fail" % name, edit(state, path, value), 1, equal=False)
    against("other-seen-members_fail", edit(seen, ["valid_event_count"], 4), 1, equal=False)
    against("other-with-unverified_fail", state, 3, documents=doubtful, equal=False)
    against("other-alias-with-unverified_fail", edit(
        state, ["current", "source_aliases", 0, "created_at"], LATER), 1, documents=doubtful,
        equal=False)
    against("other-kind_fail", [], 1, equal=False)
    against("broken-json_fail", "{", 5, codes=["json-syntax"])
    against("bundle-wrong_fail", state, 1, documents=({**whole, "pith_number": "x"},),
            codes=["number-mismatch"])


ROWS = ("timestamp", "archive", "author_claim", "citation", "replication", "bundle")


def status_cases():
    def status(name, *events, exit_=0, codes=(), options="", statuses=(None, None, None),
               word="checked here", document=None, **states):
        """The state of each row; those not named are open, but the bundle."""
        rows = {row: states.get(row, word if row == "bundle" else "open") for row in ROWS}
        case("status-" + name, "status --json %s--keyring ../keys.json doc.json" % options,
             {"doc.json": document or signed_with(*events)}, exit=exit_, codes=list(codes),
             rows=rows, statuses=dict(zip(("attested", "anchored", "stored"), statuses)))

    def signed_with(*events):
        return bundle(created(proof=receipt()), *events)

    def claim(strength, **changes):
        return event("author_claim", {**BODIES["author_claim"], "strength": strength}, **changes)

    def capture(stamp, page, **changes):
        proof = "https://web.archive.org/web/%s/%s" % (stamp, page)
        return event("anchor", {"kind": "internet_archive", "proof": proof}, **changes)

    page = "https://pith.science/pith/" + id_of(RECORD)
    source = "https://arxiv.org/abs/%s" % RECORD["source"]["id"]
    checked, live, unknown, refuted = "checked here", "live", "could not check", "refuted"
    yes, stored = (True, None, None), (None, None, True)
    cited = good()
    status("none")
    status("record", document=RECORD, word="open")
    status("strong-claim", claim("strong"), author_claim=checked, statuses=yes)
    status("weak-claim", claim("weak"), author_claim=checked)
    status("strong-claim-withdrawn", claim("strong"), withdrawal(claim("strong")))
    status("strong-claim-withdrawn-by-other", claim("strong"),
           withdrawal(claim("strong"), BETA), author_claim=checked, statuses=yes)
    status("claim-by-unknown-key", claim("strong", key=GAMMA), author_claim=unknown,
           bundle=unknown, codes=[])
    status("claim-changed_fail", edit(claim("weak"), ["payload", "author_claim", "strength"], "strong"),
           cited, citation=checked, exit_=1, codes=["event-id-mismatch"])
    status("attested", claim("strong"), options="--require attested ", author_claim=checked,
           statuses=yes)
    status("attested-weakly_fail", claim("weak"), options="--require attested ", exit_=3,
           author_claim=checked, codes=["evidence-missing"])
    status("citation", cited, citation=checked)
    for kind in ("replication", "falsification", "formal_bridge"):
        status(kind.replace("_", "-"), good(kind), replication=checked)
    before = "20260110000000"
    status("capture", capture(before, page), archive=live, statuses=stored)
    status("capture-of-source", capture(before, source + "v1"), archive=live, statuses=stored)
    status("capture-of-other-version", capture(before, source + "v2"), archive=unknown)
    status("capture-of-no-version", capture(before, source), archive=unknown)
    status("capture-of-other-record", capture(before, page[:-1] + "A"), archive=unknown)
    status("capture-after-event", capture("20270101000000", page), archive=refuted,
           statuses=(None, None, False))
    submitted = RECORD["metadata"]["submitted_at"].translate({ord(c): None for c in "-T:Z"})
    second_before = str(int(submitted) - 1)
    assert second_before[-2:] != "99"  # still a time
    status("capture-at-submission", capture(submitted, page), archive=live, statuses=stored)
    status("capture-before-submission", capture(second_before, page), archive=refuted,
           statuses=(None, None, False))
    status("capture-short-time", capture("202601", page), archive=unknown)
    status("capture-rewritten", capture(before + "id_", page), archive=unknown)
    status("capture-not-read-again_fail", capture(before, page), options="--require stored ",
           exit_=3, archive=live, statuses=stored, codes=["evidence-missing"])
    status("timestamp-no-proof", good("anchor"), timestamp=unknown)
    status("damaged_fail", exit_=1, codes=["hash-mismatch"],
           document=edit(signed_with(cited, claim("strong")), ["canonical_sha256"], "0" * 64),
           **{row: unknown for row in ROWS})
    # A claim of a resolver is its word; an event outranks it.
    said = {**signed(), "verification_status": {
        "author_attested": True, "externally_anchored": False, "storage_verified": True}}
    status("claimed", document=said, word="open", author_claim=live, archive=live,
           statuses=(True, False, True))
    status("claimed-and-damaged_fail", document={**said, "canonical_sha256": "0" * 64}, exit_=1,
           codes=["hash-mismatch"], word=unknown, **{row: unknown for row in ROWS})
    for name, words in {"no-target": "", "events-and-json": "--events doc.json",
                        "archive-without-check": "--archive https://example.org doc.json",
                        "unknown-option": "--evidence doc.json"}.items():
        case("status-%s_fail" % name, ("status --json " + words).strip(),
             {"doc.json": signed_with()}, exit=2, codes=["usage"])
    for name, words in {"no-target": "", "unknown-format": "--format ris doc.json",
                        "format-and-cited-by": "--format text --cited-by . doc.json"}.items():
        case("cite-%s_fail" % name, ("cite --json " + words).strip(),
             {"doc.json": signed_with()}, exit=2, codes=["usage"])
    for name, words in {"no-target": "", "check-and-find": "--check --find doc.json",
                        "no-such-page": "--find --page abstract doc.json"}.items():
        case("archive-%s_fail" % name, ("archive --json " + words).strip(),
             {"doc.json": signed_with()}, exit=2, codes=["usage"])
    case("cite-text", "cite --json --format text --keyring ../keys.json doc.json",
         {"doc.json": signed_with()}, exit=0, number=NUMBER, title=None,
         citation="arXiv:%sv1 [%s], %s. %s. %s\n" % (
             RECORD["source"]["id"], RECORD["metadata"]["primary_cat"],
             RECORD["metadata"]["submitted_at"][:10], NUMBER, page))


def stream_cases():
    def lines(name, rows, exit_, options=""):
        """rows: (document or text, exit, codes)"""
        data = b"".join((json.dumps(d).encode() if not isinstance(d, bytes) else d) + b"\n"
                        for d, _, _ in rows)
        case("ndjson-" + name, "verify --ndjson %s--keyring ../keys.json in.ndjson" % options,
             {"in.ndjson": data}, exit=exit_,
             lines=[{"exit": e, "codes": sorted(c)} for d, e, c in rows if d != b""])

    fine = (signed(), 0, [])
    other = (signed(record=OTHER), 0, [])
    lines("good", [fine, other, (RECORD, 0, []), fine], 0)
    lines("one-bad_fail", [fine, (edit(signed(), ["canonical_sha256"], "0" * 64), 1,
                                  ["hash-mismatch"]), other], 1)
    lines("several-bad_fail", [
        fine, (b"{", 5, ["json-syntax"]), (b"", 0, []), (b"\xff", 5, ["json-syntax"]), fine,
        (signed(receipt(GAMMA)), 4, ["key-unknown"]), (b"[]", 5, ["document-kind"]),
        (b"{} {}", 5, ["json-trailing-data"]), (bundle(first_event()), 1, ["event-id-mismatch"])],
        1, "-j 2 ")
    lines("malformed_fail", [fine, (b'{"a":1,"a":2}', 5, ["json-duplicate-name"])], 5, "-j 1 ")
    lines("require_fail", [fine, (RECORD, 3, ["evidence-missing"])], 3, "--require signed ")
    lines("empty", [], 0)


def first_event():
    return bad_events()["id-mismatch"][0]


def canon_cases():
    def same(name, text, exact=True):
        value = json.loads(text)
        form = canon(value)
        files = {"in.json": text, "expect-canon.json": form}
        if not exact:  # the hash is enough
            del files["expect-canon.json"]
        case("canon-" + name, "canon --json in.json", files, exit=0,
             sha256=sha256(form).hex(), id=base64.b32encode(sha256(form)).decode()[:26])

    def no(name, data, code):
        case("canon-%s_fail" % name, "canon --json in.json", {"in.json": data}, exit=5,
             codes=["json-" + code])

    same("record", json.dumps(RECORD, indent=4))
    same("integers", "[0,-0,1,-1,9007199254740993,-%s,%s]" % ("9" * 40, "1" * 4300), exact=False)
    same("floats", "[-0.0,0.0,1.0,1e0,1E5,1e15,1e16,123456789012345680.0,1e21,1e22,1e23,0.1,0.10,"
         "1e-4,1e-5,0.0001,0.00001,5e-324,2.2250738585072014e-308,1.7976931348623157e308,"
         "5.684341886080802e-14,9007199254740993.0,1e-400,100e-2,3.0000000000000004,"
         "0.30000000000000004,2e-44,4.35,1.5e300,-2.5E-7]")
    same("long-float", "[0.%s1,%s.5]" % ("0" * 300, "7" * 300))
    same("key-order", r'{"b":1,"a":2,"":3,"aa":4,"A":5,"\u007f":6,"é":7,"\ud83d\ude00":8,'
         r'"\uffff":9,"\ue000":10,"a\u0301":11,"_":12,"10":13,"9":14,"\n":15}')
    same("escapes", r'["\u0041\/\b\f\n\r\t\"\\","\u001f\u007f\u0080\u2028\u2029\ufeff",'
         r'"\ud834\udd1e\uFFFF"," é ","</script>"]')
    same("white-space", " \t\r\n[ 1 , { \"a\" : null } ]\n\n")
    same("scalars", "[true,false,null,\"\",{},[]]")
    same("top-level-string", "\"x\"")
    same("top-level-number", "12E-1")
    same("depth-64", "[" * 64 + "]" * 64)
    no("empty", b"", "syntax")
    no("cut-off", b'{"a":[1,2', "syntax")
    no("comma-at-end", b"[1,]", "syntax")
    no("comma-at-end-of-object", b'{"a":1,}', "syntax")
    no("comment", b"[1] // x", "trailing-data")
    no("single-quotes", b"{'a':1}", "syntax")
    no("bare-name", b"{a:1}", "syntax")
    no("nan", b"[NaN]", "syntax")
    no("infinity", b"[-Infinity]", "syntax")
    no("leading-zero", b"[01]", "syntax")
    no("leading-plus", b"[+1]", "syntax")
    no("leading-point", b"[.5]", "syntax")
    no("point-at-end", b"[1.]", "syntax")
    no("hex-number", b"[0x10]", "syntax")
    no("upper-case-true", b"[True]", "syntax")
    no("control-character", b'["a\nb"]', "syntax")
    no("escape-unknown", rb'["\x41"]', "syntax")
    no("escape-short", rb'["\u12"]', "syntax")
    no("no-break-space", "[\u00a01]".encode(), "syntax")
    no("two-documents", b"{}{}", "trailing-data")
    no("duplicate-name", b'{"a":1,"b":2,"a":1}', "duplicate-name")
    no("duplicate-name-escaped", rb'{"a":1,"\u0061":1}', "duplicate-name")
    no("duplicate-name-deep", b'[{"x":{"a":1,"a":1}}]', "duplicate-name")
    no("utf8-overlong", b'["\xc0\xaf"]', "bad-utf8")
    no("utf8-surrogate", b'["\xed\xa0\x80"]', "bad-utf8")
    no("utf8-too-high", b'["\xf4\x90\x80\x80"]', "bad-utf8")
    no("utf8-cut-off", b'["\xe2\x82"]', "bad-utf8")
    no("utf8-latin1", "[\"é\"]".encode("latin-1"), "bad-utf8")
    no("bom", b"\xef\xbb\xbf{}", "bom")
    no("nul-byte", b'["a\0b"]', "nul")
    no("nul-byte-at-end", b"[]\0", "nul")
    no("nul-escape", rb'["\u0000"]', "nul")
    no("nul-escape-in-name", rb'{"\u0000":1}', "nul")
    no("surrogate-high", rb'["\ud800"]', "lone-surrogate")
    no("surrogate-low", rb'["\udc00"]', "lone-surrogate")
    no("surrogates-swapped", rb'["\udc00\ud800"]', "lone-surrogate")
    no("surrogate-before-letter", rb'["\ud800\u0041"]', "lone-surrogate")
    no("too-large", b"[1e309]", "number-range")
    no("too-small", b"[-1e400]", "number-range")
    no("long-integer", b"[-" + b"1" * 4301 + b"]", "number-range")
    no("depth-65", b"[" * 65 + b"]" * 65, "depth")
    no("depth-500", b"[" * 500, "depth")

    for name, data, code in (
            ("duplicate-name", json.dumps(signed()).replace('"receipt"', '"receipt": 1, "receipt"'),
             "duplicate-name"),
            ("trailing-data", canon(signed()) + b"\n{}", "trailing-data"),
            ("bom", b"\xef\xbb\xbf" + canon(signed()), "bom"),
            ("latin1", canon(signed()).replace(b"cs.DL", b"cs.\xe9"), "bad-utf8"),
            ("cut-off", canon(signed())[:-1], "syntax"),
            ("nul-escape", canon(signed()).replace(b"cs.DL", rb"cs.DL\u0000"), "nul")):
        verifies("document-%s_fail" % name, data, 5, ["json-" + code])


# ---- Minting --------------------------------------------------------------------------

ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xmlns:a="http://arxiv.org/schemas/atom">
<entry><id>http://arxiv.org/abs/2601.00046v1</id><published>2026-01-05T08:00:00Z</published>
<title>On %s</title><summary>  One.
</summary><a:primary_category term="cs.DL"/><category term="cs.DL"/><category term="I.2.7"/>
</entry></feed>
"""
PAPER = {"id": "2601.00046", "version": 2, "title": " On\n  Poincar\\'e  MAPS", "abstract": "One. ",
         "categories": ["math.DS", "cs.DL", "math-ph", "math.CA"], "license": None,
         "submitted_at": "2025-12-31T23:59:59Z"}


def text_hash(text):
    return sha256(" ".join(text.split()).lower().encode()).hex()


def minted(paper):
    return {"metadata": {"abstract_canon_sha256": text_hash(paper["abstract"]),
                         "cross_cats_sorted": sorted(paper["categories"][1:]),
                         "license": paper["license"] or "", "primary_cat": paper["categories"][0],
                         "submitted_at": paper["submitted_at"],
                         "title_canon_sha256": text_hash(paper["title"])},
            "schema_version": "1.0",
            "source": {"id": paper["id"], "kind": "arxiv", "version": paper["version"]}}


def mint_cases():
    def gives(name, paper, document, file="paper.json", exit_=0, codes=()):
        record = minted(paper)
        case(name, "mint --json " + file, {file: document}, exit=exit_, codes=list(codes),
             number=number(record), id=id_of(record), sha256=digest_of(record).hex())

    def refused(name, document, exit_, code, file="paper.json", options=""):
        case("mint-%s_fail" % name, "mint --json %s%s" % (options, file), {file: document},
             exit=exit_, codes=[code])

    gives("mint-json", PAPER, PAPER)
    gives("mint-yaml", PAPER, "".join("%s: %s\n" % (k, json.dumps(v)) for k, v in PAPER.items()),
          "paper.yaml")
    gives("mint-snapshot", PAPER, {
        **{k: PAPER[k] for k in ("id", "title", "abstract", "license")},
        "categories": " ".join(PAPER["categories"]), "doi": None, "versions": [
            {"version": "v1", "created": "Wed, 31 Dec 2025 23:59:59 GMT"},
            {"version": "v2", "created": "Thu, 1 Jan 2026 00:00:00 GMT"}]})
    letters = {**PAPER, "title": "Poincar\u00c9"}
    gives("mint-letters_fail", letters, letters, exit_=3, codes=["metadata-uncertain"])
    refused("no-license", ATOM % "X", 2, "metadata-missing", "paper.xml")
    refused("entity", "<!DOCTYPE a [<!ENTITY b 'c'>]>" + ATOM % "&b;", 5, "metadata-form",
            "paper.xml")
    refused("category", {**PAPER, "categories": ["math.DS", "I.2.7"]}, 5, "metadata-form")
    refused("no-day", {**PAPER, "submitted_at": "2025-02-29T00:00:00Z"}, 5, "metadata-form")
    refused("license", {**PAPER, "license": 'http://a/"b'}, 5, "metadata-form")
    refused("version-0", {**PAPER, "version": 0}, 5, "metadata-form")
    refused("id", {**PAPER, "id": "26010.0046"}, 5, "metadata-form")
    refused("alias", "title: &a x\nabstract: *a\n", 5, "metadata-form", "paper.yaml")


# ---- Files ----------------------------------------------------------------------------

def check():
    problems = []
    for name, files in CASES.items():
        folder = HERE / name
        there = {p.name for p in folder.iterdir()} if folder.is_dir() else set()
        for extra in sorted(there ^ set(files)):
            problems.append("%s/%s" % (name, extra))
        problems += ["%s/%s" % (name, f) for f in sorted(there & set(files))
                     if (folder / f).read_bytes() != files[f]]
    if (HERE / "keys.json").read_bytes() != to_bytes(KEYS):
        problems.append("keys.json")
    problems += [p.name for p in HERE.iterdir()
                 if p.is_dir() and p.name not in CASES and (p / "cmd").exists()]
    for problem in problems:
        print("differs:", problem)
    return 1 if problems else 0


def write():
    for old in HERE.iterdir():
        if (old / "cmd").exists():
            shutil.rmtree(old)
    for name, files in CASES.items():
        (HERE / name).mkdir()
        for file_name, data in files.items():
            (HERE / name / file_name).write_bytes(data)
    (HERE / "keys.json").write_bytes(to_bytes(KEYS))
    size = sum(len(d) for files in CASES.values() for d in files.values())
    print("%d cases, %d of them refusals, %d bytes" % (
        len(CASES), sum(n.endswith("_fail") for n in CASES), size))
    return 0


def main():
    for make in (record_cases, receipt_cases, keyring_cases, event_cases, merge_cases,
                 state_cases, status_cases, stream_cases, canon_cases, mint_cases):
        make()
    stamp_cases(case)
    return check() if sys.argv[1:] == ["--check"] else write()


if __name__ == "__main__":
    sys.exit(main())
