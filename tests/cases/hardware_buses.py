"""The faults of the buses, each by its kind: refused, failed, changed, held down.

A function strikes a bench with one kind of fault, in the size that the case gives, and says what
was seen. It knows the devices of revision A (`hardware_aliases.toml`) and nothing of ids. Rule of
the file: a size that is not understood is refused by name, never left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hal.errors import BUSY, IO, NACK, TIMEOUT, HalError
from hal.sim.register_board import DISPLAY_AT, PANEL_AT, SWITCH_AT
from tests.cases.hardware_bench import (
    OK,
    Bench,
    Case,
    Seen,
    Unknown,
    moment,
    params,
)

if TYPE_CHECKING:
    from collections.abc import Callable


ERRNOS = {5: IO, 11: BUSY, 110: TIMEOUT, 121: NACK}  # EIO, EAGAIN, ETIMEDOUT, EREMOTEIO
FOR_EVER = -1


def address_of(device: str, number: int) -> int | None:
    if device == "panel":
        return PANEL_AT + number - 1
    if device == "display":
        return DISPLAY_AT + number - 1
    return None  # anything on the bus


def which_are_struck(bench: Bench, case: Case) -> Callable[[], bool]:
    """A question to be asked at every transfer that could be meant: is it one of the struck?"""
    first = moment(case).get("nth", 1)
    left = params(case).get("count", 1)
    passed = 0

    def is_struck() -> bool:
        nonlocal passed, left
        passed += 1
        if passed < first or left == 0:
            bench.heal()
            return False
        left -= left > 0
        bench.strike()
        return True

    return is_struck


def on_transfers(
    bench: Bench, case: Case, device: tuple[str, int], fail: Callable[[], None]
) -> None:
    """Let `fail` strike at the transfers that the case means, from its moment on."""
    at = moment(case)
    address = address_of(*device)
    if at.get("op", "any") not in ("any", "read", "write"):
        raise Unknown("op", at["op"])
    is_struck = which_are_struck(bench, case)

    def before(to: int, out: bytes | bytearray | None, count: int) -> None:
        is_meant = to == address if address is not None else to != SWITCH_AT
        if at.get("op") == "read":
            is_meant = is_meant and count > 0
        if at.get("op") == "write":
            is_meant = is_meant and bool(out)
        if is_meant and is_struck():
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


TOLD_WITHIN_MS = 20_000
"""A picture that stays the same is sent every 4 s (`firmware.app.screen`); the fourth that fails
is told. The hand may be over by then."""


def _disturbed(case: Case, device: tuple[str, int], fail: Callable[[], None]) -> Seen:
    bench = Bench()
    on_transfers(bench, case, device, fail)
    spent_ms = _spent_on_displays(bench)
    bench.play()
    if device[0] == "display":
        bench.go_on(TOLD_WITHIN_MS)
    found = bench.seen()
    if device[0] == "display":
        # a display is only written to: what it costs is the time that the loop spends on it
        found.ms = max(spent_ms)
    if not bench.struck:
        found.wrong.append("the fault never struck")
    return found


def _spent_on_displays(bench: Bench) -> list[int]:
    """How long the loop was at a display each time while the fault struck."""
    screen, spent_ms = bench.simulation.controller._seats.screen, [0]
    write = screen._write

    def timed(at: int, digits: bytes, now_ms: int) -> None:
        struck, began_ms = bench.struck, bench.clock.now_ms()
        write(at, digits, now_ms)
        if bench.struck != struck:
            spent_ms.append(bench.clock.now_ms() - began_ms)

    screen._write = timed  # type: ignore[method-assign]
    return spent_ms


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
    address = address_of(*device)
    is_struck = which_are_struck(bench, case)

    def spoil(to: int, into: bytearray) -> None:
        if address in (to, None) and is_struck():
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
    address = address_of(*device)
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


KINDS: dict[str, tuple[tuple[str, ...], Callable[[Case, tuple[str, int]], Seen]]] = {
    "nack": (("table_bus", "panel", "display"), nack),
    "errno": (("table_bus", "panel", "display"), errno),
    "corrupt_read": (("table_bus", "panel"), corrupt_read),
    "scl_low": (("table_bus",), scl_low),
    "sda_low": (("table_bus",), sda_low),
    "zero_length_write": (("panel",), zero_length_write),
}
"""Kind -> the kinds of device that it strikes, and how."""
