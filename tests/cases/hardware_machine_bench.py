"""One table whose card machine is to go wrong, at register level, and what is seen of it.

Follows a fault plan, notes when the machine's sensors first saw something, and reads from the
record, the cards and the clock what came of it. Rule of the file: what a result means is said here
once, for every kind of fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.lines.parser import parse
from firmware.schema import faults as fault_table
from firmware.schema import messages as m
from hal.ports import (
    EV_DOUBTED,
    EV_FACE_UP,
    EV_FAILED,
    EV_LEFT,
    EV_LENGTH,
    EV_RESTARTED,
    EV_RETRIED,
    EV_THICKNESS,
)
from hal.sim.main import Simulation
from hal.sim.mishaps import FaultPlan
from hal.sim.policies import CallStation
from hal.sim.room import MemoryRoom
from host_tools.sim.invariants import examine
from tests.cases.hardware_bench import FAULT, OK, RECOVERED, Seen

if TYPE_CHECKING:
    from collections.abc import Callable

MISDEAL, RULE = "misdeal", "rule"
SERIAL = "MZ-CASES"
STACKS = dict.fromkeys(range(1, 7), 2000)
DEAL = "deal=2"  # the first hand
PASSES_MAX = 60_000
GIVEN_UP_MS = 3000
SECOND_LOOK = 2  # tries of a fault that lasts: one more than a row that spoils once
NOTICED = (EV_LENGTH, EV_THICKNESS, EV_FACE_UP, EV_DOUBTED, EV_FAILED, EV_RETRIED, EV_RESTARTED)
ANSWERS = (
    m.FAULT_RAISED,
    m.IRREGULARITY_FOUND,
    m.TABLE_HELD,
    m.MOTION_RETRIED,
    m.DECK_FAULTY,
)
OF_THE_DECK = ("duplicate_face", "foreign_card", "face_in_doubt", "missing_card")


class Table:
    """One table with a plan, its room, and when its machine noticed something first."""

    def __init__(self, *rows: str, room: MemoryRoom | None = None, hands: int = 1) -> None:
        self.plan = FaultPlan(rows)
        self.room = MemoryRoom() if room is None else room
        self.hands = hands
        self.noticed_ms: int | None = None
        self.moved_ms: int | None = None  # the last card that left
        self.start()

    def start(self) -> None:
        """Switch the table on, for the first time or again."""
        self.simulation = Simulation(
            b"cases",
            hands=self.hands,
            stacks=STACKS,
            settings={"witness_ms": "0"},
            policy=CallStation(),
            room=self.room,
            serial=SERIAL,
            level="register",
            plan=self.plan,
        )
        self.machine = self.simulation.table.machine
        self.clock = self.simulation.clock
        self._watch()

    def _watch(self) -> None:
        """Note when the machine's sensors see something that is not as it should be."""
        tell = self.machine._tell

        def told(event: int, a: int = 0, b: int = 0) -> None:
            now_ms = self.clock.now_ms()
            if event in NOTICED and self.noticed_ms is None:
                self.noticed_ms = now_ms
            if event == EV_LEFT:
                self.moved_ms = now_ms
            tell(event, a, b)

        self.machine._tell = told  # type: ignore[method-assign]

    def step(self) -> None:
        """One pass, and time to the next."""
        self.simulation.advance(self.simulation.one_pass())

    def play(self, until: Callable[[], bool] | None = None) -> Table:
        """Play to the end of the evening, or until something is the case."""
        for _ in range(PASSES_MAX):
            if self.simulation.is_over() or (until is not None and until()):
                break
            self.step()
        return self

    def lines(self) -> list[tuple[int, tuple]]:
        """(milliseconds, message) of every line."""
        store = self.room.store
        raw = b"".join(store.read(one) for one in store.segments())
        parsed = [parse(piece) for piece in raw.splitlines(keepends=True)]
        recorder = self.simulation.controller._recorder
        zero_ms = 0 if recorder is None else recorder._zero_ms
        return [(zero_ms + line.ms, line.message) for line in parsed]

    def has_line(self, *kinds: int) -> bool:
        """Whether a line of one of these kinds is written."""
        store = self.room.store
        raw = b"".join(store.read(one) for one in store.segments())
        return any(f" {m.NAMES[kind]} ".encode() in raw for kind in kinds)

    def seen(self) -> Seen:
        """What came of it, by the record, the cards and the clock."""
        found = Seen(wrong=self._invariants())
        lines = self.lines()
        told = [message for _, message in lines]
        codes = [one[1] for one in told if one[0] == m.FAULT_RAISED]
        kinds = [one[1] for one in told if one[0] == m.IRREGULARITY_FOUND]
        ended = any(one[0] in (m.HAND_FINISHED, m.HAND_VOIDED) for one in told)
        is_deck_held = any(one[0] == m.TABLE_HELD for one in told)
        severe = [
            code
            for code in codes
            if fault_table.SEVERITY[fault_table.by_code(code)] > fault_table.SEVERITY_NOTE
        ]
        if kinds:
            found.results |= {RULE}
            if any(one[0] == m.CARD_DOUBLED for one in told):
                found.results |= {MISDEAL}
        if severe or is_deck_held or any(kind in OF_THE_DECK for kind in kinds):
            found.results |= {FAULT}
        if ended and not severe and not is_deck_held:
            found.results |= {RECOVERED}
            if not kinds:
                found.results |= {OK}
        if self.noticed_ms is not None:
            after = [ms for ms, one in lines if one[0] in ANSWERS and ms >= self.noticed_ms]
            if after:
                found.ms = after[0] - self.noticed_ms
        found.facts = {"faults": codes, "irregularities": kinds}
        return found

    def _invariants(self) -> list[str]:
        wrong = []
        simulation = self.simulation
        if simulation.controller.stopped_by:
            wrong.append("the firmware stopped itself: " + simulation.controller.stopped_by)
        deck = self.machine.deck
        if deck.every_card() != list(range(len(deck.faces))):
            wrong.append("a card is in two places, or in none")
        live = simulation.controller.table
        in_pot = 0 if live.hand is None else live.hand.betting.in_pot
        if sum(live.stacks) + in_pot != live.issued:
            wrong.append("chips moved")
        store = self.room.store
        raw = b"".join(store.read(one) for one in store.segments())
        if raw:
            wrong += examine(raw.splitlines(keepends=True), SERIAL, ended=False).wrong[:1]
        return wrong
