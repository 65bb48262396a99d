"""The simulated person of the house at a card whose face the table does not take, and at a card
that was carried before the plug was pulled.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hal.ports import PLACE_BURN
from hal.sim.attendant import NOWHERE, PATIENCE, Attendant
from hal.sim.clock import SimClock
from hal.sim.deck import Deck
from hal.sim.mechanics import Machine

HERE, THERE = 2, 3
ASKED = (HERE, 0)  # the only card at seat 2


class Said:
    """A table that asks for a face, or for a card to be laid, and keeps what is said to it."""

    def __init__(self) -> None:
        self.said: list[tuple] = []
        self.told: dict[int, tuple[int, int]] = {}  # face -> the card that was told to show it
        self.card: tuple[int, int, int] | None = None
        self.face: tuple[int, int] | None = None
        self.hand = 1
        self.is_held = True

    def calls(self) -> bool:
        return self.is_held

    def is_hand_held(self) -> bool:
        return True

    def is_deck_held(self) -> bool:
        return False

    def is_card_looked_for(self) -> bool:
        return False

    def hand_number(self) -> int:
        return self.hand

    def asked_card(self) -> tuple[int, int, int] | None:
        return self.card

    def asked_face(self) -> tuple[int, int] | None:
        return self.face

    def told_face(self, face: int) -> tuple[int, int] | None:
        return self.told.get(face)

    def go_on(self) -> None:
        self.said.append(("go_on",))

    def decide(self, visit: int) -> None:
        self.said.append(("decide", visit))

    def report(self, kind: str, face: int | None = None) -> None:
        self.said.append((kind, face))

    def enter_face(self, face: int) -> None:
        self.said.append(("face", face))


def person(machine: Machine, wishes: Said) -> Attendant:
    """Somebody new, who knows only what lies on the table."""
    line: Any = SimpleNamespace(put=lambda on: None)
    table: Any = SimpleNamespace(machine=machine, clock=machine.clock, lid=line, floor_key=line)
    return Attendant(table, wishes)


def laid_out(*cards: tuple[int, int]) -> Machine:
    """A machine with a card at each of these places, showing this face."""
    machine = Machine(SimClock(), Deck(range(52)))
    for place, face in cards:
        card = machine.deck.hopper.pop()
        machine.deck.wells[place].append(card)
        machine.deck.faces[card] = face
    return machine


def visits(machine: Machine, one: Attendant, times: int) -> None:
    one.look()
    machine.clock.advance(times * 3300 + 100)


@pytest.mark.parametrize(
    ("lies_there", "then"), [(9, ("card_misread", 7)), (7, ("duplicate_face", None))]
)
def test_after_a_refusal_the_other_card_is_looked_at(lies_there: int, then: tuple) -> None:
    machine = laid_out((HERE, 7), (THERE, lies_there))
    wishes = Said()
    wishes.face, wishes.told = ASKED, {7: (THERE, 0)}
    visits(machine, person(machine, wishes), 2)
    assert wishes.said == [("face", 7), then]


def test_a_table_that_does_not_take_the_word_is_told_that_the_deck_is_fouled() -> None:
    machine = laid_out((HERE, 7), (THERE, 9))
    wishes = Said()
    wishes.face, wishes.told = ASKED, {7: (THERE, 0)}
    visits(machine, person(machine, wishes), 3)
    assert wishes.said[-2:] == [("card_misread", 7), ("duplicate_face", None)]


def test_a_hand_held_for_ever_anew_is_not_let_go_on_for_ever() -> None:
    machine = laid_out((HERE, 7))
    wishes = Said()
    one = person(machine, wishes)
    for _ in range(PATIENCE + 1):
        wishes.is_held = True
        one.look()
        machine.clock.advance(machine.clock.now_ms() + 3300)
        wishes.is_held = False  # it goes on, and is held by the same again
        machine.clock.advance(machine.clock.now_ms() + 3300)
        one.look()
    assert wishes.said == [("decide", 0)] * PATIENCE + [("decide", 1)]


def test_a_face_asked_of_a_card_that_fell_is_read_off_the_card_on_the_floor() -> None:
    machine = laid_out((THERE, 9))
    card = machine.deck.hopper.pop()
    machine.deck.beside.append(card)
    machine.deck.faces[card] = 33
    wishes = Said()
    wishes.face = (NOWHERE, 0)
    visits(machine, person(machine, wishes), 1)
    assert wishes.said == [("face", 33)]


def test_a_card_carried_before_the_plug_was_pulled_is_not_carried_again() -> None:
    machine = laid_out((HERE, 7), (HERE, 8))
    wishes = Said()
    wishes.card = (5, HERE, PLACE_BURN)
    person(machine, wishes).lay_card()
    assert len(machine.deck.wells[PLACE_BURN]) == 1
    again = Machine(SimClock(), Deck(range(52)))
    again.restore(machine.snapshot())
    person(again, wishes).lay_card()
    assert len(again.deck.wells[PLACE_BURN]) == 1
    wishes.hand = 2
    person(again, wishes).lay_card()
    assert len(again.deck.wells[PLACE_BURN]) == 2, "another hand asks for another card"
