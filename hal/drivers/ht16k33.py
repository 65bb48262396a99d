"""The chip that lights sixteen digits: two displays of eight, drawn in one transfer.

Its set-up cannot be read back, so nobody can know whether it is still there after a dip of the
supply. Therefore every picture is sent whole; behind it every few seconds what wakes a chip that
fell asleep, and every ten seconds the rest of the set-up, which a chip that lost its supply has by
itself (at full brightness): whatever happened to it, it does not stay wrong. The picture goes
first, so that a chip just switched on never shows what its memory held by chance. Data sheet
HT16K33 rev. 1.10 (write operations p. 28 and 29, commands from the summary). Rule of the file:
what the chip holds is never assumed, it is sent again.

The chip blinks as a whole: when one of its two displays is to blink, both do.

Worst case at 400 kHz, branch switch not counted: 0.62 ms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.ports import Clock, I2CBus

DIGITS = 8
FIRST_HALF = 0  # rows 0..7
SECOND_HALF = 1  # rows 8..15

_RAM_FROM_0 = 0x00  # display data address pointer
_OSCILLATOR_ON = bytes((0x21,))  # system setup, S = 1
_ROWS_ONLY = bytes((0xA0,))  # ROW/INT set: the pin is a row driver
_ON = bytes((0x81,))  # display setup, D = 1, no blinking
_ON_BLINKING = bytes((0x85,))  # and B = 10: 1 Hz
_DIMMING = 0xE0  # dimming set: 0..15 for 1/16..16/16
BRIGHTEST = 15
SET_UP_MS = 3000  # what wakes the chip goes with a picture when it went longer ago than this
WHOLE_SET_UP_MS = 10_000  # and the rest of the set-up


class Ht16k33:
    """One chip at `address`; digit n of half h lies in memory byte 2n + h."""

    def __init__(
        self, bus: I2CBus, address: int, clock: Clock, brightness: int = BRIGHTEST
    ) -> None:
        self._bus = bus
        self._address = address
        self._clock = clock
        self._set_up_due_ms = 0
        self._whole_due_ms = 0
        self._display = b""  # the display setup that the chip acknowledged last
        self._picture = bytearray(1 + 2 * DIGITS)
        self._picture[0] = _RAM_FROM_0
        self._drawn = [bytes(DIGITS), bytes(DIGITS)]  # the halves of the picture
        self._blinks = [False, False]
        self._dimming = bytes((_DIMMING | brightness,))

    def show(self, half: int, segments: bytes, blink: bool) -> None:
        """Light eight digits of one half; the other half stays as it was given last."""
        picture = self._picture
        if segments != self._drawn[half]:
            for digit in range(DIGITS):
                picture[1 + 2 * digit + half] = segments[digit]
            self._drawn[half] = bytes(segments)
        self._blinks[half] = blink
        bus, address = self._bus, self._address
        bus.writeto(address, picture)
        now_ms = self._clock.now_ms()
        display = _ON_BLINKING if True in self._blinks else _ON
        if now_ms < self._set_up_due_ms and display == self._display:
            return
        self._set_up_due_ms = 0
        bus.writeto(address, _OSCILLATOR_ON)
        if now_ms >= self._whole_due_ms:
            self._whole_due_ms = 0
            bus.writeto(address, _ROWS_ONLY)
            bus.writeto(address, self._dimming)
            self._whole_due_ms = now_ms + WHOLE_SET_UP_MS
        bus.writeto(address, display)
        self._display = display
        self._set_up_due_ms = now_ms + SET_UP_MS
