"""How many chips came to a table, how many left it, and what lies there, told from its lines.

Chips come with who sits down and who buys more, or where the floor puts a stack right; they leave
with who goes, with who is paid out, and with the house's share of a pot. Whoever leaves a running
hand takes what is left when it ends. A word of a person that the table refuses, which the next
line tells, moved nothing. The rule of the file: what lies there is what the table says at a hand's
end, never what should lie there; whoever compares the two finds what is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from firmware.schema import messages as m

Message = tuple[Any, ...]


@dataclass(slots=True)
class ChipCount:
    """came, left: chips so far; stacks: by seat, as at the last hand's end and since."""

    came: int = 0
    left: int = 0
    stacks: dict[int, int] = field(default_factory=dict)
    _dealt_in: frozenset[int] = frozenset()
    _leavers: frozenset[int] = frozenset()
    _raked: int = 0
    _before: tuple[str, ChipCount] | None = None

    @property
    def on_table(self) -> int:
        """All stacks together."""
        return sum(self.stacks.values())

    def take(self, message: Message) -> None:
        """Count what a message moves; those it does not know move nothing."""
        kind = message[0]
        if kind == m.INPUT_REFUSED and self._before and self._before[0] == message[1]:
            self._restore(self._before[1])
        if kind != m.LOG_HEAD:  # may stand between an input and the table's answer
            self._before = None
        if kind in OF_PEOPLE:
            self._before = m.NAMES[kind], replace(self, stacks=dict(self.stacks))
        move = MOVES.get(kind)
        if move is not None:
            move(self, message)

    def _restore(self, before: ChipCount) -> None:
        self.came, self.left, self.stacks = before.came, before.left, before.stacks
        self._leavers = before._leavers

    def _sat(self, message: Message) -> None:
        self.stacks[message[1]] = message[2]
        self.came += message[2]

    def _drew(self, message: Message) -> None:
        self.stacks[message[1]] = 0

    def _bought(self, message: Message) -> None:
        self.stacks[message[1]] = self.stacks.get(message[1], 0) + message[2]
        self.came += message[2]

    def _set(self, message: Message) -> None:
        more = message[2] - self.stacks.get(message[1], 0)
        self.stacks[message[1]] = message[2]
        self.came += max(more, 0)
        self.left += max(-more, 0)

    def _cashed(self, message: Message) -> None:
        self.stacks.pop(message[1], None)
        self.left += message[2]

    def _went(self, message: Message) -> None:
        if message[1] in self._dealt_in:
            self._leavers |= {message[1]}
        else:
            self.left += self.stacks.pop(message[1], 0)

    def _reversed(self, message: Message) -> None:
        _, giver, taker, amount, _ = message
        self.stacks[giver] = self.stacks.get(giver, 0) - amount
        self.stacks[taker] = self.stacks.get(taker, 0) + amount

    def _started(self, message: Message) -> None:
        self._dealt_in, self._leavers, self._raked = frozenset(message[3]), frozenset(), 0

    def _rake(self, message: Message) -> None:
        self._raked += message[2]

    def _finished(self, message: Message) -> None:
        self.stacks.update(zip(message[2], message[3], strict=True))
        self.left += self._raked
        self._ended(message)

    def _ended(self, _: Message) -> None:
        for seat in self._leavers:
            self.left += self.stacks.pop(seat, 0)
        self._dealt_in, self._leavers, self._raked = frozenset(), frozenset(), 0


OF_PEOPLE = frozenset(
    (m.SEAT_TAKEN, m.SEAT_LEFT, m.CHIPS_ADDED, m.CHIPS_CASHED, m.STACK_SET, m.AWARD_REVERSED)
)
"""What people say of chips: the table's answer decides whether it holds."""

MOVES: dict[int, Callable[[ChipCount, Message], None]] = {
    m.SEAT_TAKEN: ChipCount._sat,
    m.PLAYER_SEATED: ChipCount._drew,
    m.CHIPS_ADDED: ChipCount._bought,
    m.STACK_SET: ChipCount._set,
    m.CHIPS_CASHED: ChipCount._cashed,
    m.SEAT_LEFT: ChipCount._went,
    m.AWARD_REVERSED: ChipCount._reversed,
    m.HAND_STARTED: ChipCount._started,
    m.RAKE_TAKEN: ChipCount._rake,
    m.HAND_FINISHED: ChipCount._finished,
    m.HAND_VOIDED: ChipCount._ended,
}
