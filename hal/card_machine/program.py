"""The card machine's program: one pass after the other, one command at a time.

Each pass fetches what the table asked for, lets the motion that runs go on by one step, and ends
it when it is over, stopped, out of supply or in trouble. A motion is a generator: it rests where
it waits and is resumed on the next pass. When nothing runs and a card comes all the same, that is
a motion too, and commands are refused meanwhile. Rule of the file: the command is kept before
anything moves, and whatever ends it, the motors stand before it is told.

Commands, events, codes: hardware/card-machine.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.account import Account
from hal.card_machine.deal import eject
from hal.card_machine.give_back import give_back
from hal.card_machine.hands import CLEAR, PUSHED, Hands
from hal.card_machine.home import home
from hal.card_machine.inspection import check_deck
from hal.card_machine.load import feed
from hal.card_machine.places import mouth_at
from hal.card_machine.pocket import RETURNS
from hal.card_machine.stray import stray
from hal.card_machine.sweep import empty
from hal.card_machine.trays import collect, count, erase_face, open_face
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import ENTRY, EXIT
from hal.drivers.card_machine import FLAG_COLLECTING, FLAG_HOME, FLAG_RUNNING, NO_BYTE
from hal.ports import (
    CHECK,
    COLLECT,
    COUNT,
    EJECT,
    EMPTY,
    ERASE_FACE,
    EV_DONE,
    EV_FAILED,
    EV_LEFT,
    EV_RESTARTED,
    EV_UNLANDED,
    FAILED_ARGUMENT,
    FAILED_NOT_HOME,
    FAILED_STOPPED,
    FEED,
    HOME,
    OPEN_FACE,
    PLACE_CHUTE,
    PLACE_SEAT1,
    RETURN,
    SLOTS,
    STOP,
    STOPPED_BY_COMMAND,
    STOPPED_BY_POWER,
    STOPPED_BY_SUPPLY,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hal.card_machine.target import Command, Target
    from hal.card_machine.workings import Keep, Workings

_NEEDS_HOME = (FEED, EJECT, RETURN, CHECK, EMPTY)
_WANTS_SUPPLY = (HOME, FEED, EJECT, RETURN, CHECK, EMPTY)
_KNOWN = (HOME, FEED, EJECT, RETURN, COLLECT, COUNT, OPEN_FACE, ERASE_FACE, EMPTY, CHECK)
_NO_SUPPLY_PASSES = const(3)
_SUPPLY_MS_MAX = const(200)  # from a command until the table lets motors run


class Program:
    """One card machine's. workings, keep, target: what it stands on."""

    def __init__(self, workings: Workings, keep: Keep, target: Target) -> None:
        self._workings = workings
        self._target = target
        self._account = Account(keep, target)
        self._hands = Hands(workings, keep, self._account)
        self._motion: Iterator[None] | None = None
        self._operation = 0
        self._is_stray = False
        self._unsupplied = 0  # asked in a row without the motors' supply
        self._wait_until_ms = 0  # for the supply, before anything has moved
        workings.rest()
        workings.edges(ENTRY)
        workings.edges(EXIT)
        if not self._account.is_new:
            self._restart()

    def __repr__(self) -> str:
        return "<card machine's program>"

    def is_idle(self) -> bool:
        """Whether nothing is to be done until the table writes or a beam gets dark."""
        return self._motion is None

    def one_pass(self) -> None:
        """Do what is due now. Called every millisecond; while `is_idle`, when something happened.

        Takes as long as it looks and keeps: 1.3 ms a look, some twelve at the most.
        """
        if not self._workings.is_held():
            self._let_go()
        self._fetch()
        if self._motion is None:
            self._watch()
            return
        if not self._has_supply():
            is_over = self._unsupplied >= _NO_SUPPLY_PASSES
            if is_over and self._workings.now_ms() >= self._wait_until_ms:
                self._end(EV_FAILED, FAILED_STOPPED, STOPPED_BY_SUPPLY, has_supply=False)
            return  # a motor without current is not judged
        try:
            for _ in self._motion:
                return
        except Trouble as trouble:
            if self._has_supply():
                self._end(EV_FAILED, trouble.code, trouble.where)
            else:  # it went in this very pass, and is why
                self._end(EV_FAILED, FAILED_STOPPED, STOPPED_BY_SUPPLY, has_supply=False)
            return
        self._end(EV_DONE)

    # --- commands --------------------------------------------------------------------------------

    def _fetch(self) -> None:
        command = self._target.fetch()
        if command is not None:
            displaced = self._target.displaced()
            if command[1] == STOP:
                self._stop(command, displaced)
            else:
                self._begin(command)
        if self._target.is_told_again():
            self._account.tell_again()

    def _begin(self, command: Command) -> None:
        self._account.begin(command)
        _, operation, a, b, c = command
        self._operation = operation
        refused = self._unfit(operation, a, b)
        if refused:
            self._account.end(EV_FAILED, refused)
            return
        self._hands.tell = self._account.tell
        self._is_stray = False
        self._unsupplied = _NO_SUPPLY_PASSES  # unless it is there
        self._wait_until_ms = self._workings.now_ms() + _SUPPLY_MS_MAX
        self._motion = self._motion_of(operation, a, b, c)

    def _unfit(self, operation: int, a: int, b: int) -> int:
        """Return why a command cannot even begin, or 0."""
        if operation not in _KNOWN:
            return FAILED_ARGUMENT
        if operation in (FEED, EJECT) and not 0 <= a < SLOTS:
            return FAILED_ARGUMENT
        if operation == EJECT and not PLACE_SEAT1 <= b <= PLACE_CHUTE:
            return FAILED_ARGUMENT
        if operation == RETURN and a not in RETURNS:
            return FAILED_ARGUMENT
        if operation in _NEEDS_HOME and not self._hands.carousel.is_home:
            return FAILED_NOT_HOME
        return 0

    def _motion_of(self, operation: int, a: int, b: int, c: int) -> Iterator[None]:
        hands = self._hands
        if operation == FEED:
            return feed(hands, a)
        if operation == EJECT:
            return eject(hands, a, b, c)
        if operation == RETURN:
            return give_back(hands, a)
        if operation == OPEN_FACE:
            return open_face(hands, a)
        if operation == ERASE_FACE:
            return erase_face(hands, a)
        if operation == COLLECT:
            return collect(hands, self._collecting)
        return {HOME: home, COUNT: count, CHECK: check_deck, EMPTY: empty}[operation](hands)

    def _stop(self, command: Command, displaced: int) -> None:
        """Motors off now: what ran is given up, and a card in the path stays there."""
        if displaced:
            self._target.tell(EV_FAILED, displaced, FAILED_STOPPED, STOPPED_BY_COMMAND)
        if self._motion is not None:
            is_stray = self._is_stray
            self._halt(has_supply=True)
            if is_stray:
                self._tell_where_it_lies()
            else:
                self._account.tell(EV_FAILED, FAILED_STOPPED, STOPPED_BY_COMMAND)
        self._account.begin(command)
        self._account.end(EV_DONE)

    def _collecting(self, on: bool) -> None:
        self._target.flag(FLAG_COLLECTING, on)

    # --- how a motion ends -----------------------------------------------------------------------

    def _end(self, event: int, a: int = 0, b: int = 0, *, has_supply: bool = True) -> None:
        is_stray = self._is_stray
        self._halt(has_supply)
        if is_stray:
            if event == EV_FAILED:
                self._tell_where_it_lies()
            self._target.flag(FLAG_RUNNING, False)
        else:
            self._account.end(event, a, b)

    def _tell_where_it_lies(self) -> None:
        """A card that strayed and was given up: in the path, or nobody knows where."""
        self._account.tell_unasked(EV_UNLANDED, self._hands.path_mouth or NO_BYTE)

    def _halt(self, has_supply: bool) -> None:
        self._motion = None
        self._is_stray = False
        self._hands.halt(has_supply)
        self._target.flag(FLAG_HOME, self._hands.carousel.is_home)

    def _let_go(self) -> None:
        """The steppers were without supply: drum and arm may stand elsewhere, and want HOME."""
        carousel = self._hands.carousel
        if carousel.is_home:
            carousel.is_lost()
            self._target.flag(FLAG_HOME, False)
        if self._motion is None or self._is_stray or self._operation not in _WANTS_SUPPLY:
            return
        if self._operation != HOME or not self._wait_until_ms:  # one that has not begun may wait
            self._end(EV_FAILED, FAILED_STOPPED, STOPPED_BY_SUPPLY, has_supply=False)

    def _has_supply(self) -> bool:
        if self._is_stray or self._operation not in _WANTS_SUPPLY:
            return True  # who strays waits for it by itself
        if not self._workings.is_supplied():
            self._unsupplied += 1
            return False
        if self._unsupplied:
            self._unsupplied = 0
            self._wait_until_ms = 0  # from now on nothing waits for it
        return True

    # --- cards that leave unasked ----------------------------------------------------------------

    def _watch(self) -> None:
        """Nothing runs: does a card come all the same?"""
        if self._hands.path != CLEAR:
            return  # what lies in the path is known
        has_come = False
        for _, is_dark in self._workings.edges(ENTRY):
            has_come = has_come or is_dark
        if not has_come or not self._workings.is_dark(ENTRY):
            return
        self._target.flag(FLAG_RUNNING, True)
        self._is_stray = True
        self._unsupplied = 0
        self._hands.tell = self._account.tell_unasked
        self._motion = stray(self._hands)

    # --- after a loss of power -------------------------------------------------------------------

    def _restart(self) -> None:
        """What ran has failed; whether its card had left, beams and slot say."""
        account, hands = self._account, self._hands
        self._target.last_id = account.command[0]
        if not account.is_ended():
            ends = []
            if account.command[1] == EJECT and not account.has_told(EV_LEFT) and self._has_left():
                ends.append((EV_LEFT, hands.path_slot, 0))
            ends.append((EV_FAILED, FAILED_STOPPED, STOPPED_BY_POWER))
            account.keep_end(ends)
        self._target.tell(EV_RESTARTED, 0)

    def _has_left(self) -> bool:
        hands, workings = self._hands, self._workings
        _, _, slot, mouth, _ = self._account.command
        if hands.path == CLEAR or (hands.path_slot, hands.path_mouth) != (slot, mouth):
            return False  # nothing lies there, or what an earlier command left
        if workings.is_dark(ENTRY) or workings.is_dark(EXIT):
            return True
        if hands.path != PUSHED:
            return True
        try:
            return not hands.senses.is_held(mouth_at(hands.path_mouth))
        except Trouble:
            return False  # nothing says so
