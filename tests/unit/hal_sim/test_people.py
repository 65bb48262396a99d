"""Simulated people bring about what they want by looking and pressing, and by nothing else."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from firmware.compat import InvariantError
from hal.ports import COLLECT, EJECT, EV_DONE, FEED, HOME, PRESENCE
from hal.sim.board import SimTable
from hal.sim.people import People, Words
from hal.sim.policies import (
    CALL,
    FOLD,
    RAISE,
    CallStation,
    NoRecordedChoice,
    Random,
    Script,
)
from tests.unit.hal_sim.paper_keys import PaperKeys

WORDS = Words(show=("SCoPrI", "SHO"), all_in=("ALL In", "ALL In"), cut=("tAGLIO", "CUt"))
SEAT = 4


class ShownEyes:
    """Sees what the test shows."""

    hand = 7

    def __init__(self):
        self.turn = None

    def legal(self, seat):
        return self.turn if seat == SEAT else None


class Wants:
    """A policy with one wish."""

    def __init__(self, choice=(CALL, 0), cut=0, shows=True):
        self.wish, self.cut_wish, self.show_wish = choice, cut, shows

    def choose(self, seat, legal):
        return self.wish

    def cut(self, seat, hand):
        return self.cut_wish

    def shows(self, seat, hand):
        return self.show_wish


class Rig:
    """One person before paper keys."""

    def __init__(self, policy):
        self.table = SimTable(b"people")
        self.eyes = ShownEyes()
        self.people = People(self.table, [(SEAT, policy)], WORDS, self.eyes)
        self.keys = PaperKeys(self.table, SEAT)

    def turn(self, call, raise_min, raise_max, stack=10**9, patience_ms=60_000):
        self.eyes.turn = (7, 0, call, raise_min, raise_max)
        self.keys.ask_turn(call, raise_min, raise_max, stack)
        return self.answer(patience_ms)

    def answer(self, patience_ms=60_000):
        clock = self.table.clock
        end = clock.now_ms() + patience_ms
        while self.keys.answer is None and clock.now_ms() < end:
            clock.advance(clock.now_ms() + 10)
            self.people.look()
        return self.keys.answer


def test_a_person_sits_before_the_sensor():
    rig = Rig(CallStation())
    assert rig.table.board.panels[1].read() == (0, PRESENCE)


def test_nobody_presses_without_a_lamp():
    rig = Rig(CallStation())
    assert rig.answer(5000) is None
    assert rig.keys.presses == 0


def test_a_call_is_one_press_and_a_big_one_two():
    rig = Rig(CallStation())
    assert rig.turn(100, 200, 1000, stack=1000) == ("call", 0)
    assert rig.keys.presses == 1
    assert rig.turn(500, 0, 0, stack=1000) == ("call", 0)
    assert rig.keys.presses == 3


def test_a_fold_is_held_and_confirmed_when_checking_is_free():
    rig = Rig(Wants((FOLD, 0)))
    assert rig.turn(100, 0, 0) == ("fold", 0)
    assert rig.keys.presses == 1
    assert rig.turn(0, 100, 1000) == ("fold", 0)
    assert rig.keys.presses == 3


def test_all_in_is_up_held():
    rig = Rig(Wants((RAISE, 12_345)))
    assert rig.turn(100, 200, 12_345, stack=12_345) == ("raise", 12_345)
    assert rig.keys.presses <= 3


def test_a_raise_to_the_minimum_is_confirmed_not_too_early():
    rig = Rig(Wants((RAISE, 200)))
    began = rig.table.clock.now_ms()
    assert rig.turn(100, 200, 1000) == ("raise", 200)
    assert rig.keys.presses == 2
    assert rig.table.clock.now_ms() - began >= 600


@given(st.data())
@settings(max_examples=60)
def test_any_amount_is_dialled_exactly(data):
    highest = data.draw(st.sampled_from([999, 10_000, 999_999, 1_000_000, 99_999_999]))
    raise_min = data.draw(st.integers(1, highest))
    raise_max = data.draw(st.integers(raise_min, highest))
    amount = data.draw(st.integers(raise_min, raise_max))
    rig = Rig(Wants((RAISE, amount)))
    assert rig.turn(1, raise_min, raise_max, stack=raise_max) == ("raise", amount)


@given(st.integers(0, 9999))
@example(9999)
@example(5050)
@settings(max_examples=40)
def test_any_cut_is_set(cut):
    rig = Rig(Wants(cut=cut))
    rig.keys.ask_cut()
    assert rig.answer() == ("cut", cut)


def test_a_cut_by_chance_is_set_within_the_five_seconds_of_the_house():
    for seed in range(40):
        rig = Rig(Random(bytes([seed])))
        rig.keys.ask_cut()
        assert rig.answer(5000) is not None


@pytest.mark.parametrize("shows", [True, False])
def test_a_hand_is_shown_or_mucked(shows):
    rig = Rig(Wants(shows=shows))
    rig.keys.ask_show()
    assert rig.answer() == ("show", shows)


def test_a_person_who_gets_nowhere_stops_the_simulation():
    rig = Rig(Wants((RAISE, 50)))  # below the minimum: cannot be dialled
    with pytest.raises(InvariantError, match="person_lost"):
        rig.turn(100, 200, 1000, patience_ms=120_000)


def test_cards_are_dropped_into_the_hopper_when_they_are_collected():
    rig = Rig(CallStation())
    machine, clock = rig.table.board.machine, rig.table.clock
    number = 0

    def run(*command):
        nonlocal number
        number += 1
        machine.start(number, *command)
        for _ in range(1000):
            clock.advance(clock.now_ms() + 10)
            rig.people.look()
            if any(event[0] == EV_DONE for event in machine.poll()):
                return
        raise AssertionError(command)

    run(HOME)
    for slot, place in enumerate((4, 5, 4, 5, 16)):
        run(FEED, slot)
        run(EJECT, slot, place, slot)
    run(COLLECT)
    assert len(rig.table.machine.deck.hopper) == 52
    run(FEED, 0)
    run(EJECT, 0, 9, 0)
    run(COLLECT)
    assert len(rig.table.machine.deck.hopper) == 52


def test_chance_players_stay_within_what_is_allowed_and_repeat_themselves():
    policy = Random(b"seed")
    seen = set()
    for nth in range(400):
        legal = (nth // 4, nth % 4, 100 * (nth % 2), 200, 5000)
        choice, amount = policy.choose(3, legal)
        assert (choice, amount) == Random(b"seed").choose(3, legal)
        assert amount == 0 if choice != RAISE else 200 <= amount <= 5000
        assert not (choice == FOLD and not legal[2])
        seen.add(choice)
    assert seen == {FOLD, CALL, RAISE}
    assert all(policy.choose(1, (1, n, 100, 0, 0))[0] != RAISE for n in range(200))
    assert {policy.shows(1, hand) for hand in range(50)} == {True, False}


def test_a_script_plays_its_rows_and_refuses_to_invent():
    script = Script({(7, 4): [(RAISE, 300), (CALL, 0)]}, mucks=[(7, 4)], cuts={7: 4711})
    assert script.choose(4, (7, 0, 0, 0, 0)) == (RAISE, 300)
    assert script.choose(4, (7, 1, 0, 0, 0)) == (CALL, 0)
    with pytest.raises(NoRecordedChoice, match=r"hand 7.*seat 4"):
        script.choose(4, (7, 2, 0, 0, 0))
    assert script.cut(1, 7) == 4711
    assert 0 <= script.cut(1, 8) <= 9999
    assert (script.shows(4, 7), script.shows(4, 8)) == (False, True)
