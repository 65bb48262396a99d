"""How a card ends that the launch rollers have let go: in a well, beside one, or in the tray.

A mouth's beam is dark while a card flies through it. The arm points to that mouth, unless a plan
lets the card hit its edge, miss it or turn over. Rule of the file: a card ends in exactly one
pile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import PLACE_CHUTE
from hal.sim.workings.card import MOUTH_AT, OVER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hal.sim.deck import Deck
    from hal.sim.workings.card import PathCard
    from hal.sim.workings.drum import Arm
    from hal.sim.workings.faults import Faults

FORGET_MS = 1000


class Falls:
    """Where cards go once they are through. others_stray: joined by whoever lets some stray."""

    def __init__(self, deck: Deck, arm: Arm, faults: Faults) -> None:
        self.deck = deck
        self.others_stray: Callable[[tuple[int, ...], int], None] = _none  # mouths, after ms
        self._arm = arm
        self._faults = faults
        self._fell_ms: list[int] = []  # through the chute's mouth, the last ones

    def throw(self, one: PathCard) -> None:
        """The launch rollers take a card: what a plan does to its flight is decided, it counts."""
        deck, faults, counter = self.deck, self._faults, one.counter
        if counter < 0:
            return
        row = faults.hit("misplace", counter)
        one.mouth = -1 if row is None else row.words["to"]
        row = faults.hit("miss", counter)
        if row is not None:
            one.mouth, one.end = 0, deck.gone if row.words["to"] == "gone" else deck.beside
        row = faults.hit("stray", counter)
        self.count(one)
        if row is not None:
            self.others_stray(row.words["to"], row.words["after"])

    def count(self, one: PathCard) -> None:
        """A card that a plan counts is over, once."""
        if one.counter >= 0:
            self._faults.count(one.counter)
            one.counter = OVER

    def find_mouth(self, one: PathCard, leader: PathCard | None) -> None:
        """A card's nose comes to the mouths; leader: the one that it comes along with."""
        if one.mouth == 0:
            return
        if leader is not None:
            one.mouth, one.end = leader.mouth, leader.end
            return
        if one.mouth < 0:
            one.mouth = self._arm.mouth()
        one.end = self.deck.hopper if one.mouth == PLACE_CHUTE else self.deck.wells[one.mouth]

    def land(self, one: PathCard, now_ms: int) -> None:
        """The rollers have let go of a card."""
        deck = self.deck
        one.is_landed = True
        deck.path.remove(one.card)
        one.end.append(one.card)
        if one.end is deck.hopper:
            self._fell_ms = [at for at in self._fell_ms if now_ms - at < FORGET_MS] + [now_ms]
        if one.is_turning:
            deck.is_turned[one.card] = not deck.is_turned[one.card]

    def falling(self, now_ms: int, for_ms: int) -> int:
        """How many cards went through the chute's mouth less than so long ago."""
        return sum([now_ms - at < for_ms for at in self._fell_ms])

    def is_mouth_dark(self, mouth: int, cards: Sequence[PathCard]) -> bool:
        """Whether a card falls through a mouth now."""
        return any(one.mouth == mouth and one.covers(MOUTH_AT) for one in cards)


def _none(mouths: tuple[int, ...], after_ms: int) -> None:
    """Nothing strays."""
