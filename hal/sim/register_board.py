"""A whole table down to the registers: the firmware's ports over drivers, buses and chips.

The same world as `hal.sim.board` (cards, keys, lamps, cable), but between it and the firmware lie
what lie there on a real table: drivers, two buses with their bus time, a switch with its branches,
and every chip with its registers. What differs from a real table is the copper. Rule of the file:
it solders; nothing in it knows what a byte means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.boards.rev_a import (
    ATECC_AT,
    CENTRE_AT,
    CENTRE_BRANCH,
    DISPLAY_AT,
    FRAM_AT,
    GENERAL_CALL,
    INNER_HERTZ,
    MACHINE_AT,
    MACHINE_BRANCH,
    PANEL_AT,
    PANEL_BRANCH,
    QRNG_AT,
    SWITCH_AT,
    TABLE_HERTZ,
)
from hal.drivers.atecc608 import KEY_SLOT
from hal.sim.board import SEATS, Parts, SimTable
from hal.sim.bus import SimBus
from hal.sim.chip_atecc608 import SimAtecc608
from hal.sim.chip_card_machine import SimCardMachineChip
from hal.sim.chip_fram import IDENTITY_AT, SimFram
from hal.sim.chip_ht16k33 import SimHt16k33
from hal.sim.chip_mcp23017 import PORT_A, PORT_B, SimMcp23017
from hal.sim.chip_qrng import SimQrng
from hal.sim.chip_tca9548a import SimTca9548a
from hal.sim.lines import ENABLE_GAP_MS
from hal.sim.panel import SimPanel
from hal.wiring import Driven

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.ports import OrderMemory
    from hal.sim.display import SimDisplay
    from hal.sim.mechanics import Machine
    from hal.sim.noise import SimNoise, SimSecondNoise

_LAMP_PIN = 0x80


class WiredPanel(SimPanel):
    """A panel whose keys, sensors and lamps hang on the pins of an expander."""

    def __init__(self, machine: Machine, odd_seat: int, chip: SimMcp23017) -> None:
        super().__init__(machine, odd_seat)
        self._chip = chip
        self._seen = (0, 0)
        self._lit = (False, False)
        chip.outputs_changed = self._show_lamps
        self.settle()

    def press(self, seat: int, keys: int) -> None:
        """Hold keys down until `release`."""
        super().press(seat, keys)
        self.settle()

    def release(self, seat: int, keys: int) -> None:
        """Let go of keys."""
        super().release(seat, keys)
        self.settle()

    def settle(self) -> None:
        """Bring the pins to what keys and sensors say now: active pulls to ground."""
        seen = self.read()
        if seen != self._seen:
            before, self._seen = self._seen, seen
            if seen[0] != before[0]:
                self._chip.pull(PORT_A, seen[0])
            if seen[1] != before[1]:
                self._chip.pull(PORT_B, seen[1])

    def _show_lamps(self) -> None:
        chip = self._chip
        lit = bool(chip.driven(PORT_A) & _LAMP_PIN), bool(chip.driven(PORT_B) & _LAMP_PIN)
        if lit != self._lit:
            self._lit = lit
            self.light(lit[0], lit[1])


class InterruptLine:
    """Open-drain interrupt outputs of several expanders wired together, pulled up: low is on."""

    def __init__(self, chips: tuple[SimMcp23017, ...]) -> None:
        self._pulling = [chip.interrupt_level(PORT_A) == 0 for chip in chips]
        self.is_low = True in self._pulling
        for at in range(len(chips)):
            chips[at].interrupt_changed = self._settling(at, chips[at])

    def is_on(self) -> bool:
        """Whether any chip pulls the line down."""
        return self.is_low

    def _settling(self, at: int, chip: SimMcp23017) -> Callable[[], None]:
        def settle() -> None:
            self._pulling[at] = chip.interrupt_level(PORT_A) == 0
            self.is_low = True in self._pulling

        return settle


class JoinedLines:
    """The panels' interrupt line and the card machine's on one input of the controller."""

    def __init__(self, panels: InterruptLine, machine: SimCardMachineChip) -> None:
        self._panels = panels
        self._machine = machine

    def is_on(self) -> bool:
        """Whether one of them is active."""
        return self._panels.is_low or self._machine.is_on()


class RegisterTable(SimTable):
    """A simulated table at register level; takes what `SimTable` takes.

    inner_bus, table_bus: with their time and their hooks. Chips are named as in the design table:
    switch, expanders, display_chips (five panels, then two in the centre), noise_chip,
    second_chip, machine_chip. has_key: set on a subclass, whether the security chip has a key and
    signs the log's heads.
    """

    motor_gap_ms = ENABLE_GAP_MS
    has_key = False

    def solder(
        self, sources: tuple[SimNoise, SimSecondNoise], cells: OrderMemory, provenance: str
    ) -> Parts:
        """Put chips on the world, buses on the chips, and drivers on the buses."""
        self.inner_bus = SimBus(self.clock, "inner_bus", INNER_HERTZ)
        self.table_bus = SimBus(self.clock, "table_bus", TABLE_HERTZ)
        noise, second = sources
        self.noise_chip = SimQrng(self.clock, noise)
        self.second_chip = SimAtecc608(self.clock, second, INNER_HERTZ)
        if self.has_key:
            self.second_chip.make_key(KEY_SLOT, second.read())
        self.inner_bus.wires.attach(QRNG_AT, self.noise_chip)
        fram = SimFram(cells, FRAM_AT)
        self.inner_bus.wires.attach(FRAM_AT, fram)
        self.inner_bus.wires.attach(IDENTITY_AT, fram.identity)
        self.inner_bus.wires.attach(ATECC_AT, self.second_chip)
        self.inner_bus.wires.attach(GENERAL_CALL, self.second_chip.pulse)

        self.switch = SimTca9548a()
        self.table_bus.attach_switch(SWITCH_AT, self.switch)
        self.expanders = tuple([SimMcp23017() for _ in self.panels])
        self.display_chips = tuple([SimHt16k33() for _ in range(len(self.panels) + 2)])
        self._wire_panels()
        line = InterruptLine(self.expanders)
        for at in range(len(CENTRE_AT)):
            chip = self.display_chips[len(self.panels) + at]
            _hang(chip, (self.centre_displays[at],))
            self.switch.branches[CENTRE_BRANCH].attach(CENTRE_AT[at], chip)

        self.machine_chip = self.controller()
        self.switch.branches[MACHINE_BRANCH].attach(MACHINE_AT, self.machine_chip)
        self.attention = JoinedLines(line, self.machine_chip)
        driven = Driven(
            self.inner_bus,
            self.table_bus,
            self.clock,
            switch_reset=self.switch,
            noise_power=self.noise_chip,
            panel_line=line,
            machine_line=self.machine_chip,
            noise_serial=noise.serial,
            noise_model=noise.model,
            provenance=provenance,
        )
        self.buses = driven.buses
        return Parts(
            driven.noise,
            driven.second_noise,
            driven.order_memory,
            driven.machine,
            driven.panels,
            driven.seat_displays,
            driven.centre_displays,
            self.attention,
            driven.second_noise if self.has_key else None,
        )

    def controller(self) -> SimCardMachineChip:
        """The chip that answers for the card machine."""
        return SimCardMachineChip(self.machine)

    def _wire_panels(self) -> None:
        """Solder keys, sensors, lamps and digits of each panel to its chips, and branch 1..5."""
        panels = []
        for at in range(len(self.expanders)):
            panels.append(WiredPanel(self.machine, SEATS[2 * at], self.expanders[at]))
            _hang(self.display_chips[at], self.seat_displays[2 * at : 2 * at + 2])
            wires = self.switch.branches[PANEL_BRANCH + at]
            wires.attach(PANEL_AT + at, self.expanders[at])
            wires.attach(DISPLAY_AT + at, self.display_chips[at])
        self.panels = tuple(panels)
        machine = self.machine
        before = machine.changed
        seen: list[list[bool]] = [[]]

        def changed() -> None:
            before()
            filled = list(map(bool, machine.deck.wells))
            if filled != seen[0]:
                seen[0] = filled
                for panel in panels:
                    panel.settle()

        self.machine.changed = changed


def _hang(chip: SimHt16k33, displays: tuple[SimDisplay, ...]) -> None:
    """Hang one or two displays of eight digits on a display chip's rows."""
    chip.changed = _redraw(chip, displays)


def _redraw(chip: SimHt16k33, displays: tuple[SimDisplay, ...]) -> Callable[[], None]:
    def redraw() -> None:
        for half in range(len(displays)):
            displays[half].show(chip.lit(half), chip.blink != 0)

    return redraw
