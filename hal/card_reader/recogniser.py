"""Which card an index is, or that it is none of this deck, or that nobody can say.

A rank is known when the look lies within its limit and every other rank lies at least twice as
far; so is a suit; size and colour must be as taught. So a look is misread only when two thirds of
the cells that tell two glyphs apart have changed to the other's. What is near to two is UNSURE,
what is far from all is FOREIGN. Rule of the file: the nearest is never enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_reader import wire
from hal.card_reader.index import FOUND
from hal.card_reader.taught import SUITS, distances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hal.card_reader.index import Glyph, Index
    from hal.card_reader.taught import Pattern, Taught

_TIMES_FARTHER = 2  # the second, see above
_FARTHER_CELLS = 4  # and by so many, so that two perfect fits are not told apart by one cell
_SIZE_SLACK = 2  # points, 0.4 mm: what tilt and blur add to sizes that were taught at rest
_SIZE_FOREIGN = 5  # 1 mm: another maker's
_RED_SLACK = 150  # permille of paper; red ink and black lie 500 apart


class Reading:
    """What a look came to. kind: of `wire`; card: 0..51 where it is a FACE, else 0.

    reason: of `picture`. rank, suit: each (nearest, its distance, the second's distance) in cells,
    for who teaches and tries; None where no glyph was found.
    """

    __slots__ = ("card", "kind", "rank", "reason", "suit")

    def __init__(self, kind: int, reason: int) -> None:
        self.kind = kind
        self.reason = reason
        self.card = 0
        self.rank: tuple[int, int, int] | None = None
        self.suit: tuple[int, int, int] | None = None

    def __repr__(self) -> str:
        return "<reading>"  # never its face


def recognise(index: Index, deck: Taught) -> Reading:
    """Read an index."""
    if index.reason != FOUND or index.rank is None or index.suit is None:
        return Reading(wire.UNREADABLE, index.reason)
    rank_kind, rank = _known(index.rank, deck.ranks)
    suit_kind, suit = _known(index.suit, deck.suits)
    # a rank is printed in both colours, so its ink must be the suit's
    if rank_kind == suit_kind == wire.FACE and not _is_in_ink(index.rank, deck.suits[suit[0]]):
        rank_kind = wire.FOREIGN
    reading = Reading(max(rank_kind, suit_kind), FOUND)
    reading.rank, reading.suit = rank, suit
    if reading.kind == wire.FACE:
        reading.card = rank[0] * SUITS + suit[0]
    return reading


def _known(glyph: Glyph, patterns: Sequence[Pattern]) -> tuple[int, tuple[int, int, int]]:
    """FACE, UNSURE or FOREIGN, and (nearest, its distance, the second's)."""
    far = distances(glyph.cells, patterns)
    nearest = 0
    second = len(glyph.cells)
    for at in range(1, len(far)):
        if far[at] < far[nearest]:
            second, nearest = far[nearest], at
        elif far[at] < second:
            second = far[at]
    told = (nearest, far[nearest], second)
    pattern = patterns[nearest]
    beyond = max(
        _beyond(glyph.across, pattern.across),
        _beyond(glyph.down, pattern.down),
    )
    if told[1] > pattern.foreign or beyond > _SIZE_FOREIGN or not _is_in_ink(glyph, pattern):
        return wire.FOREIGN, told
    if told[1] > pattern.limit or beyond > _SIZE_SLACK:
        return wire.UNSURE, told
    if second < _TIMES_FARTHER * told[1] or second < told[1] + _FARTHER_CELLS:
        return wire.UNSURE, told
    return wire.FACE, told


def _beyond(size: int, taught: tuple[int, int]) -> int:
    return max(taught[0] - size, size - taught[1], 0)


def _is_in_ink(glyph: Glyph, pattern: Pattern) -> bool:
    return glyph.red is None or _beyond(glyph.red, pattern.red) <= _RED_SLACK
