"""The faults of panels and keys, each by its kind: pressed, held, bouncing, struck, unpowered.

What is heard is what the firmware counts as a press; what the case touches must be heard once, and
nothing else. Rule of the file: a key that nobody touched and somebody heard is wrong, whatever the
case says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.schema import messages as m
from hal.ports import KEY_CALL, KEY_DOWN, KEY_FOLD, KEY_RAISE, KEY_UP, PRESENCE, WELL
from hal.sim.register_board import PANEL_AT
from tests.cases.hardware_bench import (
    DEGRADED,
    FAULT,
    OK,
    RECOVERED,
    Bench,
    Case,
    Seen,
    Unknown,
    moment,
    params,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.app.debounce import Debounce

KEYS = {
    "fold": KEY_FOLD, "call": KEY_CALL, "raise": KEY_RAISE, "up": KEY_UP, "down": KEY_DOWN,
}  # fmt: skip
PINS = (KEY_FOLD, KEY_CALL, KEY_RAISE, KEY_UP, KEY_DOWN, PRESENCE, WELL)
PORT_PINS = 8
QUIET_MS = 1000  # until the players' own keys are up
LISTEN_MS = 1000  # behind the last edge of a key
PRESS_MS = 60


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
    if not 0 <= pin < 2 * PORT_PINS or pin % PORT_PINS >= len(PINS):
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


SEATS = {f"seat{seat}": seat for seat in range(1, 11)}


def is_key(word: str) -> bool:
    """Whether a seat of the table has a key of this name."""
    seat, _, key = word.partition(".")
    return seat in SEATS and key in KEYS


def _key_named(word: str) -> tuple[int, int]:
    if not is_key(word):
        raise Unknown("key", word)
    seat, _, key = word.partition(".")
    return SEATS[seat], KEYS[key]


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
    else:
        redraw = chip.changed

        def changed() -> None:
            redraw()
            if any(chip.lit(0) + chip.lit(1)):
                bench.heal()

        chip.changed = changed
    bench.when(moment(case), begin)
    found = bench.play().seen()
    if bench.said(m.SEAT_LEFT):
        found.wrong.append("a seat was taken for left")
    return found


KINDS: dict[str, tuple[tuple[str, ...], Callable[[Case, tuple[str, int]], Seen]]] = {
    "press": (("panel", "seats"), press),
    "hold": (("panel", "key"), hold),
    "edges": (("key",), edges),
    "glitch": (("seats",), glitch),
    "int_pending": (("panel",), int_pending),
    "preset": (("panel",), preset),
    "por": (("panel", "display"), por),
}
"""Kind -> the kinds of device that it strikes, and how."""
