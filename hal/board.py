"""A table's parts, by name.

The one thing the firmware is handed when it starts: every port of `hal.ports`, bundled. Which
chips stand behind them is the composer's business (`hal.sim.main`, `hal.rpi.main`,
`hal.mcu.main`). The rule of the file: a source of noise that is not a fitted device cannot be put
beside a real card machine, so a simulated order can never be dealt with real cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.ports import (
        CardMachine,
        CaredBus,
        Clock,
        DigitalIn,
        DigitalOut,
        HostLink,
        Noise,
        OrderMemory,
        SeatPanel,
        SecondNoise,
        SegmentDisplay,
        Signer,
        Store,
        Watchdog,
    )


class MixedBoardError(Exception):
    """A simulated or scripted source was composed with a real card machine."""


class Board:
    """All ports of one table.

    panels: five, for seats 1-2 .. 9-10. seat_displays: ten, seat 1 first. centre_displays: two,
    back to back. attention: the interrupt lines of panels and card machine, joined: active while
    one of them has something new to tell. It spares looking and wakes whoever waits, and is never
    relied on alone. lid, floor_key, power_failing: inputs; buzzer: output; motor_enable: must
    change within every motor_gap_ms for any motor to move (20 Hz on real tables). buses: the inner
    and the table bus, where the board has them, to be freed when they are stuck. serial: the
    table's serial number (a word of the line form). second_noise: mixed in, None where none is
    fitted. signer: signs the log's heads, None where no chip with a key is fitted.
    """

    def __init__(
        self,
        *,
        serial: str,
        clock: Clock,
        noise: Noise,
        machine: CardMachine,
        panels: tuple[SeatPanel, ...],
        seat_displays: tuple[SegmentDisplay, ...],
        centre_displays: tuple[SegmentDisplay, ...],
        order_memory: OrderMemory,
        store: Store,
        link: HostLink,
        watchdog: Watchdog,
        attention: DigitalIn,
        lid: DigitalIn,
        floor_key: DigitalIn,
        power_failing: DigitalIn,
        buzzer: DigitalOut,
        motor_enable: DigitalOut,
        motor_gap_ms: int,
        buses: tuple[CaredBus, ...] = (),
        second_noise: SecondNoise | None = None,
        signer: Signer | None = None,
    ) -> None:
        for source in (noise, second_noise):
            if source is not None and (
                (source.provenance == "device") != (machine.provenance == "device")
            ):
                raise MixedBoardError(
                    source.provenance + " noise with a " + machine.provenance + " card machine"
                )
        self.serial = serial
        self.clock = clock
        self.noise = noise
        self.second_noise = second_noise
        self.machine = machine
        self.panels = panels
        self.seat_displays = seat_displays
        self.centre_displays = centre_displays
        self.order_memory = order_memory
        self.store = store
        self.link = link
        self.watchdog = watchdog
        self.attention = attention
        self.lid = lid
        self.floor_key = floor_key
        self.power_failing = power_failing
        self.buzzer = buzzer
        self.motor_enable = motor_enable
        self.motor_gap_ms = motor_gap_ms
        self.buses = buses
        self.signer = signer
