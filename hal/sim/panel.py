"""The keys and lamps of two neighbours, as the chip on their panel would see them.

People press and let go; the firmware reads levels and switches lamps. Whether a level is a press,
and what a press means, is the firmware's business. The well's sensor is not kept here: it is
looked at in the physical table each time. Rule of the file: levels only, never an edge, never a
meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import PRESENCE, WELL

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.sim.mechanics import Machine


class SimPanel:
    """The contract `hal.ports.SeatPanel` for seats `odd_seat` and the next."""

    def __init__(self, machine: Machine, odd_seat: int) -> None:
        self._machine = machine
        self._odd_seat = odd_seat
        self._levels = [0, 0]
        self._lamps = [False, False]
        self.has_news = True  # a level moved since the last read
        self.lamps_changed: Callable[[], None] = _nothing

    # --- the firmware's side --------------------------------------------------------------------

    def read(self) -> tuple[int, int]:
        """The input bits of both seats now."""
        wells = self._machine.deck.wells  # looked into directly: this is asked most of all
        self.has_news = False
        odd, even = self._levels
        seat = self._odd_seat
        return odd | (WELL if wells[seat] else 0), even | (WELL if wells[seat + 1] else 0)

    def light(self, odd: bool, even: bool) -> None:
        """Switch the lamps of both seats."""
        self._lamps = [odd, even]
        self.lamps_changed()

    # --- the people's side ----------------------------------------------------------------------

    def press(self, seat: int, keys: int) -> None:
        """Hold keys down (KEY_FOLD | …) until `release`."""
        self._levels[seat - self._odd_seat] |= keys
        self.has_news = True

    def release(self, seat: int, keys: int) -> None:
        """Let go of keys."""
        self._levels[seat - self._odd_seat] &= ~keys
        self.has_news = True

    def sit(self, seat: int, is_present: bool) -> None:
        """Sit down before the presence sensor, or get up."""
        if is_present:
            self.press(seat, PRESENCE)
        else:
            self.release(seat, PRESENCE)

    def is_lit(self, seat: int) -> bool:
        """Whether a seat's lamp is lit."""
        return self._lamps[seat - self._odd_seat]


class SimAttention:
    """The interrupt lines of a table without chips: on while a key moved or the machine tells."""

    def __init__(self, machine: Machine, panels: tuple[SimPanel, ...]) -> None:
        self._machine = machine
        self._panels = panels

    def is_on(self) -> bool:
        """Whether somebody has something new to tell."""
        if self._machine.events:
            return True
        for panel in self._panels:  # noqa: SIM110  asked in every pass; any() takes twice as long
            if panel.has_news:
                return True
        return False


def _nothing() -> None:
    """Nobody watches the lamps."""
