"""The card machine's own controller, without its hands: one command, its steps, what it told.

A command is a row of steps with times. This file begins it, lets each step happen at its time,
ends it, remembers what it told for when its id is given again, and stops it half-way. What a step
moves stands in `motions`, how it goes wrong in `mechanics`. Every turn of the carousel takes as
long as the longest one, whatever the way, so that a listener with a stopwatch learns nothing of
the order. Rule of the file: one command at a time, and the last id given again moves nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import (
    CHECK,
    EJECT,
    EMPTY,
    EV_DONE,
    EV_FAILED,
    EV_RESTARTED,
    EV_STRAYED,
    FAILED_ARGUMENT,
    FAILED_NOT_HOME,
    FAILED_STOPPED,
    FEED,
    HOME,
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
    STOPPED_BY_COMMAND,
    STOPPED_BY_SUPPLY,
)
from hal.sim.lines import OnMotorSupply
from hal.sim.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from hal.sim.clock import SimClock
    from hal.sim.deck import Deck
    from hal.sim.mishaps import FaultPlan

    Event = tuple[int, int, int, int]
    Step = tuple[int, Callable[[], int]]  # milliseconds before it, and what happens then

MEMORY_MS = 5  # the reader's memory answers
CHECK_CARD_MS = 900  # a card out of the hopper, past the reader and back
STRAYS_TOLD_AGAIN = 8  # cards; each tells up to four events, of the 64 that wait at most
SWEEP_MS = 180  # to the next slot, and whatever is in it out

WHEN_EMPTY = -1  # instead of a time: the step waits until people have emptied the trays
EACH_CARD = -2  # instead of a time: so long for every card of the hopper
EACH_SLOT = (
    -3
)  # instead of a time: so long for every slot, or slot by slot where a plan may spoil one
AGAIN = -1  # instead of a failure: the step is done once more

RETURNS = tuple(range(PLACE_BOARD1, PLACE_BOARD5 + 1)) + (PLACE_ASIDE,)
BY_HAND = tuple(range(PLACE_SEAT1, PLACE_SEAT10 + 1)) + (PLACE_BURN,)
"""Wells and trays that people empty; the machine returns board and aside by itself."""

_TARGETS = tuple(range(PLACE_SEAT1, PLACE_CHUTE + 1))
_NEEDS_HOME = (FEED, EJECT, RETURN, CHECK, EMPTY)
_WANTS_SUPPLY = (HOME, FEED, EJECT, RETURN, CHECK, EMPTY)


class Body(OnMotorSupply):
    """What runs, what was told, where carousel and turret stand.

    Events (event, command id, a, b) gather in `events` until somebody takes them. plan: what goes
    wrong, None for nothing. is_running: a command. A step returns 0, why the command is given up,
    or AGAIN.
    """

    def __init__(self, clock: SimClock, deck: Deck) -> None:
        super().__init__()
        self.clock = clock
        self.deck = deck
        self.plan: FaultPlan | None = None
        self.reader = Reader()
        self.events: list[Event] = []
        self.is_home = False
        self.is_collecting = False
        self._told: list[Event] = []  # by the last command, for when its id is given again
        self._command: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
        self._step = 0
        self._extra_ms = 0  # that the coming step takes longer
        self.is_running = False
        self._is_waiting = False  # for people to empty the trays
        self._is_stuck = False  # a card in the path that no motor moves
        self._is_again = False  # the present step is done a second time
        self._loose_face = -1  # of a stray card on its way to the board
        self._at_slot = 0  # where the carousel stands
        self._passing = -1  # the plan's counter of the card that has left its slot
        self._swept = 0  # slots that an EMPTY has passed
        self._fallen = 0  # cards that it brought into the hopper
        self._place = 0  # where the turret points
        self._ahead = 0  # the tray before which a RETURN has left it
        self._how = ""  # two cards lie in the path, and this way
        self._fallen_back = False  # what the entry beam took for a card is in its slot again
        self._strays: list[int] = []  # places to which cards are about to go unasked
        self._stray_slot = -1
        self._is_stray_read = False
        self._silent_until_ms = -1
        self._planned = 0
        self.changed = _nothing  # called after every change: the room keeps a snapshot
        self._programmes: dict[int, tuple[Step, ...]] = {}

    def __repr__(self) -> str:
        return "<card machine>"  # never its cards

    # --- commands ----------------------------------------------------------------------------

    def _lid_moves(self) -> None:
        """Open, the steppers hold nothing: what ran has ended, and drum and arm want HOME."""
        if self.holds():
            return
        self.is_home = False
        if self.is_running and self._command[1] in _WANTS_SUPPLY:
            self.clock.forget(self._planned)
            self._end(EV_FAILED, FAILED_STOPPED, STOPPED_BY_SUPPLY)
        self.changed()

    def is_busy(self) -> bool:
        """Whether a command runs, or a card is on its way that nobody asked for."""
        return self.is_running or self._stray_slot >= 0

    def is_silent(self) -> bool:
        """Whether the machine's own controller neither hears nor answers now."""
        return self.clock.ms < self._silent_until_ms

    def begin(self, command_id: int, operation: int, a: int = 0, b: int = 0, c: int = 0) -> bool:
        """Begin a command; False when another one runs. Only STOP may interrupt.

        The last id given again moves nothing: what that command told, and what strayed since, is
        told again from the first. A new one says that all that was taken is written down.
        """
        if command_id == self._command[0]:
            restarted = [event for event in self.events if event[0] == EV_RESTARTED]
            self.events = restarted + self._told
            return True
        if operation == STOP:
            self._stop(command_id)
            return True
        if self.is_busy():
            return False
        if self._is_unheard(operation, b):
            return False
        self._command = (command_id, operation, a, b, c)
        self._told = self._untaken()
        if operation in _WANTS_SUPPLY and operation not in (FEED, RETURN):
            self._ahead = 0
        self._step = 0
        self._extra_ms = 0
        self.is_running = True
        self.is_home = self.is_home and operation != HOME
        refused = self._unfit(operation, a, b)
        if refused:
            self._end(EV_FAILED, refused)
        else:
            self._plan_step()
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
        if operation == RETURN and a not in RETURNS:
            return FAILED_ARGUMENT
        if operation in _NEEDS_HOME and not self.is_home:
            return FAILED_NOT_HOME
        return 0

    def _plan_step(self) -> None:
        delay_ms = self._programmes[self._command[1]][self._step][0]
        self._is_waiting = False
        if delay_ms < 0:
            delay_ms = self._time_of(delay_ms)
            if delay_ms < 0:
                self._is_waiting = True
                return
        self._planned = self.clock.after(delay_ms + self._extra_ms, self._go_on)
        self._extra_ms = 0

    def _time_of(self, what: int) -> int:
        """Milliseconds of a step that the cards decide; WHEN_EMPTY while people are waited for."""
        if what == WHEN_EMPTY:
            return WHEN_EMPTY if self.trays_with_cards() else 0
        if what == EACH_CARD:
            return CHECK_CARD_MS * len(self.deck.hopper)
        return SWEEP_MS if self.plan is not None else SWEEP_MS * SLOTS

    def _go_on(self) -> None:
        programme = self._programmes[self._command[1]]
        if self._command[1] in _WANTS_SUPPLY and not self.has_supply():
            self._end(EV_FAILED, FAILED_STOPPED, STOPPED_BY_SUPPLY)
            self.changed()
            return
        failed = programme[self._step][1]()
        if not self.is_running:  # its power went, or it has said itself how it ended
            self.changed()
            return
        if failed == AGAIN:
            self._plan_step()
            self.changed()
            return
        self._is_again = False
        self._step += 1
        if failed:
            self._end(EV_FAILED, failed)
        elif self._step == len(programme):
            self._end(EV_DONE)
        else:
            self._plan_step()
        self.changed()

    def _end(self, event: int, a: int = 0, b: int = 0) -> None:
        self.is_running = False
        self._is_waiting = False
        self._is_again = False
        self.is_collecting = False
        self._tell(event, a, b)
        if self._passing >= 0:
            self._has_passed()

    def _fail(self, code: int, where: int) -> int:
        """Give the command up, and say where it went wrong."""
        self._end(EV_FAILED, code, where)
        return 0

    def _tell(self, event: int, a: int = 0, b: int = 0) -> None:
        told = (event, self._command[0], a, b)
        self._told.append(told)
        self.events.append(told)

    def _tell_unasked(self, event: int, a: int = 0, b: int = 0) -> None:
        """Of a card that strays; told again like what the last command told."""
        told = (event, 0, a, b)
        self._told.append(told)
        self.events.append(told)
        if event == EV_STRAYED:
            self._forget_the_first_stray()

    def _forget_the_first_stray(self) -> None:
        """There is room for the last few only; who takes events takes them long before."""
        told = self._told
        strays = [at for at in range(len(told)) if told[at][0] == EV_STRAYED]
        if len(strays) > STRAYS_TOLD_AGAIN:
            first, after = strays[0], strays[1]
            kept = [one for one in told[first:after] if one[1] != 0]
            self._told = told[:first] + kept + told[after:]

    def _untaken(self) -> list[Event]:
        """What strayed and nobody has taken yet."""
        return [one for one in self.events if one[1] == 0 and one[0] != EV_RESTARTED]

    def _stop(self, command_id: int) -> None:
        """Motors off now: what ran is given up, and a card in the path stays there."""
        if self.is_running:
            self.clock.forget(self._planned)
            self._end(EV_FAILED, FAILED_STOPPED, STOPPED_BY_COMMAND)
        self._command = (command_id, STOP, 0, 0, 0)
        self._told = self._untaken()
        self._tell(EV_DONE)
        self.changed()

    # --- what a plan may change: see `mechanics` -----------------------------------------------

    def _is_unheard(self, operation: int, place: int) -> bool:
        """Whether the machine's own controller does not even hear a command."""
        return False

    def _has_passed(self) -> None:
        """A card has left its slot or the hopper, however its motion ended."""

    def _go_on_straying(self) -> None:
        """Cards stray that were about to when the snapshot was taken."""

    def trays_with_cards(self) -> tuple[int, ...]:
        """Places that people are to empty when cards are collected."""
        return tuple([place for place in BY_HAND if self.deck.cards_at(place)])

    # --- a simulation that stops and goes on ----------------------------------------------------

    def snapshot(self) -> list[Any]:
        """Return the machine's own memory and the deck as nested lists of numbers."""
        return [
            list(self._command),
            self._step,
            int(self.is_running),
            int(self.is_home),
            int(self.is_collecting),
            [
                self._at_slot,
                self._passing,
                self._place,
                int(self._is_stuck),
                int(self._is_again),
                int(self._fallen_back),
                self._swept,
                self._fallen,
                self._how,
                list(self._strays),
                self._stray_slot,
                int(self._is_stray_read),
                self._loose_face,
            ],
            [list(event) for event in self._told],
            self.reader.snapshot(),
            [] if self.plan is None else self.plan.snapshot(),
            self.deck.snapshot(),
        ]

    def restore(self, state: Sequence[Any]) -> None:
        """Go on from a snapshot: a motion that ran then is finished from its present step on, and
        a card that was about to stray does.

        Nothing is told by itself: the controller repeats its last command's id to hear of it.
        """
        command, step, running, home, collecting, place, told, reader, plan, deck = state
        self._command = tuple(command)
        self._step = step
        self.is_running, self.is_home = bool(running), bool(home)
        self.is_collecting = bool(collecting)
        self._at_slot, self._passing, self._place, is_stuck, again, fallen = place[:6]
        self._swept, self._fallen, self._how = place[6:9]
        self._is_stuck, self._is_again = bool(is_stuck), bool(again)
        self._fallen_back = bool(fallen)
        self._told = [tuple(event) for event in told]
        self.reader.restore(reader)
        if self.plan is not None and plan:
            self.plan.restore(plan)
        self.deck.restore(deck)
        self.events = []
        if self.is_running:
            self._plan_step()
        if len(place) > 9:
            strays, self._stray_slot, is_read, self._loose_face = place[9:]
            self._strays, self._is_stray_read = list(strays), bool(is_read)
            self._go_on_straying()


def _nothing() -> None:
    """Nobody keeps a snapshot."""
