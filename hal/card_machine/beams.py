"""What the beams of the card path make of a card that goes by: how long was it dark?

A card darkens a beam for as long as it takes to pass at the pace of the path. Its edges are not
counted: a receiver chatters for a while when light comes back, and two cards nose to tail are dark
once. So the time in the dark is added up, and pulses of light or darkness that are shorter than
any card's corner are passed over. Rule of the file: what was before a beam is judged by time,
never by the number of edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

PASSAGE_MS = 120  # one card: 88.9 mm and a spot of 1 mm, at 0.75 m/s
PULSE_MS = 25  # what is shorter is a rebound: receivers chatter in pulses of about 12 ms
TOLERANCE = 150  # thousandths of a card: an eighth of slip and a millimetre of wear


def length(edges: Sequence[tuple[int, bool]]) -> int:
    """Length of what passed, in thousandths of a card: the time in the dark.

    edges: (milliseconds, whether it is dark from then on), ascending, the last one light.
    """
    dark_ms = 0
    is_dark = False  # what a run of short pulses turns into: the next state that lasts
    for at in range(len(edges) - 2, -1, -1):
        lasts_ms = edges[at + 1][0] - edges[at][0]
        if lasts_ms >= PULSE_MS:
            is_dark = edges[at][1]
        if is_dark:
            dark_ms += lasts_ms
    return dark_ms * 1000 // PASSAGE_MS


def is_one_card(thousandths: int) -> bool:
    """Whether something of this length can be one card."""
    return 1000 - TOLERANCE <= thousandths <= 1000 + TOLERANCE
