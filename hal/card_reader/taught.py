"""What the cards of one deck look like: thirteen ranks and four suits, as they were taught.

Of each glyph are kept the cells that were always dark or always light, how far its own looks lay
from that, its size, and how red its ink is. It is kept in a small file that ends with a check; a
file that fails it is no deck. How a deck is taught is told in `lesson`, how it is read in
`recogniser`. Rule of the file: nothing here was chosen by hand, all of it was seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_reader.loops import differing
from hal.card_reader.index import CELLS

if TYPE_CHECKING:
    from collections.abc import Sequence

    Span = tuple[int, int]  # the least and the most that was seen

RANKS = 13
SUITS = 4
EITHER = 2  # a cell that was seen dark and light

NO_COLOUR = (0, 1000)  # permille of red: anything, where the camera sees none

_LIMIT_MIN = 16  # cells of 576: a few looks of a card do not show every tilt and shadow

_MARK = b"MR"
_VERSION = 1
_CELL_BYTES = CELLS // 4
_HEAD_BYTES = 5  # mark, version, wide, long
_PATTERN_BYTES = _CELL_BYTES + 1 + 4 + 4
_CHECK_BYTES = 2
FILE_BYTES = _HEAD_BYTES + (RANKS + SUITS) * _PATTERN_BYTES + _CHECK_BYTES


class Pattern:
    """One rank or suit. cells: 0 light, 1 dark, 2 either; spread: cells, of its worst own look.

    limit: how many cells a look may lie away, twice what the worst taught look did, but no less
    than 16 and never more than lies between the two patterns nearest to each other. foreign: what
    lies farther than this is none of the deck's, twice the limit and no less than those two apart.
    """

    __slots__ = ("across", "cells", "down", "foreign", "limit", "red", "spread")

    def __init__(
        self, cells: bytes | bytearray, spread: int, across: Span, down: Span, red: Span
    ) -> None:
        self.cells = cells
        self.spread = spread
        self.limit = 0
        self.foreign = 0
        self.across = across
        self.down = down
        self.red = red


class Taught:
    """A deck. wide, long: of the corner that holds an index, in points, as `picture.Finder`."""

    def __init__(
        self, wide: int, long: int, ranks: Sequence[Pattern], suits: Sequence[Pattern]
    ) -> None:
        self.wide = wide
        self.long = long
        self.ranks = ranks
        self.suits = suits
        _set_limits(ranks)
        _set_limits(suits)


def between(one: Pattern, other: Pattern) -> int:
    """Cells that are always dark in one pattern and always light in the other."""
    return sum([a + b == 1 for a, b in zip(one.cells, other.cells)])


def _set_limits(patterns: Sequence[Pattern]) -> None:
    nearest = CELLS
    for at in range(len(patterns)):
        for other in range(at):
            nearest = min(nearest, between(patterns[at], patterns[other]))
    for pattern in patterns:
        pattern.limit = min(max(2 * pattern.spread, _LIMIT_MIN), nearest)
        pattern.foreign = max(2 * pattern.limit, nearest)


def distances(cells: bytes | bytearray, patterns: Sequence[Pattern]) -> list[int]:
    """From each pattern: cells that are not as they always were."""
    return [differing(cells, pattern.cells, CELLS) for pattern in patterns]


def packed(cells: bytes | bytearray) -> bytes:
    """Four cells a byte, the first in the highest bits."""
    out = bytearray(_CELL_BYTES)
    for at in range(_CELL_BYTES):
        a, b, c, d = cells[at * 4 : at * 4 + 4]
        out[at] = a << 6 | b << 4 | c << 2 | d
    return bytes(out)


def unpacked(octets: bytes) -> bytes:
    """The cells again."""
    out = bytearray(CELLS)
    for at in range(_CELL_BYTES):
        octet = octets[at]
        for shift in range(4):
            out[at * 4 + shift] = octet >> (6 - 2 * shift) & 3
    return bytes(out)


def check_of(octets: bytes) -> int:
    """CRC-16 (x^16 + x^12 + x^5 + 1, start 0xFFFF, as CCITT) of a deck's file without its end."""
    crc = 0xFFFF
    for octet in octets:
        crc ^= octet << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def written(deck: Taught) -> bytes:
    """A deck's file."""
    out = _MARK + bytes((_VERSION, deck.wide, deck.long))
    for pattern in tuple(deck.ranks) + tuple(deck.suits):
        out += packed(pattern.cells) + bytes((pattern.spread,) + pattern.across + pattern.down)
        for permille in pattern.red:
            out += bytes((permille >> 8, permille & 255))
    check = check_of(out)
    return out + bytes((check >> 8, check & 255))


def read(octets: bytes) -> Taught | None:
    """A deck from its file; None where it is damaged or of another version."""
    body = octets[:-_CHECK_BYTES]
    if len(octets) != FILE_BYTES or body[:3] != _MARK + bytes((_VERSION,)):
        return None
    if check_of(body) != octets[-2] << 8 | octets[-1]:
        return None
    patterns = []
    for at in range(_HEAD_BYTES, len(body), _PATTERN_BYTES):
        rest = body[at + _CELL_BYTES : at + _PATTERN_BYTES]
        red = (rest[5] << 8 | rest[6], rest[7] << 8 | rest[8])
        cells = unpacked(body[at : at + _CELL_BYTES])
        spans = (rest[1], rest[2]), (rest[3], rest[4])
        patterns.append(Pattern(cells, rest[0], spans[0], spans[1], red))
    return Taught(body[3], body[4], patterns[:RANKS], patterns[RANKS:])
