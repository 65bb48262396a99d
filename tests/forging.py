"""The tools of a forger: how a record is changed, and who must see it.

A row is a name, what is done to the lines, and the verifiers that see it: `file` for the one-file
verifier, `replay` for `mazziere verify`, `heads` for both when the witness's heads are at hand;
`told` where both accept, for an honest table may have written it, and both say what was odd. A
forger who `bound` the lines again made every number, head, chain and checksum fit behind the
change. Rule of the file: it forges nothing by itself; the rows stand in `forged_bytes`,
`forged_orders`, `forged_deals` and `forged_hands`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from firmware.app.boot import Waking
from firmware.compat.digest import crc32
from firmware.schema.messages import by_name
from firmware.schema.messages_fields import FIELDS
from tests.verify_logs import Said, bound, first_after, honest, last, played, said

if TYPE_CHECKING:
    from collections.abc import Callable

BOTH = frozenset({"file", "replay"})
REPLAY = frozenset({"replay"})
HEADS = frozenset({"heads"})
TOLD = frozenset({"told"})

W_OTHER = bytes(range(64, 96))


@dataclass(frozen=True)
class Row:
    """One way of forging: `make` gives the forged lines."""

    name: str
    seen_by: frozenset[str]
    make: Callable[[], list[bytes]]


ROWS: list[Row] = []


def of_lines(seen_by: frozenset[str]) -> Callable:
    """A forger who changes the bytes as they are."""

    def keep(change: Callable[[list[bytes]], list[bytes]]) -> Callable:
        ROWS.append(Row(change.__name__, seen_by, lambda: change(list(honest()))))
        return change

    return keep


@cache
def _honest_words() -> tuple[Said, ...]:
    return tuple(said(honest()))


def words_of_honest() -> list[Said]:
    """What the honest record says, for somebody to change."""
    return [Said(one.ms, one.message) for one in _honest_words()]


def of_words(seen_by: frozenset[str]) -> Callable:
    """A forger who changes what is said, and binds everything again behind it."""

    def keep(change: Callable[[list[Said]], None]) -> Callable:
        def make() -> list[bytes]:
            told = words_of_honest()
            change(told)
            return bound(told)

        ROWS.append(Row(change.__name__, seen_by, make))
        return change

    return keep


def of_bodies(seen_by: frozenset[str], *, is_last_hand: bool = True) -> Callable:
    """A forger who spells a line as the writer never would, and binds everything again.

    is_last_hand: only in the last hand, so that no later promise hangs on the change.
    """

    def keep(change: Callable[[bytes], bytes]) -> Callable:
        def make() -> list[bytes]:
            told = words_of_honest()
            begin = b" hand_started hand=%d " % get(told, last_hand(told), "hand")
            seen = [not is_last_hand]

            def where_wanted(body: bytes) -> bytes:
                seen[0] = seen[0] or begin in body
                return change(body) if seen[0] else body

            return bound(told, where_wanted)

        ROWS.append(Row(change.__name__, seen_by, make))
        return change

    return keep


# --- tools


def put(told: list[Said], index: int, /, **values: Any) -> None:
    """Set fields of a line by name."""
    message = list(told[index].message)
    names = [field[0] for field in FIELDS[message[0]]]
    for name, value in values.items():
        message[names.index(name) + 1] = value
    told[index].message = tuple(message)


def get(told: list[Said], at: int, name: str) -> Any:
    """A field of a line by name."""
    message = told[at].message
    return message[[field[0] for field in FIELDS[message[0]]].index(name) + 1]


def words(name: str, **values: Any) -> tuple:
    """A message by name; fields that are not given are left out."""
    number = by_name(name)
    return (number, *[values.get(field[0]) for field in FIELDS[number]])


def insert(told: list[Said], at: int, message: tuple) -> None:
    """A line that nobody wrote."""
    told.insert(at, Said(told[at - 1].ms, message))


def last_hand(told: list[Said]) -> int:
    return last(told, "hand_started")


def in_last(told: list[Said], name: str, number: int = 0) -> int:
    """Index of a line of the last hand."""
    at = last_hand(told)
    for _ in range(number + 1):
        at = first_after(told, at + 1, name)
    return at


def swap_slots(octets: bytes, first: int, second: int) -> bytes:
    swapped = bytearray(octets)
    swapped[first], swapped[second] = swapped[second], swapped[first]
    return bytes(swapped)


def renamed(told: list[Said], start: int, names: dict[int, int]) -> None:
    """Every slot and token of the last hand under another name, but not in the opened order."""
    for at in range(start, len(told)):
        fields = [field[0] for field in FIELDS[told[at].message[0]]]
        for name in ("slot", "token"):
            if name in fields:
                value = get(told, at, name)
                put(told, at, **{name: names.get(value, value)})


def index_of(lines: list[bytes], name: bytes, back: int = 0) -> int:
    return [at for at, raw in enumerate(lines) if b" " + name + b" " in raw][-1 - back]


def with_right_checksum(raw: bytes) -> bytes:
    sealed = raw[: raw.rindex(b" ~")]
    return sealed + b" ~%08x\n" % crc32(sealed)


@cache
def other_evening() -> list[bytes]:
    """Another evening of the same table, whose owner gave its log the same name."""
    name = said(honest())[0].message[2]
    with patch.object(Waking, "journal", _journal_named(name)):
        return list(played(b"another evening"))


def _journal_named(name: bytes) -> Callable:
    journal = Waking.journal
    return lambda waking, of, _drawn, *rest: journal(waking, of, name, *rest)


def hand_at(told: list[Said], number: int) -> int:
    return next(
        at
        for at, one in enumerate(told)
        if one.name == "hand_started" and one.message[1] == number
    )


def left_in_last(told: list[Said]) -> set[int]:
    start = last_hand(told)
    return {one.message[2] for one in told[start:] if one.name == "card_left"}
