"""Jobs of the card machine: what each intent needs, step by step, and what is told of it.

An intent of the table (deal this card, collect, load) takes one or many commands of the machine. A
job knows which comes next and turns what the machine tells into inputs. A card that went wrong is
told as what was sensed of it and the rules answer; a step that moved no card may be tried again;
whether and how often is the fault table's business. After a power cut a job is made again from the
log: what was told then is in `told` and is not told twice. Rule of the file: a job tells only what
a sensor or the reader said. A card that left and was not seen to arrive is told as that, never as
arrived. Feeding and emptying the carousel are in `deck_jobs`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema import messages as m
from firmware.schema.faults import (
    FAULT_CARD_JAMMED,
    FAULT_CARDS_STICK,
    FAULT_MACHINE_RESTARTED,
    FAULT_MACHINE_SENSOR,
    FAULT_MACHINE_SILENT,
    FAULT_MOTOR_DEAD,
    FAULT_NO_CARD_COMES,
)
from hal.ports import (
    COLLECT,
    COUNT,
    EJECT,
    EV_COUNTED,
    EV_DOUBTED,
    EV_FACE,
    EV_FACE_UP,
    EV_FAILED,
    EV_LANDED,
    EV_LEFT,
    EV_LENGTH,
    EV_OPENINGS,
    EV_THICKNESS,
    EV_UNLANDED,
    FAILED_DOUBLE,
    FAILED_EMPTY,
    FAILED_JAM,
    FAILED_MOTOR,
    FAILED_NOTHING,
    FAILED_OCCUPIED,
    FAILED_SENSOR,
    FAILED_STOPPED,
    PLACE_ASIDE,
    PLACE_BOARD1,
    PLACE_BOARD5,
    RETURN,
    STAGE_CAROUSEL,
    STOPPED_BY_POWER,
)

if TYPE_CHECKING:
    from firmware.app.order_keeper import OrderKeeper

    Command = tuple[int, int, int, int]  # operation, a, b, c

GO_ON = 0  # what a failed step comes to: the next step, or a fault of the fault table
HOME_FIRST = -1  # a card lies in the path: it is driven out to aside, then the job goes on

RETURNED_PLACES = tuple(range(PLACE_BOARD1, PLACE_BOARD5 + 1)) + (PLACE_ASIDE,)

_FAULT_OF = (
    (FAILED_JAM, FAULT_CARD_JAMMED),
    (FAILED_OCCUPIED, FAULT_CARD_JAMMED),
    (FAILED_NOTHING, FAULT_NO_CARD_COMES),
    (FAILED_DOUBLE, FAULT_CARDS_STICK),
    (FAILED_MOTOR, FAULT_MOTOR_DEAD),
    (FAILED_SENSOR, FAULT_MACHINE_SENSOR),
)

OF_THE_MACHINE = (
    FAULT_MACHINE_SILENT,
    FAULT_CARD_JAMMED,
    FAULT_NO_CARD_COMES,
    FAULT_CARDS_STICK,
    FAULT_MOTOR_DEAD,
    FAULT_MACHINE_SENSOR,
    FAULT_MACHINE_RESTARTED,
)
"""Faults that a person's look at the machine ends."""

OUTCOMES = (
    m.CARDS_COLLECTED,
    m.CARD_FED,
    m.DECK_LOADED,
    m.CARD_LEFT,
    m.CARD_LANDED,
    m.CARD_UNLANDED,
    m.CARD_DOUBLED,
    m.CARD_EXPOSED,
    m.FACE_READ,
    m.FACE_DOUBTED,
    m.FACE_OPENED,
    m.SLOT_FOUND_EMPTY,
    m.SLOT_NAMED,
    m.PLACE_RETURNED,
    m.CARDS_COUNTED,
    m.DECK_CHECKED,
    m.DECK_UNLOADED,
)
"""Inputs by which jobs are told."""


def fault_of(code: int) -> int:
    """The fault of the fault table that a machine's failure code comes to."""
    for failed, fault in _FAULT_OF:
        if code == failed:
            return fault
    return FAULT_MACHINE_SILENT


def place_of(event: int, fault: int, a: int, b: int) -> int:
    """Where a person finds what a step's last event tells of: its stage, sensor or other number.

    Of a slot that holds what it should not the machine names no stage.
    """
    if fault == FAULT_CARD_JAMMED and not (event == EV_FAILED and a == FAILED_JAM):
        return STAGE_CAROUSEL
    return b if event == EV_FAILED else a


class Job:
    """One intent; as it stands here, one without a step: a job says what it has of its own.

    `seq` is its line in the log, 0 for what the shell wants by itself.
    """

    outcomes: tuple[int, ...] = ()  # the inputs of which one ends it; none: it leaves no line
    is_collect = False
    is_moving = True  # whether motors move for it, which have to know where they are
    takes_aside = False  # what HOME drove out of the path is the job's to bring back
    openings = -1  # of a collect, where an earlier run of the controller learnt them already

    def __init__(self, seq: int) -> None:
        self.seq = seq
        self.told: list[tuple] = []
        self.is_resumed = False
        self.is_in_path = False  # its card left its slot and lies in the card path
        self.is_tried_out = False  # the job has itself tried what there was to try

    def command(self) -> Command | None:
        """The command of the present step; None when there is nothing more to do."""
        return None

    def is_ready(self) -> bool:
        """Whether the present step can begin now."""
        return True

    def without_motion(self, inputs: list[tuple]) -> bool:
        """Answer what needs no machine; True when that is all."""
        return False

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """Something the machine told during the present step."""

    def done(self, inputs: list[tuple]) -> int:
        """The present step is finished: GO_ON, or the fault it comes to."""
        return GO_ON

    def failed(self, code: int, where: int, inputs: list[tuple]) -> int:
        """The machine gave the present step up: GO_ON, HOME_FIRST, or the fault it comes to."""
        return fault_of(code)

    def homed(self, place: int, inputs: list[tuple]) -> None:
        """The path was cleared: its card lies at this place, 0: a person has taken it."""
        self.is_in_path = False

    def can_repeat(self) -> bool:
        """Whether the present step moved no card yet, so that it may be begun anew."""
        return True

    def skip_to(self, operation: int) -> None:
        """An earlier run of the controller came as far as this operation."""

    def was_told(self, message: tuple) -> bool:
        """A line of the log, replayed: whether it ends the job."""
        self.told.append(message)
        return message[0] in self.outcomes

    def _tell(self, message: tuple, inputs: list[tuple]) -> None:
        if message not in self.told:
            self.told.append(message)
            inputs.append(message)

    def _has_told(self, message_id: int) -> bool:
        for message in self.told:
            if message[0] == message_id:
                return True
        return False


class Deal(Job):
    """The k-th card of the settled order to a place."""

    outcomes = (m.CARD_LANDED, m.CARD_UNLANDED, m.SLOT_FOUND_EMPTY, m.FACE_READ, m.FACE_DOUBTED)

    def __init__(self, seq: int, k: int, to: int, keeper: OrderKeeper) -> None:
        super().__init__(seq)
        self._k = k
        self._to = to
        self._keeper = keeper
        self._is_done = False
        self._is_long = False
        self._is_thick = False

    def was_told(self, message: tuple) -> bool:
        """A board card is complete when it lies and its face is read or not, in either order."""
        self.told.append(message)
        return self._is_complete()

    def _is_complete(self) -> bool:
        for message in self.told:
            if message[0] in (m.CARD_UNLANDED, m.SLOT_FOUND_EMPTY):
                return True
            if message[0] == m.CARD_LANDED:
                if not _is_board(self._to) or not _is_board(message[2]):
                    return True
                return self._has_told(m.FACE_READ) or self._has_told(m.FACE_DOUBTED)
        return False

    def without_motion(self, inputs: list[tuple]) -> bool:
        """A card that left before its turn is not looked for: its slot is empty."""
        if self._has_told(m.CARD_LEFT) or not self._keeper.has_left(self._k):
            return False
        self._tell((m.SLOT_FOUND_EMPTY, self._k, self._keeper.slot(self._k)), inputs)
        return True

    def command(self) -> Command | None:
        """The command of the present step, or None; a lost order has no next card."""
        if self._is_done or not self._keeper.is_settled:
            return None
        return EJECT, self._keeper.slot(self._k), self._to, self._keeper.token(self._k)

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """What the machine told, as an input."""
        token = self._keeper.token(self._k)
        if event == EV_LEFT:
            self._tell((m.CARD_LEFT, self._k, a), inputs)
        elif event == EV_LENGTH:
            self._is_long = True
        elif event == EV_THICKNESS:
            self._is_thick = True
        elif event == EV_FACE_UP:
            self._tell((m.CARD_EXPOSED, token), inputs)
        elif event in (EV_LANDED, EV_UNLANDED, EV_DOUBTED):
            self._tell_doubled(token, inputs)
            if event == EV_LANDED:
                self._tell((m.CARD_LANDED, token, a), inputs)
            elif event == EV_UNLANDED:
                self._tell((m.CARD_UNLANDED, token), inputs)
            else:
                self._tell((m.FACE_DOUBTED, a, b), inputs)
        elif event == EV_FACE:
            self._tell((m.FACE_READ, a, b), inputs)

    def _tell_doubled(self, token: int, inputs: list[tuple]) -> None:
        if self._is_long or self._is_thick:
            sign = m.SIGN_LONG if not self._is_thick else m.SIGN_THICK
            if self._is_long and self._is_thick:
                sign = m.SIGN_BOTH
            self._tell((m.CARD_DOUBLED, token, sign), inputs)

    def done(self, inputs: list[tuple]) -> int:
        """The step is finished; a card of which nothing more was heard is nowhere."""
        self._is_done = True
        if not self._is_complete():
            self._tell((m.CARD_UNLANDED, self._keeper.token(self._k)), inputs)
        return GO_ON

    def failed(self, code: int, where: int, inputs: list[tuple]) -> int:
        """The step was given up: before the card left, under way, or behind it."""
        if self.can_repeat():
            if code != FAILED_EMPTY:
                return fault_of(code)
            self._tell((m.SLOT_FOUND_EMPTY, self._k, self._keeper.slot(self._k)), inputs)
            self._is_done = True
            return GO_ON
        if self._is_complete():
            self._is_done = True
            return GO_ON if code == FAILED_STOPPED else fault_of(code)  # it lies where it was sent
        if code == FAILED_EMPTY:  # asked for again after a restart, and it has left
            return self.done(inputs)
        self.is_in_path = True
        if code == FAILED_STOPPED:
            return FAULT_MACHINE_RESTARTED if where == STOPPED_BY_POWER else HOME_FIRST
        return fault_of(code)

    def homed(self, place: int, inputs: list[tuple]) -> None:
        """The card was driven out of the path, or a person has taken it."""
        self.is_in_path = False
        token = self._keeper.token(self._k)
        if place:  # what lies there has left, also where a stop came before that was told
            self._tell((m.CARD_LEFT, self._k, self._keeper.slot(self._k)), inputs)
        self._tell_doubled(token, inputs)
        if place:
            self._tell((m.CARD_LANDED, token, place), inputs)
        else:
            self._tell((m.CARD_UNLANDED, token), inputs)
        self._is_done = True

    def can_repeat(self) -> bool:
        """Not once the card has left."""
        return not self._has_told(m.CARD_LEFT)


class Collect(Job):
    """Everything outside back into the hopper, then a count.

    places: board places (and aside) to be emptied by the machine; people empty the others.
    """

    outcomes = (m.CARDS_COLLECTED,)
    is_collect = True
    takes_aside = True

    def __init__(self, seq: int, places: tuple[int, ...]) -> None:
        super().__init__(seq)
        self._steps: list[Command] = [(RETURN, place, 0, 0) for place in places]
        self._steps += [(COLLECT, 0, 0, 0), (COUNT, 0, 0, 0)]
        self._at = 0

    def command(self) -> Command | None:
        """The command of the present step, or None."""
        return self._steps[self._at] if self._at < len(self._steps) else None

    def homed(self, place: int, inputs: list[tuple]) -> None:
        """A card that was on its way back lies aside now, and is fetched from there."""
        step = (RETURN, place, 0, 0)  # fetched from there, it may have come back there
        self.is_in_path, self.is_tried_out = False, self.command() == step
        if place and not self.is_tried_out:
            self._steps.insert(self._at, step)

    def skip_to(self, operation: int) -> None:
        """An earlier run of the controller came as far as collecting or counting."""
        for at in range(len(self._steps)):
            if self._steps[at][0] == operation != RETURN:
                self._at = at

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """What the machine told, as an input."""
        if event == EV_OPENINGS:
            self.openings = a
        elif event == EV_COUNTED:
            self._tell((m.CARDS_COLLECTED, a + b, self.openings), inputs)

    def done(self, inputs: list[tuple]) -> int:
        """The step is finished."""
        self._at += 1
        self.is_tried_out = False
        if self.command() is None and not self._has_told(m.CARDS_COLLECTED):
            return FAULT_MACHINE_SILENT
        return GO_ON


def _is_board(place: int) -> bool:
    return PLACE_BOARD1 <= place <= PLACE_BOARD5


def first_collect(seq: int) -> Collect:
    """A collect that returns every place, for when nobody knows where cards lie."""
    return Collect(seq, RETURNED_PLACES)


def jobs_left(jobs: list[Job], message: tuple) -> list[Job]:
    """What is left of a queue when a line of the log, replayed, tells what became of a job.

    Jobs before it only erase faces: before a motion they were done, before an answer maybe not.
    """
    for at in range(len(jobs)):
        job = jobs[at]
        if job.outcomes:
            if job.was_told(message):
                return ([] if job.is_moving else jobs[:at]) + jobs[at + 1 :]
            break
    return jobs


def jobs_unanswered(jobs: list[Job], is_at_rest: bool, inputs: list[tuple]) -> list[Job]:
    """What is left of a queue when what needs no motion is answered; adds to `inputs`.

    Faces that wait to be forgotten are passed over: a machine that is silent forgets none, and the
    hand goes on by hand. is_at_rest: no command runs, and none is to be asked about.
    """
    at = 0
    while at < len(jobs):
        job = jobs[at]
        if job.is_moving and not is_at_rest:
            break
        if job.without_motion(inputs):
            jobs = jobs[:at] + jobs[at + 1 :]
        elif job.is_moving:
            break
        else:
            at += 1
    return jobs
