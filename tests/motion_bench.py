"""A bench for the performers: real parts of the app, a card machine that only remembers.

Shared by the tests of single motions and of whole jobs; the test says what became of a command.
"""

from __future__ import annotations

from firmware.app.faults import Faults
from firmware.app.fram import MOTION_AT, MOTION_PLACE_BYTES
from firmware.app.performers import Performers
from firmware.core.ledger import Ledger
from firmware.journal.kept import KeptRecord
from firmware.schema import messages as m
from hal.errors import HalError
from hal.ports import (
    EV_DONE,
    EV_LANDED,
    EV_LEFT,
)
from hal.sim.memory import SimOrderMemory


class Keeper:
    """Slots 40, 41, … in the order of the deal; a load over slots 0, 1, …"""

    def __init__(self) -> None:
        self.is_drawn = True
        self.fed_count = 0
        self.ended = False
        self.is_empty = False
        self.gone: set[int] = set()  # slots whose card has left

    def slot(self, k: int) -> int:
        return 40 + k

    def token(self, k: int) -> int:
        return 64 + 40 + k

    is_settled = True

    def has_left(self, k: int) -> bool:
        return self.slot(k) in self.gone

    def emptied(self) -> None:
        self.is_empty = True

    def may_hold_cards(self) -> bool:
        return not self.is_empty

    def begin_load(self) -> bool:
        return self.is_drawn

    def loading_slot(self) -> int:
        return self.fed_count

    def fed(self) -> None:
        self.fed_count += 1

    def end_load(self) -> None:
        self.ended = True


class Machine:
    """Remembers what it was told to do; a test says what became of it."""

    def __init__(self) -> None:
        self.started: list[tuple] = []
        self.events: list[tuple] = []
        self.refuses = ""

    def start(self, command_id: int, operation: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        if self.refuses:
            raise HalError(self.refuses, "card_machine")
        self.started.append((command_id, operation, a, b, c))

    def poll(self) -> tuple:
        events = tuple(self.events)
        self.events = []
        return events

    def tell(self, *events: tuple) -> None:
        """Events of the command that runs: (event, a, b)."""
        for event in events:
            padded = event + (0,) * (3 - len(event))
            self.events.append((padded[0], self.started[-1][0], *padded[1:]))


class Bench:
    def __init__(self, memory: SimOrderMemory | None = None) -> None:
        self.memory = SimOrderMemory() if memory is None else memory
        self.machine = Machine()
        self.keeper = Keeper()
        self.ledger = Ledger()
        self.ledger.begin_epoch(1)
        self.faults = Faults()
        self.performers = Performers(
            self.machine,  # type: ignore[arg-type]
            self.memory,
            self.keeper,  # type: ignore[arg-type]
            self.ledger,
            self.faults,
        )
        self.now_ms = 0
        self.inputs: list[tuple] = []

    def ready(self, *effects: tuple) -> Bench:
        """At rest, homed, with intents from line 10 on."""
        self.performers.resume(False)
        for at, effect in enumerate(effects):
            self.performers.add(effect, 10 + at)
        self.go()
        self.machine.tell((EV_DONE,))
        self.go()
        return self

    def go(self, is_held: bool = False) -> None:
        self.performers.poll(self.now_ms, self.inputs)
        self.performers.start(self.now_ms, is_held)
        self.now_ms += 10

    def operations(self) -> list[int]:
        return [one[1] for one in self.machine.started]

    def noted(self) -> bytes | None:
        return KeptRecord(self.memory, MOTION_AT, MOTION_PLACE_BYTES).read()


DEAL = (m.DEAL_CARD, 2, m.PLACE_SEAT1)
LANDED = [(EV_LEFT, 42), (EV_LANDED, m.PLACE_SEAT1), (EV_DONE,)]
