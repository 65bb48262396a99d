"""An MCP2221 as its reports show it: a USB stick with one I2C bus and four pins.

A report of 64 bytes comes in, a report of 64 bytes goes out; what happens between them happens on
a bus and on four lines that are given. So the kernel's own driver for this stick finds our
simulated chips behind it. Written from the data sheet MCP2221A, DS20005565, chapter 3 (its tables
of commands; from memory, pages not looked up) and from what Linux's hid-mcp2221 reads of an
answer. Rule of the file: a transfer that failed is told as the stick would tell it; nothing is
ever filled in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import STUCK, HalError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hal.ports import I2CBus

REPORT_BYTES = 64
PINS = 4
PIECE_BYTES = 60  # of a transfer in one report

STATUS = 0x10
GET_READ = 0x40
SET_PINS = 0x50
GET_PINS = 0x51
GET_SETTINGS = 0x61
WRITE = 0x90
READ = 0x91
READ_AGAIN = 0x93  # behind a repeated start
WRITE_NO_STOP = 0x94
READ_FLASH = 0xB0

_CANCEL = 0x10  # of STATUS
_SET_SPEED = 0x20
_CLOCK_HERTZ = 12_000_000  # divided by the divider plus three

_DONE = 0x00
_REFUSED = 0x01
_NO_SUCH = 0xFF
_STARTING_TOO_LONG = 0x12  # a line is held low
_NOT_ACKNOWLEDGED = 0x25
_COMPLETE = 0x55
_NACK_FLAG = 0x40

_IS_INPUT = 1


class Pin:
    """One of the four, as what hangs on it sees it: an input at first.

    level: what is read while it is an input. drive: told 0 or 1 while it is an output, None when
    it lets go.
    """

    def __init__(
        self,
        level: Callable[[], int] = lambda: 0,
        drive: Callable[[int | None], object] = lambda _: None,
    ) -> None:
        self.level = level
        self.drive = drive


class Mcp2221:
    """The stick. bus, pins: what is soldered to it; both may be changed while it is plugged in.

    hertz: as the computer has set it. troubles: what broke in the simulation itself, oldest first.
    """

    def __init__(self, bus: I2CBus | None = None, pins: Sequence[Pin] = ()) -> None:
        self.bus = bus
        self.hertz = 0
        self.transfers = 0
        self.troubles: list[BaseException] = []
        self.solder(pins)
        self._is_input = [True] * PINS
        self._latch = [0] * PINS
        self._pending = b""  # of a write whose bytes come in pieces, or that waits for its read
        self._read = bytearray()
        self._state = _DONE
        self._commands: dict[int, Callable[[bytes], bytes]] = {
            STATUS: self._status,
            GET_READ: self._give_read,
            SET_PINS: self._set_pins,
            GET_PINS: self._get_pins,
            GET_SETTINGS: lambda _: bytes((GET_SETTINGS, _DONE)),  # four pins, and no converter
            READ_FLASH: lambda _: bytes((READ_FLASH, _DONE)),
            WRITE: self._write,
            WRITE_NO_STOP: self._write,
            READ: self._begin_read,
            READ_AGAIN: self._begin_read,
        }

    def solder(self, pins: Sequence[Pin]) -> None:
        """Hang lines on the pins, from the first on; the others stay open."""
        self._pins = [pins[at] if at < len(pins) else Pin() for at in range(PINS)]

    def answer(self, report: bytes) -> bytes:
        """Return the stick's answer to a report, 64 bytes."""
        asked = report[:REPORT_BYTES].ljust(REPORT_BYTES, b"\0")
        command = self._commands.get(asked[0])
        told = bytes((asked[0], _REFUSED)) if command is None else command(asked)
        return told.ljust(REPORT_BYTES, b"\0")

    # --- the bus ---------------------------------------------------------------------------------

    def _status(self, asked: bytes) -> bytes:
        told = bytearray(REPORT_BYTES)
        told[0] = STATUS
        if asked[2] == _CANCEL:
            told[2] = _CANCEL
            self._pending = b""
            self._state = _DONE
        if asked[3] == _SET_SPEED:
            told[3] = _SET_SPEED
            self.hertz = _CLOCK_HERTZ // (asked[4] + 3)
        told[8] = self._state
        told[20] = _NACK_FLAG if self._state == _NOT_ACKNOWLEDGED else 0
        return bytes(told)

    def _write(self, asked: bytes) -> bytes:
        """Bytes are gathered until as many have come as the first report promised."""
        count = asked[1] | asked[2] << 8
        left = count - len(self._pending)
        self._pending += asked[4 : 4 + min(left, PIECE_BYTES)]
        self._state = _DONE
        if len(self._pending) == count and asked[0] == WRITE:
            out, self._pending = self._pending, b""
            bus, address = self._wired(), asked[3] >> 1
            self._carry(lambda: bus.writeto(address, out))
        return self._told(asked[0])

    def _begin_read(self, asked: bytes) -> bytes:
        bus, address = self._wired(), asked[3] >> 1
        into = self._read = bytearray(asked[1] | asked[2] << 8)
        out, self._pending = self._pending, b""
        if asked[0] == READ_AGAIN:
            self._carry(lambda: bus.write_read_into(address, out, into))
        else:
            self._carry(lambda: bus.readfrom_into(address, into))
        return self._told(asked[0])

    def _give_read(self, _asked: bytes) -> bytes:
        if self._state != _DONE:
            return bytes((GET_READ, _DONE, self._state))
        piece, self._read = self._read[:PIECE_BYTES], self._read[PIECE_BYTES:]
        return bytes((GET_READ, _DONE, _COMPLETE, len(piece))) + piece

    def _told(self, command: int) -> bytes:
        """A line held low is told at once; who did not acknowledge is found when asked."""
        is_stuck = self._state == _STARTING_TOO_LONG
        return bytes((command, _REFUSED if is_stuck else _DONE, self._state))

    def _wired(self) -> I2CBus:
        if self.bus is None:
            raise HalError("absent", "mcp2221", "no bus is soldered to it")
        return self.bus

    def _carry(self, transfer: Callable[[], None]) -> None:
        self.transfers += 1
        self._state = _DONE
        try:
            transfer()
        except HalError as trouble:
            is_stuck = trouble.kind == STUCK
            self._state = _STARTING_TOO_LONG if is_stuck else _NOT_ACKNOWLEDGED
        except BaseException as trouble:
            # It belongs to whoever lets the simulated time pass, not to the kernel.
            self.troubles.append(trouble)
            self._state = _STARTING_TOO_LONG

    # --- the pins --------------------------------------------------------------------------------

    def _set_pins(self, asked: bytes) -> bytes:
        """Four bytes a pin: change the level?, level, change the direction?, direction."""
        for at in range(PINS):
            changes_level, level, changes_direction, direction = asked[2 + 4 * at : 6 + 4 * at]
            if changes_level:
                self._latch[at] = int(level != 0)
            if changes_direction:
                self._is_input[at] = direction == _IS_INPUT
            if changes_level or changes_direction:
                self._pins[at].drive(None if self._is_input[at] else self._latch[at])
        return bytes((SET_PINS, _DONE)) + asked[2 : 2 + 4 * PINS]

    def _get_pins(self, _asked: bytes) -> bytes:
        told = bytearray((GET_PINS, _DONE))
        for at in range(PINS):
            level = self._pins[at].level() if self._is_input[at] else self._latch[at]
            told += bytes((level, int(self._is_input[at])))
        return bytes(told)
