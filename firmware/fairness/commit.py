"""The sealed envelope: the table says, before the cut, which order the cards will come in.

Like a dealer who writes the order on a slip and seals it in an envelope on the felt: nobody can
read it, and nobody can swap it later. This file seals; who draws the order, when the envelope is
laid down and when it is opened is decided elsewhere. Rule of the file: everything that makes one
hand different from every other hand is under the seal, so an envelope fits one hand only.

Layout (all integers big-endian)::

    SHA-256("MZC1" | len(table) u8 | table | hand u32 | epoch u8 | head[32]
            | m u8 | order[m] | nonce[32])
"""

from __future__ import annotations

from firmware.compat import check, const
from firmware.compat.digest import sha256

NONCE_BYTES = 32
SLOT_COUNT = 54  # carousel slots of the card machine, numbered 0..53

_HEAD_BYTES = const(32)
_TABLE_BYTES_MAX = const(255)  # its length is one byte
_HAND_MAX = const(0x3FFFFFFF)  # 2^30 - 1, the largest small integer of a 32-bit board
_EPOCH_MAX = const(255)


def commitment(
    *, table: bytes, hand: int, epoch: int, head: bytes, order: bytes | bytearray, nonce: bytes
) -> bytes:
    """Seal `order` (slots, first dealt first) under `nonce` (32 secret bytes): 32 public bytes.

    `table` is the ASCII serial, `head` the full 32-byte hash of the journal line the epoch started
    with. The same seal draws seats, with seat numbers for slots. A value out of range is a bug of
    the caller (`InvariantError`).
    """
    check(0 < len(table) <= _TABLE_BYTES_MAX, "commit_table")
    check(0 <= hand <= _HAND_MAX, "commit_hand")
    check(0 <= epoch <= _EPOCH_MAX, "commit_epoch")
    check(len(head) == _HEAD_BYTES, "commit_head")
    check(is_order(order), "commit_order")
    check(len(nonce) == NONCE_BYTES, "commit_nonce")
    return sha256(
        b"MZC1",
        bytes((len(table),)),
        table,
        hand.to_bytes(4, "big"),
        bytes((epoch,)),
        head,
        bytes((len(order),)),
        order,
        nonce,
    )


def is_order(order: bytes | bytearray) -> bool:
    """Whether `order` names at least one slot, each in 0..53 and none twice."""
    seen = bytearray(SLOT_COUNT)
    for slot in order:
        if slot >= SLOT_COUNT or seen[slot]:
            return False
        seen[slot] = 1
    return len(order) > 0
