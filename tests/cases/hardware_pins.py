"""The faults of pins and of the libraries behind them, each by its kind.

A hand is played by a Raspberry Pi's own ports whose GPIO library does what the case says of it:
fails at a call, sits on a chip with another number, means another thing by a word. Interrupt lines
are levels here, never edges to be counted, so a burst of edges must change nothing. Rule of the
file: a library's failure is struck where a program would meet it, and the program's own words and
exit are what is seen.
"""

from __future__ import annotations

import contextlib
import copy
import io
import itertools
import sys
import tempfile
import types
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hal.ports import KEY_UP
from hal.rpi import gpio as gpio_room
from hal.rpi.main import EXIT_USAGE
from hal.rpi.main import main as start_a_pi
from hal.rpi.watchdog import Notify, PiWatchdog
from hal.sim.clock import SimClock
from hal.sim.main import LEVELS
from host_tools.hardware import rules as board_rules
from host_tools.hardware import source as board_source
from tests.cases.hardware_bench import (
    DEGRADED,
    FAULT,
    OK,
    REJECTED,
    Bench,
    Case,
    Seen,
    Unknown,
    moment,
    params,
)
from tests.cases.hardware_panels import Presses
from tests.pi_stand_ins import FakeGpio, PiOnRegisters, wire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LEVEL = "pi"
EDGE_CALLS = ("add_event_detect", "add_event_callback", "wait_for_edge")
SETTLE_MS = 2000  # until players' own keys are up again


@contextlib.contextmanager
def _played_by(library: type[FakeGpio]) -> Iterator[Bench]:
    """A bench whose firmware has its pins from this library."""
    with tempfile.TemporaryDirectory() as folder:

        class Here(PiOnRegisters):
            def libraries(self) -> tuple[Any, Any]:
                _, smbus2 = super().libraries()
                self.gpio = library()
                wire(self.gpio, self)
                return self.gpio, smbus2

        Here.folder = Path(folder)
        before = LEVELS.get(LEVEL)
        LEVELS[LEVEL] = Here
        try:
            yield Bench(level=LEVEL)
        finally:
            if before is None:
                del LEVELS[LEVEL]
            else:
                LEVELS[LEVEL] = before


def _started(library: FakeGpio) -> tuple[int, str]:
    """Start the service with a library: its exit code, and what it told a person."""
    package = types.ModuleType("RPi")
    package.GPIO = library  # type: ignore[attr-defined]
    kept = {name: sys.modules.get(name) for name in ("RPi", "RPi.GPIO")}
    sys.modules.update({"RPi": package, "RPi.GPIO": library})  # type: ignore[dict-item]
    told = io.StringIO()
    try:
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(told):
            code = start_a_pi(["--state", folder, "--serial", "MZ-CASE"])
    finally:
        for name, module in kept.items():
            if module is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = module
    return code, told.getvalue()


def fails(case: Case, device: tuple[str, int]) -> Seen:
    """A call of the library raises: of edges while a hand is played, of pins at the start."""
    call = str(moment(case).get("call", ""))
    kind, _, text = str(params(case).get("error", "")).partition(": ")
    if kind != "RuntimeError":
        raise Unknown("error", kind)

    def broken(*_given: object, **_named: object) -> None:
        raise RuntimeError(text)

    if call in EDGE_CALLS:
        with _played_by(type("Edgeless", (FakeGpio,), {call: broken})) as bench:
            bench.strike()
            bench.play()
            found = bench.seen()
            if OK in found.results:  # every line is looked at, which is all there is on any kernel
                found.results |= {DEGRADED}
            return found
    if call not in ("setup", "setmode"):
        raise Unknown("call", call)
    library = FakeGpio()
    setattr(library, call, broken)
    code, told = _started(library)
    found = Seen(facts={"exit": code, "told": told})
    is_refused = code == EXIT_USAGE and text in told and "pip install" in told
    found.results = {REJECTED} if is_refused else {FAULT}
    if "Traceback" in told:
        found.wrong.append("a traceback is all that is told")
    return found


def chip_renumber(case: Case, device: tuple[str, int]) -> Seen:
    """The header's chip has another number: it is found by its label, and the library told so."""
    wanted = int(params(case)["chip"])
    found = Seen(results={OK})
    for label in gpio_room.HEADER_CHIPS:
        chips = {wanted: label, wanted + 1: "another-chip", wanted + 10: "brcmvirt-gpio"}
        number = _chip_among(chips)
        if number != wanted:
            found.wrong.append(f"{label} at {wanted}, taken for {number}")
            found.results = {FAULT}
    if _chip_among({wanted: "another-chip"}) is not None:
        found.wrong.append("a chip that is not the header's was taken for it")
        found.results = {FAULT}
    return found


def _chip_among(chips: dict[int, str]) -> int | None:
    """Which of these the Pi's room takes, asked as it asks the kernel."""

    def told(_handle: int, _request: int, into: bytearray) -> None:
        label = next(labels).encode()
        into[32 : 32 + len(label)] = label

    with tempfile.TemporaryDirectory() as folder:
        for number in chips:
            (Path(folder) / f"gpiochip{number}").touch()
        labels = iter([chips[int(one.name[8:])] for one in sorted(Path(folder).glob("gpiochip*"))])
        ioctl = gpio_room.fcntl.ioctl
        gpio_room.fcntl.ioctl = told  # type: ignore[assignment]
        try:
            return gpio_room.header_chip(devices=Path(folder))
        finally:
            gpio_room.fcntl.ioctl = ioctl


def burst(case: Case, device: tuple[str, int]) -> Seen:
    """An interrupt line changes so often at once: what counts is how it stands afterwards."""
    count = int(params(case)["edges"])
    with _played_by(FakeGpio) as bench:
        presses = Presses(bench)
        panel, seat = bench.table.panel(1), 1
        begun: list[int] = []

        def begin() -> None:
            bench.clock.after(SETTLE_MS, shake)

        def shake() -> None:
            """An odd number of changes would leave the key down; it ends as it began."""
            bench.strike()
            begun.append(bench.clock.now_ms())
            held = panel.read()[0] & KEY_UP
            for _ in range(count // 2):
                panel.press(seat, KEY_UP)
                panel.release(seat, KEY_UP)
            if held:
                panel.press(seat, KEY_UP)

        bench.when({"phase": "running"}, begin)
        bench.play()
        found = bench.seen()
        heard = presses.of(seat, KEY_UP, begun[0]) if begun else []
        found.facts = {"edges": count, "heard": heard}
        if not begun:
            found.wrong.append("it never began")
        if heard:
            found.wrong.append(f"{len(heard)} presses were made of edges")
        return found


def debounce_semantics(case: Case, device: tuple[str, int]) -> Seen:
    """The libraries mean two things by `bouncetime`: the log is the same, for neither is asked."""
    modes = params(case)["modes"]
    if sorted(modes) != ["stable", "throttle"]:  # rpi-lgpio's and RPi.GPIO's
        raise Unknown("modes", str(modes))
    logs = []
    found = Seen(results={OK})
    for mode in modes:
        asked: list[str] = []

        def noted(
            *_given: object, asked: list[str] = asked, mode: str = mode, **named: Any
        ) -> None:
            asked.append(f"{mode}: {named.get('bouncetime')}")

        with _played_by(type("Bouncing", (FakeGpio,), dict.fromkeys(EDGE_CALLS, noted))) as bench:
            bench.strike()
            bench.play()
            logs.append(bench.log())
            here = bench.seen()
        found.wrong += here.wrong + asked
        if OK not in here.results:
            found.results = here.results
    if len(set(logs)) != 1:
        found.wrong.append("the modes led to different logs")
    return found


def smbus_block_limit(case: Case, device: tuple[str, int]) -> Seen:
    """An answer longer than the kernel's SMBus blocks comes in one combined transfer."""
    count = int(params(case)["limit"]) + 3
    carried: list[int] = []
    with _played_by(FakeGpio) as bench:
        table: Any = bench.table
        spent = table.inner_bus.transfers
        content = bytes(at & 255 for at in range(count))
        table.board.order_memory.write(0, content)
        carried.append(table.inner_bus.transfers - spent)
        read = table.board.order_memory.read(0, count)
        carried.append(table.inner_bus.transfers - spent - carried[0])
    found = Seen(results={OK}, facts={"transfers": carried})
    if read != content or carried != [1, 1]:
        found.wrong.append(f"{count} bytes took {carried} transfers")
        found.results = {FAULT}
    return found


def set_in_environment(case: Case, device: tuple[str, int]) -> Seen:
    """systemd watches more closely than usual: it is told twice as often as it wants to be."""
    asked = {key: str(value) for key, value in params(case).items()}
    if list(asked) != ["WATCHDOG_USEC"]:
        raise Unknown("variable", ", ".join(asked))
    clock = SimClock()
    told: list[int] = []

    class Told(Notify):
        def tell(self, *words: str) -> None:
            told.append(clock.now_ms())

    notify = Told({**asked, "NOTIFY_SOCKET": "/nowhere"})
    watchdog = PiWatchdog(clock, notify)
    limit_ms = int(asked["WATCHDOG_USEC"]) // 1000
    if limit_ms < 1:
        raise Unknown("WATCHDOG_USEC", asked["WATCHDOG_USEC"])
    for _ in range(20 * limit_ms):
        watchdog.feed()
        clock.advance(clock.now_ms() + 1)
    notify.close()
    longest = max(after - before for before, after in itertools.pairwise(told))
    found = Seen(results={OK}, facts={"longest_ms": longest})
    if longest > limit_ms // 2 + 1:
        found.wrong.append(f"{longest} ms without a word, {limit_ms} are allowed")
        found.results = {FAULT}
    return found


def address_dup(case: Case, device: tuple[str, int]) -> Seen:
    """Two displays of one branch are strapped alike: the board's own check refuses it by name."""
    address = int(params(case)["addr"])
    names = [str(one) for one in params(case)["devices"]]
    told = copy.deepcopy(board_source.tables())
    display = next(row for row in told["chip"] if row["part"] == "HT16K33")
    twins = [{**display, "name": name, "at": address} for name in names]
    told["chip"] = [row for row in told["chip"] if row is not display] + twins
    complaints = board_rules.complaints(board_source.parse(told))
    found = Seen(facts={"complaints": complaints})
    is_named = any(f"0x{address:02X}" in one and names[1] in one for one in complaints)
    found.results = {REJECTED} if is_named else {FAULT}
    return found


KINDS: dict[str, tuple[tuple[str, ...], Callable[[Case, tuple[str, int]], Seen]]] = {
    "raise": (("pins",), fails),
    "chip_renumber": (("pins",), chip_renumber),
    "burst": (("interrupt_line",), burst),
    "debounce_semantics": (("pins",), debounce_semantics),
    "smbus_block_limit": (("table_bus",), smbus_block_limit),
    "address_dup": (("config",), address_dup),
    "set": (("environment",), set_in_environment),
}
"""Kind -> the kinds of device that it strikes, and how."""
