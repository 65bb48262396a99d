"""A scripted hand at a simulated table whose plug can be pulled at any moment, and put back.

Plays a hand of `tests/simulation/powercut_hands` through the whole firmware and shows every moment
at which the power may fail: before each write, sync, rename and FRAM write, before and after each
command to the machine, after each movement of a card. A moment is kept as the world that a start
would find there. Shared by the campaign and the quick tests; it plays and keeps, `tests.powercuts`
chooses, and judges.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from firmware.app.log_keeping import LogBounds
from firmware.fairness.witness import promise
from firmware.lines.grammar import LineError
from firmware.lines.mac import command_tag
from firmware.lines.parser import parse
from firmware.lines.splitter import Splitter
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from hal.sim.main import Simulation
from hal.sim.memory import SimOrderMemory
from hal.sim.mishaps import FaultPlan
from hal.sim.script import scripted_hand
from hal.sim.store import MemoryStore
from tests.paired_host import KEY, Keys
from tests.powercut_deeds import Deeds
from tests.simulated_evening import pair

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from pathlib import Path

    from hal.sim.mechanics import Machine

    Watch = Callable[[], bool]

SERIAL = "MZ-0007"
BOUNDS = LogBounds(segment_bytes_max=7000, snapshot_lines=40)  # both happen in every hand
PASSES_MAX = 60_000
FRAM_USED_BYTES = 0x0C00  # what is behind is never written (firmware.app.fram)
W = bytes(range(32))

_RECOVERED = b" fault_cleared "  # behind the last `table_started`: the hand goes on
_STARTED = b" table_started "


@dataclass
class ScriptFile:
    """A scripted hand and what happens beside it (`README` of the folder tells the form)."""

    name: str
    hands: list
    witness: str
    sleeps: dict[int, list[int]]
    deeds: list[dict[str, Any]]
    plan: list[str]

    @classmethod
    def read(cls, path: Path) -> ScriptFile:
        """Read one file of the folder."""
        given = json.loads(path.read_text(encoding="utf-8"))
        return cls(
            path.stem,
            [
                scripted_hand(hand, f"{path.name}: {at}")
                for at, hand in enumerate(given["hands"], 1)
            ],
            given.get("witness", ""),
            {int(seat): turns for seat, turns in given.get("sleeps", {}).items()},
            given.get("deeds", []),
            given.get("plan", []),
        )


class TornMemory(SimOrderMemory):
    """A FRAM whose writes are shown, torn ones included: it is written byte by byte."""

    def __init__(self, content: bytes = b"") -> None:
        super().__init__()
        self.torn: Callable[[str], None] | None = None
        super().write(0, content)

    def write(self, offset: int, content: bytes) -> None:
        if self.torn is not None:
            before = self.read(offset, len(content))
            self.torn("fram write")
            for count in {1, len(content) // 2, len(content) - 1} - {0}:
                super().write(offset, content[:count])
                self.torn("torn fram write")
            super().write(offset, before)
        super().write(offset, content)


class World:
    """What outlives a power cut: store, FRAM and cards (`hal.sim.room.MemoryRoom`).

    kind: the moment at which the power failed. fram: the part of it that is used. machine: the
    cards, as `Machine.snapshot` tells them, in JSON; empty for a table that was never started.
    """

    def __init__(
        self,
        kind: str = "new",
        store: MemoryStore | None = None,
        fram: bytes = b"",
        machine: str = "",
        starts: int = 0,
    ) -> None:
        self.kind = kind
        self.store = MemoryStore() if store is None else store
        self.fram = fram
        self.order_memory = TornMemory(fram)
        self.machine = machine
        self.starts = starts

    def enter(self, machine: Machine) -> bool:
        """Put the cards as they lay; returns whether the power ever failed here."""
        if not self.machine:
            return False
        self.starts += 1
        machine.restore(json.loads(self.machine))
        return True

    def log(self) -> bytes:
        """All lines in the store."""
        return b"".join(self.store.read(one) for one in self.store.segments())

    def after_cut(self, surviving_bytes: int = 0) -> World:
        """The world that the next start finds, when so many unsynced bytes survive."""
        store = self.store.copy()
        store.cut_power(surviving_bytes)
        return World(self.kind, store, self.fram, self.machine, self.starts)


class WitnessHost:
    """A host on the cable that witnesses, or promises and forgets."""

    def __init__(self, simulation: Simulation, witness: str) -> None:
        self._end = simulation.table.cable.host
        self._witness = witness
        self._splitter = Splitter()
        self._boot = b""
        self._counter = 0
        self._commit = b""
        self._due: list[tuple] = []
        self._say((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, 1))

    def look(self) -> None:
        octets = self._end.read()
        for piece in self._splitter.feed(octets) if octets else ():
            self._hear(parse(piece).message, parse(piece).seq)
        if self._boot and self._due and not self._end.read():
            due, self._due = self._due, []
            for one in due:
                self._ask(one)

    def _hear(self, message: tuple, seq: int | None) -> None:
        if message[0] == m.HELLO:
            self._boot = message[7]
        elif message[0] == m.COMMAND_DONE:
            self._counter = max(self._counter, message[3])
        elif message[0] == m.ORDER_COMMITTED:
            self._commit = message[5]
            hw = promise(self._commit, W)
            self._due = [(m.REQUEST_PROMISE, 0, m.ROLE_WITNESS, *message[1:3], hw)]
        elif message[0] in (m.WITNESS_PROMISED, m.WITNESS_MISSING):
            self._due = []
        elif message[0] == m.ORDER_CUT and self._witness == "honest":
            self._due = [(m.REQUEST_OPENING, 0, m.ROLE_WITNESS, *message[1:3], W)]
        elif message[0] in (m.WITNESS_OPENED, m.WITNESS_FAILED):
            self._due = []
        if seq is not None:
            self._say((m.ACK, seq, None))

    def _say(self, message: tuple) -> None:
        self._end.write(seal(write(message, None, 0), None))

    def _ask(self, message: tuple) -> None:
        self._counter += 1
        named = (message[0], 1000 + self._counter, *message[2:])
        body = write(named, self._counter, 0)
        self._end.write(seal(body, command_tag(KEY, SERIAL, self._boot, body)))


class Course:
    """One start of the table in a world, played to the end of its hands.

    watch: asked at every moment at which the power may fail and a start would find another world
    than at all moments before; what it answers yes to goes to `worlds`. moments: all of them.
    """

    def __init__(
        self, script: ScriptFile, world: World | None, watch: Watch | None = None
    ) -> None:
        self.script = script
        if world is None:
            world = World()
            pair(world.order_memory, Keys())
        self.world = world
        self.worlds: list[World] = []
        self.moments = 0
        self._seen: set[tuple] = set()
        self._machine = ""  # its snapshot in JSON, empty once it has changed
        self._watch = watch
        self.wrong = ""
        self._simulation = simulation = Simulation(
            b"powercut",
            script=script.hands,
            room=world,
            serial=SERIAL,
            bounds=BOUNDS,
            plan=FaultPlan(script.plan) if script.plan else None,
        )
        self._host = WitnessHost(simulation, script.witness) if script.witness else None
        self._deeds = Deeds(simulation, script.deeds)
        for person in simulation.people._persons:
            self._let_doze(person)
        if watch is not None:
            self._watch_everything()

    # --- watching --------------------------------------------------------------------------------

    def _watch_everything(self) -> None:
        simulation = self._simulation
        self.world.store.before_write = self._show
        self.world.order_memory.torn = self._show
        simulation.table.machine.changed = lambda: self._show("machine moved", has_moved=True)
        port = simulation.table.board.machine
        begin = port.start

        def start(*arguments: int) -> None:
            self._show("before a command")
            begin(*arguments)
            self._show("after a command", has_moved=True)

        port.start = start

    def _show(self, kind: str, *, has_moved: bool = False) -> None:
        """A moment. Within one course the log only grows, so lengths tell worlds apart."""
        self.moments += 1
        world = self.world
        if has_moved or not self._machine:
            cards = self._simulation.table.machine.snapshot()
            self._machine = json.dumps(cards, separators=(",", ":"))
        machine = self._machine
        fram = world.order_memory.read(0, FRAM_USED_BYTES)
        key = (world.store.lengths(), world.store.snapshots(), machine, fram)
        if key in self._seen or self._watch is None:
            return
        self._seen.add(key)
        if self._watch():
            self.worlds.append(World(kind, world.store.copy(), fram, machine, world.starts))

    def is_recovered(self) -> bool:
        """Whether the hand that the power cut interrupted goes on, or none was."""
        log = self.world.log()
        at = log.rfind(_STARTED)
        if log.count(_STARTED) <= self.world.starts:
            return False
        hand = self._simulation.controller.table.hand
        return hand is None or log.find(_RECOVERED, at) > 0

    # --- playing ---------------------------------------------------------------------------------

    def _let_doze(self, person: Any) -> None:
        turns = self.script.sleeps.get(person._seat, [])
        look = person.look
        eyes = self._simulation.spectator

        def look_unless_asleep() -> None:
            legal = eyes.legal(person._seat)
            if legal is None or legal[1] not in turns:
                look()

        if turns:
            person.look = look_unless_asleep

    def _is_over(self) -> bool:
        """Whether the last hand has ended, and the table is awake to know it."""
        simulation = self._simulation
        return simulation.is_over() and simulation.controller.journal is not None

    def play(self) -> Course:
        """Play to the end; `wrong` says what broke on the way."""
        simulation = self._simulation
        try:
            for _ in range(PASSES_MAX):
                if self._is_over():
                    break
                simulation.advance(simulation.one_pass())
                self._deeds.look(self.world.log)
                if self._host is not None:
                    self._host.look()
            else:
                self.wrong = "the hand does not end"
        except Exception as broken:  # whatever it is, the cut led to it
            self.wrong = f"{type(broken).__name__}: {broken}"
        if simulation.controller.stopped_by:
            self.wrong = "the firmware stopped itself: " + simulation.controller.stopped_by
        return self

    def cards(self) -> list[int]:
        """Every card found anywhere."""
        return self._simulation.table.machine.deck.every_card()

    def card_count(self) -> int:
        """Cards that ever were at the table: 52, and those of a deck that was changed."""
        return len(self._simulation.table.machine.deck.faces)

    def stacks(self) -> list[int]:
        """Chips of the seats, and those issued, at the end."""
        table = self._simulation.controller.table
        return [*table.stacks, table.issued]

    def live(self) -> Any:
        """The table that was played on."""
        return self._simulation.controller.table


TOLD = (
    m.FORCED_BET_POSTED, m.ACTION_TAKEN, m.TURN_TIMED_OUT, m.BOARD_DEALT, m.HAND_SHOWN,
    m.HAND_MUCKED, m.POT_AWARDED, m.RAKE_TAKEN, m.HAND_FINISHED, m.HAND_VOIDED, m.TABLE_HELD,
    m.SEAT_DRAW_GIVEN_UP,
)  # fmt: skip


read_line = lru_cache(1 << 15)(parse)
"""`parse`, remembered: all starts of one hand share the lines before the cut."""


def story(log: bytes) -> list[tuple]:
    """What must come out as if the power had never failed."""
    said = []
    for raw in log.splitlines(keepends=True):
        try:
            message = read_line(raw).message
        except LineError:
            said.append(("unreadable", raw))
            continue
        if message[0] in TOLD:
            said.append(message)
        elif message[0] in (m.FACE_READ, m.FACE_OPENED, m.PLAYER_SEATED):
            said.append((message[0], message[2]))  # the seat, another order may decide otherwise
        elif message[0] == m.IRREGULARITY_FOUND:
            said.append(message[:2])  # which token it was, another order may decide otherwise
    return said


def sample(count: int, of: int, chance: random.Random) -> list[int]:
    """`count` of the numbers below `of`, spread evenly, the first by chance."""
    if count >= of:
        return list(range(of))
    if not count:
        return []
    step = of / count
    first = chance.random() * step
    return sorted({int(first + at * step) % of for at in range(count)})
