"""The drivers of revision A on two buses and a few pins: the same on every board that has them.

Takes what a computer brings (buses, pins, a clock) and gives the ports of `hal.ports` behind which
the table's chips sit. Which kind of computer it is, it does not know. Rule of the file: addresses
and branches come from the board's table; nothing here says a number of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.board import Board
from hal.boards import rev_a
from hal.drivers.atecc608 import Atecc608
from hal.drivers.card_machine import CardMachineLink
from hal.drivers.fram import Fram
from hal.drivers.hint import POLL_MS, Hint
from hal.drivers.ht16k33 import FIRST_HALF, SECOND_HALF, Ht16k33
from hal.drivers.mcp23017 import Mcp23017
from hal.drivers.qrng import Qrng
from hal.drivers.seat_panel import ExpanderPanel
from hal.drivers.segment_display import ChipDisplay
from hal.drivers.tca9548a import Tca9548a
from hal.drivers.watched_bus import WatchedBus

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hal.ports import Clock, DigitalIn, DigitalOut, HostLink, I2CBus, Store, Watchdog


class Driven:
    """Every driver of a table.

    inner, table: its buses. switch_reset, noise_power: pins, True for in reset and for on.
    panel_line, machine_line: interrupt lines, one and the same where they are joined. provenance:
    `device`, or what a simulator says of itself.
    """

    def __init__(
        self,
        inner: I2CBus,
        table: I2CBus,
        clock: Clock,
        *,
        switch_reset: DigitalOut,
        noise_power: DigitalOut,
        panel_line: DigitalIn,
        machine_line: DigitalIn,
        noise_serial: str,
        noise_model: str = "IDQ250C2",
        provenance: str = "device",
    ) -> None:
        watched = WatchedBus(inner, "inner_bus", rev_a.FRAM_AT)
        trunk = WatchedBus(table, "table_bus", rev_a.SWITCH_AT, switch_reset)
        self.buses = (watched, trunk)
        switch = Tca9548a(trunk, rev_a.SWITCH_AT, "switch", switch_reset, clock)
        self.noise = Qrng(
            watched,
            rev_a.QRNG_AT,
            noise_power,
            clock,
            serial=noise_serial,
            model=noise_model,
            provenance=provenance,
        )
        self.second_noise = Atecc608(watched, rev_a.ATECC_AT, clock, provenance=provenance)
        self.order_memory = Fram(watched, rev_a.FRAM_AT)
        panels = []
        seat_displays = []
        for at in range(rev_a.PANELS):
            branch = switch.branch(rev_a.PANEL_BRANCH + at)
            chip = Mcp23017(branch, rev_a.PANEL_AT + at, "panel" + str(at + 1))
            hint = Hint(panel_line, clock, POLL_MS * at // rev_a.PANELS)
            panels.append(ExpanderPanel(chip, hint, clock))
            digits = Ht16k33(branch, rev_a.DISPLAY_AT + at, clock)
            for half in (FIRST_HALF, SECOND_HALF):
                name = "seat" + str(2 * at + half + 1)
                seat_displays.append(ChipDisplay(digits, half, name))
        self.panels = tuple(panels)
        self.seat_displays = tuple(seat_displays)
        centre = switch.branch(rev_a.CENTRE_BRANCH)
        centre_displays = []
        for at in range(len(rev_a.CENTRE_AT)):
            digits = Ht16k33(centre, rev_a.CENTRE_AT[at], clock)
            centre_displays.append(ChipDisplay(digits, FIRST_HALF, "centre" + str(at + 1)))
        self.centre_displays = tuple(centre_displays)
        self.machine = CardMachineLink(
            switch.branch(rev_a.MACHINE_BRANCH),
            rev_a.MACHINE_AT,
            Hint(machine_line, clock),
            provenance,
        )

    def board(
        self,
        serial: str,
        clock: Clock,
        store: Store,
        link: HostLink,
        watchdog: Watchdog,
        inputs: Mapping[str, DigitalIn],
        outputs: Mapping[str, DigitalOut],
    ) -> Board:
        """What the firmware gets. inputs, outputs: by the names of the board's lines."""
        return Board(
            serial=serial,
            clock=clock,
            noise=self.noise,
            second_noise=self.second_noise,
            signer=self.second_noise,
            machine=self.machine,
            panels=self.panels,
            seat_displays=self.seat_displays,
            centre_displays=self.centre_displays,
            order_memory=self.order_memory,
            store=store,
            link=link,
            watchdog=watchdog,
            attention=inputs["attention"],
            lid=inputs["lid"],
            floor_key=inputs["floor_key"],
            power_failing=inputs["power_failing"],
            buzzer=outputs["buzzer"],
            motor_enable=outputs["motor_enable"],
            motor_gap_ms=rev_a.MOTOR_GAP_MS,
            buses=self.buses,
        )
