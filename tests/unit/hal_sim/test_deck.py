"""52 cards, each in one place, each with its own face, whatever a script prints."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.compat import InvariantError
from hal.ports import PLACE_ASIDE, PLACE_BOARD1, PLACE_BURN, PLACE_CHUTE
from hal.sim.board import fallen_pile
from hal.sim.clock import SimClock
from hal.sim.deck import Deck
from hal.sim.mechanics import Machine

ALL = list(range(52))


def loaded_deck(seed=b"deck"):
    deck = Deck(fallen_pile(seed))
    for slot in range(52):
        deck.feed(slot)
    return deck


def deal(deck, slot, place):
    deck.eject(slot)
    deck.leave_for(place)
    face = deck.pass_reader()
    deck.land(place)
    return face


def test_a_pile_that_is_not_a_deck_is_refused():
    with pytest.raises(InvariantError):
        Deck([0] * 52)


def test_the_bottom_card_is_fed_first_and_cards_fall_on_top():
    deck = Deck(ALL)
    deck.feed(7)
    assert deck.slots[7] == 0
    deck.eject(7)
    deck.land(PLACE_CHUTE)
    assert deck.hopper == [*range(1, 52), 0]


@given(st.lists(st.tuples(st.integers(0, 53), st.integers(1, 18)), max_size=60))
def test_every_card_is_in_one_place_after_every_move(moves):
    deck = loaded_deck()
    for slot, place in moves:
        if deck.slots[slot] != -1:
            deal(deck, slot, place)
        else:
            deck.drop_in_hopper(place)
        assert deck.every_card() == ALL
        assert sorted(deck.faces) == ALL


@given(st.randoms(use_true_random=False))
def test_a_script_prints_each_face_once_and_only_as_asked(chance):
    deck = loaded_deck(bytes([chance.randrange(256)]))
    wanted = list(ALL)
    chance.shuffle(wanted)
    rows = [(seat, (wanted[2 * seat], wanted[2 * seat + 1])) for seat in range(1, 10)]
    rows.append((PLACE_BURN, (None, wanted[30], None)))
    rows += [(PLACE_BOARD1 + at, (wanted[40 + at],)) for at in range(5)]
    deck.script_faces(rows)
    places = [seat for _ in range(2) for seat in range(1, 10)]
    places += [PLACE_BURN, 11, 12, 13, PLACE_BURN, 14, PLACE_BURN, 15]
    slots = list(range(52))
    chance.shuffle(slots)
    seen = {}
    for place in places:
        seen.setdefault(place, []).append(deal(deck, slots.pop(), place))
        assert sorted(deck.faces) == ALL
    for place, faces in rows:
        for want, got in zip(faces, seen[place], strict=True):
            assert want is None or want == got
    shown = [face for faces in seen.values() for face in faces]
    assert len(set(shown)) == len(shown)


def test_a_place_without_a_row_does_not_use_up_a_face_that_is_wanted():
    deck = loaded_deck()
    burn_slot = deck.slots.index(51)
    deck.script_faces([(PLACE_BOARD1, (51,))])
    assert deal(deck, burn_slot, PLACE_BURN) != 51
    assert deal(deck, deck.slots.index(3), PLACE_BOARD1) == 51


def test_a_card_that_stops_before_the_reader_keeps_the_face_of_where_it_was_sent():
    deck = loaded_deck()
    deck.script_faces([(PLACE_BOARD1, (51,)), (PLACE_BOARD1 + 1, (50,))])
    deck.eject(0)
    deck.leave_for(PLACE_BOARD1)
    deck.land(PLACE_ASIDE)
    assert deal(deck, 1, PLACE_BOARD1 + 1) == 50
    assert deck.faces[deck.wells[PLACE_ASIDE][0]] == 51


def test_what_lies_face_up_is_never_printed_anew():
    deck = loaded_deck()
    first = deal(deck, 0, PLACE_BOARD1)
    with pytest.raises(ValueError, match="dealt already"):
        deck.script_faces([(PLACE_BOARD1 + 1, (first,))])
    with pytest.raises(ValueError, match="twice"):
        deck.script_faces([(1, (5, 5))])
    with pytest.raises(ValueError, match="no card"):
        deck.script_faces([(1, (52,))])


def test_a_snapshot_puts_everything_back():
    chance = random.Random(1)
    deck = loaded_deck()
    deck.script_faces([(1, (5, 9)), (PLACE_BOARD1, (17,))])
    for slot in chance.sample(range(52), 9):
        deal(deck, slot, chance.randrange(1, 18))
    other = Deck(ALL)
    other.restore(deck.snapshot())
    assert other.snapshot() == deck.snapshot()


def test_a_machine_goes_on_with_a_motion_half_done():
    def machine():
        clock = SimClock()
        return clock, Machine(clock, Deck(ALL))

    clock, first = machine()
    for number, command in enumerate(((1,), (2, 0), (2, 1)), 1):
        first.begin(number, *command)
        clock.advance(clock.now_ms() + 3000)
    first.begin(9, 3, 0, 4, 77)
    clock.advance(clock.now_ms() + 310)
    kept = first.snapshot()

    clock, second = machine()
    second.restore(kept)
    assert second.deck.every_card() == ALL
    assert second.begin(9, 3, 0, 4, 77)
    clock.advance(1000)
    assert [event[0] for event in second.events] == [4, 5, 1]
    assert second.cards_at(4) == 1
    second.begin(10, 7, 77)
    clock.advance(2000)
    assert second.events[-2][2:] == (77, 0)


def test_a_machine_does_not_print_its_cards():
    assert "0" not in repr(Machine(SimClock(), Deck(ALL)))
