"""Follows one simulated table from its first line to its last.

Starts the table in a process of its own, keeps a host on its serial port that stores every line,
and ends when the table has ended and its last line is stored. Afterwards the sums are made from
both ends: the lines this host stored against the journal on the table's disk, the chips that came
to the table against those that lie there now. The rule of the file: an evening that stops moving
is ended, never waited for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.lines.chain import Chain, genesis
from firmware.lines.parser import parse
from firmware.schema import messages as m
from host_tools.link.asking import CONTRADICTIONS
from host_tools.link.pairing import NotPaired, pair
from host_tools.link.port import TablePort, Unopened
from host_tools.link.role_keys import KeyFolder
from host_tools.link.session import Event, HostSession
from host_tools.sim.chip_count import ChipCount
from host_tools.sim.table_process import TableFailed, TableKilled, TableProcess
from host_tools.witness.witness import Witness

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.store import LineStore

STALL_SECONDS = 60.0
"""No line for so long is no pause any table makes, at any pace above a twentieth of real time."""

PAIRING_SECONDS = 30.0
"""A simulated table is paired within half a second; a small board under load may need ten."""

STARTS_MAX = 100
"""Somebody who pulls the plug more often than that has seen it."""

ALARMS = CONTRADICTIONS | {"link.tail_lost"}


class Stalled(Exception):
    """The table has not moved for STALL_SECONDS."""


@dataclass(slots=True)
class Sums:
    """What an evening came to, counted from both ends."""

    hands: int = 0
    chips_in: int = 0
    chips_out: int = 0
    stored: int = 0
    journalled: int = 0
    broken_at: int = 0
    """Number of the first line whose chain does not hold, or 0."""
    alarms: list[str] = field(default_factory=list)

    def are_right(self) -> bool:
        """Whether nothing is missing and nothing contradicts."""
        return (
            self.chips_in == self.chips_out
            and self.stored == self.journalled
            and not self.broken_at
            and not self.alarms
        )

    def add(self, other: Sums) -> None:
        """Take in another evening's sums."""
        self.hands += other.hands
        self.chips_in += other.chips_in
        self.chips_out += other.chips_out
        self.stored += other.stored
        self.journalled += other.journalled
        self.broken_at = self.broken_at or other.broken_at
        self.alarms += other.alarms


@dataclass(frozen=True, slots=True)
class Finished:
    """A hand's end, as stored: stacks by seat."""

    hand: int
    stacks: dict[int, int]


class Evening:
    """One table with `options` of the simulator, its state in `folder`, its lines in `store`.

    A table whose process is killed is started again on the same folder, as after a power cut: the
    hand goes on when the floor has looked. A witnessed evening is followed by a host that is also
    its witness: before the first hand somebody opens the table's lid and holds the floor key, and
    the two are paired over the line.
    """

    def __init__(
        self,
        options: Sequence[str],
        folder: Path,
        store: LineStore,
        on_line: Callable[[Line], None] = lambda line: None,
        tell: Callable[[Event], None] = lambda event: None,
        witnessed: bool = False,
    ) -> None:
        self.options = [*options, "--state", str(folder)]
        self.witnessed = witnessed
        self.folder = folder
        self.keys = KeyFolder(folder / "keys")
        self.store = store
        self.finished: list[Finished] = []
        self.sums = Sums()
        self._on_line = on_line
        self._tell = tell
        self._chips = ChipCount()

    def run(
        self,
        until: Callable[[], bool] = lambda: False,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> Sums:
        """Play to the end, or until `until()`; raises `TableFailed`, `Stalled` or `StoreError`.

        `meanwhile` is called after every look at the port, some 20 times a second or more.
        """
        answerers = ()
        if self.witnessed:
            answerers = (
                Witness(self.store, lambda serial: self.keys.key(serial, m.ROLE_WITNESS)),
            )
        session = HostSession(self.store, self._line, self._told, answerers)
        for start in range(STARTS_MAX):
            if start:
                self._tell(Event("demo.unplugged"))
            try:
                self._follow_one_start(session, until, meanwhile)
            except TableKilled:
                continue
            break
        else:
            raise TableFailed(f"{STARTS_MAX} starts")
        follower = session.follower
        if follower is not None:
            self._count(follower.serial, follower.log)
        return self.sums

    def _follow_one_start(
        self, session: HostSession, until: Callable[[], bool], meanwhile: Callable[[], None]
    ) -> None:
        """Start the table and follow it until it ends; raises `TableKilled` at a pulled plug."""
        pairing = self._pairing()
        with TableProcess([*self.options, *pairing]) as table:
            if pairing:
                self._pair(table)
            port = TablePort(table.port, session)
            moved = time.monotonic()
            count = -1
            try:
                while table.status() is None and not until() and not session.astray_at:
                    port.poll()
                    meanwhile()
                    if session.stored != count:
                        count, moved = session.stored, time.monotonic()
                    elif time.monotonic() - moved > STALL_SECONDS:
                        raise Stalled
            finally:
                port.close()
            if table.status():
                raise table.failure()

    def _pairing(self) -> list[str]:
        """Options of a table that a witness has still to be paired with."""
        if not self.witnessed or self.keys.holds(m.ROLE_WITNESS):
            return []
        return ["--pairing", "witness"]

    def _pair(self, table: TableProcess) -> None:
        """Pair with the table."""

        def is_there() -> bool:
            return table.status() is None

        try:
            pair(table.port, m.ROLE_WITNESS, self.keys, seconds=PAIRING_SECONDS, is_there=is_there)
        except NotPaired as refused:
            raise table.failure(f"pairing: {refused.code}") from refused
        except Unopened as gone:
            raise table.failure() from gone

    def _told(self, event: Event) -> None:
        if event.key in ALARMS or event.key.startswith("witness."):
            self.sums.alarms.append(event.key)
        if event.key != "link.lost":  # the table ends by itself here: no news
            self._tell(event)

    def _line(self, line: Line) -> None:
        """Keep account of chips and hands, then pass the line on."""
        message, sums, chips = line.message, self.sums, self._chips
        chips.take(message)
        if message[0] == m.HAND_FINISHED:
            sums.hands += 1
            ended = dict(zip(message[2], message[3], strict=True))
            self.finished.append(Finished(message[1], {**chips.stacks, **ended}))
        self._on_line(line)

    def _count(self, serial: str, log: bytes) -> None:
        """Compare what is stored with what lies in the table's journal, line by line."""
        sums = self.sums
        sums.chips_in += self._chips.came
        sums.chips_out += self._chips.left + self._chips.on_table
        chain = Chain(genesis(serial, log))
        kept = [each.line for each in self.store.lines(serial, log)]
        for number, raw in enumerate(kept, 1):
            line = parse(raw)
            if not chain.follow(line.body, line.tag) and not sums.broken_at:
                sums.broken_at = number
        segments = sorted((self.folder / "journal").glob("segment-*.log"))
        written = b"".join(path.read_bytes() for path in segments).splitlines(keepends=True)
        sums.stored = len(kept)
        sums.journalled = len(written)
        for number, (ours, theirs) in enumerate(zip(kept, written, strict=False), 1):
            if ours != theirs and not sums.broken_at:
                sums.broken_at = number
