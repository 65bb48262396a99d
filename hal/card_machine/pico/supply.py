"""The motors' supply as U1 sees it: one current, one line, and whether there was a break.

The steppers' drivers hold drum and arm with a current of their own as long as the lid is closed.
Without it a rotor may stand elsewhere when it comes back, so a break must not be missed, however
busy the program is: a timer's interrupt looks at the current every 8 ms, also while memory is
collected and while nothing runs. Four looks in a row without current, 24 ms at the least and 32 at
the most, are a break; the drivers' capacitors hold for some 40. Rule of the file: a break is told
until somebody has asked, and what was before the first look counts as one.

Current: R9 of 20 milliohm and an amplifier of 20, so 0.4 V an ampere, 3.3 V and 65535 counts.
ENABLED is low while MOTOR_ENABLE changes; a broken wire reads as not enabled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const

if TYPE_CHECKING:
    from typing import Any

    from hal.card_machine.pico.board_modules import Machine

LOOK_MS = 8
LOOKS = 4  # in a row without current: a break
SUPPLIED_FROM_MA = 50  # two drivers that hold draw 100 and more
_READINGS = const(4)  # of the converter, for one current
_MA_NUMERATOR = const(8250)  # 3300 mV, 0.4 mV a milliampere
_MA_DENOMINATOR = const(65535)
_SUPPLIED_FROM = const(397)  # SUPPLIED_FROM_MA in counts


class Converter:
    """One analog input. An interrupt reads another one, so choosing and reading are one deed."""

    def __init__(self, machine: Machine, pin: int) -> None:
        self._machine = machine
        self._adc = machine.ADC(machine.Pin(pin))

    def counts(self) -> int:
        """0 to 65535."""
        state = self._machine.disable_irq()
        counts = self._adc.read_u16()
        self._machine.enable_irq(state)
        return counts


class Supply:
    """amps, enabled: pins."""

    def __init__(self, machine: Machine, amps: int, enabled: int) -> None:
        self._machine = machine
        self._converter = Converter(machine, amps)
        self._read = machine.ADC(machine.Pin(amps)).read_u16
        self._enabled = machine.Pin(enabled, machine.Pin.IN)
        self._without = LOOKS  # looks in a row that saw no current
        self._is_broken = True
        self._timer = machine.Timer()  # held here while it runs
        self._timer.init(
            mode=machine.Timer.PERIODIC, period=LOOK_MS, callback=self._look, hard=True
        )

    def milliamps(self) -> int:
        """What all motors together draw, the mean of four readings."""
        total = 0
        for _ in range(_READINGS):
            total += self._converter.counts()
        return total // _READINGS * _MA_NUMERATOR // _MA_DENOMINATOR

    def is_supplied(self) -> bool:
        """Whether motors can turn: they are let run, and drivers that hold draw their current."""
        return not self._enabled.value() and self.milliamps() >= SUPPLIED_FROM_MA

    def is_held(self) -> bool:
        """Whether there was no break since this was asked last, and is none now."""
        state = self._machine.disable_irq()
        was_broken = self._is_broken
        self._is_broken = self._without >= LOOKS
        self._machine.enable_irq(state)
        return not was_broken

    def _look(self, _timer: Any) -> None:
        """In the interrupt: nothing is allocated."""
        if self._read() >= _SUPPLIED_FROM:
            self._without = 0
        elif self._without < LOOKS:
            self._without += 1
            if self._without == LOOKS:
                self._is_broken = True
