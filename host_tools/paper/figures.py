"""Figures for reports: drawn with matplotlib, without a window, readable in grey.

The rule of the file: what a figure shows is said by form or place as well as by colour.
"""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

PAGE = (8.27, 5.6)  # half of A4 upright, in inches
INK, CHANCE, RED = "#1f3b57", "#b9a05c", "#a33327"
HATCHES = ("", "////", "....", "xxxx", "\\\\\\\\", "oo")
"""Beside the shade, for columns that stand on each other."""

SHADES = ("#1f3b57", "#4d7396", "#86a7c3", "#c3d5e3", "#b9a05c", "#e2d6b0")


def figure(
    rows: int = 1, columns: int = 1, size: tuple[float, float] = PAGE
) -> tuple[Figure, Any]:
    """A figure that needs no window, and its axes."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    made = Figure(figsize=size, layout="constrained")
    FigureCanvasAgg(made)
    return made, made.subplots(rows, columns)


def as_png(made: Figure, dpi: int = 110) -> str:
    """The figure as a data address for HTML."""
    return "data:image/png;base64," + base64.b64encode(_png(made, dpi)).decode()


def as_pixels(made: Figure, dpi: int = 150) -> NDArray[np.float32]:
    """The figure as rows of points: red, green, blue, opacity, 0 to 1."""
    from matplotlib.image import imread

    return imread(io.BytesIO(_png(made, dpi)))


def _png(made: Figure, dpi: int) -> bytes:
    content = io.BytesIO()
    made.savefig(content, format="png", dpi=dpi)
    return content.getvalue()
