"""Jobs of the card machine: what each intent needs, step by step, and what is told of it.

An intent of the table (deal this card, collect, load) takes one or many commands of the machine. A
job knows which comes next and turns what the machine tells into inputs. After a power cut a job is
made again from the log: what was told then is in `told` and is not told twice. Rule of the file: a
job tells only what a sensor or the reader said. A card that left and was not seen to arrive is
told as neither, and the job stops there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema import messages as m
from firmware.schema.faults import FAULT_CARD_NOT_LANDED, FAULT_MACHINE_SILENT
from hal.ports import (
    CARDS,
    COLLECT,
    COUNT,
    EJECT,
    ERASE_FACE,
    EV_COUNTED,
    EV_FACE,
    EV_FED,
    EV_LANDED,
    EV_LEFT,
    EV_OPENINGS,
    FAILED_EMPTY,
    FAILED_NO_FACE,
    FEED,
    OPEN_FACE,
    PLACE_ASIDE,
    PLACE_BOARD1,
    PLACE_BOARD5,
    PLACE_CHUTE,
    RETURN,
)

if TYPE_CHECKING:
    from firmware.app.order_keeper import OrderKeeper

    Command = tuple[int, int, int, int]  # operation, a, b, c

GO_ON = 0  # what a failed step comes to: the next step, or a fault of the fault table

RETURNED_PLACES = tuple(range(PLACE_BOARD1, PLACE_BOARD5 + 1)) + (PLACE_ASIDE,)


class Job:
    """One intent. `seq` is its line in the log, 0 for what the shell wants by itself."""

    outcome = 0  # the input that ends it; 0: it leaves no line

    def __init__(self, seq: int) -> None:
        self.seq = seq
        self.told: list[tuple] = []
        self.is_resumed = False

    def command(self) -> Command | None:
        """The command of the present step; None when there is nothing more to do."""
        raise NotImplementedError

    def is_ready(self) -> bool:
        """Whether the present step can begin now."""
        return True

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """Something the machine told during the present step."""

    def done(self, inputs: list[tuple]) -> int:
        """The present step is finished: GO_ON, or the fault it comes to."""
        raise NotImplementedError

    def failed(self, code: int, inputs: list[tuple]) -> int:
        """The machine gave the present step up: GO_ON, or the fault it comes to."""
        return FAULT_MACHINE_SILENT

    def can_repeat(self) -> bool:
        """Whether the present step moved no card yet, so that it may be begun anew."""
        return True

    def was_told(self, message: tuple) -> bool:
        """A line of the log, replayed: whether it ends the job."""
        self.told.append(message)
        return message[0] == self.outcome

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

    outcome = m.CARD_LANDED

    def __init__(self, seq: int, k: int, to: int, keeper: OrderKeeper) -> None:
        super().__init__(seq)
        self._k = k
        self._to = to
        self._keeper = keeper
        self._is_done = False
        self._wants_face = PLACE_BOARD1 <= to <= PLACE_BOARD5

    def was_told(self, message: tuple) -> bool:
        """A board card is complete when it has landed and its face is read, in either order."""
        self.told.append(message)
        return self._has_told(m.CARD_LANDED) and (
            not self._wants_face or self._has_told(m.FACE_READ)
        )

    def command(self) -> Command | None:
        """The command of the present step, or None."""
        if self._is_done:
            return None
        return EJECT, self._keeper.slot(self._k), self._to, self._keeper.token(self._k)

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """What the machine told, as an input."""
        if event == EV_LEFT:
            self._tell((m.CARD_LEFT, self._k, a), inputs)
        elif event == EV_LANDED:
            self._tell((m.CARD_LANDED, self._keeper.token(self._k), a), inputs)
        elif event == EV_FACE:
            self._tell((m.FACE_READ, a, b), inputs)

    def done(self, inputs: list[tuple]) -> int:
        """The step is finished."""
        self._is_done = True
        return GO_ON if self._has_told(m.CARD_LANDED) else FAULT_CARD_NOT_LANDED

    def failed(self, code: int, inputs: list[tuple]) -> int:
        """The step was given up."""
        return FAULT_MACHINE_SILENT if self.can_repeat() else FAULT_CARD_NOT_LANDED

    def can_repeat(self) -> bool:
        """Not once the card has left."""
        return not self._has_told(m.CARD_LEFT)


class OpenFace(Job):
    """The face that the reader keeps under a token."""

    outcome = m.FACE_OPENED

    def __init__(self, seq: int, token: int) -> None:
        super().__init__(seq)
        self._token = token
        self._is_done = False

    def command(self) -> Command | None:
        """The command of the present step, or None."""
        return None if self._is_done else (OPEN_FACE, self._token, 0, 0)

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """What the machine told, as an input."""
        if event == EV_FACE:
            self._tell((m.FACE_OPENED, a, b), inputs)

    def done(self, inputs: list[tuple]) -> int:
        """The step is finished."""
        self._is_done = True
        return GO_ON if self._has_told(m.FACE_OPENED) else FAULT_MACHINE_SILENT


class EraseFace(Job):
    """The reader forgets a face. Leaves no line; asked twice it does no harm."""

    def __init__(self, seq: int, token: int) -> None:
        super().__init__(seq)
        self._token = token
        self._is_done = False

    def command(self) -> Command | None:
        """The command of the present step, or None."""
        return None if self._is_done else (ERASE_FACE, self._token, 0, 0)

    def done(self, inputs: list[tuple]) -> int:
        """The step is finished."""
        self._is_done = True
        return GO_ON

    def failed(self, code: int, inputs: list[tuple]) -> int:
        """The step was given up."""
        if code != FAILED_NO_FACE:
            return FAULT_MACHINE_SILENT
        self._is_done = True
        return GO_ON


class Collect(Job):
    """Everything outside back into the hopper, then a count.

    places: board places (and aside) to be emptied by the machine; people empty the others.
    openings: of this collect, where an earlier run of the controller learnt them already.
    """

    outcome = m.CARDS_COLLECTED

    def __init__(self, seq: int, places: tuple[int, ...]) -> None:
        super().__init__(seq)
        self._steps: list[Command] = [(RETURN, place, 0, 0) for place in places]
        self._steps += [(COLLECT, 0, 0, 0), (COUNT, 0, 0, 0)]
        self._at = 0
        self.openings = -1

    def command(self) -> Command | None:
        """The command of the present step, or None."""
        return self._steps[self._at] if self._at < len(self._steps) else None

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
        if self.command() is None and not self._has_told(m.CARDS_COLLECTED):
            return FAULT_MACHINE_SILENT
        return GO_ON


class Load(Job):
    """The stub through the chute, then every card from the hopper to a slot.

    A load that a power cut broke off is begun again from all slots: in which of them cards are was
    known to the working memory only. Feeds told before are not told again, so the count that the
    table has goes on where it was.
    """

    outcome = m.DECK_LOADED

    def __init__(self, seq: int, keeper: OrderKeeper) -> None:
        super().__init__(seq)
        self._keeper = keeper
        self._stub: bytes | None = None
        self._at = 0
        self._is_drawn = False
        self._fed = 0
        self._is_step_fed = False  # a command asked again tells its feed again
        self._is_empty = False

    def is_ready(self) -> bool:
        """Feeding waits until a loading order is drawn."""
        if self._stub is None:
            self._stub = self._keeper.stub_slots(self.is_resumed)
        if self._at < len(self._stub) or self._is_drawn:
            return True
        self._is_drawn = self._keeper.begin_load()
        return self._is_drawn

    def command(self) -> Command | None:
        """The command of the present step, or None."""
        if self._stub is not None and self._at < len(self._stub):
            return EJECT, self._stub[self._at], PLACE_CHUTE, 0
        if self._is_empty or self._fed == CARDS:
            return None
        if not self._is_drawn:
            return None
        return FEED, self._keeper.loading_slot(), 0, 0

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """What the machine told, as an input."""
        if event == EV_FED and not self._is_step_fed:
            self._is_step_fed = True
            self._keeper.fed()
            self._fed += 1
            self._tell((m.CARD_FED, self._fed), inputs)

    def done(self, inputs: list[tuple]) -> int:
        """The step is finished."""
        if self._stub is not None and self._at < len(self._stub):
            self._at += 1
        else:
            self._is_step_fed = False
            if self._fed == CARDS:
                self._end(inputs)
        return GO_ON

    def failed(self, code: int, inputs: list[tuple]) -> int:
        """The step was given up."""
        if code != FAILED_EMPTY:
            return FAULT_MACHINE_SILENT
        if self._stub is not None and self._at < len(self._stub):
            self._at += 1
        else:
            self._is_empty = True
            self._end(inputs)
        return GO_ON

    def _end(self, inputs: list[tuple]) -> None:
        self._keeper.end_load()
        self._tell((m.DECK_LOADED, self._fed), inputs)


def job_for(
    effect: tuple, seq: int, keeper: OrderKeeper, places_with_cards: tuple[int, ...]
) -> Job | None:
    """The job of a motion's intent; None for an effect that moves nothing."""
    effect_id = effect[0]
    if effect_id == m.DEAL_CARD:
        return Deal(seq, effect[1], effect[2], keeper)
    if effect_id == m.OPEN_FACE:
        return OpenFace(seq, effect[1])
    if effect_id == m.ERASE_FACE:
        return EraseFace(seq, effect[1])
    if effect_id == m.COLLECT_CARDS:
        return Collect(seq, places_with_cards)
    if effect_id == m.LOAD_DECK:
        return Load(seq, keeper)
    return None


def first_collect(seq: int) -> Collect:
    """A collect that returns every place, for when nobody knows where cards lie."""
    return Collect(seq, RETURNED_PLACES)
