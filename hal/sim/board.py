"""A whole table in working memory: every part the firmware may ask for, and the world behind it.

Puts a clock, a deck, the card machine, ten seats' panels and displays, the memories and a cable
together and hands the firmware a `Board`. The simulation keeps hold of the other side of each
part: the cards, the keys, the other end of the cable. Rule of the file: the firmware is given
ports only; whoever wants the truth asks the table, never the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat.digest import sha256
from hal.board import Board
from hal.ports import CARDS
from hal.sim.card_machine import SimCardMachine
from hal.sim.clock import SimClock
from hal.sim.deck import Deck
from hal.sim.display import SimDisplay
from hal.sim.lines import SimLine, SimMotorEnable, SimWatchdog
from hal.sim.link import Cable
from hal.sim.mechanics import Machine
from hal.sim.memory import SimOrderMemory
from hal.sim.noise import SimNoise, SimSecondNoise
from hal.sim.panel import SimAttention, SimPanel
from hal.sim.store import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hal.ports import (
        CardMachine,
        CaredBus,
        DigitalIn,
        HostLink,
        Noise,
        OrderMemory,
        SeatPanel,
        SecondNoise,
        SegmentDisplay,
        Signer,
        Store,
    )

SEATS = tuple(range(1, 11))


class Parts:
    """What of the firmware's ports depends on what lies between them and the world."""

    __slots__ = (
        "attention",
        "centre_displays",
        "machine",
        "noise",
        "order_memory",
        "panels",
        "seat_displays",
        "second_noise",
        "signer",
    )

    def __init__(
        self,
        noise: Noise,
        second_noise: SecondNoise,
        order_memory: OrderMemory,
        machine: CardMachine,
        panels: Sequence[SeatPanel],
        seat_displays: Sequence[SegmentDisplay],
        centre_displays: Sequence[SegmentDisplay],
        attention: DigitalIn,
        signer: Signer | None = None,
    ) -> None:
        self.noise = noise
        self.second_noise = second_noise
        self.order_memory = order_memory
        self.machine = machine
        self.panels = tuple(panels)
        self.seat_displays = tuple(seat_displays)
        self.centre_displays = tuple(centre_displays)
        self.attention = attention
        self.signer = signer


class SimTable:
    """A simulated table; `board` is what the firmware gets.

    seed: of noise and of the pile in which the cards lie at first. provenance: `simulated`, or
    `scripted` where recorded hands are played. What is not given is made in working memory; parts
    given stay the caller's, so that a second start finds what the first one left.
    """

    motor_gap_ms = (
        1000  # nothing that wears or burns: the line is only to show that the loop lives
    )

    def __init__(
        self,
        seed: bytes,
        *,
        serial: str = "MZ-SIM1",
        provenance: str = "simulated",
        clock: SimClock | None = None,
        machine: Machine | None = None,
        order_memory: OrderMemory | None = None,
        store: Store | None = None,
        link: HostLink | None = None,
    ) -> None:
        self.clock = clock if clock is not None else SimClock()
        if machine is None:
            machine = Machine(self.clock, Deck(fallen_pile(seed)))
        self.machine = machine
        self.panels = tuple(SimPanel(machine, odd) for odd in range(1, 10, 2))
        self.attention: DigitalIn = SimAttention(machine, self.panels)
        self.seat_displays = tuple(SimDisplay("seat" + str(seat)) for seat in SEATS)
        self.centre_displays = (SimDisplay("centre1"), SimDisplay("centre2"))
        self.cable = Cable()
        self.lid, self.floor_key, self.power_failing = SimLine(), SimLine(), SimLine()
        self.buzzer = SimLine()
        self.motor_enable = SimMotorEnable(self.clock, self.motor_gap_ms)
        self.buses: tuple[CaredBus, ...] = ()  # here nothing lies between firmware and world
        machine.lid = self.lid
        self.watchdog = SimWatchdog(self.clock)
        cells = order_memory if order_memory is not None else SimOrderMemory()
        sources = SimNoise(seed, provenance), SimSecondNoise(seed, provenance)
        parts = self.solder(sources, cells, provenance)
        self.board = Board(
            serial=serial,
            clock=self.clock,
            noise=parts.noise,
            second_noise=parts.second_noise,
            signer=parts.signer,
            machine=parts.machine,
            panels=parts.panels,
            seat_displays=parts.seat_displays,
            centre_displays=parts.centre_displays,
            order_memory=parts.order_memory,
            store=store if store is not None else MemoryStore(),
            link=link if link is not None else self.cable.table,
            watchdog=self.watchdog,
            attention=parts.attention,
            lid=self.lid,
            floor_key=self.floor_key,
            power_failing=self.power_failing,
            buzzer=self.buzzer,
            motor_enable=self.motor_enable,
            motor_gap_ms=self.motor_gap_ms,
            buses=self.buses,
        )

    def solder(
        self, sources: tuple[SimNoise, SimSecondNoise], cells: OrderMemory, provenance: str
    ) -> Parts:
        """Put the firmware's ports on the world: here nothing lies between them.

        sources: of noise, the first and the second.
        cells: what keeps the order, with or without a chip before it.
        """
        machine = SimCardMachine(self.machine, provenance)
        displays = self.seat_displays, self.centre_displays
        noise, second = sources
        return Parts(
            noise, second, cells, machine, self.panels, displays[0], displays[1], self.attention
        )

    def panel(self, seat: int) -> SimPanel:
        """Return the panel that serves a seat."""
        return self.panels[(seat - 1) // 2]

    def display(self, seat: int) -> SimDisplay:
        """Return a seat's display."""
        return self.seat_displays[seat - 1]

    def rest(self, wait_ms: int) -> None:
        """Let time pass until the firmware's next pass is wanted or an interrupt line wakes it."""
        clock = self.clock
        until_ms = clock.ms + wait_ms
        if clock.skip(until_ms):
            return
        is_on = self.attention.is_on
        was_on = is_on()
        due_ms = clock.next_due_ms()
        while due_ms is not None and due_ms <= until_ms:
            clock.advance(due_ms)
            if not was_on and is_on():
                return
            due_ms = clock.next_due_ms()
        clock.advance(until_ms)


def fallen_pile(seed: bytes) -> list[int]:
    """Return 52 cards as they happen to lie: by hash of seed and card, nothing fair about it."""
    keyed = sorted((sha256(b"SIMP", seed, bytes((card,))), card) for card in range(CARDS))
    return [card for _, card in keyed]
