"""Tables and hosts that are killed in the middle of hands, and what must be there afterwards.

`python -m tests.kills [KILLS] [SEED]` kills simulated tables at KILLS random points of recorded
hands (default 50) and the following host as often: `kill -9`, real processes, a real
pseudo-terminal, real folders. A point is a random number of bytes on the table's disk and up to
some milliseconds more, so it falls anywhere: between writing and syncing, between the record and
the motion, while the machine moves, while the table starts again. Shared with the quick tests of a
few kills. It plays and gathers; `tests.kill_judge` judges.
"""

from __future__ import annotations

import argparse
import os
import random
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.lines.parser import parse
from hal.sim.main import Simulation
from hal.sim.script import read_script
from host_tools.dev.campaign_size import size_from
from host_tools.link.port import TablePort
from host_tools.link.session import HostSession
from host_tools.replay.whole_table import write_script
from host_tools.sim.table_process import TableProcess
from host_tools.store import LineStore
from tests.kill_judge import SERIAL, Disturbed, as_entered, journal, story, wrong_with
from tests.mazziere_process import command
from tests.whole_table import unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.replay.whole_table import Named

KILLS = 50
HANDS_AN_EVENING = 2
KILLS_AN_EVENING = 5
DEADLINE_SECONDS = 300.0  # a net for a table that hangs; an undisturbed evening takes a second
LOOK_SECONDS = 0.0005
AFTER_SECONDS_MAX = 0.005
HOST_SPEED = "30"
HOST_LINES_MAX = 40


def journal_bytes(folder: Path) -> int:
    """How long it is."""
    return sum(path.stat().st_size for path in (folder / "journal").glob("segment-*.log"))


def tail(folder: Path) -> str:
    """The last lines of the log, for a person who looks for the reason."""
    lines = journal(folder).decode(errors="replace").splitlines()
    return "\n".join([line for line in lines if " card_fed " not in line][-40:])


def undisturbed(script: Path, seed: str) -> bytes:
    """The log of the same script when nobody kills anything."""
    simulation = Simulation(seed.encode(), script=read_script(script), level="port")
    simulation.run()
    store = simulation.table.board.store
    return b"".join(store.read(segment) for segment in store.segments())


class Killer:
    """Waits beside a table until its log is `length` bytes long and a moment more, then kills."""

    def __init__(self, pid: int, folder: Path, length: int, after_seconds: float) -> None:
        self._pid = pid
        self._folder = folder
        self._length = length
        self._after_seconds = after_seconds
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> Killer:
        self._thread.start()
        return self

    def __exit__(self, *ended: object) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(LOOK_SECONDS):
            if journal_bytes(self._folder) >= self._length:
                if not self._ended.wait(self._after_seconds):
                    os.kill(self._pid, signal.SIGKILL)
                return


class NotEnded(AssertionError):
    """A table that goes on for ever, or stands still."""


def follow(table: TableProcess, session: HostSession) -> int:
    """Follow a table until its process has ended; returns how it ended."""
    port = TablePort(table.port, session)
    end = time.monotonic() + DEADLINE_SECONDS
    try:
        while (status := table.status()) is None:
            port.poll()
            if time.monotonic() > end:
                raise NotEnded(f"the table does not end; {session.stored} lines came")
    finally:
        port.close()
    return status


# --- the table is killed -------------------------------------------------------------------------


def kill_table(
    hands: list[Named], folder: Path, chance: random.Random, kills: int, level: str = "register"
) -> tuple[Disturbed, list[str]]:
    """Play the hands while the table is killed up to `kills` times; and what is wrong then."""
    script = folder / "script.json"
    write_script(script, [record for _, record in hands])
    seed = str(chance.random())
    whole = undisturbed(script, seed)
    evening = Disturbed(folder / "table", LineStore(folder / "lines.sqlite3"))
    options = ["--speed", "max", "--script", str(script), "--state", str(evening.folder)]
    options += ["--seed", seed, "--serial", SERIAL, "--level", level]
    session = HostSession(evening.store)
    step = 2 * len(whole) // max(kills, 2)  # a single one comes before the end
    status = -signal.SIGKILL
    while status == -signal.SIGKILL:
        length = journal_bytes(evening.folder) + chance.randint(1, step)
        if evening.kills == kills:
            length = 1 << 40
        with TableProcess(options) as table:
            after_seconds = chance.uniform(0, AFTER_SECONDS_MAX)
            with Killer(table.pid, evening.folder, length, after_seconds):
                try:
                    status = follow(table, session)
                except NotEnded:
                    return evening, [f"{SERIAL} does not end:\n{tail(evening.folder)}"]
            why = table.why()
        if status == -signal.SIGKILL:
            evening.kills += 1
            evening.before.append(evening.log())
    wrong = [] if status == 0 else [f"the table ended with {status}: {why}"]
    wrong += wrong_with(evening)
    is_told = story(evening.log())
    was_told = as_entered(is_told, story(whole))
    if is_told != was_told:
        pairs = zip_longest(is_told, was_told)
        at = next(n for n, pair in enumerate(pairs) if pair[0] != pair[1])
        wrong.append(f"it goes on as {is_told[at : at + 3]}, not as {was_told[at : at + 3]}")
    return evening, wrong


def kill_tables(kills: int, seed: str) -> Iterator[tuple[Disturbed, list[str]]]:
    """Evenings of recorded hands until tables were killed `kills` times."""
    chance = random.Random(seed)
    records = unpacked()
    killed = 0
    while killed < kills:
        hands = chance.sample(records, HANDS_AN_EVENING)
        with tempfile.TemporaryDirectory(prefix="mazziere-") as name:
            wanted = min(KILLS_AN_EVENING, kills - killed)
            evening, wrong = kill_table(hands, Path(name), chance, wanted)
            evening.store.close()
            killed += evening.kills
            yield evening, wrong
            if not evening.kills:
                return


# --- the host is killed --------------------------------------------------------------------------


def kill_hosts(
    kills: int, folder: Path, chance: random.Random, speed: str = HOST_SPEED
) -> tuple[Disturbed, list[str]]:
    """Let a table play on while the host that follows it is killed again and again."""
    path = folder / "lines.sqlite3"
    table_folder = folder / "table"
    options = ["--speed", speed, "--seats", "6", "--seed", str(chance.random())]
    options += ["--serial", SERIAL, "--state", str(table_folder)]
    printed: list[int] = []
    with TableProcess(options) as table:
        for _ in range(kills):
            printed += _one_host(table, path, folder / "keys", chance)
    evening = Disturbed(table_folder, LineStore(path), kills=kills, printed=printed)
    missed = len(journal(table_folder).splitlines()) - len(evening.stored())
    with TableProcess([*options, "--speed", "max", "--hands", "1"]) as table:
        try:
            status = follow(table, HostSession(evening.store))
        except NotEnded:
            return evening, [f"{SERIAL} does not end:\n{tail(table_folder)}"]
        why = table.why()
    wrong = [] if status == 0 else [f"the table ended with {status}: {why}"]
    wrong += wrong_with(evening)
    if missed < 0:
        wrong.append("the store held lines that the table had not written")
    return evening, wrong


def _one_host(table: TableProcess, store: Path, keys: Path, chance: random.Random) -> list[int]:
    """One host from its start to its death; the numbers of the lines it told."""
    where = ["--port", table.port, "--store", store, "--keys", keys]
    words = command("log", "follow", "--raw", *where)
    lines = chance.randint(1, HOST_LINES_MAX)
    told = b""
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=complaints) as host,
    ):
        assert host.stdout is not None
        end = time.monotonic() + DEADLINE_SECONDS
        try:
            while told.count(b"\n") < lines:
                left = max(end - time.monotonic(), 0)
                octets = b""
                if select.select([host.stdout], [], [], left)[0]:
                    octets = os.read(host.stdout.fileno(), 65536)
                if table.status() is not None:
                    raise AssertionError(f"the table ended: {table.why()}")
                if not octets:
                    complaints.seek(0)
                    raise AssertionError(
                        f"the host told {told.count(10)} of {lines} lines and no more: "
                        f"{complaints.read().decode(errors='replace')}"
                    )
                told += octets
            select.select([], [], [host.stdout], chance.uniform(0, AFTER_SECONDS_MAX))
        finally:
            host.kill()
        told += host.stdout.read()
    whole = told[: told.rfind(b"\n") + 1]
    return [parse(raw).seq or 0 for raw in whole.splitlines(keepends=True)]


def main(argv: list[str]) -> int:
    """Kill, print figures and everything that is wrong; returns the exit status."""
    parser = argparse.ArgumentParser(prog="kills", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("kills", nargs="?", type=size_from(1), default=KILLS)
    parser.add_argument("seed", nargs="?", default=str(random.randrange(1 << 30)))
    asked = parser.parse_args(argv)
    kills, seed = asked.kills, asked.seed
    began = time.monotonic()
    killed = failed = 0
    for evening, wrong in kill_tables(kills, seed):
        killed += evening.kills
        failed += bool(wrong)
        for sentence in wrong:
            print(f"after {killed} kills: {sentence}", file=sys.stderr)
    seconds = time.monotonic() - began
    print(f"table killed {killed} times in {seconds:.0f} s: {failed} evenings with a fault")
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mazziere-") as name:
        evening, wrong = kill_hosts(kills, Path(name), random.Random(seed))
        for sentence in wrong:
            print(f"host: {sentence}", file=sys.stderr)
        failed += bool(wrong)
        lines = len(evening.stored())
        evening.store.close()
    seconds = time.monotonic() - began
    print(f"host killed {kills} times in {seconds:.0f} s: {lines} lines stored = journalled"
          if not wrong else f"host killed {kills} times: {len(wrong)} faults")  # fmt: skip
    print(f"again: {sys.executable} -m tests.kills {kills} {seed}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
