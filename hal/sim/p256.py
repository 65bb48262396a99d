"""Signatures over the curve P-256, for a simulated security chip.

A real chip keeps its key where nobody can read it and signs in hardware that tells nothing by its
time; this does neither. It is here so that what the chip's driver asks for, and what a verifier
checks, can be tried to the last byte. Curve and equations from FIPS 186-5 and SP 800-186, 3.2.1.3.
Rule of the file: for a simulation, never for a secret.
"""

from __future__ import annotations

P = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
BYTES = 32  # of a number; a public key and a signature are two of them

_NOWHERE = (0, 1, 0)


def _double(point: tuple[int, int, int]) -> tuple[int, int, int]:
    """In Jacobian coordinates: x / z², y / z³; z = 0 is the point at infinity."""
    x, y, z = point
    if not z:
        return _NOWHERE
    square = y * y % P
    s = 4 * x * square % P
    m = 3 * (x - z * z) * (x + z * z) % P  # the curve's a is -3
    new = (m * m - 2 * s) % P
    return new, (m * (s - new) - 8 * square * square) % P, 2 * y * z % P


def _add(a: tuple[int, int, int], b: tuple[int, int, int]) -> tuple[int, int, int]:
    if not a[2]:
        return b
    if not b[2]:
        return a
    a_square, b_square = a[2] * a[2] % P, b[2] * b[2] % P
    u, v = a[0] * b_square % P, b[0] * a_square % P
    s, t = a[1] * b_square * b[2] % P, b[1] * a_square * a[2] % P
    if u == v:
        return _double(a) if s == t else _NOWHERE
    h, r = v - u, t - s
    h_square = h * h % P
    h_cube = h * h_square % P
    x = (r * r - h_cube - 2 * u * h_square) % P
    return x, (r * (u * h_square - x) - s * h_cube) % P, h * a[2] * b[2] % P


def _times(factor: int, point: tuple[int, int]) -> tuple[int, int, int]:
    total = _NOWHERE
    power = (point[0], point[1], 1)
    while factor:
        if factor & 1:
            total = _add(total, power)
        power = _double(power)
        factor >>= 1
    return total


def _plain(point: tuple[int, int, int]) -> tuple[int, int]:
    inverse = pow(point[2], P - 2, P)
    square = inverse * inverse % P
    return point[0] * square % P, point[1] * square * inverse % P


def _pair(a: int, b: int) -> bytes:
    return a.to_bytes(BYTES, "big") + b.to_bytes(BYTES, "big")


def _numbers(pair: bytes) -> tuple[int, int]:
    return int.from_bytes(pair[:BYTES], "big"), int.from_bytes(pair[BYTES:], "big")


def private_key(chance: bytes) -> int:
    """A key from 32 bytes of chance: 1 .. N - 1."""
    return int.from_bytes(chance, "big") % (N - 1) + 1


def public_key(private: int) -> bytes:
    """X and Y, 64 bytes."""
    x, y = _plain(_times(private, G))
    return _pair(x, y)


def sign(private: int, digest: bytes, chance: bytes) -> bytes:
    """R and S, 64 bytes, of a 32-byte digest. chance: 32 bytes, others each time."""
    k = private_key(chance)
    r = _plain(_times(k, G))[0] % N
    s = pow(k, N - 2, N) * (int.from_bytes(digest, "big") + r * private) % N
    return _pair(r, s)


def is_signed(public: bytes, digest: bytes, signature: bytes) -> bool:
    """Whether the holder of the key behind `public` signed this digest."""
    if len(public) != 2 * BYTES or len(signature) != 2 * BYTES or len(digest) != BYTES:
        return False
    x, y = _numbers(public)
    r, s = _numbers(signature)
    if not (0 < r < N and 0 < s < N and x < P and y < P):
        return False
    if (y * y - (x * x - 3) * x - B) % P:
        return False
    inverse = pow(s, N - 2, N)
    first = _times(int.from_bytes(digest, "big") * inverse % N, G)
    both = _add(first, _times(r * inverse % N, (x, y)))
    return bool(both[2]) and _plain(both)[0] % N == r
