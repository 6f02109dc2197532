# SPDX-License-Identifier: MIT
"""Block headers with real proof of work at the lowest difficulty, and OpenTimestamps proofs that
lead to them. Shares no code with pith.

    chain.py header ROOT [TIME [BITS [MINED]]]   one header in hex (ROOT as displayed)
    chain.py chain FOLDER                        headers files and proofs for ots.sh
"""
import hashlib
import pathlib
import struct
import sys

REGTEST = 0x207FFFFF
MAGIC = b"\x00OpenTimestamps\x00\x00Proof\x00\xbf\x89\xe2\xe8\x84\xe8\x92\x94"
BITCOIN = bytes.fromhex("0588960d73d71901")
PENDING = bytes.fromhex("83dfe30d2ef90c8e")


def sha256(data):
    return hashlib.sha256(data).digest()


def sha256d(data):
    return sha256(sha256(data))


def target(bits):
    exponent, mantissa = bits >> 24, bits & 0xFFFFFF
    return mantissa << 8 * (exponent - 3) if exponent > 3 else mantissa >> 8 * (3 - exponent)


def header(root, previous=bytes(32), time=1700000000, bits=REGTEST, mined=True):
    """A header whose hash meets bits, or does not."""
    nonce = 0
    while True:
        raw = struct.pack("<I", 4) + previous + root + struct.pack("<III", time, bits, nonce)
        if (int.from_bytes(sha256d(raw), "little") <= target(bits)) == mined:
            return raw
        nonce += 1


def shown(digest):
    return digest[::-1].hex()


def varuint(n):
    out = b""
    while n > 0x7F:
        out += bytes([n & 0x7F | 0x80])
        n >>= 7
    return out + bytes([n])


def varbytes(data):
    return varuint(len(data)) + data


def bitcoin(height):
    return b"\x00" + BITCOIN + varbytes(varuint(height))


def pending(uri):
    return b"\x00" + PENDING + varbytes(varbytes(uri.encode()))


def path_to_root(leaf, others):
    """Operations from a leaf to the merkle root over leaf and others, and that root."""
    ops, message = b"", leaf
    for i, other in enumerate(others):
        ops += (b"\xf0" if i % 2 else b"\xf1") + varbytes(other) + b"\x08\x08"
        message = sha256d(message + other if i % 2 else other + message)
    return ops, message


def proof(digest, timestamp, function=b"\x08"):
    return MAGIC + b"\x01" + function + digest + timestamp


def make(folder):
    folder = pathlib.Path(folder)
    content = b"to be proved\n"
    (folder / "paper.txt").write_bytes(content)
    (folder / "other.txt").write_bytes(b"something else\n")
    digest = sha256(content)
    ops, root = path_to_root(digest, [sha256(b"%d" % i) for i in range(12)])
    headers, previous = [], bytes(32)
    for height in range(120):
        own = root if height == 57 else sha256(b"block %d" % height)
        headers.append(header(own, previous, 1700000000 + 600 * height))
        previous = sha256d(headers[-1])
    files = {
        "all": headers,
        "from50": headers[50:],
        "until57": headers[:58],
        "until56": headers[:57],
        "gap": headers[:30] + headers[31:],
        "swapped": headers[:80] + [headers[81], headers[80]] + headers[82:],
        "nowork": headers[:119] + [header(sha256(b"x"), sha256d(headers[118]), mined=False)],
        # The block of that height with another root, chained and with work.
        "forked": headers[:57] + [header(sha256(b"fork"), sha256d(headers[56]))],
    }
    for name, some in files.items():
        (folder / f"{name}.headers").write_bytes(b"".join(some))
    (folder / "odd.headers").write_bytes(b"".join(headers)[:-1])
    (folder / "none.headers").write_bytes(b"")
    (folder / "paper.txt.ots").write_bytes(proof(digest, ops + bitcoin(57)))
    (folder / "both.ots").write_bytes(
        proof(digest, b"\xff" + pending("https://alice.btc.calendar.opentimestamps.org")
              + b"\xff" + b"\x08" + bitcoin(58) + ops + bitcoin(57)))
    (folder / "reversed.ots").write_bytes(  # as if the root were in the order it is displayed in
        proof(digest, ops + b"\xf2" + bitcoin(57)))
    (folder / "facts").write_text(
        f"header={headers[57].hex()}\nhash={shown(sha256d(headers[57]))}\n"
        f"early={shown(sha256d(headers[50]))}\nlate={shown(sha256d(headers[100]))}\n"
        f"root={shown(root)}\nlazy={header(root, mined=False).hex()}\n"
        f"unrelated={headers[58].hex()}\n")


if __name__ == "__main__":
    if sys.argv[1] == "chain":
        make(sys.argv[2])
    else:
        rest = sys.argv[3:]
        print(header(bytes.fromhex(sys.argv[2])[::-1], sha256(b"previous"),
                     time=int(rest[0]) if rest else 1700000000,
                     bits=int(rest[1], 16) if len(rest) > 1 else REGTEST,
                     mined=len(rest) < 3 or rest[2] == "yes").hex())
