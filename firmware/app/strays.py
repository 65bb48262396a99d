"""Cards that left the card machine unasked: what it tells of them, and which they were.

A premature flop, an extra card: the machine tells that a card left, from which slot, and then what
its sensors and its reader say of it, all without a command. This file gives such a card its token
and turns what is told into inputs. The machine tells it again when it is asked about its last
command: what is in the log already is passed over. What it had still to tell when its own
controller started again is told by nobody: then HOME drives the card out of the path and says
where it lies. Rule of the file: a stray's lines are never taken for those of a card that was sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema import messages as m
from hal.ports import EV_DOUBTED, EV_FACE, EV_FACE_UP, EV_LANDED, EV_STRAYED, EV_UNLANDED

if TYPE_CHECKING:
    from firmware.core.ledger import Ledger

_INPUT_OF = {
    EV_FACE: m.FACE_READ,
    EV_DOUBTED: m.FACE_DOUBTED,
    EV_FACE_UP: m.CARD_EXPOSED,
    EV_LANDED: m.CARD_LANDED,
    EV_UNLANDED: m.CARD_UNLANDED,
}
_OF_A_TOKEN = (m.CARD_LANDED, m.CARD_UNLANDED, m.CARD_EXPOSED, m.FACE_READ, m.FACE_DOUBTED)
_NONE = -1
_SLOT_BITS = 63  # of a token


class Strays:
    """The one under way, and the slots of those since the last load.

    ledger: of the deck, whose epoch is part of a token, also while no order is held.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._token = _NONE
        self._is_lost_sight_of = False
        self._is_told_again = False
        self.is_of_people = False  # they move the cards, motors are off
        self._slots: list[int] = []
        self._heard = _NONE  # what the machine tells now is of this one
        self._told: list[int] = []  # messages of the one under way that are in the log

    @property
    def is_under_way(self) -> bool:
        """Whether a stray has left and was not heard to land."""
        return self._token != _NONE

    @property
    def is_driven(self) -> bool:
        """Whether the machine may drive one on, so that its motors want current."""
        return self.is_under_way and not self.is_of_people

    @property
    def is_sought(self) -> bool:
        """Whether HOME has to tell where a stray lies; not when people move the cards."""
        return self._is_lost_sight_of and self.is_driven

    def lose_sight(self, is_told_again: bool) -> None:
        """The controller or the machine started again: of one under way nothing more may come.

        is_told_again: unless the machine tells again that it left, for then it tells the rest too.
        """
        self._is_lost_sight_of = self.is_under_way
        self._is_told_again = is_told_again

    def note(self, message: tuple) -> None:
        """A line of the log, live or replayed."""
        kind = message[0]
        if kind == m.CARD_STRAYED:
            self._begin(message[1])
            self._is_lost_sight_of = False
        elif kind in (m.CARD_LANDED, m.CARD_UNLANDED):
            if message[1] == self._token:
                self._token = _NONE
        elif kind == m.CARDS_COLLECTED:
            self._token = _NONE
        elif kind == m.HAND_BECAME_MANUAL:
            self.is_of_people = True
        elif kind == m.DECK_LOADED:
            self._slots = []
            self.is_of_people = False
        elif kind in _OF_A_TOKEN and message[1] == self._token:
            self._told.append(kind)

    def is_told_of(self, message: tuple) -> bool:
        """Whether a line tells of a card that no job sent."""
        return message[0] in _OF_A_TOKEN and message[1] & _SLOT_BITS in self._slots

    def hear(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """Something the machine told without a command."""
        if event == EV_STRAYED:
            self._heard = self._ledger.token_of(a)
            if self._is_told_again:
                self._is_lost_sight_of = False
            if a not in self._slots:
                self._begin(a)
                inputs.append((m.CARD_STRAYED, a))
        elif event in _INPUT_OF and self._token == self._heard != _NONE:
            if _INPUT_OF[event] in self._told:
                return
            self._told.append(_INPUT_OF[event])
            told = (_INPUT_OF[event], self._token)
            if event in (EV_FACE, EV_DOUBTED):
                told += (b,)
            elif event == EV_LANDED:
                told += (a,)
            inputs.append(told)
            if event in (EV_LANDED, EV_UNLANDED):
                self._token = _NONE

    def _begin(self, slot: int) -> None:
        token = self._ledger.token_of(slot)
        if token != self._token:
            self._told = []
        if slot not in self._slots:
            self._slots.append(slot)
        self._token = self._heard = token

    def homed(self, place: int, inputs: list[tuple]) -> None:
        """HOME drove a stray out of the path to this place; 0: a person has taken it."""
        landed = (m.CARD_LANDED, self._token, place)
        inputs.append(landed if place else (m.CARD_UNLANDED, self._token))
        self._token = _NONE
