"""The seven sensor boards and the colour sensor on the machine's own bus.

A look lights one bank's seven lamps, waits until the slowest receiver has followed, reads the
bank's levels and puts the lamps out: some 1.3 ms at 100 kHz. A board that lost its supply has lost
its lamps' outputs too and would show everything dark; so its directions are read in the same
message, and set up anew where they are gone. Rule of the file: levels without that proof are none.

MCP23017: DS20001952D (IOCON.BANK = 0). TCS34725: TAOS135, its command bit 0x80, increment 0x20.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.errors import CORRUPT, HalError

if TYPE_CHECKING:
    from hal.card_machine.pico.board_modules import Time
    from hal.ports import I2CBus

FIRST_AT = 0x20
BOARDS = 7
SETTLE_US = 200  # hardware/rev_a/sensors.toml, [look]
_IODIR = const(0x00)  # one register a port, port B's behind it
_GPIO = const(0x12)
_OLAT = const(0x14)
_INPUTS = const(0x7F)  # pins 0 to 6; pin 7 lights the bank's lamps
_LAMPS = const(0x80)

COLOUR_AT = 0x29
_COMMAND = const(0xA0)
_ENABLE = const(0x00)  # power and converters on
_ON = const(0x03)
_ATIME = const(0x01)
_READING = const(0xFF)  # 2.4 ms
_CONTROL = const(0x0F)
_GAIN = const(0x02)  # 16 times
_CLEAR = const(0x14)  # light of all colours, the lower byte first


class SensorBoards:
    """Fourteen banks: two of each board. time: MicroPython's."""

    def __init__(self, bus: I2CBus, time: Time) -> None:
        self._bus = bus
        self._time = time
        self._is_set_up = [False] * BOARDS
        self._pair = bytearray(2)  # a register and its value
        self._register = bytearray(1)
        self._level = bytearray(1)
        self._direction = bytearray(1)

    def look(self, bank: int, lit: bool) -> int:
        """Levels of a bank's inputs; `corrupt` where the board lost its set-up."""
        board, port = bank >> 1, bank & 1
        address = FIRST_AT + board
        if not self._is_set_up[board]:
            self._set_up(board)
        if lit:
            self._light(address, port, _LAMPS)
            self._time.sleep_us(SETTLE_US)
        try:
            self._read(address, _GPIO + port, self._level)
        finally:
            if lit:
                self._light(address, port, 0)
        self._read(address, _IODIR + port, self._direction)
        if self._direction[0] != _INPUTS:
            self._is_set_up[board] = False
            raise HalError(CORRUPT, "sensor_board", str(board + 1) + " lost its set-up")
        return self._level[0] & _INPUTS

    def _light(self, address: int, port: int, lamps: int) -> None:
        self._pair[0] = _OLAT + port
        self._pair[1] = lamps
        self._bus.writeto(address, self._pair)

    def _read(self, address: int, register: int, into: bytearray) -> None:
        self._register[0] = register
        self._bus.write_read_into(address, self._register, into)

    def _set_up(self, board: int) -> None:
        address = FIRST_AT + board
        self._bus.writeto(address, bytes((_OLAT, 0, 0)))
        self._bus.writeto(address, bytes((_IODIR, _INPUTS, _INPUTS)))
        self._is_set_up[board] = True


class ColourSensor:
    """The face-up sensor; its lamp is always lit."""

    def __init__(self, bus: I2CBus) -> None:
        self._bus = bus
        self._is_set_up = False
        self._ask = bytes((_COMMAND | _CLEAR,))
        self._clear = bytearray(2)

    def light(self) -> int:
        """Light of all colours, in the chip's counts: 0 to 1024 in 2.4 ms."""
        if not self._is_set_up:
            for register, value in ((_ATIME, _READING), (_CONTROL, _GAIN), (_ENABLE, _ON)):
                self._bus.writeto(COLOUR_AT, bytes((_COMMAND | register, value)))
            self._is_set_up = True
        self._bus.write_read_into(COLOUR_AT, self._ask, self._clear)
        return self._clear[0] | self._clear[1] << 8
