"""Glyphs without pictures, for the tests of what is read from them.

Each rank and suit is a random raster, so any two differ in about half of their cells; a look is
the same raster with as many cells changed as a story wants. Rule of the file: nothing is drawn.
"""

from __future__ import annotations

import numpy as np

from hal.card_reader.index import CELLS, Glyph


class Prints:
    """The rasters of thirteen ranks and four suits."""

    def __init__(self) -> None:
        self._chance = np.random.default_rng(3)
        self._kinds = self._chance.integers(0, 2, (17, CELLS), dtype=np.uint8)

    def glyph(self, kind: int, spoiled: int = 0, red: int | None = None) -> Glyph:
        """Rank 0..12 or suit 13..16, with so many cells changed."""
        cells = self._kinds[kind].copy()
        cells[self._chance.choice(CELLS, spoiled, replace=False)] ^= 1
        return Glyph(cells.tobytes(), 40, 30, red)
