"""The table's end of a line for tests of the host: the real journal and session, no table behind.

A test appends messages as the table would, and `talk` carries bytes both ways until nobody has
anything left to say, in virtual time, optionally through a bad cable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.journal.kept import KeptRecord
from firmware.journal.segments import Journal
from firmware.link.door import Door
from firmware.link.session import Identity, Session
from firmware.schema import messages as m
from hal.sim.store import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from host_tools.link.session import HostSession

KEY = bytes(range(32))
LOG = bytes.fromhex("9f3a01c25b7d4e60")
BOOT = bytes.fromhex("00000001c0ffee42")


class Memory:
    def __init__(self) -> None:
        self.octets = bytearray(1024)

    def read(self, offset: int, count: int) -> bytes:
        return bytes(self.octets[offset : offset + count])

    def write(self, offset: int, content: bytes) -> None:
        self.octets[offset : offset + len(content)] = content


class Keys:
    def key_of(self, role: int) -> bytes | None:
        return KEY if role == m.ROLE_WITNESS else None


class TableEnd:
    def __init__(self, serial: str = "MZ-0007", log: bytes = LOG, boot: bytes = BOOT) -> None:
        self.store = MemoryStore()
        self.journal = Journal(self.store, KeptRecord(Memory(), 0, 64), serial, log)
        self.start(boot)

    def start(self, boot: bytes) -> None:
        self.journal.boot = boot
        self.journal.open_segment(0)
        self.journal.append(
            (
                m.TABLE_STARTED,
                boot,
                m.RESET_POWER_ON,
                "0.1.0",
                m.SCHEMA_HASH,
                m.PROVENANCE_SIMULATED,
            ),
            0,
        )
        self.journal.sync()
        self.session = Session(Door(self.journal.table, Keys()))
        self.session.started(Identity("0.1.0", boot, m.RESET_POWER_ON))

    def say(self, *messages: tuple[Any, ...], ms: int = 10) -> int:
        for message in messages:
            self.journal.append(message, ms)
        self.journal.sync()
        return self.journal.seq


def whole(octets: bytes) -> bytes:
    return octets


def talk(
    table: TableEnd,
    host: HostSession,
    now_ms: int = 0,
    for_ms: int = 200,
    cable: Callable[[bytes], bytes] = whole,
    connect: bool = False,
) -> int:
    """Carry bytes both ways for a while, one step a 10 ms; returns the time after."""
    to_table = host.connect(now_ms) if connect else b""
    end = now_ms + for_ms
    while now_ms < end:
        table.session.receive(to_table, table.journal, now_ms)
        out = table.session.outgoing(table.journal, now_ms)
        table.session.took(len(out))
        arrived = cable(out)
        to_table = host.receive(arrived, now_ms) if arrived else b""
        to_table += host.tick(now_ms)
        now_ms += 10
    table.session.receive(to_table, table.journal, now_ms)
    return now_ms
