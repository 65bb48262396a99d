"""Opening the envelope: was the order on the slip the one that was sealed, and was it dealt?

At the end of an epoch the table shows order and nonce. This file seals them again and compares,
and names the slot each ejection had to take. It reads what others wrote, so nothing here trusts
its input: a wrong reveal is an answer with a name, not an exception. Rule of the file: it says
"true" only of what it has computed itself.
"""

from __future__ import annotations

from firmware.compat.digest import equal_bytes
from firmware.fairness.commit import NONCE_BYTES, commitment, is_order

OPENED = "opened"
ORDER_IMPOSSIBLE = "order_impossible"  # a slot twice, one that does not exist, or none at all
NONCE_LENGTH = "nonce_length"
COMMITMENT_DIFFERS = "commitment_differs"


def open_commitment(
    commit: bytes,
    *,
    table: bytes,
    hand: int,
    epoch: int,
    head: bytes,
    order: bytes,
    nonce: bytes,
) -> str:
    """`opened` when order and nonce are what `commit` sealed, else the name of what is wrong.

    Table, hand, epoch and head come from the epoch's own public lines and must be in range.
    """
    if not is_order(order):
        return ORDER_IMPOSSIBLE
    if len(nonce) != NONCE_BYTES:
        return NONCE_LENGTH
    sealed = commitment(table=table, hand=hand, epoch=epoch, head=head, order=order, nonce=nonce)
    if not equal_bytes(commit, sealed):
        return COMMITMENT_DIFFERS
    return OPENED


def ejected_slot(order: bytes | bytearray, places: bytes, k: int) -> int:
    """The slot that ejection k (from 0) of the epoch takes."""
    return order[places[k]]


def first_wrong_ejection(order: bytes, places: bytes, slots: bytes) -> int:
    """Index of the first of the ejected `slots` that is not the revealed one, or -1.

    An ejection beyond the end of the order is wrong too.
    """
    for k in range(len(slots)):
        if k >= len(places) or slots[k] != ejected_slot(order, places, k):
            return k
    return -1
