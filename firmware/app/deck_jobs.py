"""Jobs that move the whole deck: emptying the carousel, loading it, checking it.

*A shuffle moves every card that it shuffles*: the stub goes through the chute into the hopper,
then every card is fed to a slot in an order drawn for this load alone. A check lets all cards pass
the reader and tells sets and counts; a deck that is retired is brought into the hopper, where a
person takes it out. Rule of the file: into which slot a card went is told to nobody, and which
slots held the stub is asked of the keeper and forgotten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.jobs import (
    GO_ON,
    HOME_FIRST,
    Collect,
    Deal,
    EraseFace,
    Job,
    NameSlot,
    OneStep,
    OpenFace,
    fault_of,
    first_collect,
)
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
    EJECT,
    EV_CHECKED,
    EV_COUNTED,
    EV_FED,
    EV_LANDED,
    EV_LEFT,
    EV_SEEN,
    EV_UNLANDED,
    FAILED_EMPTY,
    FAILED_OCCUPIED,
    FAILED_STOPPED,
    FEED,
    PLACE_ASIDE,
    PLACE_CHUTE,
    RETURN,
    STOPPED_BY_POWER,
)

if TYPE_CHECKING:
    from firmware.app.jobs import Command
    from firmware.app.order_keeper import OrderKeeper

_RETURN_ASIDE = (RETURN, PLACE_ASIDE, 0, 0)


class Emptying(Job):
    """The stub through the chute into the hopper, slot by slot; what follows is the subclass's.

    A card that sticks on its way is driven out to aside and returned from there.
    """

    def __init__(self, seq: int, keeper: OrderKeeper) -> None:
        super().__init__(seq)
        self._keeper = keeper
        self._stub: bytes | None = None
        self._at = 0
        self._wants_aside = False
        self._has_left = False  # the card of the present step

    def is_ready(self) -> bool:
        """The keeper knows the stub; after a restart nobody does, and every slot is tried."""
        if self._stub is None:
            self._stub = self._keeper.stub_slots(self.is_resumed)
            self._wants_aside = self.is_resumed  # a card may have been driven out there
        return True

    def _is_emptying(self) -> bool:
        return self._wants_aside or self._stub is None or self._at < len(self._stub)

    def command(self) -> Command | None:
        """The command of the present step, or None."""
        if self._wants_aside:
            return _RETURN_ASIDE
        if self._stub is not None and self._at < len(self._stub):
            return EJECT, self._stub[self._at], PLACE_CHUTE, 0
        return self._command_after()

    def _command_after(self) -> Command | None:
        """What follows when the carousel is empty."""
        raise NotImplementedError

    def event(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """The stub's cards have no names: only whether one is under way is remembered."""
        if event == EV_LEFT:
            self._has_left = True
        elif event in (EV_LANDED, EV_UNLANDED):
            self._has_left = False

    def done(self, inputs: list[tuple]) -> int:
        """The step is finished."""
        self._has_left = False
        if self._wants_aside:
            self._wants_aside = False
        elif self._is_emptying():
            self._at += 1
        else:
            self._done_after(inputs)
        return GO_ON

    def _done_after(self, inputs: list[tuple]) -> None:
        """A step behind the stub is finished."""
        raise NotImplementedError

    def failed(self, code: int, where: int, inputs: list[tuple]) -> int:
        """The step was given up: an empty slot is none of the stub's."""
        if code == FAILED_EMPTY:
            return self.done(inputs)
        if not self._has_left:
            return fault_of(code)
        self._has_left = False
        self.is_in_path = True
        if code == FAILED_STOPPED:
            return FAULT_MACHINE_RESTARTED if where == STOPPED_BY_POWER else HOME_FIRST
        return fault_of(code)

    def homed(self, place: int, inputs: list[tuple]) -> None:
        """The card lies aside, driven there or laid by hand: from there it goes on."""
        self.is_in_path = False
        self._wants_aside = True
        self._at += 1


class Load(Emptying):
    """The stub through the chute, then every card from the hopper to a slot.

    A load that a power cut broke off is begun again from all slots: in which of them cards are was
    known to the working memory only. Feeds told before are not told again, so the count that the
    table has goes on where it was. A slot that is not empty is emptied first.
    """

    outcomes = (m.DECK_LOADED,)

    def __init__(self, seq: int, keeper: OrderKeeper) -> None:
        super().__init__(seq, keeper)
        self._is_drawn = False
        self._fed = 0
        self._is_step_fed = False  # a command asked again tells its feed again
        self._is_empty = False
        self._is_occupied = False
        self._occupied_tries = 0

    def is_ready(self) -> bool:
        """Feeding waits until a loading order is drawn."""
        super().is_ready()
        if self._is_emptying() or self._is_drawn:
            return True
        self._is_drawn = self._keeper.begin_load()
        return self._is_drawn

    def _command_after(self) -> Command | None:
        if self._is_empty or self._fed == CARDS or not self._is_drawn:
            return None
        if self._is_occupied:
            return EJECT, self._keeper.loading_slot(), PLACE_CHUTE, 0
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
        if self._is_occupied:
            self._is_occupied = False
            return
        self._occupied_tries = 0
        if self._fed == CARDS:
            self._end(inputs)

    def failed(self, code: int, where: int, inputs: list[tuple]) -> int:
        """The step was given up."""
        if self._is_emptying() or self._is_occupied:
            return super().failed(code, where, inputs)
        if code == FAILED_OCCUPIED:
            self._occupied_tries += 1
            if self._occupied_tries > RETRY[FAULT_CARD_JAMMED]:
                self._occupied_tries = 0
                self.is_tried_out = True
                return FAULT_CARD_JAMMED
            self._is_occupied = True
            return GO_ON
        if self._is_step_fed:  # the card is in its slot: what failed came behind it
            self._done_after(inputs)
            return fault_of(code)
        if code != FAILED_EMPTY:
            return fault_of(code)
        self._is_empty = True
        self._end(inputs)
        return GO_ON

    def homed(self, place: int, inputs: list[tuple]) -> None:
        """As while emptying; the slot that was to be fed is still to be fed."""
        is_stub = self._stub is not None and self._at < len(self._stub)
        super().homed(place, inputs)
        if not is_stub:
            self._at -= 1
            self._is_occupied = False

    def _end(self, inputs: list[tuple]) -> None:
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
        self.is_resumed = True  # nobody knows which slots hold a card
        self._collect = first_collect(seq)

    def skip_to(self, operation: int) -> None:
        """As `Collect`; what was emptied is empty."""
        if operation in (COLLECT, COUNT):
            self._stub = b""
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
        self._keeper.emptied()
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
        self._keeper.emptied()
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

    def _done_after(self, inputs: list[tuple]) -> None:
        self._keeper.emptied()
        self._is_over = True

    def failed(self, code: int, where: int, inputs: list[tuple]) -> int:
        """A card that fell back into its slot: every slot is emptied once more."""
        if code != FAILED_OCCUPIED or self._is_emptying():
            return super().failed(code, where, inputs)
        if self.is_resumed:
            self.is_tried_out = True
            return FAULT_CARD_JAMMED
        self.is_resumed = True
        self._stub = None
        self._at = 0
        return GO_ON


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
    if effect_id == m.COUNT_CARDS:
        return OneStep(seq, (COUNT, 0, 0, 0), m.CARDS_COUNTED)
    if effect_id == m.NAME_SLOT:
        return NameSlot(seq, effect[1], keeper)
    if effect_id == m.CHECK_DECK:
        return Check(seq, keeper)
    if effect_id == m.UNLOAD_DECK:
        return Unload(seq, keeper)
    return None
