"""A receiver of the card path that chatters: the edges it gives of one card.

What a machine makes of edges is its program's business (`hal.card_machine.beams`). Rule of the
file: it chatters while light comes back and not before, as receivers do.
"""

from __future__ import annotations

from hal.card_machine.beams import PASSAGE_MS


def chattering(toggles: int, total_ms: int) -> list[tuple[int, bool]]:
    """Edges of one card whose receiver toggles so often, for so long, when the light is back."""
    edges = [(0, True), (PASSAGE_MS, False)]
    for toggle in range(1, toggles):
        edges.append((PASSAGE_MS + total_ms * toggle // toggles, toggle % 2 == 1))
    return edges + [(PASSAGE_MS + total_ms, False)]
