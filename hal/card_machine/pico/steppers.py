"""Pulses for drum and arm: the chip's own small processors give them, the program only says how.

A move gets faster for half of its time and slower for the other half. It is cut into slices of
some milliseconds, each with a whole number of pulses at one pace: a word for each slice, carried
into the state machine by DMA, so that no pass of the program and no collection of memory can make
a pulse late. The first half's slices follow from the squares of their times, the second half's are
the same backward. A steady move is one word, and stopping it asks the state machine how many
pulses it still had to give. Rule of the file: pulses are counted where they are given.

A word: pulses less one in the lower 12 bits, above them a delay. The state machine runs at 10 MHz;
a pulse takes 2 * delay + 7 of its steps. The drivers (DM542T) want 2.5 us high, 2.5 us low, and
the direction 5 us before: at 10,700 pulses a second, the fastest, each is 40 us long. Nobody has
measured whether drum and arm follow this ramp, nor at which pace the drum resonates.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.pico.step_program import step_program
from hal.errors import REFUSED, HalError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from hal.card_machine.pico.board_modules import Machine, Rp2, Time

HERTZ = 10_000_000
SLICES = 64  # of a move; some 5 ms of 300
PULSES_MAX = 4096  # of a word
WORD_PULSE_BITS = 12
_DELAY_MAX = (1 << 18) - 1  # so that a word is a small integer of the board
_STEPS = const(7)  # of a pulse beside its delays
_US = const(10)  # steps a microsecond


def word(pulses: int, us: int) -> int:
    """What lets the state machine give so many pulses in so many microseconds."""
    delay = (us * _US // pulses - _STEPS) // 2
    return min(max(delay, 0), _DELAY_MAX) << WORD_PULSE_BITS | pulses - 1


def ramp(pulses: int, over_us: int) -> list[int]:
    """Words of a move that gets faster for half of its time and then slower.

    After slice i of n/2 pulses * i * i * 2 / n / n are given; a slice without a pulse lends its
    time to the next.
    """
    half = SLICES // 2
    slice_us = over_us // SLICES
    counts = []
    given = 0
    for at in range(1, half + 1):
        until = (pulses * at * at // half // half + 1) // 2 if at < half else (pulses + 1) // 2
        counts.append(until - given)
        given = until
    back = counts[::-1]
    back[0] -= pulses % 2  # the middle one is given once
    words = []
    us = 0
    for count in counts + back:
        us += slice_us
        if count:
            words.append(word(count, us))
            us = 0
    return words


def assembled(rp2: Rp2) -> Any:
    """The state machines' program: ten instructions, loaded once for all of them."""
    settings = rp2.asm_pio(set_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_RIGHT)
    return settings(step_program)


class Stepper:
    """One driver. program: `assembled`; number: of its state machine; step, direction: pins."""

    def __init__(
        self,
        machine: Machine,
        rp2: Rp2,
        time: Time,
        program: Any,
        number: int,
        step: int,
        direction: int,
    ) -> None:
        self._rp2 = rp2
        self._time = time
        self._number = number
        self._step = machine.Pin(step, machine.Pin.OUT, value=0)
        self._direction = machine.Pin(direction, machine.Pin.OUT, value=0)
        self._program = program
        self._pio = rp2.StateMachine(number)
        self._dma = rp2.DMA()
        self._words = array("I", [0])  # held here while the DMA reads them
        self._pulses = 0  # of the move, less than 0 backward
        self._is_steady = False
        self._began_us = 0
        self._over_us = 0
        self._is_moving = False
        self._begin_anew()

    def turn(self, pulses: int, over_ms: int) -> None:
        """A move with a ramp."""
        self._move(pulses, over_ms, ramp(abs(pulses), over_ms * 1000))

    def steady(self, pulses: int, over_ms: int) -> None:
        """A move at one pace; stopped at any pulse, it is known at which."""
        if abs(pulses) > PULSES_MAX:
            raise HalError(REFUSED, "stepper", "more than a turn and a quarter")
        self._move(pulses, over_ms, [word(abs(pulses), over_ms * 1000)])
        self._is_steady = True

    def is_turning(self) -> bool:
        """Whether the move's time is not over."""
        if self._is_moving and self._passed_us() >= self._over_us:
            self._is_moving = False
        return self._is_moving

    def stop(self) -> int:
        """No further pulse; how many were given."""
        if not self.is_turning():
            return self._pulses
        self._dma.active(0)
        self._pio.active(0)
        if self._is_steady:
            self._pio.exec("mov(isr, x)")
            self._pio.exec("push(noblock)")
            left = self._pio.get()
            if left >= abs(self._pulses):
                left = 0  # all were given: the counter has gone below nought
            given = abs(self._pulses) - left
        else:  # lost in any case: a rotor at speed does not stop with its pulses
            given = abs(self._pulses) * self._passed_us() // self._over_us
        self._pulses = given if self._pulses > 0 else -given
        self._is_moving = False
        self._begin_anew()
        return self._pulses

    def _move(self, pulses: int, over_ms: int, words: Sequence[int]) -> None:
        if self.is_turning():
            raise HalError(REFUSED, "stepper", "moves already")
        self._pulses, self._is_steady = pulses, False
        self._over_us = over_ms * 1000
        self._began_us = self._time.ticks_us()
        self._is_moving = pulses != 0
        if not pulses:
            return
        self._direction.value(int(pulses > 0))
        self._words = array("I", words)
        self._dma.config(
            read=self._words,
            write=self._pio,
            count=len(self._words),
            ctrl=self._dma.pack_ctrl(inc_write=False, treq_sel=self._number),
            trigger=True,
        )

    def _passed_us(self) -> int:
        return self._time.ticks_diff(self._time.ticks_us(), self._began_us)

    def _begin_anew(self) -> None:
        """FIFOs empty, at the program's beginning, waiting for a word."""
        self._pio.init(self._program, freq=HERTZ, set_base=self._step)
        self._pio.active(1)
