"""What a view must know of a log that began before anybody looked.

The last hands are read line by line; of everything before them only who sat down with what, which
rules were set, and which faults are open, for that is all of an old line that a table still shows.
The rule of the file: it reads a store, and what is left out could not be seen any more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from firmware.lines.parser import Line, parse
from firmware.schema import messages as m

if TYPE_CHECKING:
    from host_tools.store import LineStore

HANDS = 2
"""Hands read whole: the last one, and the one before it for the sentences below the table."""

LASTING = frozenset(
    m.NAMES[kind].encode()
    for kind in (m.SEGMENT_OPENED, m.TABLE_STARTED, m.SEAT_TAKEN, m.SEAT_LEFT, m.SETTING_CHANGED)
    + (m.CHIPS_ADDED, m.FAULT_RAISED, m.FAULT_CLEARED, m.TABLE_PAUSED, m.TABLE_RESUMED)
    + (m.LAST_WORDS, m.BUTTON_PLACED, m.STACK_SET, m.CHIPS_CASHED, m.AWARD_REVERSED)
    + (m.PLAYER_OUT_NEXT, m.PLAYER_SAT_OUT, m.PLAYER_BACK, m.FLOOR_CALLED, m.FLOOR_ANSWERED)
    + (m.PLAYER_SEATED, m.INPUT_REFUSED)
)
"""Kinds of lines whose effect outlives the hand in which they were written."""


@dataclass(frozen=True, slots=True)
class Past:
    """What a log held: `lasting` lines of its older part, the full hash `head` of line `seq` at
    which that part ends, and every line behind it.
    """

    lasting: list[Line] = field(default_factory=list)
    seq: int = 0
    head: bytes = b""
    whole: list[Line] = field(default_factory=list)
    received_ms: int | None = None
    """When the last of them came, in ms of Unix time; None where nobody noted it."""


def recall(store: LineStore, serial: str, log: bytes, end: int | None = None) -> Past:
    """What a store holds of a log, up to and without line `end` (None: all of it)."""
    begun = [seq for _, seq in store.hands(serial, log) if end is None or seq < end]
    whole_from = begun[-HANDS] if len(begun) >= HANDS else 1
    lasting, last = [], None
    for kept in store.lines(serial, log, 1, whole_from):
        last = kept
        if kept.line.split(b" ", 3)[2] in LASTING:
            lasting.append(parse(kept.line))
    whole = [parse(kept.line) for kept in store.lines(serial, log, whole_from, end)]
    newest = whole[-1].seq if whole else 0
    return Past(
        lasting,
        last.seq if last else 0,
        last.head if last else b"",
        whole,
        store.received_ms(serial, log, newest) if newest else None,
    )
