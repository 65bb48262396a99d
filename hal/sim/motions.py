"""The card machine's hands: what each step of a command moves and tells, when all goes well.

A hopper feeds cards one by one into a carousel of 54 slots; the carousel turns, the ejector pushes
one card past the reader, the turret points it to a well. A face is told when its card is sensed on
the board, or when it is asked for by its token; a deck that is checked tells sets and counts. And
what people do with the cards, by hand. Rule of the file: what is told was sensed; the truth about
a card stays in the deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import (
    CARDS,
    CHECK,
    COLLECT,
    COUNT,
    DOUBT_DUPLICATE,
    EJECT,
    EMPTY,
    ERASE_FACE,
    EV_CHECKED,
    EV_COUNTED,
    EV_DONE,
    EV_DOUBTED,
    EV_EMPTIED,
    EV_FACE,
    EV_FED,
    EV_LANDED,
    EV_LEFT,
    EV_OPENINGS,
    EV_RETURNED,
    EV_SEEN,
    FAILED_EMPTY,
    FAILED_JAM,
    FAILED_NO_FACE,
    FAILED_OCCUPIED,
    FAILED_PATH,
    FEED,
    HOME,
    OPEN_FACE,
    PLACE_ASIDE,
    PLACE_BOARD1,
    PLACE_BOARD5,
    PLACE_CHUTE,
    RETURN,
    SLOTS,
    STAGE_PATH,
)
from hal.sim.body import EACH_CARD, EACH_SLOT, MEMORY_MS, RETURNS, WHEN_EMPTY, Body
from hal.sim.deck import GOOD, NO_CARD
from hal.sim.reader import NO_DOUBT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hal.sim.clock import SimClock
    from hal.sim.deck import Deck, Script

# Times of the simulated machine: hardware/card-machine.md. A hand at nine seats (five board places
# returned, the carousel swept, 52 feeds, 26 cards dealt) is to stay under a minute of motion:
# 2000 + 4*1700 + 300 + 54*180 + 900 + 52*340 + 26*500 = 50,400 ms.
PATH_OUT_MS = 200  # before HOME turns anything: what lies in the path is drawn into the arm
CARRY_MS = 400  # what the arm carries is brought to the aside tray
REFERENCE_MS = 1800
CAROUSEL_MS = 300  # every move, of whatever length, waits for the longest: half a turn
FEED_MS = 40  # the roller has brought the next card to the mouth while the carousel turned
READ_MS = 60  # ejector to reader, and each further look
FLIGHT_MS = 140  # reader to well, at the pace of the card path
DRAWN_IN_MS = 647  # the pawl goes down, a tray's cards slide to the arm, which draws them in
THROWN_MS = 341  # it turns to the chute, and they fall through its mouth
RETURN_MS = CAROUSEL_MS + DRAWN_IN_MS + THROWN_MS + 462  # and come to stand in the hopper
RESTS_MS = 250  # until the scale stands still
AT_ONCE_MAX = 3  # cards that slide from a tray together
SWEPT_MS = 900  # after the last slot: its card has fallen behind the others
OPENED_MS = 900  # what people put in falls behind the others
CLOSED_MS = 1000  # what was checked does
COUNT_MS = 300
ASK_MS = 10
SETTLE_MS = 500  # the last card dropped by a person comes to rest


BESIDE = 0  # as a place of `carry`: on the table or the floor, where no sensor looks
HOPPER = 19  # as the schema numbers it


class Motions(Body):
    """The steps, each where its time is over."""

    def __init__(self, clock: SimClock, deck: Deck) -> None:
        super().__init__(clock, deck)
        self._programmes = {
            HOME: (
                (PATH_OUT_MS, self._clear_path),
                (REFERENCE_MS, self._find_reference),
                (0, self._carry_aside),
            ),
            FEED: ((CAROUSEL_MS, self._turn), (FEED_MS, self._feed)),
            EJECT: (
                (CAROUSEL_MS, self._turn),
                (0, self._leave),
                (READ_MS, self._pass_reader),
                (FLIGHT_MS, self._land),
            ),
            RETURN: (
                (CAROUSEL_MS, self._begin_return),
                (DRAWN_IN_MS, self._draw_in),
                (THROWN_MS, self._throw),
                (RETURN_MS - CAROUSEL_MS - DRAWN_IN_MS - THROWN_MS + RESTS_MS, self._weigh),
            ),
            COLLECT: ((ASK_MS, self._ask), (WHEN_EMPTY, self._settle), (SETTLE_MS, self._erase)),
            COUNT: ((COUNT_MS, self._count),),
            OPEN_FACE: ((MEMORY_MS, self._open_face),),
            ERASE_FACE: ((MEMORY_MS, self._erase_face),),
            EMPTY: (
                (CAROUSEL_MS, self._begin_sweep),
                (EACH_SLOT, self._sweep),
                (SWEPT_MS, self._end_sweep),
            ),
            CHECK: (
                (OPENED_MS, self._begin_check),
                (EACH_CARD, self._settle),
                (CLOSED_MS, self._check),
            ),
        }

    # --- steps -----------------------------------------------------------------------------------

    def _clear_path(self) -> int:
        """Before anything turns: a card under a turning carousel or turret would be crushed."""
        if self.deck.path and self._is_stuck:
            return self._fail(FAILED_JAM, STAGE_PATH)
        return 0

    def _find_reference(self) -> int:
        self.is_home = True
        self._at_slot = 0
        self._extra_ms = CARRY_MS
        if not self.deck.path:
            self._end(EV_DONE)
        return 0

    def _carry_aside(self) -> int:
        """The turret holds the card whole, and lets it go where it lies in nobody's way."""
        self.deck.land(PLACE_ASIDE)
        self.reader.lies_at(PLACE_ASIDE)
        if is_board(self._place) and not self.deck.cards_at(self._place):  # it was on its way back
            self.reader.carried_aside(self._place)
        self._how = ""
        self._tell(EV_LANDED, PLACE_ASIDE)
        return 0

    def _turn(self) -> int:
        if self.deck.path:
            return FAILED_PATH
        self._at_slot = self._command[2]
        return 0

    def _feed(self) -> int:
        slot = self._command[2]
        if self.deck.slots[slot] != NO_CARD:
            return FAILED_OCCUPIED
        if not self.deck.hopper:
            return FAILED_EMPTY
        self.deck.feed(slot)
        self._tell(EV_FED, slot)
        return 0

    def _leave(self) -> int:
        slot = self._command[2]
        if self.deck.slots[slot] == NO_CARD:
            return FAILED_EMPTY
        self._place = self._command[3]
        self.deck.eject(slot)
        self.deck.leave_for(self._place)
        self._tell(EV_LEFT, slot)
        return 0

    def _pass_reader(self) -> int:
        place, token = self._command[3], self._command[4]
        if place == PLACE_CHUTE:
            return 0
        face, doubt = self.reader.look(self.deck, self.plan)
        if self.reader.looks > 1:
            self._extra_ms += (self.reader.looks - 1) * READ_MS
        if doubt != NO_DOUBT:
            self._tell(EV_DOUBTED, token, doubt)
        if doubt in (NO_DOUBT, DOUBT_DUPLICATE):
            self.reader.keep(token, face)
        return 0

    def _land(self) -> int:
        self.deck.land(self._place)
        self._tell_landed(self._place)
        return 0

    def _tell_landed(self, place: int) -> None:
        """A face is told when its card is sensed on the board where it was sent, not before."""
        if place != PLACE_CHUTE:
            if PLACE_BOARD1 <= place <= PLACE_BOARD5 and self.deck.cards_at(place) == 1:
                self.reader.carried_aside(place)  # its sensor saw it empty: a person was there
            self.reader.lies_at(place)
            if PLACE_BOARD1 <= place <= PLACE_BOARD5 and is_board(self._command[3]):
                face = self.reader.give(self._command[4])
                if face >= 0:
                    self._tell(EV_FACE, self._command[4], face)
        self._tell(EV_LANDED, place)

    def _begin_return(self) -> int:
        self._fallen = 0
        if self._ahead == self._command[2]:  # it stands there already
            self._extra_ms = -CAROUSEL_MS
        return FAILED_PATH if self.deck.path else 0

    def _draw_in(self) -> int:
        self._place = self._command[2]
        self.deck.draw_back(self._place, AT_ONCE_MAX)
        return 0

    def _throw(self) -> int:
        """What came through the chute's mouth; and again, while the tray holds any."""
        deck = self.deck
        while deck.path:
            self._fallen += len(deck.path)
            deck.land(PLACE_CHUTE)
            if deck.draw_back(self._command[2], AT_ONCE_MAX):
                self._extra_ms += RETURN_MS - CAROUSEL_MS
        self._ahead = next((place for place in RETURNS if deck.cards_at(place)), 0)
        return 0

    def _weigh(self) -> int:
        for place in RETURNS:  # also those that a person has emptied: their sensors say so
            if not self.deck.cards_at(place):
                self.reader.forget_place(place)
        self._tell(EV_RETURNED, self._command[2], self._fallen)
        return 0

    def _ask(self) -> int:
        self.is_collecting = True
        return 0

    def _settle(self) -> int:
        return 0

    def _erase(self) -> int:
        self.deck.forget_reading()
        self._tell(EV_OPENINGS, self.reader.forget_all())
        return 0

    def _count(self) -> int:
        self._tell(EV_COUNTED, len(self.deck.hopper), self.deck.carousel_count())
        return 0

    def _open_face(self) -> int:
        token = self._command[2]
        face = self.reader.open(token)
        if face < 0:
            return FAILED_NO_FACE
        self._tell(EV_FACE, token, face)
        return 0

    def _erase_face(self) -> int:
        self.reader.erase(self._command[2])
        return 0

    def _begin_sweep(self) -> int:
        self._swept = self._fallen = 0
        return FAILED_PATH if self.deck.path else 0

    def _sweep(self) -> int:
        """Slot by slot at one pace, card or none: how many there were is all that it tells."""
        deck = self.deck
        for slot in range(SLOTS):
            if deck.slots[slot] != NO_CARD:
                deck.eject(slot)
                self._fallen += 1
                deck.land(PLACE_CHUTE)
        return 0

    def _end_sweep(self) -> int:
        self._tell(EV_EMPTIED, self._fallen, self.deck.carousel_count())
        return 0

    def _begin_check(self) -> int:
        return FAILED_OCCUPIED if self.deck.carousel_count() else 0

    def _check(self) -> int:
        """Sets and counts: in which order the cards lay is nowhere kept."""
        deck = self.deck
        seen = [0, 0, 0, 0]
        doubtful = 0
        for card in deck.hopper:
            if deck.prints[card] != GOOD or deck.is_turned[card]:
                doubtful += 1
            else:
                face = deck.faces[card]
                seen[face // 16] |= 1 << face % 16
        for chunk in range(len(seen)):
            self._tell(EV_SEEN, seen[chunk], chunk)
        self._tell(EV_CHECKED, len(deck.hopper), doubtful)
        return 0

    # --- what people see and do ----------------------------------------------------------------

    @property
    def openings(self) -> int:
        """Faces opened since the last collect."""
        return self.reader.openings

    def cards_at(self, place: int) -> int:
        """Cards that lie in a well or tray; for a seat's well this is what its sensor sees."""
        return self.deck.cards_at(place)

    def drop_in_hopper(self, place: int) -> int:
        """Take the cards of a well or tray and drop them into the hopper; how many they were."""
        count = self.deck.drop_in_hopper(place)
        if self._is_waiting and not self.trays_with_cards():
            self._is_waiting = False
            self._planned = self.clock.after(0, self._go_on)
        self.changed()
        return count

    def pick_up(self) -> int:
        """Cards found on table and floor go into the hopper; how many they were."""
        count = self.deck.pick_up()
        if count:
            self.changed()
        return count

    def change_deck(self) -> None:
        """A person takes out every card and puts another deck into the hopper."""
        self.deck.change(range(CARDS))
        self.changed()

    def carry(self, here: int, there: int, asked: Sequence[int] = ()) -> None:
        """A person takes the top card of one place to another, by hand.

        Places as the ports number them, BESIDE and HOPPER besides; nothing senses it. asked: what
        the person remembers of it (`Deck.laid`).
        """
        self.deck.laid = list(asked)
        self.deck.carry(self._pile(here), self._pile(there))
        self.changed()

    def draw(self, slot: int, there: int, asked: Sequence[int] = ()) -> None:
        """A person takes the card out of a slot and lays it at a place."""
        self.deck.laid = list(asked)
        self.deck.eject(slot)
        self.deck.leave_for(there)
        self.deck.land(there)
        self.changed()

    def _pile(self, place: int) -> list[int]:
        if place == BESIDE:
            return self.deck.beside
        return self.deck.hopper if place == HOPPER else self.deck.wells[place]

    def script_faces(self, script: Script) -> None:
        """Say which faces this deal must show (`Deck.script_faces`); ends at the collect."""
        self.deck.script_faces(script)
        self.changed()


def is_board(place: int) -> bool:
    """Whether a place is one of the board's five."""
    return PLACE_BOARD1 <= place <= PLACE_BOARD5
