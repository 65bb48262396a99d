"""The chip behind the digits: a picture of 16 bytes, scanned onto LEDs while it is switched on.

Eight common lines (one a digit) and sixteen rows, so one chip lights two displays of eight digits:
rows 0 to 7 are the first seat's segments, rows 8 to 15 the second's. Switched on, it is dark and
its memory holds anything; what was set cannot be read back, only the picture can. Written from the
data sheet HT16K33 rev. 1.10 (write operations p. 28 and 29, read operations p. 30, commands from
the summary). Rule of the file: nothing is lit before oscillator and display are on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

DIGITS = 8
RAM_BYTES = 16  # digit n: rows 0..7 at 2n, rows 8..15 at 2n + 1
KEY_BYTES = 6

_RESET_RAM = 0xA5  # "undefined after power-up": something that is easily seen

# The upper half of a first byte says what it is (command summary).
_DISPLAY_DATA = 0x00
_SYSTEM_SETUP = 0x20
_KEY_DATA = 0x40
_INT_FLAG = 0x60
_DISPLAY_SETUP = 0x80
_ROW_INT_SET = 0xA0
_DIMMING_SET = 0xE0


class SimHt16k33:
    """One chip. changed: called when what is lit may have changed."""

    def __init__(self) -> None:
        self.changed: Callable[[], None] = _nothing
        self.lose_power()

    def lose_power(self) -> None:
        """Power-on reset: standby, display off, full brightness, memory undefined."""
        self.ram = bytearray([_RESET_RAM] * RAM_BYTES)
        self.keys = bytearray(KEY_BYTES)
        self.is_running = False  # oscillator
        self.is_on = False  # display
        self.blink = 0  # 0 off, 1 2 Hz, 2 1 Hz, 3 0.5 Hz
        self.dimming = 15  # (n + 1)/16
        self.row_int = 0
        self._pointer = 0
        self.changed()

    def lit(self, half: int) -> bytes:
        """The eight digits of rows 0..7 (half 0) or 8..15 (half 1), dark unless scanned."""
        if not (self.is_running and self.is_on):
            return bytes(DIGITS)
        return bytes([self.ram[2 * digit + half] for digit in range(DIGITS)])

    def write(self, out: bytes | bytearray) -> int:
        """A command byte; after a display address, bytes for the memory, which wraps at 0x0F."""
        if not out:
            return 0  # only asked whether it is there
        command = out[0]
        kind = command & 0xF0
        if kind == _DISPLAY_DATA:
            self._draw(command & 0x0F, out)
        elif kind in (_KEY_DATA, _INT_FLAG):
            self._pointer = command
        elif kind == _ROW_INT_SET:
            self.row_int = command & 3
        elif kind == _DIMMING_SET:
            self.dimming = command & 0x0F
        elif kind in (_SYSTEM_SETUP, _DISPLAY_SETUP):
            self._switch(kind, command)
        return len(out)

    def _draw(self, address: int, out: bytes | bytearray) -> None:
        ram = self.ram
        self._pointer = address
        if address == 0 and len(out) == 1 + RAM_BYTES:
            drawn = out[1:]  # once around: the pointer is back where it began
        else:
            drawn = bytearray(ram)
            for value in out[1:]:
                drawn[self._pointer] = value
                self._pointer = (self._pointer + 1) % RAM_BYTES
        if drawn != ram:
            ram[:] = drawn
            self.changed()

    def _switch(self, kind: int, command: int) -> None:
        is_set = bool(command & 1)
        if kind == _SYSTEM_SETUP:
            if is_set != self.is_running:
                self.is_running = is_set
                self.changed()
            return
        blink = command >> 1 & 3
        if is_set != self.is_on or blink != self.blink:
            self.is_on = is_set
            self.blink = blink
            self.changed()

    def read(self, count: int) -> bytearray:
        """Picture or keys from the pointer on; keys are forgotten when all six were read."""
        answer = bytearray(count)
        for at in range(count):
            answer[at] = self._get()
        return answer

    def _get(self) -> int:
        pointer = self._pointer
        if pointer < RAM_BYTES:
            self._pointer = (pointer + 1) % RAM_BYTES
            return self.ram[pointer]
        if pointer == _INT_FLAG:
            return 0xFF if any(self.keys) else 0
        key = pointer - _KEY_DATA
        if not 0 <= key < KEY_BYTES:
            return 0
        self._pointer = _KEY_DATA if key == KEY_BYTES - 1 else pointer + 1
        value = self.keys[key]
        if key == KEY_BYTES - 1:
            self.keys = bytearray(KEY_BYTES)
        return value


def _nothing() -> None:
    """No LED hangs on it."""
