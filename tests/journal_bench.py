"""A journal on a workbench: an empty store, a new FRAM, and a way to pull the plug.

Shared by the tests of journal, link and app. Nothing here judges; it builds and takes apart.
"""

from __future__ import annotations

from typing import Any

from firmware.journal.kept import KeptRecord
from firmware.journal.recovery import Recovered, recover
from firmware.journal.segments import Journal, read_head_note
from firmware.schema import messages as m
from hal.sim.memory import SimOrderMemory
from hal.sim.store import MemoryStore

TABLE = "MZ-0007"
LOG = bytes.fromhex("9f3a01c25b7d4e60")
BOOT = bytes.fromhex("00000001c0ffee42")
HEADS_AT = 0
PLACE_BYTES = 64

STARTED = (m.HAND_STARTED, 1, 3, (1, 3, 4), (1000, 1000, 1000))
REVEALED = (m.ORDER_REVEALED, 1, 0, bytes(range(52)), bytes(32))


class Bench:
    """Store and FRAM that outlive the journals written on them."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.memory = SimOrderMemory()

    def heads(self) -> KeptRecord:
        record = KeptRecord(self.memory, HEADS_AT, PLACE_BYTES)
        record.read()
        return record

    def new(self, segment_bytes_max: int = 65536) -> Journal:
        journal = Journal(self.store, self.heads(), TABLE, LOG, segment_bytes_max)
        journal.boot = BOOT
        return journal

    def recover(self, table: str = TABLE) -> tuple[Recovered, list[Any]]:
        seen: list[Any] = []
        noted = read_head_note(self.heads().read())
        found = recover(self.store, noted, table, lambda line, head: seen.append((line, head)))
        return found, seen

    def resumed(self) -> Journal:
        found, _ = self.recover()
        journal = self.new()
        journal.resume(found)
        return journal


def fill(journal: Journal, count: int, ms: int = 10) -> None:
    """Append and sync `count` turns of a hand, one sync each."""
    for n in range(count):
        if journal.is_segment_full():
            journal.open_segment(ms)
        journal.append((m.TURN_OPENED, 1 + n % 10, n, None, None), ms)
        journal.sync()


def text(store: MemoryStore) -> bytes:
    """All segments, one after the other."""
    return b"".join(store.read(one) for one in store.segments())
