"""Finds the index of a card in a picture of its corner: the rank, and the suit behind it.

The picture is so turned that the card's leading edge is on the left and the long edge beside the
index on top, each with a strip of dark background beyond it. What is dark is judged by the
brightest paper nearby, so neither the lamps' strength nor a shadow matters. The corner is found
first; only what lies at its place behind the corner is looked at, so no pip is taken for an index.
Rule of the file: two glyphs that stand alone, or a reason why there are none; nothing is repaired.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_reader.index import (
    CELLS,
    CELLS_A_SIDE,
    FOUND,
    HEIGHT,
    NO_CONTRAST,
    NO_CORNER,
    NO_GLYPHS,
    NO_LIGHT,
    PATTERN,
    WIDTH,
    Glyph,
    Index,
)
from hal.card_reader.loops import brightest, cut_clean, darker, ink, rastered, tally

if TYPE_CHECKING:
    from collections.abc import Sequence

_TILE = 20
_TILES_ACROSS = WIDTH // _TILE
_TILES_DOWN = HEIGHT // _TILE
_LIGHT_MIN = 70  # of 252: paper that reads less leaves ink and noise too near to each other
_CONTRAST_PERMILLE = 550  # the darkest point must lie below so much of the brightest
_PAPER_PERMILLE = 620  # dark is below so much of the paper nearby; red ink in green light has 250
_PAPER_MIN_PERMILLE = (
    300  # and paper is at least half as bright as the brightest: a shadow of 2 : 1
)

_EDGE_PERMILLE = 400  # dark points that a line of the card's margin has at most
_EDGE_MIN = 3  # points of background that must be seen
_EDGE_MAX = 50  # 10 mm: a card further in leaves no room for its index
INSET = 6  # 1.2 mm: the edge's blur and shadow lie before it, an index behind it
_ROUND = 20  # 4 mm: a card's corner is round at 3.5 mm
_STRETCH = 40  # of the long edge, looked at on the left and on the right
_STRIP = 6  # of paper below the edge, without ink
_TILT_MAX = 60  # 1024ths, 3.4 degrees: the rollers allow 2

_LINE_DARK_MIN = 1  # cleaned points
_GAP_MIN = 2
_RANK_PART = 45  # percent of the index's length that the raster of a rank covers
_SUIT_PART = 33

_AREA_MIN = 40  # 1.6 mm2; the thinnest glyph, a 1 or a J, has 100
_SPECK_MAX = 12  # cleaned points: 0.5 mm2, less is dust that no one sees


class Finder:
    """Finds indexes; keeps room for one picture's points, which the next one overwrites.

    wide, long: of the part of the corner that holds an index and nothing else, in points from the
    long edge and from the leading edge.
    """

    def __init__(self, wide: int, long: int) -> None:
        self._across = min(long, WIDTH) - INSET
        self._down = min(wide, HEIGHT) - INSET
        self._rank_side = long * 256 * _RANK_PART // (100 * CELLS_A_SIDE)
        self._suit_side = long * 256 * _SUIT_PART // (100 * CELLS_A_SIDE)
        self._dark = bytearray(WIDTH * HEIGHT)
        self._zone = bytearray(self._across * self._down)
        self._limits = bytearray(_TILES_ACROSS * _TILES_DOWN)
        self._sums = bytearray(WIDTH)

    def find(self, green: bytes | bytearray, red: bytes | bytearray | None = None) -> Index:
        """Look for an index. green, red: planes of 160 x 100 points, 0 dark; red only of a colour
        camera. Ink of both colours is dark in green light.
        """
        tops = bytearray(_TILES_ACROSS * _TILES_DOWN)
        brightest(green, WIDTH, HEIGHT, _TILE, tops)
        top = max(tops)
        contrast = min(green) * 1000 // max(top, 1)
        if top < _LIGHT_MIN:
            return Index(NO_LIGHT, contrast)
        if contrast > _CONTRAST_PERMILLE:
            return Index(NO_CONTRAST, contrast)
        self._set_limits(tops, top)
        darker(green, WIDTH, HEIGHT, _TILE, self._limits, self._dark)
        upper = self._edge(0, WIDTH, HEIGHT, 1, WIDTH)
        left = self._edge(upper * WIDTH, 1, WIDTH, WIDTH, HEIGHT - upper)
        index = Index(NO_CORNER, contrast, (left, upper))
        if not (_EDGE_MIN <= left <= _EDGE_MAX and _EDGE_MIN <= upper <= _EDGE_MAX):
            return index
        place = self._place(left, upper)
        if place is None:
            return index
        x, y, tilt = place
        start = y * WIDTH + x
        cut_clean(self._dark, WIDTH, start, tilt, self._across, self._down, self._zone)
        boxes = self._boxes()
        index.reason = FOUND
        if len(boxes) > 2 or not all([self._stands_alone(box) for box in boxes]):
            index.reason = PATTERN
        elif len(boxes) < 2:
            index.reason = NO_GLYPHS
        if index.reason == FOUND:
            index.rank = self._glyph(boxes[0], place, self._rank_side, green, red)
            index.suit = self._glyph(boxes[1], place, self._suit_side, green, red)
        return index

    def forget(self) -> None:
        """Leave nothing of a picture behind."""
        for kept in (self._dark, self._zone, self._sums):
            for at in range(len(kept)):
                kept[at] = 0

    def _set_limits(self, tops: bytearray, top: int) -> None:
        """Dark is what lies well below the paper of its own tile and those around it."""
        for row in range(_TILES_DOWN):
            for column in range(_TILES_ACROSS):
                paper = 0
                for y in range(max(row - 1, 0), min(row + 2, _TILES_DOWN)):
                    start = y * _TILES_ACROSS
                    near = tops[start + max(column - 1, 0) : start + column + 2]
                    paper = max(paper, *near[: 3 if column else 2])
                limit = max(paper * _PAPER_PERMILLE, top * _PAPER_MIN_PERMILLE)
                self._limits[row * _TILES_ACROSS + column] = limit // 1000

    def _edge(self, start: int, step: int, count: int, inner: int, inners: int) -> int:
        """The first line that is the card's white margin; `count` where there is none."""
        tally(self._dark, start, step, count, inner, inners, self._sums)
        most = inners * _EDGE_PERMILLE // 1000
        for line in range(count):
            if self._sums[line] <= most:
                return line
        return count

    def _place(self, left: int, upper: int) -> tuple[int, int, int] | None:
        """Where the zone begins, and its tilt in 1024ths; None where it leaves the picture.

        The long edge tells the tilt: how much darkness lies above it on the left and on the right.
        """
        tally(self._dark, 0, 1, WIDTH, WIDTH, upper + _STRIP, self._sums)
        first = left + _ROUND
        here = sum(self._sums[first : first + _STRETCH])
        there = sum(self._sums[WIDTH - _STRETCH :])
        tilt = (there - here) * 1024 // (_STRETCH * (WIDTH - _STRETCH - first))
        edge = here // _STRETCH - (tilt * (_ROUND + _STRETCH // 2 - INSET) >> 10)
        x, y = left + INSET, edge + INSET
        falls, leans = tilt * self._across >> 10, tilt * self._down >> 10
        if abs(tilt) > _TILT_MAX or min(y, y + falls) < 1 or min(x, x - leans) < 1:
            return None
        if max(y, y + falls) + self._down >= HEIGHT or max(x, x - leans) + self._across >= WIDTH:
            return None
        return x, y, tilt

    def _boxes(self) -> list[tuple[int, int, int, int]]:
        """Boxes of what stands in the zone, along the path: (left, upper, across, down)."""
        boxes = []
        tally(self._zone, 0, 1, self._across, self._across, self._down, self._sums)
        for left, right, _ in _runs(self._sums, self._across, _SPECK_MAX):
            tally(self._zone, left, self._across, self._down, 1, right - left, self._sums)
            lines = _runs(self._sums, self._down, _SPECK_MAX)
            if lines and sum([area for _, _, area in lines]) >= _AREA_MIN:
                boxes.append((left, lines[0][0], right - left, lines[-1][1] - lines[0][0]))
            else:
                boxes.extend([(0, 0, 0, 0)] * 3)  # more than dust, less than a glyph: dirt
        return boxes

    def _stands_alone(self, box: tuple[int, int, int, int]) -> bool:
        left, upper, across, down = box
        return (
            left > 0 and upper > 0 and left + across < self._across and upper + down < self._down
        )

    def _glyph(
        self,
        box: tuple[int, int, int, int],
        place: tuple[int, int, int],
        side: int,
        green: bytes | bytearray,
        red: bytes | bytearray | None,
    ) -> Glyph:
        left, upper, across, down = box
        start = upper * self._across + left
        x, y, tilt = place
        x = (x + left << 8) - (upper * tilt >> 2)  # in 256ths of a point
        y = (y + upper << 8) + (left * tilt >> 2)
        at = (y >> 8) * WIDTH + (x >> 8)
        tally(self._zone, start, 1, across, self._across, down, self._sums)
        u = _middle(self._sums, across)
        tally(self._zone, start, self._across, down, 1, across, self._sums)
        v = _middle(self._sums, down)
        x += u - (v * tilt >> 10)
        y += v + (u * tilt >> 10)
        limit = self._limits[(y >> 8) // _TILE * _TILES_ACROSS + (x >> 8) // _TILE]
        reach = max(u, (across << 8) - u) + 128, max(v, (down << 8) - v) + 128
        cells = bytearray(CELLS)
        rastered(green, WIDTH, x, y, tilt, side, reach[0], reach[1], limit, cells)
        sent_back = None
        if red is not None:
            zone = memoryview(self._zone)[start:]
            mean = ink(red, WIDTH, at, across, down, zone, self._across)
            paper = max(red[at - WIDTH * 3 - 3 : at - WIDTH * 3 + across + 3])
            sent_back = mean * 1000 // max(paper, 1)
        return Glyph(cells, across, down, sent_back)


def _runs(sums: Sequence[int], count: int, speck: int) -> list[tuple[int, int, int]]:
    """Runs of lines that hold something: (first, behind the last, dark points); dust left out."""
    runs = []
    first, last, area = -1, -1, 0
    for line in range(count):
        if sums[line] < _LINE_DARK_MIN:
            continue
        if first >= 0 and line - last > _GAP_MIN:
            runs.append((first, last + 1, area))
            first, area = -1, 0
        if first < 0:
            first = line
        last = line
        area += sums[line]
    if first >= 0:
        runs.append((first, last + 1, area))
    return [run for run in runs if run[2] > speck]


def _middle(sums: Sequence[int], count: int) -> int:
    """Where the weight of so many lines lies, in 256ths of a line."""
    total = weighed = 0
    for line in range(count):
        total += sums[line]
        weighed += sums[line] * (2 * line + 1)
    return weighed * 128 // max(total, 1)
