"""What the table does about a card that went wrong, as far as its log tells.

Follows one repair from the line that names the irregularity to the line that ends it: what
happened and who noticed it, which row of which book answers, the procedure with all its steps and
the one under way, what a person is asked for, what the floor decided. Stays after the end, so that
it can be read in peace, until the next irregularity or the next hand begins. The rule of the file:
it is fed by log lines alone and rules nothing; a step is done when the log says that a later one
begins or that the procedure has ended.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from firmware.schema import irregularities, rulings
from firmware.schema import messages as m

if TYPE_CHECKING:
    from collections.abc import Callable

Message = tuple[Any, ...]

DONE, UNDER_WAY, TO_COME = range(3)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person is to do: `lay` a card at a place, or `type` the face of a card."""

    what: str
    token: int
    place: int = 0


@dataclass(slots=True)
class Procedure:
    """One repair. Numbers are ids of the schema, 0 where nothing is known yet."""

    kind: int = 0
    """The irregularity."""
    reported_by: str = ""
    """Who saw it; empty when a sensor did."""
    ruling: int = 0
    book: int = 0
    number: int = 0
    """The procedure's id."""
    step: int = 0
    """The step that began last."""
    seat: int = 0
    """The seat that the step is about, or 0."""
    at: int = -1
    """Which of the steps that is; -1: none began yet."""
    is_over: bool = False
    held_for: str = ""
    """Why the hand waits; empty when it does not."""
    decided: int = -1
    """The floor's last decision, by the schema's enum; -1: none."""
    decided_by: str = ""
    asked: Asked | None = None

    def steps(self) -> list[tuple[int, int]]:
        """(step, DONE | UNDER_WAY | TO_COME) of the whole procedure, in order."""
        listed = list(rulings.STEPS[self.number])
        if self.step and self.step not in listed:
            listed.append(self.step)  # the hand's end, or the floor's, that no table row foresees
        at = len(listed) if self.is_over else self.at
        return [
            (step, DONE if place < at else UNDER_WAY if place == at else TO_COME)
            for place, step in enumerate(listed)
        ]


@dataclass(slots=True)
class Procedures:
    """The repair that runs or ran last, and those before it in this hand."""

    now: Procedure | None = None
    before: list[Procedure] = field(default_factory=list)
    ruled: int = 0
    """How many rulings there were since the log began."""
    _reported_by: str = ""

    def take(self, message: Message) -> None:
        """Go on by one message of the log; those it does not know change nothing."""
        take = TAKES.get(message[0])
        if take is not None:
            take(self, message)

    def _hand_started(self, _: Message) -> None:
        self.now, self.before, self._reported_by = None, [], ""

    def _reported(self, message: Message) -> None:
        self._reported_by = message[2]

    def _refused(self, message: Message) -> None:
        self._reported_by = ""

    def _found(self, message: Message) -> None:
        if self.now is not None:
            self.before.append(self.now)
        kind = irregularities.by_name(message[1])
        self.now = Procedure(kind, self._reported_by)
        self._reported_by = ""

    def _held(self, message: Message) -> None:
        if self.now is None:
            kind = irregularities.by_name(message[1])
            if not kind:
                return  # a device holds it: the fault's own words say so
            self.now = Procedure(kind)
        self.now.held_for = message[1]

    def _ruled(self, message: Message) -> None:
        self.ruled += 1
        now = self._now(message[2])
        now.ruling = message[1]
        now.number = rulings.PROCEDURE_NAMES.index(message[3])
        now.book = rulings.BOOK_WORDS.index(message[4])
        now.step, now.at, now.is_over = 0, -1, not rulings.STEPS[now.number]

    def _now(self, kind: str) -> Procedure:
        """The repair that a ruling is about: a found one may be renamed when more is known."""
        number = irregularities.by_name(kind)
        if self.now is None or (self.now.ruling and self.now.kind != number):
            if self.now is not None:
                self.before.append(self.now)
            self.now = Procedure(number)
        self.now.kind = number
        return self.now

    def _step(self, message: Message) -> None:
        if self.now is None:
            return
        now = self.now
        now.step = rulings.STEP_NAMES.index(message[1])
        now.seat = message[3] or 0
        now.asked = None
        listed = list(rulings.STEPS[now.number])
        later = [at for at in range(now.at + 1, len(listed)) if listed[at] == now.step]
        now.at = later[0] if later else len(listed)

    def _ended(self, _: Message) -> None:
        if self.now is not None:
            self.now.is_over = True
            self.now.asked = None
            self.now.held_for = ""

    def _move_asked(self, message: Message) -> None:
        if self.now is not None:
            self.now.asked = Asked("lay", message[1], message[2])

    def _face_asked(self, message: Message) -> None:
        if self.now is not None:
            self.now.asked = Asked("type", message[1])

    def _answered(self, _: Message) -> None:
        if self.now is not None:
            self.now.asked = None

    def _floor_ruled(self, message: Message) -> None:
        if self.now is not None:
            self.now.decided, self.now.decided_by = message[1], message[2]
            self.now.held_for = ""

    def _over(self, _: Message) -> None:
        if self.now is not None:
            self.now.is_over = True
            self.now.held_for, self.now.asked = "", None


TAKES: dict[int, Callable[[Procedures, Message], None]] = {
    m.HAND_STARTED: Procedures._hand_started,
    m.IRREGULARITY_REPORTED: Procedures._reported,
    m.INPUT_REFUSED: Procedures._refused,
    m.IRREGULARITY_FOUND: Procedures._found,
    m.HAND_HELD: Procedures._held,
    m.RULING_MADE: Procedures._ruled,
    m.STEP_BEGUN: Procedures._step,
    m.PROCEDURE_ENDED: Procedures._ended,
    m.MOVE_CARD: Procedures._move_asked,
    m.ASK_FACE: Procedures._face_asked,
    m.CARD_MOVED: Procedures._answered,
    m.FACE_TYPED: Procedures._answered,
    m.FLOOR_RULED: Procedures._floor_ruled,
    m.HAND_FINISHED: Procedures._over,
    m.HAND_VOIDED: Procedures._over,
}
