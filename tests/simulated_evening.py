"""An evening at a simulated table that may lose its power at any pass and goes on.

Cards, machine, FRAM and store outlive a start; clock, panels, people and firmware are new with
each. Shared by the tests of simulation and app. It plays; the tests judge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app import role_keys
from firmware.app.controller import Controller
from firmware.compat.digest import sha256
from firmware.lines.parser import Line, parse
from firmware.schema import messages as m
from hal.sim.board import SimTable, fallen_pile
from hal.sim.clock import SimClock
from hal.sim.deck import Deck
from hal.sim.floor import OpenEvening
from hal.sim.main import FloorVoice, display_words_read
from hal.sim.mechanics import Machine
from hal.sim.memory import SimOrderMemory
from hal.sim.people import People
from hal.sim.policies import Random
from hal.sim.spectator import WatchedStore
from hal.sim.store import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Mapping

    from firmware.app.log_keeping import LogBounds
    from firmware.link.door import RoleKeys
    from hal.ports import OrderMemory

SERIAL = "MZ-0007"
PASSES_MAX = 400_000


def pair(memory: OrderMemory, keys: RoleKeys) -> None:
    """Put keys where a pairing leaves them."""
    kept = role_keys.RoleKeys(memory)
    for role in range(len(m.ROLE_WORDS)):
        key = keys.key_of(role)
        if key is not None:
            kept.keep(role, key)


class Evening:
    """Players with chips, a number of hands, and a plug."""

    def __init__(
        self,
        seed: bytes,
        stacks: Mapping[int, int],
        hands: int,
        settings: Mapping[str, str] | None = None,
        keys: RoleKeys | None = None,
        bounds: LogBounds | None = None,
    ) -> None:
        self.seed = seed
        self.stacks = dict(stacks)
        self.hands = hands
        self.bounds = bounds
        self.settings = {"small_blind": "50", "big_blind": "100", **(settings or {})}
        self.memory = SimOrderMemory()
        if keys is not None:
            pair(self.memory, keys)
        self.disk = MemoryStore()
        self.starts = 0
        self._world: list[object] | None = None
        self._read = b""
        self._parsed: list[Line] = []
        self.start()

    def start(self) -> None:
        """Power comes: everything that does not outlive it is made anew."""
        self.clock = SimClock()
        self.machine = Machine(self.clock, Deck(fallen_pile(self.seed)))
        if self._world is not None:
            self.machine.restore(self._world)
        self.store = WatchedStore(self.disk)
        self.spectator = self.store.spectator
        self.table = SimTable(
            sha256(self.seed, bytes((self.starts,))),
            serial=SERIAL,
            clock=self.clock,
            machine=self.machine,
            order_memory=self.memory,
            store=self.store,
        )
        self.starts += 1
        self.controller = Controller(self.table.board, bounds=self.bounds)
        voice = FloorVoice(self.controller)
        self.evening = OpenEvening(voice, self.spectator, self.hands, self.stacks, self.settings)
        policies = [(seat, Random(self.seed)) for seat in self.stacks]
        others = [(seat, Random(self.seed)) for seat in range(1, 11) if seat not in self.stacks]
        words = display_words_read()
        self.people = People(self.table, policies, words, self.spectator, others)

    def cut_power(self, surviving_bytes: int = 0) -> None:
        """The plug is pulled between two passes, and put back."""
        self._world = self.machine.snapshot()
        self.disk.cut_power(surviving_bytes)
        self.start()

    def one_pass(self) -> None:
        """A pass, a look around, and time moves to the next thing that is due."""
        wait_ms = self.controller.one_pass()
        assert self.controller.stopped_by == "", self.tail()
        self.people.look()
        self.evening.look()
        now_ms = self.clock.now_ms()
        due_ms = self.clock.next_due_ms()
        self.clock.advance(now_ms + (wait_ms if due_ms is None else min(wait_ms, due_ms - now_ms)))

    def play(self) -> Evening:
        """Play to the end of the evening."""
        for _ in range(PASSES_MAX):
            if self.evening.is_over():
                return self
            self.one_pass()
        raise AssertionError("the evening does not end\n" + self.tail())

    # --- the record ------------------------------------------------------------------------------

    def text(self) -> bytes:
        """The whole log."""
        return b"".join(self.disk.read(one) for one in self.disk.segments())

    def tail(self, count: int = 20) -> str:
        """The last lines, for a failing test to print."""
        lines = self.text().decode().splitlines()[-count:]
        return f"seed {self.seed!r}, start {self.starts}\n" + "\n".join(lines)

    def lines(self) -> list[Line]:
        """Every line, parsed; those parsed before are not parsed again."""
        text = self.text()
        if not text.startswith(self._read):
            self._read, self._parsed = b"", []
        self._parsed += [parse(piece) for piece in text[len(self._read) :].splitlines(True)]
        self._read = text
        return self._parsed

    def told(self, *message_ids: int) -> list[tuple]:
        """The messages with these ids, in order."""
        return [line.message for line in self.lines() if line.message[0] in message_ids]


def opened_faces(evening: Evening) -> dict[int, list[tuple]]:
    """Hand number -> the lines that tell a face, in order."""
    faces: dict[int, list[tuple]] = {}
    hand = 0
    for line in evening.lines():
        if line.message[0] == m.HAND_STARTED:
            hand = line.message[1]
        if line.message[0] in (m.FACE_READ, m.FACE_OPENED):
            faces.setdefault(hand, []).append(line.message)
    return faces
