"""The faults of the noise sources and of what is drawn from them, each by its kind.

A function strikes the optical source, the second source, the tree of source files, the system's
own generator or the shuffle with one kind of fault, in the size that the case gives, and says what
was seen. A table at register level plays until its first deal where a whole table is needed. Rule
of the file: whatever comes, no order may be drawn from what was struck; that is looked at first.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np

from firmware.randomness.drbg import HmacDrbg
from firmware.randomness.permutation import Reservoir, shuffled
from firmware.randomness.pipeline import HEALTHY
from hal.drivers.atecc608 import Atecc608
from hal.errors import BUSY, CORRUPT, NACK, HalError
from hal.sim.bus import SimBus
from hal.sim.chip_atecc608 import SimAtecc608
from hal.sim.clock import SimClock
from hal.sim.noise import SimSecondNoise
from hal.sim.register_board import ATECC_AT, GENERAL_CALL, INNER_HERTZ, QRNG_AT
from host_tools.lab import nulls
from tests.cases.hardware_bench import (
    DEGRADED,
    FAULT,
    OK,
    RECOVERED,
    REJECTED,
    Bench,
    Seen,
    Unknown,
)
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.app.noise_intake import NoiseIntake

Case = dict[str, Any]

HEADER_BYTES = 2
PACKET_BYTES = 16
TRIES = 3  # of the second source, as the fault table has it for F-RNG-04
WAIT_MS = 200
HANG_MS = 5_000


def params(case: Case) -> dict[str, Any]:
    """The sizes of a case."""
    return case["inject"].get("params", {})


def moment(case: Case) -> dict[str, Any]:
    """Where it strikes."""
    return case["inject"].get("at", {})


class NoiseBench(Bench):
    """A table whose noise is watched: which packets the pipeline got, and what was drawn after."""

    def __init__(self) -> None:
        super().__init__()
        self.intake: NoiseIntake = self.simulation.controller._intake
        self.packets: list[bytes] = []
        self.drawn_after_strike = 0
        pipeline = self.intake.pipeline
        feed, draw = pipeline.feed, pipeline.draw_order

        def watched(raw: bytes, second: bytes = b"") -> int:
            if raw:
                self.packets.append(bytes(raw))
            return feed(raw, second)

        def drawn(slots: bytes) -> tuple[bytearray, bytes]:
            self.drawn_after_strike += self.struck > 0
            return draw(slots)

        pipeline.feed = watched  # type: ignore[method-assign]
        pipeline.draw_order = drawn  # type: ignore[method-assign]

    def spoil_packets(self, change: Callable[[bytearray], bool]) -> None:
        """Let `change` alter each answer of 18 bytes; True when it did."""

        def spoil(address: int, answer: bytearray) -> None:
            if address == QRNG_AT and len(answer) == HEADER_BYTES + PACKET_BYTES:
                if change(answer):
                    self.strike()
                else:
                    self.heal()

        self.table.inner_bus.spoil = spoil


def _with_faults(bench: NoiseBench) -> Seen:
    found = bench.seen()
    stands = [fault.code for fault in bench.standing()]
    if any(code.startswith("F-RNG") for code in stands):
        found.results = {FAULT, DEGRADED}
    if not bench.struck:
        found.wrong.append("the fault never struck")
    return found


def constant(case: Case, device: tuple[str, int]) -> Seen:
    """From so many bytes on every byte of the source is the same."""
    value, after = params(case).get("value", 0), moment(case).get("after_bytes", 0)
    bench = NoiseBench()
    given = 0

    def change(answer: bytearray) -> bool:
        nonlocal given
        given += PACKET_BYTES
        if given <= after:
            return False
        answer[:] = bytes((0xA2, 0)) + bytes((value,)) * PACKET_BYTES
        return True

    bench.spoil_packets(change)
    bench.play(lambda: bench.intake.pipeline.is_latched)
    bench.play(lambda: bool(bench.faults))
    if not bench.struck:  # the evening needs less noise than that: let the source go on
        while not bench.struck:
            if not bench.intake.pipeline.wanted:
                bench.intake.pipeline.request_draw()
            bench.intake.step()
            bench.clock.advance(bench.clock.now_ms() + 1)
    found = _with_faults(bench)
    pipeline = bench.intake.pipeline
    if pipeline.state == HEALTHY and not bench.standing():
        found.wrong.append("the constant source is not noticed")
    else:
        found.results = {FAULT, DEGRADED}
    if bench.drawn_after_strike:
        found.wrong.append("an order was drawn from constant bytes")
    return found


def packet(case: Case, device: tuple[str, int]) -> Seen:
    """So many packets carry another header or status."""
    size = params(case)
    first, count = moment(case).get("nth", 1), size.get("count", 1)
    bench = NoiseBench()
    spoiled: list[bytes] = []
    number = 0

    def change(answer: bytearray) -> bool:
        nonlocal number
        if answer[0] != 0xA2 or answer[1]:
            return False  # not a packet of noise yet
        number += 1
        if number < first or (count >= 0 and number >= first + count):
            return False
        answer[0], answer[1] = size.get("header", 0xA2), size.get("status", 0)
        if answer[0] == 0xA2 and answer[1] == 0:
            raise Unknown("packet", size)
        spoiled.append(bytes(answer[HEADER_BYTES:]))
        return True

    bench.spoil_packets(change)
    bench.play()
    found = _with_faults(bench)
    codes = [fault.code for fault in bench.faults if fault.is_raised]
    if any(code.startswith("F-RNG") for code in codes):
        found.results |= {FAULT}  # it was named; after a new start-up test the table goes on
    if any(one in bench.packets for one in spoiled):
        found.wrong.append("a refused packet was used")
    found.facts["alarms"] = bench.table.board.noise.alarms
    return found


def status_stuck(case: Case, device: tuple[str, int]) -> Seen:
    """The source's status never changes again: it is never ready, or always alarmed."""
    value = params(case).get("value", 0x08)
    bench = NoiseBench()

    def begin() -> None:
        bench.strike()
        bench.table.noise_chip.status = value

    bench.when(moment(case), begin)
    if not moment(case):
        begin()
    began_ms = bench.clock.now_ms()
    bench.play(lambda: bool(bench.intake._faults.inputs) or bench.intake._faults.worst() > 0)
    found = Seen({FAULT}, ms=bench.clock.now_ms() - began_ms, wrong=bench.invariants())
    if not bench.intake._faults.worst():
        found.results = {OK}
    if bench.packets:
        found.wrong.append("a packet under a bad status was used")
    return found


def fail(case: Case, device: tuple[str, int]) -> Seen:
    """The source fails its tests while an order is being made of it; then it is good again."""
    bench = NoiseBench()
    bench.play(lambda: bench.count("hand_started") >= 1)
    pipeline = bench.intake.pipeline
    swap = moment(case).get("swap", 0)
    before = list(bench.packets)

    def change(answer: bytearray) -> bool:
        if len(bench.packets) - len(before) < min(swap, 4) or bench.struck >= 2:
            return False
        answer[:] = bytes((0xA2, 0)) + bytes(PACKET_BYTES)
        return True

    bench.spoil_packets(change)
    if not pipeline.wanted:
        pipeline.request_draw()
    half = len(bench.packets)
    bench.play(lambda: bench.struck > 0 and pipeline.state != HEALTHY)
    found = Seen({FAULT}, wrong=bench.invariants())
    if not bench.struck:
        found.wrong.append("the fault never struck")
    if pipeline.is_ready or bench.drawn_after_strike:
        found.wrong.append("an order was made of what came before and after")
    found.facts["half_used"] = len(bench.packets) - half
    return found


# --- the second source ---------------------------------------------------------------------------


class SecondBench:
    """The second source alone on its bus."""

    def __init__(self) -> None:
        self.clock = SimClock()
        self.bus = SimBus(self.clock, "inner_bus", INNER_HERTZ)
        self.chip = SimAtecc608(self.clock, SimSecondNoise(b"cases"), INNER_HERTZ)
        self.bus.wires.attach(ATECC_AT, self.chip)
        self.bus.wires.attach(GENERAL_CALL, self.chip.pulse)
        self.driver = Atecc608(self.bus, ATECC_AT, self.clock, provenance="simulated")
        self.struck = 0

    def ask(self) -> tuple[bytes, str]:
        """One answer, or the kind of error; asked again while it is busy."""
        for _ in range(WAIT_MS):
            try:
                return self.driver.read(), ""
            except HalError as trouble:
                if trouble.kind != BUSY:
                    return b"", trouble.kind
            self.clock.advance(self.clock.now_ms() + 1)
        return b"", BUSY

    def seen(self) -> Seen:
        """Asked as often as the fault table allows."""
        began_ms = self.clock.now_ms()
        expected = SimSecondNoise(b"cases")
        possible = [expected.read() for _ in range(TRIES + 2)]
        found = Seen()
        for tried in range(1 + TRIES):
            answer, kind = self.ask()
            found.ms = self.clock.now_ms() - began_ms
            if answer:
                found.results = {OK, RECOVERED} if not tried else {RECOVERED}
                if answer not in possible:
                    found.wrong.append("an answer that the chip never gave")
                break
            found.facts.setdefault("kinds", []).append(kind)
        else:
            found.results = {FAULT}
        if not self.struck:
            found.wrong.append("the fault never struck")
        return found


def flip_bit(case: Case, device: tuple[str, int]) -> Seen:
    """One bit of the second source's answer is changed on the wire, once or so many times."""
    at, left = moment(case).get("byte", 0), params(case).get("count", 1)
    if moment(case).get("cmd", "random") != "random":
        raise Unknown("command", moment(case)["cmd"])
    bench = SecondBench()

    def spoil(_address: int, answer: bytearray) -> None:
        nonlocal left
        if len(answer) == 35 and left:
            left -= left > 0
            bench.struck += 1
            answer[at % 35] ^= 1 << params(case).get("bit", 0)

    bench.bus.spoil = spoil
    found = bench.seen()
    if found.facts.get("kinds", [CORRUPT])[0] != CORRUPT:
        found.wrong.append("the answer was not refused for its check sum")
    return found


def nack(case: Case, device: tuple[str, int]) -> Seen:
    """The second source does not acknowledge, so many times; -1: never again."""
    left = params(case).get("count", -1)
    bench = SecondBench()

    def before(address: int, out: bytes | bytearray | None, _count: int) -> None:
        nonlocal left
        is_meant = address == ATECC_AT and (out is None or len(out) > 1)
        if is_meant and left and bench.chip._ready_us >= 0:
            left -= left > 0
            bench.struck += 1
            raise HalError(NACK, "inner_bus", "by the case")

    bench.bus.before_transfer = before
    return bench.seen()


# --- the code, the system, the shuffle -----------------------------------------------------------


def grep(case: Case, device: tuple[str, int]) -> Seen:
    """A pattern that no source file of these folders may hold; planted, it is noticed."""
    pattern = re.compile(params(case)["pattern"])
    for folder in params(case)["paths"]:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if pattern.search(path.read_text(encoding="utf-8")):
                return Seen({OK}, wrong=[f"{path.relative_to(ROOT)} has it"])
    from tests.tidy.test_one_source_of_chance import offences

    planted = offences("import random\nrandom.shuffle(deck)\nrandom.randint(1, 2)")
    return Seen({REJECTED} if planted else {OK})


def block(case: Case, device: tuple[str, int]) -> Seen:
    """The system's own generator blocks for so long: nothing on the table may call it."""
    called: list[int] = []

    def blocked(_count: int) -> bytes:
        called.append(params(case)["ms"])
        raise AssertionError("the table called the system's generator")

    with patch.object(os, "urandom", blocked):
        bench = NoiseBench()
        bench.struck = 1
        bench.play()
    found = bench.seen()
    if called:
        found.wrong.append("it was called")
    found.results = {DEGRADED, OK} if bench.is_same() else {FAULT}
    return found


def chi_square(case: Case, device: tuple[str, int]) -> Seen:
    """So many orders of 52: each place as likely for each card; the same bytes, same orders."""
    count = params(case)["shuffles"]

    def orders() -> bytes:
        drbg = HmacDrbg(bytes(range(32)), bytes(16))

        def octets() -> bytes:
            drbg.reseed(drbg.generate(32))
            return drbg.generate(1024)

        reservoir = Reservoir(octets)
        return b"".join(shuffled(bytes(range(52)), reservoir) for _ in range(count))

    drawn = orders()
    rows = np.frombuffer(drawn, np.uint8).reshape(-1, 52)
    places = np.arange(52) * 52
    table = np.bincount((rows + places).ravel(), minlength=52 * 52)
    expected = count / 52
    total = float(((table - expected) ** 2).sum() / expected) * 51 / 52
    p = nulls.two_sided(nulls.chi_square_tail(total, 51 * 51))
    found = Seen({OK} if p > 1e-6 else {FAULT}, facts={"p": p})
    if orders() != drawn:
        found.wrong.append("the same bytes gave other orders")
    return found


KINDS: dict[str, tuple[tuple[str, ...], Callable[..., Seen]]] = {
    "constant": (("noise",), constant),
    "packet": (("noise",), packet),
    "status_stuck": (("noise",), status_stuck),
    "fail": (("noise",), fail),
    "flip_bit": (("second_noise",), flip_bit),
    "nack": (("second_noise",), nack),
    "grep": (("source_tree",), grep),
    "block": (("system_chance",), block),
    "chi_square": (("shuffle",), chi_square),
}
"""Kind -> the kinds of device that it strikes, and how."""
