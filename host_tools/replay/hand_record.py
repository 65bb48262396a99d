"""One recorded hand, as the rest of the room reads it.

Whatever file it came from, a hand is: who sat where with how much, what was posted, and what
happened, in order. Amounts are whole numbers of `unit`, the finest piece of money the record
itself plays with (a cent for an online cash game, one chip for most), because the table counts in
integers. The rule of the file: nothing is repaired. What does not read as a legal record is
`Refused`, naming the place in the file and the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from host_tools.replay.refusal import Told

Verb = Literal["hole", "board", "fold", "call", "raise", "show", "muck"]

Pot = tuple[int, tuple[int, ...]]

UNKNOWN_CARD = None
"""A card the record writes as `??`."""


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """One line of the record. `number` counts from 1 in the file's list, commentary included;
    `player` is 0 for the board.
    """

    number: int
    verb: Verb
    player: int = 0
    cards: tuple[int | None, ...] = ()
    to: int = 0
    text: str = ""

    @property
    def place(self) -> Told:
        """How a person finds this line in the file."""
        return Told("at_action", {"number": self.number, "text": self.text})


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand of `len(stacks)` players; player 1 is left of the button, the last player has it.

    stacks, antes, posts: whole units, by player; a post below zero is a bet posted to come in.
    min_bet: the smallest bet; big_bet: that of turn and river where bets are fixed, else 0.
    recorded_stacks: in units, or None when the record says nothing about the end or splits a unit.
    recorded_pots: (units, players that could win it), the main pot first, where the record has it.
    """

    variant: str
    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    posts: tuple[int, ...]
    min_bet: int
    actions: tuple[RecordedAction, ...]
    big_bet: int = 0
    unit: Decimal = Decimal(1)
    recorded_stacks: tuple[int, ...] | None = None
    recorded_pots: tuple[Pot, ...] | None = None
    recorded_as_written: tuple[Decimal | int, ...] | None = None
    hole_cards: dict[int, tuple[int | None, ...]] = field(default_factory=dict)

    @property
    def seats(self) -> range:
        """The seats the players take: player n sits at seat n."""
        return range(1, len(self.stacks) + 1)

    def in_money(self, units: int) -> int | float:
        """An amount as the record writes it: whole where it is whole."""
        money = units * self.unit
        return int(money) if money == money.to_integral_value() else float(money)
