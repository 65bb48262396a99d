"""The chip that reads fourteen inputs and drives two lamps, and how to know it is still itself.

Keys pull their pins to ground; the chip inverts them, so 1 is pressed. A loss of supply turns pull
-ups and inversion off: floating pins would press keys that nobody touched. Against that every
sample carries its own proof. Behind the seven input pins of each port the output latch is free to
hold a mark; it is read in the same transfer right behind the levels, and a chip that lost its
set-up has lost the mark. A sample without its mark is thrown away and the chip set up anew. Data
sheet DS20001952C. Rule of the file: no mark, no levels.

Pins 7 are outputs: an input there can disturb the bus while it is read (DS20001952D, pin table).
Interrupts compare with the previous level (INTCON = 0): in the other mode a held key would keep
the line active (p. 25). Both interrupt pins are one open-drain line.

Worst case at 400 kHz, branch switch not counted: levels 0.17 ms, outputs 0.10 ms, set-up with
proof 1.3 ms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.errors import CORRUPT, HalError

if TYPE_CHECKING:
    from hal.ports import I2CBus

# Registers with IOCON.BANK = 0 (p. 16, table 3-3); port B is the next one.
_IODIR = const(0x00)
_GPINTENB = const(0x05)  # where IOCON lies while BANK = 1 (p. 16, table 3-2)
_IOCON = const(0x0A)
_INTF = const(0x0E)
_GPIO = const(0x12)
_OLAT = const(0x14)
_REGISTERS = const(22)

_MIRROR_OPEN_DRAIN = const(0x44)  # MIRROR | ODR, BANK = 0, SEQOP = 0 (p. 20)
_INPUTS = const(0x7F)  # pins 0..6
_OUTPUT = const(0x80)  # pin 7

_MARKS = (0x2A, 0x55)  # different, so that swapped ports show; neither reset value nor all ones

_SET_UP = bytes(
    (
        _IODIR,
        _INPUTS, _INPUTS,  # IODIR: pin 7 is an output (p. 18)
        _INPUTS, _INPUTS,  # IPOL: 1 is pressed (p. 18)
        _INPUTS, _INPUTS,  # GPINTEN (p. 19)
        0, 0,  # DEFVAL, not used (p. 19)
        0, 0,  # INTCON: compare with the previous level (p. 20)
        _MIRROR_OPEN_DRAIN, _MIRROR_OPEN_DRAIN,
        _INPUTS, _INPUTS,  # GPPU: pull-ups (p. 22)
    )
)  # fmt: skip
_LEAVE_BANK_1 = bytes((_GPINTENB, 0))  # harmless in BANK = 0, where it only stops interrupts
_LEAVE_BYTE_MODE = bytes((_IOCON, _MIRROR_OPEN_DRAIN))
_FROM_LEVELS = bytes((_GPIO,))
_FROM_START = bytes((_IODIR,))


class Mcp23017:
    """One chip at `address`: seven inputs and one output a port.

    The set-up is made with the first call and again after a sample without its mark.
    """

    def __init__(self, bus: I2CBus, address: int, name: str) -> None:
        self._bus = bus
        self._address = address
        self._name = name
        self._is_set_up = False
        self._outputs = bytearray((_OLAT, _MARKS[0], _MARKS[1]))
        self._levels = bytearray(4)  # GPIOA, GPIOB, OLATA, OLATB
        self._all = bytearray(_REGISTERS)

    def read(self) -> tuple[int, int]:
        """The inputs of port A and port B, pins 0..6, 1 for pulled to ground.

        `corrupt` when the chip lost its set-up; the next call makes it anew. Reading ends the
        chip's interrupt (p. 25).
        """
        if not self._is_set_up:
            self.set_up()
        levels = self._levels
        self._bus.write_read_into(self._address, _FROM_LEVELS, levels)
        outputs = self._outputs
        if levels[2] != outputs[1] or levels[3] != outputs[2]:
            self._lost()
        return levels[0] & _INPUTS, levels[1] & _INPUTS

    def drive(self, a: bool, b: bool) -> None:
        """Set the output pins of both ports."""
        outputs = self._outputs
        outputs[1] = _MARKS[0] | (_OUTPUT if a else 0)
        outputs[2] = _MARKS[1] | (_OUTPUT if b else 0)
        if self._is_set_up:
            self._bus.writeto(self._address, outputs)
        else:
            self.set_up()

    def set_up(self) -> None:
        """Bring the chip from any state into ours, outputs included, and prove it."""
        self._is_set_up = False
        bus, address = self._bus, self._address
        bus.writeto(address, _LEAVE_BANK_1)
        bus.writeto(address, _LEAVE_BYTE_MODE)
        bus.writeto(address, self._outputs)  # before the pins become outputs
        bus.writeto(address, _SET_UP)
        self._read_back()
        self._all[_INTF] = self._all[_INTF + 1] = 0  # moved by nobody
        self._is_set_up = True

    def read_proved(self) -> tuple[int, int]:
        """The inputs as `read` gives them, with the whole set-up read back in one transfer."""
        if self._is_set_up:
            self._read_back()
        else:
            self.set_up()
        return self._all[_GPIO] & _INPUTS, self._all[_GPIO + 1] & _INPUTS

    @property
    def flagged(self) -> tuple[int, int]:
        """Inputs of both ports that had moved (INTF, p. 22), as `read_proved` found them."""
        return self._all[_INTF] & _INPUTS, self._all[_INTF + 1] & _INPUTS

    def _read_back(self) -> None:
        found = self._all
        self._bus.write_read_into(self._address, _FROM_START, found)
        kept = len(_SET_UP) - 1
        is_ours = found[:kept] == _SET_UP[1:] and found[_OLAT:] == self._outputs[1:]
        if not is_ours:
            self._lost()

    def _lost(self) -> None:
        self._is_set_up = False
        raise HalError(CORRUPT, self._name, "lost its set-up")
