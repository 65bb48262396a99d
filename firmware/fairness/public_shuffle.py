"""The public cut: how commitment, witness and cut together decide where the deal takes its cards.

Anybody with the three public values can do this by hand (and a lot of patience): they name, for
the first card, the second and so on, which place of the sealed order it comes from. So nobody who
knows only one of the three can steer a card to a seat. This file holds no secret and draws
nothing. Rule of the file: the same three values give the same deal for ever, on every machine.

Every arrangement of m places is equally likely when the stream's bytes are: a byte b decides
among i + 1 choices only below the largest multiple of i + 1 that fits in 256, and is passed over
otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import InvariantError, check, const
from firmware.compat.digest import sha256

if TYPE_CHECKING:
    from collections.abc import Callable

CUT_MAX = 9999  # four digits, set at the seat right of the button

_PLACES_MAX = const(54)  # carousel slots
_SEED_PART_BYTES = const(32)


def shuffle_seed(commit: bytes, w: bytes, cut: int) -> bytes:
    """The 32-byte seed that commitment, opened witness number and cut (0..9999) make together."""
    check(len(commit) == _SEED_PART_BYTES, "shuffle_commit")
    check(len(w) == _SEED_PART_BYTES, "shuffle_w")
    check(0 <= cut <= CUT_MAX, "shuffle_cut")
    return sha256(b"MZS1", commit, w, cut.to_bytes(2, "big"))


def stream_block(seed: bytes, index: int) -> bytes:
    """Block `index` (from 0) of the public byte stream of `seed`: 32 bytes."""
    return sha256(b"MZB1", seed, index.to_bytes(4, "big"))


def arrange(block: Callable[[int], bytes], m: int) -> bytes:
    """The arrangement of places 0..m-1 that the stream block(0), block(1), … decides.

    Fisher-Yates from the last place down. Reads as many blocks as it needs and no more; passing
    over more than 32 bytes in a row has a chance below 2^-32, so it ends.
    """
    check(0 < m <= _PLACES_MAX, "shuffle_places")
    a = bytearray(range(m))
    octets = b""
    block_count = 0
    at = 0
    for i in range(m - 1, 0, -1):
        limit = 256 - 256 % (i + 1)
        b = 256
        while b >= limit:
            if at == len(octets):
                octets = block(block_count)
                block_count += 1
                at = 0
            b = octets[at]
            at += 1
        r = b % (i + 1)
        a[i], a[r] = a[r], a[i]
    return bytes(a)


def by_public_shuffle(commit: bytes, w: bytes, cut: int, m: int) -> bytes:
    """House rule `public_shuffle`: a[k] is the place in the order of the k-th ejection."""
    seed = shuffle_seed(commit, w, cut)
    return arrange(lambda index: stream_block(seed, index), m)


def by_rotation(commit: bytes, w: bytes, cut: int, m: int) -> bytes:
    """House rule `rotation`: the cut alone turns the order, a[k] = (k + cut) mod m."""
    check(0 <= cut <= CUT_MAX, "shuffle_cut")
    check(0 < m <= _PLACES_MAX, "shuffle_places")
    return bytes((k + cut) % m for k in range(m))


# House rule `cut`: name, how it finds the places.
CUT_RULES = (
    ("public_shuffle", by_public_shuffle),
    ("rotation", by_rotation),
)


def deal_places(rule: str, commit: bytes, w: bytes, cut: int, m: int) -> bytes:
    """The m places the deal takes cards from, by the house rule named `rule`."""
    for name, places in CUT_RULES:
        if name == rule:
            return places(commit, w, cut, m)
    raise InvariantError("cut_rule_unknown")
