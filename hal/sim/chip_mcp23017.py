"""The chip behind the keys and lamps of two seats, register by register.

Sixteen pins in two ports. A key pulls its pin to ground, a pull-up holds it high when nobody
presses; a change of an input is latched and told on the interrupt pin until somebody reads. After
a loss of supply all pins are inputs without pull-ups and may read as anything: the case in which a
careless table folds somebody's hand. Written from the data sheet DS20001952C (pages below). Where
it leaves open whether INTCAP follows the polarity register, this model takes its words "captures
the GPIO port value" (p. 23) as they stand. Rule of the file: what the data sheet says, also where
it is a nuisance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const

if TYPE_CHECKING:
    from collections.abc import Callable

# Registers of port A in BANK=0 order; port B is the next one (p. 16, table 3-3).
_IODIR = const(0x00)
_IPOL = const(0x02)
_GPINTEN = const(0x04)
_DEFVAL = const(0x06)
_INTCON = const(0x08)
_IOCON = const(0x0A)
_GPPU = const(0x0C)
_INTF = const(0x0E)
_INTCAP = const(0x10)
_GPIO = const(0x12)
_OLAT = const(0x14)
_REGISTERS = const(22)

# Bits of IOCON (p. 20); bit 0 is not implemented and reads 0.
_BANK = const(0x80)
_MIRROR = const(0x40)
_SEQOP = const(0x20)
_ODR = const(0x04)
_INTPOL = const(0x02)

_BANK1_B = const(0x10)  # BANK=1: port A at 0x00..0x0A, port B at 0x10..0x1A (p. 16, table 3-2)
_BANK1_LAST = const(0x1A)
_BANK1_PORT = const(11)

PORT_A = 0
PORT_B = 1


class SimMcp23017:
    """One chip: registers, pins, interrupt outputs.

    floating: what pins read that nobody drives and no pull-up holds, a byte a port.
    outputs_changed, interrupt_changed: called when an output pin, or the interrupt outputs, may
    have changed.
    """

    def __init__(self) -> None:
        self.floating = [0, 0]
        self.outputs_changed: Callable[[], None] = _nothing
        self.interrupt_changed: Callable[[], None] = _nothing
        self._low = [0, 0]  # pins pulled to ground from outside
        self._high = [0, 0]  # pins pulled up from outside
        self._pins = [0, 0]  # the levels that follow
        self._registers = bytearray(_REGISTERS)
        self._pointer = 0
        self.lose_power()

    def lose_power(self) -> None:
        """Power-on reset (p. 12, p. 17): inputs, everything else nought, the pointer too."""
        for at in range(_REGISTERS):
            self._registers[at] = 0
        self._registers[_IODIR] = self._registers[_IODIR + PORT_B] = 0xFF
        self._pointer = 0
        for port in (PORT_A, PORT_B):
            self._pins[port] = self._level(port)
        self.outputs_changed()
        self.interrupt_changed()

    # --- the copper ------------------------------------------------------------------------------

    def pull(self, port: int, low: int, high: int = 0) -> None:
        """Say which pins of a port the outside holds low and high; the rest hang in the air."""
        self._low[port] = low
        self._high[port] = high
        self._settle(port)

    def pins(self, port: int) -> int:
        """The levels of a port's pins now."""
        return self._pins[port]

    def driven(self, port: int) -> int:
        """Levels of the pins that the chip itself drives; pins that are inputs count as 0."""
        return self._registers[_OLAT + port] & ~self._registers[_IODIR + port] & 0xFF

    def is_interrupting(self, port: int) -> bool:
        """Whether INTA or INTB is active; mirrored they are one (p. 20)."""
        flags = self._registers
        if flags[_IOCON] & _MIRROR:
            return (flags[_INTF] | flags[_INTF + PORT_B]) != 0
        return flags[_INTF + port] != 0

    def interrupt_level(self, port: int) -> int | None:
        """Level of INTA or INTB: 0, 1, or None where an open drain lets go (p. 20, p. 25)."""
        is_active = self.is_interrupting(port)
        control = self._registers[_IOCON]
        if control & _ODR:
            return 0 if is_active else None
        return int(is_active) if control & _INTPOL else int(not is_active)

    # --- the bus ---------------------------------------------------------------------------------

    def write(self, out: bytes | bytearray) -> int:
        """A register address, then values; an empty write changes nothing."""
        if out:
            self._pointer = out[0]
            if (
                len(out) == 3
                and out[0] == _OLAT
                and not self._registers[_IOCON] & (_BANK | _SEQOP)
            ):
                # In the layout after reset, the same effect only sooner.
                self._put(_OLAT, out[1])
                self._put(_OLAT + PORT_B, out[2])
                self._pointer = 0
            elif len(out) > 1:
                for value in out[1:]:
                    self._put(self._index(self._pointer), value)
                    self._step()
        return len(out)

    def read(self, count: int) -> bytearray:
        """Values from the pointer on."""
        registers = self._registers
        first = self._pointer
        behind = first + count
        if not registers[_IOCON] & (_BANK | _SEQOP) and behind <= _REGISTERS:
            # In the layout after reset, the same answer only sooner.
            answer = registers[first:behind]
            if registers[_INTF] or registers[_INTF + PORT_B]:  # an event that reading may end
                for index in range(max(first, _INTCAP), min(behind, _OLAT)):
                    answer[index - first] = self._get(index)
            elif first <= _GPIO and behind >= _OLAT:
                answer[_GPIO - first] = self._pins[PORT_A] ^ registers[_IPOL]
                answer[_GPIO + PORT_B - first] = self._pins[PORT_B] ^ registers[_IPOL + PORT_B]
            else:
                for index in range(max(first, _GPIO), min(behind, _OLAT)):
                    answer[index - first] = self._get(index)
            self._pointer = behind if behind < _REGISTERS else 0
            return answer
        answer = bytearray(count)
        for at in range(count):
            answer[at] = self._get(self._index(self._pointer))
            self._step()
        return answer

    def _index(self, address: int) -> int:
        """Return where a register lies in `_registers`, -1 where there is none."""
        if not self._registers[_IOCON] & _BANK:
            return address if address < _REGISTERS else -1
        port = PORT_B if address >= _BANK1_B else PORT_A
        kind = address - _BANK1_B * port
        return kind * 2 + port if kind < _BANK1_PORT else -1

    def _step(self) -> None:
        """Move the pointer as p. 13 says."""
        control = self._registers[_IOCON]
        if control & _SEQOP:
            if not control & _BANK:
                self._pointer ^= 1  # byte mode in 16-bit layout toggles within the pair
            return
        last = _BANK1_LAST if control & _BANK else _REGISTERS - 1
        self._pointer = self._pointer + 1 if self._pointer < last else 0

    def _get(self, index: int) -> int:
        if index < 0:
            return 0
        port = index & 1
        kind = index - port
        if kind == _GPIO:
            value = self._pins[port] ^ self._registers[_IPOL + port]
            self._clear(port)
            return value
        value = self._registers[index]
        if kind == _INTCAP:
            self._clear(port)
        return value

    def _put(self, index: int, value: int) -> None:
        if index < 0:
            return
        port = index & 1
        kind = index - port
        if kind in (_INTF, _INTCAP):
            return  # read-only, p. 22 and p. 23; writing does not clear, p. 25
        if kind == _IOCON:
            self._registers[_IOCON] = self._registers[_IOCON + PORT_B] = value & 0xFE
            self.interrupt_changed()
            return
        if kind == _GPIO:
            index = _OLAT + port  # writing the port writes the latch, p. 23
        if self._registers[index] == value:
            return
        self._registers[index] = value
        self._settle(port)
        if kind in (_IODIR, _GPIO, _OLAT):
            self.outputs_changed()

    # --- levels and interrupts -------------------------------------------------------------------

    def _level(self, port: int) -> int:
        registers = self._registers
        direction = registers[_IODIR + port]
        held_high = self._high[port] | registers[_GPPU + port] | self.floating[port]
        outside = held_high & ~self._low[port]
        return outside & direction | registers[_OLAT + port] & ~direction & 0xFF

    def _settle(self, port: int) -> None:
        """Levels or registers changed: what do the pins and the interrupt logic make of it?"""
        before = self._pins[port]
        self._pins[port] = self._level(port)
        self._watch(port, before)

    def _watch(self, port: int, before: int) -> None:
        """Latch the first event of a port; later ones are not recorded until a read (p. 25)."""
        registers = self._registers
        if registers[_INTF + port]:
            return
        pins = self._pins[port]
        compared = registers[_INTCON + port]
        differs = (pins ^ before) & ~compared | (pins ^ registers[_DEFVAL + port]) & compared
        flags = differs & registers[_GPINTEN + port] & registers[_IODIR + port]
        if flags:
            registers[_INTF + port] = flags
            registers[_INTCAP + port] = pins ^ registers[_IPOL + port]
            self.interrupt_changed()

    def _clear(self, port: int) -> None:
        """GPIO or INTCAP was read: the event is over, unless a level still differs (p. 25)."""
        if self._registers[_INTF + port]:
            self._registers[_INTF + port] = 0
            self._watch(port, self._pins[port])
            self.interrupt_changed()


def _nothing() -> None:
    """Nothing hangs on the outputs."""
