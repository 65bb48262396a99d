"""What the two beams of the card path make of a card that goes by: how long was it dark?

A card darkens a beam for as long as it takes to pass at the pace of the path. Its edges are not
counted: a receiver chatters when light comes back, and two cards nose to tail are dark once. So
the time is taken from the first darkness to the last, gaps shorter than a rebound left out. Rule
of the file: what was between two beams is judged by time, never by the number of edges.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PASSAGE_MS = 120  # one card: its short side, 63.5 mm, at 0.53 m/s
REBOUND_MS = 20  # light for less is a receiver's rebound (they chatter for about 100 ms)
TOLERANCE = 150  # thousandths of a card: an eighth of slip and a millimetre of wear


def lengths(edges: Sequence[tuple[int, bool]]) -> list[int]:
    """Lengths of what passed, in thousandths of a card.

    edges: (milliseconds, whether it is dark from then on), ascending, the last one light.
    """
    found = []
    began_ms = 0
    ended_ms = -1  # of the darkness before, -1: there was none
    is_dark = False
    for at_ms, is_dark_now in edges:
        if is_dark_now and not is_dark:
            if ended_ms < 0 or at_ms - ended_ms >= REBOUND_MS:
                if ended_ms >= 0:
                    found.append((ended_ms - began_ms) * 1000 // PASSAGE_MS)
                began_ms = at_ms
        elif is_dark and not is_dark_now:
            ended_ms = at_ms
        is_dark = is_dark_now
    if ended_ms >= 0:
        found.append((ended_ms - began_ms) * 1000 // PASSAGE_MS)
    return found


def is_one_card(length: int) -> bool:
    """Whether something of this length can be one card."""
    return 1000 - TOLERANCE <= length <= 1000 + TOLERANCE


def chattering(toggles: int, total_ms: int) -> list[tuple[int, bool]]:
    """Edges of one card whose receiver chatters so often and so long when the light is back."""
    edges = [(0, True), (PASSAGE_MS - total_ms, False)]
    for toggle in range(1, toggles):
        edges.append((PASSAGE_MS - total_ms + total_ms * toggle // toggles, toggle % 2 == 1))
    return edges + [(PASSAGE_MS, True), (PASSAGE_MS + 1, False)]
