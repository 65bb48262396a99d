"""One card under way, and the lengths of the way from its slot to a mouth.

Its place is its nose, in micrometres behind the entry beam; its tail is a card's length behind it.
Rule of the file: lengths stand here once, as hardware/rev_a/mechanics.toml has them.
"""

from __future__ import annotations

from hal.sim.deck import NO_CARD

# Micrometres behind the entry beam.
RIM = -12_000  # the drum's: where the nose of a card in its slot stands
ENTRY_AT = 0
ROLLERS_AT = 9_000  # from here on the path's rollers hold a card
GAUGE_AT = 18_000
WINDOW = 42_000, 49_000  # a nose between them: the index lies in the reader's picture
JAM_AT = 60_000  # where a card sticks that sticks
FACE_UP_AT = 64_000
EXIT_AT = 84_000
NIP_AT = 92_000
MOUTH_AT = 132_000
SEEN_LENGTH = 90_000  # a card of 88.9 mm and a beam's spot of 1 mm: 120 ms at the path's pace
LENGTH = 88_900
LEAVES_SLOT_BEAM_AT = 70_000  # its tail has passed the beam at the rim
HANGS_AT = 3_000
HANGS_MS = 102  # 850 thousandths of a card: it looks like one
SLIDES_TO = ROLLERS_AT + 3_000

BACK_PACE = 700  # micrometres in a millisecond, on the way back from a tray
BACK_MS = 481  # from the tray to the launch rollers
COMES_BEHIND = 15_000  # the next card of the same tray

OVER = -2  # a counter: a plan has counted this card

PACE = 750  # micrometres in a millisecond, at full speed
GEARED = 34, 10  # launch rollers to the path's


class PathCard:
    """One card under way. mouth: through which it goes, 0: none, -1: not known yet.

    end: where it comes to lie once it has gone through, or beside.
    """

    __slots__ = (
        "card", "counter", "end", "hangs_until_ms", "is_landed", "is_led",
        "is_pushed", "is_returning", "is_sliding", "is_stuck", "is_turning", "mouth", "nose",
        "slot", "speed",
    )  # fmt: skip

    def __init__(self, card: int, slot: int, nose: int, counter: int = NO_CARD) -> None:
        self.card, self.slot, self.nose, self.counter = card, slot, nose, counter
        self.mouth = -1
        self.end: list[int] = []
        self.speed = 0
        self.hangs_until_ms = -1  # 0: it will hang when it has come so far
        self.is_pushed = False  # by the finger, in this millisecond
        self.is_led = False  # comes along with the card before it
        self.is_sliding = False  # came by itself
        self.is_returning = False  # slides from its tray to the launch rollers
        self.is_stuck = self.is_turning = self.is_landed = False

    def covers(self, at: int) -> bool:
        """Whether it stands before what looks at a place of the path."""
        return at <= self.nose < at + SEEN_LENGTH

    def is_across_the_gap(self) -> bool:
        """Whether an arm that turned would tear it, on its way out or back."""
        return MOUTH_AT < self.nose < MOUTH_AT + LENGTH and not self.is_landed

    def is_across_the_rim(self) -> bool:
        """Whether a drum that turned would crush it."""
        return RIM < self.nose < RIM + LENGTH and not self.is_led
