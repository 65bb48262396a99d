"""Jobs that move the whole deck: emptying the carousel, loading it, checking it.

*A shuffle moves every card that it shuffles*: the stub goes through the chute into the hopper,
then every card is fed to a slot in an order drawn for this load alone. A check lets all cards pass
the reader and tells sets and counts; a deck that is retired is brought into the hopper, where a
person takes it out. Rule of the file: into which slot a card went is told to nobody, and which
slots held the stub nobody needs to know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.jobs import GO_ON, HOME_FIRST, Collect, Deal, Job, fault_of, first_collect
from firmware.app.small_jobs import EraseFace, NameSlot, OneStep, OpenFace
from firmware.schema import messages as m
from firmware.schema.faults import (
    FAULT_CARD_JAMMED,
    FAULT_MACHINE_RESTARTED,
    RETRY,
)
from hal.ports import (
    CARDS,
    CHECK,
    COLLECT,
    COUNT,
    EMPTY,
    EV_CHECKED,
    EV_COUNTED,
    EV_EMPTIED,
    EV_FED,
    EV_SEEN,
    FAILED_EMPTY,
    FAILED_JAM,
    FAILED_MOTOR,
    FAILED_OCCUPIED,
    FAILED_STOPPED,
    FEED,
    PLACE_ASIDE,
    RETURN,
    STAGE_PATH,
    STOPPED_BY_POWER,
)

if TYPE_CHECKING:
    from firmware.app.jobs import Command
    from firmware.app.order_keeper import OrderKeeper

_RETURN_ASIDE = (RETURN, PLACE_ASIDE, 0, 0)


class Emptying(Job):
    """The carousel through the chute into the hopper, then what a subclass adds, if anything.

    The machine passes every slot, so nobody needs to know which held a card. A card that sticks on
    its way is driven out to aside and returned from there; then the rest is emptied.
    """

    takes_aside = True

    def __init__(self, seq: int, keeper: OrderKeeper) -> None:
        super().__init__(seq)
        self._keeper = keeper
        self._is_asked = False
        self._is_emptying = True
        self._wants_aside = False
        self._still_held = 0  # slots that hold a card after all
        self._sweeps = 0

    def is_ready(self) -> bool:
        """An empty carousel is not emptied; after a restart nobody knows."""
        if not self._is_asked:
            self._is_asked = True
            self._is_emptying = self.is_resumed or self._keeper.may_hold_cards()
            self._wants_aside = self.is_resumed  # a card may have been driven out there
        return True

    def command(self) -> Command | None:
        """The command of the present step, or None."""
        if self._wants_aside:
            return _RETURN_ASIDE
        return (EMPTY, 0, 0, 0) if self._is_emptying else self._command_after()

    def _command_after(self) -> Command | None:
        """What follows when the carousel is empty."""
        return None

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """What the machine told, as an input."""
        if event == EV_EMPTIED:
            self._still_held = b

    def done(self, inputs: list[tuple]) -> int:
        """The step is finished; slots that still hold a card are emptied again, and again."""
        if self._wants_aside:
            self._wants_aside = False
        elif not self._is_emptying:
            self._done_after(inputs)
        elif self._still_held:
            self._sweeps += 1
            if self._sweeps > RETRY[FAULT_CARD_JAMMED]:
                self._sweeps = 0
                return FAULT_CARD_JAMMED
        else:
            self._keeper.emptied()  # its note may fail: then this step ends once more
            self._is_emptying = False
        return GO_ON

    def _done_after(self, inputs: list[tuple]) -> None:
        """A step behind the emptying is finished."""

    def failed(self, code: int, where: int, inputs: list[tuple]) -> int:
        """The step was given up; a card may lie in the path, whatever the machine did."""
        if code in (FAILED_JAM, FAILED_MOTOR) and where == STAGE_PATH:
            self.is_in_path = True
        elif code == FAILED_STOPPED and self._is_emptying and not self._wants_aside:
            self.is_in_path = True
            return FAULT_MACHINE_RESTARTED if where == STOPPED_BY_POWER else HOME_FIRST
        return fault_of(code)

    def homed(self, place: int, inputs: list[tuple]) -> None:
        """A card lies aside, driven there or laid by hand: from there it goes on."""
        self.is_in_path = False
        self._wants_aside = True


class Load(Emptying):
    """The stub through the chute, then every card from the hopper to a slot.

    A load that a power cut broke off is begun again from an empty carousel: in which slots cards
    are was known to the working memory only. Feeds told before are not told again, so the count
    that the table has goes on where it was. Feeding ends when the hopper is empty, or with 52.
    """

    outcomes = (m.DECK_LOADED,)

    def __init__(self, seq: int, keeper: OrderKeeper) -> None:
        super().__init__(seq, keeper)
        self._is_drawn = False
        self._fed = 0
        self._is_step_fed = False  # a command asked again tells its feed again
        self._is_over = False

    def is_ready(self) -> bool:
        """Feeding waits until a loading order is drawn."""
        super().is_ready()
        if self._is_emptying or self._wants_aside or self._is_drawn:
            return True
        self._is_drawn = self._keeper.begin_load()
        return self._is_drawn

    def _command_after(self) -> Command | None:
        if self._is_over or not self._is_drawn:
            return None
        return FEED, self._keeper.loading_slot(), 0, 0

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """What the machine told, as an input."""
        super().event(event, a, b, inputs)
        if event == EV_FED and not self._is_step_fed:
            self._is_step_fed = True
            self._keeper.fed()
            self._fed += 1
            self._tell((m.CARD_FED, self._fed), inputs)

    def _done_after(self, inputs: list[tuple]) -> None:
        self._is_step_fed = False
        if self._fed == CARDS:
            self._end(inputs)

    def failed(self, code: int, where: int, inputs: list[tuple]) -> int:
        """The step was given up."""
        if self._is_emptying or self._wants_aside:
            return super().failed(code, where, inputs)
        if code == FAILED_EMPTY:
            self._end(inputs)
            return GO_ON
        if self._is_step_fed:  # the card is in its slot: what failed came behind it
            self._done_after(inputs)
        return fault_of(code)

    def _end(self, inputs: list[tuple]) -> None:
        self._is_over = True
        self._keeper.end_load()
        self._tell((m.DECK_LOADED, self._fed), inputs)


class GatherAll(Emptying):
    """The deck is in doubt: the carousel is emptied too, for a slot's sensor sees no second card.

    Then as every collect, from every place.
    """

    outcomes = (m.CARDS_COLLECTED,)
    is_collect = True

    def __init__(self, seq: int, keeper: OrderKeeper) -> None:
        super().__init__(seq, keeper)
        self.is_resumed = True  # nobody knows what holds a card
        self._collect = first_collect(seq)

    def skip_to(self, operation: int) -> None:
        """As `Collect`; what was emptied is empty."""
        if operation in (COLLECT, COUNT):
            self._is_asked = True
            self._is_emptying = self._wants_aside = False
            self._collect.skip_to(operation)

    def _command_after(self) -> Command | None:
        return self._collect.command()

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """What the machine told, as an input."""
        super().event(event, a, b, inputs)
        if self.openings >= 0:
            self._collect.openings = self.openings
        self._collect.event(event, a, b, inputs)

    def _done_after(self, inputs: list[tuple]) -> None:
        self._collect.done(inputs)


class Unload(Emptying):
    """Everything into the hopper, then a count: the deck may be taken out."""

    outcomes = (m.DECK_UNLOADED,)

    def __init__(self, seq: int, keeper: OrderKeeper) -> None:
        super().__init__(seq, keeper)
        self._is_over = False

    def _command_after(self) -> Command | None:
        return None if self._is_over else (COUNT, 0, 0, 0)

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """What the machine told, as an input."""
        super().event(event, a, b, inputs)
        if event == EV_COUNTED:
            self._tell((m.DECK_UNLOADED, a), inputs)

    def _done_after(self, inputs: list[tuple]) -> None:
        self._is_over = True


class Check(Emptying):
    """Everything into the hopper, then every card past the reader: sets and counts, no order."""

    outcomes = (m.DECK_CHECKED,)

    def __init__(self, seq: int, keeper: OrderKeeper) -> None:
        super().__init__(seq, keeper)
        self._faces = bytearray(7)
        self._is_over = False

    def _command_after(self) -> Command | None:
        return None if self._is_over else (CHECK, 0, 0, 0)

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """What the machine told: four sixteenths of a set, then the counts."""
        super().event(event, a, b, inputs)
        if event == EV_SEEN:
            self._faces[2 * b] = a & 0xFF
            if 2 * b + 1 < len(self._faces):
                self._faces[2 * b + 1] = a >> 8
        elif event == EV_CHECKED:
            different = sum([octet >> bit & 1 for octet in self._faces for bit in range(8)])
            twice = max(a - b - different, 0)
            self._tell((m.DECK_CHECKED, a, bytes(self._faces), twice, b), inputs)

    def failed(self, code: int, where: int, inputs: list[tuple]) -> int:
        """A check that was broken off left a card in a slot or in the path: all over again."""
        if code in (FAILED_STOPPED, FAILED_OCCUPIED) and not self._wants_aside:
            self._is_emptying = True
        return super().failed(code, where, inputs)

    def _done_after(self, inputs: list[tuple]) -> None:
        self._is_over = True


def job_for(
    effect: tuple,
    seq: int,
    keeper: OrderKeeper,
    places_with_cards: tuple[int, ...],
    is_deck_doubted: bool = False,
) -> Job | None:
    """The job of a motion's intent; None for an effect that moves nothing.

    is_deck_doubted: the last count did not come out.
    """
    effect_id = effect[0]
    if effect_id == m.DEAL_CARD:
        return Deal(seq, effect[1], effect[2], keeper)
    if effect_id == m.OPEN_FACE:
        return OpenFace(seq, effect[1])
    if effect_id == m.ERASE_FACE:
        return EraseFace(seq, effect[1])
    if effect_id == m.COLLECT_CARDS:
        return GatherAll(seq, keeper) if is_deck_doubted else Collect(seq, places_with_cards)
    if effect_id == m.LOAD_DECK:
        return Load(seq, keeper)
    if effect_id == m.RETURN_PLACE:
        return OneStep(seq, (RETURN, effect[1], 0, 0), m.PLACE_RETURNED)
    if effect_id in (m.COUNT_CARDS, m.TRY_MOTOR):
        return OneStep(seq, (COUNT, 0, 0, 0), m.CARDS_COUNTED)
    if effect_id == m.NAME_SLOT:
        return NameSlot(seq, effect[1], keeper)
    if effect_id == m.CHECK_DECK:
        return Check(seq, keeper)
    if effect_id == m.UNLOAD_DECK:
        return Unload(seq, keeper)
    return None
