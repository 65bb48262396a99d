"""The card machine's body: what moves, how long it takes, what is sensed and what is told.

A hopper feeds cards one by one into a carousel of 54 slots; the carousel turns, the ejector pushes
one card past the reader, the turret points it to a well. One motion at a time. Every turn of the
carousel takes as long as the longest one, whatever the way, so that a listener with a stopwatch
learns nothing of the order. The reader keeps a hole card's face in its own memory and tells it
only when asked by token; board cards it tells as they pass; cards on their way back to the hopper
it does not read. Everything works here: each step below is one place where a real machine can go
wrong and returns a failure code, so a fault plan has its hooks. Rule of the file: no face leaves
unless it is a board card or was asked for, and every asking is counted.

Knows no ports and no bus. `hal.sim.card_machine` offers it as a port; a register map may do so
too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import (
    COLLECT,
    COUNT,
    EJECT,
    ERASE_FACE,
    EV_COUNTED,
    EV_DONE,
    EV_FACE,
    EV_FAILED,
    EV_FED,
    EV_LANDED,
    EV_LEFT,
    EV_OPENINGS,
    FAILED_ARGUMENT,
    FAILED_EMPTY,
    FAILED_NO_FACE,
    FAILED_NOT_HOME,
    FAILED_OCCUPIED,
    FAILED_PATH,
    FAILED_STOPPED,
    FEED,
    HOME,
    OPEN_FACE,
    PLACE_ASIDE,
    PLACE_BOARD1,
    PLACE_BOARD5,
    PLACE_BURN,
    PLACE_CHUTE,
    PLACE_SEAT1,
    PLACE_SEAT10,
    RETURN,
    SLOTS,
    STOP,
)
from hal.sim.deck import NO_CARD

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from hal.sim.clock import SimClock
    from hal.sim.deck import Deck, Script

    Event = tuple[int, int, int, int]

# Times of the simulated machine. Origin: a hand at nine seats (52 feeds, 26 cards dealt, 26 of the
# stub sent back, five board places returned) is to stay under a minute of motion:
# 52*400 + 26*500 + 26*500 + 5*600 = 49,800 ms.
HOME_MS = 2000
CAROUSEL_MS = 300  # every move, of whatever length, waits for the longest: half a turn
FEED_MS = 100
READ_MS = 60  # ejector to reader
FLIGHT_MS = 140  # reader to well, at the pace of the card path
RETURN_MS = 600
COUNT_MS = 1000
ASK_MS = 10
SETTLE_MS = 500  # the last card dropped by a person comes to rest
MEMORY_MS = 5  # the reader's memory answers

_BY_HAND = tuple(range(PLACE_SEAT1, PLACE_SEAT10 + 1)) + (PLACE_BURN,)
"""Wells and trays that people empty; the machine returns board and aside by itself."""

_TARGETS = tuple(range(PLACE_SEAT1, PLACE_CHUTE + 1))
_RETURNS = tuple(range(PLACE_BOARD1, PLACE_BOARD5 + 1)) + (PLACE_ASIDE,)
_NEEDS_HOME = (FEED, EJECT, RETURN)

_WHEN_EMPTY = -1  # instead of a time: the step waits until people have emptied the trays


class Machine:
    """One card machine over a deck, in virtual time.

    Events (event, command id, a, b) gather in `events` until somebody takes them.
    """

    def __init__(self, clock: SimClock, deck: Deck) -> None:
        self.clock = clock
        self.deck = deck
        self.events: list[Event] = []
        self.is_home = False
        self.is_collecting = False
        self.openings = 0
        self._faces: dict[int, int] = {}
        self._told: list[Event] = []  # by the last command, for when its id is given again
        self._command: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
        self._step = 0
        self._is_running = False
        self._is_waiting = False  # for people to empty the trays
        self._planned = 0
        self.changed = _nothing  # called after every change: the room keeps a snapshot
        self._programmes = {
            HOME: ((HOME_MS, self._home),),
            FEED: ((CAROUSEL_MS, self._turn), (FEED_MS, self._feed)),
            EJECT: (
                (CAROUSEL_MS, self._turn),
                (0, self._leave),
                (READ_MS, self._pass_reader),
                (FLIGHT_MS, self._land),
            ),
            RETURN: ((RETURN_MS, self._return),),
            COLLECT: ((ASK_MS, self._ask), (_WHEN_EMPTY, self._settle), (SETTLE_MS, self._erase)),
            COUNT: ((COUNT_MS, self._count),),
            OPEN_FACE: ((MEMORY_MS, self._open_face),),
            ERASE_FACE: ((MEMORY_MS, self._erase_face),),
        }

    def __repr__(self) -> str:
        return "<card machine>"  # never its cards

    # --- commands ----------------------------------------------------------------------------

    def is_busy(self) -> bool:
        """Whether a command runs."""
        return self._is_running

    def begin(self, command_id: int, operation: int, a: int = 0, b: int = 0, c: int = 0) -> bool:
        """Begin a command; False when another one runs. Only STOP may interrupt.

        The last id given again moves nothing: what that command told is told again from the first.
        """
        if command_id == self._command[0]:
            self.events = list(self._told)
            return True
        if operation == STOP:
            self._stop(command_id)
            return True
        if self._is_running:
            return False
        self._command = (command_id, operation, a, b, c)
        self._told = []
        self._step = 0
        self._is_running = True
        refused = self._unfit(operation, a, b)
        if refused:
            self._end(EV_FAILED, refused)
        else:
            self._plan()
        self.changed()
        return True

    def _unfit(self, operation: int, a: int, b: int) -> int:
        """Return why a command cannot even begin, or 0."""
        if operation not in self._programmes:
            return FAILED_ARGUMENT
        if operation in (FEED, EJECT) and not 0 <= a < SLOTS:
            return FAILED_ARGUMENT
        if operation == EJECT and b not in _TARGETS:
            return FAILED_ARGUMENT
        if operation == RETURN and a not in _RETURNS:
            return FAILED_ARGUMENT
        if operation in _NEEDS_HOME and not self.is_home:
            return FAILED_NOT_HOME
        return 0

    def _plan(self) -> None:
        delay_ms = self._programmes[self._command[1]][self._step][0]
        self._is_waiting = delay_ms == _WHEN_EMPTY and len(self.trays_with_cards()) > 0
        if not self._is_waiting:
            self._planned = self.clock.after(max(delay_ms, 0), self._go_on)

    def _go_on(self) -> None:
        programme = self._programmes[self._command[1]]
        failed = programme[self._step][1]()
        self._step += 1
        if failed:
            self._end(EV_FAILED, failed)
        elif self._step == len(programme):
            self._end(EV_DONE)
        else:
            self._plan()
        self.changed()

    def _end(self, event: int, a: int = 0) -> None:
        self._is_running = False
        self._is_waiting = False
        self.is_collecting = False
        self._tell(event, a)

    def _tell(self, event: int, a: int = 0, b: int = 0) -> None:
        told = (event, self._command[0], a, b)
        self._told.append(told)
        self.events.append(told)

    def _stop(self, command_id: int) -> None:
        """Motors off now: what ran is given up, and a card in the path stays there."""
        if self._is_running:
            self.clock.forget(self._planned)
            self._end(EV_FAILED, FAILED_STOPPED)
        self._command = (command_id, STOP, 0, 0, 0)
        self._told = []
        self._tell(EV_DONE)
        self.changed()

    # --- steps: each returns 0 or why the command is given up ---------------------------------

    def _home(self) -> int:
        self.is_home = True
        if self.deck.path != NO_CARD:  # left there by a stop
            self.deck.land(PLACE_ASIDE)
            self._tell(EV_LANDED, PLACE_ASIDE)
        return 0

    def _turn(self) -> int:
        return FAILED_PATH if self.deck.path != NO_CARD else 0

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
        self.deck.eject(slot)
        self._tell(EV_LEFT, slot)
        return 0

    def _pass_reader(self) -> int:
        place, token = self._command[3], self._command[4]
        if place == PLACE_CHUTE:
            return 0
        face = self.deck.pass_reader(place)
        if PLACE_BOARD1 <= place <= PLACE_BOARD5:
            self._tell(EV_FACE, token, face)
        else:
            self._faces[token] = face
        return 0

    def _land(self) -> int:
        place = self._command[3]
        self.deck.land(place)
        self._tell(EV_LANDED, place)
        return 0

    def _return(self) -> int:
        self.deck.drop_in_hopper(self._command[2])
        return 0

    def _ask(self) -> int:
        self.is_collecting = True
        return 0

    def _settle(self) -> int:
        return 0

    def _erase(self) -> int:
        self._faces = {}
        self.deck.forget_reading()
        self._tell(EV_OPENINGS, self.openings)
        self.openings = 0
        return 0

    def _count(self) -> int:
        self._tell(EV_COUNTED, len(self.deck.hopper), self.deck.carousel_count())
        return 0

    def _open_face(self) -> int:
        token = self._command[2]
        if token not in self._faces:
            return FAILED_NO_FACE
        self.openings += 1
        self._tell(EV_FACE, token, self._faces[token])
        return 0

    def _erase_face(self) -> int:
        self._faces.pop(self._command[2], None)
        return 0

    # --- what people see and do ----------------------------------------------------------------

    def cards_at(self, place: int) -> int:
        """Cards that lie in a well or tray; for a seat's well this is what its sensor sees."""
        return self.deck.cards_at(place)

    def trays_with_cards(self) -> tuple[int, ...]:
        """Places that people are to empty when cards are collected."""
        return tuple(place for place in _BY_HAND if self.deck.cards_at(place))

    def drop_in_hopper(self, place: int) -> int:
        """Take the cards of a well or tray and drop them into the hopper; how many they were."""
        count = self.deck.drop_in_hopper(place)
        if self._is_waiting and not self.trays_with_cards():
            self._is_waiting = False
            self._planned = self.clock.after(0, self._go_on)
        self.changed()
        return count

    def script_faces(self, script: Script) -> None:
        """Say which faces this deal must show (`Deck.script_faces`); ends at the collect."""
        self.deck.script_faces(script)
        self.changed()

    # --- a simulation that stops and goes on ----------------------------------------------------

    def snapshot(self) -> list[Any]:
        """Return the machine's own memory and the deck as nested lists of numbers."""
        return [
            list(self._command),
            self._step,
            int(self._is_running),
            int(self.is_home),
            int(self.is_collecting),
            self.openings,
            [list(event) for event in self._told],
            [[token, self._faces[token]] for token in sorted(self._faces)],
            self.deck.snapshot(),
        ]

    def restore(self, state: Sequence[Any]) -> None:
        """Go on from a snapshot: a motion that ran then is finished from its present step on.

        Nothing is told by itself: the controller repeats its last command's id to hear of it.
        """
        command, step, running, home, collecting, openings, told, faces, deck = state
        self._command = tuple(command)
        self._step, self.openings = step, openings
        self._is_running, self.is_home = bool(running), bool(home)
        self.is_collecting = bool(collecting)
        self._told = [tuple(event) for event in told]
        self._faces = dict(faces)
        self.deck.restore(deck)
        self.events = []
        if self._is_running:
            self._plan()


def _nothing() -> None:
    """Nobody keeps a snapshot."""
