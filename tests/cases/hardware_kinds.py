"""The faults of buses, panels, keys, displays, clocks and controller, each by its kind.

A function strikes a bench with one kind of fault, in the size that the case gives, and says what
was seen. It knows the devices of revision A (`hardware_aliases.toml`) and nothing of ids. Rule of
the file: a size that is not understood is refused by name, never left out.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from firmware.app.glyphs import bars
from firmware.app.recorder import CLOCK_RESTARTS_MS
from firmware.schema import messages as m
from hal.drivers.ht16k33 import DIGITS, FIRST_HALF, Ht16k33
from hal.drivers.segment_display import ChipDisplay
from hal.errors import BUSY, IO, NACK, TIMEOUT, HalError
from hal.ports import KEY_CALL, KEY_DOWN, KEY_FOLD, KEY_RAISE, KEY_UP, PRESENCE, WELL
from hal.sim.bus import SimBus
from hal.sim.chip_ht16k33 import SimHt16k33
from hal.sim.clock import SimClock
from hal.sim.register_board import DISPLAY_AT, PANEL_AT, SWITCH_AT
from hal.sim.room import MemoryRoom
from tests.cases.hardware_bench import (
    DEGRADED,
    FAULT,
    OK,
    RECOVERED,
    SAFE,
    Bench,
    Seen,
    Unknown,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.app.debounce import Debounce

Case = dict[str, Any]

KEYS = {
    "fold": KEY_FOLD, "call": KEY_CALL, "raise": KEY_RAISE, "up": KEY_UP, "down": KEY_DOWN,
}  # fmt: skip
PINS = (KEY_FOLD, KEY_CALL, KEY_RAISE, KEY_UP, KEY_DOWN, PRESENCE, WELL)
PORT_PINS = 8
ERRNOS = {5: IO, 11: BUSY, 110: TIMEOUT, 121: NACK}  # EIO, EAGAIN, ETIMEDOUT, EREMOTEIO
QUIET_MS = 1000  # until the players' own keys are up
LISTEN_MS = 1000  # behind the last edge of a key
PRESS_MS = 60
FOR_EVER = -1


def params(case: Case) -> dict[str, Any]:
    """The sizes of a case."""
    return case["inject"].get("params", {})


def moment(case: Case) -> dict[str, Any]:
    """Where it strikes."""
    return case["inject"].get("at", {})


# --- buses ---------------------------------------------------------------------------------------


def _address(device: str, number: int) -> int | None:
    if device == "panel":
        return PANEL_AT + number - 1
    if device == "display":
        return DISPLAY_AT + number - 1
    return None  # anything on the bus


def _on_transfers(
    bench: Bench, case: Case, device: tuple[str, int], fail: Callable[[], None]
) -> None:
    """Let `fail` strike at the transfers that the case means, from its moment on."""
    at = moment(case)
    address = _address(*device)
    first = at.get("nth", 1)
    left = params(case).get("count", 1)
    if at.get("op", "any") not in ("any", "read", "write"):
        raise Unknown("op", at["op"])
    passed = 0

    def before(to: int, out: bytes | bytearray | None, count: int) -> None:
        nonlocal passed, left
        is_meant = to == address if address is not None else to != SWITCH_AT
        if at.get("op") == "read":
            is_meant = is_meant and count > 0
        if at.get("op") == "write":
            is_meant = is_meant and bool(out)
        if not is_meant:
            return
        passed += 1
        if passed < first or left == 0:
            bench.heal()
            return
        left -= left > 0
        bench.strike()
        fail()

    def begin() -> None:
        bench.table.table_bus.before_transfer = before

    bench.when(at, begin)


def nack(case: Case, device: tuple[str, int]) -> Seen:
    """So many transfers are not acknowledged; -1: none is any more."""

    def fail() -> None:
        raise HalError(NACK, "table_bus", "by the case")

    return _disturbed(case, device, fail)


def errno(case: Case, device: tuple[str, int]) -> Seen:
    """So many transfers end with an error of the system."""
    number = params(case).get("errno", 0)
    if number not in ERRNOS:
        raise Unknown("errno", number)

    def fail() -> None:
        raise HalError(ERRNOS[number], "table_bus", "by the case")

    return _disturbed(case, device, fail)


def _disturbed(case: Case, device: tuple[str, int], fail: Callable[[], None]) -> Seen:
    bench = Bench()
    _on_transfers(bench, case, device, fail)
    bench.play()
    found = bench.seen()
    if device[0] == "display":
        # a display is only written to: what it costs is the time that the loop spends on it
        found.ms = bench.longest_pass_ms
    if not bench.struck:
        found.wrong.append("the fault never struck")
    return found


def _shift_right_or_80(octet: int) -> int:
    return octet >> 1 | 0x80


MODES = {
    "shift_right_or_80": _shift_right_or_80,
    "shift_left": lambda octet: octet << 1 & 0xFF,
    "zero": lambda octet: 0,
    "ones": lambda octet: 0xFF,
    "invert": lambda octet: octet ^ 0xFF,
}


def corrupt_read(case: Case, device: tuple[str, int]) -> Seen:
    """So many answers are changed on the wire, and nobody is told."""
    mode = params(case).get("mode", "")
    if mode not in MODES:
        raise Unknown("mode", mode)
    bench = Bench()
    address = _address(*device)
    first, left = moment(case).get("nth", 1), params(case).get("count", 1)
    passed = 0

    def spoil(to: int, into: bytearray) -> None:
        nonlocal passed, left
        if address not in (to, None):
            return
        passed += 1
        if passed < first or left == 0:
            bench.heal()
            return
        left -= left > 0
        bench.strike()
        into[:] = bytes(MODES[mode](octet) for octet in into)

    def begin() -> None:
        bench.table.table_bus.spoil = spoil

    bench.when(moment(case), begin)
    found = bench.play().seen()
    if not bench.struck:
        found.wrong.append("the fault never struck")
    return found


def _held_line(case: Case, hold: Callable[[Any], None], release: Callable[[Any], None]) -> Seen:
    bench = Bench()
    wires = bench.table.table_bus.wires
    after_ms = params(case).get("release_after_ms", FOR_EVER)

    bench.is_disturbed = wires.is_stuck

    def begin() -> None:
        bench.strike()
        hold(wires)
        if after_ms != FOR_EVER:
            bench.clock.after(after_ms, lambda: release(wires))

    bench.when(moment(case), begin)
    bench.play()
    found = bench.seen()
    if not wires.is_stuck() and found.ms is None:
        found.ms = bench.longest_pass_ms
    found.facts["is_stuck"] = wires.is_stuck()
    return found


def scl_low(case: Case, device: tuple[str, int]) -> Seen:
    """The clock line is held low for so long."""

    def set_held(wires: Any, held: bool) -> None:
        wires.is_scl_held = held

    return _held_line(
        case, lambda wires: set_held(wires, True), lambda wires: set_held(wires, False)
    )


def sda_low(case: Case, device: tuple[str, int]) -> Seen:
    """A chip holds the data line low until it has seen so many clocks."""
    clocks = params(case).get("release_after_clocks", FOR_EVER)

    def set_clocks(wires: Any, count: int) -> None:
        wires.sda_clocks = count

    return _held_line(
        case, lambda wires: set_clocks(wires, clocks), lambda wires: set_clocks(wires, 0)
    )


def zero_length_write(case: Case, device: tuple[str, int]) -> Seen:
    """An empty write asks only whether somebody is there, and moves no pointer."""
    bench = Bench()
    address = _address(*device)
    if address is None:
        raise Unknown("device without an address", device[0])
    bench.play(lambda: bench.count("turn_opened") >= 1)
    table = bench.table
    branch = address & 0x0F
    bus = table.table_bus
    bus.writeto(SWITCH_AT, bytes((1 << branch + 1,)))
    bus.writeto(address, b"\x12")
    first, second = bytearray(2), bytearray(2)
    bus.readfrom_into(address, first)
    bus.writeto(address, b"\x12")
    bus.writeto(address, b"")
    bus.readfrom_into(address, second)
    found = Seen({OK}, wrong=bench.invariants())
    if first != second:
        found.wrong.append("the pointer moved")
    try:
        bus.writeto(address ^ 0x08, b"")
        found.wrong.append("an absent device answered")
    except HalError as trouble:
        if trouble.kind != NACK:
            found.wrong.append(f"an absent device gave {trouble.kind}")
    return found


# --- panels and keys -----------------------------------------------------------------------------


class Presses:
    """Counts what a bench takes for presses and releases, at every seat."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.counted: list[tuple[int, int, int, int]] = []  # ms, seat, bit, 1 for pressed
        seats = bench.simulation.controller._seats
        for seat in range(1, 11):
            self._watch(seats._keys[seat]._debounce, seat)

    def _watch(self, one: Debounce, seat: int) -> None:
        sample = one.sample

        def watched(bits: int, now_ms: int) -> int:
            changed = sample(bits, now_ms)
            for bit in PINS:
                if changed & bit and bit not in (PRESENCE, WELL):
                    level = int(bool(one.levels & bit))
                    self.counted.append((now_ms, seat, bit, level))
            return changed

        one.sample = watched  # type: ignore[method-assign]

    def of(self, seat: int, bit: int, since_ms: int) -> list[tuple[int, int]]:
        """(ms, level) of one key."""
        return [(ms, level) for ms, s, b, level in self.counted if (s, b) == (seat, bit) and
                ms >= since_ms]  # fmt: skip


def _pin(device: tuple[str, int], pin: int) -> tuple[int, int]:
    """Seat and key bit on a pin of a panel."""
    seat = 2 * device[1] - 1 + pin // PORT_PINS
    if pin % PORT_PINS >= len(PINS):
        raise Unknown("input pin", pin)
    return seat, PINS[pin % PORT_PINS]


def _silent_people(bench: Bench) -> None:
    """Nobody plays: what is heard is what the case presses."""
    bench.simulation.people.look = lambda: None  # type: ignore[method-assign]


def _play_keys(
    case: Case, edges: list[tuple[int, int, int, int]], *, at: dict[str, Any] | None = None
) -> tuple[Seen, Presses, Bench]:
    """Play `edges` (ms, seat, bit, level) from the case's moment on while the players wait."""
    bench = Bench()
    presses = Presses(bench)
    last_ms = max(ms for ms, *_ in edges)
    begun: list[int] = []

    def begin() -> None:
        _silent_people(bench)
        bench.clock.after(QUIET_MS, touch)

    def touch() -> None:
        begun.append(bench.clock.now_ms())
        bench.strike()
        for ms, seat, bit, level in edges:
            panel = bench.table.panel(seat)
            move = panel.press if level else panel.release
            bench.clock.after(ms, lambda move=move, seat=seat, bit=bit: move(seat, bit))

    look = bench.simulation.people.look
    bench.when(moment(case) if at is None else at, begin)
    ended_ms = last_ms + LISTEN_MS
    bench.play(lambda: bool(begun) and bench.clock.now_ms() >= begun[0] + ended_ms)
    heard = list(presses.counted)
    bench.simulation.people.look = look  # type: ignore[method-assign]
    presses.counted = [one for one in heard if one[0] >= begun[0]]
    found = bench.seen()
    found.wrong = [*found.wrong, *_missed(edges, presses, begun[0])]
    found.facts["presses"] = [one[1:] for one in presses.counted]
    found.facts["begun_ms"] = begun[0]
    return found, presses, bench


def _missed(edges: list[tuple[int, int, int, int]], presses: Presses, since_ms: int) -> list[str]:
    """Keys that were heard and not touched."""
    touched = {(seat, bit) for _, seat, bit, _ in edges}
    return [
        f"seat {seat} was heard and not touched"
        for ms, seat, bit, level in presses.counted
        if ms >= since_ms and (seat, bit) not in touched
    ]


def press(case: Case, device: tuple[str, int]) -> Seen:
    """Keys are pressed so many times; each press must be heard once, and no other key."""
    size = params(case)
    if device[0] == "seats":
        keys = [_key_named(word) for word in size["which"]]
        times, gap_ms = 1, 0
    else:
        keys = [_pin(device, pin) for pin in size["pins"]]
        times, gap_ms = size.get("times", 1), size.get("gap_ms", 400)
    edges = []
    for number in range(times):
        for seat, bit in keys:
            edges.append((number * gap_ms + 1, seat, bit, 1))
            edges.append((number * gap_ms + 1 + PRESS_MS, seat, bit, 0))
    found, presses, bench = _play_keys(case, edges, at={"phase": "running"})
    since_ms = found.facts["begun_ms"]
    for seat, bit in keys:
        levels = [level for _, level in presses.of(seat, bit, since_ms)]
        if levels != [1, 0] * times:
            found.wrong.append(f"seat {seat}: {levels.count(1)} presses heard, not {times}")
    found.facts["line_rests"] = not bench.table.attention.is_on()
    found.results = _answered(found)
    return found


def _answered(found: Seen) -> set[str]:
    return {FAULT} if found.wrong else {OK, RECOVERED}


def _key_named(word: str) -> tuple[int, int]:
    seat, _, key = word.partition(".")
    if not seat.startswith("seat") or not seat[4:].isdigit() or key not in KEYS:
        raise Unknown("key", word)
    return int(seat[4:]), KEYS[key]


def _keys_of(case: Case, device: tuple[str, int]) -> list[tuple[int, int]]:
    if device[0] == "key":
        return [_key_named(case["inject"]["target"])]
    return [_pin(device, pin) for pin in params(case).get("pins", ())]


def hold(case: Case, device: tuple[str, int]) -> Seen:
    """A key is held: one press, one release, however long."""
    ms = params(case)["ms"]
    keys = _keys_of(case, device)
    edges = [(1, *key, 1) for key in keys] + [(1 + ms, *key, 0) for key in keys]
    found, presses, bench = _play_keys(case, edges, at={"phase": "running"})
    for seat, bit in keys:
        levels = [level for _, level in presses.of(seat, bit, found.facts["begun_ms"])]
        if levels != [1, 0]:
            found.wrong.append(f"seat {seat}: heard {levels}")
    raised = [one for one in bench.faults if one.is_raised]
    found.results = _answered(found)
    if raised and not found.wrong:
        found.results = {DEGRADED}
    found.facts["codes"] = [one.code for one in raised]
    return found


def edges(case: Case, device: tuple[str, int]) -> Seen:
    """A key's contact opens and closes as the pattern says: one touch is one press."""
    seat, bit = _key_named(case["inject"]["target"])
    pattern = [(1 + ms, seat, bit, level) for ms, level in params(case)["pattern_ms"]]
    found, presses, _ = _play_keys(case, pattern, at={"phase": "running"})
    heard = presses.of(seat, bit, found.facts["begun_ms"])
    levels = [level for _, level in heard]
    if levels[:2] != [1, 0] or len(levels) != 2:
        found.wrong.append(f"one touch was heard as {levels}")
    if heard:
        found.ms = heard[0][0] - found.facts["begun_ms"] - 1
    found.results = _answered(found)
    return found


def glitch(case: Case, device: tuple[str, int]) -> Seen:
    """A spike on every key, caught by exactly one sample of each panel."""
    us = params(case)["us"]
    bench = Bench()
    presses = Presses(bench)
    spikes: list[int] = []

    def begin() -> None:
        bench.strike()
        bench.table.table_bus.before_transfer = before
        for panel in bench.table.panels:
            panel.has_news = True

    def before(to: int, out: bytes | bytearray | None, count: int) -> None:
        at = to - PANEL_AT
        if not 0 <= at < len(bench.table.panels) or not count or to in spikes:
            return
        spikes.append(to)
        panel = bench.table.panels[at]
        for seat in (2 * at + 1, 2 * at + 2):
            panel.press(seat, KEY_FOLD | KEY_CALL | KEY_RAISE)
        bench.clock.after((us + 999) // 1000, lambda: _let_go(bench, at))

    bench.when(moment(case), begin)
    bench.play()
    found = bench.seen()
    found.facts["spikes"] = len(spikes)
    found.facts["presses"] = presses.counted
    if len(spikes) != len(bench.table.panels):
        found.wrong.append(f"{len(spikes)} panels were struck")
    return found


def _let_go(bench: Bench, at: int) -> None:
    for seat in (2 * at + 1, 2 * at + 2):
        bench.table.panels[at].release(seat, KEY_FOLD | KEY_CALL | KEY_RAISE)


def int_pending(case: Case, device: tuple[str, int]) -> Seen:
    """Keys are down, and the interrupt is active, before the program starts."""
    bench = Bench()
    presses = Presses(bench)
    keys = [_pin(device, pin) for pin in params(case)["pins"]]
    for seat, bit in keys:
        bench.table.panel(seat).press(seat, bit)
    bench.strike()
    bench.play(lambda: bench.simulation.controller.journal is not None)
    for _ in range(20):
        bench.one_pass()
    line_rests = not bench.table.attention.is_on()
    for seat, bit in keys:
        bench.table.panel(seat).release(seat, bit)
    bench.play()
    found = bench.seen()
    if not line_rests:
        found.wrong.append("the interrupt line stays active")
    mute = [one for one in bench.said(m.KEY_IGNORED) if (one[1], 1 << one[2]) in keys]
    if mute:
        found.wrong.append("a press older than the start was told")
    found.facts["counted"] = len(presses.counted)
    return found


def preset(case: Case, device: tuple[str, int]) -> Seen:
    """Earlier software left the chip in another layout."""
    bench = Bench()
    chip = bench.table.expanders[device[1] - 1]
    registers = {"iocon": 0x0A, "iodir": 0x00, "gppu": 0x0C, "intcon": 0x08, "gpinten": 0x04}
    for name, value in params(case).items():
        if name not in registers:
            raise Unknown("register", name)
        chip.write(bytes((registers[name], value)))
    bench.strike()
    return bench.play().seen()


def por(case: Case, device: tuple[str, int]) -> Seen:
    """The chip loses its supply for a moment; its registers are back at reset."""
    bench = Bench()
    if device[0] == "panel":
        chip = bench.table.expanders[device[1] - 1]
    elif device[0] == "display":
        chip = bench.table.display_chips[device[1] - 1]
    else:
        raise Unknown("device without a supply of its own", device[0])
    presses = Presses(bench)
    begun: list[int] = []

    def begin() -> None:
        begun.append(len(presses.counted))
        bench.strike()
        if params(case).get("float_inputs") and device[0] == "panel":
            chip.floating = [0x7F, 0x7F]
        chip.lose_power()

    set_up = bench.simulation.table.board.panels[device[1] - 1] if device[0] == "panel" else None
    if set_up is not None:
        read = set_up.read

        def read_and_heal() -> tuple[int, int]:
            levels = read()
            bench.heal()
            return levels

        set_up.read = read_and_heal  # type: ignore[method-assign]
    bench.when(moment(case), begin)
    found = bench.play().seen()
    if bench.said(m.SEAT_LEFT):
        found.wrong.append("a seat was taken for left")
    return found


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
        if wanted != shown:
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
    if pictures and b"\0" * 8 in pictures[pictures.index(lit[0]) :]:
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
    "game_loop": ("_link", "poll"),
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
    if again.is_same():
        found.results |= results
    else:
        found.wrong.append("the hand did not go on as it was")
    if not bench.struck:
        found.wrong.append("the fault never struck")
    return found


KINDS: dict[str, tuple[tuple[str, ...], Callable[[Case, tuple[str, int]], Seen]]] = {
    "nack": (("table_bus", "panel", "display"), nack),
    "errno": (("table_bus", "panel", "display"), errno),
    "corrupt_read": (("table_bus", "panel"), corrupt_read),
    "scl_low": (("table_bus",), scl_low),
    "sda_low": (("table_bus",), sda_low),
    "zero_length_write": (("panel",), zero_length_write),
    "press": (("panel", "seats"), press),
    "hold": (("panel", "key"), hold),
    "edges": (("key",), edges),
    "glitch": (("seats",), glitch),
    "int_pending": (("panel",), int_pending),
    "preset": (("panel",), preset),
    "por": (("panel", "display"), por),
    "golden": (("display",), golden),
    "count_writes": (("display",), count_writes),
    "step": (("wall_clock",), step),
    "near_wrap": (("ticks",), near_wrap),
    "hang": (("controller",), hang),
    "power_cycle": (("controller",), power_cycle),
}
"""Kind -> the kinds of device that it strikes, and how."""
