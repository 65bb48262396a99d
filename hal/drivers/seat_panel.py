"""The keys, sensors and lamps of two neighbours, over the chip on their panel.

Gives levels, odd seat on port A, even seat on port B, bit by bit as the pins are wired. While the
interrupt line is quiet and the chip was read twice alike, its last answer still holds and the bus
is spared. Every two seconds the chip's whole set-up is read back, and with it what the chip
remembers: a press that came and went behind a broken wire is handed over then. What a level means
is the firmware's business. Rule of the file: a level that is handed over was read, proved by its
mark, and has not changed as far as the interrupt line knows; trouble is told, never papered over
with an old sample.

Worst case at 400 kHz with the branch switch: 0.22 ms a read, each two seconds 0.63 ms, 1.3 ms
when the chip has to be set up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import LOOK_MS

if TYPE_CHECKING:
    from hal.drivers.hint import Hint
    from hal.drivers.mcp23017 import Mcp23017
    from hal.ports import Clock

# A chip that lost its set-up tells of no key any more, so this bounds how long one goes unheard.
# What it says meanwhile never counts: every sample carries its mark.
PROVE_MS = LOOK_MS


class ExpanderPanel:
    """The contract `hal.ports.SeatPanel` on one MCP23017."""

    def __init__(self, chip: Mcp23017, hint: Hint, clock: Clock) -> None:
        self._chip = chip
        self._hint = hint
        self._clock = clock
        self._levels: tuple[int, int] | None = None
        self._is_settled = False  # two reads in a row were alike
        self._lamps: tuple[bool, bool] | None = None  # as the chip last acknowledged them
        self._prove_ms = 0

    def read(self) -> tuple[int, int]:
        """The input bits of both seats now."""
        is_due = self._hint.is_due()
        before = self._levels
        if self._is_settled and not is_due and before is not None:
            return before
        self._is_settled = False
        now_ms = self._clock.now_ms()
        has_kept_silent = is_due and self._hint.is_silent
        if now_ms >= self._prove_ms or has_kept_silent:
            levels = self._chip.read_proved()
            self._prove_ms = now_ms + PROVE_MS
            if levels == before and has_kept_silent:
                flagged = self._chip.flagged
                levels = levels[0] ^ flagged[0], levels[1] ^ flagged[1]
        else:
            levels = self._chip.read()
        self._is_settled = levels == before
        self._hint.asked(before is not None and levels != before)
        self._levels = levels
        return levels

    def light(self, odd: bool, even: bool) -> None:
        """The lamps of both seats; the chip is told only when something changes.

        A lost set-up is noticed by the next read, and setting up restores the lamps too.
        """
        lamps = (odd, even)
        if lamps != self._lamps:
            self._lamps = None
            self._chip.drive(odd, even)
            self._lamps = lamps
