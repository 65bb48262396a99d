"""A snapshot: what the table knew at one line of the log, so that a start begins there.

Like the page of a ledger on which the balance is carried forward. A snapshot names the line it was
taken at and the chain's full hash there, and carries its own hash; it is believed only when its
own hash is right *and* the log, read again, has that very hash at that very line. So it can never
say anything else than the log, only say it sooner. Two are kept: when the newer one is damaged the
older one serves, and without either the log is replayed from its first line. What stands in it is
the business of those who fill it. Rule of the file: a snapshot is a saving of time, never a truth.

    "MZN1" | u8 length, table | log, 8 bytes | layout, 8 bytes | u32 seq | head, 32 bytes |
    u32 length, content | SHA-256 of all before it

layout: a fingerprint of what the content is made of; a snapshot of another firmware's is passed
over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat.digest import SHA256_BYTES, sha256
from firmware.journal.plain import PlainError, read, spell
from firmware.lines.chain import serial_octets

if TYPE_CHECKING:
    from firmware.journal.segments import Segments

KEPT = 2  # the newest, and one to fall back to
LAYOUT_BYTES = 8

_FORM = b"MZN1"
_FIXED_BYTES = 8 + LAYOUT_BYTES + 4 + SHA256_BYTES + 4


class Snapshot:
    """What the table knew when line `seq`, with the full hash `head`, was the log's last."""

    def __init__(self, log: bytes, seq: int, head: bytes, content: tuple) -> None:
        self.log = log
        self.seq = seq
        self.head = head
        self.content = content


def sealed(snapshot: Snapshot, table: str, layout: bytes) -> bytes:
    """The bytes that are kept. `PlainError` for a content that is not plain."""
    content = spell(snapshot.content)
    octets = (
        _FORM
        + serial_octets(table)
        + snapshot.log
        + layout
        + snapshot.seq.to_bytes(4, "big")
        + snapshot.head
        + len(content).to_bytes(4, "big")
        + content
    )
    return octets + sha256(octets)


def unsealed(octets: bytes, table: str, layout: bytes) -> Snapshot | None:
    """The mirror of `sealed`; None for anything that is damaged, of another table or layout."""
    opening = _FORM + serial_octets(table)
    end = len(octets) - SHA256_BYTES
    at = len(opening)
    if end < at + _FIXED_BYTES or octets[:at] != opening or sha256(octets[:end]) != octets[end:]:
        return None
    if octets[at + 8 : at + 8 + LAYOUT_BYTES] != layout:
        return None
    seq_at = at + 8 + LAYOUT_BYTES
    content_at = at + _FIXED_BYTES
    if int.from_bytes(octets[content_at - 4 : content_at], "big") != end - content_at:
        return None
    try:
        content = read(octets[content_at:end])
    except PlainError:
        return None
    seq = int.from_bytes(octets[seq_at : seq_at + 4], "big")
    return Snapshot(octets[at : at + 8], seq, octets[seq_at + 4 : seq_at + 36], content)


def kept_snapshots(store: Segments, table: str, layout: bytes) -> list[Snapshot]:
    """Every snapshot in the store that is whole, oldest first. Errors of the store go through."""
    whole = []
    for number in store.snapshots():
        found = unsealed(store.read_snapshot(number), table, layout)
        if found is not None and found.seq == number:
            whole.append(found)
    return whole


def keep(store: Segments, snapshot: Snapshot, table: str, layout: bytes) -> None:
    """Make a snapshot durable, then drop those that are older than the one before it."""
    store.write_snapshot(snapshot.seq, sealed(snapshot, table, layout))
    older = [number for number in store.snapshots() if number != snapshot.seq]
    for number in older[: -(KEPT - 1)]:
        store.remove_snapshot(number)
