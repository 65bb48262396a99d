"""A beam of the card path and the edges that its interrupt keeps.

A receiver that chatters gives more edges than there are cards, for a while after the light is
back; one that is stuck gives a level and none. Rule of the file: edges are kept with their time,
the first ones, and given once.
"""

from __future__ import annotations

from hal.card_machine.beams import PASSAGE_MS
from hal.sim.beams import chattering

EDGES_MAX = 64
TOGGLES, CHATTER_MS = 9, 110


class Beam:
    """One beam at so many micrometres behind the entry beam. is_shaded: what a good one sees."""

    def __init__(self, name: str, at: int) -> None:
        self.name, self.at = name, at
        self.is_shaded = False
        self._edges: list[tuple[int, bool]] = []  # ascending, some of them yet to come
        self._is_dark = False  # after the last one that was given

    def shade(self, is_dark: bool, now_ms: int, state: str) -> None:
        """A card's edge passes."""
        self.is_shaded = is_dark
        if state in ("on", "off"):
            return
        self._edges.append((now_ms, is_dark))
        if state == "chatter" and not is_dark:
            for ms, dark in chattering(TOGGLES, CHATTER_MS)[2:-1]:
                self._edges.append((now_ms + ms - PASSAGE_MS, dark))

    def taken(self, now_ms: int, state: str) -> tuple[tuple[int, bool], ...]:
        """Edges since the last call."""
        due: list[tuple[int, bool]] = []
        if self._edges:
            due = [one for one in self._edges if one[0] <= now_ms]
            self._edges = self._edges[len(due) :]
        if state == "on":
            due = due[:1] if due and due[0][1] else []
        if due:
            self._is_dark = due[-1][1]
        is_dark = self.is_dark(now_ms, state)
        if is_dark != self._is_dark:  # it broke, or was mended
            self._is_dark = is_dark
            due.append((now_ms, is_dark))
        return tuple(due[:EDGES_MAX])

    def is_dark(self, now_ms: int, state: str) -> bool:
        """Its level now."""
        if state in ("on", "off"):
            return state == "on"
        if not self._edges:
            return self.is_shaded
        is_dark = self._is_dark
        for ms, dark in self._edges:
            if ms <= now_ms:
                is_dark = dark
        return is_dark
