"""What simulated players want: the choice, the amount, the cut, to show or to muck.

A policy sees what a player at the table could see and names an intention; how fingers bring it
about is told in `people`. Every answer depends only on the hand, the seat and how often the seat
has acted, so a table that was killed in the middle of a hand meets the same players again. Rule of
the file: a policy keeps no state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat.digest import sha256

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Protocol

    Legal = tuple[int, int, int, int, int]
    """hand, actions of this seat in it so far, chips to call, raise_min, raise_max (to amounts of
    the street; both 0 when raising is not open)."""

    Choice = tuple[int, int]
    """FOLD, CALL or RAISE and, for a raise, the amount to raise to."""

    class Policy(Protocol):
        """What a player wants."""

        def choose(self, seat: int, legal: Legal) -> Choice:
            """FOLD, CALL or RAISE, and the amount a raise goes to (else 0)."""
            ...

        def cut(self, seat: int, hand: int) -> int:
            """The cut, 0..9999."""
            ...

        def shows(self, seat: int, hand: int) -> bool:
            """Whether to show at the showdown (else muck)."""
            ...

        def posts(self, seat: int, hand: int) -> bool:
            """Whether to post a blind that is owed (else wait for the big blind)."""
            ...

        def straddles(self, seat: int, hand: int) -> bool:
            """Whether to straddle where it may be chosen."""
            ...


FOLD = 0  # numbered as the schema's enum `choice`
CALL = 1
RAISE = 2

_QUICK_DIGITS = (0, 1, 2, 8, 9)  # reached from 0 by two steps: nobody dials the whole wheel


def _drawn(seed: bytes, purpose: str, *numbers: int) -> bytes:
    """Return 32 bytes that depend on nothing but the arguments."""
    return sha256(seed, (purpose + ":" + ",".join([str(one) for one in numbers])).encode())


def _quick_cut(seed: bytes, seat: int, hand: int) -> int:
    cut = 0
    for octet in _drawn(seed, "cut", hand, seat)[:4]:
        cut = cut * 10 + _QUICK_DIGITS[octet % len(_QUICK_DIGITS)]
    return cut


class CallStation:
    """Calls everything and shows everything."""

    def choose(self, seat: int, legal: Legal) -> Choice:
        """Call, or check."""
        return CALL, 0

    def cut(self, seat: int, hand: int) -> int:
        """A cut that is set quickly."""
        return _quick_cut(b"call station", seat, hand)

    def shows(self, seat: int, hand: int) -> bool:
        """Always."""
        return True

    def posts(self, seat: int, hand: int) -> bool:
        """Always: every hand is played."""
        return True

    def straddles(self, seat: int, hand: int) -> bool:
        """Never: it is a raise."""
        return False


class Random:
    """Plays by chance, the same chance for the same seed.

    Of sixteen turns with a bet to face: 4 folds, 9 calls, 3 raises; without one: 11 checks,
    5 bets. Of five raises one is all-in; the others go up to four times the minimum.
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def choose(self, seat: int, legal: Legal) -> Choice:
        """Fold, call or raise by chance."""
        hand, nth, call, raise_min, raise_max = legal
        drawn = _drawn(self._seed, "turn", hand, seat, nth)
        sixteenth = drawn[0] % 16
        if call and sixteenth < 4:
            return FOLD, 0
        if raise_max and sixteenth >= (13 if call else 11):
            return RAISE, self._amount(drawn, raise_min, raise_max)
        return CALL, 0

    def cut(self, seat: int, hand: int) -> int:
        """A cut that is set quickly."""
        return _quick_cut(self._seed, seat, hand)

    def shows(self, seat: int, hand: int) -> bool:
        """Three times of four."""
        return _drawn(self._seed, "show", hand, seat)[0] % 4 != 0

    def posts(self, seat: int, hand: int) -> bool:
        """Every other time."""
        return _drawn(self._seed, "post", hand, seat)[0] % 2 == 0

    def straddles(self, seat: int, hand: int) -> bool:
        """Every other time."""
        return _drawn(self._seed, "straddle", hand, seat)[0] % 2 == 0

    @staticmethod
    def _amount(drawn: bytes, raise_min: int, raise_max: int) -> int:
        if drawn[1] % 5 == 0:
            return raise_max
        over = raise_min * 3 * drawn[2] // 256
        tidy = over - over % max(raise_min // 4, 1)
        return min(raise_min + tidy, raise_max)


class NoRecordedChoice(Exception):
    """A script does not say what a seat does on its turn."""


class Script:
    """Plays what was recorded.

    rows: (hand, seat) -> the seat's choices in that hand, in order. mucks: (hand, seat) of those
    who muck at the showdown. cuts: hand -> cut. A turn without a row is `NoRecordedChoice`: a
    script that does not fit its hand must not go on quietly.
    """

    def __init__(
        self,
        rows: Mapping[tuple[int, int], Sequence[Choice]],
        mucks: Sequence[tuple[int, int]] = (),
        cuts: Mapping[int, int] | None = None,
    ) -> None:
        self._rows = rows
        self._mucks = tuple(mucks)
        self._cuts = cuts if cuts is not None else {}

    def choose(self, seat: int, legal: Legal) -> Choice:
        """Return the recorded choice."""
        hand, nth = legal[0], legal[1]
        choices = self._rows.get((hand, seat), ())
        if nth >= len(choices):
            raise NoRecordedChoice(
                "hand " + str(hand) + ": no recorded choice for seat " + str(seat)
            )
        return choices[nth]

    def cut(self, seat: int, hand: int) -> int:
        """Return the recorded cut, or one that is set quickly."""
        return self._cuts.get(hand, _quick_cut(b"script", seat, hand))

    def shows(self, seat: int, hand: int) -> bool:
        """Whether the seat showed."""
        return (hand, seat) not in self._mucks

    def posts(self, seat: int, hand: int) -> bool:
        """Never: what a record posts is said with its seats."""
        return False

    def straddles(self, seat: int, hand: int) -> bool:
        """Never: a record's straddle is a house rule of its hand."""
        return False
