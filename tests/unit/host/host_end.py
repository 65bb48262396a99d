"""A host's end of a line for tests: the real session and store, with what it told and stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.lines.chain import Chain
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from host_tools.link.commands import RoleKey
from host_tools.link.session import Event, HostSession
from host_tools.witness.witness import Witness
from tests.unit.host.table_end import KEY, LOG, TableEnd

if TYPE_CHECKING:
    from host_tools.store import LineStore

    pass

SEAT = [(m.SEAT_TAKEN, seat, 1000, None) for seat in range(1, 11)]
W = bytes(range(32, 64))


class Host:
    """A host session with what it told and printed."""

    def __init__(self, store: LineStore, witness: bool = False) -> None:
        self.events: list[Event] = []
        self.lines: list[int | None] = []
        answerers = (
            (Witness(store, lambda serial: RoleKey(m.ROLE_WITNESS, KEY), lambda n: W),)
            if witness
            else ()
        )
        self.session = HostSession(
            store, lambda line: self.lines.append(line.seq), self.events.append, answerers
        )

    @property
    def told(self) -> list[str]:
        return [event.key for event in self.events]


def stored(store: LineStore) -> list[bytes]:
    return [line.line for line in store.lines("MZ-0007", LOG)]


def journalled(table: TableEnd) -> list[bytes]:
    lines = (table.journal.line(seq) for seq in range(1, table.journal.synced + 1))
    return [line for line in lines if line is not None]


def forged(table: TableEnd, message: tuple, seq: int, head: bytes) -> bytes:
    """A line that is well made, after another past."""
    body = write(message, seq, 99)
    return seal(body, Chain(head).add(body))
