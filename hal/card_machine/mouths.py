"""Which mouth a card fell through: dark long enough, and often enough, to be no rebound.

A bank of mouths takes 1.3 ms to look at, so the three are looked at in turn, or one alone where
the card can go nowhere else. What was dark before the card left is no card. Rule of the file: a
fall is a mouth that stayed dark for as long as a card takes to pass, and was seen so each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.senses import MOUTH_BANKS, mouth_bank, mouths_of
from hal.ports import PLACE_CHUTE

if TYPE_CHECKING:
    from hal.card_machine.senses import Senses
    from hal.card_machine.workings import Workings

_SAMPLES = const(5)  # hardware/rev_a/sensors.toml, samples_min
_DARK_MS = const(20)  # a card takes 35 at the launch rollers' pace


class Mouths:
    """landed: the mouth of the last fall, 0 for none. falls: how many there were.

    ignored: mouths that were dark before, seen or not they count for nothing.
    """

    def __init__(self, workings: Workings, senses: Senses, ignored: tuple[int, ...] = ()) -> None:
        self.landed = 0
        self.falls = 0
        self._workings = workings
        self._senses = senses
        self.ignored = ignored
        self._next = 0
        self._samples = bytearray(PLACE_CHUTE + 1)
        self._since = [0] * (PLACE_CHUTE + 1)

    def look(self, mouth: int = 0) -> None:
        """One look, at the bank of `mouth` or at each in turn."""
        bank = mouth_bank(mouth)[0] if mouth else MOUTH_BANKS[self._next]
        if not mouth:
            self._next = (self._next + 1) % len(MOUTH_BANKS)
        levels = self._senses.look(bank)
        now_ms = self._workings.now_ms()
        for one, bit in mouths_of(bank):
            if one not in self.ignored:
                self._judge(one, levels >> bit & 1, now_ms)

    def is_dark(self) -> bool:
        """Whether a mouth was dark when it was looked at last, and may become a fall."""
        return max(self._samples) > 0

    def is_dark_at(self, mouth: int) -> bool:
        """Whether this one was dark when it was looked at last."""
        return self._samples[mouth] > 0

    def _judge(self, mouth: int, is_dark: int, now_ms: int) -> None:
        samples = self._samples
        if not is_dark:
            samples[mouth] = 0
            return
        if not samples[mouth]:
            self._since[mouth] = now_ms
        was = samples[mouth]
        samples[mouth] = min(was + 1, 255)
        is_long = now_ms - self._since[mouth] >= _DARK_MS
        if is_long and was >= _SAMPLES - 1 and was < 255:
            samples[mouth] = 255  # counted: one fall, however long it lasts
            self.landed = mouth
            self.falls += 1
