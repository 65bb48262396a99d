"""One seat of a table as a log tells of it: the player, the chips, and the cards lying there.

A card is first a back: that one lies here is public, what it is, is not. It gets a face when the
log says that the face was opened, and it is gone when the hand is folded. The rule of the file: a
face comes from a line of the log, there is no other way in.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

BACK = None
"""A card that lies face down."""


@dataclass(slots=True)
class Seat:
    """A taken seat. Chips: `stack` behind, `bet` in front in this street, `won` in this hand."""

    number: int
    player: str = ""
    stack: int = 0
    at_start: int = 0
    """The stack when the hand began: where a voided hand goes back to."""
    bet: int = 0
    won: int = 0
    is_dealt_in: bool = False
    is_folded: bool = False
    did: str = ""
    """What the seat did last: a word of `forced`, `action` or `show` of the schema, or empty."""
    tokens: list[int] = field(default_factory=list)
    faces: dict[int, int] = field(default_factory=dict)
    category: str = ""
    """The shown hand's: a word of the schema's `category`, or empty."""
    has_left: bool = False
    is_out: bool = False
    """The player sits out from the next hand on."""
    calls: bool = False
    """The seat has called the floor, and nobody has come yet."""

    @property
    def cards(self) -> list[int | None]:
        """The cards lying here: a card id, or BACK."""
        return [self.faces.get(token, BACK) for token in self.tokens]

    @property
    def is_all_in(self) -> bool:
        """Whether the player is in the hand with nothing left to bet."""
        return self.is_dealt_in and not self.is_folded and self.stack == 0 and not self.won

    def copy(self) -> Seat:
        """The seat as it is now."""
        return replace(self, tokens=list(self.tokens), faces=dict(self.faces))

    def begin_hand(self, stack: int) -> None:
        """The seat is dealt into a new hand."""
        self.stack = self.at_start = stack
        self.is_dealt_in = True

    def clear(self) -> None:
        """Nothing of the last hand is left: a new one begins without this seat, as yet."""
        self.bet = self.won = 0
        self.is_dealt_in = self.is_folded = False
        self.did = self.category = ""
        self.tokens = []
        self.faces = {}

    def give_up(self, did: str) -> None:
        """The cards are folded or mucked: nobody sees them again."""
        self.is_folded = True
        self.did = did
        self.tokens = []
        self.faces = {}
