"""What the card machine is doing, read from its intents and outcomes.

Every motion stands in the log twice: asked for, and done. Between the two the machine is at work,
and the screen says at what. The rule of the file: a motion is over when its outcome is in the log,
not when time has passed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from firmware.schema import messages as m

DECK_CARDS = 52
DONE = frozenset({m.CARDS_COLLECTED, m.CARD_LANDED, m.FACE_OPENED, m.HAND_HELD, m.TABLE_HELD})


@dataclass(slots=True)
class CardMachine:
    """`doing` is idle, collecting, loading, loaded, dealing or opening."""

    doing: str = "idle"
    card: int = 0
    """Cards loaded so far, or the number of the card being dealt, from 1."""
    to_load: int = DECK_CARDS
    """Cards that the load comes to: the whole deck, or the stub that is shuffled."""
    place: int = m.PLACE_NOWHERE
    """Where the card being dealt goes, or the last one went."""

    def take(self, message: tuple[Any, ...]) -> None:
        """Go on by one message of the log."""
        kind = message[0]
        if kind == m.COLLECT_CARDS:
            self.doing, self.card, self.to_load = "collecting", 0, DECK_CARDS
        elif kind == m.RESHUFFLE_STARTED:
            self.to_load = message[4]
        elif kind == m.LOAD_DECK:
            self.doing, self.card = "loading", 0
        elif kind == m.CARD_FED:
            self.doing, self.card = "loading", message[1]
        elif kind == m.DECK_LOADED:
            self.doing, self.card = "loaded", message[1]
        elif kind == m.DEAL_CARD:
            self.doing, self.card, self.place = "dealing", message[1] + 1, message[2]
        elif kind == m.OPEN_FACE:
            self.doing = "opening"
        elif kind in DONE:
            self.doing = "idle"
