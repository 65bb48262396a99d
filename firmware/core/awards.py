"""What the last hand paid out, for as long as the floor may still put it right.

A result stands when the next hand's first card is dealt (TDA 22). Until then a floor person may
move chips that a seat won in the last hand to another seat of that hand, under a name. Rule of the
file: no more can be moved than was won, and nothing once a card of the next hand is dealt.

Lists by seat have 11 places, place 0 unused. Amounts are chips.
"""

from __future__ import annotations


class Awards:
    """The chips won in the last hand, by seat."""

    __slots__ = ("ring", "won", "can_be_reversed")

    def __init__(self) -> None:
        self.ring: tuple[int, ...] = ()  # seats of the hand
        self.won = [0] * 11
        self.can_be_reversed = False

    def begin(self, ring: tuple[int, ...]) -> None:
        """The first card of a hand is dealt: what was before stands."""
        self.ring = ring
        self.won = [0] * 11
        self.can_be_reversed = False

    def close(self) -> None:
        """The pots are awarded."""
        self.can_be_reversed = True

    def move(self, seat: int, to: int, amount: int) -> None:
        """The floor moved chips."""
        self.won[seat] -= amount
        self.won[to] += amount

    def forget(self, seat: int) -> None:
        """The player left with the chips."""
        self.won[seat] = 0
        self.ring = tuple([other for other in self.ring if other != seat])
