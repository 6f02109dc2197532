# SPDX-License-Identifier: MIT
"""pith against the Python library of OpenTimestamps.

    reference.py trees TOOL COUNT SEED [FILE.ots...]   random proofs, merging, damage
    reference.py check FILE FILE.ots HEADERS           a proof that pith made
    reference.py stamp FILE URL FILE.ots               a proof for pith, by that calendar
"""
import hashlib
import random
import subprocess
import sys
import warnings

from bitcoin.core import CBlockHeader
from opentimestamps.calendar import RemoteCalendar
from opentimestamps.core.dubious.notary import EthereumBlockHeaderAttestation
from opentimestamps.core.notary import (BitcoinBlockHeaderAttestation, LitecoinBlockHeaderAttestation,
                                        PendingAttestation, UnknownAttestation)
from opentimestamps.core.op import (OpAppend, OpHexlify, OpKECCAK256, OpPrepend, OpReverse,
                                    OpRIPEMD160, OpSHA1, OpSHA256)
from opentimestamps.core.serialize import (BytesDeserializationContext, BytesSerializationContext,
                                           DeserializationError)
from opentimestamps.core.timestamp import DetachedTimestampFile, Timestamp

warnings.simplefilter("ignore")
HASHES = [OpSHA1, OpRIPEMD160, OpSHA256, OpKECCAK256]


def to_bytes(proof):
    ctx = BytesSerializationContext()
    proof.serialize(ctx)
    return ctx.getbytes()


def from_bytes(data):
    ctx = BytesDeserializationContext(data)
    return DetachedTimestampFile.deserialize(ctx)


# ---- Random proofs ----------------------------------------------------------------------

def attestation(rnd):
    kind = rnd.randrange(5)
    height = rnd.choice([0, 1, 127, 128, rnd.randrange(10 ** 6), 2 ** 63, 2 ** 64 - 1])
    if kind == 0:
        return BitcoinBlockHeaderAttestation(height)
    if kind == 1:
        return LitecoinBlockHeaderAttestation(height)
    if kind == 2:
        return EthereumBlockHeaderAttestation(height)
    if kind == 3:
        letters = "abcXYZ019-._/:"
        return PendingAttestation("".join(rnd.choices(letters, k=rnd.choice([0, 1, 5, 127, 128, 1000]))))
    return UnknownAttestation(rnd.randbytes(8), rnd.randbytes(rnd.choice([0, 1, 127, 128, 300])))


def grow(rnd, stamp, depth, room):
    """Gives a timestamp attestations and operations, `room` of them in all."""
    while room > 0:
        room -= 1
        if depth == 0 or rnd.random() < 0.3 or (room == 0 and not stamp.ops):
            stamp.attestations.add(attestation(rnd))
            continue
        kind = rnd.randrange(7)
        if kind < 4:
            op = HASHES[kind]()
        elif kind == 4:
            op = OpAppend(rnd.randbytes(rnd.choice([1, 2, 127, 128, 200])))
        elif kind == 5:
            op = OpPrepend(rnd.randbytes(rnd.choice([1, 2, 127, 128, 200])))
        else:
            op = OpReverse() if rnd.random() < 0.5 or len(stamp.msg) > 1000 else OpHexlify()
        below = stamp.ops.add(op)
        share = rnd.randint(1, max(1, room))
        grow(rnd, below, depth - 1, share)
        room -= share
    if not stamp.attestations and not stamp.ops:
        stamp.attestations.add(attestation(rnd))


def tree(rnd, digest, function):
    stamp = Timestamp(digest)
    grow(rnd, stamp, rnd.choice([1, 3, 10, 40]), rnd.choice([1, 2, 5, 20, 60]))
    return DetachedTimestampFile(function, stamp)


def ask(tool, lines):
    run = subprocess.run([tool], input="\n".join(lines).encode() + b"\n", stdout=subprocess.PIPE,
                         check=True)
    answers = run.stdout.decode().split("\n")
    assert answers.pop() == "" and len(answers) == len(lines), "lost answers"
    return answers


def compare_trees(tool, rnd, count):
    lines, wanted, seeds = [], [], []
    for _ in range(count):
        function = rnd.choice(HASHES)()
        digest = rnd.randbytes(function.DIGEST_LENGTH)
        one, two = tree(rnd, digest, function), tree(rnd, digest, function)
        seeds.append(to_bytes(one))
        lines.append(to_bytes(one).hex())
        wanted.append(to_bytes(one).hex())
        lines.append(to_bytes(one).hex() + " " + to_bytes(two).hex())
        one.timestamp.merge(two.timestamp)
        wanted.append(to_bytes(one).hex())
    for i, (got, want) in enumerate(zip(ask(tool, lines), wanted)):
        if got != want:
            sys.exit(f"proof {i} differs:\n{lines[i]}\n{got}\n{want}")
    print(f"{len(lines)} random proofs and unions have the same bytes")
    return seeds


# What pith refuses and the library takes: each by its own words. The library also gives the place
# of an operation that stands there twice to the last one, where pith adds up.
STRICTER = ("a number ends with a zero that it does not need", "a number has more than 64 bits")


def compare_damage(tool, rnd, seeds, count):
    lines = []
    for _ in range(count):
        data = bytearray(rnd.choice(seeds))
        for _ in range(rnd.randint(1, 3)):
            at = rnd.randrange(31, len(data))
            how = rnd.randrange(4)
            if how == 0:
                data[at] ^= 1 << rnd.randrange(8)
            elif how == 1:
                data[at] = rnd.choice([0, 1, 2, 3, 8, 0x67, 0xF0, 0xF1, 0xF2, 0xF3, 0xFF, 0x7F, 0x80])
            elif how == 2:
                del data[at:at + rnd.randint(1, 4)]
                data = data if len(data) > 31 else bytearray(seeds[0])
            else:
                data[at:at] = rnd.randbytes(rnd.randint(1, 4))
        lines.append(bytes(data).hex())
    taken = refused = stricter = twice = 0
    for line, got in zip(lines, ask(tool, lines)):
        try:
            want = to_bytes(from_bytes(bytes.fromhex(line))).hex()
        except (DeserializationError, UnicodeError) as e:
            want = None
        if want == got:
            taken += 1
        elif want is None and got.startswith("! "):
            refused += 1
        elif want and got.startswith("! ") and got[2:].startswith(STRICTER):
            stricter += 1
        elif want and not got.startswith("! ") and len(got) > len(want):
            twice += 1
        else:
            sys.exit(f"damage is judged differently:\n{line}\n{got}\n{want}")
    print(f"{count} damaged proofs: {taken} taken alike, {refused} refused by both, "
          f"{stricter} refused by pith alone, {twice} with an operation twice")
    assert taken > count // 20 and refused > count // 20 and twice < count // 50


# ---- Files ------------------------------------------------------------------------------

def check(path, proof_path, headers_path):
    with open(proof_path, "rb") as f:
        data = f.read()
    proof = from_bytes(data)
    assert to_bytes(proof) == data, "is written in another way"
    with open(path, "rb") as f:
        assert proof.file_hash_op.hash_fd(f) == proof.file_digest, "is of something else"
    with open(headers_path, "rb") as f:
        headers = f.read()
    blocks = 0
    for message, found in proof.timestamp.all_attestations():
        if isinstance(found, BitcoinBlockHeaderAttestation):
            raw = headers[80 * found.height:80 * found.height + 80]
            found.verify_against_blockheader(message, CBlockHeader.deserialize(raw))
            blocks += 1
    print(f"{blocks} blocks hold")
    return blocks


def stamp(path, url, proof_path):
    with open(path, "rb") as f:
        proof = DetachedTimestampFile.from_fd(OpSHA256(), f)
    below = proof.timestamp.ops.add(OpAppend(b"a nonce of 16 b.")).ops.add(OpSHA256())
    below.merge(RemoteCalendar(url).submit(below.msg, timeout=5))
    with open(proof_path, "wb") as f:
        f.write(to_bytes(proof))


if __name__ == "__main__":
    if sys.argv[1] == "trees":
        rnd = random.Random(int(sys.argv[4]))
        seeds = compare_trees(sys.argv[2], rnd, int(sys.argv[3]))
        for name in sys.argv[5:]:
            with open(name, "rb") as f:
                seeds += [f.read()] * 20
        compare_damage(sys.argv[2], rnd, seeds, 10 * int(sys.argv[3]))
    elif sys.argv[1] == "check":
        sys.exit(0 if check(*sys.argv[2:]) else 1)
    else:
        stamp(*sys.argv[2:])
