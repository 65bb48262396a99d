"""A simulated table in a process of its own, paired with the roles a test needs; shared by tests.

The person at the table goes when all roles are paired, so the table is like any other from then
on.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.schema import messages as m
from firmware.schema.faults import CODES, FAULT_LID_OPEN
from host_tools.link.pairing import pair
from host_tools.link.port import TablePort
from host_tools.link.role_keys import KeyFolder
from host_tools.link.session import HostSession
from host_tools.sim.table_process import TableProcess
from host_tools.store import LineStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from firmware.lines.parser import Line

LEAVES_SECONDS = 300.0


@dataclass(frozen=True)
class PairedTable:
    """A running table: its port, where its keys and its state are."""

    process: TableProcess
    keys: Path
    state: Path

    @property
    def port(self) -> str:
        return self.process.port

    def where(self, store: Path) -> list[str]:
        """The options that name it."""
        return ["--port", self.port, "--keys", str(self.keys), "--store", str(store)]

    def log(self) -> bytes:
        """Every line it has written."""
        files = sorted((self.state / "journal").glob("*.log"))
        return b"".join(path.read_bytes() for path in files)


@contextmanager
def paired_table(folder: Path, roles: tuple[int, ...], *options: str) -> Iterator[PairedTable]:
    """Start a table, pair this host in the roles, and end the table afterwards."""
    words = ",".join(m.ROLE_WORDS[role] for role in roles)
    state, keys = folder / "table", folder / "keys"
    started = ["--state", str(state), "--pairing", words, "--level", "port", *options]
    with TableProcess(started) as process:
        for role in roles:
            pair(process.port, role, KeyFolder(keys))
        table = PairedTable(process, keys, state)
        _wait_for_closed_lid(process.port, folder)
        yield table


def _wait_for_closed_lid(port: str, folder: Path) -> None:
    """Follow the table until it tells that the lid is closed."""
    closed: list[Line] = []

    def hear(line: Line) -> None:
        if line.message[:2] == (m.FAULT_CLEARED, CODES[FAULT_LID_OPEN]):
            closed.append(line)

    store = LineStore(folder / "waited.sqlite3")
    table = TablePort(port, HostSession(store, hear))
    end = time.monotonic() + LEAVES_SECONDS
    while not closed and time.monotonic() < end:
        table.poll()
    table.close()
    store.close()
    assert closed, "nobody closes the lid"
