"""Whether a signature on the curve P-256 is good: numbers and nothing else.

Written for a verifier: keys and signatures are public, so it may take its time and tell by it what
it does. Equations from FIPS 186-5, 6.4.2, curve from SP 800-186, 3.2.1.3. Rule of the file: what
is not exactly a key, a digest and a signature is not signed.
"""

from __future__ import annotations

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)

Point = tuple[int, int]


def _sum(a: Point | None, b: Point | None) -> Point | None:
    """The sum of two points; None is the point at infinity."""
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0]:
        if (a[1] + b[1]) % P == 0:
            return None
        slope = 3 * (a[0] * a[0] - 1) * pow(2 * a[1], -1, P)  # the curve's a is -3
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def _times(factor: int, point: Point) -> Point | None:
    total: Point | None = None
    power: Point | None = point
    while factor:
        if factor & 1:
            total = _sum(total, power)
        power = _sum(power, power)
        factor >>= 1
    return total


def is_signed(key: bytes, digest: bytes, signature: bytes) -> bool:
    """key: X and Y. signature: R and S. digest: 32 bytes that were signed."""
    if (len(key), len(digest), len(signature)) != (64, 32, 64):
        return False
    x, y = int.from_bytes(key[:32], "big"), int.from_bytes(key[32:], "big")
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    is_point = x < P and y < P and (y * y - (x * x - 3) * x - B) % P == 0
    if not (is_point and 0 < r < N and 0 < s < N):
        return False
    inverse = pow(s, -1, N)
    first = _times(int.from_bytes(digest, "big") * inverse % N, G)
    both = _sum(first, _times(r * inverse % N, (x, y)))
    return both is not None and both[0] % N == r
