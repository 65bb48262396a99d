"""What a picture of a card's corner comes to: two glyphs, or the reason why there are none.

A glyph is a raster of cells, dark or light, with its size and how much red its ink sends back. It
is the same for a glyph that was taught and for one that is looked at. Rule of the file: what was
not found is None and has a reason.
"""

from __future__ import annotations

# Points of a picture: 0.2 mm each, so 32 x 20 mm.
WIDTH = 160
HEIGHT = 100
POINTS_A_MM = 5

CELLS_A_SIDE = 24  # of a raster
CELLS = CELLS_A_SIDE * CELLS_A_SIDE

# Why there is no index.
FOUND = 0
NO_LIGHT = 1  # the brightest point is dark: lamps, or nothing before the window
NO_CONTRAST = 2  # everything is of one brightness
NO_CORNER = 3  # the two edges of a card are not where they should be, or it is no white card
NO_GLYPHS = 4  # fewer than two: a blank card, a covered corner
PATTERN = 5  # more than two, or one that does not end: a back, dirt, two cards
NO_FRAME = 6  # the camera gave no picture


class Glyph:
    """One glyph: its cells, its size in points, and how much red its ink sends back.

    cells: 24 lines of 24, 1 for dark. red: permille of paper, or None where no colour is seen.
    """

    __slots__ = ("across", "cells", "down", "red")

    def __init__(self, cells: bytes | bytearray, across: int, down: int, red: int | None) -> None:
        self.cells = cells
        self.across = across
        self.down = down
        self.red = red


class Index:
    """What was found in a picture: a reason, and both glyphs where it is FOUND.

    corner: the card's corner, points from left and from above; contrast: permille that the darkest
    point has of the brightest. These two are for who mounts the camera.
    """

    __slots__ = ("contrast", "corner", "rank", "reason", "suit")

    def __init__(
        self, reason: int, contrast: int = 1000, corner: tuple[int, int] = (0, 0)
    ) -> None:
        self.reason = reason
        self.contrast = contrast
        self.corner = corner
        self.rank: Glyph | None = None
        self.suit: Glyph | None = None
