"""A whole table at register level on which one thing goes wrong, and what is seen of it.

Plays one scripted hand through the firmware, down to buses and chips, on virtual time. A kind of
fault strikes when its moment has come; the bench notes when, what the table wrote of it, how long
a pass took, whether the hand came to the end that it has when nothing goes wrong, and whether
cards, chips and chain are whole. Rule of the file: it looks at the log, the cards and the clock;
what is good or bad is decided by who asks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.compat import InvariantError
from firmware.schema import faults as fault_table
from firmware.schema import messages as m
from hal.sim.main import Simulation
from host_tools.sim.invariants import examine
from tests import kill_judge
from tests.powercut_table import SERIAL, ScriptFile, read_line, story

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.sim.room import MemoryRoom

HANDS = Path(__file__).parents[1] / "simulation/powercut_hands"
HAND = "no_limit"
PATIENCE_MS = 120_000  # so long a hand may stand still before it counts as held for good
PASSES_MAX = 40_000
PEOPLE_GAVE_UP = "person_lost"  # simulated players at a table that does not answer their keys

OF_A_CARD = (m.IRREGULARITY_FOUND, m.FACE_READ, m.FACE_OPENED)

OK, RECOVERED, DEGRADED, FAULT, REJECTED, SAFE = (
    "ok", "recovered", "degraded", "fault", "rejected", "safe",
)  # fmt: skip


class Unknown(Exception):
    """A case names something that this bench does not know: `what` and the name."""

    def __init__(self, what: str, name: object) -> None:
        super().__init__(f"unknown {what}: {name}")


@dataclass
class Seen:
    """What came of a fault. results: the words of the format that are true of it.

    ms: how long the table took to answer it, where that can be said. wrong: one sentence for each
    invariant that does not hold. facts: what the named assertions may ask for.
    """

    results: set[str] = field(default_factory=set)
    ms: int | None = None
    wrong: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Fault:
    """A `fault_raised` or `fault_cleared` of the log, and when it was written."""

    ms: int
    is_raised: bool
    code: str
    severity: int


class Bench:
    """One table, one scripted hand, one fault."""

    def __init__(self, level: str = "register", room: MemoryRoom | None = None) -> None:
        self.script = ScriptFile.read(HANDS / f"{HAND}.json")
        self.simulation = Simulation(
            b"cases", script=self.script.hands, serial=SERIAL, level=level, room=room
        )
        self.table: Any = self.simulation.table
        self.clock = self.simulation.clock
        self.struck = 0
        self.first_ms: int | None = None
        self.healed_ms: int | None = None
        self.longest_pass_ms = 0  # of those in which the fault was at work
        self.is_disturbed: Callable[[], bool] = lambda: False
        self.faults: list[Fault] = []
        self.broke = ""
        self._lines_read = 0
        self._moments: list[tuple[Callable[[], bool], Callable[[], None]]] = []

    # --- what goes wrong -------------------------------------------------------------------------

    def when(self, at: dict[str, Any], call: Callable[[], None]) -> None:
        """Call once the moment of a case has come: a phase, a card, or the first turn."""
        phase = at.get("phase", "running")
        if phase in ("boot", "before_begin"):
            call()
        elif phase in ("running", "betting", "turn_timer", "retransmit_wait"):
            self._moments.append((lambda: self.count("turn_opened") >= 2, call))
        elif phase in ("dealing", "motor_start", "motor_on"):
            card = at.get("card", 1)
            self._moments.append((lambda: self.count("card_left") >= card, call))
        else:
            raise Unknown("phase", phase)

    def strike(self) -> None:
        """The fault did something just now."""
        self.struck += 1
        self.healed_ms = None
        if self.first_ms is None:
            self.first_ms = self.clock.now_ms()

    def heal(self) -> None:
        """What was disturbed worked again."""
        if self.first_ms is not None and self.healed_ms is None:
            self.healed_ms = self.clock.now_ms()

    # --- playing ---------------------------------------------------------------------------------

    def log(self) -> bytes:
        """All lines."""
        store = self.table.board.store
        return b"".join(store.read(one) for one in store.segments())

    def count(self, name: str) -> int:
        """How many lines of a name there are."""
        return self.log().count(f" {name} ".encode())

    def said(self, *ids: int) -> list[tuple]:
        """Messages with these ids, in order."""
        lines = [read_line(raw).message for raw in self.log().splitlines(keepends=True)]
        return [message for message in lines if message[0] in ids]

    def one_pass(self) -> None:
        """A pass, its time, and what it wrote."""
        simulation = self.simulation
        lines, struck = simulation.spectator.line_count, self.struck
        began_ms = self.clock.now_ms()
        wait_ms = simulation.one_pass()
        took_ms = self.clock.now_ms() - began_ms
        if self.struck != struck or self.is_disturbed():
            self.longest_pass_ms = max(self.longest_pass_ms, took_ms)
        if simulation.spectator.line_count != lines:
            self._read()
            for moment in list(self._moments):
                if moment[0]():
                    self._moments.remove(moment)
                    moment[1]()
        simulation.advance(wait_ms)

    def _read(self) -> None:
        lines = self.log().splitlines(keepends=True)
        for raw in lines[self._lines_read :]:
            message = read_line(raw).message
            if message[0] in (m.FAULT_RAISED, m.FAULT_CLEARED):
                row = fault_table.by_code(message[1])
                is_raised = message[0] == m.FAULT_RAISED
                severity = fault_table.SEVERITY[row]
                self.faults.append(Fault(self.clock.now_ms(), is_raised, message[1], severity))
        self._lines_read = len(lines)

    def play(self, until: Callable[[], bool] | None = None) -> Bench:
        """Play until the hand is over, nothing moves on any more, or `until` says so."""
        simulation = self.simulation
        last = 0, 0
        try:
            for _ in range(PASSES_MAX):
                if simulation.is_over() or (until is not None and until()):
                    break
                self.one_pass()
                told = self.count_of_progress()
                if told != last[0]:
                    last = told, self.clock.now_ms()
                elif self.clock.now_ms() - last[1] > PATIENCE_MS:
                    break
        except (InvariantError, RuntimeError, ValueError, TypeError) as broken:
            if str(broken) != PEOPLE_GAVE_UP:
                self.broke = f"{type(broken).__name__}: {broken}"
        return self

    def go_on(self, for_ms: int) -> None:
        """Some time more between two hands."""
        until_ms = self.clock.now_ms() + for_ms
        while not self.broke and self.clock.now_ms() < until_ms:
            self.one_pass()

    def count_of_progress(self) -> int:
        """Rises while the hand goes on."""
        return self.simulation.spectator.line_count - len(self.faults)

    # --- what is seen ----------------------------------------------------------------------------

    def standing(self) -> list[Fault]:
        """Faults that were raised and not cleared."""
        stands: dict[str, Fault] = {}
        for fault in self.faults:
            if fault.is_raised:
                stands[fault.code] = fault
            else:
                stands.pop(fault.code, None)
        return list(stands.values())

    def is_same(self) -> bool:
        """Whether the hand ended as it does when nothing goes wrong."""
        return self.simulation.is_over() and story(self.log()) == undisturbed()

    def is_same_play(self) -> bool:
        """The same, but that a card in flight may have been laid in its place by the rules, and
        its face entered by who laid it.
        """
        played = [said for said in story(self.log()) if said[0] not in OF_A_CARD]
        wanted = [said for said in undisturbed() if said[0] not in OF_A_CARD]
        learnt = kill_judge.story(self.log())
        entered = kill_judge.as_entered(learnt, kill_judge.story(undisturbed_log()))
        return self.simulation.is_over() and played == wanted and learnt == entered

    def seen(self) -> Seen:
        """What came of the fault, by what the table wrote, and the invariants."""
        found = Seen(wrong=self.invariants())
        stands = self.standing()
        raised = [fault for fault in self.faults if fault.is_raised]
        worst = max((fault.severity for fault in stands), default=0)
        if self.is_same():
            found.results |= {RECOVERED} if raised else {OK, RECOVERED}
            if stands:
                found.results = {DEGRADED}
        elif worst == fault_table.SEVERITY_STOP:
            found.results = {FAULT}
        elif worst:
            found.results = {DEGRADED, FAULT}
        first_ms = self.first_ms
        if first_ms is not None:
            if stands:
                found.ms = raised[0].ms - first_ms
            elif raised:
                found.ms = self.faults[-1].ms - first_ms
            elif self.healed_ms is not None:
                found.ms = self.healed_ms - first_ms
        found.facts = {"struck": self.struck, "faults": [one.code for one in raised]}
        return found

    def invariants(self) -> list[str]:
        """What must hold whatever happened."""
        wrong = []
        simulation = self.simulation
        if self.broke:
            wrong.append(self.broke)
        if simulation.controller.stopped_by:
            wrong.append("the firmware stopped itself: " + simulation.controller.stopped_by)
        if self.table.watchdog.has_bitten():
            wrong.append("the watchdog bit")
        cards = self.table.machine.deck.every_card()
        if cards != list(range(52)):
            wrong.append(f"{len(cards)} cards")
        live = simulation.controller.table
        in_pot = 0 if live.hand is None else live.hand.betting.in_pot
        if sum(live.stacks) + in_pot != live.issued:
            wrong.append("chips moved")
        lines = self.log().splitlines(keepends=True)
        if lines:
            wrong += examine(lines, SERIAL, ended=False).wrong[:1]
        return wrong


def undisturbed() -> list[tuple]:
    """The course of the hand when nothing goes wrong."""
    return story(undisturbed_log())


@cache
def undisturbed_log() -> bytes:
    """Its lines."""
    bench = Bench().play()
    if not bench.simulation.is_over() or bench.faults:
        raise RuntimeError("the hand cannot be played: " + (bench.broke or str(bench.faults)))
    return bench.log()


Case = dict[str, Any]


def params(case: Case) -> dict[str, Any]:
    """The sizes of a case."""
    return case["inject"].get("params", {})


def moment(case: Case) -> dict[str, Any]:
    """Where it strikes."""
    return case["inject"].get("at", {})
