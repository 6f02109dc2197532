# SPDX-License-Identifier: MIT
"""The cases of `stamp --verify`: proofs, headers with real work at the lowest difficulty, and what
has to be said of them. Made with tests/evidence/chain.py."""
import base64
import hashlib
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "evidence"))
import chain  # noqa: E402

CONTENT = b"to be proved\n"
DIGEST = chain.sha256(CONTENT)
PATH, ROOT = chain.path_to_root(DIGEST, [chain.sha256(b"%d" % i) for i in range(3)])
ANCHORED = chain.proof(DIGEST, PATH + chain.bitcoin(2))
WAITS = chain.pending("https://alice.btc.calendar.opentimestamps.org")
OTHER = b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x02hi"
NUMBER = base64.b32encode(DIGEST).decode()[:26]


def headers(*roots):
    made, previous = [], bytes(32)
    for i, root in enumerate(roots):
        made.append(chain.header(root, previous, 1700000000 + 600 * i))
        previous = chain.sha256d(made[-1])
    return made


CHAIN = headers(chain.sha256(b"a"), chain.sha256(b"b"), ROOT, chain.sha256(b"c"))


def stamp_cases(case):
    def stamp(name, proof, how="", exit_=0, codes=(), of="paper", files=None, verdict=None):
        case("stamp-" + name + ("_fail" if exit_ else ""),
             " ".join(f"stamp --verify --json --network regtest {how} proof.ots {of}".split()),
             {"proof.ots": proof, "paper": CONTENT, **(files or {})},
             exit=exit_, codes=list(codes), **({"verdict": verdict} if verdict else {}))

    def with_header(name, proof, header, *rest, **more):
        stamp(name, proof, "--header " + header.hex(), *rest, **more)

    def with_file(name, proof, made, *rest, options="", **more):
        stamp(name, proof, "--headers h " + options, *rest, files={"h": b"".join(made)}, **more)

    def malformed(name, proof):
        stamp("form-" + name, proof, "", 5, ["stamp-syntax"])

    good = {"verdict": "anchored"}
    false = {"exit_": 1, "verdict": "false"}
    with_header("header", ANCHORED, CHAIN[2], **good)
    with_header("header-of-other-block", ANCHORED, CHAIN[3], codes=["stamp-block"], **false)
    with_header("header-without-work", ANCHORED, chain.header(ROOT, mined=False), 1, ["stamp-work"],
                verdict="unchecked")
    with_header("header-target-negative", ANCHORED, CHAIN[2][:72] + b"\xff\xff\xff\x20" + bytes(4),
                1, ["stamp-work"], verdict="unchecked")
    with_header("header-target-zero", ANCHORED, CHAIN[2][:72] + bytes(4) + CHAIN[2][76:], 1,
                ["stamp-work"], verdict="unchecked")
    with_header("header-and-calendar", chain.proof(DIGEST, b"\xff" + WAITS + PATH + chain.bitcoin(2)),
                CHAIN[2], **good)
    with_header("header-of-one-of-two-blocks", chain.proof(
        DIGEST, b"\xff\x08" + chain.bitcoin(9) + PATH + chain.bitcoin(2)), CHAIN[2], **good)
    with_header("root-reversed", chain.proof(DIGEST, PATH + b"\xf2" + chain.bitcoin(2)), CHAIN[2],
                codes=["stamp-block"], **false)
    with_header("root-of-20-bytes", chain.proof(DIGEST, b"\x02" + chain.bitcoin(2)), CHAIN[2],
                codes=["stamp-block"], **false)
    with_header("other-file", ANCHORED, CHAIN[2], of="other", files={"other": b"x"},
                codes=["stamp-digest"], **false)
    with_header("number-alone", ANCHORED, CHAIN[2], of="--from . " + NUMBER, exit_=3,
                codes=["stamp-number-only"], verdict="unchecked")
    with_header("number-of-other-record", ANCHORED, CHAIN[2], of="A5G5GAJ7DMCZDPVAMNFAYYAUOP",
                codes=["stamp-digest"], **false)
    with_header("number-but-keccak", chain.proof(DIGEST, PATH + chain.bitcoin(2), b"\x67"), CHAIN[2],
                of=NUMBER, codes=["stamp-digest"], **false)
    with_file("headers", ANCHORED, CHAIN, **good)
    with_file("headers-first-height", ANCHORED, CHAIN[1:], options="--first-height 1", **good)
    with_file("headers-other-height", ANCHORED, CHAIN[1:], options="--first-height 2",
              codes=["stamp-block"], **false)
    with_file("headers-first-as-another", ANCHORED, CHAIN, 5, ["stamp-headers"],
              options="--first-height 1")
    with_file("headers-another-as-first", ANCHORED, CHAIN[1:], 5, ["stamp-headers"])
    with_file("headers-too-few", ANCHORED, CHAIN[:2], 3, ["stamp-unchecked"], verdict="unchecked")
    with_file("headers-checkpoint", ANCHORED, CHAIN, **good,
              options="--checkpoint " + chain.shown(chain.sha256d(CHAIN[3])))
    with_file("headers-checkpoint-missing", ANCHORED, CHAIN[:3], 5, ["stamp-headers"],
              options="--checkpoint " + chain.shown(chain.sha256d(CHAIN[3])))
    with_file("headers-gap", ANCHORED, [CHAIN[0], *CHAIN[2:]], 5, ["stamp-headers"])
    with_file("headers-cut-off", ANCHORED, [*CHAIN[:3], CHAIN[3][:79]], 5, ["stamp-headers"])
    with_file("headers-without-work", ANCHORED, [
        *CHAIN[:3], chain.header(ROOT, chain.sha256d(CHAIN[2]), mined=False)], 5, ["stamp-headers"])
    stamp("unchecked", ANCHORED, "", 3, ["stamp-unchecked"], verdict="unchecked")
    stamp("pending", chain.proof(DIGEST, WAITS), "", 3, ["stamp-pending"], verdict="pending")
    stamp("unknown-attestation", chain.proof(DIGEST, OTHER), "", 3, ["stamp-other"], verdict="pending")
    weak = chain.proof(hashlib.sha1(CONTENT).digest(), b"\x08" + chain.bitcoin(2), b"\x02")
    stamp("sha1", weak, "", 3, ["stamp-unchecked", "stamp-weak-digest"], verdict="unchecked")
    stamp("every-operation", chain.proof(DIGEST, b"\x02\x03\x08\x67\xf0\x01x\xf1\x01y\xf2\xf3" + WAITS),
          "", 3, ["stamp-pending"], verdict="pending")
    stamp("255-operations", chain.proof(DIGEST, b"\x08" * 255 + WAITS), "", 3, ["stamp-pending"],
          verdict="pending")
    malformed("256-operations", chain.proof(DIGEST, b"\x08" * 256 + WAITS))
    malformed("empty", b"")
    malformed("magic", b"\x01" + ANCHORED[1:])
    malformed("version", chain.MAGIC + b"\x02\x08" + DIGEST + WAITS)
    malformed("hash-function", chain.proof(DIGEST, WAITS, b"\xf3"))
    malformed("cut-off", ANCHORED[:-1])
    malformed("no-timestamp", chain.proof(DIGEST, b""))
    malformed("trailing", ANCHORED + b"\x00")
    malformed("unknown-operation", chain.proof(DIGEST, b"\x09" + WAITS))
    malformed("append-nothing", chain.proof(DIGEST, b"\xf0\x00" + WAITS))
    malformed("message-too-long", chain.proof(DIGEST, b"\xf3" * 8 + WAITS))
    malformed("number-with-zero", chain.proof(DIGEST, b"\x00" + chain.BITCOIN + b"\x02\x80\x00"))
    malformed("number-of-65-bits", chain.proof(DIGEST, b"\x00" + chain.BITCOIN + b"\x0a"
                                               + b"\xff" * 9 + b"\x02"))
    malformed("attestation-says-more", chain.proof(DIGEST, b"\x00" + chain.BITCOIN + b"\x02\x05\x05"))
    for name, uri in (("query", "https://a?b"), ("user", "https://a@b"), ("space", "https://a b"),
                      ("control", "https://a\x1b"), ("percent", "https://a%2f")):
        malformed("calendar-" + name, chain.proof(DIGEST, chain.pending(uri)))
    stamp("header-too-short", ANCHORED, "--header " + CHAIN[2].hex()[:-1], 2, ["usage"])
    stamp("two-sources", ANCHORED, "--header " + CHAIN[2].hex() + " --headers h", 2, ["usage"])
    stamp("checkpoint-without-headers", ANCHORED, "--checkpoint " + "0" * 64, 2, ["usage"])
    stamp("upgrade-too", ANCHORED, "--upgrade", 2, ["usage"])
