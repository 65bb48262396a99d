"""The loops over every point of a picture, and nothing else.

They are written so that MicroPython's compiler can turn each into machine code (`viper`): numbers
of 32 bits, bytes read and written in place, no objects. CPython runs the same text as it stands.
Nothing is decided here: what is dark, where a glyph begins and which it is, is asked elsewhere.
Rule of the file: a loop writes only into the bytes it was given for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    _Loop = TypeVar("_Loop", bound=Callable[..., Any])
    ptr8 = Any  # the compiler's name of bytes that are reached directly


class micropython:  # noqa: N801  the compiler's word, which it understands by itself
    """Where the decorator is only a word: it changes nothing."""

    @staticmethod
    def viper(loop: _Loop) -> _Loop:
        """The loop as it stands."""
        return loop


@micropython.viper
def halved(frame: ptr8, width: int, height: int, green: ptr8, red: ptr8):
    """Make two planes of half the width and height from a frame of RGB565, low byte first.

    width, height: of the planes. A point is the sum of four: green 0..252, red 0..248.
    """
    row = 0
    while row < height:
        column = 0
        at = row * width * 8
        to = row * width
        while column < width:
            greens = 0
            reds = 0
            corner = at
            while corner <= at + width * 4:  # this line, and the one below
                high = frame[corner + 1]
                greens += (high & 7) << 3 | frame[corner] >> 5
                reds += high >> 3
                high = frame[corner + 3]
                greens += (high & 7) << 3 | frame[corner + 2] >> 5
                reds += high >> 3
                corner += width * 4
            green[to] = greens
            red[to] = reds * 2
            at += 4
            to += 1
            column += 1
        row += 1


@micropython.viper
def brightest(plane: ptr8, width: int, height: int, tile: int, tops: ptr8):
    """The brightest point of each tile of `tile` x `tile` points, row by row of tiles."""
    across = width // tile
    at = 0
    row = 0
    while row < height:
        first = row // tile * across
        column = 0
        while column < width:
            of = first + column // tile
            if plane[at] > tops[of]:
                tops[of] = plane[at]
            at += 1
            column += 1
        row += 1


@micropython.viper
def darker(plane: ptr8, width: int, height: int, tile: int, limits: ptr8, dark: ptr8):
    """1 for each point below its tile's limit, else 0."""
    across = width // tile
    at = 0
    row = 0
    while row < height:
        first = row // tile * across
        column = 0
        while column < width:
            end = column + tile
            limit = limits[first + column // tile]
            while column < end:
                dark[at] = 1 if plane[at] < limit else 0
                at += 1
                column += 1
        row += 1


@micropython.viper
def cut_clean(dark: ptr8, width: int, start: int, tilt: int, across: int, down: int, zone: ptr8):
    """Cut out `across` x `down` points from `start`, each as the most of its nine neighbours are.

    tilt: by how many 1024ths of a point the zone's lines fall with each point to the right; they
    are put straight. The zone must lie in the picture with one point to spare on every side.
    """
    to = 0
    row = 0
    while row < down:
        line = start + row * width - (row * tilt >> 10)
        left = 0
        here = 0
        fallen = -1000
        column = 0
        while column < across:
            falls = column * tilt >> 10
            at = line + column + falls * width
            if falls != fallen:
                fallen = falls
                left = dark[at - width - 1] + dark[at - 1] + dark[at + width - 1]
                here = dark[at - width] + dark[at] + dark[at + width]
            right = dark[at - width + 1] + dark[at + 1] + dark[at + width + 1]
            zone[to] = 1 if left + here + right > 4 else 0
            left = here
            here = right
            to += 1
            column += 1
        row += 1


@micropython.viper
def tally(dark: ptr8, start: int, step: int, count: int, inner: int, inners: int, sums: ptr8):
    """Sums of dark points: `count` lines `step` apart, each of `inners` points `inner` apart.

    A line has at most 255 points.
    """
    line = 0
    while line < count:
        at = start + line * step
        end = at + inner * inners
        found = 0
        while at < end:
            found += dark[at]
            at += inner
        sums[line] = found
        line += 1


@micropython.viper
def rastered(
    plane: ptr8,
    width: int,
    x: int,
    y: int,
    tilt: int,
    side: int,
    across: int,
    down: int,
    limit: int,
    cells: ptr8,
):
    """Bring what lies around a point of a tilted plane to 24 x 24 cells: 1 for a dark one.

    x, y: of the middle, in 256ths of a point. tilt: as `cut_clean`. side: of a cell, in 256ths.
    across, down: how far from the middle, in 256ths, there is anything to be seen; beyond it is
    light. A cell is looked at in four places, between the points; it is dark when two of them are
    below `limit`. A cell is column x 24 + row: the lines of the glyph lie one after the other.
    """
    column = 0
    while column < 24:
        row = 0
        while row < 24:
            found = 0
            place = 0
            while place < 4:
                u = ((column - 12) * 4 + 1 + (place & 1) * 2) * side >> 2
                v = ((row - 12) * 4 + 1 + (place >> 1) * 2) * side >> 2
                if u > 0 - across and v > 0 - down and u < across and v < down:
                    from_left = x + u - (v * tilt >> 10) - 128
                    from_above = y + v + (u * tilt >> 10) - 128
                    at = (from_above >> 8) * width + (from_left >> 8)
                    right = from_left & 255
                    low = from_above & 255
                    upper = plane[at] * (256 - right) + plane[at + 1] * right
                    at += width
                    lower = plane[at] * (256 - right) + plane[at + 1] * right
                    if upper * (256 - low) + lower * low < limit << 16:
                        found += 1
                place += 1
            cells[column * 24 + row] = 1 if found >= 2 else 0
            row += 1
        column += 1


@micropython.viper
def differing(cells: ptr8, taught: ptr8, count: int) -> int:
    """How many cells are not as they were taught; 2 stands for a cell that was taught as both."""
    found = 0
    at = 0
    while at < count:
        if taught[at] != 2 and taught[at] != cells[at]:
            found += 1
        at += 1
    return found


@micropython.viper
def ink(
    plane: ptr8, width: int, start: int, across: int, down: int, zone: ptr8, pitch: int
) -> int:
    """Mean of a plane over the dark points of a zone's box, 0..255; 0 where none is dark.

    start: the box in the plane, `width` wide. zone: from the box on, `pitch` points a line.
    """
    total = 0
    found = 0
    row = 0
    while row < down:
        column = 0
        while column < across:
            if zone[row * pitch + column]:
                total += plane[start + row * width + column]
                found += 1
            column += 1
        row += 1
    if found == 0:
        return 0
    return total // found
