"""The faults of displays, clocks and the controller itself, each by its kind.

A picture that lands beside its digits, a clock that jumps or comes to its end, a loop that hangs,
a controller that goes out. Rule of the file: a size that is not understood is refused by name,
never left out.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING
from unittest.mock import patch

from firmware.app.glyphs import bars
from firmware.app.recorder import CLOCK_RESTARTS_MS
from firmware.schema import messages as m
from hal.drivers.ht16k33 import DIGITS, FIRST_HALF, Ht16k33
from hal.drivers.segment_display import ChipDisplay
from hal.sim.bus import SimBus
from hal.sim.chip_ht16k33 import SimHt16k33
from hal.sim.clock import SimClock
from hal.sim.register_board import DISPLAY_AT
from hal.sim.room import MemoryRoom
from tests.cases.hardware_bench import (
    OK,
    RECOVERED,
    SAFE,
    Bench,
    Case,
    Seen,
    Unknown,
    moment,
    params,
)

if TYPE_CHECKING:
    from collections.abc import Callable


# --- displays ------------------------------------------------------------------------------------


def golden(case: Case, device: tuple[str, int]) -> Seen:
    """A text is on the digits that it belongs to, on each half of the chip."""
    text = str(params(case)["text"])
    clock = SimClock()
    bus = SimBus(clock, "table_bus", 400_000)
    chip = SimHt16k33()
    bus.wires.attach(DISPLAY_AT, chip)
    picture = bytes(bars(text, DIGITS))
    ChipDisplay(Ht16k33(bus, DISPLAY_AT, clock), FIRST_HALF, "seat1").show(picture)
    found = Seen({OK})
    if bytes(chip.lit(0))[: len(picture)] != picture:
        found.wrong.append("other digits are lit")
    found.facts["lit"] = bytes(chip.lit(0))
    return found


def count_writes(case: Case, device: tuple[str, int]) -> Seen:
    """A display is written when its picture changes, whole, and not in between."""
    ticks, changes = params(case)["ticks"], params(case)["changes"]
    clock = SimClock()
    bus = SimBus(clock, "table_bus", 400_000)
    chip = SimHt16k33()
    bus.wires.attach(DISPLAY_AT, chip)
    written: list[bytes] = []
    pictures: list[bytes] = []
    bus.before_transfer = lambda to, out, count: written.append(bytes(out or b""))
    chip.changed = lambda: pictures.append(bytes(chip.lit(0)))
    display = ChipDisplay(Ht16k33(bus, DISPLAY_AT, clock), FIRST_HALF, "seat1")
    shown, number = b"", 0
    for tick in range(ticks):
        number += tick * changes // ticks != (tick - 1) * changes // ticks
        wanted = bytes(bars(str(number), DIGITS))
        if number and wanted != shown:
            display.show(wanted)
            shown = wanted
        clock.advance(clock.now_ms() + 10)
    whole = [out for out in written if len(out) == 17]
    found = Seen({OK})
    if len(whole) != changes:
        found.wrong.append(f"{len(whole)} whole pictures were written, not {changes}")
    partial = [out for out in written if 1 < len(out) < 17]
    if partial:
        found.wrong.append("a picture was written in pieces")
    lit = [one for one in pictures if any(one)]
    if lit and b"\0" * 8 in pictures[pictures.index(lit[0]) :]:
        found.wrong.append("dark between two pictures")
    return found


# --- clocks and controller -----------------------------------------------------------------------


def step(case: Case, device: tuple[str, int]) -> Seen:
    """The clock on the wall jumps; the table has none."""
    seconds = params(case)["s"]
    bench = Bench()
    wall = [0.0]
    real = time.time

    def begin() -> None:
        bench.strike()
        wall[0] = seconds

    bench.when(moment(case), begin)
    with patch.object(time, "time", lambda: real() + wall[0]):
        bench.play()
    found = bench.seen()
    if not bench.struck:
        found.wrong.append("the fault never struck")
    return found


def near_wrap(case: Case, device: tuple[str, int]) -> Seen:
    """The count of milliseconds comes to the end of what a line can say, in the middle of a wait.

    The table's clock is restarted before: no timer fires twice, late, or never.
    """
    before_ms = params(case)["ms_before"]
    bench = Bench()

    def begin() -> None:
        bench.strike()
        recorder = bench.simulation.controller._recorder
        assert recorder is not None
        recorder._zero_ms = bench.clock.now_ms() - (CLOCK_RESTARTS_MS - before_ms)

    bench.when(moment(case) or {"phase": "turn_timer"}, begin)
    found = bench.play().seen()
    restarted = bench.count("clock_restarted")
    if restarted != 1:
        found.wrong.append(f"the clock was restarted {restarted} times")
    return found


HANGS = {  # task of the case -> where the loop stands still
    "game_loop": ("_listening", "is_spoken_to"),  # what every pass begins with, a quiet one too
    "link": ("_link", "report"),
    "displays": ("_seats", "show"),
    "noise": ("_intake", "step"),
}
HANG_MS = 50  # a hung pass looks at the clock so often


def hang(case: Case, device: tuple[str, int]) -> Seen:
    """A stage of the loop never returns: the watchdog starts the controller again."""
    task = moment(case).get("task", "game_loop")
    if task not in HANGS:
        raise Unknown("task", task)
    bench = Bench()
    simulation = bench.simulation
    part, call = HANGS[task]

    def begin() -> None:
        bench.strike()

        def never(*_: object, **__: object) -> None:
            while True:
                bench.clock.advance(bench.clock.now_ms() + HANG_MS)

        setattr(getattr(simulation.controller, part), call, never)

    bench.when({"phase": "betting"}, begin)
    bench.play(lambda: simulation.restarts > 0)
    took_ms = bench.clock.now_ms() - (bench.first_ms or 0)
    were_motors_alive = bench.table.motor_enable.is_alive()
    found = bench.play().seen()
    found.results, found.ms = {SAFE}, took_ms
    resets = [boot[2] for boot in bench.said(m.TABLE_STARTED)]
    if simulation.restarts != 1 or resets[-1:] != [m.RESET_WATCHDOG]:
        found.wrong.append(f"the watchdog started the table {simulation.restarts} times")
    if were_motors_alive:
        found.wrong.append("the motors still had their supply")
    if not bench.is_same():
        found.wrong.append("the hand did not go on as it was")
    return found


def power_cycle(case: Case, device: tuple[str, int]) -> Seen:
    """The controller goes out and comes back, at any moment of a hand."""
    room = MemoryRoom()
    bench = Bench(room=room)
    bench.when(moment(case), bench.strike)
    bench.play(lambda: bench.struck > 0)
    room.cut_power()
    return _after_restart(bench, room, Seen(), {RECOVERED})


def _after_restart(bench: Bench, room: MemoryRoom, found: Seen, results: set[str]) -> Seen:
    """Start again in the same room: the same hand, the same cards, held at first."""
    before = bench.log()
    again = Bench(room=room).play()
    found.facts["held"] = any(one.code == "F-PWR-01" for one in again.faults)
    found.wrong += again.invariants()
    if not again.log().startswith(before[: before.rfind(b"\n") + 1]):
        found.wrong.append("a line of before is lost")
    if again.is_same_play():
        found.results |= results
    else:
        found.wrong.append("the hand did not go on as it was")
    if not bench.struck:
        found.wrong.append("the fault never struck")
    return found


KINDS: dict[str, tuple[tuple[str, ...], Callable[[Case, tuple[str, int]], Seen]]] = {
    "golden": (("display",), golden),
    "count_writes": (("display",), count_writes),
    "step": (("wall_clock",), step),
    "near_wrap": (("ticks",), near_wrap),
    "hang": (("controller",), hang),
    "power_cycle": (("controller",), power_cycle),
}
"""Kind -> the kinds of device that it strikes, and how."""
