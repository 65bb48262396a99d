"""Cards that left the card machine unasked: what it tells of them, and which they were.

A premature flop, an extra card: the machine tells that a card left, from which slot, and then what
its sensors and its reader say of it, all without a command. This file gives such a card its token
and turns what is told into inputs. Rule of the file: a stray's lines are never taken for those of
a card that was sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema import messages as m
from hal.ports import EV_DOUBTED, EV_FACE, EV_FACE_UP, EV_LANDED, EV_STRAYED, EV_UNLANDED

if TYPE_CHECKING:
    from firmware.app.order_keeper import OrderKeeper

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
    """The one under way, and the slots of those since the last load."""

    def __init__(self, keeper: OrderKeeper) -> None:
        self._keeper = keeper
        self._token = _NONE
        self._slots: list[int] = []

    @property
    def is_under_way(self) -> bool:
        """Whether a stray has left and was not heard to land."""
        return self._token != _NONE

    def note(self, slot: int) -> None:
        """A line of the log, live or replayed: a card strayed from this slot."""
        self._slots.append(slot)

    def forget(self) -> None:
        """The deck is loaded anew."""
        self._slots = []

    def is_told_of(self, message: tuple) -> bool:
        """Whether a line tells of a card that no job sent."""
        return message[0] in _OF_A_TOKEN and message[1] & _SLOT_BITS in self._slots

    def hear(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """Something the machine told without a command."""
        if event == EV_STRAYED:
            self._token = self._keeper.token_of(a)
            inputs.append((m.CARD_STRAYED, a))
        elif event in _INPUT_OF and self._token != _NONE:
            told = (_INPUT_OF[event], self._token)
            if event in (EV_FACE, EV_DOUBTED):
                told += (b,)
            elif event == EV_LANDED:
                told += (a,)
            inputs.append(told)
            if event in (EV_LANDED, EV_UNLANDED):
                self._token = _NONE

    def homed(self, place: int, inputs: list[tuple]) -> None:
        """HOME drove a stray out of the path to this place; 0: a person has taken it."""
        landed = (m.CARD_LANDED, self._token, place)
        inputs.append(landed if place else (m.CARD_UNLANDED, self._token))
        self._token = _NONE
